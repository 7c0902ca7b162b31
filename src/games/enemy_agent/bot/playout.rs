//! A game played on from a position, in a world: what the other hides is dealt so that it fits.

use super::super::orders::Orders;
use super::super::person::{Person, Role};
use super::super::state::{State, hidden_in, passport};
use super::super::{Dossier, EnemyAgent, setup};
use super::{Goals, Sensible, Trodden};
use crate::games::lots::Lots;
use crate::rules::{
    Due, Knowledge, Known, Numbers, Observation, Open, Opening, Outcome, Position, Private, Sealed,
    Seat, Shown, Step,
};

/// What certain victory is worth.
const WON: i32 = 1_000;

/// What is hidden, as it may be, and the numbers of all dice from now on.
pub(super) struct World {
    owns: [Private<EnemyAgent>; 2],
    dice: u64,
}

impl World {
    pub(super) fn deal(seen: Observation<'_, EnemyAgent>, numbers: &mut dyn Numbers) -> Self {
        let (me, foe) = (seen.private.seat, seen.private.seat.other());
        let mut dealt = [Private::new(foe, dossier(seen, numbers)), seen.private.clone()];
        if me == Seat::OPENER {
            dealt.reverse();
        }
        let dice = u64::from(numbers.below(u32::MAX)) << 32 | u64::from(numbers.below(u32::MAX));
        World { owns: dealt, dice }
    }

    fn own(&self, seat: Seat) -> &Private<EnemyAgent> {
        let [blue, red] = &self.owns;
        if seat == Seat::OPENER { blue } else { red }
    }
}

/// The Passports and the plan of the other, dealt among what has not been shown.
fn dossier(seen: Observation<'_, EnemyAgent>, numbers: &mut dyn Numbers) -> Dossier {
    let (shown, foe) = (seen.shown, seen.private.seat.other());
    let role = |who: &Person| passport(shown, *who);
    let is_agent = |who: &Person| role(who) == Some(Role::Agent);
    let mut agents: Vec<Person> = Person::travelers(foe).filter(is_agent).collect();
    let mut others: Vec<Person> =
        Person::travelers(foe).filter(|who| role(who).is_none()).collect();
    numbers.shuffle(&mut others);
    let left = setup::AGENTS.saturating_sub(agents.len());
    agents.extend(others.into_iter().take(left));
    let hidden = |at: &u8| hidden_in(shown, foe, *at);
    let sure = (1..=4).find(|at| hidden(at) == Some(true));
    let open: Vec<u8> = (1..=4).filter(|at| hidden(at).is_none()).collect();
    let plan = sure.or_else(|| numbers.pick(&open).copied());
    Dossier {
        agents: agents.into_iter().map(Person::number).collect(),
        plans: plan.into_iter().collect(),
    }
}

/// A game that is played on.
pub(super) struct Playout<'a> {
    state: State,
    shown: Shown<EnemyAgent>,
    world: &'a World,
    trodden: &'a Trodden,
    /// turns that it has taken
    pub(super) turns: u32,
}

impl<'a> Playout<'a> {
    pub(super) fn new(
        seen: Observation<'_, EnemyAgent>,
        world: &'a World,
        trodden: &'a Trodden,
    ) -> Self {
        let (state, shown) = (seen.position.clone(), seen.shown.clone());
        Playout { state, shown, world, trodden, turns: 0 }
    }

    /// Begins with these orders, plays on as [`Sensible`] does on both sides, and says what it came
    /// to: from 0 to [`WON`]. After so many turns it is judged by how things stand.
    pub(super) fn worth(&mut self, me: Seat, first: &Orders, most: u32) -> i32 {
        let mut first = Some(first.clone());
        let begun = self.state.turn;
        loop {
            match self.state.due() {
                Due::Over(outcome) => return of_outcome(me, &outcome),
                Due::Roll { roll, .. } => {
                    let rolled = self.state.roll(&roll, &mut self.numbers(1));
                    self.take(&Step::Rolled { roll, rolled });
                }
                Due::Answer { seat, question, .. } => {
                    let known = [self.world.own(seat)];
                    let answer = self.state.truth(&question, Known(&known), &self.shown);
                    let Some(answer) = answer else { return WON / 2 };
                    self.open(&self.state.opens_for_answer(&question, &answer));
                    self.take(&Step::Answered { seat, question, answer });
                }
                Due::Move(_) if self.state.turn >= begun + most || self.turns > 2 * most => {
                    return self.standing(me);
                }
                Due::Move(seat) => {
                    self.turns += 1;
                    let mv = first.take().unwrap_or_else(|| self.choose(seat));
                    self.open(&self.state.opens_for_move(seat, &mv));
                    self.take(&Step::Moved { seat, mv, sealed: None });
                }
                Due::First | Due::Open { .. } | Due::Reveal(_) => return WON / 2,
            }
        }
    }

    /// The numbers of this turn, the same whatever was done before.
    fn numbers(&self, purpose: u64) -> Lots {
        let cards = u64::from(self.state.batch.as_ref().map_or(0, |batch| batch.cards));
        let turn = u64::from(self.state.turn) << 16 | cards << 8 | purpose;
        Lots(self.world.dice ^ turn.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn choose(&self, seat: Seat) -> Orders {
        let seen = self.seen(seat);
        Sensible::hurry(seen, self.trodden, &mut self.numbers(2))
    }

    fn seen(&self, seat: Seat) -> Observation<'_, EnemyAgent> {
        Observation { position: &self.state, shown: &self.shown, private: self.world.own(seat) }
    }

    fn take(&mut self, step: &Step<EnemyAgent>) {
        let _told = self.state.apply(step, &self.shown);
    }

    fn open(&mut self, opens: &[Open<EnemyAgent>]) {
        for open in opens {
            let opening = match open {
                Open::As(opening) => opening.clone(),
                Open::Item(Sealed { seat, item }) => {
                    Opening::new(*seat, *item, self.world.own(*seat).setup.value_of(*item))
                }
                Open::Every { .. } => continue,
            };
            if self.shown.of(&opening.of).is_none() {
                self.shown.open(&opening);
            }
        }
    }

    /// How things stand, when it is not known who would win.
    fn standing(&self, me: Seat) -> i32 {
        let lead = self.side(me) - self.side(me.other());
        (WON / 2 + lead).clamp(WON / 20, WON - WON / 20)
    }

    /// What one side has got, its own secrets known.
    fn side(&self, seat: Seat) -> i32 {
        let (state, other) = (&self.state, seat.other());
        let goals = Goals::new(self.seen(seat));
        let count = |number: usize| i32::try_from(number).unwrap_or(0);
        let mut worth = 40 * count(state.inspectors_left(seat));
        let agents = || Person::travelers(seat).filter(|who| self.is_agent(*who));
        let shown = agents().filter(|who| passport(&self.shown, *who).is_some()).count();
        worth -= 110 * count(state.agents_lost(seat)) + 15 * count(shown);
        if let Some(carrier) = state.carriers[other] {
            return worth + 330 - 11 * goals.steps(carrier, &goals.home);
        }
        let empty = |at: &u8| hidden_in(&self.shown, other, *at) == Some(false);
        let mut steps: Vec<i32> = agents().map(|who| goals.steps(who, &goals.buildings)).collect();
        steps.sort_unstable();
        let near: i32 = steps.iter().zip([5, 3, 1]).map(|(steps, weight)| weight * steps).sum();
        worth + 30 * count((1..=4).filter(empty).count()) - near
    }

    /// Is he an Agent who is still in the game?
    fn is_agent(&self, who: Person) -> bool {
        self.state.in_play(who) && self.world.own(who.seat()).setup.role(who) == Role::Agent
    }
}

fn of_outcome(me: Seat, outcome: &Outcome) -> i32 {
    if outcome.winners.contains(&me) {
        WON
    } else if outcome.winners.is_empty() {
        WON / 2
    } else {
        0
    }
}
