//! The public position.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::kind::{Kind, Kinds};
use super::options::Options;
use super::square::Square;
use super::step::Stride;
use crate::rules::{BySeat, Outcome, Seat};

/// An attack, which the owner of the attacked piece answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    /// The attacking seat.
    pub(super) by: Seat,
    /// The attacking piece, by its starting square.
    pub(super) attacker: Square,
    /// The attacked piece, by its starting square.
    pub(super) defender: Square,
    /// The stride of the attacker.
    pub(super) stride: Stride,
    /// Whether the kinds are hidden. If they are, a token proves the answer.
    pub(super) sealed: bool,
}

impl fmt::Display for Fight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attacks {} from {}", self.by, self.stride.to, self.stride.from)
    }
}

/// The public facts about a piece.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    /// Its square; `None` if the piece has been removed.
    pub(super) at: Option<Square>,
    /// Its kind, if the kind is public.
    pub(super) kind: Option<Kind>,
    /// The kinds that the piece may have according to public facts.
    pub(super) may: Kinds,
    /// Whether the piece has moved in this game.
    pub(super) moved: bool,
    /// Whether the piece has been attacked in this game. A piece that survives an attack isn't a
    /// Spy.
    pub(super) attacked: bool,
}

/// A stride that was carried out, and the piece that made the stride.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct MadeStride {
    pub(super) piece: Square,
    pub(super) stride: Stride,
}

/// Phase of the game.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Phase {
    /// A seat opens its empty squares, or its whole army.
    Opening(Seat),
    /// The volcanoes are placed at random.
    Volcanoes,
    /// The first player is chosen.
    First,
    Moving(Seat),
    Fighting(Fight),
    Over(Outcome),
}

/// The public position.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    pub(super) phase: Phase,
    /// The pieces of each seat, by starting square.
    pub(super) pieces: BySeat<BTreeMap<Square, Piece>>,
    pub(super) volcanoes: Vec<Square>,
    /// Seat that made the latest move; the opener before the first move.
    pub(super) mover: Seat,
    /// Remaining strides of the mover.
    pub(super) queue: VecDeque<Stride>,
    /// Strides that each seat carried out in its last turn.
    pub(super) last: BySeat<Vec<MadeStride>>,
    /// For each seat, the pairs of pieces that have met: a piece of the seat and an opposing piece.
    /// A box has shown or will show the seat's piece to the opposing piece.
    pub(super) met: BySeat<BTreeSet<(Square, Square)>>,
    /// For each seat, the pairs of pieces that have met through a stride of the opponent. The boxes
    /// for these pairs belong in the seat's next file, in this order.
    pub(super) owed: BySeat<Vec<(Square, Square)>>,
    /// Consecutive turns without a removal.
    pub(super) quiet: u32,
    /// Whether a piece has been removed in this turn.
    pub(super) removal: bool,
    /// Consecutive passes.
    pub(super) passes: u32,
    /// Number of turns so far.
    pub(super) turns: u32,
}

impl State {
    /// Creates the position with both armies hidden. First the joiner opens the joiner's empty
    /// squares, in the file with the joiner's seals. Then the opener opens the opener's empty
    /// squares, and rolls in the same file.
    pub(super) fn new(options: Options) -> State {
        let may = Kinds::that(|kind| options.count(kind) > 0);
        let piece = |at| Piece { at: Some(at), kind: None, may, moved: false, attacked: false };
        let army = |seat| options.home(seat).into_iter().map(|at| (at, piece(at))).collect();
        let mut state = State {
            options,
            phase: Phase::Opening(Seat::JOINER),
            pieces: BySeat::from_fn(2, army),
            volcanoes: Vec::new(),
            mover: Seat::OPENER,
            queue: VecDeque::new(),
            last: BySeat::from_fn(2, |_| Vec::new()),
            met: BySeat::from_fn(2, |_| BTreeSet::new()),
            owed: BySeat::from_fn(2, |_| Vec::new()),
            quiet: 0,
            removal: false,
            passes: 0,
            turns: 0,
        };
        if state.opens().is_empty() {
            state.phase = state.before_play();
        }
        state
    }

    /// Returns the phase that follows when both seats have opened their squares.
    pub(super) fn before_play(&self) -> Phase {
        if self.options.volcanoes { Phase::Volcanoes } else { Phase::First }
    }

    /// Returns the seat's piece on this square, with its name.
    pub(super) fn piece_on(&self, seat: Seat, square: Square) -> Option<(Square, &Piece)> {
        self.on_board(seat).find(|(_, at, _)| *at == square).map(|(name, _, piece)| (name, piece))
    }

    /// Returns the pieces of a seat on the board: name, square and piece, in the order of the
    /// setup.
    pub(super) fn on_board(&self, seat: Seat) -> impl Iterator<Item = (Square, Square, &Piece)> {
        let pieces = self.pieces.get(seat).into_iter().flatten();
        pieces.filter_map(|(name, piece)| Some((*name, piece.at?, piece)))
    }

    /// Returns the number of pieces of this kind that a seat has lost.
    pub(super) fn lost(&self, seat: Seat, kind: Kind) -> usize {
        let pieces = self.pieces.get(seat).into_iter().flat_map(BTreeMap::values);
        pieces.filter(|piece| piece.at.is_none() && piece.kind == Some(kind)).count()
    }

    /// If this stride is an attack, returns the attack; `None` if no opposing piece is on the
    /// target square.
    pub(super) fn fight(&self, seat: Seat, stride: Stride) -> Option<Fight> {
        let (attacker, _) = self.piece_on(seat, stride.from)?;
        let (defender, _) = self.piece_on(seat.other(), stride.to)?;
        Some(Fight { by: seat, attacker, defender, stride, sealed: !self.options.open })
    }

    /// Returns the names of the pieces of `seat` that are next to this square and, according to
    /// public facts, may be Spies. They are in the order of the setup.
    pub(super) fn watchers(&self, seat: Seat, square: Square) -> impl Iterator<Item = Square> {
        self.on_board(seat)
            .filter(move |(_, at, piece)| at.touches(square) && !piece.attacked)
            .map(|(name, _, _)| name)
    }
}
