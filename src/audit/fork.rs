//! Two turns of one number, signed with one key: proof that somebody played the game twice.

use std::collections::HashMap;

use crate::rules::Seat;
use crate::table::{Breach, Finding, FindingKind};
use crate::turnfile::{Bytes32, Turn, TurnFile};

/// A fork between two files of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// the breach, as it stands in a verdict
    pub finding: Finding,
    /// the first of the two files, as an index into what was handed in
    pub one: usize,
    /// the second
    pub other: usize,
}

/// A file as the audit has left it: how many of its turns are intact, and the key of each seat.
pub type Sound<'a> = (&'a TurnFile, usize, &'a dyn Fn(Seat) -> Option<Bytes32>);

/// What can hold one turn only.
#[derive(PartialEq, Eq, Hash)]
struct Slot {
    game: Bytes32,
    number: u32,
    key: Bytes32,
}

/// Looks for forks among files; those of different games cannot fork. Only turns whose signatures
/// fit count, so hand in files with the number of turns that are intact and the key of each seat.
///
/// Two turns are a fork if they have the same number and key, differ in more than `sent` and
/// `note`, and neither names the other in `instead`.
pub fn forks(files: &[Sound<'_>]) -> Vec<Fork> {
    let mut seen: HashMap<Slot, Vec<(usize, &Turn)>> = HashMap::new();
    let mut found: Vec<Fork> = Vec::new();
    for (at, (file, intact, key)) in files.iter().enumerate() {
        let game = file.game.id();
        for turn in file.turns.iter().take(*intact) {
            let Some(seat) = file.game.seat(&turn.seat) else { continue };
            let Some(key) = key(seat) else { continue };
            let others = seen.entry(Slot { game, number: turn.number, key }).or_default();
            let forked = others.iter().find(|(_, other)| is_fork(turn, other)).map(|(one, _)| *one);
            if let Some(one) = forked {
                let message = format!("{seat} signed two different turns {}", turn.number);
                let finding = Breach::new(FindingKind::Fork, message).by(seat, turn.number);
                if !found
                    .iter()
                    .any(|fork| fork.finding == finding && files[fork.other].0.game == file.game)
                {
                    found.push(Fork { finding, one, other: at });
                }
            }
            if !others.iter().any(|(_, other)| *other == turn) {
                others.push((at, turn));
            }
        }
    }
    found
}

/// Are these two turns of one seat and number a fork?
pub fn is_fork(one: &Turn, other: &Turn) -> bool {
    let bare =
        |turn: &Turn| Turn { sent: other.sent, note: None, signature: [0; 64], ..turn.clone() };
    bare(one) != bare(other)
        && !one.instead.contains(&other.hash())
        && !other.instead.contains(&one.hash())
}
