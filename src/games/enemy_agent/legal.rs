//! Which orders are legal, considering all their possible results.

use std::collections::BTreeSet;

use super::execute::{Awaiting, Batch, Run, can_go_on, circles_are_cleared, may_move};
use super::illegal::Illegal;
use super::orders::{MOST_ORDERS, Order, Orders, Then};
use super::path::can_walk;
use super::person::{Answer, Item, Person, Question, Role, Value};
use super::state::State;
use super::{Card, Private, Seen, Shown};
use crate::rules::{Opening, Seat, ensure};

/// Returns the public items together with a player's own Passports.
pub(super) fn knowing(shown: &Shown, own: &Private) -> Shown {
    let mut shown = shown.clone();
    for who in Person::travelers(own.seat) {
        let (passport, role) = (Item::Passport(who.number()), own.setup.role(who));
        shown.open(&Opening::new(own.seat, passport, Value::Is(role)));
    }
    shown
}

/// Returns the positions that these orders may lead to if the turn continues. The position in which
/// every card says PASS and every arrested person is an Agent comes first.
pub(super) fn positions_after(state: &State, shown: &Shown, orders: &[Order]) -> Vec<State> {
    let mut positions = outcomes(with_orders(state, orders), shown);
    positions.retain(goes_on);
    for position in &mut positions {
        position.batch = None;
    }
    positions
}

/// Returns the position in which the player has given these orders and none has been carried out.
fn with_orders(state: &State, orders: &[Order]) -> State {
    let mut position = state.clone();
    position.batch = Some(Batch::new(orders));
    position
}

/// Whether the game and the turn go on after the orders of this position.
fn goes_on(leaf: &State) -> bool {
    leaf.outcome.is_none() && leaf.batch.as_ref().is_some_and(|batch| !batch.ended)
}

/// Returns all positions that the orders in the batch of `state` may lead to.
fn outcomes(mut state: State, shown: &Shown) -> Vec<State> {
    Run::new(&mut state, shown).advance();
    let branch = |settle: &dyn Fn(&mut Run)| {
        let mut state = state.clone();
        settle(&mut Run::new(&mut state, shown));
        outcomes(state, shown)
    };
    let Some(awaiting) = state.batch.as_ref().and_then(|batch| batch.awaiting) else {
        return vec![state];
    };
    match awaiting {
        Awaiting::Answer(Question::Plan { by, building }) => [true, false]
            .into_iter()
            .flat_map(|is| described(&state, shown, (by, building), is))
            .collect(),
        Awaiting::Answer(Question::Passport { .. }) => Role::ALL
            .into_iter()
            .flat_map(|role| branch(&|run| run.answered(Answer(Value::Is(role)))))
            .collect(),
        Awaiting::Card { .. } => [(Card::Pass, state.deck.pass), (Card::Stop, state.deck.stop)]
            .into_iter()
            .filter(|(_, left)| *left > 0)
            .flat_map(|(card, _)| branch(&|run| run.turn_card(card)))
            .collect(),
    }
}

/// Returns the positions that may follow if the opponent says that the plan is in this Building or,
/// if `is` is false, that it isn't. Later orders that ask about the same Building get the same
/// answer.
fn described(state: &State, shown: &Shown, (by, building): (Person, u8), is: bool) -> Vec<State> {
    let (mut state, mut shown) = (state.clone(), shown.clone());
    let owner = by.seat().other();
    shown.open(&Opening::new(owner, Item::Building(building), Value::Holds(is)));
    Run::new(&mut state, &shown).answered(Answer(Value::Holds(is)));
    outcomes(state, &shown)
}

/// Checks a player's orders with everything that this player knows.
pub(super) fn judge(seen: Seen<'_>, orders: &Orders) -> Result<(), Illegal> {
    let Seen { position, shown, private } = seen;
    check(position, &knowing(shown, private), private.seat, orders)
}

/// Whether these orders are legal, or other orders can follow that make them legal.
pub(super) fn may_be_legal(seen: Seen<'_>, orders: &Orders) -> bool {
    matches!(judge(seen, orders), Ok(()) | Err(Illegal::MustMove(_) | Illegal::CircleFirst(_)))
}

/// Checks whether these orders of `seat` are legal. The roles and Buildings in `shown` count as
/// known; all others can be anything.
pub(super) fn check(
    state: &State,
    shown: &Shown,
    seat: Seat,
    orders: &Orders,
) -> Result<(), Illegal> {
    ensure(state.is_move_of(seat), Illegal::NotYourTurn)?;
    check_form(&orders.0)?;
    let start = with_orders(state, &orders.0);
    check_inquiries(start.clone(), shown, orders)?;
    let leaves = outcomes(start, shown);
    for index in 0..orders.0.len() {
        let results = || leaves.iter().filter_map(|leaf| leaf.batch.as_ref()?.results.get(index));
        if !results().any(Result::is_ok) {
            let why = results().find_map(|result| result.clone().err());
            return Err(why.unwrap_or(Illegal::TooLate));
        }
    }
    check_open_end(&leaves, orders)?;
    check_end_of_turn(&leaves, orders)
}

fn check_form(orders: &[Order]) -> Result<(), Illegal> {
    let Some((last, before)) = orders.split_last() else { return Err(Illegal::Nothing) };
    ensure(orders.len() <= MOST_ORDERS, Illegal::TooMany(MOST_ORDERS))?;
    for order in before {
        match order {
            Order::Wait => return Err(Illegal::NotLast("wait")),
            Order::Pass => return Err(Illegal::NotLast("pass")),
            _ => {}
        }
    }
    let moves = before.iter().any(|order| matches!(order, Order::Move { .. }));
    ensure(!moves || *last != Order::Pass, Illegal::PassAfterMove)
}

/// Checks the inquiries. Each inquiry opens a Passport in the same turn, so it must be certain that
/// the inquiry happens. No Traveler may ask twice.
fn check_inquiries(mut state: State, shown: &Shown, orders: &Orders) -> Result<(), Illegal> {
    let mut askers = BTreeSet::new();
    if let Some(twice) = orders.askers().into_iter().find(|asker| !askers.insert(*asker)) {
        return Err(Illegal::MayNotAsk(twice));
    }
    let mut run = Run::new(&mut state, shown);
    loop {
        run.advance();
        let Some(batch) = &mut run.state.batch else { return Ok(()) };
        if !matches!(batch.awaiting, Some(Awaiting::Answer(Question::Plan { .. }))) {
            break;
        }
        batch.awaiting = None;
    }
    let reached = state.batch.map_or(0, |batch| batch.results.len());
    let climbs = |order: &Order| matches!(order, Order::Move { then: Then::Over, .. });
    let climb = orders.0.iter().position(climbs);
    let certain = climb.map_or(reached, |climb| climb.min(reached));
    let asks = |order: &Order| matches!(order, Order::Ask(_) | Order::Move { then: Then::Ask, .. });
    ensure(!orders.0.iter().skip(certain).any(asks), Illegal::AskUnsure)
}

/// Checks that a turn is kept open only if the opponent must contribute something and the mover can
/// still do something afterwards.
fn check_open_end(leaves: &[State], orders: &Orders) -> Result<(), Illegal> {
    let is_consulted = |leaf: &State| leaf.batch.as_ref().is_some_and(|batch| batch.consulted);
    let consulted = leaves.iter().any(is_consulted);
    let stays_open = |leaf: &State| is_consulted(leaf) && goes_on(leaf) && can_go_on(leaf);
    match orders.0.last() {
        Some(Order::Wait) if !consulted => Err(Illegal::NothingToWaitFor),
        Some(Order::Wait) if !leaves.iter().any(stays_open) => Err(Illegal::NoUseToWait),
        Some(Order::Ask(_)) if !consulted => Err(Illegal::NothingOwed),
        _ => Ok(()),
    }
}

/// Checks the obligations at the end of a turn: Inspectors have left the circles, and with
/// `must-move` as many people as possible have moved.
fn check_end_of_turn(leaves: &[State], orders: &Orders) -> Result<(), Illegal> {
    if matches!(orders.0.last(), Some(Order::Wait | Order::Ask(_))) {
        return Ok(());
    }
    let ending = || leaves.iter().filter(|leaf| goes_on(leaf));
    ending().try_for_each(|leaf| circles_are_cleared(leaf, None))?;
    let idle = |leaf: &State| {
        Person::of(leaf.mover).find(|&who| {
            leaf.options.must_move && may_move(leaf, who).is_ok() && can_walk(leaf, who)
        })
    };
    let mut idlers = ending().map(idle);
    match idlers.next().flatten() {
        Some(who) if idlers.all(|idler| idler.is_some()) => Err(Illegal::MustMove(who)),
        _ => Ok(()),
    }
}
