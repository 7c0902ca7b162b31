//! The heat map: the opponent's setups that are still possible.

use std::cmp::Reverse;

use super::super::square::Square;
use super::Seen;
use super::clever::{Value, Worth, call, is_fresh};
use super::know::Sheets;
use crate::games::entropy::{A_BIT, in_bits, tenths};
use crate::rules::{Best, Heat, Hints, Warm, thousandths};

/// Number of calls to recommend. If further calls are as good as the last of these calls, they are
/// also recommended.
const ADVISED: usize = 5;

/// Returns the heat map: the number of setups that fit the known facts and, for each uncalled
/// square, the share of these setups that have an agent there. With [`Hints::Full`], adds the most
/// valuable calls.
pub(in crate::games::checkpoint) fn heat(seen: Seen<'_>, wish: Hints) -> Heat {
    let foe = seen.private.seat.other();
    let sheets = Sheets::of(seen.position, seen.shown, foe);
    let (all, counts) = (sheets.0.len() as u64, sheets.agent_counts());
    let fresh: Vec<Square> = Square::all().filter(|square| is_fresh(seen, *square)).collect();
    let count_on = |square: &Square| counts[square.index()];
    let share = |square: &Square| Warm::new(square, thousandths(count_on(square), all));
    let mut heat = Heat::new("other", "holds an agent");
    heat.says = vec![says(all)];
    heat.count = Some(all);
    if all > 0 {
        heat.cells = fresh.iter().map(share).collect();
    }
    if all > 0 && wish == Hints::Full {
        let worth = Worth::new(seen, &sheets);
        heat.theirs = Some(worth.all_mine);
        let fit = counted_fit(worth.all_mine);
        heat.says.push(format!("{fit} what {foe} knows about your map."));
        // The calls are chosen with a sample of the setups, but their descriptions count all
        // setups.
        let chances = |square: &Square| {
            let percent = |part: u64| part * 100 / all;
            let (hit, zero) = (percent(count_on(square)), percent(sheets.blind(*square)));
            format!("HIT: {hit}%, answer 0: {zero}%")
        };
        let sure = |square: &Square| count_on(square) == all;
        let may_hit = |square: &Square| count_on(square) > 0;
        heat.best = best(seen, &worth, &fresh, (sure, may_hit, chances));
        if !heat.best.is_empty() {
            heat.says.push(A_BIT.to_owned());
        }
    }
    heat
}

fn says(sheets: u64) -> String {
    match sheets {
        0 => "No map with four agents fits all answers: one of the answers was false.".to_owned(),
        1 => "Only one map fits everything you know.".to_owned(),
        _ => format!("{sheets} maps fit everything you know."),
    }
}

fn counted_fit(sheets: u64) -> String {
    if sheets == 1 { "One map fits".to_owned() } else { format!("{sheets} maps fit") }
}

fn best(
    seen: Seen<'_>,
    worth: &Worth<'_>,
    fresh: &[Square],
    (sure, may_hit, chances): (
        impl Fn(&Square) -> bool,
        impl Fn(&Square) -> bool,
        impl Fn(&Square) -> String,
    ),
) -> Vec<Best> {
    let mut calls: Vec<_> = fresh.iter().map(|square| (*square, worth.of(*square))).collect();
    // Leave out calls that can neither find an agent nor tell anything.
    calls.retain(|(square, value)| may_hit(square) || tenths(value.bits) > 0);
    // A sure HIT tells nothing new, but it finds an agent and gives another call.
    calls.sort_by_key(|(square, value)| (!sure(square), Reverse(value.whole()), *square));
    let answers = |(square, value): &(Square, Value)| {
        let leak = u64::try_from(value.leak).unwrap_or(0);
        let leak = Some(in_bits(leak)).filter(|leak| leak != "0.0");
        let gives = leak.map(|leak| format!("; the call gives away {leak} bits"));
        let gives = gives.unwrap_or_default();
        let why = if sure(square) {
            format!("a sure HIT, and you call again{gives}")
        } else {
            format!("gains {} bits{gives}; {}", in_bits(value.bits), chances(square))
        };
        Best { typed: call(seen, *square).to_string(), why }
    };
    // Recommend the first `ADVISED` calls, and all further calls with the same value as the last of
    // these calls.
    let last = calls.get(ADVISED - 1).map(|(_, value)| value.whole());
    let is_advised = |(square, value): &(Square, Value)| {
        sure(square) || last.is_none_or(|last| value.whole() >= last)
    };
    let mut advised: Vec<_> = calls.into_iter().take_while(is_advised).collect();
    advised.sort_by_key(|(square, value)| (!sure(square), Reverse(tenths(value.bits))));
    advised.iter().map(answers).collect()
}
