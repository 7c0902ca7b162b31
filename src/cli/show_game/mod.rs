//! Shows a game: the board, the news, the open question and the possible moves.

mod hint;

use pbem::table::{Keys, View};
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::notices::{ClaimJson, claim_json, is_late, seconds_left};
use crate::cli::report::{Report, object};
use crate::cli::time::stamp;
use crate::cli::turn_words::exit_code;
use crate::cli::unread_mail;
use crate::cli::view::news::{NewsJson, news_since};
use crate::cli::view::no_move;
use crate::cli::view::replay_page;
use crate::cli::view::rows::{
    agreed, breach, newest, news_of_others, old_copy, pressing, question_rows,
};
use crate::cli::view::table::{Around, Format, Length, Telling, head};

/// What to show.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShowRequest {
    /// The game as the user typed it.
    pub game_word: String,
    /// Whether to show only what all players know.
    pub public: bool,
    /// Number of the turn to show; `None` shows the latest.
    pub turn: Option<u32>,
    pub length: Length,
    /// The piece whose legal moves to list.
    pub moves: Option<String>,
    /// Whether to show what is still possible, as a heat map.
    pub hint: bool,
    /// The format; `None` means the format in the settings.
    pub format: Option<Format>,
    /// Number of the last turn that the user has seen, if that turn is older than the vault says;
    /// all later turns are news.
    pub since: Option<u32>,
    /// The caller's lines around the report.
    pub around: Option<Around>,
}

/// Shows the game, and records up to which turn the user has seen it.
pub(crate) fn show(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    request: &ShowRequest,
) -> Result<Report, CliError> {
    let format = request.format.unwrap_or_else(|| Format::set(ctx));
    if let Some(stale) = loaded.stale.take() {
        ctx.warn(old_copy(loaded, &stale, &request.game_word));
    }
    let at = if request.public { None } else { loaded.seat_shown(ctx)? };
    let keys = match at {
        Some(at) => Some(loaded.keys(ctx, at)?),
        None => None,
    };
    let since = at.map_or(0, |at| news_since(loaded, at, loaded.records[at].last_seen_turn));
    let since = request.since.map_or(since, |seen| seen.min(since));
    if let (Some(at), None, false) = (at, request.turn, ctx.global.json) {
        loaded.records[at].last_seen_turn = loaded.game.standing.turns();
    }
    if let Some(number) = request.turn {
        wind_back(loaded, number)?;
    }
    if let Some(piece) = &request.moves {
        return moves(ctx, loaded, keys.as_ref(), piece);
    }
    if request.hint {
        return hint::hint(ctx, loaded, needs_seat(ctx, loaded, keys.as_ref())?, format);
    }
    let view = loaded.game.table.view(keys.as_ref(), ctx.now());
    let mut report = Report { exit: exit_code(loaded), ..Report::default() };
    match format {
        Format::Text | Format::List => {
            let (loaded, keys, view) = (&*loaded, keys.as_ref(), &view);
            let (turn, around) = (request.turn, request.around.as_ref());
            let telling = Telling { loaded, keys, view, since, format, turn, around };
            telling.tell(ctx, &mut report, request.length);
        }
        Format::Html => {
            // For a spectator, or at an earlier turn, show only the news of the last turn, not of
            // the whole game.
            let is_now = keys.is_some() && request.turn.is_none();
            let last = loaded.game.standing.turns().saturating_sub(1);
            let since = if is_now { since } else { last };
            report.drawing(page(ctx, loaded, keys.as_ref(), &view, since));
        }
    }
    report.json = table_json(ctx, loaded, keys.as_ref(), &view, since);
    loaded.keep_if_possible(ctx);
    if is_late(loaded, ctx.now())
        && let Some(unread) = unread_mail::in_game(ctx, loaded)?
    {
        ctx.warn(unread.sentence());
        report.next.insert(0, Next::command(format!("pbem turn {}", loaded.name())));
    }
    Ok(report)
}

/// Takes the game back to the position after turn `number`.
fn wind_back(loaded: &mut OpenFile, number: u32) -> Result<(), CliError> {
    let turns = loaded.game.standing.turns();
    if !(1..=turns).contains(&number) {
        return Err(CliError::usage(format!(
            "this game has turns 1 to {turns}, so there is no turn {number}."
        )));
    }
    let game = loaded.game.back_at(number as usize);
    loaded.game =
        game.map_err(|error| CliError::bad_file(CliErrorKind::Unreadable, error.to_string()))?;
    loaded.game.standing.breach = None;
    Ok(())
}

/// Returns the keys of the player's seat. Without keys, fails and explains why: the user has no
/// seat, or typed `--public`.
fn needs_seat<'a>(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&'a Keys>,
) -> Result<&'a Keys, CliError> {
    if let Some(keys) = keys {
        return Ok(keys);
    }
    loaded.require_seat(ctx)?;
    let message = "--public doesn't show your own secrets.";
    Err(CliError::usage(message).then(Next::advice("leave out --public")))
}

fn moves(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    piece: &str,
) -> Result<Report, CliError> {
    if loaded.game.standing.due.is_none() {
        return Err(no_move::game_over(loaded));
    }
    let lines = loaded.game.table.moves_of(needs_seat(ctx, loaded, keys)?, ctx.now(), piece);
    let lines = lines.ok_or_else(|| {
        CliError::not_now(CliErrorKind::NoPieces, "this game has no pieces to list moves for.")
    })?;
    let lines = lines.map_err(|message| CliError::not_now(CliErrorKind::Illegal, message))?;
    let mut report = Report::of("pbem-moves/1", &MovesJson { piece, moves: &lines });
    for line in &lines {
        report.line(line);
    }
    if lines.is_empty() {
        report.line(format!("{piece} can't move now."));
    }
    Ok(report)
}

#[derive(Serialize)]
struct MovesJson<'a> {
    piece: &'a str,
    moves: &'a [String],
}

/// Returns the board as a web page.
fn page(ctx: &Context, loaded: &OpenFile, keys: Option<&Keys>, view: &View, since: u32) -> String {
    let standing = &loaded.game.standing;
    let mut scene = view.scene.clone();
    scene.facts.extend(question_rows(loaded, keys, view));
    scene.facts.extend(pressing(ctx, loaded, keys));
    scene.facts.extend(agreed(standing, keys));
    let title = head(ctx, loaded, keys, view);
    let (news, breach) = (newest(loaded, keys, since), breach(loaded).into_iter().collect());
    replay_page::of_position(standing, title, &news, breach, scene)
}

/// The report for programs.
#[derive(Serialize)]
struct TableJson<'a> {
    game: &'static str,
    id: String,
    name: String,
    turns: u32,
    seats: &'a [String],
    you: Option<&'a str>,
    to_act: Vec<&'a str>,
    expects: &'static str,
    hints: &'static str,
    pending: Option<&'a str>,
    your_answer: Option<Vec<AnswerJson<'a>>>,
    news: Vec<NewsJson>,
    ahead: &'a [String],
    bad_boxes: &'a [String],
    deadline: Option<String>,
    seconds_left: Option<i64>,
    late: bool,
    claim: Option<ClaimJson>,
    dice: Option<&'a Value>,
    outcome: Option<OutcomeJson<'a>>,
    public: &'a Value,
    mine: Option<&'a Value>,
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    question: String,
    answer: &'a str,
}

#[derive(Serialize)]
struct OutcomeJson<'a> {
    winners: Vec<&'a str>,
    reason: String,
}

fn table_json(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
) -> Value {
    let standing = &loaded.game.standing;
    let names = &standing.names;
    let answers = view.answers.iter();
    let answers =
        answers.map(|(question, answer)| AnswerJson { question: names.fill(question), answer });
    let news = news_of_others(loaded, keys, since).into_iter();
    let table = TableJson {
        game: standing.kind.id(),
        id: standing.id.to_string(),
        name: loaded.name(),
        turns: standing.turns(),
        seats: &loaded.game.file.game.seats,
        you: keys.map(|keys| names.of(keys.seat)),
        to_act: standing.due_name().into_iter().collect(),
        expects: view.expects.id(),
        hints: standing.hints.word(),
        pending: standing.question.as_deref(),
        your_answer: (!view.answers.is_empty()).then(|| answers.collect()),
        news: news.map(|news| NewsJson::of(names, news)).collect(),
        ahead: &view.ahead,
        bad_boxes: &view.bad_boxes,
        deadline: loaded.deadline().map(stamp),
        seconds_left: seconds_left(loaded, ctx.now()),
        late: is_late(loaded, ctx.now()),
        claim: claim_json(loaded),
        dice: view.public.get("dice"),
        outcome: standing.outcome.as_ref().map(|outcome| OutcomeJson {
            winners: outcome.winners.iter().map(|seat| names.of(*seat)).collect(),
            reason: names.fill(&outcome.reason),
        }),
        public: &view.public,
        mine: view.own.as_ref(),
    };
    object("pbem-table/1", &table)
}
