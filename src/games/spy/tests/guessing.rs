//! Guesses: when and by which player a guess is allowed, whether it is sealed or open, and the
//! score.

use std::cmp::Ordering;

use super::super::legal::Illegal;
use super::super::moves::Move;
use super::super::words::{Answer, Item, Question, Value};
use super::{ALICE, BOB, OTHER, REAL, SAME, Spy, Table, network, space};
use crate::rules::{
    Due, EndedBy, Forfeits, Move as _, Opening, Outcome, OutcomeKind, Position, Step,
};

/// A legal network that neither player has hidden.
const NOBODYS: &str = "1A 1B 3B 3E 7E 7J 1J";

fn guess(text: &str) -> String {
    format!("guess {text}")
}

/// Returns a game in which alice, who asks first, guesses at the end of round 1.
fn alice_declares(network: &str) -> Table {
    let mut table = Table::new(&[]);
    table.rounds(1);
    assert_eq!(table.file(ALICE, &guess(network)), ["guess [guess-6]"]);
    table
}

#[test]
fn first_player_guesses_sealed_at_the_end_of_a_round() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "10J");
    table.file(BOB, "10J");
    assert_eq!(
        table.file(ALICE, &guess(OTHER)),
        ["10J: cold", "open 9J blank", "open 10I blank", "open 10J blank", "guess [guess-5]"]
    );
    assert_eq!(table.state.due(), Due::Move(BOB));
}

#[test]
fn opponent_may_guess_openly_and_both_are_revealed() {
    let mut table = alice_declares(OTHER);
    assert_eq!(table.file(BOB, &guess(REAL)), [guess(REAL), "reveal".to_owned()]);
    let last = table.file(ALICE, "");
    assert_eq!(last[0], "open guess-6 8C 8D 3D 3H 9H 9F 6F");
    assert_eq!(last[1], "guess 5F 5D 6D 6A 1A 1G 5G: right");
    assert_eq!(last[2..24].iter().filter(|step| step.ends_with(" hot")).count(), 22);
    assert_eq!(last.len(), 24);
    assert_eq!(table.state.fields[ALICE].hot, network(REAL).hot());
    assert_eq!(table.points(), [1, 1]);
    assert_eq!((table.outcome().kind, table.outcome().winners), (OutcomeKind::Draw, vec![]));
}

#[test]
fn a_wrong_open_guess_opens_its_first_blank_space() {
    let mut table = alice_declares(OTHER);
    table.file(BOB, &guess(OTHER));
    assert_eq!(
        table.file(ALICE, ""),
        [
            "open guess-6 8C 8D 3D 3H 9H 9F 6F",
            "guess 8C 8D 3D 3H 9H 9F 6F: wrong 3D",
            "open 3D blank"
        ]
    );
    assert!(table.state.fields[ALICE].blank.contains(space("3D")));
    assert_eq!(table.points(), [3, 0]);
}

#[test]
fn opponent_may_decline() {
    let mut table = alice_declares(OTHER);
    assert_eq!(table.file(BOB, "decline"), ["decline", "reveal"]);
    assert_eq!(table.file(ALICE, ""), ["open guess-6 8C 8D 3D 3H 9H 9F 6F"]);
    let outcome = table.outcome();
    assert_eq!(
        (outcome.winners, outcome.kind, outcome.ended_by),
        (vec![ALICE], OutcomeKind::Win, EndedBy::Board)
    );
    assert_eq!(outcome.reason, "{0} has found the network of {1}");
}

/// Every combination of alice's guess and bob's response, with the points of both players.
#[test]
fn right_guess_scores_one_and_a_wrong_one_two() {
    let (right, wrong) = (OTHER, NOBODYS);
    for (declared, response, points) in [
        (right, "decline".to_owned(), [1, 0]),
        (wrong, "decline".to_owned(), [0, 2]),
        (right, guess(REAL), [1, 1]),
        (right, guess(NOBODYS), [3, 0]),
        (wrong, guess(REAL), [0, 3]),
        (wrong, guess(NOBODYS), [2, 2]),
    ] {
        let mut table = alice_declares(declared);
        table.file(BOB, &response);
        table.file(ALICE, "");
        assert_eq!(table.points(), points, "{declared}; {response}");
        let [alice, bob] = points;
        let outcome = table.outcome();
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
    let mut table = alice_declares(NOBODYS);
    table.file(BOB, &guess(SAME));
    table.file(ALICE, "");
    assert_eq!(table.points(), [0, 3]);
    // The same applies if bob declares a guess, and alice's network is public when it is opened.
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, "10J");
    table.file(BOB, &guess(SAME));
    table.file(ALICE, "decline");
    table.file(BOB, "");
    assert_eq!(table.points(), [0, 1]);
}

#[test]
fn second_player_may_guess_instead_of_answering() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, "3D-3F");
    assert!(table.question().1);
    assert_eq!(table.file(BOB, &guess(REAL)), ["guess [guess-7]"]);
    assert!(table.state.asked_now(BOB).is_empty());
    // Alice asked instead of guessing, but she may still guess.
    assert_eq!(table.file(ALICE, &guess(NOBODYS)), [guess(NOBODYS), "reveal".to_owned()]);
    let last = table.file(BOB, "");
    assert_eq!(
        last[..2],
        ["open guess-7 5F 5D 6D 6A 1A 1G 5G", "guess 1A 1B 3B 3E 7E 7J 1J: wrong 1A"]
    );
    assert_eq!(table.points(), [0, 3]);
}

#[test]
fn proof_of_a_guess_skips_open_spaces() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "10J");
    table.file(BOB, "1A");
    table.file(ALICE, "10J");
    table.file(BOB, "10A");
    table.file(ALICE, &guess(OTHER));
    table.file(BOB, &guess(REAL));
    let last = table.file(ALICE, "");
    assert!(!last.contains(&"open 1A hot".to_owned()));
    assert!(last.contains(&"open 1B hot".to_owned()));
}

#[test]
fn a_guess_is_possible_only_when_a_round_has_ended() {
    let mut table = Table::new(&[]);
    let early = table.refuse(ALICE, &guess(OTHER));
    assert_eq!(
        early.to_string(),
        "{0} can only guess in a file that ends a round, instead of asking a question"
    );
    table.file(ALICE, "10J");
    assert!(!table.question().1, "round 1 has not ended");
    let instead = "{1} can only guess immediately after the end of a round, instead of answering";
    assert_eq!(table.refuse(BOB, &guess(REAL)).to_string(), instead);
    table.file(BOB, "10J");
    table.file(ALICE, "1A-1B");
    // After bob's answer to the first question of round 2, the chance to guess after round 1 is
    // over.
    table.file(BOB, "");
    assert_eq!(table.refuse(BOB, &guess(REAL)).to_string(), instead);
    table.file(BOB, "10J");
}

#[test]
fn guess_after_a_part_of_the_answers_is_refused() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, "1A-1B");
    let (question, _) = table.question();
    let answer = table.truth(BOB, &question).and_then(|answer| answer.parse().ok());
    let answer = answer.expect("he knows");
    table.apply(&Step::Answered { seat: BOB, question, answer });
    assert!(!table.question().1);
}

#[test]
fn illegal_network_is_refused_as_a_guess() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    let refused = table.refuse(ALICE, "guess 5F 5D 6D 6A 1A 1G 4G");
    assert_eq!(
        refused.to_string(),
        "that is not a legal network: 2 lines are 3 units long; this game has only one of \
         that length; the \
         line of 4 units is missing"
    );
    assert_eq!(table.refuse(ALICE, "guess"), Illegal::NoCorners);
    let mut table = alice_declares(OTHER);
    assert!(matches!(table.refuse(BOB, "guess 5F 5D 6D"), Illegal::Network(_)));
}

/// The error is about the network, not about the time of the guess.
#[test]
fn invalid_guess_instead_of_an_answer_is_explained() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, "10J");
    table.file(BOB, "");
    assert!(matches!(table.refuse(BOB, "guess 5F 5D 6D 6A 1A 1G 4G"), Illegal::Network(_)));
}

#[test]
fn a_declared_guess_is_sealed_and_a_response_is_open() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    let parse = |table: &Table, text: &str| Move::parse(&[text.to_owned()], &table.state);
    assert_eq!(parse(&table, &guess(OTHER)), Err(Illegal::NotSealed));
    assert!(parse(&table, "guess").is_ok());
    table.file(ALICE, &guess(OTHER));
    assert_eq!(parse(&table, "guess"), Err(Illegal::NoCorners));
    assert!(parse(&table, &guess(REAL)).is_ok());
    for illegal in ["4C", "4C-4F"] {
        assert_eq!(table.refuse(BOB, illegal), Illegal::GuessOrDecline);
    }
    let check = table.state.check(BOB, &Move::Guess(None), &table.shown);
    assert_eq!(check, Err(Illegal::NoCorners), "only the first guess is sealed");
}

#[test]
fn no_one_leaves_after_a_declared_guess() {
    const NO_LEAVING: &str = "a guess has been made, and that decides the game";
    let mut table = Table::new(&[]);
    table.rounds(1);
    assert_eq!(table.state.may_leave(), Ok(()));
    table.file(ALICE, &guess(OTHER));
    assert_eq!(table.state.may_leave(), Err(NO_LEAVING));
    table.file(BOB, "decline");
    assert_eq!(table.state.may_leave(), Err(NO_LEAVING));
}

/// The declaring player doesn't open the guess, and bob claims. A waived response counts as
/// declined: a wrong guess costs two points, and no third one for a right response.
#[test]
fn waived_response_scores_nothing_in_a_claimed_game() {
    let mut table = alice_declares(OTHER);
    table.file(BOB, &guess(REAL));
    let lost = table.state.stands_despite(ALICE).expect("alice loses");
    table.state.end(Outcome { ended_by: EndedBy::Claim, ..lost });
    assert_eq!(table.points(), [0, 3]);
    table.state.waive();
    assert_eq!((table.points(), table.outcome().ended_by), ([0, 2], EndedBy::Claim));
    assert_eq!(table.outcome().winners, [BOB]);
}

/// After the response, the files contain no choice anymore.
#[test]
fn files_are_forced_after_the_response() {
    let mut table = alice_declares(OTHER);
    assert!(!table.state.is_forced());
    table.file(BOB, "decline");
    assert!(table.state.is_forced());
}

#[test]
fn reveal_waits_while_the_opponent_may_guess() {
    let mut table = alice_declares(OTHER);
    assert_eq!(table.state.due(), Due::Move(BOB));
    let declined = Step::Moved { seat: BOB, mv: Move::Decline, sealed: None };
    table.apply(&declined);
    assert_eq!(table.state.due(), Due::Reveal(BOB));
    table.file(BOB, "");
    assert!(matches!(table.state.due(), Due::Open { seat: ALICE, .. }));
}

fn opening(item: u32, text: &str) -> Opening<Spy> {
    let Ok(value) = text.parse::<Value>();
    Opening::new(ALICE, Item::Guess(item), value)
}

#[test]
fn a_seal_that_holds_no_network_is_a_wrong_guess() {
    for text in ["rubbish", "5F 5D 6D 6A 1A 1G 4G", "hot"] {
        let mut table = alice_declares(OTHER);
        table.file(BOB, "decline");
        let opening = opening(6, text);
        assert!(table.state.check_opening(&opening, &table.shown).is_err(), "a breach");
        let loss = table.state.stands_despite(ALICE).expect("alice loses");
        assert_eq!((loss.winners.clone(), loss.points[BOB], loss.points[ALICE]), (vec![BOB], 2, 0));
        assert_eq!(table.state.stands_despite(BOB), None);
        table.apply(&Step::Opened { seat: ALICE, opened: vec![opening] });
        assert_eq!(table.points(), [0, 2]);
    }
}

/// A wrong or unopened declared guess costs these points, no matter what else its player does
/// wrong.
#[test]
fn guilty_declarer_loses_two_or_three_points() {
    let lost = |network: &str, response: &str, opens: bool| {
        let mut table = alice_declares(network);
        table.file(BOB, response);
        if opens {
            table.file(ALICE, "");
        }
        assert_eq!(table.state.stands_despite(BOB), None, "the other one wins 1 to 0");
        table.state.stands_despite(ALICE).map(|loss| (loss.points[ALICE], loss.points[BOB]))
    };
    assert_eq!(alice_declares(OTHER).state.stands_despite(ALICE), None, "no one has responded");
    assert_eq!(lost(OTHER, "decline", false), Some((0, 2)), "not opened");
    assert_eq!(lost(NOBODYS, "decline", true), Some((0, 2)), "opened as wrong");
    assert_eq!(lost(NOBODYS, &guess(NOBODYS), true), Some((0, 2)), "both are wrong");
    assert_eq!(lost(NOBODYS, &guess(REAL), true), Some((0, 3)), "the response is right");
    assert_eq!(lost(OTHER, "decline", true), None, "opened as right");
    assert_eq!(lost(OTHER, &guess(NOBODYS), true), None, "opened as right");
}

#[test]
fn the_opening_of_another_item_is_not_the_guess() {
    let mut table = alice_declares(OTHER);
    table.file(BOB, "decline");
    let opened = vec![opening(7, OTHER)];
    assert_eq!(table.apply(&Step::Opened { seat: ALICE, opened }), [""; 0]);
}

#[test]
fn the_answer_to_another_guess_changes_nothing() {
    let mut table = alice_declares(OTHER);
    table.file(BOB, &guess(REAL));
    table.apply(&Step::Opened { seat: ALICE, opened: vec![opening(6, OTHER)] });
    let due = table.question();
    for (of, text) in [(ALICE, NOBODYS), (BOB, REAL)] {
        let question = Question::Guess { of, network: network(text) };
        let step = Step::Answered { seat: of, question, answer: Answer::Right };
        assert_eq!(table.apply(&step), [""; 0]);
        assert_eq!(table.question(), due);
    }
}

#[test]
fn after_the_last_round_both_guess_or_decline() {
    let mut table = Table::new(&[("max-rounds", "2")]);
    table.rounds(1);
    table.file(ALICE, "10J");
    table.file(BOB, "10J");
    assert_eq!(table.refuse(ALICE, "4C"), Illegal::GuessOrDecline);
    assert_eq!(table.file(ALICE, "decline"), ["10J: cold", "decline"]);
    assert!([ALICE, BOB].iter().all(|seat| table.state.asked_now(*seat).is_empty()));
    assert_eq!(table.refuse(BOB, "4C"), Illegal::GuessOrDecline);
    assert_eq!(table.file(BOB, "decline"), ["decline"]);
    let outcome = table.outcome();
    assert_eq!((outcome.kind, table.points()), (OutcomeKind::Draw, [0, 0]));
    assert_eq!(outcome.reason, "all 2 rounds are over and no one has guessed");
}

#[test]
fn the_first_player_may_guess_after_the_last_round() {
    let mut table = Table::new(&[("max-rounds", "1")]);
    table.rounds(1);
    assert_eq!(table.file(ALICE, &guess(OTHER)), ["guess [guess-6]"]);
    table.file(BOB, "decline");
    table.file(ALICE, "");
    assert_eq!(table.points(), [1, 0]);
}

#[test]
fn second_players_guess_reopens_a_declined_one() {
    let mut table = Table::new(&[("max-rounds", "1")]);
    table.rounds(1);
    table.file(ALICE, "decline");
    assert_eq!(table.file(BOB, &guess(REAL)), ["guess [guess-7]"]);
    assert_eq!(table.file(ALICE, &guess(OTHER)), [guess(OTHER), "reveal".to_owned()]);
    table.file(BOB, "");
    assert_eq!(table.points(), [1, 1]);
}

#[test]
fn guesses_are_described_in_sentences() {
    let mut table = alice_declares(NOBODYS);
    table.file(BOB, &guess(REAL));
    let opened = vec![opening(6, NOBODYS)];
    assert_eq!(
        table.apply(&Step::Opened { seat: ALICE, opened }),
        ["{0}'s sealed guess was 1A 1B 3B 3E 7E 7J 1J (wrong)"]
    );
    let (question, _) = table.question();
    let answer = table.truth(ALICE, &question).and_then(|answer| answer.parse().ok());
    let answer = answer.expect("she knows");
    assert_eq!(
        table.apply(&Step::Answered { seat: ALICE, question, answer }),
        ["{1}'s guess is right", "{1} has guessed right and {0} wrong: a triple victory"]
    );
}
