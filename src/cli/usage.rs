//! What is said of a command line that cannot be understood.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::definition;
use super::failure::Failure;

/// Lists what may stand for `GAME`.
const GAMES: &str = "pbem status      lists your games";

/// What people type for a command, and what does it.
const TRIED: &[(&[&str], &str)] = &[
    (&["hint", "hints", "advice", "heat"], "pbem show GAME --hint"),
    (&["moves", "options"], "pbem show GAME --moves PIECE"),
    (&["try", "test"], "pbem move GAME MOVE --try"),
    (&["call", "ask", "guess", "answer"], "pbem move GAME MOVE"),
    (&["board", "look", "view", "open"], "pbem show GAME"),
    (&["list", "ls", "games", "inbox"], "pbem status"),
    (&["start", "invite", "create", "bot"], "pbem new"),
    (&["tutorial", "teach", "first"], "pbem learn checkpoint-danger"),
    (&["mail", "post"], "pbem send GAME"),
    (&["fetch", "get", "sync", "import", "read"], "pbem receive"),
    (&["export", "save"], "pbem copy GAME FILE"),
    (&["check", "prove", "audit"], "pbem verify GAME"),
    (&["history"], "pbem log GAME"),
    (&["draw"], "pbem offer GAME"),
    (&["agree", "yes"], "pbem accept GAME"),
    (&["concede", "surrender"], "pbem resign GAME"),
    (&["delete", "remove"], "pbem undo GAME      takes back what has not been mailed"),
    (&["score", "scores", "stats", "ranking"], "pbem record"),
    (&["friends", "players", "contacts"], "pbem contact"),
    (&["set", "settings", "setting"], "pbem config"),
    (&["name", "id", "key"], "pbem whoami"),
    (&["again"], "pbem rematch GAME"),
    (&["tui", "gui", "screen"], "pbem play"),
];

/// What does what this word seems to ask for.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let tried = TRIED.iter().find(|(words, _)| words.contains(&word.as_str()));
    tried.map(|(_, command)| *command)
}

/// There is no such command.
pub(super) fn no_command(word: &str) -> Failure {
    let failure = Failure::usage(format!("there is no command `{}`", word.escape_debug()));
    meant(word).into_iter().chain(["pbem help"]).fold(failure, Failure::then)
}

/// What clap has to say of these arguments, said so that it helps.
pub(super) fn failure(error: &clap::Error, args: &[OsString]) -> Failure {
    let text = error.render().to_string();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match (error.kind(), context(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(option)) if option.starts_with('-') => {
            return no_option(option, context(ContextKind::SuggestedArg), args);
        }
        (ErrorKind::UnknownArgument, Some(word)) => {
            let name = command_name(args);
            let message = format!("{name} has no place for `{}`", word.escape_debug());
            return Failure::usage(message + &whole(&text)).then(help_of(&name));
        }
        (ErrorKind::InvalidSubcommand, _) => {
            if let Some(word) = context(ContextKind::InvalidSubcommand) {
                return no_command(word);
            }
        }
        (ErrorKind::MissingRequiredArgument, _) => {
            let missing = error.get(ContextKind::InvalidArg);
            if let Some(ContextValue::Strings(missing)) = missing {
                return incomplete(missing, &text, args);
            }
        }
        _ => {}
    }
    Failure::usage(text.trim_start_matches("error: ").trim_end())
}

/// Something that the command cannot do without was left out.
fn incomplete(missing: &[String], text: &str, args: &[OsString]) -> Failure {
    let name = command_name(args);
    let failure = Failure::usage(format!("{name} needs {}{}", missing.join(" and "), whole(text)));
    // Whoever leaves the game out looks for its name.
    let no_game = missing.iter().any(|missing| missing == "<GAME>");
    let games = Some(GAMES).filter(|_| no_game);
    games.into_iter().fold(failure, Failure::then).then(help_of(&name))
}

/// The whole command, out of what clap says.
fn whole(text: &str) -> String {
    let usage = text.lines().find_map(|line| line.trim_start().strip_prefix("Usage: "));
    usage.map_or_else(String::new, |usage| format!(":\n  {usage}"))
}

/// The command of these arguments, as it is typed.
fn command_name(args: &[OsString]) -> String {
    let program = definition();
    let called = args.iter().skip(1).find_map(|arg| program.find_subcommand(arg));
    called.map_or("pbem".to_owned(), |called| format!("pbem {}", called.get_name()))
}

/// What explains a command.
fn help_of(name: &str) -> String {
    name.replacen("pbem", "pbem help", 1)
}

/// The command has no such option: which it has, or which command has it.
fn no_option(option: &str, nearest: Option<&str>, args: &[OsString]) -> Failure {
    let program = definition();
    let called = args.iter().skip(1).find_map(|arg| program.find_subcommand(arg));
    let command = called.unwrap_or(&program);
    let name = command_name(args);
    let option = option.split('=').next().unwrap_or(option).escape_debug().to_string();
    let others: Vec<String> = program
        .get_subcommands()
        .filter(|other| !other.is_hide_set() && options(other).contains(&option))
        .map(|other| format!("pbem {}", other.get_name()))
        .collect();
    let message = match (nearest, options(command).as_slice()) {
        (Some(nearest), _) => format!("{name} has no {option}; did you mean {nearest}?"),
        (None, []) => format!("{name} has no {option}, and no other options of its own."),
        (None, own) => format!("{name} has no {option}. It has {}.", own.join(", ")),
    };
    let failure = Failure::usage(message);
    let failure = match others.as_slice() {
        [only] => failure.then(format!("{only}      has {option}")),
        _ => failure,
    };
    failure.then(help_of(&name))
}

/// The options of a command, but for those that stand everywhere.
fn options(command: &Command) -> Vec<String> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_global_set());
    shown.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}
