//! Verdicts of finished games, saved so that the audit runs only once per game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chain::Hash;
use super::encoding::hex_bytes;
use crate::audit::VerdictKind;
use crate::rules::OutcomeKind;

/// The audit's verdict on a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CachedVerdict {
    /// Hash of the last turn of the audited file. The verdict applies to no other file.
    #[serde(with = "hex_bytes")]
    pub(super) last: Hash,
    #[serde(with = "words::verdict")]
    pub verdict: VerdictKind,
    /// The result, if it is known.
    #[serde(default, with = "words::outcome", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeKind>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<String>,
    /// Players who provably broke the rules, with the first turn in which they did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dishonest: BTreeMap<String, u32>,
}

impl CachedVerdict {
    /// Returns the player with the earliest proven breach, and the turn that contains it.
    pub fn liar(&self) -> Option<(&str, u32)> {
        let first = self.dishonest.iter().min_by_key(|(_, turn)| **turn);
        first.map(|(name, turn)| (name.as_str(), *turn))
    }
}

/// Serializes verdicts and results by name.
mod words {
    pub(super) mod verdict {
        use serde::de::Error;
        use serde::{Deserialize, Deserializer, Serializer};

        use crate::audit::VerdictKind;

        #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
        pub(in super::super) fn serialize<S: Serializer>(
            kind: &VerdictKind,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            to.serialize_str(kind.id())
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<VerdictKind, D::Error> {
            let word = String::deserialize(from)?;
            VerdictKind::from_id(&word).ok_or_else(|| D::Error::custom("no such verdict"))
        }
    }

    pub(super) mod outcome {
        use serde::de::Error;
        use serde::{Deserialize, Deserializer, Serializer};

        use crate::audit::{outcome_id, outcome_of};
        use crate::rules::OutcomeKind;

        #[expect(
            clippy::ref_option,
            clippy::trivially_copy_pass_by_ref,
            reason = "serde calls it so"
        )]
        pub(in super::super) fn serialize<S: Serializer>(
            kind: &Option<OutcomeKind>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            match kind {
                Some(kind) => to.serialize_str(outcome_id(*kind)),
                None => to.serialize_none(),
            }
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<OutcomeKind>, D::Error> {
            let word = String::deserialize(from)?;
            let kind = outcome_of(&word).ok_or_else(|| D::Error::custom("no such outcome"));
            kind.map(Some)
        }
    }
}
