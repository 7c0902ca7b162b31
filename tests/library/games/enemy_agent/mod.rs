//! Cheats in Enemy Agent. The tests search random games of honest players for positions, and change
//! the turn made there.

mod chance;
mod orders;
mod questions;
mod setups;

use std::sync::LazyLock;

use pbem::rules::Seat;
use pbem::table::FindingKind::IllegalMove;
use pbem::table::{FindingKind, TurnError};
use pbem::turnfile::Turn;
use serde_json::Value;

use super::Facts;
use crate::cheats::table::{Attempt, Caught};
use crate::cheats::{ALICE, BOB};
use crate::longest::{ENTRY_COLUMNS, HASH, Most, NONE};
use crate::play::{Game, moment, of_kind};

pub(super) const FACTS: Facts = Facts {
    cheats: &[setups::CHEATS, orders::CHEATS, questions::CHEATS, chance::CHEATS],
    absent: &[
        (Attempt::FalseCount, "every answer is proved by an opening"),
        (Attempt::WalkingMine, "all players see which person moves"),
    ],
    variants: &[(2, &[]), (2, &[("pass-cards", "2"), ("stop-cards", "3")])],
    longest: &[
        Most("link", (1, HASH), NONE),
        Most("setup", NONE, (10, HASH)),
        Most("answer", (5, 7), NONE),
        Most("move", (20, ENTRY_COLUMNS), NONE),
        Most("open", NONE, (10, 19)),
        Most("salts", NONE, (10, HASH)),
        Most("reveal", NONE, (2, ENTRY_COLUMNS)),
    ],
    ..Facts::NONE
};

/// A game played to its end by honest players.
struct Played {
    game: Game,
    /// Before each turn, the table as its maker sees it, including dice and answers.
    seen: Vec<Value>,
}

/// Number of games to search for positions of a kind, and for the first of a rare kind.
const GAMES: usize = 24;
const MOST_GAMES: usize = 240;

type Playing = LazyLock<Played, Box<dyn FnOnce() -> Played + Send>>;

/// Each game is played when it is first needed.
static PLAYED: LazyLock<Vec<Playing>> = LazyLock::new(|| {
    let play = |seed| {
        let mut game = Game::new(of_kind("enemy-agent"), 2, &[], seed);
        let mut seen = Vec::new();
        while let Some(due) = game.due() {
            seen.push(game.table.view(Some(&game.players[due.index()]), moment(0)).public);
            game.step(game.any());
        }
        Played { game, seen }
    };
    (0..MOST_GAMES as u64).map(|seed| LazyLock::new(Box::new(move || play(seed)) as _)).collect()
});

/// A turn that an honest player is about to make.
struct Position<'a> {
    played: &'a Played,
    at: usize,
}

impl<'a> Position<'a> {
    fn all() -> impl Iterator<Item = Position<'a>> {
        Position::within(GAMES)
    }

    fn within(games: usize) -> impl Iterator<Item = Position<'a>> {
        PLAYED.iter().take(games).map(|played| &**played).flat_map(|played| {
            (0..played.game.file.turns.len()).map(move |at| Position { played, at })
        })
    }

    /// Returns the first few matching positions. There must be one.
    fn like(fits: impl Fn(&Position<'a>) -> bool) -> Vec<Position<'a>> {
        let mut found: Vec<Position<'a>> =
            Position::all().filter(&fits).step_by(3).take(4).collect();
        if found.is_empty() {
            found.extend(Position::within(MOST_GAMES).find(&fits));
        }
        assert!(!found.is_empty(), "no such position in {MOST_GAMES} games");
        found
    }

    fn turn(&self) -> &'a Turn {
        &self.played.game.file.turns[self.at]
    }

    fn before(&self) -> Option<&'a Turn> {
        self.at.checked_sub(1).map(|at| &self.played.game.file.turns[at])
    }

    /// Returns the turn before the last, which is the mover's own.
    fn own_last(&self) -> Option<&'a Turn> {
        self.at.checked_sub(2).map(|at| &self.played.game.file.turns[at])
    }

    fn seen(&self) -> &'a Value {
        &self.played.seen[self.at]
    }

    fn seat(&self) -> Seat {
        if self.turn().seat == "alice" { ALICE } else { BOB }
    }

    /// Returns all people of the mover's side.
    fn own(&self) -> impl Iterator<Item = &'a Value> {
        let side = if self.seat() == ALICE { "blue" } else { "red" };
        self.seen()["people"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(move |person| person["side"] == side)
    }

    fn dice(&self) -> (usize, usize) {
        let number = |what: &str| {
            self.seen()["dice"][what]
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
                .unwrap_or(0)
        };
        (number("people"), number("squares"))
    }

    /// Whether a move is due that opens no item of the mover.
    fn plain(&self) -> bool {
        let turn = self.turn();
        let opens = turn.moves.iter().any(|order| order.contains("ask"));
        !turn.moves.is_empty()
            && !opens
            && turn.seed.is_none()
            && self.seen()["mover"] == u64::from(self.seat().0)
    }

    /// Returns the number of the mover's turns so far, including the current one.
    fn turns_of_mover(&self) -> u64 {
        self.seen()["turns"][self.seat().index()].as_u64().unwrap_or(0)
    }

    /// Whether it is Blue's first turn, with three Travelers in the Hotel and three in the Station.
    fn first_of_blue(&self) -> bool {
        self.plain()
            && self.seat() == ALICE
            && self.seen()["turns"][0] == 1
            && self.own().all(|person| place(person).len() > 2 || is_inspector(person))
            && !self.turn().moves.iter().any(|order| order.starts_with("hotel"))
    }

    /// Returns the game at this position.
    fn game(&self) -> Game {
        self.played.game.until(self.at)
    }

    /// Changes the turn, signs it and mails it.
    fn mailed(&self, change: impl FnOnce(&Game, &mut Turn)) -> (Game, Result<(), TurnError>) {
        let mut game = self.game();
        let mut turn = self.turn().clone();
        change(&game, &mut turn);
        assert_ne!(turn, *self.turn(), "nothing was changed");
        game.sign(&mut turn);
        let read = game.mail(turn);
        (game, read)
    }

    /// Checks that the changed turn is a breach on arrival and its maker loses.
    fn refused(&self, kind: FindingKind, change: impl FnOnce(&Game, &mut Turn)) -> Caught {
        let (game, read) = self.mailed(change);
        game.caught(read, self.seat(), self.turn().number, kind);
        Caught::Arrival(kind)
    }

    /// Repeats the check with these orders instead of the honest ones.
    fn orders_refused(&self, orders: &[String]) -> Caught {
        self.refused(IllegalMove, |_, turn| turn.moves = orders.to_vec())
    }
}

fn place(person: &Value) -> &str {
    person["place"].as_str().unwrap_or_default()
}

fn name(person: &Value) -> &str {
    person["who"].as_str().unwrap_or_default()
}

fn is_inspector(person: &Value) -> bool {
    name(person).starts_with('I')
}

/// Returns squares along a row of the board, from this column on.
fn along(row: &str, from: char, squares: usize) -> String {
    let all: Vec<String> = (from..='O').take(squares).map(|col| format!("{col}{row}")).collect();
    all.join("-")
}

/// Returns squares westward from this column.
fn back_along(row: &str, from: char, squares: usize) -> String {
    let all: Vec<String> =
        ('A'..=from).rev().take(squares).map(|col| format!("{col}{row}")).collect();
    all.join("-")
}

/// Returns positions at the beginning of Blue's game.
fn beginnings<'a>(fits: impl Fn(&Position<'a>) -> bool) -> Vec<Position<'a>> {
    Position::like(|position| position.first_of_blue() && fits(position))
}

/// Whether this order goes through a Doorway.
fn crosses(order: &str) -> bool {
    ["D5-D6", "D6-D5", "L5-L6", "L6-L5"].iter().any(|steps| order.contains(steps))
        && !order.contains("over")
}
