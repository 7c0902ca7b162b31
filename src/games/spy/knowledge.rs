//! What can be concluded about a hidden network, and what a sensible person would do about it.

use crate::board::{Direction, Square};
use crate::games::{Numbers, Own, Seat};

use super::Spy;
use super::network::Network;
use super::notation::{Choice, Span, letter, listed, name};
use super::search::{MOST_LINES, patterns};
use super::setup::{network_of, random};
use super::spaces::{Place, Spaces};
use super::state::{Stage, State};

/// The sets of hot spaces that the network of `seat` may have by all that is public; `None` if
/// there are too many to go through.
pub(super) fn possible(state: &State, seat: Seat) -> Option<Vec<Spaces>> {
    patterns(state.options.grid, &state.options.lengths, &state.known(seat), MOST_LINES)
}

/// In how many of the patterns each space is hot.
struct Shares([usize; 256]);

impl Shares {
    fn of(patterns: &[Spaces]) -> Self {
        let mut shares = [0; 256];
        patterns.iter().flat_map(|hot| hot.places()).for_each(|place| shares[place.index()] += 1);
        Shares(shares)
    }

    fn at(&self, space: Square) -> usize {
        Place::of(space).map_or(0, |place| self.0[place.index()])
    }
}

/// How many patterns are left, and each space's share of them.
pub(super) fn hint(state: &State, viewer: Seat) -> Option<Vec<String>> {
    let foe = viewer.other();
    if !state.fields[foe].set_up || state.fields[foe].shown.is_some() {
        return None;
    }
    let Some(patterns) = possible(state, foe) else {
        return Some(vec![format!("Too many networks fit what {foe} has answered to count them.")]);
    };
    let mut lines = match patterns.len() {
        0 => vec![format!("No network fits what {foe} has answered: one of the answers is false.")],
        1 => vec![format!("Only one pattern fits what {foe} has answered; ## is hot:")],
        many => vec![
            format!("{many} different patterns fit what {foe} has answered."),
            "How many of a hundred make each space hot; ## all:".to_owned(),
        ],
    };
    let grid = state.options.grid;
    let heads: Vec<String> = (0..grid.cols()).map(|col| format!("{:>4}", letter(col))).collect();
    lines.push(format!("  {}", heads.concat()));
    let hot = Shares::of(&patterns);
    for row in 0..grid.rows() {
        let shares = (0..grid.cols())
            .map(|col| format!("{:>4}", share(hot.at(Square::new(row, col)), patterns.len())));
        lines.push(format!("{:>2}{}", row + 1, shares.collect::<String>()));
    }
    Some(lines)
}

fn share(hot: usize, all: usize) -> String {
    match hot {
        0 => "·".to_owned(),
        _ if hot == all => "##".to_owned(),
        _ => match hot * 100 / all {
            0 => "<1".to_owned(),
            percent => percent.to_string(),
        },
    }
}

/// How many columns a screen has.
const SCREEN: usize = 80;

/// Stands below a label such as `Guess`.
const INDENT: &str = "          ";

/// What a move will do, and what may come of it.
pub(super) fn foresee(state: &State, viewer: Seat, choice: &Choice) -> Vec<String> {
    match choice {
        Choice::Ask(span) => foresee_ask(state, viewer, *span),
        Choice::Guess(Some(network)) => foresee_guess(state, viewer, network),
        Choice::Guess(None) => Vec::new(),
        Choice::Decline => vec![
            "Decline   no guess; your network is shown as soon as nothing depends on it."
                .to_owned(),
        ],
    }
}

fn foresee_ask(state: &State, viewer: Seat, span: Span) -> Vec<String> {
    let foe = viewer.other();
    let mut lines = match span.len() {
        1 => vec![format!("Ask       {span}")],
        spaces => vec![format!(
            "Ask       {span}, {spaces} spaces; crosses out a numbered square {spaces}"
        )],
    };
    let known = span.spaces().filter(|space| !state.unknown(foe).any(|unknown| unknown == *space));
    let known: Vec<String> = known.map(name).collect();
    if !known.is_empty() {
        lines.push(format!("{INDENT}{}: known already whether hot or not", listed(known)));
    }
    lines
}

fn foresee_guess(state: &State, viewer: Seat, network: &Network) -> Vec<String> {
    let foe = viewer.other();
    let (known, answers) = (state.known(foe), state.fields[foe].told.len());
    let agrees = known.allows(network.hot(), state.options.grid);
    let network = format!("Guess     a legal network, lines {};", listed(network.lengths()));
    let verdict = if agrees {
        format!("it agrees with all {answers} answers")
    } else {
        format!("IT CANNOT BE RIGHT by the {answers} answers")
    };
    let mut lines = if network.len() + verdict.len() < SCREEN {
        vec![format!("{network} {verdict}")]
    } else {
        vec![network, format!("{INDENT}{verdict}")]
    };
    if agrees {
        lines.push(match possible(state, foe).map(|patterns| patterns.len()) {
            Some(1) => format!("{INDENT}(no other pattern does)"),
            Some(many) => format!("{INDENT}({many} different patterns do)"),
            None => format!("{INDENT}(too many others do to count them)"),
        });
    }
    lines.push(format!("{INDENT}right: 1 for you.  wrong: 2 for {foe}."));
    if matches!(state.stage, Stage::Declared { .. }) {
        lines.push(format!("{INDENT}It is open; your network is shown in the same file."));
    } else {
        lines.push(format!("{INDENT}Sealed until {foe} has guessed or declined;"));
        lines.push(format!("{INDENT}after that the game is over."));
    }
    lines
}

/// So few answers tell so little that counting is not worth the while.
const ENOUGH_ANSWERS: usize = 9;

/// How much a person would go through in the head, in lines laid.
const PATIENCE: u32 = 40_000;

/// A legal move of a sensible person: asks where an answer halves what is left, guesses when one
/// pattern is left, and now and then a little too early, above all when the other has guessed.
pub(super) fn random_choice(state: &State, own: &Own<Spy>, numbers: &mut dyn Numbers) -> Choice {
    let foe = own.seat.other();
    let counts = state.fields[foe].told.len() >= ENOUGH_ANSWERS;
    let counted = counts
        .then(|| patterns(state.options.grid, &state.options.lengths, &state.known(foe), PATIENCE));
    let left = counted.flatten().unwrap_or_default();
    let left = left.as_slice();
    let bold = match left.len() {
        1 => true,
        2..=4 => numbers.below(6) == 0,
        _ => false,
    };
    let few = (1..=4).contains(&left.len());
    match state.stage {
        Stage::Answering { .. } => guess(state, left, numbers),
        Stage::Asking(_) if bold && state.may_declare() == Some(own.seat) => {
            guess(state, left, numbers)
        }
        Stage::Declared { .. } if numbers.below(10) == 0 => guess(state, left, numbers),
        Stage::Declared { .. } | Stage::LastWord(_) if bold || few && numbers.below(2) == 0 => {
            guess(state, left, numbers)
        }
        Stage::Declared { .. } | Stage::LastWord(_) => Choice::Decline,
        _ => Choice::Ask(question(state, foe, left, numbers)),
    }
}

fn guess(state: &State, left: &[Spaces], numbers: &mut dyn Numbers) -> Choice {
    let network = numbers.pick(left).and_then(|hot| network_of(&state.options, *hot));
    Choice::Guess(Some(network.unwrap_or_else(|| random(&state.options, numbers))))
}

fn question(state: &State, foe: Seat, left: &[Spaces], numbers: &mut dyn Numbers) -> Span {
    let unknown: Vec<Square> = state.unknown(foe).collect();
    if numbers.below(4) == 0
        && let Some(row) = row(state, foe, &unknown, numbers)
    {
        return row;
    }
    let shares = Shares::of(left);
    let halves = |space: &Square| shares.at(*space).min(left.len() - shares.at(*space));
    let best = unknown.iter().map(halves).max().unwrap_or(0);
    let good: Vec<Square> = unknown.into_iter().filter(|space| halves(space) == best).collect();
    Span::one(numbers.pick(&good).copied().unwrap_or(Square::new(0, 0)))
}

/// A row of spaces that nothing is known of, of a length that is left.
fn row(state: &State, foe: Seat, unknown: &[Square], numbers: &mut dyn Numbers) -> Option<Span> {
    let length = *numbers.pick(&state.fields[foe].rows_left)?;
    let [_, right, down, _] = Direction::STRAIGHT;
    let rows = unknown.iter().flat_map(|start| [right, down].map(|way| (*start, way)));
    let rows: Vec<Span> = rows
        .filter_map(|(start, way)| {
            let end =
                state.options.grid.ray(start, way).nth(usize::from(length).checked_sub(2)?)?;
            let span = Span::between(start, end).ok()?;
            span.spaces().all(|space| unknown.contains(&space)).then_some(span)
        })
        .collect();
    numbers.pick(&rows).copied()
}
