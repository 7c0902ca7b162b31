//! The secret setup: who is an Agent, and where the Master Plan lies.

use std::collections::BTreeSet;
use std::fmt::{self, Debug};

use crate::board::text::{plain, quoted};
use crate::games::{Numbers, Seat};

use super::board::side_name;
use super::ends::AGENTS;
use super::person::{Item, Person, Role, Value};

/// A setup as written down, legal or not.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// numbers of the Travelers who are Agents
    pub(super) agents: BTreeSet<u8>,
    /// buildings in which the plan lies
    pub(super) plans: BTreeSet<u8>,
}

impl Debug for Secret {
    /// Shows nothing of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    pub(super) fn role(&self, who: Person) -> Role {
        if !who.is_inspector() && self.agents.contains(&who.number()) {
            Role::Agent
        } else {
            Role::Tourist
        }
    }

    pub(super) fn value(&self, item: Item) -> Value {
        match item {
            Item::Passport(number) => {
                Value::Is(if self.agents.contains(&number) { Role::Agent } else { Role::Tourist })
            }
            Item::Building(number) => Value::Holds(self.plans.contains(&number)),
        }
    }
}

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// a word that means nothing here
    #[error("`{0}` cannot be read; write `{1}`")]
    Unreadable(String, &'static str),
    /// a number that is no Traveler of this side
    #[error("Traveler {number} is not yours; your Travelers are {first} to {last}", last = first + 5)]
    NotYours {
        /// the number
        number: u16,
        /// the first that would do
        first: u8,
    },
    /// a building that does not exist
    #[error("there is no building {0}; yours are 1 to 4, west to east")]
    NoBuilding(u16),
    /// something named more than once
    #[error("{0} is named twice")]
    Twice(u16),
    /// not three Agents
    #[error("there must be exactly three Agents, not {0}; the other three Travelers are Tourists")]
    Agents(usize),
    /// not one plan
    #[error("the Master Plan must lie in exactly one building, not in {0}")]
    Plans(usize),
}

pub(super) fn example(seat: Seat) -> &'static str {
    if seat == Seat(0) { "agents 1 3 5; plan 2" } else { "agents 7 9 11; plan 2" }
}

fn first(seat: Seat) -> u8 {
    if seat == Seat(0) { 1 } else { 7 }
}

pub(super) fn items(seat: Seat) -> Vec<Item> {
    let passports = Person::travelers(seat).map(|who| Item::Passport(who.number()));
    passports.chain((1..=4).map(Item::Building)).collect()
}

/// Reads `agents 1 3 5; plan 2`, in any order and with any signs between; a form as [`form`] makes
/// it, too.
pub(super) fn read(seat: Seat, typed: &str) -> Result<Secret, Vec<Fault>> {
    let mut secret = Secret { agents: BTreeSet::new(), plans: BTreeSet::new() };
    let mut faults = Vec::new();
    let mut plans = false;
    let text: Vec<String> =
        typed.lines().map(|line| plain(line.split('#').next().unwrap_or_default())).collect();
    let text = text.join(" ").to_ascii_lowercase();
    for word in text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match (word, word.parse::<u16>()) {
            ("agents" | "agent", _) => plans = false,
            ("plan" | "plans" | "building", _) => plans = true,
            ("and" | "in" | "the" | "master", _) => {}
            (_, Ok(number)) => {
                let small = u8::try_from(number).unwrap_or(0);
                let (into, good) = if plans {
                    (&mut secret.plans, (1..=4).contains(&small))
                } else {
                    (&mut secret.agents, (first(seat)..first(seat) + 6).contains(&small))
                };
                match good {
                    true if !into.insert(small) => faults.push(Fault::Twice(number)),
                    true => {}
                    false if plans => faults.push(Fault::NoBuilding(number)),
                    false => faults.push(Fault::NotYours { number, first: first(seat) }),
                }
            }
            (word, Err(_)) => faults.push(Fault::Unreadable(quoted(word), example(seat))),
        }
    }
    faults.extend(check(&secret));
    if faults.is_empty() { Ok(secret) } else { Err(faults) }
}

pub(super) fn check(secret: &Secret) -> Vec<Fault> {
    let agents = (secret.agents.len() != AGENTS).then_some(Fault::Agents(secret.agents.len()));
    let plans = (secret.plans.len() != 1).then_some(Fault::Plans(secret.plans.len()));
    agents.into_iter().chain(plans).collect()
}

/// The canonical form: `agents 1 3 5` and `plan 2`, or `none` instead of numbers.
pub(super) fn write(secret: &Secret) -> Vec<String> {
    let entry = |word: &str, numbers: &BTreeSet<u8>| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        format!("{word} {}", if numbers.is_empty() { "none".to_owned() } else { numbers.join(" ") })
    };
    vec![entry("agents", &secret.agents), entry("plan", &secret.plans)]
}

/// Reads the canonical form of any assignment of roles and plans, legal or not.
pub(super) fn parse(seat: Seat, entries: &[String]) -> Option<Secret> {
    let [agents, plans] = entries else { return None };
    let numbers = |entry: &str, word: &str, range: std::ops::Range<u8>| -> Option<BTreeSet<u8>> {
        let rest = entry.strip_prefix(word)?.strip_prefix(' ')?;
        let numbers = if rest == "none" {
            BTreeSet::new()
        } else {
            rest.split(' ').map(|part| part.parse().ok()).collect::<Option<_>>()?
        };
        numbers.iter().all(|number| range.contains(number)).then_some(numbers)
    };
    let secret = Secret {
        agents: numbers(agents, "agents", first(seat)..first(seat) + 6)?,
        plans: numbers(plans, "plan", 1..5)?,
    };
    (write(&secret) == *entries).then_some(secret)
}

pub(super) fn random(seat: Seat, numbers: &mut dyn Numbers) -> Secret {
    let mut travelers: Vec<u8> = Person::travelers(seat).map(Person::number).collect();
    numbers.shuffle(&mut travelers);
    let plan = u8::try_from(numbers.below(4)).unwrap_or(0) + 1;
    Secret { agents: travelers.into_iter().take(AGENTS).collect(), plans: BTreeSet::from([plan]) }
}

pub(super) fn describe(secret: &Secret) -> String {
    let list = |numbers: &BTreeSet<u8>| {
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    format!("Agents {}, the plan in building {}", list(&secret.agents), list(&secret.plans))
}

pub(super) fn form(seat: Seat) -> String {
    let (side, first) = (side_name(seat), first(seat));
    format!(
        "# Enemy Agent, {side}: three of your six Travelers, {first} to {}, are Secret Agents.\n\
         # Those in the Hotel are {first} to {}, the others begin in the Railroad Station.\n\
         # Your Master Plan lies in one of your buildings, 1 to 4, west to east.\n\
         agents\nplan\n",
        first + 5,
        first + 2
    )
}
