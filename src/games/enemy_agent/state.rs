//! The public position: the places of all people, and the progress of the turn.

use std::collections::BTreeMap;

use super::board::{Board, Ground, House, Square};
use super::execute::Batch;
use super::options::Options;
use super::path::Way;
use super::person::{Item, Person, Role, Value};
use super::{Card, Shown, Throw};
use crate::board::collect;
use crate::rules::{BySeat, EndedBy, Outcome, Seat};

/// A person's location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whereabouts {
    /// In a starting space, or in Jail after a false arrest.
    In(House),
    On(Square),
    /// Removed from the game.
    Out,
}

/// A person's state.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) at: Whereabouts,
    /// The turn of the side in which a person in Jail may leave.
    pub(super) free: u32,
    /// Whether a card has sent the person to the Sentry Box square and holds the person there.
    pub(super) held: bool,
    /// The turn in which the person reached the current shaded square by exact count; `None` if
    /// there is no such turn, or if the person has asked since then.
    pub(super) landed: Option<u32>,
    /// Whether the person moved in this turn.
    pub(super) moved: bool,
    /// Whether a card stopped the person in this turn.
    pub(super) tried: bool,
}

/// The remaining cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deck {
    pub(super) pass: u32,
    pub(super) stop: u32,
}

impl Deck {
    fn full(options: &Options) -> Deck {
        Deck { pass: options.pass_cards, stop: options.stop_cards }
    }
}

/// The public position. Opened Passports and Buildings are in [`Shown`].
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    pub(super) mover: Seat,
    /// Number of turns of both sides together, including the current turn; 0 before the first turn.
    pub(super) turn: u32,
    /// Number of turns of each side, including the current turn.
    pub(super) turns: BySeat<u32>,
    pub(super) dice: Option<Throw>,
    /// Whether the mover has kept this turn open, and now continues the turn with the same dice.
    pub(super) resumed: bool,
    /// Number of people that the mover has used in this turn. The colored die is the maximum.
    pub(super) used: u8,
    /// Number of cards drawn in this turn.
    pub(super) cards: u8,
    figures: Vec<Figure>,
    /// For each seat, the opposing Agent who carries this seat's plan.
    pub(super) carriers: BySeat<Option<Person>>,
    pub(super) false_arrests: BySeat<u8>,
    pub(super) deck: Deck,
    pub(super) batch: Option<Batch>,
    pub(super) outcome: Option<Outcome>,
}

impl State {
    pub(super) fn new(options: &Options) -> State {
        State {
            mover: Seat::OPENER,
            turn: 0,
            turns: BySeat::from_fn(2, |_| 0),
            dice: None,
            resumed: false,
            used: 0,
            cards: 0,
            figures: Person::all().map(|who| Figure::new(&options.board, who)).collect(),
            carriers: BySeat::from_fn(2, |_| None),
            false_arrests: BySeat::from_fn(2, |_| 0),
            deck: Deck::full(options),
            batch: None,
            outcome: None,
            options: options.clone(),
        }
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
        if let Whereabouts::On(square) = self.figure(who).at { Some(square) } else { None }
    }

    pub(super) fn is_in(&self, who: Person, house: House) -> bool {
        self.figure(who).at == Whereabouts::In(house)
    }

    pub(super) fn ground_of(&self, who: Person) -> Option<Ground> {
        self.board().ground(self.square_of(who)?)
    }

    pub(super) fn at(&self, square: Square) -> impl Iterator<Item = Person> {
        Person::all().filter(move |&who| self.square_of(who) == Some(square))
    }

    /// Returns the opposing Travelers that `by` can arrest on a square.
    pub(super) fn suspects(&self, by: Person, square: Square) -> impl Iterator<Item = Person> {
        self.at(square).filter(move |who| who.seat() != by.seat() && !who.is_inspector())
    }

    /// Whether `who` may stop on this square. With `exact`, the full count ends there; without, the
    /// person has continued past the end of the count. A Sentry Box square holds any number of
    /// people. On every other type of square, `who` needs room: there must be no one else of the
    /// same side and, without `exact`, no opponent.
    pub(super) fn may_stop(&self, square: Square, who: Person, exact: bool) -> bool {
        let blocks = |other: Person| other != who && !(exact && other.seat() != who.seat());
        self.board().ground(square) == Some(Ground::Sentry) || !self.at(square).any(blocks)
    }

    /// Returns the gray squares through which the person leaves the current starting space.
    pub(super) fn exits(&self, who: Person) -> &[Square] {
        let Whereabouts::In(house) = self.figure(who).at else { return &[] };
        self.board().exits(who.seat(), house)
    }

    pub(super) fn throw(&self) -> Throw {
        self.dice.unwrap_or(Throw { people: 0, squares: 0 })
    }

    /// Returns the number of people that can still be moved in this turn.
    pub(super) fn people_left(&self) -> u8 {
        self.throw().people.saturating_sub(self.used)
    }

    /// Whether this seat must give orders now.
    pub(super) fn is_move_of(&self, seat: Seat) -> bool {
        let ready = self.dice.is_some() && self.batch.is_none() && self.outcome.is_none();
        ready && self.mover == seat
    }

    /// Whether the mover has done nothing but ask about Buildings in this turn: no person has
    /// moved, and no card has been drawn.
    fn at_the_beginning(&self) -> bool {
        self.cards == 0 && !Person::of(self.mover).any(|who| self.figure(who).moved)
    }

    /// Whether it is the mover's first turn, none of the mover's people has moved, and all are in
    /// their houses.
    pub(super) fn may_say_who_begins_where(&self) -> bool {
        let in_house = |who| matches!(self.figure(who).at, Whereabouts::In(_));
        let is_first = self.turns[self.mover] == 1 && self.at_the_beginning();
        is_first && Person::travelers(self.mover).all(in_house)
    }

    /// Returns the opponent's Building that `who` may ask about now. `who` must belong to the side
    /// to move and have landed in front of the Building by exact count. In the turns after the
    /// landing, `who` may only ask at the beginning of a turn.
    pub(super) fn may_ask(&self, who: Person) -> Option<u8> {
        if who.seat() != self.mover || self.outcome.is_some() {
            return None;
        }
        let landed = self.figure(who).landed?;
        let in_time = landed == self.turn || self.at_the_beginning();
        self.board().building_at(self.square_of(who)?).filter(|_| in_time)
    }

    /// Whether the person carries the opponent's plan.
    pub(super) fn carries(&self, who: Person) -> bool {
        self.carriers[who.seat().other()] == Some(who)
    }

    /// Returns whether the plan of `seat` is in this Building now; `None` if that isn't public.
    pub(super) fn plan_lies_in(&self, seat: Seat, building: u8, shown: &Shown) -> Option<bool> {
        hidden_in(shown, seat, building).map(|hidden| hidden && self.carriers[seat].is_none())
    }

    /// Returns the number of turns that an Inspector in Jail must still wait, including the current
    /// turn if it belongs to the Inspector's side.
    pub(super) fn duty_left(&self, who: Person) -> u32 {
        let (figure, seat) = (self.figure(who), who.seat());
        let free = if self.is_in(who, House::Jail) { figure.free } else { 0 };
        free.saturating_sub(self.turns[seat] + u32::from(self.mover != seat))
    }

    pub(super) fn in_play(&self, who: Person) -> bool {
        self.figure(who).at != Whereabouts::Out
    }

    /// Returns the number of Agents of this side that have been arrested.
    pub(super) fn agents_lost(&self, seat: Seat) -> usize {
        Person::travelers(seat).filter(|&who| !self.in_play(who)).count()
    }

    pub(super) fn inspectors_left(&self, seat: Seat) -> usize {
        Person::inspectors(seat).filter(|&who| self.in_play(who)).count()
    }

    /// Begins the next turn, which belongs to `seat`. If `seat` has had all its turns, ends the
    /// game in a draw instead.
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        self.mover = seat;
        self.dice = None;
        self.resumed = false;
        self.used = 0;
        self.cards = 0;
        self.batch = None;
        for figure in &mut self.figures {
            (figure.moved, figure.tried) = (false, false);
        }
        let most = self.options.max_turns;
        if self.turns[seat] >= most {
            let reason = format!("each side has had {most} turns, and no one brought a plan home");
            self.outcome = Some(Outcome::draw(2, EndedBy::Board, reason));
            return;
        }
        self.turn += 1;
        self.turns[seat] += 1;
    }

    /// Returns, for each square, the number of throws of the regular die, out of six, that let an
    /// Inspector of `seat` end on that square in the next turn.
    pub(super) fn throws_to(
        &self,
        seat: Seat,
        ways: impl Fn(&State, Person) -> Vec<Way>,
    ) -> BTreeMap<Square, u8> {
        let mut throws = BTreeMap::new();
        for squares in 1..=6 {
            let mut then = self.clone();
            then.begin_turn(seat);
            then.dice = Some(Throw { people: 1, squares });
            let ends = Person::inspectors(seat).flat_map(|who| ways(&then, who));
            for end in collect::set(ends.map(|(_, walk)| walk.end)) {
                *throws.entry(end).or_default() += 1;
            }
        }
        throws
    }

    /// Removes a card from the deck. Rule: "When none is left all are shuffled again."
    pub(super) fn lay_aside(&mut self, card: Card) {
        let left = match card {
            Card::Pass => &mut self.deck.pass,
            Card::Stop => &mut self.deck.stop,
        };
        *left = left.saturating_sub(1);
        if self.deck.pass + self.deck.stop == 0 {
            self.deck = Deck::full(&self.options);
        }
    }
}

impl Figure {
    /// Creates the state of a person at the start. Three Travelers of each side begin in the Hotel
    /// (those with the lowest numbers, unless an order chooses others), three in the Railroad
    /// Station, and the Inspectors on the yellow squares.
    fn new(board: &Board, who: Person) -> Figure {
        let number = usize::from(who.number() - 1);
        let at = if who.is_inspector() {
            let yellow = board.yellow(who.seat());
            yellow.get(number % 2).map_or(Whereabouts::Out, |&square| Whereabouts::On(square))
        } else if number % 6 < 3 {
            Whereabouts::In(House::Hotel)
        } else {
            Whereabouts::In(House::Station)
        };
        Figure { at, free: 0, held: false, landed: None, moved: false, tried: false }
    }
}

/// Returns the value of an item; `None` if the value isn't public. A value is public if it has been
/// opened, or revealed at the end of the game.
fn known(shown: &Shown, seat: Seat, item: Item) -> Option<Value> {
    let opened = shown.value(seat, &item).copied();
    opened.or_else(|| shown.setup(seat).map(|dossier| dossier.value_of(item)))
}

/// Returns the role in a Passport; `None` if the role isn't public.
pub(super) fn passport(shown: &Shown, who: Person) -> Option<Role> {
    if who.is_inspector() {
        return None;
    }
    match known(shown, who.seat(), Item::Passport(who.number()))? {
        Value::Is(role) => Some(role),
        Value::Holds(_) => None,
    }
}

/// Returns whether the plan was hidden in this Building; `None` if that isn't public.
pub(super) fn hidden_in(shown: &Shown, seat: Seat, building: u8) -> Option<bool> {
    match known(shown, seat, Item::Building(building))? {
        Value::Holds(plan) => Some(plan),
        Value::Is(_) => None,
    }
}
