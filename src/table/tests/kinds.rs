//! The kind of breach that the table finds in a turn with too much, too little, or the wrong
//! content.

use super::super::{Finding, FindingKind};
use super::*;
use crate::rules::Level;
use FindingKind::{BadBox, BadLink, BadOpening, IllegalMove};

impl Game {
    /// Changes the current player's turn, signs it, and returns the breach that a reader finds in
    /// it.
    fn found(&self, intent: Intent, change: impl FnOnce(&mut Turn)) -> Finding {
        let due = self.due().expect("the game continues");
        let mut turn = self.composed(&self.plan(intent)).expect("a turn").turn;
        change(&mut turn);
        turn.signature = self.keys[due.index()].identity.sign_turn(&turn.hash());
        match self.table.clone().read(&turn) {
            Err(TurnError::Breach(finding)) => {
                let message = finding.message.clone();
                assert_eq!(TurnError::Breach(finding.clone()).message(), message);
                finding
            }
            read => panic!("no breach: {read:?}"),
        }
    }

    fn moving(&self, change: impl FnOnce(&mut Turn)) -> FindingKind {
        self.found(Intent::Move("A9".to_owned()), change).kind
    }
}

/// Returns a game in which bob must answer alice's call, and then call.
fn answering() -> Game {
    let mut game = Game::checkpoint();
    game.moves("F6");
    game
}

#[test]
fn wrong_tip_or_link_is_a_bad_link() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut game = Game::new(Kind::of::<Checkpoint>(), Some("alice"), 1, setups);
    assert_eq!(game.found(Intent::Nothing, |turn| turn.tip = None).kind, BadLink);
    game.goes(Intent::Nothing);
    let tip = game.turns[0].tip;
    assert_eq!(game.found(Intent::Nothing, |turn| turn.tip = None).kind, BadLink);
    assert_eq!(game.found(Intent::Nothing, |turn| turn.tip = tip).kind, BadLink, "alice's");
    assert_eq!(game.found(Intent::Nothing, |turn| turn.link = Some([1; 32])).kind, BadLink);
    game.goes(Intent::Nothing);
    assert_eq!(game.moving(|turn| turn.link = None), BadLink);
    assert_eq!(game.moving(|turn| turn.link = Some([1; 32])), BadLink);
    assert_eq!(game.moving(|turn| turn.tip = Some([1; 32])), BadLink);
    assert_eq!(answering().moving(|turn| turn.link = Some([1; 32])), BadLink);
}

#[test]
fn openings_too_many_or_too_few_are_bad_openings() {
    let game = answering();
    let fewer = |turn: &mut Turn| drop((turn.open.pop(), turn.salts.pop()));
    assert_eq!(game.moving(fewer), BadOpening);
    let more = |turn: &mut Turn| {
        turn.open.push("G1 empty".to_owned());
        turn.salts.push([1; 32]);
    };
    assert_eq!(game.moving(more), BadOpening);
    assert_eq!(game.moving(|turn| turn.salts[0] = [1; 32]), BadOpening);
}

#[test]
fn tokens_and_boxes_that_are_not_due_are_bad_boxes() {
    let game = answering();
    assert_eq!(game.moving(|turn| turn.tokens = vec![[1; 32]]), BadBox);
    assert_eq!(game.moving(|turn| turn.boxes = vec![1]), BadBox);
    let mut over = answering();
    over.goes(Intent::Resign);
    assert_eq!(over.found(Intent::Nothing, |turn| turn.boxes = vec![1]).kind, BadBox);
}

#[test]
fn every_other_key_there_or_not_is_an_illegal_move() {
    let game = answering();
    let changes: [fn(&mut Turn); 10] = [
        |turn| turn.answer.push("0".to_owned()),
        |turn| turn.answer = vec!["7".to_owned()],
        |turn| turn.moves = Vec::new(),
        |turn| turn.seal = Some([1; 32]),
        |turn| turn.setup = vec![[1; 32]],
        |turn| turn.eyes = vec![[1; 32]],
        |turn| turn.seed = Some([1; 32]),
        |turn| turn.reveal = vec!["A1".to_owned()],
        |turn| turn.name = Some("Bob".to_owned()),
        |turn| turn.offer = Some("peace".to_owned()),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        assert_eq!(game.moving(change), IllegalMove, "change {at}");
    }
}

#[test]
fn a_dispute_is_one_by_its_first_word() {
    let game = answering();
    let says = |moves: &[&str], answers: bool| {
        game.moving(|turn| {
            turn.moves = moves.iter().map(|entry| (*entry).to_owned()).collect();
            (turn.open, turn.salts) = (Vec::new(), Vec::new());
            if !answers {
                turn.answer = Vec::new();
            }
        })
    };
    for moves in [&["dispute"][..], &["dispute sight 1 A1 A1"], &["dispute x", "resign"]] {
        assert_eq!(says(moves, false), BadBox, "there is no such box: {moves:?}");
    }
    for moves in [&["disputed"][..], &["Dispute"], &["disputes x"], &["A9", "dispute"]] {
        assert_eq!(says(moves, false), IllegalMove, "bob owes an answer: {moves:?}");
    }
    // A dispute instead of alice's first move.
    let first = Game::checkpoint();
    let move_of = |text: &str| first.moving(|turn| turn.moves = vec![text.to_owned()]);
    assert_eq!((move_of("dispute"), move_of("disputed")), (BadBox, IllegalMove));
    let beside = |turn: &mut Turn| {
        turn.moves = vec!["dispute".to_owned()];
        turn.answer = vec!["0".to_owned()];
    };
    assert_eq!(first.moving(beside), IllegalMove, "an answer is left over");
    let token = |turn: &mut Turn| {
        turn.moves = vec!["dispute".to_owned()];
        turn.tokens = vec![[1; 32]];
    };
    assert_eq!(first.moving(token), IllegalMove, "a token is left over");
}

/// All notes of a seat together have at most 16 KiB.
#[test]
fn notes_of_a_seat_have_a_limit() {
    let mut game = Game::checkpoint();
    let mut noted = |length: usize, calls: &str| {
        let mut turn =
            game.composed(&game.plan(Intent::Move(calls.to_owned()))).expect("a turn").turn;
        turn.note = Some("x".repeat(length));
        let due = game.due().expect("the game continues");
        turn.signature = game.keys[due.index()].identity.sign_turn(&turn.hash());
        let mut table = game.table.clone();
        let read = table.read(&turn);
        if read.is_ok() {
            game.table = table;
            game.turns.push(turn);
        }
        read.is_ok()
    };
    assert!(noted(10_000, "F6"));
    assert!(noted(10_000, "A9"), "bob has a separate limit");
    assert!(!noted(6_385, "A8"));
    assert!(noted(6_384, "A8"));
}

/// The form of an answer is checked before any seal is opened. A false answer of the right form is
/// contradicted by the opening in its own turn.
#[test]
fn false_answer_is_contradicted_by_its_opening() {
    let game = answering();
    let hit =
        game.found(Intent::Move("A9".to_owned()), |turn| turn.answer = vec!["HIT".to_owned()]);
    assert_eq!((hit.kind, hit.item.as_deref()), (FindingKind::FalseAnswer, Some("F6")));
    assert_eq!((hit.said.as_deref(), hit.truth.as_deref()), (Some("agent"), Some("empty")));
}

#[test]
fn unreadable_setup_is_found_at_the_reveal() {
    let mut game = answering();
    game.goes(Intent::Resign);
    for strange in ["A1 A1 A3 B5", "A3 A1 B5 G9", "a1 A3 B5 G9", "A1 A3 B5 H1"] {
        let reveal: Vec<String> = strange.split(' ').map(str::to_owned).collect();
        let finding = game.found(Intent::Nothing, |turn| turn.reveal = reveal);
        assert_eq!((finding.kind, finding.turn), (FindingKind::IllegalSetup, 5), "{strange}");
    }
}

/// Only bob knows that the game continues after this answer, and that it is bob's task to call.
#[test]
fn only_the_answering_seat_knows_the_task_after_its_answer() {
    let mut game = Game::checkpoint();
    game.moves("C4");
    assert_eq!(game.expects(), (Some(BOB), Expects::Answer));
    let expects = |keys| game.table.view(keys, moment(9)).expects;
    assert_eq!(expects(Some(&game.keys[1])), Expects::Move);
    assert_eq!(expects(Some(&game.keys[0])), Expects::Answer);
    assert_eq!(expects(None), Expects::Answer);
}

#[test]
fn planned_moves_are_checked() {
    let game = answering();
    let [alice, bob] = &game.keys[..] else { panic!("two players") };
    assert_eq!(game.table.check_planned(alice, "A9"), Ok(()));
    assert!(game.table.check_planned(alice, "Z99").is_err());
    assert!(game.table.check_planned(bob, "B2").is_err(), "bob's own agent");
}

#[test]
fn answers_are_known_in_any_case() {
    let game = Game::checkpoint();
    assert!(["HIT", "hit", "0", "2"].iter().all(|word| game.table.is_answer(word)));
    assert!(["", "x", "HITS"].iter().all(|word| !game.table.is_answer(word)));
}

#[test]
fn current_player_may_offer_a_draw() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    assert!(game.table.standing().may_offer(BOB));
    game.goes(Intent::Resign);
    assert!(![ALICE, BOB].iter().any(|seat| game.table.standing().may_offer(*seat)));
}

/// The names in reports and in `show --json`; see section 4 of the protocol and docs/json.md.
#[test]
fn names_in_json_are_stable() {
    let findings = FindingKind::ALL.map(|kind| kind.to_string());
    let names = ["false-answer", "illegal-setup", "seal-mismatch", "illegal-move", "bad-opening"];
    assert_eq!(findings[..5], names);
    assert_eq!(findings[5..], ["bad-link", "bad-box"]);
    let expected = [
        (Expects::Join, "join"),
        (Expects::Setup, "setup"),
        (Expects::Move, "move"),
        (Expects::Answer, "answer"),
        (Expects::Reveal, "reveal"),
        (Expects::Over, "over"),
    ];
    for (expects, name) in expected {
        assert_eq!(expects.id(), name);
    }
}

/// Of a long move, the finding shows the first eight entries.
#[test]
fn finding_shows_the_illegal_move() {
    let game = Game::checkpoint();
    let item = |count: usize| {
        let moves = (1..=count).map(|number| format!("Z{number}")).collect();
        let finding = game.found(Intent::Move("A9".to_owned()), |turn| turn.moves = moves);
        finding.item.expect("the move")
    };
    let none = game.found(Intent::Move("A9".to_owned()), |turn| turn.moves = Vec::new());
    assert_eq!((none.kind, none.item), (IllegalMove, None));
    let eight = "Z1; Z2; Z3; Z4; Z5; Z6; Z7; Z8";
    assert_eq!([item(1), item(8)], ["Z1", eight]);
    assert_eq!([item(7) + "; Z8", item(9)], [eight, &format!("{eight}; ...")]);
}

#[test]
fn no_step_is_expected_after_a_breach() {
    let mut game = answering();
    let standing = game.table.standing();
    assert!(standing.question.is_some() && !standing.rolls);
    assert_eq!(standing.due_name(), Some("bob"));
    let mut turn = game.composed(&game.plan(Intent::Move("A9".to_owned()))).expect("a turn").turn;
    turn.answer = Vec::new();
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert!(matches!(game.table.read(&turn), Err(TurnError::Breach(_))));
    let standing = game.table.standing();
    assert_eq!((standing.due_name(), standing.rolls), (None, false));
    assert_eq!((standing.expects, standing.question), (Expects::Over, None));
}

#[test]
fn players_can_resign_once_the_game_has_begun() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut game = Game::new(Kind::of::<Checkpoint>(), Some("alice"), 1, setups);
    let leaves = |game: &Game| {
        let standing = game.table.standing();
        (standing.cannot_leave.is_some(), standing.never_leaves().is_some())
    };
    let no_offers = |game: &Game| {
        let standing = game.table.standing();
        [ALICE, BOB].map(|seat| standing.player(seat).expect("a player").no_offer.is_some())
    };
    assert_eq!((leaves(&game), no_offers(&game)), ((true, false), [true, false]), "not yet");
    game.goes(Intent::Nothing);
    assert_eq!((leaves(&game), no_offers(&game)), ((true, false), [false, true]), "not yet");
    game.goes(Intent::Nothing);
    assert_eq!((leaves(&game), no_offers(&game)), ((false, false), [false, false]));
    game.goes(Intent::Resign);
    assert_eq!(leaves(&game), (true, true));
}

#[test]
fn blank_text_isnt_a_move() {
    assert_eq!(Intent::typed(" ".to_owned()), Intent::Nothing);
    assert_eq!(Intent::typed("A1".to_owned()), Intent::Move("A1".to_owned()));
}

/// In Enemy Agent, an answer lets the opponent's waiting orders go on.
#[test]
fn effects_of_an_own_answer_are_shown_before_it_is_signed() {
    let mut shown = 0;
    let header = header(Kind::EnemyAgent, Some("alice"), 1);
    for seed in 1..=4 {
        let mut game = Game::random(&header, seed);
        while let Some(due) = game.due().filter(|_| game.turns.len() < 60) {
            let (keys, now) = (&game.keys[due.index()], game.plan(Intent::Nothing).sent);
            let ahead = game.table.view(Some(keys), now).ahead;
            let typed = game.table.choose(keys, now, Level::Any, [3; 32]);
            game.goes(typed.map_or(Intent::Nothing, Intent::Move));
            let theirs = format!("{} moves ", ["bob", "alice"][due.index()]);
            for line in game.events().iter().filter(|line| line.starts_with(&theirs)) {
                assert!(ahead.contains(line), "{line}: {ahead:?}");
                shown += 1;
            }
        }
    }
    assert!(shown > 0, "no answer let orders go on");
}
