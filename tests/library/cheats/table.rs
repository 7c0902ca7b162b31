//! The table of all cheats: what was tried, and when it was caught. Every row is carried out here, so that none can be claimed that is not.

use std::fmt;
use std::panic::catch_unwind;
use std::thread;

use pbem::games::Kind;
use pbem::table::{DamageKind, FindingKind};

use super::{answers, counts, enemy_agent, game_box, order, spy};

/// A cheat in a few words, and the function that carries it out in all its variants and asserts what comes of each.
pub(super) struct Cheat(pub(super) &'static str, pub(super) fn() -> Caught);

/// When a cheat is caught, and as what: for several variants, the usual one.
#[derive(Debug)]
pub(super) enum Caught {
    /// by whoever reads the turn
    Arrival(FindingKind),
    /// by the audit, once the setups are shown
    Verify(FindingKind),
    /// as a file that is damaged; nobody is accused
    Damage(DamageKind),
    /// by the clock: nothing comes that could be judged
    Deadline,
    /// it is no breach, and nothing is gained by it
    Vain,
}

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Caught::Arrival(kind) => write!(f, "on arrival, {kind}"),
            Caught::Verify(kind) => write!(f, "verify, {kind}"),
            Caught::Damage(kind) => write!(f, "on arrival, {}: nobody is accused", kind.id()),
            Caught::Deadline => f.write_str("deadline"),
            Caught::Vain => f.write_str("in vain"),
        }
    }
}

#[test]
fn table() {
    let games = [
        (Kind::CheckpointDanger, answers::CHEATS),
        (Kind::CheckpointDanger, counts::CHEATS),
        (Kind::CheckpointDanger, order::CHEATS),
        (Kind::Spy, spy::answers::CHEATS),
        (Kind::Spy, spy::networks::CHEATS),
        (Kind::Spy, spy::guesses::CHEATS),
        (Kind::Spy, spy::judgement::CHEATS),
        (Kind::GameBox, game_box::checker::CHEATS),
        (Kind::GameBox, game_box::callers::CHEATS),
        (Kind::EnemyAgent, enemy_agent::setups::CHEATS),
        (Kind::EnemyAgent, enemy_agent::orders::CHEATS),
        (Kind::EnemyAgent, enemy_agent::questions::CHEATS),
        (Kind::EnemyAgent, enemy_agent::chance::CHEATS),
    ];
    let carry_out = |(kind, cheats): (Kind, &'static [Cheat])| {
        thread::spawn(move || cheats.iter().map(|Cheat(what, done)| (kind, *what, catch_unwind(done))).collect::<Vec<_>>())
    };
    let mut missed = Vec::new();
    for rows in games.map(carry_out) {
        for (kind, what, caught) in rows.join().expect("each row is caught for itself") {
            match caught {
                Ok(caught) => println!("| {:17} | {what:75} | {caught} |", kind.id()),
                Err(_) => missed.push(format!("{}: {what}", kind.id())),
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
