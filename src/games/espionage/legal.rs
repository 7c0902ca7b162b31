//! Legality of moves: public checks, and checks that need the owner's army.

use super::Private;
use super::kind::Kind;
use super::square::Square;
use super::state::{MadeStride, Piece, State};
use super::step::Stride;
use crate::rules::{Seat, ensure};

impl State {
    /// Checks a stride with public knowledge only. If `stride` is the second stride of a turn,
    /// `first` is the first stride. The result of `first` doesn't matter: in any case, the first
    /// piece has left its square, and the second piece can enter the target of `first` only if
    /// `first` is an attack.
    pub(super) fn check_stride(
        &self,
        seat: Seat,
        stride: Stride,
        first: Option<Stride>,
    ) -> Result<(), Illegal> {
        let Stride { from, to } = stride;
        self.check_squares(stride, first)?;
        let Some((name, piece)) = self.piece_on(seat, from) else {
            let theirs = self.piece_on(seat.other(), from).is_some();
            return Err(if theirs { Illegal::NotYours(stride) } else { Illegal::NoPiece(stride) });
        };
        ensure(from.leads_to(to), Illegal::TooFar(stride))?;
        self.check_volcano(stride)?;
        let left = first.is_some_and(|first| first.from == to);
        let attacks = |first: Stride| self.piece_on(seat.other(), first.to).is_some();
        let entered = first.is_some_and(|first| first.to == to && !attacks(first));
        let free = !entered && (left || self.piece_on(seat, to).is_none());
        ensure(free, Illegal::Occupied(stride))?;
        let back = MadeStride { piece: name, stride: Stride { from: to, to: from } };
        ensure(!self.last[seat].contains(&back), Illegal::NoReturn(stride))?;
        let kind = piece.kind.filter(|kind| !kind.walks());
        kind.map_or(Ok(()), |kind| Err(Illegal::Fixed(stride, kind)))
    }

    /// Checks the parts of a stride that don't depend on where the pieces are, so that they also
    /// hold for a later turn.
    pub(super) fn check_planned(
        &self,
        stride: Stride,
        first: Option<Stride>,
    ) -> Result<(), Illegal> {
        self.check_squares(stride, first)?;
        ensure(stride.from.leads_to(stride.to), Illegal::TooFar(stride))?;
        self.check_volcano(stride)
    }

    fn check_squares(&self, stride: Stride, first: Option<Stride>) -> Result<(), Illegal> {
        let Stride { from, to } = stride;
        for square in [from, to] {
            if !self.options.grid().contains(square.0) {
                return Err(self.off_board(square.to_string()));
            }
        }
        let is_first = first.is_some_and(|first| from == first.to || from == first.from);
        ensure(!is_first, Illegal::SamePiece(stride))
    }

    fn check_volcano(&self, stride: Stride) -> Result<(), Illegal> {
        ensure(!self.volcanoes.contains(&stride.to), Illegal::Volcano(stride))
    }

    pub(super) fn off_board(&self, square: String) -> Illegal {
        let side = self.options.side();
        Illegal::OffBoard(square, char::from(b'A'.saturating_add(side - 1)), side)
    }

    /// Returns the legal strides of the pieces for which `walks` returns true. Assumes that the
    /// stride `first`, if there is one, has been made.
    fn strides(
        &self,
        seat: Seat,
        first: Option<Stride>,
        walks: impl Fn(Square, &Piece) -> bool,
    ) -> Vec<Stride> {
        let grid = self.options.grid();
        self.on_board(seat)
            .filter(|&(name, _, piece)| walks(name, piece))
            .flat_map(|(_, from, _)| from.around(grid).map(move |to| Stride { from, to }))
            .filter(|&stride| self.check_stride(seat, stride, first).is_ok())
            .collect()
    }

    /// Returns the legal strides of the owner, who knows which pieces can walk. Assumes that the
    /// stride `first`, if there is one, has been made.
    pub(super) fn own_strides(&self, own: &Private, first: Option<Stride>) -> Vec<Stride> {
        self.strides(own.seat, first, |name, _| own.setup.kind(&self.options, name).walks())
    }

    /// Returns the reason why the player's own piece on this square can't move; `None` if the piece
    /// can move. Assumes that the stride `first`, if there is one, has been made.
    pub(super) fn why_it_stays(
        &self,
        own: &Private,
        from: Square,
        first: Option<Stride>,
    ) -> Option<Illegal> {
        let kind = self.piece_on(own.seat, from);
        let kind = kind.map(|(name, _)| own.setup.kind(&self.options, name))?;
        if !kind.walks() {
            return Some(Illegal::Stays(from, kind));
        }
        let ways = from.around(self.options.grid()).map(|to| Stride { from, to });
        let faults = ways.map(|way| self.check_stride(own.seat, way, first).err());
        let faults: Vec<Illegal> = faults.collect::<Option<_>>()?;
        let known = |fault: &Illegal| matches!(fault, Illegal::NoReturn(_) | Illegal::SamePiece(_));
        faults.into_iter().find(known).or(Some(Illegal::Shut(from, kind)))
    }

    /// Checks that the turn has enough strides, assuming that the pieces for which `walks` returns
    /// true can walk.
    ///
    /// Both moves are compulsory if they are possible. The second move is optional only if every
    /// legal second move goes to the square that the first move attacks, because no player has to
    /// risk a second piece there.
    pub(super) fn check_whole(
        &self,
        seat: Seat,
        strides: &[Stride],
        walks: impl Fn(Square, &Piece) -> bool,
    ) -> Result<(), Illegal> {
        match *strides {
            [] => match self.strides(seat, None, walks).first() {
                Some(&stride) => Err(Illegal::CanMove(stride)),
                None => Ok(()),
            },
            [first] if self.options.moves == 2 => {
                let seconds = self.strides(seat, Some(first), walks);
                match seconds.into_iter().find(|stride| stride.to != first.to) {
                    Some(stride) => Err(Illegal::SecondDue(stride)),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// Why a move isn't possible, or why a piece can't be of the kind that an opening states.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Illegal {
    #[error(
        "\"{0}\" cannot be read. Write a move as two squares, such as D4-D5, and put a comma \
         between two moves: D4-D5, F2-F3"
    )]
    Unreadable(String),
    #[error("there is no square {0}. Columns go from A to {1}, rows from 1 to {2}")]
    OffBoard(String, char, u8),
    #[error("it is not {0}'s turn to move")]
    NotNow(Seat),
    #[error("that is too many moves: a turn is {}", if *.0 == 1 {
        "one move of one piece"
    } else {
        "two moves of different pieces"
    })]
    TooMany(usize),
    #[error("you have no piece on {0}")]
    NoneOn(Square),
    #[error("{0}: there is no piece on {from}", from = .0.from)]
    NoPiece(Stride),
    #[error("{0}: the piece on {from} is not yours", from = .0.from)]
    NotYours(Stride),
    #[error("{0}: a piece moves one square along a row or a column")]
    TooFar(Stride),
    #[error("{0}: {to} is a volcano, which no piece may enter", to = .0.to)]
    Volcano(Stride),
    #[error("{0}: your own piece is on {to}", to = .0.to)]
    Occupied(Stride),
    #[error(
        "{0}: this piece came from {to} in your last turn and can't go straight back. If you leave \
            it on {from} this turn, it can go back next turn",
        from = .0.from,
        to = .0.to
    )]
    NoReturn(Stride),
    #[error("{0}: you can't move the same piece twice in a turn")]
    SamePiece(Stride),
    #[error("{0}: the {kind} on {from} never moves", kind = .1.title(), from = .0.from)]
    Fixed(Stride, Kind),
    #[error("the {kind} on {0} never moves", kind = .1.title())]
    Stays(Square, Kind),
    #[error("the {kind} on {0} cannot move: it has no free square next to it", kind = .1.title())]
    Shut(Square, Kind),
    #[error(
        "a turn is two moves of different pieces, and a second move is possible: {0}, for example"
    )]
    SecondDue(Stride),
    #[error("you may only pass if no piece can move, but this move is possible: {0}")]
    CanMove(Stride),
    #[error("{0} cannot be {a} {kind}: {2}",
        a = if *.1 == Kind::Empty { "an" } else { "a" },
        kind = .1.title())]
    CannotBe(Square, Kind, &'static str),
}
