//! A sensible but not clever player.

use super::Espionage;
use super::kind::{Clash, Kind};
use super::knowledge::knowledge;
use super::moves::own_steps;
use super::state::{Orders, State, Step};
use crate::games::{Numbers, Own, Seat};

/// Some legal move: forward rather than back, and against pieces that are likely to lose.
pub(super) fn choose(state: &State, own: &Own<Espionage>, numbers: &mut dyn Numbers) -> Orders {
    let mut steps = Vec::new();
    let known = knowledge(state, Some(own));
    let weight = |step: &Step| -> u32 {
        let Some((name, _)) = state.piece_on(own.seat, step.from) else { return 0 };
        let Some((target, _)) = state.piece_on(own.seat.other(), step.to) else {
            return if step.from.0.row == step.to.0.row {
                4
            } else {
                1 + 9 * u32::from(forward(own.seat, *step))
            };
        };
        let attacker = own.secret.kind(&state.house, name);
        let may = known[own.seat.other()]
            .get(&target)
            .map_or_else(Vec::new, |known| known.may().iter().collect());
        let won = may.iter().filter(|kind| wins(attacker, **kind)).count();
        u32::try_from(60 * won / may.len().max(1)).unwrap_or(0)
    };
    for _ in 0..state.house.moves {
        let legal = own_steps(state, own, steps.first().copied());
        let total: u32 = legal.iter().map(weight).sum();
        let mut at = if total == 0 { 0 } else { numbers.below(total) };
        let weighted = legal.iter().find(|step| {
            let here = at < weight(step);
            at = at.saturating_sub(weight(step));
            here
        });
        match weighted.or(legal.first()) {
            Some(step) => steps.push(*step),
            None => break,
        }
    }
    Orders { steps }
}

fn wins(attacker: Kind, defender: Kind) -> bool {
    matches!(attacker.attacks(defender), Some(Clash::Takes | Clash::Headquarters))
}

/// Does this step lead towards the opponent's home?
fn forward(seat: Seat, step: Step) -> bool {
    (seat == Seat::OPENER) == (step.to.0.row > step.from.0.row)
}
