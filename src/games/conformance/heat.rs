//! Checks of heat maps.

use super::scenes::fits;
use crate::rules::scene::Row;
use crate::rules::*;

/// Checks that a heat map can be drawn like any scene, that the moves in its advice can be typed,
/// and that a heat map for `Hints::Counts` contains no advice.
pub(super) fn is_drawn<G: Game>(seen: Observation<'_, G>, seats: u8) {
    let Some(full) = seen.position.heat(seen, Hints::Full) else { return };
    let scene = seen.position.scene(seen.shown, Some(seen.private));
    let board = scene.boards.iter().find(|board| board.id == full.board).expect("its board");
    for warm in &full.cells {
        let on_it = board.rows.iter().any(|row| match row {
            Row::Cells { cells, .. } => cells.iter().any(|cell| cell.name == warm.square),
            Row::Band(_) => false,
        });
        assert!(on_it && warm.share <= 1_000, "{warm:?}");
    }
    for best in &full.best {
        assert!(G::Move::read(&best.typed, &seen).is_ok(), "{best:?} can be typed");
    }
    fits(&full.scene(&scene), seats);
    let counts = seen.position.heat(seen, Hints::Counts).expect("countable setups");
    assert!(counts.best.is_empty() && counts.theirs.is_none(), "{counts:?}");
}
