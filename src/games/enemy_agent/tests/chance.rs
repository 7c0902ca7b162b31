//! Dice and cards.

use super::table::{BLUE, RED, table, table_with};
use crate::games::conformance;
use crate::games::enemy_agent::{Card, Draw, Drawn, EnemyAgent};
use crate::games::{Fact, Numbers, Pending, Rules};

/// Numbers that are given.
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
    let state = EnemyAgent::start(&conformance::options::<EnemyAgent>(&[], 2), 2, None);
    let roll =
        |numbers: &[u32]| EnemyAgent::roll(&state, &Draw::First, &mut Given(numbers.to_vec()));
    assert_eq!(roll(&[5, 0]), Drawn::First { seat: BLUE, rolls: Some([6, 1]) });
    assert_eq!(roll(&[1, 2]), Drawn::First { seat: RED, rolls: Some([2, 3]) });
    assert_eq!(
        roll(&[3, 3, 0, 0, 4, 1]),
        Drawn::First { seat: BLUE, rolls: Some([5, 2]) },
        "ties are rolled again"
    );
}

#[test]
fn the_opener_draws_who_begins_when_both_have_set_up() {
    let options = conformance::options::<EnemyAgent>(&[], 2);
    let mut state = EnemyAgent::start(&options, 2, None);
    for seat in [BLUE, RED] {
        assert_eq!(EnemyAgent::pending(&state), Pending::Setup(seat));
        EnemyAgent::fold(&mut state, &Fact::SetUp(seat));
    }
    assert_eq!(EnemyAgent::pending(&state), Pending::Chance { by: BLUE, draw: Draw::First });
    EnemyAgent::fold(
        &mut state,
        &Fact::Drawn { draw: Draw::First, drawn: Drawn::First { seat: RED, rolls: Some([1, 2]) } },
    );
    assert_eq!(
        EnemyAgent::pending(&state),
        Pending::Chance { by: RED, draw: Draw::Dice },
        "the mover throws, and knows it before he moves"
    );
}

#[test]
fn who_begins_may_be_agreed_and_turn_3_is_the_openers_all_the_same() {
    let options = conformance::options::<EnemyAgent>(&[], 2);
    let mut state = EnemyAgent::start(&options, 2, Some(RED));
    EnemyAgent::fold(&mut state, &Fact::SetUp(BLUE));
    EnemyAgent::fold(&mut state, &Fact::SetUp(RED));
    assert_eq!(EnemyAgent::pending(&state), Pending::Chance { by: BLUE, draw: Draw::First });
    let drawn = EnemyAgent::roll(&state, &Draw::First, &mut Given(Vec::new()));
    assert_eq!(drawn, Drawn::First { seat: RED, rolls: None }, "no number is drawn");
    EnemyAgent::fold(&mut state, &Fact::Drawn { draw: Draw::First, drawn });
    assert_eq!(EnemyAgent::pending(&state), Pending::Chance { by: RED, draw: Draw::Dice });
}

#[test]
fn a_player_rolls_both_dice() {
    let table = table();
    let roll =
        |numbers: &[u32]| EnemyAgent::roll(&table.state, &Draw::Dice, &mut Given(numbers.to_vec()));
    for (face, people) in [1, 1, 2, 2, 3, 3].into_iter().enumerate() {
        let Drawn::Dice(throw) = roll(&[u32::try_from(face).expect("small"), 4]) else {
            panic!("dice")
        };
        assert_eq!(
            (throw.people, throw.squares),
            (people, 5),
            "the colored die has the faces 1 1 2 2 3 3"
        );
    }
    let other = table_with(&[("colored-die", "[2,3]")]);
    let Drawn::Dice(throw) = EnemyAgent::roll(&other.state, &Draw::Dice, &mut Given(vec![1, 0]))
    else {
        panic!("dice")
    };
    assert_eq!((throw.people, throw.squares), (3, 1));
}

#[test]
fn a_card_is_drawn_from_the_counts_left() {
    let mut table = table();
    let draw = |table: &super::table::Table, number| {
        EnemyAgent::roll(&table.state, &Draw::Card(1), &mut Given(vec![number]))
    };
    assert_eq!(draw(&table, 11), Drawn::Card(Card::Pass), "12 PASS");
    assert_eq!(draw(&table, 12), Drawn::Card(Card::Stop), "8 DO NOT PASS");
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
fn cards_are_counted_anew_in_each_file_that_draws_them() {
    let mut table = table().put(&["1 D5", "2 L5", "3 B3"]).dice(3, 1);
    table.order("1 D5-D6; 2 L5-L6; wait");
    let next = |table: &super::table::Table| table.pending();
    assert_eq!(next(&table), Pending::Chance { by: RED, draw: Draw::Card(1) });
    table.stop_card();
    assert_eq!(next(&table), Pending::Chance { by: RED, draw: Draw::Card(2) });
    table.stop_card();
    assert!(table.is_open_for(BLUE));
    table.order("pass");
    table.throw(1, 1);
    table = table.put(&["7 L6"]);
    table.order("7 L6-L5");
    assert_eq!(next(&table), Pending::Chance { by: BLUE, draw: Draw::Card(1) });
    assert_eq!(Draw::Card(1).to_string(), "card 1");
    assert_eq!(
        (Draw::First.to_string(), Draw::Dice.to_string()),
        ("first".to_owned(), "dice".to_owned())
    );
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
fn each_has_so_many_turns_and_then_the_game_is_a_draw() {
    let mut table = table_with(&[("max-turns", "2")]);
    for seat in [BLUE, RED, BLUE, RED] {
        assert!(table.is_turn_of(seat));
        table.throw(1, 1);
        table.order("pass");
    }
    let outcome = table.outcome().expect("the end");
    assert_eq!(outcome.winners, []);
    assert_eq!(outcome.reason, "nobody has brought a plan home within 2 turns each");
    assert_eq!(
        EnemyAgent::pending(&table.state).actor(),
        Some(RED),
        "in whose file it ended shows first"
    );
}
