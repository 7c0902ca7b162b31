//! The table as everybody sees it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::house::House;
use super::kind::{Kind, Kinds};
use super::place::Place;
use crate::games::{BySeat, Outcome, Seat};

/// One step of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// from this square
    pub from: Place,
    /// to this one
    pub to: Place,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A move: the steps of different pieces, carried out one after the other. None is a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// at most as many as pieces move in a turn
    pub steps: Vec<Step>,
}

/// An attack, which the owner of the attacked piece judges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fight {
    /// who attacks
    pub by: Seat,
    /// the attacking piece, by the square it started the game from
    pub attacker: Place,
    /// the attacked piece, likewise
    pub defender: Place,
    /// where the two stand
    pub step: Step,
    /// whether the kinds are hidden, so that a token proves the answer
    pub sealed: bool,
}

impl fmt::Display for Fight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attacks {} from {}", self.by, self.step.to, self.step.from)
    }
}

/// What chance decides, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// where the volcanoes are
    Volcanoes,
    /// who begins
    First,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Volcanoes => "volcanoes",
            Draw::First => "first",
        })
    }
}

/// What chance gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// the two numbers that place the volcanoes
    Volcanoes(u8, u8),
    /// who begins
    First(Seat),
}

/// A piece as everybody knows it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    /// where it stands; `None` once it is removed
    pub(super) at: Option<Place>,
    /// what it is, if that was shown to all
    pub(super) kind: Option<Kind>,
    /// what it may be, as far as public facts say
    pub(super) may: Kinds,
    /// whether it has ever moved
    pub(super) moved: bool,
    /// whether it was ever attacked; if it survived, it is no Spy
    pub(super) attacked: bool,
}

/// A step that was carried out, and by which piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Went {
    pub(super) piece: Place,
    pub(super) step: Step,
}

/// Where the game is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Phase {
    /// a seat hides its army
    Setup(Seat),
    /// a seat opens its empty squares, or everything
    Showing(Seat),
    /// the opener draws
    Drawing(Draw),
    /// a seat decides on its move
    Moving(Seat),
    /// an attack waits for its answer
    Fighting(Fight),
    /// the game has ended; the seats reveal in this order
    Ended { outcome: Outcome, order: [Seat; 2] },
}

/// The table as everybody sees it.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) house: House,
    /// who begins, if that was agreed
    pub(super) agreed: Option<Seat>,
    pub(super) phase: Phase,
    /// the pieces of each seat, by the squares they started from
    pub(super) pieces: BySeat<BTreeMap<Place, Piece>>,
    pub(super) volcanoes: Vec<Place>,
    /// whose turn of play it is or was
    pub(super) mover: Seat,
    /// orders of the mover that wait to be carried out
    pub(super) orders: VecDeque<Step>,
    /// the steps that each seat carried out in its last turn
    pub(super) last: BySeat<Vec<Went>>,
    /// pairs of an own and an opposing piece that have met, so that the one was or will be boxed
    /// for the other
    pub(super) met: BySeat<BTreeSet<(Place, Place)>>,
    /// those of them that met by the opponent's step: they are boxed in this seat's next file, in
    /// this order
    pub(super) owed: BySeat<Vec<(Place, Place)>>,
    /// turns of play in a row without a removal
    pub(super) quiet: u32,
    /// whether a piece was removed in this turn
    pub(super) removal: bool,
    /// passes in a row
    pub(super) passes: u32,
    /// turns of play so far
    pub(super) turns: u32,
    pub(super) sealed: BySeat<bool>,
    pub(super) revealed: BySeat<bool>,
}

impl State {
    pub(super) fn new(house: House, agreed: Option<Seat>) -> State {
        State {
            house,
            agreed: agreed.filter(|seat| *seat <= Seat::JOINER),
            phase: Phase::Setup(Seat::OPENER),
            pieces: BySeat::from_fn(2, |_| BTreeMap::new()),
            volcanoes: Vec::new(),
            mover: Seat::OPENER,
            orders: VecDeque::new(),
            last: BySeat::from_fn(2, |_| Vec::new()),
            met: BySeat::from_fn(2, |_| BTreeSet::new()),
            owed: BySeat::from_fn(2, |_| Vec::new()),
            quiet: 0,
            removal: false,
            passes: 0,
            turns: 0,
            sealed: BySeat::from_fn(2, |_| false),
            revealed: BySeat::from_fn(2, |_| false),
        }
    }

    /// The seat's piece that stands on this square, by its name.
    pub(super) fn piece_on(&self, seat: Seat, square: Place) -> Option<(Place, &Piece)> {
        self.on_board(seat).find(|(_, at, _)| *at == square).map(|(name, _, piece)| (name, piece))
    }

    /// The pieces of a seat that are on the board: name, square, piece, in the order of the sheet.
    pub(super) fn on_board(&self, seat: Seat) -> impl Iterator<Item = (Place, Place, &Piece)> {
        self.pieces
            .get(seat)
            .into_iter()
            .flatten()
            .filter_map(|(name, piece)| Some((*name, piece.at?, piece)))
    }

    /// How many pieces of this kind a seat has lost.
    pub(super) fn lost(&self, seat: Seat, kind: Kind) -> usize {
        self.pieces
            .get(seat)
            .into_iter()
            .flatten()
            .filter(|(_, piece)| piece.at.is_none() && piece.kind == Some(kind))
            .count()
    }

    /// The attack that this step is, if an opposing piece stands where it leads.
    pub(super) fn fight(&self, seat: Seat, step: Step) -> Option<Fight> {
        let (attacker, _) = self.piece_on(seat, step.from)?;
        let (defender, _) = self.piece_on(seat.other(), step.to)?;
        Some(Fight { by: seat, attacker, defender, step, sealed: !self.house.open })
    }

    /// The pieces of `seat` next to this square, whose owners of the other side are not known to be
    /// no Spies, in the order of the sheet.
    pub(super) fn watchers(&self, seat: Seat, square: Place) -> impl Iterator<Item = Place> {
        self.on_board(seat)
            .filter(move |(_, at, piece)| at.touches(square) && !piece.attacked)
            .map(|(name, _, _)| name)
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// an army was sealed
    Placed(Seat),
    /// the empty home squares were shown
    Emptied(Seat, usize),
    /// a whole army was shown
    Opened(Seat),
    /// the volcanoes were drawn
    Volcanoes(Vec<Place>),
    /// who begins was drawn or agreed
    First(Seat),
    /// orders were given, each with whether it is an attack as things stand
    Ordered(Seat, Vec<(Step, bool)>),
    /// a player could not move
    Passed(Seat),
    /// an attack succeeded
    Took(Step, Option<Kind>),
    /// an attack failed
    Fell(Step, Option<Kind>),
    /// the Headquarters was taken
    Stormed(Step),
    /// an order could not be carried out
    Void(Step),
    /// the orders that were left when the game ended
    Dropped(Step),
    /// a seat showed its army
    Revealed(Seat),
    /// the game has ended, for this reason
    Ended(String),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = |kind: &Option<Kind>| kind.map_or("piece", Kind::title);
        match self {
            Event::Placed(seat) => write!(f, "{seat} has placed an army"),
            Event::Emptied(seat, count) => {
                write!(f, "{seat} shows which {count} home squares are empty")
            }
            Event::Opened(seat) => write!(f, "{seat} opens the whole army"),
            Event::Volcanoes(places) => write!(f, "the volcanoes are {}", list(places)),
            Event::First(seat) => write!(f, "{seat} begins"),
            Event::Ordered(seat, steps) => {
                let said = |(step, attack): &(Step, bool)| {
                    if *attack {
                        format!("attacks {} from {}", step.to, step.from)
                    } else {
                        format!("moves {step}")
                    }
                };
                match steps[..] {
                    [(first, false), (second, false)] => {
                        write!(f, "{seat} moves {first} and {second}")
                    }
                    _ => write!(
                        f,
                        "{seat} {}",
                        steps.iter().map(said).collect::<Vec<_>>().join(" and ")
                    ),
                }
            }
            Event::Passed(seat) => write!(f, "{seat} cannot move and passes"),
            Event::Took(step, taken) => write!(f, "{step} takes a {}", kind(taken)),
            Event::Fell(step, fallen) => {
                write!(f, "{step} fails: the attacking {} falls", kind(fallen))
            }
            Event::Stormed(step) => write!(f, "{step} takes the Headquarters"),
            Event::Void(step) => write!(f, "{step} is void: the first move took what stood there"),
            Event::Dropped(step) => write!(f, "{step} is dropped: the game is over"),
            Event::Revealed(seat) => write!(f, "{seat} shows the army"),
            Event::Ended(reason) => f.write_str(reason),
        }
    }
}

/// Things one after the other, with commas.
pub(super) fn list<T: fmt::Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(", ")
}
