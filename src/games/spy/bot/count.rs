//! The bots that count all networks that fit the known facts.

use super::super::moves::{Move, Span};
use super::super::position::{Stage, State};
use super::super::search::{MOST_LINES, fitting};
use super::super::setup::network_of;
use super::super::spaces::{Bit, Spaces, WIDEST};
use super::super::{Seen, Spy};
use super::Sensible;
use crate::board::Direction;
use crate::games::entropy::entropy;
use crate::rules::{Numbers, Policy, Seat};

/// Maximum number of fitting networks that the bot uses to rate questions, as a sample. To rate
/// guesses, it uses all fitting networks.
const SAMPLE: usize = 2_500;

/// A bot that asks the most informative question, and guesses when it knows the network.
#[derive(Debug)]
pub(in crate::games::spy) struct Counting {
    /// Whether the bot asks with the largest numbered square that is left, instead of the smallest,
    /// and weighs the points that a guess may win or lose.
    pub(in crate::games::spy) hard: bool,
}

impl Policy<Spy> for Counting {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Move {
        choose(seen, self.hard).unwrap_or_else(|| Sensible.choose(seen, numbers))
    }

    fn instead(&self, seen: Seen<'_>, _: &mut dyn Numbers) -> Option<Move> {
        let (state, me) = (seen.position, seen.private.seat);
        guess(state, me, &Fitting::of(state, me.other())?, self.hard)
    }
}

/// Chooses a move; `None` if no network fits, or if too many networks fit to count them all.
fn choose(seen: Seen<'_>, hard: bool) -> Option<Move> {
    let (state, me) = (seen.position, seen.private.seat);
    let fitting = Fitting::of(state, me.other())?;
    let may_guess =
        state.may_declare() == Some(me) || matches!(state.stage, Stage::Declared { .. });
    if let Some(guess) = guess(state, me, &fitting, hard).filter(|_| may_guess) {
        return Some(guess);
    }
    match state.stage {
        Stage::Declared { .. } | Stage::LastWord(_) => Some(Move::Decline),
        _ => question(state, me.other(), &fitting, hard).map(Move::Ask),
    }
}

/// The networks that fit the known facts, as sets of hot spaces.
pub(super) struct Fitting {
    /// Sorted, so that networks with the same hot spaces are adjacent.
    pub(super) all: Vec<Spaces>,
}

impl Fitting {
    /// Returns the networks of `seat` that fit; `None` if no network fits, or if too many fit.
    fn of(state: &State, seat: Seat) -> Option<Self> {
        Fitting::count(state, seat).filter(|fitting| !fitting.all.is_empty())
    }

    /// Returns the networks of `seat` that fit, which may be none; `None` if too many fit to count
    /// them.
    pub(super) fn count(state: &State, seat: Seat) -> Option<Self> {
        fitting(&state.options, &state.constraint(seat), MOST_LINES).map(|all| Fitting { all })
    }

    /// Returns the fitting networks of `seat` and of the opponent. If one of the seats hasn't given
    /// an answer yet, every network fits that seat. Then the other seat's fitting networks are a
    /// subset of them, and no second search is needed.
    pub(super) fn of_both(state: &State, seat: Seat) -> [Option<Self>; 2] {
        let is_unknown = |seat: Seat| state.fields[seat].answers.is_empty();
        let narrowed = |all: &Option<Self>, seat| match all {
            Some(all) => Some(all.narrowed(state, seat)),
            None => Fitting::count(state, seat),
        };
        let other = seat.other();
        if is_unknown(seat) {
            let all = Fitting::count(state, seat);
            let others = narrowed(&all, other);
            [all, others]
        } else {
            let others = Fitting::count(state, other);
            let own = if is_unknown(other) {
                narrowed(&others, seat)
            } else {
                Fitting::count(state, seat)
            };
            [own, others]
        }
    }

    /// Returns the networks of this set that also fit the known facts about `seat`.
    fn narrowed(&self, state: &State, seat: Seat) -> Self {
        let (constraint, grid) = (state.constraint(seat), state.options.grid);
        Fitting {
            all: self.all.iter().copied().filter(|hot| constraint.allows(*hot, grid)).collect(),
        }
    }

    /// Returns the number of distinct sets of hot spaces.
    pub(super) fn sets(&self) -> u64 {
        self.all.chunk_by(PartialEq::eq).count() as u64
    }

    /// Returns the set of hot spaces that most networks share, and the number of these networks. Of
    /// several equally common sets, returns the first.
    fn best(&self) -> (Spaces, i64) {
        let groups = self.all.chunk_by(PartialEq::eq);
        let best = groups.rev().max_by_key(|group| group.len()).unwrap_or_default();
        let hot = best.first().copied().unwrap_or_default();
        (hot, i64::try_from(best.len()).unwrap_or(0))
    }

    fn len(&self) -> i64 {
        i64::try_from(self.all.len()).unwrap_or(i64::MAX)
    }
}

/// Returns the most probable guess if guessing pays. A right guess is worth 1 point; a wrong guess
/// is worth 2 points for the opponent.
pub(super) fn guess(state: &State, me: Seat, fitting: &Fitting, hard: bool) -> Option<Move> {
    let ((hot, mine), all) = (fitting.best(), fitting.len());
    // A draw is better than a certain loss.
    let is_last_chance = hard && matches!(state.stage, Stage::Declared { .. });
    let pays = if mine == all || is_last_chance && is_known(state, me) {
        true
    } else if !hard || 3 * mine <= all {
        // With a chance of a third or less, a guess doesn't pay, whatever the opponent does.
        false
    } else {
        // The opponent's knowledge of our network is public, so the bot knows the opponent's
        // chances too.
        let (theirs, their_all) =
            Fitting::of(state, me).map_or((0, 1), |own| (own.best().1, own.len()));
        match state.stage {
            // A guess pays if -3 q (1-p) + 3 (1-q) p > -q + 2 (1-q),
            // with p = mine / all and q = theirs / their_all.
            Stage::Declared { .. } => {
                let (no_p, no_q) = (all - mine, their_all - theirs);
                3 * (no_q * mine - theirs * no_p) > (2 * no_q - theirs) * all
            }
            Stage::LastWord(_) => 3 * mine > 2 * all,
            _ => theirs == their_all && 3 * mine > 2 * all,
        }
    };
    let network = pays.then(|| network_of(&state.options, hot))??;
    Some(Move::Guess(Some(network)))
}

/// Whether only one set of hot spaces fits the known facts about this seat.
pub(super) fn is_known(state: &State, seat: Seat) -> bool {
    Fitting::of(state, seat).is_some_and(|fitting| fitting.best().1 == fitting.len())
}

/// Returns the most informative question.
fn question(state: &State, foe: Seat, fitting: &Fitting, hard: bool) -> Option<Span> {
    let sample = Sample::of(state, fitting, SAMPLE);
    let left = &state.fields[foe].rows_left;
    let length = if hard { left.last() } else { left.first() };
    best(state, foe, length.copied(), &sample).map(|(span, _)| span)
}

/// Returns the most informative span of this length, and its information. Without a length, returns
/// the most informative single space. Of several equally informative spans, returns the first.
/// Leaves out spans in which every space has been answered.
fn best(state: &State, foe: Seat, length: Option<u8>, sample: &Sample) -> Option<(Span, u64)> {
    let answers = &state.fields[foe].answers;
    let mut spans = match length {
        Some(length) => rows(state, length),
        None => state.worth_asking(foe).into_iter().map(Span::one).collect(),
    };
    spans.retain(|span| span.spaces().any(|space| !answers.contains_key(&space)));
    let worths = spans.into_iter().rev().map(|span| (span, sample.worth(span)));
    worths.max_by_key(|(_, worth)| *worth)
}

/// Returns the best span for each numbered square that is left, starting with the longest span, and
/// then the best single space.
pub(super) fn longest_first(state: &State, foe: Seat, sample: &Sample) -> Vec<(Span, u64)> {
    let left = state.fields[foe].rows_left.iter().rev().map(|length| Some(*length));
    let mut lengths: Vec<Option<u8>> = left.chain([None]).collect();
    lengths.dedup();
    lengths.into_iter().filter_map(|length| best(state, foe, length, sample)).collect()
}

/// The answers that each network in a sample of the fitting networks would give.
pub(super) struct Sample {
    /// Number of networks.
    size: usize,
    /// For each space, in the order of the bits, the answer of each network: 2 hot, 1 warm, 0 cold.
    answers: Vec<Vec<u8>>,
}

/// Maximum number of different answers to a question: 3^5 for five spaces.
const MOST_ANSWERS: usize = 243;

impl Sample {
    pub(super) fn of(state: &State, fitting: &Fitting, most: usize) -> Self {
        let step = fitting.all.len().div_ceil(most).max(1);
        let sample: Vec<Spaces> = fitting.all.iter().step_by(step).copied().collect();
        let grid = state.options.grid;
        let mut answers = vec![Vec::new(); usize::from(WIDEST) * usize::from(WIDEST)];
        for space in grid.squares() {
            let Some(bit) = Bit::of(space) else { continue };
            let beside: Spaces = grid.neighbours(space, &Direction::STRAIGHT).collect();
            let answer = |hot: &Spaces| {
                if hot.has(bit) { 2 } else { u8::from(beside.minus(*hot) != beside) }
            };
            answers[bit.index()] = sample.iter().map(answer).collect();
        }
        Sample { size: sample.len(), answers }
    }

    /// Returns the expected information from asking about this span.
    fn worth(&self, span: Span) -> u64 {
        let mut codes = vec![0_u8; self.size];
        for bit in span.spaces().filter_map(Bit::of) {
            for (code, answer) in codes.iter_mut().zip(&self.answers[bit.index()]) {
                *code = 3 * *code + answer;
            }
        }
        let mut classes = [0; MOST_ANSWERS];
        for code in codes {
            classes[usize::from(code)] += 1;
        }
        entropy(&classes)
    }
}

/// Returns all spans of this length in rows and columns.
pub(super) fn rows(state: &State, length: u8) -> Vec<Span> {
    let [_, right, down, _] = Direction::STRAIGHT;
    let grid = state.options.grid;
    let row = |start, way| {
        let end = grid.ray(start, way).nth(usize::from(length).checked_sub(2)?)?;
        Span::between(start, end).ok()
    };
    grid.squares().flat_map(|start| [right, down].map(|way| row(start, way))).flatten().collect()
}
