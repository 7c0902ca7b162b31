//! Carrying out orders, as far as nothing of the other side is needed.

use std::collections::VecDeque;

use crate::board::Square;

use super::arrest;
use super::board::Ground;
use super::ends;
use super::events::{Event, Illegal};
use super::orders::{Order, Then};
use super::path::{Walk, can_walk, check, check_over};
use super::person::{Person, Role};
use super::state::{Card, Place, State};

/// The orders of one file while they are carried out, in that file and in the opponent's next.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    pub(super) orders: Vec<Order>,
    /// how each of those that were reached came out
    pub(super) results: Vec<Result<(), Illegal>>,
    /// cards drawn for this batch
    pub(super) cards: u32,
    pub(super) awaiting: Option<Awaiting>,
    /// Travelers whose inquiry is due next
    pub(super) asking: VecDeque<Person>,
    /// something of the other side was needed
    pub(super) consulted: bool,
    /// a card has ended the turn
    pub(super) ended: bool,
    /// Travelers who may have got the plan, where this is only thought through and the answer is
    /// open
    pub(super) hopes: Vec<Person>,
}

impl Batch {
    pub(super) fn new(orders: Vec<Order>) -> Batch {
        Batch {
            orders,
            results: Vec::new(),
            cards: 0,
            awaiting: None,
            asking: VecDeque::new(),
            consulted: false,
            ended: false,
            hopes: Vec::new(),
        }
    }
}

/// What the orders wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Awaiting {
    /// a Checkpoint card for a Traveler on this walk
    Card { who: Person, walk: Walk },
    /// the Passport of somebody who is being arrested
    Passport { by: Person, of: Person },
    /// IS or IS NOT
    Plan { by: Person, building: u8 },
}

/// Carries out orders until something is needed, or all are done, or the game is over.
pub(super) fn advance(state: &mut State, events: &mut Vec<Event>) {
    while state.over.is_none() {
        let Some(batch) = &mut state.batch else { return };
        if batch.awaiting.is_some() {
            return;
        }
        if let Some(who) = batch.asking.pop_front() {
            arrest::inquire(state, who, events);
            continue;
        }
        if batch.ended {
            return;
        }
        let Some(order) = batch.orders.get(batch.results.len()).cloned() else { return };
        let result = carry_out(state, &order, events);
        if let Err(why) = &result {
            events.push(Event::Void { order, why: why.clone() });
        }
        if let Some(batch) = &mut state.batch {
            batch.results.push(result);
        }
    }
}

/// Everything is carried out: the turn passes, unless the mover has kept it open and can still use
/// it.
pub(super) fn close(state: &mut State, events: &mut Vec<Event>) {
    if state.over.is_some() || state.batch.as_ref().is_none_or(|batch| batch.awaiting.is_some()) {
        return;
    }
    let Some(batch) = state.batch.take() else { return };
    let cut: Vec<Order> = batch
        .orders
        .iter()
        .skip(batch.results.len())
        .filter(|order| !matches!(order, Order::Wait))
        .cloned()
        .collect();
    if !cut.is_empty() {
        events.push(Event::Cut(cut));
    }
    let kept = matches!(batch.orders.last(), Some(Order::Wait | Order::Ask(_)))
        && batch.consulted
        && !batch.ended;
    if kept && can_go_on(state) {
        state.resumed = true;
    } else {
        state.begin_turn(state.mover.other());
    }
}

/// Are people left to move, or an inquiry to make?
pub(super) fn can_go_on(state: &State) -> bool {
    state.people_left() > 0
        || Person::travelers(state.mover).any(|who| state.may_ask(who).is_some())
}

fn carry_out(state: &mut State, order: &Order, events: &mut Vec<Event>) -> Result<(), Illegal> {
    match order {
        Order::Ask(people) => {
            for &who in people {
                may_ask(state, who)?;
            }
            if let Some(batch) = &mut state.batch {
                batch.asking.extend(people);
            }
            Ok(())
        }
        Order::Move { who, path, then: Then::Over } => go_over(state, *who, path, events),
        Order::Move { who, path, then } => move_one(state, *who, path, *then, events),
        Order::Wait => Ok(()),
        Order::Pass => {
            circles_are_cleared(state, None)?;
            events.push(Event::Passed(state.mover));
            Ok(())
        }
    }
}

fn may_ask(state: &State, who: Person) -> Result<(), Illegal> {
    if who.is_inspector() {
        return Err(Illegal::InspectorAsks(who));
    }
    if who.seat() != state.mover {
        return Err(Illegal::NotYours(who));
    }
    state.may_ask(who).map(|_| ()).ok_or(Illegal::MayNotAsk(who))
}

/// May `who` be moved at all now?
pub(super) fn may_move(state: &State, who: Person) -> Result<(), Illegal> {
    let figure = state.figure(who);
    let duty = state.duty_left(who);
    if who.seat() != state.mover {
        Err(Illegal::NotYours(who))
    } else if figure.place == Place::Out {
        Err(Illegal::Gone(who))
    } else if figure.tried {
        Err(Illegal::TriedAlready(who))
    } else if figure.moved {
        Err(Illegal::MovedAlready(who))
    } else if duty > 0 {
        Err(Illegal::OnDuty { who, turns: duty })
    } else if state.people_left() == 0 {
        Err(Illegal::NobodyLeft(state.throw().people))
    } else {
        circles_are_cleared(state, Some(who))
    }
}

/// An Inspector may not remain on a circled square for more than a turn: who began the turn there
/// moves before anybody else.
pub(super) fn circles_are_cleared(state: &State, who: Option<Person>) -> Result<(), Illegal> {
    if state.people_left() == 0 {
        return Ok(());
    }
    let due = |inspector: Person| {
        let on_circle = state
            .square_of(inspector)
            .is_some_and(|square| state.board().ground(square) == Some(Ground::Circle));
        on_circle && !state.figure(inspector).moved && can_walk(state, inspector)
    };
    let due: Vec<Person> =
        Person::inspectors(state.mover).filter(|&inspector| due(inspector)).collect();
    match due.first() {
        Some(&first) if who.is_none_or(|who| !due.contains(&who)) => {
            Err(Illegal::CircleFirst(first))
        }
        _ => Ok(()),
    }
}

fn go_over(
    state: &mut State,
    who: Person,
    path: &[Square],
    events: &mut Vec<Event>,
) -> Result<(), Illegal> {
    may_move(state, who)?;
    let carries = state.carries(who);
    let hopes = state.batch.as_ref().is_some_and(|batch| batch.hopes.contains(&who));
    if !carries && !hopes {
        return Err(Illegal::NoPlan(who));
    }
    check_over(state, who, path)?;
    // Whether the hope comes true is open: the game goes on in thought as if it did not.
    if carries {
        events.push(Event::Walked { who, path: path.to_vec() });
        ends::home(state, who, true, events);
    }
    Ok(())
}

fn move_one(
    state: &mut State,
    who: Person,
    path: &[Square],
    then: Then,
    events: &mut Vec<Event>,
) -> Result<(), Illegal> {
    may_move(state, who)?;
    let walk = check(state, who, path)?;
    check_then(state, who, walk, then)?;
    if walk.crossing.is_some() {
        if state.cards >= state.throw().people {
            return Err(Illegal::NoMoreCards(state.throw().people));
        }
        events.push(Event::Walked { who, path: path.to_vec() });
        wait_for(state, Awaiting::Card { who, walk });
        return Ok(());
    }
    events.push(Event::Walked { who, path: path.to_vec() });
    land(state, who, walk);
    match then {
        Then::Ask => arrest::inquire(state, who, events),
        Then::Arrest(whom) => arrest::arrest(state, who, whom, events),
        Then::Stay | Then::Over => {}
    }
    Ok(())
}

/// May `who` do this at the end of that walk?
fn check_then(state: &State, who: Person, walk: Walk, then: Then) -> Result<(), Illegal> {
    let opposing = |whom: &Person| whom.seat() != who.seat() && !whom.is_inspector();
    let safe = state.options.sentry_safe && state.board().ground(walk.end) == Some(Ground::Sentry);
    match then {
        Then::Ask if who.is_inspector() => Err(Illegal::InspectorAsks(who)),
        Then::Ask if walk.crossing.is_some() => Err(Illegal::AskUnsure),
        Then::Ask if !lands_before_building(state, who, walk) => Err(Illegal::MayNotAsk(who)),
        Then::Arrest(_) if !who.is_inspector() => Err(Illegal::NoInspector(who)),
        Then::Arrest(whom) if !opposing(&whom) || state.square_of(whom) != Some(walk.end) => {
            Err(Illegal::NotOnSquare { who: whom, square: walk.end })
        }
        Then::Arrest(_) if !walk.exact => Err(Illegal::NotExact),
        Then::Arrest(_) if safe => Err(Illegal::SentrySafe),
        Then::Stay
            if state.options.arrest_mandatory && who.is_inspector() && walk.exact && !safe =>
        {
            match state.at(walk.end).find(opposing) {
                Some(whom) => Err(Illegal::MustArrest { by: who, who: whom }),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn lands_before_building(state: &State, who: Person, walk: Walk) -> bool {
    let board = state.board();
    !who.is_inspector()
        && walk.exact
        && board.side(walk.end) != who.seat()
        && board.building_at(walk.end).is_some()
}

/// He arrives.
fn land(state: &mut State, who: Person, walk: Walk) {
    let landed = lands_before_building(state, who, walk).then_some(state.turn);
    let figure = state.figure_mut(who);
    figure.place = Place::On(walk.end);
    figure.detained = false;
    figure.landed = landed;
    figure.moved = true;
    state.used = state.used.saturating_add(1);
}

/// Nothing more happens before the other side has done its part.
pub(super) fn wait_for(state: &mut State, what: Awaiting) {
    if let Some(batch) = &mut state.batch {
        batch.awaiting = Some(what);
        batch.consulted = true;
    }
}

/// The card has been drawn.
pub(super) fn turn_card(state: &mut State, card: Card, events: &mut Vec<Event>) {
    let Some(Awaiting::Card { who, walk }) =
        state.batch.as_mut().and_then(|batch| batch.awaiting.take())
    else {
        return;
    };
    let Some(crossing) = walk.crossing else { return };
    state.cards = state.cards.saturating_add(1);
    let left = if card == Card::Pass { &mut state.deck.pass } else { &mut state.deck.stop };
    *left = left.saturating_sub(1);
    if state.deck.pass + state.deck.stop == 0 {
        state.deck.pass = state.options.pass_cards;
        state.deck.stop = state.options.stop_cards;
    }
    if let Some(batch) = &mut state.batch {
        batch.cards += 1;
    }
    match card {
        Card::Pass => {
            events.push(Event::Card { who, card, at: walk.end });
            let homeward = state.board().side(walk.end) == who.seat();
            land(state, who, walk);
            if homeward && state.carries(who) {
                ends::home(state, who, false, events);
            }
        }
        Card::Stop => {
            let at = state.board().sentry_of(crossing.circle).unwrap_or(crossing.circle);
            events.push(Event::Card { who, card, at });
            let used = !crossing.waiting || state.options.failed_try_uses_person;
            let figure = state.figure_mut(who);
            figure.place = Place::On(at);
            figure.detained = true;
            figure.landed = None;
            figure.tried = true;
            state.used = state.used.saturating_add(u8::from(used));
            if let Some(batch) = &mut state.batch {
                batch.ended = !crossing.waiting && state.options.stop_card_ends_turn;
            }
        }
    }
}

/// The Passport of the arrested Traveler has been shown.
pub(super) fn show_passport(state: &mut State, role: Role, events: &mut Vec<Event>) {
    if let Some(Awaiting::Passport { by, of }) =
        state.batch.as_mut().and_then(|batch| batch.awaiting.take())
    {
        arrest::settle(state, by, of, role, events);
    }
}

/// The inquiry has been answered.
pub(super) fn tell(state: &mut State, is: bool, events: &mut Vec<Event>) {
    if let Some(Awaiting::Plan { by, building }) =
        state.batch.as_mut().and_then(|batch| batch.awaiting.take())
    {
        arrest::told(state, by, building, is, events);
    }
}
