//! Records of a game whose turns are single characters, for the tests of the desk and of the disk.

use super::{GameRecord, Hash, Incoming, NewTurn, at};

pub(super) const ID: Hash = [0xcd; 32];

/// Returns the hash of a turn, derived from its characters.
pub(super) fn hash(turn: &str) -> Hash {
    use sha2::{Digest, Sha256};
    Sha256::digest(turn).into()
}

/// Returns a chain in which every character is a turn.
pub(super) fn chain(turns: &str) -> Vec<Hash> {
    turns.chars().map(|turn| hash(&turn.to_string())).collect()
}

/// Returns a file with these turns, taken alternately by alice and bob. The player `last_seat` took
/// the last turn.
pub(super) fn incoming(turns: &str, last_seat: &str) -> Incoming {
    let by_turns = ["alice", "bob"].into_iter().cycle().take(turns.len().saturating_sub(1));
    let seats = by_turns.chain([last_seat]).map(str::to_owned).collect();
    Incoming {
        text: turns.to_owned(),
        chain: chain(turns),
        seats,
        sent: at(1),
        path: None,
        at: at(1),
    }
}

/// Returns the last of these turns, as a turn that has just been signed.
pub(super) fn signed(turns: &str) -> NewTurn {
    let chain = chain(turns);
    let after = chain.iter().rev().nth(1).copied().unwrap_or(ID);
    let turn: String = turns.chars().next_back().into_iter().collect();
    let number = u32::try_from(chain.len()).expect("it is short");
    NewTurn {
        number,
        hash: hash(&turn),
        after,
        claims: false,
        forced: false,
        setup: Vec::new(),
        hidden: Vec::new(),
        file: turns.to_owned(),
        path: None,
        at: at(2),
        signed: at(2),
    }
}

/// Returns a sealed setup.
pub(super) fn setup(column: u8) -> Vec<String> {
    vec![format!("Fiji {column}")]
}

/// Returns bob's record of a game after reading alice's `a` and joining with `b`.
pub(super) fn joined() -> GameRecord {
    let mut record = GameRecord::new(ID, "bob", "checkpoint-danger", "cd-bob");
    record.take_in(incoming("a", "alice"));
    record.sign(NewTurn { setup: setup(1), ..signed("ab") }).expect("the turn of bob");
    record
}
