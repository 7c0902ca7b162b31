//! A table to try rules on: both have set up, Blue is on the move.

use std::collections::BTreeSet;

use crate::games::conformance;
use crate::games::enemy_agent::board::{name, read_square};
use crate::games::enemy_agent::state::Place;
use crate::games::enemy_agent::{
    Answer, Card, Choice, Draw, Drawn, EnemyAgent, Event, Illegal, Item, Order, Person, Question,
    Role, Secret, State, Then, Throw, Value,
};
use crate::games::{Fact, Must, Opening, Outcome, Own, Pending, Rules, Sealed, Seat};

pub(super) const BLUE: Seat = Seat(0);
pub(super) const RED: Seat = Seat(1);

pub(super) struct Table {
    pub(super) state: State,
    pub(super) owns: [Own<EnemyAgent>; 2],
    opened: Vec<(Seat, Item)>,
    /// what was opened by the last fact
    pub(super) shown: Vec<String>,
}

pub(super) fn who(text: &str) -> Person {
    Person::read(text).expect("one of the people")
}

fn secret(agents: [u8; 3], plan: u8) -> Secret {
    Secret { agents: BTreeSet::from(agents), plans: BTreeSet::from([plan]) }
}

/// Blue: agents 1 3 5, the plan in Blue 2. Red: agents 7 9 11, the plan in Red 3.
pub(super) fn table() -> Table {
    table_with(&[])
}

pub(super) fn table_with(set: &[(&str, &str)]) -> Table {
    let options = conformance::options::<EnemyAgent>(set, 2);
    let mut table = Table {
        state: EnemyAgent::start(&options, 2, None),
        owns: [Own::new(BLUE, secret([1, 3, 5], 2)), Own::new(RED, secret([7, 9, 11], 3))],
        opened: Vec::new(),
        shown: Vec::new(),
    };
    table.fold(&Fact::SetUp(BLUE));
    table.fold(&Fact::SetUp(RED));
    table.fold(&Fact::Drawn {
        draw: Draw::First,
        drawn: Drawn::First { seat: BLUE, rolls: Some([6, 1]) },
    });
    table
}

impl Table {
    pub(super) fn fold(&mut self, fact: &Fact<EnemyAgent>) -> Vec<String> {
        EnemyAgent::fold(&mut self.state, fact).iter().map(Event::to_string).collect()
    }

    pub(super) fn pending(&self) -> Pending<EnemyAgent> {
        EnemyAgent::pending(&self.state)
    }

    /// Puts people on squares: `3 C3`.
    pub(super) fn put(mut self, people: &[&str]) -> Self {
        for entry in people {
            let (person, square) = entry.split_once(' ').expect("a person and a square");
            self.state.figure_mut(who(person)).place =
                Place::On(read_square(square).expect("a square"));
        }
        self
    }

    /// Takes people out of the game.
    pub(super) fn without(mut self, people: &[&str]) -> Self {
        for person in people {
            self.state.figure_mut(who(person)).place = Place::Out;
        }
        self
    }

    /// He reached his square by exact count in an earlier turn.
    pub(super) fn landed(mut self, person: &str) -> Self {
        let earlier = self.state.turn - 1;
        self.state.figure_mut(who(person)).landed = Some(earlier);
        self
    }

    /// He carries the other side's plan, which both know.
    pub(super) fn carrying(mut self, person: &str) -> Self {
        let carrier = who(person);
        let owner = carrier.seat().other();
        let building = if owner == BLUE { 2 } else { 3 };
        self.state.learn(carrier.seat(), Item::Passport(carrier.number()), Value::Is(Role::Agent));
        self.state.learn(owner, Item::Building(building), Value::Holds(true));
        self.state.carriers[owner.index()] = Some(carrier);
        self.opened.extend([
            (carrier.seat(), Item::Passport(carrier.number())),
            (owner, Item::Building(building)),
        ]);
        self
    }

    pub(super) fn held(mut self, person: &str) -> Self {
        self.state.figure_mut(who(person)).detained = true;
        self
    }

    pub(super) fn dice(mut self, people: u8, squares: u8) -> Self {
        self.throw(people, squares);
        self
    }

    pub(super) fn throw(&mut self, people: u8, squares: u8) {
        assert_eq!(self.pending(), Pending::Chance { by: self.state.mover, draw: Draw::Dice });
        self.fold(&Fact::Drawn { draw: Draw::Dice, drawn: Drawn::Dice(Throw { people, squares }) });
    }

    fn mover(&self) -> &Own<EnemyAgent> {
        &self.owns[self.state.mover.index()]
    }

    pub(super) fn read(&self, typed: &str) -> Result<Choice, Illegal> {
        EnemyAgent::read_choice(&self.state, self.mover(), typed)
    }

    /// What the mover is told who types this.
    pub(super) fn try_order(&self, typed: &str) -> Result<Choice, Illegal> {
        let choice = self.read(typed)?;
        EnemyAgent::check(&self.state, self.state.mover, &choice)?;
        EnemyAgent::check_own(&self.state, self.mover(), &choice)?;
        Ok(choice)
    }

    pub(super) fn refuse(&self, typed: &str) -> Illegal {
        self.try_order(typed).expect_err("an illegal move")
    }

    /// The mover's file.
    pub(super) fn order(&mut self, typed: &str) -> Vec<String> {
        let choice = self.try_order(typed).unwrap_or_else(|illegal| panic!("`{typed}`: {illegal}"));
        let seat = self.state.mover;
        let musts = EnemyAgent::opens_for_choice(&self.state, seat, &choice);
        let opened = self.open(seat, &musts);
        self.fold(&Fact::Chose { seat, choice, sealed: None, opened })
    }

    fn open(&mut self, seat: Seat, musts: &[Must<EnemyAgent>]) -> Vec<Opening<EnemyAgent>> {
        let mut openings = Vec::new();
        self.shown.clear();
        for must in musts {
            let (Must::Show(of) | Must::Be(Opening { of, .. })) = must else {
                panic!("nothing else is opened here")
            };
            assert_eq!(of.seat, seat, "only one's own items can be opened");
            let value = self.owns[seat.index()].secret.value(of.item);
            if let Must::Be(opening) = must {
                assert_eq!(opening.value, value);
            }
            if !self.opened.contains(&(seat, of.item)) {
                self.opened.push((seat, of.item));
                self.shown.push(format!("{} {value}", of.item));
                openings.push(Opening { of: Sealed { seat, item: of.item }, value });
            }
        }
        openings
    }

    /// The other side's file draws this card.
    pub(super) fn card(&mut self, card: Card) -> Vec<String> {
        let Pending::Chance { by, draw: draw @ Draw::Card(_) } = self.pending() else {
            panic!("no card is due: {:?}", self.pending())
        };
        assert_eq!(by, self.state.mover.other(), "the mover cannot look before he tries");
        self.fold(&Fact::Drawn { draw, drawn: Drawn::Card(card) })
    }

    pub(super) fn pass_card(&mut self) -> Vec<String> {
        self.card(Card::Pass)
    }

    pub(super) fn stop_card(&mut self) -> Vec<String> {
        self.card(Card::Stop)
    }

    pub(super) fn question(&self) -> Question {
        let Pending::Answer { seat, question, .. } = self.pending() else {
            panic!("no answer is due: {:?}", self.pending())
        };
        assert_eq!(seat, self.state.mover.other());
        question
    }

    /// The other side's file answers, truly.
    pub(super) fn answer(&mut self) -> (Answer, Vec<String>) {
        let question = self.question();
        let seat = self.state.mover.other();
        let answer = EnemyAgent::truth(&self.state, &[&self.owns[seat.index()]], &question)
            .expect("he knows");
        let musts = EnemyAgent::opens_for_answer(&self.state, seat, &question, &answer);
        let opened = self.open(seat, &musts);
        let events = self.fold(&Fact::Answered { seat, question, answer, opened });
        (answer, events)
    }

    /// Where somebody is: `C3`, `hotel`, `jail`, `out`.
    pub(super) fn place(&self, person: &str) -> String {
        match self.state.figure(who(person)).place {
            Place::Hotel => "hotel".to_owned(),
            Place::Station => "station".to_owned(),
            Place::Jail { .. } => "jail".to_owned(),
            Place::Out => "out".to_owned(),
            Place::On(square) => name(square),
        }
    }

    pub(super) fn is_held(&self, person: &str) -> bool {
        self.state.figure(who(person)).detained
    }

    /// The turn has passed to this side.
    pub(super) fn is_turn_of(&self, seat: Seat) -> bool {
        self.pending() == Pending::Chance { by: seat, draw: Draw::Dice }
    }

    /// The mover may go on in this turn.
    pub(super) fn is_open_for(&self, seat: Seat) -> bool {
        self.pending() == Pending::Choice(seat)
    }

    pub(super) fn outcome(&self) -> Option<&Outcome> {
        self.state.over.as_ref()
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        self.outcome().and_then(|outcome| outcome.winners.first().copied())
    }

    /// Ends the turns until this side has the dice to throw again.
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

/// The first order, which is a move.
pub(super) fn path_of(choice: &Choice) -> (String, Then) {
    let Some(Order::Move { path, then, .. }) = choice.orders.first() else {
        panic!("no move: {choice:?}")
    };
    (path.iter().map(|&square| name(square)).collect::<Vec<_>>().join("-"), *then)
}
