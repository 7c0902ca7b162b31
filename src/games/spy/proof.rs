//! What is true, and what proves it at once.

use crate::board::Square;
use crate::games::{Must, Opening, Own, Sealed, Seat};

use super::Spy;
use super::network::Network;
use super::notation::{Answer, Item, Question, Value, name, parse_network};
use super::state::State;
use super::texts::Illegal;

pub(super) fn truth(state: &State, known: &[&Own<Spy>], question: &Question) -> Option<Answer> {
    let (Question::Space { of, .. } | Question::Guess { of, .. }) = question;
    let hot = known.iter().find(|own| own.seat == *of)?.secret.hot();
    Some(match question {
        Question::Space { space, .. } if hot.contains(*space) => Answer::Hot,
        Question::Space { space, .. }
            if state.around(*space).iter().any(|beside| hot.contains(beside)) =>
        {
            Answer::Warm
        }
        Question::Space { .. } => Answer::Cold,
        // Both networks cover as many spaces, so a wrong one covers a blank one.
        Question::Guess { network, .. } => {
            network.hot().minus(hot).iter().next().map_or(Answer::Right, Answer::Wrong)
        }
    })
}

pub(super) fn because(state: &State, known: &[&Own<Spy>], question: &Question) -> Option<String> {
    let Question::Space { of, space } = question else { return None };
    let network = &known.iter().find(|own| own.seat == *of)?.secret;
    let hot = network.hot();
    if !hot.contains(*space) {
        let beside = state.around(*space).iter().find(|beside| hot.contains(*beside))?;
        return Some(format!("{} beside it is hot", name(beside)));
    }
    let through = network
        .lines()
        .zip(network.lengths())
        .filter(|((from, to), _)| Network::new(vec![*from, *to]).hot().contains(*space));
    let lengths: Vec<String> = through.map(|(_, length)| length.to_string()).collect();
    Some(match lengths.as_slice() {
        [one] => format!("the {one}-unit line runs through it"),
        _ => format!("lines of {} units meet in it", lengths.join(" and ")),
    })
}

/// What proves an answer at once. HOT opens the space; COLD the space and its neighbours; of WARM
/// only the space can be opened. A guess that is right opens all its spaces, a wrong one its first
/// blank space.
pub(super) fn opens_for_answer(
    state: &State,
    seat: Seat,
    question: &Question,
    answer: Answer,
) -> Vec<Must<Spy>> {
    let be = |space: Square, value: Value| {
        Must::Be(Opening { of: Sealed { seat, item: Item::Space(space) }, value })
    };
    match (question, answer) {
        (Question::Space { space, .. }, Answer::Hot) => vec![be(*space, Value::Hot)],
        (Question::Space { space, .. }, Answer::Warm) => vec![be(*space, Value::Blank)],
        (Question::Space { space, .. }, Answer::Cold) => {
            state.around(*space).iter().map(|one| be(one, Value::Blank)).collect()
        }
        (Question::Guess { network, .. }, Answer::Right) => {
            network.hot().iter().map(|one| be(one, Value::Hot)).collect()
        }
        (Question::Guess { network, .. }, Answer::Wrong(space))
            if network.hot().contains(space) =>
        {
            vec![be(space, Value::Blank)]
        }
        _ => vec![never(seat)],
    }
}

/// Something that nobody can open, for an answer that cannot be: no turn has the number 0, so
/// nothing is sealed under it.
fn never(seat: Seat) -> Must<Spy> {
    Must::Be(Opening { of: Sealed { seat, item: Item::Guess(0) }, value: Value::Blank })
}

pub(super) fn check_opening(state: &State, opening: &Opening<Spy>) -> Result<(), Illegal> {
    let item = opening.of.item;
    match (item, &opening.value) {
        (Item::Space(space), _) if !state.options.grid.contains(space) => {
            Err(Illegal::NoSuchItem(item))
        }
        (Item::Space(_), Value::Hot | Value::Blank) => Ok(()),
        (Item::Space(_), Value::Guess(_)) => Err(Illegal::NoSuchValue(item)),
        (Item::Guess(_), value) => {
            let network = parse_network(&value.to_string()).ok_or(Illegal::NoNetwork(item))?;
            let faults = network.faults(&state.options);
            if faults.is_empty() { Ok(()) } else { Err(Illegal::Network(faults)) }
        }
    }
}
