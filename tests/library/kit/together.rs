//! Several files that are judged together.

use chrono::Duration;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::{Turn, TurnFile};

use super::Case;
use super::played::{claim, game_in_progress, is_small, small_game};
use crate::play::{Game, fewest, of_kind};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in Kind::published() {
        pairs(kind, &mut cases);
    }
    tables(&mut cases);
    undone(&mut cases);
    response(&mut cases);
    let games = ["game-box", "enemy-agent"].map(|kind| small_game(of_kind(kind), 50).file.write());
    cases.push(several("together/two-games", &games));
    let mut files = games.to_vec();
    files.insert(1, "Dear alice, how are you?".to_owned());
    cases.push(several("together/two-games-and-none", &files));
    files.rotate_left(1);
    cases.push(several("together/none-and-two-games", &files));
    cases
}

fn several(name: &str, files: &[String]) -> Case {
    let files = files.iter().map(|file| file.clone().into_bytes()).collect();
    Case { name: name.to_owned(), files, spaces: 0 }
}

/// Two versions of turn 4, with possible claims and later turns for each.
fn pairs(kind: Kind, cases: &mut Vec<Case>) {
    let game = game_in_progress(kind, fewest(kind), 3, 51);
    let deadline = game.deadline();
    let due = game.due().expect("the game continues");
    let other = game.players.iter().map(|player| player.seat).find(|seat| *seat != due);
    let other = other.expect("another seat");
    let mut honest = game.clone();
    honest.step(honest.any());
    let turn = honest.file.turns[3].clone();
    let signed = |change: &dyn Fn(&mut Turn)| {
        let mut turn = turn.clone();
        change(&mut turn);
        game.sign(&mut turn);
        game.with_turn(turn).write()
    };
    let mut answered = honest.clone();
    answered.step(answered.any());
    let claimed = game.with_turn(claim(&game, other, deadline)).write();
    let waits = answered.players.iter().map(|player| player.seat);
    let mut waits = waits.filter(|seat| honest.due().is_some() && Some(*seat) != honest.due());
    let late_claim = waits
        .find(|seat| honest.joined(*seat))
        .map(|seat| honest.with_turn(claim(&honest, seat, honest.deadline())).write());
    let (first, whole) = (game.file.write(), honest.file.write());
    let versions = [
        ("part", vec![first.clone(), whole.clone()]),
        ("same-twice", vec![whole.clone(), whole.clone()]),
        ("later-date", vec![whole.clone(), signed(&|turn| turn.sent += Duration::hours(1))]),
        ("greater-hash", vec![whole.clone(), signed(&|turn| turn.note = Some("twice".to_owned()))]),
        ("built-on", vec![answered.file.write(), signed(&|turn| turn.sent += Duration::hours(1))]),
        ("breach-beside", vec![whole.clone(), signed(&|turn| turn.moves.push("no".to_owned()))]),
        (
            "damage-beside",
            vec![
                {
                    let mut damaged = honest.file.clone();
                    damaged.turns[3].signature[0] ^= 1;
                    damaged.write()
                },
                whole.clone(),
            ],
        ),
        ("crossed", vec![whole.clone(), claimed.clone()]),
        ("crossed-and-part", vec![claimed.clone(), first, whole.clone()]),
        ("crossed-and-answered", vec![claimed.clone(), answered.file.write()]),
        ("late-and-claim", vec![signed(&|turn| turn.sent = deadline), claimed.clone()]),
        ("late-alone-and-part", vec![signed(&|turn| turn.sent = deadline), game.file.write()]),
        ("claim-and-breach", vec![claimed, signed(&|turn| turn.moves.push("no".to_owned()))]),
    ];
    // Files of the other games are larger.
    let needed = |name: &str| is_small(kind) || name == "crossed";
    for (name, files) in versions.into_iter().filter(|(name, _)| needed(name)) {
        cases.push(several(&format!("together/{kind}-{name}"), &files));
    }
    if let Some(late_claim) = late_claim.filter(|_| is_small(kind)) {
        cases.push(several(&format!("together/{kind}-claim-after-answer"), &[late_claim, whole]));
    }
}

/// One invitation that two strangers accept.
fn tables(cases: &mut Vec<Case>) {
    let kind = of_kind("enemy-agent");
    let invited = game_in_progress(kind, 2, 1, 52);
    let joined = |seed: u64| -> TurnFile {
        let mut game = invited.clone();
        game.players[1] = Game::new(kind, 2, &[], seed).players[1].clone();
        let keys = &game.players[1];
        let id = game.id();
        let nonce = crate::play::short_bytes(seed, "nonce");
        let identity = crate::play::identity(seed, "bob");
        let setup = keys.setup.clone();
        game.players[1] = pbem::table::Keys {
            setup,
            ..pbem::table::Keys::new(identity, Seat(1), "bob", &id, nonce)
        };
        for _ in 0..2 {
            game.step(game.any());
        }
        game.file
    };
    let [one, two] = [joined(53).write(), joined(54).write()];
    let first = invited.file.write();
    cases.push(several("together/two-tables", &[one.clone(), two.clone()]));
    cases.push(several("together/two-tables-and-part", &[two, one.clone(), first.clone()]));
    cases.push(several("together/one-table-and-part", &[first, one]));
}

/// Game Box with three seats: a finished game, and another way on from an earlier turn.
fn undone(cases: &mut Vec<Case>) {
    let kind = of_kind("game-box");
    let whole = game_in_progress(kind, 3, usize::MAX, 40);
    let turns = whole.file.turns.len();
    for at in [3, turns - 1] {
        let game = whole.until(at);
        let due = game.due().expect("the game continues");
        for by in game.players.iter().map(|player| player.seat) {
            if by == due || !game.joined(by) {
                continue;
            }
            let claimed = game.with_turn(claim(&game, by, game.deadline())).write();
            let name = format!("together/three-finished-and-claim-{at}-{}", by.index());
            cases.push(several(&name, &[whole.file.write(), claimed]));
        }
        let mut turn = whole.file.turns[at].clone();
        turn.note = Some("another".to_owned());
        game.sign(&mut turn);
        let mut other = game.clone();
        if other.mail(turn).is_ok() {
            if other.due().is_some() {
                other.step(other.any());
            }
            let name = format!("together/three-finished-and-another-{at}");
            cases.push(several(&name, &[other.file.write(), whole.file.write()]));
        }
    }
}

/// Spy!: a response to a guess, and a claim that competes with it.
fn response(cases: &mut Vec<Case>) {
    let mut game = game_in_progress(of_kind("spy"), 2, 4, 35);
    let network = game.players[0].setup[0].clone();
    game.step(Intent::Move(format!("guess {network}")));
    let by = game.due().expect("a response is due").other();
    let claimed = game.with_turn(claim(&game, by, game.deadline())).write();
    game.step(Intent::Move("decline".to_owned()));
    cases.push(several("together/spy-response-and-claim", &[game.file.write(), claimed]));
}
