//! What one seat keeps to itself.

use std::collections::BTreeMap;
use std::fmt;

use crate::crypto::{Chain, Identity, Seed};
use crate::games::{Own, Rules, Seat};

use super::Table;

/// Everything that a seat needs to make its turns and that is in no turn file.
#[derive(Clone)]
pub struct Private {
    /// whose it is
    pub seat: Seat,
    /// signs turns
    pub identity: Identity,
    /// all salts come from it
    pub seed: Seed,
    /// the links of chance
    pub chain: Chain,
    /// the hidden setup in its canonical form; empty before it is chosen, or where there is none
    pub setup: Vec<String>,
    /// moves sealed and not opened yet
    pub hidden: Vec<HiddenMove>,
    /// pencil marks
    pub marks: BTreeMap<String, String>,
}

/// The part of a move that is sealed now and opened later.
#[derive(Clone, PartialEq, Eq)]
pub struct HiddenMove {
    /// the turn that sealed it
    pub turn: u32,
    /// the item it is sealed as
    pub item: String,
    /// its value
    pub value: String,
}

impl fmt::Debug for Private {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Private").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl fmt::Debug for HiddenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HiddenMove")
            .field("turn", &self.turn)
            .field("item", &self.item)
            .finish_non_exhaustive()
    }
}

impl<R: Rules> Table<R> {
    /// What the seat knows beyond the state; `None` before it has chosen its setup.
    pub(super) fn own(&self, private: &Private) -> Option<Own<R>> {
        let seat = private.seat;
        let secret = match R::nothing_to_hide(&self.state, seat) {
            Some(secret) => secret,
            None if private.setup.is_empty() => return None,
            None => R::parse_secret(&self.state, seat, &private.setup)?,
        };
        let mut own = Own::new(seat, secret);
        own.hidden = private
            .hidden
            .iter()
            .filter_map(|hidden| Some((hidden.item.parse().ok()?, hidden.value.parse().ok()?)))
            .collect();
        own.marks.clone_from(&private.marks);
        Some(own)
    }
}
