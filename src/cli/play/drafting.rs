//! A draft on its boards, with a cursor. This module moves the cursor, and finds the effect of
//! selecting a square.

use pbem::rules::scene::{Board, Cell, Row};
use pbem::rules::{Hand, Mark, Names, Spot, Touch};

/// Position of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A square: indices of its board, row and cell.
    Square(usize, usize, usize),
    /// A button, by index.
    Button(usize),
}

/// A draft, its boards and the cursor.
#[derive(Clone, Debug)]
pub(super) struct Drafting {
    /// The draft as the user would type it.
    pub draft: String,
    /// Squares and buttons that can be selected; `None` if the draft was typed in a different
    /// notation, or there is nothing to do.
    pub hand: Option<Hand>,
    /// The boards.
    pub boards: Vec<Board>,
    /// Position of the cursor.
    pub at: Place,
    past: Vec<String>,
}

/// A screen with a draft: a move or a setup.
pub(super) trait Drafts {
    /// Returns the draft with its boards.
    fn drafting(&mut self) -> &mut Drafting;

    /// Returns the players' names.
    fn names(&self) -> &Names;

    /// Checks the draft again, and updates the squares that can be selected.
    fn look(&mut self);

    /// Replaces the draft.
    fn put(&mut self, draft: String) {
        self.drafting().put(draft);
        self.look();
    }

    /// Goes back to the previous draft. Returns false if there is no previous draft.
    fn take_back(&mut self) -> bool {
        let back = self.drafting().back();
        self.look();
        back
    }
}

/// Text between two orders of a draft.
pub(super) const SEPARATOR: &str = "; ";

/// A step of the cursor: number of lines down, number of cells to the right.
pub(super) type Step = (isize, isize);

impl Drafting {
    /// Creates an empty draft.
    pub(super) fn new(boards: Vec<Board>, hand: Option<Hand>) -> Self {
        let at = Place::Square(0, 0, 0);
        let mut drafting =
            Drafting { draft: String::new(), hand: None, boards, at, past: Vec::new() };
        drafting.show(hand);
        drafting.at = drafting.middle();
        drafting
    }

    /// Replaces the boards and the squares that can be selected.
    pub(super) fn show(&mut self, hand: Option<Hand>) {
        if let Some(boards) = hand.as_ref().map(|hand| &hand.boards).filter(|own| !own.is_empty()) {
            self.boards.clone_from(boards);
        }
        let before = self.button().map(|touch| touch.at.clone());
        self.hand = hand;
        if let Some(before) = before {
            self.leave_button(&before);
        }
        if self.cell().is_none() && self.button().is_none() {
            self.at = self.middle();
        }
    }

    /// Moves the cursor from a button that has disappeared to a square that can be selected. If the
    /// button `before` still exists, moves the cursor to the button's new place.
    fn leave_button(&mut self, before: &Spot) {
        let there = self.buttons().position(|touch| touch.at == *before);
        if let Some(at) = there {
            self.at = Place::Button(at);
            return;
        }
        let squares = self.boards.iter().enumerate().flat_map(|(at, board)| {
            (0..board.rows.len()).flat_map(move |row| {
                (0..cells(board, row).len()).map(move |col| Place::Square(at, row, col))
            })
        });
        let squares: Vec<Place> = squares.collect();
        let is_touchable = |place: &Place| {
            let Place::Square(at, row, col) = *place else { return false };
            let board = self.boards.get(at);
            board.is_some_and(|board| {
                let cell = cells(board, row).get(col);
                cell.is_some_and(|cell| self.touch_at(board.id, cell).is_some())
            })
        };
        self.at = squares.into_iter().find(is_touchable).unwrap_or(Place::Button(0));
    }

    /// Replaces the draft.
    pub(super) fn put(&mut self, draft: String) {
        if draft != self.draft {
            self.past.push(std::mem::replace(&mut self.draft, draft));
        }
    }

    /// Goes back to the previous draft. Returns false if there is no previous draft.
    pub(super) fn back(&mut self) -> bool {
        let Some(draft) = self.past.pop() else { return false };
        self.draft = draft;
        true
    }

    /// Returns the draft, followed by a separator if the draft ends with a path and the next order
    /// can be added. A short draft, such as a call, is easier to edit without a separator.
    pub(super) fn with_separator(&self) -> String {
        let more = format!("{}{SEPARATOR}", self.draft);
        let ends_with_path = self.draft.rsplit(' ').next().is_some_and(|last| last.contains('-'));
        let goes_on = ends_with_path && self.touches().any(|touch| touch.draft.starts_with(&more));
        if goes_on { more } else { self.draft.clone() }
    }

    /// Deletes the draft.
    pub(super) fn forget(&mut self) {
        self.draft.clear();
        self.past.clear();
    }

    /// Moves the cursor to this square, if it exists.
    pub(super) fn go(&mut self, place: Place) {
        let before = std::mem::replace(&mut self.at, place);
        if self.cell().is_none_or(|(_, cell)| cell.name.is_empty()) {
            self.at = before;
        }
    }

    /// Moves the cursor to the first button if no square can be selected.
    pub(super) fn go_to_touch(&mut self) {
        let squares = self.touches().any(|touch| matches!(touch.at, Spot::Square(..)));
        if !squares && self.buttons().next().is_some() {
            self.at = Place::Button(0);
        }
    }

    /// Returns the middle of the first board with squares to select, or of the last board.
    fn middle(&self) -> Place {
        let touched = |board: &Board| self.touches().any(|touch| is_on(&touch.at, board.id));
        let last = self.boards.len().saturating_sub(1);
        let at = self.boards.iter().position(touched).unwrap_or(last);
        let Some(board) = self.boards.get(at) else { return Place::Button(0) };
        let has_names = |row: usize| cells(board, row).iter().any(|cell| !cell.name.is_empty());
        let rows: Vec<usize> = (0..board.rows.len()).filter(|row| has_names(*row)).collect();
        let row = rows.get(rows.len() / 2).copied().unwrap_or(0);
        let cols: Vec<usize> = cells(board, row)
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.name.is_empty())
            .map(|(col, _)| col)
            .collect();
        Place::Square(at, row, cols.get(cols.len() / 2).copied().unwrap_or(0))
    }

    fn touches(&self) -> impl Iterator<Item = &Touch> {
        self.hand.iter().flat_map(|hand| &hand.touches)
    }

    /// Returns the buttons.
    pub(super) fn buttons(&self) -> impl Iterator<Item = &Touch> {
        self.touches().filter(|touch| !matches!(touch.at, Spot::Square(..)))
    }

    /// Returns the index of the button under the cursor.
    pub(super) fn chosen(&self) -> Option<usize> {
        match self.at {
            Place::Button(at) => Some(at),
            Place::Square(..) => None,
        }
    }

    fn button(&self) -> Option<&Touch> {
        self.buttons().nth(self.chosen()?)
    }

    /// Returns the cell under the cursor, with the id of its board.
    pub(super) fn cell(&self) -> Option<(&'static str, &Cell)> {
        let Place::Square(board, row, col) = self.at else { return None };
        let board = self.boards.get(board)?;
        cells(board, row).get(col).map(|cell| (board.id, cell))
    }

    /// Returns the effect of selecting this cell.
    pub(super) fn touch_at(&self, board: &str, cell: &Cell) -> Option<&Touch> {
        self.touches().find(|touch| is_of(&touch.at, board, cell))
    }

    /// Returns the mark that the draft puts on this cell.
    pub(super) fn mark_at(&self, board: &str, cell: &Cell) -> Option<&Mark> {
        let marks = self.hand.iter().flat_map(|hand| &hand.marks);
        marks.into_iter().find(|mark| is_of(&mark.at, board, cell))
    }

    /// Returns the effect of selecting the square or button under the cursor.
    pub(super) fn touch(&self) -> Option<&Touch> {
        match self.at {
            Place::Button(_) => self.button(),
            Place::Square(..) => {
                let (board, cell) = self.cell()?;
                self.touch_at(board, cell)
            }
        }
    }

    /// Whether so few squares can be selected that each gets a symbol.
    pub(super) fn is_narrow(&self) -> bool {
        let squares = self.touches().filter(|touch| matches!(touch.at, Spot::Square(..))).count();
        let boards = self.boards.iter();
        let boards = boards.filter(|board| self.touches().any(|touch| is_on(&touch.at, board.id)));
        let all: usize =
            boards.flat_map(|board| (0..board.rows.len()).map(|row| cells(board, row).len())).sum();
        squares * 2 < all
    }

    /// Moves the cursor to the next square in a direction. From the edge of a board the cursor
    /// moves to the next board, and from the last line to the buttons.
    pub(super) fn step(&mut self, step: Step) {
        match self.at {
            Place::Button(at) => self.step_button(at, step),
            Place::Square(board, row, col) => {
                if let Some(place) = self.next(board, (row, col), step) {
                    self.at = place;
                } else if step.0 > 0 && self.buttons().next().is_some() {
                    self.at = Place::Button(0);
                }
            }
        }
    }

    fn step_button(&mut self, at: usize, (down, right): Step) {
        let last = self.buttons().count().saturating_sub(1);
        if down < 0 {
            self.at = self.bottom();
        } else {
            self.at = Place::Button(at.saturating_add_signed(right).min(last));
        }
    }

    /// Returns the lowest square in the middle column of the board with squares to select.
    fn bottom(&self) -> Place {
        let Place::Square(board, row, col) = self.middle() else { return self.at };
        let mut place = (row, col);
        while let Some(Place::Square(_, row, col)) = self.next(board, place, (1, 0)) {
            place = (row, col);
        }
        Place::Square(board, place.0, place.1)
    }

    fn next(&self, board: usize, (row, col): (usize, usize), (down, right): Step) -> Option<Place> {
        let of = self.boards.get(board)?;
        let (mut row, mut col) = (row, col);
        loop {
            row = row.checked_add_signed(down)?;
            let moved = col.checked_add_signed(right);
            let Some(next) = moved.filter(|col| *col < of.columns.len()) else {
                return self.beyond(board, row, right);
            };
            col = next;
            if row >= of.rows.len() {
                return None;
            }
            if cells(of, row).get(col).is_some_and(|cell| !cell.name.is_empty()) {
                return Some(Place::Square(board, row, col));
            }
        }
    }

    /// Returns the square at the near edge of the next board, in the same row.
    fn beyond(&self, board: usize, row: usize, right: isize) -> Option<Place> {
        let to = board.checked_add_signed(right)?;
        let beside = self.boards.get(to)?;
        let has_name =
            |col: &usize| cells(beside, row).get(*col).is_some_and(|cell| !cell.name.is_empty());
        let mut cols = 0..beside.columns.len();
        let col = if right > 0 { cols.find(has_name) } else { cols.rfind(has_name) };
        col.map(|col| Place::Square(to, row, col))
    }

    /// Moves the cursor to the next board, then to the buttons, then to the first board.
    pub(super) fn tab(&mut self) {
        let next = match self.at {
            Place::Button(_) => 0,
            Place::Square(board, ..) => board + 1,
        };
        self.at = match (self.at, self.boards.get(next)) {
            (Place::Square(_, row, col), Some(of)) if cells(of, row).len() > col => {
                Place::Square(next, row, col)
            }
            (_, Some(of)) => {
                let row = (0..of.rows.len()).find(|row| !cells(of, *row).is_empty()).unwrap_or(0);
                Place::Square(next, row, 0)
            }
            (_, None) if self.buttons().next().is_some() => Place::Button(0),
            (_, None) => Place::Square(0, 0, 0),
        };
        if self.cell().is_some_and(|(_, cell)| cell.name.is_empty()) {
            self.step((0, 1));
        }
        if self.cell().is_none() && self.button().is_none() {
            self.at = self.middle();
        }
    }
}

/// Returns the cells of a row. A band between rows has no cells.
pub(super) fn cells(board: &Board, row: usize) -> &[Cell] {
    match board.rows.get(row) {
        Some(Row::Cells { cells, .. }) => cells,
        _ => &[],
    }
}

fn is_on(spot: &Spot, board: &str) -> bool {
    matches!(spot, Spot::Square(id, _) if *id == board)
}

/// Whether a spot is this cell of the board.
pub(super) fn is_of(spot: &Spot, board: &str, cell: &Cell) -> bool {
    matches!(spot, Spot::Square(id, name) if *id == board && *name == cell.name)
        && !cell.name.is_empty()
}
