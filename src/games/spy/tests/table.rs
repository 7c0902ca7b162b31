//! A table without cryptography, for two honest players who make their files by hand.

use super::super::legal::Illegal;
use super::super::moves::Move;
use super::super::position::State;
use super::super::words::{Item, Question, Value};
use super::{ALICE, BOB, OTHER, REAL, Spy, network, options};
use crate::rules::scene::Scene;
use crate::rules::{
    Due, Game, Knowledge, Known, Move as _, Observation, Open, Opening, Outcome, Position, Private,
    Sealed, Seat, Setup, Show, Shown, Step,
};

/// A game in progress. Each call of [`file`](Table::file) makes the file that is due.
pub(super) struct Table {
    pub(super) state: State,
    pub(super) shown: Shown<Spy>,
    owns: [Private<Spy>; 2],
    turn: u32,
}

impl Table {
    /// Returns a game in which both networks are hidden and alice asks first. Alice's network is
    /// the test vector in the rules.
    pub(super) fn new(set: &[(&str, &str)]) -> Self {
        Table::with(set, [REAL, OTHER])
    }

    pub(super) fn with(set: &[(&str, &str)], networks: [&str; 2]) -> Self {
        let own = |seat: Seat| Private::new(seat, network(networks[seat.index()]));
        let (state, shown) = (Spy::start(&options(set), 2), Shown::nothing(2));
        let mut table = Table { state, shown, owns: [own(ALICE), own(BOB)], turn: 2 };
        table.apply(&Step::First(ALICE));
        table
    }

    pub(super) fn own(&self, seat: Seat) -> &Private<Spy> {
        &self.owns[seat.index()]
    }

    pub(super) fn own_mut(&mut self, seat: Seat) -> &mut Private<Spy> {
        &mut self.owns[seat.index()]
    }

    pub(super) fn seen(&self, seat: Seat) -> Observation<'_, Spy> {
        Observation { position: &self.state, shown: &self.shown, private: self.own(seat) }
    }

    pub(super) fn scene(&self, seat: Seat) -> Scene {
        self.state.scene(&self.shown, Some(self.own(seat)))
    }

    pub(super) fn public_scene(&self) -> Scene {
        self.state.scene(&self.shown, None)
    }

    pub(super) fn apply(&mut self, step: &Step<Spy>) -> Vec<String> {
        self.state.apply(step, &self.shown)
    }

    /// Returns the open question, and true if a guess is possible instead of the answer.
    pub(super) fn question(&self) -> (Question, bool) {
        match self.state.due() {
            Due::Answer { question, or_move, .. } => (question, or_move),
            due => panic!("no answer is due: {due:?}"),
        }
    }

    pub(super) fn read(&self, seat: Seat, typed: &str) -> Result<Move, Illegal> {
        Move::read(typed, &self.seen(seat))
    }

    /// Makes a file and returns its contents, with one entry per step.
    pub(super) fn file(&mut self, seat: Seat, typed: &str) -> Vec<String> {
        self.try_file(seat, typed).expect("a move that the rules allow")
    }

    /// Makes a file, or changes nothing if the move is refused.
    fn try_file(&mut self, seat: Seat, typed: &str) -> Result<Vec<String>, Illegal> {
        let before = (self.state.clone(), self.shown.clone(), self.owns.clone());
        self.turn += 1;
        let written = self.steps(seat, typed);
        if written.is_err() {
            (self.state, self.shown, self.owns) = before;
            self.turn -= 1;
        }
        written
    }

    fn steps(&mut self, seat: Seat, typed: &str) -> Result<Vec<String>, Illegal> {
        let mut steps = Vec::new();
        let mut typed = (!typed.is_empty()).then_some(typed);
        while self.state.writer() == Some(seat) {
            let step = match self.state.due() {
                Due::Answer { question, or_move, .. } => {
                    match typed.filter(|typed| or_move && typed.starts_with("guess")) {
                        Some(guess) => {
                            typed = None;
                            self.make(seat, guess, &mut steps)?
                        }
                        None => self.answer(seat, question, &mut steps),
                    }
                }
                Due::Move(_) => match typed.take() {
                    Some(typed) => self.make(seat, typed, &mut steps)?,
                    None => return Ok(steps),
                },
                Due::Open { opens, .. } => {
                    Step::Opened { seat, opened: self.open(seat, &opens, &mut steps) }
                }
                Due::Reveal(_) => {
                    steps.push("reveal".to_owned());
                    self.shown.reveal(seat, self.own(seat).setup.clone());
                    Step::Revealed(seat)
                }
                due => panic!("not in this game: {due:?}"),
            };
            self.apply(&step);
        }
        assert_eq!(typed, None, "no one may move here: {:?}", self.state.due());
        Ok(steps)
    }

    fn answer(&mut self, seat: Seat, question: Question, steps: &mut Vec<String>) -> Step<Spy> {
        let answer = self.truth(seat, &question).expect("the owner knows").parse();
        let answer = answer.expect("an answer can be read again");
        steps.push(format!("{question}: {answer}"));
        self.open(seat, &self.state.opens_for_answer(&question, &answer), steps);
        Step::Answered { seat, question, answer }
    }

    /// Returns the answer that a player in this seat would compute.
    pub(super) fn truth(&self, seat: Seat, question: &Question) -> Option<String> {
        let answer = self.state.truth(question, Known(&[self.own(seat)]));
        answer.map(|answer| answer.to_string())
    }

    fn make(
        &mut self,
        seat: Seat,
        typed: &str,
        steps: &mut Vec<String>,
    ) -> Result<Step<Spy>, Illegal> {
        let mv = self.read(seat, typed)?;
        self.state.check(seat, &mv, &self.shown)?;
        let (mv, hidden) = mv.conceal(&self.state, self.turn);
        let sealed = mv.concealed(&self.state, self.turn);
        assert_eq!(sealed, hidden.as_ref().map(|(item, _)| *item));
        let entries = mv.write();
        assert_eq!(Move::parse(&entries, &self.state), Ok(mv.clone()));
        let seal = sealed.map_or_else(String::new, |item| format!(" [{item}]"));
        steps.push(format!("{}{seal}", entries.join("; ")));
        self.own_mut(seat).sealed.extend(hidden);
        Ok(Step::Moved { seat, mv, sealed })
    }

    fn open(
        &mut self,
        seat: Seat,
        opens: &[Open<Spy>],
        steps: &mut Vec<String>,
    ) -> Vec<Opening<Spy>> {
        let mut opened = Vec::new();
        for open in opens {
            let of = match open {
                Open::As(opening) => &opening.of,
                Open::Item(of) => of,
                Open::Every { .. } => panic!("no rule of this game opens all of something"),
            };
            let opening = Opening { of: of.clone(), value: self.sealed(seat, of) };
            if let Open::As(said) = open {
                assert_eq!(*said, opening, "an honest step says what was sealed");
            }
            assert_eq!(self.state.check_opening(&opening, &self.shown), Ok(()));
            if self.shown.of(of).is_none() {
                steps.push(format!("open {} {}", of.item, opening.value));
                self.shown.open(&opening);
                opened.push(opening);
            }
        }
        opened
    }

    fn sealed(&self, seat: Seat, of: &Sealed<Item>) -> Value {
        assert_eq!(seat, of.seat);
        let own = self.own(seat);
        let value = own.sealed.get(&of.item).cloned();
        value.unwrap_or_else(|| own.setup.value(&self.state.options, &of.item))
    }

    /// Plays complete rounds in which both players ask about the corner 10J.
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
        match self.state.due() {
            Due::Over(outcome) => outcome,
            due => panic!("not over: {due:?}"),
        }
    }

    /// Returns the points of alice and bob.
    pub(super) fn points(&self) -> [u32; 2] {
        [ALICE, BOB].map(|seat| self.outcome().points[seat])
    }

    /// Makes both networks public, as at the end of a game.
    pub(super) fn show_all(&mut self) {
        for seat in [ALICE, BOB] {
            self.shown.reveal(seat, self.own(seat).setup.clone());
        }
    }
}
