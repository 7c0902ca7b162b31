//! Cheats that are the same in every kind: with the history of the file, names and keys, seals and
//! random numbers, the clock, by leaving, and with files built to do harm.

mod arbiter;
mod chance;
mod clock;
mod crossings;
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
use pbem::table::{self, DamageKind, Finding, FindingKind, TurnError};
use pbem::turnfile::{Turn, TurnFile};

use super::table::{Caught, Everywhere};
use crate::games::facts;
use crate::play::{Game, fewest, finished, need};

pub(super) const CHEATS: &[&[Everywhere]] = &[
    setups::CHEATS,
    chance::CHEATS,
    history::CHEATS,
    people::CHEATS,
    clock::CHEATS,
    crossings::CHEATS,
    arbiter::CHEATS,
    leaving::CHEATS,
    harm::CHEATS,
];

/// Returns a complete honest game with default options, or with those of a game that ends soon.
fn honest(kind: Kind, seed: u64) -> Game {
    // Each is played once and used by many cheats.
    static PLAYED: Mutex<BTreeMap<(Kind, u64), Game>> = Mutex::new(BTreeMap::new());
    let played = || PLAYED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(game) = played().get(&(kind, seed)) {
        return game.clone();
    }
    let game = finished(kind, fewest(kind), facts(kind).soon, seed);
    played().insert((kind, seed), game.clone());
    game
}

/// Returns a game that is long enough: its first eight turns have no reveal, and two more follow.
fn long(kind: Kind) -> Game {
    let games = (11..60).map(|seed| honest(kind, seed));
    need(games, 8, "turns come before the last two and the first reveal", before_reveals)
}

/// Returns the number of turns before the last two and the first reveal.
fn before_reveals(game: &Game) -> usize {
    let turns = &game.file.turns[..game.file.turns.len().saturating_sub(2)];
    turns.iter().take_while(|turn| turn.seed.is_none()).count()
}

/// Returns a game after eight turns.
fn game_in_progress(kind: Kind) -> Game {
    long(kind).until(8)
}

/// Whether this seat has a setup to hide.
fn hides(game: &Game, seat: Seat) -> bool {
    game.table.setup_help(seat).is_some()
}

/// Returns this game, which has just begun, at a time when a seat that hides something waits, and
/// the seat.
fn where_one_waits(game: &Game) -> (Game, Seat) {
    let waits = |turns: usize| {
        let game = game.until(turns);
        let by = others(&game).find(|by| hides(&game, *by))?;
        Some((game, by))
    };
    let turns = game.file.turns.len();
    [turns, turns - 1].into_iter().find_map(waits).expect("one of two seats hides a setup")
}

/// Returns the seats that wait.
fn others(game: &Game) -> impl Iterator<Item = Seat> {
    let due = game.due();
    let seats = game.players.iter().map(|player| player.seat);
    seats.filter(move |seat| Some(*seat) != due).collect::<Vec<_>>().into_iter()
}

/// Returns the index of the first matching turn.
fn first(game: &Game, fits: impl Fn(&Turn) -> bool) -> usize {
    game.file
        .turns
        .iter()
        .position(fits)
        .unwrap_or_else(|| panic!("no such turn in {}", game.file.game.kind))
}

/// Changes, signs and sends the turn at this index. Checks that it is a breach, and that its maker
/// loses.
fn refused(game: &Game, at: usize, change: impl FnOnce(&mut Turn)) -> FindingKind {
    let mut turn = game.file.turns[at].clone();
    change(&mut turn);
    assert_ne!(turn, game.file.turns[at], "nothing was changed");
    let seat = seat_of(game, &turn);
    mailed(&mut game.until(at), turn, seat)
}

/// Signs and sends a turn. Checks that it is a breach by this seat in this turn, and returns its
/// kind.
fn mailed(game: &mut Game, mut turn: Turn, seat: Seat) -> FindingKind {
    game.sign(&mut turn);
    let number = turn.number;
    let finding = game.breach(turn);
    assert_eq!((finding.seat, finding.turn), (seat, number), "{}", finding.message);
    lost(game, &finding);
    finding.kind
}

/// Checks that the audit has this finding, and that the seat hasn't won.
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

/// Plays an honest game again with another version of the turn at this index; all other turns stay.
/// Returns the first finding, on arrival or at the end.
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
            Err(TurnError::Breach(finding)) => {
                lost(&again, &finding);
                return (Caught::Arrival(finding.kind), finding);
            }
            Err(TurnError::Damage(damage)) => panic!("{damage:?}"),
        }
    }
    let finding = again.verdict().findings.first().expect("it is found at the end").clone();
    lost(&again, &finding);
    (Caught::Verify(finding.kind), finding)
}

/// Checks that the file is damaged in this turn, and that no one is accused.
fn damaged(file: &TurnFile, turn: usize, kind: DamageKind) -> Caught {
    let Some(TurnError::Damage(damage)) = table::open(file).expect("a header that makes a game").1
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
