//! Secret bytes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

use super::encoding::hex_bytes;
use crate::crypto::Bytes16;

/// The secret bytes of an identity. Wiped from memory when dropped; `Debug` doesn't show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<Bytes16>);

impl Secret {
    pub fn bytes(&self) -> &Bytes16 {
        &self.0
    }
}

impl From<Bytes16> for Secret {
    fn from(bytes: Bytes16) -> Self {
        Secret(Zeroizing::new(bytes))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Zeroizing::new(hex::encode(self.bytes())))
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        hex_bytes::deserialize(deserializer).map(Secret::from)
    }
}
