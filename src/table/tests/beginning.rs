//! Sealing setups, and choosing the first player.

use super::*;

#[test]
fn setups_are_sealed_seat_by_seat() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut game = Game::new(Kind::of::<Checkpoint>(), None, 1, setups);
    assert_eq!(game.expects(), (Some(ALICE), Expects::Join));
    assert_eq!(game.goes(Intent::Nothing).setup.len(), 63);
    assert_eq!(game.events(), ["alice has hidden four agents"]);
    assert_eq!(game.expects(), (Some(BOB), Expects::Join));
    assert_eq!(game.goes(Intent::Nothing).setup.len(), 63);
    assert_eq!(game.events(), ["bob joins", "bob has hidden four agents"]);
    assert!(game.turns.iter().all(|turn| turn.reveal.is_empty() && turn.open.is_empty()));
}

#[test]
fn seat_without_a_setup_moves_in_its_first_turn() {
    let mut game = Game::hideout();
    let standing = game.table.standing();
    assert_eq!([ALICE, BOB].map(|seat| standing.hides(seat)), [true, false]);
    assert_eq!(game.goes(Intent::Nothing).setup.len(), 9);
    assert_eq!(game.expects(), (Some(BOB), Expects::Join));
    assert_eq!(game.moves("A1").setup.len(), 0);
    assert_eq!(game.events(), ["bob joins", "bob knocks at A1"]);
}

#[test]
fn key_in_the_header_is_not_repeated() {
    let mut header = header(Kind::of::<Checkpoint>(), Some("alice"), 1);
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"]
        .map(|setup| setup.split(' ').map(str::to_owned).collect::<Vec<String>>());
    let known = keys_of(&header, 1, setups.clone());
    let known = known.iter().map(|keys| keys.identity.public());
    header.keys = header.seats.iter().cloned().zip(known).collect();
    let table = AnyTable::new(&header).expect("a game");
    let mut game = Game { keys: keys_of(&header, 1, setups), table, turns: Vec::new() };
    assert_eq!(game.goes(Intent::Nothing).key, None);
    let key = header.keys["bob"];
    let message = game.meddles(Intent::Nothing, |turn| turn.key = Some(key));
    assert_eq!(message, "the key `key` doesn't belong in this turn");
    assert_eq!(game.goes(Intent::Nothing).key, None);
}

/// Bob hides nothing, so the turn in which bob joins has a move.
#[test]
fn only_the_joining_seat_knows_that_it_moves() {
    let mut game = Game::hideout();
    game.goes(Intent::Nothing);
    let expects = |keys| game.table.view(Some(keys), moment(9)).expects;
    assert_eq!([&game.keys[0], &game.keys[1]].map(expects), [Expects::Join, Expects::Move]);
}

#[test]
fn name_and_address_are_in_the_first_turn_only() {
    let mut game = Game::hideout();
    for (seat, has) in [(ALICE, true), (BOB, true), (ALICE, false)] {
        assert_eq!(game.due(), Some(seat));
        let intent = if seat == BOB { Intent::Move("A1".to_owned()) } else { Intent::Nothing };
        let mut plan = game.plan(intent);
        (plan.name, plan.mail) = (Some("Name".to_owned()), Some("a@example.org".to_owned()));
        let turn = game.plays(&plan);
        assert_eq!((turn.name.is_some(), turn.mail.is_some()), (has, has), "{seat}");
    }
}

#[test]
fn a_setup_is_needed_before_it_can_be_sealed() {
    let mut game = Game::hideout();
    game.keys[0].setup.clear();
    assert_eq!(game.refuses(Intent::Nothing), Refusal::SetupNeeded);
}

#[test]
fn exactly_the_items_of_the_setup_are_sealed() {
    let game = Game::hideout();
    let short = game.meddles(Intent::Nothing, |turn| turn.setup.truncate(8));
    assert_eq!(short, "alice does not seal exactly the 9 items of the setup");
    let long = game.meddles(Intent::Nothing, |turn| turn.setup.push([0; 32]));
    assert_eq!(long, "alice does not seal exactly the 9 items of the setup");
}

#[test]
fn no_one_makes_a_turn_out_of_order() {
    let game = Game::hideout();
    let refused = game.table.compose(&game.keys[1], &game.plan(Intent::Move("A1".to_owned())));
    assert_eq!(refused.map(|_| ()), Err(Refusal::NotYourTurn { due: ALICE }));
}

#[test]
fn the_opener_rolls_in_turn_3_who_begins() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut counts = [0, 0];
    for seed in 0..16 {
        let mut game = Game::new(Kind::of::<Checkpoint>(), None, seed, setups);
        assert!(game.goes(Intent::Nothing).link.is_none());
        assert!(game.goes(Intent::Nothing).link.is_none());
        assert!(game.due() == Some(ALICE) && game.table.standing().rolls);
        // The first player calls in the same turn.
        let alice = game.composed(&game.plan(Intent::Nothing)).is_err();
        let intent = if alice { Intent::Move("F6".to_owned()) } else { Intent::Nothing };
        assert!(game.goes(intent).link.is_some());
        let events = game.events();
        if alice {
            assert_eq!(events, ["alice begins", "alice calls Fiji 6"]);
        } else {
            assert_eq!(events, ["bob begins"]);
        }
        assert_eq!(game.due(), Some(BOB));
        counts[usize::from(!alice)] += 1;
    }
    assert!(counts.iter().all(|&games| games > 2), "{counts:?}");
}

#[test]
fn joiner_may_begin_in_the_first_turn_if_agreed() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut game = Game::new(Kind::of::<Checkpoint>(), Some("bob"), 1, setups);
    game.goes(Intent::Nothing);
    game.moves("A1");
    let events = ["bob joins", "bob has hidden four agents", "bob begins", "bob calls Arctic 1"];
    assert_eq!(game.events(), events);
    assert!(!game.table.standing().rolls);
    assert_eq!(game.expects(), (Some(ALICE), Expects::Answer));
}

#[test]
fn opener_begins_in_turn_3_without_a_roll_if_agreed() {
    let mut game = Game::checkpoint();
    assert_eq!(game.events().last().map(String::as_str), Some("alice begins"));
    assert_eq!(game.expects(), (Some(ALICE), Expects::Move));
    game.moves("F6");
    assert_eq!(game.events(), ["alice calls Fiji 6"]);
}

/// Before turn 3 the joiner could still choose the tip of the joiner's chain to influence the
/// rolls.
#[test]
fn a_game_that_rolls_in_every_turn_waits_for_turn_3() {
    let Some(kind) = Kind::from_id("enemy-agent") else { return };
    let table = AnyTable::new(&header(kind, Some("bob"), 1)).expect("a game");
    let setup = |seat: Seat| table.random_setup(seat, &mut crate::games::conformance::Dice(7));
    let setups = [setup(ALICE), setup(BOB)];
    let mut game = Game::sealed(kind, Some("bob"), 1, setups);
    game.goes(Intent::Nothing);
    assert!(game.goes(Intent::Nothing).moves.is_empty());
    assert_eq!(game.events().last().map(|line| line.ends_with(" begins")), Some(false));
    assert_eq!(game.due(), Some(ALICE));
    game.goes(Intent::Nothing);
    assert!(game.events().contains(&"bob begins".to_owned()), "{:?}", game.events());
}
