//! The course of the game: calls in turn, their results, callers who are out, and the end.

use std::collections::BTreeMap;

use super::call::{Answer, Illegal, Question, Reply};
use super::caller::Caller;
use super::chart::Dot;
use super::end::{End, comes_of_it};
use super::setup::Holding;
use super::{CHECKER, GameBox, HITS_TO_WIN, Options, Shown};
use crate::rules::{
    Due, EndedBy, Forfeits, Knowledge, Known, Leaving, Never, Numbers, Open, Opening, Outcome,
    OutcomeKind, Position, Seat, Step,
};

/// A game is a draw after this number of consecutive rounds without a new result.
pub(super) const QUIET_ROUNDS: u32 = 3;

/// Public knowledge about a called dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DotState {
    Empty,
    /// A gun, which stays for the whole game.
    Gun,
    /// The dot had a house that `by` has hit, so the house has been removed.
    Removed {
        by: Seat,
    },
}

impl DotState {
    /// Returns the state of a dot after its first call gets this answer.
    fn after(answer: Answer, by: Seat) -> DotState {
        match answer {
            Answer::Miss => DotState::Empty,
            Answer::Gun => DotState::Gun,
            Answer::Hit => DotState::Removed { by },
        }
    }

    /// Returns the answer to every later call of this dot.
    fn answer(self) -> Answer {
        match self {
            DotState::Gun => Answer::Gun,
            DotState::Empty | DotState::Removed { .. } => Answer::Miss,
        }
    }
}

/// The public position.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    /// Dots that have been called.
    pub(super) called_dots: BTreeMap<Dot, DotState>,
    /// Callers by seat, starting at seat 1.
    callers: Vec<Caller>,
    /// The caller whose turn it is, the caller who is waiting for an answer, or the caller who has
    /// left.
    pub(super) turn: Seat,
    /// The open question to the Checker, if there is one.
    pub(super) question: Option<Question>,
    pub(super) outcome: Option<Outcome>,
}

impl State {
    pub(super) fn new(options: &Options, seats: u8) -> State {
        State {
            options: options.clone(),
            called_dots: BTreeMap::new(),
            callers: vec![Caller::default(); usize::from(seats.saturating_sub(1))],
            turn: Seat(1),
            question: None,
            outcome: None,
        }
    }

    /// Returns the public knowledge about a dot; `None` if no one has called it.
    pub(super) fn known(&self, dot: Dot) -> Option<DotState> {
        self.called_dots.get(&dot).copied()
    }

    /// Returns the dots for which `is` returns true, in the order of the chart.
    pub(super) fn dots_where(&self, mut is: impl FnMut(Option<DotState>) -> bool) -> Vec<Dot> {
        self.options.chart.dots().filter(|dot| is(self.known(*dot))).collect()
    }

    /// Returns the answer to a call; `None` if it follows neither from earlier calls nor from the
    /// setups in `known`.
    fn answer_to(&self, dot: Dot, known: Known<'_, GameBox>) -> Option<Answer> {
        let sealed = || known.of(CHECKER).map(|own| own.setup.at(dot).into());
        self.known(dot).map(DotState::answer).or_else(sealed)
    }

    /// Returns the call that awaits an answer, if there is one.
    pub(super) fn called_now(&self) -> Option<Dot> {
        match self.question {
            Some(Question::Call(dot)) => Some(dot),
            Some(Question::Leaving) | None => None,
        }
    }

    /// Returns an example call: a dot that no one has called, in a different part of the chart each
    /// time. If there is no such dot, a dot without a gun.
    pub(super) fn example(&self) -> Option<Dot> {
        let fresh = self.dots_where(|known| known.is_none());
        let harmless = || self.dots_where(|known| known != Some(DotState::Gun)).first().copied();
        let at = fresh.len() / 5 * 2 + self.called_dots.len() * 29;
        fresh.get(at % fresh.len().max(1)).copied().or_else(harmless)
    }

    /// Returns the callers with their counters, in the order of the seats.
    pub(super) fn callers(&self) -> impl Iterator<Item = (Seat, &Caller)> {
        (1..).map(Seat).zip(&self.callers)
    }

    /// Returns the number of houses that haven't been hit.
    pub(super) fn houses_left(&self) -> usize {
        let removed = |known: &&DotState| matches!(known, DotState::Removed { .. });
        self.options.houses.saturating_sub(self.called_dots.values().filter(removed).count())
    }

    /// Returns the number of guns that haven't been called.
    pub(super) fn guns_left(&self) -> usize {
        let guns = self.called_dots.values().filter(|known| **known == DotState::Gun);
        self.options.guns.saturating_sub(guns.count())
    }

    /// Returns the number of consecutive complete rounds without a new result.
    pub(super) fn quiet_rounds(&self) -> u32 {
        self.active().map(|(_, caller)| caller.quiet).min().unwrap_or(0)
    }

    /// Returns the callers who aren't out, in the order in which they call. The current caller
    /// comes first.
    pub(super) fn order(&self) -> Vec<Seat> {
        let seats: Vec<Seat> = self.active().map(|(seat, _)| seat).collect();
        let (before, from): (Vec<Seat>, Vec<Seat>) =
            seats.into_iter().partition(|seat| *seat < self.turn);
        from.into_iter().chain(before).collect()
    }

    fn active(&self) -> impl Iterator<Item = (Seat, &Caller)> {
        self.callers().filter(|(_, caller)| caller.out.is_none())
    }

    fn caller_mut(&mut self, seat: Seat) -> Option<&mut Caller> {
        self.callers.get_mut(seat.index().checked_sub(1)?)
    }

    /// Applies an answer: HIT removes the house and earns a red counter; GUN costs a bomb; MISS
    /// earns a black counter. Then it is the next caller's turn.
    fn answered(&mut self, dot: Dot, said: Answer) -> Vec<String> {
        self.question = None;
        let by = self.turn;
        let before = self.known(dot);
        // If the answer is already public, use the public answer, so that a false answer can't
        // award a hit.
        let answer = before.map_or(said, DotState::answer);
        self.called_dots.entry(dot).or_insert(DotState::after(answer, by));
        let nothing_new = before.is_some() && answer == Answer::Miss;
        if !nothing_new {
            self.callers.iter_mut().for_each(|caller| caller.quiet = 0);
        }
        let miss_limit = self.options.miss_limit;
        let Some(caller) = self.caller_mut(by) else { return Vec::new() };
        caller.quiet += u32::from(nothing_new);
        let (count, out) = caller.mark(answer, miss_limit);
        let comes_of_it = comes_of_it(answer, count, before, out.is_some());
        let mut events = vec![format!("{by} calls {dot}: {answer}{comes_of_it}")];
        self.pass_on();
        let quiet = End::Draw("three whole rounds in a row had only misses on known dots");
        let quiet = (self.quiet_rounds() >= QUIET_ROUNDS).then_some(quiet);
        if let Some(end) = self.decided().or(quiet) {
            events.extend(end.sentence());
            self.end(end.outcome(self.seats(), EndedBy::Board));
        }
        events
    }

    /// Removes a caller who has left. Ends the game if the caller's leaving decides the game.
    fn called_out(&mut self) -> Vec<String> {
        self.question = None;
        let by = self.turn;
        self.pass_on();
        let mut events = vec![format!("{by} is out")];
        if let Some(end) = self.decided() {
            events.extend(end.sentence());
            self.end(end.outcome(self.seats(), EndedBy::Resignation));
        }
        events
    }

    /// Rule: "The next player calls". Callers who are out are skipped.
    fn pass_on(&mut self) {
        let order = self.order();
        if let Some(next) = order.iter().find(|seat| **seat != self.turn).or(order.first()) {
            self.turn = *next;
        }
    }

    /// Returns how the game ends if a caller has won or no caller can win anymore; otherwise
    /// `None`.
    fn decided(&self) -> Option<End> {
        let active: Vec<(Seat, u32)> =
            self.active().map(|(seat, caller)| (seat, caller.hits)).collect();
        if let Some((winner, _)) = active.iter().find(|(_, hits)| *hits >= HITS_TO_WIN) {
            return Some(End::ThreeHits(*winner));
        }
        let left = u32::try_from(self.houses_left()).unwrap_or(u32::MAX);
        let too_few = |(_, hits): &(Seat, u32)| hits.saturating_add(left) < HITS_TO_WIN;
        match active.as_slice() {
            [] => Some(End::Draw("every caller is out")),
            [(last, _)] if self.options.last_survivor_wins => Some(End::LastLeft(*last)),
            callers if callers.iter().all(too_few) => {
                Some(End::Draw("no caller can still reach three hits"))
            }
            _ => None,
        }
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.callers.len() + 1).unwrap_or(u8::MAX)
    }
}

impl Position<GameBox> for State {
    fn due(&self) -> Due<GameBox> {
        match (&self.outcome, self.question) {
            (Some(outcome), _) => Due::Over(outcome.clone()),
            (None, Some(question)) => Due::Answer { seat: CHECKER, question, or_move: false },
            (None, None) => Due::Move(self.turn),
        }
    }

    fn question_words(&self, question: &Question) -> String {
        match question {
            Question::Call(dot) => dot.to_string(),
            Question::Leaving => format!("{} has left the game", self.turn),
        }
    }

    fn apply(&mut self, step: &Step<GameBox>, shown: &Shown) -> Vec<String> {
        match step {
            Step::Moved { seat, mv, .. }
                if self.due() == Due::Move(*seat) && self.check(*seat, mv, shown).is_ok() =>
            {
                self.question = Some(Question::Call(*mv));
                Vec::new()
            }
            Step::Answered { question, answer, .. } if self.question == Some(*question) => {
                match (*question, *answer) {
                    (Question::Call(dot), Reply::Call(answer)) => self.answered(dot, answer),
                    (Question::Leaving, _) => self.called_out(),
                    (Question::Call(_), Reply::Out) => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.question = None;
    }

    fn roll(&self, roll: &Never, _numbers: &mut dyn Numbers) -> Never {
        *roll
    }

    /// Accepts any dot on the chart. Rule: dots may be called "no matter how many times".
    fn check(&self, _seat: Seat, mv: &Dot, _shown: &Shown) -> Result<(), Illegal> {
        let chart = self.options.chart;
        if chart.contains(*mv) {
            return Ok(());
        }
        Err(Illegal::OffChart { dot: *mv, chart: chart.to_string() })
    }

    fn is_answer(&self, question: &Question, answer: &Reply) -> bool {
        !matches!((question, answer), (Question::Call(_), Reply::Out))
    }

    /// Returns the opening of the called dot. If the dot is already open, a true answer opens
    /// nothing; a false answer demands an opening that contradicts the earlier opening.
    fn opens_for_answer(&self, question: &Question, answer: &Reply) -> Vec<Open<GameBox>> {
        let (Question::Call(dot), Reply::Call(answer)) = (*question, *answer) else {
            return Vec::new();
        };
        let value = match (self.known(dot), answer) {
            (Some(known), answer) if known.answer() == answer => return Vec::new(),
            // A removed house has already been opened as a house. Demand an opening as empty,
            // because it contradicts the earlier opening.
            (Some(DotState::Removed { .. }), Answer::Hit) => Holding::Empty,
            (_, answer) => answer.holding(),
        };
        vec![Open::is(CHECKER, dot, value)]
    }

    fn check_opening(&self, opening: &Opening<GameBox>, shown: &Shown) -> Result<(), Illegal> {
        self.check(opening.of.seat, &opening.of.item, shown)
    }
}

impl Forfeits<GameBox> for State {
    fn plays_on_without(&self, seat: Seat) -> bool {
        seat != CHECKER
    }

    /// Callers can't remove each other, because any caller could withhold a turn from the Checker.
    fn may_claim(&self, by: Seat, late: Seat) -> Result<(), String> {
        let is_in = |seat| self.active().any(|(caller, _)| caller == seat);
        if late != CHECKER && by != CHECKER {
            Err(format!("only {CHECKER} can remove a caller"))
        } else if by != CHECKER && !is_in(by) {
            Err(format!("{by} is out"))
        } else {
            Ok(())
        }
    }

    /// A caller who leaves is out, and the other players continue after the Checker has replied. If
    /// the Checker leaves, the game is void.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Option<Outcome> {
        if seat == CHECKER {
            let reason = format!("{CHECKER} resigned, and without a Checker the game is void");
            return Some(Outcome::void(self.seats(), EndedBy::Resignation, reason));
        }
        let caller = self.caller_mut(seat).filter(|caller| caller.out.is_none())?;
        caller.out = Some(why.into());
        if seat != self.turn || self.outcome.is_some() {
            return None;
        }
        if why == Leaving::Late {
            self.pass_on();
            return self.decided().map(|end| end.outcome(self.seats(), EndedBy::Claim));
        }
        self.question = Some(Question::Leaving);
        None
    }

    /// A win stands no matter what the Checker reveals, because every answer has been proved. A
    /// game without a winner doesn't stand.
    fn stands_despite(&self, _seat: Seat) -> Option<Outcome> {
        self.outcome.clone().filter(|outcome| outcome.kind == OutcomeKind::Win)
    }
}

impl Knowledge<GameBox> for State {
    /// Returns the answer that the contents of the dot give; MISS if the house on it has been
    /// removed.
    fn truth(&self, question: &Question, known: Known<'_, GameBox>) -> Option<Reply> {
        let Question::Call(dot) = question else { return Some(Reply::Out) };
        self.answer_to(*dot, known).map(Reply::Call)
    }

    fn because(&self, question: &Question, known: Known<'_, GameBox>) -> Option<String> {
        let Question::Call(dot) = question else { return Some(format!("{} has left", self.turn)) };
        if let Some(DotState::Removed { by }) = self.known(*dot) {
            return Some(format!("{by} hit the house there"));
        }
        Some(match self.answer_to(*dot, known)? {
            Answer::Hit => format!("a house is on {dot}"),
            Answer::Gun => format!("a gun is on {dot}"),
            Answer::Miss => format!("{dot} is empty"),
        })
    }
}
