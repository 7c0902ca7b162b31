//! Espionage: two armies whose ranks are hidden, Spies that unmask what stands next to them,
//! Sappers, Mines, and a Headquarters to take.
//!
//! Every home square is sealed, empty ones too. The empties are opened when both have sealed; from
//! then on a piece is named by the square it started from. What Spies see and how fights end
//! travels in boxes, without a question or a mail of its own; which boxes a file must carry is in
//! `boxes.rs`.

mod auto;
mod boxes;
mod house;
mod json;
mod kind;
mod knowledge;
mod moves;
mod notation;
mod place;
mod play;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use house::{Army, House};
pub use kind::{Clash, Kind, Kinds};
pub use moves::Illegal;
pub use place::Place;
pub use setup::{Fault, Sheet};
pub use state::{Draw, Drawn, Event, Fight, Orders, State, Step};

use super::scene::Scene;
use super::{
    BoxSpec, Chance, Fact, Must, Numbers, Opening, OptionFault, OptionMap, OptionSpec, Own,
    Pending, Rules, Seat, SetupHelp,
};

/// The rule book of Espionage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Espionage;

impl Rules for Espionage {
    const ID: &'static str = "espionage";
    const TITLE: &'static str = "Espionage";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const CHANCE: Chance = Chance::AtTheStart;
    const MANUAL: &'static str = include_str!("../../../docs/games/espionage.md");

    type Options = House;
    type State = State;
    type Secret = Sheet;
    type Item = Place;
    type Value = Kind;
    type Choice = Orders;
    type Question = Fight;
    type Answer = Clash;
    type Draw = Draw;
    type Drawn = Drawn;
    type Event = Event;
    type Illegal = Illegal;
    type Fault = Fault;

    fn options() -> Vec<OptionSpec> {
        House::options()
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<House, Vec<OptionFault>> {
        House::read(options)
    }

    fn start(options: &House, _seats: u8, first: Option<Seat>) -> State {
        State::new(*options, first)
    }

    fn pending(state: &State) -> Pending<Self> {
        play::pending(state)
    }

    fn fold(state: &mut State, fact: &Fact<Self>) -> Vec<Event> {
        play::fold(state, fact)
    }

    fn items(state: &State, seat: Seat) -> Vec<Place> {
        state.house.home(seat)
    }

    fn value(state: &State, secret: &Sheet, item: &Place) -> Kind {
        secret.kind(&state.house, *item)
    }

    fn read_secret(state: &State, seat: Seat, typed: &str) -> Result<Sheet, Vec<Fault>> {
        setup::read(&state.house, seat, typed)
    }

    fn write_secret(state: &State, _seat: Seat, secret: &Sheet) -> Vec<String> {
        setup::write(&state.house, secret)
    }

    fn parse_secret(state: &State, seat: Seat, entries: &[String]) -> Option<Sheet> {
        setup::parse(&state.house, seat, entries)
    }

    fn check_secret(state: &State, seat: Seat, secret: &Sheet) -> Vec<Fault> {
        setup::check(&state.house, seat, secret)
    }

    fn random_secret(state: &State, seat: Seat, numbers: &mut dyn Numbers) -> Sheet {
        setup::random(&state.house, seat, numbers)
    }

    fn setup_help(state: &State, seat: Seat) -> SetupHelp {
        setup::help(&state.house, seat)
    }

    fn form(state: &State, seat: Seat) -> String {
        setup::form(&state.house, seat)
    }

    fn describe_secret(state: &State, seat: Seat, secret: &Sheet) -> String {
        setup::describe(&state.house, seat, secret)
    }

    fn read_choice(state: &State, _own: &Own<Self>, typed: &str) -> Result<Orders, Illegal> {
        notation::read(state, typed)
    }

    fn write_choice(choice: &Orders) -> Vec<String> {
        notation::write(choice)
    }

    fn parse_choice(state: &State, entries: &[String]) -> Result<Orders, Illegal> {
        notation::parse(state, entries)
    }

    fn check(state: &State, seat: Seat, choice: &Orders) -> Result<(), Illegal> {
        moves::check(state, seat, choice)
    }

    fn check_own(state: &State, own: &Own<Self>, choice: &Orders) -> Result<(), Illegal> {
        moves::check_own(state, own, choice)
    }

    fn random_choice(state: &State, own: &Own<Self>, numbers: &mut dyn Numbers) -> Orders {
        auto::choose(state, own, numbers)
    }

    fn truth(state: &State, known: &[&Own<Self>], question: &Fight) -> Option<Clash> {
        knowledge::truth(state, known, question)
    }

    fn because(state: &State, known: &[&Own<Self>], question: &Fight) -> Option<String> {
        knowledge::because(state, known, question)
    }

    fn opens_for_answer(
        _state: &State,
        _seat: Seat,
        question: &Fight,
        answer: &Clash,
    ) -> Vec<Must<Self>> {
        play::opens_for_answer(question, *answer)
    }

    fn check_opening(state: &State, opening: &Opening<Self>) -> Result<(), Illegal> {
        moves::check_opening(state, opening)
    }

    fn has_eyes(state: &State) -> bool {
        !state.house.open
    }

    fn kind_number(value: &Kind) -> u8 {
        value.number()
    }

    fn kind_of_number(number: u8) -> Option<Kind> {
        Kind::of_number(number)
    }

    fn sight_kind() -> u8 {
        Kind::Spy.number()
    }

    fn boxes(state: &State, seat: Seat, choice: &Orders) -> Vec<BoxSpec<Self>> {
        boxes::boxes(state, seat, choice)
    }

    fn fight(from: &Kind, to: u8) -> Option<(Clash, bool)> {
        let clash = from.attacks(Kind::of_number(to)?)?;
        Some((clash, clash == Clash::Falls))
    }

    fn fight_outcomes() -> Vec<Clash> {
        Clash::ALL.to_vec()
    }

    fn by_token(question: &Fight) -> bool {
        question.sealed
    }

    fn roll(state: &State, draw: &Draw, numbers: &mut dyn Numbers) -> Drawn {
        play::roll(state, *draw, numbers)
    }

    fn scene(state: &State, own: Option<&Own<Self>>) -> Scene {
        scene::scene(state, own)
    }

    fn json(
        state: &State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>) {
        (json::public(state), own.map(|own| json::mine(state, own)))
    }

    fn moves(state: &State, own: &Own<Self>, piece: &str) -> Option<Result<Vec<String>, Illegal>> {
        Some(scene::moves_of(state, own, piece))
    }

    fn hint(state: &State, own: &Own<Self>) -> Option<Vec<String>> {
        Some(scene::hint(state, own))
    }

    fn foresee(state: &State, own: &Own<Self>, choice: &Orders) -> Vec<String> {
        scene::foresee(state, own, choice)
    }

    fn mark_squares(state: &State, typed: &str) -> Option<Vec<String>> {
        notation::read_line(state, typed)
            .map(|places| places.iter().map(ToString::to_string).collect())
    }
}
