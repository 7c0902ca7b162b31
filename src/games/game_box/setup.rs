//! The Checker's chart: where the houses and guns stand, how that is typed, and what can be wrong
//! with it.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::Options;
use super::chart::{Chart, Dot};
use super::words::Holding;
use crate::board::text::{plain, quoted};
use crate::games::Numbers;

/// Where the Checker has put houses and guns, each list in the order of the chart. A caller's is
/// empty.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Layout {
    houses: Vec<Dot>,
    guns: Vec<Dot>,
}

impl fmt::Debug for Layout {
    /// Says nothing of where anything stands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layout(..)")
    }
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// too many or too few
    #[error("{what}s: {placed} of {wanted}. Place exactly {wanted}")]
    Count {
        /// houses or guns
        what: Holding,
        /// how many are there
        placed: usize,
        /// how many there should be
        wanted: usize,
    },
    /// more than one thing on a dot
    #[error("{0} is used more than once. A dot takes one house or one gun")]
    Twice(Dot),
    /// no such dot
    #[error("{dot} is not on the chart, which runs from {chart}")]
    OffChart {
        /// what was read
        dot: String,
        /// the chart's corners
        chart: String,
    },
    /// a dot before the first word
    #[error("{0} stands before the word `houses` or `guns`: say what is there")]
    Unnamed(Dot),
    /// nothing that belongs here
    #[error("`{0}` cannot be read. Write `houses A1 ..; guns C2 ..`, or fill in the form")]
    Unreadable(String),
    /// a line of a map that the chart does not have
    #[error("the chart has no line `{0}`")]
    NoLine(String),
    /// a line of a map given more than once
    #[error("line {0} is there more than once")]
    LineTwice(String),
    /// a line of a map is missing
    #[error("line {0} is missing")]
    LineMissing(String),
    /// a line of a map is too long or too short
    #[error("line {label} has {signs} signs; the chart has {wanted} dots there")]
    LineLength {
        /// which line
        label: String,
        /// how many signs it has
        signs: usize,
        /// how many it should have
        wanted: usize,
    },
    /// a sign of a map that means nothing
    #[error("line {label}, {dot}: `{read}` is no sign. H is a house, G a gun, a dot is empty")]
    Sign {
        /// which line
        label: String,
        /// on which dot
        dot: Dot,
        /// what was read
        read: String,
    },
}

impl Layout {
    /// Houses and guns, brought into the order of the chart.
    pub fn new(mut houses: Vec<Dot>, mut guns: Vec<Dot>) -> Layout {
        houses.sort_unstable();
        guns.sort_unstable();
        Layout { houses, guns }
    }

    /// Where houses stand.
    pub fn houses(&self) -> &[Dot] {
        &self.houses
    }

    /// Where guns stand.
    pub fn guns(&self) -> &[Dot] {
        &self.guns
    }

    /// What stands on a dot.
    pub fn at(&self, dot: Dot) -> Holding {
        if self.houses.contains(&dot) {
            Holding::House
        } else if self.guns.contains(&dot) {
            Holding::Gun
        } else {
            Holding::Empty
        }
    }

    /// "He then arranges the ten houses and ten guns in any manner": so many of each, each on a dot
    /// of its own.
    pub fn check(&self, options: &Options) -> Vec<Fault> {
        let counts = [
            (Holding::House, self.houses.len(), options.houses),
            (Holding::Gun, self.guns.len(), options.guns),
        ];
        let counts = counts.into_iter().filter(|(_, placed, wanted)| placed != wanted);
        let mut faults: Vec<Fault> =
            counts.map(|(what, placed, wanted)| Fault::Count { what, placed, wanted }).collect();
        let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
        for dot in self.houses.iter().chain(&self.guns) {
            if !seen.insert(*dot) {
                twice.insert(*dot);
            }
        }
        faults.extend(twice.into_iter().map(Fault::Twice));
        let off = seen.into_iter().filter(|dot| !options.chart.contains(*dot));
        faults.extend(
            off.map(|dot| Fault::OffChart {
                dot: dot.to_string(),
                chart: options.chart.to_string(),
            }),
        );
        faults
    }

    /// All setups equally likely.
    pub fn random(options: &Options, numbers: &mut dyn Numbers) -> Layout {
        let mut dots: Vec<Dot> = options.chart.dots().collect();
        numbers.shuffle(&mut dots);
        let guns =
            dots.split_off(options.houses.min(dots.len())).into_iter().take(options.guns).collect();
        Layout::new(dots, guns)
    }

    /// A setup that shows how one is typed: houses and guns in turn, spread over the chart.
    pub(super) fn example(options: &Options) -> Layout {
        let pieces = options.houses + options.guns;
        let spread = options
            .chart
            .dots()
            .step_by((options.chart.size() / pieces.max(1)).max(1))
            .take(pieces);
        let (mut houses, mut guns) = (Vec::new(), Vec::new());
        for (turn, dot) in spread.enumerate() {
            if houses.len() < options.houses && (turn % 2 == 0 || guns.len() == options.guns) {
                houses.push(dot);
            } else {
                guns.push(dot);
            }
        }
        Layout::new(houses, guns)
    }

    /// The canonical form: one entry for the houses, one for the guns.
    pub fn write(&self) -> Vec<String> {
        let entry = |word: &str, dots: &[Dot]| {
            dots.iter().fold(word.to_owned(), |entry, dot| entry + " " + &dot.to_string())
        };
        vec![entry("houses", &self.houses), entry("guns", &self.guns)]
    }

    /// Reads the canonical form and nothing else; it may be an illegal setup.
    pub fn parse(entries: &[String]) -> Option<Layout> {
        let [houses, guns] = entries else { return None };
        let dots = |entry: &str, word: &str| {
            let mut words = entry.split(' ');
            if words.next() != Some(word) {
                return None;
            }
            words.map(|dot| dot.parse::<Dot>().ok()).collect::<Option<Vec<Dot>>>()
        };
        let layout = Layout::new(dots(houses, "houses")?, dots(guns, "guns")?);
        (layout.write() == entries).then_some(layout)
    }

    /// Reads what a person typed, a list or a filled-in form.
    pub fn read(options: &Options, typed: &str) -> Result<Layout, Vec<Fault>> {
        let lines: Vec<String> = typed
            .lines()
            .map(|line| plain(line.split('#').next().unwrap_or("")).to_ascii_uppercase())
            .collect();
        let text = lines.join(" ");
        let named = text.contains("HOUSE") || text.contains("GUN");
        let is_map = !named
            && text.contains(|sign: char| sign != ' ')
            && (text.contains(':') || !text.contains(char::is_numeric));
        let (layout, mut faults) =
            if is_map { read_map(options.chart, &lines) } else { read_list(options.chart, &text) };
        faults.extend(layout.check(options));
        if faults.is_empty() { Ok(layout) } else { Err(faults) }
    }
}

/// `houses A1 A4; guns C2 C3`, in any order, with any punctuation.
fn read_list(chart: Chart, text: &str) -> (Layout, Vec<Fault>) {
    let (mut houses, mut guns, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let mut what = None;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.peek() {
        if !sign.is_alphanumeric() {
            if !" ,;:.-()[]'\"".contains(*sign) {
                faults.push(Fault::Unreadable(quoted(&sign.to_string())));
            }
            signs.next();
            continue;
        }
        let mut word = run(&mut signs, char::is_alphabetic);
        match word.as_str() {
            "HOUSE" | "HOUSES" => what = Some(Holding::House),
            "GUN" | "GUNS" => what = Some(Holding::Gun),
            _ => {
                run(&mut signs, |sign| sign == ' ' || sign == '-');
                word += &run(&mut signs, char::is_numeric);
                match (Dot::read(&word), what) {
                    (Some(dot), Some(Holding::House)) => houses.push(dot),
                    (Some(dot), Some(_)) => guns.push(dot),
                    (Some(dot), None) => faults.push(Fault::Unnamed(dot)),
                    (None, _) if looks_like_dot(&word) => {
                        faults
                            .push(Fault::OffChart { dot: quoted(&word), chart: chart.to_string() });
                    }
                    (None, _) => faults.push(Fault::Unreadable(quoted(&word))),
                }
            }
        }
    }
    (Layout::new(houses, guns), faults)
}

/// Takes signs off the front as long as they pass.
fn run(signs: &mut Peekable<Chars<'_>>, mut passes: impl FnMut(char) -> bool) -> String {
    let mut taken = String::new();
    while let Some(sign) = signs.next_if(|sign| passes(*sign)) {
        taken.push(sign);
    }
    taken
}

fn looks_like_dot(word: &str) -> bool {
    let mut signs = word.chars();
    signs.next().is_some_and(|sign| sign.is_ascii_uppercase())
        && !signs.as_str().is_empty()
        && signs.all(|sign| sign.is_ascii_digit())
}

/// A line for each letter (or number) of the chart: its label, a colon and a sign for each dot.
/// Without labels they are counted.
fn read_map(chart: Chart, lines: &[String]) -> (Layout, Vec<Fault>) {
    let (mut houses, mut guns, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let drawn = chart.lines();
    let mut seen = BTreeSet::new();
    for (at, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        let (found, signs) = match line.split_once(':') {
            Some((label, signs)) => (drawn.iter().find(|(name, _)| name == label.trim()), signs),
            None => (drawn.get(at), line.as_str()),
        };
        let Some((label, dots)) = found else {
            faults.push(Fault::NoLine(quoted(line)));
            continue;
        };
        let signs: Vec<char> = signs.chars().filter(|sign| *sign != ' ').collect();
        if dots.len() != signs.len() {
            faults.push(Fault::LineLength {
                label: label.clone(),
                signs: signs.len(),
                wanted: dots.len(),
            });
        }
        for (dot, sign) in dots.iter().zip(signs) {
            match sign {
                'H' => houses.push(*dot),
                'G' => guns.push(*dot),
                '.' | '-' | '_' | '\u{b7}' => {}
                _ => faults.push(Fault::Sign {
                    label: label.clone(),
                    dot: *dot,
                    read: quoted(&sign.to_string()),
                }),
            }
        }
        if !seen.insert(label) {
            faults.push(Fault::LineTwice(label.clone()));
        }
    }
    let missing = drawn.iter().filter(|(label, _)| !seen.contains(label));
    faults.extend(missing.map(|(label, _)| Fault::LineMissing(label.clone())));
    (Layout::new(houses, guns), faults)
}

/// An empty map to fill in.
pub(super) fn form(options: &Options) -> String {
    let Options { chart, houses, guns, .. } = options;
    let heads =
        chart.heads().iter().fold(String::new(), |heads, head| heads + &format!("{head:>3}"));
    let mut form = format!(
        "# Game Box, the Checker's chart, {chart}.\n# Put {houses} houses (H) and {guns} guns (G) on it, one to a dot, and leave the other dots.\n#  {heads}\n"
    );
    for (label, dots) in chart.lines() {
        let line = format!("{:<4}{}", label + ":", "  .".repeat(dots.len()));
        form += &line;
        form.push('\n');
    }
    form
}
