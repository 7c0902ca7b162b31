//! A sensible but not clever player: Travelers head for buildings, Agents ask and run home,
//! Inspectors go after carriers.

use crate::board::Square;
use crate::games::{Numbers, Own, Seat};

use super::EnemyAgent;
use super::board::{Board, Ground};
use super::carry::may_move;
use super::events::Illegal;
use super::legal::{check, positions_after};
use super::orders::{Choice, Order, Then};
use super::path::{Walk, path_over, ways};
use super::person::{Person, Role};
use super::state::State;

/// Steps from each square to the nearest of some goals.
type Reach = Vec<Option<u16>>;

/// A move that somebody could make, and what it is worth.
struct Plan {
    who: Person,
    path: Vec<Square>,
    walk: Walk,
    then: Then,
    worth: i32,
}

/// Some legal move.
pub(super) fn choose(state: &State, own: &Own<EnemyAgent>, numbers: &mut dyn Numbers) -> Choice {
    let inquiries = inquiries(state, own, numbers);
    let asked = Choice { orders: inquiries.clone() };
    if check(state, Some(own), own.seat, &asked).is_ok() {
        return asked;
    }
    let mut orders = inquiries;
    if let Some(over) = over(state, own.seat) {
        orders.push(over);
    } else {
        add_moves(state, own, &mut orders, numbers);
    }
    finish(state, own, orders, numbers)
}

/// An Agent before a building asks; now and then a Tourist does, to be taken for one.
fn inquiries(state: &State, own: &Own<EnemyAgent>, numbers: &mut dyn Numbers) -> Vec<Order> {
    let mut askers = Vec::new();
    for who in Person::travelers(own.seat) {
        let Some(building) = state.may_ask(who) else { continue };
        let useful = state.plan_lies_in(own.seat.other(), building) != Some(false);
        let agent = own.secret.role(who) == Role::Agent;
        if useful && (agent || numbers.below(8) == 0) {
            askers.push(who);
        }
    }
    if askers.is_empty() { Vec::new() } else { vec![Order::Ask(askers)] }
}

fn over(state: &State, seat: Seat) -> Option<Order> {
    let who = state.carriers[seat.other().index()].filter(|&who| may_move(state, who).is_ok())?;
    path_over(state, who).map(|path| Order::Move { who, path, then: Then::Over })
}

/// The best move of each of those who have most to gain, whatever the other side decides last.
fn add_moves(
    state: &State,
    own: &Own<EnemyAgent>,
    orders: &mut Vec<Order>,
    numbers: &mut dyn Numbers,
) {
    let goals = Goals::new(state, own);
    let mut plans: Vec<Plan> = Vec::new();
    for who in Person::of(own.seat) {
        if !matches!(may_move(state, who), Ok(()) | Err(Illegal::CircleFirst(_))) {
            continue;
        }
        let best = ways(state, who)
            .into_iter()
            .map(|(path, walk)| goals.plan(who, path, walk, numbers))
            .max_by_key(|plan| plan.worth);
        plans.extend(best.filter(|plan| plan.worth > 0));
    }
    plans.sort_by_key(|plan| -plan.worth);
    plans.truncate(usize::from(state.people_left()));
    plans.sort_by_key(|plan| {
        let due = plan.who.is_inspector() && goals.ground(plan.who) == Some(Ground::Circle);
        (!due, matches!(plan.then, Then::Arrest(_)), plan.walk.crossing.is_some())
    });
    for plan in plans {
        let _ = [plan.then, Then::Stay].into_iter().any(|then| {
            add(state, own, orders, Order::Move { who: plan.who, path: plan.path.clone(), then })
        });
    }
}

/// Adds an order if the list stays legal.
fn add(state: &State, own: &Own<EnemyAgent>, orders: &mut Vec<Order>, order: Order) -> bool {
    orders.push(order);
    let legal = stands(state, own, orders);
    if !legal {
        orders.pop();
    }
    legal
}

/// Adds any move of this person that keeps the list legal.
fn add_any(state: &State, own: &Own<EnemyAgent>, orders: &mut Vec<Order>, who: Person) -> bool {
    let Some(position) = positions_after(state, orders).into_iter().next() else { return false };
    ways(&position, who).into_iter().any(|(path, walk)| {
        let arrests = position.at(walk.end).filter(|_| who.is_inspector()).map(Then::Arrest);
        let thens: Vec<Then> = std::iter::once(Then::Stay).chain(arrests).collect();
        thens
            .into_iter()
            .any(|then| add(state, own, orders, Order::Move { who, path: path.clone(), then }))
    })
}

/// Are these orders legal, but for what could still be added?
fn stands(state: &State, own: &Own<EnemyAgent>, orders: &[Order]) -> bool {
    let choice = Choice { orders: orders.to_vec() };
    matches!(
        check(state, Some(own), own.seat, &choice),
        Ok(()) | Err(Illegal::MustMove(_) | Illegal::CircleFirst(_))
    )
}

/// Adds what the rules insist on, and sometimes waits for the answers.
fn finish(
    state: &State,
    own: &Own<EnemyAgent>,
    mut orders: Vec<Order>,
    numbers: &mut dyn Numbers,
) -> Choice {
    if !orders.iter().any(|order| matches!(order, Order::Move { .. })) {
        orders.push(Order::Pass);
    }
    for _ in Person::of(own.seat) {
        let choice = Choice { orders: orders.clone() };
        let Err(Illegal::MustMove(who) | Illegal::CircleFirst(who)) =
            check(state, Some(own), own.seat, &choice)
        else {
            break;
        };
        orders.retain(|order| *order != Order::Pass);
        if !add_any(state, own, &mut orders, who) {
            break;
        }
    }
    if numbers.below(4) == 0 {
        orders.push(Order::Wait);
        if check(state, Some(own), own.seat, &Choice { orders: orders.clone() }).is_ok() {
            return Choice { orders };
        }
        orders.pop();
    }
    if check(state, Some(own), own.seat, &Choice { orders: orders.clone() }).is_ok() {
        Choice { orders }
    } else {
        anything(state, own)
    }
}

/// The first legal order there is; `pass` if there is none.
fn anything(state: &State, own: &Own<EnemyAgent>) -> Choice {
    let legal = |orders: &[Order]| {
        check(state, Some(own), own.seat, &Choice { orders: orders.to_vec() }).is_ok()
    };
    let lone = |who: Person| {
        let mut orders = Vec::new();
        (add_any(state, own, &mut orders, who) && legal(&orders)).then_some(orders)
    };
    let pass = vec![Order::Pass];
    let orders =
        if legal(&pass) { pass } else { Person::of(own.seat).find_map(lone).unwrap_or(pass) };
    Choice { orders }
}

/// What one side wants in this position.
struct Goals<'a> {
    state: &'a State,
    own: &'a Own<EnemyAgent>,
    home: Reach,
    buildings: Reach,
    thieves: Reach,
}

impl<'a> Goals<'a> {
    fn new(state: &'a State, own: &'a Own<EnemyAgent>) -> Self {
        let (board, seat, other) = (state.board(), own.seat, own.seat.other());
        let home: Vec<Square> =
            board.squares().filter(|&square| board.side(square) == seat).collect();
        let open = |building: &u8| state.plan_lies_in(other, *building) != Some(false);
        let fronts: Vec<Square> = (1..=4)
            .filter(open)
            .flat_map(|building| board.front(other, building).to_vec())
            .collect();
        let carrier = state.carriers[seat.index()];
        let suspects = Person::travelers(other).filter(|&who| match carrier {
            Some(carrier) => who == carrier,
            None => state.passport(who) != Some(Role::Tourist),
        });
        let thieves: Vec<Square> = suspects
            .filter_map(|who| state.square_of(who))
            .filter(|&square| board.side(square) == seat)
            .collect();
        Goals {
            state,
            own,
            home: board.reach(&home),
            buildings: board.reach(&fronts),
            thieves: board.reach(&thieves),
        }
    }

    fn board(&self) -> &Board {
        self.state.board()
    }

    fn ground(&self, who: Person) -> Option<Ground> {
        self.state.square_of(who).and_then(|square| self.board().ground(square))
    }

    /// How many steps nearer to the goals a walk brings.
    fn gain(&self, who: Person, end: Square, reach: &Reach) -> i32 {
        let steps = |square| self.board().steps(reach, square).map_or(0, i32::from);
        let before = match self.state.square_of(who) {
            Some(square) => steps(square),
            None => {
                self.state.exits(who).iter().map(|&square| steps(square)).min().unwrap_or(0) + 1
            }
        };
        before - steps(end)
    }

    fn plan(&self, who: Person, path: Vec<Square>, walk: Walk, numbers: &mut dyn Numbers) -> Plan {
        let luck = i32::try_from(numbers.below(4)).unwrap_or(0);
        let (then, worth) = if who.is_inspector() {
            self.of_inspector(who, walk, numbers)
        } else {
            self.of_traveler(who, walk)
        };
        Plan { who, path, walk, then, worth: worth + luck }
    }

    fn of_traveler(&self, who: Person, walk: Walk) -> (Then, i32) {
        if self.state.carries(who) {
            return (
                Then::Stay,
                20 * self.gain(who, walk.end, &self.home) + 40 * i32::from(walk.crossing.is_some()),
            );
        }
        let agent = self.own.secret.role(who) == Role::Agent;
        let there = walk.exact && self.board().steps(&self.buildings, walk.end) == Some(0);
        let worth = self.gain(who, walk.end, &self.buildings) * if agent { 3 } else { 2 }
            + 12 * i32::from(there && agent);
        (if there && agent && walk.crossing.is_none() { Then::Ask } else { Then::Stay }, worth)
    }

    fn of_inspector(&self, who: Person, walk: Walk, numbers: &mut dyn Numbers) -> (Then, i32) {
        let suspect = self
            .state
            .at(walk.end)
            .find(|other| other.seat() != who.seat() && !other.is_inspector())
            .filter(|_| walk.exact);
        let reluctance = 1 + u32::from(self.state.false_arrests[who.seat().index()]);
        let safe =
            self.state.options.sentry_safe && self.board().ground(walk.end) == Some(Ground::Sentry);
        if let Some(suspect) = suspect.filter(|_| !safe) {
            let worth = match self.state.passport(suspect) {
                _ if self.state.carries(suspect) => 400,
                Some(Role::Agent) => 60,
                None if numbers.below(reluctance) == 0 => 15,
                _ => 0,
            };
            if worth > 0 {
                return (Then::Arrest(suspect), worth);
            }
        }
        let hunted = if self.state.carriers[who.seat().index()].is_some() { 10 } else { 2 };
        let on_circle = self.ground(who) == Some(Ground::Circle);
        let to_circle = self.board().ground(walk.end) == Some(Ground::Circle);
        let worth = hunted * self.gain(who, walk.end, &self.thieves) + 500 * i32::from(on_circle)
            - 6 * i32::from(to_circle);
        (Then::Stay, worth)
    }
}
