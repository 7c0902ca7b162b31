//! Secrets that a vault has or has lost.

use super::*;
use crate::games::Spy;
use crate::rules::OptionValue;
use crate::table::{HiddenMove, Table};

const NETWORK: &str = "1A 1B 3B";
/// The same network, from the other end.
const TURNED: &str = "3B 1B 1A";

fn two_lines() -> Header {
    let mut header = header(Kind::of::<Spy>(), Some("alice"), 1);
    header.options.insert("lengths".to_owned(), OptionValue::Numbers(vec![1, 2]));
    header
}

/// Returns a game of Spy! with two lines in which alice has just sealed a guess, and the sealed
/// part of her move.
fn guessed() -> (Game, HiddenMove) {
    let header = two_lines();
    let keys = keys_of(&header, 1, [NETWORK, NETWORK].map(|setup| vec![setup.to_owned()]));
    let table = AnyTable::new(&header).expect("a game");
    let mut game = Game { keys, table, turns: Vec::new() };
    game.goes(Intent::Nothing);
    game.goes(Intent::Nothing);
    game.moves("1B");
    game.moves("1B");
    let guess = game.plan(Intent::Move(format!("guess {NETWORK}")));
    let hidden = game.composed(&guess).expect("a turn").hidden.expect("a sealed guess");
    game.plays(&guess);
    (game, hidden)
}

#[test]
fn known_secrets_are_not_searched_for() {
    let (game, hidden) = guessed();
    for setup in [NETWORK, TURNED] {
        let mut keys = game.keys[0].clone();
        keys.setup = vec![setup.to_owned()];
        keys.hidden = vec![hidden.clone()];
        game.table.find_hidden(&mut keys);
        assert_eq!(keys.setup, [setup]);
        assert!(keys.hidden == [hidden.clone()]);
    }
}

#[test]
fn lost_secrets_are_found_again() {
    let (mut game, hidden) = guessed();
    let find = |game: &Game| {
        let mut keys = game.keys[0].clone();
        (keys.setup, keys.hidden) = (Vec::new(), Vec::new());
        game.table.find_hidden(&mut keys);
        keys
    };
    let keys = find(&game);
    assert!([NETWORK, TURNED].contains(&keys.setup[0].as_str()));
    assert!(keys.hidden == [hidden.clone()]);
    game.keys[0].hidden = vec![hidden];
    game.moves("decline");
    game.goes(Intent::Nothing);
    assert!(find(&game).hidden.is_empty(), "the guess is open");
    assert_eq!([ALICE, BOB].map(|seat| game.table.sealed_tile(seat).is_some()), [true, false]);
    let mut table = Table::<Spy>::new(&two_lines()).expect("a game");
    let unopened: Vec<usize> = game
        .turns
        .iter()
        .map(|turn| {
            table.read(turn).expect("an honest turn");
            table.unopened()
        })
        .collect();
    assert_eq!(unopened, [0, 0, 0, 0, 1, 1, 0]);
}

/// Bob has to guess or decline.
#[test]
fn no_one_leaves_after_a_sealed_guess() {
    let (game, _) = guessed();
    assert!(matches!(game.refuses(Intent::Resign), Refusal::CannotLeave(_)));
    assert!(matches!(game.refuses(Intent::Accept), Refusal::NoOffer));
    assert!(matches!(game.refuses(Intent::Nothing), Refusal::MoveNeeded { .. }));
    let preview = game.table.preview(&game.keys[1], moment(9), "decline");
    assert!(preview.warning.is_some(), "a declined guess is lost");
}

/// The seal of a guess that the vault has lost isn't opened with another value.
#[test]
fn lost_guess_is_not_opened() {
    let (mut game, hidden) = guessed();
    game.moves("decline");
    assert_eq!(game.due(), Some(ALICE));
    let Refusal::Inconsistent(why) = game.refuses(Intent::Nothing) else { panic!("no refusal") };
    assert!(why.contains("was lost with your vault"), "{why}");
    game.keys[0].hidden = vec![hidden];
    assert!(game.goes(Intent::Nothing).open.iter().any(|open| open.ends_with(NETWORK)));
}
