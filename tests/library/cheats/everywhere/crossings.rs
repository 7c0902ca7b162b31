//! Claims that compete with a turn: a wrong clock, a claim dated ahead, and an answer by a player
//! who has read the claim.

use chrono::Duration;
use pbem::audit::{Judgement, VerdictKind, examine, judge};
use pbem::games::Kind;
use pbem::rules::{EndedBy, Seat};
use pbem::table::Intent;
use pbem::turnfile::{Turn, TurnFile, read};

use super::arbiter::{self, claimant};
use super::{game_in_progress, where_one_waits};
use crate::cheats::attempts::is_for_two;
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::Game;
use crate::second;

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::FalseClaim,
        "claiming the game because the opponent's wrong clock dated a turn a year ahead; the \
         opponent then sends the turn again with the right date",
        claim_against_a_wrong_clock,
    ),
    Everywhere(
        Attempt::FalseClaim,
        "dating a claim four weeks ahead, and showing it to a third person today",
        claim_dated_ahead,
    ),
    Everywhere(
        Attempt::AnswerToClaim,
        "leaving an email unread until the opponent claims the game, reading the setup in the \
         claim, and then backdating an answer to the email",
        answer_to_a_claim,
    ),
    Everywhere(
        Attempt::FalseClaim,
        "claiming the game, but also playing on in a second version of the game, which has an \
         ordinary turn in place of the claim",
        turn_after_a_claim,
    ),
];

/// Returns the judgement on these files, which is the same in any order and by both verifiers.
fn together(files: &[&TurnFile]) -> Judgement {
    let texts: Vec<String> = files.iter().map(|file| file.write()).collect();
    second::agree(&texts.iter().map(String::as_bytes).collect::<Vec<_>>(), "a turn and a claim");
    let judged = |texts: &[String]| {
        let read = |text: &String| examine(read(text.as_bytes()));
        let mut judged = judge(&texts.iter().map(read).collect::<Vec<_>>());
        assert_eq!(judged.len(), 1, "it is one table");
        judged.remove(0)
    };
    let mut turned = texts.clone();
    turned.reverse();
    let (one, other) = (judged(&texts), judged(&turned));
    assert_eq!((&one.verdict, one.crossed), (&other.verdict, other.crossed));
    one
}

/// Checks that no one has won, and that no one is accused.
fn has_no_winner(judgement: &Judgement, crossed: Option<u32>) {
    let verdict = &judgement.verdict;
    assert_eq!((verdict.kind, &verdict.result), (VerdictKind::Open, &None));
    assert_eq!((&verdict.findings[..], judgement.crossed), (&[][..], crossed));
}

/// Number of the competing turn, if turn and claim cross. Only games of two know that.
fn crossing(kind: Kind, turn: &Turn) -> Option<u32> {
    is_for_two(kind).then_some(turn.number)
}

fn signed(game: &Game, mut turn: Turn, days: i64) -> TurnFile {
    turn.sent += Duration::days(days);
    game.sign(&mut turn);
    game.with_turn(turn)
}

fn claim_against_a_wrong_clock(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let claimed = game.with_turn(game.claim(claimant(&game), game.deadline()));
    let turn = game.compose(game.any());
    let wrong = signed(&game, turn.clone(), 365);
    let alone = together(&[&wrong, &claimed]).verdict;
    assert_eq!((alone.kind, &alone.findings[..]), (VerdictKind::Forfeit, &[][..]));
    // Its maker may take such a turn back, and the second version is on time.
    let right = game.with_turn(turn.clone());
    has_no_winner(&together(&[&wrong, &claimed, &right]), crossing(kind, &turn));
    Caught::NoGain
}

fn claim_dated_ahead(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let by = claimant(&game);
    let ahead = game.deadline() + Duration::days(14);
    let claimed = game.with_turn(game.claim(by, ahead));
    // A verdict uses no clock. But it has the date, so a reader with a clock can compare them.
    let alone = together(&[&claimed]).verdict;
    assert_eq!(alone.kind, VerdictKind::Forfeit);
    assert_eq!(alone.span.map(|span| span.1), Some(ahead));
    let turn = game.compose(game.any());
    let answered = game.with_turn(turn.clone());
    has_no_winner(&together(&[&claimed, &answered]), crossing(kind, &turn));
    Caught::NoGain
}

/// Returns the current player's turn, dated a second before the deadline.
fn dated_back(game: &mut Game) -> TurnFile {
    let mut turn = game.compose(Intent::any([9; 32]));
    turn.sent = game.deadline() - Duration::seconds(1);
    signed(game, turn, 0)
}

fn answer_to_a_claim(kind: Kind) -> Caught {
    let (mut game, by) = where_one_waits(&game_in_progress(kind));
    let claim = game.claim(by, game.deadline());
    assert!(claim.seed.is_some(), "the claim shows the setup");
    let claimed = game.with_turn(claim.clone());
    let answered = dated_back(&mut game);
    has_no_winner(&together(&[&claimed, &answered]), Some(claim.number));

    // With an arbiter the claim has a ruling, and the turn that arrived too late is set aside.
    let (mut game, by) = where_one_waits(&arbiter::game_in_progress(kind));
    let late = game.due().expect("a seat is due");
    let ruled = game.with_turn(arbiter::claim(&game, by, &arbiter::ruling(&game)));
    let answered = dated_back(&mut game);
    let judgement = together(&[&ruled, &answered]);
    assert_eq!((judgement.verdict.kind, judgement.crossed), (VerdictKind::Forfeit, None));
    let result = judgement.verdict.result.expect("a result");
    assert_eq!((&result.winners[..], result.ended_by), (&[by][..], EndedBy::Claim));
    let overruled: Vec<(u32, Seat)> =
        judgement.overruled.iter().map(|turn| (turn.number, turn.seat)).collect();
    assert_eq!(overruled, [(game.turns() + 1, late)]);
    Caught::NoWinner
}

/// The claim doesn't count after that, but its file shows the cheat's setup.
fn turn_after_a_claim(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let by = claimant(&game);
    let claimed = game.with_turn(game.claim(by, game.deadline()));
    while game.file.turns.last().is_none_or(|turn| turn.seat != game.file.game.seats[by.index()])
        || game.file.turns.len() < claimed.turns.len()
    {
        game.step(game.any());
    }
    let (alone, both) = (together(&[&game.file]), together(&[&claimed, &game.file]));
    assert_eq!((&alone.verdict, alone.crossed), (&both.verdict, both.crossed));
    assert_eq!(both.verdict.findings, []);
    Caught::NoGain
}
