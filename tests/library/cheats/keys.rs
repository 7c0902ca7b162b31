//! A turn contains exactly the keys that are due: an extra key would be a signal to a friend, a
//! missing key an advantage. The test adds every key to, and removes it from, every turn of a game
//! of each kind, and signs with the seat's own key.

use pbem::turnfile::{Bytes32, Turn};

use crate::mutations::short_games;
use crate::play::{Game, identity};

pub(crate) type Change = fn(&mut Turn);

/// Keys whose changed value is false, as anyone can check.
pub(crate) const CHANGED: &[(&str, Change)] = &[
    ("link", |turn| turn.link = turn.link.map(other)),
    ("answer", |turn| turn.answer.iter_mut().for_each(|entry| entry.push('x'))),
    ("tokens", |turn| turn.tokens.iter_mut().for_each(|token| *token = other(*token))),
    ("move", |turn| turn.moves.iter_mut().for_each(|entry| entry.push('x'))),
    ("open", |turn| turn.open.iter_mut().for_each(|entry| entry.push('x'))),
    ("the last of open", |turn| {
        turn.open.iter_mut().last().into_iter().for_each(|entry| entry.insert(0, 'x'));
    }),
    ("salts", |turn| turn.salts.iter_mut().for_each(|salt| *salt = other(*salt))),
    ("the last of salts", |turn| {
        turn.salts.iter_mut().last().into_iter().for_each(|salt| *salt = other(*salt));
    }),
    ("the order of open", |turn| {
        if turn.open.len() > 1 {
            turn.open.rotate_left(1);
            turn.salts.rotate_left(1);
        }
    }),
    ("R of the boxes", |turn| turn.boxes.iter_mut().for_each(|byte| *byte = 255)),
    ("reveal", |turn| turn.reveal.iter_mut().for_each(|entry| entry.push('x'))),
    ("the length of reveal", |turn| {
        if !turn.reveal.is_empty() {
            turn.reveal.extend(vec!["A1".to_owned(); 300]);
        }
    }),
];

fn other(mut bytes: Bytes32) -> Bytes32 {
    bytes[0] ^= 1;
    bytes
}

/// Keys that may not be added where they aren't due.
pub(crate) const EXTRA: &[(&str, Change)] = &[
    ("link", |turn| turn.link = turn.link.is_none().then_some([7; 32]).or(turn.link)),
    ("tip", |turn| turn.tip = turn.tip.is_none().then_some([7; 32]).or(turn.tip)),
    ("setup", |turn| turn.setup.push([7; 32])),
    ("eyes", |turn| turn.eyes.push([7; 32])),
    ("answer", |turn| turn.answer.push("1".to_owned())),
    ("tokens", |turn| turn.tokens.push([7; 32])),
    ("move", |turn| turn.moves.push("resign".to_owned())),
    ("seal", |turn| turn.seal = turn.seal.is_none().then_some([7; 32]).or(turn.seal)),
    ("boxes", |turn| turn.boxes.extend([7; 81])),
    ("open", |turn| {
        turn.open.push(turn.open.last().cloned().unwrap_or_else(|| "A1 empty".to_owned()));
        turn.salts.push(turn.salts.last().copied().unwrap_or([7; 32]));
    }),
    ("salts", |turn| turn.salts.push([7; 32])),
    ("nonce", |turn| turn.nonce = turn.nonce.is_none().then_some([7; 16]).or(turn.nonce)),
    ("seed", |turn| turn.seed = turn.seed.is_none().then_some([7; 32]).or(turn.seed)),
    ("reveal", |turn| turn.reveal.push("A1".to_owned())),
    ("seed and reveal", |turn| {
        if turn.seed.is_none() {
            turn.seed = Some([7; 32]);
            turn.reveal = ["A1", "A2", "A3", "A4"].map(str::to_owned).to_vec();
        }
    }),
];

/// Keys that may only be in the first turn of a seat.
pub(crate) const EXTRA_LATER: &[(&str, Change)] = &[
    ("key", |turn| turn.key = Some(identity(7, "stranger").public())),
    ("name", |turn| turn.name = Some("Alice".to_owned())),
    ("mail", |turn| turn.mail = Some("alice@example.org".to_owned())),
];

/// Keys that must not be missing where they are.
pub(crate) const MISSING: &[(&str, Change)] = &[
    ("link", |turn| turn.link = None),
    ("tip", |turn| turn.tip = None),
    ("nonce", |turn| turn.nonce = None),
    ("setup", |turn| turn.setup.clear()),
    ("one of setup", |turn| turn.setup.truncate(turn.setup.len().saturating_sub(1))),
    ("eyes", |turn| turn.eyes.clear()),
    ("one of eyes", |turn| turn.eyes.truncate(turn.eyes.len().saturating_sub(1))),
    ("answer", |turn| turn.answer.clear()),
    ("one of answer", |turn| turn.answer.truncate(turn.answer.len().saturating_sub(1))),
    ("tokens", |turn| turn.tokens.clear()),
    ("one of tokens", |turn| turn.tokens.truncate(turn.tokens.len().saturating_sub(1))),
    ("move", |turn| turn.moves.clear()),
    ("seal", |turn| turn.seal = None),
    ("boxes", |turn| turn.boxes.clear()),
    ("a byte of boxes", |turn| turn.boxes.truncate(turn.boxes.len().saturating_sub(1))),
    ("open", |turn| (turn.open, turn.salts) = (Vec::new(), Vec::new())),
    ("one of open", |turn| {
        turn.open.pop();
        turn.salts.pop();
    }),
    ("one of salts", |turn| turn.salts.truncate(turn.salts.len().saturating_sub(1))),
    ("seed", |turn| turn.seed = None),
    ("reveal", |turn| turn.reveal.clear()),
    ("seed and reveal", |turn| (turn.seed, turn.reveal) = (None, Vec::new())),
];

/// Makes these changes one at a time in every turn of an honest game. Checks that each is a breach
/// by the turn's maker, and returns their number.
fn each_is_refused(
    label: &str,
    game: &Game,
    changes: &[(&str, Change)],
    later: &[(&str, Change)],
) -> usize {
    let mut tried = 0;
    for (at, honest) in game.file.turns.iter().enumerate() {
        let first = game.file.turns[..at].iter().all(|turn| turn.seat != honest.seat);
        for (what, change) in changes.iter().chain(later.iter().filter(|_| !first)) {
            let mut turn = honest.clone();
            change(&mut turn);
            if turn == *honest {
                continue;
            }
            game.sign(&mut turn);
            let place = format!("{label}, turn {}, {what}", honest.number);
            let finding = game.until(at).breach(turn);
            let seat = &game.file.game.seats[finding.seat.index()];
            assert_eq!(
                (seat.as_str(), finding.turn),
                (honest.seat.as_str(), honest.number),
                "{place}: {}",
                finding.message
            );
            tried += 1;
        }
    }
    tried
}

/// A key that isn't due can't be added, because it could be a signal.
pub(super) fn every_extra_is_refused(game: &Game) {
    let tried = each_is_refused(&game.file.game.kind, game, EXTRA, EXTRA_LATER);
    // Of fifteen keys, some are due in each turn.
    let least = 10 * game.file.turns.len();
    assert!(tried > least, "{tried} keys were added to {} turns", game.file.turns.len());
}

#[test]
fn wrong_set_of_keys_is_caught_in_every_turn() {
    let changes = [EXTRA, MISSING, CHANGED].concat();
    let tried: usize = short_games()
        .iter()
        .map(|(label, game)| each_is_refused(label, game, &changes, EXTRA_LATER))
        .sum();
    println!("{tried} turns with a key too many, too few or false, all refused");
}
