//! What is said beside the board.

use super::View;
use crate::board::Square;
use crate::board::text::{plain, quoted};
use crate::games::enemy_agent::EnemyAgent;
use crate::games::enemy_agent::board::{Ground, join, name, side_name};
use crate::games::enemy_agent::carry::{circles_are_cleared, may_move};
use crate::games::enemy_agent::events::{Illegal, plural};
use crate::games::enemy_agent::legal::{self, positions_after};
use crate::games::enemy_agent::orders::{Choice, Order, Then, read};
use crate::games::enemy_agent::path::{check, path_over, path_to, ways};
use crate::games::enemy_agent::person::{Person, Role};
use crate::games::enemy_agent::state::{Place, State};
use crate::games::{Own, Seat};

/// How many ways `--moves` lists.
const MOST_WAYS: usize = 200;

pub(super) fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain => "square",
        Ground::Gray => "gray",
        Ground::Shaded => "shaded",
        Ground::Yellow => "yellow",
        Ground::Circle => "checkpoint",
        Ground::Sentry => "sentry box",
        Ground::Jail => "jail",
    }
}

fn dice(view: &View) -> Option<(String, String)> {
    let state = view.state;
    let throw = state.dice.filter(|_| state.over.is_none())?;
    let mine = view.own.is_some_and(|own| own.seat == state.mover);
    let label = if mine { "Your dice".to_owned() } else { format!("{}'s dice", state.mover) };
    let (people, squares) = (throw.people, throw.squares);
    let mut text = format!(
        "{people} {}, {squares} {} each",
        plural(people, "person", "people"),
        plural(squares, "square", "squares")
    );
    // Of orders that wait for the other's file nobody knows yet how many of the people they will
    // take.
    if state.batch.is_some() {
        return Some((label, text));
    }
    if state.resumed || state.used > 0 {
        text = format!("{text}; {} left to move", state.people_left());
    } else if mine {
        text.push_str("        (only you can know them yet)");
    }
    Some((label, text))
}

fn passports(view: &View) -> String {
    let shown = |seat: Seat| {
        let shown = Person::travelers(seat).filter_map(|who| {
            view.state.passport(who).map(|role| format!("{} {role}", who.number()))
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
    };
    match view.own {
        Some(own) => format!(
            "{}'s {}; of yours: {}",
            own.seat.other(),
            shown(own.seat.other()),
            shown(own.seat)
        ),
        None => format!("{}'s {}; {}'s {}", Seat(0), shown(Seat(0)), Seat(1), shown(Seat(1))),
    }
}

fn plans(view: &View) -> Vec<String> {
    let mut sentences = Vec::new();
    for seat in Seat::all(2) {
        let side = side_name(seat);
        let empty: Vec<String> = (1..=4)
            .filter(|&b| view.state.building(seat, b) == Some(false))
            .map(|b| format!("{side} {b}"))
            .collect();
        if !empty.is_empty() {
            sentences.push(format!("Not in {}.", empty.join(", ")));
        }
        let found = (1..=4).find(|&building| view.state.building(seat, building) == Some(true));
        match (view.state.carriers[seat.index()], found) {
            (Some(who), _) => sentences.push(format!("{who} carries the plan of {side}.")),
            (None, Some(building)) => {
                sentences.push(format!("The plan of {side} is in {side} {building}."))
            }
            (None, None) => {}
        }
    }
    sentences
}

fn arrests(view: &View) -> String {
    let state = view.state;
    let jailed = Person::all().filter(|&who| state.figure(who).place.is_jail());
    let duties = jailed.map(|who| match state.duty_left(who) {
        0 => format!(" {who} may leave the jail."),
        1 => format!(" {who} is on guard duty for 1 more turn."),
        turns => format!(" {who} is on guard duty for {turns} more turns."),
    });
    format!(
        "Blue {}, Red {}.{}",
        state.false_arrests[0],
        state.false_arrests[1],
        duties.collect::<String>()
    )
}

fn held(view: &View) -> Vec<Person> {
    Person::all()
        .filter(|&who| view.state.in_play(who) && view.state.figure(who).detained)
        .collect()
}

fn crowds(view: &View) -> Vec<String> {
    let squares = view.board().squares().filter(|&square| view.state.at(square).count() > 1);
    squares
        .map(|square| format!("{}: {}", name(square), view.list(view.state.at(square))))
        .collect()
}

pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let state = view.state;
    let mut facts: Vec<(String, String)> = dice(view).into_iter().collect();
    let mut add = |label: &str, text: String| {
        if !text.is_empty() {
            facts.push((label.to_owned(), text));
        }
    };
    let (pass, stop) = (state.deck.pass, state.deck.stop);
    add("Checkpoint deck", format!("{} left, {pass} PASS and {stop} DO NOT PASS", pass + stop));
    add("Passports seen", passports(view));
    add("Master Plans", plans(view).join(" "));
    add("False arrests", arrests(view));
    let held: Vec<String> = held(view).into_iter().map(|who| who.to_string()).collect();
    add(
        "Held",
        if held.is_empty() {
            String::new()
        } else {
            format!("{} in a sentry box until a PASS is drawn", held.join(", "))
        },
    );
    add("On one square", crowds(view).join("; "));
    let out = Person::all().filter(|&who| !state.in_play(who));
    add("Out of the game", Some(view.list(out)).filter(|list| list != "-").unwrap_or_default());
    if state.begun {
        let seat = state.mover;
        add(
            "Turn",
            format!(
                "{seat}'s {} of at most {}",
                state.turns[seat.index()],
                state.options.max_turns
            ),
        );
    }
    facts
}

/// What the viewer may do now, and moves that he may type.
pub(super) fn chances(view: &View) -> (Vec<String>, Vec<(String, String)>) {
    let state = view.state;
    let (mut may, mut examples) = (Vec::new(), Vec::new());
    let moving = view.own.is_some_and(|own| own.seat == state.mover);
    if !moving || state.dice.is_none() || state.batch.is_some() || state.over.is_some() {
        return (may, examples);
    }
    let other = state.mover.other();
    for who in Person::travelers(state.mover) {
        if let Some(building) = state.may_ask(who) {
            may.push(format!(
                "ask with {who} for the plan in {} {building}, where he came by exact count",
                side_name(other)
            ));
            if view.role(who) == Some(Role::Agent) {
                examples.push((format!("ask {who}"), "asks, and keeps your dice".to_owned()));
            } else {
                examples.push((
                    format!("ask {who}; pass"),
                    "asks, though a tourist is told nothing".to_owned(),
                ));
            }
        }
    }
    if let Err(Illegal::CircleFirst(inspector)) = circles_are_cleared(state, None) {
        may.push(format!("and must move {inspector} first: he may not remain on a checkpoint"));
    }
    let movers: Vec<Person> =
        Person::of(state.mover).filter(|&who| may_move(state, who).is_ok()).collect();
    let (left, squares) = (state.people_left(), state.throw().squares);
    if left > 0 {
        may.push(format!(
            "move up to {left} of your people, {squares} {} each",
            plural(squares, "square", "squares")
        ));
    }
    for &who in &movers {
        if state.figure(who).detained {
            may.push(format!("try the doorway with {who}, who is held in the sentry box"));
        }
        if state.carries(who) && path_over(state, who).is_some() {
            may.push(format!("go over the wall with {who} and win"));
            examples.push((format!("{who} over"), "brings the plan home".to_owned()));
        }
    }
    for &by in movers.iter().filter(|who| who.is_inspector()) {
        let suspects = Person::travelers(other)
            .filter_map(|whom| state.square_of(whom).map(|square| (whom, square)));
        for (whom, square) in suspects.filter(|(_, square)| view.board().side(*square) == by.seat())
        {
            if path_to(state, by, square).is_some_and(|(_, walk)| walk.exact) {
                may.push(format!("arrest {whom} on {} with {by}", name(square)));
                examples.push((format!("{by} to {} arrest {whom}", name(square)), String::new()));
            }
        }
    }
    if let Some((who, (_, walk))) =
        movers.iter().find_map(|&who| ways(state, who).into_iter().next().map(|way| (who, way)))
    {
        examples.push((
            format!("{who} to {}", name(walk.end)),
            "finds the way of exactly that count".to_owned(),
        ));
    }
    examples.push(("pass".to_owned(), "moves nobody".to_owned()));
    examples.retain(|(typed, _)| {
        read(state, typed)
            .is_ok_and(|choice| legal::check(state, view.own, state.mover, &choice).is_ok())
    });
    (may, examples)
}

/// The same facts as sentences.
pub(super) fn list(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in [view.near_side(), view.near_side().other()] {
        let mine = view.own.is_some_and(|own| own.seat == seat);
        lines.push(format!(
            "{}{}:",
            side_name(seat),
            if mine { ", yours".to_owned() } else { format!(", {seat}'s") }
        ));
        lines.extend(Person::of(seat).map(|who| format!("{}.", sentence(view, who))));
    }
    if let Some(own) = view.own {
        let plans: Vec<String> = own.secret.plans.iter().map(ToString::to_string).collect();
        lines.push(format!(
            "Your Master Plan was hidden in {} {}.",
            side_name(own.seat),
            plans.join(", ")
        ));
    }
    for (label, text) in facts(view).into_iter().filter(|(label, _)| {
        !matches!(label.as_str(), "Held" | "On one square" | "Out of the game")
    }) {
        lines.push(format!("{label}: {}.", text.replace("        ", " ").trim_end_matches('.')));
    }
    lines
}

fn sentence(view: &View, who: Person) -> String {
    let state = view.state;
    let kind = if who.is_inspector() { "Inspector" } else { "Traveler" };
    let role = view.role(who).map_or(String::new(), |role| {
        let shown = view.is_own(who) && state.passport(who).is_some();
        format!(", {role}{}", if shown { " (shown)" } else { "" })
    });
    let place = match state.figure(who).place {
        Place::Hotel => "in the hotel".to_owned(),
        Place::Station => "in the station".to_owned(),
        Place::Jail { .. } => "in jail".to_owned(),
        Place::Out => "out of the game".to_owned(),
        Place::On(square) => {
            let what = view.board().ground(square).map_or("", ground);
            let building = view.board().building_at(square);
            let before = building.map_or(String::new(), |building| {
                format!(" before {} {building}", side_name(view.board().side(square)))
            });
            format!("on {}, {what}{before}", name(square))
        }
    };
    let plan = if state.carries(who) { ", with the plan" } else { "" };
    let held = if state.figure(who).detained && state.in_play(who) { ", held" } else { "" };
    format!("{kind} {who}{role}: {place}{plan}{held}")
}

/// The legal moves of one of one's people, one a line.
pub(in crate::games::enemy_agent) fn moves(
    state: &State,
    seat: Seat,
    piece: &str,
) -> Result<Vec<String>, Illegal> {
    let typed = plain(piece);
    let who = Person::read(&typed).ok_or_else(|| Illegal::Unreadable(quoted(&typed)))?;
    if state.mover != seat || state.dice.is_none() || state.over.is_some() {
        return Err(Illegal::NotYourTurn);
    }
    let mut lines = Vec::new();
    if let Some(building) = state.may_ask(who).filter(|_| who.seat() == seat) {
        lines.push(format!("ask {who}   for the plan in {} {building}", side_name(seat.other())));
    }
    if let Err(illegal) = may_move(state, who) {
        return if lines.is_empty() { Err(illegal) } else { Ok(lines) };
    }
    if let Some(path) = path_over(state, who).filter(|_| state.carries(who)) {
        lines.push(format!("{who} {} over   brings the plan home", join(&path)));
    }
    for (path, walk) in ways(state, who).into_iter().take(MOST_WAYS) {
        lines.push(format!(
            "{:<4} {}{}",
            name(walk.end),
            join(&path),
            remark(state, who, &path, seat)
        ));
    }
    Ok(lines)
}

/// What is worth knowing about a walk.
fn remark(state: &State, who: Person, path: &[Square], seat: Seat) -> String {
    let Ok(walk) = check(state, who, path) else { return String::new() };
    let board = state.board();
    let mut remarks = Vec::new();
    if walk.crossing.is_some() {
        remarks.push("through the doorway, if the card says PASS".to_owned());
    }
    if !walk.exact {
        remarks.push("goes on from a taken square".to_owned());
    } else if let Some(building) =
        board.building_at(walk.end).filter(|_| board.side(walk.end) != seat && !who.is_inspector())
    {
        remarks.push(format!("before {} {building}: may ask", side_name(seat.other())));
    }
    if who.is_inspector() && walk.exact {
        let suspects =
            state.at(walk.end).filter(|whom| whom.seat() != seat && !whom.is_inspector());
        remarks.extend(suspects.map(|whom| format!("may arrest {whom}")));
    }
    if remarks.is_empty() { String::new() } else { format!("   {}", remarks.join("; ")) }
}

/// What a move will do, and what may come of it.
pub(in crate::games::enemy_agent) fn foresee(
    state: &State,
    own: &Own<EnemyAgent>,
    choice: &Choice,
) -> Vec<String> {
    let throw = state.throw();
    let (people, squares) = (throw.people, throw.squares);
    let mut lines = vec![format!(
        "Dice      {people} {}, {squares} {} each",
        plural(people, "person", "people"),
        plural(squares, "square", "squares")
    )];
    for (index, order) in choice.orders.iter().enumerate() {
        let before = positions_after(state, choice.orders.get(..index).unwrap_or_default());
        let position = before.first().unwrap_or(state);
        lines.push(format!("{:>3}.  {order}", index + 1));
        lines.extend(
            consequences(position, own, order).into_iter().map(|text| format!("          {text}")),
        );
    }
    lines
}

fn consequences(state: &State, own: &Own<EnemyAgent>, order: &Order) -> Vec<String> {
    let other = own.seat.other();
    match order {
        Order::Ask(people) => people.iter().map(|&who| inquiry(own, who)).collect(),
        Order::Wait => vec![format!(
            "{other}'s file brings what is open, and you go on with the people you have left"
        )],
        Order::Pass => vec!["nobody moves any more".to_owned()],
        Order::Move { then: Then::Over, .. } => {
            vec!["with the plan, he brings it home and you win".to_owned()]
        }
        Order::Move { who, path, then } => {
            let mut texts = Vec::new();
            if let Some(building) = state.may_ask(*who) {
                texts.push(format!(
                    "leaves {} {building} without having asked there",
                    side_name(other)
                ));
            }
            let crossing = check(state, *who, path)
                .ok()
                .and_then(|walk| walk.crossing.map(|crossing| (walk, crossing)));
            if let Some((walk, crossing)) = crossing {
                let (pass, stop) = (state.deck.pass, state.deck.stop);
                let sentry = state.board().sentry_of(crossing.circle).map(name).unwrap_or_default();
                texts.push(format!("through the doorway: {other}'s file draws the card"));
                texts.push(format!(
                    "PASS ({pass} of {}): {who} stands on {}",
                    pass + stop,
                    name(walk.end)
                ));
                texts.push(format!("DO NOT PASS ({stop}): {who} waits in the sentry box {sentry}"));
                texts.push(
                    match (
                        crossing.waiting,
                        state.options.failed_try_uses_person,
                        state.options.stop_card_ends_turn,
                    ) {
                        (true, false, _) => {
                            "that would cost no person: a further order would be done"
                        }
                        (false, _, true) => {
                            "that would end the turn: orders behind it would be void"
                        }
                        _ => "that would use up one of your people",
                    }
                    .to_owned(),
                );
            }
            match then {
                Then::Ask => texts.push(inquiry(own, *who)),
                Then::Arrest(whom) => texts.push(match state.passport(*whom) {
                    Some(Role::Tourist) => format!("{whom} is a tourist: a FALSE ARREST"),
                    Some(Role::Agent) => format!("{whom} is an agent and goes out of the game"),
                    None => format!("{other}'s file shows the passport: an agent goes out, a tourist is a false arrest"),
                }),
                Then::Stay | Then::Over => {}
            }
            texts
        }
    }
}

fn inquiry(own: &Own<EnemyAgent>, who: Person) -> String {
    match own.secret.role(who) {
        Role::Agent => {
            format!("shows {who} to be an AGENT; {} must say IS or IS NOT", own.seat.other())
        }
        Role::Tourist => format!("shows {who} to be a TOURIST, who is told nothing"),
    }
}
