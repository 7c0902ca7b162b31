//! Commands that the user types at the prompt for a move.

use pbem::service::TurnRequest;
use pbem::table::{Expects, Intent};

use super::args::Turn;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::join_game::{self, MoveRequest};
use crate::cli::mailing::{self, Mailing};
use crate::cli::other_turns::{self, ResignRequest, ResignTime};
use crate::cli::pasted::Pasted;
use crate::cli::report::{Report, exit};
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::turn_result::TurnResult;
use crate::cli::usage;
use crate::cli::view::rules;
use crate::cli::view::table::Length;

/// The words that the prompt for a move takes besides a move, with their effects.
const WORDS: [(&str, &str); 13] = [
    ("hint", "what is still possible"),
    ("show", "the whole game"),
    ("moves PIECE", "the legal moves of a piece"),
    ("try MOVE", "a preview of a move"),
    ("rules", "the short rules"),
    ("offer", "offer a draw"),
    ("accept", "accept the draw"),
    ("decline", "decline the draw"),
    ("dispute", "prove that a box is wrong, and win"),
    ("reveal", "reveal your setup"),
    ("resign", "give up"),
    ("NAME", "go to another game"),
    ("q", "quit; Enter skips this game"),
];

/// Lists the words that the user can type at the prompt for a move in this game, then all games.
pub(super) fn list(ctx: &mut Context, loaded: &OpenFile) -> Result<Document, CliError> {
    let (standing, now) = (&loaded.game.standing, ctx.now());
    let keys = match loaded.own_seat(ctx)? {
        Some(at) => Some(loaded.keys(ctx, at)?),
        None => None,
    };
    let table = &loaded.game.table;
    let is_offered = standing.offer.is_some();
    let has_pieces = keys.as_ref().is_some_and(|keys| table.moves_of(keys, now, "").is_some());
    let has_bad_box = !table.view(keys.as_ref(), now).bad_boxes.is_empty();
    let may_offer = keys.as_ref().is_some_and(|keys| standing.may_offer(keys.seat));
    let can_leave = standing.cannot_leave.is_none();
    let is_useful = |word: &str| match word {
        "moves PIECE" => has_pieces,
        "offer" => may_offer && !is_offered,
        "accept" | "decline" => is_offered,
        "dispute" => has_bad_box,
        "reveal" => standing.expects == Expects::Reveal,
        "resign" => can_leave,
        _ => true,
    };
    let mut report = Report::default();
    report.line("Type your move, or one of these words:");
    for (word, does) in WORDS.iter().filter(|(word, _)| is_useful(word)) {
        report.hanging(&format!("  {word:<12} "), does);
    }
    report.line("");
    report.body.append(inbox::inbox_after_mail(ctx)?.body);
    Ok(report.body.with_blank_line())
}

/// The meaning of a line typed at the prompt for a move.
pub(super) enum Typed {
    /// A command that has signed a turn.
    Turn(Box<TurnResult>),
    /// A command that has signed no turn: its output, to be shown above the next prompt.
    Text(Document),
    /// No command, so probably a move.
    Move,
}

/// Runs a line typed at the prompt for a move in this game, if the line is a command. Asks for
/// confirmation if the command ends the game.
pub(super) fn run(
    ctx: &mut Context,
    args: &Turn,
    game: &str,
    line: &Pasted,
) -> Result<Typed, CliError> {
    let (Pasted::Move(text) | Pasted::Command(text)) = line;
    let words = text.to_ascii_lowercase();
    let word = words.split_whitespace().next().unwrap_or_default();
    let word = if word == "draw" { "offer" } else { word };
    if let Some(piece) = text.strip_prefix("moves ") {
        let moves = Some(piece.to_owned());
        return show(ctx, game, ShowRequest { moves, ..ShowRequest::default() });
    }
    if let Some(mv) = text.strip_prefix("try ") {
        return preview(ctx, game, mv);
    }
    if ["offer --cancel", "resign --cancel"].contains(&text.as_str()) {
        return cancel(ctx, game, word);
    }
    if words.trim() != word && !["draw", "offer draw", "offer a draw"].contains(&words.trim()) {
        return Ok(Typed::Move);
    }
    if args.try_only && ["resign", "accept", "dispute", "offer", "reveal"].contains(&word) {
        return Ok(Typed::Text(format!("--try previews only moves, not {word}.").into()));
    }
    let mailing = args.mailing();
    if word == "resign" {
        let (game, note) = (game.to_owned(), args.note.clone());
        let request = ResignRequest { game, note, mailing, ..ResignRequest::default() };
        let result = other_turns::resign(ctx, &request);
        return of_turn(ctx, mailing, result);
    }
    if word == "rules" {
        let kind = OpenFile::open(ctx, game)?.game.standing.kind;
        return Ok(Typed::Text(rules::in_short(kind, ctx.look().width).with_blank_line()));
    }
    if !["accept", "dispute", "offer", "decline", "reveal", "show", "hint"].contains(&word) {
        return Ok(Typed::Move);
    }
    if ["show", "hint"].contains(&word) {
        let (hint, length) = (word == "hint", Length::Full);
        return show(ctx, game, ShowRequest { length, hint, ..ShowRequest::default() });
    }
    let loaded = OpenFile::open(ctx, game)?;
    let result = match word {
        "accept" => other_turns::accept(ctx, loaded, game, false, mailing),
        "dispute" => other_turns::dispute(ctx, loaded, game),
        "reveal" => other_turns::reveal(ctx, loaded, game),
        "offer" => other_turns::offer(ctx, &loaded, false).map(TurnResult::from),
        // `pbem decline GAME` declines a draw, but `decline` without a game can be a move.
        "decline" if matches!(line, Pasted::Move(_)) && is_move(&loaded) => return Ok(Typed::Move),
        _ => other_turns::decline(ctx, loaded, game),
    };
    of_turn(ctx, mailing, result)
}

/// Takes back the draw offer or the resignation that the next turn would contain.
fn cancel(ctx: &mut Context, game: &str, word: &str) -> Result<Typed, CliError> {
    let result = if word == "offer" {
        let loaded = OpenFile::open(ctx, game)?;
        other_turns::offer(ctx, &loaded, true).map(TurnResult::from)
    } else {
        let (game, when) = (game.to_owned(), ResignTime::Never);
        other_turns::resign(ctx, &ResignRequest { game, when, ..ResignRequest::default() })
    };
    of_turn(ctx, Mailing::default(), result)
}

/// Previews a move above the next prompt, as `pbem move --try` does.
fn preview(ctx: &mut Context, game: &str, mv: &str) -> Result<Typed, CliError> {
    let loaded = OpenFile::open(ctx, game)?;
    let turn = TurnRequest::from(Intent::typed(mv.to_owned()));
    let request = MoveRequest { game_word: game, turn, try_only: true, has_news: false };
    let result = join_game::move_or_join(ctx, loaded, request);
    of_turn(ctx, Mailing::default(), result)
}

/// Shows the game above the next prompt, as `pbem show` does with these options.
fn show(ctx: &mut Context, game: &str, options: ShowRequest) -> Result<Typed, CliError> {
    let mut loaded = OpenFile::open(ctx, game)?;
    let request = ShowRequest { game_word: game.to_owned(), ..options };
    let report = show_game::show(ctx, &mut loaded, &request).map(TurnResult::from);
    of_turn(ctx, Mailing::default(), report)
}

/// Sends the turn if the command has signed one. Otherwise returns the output to show above the
/// next prompt.
fn of_turn(
    ctx: &mut Context,
    mailing: Mailing,
    result: Result<TurnResult, CliError>,
) -> Result<Typed, CliError> {
    match result {
        Ok(result) if result.report.signed => {
            Ok(Typed::Turn(mailing::mail_along(ctx, mailing, result).into()))
        }
        Ok(result) => Ok(Typed::Text(result.report.body.with_blank_line())),
        Err(failure) if [exit::NOT_NOW, exit::USAGE].contains(&failure.exit) => {
            Ok(Typed::Text(failure.message.into()))
        }
        Err(failure) => Err(failure),
    }
}

/// Whether `decline` is a move in this game now.
fn is_move(game: &OpenFile) -> bool {
    let standing = &game.game.standing;
    standing.offer.is_none() && standing.kind.decline().is_some()
}

/// Returns a message that says what to type on the command line, for a command that this prompt
/// doesn't run. Returns `None` if the line isn't such a command.
pub(super) fn elsewhere(ctx: &Context, line: &str, game: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    let command = match usage::meant(&word, game) {
        Some(command) => command,
        None if ["move", "turn"].contains(&word.as_str()) => return None,
        None => usage::command_for(&ctx.commands?(), &word, game)?,
    };
    Some(format!("{word} isn't a move. Type q, then  {command}"))
}
