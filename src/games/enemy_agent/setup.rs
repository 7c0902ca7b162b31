//! Setups: which Travelers are Agents, and where the Master Plan is.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use super::board::side_name;
use super::person::{Item, Person, Role, Value};
use super::{EnemyAgent, Options};
use crate::board::collect;
use crate::board::text::{joined, plain, quoted};
use crate::rules::{Numbers, Seat, Setup, SetupHelp};

/// Number of Agents of each side.
pub(super) const AGENTS: usize = 3;

/// A setup as written, legal or not.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Dossier {
    /// Numbers of the Travelers who are Agents.
    pub(super) agents: BTreeSet<u8>,
    /// Buildings in which the plan is hidden.
    pub(super) plans: BTreeSet<u8>,
}

impl fmt::Debug for Dossier {
    /// Shows no content, because a setup is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dossier(..)")
    }
}

impl Dossier {
    pub(super) fn role(&self, who: Person) -> Role {
        let agent = !who.is_inspector() && self.agents.contains(&who.number());
        if agent { Role::Agent } else { Role::Tourist }
    }

    pub(super) fn value_of(&self, item: Item) -> Value {
        match item {
            Item::Passport(number) if self.agents.contains(&number) => Value::Is(Role::Agent),
            Item::Passport(_) => Value::Is(Role::Tourist),
            Item::Building(number) => Value::Holds(self.plans.contains(&number)),
        }
    }
}

impl Setup<EnemyAgent> for Dossier {
    fn help(_options: &Options, seat: Seat) -> Option<SetupHelp> {
        let ask = "Choose three of your six Travelers as Secret Agents, and the building in which \
            your Master Plan is hidden";
        Some(SetupHelp {
            ask: ask.to_owned(),
            done: "has chosen three Agents and hidden the Master Plan".to_owned(),
            example: Some(example(seat).to_owned()),
            form: form(seat),
        })
    }

    fn items(_options: &Options, seat: Seat) -> Vec<Item> {
        items(seat).collect()
    }

    fn value(&self, _options: &Options, item: &Item) -> Value {
        self.value_of(*item)
    }

    /// Parses `agents 1 3 5; plan 2`, in any order and with any separators, or a form.
    fn read(_options: &Options, seat: Seat, typed: &str) -> Result<Self, Vec<Fault>> {
        let mut read = Dossier::default();
        let mut faults = Vec::new();
        let mut plans = false;
        let uncommented = |line: &str| plain(line.split('#').next().unwrap_or_default());
        let text = joined(typed.lines().map(uncommented), " ").to_ascii_lowercase();
        for word in text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
        {
            match (word, word.parse()) {
                ("agents" | "agent", _) => plans = false,
                ("plan" | "plans" | "building", _) => plans = true,
                ("and" | "in" | "the" | "master", _) => {}
                (_, Ok(number)) => faults.extend(read.add(seat, plans, number).err()),
                (word, Err(_)) => faults.push(Fault::Unreadable(quoted(word), example(seat))),
            }
        }
        faults.extend(read.wrong_counts());
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    fn parse(_options: &Options, seat: Seat, entries: &[String]) -> Option<Self> {
        let mut read = Dossier::default();
        for (entry, plans) in entries.iter().zip([false, true]) {
            for number in entry.split(' ').skip(1).filter(|word| *word != "none") {
                read.add(seat, plans, number.parse().ok()?).ok()?;
            }
        }
        (read.entries() == *entries).then_some(read)
    }

    fn write(&self, _options: &Options, _seat: Seat) -> Vec<String> {
        self.entries().to_vec()
    }

    fn faults(&self, _options: &Options, _seat: Seat) -> Vec<Fault> {
        self.wrong_counts().collect()
    }

    fn random(_options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Self {
        let mut agents: Vec<u8> = travelers(seat).collect();
        numbers.shuffle(&mut agents);
        agents.truncate(AGENTS);
        let plan = u8::try_from(numbers.below(4)).unwrap_or(0) + 1;
        Dossier { agents: collect::set(agents), plans: collect::set([plan]) }
    }

    fn find(_: &Options, seat: Seat, is: &dyn Fn(&Item, &Value) -> bool) -> Option<Self> {
        let is_agent = |&number: &u8| is(&Item::Passport(number), &Value::Is(Role::Agent));
        let holds_plan = |&number: &u8| is(&Item::Building(number), &Value::Holds(true));
        let agents = collect::set(travelers(seat).filter(is_agent));
        Some(Dossier { agents, plans: collect::set((1..=4).filter(holds_plan)) })
    }

    fn describe(&self, _options: &Options, _seat: Seat) -> String {
        let (agents, plans) = (joined(&self.agents, ", "), joined(&self.plans, ", "));
        format!("Agents {agents}, and the plan in building {plans}")
    }
}

impl Dossier {
    /// Adds a typed number of a Traveler or, with `plans`, of a Building.
    fn add(&mut self, seat: Seat, plans: bool, number: u16) -> Result<(), Fault> {
        let small = u8::try_from(number).unwrap_or(0);
        let (into, range) =
            if plans { (&mut self.plans, 1..=4) } else { (&mut self.agents, travelers(seat)) };
        if !range.contains(&small) {
            let (first, last) = range.into_inner();
            let not_yours = Fault::NotYours { number, first, last };
            return Err(if plans { Fault::NoBuilding(number) } else { not_yours });
        }
        if into.insert(small) { Ok(()) } else { Err(Fault::Twice(number)) }
    }

    fn wrong_counts(&self) -> impl Iterator<Item = Fault> + use<> {
        let (agents, plans) = (self.agents.len(), self.plans.len());
        let agents = (agents != AGENTS).then_some(Fault::Agents(agents));
        agents.into_iter().chain((plans != 1).then_some(Fault::Plans(plans)))
    }

    /// Returns the canonical entries: `agents 1 3 5` and `plan 2`, or `none` instead of numbers.
    pub(super) fn entries(&self) -> [String; 2] {
        let entry = |word: &str, numbers: &BTreeSet<u8>| {
            let numbers = joined(numbers, " ");
            format!("{word} {}", if numbers.is_empty() { "none" } else { &numbers })
        };
        [entry("agents", &self.agents), entry("plan", &self.plans)]
    }
}

/// Returns the items of a seat, in the order in which they are sealed.
pub(super) fn items(seat: Seat) -> impl Iterator<Item = Item> {
    travelers(seat).map(Item::Passport).chain((1..=4).map(Item::Building))
}

/// Returns the numbers of a side's Travelers.
fn travelers(seat: Seat) -> RangeInclusive<u8> {
    if seat == Seat::OPENER { 1..=6 } else { 7..=12 }
}

fn example(seat: Seat) -> &'static str {
    if seat == Seat::OPENER { "agents 1 3 5; plan 2" } else { "agents 7 9 11; plan 2" }
}

fn form(seat: Seat) -> String {
    let (side, (first, last)) = (side_name(seat), travelers(seat).into_inner());
    let line =
        |who: Person| Some(format!("#   {:>2}  {}: {}\n", who.number(), who.name()?, who.about()?));
    let people: String = Person::travelers(seat).filter_map(line).collect();
    format!(
        "# Enemy Agent, {side}: three of your six Travelers, {first} to {last}, are Secret \
         Agents.\n\
         {people}\
         # Travelers {first} to {} begin in the Hotel, the others in the Railroad Station.\n\
         # (To choose others, begin your first turn with, for example, hotel {first} {} {}.)\n\
         # Your Master Plan is in one of your buildings, 1 to 4, west to east.\n\
         agents\nplan\n",
        first + 2,
        first + 3,
        first + 5
    )
}

/// An error in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("`{0}` cannot be read; write, for example, `{1}`")]
    Unreadable(String, &'static str),
    #[error("Traveler {number} is not yours; your Travelers are {first} to {last}")]
    NotYours { number: u16, first: u8, last: u8 },
    #[error("there is no building {0}; yours are 1 to 4, west to east")]
    NoBuilding(u16),
    #[error("{0} is named twice")]
    Twice(u16),
    #[error("there must be exactly three Agents, not {0}; the other three Travelers are Tourists")]
    Agents(usize),
    #[error("the Master Plan must be in exactly one building, but this setup names {0}")]
    Plans(usize),
}
