//! Tests of the original rules, one by one, and whole games compared with a slow reference.

mod club;
mod leaving;
mod notation;
mod reference;
mod rules;
mod silence;
mod touching;
mod views;

use super::chart::Dot;
use super::position::State;
use super::setup::Layout;
use super::*;
use crate::games::conformance;
use crate::rules::{
    AsJson, Due, EndedBy, Forfeits, Knowledge, Known, Leaving, Move, Observation, Open, Opening,
    Position, Private, Sealed, Setup, Show, Shown, Step,
};
use call::{Answer, Illegal, Question, Reply};

/// A game in progress, without cryptography. The tests carry out every step by hand.
struct Table {
    state: State,
    shown: Shown<GameBox>,
    checker: Private<GameBox>,
    opened: Vec<Dot>,
    events: Vec<String>,
}

impl Table {
    /// Returns a game with these seats, options and setup, after the Checker has sealed the chart.
    fn new(seats: u8, set: &[(&str, &str)], setup: &str) -> Table {
        let options = conformance::options::<GameBox>(set, seats);
        let layout = Layout::read(&options, CHECKER, setup).expect("a legal setup");
        Table {
            state: GameBox::start(&options, seats),
            shown: Shown::nothing(seats),
            checker: Private::new(CHECKER, layout),
            opened: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Returns the game of most tests: houses in row A, guns in row B, three callers.
    fn plain() -> Table {
        Table::new(4, &[], ROWS)
    }

    fn on_turn(&self) -> Option<Seat> {
        if let Due::Move(seat) = self.state.due() { Some(seat) } else { None }
    }

    fn seen<'a>(&'a self, own: &'a Private<GameBox>) -> Observation<'a, GameBox> {
        Observation { position: &self.state, shown: &self.shown, private: own }
    }

    fn read(&self, typed: &str) -> Result<Dot, Illegal> {
        Dot::read(typed, &self.seen(&caller(1)))
    }

    /// Lets the current caller name a dot.
    fn ask(&mut self, dot: Dot) {
        let seat = self.on_turn().expect("a caller is due");
        assert_eq!(self.state.check(seat, &dot, &self.shown), Ok(()));
        self.apply(&Step::Moved { seat, mv: dot, sealed: None });
    }

    /// Lets the current caller name a dot, and lets the Checker answer and open the dot. Returns
    /// the answer.
    fn call(&mut self, typed: &str) -> Answer {
        let dot = self.read(typed).expect("a dot");
        self.ask(dot);
        let question = Question::Call(dot);
        assert_eq!(self.state.due(), Due::Answer { seat: CHECKER, question, or_move: false });
        let known = [&self.checker];
        let reply = self.state.truth(&question, Known(&known)).expect("he knows");
        for open in self.state.opens_for_answer(&question, &reply) {
            let Open::As(opening) = open else { panic!("an answer says the value") };
            let value = self.checker.setup.value(&self.state.options, &dot);
            assert_eq!(opening, Opening { of: Sealed { seat: CHECKER, item: dot }, value });
            assert!(!self.opened.contains(&dot), "{dot} is opened once in a game");
            self.opened.push(dot);
            self.shown.open(&opening);
        }
        assert!(self.opened.contains(&dot), "{dot} is open after its call");
        self.apply(&Step::Answered { seat: CHECKER, question, answer: reply });
        let Reply::Call(answer) = reply else { panic!("no answer to a call: {reply}") };
        answer
    }

    fn calls(&mut self, dots: &str) -> Vec<Answer> {
        dots.split(' ').map(|dot| self.call(dot)).collect()
    }

    /// Lets the current caller leave, and lets the Checker confirm it.
    fn resign(&mut self) {
        let seat = self.on_turn().expect("a caller is due");
        assert_eq!(self.state.leave(seat, Leaving::Resigned), None, "first the Checker answers");
        let due = Due::Answer { seat: CHECKER, question: Question::Leaving, or_move: false };
        assert_eq!(self.state.due(), due);
        let out = Reply::Out;
        assert_eq!(self.state.truth(&Question::Leaving, Known(&[])), Some(out));
        assert_eq!(self.state.opens_for_answer(&Question::Leaving, &out), []);
        self.apply(&Step::Answered { seat: CHECKER, question: Question::Leaving, answer: out });
    }

    /// Lets the Checker remove the current caller.
    fn strike_out(&mut self) {
        let seat = self.on_turn().expect("a caller is due");
        if let Some(outcome) = self.state.leave(seat, Leaving::Late) {
            assert_eq!(outcome.ended_by, EndedBy::Claim);
            self.state.end(outcome);
        }
    }

    fn apply(&mut self, step: &Step<GameBox>) {
        self.events.extend(self.state.apply(step, &self.shown));
    }

    fn last_told(&self) -> &str {
        self.events.last().map_or("", String::as_str)
    }
}

/// Returns what a caller knows privately: a caller has no secrets.
fn caller(seat: u8) -> Private<GameBox> {
    Private::new(Seat(seat), Layout::new(Vec::new(), Vec::new()))
}

const ROWS: &str = "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 C9; guns B1 B2 B3 B4 B5 B6 B7 B8 B9 D9";

fn dot(name: &str) -> Dot {
    name.parse().expect("a dot")
}
