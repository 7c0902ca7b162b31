//! Which moves are legal: what anyone can check, and what only the owner can.

use super::Espionage;
use super::kind::Kind;
use super::place::Place;
use super::state::{Orders, Phase, Piece, State, Step};
use crate::games::{Opening, Own, Seat};

/// Why a move cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// what was typed is no move
    #[error(
        "\"{0}\" cannot be read. A move is written from square to square, two of them with a comma: D4-D5, F2-F3"
    )]
    Unreadable(String),
    /// a square beyond the edge
    #[error("there is no square {0}. Columns go from A to {1}, rows from 1 to {2}")]
    OffBoard(String, char, u8),
    /// it is not the time to move
    #[error("no move is due from {0} now")]
    NotNow(Seat),
    /// too many steps
    #[error("those are too many moves: a turn is {}", turn(*.0))]
    TooMany(usize),
    /// a square of which something is asked that only an own piece can do
    #[error("none of your pieces stands on {0}")]
    NoneOn(Place),
    /// nothing stands there
    #[error("{0}: there is no piece on {from}", from = .0.from)]
    NoPiece(Step),
    /// the opponent's piece
    #[error("{0}: the piece on {from} is not yours", from = .0.from)]
    NotYours(Step),
    /// not to a neighbour
    #[error("{0}: a piece moves one square along a row or a column")]
    TooFar(Step),
    /// a volcano
    #[error("{0}: {to} is a volcano, which no piece may enter", to = .0.to)]
    Volcano(Step),
    /// an own piece
    #[error("{0}: your own piece stands on {to}", to = .0.to)]
    Occupied(Step),
    /// back to where it came from
    #[error("{0}: this piece came from {to} in your last turn and may not go straight back. It may next turn, if it stays now", to = .0.to)]
    NoReturn(Step),
    /// the same piece twice
    #[error("{0}: the two moves of a turn are of two different pieces")]
    SamePiece(Step),
    /// a Mine or the Headquarters
    #[error("{0}: the {kind} on {from} never moves", kind = .1.title(), from = .0.from)]
    Fixed(Step, Kind),
    /// a second move is due
    #[error("a turn is two moves of different pieces, and a second one is possible: {0} for one")]
    SecondDue(Step),
    /// no reason to pass
    #[error("you may pass only if no piece can move, and one can: {0} for one")]
    CanMove(Step),
    /// a value that an item cannot have
    #[error("{0} cannot be a {kind}: {2}", kind = .1.title())]
    CannotBe(Place, Kind, &'static str),
}

fn turn(moves: usize) -> &'static str {
    if moves == 1 { "one move of one piece" } else { "two moves of different pieces" }
}

/// Can this step be made, as the public sees it? `first` is the step that the same turn makes
/// before; nobody needs to know how that one ends: its piece has left its square in any case, and
/// its target is taken, or attacked, or free for nobody else.
fn check_step(state: &State, seat: Seat, step: Step, first: Option<Step>) -> Result<(), Illegal> {
    let grid = state.house.grid();
    for place in [step.from, step.to] {
        if !grid.contains(place.0) {
            return Err(off_board(state, place.to_string()));
        }
    }
    if first.is_some_and(|first| step.from == first.to || step.from == first.from) {
        return Err(Illegal::SamePiece(step));
    }
    let Some((name, piece)) = state.piece_on(seat, step.from) else {
        let theirs = state.piece_on(seat.other(), step.from).is_some();
        return Err(if theirs { Illegal::NotYours(step) } else { Illegal::NoPiece(step) });
    };
    if !step.from.steps_to(step.to) {
        return Err(Illegal::TooFar(step));
    }
    if state.volcanoes.contains(&step.to) {
        return Err(Illegal::Volcano(step));
    }
    let left = first.is_some_and(|first| first.from == step.to);
    let entered = first.is_some_and(|first| first.to == step.to && !attacks(state, seat, first));
    if entered || (!left && state.piece_on(seat, step.to).is_some()) {
        return Err(Illegal::Occupied(step));
    }
    if state.last[seat]
        .iter()
        .any(|went| went.piece == name && went.step.from == step.to && went.step.to == step.from)
    {
        return Err(Illegal::NoReturn(step));
    }
    match piece.kind {
        Some(kind) if !kind.walks() => Err(Illegal::Fixed(step, kind)),
        _ => Ok(()),
    }
}

pub(super) fn off_board(state: &State, square: String) -> Illegal {
    let side = state.house.side();
    Illegal::OffBoard(square, char::from(b'A'.saturating_add(side - 1)), side)
}

/// Does an opposing piece stand where this step leads?
fn attacks(state: &State, seat: Seat, step: Step) -> bool {
    state.piece_on(seat.other(), step.to).is_some()
}

/// The legal steps of the pieces that `walks` says can walk, after `first` if that is given.
pub(super) fn steps(
    state: &State,
    seat: Seat,
    first: Option<Step>,
    walks: impl Fn(Place, &Piece) -> bool,
) -> Vec<Step> {
    let grid = state.house.grid();
    state
        .on_board(seat)
        .filter(|(name, _, piece)| walks(*name, piece))
        .flat_map(|(_, from, _)| from.around(grid).map(move |to| Step { from, to }))
        .filter(|step| check_step(state, seat, *step, first).is_ok())
        .collect()
}

/// The legal steps of the owner, who knows what can walk.
pub(super) fn own_steps(state: &State, own: &Own<Espionage>, first: Option<Step>) -> Vec<Step> {
    steps(state, own.seat, first, |name, _| own.secret.kind(&state.house, name).walks())
}

/// Has the turn as many steps as it must, if the pieces that can walk are those that `walks` says?
///
/// Both moves are compulsory if they are possible. The second may be left out only if every legal
/// one leads onto the square that the first attacks, since nobody need risk a second piece there.
fn complete(
    state: &State,
    seat: Seat,
    orders: &Orders,
    walks: impl Fn(Place, &Piece) -> bool,
) -> Result<(), Illegal> {
    match orders.steps[..] {
        [] => steps(state, seat, None, walks)
            .first()
            .map_or(Ok(()), |step| Err(Illegal::CanMove(*step))),
        [first] if state.house.moves == 2 => {
            let seconds = steps(state, seat, Some(first), walks);
            seconds
                .into_iter()
                .find(|step| step.to != first.to)
                .map_or(Ok(()), |step| Err(Illegal::SecondDue(step)))
        }
        _ => Ok(()),
    }
}

/// What anyone can check: squares, volcanoes, own pieces, the rule against going back. A piece that
/// has moved is known to walk, so that many a false pass is found here.
pub(super) fn check(state: &State, seat: Seat, orders: &Orders) -> Result<(), Illegal> {
    if state.phase != Phase::Moving(seat) {
        return Err(Illegal::NotNow(seat));
    }
    if orders.steps.len() > state.house.moves {
        return Err(Illegal::TooMany(state.house.moves));
    }
    let mut first = None;
    for step in &orders.steps {
        check_step(state, seat, *step, first)?;
        first = Some(*step);
    }
    complete(state, seat, orders, |_, piece| piece.moved || piece.kind.is_some_and(Kind::walks))
}

/// What only the owner, or the audit, can check: Mines and the Headquarters stay, and nothing was
/// left out that could be done.
pub(super) fn check_own(
    state: &State,
    own: &Own<Espionage>,
    orders: &Orders,
) -> Result<(), Illegal> {
    for step in &orders.steps {
        if let Some((name, _)) = state.piece_on(own.seat, step.from) {
            let kind = own.secret.kind(&state.house, name);
            if !kind.walks() {
                return Err(Illegal::Fixed(*step, kind));
            }
        }
    }
    complete(state, own.seat, orders, |name, _| own.secret.kind(&state.house, name).walks())
}

/// What anyone can check of a piece that an answer opens, be it the attacked one or the attacker
/// that fell: that it can be what it is said to be.
pub(super) fn check_opening(state: &State, opening: &Opening<Espionage>) -> Result<(), Illegal> {
    let (seat, name, kind) = (opening.of.seat, opening.of.item, opening.value);
    let fault = |why| Err(Illegal::CannotBe(name, kind, why));
    let Phase::Fighting(_) = state.phase else { return Ok(()) };
    let Some(piece) = state.pieces.get(seat).and_then(|pieces| pieces.get(&name)) else {
        return Ok(());
    };
    if kind == Kind::Empty {
        return fault("a piece stands there");
    }
    if piece.moved && !kind.walks() {
        return fault("it has moved");
    }
    if piece.kind.is_none() && state.lost(seat, kind) >= state.house.count(kind) {
        return fault("all of these were lost before");
    }
    Ok(())
}
