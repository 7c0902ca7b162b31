//! `pbem backup` and `pbem restore`: copy the vault to another computer.

mod words;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use pbem::desk::{DeskError, Outside, backup_name, check_passphrase, is_sealed, open_backup};
use serde::Serialize;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::passphrase_input::{lines, typed};
use crate::cli::report::{Report, exit, place, quoted};
use crate::cli::turn_words;
use crate::disk;

/// Back up your whole vault to one file
#[derive(Args, Debug)]
#[command(after_help = "\
The backup contains all your secrets: anyone who has it can play as you.

Examples:
  pbem backup alice.pbem-backup
  pbem backup --sealed                  # encrypt it with a passphrase
  pbem backup alice.pbem-backup --move  # stop playing on this computer")]
pub(crate) struct Backup {
    /// File to write [default: named after you and the date]
    pub file: Option<PathBuf>,
    /// Encrypt the backup; pbem asks for a passphrase, or reads it from standard input
    #[arg(long)]
    pub sealed: bool,
    /// For a move to another computer: after the backup, this one can no longer play
    #[arg(long = "move")]
    pub hand_over: bool,
    /// With --move, leave out games that pbem can't read or has lost
    #[arg(long, requires = "hand_over")]
    pub leave_out: bool,
}

/// Restore your vault from a backup or your recovery phrase
#[derive(Args, Debug)]
#[command(after_help = "\
A backup doesn't contain the turns that you signed after you made it. After a
restore, you could sign a second, different version of one of those turns. To
prevent this, pbem signs nothing in an unfinished game until it has read a turn
that an opponent made after the restore. You don't have to wait for that turn:
read your opponents' latest files, check that they contain every turn that you
signed, and confirm this with --nothing-since. All of this also applies if you
restore from your recovery phrase.

Examples:
  pbem restore alice.pbem-backup
  pbem restore --words  # type your twelve-word recovery phrase
  pbem restore --nothing-since")]
pub(crate) struct RestoreArgs {
    /// Backup file
    #[arg(required_unless_present_any = ["nothing_since", "words"])]
    pub file: Option<PathBuf>,
    /// Restore your vault from your recovery phrase; pbem asks for the words
    #[arg(long, conflicts_with_all = ["file", "nothing_since"])]
    pub words: bool,
    /// Confirm that this vault has every turn that you have signed
    #[arg(long)]
    pub nothing_since: bool,
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Runs `pbem backup`.
pub(crate) fn backup(ctx: &mut Context, args: &Backup) -> Result<Report, CliError> {
    let now = ctx.now();
    if !ctx.has_vault()? {
        return Err(CliError::not_now(
            CliErrorKind::NoVault,
            "there is no vault yet, so there is nothing to back up.",
        ));
    }
    let owner = ctx.own_name()?;
    let path = ctx.path(
        args.file.clone().unwrap_or_else(|| PathBuf::from(backup_name(owner.as_deref(), now))),
    );
    let passphrase = args.sealed.then(|| new_passphrase(ctx)).transpose()?;
    let sealed_by = passphrase.as_ref().map(|typed| (typed.as_str(), ctx.around.secret()));
    let backup = disk::back_up(ctx.desk()?, &path, args.hand_over, args.leave_out, sealed_by, now)?;
    let (file, games, contacts) = (place(&path), backup.games, backup.contacts);
    let moved = backup.moves;
    let json = BackupJson { file, moved, sealed: args.sealed, games, contacts };
    let mut report = Report::of("pbem-backup/1", &json);
    let left_out = backup.left_out.into_iter().map(|fault| CliError::from(fault).message);
    report.warnings.extend(left_out.map(|message| format!("not in the backup: {message}")));
    let what = if args.sealed {
        "all your secrets, encrypted with the passphrase"
    } else {
        "all your secrets: keep it safe, never mail it"
    };
    report.row("Wrote", format!("{}      {what}", ctx.shown(&path)));
    if moved {
        report.say(
            "This vault is retired and can't sign turns. Continue on the computer where you \
                restore the file.",
        );
    } else if args.hand_over {
        report.say(
            "This vault was already moved, so this is an ordinary backup. After you restore it, \
                you can't move in an unfinished game until a new turn from an opponent arrives.",
        );
    }
    let label = if moved { "on the other computer" } else { "to restore the backup" };
    report.then(Next::advice(format!(
        "{label}:  pbem restore {}",
        quoted(&path.file_name().unwrap_or_default().to_string_lossy())
    )));
    Ok(report)
}

#[derive(Serialize)]
struct BackupJson {
    file: Value,
    /// Whether the vault has moved into the backup.
    moved: bool,
    sealed: bool,
    games: usize,
    contacts: usize,
}

#[derive(Serialize)]
struct RestoredJson<'a> {
    /// Games that wait for their latest file.
    waiting: &'a [String],
    vault: Value,
}

/// Runs `pbem restore`.
pub(crate) fn restore(ctx: &mut Context, args: &RestoreArgs) -> Result<Report, CliError> {
    if args.nothing_since {
        return nothing_since(ctx);
    }
    if args.words {
        return words::restore(ctx);
    }
    let file = args.file.clone().ok_or_else(|| CliError::usage("which backup?"))?;
    let path = ctx.path(&file);
    ctx.close_vault();
    let restored = read(ctx, &path)?;
    let restored = disk::restore(ctx.vault_dir(), &restored, ctx.now(), &ctx.around.faults);
    let restored = restored.map_err(|trouble| no_backup(&path, trouble))?;
    let waiting: Vec<String> =
        restored.waiting.iter().map(|(name, turn)| format!("{name}, turn {turn}")).collect();
    let vault = place(ctx.vault_dir().path());
    let mut report = Report::of("pbem-restore/1", &RestoredJson { waiting: &waiting, vault });
    let from = restored.machine.map(|machine| format!(" on {machine}")).unwrap_or_default();
    let whose = restored.name.map_or_else(|| "the".to_owned(), |name| format!("{name}'s"));
    report.say(format!(
        "Restored {whose} vault: {}, {}, as of {}{from}.",
        plural(restored.games, "game"),
        plural(restored.contacts, "contact"),
        ctx.around.zone.day(restored.made)
    ));
    if waiting.is_empty() {
        report.then(Next::command("pbem status"));
    } else {
        report.say(
            "The backup doesn't contain turns that you made later. To keep you from signing a \
                second version of such a turn, these games wait until an opponent makes a new \
                turn and you receive it:",
        );
        report.line(format!("  {}", waiting.join("    ")));
        report.then(Next::advice(
            "ask your opponents for their latest files, then  pbem receive FILE",
        ));
        report.then(
            Next::command("pbem restore --nothing-since")
                .why("if these files contain all your turns"),
        );
    }
    Ok(report)
}

/// Unlocks the games of a restored vault, because the user says that it has all their turns.
fn nothing_since(ctx: &mut Context) -> Result<Report, CliError> {
    if !ctx.has_vault()? {
        return Err(CliError::not_now(CliErrorKind::NoVault, "there is no vault yet.")
            .then(Next::command("pbem restore FILE")));
    }
    let staged = ctx.desk()?.nothing_since()?;
    let names = ctx.keep(staged)?;
    let mut report = Report::new(json!({"schema": "pbem-restore/1", "released": names}));
    report.say(match names.as_slice() {
        [] => "No game was waiting for a newer file.".to_owned(),
        names => format!("You can play again in {}.", turn_words::list(names)),
    });
    if names.is_empty() {
        let receive = Next::command("pbem receive FILE");
        report.then(receive.why("to continue a game, read its latest file"));
    }
    report.then(Next::command("pbem status"));
    Ok(report)
}

/// Asks for the passphrase of a new sealed backup. At a terminal, asks twice.
fn new_passphrase(ctx: &Context) -> Result<Zeroizing<String>, CliError> {
    let first = passphrase(ctx, "Passphrase (at least eight characters): ")?;
    check_passphrase(&first).map_err(|short| CliError::usage(format!("{short}.")))?;
    if ctx.around.interactive && passphrase(ctx, "Repeat the passphrase: ")? != first {
        return Err(CliError::usage("the passphrases don't match. Nothing was written."));
    }
    Ok(first)
}

/// Reads a passphrase without showing it. Without a terminal, reads the first line of standard
/// input.
fn passphrase(ctx: &Context, question: &str) -> Result<Zeroizing<String>, CliError> {
    let cannot = |error: io::Error| {
        CliError::new(
            exit::TROUBLE,
            CliErrorKind::Disk,
            format!("can't read the passphrase: {error}"),
        )
    };
    if ctx.around.interactive {
        return typed(question).map_err(cannot);
    }
    let line = lines(|_| true).map_err(cannot)?;
    Ok(Zeroizing::new(line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Reads a backup, and asks for the passphrase if it is sealed.
fn read(ctx: &Context, path: &Path) -> Result<Zeroizing<String>, CliError> {
    let bad = |trouble| no_backup(path, trouble);
    let text = disk::read_backup(path).map_err(bad)?;
    if !is_sealed(&text) {
        return Ok(text);
    }
    let passphrase = passphrase(ctx, "Passphrase for the backup: ")?;
    open_backup(&text, &passphrase).map_err(|trouble| match trouble {
        DeskError::WrongPassphrase => CliError::usage(format!("{trouble}."))
            .then(Next::command(format!("pbem restore {}", quoted(&ctx.shown(path))))),
        other => bad(other),
    })
}

/// Returns the error for a backup that can't be restored.
fn no_backup(path: &Path, trouble: DeskError) -> CliError {
    let trouble_with = |message: String| CliError::new(exit::TROUBLE, CliErrorKind::Vault, message);
    match trouble {
        DeskError::BadBackup(what) => {
            trouble_with(format!("{} is not a valid backup: {what}", path.display())).then(
                Next::advice("Try an older backup, or copy this backup again from its source."),
            )
        }
        DeskError::Newer(found) => {
            let path = path.display();
            trouble_with(format!("{path} was made by a newer pbem (format {found})"))
                .then(Next::advice("Use that newer pbem."))
        }
        other => other.into(),
    }
}
