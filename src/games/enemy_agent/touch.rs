//! Drafting orders by selecting people and squares.

use super::board::Square;
use super::illegal::plural;
use super::options::Options;
use super::order_draft::{Draft, Tail};
use super::orders::{IN_HOTEL, Order, Orders, Then};
use super::person::Person;
use super::scene;
use super::setup::{AGENTS, Dossier};
use super::state::State;
use super::{EnemyAgent, Seen};
use crate::board::text::joined;
use crate::rules::{Hand, Numbers, Pointing, Seat, Setup, Spot};

impl Pointing<EnemyAgent> for State {
    /// Returns the possible continuations of the draft. The first selection chooses a person, the
    /// second the destination, the third the next person, etc.
    fn touch(seen: Seen<'_>, draft: &str) -> Option<Hand> {
        let draft = Draft::read(seen, draft)?;
        let judged = seen.judge(&Orders(draft.orders.clone()));
        let is_ready = judged.is_ok() && draft.tail.is_none();
        let throw = seen.position.throw();
        let says = match (&draft.tail, draft.orders.as_slice(), &judged) {
            (Some(Tail::Goal(who)), ..) => format!("Select the square for {who}."),
            (Some(Tail::Hotel(guests)), ..) => {
                let left = IN_HOTEL.saturating_sub(guests.len());
                let noun = plural(left, "Traveler", "Travelers");
                format!("Select {left} more {noun} to begin in the Hotel.")
            }
            (Some(Tail::Step(who, path)), ..) if path.is_empty() => {
                format!("Select the first square of {who}'s path.")
            }
            (Some(Tail::Step(who, path)), ..) => {
                format!("Select the next square of {who}'s path, after {}.", joined(path, "-"))
            }
            (None, [], _) => {
                let left = seen.position.people_left();
                let (noun, reach) = (plural(left, "person", "people"), throw.reach(left));
                format!("{left} {noun} may move {reach}. Select a person to move.")
            }
            (None, _, Ok(())) if people(&draft).next().is_some() => {
                let text = draft.text();
                format!("So far: {text}. More people may move: select one, or finish the turn.")
            }
            (None, _, Ok(())) => format!("{}. That is the whole turn.", draft.text()),
            (None, _, Err(illegal)) => format!("{}: {illegal}.", draft.text()),
        };
        let mut hand = Hand::new(is_ready, "finish turn", says);
        mark(&mut hand, &draft);
        match &draft.tail {
            Some(Tail::Goal(who)) => offer_goals(&mut hand, &draft, *who),
            Some(Tail::Hotel(guests)) => offer_rooms(&mut hand, &draft, guests),
            Some(Tail::Step(who, path)) => offer_steps(&mut hand, &draft, *who, path),
            None => {
                offer_people(&mut hand, &draft);
                offer_ends(&mut hand, &draft);
                offer_rest(&mut hand, &draft);
            }
        }
        Some(hand)
    }

    /// Selecting a Traveler makes the Traveler an Agent or a Tourist; selecting a Building puts the
    /// plan there.
    fn touch_setup(
        options: &Options,
        seat: Seat,
        draft: &str,
        _numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        let dossier = read_dossier(options, seat, draft)?;
        let faults = dossier.faults(options, seat);
        let says = match (faults.is_empty(), draft.is_empty()) {
            (true, _) => format!("{}.", dossier.describe(options, seat)),
            (_, true) => "Select three Travelers to make them Agents, and a building for the \
                plan."
                .to_owned(),
            _ => {
                let missing = AGENTS.saturating_sub(dossier.agents.len());
                let plan = dossier.plans.is_empty().then_some(" You must hide the plan too.");
                format!("{draft}. Agents still to choose: {missing}.{}", plan.unwrap_or_default())
            }
        };
        let mut hand = Hand::new(faults.is_empty(), "hide", says);
        hand.boards = vec![scene::beginning(options, seat, &dossier)];
        for who in Person::travelers(seat) {
            let at = Spot::Piece(who.to_string());
            let mut then = dossier.clone();
            let does = if then.agents.remove(&who.number()) {
                hand.mark(at.clone(), "agent", "");
                format!("make {} a Tourist", who.number_and_name())
            } else if then.agents.len() < AGENTS {
                then.agents.insert(who.number());
                format!("make {} an Agent", who.number_and_name())
            } else {
                continue;
            };
            hand.labelled(at, who.to_string(), does, write_dossier(&then));
        }
        for building in 1..=4 {
            let name = format!("building {building}");
            let mut then = dossier.clone();
            let does = if then.plans.remove(&building) {
                hand.mark(Spot::Button(name.clone()), "plan", "");
                format!("take the plan out of {name}")
            } else {
                then.plans = [building].into();
                format!("hide the plan in {name}")
            };
            hand.button(&name, does, write_dossier(&then));
        }
        Some(hand)
    }
}

/// Parses a setup that may be incomplete: `agents 1 3`, `plan 2`.
fn read_dossier(options: &Options, seat: Seat, draft: &str) -> Option<Dossier> {
    let mut entries = ["agents none".to_owned(), "plan none".to_owned()];
    for part in draft.split("; ").filter(|part| !part.is_empty()) {
        let [agents, plan] = &mut entries;
        let entry = if part.starts_with("plan") { plan } else { agents };
        part.clone_into(entry);
    }
    Dossier::parse(options, seat, &entries)
}

fn write_dossier(dossier: &Dossier) -> String {
    let entries = dossier.entries().into_iter().filter(|entry| !entry.ends_with("none"));
    joined(entries, "; ")
}

fn on_board(square: Square) -> Spot {
    Spot::on("board", &square)
}

/// Returns the spot that selects this person: the square, or a separate button if the person isn't
/// on a square or shares the square with someone of the same side.
fn spot(state: &State, who: Person) -> Spot {
    let at = state
        .square_of(who)
        .filter(|&square| state.at(square).filter(|other| other.seat() == who.seat()).count() == 1);
    at.map_or(Spot::Piece(who.to_string()), on_board)
}

fn mark(hand: &mut Hand, draft: &Draft) {
    let state = draft.seen.position;
    let way = |hand: &mut Hand, who: Person, path: &[Square]| {
        hand.mark(spot(state, who), "from", who.to_string());
        if path.len() > 1 {
            hand.lines.push(path.iter().map(|&square| on_board(square)).collect());
        }
        if let Some(&end) = path.last().filter(|&&end| state.square_of(who) != Some(end)) {
            hand.mark(on_board(end), "to", who.to_string());
        }
    };
    let lodge = |hand: &mut Hand, guests: &[Person]| {
        let rooms = guests.iter().map(|who| Spot::Piece(who.to_string()));
        rooms.for_each(|room| hand.mark(room, "hotel", ""));
    };
    for (at, order) in draft.orders.iter().enumerate() {
        if let Order::Hotel(guests) = order {
            lodge(hand, guests);
        }
        let Order::Move { who, path, then } = order else { continue };
        way(hand, *who, path);
        if let (Then::Arrest(whom), Some(&end)) = (then, path.last()) {
            hand.mark(on_board(end), "arrest", whom.to_string());
        }
        if let Some(crossing) = draft.crossing(at) {
            hand.mark(on_board(crossing.circle), "card", who.to_string());
        }
    }
    match &draft.tail {
        Some(Tail::Goal(who)) => hand.mark(spot(state, *who), "taken", who.to_string()),
        Some(Tail::Step(who, path)) => way(hand, *who, path),
        Some(Tail::Hotel(guests)) => lodge(hand, guests),
        None => {}
    }
}

/// Returns the people who can move next.
fn people(draft: &Draft) -> impl Iterator<Item = Person> {
    Person::of(draft.seen.private.seat).filter(|&who| draft.can_go(who))
}

/// Offers the people who can move next.
fn offer_people(hand: &mut Hand, draft: &Draft) {
    let state = draft.seen.position;
    for who in people(draft) {
        let does = format!("move {}", who.number_and_name());
        offer_person(hand, state, who, does, draft.with_tail(&format!("{who} ")));
    }
}

/// Offers a person. If the person has a button, adds the button's label.
fn offer_person(hand: &mut Hand, state: &State, who: Person, does: String, draft: String) {
    let at = spot(state, who);
    let short = if matches!(at, Spot::Piece(_)) { who.to_string() } else { String::new() };
    hand.labelled(at, short, does, draft);
}

/// Offers the people who can begin in the Hotel together with `guests`.
fn offer_rooms(hand: &mut Hand, draft: &Draft, guests: &[Person]) {
    let others = Person::travelers(draft.seen.private.seat).filter(|who| !guests.contains(who));
    for who in others {
        let mut all = [guests, &[who]].concat();
        all.sort_unstable();
        let order = Order::Hotel(all);
        let is_whole = guests.len() + 1 == IN_HOTEL;
        let then = if is_whole { draft.with(&order) } else { format!("{order} ") };
        let does = format!("let {} begin in the Hotel", who.number_and_name());
        hand.labelled(Spot::Piece(who.to_string()), who.to_string(), does, then);
    }
}

/// Offers the person's destinations.
fn offer_goals(hand: &mut Hand, draft: &Draft, who: Person) {
    let mut ends: Vec<Square> = Vec::new();
    for (path, walk) in draft.ways(who) {
        if ends.contains(&walk.end) {
            continue;
        }
        let Some(order) = draft.order(who, &path, walk) else { continue };
        ends.push(walk.end);
        let card = if walk.crossing.is_some() { ", if the card says PASS" } else { "" };
        if walk.crossing.is_some() {
            hand.mark(on_board(walk.end), "card", "");
        }
        hand.offer(on_board(walk.end), format!("go to {}{card}", walk.end), draft.with(&order));
    }
    if let Some(order) = draft.over(who) {
        hand.button("over", format!("go over the wall with {who}"), draft.with(&order));
    }
    if !ends.is_empty() {
        let path = draft.seen.position.square_of(who).map(|square| square.to_string());
        let step = draft.with_tail(&format!("{who} {}-", path.unwrap_or_default()));
        hand.button("square by square", "choose every square of the path", step);
    }
    offer_person(hand, draft.seen.position, who, format!("let {who} stay"), draft.text());
}

/// Offers the next squares of a path that the player chooses square by square.
fn offer_steps(hand: &mut Hand, draft: &Draft, who: Person, path: &[Square]) {
    for (next, order) in draft.steps(who, path) {
        let path = [path, &[next]].concat();
        let then = match order {
            Some(order) => draft.with(&order),
            None => draft.with_tail(&format!("{who} {}-", joined(&path, "-"))),
        };
        hand.offer(on_board(next), format!("step to {next}"), then);
    }
}

/// Offers the actions at the end of the last path, and other paths to the same square.
fn offer_ends(hand: &mut Hand, draft: &Draft) {
    let Some((Order::Move { who, path, then }, before)) = draft.orders.split_last() else { return };
    let before = draft.only(before);
    if let Some(order) = before.another_way(*who, path, *then) {
        let does = format!("take another path to the same square: {order}");
        hand.button("another way", does, before.with(&order));
    }
    for other in before.thens(*who, path) {
        let name = match other {
            _ if other == *then => continue,
            Then::Over => continue,
            Then::Stay => "only walk".to_owned(),
            Then::Ask => "ask".to_owned(),
            Then::Arrest(whom) => format!("arrest {whom}"),
        };
        let does = match other {
            Then::Stay => format!("move {who} there and do nothing else"),
            _ => format!("have {who} {name} there"),
        };
        let order = Order::Move { who: *who, path: path.clone(), then: other };
        hand.button(&name, does, before.with(&order));
    }
}

/// Offers inquiries, waiting, passing, and undoing.
fn offer_rest(hand: &mut Hand, draft: &Draft) {
    for who in Person::travelers(draft.seen.private.seat) {
        let Some(building) = draft.may_ask(who) else { continue };
        let orders = draft.asking(who);
        let is_offered = |text: &str| hand.touches.iter().any(|touch| touch.draft == text);
        // If the last order moves this person, asking is already offered as the end of that move.
        if let Some(orders) = orders.filter(|orders| !is_offered(&draft.only(orders).text())) {
            let does = format!("have {who} ask for the plan in building {building}");
            hand.button(&format!("ask {who}"), does, draft.only(&orders).text());
        }
    }
    if draft.may_say_who_begins_where() {
        let does = "choose the people who begin in the Hotel and in the Station";
        hand.button("hotel", does, draft.with_tail("hotel "));
    }
    for (order, does) in [
        (Order::Wait, "keep the turn open until your opponent has answered"),
        (Order::Pass, "move no one else"),
    ] {
        if draft.judge(Some(&order)).is_ok() {
            hand.button(&order.to_string(), does, draft.with(&order));
        }
    }
    if let Some((last, before)) = draft.orders.split_last() {
        hand.button("take back", format!("take back {last}"), draft.only(before).text());
    }
}
