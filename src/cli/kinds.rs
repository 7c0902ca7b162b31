//! The kinds of games as people type them: `checkpoint-danger`, `cd`, `danger`.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use pbem::games::Kind;

use super::failure::CliError;
use crate::cli::next::Next;
use crate::cli::similar::nearest;

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
            let meant = meant.map_or_else(String::new, |kind| format!("; did you mean {kind}?"));
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
