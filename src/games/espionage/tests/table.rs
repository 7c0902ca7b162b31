//! A table set by hand: two armies, of which only the pieces that a test needs are on the board.

use std::collections::BTreeSet;

use super::super::state::Phase;
use super::super::{Clash, Espionage, Event, Fight, Illegal, Kind, Orders, Place, State};
use crate::games::conformance::{self, Dice};
use crate::games::{
    BoxSpec, Fact, Must, Opening, Own, Pending, Purpose, Rules, Sealed, Seat, Told,
};

pub(super) const ALICE: Seat = Seat::OPENER;
pub(super) const BOB: Seat = Seat::JOINER;

pub(super) struct Table {
    pub(super) state: State,
    pub(super) owns: [Own<Espionage>; 2],
    /// the boxes of the last file
    pub(super) boxes: Vec<BoxSpec<Espionage>>,
    posted: Vec<BoxSpec<Espionage>>,
    used: BTreeSet<Place>,
}

pub(super) fn at(square: &str) -> Place {
    square.parse().expect("a square")
}

impl Table {
    /// Both armies are sealed, there is no volcano, and alice begins.
    pub(super) fn full(set: &[(&str, &str)], seed: u64) -> Table {
        let options = conformance::options::<Espionage>(set, 2);
        let mut state = Espionage::start(&options, 2, Some(ALICE));
        let mut dice = Dice(seed);
        let owns = [ALICE, BOB]
            .map(|seat| Own::new(seat, Espionage::random_secret(&state, seat, &mut dice)));
        loop {
            let fact = match Espionage::pending(&state) {
                Pending::Setup(seat) => Fact::SetUp(seat),
                Pending::Opening { seat, must } => {
                    Fact::Opened { seat, opened: openings(&state, &owns, &must) }
                }
                Pending::Chance { draw, .. } => {
                    Fact::Drawn { draw, drawn: Espionage::roll(&state, &draw, &mut dice) }
                }
                _ => break,
            };
            Espionage::fold(&mut state, &fact);
        }
        Table { state, owns, boxes: Vec::new(), posted: Vec::new(), used: BTreeSet::new() }
    }

    /// The same with an empty board: nothing is lost, but nothing stands there yet.
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

    /// Puts a piece of this kind on a square, as if it had walked there if it can walk; says its
    /// name.
    pub(super) fn put(&mut self, seat: Seat, sign: char, square: &str) -> Place {
        let kind = Kind::of_sign(sign).expect("a sign");
        let name = *self.state.pieces[seat]
            .keys()
            .find(|name| {
                self.owns[seat.index()].secret.kind(&self.state.house, **name) == kind
                    && !self.used.contains(name)
            })
            .expect("the army has one more");
        self.used.insert(name);
        let piece = self.state.pieces[seat].get_mut(&name).expect("a piece");
        piece.at = Some(at(square));
        piece.kind = self.state.house.open.then_some(kind);
        name
    }

    pub(super) fn volcano(&mut self, square: &str) {
        self.state.volcanoes.push(at(square));
    }

    pub(super) fn own(&self, seat: Seat) -> &Own<Espionage> {
        &self.owns[seat.index()]
    }

    pub(super) fn kind(&self, seat: Seat, name: Place) -> Kind {
        self.own(seat).secret.kind(&self.state.house, name)
    }

    pub(super) fn actor(&self) -> Seat {
        Espionage::pending(&self.state).actor().expect("the game goes on")
    }

    pub(super) fn read(&self, typed: &str) -> Result<Orders, Illegal> {
        Espionage::read_choice(&self.state, self.own(self.actor()), typed)
    }

    /// What is wrong with this move of the seat to act.
    pub(super) fn fault(&self, typed: &str) -> Option<Illegal> {
        let orders = match self.read(typed) {
            Ok(orders) => orders,
            Err(fault) => return Some(fault),
        };
        let own = self.own(self.actor());
        Espionage::check(&self.state, own.seat, &orders)
            .and_then(|()| Espionage::check_own(&self.state, own, &orders))
            .err()
    }

    /// Makes a move; fights are not answered yet.
    pub(super) fn order(&mut self, typed: &str) -> Vec<Event> {
        assert_eq!(self.fault(typed), None, "{typed}");
        let orders = self.read(typed).expect("a move");
        self.play(orders)
    }

    pub(super) fn play(&mut self, orders: Orders) -> Vec<Event> {
        let seat = self.actor();
        self.boxes = Espionage::boxes(&self.state, seat, &orders);
        self.posted.extend(self.boxes.clone());
        let events = Espionage::fold(
            &mut self.state,
            &Fact::Chose { seat, choice: orders, sealed: None, opened: Vec::new() },
        );
        self.read_boxes();
        events
    }

    /// Makes a move and answers its fights truly.
    pub(super) fn go(&mut self, typed: &str) -> Vec<Event> {
        let mut events = self.order(typed);
        while self.fight().is_some() {
            events.extend(self.answer());
        }
        events
    }

    pub(super) fn fight(&self) -> Option<Fight> {
        if let Phase::Fighting(fight) = &self.state.phase { Some(fight.clone()) } else { None }
    }

    /// Answers the fight that waits, as the box told the defender.
    pub(super) fn answer(&mut self) -> Vec<Event> {
        let Pending::Answer { seat, question, .. } = Espionage::pending(&self.state) else {
            panic!("a fight waits")
        };
        let known: Vec<&Own<Espionage>> =
            if question.sealed { vec![self.own(seat)] } else { Vec::new() };
        let answer = Espionage::truth(&self.state, &known, &question).expect("the box told it");
        let both: Vec<&Own<Espionage>> = self.owns.iter().collect();
        assert_eq!(Espionage::truth(&self.state, &both, &question), Some(answer));
        let opened = openings(
            &self.state,
            &self.owns,
            &Espionage::opens_for_answer(&self.state, seat, &question, &answer),
        );
        for opening in &opened {
            assert_eq!(Espionage::check_opening(&self.state, opening), Ok(()));
        }
        Espionage::fold(&mut self.state, &Fact::Answered { seat, question, answer, opened })
    }

    /// Every seat opens what it can: a box takes the right kind, and the tokens of the fights it is
    /// tied to.
    fn read_boxes(&mut self) {
        while let Some((index, told)) = self
            .posted
            .iter()
            .enumerate()
            .find_map(|(index, spec)| Some((index, self.read_box(spec)?)))
        {
            let reader = self.posted.remove(index).to.seat;
            self.owns[reader.index()].told.push(told);
        }
    }

    fn read_box(&self, spec: &BoxSpec<Espionage>) -> Option<Told<Espionage>> {
        let reader = self.own(spec.to.seat);
        let tokens = |given: &(Fight, Clash)| {
            reader
                .told
                .iter()
                .any(|told| matches!(told, Told::Fought { question, answer, .. } if (question, answer) == (&given.0, &given.1)))
        };
        if !spec.given.iter().all(tokens) {
            return None;
        }
        let value = self.kind(spec.from.seat, spec.from.item);
        let opening = Opening { of: spec.from.clone(), value };
        let reader_kind = self.kind(reader.seat, spec.to.item);
        match &spec.purpose {
            Purpose::Sight => (reader_kind == Kind::Spy).then_some(Told::Seen(opening)),
            Purpose::Fight(question) => {
                let (answer, falls) = Espionage::fight(&value, reader_kind.number())?;
                Some(Told::Fought {
                    question: question.clone(),
                    answer,
                    fallen: falls.then_some(opening),
                })
            }
        }
    }

    /// The pieces of the other that this seat has seen.
    pub(super) fn seen(&self, seat: Seat) -> BTreeSet<Place> {
        let seen = self.own(seat).told.iter().filter_map(|told| match told {
            Told::Seen(opening) => Some(opening.of.item),
            Told::Fought { .. } => None,
        });
        seen.collect()
    }

    pub(super) fn stands(&self, seat: Seat, name: Place) -> Option<Place> {
        self.state.pieces[seat].get(&name)?.at
    }

    pub(super) fn outcome(&self) -> Option<(Vec<Seat>, String)> {
        if let Phase::Ended { outcome, .. } = &self.state.phase {
            Some((outcome.winners.clone(), outcome.reason.clone()))
        } else {
            None
        }
    }
}

/// The openings that are due, by hand from the sheets.
pub(super) fn openings(
    state: &State,
    owns: &[Own<Espionage>; 2],
    musts: &[Must<Espionage>],
) -> Vec<Opening<Espionage>> {
    let value = |of: &Sealed<Place>| owns[of.seat.index()].secret.kind(&state.house, of.item);
    let mut openings = Vec::new();
    for must in musts {
        match must {
            Must::Be(opening) => openings.push(opening.clone()),
            Must::Show(of) => openings.push(Opening { of: of.clone(), value: value(of) }),
            Must::All { seat, value: wanted, count } => {
                let items = Espionage::items(state, *seat)
                    .into_iter()
                    .map(|item| Sealed { seat: *seat, item });
                let all: Vec<_> = items
                    .filter(|of| value(of) == *wanted)
                    .map(|of| Opening { of, value: *wanted })
                    .collect();
                assert_eq!(all.len(), *count);
                openings.extend(all);
            }
        }
    }
    openings
}
