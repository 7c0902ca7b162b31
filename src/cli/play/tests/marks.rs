//! Tests of the marks that a draft puts on the boards.

use std::collections::BTreeSet;

use pbem::games::Kind;

use crate::cli::play::drafting::{Drafts, Place};
use crate::cli::play::table::Check;
use crate::cli::play::tests::novice::says;
use crate::cli::play::tests::{against_a_bot, newcomer, numbers, press, screen, touch_until_ready};

fn kind(id: &str) -> Kind {
    Kind::published().find(|kind| kind.id() == id).expect("a game")
}

#[test]
fn braces_are_paired_and_keep_enemy_brackets() {
    for kind in ["enemy-agent", "espionage"].map(kind) {
        let (mut app, _dir) = newcomer(3);
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(5);
        for _ in 0..8 {
            touch_until_ready(&mut app, &mut numbers);
            let drawn = screen(&app, 100, 40);
            let counts = |sign: char| {
                let lines = drawn.lines().take(18);
                lines.map(|line| line.matches(sign).count()).collect::<Vec<_>>()
            };
            assert_eq!(counts('{'), counts('}'), "{drawn}");
            assert_eq!(counts('['), counts(']'), "{drawn}");
            press(&mut app, "\n\n");
        }
    }
}

#[test]
fn the_cursor_stays_where_it_was_when_a_turn_is_signed() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("espionage"));
    touch_until_ready(&mut app, &mut numbers(5));
    press(&mut app, "^");
    let place = Place::Square(0, 2, 3);
    app.table().expect("a table").drafting.at = place;
    press(&mut app, "\n\n");
    assert_eq!(app.table().expect("a table").drafting.at, place);
}

#[test]
fn every_selection_has_a_different_effect() {
    let (mut app, _dir) = newcomer(4);
    against_a_bot(&mut app, kind("enemy-agent"));
    let mut numbers = numbers(9);
    for _ in 0..12 {
        touch_until_ready(&mut app, &mut numbers);
        let table = app.table().expect("a table");
        let touches = table.drafting.hand.iter().flat_map(|hand| &hand.touches);
        let drafts: Vec<&String> = touches.map(|touch| &touch.draft).collect();
        let different: BTreeSet<&&String> = drafts.iter().collect();
        assert_eq!(different.len(), drafts.len(), "{drafts:?}");
        press(&mut app, "\n\n");
        if app.prompt.is_some() {
            press(&mut app, "n");
            while app.table().is_some_and(Drafts::take_back) {}
        }
    }
}

/// A doorway has two possible results, and both are shown.
#[test]
fn preview_of_a_long_draft_shows_its_end() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("enemy-agent"));
    app.said.clear();
    let table = app.table().expect("a table");
    let text = "          DO NOT PASS (8): 2 waits in the sentry box E5".to_owned();
    let lines = (1..9).map(|order| format!("  {order}.  2 D5-D6-C6-B6-A6")).chain([text]);
    table.check = Check::Good(lines.collect());
    for (width, height) in [(80, 24), (60, 20)] {
        let drawn = screen(&app, width, height);
        let words = drawn.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(".. "), "{drawn}");
        assert!(words.contains("DO NOT PASS (8): 2 waits in the sentry box E5"), "{drawn}");
    }
}

#[test]
fn a_mark_leaves_the_cursor_where_it_was() {
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(2);
        against_a_bot(&mut app, kind);
        for keys in [">>vv", "[", "]^"] {
            press(&mut app, keys);
            let at = app.table().expect("a table").drafting.at;
            press(&mut app, "mx");
            assert_eq!(app.table().expect("a table").drafting.at, at, "{kind} {keys}");
        }
        press(&mut app, "m;");
        says(&app, "Type one ASCII character to mark the square, or a space to erase the mark.");
    }
}

#[test]
fn mark_on_a_drafted_square_is_in_braces() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, "mx ");
    app.table().expect("a table").drafting.at = Place::Button(0);
    says(&app, "{X}");
}
