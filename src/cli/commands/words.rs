//! `pbem words`: the recovery phrase.

use clap::Args;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::Report;

/// Show your twelve-word recovery phrase
#[derive(Args, Debug)]
#[command(after_help = "\
Write the words on paper. With them and your opponents' latest files, you can
continue every game on another computer. Anyone who has the words can play as
you.

Examples:
  pbem words
  pbem restore --words  # restore your vault from the words, on a new computer")]
pub(crate) struct Words {}

/// Runs `pbem words`.
pub(crate) fn run(ctx: &mut Context, _args: &Words) -> Result<Report, CliError> {
    let no_identity = || {
        CliError::not_now(
            CliErrorKind::NoVault,
            "you have no recovery phrase yet: pbem creates it with your first game.",
        )
        .then(Next::command("pbem new").why("start a game"))
    };
    let words = ctx.desk()?.words()?.ok_or_else(no_identity)?;
    let words: Vec<&str> = words.split(' ').collect();
    let mut report = Report::new(json!({"schema": "pbem-words/1", "words": words}));
    let numbered: Vec<String> =
        words.iter().zip(1..).map(|(word, number)| format!("{number:>4} {word:<10}")).collect();
    // Each word takes 15 columns.
    for row in numbered.chunks((ctx.look().width / 15).clamp(1, 4)) {
        report.line(row.concat().trim_end());
    }
    report.say(
        "Write these words on paper, and show them to no one: anyone who has them can play as \
            you. With them and your opponents' latest files you can continue every game against \
            other people, even on another computer. Only a backup contains games against bots.",
    );
    report.then(Next::advice("on a computer without a vault:  pbem restore --words"));
    Ok(report)
}
