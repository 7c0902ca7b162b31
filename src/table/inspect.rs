//! Access to boxes and tokens for tests that open and forge them. Compiled only for tests.

use super::Table;
use crate::rules::{Game, Purpose, Sealed, Seat};
use crate::turnfile::Bytes32;

/// A box in a file, and the pieces and the question that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedBox {
    /// Number of the turn that contains the box.
    pub turn: u32,
    /// The piece that is shown (sight) or attacks (fight).
    pub from: (Seat, String),
    /// The piece whose owner may see `from` (sight), or the piece that is attacked (fight).
    pub to: (Seat, String),
    /// The question that the box answers; `None` for sight.
    pub fight: Option<String>,
    /// Questions and answers that the box depends on.
    pub given: Vec<(String, String)>,
    /// The bytes of the box, as sent.
    pub bytes: Vec<u8>,
}

impl<G: Game> Table<G> {
    pub(super) fn carried_boxes(&self) -> Vec<CarriedBox> {
        let piece = |of: &Sealed<G::Item>| (of.seat, of.item.to_string());
        let carried = self.boxes.iter().map(|posted| CarriedBox {
            turn: posted.turn,
            from: piece(&posted.spec.from),
            to: piece(&posted.spec.to),
            fight: match &posted.spec.purpose {
                Purpose::Sight => None,
                Purpose::Fight(question) => Some(question.to_string()),
            },
            given: texts(&posted.spec.given),
            bytes: posted.bytes.clone(),
        });
        carried.collect()
    }

    /// Skips turn numbers, so that the next turn has this number.
    #[cfg(test)]
    pub(crate) fn skip_to(&mut self, number: u32) {
        self.head.number = number - 1;
    }

    pub(super) fn shown_tokens(&self) -> Vec<(String, String, Bytes32)> {
        let token = |(question, answer, token): &(G::Question, G::Answer, Bytes32)| {
            (question.to_string(), answer.to_string(), *token)
        };
        self.tokens.iter().map(token).collect()
    }
}

fn texts(given: &[(impl ToString, impl ToString)]) -> Vec<(String, String)> {
    given.iter().map(|(question, answer)| (question.to_string(), answer.to_string())).collect()
}
