//! A turn and a claim in its place that have crossed. It takes two files to know it, so the one
//! that does not stand is kept beside the one that does.

use serde::{Deserialize, Serialize};

use super::lay::{LaidOut, read_own};
use super::record::GameRecord;
use super::trouble::Trouble;
use crate::table::{Branch, unite};

/// The file beside the newest with which that has crossed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Crossed {
    /// the file
    pub text: String,
}

/// The number of the turn that a claim has crossed, if two files of a game say so together.
fn crossed(newest: &Branch, other: &Branch) -> Option<u32> {
    unite(&[newest.clone(), other.clone()])?.crossed
}

impl LaidOut {
    /// Keeps the file that does not stand, if the two have crossed.
    pub(super) fn keep_if_crossed(&mut self, newest: &Branch, other: &Branch, text: &str) {
        if crossed(newest, other).is_some() {
            for record in &mut self.records {
                record.crossed = Some(Crossed { text: text.to_owned() });
            }
        }
    }

    /// A game that has crossed is over. It goes on if both have played on all the same.
    pub(super) fn end_if_crossed(&mut self) -> Result<(), Trouble> {
        let Some(other) = self.crossing() else { return Ok(()) };
        let other = read_own(&other.text, &self.records)?;
        let Some(turn) = crossed(&self.game.table.branch(), &other.table.branch()) else {
            return Ok(());
        };
        self.crossed = Some(turn);
        self.game.table.cross(turn);
        self.game.standing = self.game.table.standing();
        Ok(())
    }

    /// The file beside the newest with which that has crossed, or had.
    pub fn crossing(&self) -> Option<&Crossed> {
        self.records.iter().find_map(|record: &GameRecord| record.crossed.as_ref())
    }
}
