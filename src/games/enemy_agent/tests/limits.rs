//! Limits of orders and paths, and steps that aren't due.

use super::table::{BLUE, RED, path_of, square, table, table_with, who};
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::orders::{Order, Orders, Then};
use crate::games::enemy_agent::path::{paths_to, ways};
use crate::games::enemy_agent::person::{Answer, Item, Question, Role, Value};
use crate::games::enemy_agent::state::Deck;
use crate::games::enemy_agent::{Card, EnemyAgent, Roll, Rolled, Throw};
use crate::rules::*;

fn pass() -> Orders {
    Orders(vec![Order::Pass])
}

fn moved(seat: Seat) -> Step<EnemyAgent> {
    Step::Moved { seat, mv: pass(), sealed: None }
}

fn asks_for_passport(of: &str) -> Question {
    Question::Passport { by: who("I1"), of: who(of) }
}

#[test]
fn steps_that_are_not_due_change_nothing() {
    let dice = Rolled::Dice(Throw { people: 1, squares: 1 });
    let role = Answer(Value::Is(Role::Agent));
    let answered = |of| Step::Answered { seat: RED, question: asks_for_passport(of), answer: role };
    let rolling = table();
    let moving = table().dice(1, 1);
    let mut arresting = table().put(&["8 D3", "9 D8"]).dice(1, 1);
    arresting.order("I1 D2-D3 arrest 8");
    let card = Step::Rolled { roll: Roll::Card(1), rolled: Rolled::Card(Card::Stop) };
    let wrong_roll = Step::Rolled { roll: Roll::Card(1), rolled: dice };
    for (mut table, steps) in [
        (rolling, vec![moved(BLUE), moved(RED), wrong_roll, card.clone(), Step::First(RED)]),
        (moving, vec![moved(RED), Step::Rolled { roll: Roll::Dice, rolled: dice }]),
        (arresting, vec![answered("9"), moved(BLUE), card]),
    ] {
        let due = table.due();
        for step in steps {
            assert_eq!(table.apply(&step), [""; 0], "{step:?}");
            assert_eq!(table.due(), due, "{step:?}");
        }
    }
}

#[test]
fn orders_are_given_only_by_the_mover_after_the_dice() {
    let check = |table: &super::table::Table, seat| table.state.check(seat, &pass(), &table.shown);
    let mut table = table().put(&["8 D3"]);
    assert_eq!(check(&table, BLUE), Err(Illegal::NotYourTurn), "before the dice");
    table = table.dice(1, 1);
    assert_eq!(check(&table, RED), Err(Illegal::NotYourTurn));
    assert_eq!(check(&table, BLUE), Ok(()));
    table.order("I1 D2-D3 arrest 8");
    assert_eq!(check(&table, BLUE), Err(Illegal::NotYourTurn), "an answer is due");
    let mut over = super::table::table().dice(1, 1);
    over.state.end(Outcome::draw(2, EndedBy::Agreement, "agreed"));
    assert_eq!(check(&over, BLUE), Err(Illegal::NotYourTurn));
}

#[test]
fn a_move_has_at_most_20_orders() {
    let table = table().dice(1, 1);
    let order = Order::Move { who: who("1"), path: vec![square("A1")], then: Then::Stay };
    let check = |count| {
        let orders = Orders(vec![order.clone(); count]);
        table.state.check(BLUE, &orders, &table.shown)
    };
    assert!(matches!(check(20), Err(Illegal::MovedAlready(_))));
    for count in [21, 22] {
        assert_eq!(check(count), Err(Illegal::TooMany(20)));
    }
}

#[test]
fn pass_is_the_last_order() {
    let table = table().dice(1, 1);
    assert_eq!(table.refuse("pass; 1 A1"), Illegal::NotLast("pass"));
}

#[test]
fn a_path_in_a_file_begins_on_the_current_square() {
    let table = table().put(&["1 D3"]).dice(1, 1);
    for path in ["1 C3", "1 C3-B3"] {
        let orders = Orders::parse(&[path.to_owned()], &table.state).expect("orders");
        let illegal = table.state.check(BLUE, &orders, &table.shown);
        assert_eq!(illegal, Err(Illegal::NotThere { who: who("1"), at: square("D3") }), "{path}");
    }
}

#[test]
fn nine_extra_squares_are_legal() {
    let row = ["2 B3", "3 C3", "4 D3", "5 E3", "6 F3", "7 G3", "8 H3", "9 I3", "10 J3"];
    let table = table().put(&["1 A3"]).put(&row).dice(1, 1);
    let full = "1 A3-B3-C3-D3-E3-F3-G3-H3-I3-J3-K3";
    for typed in [full, "1 to K3"] {
        assert_eq!(table.try_order(typed).map(|orders| orders.write()), Ok(vec![full.to_owned()]));
    }
    let table = table.put(&["11 K3"]);
    let refused = table.refuse("1 A3-B3-C3-D3-E3-F3-G3-H3-I3-J3-K3-L3");
    assert!(matches!(refused, Illegal::Count { wanted: 1, read: 11, .. }), "{refused:?}");
}

/// Nothing follows a card that ends the turn.
#[test]
fn orders_after_the_last_do_not_pass_are_too_late() {
    let with = |set: &[(&str, &str)], pass| {
        let mut table = table_with(set).put(&["1 C5", "2 C3"]).dice(2, 2);
        table.state.deck = Deck { pass, stop: 1 };
        table
    };
    let (waits, moves) = ("1 C5-D5-D6; wait", "1 C5-D5-D6; 2 to A3");
    let stopped = with(&[], 0);
    assert_eq!(stopped.try_order(waits), Err(Illegal::TooLate));
    assert_eq!(stopped.read(moves), Err(Illegal::TooLate));
    for table in [with(&[], 1), with(&[("stop-card-ends-turn", "false")], 0)] {
        assert!(table.try_order(waits).is_ok() && table.try_order(moves).is_ok());
    }
}

#[test]
fn no_one_asks_past_a_doorway_before_the_card_is_drawn() {
    let table = table().put(&["1 D5"]).dice(1, 2);
    assert_eq!(table.refuse("1 D5-D6-C6 ask"), Illegal::AskUnsure);
}

#[test]
fn inspectors_never_ask_and_travelers_move_before_they_ask() {
    let table = table().put(&["1 D3"]).dice(1, 1);
    assert_eq!(table.refuse("I2 L2-L3 ask"), Illegal::InspectorAsks(who("I2")));
    assert_eq!(table.refuse("1 ask"), Illegal::Count { who: who("1"), wanted: 1, read: 0 });
}

#[test]
fn arrest_by_an_extra_step_is_illegal() {
    let table = table().put(&["I1 C5", "2 D5", "7 E5"]).dice(1, 1);
    assert_eq!(table.refuse("I1 C5-D5-E5 arrest 7"), Illegal::NotExact);
    let exact = super::table::table().put(&["I1 C5", "2 D5", "7 E5"]).dice(1, 2);
    assert!(exact.try_order("I1 C5-D5-E5 arrest 7").is_ok());
}

#[test]
fn no_one_walks_before_the_dice() {
    let table = table();
    assert!(ways(&table.state, who("1")).is_empty());
    assert!(!ways(&table.dice(1, 1).state, who("1")).is_empty());
}

/// From B8, the Wall is three steps away by A7, and four steps by D7.
#[test]
fn over_takes_the_shorter_of_two_ways() {
    let table = table_with(&[("board", "short")]).put(&["1 B8"]).carrying("1").dice(2, 2);
    let orders = table.try_order("1 over").expect("a way");
    assert_eq!(path_of(&orders), ("B8-A8-A7-A6".to_owned(), Then::Over));
}

/// Two paths of six steps lead from D3 to D5: by B4, and by F4.
#[test]
fn as_many_paths_are_found_as_wanted() {
    let table = table().put(&["1 D3"]).dice(1, 6);
    let paths = |most| paths_to(&table.state, who("1"), square("D5"), most).len();
    assert_eq!((paths(1), paths(2)), (1, 2));
}

#[test]
fn only_sealed_items_are_opened_with_values_that_they_can_have() {
    let table = table();
    let opens = |seat, item, value| {
        table.state.check_opening(&Opening::new(seat, item, value), &table.shown)
    };
    let (agent, plan) = (Value::Is(Role::Agent), Value::Holds(true));
    assert_eq!(opens(BLUE, Item::Passport(6), agent), Ok(()));
    assert_eq!(opens(RED, Item::Building(4), plan), Ok(()));
    for (item, value) in [
        (Item::Passport(7), agent),
        (Item::Passport(6), plan),
        (Item::Building(5), plan),
        (Item::Building(4), agent),
    ] {
        assert_eq!(opens(BLUE, item, value), Err(Illegal::BadOpening), "{item} {value}");
    }
}
