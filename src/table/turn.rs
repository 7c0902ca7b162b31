//! The one loop that plays a turn: the longest run of steps that its seat can take. What differs
//! between writing a turn, reading one and auditing one is only where the [`Steps`] come from.

use super::{Next, Table};
use crate::board::collect;
use crate::rules::{
    BoxSpec, Boxes, Due, EndedBy, Game, Move, Open, Opening, Outcome, Position, SealedPart, Seat,
    Setup, Step,
};
use crate::turnfile::Bytes32;
use crate::turnfile::limits::LAST_TURN;

/// Where the steps of a turn come from: from its maker, who knows the secrets, or from the turn as
/// it was mailed.
pub(super) trait Steps<G: Game> {
    /// Why the turn ends before its time.
    type Stop;

    /// Seals a setup.
    fn set_up(&mut self, table: &Table<G>, seat: Seat) -> Result<Commitment, Self::Stop>;

    /// Answers, or does what may stand in place of an answer.
    fn answer(
        &mut self,
        table: &Table<G>,
        question: &G::Question,
        or_move: bool,
    ) -> Result<Reply<G>, Self::Stop>;

    /// Decides where a move is due.
    fn decide(&mut self, table: &Table<G>) -> Result<Decision<G>, Self::Stop>;

    /// Decides at the end of a turn in which no move was due: resign or accept a draw there?
    fn leave(&mut self, table: &Table<G>) -> Result<Option<Leave>, Self::Stop>;

    /// Opens what must be opened and is not open yet.
    fn open(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        opens: &[Open<G>],
    ) -> Result<Vec<Opening<G>>, Self::Stop>;

    /// The boxes that the turn carries.
    fn boxes(&mut self, table: &Table<G>, specs: &[BoxSpec<G>]) -> Result<Vec<u8>, Self::Stop>;

    /// Shows the setup.
    fn reveal(&mut self, table: &Table<G>, seat: Seat) -> Result<G::Setup, Self::Stop>;

    /// There is no link to roll numbers from.
    fn no_link() -> Self::Stop;
}

/// A sealed setup: a seal and, where the game has them, an eye for each item.
#[derive(Clone, Debug, Default)]
pub(super) struct Commitment {
    pub(super) seals: Vec<Bytes32>,
    pub(super) eyes: Vec<Bytes32>,
}

/// What a seat does where an answer is due.
pub(super) enum Reply<G: Game> {
    /// it answers, with the token that proves it where the rules want one
    Answer(G::Answer, Option<Bytes32>),
    /// it moves instead
    Instead(Decision<G>),
}

/// What a seat does where a move is due.
pub(super) enum Decision<G: Game> {
    Move {
        mv: G::Move,
        /// the item and the seal of the part that is sealed
        sealed: Option<(G::Item, Bytes32)>,
    },
    Leave(Leave),
    /// a dispute has been judged and ends the game
    Disputed,
}

/// What may stand in place of a move in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leave {
    Resign,
    Accept,
}

impl Leave {
    /// What stands in place of the move.
    pub(super) fn word(self) -> &'static str {
        match self {
            Leave::Resign => "resign",
            Leave::Accept => "accept",
        }
    }

    /// What these entries of `move` say, if they say that somebody leaves.
    pub(super) fn of(entries: &[String]) -> Option<Leave> {
        let [word] = entries else { return None };
        [Leave::Resign, Leave::Accept].into_iter().find(|leave| leave.word() == word)
    }
}

/// Whether the turn goes on after a step.
type GoesOn = bool;

impl<G: Game> Table<G> {
    /// Lets `seat` take all the steps that it can. The table is left as the last whole step left
    /// it.
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
                // Whoever writes when the game is decided shows his setup in the same turn.
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

    /// A game that is not decided in its last turn is a draw; what is asked or owed is void.
    pub(super) fn ends_at_length(&mut self) -> bool {
        let last = self.writing() >= LAST_TURN && self.outcome().is_none();
        if last {
            let reason = format!("nobody has won in {LAST_TURN} turns");
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
        self.tell(format!("{seat} shows the setup: {}", setup.describe(&self.options, seat)));
        self.shown.reveal(seat, setup);
        self.apply(&Step::Revealed(seat));
        Ok(())
    }

    /// A step of the position.
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
        let (seat, how) = if let Some(seat) = self.agreed {
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
        let opens = self.position.opens_for_move(seat, &mv);
        self.open(seat, &opens, from)?;
        let specs = G::Boxes::carried(&self.position, seat, &mv);
        let bytes = from.boxes(self, &specs)?;
        self.post(specs, &bytes);
        self.seats[seat].sealed_moves.extend(sealed.clone());
        let sealed = sealed.map(|(item, _)| item);
        self.apply(&Step::Moved { seat, mv, sealed });
        Ok(true)
    }

    /// A move parted into what is published and what is sealed in the turn that is written.
    pub(super) fn conceal(&self, mv: G::Move) -> (G::Move, Option<SealedPart<G>>) {
        mv.conceal(&self.position, self.writing())
    }
}
