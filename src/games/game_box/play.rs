//! The course of play: calls in turn, what they bring, who is out, and how it ends.

use super::chart::{Chart, Dot};
use super::setup::Layout;
use super::words::{Answer, Draw, Event, Holding, Illegal, Known, Out};
use super::{CHECKER, GameBox, Options};
use crate::games::{
    EndedBy, Fact, Must, Opening, Outcome, OutcomeKind, Own, Pending, Sealed, Seat,
};

/// "The first player to score three hits wins."
pub const HITS_TO_WIN: u32 = 3;
/// "No player can afford to lose more than two bombs. If he should lose three he is automatically
/// out of the game."
pub const BOMBS_TO_LOSE: u32 = 3;
/// Rounds without anything new after which a game is a draw (reconstructed).
pub const QUIET_ROUNDS: u32 = 3;

/// A caller's counters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caller {
    /// red counters on the card: houses hit
    pub hits: u32,
    /// red counters handed back: bombs lost to guns
    pub lost: u32,
    /// black counters on the card
    pub misses: u32,
    /// calls since anybody's last call that brought something new
    pub quiet: u32,
    /// whether and why the caller calls no more
    pub out: Option<Out>,
}

impl Caller {
    /// Marks an answer on the card: how many of its kind there are now, and whether that puts the
    /// caller out.
    fn mark(&mut self, answer: Answer, miss_limit: Option<u32>) -> (u32, Option<Out>) {
        let (counter, limit, out) = match answer {
            Answer::Miss => (&mut self.misses, miss_limit, Some(Out::Misses)),
            Answer::Hit => (&mut self.hits, None, None),
            Answer::Gun => (&mut self.lost, Some(BOMBS_TO_LOSE), Some(Out::Bombs)),
        };
        *counter += 1;
        let count = *counter;
        let out = out.filter(|_| limit.is_some_and(|limit| count >= limit));
        self.out = self.out.or(out);
        (count, out)
    }
}

/// Everything that everybody may know.
#[derive(Clone, Debug)]
pub struct State {
    options: Options,
    /// in the order of the chart's dots
    known: Vec<Option<Known>>,
    /// by seat, from seat 1 on
    callers: Vec<Caller>,
    sealed: bool,
    /// who calls, or waits for the answer to a call
    turn: Seat,
    asked: Option<Dot>,
    decided: Option<Outcome>,
    shown: Option<Layout>,
}

impl State {
    pub(super) fn new(options: &Options, seats: u8) -> State {
        State {
            options: options.clone(),
            known: vec![None; options.chart.size()],
            callers: vec![Caller::default(); usize::from(seats.saturating_sub(1))],
            sealed: false,
            turn: Seat(1),
            asked: None,
            decided: None,
            shown: None,
        }
    }

    /// The house rules.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The chart.
    pub fn chart(&self) -> Chart {
        self.options.chart
    }

    /// What everybody knows of a dot; `None` if it has not been called.
    pub fn known(&self, dot: Dot) -> Option<Known> {
        self.chart().index(dot).and_then(|at| *self.known.get(at)?)
    }

    /// The dots of which this is true, in the order of the chart.
    pub fn dots_where(&self, mut is: impl FnMut(Option<Known>) -> bool) -> Vec<Dot> {
        self.chart().dots().filter(|dot| is(self.known(*dot))).collect()
    }

    /// The callers with their counters, in the order of the seats.
    pub fn callers(&self) -> impl Iterator<Item = (Seat, &Caller)> {
        (1..).map(Seat).zip(&self.callers)
    }

    /// The caller who calls next, or whose call waits for its answer.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The call that the Checker has to answer.
    pub fn asked(&self) -> Option<Dot> {
        self.asked
    }

    /// How the game came out, once that is settled.
    pub fn decided(&self) -> Option<&Outcome> {
        self.decided.as_ref()
    }

    /// The Checker's chart, once it has been shown.
    pub fn shown(&self) -> Option<&Layout> {
        self.shown.as_ref()
    }

    /// Houses that have not been hit.
    pub fn houses_left(&self) -> usize {
        let removed =
            self.known.iter().filter(|known| matches!(known, Some(Known::Removed { .. }))).count();
        self.options.houses.saturating_sub(removed)
    }

    /// Guns that have not been called.
    pub fn guns_left(&self) -> usize {
        let called = self.known.iter().filter(|known| matches!(known, Some(Known::Gun))).count();
        self.options.guns.saturating_sub(called)
    }

    /// Whole rounds running that have brought nothing new.
    pub fn quiet_rounds(&self) -> u32 {
        self.active().map(|(_, caller)| caller.quiet).min().unwrap_or(0)
    }

    /// The callers who are still in, in the order in which they call, from the one whose turn it is
    /// (or would be) on.
    pub fn order(&self) -> Vec<Seat> {
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

    pub(super) fn pending(&self) -> Pending<GameBox> {
        match (&self.decided, self.asked) {
            (Some(outcome), _) if self.sealed && self.shown.is_none() => {
                Pending::Reveal { seat: CHECKER, result: Some(outcome.clone()) }
            }
            (Some(outcome), _) => Pending::Over(outcome.clone()),
            (None, _) if !self.sealed => Pending::Setup(CHECKER),
            (None, Some(question)) => Pending::Answer { seat: CHECKER, question, or_choice: false },
            (None, None) => Pending::Choice(self.turn),
        }
    }

    /// Calls go around the table; any dot may be called, "no matter how many times".
    pub(super) fn check(&self, seat: Seat, dot: Dot) -> Result<(), Illegal> {
        if self.pending() != Pending::Choice(seat) {
            return Err(Illegal::NotNow(seat));
        }
        if !self.chart().contains(dot) {
            return Err(Illegal::OffChart { dot, chart: self.chart().to_string() });
        }
        Ok(())
    }

    /// What the Checker must call back: what stands on the dot, but a MISS where the house has been
    /// removed.
    pub(super) fn truth(&self, known: &[&Own<GameBox>], dot: Dot) -> Option<Answer> {
        let sheet =
            || known.iter().find(|own| own.seat == CHECKER).map(|own| own.secret.at(dot).into());
        self.known(dot).map(Known::answer).or_else(sheet)
    }

    /// Every answer opens its dot, unless the dot is open already and the answer agrees with that.
    /// A false answer about an open dot asks for an opening that the first one belies.
    pub(super) fn opens(&self, dot: Dot, answer: Answer) -> Vec<Must<GameBox>> {
        let value = match (self.known(dot), answer) {
            (Some(known), answer) if known.answer() == answer => return Vec::new(),
            // A removed house was opened as a house, and no opening can bear out that it stands
            // again.
            (Some(Known::Removed { .. }), Answer::Hit) => Holding::Empty,
            (_, answer) => answer.holding(),
        };
        vec![Must::Be(Opening { of: Sealed { seat: CHECKER, item: dot }, value })]
    }

    pub(super) fn fold(&mut self, fact: &Fact<GameBox>) -> Vec<Event> {
        match fact {
            Fact::SetUp(CHECKER) if !self.sealed => {
                self.sealed = true;
                vec![Event::SetUp { houses: self.options.houses, guns: self.options.guns }]
            }
            Fact::Chose { seat, choice, .. } if self.check(*seat, *choice).is_ok() => {
                self.asked = Some(*choice);
                Vec::new()
            }
            Fact::Answered { question, answer, .. }
                if self.decided.is_none() && self.asked == Some(*question) =>
            {
                self.asked = None;
                self.answered(*question, *answer)
            }
            Fact::Resigned(seat) if self.decided.is_none() => self.resigned(*seat),
            Fact::Revealed { seat: CHECKER, secret }
                if self.decided.is_some() && self.shown.is_none() =>
            {
                self.shown = Some(secret.clone());
                vec![Event::Shown]
            }
            _ => Vec::new(),
        }
    }

    /// A HIT removes the house and earns a red counter; a GUN costs a bomb; a MISS is marked in
    /// black. Then the next caller calls.
    fn answered(&mut self, dot: Dot, said: Answer) -> Vec<Event> {
        let by = self.turn;
        let before = self.known(dot);
        // What is public outweighs what was said, so that a false answer can bring nobody a hit.
        let answer = before.map_or(said, Known::answer);
        if let Some(known) = self.chart().index(dot).and_then(|at| self.known.get_mut(at)) {
            *known = before.or(Some(Known::after(answer, by)));
        }
        let nothing_new = before.is_some() && answer == Answer::Miss;
        if !nothing_new {
            self.callers.iter_mut().for_each(|caller| caller.quiet = 0);
        }
        let miss_limit = self.options.miss_limit;
        let Some(caller) = self.caller_mut(by) else { return Vec::new() };
        caller.quiet += u32::from(nothing_new);
        let (count, out) = caller.mark(answer, miss_limit);
        let mut events = vec![Event::Called { by, dot, answer, count, before, out: out.is_some() }];
        self.pass_on();
        events.extend(self.settle(EndedBy::Board));
        if self.decided.is_none() && self.quiet_rounds() >= QUIET_ROUNDS {
            events.push(self.draw(EndedBy::Board, Draw::NothingNew));
        }
        events
    }

    /// A caller who resigns is out and the others play on; without a Checker there is no game.
    fn resigned(&mut self, seat: Seat) -> Vec<Event> {
        if seat == CHECKER {
            self.asked = None;
            let reason = format!("{CHECKER} resigned, and without a Checker the game is void");
            self.decided = Some(Outcome::void(self.seats(), EndedBy::Resignation, reason));
            return vec![Event::Resigned(seat)];
        }
        let Some(caller) = self.caller_mut(seat).filter(|caller| caller.out.is_none()) else {
            return Vec::new();
        };
        caller.out = Some(Out::Resigned);
        if seat == self.turn && self.asked.is_none() {
            self.pass_on();
        }
        let mut events = vec![Event::Resigned(seat)];
        events.extend(self.settle(EndedBy::Resignation));
        self.asked = self.asked.filter(|_| self.decided.is_none());
        events
    }

    /// "The next player calls"; who is out is passed over.
    fn pass_on(&mut self) {
        let order = self.order();
        if let Some(next) = order.iter().find(|seat| **seat != self.turn).or(order.first()) {
            self.turn = *next;
        }
    }

    /// Decides the game if it is won, or can be won no more.
    fn settle(&mut self, ended_by: EndedBy) -> Option<Event> {
        let active: Vec<(Seat, u32)> =
            self.active().map(|(seat, caller)| (seat, caller.hits)).collect();
        let most = u32::try_from(self.houses_left()).unwrap_or(u32::MAX);
        if let Some((winner, _)) = active.iter().find(|(_, hits)| *hits >= HITS_TO_WIN) {
            self.decided = Some(Outcome::win(
                *winner,
                self.seats(),
                ended_by,
                format!("{winner} was the first with three hits"),
            ));
            return None;
        }
        match active.as_slice() {
            [] => Some(self.draw(ended_by, Draw::AllOut)),
            [(last, _)] if self.options.last_survivor_wins => {
                self.decided = Some(Outcome::win(
                    *last,
                    self.seats(),
                    ended_by,
                    format!("{last} was the last caller left"),
                ));
                Some(Event::LastSurvivor(*last))
            }
            callers if callers.iter().all(|(_, hits)| hits.saturating_add(most) < HITS_TO_WIN) => {
                Some(self.draw(ended_by, Draw::TooFewHouses))
            }
            _ => None,
        }
    }

    fn draw(&mut self, ended_by: EndedBy, why: Draw) -> Event {
        self.decided = Some(Outcome::draw(self.seats(), ended_by, why.to_string()));
        Event::Drawn(why)
    }

    /// Every answer was proved when it was given, so a win stands whatever the Checker shows; only
    /// a game that nobody has won is void.
    pub(super) fn won(&self) -> Option<&Outcome> {
        self.decided().filter(|outcome| outcome.kind == OutcomeKind::Win)
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.callers.len() + 1).unwrap_or(u8::MAX)
    }
}
