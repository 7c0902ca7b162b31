//! The facts next to the board, and the same facts as sentences.

use super::board::{Ground, House, side_name};
use super::person::Person;
use super::scene::View;
use super::state::{Whereabouts, hidden_in, passport};
use crate::board::text::joined;
use crate::rules::Seat;

/// Labels of the facts that [`list`] leaves out, because the sentence about each person already
/// contains them.
const HELD: &str = "Held";
const CROWDS: &str = "On one square";
const OUT: &str = "Out of the game";

pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let state = view.state;
    let (pass, stop) = (state.deck.pass, state.deck.stop);
    let mut facts: Vec<(String, String)> = dice(view).into_iter().collect();
    let mut add = |label: &str, text: String| {
        if !text.is_empty() {
            facts.push((label.to_owned(), text));
        }
    };
    add("Checkpoint deck", format!("{} left, {pass} PASS and {stop} DO NOT PASS", pass + stop));
    add("Passports seen", passports(view));
    add("Master Plans", joined(plans(view), " "));
    add("False arrests", arrests(view));
    add(HELD, held(view));
    add(CROWDS, joined(crowds(view), "; "));
    add("Your marks", marks(view));
    add(OUT, view.tags(Person::all().filter(|&who| !state.in_play(who))));
    if state.turn > 0 {
        let (seat, most) = (state.mover, state.options.max_turns);
        add("Turn limit", format!("{seat} takes turn {} of {most}", state.turns[seat]));
    }
    facts
}

fn dice(view: &View) -> Option<(String, String)> {
    let state = view.state;
    let throw = state.dice.filter(|_| state.outcome.is_none())?;
    let mine = view.is_own(state.mover);
    let label = if mine { "Your dice".to_owned() } else { format!("{}'s dice", state.mover) };
    let text = if state.batch.is_some() {
        // While orders are waiting for the opponent's turn, the number of people that these orders
        // use isn't known.
        throw.to_string()
    } else if state.resumed || state.used > 0 {
        format!("{throw}; {} left to move", state.people_left())
    } else if mine {
        format!("{throw} (so far, only you see this roll)")
    } else {
        throw.to_string()
    };
    Some((label, text))
}

fn passports(view: &View) -> String {
    let of_seat = |seat: Seat| {
        let role =
            |who: Person| Some(format!("{} {}", who.number_and_name(), passport(view.shown, who)?));
        let list = joined(Person::travelers(seat).filter_map(role), ", ");
        if list.is_empty() { "none".to_owned() } else { list }
    };
    let (blue, red) = (Seat::OPENER, Seat::JOINER);
    match view.own {
        Some(own) => {
            let other = own.seat.other();
            format!("{other}'s: {}; your own: {}", of_seat(other), of_seat(own.seat))
        }
        None => format!("{blue}'s: {}; {red}'s: {}", of_seat(blue), of_seat(red)),
    }
}

fn plans(view: &View) -> Vec<String> {
    let mut sentences = Vec::new();
    for seat in Seat::all(2) {
        let side = side_name(seat);
        let known = |hidden: bool| {
            (1..=4).filter(move |&at| hidden_in(view.shown, seat, at) == Some(hidden))
        };
        let empty = joined(known(false).map(|at| format!("{side} {at}")), ", ");
        if !empty.is_empty() {
            sentences.push(format!("Not in {empty}."));
        }
        match (view.state.carriers[seat], known(true).next()) {
            (Some(who), _) => sentences.push(format!("{who} is carrying {side}'s plan.")),
            (None, Some(at)) => sentences.push(format!("{side}'s plan is in {side} {at}.")),
            (None, None) => {}
        }
    }
    sentences
}

fn arrests(view: &View) -> String {
    let state = view.state;
    let jailed = Person::all().filter(|&who| state.is_in(who, House::Jail));
    let duty = |who| match state.duty_left(who) {
        0 => format!(" {who} may leave the jail."),
        1 => format!(" {who} is on guard duty for 1 more turn."),
        turns => format!(" {who} is on guard duty for {turns} more turns."),
    };
    let [blue, red] = [Seat::OPENER, Seat::JOINER].map(|seat| state.false_arrests[seat]);
    format!("Blue {blue}, Red {red}.{}", jailed.map(duty).collect::<String>())
}

fn held(view: &View) -> String {
    let state = view.state;
    let held = Person::all().filter(|&who| state.in_play(who) && state.figure(who).held);
    match joined(held, ", ") {
        none if none.is_empty() => none,
        held => format!("{held} in a sentry box until a PASS is drawn"),
    }
}

/// Lists the squares with more than one person, each with the people there.
pub(super) fn crowds(view: &View) -> Vec<String> {
    let squares = view.board().squares().filter(|&square| view.state.at(square).count() > 1);
    let crowd = |square| format!("{square}: {}", view.tags(view.state.at(square)));
    squares.map(crowd).collect()
}

/// Lists the viewer's pencil marks, including those on squares with people.
fn marks(view: &View) -> String {
    let signs = view.own.into_iter().flat_map(|own| own.notes.signs());
    joined(signs.map(|(square, sign)| format!("{square} {sign}")), ", ")
}

/// Returns the state of each person and the facts next to the board, as sentences.
pub(super) fn list(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in [view.near_side(), view.near_side().other()] {
        let who = if view.is_own(seat) { "you".to_owned() } else { seat.to_string() };
        lines.push(format!("{} ({who}):", side_name(seat)));
        lines.extend(Person::of(seat).map(|who| format!("{}.", sentence(view, who))));
    }
    if let Some(own) = view.own {
        let plans = joined(&own.setup.plans, ", ");
        lines.push(format!("Your Master Plan was hidden in {} {plans}.", side_name(own.seat)));
    }
    for (label, text) in facts(view) {
        if ![HELD, CROWDS, OUT].contains(&label.as_str()) {
            let text = text.replace("        ", " ");
            lines.push(format!("{label}: {}.", text.trim_end_matches('.')));
        }
    }
    lines
}

fn sentence(view: &View, who: Person) -> String {
    let state = view.state;
    let kind = if who.is_inspector() { "Inspector" } else { "Traveler" };
    let role = view.role(who).map(|role| {
        let shown = view.is_own(who.seat()) && passport(view.shown, who).is_some();
        format!(", {role}{}", if shown { " (shown)" } else { "" })
    });
    let role = role.unwrap_or_default();
    let place = match state.figure(who).at {
        Whereabouts::In(House::Jail) => "in jail".to_owned(),
        Whereabouts::In(house) => format!("in the {house}"),
        Whereabouts::Out => "out of the game".to_owned(),
        Whereabouts::On(square) => {
            let board = view.board();
            let what = match board.ground(square) {
                None | Some(Ground::Plain) => String::new(),
                Some(ground @ (Ground::Gray | Ground::Shaded | Ground::Yellow)) => {
                    format!(", a {} square", ground.name())
                }
                Some(ground) => format!(", a {}", ground.name()),
            };
            let side = side_name(board.side(square));
            let before = board.building_at(square).map(|at| format!(", in front of {side} {at}"));
            format!("on {square}{what}{}", before.unwrap_or_default())
        }
    };
    let plan = if state.carries(who) { ", with the plan" } else { "" };
    let held = if state.figure(who).held && state.in_play(who) { ", held" } else { "" };
    let name = who.name().map(|name| format!(" ({name})")).unwrap_or_default();
    format!("{kind} {who}{name}{role}: {place}{plan}{held}")
}
