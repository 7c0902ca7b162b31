//! What can be wrong with a turn: damage, which accuses nobody, and breaches, which their maker's
//! signature proves.

use std::fmt;

use crate::rules::Seat;

/// A breach of the rules, proved by the signature of the seat that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// who broke the rules
    pub seat: Seat,
    /// in which turn
    pub turn: u32,
    /// how
    pub kind: FindingKind,
    /// the item it is about, such as a square
    pub item: Option<String>,
    /// what the turn says
    pub said: Option<String>,
    /// what is true
    pub truth: Option<String>,
    /// a sentence for people, with placeholders for names and without a full stop
    pub message: String,
}

impl Finding {
    /// By what findings are told one after the other.
    pub(crate) fn place(&self) -> (u32, Seat, FindingKind, Option<&str>) {
        (self.turn, self.seat, self.kind, self.item.as_deref())
    }
}

/// The kinds of breach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// an answer that is not true
    FalseAnswer,
    /// a setup that the rules do not allow
    IllegalSetup,
    /// a setup shown at the end that is not the one sealed at the start
    SealMismatch,
    /// a move that the rules do not allow, or not at this point, or not by this seat
    IllegalMove,
    /// an opening that is missing, superfluous, or does not fit its seal
    BadOpening,
    /// a link of the chain of chance that does not follow from the one before
    BadLink,
    /// a box or token that does not hold what it should, or a dispute about a sound one
    BadBox,
}

impl FindingKind {
    /// Every kind, in the order in which findings of one turn and seat are listed.
    pub const ALL: [FindingKind; 7] = [
        FindingKind::FalseAnswer,
        FindingKind::IllegalSetup,
        FindingKind::SealMismatch,
        FindingKind::IllegalMove,
        FindingKind::BadOpening,
        FindingKind::BadLink,
        FindingKind::BadBox,
    ];

    /// The word in reports for programs.
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

/// Damage that a file took on its way, or a file that was put together wrongly. It proves nothing
/// against anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// the first turn that cannot be relied on
    pub turn: u32,
    /// what does not fit
    pub kind: DamageKind,
    /// a sentence for people, with placeholders for names and without a full stop
    pub message: String,
}

/// The kinds of damage to a turn that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DamageKind {
    /// the signature does not fit: something was changed after signing
    BadSignature,
    /// the turn does not follow the one before: a turn is missing, doubled, or from another game
    BadChain,
}

impl DamageKind {
    /// The word in reports for programs.
    pub fn id(self) -> &'static str {
        match self {
            DamageKind::BadSignature => "bad-signature",
            DamageKind::BadChain => "bad-chain",
        }
    }
}

/// Why a turn is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnFault {
    /// nobody's fault
    Damage(Damage),
    /// its maker's
    Breach(Finding),
}

impl TurnFault {
    /// The sentence for people, with placeholders for names.
    pub fn message(&self) -> &str {
        match self {
            TurnFault::Damage(damage) => &damage.message,
            TurnFault::Breach(finding) => &finding.message,
        }
    }
}

/// A breach found by the hand that reads a turn, before it is known whose and which turn that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Breach {
    pub(crate) kind: FindingKind,
    pub(crate) item: Option<String>,
    pub(crate) said: Option<String>,
    pub(crate) truth: Option<String>,
    pub(crate) message: String,
    /// who is to blame, where it is not the maker of the turn (a dispute that is right)
    pub(crate) culprit: Option<(Seat, u32)>,
}

impl Breach {
    pub(crate) fn new(kind: FindingKind, message: impl Into<String>) -> Self {
        Breach { kind, item: None, said: None, truth: None, message: message.into(), culprit: None }
    }

    /// A move that the rules do not allow.
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
