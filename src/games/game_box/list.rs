//! The position as sentences.

use super::call::Question;
use super::caller::{BOMBS_TO_LOSE, Caller, Out};
use super::chart::Dot;
use super::position::DotState;
use super::scene::{Viewer, facts};
use super::setup::Holding;
use super::{CHECKER, HITS_TO_WIN};
use crate::board::text::{joined, rows};
use crate::rules::Seat;

pub(super) fn of(viewer: Viewer<'_>) -> Vec<String> {
    let state = viewer.state;
    let chart = state.options.chart;
    let named = |dot: Dot| (char::from(b'A' + dot.letter), dot.number + 1);
    let dots = |is: &dyn Fn(Dot) -> bool| rows(chart.dots().filter(|dot| is(*dot)).map(named));
    let mut list = vec![format!("Chart: {chart}, {} dots. Checker: {CHECKER}.", chart.size())];
    list.extend(state.callers().map(|(seat, caller)| counters(seat, caller)));
    list.push(format!("Houses left: {} of {}.", state.houses_left(), state.options.houses));
    for (seat, _) in state.callers() {
        let hit = dots(&|dot| state.known(dot) == Some(DotState::Removed { by: seat }));
        if !hit.is_empty() {
            list.push(format!("Houses hit by {seat}: {hit}."));
        }
    }
    let is_left = |dot, what| {
        state.known(dot).is_none() && viewer.layout().is_some_and(|layout| layout.at(dot) == what)
    };
    let uncalled = state.dots_where(|known| known.is_none()).len();
    let lines = [
        ("Guns called".to_owned(), dots(&|dot| state.known(dot) == Some(DotState::Gun))),
        ("Empty".to_owned(), dots(&|dot| state.known(dot) == Some(DotState::Empty))),
        (format!("Not called yet, {uncalled} dots"), dots(&|dot| state.known(dot).is_none())),
        ("Houses not hit".to_owned(), dots(&|dot| is_left(dot, Holding::House))),
        ("Guns not called".to_owned(), dots(&|dot| is_left(dot, Holding::Gun))),
    ];
    let lines = lines.into_iter().filter(|(_, dots)| !dots.is_empty());
    list.extend(lines.chain(facts(state)).map(|(label, text)| format!("{label}: {text}.")));
    match state.question {
        _ if state.outcome.is_some() => {}
        Some(Question::Call(dot)) => {
            list.push(format!("{} calls {dot}; {CHECKER} has to answer.", state.turn));
        }
        Some(Question::Leaving) => {
            list.push(format!("{} has left; {CHECKER} has to answer OUT.", state.turn));
        }
        None => list.push(format!("Order of calls: {}.", joined(state.order(), ", "))),
    }
    list
}

/// Describes a caller's counters.
fn counters(seat: Seat, caller: &Caller) -> String {
    let Caller { hits, lost, misses, out, .. } = caller;
    let out = match out {
        None => "",
        Some(Out::Bombs) => " Out: three bombs lost.",
        Some(Out::Misses) => " Out: too many misses.",
        Some(Out::Resigned) => " Out: resigned.",
        Some(Out::Breach) => " Out: broke the rules.",
        Some(Out::Late) => " Out: missed the deadline.",
    };
    let number = seat.0;
    format!(
        "Caller {number}, {seat}: hits {hits} of {HITS_TO_WIN}, bombs lost {lost} of \
         {BOMBS_TO_LOSE}, misses {misses}.{out}"
    )
}
