//! House rules: the board, the army, and other rules that players can agree on.

use super::kind::Kind;
use super::square::Square;
use crate::board::Grid;
use crate::rules::{OptionError, OptionMap, OptionMapExt, OptionSpec, Seat, ensure};

/// The size of the board, and the pieces of an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Roster {
    /// 31 pieces on four rows of a 10 x 10 board, as in the original rules.
    Seed,
    /// 30 pieces that fill three rows of a 10 x 10 board.
    Thirty,
    /// 16 pieces that fill two rows of an 8 x 8 board.
    Small,
}

/// House rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(super) roster: Roster,
    /// Whether four volcanoes are placed at random.
    pub(super) volcanoes: bool,
    /// Number of different pieces that move in a turn, 1 or 2.
    pub(super) moves: usize,
    /// Whether a player who can't move loses, instead of passing.
    pub(super) stuck_loses: bool,
    /// Whether all kinds are public.
    pub(super) open: bool,
    /// The game is a draw after each player has taken this many turns in a row in which no piece is
    /// removed; 0 for no limit.
    pub(super) draw_turns: u32,
}

impl Options {
    /// Returns the options that players of Espionage can agree on.
    pub(super) fn specs() -> Vec<OptionSpec> {
        let (number, word) = (OptionSpec::number, OptionSpec::word);
        let armies = "seed: 31 pieces on four rows with nine squares empty; thirty: 30 pieces that \
                      fill three rows";
        let draw_turns = "the game is a draw once each player has had this many turns in a row \
                          with no piece removed";
        let moves = "how many different pieces move in a turn; 1 is the fast game";
        let no_move = "what happens to a player who has no legal move";
        let open = "both players see the kinds of all pieces";
        let sizes = "standard: 10 x 10; small: 8 x 8 with 16 pieces that fill two rows";
        vec![
            word("army", &["seed", "thirty"], armies),
            number("draw-turns", 50, 0..=64, draw_turns).or_none(),
            number("moves-per-turn", 2, 1..=2, moves),
            word("no-move", &["pass", "lose"], no_move),
            OptionSpec::flag("open", false, open),
            word("size", &["standard", "small"], sizes),
            number("volcanoes", 4, 0..=4, "volcanoes in the two middle rows: 4, or none").or_none(),
        ]
    }

    /// Converts options that are valid individually. Returns errors if the options don't fit
    /// together.
    pub(super) fn read(options: &OptionMap) -> Result<Options, Vec<OptionError>> {
        let mut faults = Vec::new();
        let roster = match (options.word("size"), options.word("army")) {
            ("small", _) => Roster::Small,
            (_, "thirty") => Roster::Thirty,
            _ => Roster::Seed,
        };
        if roster == Roster::Small && options.word("army") == "thirty" {
            let problem = "`thirty` is an army for size=standard; the small board has its own \
                           army, so leave `army` at `seed`";
            faults.push(OptionError::new("army", problem));
        }
        let volcanoes = options.number("volcanoes");
        if !matches!(volcanoes, 0 | 4) {
            let problem = format!("`{volcanoes}` isn't allowed; use 4, or 0 for none");
            faults.push(OptionError::new("volcanoes", problem));
        }
        ensure(faults.is_empty(), faults)?;
        Ok(Options {
            roster,
            volcanoes: volcanoes == 4,
            moves: if options.number("moves-per-turn") == 1 { 1 } else { 2 },
            stuck_loses: options.word("no-move") == "lose",
            open: options.flag("open"),
            draw_turns: options.small("draw-turns"),
        })
    }

    /// Returns the number of rows, which is also the number of columns.
    pub(super) fn side(&self) -> u8 {
        if self.roster == Roster::Small { 8 } else { 10 }
    }

    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.side(), self.side())
    }

    /// Returns the number of home rows of each player.
    pub(super) fn depth(&self) -> u8 {
        match self.roster {
            Roster::Seed => 4,
            Roster::Thirty => 3,
            Roster::Small => 2,
        }
    }

    /// Returns the home rows of a seat, counted from 0, the front row first: the opener has the low
    /// rows, the joiner the high rows.
    pub(super) fn home_rows(&self, seat: Seat) -> Vec<u8> {
        if seat == Seat::OPENER {
            (0..self.depth()).rev().collect()
        } else {
            (self.side() - self.depth()..self.side()).collect()
        }
    }

    /// Returns the home squares of a seat, row by row from the lowest row, within a row from column
    /// A.
    pub(super) fn home(&self, seat: Seat) -> Vec<Square> {
        let mut rows = self.home_rows(seat);
        rows.sort_unstable();
        let row = |row: u8| (0..self.side()).map(move |col| Square::new(col, row));
        rows.into_iter().flat_map(row).collect()
    }

    /// Returns the index of a square among the home squares of a seat; `None` if the square isn't a
    /// home square.
    pub(super) fn home_index(&self, seat: Seat, square: Square) -> Option<usize> {
        let lowest = if seat == Seat::OPENER { 0 } else { self.side() - self.depth() };
        let home = Grid::new(self.depth(), self.side());
        let row = square.0.row.checked_sub(lowest)?;
        home.index(Square::new(square.0.col, row).0)
    }

    /// Returns the number of pieces of a kind in an army; for [`Kind::Empty`], the number of empty
    /// home squares.
    pub(super) fn count(&self, kind: Kind) -> usize {
        let counts = match self.roster {
            Roster::Seed => [9, 5, 4, 3, 2, 2, 5, 5, 4, 1],
            Roster::Thirty => [0, 5, 4, 3, 2, 2, 5, 4, 4, 1],
            Roster::Small => [0, 3, 2, 1, 1, 1, 3, 2, 2, 1],
        };
        counts[kind.index()]
    }

    /// Returns the number of pieces in an army.
    pub(super) fn pieces(&self) -> usize {
        Kind::pieces().map(|kind| self.count(kind)).sum()
    }

    /// Returns the number of pieces in an army that can move.
    pub(super) fn walkers(&self) -> usize {
        Kind::pieces().filter(|kind| kind.walks()).map(|kind| self.count(kind)).sum()
    }

    /// The method `volcanoes` places the volcanoes by two numbers. Returns the number of possible
    /// values for each number.
    pub(super) fn volcano_ranges(&self) -> (u32, u32) {
        if self.roster == Roster::Small { (2, 4) } else { (3, 5) }
    }

    /// Returns the four volcanoes that two numbers place in the two middle rows: two for each
    /// number, opposite each other through the center of the board.
    pub(super) fn volcanoes(&self, v1: u8, v2: u8) -> Vec<Square> {
        let last = self.side() - 1;
        let (low, high) = (self.side() / 2 - 1, self.side() / 2);
        [(v1, low), (last.saturating_sub(v2), low), (v2, high), (last.saturating_sub(v1), high)]
            .map(|(col, row)| Square::new(col, row))
            .to_vec()
    }
}
