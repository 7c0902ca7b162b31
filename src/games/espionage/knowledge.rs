//! A seat's knowledge about the pieces, including deductions that any player could make on paper.

use std::collections::BTreeMap;

use super::kind::{Clash, Kind, Kinds};
use super::legal::Illegal;
use super::options::Options;
use super::square::Square;
use super::state::{Fight, Phase, State};
use super::step::Strides;
use super::{Espionage, Private, Seen, Shown};
use crate::board::collect;
use crate::rules::{BySeat, Disclosure, Knowledge, Known, Seat};

/// A viewer's knowledge of a piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Insight {
    /// The piece is the viewer's own.
    Own(Kind),
    /// The kind is public.
    Shown(Kind),
    /// A Spy of the viewer has seen the piece.
    Seen(Kind),
    /// The kind follows from the piece's moves, its fights and the remaining army.
    Follows(Kind),
    /// The piece is of one of these kinds.
    Among(Kinds),
}

impl Insight {
    /// Returns the kind of the piece; `None` if the kind isn't known.
    pub(super) fn kind(self) -> Option<Kind> {
        match self {
            Insight::Own(kind)
            | Insight::Shown(kind)
            | Insight::Seen(kind)
            | Insight::Follows(kind) => Some(kind),
            Insight::Among(_) => None,
        }
    }

    /// Returns the kinds that the piece may have.
    pub(super) fn may(self) -> Kinds {
        match self {
            Insight::Among(kinds) => kinds,
            known => known.kind().map_or_else(Kinds::all, Kinds::only),
        }
    }
}

/// A viewer's knowledge of all pieces, by seat and name.
pub(super) struct Insights(BySeat<BTreeMap<Square, Insight>>);

impl Insights {
    /// Returns the knowledge of the player with the secrets `own` or, without `own`, the public
    /// knowledge. If a seat hasn't sealed its army, that army is empty.
    pub(super) fn new(state: &State, shown: &Shown, own: Option<&Private>) -> Self {
        let counted = both_sealed(shown) && !matches!(state.phase, Phase::Opening(_));
        Insights(BySeat::from_fn(2, |seat| {
            let sealed = state.pieces[seat].iter().filter(|_| shown.is_sealed(seat));
            let known = sealed.map(|(&name, piece)| {
                let insight = match (piece.kind, own) {
                    (Some(kind), _) => Insight::Shown(kind),
                    (None, Some(own)) if own.seat == seat => {
                        Insight::Own(own.setup.kind(&state.options, name))
                    }
                    (None, Some(own)) => disclosed_kind(own, seat, name)
                        .map_or(Insight::Among(piece.may), Insight::Seen),
                    (None, None) => Insight::Among(piece.may),
                };
                (name, insight)
            });
            let mut army = collect::map(known);
            if counted {
                count_out(&state.options, &mut army);
            }
            army
        }))
    }

    /// Returns the knowledge of the player with this view.
    pub(super) fn of(seen: Seen<'_>) -> Self {
        Insights::new(seen.position, seen.shown, Some(seen.private))
    }

    /// Returns the viewer's knowledge of a piece.
    pub(super) fn piece(&self, seat: Seat, name: Square) -> Insight {
        let known = self.0.get(seat).and_then(|army| army.get(&name));
        known.copied().unwrap_or_else(|| Insight::Among(Kinds::all()))
    }

    /// Returns a seat's pieces with the knowledge about each, in the order of the setup.
    pub(super) fn army(&self, seat: Seat) -> impl Iterator<Item = (Square, Insight)> {
        self.0[seat].iter().map(|(&name, &insight)| (name, insight))
    }
}

fn disclosed_kind(own: &Private, seat: Seat, name: Square) -> Option<Kind> {
    own.disclosed.iter().find_map(|disclosed| match disclosed {
        Disclosure::Seen(opening) if opening.of.seat == seat && opening.of.item == name => {
            Some(opening.value)
        }
        _ => None,
    })
}

pub(super) fn both_sealed(shown: &Shown) -> bool {
    Seat::all(2).all(|seat| shown.is_sealed(seat))
}

/// Narrows down the possible kinds of each piece by the number of pieces of each kind. If all
/// pieces of a kind are known, no other piece can be of that kind. If the pieces that may be of a
/// kind are exactly as many as the unknown pieces of that kind, they are all of that kind.
fn count_out(options: &Options, army: &mut BTreeMap<Square, Insight>) {
    let mut changed = true;
    while changed {
        let mut left = Kind::ALL.map(|kind| options.count(kind));
        let (mut candidates, mut fixed) = ([0; 10], 0);
        for insight in army.values() {
            if let Some(kind) = insight.kind() {
                left[kind.index()] = left[kind.index()].saturating_sub(1);
            } else {
                insight.may().iter().for_each(|kind| candidates[kind.index()] += 1);
                fixed += usize::from(insight.may().iter().any(|kind| !kind.walks()));
            }
        }
        let forced = Kinds::that(|kind| {
            left[kind.index()] > 0 && candidates[kind.index()] == left[kind.index()]
        });
        // If the unknown pieces that may be immovable are exactly as many as the unknown Mines and
        // Headquarters, these pieces are the Mines and the Headquarters.
        let all_fixed = fixed == left[Kind::Mine.index()] + left[Kind::Headquarters.index()];
        changed = false;
        for insight in army.values_mut() {
            let Insight::Among(may) = *insight else { continue };
            let stays = all_fixed && may.iter().any(|kind| !kind.walks());
            let rest = may.keep(|kind| left[kind.index()] > 0 && !(stays && kind.walks()));
            let follows =
                rest.single().or_else(|| rest.keep(|kind| forced.has(kind)).iter().next());
            let now = follows.map_or(Insight::Among(rest), Insight::Follows);
            changed |= now != *insight;
            *insight = now;
        }
    }
}

impl Knowledge<Espionage> for State {
    /// Returns the result of a fight: during the game from the defender's box, in the audit from
    /// both armies.
    fn truth(&self, fight: &Fight, known: Known<'_, Espionage>) -> Option<Clash> {
        let defender = fight.by.other();
        let kind = |seat, name| self.kind(seat, name, known);
        let kinds = kind(fight.by, fight.attacker).zip(kind(defender, fight.defender));
        if let Some((attacker, defender)) = kinds {
            return attacker.attacks(defender);
        }
        known.of(defender)?.disclosed.iter().find_map(|disclosed| match disclosed {
            Disclosure::Fought { question, answer, .. } if question == fight => Some(*answer),
            _ => None,
        })
    }

    /// Describes the attacked piece and, if known, the attacker.
    fn because(&self, fight: &Fight, known: Known<'_, Espionage>) -> Option<String> {
        let defender = self.kind(fight.by.other(), fight.defender, known)?;
        let disclosed = || {
            let disclosed = &known.of(fight.by.other())?.disclosed;
            disclosed.iter().find_map(|disclosed| match disclosed {
                Disclosure::Seen(opening) | Disclosure::Fought { fallen: Some(opening), .. }
                    if opening.of.seat == fight.by && opening.of.item == fight.attacker =>
                {
                    Some(opening.value)
                }
                _ => None,
            })
        };
        if let Some(attacker) = self.kind(fight.by, fight.attacker, known).or_else(disclosed) {
            return Some(format!("{} attacks {}", attacker.title(), defender.title()));
        }
        let article = if defender == Kind::Headquarters { "the" } else { "a" };
        Some(format!("the piece on {} is {article} {}", fight.stride.to, defender.title()))
    }

    /// Checks the rules that only the owner or the audit can check: Mines and the Headquarters
    /// never move, and no compulsory move is missing.
    fn check_private(seen: Seen<'_>, mv: &Strides) -> Result<(), Illegal> {
        let (state, own) = (seen.position, seen.private);
        let kind = |name| own.setup.kind(&state.options, name);
        for &stride in &mv.0 {
            let piece = state.piece_on(own.seat, stride.from);
            match piece.map(|(name, _)| kind(name)) {
                Some(kind) if !kind.walks() => return Err(Illegal::Fixed(stride, kind)),
                _ => {}
            }
        }
        state.check_whole(own.seat, &mv.0, |name, _| kind(name).walks())
    }
}

impl State {
    /// Returns the kind of a piece; `None` unless the kind is public or the owner's army is known.
    fn kind(&self, seat: Seat, name: Square, known: Known<'_, Espionage>) -> Option<Kind> {
        let public = self.pieces.get(seat).and_then(|pieces| pieces.get(&name)?.kind);
        public.or_else(|| Some(known.of(seat)?.setup.kind(&self.options, name)))
    }
}
