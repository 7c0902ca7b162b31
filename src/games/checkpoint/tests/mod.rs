//! Tests of the rules, with a small table that answers for both players from their setups.

mod calls;
mod endings;
mod manual;
mod proofs;
mod reference;
mod setups;
mod sheets;
mod touching;
mod typed;
mod whole_games;

use super::call::{Call, Calls};
use super::position::{Illegal, Question};
use super::setup::{Answer, Fault, Value};
use super::square::Square;
use super::*;
use crate::rules::{Private, Shown, *};

const ALICE: Seat = Seat::OPENER;
const BOB: Seat = Seat::JOINER;

/// The setup in the first example of the original rules.
const SEED_SHEET: &str = "B2 C7 F1 F3";
/// Agents that aren't seen from C2.
const UNSEEN_SHEET: &str = "A1 A3 B5 G9";

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(square).collect()
}

fn network(names: &str) -> Network {
    Network::new(squares(names))
}

fn plain(name: &str) -> Call {
    Call { danger: false, square: square(name) }
}

fn danger(name: &str) -> Call {
    Call { danger: true, square: square(name) }
}

fn opening(seat: Seat, square: Square, value: Value) -> Opening<Checkpoint> {
    Opening::new(seat, square, value)
}

fn says(text: &dyn std::fmt::Display) -> String {
    Names::new(["alice", "bob"]).fill(&text.to_string())
}

/// A two-player game without cryptography.
struct Table {
    state: State,
    shown: Shown<Checkpoint>,
    owns: [Private<Checkpoint>; 2],
    /// All openings, in order.
    opened: Vec<(Seat, String)>,
    events: Vec<String>,
    /// For each step, the seat whose turn file contains the step.
    writers: Vec<Seat>,
}

impl Table {
    /// Creates a table where both players have hidden their agents, and alice begins.
    fn new(alice: &str, bob: &str) -> Self {
        Table::with(Options::default(), alice, bob)
    }

    fn with(options: Options, alice: &str, bob: &str) -> Self {
        let mut table = Table {
            state: Checkpoint::start(&options, 2),
            shown: Shown::nothing(2),
            owns: [Private::new(ALICE, network(alice)), Private::new(BOB, network(bob))],
            opened: Vec::new(),
            events: Vec::new(),
            writers: Vec::new(),
        };
        table.apply(&Step::First(ALICE));
        table
    }

    fn own(&self, seat: Seat) -> &Private<Checkpoint> {
        &self.owns[seat.index()]
    }

    fn seen(&self, seat: Seat) -> Observation<'_, Checkpoint> {
        Observation { position: &self.state, shown: &self.shown, private: self.own(seat) }
    }

    fn due(&self) -> Due<Checkpoint> {
        self.state.due()
    }

    fn last(&self) -> Option<&str> {
        self.events.last().map(String::as_str)
    }

    fn outcome(&self) -> Outcome {
        match self.due() {
            Due::Over(outcome) => outcome,
            due => panic!("not decided: {due:?}"),
        }
    }

    fn apply(&mut self, step: &Step<Checkpoint>) {
        if let Due::Move(seat) | Due::Answer { seat, .. } | Due::Open { seat, .. } = self.due() {
            self.writers.push(seat);
        }
        let events = self.state.apply(step, &self.shown);
        self.events.extend(events.iter().map(|line| says(line)));
    }

    fn open(&mut self, opens: &[Open<Checkpoint>]) -> Vec<Opening<Checkpoint>> {
        let mut fresh = Vec::new();
        for open in opens {
            let Open::As(opening) = open else { panic!("this game knows all values it opens") };
            let Sealed { seat, item } = opening.of;
            let value = self.own(seat).setup.value(&self.state.options, &item);
            assert_eq!(value, opening.value, "an honest opening");
            assert_eq!(self.state.check_opening(opening, &self.shown), Ok(()));
            let line = (seat, format!("{item} {}", opening.value));
            if !self.opened.contains(&line) {
                self.opened.push(line);
                fresh.push(opening.clone());
            }
        }
        self.show(&fresh);
        fresh
    }

    /// Publishes these openings.
    fn show(&mut self, openings: &[Opening<Checkpoint>]) {
        for opening in openings {
            self.shown.open(opening);
        }
    }

    /// Carries out the openings and answers that are due before the next decision.
    fn settle(&mut self) -> &mut Self {
        loop {
            let step = match self.due() {
                Due::Open { seat, opens } => Step::Opened { seat, opened: self.open(&opens) },
                Due::Answer { seat, question, .. } => {
                    let answer = self.truth(&[seat], question).expect("the sheet of this seat");
                    self.open(&self.state.opens_for_answer(&question, &answer));
                    Step::Answered { seat, question, answer }
                }
                _ => return self,
            };
            self.apply(&step);
        }
    }

    /// Returns the answer to a question, computed from the setups of these seats.
    fn truth(&self, seats: &[Seat], question: Question) -> Option<Answer> {
        let known: Vec<_> = seats.iter().map(|&seat| self.own(seat)).collect();
        self.state.truth(&question, Known(&known))
    }

    fn try_call(&mut self, typed: &str) -> Result<(), Illegal> {
        let Due::Move(seat) = self.due() else { panic!("no move is due: {:?}", self.due()) };
        let mv = Calls::read(typed, &self.seen(seat))?;
        self.state.check(seat, &mv, &self.shown)?;
        State::check_private(self.seen(seat), &mv)?;
        self.open(&self.state.opens_for_move(seat, &mv));
        self.apply(&Step::Moved { seat, mv, sealed: None });
        Ok(())
    }

    /// Answers the open question, then makes a call for the current player.
    fn call(&mut self, typed: &str) -> &mut Self {
        self.settle();
        if let Err(illegal) = self.try_call(typed) {
            panic!("{typed}: {illegal}");
        }
        self
    }

    fn calls(&mut self, typed: &[&str]) -> &mut Self {
        for typed in typed {
            self.call(typed);
        }
        self
    }

    /// Returns the reason why the current player can't make this call.
    fn refuses(&mut self, typed: &str) -> String {
        self.settle();
        says(&self.try_call(typed).expect_err("not a legal call"))
    }

    fn reveal(&mut self, seat: Seat) {
        self.shown.reveal(seat, self.own(seat).setup.clone());
        self.apply(&Step::Revealed(seat));
    }

    fn opened_by(&self, seat: Seat) -> Vec<&str> {
        self.opened.iter().filter(|(who, _)| *who == seat).map(|(_, line)| line.as_str()).collect()
    }
}

fn wins(winner: Seat, ended_by: EndedBy, reason: &str) -> Outcome {
    let points = BySeat::from_fn(2, |seat| u32::from(seat == winner));
    Outcome {
        winners: vec![winner],
        kind: OutcomeKind::Win,
        points,
        ended_by,
        reason: reason.to_owned(),
    }
}
