//! Cheats in Game Box: a Checker who answers falsely, and callers who call against the rules.
//! The Checker can't take away a win.

mod callers;
mod checker;
mod wins;

use pbem::audit::{Verdict, VerdictKind};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{Finding, FindingKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::Facts;
use crate::cheats::table::{Attempt, Caught};
use crate::cheats::{ALICE, BOB};
use crate::longest::{ENTRY_COLUMNS, HASH, Most, NONE};
use crate::play::{Game, header, of_kind};

pub(super) const FACTS: Facts = Facts {
    cheats: &[checker::CHEATS, callers::CHEATS, wins::CHEATS],
    absent: &[
        (Attempt::FalseCount, "every answer is proved by an opening"),
        (Attempt::Bluff, "each turn has one call or question, which is always answered"),
    ],
    variants: &[
        (3, &[]),
        (5, &[("letters", "4"), ("numbers", "6")]),
        (9, &[("last-survivor-wins", "true")]),
    ],
    longest: &[
        Most("setup", NONE, (128, HASH)),
        Most("answer", (1, 4), NONE),
        Most("move", (1, 6), NONE),
        Most("open", NONE, (128, 9)),
        Most("salts", NONE, (128, HASH)),
        Most("reveal", NONE, (2, ENTRY_COLUMNS)),
    ],
    ..Facts::NONE
};

/// Alice is the Checker, bob and carol call.
const CAROL: Seat = Seat(2);

const HOUSES: &str = "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1";
const GUNS: &str = "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D1";

fn fresh() -> Game {
    let mut game = Game::with(header(of_kind("game-box"), 3, &[], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game
}

/// The chart is sealed, and it is bob's call.
fn table() -> Game {
    let mut game = fresh();
    game.step(Intent::Nothing);
    game
}

fn order(typed: &str) -> Intent {
    Intent::Move(typed.to_owned())
}

/// The current players make these calls, and alice answers them.
fn calls(game: &mut Game, dots: &[&str]) {
    for dot in dots {
        game.step(order(dot));
        game.step(Intent::Nothing);
    }
}

/// Calls that give bob three hits.
const BOB_WINS: [&str; 5] = ["A1", "H1", "A2", "H2", "A3"];

fn cheat(
    game: &mut Game,
    order: Intent,
    change: impl FnOnce(&Game, &mut Turn),
) -> Result<(), TurnError> {
    let mut turn = game.compose(order);
    change(game, &mut turn);
    game.sign(&mut turn);
    game.mail(turn)
}

/// Checks that the caller broke the rules in the last turn and is out: the Checker confirms it, and
/// the other caller plays on and wins.
fn leaves(mut game: Game, read: &Result<(), TurnError>, seat: Seat, kind: FindingKind) -> Caught {
    assert_eq!((read, game.due()), (&Ok(()), Some(ALICE)));
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Dishonest, 1));
    let [finding] = verdict.findings.as_slice() else { panic!("{:?}", verdict.findings) };
    assert_eq!((finding.seat, finding.turn, finding.kind), (seat, game.turns(), kind));
    assert_eq!(verdict.result, None, "the other players continue");
    let out = game.step(Intent::Nothing).expect("the Checker writes");
    assert_eq!(out.answer, ["OUT"]);
    calls(&mut game, &["A1", "A2", "A3"]);
    let end = game.verdict();
    assert_eq!((end.kind, &end.findings), (VerdictKind::Dishonest, &verdict.findings));
    let other = if seat == BOB { CAROL } else { BOB };
    let result = end.result.expect("a result");
    assert_eq!((result.winners.as_slice(), result.ended_by), (&[other][..], EndedBy::Board));
    Caught::Arrival(kind)
}

/// Checks that the Checker's last turn is a breach on arrival. Bob has won anyway, or no one has
/// and the game is void.
fn on_arrival(
    game: &Game,
    read: Result<(), TurnError>,
    seat: Seat,
    kind: FindingKind,
    bob_has_won: bool,
) -> Caught {
    let Err(TurnError::Breach(finding)) = read else { panic!("no breach on arrival: {read:?}") };
    assert_eq!(
        (finding.seat, finding.turn, finding.kind),
        (seat, game.turns(), kind),
        "{}",
        finding.message
    );
    assert_eq!(game.due(), None, "a breach ends the game");
    judged(game, &[finding], bob_has_won);
    Caught::Arrival(kind)
}

/// Checks that the audit has exactly these findings, and the result.
fn judged(game: &Game, findings: &[Finding], bob_has_won: bool) {
    let verdict = game.verdict();
    assert_eq!(
        (verdict.kind, verdict.exit_code(), verdict.findings.as_slice()),
        (VerdictKind::Dishonest, 1, findings)
    );
    let result = verdict.result.expect("a result");
    if bob_has_won {
        assert_eq!(
            (result.kind, result.ended_by, result.winners.as_slice()),
            (OutcomeKind::Win, EndedBy::Board, [BOB].as_slice())
        );
        assert_eq!(result.points, [0, 1, 0]);
    } else {
        assert_eq!(
            (result.kind, result.ended_by, result.winners.as_slice()),
            (OutcomeKind::Void, EndedBy::Breach, [].as_slice())
        );
        assert_eq!(result.points, [0, 0, 0]);
    }
}

fn with_claim(game: &Game, seat: Seat) -> Verdict {
    let mut game = game.clone();
    let claim = game.claim(seat, game.deadline());
    game.mail(claim).expect("a claim that is due");
    let verdict = game.verdict();
    assert_eq!(verdict.findings, []);
    verdict
}
