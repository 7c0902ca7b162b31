//! Placing an army by selecting squares. The draft has the rows of symbols, the front row first,
//! and after `>` the piece that the next selection places, or the square of the piece to move:
//! `..1../5...M >3`.

use super::kind::Kind;
use super::options::Options;
use super::setup::{Army, wrong_counts};
use super::square::Square;
use crate::rules::scene::{Board, Cell, Heads, Role, Row};
use crate::rules::{Hand, Numbers, Seat, Spot, sentences};

const PEN: &str = " >";

/// Returns the draft of a complete army.
pub(super) fn draft(options: &Options, seat: Seat, army: &Army) -> String {
    let squares = rows(options, seat).into_iter().flatten();
    let kinds = squares.map(|square| army.kind(options, square)).collect();
    Drafting { options, seat, kinds, pen: None, held: None }.text()
}

pub(super) fn touch(
    options: &Options,
    seat: Seat,
    draft: &str,
    numbers: &mut dyn Numbers,
) -> Option<Hand> {
    let drafting = Drafting::read(options, seat, draft)?;
    let faults = wrong_counts(options, &drafting.kinds);
    let is_ready = faults.is_empty() && drafting.held.is_none();
    let says = match (drafting.held, drafting.pen) {
        (Some(held), _) => format!("Touch where the {} goes.", drafting.piece(held)),
        (None, Some(pen)) => {
            format!("Touch a square to place a {} ({} left).", pen.title(), drafting.left(pen))
        }
        (None, None) if is_ready => format!("You place {}.", drafting.text()),
        (None, None) => sentences(&faults),
    };
    let mut hand = Hand::new(is_ready, "place", says);
    drafting.offer(&mut hand);
    if draft.is_empty() || is_ready || drafting.held.is_some() {
        // The table adds a button for a whole random army.
    } else if drafting.pen.is_some() {
        hand.button("the rest at random", "place the rest at random", drafting.filled(numbers));
    }
    hand.boards = vec![drafting.board()];
    Some(hand)
}

/// Returns the home squares, row by row, the front row first.
fn rows(options: &Options, seat: Seat) -> Vec<Vec<Square>> {
    let row = |row| (0..options.side()).map(|col| Square::new(col, row)).collect();
    options.home_rows(seat).into_iter().map(row).collect()
}

fn spot(square: Square) -> Spot {
    Spot::on("board", &square)
}

/// A draft of an army.
#[derive(Clone)]
struct Drafting<'a> {
    options: &'a Options,
    seat: Seat,
    /// In the order of [`rows`].
    kinds: Vec<Kind>,
    /// The kind that selecting an empty square places; `None` when all are placed.
    pen: Option<Kind>,
    /// Square of the piece to move.
    held: Option<Square>,
}

impl<'a> Drafting<'a> {
    fn read(options: &'a Options, seat: Seat, draft: &str) -> Option<Self> {
        let (text, pen) = draft.split_once(PEN).unwrap_or((draft, ""));
        let (side, depth) = (usize::from(options.side()), usize::from(options.depth()));
        let kinds = if text.is_empty() {
            vec![Kind::Empty; side * depth]
        } else {
            let rows: Vec<&str> = text.split('/').take(depth + 1).collect();
            let fits = rows.len() == depth && rows.iter().all(|row| row.len() == side);
            let signs = rows.into_iter().flat_map(str::chars).filter(|_| fits);
            signs.map(Kind::of_sign).collect::<Option<Vec<Kind>>>().filter(|_| fits)?
        };
        let mut drafting = Drafting { options, seat, kinds, pen: None, held: None };
        let held = pen.parse().ok().filter(|square| drafting.at(*square) != Kind::Empty);
        let mut signs = pen.chars();
        let kind = signs.next().and_then(Kind::of_sign).filter(|_| signs.next().is_none());
        if !pen.is_empty() && held.is_none() && kind.is_none() {
            return None;
        }
        (drafting.pen, drafting.held) = (drafting.next(kind), held);
        Some(drafting)
    }

    fn squares(&self) -> impl Iterator<Item = (Square, Kind)> {
        let squares = rows(self.options, self.seat).into_iter().flatten();
        squares.zip(self.kinds.iter().copied())
    }

    fn at(&self, square: Square) -> Kind {
        let mut squares = self.squares();
        squares.find(|(at, _)| *at == square).map_or(Kind::Empty, |(_, kind)| kind)
    }

    /// Returns a description such as `Captain on D4`.
    fn piece(&self, square: Square) -> String {
        format!("{} on {square}", self.at(square).title())
    }

    fn left(&self, kind: Kind) -> usize {
        let placed = self.kinds.iter().filter(|placed| **placed == kind).count();
        self.options.count(kind).saturating_sub(placed)
    }

    /// Returns the pen, or the first remaining kind if that kind is used up.
    fn next(&self, pen: Option<Kind>) -> Option<Kind> {
        let pens = pen.into_iter().filter(|kind| *kind != Kind::Empty).chain(Kind::pieces());
        pens.into_iter().find(|kind| self.left(*kind) > 0)
    }

    /// Returns the draft with other kinds on some squares, and without a piece to move.
    fn with(&self, changes: &[(Square, Kind)]) -> Self {
        let mut then = Drafting { held: None, ..self.clone() };
        let squares: Vec<Square> = self.squares().map(|(square, _)| square).collect();
        for (square, slot) in squares.into_iter().zip(&mut then.kinds) {
            let change = changes.iter().find(|(changed, _)| *changed == square);
            *slot = change.map_or(*slot, |(_, kind)| *kind);
        }
        then
    }

    fn text(&self) -> String {
        let pen = match self.held {
            Some(held) => format!("{PEN}{held}"),
            None => match self.next(self.pen).filter(|pen| Some(*pen) != self.next(None)) {
                Some(pen) => format!("{PEN}{}", pen.sign()),
                None => String::new(),
            },
        };
        if pen.is_empty() && self.kinds.iter().all(|kind| *kind == Kind::Empty) {
            return pen;
        }
        let rows = self.kinds.chunks(usize::from(self.options.side()));
        let rows = rows.map(|row| row.iter().map(|kind| kind.sign()).collect::<String>());
        rows.collect::<Vec<_>>().join("/") + &pen
    }

    /// Returns the draft with all remaining pieces placed at random.
    fn filled(&self, numbers: &mut dyn Numbers) -> String {
        let left = Kind::pieces().flat_map(|kind| std::iter::repeat_n(kind, self.left(kind)));
        let mut left: Vec<Kind> = left.collect();
        let free = self.squares().filter(|(_, kind)| *kind == Kind::Empty);
        let free: Vec<Square> = free.map(|(square, _)| square).collect();
        left.resize(free.len().max(left.len()), Kind::Empty);
        numbers.shuffle(&mut left);
        self.with(&free.into_iter().zip(left).collect::<Vec<_>>()).text()
    }

    fn offer(&self, hand: &mut Hand) {
        for (square, kind) in self.squares().filter(|(_, kind)| *kind != Kind::Empty) {
            let sign = if self.held == Some(square) { "taken" } else { "piece" };
            hand.mark(spot(square), sign, kind.sign().to_string());
        }
        if let Some(held) = self.held {
            return self.offer_goals(hand, held);
        }
        for (square, _) in self.squares().filter(|(_, kind)| *kind == Kind::Empty) {
            let Some(pen) = self.pen else { break };
            let does = format!("place a {} on {square}", pen.title());
            hand.offer(spot(square), does, self.with(&[(square, pen)]).text());
        }
        for kind in Kind::pieces().filter(|kind| self.left(*kind) > 0) {
            let at = Spot::Button(kind.sign().to_string());
            if self.pen == Some(kind) {
                hand.mark(at, "pen", self.left(kind).to_string());
            } else {
                let short = format!("{} {}", kind.sign(), self.left(kind));
                let draft = Drafting { pen: Some(kind), ..self.clone() }.text();
                hand.labelled(at, short, format!("place {}s", kind.title()), draft);
            }
        }
        for (square, _) in self.squares().filter(|(_, kind)| *kind != Kind::Empty) {
            let draft = Drafting { held: Some(square), ..self.clone() }.text();
            hand.offer(spot(square), format!("take the {}", self.piece(square)), draft);
        }
    }

    /// Offers the targets of the piece to move: an empty square, a swap with another piece, or
    /// removal.
    fn offer_goals(&self, hand: &mut Hand, held: Square) {
        let mine = self.at(held);
        for (square, kind) in self.squares() {
            let does = match kind {
                _ if square == held => format!("take the {} off the board", self.piece(held)),
                Kind::Empty => format!("go to {square}"),
                _ => format!("change places with the {}", self.piece(square)),
            };
            let then = if square == held {
                self.with(&[(held, Kind::Empty)])
            } else {
                self.with(&[(held, kind), (square, mine)])
            };
            hand.offer(spot(square), does, then.text());
        }
    }

    fn board(&self) -> Board {
        let cell = |square: Square| {
            let kind = self.at(square);
            let tip = if kind == Kind::Empty { square.to_string() } else { self.piece(square) };
            let (text, role) = match kind {
                Kind::Empty => ("·".to_owned(), Role::Plain),
                _ => (kind.sign().to_string(), Role::Own),
            };
            Cell::new(text, role).tip(tip).named(square.to_string())
        };
        let row = |row: Vec<Square>| Row::Cells {
            label: row.first().map(|square| square.row().to_string()).unwrap_or_default(),
            name: String::new(),
            cells: row.into_iter().map(cell).collect(),
        };
        Board {
            id: "board",
            title: "YOUR ARMY".to_owned(),
            columns: ('A'..).take(usize::from(self.options.side())).map(String::from).collect(),
            heads: Heads::Both,
            cell_width: 3,
            frame: true,
            rows: rows(self.options, self.seat).into_iter().map(row).collect(),
            aside: Vec::new(),
        }
    }
}
