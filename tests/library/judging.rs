//! Contents of verdicts, on one file and on several: the expected values come from sections 12 and
//! 13 of the protocol.

use pbem::audit::{Judgement, Verdict, VerdictKind, examine, judge, outcome_id, outcome_of};
use pbem::games::Kind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{FindingKind, Intent};
use pbem::turnfile::{Turn, TurnFile, read};

use crate::play::{Game, fewest, finished, header, in_every_game, of_kind};
use crate::second;

fn judged(files: &[&TurnFile]) -> Judgement {
    let texts: Vec<String> = files.iter().map(|file| file.write()).collect();
    second::agree(&texts.iter().map(String::as_bytes).collect::<Vec<_>>(), "files with findings");
    let examined: Vec<_> = texts.iter().map(|text| examine(read(text.as_bytes()))).collect();
    let mut judged = judge(&examined);
    assert_eq!(judged.len(), 1, "it is one table");
    judged.remove(0)
}

fn verdict(file: &TurnFile) -> Verdict {
    judged(&[file]).verdict
}

/// Returns Checkpoint: Danger! after this number of turns.
fn checkpoint(turns: usize) -> Game {
    let game = finished(of_kind("checkpoint-danger"), 2, &[], 21);
    assert!(game.file.turns[..turns].iter().all(|turn| turn.seed.is_none()));
    game.until(turns)
}

/// Returns the game with a changed turn of the current player.
fn changed(game: &Game, change: impl Fn(&mut Turn)) -> TurnFile {
    let mut game = game.clone();
    let mut turn = game.compose(game.any());
    change(&mut turn);
    game.sign(&mut turn);
    game.with_turn(turn)
}

/// A sealed part of a move, in a game that has none.
fn with_seal(game: &Game) -> TurnFile {
    changed(game, |turn| turn.seal = Some([7; 32]))
}

fn facts(judgement: &Judgement) -> Vec<(u32, FindingKind, usize)> {
    let findings = judgement.verdict.findings.iter().zip(&judgement.proofs);
    findings.map(|(finding, proof)| (finding.turn, finding.kind, *proof)).collect()
}

#[test]
fn finding_in_two_files_is_listed_once() {
    let game = checkpoint(8);
    let one = with_seal(&game);
    let other = changed(&game, |turn| {
        (turn.seal, turn.note) = (Some([8; 32]), Some("another version".to_owned()));
    });
    for files in [[&one, &other], [&other, &one]] {
        assert_eq!(facts(&judged(&files)), [(9, FindingKind::IllegalMove, 0)]);
    }
    let honest = &game.file;
    assert_eq!(facts(&judged(&[honest, &one])), [(9, FindingKind::IllegalMove, 1)]);
}

/// In the order of the turns, then of the kinds.
#[test]
fn findings_of_all_files_are_listed_in_order() {
    let game = checkpoint(8);
    let seal = with_seal(&game);
    let tip = changed(&game, |turn| turn.tip = Some([9; 32]));
    let earlier = with_seal(&checkpoint(6));
    let (illegal, link) = (FindingKind::IllegalMove, FindingKind::BadLink);
    assert_eq!(facts(&judged(&[&seal, &tip])), [(9, illegal, 0), (9, link, 1)]);
    assert_eq!(facts(&judged(&[&tip, &seal])), [(9, illegal, 1), (9, link, 0)]);
    let all = [(7, illegal, 2), (9, illegal, 1), (9, link, 0)];
    assert_eq!(facts(&judged(&[&tip, &seal, &earlier])), all);
    // One player made all three turns, so the other player wins.
    let result = judged(&[&tip, &seal, &earlier]).verdict.result.expect("a result");
    let guilty = game.due().expect("a seat is due");
    assert_eq!((&result.winners[..], result.ended_by), (&[guilty.other()][..], EndedBy::Breach));
}

/// Anyone can make up a file with another key in a seat: a finding in it is about that key only.
#[test]
fn finding_is_about_a_key() {
    let game = checkpoint(8);
    let mut made_up = game.again();
    made_up.players = Game::with(game.file.game.clone(), 99).players;
    for _ in 0..8 {
        made_up.step(made_up.any());
    }
    let files = [game.file, with_seal(&made_up)].map(|file| examine(read(file.write().as_bytes())));
    let counts: Vec<usize> = judge(&files).iter().map(|it| it.verdict.findings.len()).collect();
    assert_eq!(counts, [0, 1]);
}

#[test]
fn game_is_void_if_both_have_findings() {
    let (one, other) = (with_seal(&checkpoint(7)), with_seal(&checkpoint(8)));
    let judgement = judged(&[&one, &other]);
    assert_eq!(judgement.verdict.findings.len(), 2);
    let result = judgement.verdict.result.expect("a result");
    assert_eq!((result.kind, result.ended_by), (OutcomeKind::Void, EndedBy::Breach));
    assert_eq!((result.winners, result.points), (vec![], vec![0, 0]));
}

/// Game Box: the win counts, unless the winner has a finding.
#[test]
fn winner_with_a_finding_makes_the_game_void() {
    let whole = finished(of_kind("game-box"), 3, &[], 21);
    let winner = whole.outcome().expect("it is over").winners[0];
    for guilty in (0..3).map(Seat) {
        let its = |turns: &usize| whole.until(*turns).due() == Some(guilty);
        let broken = with_seal(&whole.until((5..12).find(its).expect("a turn of each")));
        for files in [[&whole.file, &broken], [&broken, &whole.file]] {
            let verdict = judged(&files).verdict;
            assert_eq!((verdict.kind, verdict.findings[0].seat), (VerdictKind::Dishonest, guilty));
            let result = verdict.result.expect("a result");
            let wanted = if guilty == winner {
                (OutcomeKind::Void, EndedBy::Breach, vec![])
            } else {
                (OutcomeKind::Win, EndedBy::Board, vec![winner])
            };
            assert_eq!((result.kind, result.ended_by, result.winners), wanted);
        }
    }
}

/// Spy!: a right response would make it 3:0. But it competes with a claim, which shows the
/// network, so it counts as declined.
#[test]
fn response_to_a_guess_is_waived_by_a_claim() {
    let mut header = header(of_kind("spy"), 2, &[], 21);
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, 21);
    while game.file.turns.len() < 4 {
        let first = game.file.turns.len() < 2;
        game.step(if first { Intent::Nothing } else { Intent::Move("10J".to_owned()) });
    }
    let alices = format!("guess {}", game.players[0].setup[0]);
    game.step(Intent::Move(alices.clone()));
    let claimed = game.with_turn(game.claim(Seat(0), game.deadline()));
    game.step(Intent::Move(alices));
    game.step(Intent::Nothing);
    let points = |files: &[&TurnFile]| judged(files).verdict.result.expect("a result").points;
    assert_eq!(points(&[&game.file]), [0, 3]);
    assert_eq!(points(&[&game.file, &claimed]), [0, 2]);
    assert_eq!(points(&[&claimed, &game.file]), [0, 2]);
}

/// Spy!: alice has won 3:0 on the board. A breach takes no points from the other player.
#[test]
fn breach_leaves_the_points_of_the_board_to_the_innocent() {
    let mut header = header(of_kind("spy"), 2, &[], 21);
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, 21);
    let guess = format!("guess {}", game.players[1].setup[0]);
    for order in ["", "", "10J", "10J", &guess, &guess, ""] {
        let typed = || Intent::Move(order.to_owned());
        game.step(if order.is_empty() { Intent::Nothing } else { typed() });
    }
    let result = |files: &[&TurnFile]| {
        let result = judged(files).verdict.result.expect("a result");
        (result.winners, result.ended_by, result.points)
    };
    let (alice, bob) = (Seat(0), Seat(1));
    assert_eq!(result(&[&game.file]), (vec![alice], EndedBy::Board, vec![3, 0]));
    let by_bob = with_seal(&game.until(3));
    assert_eq!(result(&[&game.file, &by_bob]), (vec![alice], EndedBy::Breach, vec![3, 0]));
    let by_alice = with_seal(&game.until(2));
    let (winners, ended_by, points) = result(&[&game.file, &by_alice]);
    assert_eq!((winners, ended_by, points[0]), (vec![bob], EndedBy::Breach, 0));
}

#[test]
fn verdict_has_the_facts_of_the_file() {
    in_every_game(|kind| {
        let game = finished(kind, fewest(kind), &[], 24);
        for turns in [2, game.file.turns.len()] {
            let file = game.cut(turns);
            let verdict = verdict(&file);
            assert_eq!((verdict.game, verdict.turns, verdict.intact), (Some(kind), turns, turns));
            let last = file.turns[turns - 1].sent;
            assert_eq!(verdict.span, Some((file.game.created, last)));
            let shown = file.turns.iter().filter(|turn| turn.seed.is_some());
            assert_eq!((verdict.checked.setups, verdict.checked.unopened), (shown.count(), 0));
            // Each sealed item of each revealed setup.
            let shows =
                |name: &str| file.turns.iter().any(|turn| turn.seat == name && turn.seed.is_some());
            let sealed = file.turns.iter().filter(|turn| shows(&turn.seat));
            let seals: usize = sealed.map(|turn| turn.setup.len()).sum();
            assert_eq!(verdict.checked.seals, seals, "{kind}");
        }
    });
}

/// Winners whose setup is hidden haven't won yet, and a draw needs every setup.
#[test]
fn result_waits_for_the_setups() {
    in_every_game(|kind| {
        for seed in 24..26 {
            let game = finished(kind, fewest(kind), &[], seed);
            let turns = game.file.turns.len();
            for turns in turns - 3..=turns {
                let file = game.cut(turns);
                let hides = |seat: Seat| {
                    let name = &file.game.seats[seat.index()];
                    let its = || file.turns.iter().filter(|turn| turn.seat == *name);
                    its().any(|turn| !turn.setup.is_empty())
                        && its().all(|turn| turn.seed.is_none())
                };
                let seats = || (0..fewest(kind)).map(|seat| Seat(u8::try_from(seat).expect("few")));
                let wanted = game.until(turns).outcome().filter(|outcome| match outcome.kind {
                    OutcomeKind::Draw => !seats().any(hides),
                    _ => !outcome.winners.iter().any(|seat| hides(*seat)),
                });
                let result = verdict(&file).result;
                assert_eq!(
                    result.map(|result| (result.kind, result.winners)),
                    wanted.map(|outcome| (outcome.kind, outcome.winners)),
                    "{kind}, {seed}, {turns} turns"
                );
            }
        }
    });
}

/// A resigned game has no winner until the winner has shown the setup, and a draw none at all.
#[test]
fn early_end_waits_for_the_setups() {
    for kind in Kind::published().filter(|kind| *kind.seats().end() == 2) {
        let mut game = Game::new(kind, 2, &[], 60);
        (0..6).for_each(|_| drop(game.step(game.any()).cloned()));
        let mut winner = game.due().expect("the game continues").other();
        // A seat that hides nothing has nothing to show.
        if game.table.setup_help(winner).is_none() {
            game.step(game.any());
            winner = winner.other();
        }
        game.step(Intent::Resign);
        let open = verdict(&game.file);
        assert_eq!((open.kind, open.result), (VerdictKind::Open, None), "{kind}");
        assert_eq!(open.missing_reveals, [winner]);
        game.step(Intent::Nothing);
        let end = verdict(&game.file);
        let result = end.result.expect("a result");
        assert_eq!((end.kind, &result.winners[..]), (VerdictKind::Honest, &[winner][..]));
        assert_eq!(result.ended_by, EndedBy::Resignation);
    }
}

/// The names of section 14.
#[test]
fn words_of_a_verdict_are_read_again() {
    let kinds = [
        ("honest", VerdictKind::Honest, 0),
        ("dishonest", VerdictKind::Dishonest, 1),
        ("forfeit", VerdictKind::Forfeit, 0),
        ("open", VerdictKind::Open, 3),
        ("damaged", VerdictKind::Damaged, 4),
    ];
    for (word, kind, _) in kinds {
        assert_eq!((kind.id(), VerdictKind::from_id(word)), (word, Some(kind)));
    }
    let outcomes =
        [("win", OutcomeKind::Win), ("draw", OutcomeKind::Draw), ("void", OutcomeKind::Void)];
    for (word, kind) in outcomes {
        assert_eq!((outcome_id(kind), outcome_of(word)), (word, Some(kind)));
    }
    assert_eq!((VerdictKind::from_id("draw"), outcome_of("open")), (None, None));
}
