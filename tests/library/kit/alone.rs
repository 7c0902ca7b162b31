//! Cases that no other generator makes: the longest game.

use pbem::rules::Seat;
use pbem::table::Intent;

use super::Case;
use crate::play::{Game, header, moment, of_kind};

pub(super) fn cases() -> Vec<Case> {
    vec![Case::of_file("game-box/turn-4000".to_owned(), &longest().file)]
}

/// Game Box until turn 4,000: eight callers call one dot, and a new one just before the third quiet
/// round ends.
fn longest() -> Game {
    let set = [("letters", "2"), ("numbers", "64"), ("houses", "3"), ("guns", "0")];
    let mut header = header(of_kind("game-box"), 9, &set, 7);
    header.seats = "abcdefghi".chars().map(String::from).collect();
    let mut game = Game::with(header, 7);
    game.players[0].setup = vec!["houses A1 A2 A3".to_owned(), "guns".to_owned()];
    game.step(Intent::Nothing);
    let mut new = (2..=64).map(|at| format!("B{at}")).chain((4..=64).map(|at| format!("A{at}")));
    let mut calls = 0;
    while game.due().is_some() {
        if game.due() == Some(Seat::OPENER) {
            make(&mut game, "");
        } else if calls % 23 == 22 {
            make(&mut game, &new.next().expect("a dot"));
            calls += 1;
        } else {
            make(&mut game, "B1");
            calls += 1;
        }
    }
    game
}

/// Turns of a round, the Checker's answers included.
const ROUND: usize = 16;

/// Makes the turn of the seat that is due: if it made the same one a round ago, again, which is
/// quicker.
fn make(game: &mut Game, typed: &str) {
    let turns = &game.file.turns;
    let before = |back: usize| turns.len().checked_sub(back).map(|at| &turns[at]);
    let old = before(ROUND).filter(|old| {
        let answers = typed.is_empty();
        let called = before(1).is_some_and(|last| last.moves == ["B1"]);
        let same = if answers { called && old.open.is_empty() } else { old.moves == [typed] };
        same && old.key.is_none() && old.setup.is_empty() && turns.len() < 3_990
    });
    let Some(mut turn) = old.cloned() else {
        let intent =
            if typed.is_empty() { Intent::Nothing } else { Intent::Move(typed.to_owned()) };
        game.step(intent);
        return;
    };
    (turn.number, turn.after) = (game.turns() + 1, turns[turns.len() - 1].hash());
    turn.sent = moment(i64::from(turn.number));
    game.sign(&mut turn);
    game.mail(turn).expect("an honest turn");
}
