//! The Checker's setup: where the houses and guns are, and its validation.

use std::collections::BTreeSet;
use std::fmt;

use super::chart::Dot;
use super::{CHECKER, GameBox, Options, typed};
use crate::rules::{Numbers, Seat, Setup, SetupHelp, words};

/// The Checker's houses and guns, each list in the order of the chart. Empty for a caller.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Layout {
    houses: Vec<Dot>,
    guns: Vec<Dot>,
}

impl fmt::Debug for Layout {
    /// Hides the dots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layout(..)")
    }
}

impl Layout {
    /// Sorts houses and guns in the order of the chart.
    pub(super) fn new(mut houses: Vec<Dot>, mut guns: Vec<Dot>) -> Layout {
        houses.sort_unstable();
        guns.sort_unstable();
        Layout { houses, guns }
    }

    pub(super) fn houses(&self) -> &[Dot] {
        &self.houses
    }

    pub(super) fn guns(&self) -> &[Dot] {
        &self.guns
    }

    /// Returns what is on a dot.
    pub(super) fn at(&self, dot: Dot) -> Holding {
        if self.houses.contains(&dot) {
            Holding::House
        } else if self.guns.contains(&dot) {
            Holding::Gun
        } else {
            Holding::Empty
        }
    }

    /// Returns one entry for the houses and one for the guns.
    pub(super) fn entries(&self) -> Vec<String> {
        let entry = |word: &str, dots: &[Dot]| {
            dots.iter().fold(word.to_owned(), |entry, dot| entry + " " + &dot.to_string())
        };
        vec![entry("houses", &self.houses), entry("guns", &self.guns)]
    }

    /// Returns an example setup: houses and guns in turn, spread over the chart.
    fn example(options: &Options) -> Layout {
        let pieces = options.houses + options.guns;
        let gap = (options.chart.size() / pieces.max(1)).max(1);
        let (mut houses, mut guns) = (Vec::new(), Vec::new());
        for (at, dot) in options.chart.dots().step_by(gap).take(pieces).enumerate() {
            if houses.len() < options.houses && (at % 2 == 0 || guns.len() == options.guns) {
                houses.push(dot);
            } else {
                guns.push(dot);
            }
        }
        Layout::new(houses, guns)
    }
}

impl Setup<GameBox> for Layout {
    fn help(options: &Options, seat: Seat) -> Option<SetupHelp> {
        let Options { chart, houses, guns, .. } = options;
        (seat == CHECKER).then(|| SetupHelp {
            ask: format!(
                "Place {houses} houses and {guns} guns on the chart, {chart}, one to a dot"
            ),
            done: format!("hides {houses} houses and {guns} guns"),
            example: Some(Layout::example(options).entries().join("; ")),
            form: typed::form(options),
        })
    }

    fn nothing() -> Option<Self> {
        Some(Layout::default())
    }

    fn items(options: &Options, seat: Seat) -> Vec<Dot> {
        if seat == CHECKER { options.chart.dots().collect() } else { Vec::new() }
    }

    fn value(&self, _options: &Options, item: &Dot) -> Holding {
        self.at(*item)
    }

    fn read(options: &Options, seat: Seat, typed: &str) -> Result<Self, Vec<Fault>> {
        let (layout, mut faults) = typed::read(options.chart, typed);
        faults.extend(layout.faults(options, seat));
        if faults.is_empty() { Ok(layout) } else { Err(faults) }
    }

    fn parse(_options: &Options, _seat: Seat, entries: &[String]) -> Option<Self> {
        let [houses, guns] = entries else { return None };
        let dots = |entry: &str, word: &str| {
            let mut words = entry.split(' ');
            if words.next() != Some(word) {
                return None;
            }
            words.map(|dot| dot.parse().ok()).collect::<Option<Vec<Dot>>>()
        };
        let layout = Layout { houses: dots(houses, "houses")?, guns: dots(guns, "guns")? };
        let ascends = |dots: &[Dot]| dots.is_sorted_by(|one, next| one < next);
        let apart = layout.guns.iter().all(|dot| !layout.houses.contains(dot));
        let canonical = ascends(&layout.houses) && ascends(&layout.guns) && apart;
        (canonical && layout.entries() == entries).then_some(layout)
    }

    fn write(&self, _options: &Options, seat: Seat) -> Vec<String> {
        if seat == CHECKER { self.entries() } else { Vec::new() }
    }

    /// Rule: "He then arranges the ten houses and ten guns in any manner": the right number of
    /// each, each on a dot of its own.
    fn faults(&self, options: &Options, seat: Seat) -> Vec<Fault> {
        if seat != CHECKER {
            return Vec::new();
        }
        let counts = [
            (Holding::House, self.houses.len(), options.houses),
            (Holding::Gun, self.guns.len(), options.guns),
        ];
        let counts = counts.into_iter().filter(|(_, placed, wanted)| placed != wanted);
        let counts = counts.map(|(what, placed, wanted)| Fault::Count { what, placed, wanted });
        let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
        for dot in self.houses.iter().chain(&self.guns) {
            if !seen.insert(*dot) {
                twice.insert(*dot);
            }
        }
        let chart = options.chart;
        let off = seen.into_iter().filter(|dot| !chart.contains(*dot));
        let off = off.map(|dot| Fault::OffChart { dot: dot.to_string(), chart: chart.to_string() });
        counts.chain(twice.into_iter().map(Fault::Twice)).chain(off).collect()
    }

    fn random(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Self {
        if seat != CHECKER {
            return Layout::default();
        }
        let mut dots: Vec<Dot> = options.chart.dots().collect();
        numbers.shuffle(&mut dots);
        let mut rest = dots.split_off(options.houses.min(dots.len()));
        rest.truncate(options.guns);
        Layout::new(dots, rest)
    }

    fn find(options: &Options, _: Seat, is: &dyn Fn(&Dot, &Holding) -> bool) -> Option<Self> {
        let with = |holding| options.chart.dots().filter(move |dot| is(dot, &holding)).collect();
        Some(Layout::new(with(Holding::House), with(Holding::Gun)))
    }

    fn describe(&self, options: &Options, seat: Seat) -> String {
        self.write(options, seat).join("; ")
    }
}

words! {
    /// Sealed value of a dot.
    pub(crate) enum Holding {
        House = "house",
        Gun = "gun",
        Empty = "empty",
    }
}

/// An error in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("{what}s: {placed} of {wanted}. Place exactly {wanted}")]
    Count { what: Holding, placed: usize, wanted: usize },
    #[error("{0} is used more than once. A dot takes one house or one gun")]
    Twice(Dot),
    #[error("{dot} is not on the chart, which runs from {chart}")]
    OffChart { dot: String, chart: String },
    #[error("{0} comes before the word `houses` or `guns`: write one of them first")]
    Unnamed(Dot),
    #[error("`{0}` cannot be read. Write `houses A1 ..; guns C2 ..`, or fill in the form")]
    Unreadable(String),
    #[error("the chart has no line `{0}`")]
    NoLine(String),
    #[error("line {0} is there more than once")]
    LineTwice(String),
    #[error("line {0} is missing")]
    LineMissing(String),
    #[error("line {label} has {signs} signs; the chart has {wanted} dots there")]
    LineLength { label: String, signs: usize, wanted: usize },
    #[error("line {label}, {dot}: `{read}` is not H (house), G (gun) or a dot (empty)")]
    Sign { label: String, dot: Dot, read: String },
}
