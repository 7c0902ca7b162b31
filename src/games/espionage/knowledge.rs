//! What a seat knows of the pieces: what it sees, and what follows. Every player keeps that on
//! paper.

use std::collections::BTreeMap;

use super::Espionage;
use super::kind::{Clash, Kind, Kinds};
use super::place::Place;
use super::state::{Fight, Phase, State};
use crate::games::{BySeat, Own, Seat, Told};

/// What a viewer knows of a piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Known {
    /// it is the viewer's own
    Own(Kind),
    /// it was shown to everybody
    Shown(Kind),
    /// a Spy of the viewer saw it
    Seen(Kind),
    /// it follows from its moves, its fights and the army that is left
    Follows(Kind),
    /// it is one of these
    Open(Kinds),
}

impl Known {
    /// The kind, if it is known.
    pub(super) fn kind(self) -> Option<Kind> {
        match self {
            Known::Own(kind) | Known::Shown(kind) | Known::Seen(kind) | Known::Follows(kind) => {
                Some(kind)
            }
            Known::Open(_) => None,
        }
    }

    /// What it may be.
    pub(super) fn may(self) -> Kinds {
        match self {
            Known::Open(kinds) => kinds,
            known => known.kind().map_or(Kinds::that(|_| true), Kinds::only),
        }
    }
}

/// What the viewer knows of all pieces, by seat and name. `None` is the public.
pub(super) fn knowledge(
    state: &State,
    own: Option<&Own<Espionage>>,
) -> BySeat<BTreeMap<Place, Known>> {
    BySeat::from_fn(2, |seat| {
        let mut army: BTreeMap<Place, Known> = BTreeMap::new();
        for (name, piece) in state.pieces.get(seat).into_iter().flatten() {
            let known = match (own, piece.kind) {
                (_, Some(kind)) => Known::Shown(kind),
                (Some(own), None) if own.seat == seat => {
                    Known::Own(own.secret.kind(&state.house, *name))
                }
                (Some(own), None) => {
                    seen(own, seat, *name).map_or(Known::Open(piece.may), Known::Seen)
                }
                (None, None) => Known::Open(piece.may),
            };
            army.insert(*name, known);
        }
        if !matches!(state.phase, Phase::Setup(_) | Phase::Showing(_)) {
            count_out(state, &mut army);
        }
        army
    })
}

fn seen(own: &Own<Espionage>, seat: Seat, name: Place) -> Option<Kind> {
    own.told.iter().find_map(|told| match told {
        Told::Seen(opening) if opening.of.seat == seat && opening.of.item == name => {
            Some(opening.value)
        }
        _ => None,
    })
}

/// An army has so many pieces of each kind: what is used up can be no other piece, and what only
/// just suffices must be those pieces.
fn count_out(state: &State, army: &mut BTreeMap<Place, Known>) {
    let mut changed = true;
    while changed {
        let mut left = Kind::ALL.map(|kind| state.house.count(kind));
        let (mut candidates, mut fixed) = ([0; 10], 0);
        for known in army.values() {
            if let Some(kind) = known.kind() {
                left[kind.index()] = left[kind.index()].saturating_sub(1);
            } else {
                known.may().iter().for_each(|kind| candidates[kind.index()] += 1);
                fixed += usize::from(known.may().iter().any(|kind| !kind.walks()));
            }
        }
        let forced = Kinds::that(|kind| {
            left[kind.index()] > 0 && candidates[kind.index()] == left[kind.index()]
        });
        // When the others have moved, those that never did are the Mines and the Headquarters.
        let all_fixed = fixed == left[Kind::Mine.index()] + left[Kind::Headquarters.index()];
        changed = false;
        for known in army.values_mut() {
            let Known::Open(may) = *known else { continue };
            let stays = all_fixed && may.iter().any(|kind| !kind.walks());
            let rest = may.keep(|kind| left[kind.index()] > 0 && !(stays && kind.walks()));
            let follows =
                rest.single().or_else(|| rest.keep(|kind| forced.has(kind)).iter().next());
            let now = follows.map_or(Known::Open(rest), Known::Follows);
            changed |= now != *known;
            *known = now;
        }
    }
}

/// How a fight ends: for the defender in play by the box that told him, for the audit by the two
/// sheets.
pub(super) fn truth(state: &State, known: &[&Own<Espionage>], fight: &Fight) -> Option<Clash> {
    let kind = |seat: Seat, name: Place| {
        let shown = state.pieces.get(seat).and_then(|pieces| pieces.get(&name)?.kind);
        shown.or_else(|| {
            known.iter().find(|own| own.seat == seat).map(|own| own.secret.kind(&state.house, name))
        })
    };
    let defender = fight.by.other();
    match (kind(fight.by, fight.attacker), kind(defender, fight.defender)) {
        (Some(attacker), Some(defender)) => attacker.attacks(defender),
        _ => known.iter().filter(|own| own.seat == defender).flat_map(|own| &own.told).find_map(
            |told| match told {
                Told::Fought { question, answer, .. } if question == fight => Some(*answer),
                _ => None,
            },
        ),
    }
}

/// Who meets whom, as far as it is known.
pub(super) fn because(state: &State, known: &[&Own<Espionage>], fight: &Fight) -> Option<String> {
    let kind = |seat: Seat, name: Place| {
        let shown = state.pieces.get(seat).and_then(|pieces| pieces.get(&name)?.kind);
        let own = known
            .iter()
            .find(|own| own.seat == seat)
            .map(|own| own.secret.kind(&state.house, name));
        let fallen = known.iter().flat_map(|own| &own.told).find_map(|told| match told {
            Told::Seen(opening) | Told::Fought { fallen: Some(opening), .. }
                if opening.of.seat == seat && opening.of.item == name =>
            {
                Some(opening.value)
            }
            _ => None,
        });
        shown.or(own).or(fallen)
    };
    let defender = kind(fight.by.other(), fight.defender)?;
    Some(match kind(fight.by, fight.attacker) {
        Some(attacker) => format!("{} attacks {}", attacker.title(), defender.title()),
        None => format!("the piece on {} is a {}", fight.step.to, defender.title()),
    })
}
