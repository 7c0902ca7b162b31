//! Properties of random positions, most of them more crowded than a real game.

use std::collections::BTreeSet;

use super::table::{BLUE, RED, Table, table, table_with};
use crate::games::conformance::Dice;
use crate::games::enemy_agent::board::{Ground, Square};
use crate::games::enemy_agent::execute::can_carry_out;
use crate::games::enemy_agent::legal::positions_after;
use crate::games::enemy_agent::orders::{Order, Orders, Then};
use crate::games::enemy_agent::path::ways;
use crate::games::enemy_agent::person::Person;
use crate::games::enemy_agent::state::{Deck, Whereabouts};
use crate::games::enemy_agent::{Dossier, EnemyAgent};
use crate::rules::AsJson;
use crate::rules::{Level, Move, Numbers, Private, policy_at};

/// Returns the number of positions to test: `few` by default, or the value of `PBEM_POSITIONS`.
fn positions(few: u64) -> u64 {
    std::env::var("PBEM_POSITIONS").map_or(few, |many| many.parse().expect("a number"))
}

fn one_of<T: Copy>(all: &[T], dice: &mut Dice) -> T {
    all[dice.below(u32::try_from(all.len()).expect("a short list")) as usize]
}

/// Returns a position with both sides on random squares, often around the wall, and Blue to move.
fn random_position(set: &[(&str, &str)], dice: &mut Dice) -> Table {
    let mut table = table_with(set);
    for own in &mut table.owns {
        let first = if own.seat == BLUE { 1 } else { 7 };
        let mut numbers: Vec<u8> = (first..first + 6).collect();
        let random: &mut dyn Numbers = dice;
        random.shuffle(&mut numbers);
        let plans = BTreeSet::from([1 + u8::try_from(dice.below(4)).expect("a Building")]);
        let agents = numbers.into_iter().take(3).collect();
        *own = Private::new(own.seat, Dossier { agents, plans });
    }
    let board = table.state.board().clone();
    let squares: Vec<Square> = board.squares().collect();
    let special =
        |square: &Square| matches!(board.ground(*square), Some(Ground::Circle | Ground::Sentry));
    let near_doors: Vec<Square> =
        squares.iter().copied().filter(|at| board.near(*at).iter().any(special)).collect();
    let circles: Vec<Square> = squares
        .iter()
        .copied()
        .filter(|at| board.ground(*at) == Some(Ground::Circle) && board.side(*at) == BLUE)
        .collect();
    let crowd = dice.below(5);
    for who in Person::all() {
        let at = if who.is_inspector() && dice.below(2) == 0 {
            one_of(&circles, dice)
        } else {
            one_of(if dice.below(4) < crowd { &near_doors } else { &squares }, dice)
        };
        let fits = table.state.may_stop(at, who, true)
            && (!who.is_inspector() || board.side(at) == who.seat());
        if dice.below(12) == 0 {
            table.state.figure_mut(who).at = Whereabouts::Out;
        } else if fits && dice.below(8) > 0 {
            let held = !who.is_inspector()
                && board.ground(at) == Some(Ground::Sentry)
                && dice.below(2) == 0;
            let figure = table.state.figure_mut(who);
            (figure.at, figure.held) = (Whereabouts::On(at), held);
        }
    }
    let (pass, stop) = (dice.below(4), dice.below(4));
    if pass + stop > 0 {
        table.state.deck = Deck { pass, stop };
    }
    let die = |dice: &mut Dice, sides| 1 + u8::try_from(dice.below(sides)).expect("a small number");
    let (people, squares) = (die(dice, 3), die(dice, 6));
    table.throw(people, squares);
    table
}

const STRICT: [&[(&str, &str)]; 5] = [
    &[],
    &[("must-move", "true")],
    &[("must-move", "true"), ("arrest-mandatory", "true")],
    &[("must-move", "true"), ("arrest-mandatory", "true"), ("diagonal", "true")],
    &[("must-move", "true"), ("arrest-mandatory", "true"), ("board", "short")],
];

#[test]
fn bots_find_a_legal_turn_in_every_position() {
    for seed in 0..positions(700) {
        let mut dice = Dice(seed);
        let table = random_position(one_of(&STRICT, &mut dice), &mut dice);
        for level in [Level::Easy, Level::Hard] {
            let bot = policy_at::<EnemyAgent>(level).expect("a bot");
            let orders = bot.choose(table.seen(BLUE), &mut dice);
            let legal = table.seen(BLUE).judge(&orders);
            assert_eq!(legal, Ok(()), "seed {seed}, {level}: {:?}", orders.write());
        }
    }
}

/// Returns up to four random orders. Each order is possible after at least one possible result of
/// the orders before it.
fn random_orders(table: &Table, dice: &mut Dice) -> Orders {
    let people: Vec<Person> = Person::of(BLUE).collect();
    let mut orders: Vec<Order> = Vec::new();
    for _ in 0..12 {
        let positions = positions_after(&table.state, &table.shown, &orders);
        let Some(last) = positions.len().checked_sub(1) else { break };
        let at = &positions[dice.below(u32::try_from(last + 1).expect("few")) as usize];
        let who = one_of(&people, dice);
        let ways = ways(at, who);
        if ways.is_empty() || orders.len() == 4 {
            continue;
        }
        let (path, walk) = &ways[dice.below(u32::try_from(ways.len()).expect("few")) as usize];
        let suspects = at.suspects(who, walk.end).map(Then::Arrest);
        let thens: Vec<Then> = [Then::Stay, Then::Ask].into_iter().chain(suspects).collect();
        let order = Order::Move { who, path: path.clone(), then: one_of(&thens, dice) };
        if can_carry_out(at, &order) {
            orders.push(order);
        }
    }
    Orders(orders)
}

#[test]
fn orders_in_full_can_be_typed() {
    let mut legal = 0;
    for seed in 0..positions(300) {
        let mut dice = Dice(seed);
        let table = random_position(&[], &mut dice);
        let orders = random_orders(&table, &mut dice);
        if table.seen(BLUE).judge(&orders).is_ok() {
            legal += 1;
            let entries = orders.write();
            let typed = table.read(&entries.join("; ")).map(|read| read.write());
            assert_eq!(typed, Ok(entries), "seed {seed}");
        }
    }
    assert!(legal > positions(300) / 4, "{legal}");
}

#[test]
fn orders_for_several_outcomes_can_be_typed_in_full() {
    let table = table().put(&["4 K5", "5 K5"]).dice(2, 3);
    let full = "4 K5-L6-M6-N6; 5 K5-L6-M6-N6-O6; 5 K5-L6-M6-N6";
    for typed in [full, "4 to N6; 5 to O6; 5 to N6"] {
        let orders = table.try_order(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        assert_eq!(orders.write().join("; "), full);
    }
}

/// A path can be typed without the person's current square.
#[test]
fn ways_without_the_first_square_are_completed() {
    let table = table().put(&["4 K5", "5 K5"]).dice(2, 3);
    let orders = table.try_order("4 L6-M6-N6; 5 L6-M6-N6-O6").expect("legal orders");
    assert_eq!(orders.write(), ["4 K5-L6-M6-N6", "5 K5-L6-M6-N6-O6"]);
}

#[test]
fn only_the_side_to_move_may_ask() {
    let may_ask = |table: &Table, who: &str| {
        let json = table.state.json(&table.shown);
        let people = json["people"].as_array().expect("people").clone();
        people.into_iter().find(|one| one["who"] == who).expect("one of the people")["may_ask"]
            .clone()
    };
    let table = table().put(&["3 B10", "9 B1"]).landed("3").landed("9").dice(1, 1);
    assert_eq!(may_ask(&table, "3"), 1, "Blue moves");
    assert_eq!(may_ask(&table, "9"), serde_json::Value::Null, "Red is not");
    let mut over = table;
    over.order("pass");
    assert!(over.is_turn_of(RED));
    assert_eq!(may_ask(&over, "9"), 1);
    assert_eq!(may_ask(&over, "3"), serde_json::Value::Null);
}
