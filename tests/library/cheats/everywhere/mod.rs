//! Cheats that are the same in every game: with the history of the file, with names and keys, with
//! seals and chance, with the clock, by leaving, and with files that are built to do harm.

mod arbiter;
mod chance;
mod clock;
mod harm;
mod history;
mod leaving;
mod people;
mod setups;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pbem::audit::VerdictKind;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{self, DamageKind, Finding, FindingKind, TurnFault};
use pbem::turnfile::{Turn, TurnFile};

use super::table::{Caught, Everywhere};
use crate::play::{Game, fewest, finished};

pub(super) const CHEATS: &[&[Everywhere]] = &[
    setups::CHEATS,
    chance::CHEATS,
    history::CHEATS,
    people::CHEATS,
    clock::CHEATS,
    arbiter::CHEATS,
    leaving::CHEATS,
    harm::CHEATS,
];

/// An honest game to its end, under the usual options, but for the size of the board where that
/// only takes time.
fn honest(kind: Kind, seed: u64) -> Game {
    // Each is played once, and taken by many cheats.
    static PLAYED: Mutex<BTreeMap<(Kind, u64), Game>> = Mutex::new(BTreeMap::new());
    let set: &[(&str, &str)] = if kind.id() == "espionage" { &[("draw-turns", "6")] } else { &[] };
    let played = || PLAYED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(game) = played().get(&(kind, seed)) {
        return game.clone();
    }
    let game = finished(kind, fewest(kind), set, seed);
    played().insert((kind, seed), game.clone());
    game
}

/// One that is long enough: in its first eight turns nobody shows a setup.
fn long(kind: Kind) -> Game {
    let is_long = |game: &Game| {
        let turns = &game.file.turns;
        turns.len() > 9 && turns[..8].iter().all(|turn| turn.seed.is_none())
    };
    (11..60).map(|seed| honest(kind, seed)).find(is_long).expect("a game that is long enough")
}

/// A game after eight turns.
fn begun(kind: Kind) -> Game {
    long(kind).until(8)
}

/// The place of the first turn like this.
fn first(game: &Game, fits: impl Fn(&Turn) -> bool) -> usize {
    game.file
        .turns
        .iter()
        .position(fits)
        .unwrap_or_else(|| panic!("no such turn in {}", game.file.game.kind))
}

/// The turn at this place is changed, signed and mailed; that it is a breach of its maker, who has
/// lost.
fn refused(game: &Game, at: usize, change: impl FnOnce(&mut Turn)) -> FindingKind {
    let mut turn = game.file.turns[at].clone();
    change(&mut turn);
    assert_ne!(turn, game.file.turns[at], "nothing was changed");
    let seat = seat_of(game, &turn);
    mailed(&mut game.until(at), turn, seat)
}

/// Signed and mailed: that it is a breach of this seat in this turn. What kind.
fn mailed(game: &mut Game, mut turn: Turn, seat: Seat) -> FindingKind {
    game.sign(&mut turn);
    let number = turn.number;
    let finding = game.breach(turn);
    assert_eq!((finding.seat, finding.turn), (seat, number), "{}", finding.message);
    lost(game, &finding);
    finding.kind
}

/// That the audit names this seat for this, and that he has not won.
fn lost(game: &Game, finding: &Finding) {
    let verdict = game.verdict();
    assert_eq!(verdict.kind, VerdictKind::Dishonest);
    assert!(verdict.findings.contains(finding), "{:?}", verdict.findings);
    assert!(
        verdict.findings.iter().all(|found| found.seat == finding.seat),
        "{:?}",
        verdict.findings
    );
    let wins = verdict.result.is_some_and(|result| result.winners.contains(&finding.seat));
    assert!(!wins, "{finding:?}");
}

/// An honest game played again by a player whose turn at this place is another: everybody else
/// makes the same turns upon it. The first finding, on arrival or at the end.
fn played_again(game: &Game, at: usize, change: impl FnOnce(&mut Turn)) -> (Caught, Finding) {
    let mut again = game.until(at);
    let mut change = Some(change);
    for turn in &game.file.turns[at..] {
        let mut turn = turn.clone();
        turn.after = again.file.turns.last().map_or(again.id().0, Turn::hash);
        if let Some(change) = change.take() {
            change(&mut turn);
        }
        again.sign(&mut turn);
        match again.mail(turn) {
            Ok(()) => {}
            Err(TurnFault::Breach(finding)) => {
                lost(&again, &finding);
                return (Caught::Arrival(finding.kind), finding);
            }
            Err(TurnFault::Damage(damage)) => panic!("{damage:?}"),
        }
    }
    let finding = again.verdict().findings.first().expect("it is found at the end").clone();
    lost(&again, &finding);
    (Caught::Verify(finding.kind), finding)
}

/// That the file is damaged in this turn, and that nobody is accused.
fn damaged(file: &TurnFile, turn: usize, kind: DamageKind) -> Caught {
    let Some(TurnFault::Damage(damage)) = table::open(file).expect("a header that makes a game").1
    else {
        panic!("no damage")
    };
    assert_eq!((damage.turn as usize, damage.kind), (turn, kind), "{}", damage.message);
    let verdict =
        pbem::audit::verify(&pbem::turnfile::Reading { file: Some(file.clone()), fault: None });
    let text = file.write();
    let as_mailed = pbem::audit::verify(&pbem::turnfile::read(text.as_bytes()));
    crate::recorder::record(text.as_bytes(), &as_mailed);
    assert_eq!(
        (verdict.kind, verdict.findings.len(), verdict.result),
        (VerdictKind::Damaged, 0, None)
    );
    Caught::Damage(kind)
}

fn seat_of(game: &Game, turn: &Turn) -> Seat {
    let at = game
        .file
        .game
        .seats
        .iter()
        .position(|name| *name == turn.seat)
        .expect("a seat of the game");
    Seat(u8::try_from(at).expect("few seats"))
}
