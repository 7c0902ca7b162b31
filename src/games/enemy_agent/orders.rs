//! Orders: what a move consists of, how they are typed, and their one canonical form.

use std::fmt;

use crate::board::Square;
use crate::board::text::{plain, quoted};

use super::board::{join, read_square};
use super::events::Illegal;
use super::legal::positions_after;
use super::path::{most_steps_over, path_over, path_to};
use super::person::Person;
use super::state::State;

/// Most orders in one file: everybody named once in a move and once in an inquiry does not come to
/// so many.
pub(super) const MOST_ORDERS: usize = 20;

/// What one of the people does at the end of his path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// nothing
    Stay,
    /// asks for the plan
    Ask,
    /// arrests
    Arrest(Person),
    /// goes over the Wall
    Over,
}

/// One order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Inquiries by Travelers who stand before buildings.
    Ask(Vec<Person>),
    /// One of the people moves.
    Move {
        /// who
        who: Person,
        /// the square he stands on, if he is on the board, and those he steps on
        path: Vec<Square>,
        /// at the end of it
        then: Then,
    },
    /// The turn stays open until the other side has drawn, shown and answered.
    Wait,
    /// Nobody moves any more.
    Pass,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Ask(people) => {
                f.write_str("ask")?;
                people.iter().try_for_each(|who| write!(f, " {who}"))
            }
            Order::Move { who, path, then } => {
                write!(f, "{who} {}", join(path))?;
                match then {
                    Then::Stay => Ok(()),
                    Then::Ask => f.write_str(" ask"),
                    Then::Arrest(whom) => write!(f, " arrest {whom}"),
                    Then::Over => f.write_str(" over"),
                }
            }
            Order::Wait => f.write_str("wait"),
            Order::Pass => f.write_str("pass"),
        }
    }
}

/// The orders of one file, in the order in which they are carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// at least one
    pub orders: Vec<Order>,
}

impl Choice {
    /// Everybody whose Passport the move shows.
    pub(super) fn askers(&self) -> Vec<Person> {
        let mut askers = Vec::new();
        for order in &self.orders {
            match order {
                Order::Ask(people) => askers.extend(people),
                Order::Move { who, then: Then::Ask, .. } => askers.push(*who),
                _ => {}
            }
        }
        askers
    }
}

/// Reads the canonical form and nothing else.
pub(super) fn parse(entries: &[String]) -> Result<Choice, Illegal> {
    if entries.len() > MOST_ORDERS {
        return Err(Illegal::TooMany(MOST_ORDERS));
    }
    let orders = entries
        .iter()
        .map(|entry| parse_order(entry).ok_or_else(|| Illegal::Unreadable(quoted(entry))))
        .collect::<Result<_, _>>()?;
    Ok(Choice { orders })
}

fn parse_order(entry: &str) -> Option<Order> {
    let mut words = entry.split(' ');
    let order = match words.next()? {
        "ask" => Order::Ask(
            words
                .by_ref()
                .map(Person::read)
                .collect::<Option<Vec<_>>>()
                .filter(|people| !people.is_empty())?,
        ),
        "wait" => Order::Wait,
        "pass" => Order::Pass,
        who => {
            let who = Person::read(who)?;
            let path = words.next()?.split('-').map(read_square).collect::<Option<_>>()?;
            let then = match words.next() {
                None => Then::Stay,
                Some("ask") => Then::Ask,
                Some("over") => Then::Over,
                Some("arrest") => Then::Arrest(Person::read(words.next()?)?),
                Some(_) => return None,
            };
            Order::Move { who, path, then }
        }
    };
    (words.next().is_none() && order.to_string() == entry && entry.len() <= 66).then_some(order)
}

/// An order as a person types it, not filled in yet.
struct Draft {
    who: Person,
    squares: Vec<Square>,
    /// the last square is a goal, and the way there is to be found
    to: bool,
    end: End,
}

enum End {
    Then(Then),
    /// `arrest` without a number
    ArrestWhoIsThere,
}

/// Reads what a person types. Ways that he left to the program are found where the people will be
/// when it comes to that.
pub(super) fn read(state: &State, typed: &str) -> Result<Choice, Illegal> {
    let text = plain(typed);
    let mut orders: Vec<Order> = Vec::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        if orders.len() >= MOST_ORDERS {
            return Err(Illegal::TooMany(MOST_ORDERS));
        }
        let order = read_order(state, &orders, part)?;
        orders.push(order);
    }
    if orders.is_empty() { Err(Illegal::Nothing) } else { Ok(Choice { orders }) }
}

fn read_order(state: &State, before: &[Order], part: &str) -> Result<Order, Illegal> {
    let unreadable = || Illegal::Unreadable(quoted(part));
    let lower = part.to_ascii_lowercase();
    let mut words: Vec<&str> = lower
        .split([' ', ',', '-', '>', '.', ':'])
        .filter(|word| !word.is_empty() && *word != "and")
        .collect();
    if words.first() == Some(&"move") {
        words.remove(0);
    }
    let (&first, rest) = words.split_first().ok_or_else(unreadable)?;
    match first {
        "ask" if !rest.is_empty() => {
            let people: Option<Vec<Person>> = rest
                .iter()
                .filter(|word| **word != "with")
                .map(|word| Person::read(word))
                .collect();
            people.filter(|people| !people.is_empty()).map(Order::Ask).ok_or_else(unreadable)
        }
        "wait" if rest.is_empty() => Ok(Order::Wait),
        "pass" if rest.is_empty() => Ok(Order::Pass),
        _ => {
            let draft = read_draft(first, rest).ok_or_else(unreadable)?;
            fill_in(state, before, &draft)
        }
    }
}

fn read_draft(first: &str, rest: &[&str]) -> Option<Draft> {
    let who = Person::read(first)?;
    let mut draft = Draft { who, squares: Vec::new(), to: false, end: End::Then(Then::Stay) };
    let mut words = rest.iter();
    while let Some(&word) = words.next() {
        match word {
            "to" => draft.to = true,
            "ask" | "asks" => draft.end = End::Then(Then::Ask),
            "over" => draft.end = End::Then(Then::Over),
            "arrest" | "arrests" => {
                draft.end = match words.next() {
                    Some(whom) => End::Then(Then::Arrest(Person::read(whom)?)),
                    None => End::ArrestWhoIsThere,
                };
            }
            square => {
                draft.squares.push(read_square(square)?);
                continue;
            }
        }
        if word != "to" {
            return words.next().is_none().then_some(draft);
        }
    }
    (!draft.squares.is_empty()).then_some(draft)
}

/// Finds the way, and who is to be arrested, in the first of the positions that the orders before
/// may lead to in which there is one.
fn fill_in(state: &State, before: &[Order], draft: &Draft) -> Result<Order, Illegal> {
    let mut trouble = None;
    for position in positions_after(state, before) {
        match fill_in_at(&position, draft) {
            Ok(order) => return Ok(order),
            Err(illegal) => trouble = trouble.or(Some(illegal)),
        }
    }
    Err(trouble.unwrap_or(Illegal::TooLate))
}

fn fill_in_at(state: &State, draft: &Draft) -> Result<Order, Illegal> {
    let who = draft.who;
    if who.seat() != state.mover {
        return Err(Illegal::NotYours(who));
    }
    let start = state.square_of(who);
    let goal = draft.squares.last().copied();
    let over = matches!(draft.end, End::Then(Then::Over));
    let lone = draft.squares.len() == 1 && goal != start;
    let path = match goal {
        None if over => path_over(state, who)
            .ok_or(Illegal::TooFarToWall { who, most: most_steps_over(state) })?,
        Some(square)
            if !over
                && (draft.to && draft.squares.len() == 1 || lone && state.throw().squares != 1) =>
        {
            let no_way = Illegal::NoWay { who, square, count: state.throw().squares };
            path_to(state, who, square).map(|(path, _)| path).ok_or(no_way)?
        }
        _ => {
            let mut path = draft.squares.clone();
            if let Some(start) = start.filter(|start| path.first() != Some(start)) {
                path.insert(0, start);
            }
            path
        }
    };
    let then = match draft.end {
        End::Then(then) => then,
        End::ArrestWhoIsThere => Then::Arrest(only_suspect(state, who, path.last().copied())?),
    };
    let order = Order::Move { who, path, then };
    if order.to_string().len() > 66 {
        Err(Illegal::Unreadable(quoted(&order.to_string())))
    } else {
        Ok(order)
    }
}

fn only_suspect(state: &State, by: Person, square: Option<Square>) -> Result<Person, Illegal> {
    let square = square.ok_or(Illegal::NotThere { who: by, at: None })?;
    let mut there = state.at(square).filter(|who| who.seat() != by.seat() && !who.is_inspector());
    match (there.next(), there.next()) {
        (Some(whom), None) => Ok(whom),
        _ => Err(Illegal::ArrestWhom(square)),
    }
}
