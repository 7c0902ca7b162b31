//! Takes a turn in a running game.

use super::bots::{self, BotTurn, ReplyError};
use super::host::Host;
use crate::desk::{DeskError, LoadedGame, SavedTurn, Staged, StaleFile, StaleKind, TurnSummary};
use crate::rules::Seat;
use crate::table::{Intent, Plan};
use crate::turnfile::{Moment, limits};

/// A turn that a player asks for.
#[derive(Clone, Debug)]
pub struct TurnRequest {
    /// The player's seat, if several seats share a vault.
    pub seat: Option<String>,
    pub intent: Intent,
    /// A message to the other players.
    pub note: Option<String>,
    /// Whether to reveal the setup even after a claim, which accepts the claim.
    pub reveal: bool,
}

impl From<Intent> for TurnRequest {
    fn from(intent: Intent) -> Self {
        TurnRequest { seat: None, intent, note: None, reveal: false }
    }
}

/// The player's turn, and the bots' turns after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// Number of the turn.
    pub number: u32,
    /// Name of the seat that took the turn.
    pub seat: String,
    pub outcome: TurnOutcome,
    /// The player whose turn it was after this turn, before any bot answered.
    pub due: Option<String>,
    /// An impossible planned move that was dropped before the turn.
    pub plan_dropped: Option<PlanDropped>,
    pub bots: Vec<BotTurn>,
    /// Last turn that a player against bots had seen before the bots' turns.
    pub seen: u32,
}

/// What happened to a request for a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnOutcome {
    /// The turn was signed and published.
    Signed(TurnSummary),
    /// The turn was signed earlier, but was missing from its file. It is in the file now.
    Finished,
    /// A bot still had to answer the previous turn, and has now answered it. The request was
    /// dropped, because the player hasn't seen the bot's answer.
    BotWasDue {
        bot: String,
        /// The requested move.
        dropped: Option<String>,
    },
}

/// A planned move, and the reason why it isn't possible.
pub type PlanDropped = (String, String);

/// An error of [`play`]: no turn was signed, or the turn didn't reach its file.
#[derive(Debug)]
pub enum PlayError {
    /// A claim has ended the game, so only a reveal is possible.
    Claimed,
    /// This vault has no seat in the game.
    NoSeat,
    /// Our last signed turn isn't in the file, and it isn't the turn that was requested.
    SignedAlready,
    /// The file is older than the vault's version.
    OldCopy(Box<StaleFile>),
    /// A breach has ended the game.
    Breach,
    /// It is another player's turn, or the game is over.
    NotYourTurn {
        /// Index of our seat.
        at: usize,
    },
    /// A planned resignation is waiting, so the turn would resign instead of only making the
    /// requested move.
    WouldResign,
    /// The note doesn't fit into a turn file.
    BadNote(String),
    /// The rules or a vault refused the turn.
    Desk {
        /// Our seat, if it is known.
        seat: Option<Seat>,
        error: Box<DeskError>,
        plan_dropped: Option<PlanDropped>,
    },
    /// The turn is signed and saved, but its file wasn't written.
    NotPublished { number: u32, error: Box<DeskError> },
    /// The turn is in its file, but the bots couldn't answer.
    Reply(ReplyError),
}

impl<T: Into<DeskError>> From<T> for PlayError {
    fn from(error: T) -> Self {
        PlayError::Desk { seat: None, error: Box::new(error.into()), plan_dropped: None }
    }
}

impl PlayError {
    /// Creates the error for a turn of this seat that the desk refuses.
    pub(super) fn refused(seat: Option<Seat>, error: DeskError) -> Self {
        PlayError::Desk { seat, error: Box::new(error), plan_dropped: None }
    }
}

/// Takes a turn, and lets the bots answer.
///
/// If the only turn that is missing from the file is our last signed turn, publishes that turn
/// instead. If a bot must still answer the previous turn, lets the bot answer instead.
pub fn play(
    host: &mut impl Host,
    game: &mut LoadedGame,
    request: &TurnRequest,
) -> Result<PlayedTurn, PlayError> {
    check_claim(game, request)?;
    let at = game.own_seat(request.seat.as_deref())?;
    if let Some(at) = at.filter(|_| request.intent != Intent::Nothing) {
        // A player who asks for a particular turn has seen the game.
        game.records[at].last_seen_turn = game.game.standing.turns();
    }
    let at = at.ok_or(PlayError::NoSeat)?;
    if is_signed(host, game, &request.intent)? {
        return finish(host, game);
    }
    if let Some(bot) = game.game.standing.due_name().filter(|_| game.bot_is_due()) {
        let dropped = match &request.intent {
            Intent::Move(typed) => Some(typed.clone()),
            _ => None,
        };
        let outcome = TurnOutcome::BotWasDue { bot: bot.to_owned(), dropped };
        let number = game.game.standing.turns();
        let seat = game.records[0].seat().to_owned();
        return go_on(host, game, PlayedTurn::new(number, seat, outcome));
    }
    check_due(host, game, at)?;
    check_note(request.note.as_deref())?;
    sign(host, game, at, request)
}

/// Returns the summary of the turn that [`play`] would take, and the index of our seat. Signs and
/// publishes nothing.
pub fn rehearse(
    host: &mut impl Host,
    game: &mut LoadedGame,
    request: &TurnRequest,
) -> Result<(TurnSummary, usize), PlayError> {
    check_claim(game, request)?;
    let at = game.own_seat(request.seat.as_deref())?.ok_or(PlayError::NoSeat)?;
    game.records[at].last_seen_turn = game.game.standing.turns();
    if is_signed(host, game, &request.intent)? {
        return Err(PlayError::SignedAlready);
    }
    check_due(host, game, at)?;
    check_resignation(game, at, &request.intent)?;
    check_note(request.note.as_deref())?;
    let (desk, outside) = host.desk()?;
    desk.remember(game)?;
    let summary = desk.rehearse(game, at, &plan(outside.now(), request));
    let seat = game.game.standing.due;
    let summary = summary.map_err(|error| PlayError::refused(seat, error))?;
    Ok((summary, at))
}

/// Claims the game because a player missed the deadline, and lets the bots answer.
///
/// The claim reveals our setup if it ends the game.
pub fn claim(
    host: &mut impl Host,
    game: &mut LoadedGame,
    at: usize,
) -> Result<PlayedTurn, PlayError> {
    host.find_place(game)?;
    let (desk, outside) = host.desk()?;
    let staged = desk.claim(game, at, outside.now())?;
    let SavedTurn { loaded, at, sketch, text } = keep(host, staged)?;
    *game = loaded;
    publish(host, game, at, sketch, &text)
}

/// Publishes our last turn, which is signed but missing from its file, and lets the bots answer.
pub fn finish(host: &mut impl Host, game: &mut LoadedGame) -> Result<PlayedTurn, PlayError> {
    let turn = game.game.file.turns.last();
    let (number, seat) = turn.map(|turn| (turn.number, turn.seat.clone())).unwrap_or_default();
    host.find_place(game)?;
    host.publish(game, &game.game.file.write())?;
    host.desk()?.0.remember(game)?;
    go_on(host, game, PlayedTurn::new(number, seat, TurnOutcome::Finished))
}

/// Saves a signed turn in the player's vault, if it can be published.
pub(super) fn keep(
    host: &mut impl Host,
    staged: Staged<SavedTurn>,
) -> Result<SavedTurn, PlayError> {
    host.check_place(staged.length())?;
    Ok(host.keep(staged)?)
}

/// Publishes a turn that the player's vault has saved, and lets the bots answer.
pub(super) fn publish(
    host: &mut impl Host,
    game: &mut LoadedGame,
    at: usize,
    sketch: TurnSummary,
    text: &str,
) -> Result<PlayedTurn, PlayError> {
    let number = sketch.number;
    host.publish(game, text)
        .map_err(|error| PlayError::NotPublished { number, error: Box::new(error) })?;
    let mut played_turn =
        PlayedTurn::new(number, game.records[at].seat().to_owned(), TurnOutcome::Signed(sketch));
    played_turn.due = game.game.standing.due_name().map(str::to_owned);
    go_on(host, game, played_turn)
}

pub(super) fn check_note(note: Option<&str>) -> Result<(), PlayError> {
    let problem = note.and_then(|note| limits::text_problem(note, limits::MAX_NOTE));
    problem.map_or(Ok(()), |problem| Err(PlayError::BadNote(problem)))
}

fn check_claim(game: &LoadedGame, request: &TurnRequest) -> Result<(), PlayError> {
    let is_over = game.claim().is_some() && game.is_mine() && !request.reveal;
    if is_over { Err(PlayError::Claimed) } else { Ok(()) }
}

/// Checks that it is the turn of our seat `at`.
fn check_due(host: &mut impl Host, game: &mut LoadedGame, at: usize) -> Result<(), PlayError> {
    if game.game.standing.breach.is_some() {
        host.desk()?.0.remember(game)?;
        return Err(PlayError::Breach);
    }
    let is_due = game.game.standing.due_name() == Some(game.records[at].seat());
    if is_due { Ok(()) } else { Err(PlayError::NotYourTurn { at }) }
}

fn check_resignation(game: &LoadedGame, at: usize, intent: &Intent) -> Result<(), PlayError> {
    let resigns = game.resigns(at) && matches!(intent, Intent::Move(_));
    if resigns { Err(PlayError::WouldResign) } else { Ok(()) }
}

/// Whether only our last turn is missing from the file, and `intent` asks for that turn. Fails if
/// only our last turn is missing, but `intent` asks for another turn. Also fails if the file is old
/// in any other way. A file that ends with a turn that we have undone isn't old.
fn is_signed(
    host: &mut impl Host,
    game: &mut LoadedGame,
    intent: &Intent,
) -> Result<bool, PlayError> {
    let Some(behind) = game.stale.as_ref().map(|stale| stale.behind) else { return Ok(false) };
    let is_signed = behind == StaleKind::OwnTurn && host.desk()?.0.was_signed(game, intent)?;
    match (behind, game.stale.take()) {
        (StaleKind::OwnTurn, _) if is_signed => Ok(true),
        (StaleKind::OwnTurn, _) => Err(PlayError::SignedAlready),
        (StaleKind::Turns, Some(stale)) => Err(PlayError::OldCopy(Box::new(stale))),
        (StaleKind::Turns | StaleKind::TakenBack, _) => Ok(false),
    }
}

fn sign(
    host: &mut impl Host,
    game: &mut LoadedGame,
    at: usize,
    request: &TurnRequest,
) -> Result<PlayedTurn, PlayError> {
    let (desk, outside) = host.desk()?;
    let now = outside.now();
    let plan_dropped = match request.intent {
        Intent::Nothing => desk.drop_impossible(game, at, now)?,
        _ => None,
    };
    check_resignation(game, at, &request.intent)?;
    host.find_place(game)?;
    let staged = match host.desk()?.0.play(game, at, &plan(now, request)) {
        Ok(staged) => staged,
        Err(error) => {
            let (seat, error) = (game.game.standing.due, Box::new(error));
            return Err(PlayError::Desk { seat, error, plan_dropped });
        }
    };
    let SavedTurn { loaded, at, sketch, text } = keep(host, staged)?;
    *game = loaded;
    let played_turn = publish(host, game, at, sketch, &text)?;
    Ok(PlayedTurn { plan_dropped, ..played_turn })
}

fn plan(now: Moment, request: &TurnRequest) -> Plan {
    Plan { note: request.note.clone(), ..Plan::new(now, request.intent.clone()) }
}

/// Lets the bots answer.
fn go_on(
    host: &mut impl Host,
    game: &mut LoadedGame,
    played_turn: PlayedTurn,
) -> Result<PlayedTurn, PlayError> {
    let seen = game.records.iter().find(|record| !record.bots.is_empty());
    let seen = seen.map_or(0, |record| record.last_seen_turn);
    let bots = bots::reply(host, game, true).map_err(PlayError::Reply)?;
    Ok(PlayedTurn { bots, seen, ..played_turn })
}

impl PlayedTurn {
    /// Creates a result without any bots' turns.
    pub fn new(number: u32, seat: String, outcome: TurnOutcome) -> Self {
        PlayedTurn {
            number,
            seat,
            outcome,
            due: None,
            plan_dropped: None,
            bots: Vec::new(),
            seen: 0,
        }
    }
    /// Returns the summary of the turn; `None` if no new turn was signed.
    pub fn summary(&self) -> Option<&TurnSummary> {
        match &self.outcome {
            TurnOutcome::Signed(summary) => Some(summary),
            TurnOutcome::Finished | TurnOutcome::BotWasDue { .. } => None,
        }
    }
}
