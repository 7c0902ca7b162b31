//! Verdicts of finished games, saved so that the audit runs only once per game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chain::Hash;
use super::load::LoadedGame;
use super::record::GameRecord;
use super::secret::hex_bytes;
use crate::audit::{self, VerdictKind};
use crate::rules::OutcomeKind;
use crate::table::OpenGame;

/// The audit's verdict on a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Judged {
    /// Hash of the last turn of the audited file. The verdict applies to no other file.
    #[serde(with = "hex_bytes")]
    last: Hash,
    #[serde(with = "words::verdict")]
    pub verdict: VerdictKind,
    /// The result, if it is known.
    #[serde(default, with = "words::outcome", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeKind>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<String>,
    /// Players with a proven breach, and the first turn that has one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dishonest: BTreeMap<String, u32>,
}

impl Judged {
    fn of(laid: &LoadedGame) -> Judged {
        let game = &laid.game;
        let alone = || audit::verify_open(game);
        let together = if laid.beside().is_empty() { None } else { laid.judgement() };
        let verdict = together.map_or_else(alone, |judgement| judgement.verdict);
        let name = |seat| verdict.names.of(seat).to_owned();
        let mut dishonest = BTreeMap::new();
        for finding in &verdict.findings {
            let turn = dishonest.entry(name(finding.seat)).or_insert(finding.turn);
            *turn = finding.turn.min(*turn);
        }
        let result = verdict.result.as_ref();
        Judged {
            last: game.standing.head(),
            verdict: verdict.kind,
            // A turn and a claim crossed, and no file can prove which date is true.
            outcome: result.map(|result| result.kind).or(laid.crossed.map(|_| OutcomeKind::Void)),
            winners: result.iter().flat_map(|result| &result.winners).copied().map(name).collect(),
            dishonest,
        }
    }

    /// Returns the player with the earliest proven breach, and its turn.
    pub fn liar(&self) -> Option<(&str, u32)> {
        let first = self.dishonest.iter().min_by_key(|(_, turn)| **turn);
        first.map(|(name, turn)| (name.as_str(), *turn))
    }
}

impl GameRecord {
    /// Saves the verdict if it is about the latest file.
    fn keep_judged(&mut self, judged: Judged, laid: &OpenGame) {
        if self.newest().and_then(|newest| newest.chain.last()) == Some(&judged.last) {
            self.ended = Some(laid.standing.last_sent);
            self.judged = Some(judged);
        }
    }
}

impl LoadedGame {
    /// Returns the verdict if the game is over, from the record if it has one.
    pub fn judge(&self) -> Option<Judged> {
        if self.game.standing.due.is_some() {
            return None;
        }
        let last = self.game.standing.head();
        let mut known = self.records.iter().filter_map(|record| record.judged.as_ref());
        let known = known.find(|judged| judged.last == last);
        Some(known.cloned().unwrap_or_else(|| Judged::of(self)))
    }

    /// Returns the verdict and adds it to the records in memory.
    pub fn judged(&mut self) -> Option<Judged> {
        let judged = self.judge()?;
        for record in &mut self.records {
            record.keep_judged(judged.clone(), &self.game);
        }
        Some(judged)
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
