//! Reports on games with an arbiter, by both verifiers.

use chrono::Duration;
use pbem::audit::{self, RulingState, VerdictKind};
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::{Arbiter, Bytes32, Ruling, Turn, TurnFile, read};
use serde_json::Value;

use super::agree;
use crate::play::{Game, header, identity, of_kind};

const ALICE: Seat = Seat(0);

/// Alice has called, and it is bob's turn 4.
pub(crate) fn game_after_call() -> Game {
    let mut header = header(of_kind("checkpoint-danger"), 2, &[], 5);
    header.first = Some("alice".to_owned());
    header.arbiter = Some(Arbiter {
        key: identity(0, "arbiter").public(),
        grace_days: 3,
        name: None,
        mail: None,
    });
    let mut game = Game::with(header, 5);
    for _ in 0..2 {
        game.step(Intent::Nothing);
    }
    game.step(Intent::Move("A1".to_owned()));
    assert_eq!(game.standing().due_name(), Some("bob"));
    game
}

pub(crate) fn ruling(game: &Game, change: impl FnOnce(&mut Ruling)) -> Ruling {
    let (standing, ruled) = (game.standing(), game.deadline() + Duration::days(3));
    let mut ruling =
        Ruling::blank(game.id().0, standing.turns() + 1, "bob", standing.head(), ruled);
    change(&mut ruling);
    ruling.signature = identity(0, "arbiter").sign_ruling(&ruling.hash());
    ruling
}

pub(crate) fn claim(game: &Game, ruling: &Ruling) -> TurnFile {
    let mut turn: Turn = game.claim(ALICE, ruling.ruled);
    (turn.ruled, turn.ruling) = (Some(ruling.ruled), Some(ruling.signature));
    game.sign(&mut turn);
    game.with_turn(turn)
}

/// Returns the states of the rulings in the game of this file, by both verifiers.
fn states(files: &[&TurnFile], rulings: &[Ruling]) -> Vec<&'static str> {
    let mut texts: Vec<String> = files.iter().map(|file| file.write()).collect();
    texts.extend(rulings.iter().map(Ruling::write));
    let bytes: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    agree(&bytes, "rulings");
    let examined: Vec<_> =
        files.iter().map(|file| audit::examine(read(file.write().as_bytes()))).collect();
    let numbered: Vec<_> = rulings.iter().cloned().enumerate().collect();
    let judged = audit::judge_with(&examined, &numbered);
    judged[0].rulings.iter().map(|ruled| ruled.state.id()).collect()
}

#[test]
fn every_state_of_a_ruling_is_reported() {
    let game = game_after_call();
    let good = ruling(&game, |_| ());
    let mut forged = good.clone();
    forged.signature = identity(1, "arbiter").sign_ruling(&forged.hash());
    let rulings = [
        good.clone(),
        ruling(&game, |ruling| ruling.game = [7; 32]),
        ruling(&game, |ruling| ruling.after = [7; 32]),
        ruling(&game, |ruling| ruling.number = 3),
        ruling(&game, |ruling| ruling.number = 1),
        ruling(&game, |ruling| ruling.seat = "alice".to_owned()),
        forged,
    ];
    let (wrong, bad) = ("unknown-turn", "bad-signature");
    let others = ["unknown-game", wrong, wrong, wrong, wrong, bad];
    let with =
        |first: &'static str| -> Vec<&str> { std::iter::once(first).chain(others).collect() };
    assert_eq!(states(&[&game.file], &rulings), with("unused"));
    assert_eq!(states(&[&claim(&game, &good)], &rulings), with("used"));
    let mut answered = game.clone();
    answered.step(Intent::Move("B9".to_owned()));
    assert_eq!(states(&[&answered.file], &rulings), with("answered"));
    assert_eq!(states(&[&game.file, &answered.file], &rulings), with("answered"));
    // Bob's turn arrived after the arbiter's ruling: one file uses it, the other one answers it.
    let used = claim(&game, &good);
    for files in [[&used, &answered.file], [&answered.file, &used]] {
        assert_eq!(states(&files, &rulings), with("used"));
    }
    assert_eq!(RulingState::Used.id(), "used");
    let later = ruling(&game, |ruling| ruling.ruled += Duration::days(1));
    assert_eq!(states(&[&claim(&game, &later)], &[good, later]), ["answered", "used"]);
}

#[test]
fn a_ruling_in_a_game_without_an_arbiter_is_not_signed() {
    let mut plain = game_after_call().file.game;
    plain.arbiter = None;
    let mut game = Game::with(plain, 5);
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    game.step(Intent::Move("A1".to_owned()));
    let signed = ruling(&game, |_| ());
    assert_eq!(states(&[&game.file], &[signed]), ["bad-signature"]);
}

#[test]
fn a_ruled_claim_is_reported_with_its_ruling() {
    let game = game_after_call();
    let good = ruling(&game, |_| ());
    let file = claim(&game, &good);
    let judged = audit::judge(&[audit::examine(read(file.write().as_bytes()))]);
    let report: Value = judged[0].to_json(&["game.toml".to_owned()]);
    let date = |text: &str| text.to_owned();
    let ruled = good.ruled.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    assert_eq!(judged[0].verdict.kind, VerdictKind::Forfeit);
    assert_eq!(report["verdict"], "forfeit");
    assert_eq!(report["ruled"]["number"], 4);
    assert_eq!(report["ruled"]["seat"], "bob");
    assert_eq!(report["ruled"]["date"], date(&ruled));
    assert_eq!(report["arbiter"]["grace_days"], 3);
    let key: Bytes32 = identity(0, "arbiter").public();
    assert_eq!(report["arbiter"]["key"], hex::encode(key));
    assert_eq!(report["options"]["days-per-turn"], 14);
    assert_eq!(report["opened"], "2026-11-20T12:00:00Z");
    assert_eq!(report["last"], date(&ruled));
    let said = audit::sentences(&judged[0], false).join("\n");
    assert!(said.contains("alice wins: the arbiter says that bob's time for turn 4 ran out."));
    assert!(said.contains("Arbiter: "), "{said}");
    agree(&[file.write().as_bytes()], "a ruled claim");
}

/// Returns the report on these files, checked to be the same in every order and by both verifiers.
pub(crate) fn together(files: &[&TurnFile]) -> Value {
    let report = |files: &[&TurnFile]| {
        let texts: Vec<String> = files.iter().map(|file| file.write()).collect();
        agree(&texts.iter().map(String::as_bytes).collect::<Vec<_>>(), "files with an arbiter");
        let examined: Vec<_> =
            texts.iter().map(|text| audit::examine(read(text.as_bytes()))).collect();
        let judged = audit::judge(&examined);
        let names: Vec<String> = (0..files.len()).map(|at| format!("{at}.toml")).collect();
        judged[0].to_json(&names)
    };
    let first = report(files);
    let mut turned = files.to_vec();
    for _ in 1..files.len() {
        turned.rotate_left(1);
        let other = report(&turned);
        for key in ["verdict", "result", "findings", "due", "ruled", "crossed"] {
            assert_eq!(other[key], first[key], "{key}");
        }
    }
    first
}

/// Section 13, rule 1a.
#[test]
fn ruled_claim_sets_a_turn_aside_unless_it_was_answered() {
    let game = game_after_call();
    let claimed = claim(&game, &ruling(&game, |_| ()));
    let mut moved = game.clone();
    moved.step(Intent::Move("B9".to_owned()));
    let report = together(&[&claimed, &moved.file, &game.file]);
    assert_eq!(report["verdict"], "forfeit");
    assert_eq!(report["result"]["winners"][0], "alice");
    assert_eq!(report["crossed"], Value::Null);
    assert_eq!(report["overruled"][0]["seat"], "bob");
    assert_eq!(report["overruled"][0]["file"], "1.toml");
    assert_eq!(report["overruled"][0]["finished"], false);
    assert_eq!(report["files"][1]["role"], "superseded");
    // Alice has answered the turn, so she has accepted it.
    let mut answered = moved.clone();
    answered.step(Intent::Move("C8".to_owned()));
    let report = together(&[&claimed, &answered.file]);
    assert_eq!(report["verdict"], "open");
    assert_eq!(report["overruled"], Value::Array(Vec::new()));
    assert_eq!(report["ruled"], Value::Null);
}

#[test]
fn finished_game_counts_before_a_ruled_claim() {
    let mut game = game_after_call();
    game.step(Intent::Resign);
    let before_the_last = game.clone();
    game.step(Intent::Nothing);
    assert_eq!(game.due(), None);
    // Bob has resigned, so there is nothing left to claim: the claim competes with bob's turn.
    let start = game_after_call();
    let claimed = claim(&start, &ruling(&start, |_| ()));
    let report = together(&[&claimed, &before_the_last.file]);
    assert_eq!(report["verdict"], "forfeit");
    let report = together(&[&claimed, &game.file]);
    assert_eq!(report["verdict"], "honest", "alice has answered");
    assert_eq!(report["ended_by"], "resignation");
}
