//! Scenes.

use super::super::legal::Illegal;
use super::super::square::Square;
use super::table::{ALICE, BOB, Table};
use crate::rules::scene::{Row, Scene};
use crate::rules::{AsJson, Heat, Hints, Seat, Show, Shown};

/// Returns the scene for a seat, or for spectators.
fn scene(table: &Table, seat: Option<Seat>) -> Scene {
    table.state.scene(&table.shown, seat.map(|seat| table.own(seat)))
}

/// Returns the rows of the board, each with its label and its cells.
fn rows(scene: &Scene) -> Vec<(String, Vec<String>)> {
    let rows = scene.boards[0].rows.iter().filter_map(|row| match row {
        Row::Cells { label, cells, .. } => {
            Some((label.clone(), cells.iter().map(|cell| cell.text.clone()).collect()))
        }
        Row::Band(_) => None,
    });
    rows.collect()
}

fn cell(scene: &Scene, square: &str) -> String {
    let place: Square = square.parse().expect("a square");
    let (_, cells) = rows(scene)
        .into_iter()
        .find(|(label, _)| *label == place.row().to_string())
        .expect("the row");
    cells[usize::from(place.0.col)].clone()
}

fn played() -> Table {
    let pieces = [
        (ALICE, '5', "H7"),
        (ALICE, 'S', "E8"),
        (ALICE, 'H', "D1"),
        (BOB, 'M', "H8"),
        (BOB, '3', "D10"),
        (BOB, 'M', "F9"),
        (BOB, '2', "J10"),
        (BOB, '1', "A9"),
    ];
    let mut table = Table::with(&[], &pieces);
    table.volcano("E5");
    table.go("H7-H8, E8-E9");
    table.go("J10-J9, A9-A8");
    table
}

#[test]
fn board_shows_ranks_and_the_last_moves() {
    let table = played();
    let scene = scene(&table, Some(ALICE));
    for (square, due) in [
        ("E9", "S"),
        ("D1", "H"),
        ("D10", "[3]"),
        ("F9", "[M]"),
        ("H8", "(M)"),
        ("J9", "<?>*"),
        ("A8", "<?>*"),
        ("E5", "▲"),
        ("A1", "·"),
    ] {
        assert_eq!(cell(&scene, square), due, "{square}");
    }
    assert_eq!(rows(&scene)[0].0, "10", "alice sits at the low rows");
    let fact = |label: &str| {
        scene.facts.iter().find(|(name, _)| name == label).map(|(_, text)| text.clone())
    };
    assert_eq!(fact("Deduced"), Some("H8 is a Mine".to_owned()));
    assert_eq!(fact("Can't go back"), Some("E9-E8".to_owned()));
    assert_eq!(scene.may, ["move two different pieces"]);
    assert_eq!(scene.examples.len(), 1);
    assert_eq!(table.fault(&scene.examples[0].0), None, "the example can be typed");
    for step in scene.examples[0].0.split(", ") {
        let (_, to) = step.split_once('-').expect("a step");
        assert_eq!(cell(&scene, to), "·", "it attacks no one");
    }
}

#[test]
fn joiner_sees_own_rows_at_the_bottom() {
    let table = played();
    let scene = scene(&table, Some(BOB));
    assert_eq!((rows(&scene)[0].0.as_str(), rows(&scene)[9].0.as_str()), ("1", "10"));
    assert_eq!(scene.boards[0].columns[0], "A");
    assert_eq!(
        (cell(&scene, "H8"), cell(&scene, "E9"), cell(&scene, "D1")),
        ("M".to_owned(), "<?>".to_owned(), "[?]".to_owned())
    );
    assert_eq!(cell(&scene, "J9"), " 2 *");
    assert!(scene.may.is_empty() && scene.examples.is_empty());
}

#[test]
fn the_tray_counts_what_is_lost_seen_and_hidden() {
    let table = played();
    let aside = &scene(&table, Some(ALICE)).boards[0].aside;
    assert!(aside.iter().all(|line| crate::board::text::columns(line) <= 33), "{aside:#?}");
    assert_eq!(aside.len(), 13);
    assert_eq!(aside[7], "5 General      1    ·    ·      2");
    assert_eq!(aside[10], "M Mine         ·    ·    2      2");
    assert_eq!(aside[12], "               1    ·    3     28");
}

#[test]
fn the_public_sees_no_hidden_kind() {
    let table = played();
    let scene = scene(&table, None);
    assert_eq!(
        (cell(&scene, "E9"), cell(&scene, "D1"), cell(&scene, "F9"), cell(&scene, "H8")),
        ("/?/".to_owned(), "|?|".to_owned(), "[?]".to_owned(), "(M)".to_owned())
    );
    let public = table.state.json(&table.shown);
    let kinds: Vec<&str> = public["pieces"]
        .as_array()
        .expect("pieces")
        .iter()
        .filter_map(|piece| piece["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["general"], "only what was removed");
}

#[test]
fn programs_get_the_table() {
    let table = played();
    let public = table.state.json(&table.shown);
    let mine = table.state.private_json(table.seen(ALICE));
    assert_eq!(
        (public["size"].as_u64(), public["phase"].as_str(), public["turns"].as_u64()),
        (Some(10), Some("move"), Some(2))
    );
    assert_eq!(public["volcanoes"], serde_json::json!(["E5"]));
    assert_eq!(public["last"], serde_json::json!([["E8-E9"], ["J10-J9", "A9-A8"]]));
    assert_eq!(mine["seat"], 0);
    assert_eq!(mine["army"].as_object().expect("an army").len(), 31);
    assert_eq!(mine["seen"].as_object().expect("seen").len(), 2);
    assert!(
        mine["possible"]
            .as_object()
            .expect("possible")
            .values()
            .all(|kinds| !kinds.as_array().expect("kinds").is_empty())
    );
}

#[test]
fn the_list_says_the_same_in_sentences() {
    let table = played();
    let list = scene(&table, Some(ALICE)).list;
    assert!(list[0].starts_with("Your pieces. Headquarters: D1. "), "{list:#?}");
    let all = list.join("\n");
    for due in [
        "Mine, deduced: H8.",
        "Captain, seen: D10.",
        "Unknown, has moved, just moved: A8, J9.",
        "Lost by you: General x1.",
        "Volcanoes: E5.",
        "Can't go back: E9-E8.",
        "You may move two different pieces.",
    ] {
        assert!(all.contains(due), "{due} in {all}");
    }
}

#[test]
fn moves_hints_and_previews() {
    let table = played();
    let seen = table.seen(ALICE);
    let moves = |piece: &str| table.state.moves_of(seen, piece);
    assert_eq!(
        moves("e9"),
        Some(Ok(["E9-F9, an attack", "E9-E10", "E9-D9"].map(str::to_owned).to_vec()))
    );
    assert_eq!(moves("D1"), Some(Ok(Vec::new())), "the Headquarters stays");
    assert!(matches!(moves("J9"), Some(Err(Illegal::NoneOn(_)))));
    assert!(matches!(moves("J99"), Some(Err(Illegal::OffBoard(..)))));
    let heat = table.state.heat(seen, Hints::Counts).expect("a heat map");
    let kinds = |heat: &Heat, at: &str| -> String {
        let class = heat.classes.iter().find(|class| class.of == at).expect("a piece");
        class.shares.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((kinds(&heat, "H8").as_str(), kinds(&heat, "A8").as_str()), ("M", "1 2 3 4 5 S E"));
    assert!(heat.exact && heat.cells.is_empty());
    let heat = table.state.heat(seen, Hints::Full).expect("a heat map");
    assert!(!heat.exact && heat.cells.iter().any(|warm| warm.square == "A8"));
    for class in &heat.classes {
        let shares: u16 = class.shares.iter().filter_map(|(_, share)| *share).sum();
        assert!(shares == 0 || (990..=1_010).contains(&shares), "{class:?}");
    }
    let attack = table.read("E9-F9").expect("a move");
    let preview = |hints| table.state.preview(seen, &attack, hints).lines;
    let effects = ["E9-F9: your Spy attacks: it loses to every possible kind"];
    assert_eq!(preview(Hints::Counts), effects);
    assert_eq!(preview(Hints::None), ["E9-F9: your Spy attacks"]);
}

#[test]
fn an_army_shows_on_the_table_when_it_is_sealed() {
    let mut table = Table::sealed(&[], 1);
    table.shown = Shown::nothing(2);
    for (phase, count) in [("setup", 0), ("setup", 40), ("start", 80)] {
        let public = table.state.json(&table.shown);
        assert_eq!(
            (public["phase"].as_str(), public["pieces"].as_array().map(Vec::len)),
            (Some(phase), Some(count))
        );
        for view in [Some(ALICE), None] {
            let scene = scene(&table, view);
            assert_eq!(rows(&scene).len(), 10);
            assert!(scene.list.iter().all(|line| !line.contains("empty")), "{:?}", scene.list);
        }
        let next = Seat::all(2).find(|&seat| !table.shown.is_sealed(seat));
        if let Some(seat) = next {
            table.shown.seal(seat);
        }
    }
    // Nine of these 40 squares are empty. No player has shown which.
    let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("hints");
    assert!(heat.classes.len() == 40 && heat.cells.is_empty() && heat.exact);
    let mut shares = heat.classes.iter().flat_map(|class| &class.shares);
    assert!(shares.all(|(_, share)| share.is_none()));
}

#[test]
fn every_square_of_the_board_has_its_name() {
    let scene = scene(&played(), Some(BOB));
    let Row::Cells { cells, .. } = &scene.boards[0].rows[4] else { panic!("squares") };
    let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(names, ["A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "J5"]);
}

#[test]
fn pencil_marks_are_shown_on_unknown_squares() {
    let mut table = played();
    for (square, sign) in [("C4", 'x'), ("J9", 'b'), ("H8", '?'), ("D1", '!')] {
        table.owns[0].notes.marks.insert(square.to_owned(), sign);
    }
    let marked = scene(&table, Some(ALICE));
    let cells = ["C4", "J9", "H8", "D1"].map(|square| cell(&marked, square));
    assert_eq!(cells, ["x'", "<b'>", "(M)", "H"].map(str::to_owned));
    assert!(marked.list.contains(&"Your marks: C4 x, D1 !, H8 ?, J9 b.".to_owned()));
    assert_eq!(cell(&scene(&table, None), "C4"), "·");
}
