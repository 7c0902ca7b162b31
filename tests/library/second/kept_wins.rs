//! Winners keep their win in a game with an arbiter, if rule 1a of section 13 leaves the win in the
//! file: both verifiers, on real games of Game Box.

use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::TurnFile;
use serde_json::{Value, json};

use super::arbiters::{game_after_call, ruling, together};
use crate::play::{Game, header, of_kind};

/// Alice is the Checker, bob and carol call.
const ALICE: Seat = Seat(0);
const BOB: Seat = Seat(1);
const CAROL: Seat = Seat(2);

const HOUSES: &str = "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1";
const GUNS: &str = "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D1";

/// The chart is sealed, and these calls are made and answered.
fn after(dots: &[&str]) -> Game {
    let mut header = header(of_kind("game-box"), 3, &[], 7);
    header.arbiter = game_after_call().file.game.arbiter;
    let mut game = Game::with(header, 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game.step(Intent::Nothing);
    calls(&mut game, dots);
    game
}

fn calls(game: &mut Game, dots: &[&str]) {
    for dot in dots {
        call(game, dot);
        game.step(Intent::Nothing);
    }
}

fn call(game: &mut Game, dot: &str) {
    game.step(Intent::Move(dot.to_owned()));
}

/// This seat claims against the seat that is due, with the arbiter's ruling.
fn claims(game: &mut Game, by: Seat) {
    let late = game.due().expect("a seat is due");
    let name = game.file.game.seats[late.index()].clone();
    let ruling = ruling(game, |ruling| ruling.seat = name);
    let mut turn = game.claim(by, ruling.ruled);
    (turn.seed, turn.reveal) = (None, Vec::new());
    (turn.ruled, turn.ruling) = (Some(ruling.ruled), Some(ruling.signature));
    game.sign(&mut turn);
    game.mail(turn).expect("a claim with a ruling");
}

/// The Checker makes its turn one minute later, so it is another turn.
fn answers_again(game: &mut Game) {
    let (turn, _) = game.compose_and_read(|plan| plan.sent += chrono::Duration::minutes(1));
    game.mail(turn).expect("an answer");
}

fn winners(report: &Value) -> &Value {
    &report["result"]["winners"]
}

fn of(games: &[&Game]) -> Value {
    together(&games.iter().map(|game| &game.file).collect::<Vec<&TurnFile>>())
}

#[test]
fn win_counts_if_others_continue_with_a_ruling() {
    let won = after(&["A1", "H1", "A2", "H2", "A3"]);
    let mut other = won.until(7);
    calls(&mut other, &["A4"]);
    claims(&mut other, ALICE);
    calls(&mut other, &["A5", "A6"]);
    assert_eq!(winners(&of(&[&other])), &json!(["carol"]));
    // The claim competes with no turn, so rule 1a sets nothing aside.
    let report = of(&[&won, &other]);
    assert_eq!((winners(&report), &report["verdict"]), (&json!(["bob"]), &json!("honest")));
    assert_eq!((&report["ruled"], &report["overruled"]), (&Value::Null, &json!([])));
}

#[test]
fn ruling_sets_a_win_aside_that_no_one_accepted() {
    let start = after(&["A1", "A4", "A2", "H1"]);
    let mut won = start.clone();
    calls(&mut won, &["A3"]);
    assert_eq!((winners(&of(&[&won])), won.due()), (&json!(["bob"]), None));
    let mut struck = start;
    claims(&mut struck, ALICE);
    // The Checker has answered bob's call, so the claim has no effect until carol continues.
    let report = of(&[&struck, &won]);
    assert_eq!((winners(&report), &report["ruled"]), (&json!(["bob"]), &Value::Null));
    calls(&mut struck, &["A5", "A6"]);
    let report = of(&[&struck, &won]);
    assert_eq!((winners(&report), &report["verdict"]), (&json!(["carol"]), &json!("honest")));
    assert_eq!((&report["ruled"]["number"], &report["ruled"]["seat"]), (&json!(10), &json!("bob")));
    let overruled = &report["overruled"][0];
    assert_eq!((&overruled["number"], &overruled["seat"]), (&json!(10), &json!("bob")));
    assert_eq!((&overruled["file"], &overruled["finished"]), (&json!("1.toml"), &json!(true)));
}

/// One file has the turn that the claim sets aside, and two have the finished game.
#[test]
fn overruled_turn_is_listed_once() {
    let mut call = after(&["A1", "A4", "A2", "H1"]);
    let mut struck = call.clone();
    claims(&mut struck, ALICE);
    calls(&mut struck, &["A5", "A6"]);
    call.step(Intent::Move("A3".to_owned()));
    let mut won = call.clone();
    won.step(Intent::Nothing);
    let sent = call.file.turns[9].sent.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    for (files, finished) in
        [(vec![&struck, &call], false), (vec![&struck, &call, &won, &won], true)]
    {
        let mut one = json!({"number": 10, "seat": "bob", "sent": sent, "file": "1.toml"});
        one["finished"] = json!(finished);
        assert_eq!(of(&files)["overruled"], json!([one]));
    }
}

#[test]
fn win_keeps_before_a_claim_against_the_checker() {
    let mut start = after(&["A1", "H1"]);
    call(&mut start, "A2");
    let mut void = start.clone();
    claims(&mut void, CAROL);
    // Carol, who claims, has no turn after the answer: she ran out of time as well.
    let mut won = start;
    won.step(Intent::Nothing);
    claims(&mut won, ALICE);
    call(&mut won, "A3");
    assert_eq!(of(&[&void, &won])["outcome"], "void", "the board has given no win yet");
    won.step(Intent::Nothing);
    let report = of(&[&void, &won]);
    assert_eq!((winners(&report), &report["outcome"]), (&json!(["bob"]), &json!("win")));
    assert_eq!(report["overruled"], json!([]));
}

#[test]
fn answer_that_gives_a_win_keeps_it() {
    let mut start = after(&["A1", "H1", "A2", "H2"]);
    call(&mut start, "A3");
    let mut void = start.clone();
    claims(&mut void, CAROL);
    let mut won = start;
    won.step(Intent::Nothing);
    assert_eq!(winners(&of(&[&void, &won])), &json!(["bob"]));
}

/// The Checker and the arbiter have struck out one caller in each file.
#[test]
fn wins_that_outweigh_each_other_are_void_despite_rulings() {
    let mut start = after(&["A1", "A4"]);
    call(&mut start, "A2");
    let mut bob = start.clone();
    bob.step(Intent::Nothing);
    claims(&mut bob, ALICE);
    calls(&mut bob, &["A3"]);
    let mut carol = start;
    answers_again(&mut carol);
    calls(&mut carol, &["A5"]);
    claims(&mut carol, ALICE);
    calls(&mut carol, &["A6"]);
    assert_eq!(winners(&of(&[&bob])), &json!(["bob"]));
    assert_eq!(winners(&of(&[&carol])), &json!(["carol"]));
    let report = of(&[&bob, &carol]);
    // Carol called only in carol's file, and bob in neither after the fork except in bob's own.
    assert_eq!((&report["outcome"], &report["ended_by"]), (&json!("void"), &json!("claim")));
    assert_eq!(report["findings"], json!([]));
}

/// Two answers and two claims set each other aside, so nothing after turn 6 counts, nor a win.
#[test]
fn win_after_the_end_of_a_file_is_not_kept() {
    let mut start = after(&["A1", "H1"]);
    call(&mut start, "A2");
    let claimed = |by: Seat| {
        let mut game = start.clone();
        claims(&mut game, by);
        game
    };
    let (by_bob, by_carol) = (claimed(BOB), claimed(CAROL));
    let mut one = start.clone();
    one.step(Intent::Nothing);
    call(&mut one, "H2");
    let mut other = start.clone();
    answers_again(&mut other);
    claims(&mut other, ALICE);
    call(&mut other, "H3");
    let files = [&by_bob, &by_carol, &one, &other];
    let report = of(&files);
    assert_eq!((&report["verdict"], &report["due"]), (&json!("open"), &json!("alice")));
    assert_eq!(report["ruled"], Value::Null);
    let roles: Vec<&Value> = (0..4).map(|at| &report["files"][at]["role"]).collect();
    assert_eq!(roles, ["stands"; 4]);
    // Damage after the end doesn't affect the turns that count.
    let mut broken: Vec<TurnFile> = files.iter().map(|game| game.file.clone()).collect();
    for file in &mut broken {
        let mut turn = file.turns[1].clone();
        turn.number = u32::try_from(file.turns.len() + 1).expect("a few turns");
        file.turns.push(turn);
    }
    assert_eq!(together(&broken.iter().collect::<Vec<_>>())["verdict"], "open");
}
