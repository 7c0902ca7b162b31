//! Inquiries and arrests.

use super::board::{House, side_name};
use super::execute::{Awaiting, Run};
use super::person::{Answer, Person, Question, Role, Value};
use super::setup::AGENTS;
use super::state::{Whereabouts, hidden_in, passport};
use crate::rules::{EndedBy, Outcome, Seat};

/// Number of turns that an Inspector stays in Jail for a false arrest.
const DUTY: u32 = 2;

impl Run<'_> {
    /// Makes a Traveler ask for the plan. The inquiry opens the Traveler's Passport, so the
    /// opponent knows the role before answering. A Tourist gets no answer. An Agent gets an answer,
    /// but the opponent needn't give it if it is already public whether the plan is there. In a
    /// check of orders, a Traveler with an unknown role counts as an Agent.
    pub(super) fn inquire(&mut self, who: Person) {
        let Some(building) = self.state.may_ask(who) else { return };
        let (seat, other) = (who.seat(), who.seat().other());
        let role = passport(self.shown, who);
        self.state.figure_mut(who).landed = None;
        let (shows, reply) = match role {
            None => ("", ""),
            Some(Role::Agent) => (", an AGENT,", ""),
            Some(Role::Tourist) => (", a TOURIST,", " and gets no answer"),
        };
        let side = side_name(other);
        self.events.push(format!(
            "{seat}'s Traveler {who}{shows} asks for the plan in {side} {building}{reply}"
        ));
        match (role, self.state.plan_lies_in(other, building, self.shown)) {
            (Some(Role::Tourist), _) => {}
            (_, Some(is)) => self.tell(who, building, is),
            (_, None) => self.wait_for(Awaiting::Answer(Question::Plan { by: who, building })),
        }
    }

    /// Tells an Agent whether the plan is in this Building. Rule: "If it is, he takes it."
    fn tell(&mut self, who: Person, building: u8, is: bool) {
        let owner = who.seat().other();
        let side = side_name(owner);
        if is {
            self.events.push(format!("the plan IS in {side} {building}: {who} takes it"));
            self.state.carriers[owner] = Some(who);
        } else {
            self.events.push(format!("{who} learns that the plan IS NOT in {side} {building}"));
        }
    }

    /// Makes an Inspector arrest the Traveler on whose square the Inspector has landed.
    pub(super) fn arrest(&mut self, by: Person, of: Person) {
        match passport(self.shown, of) {
            Some(role) => self.settle(by, of, role),
            None => self.wait_for(Awaiting::Answer(Question::Passport { by, of })),
        }
    }

    /// Applies the opponent's answer: a Passport, or IS or IS NOT.
    pub(super) fn answered(&mut self, answer: Answer) {
        let Some(Awaiting::Answer(question)) = self.take_awaited() else { return };
        match (question, answer.0) {
            (Question::Passport { by, of }, Value::Is(role)) => self.settle(by, of, role),
            (Question::Plan { by, building }, Value::Holds(is)) => self.tell(by, building, is),
            _ => {}
        }
    }

    /// Applies the result of an arrest, which depends on the role in the Passport.
    fn settle(&mut self, by: Person, of: Person, role: Role) {
        match role {
            Role::Agent => self.remove(by, of),
            Role::Tourist => self.blame(by, of),
        }
        self.look_for_the_end();
    }

    /// Removes the arrested Agent from the game. A plan that the Agent carried goes back to its
    /// Building.
    fn remove(&mut self, by: Person, of: Person) {
        let seat = by.seat();
        let carried = self.state.carries(of);
        let figure = self.state.figure_mut(of);
        (figure.at, figure.landed) = (Whereabouts::Out, None);
        let mut line = format!("{by} arrests {of}, an AGENT, who is out of the game");
        if carried {
            self.state.carriers[seat] = None;
            let home = (1..=4).find(|&at| hidden_in(self.shown, seat, at) == Some(true));
            let back = |home| format!("; the plan goes back to {} {home}", side_name(seat));
            line.extend(home.map(back));
        }
        self.events.push(line);
    }

    /// Punishes a false arrest: after a side's first and third false arrest, the Inspector goes to
    /// Jail; after the second and fourth, the Inspector is out of the game.
    fn blame(&mut self, by: Person, of: Person) {
        let seat = by.seat();
        let count = self.state.false_arrests[seat].saturating_add(1);
        self.state.false_arrests[seat] = count;
        let free = self.state.turns[seat] + DUTY + 1;
        let (at, fate) = if count.is_multiple_of(2) {
            (Whereabouts::Out, "out of the game")
        } else {
            (Whereabouts::In(House::Jail), "on guard duty in jail for two turns")
        };
        let figure = self.state.figure_mut(by);
        (figure.at, figure.free) = (at, free);
        self.events.push(format!(
            "{by} arrests {of}, a TOURIST: {seat}'s false arrest no. {count}; {by} is {fate}"
        ));
    }

    /// Ends the game if a side has lost both Inspectors and all Agents while its opponent has an
    /// Agent left: the opponent wins. If both sides have lost all Agents, no one can win, so the
    /// game is a draw.
    fn look_for_the_end(&mut self) {
        let state = &mut *self.state;
        let no_agents = |seat: &Seat| state.agents_lost(*seat) >= AGENTS;
        let has_lost = |seat: &Seat| no_agents(seat) && state.inspectors_left(*seat) == 0;
        let board = EndedBy::Board;
        state.outcome = if Seat::all(2).all(|seat| no_agents(&seat)) {
            Some(Outcome::draw(2, board, "no Agent is left on either side"))
        } else {
            Seat::all(2).find(has_lost).map(|loser| {
                let side = side_name(loser);
                let reason = format!("{loser} has neither Agents nor Inspectors left ({side})");
                Outcome::win(loser.other(), 2, board, reason)
            })
        };
    }
}
