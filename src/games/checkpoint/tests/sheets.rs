//! Scenes.

use super::*;
use crate::rules::scene::{Board, Row, Scene};

/// The game of the example screen: bob has just called Checkpoint Danger, Fiji 3, and alice has
/// marked two squares.
fn screen() -> Table {
    let mut table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    table.calls(&["F6", "D5", "E8", "B6", "F3", "B1", "E2", "danger F3"]);
    for square in ["A4", "A9"] {
        table.owns[0].notes.marks.insert(square.to_owned(), 'x');
    }
    table
}

fn scene(table: &Table, seat: Option<Seat>) -> Scene {
    table.state.scene(&table.shown, seat.map(|seat| table.own(seat)))
}

/// Returns the rows of a board as a simple renderer would write them.
fn rows(board: &Board) -> Vec<String> {
    let cell = |text: &str| match crate::board::text::columns(text) {
        1 | 2 => format!(" {text:<2}"),
        _ => text.to_owned(),
    };
    board
        .rows
        .iter()
        .map(|row| match row {
            Row::Cells { cells, .. } => {
                cells.iter().map(|square| cell(&square.text)).collect::<String>()
            }
            Row::Band(band) => band.clone(),
        })
        .collect()
}

#[test]
fn boards_look_like_the_example_screen() {
    let scene = scene(&screen(), Some(ALICE));
    let [own, known] = &scene.boards[..] else { panic!("two boards") };
    assert_eq!(
        rows(own),
        [
            " ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  · (3) ·  A  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  A (1) ·  ·  ·  · ",
            " · [A] ·  ·  ·  ·  ·  ·  · ",
            " ·  · !?  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  ·  A  ·  ·  · ",
        ]
    );
    assert_eq!(
        rows(known),
        [
            " ·  ·  ·  X  ·  ·  ·  x  X ",
            " 2  ·  ·  ·  x  p  ·  x  · ",
            " ·  ·  ·  ·  ·  x  ·  x  · ",
            " ·  ·  ·  a  p  ·  x  x  x ",
            " x  x  x  x  x  x  x  0  x ",
            " ·  · [A] ·  ·  2  x  x  x ",
            " ·  ·  ·  ·  ·  x  ·  x  · ",
        ]
    );
    assert_eq!(says(&own.title), "YOUR MAP");
    assert_eq!(says(&known.title), "BOB: what you know");
    assert_eq!(own.columns, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

#[test]
fn the_regions_are_named_between_the_boards() {
    let scene = scene(&screen(), Some(ALICE));
    let labels = |board: &Board| -> Vec<(String, String)> {
        let label = |row: &Row| {
            if let Row::Cells { label, name, .. } = row {
                (label.clone(), name.clone())
            } else {
                Default::default()
            }
        };
        board.rows.iter().map(label).collect()
    };
    assert_eq!(labels(&scene.boards[0])[2], (String::new(), "C Canadian".to_owned()));
    assert_eq!(labels(&scene.boards[1])[2], ("C".to_owned(), String::new()));
}

#[test]
fn the_legend_and_the_facts_explain_it() {
    let scene = scene(&screen(), Some(ALICE));
    assert_eq!(
        scene.legend,
        [
            "    A  agent     [A] found by opponent      2  answer 2   [A] found by you",
            "   (3) your opponent's call, answer 3       x  ruled out by a 0   X  by you",
            "    ?  not answered yet    !  Danger call   p  called by opponent: no agent",
            "                                            a  your own agent: say danger",
        ]
    );
    assert_eq!(
        scene
            .facts
            .iter()
            .map(|(label, text)| format!("{label}: {}", says(text)))
            .collect::<Vec<_>>(),
        ["Found: by you 1 of 4, by bob 1 of 4"]
    );
    assert!(scene.may.is_empty() && scene.examples.is_empty(), "alice has to answer");
}

#[test]
fn current_player_gets_advice() {
    let mut table = screen();
    table.settle();
    let scene = scene(&table, Some(ALICE));
    assert_eq!(scene.may.len(), 2);
    assert_eq!(scene.examples, [("Arctic 1".to_owned(), "an agent may be there".to_owned())]);
}

#[test]
fn the_list_says_the_same_in_sentences() {
    let list: Vec<String> =
        scene(&screen(), Some(ALICE)).list.iter().map(|line| says(line)).collect();
    assert_eq!(
        list,
        [
            "Your agents: Bering 8. Desert 4. Equator 2, found. Glacier 6.",
            "bob has called: Desert 5, answer 1. Bering 6, answer 3. Equator 2, HIT. Fiji 3 \
            (Danger call), not answered yet.",
            "You have called: Fiji 6, answer 2. Equator 8, answer 0. Fiji 3, HIT. Bering 1, \
            answer 2.",
            "Found: by you 1 of 4, by bob 1 of 4.",
            "Your pencil marks: X on Arctic 4, X on Arctic 9.",
            "bob's map has 34 open squares (not answered yet, and not ruled out by a 0, bob's \
            calls or your marks): Arctic 1 to 3, 5 to 7. Bering 2 to 4, 7, 9. Canadian 1 to 5, 7, \
            9. Desert 1 to 4, 6. Fiji 1, 2, 4, 5. Glacier 1 to 5, 7, 9.",
        ]
    );
}

#[test]
fn answer_and_reason_are_shown_to_the_owner() {
    let table = screen();
    let Due::Answer { seat: ALICE, question, .. } = table.due() else { panic!("alice answers") };
    assert_eq!(table.truth(&[ALICE], question), Some(Answer::Seen(1)));
    let because = table.state.because(&question, Known(&[table.own(ALICE)]));
    assert_eq!(because.as_deref(), Some("Equator 2"));
}

#[test]
fn a_call_of_an_agent_shows_both() {
    let mut table = Table::new("B8 D4 E2 G6", "E2 F1 F2 F3");
    table.calls(&["G9", "danger E2"]);
    assert_eq!(rows(&scene(&table, Some(ALICE)).boards[0])[4], " · !A? ·  ·  ·  ·  ·  ·  · ");
    let mut table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    table.calls(&["G9", "E2"]);
    let scene = scene(&table, Some(ALICE));
    assert_eq!(rows(&scene.boards[0])[4], " ·  A? ·  ·  ·  ·  ·  ·  · ");
    assert!(
        scene.may.is_empty() && scene.examples.is_empty(),
        "a HIT will leave the move with bob"
    );
}

#[test]
fn ones_own_open_call_and_queue_are_seen() {
    let mut table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    table.call("A5; A6; danger D4");
    let scene = scene(&table, Some(ALICE));
    assert_eq!(rows(&scene.boards[1])[0], " ·  ·  ·  · (?) ·  ·  ·  · ");
    assert_eq!(
        scene.facts[1],
        (
            "Still to call".to_owned(),
            "after a HIT: Arctic 6; Checkpoint Danger, Desert 4".to_owned()
        )
    );
    assert!(scene.may.is_empty());
}

#[test]
fn danger_call_shows_an_agent() {
    let mut table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    table.calls(&["A2", "danger F3"]).settle();
    let scene = scene(&table, Some(ALICE));
    assert_eq!(rows(&scene.boards[1])[5], " ·  ·  A  ·  ·  ·  ·  ·  · ");
    assert!(scene.legend.iter().any(|line| line.ends_with("A  agent shown to you, not found")));
    assert!(
        scene.list.iter().any(|line| says(line)
            == "Agents that bob has shown, but that haven't been found yet: Fiji 3.")
    );
}

#[test]
fn danger_call_shows_only_the_words_with_bluffs() {
    let mut table = Table::with(
        Options { danger_bluff: true, ..Options::default() },
        "B8 D4 E2 G6",
        SEED_SHEET,
    );
    table.calls(&["A2", "danger F3", "C8", "danger A4"]).settle();
    let scene = scene(&table, Some(ALICE));
    assert_eq!(rows(&scene.boards[1])[5], " ·  ·  d  ·  ·  ·  ·  ·  · ");
    let bluffs = "Danger calls by bob, perhaps bluffs: Arctic 4, Fiji 3.";
    assert!(scene.list.iter().any(|line| says(line) == bluffs));
}

#[test]
fn pencil_marks_hide_no_fact() {
    let mut table = screen();
    for (square, sign) in [
        ("F6", 'x'),
        ("A1", '?'),
        ("A2", '!'),
        ("A3", '3'),
        ("B2", 'b'),
        ("E1", 'x'),
        ("B6", 'x'),
        ("C1", '\u{1b}'),
        ("Z9", 'x'),
    ] {
        table.owns[0].notes.marks.insert(square.to_owned(), sign);
    }
    let scene = scene(&table, Some(ALICE));
    let rows = rows(&scene.boards[1]);
    assert_eq!(rows[0], " ?  !  3' X  ·  ·  ·  x  X ");
    assert_eq!(rows[1], " 2  b' ·  ·  x  X  ·  x  · ");
    assert_eq!(rows[2], " ·  ·  ·  ·  ·  x  ·  x  · ");
    assert_eq!(rows[4].chars().nth(1), Some('X'));
    assert_eq!(rows[5], " ·  · [A] ·  ·  2  x  x  x ");
    assert!(scene.legend.iter().any(|line| line.ends_with("2' (with a tick) your pencil mark")));
}

#[test]
fn the_automatic_eliminators_can_be_switched_off() {
    let mut table = screen();
    table.owns[0].notes.eliminate = false;
    let scene = scene(&table, Some(ALICE));
    assert_eq!(
        rows(&scene.boards[1])[4],
        " p  a  ·  ·  ·  ·  ·  0  · ".replace('p', "·").replace("·  a", "·  p")
    );
    assert!(scene.legend.iter().any(|line| line.ends_with("X  ruled out by you")));
    let advice = "it's up to you to mark the squares that a 0 rules out";
    assert!(scene.list.last().is_some_and(|line| line.contains(advice)));
}

#[test]
fn a_spectator_sees_two_sheets_and_no_secret() {
    let scene = scene(&screen(), None);
    assert_eq!(
        scene.boards.iter().map(|board| says(&board.title)).collect::<Vec<_>>(),
        ["ALICE: known squares", "BOB: known squares"]
    );
    assert_eq!(
        rows(&scene.boards[0]),
        [
            " ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " p  ·  ·  ·  ·  3  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  1  ·  ·  ·  · ",
            " · [A] ·  ·  ·  ·  ·  p  · ",
            " ·  · (?) ·  ·  p  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  · ",
        ]
    );
    assert_eq!(rows(&scene.boards[1])[0], " ·  ·  ·  x  ·  ·  ·  x  · ");
    assert_eq!(rows(&scene.boards[1])[3], " ·  ·  ·  ·  p  ·  x  x  x ");
    assert_eq!(
        scene.list.iter().map(|line| says(line)).collect::<Vec<_>>()[2],
        "Found: by alice 1 of 4, by bob 1 of 4."
    );
}

#[test]
fn public_view_does_not_depend_on_secrets() {
    let mut one = Table::new("A1 A2 A3 A4", SEED_SHEET);
    let mut other = Table::new("A1 A2 A3 A4", "B2 C7 F3 G9");
    for table in [&mut one, &mut other] {
        table.calls(&["F6", "D5"]).settle();
    }
    assert_eq!(scene(&one, None), scene(&other, None));
    assert_eq!(scene(&one, Some(ALICE)), scene(&other, Some(ALICE)));
    assert_eq!(one.state.json(&one.shown), other.state.json(&other.shown));
}

#[test]
fn at_the_end_the_agents_are_shown() {
    let mut table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    table.call("B2; C7; F6").settle().call("G6").settle();
    let outcome = table.state.leave(BOB, Leaving::Resigned).expect("a win");
    table.state.end(outcome);
    table.reveal(BOB);
    let scene = scene(&table, Some(ALICE));
    assert_eq!(rows(&scene.boards[1])[5], " A  ·  A  ·  ·  2  ·  ·  · ");
    assert!(
        scene
            .list
            .iter()
            .any(|line| says(line) == "bob had agents on Bering 2, Canadian 7, Fiji 1, Fiji 3.")
    );
    assert!(!scene.list.iter().any(|line| line.starts_with("Open on")));
}

#[test]
fn programs_get_the_same_facts() {
    let table = screen();
    let public = table.state.json(&table.shown);
    let mine = table.state.private_json(table.seen(ALICE));
    assert_eq!(public["to_call"], 1);
    assert_eq!(public["first"], 0);
    assert_eq!(
        public["asked"],
        serde_json::json!({ "of": 0, "call": "Checkpoint Danger, Fiji 3" })
    );
    assert_eq!(
        public["seats"][1]["calls"][2],
        serde_json::json!({ "square": "E2", "danger": false, "answer": "HIT" })
    );
    assert_eq!(public["seats"][1]["shown"]["F3"], "agent");
    assert_eq!(public["seats"][0]["found"], 1);
    assert_eq!(public["seats"][0]["agents"], serde_json::Value::Null);
    assert_eq!(mine["agents"], serde_json::json!(["B8", "D4", "E2", "G6"]));
    assert_eq!(mine["found"], serde_json::json!(["E2"]));
    assert_eq!(mine["marks"], serde_json::json!({ "A4": "X", "A9": "X" }));
    assert_eq!(mine["possible"].as_array().map(Vec::len), Some(34));
}

#[test]
fn move_can_be_previewed_before_it_is_signed() {
    let table = Table::new("B8 D4 E2 G6", SEED_SHEET);
    let preview = |typed: &str| {
        let mv = Calls::read(typed, &table.seen(ALICE)).expect("a call");
        let lines = table.state.preview(table.seen(ALICE), &mv, Hints::Full).lines;
        lines.iter().map(|line| says(line)).collect::<Vec<_>>()
    };
    assert_eq!(
        preview("C5; danger D4"),
        [
            "Canadian 5: shows bob that you have no agent there",
            "Checkpoint Danger, Desert 4: shows bob that you have an agent there, \
                if you get that far",
        ]
    );
}
