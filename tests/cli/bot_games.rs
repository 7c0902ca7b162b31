//! Games of a random player against bots through the program; both verifiers call them honest.
//!
//! `PBEM_BOT_GAMES=100 cargo test --release --test cli bot_games -- --nocapture` plays this
//! many games against each level of each game to the end and prints the time of the slowest
//! command. `PBEM_KIND=spy` limits it to one game, `PBEM_LEVEL=hard` to one level.

use std::process::Command;
use std::time::{Duration, Instant};

use pbem::crypto::turn_hash;
use pbem::games::Kind;
use pbem::table::{self, AnyTable, Intent, Keys, Plan};
use pbem::turnfile::{self, Moment, TurnFile};
use serde_json::Value;

use crate::bots::against_bots;
use crate::harness::{Call, Test};

const LEVELS: [&str; 3] = ["easy", "medium", "hard"];

/// Number of moves before the player resigns, except in a long run.
const FEW_MOVES: usize = if cfg!(debug_assertions) { 2 } else { 6 };

/// A random legal move, as a player would type it.
fn anything(test: &Test, file: &TurnFile, seed: &str) -> Option<String> {
    let (table, fault) = table::open(file).expect("a game");
    assert!(fault.is_none(), "{fault:?}");
    let keys = test.keys("alice", file);
    let seed = turn_hash(format!("{seed} {}", file.turns.len()).as_bytes());
    let sent = file.turns.last()?.sent;
    let (composed, _) = table.compose(&keys, &Plan::new(sent, Intent::any(seed))).ok()?;
    // The turn doesn't show a sealed move, such as a guess in Spy!.
    let typed = match composed.hidden {
        Some(_) => selected(&table, &keys, sent, &seed),
        None => composed.turn.moves.join("; "),
    };
    Some(typed).filter(|typed| !typed.is_empty())
}

/// A move drafted by selecting at random, with the numbers of this seed.
fn selected(table: &AnyTable, keys: &Keys, sent: Moment, seed: &[u8]) -> String {
    let mut draft = String::new();
    for number in seed.iter().cycle().take(3_000) {
        let hand = table.touch(keys, sent, &draft).expect("a move is due");
        if hand.ready || hand.touches.is_empty() {
            break;
        }
        draft.clone_from(&hand.touches[usize::from(*number) % hand.touches.len()].draft);
    }
    draft
}

/// Plays a game and returns the time of the slowest command.
fn play(kind: Kind, level: &str, nth: u64, most: usize) -> Duration {
    let test = Test::new();
    let secrets = |step: usize| (1_000_000 * (nth + 1) + step as u64).to_string();
    test.pbem("alice", &against_bots(kind, level)).env("PBEM_SECRETS", secrets(0)).ok();
    let mut slowest = Duration::ZERO;
    for step in 1.. {
        let file = turnfile::read(test.read("alice", "game.toml").as_bytes()).file;
        let (_, shown) = test.pbem("alice", "show game.toml").json();
        let command = match shown["expects"].as_str() {
            Some("over") => break,
            Some("reveal") => vec!["reveal".to_owned(), "game.toml".to_owned()],
            _ => {
                let typed =
                    anything(&test, &file.expect("a file"), &format!("{kind} {level} {nth}"));
                ["move", "game.toml"].map(str::to_owned).into_iter().chain(typed).collect()
            }
        };
        let resigned = step > most && {
            let resign =
                test.pbem("alice", "resign game.toml --yes").env("PBEM_SECRETS", secrets(step));
            resign.run().code == Some(0)
        };
        if !resigned {
            let call = command.iter().fold(test.pbem("alice", ""), Call::arg);
            let start = Instant::now();
            let ran = call.env("PBEM_SECRETS", secrets(step)).run();
            slowest = slowest.max(start.elapsed());
            assert_eq!(ran.code, Some(0), "{kind}, {level}, game {nth}: {}", ran.shown());
        }
        test.wait_minutes(1);
        assert!(step < 1_000, "{kind}, {level}, game {nth} does not end");
    }
    is_honest(&test, &format!("{kind}, {level}, game {nth}"));
    slowest
}

/// Asserts it with both verifiers; the second needs a Python that can run it.
fn is_honest(test: &Test, game: &str) {
    let (code, verdict) = test.pbem("judge", "verify ../alice/game.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("honest")), "{game}: {verdict}");
    let second = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/verify.py");
    let mut python = Command::new("python3");
    python.args([second, "--json"]).arg(test.path("alice", "game.toml"));
    let Ok(said) = python.output() else { return };
    if let Ok(said) = serde_json::from_slice::<Value>(&said.stdout) {
        let [theirs, ours] = [&said["games"][0], &verdict].map(|game| game["verdict"].as_str());
        assert_eq!(theirs, ours, "{game}: {said}");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "how long it took is told, not tested")]
fn random_player_finishes_honest_games_against_every_bot() {
    let many = std::env::var("PBEM_BOT_GAMES").map(|many| many.parse().expect("a number of games"));
    let most = if many.is_ok() { usize::MAX } else { FEW_MOVES };
    let [only_kind, only_level] = ["PBEM_KIND", "PBEM_LEVEL"].map(|key| std::env::var(key).ok());
    let is_wanted = |only: &Option<String>, one: &str| only.as_ref().is_none_or(|only| only == one);
    for kind in Kind::published().filter(|kind| is_wanted(&only_kind, kind.id())) {
        for level in LEVELS.into_iter().filter(|level| is_wanted(&only_level, level)) {
            let slowest = (0..many.clone().unwrap_or(1)).map(|nth| play(kind, level, nth, most));
            println!("{kind}, {level}: a command took {:?} at most", slowest.max());
        }
    }
}

/// A game against a bot in which `alice` has no move yet.
#[cfg(unix)]
fn against_bot() -> Test {
    let test = Test::new();
    let new = test.pbem("alice", "new cd --as alice --against bot:easy --setup");
    new.arg("G6 G7 G8 G9").ok();
    test
}

#[cfg(unix)]
const ASKED: &str = "or a game's name): ";

#[test]
#[cfg(unix)]
fn turn_against_a_bot_asks_for_the_next_move() {
    use crate::asking::typing;

    let test = against_bot();
    let turns = || test.pbem("alice", "show").json().1["turns"].as_u64().expect("turns");
    let before = turns();
    // After a wrong move the prompt repeats.
    let said = typing(&test.pbem("alice", "turn"), ASKED, "A1\rZ9\rA2\rA3\r\r");
    assert_eq!(said.matches("Moved").count(), 3, "{said}");
    assert!(turns() >= before + 6 && said.contains("the game is saved"), "{said}");
    // The board is above the first question, and once below each move.
    assert_eq!(said.matches("    YOUR MOVE").count(), 4, "{said}");
    // The end of the input ends it, too.
    let said = typing(&test.pbem("alice", "turn"), ASKED, "A4\rA5\r\u{4}");
    assert_eq!(said.matches("Moved").count(), 2, "{said}");
    let said = typing(&test.pbem("alice", "play --lines"), ASKED, "A6\rA7\rq\r");
    assert_eq!(said.matches("Moved").count(), 2, "{said}");
    assert_eq!(said.matches("    YOUR MOVE").count(), 3, "{said}");
    // A move on the command line is made without a question.
    let said = crate::terminal::shown(&test.pbem("alice", "turn A8"), 200);
    assert!(said.contains("Moved") && !said.contains(ASKED), "{said}");
    let ran = test.pbem("alice", "turn A9").ok();
    assert!(!ran.err.contains(ASKED), "{}", ran.err);
}

#[test]
#[cfg(unix)]
fn turn_against_a_bot_ends_with_the_game() {
    let test = against_bot();
    let calls: String =
        ('A'..='G').flat_map(|row| (1..=9).map(move |column| format!("{row}{column}\r"))).collect();
    let said = crate::asking::typing(&test.pbem("alice", "turn"), ASKED, &calls);
    assert!(said.contains("pbem verify cd-bot"), "{said}");
    let (_, shown) = test.pbem("alice", "show cd-bot").json();
    assert_eq!(shown["expects"], "over", "{shown}");
}

/// Every turn before Ctrl-C is in the vault.
#[test]
#[cfg(unix)]
fn turn_against_a_bot_keeps_its_moves_after_ctrl_c() {
    let test = against_bot();
    let answers = [(ASKED, "A1\r"), (ASKED, "\u{3}")];
    crate::asking::dialog(&test.pbem("alice", "turn"), &answers);
    let log = test.pbem("alice", "log cd-bot").ok().out;
    assert!(log.contains("Arctic 1"), "{log}");
    test.pbem("alice", "turn A3").ok();
}
