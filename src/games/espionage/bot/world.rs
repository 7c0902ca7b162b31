//! Worlds: armies of the other that fit what is known.

use std::collections::BTreeMap;

use super::super::Espionage;
use super::super::kind::Kind;
use super::super::knowledge::Insights;
use super::super::square::Square;
use super::field::{Field, Man, number};
use crate::rules::{Numbers, Observation};

/// How often it is tried to deal a whole army before one is taken that does not fit.
const DEALS: u32 = 24;

/// What is known of the armies, ready to deal worlds from.
pub(in crate::games::espionage) struct Worlds<'a> {
    seen: Observation<'a, Espionage>,
    known: BTreeMap<Square, Kind>,
    /// what is not known, and what each may be
    open: Vec<(Square, Vec<Kind>)>,
    /// how many of each kind are among those
    left: [usize; 10],
}

impl<'a> Worlds<'a> {
    pub(in crate::games::espionage) fn new(seen: Observation<'a, Espionage>) -> Self {
        let insights = Insights::of(seen);
        let options = &seen.position.options;
        let mut left = Kind::ALL.map(|kind| options.count(kind));
        let (mut known, mut open) = (BTreeMap::new(), Vec::new());
        for (name, insight) in insights.army(seen.private.seat.other()) {
            if let Some(kind) = insight.kind() {
                left[kind.index()] = left[kind.index()].saturating_sub(1);
                known.insert(name, kind);
            } else {
                open.push((name, insight.may().iter().collect()));
            }
        }
        Worlds { seen, known, open, left }
    }

    /// Is there one world only?
    pub(super) fn is_known(&self) -> bool {
        self.open.is_empty()
    }

    /// An army of the other: fewest possibilities first, in proportion to what is left.
    pub(in crate::games::espionage) fn deal(
        &self,
        numbers: &mut dyn Numbers,
    ) -> BTreeMap<Square, Kind> {
        let mut best = BTreeMap::new();
        for _ in 0..DEALS {
            let mut order: Vec<&(Square, Vec<Kind>)> = self.open.iter().collect();
            // Else the same corner would always get the Generals.
            numbers.shuffle(&mut order);
            order.sort_by_key(|(_, may)| may.len());
            let (mut left, mut dealt) = (self.left, BTreeMap::new());
            for (name, may) in order {
                let total: usize = may.iter().map(|kind| left[kind.index()]).sum();
                if total == 0 {
                    break;
                }
                let mut at = numbers.index(total);
                let drawn = may.iter().find(|kind| {
                    let here = at < left[kind.index()];
                    at = at.saturating_sub(left[kind.index()]);
                    here
                });
                let Some(&kind) = drawn else { break };
                left[kind.index()] = left[kind.index()].saturating_sub(1);
                dealt.insert(*name, kind);
            }
            if dealt.len() == self.open.len() {
                return dealt;
            }
            if dealt.len() > best.len() {
                best = dealt;
            }
        }
        for (name, may) in &self.open {
            if let Some(kind) = may.first() {
                best.entry(*name).or_insert(*kind);
            }
        }
        best
    }

    /// The board as it may be.
    pub(super) fn draw(&self, numbers: &mut dyn Numbers) -> Field {
        let dealt = self.deal(numbers);
        let (state, own) = (self.seen.position, self.seen.private);
        let side = state.options.side();
        let mine = state.on_board(own.seat).map(|(name, at, _)| Man {
            kind: own.setup.kind(&state.options, name),
            at: number(side, at),
            known: true,
        });
        let theirs = state.on_board(own.seat.other()).map(|(name, at, _)| {
            let known = self.known.get(&name);
            let kind = known.or_else(|| dealt.get(&name)).copied().unwrap_or(Kind::Corporal);
            Man { kind, at: number(side, at), known: known.is_some() }
        });
        Field::new(side, &state.volcanoes, mine.collect(), theirs.collect())
    }
}
