//! The cryptography of the protocol, alone: bytes in, bytes out.
//!
//! It knows neither turn files nor games. Seats, items, values, purposes and outcomes are text
//! here; the layers above see to it that text from outside has been parsed by a rule book before it
//! comes here, so that none of it holds a zero byte, which ends a text in every formula. Nothing
//! here reads a clock or draws randomness: secrets are handed in.
//!
//! | file | holds |
//! | --- | --- |
//! | `hash` | ids of games, hashes of turns |
//! | `sign` | identities, signatures, safety numbers |
//! | `seal` | seeds, salts and seals of hidden setups |
//! | `chain` | links: one secret number a turn, fixed in advance |
//! | `chance` | dice and cards from two players' links |
//! | `eye` | points that let a box find its reader |
//! | `passphrase` | saved vaults that a passphrase opens |
//! | `boxes` | what only a piece of the right kind may read |
//!
//! In the formulas `|` puts bytes one after the other, `0` is a zero byte, and every integer is 4
//! bytes, big-endian, unless the formula says otherwise. Labels name version and purpose, so that
//! no value made for one purpose serves for another; none is the beginning of another, since all
//! end in a line feed but that of Q. The blocks of a draw do without: they begin with a labelled
//! hash. `docs/vectors.md` has inputs and outputs of every formula.

mod boxes;
mod chain;
mod chance;
mod eye;
mod hash;
mod passphrase;
mod seal;
mod sign;
#[cfg(test)]
mod tests;

pub use boxes::{
    Context, Ending, FIGHT_BOX, SIGHT_BOX, SPY, Tie, fight_is_sound, open_fight, open_sight,
    seal_fight, seal_sight, sight_is_sound, token, token_hash, token_hashes,
};
pub use chain::Chain;
pub use chance::{Stream, bot_numbers, chance};
pub use eye::{Eye, Opening, eye_salt};
pub use hash::{GameId, game_id, ruling_hash, turn_hash};
pub use passphrase::{open_with_passphrase, seal_with_passphrase};
pub use seal::{Seed, salt, seal};
#[cfg(test)]
pub(crate) use sign::VERIFICATIONS;
pub use sign::{Identity, KeyWord, NotWhole, Verifier, key_is_sound, safety_number, verify_turn};

/// Thirty-two bytes: a hash, a seal, a salt, a key, a link, an eye, a token.
pub type Bytes32 = [u8; 32];

/// Sixteen bytes: the secret of an identity, a nonce.
pub type Bytes16 = [u8; 16];
