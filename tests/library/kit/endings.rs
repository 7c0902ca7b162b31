//! Games that end on the board in the ways that are rare. Every case names the winner that it must
//! have by the rules.

use pbem::audit;
use pbem::rules::{EndedBy, OptionValue, Seat};
use pbem::table::Intent;
use pbem::turnfile::read;
use serde_json::Value;

use super::Case;
use super::played::claim;
use crate::armies::rows;
use crate::cheats::{ALICE, BOB};
use crate::play::{Game, header, of_kind};
use crate::second::verifier::our_report;

pub(super) fn cases() -> Vec<Case> {
    [espionage(), enemy_agent(), spy(), game_box()].into_iter().flatten().collect()
}

/// The finished game, which must have ended on the board, without a finding.
fn case(name: &str, game: &Game, winner: Option<Seat>) -> Case {
    let text = game.file.write();
    let outcome = game.outcome().expect("it is over");
    let result = (game.due(), outcome.ended_by, outcome.winners);
    assert_eq!(result, (None, EndedBy::Board, winner.into_iter().collect()), "{name}");
    assert_eq!(audit::verify(&read(text.as_bytes())).findings, [], "{name}");
    Case::of_bytes(format!("endings/{name}"), text)
}

/// A game in which alice begins.
fn begun(kind: &str, seats: usize, set: &[(&str, &str)], seed: u64) -> Game {
    let mut header = header(of_kind(kind), seats, set, seed);
    header.first = (seats == 2).then(|| "alice".to_owned());
    Game::with(header, seed)
}

fn play(game: &mut Game, moves: &[&str]) {
    for typed in moves {
        let intent = Intent::typed((*typed).to_owned());
        game.step(intent);
    }
}

/// Two pieces of each side take everything that moves, except for a Corporal in a corner, and then
/// attack a Mine. The rows from column A to H; bob's are alice's, turned around.
const FRONT: &str = "M51224SS";
const BACK: &str = "1HSE1ME3";
const WAR: [&str; 20] = [
    "B2-B3, F2-F3",
    "G7-G6, C7-C6",
    "B3-B4, F3-F4",
    "G6-G5, C6-C5",
    "B4-B5, F4-F5",
    "G5-G4, C5-C4",
    "B5-B6, F5-F6",
    "G4-G3, C4-C3",
    "B6-B7, F6-F7",
    "G3-G2, C3-C2",
    "B7-A7, F7-F8",
    "G2-H2, C2-C1",
    "A7-A8, F8-E8",
    "H2-H1, C1-D1",
    "A8-B8, E8-E7",
    "H1-G1, D1-D2",
    "B8-C8, E7-D7",
    "G1-F1, D2-E2",
    "D7-D8, E1-E2",
    "E2-E1",
];

/// [11.66]
fn espionage() -> Vec<Case> {
    let war = |alices_back: &str, no_move: &str| {
        let set = [
            ("size", "small"),
            ("open", "true"),
            ("volcanoes", "none"),
            ("moves-per-turn", "2"),
            ("no-move", no_move),
        ];
        let mut game = begun("espionage", 2, &set, 61);
        let signs = |front: &str, back: &str| [front, back].concat().chars().collect::<Vec<_>>();
        let turned = |row: &str| row.chars().rev().collect::<String>();
        game.players[0].setup = rows([2, 1], &signs(FRONT, alices_back));
        game.players[1].setup = rows([7, 8], &signs(&turned(FRONT), &turned(BACK)));
        play(&mut game, &["", ""]);
        play(&mut game, &WAR);
        game
    };
    let ended = |name, mut game: Game, moves: &[&str], winner| {
        play(&mut game, moves);
        case(name, &game, winner)
    };
    let corner = || war(BACK, "pass");
    vec![
        ended("espionage-passes", corner(), &["D8-C8", "E1-F1", "pass", "pass", ""], None),
        ended("espionage-no-move", war(BACK, "lose"), &["D8-C8", "E1-F1", "pass", ""], Some(BOB)),
        // The Corporal is not in the corner, and attacks a Colonel.
        ended(
            "espionage-last-piece",
            war("H1SE1ME3", "pass"),
            &["D8-C8, B1-C1", "E1-D1", "C1-D1", "", ""],
            Some(BOB),
        ),
    ]
}

/// A board with one Doorway, and Buildings close to it.
const BOARD: &[&str] = &[
    "4 Y # Y # # # # # # # # # #",
    "3 g g g O b s s s s s s s s",
    "wall = = = | = = = = = = = = =",
    "2 g g g O b s s s s s s s s",
    "1 Y # Y # # # # # # # # # #",
    "blue hotel C2",
    "blue station B2",
    "blue jail A2",
    "blue buildings F2 G2, H2 I2, J2 K2, L2 M2",
    "red hotel C3",
    "red station B3",
    "red jail A3",
    "red buildings F3 G3, H3 I3, J3 K3, L3 M3",
];

/// A short game, for some seeds, in which both sides move at random.
fn random(set: &[(&str, &str)], seed: u64) -> Game {
    let mut header = header(of_kind("enemy-agent"), 2, set, seed);
    let board = BOARD.iter().map(ToString::to_string).collect();
    header.options.insert("board".to_owned(), OptionValue::Lines(board));
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, seed);
    game.finish();
    game
}

/// [11.39], [11.48] and rules 20, 22, 23 and 24 of the game
fn enemy_agent() -> Vec<Case> {
    let mut limit = begun("enemy-agent", 2, &[("max-turns", "1")], 5);
    let hotels = ["", "", "hotel 4 5 6; 4 A1-A2-A3-B3-C3", "hotel 7 11 12; pass", ""];
    play(&mut limit, &hotels);
    let random_arrests = |seed| {
        random(&[("arrest-mandatory", "true"), ("stop-cards", "0"), ("colored-die", "3")], seed)
    };
    let over = random_arrests(882);
    assert!(over.file.turns.iter().any(|turn| turn.moves.concat().contains("over")));
    let house_rules = [
        ("must-move", "true"),
        ("diagonal", "true"),
        ("sentry-safe", "true"),
        ("failed-try-uses-person", "true"),
        ("stop-card-ends-turn", "false"),
        ("pass-cards", "2"),
        ("stop-cards", "2"),
    ];
    vec![
        case("enemy-agent-turn-limit", &limit, None),
        case("enemy-agent-over", &over, Some(ALICE)),
        case("enemy-agent-no-agents", &random_arrests(629), None),
        case("enemy-agent-no-people", &random_arrests(3445), Some(ALICE)),
        case("enemy-agent-house-rules", &random(&house_rules, 3), Some(ALICE)),
        claimed("enemy-agent-won-and-claimed", &over, ALICE),
    ]
}

/// [5.13]: the game without the last reveal, which the winner claims. The win of the board counts.
fn claimed(name: &str, game: &Game, winner: Seat) -> Case {
    let mut game = game.until(game.file.turns.len() - 1);
    let claim = game.claim(winner, game.deadline());
    game.mail(claim).expect("it is late");
    let report = report(&[game.file.write()]);
    assert_eq!(report["verdict"], "forfeit");
    assert_eq!(report["ended_by"], "board");
    Case::of_file(format!("endings/{name}"), &game.file)
}

/// The report on the game of these files.
fn report(files: &[String]) -> Value {
    let names: Vec<String> = (0..files.len()).map(|nth| nth.to_string()).collect();
    let files: Vec<&[u8]> = files.iter().map(String::as_bytes).collect();
    our_report(&files, &names)["games"][0].clone()
}

/// [11.85]: after the last round both decline a guess, which is 0:0; or the second player guesses.
fn spy() -> Vec<Case> {
    let set = [("rows", "7"), ("cols", "7"), ("max-rounds", "1")];
    let mut game = begun("spy", 2, &set, 62);
    play(&mut game, &["", "", "1A", "7G", "decline"]);
    let mut guessed = game.clone();
    let network = format!("guess {}", game.players[0].setup[0]);
    play(&mut guessed, &[&network, "decline", ""]);
    play(&mut game, &["decline", ""]);
    vec![
        case("spy-last-round", &game, None),
        case("spy-guess-after-last-round", &guessed, Some(BOB)),
    ]
}

/// Rules 9.2 to 9.5 of the game
fn game_box() -> Vec<Case> {
    let ended = |name, set: &[(&str, &str)], calls: &[&str], winner| {
        let mut game = chart(set, "houses A1 A2 A3");
        call(&mut game, calls);
        case(name, &game, winner)
    };
    vec![
        ended("game-box-all-out", &[("miss-limit", "1")], &["C1", "C2"], None),
        ended(
            "game-box-last-survivor",
            &[("miss-limit", "1"), ("last-survivor-wins", "true")],
            &["C1"],
            Some(CAROL),
        ),
        ended("game-box-too-few-houses", &[], &["A1", "A2"], None),
        ended("game-box-quiet-rounds", &[], &["C1"; 7], None),
        two_winners(),
    ]
}

const CAROL: Seat = Seat(2);

/// Game Box with three seats and these houses, after the chart is sealed.
fn chart(set: &[(&str, &str)], houses: &str) -> Game {
    let count = (houses.split(' ').count() - 1).to_string();
    let small = [("letters", "3"), ("numbers", "3"), ("houses", count.as_str()), ("guns", "1")];
    let mut game = begun("game-box", 3, &[&small, set].concat(), 63);
    game.players[0].setup = vec![houses.to_owned(), "guns C3".to_owned()];
    play(&mut game, &[""]);
    game
}

/// Calls, each with the Checker's answer.
fn call(game: &mut Game, calls: &[&str]) {
    for call in calls {
        play(game, &[call, ""]);
    }
}

/// [13.10]: bob hits a third house; or the Checker strikes out bob, and carol hits a third house.
fn two_winners() -> Case {
    let mut bobs = chart(&[], "houses A1 A2 A3 B1 B2 B3");
    call(&mut bobs, &["A1", "B1", "A2", "B2"]);
    let mut carols = bobs.clone();
    call(&mut bobs, &["A3"]);
    let late = claim(&carols, ALICE, carols.deadline());
    carols.mail(late).expect("bob is late");
    let later = carols.standing().last_sent;
    for intent in [Intent::Move("B3".to_owned()), Intent::Nothing] {
        let turn = carols.compose_with(|plan| (plan.intent, plan.sent) = (intent, later));
        carols.mail(turn).expect("an honest turn");
    }
    let files = [bobs, carols].map(|game| game.file.write());
    let report = report(&files);
    assert_eq!([&report["outcome"], &report["ended_by"]], ["void", "claim"]);
    let name = "endings/game-box-two-winners".to_owned();
    Case { name, files: files.map(String::into_bytes).into(), spaces: 0 }
}
