//! The course of play: what is due, and what a fact does to the table.

use super::Espionage;
use super::kind::{Clash, Kind, Kinds};
use super::place::Place;
use super::state::{Draw, Drawn, Event, Fight, Orders, Phase, Piece, State, Went};
use crate::games::{EndedBy, Fact, Must, Numbers, Opening, Outcome, Pending, Sealed, Seat};

/// No game has more turns of play: with the longest `draw-turns` none can, and without any a game
/// must end all the same.
pub(super) const MOST_TURNS: u32 = 8_000;

pub(super) fn pending(state: &State) -> Pending<Espionage> {
    match &state.phase {
        Phase::Setup(seat) => Pending::Setup(*seat),
        Phase::Showing(seat) => Pending::Opening { seat: *seat, must: shown(state, *seat) },
        Phase::Drawing(draw) => Pending::Chance { by: Seat::OPENER, draw: *draw },
        Phase::Moving(seat) => Pending::Choice(*seat),
        Phase::Fighting(fight) => {
            Pending::Answer { seat: fight.by.other(), question: fight.clone(), or_choice: false }
        }
        Phase::Ended { outcome, order } => {
            match order.iter().find(|seat| state.sealed[**seat] && !state.revealed[**seat]) {
                Some(seat) => Pending::Reveal { seat: *seat, result: Some(outcome.clone()) },
                None => Pending::Over(outcome.clone()),
            }
        }
    }
}

/// What a seat opens when both have sealed: its empty squares; with `open` every kind, and so the
/// whole army.
fn shown(state: &State, seat: Seat) -> Vec<Must<Espionage>> {
    Kind::ALL
        .into_iter()
        .filter(|kind| *kind == Kind::Empty || state.house.open)
        .map(|value| Must::All { seat, value, count: state.house.count(value) })
        .filter(|must| !matches!(must, Must::All { count: 0, .. }))
        .collect()
}

/// What an answer opens: the piece that is removed.
pub(super) fn opens_for_answer(fight: &Fight, answer: Clash) -> Vec<Must<Espionage>> {
    let attacker = Sealed { seat: fight.by, item: fight.attacker };
    let defender = Sealed { seat: fight.by.other(), item: fight.defender };
    vec![match answer {
        Clash::Takes => Must::Show(defender),
        Clash::Falls => Must::Show(attacker),
        Clash::Headquarters => Must::Be(Opening { of: defender, value: Kind::Headquarters }),
    }]
}

pub(super) fn roll(state: &State, draw: Draw, numbers: &mut dyn Numbers) -> Drawn {
    match draw {
        Draw::Volcanoes => {
            let (first, second) = state.house.volcano_ranges();
            let small = |n: u32| u8::try_from(n).unwrap_or(0);
            let v1 = 2 + small(numbers.below(first));
            Drawn::Volcanoes(v1, small(numbers.below(second)))
        }
        Draw::First => {
            Drawn::First(if numbers.below(2) == 0 { Seat::OPENER } else { Seat::JOINER })
        }
    }
}

pub(super) fn fold(state: &mut State, fact: &Fact<Espionage>) -> Vec<Event> {
    let mut fold =
        Fold { writer: pending(state).actor().unwrap_or(Seat::OPENER), state, events: Vec::new() };
    match fact {
        Fact::SetUp(seat) if fold.state.phase == Phase::Setup(*seat) => fold.set_up(*seat),
        Fact::Opened { seat, opened } if fold.state.phase == Phase::Showing(*seat) => {
            fold.show(*seat, opened)
        }
        Fact::Drawn { draw, drawn } if fold.state.phase == Phase::Drawing(*draw) => {
            fold.draw(*drawn)
        }
        Fact::Chose { seat, choice, .. } if fold.state.phase == Phase::Moving(*seat) => {
            fold.order(*seat, choice)
        }
        Fact::Answered { question, answer, opened, .. }
            if fold.state.phase == Phase::Fighting(question.clone()) =>
        {
            fold.settle(question, *answer, opened);
        }
        Fact::Revealed { seat, secret } => fold.reveal(*seat, secret),
        Fact::Resigned(seat) if *seat <= Seat::JOINER => {
            fold.end(Outcome::win(
                seat.other(),
                2,
                EndedBy::Resignation,
                format!("{seat} resigned"),
            ));
        }
        Fact::DrawAgreed => fold.end(Outcome::draw(2, EndedBy::Agreement, "a draw was agreed")),
        _ => {}
    }
    fold.events
}

/// A fact on its way into the state.
struct Fold<'a> {
    state: &'a mut State,
    /// who writes the file that it stands in
    writer: Seat,
    events: Vec<Event>,
}

impl Fold<'_> {
    fn set_up(&mut self, seat: Seat) {
        let state = &mut *self.state;
        let may = Kinds::that(|kind| state.house.count(kind) > 0);
        let piece = |at| Piece { at: Some(at), kind: None, may, moved: false, attacked: false };
        state.pieces[seat] = state.house.home(seat).into_iter().map(|at| (at, piece(at))).collect();
        state.sealed[seat] = true;
        self.events.push(Event::Placed(seat));
        if seat == Seat::OPENER {
            self.state.phase = Phase::Setup(Seat::JOINER)
        } else {
            self.show_next(Seat::JOINER)
        }
    }

    /// First the joiner shows his empty squares, in the file with his seals, then the opener, who
    /// draws in the same file.
    fn show_next(&mut self, seat: Seat) {
        let draws = if self.state.house.volcanoes {
            Phase::Drawing(Draw::Volcanoes)
        } else {
            Phase::Drawing(Draw::First)
        };
        let shows = !shown(self.state, seat).is_empty();
        self.state.phase = if shows { Phase::Showing(seat) } else { draws };
        self.skip_agreed();
    }

    fn show(&mut self, seat: Seat, opened: &[Opening<Espionage>]) {
        let pieces = &mut self.state.pieces[seat];
        for opening in opened.iter().filter(|opening| opening.of.seat == seat) {
            if opening.value == Kind::Empty {
                pieces.remove(&opening.of.item);
            } else if let Some(piece) = pieces.get_mut(&opening.of.item) {
                piece.kind = Some(opening.value);
                piece.may = Kinds::only(opening.value);
            }
        }
        self.events.push(if self.state.house.open {
            Event::Opened(seat)
        } else {
            Event::Emptied(seat, opened.len())
        });
        if seat == Seat::JOINER {
            self.show_next(Seat::OPENER);
        } else {
            self.state.phase = Phase::Drawing(if self.state.house.volcanoes {
                Draw::Volcanoes
            } else {
                Draw::First
            });
            self.skip_agreed();
        }
    }

    fn draw(&mut self, drawn: Drawn) {
        match drawn {
            Drawn::Volcanoes(v1, v2) => {
                self.state.volcanoes = self.state.house.volcanoes(v1, v2);
                self.events.push(Event::Volcanoes(self.state.volcanoes.clone()));
                self.state.phase = Phase::Drawing(Draw::First);
                self.skip_agreed();
            }
            Drawn::First(seat) => self.begin(seat),
        }
    }

    /// Where it is agreed who begins, that is not drawn.
    fn skip_agreed(&mut self) {
        if self.state.phase == Phase::Drawing(Draw::First)
            && let Some(seat) = self.state.agreed
        {
            self.begin(seat);
        }
    }

    fn begin(&mut self, seat: Seat) {
        self.events.push(Event::First(seat));
        self.state.phase =
            Phase::Moving(if seat == Seat::OPENER { Seat::OPENER } else { Seat::JOINER });
    }

    fn order(&mut self, seat: Seat, orders: &Orders) {
        let state = &mut *self.state;
        state.mover = seat;
        state.removal = false;
        state.owed[seat].clear();
        state.last[seat].clear();
        if orders.steps.is_empty() {
            state.passes += 1;
            self.events.push(Event::Passed(seat));
            if self.state.house.stuck_loses {
                return self.end(Outcome::win(
                    seat.other(),
                    2,
                    EndedBy::Board,
                    format!("{seat} could not move"),
                ));
            }
        } else {
            state.passes = 0;
            state.orders = orders.steps.iter().copied().take(state.house.moves).collect();
            let ordered = state
                .orders
                .iter()
                .map(|step| (*step, state.piece_on(seat.other(), step.to).is_some()))
                .collect();
            self.events.push(Event::Ordered(seat, ordered));
        }
        self.carry_out();
    }

    /// Carries out the orders that are left, until one is an attack.
    fn carry_out(&mut self) {
        let seat = self.state.mover;
        while let Some(step) = self.state.orders.pop_front() {
            if let Some(fight) = self.state.fight(seat, step) {
                self.state.phase = Phase::Fighting(fight);
                return;
            }
            match self.state.piece_on(seat, step.from) {
                Some((piece, _))
                    if self.state.piece_on(seat, step.to).is_none()
                        && !self.state.volcanoes.contains(&step.to) =>
                {
                    self.go(Went { piece, step });
                }
                _ => self.events.push(Event::Void(step)),
            }
        }
        self.end_turn();
    }

    /// A piece of the mover makes a step onto a square that is free by now.
    fn go(&mut self, went: Went) {
        let state = &mut *self.state;
        let seat = state.mover;
        if let Some(piece) = state.pieces[seat].get_mut(&went.piece) {
            piece.at = Some(went.step.to);
            piece.moved = true;
            piece.may = piece.may.keep(Kind::walks);
        }
        state.last[seat].push(went);
        if !state.house.open {
            meet(state, went.piece, went.step.to);
        }
    }

    fn settle(&mut self, fight: &Fight, answer: Clash, opened: &[Opening<Espionage>]) {
        let (by, step) = (fight.by, fight.step);
        let shown = |state: &State, seat: Seat, item: Place| {
            let fresh = opened
                .iter()
                .find(|opening| opening.of == Sealed { seat, item })
                .map(|opening| opening.value);
            fresh.or_else(|| state.pieces[seat].get(&item)?.kind)
        };
        match answer {
            Clash::Takes => {
                let taken = shown(self.state, by.other(), fight.defender);
                self.remove(by.other(), fight.defender, taken);
                self.narrow(by, fight.attacker, |kind| {
                    taken.is_none_or(|taken| kind.attacks(taken) == Some(Clash::Takes))
                });
                self.events.push(Event::Took(step, taken));
                self.go(Went { piece: fight.attacker, step });
            }
            Clash::Falls => {
                let fallen = shown(self.state, by, fight.attacker);
                self.remove(by, fight.attacker, fallen);
                self.narrow(by.other(), fight.defender, |kind| {
                    fallen.is_none_or(|fallen| fallen.attacks(kind) == Some(Clash::Falls))
                });
                if let Some(defender) = self.state.pieces[by.other()].get_mut(&fight.defender) {
                    defender.attacked = true;
                }
                self.events.push(Event::Fell(step, fallen));
            }
            Clash::Headquarters => {
                self.remove(by.other(), fight.defender, Some(Kind::Headquarters));
                self.events.push(Event::Stormed(step));
                self.go(Went { piece: fight.attacker, step });
                return self.end(Outcome::win(
                    by,
                    2,
                    EndedBy::Board,
                    format!("{by} took the Headquarters of {}", by.other()),
                ));
            }
        }
        for seat in [Seat::OPENER, Seat::JOINER] {
            let lost: usize = Kind::pieces()
                .filter(|kind| kind.walks())
                .map(|kind| self.state.lost(seat, kind))
                .sum();
            if lost >= self.state.house.walkers() {
                return self.end(Outcome::win(
                    seat.other(),
                    2,
                    EndedBy::Board,
                    format!("{seat} has no piece left that can move"),
                ));
            }
        }
        self.carry_out();
    }

    fn remove(&mut self, seat: Seat, name: Place, kind: Option<Kind>) {
        if let Some(piece) = self.state.pieces[seat].get_mut(&name) {
            piece.at = None;
            piece.kind = kind;
        }
        self.state.removal = true;
    }

    /// What a fight says of the piece that survived it.
    fn narrow(&mut self, seat: Seat, name: Place, holds: impl Fn(Kind) -> bool) {
        if let Some(piece) = self.state.pieces[seat].get_mut(&name) {
            piece.may = piece.may.keep(holds);
        }
    }

    fn end_turn(&mut self) {
        let state = &mut *self.state;
        state.turns += 1;
        state.quiet = if state.removal { 0 } else { state.quiet + 1 };
        let limit = state.house.draw_turns;
        let draw = |reason: String| Outcome::draw(2, EndedBy::Board, reason);
        if state.passes >= 2 {
            self.end(draw("neither player could move".to_owned()));
        } else if limit > 0 && state.quiet >= 2 * limit {
            self.end(draw(format!("no piece was removed for {limit} turns of each player")));
        } else if state.turns >= MOST_TURNS {
            self.end(draw(format!("{MOST_TURNS} turns were played")));
        } else {
            state.phase = Phase::Moving(state.mover.other());
        }
    }

    /// The game is over; who writes reveals first, in the same file.
    fn end(&mut self, outcome: Outcome) {
        if matches!(self.state.phase, Phase::Ended { .. }) {
            return;
        }
        self.events.extend(self.state.orders.drain(..).map(Event::Dropped));
        self.events.push(Event::Ended(outcome.reason.clone()));
        self.state.phase = Phase::Ended { outcome, order: [self.writer, self.writer.other()] };
    }

    fn reveal(&mut self, seat: Seat, secret: &super::setup::Sheet) {
        if seat > Seat::JOINER
            || !matches!(self.state.phase, Phase::Ended { .. })
            || self.state.revealed[seat]
        {
            return;
        }
        self.state.revealed[seat] = true;
        let house = self.state.house;
        for (name, piece) in &mut self.state.pieces[seat] {
            piece.kind = piece.kind.or(Some(secret.kind(&house, *name)));
        }
        self.events.push(Event::Revealed(seat));
    }
}

/// After a step of the mover's piece to `square`: who stands next to it has met it. The mover's
/// file holds the box that shows the mover's piece; the one that shows the other is owed in the
/// other's next file. (See [`super::boxes`].)
fn meet(state: &mut State, piece: Place, square: Place) {
    let (seat, other) = (state.mover, state.mover.other());
    let watchers: Vec<Place> = state.watchers(other, square).collect();
    state.met[seat].extend(watchers.into_iter().map(|watcher| (piece, watcher)));
    if state.pieces[seat].get(&piece).is_none_or(|piece| piece.attacked) {
        return;
    }
    let beside: Vec<Place> = state
        .on_board(other)
        .filter(|(_, at, _)| at.touches(square))
        .map(|(name, _, _)| name)
        .collect();
    for seen in beside {
        if state.met[other].insert((seen, piece)) {
            state.owed[other].push((seen, piece));
        }
    }
}
