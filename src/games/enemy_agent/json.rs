//! The position as JSON, documented in `docs/games/enemy-agent.md`.

use serde_json::{Value as Json, json};

use super::board::side_name;
use super::person::{Person, Role};
use super::state::{State, Whereabouts, hidden_in, passport};
use super::{EnemyAgent, Seen, Shown, Throw};
use crate::rules::{AsJson, Seat};

fn side(seat: Seat) -> String {
    side_name(seat).to_ascii_lowercase()
}

impl AsJson<EnemyAgent> for State {
    fn json(&self, shown: &Shown) -> Json {
        let dice =
            |Throw { people, squares }: Throw| json!({ "people": people, "squares": squares });
        let people: Vec<Json> = Person::all().map(|who| person(self, shown, who)).collect();
        let buildings = |seat| (1..=4).map(|at| hidden_in(shown, seat, at)).collect::<Vec<_>>();
        let (blue, red) = (Seat::OPENER, Seat::JOINER);
        json!({
            "turn": self.turn,
            "turns": [self.turns[blue], self.turns[red]],
            "max_turns": self.options.max_turns,
            "mover": (self.turn > 0).then_some(self.mover.0),
            "dice": self.dice.map(dice),
            "people_left": self.people_left(),
            "cards": { "pass": self.deck.pass, "stop": self.deck.stop },
            "people": people,
            "buildings": { "blue": buildings(blue), "red": buildings(red) },
            "false_arrests": { "blue": self.false_arrests[blue], "red": self.false_arrests[red] },
        })
    }

    fn private_json(&self, seen: Seen<'_>) -> Json {
        let own = seen.private;
        let is_agent = |who: &Person| own.setup.role(*who) == Role::Agent;
        let agents: Vec<u8> =
            Person::travelers(own.seat).filter(is_agent).map(Person::number).collect();
        json!({ "side": side(own.seat), "agents": agents, "plan": own.setup.plans })
    }
}

fn person(state: &State, shown: &Shown, who: Person) -> Json {
    let figure = state.figure(who);
    let place = match figure.at {
        Whereabouts::In(house) => house.to_string(),
        Whereabouts::On(square) => square.to_string(),
        Whereabouts::Out => "out".to_owned(),
    };
    json!({
        "who": who.to_string(),
        "name": who.name(),
        "about": who.about(),
        "side": side(who.seat()),
        "place": place,
        "passport": passport(shown, who).map(|role| role.to_string()),
        "carries_plan": state.carries(who),
        "held": figure.held && state.in_play(who),
        "guard_duty": state.duty_left(who),
        "moved": figure.moved || figure.tried,
        "may_ask": state.may_ask(who),
    })
}
