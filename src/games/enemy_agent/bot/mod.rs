//! The bots. One is sensible but not clever: Travelers head for Buildings, Agents ask and run home,
//! Inspectors go after carriers. The other tries its orders out, by letting that one play on.

mod clever;
mod playout;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) use clever::HARD;

use super::EnemyAgent;
use super::board::{Board, Ground, Reach, Square};
use super::carry::may_move;
use super::illegal::Illegal;
use super::legal::{check, knowing, positions_after};
use super::orders::{IN_HOTEL, Order, Orders, Then};
use super::path::{Walk, Way, counts, path_over, ways};
use super::person::{Person, Role};
use super::state::{State, passport};
use crate::rules::{Numbers, Observation, Policy, Seat, Shown};

type Seen<'a> = Observation<'a, EnemyAgent>;

#[derive(Debug)]
pub(super) struct Sensible;

impl Policy<EnemyAgent> for Sensible {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Orders {
        let writing = Writing {
            seen,
            knowing: Some(knowing(seen.shown, seen.private)),
            trodden: None,
            orders: Orders(Vec::new()),
        };
        with_guests(seen, writing.write(numbers), numbers)
    }
}

impl Sensible {
    /// The same in a hurry: what cannot be carried out is not noticed, and what was worked out
    /// before is not worked out again.
    fn hurry(seen: Seen<'_>, trodden: &Trodden, numbers: &mut dyn Numbers) -> Orders {
        let orders = Orders(Vec::new());
        let writing = Writing { seen, knowing: None, trodden: Some(trodden), orders };
        writing.write(numbers)
    }
}

/// A move that somebody could make, and what it is worth.
struct Idea {
    who: Person,
    path: Vec<Square>,
    walk: Walk,
    then: Then,
    worth: i32,
}

/// Where counts lead from where somebody stands, as far as it has been worked out.
#[derive(Default)]
struct Trodden(RefCell<BTreeMap<Start, Rc<[Way]>>>);

/// What a count depends on: the square, or the first gray one beside the house; whether he is held
/// there and whether he is an Inspector; how many squares.
type Start = (Option<Square>, Option<Square>, bool, bool, u8);

impl Trodden {
    fn ways(&self, state: &State, who: Person) -> Rc<[Way]> {
        let at = state.square_of(who);
        let exit = if at.is_none() { state.exits(who).first().copied() } else { None };
        let (held, squares) = (state.figure(who).held, state.throw().squares);
        let start = (at, exit, held, who.is_inspector(), squares);
        let mut known = self.0.borrow_mut();
        Rc::clone(known.entry(start).or_insert_with(|| counts(state, who).into()))
    }
}

/// An Agent before a Building asks; now and then a Tourist does, to be taken for one.
fn inquiries(seen: Seen<'_>, numbers: &mut dyn Numbers) -> Option<Order> {
    let own = seen.private;
    let mut askers = Vec::new();
    for who in Person::travelers(own.seat) {
        let Some(building) = seen.position.may_ask(who) else { continue };
        let lies_there = seen.position.plan_lies_in(own.seat.other(), building, seen.shown);
        let agent = own.setup.role(who) == Role::Agent;
        if lies_there != Some(false) && (agent || numbers.below(8) == 0) {
            askers.push(who);
        }
    }
    (!askers.is_empty()).then_some(Order::Ask(askers))
}

/// Now and then others than usual begin in the Hotel, if the orders can be carried out then.
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

/// Orders that are being written, one after the other.
struct Writing<'a> {
    seen: Seen<'a>,
    /// what has been shown, and his own Passports; `None` in a hurry
    knowing: Option<Shown<EnemyAgent>>,
    trodden: Option<&'a Trodden>,
    orders: Orders,
}

impl Writing<'_> {
    fn write(mut self, numbers: &mut dyn Numbers) -> Orders {
        self.orders.0.extend(inquiries(self.seen, numbers));
        if !self.orders.0.is_empty() && self.check().is_ok() {
            return self.orders;
        }
        match over(self.seen.position, self.seen.private.seat) {
            Some(over) => self.orders.0.push(over),
            None => self.add_moves(numbers),
        }
        self.finish(numbers)
    }

    fn check(&self) -> Result<(), Illegal> {
        let Some(knowing) = &self.knowing else { return Ok(()) };
        check(self.seen.position, knowing, self.seen.private.seat, &self.orders)
    }

    fn ways(&self, who: Person) -> Rc<[Way]> {
        let state = self.seen.position;
        self.trodden.map_or_else(|| ways(state, who).into(), |trodden| trodden.ways(state, who))
    }

    /// Adds an order if the list stays legal, but for what could still be added.
    fn add(&mut self, order: Order) -> bool {
        self.orders.0.push(order);
        let legal =
            matches!(self.check(), Ok(()) | Err(Illegal::MustMove(_) | Illegal::CircleFirst(_)));
        if !legal {
            self.orders.0.pop();
        }
        legal
    }

    /// The best move of each of those who have most to gain, whatever the other side decides last.
    fn add_moves(&mut self, numbers: &mut dyn Numbers) {
        let state = self.seen.position;
        let goals = Goals::new(self.seen);
        let may_be_moved =
            |who: &Person| matches!(may_move(state, *who), Ok(()) | Err(Illegal::CircleFirst(_)));
        let mut ideas: Vec<Idea> = Vec::new();
        for who in Person::of(self.seen.private.seat).filter(may_be_moved) {
            let ways = self.ways(who);
            // What was worked out before may end where by now somebody stands.
            let free = |way: &&Way| self.trodden.is_none() || state.has_room(way.1.end, who);
            let best = ways.iter().filter(free).map(|way| (way, goals.worth(who, way.1, numbers)));
            if let Some(((path, walk), (then, worth))) = best.max_by_key(|(_, (_, worth))| *worth)
                && worth > 0
            {
                ideas.push(Idea { who, path: path.clone(), walk: *walk, then, worth });
            }
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

    /// Adds any move of this person that keeps the list legal.
    fn add_any(&mut self, who: Person) -> bool {
        let Seen { position, shown, .. } = self.seen;
        let after = positions_after(position, shown, &self.orders.0);
        let Some(after) = after.first() else { return false };
        ways(after, who).into_iter().any(|(path, walk)| {
            let arrests = after.at(walk.end).filter(|_| who.is_inspector()).map(Then::Arrest);
            let mut thens = std::iter::once(Then::Stay).chain(arrests);
            thens.any(|then| self.add(Order::Move { who, path: path.clone(), then }))
        })
    }

    /// Adds what the rules insist on, and sometimes waits for the answers.
    fn finish(mut self, numbers: &mut dyn Numbers) -> Orders {
        if !self.orders.0.iter().any(|order| matches!(order, Order::Move { .. })) {
            self.orders.0.push(Order::Pass);
        }
        for _ in Person::of(self.seen.private.seat) {
            let Err(Illegal::MustMove(who) | Illegal::CircleFirst(who)) = self.check() else {
                break;
            };
            self.orders.0.retain(|order| *order != Order::Pass);
            if !self.add_any(who) {
                break;
            }
        }
        if self.trodden.is_none() && numbers.below(4) == 0 {
            self.orders.0.push(Order::Wait);
            if self.check().is_ok() {
                return self.orders;
            }
            self.orders.0.pop();
        }
        if self.check().is_ok() { self.orders } else { self.anything() }
    }

    /// The first legal order there is; `pass` if there is none.
    fn anything(mut self) -> Orders {
        self.orders = Orders(vec![Order::Pass]);
        if self.check().is_ok() {
            return self.orders;
        }
        for who in Person::of(self.seen.private.seat) {
            self.orders.0.clear();
            if self.add_any(who) && self.check().is_ok() {
                return self.orders;
            }
        }
        Orders(vec![Order::Pass])
    }
}

/// What one side wants in this position.
struct Goals<'a> {
    seen: Seen<'a>,
    home: Reach,
    buildings: Reach,
    thieves: Reach,
}

impl<'a> Goals<'a> {
    fn new(seen: Seen<'a>) -> Self {
        let (state, board) = (seen.position, seen.position.board());
        let (seat, other) = (seen.private.seat, seen.private.seat.other());
        let is_home = |square: &Square| board.side(*square) == seat;
        let home: Vec<Square> = board.squares().filter(is_home).collect();
        let open = |at: &u8| state.plan_lies_in(other, *at, seen.shown) != Some(false);
        let fronts = (1..=4).filter(open).flat_map(|at| board.front(other, at).to_vec());
        let carrier = state.carriers[seat];
        let suspects = Person::travelers(other).filter(|&who| match carrier {
            Some(carrier) => who == carrier,
            None => passport(seen.shown, who) != Some(Role::Tourist),
        });
        let thieves = suspects.filter_map(|who| state.square_of(who)).filter(is_home);
        Goals {
            home: board.reach(&home),
            buildings: board.reach(&fronts.collect::<Vec<_>>()),
            thieves: board.reach(&thieves.collect::<Vec<_>>()),
            seen,
        }
    }

    fn board(&self) -> &Board {
        self.seen.position.board()
    }

    /// How many steps nearer to the goals a walk brings.
    fn gain(&self, who: Person, end: Square, reach: &Reach) -> i32 {
        self.steps(who, reach) - self.steps_from(end, reach)
    }

    fn steps_from(&self, square: Square, reach: &Reach) -> i32 {
        self.board().steps(reach, square).map_or(0, i32::from)
    }

    /// How many steps somebody is away from the goals.
    fn steps(&self, who: Person, reach: &Reach) -> i32 {
        let state = self.seen.position;
        if let Some(square) = state.square_of(who) {
            return self.steps_from(square, reach);
        }
        let exits = state.exits(who).iter();
        exits.map(|&exit| self.steps_from(exit, reach)).min().unwrap_or(0) + 1
    }

    /// What a walk is worth, and what is done at its end.
    fn worth(&self, who: Person, walk: Walk, numbers: &mut dyn Numbers) -> (Then, i32) {
        let luck = i32::try_from(numbers.below(4)).unwrap_or(0);
        let (then, worth) = if who.is_inspector() {
            self.of_inspector(who, walk, numbers)
        } else {
            self.of_traveler(who, walk)
        };
        (then, worth + luck)
    }

    fn of_traveler(&self, who: Person, walk: Walk) -> (Then, i32) {
        let crosses = walk.crossing.is_some();
        if self.seen.position.carries(who) {
            let gain = self.gain(who, walk.end, &self.home);
            return (Then::Stay, 20 * gain + 40 * i32::from(crosses));
        }
        let agent = self.seen.private.setup.role(who) == Role::Agent;
        let there = walk.exact && self.board().steps(&self.buildings, walk.end) == Some(0);
        let gain = self.gain(who, walk.end, &self.buildings);
        let worth = gain * if agent { 3 } else { 2 } + 12 * i32::from(there && agent);
        (if there && agent && !crosses { Then::Ask } else { Then::Stay }, worth)
    }

    fn of_inspector(&self, who: Person, walk: Walk, numbers: &mut dyn Numbers) -> (Then, i32) {
        let state = self.seen.position;
        let to = self.board().ground(walk.end);
        let safe = state.options.sentry_safe && to == Some(Ground::Sentry);
        let suspect = state.suspects(who, walk.end).next().filter(|_| walk.exact && !safe);
        let reluctance = 1 + u32::from(state.false_arrests[who.seat()]);
        if let Some(suspect) = suspect {
            let worth = match passport(self.seen.shown, suspect) {
                _ if state.carries(suspect) => 400,
                Some(Role::Agent) => 60,
                None if numbers.below(reluctance) == 0 => 15,
                _ => 0,
            };
            if worth > 0 {
                return (Then::Arrest(suspect), worth);
            }
        }
        let hunted = if state.carriers[who.seat()].is_some() { 10 } else { 2 };
        let from_circle = state.ground_of(who) == Some(Ground::Circle);
        let worth = hunted * self.gain(who, walk.end, &self.thieves) + 500 * i32::from(from_circle)
            - 6 * i32::from(to == Some(Ground::Circle));
        (Then::Stay, worth)
    }
}
