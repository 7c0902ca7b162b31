//! The public state: everything that both players and every spectator may see.

use crate::board::Square;
use crate::games::{EndedBy, Outcome, Seat};

use super::board::{Board, Ground, House};
use super::carry::Batch;
use super::options::Options;
use super::person::{Item, Person, Role, Value};

/// Where somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Hotel,
    Station,
    /// on guard duty until the owner's turn with this number
    Jail {
        free: u32,
    },
    On(Square),
    /// removed from the game
    Out,
}

impl Place {
    pub(super) fn is_jail(self) -> bool {
        matches!(self, Place::Jail { .. })
    }
}

/// One of the people.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) place: Place,
    /// put into the Sentry Box square by a card
    pub(super) detained: bool,
    /// the turn in which he reached a shaded square by exact count and since when he has not asked
    /// there
    pub(super) landed: Option<u32>,
    /// in this turn
    pub(super) moved: bool,
    /// drew a card in vain in this turn
    pub(super) tried: bool,
}

/// The dice of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// how many may move: the colored die
    pub people: u8,
    /// how far: the regular die
    pub squares: u8,
}

/// A Checkpoint card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Card {
    /// PASS
    Pass,
    /// DO NOT PASS
    Stop,
}

/// The cards left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deck {
    pub(super) pass: u32,
    pub(super) stop: u32,
}

/// A whole game as everybody sees it.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) options: Options,
    pub(super) set_up: [bool; 2],
    /// who begins, where that was agreed and not drawn
    pub(super) agreed: Option<Seat>,
    /// has the game begun?
    pub(super) begun: bool,
    pub(super) mover: Seat,
    /// turns of both together, the present one included
    pub(super) turn: u32,
    /// turns of each, the present one included
    pub(super) turns: [u32; 2],
    pub(super) dice: Option<Throw>,
    /// the mover has kept this turn open, so his dice have been mailed
    pub(super) resumed: bool,
    /// people used in this turn
    pub(super) used: u8,
    /// cards drawn in this turn
    pub(super) cards: u8,
    pub(super) figures: Vec<Figure>,
    /// Passports shown, by person
    pub(super) passports: Vec<Option<Role>>,
    /// what is known of the buildings of each seat
    pub(super) buildings: [[Option<bool>; 4]; 2],
    /// who carries the plan of each seat
    pub(super) carriers: [Option<Person>; 2],
    pub(super) false_arrests: [u8; 2],
    pub(super) deck: Deck,
    pub(super) batch: Option<Batch>,
    pub(super) over: Option<Outcome>,
    /// in whose file the game ended
    pub(super) ended_in: Seat,
    pub(super) revealed: [bool; 2],
}

impl State {
    pub(super) fn new(options: &Options, agreed: Option<Seat>) -> State {
        let deck = Deck { pass: options.pass_cards, stop: options.stop_cards };
        let mut state = State {
            options: options.clone(),
            set_up: [false; 2],
            agreed,
            begun: false,
            mover: Seat::OPENER,
            turn: 0,
            turns: [0; 2],
            dice: None,
            resumed: false,
            used: 0,
            cards: 0,
            figures: Vec::new(),
            passports: vec![None; usize::from(Person::COUNT)],
            buildings: [[None; 4]; 2],
            carriers: [None; 2],
            false_arrests: [0; 2],
            deck,
            batch: None,
            over: None,
            ended_in: Seat::OPENER,
            revealed: [false; 2],
        };
        state.figures = Person::all()
            .map(|who| Figure {
                place: state.first_place(who),
                detained: false,
                landed: None,
                moved: false,
                tried: false,
            })
            .collect();
        state
    }

    /// Three Travelers begin in the Hotel, three in the Railroad Station, the Inspectors on the
    /// yellow squares.
    fn first_place(&self, who: Person) -> Place {
        if who.is_inspector() {
            let yellow = self.board().yellow(who.seat());
            return yellow
                .get(usize::from((who.number() - 1) % 2))
                .map_or(Place::Out, |&square| Place::On(square));
        }
        if (who.number() - 1) % 6 < 3 { Place::Hotel } else { Place::Station }
    }

    pub(super) fn board(&self) -> &Board {
        &self.options.board
    }

    pub(super) fn figure(&self, who: Person) -> &Figure {
        &self.figures[who.index()]
    }

    pub(super) fn figure_mut(&mut self, who: Person) -> &mut Figure {
        &mut self.figures[who.index()]
    }

    pub(super) fn square_of(&self, who: Person) -> Option<Square> {
        if let Place::On(square) = self.figure(who).place { Some(square) } else { None }
    }

    pub(super) fn at(&self, square: Square) -> impl Iterator<Item = Person> {
        Person::all().filter(move |&who| self.square_of(who) == Some(square))
    }

    /// May `who` end a full count here? A Sentry Box square holds any number; any other, one of
    /// each side.
    pub(super) fn has_room(&self, square: Square, who: Person) -> bool {
        self.board().ground(square) == Some(Ground::Sentry)
            || !self.at(square).any(|other| other != who && other.seat() == who.seat())
    }

    /// May somebody who has gone on from a full count stop here?
    pub(super) fn is_empty(&self, square: Square, who: Person) -> bool {
        self.board().ground(square) == Some(Ground::Sentry)
            || !self.at(square).any(|other| other != who)
    }

    /// The squares of a house's exits, for somebody who stands in it.
    pub(super) fn exits(&self, who: Person) -> &[Square] {
        let house = match self.figure(who).place {
            Place::Hotel => House::Hotel,
            Place::Station => House::Station,
            Place::Jail { .. } => House::Jail,
            Place::On(_) | Place::Out => return &[],
        };
        self.board().exits(who.seat(), house)
    }

    pub(super) fn throw(&self) -> Throw {
        self.dice.unwrap_or(Throw { people: 0, squares: 0 })
    }

    /// How many people may still be moved in this turn.
    pub(super) fn people_left(&self) -> u8 {
        self.throw().people.saturating_sub(self.used)
    }

    /// Has nothing but inquiries happened in this turn?
    pub(super) fn at_the_beginning(&self) -> bool {
        self.cards == 0 && !Person::of(self.mover).any(|who| self.figure(who).moved)
    }

    /// The building that `who` may ask about now: one of the other side, before which he landed by
    /// exact count.
    pub(super) fn may_ask(&self, who: Person) -> Option<u8> {
        let landed = self.figure(who).landed?;
        let square = self.square_of(who)?;
        (landed == self.turn || self.at_the_beginning())
            .then(|| self.board().building_at(square))
            .flatten()
    }

    /// Does he carry the opponent's plan?
    pub(super) fn carries(&self, who: Person) -> bool {
        self.carriers[who.seat().other().index()] == Some(who)
    }

    pub(super) fn passport(&self, who: Person) -> Option<Role> {
        self.passports[who.index()]
    }

    pub(super) fn building(&self, seat: Seat, building: u8) -> Option<bool> {
        usize::from(building)
            .checked_sub(1)
            .and_then(|index| self.buildings[seat.index().min(1)].get(index).copied().flatten())
    }

    /// Is the plan of `seat` in that building, as far as everybody knows?
    pub(super) fn plan_lies_in(&self, seat: Seat, building: u8) -> Option<bool> {
        self.building(seat, building)
            .map(|hidden| hidden && self.carriers[seat.index().min(1)].is_none())
    }

    /// Takes note of what was opened.
    pub(super) fn learn(&mut self, seat: Seat, item: Item, value: Value) {
        match (item, value) {
            (Item::Passport(number), Value::Is(role)) => {
                if let Some(who) = Person::traveler(number).filter(|who| who.seat() == seat) {
                    self.passports[who.index()] = Some(role);
                }
            }
            (Item::Building(number), Value::Holds(plan)) => {
                let known = usize::from(number)
                    .checked_sub(1)
                    .and_then(|index| self.buildings[seat.index().min(1)].get_mut(index));
                if let Some(known) = known {
                    *known = Some(plan);
                }
            }
            (Item::Passport(_), Value::Holds(_)) | (Item::Building(_), Value::Is(_)) => {}
        }
    }

    /// Turns that an Inspector in Jail still has to sit out, this one included if it is his side's.
    pub(super) fn duty_left(&self, who: Person) -> u32 {
        let Place::Jail { free } = self.figure(who).place else { return 0 };
        let seat = who.seat();
        let now = self.turns[seat.index()] + u32::from(self.mover != seat);
        free.saturating_sub(now)
    }

    /// Is somebody of this side still in the game?
    pub(super) fn in_play(&self, who: Person) -> bool {
        self.figure(who).place != Place::Out
    }

    /// How many Agents of this side have been arrested.
    pub(super) fn agents_lost(&self, seat: Seat) -> usize {
        Person::travelers(seat).filter(|&who| !self.in_play(who)).count()
    }

    /// How many Inspectors this side still has.
    pub(super) fn inspectors_left(&self, seat: Seat) -> usize {
        Person::inspectors(seat).filter(|&who| self.in_play(who)).count()
    }

    /// The next turn begins: of `seat`.
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        self.begun = true;
        self.mover = seat;
        self.dice = None;
        self.resumed = false;
        self.used = 0;
        self.cards = 0;
        self.batch = None;
        for figure in &mut self.figures {
            figure.moved = false;
            figure.tried = false;
        }
        if self.turns[seat.index()] >= self.options.max_turns {
            let turns = self.options.max_turns;
            return self.end(Outcome::draw(
                2,
                EndedBy::Board,
                format!("nobody has brought a plan home within {turns} turns each"),
            ));
        }
        self.turn += 1;
        self.turns[seat.index()] += 1;
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        self.over.get_or_insert(outcome);
    }
}
