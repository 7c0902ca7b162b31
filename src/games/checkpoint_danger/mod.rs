//! Checkpoint: Danger! (Ideal, 1978). Two players hide four agents each on a map of 7 by 9 squares,
//! and call squares of the other's: HIT, or how many agents are seen from there along the eight
//! straight lines. Who finds all four first wins.
//!
//! The sheet has 63 items, each `agent` or `empty`. A call opens the caller's own square (without
//! the words "Checkpoint Danger" he has no agent there, with them he has); HIT and 0 are opened
//! whole; of 1 to 4 only the called square is, and the number is checked at the end.

mod json;
mod list;
mod notation;
mod place;
mod play;
mod player;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use std::ops::RangeInclusive;

pub use notation::Call;
pub use place::{NotCanonical, Place};
pub use play::{First, Options, Question, State};
pub use setup::{AGENTS, Answer, Fault, Network, Value};
pub use texts::{Event, Illegal};

use super::scene::Scene;
use super::{
    Chance, Fact, Must, Numbers, Opening, OptionFault, OptionKind, OptionMap, OptionMapExt,
    OptionSpec, OptionValue, Own, Pending, Rules, Seat, SetupHelp,
};

/// The rule book of Checkpoint: Danger!
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointDanger;

const DANGER_BLUFF: &str = "allow-danger-bluff";
const REPEAT_CALLS: &str = "allow-repeat-calls";

impl Rules for CheckpointDanger {
    const ID: &'static str = "checkpoint-danger";
    const TITLE: &'static str = "Checkpoint: Danger!";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const CHANCE: Chance = Chance::AtTheStart;
    const MANUAL: &'static str = include_str!("../../../docs/games/checkpoint-danger.md");

    type Options = Options;
    type State = State;
    type Secret = Network;
    type Item = Place;
    type Value = Value;
    type Choice = Vec<Call>;
    type Question = Question;
    type Answer = Answer;
    type Draw = First;
    type Drawn = Seat;
    type Event = Event;
    type Illegal = Illegal;
    type Fault = Fault;

    fn options() -> Vec<OptionSpec> {
        let flag = |name, help| OptionSpec {
            name,
            default: OptionValue::Flag(false),
            kind: OptionKind::Flag,
            help,
        };
        vec![
            flag(
                DANGER_BLUFF,
                "\"Checkpoint Danger\" may be said of any square; of the square of one's own agent it must be",
            ),
            flag(REPEAT_CALLS, "a player may call a square again; drawn after 5,000 calls of each"),
        ]
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionFault>> {
        Ok(Options {
            danger_bluff: options.flag(DANGER_BLUFF),
            repeat_calls: options.flag(REPEAT_CALLS),
        })
    }

    fn start(options: &Options, _seats: u8, first: Option<Seat>) -> State {
        State::start(*options, first)
    }

    fn pending(state: &State) -> Pending<Self> {
        state.pending()
    }

    fn fold(state: &mut State, fact: &Fact<Self>) -> Vec<Event> {
        state.fold(fact)
    }

    fn may_reveal(state: &State, seat: Seat) -> bool {
        state.may_reveal(seat)
    }

    fn may_leave(state: &State) -> bool {
        state.may_leave()
    }

    fn items(_state: &State, _seat: Seat) -> Vec<Place> {
        Place::all().collect()
    }

    fn value(_state: &State, secret: &Network, item: &Place) -> Value {
        if secret.holds(*item) { Value::Agent } else { Value::Empty }
    }

    fn read_secret(_state: &State, _seat: Seat, typed: &str) -> Result<Network, Vec<Fault>> {
        setup::read(typed)
    }

    fn write_secret(_state: &State, _seat: Seat, secret: &Network) -> Vec<String> {
        secret.places().iter().map(ToString::to_string).collect()
    }

    fn parse_secret(_state: &State, _seat: Seat, entries: &[String]) -> Option<Network> {
        setup::parse(entries)
    }

    fn check_secret(_state: &State, _seat: Seat, secret: &Network) -> Vec<Fault> {
        setup::check(secret)
    }

    fn random_secret(_state: &State, _seat: Seat, numbers: &mut dyn Numbers) -> Network {
        setup::random(numbers)
    }

    fn setup_help(_state: &State, _seat: Seat) -> SetupHelp {
        SetupHelp { what: "Hide four agents".to_owned(), example: Some("B2 C7 F1 F3".to_owned()) }
    }

    fn form(_state: &State, _seat: Seat) -> String {
        setup::form()
    }

    fn describe_secret(_state: &State, _seat: Seat, secret: &Network) -> String {
        secret.describe()
    }

    fn read_choice(_state: &State, _own: &Own<Self>, typed: &str) -> Result<Vec<Call>, Illegal> {
        notation::read_calls(typed)
    }

    fn write_choice(choice: &Vec<Call>) -> Vec<String> {
        choice.iter().map(ToString::to_string).collect()
    }

    fn parse_choice(_state: &State, entries: &[String]) -> Result<Vec<Call>, Illegal> {
        notation::parse_calls(entries)
    }

    fn check(state: &State, seat: Seat, choice: &Vec<Call>) -> Result<(), Illegal> {
        state.check(seat, choice)
    }

    /// Every call of a queue is judged as if it had been called: "else a queue could bluff".
    fn check_own(state: &State, own: &Own<Self>, choice: &Vec<Call>) -> Result<(), Illegal> {
        choice.iter().try_for_each(|&call| {
            state.check_words(own.seat, call, Self::value(state, &own.secret, &call.place))
        })
    }

    fn opens_for_choice(state: &State, seat: Seat, choice: &Vec<Call>) -> Vec<Must<Self>> {
        choice.first().and_then(|&call| state.shows(seat, call)).into_iter().collect()
    }

    fn random_choice(state: &State, own: &Own<Self>, numbers: &mut dyn Numbers) -> Vec<Call> {
        player::random_choice(state, own, numbers)
    }

    fn truth(_state: &State, known: &[&Own<Self>], question: &Question) -> Option<Answer> {
        let answerer = known.iter().find(|own| own.seat == question.to)?;
        Some(answerer.secret.answer(question.call.place))
    }

    fn because(_state: &State, known: &[&Own<Self>], question: &Question) -> Option<String> {
        let answerer = known.iter().find(|own| own.seat == question.to)?;
        if answerer.secret.holds(question.call.place) {
            return None;
        }
        let seen: Vec<String> =
            answerer.secret.seen_from(question.call.place).into_iter().map(Place::name).collect();
        match seen.split_last()? {
            (last, []) => Some(last.clone()),
            (last, others) => Some(format!("{} and {last}", others.join(", "))),
        }
    }

    fn opens_for_answer(
        _state: &State,
        _seat: Seat,
        question: &Question,
        answer: &Answer,
    ) -> Vec<Must<Self>> {
        State::proves(*question, *answer)
    }

    fn check_opening(state: &State, opening: &Opening<Self>) -> Result<(), Illegal> {
        state.check_opening(opening)
    }

    fn roll(_state: &State, _draw: &First, numbers: &mut dyn Numbers) -> Seat {
        if numbers.below(2) == 0 { Seat::OPENER } else { Seat::JOINER }
    }

    fn scene(state: &State, own: Option<&Own<Self>>) -> Scene {
        own.map_or_else(|| scene::for_all(state), |own| scene::for_player(state, own))
    }

    fn json(
        state: &State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>) {
        (json::public(state), own.map(|own| json::mine(state, own)))
    }

    fn hint(state: &State, own: &Own<Self>) -> Option<Vec<String>> {
        Some(player::hint(state, own))
    }

    fn foresee(state: &State, own: &Own<Self>, choice: &Vec<Call>) -> Vec<String> {
        let other = own.seat.other();
        let told = |(at, &call): (usize, &Call)| {
            let when = if at == 0 { "" } else { ", if it comes to that" };
            let shows = match (call.danger, state.options.danger_bluff) {
                (true, true) => "says that your agent is there, true or not".to_owned(),
                (true, false) => format!("shows {other} that your agent is there"),
                (false, _) => format!("shows {other} that you have no agent there"),
            };
            format!("{call}: {shows}{when}")
        };
        choice.iter().enumerate().map(told).collect()
    }

    fn mark_squares(_state: &State, typed: &str) -> Option<Vec<String>> {
        Some(notation::read_marked(typed)?.iter().map(ToString::to_string).collect())
    }
}
