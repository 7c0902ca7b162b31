//! Seals: commitments that fix a hidden setup when the game begins and can be opened one item at a
//! time.
//!
//! A seal hides its value because the salt is 32 bytes that only the owner knows; the values alone
//! could be guessed. The seal binds the owner because no one can find two inputs with the same
//! hash. Salts are derived from a seed by HMAC, so opening some items says nothing about the rest,
//! and publishing the seed at the end opens all of them.

use std::fmt::{self, Debug};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::{Bytes32, GameId, hash::sha256};

/// The secret of one seat in one game (see [`Identity::seed`](super::Identity::seed)). All salts,
/// tokens and boxes of the seat are derived from the seed. Wiped when dropped; `Debug` doesn't show
/// it.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Seed(Bytes32);

impl Seed {
    pub fn from_bytes(bytes: Bytes32) -> Self {
        Seed(bytes)
    }

    /// Returns the bytes, for the vault and the reveal.
    pub fn as_bytes(&self) -> &Bytes32 {
        &self.0
    }

    /// Returns HMAC-SHA-256 of the concatenated parts.
    pub(super) fn hmac_sha256(&self, parts: &[&[u8]]) -> Bytes32 {
        hmac_sha256(&self.0, parts)
    }

    /// Returns HMAC-SHA-512 of the concatenated parts.
    pub(super) fn hmac_sha512(&self, parts: &[&[u8]]) -> [u8; 64] {
        let mac = Hmac::<Sha512>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        parts.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into()
    }
}

/// Returns HMAC-SHA-256 of the concatenated parts with this key.
pub(super) fn hmac_sha256(key: &[u8], parts: &[&[u8]]) -> Bytes32 {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    parts.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into()
}

impl Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// Returns HMAC-SHA-256(seed, "pbem/2 salt\n" | game id | seat | 0 | item): the salt of an item. In
/// kinds of games with eyes the result is the item's secret, from which
/// [`eye_salt`](super::eye_salt) derives the salt.
pub fn salt(seed: &Seed, game: &GameId, seat: &str, item: &str) -> Bytes32 {
    seed.hmac_sha256(&[b"pbem/2 salt\n", &game.0, seat.as_bytes(), &[0], item.as_bytes()])
}

/// Returns SHA-256("pbem/2 seal\n" | game id | seat | 0 | item | 0 | value | 0 | salt).
///
/// The hash includes seat and item, so that a player can't copy an opponent's seal.
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
