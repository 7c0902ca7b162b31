//! Reconstructions: when, by whom, sealed or open, and what they score.

use std::cmp::Ordering;

use crate::games::{EndedBy, Fact, Opening, OutcomeKind, Pending, Rules, Sealed};

use super::super::notation::{Item, Value};
use super::super::{Illegal, Spy};
use super::desk::{ALICE, BOB, Desk};
use super::{OTHER, REAL, SAME};

/// A legal network that is neither player's.
const NOBODYS: &str = "1A 1B 3B 3E 7E 7J 1J";

fn guess(text: &str) -> String {
    format!("guess {text}")
}

/// Alice, who asks first, guesses at the end of round 1.
fn alice_declares(network: &str) -> Desk {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    assert_eq!(desk.file(ALICE, &guess(network)), ["guess [guess-6]"]);
    desk
}

#[test]
fn the_first_player_guesses_sealed_in_the_file_that_ends_the_round() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "10J");
    desk.file(BOB, "10J");
    assert_eq!(
        desk.file(ALICE, &guess(OTHER)),
        ["10J: cold", "open 9J blank", "open 10I blank", "open 10J blank", "guess [guess-5]"]
    );
    assert_eq!(Spy::pending(&desk.state), Pending::Choice(BOB));
}

#[test]
fn the_other_may_guess_openly_and_both_are_shown() {
    let mut desk = alice_declares(OTHER);
    assert_eq!(desk.file(BOB, &guess(REAL)), [guess(REAL), "reveal, open".to_owned()]);
    let last = desk.file(ALICE, "");
    assert_eq!(last[0], "open guess-6 8C 8D 3D 3H 9H 9F 6F");
    assert_eq!(last[1], "guess 5F 5D 6D 6A 1A 1G 5G: right");
    assert_eq!(last[2..24].iter().filter(|step| step.ends_with(" hot")).count(), 22);
    assert_eq!(last[24..], ["reveal, decided"]);
    assert_eq!(desk.points(), [1, 1]);
    assert_eq!((desk.outcome().kind, desk.outcome().winners), (OutcomeKind::Draw, vec![]));
}

#[test]
fn a_wrong_open_guess_opens_its_first_blank_space() {
    let mut desk = alice_declares(OTHER);
    desk.file(BOB, &guess(OTHER));
    assert_eq!(
        desk.file(ALICE, ""),
        [
            "open guess-6 8C 8D 3D 3H 9H 9F 6F",
            "guess 8C 8D 3D 3H 9H 9F 6F: wrong 3D",
            "open 3D blank",
            "reveal, decided"
        ]
    );
    assert_eq!(desk.points(), [3, 0]);
}

#[test]
fn the_other_may_decline() {
    let mut desk = alice_declares(OTHER);
    assert_eq!(desk.file(BOB, "decline"), ["decline", "reveal, open"]);
    assert_eq!(desk.file(ALICE, ""), ["open guess-6 8C 8D 3D 3H 9H 9F 6F", "reveal, decided"]);
    let outcome = desk.outcome();
    assert_eq!(
        (outcome.winners, outcome.kind, outcome.ended_by),
        (vec![ALICE], OutcomeKind::Win, EndedBy::Board)
    );
    assert_eq!(outcome.reason, "{0} has found the network of {1}");
}

/// The whole table: what alice guesses, what bob does, and the points of both.
#[test]
fn a_right_guess_scores_one_and_a_wrong_one_two_for_the_other() {
    let (right, wrong) = (OTHER, NOBODYS);
    for (declared, response, points) in [
        (right, "decline".to_owned(), [1, 0]),
        (wrong, "decline".to_owned(), [0, 2]),
        (right, guess(REAL), [1, 1]),
        (right, guess(NOBODYS), [3, 0]),
        (wrong, guess(REAL), [0, 3]),
        (wrong, guess(NOBODYS), [2, 2]),
    ] {
        let mut desk = alice_declares(declared);
        desk.file(BOB, &response);
        desk.file(ALICE, "");
        assert_eq!(desk.points(), points, "{declared}; {response}");
        let [alice, bob] = points;
        let outcome = desk.outcome();
        let winners = match alice.cmp(&bob) {
            Ordering::Greater => vec![ALICE],
            Ordering::Less => vec![BOB],
            Ordering::Equal => vec![],
        };
        assert_eq!(outcome.winners, winners);
        assert_eq!(outcome.kind, if alice == bob { OutcomeKind::Draw } else { OutcomeKind::Win });
    }
}

#[test]
fn a_twin_of_the_network_is_right_for_either_player() {
    let mut desk = alice_declares(NOBODYS);
    desk.file(BOB, &guess(SAME));
    desk.file(ALICE, "");
    assert_eq!(desk.points(), [0, 3]);
    // The same where bob declares and alice's network is public when his seal is opened.
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, "10J");
    desk.file(BOB, &guess(SAME));
    desk.file(ALICE, "decline");
    desk.file(BOB, "");
    assert_eq!(desk.points(), [0, 1]);
}

#[test]
fn the_second_player_guesses_instead_of_answering_and_the_question_is_void() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, "3D-3F");
    assert!(matches!(Spy::pending(&desk.state), Pending::Answer { or_choice: true, .. }));
    assert_eq!(desk.file(BOB, &guess(REAL)), ["guess [guess-7]"]);
    assert!(desk.state.asked_now(BOB).is_empty());
    // That alice asked instead of guessing was a pass, not for good.
    assert_eq!(desk.file(ALICE, &guess(NOBODYS)), [guess(NOBODYS), "reveal, open".to_owned()]);
    let last = desk.file(BOB, "");
    assert_eq!(
        last[..2],
        ["open guess-7 5F 5D 6D 6A 1A 1G 5G", "guess 1A 1B 3B 3E 7E 7J 1J: wrong 1A"]
    );
    assert_eq!(desk.points(), [0, 3]);
}

#[test]
fn the_proof_of_a_guess_does_not_open_again_what_is_open() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "10J");
    desk.file(BOB, "1A");
    desk.file(ALICE, "10J");
    desk.file(BOB, "10A");
    desk.file(ALICE, &guess(OTHER));
    desk.file(BOB, &guess(REAL));
    let last = desk.file(ALICE, "");
    assert!(!last.contains(&"open 1A hot".to_owned()));
    assert!(last.contains(&"open 1B hot".to_owned()));
}

#[test]
fn a_guess_is_possible_only_when_a_round_has_ended() {
    let mut desk = Desk::new(&[]);
    let early = desk.refuse(ALICE, &guess(OTHER));
    assert_eq!(
        early.to_string(),
        "no round has just ended: {0} may guess instead of asking, in the file that ends one"
    );
    desk.file(ALICE, "10J");
    assert!(
        matches!(Spy::pending(&desk.state), Pending::Answer { or_choice: false, .. }),
        "round 1 has not ended"
    );
    let instead = "no round has just ended: once one has, {1} may guess instead of the next answer";
    assert_eq!(desk.refuse(BOB, &guess(REAL)).to_string(), instead);
    desk.file(BOB, "10J");
    desk.file(ALICE, "1A-1B");
    // Bob answers the first question of round 2; with that the end of round 1 is past.
    desk.file(BOB, "");
    assert_eq!(desk.refuse(BOB, &guess(REAL)).to_string(), instead);
    desk.file(BOB, "10J");
}

#[test]
fn part_of_the_answers_and_then_a_guess_is_not_possible() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, "1A-1B");
    let Pending::Answer { question, .. } = Spy::pending(&desk.state) else { panic!("bob answers") };
    let answer = Spy::truth(&desk.state, &[desk.own(BOB)], &question).expect("he knows");
    Spy::fold(&mut desk.state, &Fact::Answered { seat: BOB, question, answer, opened: Vec::new() });
    assert!(matches!(Spy::pending(&desk.state), Pending::Answer { or_choice: false, .. }));
}

#[test]
fn an_attempt_that_is_no_legal_network_is_refused() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    let refused = desk.refuse(ALICE, "guess 5F 5D 6D 6A 1A 1G 4G");
    assert_eq!(
        refused.to_string(),
        "that is no legal network: 2 lines are 3 units long; there is one of that length; the line of 4 units is missing"
    );
    assert_eq!(desk.refuse(ALICE, "guess"), Illegal::NoCorners);
    let mut desk = alice_declares(OTHER);
    assert!(matches!(desk.refuse(BOB, "guess 5F 5D 6D"), Illegal::Network(_)));
}

/// The second player's faulty guess is not taken for a move after his answers.
#[test]
fn an_attempt_instead_of_an_answer_is_told_what_is_wrong_with_it() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, "10J");
    desk.file(BOB, "");
    assert!(matches!(desk.refuse(BOB, "guess 5F 5D 6D 6A 1A 1G 4G"), Illegal::Network(_)));
}

#[test]
fn a_declared_guess_is_sealed_and_a_response_is_open() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    let parse = |desk: &Desk, text: &str| Spy::parse_choice(&desk.state, &[text.to_owned()]);
    assert_eq!(parse(&desk, &guess(OTHER)), Err(Illegal::NotSealed));
    assert!(parse(&desk, "guess").is_ok());
    desk.file(ALICE, &guess(OTHER));
    assert_eq!(parse(&desk, "guess"), Err(Illegal::NoCorners));
    assert!(parse(&desk, &guess(REAL)).is_ok());
    for illegal in ["4C", "4C-4F"] {
        assert_eq!(desk.refuse(BOB, illegal), Illegal::GuessOrDecline);
    }
}

#[test]
fn nobody_leaves_once_a_guess_is_declared() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    assert!(Spy::may_leave(&desk.state));
    desk.file(ALICE, &guess(OTHER));
    assert!(!Spy::may_leave(&desk.state));
    desk.file(BOB, "decline");
    assert!(!Spy::may_leave(&desk.state));
}

#[test]
fn nobody_shows_a_network_that_the_other_may_still_guess() {
    let mut desk = alice_declares(OTHER);
    assert!(!Spy::may_reveal(&desk.state, ALICE) && !Spy::may_reveal(&desk.state, BOB));
    desk.file(BOB, "decline");
    assert!(
        Spy::may_reveal(&desk.state, ALICE)
            || matches!(Spy::pending(&desk.state), Pending::Opening { seat: ALICE, .. })
    );
}

#[test]
fn a_seal_that_holds_no_network_is_a_wrong_guess() {
    for text in ["rubbish", "5F 5D 6D 6A 1A 1G 4G", "hot"] {
        let mut desk = alice_declares(OTHER);
        desk.file(BOB, "decline");
        let Ok(value) = text.parse::<Value>();
        let opening = Opening { of: Sealed { seat: ALICE, item: Item::Guess(6) }, value };
        assert!(Spy::check_opening(&desk.state, &opening).is_err(), "a breach");
        let loss = Spy::result_despite(&desk.state, ALICE).expect("alice loses");
        assert_eq!((loss.winners.clone(), loss.points[BOB], loss.points[ALICE]), (vec![BOB], 2, 0));
        assert_eq!(Spy::result_despite(&desk.state, BOB), None);
        Spy::fold(&mut desk.state, &Fact::Opened { seat: ALICE, opened: vec![opening] });
        desk.file(ALICE, "");
        assert_eq!(desk.points(), [0, 2]);
    }
}

#[test]
fn the_opening_of_another_item_is_not_the_guess() {
    let mut desk = alice_declares(OTHER);
    desk.file(BOB, "decline");
    let opening = Opening {
        of: Sealed { seat: ALICE, item: Item::Guess(7) },
        value: Value::Guess(OTHER.to_owned()),
    };
    assert_eq!(
        Spy::fold(&mut desk.state, &Fact::Opened { seat: ALICE, opened: vec![opening] }),
        []
    );
}

#[test]
fn after_the_last_round_both_guess_or_decline() {
    let mut desk = Desk::new(&[("max-rounds", "2")]);
    desk.rounds(1);
    desk.file(ALICE, "10J");
    desk.file(BOB, "10J");
    assert_eq!(desk.refuse(ALICE, "4C"), Illegal::GuessOrDecline);
    assert_eq!(desk.file(ALICE, "decline"), ["10J: cold", "decline"]);
    assert_eq!(desk.refuse(BOB, "4C"), Illegal::GuessOrDecline);
    assert_eq!(desk.file(BOB, "decline"), ["decline", "reveal, decided"]);
    assert_eq!(desk.file(ALICE, ""), ["reveal, decided"]);
    let outcome = desk.outcome();
    assert_eq!((outcome.kind, desk.points()), (OutcomeKind::Draw, [0, 0]));
    assert_eq!(outcome.reason, "all 2 rounds are over and nobody has guessed");
}

#[test]
fn the_first_player_may_guess_after_the_last_round() {
    let mut desk = Desk::new(&[("max-rounds", "1")]);
    desk.rounds(1);
    assert_eq!(desk.file(ALICE, &guess(OTHER)), ["guess [guess-6]"]);
    desk.file(BOB, "decline");
    desk.file(ALICE, "");
    assert_eq!(desk.points(), [1, 0]);
}

#[test]
fn a_last_decline_is_not_for_good_if_the_second_player_guesses() {
    let mut desk = Desk::new(&[("max-rounds", "1")]);
    desk.rounds(1);
    desk.file(ALICE, "decline");
    assert_eq!(desk.file(BOB, &guess(REAL)), ["guess [guess-7]"]);
    assert_eq!(desk.file(ALICE, &guess(OTHER)), [guess(OTHER), "reveal, open".to_owned()]);
    desk.file(BOB, "");
    assert_eq!(desk.points(), [1, 1]);
}

#[test]
fn guesses_are_told_in_sentences() {
    let mut desk = alice_declares(NOBODYS);
    desk.file(BOB, &guess(REAL));
    let opening = Opening {
        of: Sealed { seat: ALICE, item: Item::Guess(6) },
        value: Value::Guess(NOBODYS.to_owned()),
    };
    let events = Spy::fold(&mut desk.state, &Fact::Opened { seat: ALICE, opened: vec![opening] });
    assert_eq!(
        events.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["{0} opens the guess: 1A 1B 3B 3E 7E 7J 1J, wrong"]
    );
    let Pending::Answer { question, .. } = Spy::pending(&desk.state) else {
        panic!("alice answers")
    };
    let answer = Spy::truth(&desk.state, &[desk.own(ALICE)], &question).expect("she knows");
    let events = Spy::fold(
        &mut desk.state,
        &Fact::Answered { seat: ALICE, question, answer, opened: Vec::new() },
    );
    assert_eq!(
        events.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["the guess of {1} is right", "{1} has guessed right and {0} wrong: a triple victory"]
    );
}
