//! The house rules: board, army, and what else may be agreed.

use super::kind::Kind;
use super::place::Place;
use crate::board::{Grid, Square};
use crate::games::{
    OptionFault, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, Seat,
};

/// Boards and armies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Army {
    /// 31 pieces on four rows of a 10 x 10 board, as the original says
    Seed,
    /// 30 pieces that fill three rows of a 10 x 10 board
    Thirty,
    /// 16 pieces that fill two rows of an 8 x 8 board
    Small,
}

/// The options of a game, read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct House {
    /// board and army
    pub army: Army,
    /// whether four volcanoes are drawn
    pub volcanoes: bool,
    /// different pieces that move in a turn, 1 or 2
    pub moves: usize,
    /// whether a player who cannot move has lost, instead of passing
    pub stuck_loses: bool,
    /// whether all kinds are open
    pub open: bool,
    /// turns of each player without a removal after which the game is drawn; 0 for none
    pub draw_turns: u32,
}

impl House {
    /// All options of the game.
    pub(super) fn options() -> Vec<OptionSpec> {
        let word = |word: &str| OptionValue::Word(word.to_owned());
        vec![
            OptionSpec {
                name: "army",
                default: word("seed"),
                kind: OptionKind::Word(&["seed", "thirty"]),
                help: "seed: 31 pieces on four rows with nine squares empty; thirty: 30 pieces that fill three rows",
            },
            OptionSpec {
                name: "draw-turns",
                default: OptionValue::Number(50),
                kind: OptionKind::Number { min: 0, max: 64, or_none: true },
                help: "so many turns of each player without a removal make a draw",
            },
            OptionSpec {
                name: "moves-per-turn",
                default: OptionValue::Number(2),
                kind: OptionKind::Number { min: 1, max: 2, or_none: false },
                help: "how many different pieces move in a turn; 1 is the fast game",
            },
            OptionSpec {
                name: "no-move",
                default: word("pass"),
                kind: OptionKind::Word(&["pass", "lose"]),
                help: "what happens to a player who has no legal move",
            },
            OptionSpec {
                name: "open",
                default: OptionValue::Flag(false),
                kind: OptionKind::Flag,
                help: "all kinds are open to both players",
            },
            OptionSpec {
                name: "size",
                default: word("standard"),
                kind: OptionKind::Word(&["standard", "small"]),
                help: "standard: 10 x 10; small: 8 x 8 with 16 pieces that fill two rows",
            },
            OptionSpec {
                name: "volcanoes",
                default: OptionValue::Number(4),
                kind: OptionKind::Number { min: 0, max: 4, or_none: true },
                help: "4, or none",
            },
        ]
    }

    /// Reads options that have passed their specs one by one.
    pub(super) fn read(options: &OptionMap) -> Result<House, Vec<OptionFault>> {
        let mut faults = Vec::new();
        let army = match (options.word("size"), options.word("army")) {
            ("small", "thirty") => {
                faults.push(OptionFault::new(
                    "army",
                    "`thirty` is an army for size=standard; the small board has one of its own, leave it at `seed`",
                ));
                Army::Small
            }
            ("small", _) => Army::Small,
            (_, "thirty") => Army::Thirty,
            _ => Army::Seed,
        };
        let volcanoes = options.number("volcanoes");
        if !matches!(volcanoes, 0 | 4) {
            faults.push(OptionFault::new(
                "volcanoes",
                format!("`{volcanoes}` will not do; it is 4, or 0 for none"),
            ));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(House {
            army,
            volcanoes: volcanoes == 4,
            moves: if options.number("moves-per-turn") == 1 { 1 } else { 2 },
            stuck_loses: options.word("no-move") == "lose",
            open: options.flag("open"),
            draw_turns: options.small("draw-turns"),
        })
    }

    /// Rows and columns of the board.
    pub(super) fn side(&self) -> u8 {
        if self.army == Army::Small { 8 } else { 10 }
    }

    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.side(), self.side())
    }

    /// The number of the home rows of each player.
    pub(super) fn depth(&self) -> u8 {
        match self.army {
            Army::Seed => 4,
            Army::Thirty => 3,
            Army::Small => 2,
        }
    }

    /// The home rows of a seat, counted from 0, the front row first: the opener has the low rows,
    /// the joiner the high ones.
    pub(super) fn home_rows(&self, seat: Seat) -> Vec<u8> {
        if seat == Seat::OPENER {
            (0..self.depth()).rev().collect()
        } else {
            (self.side() - self.depth()..self.side()).collect()
        }
    }

    /// The home squares of a seat, row by row from the lowest row, in a row from column A.
    pub(super) fn home(&self, seat: Seat) -> Vec<Place> {
        let mut rows = self.home_rows(seat);
        rows.sort_unstable();
        rows.into_iter()
            .flat_map(|row| (0..self.side()).map(move |col| Place(Square::new(row, col))))
            .collect()
    }

    /// Where a square stands among the home squares of a seat; `None` if it is none of them.
    pub(super) fn home_index(&self, seat: Seat, place: Place) -> Option<usize> {
        let lowest = if seat == Seat::OPENER { 0 } else { self.side() - self.depth() };
        let row = place.0.row.checked_sub(lowest).filter(|row| *row < self.depth())?;
        (place.0.col < self.side())
            .then(|| usize::from(row) * usize::from(self.side()) + usize::from(place.0.col))
    }

    /// How many pieces of a kind an army has; of [`Kind::Empty`], how many home squares stay empty.
    pub(super) fn count(&self, kind: Kind) -> usize {
        let counts = match self.army {
            Army::Seed => [9, 5, 4, 3, 2, 2, 5, 5, 4, 1],
            Army::Thirty => [0, 5, 4, 3, 2, 2, 5, 4, 4, 1],
            Army::Small => [0, 3, 2, 1, 1, 1, 3, 2, 2, 1],
        };
        counts[kind.index()]
    }

    /// How many pieces an army has.
    pub(super) fn pieces(&self) -> usize {
        Kind::pieces().map(|kind| self.count(kind)).sum()
    }

    /// How many of its pieces can move.
    pub(super) fn walkers(&self) -> usize {
        Kind::pieces().filter(|kind| kind.walks()).map(|kind| self.count(kind)).sum()
    }

    /// How many ways there are to draw each of the two numbers that place the volcanoes.
    pub(super) fn volcano_ranges(&self) -> (u32, u32) {
        if self.army == Army::Small { (2, 4) } else { (3, 5) }
    }

    /// The four volcanoes that two numbers place: in the two middle rows, each pair the other's
    /// image through the centre of the board.
    pub(super) fn volcanoes(&self, v1: u8, v2: u8) -> Vec<Place> {
        let last = self.side() - 1;
        let (low, high) = (self.side() / 2 - 1, self.side() / 2);
        [(v1, low), (last.saturating_sub(v2), low), (v2, high), (last.saturating_sub(v1), high)]
            .map(|(col, row)| Place(Square::new(row, col)))
            .to_vec()
    }
}
