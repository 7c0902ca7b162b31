//! The board: a text map, parsed and checked once when a game starts.
//!
//! A map has one line for each row of squares, from the top down (`10 g s s g ...`), one line for
//! the wall between two rows (`wall = = | =`), and lines such as `blue jail H1 H3`, which assign
//! parts of the board to a side. `board.map` is the standard map.

use std::collections::VecDeque;
use std::fmt;

use super::map::{Map, Side};
use crate::board::{self, Coord, Direction, Grid};
use crate::rules::{Seat, words};

/// The standard board.
pub(super) const STANDARD: &str = include_str!("board.map");
/// A board with straighter paths to the wall.
pub(super) const SHORT: &str = include_str!("short.map");

/// A square such as `C3`. Columns have letters; row 1 is the bottom row, at Blue's edge.
pub(super) type Square = Coord;

words! {
    /// The type of a square, with its symbol on a map.
    pub(super) enum Ground {
        Plain = ".",
        /// Next to a starting space.
        Gray = "g",
        /// In front of a Building.
        Shaded = "s",
        /// A starting square of an Inspector.
        Yellow = "Y",
        /// The Checkpoint in front of a Doorway.
        Circle = "O",
        /// In front of a Sentry Box.
        Sentry = "b",
        /// Not a square; the Jail is drawn here.
        Jail = "J",
    }
}

words! {
    /// A starting space next to the board.
    pub(super) enum House {
        Hotel = "hotel",
        Station = "station",
        Jail = "jail",
    }
}

/// Number of steps from each square to the nearest goal. Indexed like the grid.
pub(super) type Reach = Vec<Option<u16>>;

/// A valid board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    grid: Grid,
    /// The type of each place. Indexed like the grid.
    ground: Vec<Option<Ground>>,
    /// Neighbors of each square, except those through the Wall's Doorways. Indexed like the grid.
    near: Vec<Vec<Square>>,
    /// Number of rows in Blue's area.
    blue_rows: u8,
    /// Columns of the Doorways.
    doors: Vec<u8>,
    sides: [Side; 2],
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} x {})", self.grid.cols(), self.grid.rows())
    }
}

/// Parses `C3` or `c3`, without checking whether the board has that square.
pub(super) fn read_square(text: &str) -> Option<Square> {
    text.to_ascii_uppercase().parse().ok()
}

/// Returns `Blue` or `Red`.
pub(super) fn side_name(seat: Seat) -> &'static str {
    if seat == Seat::OPENER { "Blue" } else { "Red" }
}

fn on_grid(square: Square) -> board::Square {
    board::Square::new(square.number, square.letter)
}

fn off_grid(square: board::Square) -> Square {
    Square { letter: square.col, number: square.row }
}

impl Board {
    /// Parses a map, or returns all errors in it. With `diagonal`, people can step diagonally.
    pub(super) fn read<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        diagonal: bool,
    ) -> Result<Board, Vec<String>> {
        let board = Board::from_map(Map::read(lines)?, diagonal);
        let faults = board.faults();
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    fn from_map(map: Map, diagonal: bool) -> Board {
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
        let near = |square: board::Square| -> Vec<Square> {
            let next = grid.neighbours(square, directions).map(off_grid);
            next.filter(|&next| board.joins(off_grid(square), next)).collect()
        };
        board.near = grid.squares().map(near).collect();
        board
    }

    /// Whether a person can step between these neighbors. No one steps diagonally to or from a
    /// yellow square, because it is a starting space, and people leave it through the gray squares
    /// next to it.
    fn joins(&self, one: Square, two: Square) -> bool {
        let straight = one.number == two.number || one.letter == two.letter;
        let yellow = [one, two].iter().any(|&square| self.ground(square) == Some(Ground::Yellow));
        self.has(one) && self.has(two) && self.side(one) == self.side(two) && (straight || !yellow)
    }

    /// Returns the errors of a board whose map could be parsed.
    fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> =
            Seat::all(2).flat_map(|seat| self.faults_of_side(seat)).collect();
        faults.extend(self.faults_at_the_wall());
        let first: Vec<Square> = self.squares().take(1).collect();
        if self.reach(&first).into_iter().flatten().count() != self.squares().count() {
            faults.push("some squares cannot be reached from others".to_owned());
        }
        faults
    }

    fn faults_of_side(&self, seat: Seat) -> Vec<String> {
        let mut faults = Vec::new();
        let (side, who) = (self.own(seat), side_name(seat));
        let word = who.to_ascii_lowercase();
        for (house, exits) in House::ALL.into_iter().zip(&side.exits) {
            let good = |&square: &Square| {
                self.ground(square) == Some(Ground::Gray) && self.side(square) == seat
            };
            if exits.is_empty() || !exits.iter().all(good) {
                let house = house.as_str();
                faults.push(format!(
                    "`{word} {house} ...` must name one or more gray squares of that side"
                ));
            }
        }
        if side.buildings.len() != 4 || side.buildings.iter().any(|pair| pair.len() != 2) {
            faults.push(format!(
                "`{word} buildings ...` must name four pairs of squares, with commas between the \
                 pairs"
            ));
        }
        let yellow = self.yellow(seat);
        if yellow.len() != 2 {
            faults.push(format!("{who} has {} yellow squares (Y), but needs two", yellow.len()));
        }
        let is_gray = |&next: &Square| self.ground(next) == Some(Ground::Gray);
        let left_by_gray =
            |square| !self.near(square).is_empty() && self.near(square).iter().all(is_gray);
        faults.extend(yellow.into_iter().filter(|&square| !left_by_gray(square)).map(|square| {
            format!(
                "the yellow square {square} must have at least one square next to it, and all \
                 squares next to it must be gray (g)"
            )
        }));
        let mut fronts: Vec<Square> = side.buildings.iter().flatten().copied().collect();
        let mut shaded: Vec<Square> = self.of(seat, Ground::Shaded).collect();
        fronts.sort_unstable();
        shaded.sort_unstable();
        if fronts != shaded {
            faults.push(format!(
                "{who} must have a building at each of its shaded squares (s), and nowhere else"
            ));
        }
        faults
    }

    fn faults_at_the_wall(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.doors.is_empty() {
            faults.push("the wall has no doorway (|)".to_owned());
        }
        for &letter in &self.doors {
            let at_wall = [self.blue_rows.saturating_sub(1), self.blue_rows];
            let squares = at_wall.map(|number| Square { letter, number }).into_iter();
            let other = squares.filter(|&square| self.ground(square) != Some(Ground::Circle));
            faults.extend(
                other.map(|square| {
                    format!("{square} is at a doorway, so it must be a checkpoint (O)")
                }),
            );
        }
        faults.extend(self.squares().filter_map(|square| self.fault_at_the_wall(square)));
        faults
    }

    fn fault_at_the_wall(&self, square: Square) -> Option<String> {
        let boxes = self.beside(square, Ground::Sentry).count();
        let circles = self.beside(square, Ground::Circle).count();
        match self.ground(square)? {
            Ground::Circle if self.far(square).is_none() => {
                Some(format!("the checkpoint {square} isn't at a doorway"))
            }
            Ground::Circle if boxes != 1 => Some(format!(
                "the checkpoint {square} must have one sentry box square (b) next to it, \
                not {boxes}"
            )),
            Ground::Sentry if circles != 1 || !self.on_wall_path(square) => Some(format!(
                "the sentry box square {square} must be along the wall, next to one checkpoint"
            )),
            _ => None,
        }
    }

    fn own(&self, seat: Seat) -> &Side {
        let [blue, red] = &self.sides;
        if seat == Seat::OPENER { blue } else { red }
    }

    pub(super) fn rows(&self) -> u8 {
        self.grid.rows()
    }

    pub(super) fn columns(&self) -> u8 {
        self.grid.cols()
    }

    pub(super) fn doors(&self) -> &[u8] {
        &self.doors
    }

    /// Returns what is drawn at this place, if anything.
    pub(super) fn drawn(&self, square: Square) -> Option<Ground> {
        self.ground.get(self.grid.index(on_grid(square))?).copied().flatten()
    }

    /// Returns the type of a square; `None` if there is no square at this place.
    pub(super) fn ground(&self, square: Square) -> Option<Ground> {
        self.drawn(square).filter(|&ground| ground != Ground::Jail)
    }

    pub(super) fn has(&self, square: Square) -> bool {
        self.ground(square).is_some()
    }

    /// Returns all squares, row by row.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        self.grid.squares().map(off_grid).filter(|&square| self.has(square))
    }

    /// Returns all squares of this type in the area of a seat, row by row.
    pub(super) fn of(&self, seat: Seat, ground: Ground) -> impl Iterator<Item = Square> {
        self.squares()
            .filter(move |&square| self.ground(square) == Some(ground) && self.side(square) == seat)
    }

    /// Returns the seat in whose area the square is.
    pub(super) fn side(&self, square: Square) -> Seat {
        if square.number < self.blue_rows { Seat::OPENER } else { Seat::JOINER }
    }

    /// Returns the squares one step away, except those through a Doorway.
    pub(super) fn near(&self, square: Square) -> &[Square] {
        let near = self.grid.index(on_grid(square)).and_then(|index| self.near.get(index));
        near.map_or(&[], Vec::as_slice)
    }

    /// Returns the square on the other side of the Doorway at this circled square.
    pub(super) fn far(&self, circle: Square) -> Option<Square> {
        let number = if self.side(circle) == Seat::OPENER {
            circle.number.checked_add(1)?
        } else {
            circle.number.checked_sub(1)?
        };
        let at_door = self.doors.contains(&circle.letter) && self.on_wall_path(circle);
        at_door.then_some(Square { number, ..circle })
    }

    /// Returns the circled square next to a Sentry Box square.
    pub(super) fn circle_of(&self, sentry: Square) -> Option<Square> {
        self.beside(sentry, Ground::Circle).next()
    }

    /// Returns the Sentry Box square next to a circled square.
    pub(super) fn sentry_of(&self, circle: Square) -> Option<Square> {
        self.beside(circle, Ground::Sentry).next()
    }

    fn beside(&self, square: Square, ground: Ground) -> impl Iterator<Item = Square> {
        let near = self.grid.neighbours(on_grid(square), &Direction::STRAIGHT).map(off_grid);
        near.filter(move |&next| {
            self.ground(next) == Some(ground) && self.side(next) == self.side(square)
        })
    }

    /// Whether the square is on the path along the Wall.
    pub(super) fn on_wall_path(&self, square: Square) -> bool {
        let row = square.number;
        self.has(square) && (row == self.blue_rows || row + 1 == self.blue_rows)
    }

    /// Returns the path along the Wall in the area of a seat.
    pub(super) fn wall_path(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let along = self.squares().filter(|&square| self.on_wall_path(square));
        along.filter(move |&square| self.side(square) == seat)
    }

    /// Returns the gray squares through which people leave a house of this seat.
    pub(super) fn exits(&self, seat: Seat, house: House) -> &[Square] {
        &self.own(seat).exits[house as usize]
    }

    /// Returns the yellow squares of a seat from west to east. Within a column, the lower square
    /// comes first.
    pub(super) fn yellow(&self, seat: Seat) -> Vec<Square> {
        let mut squares: Vec<Square> = self.of(seat, Ground::Yellow).collect();
        squares.sort_by_key(|square| (square.letter, square.number));
        squares
    }

    /// Returns the squares in front of the Building with this number, 1 to 4.
    pub(super) fn front(&self, seat: Seat, building: u8) -> &[Square] {
        let index = usize::from(building).checked_sub(1);
        let front = index.and_then(|index| self.own(seat).buildings.get(index));
        front.map_or(&[], Vec::as_slice)
    }

    /// Returns the number of the Building, 1 to 4, that a shaded square is in front of.
    pub(super) fn building_at(&self, square: Square) -> Option<u8> {
        (1..=4).find(|&building| self.front(self.side(square), building).contains(&square))
    }

    /// Returns the number of steps from each square to the nearest of `goals`. Steps can go through
    /// Doorways.
    pub(super) fn reach(&self, goals: &[Square]) -> Reach {
        let mut steps = vec![None; self.grid.area()];
        let mut queue: VecDeque<(Square, u16)> =
            goals.iter().filter(|&&goal| self.has(goal)).map(|&goal| (goal, 0)).collect();
        while let Some((square, count)) = queue.pop_front() {
            let index = self.grid.index(on_grid(square));
            let Some(entry @ None) = index.and_then(|index| steps.get_mut(index)) else { continue };
            *entry = Some(count);
            let next = self.near(square).iter().copied().chain(self.far(square));
            let fresh = next.filter(|next| {
                let index = self.grid.index(on_grid(*next));
                index.and_then(|index| steps.get(index)).is_some_and(Option::is_none)
            });
            queue.extend(fresh.map(|next| (next, count + 1)));
        }
        steps
    }

    /// Returns the number of steps for a square in the result of [`reach`](Self::reach).
    pub(super) fn steps(&self, reach: &Reach, from: Square) -> Option<u16> {
        reach.get(self.grid.index(on_grid(from))?).copied().flatten()
    }
}
