//! Setups with a fixed number of pieces of each type, at most one piece on each cell. For example,
//! four agents, or ten houses and ten guns.

use std::fmt;

use super::scene::{Board, Cell, Role};
use super::touch::{Hand, Spot, sentences};
use super::{Game, Numbers, Seat, Setup, SetupHelp};

/// The pieces of a setup, legal or not, each with its cell, in the order of the cells.
#[derive(Clone, PartialEq)]
pub struct Placed<G: Game>(Vec<(G::Item, G::Value)>);

impl<G: Game> fmt::Debug for Placed<G> {
    /// Hides the pieces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placed(..)")
    }
}

/// An error in the placement of pieces.
#[derive(Clone, PartialEq, Debug)]
pub enum Misplaced<G: Game> {
    /// The wrong number of pieces of one type.
    Count { what: G::Value, placed: usize, wanted: usize },
    /// More than one piece on a cell.
    Twice(G::Item),
    /// There is no such cell.
    Off(G::Item),
}

/// A game in which players place a fixed number of pieces of each type on cells.
pub trait Pieces: Game {
    /// Whether a player has many pieces. If so, a draft can swap two of them, and place the rest at
    /// random.
    const MANY: bool = false;

    /// Returns the types of pieces to place, each with the number of pieces; empty for a seat that
    /// hides nothing.
    fn stock(options: &Self::Options, seat: Seat) -> Vec<(Self::Value, usize)>;

    /// Returns the cells in the order in which they are sealed.
    fn cells(options: &Self::Options, seat: Seat) -> Vec<Self::Item>;

    /// Returns the board on which the pieces are placed. `cell` returns the look of a cell.
    fn board(options: &Self::Options, seat: Seat, cell: &dyn Fn(&Self::Item) -> Cell) -> Board;

    /// Returns the look of a piece, as its owner sees it.
    fn piece(what: &Self::Value) -> Cell;

    /// Returns the noun for a piece: `agent`.
    fn noun(what: &Self::Value) -> &'static str;

    /// Returns the human-readable name of a cell.
    fn name(cell: &Self::Item) -> String {
        cell.to_string()
    }

    /// Parses pieces as a player types them. Returns the pieces that are valid, and the errors in
    /// the rest of the text.
    fn typed(options: &Self::Options, seat: Seat, typed: &str) -> (Placed<Self>, Vec<Self::Fault>);
}

/// A game whose setups consist only of the pieces that [`Pieces`] describes.
pub trait Placing: Pieces + Game<Setup = Placed<Self>> {
    /// Value of an empty cell.
    const EMPTY: Self::Value;

    /// Converts an error to the game's own type of error.
    fn fault(options: &Self::Options, wrong: Misplaced<Self>) -> Self::Fault;

    /// Returns [`Setup::help`] for a seat that hides something.
    fn help(options: &Self::Options) -> SetupHelp;

    /// Parses the entries of a turn file for [`Setup::parse`], without checking the order.
    fn parse(entries: &[String]) -> Option<Placed<Self>>;

    /// Returns the entries for [`Setup::write`].
    fn write(placed: &Placed<Self>) -> Vec<String>;

    /// Returns the line for [`Setup::describe`].
    fn describe(placed: &Placed<Self>) -> String {
        Self::write(placed).join("; ")
    }
}

impl<G: Game> Placed<G> {
    /// Creates a setup of these pieces, sorted in the order of the cells.
    pub fn of(pieces: impl IntoIterator<Item = (G::Item, G::Value)>) -> Self {
        let mut pieces: Vec<_> = pieces.into_iter().collect();
        pieces.sort_by(|(one, _), (other, _)| one.cmp(other));
        Placed(pieces)
    }

    /// Returns the piece on a cell.
    pub fn get(&self, cell: &G::Item) -> Option<&G::Value> {
        let at = self.0.binary_search_by(|(other, _)| other.cmp(cell)).ok()?;
        self.0.get(at).map(|(_, what)| what)
    }

    /// Returns the cells of all pieces with this value.
    pub fn all<'a>(&'a self, what: &'a G::Value) -> impl Iterator<Item = &'a G::Item> {
        self.0.iter().filter(move |(_, value)| value == what).map(|(cell, _)| cell)
    }

    /// Returns all errors, wrong counts first. `unread` is the number of pieces that couldn't be
    /// parsed.
    fn wrong(&self, options: &G::Options, seat: Seat, unread: usize) -> Vec<Misplaced<G>>
    where
        G: Pieces,
    {
        let (stock, cells) = (G::stock(options, seat), G::cells(options, seat));
        // If all pieces have the same type, an unreadable piece counts as one placed piece.
        let unread = if stock.len() == 1 { unread } else { 0 };
        let counts = stock.into_iter().filter_map(|(what, wanted)| {
            let placed = self.all(&what).count() + unread;
            (placed != wanted).then_some(Misplaced::Count { what, placed, wanted })
        });
        let mut twice: Vec<&G::Item> =
            self.0.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| &two[0].0).collect();
        twice.dedup();
        let off = self.0.iter().map(|(cell, _)| cell).filter(|cell| !cells.contains(cell));
        let twice = twice.into_iter().cloned().map(Misplaced::Twice);
        counts.chain(twice).chain(off.cloned().map(Misplaced::Off)).collect()
    }
}

fn hides<G: Pieces>(options: &G::Options, seat: Seat) -> bool {
    !G::stock(options, seat).is_empty()
}

impl<G: Placing> Setup<G> for Placed<G> {
    fn help(options: &G::Options, seat: Seat) -> Option<SetupHelp> {
        hides::<G>(options, seat).then(|| G::help(options))
    }

    fn nothing() -> Option<Self> {
        Some(Placed(Vec::new()))
    }

    fn items(options: &G::Options, seat: Seat) -> Vec<G::Item> {
        if hides::<G>(options, seat) { G::cells(options, seat) } else { Vec::new() }
    }

    fn value(&self, _: &G::Options, item: &G::Item) -> G::Value {
        self.get(item).cloned().unwrap_or(G::EMPTY)
    }

    fn read(options: &G::Options, seat: Seat, typed: &str) -> Result<Self, Vec<G::Fault>> {
        let (placed, mut faults) = G::typed(options, seat, typed);
        let wrong = placed.wrong(options, seat, faults.len()).into_iter();
        faults.extend(wrong.map(|wrong| G::fault(options, wrong)));
        if faults.is_empty() { Ok(placed) } else { Err(faults) }
    }

    fn parse(_: &G::Options, _: Seat, entries: &[String]) -> Option<Self> {
        let placed = G::parse(entries).filter(|placed| G::write(placed) == entries)?;
        placed.0.is_sorted_by(|(one, _), (next, _)| one < next).then_some(placed)
    }

    fn write(&self, options: &G::Options, seat: Seat) -> Vec<String> {
        if hides::<G>(options, seat) { G::write(self) } else { Vec::new() }
    }

    fn faults(&self, options: &G::Options, seat: Seat) -> Vec<G::Fault> {
        let wrong = self.wrong(options, seat, 0).into_iter();
        wrong.map(|wrong| G::fault(options, wrong)).collect()
    }

    fn random(options: &G::Options, seat: Seat, numbers: &mut dyn Numbers) -> Self {
        let mut cells = <Self as Setup<G>>::items(options, seat);
        numbers.shuffle(&mut cells);
        let pieces = G::stock(options, seat).into_iter();
        Placed::of(cells.into_iter().zip(pieces.flat_map(|(what, count)| vec![what; count])))
    }

    fn find(
        options: &G::Options,
        seat: Seat,
        is: &dyn Fn(&G::Item, &G::Value) -> bool,
    ) -> Option<Self> {
        let stock = G::stock(options, seat);
        let cell_and_value = |cell: G::Item| {
            let (what, _) = stock.iter().find(|(what, _)| is(&cell, what))?;
            Some((cell, what.clone()))
        };
        Some(Placed::of(G::cells(options, seat).into_iter().filter_map(cell_and_value)))
    }

    fn touch(
        options: &G::Options,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        placing_hand::<G>(options, seat, draft, numbers)
    }

    fn describe(&self, _: &G::Options, _: Seat) -> String {
        G::describe(self)
    }
}

/// Separator before the last part of a draft, which is the piece that the next selection places, or
/// the cell of a piece that the player is moving: `houses A1; guns >gun`.
const PEN: &str = " >";

/// A draft of a setup.
struct Drafting<'a, G: Pieces> {
    options: &'a G::Options,
    seat: Seat,
    stock: Vec<(G::Value, usize)>,
    placed: Placed<G>,
    /// The piece that is placed if the player selects an empty cell; `None` if all pieces are
    /// placed.
    pen: Option<G::Value>,
    /// Cell of the piece that the player has picked up and must put down, if any.
    held: Option<G::Item>,
}

/// Returns the choices for a draft of a setup.
pub(crate) fn placing_hand<G: Pieces>(
    options: &G::Options,
    seat: Seat,
    draft: &str,
    numbers: &mut dyn Numbers,
) -> Option<Hand> {
    let of = Drafting::<G>::read(options, seat, draft)?;
    let faults = of.setup(&of.placed)?.faults(options, seat);
    let ready = faults.is_empty() && of.held.is_none();
    let says = match (&of.held, &of.pen) {
        (Some(held), _) => format!("Select the square for the {}.", of.piece_on(held)),
        (None, Some(pen)) => {
            let listed = |(what, _): &&(G::Value, usize)| !G::MANY || what == pen;
            let left = of.stock.iter().filter(listed).map(|(what, _)| of.left(&of.placed, what));
            let left = left
                .zip(of.stock.iter().filter(listed))
                .map(|(left, (what, _))| format!("{left} {}", counted(left, G::noun(what))));
            let left = left.collect::<Vec<_>>().join(", ");
            format!("Select a square for the next {}. Left: {left}.", G::noun(pen))
        }
        (None, None) if ready => {
            format!("Your hidden setup: {}.", of.setup(&of.placed)?.describe(options, seat))
        }
        (None, None) => sentences(&faults),
    };
    let mut hand = Hand::new(ready, "hide", says);
    let cell = |cell: &G::Item| match of.placed.get(cell) {
        Some(what) => G::piece(what).tip(format!("{}: {}", G::name(cell), G::noun(what))),
        None => Cell::new("·", Role::Plain).tip(G::name(cell)),
    };
    hand.boards = vec![G::board(options, seat, &cell)];
    of.mark(&mut hand);
    match &of.held {
        Some(held) => of.offer_goals(&mut hand, held),
        None => of.offer_cells(&mut hand),
    }
    if G::MANY && !draft.is_empty() && of.pen.is_some() && of.held.is_none() {
        let filled = of.spell(&of.filled(numbers), None);
        hand.button("the rest at random", "place the rest at random", filled);
    }
    Some(hand)
}

/// Returns the noun in the singular or plural: `Spy`, `Spies`.
fn counted(count: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

impl<'a, G: Pieces> Drafting<'a, G> {
    fn read(options: &'a G::Options, seat: Seat, draft: &str) -> Option<Self> {
        let (text, pen) = draft.split_once(PEN).unwrap_or((draft, ""));
        let (placed, unread) = match text {
            "" => (Placed(Vec::new()), Vec::new()),
            text => G::typed(options, seat, text),
        };
        let is_count = |wrong: &Misplaced<G>| matches!(wrong, Misplaced::Count { .. });
        if !unread.is_empty() || !placed.wrong(options, seat, 0).iter().all(is_count) {
            return None;
        }
        let held: Option<G::Item> = pen.parse().ok().filter(|cell| placed.get(cell).is_some());
        let what: Option<G::Value> = pen.parse().ok();
        if !pen.is_empty() && held.is_none() && what.is_none() {
            return None;
        }
        let stock = G::stock(options, seat);
        let mut of = Drafting { options, seat, stock, placed, pen: None, held };
        of.pen = of.next(&of.placed, what.as_ref());
        Some(of)
    }

    fn setup(&self, placed: &Placed<G>) -> Option<G::Setup> {
        let is = |cell: &G::Item, what: &G::Value| match placed.get(cell) {
            Some(held) => held == what,
            None => self.stock.iter().all(|(other, _)| other != what),
        };
        G::Setup::find(self.options, self.seat, &is)
    }

    fn left(&self, placed: &Placed<G>, what: &G::Value) -> usize {
        let count =
            self.stock.iter().find(|(other, _)| other == what).map_or(0, |(_, count)| *count);
        count.saturating_sub(placed.all(what).count())
    }

    /// Returns the type of piece to place next: `pen` if pieces of this type are left, otherwise
    /// the first type in the stock with pieces left; `None` if all pieces are placed.
    fn next(&self, placed: &Placed<G>, pen: Option<&G::Value>) -> Option<G::Value> {
        let mut pens = pen.into_iter().chain(self.stock.iter().map(|(what, _)| what));
        pens.find(|pen| self.left(placed, pen) > 0).cloned()
    }

    /// Describes the piece on a cell: `Captain on D4`.
    fn piece_on(&self, cell: &G::Item) -> String {
        let noun = self.placed.get(cell).map(G::noun).unwrap_or_default();
        format!("{noun} on {}", G::name(cell))
    }

    /// Returns the draft in which these pieces are placed, and `pen` is the piece to place next.
    fn spell(&self, placed: &Placed<G>, pen: Option<&G::Value>) -> String {
        let next =
            self.next(placed, pen).filter(|pen| Some(pen) != self.next(placed, None).as_ref());
        let pen = next.map(|pen| format!("{PEN}{pen}")).unwrap_or_default();
        if placed.0.is_empty() && pen.is_empty() { pen } else { self.text(placed) + &pen }
    }

    fn text(&self, placed: &Placed<G>) -> String {
        let setup = self.setup(placed).map(|setup| setup.write(self.options, self.seat));
        setup.unwrap_or_default().join("; ")
    }

    /// Returns the draft with changes to some cells: each gets another piece, or becomes empty.
    fn with(&self, changes: &[(&G::Item, Option<&G::Value>)]) -> String {
        let stays =
            |(cell, _): &&(G::Item, G::Value)| changes.iter().all(|(other, _)| *other != cell);
        let new =
            changes.iter().filter_map(|(cell, what)| Some(((*cell).clone(), (*what)?.clone())));
        let pieces = self.placed.0.iter().filter(stays).cloned().chain(new);
        self.spell(&Placed::of(pieces), self.pen.as_ref())
    }

    /// Returns the placed pieces, together with the remaining pieces, placed at random.
    fn filled(&self, numbers: &mut dyn Numbers) -> Placed<G> {
        let mut free = G::cells(self.options, self.seat);
        free.retain(|cell| self.placed.get(cell).is_none());
        numbers.shuffle(&mut free);
        let left = self.stock.iter().map(|(what, _)| (what, self.left(&self.placed, what)));
        let left = left.flat_map(|(what, count)| vec![what.clone(); count]);
        Placed::of(self.placed.0.iter().cloned().chain(free.into_iter().zip(left)))
    }

    fn mark(&self, hand: &mut Hand) {
        let board = hand.boards[0].id;
        for (cell, what) in &self.placed.0 {
            let (sign, label) = match G::MANY {
                _ if self.held.as_ref() == Some(cell) => ("taken", G::piece(what).text),
                true => ("piece", G::piece(what).text),
                false => (G::noun(what), String::new()),
            };
            hand.mark(Spot::on(board, cell), sign, label);
        }
    }

    /// Offers what the held piece can do: move to an empty cell, swap with a different piece, or be
    /// removed.
    fn offer_goals(&self, hand: &mut Hand, held: &G::Item) {
        let (board, mine) = (hand.boards[0].id, self.placed.get(held));
        for cell in &G::cells(self.options, self.seat) {
            let (does, draft) = match self.placed.get(cell) {
                _ if cell == held => (
                    format!("take the {} off the board", self.piece_on(cell)),
                    self.with(&[(held, None)]),
                ),
                // Swapping equal pieces would change nothing.
                what if what == mine => continue,
                None => {
                    (format!("go to {}", G::name(cell)), self.with(&[(held, None), (cell, mine)]))
                }
                what => (
                    format!("change places with the {}", self.piece_on(cell)),
                    self.with(&[(held, what), (cell, mine)]),
                ),
            };
            hand.offer(Spot::on(board, cell), does, draft);
        }
    }

    fn offer_cells(&self, hand: &mut Hand) {
        let board = hand.boards[0].id;
        let cells = G::cells(self.options, self.seat);
        let (full, empty): (Vec<_>, Vec<_>) =
            cells.iter().partition(|cell| self.placed.get(cell).is_some());
        for (cell, pen) in empty.iter().filter_map(|cell| Some((*cell, self.pen.as_ref()?))) {
            let does = format!("put the next {} on {}", G::noun(pen), G::name(cell));
            hand.offer(Spot::on(board, cell), does, self.with(&[(cell, Some(pen))]));
        }
        let left = self.stock.iter().map(|(what, _)| (what, self.left(&self.placed, what)));
        for (what, left) in left.filter(|(_, left)| *left > 0 && self.stock.len() > 1) {
            let name = if G::MANY { G::piece(what).text } else { what.to_string() };
            let at = Spot::Button(name.clone());
            if self.pen.as_ref() == Some(what) {
                hand.mark(at, "pen", left.to_string());
            } else {
                let draft = self.spell(&self.placed, Some(what));
                hand.labelled(
                    at,
                    format!("{name} {left}"),
                    format!("place a {} next", G::noun(what)),
                    draft,
                );
            }
        }
        for cell in full {
            let draft = if G::MANY {
                format!("{}{PEN}{cell}", self.text(&self.placed))
            } else {
                self.with(&[(cell, None)])
            };
            hand.offer(
                Spot::on(board, cell),
                format!("pick up the {}", self.piece_on(cell)),
                draft,
            );
        }
    }
}
