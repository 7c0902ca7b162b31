//! Which lists of orders may be written: all that may come of them is thought through beforehand.

use crate::games::{Own, Seat};

use super::EnemyAgent;
use super::carry::{
    Awaiting, Batch, advance, can_go_on, circles_are_cleared, may_move, show_passport, turn_card,
};
use super::events::Illegal;
use super::orders::{Choice, MOST_ORDERS, Order, Then};
use super::path::can_walk;
use super::person::{Item, Person, Role, Value};
use super::state::{Card, State};

/// The positions that these orders may lead to, the turn going on: first the one in which every
/// card says PASS and everybody who is arrested is an Agent.
pub(super) fn positions_after(state: &State, orders: &[Order]) -> Vec<State> {
    let mut positions = outcomes(begin(state, None, orders));
    positions.retain(|position| {
        position.over.is_none() && position.batch.as_ref().is_some_and(|batch| !batch.ended)
    });
    for position in &mut positions {
        position.batch = None;
    }
    positions
}

/// The state in which the orders wait to be carried out; with `own`, its Passports are known.
fn begin(state: &State, own: Option<&Own<EnemyAgent>>, orders: &[Order]) -> State {
    let mut state = state.clone();
    if let Some(own) = own {
        for who in Person::travelers(own.seat) {
            state.learn(own.seat, Item::Passport(who.number()), Value::Is(own.secret.role(who)));
        }
    }
    state.batch = Some(Batch::new(orders.to_vec()));
    state
}

/// Every way in which the orders of this state may come out.
fn outcomes(mut state: State) -> Vec<State> {
    let mut unread = Vec::new();
    advance(&mut state, &mut unread);
    let awaiting = state.batch.as_ref().and_then(|batch| batch.awaiting);
    let branch = |settle: &dyn Fn(&mut State)| {
        let mut state = state.clone();
        settle(&mut state);
        outcomes(state)
    };
    match awaiting {
        None => vec![state],
        // The answer changes nothing but who may go over the wall.
        Some(Awaiting::Plan { by, .. }) => branch(&|state| {
            if let Some(batch) = &mut state.batch {
                batch.awaiting = None;
                batch.hopes.push(by);
            }
        }),
        Some(Awaiting::Card { .. }) => {
            let cards = [(Card::Pass, state.deck.pass), (Card::Stop, state.deck.stop)]
                .into_iter()
                .filter(|(_, left)| *left > 0);
            cards
                .flat_map(|(card, _)| branch(&|state| turn_card(state, card, &mut Vec::new())))
                .collect()
        }
        Some(Awaiting::Passport { .. }) => [Role::Agent, Role::Tourist]
            .into_iter()
            .flat_map(|role| branch(&|state| show_passport(state, role, &mut Vec::new())))
            .collect(),
    }
}

/// May these orders be written now? Anybody can tell, without `own`; with it the mover's own
/// Passports are taken into account.
pub(super) fn check(
    state: &State,
    own: Option<&Own<EnemyAgent>>,
    seat: Seat,
    choice: &Choice,
) -> Result<(), Illegal> {
    if state.over.is_some() || state.batch.is_some() || state.dice.is_none() || state.mover != seat
    {
        return Err(Illegal::NotYourTurn);
    }
    check_form(&choice.orders)?;
    let begun = begin(state, own, &choice.orders);
    check_inquiries(begun.clone(), choice)?;
    let leaves = outcomes(begun);
    for index in 0..choice.orders.len() {
        let results = || leaves.iter().filter_map(|leaf| leaf.batch.as_ref()?.results.get(index));
        if !results().any(Result::is_ok) {
            let why = results().find_map(|result| result.clone().err());
            return Err(why.unwrap_or(Illegal::TooLate));
        }
    }
    check_open_end(&leaves, choice)?;
    check_end_of_turn(&leaves, choice)
}

fn check_form(orders: &[Order]) -> Result<(), Illegal> {
    let Some(rest) = orders.len().checked_sub(1) else { return Err(Illegal::Nothing) };
    if orders.len() > MOST_ORDERS {
        return Err(Illegal::TooMany(MOST_ORDERS));
    }
    if let Some(early) =
        orders.iter().take(rest).find(|order| matches!(order, Order::Wait | Order::Pass))
    {
        return Err(Illegal::NotLast(if *early == Order::Wait { "wait" } else { "pass" }));
    }
    let moves = orders.iter().any(|order| matches!(order, Order::Move { .. }));
    if moves && orders.last() == Some(&Order::Pass) {
        return Err(Illegal::PassAfterMove);
    }
    Ok(())
}

/// An inquiry opens a Passport in the file itself, so it must be certain to take place, and only
/// once.
fn check_inquiries(mut state: State, choice: &Choice) -> Result<(), Illegal> {
    let askers = choice.askers();
    if let Some(twice) =
        askers.iter().enumerate().find_map(|(at, who)| askers[..at].contains(who).then_some(*who))
    {
        return Err(Illegal::MayNotAsk(twice));
    }
    loop {
        advance(&mut state, &mut Vec::new());
        let Some(batch) = &mut state.batch else { return Ok(()) };
        if !matches!(batch.awaiting, Some(Awaiting::Plan { .. })) {
            break;
        }
        batch.awaiting = None;
    }
    let reached = state.batch.as_ref().map_or(0, |batch| batch.results.len());
    let climb = choice
        .orders
        .iter()
        .position(|order| matches!(order, Order::Move { then: Then::Over, .. }));
    let certain = climb.map_or(reached, |climb| climb.min(reached));
    let asks = |order: &Order| matches!(order, Order::Ask(_) | Order::Move { then: Then::Ask, .. });
    if choice.orders.iter().skip(certain).any(asks) { Err(Illegal::AskUnsure) } else { Ok(()) }
}

/// The turn can be kept open only if something must come from the other side, and something can be
/// done afterwards.
fn check_open_end(leaves: &[State], choice: &Choice) -> Result<(), Illegal> {
    let consulted =
        leaves.iter().any(|leaf| leaf.batch.as_ref().is_some_and(|batch| batch.consulted));
    match choice.orders.last() {
        Some(Order::Wait) if !consulted => Err(Illegal::NothingToWaitFor),
        Some(Order::Wait) if !leaves.iter().any(stays_open) => Err(Illegal::NoUseToWait),
        Some(Order::Ask(_)) if !consulted => Err(Illegal::NothingOwed),
        _ => Ok(()),
    }
}

fn stays_open(leaf: &State) -> bool {
    let open = leaf.batch.as_ref().is_some_and(|batch| batch.consulted && !batch.ended);
    open && leaf.over.is_none() && can_go_on(leaf)
}

/// What must have been done when a turn ends: Inspectors off the circles, and with `must-move` as
/// many people as can.
fn check_end_of_turn(leaves: &[State], choice: &Choice) -> Result<(), Illegal> {
    if matches!(choice.orders.last(), Some(Order::Wait | Order::Ask(_))) {
        return Ok(());
    }
    let ending = || {
        leaves.iter().filter(|leaf| {
            leaf.over.is_none() && leaf.batch.as_ref().is_some_and(|batch| !batch.ended)
        })
    };
    for leaf in ending() {
        circles_are_cleared(leaf, None)?;
    }
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
