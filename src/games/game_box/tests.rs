//! The rules of the original, one by one, and whole games against a slow reference.

mod notation;
mod reference;
mod rules;
mod views;

use super::{Answer, CHECKER, Dot, Event, GameBox, Layout, State};
use crate::games::conformance;
use crate::games::{Fact, Must, Opening, Own, Pending, Rules, Sealed, Seat};

/// A game on the table, played by hand.
struct Table {
    state: State,
    checker: Own<GameBox>,
    opened: Vec<Dot>,
    events: Vec<Event>,
}

impl Table {
    /// A game with these seats, options and setup, the chart sealed.
    fn new(seats: u8, set: &[(&str, &str)], setup: &str) -> Table {
        let mut state = GameBox::start(&conformance::options::<GameBox>(set, seats), seats, None);
        assert_eq!(GameBox::pending(&state), Pending::Setup(CHECKER));
        let layout = GameBox::read_secret(&state, CHECKER, setup).expect("a legal setup");
        GameBox::fold(&mut state, &Fact::SetUp(CHECKER));
        Table { state, checker: Own::new(CHECKER, layout), opened: Vec::new(), events: Vec::new() }
    }

    /// The game of most tests: houses in row A, guns in row B, three callers.
    fn plain() -> Table {
        Table::new(4, &[], ROWS)
    }

    fn on_turn(&self) -> Option<Seat> {
        if let Pending::Choice(seat) = GameBox::pending(&self.state) { Some(seat) } else { None }
    }

    /// The caller whose turn it is calls; the Checker answers and opens what is due.
    fn call(&mut self, typed: &str) -> Answer {
        let seat = self.on_turn().expect("a caller is due");
        let dot = GameBox::read_choice(&self.state, &Own::new(seat, Layout::default()), typed)
            .expect("a dot");
        assert_eq!(GameBox::check(&self.state, seat, &dot), Ok(()));
        self.fold(&Fact::Chose { seat, choice: dot, sealed: None, opened: Vec::new() });
        assert_eq!(
            GameBox::pending(&self.state),
            Pending::Answer { seat: CHECKER, question: dot, or_choice: false }
        );
        let answer =
            GameBox::truth(&self.state, &[&self.checker], &dot).expect("the Checker knows");
        let opened: Vec<Opening<GameBox>> =
            GameBox::opens_for_answer(&self.state, CHECKER, &dot, &answer)
                .into_iter()
                .map(|must| {
                    if let Must::Be(opening) = must {
                        opening
                    } else {
                        panic!("an answer says the value")
                    }
                })
                .collect();
        for opening in &opened {
            let value = GameBox::value(&self.state, &self.checker.secret, &dot);
            assert_eq!(*opening, Opening { of: Sealed { seat: CHECKER, item: dot }, value });
            assert!(!self.opened.contains(&dot), "{dot} is opened once in a game");
            self.opened.push(dot);
        }
        assert!(self.opened.contains(&dot), "{dot} is open after its call");
        self.fold(&Fact::Answered { seat: CHECKER, question: dot, answer, opened });
        answer
    }

    fn calls(&mut self, dots: &str) -> Vec<Answer> {
        dots.split(' ').map(|dot| self.call(dot)).collect()
    }

    fn resign(&mut self, seat: Seat) {
        self.fold(&Fact::Resigned(seat));
    }

    fn reveal(&mut self) {
        assert!(GameBox::may_reveal(&self.state, CHECKER));
        let secret = self.checker.secret.clone();
        self.fold(&Fact::Revealed { seat: CHECKER, secret });
    }

    fn fold(&mut self, fact: &Fact<GameBox>) {
        self.events.extend(GameBox::fold(&mut self.state, fact));
    }

    fn last_event(&self) -> String {
        self.events.last().map(ToString::to_string).unwrap_or_default()
    }
}

const ROWS: &str = "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 C9; guns B1 B2 B3 B4 B5 B6 B7 B8 B9 D9";

fn dot(name: &str) -> Dot {
    name.parse().expect("a dot")
}
