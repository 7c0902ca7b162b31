//! Makes the boxes of a turn, and makes them again in the audit to check them.

use super::{FOUGHT, name_of, size_of};
use crate::crypto::{self, Ending, Eye, Seed, Tie};
use crate::rules::{BoxSpec, Boxes, Game, Private, Purpose, Setup};
use crate::table::Table;
use crate::table::finding::{Breach, FindingKind};
use crate::turnfile::Bytes32;

impl<G: Game> Table<G> {
    /// Makes the boxes of a turn and returns them, concatenated.
    pub(in crate::table) fn make_boxes(
        &self,
        turn: u32,
        specs: &[BoxSpec<G>],
        own: &Private<G>,
        seed: &Seed,
    ) -> Vec<u8> {
        specs.iter().flat_map(|spec| self.make_box(turn, spec, specs, own, seed)).collect()
    }

    /// Makes one box. `specs` describes all boxes of the turn, including the fight boxes that this
    /// box may depend on.
    fn make_box(
        &self,
        turn: u32,
        spec: &BoxSpec<G>,
        specs: &[BoxSpec<G>],
        own: &Private<G>,
        seed: &Seed,
    ) -> Vec<u8> {
        let Some(eye) = self.seats[spec.to.seat].eye_of(&spec.to.item).and_then(Eye::decode) else {
            return vec![0; size_of(spec)];
        };
        let value = own.setup.value(&self.options, &spec.from.item);
        let (from, to) = (spec.from.item.to_string(), spec.to.item.to_string());
        let secret = crypto::salt(seed, &self.id, &self.seats[own.seat].name, &from);
        let opening = crypto::Opening { kind: G::Boxes::number(&value), secret };
        let outcomes: Vec<String> =
            spec.given.iter().map(|(_, answer)| answer.to_string()).collect();
        let ties: Vec<Tie<'_>> = spec
            .given
            .iter()
            .zip(&outcomes)
            .map(|((question, _), outcome)| Tie {
                outcome,
                token: self.own_token(turn, question, outcome, specs, seed),
            })
            .collect();
        let context = crypto::Context { game: self.id, turn, from: &from, to: &to, ties: &ties };
        match &spec.purpose {
            Purpose::Sight => crypto::seal_sight(seed, &eye, &context, &opening).to_vec(),
            Purpose::Fight(_) => {
                let outcomes: Vec<String> =
                    G::Boxes::outcomes().iter().map(ToString::to_string).collect();
                let [first, second, third] = outcomes.as_slice() else {
                    return vec![0; size_of(spec)];
                };
                let fates: Vec<(String, bool)> = FOUGHT
                    .map(|kind| {
                        G::Boxes::value(kind)
                            .and_then(|to| G::Boxes::fight(&value, &to))
                            .map_or((String::new(), false), |(answer, falls)| {
                                (answer.to_string(), falls)
                            })
                    })
                    .collect();
                let endings =
                    std::array::from_fn(|at| Ending { outcome: &fates[at].0, falls: fates[at].1 });
                crypto::seal_fight(seed, &eye, &context, [first, second, third], &endings, &opening)
                    .to_vec()
            }
        }
    }

    /// Returns the token for an outcome of a fight in the turn that is being made. A fight can
    /// itself depend on an earlier fight.
    fn own_token(
        &self,
        turn: u32,
        question: &G::Question,
        outcome: &str,
        specs: &[BoxSpec<G>],
        seed: &Seed,
    ) -> Bytes32 {
        let fight = specs
            .iter()
            .find(|spec| matches!(&spec.purpose, Purpose::Fight(asked) if asked == question));
        let Some(spec) = fight else { return [0; 32] };
        let (from, to) = (spec.from.item.to_string(), spec.to.item.to_string());
        let outcomes: Vec<String> =
            spec.given.iter().map(|(_, answer)| answer.to_string()).collect();
        let ties: Vec<Tie<'_>> =
            outcomes.iter().map(|outcome| Tie { outcome, token: [0; 32] }).collect();
        let context = crypto::Context { game: self.id, turn, from: &from, to: &to, ties: &ties };
        crypto::token(seed, &context, outcome)
    }

    /// Makes the boxes of the last turn again from the sender's seed, and records whether each box
    /// is good. Returns a breach for each bad box.
    pub(in crate::table) fn remake(
        &mut self,
        turn: u32,
        own: &Private<G>,
        seed: &Seed,
    ) -> Vec<Breach> {
        let first = self.boxes.partition_point(|post| post.turn < turn);
        let specs: Vec<BoxSpec<G>> =
            self.boxes[first..].iter().map(|post| post.spec.clone()).collect();
        let mut faults = Vec::new();
        for (at, spec) in (first..).zip(&specs) {
            let sound = self.make_box(turn, spec, &specs, own, seed) == self.boxes[at].bytes;
            if !sound {
                let message = format!(
                    "{}'s box about {} and {} has the wrong contents",
                    own.seat, spec.from.item, spec.to.item
                );
                faults.push(Breach::new(FindingKind::BadBox, message).about(name_of(turn, spec)));
            }
            self.boxes[at].sound = Some(sound);
        }
        faults
    }
}
