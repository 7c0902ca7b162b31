//! The position: what everybody sees.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::kind::{Kind, Kinds};
use super::options::Options;
use super::square::Square;
use super::stride::Stride;
use crate::rules::{BySeat, Outcome, Seat};

/// An attack, which the owner of the attacked piece judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    /// who attacks
    pub(super) by: Seat,
    /// the attacking piece, by the square it started the game from
    pub(super) attacker: Square,
    /// the attacked piece, likewise
    pub(super) defender: Square,
    /// where the two stand
    pub(super) stride: Stride,
    /// the kinds are hidden, so that a token proves the answer
    pub(super) sealed: bool,
}

impl fmt::Display for Fight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attacks {} from {}", self.by, self.stride.to, self.stride.from)
    }
}

/// A piece as everybody knows it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    /// where it stands; `None` once it is removed
    pub(super) at: Option<Square>,
    /// what it is, if that was shown to all
    pub(super) kind: Option<Kind>,
    /// what it may be, as far as public facts say
    pub(super) may: Kinds,
    /// it has moved in this game
    pub(super) moved: bool,
    /// it was attacked in this game; if it survived, it is no Spy
    pub(super) attacked: bool,
}

/// A stride that was carried out, and by which piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Went {
    pub(super) piece: Square,
    pub(super) stride: Stride,
}

/// Where the game is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Phase {
    /// a seat opens its empty squares, or everything
    Opening(Seat),
    /// the volcanoes are rolled for
    Volcanoes,
    /// it is settled who begins
    First,
    Moving(Seat),
    Fighting(Fight),
    Over(Outcome),
}

/// The position.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    pub(super) phase: Phase,
    /// the pieces of each seat, by the squares they started from
    pub(super) pieces: BySeat<BTreeMap<Square, Piece>>,
    pub(super) volcanoes: Vec<Square>,
    /// whose turn of play it is or was
    pub(super) mover: Seat,
    /// strides of the mover that wait to be carried out
    pub(super) queue: VecDeque<Stride>,
    /// the strides that each seat carried out in its last turn
    pub(super) last: BySeat<Vec<Went>>,
    /// pairs of an own and an opposing piece that have met, so that the one was or will be boxed
    /// for the other
    pub(super) met: BySeat<BTreeSet<(Square, Square)>>,
    /// those of them that met by the opponent's stride: they are boxed in this seat's next file, in
    /// this order
    pub(super) owed: BySeat<Vec<(Square, Square)>>,
    /// turns of play in a row without a removal
    pub(super) quiet: u32,
    /// a piece was removed in this turn
    pub(super) removal: bool,
    /// passes in a row
    pub(super) passes: u32,
    /// turns of play so far
    pub(super) turns: u32,
}

impl State {
    /// Both armies are hidden. What is empty shows first from the joiner, in the file with his
    /// seals, then from the opener, who rolls in the same file.
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

    /// What comes when there is nothing more to open.
    pub(super) fn before_play(&self) -> Phase {
        if self.options.volcanoes { Phase::Volcanoes } else { Phase::First }
    }

    /// The seat's piece that stands on this square, by its name.
    pub(super) fn piece_on(&self, seat: Seat, square: Square) -> Option<(Square, &Piece)> {
        self.on_board(seat).find(|(_, at, _)| *at == square).map(|(name, _, piece)| (name, piece))
    }

    /// The pieces of a seat that are on the board: name, square, piece, in the order of the sheet.
    pub(super) fn on_board(&self, seat: Seat) -> impl Iterator<Item = (Square, Square, &Piece)> {
        let pieces = self.pieces.get(seat).into_iter().flatten();
        pieces.filter_map(|(name, piece)| Some((*name, piece.at?, piece)))
    }

    /// How many pieces of this kind a seat has lost.
    pub(super) fn lost(&self, seat: Seat, kind: Kind) -> usize {
        let pieces = self.pieces.get(seat).into_iter().flat_map(BTreeMap::values);
        pieces.filter(|piece| piece.at.is_none() && piece.kind == Some(kind)).count()
    }

    /// The attack that this stride is, if an opposing piece stands where it leads.
    pub(super) fn fight(&self, seat: Seat, stride: Stride) -> Option<Fight> {
        let (attacker, _) = self.piece_on(seat, stride.from)?;
        let (defender, _) = self.piece_on(seat.other(), stride.to)?;
        Some(Fight { by: seat, attacker, defender, stride, sealed: !self.options.open })
    }

    /// The pieces of `seat` next to this square that everybody must allow to be Spies, in the order
    /// of the sheet.
    pub(super) fn watchers(&self, seat: Seat, square: Square) -> impl Iterator<Item = Square> {
        self.on_board(seat)
            .filter(move |(_, at, piece)| at.touches(square) && !piece.attacked)
            .map(|(name, _, _)| name)
    }
}

/// Things one after the other, with commas.
pub(super) fn list<T: fmt::Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(", ")
}
