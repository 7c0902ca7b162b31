//! A game in progress. The table plays turns: it asks the position which step is due and applies
//! it. Everything that all kinds share is here: sealing and revealing setups, choosing the first
//! player, resigning, agreeing on a draw.
//!
//! `Table::read` reads a turn that was mailed, and `Table::compose` makes a new turn. Both run the
//! same loop in `turn.rs`, so the audit sees exactly the steps that were played.
//!
//! Architecture invariant: a table contains no secrets. Callers pass a seat's secrets as [`Keys`]
//! where they are needed.

mod any;
mod arbiter;
mod bot;
mod boxes;
mod branch;
mod check_answer;
mod claim;
mod files;
mod finding;
mod history;
#[cfg(any(test, feature = "fault-points"))]
mod inspect;
mod keys;
mod lie;
mod options;
mod pencil;
mod plan;
mod read;
mod resign;
mod set_aside;
mod standing;
#[cfg(test)]
mod tests;
mod touch;
mod turn;
mod write;

use std::collections::BTreeMap;

use crate::crypto::{self, GameId, Stream, Verifier};
use crate::rules::{
    BySeat, Chance, Due, Forfeits, Game, Hints, Names, Outcome, Position, Seat, Setup, Shown, Step,
};
use crate::turnfile::{Bytes32, Header, Moment, Turn};

pub use any::{AnyTable, OpenError, OpenGame, open, open_known};
pub use arbiter::arbiter_words;
pub use branch::{Branch, BranchTurn, Differs, End, Order};
pub use claim::{StandingClaim, deadline, is_claim};
pub use files::{Role, Union, may_change_table, stands, tables, twice_held, unite};
pub use finding::{Damage, DamageKind, Finding, FindingKind, TurnError};
pub use history::{Past, look_back};
#[cfg(any(test, feature = "fault-points"))]
pub use inspect::CarriedBox;
pub use keys::{HiddenMove, Keys};
pub use options::{
    DAYS_PER_TURN, HINTS, deadline_words, header_faults, hints, opener_of_next, option_specs,
};
pub use pencil::PencilError;
pub use plan::{Composed, Intent, Plan, Refusal};
pub use standing::{Expects, HintError, Player, Standing, TurnNews, View};

pub(crate) use check_answer::{AuditContext, AuditCounts};
pub(crate) use finding::Breach;

use arbiter::Arbiter;
use boxes::PostedBox;

/// A game in progress, after the turns that it has read.
#[derive(Clone, Debug)]
pub(crate) struct Table<G: Game> {
    id: GameId,
    names: Names,
    options: G::Options,
    /// The seat that takes the first turn.
    opener: Seat,
    /// The seat that goes first, if the players have agreed on it, or after a roll.
    first: Option<Seat>,
    position: G::Position,
    shown: Shown<G>,
    seats: BySeat<SeatState<G>>,
    boxes: Vec<PostedBox<G>>,
    /// Tokens that proved answers.
    tokens: Vec<(G::Question, G::Answer, Bytes32)>,
    head: Head,
    /// Link of the current turn.
    link: Option<Bytes32>,
    /// The seat that offered a draw in the last turn.
    offer: Option<Seat>,
    /// The public breach that ended the game.
    breach: Option<Finding>,
    /// Breaches that don't end the game for the other players.
    leavings: Vec<Finding>,
    /// The claim that has decided the game.
    claim: Option<StandingClaim>,
    /// Whether the game is over because its files contradict each other.
    void: bool,
    history: Vec<TurnEvents>,
    days_per_turn: u32,
    arbiter: Option<Arbiter>,
    hints: Hints,
}

/// End of the chain of turns.
#[derive(Clone, Debug)]
struct Head {
    /// Number of the last turn.
    number: u32,
    /// Hash of the last turn; before the first turn, the game id.
    hash: Bytes32,
    /// Link of the last turn; if that turn has no link, its tip.
    link: Option<Bytes32>,
    /// When the last turn was sent; before the first turn, when the game was opened.
    sent: Moment,
}

/// State of a seat: its player and seals.
#[derive(Clone, Debug)]
struct SeatState<G: Game> {
    name: String,
    /// Whether the seat has a setup to hide.
    hides: bool,
    verifier: Option<Verifier>,
    joined: bool,
    tip: Option<Bytes32>,
    /// Last published link; before the first link, the tip.
    link: Option<Bytes32>,
    sealed: turn::Commitment,
    /// Index of each item of the setup in `sealed`.
    order: BTreeMap<G::Item, usize>,
    sealed_moves: BTreeMap<G::Item, Bytes32>,
    /// Total size of the seat's notes, in bytes.
    notes: usize,
    /// Whether the seat offered a draw in its last turn.
    offered: bool,
    full_name: Option<String>,
    mail: Option<String>,
}

/// Events of one turn.
#[derive(Clone, Debug)]
struct TurnEvents {
    seat: Seat,
    sent: Moment,
    hash: Bytes32,
    /// Whether the turn is dated at or after the deadline.
    late: bool,
    /// The seat that missed the deadline, if the turn is a claim.
    claims: Option<Seat>,
    /// Whether the game was decided in this turn by something other than a move.
    settles: bool,
    /// The seat that wins on the board with this turn.
    wins: Option<Seat>,
    /// Whether the turn, if it is on time, takes precedence over a competing claim.
    outlasts: bool,
    /// Sentences about the turn, each with a flag that says whether the sentence describes an
    /// answer.
    events: Vec<(String, bool)>,
    note: Option<String>,
}

/// The next step and the seat that takes it.
#[derive(Clone, PartialEq, Debug)]
enum Next<G: Game> {
    Setup(Seat),
    Play(Seat, Due<G>),
    Reveal(Seat),
    Over,
}

impl<G: Game> Next<G> {
    fn seat(&self) -> Option<Seat> {
        match self {
            Next::Setup(seat) | Next::Play(seat, _) | Next::Reveal(seat) => Some(*seat),
            Next::Over => None,
        }
    }
}

impl<G: Game> Table<G> {
    /// Creates the table of a game before its first turn. The header must have no
    /// [`header_faults`].
    pub(crate) fn new(header: &Header) -> Result<Self, Vec<String>> {
        let count = u8::try_from(header.seats.len()).unwrap_or(u8::MAX);
        let options = options::read::<G>(header)?;
        let id = GameId(header.id());
        let sitting = |seat: Seat| {
            let name = header.seats[seat.index()].clone();
            let verifier = header.keys.get(&name).and_then(Verifier::new);
            let hides = G::Setup::help(&options, seat).is_some();
            SeatState::new(name, hides, verifier)
        };
        Ok(Table {
            id,
            names: Names::new(&header.seats),
            opener: header.opening_seat(),
            first: header.first.as_ref().and_then(|name| header.seat(name)),
            position: G::start(&options, count),
            shown: Shown::nothing(count),
            seats: BySeat::from_fn(count, sitting),
            boxes: Vec::new(),
            tokens: Vec::new(),
            head: Head { number: 0, hash: id.0, link: None, sent: header.created },
            link: None,
            offer: None,
            breach: None,
            leavings: Vec::new(),
            claim: None,
            void: false,
            history: Vec::new(),
            days_per_turn: options::days_per_turn(header),
            arbiter: header.arbiter.as_ref().and_then(Arbiter::new),
            hints: hints(header),
            options,
        })
    }

    /// Returns the next step. Setups come first, then the steps of the position, and last the
    /// reveals.
    fn next(&self) -> Next<G> {
        let unsealed = |seat: &Seat| self.seats[*seat].hides && self.seats[*seat].is_unsealed();
        let opener = std::iter::once(self.opener);
        if let Some(seat) = opener.chain(Seat::all(self.count())).find(unsealed) {
            return Next::Setup(seat);
        }
        let due = self.position.due();
        match due {
            Due::Over(_) => {
                let owing = Seat::all(self.count()).find(|seat| self.owes_setup(*seat));
                owing.map_or(Next::Over, Next::Reveal)
            }
            Due::Reveal(seat) => Next::Reveal(seat),
            Due::First => Next::Play(self.opener, due),
            Due::Move(seat)
            | Due::Open { seat, .. }
            | Due::Answer { seat, .. }
            | Due::Roll { by: seat, .. } => Next::Play(seat, due),
        }
    }

    /// Returns the seat that may take the next turn; `None` when the game is over.
    pub(crate) fn due(&self) -> Option<Seat> {
        if self.breach.is_some() { None } else { self.next().seat() }
    }

    /// Returns the outcome of the game. It is final only if the reveals confirm it.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.position.due() {
            Due::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether the game is decided and every setup has been revealed.
    pub(crate) fn is_over(&self) -> bool {
        self.next() == Next::Over
    }

    /// Returns the number of the next turn.
    fn writing(&self) -> u32 {
        self.head.number + 1
    }

    /// Whether turn `number` contains a link. A link is never due before turn 3, because both
    /// players must join first.
    fn link_is_due(number: u32) -> bool {
        match G::PROFILE.chance {
            Chance::Never => false,
            Chance::AtTheStart => number == 3,
            Chance::Throughout => number >= 3,
        }
    }

    /// Returns the random numbers of the current turn; `None` if the turn has no link.
    fn numbers(&self, purpose: &str) -> Option<Stream> {
        let (before, link) = self.head.link.zip(self.link)?;
        Some(crypto::chance(&self.id, self.writing(), purpose, &before, &link))
    }

    /// Whether this seat has sealed a setup but hasn't revealed it yet. In a void game no seat has
    /// to reveal its setup.
    pub(crate) fn owes_setup(&self, seat: Seat) -> bool {
        !self.void && !self.seats[seat].is_unsealed() && self.shown.setup(seat).is_none()
    }

    /// Applies a step to the position and records the sentences that describe the step.
    fn apply(&mut self, step: &Step<G>) {
        let free = matches!(step, Step::Moved { .. }) || self.outcome().is_some();
        let events = self.position.apply(step, &self.shown);
        if !free {
            self.settle();
        }
        // Only the first sentence is the answer. The others describe its effects.
        self.tell_all(events, usize::from(matches!(step, Step::Answered { .. })));
        self.settle_first();
    }

    /// If the game is now decided, notes that something other than a move in this turn decided it.
    fn settle(&mut self) {
        if self.outcome().is_some()
            && let Some(played) = self.history.last_mut()
        {
            played.settles = true;
        }
    }

    /// Begins the game without a roll if the players have agreed on the first player.
    fn settle_first(&mut self) {
        // A kind that rolls in every turn begins in turn 3 at the earliest: until then the joining
        // player could still choose the chain's tip to influence the rolls.
        let waits = G::PROFILE.chance == Chance::Throughout && self.writing() < 3;
        if !waits
            && matches!(self.next(), Next::Play(_, Due::First))
            && let Some(seat) = self.first
        {
            self.begin_play(seat, None);
        }
    }

    fn begin_play(&mut self, seat: Seat, how: Option<String>) {
        self.first = Some(seat);
        self.tell(how.map_or_else(String::new, |how| how + ": ") + &format!("{seat} begins"));
        self.apply(&Step::First(seat));
    }

    fn tell(&mut self, line: String) {
        self.tell_all(vec![line], 0);
    }

    fn tell_all(&mut self, lines: Vec<String>, answers: usize) {
        if let Some(played) = self.history.last_mut() {
            played.events.extend(lines.into_iter().zip((0..).map(|at| at < answers)));
        }
    }

    /// Begins the history entry of a turn.
    fn begin(&mut self, seat: Seat, turn: &Turn, hash: Bytes32) {
        let sitting = &mut self.seats[seat];
        sitting.notes += turn.note.as_ref().map_or(0, String::len);
        let joins = !sitting.joined && self.head.number > 0;
        sitting.joined = true;
        self.link = turn.link;
        let note = turn.note.clone();
        self.history.push(TurnEvents {
            seat,
            sent: turn.sent,
            hash,
            late: false,
            claims: None,
            settles: false,
            wins: None,
            outlasts: false,
            events: Vec::new(),
            note,
        });
        if joins {
            self.tell(format!("{seat} joins"));
        }
    }

    /// Completes the history entry of a turn, and makes the turn the end of the chain.
    fn finish(&mut self, seat: Seat, turn: &Turn, hash: Bytes32, offers: bool) {
        let sitting = &mut self.seats[seat];
        sitting.offered = offers;
        sitting.link = turn.link.or(sitting.link);
        let offered = self.offer.is_some_and(|by| by != seat);
        let goes_on = self.outcome().is_none() && self.claim.is_none() && self.breach.is_none();
        if offered && goes_on && !offers {
            self.tell_all(vec![format!("{seat} declines the draw")], 1);
        }
        self.offer = offers.then_some(seat);
        if offers {
            self.tell(format!("{seat} offers a draw"));
        }
        let link = turn.link.or(turn.tip);
        self.head = Head { number: turn.number, hash, link, sent: turn.sent };
    }

    /// Returns the number of seats.
    pub(crate) fn count(&self) -> u8 {
        self.seats.seats()
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn position(&self) -> &G::Position {
        &self.position
    }

    pub(crate) fn options(&self) -> &G::Options {
        &self.options
    }

    /// Returns the setup that a seat has revealed.
    pub(crate) fn setup(&self, seat: Seat) -> Option<&G::Setup> {
        self.shown.setup(seat)
    }

    /// Ignores the choices in the last turn, because the turn counts instead of a competing claim.
    pub(crate) fn waive(&mut self) {
        self.position.waive();
    }

    /// Returns the public breach that ended the game.
    pub(crate) fn breach(&self) -> Option<&Finding> {
        self.breach.as_ref()
    }

    /// Returns the public breaches in order. A breach that ended the game comes last; after every
    /// other breach, the remaining players played on.
    pub(crate) fn breaches(&self) -> impl Iterator<Item = &Finding> {
        self.leavings.iter().chain(&self.breach)
    }
}

impl<G: Game> SeatState<G> {
    fn new(name: String, hides: bool, verifier: Option<Verifier>) -> Self {
        SeatState {
            name,
            hides,
            verifier,
            joined: false,
            tip: None,
            link: None,
            sealed: turn::Commitment::default(),
            order: BTreeMap::new(),
            sealed_moves: BTreeMap::new(),
            notes: 0,
            offered: false,
            full_name: None,
            mail: None,
        }
    }

    fn is_unsealed(&self) -> bool {
        self.sealed.seals.is_empty()
    }

    /// Returns the seal of an item in the setup or in a sealed move.
    fn seal_of(&self, item: &G::Item) -> Option<&Bytes32> {
        let at = self.order.get(item);
        at.and_then(|at| self.sealed.seals.get(*at)).or_else(|| self.sealed_moves.get(item))
    }

    fn eye_of(&self, item: &G::Item) -> Option<&Bytes32> {
        self.order.get(item).and_then(|at| self.sealed.eyes.get(*at))
    }
}
