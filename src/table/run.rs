//! The one loop that plays a turn. A turn is the longest run of steps that its seat can take: draw,
//! open, answer, choose, set up, reveal, until another seat is due. What differs between writing a
//! turn, reading one and auditing one is only the [`Hand`].

use super::Table;
use crate::games::{BoxSpec, Fact, Hidden, Must, Opening, Pending, Rules, Seat};
use crate::turnfile::Bytes32;

/// Where the steps of a turn come from: from the owner of the secret who makes the turn, or from
/// the turn as it was mailed.
pub(super) trait Hand<R: Rules> {
    /// Why the run ends before its time.
    type Stop;

    /// Seals a setup: the seals and, where the game has them, the eyes, in the order of the sheet.
    fn set_up(&mut self, table: &Table<R>, seat: Seat) -> Result<Sheet, Self::Stop>;

    /// Draws from the chance of this turn.
    fn draw(&mut self, table: &Table<R>, draw: &R::Draw) -> Result<R::Drawn, Self::Stop>;

    /// Answers, or does what may stand in place of an answer.
    fn answer(
        &mut self,
        table: &Table<R>,
        question: &R::Question,
        or_choice: bool,
    ) -> Result<Reply<R>, Self::Stop>;

    /// Decides where a move is due.
    fn decide(&mut self, table: &Table<R>) -> Result<Decision<R>, Self::Stop>;

    /// Decides at the end of a turn in which no move was due: `Some` to resign or to accept a draw
    /// there.
    fn leave(&mut self, table: &Table<R>) -> Result<Option<Leave>, Self::Stop>;

    /// Opens what must be opened and has not been yet.
    fn open(
        &mut self,
        table: &Table<R>,
        seat: Seat,
        must: &[Must<R>],
    ) -> Result<Vec<Opening<R>>, Self::Stop>;

    /// The boxes that the turn with this move carries.
    fn boxes(&mut self, table: &Table<R>, specs: &[BoxSpec<R>]) -> Result<Vec<u8>, Self::Stop>;

    /// Shows the setup.
    fn reveal(&mut self, table: &Table<R>, seat: Seat) -> Result<R::Secret, Self::Stop>;

    /// Is told of each fact just before it is folded.
    fn watch(&mut self, _table: &Table<R>, _fact: &Fact<R>) {}
}

/// A sealed setup.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub(super) seals: Vec<Bytes32>,
    pub(super) eyes: Vec<Bytes32>,
}

/// What a seat does where an answer is due.
pub(super) enum Reply<R: Rules> {
    /// it answers, with the token that proves it where the rules want one
    Answer(R::Answer, Option<Bytes32>),
    /// it moves instead
    Instead(Decision<R>),
}

/// What a seat does where a move is due.
pub(super) enum Decision<R: Rules> {
    /// it moves; part of the move may be sealed
    Move {
        choice: R::Choice,
        sealed: Option<(R::Item, Bytes32)>,
    },
    Leave(Leave),
    /// the dispute has been judged and ends the game: the run stops here
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
}

impl<R: Rules> Table<R> {
    /// Lets `seat` take all the steps it can. The table is left as the last whole step left it.
    pub(super) fn run<H: Hand<R>>(&mut self, seat: Seat, hand: &mut H) -> Result<(), H::Stop> {
        let mut steps = 0_usize;
        loop {
            let fact = match R::pending(&self.state) {
                Pending::Setup(due) if due == seat => {
                    let sheet = hand.set_up(self, seat)?;
                    self.lay_down(seat, sheet);
                    Fact::SetUp(seat)
                }
                Pending::Opening { seat: due, must } if due == seat => {
                    let opened = hand.open(self, seat, &must)?;
                    Fact::Opened { seat, opened }
                }
                Pending::Chance { by, draw } if by == seat => {
                    let drawn = hand.draw(self, &draw)?;
                    Fact::Drawn { draw, drawn }
                }
                Pending::Answer { seat: due, question, or_choice } if due == seat => {
                    match hand.answer(self, &question, or_choice)? {
                        Reply::Answer(answer, token) => {
                            let must = R::opens_for_answer(&self.state, seat, &question, &answer);
                            let opened = hand.open(self, seat, &must)?;
                            if let Some(token) = token {
                                self.tokens.push((question.clone(), answer.clone(), token));
                            }
                            Fact::Answered { seat, question, answer, opened }
                        }
                        Reply::Instead(decision) => match self.carry_out(seat, decision, hand)? {
                            Some(fact) => fact,
                            None => return Ok(()),
                        },
                    }
                }
                Pending::Choice(due) if due == seat => {
                    let decision = hand.decide(self)?;
                    match self.carry_out(seat, decision, hand)? {
                        Some(fact) => fact,
                        None => return Ok(()),
                    }
                }
                Pending::Reveal { seat: due, .. } if due == seat && !self.has_revealed(seat) => {
                    self.show(seat, hand)?
                }
                _ if steps > 0 && self.owes_reveal(seat) => self.show(seat, hand)?,
                Pending::Reveal { .. } | Pending::Over(_) => return Ok(()),
                _ => match hand.leave(self)? {
                    Some(leave) => leaving(seat, leave),
                    None => return Ok(()),
                },
            };
            hand.watch(self, &fact);
            self.fold(&fact);
            steps += 1;
        }
    }

    fn carry_out<H: Hand<R>>(
        &mut self,
        seat: Seat,
        decision: Decision<R>,
        hand: &mut H,
    ) -> Result<Option<Fact<R>>, H::Stop> {
        match decision {
            Decision::Disputed => Ok(None),
            Decision::Leave(leave) => Ok(Some(leaving(seat, leave))),
            Decision::Move { choice, sealed } => {
                let must = R::opens_for_choice(&self.state, seat, &choice);
                let opened = hand.open(self, seat, &must)?;
                let specs = R::boxes(&self.state, seat, &choice);
                let bytes = hand.boxes(self, &specs)?;
                self.post(specs, &bytes);
                if let Some((item, seal)) = &sealed {
                    self.places[seat].sealed_moves.insert(item.clone(), *seal);
                }
                Ok(Some(Fact::Chose { seat, choice, sealed: sealed.map(|(item, _)| item), opened }))
            }
        }
    }

    fn show<H: Hand<R>>(&mut self, seat: Seat, hand: &mut H) -> Result<Fact<R>, H::Stop> {
        let secret = hand.reveal(self, seat)?;
        self.places[seat].revealed = Some(secret.clone());
        Ok(Fact::Revealed { seat, secret })
    }

    /// Has this seat a setup that it has not shown, and may it show it now?
    fn owes_reveal(&self, seat: Seat) -> bool {
        let hides = !self.places[seat].seals.is_empty();
        hides && !self.has_revealed(seat) && R::may_reveal(&self.state, seat)
    }
}

/// What leaving the game in this way makes known.
fn leaving<R: Rules>(seat: Seat, leave: Leave) -> Fact<R> {
    match leave {
        Leave::Resign => Fact::Resigned(seat),
        Leave::Accept => Fact::DrawAgreed,
    }
}

/// A move parted into what is published and what is sealed.
pub(super) struct Parted<R: Rules> {
    pub(super) choice: R::Choice,
    pub(super) hidden: Option<Hidden<R>>,
}

impl<R: Rules> Parted<R> {
    pub(super) fn new(table: &Table<R>, typed: R::Choice) -> Self {
        let (choice, hidden) = R::conceal(&table.state, typed, table.writing());
        Parted { choice, hidden }
    }
}
