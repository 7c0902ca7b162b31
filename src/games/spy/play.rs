//! The course of play, file by file.
//!
//! *F* asks first, *S* second; *D* declares a guess, *R* responds to it. A seal is `guess-N`, N the number of the turn.
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
//! *D*'s own guess needs no answer: *R*'s network is public when the seal is opened. That *R* shows before *D* does gives nothing away, since
//! *D*'s guess is fixed. From the declaration on nobody may resign, offer or accept.
//! After a resignation the one who resigned shows first, after an agreed draw the one whose file it was.

use std::fmt;

use crate::board::{Grid, Square};
use crate::games::{BySeat, EndedBy, Fact, Must, Opening, Outcome, OutcomeKind, Own, Pending, Sealed, Seat};

use super::Spy;
use super::network::{Fault, Network};
use super::notation::{Answer, Choice, Item, NoChoice, NoSpan, Question, Span, Value, listed, name, parse_network};
use super::state::{Guesses, Stage, State};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// this seat asks first
    First(Seat),
    /// a question
    Asked(Seat, Span),
    /// an answer
    Answered(Seat, Square, Answer),
    /// a guess was sealed
    Declared(Seat),
    /// a guess made its maker's pending answers void
    Void(Seat),
    /// an open guess
    Guessed(Seat, Network),
    /// no guess, where one was possible
    Declined(Seat),
    /// a sealed guess was opened: what it says, and whether it is right
    Opened(Seat, String, bool),
    /// an open guess was answered
    Judged(Seat, Answer),
    /// a network was shown
    Revealed(Seat, Network),
    /// how the game came out
    Decided(String),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::First(seat) => write!(f, "{seat} asks first"),
            Event::Asked(seat, span) if span.len() == 1 => write!(f, "{seat} asks {span}"),
            Event::Asked(seat, span) => write!(f, "{seat} asks the row {span}"),
            Event::Answered(seat, space, answer) => write!(f, "{seat} answers {}: {answer}", name(*space)),
            Event::Declared(seat) => write!(f, "{seat} makes a guess, sealed"),
            Event::Void(seat) => write!(f, "the question to {seat} is void"),
            Event::Guessed(seat, network) => write!(f, "{seat} guesses {network}"),
            Event::Declined(seat) => write!(f, "{seat} declines to guess"),
            Event::Opened(seat, text, right) => write!(f, "{seat} opens the guess: {text}, {}", if *right { "right" } else { "wrong" }),
            Event::Judged(seat, Answer::Wrong(space)) => write!(f, "the guess of {seat} is wrong: {} is blank", name(*space)),
            Event::Judged(seat, answer) => write!(f, "the guess of {seat} is {answer}"),
            Event::Revealed(seat, network) => write!(f, "the network of {seat} was {network}"),
            Event::Decided(reason) => f.write_str(reason),
        }
    }
}

/// Why a move cannot be made, or an opening cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// It makes no sense.
    #[error("`{0}` cannot be read; ask a space (4C) or a row (4C-4F), guess (`guess` and the corners), or `decline`")]
    Unread(String),
    /// Not as a turn file holds it.
    #[error("`{0}` is not how a turn file writes a move")]
    NotCanonical(String),
    /// A guess without a network.
    #[error("a guess names the corners of the whole network in order, both free ends among them, such as `guess 5F 5D 6D 6A 1A 1G 5G`")]
    NoCorners,
    /// Several spaces that do not make one row.
    #[error("these spaces are not one piece of a row or column; name its two ends, such as 4C-4F")]
    Loose,
    /// Two spaces that are not in line.
    #[error("{} and {} are in different rows and columns; several spaces at once must lie in one", name(*.0), name(*.1))]
    Crooked(Square, Square),
    /// Too many spaces.
    #[error("{0} spaces are too many; 2 to 5 may be asked at once")]
    TooLong(u8),
    /// A space that the field does not have.
    #[error("{} is outside the field of {} rows and {} columns", name(*.0), .1.rows(), .1.cols())]
    Outside(Square, Grid),
    /// No numbered square for a row of this length.
    #[error("{need} spaces at once take a numbered square with {need}; {}", squares_left(.left))]
    NoSquare {
        /// how many spaces were asked
        need: u8,
        /// the squares that are not crossed out
        left: Vec<u8>,
    },
    /// A guess while no round has just ended.
    #[error(
        "a guess is possible only when a round has ended: for {first} in the file that ends it, for {second} instead of the next answer"
    )]
    NoRoundEnded {
        /// who asks first
        first: Seat,
        /// who asks second
        second: Seat,
    },
    /// A question where only a guess will do, or no guess.
    #[error("no more questions now: `guess` and the corners, or `decline`")]
    GuessOrDecline,
    /// A question before the answers.
    #[error("the question asked comes first; instead of answering it only a guess is possible")]
    AnswerFirst,
    /// Nothing to decline.
    #[error("there is no guess to decline; ask a space, such as 4C")]
    NothingToDecline,
    /// A first guess that is not sealed.
    #[error("the guess that is made first is sealed; in the file it is `guess` alone")]
    NotSealed,
    /// It is not this seat that moves.
    #[error("it is not the turn of {0}")]
    NotNow(Seat),
    /// A guess that is no legal network.
    #[error("that is no legal network: {}", sentences(.0))]
    Network(Vec<Fault>),
    /// An opened guess that cannot be read.
    #[error("{0} was sealed with something that is no network: a guess must be one")]
    NoNetwork(Item),
    /// An opening with an impossible value.
    #[error("{0} was opened as something else than `hot` or `blank`; a space is one of the two")]
    NoSuchValue(Item),
    /// An opened item that the sheet does not have.
    #[error("{0} is not on the sheet")]
    NoSuchItem(Item),
}

fn squares_left(left: &[u8]) -> String {
    if left.is_empty() { "all are crossed out: ask a single space".to_owned() } else { format!("left are {}", listed(left)) }
}

fn sentences(faults: &[Fault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}

impl From<NoChoice> for Illegal {
    fn from(no_choice: NoChoice) -> Self {
        match no_choice {
            NoChoice::NoCorners => Illegal::NoCorners,
            NoChoice::NoSpan(NoSpan::Crooked(a, b)) => Illegal::Crooked(a, b),
            NoChoice::NoSpan(NoSpan::TooLong(spaces)) => Illegal::TooLong(spaces),
            NoChoice::Loose => Illegal::Loose,
            NoChoice::Unread(typed) => Illegal::Unread(typed),
        }
    }
}

pub(super) fn pending(state: &State) -> Pending<Spy> {
    match &state.stage {
        Stage::Hiding => Pending::Setup(if state.fields[Seat::OPENER].set_up { Seat::JOINER } else { Seat::OPENER }),
        Stage::Drawing => Pending::Chance { by: Seat::OPENER, draw: First },
        Stage::Asking(seat) | Stage::LastWord(seat) => Pending::Choice(*seat),
        Stage::Answering { seat, left, .. } => match left.front() {
            Some(space) => {
                let question = Question::Space { of: *seat, space: *space };
                Pending::Answer { seat: *seat, question, or_choice: state.may_declare() == Some(*seat) }
            }
            None => Pending::Choice(*seat),
        },
        Stage::Declared { by, .. } => Pending::Choice(by.other()),
        Stage::Judging(guesses) => pending_judgement(state, guesses),
        Stage::Decided { outcome, order } => {
            let owing = order.iter().find(|seat| state.fields[**seat].set_up && state.fields[**seat].shown.is_none());
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
        _ if state.fields[responder].shown.is_none() => Pending::Reveal { seat: responder, result: None },
        (Some(item), _) if guesses.opened.is_none() => {
            Pending::Opening { seat: declarer, must: vec![Must::Show(Sealed { seat: declarer, item: *item })] }
        }
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
        Fact::Chose { seat, choice, sealed, .. } if pending(state).actor() == Some(*seat) => chose(state, *seat, choice, *sealed),
        Fact::Answered { seat, question, answer, .. } => answered(state, *seat, question, *answer),
        Fact::Opened { seat, opened } => opened.iter().flat_map(|opening| unsealed(state, *seat, opening)).collect(),
        Fact::Revealed { seat, secret } => revealed(state, *seat, secret),
        Fact::Resigned(seat) => {
            let winner = seat.other();
            let outcome = Outcome::win(winner, 2, EndedBy::Resignation, format!("{seat} has resigned"));
            decide(state, outcome, winner.other(), None)
        }
        Fact::DrawAgreed => {
            let accepting = pending(state).actor().unwrap_or(Seat::OPENER);
            decide(state, Outcome::draw(2, EndedBy::Agreement, "a draw was agreed"), accepting, None)
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
            decide(state, Outcome::draw(2, EndedBy::Board, reason), seat, Some(Event::Declined(seat)))
        }
        (Choice::Guess(_) | Choice::Decline, Stage::Declared { by, item }) => {
            let response = if let Choice::Guess(Some(network)) = choice { Some(network.clone()) } else { None };
            let event = response.clone().map_or(Event::Declined(seat), |network| Event::Guessed(seat, network));
            state.stage = Stage::Judging(Guesses { by: *by, item: *item, opened: None, response, answered: None });
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
        (Stage::Answering { seat: asked, left, fresh }, Question::Space { space, .. }) if *asked == seat && left.front() == Some(space) => {
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
        (Stage::Judging(guesses), Question::Guess { network, .. }) if guesses.by == seat && guesses.response.as_ref() == Some(network) => {
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

/// A sealed guess is opened; the other's network is public by now. One that is no legal network is wrong.
fn unsealed(state: &mut State, seat: Seat, opening: &Opening<Spy>) -> Vec<Event> {
    let State { options, fields, stage, .. } = &mut *state;
    let Stage::Judging(guesses) = stage else { return Vec::new() };
    if guesses.by != seat || guesses.item != Some(opening.of.item) || opening.of.seat != seat {
        return Vec::new();
    }
    let text = opening.value.to_string();
    let guess = parse_network(&text).filter(|network| network.is_legal(options));
    let right = guess.is_some_and(|guess| fields[seat.other()].shown.as_ref().is_some_and(|network| network.hot() == guess.hot()));
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

fn decide(state: &mut State, outcome: Outcome, shows_first: Seat, event: Option<Event>) -> Vec<Event> {
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
        Pending::Reveal { result: Some(outcome), .. } | Pending::Over(outcome) => Some(Event::Decided(outcome.reason)),
        _ => None,
    }
}

/// "A correct reconstruction counts as a single victory for the player. An incorrect reconstruction counts as a double victory for
/// the opponent."
fn judged(guesses: &Guesses) -> Outcome {
    let (declarer, responder) = (guesses.by, guesses.by.other());
    let declared = Some(guesses.opened.unwrap_or(false));
    let responded = guesses.response.as_ref().map(|_| guesses.answered.unwrap_or(false));
    let points = |own: Option<bool>, other: Option<bool>| u32::from(own == Some(true)) + 2 * u32::from(other == Some(false));
    let of = |seat: Seat| if seat == declarer { points(declared, responded) } else { points(responded, declared) };
    let score = format!("{} to {}", of(declarer), of(responder));
    let reason = match (declared == Some(true), responded) {
        (true, None) => format!("{declarer} has found the network of {responder}"),
        (false, None) => format!("{declarer} has guessed wrong: a double victory for {responder}"),
        (true, Some(true)) => format!("both have guessed right, {score}"),
        (false, Some(false)) => format!("both have guessed wrong, {score}"),
        (true, Some(false)) => format!("{declarer} has guessed right and {responder} wrong: a triple victory"),
        (false, Some(true)) => format!("{responder} has guessed right and {declarer} wrong: a triple victory"),
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

/// What holds if the one who has sealed a guess does not open it to a network, or not at all: the guess counts as wrong.
pub(super) fn unopened(state: &State, seat: Seat) -> Option<Outcome> {
    let by = match &state.stage {
        Stage::Judging(guesses) if guesses.opened.is_none() => guesses.by,
        _ => return None,
    };
    let reason = format!("{by} has not opened the sealed guess to a network: it counts as wrong, a double victory for {}", by.other());
    let mut outcome = Outcome::win(by.other(), 2, EndedBy::Breach, reason);
    outcome.points[by.other()] = 2;
    (by == seat).then_some(outcome)
}

pub(super) fn check(state: &State, seat: Seat, choice: &Choice) -> Result<(), Illegal> {
    if pending(state).actor() != Some(seat) {
        return Err(Illegal::NotNow(seat));
    }
    match choice {
        Choice::Ask(span) => check_ask(state, seat, *span),
        Choice::Guess(network) => check_guess(state, seat, network.as_ref()),
        Choice::Decline if matches!(state.stage, Stage::LastWord(_) | Stage::Declared { .. }) => Ok(()),
        Choice::Decline => Err(Illegal::NothingToDecline),
    }
}

fn check_ask(state: &State, seat: Seat, span: Span) -> Result<(), Illegal> {
    match state.stage {
        Stage::Asking(_) => {}
        Stage::LastWord(_) | Stage::Declared { .. } => return Err(Illegal::GuessOrDecline),
        _ => return Err(Illegal::AnswerFirst),
    }
    if let Some(outside) = span.ends().into_iter().find(|space| !state.options.grid.contains(*space)) {
        return Err(Illegal::Outside(outside, state.options.grid));
    }
    let left = &state.fields[seat.other()].rows_left;
    if span.len() > 1 && !left.contains(&span.len()) {
        return Err(Illegal::NoSquare { need: span.len(), left: left.clone() });
    }
    Ok(())
}

/// A guess that is no network is called that first of all: instead of an answer a faulty one is not even tried.
fn check_guess(state: &State, seat: Seat, network: Option<&Network>) -> Result<(), Illegal> {
    let faults = network.map_or_else(Vec::new, |network| network.faults(&state.options));
    let declares = state.may_declare() == Some(seat);
    let responds = matches!(state.stage, Stage::Declared { .. });
    if !faults.is_empty() {
        return Err(Illegal::Network(faults));
    }
    if !declares && !responds {
        let first = state.first.unwrap_or(Seat::OPENER);
        return Err(Illegal::NoRoundEnded { first, second: first.other() });
    }
    if responds && network.is_none() { Err(Illegal::NoCorners) } else { Ok(()) }
}

/// A move as a file holds it: a guess that is declared hides its corners, any other shows them.
pub(super) fn check_form(state: &State, choice: &Choice) -> Result<(), Illegal> {
    match choice {
        Choice::Guess(Some(_)) if state.may_declare().is_some() => Err(Illegal::NotSealed),
        Choice::Guess(None) if state.may_declare().is_none() => Err(Illegal::NoCorners),
        _ => Ok(()),
    }
}

pub(super) fn conceal(state: &State, choice: Choice, number: u32) -> (Choice, Option<(Item, Value)>) {
    match choice {
        Choice::Guess(Some(network)) if state.may_declare().is_some() => {
            (Choice::Guess(None), Some((Item::Guess(number), Value::Guess(network.to_string()))))
        }
        _ => (choice, None),
    }
}

pub(super) fn concealed(state: &State, choice: &Choice, number: u32) -> Option<Item> {
    (matches!(choice, Choice::Guess(None)) && state.may_declare().is_some()).then_some(Item::Guess(number))
}

pub(super) fn truth(state: &State, known: &[&Own<Spy>], question: &Question) -> Option<Answer> {
    let (Question::Space { of, .. } | Question::Guess { of, .. }) = question;
    let hot = known.iter().find(|own| own.seat == *of)?.secret.hot();
    Some(match question {
        Question::Space { space, .. } if hot.contains(*space) => Answer::Hot,
        Question::Space { space, .. } if state.around(*space).iter().any(|beside| hot.contains(beside)) => Answer::Warm,
        Question::Space { .. } => Answer::Cold,
        // Both networks cover as many spaces, so a wrong one covers a blank one.
        Question::Guess { network, .. } => network.hot().minus(hot).iter().next().map_or(Answer::Right, Answer::Wrong),
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
    let through = network.lines().zip(network.lengths()).filter(|((from, to), _)| Network::new(vec![*from, *to]).hot().contains(*space));
    let lengths: Vec<String> = through.map(|(_, length)| length.to_string()).collect();
    Some(match lengths.as_slice() {
        [one] => format!("the {one}-unit line runs through it"),
        _ => format!("lines of {} units meet in it", lengths.join(" and ")),
    })
}

/// What proves an answer at once. HOT opens the space; COLD the space and its neighbours; of WARM only the space can be opened. A guess that is
/// right opens all its spaces, a wrong one its first blank space.
pub(super) fn opens_for_answer(state: &State, seat: Seat, question: &Question, answer: Answer) -> Vec<Must<Spy>> {
    let be = |space: Square, value: Value| Must::Be(Opening { of: Sealed { seat, item: Item::Space(space) }, value });
    match (question, answer) {
        (Question::Space { space, .. }, Answer::Hot) => vec![be(*space, Value::Hot)],
        (Question::Space { space, .. }, Answer::Warm) => vec![be(*space, Value::Blank)],
        (Question::Space { space, .. }, Answer::Cold) => state.around(*space).iter().map(|one| be(one, Value::Blank)).collect(),
        (Question::Guess { network, .. }, Answer::Right) => network.hot().iter().map(|one| be(one, Value::Hot)).collect(),
        (Question::Guess { network, .. }, Answer::Wrong(space)) if network.hot().contains(space) => vec![be(space, Value::Blank)],
        _ => vec![never(seat)],
    }
}

/// Something that nobody can open, for an answer that cannot be: no turn has the number 0, so nothing is sealed under it.
fn never(seat: Seat) -> Must<Spy> {
    Must::Be(Opening { of: Sealed { seat, item: Item::Guess(0) }, value: Value::Blank })
}

pub(super) fn check_opening(state: &State, opening: &Opening<Spy>) -> Result<(), Illegal> {
    let item = opening.of.item;
    match (item, &opening.value) {
        (Item::Space(space), _) if !state.options.grid.contains(space) => Err(Illegal::NoSuchItem(item)),
        (Item::Space(_), Value::Hot | Value::Blank) => Ok(()),
        (Item::Space(_), Value::Guess(_)) => Err(Illegal::NoSuchValue(item)),
        (Item::Guess(_), value) => {
            let network = parse_network(&value.to_string()).ok_or(Illegal::NoNetwork(item))?;
            let faults = network.faults(&state.options);
            if faults.is_empty() { Ok(()) } else { Err(Illegal::Network(faults)) }
        }
    }
}

/// May this seat show its network now?
pub(super) fn may_reveal(state: &State, seat: Seat) -> bool {
    match pending(state) {
        Pending::Reveal { seat: owing, .. } => owing == seat,
        Pending::Over(_) => true,
        _ => false,
    }
}
