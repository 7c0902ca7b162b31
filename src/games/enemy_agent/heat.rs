//! The heat map: the possibilities that remain.

use super::board::side_name;
use super::path::ways;
use super::person::{Person, Role};
use super::setup::AGENTS;
use super::state::{State, hidden_in, passport};
use super::{EnemyAgent, Throw};
use crate::board::collect;
use crate::rules::{Class, Heat, Hints, Observation, Seat, Warm, thousandths};

/// Returns which people may be Agents, and where the plan may be; with advice, the squares on which
/// the opponent's Inspectors can end a count.
pub(super) fn heat(seen: Observation<'_, EnemyAgent>, wish: Hints) -> Heat {
    let foe = seen.private.seat.other();
    let role = |who: &Person| passport(seen.shown, *who);
    let known = Person::travelers(foe).filter(|who| role(who) == Some(Role::Agent)).count();
    let open: Vec<Person> = Person::travelers(foe).filter(|who| role(who).is_none()).collect();
    let (left, of) = (AGENTS.saturating_sub(known) as u64, open.len() as u64);
    let mut heat = Heat {
        board: "board",
        exact: true,
        of: "an Inspector may end there".to_owned(),
        ..Heat::default()
    };
    if !open.is_empty() {
        let named: Vec<String> = open.iter().map(ToString::to_string).collect();
        let shares = vec![("an Agent".to_owned(), Some(thousandths(left, of)))];
        heat.classes.push(Class { of: format!("Travelers {}", named.join(" ")), shares });
    }
    let hidden = |at: &u8| hidden_in(seen.shown, foe, *at);
    let buildings: Vec<u8> = (1..=4).filter(|at| hidden(at).is_none()).collect();
    let is_found = (1..=4).any(|at| hidden(&at) == Some(true));
    if !is_found && !buildings.is_empty() {
        let named: Vec<String> = buildings.iter().map(ToString::to_string).collect();
        let share = thousandths(1, buildings.len() as u64);
        let of = format!("{} {}", side_name(foe), named.join(" "));
        heat.classes.push(Class { of, shares: vec![("the plan".to_owned(), Some(share))] });
    }
    let places = if is_found { 1 } else { buildings.len() as u64 };
    let worlds = choices(of, left) * places;
    heat.count = Some(worlds);
    heat.says = vec![match worlds {
        1 => format!("All that {foe} hides is known."),
        _ => format!("{foe} can have hidden Agents and plan in {worlds} ways, all equally likely."),
    }];
    if wish == Hints::Full {
        heat.says.push(format!(
            "On the board: the percentage of throws that let one of {foe}'s Inspectors end there."
        ));
        heat.cells = danger(seen.position, foe);
    }
    heat
}

/// Returns the number of ways to choose `chosen` of `of` things.
fn choices(of: u64, chosen: u64) -> u64 {
    (0..chosen.min(of)).fold(1, |ways, nth| ways * (of - nth) / (nth + 1))
}

/// Returns, for each square, with how many of the six throws of the regular die an Inspector of
/// this side can end there by exact count.
fn danger(state: &State, seat: Seat) -> Vec<Warm> {
    let mut throws = std::collections::BTreeMap::new();
    for squares in 1..=6_u8 {
        let mut then = state.clone();
        then.begin_turn(seat);
        then.dice = Some(Throw { people: 1, squares });
        let ends = Person::inspectors(seat).flat_map(|who| ways(&then, who));
        let exact = ends.filter(|(_, walk)| walk.exact && walk.crossing.is_none());
        for end in collect::set(exact.map(|(_, walk)| walk.end)) {
            *throws.entry(end).or_insert(0_u64) += 1;
        }
    }
    throws.into_iter().map(|(square, count)| Warm::new(&square, thousandths(count, 6))).collect()
}
