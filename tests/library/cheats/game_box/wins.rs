//! Several files of one game. No one can take back a caller's win, and no file hides what another
//! proves.

use pbem::audit::{Judgement, VerdictKind, examine, judge};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind;
use pbem::turnfile::Reading;

use super::{ALICE, BOB, BOB_WINS, CAROL, calls, order, table};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::Game;

pub(in crate::cheats) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::WinTakenBack,
        "the Checker and a caller continue from a point before another caller's win",
        others_go_on,
    ),
    Cheat(
        Attempt::WinTakenBack,
        "a caller who was removed scores the third hit afterwards",
        struck_out_wins_afterwards,
    ),
    Cheat(
        Attempt::HiddenBreach,
        "adding files in which another key has a seat",
        files_of_another_table,
    ),
];

/// Returns the judgements on these files, in any order.
fn together(games: &[&Game]) -> Vec<Judgement> {
    let judged = |games: &[&Game]| {
        let read = |game: &&Game| Reading { file: Some(game.file.clone()), fault: None };
        judge(&games.iter().map(|game| examine(read(game))).collect::<Vec<_>>())
    };
    let mut turned = games.to_vec();
    turned.reverse();
    let said = |judged: &[Judgement]| {
        let mut said: Vec<_> = judged.iter().map(|it| format!("{:?}", it.verdict.result)).collect();
        said.sort();
        said
    };
    assert_eq!(said(&judged(games)), said(&judged(&turned)));
    judged(games)
}

/// Alice removes the current player.
fn strikes_out(game: &mut Game) {
    let mut claim = game.claim(ALICE, game.deadline());
    (claim.seed, claim.reveal) = (None, Vec::new());
    game.sign(&mut claim);
    game.mail(claim).expect("a claim that is due");
}

fn winners(judgement: &Judgement) -> &[Seat] {
    judgement.verdict.result.as_ref().map_or(&[], |result| &result.winners)
}

fn others_go_on() -> Caught {
    // Bob has won: honestly, and with a breach in the turn that gives him the win.
    let mut won = table();
    calls(&mut won, &BOB_WINS);
    let mut broken = won.until(10);
    let mut turn = won.file.turns[10].clone();
    (turn.seed, turn.reveal) = (None, Vec::new());
    broken.sign(&mut turn);
    broken.mail(turn).expect_err("the chart is left out");
    // Alice and carol continue from turn 7, and carol wins.
    let mut other = won.until(7);
    calls(&mut other, &["A4"]);
    strikes_out(&mut other);
    calls(&mut other, &["A5", "A6"]);
    assert_eq!(winners(&together(&[&other])[0]), [CAROL]);
    for (first, kind) in [(&won, VerdictKind::Honest), (&broken, VerdictKind::Dishonest)] {
        let [judgement] = &together(&[first, &other])[..] else { panic!("it is one table") };
        assert_eq!((judgement.verdict.kind, winners(judgement)), (kind, &[BOB][..]));
    }
    Caught::Impossible
}

fn struck_out_wins_afterwards() -> Caught {
    let mut struck = table();
    calls(&mut struck, &["A1", "A4", "A2", "H1"]);
    let mut answered = struck.clone();
    strikes_out(&mut struck);
    calls(&mut struck, &["A5", "A6"]);
    assert_eq!(winners(&together(&[&struck])[0]), [CAROL]);
    calls(&mut answered, &["A3"]);
    assert_eq!(winners(&together(&[&answered])[0]), [BOB]);
    // No file can tell which player has given a false date.
    let [judgement] = &together(&[&struck, &answered])[..] else { panic!("it is one table") };
    let result = judgement.verdict.result.as_ref().expect("a result");
    assert_eq!((result.kind, result.ended_by), (OutcomeKind::Void, EndedBy::Claim));
    assert_eq!(judgement.verdict.findings, []);
    Caught::Impossible
}

fn files_of_another_table() -> Caught {
    // Bob calls two dots at once, in a copy with another person in carol's seat.
    let mut game = table();
    calls(&mut game, &["H1"]);
    let mut other = game.clone();
    other.players[2] = Game::with(game.file.game.clone(), 8).players[2].clone();
    calls(&mut other, &["H2"]);
    let mut turn = other.compose(order("H3"));
    turn.moves.push("H4".to_owned());
    other.sign(&mut turn);
    other.mail(turn).expect("the others play on");
    calls(&mut game, &["H2", "A1", "H3"]);
    let judged = together(&[&game, &other]);
    assert_eq!(judged.len(), 2, "these are two tables");
    for judgement in &judged {
        let findings = &judgement.verdict.findings;
        let facts: Vec<_> = findings.iter().map(|it| (it.seat, it.turn, it.kind)).collect();
        assert_eq!(facts, [(BOB, 6, FindingKind::IllegalMove)]);
        assert_eq!(judgement.proofs, [1]);
    }
    Caught::Arrival(FindingKind::IllegalMove)
}
