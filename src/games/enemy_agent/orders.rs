//! Orders: the parts of a move, how players type them, and their canonical form.

use std::fmt;

use super::board::{Square, read_square};
use super::execute::can_carry_out;
use super::illegal::Illegal;
use super::legal::positions_after;
use super::path::{most_steps_over, path_over, path_to};
use super::person::Person;
use super::state::State;
use super::{EnemyAgent, Seen};
use crate::board::text::{joined, plain, quoted};
use crate::rules::{Move, ensure};

/// Maximum number of orders in one move. No side needs this many, even to move every person and to
/// ask with every Traveler.
pub(super) const MOST_ORDERS: usize = 20;

/// Number of Travelers of a side that begin in the Hotel.
pub(super) const IN_HOTEL: usize = 3;

/// Maximum length of an order in a turn file.
pub(super) const LONGEST: usize = 66;

/// Action at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    Stay,
    /// Asks for the plan.
    Ask,
    Arrest(Person),
    /// Goes over the Wall.
    Over,
}

/// One order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// These three people, in ascending order, begin in the Hotel, and the side's other Travelers
    /// in the Station.
    Hotel(Vec<Person>),
    /// Travelers in front of Buildings ask for the plan.
    Ask(Vec<Person>),
    /// A person moves. If the person is on the board, the path begins with the current square.
    Move { who: Person, path: Vec<Square>, then: Then },
    /// The turn stays open until the opponent has given the cards, Passports and answers that the
    /// orders need.
    Wait,
    /// No one else moves.
    Pass,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Hotel(people) | Order::Ask(people) => {
                f.write_str(if matches!(self, Order::Ask(_)) { "ask" } else { "hotel" })?;
                people.iter().try_for_each(|who| write!(f, " {who}"))
            }
            Order::Move { who, path, then } => write!(f, "{who} {}{then}", joined(path, "-")),
            Order::Wait => f.write_str("wait"),
            Order::Pass => f.write_str("pass"),
        }
    }
}

impl Order {
    /// Returns the order with only the destination of its path.
    fn brief(&self) -> String {
        match self {
            Order::Move { who, then: Then::Over, .. } => format!("{who}{}", Then::Over),
            Order::Move { who, path, then } => {
                format!("{who} to {}{then}", joined(path.last(), ""))
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Then::Stay => Ok(()),
            Then::Ask => f.write_str(" ask"),
            Then::Arrest(whom) => write!(f, " arrest {whom}"),
            Then::Over => f.write_str(" over"),
        }
    }
}

/// The orders of one turn, in the sequence in which they are carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Orders(pub(super) Vec<Order>);

impl Orders {
    /// Returns all people whose Passport the move opens.
    pub(super) fn askers(&self) -> Vec<Person> {
        let asking = |order: &Order| match order {
            Order::Ask(people) => people.clone(),
            Order::Move { who, then: Then::Ask, .. } => vec![*who],
            _ => Vec::new(),
        };
        self.0.iter().flat_map(asking).collect()
    }
}

impl Move<EnemyAgent> for Orders {
    /// Parses orders. If the player typed only the destination of a path, completes the path. A
    /// path begins on the square where the person will be after the earlier orders.
    fn read(typed: &str, seen: &Seen<'_>) -> Result<Self, Illegal> {
        let text = plain(typed);
        let mut orders: Vec<Order> = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            ensure(orders.len() < MOST_ORDERS, Illegal::TooMany(MOST_ORDERS))?;
            orders.push(match read_order(part)? {
                Typed::Whole(order) => order,
                Typed::Move(draft) => draft.fill_in(seen, &orders)?,
            });
        }
        if orders.is_empty() { Err(Illegal::Nothing) } else { Ok(Orders(orders)) }
    }

    /// A planned move can't be checked, because its dice haven't been rolled.
    fn check_planned(_typed: &str, _seen: &Seen<'_>) -> Result<(), Illegal> {
        Ok(())
    }

    fn parse(entries: &[String], _position: &State) -> Result<Self, Illegal> {
        let order = |entry: &String| {
            let order = match read_order(entry).ok().filter(|_| entry.len() <= LONGEST) {
                Some(Typed::Whole(order)) => Some(order),
                Some(Typed::Move(draft)) => draft.as_typed(),
                None => None,
            };
            order.filter(|order| order.to_string() == *entry).ok_or_else(|| unreadable(entry))
        };
        entries.iter().map(order).collect::<Result<_, _>>().map(Orders)
    }

    fn write(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// Names only the destination of each path.
    fn brief(&self) -> String {
        joined(self.0.iter().map(Order::brief), "; ")
    }
}

fn unreadable(text: &str) -> Illegal {
    Illegal::Unreadable(quoted(text))
}

/// Returns the order that these three Travelers, named in any sequence, begin in the Hotel.
fn guests<'a>(names: impl Iterator<Item = &'a str>) -> Option<Order> {
    let guests: Option<Vec<Person>> = names.map(Person::read).collect();
    let mut guests = guests?;
    guests.sort_unstable();
    guests.dedup();
    let fits = guests.len() == IN_HOTEL && !guests.iter().any(|who| who.is_inspector());
    fits.then_some(Order::Hotel(guests))
}

/// An order as typed.
enum Typed {
    Whole(Order),
    Move(Draft),
}

fn read_order(part: &str) -> Result<Typed, Illegal> {
    let lower = part.to_ascii_lowercase();
    let mut words: Vec<&str> = lower
        .split([' ', ',', '-', '>', '.', ':'])
        .filter(|word| !word.is_empty() && *word != "and")
        .collect();
    if words.first() == Some(&"move") {
        words.remove(0);
    }
    Ok(Typed::Whole(match words.as_slice() {
        ["ask", people @ ..] => {
            let people = people.iter().filter(|word| **word != "with");
            let people: Option<Vec<Person>> = people.map(|word| Person::read(word)).collect();
            let people = people.filter(|people| !people.is_empty());
            people.map(Order::Ask).ok_or_else(|| unreadable(part))?
        }
        ["hotel", people @ ..] => guests(people.iter().copied()).ok_or(Illegal::NotThree)?,
        ["wait"] => Order::Wait,
        ["pass"] => Order::Pass,
        words => return Draft::read(words).map(Typed::Move).ok_or_else(|| unreadable(part)),
    }))
}

/// A person's move as typed, before the path is completed.
struct Draft {
    who: Person,
    squares: Vec<Square>,
    /// Whether the last square is a destination to which the path must be found.
    to: bool,
    /// Action at the end; `None` to arrest the person there (`arrest` without a number).
    then: Option<Then>,
}

impl Draft {
    fn read(words: &[&str]) -> Option<Draft> {
        let (first, rest) = words.split_first()?;
        let who = Person::read(first)?;
        let mut draft = Draft { who, squares: Vec::new(), to: false, then: Some(Then::Stay) };
        let mut words = rest.iter();
        while let Some(&word) = words.next() {
            draft.then = match word {
                "to" => {
                    draft.to = true;
                    continue;
                }
                "ask" | "asks" => Some(Then::Ask),
                "over" => Some(Then::Over),
                "arrest" | "arrests" => match words.next() {
                    Some(whom) => Some(Then::Arrest(Person::read(whom)?)),
                    None => None,
                },
                square => {
                    draft.squares.push(read_square(square)?);
                    continue;
                }
            };
            return words.next().is_none().then_some(draft);
        }
        (!draft.squares.is_empty()).then_some(draft)
    }

    /// Finds the path, and the person to arrest, in the first possible position in which the order
    /// can be carried out. If the typed squares are a full path, leaves them as they are: turn
    /// files contain full paths, and players can type orders as in turn files.
    fn fill_in(&self, seen: &Seen<'_>, before: &[Order]) -> Result<Order, Illegal> {
        let positions = positions_after(seen.position, seen.shown, before);
        let is_possible = |order: &Order| positions.iter().any(|at| can_carry_out(at, order));
        if let Some(order) = self.as_typed().filter(is_possible) {
            return Ok(order);
        }
        let filled: Vec<_> = positions.iter().map(|at| (at, self.fill_in_at(at))).collect();
        let works = |(at, order): &&(&State, Result<Order, Illegal>)| {
            order.as_ref().is_ok_and(|order| can_carry_out(at, order))
        };
        let found = filled.iter().find(works).or(filled.iter().find(|(_, order)| order.is_ok()));
        found.or(filled.first()).map_or(Err(Illegal::TooLate), |(_, order)| order.clone())
    }

    /// Returns the order if the typed squares are the full path.
    fn as_typed(&self) -> Option<Order> {
        let then = self.then?;
        let is_full = !self.to && !self.squares.is_empty();
        is_full.then(|| Order::Move { who: self.who, path: self.squares.clone(), then })
    }

    fn fill_in_at(&self, state: &State) -> Result<Order, Illegal> {
        let who = self.who;
        ensure(who.seat() == state.mover, Illegal::NotYours(who))?;
        ensure(state.in_play(who), Illegal::Gone(who))?;
        let path = self.way(state)?;
        let then = match self.then {
            Some(then) => then,
            None => Then::Arrest(only_suspect(state, who, path.last())?),
        };
        let order = Order::Move { who, path, then };
        let text = order.to_string();
        if text.len() > LONGEST { Err(unreadable(&text)) } else { Ok(order) }
    }

    fn way(&self, state: &State) -> Result<Vec<Square>, Illegal> {
        let who = self.who;
        let start = state.square_of(who);
        let count = state.throw().squares;
        let over = self.then == Some(Then::Over);
        match self.squares.as_slice() {
            [] if over => path_over(state, who)
                .ok_or(Illegal::TooFarToWall { who, most: most_steps_over(state) }),
            &[square] if !state.board().has(square) => Err(Illegal::NoSquare(square)),
            // A single square may also be the full path of a single step.
            &[square] if !over && (self.to || Some(square) != start && count != 1) => {
                let way = path_to(state, who, square).map(|(path, _)| path);
                way.ok_or(Illegal::NoWay { who, square, count })
            }
            typed => {
                let start = start.filter(|start| typed.first() != Some(start));
                Ok(start.into_iter().chain(typed.iter().copied()).collect())
            }
        }
    }
}

fn only_suspect(state: &State, by: Person, square: Option<&Square>) -> Result<Person, Illegal> {
    let square = *square.ok_or(Illegal::OffBoard { who: by })?;
    let mut suspects = state.suspects(by, square);
    match (suspects.next(), suspects.next()) {
        (Some(whom), None) => Ok(whom),
        _ => Err(Illegal::ArrestWhom(square)),
    }
}
