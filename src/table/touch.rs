//! Drafting moves and setups by selecting parts of the board. The user interface asks for new
//! choices after every change to the draft.

use super::boxes::OpenedBoxes;
use super::keys::Keys;
use super::plan::{Intent, Plan};
use super::{Next, Table};
use crate::rules::{
    Due, Game, Hand, Move, Names, Numbers, Observation, Pointing, Private, Seat, Setup, Spot,
    sentences,
};
use crate::turnfile::Moment;

/// The table in the state in which the seat will choose its next move.
pub(super) struct Ahead<G: Game> {
    pub(super) table: Table<G>,
    pub(super) own: Option<Private<G>>,
    pub(super) answers: Vec<(String, String)>,
}

impl<G: Game> Table<G> {
    /// Returns the table in the state in which the seat chooses its move: after questions are
    /// answered, boxes opened and dice rolled.
    pub(super) fn ahead(&self, keys: &Keys, now: Moment) -> Ahead<G> {
        let seat = keys.seat;
        let mut table = self.clone();
        if self.due() != Some(seat) {
            return Ahead { own: self.knowing(keys), table, answers: Vec::new() };
        }
        let Ok(mut writer) = table.writer(keys, &Plan::new(now, Intent::Nothing)) else {
            return Ahead { table, own: None, answers: Vec::new() };
        };
        table.begin(seat, &writer.turn, self.head.hash);
        // No matter how `play` ends, the table has reached the player's decision.
        let _ = table.play(seat, &mut writer);
        Ahead { own: writer.own, answers: writer.answered, table }
    }

    /// Returns what the seat knows, including what its boxes show.
    pub(super) fn knowing(&self, keys: &Keys) -> Option<Private<G>> {
        let mut own = self.own(keys)?;
        own.disclosed = self.open_boxes(&keys.seed, &own, &mut OpenedBoxes::new()).disclosed;
        Some(own)
    }

    /// Returns the choices for drafting a seat's next move; `None` if the seat has no move to make.
    pub(crate) fn touch(&self, keys: &Keys, now: Moment, draft: &str) -> Option<Hand> {
        let seat = keys.seat;
        let hand = |table: &Table<G>, own: &Private<G>, draft: &str| {
            let (position, shown) = (&table.position, &table.shown);
            G::Position::touch(Observation { position, shown, private: own }, draft)
        };
        let Ahead { table, own, answers } = self.ahead(keys, now);
        // If a move is possible instead of the answer, it is drafted before the answer is given.
        let due = self.due().filter(|due| *due == seat).map(|_| self.next());
        let instead = matches!(due, Some(Next::Play(_, Due::Answer { or_move: true, .. })));
        let before = self.knowing(keys).filter(|_| instead);
        let after = own.filter(|_| table.breach.is_none());
        let after = after.filter(|_| table.next() == Next::Play(seat, Due::Move(seat)));
        let take = |draft: &str| {
            let before = before.as_ref().and_then(|own| hand(self, own, draft));
            let mut after = after.as_ref().and_then(|own| hand(&table, own, draft));
            if let Some(after) = after.as_mut().filter(|_| !answers.is_empty()) {
                after.verb = format!("answer and {}", after.verb);
            }
            both(before, after)
        };
        let hand_of_draft = take(draft).or_else(|| {
            let seen = after.as_ref().map(|own| (&table, own));
            let seen = seen.into_iter().chain(before.as_ref().map(|own| (self, own)));
            let mut read = seen.map(|(table, own)| {
                let (position, shown) = (&table.position, &table.shown);
                Observation { position, shown, private: own }.read(draft)
            });
            let first = read.next()?;
            match read.fold(first, Result::or) {
                Ok(mv) => take(&mv.write().join("; ")),
                Err(illegal) => Some(Hand { says: format!("{illegal}."), ..take("")? }),
            }
        });
        Some(finished(hand_of_draft?, draft, &self.names))
    }

    /// Returns the choices for drafting a seat's setup; `None` for a seat that hides nothing.
    pub(crate) fn touch_setup(
        &self,
        seat: Seat,
        draft: &str,
        numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        let options = &self.options;
        self.seats.get(seat).filter(|sitting| sitting.hides)?;
        let mut take = |draft: &str| G::Position::touch_setup(options, seat, draft, numbers);
        let hand_of_draft = take(draft).or_else(|| match G::Setup::read(options, seat, draft) {
            Ok(setup) => take(&setup.write(options, seat).join("; ")),
            Err(faults) => Some(Hand { says: sentences(&faults), ..take("")? }),
        });
        let mut hand = hand_of_draft?;
        if draft.is_empty() || hand.ready {
            let random = G::Setup::random(options, seat, numbers);
            if random.faults(options, seat).is_empty() {
                let random = random.write(options, seat).join("; ");
                hand.button("at random", "draw a setup at random", random);
            }
        }
        Some(finished(hand, draft, &self.names))
    }
}

/// Combines the choices before the answer is given with the choices after it.
fn both(before: Option<Hand>, after: Option<Hand>) -> Option<Hand> {
    let (mut hand, other) = match (before, after) {
        (Some(before), Some(after)) if before.ready && !after.ready => (before, after),
        (Some(before), Some(after)) => (after, before),
        (before, after) => return after.or(before),
    };
    for touch in other.touches {
        if hand.touches.iter().all(|known| known.at != touch.at) {
            hand.touches.push(touch);
        }
    }
    Some(hand)
}

/// Fills in the players' names and adds a button that clears the draft.
fn finished(mut hand: Hand, draft: &str, names: &Names) -> Hand {
    let is_clear = |hand: &Hand| hand.touches.iter().any(|touch| touch.draft.is_empty());
    if !draft.is_empty() && !is_clear(&hand) {
        hand.labelled(Spot::Button("clear".to_owned()), "clear", "begin again", "");
    }
    hand.says = names.fill(&hand.says);
    for touch in &mut hand.touches {
        touch.does = names.fill(&touch.does);
        touch.short = names.fill(&touch.short);
    }
    hand
}
