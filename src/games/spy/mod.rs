//! Spy!, the paper game of 1974: each player hides a network of lines, and spies on the other's
//! space by space, until one of them can draw it.

mod json;
mod knowledge;
mod moves;
mod network;
mod notation;
mod options;
mod play;
mod proof;
mod scene;
mod search;
mod setup;
mod spaces;
mod state;
#[cfg(test)]
mod tests;
mod texts;

use std::ops::RangeInclusive;

use super::scene::Scene;
use super::{
    Chance, Fact, Hidden, Must, Numbers, Opening, OptionFault, OptionMap, OptionSpec, Outcome, Own,
    Pending, Rules, Seat, SetupHelp,
};

pub use network::{Fault, Network};
pub use notation::{Answer, Choice, Item, Question, Span, Value};
pub use options::Options;
pub use play::First;
pub use state::State;
pub use texts::{Event, Illegal};

/// The rule book of Spy!
#[derive(Clone, PartialEq, Debug)]
pub struct Spy;

impl Rules for Spy {
    const ID: &'static str = "spy";
    const TITLE: &'static str = "Spy!";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const CHANCE: Chance = Chance::AtTheStart;
    const MANUAL: &'static str = include_str!("../../../docs/games/spy.md");

    const NO_LEAVING: &'static str = "a guess has been made, and that decides the game";

    type Options = Options;
    type State = State;
    type Secret = Network;
    type Item = Item;
    type Value = Value;
    type Choice = Choice;
    type Question = Question;
    type Answer = Answer;
    type Draw = First;
    type Drawn = Seat;
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
        play::pending(state)
    }

    fn fold(state: &mut State, fact: &Fact<Self>) -> Vec<Event> {
        play::fold(state, fact)
    }

    fn may_reveal(state: &State, seat: Seat) -> bool {
        play::may_reveal(state, seat)
    }

    fn may_leave(state: &State) -> bool {
        !state.is_declared()
    }

    fn result_despite(state: &State, seat: Seat) -> Option<Outcome> {
        play::lost_guess(state, seat)
    }

    fn items(state: &State, _seat: Seat) -> Vec<Item> {
        state.options.grid.squares().map(Item::Space).collect()
    }

    fn value(_state: &State, secret: &Network, item: &Item) -> Value {
        match item {
            Item::Space(space) if secret.hot().contains(*space) => Value::Hot,
            _ => Value::Blank,
        }
    }

    fn read_secret(state: &State, _seat: Seat, typed: &str) -> Result<Network, Vec<Fault>> {
        setup::read(&state.options, typed)
    }

    fn write_secret(_state: &State, _seat: Seat, secret: &Network) -> Vec<String> {
        setup::write(secret)
    }

    fn parse_secret(_state: &State, _seat: Seat, entries: &[String]) -> Option<Network> {
        setup::parse(entries)
    }

    fn check_secret(state: &State, _seat: Seat, secret: &Network) -> Vec<Fault> {
        secret.faults(&state.options)
    }

    fn random_secret(state: &State, _seat: Seat, numbers: &mut dyn Numbers) -> Network {
        setup::random(&state.options, numbers)
    }

    fn setup_help(state: &State, _seat: Seat) -> SetupHelp {
        setup::help(&state.options)
    }

    fn form(state: &State, _seat: Seat) -> String {
        setup::form(&state.options)
    }

    fn describe_secret(_state: &State, _seat: Seat, secret: &Network) -> String {
        setup::describe(secret)
    }

    fn read_choice(_state: &State, _own: &Own<Self>, typed: &str) -> Result<Choice, Illegal> {
        Ok(notation::read_choice(typed)?)
    }

    fn write_choice(choice: &Choice) -> Vec<String> {
        vec![choice.to_string()]
    }

    fn parse_choice(state: &State, entries: &[String]) -> Result<Choice, Illegal> {
        let text = entries.join("; ");
        let choice = notation::parse_choice(&text)
            .ok_or_else(|| Illegal::NotCanonical(crate::board::text::quoted(&text)))?;
        moves::check_form(state, &choice)?;
        Ok(choice)
    }

    fn check(state: &State, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
        moves::check(state, seat, choice)
    }

    fn check_own(_state: &State, _own: &Own<Self>, _choice: &Choice) -> Result<(), Illegal> {
        Ok(())
    }

    fn conceal(state: &State, choice: Choice, number: u32) -> (Choice, Option<Hidden<Self>>) {
        moves::conceal(state, choice, number)
    }

    fn concealed(state: &State, choice: &Choice, number: u32) -> Option<Item> {
        moves::concealed(state, choice, number)
    }

    fn random_choice(state: &State, own: &Own<Self>, numbers: &mut dyn Numbers) -> Choice {
        knowledge::random_choice(state, own, numbers)
    }

    fn truth(state: &State, known: &[&Own<Self>], question: &Question) -> Option<Answer> {
        proof::truth(state, known, question)
    }

    fn because(state: &State, known: &[&Own<Self>], question: &Question) -> Option<String> {
        proof::because(state, known, question)
    }

    fn opens_for_answer(
        state: &State,
        seat: Seat,
        question: &Question,
        answer: &Answer,
    ) -> Vec<Must<Self>> {
        proof::opens_for_answer(state, seat, question, *answer)
    }

    fn check_opening(state: &State, opening: &Opening<Self>) -> Result<(), Illegal> {
        proof::check_opening(state, opening)
    }

    fn roll(_state: &State, _draw: &First, numbers: &mut dyn Numbers) -> Seat {
        if numbers.below(2) == 0 { Seat::OPENER } else { Seat::JOINER }
    }

    fn scene(state: &State, own: Option<&Own<Self>>) -> Scene {
        scene::scene(state, own)
    }

    fn json(
        state: &State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>) {
        (json::public(state), own.map(json::mine))
    }

    fn hint(state: &State, own: &Own<Self>) -> Option<Vec<String>> {
        knowledge::hint(state, own.seat)
    }

    fn foresee(state: &State, own: &Own<Self>, choice: &Choice) -> Vec<String> {
        knowledge::foresee(state, own.seat, choice)
    }

    fn mark_squares(state: &State, typed: &str) -> Option<Vec<String>> {
        let squares = setup::mark_squares(&state.options, typed)?;
        Some(squares.into_iter().map(notation::name).collect())
    }
}
