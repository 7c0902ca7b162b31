//! The answers of Checkpoint: Danger!, computed slowly and independently from the rules and the
//! text of finished games.

use pbem::turnfile::Turn;

use crate::play::{self, Game, finished, of_kind};

const ROWS: [&str; 7] = ["Arctic", "Bering", "Canadian", "Desert", "Equator", "Fiji", "Glacier"];

/// A square as row and column, both counted from 1.
pub(crate) type Square = (i32, i32);

/// Returns all 63 squares, row by row.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (1..=7).flat_map(|row| (1..=9).map(move |col| (row, col)))
}

/// Returns a name such as `F6`.
pub(crate) fn item((row, col): Square) -> String {
    format!("{}{col}", &ROWS[index(row)][..1])
}

/// Returns a name such as `Fiji 6`.
pub(crate) fn call((row, col): Square) -> String {
    format!("{} {col}", ROWS[index(row)])
}

fn index(row: i32) -> usize {
    usize::try_from(row - 1).expect("a row of the map")
}

/// Parses a name such as `F6`.
pub(crate) fn square(item: &str) -> Square {
    squares().find(|square| self::item(*square) == item).expect("a square of the map")
}

/// Parses a call in a turn: whether it has the words, and the square.
fn read_call(entry: &str) -> (bool, Square) {
    let name = entry.strip_prefix("Checkpoint Danger, ");
    let square = squares()
        .find(|square| call(*square) == name.unwrap_or(entry))
        .expect("a call names a square");
    (name.is_some(), square)
}

/// Whether the squares are on one row, column or diagonal.
fn in_line(a: Square, b: Square) -> bool {
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    a != b && (down == 0 || right == 0 || down.abs() == right.abs())
}

/// Whether `c` is strictly between the two on a straight line.
fn between(a: Square, c: Square, b: Square) -> bool {
    let cross = (c.0 - a.0) * (b.1 - a.1) - (c.1 - a.1) * (b.0 - a.0);
    let dot = (c.0 - a.0) * (c.0 - b.0) + (c.1 - a.1) * (c.1 - b.1);
    cross == 0 && dot < 0
}

/// Returns the true answer of a player with these agents.
pub(crate) fn answer(agents: &[Square], square: Square) -> String {
    if agents.contains(&square) {
        return "HIT".to_owned();
    }
    let seen = |agent: &&Square| {
        in_line(square, **agent) && !agents.iter().any(|other| between(square, *other, **agent))
    };
    agents.iter().filter(seen).count().to_string()
}

/// Returns the squares that an answer 0 opens.
pub(crate) fn seen_from(from: Square) -> Vec<Square> {
    squares().filter(|square| *square == from || in_line(from, *square)).collect()
}

fn agents(turns: &[Turn], seat: &str) -> Vec<Square> {
    let shown = turns
        .iter()
        .find(|turn| turn.seat == seat && !turn.reveal.is_empty())
        .expect("all players revealed a setup");
    shown.reveal.iter().map(|entry| square(entry)).collect()
}

#[test]
fn example_in_the_rules_is_answered_correctly() {
    let setup: Vec<Square> = ["B2", "C7", "F1", "F3"].into_iter().map(square).collect();
    assert_eq!(answer(&setup, square("F6")), "2");
    let shown: Vec<String> = seen_from(square("C2"))
        .into_iter()
        .filter(|square| item(*square) != "C2")
        .map(item)
        .collect();
    let drawn = "A2 A4 B1 B2 B3 C1 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 E2 E4 F2 F5 G2 G6";
    assert_eq!(shown.join(" "), drawn);
}

/// Checks what a turn of honest players must open, in order, each square once per game.
struct Openings<'a> {
    turns: &'a [Turn],
    shown: Vec<(&'a str, Square)>,
}

impl Openings<'_> {
    fn of(&mut self, at: usize) -> Vec<String> {
        let turn = &self.turns[at];
        let mut due = Vec::new();
        // A call from a queue after a HIT, two turns ago. If the game is over, the whole setup
        // shows it.
        if let Some([before, answering]) = at.checked_sub(2).map(|from| &self.turns[from..at])
            && answering.reveal.is_empty()
        {
            let called = before.moves.iter().take(answering.answer.len()).skip(1);
            due.extend(called.map(|entry| read_call(entry)).map(|(words, square)| (square, words)));
        }
        for (said, entry) in
            turn.answer.iter().zip(at.checked_sub(1).map_or(&[][..], |at| &self.turns[at].moves))
        {
            let called = read_call(entry).1;
            let proof = if said == "0" { seen_from(called) } else { vec![called] };
            due.extend(proof.into_iter().map(|square| (square, said == "HIT")));
        }
        due.extend(
            turn.moves.first().map(|entry| read_call(entry)).map(|(words, square)| (square, words)),
        );
        let mut fresh = Vec::new();
        for (square, agent) in due {
            if !self.shown.contains(&(&turn.seat, square)) {
                self.shown.push((&turn.seat, square));
                fresh.push(format!("{} {}", item(square), if agent { "agent" } else { "empty" }));
            }
        }
        fresh
    }
}

/// Checks every answer, every opening and the words of every call in whole games.
#[test]
fn games_answer_like_the_reference() {
    let (games, mut answers) = (play::games(16), 0);
    for seed in 1000..1000 + games {
        let set: &[(&str, &str)] =
            if seed % 2 == 0 { &[] } else { &[("allow-repeat-calls", "true")] };
        let game: Game = finished(of_kind("checkpoint-danger"), 2, set, seed);
        let turns = &game.file.turns;
        let mut openings = Openings { turns, shown: Vec::new() };
        for (at, turn) in turns.iter().enumerate() {
            let place = format!("seed {seed}, turn {}", turn.number);
            assert_eq!(turn.open, openings.of(at), "{place}");
            let own = agents(turns, &turn.seat);
            for entry in &turn.moves {
                let (words, square) = read_call(entry);
                assert_eq!(words, own.contains(&square), "{place}: {entry}");
            }
            let questions = at.checked_sub(1).map_or(&[][..], |at| &turns[at].moves);
            assert!(turn.answer.len() <= questions.len(), "{place}");
            for (said, entry) in turn.answer.iter().zip(questions) {
                assert_eq!(*said, answer(&own, read_call(entry).1), "{place}: {entry}");
                answers += 1;
            }
        }
    }
    println!("{answers} answers equal the answers of the reference");
    assert!(answers > 10 * games, "{answers}");
}
