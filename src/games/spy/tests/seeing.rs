//! Scenes: the parts that each viewer can and can't see.

use super::{ALICE, BOB, OTHER, REAL, SAME, Spy, Table, network};
use crate::rules::scene::{Cell, Row, Scene};
use crate::rules::{AsJson, Forfeits, Game, Leaving, Position};

fn cells(row: &Row) -> &[Cell] {
    match row {
        Row::Cells { cells, .. } => cells,
        Row::Band(_) => panic!("no bands"),
    }
}

fn rows(scene: &Scene, board: usize) -> Vec<String> {
    let centred = |cell: &Cell| {
        let single = crate::board::text::columns(&cell.text) == 1;
        if single { format!(" {} ", cell.text) } else { cell.text.clone() }
    };
    scene.boards[board].rows.iter().map(|row| cells(row).iter().map(centred).collect()).collect()
}

/// The position of the example screen: bob asks 8B in round 8.
fn round_8() -> Table {
    let mut table = Table::new(&[]);
    for (alice, bob) in [
        ("2B", "2D-2F"),
        ("6B", "2G"),
        ("5E", "5B"),
        ("5H", "3C"),
        ("7D", "6E"),
        ("9G", "4H"),
        ("8I", "9E"),
    ] {
        table.file(ALICE, alice);
        table.file(BOB, bob);
    }
    table.file(ALICE, "3D-3F");
    table.file(BOB, "8B");
    table
}

#[test]
fn both_fields_look_as_they_should() {
    let table = round_8();
    let scene = table.scene(ALICE);
    assert_eq!(scene.heading, "round 8");
    assert_eq!(scene.boards[0].title, "YOUR NETWORK");
    assert_eq!(scene.boards[1].title, "{1^}: what you know");
    assert_eq!(
        rows(&scene, 0),
        [
            " ┌─────────────────┐  ·  ·  · ",
            " │  ·  ·  w  w  w  H  ·  ·  · ",
            " │  ·  c  ·  ·  ·  │  ·  ·  · ",
            " │  ·  ·  ·  ·  ·  │  w  ·  · ",
            " │  w  ·  ┌─────●  ●  ·  ·  · ",
            " └────────┘  w  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ?  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  c  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  ·  · ",
        ]
    );
    assert_eq!(
        rows(&scene, 1),
        [
            " ·  ×  ·  ·  ·  ·  ·  ·  ·  · ",
            " ×  c  ×  ·  ·  ·  ·  ·  ·  · ",
            " ·  ×  ·  H  H  H  ·  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  ·  · ",
            " ·  ×  ·  ·  w  ·  ·  H  ·  · ",
            " ×  c  ×  ·  ·  ·  ·  ·  ·  · ",
            " ·  ×  ·  H  ·  ·  ·  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  w  · ",
            " ·  ·  ·  ·  ·  ·  H  ·  ·  · ",
            " ·  ·  ·  ·  ·  ·  ·  ·  ·  · ",
        ]
    );
    assert_eq!(
        scene.legend,
        [
            "      H w c  hot, warm, cold                H hot    w warm    c cold",
            "      ?      not answered yet               × no line: next to a cold space",
            "      several spaces at once: {1} 2 2 - 3 4 5    {0} 2 2 - 3 4 5",
        ]
    );
    assert_eq!(
        scene.may,
        [
            "ask about a space (4C) or a row (4C-4F). You can also guess, because round 8 ends \
             with your file.",
            "a guess ends the game: 1 point for you if right, 2 for {1} if wrong."
        ]
    );
    assert_eq!(scene.examples, [("4C".to_owned(), "answers, and asks".to_owned())]);
}

/// After the answers are given, the current player sees the table that includes them, because they
/// matter for the choice of a move. The question is still marked.
#[test]
fn the_question_stays_marked_until_its_answer_is_mailed() {
    let mut table = round_8();
    table.file(ALICE, "");
    let scene = table.scene(ALICE);
    assert_eq!(rows(&scene, 0)[7], " ·  ?  ·  ·  ·  ·  ·  ·  ·  · ");
    assert_eq!(scene.heading, "round 8");
    assert_eq!(
        scene.may,
        [
            "ask about a space (4C) or a row (4C-4F). You can also guess, because round 8 ends \
             with your file.",
            "a guess ends the game: 1 point for you if right, 2 for {1} if wrong."
        ]
    );
    assert_eq!(scene.examples, [("4C".to_owned(), "answers, and asks".to_owned())]);
    assert!(scene.list.contains(&"Not answered yet: 8B.".to_owned()));
    table.file(ALICE, "4C");
    let scene = table.scene(ALICE);
    assert_eq!(rows(&scene, 0)[7], " ·  c  ·  ·  ·  ·  ·  ·  ·  · ");
    assert_eq!(rows(&scene, 1)[3], " ·  ·  ?  ·  ·  ·  ·  ·  ·  · ");
    table.file(BOB, "");
    let scene = table.scene(BOB);
    assert_eq!(
        scene.may,
        [
            "ask about a space (4C) or a row (4C-4F). You can also guess instead of answering, \
             because round 8 has ended.",
            "a guess ends the game: 1 point for you if right, 2 for {0} if wrong."
        ]
    );
}

#[test]
fn a_hit_line_still_shows_where_it_runs() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "10J");
    table.file(BOB, "1A-1C");
    table.file(ALICE, "10J");
    let scene = table.scene(ALICE);
    assert_eq!(rows(&scene, 0)[0], " H──H──H───────────┐  ·  ·  · ");
}

#[test]
fn the_list_leaves_nothing_out() {
    let table = round_8();
    let scene = table.scene(ALICE);
    assert_eq!(
        scene.list,
        [
            "Fields of 10 rows and 10 columns. Lines 1 2 3 4 5 6 units long.",
            "Your network: 5F 5D 6D 6A 1A 1G 5G (lines 2 1 3 5 6 4).",
            "Answers to {1}'s questions: hot 2G; warm 2D, 2E, 2F, 4H, 5B, 6E; cold 3C, 9E.",
            "Not hot, because they are next to a cold space: 2C, 3B, 3D, 4C, 8E, 9D, 9F, 10E.",
            "Not answered yet: 8B.",
            "{1} can still ask about rows of 2, 2, 3, 4 and 5 spaces.",
            "Answers to your questions: hot 3D, 3E, 3F, 5H, 7D, 9G; warm 5E, 8I; cold 2B, 6B.",
            "Not hot, because they are next to a cold space: 1B, 2A, 2C, 3B, 5B, 6A, 6C, 7B.",
            "You can still ask about rows of 2, 2, 3, 4 and 5 spaces.",
        ]
    );
}

#[test]
fn public_view_has_only_the_answers() {
    let mut twin = Table::with(&[], [SAME, OTHER]);
    let mut table = Table::new(&[]);
    for table in [&mut table, &mut twin] {
        table.file(ALICE, "3D");
        table.file(BOB, "5D-5F");
        table.file(ALICE, "8C");
    }
    let scene = table.public_scene();
    assert_eq!(scene, twin.public_scene(), "two networks that fit the answers look equal");
    assert_eq!(table.state.json(&table.shown), twin.state.json(&twin.shown));
    assert_eq!(scene.boards[0].title, "{0^}: what {1} knows");
    assert_eq!(rows(&scene, 0)[4], " ·  ·  ·  H  H  H  ·  ·  ·  · ");
    assert!(scene.may.is_empty() && scene.examples.is_empty());
    let theirs = table.scene(BOB);
    assert_eq!(theirs, twin.scene(BOB), "nor does the opponent see more");
}

#[test]
fn sealed_guess_is_visible_only_to_its_maker() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, &format!("guess {OTHER}"));
    let corners = network(OTHER).to_string();
    let json = |seat| table.state.private_json(table.seen(seat)).to_string();
    assert!(
        format!("{:?}", table.scene(ALICE)).contains(&corners) && json(ALICE).contains(&corners)
    );
    let public = (table.public_scene(), table.state.json(&table.shown));
    assert!(!format!("{public:?}").contains(&corners));
    assert!(!format!("{:?} {:?}", table.state, table.own(ALICE)).contains("8C"));
    let scene = table.scene(BOB);
    assert_eq!(
        scene.may,
        [
            "guess (`guess` and the corners), or decline.",
            "{0} has sealed a guess, so this is the last decision of the game.",
            "a guess ends the game: 1 point for you if right, 2 for {0} if wrong."
        ]
    );
    assert_eq!(scene.examples[0].0, "decline");
    assert!(scene.facts.contains(&(
        "Guess".to_owned(),
        "{0} has sealed a guess of {1}'s network. {1} must now guess {0}'s network or decline; \
         then the game ends"
            .to_owned()
    )));
}

#[test]
fn guesses_are_described_with_their_results() {
    let mut table = Table::new(&[]);
    table.rounds(1);
    table.file(ALICE, &format!("guess {OTHER}"));
    let guesses = |table: &Table| {
        let facts = table.scene(ALICE).facts;
        facts
            .into_iter()
            .filter(|(label, _)| label.ends_with("uess"))
            .map(|(label, text)| format!("{label}: {text}"))
            .collect::<Vec<_>>()
    };
    let own = format!("Your guess: {OTHER} (guess-6, sealed)");
    let [own_guess, guess] = &guesses(&table)[..] else { panic!("two facts") };
    assert_eq!(own_guess, &own);
    assert!(guess.starts_with("Guess: {0} has sealed a guess of {1}'s network. "), "{guess}");
    table.file(BOB, &format!("guess {OTHER}"));
    assert_eq!(
        guesses(&table),
        [own, format!("Guess: {{0}} has sealed a guess; {{1}} has guessed {OTHER}")]
    );
    table.file(ALICE, "");
    assert_eq!(
        guesses(&table),
        [format!("Guess: {{0}} has made a guess (right); {{1}} has guessed {OTHER} (wrong)")]
    );
}

#[test]
fn networks_are_drawn_once_they_are_shown() {
    let mut table = Table::new(&[]);
    let outcome = table.state.leave(ALICE, Leaving::Resigned).expect("the end");
    table.state.end(outcome);
    table.shown.reveal(ALICE, network(REAL));
    let scene = table.scene(BOB);
    assert_eq!(rows(&scene, 1)[0], " ┌─────────────────┐  ·  ·  · ");
    let had = format!("{{0}} had {REAL} (lines 2 1 3 5 6 4)");
    assert!(scene.facts.contains(&("Network".to_owned(), had)));
    let is_over = |scene: Scene| scene.list.contains(&"The game is over: {0} resigned.".to_owned());
    assert!(!is_over(table.public_scene()), "bob must still reveal a network");
    table.show_all();
    assert!(is_over(table.public_scene()));
}

#[test]
fn every_space_of_both_fields_is_named() {
    let scene = Table::new(&[("rows", "7"), ("cols", "8")]).scene(ALICE);
    for board in &scene.boards {
        let names: Vec<&str> = board.rows.iter().flat_map(cells).map(|cell| &*cell.name).collect();
        assert_eq!(
            (names.len(), names[0], names[1], names[8], names[55]),
            (56, "1A", "1B", "2A", "7H")
        );
    }
}

#[test]
fn pencil_marks_are_shown_on_unknown_spaces() {
    let mut table = Table::new(&[]);
    table.file(ALICE, "3D");
    table.file(BOB, "10J");
    let marks = [("4D".to_owned(), 'x'), ("3D".to_owned(), '?')];
    table.own_mut(ALICE).notes.marks.extend(marks);
    let scene = table.scene(ALICE);
    assert_eq!(table.state.private_json(table.seen(ALICE))["marks"]["4D"], "x");
    assert_eq!(rows(&scene, 1)[2], " ·  ·  ·  H  ·  ·  ·  ·  ·  · ");
    assert_eq!(rows(&scene, 1)[3], " ·  ·  ·  x  ·  ·  ·  ·  ·  · ");
    assert!(scene.list.contains(&"Your mark on 4D: x.".to_owned()));
}

#[test]
fn possible_actions_depend_on_the_round() {
    let mut table = Table::new(&[("max-rounds", "2"), ("multi", "2")]);
    let may = |table: &Table, seat| {
        let Scene { may, .. } = table.scene(seat);
        let what = may.first().cloned().unwrap_or_default();
        // If a guess is possible, a second line shows the points for it.
        assert_eq!(what.contains("guess"), may.len() == 2, "{may:?}");
        what
    };
    assert_eq!(may(&table, ALICE), "ask about a space (4C) or a row (4C-4F).");
    assert_eq!(may(&table, BOB), "");
    table.file(ALICE, "10I-10J");
    assert_eq!(may(&table, BOB), "ask about a space (4C) or a row (4C-4F).");
    table.file(BOB, "10J");
    assert_eq!(
        may(&table, ALICE),
        "ask about a space (4C). You can also guess, because round 1 ends with your file."
    );
    table.file(ALICE, "10J");
    assert_eq!(
        may(&table, BOB),
        "ask about a space (4C) or a row (4C-4F). You can also guess instead of answering, because \
         round 1 has ended."
    );
    table.file(BOB, "10J");
    assert_eq!(
        may(&table, ALICE),
        "guess (`guess` and the corners), or decline: the last round ends with the file that you \
         send now."
    );
    table.file(ALICE, "decline");
    assert_eq!(
        may(&table, BOB),
        "guess (`guess` and the corners), or decline: all rounds are over."
    );
}

#[test]
fn wide_fields_keep_their_legend_on_the_screen() {
    let table = Table::new(&[("cols", "16"), ("rows", "16"), ("multi", "2,2,2,2,2,2,2,2,2")]);
    let scene = table.public_scene();
    assert!(scene.legend.iter().all(|line| crate::board::text::columns(line) <= 80));
    assert!(scene.legend.iter().any(|line| line.contains(" 2 2 2 2 2 2 2 2 2 ")));
}

#[test]
fn json_holds_what_the_manual_says() {
    let table = round_8();
    let public = table.state.json(&table.shown);
    let mine = table.state.private_json(table.seen(ALICE));
    assert_eq!(mine["network"], REAL);
    assert_eq!(mine["lines"], serde_json::json!([2, 1, 3, 5, 6, 4]));
    assert_eq!(public["round"], 8);
    assert_eq!(public["first"], 0);
    assert_eq!(public["fields"][1]["told"]["3D"], "hot");
    assert_eq!(public["fields"][0]["asked_now"], serde_json::json!(["8B"]));
    let manual =
        Spy::PROFILE.manual.split("## For programs").nth(1).expect("a section for programs");
    for value in [&public, &public["fields"][0], &mine] {
        for key in value.as_object().expect("an object").keys() {
            assert!(manual.contains(&format!("`{key}`")), "{key} is not in the manual");
        }
    }
}
