//! The bots. [`Sensible`] follows simple rules: Travelers head for Buildings, Agents ask and run
//! home, Inspectors chase carriers. [`Knowing`] also estimates where its people are in danger of
//! arrest.

mod complete;
mod goals;
mod watch;

use super::board::{Ground, Square};
use super::execute::{can_carry_out, may_move};
use super::illegal::Illegal;
use super::legal::{judge, may_be_legal, positions_after};
use super::orders::{IN_HOTEL, Order, Orders, Then};
use super::path::{Walk, path_over, ways};
use super::person::{Person, Role};
use super::state::{State, hidden_in};
use super::{Dossier, EnemyAgent, Options, Seen};
use crate::rules::{Numbers, Policy, Seat, Setup};
use complete::complete;
use goals::Goals;

#[derive(Debug)]
pub(super) struct Sensible;

impl Policy<EnemyAgent> for Sensible {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Orders {
        with_guests(seen, Writing::new(seen, false).write(numbers), numbers)
    }
}

/// Plays like [`Sensible`], but estimates more: keeps Agents out of the Inspectors' reach, lets
/// Agents ask in the turn after they land, when they can leave immediately, and arrests people who
/// are probably Agents.
#[derive(Debug)]
pub(super) struct Knowing;

impl Policy<EnemyAgent> for Knowing {
    fn place(&self, options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Dossier {
        dossier(options, seat, numbers)
    }

    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Orders {
        Writing::new(seen, true).write(numbers)
    }
}

/// A possible move of a person, and its value.
struct Idea {
    who: Person,
    path: Vec<Square>,
    walk: Walk,
    then: Then,
    worth: i32,
}

/// Returns the order to ask for the plan, if anyone asks. Agents in front of Buildings ask, and
/// sometimes a Tourist asks as a bluff. If the bot is [`Knowing`], no Tourist asks, and only one
/// Agent asks at a time, because that Agent may find the plan.
fn inquiries(seen: Seen<'_>, knows: bool, numbers: &mut dyn Numbers) -> Option<Order> {
    let own = seen.private;
    let mut askers = Vec::new();
    for who in Person::travelers(own.seat) {
        let Some(building) = seen.position.may_ask(who) else { continue };
        let lies_there = seen.position.plan_lies_in(own.seat.other(), building, seen.shown);
        let agent = own.setup.role(who) == Role::Agent;
        let elsewhere = knows && found(seen).is_some_and(|(at, there)| at != building || !there);
        let asks = agent || !knows && numbers.below(8) == 0;
        if lies_there != Some(false) && !elsewhere && asks {
            askers.push(who);
        }
    }
    askers.truncate(if knows { 1 } else { askers.len() });
    (!askers.is_empty()).then_some(Order::Ask(askers))
}

/// Returns the opponent's Building in which the plan was hidden, and whether the plan is still
/// there; `None` if the Building isn't public.
fn found(seen: Seen<'_>) -> Option<(u8, bool)> {
    let foe = seen.private.seat.other();
    let at = (1..=4).find(|at| hidden_in(seen.shown, foe, *at) == Some(true))?;
    Some((at, seen.position.carriers[foe].is_none()))
}

/// Returns the orders. Sometimes adds an order that changes which people begin in the Hotel, if the
/// orders remain legal.
fn with_guests(seen: Seen<'_>, orders: Orders, numbers: &mut dyn Numbers) -> Orders {
    if !seen.position.may_say_who_begins_where() || numbers.below(8) > 0 {
        return orders;
    }
    let mut guests: Vec<Person> = Person::travelers(seen.private.seat).collect();
    numbers.shuffle(&mut guests);
    guests.truncate(IN_HOTEL);
    guests.sort_unstable();
    let with = std::iter::once(Order::Hotel(guests)).chain(orders.0.iter().cloned());
    let with = Orders(with.collect());
    if seen.judge(&with).is_ok() { with } else { orders }
}

fn over(state: &State, seat: Seat) -> Option<Order> {
    let who = state.carriers[seat.other()].filter(|&who| may_move(state, who).is_ok())?;
    path_over(state, who).map(|path| Order::Move { who, path, then: Then::Over })
}

/// The orders of a turn while a bot is writing them.
struct Writing<'a> {
    seen: Seen<'a>,
    orders: Orders,
    /// Whether the bot is [`Knowing`].
    knows: bool,
}

impl<'a> Writing<'a> {
    fn new(seen: Seen<'a>, knows: bool) -> Self {
        Writing { seen, orders: Orders(Vec::new()), knows }
    }

    fn write(mut self, numbers: &mut dyn Numbers) -> Orders {
        self.orders.0.extend(inquiries(self.seen, self.knows, numbers));
        if !self.orders.0.is_empty() && judge(self.seen, &self.orders).is_ok() {
            return self.orders;
        }
        match over(self.seen.position, self.seen.private.seat) {
            Some(over) => self.orders.0.push(over),
            None => self.add_moves(numbers),
        }
        self.finish(numbers)
    }

    /// Adds an order if it can be carried out and the list of orders stays legal. Moves that the
    /// rules demand can still be missing. Returns whether the order was added.
    fn add(&mut self, order: Order) -> bool {
        let Seen { position, shown, .. } = self.seen;
        let before = positions_after(position, shown, &self.orders.0);
        let is_possible = before.iter().any(|at| can_carry_out(at, &order));
        self.orders.0.push(order);
        let legal = is_possible && may_be_legal(self.seen, &self.orders);
        if !legal {
            self.orders.0.pop();
        }
        legal
    }

    /// Adds the most valuable moves: one for each person, for as many people as the dice allow. The
    /// opponent's answers may lead to several positions; a move needs to be possible in only one of
    /// them.
    fn add_moves(&mut self, numbers: &mut dyn Numbers) {
        let state = self.seen.position;
        let goals = Goals::new(self.seen, self.knows);
        let may_be_moved =
            |who: &Person| matches!(may_move(state, *who), Ok(()) | Err(Illegal::CircleFirst(_)));
        let mut ideas: Vec<Idea> = Vec::new();
        for who in Person::of(self.seen.private.seat).filter(may_be_moved) {
            let idea = |(path, walk)| {
                let (then, worth) = goals.worth(who, walk, numbers);
                Idea { who, path, walk, then, worth }
            };
            let best = ways(state, who).into_iter().map(idea).max_by_key(|idea| idea.worth);
            ideas.extend(best.filter(|idea| idea.worth > 0));
        }
        ideas.sort_by_key(|idea| -idea.worth);
        ideas.truncate(usize::from(state.people_left()));
        ideas.sort_by_key(|idea| {
            let due = idea.who.is_inspector() && state.ground_of(idea.who) == Some(Ground::Circle);
            (!due, matches!(idea.then, Then::Arrest(_)), idea.walk.crossing.is_some())
        });
        for Idea { who, path, then, .. } in ideas {
            let _ = self.add(Order::Move { who, path: path.clone(), then })
                || self.add(Order::Move { who, path, then: Then::Stay });
        }
    }

    /// Adds the moves that the rules demand and, sometimes, an order to wait for the opponent.
    fn finish(mut self, numbers: &mut dyn Numbers) -> Orders {
        let completed = complete(self.seen, &self.orders.0);
        let completed = completed.or_else(|| complete(self.seen, &[]));
        self.orders = completed.unwrap_or_else(|| Orders(vec![Order::Pass]));
        if numbers.below(4) == 0 && self.orders.0.last() != Some(&Order::Pass) {
            self.orders.0.push(Order::Wait);
            if judge(self.seen, &self.orders).is_err() {
                self.orders.0.pop();
            }
        }
        self.orders
    }
}

/// In one out of this many games, the plan is in a random Building, so that opponents can't rule
/// out any Building. In the other games, it is far from the Doorways.
const ANYWHERE: u32 = 6;

/// Returns a setup with random Agents. The plan is usually in one of the two Buildings that are
/// furthest from the Doorways, because most people search the nearest Buildings first.
fn dossier(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Dossier {
    let mut dossier = Dossier::random(options, seat, numbers);
    let board = &options.board;
    let doors: Vec<Square> = board
        .squares()
        .filter(|square| board.side(*square) == seat && board.far(*square).is_some())
        .collect();
    let reach = board.reach(&doors);
    let steps = |at: &u8| {
        let steps = board.front(seat, *at).iter().filter_map(|&front| board.steps(&reach, front));
        steps.min()
    };
    let mut buildings: Vec<u8> = (1..=4).collect();
    buildings.sort_by_key(|at| std::cmp::Reverse(steps(at)));
    if numbers.below(ANYWHERE) > 0 {
        buildings.truncate(2);
        dossier.plans = numbers.pick(&buildings).copied().into_iter().collect();
    }
    dossier
}
