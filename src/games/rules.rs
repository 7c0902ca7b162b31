//! What a game is: the one interface that all rule books implement.
//!
//! A rule book is pure. It knows seats, squares and secrets, but no files, no cryptography, no
//! clock and no screen. The [`State`](Rules::State) of a game is public; what a seat hides stands
//! beside it in [`Own`], so that a view built for a spectator cannot leak what it was never given.
//!
//! Architecture invariant: nothing in `games/` imports anything above it but `board`.
//!
//! # How a game runs
//! [`Rules::pending`] says what must happen next and whose business it is. The table lets it
//! happen, makes a [`Fact`] of it, and [`Rules::fold`]s that into the state, until another seat is
//! due. The same loop writes a turn, reads one, and audits one; a rule book never knows which.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::numbers::Numbers;
use super::options::{OptionFault, OptionMap, OptionSpec};
use super::scene::Scene;
use super::seat::{BySeat, Seat};

/// An item of a seat's sealed sheet: a square, a passport, a building.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sealed<I> {
    /// whose sheet
    pub seat: Seat,
    /// which item of it
    pub item: I,
}

/// An item and the value it was sealed with, shown to all.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<R: Rules> {
    /// the item
    pub of: Sealed<R::Item>,
    /// its value
    pub value: R::Value,
}

/// What a step must open on the spot. Items that were opened before are passed over by the table:
/// nothing is opened twice in one game.
#[derive(Clone, PartialEq, Debug)]
pub enum Must<R: Rules> {
    /// The step itself says the value (HIT, a 0, a plain call): any other value breaks the rules.
    Be(Opening<R>),
    /// The value is the news (a passport, a captured piece, a dot that was called).
    Show(Sealed<R::Item>),
    /// Every item of `seat` that has this value, in the order of the sheet; `count` of them, if the
    /// rules fix how many.
    All {
        /// whose items; always the seat that writes
        seat: Seat,
        /// the value that they have in common
        value: R::Value,
        /// how many there are
        count: usize,
    },
}

/// How a finished game came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won. Several, or none, in a draw: see `kind`.
    pub winners: Vec<Seat>,
    /// win, draw or void
    pub kind: OutcomeKind,
    /// points of each seat: 1 for a plain win, as the game's own scoring says otherwise
    pub points: BySeat<u32>,
    /// what brought the end about
    pub ended_by: EndedBy,
    /// one sentence without a full stop, with placeholders for names: `{0} found all four agents of
    /// {1}`
    pub reason: String,
}

impl Outcome {
    /// One seat wins a single point.
    pub fn win(winner: Seat, seats: u8, ended_by: EndedBy, reason: impl Into<String>) -> Self {
        let points = BySeat::from_fn(seats, |seat| u32::from(seat == winner));
        Outcome {
            winners: vec![winner],
            kind: OutcomeKind::Win,
            points,
            ended_by,
            reason: reason.into(),
        }
    }

    /// Nobody wins.
    pub fn draw(seats: u8, ended_by: EndedBy, reason: impl Into<String>) -> Self {
        Outcome {
            winners: Vec::new(),
            kind: OutcomeKind::Draw,
            points: BySeat::from_fn(seats, |_| 0),
            ended_by,
            reason: reason.into(),
        }
    }

    /// The game does not count.
    pub fn void(seats: u8, ended_by: EndedBy, reason: impl Into<String>) -> Self {
        Outcome { kind: OutcomeKind::Void, ..Outcome::draw(seats, ended_by, reason) }
    }
}

/// The three ways a game can come out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeKind {
    /// somebody won
    Win,
    /// nobody did
    Draw,
    /// it does not count
    Void,
}

/// What brought a game to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndedBy {
    /// the rules of the game
    Board,
    /// somebody resigned
    Resignation,
    /// a draw was offered and accepted
    Agreement,
    /// somebody broke the rules and it was proved
    Breach,
    /// somebody let the deadline pass
    Claim,
}

/// What must happen next. Exactly one seat may write, none when the game is over.
#[derive(Clone, PartialEq, Debug)]
pub enum Pending<R: Rules> {
    /// `Seat` hides its setup.
    Setup(Seat),
    /// `seat` shows items that it owes, without a question: its empty home squares, or the square
    /// of a queued call.
    Opening {
        /// who owes them
        seat: Seat,
        /// what
        must: Vec<Must<R>>,
    },
    /// Drawn in the first file of `by` from here on, from that file's link and the link of the file
    /// before. `by` is the player himself where he shall know it before he decides (dice), the
    /// other where he shall not (a card).
    Chance {
        /// in whose file
        by: Seat,
        /// what is drawn
        draw: R::Draw,
    },
    /// `seat` owes an answer; it may be to a question of its own order (a passport that it shows).
    Answer {
        /// who answers
        seat: Seat,
        /// what is asked
        question: R::Question,
        /// it may write a choice instead (Spy!: a guess instead of the answer to the next round's
        /// question)
        or_choice: bool,
    },
    /// `Seat` decides on a move.
    Choice(Seat),
    /// Decided, but `seat` has not shown its setup. `result` where the public facts settle it
    /// already (in Spy! they may not).
    Reveal {
        /// who has to show
        seat: Seat,
        /// how the game will have ended if the reveal bears it out
        result: Option<Outcome>,
    },
    /// Nothing: the game has ended.
    Over(Outcome),
}

impl<R: Rules> Pending<R> {
    /// Who may write the next turn.
    pub fn actor(&self) -> Option<Seat> {
        match self {
            Pending::Setup(seat)
            | Pending::Choice(seat)
            | Pending::Chance { by: seat, .. }
            | Pending::Opening { seat, .. }
            | Pending::Answer { seat, .. }
            | Pending::Reveal { seat, .. } => Some(*seat),
            Pending::Over(_) => None,
        }
    }
}

/// Everything that can change a public state. Folded in the order of the file.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact<R: Rules> {
    /// a seat has sealed its setup
    SetUp(Seat),
    /// what [`Pending::Opening`] asked for was shown
    Opened {
        /// who showed it
        seat: Seat,
        /// the items newly opened
        opened: Vec<Opening<R>>,
    },
    /// dice, a card, who begins
    Drawn {
        /// what was drawn for
        draw: R::Draw,
        /// what came
        drawn: R::Drawn,
    },
    /// a move
    Chose {
        /// who moved
        seat: Seat,
        /// the public part of the move
        choice: R::Choice,
        /// the item under which the rest of it is sealed
        sealed: Option<R::Item>,
        /// the items newly opened
        opened: Vec<Opening<R>>,
    },
    /// an answer to [`Pending::Answer`]
    Answered {
        /// who answered
        seat: Seat,
        /// the question
        question: R::Question,
        /// the answer given
        answer: R::Answer,
        /// the items newly opened
        opened: Vec<Opening<R>>,
    },
    /// a seat has shown its whole setup
    Revealed {
        /// who
        seat: Seat,
        /// the setup shown; whether it is the one that was sealed is for the audit
        secret: R::Secret,
    },
    /// a seat has resigned
    Resigned(Seat),
    /// a draw was offered and accepted
    DrawAgreed,
}

/// What one seat knows beyond the public state.
#[derive(Clone, PartialEq)]
pub struct Own<R: Rules> {
    /// who
    pub seat: Seat,
    /// its hidden setup
    pub secret: R::Secret,
    /// moves that were sealed and not opened yet (a guess), by item
    pub hidden: BTreeMap<R::Item, R::Value>,
    /// what boxes addressed to it have told it; empty outside Espionage
    pub told: Vec<Told<R>>,
    /// pencil marks on squares: the square in its canonical notation, and the sign. Not part of the
    /// game.
    pub marks: BTreeMap<String, String>,
}

impl<R: Rules> Own<R> {
    /// A seat that knows its setup and nothing else yet.
    pub fn new(seat: Seat, secret: R::Secret) -> Self {
        Own { seat, secret, hidden: BTreeMap::new(), told: Vec::new(), marks: BTreeMap::new() }
    }
}

impl<R: Rules> Debug for Own<R> {
    /// Says whose it is, and nothing of what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own").field("seat", &self.seat).finish_non_exhaustive()
    }
}

/// What a box has told the seat that could open it.
#[derive(Clone, PartialEq)]
pub enum Told<R: Rules> {
    /// a piece that one of its Spies sees
    Seen(Opening<R>),
    /// how a fight ended, and the attacker if it fell
    Fought {
        /// which fight
        question: R::Question,
        /// how it ended
        answer: R::Answer,
        /// the attacker, where it fell
        fallen: Option<Opening<R>>,
    },
}

impl<R: Rules> Debug for Told<R> {
    /// Says what kind of news it is, and nothing of what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Told::Seen(_) => "Seen(..)",
            Told::Fought { .. } => "Fought(..)",
        })
    }
}

/// An item and the value it is sealed with, not yet shown.
pub type Hidden<R> = (<R as Rules>::Item, <R as Rules>::Value);

/// A box that a file must carry: a pure function of public things, so that a verifier knows which
/// must be there.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxSpec<R: Rules> {
    /// the piece that is shown, or attacks
    pub from: Sealed<R::Item>,
    /// the piece whose owner may look, or is attacked
    pub to: Sealed<R::Item>,
    /// what it holds
    pub purpose: Purpose<R>,
    /// outcomes of fights of the same file on which this box depends: its key holds their tokens
    /// too
    pub given: Vec<(R::Question, R::Answer)>,
}

/// What a box is for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose<R: Rules> {
    /// `from` shown to `to`, if `to` is a Spy
    Sight,
    /// the outcome of `from` attacking `to`, one inner box for each kind that `to` may be
    Fight(R::Question),
}

/// When a game draws numbers, and so in which turns links stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// never: no tips, no links
    Never,
    /// in turn 3 only
    AtTheStart,
    /// in every turn from turn 3 on
    Throughout,
}

/// What a person is told about hiding a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupHelp {
    /// `Hide four agents`
    pub what: String,
    /// a setup as it is typed; `None` where it takes a file ([`Rules::form`])
    pub example: Option<String>,
}

/// One rule book.
///
/// Texts made by `Display` of `Question`, `Answer`, `Event`, `Illegal` and `Fault` may hold the
/// placeholders of [`Seat`]; those of `Answer`, `Item` and `Value` stand in turn files, so they are
/// canonical, plain ASCII, hold no placeholder and never change.
pub trait Rules: Sized + Clone + PartialEq + Debug + 'static {
    /// The `kind` in a turn file and on the command line.
    const ID: &'static str;
    /// The name that people know the game by.
    const TITLE: &'static str;
    /// How many may play.
    const SEATS: RangeInclusive<u8>;
    /// When numbers are drawn.
    const CHANCE: Chance;
    /// How to play, in our own words (the page of `docs/games/`).
    const MANUAL: &'static str;

    /// Options in a form that the rules can use.
    type Options: Clone + Debug;
    /// Public: holds nothing that a spectator may not see.
    type State: Clone + Debug;
    /// A hidden setup as written down, legal or not. `Debug` must not show it.
    type Secret: Clone + PartialEq + Debug;
    /// An item of the sheet; `Display` is its canonical name in the turn file, without a blank:
    /// `F6`, `passport-9`.
    type Item: Clone + Ord + Debug + Display + FromStr;
    /// The value of an item, canonical: `agent`, `empty`.
    type Value: Clone + PartialEq + Debug + Display + FromStr;
    /// One whole move as it stands in the file: a queue of calls, a list of orders, one or two
    /// steps.
    type Choice: Clone + PartialEq + Debug;
    /// What is asked. `Display` says it to a person: `Fiji 6`.
    type Question: Clone + PartialEq + Debug + Display;
    /// An answer, canonical: `2`, `HIT`.
    type Answer: Clone + PartialEq + Debug + Display + FromStr;
    /// What chance is asked for. `Display` is the purpose that is hashed: `first`, `dice`, `card
    /// 1`.
    type Draw: Clone + PartialEq + Debug + Display;
    /// What chance gave.
    type Drawn: Clone + PartialEq + Debug;
    /// Something that happened, for the log and the news. `Display` is one sentence without a full
    /// stop.
    type Event: Clone + PartialEq + Debug + Display;
    /// Why a move cannot be made: which rule, what was read, what would do.
    type Illegal: std::error::Error + Clone + PartialEq;
    /// What is wrong with a setup.
    type Fault: std::error::Error + Clone + PartialEq;

    /// Why nobody may resign, or accept a draw, where [`may_leave`](Rules::may_leave) says so while
    /// the game goes on.
    const NO_LEAVING: &'static str = "the game is decided already";

    // ---- options and start

    /// All options of the game but `days-per-turn`, which every game has.
    fn options() -> Vec<OptionSpec>;

    /// Reads options that have passed their specs one by one; says which do not go together.
    fn read_options(options: &OptionMap, seats: u8) -> Result<Self::Options, Vec<OptionFault>>;

    /// The table before the first turn. `first` is who begins, where that is agreed (a rematch) and
    /// not drawn.
    fn start(options: &Self::Options, seats: u8, first: Option<Seat>) -> Self::State;

    // ---- the course of play

    /// What must happen next.
    fn pending(state: &Self::State) -> Pending<Self>;

    /// Takes a fact into the state. Total: it never fails or panics, whatever the fact; orders that
    /// have become impossible are void, and an event says so. The facts are those that `pending`
    /// asked for, checked by `check` and the openings by `check_opening`.
    fn fold(state: &mut Self::State, fact: &Fact<Self>) -> Vec<Self::Event>;

    /// May this seat show its setup now, because nothing that is still to come depends on it?
    fn may_reveal(state: &Self::State, _seat: Seat) -> bool {
        matches!(Self::pending(state), Pending::Reveal { .. } | Pending::Over(_))
    }

    /// May anybody resign, or offer or accept a draw, in this state? (Not in Spy! once a guess is
    /// declared.)
    fn may_leave(_state: &Self::State) -> bool {
        true
    }

    /// Can a draw be offered in this game at all?
    fn may_offer_draw(_state: &Self::State) -> bool {
        true
    }

    /// Is the game called off if `seat` proves to be dishonest, or does the result of the others
    /// stand? `Some` is the result that then holds. (Game Box: every answer of the Checker was
    /// proved, so the callers' result stands.)
    fn result_despite(_state: &Self::State, _seat: Seat) -> Option<Outcome> {
        None
    }

    // ---- the secret

    /// For a seat that has nothing to hide (a Game Box caller): its empty secret; it is never asked
    /// to set up or reveal.
    fn nothing_to_hide(_state: &Self::State, _seat: Seat) -> Option<Self::Secret> {
        None
    }

    /// The items of a seat's sheet in the order in which they are sealed.
    fn items(state: &Self::State, seat: Seat) -> Vec<Self::Item>;

    /// The value of an item on this sheet.
    fn value(state: &Self::State, secret: &Self::Secret, item: &Self::Item) -> Self::Value;

    /// Reads a setup as a person types it (`--setup`, or a file): lenient. All faults at once,
    /// those of [`check_secret`](Self::check_secret) among them.
    fn read_secret(
        state: &Self::State,
        seat: Seat,
        typed: &str,
    ) -> Result<Self::Secret, Vec<Self::Fault>>;

    /// The canonical form, as entries of `reveal`, each of at most 66 plain ASCII characters.
    fn write_secret(state: &Self::State, seat: Seat, secret: &Self::Secret) -> Vec<String>;

    /// Reads the canonical form and nothing else. It may well be an illegal setup: that is for
    /// `check_secret`.
    fn parse_secret(state: &Self::State, seat: Seat, entries: &[String]) -> Option<Self::Secret>;

    /// Is it a legal setup? All faults at once.
    fn check_secret(state: &Self::State, seat: Seat, secret: &Self::Secret) -> Vec<Self::Fault>;

    /// A legal setup, all equally likely where that can be had.
    fn random_secret(state: &Self::State, seat: Seat, numbers: &mut dyn Numbers) -> Self::Secret;

    /// How to hide a setup.
    fn setup_help(state: &Self::State, seat: Seat) -> SetupHelp;

    /// An empty form to fill in and hand to `--setup-file`.
    fn form(state: &Self::State, seat: Seat) -> String;

    /// The setup as one line for its owner: `Bering 8, Desert 4, Equator 2, Glacier 6`.
    fn describe_secret(state: &Self::State, seat: Seat, secret: &Self::Secret) -> String;

    // ---- moves

    /// Reads a move as a person types it: lenient in spelling; syntax, and what the state alone can
    /// fill in (a path). `own` is the mover's knowledge.
    fn read_choice(
        state: &Self::State,
        own: &Own<Self>,
        typed: &str,
    ) -> Result<Self::Choice, Self::Illegal>;

    /// The canonical form, as entries of `move`, each of at most 66 plain ASCII characters. Only
    /// the public part.
    fn write_choice(choice: &Self::Choice) -> Vec<String>;

    /// Reads the canonical form. (The table refuses entries that `write_choice` would not have
    /// written.)
    fn parse_choice(state: &Self::State, entries: &[String])
    -> Result<Self::Choice, Self::Illegal>;

    /// What anyone can check on arrival.
    fn check(state: &Self::State, seat: Seat, choice: &Self::Choice) -> Result<(), Self::Illegal>;

    /// What only the owner can check before, and the audit after: a call of one's own agent, a Mine
    /// that walks.
    fn check_own(
        state: &Self::State,
        own: &Own<Self>,
        choice: &Self::Choice,
    ) -> Result<(), Self::Illegal>;

    /// Parts a typed move into what is published and what is sealed under an item; `number` is that
    /// of the turn.
    fn conceal(
        _state: &Self::State,
        choice: Self::Choice,
        _number: u32,
    ) -> (Self::Choice, Option<Hidden<Self>>) {
        (choice, None)
    }

    /// The item under which the rest of a published move is sealed: what `conceal` would say.
    fn concealed(_state: &Self::State, _choice: &Self::Choice, _number: u32) -> Option<Self::Item> {
        None
    }

    /// What a move opens in the same file; public.
    fn opens_for_choice(
        _state: &Self::State,
        _seat: Seat,
        _choice: &Self::Choice,
    ) -> Vec<Must<Self>> {
        Vec::new()
    }

    /// Some legal move (`check` and `check_own` pass it), for the conformance suite and the demo:
    /// as a sensible but not clever person would play, so that games come to an end.
    fn random_choice(
        state: &Self::State,
        own: &Own<Self>,
        numbers: &mut dyn Numbers,
    ) -> Self::Choice;

    // ---- questions

    /// The true answer: the one function for play (`known` holds the answerer alone) and audit (all
    /// who have revealed). `None` if what is known does not settle it.
    fn truth(
        state: &Self::State,
        known: &[&Own<Self>],
        question: &Self::Question,
    ) -> Option<Self::Answer>;

    /// Why that is the answer, for the owner and the audit: `Fiji 3 and Bering 2`.
    fn because(
        _state: &Self::State,
        _known: &[&Own<Self>],
        _question: &Self::Question,
    ) -> Option<String> {
        None
    }

    /// What an answer opens in the same file; public.
    fn opens_for_answer(
        state: &Self::State,
        seat: Seat,
        question: &Self::Question,
        answer: &Self::Answer,
    ) -> Vec<Must<Self>>;

    /// What anyone can check of an opening beside its seal: that the value is possible for the
    /// item.
    fn check_opening(_state: &Self::State, _opening: &Opening<Self>) -> Result<(), Self::Illegal> {
        Ok(())
    }

    // ---- boxes (Espionage)

    /// Have the sealed items eyes, to which boxes can be addressed?
    fn has_eyes(_state: &Self::State) -> bool {
        false
    }

    /// The number of a value in eyes and boxes, 0 to 9.
    fn kind_number(_value: &Self::Value) -> u8 {
        0
    }

    /// The value that this number stands for.
    fn kind_of_number(_number: u8) -> Option<Self::Value> {
        None
    }

    /// The kind that can open sight boxes.
    fn sight_kind() -> u8 {
        6
    }

    /// The boxes that the file with this choice must carry, in the order in which they fall due.
    fn boxes(_state: &Self::State, _seat: Seat, _choice: &Self::Choice) -> Vec<BoxSpec<Self>> {
        Vec::new()
    }

    /// How the attacker `from` (this value) fares against a piece of kind `to`, and whether `from`
    /// falls.
    fn fight(_from: &Self::Value, _to: u8) -> Option<(Self::Answer, bool)> {
        None
    }

    /// The outcomes a fight may have, in the order of their tokens.
    fn fight_outcomes() -> Vec<Self::Answer> {
        Vec::new()
    }

    /// Is the answer to this question proved by a token?
    fn by_token(_question: &Self::Question) -> bool {
        false
    }

    // ---- chance

    /// Draws.
    fn roll(state: &Self::State, draw: &Self::Draw, numbers: &mut dyn Numbers) -> Self::Drawn;

    // ---- what there is to see

    /// The table for a seat, or for everybody. Nothing of a secret but `own`'s may show.
    fn scene(state: &Self::State, own: Option<&Own<Self>>) -> Scene;

    /// The public state for programs, and one seat's own; documented in `docs/games/`.
    fn json(
        state: &Self::State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>);

    /// What `pbem show --moves PIECE` lists: the legal moves of a piece, one a line.
    fn moves(
        _state: &Self::State,
        _own: &Own<Self>,
        _piece: &str,
    ) -> Option<Result<Vec<String>, Self::Illegal>> {
        None
    }

    /// What `pbem show --hint` says: what the public facts leave possible.
    fn hint(_state: &Self::State, _own: &Own<Self>) -> Option<Vec<String>> {
        None
    }

    /// What `pbem move --try` adds about a move: what it will do, and what may come of it.
    fn foresee(_state: &Self::State, _own: &Own<Self>, _choice: &Self::Choice) -> Vec<String> {
        Vec::new()
    }

    /// The squares that a pencil mark names, in canonical notation: `C4`, or a line of them,
    /// `C5-C9`. `None` if it cannot be read.
    fn mark_squares(_state: &Self::State, _typed: &str) -> Option<Vec<String>> {
        None
    }
}
