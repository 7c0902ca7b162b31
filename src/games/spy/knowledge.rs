//! True answers about a network.

use super::Spy;
use super::network::spaces_of_line;
use super::notation::name;
use super::position::State;
use super::words::{Answer, Question};
use crate::rules::{Knowledge, Known};

impl Knowledge<Spy> for State {
    fn truth(&self, question: &Question, known: Known<'_, Spy>) -> Option<Answer> {
        let hot = known.of(question.of())?.setup.hot();
        Some(match question {
            Question::Space { space, .. } if hot.contains(*space) => Answer::Hot,
            Question::Space { space, .. } => {
                let is_warm = self.around(*space).iter().any(|beside| hot.contains(beside));
                if is_warm { Answer::Warm } else { Answer::Cold }
            }
            // Both networks cover the same number of spaces, so a wrong guess covers a space that
            // is blank.
            Question::Guess { network, .. } => {
                network.hot().minus(hot).iter().next().map_or(Answer::Right, Answer::Wrong)
            }
        })
    }

    fn because(&self, question: &Question, known: Known<'_, Spy>) -> Option<String> {
        let Question::Space { of, space } = question else { return None };
        let network = &known.of(*of)?.setup;
        let hot = network.hot();
        if !hot.contains(*space) {
            let beside = self.around(*space).iter().find(|beside| hot.contains(*beside))?;
            return Some(format!("its neighbor {} is hot", name(beside)));
        }
        let lines = network.lines().zip(network.lengths());
        let through =
            lines.filter(|((from, to), _)| spaces_of_line(*from, *to).any(|one| one == *space));
        let lengths: Vec<String> = through.map(|(_, length)| length.to_string()).collect();
        Some(match lengths.as_slice() {
            [one] => format!("the {one}-unit line runs through it"),
            _ => format!("lines of {} units meet there", lengths.join(" and ")),
        })
    }
}
