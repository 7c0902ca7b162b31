//! The table for programs; the manual documents it.

use serde_json::{Value as Json, json};

use crate::games::{Own, Seat};

use super::EnemyAgent;
use super::board::name;
use super::person::{Person, Role};
use super::state::{Figure, Place, State};

fn side(seat: Seat) -> &'static str {
    if seat == Seat(0) { "blue" } else { "red" }
}

fn place(figure: &Figure) -> String {
    match figure.place {
        Place::Hotel => "hotel".to_owned(),
        Place::Station => "station".to_owned(),
        Place::Jail { .. } => "jail".to_owned(),
        Place::On(square) => name(square),
        Place::Out => "out".to_owned(),
    }
}

fn person(state: &State, who: Person) -> Json {
    let figure = state.figure(who);
    json!({
        "who": who.to_string(),
        "side": side(who.seat()),
        "place": place(figure),
        "passport": state.passport(who).map(|role| role.to_string()),
        "carries_plan": state.carries(who),
        "held": figure.detained,
        "guard_duty": state.duty_left(who),
        "moved": figure.moved || figure.tried,
        "may_ask": figure.landed.and_then(|_| state.may_ask(who)),
    })
}

pub(super) fn json(state: &State, own: Option<&Own<EnemyAgent>>) -> (Json, Option<Json>) {
    let people: Vec<Json> = Person::all().map(|who| person(state, who)).collect();
    let public = json!({
        "turn": state.turn,
        "turns": state.turns,
        "max_turns": state.options.max_turns,
        "mover": state.begun.then_some(state.mover.0),
        "dice": state.dice.map(|throw| json!({ "people": throw.people, "squares": throw.squares })),
        "people_left": state.people_left(),
        "cards": { "pass": state.deck.pass, "stop": state.deck.stop },
        "people": people,
        "buildings": { "blue": state.buildings[0], "red": state.buildings[1] },
        "false_arrests": { "blue": state.false_arrests[0], "red": state.false_arrests[1] },
    });
    let mine = own.map(|own| {
        let agents: Vec<u8> = Person::travelers(own.seat)
            .filter(|&who| own.secret.role(who) == Role::Agent)
            .map(Person::number)
            .collect();
        json!({ "side": side(own.seat), "agents": agents, "plan": own.secret.plans })
    });
    (public, mine)
}
