//! Widths in terminal columns, measured by `unicode-width` on whole strings.

use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use crate::render::*;
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Heads, Role, Row, Scene};

/// Returns words with wide characters, combining characters and emojis.
fn words() -> impl Strategy<Value = String> {
    let letter = prop::sample::select(vec![
        "a",
        "W",
        "é",
        "e\u{301}",
        "a\u{308}\u{323}",
        "日",
        "本",
        "。",
        "한",
        "ｗ",
        "😀",
        "❤\u{fe0f}",
        "ก\u{e34}",
    ]);
    let word = prop::collection::vec(letter, 1..9).prop_map(|letters| letters.concat());
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

fn fits(text: &str, width: usize) -> Result<(), TestCaseError> {
    for line in text.lines() {
        prop_assert!(line.width() <= width, "{} > {width}: {line}", line.width());
    }
    Ok(())
}

proptest! {
    #[test]
    fn text_fits_its_width(text in words(), width in 20_usize..130) {
        fits(&wrap(&text, width, "  "), width)?;
        fits(&shortened(&text, width), width)?;
        let ascii = plain(&text, Look { ascii: true, ..Look::default() });
        prop_assert!(ascii.is_ascii() && ascii.len() == columns(&text));
        let rows = [("Note".to_owned(), text.clone()), ("日本".to_owned(), text.clone())];
        let look = Look { width: width + 30, ascii: false };
        fits(&super::super::rows(&rows, &Names::new(["a", "b"]), look), look.width)?;
    }

    #[test]
    fn text_loses_nothing_by_wrapping(text in words(), width in 4_usize..80) {
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(bare(&wrap(&text, width, "")), bare(&text));
    }

    #[test]
    fn text_is_split_at_columns(text in words(), at in 0_usize..40) {
        let (before, rest) = split_at_columns(&text, at);
        prop_assert_eq!(format!("{before}{rest}"), text.clone());
        prop_assert!(before.width() <= at && columns(before) <= at);
        prop_assert_eq!(columns(&from_column(&text, at)), columns(&text).saturating_sub(at));
    }

    #[test]
    fn rows_of_a_board_are_equally_wide(
        marks in prop::collection::vec(words(), 9),
        width in 3_usize..6,
    ) {
        let cells = marks.iter().map(|mark| Cell::new(mark.as_str(), Role::Plain));
        let row = |label: &str| Row::Cells {
            label: label.to_owned(),
            name: String::new(),
            cells: cells.clone().collect(),
        };
        let board = Board {
            id: "board",
            title: String::new(),
            columns: "ABCDEFGHI".chars().map(String::from).collect(),
            heads: Heads::Above,
            cell_width: width,
            frame: true,
            rows: vec![row("1"), Row::Band("日本".to_owned())],
            ..Board::default()
        };
        let drawn = super::super::board(&board, &Names::new(["a", "b"]));
        let widths: Vec<usize> = drawn.lines.iter().skip(1).map(|line| columns(line)).collect();
        prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{:#?}", drawn.lines);
    }
}

/// A board that is wider than the screen is drawn in parts, without losing a square.
#[test]
fn a_wide_board_is_drawn_in_parts() {
    let columns: Vec<String> = (0..30).map(|at| format!("c{at}")).collect();
    let cells = columns.iter().map(|name| Cell::new(name.as_str(), Role::Plain)).collect();
    let row = Row::Cells { label: "1".to_owned(), name: String::new(), cells };
    let board = Board {
        id: "board",
        title: String::new(),
        columns: columns.clone(),
        heads: Heads::Above,
        cell_width: 4,
        frame: true,
        rows: vec![Row::Band(format!("{:34}word{:40}end", "", "")), row],
        ..Board::default()
    };
    let scene = Scene { boards: vec![board], ..Scene::default() };
    let names = Names::new(["a", "b"]);
    for width in [60, 80] {
        let drawn = text(&scene, &names, Look { width, ascii: false });
        assert!(drawn.lines().all(|line| line.width() <= width), "{drawn}");
        for name in columns.iter().map(String::as_str).chain(["word", "end"]) {
            assert!(drawn.contains(name), "{name}: {drawn}");
        }
    }
}
