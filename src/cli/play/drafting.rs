//! A draft on its boards: what is under the cursor, and what a touch makes of the draft.

use pbem::rules::scene::{Board, Cell, Row};
use pbem::rules::{Hand, Mark, Names, Spot, Touch};

/// Where the cursor stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// a square: which board, which of its lines, which cell
    Square(usize, usize, usize),
    /// so many touches that are no squares stand before it
    Button(usize),
}

/// A draft, the boards on which it is made, and the cursor.
#[derive(Clone, Debug)]
pub(super) struct Drafting {
    /// what would be typed
    pub draft: String,
    /// what can be touched; `None` if the draft is typed in a way of its own, or nothing is due
    pub hand: Option<Hand>,
    /// what is drawn
    pub boards: Vec<Board>,
    /// where the cursor stands
    pub at: Place,
    past: Vec<String>,
}

/// A screen on which something is drafted: a move, or a setup.
pub(super) trait Drafts {
    /// The draft on its boards.
    fn drafting(&mut self) -> &mut Drafting;

    /// The names of the players.
    fn names(&self) -> &Names;

    /// Looks at the draft anew.
    fn look(&mut self);

    /// Another draft.
    fn put(&mut self, draft: String) {
        self.drafting().put(draft);
        self.look();
    }

    /// The draft before; whether there was one.
    fn take_back(&mut self) -> bool {
        let back = self.drafting().back();
        self.look();
        back
    }
}

/// Whither the cursor goes: lines down, cells to the right.
pub(super) type Step = (isize, isize);

impl Drafting {
    /// No draft yet.
    pub(super) fn new(boards: Vec<Board>, hand: Option<Hand>) -> Self {
        let at = Place::Square(0, 0, 0);
        let mut drafting =
            Drafting { draft: String::new(), hand: None, boards, at, past: Vec::new() };
        drafting.show(hand);
        drafting.at = drafting.middle();
        drafting
    }

    /// Another hand, and the boards that come with it.
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

    /// The button that was touched has moved, or is gone: then a square comes next, if one can be
    /// touched.
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

    /// Puts another draft in the place of this one.
    pub(super) fn put(&mut self, draft: String) {
        if draft != self.draft {
            self.past.push(std::mem::replace(&mut self.draft, draft));
        }
    }

    /// The draft before; whether there was one.
    pub(super) fn back(&mut self) -> bool {
        let Some(draft) = self.past.pop() else { return false };
        self.draft = draft;
        true
    }

    /// No draft any more.
    pub(super) fn forget(&mut self) {
        self.draft.clear();
        self.past.clear();
    }

    /// Puts the cursor on this square, if there is one.
    pub(super) fn go(&mut self, place: Place) {
        let before = std::mem::replace(&mut self.at, place);
        if self.cell().is_none_or(|(_, cell)| cell.name.is_empty()) {
            self.at = before;
        }
    }

    /// Puts the cursor on the first button, where no square can be touched.
    pub(super) fn go_to_touch(&mut self) {
        let squares = self.touches().any(|touch| matches!(touch.at, Spot::Square(..)));
        if !squares && self.buttons().next().is_some() {
            self.at = Place::Button(0);
        }
    }

    /// The middle of the board that can be touched, or of the last.
    fn middle(&self) -> Place {
        let touched = |board: &Board| self.touches().any(|touch| is_on(&touch.at, board.id));
        let last = self.boards.len().saturating_sub(1);
        let at = self.boards.iter().position(touched).unwrap_or(last);
        let Some(board) = self.boards.get(at) else { return Place::Button(0) };
        let named = |row: usize| cells(board, row).iter().any(|cell| !cell.name.is_empty());
        let rows: Vec<usize> = (0..board.rows.len()).filter(|row| named(*row)).collect();
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

    /// What can be touched beside the squares.
    pub(super) fn buttons(&self) -> impl Iterator<Item = &Touch> {
        self.touches().filter(|touch| !matches!(touch.at, Spot::Square(..)))
    }

    /// Which of the buttons the cursor is on.
    pub(super) fn chosen(&self) -> Option<usize> {
        match self.at {
            Place::Button(at) => Some(at),
            Place::Square(..) => None,
        }
    }

    fn button(&self) -> Option<&Touch> {
        self.buttons().nth(self.chosen()?)
    }

    /// The cell under the cursor, and the id of its board.
    pub(super) fn cell(&self) -> Option<(&'static str, &Cell)> {
        let Place::Square(board, row, col) = self.at else { return None };
        let board = self.boards.get(board)?;
        cells(board, row).get(col).map(|cell| (board.id, cell))
    }

    /// What a touch would do there.
    pub(super) fn touch_at(&self, board: &str, cell: &Cell) -> Option<&Touch> {
        self.touches().find(|touch| is_of(&touch.at, board, cell))
    }

    /// What the draft has put there.
    pub(super) fn mark_at(&self, board: &str, cell: &Cell) -> Option<&Mark> {
        let marks = self.hand.iter().flat_map(|hand| &hand.marks);
        marks.into_iter().find(|mark| is_of(&mark.at, board, cell))
    }

    /// What a touch of what is under the cursor would do.
    pub(super) fn touch(&self) -> Option<&Touch> {
        match self.at {
            Place::Button(_) => self.button(),
            Place::Square(..) => {
                let (board, cell) = self.cell()?;
                self.touch_at(board, cell)
            }
        }
    }

    /// Are there so few squares to touch that each is worth a sign?
    pub(super) fn is_narrow(&self) -> bool {
        let squares = self.touches().filter(|touch| matches!(touch.at, Spot::Square(..))).count();
        let boards = self.boards.iter();
        let boards = boards.filter(|board| self.touches().any(|touch| is_on(&touch.at, board.id)));
        let all: usize =
            boards.flat_map(|board| (0..board.rows.len()).map(|row| cells(board, row).len())).sum();
        squares * 2 < all
    }

    /// Moves the cursor to the next square in a direction, on the next board if this one ends; on
    /// to the buttons below the last line.
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

    /// The last line of the board that can be touched.
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

    /// The near edge of the board beside.
    fn beyond(&self, board: usize, row: usize, right: isize) -> Option<Place> {
        let to = board.checked_add_signed(right)?;
        let beside = self.boards.get(to)?;
        let named =
            |col: &usize| cells(beside, row).get(*col).is_some_and(|cell| !cell.name.is_empty());
        let mut cols = 0..beside.columns.len();
        let col = if right > 0 { cols.find(named) } else { cols.rfind(named) };
        col.map(|col| Place::Square(to, row, col))
    }

    /// Moves the cursor to the next board, then to the buttons, then to the first board again.
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

/// The squares of a line; none in a band.
pub(super) fn cells(board: &Board, row: usize) -> &[Cell] {
    match board.rows.get(row) {
        Some(Row::Cells { cells, .. }) => cells,
        _ => &[],
    }
}

fn is_on(spot: &Spot, board: &str) -> bool {
    matches!(spot, Spot::Square(id, _) if *id == board)
}

/// Does a spot mean this cell of the board?
pub(super) fn is_of(spot: &Spot, board: &str, cell: &Cell) -> bool {
    matches!(spot, Spot::Square(id, name) if *id == board && *name == cell.name)
        && !cell.name.is_empty()
}
