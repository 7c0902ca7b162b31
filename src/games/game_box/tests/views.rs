//! Scenes: each viewer sees no more than the rules allow.

use super::*;
use crate::games::conformance::Dice;
use crate::games::game_box::position::DotState;
use crate::rules::scene::{Role, Row, Scene};
use crate::rules::{Forfeits, Hints, Names, marked};

/// The position on the example screen, after 25 calls.
fn club() -> Table {
    let mut table = Table::new(
        5,
        &[],
        "houses A7 A8 B4 B1 H1 H2 H3 H4 H5 H7; guns A6 B7 C9 G8 A1 A2 A3 A4 A5 A9",
    );
    table.calls("A7 B2 A8 B1 A6 B9 B4 C4 D3 D6 B7 D7 E8 E9 C9 F4 F5 F9 G1 G2 G6 H6 G8 C3 E2");
    table
}

impl Table {
    fn public(&self) -> Scene {
        self.state.scene(&self.shown, None)
    }

    fn scene_of(&self, own: &Private<GameBox>) -> Scene {
        self.state.scene(&self.shown, Some(own))
    }
}

fn drawn(scene: &Scene) -> Vec<String> {
    let rows = scene.boards[0].rows.iter().map(|row| match row {
        Row::Cells { label, cells, .. } => {
            let cells: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
            format!("{label} {}", cells.join(" "))
        }
        Row::Band(text) => text.clone(),
    });
    rows.collect()
}

#[test]
fn chart_is_drawn_with_all_counters() {
    let table = club();
    let scene = table.public();
    assert_eq!(
        drawn(&scene),
        [
            "A · · · · · G [1] [3] ·",
            "B [4] ○ · [3] · · G · ○",
            "C · · ○ ○ · · · · G",
            "D · · ○ · · ○ ○ · ·",
            "E · ○ · · · · · ○ ○",
            "F · · · ○ ○ · · · ○",
            "G ○ ○ · · · ○ · G ·",
            "H · · · · · ○ · · ·",
        ]
    );
    let names = Names::new(["alice", "bob", "carol", "dave", "erin"]);
    let aside: Vec<String> = scene.boards[0].aside.iter().map(|line| names.fill(line)).collect();
    assert_eq!(
        aside,
        [
            "  caller      hits   bombs lost  misses",
            "────────────────────────────────────────────",
            "  1 bob       ■ · ·  × · ·          5",
            "► 2 carol     · · ·  · · ·          6",
            "  3 dave      ■ ■ ·  × × ×          1    OUT",
            "  4 erin      ■ · ·  · · ·          5",
            "",
            "Checker: alice     houses left: 6 of 10",
            "next caller: 4, then 1 (3 is out)",
        ]
    );
    let news: Vec<String> =
        table.events.iter().rev().take(3).map(|line| names.fill(line)).collect();
    assert_eq!(
        news,
        ["bob calls E2: MISS", "erin calls C3: MISS", "dave calls G8: GUN (third bomb: out)"]
    );
}

#[test]
fn caller_sees_public_facts_on_their_turn() {
    let table = club();
    let public = table.public();
    let waiting = table.scene_of(&caller(1));
    assert_eq!(public, waiting);
    let calling = table.scene_of(&caller(2));
    assert_eq!(Scene { may: Vec::new(), examples: Vec::new(), ..calling.clone() }, public);
    assert_eq!((calling.may.len(), calling.examples.len()), (1, 1));
    let example = table.read(&calling.examples[0].0).expect("can be typed");
    assert_eq!(table.state.check(Seat(2), &example, &table.shown), Ok(()));
    assert_eq!(table.state.known(example), None);
}

#[test]
fn checker_sees_the_chart_and_the_calls() {
    let table = club();
    let rows = drawn(&table.scene_of(&table.checker));
    assert_eq!(rows[0], "A g g g g g G [1] [3] g");
    assert_eq!(rows[7], "H H H H H H ○ H · ·");
}

#[test]
fn chart_is_hidden_before_the_end() {
    let mut dice = Dice(7);
    let mut views = Vec::new();
    for _ in 0..20 {
        let mut table = Table::plain();
        table.checker.setup = Layout::random(&table.state.options, CHECKER, &mut dice);
        let checker = &table.checker;
        assert!(!format!("{checker:?}{:?}", checker.setup).contains(['1', '2', '3', '4', '5']));
        table.ask(dot("D4"));
        views.push((
            table.public(),
            table.scene_of(&caller(1)),
            table.state.json(&table.shown).to_string(),
        ));
    }
    assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_call_that_waits_for_its_answer_is_marked() {
    let mut table = Table::plain();
    table.ask(dot("A1"));
    let cell = |scene: Scene| match &scene.boards[0].rows[0] {
        Row::Cells { cells, .. } => cells[0].clone(),
        Row::Band(_) => panic!("a row of dots"),
    };
    let public = cell(table.public());
    assert_eq!((public.text.as_str(), public.role), ("?", Role::Asked));
    let own = cell(table.scene_of(&table.checker));
    assert_eq!((own.text.as_str(), own.role), ("H", Role::Asked));
}

#[test]
fn the_chart_is_shown_to_all_at_the_end() {
    let mut table = Table::new(3, &[], ROWS);
    table.calls("A1 C1 A2 C2 A3");
    table.shown.reveal(CHECKER, table.checker.setup.clone());
    let rows = drawn(&table.public());
    assert_eq!(rows[0], "A [1] [1] [1] H H H H H H");
    assert_eq!(rows[1], "B g g g g g g g g g");
}

#[test]
fn pencil_marks_are_shown_on_uncalled_dots() {
    let table = club();
    let mut own = caller(2);
    own.notes.marks.extend([("A1".to_owned(), 'x'), ("A6".to_owned(), 'x')]);
    assert_eq!(drawn(&table.scene_of(&own))[0], "A x · · · · G [1] [3] ·");
}

#[test]
fn pencil_marks_take_dots_and_lines_of_dots() {
    let scene = club().public();
    let dots = |typed: &str| marked(&scene, typed).map(|dots| dots.join(" "));
    assert_eq!(dots("c-4").as_deref(), Some("C4"));
    assert_eq!(dots("C5-C7").as_deref(), Some("C5 C6 C7"));
    assert_eq!(dots("a4\u{2013}c4").as_deref(), Some("A4 B4 C4"));
    for typed in ["", "Z1", "A1-B3", "A1-A10", "A1-", "nothing"] {
        assert_eq!(dots(typed), None, "{typed}");
    }
}

#[test]
fn long_chart_is_turned_and_a_wide_one_stacked() {
    let scene = |set: &[(&str, &str)]| {
        let options = conformance::options::<GameBox>(set, 9);
        GameBox::start(&options, 9).scene(&Shown::nothing(9), None)
    };
    let long = scene(&[("letters", "2"), ("numbers", "64")]);
    assert_eq!((long.boards[0].columns.len(), long.boards[0].rows.len()), (2, 64));
    let wide = scene(&[("letters", "10"), ("numbers", "10")]);
    assert!(wide.boards[0].aside.is_empty() && wide.legend[0].contains("bombs lost"));
    for (numbers, drawn) in [("24", (24, 5)), ("25", (5, 25))] {
        let board = scene(&[("letters", "5"), ("numbers", numbers)]).boards.remove(0);
        assert_eq!((board.columns.len(), board.rows.len()), drawn);
    }
    let small = scene(&[("letters", "3"), ("numbers", "9")]);
    assert!(small.boards[0].aside.is_empty(), "nine callers don't fit next to three rows");
}

#[test]
fn the_list_leaves_nothing_out() {
    let table = club();
    let list = table.scene_of(&table.checker).list;
    assert_eq!(
        list,
        [
            "Chart: A1 to H9, 72 dots. Checker: {0}.",
            "Caller 1, {1}: hits 1 of 3, bombs lost 1 of 3, misses 5.",
            "Caller 2, {2}: hits 0 of 3, bombs lost 0 of 3, misses 6.",
            "Caller 3, {3}: hits 2 of 3, bombs lost 3 of 3, misses 1. Out: three bombs lost.",
            "Caller 4, {4}: hits 1 of 3, bombs lost 0 of 3, misses 5.",
            "Houses left: 6 of 10.",
            "Houses hit by {1}: A 7.",
            "Houses hit by {3}: A 8. B 4.",
            "Houses hit by {4}: B 1.",
            "Guns called: A 6. B 7. C 9. G 8.",
            "Empty: B 2, 9. C 3, 4. D 3, 6, 7. E 2, 8, 9. F 4, 5, 9. G 1, 2, 6. H 6.",
            "Not called yet, 47 dots: A 1 to 5, 9. B 3, 5, 6, 8. C 1, 2, 5 to 8. \
             D 1, 2, 4, 5, 8, 9. E 1, 3 to 7. F 1 to 3, 6 to 8. G 3 to 5, 7, 9. \
             H 1 to 5, 7 to 9.",
            "Houses not hit: H 1 to 5, 7.",
            "Guns not called: A 1 to 5, 9.",
            "Order of calls: {2}, {4}, {1}.",
        ]
    );
}

#[test]
fn programs_get_the_public_state_and_their_own() {
    let table = club();
    let public = table.state.json(&table.shown);
    let own = table.state.private_json(table.seen(&table.checker));
    assert_eq!(public["dots"]["A7"], "1");
    assert_eq!(public["dots"]["G8"], "G");
    assert_eq!(public["dots"]["B2"], "o");
    assert_eq!(public["dots"].as_object().map(serde_json::Map::len), Some(25));
    assert_eq!(
        public["callers"][2],
        serde_json::json!({"seat": 3, "hits": 2, "bombs_lost": 3, "misses": 1, "out": "bombs"})
    );
    assert_eq!((&public["turn"], &public["houses_left"]), (&2.into(), &6.into()));
    assert_eq!(own["houses"][0], "A7");
    assert_eq!(table.state.private_json(table.seen(&caller(2))), serde_json::json!({}));
}

#[test]
fn effects_of_an_answer_are_described() {
    let removed = Some(DotState::Removed { by: Seat(2) });
    for (answer, count, before, out, told) in [
        (Answer::Hit, 1, None, false, " (first hit)"),
        (Answer::Hit, 2, None, false, " (second hit)"),
        (Answer::Hit, 3, None, false, " (third hit: wins)"),
        (Answer::Gun, 1, None, false, " (first bomb)"),
        (Answer::Gun, 2, Some(DotState::Gun), false, " (second bomb)"),
        (Answer::Gun, 3, None, true, " (third bomb: out)"),
        (Answer::Miss, 4, None, false, ""),
        (Answer::Miss, 4, removed, false, " ({2} hit the house there)"),
        (Answer::Miss, 4, Some(DotState::Empty), false, " (called before)"),
        (Answer::Miss, 10, Some(DotState::Empty), true, " (miss 10: out)"),
    ] {
        assert_eq!(end::comes_of_it(answer, count, before, out), told);
    }
}

#[test]
fn open_question_names_the_dot_or_the_caller_who_left() {
    let table = Table::plain();
    let words = |question: Question| table.state.question_words(&question);
    assert_eq!(words(Question::Call(dot("B5"))), "B5");
    assert_eq!(words(Question::Leaving), "{1} has left the game");
}

#[test]
fn reason_for_a_caller_being_out_is_shown() {
    let mut table = Table::new(5, &[], ROWS);
    assert_eq!(table.state.leave(Seat(1), Leaving::Breach), None);
    let scene = table.public();
    assert_eq!(scene.list.last().map(String::as_str), Some("{1} has left; {0} has to answer OUT."));
    assert!(scene.legend.contains(&"     {1} has left: the Checker has to answer OUT.".to_owned()));
    assert_eq!(table.state.json(&table.shown)["called"], serde_json::Value::Null);
    table.apply(&Step::Answered { seat: CHECKER, question: Question::Leaving, answer: Reply::Out });
    table.strike_out();
    table.resign();
    let callers = table.state.json(&table.shown)["callers"].clone();
    let out = ["breach", "late", "resigned"];
    assert_eq!([0, 1, 2].map(|at| callers[at]["out"].clone()), out);
    let list = table.public().list.join(" ");
    for why in ["Out: broke the rules.", "Out: missed the deadline.", "Out: resigned."] {
        assert!(list.contains(why), "{why}");
    }
}

/// All dots that no one has called are equally good, so the suggestions needn't follow the rows.
#[test]
fn suggested_calls_are_spread_over_the_chart() {
    let mut table = Table::plain();
    let mut rows = std::collections::BTreeSet::new();
    for _ in 0..6 {
        let own = caller(1);
        let heat = table.state.heat(table.seen(&own), Hints::Full).expect("a heat map");
        let call = heat.best[0].typed.clone();
        assert_eq!(table.state.known(dot(&call)), None, "{call}");
        rows.extend(call.chars().next());
        table.calls(&call);
    }
    assert!(rows.len() >= 4, "{rows:?}");
}

#[test]
fn a_hint_counts_what_has_not_been_called() {
    let table = club();
    let own = caller(2);
    let seen = table.seen(&own);
    let odds = "Still uncalled: 47 dots, with 6 houses and 6 guns";
    let heat = table.state.heat(seen, Hints::Counts).expect("a heat map");
    assert_eq!(heat.says, [format!("{odds}.")]);
    assert_eq!((heat.cells.len(), heat.cells[0].share, heat.best.len()), (47, 127, 0));
    assert_eq!(table.state.heat(seen, Hints::Full).expect("a heat map").best.len(), 1);
    let checker = table.state.heat(table.seen(&table.checker), Hints::Full);
    assert_eq!(checker, None, "the Checker sees all houses");
    let preview = |call: &str, hints| table.state.preview(seen, &dot(call), hints);
    assert_eq!(preview("D1", Hints::Counts).lines, [odds]);
    assert_eq!(preview("D1", Hints::None).lines, ["D1 has not been called"]);
    assert_eq!(preview("D1", Hints::Full).warning, None);
    // All players know what is on these dots, so calling these dots can only cost a turn or a bomb.
    for (known, warning) in [
        ("A7", "{1} has already hit the house on A7."),
        ("A6", "A gun is on A6, so this call costs a bomb."),
    ] {
        assert_eq!(preview(known, Hints::None).warning.as_deref(), Some(warning));
    }
}

#[test]
fn manual_names_every_option_and_the_json_keys() {
    for spec in GameBox::options() {
        assert!(GameBox::PROFILE.manual.contains(&format!("`{}`", spec.name)), "{}", spec.name);
    }
    assert!(GameBox::PROFILE.manual.contains("\n## For programs\n"));
    assert!(GameBox::PROFILE.manual.contains("if no one has won in 4,000 turns"));
}

#[test]
fn the_setup_in_the_manual_is_legal() {
    let (_, rest) = GameBox::PROFILE.manual.split_once("--setup \"").expect("an example");
    let (setup, _) = rest.split_once('"').expect("its end");
    let options = conformance::options::<GameBox>(&[], 4);
    assert_eq!(
        Layout::read(&options, CHECKER, setup).map(|layout| layout.describe(&options, CHECKER)),
        Ok(setup.to_owned())
    );
}

#[test]
fn example_is_no_gun_even_if_all_dots_are_known() {
    let mut table = club();
    for (at, dot) in table.state.options.chart.dots().enumerate() {
        let known = if at == 0 { DotState::Gun } else { DotState::Empty };
        table.state.called_dots.insert(dot, known);
    }
    let example = table.state.example().expect("a dot");
    assert_eq!(table.state.known(example), Some(DotState::Empty));
}
