//! Chooses the game for a command that doesn't name one. For example, `pbem move E5` moves in the
//! only game in which it is your move.

use std::mem::take;
use std::path::{Path, PathBuf};

use pbem::desk::DeskError;
use pbem::games::Kind;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::inbox::{self, Group};
use super::kinds::kind_named;
use super::report::{Report, exit, quoted};
use super::turn_words::list;
use crate::cli::games_dir::digits;
use crate::cli::invitations::choose;
use crate::cli::next::Next;
use crate::cli::similar::{nearest, similar_game};

/// The game argument of a command, and how to choose the game if the argument is missing.
pub(super) struct GameArg<'a> {
    /// The command, for suggestions that repeat it with a game.
    pub command: &'static str,
    /// The argument; empty if missing.
    pub game: &'a mut String,
    /// The arguments after the game.
    pub rest: Rest<'a>,
    /// Which games to prefer.
    pub prefer: Prefer,
}

/// The arguments after the game. If the user leaves the game out, the first of these arguments is
/// parsed as the game.
pub(super) enum Rest<'a> {
    None,
    Words(&'a mut Vec<String>),
    File(&'a mut Option<PathBuf>),
}

/// The games that a command can apply to, in groups, in order of preference. The first group that
/// contains a game decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefer {
    /// Games in which it is the player's move, then all games in progress.
    Due,
    /// Like [`Prefer::Due`], but if several games fit, only the games in which a draw is offered.
    Offered,
    /// Like [`Prefer::Due`], but if several games fit, only the games in which there is something
    /// to decline.
    Declinable,
    /// Like [`Prefer::Due`], but if several games fit, only the games that can read the move. Fails
    /// if a move would be refused in all of them.
    Move,
    /// Games in which it is the player's move, then all games in progress, then finished games.
    Look,
    /// Games in which it is an opponent's move, then all games in progress, then finished games.
    Waiting,
    /// Like [`Prefer::Waiting`], but if several games fit, only the games with an unmailed turn.
    Unmailed,
    /// All games in progress, then finished games. If several games fit, only the games with a turn
    /// to undo.
    Undoable,
    /// Finished games, then games in progress.
    Over,
    /// Invitations.
    Invited,
}

const MINE: &[Group] = &[Group::Mine];
const THEIRS: &[Group] = &[Group::Theirs];
const RUNNING: &[Group] = &[Group::Mine, Group::Theirs, Group::Locked];
const OVER: &[Group] = &[Group::Over];

impl Prefer {
    fn groups(self) -> &'static [&'static [Group]] {
        match self {
            Prefer::Due | Prefer::Move | Prefer::Offered | Prefer::Declinable => &[MINE, RUNNING],
            Prefer::Invited => &[MINE],
            Prefer::Look => &[MINE, RUNNING, OVER],
            Prefer::Waiting | Prefer::Unmailed => &[THEIRS, RUNNING, OVER],
            Prefer::Undoable => &[RUNNING, OVER],
            Prefer::Over => &[OVER, RUNNING],
        }
    }
}

/// Maximum number of games to list.
const MOST_LISTED: usize = 6;

/// Fills in a missing game. Returns the game's name if the report should mention it.
pub(super) fn fill(ctx: &mut Context, arg: GameArg) -> Result<Option<String>, CliError> {
    let GameArg { command, game, rest, prefer } = arg;
    let mut typed = String::new();
    if !game.is_empty() {
        let is_game = names_a_game(ctx, game)?
            || match rest {
                Rest::File(None) if prefer == Prefer::Invited => {
                    resembles_a_kind(game) || resembles_a_game(ctx, game)?
                }
                Rest::File(None) => similar_game(ctx, game)?.is_some(),
                _ => game == "-" || resembles_a_game(ctx, game)?,
            };
        match rest {
            Rest::Words(words) if !is_game => {
                words.insert(0, take(game));
                typed = words.join(" ");
            }
            Rest::File(file @ None) if !is_game => *file = Some(take(game).into()),
            // Opening the game reports a wrong name.
            _ => return Ok(None),
        }
    }
    let games = match prefer {
        Prefer::Invited => invitations(ctx)?,
        _ => inbox::games(ctx, |ctx, game| works(ctx, prefer, game, &typed))?,
    };
    let known = games.len();
    let is_there = |group: &&&[Group]| games.iter().any(|(_, of, _)| group.contains(of));
    let group = prefer.groups().iter().find(is_there).copied().unwrap_or_default();
    let mut found = games;
    found.retain(|(_, of, _)| group.contains(of));
    match found.as_slice() {
        // Don't suggest these games, because a move would be refused in each of them.
        [_, _, ..] if prefer == Prefer::Move && group != MINE => {
            Err(no_turn("no game is waiting for your move."))
        }
        [] => Err(no_game(ctx, prefer)?),
        [(only, ..)] => {
            game.clone_from(only);
            let is_mentioned = known > 1 && prefer != Prefer::Look;
            Ok(is_mentioned.then(|| only.clone()))
        }
        _ => {
            *game = only_left((command, prefer), found, &typed)?;
            Ok(Some(game.clone()))
        }
    }
}

/// A game, its section of the inbox, and whether the command would work in it.
type Candidate = (String, Group, Result<bool, CliError>);

/// Whether the command would work in this game. Returns true if that doesn't decide between several
/// games.
fn works(
    ctx: &mut Context,
    prefer: Prefer,
    game: &OpenFile,
    typed: &str,
) -> Result<bool, CliError> {
    let is_due = game.is_mine() || game.bot_is_due();
    // Another player has offered the user a draw.
    let is_offered = game.is_mine() && game.game.standing.offer.is_some();
    Ok(match prefer {
        Prefer::Undoable => (0..game.records.len()).any(|at| game.may_undo(at).is_ok()),
        Prefer::Unmailed => game.unmailed().is_some(),
        Prefer::Offered => is_offered,
        Prefer::Declinable => {
            let declines = game.is_mine() && game.game.standing.kind.decline().is_some();
            is_offered || declines || game.is_own_invitation()
        }
        Prefer::Move if !typed.is_empty() && is_due => match game.own_seat(ctx)? {
            Some(at) => game.game.table.reads(&game.keys(ctx, at)?, ctx.now(), typed),
            None => false,
        },
        _ => true,
    })
}

/// Returns the only game in which the command would work. If there are several, the error lists
/// them.
fn only_left(
    (command, prefer): (&str, Prefer),
    games: Vec<Candidate>,
    typed: &str,
) -> Result<String, CliError> {
    let names: Vec<String> = games.iter().map(|(name, ..)| name.clone()).collect();
    let mut left = Vec::new();
    for (name, _, works) in games {
        left.extend(works?.then_some(name));
    }
    match left.as_slice() {
        [] if prefer == Prefer::Undoable => {
            Err(no_turn("there is no turn that you can take back."))
        }
        [] if prefer == Prefer::Offered => Err(no_turn("you have no offer of a draw.")),
        [] if prefer == Prefer::Declinable => Err(no_turn("you have nothing to decline.")),
        [] if prefer == Prefer::Move => Err(not_a_move(&names, typed)),
        [] => Err(all_mailed(&names)),
        // After a move in another game, `pbem undo` may refer to that game. The rules of the wrong
        // game may be able to read the move.
        [only] if ![Prefer::Undoable, Prefer::Move].contains(&prefer) => Ok(only.clone()),
        several => Err(several_games(command, several, typed)),
    }
}

fn all_mailed(names: &[String]) -> CliError {
    let message = "you have mailed your latest turn in every game.";
    let failure = CliError::not_now(CliErrorKind::NotYours, message);
    let again = names
        .iter()
        .map(|name| Next::command(format!("pbem send {name} --again")).why("mail it again"));
    again.take(MOST_LISTED).fold(failure, CliError::then)
}

/// Returns the error for a move that the rules of none of these games can read.
fn not_a_move(names: &[String], typed: &str) -> CliError {
    let message = format!(
        "{} is not a move in {}, and not the name of a game.",
        quoted(typed),
        list(names).replace(" and ", " or ")
    );
    CliError::bad_file(CliErrorKind::Unknown, message)
        .then(Next::command("pbem status").why("lists your games"))
}

/// Adds the game that pbem chose as the first line of the report.
pub(super) fn tell(report: &mut Report, chosen: Option<String>) {
    let Some(name) = chosen else { return };
    let mut game = Report::default();
    game.row("Game", name);
    report.body.prepend(game.body);
}

/// Returns the invitations that need a setup.
fn invitations(ctx: &mut Context) -> Result<Vec<Candidate>, CliError> {
    let mut waiting = choose::waiting(ctx)?;
    waiting.retain(|invitation| {
        let standing = &invitation.game.standing;
        standing.due.is_some_and(|seat| standing.hides(seat))
    });
    Ok(waiting.iter().map(|one| (digits(&one.game.standing.id), Group::Mine, Ok(true))).collect())
}

/// Returns the error for a command that can apply to none of the games. If pbem can't read a game,
/// the user may have meant that game.
fn no_game(ctx: &mut Context, prefer: Prefer) -> Result<CliError, CliError> {
    if prefer == Prefer::Invited {
        let message = "no invitation is waiting for your setup.";
        return Ok(CliError::not_now(CliErrorKind::Nothing, message)
            .then(Next::command("pbem form KIND FILE").why("writes an empty form for a setup")));
    }
    let mut unreadable = inbox::unreadable_games(ctx)?.into_iter();
    if let Some(first) = unreadable.next() {
        for other in unreadable {
            ctx.warn(other.warning());
        }
        return Ok(first.failure());
    }
    let message = match prefer {
        Prefer::Due | Prefer::Move | Prefer::Offered | Prefer::Declinable => {
            "you have no game in progress."
        }
        _ => "you have no games yet.",
    };
    Ok(CliError::not_now(CliErrorKind::Nothing, message)
        .then(Next::command("pbem status").why("your games"))
        .then(Next::command("pbem new").why("start a game")))
}

fn no_turn(message: &str) -> CliError {
    CliError::not_now(CliErrorKind::NotYours, message)
        .then(Next::command("pbem status").why("your games"))
        .then(Next::command("pbem receive").why("read your mail"))
}

fn several_games(command: &str, names: &[String], typed: &str) -> CliError {
    let message = match names {
        [only] => format!("name the game, to be safe. This command would work only in {only}."),
        names => format!("which game? It could be {}.", list(names).replace(" and ", " or ")),
    };
    let failure = CliError::new(exit::USAGE, CliErrorKind::Ambiguous, message);
    let typed = if typed.is_empty() { String::new() } else { format!(" {}", quoted(typed)) };
    let commands = names.iter().map(|name| Next::command(format!("pbem {command} {name}{typed}")));
    commands.take(MOST_LISTED).fold(failure, CliError::then)
}

/// Whether the word is a file or a game in the vault.
fn names_a_game(ctx: &mut Context, word: &str) -> Result<bool, CliError> {
    let is_file = ctx.path(word).exists();
    // If the vault is unreadable, treat the word as a game: opening it will report the error.
    Ok(is_file || !matches!(ctx.desk()?.find(word, |_| false), Err(DeskError::UnknownGame(_))))
}

/// Whether the word looks like the name of a game, although no game has this name.
fn resembles_a_game(ctx: &mut Context, word: &str) -> Result<bool, CliError> {
    let has_kind = || {
        let prefix = word.split_once('-').map(|(prefix, _)| prefix);
        Kind::ALL.iter().any(|kind| Some(kind.short()) == prefix || word == kind.id())
    };
    let is_path = Path::new(word).extension().is_some_and(|ending| ending == "toml")
        || word.contains(['/', '\\']);
    Ok(is_path || has_kind() || similar_game(ctx, word)?.is_some())
}

/// Whether the word looks like the name of a kind of game.
pub(super) fn resembles_a_kind(word: &str) -> bool {
    let ids = || Kind::published().map(Kind::id);
    kind_named(word).is_ok() || nearest(word, ids()).is_some()
}
