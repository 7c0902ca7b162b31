//! Who walks on the board, what each may be, and the items of a setup.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::board::side_name;
use crate::board::NotCanonical;
use crate::rules::Seat;

/// One of the 16 people: Travelers 1 to 12, then Inspectors I1 to I4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Person(u8);

/// The Travelers, as their Passports describe them: what they are called, and a line. It tells
/// nothing of what they are.
const DESCRIBED: [(&str, &str); 12] = [
    ("Ada", "tunes pianos, and hears a lie half a tone off"),
    ("Bruno", "sells umbrellas in dry towns"),
    ("Celia", "paints bridges, always from the far bank"),
    ("Dario", "a chess master who never finishes a game"),
    ("Edith", "collects timetables, and misses every train"),
    ("Felix", "a baker on holiday, up at four all the same"),
    ("Greta", "teaches skating where there is no ice"),
    ("Hugo", "mends clocks, and is late"),
    ("Irma", "writes postcards to nobody in particular"),
    ("Jonas", "a beekeeper with one very large hat"),
    ("Klara", "sings in hotels, and listens in between"),
    ("Leo", "a magician who has lost his rabbit"),
];

impl Person {
    const COUNT: u8 = 16;
    const TRAVELERS: u8 = 12;

    /// Traveler 1 to 12: 1 to 6 are Blue, the others Red.
    pub(super) fn traveler(number: u8) -> Option<Person> {
        (1..=Self::TRAVELERS).contains(&number).then(|| Person(number - 1))
    }

    /// Inspector 1 to 4: 1 and 2 are Blue, the others Red.
    fn inspector(number: u8) -> Option<Person> {
        (1..=4).contains(&number).then(|| Person(Self::TRAVELERS + number - 1))
    }

    pub(super) fn all() -> impl Iterator<Item = Person> {
        (0..Self::COUNT).map(Person)
    }

    /// All of one side, Travelers first.
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

    /// The Traveler's number, 1 to 12, or the Inspector's, 1 to 4.
    pub(super) fn number(self) -> u8 {
        if self.is_inspector() { self.0 - Self::TRAVELERS + 1 } else { self.0 + 1 }
    }

    /// A Traveler's name.
    pub(super) fn name(self) -> Option<&'static str> {
        DESCRIBED.get(self.index()).map(|(name, _)| *name)
    }

    /// What a Traveler's Passport says of him beside the name.
    pub(super) fn about(self) -> Option<&'static str> {
        DESCRIBED.get(self.index()).map(|(_, line)| *line)
    }

    /// `3 Celia`, `I1`.
    pub(super) fn called(self) -> String {
        self.name().map_or_else(|| self.to_string(), |name| format!("{self} {name}"))
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Reads `9` or `I2`, in either case.
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

/// What a Passport says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Agent,
    Tourist,
}

impl Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Role::Agent { "agent" } else { "tourist" })
    }
}

/// What is sealed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    /// the Passport of a Traveler, 1 to 12
    Passport(u8),
    /// a Building of the seat, 1 to 4
    Building(u8),
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Passport(number) => write!(f, "passport-{number}"),
            Item::Building(number) => write!(f, "building-{number}"),
        }
    }
}

impl FromStr for Item {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let passports = (1..=12).map(Item::Passport);
        read_back(passports.chain((1..=4).map(Item::Building)), text)
    }
}

/// The one of these that is written like this.
fn read_back<T: Display>(mut all: impl Iterator<Item = T>, text: &str) -> Result<T, NotCanonical> {
    all.find(|one| one.to_string() == text).ok_or(NotCanonical)
}

/// What an item was sealed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// of a Passport
    Is(Role),
    /// of a Building: was the Master Plan hidden there?
    Holds(bool),
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Is(role) => role.fmt(f),
            Value::Holds(plan) => f.write_str(if *plan { "plan" } else { "empty" }),
        }
    }
}

impl FromStr for Value {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let roles = [Role::Agent, Role::Tourist].map(Value::Is);
        read_back(roles.into_iter().chain([true, false].map(Value::Holds)), text)
    }
}

/// What is asked of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// the Passport of a Traveler who is being arrested
    Passport { by: Person, of: Person },
    /// an Agent asks whether the Master Plan is in that Building, 1 to 4
    Plan { by: Person, building: u8 },
}

impl Question {
    /// The item that the answer opens, and whose it is.
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

/// What is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// what the Passport says
    Role(Role),
    /// whether the plan is in that Building
    Plan(bool),
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Role(Role::Agent) => "AGENT",
            Answer::Role(Role::Tourist) => "TOURIST",
            Answer::Plan(true) => "IS",
            Answer::Plan(false) => "IS NOT",
        })
    }
}

impl FromStr for Answer {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        let roles = [Role::Agent, Role::Tourist].map(Answer::Role);
        read_back(roles.into_iter().chain([true, false].map(Answer::Plan)), text)
    }
}
