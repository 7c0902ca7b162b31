//! The kind of breach that the table finds in a turn with too much, too little, or the wrong
//! content.

use super::super::{Finding, FindingKind};
use super::*;
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
            Err(TurnError::Breach(finding)) => finding,
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

#[test]
fn blank_text_is_no_move() {
    assert_eq!(Intent::typed(" ".to_owned()), Intent::Nothing);
    assert_eq!(Intent::typed("A1".to_owned()), Intent::Move("A1".to_owned()));
}
