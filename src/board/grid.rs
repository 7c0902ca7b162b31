//! Rectangular boards: squares, straight lines, neighbors.
//!
//! Nothing here can panic. A square that isn't on the grid has no index, rays or neighbors.

/// A square, counted from 0. Squares are ordered row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    pub row: u8,
    pub col: u8,
}

impl Square {
    pub const fn new(row: u8, col: u8) -> Self {
        Square { row, col }
    }
}

/// One of the eight directions of a queen in chess. Each kind of game decides where each direction
/// points on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    rows: i8,
    cols: i8,
}

impl Direction {
    /// All eight directions, clockwise, starting with decreasing row numbers. Straight and diagonal
    /// directions alternate.
    pub const ALL: [Direction; 8] = {
        let [up, right, down, left] = Direction::STRAIGHT;
        let [up_right, down_right, down_left, up_left] = Direction::DIAGONAL;
        [up, up_right, right, down_right, down, down_left, left, up_left]
    };

    /// The four directions along rows and columns.
    pub const STRAIGHT: [Direction; 4] = [
        Direction { rows: -1, cols: 0 },
        Direction { rows: 0, cols: 1 },
        Direction { rows: 1, cols: 0 },
        Direction { rows: 0, cols: -1 },
    ];

    pub const DIAGONAL: [Direction; 4] = [
        Direction { rows: -1, cols: 1 },
        Direction { rows: 1, cols: 1 },
        Direction { rows: 1, cols: -1 },
        Direction { rows: -1, cols: -1 },
    ];

    /// Returns the direction from one square to another; `None` if no row, column or diagonal joins
    /// them, or if they are the same square.
    pub fn between(from: Square, to: Square) -> Option<Direction> {
        let rows = i16::from(to.row) - i16::from(from.row);
        let cols = i16::from(to.col) - i16::from(from.col);
        let straight = rows == 0 || cols == 0 || rows.abs() == cols.abs();
        let one = |distance: i16| i8::try_from(distance.signum()).unwrap_or(0);
        (straight && from != to).then(|| Direction { rows: one(rows), cols: one(cols) })
    }
}

/// A rectangular board: its number of rows and of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    rows: u8,
    cols: u8,
}

impl Grid {
    /// Creates a board of `rows` by `cols` squares.
    pub const fn new(rows: u8, cols: u8) -> Self {
        Grid { rows, cols }
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// Returns the number of squares.
    pub fn area(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Whether this square is on the board.
    pub fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// Returns the square in this row and column, counted from 0, if it is on the board.
    pub fn square(self, row: usize, col: usize) -> Option<Square> {
        let square = Square::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?);
        self.contains(square).then_some(square)
    }

    /// Returns the index of a square, counted row by row from 0.
    pub fn index(self, square: Square) -> Option<usize> {
        self.contains(square)
            .then(|| usize::from(square.row) * usize::from(self.cols) + usize::from(square.col))
    }

    /// Returns the square with this index, if it is on the board.
    pub fn at(self, index: usize) -> Option<Square> {
        let cols = usize::from(self.cols);
        self.square(index.checked_div(cols)?, index.checked_rem(cols)?)
    }

    /// Returns all squares, row by row.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square::new(row, col)))
    }

    /// Returns the next square in this direction, if it is on the board.
    pub fn step(self, from: Square, direction: Direction) -> Option<Square> {
        let to = Square::new(
            from.row.checked_add_signed(direction.rows)?,
            from.col.checked_add_signed(direction.cols)?,
        );
        (self.contains(from) && self.contains(to)).then_some(to)
    }

    /// Returns the squares in this direction up to the edge, nearest first, without `from`.
    pub fn ray(self, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(from, direction), move |&square| {
            self.step(square, direction)
        })
    }

    /// Returns the rays in all eight directions.
    pub fn rays(self, from: Square) -> impl Iterator<Item = impl Iterator<Item = Square>> {
        Direction::ALL.into_iter().map(move |direction| self.ray(from, direction))
    }

    /// Returns the neighbors of a square in these directions, such as [`Direction::STRAIGHT`].
    pub fn neighbours(self, of: Square, directions: &[Direction]) -> impl Iterator<Item = Square> {
        directions.iter().filter_map(move |&direction| self.step(of, direction))
    }

    /// Returns the straight line from one square to another, including both; a single square if
    /// they are equal. `None` if no row, column or diagonal joins them.
    pub fn line(self, from: Square, to: Square) -> Option<Vec<Square>> {
        if !self.contains(from) || !self.contains(to) {
            return None;
        }
        let mut line = vec![from];
        if from != to {
            let length = from.row.abs_diff(to.row).max(from.col.abs_diff(to.col));
            line.extend(self.ray(from, Direction::between(from, to)?).take(usize::from(length)));
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid::new(3, 4);

    fn pairs(squares: impl IntoIterator<Item = Square>) -> Vec<(u8, u8)> {
        squares.into_iter().map(|square| (square.row, square.col)).collect()
    }

    #[test]
    fn squares_are_counted_row_by_row() {
        let all: Vec<Square> = GRID.squares().collect();
        assert_eq!(all.len(), 12);
        assert!(all.is_sorted());
        for (index, &square) in all.iter().enumerate() {
            assert_eq!(GRID.index(square), Some(index));
            assert_eq!(GRID.at(index), Some(square));
        }
        assert_eq!(GRID.at(12), None);
        assert_eq!(GRID.index(Square::new(0, 4)), None);
        assert_eq!(GRID.square(2, 300), None);
    }

    #[test]
    fn rays_end_at_the_edge() {
        let rays: Vec<_> = GRID.rays(Square::new(1, 1)).map(pairs).collect();
        assert_eq!(
            rays,
            [
                vec![(0, 1)],
                vec![(0, 2)],
                vec![(1, 2), (1, 3)],
                vec![(2, 2)],
                vec![(2, 1)],
                vec![(2, 0)],
                vec![(1, 0)],
                vec![(0, 0)],
            ]
        );
    }

    #[test]
    fn a_corner_has_two_straight_neighbours_and_three_in_all() {
        assert_eq!(
            pairs(GRID.neighbours(Square::new(0, 0), &Direction::STRAIGHT)),
            [(0, 1), (1, 0)]
        );
        assert_eq!(
            pairs(GRID.neighbours(Square::new(2, 3), &Direction::ALL)),
            [(1, 3), (2, 2), (1, 2)]
        );
    }

    #[test]
    fn a_line_is_straight_or_none() {
        assert_eq!(
            GRID.line(Square::new(2, 0), Square::new(0, 2)).map(pairs),
            Some(vec![(2, 0), (1, 1), (0, 2)])
        );
        assert_eq!(
            GRID.line(Square::new(1, 3), Square::new(1, 1)).map(pairs),
            Some(vec![(1, 3), (1, 2), (1, 1)])
        );
        assert_eq!(GRID.line(Square::new(1, 3), Square::new(1, 3)).map(pairs), Some(vec![(1, 3)]));
        assert_eq!(GRID.line(Square::new(0, 0), Square::new(1, 2)), None);
        assert_eq!(GRID.line(Square::new(0, 0), Square::new(0, 9)), None);
    }

    #[test]
    fn a_square_off_the_board_has_nothing_around_it() {
        for off in [Square::new(3, 0), Square::new(0, 4), Square::new(255, 255)] {
            assert_eq!(GRID.rays(off).map(Iterator::count).sum::<usize>(), 0);
            assert_eq!(GRID.neighbours(off, &Direction::ALL).count(), 0);
        }
        assert_eq!(Grid::new(0, 0).at(0), None);
        assert_eq!(Grid::new(255, 255).squares().count(), 65_025);
    }
}
