//! Problems with a turn: damage, which accuses no one, and breaches, which are proved by the
//! signature of the player who committed them.

use std::fmt;

use crate::rules::Seat;

/// A breach of the rules, proved by the signature of the player who committed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub seat: Seat,
    /// Number of the turn.
    pub turn: u32,
    pub kind: FindingKind,
    /// The item that the breach is about, such as a square.
    pub item: Option<String>,
    /// The value that the turn states.
    pub said: Option<String>,
    /// The true value.
    pub truth: Option<String>,
    /// A sentence for people, with placeholders for names and without a period.
    pub message: String,
}

impl Finding {
    /// Returns the key by which findings are sorted.
    pub(crate) fn place(&self) -> (u32, Seat, FindingKind, Option<&str>) {
        (self.turn, self.seat, self.kind, self.item.as_deref())
    }
}

/// Kinds of breach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    FalseAnswer,
    /// A setup that the rules don't allow.
    IllegalSetup,
    /// The setup revealed at the end differs from the setup sealed at the start.
    SealMismatch,
    /// A move that the rules never allow, or don't allow now or for this seat.
    IllegalMove,
    /// An opening that is missing, superfluous, or doesn't match its seal.
    BadOpening,
    /// A link that doesn't follow from the previous link in the seat's chain.
    BadLink,
    /// A box or token with wrong content, or a dispute about a good box.
    BadBox,
}

impl FindingKind {
    /// All kinds, in the order in which findings of one turn and seat are listed.
    pub const ALL: [FindingKind; 7] = [
        FindingKind::FalseAnswer,
        FindingKind::IllegalSetup,
        FindingKind::SealMismatch,
        FindingKind::IllegalMove,
        FindingKind::BadOpening,
        FindingKind::BadLink,
        FindingKind::BadBox,
    ];

    /// Returns the name used in JSON.
    pub fn id(self) -> &'static str {
        match self {
            FindingKind::FalseAnswer => "false-answer",
            FindingKind::IllegalSetup => "illegal-setup",
            FindingKind::SealMismatch => "seal-mismatch",
            FindingKind::IllegalMove => "illegal-move",
            FindingKind::BadOpening => "bad-opening",
            FindingKind::BadLink => "bad-link",
            FindingKind::BadBox => "bad-box",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Damage to a file in transit, or a file that was assembled wrongly. Proves nothing against
/// anyone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Number of the first turn that can't be trusted.
    pub turn: u32,
    pub kind: DamageKind,
    /// A sentence for people, with placeholders for names and without a period.
    pub message: String,
}

/// Kinds of damage to a readable turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DamageKind {
    /// The signature doesn't match: something was changed after signing.
    BadSignature,
    /// The turn doesn't follow the previous turn: a turn is missing, duplicated, or from another
    /// game.
    BadChain,
}

impl DamageKind {
    /// Returns the name used in JSON.
    pub fn id(self) -> &'static str {
        match self {
            DamageKind::BadSignature => "bad-signature",
            DamageKind::BadChain => "bad-chain",
        }
    }
}

/// Why a turn is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnError {
    /// No one is to blame.
    Damage(Damage),
    /// The player named in the finding is to blame.
    Breach(Finding),
}

impl TurnError {
    /// Returns the sentence for people, with placeholders for names.
    pub fn message(&self) -> &str {
        match self {
            TurnError::Damage(damage) => &damage.message,
            TurnError::Breach(finding) => &finding.message,
        }
    }
}

/// A breach that pbem finds while it reads a turn, before it assigns the breach to a seat and a
/// turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Breach {
    pub(crate) kind: FindingKind,
    pub(crate) item: Option<String>,
    pub(crate) said: Option<String>,
    pub(crate) truth: Option<String>,
    pub(crate) message: String,
    /// The seat and turn to blame, if they aren't the turn being read and its seat (for example, in
    /// a justified dispute).
    pub(crate) culprit: Option<(Seat, u32)>,
}

impl Breach {
    pub(crate) fn new(kind: FindingKind, message: impl Into<String>) -> Self {
        Breach { kind, item: None, said: None, truth: None, message: message.into(), culprit: None }
    }

    /// Creates a breach by a move that the rules don't allow.
    pub(crate) fn illegal(message: impl Into<String>) -> Self {
        Breach::new(FindingKind::IllegalMove, message)
    }

    pub(crate) fn about(self, item: impl fmt::Display) -> Self {
        Breach { item: Some(item.to_string()), ..self }
    }

    pub(crate) fn said(self, said: impl fmt::Display, truth: impl fmt::Display) -> Self {
        Breach { said: Some(said.to_string()), truth: Some(truth.to_string()), ..self }
    }

    pub(crate) fn by(self, seat: Seat, turn: u32) -> Finding {
        let (seat, turn) = self.culprit.unwrap_or((seat, turn));
        let Breach { kind, item, said, truth, message, culprit: _ } = self;
        Finding { seat, turn, kind, item, said, truth, message }
    }
}
