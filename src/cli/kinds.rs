//! The kinds of games as people type them: `checkpoint-danger`, `cd`, `danger`.

use std::ffi::OsString;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use pbem::games::Kind;

use super::context::Context;
use super::failure::CliError;
use crate::cli::next::Next;
use crate::cli::prompt::{ask_until, list_index};
use crate::cli::report::Report;
use crate::cli::similar::{did_you_mean, nearest};

/// Commands with a kind as an argument.
const WITH_KIND: [&str; 4] = ["new", "learn", "rules", "demo"];

/// Global options that have a value.
const WITH_VALUE: [&str; 2] = ["--as", "--home"];

/// Joins the words of a game's name: `pbem new checkpoint danger` becomes
/// `pbem new checkpoint-danger`.
pub(super) fn join_words(args: &mut Vec<OsString>) {
    let texts: Vec<&str> = args.iter().map(|arg| arg.to_str().unwrap_or_default()).collect();
    let is_option =
        |at: usize| texts[at].starts_with('-') || at > 0 && WITH_VALUE.contains(&texts[at - 1]);
    let command = (1..texts.len()).find(|at| !is_option(*at));
    let Some(command) = command.filter(|at| WITH_KIND.contains(&texts[*at])) else { return };
    let plain = |word: &str| {
        let letters: String = word.chars().filter(|sign| sign.is_alphanumeric()).collect();
        letters.to_ascii_lowercase()
    };
    let named = texts.windows(2).enumerate().skip(command + 1).find_map(|(at, words)| {
        let is_named = |kind: &Kind| kind.id().split('-').eq(words.iter().map(|word| plain(word)));
        let kind = Kind::published().find(is_named)?;
        (!words[0].starts_with('-')).then_some((at, kind))
    });
    if let Some((at, kind)) = named {
        args.splice(at..at + 2, [OsString::from(kind.id())]);
    }
}

/// Asks which game from the list to play, by number or name. Returns `None` without a terminal, or
/// if the user chooses none.
pub(super) fn ask_kind(ctx: &mut Context, list: &Report) -> Result<Option<Kind>, CliError> {
    let chosen = |typed: &str| {
        let at = list_index(typed).and_then(|at| Kind::published().nth(at));
        at.map_or_else(|| kind_named(typed), Ok)
    };
    let question = "Which game? (number or name) ";
    let typed = ask_until(ctx, list.body.clone(), question, |typed| chosen(typed).map(drop))?;
    typed.map(|typed| chosen(&typed)).transpose()
}

/// Returns the kind for a typed word, or an error that lists all kinds.
pub(super) fn kind_named(typed: &str) -> Result<Kind, CliError> {
    Kind::meant(typed).map_err(|meant| {
        let typed = typed.escape_debug();
        let of_kind =
            |kind: Kind| kind.id().split('-').chain([kind.id(), kind.short()]).collect::<Vec<_>>();
        let names = || Kind::published().flat_map(of_kind);
        let (message, kinds) = if meant.is_empty() {
            let meant =
                nearest(&typed.to_string(), names()).and_then(|name| Kind::meant(name).ok());
            let meant = did_you_mean(meant);
            (
                format!("there is no game `{typed}`{meant}\nThe games are "),
                Kind::published().collect(),
            )
        } else {
            (format!("`{typed}` could be any of "), meant)
        };
        let names: Vec<String> = kinds.into_iter().map(with_short).collect();
        CliError::usage(message + &names.join(", ")).then(Next::command("pbem rules"))
    })
}

/// Returns the name of a kind with its short name: `checkpoint-danger (cd)`
fn with_short(kind: Kind) -> String {
    if kind.short() == kind.id() {
        kind.id().to_owned()
    } else {
        format!("{} ({})", kind.id(), kind.short())
    }
}

/// A parser that accepts any text, but offers the kinds for completion.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindName;

impl TypedValueParser for KindName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Kind::published().flat_map(|kind| {
            let short = Some(kind.short()).filter(|short| *short != kind.id());
            [Some(kind.id()), short].into_iter().flatten()
        });
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
