//! `pbem replay`: visible and hidden parts of a replay.

use pbem::audit;
use pbem::crypto::{Seed, Stream};
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::rules::scene::Scene;
use pbem::table::{self, Intent};
use pbem::turnfile::{self, TurnFile};
use serde_json::json;

use crate::play::{Game, finished, moment};
use crate::{Desk, example, frames, seats, text, turns, views};

/// A page must be small enough to be mailed.
const LARGEST: usize = 300_000;

fn read(path: &str) -> TurnFile {
    turnfile::read(&std::fs::read(path).expect("it is there")).file.expect("it can be read")
}

#[test]
fn replay_reveals_all_setups_of_an_honest_game() {
    let desk = Desk::new();
    for kind in Kind::published() {
        let path = example(&format!("{kind}.toml"));
        let count = read(&path).turns.len();
        let page = desk.ok("erin", &format!("replay {path} -o -"));
        let text = text(&page);
        assert!(turns(&text).into_iter().eq(1..=count as u64), "{kind}");
        let verdict = text["lines"][0].as_str().expect("a verdict");
        assert!(verdict.starts_with("HONEST: "), "{kind}");
        let last = frames(&text).last().expect("an end");
        let seen: &[_] = match kind {
            Kind::GameBox => &["As alice saw it"],
            _ => &["As alice saw it", "As bob saw it"],
        };
        assert_eq!(views(last), seen, "{kind}");
        assert!(frames(&text).iter().all(|frame| frame["breaches"] == json!([])), "{kind}");
        assert!(page.len() < LARGEST, "{kind}: {}", page.len());
        assert!(!desk.path("erin").exists(), "a stranger needs no vault");
    }
}

#[test]
fn replay_marks_the_dishonest_turn() {
    let desk = Desk::new();
    for kind in Kind::published() {
        let path = example(&format!("{kind}-lied.toml"));
        let verdict = audit::verify(&turnfile::Reading { file: Some(read(&path)), fault: None });
        let [finding] = verdict.findings.as_slice() else {
            panic!("{kind}: {:?}", verdict.findings)
        };
        let page = desk.ok("erin", &format!("replay {path} -o -"));
        let text = text(&page);
        assert!(text["lines"][0].as_str().is_some_and(|line| line.starts_with("DISHONEST: ")));
        let marked = frames(&text).iter().filter(|frame| frame["breaches"] != json!([]));
        let marked: Vec<_> = marked.map(|frame| &frame["turn"]).collect();
        assert_eq!(marked, [&json!(finding.turn)], "{kind}");
    }
}

/// Two games of Game Box with different setups of alice, in which all called squares are empty.
fn twins() -> [Game; 2] {
    let mut games = [0, 1].map(|_| Game::new(Kind::GameBox, 3, &[], 31));
    let other = games[1].table.random_setup(Seat(0), &mut Stream::from_seed([9; 32]));
    games[1].players[0].setup = other;
    games[1].players[0].seed = Seed::from_bytes([9; 32]);
    let hidden: Vec<String> = games.iter().flat_map(|game| game.players[0].setup.clone()).collect();
    let hidden: Vec<&str> = hidden.iter().flat_map(|entry| entry.split([' ', ','])).collect();
    let squares = ('A'..='H').flat_map(|row| (1..=9).map(move |column| format!("{row}{column}")));
    let empty: Vec<String> = squares.filter(|square| !hidden.contains(&square.as_str())).collect();
    for game in &mut games {
        let mut calls = empty.iter();
        while game.turns() < 20 {
            let intent = if game.due() == Some(Seat(0)) {
                Intent::Nothing
            } else {
                Intent::Move(calls.next().expect("an empty square").clone())
            };
            game.step(intent);
        }
    }
    games
}

#[test]
fn replay_hides_setups_before_the_reveal() {
    let desk = Desk::new();
    let games = twins();
    assert_ne!(games[0].file, games[1].file);
    let pages = games.map(|game| {
        desk.lay("game.toml", &game);
        desk.ok("erin", "replay game.toml -o -")
    });
    assert!(pages[0] == pages[1], "the page shows hidden parts of a setup");
    let text = text(&pages[0]);
    assert!(text["lines"][0].as_str().is_some_and(|line| line.starts_with("OPEN: ")));
    assert!(text.to_string().contains("MISS") && !text.to_string().contains(" saw it"));
}

/// In earlier turns, a seat sees only its view at that time.
#[test]
fn replay_shows_each_seat_its_own_view() {
    for kind in Kind::published() {
        let mut game = Game::new(kind, seats(kind), &[], 3);
        let mut then: Vec<(u32, Seat, Scene)> = Vec::new();
        while game.step(game.any()).is_some() {
            let turn = game.turns();
            for player in game.players.iter().filter(|player| game.due() != Some(player.seat)) {
                then.push((turn, player.seat, game.table.view(Some(player), moment(0)).scene));
            }
        }
        let pasts = table::look_back(&game.file, usize::MAX).expect("it is a game");
        assert_eq!(pasts.len(), game.file.turns.len(), "{kind}");
        let mut compared = 0;
        for (turn, seat, scene) in then {
            let past = pasts.iter().find(|past| past.turn == turn).expect("every turn is there");
            if let Some((_, seen)) = past.seen.iter().find(|(who, _)| *who == seat) {
                assert_eq!(seen.boards, scene.boards, "{kind}, turn {turn}, {seat}");
                compared += 1;
            }
        }
        assert!(compared > 3, "{kind}: {compared}");
    }
}

#[test]
fn replay_of_a_long_game_skips_turns() {
    let game = finished(Kind::Spy, 2, &[], 3);
    let turns = u32::try_from(game.file.turns.len()).expect("few");
    assert!(turns > 8);
    for most in [1, 2, 5] {
        let shown: Vec<u32> = table::look_back(&game.file, most)
            .expect("it is a game")
            .iter()
            .map(|past| past.turn)
            .collect();
        assert!(shown.len() <= most && shown.last() == Some(&turns), "{shown:?}");
    }
    assert_eq!(table::look_back(&game.file, 0).expect("it is a game").len(), 1);
}

#[test]
fn replay_overwrites_no_file() {
    let desk = Desk::new();
    let game = finished(Kind::GameBox, 3, &[], 1);
    desk.lay("game.toml", &game);
    let page = desk.ok("erin", "replay game.toml -o -");
    desk.ok("erin", "replay game.toml -o game.html");
    assert_eq!(std::fs::read_to_string(desk.path("game.html")).expect("it is there"), page);
    assert_eq!(desk.run("erin", "replay game.toml -o game.html").0, 2);
    assert_eq!(desk.run("erin", "replay game.toml -o game.toml").0, 2);
    assert_eq!(read(&desk.path("game.toml").display().to_string()), game.file);
}
