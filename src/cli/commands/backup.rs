//! `pbem backup` and `pbem restore`: your secrets, onto another computer.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::{Report, place};
use crate::cli::sign;
use crate::vault::{backup_name, restore as restore_vault};

/// Write your whole vault into one file, to be kept safe
#[derive(Args, Debug)]
#[command(after_help = "\
The file holds all your secrets: whoever has it can play as you.

Examples:
  pbem backup alice.pbem-backup
  pbem backup alice.pbem-backup --move      this computer makes no turn any more")]
pub(crate) struct Backup {
    /// The file to write; named after you and the day if left out
    pub file: Option<PathBuf>,
    /// Hand the vault over: this one retires
    #[arg(long = "move")]
    pub hand_over: bool,
}

/// Put a backup where no vault is
#[derive(Args, Debug)]
#[command(after_help = "\
A backup does not know of turns made after it, and a second turn of one number would
look like cheating. So running games wait until you have read the newest file that
your opponents have, or say that nothing was played since.

Examples:
  pbem restore alice.pbem-backup
  pbem restore --nothing-since")]
pub(crate) struct Restore {
    /// The backup
    #[arg(required_unless_present = "nothing_since")]
    pub file: Option<PathBuf>,
    /// Nothing was played since the backup was made
    #[arg(long)]
    pub nothing_since: bool,
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Runs `pbem backup`.
pub(crate) fn backup(ctx: &mut Context, args: &Backup) -> Result<Report, Failure> {
    let now = ctx.now();
    if ctx.vault()?.is_none() {
        return Err(Failure::not_now(
            FailureKind::NoVault,
            "there is no vault yet, so there is nothing to back up.",
        ));
    }
    let owner = ctx.own_name()?;
    let path = ctx.path(
        args.file.clone().unwrap_or_else(|| PathBuf::from(backup_name(owner.as_deref(), now))),
    );
    let done = ctx.vault_mut()?.backup(&path, now, args.hand_over)?;
    let mut report = Report::new(json!({
        "schema": "pbem-backup/1", "file": place(&path), "moved": args.hand_over,
        "games": done.games, "contacts": done.contacts,
    }));
    report.warnings.extend(done.left_out.iter().map(|fault| format!("left out: {fault}")));
    report.row(
        "Wrote",
        format!("{}      all your secrets: keep it safe, never mail it", ctx.shown(&path)),
    );
    if args.hand_over {
        report.say(
            "This vault is retired: it makes no turn any more. Play where you restore the file.",
        );
    }
    report.then(format!(
        "on the other computer:  pbem restore {}",
        path.file_name().unwrap_or_default().to_string_lossy()
    ));
    Ok(report)
}

/// Runs `pbem restore`.
pub(crate) fn restore(ctx: &mut Context, args: &Restore) -> Result<Report, Failure> {
    if args.nothing_since {
        let no_vault = || {
            Failure::not_now(FailureKind::NoVault, "there is no vault yet.")
                .then("pbem restore FILE")
        };
        let names = ctx.vault()?.ok_or_else(no_vault)?.nothing_since()?;
        let mut report = Report::new(json!({"schema": "pbem-restore/1", "released": names}));
        report.say(match names.as_slice() {
            [] => "No game was waiting.".to_owned(),
            names => format!("Turns may be made again in {}.", sign::list(names)),
        });
        report.then("pbem status");
        return Ok(report);
    }
    let file = args.file.clone().ok_or_else(|| Failure::usage("which backup?"))?;
    let path = ctx.path(&file);
    ctx.close_vault();
    let restored = restore_vault(ctx.vault_dir(), &path, &ctx.around.faults)?;
    let waiting: Vec<String> =
        restored.waiting.iter().map(|(name, turn)| format!("{name}, turn {turn}")).collect();
    let mut report = Report::new(json!({
        "schema": "pbem-restore/1", "waiting": waiting, "vault": place(ctx.vault_dir().path()),
    }));
    let from = restored.machine.map(|machine| format!(" on {machine}")).unwrap_or_default();
    report.say(format!(
        "Restored {}: {}, {}, as of {}{from}.",
        restored.name.as_deref().unwrap_or("the vault"),
        plural(restored.games, "game"),
        plural(restored.contacts, "contact"),
        restored.made.format("%a %-d %b %H:%M UTC")
    ));
    if waiting.is_empty() {
        report.then("pbem status");
    } else {
        report.say(
            "The backup does not know of turns that you made later, and a second turn of the same \
            number would look like cheating. So these games make no turn until you have read the \
            newest file that your opponents have:",
        );
        report.line(pbem::render::wrap(&format!("  {}", waiting.join("    ")), 80, "  "));
        report.then("ask for it, then  pbem show FILE");
        report.then("or, if nothing was played since then:  pbem restore --nothing-since");
    }
    Ok(report)
}
