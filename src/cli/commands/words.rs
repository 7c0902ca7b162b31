//! `pbem words`: the recovery phrase, and restoring from it.

use std::io::Write;

use clap::Args;
use pbem::crypto::safety_number;
use pbem::desk::DeskError;
use serde_json::json;
use zeroize::Zeroizing;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::passphrase_input::lines;
use crate::cli::report::{Report, exit, place};

/// Show your twelve-word recovery phrase
#[derive(Args, Debug)]
#[command(after_help = "\
Write the words on paper. With them and your opponents' latest files, you can
continue every game on another computer. Anyone who has them can play as you.

Examples:
  pbem words
  pbem restore --words      restore your key on a computer without a vault")]
pub(crate) struct Words {}

/// Runs `pbem words`.
pub(crate) fn run(ctx: &mut Context, _args: &Words) -> Result<Report, CliError> {
    let no_identity = || {
        CliError::not_now(
            CliErrorKind::NoVault,
            "there is no vault yet, so there is no recovery \
            phrase.",
        )
        .then("pbem new      start a game, which creates your vault")
    };
    let words = ctx.desk()?.words()?.ok_or_else(no_identity)?;
    let words: Vec<&str> = words.split(' ').collect();
    let mut report = Report::new(json!({"schema": "pbem-words/1", "words": words}));
    let numbered: Vec<String> =
        words.iter().zip(1..).map(|(word, number)| format!("{number:>4} {word:<10}")).collect();
    for row in numbered.chunks(4) {
        report.line(row.concat().trim_end());
    }
    report.say(
        "Write these words on paper, and show them to no one: anyone who has them can play as \
            you. With them and your opponents' latest files you can continue every game, even on \
            another computer.",
    );
    report.then("on a computer without a vault:  pbem restore --words");
    Ok(report)
}

/// Creates a vault from a recovery phrase that the user types.
pub(crate) fn restore(ctx: &mut Context) -> Result<Report, CliError> {
    if ctx.has_vault()? {
        return Err(exists(ctx));
    }
    let typed = read(ctx)?;
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.restore_words(&typed, around).map_err(|trouble| match trouble {
        DeskError::BadWords(_) => {
            CliError::usage(format!("{trouble}.")).then("pbem restore --words      try again")
        }
        DeskError::VaultExists => {
            CliError::new(exit::TROUBLE, CliErrorKind::Vault, format!("{trouble}."))
        }
        other => other.into(),
    })?;
    let key = ctx.keep(staged)?;
    let mut report = Report::new(json!({
        "schema": "pbem-restore/1", "vault": place(ctx.vault_dir().path()),
        "safety_number": safety_number(&key),
    }));
    report.say(format!(
        "Restored your key, with the safety number {}. To restore your games, ask your opponents \
            for their latest files.",
        safety_number(&key)
    ));
    report.then("ask for the files, then  pbem receive FILE");
    report.then("pbem config name NAME      your player name");
    Ok(report)
}

fn exists(ctx: &Context) -> CliError {
    let vault = ctx.vault_dir().path().display().to_string();
    let message = format!("there is already a vault in {vault}. pbem doesn't overwrite it.");
    CliError::new(exit::TROUBLE, CliErrorKind::Vault, message)
        .then("pbem restore --words --home DIR      create another")
}

/// Reads the phrase, on one line or several. It is never an argument, because other users can see
/// command lines.
fn read(ctx: &Context) -> Result<Zeroizing<String>, CliError> {
    let cannot = |error: std::io::Error| {
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, format!("can't read the words: {error}"))
    };
    if ctx.around.interactive {
        let mut out = std::io::stderr();
        out.write_all(b"Your recovery phrase (twelve words): ")
            .and_then(|()| out.flush())
            .map_err(cannot)?;
    }
    // Ignore the numbers that `pbem words` prints.
    let words = |typed: &str| {
        typed
            .split(|sign: char| !sign.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
            .count()
    };
    lines(|typed| words(typed) >= 12).map_err(cannot)
}
