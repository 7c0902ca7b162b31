//! Tests of the rule book, with its own small table: it answers for both players from what they
//! hid.

mod calls;
mod endings;
mod manual;
mod proofs;
mod reference;
mod setups;
mod sheets;
mod typed;
mod whole_games;

use super::*;
use crate::games::{BySeat, EndedBy, Names, Outcome, OutcomeKind, Sealed};

const ALICE: Seat = Seat::OPENER;
const BOB: Seat = Seat::JOINER;

/// The sheet of the original's first example.
const SEED_SHEET: &str = "B2 C7 F1 F3";
/// Agents that nobody sees from C2.
const UNSEEN_SHEET: &str = "A1 A3 B5 G9";

fn place(name: &str) -> Place {
    name.parse().expect("a square")
}

fn places(names: &str) -> Vec<Place> {
    names.split_whitespace().map(place).collect()
}

fn network(names: &str) -> Network {
    Network::new(places(names))
}

fn says(text: &dyn std::fmt::Display) -> String {
    Names::new(["alice", "bob"]).fill(&text.to_string())
}

/// A game of two, played without cryptography.
struct Table {
    state: State,
    owns: [Own<CheckpointDanger>; 2],
    /// all that was opened, in order
    opened: Vec<(Seat, String)>,
    events: Vec<String>,
    /// who wrote the file of each step
    writers: Vec<Seat>,
}

impl Table {
    /// Both have set up, alice begins.
    fn new(alice: &str, bob: &str) -> Self {
        Table::with(Options::default(), alice, bob)
    }

    fn with(options: Options, alice: &str, bob: &str) -> Self {
        let mut table = Table::before_setup(options, Some(ALICE), alice, bob);
        table.fold(&Fact::SetUp(ALICE));
        table.fold(&Fact::SetUp(BOB));
        table
    }

    fn before_setup(options: Options, first: Option<Seat>, alice: &str, bob: &str) -> Self {
        Table {
            state: CheckpointDanger::start(&options, 2, first),
            owns: [Own::new(ALICE, network(alice)), Own::new(BOB, network(bob))],
            opened: Vec::new(),
            events: Vec::new(),
            writers: Vec::new(),
        }
    }

    fn own(&self, seat: Seat) -> &Own<CheckpointDanger> {
        &self.owns[seat.index()]
    }

    fn pending(&self) -> Pending<CheckpointDanger> {
        CheckpointDanger::pending(&self.state)
    }

    fn outcome(&self) -> Outcome {
        match self.pending() {
            Pending::Over(outcome) | Pending::Reveal { result: Some(outcome), .. } => outcome,
            pending => panic!("not decided: {pending:?}"),
        }
    }

    fn fold(&mut self, fact: &Fact<CheckpointDanger>) {
        self.writers.extend(CheckpointDanger::pending(&self.state).actor());
        self.events
            .extend(CheckpointDanger::fold(&mut self.state, fact).iter().map(|event| says(event)));
    }

    fn open(&mut self, musts: &[Must<CheckpointDanger>]) -> Vec<Opening<CheckpointDanger>> {
        let mut fresh = Vec::new();
        for must in musts {
            let Must::Be(opening) = must else { panic!("this game knows all values it opens") };
            let Sealed { seat, item } = opening.of;
            assert_eq!(
                CheckpointDanger::value(&self.state, &self.own(seat).secret, &item),
                opening.value,
                "an honest opening"
            );
            assert_eq!(CheckpointDanger::check_opening(&self.state, opening), Ok(()));
            let line = (seat, format!("{item} {}", opening.value));
            if !self.opened.contains(&line) {
                self.opened.push(line);
                fresh.push(opening.clone());
            }
        }
        fresh
    }

    /// Does all that comes before the next decision.
    fn settle(&mut self) -> &mut Self {
        loop {
            let fact = match self.pending() {
                Pending::Opening { seat, must } => Fact::Opened { seat, opened: self.open(&must) },
                Pending::Answer { seat, question, .. } => {
                    let answer = CheckpointDanger::truth(&self.state, &[self.own(seat)], &question)
                        .expect("it is his sheet");
                    let musts =
                        CheckpointDanger::opens_for_answer(&self.state, seat, &question, &answer);
                    Fact::Answered { seat, question, answer, opened: self.open(&musts) }
                }
                _ => return self,
            };
            self.fold(&fact);
        }
    }

    fn try_call(&mut self, typed: &str) -> Result<(), Illegal> {
        let Pending::Choice(seat) = self.pending() else {
            panic!("no move is due: {:?}", self.pending())
        };
        let choice = CheckpointDanger::read_choice(&self.state, self.own(seat), typed)?;
        CheckpointDanger::check(&self.state, seat, &choice)?;
        CheckpointDanger::check_own(&self.state, self.own(seat), &choice)?;
        let opened = self.open(&CheckpointDanger::opens_for_choice(&self.state, seat, &choice));
        self.fold(&Fact::Chose { seat, choice, sealed: None, opened });
        Ok(())
    }

    /// Answers what is asked, then the seat that is due calls.
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

    /// Why the seat that is due cannot make this call.
    fn refuses(&mut self, typed: &str) -> String {
        self.settle();
        says(&self.try_call(typed).expect_err("not a legal call"))
    }

    fn reveal(&mut self, seat: Seat) {
        let secret = self.own(seat).secret.clone();
        self.fold(&Fact::Revealed { seat, secret });
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
