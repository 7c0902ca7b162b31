//! A picture of a game: a row for each player, with a square for each answer.

use crate::rules::{Seat, Tile};
use crate::table::OpenGame;

/// Returns a row of squares for each player, in the order of the seats: the answers to the player's
/// questions, and the result of the player's sealed move. Leaves out players whose rows are empty.
pub fn picture(game: &OpenGame) -> Vec<(&str, Vec<Tile>)> {
    let (file, kind) = (&game.file, game.standing.kind);
    let seats = file.game.seats.iter().map(String::as_str);
    let mut rows: Vec<(&str, Vec<Tile>)> = seats.map(|seat| (seat, Vec::new())).collect();
    for (at, turn) in file.turns.iter().enumerate() {
        if turn.answer.is_empty() {
            continue;
        }
        // The question is in the last turn in which another player moved.
        let mut before = file.turns.iter().take(at).rev();
        let question_turn =
            before.find(|before| before.seat != turn.seat && !before.moves.is_empty());
        let row = rows.iter_mut().find(|(seat, _)| {
            question_turn.is_some_and(|question_turn| question_turn.seat == *seat)
        });
        if let Some((_, row)) = row {
            row.extend(turn.answer.iter().filter_map(|answer| kind.tile(answer)));
        }
    }
    for ((_, row), seat) in rows.iter_mut().zip(0..) {
        row.extend(game.table.sealed_tile(Seat(seat)));
    }
    rows.retain(|(_, row)| !row.is_empty());
    rows
}
