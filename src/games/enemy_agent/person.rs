//! Who walks on the board, what each may be, and the sealed sheet.

use std::fmt;
use std::str::FromStr;

use crate::games::Seat;

/// One of the 16 people: Travelers 1 to 12, then Inspectors I1 to I4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Person(u8);

impl Person {
    /// How many there are.
    pub const COUNT: u8 = 16;
    const TRAVELERS: u8 = 12;

    /// Traveler 1 to 12: 1 to 6 are Blue, the others Red.
    pub fn traveler(number: u8) -> Option<Person> {
        (1..=Self::TRAVELERS).contains(&number).then(|| Person(number - 1))
    }

    /// Inspector 1 to 4: 1 and 2 are Blue, the others Red.
    pub fn inspector(number: u8) -> Option<Person> {
        (1..=4).contains(&number).then(|| Person(Self::TRAVELERS + number - 1))
    }

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Person> {
        (0..Self::COUNT).map(Person)
    }

    /// All of one side, Travelers first.
    pub fn of(seat: Seat) -> impl Iterator<Item = Person> {
        Self::all().filter(move |who| who.seat() == seat)
    }

    /// The six Travelers of one side.
    pub fn travelers(seat: Seat) -> impl Iterator<Item = Person> {
        Self::of(seat).filter(|who| !who.is_inspector())
    }

    /// The two Inspectors of one side.
    pub fn inspectors(seat: Seat) -> impl Iterator<Item = Person> {
        Self::of(seat).filter(|who| who.is_inspector())
    }

    /// Whose he is.
    pub fn seat(self) -> Seat {
        let blue = if self.is_inspector() {
            self.0 < Self::TRAVELERS + 2
        } else {
            self.0 < Self::TRAVELERS / 2
        };
        Seat(u8::from(!blue))
    }

    /// Is he an Inspector?
    pub fn is_inspector(self) -> bool {
        self.0 >= Self::TRAVELERS
    }

    /// The Traveler's number, 1 to 12, or the Inspector's, 1 to 4.
    pub fn number(self) -> u8 {
        if self.is_inspector() { self.0 - Self::TRAVELERS + 1 } else { self.0 + 1 }
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

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_inspector() { "I" } else { "" }, self.number())
    }
}

/// What a Passport says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// a Secret Agent
    Agent,
    /// a Tourist
    Tourist,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Role::Agent { "agent" } else { "tourist" })
    }
}

/// An item of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Item {
    /// the Passport of a Traveler, 1 to 12
    Passport(u8),
    /// a building of the seat, 1 to 4
    Building(u8),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Passport(number) => write!(f, "passport-{number}"),
            Item::Building(number) => write!(f, "building-{number}"),
        }
    }
}

/// A text that is no item, value or answer of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a word of this game")]
pub struct Unknown;

impl FromStr for Item {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let (what, number) = text.split_once('-').ok_or(Unknown)?;
        let number: u8 = number.parse().map_err(|_| Unknown)?;
        let item = match (what, number) {
            ("passport", 1..=12) => Item::Passport(number),
            ("building", 1..=4) => Item::Building(number),
            _ => return Err(Unknown),
        };
        if item.to_string() == text { Ok(item) } else { Err(Unknown) }
    }
}

/// What an item was sealed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// of a Passport
    Is(Role),
    /// of a building: does the Master Plan lie there?
    Holds(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Is(role) => write!(f, "{role}"),
            Value::Holds(plan) => f.write_str(if *plan { "plan" } else { "empty" }),
        }
    }
}

impl FromStr for Value {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        Ok(match text {
            "agent" => Value::Is(Role::Agent),
            "tourist" => Value::Is(Role::Tourist),
            "plan" => Value::Holds(true),
            "empty" => Value::Holds(false),
            _ => return Err(Unknown),
        })
    }
}

/// What is asked of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The Passport of a Traveler who is being arrested.
    Passport {
        /// the Traveler
        of: Person,
        /// who arrests him
        by: Person,
    },
    /// Is the Master Plan in that building? Asked by an Agent.
    Plan {
        /// the Agent
        by: Person,
        /// 1 to 4
        building: u8,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Passport { of, by } => write!(f, "the passport of {of}, arrested by {by}"),
            Question::Plan { by, building } => {
                write!(
                    f,
                    "the plan in {} {building}, asked for by {}'s Agent {by}",
                    super::board::side_name(by.seat().other()),
                    by.seat()
                )
            }
        }
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// what the Passport says
    Role(Role),
    /// whether the plan is in that building
    Plan(bool),
}

impl fmt::Display for Answer {
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
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        Ok(match text {
            "AGENT" => Answer::Role(Role::Agent),
            "TOURIST" => Answer::Role(Role::Tourist),
            "IS" => Answer::Plan(true),
            "IS NOT" => Answer::Plan(false),
            _ => return Err(Unknown),
        })
    }
}
