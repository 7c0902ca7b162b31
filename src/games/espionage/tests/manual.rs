//! The page for players agrees with the program.

use super::super::Espionage;
use super::super::kind::Kind;
use super::super::setup::Army;
use super::combat::by_table;
use super::table::{ALICE, Table, options};
use crate::rules::{AsJson, Game, Setup};

fn manual() -> &'static str {
    Espionage::PROFILE.manual
}

/// Finds the table whose header begins with `head`. Returns the cells of each row.
fn rows(head: &str) -> Vec<Vec<&'static str>> {
    let rows = manual()
        .lines()
        .skip_while(|line| !line.starts_with(head))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let rows: Vec<_> =
        rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert!(!rows.is_empty(), "{head}");
    rows
}

#[test]
fn manual_lists_options_with_their_defaults() {
    for option in Espionage::options() {
        assert!(
            manual().contains(&format!("| `{}` | `{}` |", option.name, option.default)),
            "{}",
            option.name
        );
    }
    assert_eq!(rows("| option |").len(), Espionage::options().len());
}

#[test]
fn the_army_is_as_it_says() {
    let options = options(&[]);
    let army = rows("| symbol | piece |");
    assert_eq!(army.len(), 9);
    for (row, kind) in army.iter().zip(Kind::pieces()) {
        let due = [
            format!("`{}`", kind.sign()),
            kind.title().to_owned(),
            options.count(kind).to_string(),
            if kind.walks() { "yes" } else { "no" }.to_owned(),
        ];
        assert_eq!(*row, due);
    }
}

#[test]
fn the_combat_table_is_that_of_the_rules() {
    let table = rows("| attacks |");
    for (row, attacker) in table.iter().zip("12345SE".chars()) {
        for (cell, defender) in row.iter().skip(1).zip("12345SEMH".chars()) {
            let due = by_table(attacker, defender).map(|clash| clash.to_string());
            let said = match *cell {
                "W" => "takes",
                "L" => "falls",
                "game" => "headquarters",
                other => other,
            };
            assert_eq!(due.as_deref(), Some(said), "{attacker} attacks {defender}");
        }
    }
    assert_eq!(table.len(), 7);
}

#[test]
fn manual_shows_the_real_form() {
    let help = Army::help(&options(&[]), ALICE).expect("every seat hides an army");
    assert!(manual().contains(&help.form));
}

#[test]
fn moves_can_be_typed_as_it_says() {
    let table = Table::with(&[], &[(ALICE, '3', "D4"), (ALICE, '1', "F2")]);
    let due = table.read("D4-D5, F2-F3").expect("a move");
    let typed = rows("| typed |");
    for (row, strides) in typed.iter().zip([Some(&due), Some(&due), None]) {
        for text in row[0].split('`').skip(1).step_by(2) {
            let read = table.read(text).expect("a move");
            assert_eq!(Some(&read).filter(|read| !read.0.is_empty()), strides, "{text}");
        }
    }
}

#[test]
fn every_key_of_the_json_is_explained() {
    let (_, explained) = manual().split_once("## For programs").expect("a chapter");
    let table = Table::full(&[], 1);
    let public = table.state.json(&table.shown);
    let own = table.state.private_json(table.seen(ALICE));
    let piece = public["pieces"][0].clone();
    for object in [&public, &own, &piece] {
        for key in object.as_object().expect("an object").keys() {
            assert!(explained.contains(&format!("`{key}`")), "{key}");
        }
    }
    for kind in Kind::ALL {
        assert!(explained.contains(&format!("`{kind}`")), "{kind}");
    }
}

#[test]
fn lines_are_short_and_plain() {
    assert!(manual().chars().all(|sign| sign.is_ascii() || sign == '†'));
    let text = manual().replace('†', "+");
    assert!(text.lines().filter(|line| !line.starts_with('|')).all(|line| line.len() <= 140));
    assert!(manual().contains("if no one has won in 4,000 turns"));
}

/// The table of fights is in the rules. The lesson for a first game is shorter, but includes all
/// cases of the table.
#[test]
fn the_lesson_names_both_fights_of_general_and_sapper() {
    for fight in ["Sapper that attacks a General", "General that attacks a Sapper"] {
        assert!(Espionage::PROFILE.lessons.contains(fight), "{fight}");
    }
}
