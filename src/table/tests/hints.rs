//! The table gives only the hints that the players have agreed on.

use super::super::{HINTS, HintError, header_faults};
use super::*;
use crate::rules::{Hints, OptionValue};

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
        assert!(heat.says[0].ends_with("sheets fit everything you know."), "{heat:?}");
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
