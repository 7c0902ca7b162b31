//! Where a piece may go, what a piece may be, and what may come of a move.

use super::Espionage;
use super::kind::{Clash, Kind, Kinds};
use super::knowledge::{Insight, Insights};
use super::legal::Illegal;
use super::scene::signs;
use super::square::Square;
use super::stride::{Strides, read_one_square};
use crate::rules::{Hints, Observation};

/// The legal moves of the piece on a square, one a line.
pub(super) fn moves_of(
    seen: Observation<'_, Espionage>,
    typed: &str,
) -> Result<Vec<String>, Illegal> {
    let (state, own) = (seen.position, seen.private);
    let square = read_one_square(state, typed)?;
    if !seen.shown.is_sealed(own.seat) || state.piece_on(own.seat, square).is_none() {
        return Err(Illegal::NoneOn(square));
    }
    let strides = state.own_strides(own, None).into_iter();
    let told = strides.filter(|stride| stride.from == square).map(|stride| {
        let attack = if state.fight(own.seat, stride).is_some() { ", an attack" } else { "" };
        format!("{stride}{attack}")
    });
    Ok(told.collect())
}

/// What each of the opponent's pieces may be, as far as one can know.
pub(super) fn hint(seen: Observation<'_, Espionage>) -> Vec<String> {
    let foe = seen.private.seat.other();
    let pieces = &seen.position.pieces[foe];
    let told = |(name, insight): (Square, Insight)| {
        let at = pieces.get(&name)?.at?;
        Some(format!("{at}: {}", signs(insight.may())))
    };
    Insights::of(seen).army(foe).filter_map(told).collect()
}

/// How it fares against what the other may be.
fn fate(attacker: Kind, may: Kinds) -> String {
    let wins = may.keep(|kind| attacker.beats(kind));
    let falls = may.keep(|kind| attacker.attacks(kind) == Some(Clash::Falls));
    match (wins.is_empty(), falls.is_empty()) {
        (false, true) => ": it wins against whatever it may be".to_owned(),
        (true, _) => ": it falls against whatever it may be".to_owned(),
        (false, false) => {
            format!(": it wins against {}, falls against {}", signs(wins), signs(falls))
        }
    }
}

/// What may come of a move.
pub(super) fn foresee(
    seen: Observation<'_, Espionage>,
    strides: &Strides,
    hints: Hints,
) -> Vec<String> {
    let (state, own) = (seen.position, seen.private);
    let insights = Insights::of(seen);
    let mut lines = Vec::new();
    let mut earlier = None;
    for &stride in &strides.0 {
        let Some(fight) = state.fight(own.seat, stride) else { continue };
        let attacker = own.setup.kind(&state.options, fight.attacker);
        let when = if earlier == Some(stride.to) { ", if the first attack fails" } else { "" };
        let may = insights.piece(own.seat.other(), fight.defender).may();
        let fate = if hints == Hints::None { String::new() } else { fate(attacker, may) };
        lines.push(format!("{stride}: your {} attacks{when}{fate}", attacker.title()));
        earlier = Some(stride.to);
    }
    lines
}
