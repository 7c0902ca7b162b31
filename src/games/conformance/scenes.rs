//! Checks that boards and legends can be drawn.

use std::collections::BTreeSet;

use crate::board::text::columns;
use crate::rules::scene::{Board, Role, Row, Scene};
use crate::rules::{Names, Seat};

/// Checks that the legend is at most 80 columns wide, that each row has as many cells as its board
/// has columns, and that squares have names.
pub(super) fn fits(scene: &Scene, seats: u8) {
    const PLAYERS: [&str; 4] = ["alice", "bob", "carol", "dave"];
    let names = Names::new(Seat::all(seats).map(|seat| PLAYERS[seat.index() % 4]));
    for line in &scene.legend {
        let line = names.fill(line);
        assert!(columns(&line) <= 80, "wider than the screen: {line}");
    }
    scene.boards.iter().for_each(fits_its_columns);
    assert!(!scene.list.is_empty());
}

fn fits_its_columns(board: &Board) {
    let mut names = BTreeSet::new();
    for row in &board.rows {
        let Row::Cells { cells, .. } = row else { continue };
        assert_eq!(cells.len(), board.columns.len());
        for cell in cells {
            assert!((1..=board.cell_width).contains(&columns(&cell.text)), "{cell:?}");
            assert!(cell.name.bytes().all(|sign| sign.is_ascii_alphanumeric()), "{cell:?}");
            if cell.name.is_empty() {
                // A Jail is drawn, but isn't a square.
                assert!(matches!(cell.role, Role::Void | Role::Ground | Role::Own | Role::Foe));
            } else {
                assert_ne!(cell.role, Role::Void, "a void cell has a name: {cell:?}");
                assert!(names.insert(&cell.name), "two squares have this name: {cell:?}");
            }
        }
    }
    assert!(!names.is_empty(), "no square has a name");
}
