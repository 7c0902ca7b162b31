//! Dice and cards.

use super::table::{BLUE, RED, Table, table, table_with};
use crate::games::conformance;
use crate::games::enemy_agent::{Card, EnemyAgent, Roll, Rolled};
use crate::rules::*;

/// Returns these numbers in turn, instead of random ones.
struct Given(Vec<u32>);

impl Numbers for Given {
    fn below(&mut self, m: u32) -> u32 {
        let number = self.0.remove(0);
        assert!(number < m);
        number
    }
}

#[test]
fn high_roll_on_the_regular_dice_plays_first() {
    let state = EnemyAgent::start(&conformance::options::<EnemyAgent>(&[], 2), 2);
    let roll = |numbers: &[u32]| state.roll_first(&mut Given(numbers.to_vec()));
    let throws = |one, two| Some(format!("{{0}} rolls {one}, {{1}} rolls {two}"));
    assert_eq!(roll(&[5, 0]), (BLUE, throws(6, 1)));
    assert_eq!(roll(&[1, 2]), (RED, throws(2, 3)));
    assert_eq!(roll(&[3, 3, 0, 0, 4, 1]), (BLUE, throws(5, 2)), "ties are rolled again");
}

#[test]
fn first_player_knows_the_dice_before_moving() {
    let options = conformance::options::<EnemyAgent>(&[], 2);
    let mut state = EnemyAgent::start(&options, 2);
    assert_eq!(state.due(), Due::First);
    state.apply(&Step::First(RED), &Shown::nothing(2));
    assert_eq!(state.due(), Due::Roll { by: RED, roll: Roll::Dice });
}

#[test]
fn a_player_rolls_both_dice() {
    let roll = |table: &Table, numbers: &[u32]| {
        let rolled = table.state.roll(&Roll::Dice, &mut Given(numbers.to_vec()));
        let Rolled::Dice(throw) = rolled else { panic!("dice") };
        (throw.people, throw.squares)
    };
    for (face, people) in (0..).zip([1, 1, 2, 2, 3, 3]) {
        let rolled = roll(&table(), &[face, 4]);
        assert_eq!(rolled, (people, 5), "the colored die has the faces 1 1 2 2 3 3");
    }
    assert_eq!(roll(&table_with(&[("colored-die", "[2,3]")]), &[1, 0]), (3, 1));
}

#[test]
fn a_card_is_drawn_from_the_counts_left() {
    let mut table = table();
    let draw = |number| table.state.roll(&Roll::Card(1), &mut Given(vec![number]));
    assert_eq!(draw(11), Rolled::Card(Card::Pass), "12 PASS");
    assert_eq!(draw(12), Rolled::Card(Card::Stop), "8 DO NOT PASS");
    table = table.put(&["1 D5"]).dice(1, 1);
    table.order("1 D5-D6");
    table.stop_card();
    assert_eq!((table.state.deck.pass, table.state.deck.stop), (12, 7));
}

#[test]
fn the_deck_is_shuffled_again_when_it_is_empty() {
    let mut table =
        table_with(&[("pass-cards", "1"), ("stop-cards", "1")]).put(&["1 D5", "2 L5"]).dice(2, 1);
    table.order("1 D5-D6; 2 L5-L6");
    table.stop_card();
    assert_eq!((table.state.deck.pass, table.state.deck.stop), (1, 0));
    table.pass_card();
    assert_eq!((table.state.deck.pass, table.state.deck.stop), (1, 1));
}

#[test]
fn cards_are_numbered_from_1_in_each_file() {
    let mut table = table().put(&["1 D5", "2 L5", "3 B3"]).dice(3, 1);
    table.order("1 D5-D6; 2 L5-L6; wait");
    let card = |by, number| Due::Roll { by, roll: Roll::Card(number) };
    assert_eq!(table.due(), card(RED, 1));
    table.stop_card();
    assert_eq!(table.due(), card(RED, 2));
    table.stop_card();
    assert!(table.is_open_for(BLUE));
    table.order("pass");
    table.throw(1, 1);
    table = table.put(&["7 L6"]);
    table.order("7 L6-L5");
    assert_eq!(table.due(), card(BLUE, 1));
    assert_eq!([Roll::Card(1), Roll::Dice].map(|roll| roll.to_string()), ["card 1", "dice"]);
}

#[test]
fn the_dice_stay_when_the_turn_is_kept_open() {
    let mut table = table().put(&["1 D5", "2 B3"]).dice(2, 3);
    table.order("1 D5-D6-C6-B6; wait");
    table.pass_card();
    assert!(table.is_open_for(BLUE));
    assert_eq!(
        (table.state.throw().people, table.state.throw().squares, table.state.people_left()),
        (2, 3, 1)
    );
}

#[test]
fn game_is_a_draw_after_the_last_turn() {
    let mut table = table_with(&[("max-turns", "2")]);
    for seat in [BLUE, RED, BLUE, RED] {
        assert!(table.is_turn_of(seat));
        table.throw(1, 1);
        table.order("pass");
    }
    let outcome = table.outcome().expect("the end");
    assert_eq!(outcome.winners, []);
    assert_eq!(outcome.reason, "each side has had 2 turns, and no one brought a plan home");
}
