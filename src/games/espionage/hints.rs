//! Advice: the legal moves and the possible kinds of a piece, and the possible results of a move.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Seen;
use super::bot::Worlds;
use super::kind::{Clash, Kind, Kinds};
use super::knowledge::Insights;
use super::legal::Illegal;
use super::scene::signs;
use super::square::Square;
use super::step::{Strides, read_one_square};
use crate::games::random::SplitMix64;
use crate::rules::{Class, Heat, Hints, Warm, ensure, thousandths};

/// Returns the legal moves of the piece on a square, one per line.
pub(super) fn moves_of(seen: Seen<'_>, typed: &str) -> Result<Vec<String>, Illegal> {
    let (state, own) = (seen.position, seen.private);
    let square = read_one_square(state, typed)?;
    let is_own = seen.shown.is_sealed(own.seat) && state.piece_on(own.seat, square).is_some();
    ensure(is_own, Illegal::NoneOn(square))?;
    let strides = state.own_strides(own, None).into_iter();
    let moves = strides.filter(|stride| stride.from == square).map(|stride| {
        let attack = if state.fight(own.seat, stride).is_some() { ", an attack" } else { "" };
        format!("{stride}{attack}")
    });
    Ok(moves.collect())
}

/// Number of random armies used to estimate the kinds of the pieces.
const DEALT: u64 = 500;

/// Returns the heat map: the kinds that each of the opponent's pieces may have, from the viewer's
/// point of view. With [`Hints::Full`], adds how likely each kind is.
pub(super) fn heat(seen: Seen<'_>, wish: Hints) -> Heat {
    let foe = seen.private.seat.other();
    let pieces = &seen.position.pieces[foe];
    // Before the opponent shows the empty squares, it isn't known where the pieces are.
    let is_shown = pieces.len() <= seen.position.options.pieces();
    let wish = if is_shown || wish == Hints::None { wish } else { Hints::Counts };
    let counted = (wish == Hints::Full).then(|| dealt(seen));
    let mut heat = Heat::new("board", "likeliest kind of each piece");
    heat.exact = wish != Hints::Full;
    let insights = Insights::of(seen);
    for (name, insight) in insights.army(foe) {
        let Some(at) = pieces.get(&name).and_then(|piece| piece.at) else { continue };
        let among = counted.as_ref().filter(|_| insight.kind().is_none());
        let share = |kind: Kind| {
            // Pieces with the same possible kinds have the same likelihoods, so count these pieces
            // together.
            let alike = insights.army(foe).filter(|(_, other)| other.may() == insight.may());
            let counts: Vec<u64> =
                alike.filter_map(|(name, _)| Some(among?.get(&name)?[kind.index()])).collect();
            let of = DEALT * u64::try_from(counts.len()).unwrap_or(u64::MAX);
            (of > 0).then(|| thousandths(counts.iter().sum(), of))
        };
        let kinds = insight.may().iter().filter(|kind| share(*kind) != Some(0));
        let mut shares: Vec<(Kind, Option<u16>)> = kinds.map(|kind| (kind, share(kind))).collect();
        // Put the most likely kind first.
        shares.sort_by_key(|(_, share)| Reverse(*share));
        if let (None, Some((kind, Some(share)))) = (insight.kind(), shares.first()) {
            let sign = kind.sign().to_string();
            heat.cells.push(Warm { square: at.to_string(), share: *share, sign });
        }
        let shares = shares.into_iter().map(|(kind, share)| (kind.sign().to_string(), share));
        heat.classes.push(Class { of: at.to_string(), shares: shares.collect() });
    }
    heat.says = vec![match wish {
        Hints::Full => format!("Kinds of {foe}'s pieces, estimated from {DEALT} random armies."),
        _ => format!("Possible kinds of {foe}'s pieces."),
    }];
    heat
}

/// Returns, for each unknown piece and each kind, the number of random armies in which the piece is
/// of that kind.
fn dealt(seen: Seen<'_>) -> BTreeMap<Square, [u64; 10]> {
    let (worlds, mut numbers) = (Worlds::new(seen), SplitMix64(u64::from(seen.position.turns)));
    let mut counts: BTreeMap<Square, [u64; 10]> = BTreeMap::new();
    for _ in 0..DEALT {
        for (name, kind) in worlds.deal(&mut numbers) {
            counts.entry(name).or_default()[kind.index()] += 1;
        }
    }
    counts
}

/// Describes how an attacker fares against a piece that may be of these kinds.
fn fate(attacker: Kind, may: Kinds) -> String {
    let wins = may.keep(|kind| attacker.beats(kind));
    let falls = may.keep(|kind| attacker.attacks(kind) == Some(Clash::Falls));
    match (wins.is_empty(), falls.is_empty()) {
        (false, true) => ": it wins against every possible kind".to_owned(),
        (true, _) => ": it loses to every possible kind".to_owned(),
        (false, false) => {
            format!(": it wins against {}, but loses to {}", signs(wins), signs(falls))
        }
    }
}

/// Describes how a move may turn out.
pub(super) fn preview(seen: Seen<'_>, strides: &Strides, hints: Hints) -> Vec<String> {
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
