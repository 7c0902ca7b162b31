//! The course of the game, file by file, after both players have hidden their networks.
//!
//! Section 11 of the protocol has a table of every case. If the second player guesses instead of
//! answering a question, the question is void. The declared guess needs no answer: when it is
//! opened, the other player's network is already public. The responding player gives nothing away
//! by revealing the network first, because the sealed guess can't change anymore.

use std::collections::{BTreeMap, VecDeque};

use super::guesses::Guesses;
use super::legal::{self, Illegal};
use super::moves::{Move, Span};
use super::network::Network;
use super::notation::{name, parse_network};
use super::options::Options;
use super::search::Constraint;
use super::spaces::Spaces;
use super::words::{Answer, Item, Question, Value};
use super::{Shown, Spy};
use crate::board::{Direction, Square};
use crate::rules::{
    BySeat, Due, EndedBy, Never, Numbers, Open, Opening, Outcome, Position, Seat, Step,
};

/// The public position.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    pub(super) fields: BySeat<Field>,
    /// Seat that asks first; `None` until chance has decided.
    pub(super) first: Option<Seat>,
    /// Round of the last question; 0 before the first question.
    pub(super) round: u32,
    /// Last question, and the seat with the field that the question is about.
    question: Option<(Seat, Span)>,
    pub(super) stage: Stage,
    pub(super) outcome: Option<Outcome>,
}

/// Public knowledge about one seat's field.
#[derive(Clone, Default, Debug)]
pub(super) struct Field {
    /// Answers about the field so far.
    pub(super) answers: BTreeMap<Square, Answer>,
    pub(super) hot: Spaces,
    pub(super) blank: Spaces,
    /// Numbered squares that the opponent can still use to ask about a row of spaces in this field,
    /// in ascending order.
    pub(super) rows_left: Vec<u8>,
}

/// Stage of the game.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// This seat asks. The first player may guess instead after a round has ended.
    Asking(Seat),
    /// This seat answers.
    Answering {
        seat: Seat,
        /// Spaces that the seat hasn't answered yet.
        left: VecDeque<Square>,
        /// Whether all questions in the opponent's last file are still unanswered.
        fresh: bool,
    },
    /// All rounds are over: this seat guesses or declines.
    LastWord(Seat),
    /// One seat has declared and sealed a guess: the other seat guesses or declines.
    Declared { by: Seat, item: Item },
    /// The other seat has guessed or declined: the guesses are opened and judged.
    Judging(Guesses),
}

impl State {
    pub(super) fn new(options: &Options) -> Self {
        let field = Field { rows_left: options.multi.clone(), ..Field::default() };
        State {
            options: options.clone(),
            fields: BySeat::from_fn(2, |_| field.clone()),
            first: None,
            round: 0,
            question: None,
            stage: Stage::Asking(Seat::OPENER),
            outcome: None,
        }
    }

    /// Returns the seat that makes the next file; `None` before and after the game.
    pub(super) fn writer(&self) -> Option<Seat> {
        match self.due() {
            Due::Move(seat)
            | Due::Reveal(seat)
            | Due::Open { seat, .. }
            | Due::Answer { seat, .. } => Some(seat),
            Due::First | Due::Roll { .. } | Due::Over(_) => None,
        }
    }

    /// Whether this seat asks second in each round.
    pub(super) fn is_second(&self, seat: Seat) -> bool {
        self.first.is_some_and(|first| first != seat)
    }

    /// Returns the seat that may declare a guess in this position. Rule: "At the end of any round
    /// either or both players may try": the first player may do so in the file that ends the round,
    /// the second player instead of answering the next question.
    pub(super) fn may_declare(&self) -> Option<Seat> {
        match self.stage {
            Stage::Asking(seat) if !self.is_second(seat) && self.round >= 1 => Some(seat),
            Stage::Answering { seat, fresh: true, .. }
                if self.is_second(seat) && self.round >= 2 =>
            {
                Some(seat)
            }
            Stage::LastWord(seat) => Some(seat),
            _ => None,
        }
    }

    /// Returns all public facts about a seat's network while the network is hidden.
    pub(super) fn constraint(&self, seat: Seat) -> Constraint {
        let field = &self.fields[seat];
        let warm = field.answers.iter().filter(|(_, answer)| **answer == Answer::Warm);
        let warm = warm.map(|(space, _)| *space).collect();
        Constraint { hot: field.hot, blank: field.blank, warm }
    }

    /// Returns the spaces of a field that aren't publicly hot or blank.
    pub(super) fn unknown(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let known = self.fields[seat].hot.union(self.fields[seat].blank);
        self.options.grid.squares().filter(move |space| !known.contains(*space))
    }

    /// Returns the spaces of a field to ask about: those that aren't publicly hot or blank or, if
    /// there are none, those that no question was about.
    pub(super) fn worth_asking(&self, seat: Seat) -> Vec<Square> {
        let unknown: Vec<Square> = self.unknown(seat).collect();
        if unknown.is_empty() {
            let answers = &self.fields[seat].answers;
            return self.options.grid.squares().filter(|one| !answers.contains_key(one)).collect();
        }
        unknown
    }

    /// Returns the spaces that the answer `cold` describes: the asked space and its neighbors.
    pub(super) fn around(&self, space: Square) -> Spaces {
        let grid = self.options.grid;
        let beside = grid.neighbours(space, &Direction::STRAIGHT);
        beside.chain([space]).filter(|one| grid.contains(*one)).collect()
    }

    /// Returns the spaces of this seat's field that the current question asks about. A question is
    /// current until the file with its answers is finished.
    pub(super) fn asked_now(&self, seat: Seat) -> Spaces {
        let (Some((of, span)), None) = (self.question, &self.outcome) else { return Spaces::EMPTY };
        let (Stage::Answering { seat: writer, .. }
        | Stage::Asking(writer)
        | Stage::LastWord(writer)) = self.stage
        else {
            return Spaces::EMPTY;
        };
        if of == seat && writer == seat { span.spaces().collect() } else { Spaces::EMPTY }
    }

    fn moved(&mut self, seat: Seat, mv: &Move, sealed: Option<Item>) -> Vec<String> {
        match (mv, &self.stage) {
            (Move::Ask(span), Stage::Asking(_)) => vec![self.ask(seat, *span)],
            (Move::Guess(_), _) if self.may_declare() == Some(seat) => {
                let Some(item) = sealed else { return Vec::new() };
                let void = matches!(self.stage, Stage::Answering { .. });
                let instead = if void { " instead of answering the last question" } else { "" };
                let other = seat.other();
                self.stage = Stage::Declared { by: seat, item };
                vec![
                    format!("{seat} seals a guess of {other}'s network{instead}"),
                    format!("{other} must now guess {seat}'s network or decline"),
                ]
            }
            (Move::Decline, Stage::LastWord(_)) => self.decline(seat),
            (Move::Guess(_) | Move::Decline, &Stage::Declared { by, item }) => {
                let response = if let Move::Guess(network) = mv { network.clone() } else { None };
                let event = match &response {
                    Some(network) => format!("{seat} guesses {network}"),
                    None => format!("{seat} declines to guess"),
                };
                self.stage = Stage::Judging(Guesses {
                    by,
                    item,
                    response,
                    revealed: false,
                    opened: None,
                    answered: None,
                });
                vec![event]
            }
            _ => Vec::new(),
        }
    }

    fn ask(&mut self, seat: Seat, span: Span) -> String {
        let answerer = seat.other();
        let rows = &mut self.fields[answerer].rows_left;
        if let Some(at) = rows.iter().position(|square| *square == span.len()) {
            rows.remove(at);
        }
        if !self.is_second(seat) {
            self.round = self.round.saturating_add(1);
        }
        self.question = Some((answerer, span));
        self.stage =
            Stage::Answering { seat: answerer, left: span.spaces().collect(), fresh: true };
        format!("{seat} asks about {span}")
    }

    /// Records that this seat declines. If the first player declines, the second player may still
    /// guess. If the second player declines too, the game ends.
    fn decline(&mut self, seat: Seat) -> Vec<String> {
        let mut events = vec![format!("{seat} declines to guess")];
        if self.is_second(seat) {
            let reason = format!("all {} rounds are over and no one has guessed", self.round);
            events.push(reason.clone());
            self.end(Outcome::draw(2, EndedBy::Board, reason));
        } else {
            self.stage = Stage::LastWord(seat.other());
        }
        events
    }

    fn take_answer(&mut self, seat: Seat, space: Square, answer: Answer) -> Option<String> {
        let around = self.around(space);
        let Stage::Answering { seat: answerer, left, fresh } = &mut self.stage else { return None };
        if *answerer != seat || left.front() != Some(&space) {
            return None;
        }
        left.pop_front();
        *fresh = false;
        if left.is_empty() {
            let ends_round = self.first == Some(seat);
            let last = ends_round && self.round >= self.options.max_rounds;
            self.stage = if last { Stage::LastWord(seat) } else { Stage::Asking(seat) };
        }
        self.fields[seat].tell(space, answer, around);
        Some(format!("{seat} answers {}: {answer}", name(space)))
    }

    fn judged(&mut self, seat: Seat, network: &Network, answer: Answer) -> Vec<String> {
        match &mut self.stage {
            Stage::Judging(guesses)
                if guesses.by == seat && guesses.response.as_ref() == Some(network) =>
            {
                guesses.answered = Some(answer == Answer::Right);
            }
            _ => return Vec::new(),
        }
        let (field, other) = (&mut self.fields[seat], seat.other());
        let event = if let Answer::Wrong(space) = answer {
            field.blank.insert(space);
            format!("{other}'s guess is wrong: no line runs through {}", name(space))
        } else {
            field.hot = field.hot.union(network.hot());
            format!("{other}'s guess is {answer}")
        };
        [event].into_iter().chain(self.settled()).collect()
    }

    /// Judges the sealed guess when it is opened; the opponent's network is public by then. A guess
    /// that isn't a legal network is wrong.
    fn unsealed(&mut self, opening: &Opening<Spy>, shown: &Shown) -> Vec<String> {
        let Stage::Judging(guesses) = &mut self.stage else { return Vec::new() };
        let seat = guesses.by;
        if opening.of.seat != seat || opening.of.item != guesses.item {
            return Vec::new();
        }
        let text = opening.value.to_string();
        let guess = parse_network(&text).filter(|guess| guess.is_legal(&self.options));
        let network = shown.setup(seat.other());
        let right = guess.zip(network).is_some_and(|(guess, network)| guess.hot() == network.hot());
        guesses.opened = Some(right);
        let event = format!("{seat}'s sealed guess was {text} ({})", right_or_wrong(right));
        [event].into_iter().chain(self.settled()).collect()
    }

    /// Ends the game if all guesses are judged, and returns the reason.
    fn settled(&mut self) -> Option<String> {
        let Stage::Judging(guesses) = &self.stage else { return None };
        let outcome = guesses.over()?;
        let reason = outcome.reason.clone();
        self.end(outcome);
        Some(reason)
    }
}

impl Position<Spy> for State {
    fn due(&self) -> Due<Spy> {
        if let Some(outcome) = &self.outcome {
            return Due::Over(outcome.clone());
        }
        if self.first.is_none() {
            return Due::First;
        }
        match &self.stage {
            Stage::Asking(seat) | Stage::LastWord(seat) => Due::Move(*seat),
            Stage::Answering { seat, left, .. } => match left.front() {
                Some(space) => {
                    let question = Question::Space { of: *seat, space: *space };
                    let or_move = self.may_declare() == Some(*seat);
                    Due::Answer { seat: *seat, question, or_move }
                }
                None => Due::Move(*seat),
            },
            Stage::Declared { by, .. } => Due::Move(by.other()),
            Stage::Judging(guesses) => guesses.due(),
        }
    }

    fn asked(&self) -> Option<String> {
        let (_, span) = self.question.as_ref()?;
        matches!(self.stage, Stage::Answering { .. }).then(|| span.to_string())
    }

    fn apply(&mut self, step: &Step<Spy>, shown: &Shown) -> Vec<String> {
        match step {
            Step::First(seat) if self.first.is_none() => {
                self.first = Some(*seat);
                self.stage = Stage::Asking(*seat);
                Vec::new()
            }
            Step::Moved { seat, mv, sealed } if self.writer() == Some(*seat) => {
                self.moved(*seat, mv, *sealed)
            }
            Step::Answered { question: Question::Space { of, space }, answer, .. } => {
                self.take_answer(*of, *space, *answer).into_iter().collect()
            }
            Step::Answered { question: Question::Guess { of, network }, answer, .. } => {
                self.judged(*of, network, *answer)
            }
            Step::Opened { opened, .. } => {
                opened.iter().flat_map(|opening| self.unsealed(opening, shown)).collect()
            }
            Step::Revealed(seat) => {
                if let Stage::Judging(guesses) = &mut self.stage {
                    guesses.revealed |= guesses.by != *seat;
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn roll(&self, roll: &Never, _numbers: &mut dyn Numbers) -> Never {
        *roll
    }

    fn check(&self, seat: Seat, mv: &Move, _shown: &Shown) -> Result<(), Illegal> {
        legal::check(self, seat, mv)
    }

    fn is_answer(&self, question: &Question, answer: &Answer) -> bool {
        let of_space = matches!(answer, Answer::Hot | Answer::Warm | Answer::Cold);
        let off = matches!(answer, Answer::Wrong(space) if !self.options.grid.contains(*space));
        of_space == matches!(question, Question::Space { .. }) && !off
    }

    /// HOT opens the space; COLD opens the space and its neighbors; WARM opens only the space.
    /// RIGHT opens all spaces of the guess; WRONG opens the first space of the guess that is blank.
    fn opens_for_answer(&self, question: &Question, answer: &Answer) -> Vec<Open<Spy>> {
        let seat = question.of();
        let open = |space, value| Open::is(seat, Item::Space(space), value);
        match (question, answer) {
            (Question::Space { space, .. }, Answer::Hot) => vec![open(*space, Value::Hot)],
            (Question::Space { space, .. }, Answer::Warm) => vec![open(*space, Value::Blank)],
            (Question::Space { space, .. }, Answer::Cold) => {
                self.around(*space).iter().map(|one| open(one, Value::Blank)).collect()
            }
            (Question::Guess { network, .. }, Answer::Right) => {
                network.hot().iter().map(|one| open(one, Value::Hot)).collect()
            }
            (Question::Guess { network, .. }, Answer::Wrong(space))
                if network.hot().contains(*space) =>
            {
                vec![open(*space, Value::Blank)]
            }
            // For an impossible answer, demand an opening that cannot exist (`Guess(0)`), so that
            // readers of the turn reject it.
            _ => vec![Open::is(seat, Item::Guess(0), Value::Blank)],
        }
    }

    fn check_opening(&self, opening: &Opening<Spy>, _shown: &Shown) -> Result<(), Illegal> {
        let item = opening.of.item;
        match (item, &opening.value) {
            (Item::Space(space), _) if !self.options.grid.contains(space) => {
                Err(Illegal::NoSuchItem(item))
            }
            (Item::Space(_), Value::Hot | Value::Blank) => Ok(()),
            (Item::Space(_), Value::Guess(_)) => Err(Illegal::NoSuchValue(item)),
            (Item::Guess(_), value) => {
                let network = parse_network(&value.to_string()).ok_or(Illegal::NoNetwork(item))?;
                let faults = network.faults(&self.options);
                if faults.is_empty() { Ok(()) } else { Err(Illegal::Network(faults)) }
            }
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}

impl Field {
    fn tell(&mut self, space: Square, answer: Answer, around: Spaces) {
        match answer {
            Answer::Hot => self.hot.insert(space),
            Answer::Warm => self.blank.insert(space),
            Answer::Cold => self.blank = self.blank.union(around),
            Answer::Right | Answer::Wrong(_) => return,
        }
        self.answers.insert(space, answer);
    }
}

/// Describes whether a guess is right.
pub(super) fn right_or_wrong(right: bool) -> &'static str {
    if right { "right" } else { "wrong" }
}
