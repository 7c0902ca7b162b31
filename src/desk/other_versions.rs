//! Other versions of a game's file. A single file can't show that a turn and a claim crossed in the
//! mail, that two players have won, or that another version proves a breach. So the vault also
//! keeps other versions that show such facts, and judges all versions together.

use super::error::DeskError;
use super::load::{LoadedGame, read_own};
use super::record::{GameRecord, OtherVersion};
use crate::audit::{self, Judgement, TWO_WINS};
use crate::table::{Branch, End, Finding, OpenGame, Role, unite};
use crate::turnfile;

/// Maximum number of versions to keep in addition to the latest file.
const MOST: usize = 16;

/// Another version of the file, parsed.
#[derive(Clone, Debug)]
pub(super) struct ParsedVersion {
    pub(super) text: String,
    pub(super) branch: Branch,
    game: OpenGame,
}

impl ParsedVersion {
    pub(super) fn new(text: String, game: OpenGame) -> Self {
        ParsedVersion { text, branch: game.table.branch(), game }
    }

    /// Returns the breach that this version proves. Returns `None` if the latest file contains all
    /// turns of this version, or if the seat of the breach has a different key in the latest file.
    fn breach(&self, newest: &Branch) -> Option<Finding> {
        let breach =
            self.game.standing.breach.as_ref().filter(|_| !begins(&self.branch, newest))?;
        let key = |branch: &Branch| branch.keys.get(breach.seat.index()).copied().flatten();
        (key(&self.branch) == key(newest)).then(|| breach.clone())
    }

    /// Returns a rank for how much this version proves. If there are too many versions, the vault
    /// keeps the versions with the highest ranks.
    fn weight(&self) -> u8 {
        let is_broken = || !audit::verify_open(&self.game).findings.is_empty();
        match self.branch.end {
            _ if self.branch.winner().is_some() => 3,
            End::Breach => 3,
            End::Over => 2,
            End::Open if self.branch.turns.iter().any(|turn| turn.claims.is_some()) => 1,
            End::Open => u8::from(is_broken()),
        }
    }
}

/// Whether the latest file has a claim in place of the turn where `file` diverges. If so, that turn
/// of `file` is late, or an arbiter overruled it. In either case, the turn may show that its player
/// accepted an earlier turn.
fn competes_with_claim(file: &Branch, newest: &Branch) -> bool {
    let at = file.leaves(newest).and_then(|differs| usize::try_from(differs.turn).ok());
    let instead = at.and_then(|number| newest.turns.get(number.checked_sub(1)?));
    instead.is_some_and(|turn| turn.claims.is_some())
}

/// Whether `other` has all turns of `file`, and perhaps more turns after them.
fn begins(file: &Branch, other: &Branch) -> bool {
    file.leaves(other).is_none()
}

impl LoadedGame {
    /// Returns the other versions of the file that the vault keeps.
    pub fn beside(&self) -> &[OtherVersion] {
        let versions = self.records.iter().map(|record: &GameRecord| record.beside.as_slice());
        versions.max_by_key(|versions| versions.len()).unwrap_or_default()
    }

    /// Whether the other versions in memory differ from the versions that were last saved.
    pub fn keeps_more(&self) -> bool {
        let beside = |records: &[GameRecord]| {
            records.iter().map(|record| record.beside.clone()).collect::<Vec<_>>()
        };
        beside(&self.records) != beside(&self.saved_records)
    }

    /// Parses the other versions.
    pub(super) fn others(&self) -> Result<Vec<ParsedVersion>, DeskError> {
        let read = |OtherVersion { text }: &OtherVersion| {
            Ok(ParsedVersion::new(text.clone(), read_own(text, &self.records)?))
        };
        self.beside().iter().map(read).collect()
    }

    /// Keeps the versions that prove something and aren't a prefix of another version. If there are
    /// too many, keeps the versions with the highest ranks. Of versions with equal rank, keeps the
    /// oldest.
    pub(super) fn keep_beside(&mut self, newest: &Branch, mut files: Vec<ParsedVersion>) {
        let mut versions: Vec<(u8, ParsedVersion)> = Vec::new();
        while !files.is_empty() {
            let file = files.remove(0);
            let within = |other: &ParsedVersion| begins(&file.branch, &other.branch);
            let known = versions.iter().any(|(_, other)| within(other)) || files.iter().any(within);
            let weight = file.weight().max(u8::from(competes_with_claim(&file.branch, newest)));
            if weight > 0 && !known && !begins(&file.branch, newest) {
                versions.push((weight, file));
            }
        }
        versions.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        versions.truncate(MOST);
        let versions = versions.into_iter().map(|(_, other)| OtherVersion { text: other.text });
        let versions: Vec<OtherVersion> = versions.collect();
        for record in &mut self.records {
            record.put_beside(versions.clone());
        }
    }

    /// Judges all versions together. A game is over if a turn and a claim crossed in the mail, or
    /// if different players have won. After such a crossing, the game continues if both players
    /// have played on.
    pub(super) fn judge_together(&mut self) -> Result<(), DeskError> {
        let others = self.others()?;
        if others.is_empty() {
            return Ok(());
        }
        let newest = self.game.table.branch();
        self.proved = others.iter().find_map(|other| other.breach(&newest));
        let same_table = others.into_iter().map(|other| other.branch);
        let same_table = same_table.filter(|other| newest.other_table(other).is_none());
        let files: Vec<Branch> = std::iter::once(newest.clone()).chain(same_table).collect();
        let Some(union) = unite(&files).filter(|union| union.roles.first() == Some(&Role::Stands))
        else {
            return Ok(());
        };
        if let Some(turn) = union.crossed {
            self.crossed = Some(turn);
            self.game.table.cross(turn);
        } else if union.void {
            self.two_wins = true;
            self.game.table.void(TWO_WINS.to_owned());
        } else if union.waived.is_some() && self.game.standing.due.is_none() {
            self.game.table.waive();
        } else {
            return Ok(());
        }
        self.game.standing = self.game.table.standing();
        Ok(())
    }

    /// Returns the audit's judgement of the latest file and the other versions together.
    pub fn judgement(&self) -> Option<Judgement> {
        let mut files = vec![audit::examine_open(&self.game)];
        for OtherVersion { text } in self.beside() {
            let version = turnfile::read(text.as_bytes());
            files.push(audit::examine_after(version, &files));
        }
        let mut judged = audit::judge(&files).into_iter();
        judged.find(|judgement| judgement.files.iter().any(|filed| filed.file == 0))
    }
}
