//! A desk at which two honest players write their files by hand.

use crate::games::{Fact, Must, Opening, Outcome, Own, Pending, Rules, Sealed, Seat};

use super::super::notation::{Item, Value};
use super::super::{Illegal, Spy, State};
use super::{OTHER, REAL, network, options};

pub(super) const ALICE: Seat = Seat::OPENER;
pub(super) const BOB: Seat = Seat::JOINER;

/// A game in progress. Each call of [`file`](Desk::file) writes all that a seat can write.
pub(super) struct Desk {
    pub(super) state: State,
    owns: [Own<Spy>; 2],
    opened: Vec<Sealed<Item>>,
    turn: u32,
}

impl Desk {
    /// Both networks are hidden, that of the rules' vector by alice; alice asks first.
    pub(super) fn new(set: &[(&str, &str)]) -> Self {
        Desk::with(set, [REAL, OTHER])
    }

    pub(super) fn with(set: &[(&str, &str)], networks: [&str; 2]) -> Self {
        let mut state = Spy::start(&options(set), 2, Some(ALICE));
        for seat in [ALICE, BOB] {
            Spy::fold(&mut state, &Fact::SetUp(seat));
        }
        let own = |seat: Seat| Own::new(seat, network(networks[seat.index()]));
        Desk { state, owns: [own(ALICE), own(BOB)], opened: Vec::new(), turn: 2 }
    }

    pub(super) fn own(&self, seat: Seat) -> &Own<Spy> {
        &self.owns[seat.index()]
    }

    /// Writes a file and says what it holds, one step an entry.
    pub(super) fn file(&mut self, seat: Seat, typed: &str) -> Vec<String> {
        self.try_file(seat, typed).expect("a move that the rules allow")
    }

    /// Nothing is written if the move is refused.
    pub(super) fn try_file(&mut self, seat: Seat, typed: &str) -> Result<Vec<String>, Illegal> {
        let before = (self.state.clone(), self.owns.clone(), self.opened.clone());
        self.turn += 1;
        let written = self.steps(seat, typed);
        if written.is_err() {
            (self.state, self.owns, self.opened) = before;
            self.turn -= 1;
        }
        written
    }

    fn steps(&mut self, seat: Seat, typed: &str) -> Result<Vec<String>, Illegal> {
        let mut steps = Vec::new();
        let mut typed = (!typed.is_empty()).then_some(typed);
        loop {
            let pending = Spy::pending(&self.state);
            if pending.actor() != Some(seat) {
                assert_eq!(typed, None, "nobody may move here: {pending:?}");
                return Ok(steps);
            }
            let fact = match pending {
                Pending::Answer { question, or_choice, .. } => {
                    let instead = typed.filter(|typed| or_choice && typed.starts_with("guess"));
                    if let Some(choice) = instead {
                        typed = None;
                        self.choose(seat, choice, &mut steps)?
                    } else {
                        let answer = Spy::truth(&self.state, &[self.own(seat)], &question)
                            .expect("the owner knows");
                        steps.push(format!("{question}: {answer}"));
                        let opened = self.open(
                            seat,
                            &Spy::opens_for_answer(&self.state, seat, &question, &answer),
                            &mut steps,
                        );
                        Fact::Answered { seat, question, answer, opened }
                    }
                }
                Pending::Choice(_) => match typed.take() {
                    Some(choice) => self.choose(seat, choice, &mut steps)?,
                    None => return Ok(steps),
                },
                Pending::Opening { must, .. } => {
                    Fact::Opened { seat, opened: self.open(seat, &must, &mut steps) }
                }
                Pending::Reveal { result, .. } => {
                    let known = if result.is_some() { "decided" } else { "open" };
                    steps.push(format!("reveal, {known}"));
                    Fact::Revealed { seat, secret: self.own(seat).secret.clone() }
                }
                other => panic!("not at this desk: {other:?}"),
            };
            Spy::fold(&mut self.state, &fact);
        }
    }

    fn choose(
        &mut self,
        seat: Seat,
        typed: &str,
        steps: &mut Vec<String>,
    ) -> Result<Fact<Spy>, Illegal> {
        let choice = Spy::read_choice(&self.state, self.own(seat), typed)?;
        Spy::check(&self.state, seat, &choice)?;
        Spy::check_own(&self.state, self.own(seat), &choice)?;
        let (choice, hidden) = Spy::conceal(&self.state, choice, self.turn);
        let sealed = Spy::concealed(&self.state, &choice, self.turn);
        assert_eq!(sealed, hidden.as_ref().map(|(item, _)| *item));
        let entries = Spy::write_choice(&choice);
        assert_eq!(Spy::parse_choice(&self.state, &entries), Ok(choice.clone()));
        let seal = sealed.map_or_else(String::new, |item| format!(" [{item}]"));
        steps.push(format!("{}{seal}", entries.join("; ")));
        self.owns[seat.index()].hidden.extend(hidden);
        Ok(Fact::Chose { seat, choice, sealed, opened: Vec::new() })
    }

    fn open(
        &mut self,
        seat: Seat,
        musts: &[Must<Spy>],
        steps: &mut Vec<String>,
    ) -> Vec<Opening<Spy>> {
        let mut opened = Vec::new();
        for must in musts {
            let of = match must {
                Must::Be(opening) => &opening.of,
                Must::Show(of) => of,
                Must::All { .. } => panic!("no rule of this game opens all of something"),
            };
            let value = self.sealed(seat, of);
            if let Must::Be(opening) = must {
                assert_eq!(opening.value, value, "an honest step says what was sealed");
            }
            let opening = Opening { of: of.clone(), value };
            assert_eq!(Spy::check_opening(&self.state, &opening), Ok(()));
            if !self.opened.contains(of) {
                steps.push(format!("open {} {}", of.item, opening.value));
                opened.push(opening);
            }
        }
        self.opened.extend(opened.iter().map(|opening| opening.of.clone()));
        opened
    }

    fn sealed(&self, seat: Seat, of: &Sealed<Item>) -> Value {
        assert_eq!(seat, of.seat);
        let own = self.own(seat);
        own.hidden
            .get(&of.item)
            .cloned()
            .unwrap_or_else(|| Spy::value(&self.state, &own.secret, &of.item))
    }

    /// Plays whole rounds in which both ask for the corner 10J.
    pub(super) fn rounds(&mut self, rounds: u32) {
        for _ in 0..rounds {
            self.file(ALICE, "10J");
            self.file(BOB, "10J");
        }
        self.file(ALICE, "");
    }

    pub(super) fn refuse(&mut self, seat: Seat, typed: &str) -> Illegal {
        self.try_file(seat, typed).expect_err("a move that the rules forbid")
    }

    pub(super) fn outcome(&self) -> Outcome {
        match Spy::pending(&self.state) {
            Pending::Over(outcome) => outcome,
            other => panic!("not over: {other:?}"),
        }
    }

    /// Points of alice and bob.
    pub(super) fn points(&self) -> [u32; 2] {
        [ALICE, BOB].map(|seat| self.outcome().points[seat])
    }
}
