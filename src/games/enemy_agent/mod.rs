//! Enemy Agent (Milton Bradley, 1975): Travelers go through the Border Wall, find the other side's
//! Master Plan and bring it home.
//!
//! Three of each side's six Travelers are Secret Agents; only they are told where the plan is, and
//! only they can carry it. Dice say how many of one's people may move and how far; cards say who
//! passes a Checkpoint; Inspectors arrest.
//!
//! A move is a list of orders. What needs nothing of the other side is carried out at once; a card,
//! a Passport or an answer is waited for, and the other side's next file carries out the rest
//! before its own turn.

mod arrest;
mod board;
mod bot;
mod carry;
mod ends;
mod events;
mod json;
mod legal;
mod map;
mod options;
mod orders;
mod path;
mod person;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;

use self::carry::{Awaiting, Batch};
use super::{
    BoxSpec, Chance, EndedBy, Fact, Must, Numbers, Opening, OptionFault, OptionMap, OptionSpec,
    Outcome, Own, Pending, Rules, Sealed, Seat, SetupHelp,
};
use crate::games::scene::Scene;

pub use self::events::{Event, Illegal};
pub use self::options::Options;
pub use self::orders::{Choice, Order, Then};
pub use self::person::{Answer, Item, Person, Question, Role, Unknown, Value};
pub use self::setup::{Fault, Secret};
pub use self::state::{Card, State, Throw};

/// The rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnemyAgent;

/// What chance is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// who begins
    First,
    /// both dice of a turn
    Dice,
    /// a Checkpoint card, counted from 1 for each file with orders
    Card(u32),
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Draw::First => f.write_str("first"),
            Draw::Dice => f.write_str("dice"),
            Draw::Card(number) => write!(f, "card {number}"),
        }
    }
}

/// What chance gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// who begins; without throws where it was agreed
    First {
        /// the one who begins
        seat: Seat,
        /// the last throws of both
        rolls: Option<[u8; 2]>,
    },
    /// the dice
    Dice(Throw),
    /// the card
    Card(Card),
}

/// A number of one die, 1 to `faces`.
fn roll_die(numbers: &mut dyn Numbers, faces: u32) -> u8 {
    u8::try_from(numbers.below(faces)).unwrap_or(0) + 1
}

/// High roll on the regular die; ties are rolled again.
fn roll_first(state: &State, numbers: &mut dyn Numbers) -> Drawn {
    if let Some(seat) = state.agreed {
        return Drawn::First { seat, rolls: None };
    }
    loop {
        let rolls = [roll_die(numbers, 6), roll_die(numbers, 6)];
        if rolls[0] != rolls[1] {
            return Drawn::First { seat: Seat(u8::from(rolls[1] > rolls[0])), rolls: Some(rolls) };
        }
    }
}

/// The question that the orders wait for, if it is one.
fn question(awaiting: Awaiting) -> Option<Question> {
    match awaiting {
        Awaiting::Card { .. } => None,
        Awaiting::Passport { by, of } => Some(Question::Passport { of, by }),
        Awaiting::Plan { by, building } => Some(Question::Plan { by, building }),
    }
}

/// Who still has to show his setup: first the one in whose file the game ended.
fn next_to_reveal(state: &State) -> Option<Seat> {
    let order = [state.ended_in, state.ended_in.other()];
    order.into_iter().find(|seat| state.set_up[seat.index()] && !state.revealed[seat.index()])
}

impl Rules for EnemyAgent {
    const ID: &'static str = "enemy-agent";
    const TITLE: &'static str = "Enemy Agent";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const CHANCE: Chance = Chance::Throughout;
    const MANUAL: &'static str = include_str!("../../../docs/games/enemy-agent.md");

    type Options = Options;
    type State = State;
    type Secret = Secret;
    type Item = Item;
    type Value = Value;
    type Choice = Choice;
    type Question = Question;
    type Answer = Answer;
    type Draw = Draw;
    type Drawn = Drawn;
    type Event = Event;
    type Illegal = Illegal;
    type Fault = Fault;

    fn options() -> Vec<OptionSpec> {
        options::specs()
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionFault>> {
        options::read(options)
    }

    fn start(options: &Options, _seats: u8, first: Option<Seat>) -> State {
        State::new(options, first)
    }

    fn pending(state: &State) -> Pending<Self> {
        let other = state.mover.other();
        if let Some(outcome) = &state.over {
            return match next_to_reveal(state) {
                Some(seat) => Pending::Reveal { seat, result: Some(outcome.clone()) },
                None => Pending::Over(outcome.clone()),
            };
        }
        if let Some(seat) = Seat::all(2).find(|seat| !state.set_up[seat.index()]) {
            return Pending::Setup(seat);
        }
        if !state.begun {
            // In turn 3 at the earliest: before it the joiner could still choose the tip of his
            // chain.
            return Pending::Chance { by: Seat::OPENER, draw: Draw::First };
        }
        if let Some(batch) = &state.batch
            && let Some(awaiting) = batch.awaiting
        {
            return match question(awaiting) {
                Some(question) => Pending::Answer { seat: other, question, or_choice: false },
                None => Pending::Chance { by: other, draw: Draw::Card(batch.cards + 1) },
            };
        }
        if state.dice.is_none() {
            Pending::Chance { by: state.mover, draw: Draw::Dice }
        } else {
            Pending::Choice(state.mover)
        }
    }

    fn fold(state: &mut State, fact: &Fact<Self>) -> Vec<Event> {
        let mut events = Vec::new();
        let writer = Self::pending(state).actor();
        let running = state.over.is_none();
        fold_fact(state, fact, &mut events);
        carry::advance(state, &mut events);
        carry::close(state, &mut events);
        if let (true, Some(writer), Some(_)) = (running, writer, &state.over) {
            state.ended_in = writer;
        }
        events
    }

    fn items(_state: &State, seat: Seat) -> Vec<Item> {
        setup::items(seat)
    }

    fn value(_state: &State, secret: &Secret, item: &Item) -> Value {
        secret.value(*item)
    }

    fn read_secret(_state: &State, seat: Seat, typed: &str) -> Result<Secret, Vec<Fault>> {
        setup::read(seat, typed)
    }

    fn write_secret(_state: &State, _seat: Seat, secret: &Secret) -> Vec<String> {
        setup::write(secret)
    }

    fn parse_secret(_state: &State, seat: Seat, entries: &[String]) -> Option<Secret> {
        setup::parse(seat, entries)
    }

    fn check_secret(_state: &State, _seat: Seat, secret: &Secret) -> Vec<Fault> {
        setup::check(secret)
    }

    fn random_secret(_state: &State, seat: Seat, numbers: &mut dyn Numbers) -> Secret {
        setup::random(seat, numbers)
    }

    fn setup_help(_state: &State, seat: Seat) -> SetupHelp {
        SetupHelp {
            what: "Choose three of your six Travelers as Secret Agents, and the building in which your Master Plan lies".to_owned(),
            example: Some(setup::example(seat).to_owned()),
        }
    }

    fn form(_state: &State, seat: Seat) -> String {
        setup::form(seat)
    }

    fn describe_secret(_state: &State, _seat: Seat, secret: &Secret) -> String {
        setup::describe(secret)
    }

    fn read_choice(state: &State, _own: &Own<Self>, typed: &str) -> Result<Choice, Illegal> {
        orders::read(state, typed)
    }

    fn write_choice(choice: &Choice) -> Vec<String> {
        choice.orders.iter().map(ToString::to_string).collect()
    }

    fn parse_choice(_state: &State, entries: &[String]) -> Result<Choice, Illegal> {
        orders::parse(entries)
    }

    fn check(state: &State, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
        legal::check(state, None, seat, choice)
    }

    fn check_own(state: &State, own: &Own<Self>, choice: &Choice) -> Result<(), Illegal> {
        legal::check(state, Some(own), own.seat, choice)
    }

    fn opens_for_choice(_state: &State, _seat: Seat, choice: &Choice) -> Vec<Must<Self>> {
        let passport = |who: Person| {
            Must::Show(Sealed { seat: who.seat(), item: Item::Passport(who.number()) })
        };
        choice.askers().into_iter().map(passport).collect()
    }

    fn random_choice(state: &State, own: &Own<Self>, numbers: &mut dyn Numbers) -> Choice {
        bot::choose(state, own, numbers)
    }

    fn truth(_state: &State, known: &[&Own<Self>], question: &Question) -> Option<Answer> {
        let (seat, item) = asked_item(*question);
        let own = known.iter().find(|own| own.seat == seat)?;
        Some(match own.secret.value(item) {
            Value::Is(role) => Answer::Role(role),
            Value::Holds(plan) => Answer::Plan(plan),
        })
    }

    fn opens_for_answer(
        _state: &State,
        _seat: Seat,
        question: &Question,
        answer: &Answer,
    ) -> Vec<Must<Self>> {
        let (seat, item) = asked_item(*question);
        let value = match answer {
            Answer::Role(role) => Value::Is(*role),
            Answer::Plan(plan) => Value::Holds(*plan),
        };
        vec![Must::Be(Opening { of: Sealed { seat, item }, value })]
    }

    fn check_opening(_state: &State, opening: &Opening<Self>) -> Result<(), Illegal> {
        let fits = matches!(
            (opening.of.item, opening.value),
            (Item::Passport(_), Value::Is(_)) | (Item::Building(_), Value::Holds(_))
        );
        if fits && setup::items(opening.of.seat).contains(&opening.of.item) {
            Ok(())
        } else {
            Err(Illegal::BadOpening)
        }
    }

    fn boxes(_state: &State, _seat: Seat, _choice: &Choice) -> Vec<BoxSpec<Self>> {
        Vec::new()
    }

    fn roll(state: &State, draw: &Draw, numbers: &mut dyn Numbers) -> Drawn {
        match draw {
            Draw::First => roll_first(state, numbers),
            Draw::Dice => {
                let die = &state.options.colored_die;
                let people = die.get(numbers.index(die.len())).copied().unwrap_or(1);
                Drawn::Dice(Throw { people, squares: roll_die(numbers, 6) })
            }
            Draw::Card(_) => {
                let left = (state.deck.pass + state.deck.stop).max(1);
                Drawn::Card(if numbers.below(left) < state.deck.pass {
                    Card::Pass
                } else {
                    Card::Stop
                })
            }
        }
    }

    fn scene(state: &State, own: Option<&Own<Self>>) -> Scene {
        scene::paint(state, own)
    }

    fn json(
        state: &State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>) {
        json::json(state, own)
    }

    fn moves(state: &State, own: &Own<Self>, piece: &str) -> Option<Result<Vec<String>, Illegal>> {
        Some(scene::moves(state, own.seat, piece))
    }

    fn foresee(state: &State, own: &Own<Self>, choice: &Choice) -> Vec<String> {
        scene::foresee(state, own, choice)
    }

    fn mark_squares(state: &State, typed: &str) -> Option<Vec<String>> {
        scene::mark_squares(state, typed)
    }
}

/// The item that the answer to a question opens, and whose it is.
fn asked_item(question: Question) -> (Seat, Item) {
    match question {
        Question::Passport { of, .. } => (of.seat(), Item::Passport(of.number())),
        Question::Plan { by, building } => (by.seat().other(), Item::Building(building)),
    }
}

/// Takes a fact that was asked for; any other does nothing.
fn fold_fact(state: &mut State, fact: &Fact<EnemyAgent>, events: &mut Vec<Event>) {
    let pending = EnemyAgent::pending(state);
    match (fact, pending) {
        (Fact::SetUp(seat), Pending::Setup(due)) if *seat == due => {
            state.set_up[due.index()] = true
        }
        (Fact::Drawn { draw, drawn }, Pending::Chance { draw: due, .. }) if *draw == due => {
            match drawn {
                Drawn::First { seat, rolls } if due == Draw::First => {
                    events.push(Event::First { seat: *seat, rolls: *rolls });
                    state.begin_turn(Seat(seat.0.min(1)));
                }
                Drawn::Dice(throw) if due == Draw::Dice => {
                    events.push(Event::Threw(state.mover, *throw));
                    state.dice = Some(*throw);
                }
                Drawn::Card(card) if matches!(due, Draw::Card(_)) => {
                    carry::turn_card(state, *card, events)
                }
                _ => {}
            }
        }
        (Fact::Chose { seat, choice, opened, .. }, Pending::Choice(due)) if *seat == due => {
            learn(state, opened);
            state.batch = Some(Batch::new(choice.orders.clone()));
        }
        (
            Fact::Answered { question, answer, opened, .. },
            Pending::Answer { question: due, .. },
        ) if *question == due => {
            learn(state, opened);
            match (due, answer) {
                (Question::Passport { .. }, Answer::Role(role)) => {
                    carry::show_passport(state, *role, events)
                }
                (Question::Plan { .. }, Answer::Plan(is)) => carry::tell(state, *is, events),
                (Question::Passport { .. }, Answer::Plan(_))
                | (Question::Plan { .. }, Answer::Role(_)) => {}
            }
        }
        (Fact::Revealed { seat, secret }, Pending::Reveal { .. } | Pending::Over(_))
            if seat.index() < 2 =>
        {
            state.revealed[seat.index()] = true;
            for item in setup::items(*seat) {
                state.learn(*seat, item, secret.value(item));
            }
            events.push(Event::Revealed(*seat, secret.clone()));
        }
        (Fact::Resigned(seat), pending)
            if seat.index() < 2 && state.over.is_none() && pending.actor().is_some() =>
        {
            events.push(Event::Resigned(*seat));
            state.end(Outcome::win(
                seat.other(),
                2,
                EndedBy::Resignation,
                format!("{seat} resigned"),
            ));
        }
        (Fact::DrawAgreed, _) if state.over.is_none() => {
            events.push(Event::DrawAgreed);
            state.end(Outcome::draw(2, EndedBy::Agreement, "a draw was agreed"));
        }
        _ => {}
    }
}

fn learn(state: &mut State, opened: &[Opening<EnemyAgent>]) {
    for opening in opened {
        state.learn(opening.of.seat, opening.of.item, opening.value);
    }
}
