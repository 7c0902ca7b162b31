//! Advice: possible orders, reachable squares, the possible results of a move, and the heat map.

use super::Seen;
use super::board::side_name;
use super::execute::{circles_are_cleared, may_draw, may_move};
use super::illegal::Illegal;
use super::legal::{judge, positions_after};
use super::orders::{Order, Orders, Then};
use super::path::{Crossing, Walk, Way, check, path_over, path_to, ways};
use super::person::{Person, Role};
use super::setup::AGENTS;
use super::state::{State, hidden_in, passport};
use crate::board::text::{joined, plain, quoted};
use crate::rules::{Class, Heat, Hints, Move, Seat, Warm, ensure, thousandths};

/// Maximum number of walks that `--moves` lists for a person.
const MOST_WAYS: usize = 200;

/// Possible actions of a player.
#[derive(Default)]
pub(super) struct Chances {
    pub(super) may: Vec<String>,
    /// Orders to type, and their effects.
    pub(super) examples: Vec<(String, String)>,
}

impl Chances {
    pub(super) fn of(seen: Seen<'_>) -> Chances {
        let (state, seat) = (seen.position, seen.private.seat);
        let mut chances = Chances::default();
        if !state.is_move_of(seat) {
            return chances;
        }
        chances.of_inquiries(seen);
        if let Err(Illegal::CircleFirst(who)) = circles_are_cleared(state, None) {
            chances
                .may
                .push(format!("move {who} off the checkpoint (this must be your first move)"));
        }
        let movers: Vec<Person> =
            Person::of(seat).filter(|&who| may_move(state, who).is_ok()).collect();
        chances.of_moves(state, &movers);
        chances.of_arrests(seen, movers.iter().filter(|who| who.is_inspector()));
        let mut usual = usual(state, &movers);
        let first = usual.next().unwrap_or_else(|| "pass".to_owned());
        usual.next().into_iter().for_each(|second| chances.show(second, "pbem finds a path"));
        drop(usual);
        chances.show(first, "");
        chances.examples.retain(|(typed, _)| {
            Orders::read(typed, &seen).and_then(|orders| judge(seen, &orders)).is_ok()
        });
        chances
    }

    fn show(&mut self, typed: String, does: &str) {
        self.examples.push((typed, does.to_owned()));
    }

    fn of_inquiries(&mut self, seen: Seen<'_>) {
        let seat = seen.private.seat;
        let side = side_name(seat.other());
        for who in Person::travelers(seat) {
            let Some(building) = seen.position.may_ask(who) else { continue };
            let lies_there = seen.position.plan_lies_in(seat.other(), building, seen.shown);
            let known = if lies_there == Some(false) { ", although it isn't there" } else { "" };
            self.may.push(format!(
                "have {who}, who reached {side} {building} by exact count, ask for the plan \
                 there{known}"
            ));
            // Don't suggest a question that brings no news.
            if lies_there != Some(false) && seen.private.setup.role(who) == Role::Agent {
                self.show(format!("ask {who}"), "asks; you can still use your dice");
            }
        }
    }

    fn of_moves(&mut self, state: &State, movers: &[Person]) {
        let left = state.people_left();
        if left > 0 {
            let reach = state.throw().reach(left);
            // Short screens show only the first choice.
            let move_them = if state.options.must_move {
                format!("move {left} of your people, {reach}: you must move as many as can move")
            } else {
                format!("move up to {left} of your people, {reach}")
            };
            self.may.insert(0, move_them);
        }
        for &who in movers {
            if state.figure(who).held {
                self.may.push(format!("try the doorway with {who}, who is held in the sentry box"));
            }
            if state.carries(who) && path_over(state, who).is_some() {
                self.may.insert(0, format!("go over the wall with {who} and win: {who} over"));
                self.show(format!("{who} over"), "brings the plan home");
            }
        }
    }

    fn of_arrests<'a>(&mut self, seen: Seen<'_>, inspectors: impl Iterator<Item = &'a Person>) {
        let state = seen.position;
        // Don't suggest an arrest that is certain to be false.
        let is_tourist = |whom: &Person| passport(seen.shown, *whom) == Some(Role::Tourist);
        for &by in inspectors {
            for whom in Person::travelers(by.seat().other()).filter(|whom| !is_tourist(whom)) {
                let Some(square) = state.square_of(whom) else { continue };
                let is_near = state.board().side(square) == by.seat();
                if is_near && path_to(state, by, square).is_some_and(|(_, walk)| walk.exact) {
                    self.may.push(format!("arrest {whom} on {square} with {by}"));
                    self.show(format!("{by} to {square} arrest {whom}"), "");
                }
            }
        }
    }
}

/// Returns ordinary orders, one for each person: first Travelers, who go toward the opponent's
/// Buildings, then everyone else.
fn usual<'a>(state: &'a State, movers: &'a [Person]) -> impl Iterator<Item = String> + 'a {
    let (board, other) = (state.board(), state.mover.other());
    let fronts: Vec<_> = (1..=4).flat_map(|at| board.front(other, at).to_vec()).collect();
    let buildings = board.reach(&fronts);
    let searches = |who: &&Person| !who.is_inspector() && !state.carries(**who);
    let searchers = movers.iter().filter(searches);
    let others = movers.iter().filter(move |who| !searches(who));
    searchers.chain(others).filter_map(move |&who| {
        let ends = ways(state, who).into_iter().map(|(_, walk)| walk.end);
        let end = ends.min_by_key(|end| board.steps(&buildings, *end).unwrap_or(u16::MAX))?;
        Some(format!("{who} to {end}"))
    })
}

/// Returns the possible moves and inquiries of one of the player's people, one per line.
pub(super) fn moves_of(seen: Seen<'_>, piece: &str) -> Result<Vec<String>, Illegal> {
    let (state, seat) = (seen.position, seen.private.seat);
    let typed = plain(piece);
    let who = Person::read(&typed).ok_or_else(|| Illegal::Unreadable(quoted(&typed)))?;
    let is_turn = state.mover == seat && state.dice.is_some() && state.outcome.is_none();
    ensure(is_turn, Illegal::NotYourTurn)?;
    let mut lines = Vec::new();
    if let Some(building) = state.may_ask(who).filter(|_| who.seat() == seat) {
        lines.push(format!("ask {who}   for the plan in {} {building}", side_name(seat.other())));
    }
    if let Err(illegal) = may_move(state, who) {
        return if lines.is_empty() { Err(illegal) } else { Ok(lines) };
    }
    if let Some(path) = path_over(state, who).filter(|_| state.carries(who)) {
        lines.push(format!("{who} {} over   brings the plan home", joined(&path, "-")));
    }
    let line = |(path, walk): Way| {
        format!("{:<4} {}{}", walk.end.to_string(), joined(&path, "-"), remark(state, who, walk))
    };
    let ways = ways(state, who).into_iter().filter(|(_, walk)| may_draw(state, *walk));
    lines.extend(ways.take(MOST_WAYS).map(line));
    Ok(lines)
}

/// Returns remarks on a walk: the card that it needs, and the person's options at its end.
fn remark(state: &State, who: Person, walk: Walk) -> String {
    let (board, other) = (state.board(), who.seat().other());
    let building = board.building_at(walk.end);
    let building = building.filter(|_| !who.is_inspector() && board.side(walk.end) == other);
    let mut remarks = Vec::new();
    if walk.crossing.is_some() {
        remarks.push("through the doorway, if the card says PASS".to_owned());
    }
    if !walk.exact {
        let past = "continues past the count, because the count ends on an occupied square";
        remarks.push(past.to_owned());
    } else if who.is_inspector() {
        let suspects = state.suspects(who, walk.end);
        remarks.extend(suspects.map(|whom| format!("may arrest {whom}")));
    } else if let Some(building) = building {
        remarks.push(format!("in front of {} {building}: may ask", side_name(other)));
    }
    if remarks.is_empty() { String::new() } else { format!("   {}", remarks.join("; ")) }
}

/// Describes the effects of a move and its possible results.
pub(super) fn preview(seen: Seen<'_>, mv: &Orders) -> Vec<String> {
    let state = seen.position;
    let mut lines = vec![format!("Dice      {}", state.throw())];
    for (index, order) in mv.0.iter().enumerate() {
        let before = mv.0.get(..index).unwrap_or_default();
        let positions = positions_after(state, seen.shown, before);
        let position = positions.first().unwrap_or(state);
        lines.push(format!("{:>3}.  {order}", index + 1));
        let consequences = consequences(Seen { position, ..seen }, order);
        lines.extend(consequences.into_iter().map(|text| format!("          {text}")));
    }
    lines
}

fn consequences(seen: Seen<'_>, order: &Order) -> Vec<String> {
    match order {
        Order::Ask(people) => people.iter().map(|&who| inquiry(seen, who)).collect(),
        Order::Hotel(_) => vec!["the other three begin in the Station".to_owned()],
        Order::Wait => vec![format!(
            "{}'s next file will contain the answers that you are waiting for; then you continue \
             with your remaining people",
            seen.private.seat.other()
        )],
        Order::Pass => vec!["no more of your people move".to_owned()],
        Order::Move { then: Then::Over, .. } => {
            vec!["this brings the plan home, and you win".to_owned()]
        }
        Order::Move { who, path, then } => {
            let (state, other) = (seen.position, seen.private.seat.other());
            let mut texts = Vec::new();
            if let Some(building) = state.may_ask(*who) {
                let side = side_name(other);
                texts.push(format!("leaves {side} {building} without having asked there"));
            }
            if let Ok(walk @ Walk { crossing: Some(crossing), .. }) = check(state, *who, path) {
                texts.extend(through_the_doorway(state, *who, walk, crossing));
            }
            match then {
                Then::Ask => texts.push(inquiry(seen, *who)),
                Then::Arrest(whom) => texts.push(arrest(seen, *whom)),
                Then::Stay | Then::Over => {}
            }
            texts
        }
    }
}

fn through_the_doorway(state: &State, who: Person, walk: Walk, crossing: Crossing) -> [String; 4] {
    let (pass, stop) = (state.deck.pass, state.deck.stop);
    let cards = pass + stop;
    let sentry = state.board().sentry_of(crossing.circle).unwrap_or(crossing.circle);
    let options = &state.options;
    let then = if crossing.waiting && !options.failed_try_uses_person {
        "DO NOT PASS wouldn't count as a move: you could give another order"
    } else if !crossing.waiting && options.stop_card_ends_turn {
        "DO NOT PASS would end the turn, and void your orders after this one"
    } else {
        "DO NOT PASS would count as moving one of your people"
    };
    [
        format!("through the doorway, if the card in {}'s next file says PASS", who.seat().other()),
        format!("PASS ({pass} of {cards} cards): {who} ends on {}", walk.end),
        format!("DO NOT PASS ({stop} of {cards} cards): {who} waits in the sentry box {sentry}"),
        then.to_owned(),
    ]
}

fn arrest(seen: Seen<'_>, whom: Person) -> String {
    match passport(seen.shown, whom) {
        Some(Role::Tourist) => format!("{whom} is a Tourist, so this is a FALSE ARREST"),
        Some(Role::Agent) => format!("{whom} is an Agent and leaves the game"),
        None => format!(
            "{}'s next file will show whether {whom} is an Agent, who leaves the game, or a \
             Tourist (a FALSE ARREST)",
            seen.private.seat.other()
        ),
    }
}

fn inquiry(seen: Seen<'_>, who: Person) -> String {
    let own = seen.private;
    match own.setup.role(who) {
        Role::Agent => {
            format!(
                "shows {who} to be an AGENT; {} must say whether the plan is there",
                own.seat.other()
            )
        }
        Role::Tourist => format!("shows {who} to be a TOURIST, who gets no answer"),
    }
}

/// Returns the heat map: which people may be Agents, and where the plan may be. With
/// [`Hints::Full`], adds the squares on which the opponent's Inspectors can end a count.
pub(super) fn heat(seen: Seen<'_>, wish: Hints) -> Heat {
    let foe = seen.private.seat.other();
    let role = |who: &Person| passport(seen.shown, *who);
    let known = Person::travelers(foe).filter(|who| role(who) == Some(Role::Agent)).count();
    let open: Vec<Person> = Person::travelers(foe).filter(|who| role(who).is_none()).collect();
    let (left, of) = (AGENTS.saturating_sub(known) as u64, open.len() as u64);
    let mut heat = Heat::new("board", "an Inspector can end there");
    if !open.is_empty() {
        let shares = vec![("an Agent".to_owned(), Some(thousandths(left, of)))];
        heat.classes.push(Class { of: format!("Travelers {}", joined(&open, " ")), shares });
    }
    let hidden = |at: &u8| hidden_in(seen.shown, foe, *at);
    let buildings: Vec<u8> = (1..=4).filter(|at| hidden(at).is_none()).collect();
    let is_found = (1..=4).any(|at| hidden(&at) == Some(true));
    if !is_found && !buildings.is_empty() {
        let share = thousandths(1, buildings.len() as u64);
        let of = format!("{} {}", side_name(foe), joined(&buildings, " "));
        heat.classes.push(Class { of, shares: vec![("the plan".to_owned(), Some(share))] });
    }
    let places = if is_found { 1 } else { buildings.len() as u64 };
    let worlds = choices(of, left) * places;
    heat.count = Some(worlds);
    heat.says = vec![match worlds {
        1 => format!("Everything that {foe} hides is known."),
        _ => format!(
            "There are {worlds} ways in which {foe} may have hidden the Agents and the plan, all \
             equally likely."
        ),
    }];
    if wish == Hints::Full {
        heat.says.push(format!(
            "Each square on the board shows the percentage of rolls that let one of {foe}'s \
             Inspectors end on it."
        ));
        heat.cells = danger(seen.position, foe);
    }
    heat
}

/// Returns the number of ways to choose `chosen` of `of` things.
fn choices(of: u64, chosen: u64) -> u64 {
    (0..chosen.min(of)).fold(1, |ways, nth| ways * (of - nth) / (nth + 1))
}

/// Returns, for each square, the number of throws of the regular die, out of six, that let an
/// Inspector of this side end on it by exact count, without going through a Doorway.
fn danger(state: &State, seat: Seat) -> Vec<Warm> {
    let exact = |then: &State, who: Person| {
        let exact = ways(then, who).into_iter().filter(|(_, walk)| walk.exact);
        exact.filter(|(_, walk)| walk.crossing.is_none()).collect()
    };
    let throws = state.throws_to(seat, exact).into_iter();
    throws.map(|(square, count)| Warm::new(&square, thousandths(count.into(), 6))).collect()
}
