//! The cryptography of the protocol: bytes in, bytes out.
//!
//! This module doesn't know turn files or games. Seats, items, values, purposes and outcomes are
//! strings here. The layers above have parsed all text from outside according to the rules of a
//! kind. So no string contains a zero byte, which ends a string in the formulas. Nothing here reads
//! a clock or generates randomness: callers pass secrets.
//!
//! | file | content |
//! | --- | --- |
//! | `hash` | ids of games, hashes of turns |
//! | `sign` | identities, signatures, safety numbers |
//! | `seal` | seeds, salts and seals of hidden setups |
//! | `chain` | links: one secret number per turn, fixed in advance |
//! | `chance` | dice and cards from two players' links |
//! | `eye` | the points that boxes are addressed to |
//! | `passphrase` | vault backups encrypted with a passphrase |
//! | `boxes` | messages that only a piece of the right kind can open |
//!
//! In the formulas `|` concatenates bytes, `0` is a zero byte, and every integer is 4 bytes,
//! big-endian, unless the formula says otherwise. Labels contain the version and the purpose, so
//! that a value made for one purpose is not valid for another. All labels except the label of Q
//! (see `eye`) end in a line feed, and no label is a prefix of another. The blocks of random
//! numbers need no label: they begin with a labeled hash. `docs/vectors.md` has inputs and outputs
//! of every formula.

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
pub use hash::{GameId, file_hash, game_id, ruling_hash, turn_hash};
pub use passphrase::{open_with_passphrase, seal_with_passphrase};
pub use seal::{Seed, salt, seal};
#[cfg(test)]
pub(crate) use sign::VERIFICATIONS;
pub use sign::{
    Identity, KeyWord, KeyWordError, Verifier, key_is_sound, safety_number, verify_turn,
};

/// 32 bytes: a hash, a seal, a salt, a key, a link, an eye, a token.
pub type Bytes32 = [u8; 32];

/// 16 bytes: the secret of an identity, a nonce.
pub type Bytes16 = [u8; 16];
