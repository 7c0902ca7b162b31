//! The page for players says what the program does.

use super::*;

#[test]
fn the_options_are_explained_with_their_usual_values() {
    let options = CheckpointDanger::options();
    assert_eq!(
        options.iter().map(|option| option.name).collect::<Vec<_>>(),
        ["allow-danger-bluff", "allow-repeat-calls"]
    );
    for option in &options {
        assert_eq!(option.default, OptionValue::Flag(false));
        assert!(
            CheckpointDanger::MANUAL
                .contains(&format!("| `{}` | `{}` |", option.name, option.default)),
            "{}",
            option.name
        );
    }
    let set: OptionMap = [
        (REPEAT_CALLS.to_owned(), OptionValue::Flag(true)),
        (DANGER_BLUFF.to_owned(), OptionValue::Flag(false)),
    ]
    .into();
    assert_eq!(
        CheckpointDanger::read_options(&set, 2),
        Ok(Options { danger_bluff: false, repeat_calls: true })
    );
}

#[test]
fn what_it_says_can_be_typed_can_be_typed() {
    let state = State::start(Options::default(), None);
    let own = Own::new(ALICE, network(UNSEEN_SHEET));
    let mut calls = 0;
    for row in CheckpointDanger::MANUAL
        .lines()
        .skip_while(|line| *line != "| typed | called |")
        .skip(2)
        .take_while(|line| !line.is_empty())
    {
        let [typed, called] = row.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        for typed in typed.split("`, `").map(|typed| typed.trim_matches('`')) {
            let choice = CheckpointDanger::read_choice(&state, &own, typed).expect("a call");
            assert!(choice.iter().all(|call| called.contains(&call.to_string())), "{typed}");
            calls += choice.len();
        }
    }
    assert_eq!(calls, 9);
    for setup in CheckpointDanger::MANUAL
        .lines()
        .filter_map(|line| line.split_once("--setup \"")?.1.strip_suffix('"'))
    {
        assert_eq!(CheckpointDanger::read_secret(&state, ALICE, setup), Ok(network(SEED_SHEET)));
    }
}

#[test]
fn every_key_for_programs_is_explained() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6");
    let (public, mine) = CheckpointDanger::json(&table.state, Some(table.own(ALICE)));
    let (_, explained) = CheckpointDanger::MANUAL.split_once("## For programs").expect("a chapter");
    let mine = mine.expect("alice's");
    for object in
        [&public, &mine, &public["seats"][0], &public["seats"][0]["calls"][0], &public["asked"]]
    {
        for key in object.as_object().expect("an object").keys() {
            assert!(explained.contains(&format!("`{key}`")), "{key}");
        }
    }
}

#[test]
fn a_zero_in_the_middle_clears_as_many_squares_as_it_says() {
    assert_eq!(play::view(place("D5")).len(), 27);
    assert!(CheckpointDanger::MANUAL.contains("from the middle of the map it clears 27 squares"));
}
