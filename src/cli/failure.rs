//! The error of a command.

use std::error::Error;
use std::io;

use pbem::desk::document::DocumentError;
use pbem::desk::{DeskError, DocName, Forbidden, NoRuling, SETTINGS, StoreError};
use pbem::service::MarkError;
use pbem::table::FindingKind;
use pbem::words::{self, Advice};
use serde::Serialize;
use serde_json::Value;

use super::document::Document;
use super::report::{exit, next_steps, object, quoted};
use super::zone::Zone;
use crate::cli::next::Next;
use crate::disk::{DiskError, OverwriteDenied};

macro_rules! make_kinds {
    ($($kind:ident $id:literal,)+) => {
        /// Kinds of failures.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum CliErrorKind {
            /// A player broke the rules, with proof.
            Breach(FindingKind),
            $($kind,)+
        }

        impl CliErrorKind {
            /// Returns the word for this kind in the JSON output.
            pub(super) fn id(self) -> &'static str {
                match self {
                    CliErrorKind::Breach(finding) => finding.id(),
                    $(CliErrorKind::$kind => $id,)+
                }
            }
        }
    };
}

make_kinds! {
    Ambiguous "ambiguous",
    AnotherKey "another-key",
    Arrived "arrived",
    Ask "ask",
    Damaged "damaged",
    Demo "demo",
    Disk "disk",
    FromTheFuture "from-the-future",
    Illegal "illegal",
    Internal "internal",
    Joined "joined",
    Locked "locked",
    Mail "mail",
    Mailed "mailed",
    MoveNeeded "move-needed",
    MovedOn "moved-on",
    NoDeadline "no-deadline",
    NoHint "no-hint",
    NoOffer "no-offer",
    NoPieces "no-pieces",
    NoSetup "no-setup",
    NoTurnFile "no-turn-file",
    NoVault "no-vault",
    Nobody "nobody",
    NotHere "not-here",
    NotOver "not-over",
    NotRuled "not-ruled",
    NotYourTurn "not-your-turn",
    NotYours "not-yours",
    Nothing "nothing",
    NothingToDispute "nothing-to-dispute",
    Over "over",
    OverLimit "over-limit",
    Refused "refused",
    Setup "setup",
    SetupNeeded "setup-needed",
    Signed "signed",
    Stale "stale",
    TakenBack "taken-back",
    TooEarly "too-early",
    Unknown "unknown",
    Unreadable "unreadable",
    Usage "usage",
    Vault "vault",
    WrongClock "wrong-clock",
    YourTurn "your-turn",
}

/// The error of a command.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct CliError {
    /// The exit code.
    pub exit: u8,
    pub kind: CliErrorKind,
    /// The first line is the error; further lines explain it.
    pub message: String,
    /// Next steps.
    pub next: Vec<Next>,
    /// The piece that the error is about, if a list of its moves helps the player.
    pub piece: Option<String>,
}

impl CliError {
    /// Creates an error with this exit code and kind.
    pub(super) fn new(exit: u8, kind: CliErrorKind, message: impl Into<String>) -> Self {
        CliError { exit, kind, message: message.into(), next: Vec::new(), piece: None }
    }

    /// Creates the error for a wrong command line.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        CliError::new(exit::USAGE, CliErrorKind::Usage, message)
    }

    /// Creates the error for a command that isn't possible now.
    pub(super) fn not_now(kind: CliErrorKind, message: impl Into<String>) -> Self {
        CliError::new(exit::NOT_NOW, kind, message)
    }

    /// Creates the error for an unusable file.
    pub(super) fn bad_file(kind: CliErrorKind, message: impl Into<String>) -> Self {
        CliError::new(exit::BAD_FILE, kind, message)
    }

    /// Adds a next step.
    #[must_use]
    pub(super) fn then(mut self, next: Next) -> Self {
        if !self.next.contains(&next) {
            self.next.push(next);
        }
        self
    }

    /// Returns the error as the text of a warning, followed by the next steps.
    pub(super) fn to_warning(&self) -> String {
        let (message, next) = (&self.message, &self.next);
        next.iter().fold(message.clone(), |warning, next| format!("{warning}\n{next}"))
    }

    /// Returns the text for people.
    pub(super) fn document(&self) -> Document {
        let mut document = Document::message(&self.message);
        document.append(next_steps(&self.next, 0));
        document
    }

    /// Returns the JSON of schema `pbem-error/1`.
    pub(super) fn to_json(&self) -> Value {
        #[derive(Serialize)]
        struct ErrorJson<'a> {
            exit: u8,
            kind: &'static str,
            message: &'a str,
            next: &'a [Next],
        }
        let CliError { exit, kind, message, next, .. } = self;
        object("pbem-error/1", &ErrorJson { exit: *exit, kind: kind.id(), message, next })
    }
}

impl From<MarkError> for CliError {
    fn from(error: MarkError) -> Self {
        match error {
            MarkError::Typed(why) => CliError::usage(why.to_string()),
            MarkError::Desk(error) => error.into(),
        }
    }
}

impl From<DeskError> for CliError {
    fn from(trouble: DeskError) -> Self {
        let usage = |message: String| CliError::usage(message);
        match trouble {
            DeskError::Store(StoreError::Medium(error)) => medium(error),
            DeskError::Document { name, display_name, fault } => {
                document(&name, &display_name, fault)
            }
            DeskError::Newer(found) => newer("the backup", found),
            DeskError::LeftOut(faults) => left_out(faults),
            DeskError::Missing { name, display_name } => vault(format!(
                "{display_name} is missing, but {}",
                if name == DocName::IDENTITY {
                    "the vault still has games"
                } else {
                    "the rest of the vault is there"
                }
            ))
            .then(Next::advice("Restore the file from a backup: the games in this vault need it.")),
            DeskError::Ambiguous { .. } => {
                CliError::new(exit::USAGE, CliErrorKind::Ambiguous, trouble.to_string())
            }
            DeskError::WasItHere => CliError::not_now(
                CliErrorKind::Ask,
                "your opponent claims that you missed the deadline. Did the turn that you are \
                    answering reach you only now, after the deadline?",
            ),
            DeskError::ClaimCounts(_) => claim_counts(&trouble),
            DeskError::UnknownGame(_) => {
                CliError::bad_file(CliErrorKind::Unknown, trouble.to_string())
            }
            DeskError::UnknownSetting(_) => {
                let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
                usage(trouble.to_string())
                    .then(Next::advice(format!("Settings: {}", names.join(", "))))
            }
            DeskError::UnknownContact(_) => usage(trouble.to_string())
                .then(Next::command("pbem contact list").why("your contacts")),
            DeskError::ContactExists(_) | DeskError::BadName(_) | DeskError::BadSetting { .. } => {
                usage(trouble.to_string())
            }
            DeskError::BadHeader(faults) => usage(faults.join("\n")),
            DeskError::NoGame(error) => usage(error.to_string()),
            DeskError::Forbidden(reason) => reason.into(),
            DeskError::NoRuling(why) => {
                let why = ruling_words(&why);
                CliError::not_now(CliErrorKind::NotRuled, format!("{why}. Nothing was signed."))
            }
            DeskError::BadPlan(why) => {
                CliError::not_now(CliErrorKind::Illegal, format!("{why}\nNothing was saved."))
                    .then(Next::command("pbem plan --help").why("examples of plans"))
            }
            DeskError::TooLong(most) => too_long(most),
            DeskError::Store(StoreError::Moved(_)) => moved(),
            // The callers explain the other errors.
            other => vault(other.to_string()),
        }
    }
}

fn claim_counts(trouble: &DeskError) -> CliError {
    CliError::not_now(CliErrorKind::Refused, format!("{trouble}. Nothing was written."))
        .then(Next::command("pbem receive FILE").why("read the claim"))
}

/// Converts an error of the disk. If the error is a `CliError` that passed through a use case,
/// unpacks it.
fn medium(error: Box<dyn Error + Send + Sync>) -> CliError {
    match error.downcast::<CliError>() {
        Ok(failure) => *failure,
        Err(error) => match error.downcast_ref::<DiskError>() {
            Some(error) => error.into(),
            None => vault(error.to_string()),
        },
    }
}

/// Returns the error for a turn that would make the file too long.
fn too_long(most: usize) -> CliError {
    let message = format!(
        "with this turn, the file would be larger than {most} bytes, so no player could read it."
    );
    CliError::not_now(CliErrorKind::OverLimit, message)
        .then(Next::advice("make a shorter move and leave out the note, or offer a draw"))
}

/// Creates an error about the vault.
/// Returns the error for a vault that has changed since the command read it.
fn moved() -> CliError {
    let message = "another command has changed the vault in the meantime. Nothing was written.";
    vault(message.to_owned()).then(Next::command("pbem status"))
}

fn vault(message: String) -> CliError {
    CliError::new(exit::TROUBLE, CliErrorKind::Vault, message)
}

/// Returns the error for moving a vault with unreadable or lost games. Without their records, the
/// moved vault could sign a second version of a turn.
fn left_out(faults: Vec<DeskError>) -> CliError {
    let faults = faults.into_iter().map(|fault| format!("\n{}", CliError::from(fault).message));
    vault(format!(
        "the backup would leave out games. Nothing was written.{}",
        faults.collect::<String>()
    ))
    .then(Next::command("pbem status").why("how to get each game back"))
    .then(Next::command("pbem backup --move --leave-out").why("leave them out"))
}

fn newer(display_name: &str, found: i64) -> CliError {
    vault(format!("{display_name} was made by a newer pbem (format {found})"))
        .then(Next::advice("Use that newer pbem."))
}

/// Returns the error for an unusable document of the vault.
fn document(name: &DocName, display_name: &str, fault: DocumentError) -> CliError {
    let message = match fault {
        DocumentError::Newer(found) => return newer(display_name, found),
        DocumentError::Damaged { line, what } => {
            let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
            format!("{display_name} is damaged{line}: {what}")
        }
        DocumentError::TooLarge(limit) => format!("{display_name} is larger than {limit} bytes"),
    };
    let settings = "Fix the line, or delete the file: it contains only your settings.";
    vault(message).then(Next::advice(if *name == DocName::CONFIG { settings } else { GOOD_COPY }))
}

/// The remedy for a damaged file in the vault.
const GOOD_COPY: &str = "Never edit the file. Restore a good copy of it, or restore a \
    backup to another folder, which you choose with --home.";

impl From<DiskError> for CliError {
    fn from(error: DiskError) -> Self {
        (&error).into()
    }
}

impl From<&DiskError> for CliError {
    fn from(error: &DiskError) -> Self {
        let failure = match error {
            DiskError::Locked(_) => {
                CliError::new(exit::TROUBLE, CliErrorKind::Locked, error.to_string())
            }
            DiskError::Exists(_) | DiskError::Kept { .. } => CliError::usage(error.to_string()),
            _ => vault(error.to_string()),
        };
        match error.hint() {
            Some(hint) => failure.then(hint),
            None => failure,
        }
    }
}

impl DiskError {
    /// Returns the next step for the player, if there is one.
    fn hint(&self) -> Option<Next> {
        Some(Next::advice(match self {
            DiskError::System { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "Make room on the disk and type the command again. You have lost no data."
                        .to_owned()
                }
                io::ErrorKind::ReadOnlyFilesystem => {
                    "This disk is read-only. Use a folder on another disk; for the vault, choose \
                        the folder with --home."
                        .to_owned()
                }
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    "Check the name and its folder.".to_owned()
                }
                io::ErrorKind::PermissionDenied => {
                    "Check the owner and the permissions.".to_owned()
                }
                _ => return None,
            },
            DiskError::NotAFile(_) | DiskError::NotADirectory(_) => {
                "Move it out of the way. It is not from pbem.".to_owned()
            }
            DiskError::TooLarge { .. } | DiskError::NotText(_) => GOOD_COPY.to_owned(),
            DiskError::Locked(_) => {
                "Wait until it has finished, then type the command again.".to_owned()
            }
            DiskError::NoPlace => "Choose a folder with --home or PBEM_HOME.".to_owned(),
            DiskError::NotEmpty(path) => format!(
                "Restore with --home into a different folder, or move {} out of the way before \
                    you restore. Never use both vaults.",
                path.display()
            ),
            DiskError::Kept { why: OverwriteDenied::Unread, path } => {
                let path = quoted(&path.display().to_string());
                return Some(Next::command(format!("pbem receive {path}")).why("read them"));
            }
            DiskError::Exists(_) | DiskError::Kept { .. } => "choose another file".to_owned(),
        }))
    }
}

impl From<Forbidden> for CliError {
    fn from(reason: Forbidden) -> Self {
        let day = |moment| Zone::OF_THIS_MACHINE.date_only(moment);
        let (why, advice) = words::forbidden(&reason, day);
        let failure = CliError::new(exit::NOT_NOW, CliErrorKind::Refused, why);
        advice.and_then(unlock).into_iter().fold(failure, CliError::then)
    }
}

/// Returns the reason why an arbiter can't rule, with the date in the player's time zone.
fn ruling_words(why: &NoRuling) -> String {
    match why {
        NoRuling::TooEarly { who, until } => {
            let until = Zone::OF_THIS_MACHINE.date_with_year(*until);
            format!("you can't rule against {who} before {until}")
        }
        other => other.to_string(),
    }
}

/// Returns the next step for a vault that may not sign.
pub(super) fn unlock(advice: Advice) -> Option<Next> {
    let advice = match advice {
        Advice::PlayElsewhere => Some(
            "Play on the other computer: if both computers sign the same turn, only one version \
                counts.",
        ),
        Advice::ReceiveOrNeverJoined => Some(
            "Ask your opponent for the latest file of the game, and receive it. If you have never \
                joined this game: pbem join FILE --nothing-since",
        ),
        Advice::ReceiveOrNothingSince => Some(
            "Ask your opponents for their latest files, and receive them: pbem receive FILE. If \
                this vault has every turn that you have signed, in all your games:  pbem restore \
                --nothing-since",
        ),
        Advice::CheckFiles
        | Advice::CheckClaim
        | Advice::CompareKey(_)
        | Advice::MoveFirst
        | Advice::Cancel(_) => None,
    };
    advice.map(Next::advice)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_full_or_read_only_disk_says_what_to_do() {
        for (kind, word) in
            [(io::ErrorKind::StorageFull, "room"), (io::ErrorKind::ReadOnlyFilesystem, "--home")]
        {
            let (path, source) = (PathBuf::from("game.toml"), kind.into());
            let failure = CliError::from(DiskError::System { doing: "write", path, source });
            assert_eq!((failure.exit, failure.kind), (exit::TROUBLE, CliErrorKind::Vault));
            assert!(failure.next[0].to_string().contains(word));
        }
    }

    #[test]
    fn unknown_setting_lists_all_settings() {
        let failure = CliError::from(DeskError::UnknownSetting("colour".to_owned()));
        assert_eq!(failure.exit, exit::USAGE);
        assert!(
            failure.message.contains("\"colour\"")
                && failure.next[0].to_string().contains("games-dir")
        );
    }
}
