//! Seals: a hidden setup is fixed when the game begins, and shown one item at a time.
//!
//! A seal hides its value because the salt is 32 bytes that only the owner knows; the values alone
//! could be guessed. It binds him because nobody finds two inputs with one hash. Salts come from a
//! seed by HMAC, so opening some items tells nothing about the others, and showing the seed at the
//! end opens all of them at once.

use std::fmt::{self, Debug};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::{Bytes32, GameId, hash::sha256};

/// The secret of one seat in one game (see [`Identity::seed`](super::Identity::seed)). All its
/// salts, tokens and boxes follow from it. It is wiped when dropped, and `Debug` does not show it.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Seed(Bytes32);

impl Seed {
    /// The seed with these bytes.
    pub fn from_bytes(bytes: Bytes32) -> Self {
        Seed(bytes)
    }

    /// Its bytes, for the vault and the reveal.
    pub fn as_bytes(&self) -> &Bytes32 {
        &self.0
    }

    /// HMAC-SHA-256 of the parts.
    pub(super) fn hmac_sha256(&self, parts: &[&[u8]]) -> Bytes32 {
        hmac_sha256(&self.0, parts)
    }

    /// HMAC-SHA-512 of the parts.
    pub(super) fn hmac_sha512(&self, parts: &[&[u8]]) -> [u8; 64] {
        let mac = Hmac::<Sha512>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        parts.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into()
    }
}

/// HMAC-SHA-256 of the parts under a key.
pub(super) fn hmac_sha256(key: &[u8], parts: &[&[u8]]) -> Bytes32 {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    parts.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into()
}

impl Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// HMAC-SHA-256(seed, "pbem/2 salt\n" | game id | seat | 0 | item): the salt of an item; in games
/// with eyes its secret, of which [`eye_salt`](super::eye_salt) makes the salt.
pub fn salt(seed: &Seed, game: &GameId, seat: &str, item: &str) -> Bytes32 {
    seed.hmac_sha256(&[b"pbem/2 salt\n", &game.0, seat.as_bytes(), &[0], item.as_bytes()])
}

/// SHA-256("pbem/2 seal\n" | game id | seat | 0 | item | 0 | value | 0 | salt).
///
/// Seat and item in the hash keep an opponent's seal from being copied.
pub fn seal(game: &GameId, seat: &str, item: &str, value: &str, salt: &Bytes32) -> Bytes32 {
    sha256(&[
        b"pbem/2 seal\n",
        &game.0,
        seat.as_bytes(),
        &[0],
        item.as_bytes(),
        &[0],
        value.as_bytes(),
        &[0],
        salt,
    ])
}
