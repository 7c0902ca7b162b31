//! The course of the game: the next step, and the effect of a step on the position.

use std::fmt;

use super::kind::{Clash, Kind, Kinds};
use super::legal::Illegal;
use super::square::Square;
use super::state::{Fight, MadeStride, Phase, Piece, State};
use super::step::{Stride, Strides};
use super::{Espionage, Shown};
use crate::board::text::joined;
use crate::rules::{
    Due, EndedBy, Forfeits, Numbers, Open, Opening, Outcome, Position, Sealed, Seat, Step, ensure,
};

/// The purpose of a roll: to place the volcanoes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Volcanoes;

impl fmt::Display for Volcanoes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("volcanoes")
    }
}

impl Position<Espionage> for State {
    fn due(&self) -> Due<Espionage> {
        match &self.phase {
            Phase::Opening(seat) => Due::Open { seat: *seat, opens: self.opens() },
            Phase::Volcanoes => Due::Roll { by: Seat::OPENER, roll: Volcanoes },
            Phase::First => Due::First,
            Phase::Moving(seat) => Due::Move(*seat),
            Phase::Fighting(fight) => {
                Due::Answer { seat: fight.by.other(), question: *fight, or_move: false }
            }
            Phase::Over(outcome) => Due::Over(outcome.clone()),
        }
    }

    fn apply(&mut self, step: &Step<Espionage>, shown: &Shown) -> Vec<String> {
        match (step, &self.phase) {
            (Step::Opened { seat, opened }, Phase::Opening(due)) if seat == due => {
                vec![self.take_openings(*seat, opened)]
            }
            (Step::Rolled { rolled, .. }, Phase::Volcanoes) => {
                self.volcanoes.clone_from(rolled);
                self.phase = Phase::First;
                vec![format!("the volcanoes are on {}", joined(rolled, ", "))]
            }
            (Step::First(seat), Phase::First) if *seat <= Seat::JOINER => {
                self.phase = Phase::Moving(*seat);
                Vec::new()
            }
            (Step::Moved { seat, mv, .. }, Phase::Moving(due)) if seat == due => {
                self.set_out(*seat, mv)
            }
            (Step::Answered { question, answer, .. }, Phase::Fighting(fight))
                if question == fight =>
            {
                self.settle(*question, *answer, shown)
            }
            (Step::Revealed(seat), Phase::Over(_)) => {
                self.reveal(*seat, shown);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.queue.clear();
        self.phase = Phase::Over(outcome);
    }

    fn roll(&self, _roll: &Volcanoes, numbers: &mut dyn Numbers) -> Vec<Square> {
        let (first, second) = self.options.volcano_ranges();
        let mut below = |most| u8::try_from(numbers.below(most)).unwrap_or(0);
        let v1 = 2 + below(first);
        self.options.volcanoes(v1, below(second))
    }

    /// Checks the rules that anyone can check: about squares, volcanoes, the player's own pieces,
    /// and going back. Everyone knows that a piece that has moved can walk. So this also rejects a
    /// pass if the player can move such a piece.
    fn check(&self, seat: Seat, Strides(strides): &Strides, _: &Shown) -> Result<(), Illegal> {
        ensure(self.phase == Phase::Moving(seat), Illegal::NotNow(seat))?;
        ensure(strides.len() <= self.options.moves, Illegal::TooMany(self.options.moves))?;
        let mut first = None;
        for &stride in strides {
            self.check_stride(seat, stride, first)?;
            first = Some(stride);
        }
        let walks = |_, piece: &Piece| piece.moved || piece.kind.is_some_and(Kind::walks);
        self.check_whole(seat, strides, walks)
    }

    /// Opens the piece that is removed.
    fn opens_for_answer(&self, fight: &Fight, answer: &Clash) -> Vec<Open<Espionage>> {
        let defender = Sealed { seat: fight.by.other(), item: fight.defender };
        vec![match answer {
            Clash::Takes => Open::Item(defender),
            Clash::Falls => Open::Item(Sealed { seat: fight.by, item: fight.attacker }),
            Clash::Headquarters => Open::As(Opening { of: defender, value: Kind::Headquarters }),
        }]
    }

    /// Checks with public knowledge whether a piece that an answer opens can be of the stated kind.
    /// This piece is the attacked piece, or the attacker if it falls.
    fn check_opening(&self, opening: &Opening<Espionage>, _: &Shown) -> Result<(), Illegal> {
        let (seat, name, kind) = (opening.of.seat, opening.of.item, opening.value);
        let Phase::Fighting(_) = self.phase else { return Ok(()) };
        let Some(piece) = self.pieces.get(seat).and_then(|pieces| pieces.get(&name)) else {
            return Ok(());
        };
        let all_lost = || self.lost(seat, kind) >= self.options.count(kind);
        let why = if kind == Kind::Empty {
            "a piece is there"
        } else if piece.moved && !kind.walks() {
            "the piece has moved"
        } else if piece.kind.is_none() && all_lost() {
            "all pieces of this kind were already lost"
        } else {
            return Ok(());
        };
        Err(Illegal::CannotBe(name, kind, why))
    }
}

impl Forfeits<Espionage> for State {}

impl State {
    /// Returns what each seat opens when both armies are sealed: its empty squares or, with the
    /// option `open`, the whole army.
    pub(super) fn opens(&self) -> Vec<Open<Espionage>> {
        let opened = Kind::ALL.into_iter().filter(|&kind| kind == Kind::Empty || self.options.open);
        let every = opened.map(|value| (value, self.options.count(value)));
        let some = every.filter(|&(_, count)| count > 0);
        some.map(|(value, count)| Open::Every { value, count }).collect()
    }

    fn take_openings(&mut self, seat: Seat, opened: &[Opening<Espionage>]) -> String {
        let pieces = &mut self.pieces[seat];
        for opening in opened.iter().filter(|opening| opening.of.seat == seat) {
            if opening.value == Kind::Empty {
                pieces.remove(&opening.of.item);
            } else if let Some(piece) = pieces.get_mut(&opening.of.item) {
                piece.kind = Some(opening.value);
                piece.may = Kinds::only(opening.value);
            }
        }
        self.phase =
            if seat == Seat::JOINER { Phase::Opening(Seat::OPENER) } else { self.before_play() };
        if self.options.open {
            format!("{seat} reveals the whole army")
        } else {
            format!("{seat} shows which {} home squares are empty", opened.len())
        }
    }

    fn set_out(&mut self, seat: Seat, strides: &Strides) -> Vec<String> {
        self.mover = seat;
        self.removal = false;
        self.owed[seat].clear();
        self.last[seat].clear();
        let mut events = Vec::new();
        if strides.0.is_empty() {
            self.passes += 1;
            events.push(format!("{seat} cannot move and passes"));
            if self.options.stuck_loses {
                self.win(seat.other(), format!("{seat} could not move"), &mut events);
                return events;
            }
        } else {
            self.passes = 0;
            self.queue = strides.0.iter().copied().take(self.options.moves).collect();
            events.push(self.announcement(seat));
        }
        self.carry_out(&mut events);
        events
    }

    /// Describes the turn as it looks on the board before the first stride:
    /// `{0} attacks with D5-D6 and moves A1-A2`.
    fn announcement(&self, seat: Seat) -> String {
        let attacks = |stride: &Stride| self.piece_on(seat.other(), stride.to).is_some();
        if !self.queue.iter().any(attacks) {
            return format!("{seat} moves {}", joined(&self.queue, " and "));
        }
        let said = |stride: &Stride| {
            if attacks(stride) {
                format!("attacks with {stride}")
            } else {
                format!("moves {stride}")
            }
        };
        format!("{seat} {}", joined(self.queue.iter().map(said), " and "))
    }

    /// Carries out the remaining strides up to the first attack.
    fn carry_out(&mut self, events: &mut Vec<String>) {
        let seat = self.mover;
        while let Some(stride) = self.queue.pop_front() {
            if let Some(fight) = self.fight(seat, stride) {
                self.phase = Phase::Fighting(fight);
                return;
            }
            let is_free =
                self.piece_on(seat, stride.to).is_none() && !self.volcanoes.contains(&stride.to);
            match self.piece_on(seat, stride.from).map(|(piece, _)| piece) {
                Some(piece) if is_free => self.go(MadeStride { piece, stride }),
                _ => events.push(format!(
                    "{stride} is void: the first move already removed the piece on {}",
                    stride.to
                )),
            }
        }
        self.end_turn(events);
    }

    /// Moves a piece of the mover to a square that is now free.
    fn go(&mut self, went: MadeStride) {
        let seat = self.mover;
        if let Some(piece) = self.pieces[seat].get_mut(&went.piece) {
            piece.at = Some(went.stride.to);
            piece.moved = true;
            piece.may = piece.may.keep(Kind::walks);
        }
        self.last[seat].push(went);
        if !self.options.open {
            self.meet(went.piece, went.stride.to);
        }
    }

    /// Records the pairs of pieces that have met because the mover's piece has moved to `square`.
    /// The mover's file contains the box that shows the mover's piece; the box that shows the
    /// opponent's piece belongs in the opponent's next file. (See `boxes.rs`.)
    fn meet(&mut self, piece: Square, square: Square) {
        let (seat, other) = (self.mover, self.mover.other());
        let watchers: Vec<Square> = self.watchers(other, square).collect();
        self.met[seat].extend(watchers.into_iter().map(|watcher| (piece, watcher)));
        if self.pieces[seat].get(&piece).is_none_or(|piece| piece.attacked) {
            return;
        }
        let beside = self.on_board(other).filter(|(_, at, _)| at.touches(square));
        let beside: Vec<Square> = beside.map(|(name, _, _)| name).collect();
        for neighbor in beside {
            if self.met[other].insert((neighbor, piece)) {
                self.owed[other].push((neighbor, piece));
            }
        }
    }

    fn settle(&mut self, fight: Fight, answer: Clash, shown: &Shown) -> Vec<String> {
        let Fight { by, attacker, defender, stride, .. } = fight;
        let other = by.other();
        let value = |seat, name| shown.value(seat, &name).copied();
        let title = |kind: Option<Kind>| kind.map_or("piece", Kind::title);
        let mut events = Vec::new();
        match answer {
            Clash::Takes => {
                let defender_kind = value(other, defender);
                self.remove(other, defender, defender_kind);
                self.narrow(by, attacker, |kind| {
                    defender_kind
                        .is_none_or(|defender| kind.attacks(defender) == Some(Clash::Takes))
                });
                events.push(format!("{stride} takes a {}", title(defender_kind)));
                self.go(MadeStride { piece: attacker, stride });
            }
            Clash::Falls => {
                let fallen = value(by, attacker);
                self.remove(by, attacker, fallen);
                self.narrow(other, defender, |kind| {
                    fallen.is_none_or(|fallen| fallen.attacks(kind) == Some(Clash::Falls))
                });
                if let Some(piece) = self.pieces[other].get_mut(&defender) {
                    piece.attacked = true;
                }
                events.push(format!("{stride} fails: the attacking {} falls", title(fallen)));
            }
            Clash::Headquarters => {
                self.remove(other, defender, Some(Kind::Headquarters));
                events.push(format!("{stride} takes the Headquarters"));
                self.go(MadeStride { piece: attacker, stride });
                self.win(by, format!("{by} took {other}'s Headquarters"), &mut events);
                return events;
            }
        }
        match Seat::all(2).find(|&seat| self.is_worn_down(seat)) {
            Some(seat) => {
                let reason = format!("{seat} has no piece left that can move");
                self.win(seat.other(), reason, &mut events);
            }
            None => self.carry_out(&mut events),
        }
        events
    }

    /// Whether this seat has lost every piece that can move.
    fn is_worn_down(&self, seat: Seat) -> bool {
        let walkers = Kind::pieces().filter(|kind| kind.walks());
        let lost: usize = walkers.map(|kind| self.lost(seat, kind)).sum();
        lost >= self.options.walkers()
    }

    fn remove(&mut self, seat: Seat, name: Square, kind: Option<Kind>) {
        if let Some(piece) = self.pieces[seat].get_mut(&name) {
            piece.at = None;
            piece.kind = kind;
        }
        self.removal = true;
    }

    /// Narrows down the possible kinds of a piece that has survived a fight.
    fn narrow(&mut self, seat: Seat, name: Square, holds: impl Fn(Kind) -> bool) {
        if let Some(piece) = self.pieces[seat].get_mut(&name) {
            piece.may = piece.may.keep(holds);
        }
    }

    fn end_turn(&mut self, events: &mut Vec<String>) {
        self.turns += 1;
        self.quiet = if self.removal { 0 } else { self.quiet + 1 };
        let limit = self.options.draw_turns;
        let reason = if self.passes >= 2 {
            "neither player could move".to_owned()
        } else if limit > 0 && self.quiet >= 2 * limit {
            let last = if limit == 1 { "turn".to_owned() } else { format!("{limit} turns") };
            format!("no piece was removed in either player's last {last}")
        } else {
            self.phase = Phase::Moving(self.mover.other());
            return;
        };
        self.decide(Outcome::draw(2, EndedBy::Board, reason), events);
    }

    fn win(&mut self, winner: Seat, reason: String, events: &mut Vec<String>) {
        self.decide(Outcome::win(winner, 2, EndedBy::Board, reason), events);
    }

    /// Ends the game with a result decided on the board, and drops the remaining strides.
    fn decide(&mut self, outcome: Outcome, events: &mut Vec<String>) {
        let dropped =
            |stride: &Stride| format!("{stride} isn't carried out, because the game is over");
        events.extend(self.queue.iter().map(dropped));
        events.push(outcome.reason.clone());
        self.end(outcome);
    }

    fn reveal(&mut self, seat: Seat, shown: &Shown) {
        let Some(army) = shown.setup(seat) else { return };
        for (name, piece) in &mut self.pieces[seat] {
            piece.kind = piece.kind.or(Some(army.kind(&self.options, *name)));
        }
    }
}
