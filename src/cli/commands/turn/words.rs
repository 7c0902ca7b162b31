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
use crate::cli::similar;
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

/// The commands that stand alone in their line.
const COMMANDS: [&str; 9] =
    ["accept", "dispute", "offer", "decline", "reveal", "show", "hint", "resign", "rules"];

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
    /// A command that has signed no turn: its output, to be shown above the next prompt. The game,
    /// if the command has only read it.
    Text(Document, Option<Box<OpenFile>>),
    /// No command, so probably a move in this game.
    Move(Box<OpenFile>),
}

/// Runs a line typed at the prompt for a move in this game, if the line is a command. Asks for
/// confirmation if the command ends the game.
pub(super) fn run(
    ctx: &mut Context,
    args: &Turn,
    mut loaded: Box<OpenFile>,
    game: &str,
    line: &Pasted,
) -> Result<Typed, CliError> {
    let (Pasted::Move(text) | Pasted::Command(text)) = line;
    let words = text.to_ascii_lowercase();
    let word = words.split_whitespace().next().unwrap_or_default();
    let word = if word == "draw" { "offer" } else { word };
    let has_argument = ["moves ", "try "].iter().any(|command| text.starts_with(command));
    let cancels = ["offer --cancel", "resign --cancel"].contains(&text.as_str());
    let is_command = has_argument
        || cancels
        || words.trim() == word && COMMANDS.contains(&word)
        || ["draw", "offer draw", "offer a draw"].contains(&words.trim());
    if !is_command {
        return Ok(Typed::Move(loaded));
    }
    let signs = !cancels && ["resign", "accept", "dispute", "offer", "reveal"].contains(&word);
    if args.try_only && signs {
        let text = format!("--try previews only moves, not {word}.").into();
        return Ok(Typed::Text(text, Some(loaded)));
    }
    // `pbem decline GAME` declines a draw, but `decline` without a game can be a move.
    if word == "decline" && matches!(line, Pasted::Move(_)) && is_move(&loaded) {
        return Ok(Typed::Move(loaded));
    }
    if ["moves", "show", "hint", "rules"].contains(&word) {
        let text = look(ctx, &mut loaded, (game, word), text)?;
        return Ok(Typed::Text(text, Some(loaded)));
    }
    let mailing = if cancels { Mailing::default() } else { args.mailing() };
    let result = match word {
        "try" => {
            let turn = TurnRequest::from(Intent::typed(text["try ".len()..].to_owned()));
            let request = MoveRequest { game_word: game, turn, try_only: true, has_news: false };
            join_game::move_or_join(ctx, *loaded, request)
        }
        "resign" => {
            let (game_word, note) = (game.to_owned(), args.note.clone());
            let when = if cancels { ResignTime::Never } else { ResignTime::Now };
            let request = ResignRequest { game_word, note, when, mailing, confirmed: false };
            other_turns::resign(ctx, Some(*loaded), &request)
        }
        "accept" => other_turns::accept(ctx, *loaded, game, false, mailing),
        "dispute" => other_turns::dispute(ctx, *loaded, game),
        "reveal" => other_turns::reveal(ctx, *loaded, game),
        "offer" => other_turns::offer(ctx, &loaded, cancels).map(TurnResult::from),
        _ => other_turns::decline(ctx, *loaded, game),
    };
    match result {
        Ok(result) if result.report.signed => {
            Ok(Typed::Turn(mailing::mail_along(ctx, mailing, result).into()))
        }
        result => Ok(Typed::Text(text_of(result.map(|result| result.report))?, None)),
    }
}

/// Returns the rules, or the game as `pbem show` prints it.
fn look(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    (game, word): (&str, &str),
    text: &str,
) -> Result<Document, CliError> {
    if word == "rules" {
        let rules = rules::in_short(loaded.game.standing.kind, ctx.look().width);
        return Ok(rules.with_blank_line());
    }
    let moves = text.strip_prefix("moves ").map(str::to_owned);
    let length = if moves.is_some() { Length::default() } else { Length::Full };
    let (game_word, hint) = (game.to_owned(), word == "hint");
    let request = ShowRequest { game_word, length, moves, hint, ..ShowRequest::default() };
    text_of(show_game::show(ctx, loaded, &request))
}

/// Returns the output of a command that has signed no turn.
fn text_of(result: Result<Report, CliError>) -> Result<Document, CliError> {
    match result {
        Ok(report) => Ok(report.body.with_blank_line()),
        Err(failure) if [exit::NOT_NOW, exit::USAGE].contains(&failure.exit) => {
            Ok(failure.message.into())
        }
        Err(failure) => Err(failure),
    }
}

/// Returns the words that the prompt takes besides a move, without their arguments.
fn words_alone() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter_map(|(word, _)| word.split(' ').next())
}

/// Whether `decline` is a move in this game now.
fn is_move(game: &OpenFile) -> bool {
    let standing = &game.game.standing;
    standing.offer.is_none() && standing.kind.decline().is_some()
}

/// Returns a message that says what to type on the command line, for a command that this prompt
/// doesn't run, or which word of this prompt was meant. Returns `None` if the line is neither.
pub(super) fn elsewhere(ctx: &Context, line: &str, game: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    let command = match usage::meant(&word, game) {
        Some(command) => command,
        None if ["move", "turn"].contains(&word.as_str()) => return None,
        None => match usage::command_for(&ctx.commands?(), &word, game) {
            Some(command) => command,
            None => return similar::instead_of_move(&word, words_alone()),
        },
    };
    Some(format!("{word} isn't a move. Type q, then  {command}"))
}
