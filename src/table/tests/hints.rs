//! The table gives only the hints that the players have agreed on.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::super::{HINTS, HintError, header_faults};
use super::*;
use crate::rules::{Hints, Level, OptionValue};

/// Returns a game in which alice has called and the players have agreed on this level of hints.
fn agreed(word: &str) -> Game {
    let kind = Kind::of::<Checkpoint>();
    let mut header = header(kind, Some("alice"), 1);
    header.options.insert(HINTS.to_owned(), OptionValue::Word(word.to_owned()));
    assert_eq!(header_faults(kind, &header), [""; 0]);
    let table = AnyTable::new(&header).expect("a game");
    let setups = [["A1", "A3", "B5", "G9"], ["B2", "C7", "F1", "F3"]];
    let setups = setups.map(|setup| setup.map(str::to_owned).to_vec());
    let mut game = Game { keys: keys_of(&header, 1, setups), table, turns: Vec::new() };
    game.goes(Intent::Nothing);
    game.goes(Intent::Nothing);
    game.moves("F6");
    game
}

#[test]
fn header_states_the_level_of_hints() {
    for kind in Kind::published() {
        let mut header = header(kind, None, 1);
        let full = OptionValue::Word("full".to_owned());
        assert_eq!(header.options.get(HINTS), Some(&full), "{kind} is usually full");
        header.options.insert(HINTS.to_owned(), OptionValue::Word("free".to_owned()));
        let faults = header_faults(kind, &header);
        assert_eq!(faults, ["option hints: `free` isn't allowed; use one of: none, counts, full"]);
        header.options.remove(HINTS);
        assert_eq!(header_faults(kind, &header).len(), 1, "it is spelled out");
    }
}

#[test]
fn hints_follow_the_agreed_level() {
    for (word, hints) in [("none", Hints::None), ("counts", Hints::Counts), ("full", Hints::Full)] {
        let game = agreed(word);
        assert_eq!((game.table.standing().hints, hints.word()), (hints, word));
        let heat = game.table.heat(&game.keys[1], moment(9));
        if hints == Hints::None {
            assert_eq!(heat, Err(HintError::Agreed));
            continue;
        }
        let heat = heat.expect("a heat map");
        assert!(heat.says[0].ends_with("maps fit everything you know."), "{heat:?}");
        // `Counts` allows no advice.
        let advised = hints == Hints::Full;
        assert_eq!((heat.best.len() == 5, heat.theirs.is_some()), (advised, advised));
    }
}

#[test]
fn no_hint_without_hidden_facts() {
    let mut game = Game::hideout();
    game.goes(Intent::Nothing);
    assert_eq!(game.table.heat(&game.keys[1], moment(9)), Err(HintError::Nothing));
}

#[test]
fn suggestion_is_advice_only_if_the_players_allow_advice() {
    for word in ["none", "counts", "full"] {
        let game = agreed(word);
        let (keys, now) = (&game.keys[1], moment(9));
        let examples = game.table.examples(keys, now);
        if word == "full" {
            let heat = game.table.heat(keys, now).expect("a heat map");
            assert_eq!(examples[0].0, heat.best[0].typed);
        } else {
            assert_eq!(examples, game.table.view(Some(keys), now).scene.examples, "{word}");
        }
        assert_eq!(game.table.examples(&game.keys[0], now), [], "it is bob's move");
    }
}

/// Both players only follow suggestions. The plain examples would call squares that can't hold an
/// agent.
#[test]
fn suggested_calls_can_find_an_agent() {
    let mut game = Game::checkpoint();
    let mut vain_examples = 0;
    while let Some(due) = game.due() {
        let (keys, now) = (&game.keys[due.index()], moment(400));
        let Some((typed, _)) = game.table.examples(keys, now).into_iter().next() else {
            game.goes(Intent::Nothing);
            continue;
        };
        let heat = game.table.heat(keys, now).expect("a heat map");
        let share = |typed: &str| {
            let square = typed.trim_start_matches("danger ").to_owned();
            let short = [&square[..1], &square[square.len() - 1..]].concat();
            let is_here = |name: &str| name == square || name == short;
            heat.cells.iter().find(|cell| is_here(&cell.square)).map_or(0, |cell| cell.share)
        };
        assert!(share(&typed) > 0, "{typed}");
        let plain = game.table.view(Some(keys), now).scene.examples;
        vain_examples += usize::from(share(&plain[0].0) == 0);
        game.moves(&typed);
    }
    assert!(vain_examples > 0);
}

/// Both players only follow suggestions.
#[test]
fn suggested_guess_is_the_only_possible_network() {
    let spy = Kind::from_id("spy").expect("a kind");
    let setups = ["5F 5D 6D 6A 1A 1G 5G", "8C 8D 3D 3H 9H 9F 6F"];
    let mut game = Game::new(spy, Some("alice"), 3, setups);
    let mut guesses = 0;
    while let Some(due) = game.due() {
        let (keys, now) = (&game.keys[due.index()], moment(400));
        let Some((typed, does)) = game.table.examples(keys, now).into_iter().next() else {
            game.goes(Intent::Nothing);
            continue;
        };
        let is_known = game.table.heat(keys, now).is_ok_and(|heat| heat.count == Some(1));
        let may = game.table.view(Some(keys), now).scene.may;
        let may_guess = may.iter().any(|choice| choice.contains("guess"));
        if is_known && may_guess {
            assert!(typed.starts_with("guess "), "{typed}");
        }
        if typed.starts_with("guess ") {
            assert!(is_known, "{typed}");
            assert_eq!(does, "ends the game");
            guesses += 1;
            break;
        }
        game.moves(&typed);
    }
    assert!(guesses > 0);
}

#[test]
fn suggestions_can_be_typed_in_every_kind() {
    for kind in Kind::published().filter(|kind| *kind.seats().end() == 2) {
        let mut numbers = Stream::from_seed([5; 32]);
        let table = AnyTable::new(&header(kind, Some("alice"), 4)).expect("a game");
        let setups = [ALICE, BOB].map(|seat| table.random_setup(seat, &mut numbers));
        let mut game = Game::sealed(kind, Some("alice"), 4, setups);
        for _ in 0..12 {
            let keys = &game.keys[game.due().expect("the game continues").index()];
            let examples = game.table.examples(keys, game.plan(Intent::Nothing).sent);
            for (typed, _) in &examples {
                let plan = game.plan(Intent::Move(typed.clone()));
                assert!(game.composed(&plan).is_ok(), "{kind}: {typed}");
                assert!(typed != "pass" || examples.len() == 1, "{kind}: {examples:?}");
            }
            match examples.first() {
                Some((typed, _)) => game.moves(typed),
                None => game.goes(Intent::Nothing),
            };
        }
    }
}

/// An easy bot plays against bob, who only follows suggestions. Returns the outcome for bob: a win
/// is greater than a draw, and a loss is less.
fn follow(header: &Header, seed: u8) -> Ordering {
    let mut game = Game::random(header, seed);
    while let Some(due) = game.due() {
        let (keys, now) = (&game.keys[due.index()], game.plan(Intent::Nothing).sent);
        let is_bot = due != BOB;
        let examples = if is_bot { Vec::new() } else { game.table.examples(keys, now) };
        match examples.into_iter().next() {
            Some((typed, _)) => game.moves(&typed),
            None if is_bot => game.goes(Intent::Bot { level: Level::Easy, seed: None }),
            None => game.goes(Intent::Nothing),
        };
    }
    let points = game.table.standing().outcome.expect("an outcome").points;
    points[BOB].cmp(&points[ALICE])
}

/// The first legal moves win no game of Enemy Agent, and few of Espionage.
#[test]
fn suggestions_win_more_games_than_they_lose() {
    let small = [("size", OptionValue::Word("small".to_owned()))];
    let fast = [("moves-per-turn", OptionValue::Number(1))];
    for (kind, games, rules) in [
        (Kind::EnemyAgent, 20, Vec::new()),
        // The standard game takes a minute without optimization.
        (Kind::Espionage, 5, [small, fast].concat()),
    ] {
        let mut header = header(kind, None, 1);
        let rules = rules.into_iter().map(|(name, value)| (name.to_owned(), value));
        header.options.extend(rules);
        let outcomes: Vec<_> = (1..=games).map(|seed| follow(&header, seed)).collect();
        let count = |of| outcomes.iter().filter(|outcome| **outcome == of).count();
        assert!(count(Ordering::Greater) > count(Ordering::Less), "{kind}: {outcomes:?}");
    }
}

/// All uncalled dots are equally good, and a known dot is useless.
#[test]
fn suggested_dot_was_never_called() {
    let mut game = Game::random(&header(Kind::GameBox, None, 1), 1);
    let mut called = BTreeSet::new();
    while let Some(due) = game.due() {
        let (keys, now) = (&game.keys[due.index()], game.plan(Intent::Nothing).sent);
        match game.table.examples(keys, now).into_iter().next() {
            Some((typed, _)) => {
                assert!(called.insert(typed.clone()), "{typed}");
                game.moves(&typed)
            }
            None => game.goes(Intent::Nothing),
        };
    }
    assert!(called.len() > 5, "{called:?}");
}

/// With `must-move`, an order for only some of the people can't be suggested.
#[test]
fn order_for_several_people_is_not_said_to_end_the_game() {
    let mut header = header(Kind::EnemyAgent, Some("alice"), 1);
    header.options.insert("must-move".to_owned(), OptionValue::Flag(true));
    let mut game = Game::random(&header, 1);
    let mut several = 0;
    while let Some(due) = game.due().filter(|_| game.turns.len() < 20) {
        let examples = game.table.examples(&game.keys[due.index()], moment(400));
        assert!(examples.iter().all(|(_, does)| !does.contains("ends the game")), "{examples:?}");
        several += examples.iter().filter(|(typed, _)| typed.contains("; ")).count();
        let typed = examples.into_iter().next().map(|(typed, _)| typed);
        game.goes(typed.map_or(Intent::Nothing, Intent::Move));
    }
    assert!(several > 0);
}
