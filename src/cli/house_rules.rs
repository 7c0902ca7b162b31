//! The house rules that the user sets with `--set`.

use pbem::games::Kind;
use pbem::rules::{OptionKind, OptionMap};
use pbem::table;

use super::context::Context;
use super::failure::CliError;
use super::game_file::read_file;
use crate::cli::next::Next;
use crate::cli::similar::{did_you_mean, nearest};

/// Returns all house rules: the defaults, overridden by `--set`. If a house rule is text, `--set`
/// names a file with the text.
pub(super) fn house_rules(
    ctx: &Context,
    kind: Kind,
    set: &[String],
) -> Result<OptionMap, CliError> {
    let specs = table::option_specs(kind);
    let mut options: OptionMap =
        specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
    for setting in set {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(CliError::usage(format!(
                "--set needs KEY=VALUE, not {}",
                setting.escape_debug()
            )));
        };
        let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
            let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
            return Err(CliError::usage(format!(
                "{kind} has no house rule `{}`{}\nThe house rules are {}",
                name.escape_debug(),
                did_you_mean(nearest(name, names.iter().copied())),
                names.join(", ")
            )));
        };
        let text = match &spec.kind {
            OptionKind::Lines { presets, .. } if !presets.contains(&value) => {
                String::from_utf8_lossy(&read_file(&ctx.path(value), value)?).into_owned()
            }
            _ => value.to_owned(),
        };
        let read = spec.read(&text).map_err(|fault| {
            let words = if let OptionKind::Word(words) = spec.kind { words } else { &[] };
            let meant = did_you_mean(nearest(value, words.iter().copied()));
            CliError::usage(format!("{fault}{meant}"))
                .then(Next::command(format!("pbem rules {kind}")))
        })?;
        options.insert(name.to_owned(), read);
    }
    Ok(options)
}
