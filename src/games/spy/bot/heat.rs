//! The heat map: the networks that are still possible.

use super::super::Seen;
use super::super::notation::name;
use super::super::position::{Stage, State};
use super::super::spaces::Counts;
use super::count::{Fitting, Sample, guess, is_known, longest_first};
use crate::games::entropy::{A_BIT, in_bits};
use crate::rules::{Best, Heat, Hints, Move as _, Seat, Warm, thousandths};

/// Maximum number of networks on which advice is based.
const SAMPLE: usize = 400;

/// Returns the heat map: the number of possible sets of hot spaces and, for each space, the share
/// of networks in which the space is hot. With [`Hints::Full`], adds the most informative questions
/// and the opponent's knowledge. Returns `None` while the opponent hasn't hidden a network, and
/// after the network has been revealed.
pub(in crate::games::spy) fn heat(seen: Seen<'_>, wish: Hints) -> Option<Heat> {
    let (state, viewer) = (seen.position, seen.private.seat);
    let foe = viewer.other();
    // Before the first player is chosen, the joiner may not have hidden a network.
    let hidden = state.first.is_some() || foe == Seat::OPENER;
    if !hidden || seen.shown.setup(foe).is_some() {
        return None;
    }
    let mut heat = Heat::new("other", "is hot");
    let [fitting, own] = match wish {
        Hints::Full => Fitting::of_both(state, foe),
        _ => [Fitting::count(state, foe), None],
    };
    let Some(fitting) = fitting else {
        heat.says = vec![format!("More networks fit {foe}'s answers than pbem can count.")];
        heat.exact = false;
        return Some(heat);
    };
    let sets = fitting.sets();
    heat.count = Some(sets);
    heat.says = vec![match sets {
        0 => format!("No network fits what {foe} has answered: one of the answers is false."),
        1 => format!("Only one pattern fits what {foe} has answered."),
        many => format!("{many} different patterns fit what {foe} has answered."),
    }];
    if sets > 0 {
        heat.cells = cells(state, &fitting);
    }
    if wish == Hints::Full && sets > 0 {
        advise(&mut heat, state, viewer, &fitting, own.as_ref());
    }
    Some(heat)
}

fn cells(state: &State, fitting: &Fitting) -> Vec<Warm> {
    let (hot, all) = (Counts::of(&fitting.all), fitting.all.len() as u64);
    let share = |space| Warm::new(&name(space), thousandths(hot.at(space), all));
    state.options.grid.squares().map(share).collect()
}

fn advise(heat: &mut Heat, state: &State, viewer: Seat, fitting: &Fitting, own: Option<&Fitting>) {
    let foe = viewer.other();
    let sample = Sample::of(state, fitting, SAMPLE);
    let may_ask = matches!(state.stage, Stage::Asking(_) | Stage::Answering { .. });
    if may_ask && heat.count != Some(1) {
        let asks = longest_first(state, foe, &sample);
        heat.best = asks
            .into_iter()
            .map(|(span, bits)| {
                let why = format!("gains about {} bits of information", in_bits(bits));
                Best { typed: span.to_string(), why }
            })
            .collect();
    } else if heat.count == Some(1)
        && may_guess(state, viewer)
        && let Some(guess) = guess(state, viewer, fitting, true)
    {
        let why = "no other pattern fits".to_owned();
        heat.best = vec![Best { typed: guess.brief(), why }];
    }
    if let Some(own) = own {
        let sets = own.sets();
        heat.theirs = Some(sets);
        heat.says.push(match sets {
            1 => format!("{foe} knows your network: one pattern is left."),
            many => format!("{many} patterns fit what {foe} knows about your network."),
        });
    }
    heat.says.push(guess_advice(state, viewer, fitting).to_owned());
    if heat.count != Some(1) && !heat.best.is_empty() {
        heat.says.push(A_BIT.to_owned());
    }
}

/// Whether the viewer may guess in this position.
fn may_guess(state: &State, viewer: Seat) -> bool {
    let responds = matches!(state.stage, Stage::Declared { by, .. } if by != viewer);
    responds || state.may_declare() == Some(viewer)
}

/// Returns advice about a guess that fits the stage of the game.
fn guess_advice(state: &State, viewer: Seat, fitting: &Fitting) -> &'static str {
    let pays = guess(state, viewer, fitting, true).is_some();
    match state.stage {
        Stage::Declared { by, .. } if by == viewer => {
            "Your guess is sealed, so you can't ask or guess again."
        }
        Stage::Judging(_) => "The guesses are made, so there is nothing left to decide.",
        Stage::LastWord(seat) if seat != viewer => "You declined, so you can't guess anymore.",
        Stage::Declared { .. } if fitting.sets() > 1 && is_known(state, viewer) => {
            "Guess now: your opponent knows your network, so you lose if you decline."
        }
        _ if pays && fitting.sets() == 1 && may_guess(state, viewer) => "Guess now.",
        Stage::Declared { .. } | Stage::LastWord(_) if pays => {
            "Guess now: the odds are in your favor."
        }
        Stage::Declared { .. } => {
            "Decline: the odds are against a guess. You can't ask again, and the sealed guess \
             decides the game."
        }
        Stage::LastWord(_) => "Decline: the odds are against a guess, and you can't ask again.",
        _ if pays && state.may_declare() == Some(viewer) => {
            "If you guess now, the odds are in your favor."
        }
        _ if pays => "The odds favor a guess as soon as you may make one.",
        _ => "The odds are still against a guess.",
    }
}
