//! Audits finished games, and saves their verdicts in the records.

use std::collections::BTreeMap;

use super::load::LoadedGame;
use super::record::GameRecord;
use super::verdict_cache::CachedVerdict;
use crate::audit;
use crate::rules::OutcomeKind;
use crate::table::OpenGame;

/// Audits a finished game.
fn audit_game(loaded: &LoadedGame) -> CachedVerdict {
    let game = &loaded.game;
    let alone = || audit::verify_open(game);
    let together = if loaded.beside().is_empty() { None } else { loaded.judgement() };
    let verdict = together.map_or_else(alone, |judgement| judgement.verdict);
    let name = |seat| verdict.names.of(seat).to_owned();
    let mut dishonest = BTreeMap::new();
    for finding in &verdict.findings {
        let turn = dishonest.entry(name(finding.seat)).or_insert(finding.turn);
        *turn = finding.turn.min(*turn);
    }
    let result = verdict.result.as_ref();
    CachedVerdict {
        last: game.standing.head(),
        verdict: verdict.kind,
        // The game is void if a turn and a claim crossed, because no file can prove which date is
        // true.
        outcome: result.map(|result| result.kind).or(loaded.crossed.map(|_| OutcomeKind::Void)),
        winners: result.iter().flat_map(|result| &result.winners).copied().map(name).collect(),
        dishonest,
    }
}

impl GameRecord {
    /// Stores the verdict in this record if the verdict is about the record's latest file.
    fn keep_judged(&mut self, judged: CachedVerdict, loaded: &OpenGame) {
        if self.newest().and_then(|newest| newest.chain.last()) == Some(&judged.last) {
            self.ended = Some(loaded.standing.last_sent);
            self.judged = Some(judged);
        }
    }
}

impl LoadedGame {
    /// Whether the game is over for us: no turn is due, or a claim has decided the game and only
    /// the late player may still show a setup.
    pub fn is_over(&self) -> bool {
        let standing = &self.game.standing;
        let is_claimed = standing.claim.is_some() && standing.outcome.is_some();
        standing.due.is_none() || is_claimed && !self.is_mine()
    }

    /// Returns the verdict if the game is over. Takes the verdict from a record if possible, and
    /// otherwise audits the game.
    pub fn judge(&self) -> Option<CachedVerdict> {
        if !self.is_over() {
            return None;
        }
        let last = self.game.standing.head();
        let mut known = self.records.iter().filter_map(|record| record.judged.as_ref());
        let known = known.find(|judged| judged.last == last);
        Some(known.cloned().unwrap_or_else(|| audit_game(self)))
    }

    /// Returns the verdict and adds it to the records in memory.
    pub fn judged(&mut self) -> Option<CachedVerdict> {
        let judged = self.judge()?;
        for record in &mut self.records {
            record.keep_judged(judged.clone(), &self.game);
        }
        Some(judged)
    }
}
