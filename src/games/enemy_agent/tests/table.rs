//! A table for trying rules: both players have hidden their setups, and it is Blue's move.

use std::collections::BTreeSet;

use crate::board::text::joined;
use crate::games::conformance;
use crate::games::enemy_agent::board::{Square, read_square};
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::orders::{Order, Orders, Then};
use crate::games::enemy_agent::person::{Answer, Item, Person, Question, Role, Value};
use crate::games::enemy_agent::state::{Whereabouts, hidden_in};
use crate::games::enemy_agent::{Card, Dossier, EnemyAgent, Roll, Rolled, State, Throw};
use crate::rules::*;

pub(super) const BLUE: Seat = Seat::OPENER;
pub(super) const RED: Seat = Seat::JOINER;

pub(super) struct Table {
    pub(super) state: State,
    pub(super) shown: Shown<EnemyAgent>,
    pub(super) owns: [Private<EnemyAgent>; 2],
    /// The values opened in the last step.
    pub(super) opened: Vec<String>,
}

pub(super) fn who(text: &str) -> Person {
    Person::read(text).expect("one of the people")
}

pub(super) fn square(text: &str) -> Square {
    read_square(text).expect("a square")
}

fn dossier(agents: [u8; 3], plan: u8) -> Dossier {
    Dossier { agents: BTreeSet::from(agents), plans: BTreeSet::from([plan]) }
}

/// Creates a table at which Blue has Agents 1, 3 and 5 and the plan in Blue 2, and Red has Agents
/// 7, 9 and 11 and the plan in Red 3.
pub(super) fn table() -> Table {
    table_with(&[])
}

pub(super) fn table_with(set: &[(&str, &str)]) -> Table {
    let mut table = Table {
        state: EnemyAgent::start(&conformance::options::<EnemyAgent>(set, 2), 2),
        shown: Shown::nothing(2),
        owns: [
            Private::new(BLUE, dossier([1, 3, 5], 2)),
            Private::new(RED, dossier([7, 9, 11], 3)),
        ],
        opened: Vec::new(),
    };
    table.apply(&Step::First(BLUE));
    table
}

impl Table {
    pub(super) fn apply(&mut self, step: &Step<EnemyAgent>) -> Vec<String> {
        self.state.apply(step, &self.shown)
    }

    pub(super) fn due(&self) -> Due<EnemyAgent> {
        self.state.due()
    }

    /// Puts people on squares: `3 C3`.
    pub(super) fn put(mut self, people: &[&str]) -> Self {
        for entry in people {
            let (person, at) = entry.split_once(' ').expect("a person and a square");
            self.state.figure_mut(who(person)).at = Whereabouts::On(square(at));
        }
        self
    }

    /// Removes people from the game.
    pub(super) fn without(mut self, people: &[&str]) -> Self {
        for person in people {
            self.state.figure_mut(who(person)).at = Whereabouts::Out;
        }
        self
    }

    /// Records that the person reached the current square by exact count in an earlier turn.
    pub(super) fn landed(mut self, person: &str) -> Self {
        let earlier = self.state.turn - 1;
        self.state.figure_mut(who(person)).landed = Some(earlier);
        self
    }

    /// Records that the person carries the opponent's plan, which both players know.
    pub(super) fn carrying(mut self, person: &str) -> Self {
        let carrier = who(person);
        let owner = carrier.seat().other();
        let building = if owner == BLUE { 2 } else { 3 };
        self.show(carrier.seat(), Item::Passport(carrier.number()), Value::Is(Role::Agent));
        self.show(owner, Item::Building(building), Value::Holds(true));
        self.state.carriers[owner] = Some(carrier);
        self
    }

    /// Publishes the value of this item.
    pub(super) fn show(&mut self, seat: Seat, item: Item, value: Value) {
        self.shown.open(&Opening::new(seat, item, value));
    }

    pub(super) fn held(mut self, person: &str) -> Self {
        self.state.figure_mut(who(person)).held = true;
        self
    }

    pub(super) fn dice(mut self, people: u8, squares: u8) -> Self {
        self.throw(people, squares);
        self
    }

    pub(super) fn throw(&mut self, people: u8, squares: u8) {
        assert_eq!(self.due(), Due::Roll { by: self.state.mover, roll: Roll::Dice });
        let rolled = Rolled::Dice(Throw { people, squares });
        self.apply(&Step::Rolled { roll: Roll::Dice, rolled });
    }

    fn mover(&self) -> &Private<EnemyAgent> {
        &self.owns[self.state.mover.index()]
    }

    pub(super) fn seen(&self, seat: Seat) -> Observation<'_, EnemyAgent> {
        let private = &self.owns[seat.index()];
        Observation { position: &self.state, shown: &self.shown, private }
    }

    pub(super) fn read(&self, typed: &str) -> Result<Orders, Illegal> {
        Orders::read(typed, &self.seen(self.state.mover))
    }

    /// Parses and checks orders that the mover types.
    pub(super) fn try_order(&self, typed: &str) -> Result<Orders, Illegal> {
        let orders = self.read(typed)?;
        self.state.check(self.state.mover, &orders, &self.shown)?;
        State::check_private(self.seen(self.mover().seat), &orders)?;
        Ok(orders)
    }

    pub(super) fn refuse(&self, typed: &str) -> Illegal {
        self.try_order(typed).expect_err("an illegal move")
    }

    /// Carries out the mover's orders. Returns what happened.
    pub(super) fn order(&mut self, typed: &str) -> Vec<String> {
        let mv = self.try_order(typed).unwrap_or_else(|illegal| panic!("`{typed}`: {illegal}"));
        let seat = self.state.mover;
        self.open(seat, &self.state.opens_for_move(seat, &mv));
        self.apply(&Step::Moved { seat, mv, sealed: None })
    }

    fn open(&mut self, seat: Seat, opens: &[Open<EnemyAgent>]) {
        self.opened.clear();
        for open in opens {
            let (Open::Item(of) | Open::As(Opening { of, .. })) = open else {
                panic!("nothing else is opened here")
            };
            assert_eq!(of.seat, seat, "players only open their own items");
            let value = self.owns[seat.index()].setup.value_of(of.item);
            if let Open::As(opening) = open {
                assert_eq!(opening.value, value);
            }
            if self.shown.of(of).is_none() {
                self.opened.push(format!("{} {value}", of.item));
                self.show(seat, of.item, value);
            }
        }
    }

    /// Draws this card in the opponent's turn. Returns what happened.
    pub(super) fn card(&mut self, card: Card) -> Vec<String> {
        let Due::Roll { by, roll: roll @ Roll::Card(_) } = self.due() else {
            panic!("no card is due: {:?}", self.due())
        };
        assert_eq!(by, self.state.mover.other(), "the mover can't see the card before trying");
        self.apply(&Step::Rolled { roll, rolled: Rolled::Card(card) })
    }

    pub(super) fn pass_card(&mut self) -> Vec<String> {
        self.card(Card::Pass)
    }

    pub(super) fn stop_card(&mut self) -> Vec<String> {
        self.card(Card::Stop)
    }

    pub(super) fn question(&self) -> Question {
        let Due::Answer { seat, question, .. } = self.due() else {
            panic!("no answer is due: {:?}", self.due())
        };
        assert_eq!(seat, self.state.mover.other());
        question
    }

    /// Answers truthfully in the opponent's turn. Returns the answer and what happened.
    pub(super) fn answer(&mut self) -> (Answer, Vec<String>) {
        let question = self.question();
        let seat = self.state.mover.other();
        let known = [&self.owns[seat.index()]];
        let answer = self.state.truth(&question, Known(&known)).expect("he knows");
        self.open(seat, &self.state.opens_for_answer(&question, &answer));
        (answer, self.apply(&Step::Answered { seat, question, answer }))
    }

    /// Reveals both setups.
    pub(super) fn reveal(&mut self) {
        for own in &self.owns {
            self.shown.reveal(own.seat, own.setup.clone());
        }
    }

    /// Returns whether the plan of `seat` was hidden in that Building, if that is public.
    pub(super) fn hidden_in(&self, seat: Seat, building: u8) -> Option<bool> {
        hidden_in(&self.shown, seat, building)
    }

    /// Returns the place of a person: `C3`, `hotel`, `jail`, `out`.
    pub(super) fn place(&self, person: &str) -> String {
        match self.state.figure(who(person)).at {
            Whereabouts::In(house) => house.to_string(),
            Whereabouts::Out => "out".to_owned(),
            Whereabouts::On(square) => square.to_string(),
        }
    }

    pub(super) fn is_held(&self, person: &str) -> bool {
        self.state.figure(who(person)).held
    }

    /// Whether this side must roll the dice now, at the beginning of its turn.
    pub(super) fn is_turn_of(&self, seat: Seat) -> bool {
        self.due() == Due::Roll { by: seat, roll: Roll::Dice }
    }

    /// Whether this side must give orders now.
    pub(super) fn is_open_for(&self, seat: Seat) -> bool {
        self.due() == Due::Move(seat)
    }

    pub(super) fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        self.outcome().and_then(|outcome| outcome.winners.first().copied())
    }

    /// Ends turns until this side rolls again.
    pub(super) fn next_turn_of(&mut self, seat: Seat) {
        loop {
            self.throw(1, 1);
            self.order("pass");
            if self.state.mover == seat {
                return;
            }
        }
    }
}

/// Returns the path of the first order, which must be a move, and the action at its end.
pub(super) fn path_of(orders: &Orders) -> (String, Then) {
    let Some(Order::Move { path, then, .. }) = orders.0.first() else {
        panic!("no move: {orders:?}")
    };
    (joined(path, "-"), *then)
}
