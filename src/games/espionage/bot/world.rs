//! Worlds: random armies of the opponent that fit the known facts.

use std::collections::BTreeMap;

use super::super::Seen;
use super::super::kind::Kind;
use super::super::knowledge::Insights;
use super::super::options::Options;
use super::super::square::Square;
use super::field::{Field, Hopes, Man, gain, number};
use super::place;
use crate::board::collect;
use crate::rules::{Numbers, Seat};

/// Number of attempts at a complete army before the bot accepts an army that doesn't fit.
const DEALS: u32 = 24;

/// The kinds that a random army has in place of the unknown pieces.
type Dealt = BTreeMap<Square, Kind>;

/// The known facts about an army, prepared for generating random armies that fit these facts.
struct Deals {
    seat: Seat,
    known: BTreeMap<Square, Kind>,
    /// The unknown pieces, each with the kinds that it may have.
    open: Vec<(Square, Vec<Kind>)>,
    /// Number of unknown pieces of each kind.
    left: [u32; 10],
}

impl Deals {
    fn new(options: &Options, insights: &Insights, seat: Seat) -> Self {
        let left = |kind| u32::try_from(options.count(kind)).unwrap_or(0);
        let mut left = Kind::ALL.map(left);
        let (mut known, mut open) = (BTreeMap::new(), Vec::new());
        for (name, insight) in insights.army(seat) {
            if let Some(kind) = insight.kind() {
                left[kind.index()] = left[kind.index()].saturating_sub(1);
                known.insert(name, kind);
            } else {
                open.push((name, insight.may().iter().collect()));
            }
        }
        Deals { seat, known, open, left }
    }

    /// Returns the most sensibly placed of several random armies.
    fn likely(&self, options: &Options, armies: usize, numbers: &mut dyn Numbers) -> Dealt {
        let dealt = (0..armies).map(|_| self.deal(numbers));
        let sense = |army: &Dealt| {
            place::sense(options, self.seat, |square| {
                let kind = army.get(&square).or_else(|| self.known.get(&square));
                kind.copied().unwrap_or(Kind::Empty)
            })
        };
        dealt.max_by_key(sense).unwrap_or_default()
    }

    /// Returns a random army. Assigns kinds to the pieces with the fewest possible kinds first; the
    /// probability of a kind is proportional to the number of pieces of that kind that are left.
    fn deal(&self, numbers: &mut dyn Numbers) -> Dealt {
        let mut best = BTreeMap::new();
        for _ in 0..DEALS {
            let mut order: Vec<&(Square, Vec<Kind>)> = self.open.iter().collect();
            // Without shuffling, the same corner would always get the Generals.
            numbers.shuffle(&mut order);
            order.sort_by_key(|(_, may)| may.len());
            let (mut left, mut dealt) = (self.left, BTreeMap::new());
            for (name, may) in order {
                let weights: Vec<u32> = may.iter().map(|kind| left[kind.index()]).collect();
                let Some(drawn) = numbers.weighted(&weights) else { break };
                let kind = may[drawn];
                left[kind.index()] -= 1;
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
}

/// The known facts about both armies, prepared for generating worlds.
pub(in crate::games::espionage) struct Worlds<'a> {
    seen: Seen<'a>,
    /// This side's knowledge of the opponent's army.
    theirs: Deals,
    /// The opponent's knowledge of this side's army.
    mine: Deals,
}

impl<'a> Worlds<'a> {
    pub(in crate::games::espionage) fn new(seen: Seen<'a>) -> Self {
        let (options, seat) = (&seen.position.options, seen.private.seat);
        let public = Insights::new(seen.position, seen.shown, None);
        let theirs = Deals::new(options, &Insights::of(seen), seat.other());
        Worlds { seen, theirs, mine: Deals::new(options, &public, seat) }
    }

    /// Whether only one world is possible.
    pub(super) fn is_known(&self) -> bool {
        self.theirs.open.is_empty()
    }

    /// Returns random kinds for the opponent's unknown pieces.
    pub(in crate::games::espionage) fn deal(&self, numbers: &mut dyn Numbers) -> Dealt {
        self.theirs.deal(numbers)
    }

    /// Returns a possible board, on which the opponent has the most sensible of several random
    /// armies.
    pub(super) fn draw(&self, armies: usize, numbers: &mut dyn Numbers) -> Field {
        let (state, own) = (self.seen.position, self.seen.private);
        let dealt = self.theirs.likely(&state.options, armies, numbers);
        let side = state.options.side();
        let their = |name: &Square| {
            let kind = self.theirs.known.get(name).or_else(|| dealt.get(name));
            kind.copied().unwrap_or(Kind::Corporal)
        };
        // The opponent knows the pieces that have met one of the opponent's Spies.
        let spied = state.met[own.seat].iter().filter(|(_, spy)| their(spy) == Kind::Spy);
        let spied = collect::set(spied.map(|(name, _)| *name));
        let mine = state.on_board(own.seat).map(|(name, at, _)| Man {
            kind: own.setup.kind(&state.options, name),
            at: number(side, at),
            known: self.mine.known.contains_key(&name) || spied.contains(&name),
        });
        let theirs = state.on_board(own.seat.other()).map(|(name, at, _)| Man {
            kind: their(&name),
            at: number(side, at),
            known: self.theirs.known.contains_key(&name),
        });
        Field::new(side, &state.volcanoes, mine.collect(), theirs.collect())
    }

    /// Returns the value that the opponent can expect from attacking each piece of this side: the
    /// average over several random armies that fit the public knowledge about this side.
    pub(super) fn hopes(&self, worlds: usize, armies: usize, numbers: &mut dyn Numbers) -> Hopes {
        let state = self.seen.position;
        let dealt: Vec<Dealt> =
            (0..worlds).map(|_| self.mine.likely(&state.options, armies, numbers)).collect();
        let hope = |name: Square, attacker: Kind| {
            let attacked = dealt.iter().filter_map(|army| army.get(&name));
            let gains: i64 = attacked.map(|attacked| gain(attacker, *attacked)).sum();
            gains / i64::try_from(worlds).unwrap_or(i64::MAX).max(1)
        };
        let mine = state.on_board(self.mine.seat);
        mine.map(|(name, ..)| Kind::ALL.map(|attacker| hope(name, attacker))).collect()
    }
}
