//! Several files of one game. No one can take back a caller's win, and no file hides what another
//! proves.

use pbem::audit::{Judgement, VerdictKind, examine, judge};
use pbem::desk::{Arrival, Desk, MemoryStore, SeededOutside};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{FindingKind, Intent, Plan, open};
use pbem::turnfile::Reading;

use super::{ALICE, BOB, BOB_WINS, CAROL, calls, order, table};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::{Game, header, moment, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::WinTakenBack,
        "the Checker and a caller agree to continue the game from a point before another caller's \
         win",
        others_go_on,
    ),
    Cheat(
        Attempt::WinTakenBack,
        "after the Checker has removed a caller, that caller makes the third hit, and so wins, in \
         another version of the game",
        struck_out_wins_afterwards,
    ),
    Cheat(
        Attempt::HiddenBreach,
        "breaking the rules in a copy of the game where another player's seat has a different key",
        files_of_another_table,
    ),
    Cheat(
        Attempt::HiddenBreach,
        "the Checker sends one caller a false answer, and another caller the true answer",
        false_answer_for_one_caller,
    ),
    Cheat(
        Attempt::JoiningForAnother,
        "a caller uses one key in the copy for the Checker, and another key in the copy for \
         another caller",
        two_keys_of_one_caller,
    ),
    Cheat(
        Attempt::JoiningForAnother,
        "signing another caller's first turn with a made-up key, in a copy that goes to only one \
         of the callers",
        first_turn_of_another_caller,
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
    // Bob has won: honestly, and with a breach in the turn with the win.
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
    Caught::NoGain
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
    Caught::NoGain
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
    other.mail(turn).expect("the other players continue");
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

/// The false answer stays proved, no matter which file counts, and the win of a caller counts.
fn false_answer_for_one_caller() -> Caught {
    let mut game = table();
    game.step(order("H1"));
    let mut poisoned = game.clone();
    let mut turn = poisoned.compose(Intent::Nothing);
    turn.answer = vec!["HIT".to_owned()];
    poisoned.sign(&mut turn);
    let finding = poisoned.breach(turn);
    assert_eq!((finding.seat, finding.turn), (ALICE, 3));
    game.step(Intent::Nothing);
    calls(&mut game, &["A1"]);
    strikes_out(&mut game);
    calls(&mut game, &["A2", "A3"]);
    assert_eq!(together(&[&game])[0].verdict.kind, VerdictKind::Honest);
    let [judgement] = &together(&[&poisoned, &game])[..] else { panic!("it is one table") };
    assert_eq!(judgement.verdict.kind, VerdictKind::Dishonest);
    assert_eq!(
        (&judgement.verdict.findings[..], winners(judgement)),
        (&[finding][..], &[CAROL][..])
    );
    Caught::Arrival(FindingKind::FalseAnswer)
}

fn two_keys_of_one_caller() -> Caught {
    copy_for_bob(table(), &[])
}

fn first_turn_of_another_caller() -> Caught {
    let mut game = Game::with(header(of_kind("game-box"), 4, &[], 7), 7);
    game.step(Intent::Nothing);
    copy_for_bob(game, &["A1"])
}

/// Bob's vault has accepted a copy in which the seat that is due after these calls has another key.
/// It changes to the real game.
fn copy_for_bob(mut game: Game, before: &[&str]) -> Caught {
    let (mut desk, mut bobs) = (
        Desk::new(MemoryStore::default()).expect("an empty desk"),
        SeededOutside::new(moment(2), 1),
    );
    let mut invited =
        desk.load_bytes(game.file.write().as_bytes(), None, bobs.now).expect("a game");
    let seat = desk.seat_to_take(&mut invited, Some("bob"), bobs.now).expect("bob's seat");
    let keys = desk.fresh(&game.file.game, seat, Vec::new(), &mut bobs).expect("keys");
    let plan = Plan::new(bobs.now, order("H1"));
    let joined = desk.join(&invited, &keys, &plan, false, &mut bobs).expect("a turn");
    game.file = desk.keep(joined).expect("it is stored").loaded.game.file;
    game.table = open(&game.file).expect("a game").0;
    game.step(Intent::Nothing);
    calls(&mut game, before);
    let mut copy = game.clone();
    let forged = copy.due().expect("a seat is due").index();
    copy.players[forged] = Game::with(game.file.game.clone(), 8).players[forged].clone();
    copy.step(order("H2"));
    bobs.now = moment(10);
    let mut loaded =
        desk.load_bytes(copy.file.write().as_bytes(), None, bobs.now).expect("the copy");
    desk.remember(&mut loaded).expect("it is stored");
    calls(&mut game, &["A2"]);
    let mut loaded =
        desk.load_bytes(game.file.write().as_bytes(), None, bobs.now).expect("the game");
    assert!(!matches!(loaded.arrival, Arrival::Known | Arrival::Older(_)), "{:?}", loaded.arrival);
    desk.remember(&mut loaded).expect("it is stored");
    let again = desk.open(&game.id().0, bobs.now).expect("the game");
    let staged = desk.play(&again, 0, &Plan::new(bobs.now, order("H3"))).expect("bob can call");
    let file = desk.keep(staged).expect("it is stored").loaded.game.file;
    assert_eq!(file.turns[..game.file.turns.len()], game.file.turns[..]);
    // The two tables are judged separately, and no one is accused.
    let judged = together(&[&game, &copy]);
    assert_eq!(judged.len(), 2);
    assert!(judged.iter().all(|judgement| judgement.verdict.findings.is_empty()));
    Caught::NoGain
}
