//! A hand-made table: the board has only the pieces that a test needs.

use std::collections::BTreeSet;

use super::super::Espionage;
use super::super::kind::{Clash, Kind};
use super::super::legal::Illegal;
use super::super::options::Options;
use super::super::setup::Army;
use super::super::square::Square;
use super::super::state::{Fight, Phase, State};
use super::super::step::Strides;
use crate::games::conformance::{self, Dice};
use crate::rules::*;

pub(super) const ALICE: Seat = Seat::OPENER;
pub(super) const BOB: Seat = Seat::JOINER;

pub(super) struct Table {
    pub(super) state: State,
    pub(super) shown: Shown<Espionage>,
    pub(super) owns: [Private<Espionage>; 2],
    /// Boxes of the last file.
    pub(super) boxes: Vec<BoxSpec<Espionage>>,
    posted: Vec<BoxSpec<Espionage>>,
    used: BTreeSet<Square>,
}

pub(super) fn at(square: &str) -> Square {
    square.parse().expect("a square")
}

pub(super) fn options(set: &[(&str, &str)]) -> Options {
    conformance::options::<Espionage>(set, 2)
}

impl Table {
    /// Creates a table with both armies sealed.
    pub(super) fn sealed(set: &[(&str, &str)], seed: u64) -> Table {
        let options = options(set);
        let mut dice = Dice(seed);
        let mut shown = Shown::nothing(2);
        let owns = [ALICE, BOB].map(|seat| {
            shown.seal(seat);
            Private::new(seat, Army::random(&options, seat, &mut dice))
        });
        let (state, posted) = (Espionage::start(&options, 2), Vec::new());
        Table { state, shown, owns, boxes: Vec::new(), posted, used: BTreeSet::new() }
    }

    /// Creates a table with all required items open and the volcanoes placed. Alice begins.
    pub(super) fn full(set: &[(&str, &str)], seed: u64) -> Table {
        let mut table = Table::sealed(set, seed);
        let mut dice = Dice(!seed);
        loop {
            let step = match table.state.due() {
                Due::Open { seat, opens } => {
                    Step::Opened { seat, opened: table.open(seat, &opens) }
                }
                Due::Roll { roll, .. } => {
                    Step::Rolled { roll, rolled: table.state.roll(&roll, &mut dice) }
                }
                Due::First => Step::First(ALICE),
                _ => return table,
            };
            table.apply(&step);
        }
    }

    /// Creates a table without volcanoes and with an empty board: no piece counts as lost, but no
    /// piece is on the board.
    pub(super) fn empty(set: &[(&str, &str)]) -> Table {
        let mut set = set.to_vec();
        set.push(("volcanoes", "0"));
        let mut table = Table::full(&set, 1);
        for seat in [ALICE, BOB] {
            for piece in table.state.pieces[seat].values_mut() {
                (piece.at, piece.kind) = (None, None);
            }
        }
        table
    }

    /// Puts a piece of this kind on this square, and returns its name.
    pub(super) fn put(&mut self, seat: Seat, sign: char, square: &str) -> Square {
        let kind = Kind::of_sign(sign).expect("a sign");
        let is_free = |name: &&Square| self.kind(seat, **name) == kind && !self.used.contains(name);
        let name = *self.state.pieces[seat].keys().find(is_free).expect("the army has one more");
        self.used.insert(name);
        let piece = self.state.pieces[seat].get_mut(&name).expect("a piece");
        piece.at = Some(at(square));
        piece.kind = self.state.options.open.then_some(kind);
        name
    }

    /// Creates a table with only these pieces on the board.
    pub(super) fn with(set: &[(&str, &str)], pieces: &[(Seat, char, &str)]) -> Table {
        let mut table = Table::empty(set);
        for &(seat, sign, square) in pieces {
            table.put(seat, sign, square);
        }
        table
    }

    pub(super) fn volcano(&mut self, square: &str) {
        self.state.volcanoes.push(at(square));
    }

    pub(super) fn own(&self, seat: Seat) -> &Private<Espionage> {
        &self.owns[seat.index()]
    }

    pub(super) fn seen(&self, seat: Seat) -> Observation<'_, Espionage> {
        Observation { position: &self.state, shown: &self.shown, private: self.own(seat) }
    }

    pub(super) fn kind(&self, seat: Seat, name: Square) -> Kind {
        self.own(seat).setup.kind(&self.state.options, name)
    }

    /// Returns the seat that must move or answer.
    pub(super) fn actor(&self) -> Seat {
        match self.state.due() {
            Due::Move(seat) | Due::Answer { seat, .. } => seat,
            due => panic!("{due:?}"),
        }
    }

    pub(super) fn read(&self, typed: &str) -> Result<Strides, Illegal> {
        Strides::read(typed, &self.seen(self.actor()))
    }

    /// Checks a move by the rules that anyone can check.
    pub(super) fn check(&self, seat: Seat, strides: &Strides) -> Result<(), Illegal> {
        self.state.check(seat, strides, &self.shown)
    }

    /// Checks a move by the rules that only its player can check.
    pub(super) fn check_own(&self, seat: Seat, strides: &Strides) -> Result<(), Illegal> {
        State::check_private(self.seen(seat), strides)
    }

    /// Returns the error in this move of the current player.
    pub(super) fn fault(&self, typed: &str) -> Option<Illegal> {
        let strides = match self.read(typed) {
            Ok(strides) => strides,
            Err(fault) => return Some(fault),
        };
        let seat = self.actor();
        self.check(seat, &strides).and_then(|()| self.check_own(seat, &strides)).err()
    }

    pub(super) fn apply(&mut self, step: &Step<Espionage>) -> Vec<String> {
        self.state.apply(step, &self.shown)
    }

    /// Makes a move without answering fights.
    pub(super) fn mail(&mut self, typed: &str) -> Vec<String> {
        assert_eq!(self.fault(typed), None, "{typed}");
        let strides = self.read(typed).expect("a move");
        self.play(strides)
    }

    pub(super) fn play(&mut self, mv: Strides) -> Vec<String> {
        let seat = self.actor();
        self.boxes = Espionage::carried(&self.state, seat, &mv);
        self.posted.extend(self.boxes.clone());
        let events = self.apply(&Step::Moved { seat, mv, sealed: None });
        self.read_boxes();
        events
    }

    /// Makes a move, and answers its fights truthfully.
    pub(super) fn go(&mut self, typed: &str) -> Vec<String> {
        let mut events = self.mail(typed);
        while self.fight().is_some() {
            events.extend(self.answer());
        }
        events
    }

    pub(super) fn fight(&self) -> Option<Fight> {
        if let Phase::Fighting(fight) = self.state.phase { Some(fight) } else { None }
    }

    pub(super) fn truth(&self, fight: &Fight, known: &[&Private<Espionage>]) -> Option<Clash> {
        self.state.truth(fight, Known(known))
    }

    /// Answers the open fight with the result that the box tells the defender.
    pub(super) fn answer(&mut self) -> Vec<String> {
        let Due::Answer { seat, question, .. } = self.state.due() else { panic!("a fight waits") };
        let own = [self.own(seat)];
        let known: &[_] = if question.sealed { &own } else { &[] };
        let answer = self.truth(&question, known).expect("the box told it");
        let both: Vec<_> = self.owns.iter().collect();
        assert_eq!(self.truth(&question, &both), Some(answer));
        self.open(seat, &self.state.opens_for_answer(&question, &answer));
        self.apply(&Step::Answered { seat, question, answer })
    }

    /// Opens items with their values in the armies, and returns the newly opened items.
    pub(super) fn open(
        &mut self,
        seat: Seat,
        opens: &[Open<Espionage>],
    ) -> Vec<Opening<Espionage>> {
        let mut fresh = Vec::new();
        for open in opens {
            let due = match open {
                Open::As(Opening { of, value }) => {
                    assert_eq!(self.kind(of.seat, of.item), *value, "an honest step");
                    vec![of.clone()]
                }
                Open::Item(of) => vec![of.clone()],
                Open::Every { value, count } => {
                    let home = self.state.options.home(seat).into_iter();
                    let alike = home.filter(|&item| self.kind(seat, item) == *value);
                    let all: Vec<_> = alike.map(|item| Sealed { seat, item }).collect();
                    assert_eq!(all.len(), *count);
                    all
                }
            };
            for of in due.into_iter().filter(|of| self.shown.of(of).is_none()) {
                let value = self.kind(of.seat, of.item);
                fresh.push(Opening { of, value });
            }
        }
        for opening in &fresh {
            assert_eq!(self.state.check_opening(opening, &self.shown), Ok(()));
        }
        for opening in &fresh {
            self.shown.open(opening);
        }
        fresh
    }

    /// Opens the boxes that their readers can open now. To open a box, a reader needs a piece of
    /// the right kind, and the tokens of the fights on which the box depends.
    fn read_boxes(&mut self) {
        let readable = |table: &Table| {
            let mut posted = table.posted.iter().enumerate();
            posted.find_map(|(at, spec)| Some((at, table.read_box(spec)?)))
        };
        while let Some((at, disclosure)) = readable(self) {
            let reader = self.posted.remove(at).to.seat;
            self.owns[reader.index()].disclosed.push(disclosure);
        }
    }

    fn read_box(&self, spec: &BoxSpec<Espionage>) -> Option<Disclosure<Espionage>> {
        let reader = self.own(spec.to.seat);
        let is_told = |given: &(Fight, Clash)| {
            reader.disclosed.iter().any(|disclosed| match disclosed {
                Disclosure::Fought { question, answer, .. } => (*question, *answer) == *given,
                Disclosure::Seen(_) => false,
            })
        };
        if !spec.given.iter().all(is_told) {
            return None;
        }
        let value = self.kind(spec.from.seat, spec.from.item);
        let opening = Opening { of: spec.from.clone(), value };
        let reader_kind = self.kind(reader.seat, spec.to.item);
        match spec.purpose {
            Purpose::Sight => (reader_kind == Kind::Spy).then_some(Disclosure::Seen(opening)),
            Purpose::Fight(question) => {
                let (answer, falls) = <Espionage as Boxes<_>>::fight(&value, &reader_kind)?;
                Some(Disclosure::Fought { question, answer, fallen: falls.then_some(opening) })
            }
        }
    }

    /// Returns the opponent's pieces that this seat has seen.
    pub(super) fn seen_by(&self, seat: Seat) -> BTreeSet<Square> {
        let seen = self.own(seat).disclosed.iter().filter_map(|disclosed| match disclosed {
            Disclosure::Seen(opening) => Some(opening.of.item),
            Disclosure::Fought { .. } => None,
        });
        seen.collect()
    }

    pub(super) fn stands(&self, seat: Seat, name: Square) -> Option<Square> {
        self.state.pieces[seat].get(&name)?.at
    }

    pub(super) fn outcome(&self) -> Option<(Vec<Seat>, String)> {
        match self.state.due() {
            Due::Over(outcome) => Some((outcome.winners, outcome.reason)),
            _ => None,
        }
    }
}
