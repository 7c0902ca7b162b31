//! The program is killed at random times. No file is left half-written, the next call cleans
//! up, and no turn is signed twice. (`crashes` does the same at every single disk operation.)
//!
//! `PBEM_KILLS=500 cargo test --release --test cli kills` kills it more often.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::harness::Test;

/// Default number of kills.
const KILLS: u64 = 80;

/// Number of kills per game: every call replays all turns of a game.
const KILLS_A_GAME: usize = 100;

#[test]
fn killed_program_loses_nothing_and_signs_nothing_twice() {
    let kills = std::env::var("PBEM_KILLS")
        .map_or(KILLS, |number| number.parse().expect("a number of kills"));
    let kills: Vec<u64> = (0..kills).collect();
    kills.chunks(KILLS_A_GAME).for_each(game_of_kills);
}

fn game_of_kills(kills: &[u64]) {
    let test = Test::new();
    let opened = "new checkpoint-danger game.toml --as alice --with bob --first alice --set \
        allow-repeat-calls=true --setup";
    test.pbem("alice", opened).arg("B8 D4 E2 G6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").ok();
    test.mail("bob", "alice");
    let (mut mover, mut other) = ("alice", "bob");
    for kill in kills {
        // Spread over about 30 milliseconds, in no order.
        let time = Duration::from_micros(kill * 7_919 % 30_000);
        test.pbem(mover, "move game.toml A1").killed_after(time);
        // An interrupted move is finished; otherwise the move is made now.
        let mended = test.pbem(mover, "move game.toml A1").run();
        assert!(
            mended.code == Some(0) || mended.err.contains(&format!("it is {other}'s turn")),
            "{}",
            mended.shown()
        );
        test.mail(mover, other);
        (mover, other) = (other, mover);
    }
    let (code, verdict) = test.pbem("alice", "verify game.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")), "{verdict}");
    assert_eq!(verdict["turns"].as_u64(), Some(kills.len() as u64 + 2));
    for player in ["alice", "bob"] {
        for record in test.records(player) {
            let mut signed = BTreeMap::new();
            for turn in record["made"].as_array().expect("turns") {
                *signed.entry(turn["number"].as_integer()).or_insert(0) += 1;
            }
            assert!(
                signed.values().all(|times| *times == 1),
                "{player} has signed a turn twice: {signed:?}"
            );
        }
    }
}
