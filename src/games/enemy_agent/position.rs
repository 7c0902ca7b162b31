//! The course of the game: the next step, and the effect of a step.

use super::execute::{Awaiting, Batch, Run};
use super::illegal::Illegal;
use super::orders::Orders;
use super::person::{Answer, Item, Person, Question};
use super::{Card, EnemyAgent, Roll, Rolled, Seen, Shown, State, Throw, legal, setup};
use crate::rules::{
    Due, Forfeits, Knowledge, Known, Numbers, Open, Opening, Outcome, Position, Sealed, Seat, Step,
};

impl Position<EnemyAgent> for State {
    fn due(&self) -> Due<EnemyAgent> {
        if let Some(outcome) = &self.outcome {
            return Due::Over(outcome.clone());
        }
        if self.turn == 0 {
            return Due::First;
        }
        let other = self.mover.other();
        match &self.batch {
            Some(Batch { awaiting: Some(Awaiting::Answer(question)), .. }) => {
                Due::Answer { seat: other, question: *question, or_move: false }
            }
            // The card is drawn in the opponent's turn, so that the mover can't see it before
            // deciding to try.
            Some(Batch { awaiting: Some(Awaiting::Card { .. }), cards, .. }) => {
                Due::Roll { by: other, roll: Roll::Card(cards + 1) }
            }
            _ if self.dice.is_none() => Due::Roll { by: self.mover, roll: Roll::Dice },
            _ => Due::Move(self.mover),
        }
    }

    fn apply(&mut self, step: &Step<EnemyAgent>, shown: &Shown) -> Vec<String> {
        let due = self.due();
        let mut run = Run::new(self, shown);
        match (step, due) {
            (Step::First(seat), Due::First) => run.state.begin_turn(*seat),
            (Step::Rolled { roll, rolled }, Due::Roll { roll: due, .. }) if *roll == due => {
                match (due, *rolled) {
                    (Roll::Dice, Rolled::Dice(throw)) => {
                        run.events.push(format!("{} rolls: {throw}", run.state.mover));
                        run.state.dice = Some(throw);
                    }
                    (Roll::Card(_), Rolled::Card(card)) => run.turn_card(card),
                    _ => {}
                }
            }
            (Step::Moved { seat, mv, .. }, Due::Move(due)) if *seat == due => {
                run.state.batch = Some(Batch::new(&mv.0));
            }
            (Step::Answered { question, answer, .. }, Due::Answer { question: due, .. })
                if *question == due =>
            {
                run.answered(*answer);
            }
            _ => {}
        }
        run.advance();
        run.close();
        run.events
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn roll(&self, roll: &Roll, numbers: &mut dyn Numbers) -> Rolled {
        match roll {
            Roll::Dice => {
                let die = &self.options.colored_die;
                let people = numbers.pick(die).copied().unwrap_or(1);
                Rolled::Dice(Throw { people, squares: regular_die(numbers) })
            }
            Roll::Card(_) => {
                let left = self.deck.pass + self.deck.stop;
                let pass = numbers.below(left.max(1)) < self.deck.pass;
                Rolled::Card(if pass { Card::Pass } else { Card::Stop })
            }
        }
    }

    /// Rule: "High roll on the regular die". Ties are rolled again.
    fn roll_first(&self, numbers: &mut dyn Numbers) -> (Seat, Option<String>) {
        let (blue, red) = (Seat::OPENER, Seat::JOINER);
        loop {
            let (one, two) = (regular_die(numbers), regular_die(numbers));
            if one != two {
                let how = format!("{blue} rolls {one}, {red} rolls {two}");
                return (if one > two { blue } else { red }, Some(how));
            }
        }
    }

    fn check(&self, seat: Seat, mv: &Orders, shown: &Shown) -> Result<(), Illegal> {
        legal::check(self, shown, seat, mv)
    }

    fn opens_for_move(&self, _seat: Seat, mv: &Orders) -> Vec<Open<EnemyAgent>> {
        let passport = |who: Person| {
            Open::Item(Sealed { seat: who.seat(), item: Item::Passport(who.number()) })
        };
        mv.askers().into_iter().map(passport).collect()
    }

    fn is_answer(&self, question: &Question, answer: &Answer) -> bool {
        question.item().1.takes(answer.0)
    }

    fn opens_for_answer(&self, question: &Question, answer: &Answer) -> Vec<Open<EnemyAgent>> {
        let (seat, item) = question.item();
        vec![Open::is(seat, item, answer.0)]
    }

    fn check_opening(&self, opening: &Opening<EnemyAgent>, _shown: &Shown) -> Result<(), Illegal> {
        let of = &opening.of;
        let is_sealed = setup::items(of.seat).any(|item| item == of.item);
        let fits = is_sealed && of.item.takes(opening.value);
        if fits { Ok(()) } else { Err(Illegal::BadOpening) }
    }
}

impl Forfeits<EnemyAgent> for State {}

fn regular_die(numbers: &mut dyn Numbers) -> u8 {
    u8::try_from(numbers.below(6)).unwrap_or(0) + 1
}

impl Knowledge<EnemyAgent> for State {
    fn truth(&self, question: &Question, known: Known<'_, EnemyAgent>) -> Option<Answer> {
        let (seat, item) = question.item();
        Some(Answer(known.of(seat)?.setup.value_of(item)))
    }

    fn check_private(seen: Seen<'_>, mv: &Orders) -> Result<(), Illegal> {
        legal::judge(seen, mv)
    }
}
