//! The Checker's setup: the places of the houses and guns, and its validation.

use super::chart::Dot;
use super::scene::board;
use super::{CHECKER, GameBox, Options, typed};
use crate::rules::scene::{Board, Cell, Piece, Role};
use crate::rules::{Misplaced, Pieces, Placed, Placing, Seat, SetupHelp, words};

/// The Checker's houses and guns. A caller's layout is empty.
pub(crate) type Layout = Placed<GameBox>;

impl Layout {
    pub(super) fn new(houses: Vec<Dot>, guns: Vec<Dot>) -> Layout {
        let houses = houses.into_iter().map(|dot| (dot, Holding::House));
        Placed::of(houses.chain(guns.into_iter().map(|dot| (dot, Holding::Gun))))
    }

    /// Returns what is on a dot.
    pub(super) fn at(&self, dot: Dot) -> Holding {
        self.get(&dot).copied().unwrap_or(Holding::Empty)
    }

    /// Returns one entry for the houses and one for the guns.
    pub(super) fn entries(&self) -> Vec<String> {
        let entry = |what| {
            self.all(&what).fold(format!("{what}s"), |entry, dot| entry + " " + &dot.to_string())
        };
        [Holding::House, Holding::Gun].map(entry).into()
    }

    /// Returns an example setup in which houses and guns alternate, spread over the chart.
    fn example(options: &Options) -> Layout {
        let pieces = options.houses + options.guns;
        let gap = (options.chart.size() / pieces.max(1)).max(1);
        let mut houses = 0;
        let dots = options.chart.dots().step_by(gap).take(pieces).enumerate();
        Placed::of(dots.map(|(at, dot)| {
            let is_house = houses < options.houses && (at % 2 == 0 || at - houses == options.guns);
            houses += usize::from(is_house);
            (dot, if is_house { Holding::House } else { Holding::Gun })
        }))
    }
}

impl Pieces for GameBox {
    /// Returns the pieces that the Checker places; none for a caller. Rule: the Checker arranges
    /// ten houses and ten guns in any manner.
    fn stock(options: &Options, seat: Seat) -> Vec<(Holding, usize)> {
        let stock = [(Holding::House, options.houses), (Holding::Gun, options.guns)];
        stock.into_iter().filter(|_| seat == CHECKER).collect()
    }

    fn cells(options: &Options, _: Seat) -> Vec<Dot> {
        options.chart.dots().collect()
    }

    fn board(options: &Options, _: Seat, cell: &dyn Fn(&Dot) -> Cell) -> Board {
        board(options.chart, |dot| cell(&dot))
    }

    fn piece(what: &Holding) -> Cell {
        let sign = if *what == Holding::House { "H" } else { "g" };
        Cell::new(sign, Role::Own).piece(Piece::new(what.as_str()))
    }

    fn noun(what: &Holding) -> &'static str {
        what.as_str()
    }

    fn typed(options: &Options, _: Seat, typed: &str) -> (Layout, Vec<Fault>) {
        typed::read(options.chart, typed)
    }
}

impl Placing for GameBox {
    const EMPTY: Holding = Holding::Empty;

    fn fault(Options { chart, .. }: &Options, wrong: Misplaced<GameBox>) -> Fault {
        match wrong {
            Misplaced::Count { what, placed, wanted } => Fault::Count { what, placed, wanted },
            Misplaced::Twice(dot) => Fault::Twice(dot),
            Misplaced::Off(dot) => {
                Fault::OffChart { dot: dot.to_string(), chart: chart.to_string() }
            }
        }
    }

    fn help(options: &Options) -> SetupHelp {
        let Options { chart, houses, guns, .. } = options;
        SetupHelp {
            ask: format!(
                "Place {houses} houses and {guns} guns on the chart, {chart}, one per dot"
            ),
            done: format!("hides {houses} houses and {guns} guns"),
            example: Some(Layout::example(options).entries().join("; ")),
            form: typed::form(options),
        }
    }

    fn parse(entries: &[String]) -> Option<Layout> {
        let [houses, guns] = entries else { return None };
        let dots = |entry: &str, word: &str| {
            let words = entry.strip_prefix(word)?.split(' ').skip(1);
            words.map(|dot| dot.parse().ok()).collect::<Option<Vec<Dot>>>()
        };
        Some(Layout::new(dots(houses, "houses")?, dots(guns, "guns")?))
    }

    fn write(layout: &Layout) -> Vec<String> {
        layout.entries()
    }
}

words! {
    /// The sealed value of a dot.
    pub(crate) enum Holding {
        House = "house",
        Gun = "gun",
        Empty = "empty",
    }
}

/// An error in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("{what}s: this chart has {placed}, but needs exactly {wanted}")]
    Count { what: Holding, placed: usize, wanted: usize },
    #[error("{0} is used more than once. A dot can hold only one house or one gun")]
    Twice(Dot),
    #[error("{dot} is not on the chart, which runs from {chart}")]
    OffChart { dot: String, chart: String },
    #[error("{0} comes before the word `houses` or `guns`: write one of them first")]
    Unnamed(Dot),
    #[error("`{0}` cannot be read. Write `houses A1 ..; guns C2 ..`, or fill in the form")]
    Unreadable(String),
    #[error("the chart has no line `{0}`")]
    NoLine(String),
    #[error("line {0} appears more than once")]
    LineTwice(String),
    #[error("line {0} is missing")]
    LineMissing(String),
    #[error("line {label} has {signs} characters; the chart has {wanted} dots there")]
    LineLength { label: String, signs: usize, wanted: usize },
    #[error("line {label}, {dot}: `{read}` is not `H` (house), `G` (gun) or `.` (empty)")]
    Sign { label: String, dot: Dot, read: String },
}
