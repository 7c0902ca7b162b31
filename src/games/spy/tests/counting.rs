//! Counts of the remaining possibilities.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::super::hint::possible;
use super::super::moves::Move;
use super::super::position::State;
use super::super::search::{Constraint, MOST_LINES, networks, patterns};
use super::super::spaces::Spaces;
use super::super::words::Answer;
use super::{ALICE, BOB, OTHER, REAL, Spy, Table, mv, name, names, network, options};
use crate::rules::{Game, Heat, Hints, Observation, Preview, Private, Seat, Show, Shown, Step};

/// Whether a network with these hot spaces gives these answers.
fn fits(hot: &BTreeSet<String>, answers: &[(&str, &str)]) -> bool {
    answers.iter().all(|(space, answer)| {
        let (row, col) = space.split_at(space.len() - 1);
        let (row, col) = (row.parse::<i32>().unwrap_or(0), i32::from(col.as_bytes()[0]));
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(r, c)| {
            format!("{}{}", row + r, char::from(u8::try_from(col + c).unwrap_or(b'?')))
        });
        let truth = if hot.contains(*space) {
            "hot"
        } else if near.iter().any(|space| hot.contains(space)) {
            "warm"
        } else {
            "cold"
        };
        truth == *answer
    })
}

/// Counts the patterns that fit, by checking every answer against every network of the field.
fn slowly(state: &State, answers: &[(&str, &str)]) -> usize {
    let options = &state.options;
    let all = patterns(options, &Constraint::default(), MOST_LINES).expect("not too many");
    all.into_iter().filter(|hot| fits(&names(*hot).into_iter().collect(), answers)).count()
}

fn answers(state: &State) -> Vec<(String, String)> {
    state.fields[BOB]
        .answers
        .iter()
        .map(|(space, answer)| (name(*space), answer.to_string()))
        .collect()
}

#[test]
fn possible_networks_agree_with_all_answers() {
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    assert_eq!(table.state.options.lengths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(possible(&table.state, BOB).map(|patterns| patterns.len()), Some(4_376));
    let mut before = 4_376;
    for ask in ["4D", "1B-1F", "7G", "6E-7E", "2G"] {
        table.file(ALICE, ask);
        table.file(BOB, "7G");
        let answers = answers(&table.state);
        let answers: Vec<(&str, &str)> =
            answers.iter().map(|(space, answer)| (space.as_str(), answer.as_str())).collect();
        let left = possible(&table.state, BOB).map(|patterns| patterns.len());
        assert_eq!(left, Some(slowly(&table.state, &answers)), "{answers:?}");
        assert!(left.is_some_and(|left| left > 0 && left <= before));
        before = left.unwrap_or(0);
    }
}

fn heat(table: &Table) -> Heat {
    table.state.heat(table.seen(ALICE), Hints::Counts).expect("a heat map")
}

fn share(heat: &Heat, space: &str) -> u16 {
    heat.cells.iter().find(|warm| warm.square == space).expect("a space").share
}

#[test]
fn the_heat_counts_patterns_and_weighs_them_by_their_networks() {
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    let start = heat(&table);
    assert_eq!(start.says, ["4376 different patterns fit what {1} has answered."]);
    for ask in ["4D", "1B-1F"] {
        table.file(ALICE, ask);
        table.file(BOB, "7G");
    }
    // The slow way: check every answer against every network of the field.
    let (answers, options) = (answers(&table.state), &table.state.options);
    let answers: Vec<(&str, &str)> =
        answers.iter().map(|(space, answer)| (space.as_str(), answer.as_str())).collect();
    let mut fitting: Vec<Spaces> = Vec::new();
    networks(options, &Constraint::default(), MOST_LINES, &mut |_, hot| {
        if fits(&names(hot).into_iter().collect(), &answers) {
            fitting.push(hot);
        }
        ControlFlow::Continue(())
    });
    let now = heat(&table);
    let sets: BTreeSet<Vec<String>> = fitting.iter().map(|hot| names(*hot)).collect();
    assert_eq!(now.count, Some(sets.len() as u64));
    assert!(fitting.len() > sets.len() && now.exact);
    for space in options.grid.squares() {
        let hot = fitting.iter().filter(|hot| hot.contains(space)).count();
        let expected = 1_000 * hot / fitting.len();
        let expected = if hot > 0 { expected.max(1) } else { 0 };
        assert_eq!(usize::from(share(&now, &name(space))), expected, "{}", name(space));
    }
}

#[test]
fn a_false_answer_may_leave_nothing() {
    let mut table = Table::new(&[]);
    for (ask, answer) in [("3D", Answer::Hot), ("3D", Answer::Warm)] {
        table.apply(&Step::Moved { seat: ALICE, mv: mv(ask), sealed: None });
        let (question, _) = table.question();
        table.apply(&Step::Answered { seat: BOB, question, answer });
        table.file(BOB, "10J");
        table.file(ALICE, "");
    }
    assert_eq!(
        heat(&table).says[0],
        "No network fits what {1} has answered: one of the answers is false."
    );
}

#[test]
fn a_field_with_too_many_networks_is_not_counted() {
    let table = Table::with(
        &[("rows", "16"), ("cols", "16"), ("lengths", "1,2,3,4,5,6,7,8")],
        ["1A 1B 3B 3E 7E 7J 1J 1P 9P", "1A 1B 3B 3E 7E 7J 1J 1P 9P"],
    );
    let heat = heat(&table);
    assert_eq!(heat.says, ["More networks fit {1}'s answers than pbem can count."]);
    assert!(!heat.exact && heat.cells.is_empty());
}

#[test]
fn a_guess_is_weighed_before_it_is_made() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "3D-3F");
    table.file(BOB, "10J");
    table.file(ALICE, "8C");
    table.file(BOB, "10J");
    table.file(ALICE, "");
    let preview = |text: &str| {
        let mv = table.read(ALICE, text).expect("a move");
        table.state.preview(table.seen(ALICE), &mv, Hints::Full)
    };
    let Preview { lines: said, warning } = preview(&format!("guess {OTHER}"));
    let patterns = possible(&table.state, BOB).map_or(0, |patterns| patterns.len());
    assert_eq!(
        said,
        [
            "Guess     a legal network, lines 1 5 4 6 2 3; it agrees with all 4 answers".to_owned(),
            format!("          ({patterns} different patterns do);"),
            "          right: 1 point for you, or 3 if {1} then guesses wrong.".to_owned(),
            "          wrong: 2 points for {1}, or 3 if {1} then guesses right.".to_owned(),
            "          Sealed until {1} has guessed or declined;".to_owned(),
            "          after that the game is over.".to_owned(),
        ]
    );
    // The number of fitting patterns is a hint, so without hints the preview omits that number. It
    // isn't a hint that the guess agrees with the answers.
    let guess = table.read(ALICE, &format!("guess {OTHER}")).expect("a move");
    let mut plain = said;
    plain.remove(1);
    plain[0].push(';');
    assert_eq!(table.state.preview(table.seen(ALICE), &guess, Hints::None).lines, plain);
    let ends = "A guess ends the game. If it is wrong, {1} gets 2 points, or 3 if {1} then guesses \
                right.";
    assert_eq!(warning, Some(format!("{ends} {patterns} patterns are still possible.")));
    let warning = table.state.preview(table.seen(ALICE), &guess, Hints::None).warning;
    assert_eq!(warning.as_deref(), Some(ends), "the number is a hint");
    let wrong = preview(&format!("guess {REAL}"));
    assert_eq!(wrong.lines[0], "Guess     a legal network, lines 2 1 3 5 6 4;");
    assert_eq!(
        wrong.warning.as_deref(),
        Some("This guess can't be right: it contradicts an answer that you have.")
    );
    let preview = |text: &str| preview(text).lines;
    assert_eq!(
        preview("4C-4F"),
        ["Ask       4C-4F, 4 spaces; crosses out a square with the number 4"]
    );
    let again = ["Ask       3D;", "          asked before: 3D is hot"];
    assert_eq!(preview("3D"), again);
    let row = [
        "Ask       8B-8D, 3 spaces; crosses out a square with the number 3;",
        "          asked before: 8C is hot",
    ];
    assert_eq!(preview("8B-8D"), row);
}

/// If one guess is right and the other is wrong, the score is 3 to 0.
#[test]
fn second_guess_may_cost_three_points() {
    let mut table = Table::new(&[]);
    for _ in 0..2 {
        table.file(ALICE, "1A");
        table.file(BOB, "10J");
    }
    table.file(ALICE, "1A");
    table.file(BOB, &format!("guess {REAL}"));
    let guess = format!("guess {OTHER}");
    let mv = table.read(ALICE, &guess).expect("a move");
    let Preview { lines, warning } = table.state.preview(table.seen(ALICE), &mv, Hints::None);
    let points = [
        "          right: 1 point for you, or 3 if {1}'s own guess is wrong.",
        "          wrong: 2 points for {1}, or 3 if {1}'s own guess is right.",
    ];
    assert!(points.iter().all(|line| lines.iter().any(|one| one == line)), "{lines:?}");
    assert_eq!(
        warning.as_deref(),
        Some(
            "A guess ends the game. If it is wrong, {1} gets 2 points, or 3 if {1}'s own guess is \
             right."
        )
    );
}

#[test]
fn missing_network_is_not_counted() {
    let start = Spy::start(&options(&[]), 2);
    let hint = |state: &State, shown: &Shown<Spy>, seat: Seat| {
        let own = Private::new(seat, network(REAL));
        state.heat(Observation { position: state, shown, private: &own }, Hints::Full)
    };
    let nothing = Shown::nothing(2);
    assert_eq!(hint(&start, &nothing, ALICE), None, "bob has not joined yet");
    assert!(hint(&start, &nothing, BOB).is_some());
    let mut table = Table::new(&[]);
    table.show_all();
    assert_eq!(hint(&table.state, &table.shown, ALICE), None);
}

#[test]
fn possible_networks_include_the_true_one() {
    let mut table = Table::new(&[]);
    for ask in ["3D-3F", "8C", "5H", "6F-9F", "4J", "9G"] {
        table.file(ALICE, ask);
        table.file(BOB, "10J");
    }
    let hot: Spaces = network(OTHER).hot();
    assert!(possible(&table.state, BOB).is_some_and(|patterns| patterns.contains(&hot)));
}

/// The position in which the example screens evaluate a guess: 115 patterns agree with ten answers.
#[test]
fn ten_answers_of_the_target_screen_leave_115_patterns() {
    let mut table = Table::new(&[]);
    for ask in ["2B", "6B", "5E", "5H", "7D", "9G", "8I", "3D-3F"] {
        table.file(ALICE, ask);
        table.file(BOB, "10J");
    }
    assert_eq!(table.state.fields[BOB].answers.len(), 10);
    assert_eq!(possible(&table.state, BOB).map(|patterns| patterns.len()), Some(115));
}

/// Alice asks all of the suggested questions, for as long as a space is left to ask about.
#[test]
fn suggested_questions_were_never_answered() {
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    for round in 0..45 {
        let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
        let example = table.scene(ALICE).examples[0].0.clone();
        let answers = &table.state.fields[BOB].answers;
        for typed in heat.best.iter().map(|best| &best.typed).chain([&example]) {
            let Move::Ask(span) = mv(typed) else { panic!("{typed} is a question") };
            let is_new = span.spaces().any(|space| !answers.contains_key(&space));
            assert!(is_new, "{typed} in round {round}");
        }
        table.file(ALICE, &example);
        table.file(BOB, "7G");
    }
}

/// Bob asks about the spaces in turn until only one pattern fits. Then bob may guess.
#[test]
fn hint_names_the_guess_if_only_one_pattern_fits() {
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    let spaces: Vec<String> = table.state.options.grid.squares().map(name).collect();
    for space in spaces {
        table.file(ALICE, "1A");
        if possible(&table.state, ALICE).is_some_and(|patterns| patterns.len() == 1) {
            break;
        }
        let before = table.state.heat(table.seen(BOB), Hints::Full).expect("a heat map");
        assert!(before.best.iter().all(|best| !best.typed.starts_with("guess")));
        table.file(BOB, &space);
    }
    let heat = table.state.heat(table.seen(BOB), Hints::Full).expect("a heat map");
    let [best] = heat.best.as_slice() else { panic!("one guess: {:?}", heat.best) };
    let Move::Guess(Some(guess)) = mv(&best.typed) else { panic!("{} is a guess", best.typed) };
    assert_eq!(guess.hot(), network(REAL).hot());
    assert!(heat.says.contains(&"Guess now.".to_owned()), "{:?}", heat.says);
}

/// Bob has asked until only one pattern fits, and has sealed a guess. Alice knows next to nothing,
/// but without a guess she loses.
#[test]
fn hint_never_advises_to_decline_if_that_loses() {
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    let spaces: Vec<String> = table.state.options.grid.squares().map(name).collect();
    for space in spaces {
        table.file(ALICE, "1A");
        table.file(BOB, &space);
        if possible(&table.state, ALICE).is_some_and(|patterns| patterns.len() == 1) {
            break;
        }
    }
    table.file(ALICE, "1A");
    let advice = |table: &Table| {
        let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
        heat.says.join(" ")
    };
    table.file(BOB, &format!("guess {REAL}"));
    let said = advice(&table);
    assert!(said.contains("Guess now") && !said.contains("Decline"), "{said}");
    // If bob has asked only about one space, the guess is probably wrong.
    let mut table = Table::with(&[("rows", "7"), ("cols", "7")], [REAL, "7A 7B 1B 1E 6E 6C 2C"]);
    for _ in 0..2 {
        table.file(ALICE, "1A");
        table.file(BOB, "7G");
    }
    table.file(ALICE, "1A");
    table.file(BOB, &format!("guess {REAL}"));
    assert!(advice(&table).contains("Decline"), "{}", advice(&table));
}
