//! Carries out orders, up to the first one that needs the opponent.

use std::collections::VecDeque;

use super::board::{Ground, House, Square};
use super::illegal::Illegal;
use super::orders::{Order, Then};
use super::path::{Walk, can_walk, check, check_over};
use super::person::{Person, Question};
use super::state::{State, Whereabouts};
use super::{Card, Shown};
use crate::board::text::joined;
use crate::rules::{EndedBy, Outcome, ensure};

/// The orders of one turn, while they are carried out. The orders before the first one that needs
/// the opponent are carried out in that turn; the first order that needs the opponent and all
/// orders after it, in the opponent's next turn.
#[derive(Clone, Default, Debug)]
pub(super) struct Batch {
    pub(super) orders: Vec<Order>,
    /// Results of the orders that have been carried out, in sequence. A void order has an error.
    pub(super) results: Vec<Result<(), Illegal>>,
    /// Number of cards drawn for this batch.
    pub(super) cards: u32,
    pub(super) awaiting: Option<Awaiting>,
    /// Travelers who still have to ask, in sequence.
    asking: VecDeque<Person>,
    /// Whether the orders have needed a card, a Passport or an answer from the opponent.
    pub(super) consulted: bool,
    /// Whether a card has ended the turn.
    pub(super) ended: bool,
}

impl Batch {
    pub(super) fn new(orders: &[Order]) -> Batch {
        Batch { orders: orders.to_vec(), ..Batch::default() }
    }
}

/// The event that the orders wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Awaiting {
    /// A Checkpoint card for a Traveler on this walk.
    Card { who: Person, walk: Walk },
    /// The opponent's answer: a Passport, or IS or IS NOT.
    Answer(Question),
}

/// Carries out orders, either in the game or to check whether they are legal.
pub(super) struct Run<'a> {
    pub(super) state: &'a mut State,
    pub(super) shown: &'a Shown,
    /// Sentences about what has happened.
    pub(super) events: Vec<String>,
}

impl<'a> Run<'a> {
    pub(super) fn new(state: &'a mut State, shown: &'a Shown) -> Self {
        Run { state, shown, events: Vec::new() }
    }

    /// Carries out orders until the opponent is needed, all orders are done, or the game is over.
    pub(super) fn advance(&mut self) {
        while self.state.outcome.is_none() {
            let Some(batch) = &mut self.state.batch else { return };
            if batch.awaiting.is_some() {
                return;
            }
            if let Some(who) = batch.asking.pop_front() {
                self.inquire(who);
                continue;
            }
            if batch.ended {
                return;
            }
            let Some(order) = batch.orders.get(batch.results.len()).cloned() else { return };
            let result = self.carry_out(&order);
            if let Err(why) = &result {
                self.events.push(format!("`{order}` is void: {why}"));
            }
            if let Some(batch) = &mut self.state.batch {
                batch.results.push(result);
            }
        }
    }

    fn batch(&mut self, change: impl FnMut(&mut Batch)) {
        self.state.batch.iter_mut().for_each(change);
    }

    /// Ends the turn if the orders aren't waiting for the opponent. If the mover has kept the turn
    /// open and can still move someone or ask for the plan, continues the turn instead.
    pub(super) fn close(&mut self) {
        let is_done = |batch: &Batch| batch.awaiting.is_none();
        if self.state.outcome.is_some() || !self.state.batch.as_ref().is_some_and(is_done) {
            return;
        }
        let Some(batch) = self.state.batch.take() else { return };
        let left = batch.orders.iter().skip(batch.results.len());
        let cut = left.filter(|order| **order != Order::Wait).map(|order| format!("`{order}`"));
        let cut = joined(cut, ", ");
        if !cut.is_empty() {
            self.events.push(format!("that ends the turn and voids {cut}"));
        }
        let keeps_open = matches!(batch.orders.last(), Some(Order::Wait | Order::Ask(_)));
        if keeps_open && batch.consulted && !batch.ended && can_go_on(self.state) {
            self.state.resumed = true;
        } else {
            self.state.begin_turn(self.state.mover.other());
        }
    }

    fn carry_out(&mut self, order: &Order) -> Result<(), Illegal> {
        match order {
            Order::Hotel(people) => self.take_in(people),
            Order::Ask(people) => {
                people.iter().try_for_each(|&who| check_asks(self.state, who))?;
                self.batch(|batch| batch.asking.extend(people));
                Ok(())
            }
            Order::Move { who, path, then } => {
                let walk = check_move(self.state, *who, path, *then)?;
                self.events.push(format!("{} moves {order}", self.state.mover));
                self.go(*who, walk, *then);
                Ok(())
            }
            Order::Wait => Ok(()),
            Order::Pass => {
                circles_are_cleared(self.state, None)?;
                self.events.push(format!("{} passes", self.state.mover));
                Ok(())
            }
        }
    }

    /// Puts these people in the Hotel. This order is only legal as the first one, before anyone has
    /// left the starting spaces.
    fn take_in(&mut self, guests: &[Person]) -> Result<(), Illegal> {
        let mover = self.state.mover;
        if let Some(stranger) = guests.iter().find(|who| who.seat() != mover) {
            return Err(Illegal::NotYours(*stranger));
        }
        let is_first = self.state.batch.as_ref().is_some_and(|batch| batch.results.is_empty());
        ensure(is_first && self.state.may_say_who_begins_where(), Illegal::NotFirst)?;
        for who in Person::travelers(mover) {
            let house = if guests.contains(&who) { House::Hotel } else { House::Station };
            self.state.figure_mut(who).at = Whereabouts::In(house);
        }
        let guests = joined(guests.iter().map(|who| who.number_and_name()), ", ");
        self.events.push(format!("{mover} begins with {guests} in the Hotel"));
        Ok(())
    }

    /// Carries out a move: a walk, or none if the person goes over the wall.
    fn go(&mut self, who: Person, walk: Option<Walk>, then: Then) {
        let Some(walk) = walk else {
            self.events.push(format!("{who} goes over the wall with the plan"));
            return self.home(who, "by going over the wall");
        };
        if walk.crossing.is_some() {
            return self.wait_for(Awaiting::Card { who, walk });
        }
        self.land(who, walk);
        match then {
            Then::Ask => self.inquire(who),
            Then::Arrest(of) => self.arrest(who, of),
            Then::Stay | Then::Over => {}
        }
    }

    /// Moves a person to the end of a walk.
    fn land(&mut self, who: Person, walk: Walk) {
        let landed = lands_before_building(self.state, who, walk).then_some(self.state.turn);
        let figure = self.state.figure_mut(who);
        figure.at = Whereabouts::On(walk.end);
        figure.held = false;
        figure.landed = landed;
        figure.moved = true;
        self.state.used = self.state.used.saturating_add(1);
    }

    /// Makes the orders wait until the opponent has drawn the card or answered.
    pub(super) fn wait_for(&mut self, what: Awaiting) {
        self.batch(|batch| (batch.awaiting, batch.consulted) = (Some(what), true));
    }

    /// Returns the event that the orders are waiting for, and stops waiting.
    pub(super) fn take_awaited(&mut self) -> Option<Awaiting> {
        self.state.batch.as_mut()?.awaiting.take()
    }

    /// Applies a drawn card.
    pub(super) fn turn_card(&mut self, card: Card) {
        let Some(Awaiting::Card { who, walk }) = self.take_awaited() else { return };
        let Some(crossing) = walk.crossing else { return };
        self.state.cards = self.state.cards.saturating_add(1);
        self.state.lay_aside(card);
        self.batch(|batch| batch.cards += 1);
        match card {
            Card::Pass => {
                let end = walk.end;
                self.events.push(format!("the card for {who} was PASS: {who} continues to {end}"));
                let homeward = self.state.board().side(end) == who.seat();
                self.land(who, walk);
                if homeward && self.state.carries(who) {
                    self.events.push(format!("{who} goes through the doorway with the plan"));
                    self.home(who, "through a checkpoint");
                }
            }
            Card::Stop => {
                let at = self.state.board().sentry_of(crossing.circle).unwrap_or(crossing.circle);
                self.events.push(format!(
                    "the card for {who} was DO NOT PASS: {who} waits in the sentry box, {at}"
                ));
                self.stop(who, at, crossing.waiting);
            }
        }
    }

    /// Puts a person in the Sentry Box. `waiting` means that the person was already at the Doorway
    /// when the count began.
    fn stop(&mut self, who: Person, at: Square, waiting: bool) {
        let figure = self.state.figure_mut(who);
        figure.at = Whereabouts::On(at);
        figure.held = true;
        figure.landed = None;
        figure.tried = true;
        let used = !waiting || self.state.options.failed_try_uses_person;
        self.state.used = self.state.used.saturating_add(u8::from(used));
        let ends = !waiting && self.state.options.stop_card_ends_turn;
        self.batch(|batch| batch.ended = ends);
    }

    /// Ends the game: `who` has brought the plan home, and wins.
    fn home(&mut self, who: Person, way: &str) {
        let seat = who.seat();
        let reason = format!("{seat} brought {}'s Master Plan home {way}", seat.other());
        self.state.outcome = Some(Outcome::win(seat, 2, EndedBy::Board, reason));
    }
}

/// Whether this order can be carried out next.
pub(super) fn can_carry_out(state: &State, order: &Order) -> bool {
    match order {
        Order::Move { who, path, then } => check_move(state, *who, path, *then).is_ok(),
        Order::Ask(people) => people.iter().all(|&who| check_asks(state, who).is_ok()),
        Order::Hotel(_) | Order::Wait | Order::Pass => true,
    }
}

/// Checks a move. Returns its walk, or `None` for a move over the wall.
fn check_move(
    state: &State,
    who: Person,
    path: &[Square],
    then: Then,
) -> Result<Option<Walk>, Illegal> {
    may_move(state, who)?;
    if then == Then::Over {
        ensure(state.carries(who), Illegal::NoPlan(who))?;
        return check_over(state, who, path).map(|()| None);
    }
    let walk = check(state, who, path)?;
    check_then(state, who, walk, then)?;
    ensure(may_draw(state, walk), Illegal::NoMoreCards(state.throw().people))?;
    Ok(Some(walk))
}

/// Whether a card is left in this turn for a walk through the doorway.
pub(super) fn may_draw(state: &State, walk: Walk) -> bool {
    walk.crossing.is_none() || state.cards < state.throw().people
}

/// Whether the mover can still move someone or ask for the plan.
pub(super) fn can_go_on(state: &State) -> bool {
    state.people_left() > 0
        || Person::travelers(state.mover).any(|who| state.may_ask(who).is_some())
}

fn check_asks(state: &State, who: Person) -> Result<(), Illegal> {
    ensure(!who.is_inspector(), Illegal::InspectorAsks(who))?;
    ensure(who.seat() == state.mover, Illegal::NotYours(who))?;
    state.may_ask(who).map(|_| ()).ok_or(Illegal::MayNotAsk(who))
}

/// Checks whether `who` can be moved at all now.
pub(super) fn may_move(state: &State, who: Person) -> Result<(), Illegal> {
    let (figure, turns) = (state.figure(who), state.duty_left(who));
    ensure(who.seat() == state.mover, Illegal::NotYours(who))?;
    ensure(state.in_play(who), Illegal::Gone(who))?;
    ensure(!figure.tried, Illegal::TriedAlready(who))?;
    ensure(!figure.moved, Illegal::MovedAlready(who))?;
    ensure(turns == 0, Illegal::OnDuty { who, turns })?;
    ensure(state.people_left() > 0, Illegal::NobodyLeft(state.throw().people))?;
    circles_are_cleared(state, Some(who))
}

/// Checks that no Inspector still has to leave a circle before `who` moves or, without `who`,
/// before the turn ends. Rule: "Inspectors may not remain on a Circled Square more than one turn".
/// Inspectors who began the turn on such a square must move before anyone else.
pub(super) fn circles_are_cleared(state: &State, who: Option<Person>) -> Result<(), Illegal> {
    if state.people_left() == 0 {
        return Ok(());
    }
    let due = |inspector: &Person| {
        let on_circle = state.ground_of(*inspector) == Some(Ground::Circle);
        on_circle && !state.figure(*inspector).moved && can_walk(state, *inspector)
    };
    let due: Vec<Person> = Person::inspectors(state.mover).filter(due).collect();
    match due.first() {
        Some(&first) if who.is_none_or(|who| !due.contains(&who)) => {
            Err(Illegal::CircleFirst(first))
        }
        _ => Ok(()),
    }
}

fn check_then(state: &State, who: Person, walk: Walk, then: Then) -> Result<(), Illegal> {
    let mut suspects = state.suspects(who, walk.end);
    let safe = state.options.sentry_safe && state.board().ground(walk.end) == Some(Ground::Sentry);
    match then {
        Then::Ask if who.is_inspector() => Err(Illegal::InspectorAsks(who)),
        Then::Ask if walk.crossing.is_some() => Err(Illegal::AskUnsure),
        Then::Ask if !lands_before_building(state, who, walk) => Err(Illegal::MayNotAsk(who)),
        Then::Arrest(_) if !who.is_inspector() => Err(Illegal::NoInspector(who)),
        Then::Arrest(whom) if !suspects.any(|suspect| suspect == whom) => {
            Err(Illegal::NotOnSquare { who: whom, square: walk.end })
        }
        Then::Arrest(_) if !walk.exact => Err(Illegal::NotExact),
        Then::Arrest(_) if safe => Err(Illegal::SentrySafe),
        Then::Stay if state.options.arrest_mandatory && walk.exact && !safe => {
            let whom = suspects.next().filter(|_| who.is_inspector());
            whom.map_or(Ok(()), |whom| Err(Illegal::MustArrest { by: who, who: whom }))
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
