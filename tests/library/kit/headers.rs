//! Headers that make a game, and headers that make none.

use std::collections::BTreeMap;

use pbem::games::Kind;
use pbem::rules::OptionValue;
use pbem::table::Intent;
use pbem::turnfile::{Header, TurnFile};

use super::Case;
use crate::mutations::headers;
use crate::play::{Game, fewest, header, identity, of_kind};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in Kind::published() {
        let mut game = Game::new(kind, fewest(kind), &[], 23);
        game.step(Intent::Nothing);
        let mut add = |name: &str, header: Header| {
            let name = format!("header/{kind}-{name}");
            cases.push(Case::of_file(name, &signed(&game, header)));
        };
        for (nth, header) in headers(&game.file.game).into_iter().enumerate() {
            let makes_none = pbem::table::open(&TurnFile { game: header.clone(), turns: vec![] });
            if makes_none.is_err() {
                add(&format!("changed-{nth:02}"), header);
            }
        }
        for (nth, set) in edges(kind).into_iter().enumerate() {
            let mut changed = game.file.game.clone();
            changed.options.extend(set);
            add(&format!("edge-{nth:02}"), changed);
        }
    }
    cases.extend(maps());
    cases.extend(keys());
    cases
}

/// The file with this header and the first turn, which is signed for it.
fn signed(game: &Game, header: Header) -> TurnFile {
    let mut file = TurnFile { game: header, turns: game.file.turns[..1].to_vec() };
    // A turn without seals keeps the file small. If the header makes a game, the turn is a breach.
    file.turns[0].setup.clear();
    file.turns[0].eyes.clear();
    file.turns[0].nonce = file.turns[0].nonce.filter(|_| file.turns[0].tip.is_some());
    file.turns[0].after = file.game.id();
    if file.game.seats.contains(&file.turns[0].seat) {
        file.turns[0].signature = game.players[0].identity.sign_turn(&file.turns[0].hash());
    }
    file
}

type Set = Vec<(String, OptionValue)>;

fn number(name: &str, value: i64) -> (String, OptionValue) {
    (name.to_owned(), OptionValue::Number(value))
}

fn word(name: &str, value: &str) -> (String, OptionValue) {
    (name.to_owned(), OptionValue::Word(value.to_owned()))
}

fn numbers(name: &str, values: &[i64]) -> (String, OptionValue) {
    (name.to_owned(), OptionValue::Numbers(values.to_vec()))
}

/// Values at the limits of the options, and just beyond.
fn edges(kind: Kind) -> Vec<Set> {
    let one = |options: Vec<(String, OptionValue)>| options.into_iter().map(|it| vec![it]);
    let bounds =
        |name: &str, values: &[i64]| one(values.iter().map(|at| number(name, *at)).collect());
    let mut sets: Vec<Set> = bounds("days-per-turn", &[0, 365, 366, -1]).collect();
    sets.extend(one(vec![word("hints", "counts"), word("hints", "some")]));
    match kind.id() {
        "game-box" => {
            sets.push(vec![number("letters", 26), number("numbers", 99)]);
            sets.push(vec![number("letters", 2), number("numbers", 64)]);
            sets.push(vec![number("letters", 3), number("numbers", 43)]);
            sets.push(vec![number("letters", 1), number("numbers", 20), number("guns", 11)]);
            sets.extend(bounds("letters", &[0, 27]));
            sets.extend(bounds("houses", &[2, 3, 16]));
            sets.extend(bounds("guns", &[0, 16]));
            sets.extend(bounds("miss-limit", &[128, 129]));
            sets.extend(one(vec![word("checker", "winner"), word("checker", "loser")]));
        }
        "enemy-agent" => {
            sets.push(vec![word("board", "short")]);
            sets.push(vec![word("board", "long")]);
            sets.extend(one(vec![
                numbers("colored-die", &[1, 2, 3, 1, 2, 3]),
                numbers("colored-die", &[1, 2, 3, 1, 2, 3, 1]),
                numbers("colored-die", &[4]),
            ]));
            sets.extend(bounds("pass-cards", &[0, 1, 60, 61]));
            sets.extend(bounds("stop-cards", &[0, 60, 61]));
            sets.extend(bounds("max-turns", &[0, 1, 200, 201]));
        }
        "spy" => {
            sets.extend(bounds("rows", &[6, 7, 16, 17]));
            sets.extend(bounds("cols", &[6, 7, 16, 17]));
            sets.push(vec![number("rows", 7), number("cols", 7), numbers("lengths", &[6])]);
            sets.push(vec![number("rows", 7), number("cols", 7), numbers("lengths", &[7])]);
            sets.push(vec![numbers("lengths", &[9; 9])]);
            sets.push(vec![number("rows", 7), number("cols", 7), numbers("lengths", &[6; 8])]);
            sets.push(vec![number("rows", 7), number("cols", 7), numbers("lengths", &[6; 9])]);
            sets.extend(one(vec![
                numbers("lengths", &[0]),
                numbers("multi", &[1]),
                numbers("multi", &[5; 9]),
                numbers("multi", &[6]),
            ]));
            sets.extend(bounds("max-rounds", &[1, 256, 257]));
        }
        "espionage" => {
            sets.extend(one(vec![word("army", "thirty"), word("army", "none")]));
            sets.push(vec![word("army", "thirty"), word("size", "small")]);
            sets.push(vec![word("army", "seed"), word("size", "small")]);
            sets.extend(bounds("draw-turns", &[0, 64, 65]));
            sets.extend(bounds("moves-per-turn", &[0, 1, 2, 3]));
            sets.extend(bounds("volcanoes", &[0, 4, 3]));
            sets.push(vec![word("no-move", "lose")]);
        }
        _ => {}
    }
    sets
}

/// Boards of Enemy Agent with one line changed.
fn maps() -> Vec<Case> {
    let standard = include_str!("../../../src/games/enemy_agent/board.map");
    let lines: Vec<String> = standard.lines().map(str::to_owned).collect();
    let mut game = Game::new(of_kind("enemy-agent"), 2, &[], 66);
    game.step(Intent::Nothing);
    let board = |lines: &[String]| {
        let mut header = game.file.game.clone();
        header.options.insert("board".to_owned(), OptionValue::Lines(lines.to_vec()));
        signed(&game, header)
    };
    let mut cases = vec![Case::of_file("header/map".to_owned(), &board(&lines))];
    for at in (0..lines.len()).step_by(2) {
        let mut without = lines.clone();
        without.remove(at);
        cases.push(Case::of_file(format!("header/map-without-{at:02}"), &board(&without)));
    }
    for (nth, sign) in ".gsYObJ#|A9".chars().enumerate() {
        let mut changed = lines.clone();
        let row = &mut changed[5 + nth];
        let Some(at) = row.rfind(|other: char| other != ' ' && other != sign) else { continue };
        row.replace_range(at..=at, &sign.to_string());
        cases.push(Case::of_file(format!("header/map-changed-{nth:02}"), &board(&changed)));
    }
    cases
}

/// Seats whose keys the header names.
fn keys() -> Vec<Case> {
    let known = |names: &[&str], key: fn(&str) -> [u8; 32], what: &str| {
        let mut header = header(of_kind("game-box"), 3, SMALL, 23);
        header.keys =
            names.iter().map(|name| ((*name).to_owned(), key(name))).collect::<BTreeMap<_, _>>();
        let mut game = Game::new(of_kind("game-box"), 3, SMALL, 23);
        game.step(Intent::Nothing);
        Case::of_file(format!("header/keys-{what}"), &signed(&game, header))
    };
    let own = |name: &str| identity(23, name).public();
    let mut header = header(of_kind("game-box"), 3, SMALL, 23);
    header.keys = [("alice".to_owned(), own("alice")), ("bob".to_owned(), own("bob"))].into();
    let mut game = Game::with(header, 23);
    game.finish();
    vec![
        Case::of_file("header/keys-known".to_owned(), &game.file),
        known(&["alice"], own, "and-in-the-turn"),
        known(&["alice"], |_| [0; 32], "of-small-order"),
        known(&["alice"], |_| [0xff; 32], "not-canonical"),
        known(&["bob"], |_| identity(23, "alice").public(), "twice"),
        known(&["carol"], |_| identity(23, "carol").public(), "of-no-seat"),
    ]
}

/// A small chart of Game Box.
pub(super) const SMALL: &[(&str, &str)] =
    &[("letters", "3"), ("numbers", "3"), ("houses", "3"), ("guns", "1")];
