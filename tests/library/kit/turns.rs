//! Turns with a key too many, a key too few, or a false value, signed by their makers.

use std::collections::BTreeSet;

use pbem::games::Kind;
use pbem::turnfile::{Turn, read};

use super::Case;
use super::played::{game_in_progress, is_small, small_game};
use crate::armies::March;
use crate::cheats::keys::{CHANGED, Change, EXTRA, EXTRA_LATER, MISSING};
use crate::play::{Game, fewest, of_kind as of_kind_named};

/// Larger files are left out.
const LARGE: usize = 9_800;

/// Two keys that are left over: the first in the order of the page is the breach.
const EXTRA_TWO: &[(&str, Change)] = &[
    ("seal and open", |turn| {
        turn.seal = turn.seal.is_none().then_some([7; 32]).or(turn.seal);
        open_more(turn);
    }),
    ("boxes and open", |turn| {
        turn.boxes.extend([7; 81]);
        open_more(turn);
    }),
    ("tokens and open", |turn| {
        turn.tokens.push([7; 32]);
        open_more(turn);
    }),
    ("answer and tokens", |turn| {
        turn.answer.push("1".to_owned());
        turn.tokens.push([7; 32]);
    }),
];

fn open_more(turn: &mut Turn) {
    turn.open.push(turn.open.last().cloned().unwrap_or_else(|| "A1 empty".to_owned()));
    turn.salts.push(turn.salts.last().copied().unwrap_or([7; 32]));
}

pub(super) fn cases() -> Vec<Case> {
    Kind::published().flat_map(of_kind).collect()
}

fn of_kind(kind: Kind) -> Vec<Case> {
    let game = small_game(kind, 11);
    let mut cases = Vec::new();
    let lists: [(&str, &[(&str, Change)]); 5] = [
        ("missing", MISSING),
        ("changed", CHANGED),
        ("extra", EXTRA),
        ("extra-later", EXTRA_LATER),
        ("extra-two", EXTRA_TWO),
    ];
    for (list, changes) in lists.into_iter().take(if is_small(kind) { 5 } else { 2 }) {
        for (what, change) in changes {
            let mut seen = BTreeSet::new();
            for at in 0..game.file.turns.len() {
                cases.extend(changed(&game, at, *change, list == "extra-later", |finding| {
                    // One turn for each kind of finding, and of turns 1 and 2 together one.
                    seen.insert(finding.to_owned()).then(|| {
                        let what = what.replace(' ', "-");
                        format!("{kind}/turn-{list}-{what}-{}", at + 1)
                    })
                }));
            }
        }
    }
    cases
}

/// The file up to this turn, which is changed and signed, if there is a name for it.
fn changed(
    game: &Game,
    at: usize,
    change: Change,
    only_later: bool,
    name: impl FnOnce(&str) -> Option<String>,
) -> Option<Case> {
    let honest = &game.file.turns[at];
    let first = game.file.turns[..at].iter().all(|turn| turn.seat != honest.seat);
    let mut turn = honest.clone();
    change(&mut turn);
    if turn == *honest || only_later && first {
        return None;
    }
    game.sign(&mut turn);
    let mut file = game.cut(at);
    file.turns.push(turn);
    let text = file.write();
    if text.len() > LARGE {
        return None;
    }
    let verdict = pbem::audit::verify(&read(text.as_bytes()));
    let finding = verdict.findings.first().map_or("none", |finding| finding.kind.id());
    Some(Case::of_bytes(name(finding)?, text))
}

/// Moves that no rule allows, in an otherwise honest turn 5.
const MOVES: &[(&str, &str, &str)] = &[
    ("checkpoint-danger", "calls-a-square-twice", "Fiji 6; Fiji 6"),
    ("checkpoint-danger", "call-in-lower-case", "fiji 6"),
    ("checkpoint-danger", "call-off-the-map", "Fiji 10"),
    ("game-box", "two-calls", "A1; A2"),
    ("game-box", "call-off-the-chart", "Z99"),
    ("game-box", "call-in-lower-case", "a1"),
    ("enemy-agent", "orders-only-wait", "wait"),
    ("enemy-agent", "orders-pass-and-wait", "pass; wait"),
    ("enemy-agent", "orders-wait-and-pass", "wait; pass"),
    ("enemy-agent", "dispute-without-boxes", "dispute sight 1 A1 A1"),
    ("enemy-agent", "dispute-alone", "dispute"),
    ("enemy-agent", "dispute-and-pass", "dispute sight 1 A1 A1; pass"),
    ("enemy-agent", "pass-and-dispute", "pass; dispute sight 1 A1 A1"),
    ("enemy-agent", "disputed", "disputed sight 1 A1 A1"),
    ("enemy-agent", "orders-over", "1 over"),
    ("enemy-agent", "orders-hotel-late", "hotel 1 2 3"),
    ("enemy-agent", "orders-ask-nowhere", "ask 1"),
    ("enemy-agent", "orders-ask-twice", "ask 1 1"),
    ("spy", "asks-a-space-off-the-field", "8A"),
    ("spy", "asks-a-row-backwards", "4F-4C"),
    ("spy", "asks-a-row-of-one", "4C-4C"),
    ("spy", "asks-too-long-a-row", "4A-4G"),
    ("spy", "asks-across", "4A-5B"),
    ("spy", "guess-without-a-round", "guess"),
    ("spy", "declines-without-need", "decline"),
    ("espionage", "passes-without-need", "pass"),
    ("espionage", "steps-off-the-board", "A1-A0"),
    ("espionage", "steps-two-squares", "A2-A4; B2-B3"),
    ("espionage", "three-steps", "A2-A3; B2-B3; C2-C3"),
    ("espionage", "dispute-of-no-box", "dispute fight 3 A1 A8"),
];

/// Turn 5 of a game, or turn 4 where that has a move, with each of these moves.
pub(super) fn moves() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, what, entries) in MOVES {
        let kind = of_kind_named(kind);
        let mut game = game_in_progress(kind, fewest(kind), 3, 31);
        let mut turn = game.compose(game.any());
        if turn.moves.is_empty() {
            game.step(game.any());
            turn = game.compose(game.any());
        }
        turn.moves = entries.split("; ").map(str::to_owned).collect();
        game.sign(&mut turn);
        cases.push(Case::of_file(format!("{kind}/{what}"), &game.with_turn(turn)));
    }
    let mut many = game_in_progress(of_kind_named("enemy-agent"), 2, 3, 31);
    let mut turn = many.compose(many.any());
    turn.moves = vec!["1 A1-A2".to_owned(); 20];
    for (entries, name) in [(20, "orders-twenty"), (21, "orders-twenty-one")] {
        turn.moves.resize(entries, "1 A1-A2".to_owned());
        many.sign(&mut turn);
        cases.push(Case::of_file(format!("enemy-agent/{name}"), &many.with_turn(turn.clone())));
    }
    let mut march = March::new(1, "5", "1");
    march.until(5);
    let mut turn = march.game.compose(march.way());
    turn.moves = vec!["D3-D2".to_owned()];
    march.game.sign(&mut turn);
    let file = march.game.with_turn(turn);
    cases.push(Case::of_file("espionage/steps-back-at-once".to_owned(), &file));
    let mut game = game_in_progress(of_kind_named("spy"), 2, 5, 31);
    let mut turn = game.compose(game.any());
    (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
    for (name, entry) in [
        ("dispute-in-place-of-an-answer", "dispute sight 1 1A 1A"),
        ("resigns-in-place-of-an-answer", "resign"),
        ("asks-in-place-of-an-answer", "4C"),
    ] {
        turn.moves = vec![entry.to_owned()];
        game.sign(&mut turn);
        cases.push(Case::of_file(format!("spy/{name}"), &game.with_turn(turn.clone())));
    }
    cases
}
