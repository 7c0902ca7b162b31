//! A captured piece reveals its kind to the public, but not the pieces that it saw.

use std::collections::BTreeMap;

use super::*;
use crate::crypto::{self, Context, Opening, SPY, Tie, eye_salt};
use crate::games::Espionage;
use crate::rules::OptionValue;
use crate::table::CarriedBox;
use crate::turnfile::Bytes32;

/// Plays a game of two bots on the small board until it is decided, or for 60 turns.
fn played(seed: u64) -> Game {
    let kind = Kind::of::<Espionage>();
    let mut header = header(kind, Some("alice"), seed);
    header.options.insert("size".to_owned(), OptionValue::Word("small".to_owned()));
    let table = AnyTable::new(&header).expect("a game");
    let army = |seat: Seat| {
        let mut numbers = Stream::from_seed(bytes(seed, &format!("army of {seat}")));
        table.random_setup(seat, &mut numbers)
    };
    let keys = keys_of(&header, seed, [army(ALICE), army(BOB)]);
    let mut game = Game { keys, table, turns: Vec::new() };
    while game.turns.len() < 60 && game.table.standing().outcome.is_none() {
        let seed = bytes(seed, &format!("turn {}", game.turns.len()));
        game.goes(Intent::any(seed));
    }
    game
}

/// Returns the public data of opened pieces: seat, square, kind, and salt.
fn published(game: &Game) -> Vec<(Seat, String, String, Bytes32)> {
    let mut pieces = Vec::new();
    for turn in &game.turns {
        for (entry, salt) in turn.open.iter().zip(&turn.salts) {
            let (item, value) = entry.split_once(' ').expect("an item and its value");
            let rank: u8 = item[1..].parse().expect("a row");
            let seat = if rank <= 4 { ALICE } else { BOB };
            pieces.push((seat, item.to_owned(), value.to_owned(), *salt));
        }
    }
    pieces
}

/// Whether a piece with this secret opens the box, whatever the piece's kind.
fn opens(game: &Game, sent: &CarriedBox, secret: Bytes32) -> bool {
    let published: BTreeMap<(String, String), Bytes32> = game
        .table
        .tokens()
        .into_iter()
        .map(|(question, answer, token)| ((question, answer), token))
        .collect();
    let tokens: Option<Vec<Bytes32>> =
        sent.given.iter().map(|given| published.get(given).copied()).collect();
    let Some(tokens) = tokens else { return false };
    let outcomes = sent.given.iter().map(|(_, outcome)| outcome);
    let ties: Vec<Tie<'_>> =
        outcomes.zip(tokens).map(|(outcome, token)| Tie { outcome, token }).collect();
    let (from, to) = (&sent.from.1, &sent.to.1);
    let id = game.table.standing().id;
    let context = Context { game: id, turn: sent.turn, from, to, ties: &ties };
    let key = |kind| Opening { kind, secret };
    if sent.fight.is_none() {
        let bytes = sent.bytes.as_slice().try_into().expect("a box of sight");
        crypto::open_sight(&key(SPY), &context, bytes).is_some()
    } else {
        let bytes = sent.bytes.as_slice().try_into().expect("a box of a fight");
        (1..=9).any(|kind| crypto::open_fight(&key(kind), &context, bytes).is_some())
    }
}

fn secret(game: &Game, seat: Seat, item: &str) -> Bytes32 {
    let standing = game.table.standing();
    crypto::salt(&game.keys[seat.index()].seed, &standing.id, standing.names.of(seat), item)
}

#[test]
fn the_salts_of_all_captured_pieces_open_no_box() {
    let (mut captured, mut tried, mut spies_with_boxes) = (0, 0, 0);
    for seed in 0..2 {
        let game = played(seed);
        let boxes = game.table.boxes();
        for keys in &game.keys {
            let bad = game.table.view(Some(keys), moment(99)).bad_boxes;
            assert_eq!(bad, [""; 0], "all boxes are good");
        }
        let mut salts = published(&game);
        salts.retain(|(_, _, value, _)| value != "empty");
        for (seat, item, value, salt) in &salts {
            captured += 1;
            let own = secret(&game, *seat, item);
            assert_eq!(*salt, eye_salt(&own), "the salt is published");
            assert!(
                game.turns.iter().all(|turn| !turn.salts.contains(&own)),
                "and the secret is not"
            );
            let addressed = |sent: &&CarriedBox| sent.to == (*seat, item.clone());
            let sights = boxes.iter().filter(addressed).filter(|sent| sent.fight.is_none());
            if value == "spy" && sights.clone().any(|sent| opens(&game, sent, own)) {
                spies_with_boxes += 1;
            }
        }
        for (.., salt) in &salts {
            for sent in &boxes {
                for guess in [*salt, eye_salt(salt)] {
                    tried += 1;
                    assert!(!opens(&game, sent, guess), "turn {}", sent.turn);
                }
            }
        }
    }
    assert!(captured > 8 && tried > 1_000, "{captured} pieces, {tried} attempts");
    assert!(spies_with_boxes > 0, "a Spy was captured that had seen something");
}
