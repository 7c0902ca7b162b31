//! Why a command has not done what was asked.

use pbem::table::FindingKind;
use serde_json::{Value, json};

use super::report::{NEXT, exit, in_lines, next_lines};
use crate::vault::{ErrorClass, VaultError};

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
    Ask "ask",
    Damaged "damaged",
    Demo "demo",
    Disk "disk",
    Fork "fork",
    Illegal "illegal",
    Internal "internal",
    Joined "joined",
    Locked "locked",
    Mail "mail",
    Mailed "mailed",
    MoveNeeded "move-needed",
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

impl Failure {
    /// A failure of this exit code and kind.
    pub(super) fn new(exit: u8, kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { exit, kind, message: message.into(), next: Vec::new() }
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

impl From<VaultError> for Failure {
    fn from(error: VaultError) -> Self {
        let (exit, kind) = match error.class() {
            ErrorClass::Trouble => (exit::TROUBLE, FailureKind::Vault),
            ErrorClass::Locked => (exit::TROUBLE, FailureKind::Locked),
            ErrorClass::Ambiguous => (exit::USAGE, FailureKind::Ambiguous),
            ErrorClass::UnknownGame => (exit::BAD_FILE, FailureKind::Unknown),
            ErrorClass::AnotherKey => (exit::BAD_FILE, FailureKind::AnotherKey),
            ErrorClass::Refused => (exit::NOT_NOW, FailureKind::Refused),
            ErrorClass::Usage => (exit::USAGE, FailureKind::Usage),
        };
        let failure = Failure::new(exit, kind, error.to_string());
        match error.hint() {
            Some(hint) => failure.then(hint),
            None => failure,
        }
    }
}

impl From<crate::vault::Reason> for Failure {
    fn from(reason: crate::vault::Reason) -> Self {
        VaultError::Refused(reason).into()
    }
}
