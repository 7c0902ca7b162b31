//! Why a command has not done what was asked.

use std::io;

use pbem::desk::document::Fault;
use pbem::desk::{DocName, Reason, SETTINGS, StoreError, Trouble};
use pbem::table::FindingKind;
use serde_json::{Value, json};

use super::report::{NEXT, exit, in_lines, next_lines, quoted};
use crate::disk::{DiskError, Kept};

macro_rules! make_kinds {
    ($($kind:ident $id:literal,)+) => {
        /// What kind of failure it is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum FailureKind {
            /// somebody broke the rules, and it is proved
            Breach(FindingKind),
            $($kind,)+
        }

        impl FailureKind {
            /// The word for programs.
            pub(super) fn id(self) -> &'static str {
                match self {
                    FailureKind::Breach(finding) => finding.id(),
                    $(FailureKind::$kind => $id,)+
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
    NoTurn "no-turn",
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

/// Why a command has not done what was asked.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// the exit code
    pub exit: u8,
    /// what it is
    pub kind: FailureKind,
    /// the first line says what is wrong, further lines explain
    pub message: String,
    /// what to do about it
    pub next: Vec<String>,
}

/// A text with the name of the game in the place of `GAME`.
pub(super) fn with_game(text: &str, game: &str) -> String {
    text.replace(" GAME ", &format!(" {game} "))
}

impl Failure {
    /// A failure of this exit code and kind.
    pub(super) fn new(exit: u8, kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { exit, kind, message: message.into(), next: Vec::new() }
    }

    /// The same with the name of the game in the place of `GAME`.
    pub(super) fn about(mut self, game: &str) -> Self {
        let name = |text: &mut String| *text = with_game(text, game);
        name(&mut self.message);
        self.next.iter_mut().for_each(name);
        self
    }

    /// The command line was used wrongly.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Failure::new(exit::USAGE, FailureKind::Usage, message)
    }

    /// It is not possible now.
    pub(super) fn not_now(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure::new(exit::NOT_NOW, kind, message)
    }

    /// The file will not do.
    pub(super) fn bad_file(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure::new(exit::BAD_FILE, kind, message)
    }

    /// Adds what to do about it.
    #[must_use]
    pub(super) fn then(mut self, next: impl Into<String>) -> Self {
        self.next.push(next.into());
        self
    }

    /// The same as a warning: it stops nothing.
    pub(super) fn to_warning(&self) -> String {
        let (message, next) = (&self.message, &self.next);
        next.iter().fold(message.clone(), |warning, next| format!("{warning}\n{next}"))
    }

    /// For people.
    pub(super) fn to_text(&self) -> String {
        let mut text = in_lines(&self.message);
        next_lines(&mut text, &self.next, NEXT.len());
        text
    }

    /// For programs, schema `pbem-error/1`.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "schema": "pbem-error/1", "exit": self.exit, "kind": self.kind.id(),
            "message": self.message, "next": self.next,
        })
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        let usage = |message: String| Failure::usage(message);
        match trouble {
            Trouble::Store(StoreError::Medium(error)) => match error.downcast_ref::<DiskError>() {
                Some(error) => error.into(),
                None => vault(error.to_string()),
            },
            Trouble::Document { name, called, fault } => document(&name, &called, fault),
            Trouble::Newer(found) => newer("the backup", found),
            Trouble::LeftOut(faults) => left_out(faults),
            Trouble::Missing { name, called } => vault(format!(
                "{called} is missing, but {}",
                if name == DocName::IDENTITY {
                    "its games are still there"
                } else {
                    "the rest of the vault is there"
                }
            ))
            .then(
                "Restore the file from a backup: without it you can't continue the games in this \
                    vault.",
            ),
            Trouble::Ambiguous { .. } => {
                Failure::new(exit::USAGE, FailureKind::Ambiguous, trouble.to_string())
            }
            Trouble::WasItHere => Failure::not_now(
                FailureKind::Ask,
                "a claim says that you missed the deadline. Did the turn that you answer arrive \
                    only now?",
            )
            .then("pbem move GAME MOVE --arrived-late      if it arrived only now"),
            Trouble::UnknownGame(_) => Failure::bad_file(FailureKind::Unknown, trouble.to_string()),
            Trouble::UnknownSetting(_) => {
                let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
                usage(trouble.to_string()).then(format!("Settings: {}", names.join(", ")))
            }
            Trouble::UnknownContact(_) => {
                usage(trouble.to_string()).then("pbem contact list      your contacts")
            }
            Trouble::ContactExists(_) | Trouble::BadName(_) | Trouble::BadSetting { .. } => {
                usage(trouble.to_string())
            }
            Trouble::BadHeader(faults) => usage(faults.join("\n")),
            Trouble::NoGame(error) => usage(error.to_string()),
            Trouble::Forbidden(reason) => reason.into(),
            Trouble::NoRuling(why) => {
                Failure::not_now(FailureKind::NotRuled, format!("{why}. Nothing was signed."))
            }
            Trouble::BadPlan(why) => {
                Failure::not_now(FailureKind::Illegal, format!("{why}\nNothing was saved."))
                    .then("pbem plan --help      examples of plans")
            }
            Trouble::TooLong(most) => too_long(most),
            // What else there is, is told where it happens, with the words for it.
            other => vault(other.to_string()),
        }
    }
}

/// A turn that would make the file too long.
fn too_long(most: usize) -> Failure {
    let message = format!(
        "with this turn, the file would have more than {most} bytes, and no player could read it."
    );
    Failure::not_now(FailureKind::OverLimit, message)
        .then("make a shorter move, without a note, or offer a draw")
}

/// The vault is in trouble.
fn vault(message: String) -> Failure {
    Failure::new(exit::TROUBLE, FailureKind::Vault, message)
}

/// A vault that is handed over without some of its games could sign a turn twice.
fn left_out(faults: Vec<Trouble>) -> Failure {
    let faults = faults.into_iter().map(|fault| format!("\n{}", Failure::from(fault).message));
    vault(format!(
        "the backup would leave out unreadable games. Nothing was written.{}",
        faults.collect::<String>()
    ))
    .then("restore a good copy of each file, or move the file out of the vault; then try again")
}

fn newer(called: &str, found: i64) -> Failure {
    vault(format!("{called} was made by a newer pbem (format {found})"))
        .then("Use that newer pbem.")
}

/// A document that cannot be used.
fn document(name: &DocName, called: &str, fault: Fault) -> Failure {
    let message = match fault {
        Fault::Newer(found) => return newer(called, found),
        Fault::Damaged { line, what } => {
            let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
            format!("{called} is damaged{line}: {what}")
        }
        Fault::TooLarge(limit) => format!("{called} has more than {limit} bytes"),
    };
    let settings = "Fix the line, or delete the file: it contains only your settings.";
    vault(message).then(if *name == DocName::CONFIG { settings } else { GOOD_COPY })
}

/// What helps where a file of the vault is spoilt.
const GOOD_COPY: &str = "Don't edit the file. Restore a good copy of it, or restore a backup \
    elsewhere with --home.";

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Self {
        (&error).into()
    }
}

impl From<&DiskError> for Failure {
    fn from(error: &DiskError) -> Self {
        let failure = match error {
            DiskError::Locked(_) => {
                Failure::new(exit::TROUBLE, FailureKind::Locked, error.to_string())
            }
            DiskError::Exists(_) | DiskError::Kept { .. } => Failure::usage(error.to_string()),
            _ => vault(error.to_string()),
        };
        match error.hint() {
            Some(hint) => failure.then(hint),
            None => failure,
        }
    }
}

impl DiskError {
    /// What the player can do about it, where there is something to say.
    fn hint(&self) -> Option<String> {
        Some(match self {
            DiskError::System { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "Make room on the disk and type the command again: nothing is lost.".to_owned()
                }
                io::ErrorKind::ReadOnlyFilesystem => {
                    "This disk is read-only. Use another folder; --home chooses another one for \
                        the vault."
                        .to_owned()
                }
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    "Check the name, and whether its folder exists.".to_owned()
                }
                io::ErrorKind::PermissionDenied => {
                    "Check the owner and the permissions.".to_owned()
                }
                _ => return None,
            },
            DiskError::NotAFile(_) | DiskError::NotADirectory(_) => {
                "Move it away; pbem didn't create it.".to_owned()
            }
            DiskError::TooLarge { .. } | DiskError::NotText(_) => GOOD_COPY.to_owned(),
            DiskError::Locked(_) => {
                "Wait until it has finished, then type the command again.".to_owned()
            }
            DiskError::NoPlace => "Choose a folder with --home or PBEM_HOME.".to_owned(),
            DiskError::NotEmpty(path) => format!(
                "Restore with --home into a different folder, or move {} away first. Never use \
                    both vaults.",
                path.display()
            ),
            DiskError::Kept { why: Kept::Unread, path } => {
                format!("pbem receive {}      read them", quoted(&path.display().to_string()))
            }
            DiskError::Exists(_) | DiskError::Kept { .. } => "choose another file".to_owned(),
        })
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        let failure = Failure::new(exit::NOT_NOW, FailureKind::Refused, reason_words(&reason));
        match reason_hint(&reason) {
            Some(hint) => failure.then(hint),
            None => failure,
        }
    }
}

/// Why the memory of a game forbids something.
pub(super) fn reason_words(reason: &Reason) -> String {
    match reason {
        Reason::Retired { on } => {
            let on = on.format("%e %b %Y").to_string();
            format!(
                "this vault was moved to another computer on {} (pbem backup --move)",
                on.trim_start()
            )
        }
        other => other.to_string(),
    }
}

/// What the player can do about it, where there is something to do.
pub(super) fn reason_hint(reason: &Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Retired { .. } => {
            "Play on the other computer: if both sign the same turn, only one version counts."
        }
        Reason::Joined => {
            "Ask your opponent for the latest file of the game, and receive it. If you have never \
                joined this game: pbem join FILE --nothing-since"
        }
        Reason::Restored => {
            "Ask your opponents for their latest file, and receive it. If you have signed no turn \
                since the backup: pbem restore --nothing-since"
        }
        _ => return None,
    })
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
            let failure = Failure::from(DiskError::System { doing: "write", path, source });
            assert_eq!((failure.exit, failure.kind), (exit::TROUBLE, FailureKind::Vault));
            assert!(failure.next[0].contains(word));
        }
    }

    #[test]
    fn a_setting_that_there_is_not_says_which_there_are() {
        let failure = Failure::from(Trouble::UnknownSetting("colour".to_owned()));
        assert_eq!(failure.exit, exit::USAGE);
        assert!(failure.message.contains("\"colour\"") && failure.next[0].contains("games-dir"));
    }
}
