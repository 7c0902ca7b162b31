//! `pbem restore --words`: restores the key from a recovery phrase.

use std::io::Write;

use pbem::audit::plural;
use pbem::crypto::safety_number;
use pbem::desk::DeskError;
use serde::Serialize;
use serde_json::Value;
use zeroize::Zeroizing;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::passphrase_input::lines;
use crate::cli::report::{Report, exit, place};

/// Creates a vault from a recovery phrase that the user types.
pub(super) fn restore(ctx: &mut Context) -> Result<Report, CliError> {
    if !ctx.desk()?.is_blank()? {
        return Err(exists(ctx));
    }
    let typed = read(ctx)?;
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.restore_words(&typed, around).map_err(|trouble| match trouble {
        DeskError::BadWords(_) => CliError::usage(format!("{trouble}."))
            .then(Next::command("pbem restore --words").why("try again")),
        DeskError::VaultExists => {
            CliError::new(exit::TROUBLE, CliErrorKind::Vault, format!("{trouble}."))
        }
        other => other.into(),
    })?;
    let key = ctx.keep(staged)?;
    let (vault, safety_number) = (place(ctx.vault_dir().path()), safety_number(&key));
    let mut report =
        Report::of("pbem-restore/1", &RestoredKeyJson { vault, safety_number: &safety_number });
    report.say(format!(
        "Restored your key, with the safety number {safety_number}. To restore your games, ask \
            your opponents for their latest files. You can't continue a game until an opponent \
            makes a new turn and you receive it, or until you confirm that this vault has every \
            turn that you have signed."
    ));
    report.then(Next::advice("ask for the files, then  pbem receive FILE"));
    report.then(
        Next::command("pbem restore --nothing-since")
            .why("if these files contain every turn that you have signed"),
    );
    if ctx.desk()?.config()?.name().is_none() {
        report.then(Next::command("pbem config name NAME").why("your player name"));
    }
    Ok(report)
}

fn exists(ctx: &Context) -> CliError {
    let vault = ctx.vault_dir().path().display().to_string();
    let message = format!("there is already a vault in {vault}. pbem doesn't overwrite it.");
    CliError::new(exit::TROUBLE, CliErrorKind::Vault, message)
        .then(Next::command("pbem restore --words --home DIR").why("create another vault"))
}

/// Reads the recovery phrase, on one line or several. The phrase is never a command-line argument,
/// because other users can see command lines.
fn read(ctx: &Context) -> Result<Zeroizing<String>, CliError> {
    let cannot = |error: std::io::Error| {
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, format!("can't read the words: {error}"))
    };
    let ask = |question: &str| {
        let mut out = std::io::stderr();
        if ctx.around.interactive {
            return out.write_all(question.as_bytes()).and_then(|()| out.flush());
        }
        Ok(())
    };
    ask("Your recovery phrase (twelve words): ").map_err(cannot)?;
    // Ignore the numbers that `pbem words` prints.
    let words = |typed: &str| {
        typed
            .split(|sign: char| !sign.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
            .count()
    };
    let is_whole = |typed: &str| {
        let count = words(typed);
        if count < 12 {
            // Ignore an error: if the terminal is gone, reading the next line fails too.
            let _ = ask(&format!("{}, {} to go: ", plural(count, "word"), 12 - count));
        }
        count >= 12
    };
    lines(is_whole).map_err(cannot)
}

#[derive(Serialize)]
struct RestoredKeyJson<'a> {
    vault: Value,
    safety_number: &'a str,
}
