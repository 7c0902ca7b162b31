//! Messages for command lines that can't be parsed.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};
use pbem::games::Kind;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::quoted;
use crate::cli::next::Next;
use crate::cli::similar;

/// Returns the command for this game that the user seems to mean with this word. The word doesn't
/// resemble the command, so pbem wouldn't find it as a typo.
pub(super) fn meant(word: &str, game: &str) -> Option<String> {
    Some(match word.to_ascii_lowercase().as_str() {
        "hint" => format!("pbem show {game} --hint"),
        "board" => format!("pbem show {game}"),
        "list" => "pbem status".to_owned(),
        "invite" => "pbem new".to_owned(),
        "history" => format!("pbem log {game}"),
        "draw" => format!("pbem offer {game}"),
        _ => return None,
    })
}

/// Returns the error of `pbem help` for a word that is neither a command nor one of these pages.
pub(super) fn no_help(program: &Command, word: &str, pages: &[&str]) -> CliError {
    let message = format!("there is no command or help page `{}`", word.escape_debug());
    let nearest = similar::nearest(word, names(program).chain(pages.iter().copied()));
    let failure = match (meant(word, "GAME"), Kind::meant(word), nearest) {
        (Some(command), ..) => CliError::usage(message).then(Next::command(command)),
        (None, Ok(kind), _) => CliError::usage(format!("{message}; that is a kind of game."))
            .then(Next::command(format!("pbem rules {kind}"))),
        (None, _, Some(name)) => CliError::usage(format!("{message}; did you mean `{name}`?"))
            .then(Next::command(format!("pbem help {name}"))),
        (None, _, None) => CliError::usage(message),
    };
    failure.then(Next::command("pbem help"))
}

/// Returns the command with this name, for a game if the command takes one; `None` if there is no
/// such command.
pub(super) fn command_for(program: &Command, word: &str, game: &str) -> Option<String> {
    let command = program.find_subcommand(word).filter(|command| !command.is_hide_set())?;
    let takes_game = command.get_positionals().any(|argument| argument.get_id() == "game");
    let game = if takes_game { format!(" {game}") } else { String::new() };
    Some(format!("pbem {}{game}", command.get_name()))
}

/// Returns the names of the commands and their aliases.
fn names(program: &Command) -> impl Iterator<Item = &str> {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    commands.flat_map(Command::get_name_and_visible_aliases)
}

/// Returns the error for an unknown subcommand of a command.
pub(super) fn no_subcommand(command: &Command, word: &str) -> CliError {
    let name = command.get_bin_name().unwrap_or("pbem");
    CliError::usage(format!("{name} has no command `{}`", word.escape_debug())).then(help_of(name))
}

/// Returns the error for an unknown command with arguments `rest`.
fn instead_of(program: &Command, word: &str, rest: &[String]) -> CliError {
    let message = format!("there is no command `{}`", word.escape_debug());
    let game = rest.first().map_or_else(|| "GAME".to_owned(), |game| quoted(game));
    if let Some(command) = meant(word, &game) {
        return CliError::usage(message).then(Next::command(command));
    }
    let Some(name) = similar::nearest(word, names(program)) else {
        return CliError::usage(message);
    };
    CliError::usage(format!("{message}; did you mean `{name}`?"))
        .then(Next::command(format!("pbem {name}{}", arguments(rest))))
}

/// Returns the words as arguments of a suggested command, with a space before each.
fn arguments(words: &[String]) -> String {
    words.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect()
}

/// Returns the error for a command line that doesn't start with a command, but perhaps with a game,
/// a move or a typo.
pub(super) fn unknown(ctx: &mut Context, program: &Command, words: &[String]) -> CliError {
    let (word, rest) = words.split_first().map_or(("", &[][..]), |(word, rest)| (word, rest));
    let rest = arguments(rest);
    let is_game = ctx.desk().is_ok_and(|desk| desk.find(word, |_| false).is_ok());
    let no_command = |what: &str| {
        CliError::usage(format!("there is no command `{}`; {what}", word.escape_debug()))
    };
    let failure = if is_game && rest.is_empty() {
        no_command("that is one of your games.").then(Next::command(format!("pbem show {word}")))
    } else if is_game {
        no_command("that is one of your games.")
            .then(Next::command(format!("pbem move {word}{rest}")))
    } else if OpenFile::has_square(ctx, word) {
        no_command("a move needs `pbem move`.")
            .then(Next::command(format!("pbem move {word}{rest}")))
    } else if let Ok(kind) = Kind::meant(word) {
        let learn = Next::command(format!("pbem learn {kind}")).why("learn it as you play");
        no_command("that is a kind of game.")
            .then(learn)
            .then(Next::command(format!("pbem new {kind}")).why("start a game"))
    } else {
        instead_of(program, word, words.get(1..).unwrap_or_default())
    };
    failure.then(Next::command("pbem help"))
}

/// Converts an error of clap, and replaces its message if pbem has a better one.
pub(super) fn failure(program: &Command, error: &clap::Error, args: &[OsString]) -> CliError {
    let text = error.render().to_string();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match (error.kind(), context(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(option)) if option.starts_with('-') => {
            return no_option(program, option, context(ContextKind::SuggestedArg), args);
        }
        (ErrorKind::UnknownArgument, Some(word)) => {
            let name = command_name(program, args);
            let message = format!("{name} doesn't take `{}`", word.escape_debug());
            return CliError::usage(message + &whole(&text)).then(help_of(&name));
        }
        (ErrorKind::MissingRequiredArgument, _) => {
            let missing = error.get(ContextKind::InvalidArg);
            if let Some(ContextValue::Strings(missing)) = missing {
                return incomplete(program, missing, &text, args);
            }
        }
        _ => {}
    }
    CliError::usage(text.trim_start_matches("error: ").trim_end())
}

/// Returns the error for a missing argument.
fn incomplete(program: &Command, missing: &[String], text: &str, args: &[OsString]) -> CliError {
    let name = command_name(program, args);
    let failure = CliError::usage(format!("{name} needs {}{}", missing.join(" and "), whole(text)));
    // A user who leaves out the game needs to find its name.
    let no_game = missing.iter().any(|missing| missing == "<GAME>");
    let games = no_game.then(|| Next::command("pbem status").why("your games"));
    games.into_iter().fold(failure, CliError::then).then(help_of(&name))
}

/// Returns the usage line of clap's message, for the end of another message.
fn whole(text: &str) -> String {
    let usage = text.lines().find_map(|line| line.trim_start().strip_prefix("Usage: "));
    usage.map_or_else(String::new, |usage| format!(":\n  {usage}"))
}

/// Returns the name of the command in these arguments.
fn command_name(program: &Command, args: &[OsString]) -> String {
    let subcommand = args.iter().skip(1).find_map(|arg| program.find_subcommand(arg));
    subcommand.map_or("pbem".to_owned(), |subcommand| format!("pbem {}", subcommand.get_name()))
}

/// Returns the command that prints the help of a command.
fn help_of(name: &str) -> Next {
    Next::command(name.replacen("pbem", "pbem help", 1))
}

/// Returns the error for an unknown option. The error lists the command's options, or names the
/// command that has this option.
fn no_option(
    program: &Command,
    option: &str,
    nearest: Option<&str>,
    args: &[OsString],
) -> CliError {
    let subcommand = args.iter().skip(1).find_map(|arg| program.find_subcommand(arg));
    let command = subcommand.unwrap_or(program);
    let name = command_name(program, args);
    let option = option.split('=').next().unwrap_or(option).escape_debug().to_string();
    let others: Vec<String> = program
        .get_subcommands()
        .filter(|other| !other.is_hide_set() && options(other).contains(&option))
        .map(|other| format!("pbem {}", other.get_name()))
        .collect();
    let message = match (nearest, options(command).as_slice()) {
        (Some(nearest), _) => format!("{name} has no {option}; did you mean {nearest}?"),
        (None, []) => format!("{name} has no {option}. It has no options of its own."),
        (None, own) => format!("{name} has no {option}. It has {}.", own.join(", ")),
    };
    let failure = CliError::usage(message);
    let failure = match others.as_slice() {
        // `pbem turn` can't do what these commands do, but any signed turn can be printed.
        _ if option == "--text" => {
            let copy = Next::command("pbem copy GAME --turn");
            failure.then(copy.why("prints your signed turn as text"))
        }
        [only] => failure.then(Next::command(only).why(format!("has {option}"))),
        _ => failure,
    };
    failure.then(help_of(&name))
}

/// Returns the options of a command, without the global options.
fn options(command: &Command) -> Vec<String> {
    let arguments =
        command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_global_set());
    arguments.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

/// If several games fit, adds the typed options to the suggested commands.
pub(super) fn with_options(
    mut failure: CliError,
    definition: impl FnOnce() -> Command,
    matches: &ArgMatches,
) -> CliError {
    if failure.kind == CliErrorKind::Ambiguous {
        let options = typed_options(&definition(), matches);
        failure.next = failure.next.into_iter().map(|next| next.with(&options)).collect();
    }
    failure
}

/// Returns the typed options of the command, without the options that all commands have.
fn typed_options(definition: &Command, matches: &ArgMatches) -> String {
    let subcommand = matches.subcommand();
    let Some((command, matches)) =
        subcommand.and_then(|(name, matches)| Some((definition.find_subcommand(name)?, matches)))
    else {
        return String::new();
    };
    let mut options = Vec::new();
    for option in command.get_arguments() {
        let id = option.get_id().as_str();
        let Some(long) = option.get_long() else { continue };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue | ArgAction::Count);
        let values = matches.get_raw(id).into_iter().flatten().filter(|_| !is_flag);
        let values = values.map(|value| format!(" {}", quoted(&value.to_string_lossy())));
        let typed = format!(" --{long}{}", values.collect::<String>());
        options.push((matches.index_of(id), typed));
    }
    options.sort();
    options.into_iter().map(|(_, typed)| typed).collect()
}
