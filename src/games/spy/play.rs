//! The course of play, file by file.
//!
//! *F* asks first, *S* second; *D* declares a guess, *R* responds to it. A seal is `guess-N`, N the
//! number of the turn.
//!
//! | file of | when | it holds | then |
//! | --- | --- | --- | --- |
//! | opener | turn 1 | network sealed | joiner |
//! | joiner | turn 2 | network sealed; if it was agreed that he is *F*, his question too | opener |
//! | opener | turn 3 | who is *F* is drawn (unless agreed); if he is it, his question too | joiner |
//! | *F* | round 1 | question | *S* |
//! | *S* | in a round | answers; question | *F* |
//! | *F* | ends a round | answers; the next round's question, which passes | *S* |
//! | *F* | ends a round | answers; `guess`, sealed: *F* is *D* | *S* as *R* |
//! | *S* | after a round | instead of answers `guess`, sealed: *S* is *D*, the question is void | *F* as *R* |
//! | *F* | ends the last round | answers; `guess`, sealed, or `decline` | *S* as *R*; or *S* |
//! | *S* | *F* declined | `guess`, sealed: *S* is *D*, and *F* may still respond | *F* as *R* |
//! | *S* | *F* declined | `decline`; network shown | *F* |
//! | *F* | both declined | network shown: 0:0 | nobody |
//! | *R* | after `guess` | `guess CORNERS`, open, or `decline`; network shown, since nothing to come depends on it | *D* |
//! | *D* | after *R* | seal opened; *R*'s guess answered and proved, if there is one; network shown | nobody |
//!
//! *D*'s own guess needs no answer: *R*'s network is public when the seal is opened. That *R* shows
//! before *D* does gives nothing away, since *D*'s guess is fixed. From the declaration on nobody
//! may resign, offer or accept. After a resignation the one who resigned shows first, after an
//! agreed draw the one whose file it was.

use std::fmt;

use crate::games::{
    BySeat, EndedBy, Fact, Must, Opening, Outcome, OutcomeKind, Pending, Sealed, Seat,
};

use super::Spy;
use super::network::Network;
use super::notation::{Answer, Choice, Item, Question, Span, parse_network};
use super::state::{Guesses, Stage, State};
use super::texts::Event;

pub(super) fn pending(state: &State) -> Pending<Spy> {
    match &state.stage {
        Stage::Hiding => Pending::Setup(if state.fields[Seat::OPENER].set_up {
            Seat::JOINER
        } else {
            Seat::OPENER
        }),
        Stage::Drawing => Pending::Chance { by: Seat::OPENER, draw: First },
        Stage::Asking(seat) | Stage::LastWord(seat) => Pending::Choice(*seat),
        Stage::Answering { seat, left, .. } => match left.front() {
            Some(space) => {
                let question = Question::Space { of: *seat, space: *space };
                Pending::Answer {
                    seat: *seat,
                    question,
                    or_choice: state.may_declare() == Some(*seat),
                }
            }
            None => Pending::Choice(*seat),
        },
        Stage::Declared { by, .. } => Pending::Choice(by.other()),
        Stage::Judging(guesses) => pending_judgement(state, guesses),
        Stage::Decided { outcome, order } => {
            let owing = order
                .iter()
                .find(|seat| state.fields[**seat].set_up && state.fields[**seat].shown.is_none());
            match owing {
                Some(seat) => Pending::Reveal { seat: *seat, result: Some(outcome.clone()) },
                None => Pending::Over(outcome.clone()),
            }
        }
    }
}

fn pending_judgement(state: &State, guesses: &Guesses) -> Pending<Spy> {
    let (declarer, responder) = (guesses.by, guesses.by.other());
    match (&guesses.item, &guesses.response) {
        _ if state.fields[responder].shown.is_none() => {
            Pending::Reveal { seat: responder, result: None }
        }
        (Some(item), _) if guesses.opened.is_none() => Pending::Opening {
            seat: declarer,
            must: vec![Must::Show(Sealed { seat: declarer, item: *item })],
        },
        (_, Some(network)) if guesses.answered.is_none() => {
            let question = Question::Guess { of: declarer, network: network.clone() };
            Pending::Answer { seat: declarer, question, or_choice: false }
        }
        _ => {
            let outcome = judged(guesses);
            match state.fields[declarer].shown {
                None => Pending::Reveal { seat: declarer, result: Some(outcome) },
                Some(_) => Pending::Over(outcome),
            }
        }
    }
}

/// The purpose of the one draw of the game: who asks first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First;

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("first")
    }
}

pub(super) fn fold(state: &mut State, fact: &Fact<Spy>) -> Vec<Event> {
    match fact {
        Fact::SetUp(seat) => set_up(state, *seat),
        Fact::Drawn { drawn, .. } if state.stage == Stage::Drawing => begin(state, *drawn),
        Fact::Chose { seat, choice, sealed, .. } if pending(state).actor() == Some(*seat) => {
            chose(state, *seat, choice, *sealed)
        }
        Fact::Answered { seat, question, answer, .. } => answered(state, *seat, question, *answer),
        Fact::Opened { seat, opened } => {
            opened.iter().flat_map(|opening| unsealed(state, *seat, opening)).collect()
        }
        Fact::Revealed { seat, secret } => revealed(state, *seat, secret),
        Fact::Resigned(seat) => {
            let winner = seat.other();
            let outcome =
                Outcome::win(winner, 2, EndedBy::Resignation, format!("{seat} has resigned"));
            decide(state, outcome, winner.other(), None)
        }
        Fact::DrawAgreed => {
            let accepting = pending(state).actor().unwrap_or(Seat::OPENER);
            decide(
                state,
                Outcome::draw(2, EndedBy::Agreement, "a draw was agreed"),
                accepting,
                None,
            )
        }
        _ => Vec::new(),
    }
}

fn set_up(state: &mut State, seat: Seat) -> Vec<Event> {
    if state.stage != Stage::Hiding || pending(state).actor() != Some(seat) {
        return Vec::new();
    }
    state.fields[seat].set_up = true;
    match state.first {
        _ if seat == Seat::OPENER => Vec::new(),
        Some(first) => begin(state, first),
        None => {
            state.stage = Stage::Drawing;
            Vec::new()
        }
    }
}

fn begin(state: &mut State, first: Seat) -> Vec<Event> {
    let first = if first == Seat::OPENER { first } else { Seat::JOINER };
    state.first = Some(first);
    state.stage = Stage::Asking(first);
    vec![Event::First(first)]
}

fn chose(state: &mut State, seat: Seat, choice: &Choice, sealed: Option<Item>) -> Vec<Event> {
    match (choice, &state.stage) {
        (Choice::Ask(span), Stage::Asking(_)) => ask(state, seat, *span),
        (Choice::Guess(_), _) if state.may_declare() == Some(seat) => {
            let void = matches!(state.stage, Stage::Answering { .. }).then_some(Event::Void(seat));
            state.stage = Stage::Declared { by: seat, item: sealed };
            [Event::Declared(seat)].into_iter().chain(void).collect()
        }
        (Choice::Decline, Stage::LastWord(_)) if !state.is_second(seat) => {
            state.stage = Stage::LastWord(seat.other());
            vec![Event::Declined(seat)]
        }
        (Choice::Decline, Stage::LastWord(_)) => {
            let reason = format!("all {} rounds are over and nobody has guessed", state.round);
            decide(
                state,
                Outcome::draw(2, EndedBy::Board, reason),
                seat,
                Some(Event::Declined(seat)),
            )
        }
        (Choice::Guess(_) | Choice::Decline, Stage::Declared { by, item }) => {
            let response = if let Choice::Guess(Some(network)) = choice {
                Some(network.clone())
            } else {
                None
            };
            let event = response
                .clone()
                .map_or(Event::Declined(seat), |network| Event::Guessed(seat, network));
            state.stage = Stage::Judging(Guesses {
                by: *by,
                item: *item,
                opened: None,
                response,
                answered: None,
            });
            vec![event]
        }
        _ => Vec::new(),
    }
}

fn ask(state: &mut State, seat: Seat, span: Span) -> Vec<Event> {
    let asked = seat.other();
    if span.len() > 1 {
        let rows = &mut state.fields[asked].rows_left;
        if let Some(at) = rows.iter().position(|square| *square == span.len()) {
            rows.remove(at);
        }
    }
    if !state.is_second(seat) {
        state.round = state.round.saturating_add(1);
    }
    state.asked = Some((asked, span));
    state.stage = Stage::Answering { seat: asked, left: span.spaces().collect(), fresh: true };
    vec![Event::Asked(seat, span)]
}

fn answered(state: &mut State, seat: Seat, question: &Question, answer: Answer) -> Vec<Event> {
    match (&mut state.stage, question) {
        (Stage::Answering { seat: asked, left, fresh }, Question::Space { space, .. })
            if *asked == seat && left.front() == Some(space) =>
        {
            left.pop_front();
            *fresh = false;
            let done = left.is_empty();
            let around = state.around(*space);
            state.fields[seat].tell(*space, answer, around);
            if done {
                let round_ended = !state.is_second(seat);
                let last = round_ended && state.round >= state.options.max_rounds;
                state.stage = if last { Stage::LastWord(seat) } else { Stage::Asking(seat) };
            }
            vec![Event::Answered(seat, *space, answer)]
        }
        (Stage::Judging(guesses), Question::Guess { network, .. })
            if guesses.by == seat && guesses.response.as_ref() == Some(network) =>
        {
            guesses.answered = Some(answer == Answer::Right);
            let events = vec![Event::Judged(seat.other(), answer)];
            let field = &mut state.fields[seat];
            match answer {
                Answer::Right => field.hot = field.hot.union(network.hot()),
                Answer::Wrong(space) => field.blank.insert(space),
                _ => {}
            }
            events.into_iter().chain(settled(state)).collect()
        }
        _ => Vec::new(),
    }
}

/// A sealed guess is opened; the other's network is public by now. One that is no legal network is
/// wrong.
fn unsealed(state: &mut State, seat: Seat, opening: &Opening<Spy>) -> Vec<Event> {
    let State { options, fields, stage, .. } = &mut *state;
    let Stage::Judging(guesses) = stage else { return Vec::new() };
    if guesses.by != seat || guesses.item != Some(opening.of.item) || opening.of.seat != seat {
        return Vec::new();
    }
    let text = opening.value.to_string();
    let guess = parse_network(&text).filter(|network| network.is_legal(options));
    let right = guess.is_some_and(|guess| {
        fields[seat.other()].shown.as_ref().is_some_and(|network| network.hot() == guess.hot())
    });
    guesses.opened = Some(right);
    [Event::Opened(seat, text, right)].into_iter().chain(settled(state)).collect()
}

fn revealed(state: &mut State, seat: Seat, network: &Network) -> Vec<Event> {
    let owed = match pending(state) {
        Pending::Reveal { seat: owing, .. } => owing == seat,
        _ => false,
    };
    if !owed {
        return Vec::new();
    }
    state.fields[seat].shown = Some(network.clone());
    vec![Event::Revealed(seat, network.clone())]
}

fn decide(
    state: &mut State,
    outcome: Outcome,
    shows_first: Seat,
    event: Option<Event>,
) -> Vec<Event> {
    if matches!(pending(state), Pending::Reveal { result: Some(_), .. } | Pending::Over(_)) {
        return Vec::new();
    }
    let reason = outcome.reason.clone();
    state.stage = Stage::Decided { outcome, order: [shows_first, shows_first.other()] };
    event.into_iter().flat_map(|event| [event, Event::Decided(reason.clone())]).collect()
}

/// Says how the game came out, once all guesses are judged.
fn settled(state: &State) -> Option<Event> {
    match pending(state) {
        Pending::Reveal { result: Some(outcome), .. } | Pending::Over(outcome) => {
            Some(Event::Decided(outcome.reason))
        }
        _ => None,
    }
}

/// "A correct reconstruction counts as a single victory for the player. An incorrect reconstruction
/// counts as a double victory for the opponent."
fn judged(guesses: &Guesses) -> Outcome {
    let (declarer, responder) = (guesses.by, guesses.by.other());
    let declared = Some(guesses.opened.unwrap_or(false));
    let responded = guesses.response.as_ref().map(|_| guesses.answered.unwrap_or(false));
    let points = |own: Option<bool>, other: Option<bool>| {
        u32::from(own == Some(true)) + 2 * u32::from(other == Some(false))
    };
    let of = |seat: Seat| {
        if seat == declarer { points(declared, responded) } else { points(responded, declared) }
    };
    let score = format!("{} to {}", of(declarer), of(responder));
    let reason = match (declared == Some(true), responded) {
        (true, None) => format!("{declarer} has found the network of {responder}"),
        (false, None) => format!("{declarer} has guessed wrong: a double victory for {responder}"),
        (true, Some(true)) => format!("both have guessed right, {score}"),
        (false, Some(false)) => format!("both have guessed wrong, {score}"),
        (true, Some(false)) => {
            format!("{declarer} has guessed right and {responder} wrong: a triple victory")
        }
        (false, Some(true)) => {
            format!("{responder} has guessed right and {declarer} wrong: a triple victory")
        }
    };
    let even = of(declarer) == of(responder);
    let ahead = if of(declarer) > of(responder) { declarer } else { responder };
    Outcome {
        winners: if even { Vec::new() } else { vec![ahead] },
        kind: if even { OutcomeKind::Draw } else { OutcomeKind::Win },
        points: BySeat::from_fn(2, of),
        ended_by: EndedBy::Board,
        reason,
    }
}

/// What holds whatever else the one who has sealed a guess does wrong: a guess that he does not
/// open to a network counts as wrong, and a wrong one is a double victory for the other, a triple
/// one if the other was right.
pub(super) fn lost_guess(state: &State, seat: Seat) -> Option<Outcome> {
    let Stage::Judging(guesses) = &state.stage else { return None };
    if guesses.by != seat || guesses.opened == Some(true) {
        return None;
    }
    let other = seat.other();
    let reason = match guesses.opened {
        None => format!(
            "{seat} has not opened the sealed guess to a network: it counts as wrong, a double victory for {other}"
        ),
        Some(_) => format!("{seat} has guessed wrong, and has broken the rules as well"),
    };
    let mut outcome = Outcome::win(other, 2, EndedBy::Breach, reason);
    outcome.points[other] = 2 + u32::from(guesses.answered == Some(true));
    Some(outcome)
}

/// May this seat show its network now?
pub(super) fn may_reveal(state: &State, seat: Seat) -> bool {
    match pending(state) {
        Pending::Reveal { seat: owing, .. } => owing == seat,
        Pending::Over(_) => true,
        _ => false,
    }
}
