//! What everybody can see of a game.

use std::collections::{BTreeMap, VecDeque};

use crate::board::{Direction, Square};
use crate::games::{BySeat, Outcome, Seat};

use super::network::Network;
use super::notation::{Answer, Item, Span};
use super::options::Options;
use super::search::Known;
use super::spaces::Spaces;

/// The public state.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) options: Options,
    pub(super) fields: BySeat<Field>,
    /// who asks first, once that is known
    pub(super) first: Option<Seat>,
    /// the round of the last question; 0 before the first
    pub(super) round: u32,
    /// the last question, and whose field it is about
    pub(super) asked: Option<(Seat, Span)>,
    pub(super) stage: Stage,
}

/// What is known of one seat's field.
#[derive(Clone, Default, Debug)]
pub(super) struct Field {
    /// whether the network is hidden there
    pub(super) set_up: bool,
    /// what was answered
    pub(super) told: BTreeMap<Square, Answer>,
    pub(super) hot: Spaces,
    pub(super) blank: Spaces,
    /// the numbered squares with which the opponent may still ask for a row of this field,
    /// ascending
    pub(super) rows_left: Vec<u8>,
    /// the network, once its owner has revealed it
    pub(super) shown: Option<Network>,
}

/// Where the game stands; the table in [`play`](super::play) tells the course.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Stage {
    /// networks are being hidden
    Hiding,
    /// it is to be drawn who asks first
    Drawing,
    /// this seat asks; the first player may guess instead when a round has ended
    Asking(Seat),
    /// this seat answers
    Answering {
        seat: Seat,
        /// what it has not answered yet
        left: VecDeque<Square>,
        /// none of the questions of this file is answered yet
        fresh: bool,
    },
    /// all rounds are over: this seat guesses or declines
    LastWord(Seat),
    /// a guess is declared and sealed: the other seat guesses or declines
    Declared { by: Seat, item: Option<Item> },
    /// the other has guessed or declined: guesses are opened and judged
    Judging(Guesses),
    /// the game is decided; these seats show their networks, in this order
    Decided { outcome: Outcome, order: [Seat; 2] },
}

/// The guesses that end a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Guesses {
    /// who declared the sealed one
    pub(super) by: Seat,
    /// under which item
    pub(super) item: Option<Item>,
    /// whether it turned out right, once it is opened
    pub(super) opened: Option<bool>,
    /// the other's open guess; `None` if he declined
    pub(super) response: Option<Network>,
    /// whether that is right, once it is answered
    pub(super) answered: Option<bool>,
}

impl State {
    pub(super) fn new(options: &Options, first: Option<Seat>) -> Self {
        let field = Field { rows_left: options.multi.clone(), ..Field::default() };
        State {
            options: options.clone(),
            fields: BySeat::from_fn(2, |_| field.clone()),
            first: first.map(|seat| if seat == Seat::OPENER { seat } else { Seat::JOINER }),
            round: 0,
            asked: None,
            stage: Stage::Hiding,
        }
    }

    /// Is this the seat that asks second in each round?
    pub(super) fn is_second(&self, seat: Seat) -> bool {
        self.first.is_some_and(|first| first != seat)
    }

    /// May a guess be declared in this state, and by whom? "At the end of any round either or both
    /// players may try": the first player in the file that ends the round, the second instead of
    /// his answer to the next question.
    pub(super) fn may_declare(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Asking(seat) if !self.is_second(*seat) && self.round >= 1 => Some(*seat),
            Stage::Answering { seat, fresh: true, .. }
                if self.is_second(*seat) && self.round >= 2 =>
            {
                Some(*seat)
            }
            Stage::LastWord(seat) => Some(*seat),
            _ => None,
        }
    }

    /// Has anybody declared a guess?
    pub(super) fn is_declared(&self) -> bool {
        matches!(self.stage, Stage::Declared { .. } | Stage::Judging(_))
    }

    /// Everything that is publicly known of a seat's network while it is hidden.
    pub(super) fn known(&self, seat: Seat) -> Known {
        let field = &self.fields[seat];
        let warm = field.told.iter().filter(|(_, answer)| **answer == Answer::Warm);
        Known { hot: field.hot, blank: field.blank, warm: warm.map(|(space, _)| *space).collect() }
    }

    /// The spaces of a field that nothing is known of.
    pub(super) fn unknown(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let known = self.fields[seat].hot.union(self.fields[seat].blank);
        self.options.grid.squares().filter(move |space| !known.contains(*space))
    }

    /// The spaces that a `cold` speaks of: the one asked, and those beside it, in the order of the
    /// sheet.
    pub(super) fn around(&self, space: Square) -> Spaces {
        let grid = self.options.grid;
        grid.neighbours(space, &Direction::STRAIGHT)
            .chain([space])
            .filter(|one| grid.contains(*one))
            .collect()
    }

    /// The spaces of this seat's field that are asked about now: until the file with the answers is
    /// finished.
    pub(super) fn asked_now(&self, seat: Seat) -> Spaces {
        match (&self.stage, self.asked) {
            (
                Stage::Answering { seat: due, .. } | Stage::Asking(due) | Stage::LastWord(due),
                Some((of, span)),
            ) if *due == seat && of == seat => span.spaces().collect(),
            _ => Spaces::EMPTY,
        }
    }
}

impl Field {
    pub(super) fn tell(&mut self, space: Square, answer: Answer, around: Spaces) {
        match answer {
            Answer::Hot => self.hot.insert(space),
            Answer::Warm => self.blank.insert(space),
            Answer::Cold => self.blank = self.blank.union(around),
            Answer::Right | Answer::Wrong(_) => return,
        }
        self.told.insert(space, answer);
    }
}
