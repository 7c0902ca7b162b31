//! The hidden sheet: four agents on four different squares.

use std::fmt;
use std::str::FromStr;

use super::notation;
use super::place::{NotCanonical, Place};
use crate::games::Numbers;

/// "Each player hides four secret Agents anywhere on the board."
pub const AGENTS: usize = 4;

/// Where a player has hidden his agents, as he wrote it down, legal or not; row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Network(Vec<Place>);

impl Network {
    /// Agents on these squares.
    pub fn new(places: impl IntoIterator<Item = Place>) -> Self {
        let mut places: Vec<Place> = places.into_iter().collect();
        places.sort_unstable();
        Network(places)
    }

    /// The squares with agents, row by row.
    pub fn places(&self) -> &[Place] {
        &self.0
    }

    /// Is an agent here?
    pub fn holds(&self, place: Place) -> bool {
        self.0.contains(&place)
    }

    /// The agents that are seen from a square: the first along each of the eight lines. "One cannot
    /// see through agents", and one that has been found stands where it stood. Nearest first.
    pub fn seen_from(&self, place: Place) -> Vec<Place> {
        let mut seen: Vec<Place> =
            place.rays().filter_map(|mut ray| ray.find(|&square| self.holds(square))).collect();
        seen.sort_by_key(|&agent| (place.distance(agent), agent));
        seen
    }

    /// What a player with this sheet must answer to a call: HIT "and nothing else" if an agent is
    /// there, otherwise how many are seen.
    pub fn answer(&self, place: Place) -> Answer {
        if self.holds(place) {
            return Answer::Hit;
        }
        Answer::Seen(u8::try_from(self.seen_from(place).len()).unwrap_or(u8::MAX))
    }

    /// `Bering 8, Desert 4, Equator 2, Glacier 6`
    pub(super) fn describe(&self) -> String {
        self.0.iter().map(|place| place.name()).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Debug for Network {
    /// Gives nothing away.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Network(..)")
    }
}

/// What a square of a sheet holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// an agent
    Agent,
    /// nothing
    Empty,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Agent => "agent",
            Value::Empty => "empty",
        })
    }
}

impl FromStr for Value {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        match text {
            "agent" => Ok(Value::Agent),
            "empty" => Ok(Value::Empty),
            _ => Err(NotCanonical),
        }
    }
}

/// The answer to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// an agent was called
    Hit,
    /// so many agents are seen from there
    Seen(u8),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Hit => f.write_str("HIT"),
            Answer::Seen(count) => write!(f, "{count}"),
        }
    }
}

impl FromStr for Answer {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        match text.as_bytes() {
            b"HIT" => Ok(Answer::Hit),
            [digit @ b'0'..=b'4'] => Ok(Answer::Seen(digit - b'0')),
            _ => Err(NotCanonical),
        }
    }
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// something that names no square
    #[error(
        "\"{0}\" is no square: name a row, A (Arctic) to G (Glacier), and a column, 1 to 9, such as F6 or Fiji 6"
    )]
    NoSquare(String),
    /// one square for two agents
    #[error("{} is named more than once: the four agents stand on four different squares", .0.name())]
    Twice(Place),
    /// too few or too many
    #[error("exactly four agents are hidden, but {} named", match .0 { 1 => "1 square is".to_owned(), n => format!("{n} squares are") })]
    Count(usize),
}

/// Reads a setup as a person types it: four squares, in any order, and a form with its comments as
/// well. All faults at once.
pub(super) fn read(typed: &str) -> Result<Network, Vec<Fault>> {
    let lines: Vec<&str> =
        typed.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let read = notation::read_places(&lines.join(" "));
    let mut faults: Vec<Fault> =
        read.iter().filter_map(|place| place.clone().err().map(Fault::NoSquare)).collect();
    // A square that could not be read is still one that was named: to call it missing as well would
    // mislead.
    let count = wrong_count(read.len());
    let network = Network::new(read.into_iter().flatten());
    faults.extend(doubles(&network).chain(count));
    if faults.is_empty() { Ok(network) } else { Err(faults) }
}

/// Four agents, four different squares: all faults at once.
pub(super) fn check(network: &Network) -> Vec<Fault> {
    doubles(network).chain(wrong_count(network.places().len())).collect()
}

fn doubles(network: &Network) -> impl Iterator<Item = Fault> {
    let mut doubles: Vec<Place> = network
        .places()
        .windows(2)
        .filter(|pair| pair.first() == pair.last())
        .flatten()
        .copied()
        .collect();
    doubles.dedup();
    doubles.into_iter().map(Fault::Twice)
}

fn wrong_count(count: usize) -> Option<Fault> {
    (count != AGENTS).then_some(Fault::Count(count))
}

/// Reads the entries of a reveal: squares in short form, row by row. They need not be a legal
/// setup.
pub(super) fn parse(entries: &[String]) -> Option<Network> {
    if entries.len() > super::place::GRID.area() {
        return None;
    }
    let places: Vec<Place> =
        entries.iter().map(|entry| entry.parse().ok()).collect::<Option<_>>()?;
    places.is_sorted().then(|| Network::new(places))
}

/// Four squares out of all, every choice equally likely.
pub(super) fn random(numbers: &mut dyn Numbers) -> Network {
    let mut places: Vec<Place> = Place::all().collect();
    numbers.shuffle(&mut places);
    places.truncate(AGENTS);
    Network::new(places)
}

/// An empty form: lines that begin with `#` explain, the others are read.
pub(super) fn form() -> String {
    "# Checkpoint: Danger!  Hide four agents on four different squares.\n\
     # Rows: A Arctic, B Bering, C Canadian, D Desert, E Equator, F Fiji, G Glacier. Columns: 1 to 9.\n\
     # Write one square a line behind this text, such as F6 or Fiji 6.\n"
        .to_owned()
}
