//! The board: a text map, read and checked once when a game starts.
//!
//! A map has a line for each row of squares, from the top down (`10 g s s g ...`), one for the wall
//! between two of them (`wall = = | =`), and lines that say what belongs to whom (`blue jail H1
//! H3`). `board.map` is the standard one.

use std::collections::VecDeque;

use super::map::{Map, Side};
use crate::board::{Direction, Grid, Square};
use crate::games::{OptionFault, Seat};

/// The standard board.
pub(super) const STANDARD: &str = include_str!("board.map");
/// The board with straighter ways to the wall.
pub(super) const SHORT: &str = include_str!("short.map");

/// What a square is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    Plain,
    /// adjoins a starting space
    Gray,
    /// in front of a building
    Shaded,
    /// where an Inspector starts
    Yellow,
    /// the Checkpoint before a Doorway
    Circle,
    /// in front of a Sentry Box
    Sentry,
    /// no square; the Jail is drawn here
    Jail,
}

/// A starting space beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum House {
    Hotel,
    Station,
    Jail,
}

impl House {
    pub(super) const ALL: [House; 3] = [House::Hotel, House::Station, House::Jail];

    pub(super) const fn word(self) -> &'static str {
        ["hotel", "station", "jail"][self as usize]
    }
}

/// A sound board. Row 0 is the lowest, Blue's edge.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    grid: Grid,
    /// by the grid's index
    ground: Vec<Option<Ground>>,
    /// squares next to each, the Wall and its Doorways apart, by the grid's index
    near: Vec<Vec<Square>>,
    /// how many rows are Blue's
    blue_rows: u8,
    doors: Vec<u8>,
    sides: [Side; 2],
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({} x {})", self.grid.cols(), self.grid.rows())
    }
}

/// The name of a square: `C3`.
pub(super) fn name(square: Square) -> String {
    format!("{}{}", char::from(b'A' + square.col.min(25)), square.row + 1)
}

/// Squares joined by hyphens: `A2-A3-B3`.
pub(super) fn join(squares: &[Square]) -> String {
    squares.iter().map(|&square| name(square)).collect::<Vec<_>>().join("-")
}

/// Reads `C3` or `c3`; whether the board has it is another matter.
pub(super) fn read_square(text: &str) -> Option<Square> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let digits = text.get(1..).filter(|rest| {
        rest.len() <= 2 && !rest.starts_with('0') && rest.bytes().all(|byte| byte.is_ascii_digit())
    })?;
    Some(Square::new(
        digits.parse::<u8>().ok()?.checked_sub(1)?,
        letter.to_ascii_uppercase() - b'A',
    ))
}

impl Board {
    /// Reads a map; says everything that is wrong with it.
    pub(super) fn read<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        diagonal: bool,
    ) -> Result<Board, Vec<String>> {
        let map = Map::read(lines)?;
        let board = Board::lay_out(map, diagonal);
        let faults = board.faults();
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    fn lay_out(map: Map, diagonal: bool) -> Board {
        let rows = map.rows.len();
        let cols = map.rows.first().map_or(0, Vec::len);
        let grid = Grid::new(u8::try_from(rows).unwrap_or(0), u8::try_from(cols).unwrap_or(0));
        let mut board = Board {
            grid,
            ground: map.rows.into_iter().rev().flatten().collect(),
            near: Vec::new(),
            blue_rows: u8::try_from(map.blue_rows).unwrap_or(0),
            doors: map.doors,
            sides: map.sides,
        };
        let directions: &[Direction] =
            if diagonal { &Direction::ALL } else { &Direction::STRAIGHT };
        board.near = grid
            .squares()
            .map(|square| {
                let near =
                    grid.neighbours(square, directions).filter(|&next| board.joins(square, next));
                near.collect()
            })
            .collect();
        board
    }

    /// Can one step from one of these neighbours to the other? Nobody steps diagonally to or from a
    /// yellow square: as a starting space it is left by its adjoining gray squares.
    fn joins(&self, one: Square, two: Square) -> bool {
        let straight = one.row == two.row || one.col == two.col;
        let yellow =
            [one, two].into_iter().any(|square| self.ground(square) == Some(Ground::Yellow));
        self.has(one) && self.has(two) && self.side(one) == self.side(two) && (straight || !yellow)
    }

    /// What keeps a map that could be read from being played on.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for seat in Seat::all(2) {
            let side = self.own(seat);
            let who = side_name(seat);
            for (house, exits) in House::ALL.into_iter().zip(&side.exits) {
                let good = |&square: &Square| {
                    self.ground(square) == Some(Ground::Gray) && self.side(square) == seat
                };
                if exits.is_empty() || !exits.iter().all(good) {
                    faults.push(format!(
                        "`{} {} ...` must name one or more gray squares of that side",
                        who.to_ascii_lowercase(),
                        house.word()
                    ));
                }
            }
            if side.buildings.len() != 4 || side.buildings.iter().any(|pair| pair.len() != 2) {
                faults.push(format!(
                    "`{} buildings ...` must name four pairs of squares, with commas between the pairs",
                    who.to_ascii_lowercase()
                ));
            }
            let yellow = self.yellow(seat);
            if yellow.len() != 2 {
                faults
                    .push(format!("{who} has {} yellow squares, Y; two are needed", yellow.len()));
            }
            for square in yellow {
                if self.near(square).is_empty()
                    || self.near(square).iter().any(|&next| self.ground(next) != Some(Ground::Gray))
                {
                    faults.push(format!(
                        "every square next to the yellow {} must be gray, g, and there must be one",
                        name(square)
                    ));
                }
            }
            let mut fronts: Vec<Square> = side.buildings.iter().flatten().copied().collect();
            fronts.sort_unstable();
            let shaded: Vec<Square> = self
                .squares()
                .filter(|&square| {
                    self.side(square) == seat && self.ground(square) == Some(Ground::Shaded)
                })
                .collect();
            if fronts != shaded {
                faults.push(format!("the buildings of {who} must stand at all its shaded squares, s, and at no others"));
            }
        }
        faults.extend(self.faults_at_the_wall());
        let first: Vec<Square> = self.squares().take(1).collect();
        if self.reach(&first).into_iter().flatten().count() != self.squares().count() {
            faults.push("some squares cannot be reached from others".to_owned());
        }
        faults
    }

    fn faults_at_the_wall(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.doors.is_empty() {
            faults.push("the wall has no doorway, |".to_owned());
        }
        for &col in &self.doors {
            for row in [self.blue_rows.saturating_sub(1), self.blue_rows] {
                let square = Square::new(row, col);
                if self.ground(square) != Some(Ground::Circle) {
                    faults.push(format!(
                        "{} is at a doorway, so it must be a checkpoint, O",
                        name(square)
                    ));
                }
            }
        }
        for square in self.squares() {
            let boxes = self.beside(square, Ground::Sentry).count();
            let circles = self.beside(square, Ground::Circle).count();
            match self.ground(square) {
                Some(Ground::Circle) if self.far(square).is_none() => {
                    faults.push(format!("the checkpoint {} is at no doorway", name(square)));
                }
                Some(Ground::Circle) if boxes != 1 => {
                    faults.push(format!("the checkpoint {} must have one sentry box square, b, beside it, not {boxes}", name(square)));
                }
                Some(Ground::Sentry) if circles != 1 || !self.on_wall_path(square) => {
                    faults.push(format!(
                        "the sentry box square {} must lie along the wall, beside one checkpoint",
                        name(square)
                    ));
                }
                _ => {}
            }
        }
        faults
    }

    fn own(&self, seat: Seat) -> &Side {
        &self.sides[seat.index().min(1)]
    }

    pub(super) fn grid(&self) -> Grid {
        self.grid
    }

    pub(super) fn is_door(&self, col: u8) -> bool {
        self.doors.contains(&col)
    }

    /// What is drawn there, if anything.
    pub(super) fn drawn(&self, square: Square) -> Option<Ground> {
        self.grid.index(square).and_then(|index| self.ground.get(index).copied().flatten())
    }

    /// What the square is; `None` where there is none.
    pub(super) fn ground(&self, square: Square) -> Option<Ground> {
        self.drawn(square).filter(|&ground| ground != Ground::Jail)
    }

    /// Is there such a square?
    pub(super) fn has(&self, square: Square) -> bool {
        self.ground(square).is_some()
    }

    /// All squares, row by row.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        self.grid.squares().filter(|&square| self.has(square))
    }

    /// Whose area the square is in.
    pub(super) fn side(&self, square: Square) -> Seat {
        Seat(u8::from(square.row >= self.blue_rows))
    }

    /// The squares one step away, Doorways apart.
    pub(super) fn near(&self, square: Square) -> &[Square] {
        self.grid.index(square).and_then(|index| self.near.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The square on the other side of the Doorway at this circled square.
    pub(super) fn far(&self, circle: Square) -> Option<Square> {
        let row = if self.side(circle) == Seat(0) {
            circle.row.checked_add(1)?
        } else {
            circle.row.checked_sub(1)?
        };
        (self.is_door(circle.col) && self.on_wall_path(circle))
            .then_some(Square::new(row, circle.col))
    }

    /// The circled square beside a Sentry Box square.
    pub(super) fn circle_of(&self, sentry: Square) -> Option<Square> {
        self.beside(sentry, Ground::Circle).next()
    }

    /// The Sentry Box square beside a circled square.
    pub(super) fn sentry_of(&self, circle: Square) -> Option<Square> {
        self.beside(circle, Ground::Sentry).next()
    }

    fn beside(&self, square: Square, ground: Ground) -> impl Iterator<Item = Square> {
        let near = self.grid.neighbours(square, &Direction::STRAIGHT);
        near.filter(move |&next| {
            self.ground(next) == Some(ground) && self.side(next) == self.side(square)
        })
    }

    /// Is the square on the path along the Wall?
    pub(super) fn on_wall_path(&self, square: Square) -> bool {
        self.has(square) && (square.row == self.blue_rows || square.row + 1 == self.blue_rows)
    }

    /// The gray squares by which a house of this seat is left.
    pub(super) fn exits(&self, seat: Seat, house: House) -> &[Square] {
        &self.own(seat).exits[house as usize]
    }

    /// The yellow squares of a seat, west to east.
    pub(super) fn yellow(&self, seat: Seat) -> Vec<Square> {
        self.squares()
            .filter(|&square| {
                self.ground(square) == Some(Ground::Yellow) && self.side(square) == seat
            })
            .collect()
    }

    /// The squares in front of a building, 1 to 4.
    pub(super) fn front(&self, seat: Seat, building: u8) -> &[Square] {
        usize::from(building)
            .checked_sub(1)
            .and_then(|index| self.own(seat).buildings.get(index))
            .map_or(&[], Vec::as_slice)
    }

    /// The building that a shaded square belongs to, 1 to 4.
    pub(super) fn building_at(&self, square: Square) -> Option<u8> {
        (1..=4).find(|&building| self.front(self.side(square), building).contains(&square))
    }

    /// How many steps it is from each square to the nearest of `goals`, through Doorways as well;
    /// by the grid's index.
    pub(super) fn reach(&self, goals: &[Square]) -> Vec<Option<u16>> {
        let mut steps = vec![None; self.grid.area()];
        let mut queue = VecDeque::new();
        for &goal in goals.iter().filter(|&&goal| self.has(goal)) {
            queue.push_back((goal, 0));
        }
        while let Some((square, count)) = queue.pop_front() {
            let Some(entry) = self.grid.index(square).and_then(|index| steps.get_mut(index)) else {
                continue;
            };
            if entry.is_some() {
                continue;
            }
            *entry = Some(count);
            queue.extend(
                self.near(square)
                    .iter()
                    .copied()
                    .chain(self.far(square))
                    .map(|next| (next, count + 1)),
            );
        }
        steps
    }

    /// One entry of [`reach`](Self::reach).
    pub(super) fn steps(&self, reach: &[Option<u16>], from: Square) -> Option<u16> {
        self.grid.index(from).and_then(|index| reach.get(index).copied().flatten())
    }
}

/// `Blue` or `Red`.
pub(super) fn side_name(seat: Seat) -> &'static str {
    if seat == Seat(0) { "Blue" } else { "Red" }
}

/// The faults of a board as faults of the option that holds it.
pub(super) fn option_faults(faults: Vec<String>) -> Vec<OptionFault> {
    faults.into_iter().map(|fault| OptionFault::new("board", fault)).collect()
}
