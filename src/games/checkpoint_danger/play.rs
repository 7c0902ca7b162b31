//! The course of play: calls, answers, HITs that go on, and how it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::notation::{Call, LONGEST_QUEUE};
use super::place::{GRID, Place};
use super::setup::{AGENTS, Answer, Network, Value};
use super::{CheckpointDanger, Event, Illegal};
use crate::games::{EndedBy, Fact, Must, Opening, Outcome, Pending, Sealed, Seat};

/// Where squares may be called again, the game is drawn after so many calls of each player.
pub(super) const CALLS_TO_A_DRAW: u32 = 5000;

/// The house rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// the words may be said of any square
    pub danger_bluff: bool,
    /// a square may be called again
    pub repeat_calls: bool,
}

/// A call to be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// who is asked
    pub to: Seat,
    /// what was called
    pub call: Call,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}

/// What chance decides: "player 1 is selected at random".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First;

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("first")
    }
}

/// A square that a player has called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) call: Call,
    /// `None` until it is answered
    pub(super) answer: Option<Answer>,
}

/// What all may know of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    pub(super) set_up: bool,
    /// the squares that he called, each once, in the order of the first call
    pub(super) made: Vec<Made>,
    /// how often he called, repeats included
    pub(super) count: u32,
    /// calls out of a queue that were made and say what he has on those squares, which he has not
    /// shown yet
    owes: Vec<Call>,
    /// the squares of his own sheet that have been opened
    pub(super) shown: BTreeMap<Place, Value>,
    pub(super) revealed: Option<Network>,
}

impl Side {
    /// What became of his call of this square.
    pub(super) fn call_of(&self, place: Place) -> Option<&Made> {
        self.made.iter().find(|made| made.call.place == place)
    }

    /// How many agents he has found.
    pub(super) fn found(&self) -> usize {
        self.made.iter().filter(|made| made.answer == Some(Answer::Hit)).count()
    }

    fn record(&mut self, opened: &[Opening<CheckpointDanger>]) {
        self.shown.extend(opened.iter().map(|opening| (opening.of.item, opening.value)));
    }
}

/// A decided game.
#[derive(Clone, Debug)]
struct Ended {
    outcome: Outcome,
    /// who shows his sheet first
    shows_first: Seat,
}

/// The public state.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) options: Options,
    /// who began; `None` until that is known
    pub(super) first: Option<Seat>,
    /// whose call it is, or was when the open question was asked
    turn: Seat,
    pub(super) asked: Option<Question>,
    /// what is called next if the answer is a HIT
    pub(super) queue: Vec<Call>,
    sides: [Side; 2],
    ended: Option<Ended>,
}

impl State {
    pub(super) fn start(options: Options, first: Option<Seat>) -> Self {
        State {
            options,
            first,
            turn: first.unwrap_or(Seat::OPENER),
            asked: None,
            queue: Vec::new(),
            sides: Default::default(),
            ended: None,
        }
    }

    pub(super) fn side(&self, seat: Seat) -> &Side {
        let [opener, joiner] = &self.sides;
        if seat == Seat::OPENER { opener } else { joiner }
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        let [opener, joiner] = &mut self.sides;
        if seat == Seat::OPENER { opener } else { joiner }
    }

    pub(super) fn outcome(&self) -> Option<&Outcome> {
        self.ended.as_ref().map(|ended| &ended.outcome)
    }

    /// Whose call it is; `None` before the first and after the last.
    pub(super) fn caller(&self) -> Option<Seat> {
        (self.sides.iter().all(|side| side.set_up) && self.first.is_some() && self.ended.is_none())
            .then_some(self.turn)
    }

    /// Has this seat a sheet that it has not shown?
    fn hides(&self, seat: Seat) -> bool {
        let side = self.side(seat);
        side.set_up && side.revealed.is_none()
    }

    /// May this seat show its sheet now?
    pub(super) fn may_reveal(&self, seat: Seat) -> bool {
        self.ended.is_some() && self.hides(seat)
    }

    /// May anybody resign or agree on a draw? Not before there is a game.
    pub(super) fn may_leave(&self) -> bool {
        self.ended.is_none() && self.sides.iter().all(|side| side.set_up)
    }

    pub(super) fn pending(&self) -> Pending<CheckpointDanger> {
        if let Some(Ended { outcome, shows_first }) = &self.ended {
            let due =
                [*shows_first, shows_first.other()].into_iter().find(|&seat| self.hides(seat));
            return match due {
                Some(seat) => Pending::Reveal { seat, result: Some(outcome.clone()) },
                None => Pending::Over(outcome.clone()),
            };
        }
        if let Some(seat) = Seat::all(2).find(|&seat| !self.side(seat).set_up) {
            return Pending::Setup(seat);
        }
        if self.first.is_none() {
            return Pending::Chance { by: Seat::OPENER, draw: First };
        }
        let seat = self.asked.map_or(self.turn, |question| question.to);
        let owes = &self.side(seat).owes;
        match self.asked {
            _ if !owes.is_empty() => Pending::Opening {
                seat,
                must: owes.iter().filter_map(|&call| self.shows(seat, call)).collect(),
            },
            Some(question) => Pending::Answer { seat, question, or_choice: false },
            None => Pending::Choice(seat),
        }
    }

    /// What a call says about the caller's own square: no agent there without the words, one with
    /// them. Where the words may be a bluff they say nothing.
    pub(super) fn shows(&self, caller: Seat, call: Call) -> Option<Must<CheckpointDanger>> {
        let value = if call.danger { Value::Agent } else { Value::Empty };
        (!(call.danger && self.options.danger_bluff)).then(|| be(caller, call.place, value))
    }

    pub(super) fn fold(&mut self, fact: &Fact<CheckpointDanger>) -> Vec<Event> {
        match fact {
            Fact::SetUp(seat) => {
                self.side_mut(*seat).set_up = true;
                let begins = self.first.filter(|_| *seat == Seat::JOINER);
                std::iter::once(Event::Hidden(*seat)).chain(begins.map(Event::Begins)).collect()
            }
            Fact::Drawn { drawn, .. } if self.first.is_none() => {
                self.first = Some(*drawn);
                self.turn = *drawn;
                vec![Event::Begins(*drawn)]
            }
            Fact::Opened { seat, opened } => {
                let side = self.side_mut(*seat);
                side.owes.clear();
                side.record(opened);
                opened
                    .iter()
                    .map(|opening| Event::Showed(*seat, opening.of.item, opening.value))
                    .collect()
            }
            Fact::Chose { seat, choice, opened, .. }
                if self.caller() == Some(*seat) && self.asked.is_none() =>
            {
                self.side_mut(*seat).record(opened);
                self.begin(*seat, choice)
            }
            Fact::Answered { seat, question, answer, opened }
                if self.asked == Some(*question) && self.ended.is_none() =>
            {
                self.side_mut(*seat).record(opened);
                self.answered(*question, *answer)
            }
            Fact::Revealed { seat, secret } => {
                self.side_mut(*seat).revealed = Some(secret.clone());
                vec![Event::Revealed(*seat, secret.clone())]
            }
            Fact::Resigned(seat) if self.ended.is_none() => {
                let outcome = Outcome::win(
                    seat.other(),
                    2,
                    EndedBy::Resignation,
                    Event::Resigned(*seat).to_string(),
                );
                self.end(outcome, seat.other());
                vec![Event::Resigned(*seat)]
            }
            Fact::DrawAgreed if self.ended.is_none() => {
                // Who accepts writes this file, so the next one is the other's.
                let next = self.pending().actor().map_or(Seat::OPENER, Seat::other);
                self.end(Outcome::draw(2, EndedBy::Agreement, Event::Agreed.to_string()), next);
                vec![Event::Agreed]
            }
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, seat: Seat, calls: &[Call]) -> Vec<Event> {
        let Some((&call, then)) = calls.split_first() else { return Vec::new() };
        self.queue = then.to_vec();
        self.ask(seat, call);
        vec![Event::Called { seat, call, then: then.to_vec() }]
    }

    fn ask(&mut self, caller: Seat, call: Call) {
        self.asked = Some(Question { to: caller.other(), call });
        let side = self.side_mut(caller);
        side.count = side.count.saturating_add(1);
        match side.made.iter_mut().find(|made| made.call.place == call.place) {
            // A plain call is proved, so the words said of the same square before or after were a
            // bluff.
            Some(made) => made.call.danger &= call.danger,
            None => side.made.push(Made { call, answer: None }),
        }
    }

    fn answered(&mut self, question: Question, answer: Answer) -> Vec<Event> {
        let Question { to, call } = question;
        let caller = to.other();
        self.asked = None;
        let before = self.side(caller).found();
        if let Some(made) =
            self.side_mut(caller).made.iter_mut().find(|made| made.call.place == call.place)
        {
            made.answer = Some(answer);
        }
        let found = self.side(caller).found();
        let mut events = vec![Event::Answered { seat: to, call, answer, found }];
        events.extend(self.end_by_board(caller, found));
        if self.ended.is_none() {
            events.extend(self.go_on(caller, found > before));
        }
        events
    }

    /// "When a player makes a hit by finding an agent, he shall immediately take another turn.
    /// Otherwise, players alternate turns." An agent who has been found already cannot be found
    /// again.
    fn go_on(&mut self, caller: Seat, found_one: bool) -> Option<Event> {
        let queue = std::mem::take(&mut self.queue);
        if !found_one {
            self.turn = caller.other();
            return (!queue.is_empty()).then_some(Event::Dropped(caller, queue));
        }
        let (&next, rest) = queue.split_first()?;
        self.queue = rest.to_vec();
        self.ask(caller, next);
        if self.shows(caller, next).is_some() {
            self.side_mut(caller).owes.push(next);
        }
        Some(Event::WentOn(caller, next))
    }

    /// "The game ends when one player finds all of his opponent's Agents."
    fn end_by_board(&mut self, caller: Seat, found: usize) -> Option<Event> {
        let event = if found == AGENTS {
            Event::FoundAll { winner: caller }
        } else if self.side(caller).made.len() == GRID.area() {
            // Nobody who hid four agents gets here; without an end the caller would have nothing
            // left to call.
            Event::NotThere { winner: caller }
        } else if self.options.repeat_calls
            && self.sides.iter().all(|side| side.count >= CALLS_TO_A_DRAW)
        {
            Event::Exhausted
        } else {
            return None;
        };
        let outcome = match event {
            Event::Exhausted => Outcome::draw(2, EndedBy::Board, event.to_string()),
            _ => Outcome::win(caller, 2, EndedBy::Board, event.to_string()),
        };
        self.end(outcome, caller.other());
        Some(event)
    }

    fn end(&mut self, outcome: Outcome, shows_first: Seat) {
        self.ended = Some(Ended { outcome, shows_first });
        self.asked = None;
        self.queue.clear();
    }

    /// What anyone can say of a move: no square twice, and nothing against what the caller's own
    /// sheet has shown.
    pub(super) fn check(&self, caller: Seat, calls: &[Call]) -> Result<(), Illegal> {
        if calls.is_empty() {
            return Err(Illegal::NoCall);
        }
        if calls.len() > LONGEST_QUEUE {
            return Err(Illegal::TooMany);
        }
        let side = self.side(caller);
        let mut called = BTreeSet::new();
        for &call in calls {
            let place = call.place;
            if !self.options.repeat_calls {
                if let Some(made) = side.call_of(place) {
                    return Err(Illegal::Called { place, answer: made.answer });
                }
                if !called.insert(place) {
                    return Err(Illegal::Doubled(place));
                }
            }
            if let Some(&value) = side.shown.get(&place) {
                self.check_words(caller, call, value)?;
            }
        }
        Ok(())
    }

    /// "A player must call a square that is not occupied by one of his own Agents" unless he says
    /// the words, and says them of no other.
    pub(super) fn check_words(&self, caller: Seat, call: Call, own: Value) -> Result<(), Illegal> {
        match (own, call.danger) {
            (Value::Agent, false) => Err(Illegal::OwnAgent { caller, place: call.place }),
            (Value::Empty, true) if !self.options.danger_bluff => Err(Illegal::NoAgent(call.place)),
            _ => Ok(()),
        }
    }

    /// What an answer says for certain: HIT of the square, 0 of the square and all that is seen
    /// from it, any other number of the square.
    pub(super) fn proves(question: Question, answer: Answer) -> Vec<Must<CheckpointDanger>> {
        let Question { to, call: Call { place, .. } } = question;
        match answer {
            Answer::Hit => vec![be(to, place, Value::Agent)],
            Answer::Seen(0) => {
                view(place).into_iter().map(|square| be(to, square, Value::Empty)).collect()
            }
            Answer::Seen(_) => vec![be(to, place, Value::Empty)],
        }
    }

    /// Can a sheet with four agents show this, after what it has shown before?
    pub(super) fn check_opening(&self, opening: &Opening<CheckpointDanger>) -> Result<(), Illegal> {
        let Sealed { seat, item } = opening.of;
        let side = self.side(seat);
        let mut alike: BTreeSet<Place> = side
            .shown
            .iter()
            .filter(|&(_, &value)| value == opening.value)
            .map(|(&place, _)| place)
            .collect();
        alike.insert(item);
        if opening.value == Value::Agent {
            return if alike.len() > AGENTS { Err(Illegal::TooManyAgents(seat)) } else { Ok(()) };
        }
        // An answer shows another square than the called one only if it is 0, and then all that is
        // seen from there is empty.
        if let Some(Question { to, call }) = self.asked
            && (to == seat && call.place != item && side.owes.is_empty())
        {
            alike.extend(view(call.place));
        }
        if alike.len() > GRID.area() - AGENTS { Err(Illegal::TooEmpty(seat)) } else { Ok(()) }
    }
}

/// A square and all that is seen from it on an empty map, in the order of the sheet.
pub(super) fn view(place: Place) -> BTreeSet<Place> {
    place.rays().flatten().chain([place]).collect()
}

fn be(seat: Seat, item: Place, value: Value) -> Must<CheckpointDanger> {
    Must::Be(Opening { of: Sealed { seat, item }, value })
}
