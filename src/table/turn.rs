//! The loop that plays a turn: as many steps as the seat can take. Writing, reading and auditing a
//! turn differ only in the source of the [`Steps`].

use super::{Next, Table};
use crate::board::collect;
use crate::rules::{
    BoxSpec, Boxes, Due, EndedBy, Game, Move, Open, Opening, Outcome, Position, SealedPart, Seat,
    Setup, Step,
};
use crate::turnfile::Bytes32;
use crate::turnfile::limits::LAST_TURN;

/// The source of a turn's steps: either the player who takes the turn and knows the secrets, or a
/// mailed turn.
pub(super) trait Steps<G: Game> {
    /// Why the turn ends early.
    type Stop;

    /// Seals a setup.
    fn set_up(&mut self, table: &Table<G>, seat: Seat) -> Result<Commitment, Self::Stop>;

    /// Answers the question, or does what the rules allow instead of an answer.
    fn answer(
        &mut self,
        table: &Table<G>,
        question: &G::Question,
        or_move: bool,
    ) -> Result<Reply<G>, Self::Stop>;

    /// Chooses a move.
    fn decide(&mut self, table: &Table<G>) -> Result<Decision<G>, Self::Stop>;

    /// At the end of a turn without a move, decides whether to resign or to accept a draw.
    fn leave(&mut self, table: &Table<G>) -> Result<Option<Leave>, Self::Stop>;

    /// Opens the items in `opens` that haven't been opened yet, and returns the new openings.
    fn open(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        opens: &[Open<G>],
    ) -> Result<Vec<Opening<G>>, Self::Stop>;

    /// Returns the boxes in the turn.
    fn boxes(&mut self, table: &Table<G>, specs: &[BoxSpec<G>]) -> Result<Vec<u8>, Self::Stop>;

    /// Reveals the setup.
    fn reveal(&mut self, table: &Table<G>, seat: Seat) -> Result<G::Setup, Self::Stop>;

    /// Returns the reason to stop at a turn whose link for random numbers is missing.
    fn no_link() -> Self::Stop;
}

/// A sealed setup: a seal for each item, and in kinds with eyes also an eye for each item.
#[derive(Clone, Debug, Default)]
pub(super) struct Commitment {
    pub(super) seals: Vec<Bytes32>,
    pub(super) eyes: Vec<Bytes32>,
}

/// A seat's reaction to a question.
pub(super) enum Reply<G: Game> {
    /// An answer, with the token that proves it if the rules require a token.
    Answer(G::Answer, Option<Bytes32>),
    /// A move instead of an answer.
    Instead(Decision<G>),
}

/// A seat's decision when a move is due.
pub(super) enum Decision<G: Game> {
    Move {
        mv: G::Move,
        /// Item and seal of the part of the move that is sealed.
        sealed: Option<(G::Item, Bytes32)>,
    },
    Leave(Leave),
    /// A dispute has been judged and ends the game.
    Disputed,
}

/// Actions that every kind allows instead of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leave {
    Resign,
    Accept,
}

impl Leave {
    /// Returns the entry of `move` that stands for this action.
    pub(super) fn word(self) -> &'static str {
        match self {
            Leave::Resign => "resign",
            Leave::Accept => "accept",
        }
    }

    /// Returns the action that these entries of `move` name, if there is one.
    pub(super) fn of(entries: &[String]) -> Option<Leave> {
        let [word] = entries else { return None };
        [Leave::Resign, Leave::Accept].into_iter().find(|leave| leave.word() == word)
    }
}

/// Whether the turn continues after a step.
type GoesOn = bool;

impl<G: Game> Table<G> {
    /// Plays all steps that `seat` can take. If this fails, the table is in the state after the
    /// last complete step.
    pub(super) fn play<S: Steps<G>>(&mut self, seat: Seat, from: &mut S) -> Result<(), S::Stop> {
        let mut taken = false;
        loop {
            match self.next() {
                Next::Setup(due) if due == seat => self.set_up(seat, from)?,
                Next::Reveal(due) if due == seat => self.reveal(seat, from)?,
                Next::Play(due, step) if due == seat => {
                    if !self.step(seat, step, from)? {
                        return Ok(());
                    }
                }
                // A player who takes a turn in a decided game also reveals the setup in that turn.
                _ if taken && self.outcome().is_some() && self.owes_setup(seat) => {
                    self.reveal(seat, from)?;
                }
                Next::Reveal(_) | Next::Over if self.outcome().is_some() => return Ok(()),
                Next::Reveal(_) | Next::Over if self.ends_at_length() => {}
                Next::Reveal(_) | Next::Over => return Ok(()),
                _ => match from.leave(self)? {
                    Some(leave) => self.leave(seat, leave),
                    None if self.ends_at_length() => {}
                    None => return Ok(()),
                },
            }
            taken = true;
        }
    }

    /// If the game is still undecided in the last possible turn, ends it as a draw and returns
    /// true. Open questions and obligations then become void.
    pub(super) fn ends_at_length(&mut self) -> bool {
        let last = self.writing() >= LAST_TURN && self.outcome().is_none();
        if last {
            let reason = format!("no one won in {LAST_TURN} turns");
            self.tell(reason.clone());
            self.position.end(Outcome::draw(self.count(), EndedBy::Board, reason));
        }
        last
    }

    fn set_up<S: Steps<G>>(&mut self, seat: Seat, from: &mut S) -> Result<(), S::Stop> {
        let sealed = from.set_up(self, seat)?;
        let items = G::Setup::items(&self.options, seat);
        self.seats[seat].order = collect::map(items.into_iter().zip(0..));
        self.seats[seat].sealed = sealed;
        self.shown.seal(seat);
        if let Some(help) = G::Setup::help(&self.options, seat) {
            self.tell(format!("{seat} {}", help.done));
        }
        self.settle_first();
        Ok(())
    }

    pub(super) fn reveal<S: Steps<G>>(&mut self, seat: Seat, from: &mut S) -> Result<(), S::Stop> {
        let setup = from.reveal(self, seat)?;
        self.tell(format!("{seat} reveals the setup: {}", setup.describe(&self.options, seat)));
        self.shown.reveal(seat, setup);
        self.apply(&Step::Revealed(seat));
        Ok(())
    }

    /// Plays a step of the position.
    fn step<S: Steps<G>>(
        &mut self,
        seat: Seat,
        due: Due<G>,
        from: &mut S,
    ) -> Result<GoesOn, S::Stop> {
        let step = match due {
            Due::First => {
                self.roll_first::<S>()?;
                return Ok(true);
            }
            Due::Open { opens, .. } => {
                let opened = self.open(seat, &opens, from)?;
                Step::Opened { seat, opened }
            }
            Due::Roll { roll, .. } => {
                let mut numbers = self.numbers(&roll.to_string()).ok_or_else(S::no_link)?;
                let rolled = self.position.roll(&roll, &mut numbers);
                Step::Rolled { roll, rolled }
            }
            Due::Answer { question, or_move, .. } => {
                match from.answer(self, &question, or_move)? {
                    Reply::Instead(decision) => return self.carry_out(seat, decision, from),
                    Reply::Answer(answer, token) => {
                        let opens = self.position.opens_for_answer(&question, &answer);
                        self.open(seat, &opens, from)?;
                        let proof = token.map(|token| (question.clone(), answer.clone(), token));
                        self.tokens.extend(proof);
                        Step::Answered { seat, question, answer }
                    }
                }
            }
            Due::Move(_) => {
                let decision = from.decide(self)?;
                return self.carry_out(seat, decision, from);
            }
            Due::Reveal(_) | Due::Over(_) => return Ok(false),
        };
        self.apply(&step);
        Ok(true)
    }

    fn roll_first<S: Steps<G>>(&mut self) -> Result<(), S::Stop> {
        let (seat, how) = if let Some(seat) = self.first {
            (seat, None)
        } else {
            let mut numbers = self.numbers("first").ok_or_else(S::no_link)?;
            self.position.roll_first(&mut numbers)
        };
        self.begin_play(seat, how);
        Ok(())
    }

    fn open<S: Steps<G>>(
        &mut self,
        seat: Seat,
        opens: &[Open<G>],
        from: &mut S,
    ) -> Result<Vec<Opening<G>>, S::Stop> {
        let opened = from.open(self, seat, opens)?;
        for opening in &opened {
            self.shown.open(opening);
        }
        Ok(opened)
    }

    fn carry_out<S: Steps<G>>(
        &mut self,
        seat: Seat,
        decision: Decision<G>,
        from: &mut S,
    ) -> Result<GoesOn, S::Stop> {
        let (mv, sealed) = match decision {
            Decision::Disputed => return Ok(false),
            Decision::Leave(leave) => {
                self.leave(seat, leave);
                return Ok(true);
            }
            Decision::Move { mv, sealed } => (mv, sealed),
        };
        // A move can seal a part and open it in the same turn, so the seal is recorded first.
        self.seats[seat].sealed_moves.extend(sealed.clone());
        let opens = self.position.opens_for_move(seat, &mv);
        self.open(seat, &opens, from)?;
        let specs = G::Boxes::carried(&self.position, seat, &mv);
        let bytes = from.boxes(self, &specs)?;
        self.post(specs, &bytes);
        let sealed = sealed.map(|(item, _)| item);
        self.apply(&Step::Moved { seat, mv, sealed });
        Ok(true)
    }

    /// Splits a move into the part that is published and the part that is sealed in the current
    /// turn.
    pub(super) fn conceal(&self, mv: G::Move) -> (G::Move, Option<SealedPart<G>>) {
        mv.conceal(&self.position, self.writing())
    }
}
