//! The page for players agrees with the program.

use super::*;

#[test]
fn manual_explains_the_options_with_their_defaults() {
    let options = Checkpoint::options();
    assert_eq!(
        options.iter().map(|option| option.name).collect::<Vec<_>>(),
        ["allow-danger-bluff", "allow-repeat-calls"]
    );
    for option in &options {
        assert_eq!(option.default, OptionValue::Flag(false));
        assert!(
            Checkpoint::PROFILE
                .manual
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
        Checkpoint::read_options(&set, 2),
        Ok(Options { danger_bluff: false, repeat_calls: true })
    );
}

#[test]
fn examples_in_the_manual_can_be_typed() {
    let table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    let mut calls = 0;
    for row in Checkpoint::PROFILE
        .manual
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
            let Calls(choice) = Calls::read(typed, &table.seen(ALICE)).expect("a call");
            assert!(choice.iter().all(|call| called.contains(&call.to_string())), "{typed}");
            calls += choice.len();
        }
    }
    assert_eq!(calls, 9);
    for setup in Checkpoint::PROFILE
        .manual
        .lines()
        .filter_map(|line| line.split_once("--setup \"")?.1.strip_suffix('"'))
    {
        assert_eq!(Network::read(&Options::default(), ALICE, setup), Ok(network(SEED_SHEET)));
    }
}

#[test]
fn every_key_for_programs_is_explained() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("F6");
    let public = table.state.json(&table.shown);
    let mine = table.state.private_json(table.seen(ALICE));
    let (_, explained) =
        Checkpoint::PROFILE.manual.split_once("## For programs").expect("a chapter");
    for object in
        [&public, &mine, &public["seats"][0], &public["seats"][0]["calls"][0], &public["asked"]]
    {
        for key in object.as_object().expect("an object").keys() {
            assert!(explained.contains(&format!("`{key}`")), "{key}");
        }
    }
}

#[test]
fn zero_in_the_middle_rules_out_the_stated_squares() {
    assert_eq!(position::view(square("D5")).len(), 27);
    assert!(Checkpoint::PROFILE.manual.contains("from the middle of the map it clears 27 squares"));
}
