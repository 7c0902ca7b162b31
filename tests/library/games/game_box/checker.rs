//! A Checker who answers falsely, hides an illegal chart, withholds the reveal, or leaves.

use pbem::audit::VerdictKind;
use pbem::rules::{EndedBy, OutcomeKind};
use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::Intent;
use pbem::turnfile::Turn;

use super::{
    BOB_WINS, CAROL, GUNS, HOUSES, calls, cheat, fresh, judged, on_arrival, order, table,
    with_claim,
};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::{Game, header, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseAnswer, "answering MISS or GUN for a house", house_denied),
    Cheat(Attempt::FalseAnswer, "answering HIT or GUN for an empty dot", empty_denied),
    Cheat(Attempt::FalseAnswer, "answering MISS or HIT for a gun", gun_denied),
    Cheat(
        Attempt::FalseAnswer,
        "giving a false answer about a dot that all players already know",
        known_dot_denied,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing a chart with nine or eleven houses, with nine or eleven guns, or with a dot \
         outside the board; a caller wins",
        illegal_charts_of_a_game_that_was_won,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing a chart with nine or eleven houses, with nine or eleven guns, or with a dot \
         outside the board; no one wins",
        illegal_charts_of_a_game_that_nobody_won,
    ),
    Cheat(
        Attempt::OtherSetup,
        "revealing a chart that differs from the sealed one",
        another_chart_shown,
    ),
    Cheat(Attempt::NeverRevealing, "the Checker never reveals the chart", chart_withheld),
    Cheat(
        Attempt::NeverRevealing,
        "the Checker leaves out the chart in the turn that must reveal it",
        turn_without_the_chart,
    ),
    Cheat(
        Attempt::Leaving,
        "the Checker resigns instead of answering a call, or after a caller has won",
        checker_resigns,
    ),
    Cheat(
        Attempt::OutOfTurn,
        "the Checker calls a dot, or answers when no one has called",
        checker_calls,
    ),
    Cheat(Attempt::NeverAnswering, "the Checker never answers", checker_vanishes),
];

/// Bob calls a dot. Alice answers falsely, and opens the dot truly or falsely.
fn answered_falsely(dot: &str, truth: &str, said: [&str; 2]) -> Caught {
    let value = |answer: &str| match answer {
        "HIT" => "house",
        "GUN" => "gun",
        _ => "empty",
    };
    for said in said {
        for (opened, kind) in [(truth, FalseAnswer), (said, BadOpening)] {
            let mut game = table();
            game.step(order(dot));
            let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                turn.answer = vec![said.to_owned()];
                turn.open = vec![format!("{dot} {}", value(opened))];
            });
            on_arrival(&game, read, ALICE, kind, false);
        }
        let mut game = table();
        game.step(order(dot));
        let read = cheat(&mut game, Intent::Nothing, |_, turn| {
            turn.answer = vec![said.to_owned()];
            (turn.open, turn.salts) = (Vec::new(), Vec::new());
        });
        on_arrival(&game, read, ALICE, BadOpening, false);
    }
    Caught::Arrival(FalseAnswer)
}

fn house_denied() -> Caught {
    answered_falsely("A1", "HIT", ["MISS", "GUN"])
}

fn empty_denied() -> Caught {
    answered_falsely("H1", "MISS", ["HIT", "GUN"])
}

fn gun_denied() -> Caught {
    answered_falsely("C1", "GUN", ["MISS", "HIT"])
}

fn known_dot_denied() -> Caught {
    for (dot, truth) in [("A1", "MISS"), ("C1", "GUN"), ("H1", "MISS")] {
        for said in ["HIT", "MISS", "GUN"] {
            if said == truth {
                continue;
            }
            let mut game = table();
            calls(&mut game, &[dot]);
            game.step(order(dot));
            let read =
                cheat(&mut game, Intent::Nothing, |_, turn| turn.answer = vec![said.to_owned()]);
            on_arrival(&game, read, ALICE, FalseAnswer, false);
        }
        // No item is opened twice.
        let mut game = table();
        calls(&mut game, &[dot]);
        let opened = game.file.turns.last().expect("a turn").clone();
        game.step(order(dot));
        let read = cheat(&mut game, Intent::Nothing, |_, turn| {
            (turn.open, turn.salts) = (opened.open, opened.salts);
        });
        on_arrival(&game, read, ALICE, BadOpening, false);
    }
    Caught::Arrival(FalseAnswer)
}

/// Illegal charts, as revealed at the end.
const ILLEGAL: [(&str, &str, &str); 5] = [
    ("nine houses", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9", GUNS),
    ("eleven houses", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2", GUNS),
    ("nine guns", HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9"),
    ("eleven guns", HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2"),
    ("a dot outside", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 J1", GUNS),
];

/// Alice seals this chart, legal or not, and plays with it.
fn alice_hides(houses: &str, guns: &str) -> Game {
    let mut game = fresh();
    let dots =
        ('A'..='H').flat_map(|letter| (1..=9).map(move |number| format!("{letter}{number}")));
    let has = |list: &str, dot: &str| list.split(' ').any(|other| other == dot);
    let value = |dot: &str| {
        if has(houses, dot) {
            "house"
        } else if has(guns, dot) {
            "gun"
        } else {
            "empty"
        }
    };
    let seals = dots.map(|dot| game.seal(ALICE, &dot, value(&dot))).collect();
    game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
    game.players[0].setup = vec![houses.to_owned(), guns.to_owned()];
    game
}

fn illegal_charts_of_a_game_that_was_won() -> Caught {
    for (what, houses, guns) in ILLEGAL {
        let mut game = alice_hides(houses, guns);
        calls(&mut game, &BOB_WINS);
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else {
            panic!("{what}: {:?}", verdict.findings)
        };
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (ALICE, 1, IllegalSetup),
            "{what}: {}",
            finding.message
        );
        judged(&game, std::slice::from_ref(finding), true);
    }
    Caught::Verify(IllegalSetup)
}

fn illegal_charts_of_a_game_that_nobody_won() -> Caught {
    for (what, houses, guns) in ILLEGAL {
        let mut game = alice_hides(houses, guns);
        calls(&mut game, &BOB_WINS[..4]);
        // Both resign: a draw on the board.
        for _ in [BOB, CAROL] {
            game.step(Intent::Resign);
            game.step(Intent::Nothing);
        }
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else {
            panic!("{what}: {:?}", verdict.findings)
        };
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (ALICE, 1, IllegalSetup),
            "{what}: {}",
            finding.message
        );
        judged(&game, std::slice::from_ref(finding), false);
    }
    Caught::Verify(IllegalSetup)
}

/// Bob has won. Alice must still answer bob's last call and reveal the chart.
fn before_the_reveal() -> Game {
    let mut game = table();
    calls(&mut game, &BOB_WINS[..4]);
    game.step(order("A3"));
    game
}

fn another_chart_shown() -> Caught {
    let other = HOUSES.replace("B1", "B2");
    for reveal in [
        [other.as_str(), GUNS],
        [HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D2"],
        ["houses A1 A2", GUNS],
    ] {
        let mut game = before_the_reveal();
        cheat(&mut game, Intent::Nothing, |_, turn| {
            turn.reveal = reveal.map(str::to_owned).to_vec();
        })
        .expect("the audit compares it");
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{:?}", verdict.findings) };
        assert_eq!((finding.seat, finding.turn, finding.kind), (ALICE, 11, SealMismatch));
        judged(&game, std::slice::from_ref(finding), true);
    }
    let mut game = before_the_reveal();
    cheat(&mut game, Intent::Nothing, |_, turn| turn.seed = Some([7; 32]))
        .expect("the audit compares it");
    assert_eq!(game.verdict().findings[0].kind, SealMismatch);
    Caught::Verify(SealMismatch)
}

fn chart_withheld() -> Caught {
    let mut game = table();
    // Both callers resign: a draw, once alice has replied and revealed her chart.
    calls(&mut game, &["A1"]);
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    game.step(Intent::Resign);
    let open = game.verdict();
    assert_eq!((open.kind, open.due, &open.result), (VerdictKind::Open, Some(ALICE), &None));
    for seat in [BOB, CAROL] {
        let why = game.not_taken(game.claim(seat, game.deadline()));
        assert!(why.ends_with("is out"), "{why}");
    }

    // The last survivor would have won by the Checker's resignation. The survivor can't win without
    // the Checker, but the Checker can't make the survivor wait forever either, and hides no
    // valuable information.
    let mut game =
        Game::with(header(of_kind("game-box"), 3, &[("last-survivor-wins", "true")], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game.step(Intent::Nothing);
    calls(&mut game, &["A1"]);
    game.step(Intent::Resign);
    assert_eq!(game.verdict().kind, VerdictKind::Open);
    let verdict = with_claim(&game, BOB);
    assert_eq!((verdict.kind, verdict.missing_reveals.len()), (VerdictKind::Forfeit, 0));
    assert_eq!(verdict.result.expect("a result").kind, OutcomeKind::Void);
    assert_eq!(verdict.due, Some(ALICE), "she may still show it");
    Caught::Deadline
}

fn turn_without_the_chart() -> Caught {
    for at in 0..9 {
        let kind = if at < 3 { IllegalMove } else { IllegalSetup };
        let mut game = before_the_reveal();
        let read = cheat(&mut game, Intent::Nothing, |_, turn| match at {
            0 => (turn.seed, turn.reveal) = (None, Vec::new()),
            1 => turn.seed = None,
            2 => turn.reveal.clear(),
            3 => turn.reveal.reverse(),
            4 => turn.reveal.truncate(1),
            5 => turn.reveal[0] = "houses".to_owned() + " A1".repeat(10).as_str() + " ",
            6 => "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 A9".clone_into(&mut turn.reveal[0]),
            7 => "guns A9 C2 C3 C4 C5 C6 C7 C8 C9 D1".clone_into(&mut turn.reveal[1]),
            _ => "guns C2 C1 C3 C4 C5 C6 C7 C8 C9 D1".clone_into(&mut turn.reveal[1]),
        });
        on_arrival(&game, read, ALICE, kind, true);
    }
    Caught::Arrival(IllegalMove)
}

fn checker_resigns() -> Caught {
    // Instead of the answer.
    let mut game = table();
    game.step(order("A1"));
    let read = cheat(&mut game, Intent::Resign, |_, turn| {
        (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
    });
    on_arrival(&game, read, ALICE, IllegalMove, false);
    // With the answer that decides the game, to void it.
    let mut game = before_the_reveal();
    let read = cheat(&mut game, Intent::Nothing, |_, turn| turn.moves = vec!["resign".to_owned()]);
    on_arrival(&game, read, ALICE, IllegalMove, true);
    // In a caller's turn.
    let game = table();
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["resign".to_owned()];
    game.sign(&mut turn);
    game.not_taken(turn);
    // Openly, with an answer: that is allowed; the game is void and she is named.
    let mut game = table();
    game.step(order("A1"));
    game.step(Intent::Resign);
    let verdict = game.verdict();
    assert_eq!(verdict.kind, VerdictKind::Honest);
    let result = verdict.result.expect("a result");
    assert_eq!((result.kind, result.ended_by), (OutcomeKind::Void, EndedBy::Resignation));
    assert!(result.reason.starts_with("alice resigned"), "{}", result.reason);
    Caught::Arrival(IllegalMove)
}

fn checker_calls() -> Caught {
    let refused = |change: &dyn Fn(&mut Turn)| {
        let mut game = table();
        game.step(order("H1"));
        let read = cheat(&mut game, Intent::Nothing, |_, turn| change(turn));
        on_arrival(&game, read, ALICE, IllegalMove, false);
    };
    refused(&|turn| turn.moves = vec!["A1".to_owned()]);
    refused(&|turn| turn.answer.push("HIT".to_owned()));
    refused(&|turn| turn.answer = vec!["miss".to_owned()]);
    refused(&|turn| turn.answer = vec!["MISS H1".to_owned()]);
    let game = table();
    let mut turn = game.bare(ALICE);
    turn.answer = vec!["HIT".to_owned()];
    game.sign(&mut turn);
    game.not_taken(turn);
    Caught::Arrival(IllegalMove)
}

fn checker_vanishes() -> Caught {
    let mut game = table();
    calls(&mut game, &["A1", "H1"]);
    game.step(order("A2"));
    for claimant in [BOB, CAROL] {
        let verdict = with_claim(&game, claimant);
        assert_eq!((verdict.kind, verdict.missing_reveals.len()), (VerdictKind::Forfeit, 0));
        let result = verdict.result.expect("a result");
        assert_eq!(
            (result.kind, result.ended_by, result.winners.len()),
            (OutcomeKind::Void, EndedBy::Claim, 0)
        );
        assert!(result.reason.starts_with("alice did not answer in time"), "{}", result.reason);
    }
    Caught::Deadline
}
