//! Espionage by mail is as private as on a server: a file doesn't show more about a hidden kind
//! than the rules do, and a vault can only open the boxes that the rules open for it, with any key.

use std::collections::{BTreeMap, BTreeSet};

use pbem::crypto::{self, Context, Opening, SPY, Tie};
use pbem::rules::Seat;
use pbem::table::{CarriedBox, Intent};
use pbem::turnfile::{Bytes32, Turn, TurnFile};

use crate::armies::{Course, March, PINCER, Piece, course, home, items, kind_on, place};
use crate::play::{Game, moment, of_kind, sample};
use crate::twins::bots_see_no_difference;

/// Number of games to check.
const SEEDS: u64 = 4;
const ALL_SEEDS: u64 = 8;

const SMALL: &[(&str, &str)] = &[("size", "small")];
const FAST: &[(&str, &str)] = &[("size", "small"), ("moves-per-turn", "1")];

/// Returns a game of reasonable length that ends by resignation before any reveal.
fn played(set: &[(&str, &str)], seed: u64, turns: u32) -> Game {
    let mut game = Game::new(of_kind("espionage"), 2, set, seed);
    while game.turns() < turns && game.outcome().is_none() {
        game.step(game.any());
    }
    game
}

/// Returns the turns before the first reveal.
fn hidden_part(file: &TurnFile) -> TurnFile {
    TurnFile {
        turns: file.turns.iter().filter(|turn| turn.seed.is_none()).cloned().collect(),
        ..file.clone()
    }
}

/// Outcomes that boxes are tied to, and all tokens that a seat can learn.
struct Known {
    answered: Vec<(String, String)>,
    tokens: BTreeSet<Bytes32>,
}

/// Returns the secrets of a seat's pieces, by their squares.
fn secrets(game: &Game, seat: Seat) -> BTreeMap<String, Bytes32> {
    home(seat).into_iter().map(|item| (item.clone(), game.secret(seat, &item))).collect()
}

/// Returns all ways to fill `places` with these tokens.
fn combinations(places: usize, tokens: &BTreeSet<Bytes32>) -> Vec<Vec<Bytes32>> {
    (0..places).fold(vec![Vec::new()], |all, _| {
        all.iter()
            .flat_map(|some| {
                tokens.iter().map(|token| some.iter().copied().chain([*token]).collect())
            })
            .collect()
    })
}

/// Returns what this key opens in this box, with any of these tokens: the kind that was tried, and
/// the content.
fn tries(
    game: &Game,
    sent: &CarriedBox,
    secret: Bytes32,
    tokens: &BTreeSet<Bytes32>,
    count: &mut u64,
) -> Vec<(u8, Option<Bytes32>, Option<Opening>)> {
    let (from, to) = items(sent);
    let outcomes: Vec<&String> = sent.given.iter().map(|(_, outcome)| outcome).collect();
    let mut opened = Vec::new();
    for tokens in combinations(outcomes.len(), tokens) {
        let ties: Vec<Tie<'_>> =
            outcomes.iter().zip(tokens).map(|(outcome, token)| Tie { outcome, token }).collect();
        let context =
            Context { game: game.id(), turn: sent.turn, from: &from, to: &to, ties: &ties };
        if sent.fight.is_none() {
            *count += 1;
            let bytes = sent.bytes.as_slice().try_into().expect("a sight box");
            let shown = crypto::open_sight(&Opening { kind: SPY, secret }, &context, bytes);
            opened.extend(shown.map(|shown| (SPY, None, Some(shown))));
        } else {
            let bytes = sent.bytes.as_slice().try_into().expect("a fight box");
            for kind in 1..=9 {
                *count += 1;
                let fate = crypto::open_fight(&Opening { kind, secret }, &context, bytes);
                opened.extend(fate.map(|(token, shown)| (kind, Some(token), shown)));
            }
        }
    }
    opened
}

/// Tries every key of a seat, as a piece of every kind, on every box of a game. Returns the number
/// of boxes that opened, and of attempts.
fn only_what_the_rules_open(game: &Game, course: &Course, seat: Seat) -> (u64, u64) {
    let (mut opened, mut tried) = (0, 0);
    let answered =
        course.answers.iter().map(|(fight, outcome, _)| (fight.clone(), outcome.clone())).collect();
    let mut known =
        Known { answered, tokens: course.answers.iter().map(|(_, _, token)| *token).collect() };
    let secrets = secrets(game, seat);
    for sent in course.sent.iter().filter(|sent| sent.to.0 == seat) {
        let (from, to) = items(sent);
        let truth = kind_on(game, seat, &to);
        let shown = Opening {
            kind: kind_on(game, seat.other(), &from).0,
            secret: game.secret(seat.other(), &from),
        };
        let attacker = Piece(shown.kind);
        // For ties to a fight that isn't answered yet, the seat's own opening predicts the answer.
        let happened = sent.given.iter().all(|(fight, outcome)| {
            let answered = known
                .answered
                .iter()
                .find(|(asked, _)| asked == fight)
                .map(|(_, said)| said.clone());
            answered.as_ref() == Some(outcome)
        });
        for (item, secret) in &secrets {
            let results = tries(game, sent, *secret, &known.tokens, &mut tried);
            let label = format!("turn {}, {from} for {to}, tried with {item}", sent.turn);
            let due = happened && *item == to && (sent.fight.is_some() || truth == Piece::SPY);
            assert_eq!(results.len(), usize::from(due), "{label}");
            for (kind, token, seen) in results {
                opened += 1;
                assert_eq!(kind, truth.0, "{label}");
                let Some(fight) = &sent.fight else {
                    assert!(seen == Some(shown), "{label}: a Spy sees what is there");
                    continue;
                };
                let outcome = attacker.attacks(truth).expect("a fight");
                assert_eq!(
                    seen.is_some(),
                    outcome == "falls",
                    "{label}: an attacker is shown where it falls, and only there"
                );
                assert!(seen.is_none_or(|seen| seen == shown), "{label}");
                known.tokens.extend(token);
                known.answered.push((fight.clone(), outcome.to_owned()));
            }
        }
    }
    (opened, tried)
}

#[test]
fn keys_open_only_the_boxes_that_the_rules_open() {
    let (mut boxes, mut tied, mut opened, mut tried) = (0, 0, 0, 0);
    for seed in 0..sample(SEEDS, ALL_SEEDS) {
        let game = played(if seed % 2 == 0 { SMALL } else { FAST }, seed, 60);
        let course = course(&hidden_part(&game.file));
        boxes += course.sent.len();
        tied += course.sent.iter().filter(|sent| !sent.given.is_empty()).count();
        for seat in [Seat::OPENER, Seat::JOINER] {
            let (some, tries) = only_what_the_rules_open(&game, &course, seat);
            opened += some;
            tried += tries;
        }
    }
    // Both branches of two attacks on one square.
    for (alices, bobs) in [("1E", "5"), ("51", "1"), ("1E", "E"), ("S1", "5")] {
        let mut march = March::pincer(alices, bobs);
        march.game.step(Intent::Move(PINCER.to_owned()));
        march.game.step(Intent::Move("G4-G5, H5-H6".to_owned()));
        let course = course(&march.game.file);
        tied += course.sent.iter().filter(|sent| !sent.given.is_empty()).count();
        boxes += course.sent.len();
        for seat in [Seat::OPENER, Seat::JOINER] {
            let (some, tries) = only_what_the_rules_open(&march.game, &course, seat);
            opened += some;
            tried += tries;
        }
    }
    println!(
        "{boxes} boxes, {tied} of them tied, {tried} tries, {opened} opened, each as the rules say"
    );
    let enough = boxes > sample(200, 400) && tied > sample(20, 40);
    assert!(enough && opened > sample(50, 100), "{boxes} {tied} {opened}");
}

/// The keys of its maker's pieces open no box, even with every token.
#[test]
fn maker_cannot_open_own_boxes() {
    let game = played(SMALL, 0, 60);
    let course = course(&hidden_part(&game.file));
    let none = course.answers.iter().map(|(_, _, token)| *token).collect();
    let mut tried = 0;
    for sent in &course.sent {
        for (item, secret) in secrets(&game, sent.from.0) {
            assert!(tries(&game, sent, secret, &none, &mut tried).is_empty(), "{item}");
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Returns the turn without random-looking values.
fn bare(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    (turn.after, turn.signature) = ([0; 32], [0; 64]);
    for list in [&mut turn.setup, &mut turn.eyes, &mut turn.tokens, &mut turn.salts] {
        list.fill([0; 32]);
    }
    turn.boxes.fill(0);
    turn
}

/// Returns the same game with other kinds on squares whose pieces have never fought: movable pieces
/// swap places, whether or not they have moved.
fn twin(game: &Game) -> (Game, usize) {
    let course = course(&game.file);
    let mut twin = Game::with(game.file.game.clone(), 0);
    let mut changed = 0;
    for (at, private) in game.players.iter().enumerate() {
        let seat = Seat(u8::try_from(at).expect("small"));
        let fought: BTreeSet<String> = course
            .sent
            .iter()
            .filter(|sent| sent.fight.is_some())
            .flat_map(|fight| [&fight.from, &fight.to])
            .filter(|(by, _)| *by == seat)
            .map(|(_, item)| item.clone())
            .collect();
        let homes = home(seat);
        let free: Vec<&String> = homes
            .iter()
            .filter(|item| !fought.contains(*item) && kind_on(game, seat, item).walks())
            .collect();
        let mut setup = private.setup.clone();
        for (to, from) in free.iter().zip(free.iter().cycle().skip(1)) {
            let (before, after) = (kind_on(game, seat, to), kind_on(game, seat, from));
            place(&mut setup, to, after.sign());
            changed += usize::from(before != after);
        }
        twin.players[at] = private.clone();
        twin.players[at].setup = setup;
        twin.players[at].seed =
            crypto::Seed::from_bytes([u8::try_from(at).expect("small") + 40; 32]);
    }
    (twin, changed)
}

/// Makes the moves of a file again, by players with other armies.
fn replay(twin: &mut Game, file: &TurnFile) {
    for turn in &file.turns {
        let order = match turn.moves.as_slice() {
            [] => Intent::Nothing,
            [word] if word == "resign" => Intent::Resign,
            steps => Intent::Move(steps.join(", ")),
        };
        let mut composed = twin.compose(order);
        composed.sent = turn.sent;
        twin.sign(&mut composed);
        twin.mail(composed).expect("an honest turn");
    }
}

/// Returns the same game with other kinds for one seat's pieces that have not fought and that no
/// Spy has seen.
fn twin_of(game: &Game, hides: Seat) -> Option<Game> {
    let met: BTreeSet<String> = course(&game.file)
        .sent
        .iter()
        .flat_map(|sent| {
            let (from, to) = items(sent);
            let fought = sent.fight.is_some();
            let shown =
                sent.from.0 == hides && (fought || kind_on(game, hides.other(), &to) == Piece::SPY);
            let from = shown.then_some(from);
            from.into_iter().chain((sent.to.0 == hides && fought).then_some(to))
        })
        .collect();
    let homes = home(hides);
    let free: Vec<&String> = homes
        .iter()
        .filter(|item| !met.contains(*item) && kind_on(game, hides, item).walks())
        .collect();
    let mut twin = Game::with(game.file.game.clone(), 0);
    twin.players.clone_from(&game.players);
    let player = &mut twin.players[hides.index()];
    for (to, from) in free.iter().zip(free.iter().cycle().skip(1)) {
        place(&mut player.setup, to, kind_on(game, hides, from).sign());
    }
    let changed = player.setup != game.players[hides.index()].setup;
    player.seed = crypto::Seed::from_bytes([50; 32]);
    replay(&mut twin, &game.file);
    changed.then_some(twin)
}

/// A bot sees only what its seat sees: its move doesn't depend on hidden kinds.
#[test]
fn bots_ignore_hidden_kinds() {
    let mut pairs = 0;
    for seed in 0..sample(SEEDS, ALL_SEEDS) {
        let game = played(SMALL, seed, 12 + u32::try_from(seed).expect("few"));
        let Some(due) = game.due().filter(|_| game.outcome().is_none()) else { continue };
        let Some(twin) = twin_of(&game, due.other()) else { continue };
        bots_see_no_difference(&game, &twin, due.other());
        pairs += 1;
    }
    assert!(pairs > 1, "{pairs}");
}

/// Nothing in a file depends on a hidden kind that the rules don't publish: keys, their order,
/// lengths of lists and boxes, the text.
#[test]
fn file_reveals_no_hidden_kind() {
    let (mut changed, mut boxes, mut fights) = (0, 0, 0);
    for seed in 0..sample(SEEDS, ALL_SEEDS) {
        let mut game = played(if seed % 2 == 0 { SMALL } else { FAST }, seed, 26);
        if game.outcome().is_some() {
            continue;
        }
        let (mut other, some) = twin(&game);
        replay(&mut other, &game.file);
        changed += some;
        for (one, other) in game.file.turns.iter().zip(&other.file.turns) {
            assert_eq!(bare(one), bare(other), "seed {seed}, turn {}", one.number);
            boxes += one.boxes.len();
            fights += one.tokens.len();
            assert!(
                one.boxes.is_empty() || one.boxes != other.boxes,
                "the boxes do hold something else"
            );
        }
        let shape = |game: &Game| game.file.write().lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(shape(&game), shape(&other));
        let public = |game: &Game| format!("{:?}", game.table.view(None, moment(0)));
        assert_eq!(public(&game), public(&other));
        let news =
            |game: &Game| game.table.news(0).into_iter().map(|news| news.lines).collect::<Vec<_>>();
        assert_eq!(news(&game), news(&other));
        // The reveal has one shape, too.
        for game in [&mut game, &mut other] {
            game.step(Intent::Resign);
            game.step(Intent::Nothing);
            assert_eq!(game.verdict().findings, []);
        }
        assert_eq!(shape(&game), shape(&other));
    }
    println!(
        "{changed} pieces of other kinds, {boxes} bytes of boxes, {fights} fights: the same shape"
    );
    let enough = boxes > sample(8_000, 16_000) && fights > sample(4, 10);
    assert!(enough && changed > sample(30, 60), "{changed} {boxes} {fights}");
}
