//! The scene: what each viewer sees, and what nobody may.

use crate::games::scene::{Row, Scene};
use crate::games::{Fact, Own, Rules};

use super::super::Spy;
use super::desk::{ALICE, BOB, Desk};
use super::{OTHER, REAL, SAME, network};

fn rows(scene: &Scene, board: usize) -> Vec<String> {
    let rows = scene.boards[board].rows.iter().map(|row| match row {
        Row::Cells { cells, .. } => cells
            .iter()
            .map(|cell| {
                if cell.text.chars().count() == 1 {
                    format!(" {} ", cell.text)
                } else {
                    cell.text.clone()
                }
            })
            .collect::<String>(),
        Row::Band(_) => panic!("no bands"),
    });
    rows.collect()
}

/// The position of the target screen: bob asks 8B in round 8.
fn round_8() -> Desk {
    let mut desk = Desk::new(&[]);
    for (alice, bob) in [
        ("2B", "2D-2F"),
        ("6B", "2G"),
        ("5E", "5B"),
        ("5H", "3C"),
        ("7D", "6E"),
        ("9G", "4H"),
        ("8I", "9E"),
    ] {
        desk.file(ALICE, alice);
        desk.file(BOB, bob);
    }
    desk.file(ALICE, "3D-3F");
    desk.file(BOB, "8B");
    desk
}

#[test]
fn both_fields_look_as_they_should() {
    let desk = round_8();
    let scene = Spy::scene(&desk.state, Some(desk.own(ALICE)));
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
            "      ?      asked now                      × blank, next to a cold",
            "      rows left  2 2 - 3 4 5                rows left  2 2 - 3 4 5",
        ]
    );
    assert_eq!(
        scene.may,
        ["ask a space (4C), a row (4C-4F), or guess: round 8 ends with your file."]
    );
    assert_eq!(scene.examples, [("4C".to_owned(), "answers, and asks".to_owned())]);
}

/// Whoever has to move sees the table with his own answers given, since he must choose on that.
#[test]
fn the_question_stays_marked_until_its_answer_is_mailed() {
    let mut desk = round_8();
    desk.file(ALICE, "");
    let scene = Spy::scene(&desk.state, Some(desk.own(ALICE)));
    assert_eq!(rows(&scene, 0)[7], " ·  ?  ·  ·  ·  ·  ·  ·  ·  · ");
    assert_eq!(scene.heading, "round 8");
    assert_eq!(
        scene.may,
        ["ask a space (4C), a row (4C-4F), or guess: round 8 ends with your file."]
    );
    assert_eq!(scene.examples, [("4C".to_owned(), "answers, and asks".to_owned())]);
    assert!(scene.list.contains(&"Asked now: 8B.".to_owned()));
    desk.file(ALICE, "4C");
    let scene = Spy::scene(&desk.state, Some(desk.own(ALICE)));
    assert_eq!(rows(&scene, 0)[7], " ·  c  ·  ·  ·  ·  ·  ·  ·  · ");
    assert_eq!(rows(&scene, 1)[3], " ·  ·  ?  ·  ·  ·  ·  ·  ·  · ");
    desk.file(BOB, "");
    let scene = Spy::scene(&desk.state, Some(desk.own(BOB)));
    assert_eq!(
        scene.may,
        ["ask a space (4C), a row (4C-4F), or guess instead of answering: round 8 has ended."]
    );
}

#[test]
fn a_hit_line_still_shows_where_it_runs() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "10J");
    desk.file(BOB, "1A-1C");
    desk.file(ALICE, "10J");
    let scene = Spy::scene(&desk.state, Some(desk.own(ALICE)));
    assert_eq!(rows(&scene, 0)[0], " H──H──H───────────┐  ·  ·  · ");
}

#[test]
fn the_list_leaves_nothing_out() {
    let desk = round_8();
    let scene = Spy::scene(&desk.state, Some(desk.own(ALICE)));
    assert_eq!(
        scene.list,
        [
            "Fields of 10 rows and 10 columns. Lines 1 2 3 4 5 6 units long.",
            "Your network: 5F 5D 6D 6A 1A 1G 5G (lines 2 1 3 5 6 4).",
            "{1} has been told hot: 2G; warm: 2D, 2E, 2F, 4H, 5B, 6E; cold: 3C, 9E.",
            "Blank, next to a cold: 2C, 3B, 3D, 4C, 8E, 9D, 9F, 10E.",
            "Asked now: 8B.",
            "{1} has rows left of: 2 2 3 4 5.",
            "You have been told hot: 3D, 3E, 3F, 5H, 7D, 9G; warm: 5E, 8I; cold: 2B, 6B.",
            "Blank, next to a cold: 1B, 2A, 2C, 3B, 5B, 6A, 6C, 7B.",
            "You have rows left of: 2 2 3 4 5.",
        ]
    );
}

#[test]
fn the_public_sees_what_both_were_told_and_nothing_else() {
    let mut twin = Desk::with(&[], [SAME, OTHER]);
    let mut desk = Desk::new(&[]);
    for desk in [&mut desk, &mut twin] {
        desk.file(ALICE, "3D");
        desk.file(BOB, "5D-5F");
        desk.file(ALICE, "8C");
    }
    let scene = Spy::scene(&desk.state, None);
    assert_eq!(
        scene,
        Spy::scene(&twin.state, None),
        "two networks that fit the same answers look alike"
    );
    assert_eq!(Spy::json(&desk.state, None), Spy::json(&twin.state, None));
    assert_eq!(scene.boards[0].title, "{0^}: what {1} knows");
    assert_eq!(rows(&scene, 0)[4], " ·  ·  ·  H  H  H  ·  ·  ·  · ");
    assert!(scene.may.is_empty() && scene.examples.is_empty());
    let theirs = Spy::scene(&desk.state, Some(desk.own(BOB)));
    assert_eq!(
        theirs,
        Spy::scene(&twin.state, Some(twin.own(BOB))),
        "nor does the opponent see more"
    );
}

#[test]
fn a_sealed_guess_is_seen_by_its_maker_alone() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, &format!("guess {OTHER}"));
    let corners = network(OTHER).to_string();
    let shown = |own: Option<&Own<Spy>>| {
        format!("{:?} {:?}", Spy::scene(&desk.state, own), Spy::json(&desk.state, own))
            .contains(&corners)
    };
    assert!(shown(Some(desk.own(ALICE))));
    assert!(!shown(None));
    assert!(!format!("{:?} {:?}", desk.state, desk.own(ALICE)).contains("8C"));
    let scene = Spy::scene(&desk.state, Some(desk.own(BOB)));
    assert_eq!(
        scene.may,
        [
            "guess (`guess` and the corners), or decline.",
            "{0} has made a guess; after your file nothing can be changed."
        ]
    );
    assert_eq!(scene.examples[0].0, "decline");
    assert!(scene.facts.contains(&(
        "Guess".to_owned(),
        "{0} has made a guess, sealed; {1} guesses or declines".to_owned()
    )));
}

#[test]
fn guesses_are_told_with_what_came_of_them() {
    let mut desk = Desk::new(&[]);
    desk.rounds(1);
    desk.file(ALICE, &format!("guess {OTHER}"));
    let guesses = |desk: &Desk| {
        let facts = Spy::scene(&desk.state, Some(desk.own(ALICE))).facts;
        facts
            .into_iter()
            .filter(|(label, _)| label.ends_with("uess"))
            .map(|(label, text)| format!("{label}: {text}"))
            .collect::<Vec<_>>()
    };
    let own = format!("Your guess: {OTHER} (guess-6, sealed)");
    assert_eq!(
        guesses(&desk),
        [own.as_str(), "Guess: {0} has made a guess, sealed; {1} guesses or declines"]
    );
    desk.file(BOB, &format!("guess {OTHER}"));
    assert_eq!(
        guesses(&desk),
        [own, format!("Guess: {{0}} has made a guess, sealed; {{1}} guesses {OTHER}")]
    );
    desk.file(ALICE, "");
    assert_eq!(
        guesses(&desk),
        [format!("Guess: {{0}} has made a guess, right; {{1}} guesses {OTHER}, wrong")]
    );
}

#[test]
fn networks_are_drawn_once_they_are_shown() {
    let mut desk = Desk::new(&[]);
    Spy::fold(&mut desk.state, &Fact::Resigned(ALICE));
    desk.file(ALICE, "");
    let scene = Spy::scene(&desk.state, Some(desk.own(BOB)));
    assert_eq!(rows(&scene, 1)[0], " ┌─────────────────┐  ·  ·  · ");
    assert!(
        scene
            .facts
            .contains(&("Network".to_owned(), format!("{{0}} had {REAL} (lines 2 1 3 5 6 4)")))
    );
    desk.file(BOB, "");
    let over = Spy::scene(&desk.state, None);
    assert_eq!(over.list.last().map(String::as_str), Some("The game is over: {0} has resigned."));
}

#[test]
fn pencil_marks_stand_on_unknown_spaces() {
    let mut desk = Desk::new(&[]);
    desk.file(ALICE, "3D");
    desk.file(BOB, "10J");
    let mut own = desk.own(ALICE).clone();
    own.marks.extend([("4D".to_owned(), "x".to_owned()), ("3D".to_owned(), "?".to_owned())]);
    let scene = Spy::scene(&desk.state, Some(&own));
    assert_eq!(rows(&scene, 1)[2], " ·  ·  ·  H  ·  ·  ·  ·  ·  · ");
    assert_eq!(rows(&scene, 1)[3], " ·  ·  ·  x  ·  ·  ·  ·  ·  · ");
    assert!(scene.list.contains(&"Your mark on 4D: x.".to_owned()));
}

#[test]
fn what_may_be_done_depends_on_the_round() {
    let mut desk = Desk::new(&[("max-rounds", "2"), ("multi", "2")]);
    let may = |desk: &Desk, seat| Spy::scene(&desk.state, Some(desk.own(seat))).may.join(" ");
    assert_eq!(may(&desk, ALICE), "ask a space (4C), a row (4C-4F).");
    assert_eq!(may(&desk, BOB), "");
    desk.file(ALICE, "10I-10J");
    assert_eq!(may(&desk, BOB), "ask a space (4C), a row (4C-4F).");
    desk.file(BOB, "10J");
    assert_eq!(may(&desk, ALICE), "ask a space (4C), or guess: round 1 ends with your file.");
    desk.file(ALICE, "10J");
    assert_eq!(
        may(&desk, BOB),
        "ask a space (4C), a row (4C-4F), or guess instead of answering: round 1 has ended."
    );
    desk.file(BOB, "10J");
    assert_eq!(
        may(&desk, ALICE),
        "guess (`guess` and the corners), or decline: your file ends the last round."
    );
    desk.file(ALICE, "decline");
    assert_eq!(
        may(&desk, BOB),
        "guess (`guess` and the corners), or decline: all rounds are over."
    );
}

#[test]
fn wide_fields_keep_their_legend_on_the_screen() {
    let desk = Desk::new(&[("cols", "16"), ("rows", "16"), ("multi", "2,2,2,2,2,2,2,2,2")]);
    let scene = Spy::scene(&desk.state, None);
    assert!(scene.legend.iter().all(|line| line.chars().count() <= 80));
    assert!(scene.legend.iter().any(|line| line.contains("rows left  2 2 2 2 2 2 2 2 2")));
}

#[test]
fn json_holds_what_the_manual_says() {
    let desk = round_8();
    let (public, mine) = Spy::json(&desk.state, Some(desk.own(ALICE)));
    let mine = mine.expect("alice's own");
    assert_eq!(mine["network"], REAL);
    assert_eq!(mine["lines"], serde_json::json!([2, 1, 3, 5, 6, 4]));
    assert_eq!(public["round"], 8);
    assert_eq!(public["first"], 0);
    assert_eq!(public["fields"][1]["told"]["3D"], "hot");
    assert_eq!(public["fields"][0]["asked_now"], serde_json::json!(["8B"]));
    let manual = Spy::MANUAL.split("## For programs").nth(1).expect("a section for programs");
    for value in [&public, &public["fields"][0], &mine] {
        for key in value.as_object().expect("an object").keys() {
            assert!(manual.contains(&format!("`{key}`")), "{key} is not in the manual");
        }
    }
}
