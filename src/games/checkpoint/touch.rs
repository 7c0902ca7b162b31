//! Drafting calls by selecting squares.

use super::call::{AFTER_A_HIT, Call, Calls, LONGEST_QUEUE, read_calls};
use super::position::State;
use super::square::Square;
use super::{Checkpoint, Seen};
use crate::board::text::joined;
use crate::rules::{Hand, Pointing, Spot};

/// Separates a call from the next call, which is made after a HIT. If a draft ends with this
/// separator, the player hasn't selected the next call yet.
const THEN: &str = "; ";

impl Pointing<Checkpoint> for State {
    /// Selecting a square on the opponent's board replaces the last call or, if the draft ends with
    /// `; `, adds a call to the queue.
    fn touch(seen: Seen<'_>, draft: &str) -> Option<Hand> {
        let waits = draft.trim_end().ends_with(';');
        let read = seen.read(draft);
        let calls = if draft.is_empty() { Vec::new() } else { read_calls(draft).ok()? };
        let says = match (calls.as_slice(), &read) {
            ([], _) => "Select a square to call it.".to_owned(),
            (_, Err(illegal)) => format!("{illegal}."),
            _ if waits => "Select the square to call after a HIT.".to_owned(),
            ([first, then @ ..], _) if !then.is_empty() => {
                format!("You call {first}{AFTER_A_HIT}{}.", joined(then, "; "))
            }
            ([call], _) if call.danger => {
                let name = call.square.name();
                format!("Danger: this tells your opponent that you have an agent on {name}.")
            }
            _ => format!("You call {}.", joined(&calls, "; ")),
        };
        let mut hand = Hand::new(read.is_ok() && !waits, "call", says);
        for (call, at) in calls.iter().zip(1..) {
            let label = if calls.len() > 1 { at.to_string() } else { String::new() };
            hand.mark(on_other(call.square), if call.danger { "danger" } else { "call" }, label);
        }
        let drafting = Drafting { seen, calls, waits };
        for square in Square::all() {
            if let Some((does, calls)) = drafting.touch(square) {
                hand.offer(on_other(square), does, joined(&calls, "; "));
            }
        }
        if hand.ready && drafting.goes_on() {
            let then = format!("{}{THEN}", joined(&drafting.calls, "; "));
            hand.button("after a HIT", "call another square after a HIT", then);
        }
        Some(hand)
    }
}

fn on_other(square: Square) -> Spot {
    Spot::on("other", &square)
}

/// A draft of calls.
struct Drafting<'a> {
    seen: Seen<'a>,
    calls: Vec<Call>,
    /// Whether the next selected square is added to the queue.
    waits: bool,
}

impl Drafting<'_> {
    /// Returns a description of the effect of selecting a square, and the resulting calls; `None`
    /// if the square can't be selected.
    fn touch(&self, square: Square) -> Option<(String, Vec<Call>)> {
        let name = square.name();
        let call = Call { danger: self.seen.private.setup.holds(square), square };
        let at = self.calls.iter().position(|call| call.square == square);
        let mut calls = self.calls.clone();
        if let Some(at) = at.filter(|_| !(self.waits && self.may_add(call))) {
            if let Some(bluff) = self.with_the_words(at) {
                return Some((format!("call {name} with \"Checkpoint Danger\""), bluff));
            }
            calls.remove(at);
            return Some((format!("take back the call of {name}"), calls));
        }
        if !self.waits {
            calls.pop();
        }
        calls.push(call);
        let when = if calls.len() > 1 { " after a HIT" } else { "" };
        self.is_legal(&calls).then(|| (format!("call {call}{when}"), calls))
    }

    /// Returns the calls with the words added to the call at this index; `None` if that call
    /// already has the words or a bluff isn't allowed.
    fn with_the_words(&self, at: usize) -> Option<Vec<Call>> {
        let mut calls = self.calls.clone();
        let call = calls.get_mut(at).filter(|call| !call.danger)?;
        call.danger = true;
        self.is_legal(&calls).then_some(calls)
    }

    fn may_add(&self, call: Call) -> bool {
        self.is_legal(&[self.calls.as_slice(), &[call]].concat())
    }

    /// Whether another call can follow the drafted calls.
    fn goes_on(&self) -> bool {
        let call = |square| Call { danger: self.seen.private.setup.holds(square), square };
        self.calls.len() < LONGEST_QUEUE && Square::all().any(|square| self.may_add(call(square)))
    }

    fn is_legal(&self, calls: &[Call]) -> bool {
        self.seen.judge(&Calls(calls.to_vec())).is_ok()
    }
}
