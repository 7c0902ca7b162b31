//! Deductions about a hidden network, and the effect of a move.

use super::moves::{Move, Span};
use super::network::Network;
use super::notation::{listed, name};
use super::position::{Stage, State};
use super::search::{MOST_LINES, patterns};
use super::spaces::Spaces;
use crate::board::text::joined;
use crate::rules::{Hints, Preview, Seat};

/// Returns all sets of hot spaces that fit the public facts about the network of `seat`; `None` if
/// there are too many.
pub(super) fn possible(state: &State, seat: Seat) -> Option<Vec<Spaces>> {
    patterns(&state.options, &state.constraint(seat), MOST_LINES)
}

/// Screen width in columns.
const SCREEN: usize = 80;

/// Indent below a label such as `Guess`.
const INDENT: &str = "          ";

/// Describes the effects of a move and its possible results.
pub(super) fn preview(state: &State, viewer: Seat, mv: &Move, hints: Hints) -> Preview {
    match mv {
        Move::Ask(span) => preview_ask(state, viewer, *span).into(),
        Move::Guess(Some(network)) => preview_guess(state, viewer, network, hints),
        Move::Guess(None) => Preview::default(),
        Move::Decline => Preview {
            lines: Vec::new(),
            warning: Some(format!(
                "You give up your chance to guess. Your network is revealed as soon as {} can't \
                 guess it anymore.",
                viewer.other()
            )),
        },
    }
}

fn preview_ask(state: &State, viewer: Seat, span: Span) -> Vec<String> {
    let foe = viewer.other();
    let mut lines = match span.len() {
        1 => vec![format!("Ask       {span}")],
        spaces => vec![format!(
            "Ask       {span}, {spaces} spaces; crosses out a square with the number {spaces}"
        )],
    };
    let earlier = &state.fields[foe].answers;
    let answers = span.spaces().filter_map(|space| Some((space, earlier.get(&space)?)));
    let answers = answers.map(|(space, answer)| format!("{} is {answer}", name(space)));
    let answers = joined(answers, ", ");
    if !answers.is_empty() {
        lines.push(format!("{INDENT}asked before: {answers}"));
    }
    let known = span.spaces().filter(|space| {
        !earlier.contains_key(space) && !state.unknown(foe).any(|unknown| unknown == *space)
    });
    let known: Vec<String> = known.map(name).collect();
    if !known.is_empty() {
        let they_are = if known.len() == 1 { "it is" } else { "they are" };
        let known = listed(known);
        lines.push(format!("{INDENT}{known}: you already know whether {they_are} hot"));
    }
    let last = lines.len().saturating_sub(1);
    lines.iter_mut().take(last).for_each(|line| line.push(';'));
    lines
}

fn preview_guess(state: &State, viewer: Seat, network: &Network, hints: Hints) -> Preview {
    let foe = viewer.other();
    let agrees = state.constraint(foe).allows(network.hot(), state.options.grid);
    let answers = state.fields[foe].answers.len();
    let network = format!("Guess     a legal network, lines {};", listed(network.lengths()));
    let verdict = match answers {
        1 => "it agrees with the only answer".to_owned(),
        _ => format!("it agrees with all {answers} answers"),
    };
    let mut lines = if !agrees {
        vec![network.trim_end_matches(';').to_owned()]
    } else if network.len() + verdict.len() < SCREEN {
        vec![format!("{network} {verdict}")]
    } else {
        vec![network, format!("{INDENT}{verdict}")]
    };
    let counted = agrees && hints != Hints::None;
    let patterns = possible(state, foe).filter(|_| counted).map(|patterns| patterns.len());
    if counted {
        lines.push(match patterns {
            Some(1) => format!("{INDENT}(no other pattern does)"),
            Some(many) => format!("{INDENT}({many} different patterns do)"),
            None => format!("{INDENT}(more patterns do than pbem can count)"),
        });
    }
    lines.last_mut().into_iter().for_each(|line| line.push(';'));
    let is_second = matches!(state.stage, Stage::Declared { .. });
    let theirs = if is_second { "'s own guess is" } else { " then guesses" };
    lines.push(format!("{INDENT}right: 1 point for you, or 3 if {foe}{theirs} wrong."));
    lines.push(format!("{INDENT}wrong: 2 points for {foe}, or 3 if {foe}{theirs} right."));
    if is_second {
        lines.push(format!("{INDENT}Your guess won't be sealed, and the file that contains it"));
        lines.push(format!("{INDENT}also shows your network."));
    } else {
        lines.push(format!("{INDENT}Sealed until {foe} has guessed or declined;"));
        lines.push(format!("{INDENT}after that the game is over."));
    }
    let warning = match patterns {
        _ if !agrees => {
            Some("This guess can't be right: it contradicts an answer that you have.".to_owned())
        }
        Some(1) => None,
        patterns => {
            let others = patterns.map(|many| format!(" {many} patterns are still possible."));
            let others = others.unwrap_or_default();
            Some(format!(
                "A guess ends the game. If it is wrong, {foe} gets 2 points, or 3 if \
                 {foe}{theirs} right.{others}"
            ))
        }
    };
    Preview { lines, warning }
}
