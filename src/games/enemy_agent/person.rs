//! The people on the board, their roles, and the items of a setup.

use std::fmt::{self, Display};

use super::board::side_name;
use crate::rules::{Seat, spelled, words};

/// One of the 16 people: Travelers 1 to 12, then Inspectors I1 to I4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Person(u8);

/// Names of the Travelers, each with a line for the Passport that doesn't hint at the role.
const DESCRIBED: [(&str, &str); 12] = [
    ("Ada", "tunes pianos, and hears a lie half a tone off"),
    ("Bruno", "sells umbrellas in dry towns"),
    ("Celia", "paints bridges, always from the far bank"),
    ("Dario", "a chess master who never finishes a game"),
    ("Edith", "collects timetables, and misses every train"),
    ("Felix", "a baker on holiday, still up at four"),
    ("Greta", "teaches skating without ice"),
    ("Hugo", "repairs clocks, and is late"),
    ("Irma", "writes postcards to no one in particular"),
    ("Jonas", "a beekeeper with one very large hat"),
    ("Klara", "sings in hotels, and listens in between"),
    ("Leo", "a magician who has lost a rabbit"),
];

impl Person {
    const COUNT: u8 = 16;
    const TRAVELERS: u8 = 12;

    /// Returns the Traveler with this number, 1 to 12: 1 to 6 are Blue, the others Red.
    pub(super) fn traveler(number: u8) -> Option<Person> {
        (1..=Self::TRAVELERS).contains(&number).then(|| Person(number - 1))
    }

    /// Returns the Inspector with this number, 1 to 4: 1 and 2 are Blue, the others Red.
    fn inspector(number: u8) -> Option<Person> {
        (1..=4).contains(&number).then(|| Person(Self::TRAVELERS + number - 1))
    }

    pub(super) fn all() -> impl Iterator<Item = Person> {
        (0..Self::COUNT).map(Person)
    }

    /// Returns all people of one side, Travelers first.
    pub(super) fn of(seat: Seat) -> impl Iterator<Item = Person> {
        Self::all().filter(move |who| who.seat() == seat)
    }

    pub(super) fn travelers(seat: Seat) -> impl Iterator<Item = Person> {
        Self::of(seat).filter(|who| !who.is_inspector())
    }

    pub(super) fn inspectors(seat: Seat) -> impl Iterator<Item = Person> {
        Self::of(seat).filter(|who| who.is_inspector())
    }

    pub(super) fn seat(self) -> Seat {
        let (number, of_each) =
            if self.is_inspector() { (self.0 - Self::TRAVELERS, 2) } else { (self.0, 6) };
        if number < of_each { Seat::OPENER } else { Seat::JOINER }
    }

    pub(super) fn is_inspector(self) -> bool {
        self.0 >= Self::TRAVELERS
    }

    /// Returns the Traveler's number, 1 to 12, or the Inspector's, 1 to 4.
    pub(super) fn number(self) -> u8 {
        if self.is_inspector() { self.0 - Self::TRAVELERS + 1 } else { self.0 + 1 }
    }

    /// Returns a Traveler's name.
    pub(super) fn name(self) -> Option<&'static str> {
        DESCRIBED.get(self.index()).map(|(name, _)| *name)
    }

    /// Returns the line in a Traveler's Passport.
    pub(super) fn about(self) -> Option<&'static str> {
        DESCRIBED.get(self.index()).map(|(_, line)| *line)
    }

    /// Returns the number and, for a Traveler, the name: `3 Celia`, `I1`.
    pub(super) fn number_and_name(self) -> String {
        self.name().map_or_else(|| self.to_string(), |name| format!("{self} {name}"))
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Parses `9`, `I2` or `i2`.
    pub(super) fn read(text: &str) -> Option<Person> {
        let number = |digits: &str| {
            (digits.len() <= 2 && !digits.starts_with('0')).then(|| digits.parse().ok()).flatten()
        };
        match text.strip_prefix(['I', 'i']) {
            Some(digits) => Person::inspector(number(digits)?),
            None => Person::traveler(number(text)?),
        }
    }
}

impl Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_inspector() { "I" } else { "" }, self.number())
    }
}

words! {
    /// The role in a Passport.
    pub(crate) enum Role {
        Agent = "agent",
        Tourist = "tourist",
    }
}

/// A sealed item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    /// The Passport of a Traveler, 1 to 12.
    Passport(u8),
    /// A Building of the seat, 1 to 4.
    Building(u8),
}

impl Item {
    /// Whether this item can have this value.
    pub(super) fn takes(self, value: Value) -> bool {
        matches!(self, Item::Passport(_)) == matches!(value, Value::Is(_))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Passport(number) => write!(f, "passport-{number}"),
            Item::Building(number) => write!(f, "building-{number}"),
        }
    }
}

spelled!(Item: (1..=12).map(Item::Passport).chain((1..=4).map(Item::Building)));

/// The sealed value of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// The role in a Passport.
    Is(Role),
    /// Whether the Master Plan was hidden in a Building.
    Holds(bool),
}

impl Value {
    fn all() -> impl Iterator<Item = Value> {
        Role::ALL.map(Value::Is).into_iter().chain([true, false].map(Value::Holds))
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Is(role) => role.fmt(f),
            Value::Holds(plan) => f.write_str(if *plan { "plan" } else { "empty" }),
        }
    }
}

spelled!(Value: Value::all());

/// A question to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// The Passport of a Traveler who is being arrested.
    Passport { by: Person, of: Person },
    /// An Agent's question whether the Master Plan is in that Building, 1 to 4.
    Plan { by: Person, building: u8 },
}

impl Question {
    /// Returns the item that the answer opens, and its seat.
    pub(super) fn item(self) -> (Seat, Item) {
        match self {
            Question::Passport { of, .. } => (of.seat(), Item::Passport(of.number())),
            Question::Plan { by, building } => (by.seat().other(), Item::Building(building)),
        }
    }
}

impl Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Passport { of, by } => write!(f, "the passport of {of}, arrested by {by}"),
            Question::Plan { by, building } => {
                let (seat, side) = (by.seat(), side_name(by.seat().other()));
                write!(f, "the plan in {side} {building}, asked for by {seat}'s Agent {by}")
            }
        }
    }
}

/// An answer: the value of the item that the question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answer(pub(super) Value);

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Value::Is(Role::Agent) => "AGENT",
            Value::Is(Role::Tourist) => "TOURIST",
            Value::Holds(true) => "IS",
            Value::Holds(false) => "IS NOT",
        })
    }
}

spelled!(Answer: Value::all().map(Answer));
