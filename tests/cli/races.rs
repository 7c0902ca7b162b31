//! Two processes at once on one vault and one file. The second fails with a message or finds the
//! work of the first; no file is half-written, no data is lost, and no turn is signed in two
//! versions.
//!
//! `PBEM_RACES=500 cargo test --release --test cli races` runs each pair that often.

use std::collections::BTreeSet;
use std::process::{Output, Stdio};

use crate::harness::{Call, Test};

/// Number of times each pair is started.
fn times() -> u32 {
    std::env::var("PBEM_RACES").map_or(12, |number| number.parse().expect("a number of races"))
}

/// Starts both, the second `later` microseconds after the first, and waits for both.
fn at_once(one: &Call<'_>, other: &Call<'_>, later: u32) -> [Output; 2] {
    let start = |call: &Call<'_>| {
        call.command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    };
    let first = start(one);
    std::thread::sleep(std::time::Duration::from_micros(u64::from(later) * 1_300 % 9_000));
    let second = start(other);
    [first, second].map(|child| child.wait_with_output().expect("it ends"))
}

/// Asserts that both ended without a signal, and that a failure had a message; returns the exit
/// codes.
fn text(outputs: &[Output; 2], round: u32) -> [i32; 2] {
    outputs.each_ref().map(|output| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let code =
            output.status.code().unwrap_or_else(|| panic!("round {round}: it was killed: {said}"));
        assert!(code != 101 && !said.contains("panicked"), "round {round}: {said}");
        assert!(
            code == 0 || said.starts_with("pbem:") || !output.stdout.is_empty(),
            "round {round}: {code}, {said}"
        );
        code
    })
}

/// Asserts that this player's files can be read, each turn is signed once, and the file has every
/// signed turn.
fn sound(test: &Test, who: &str, round: u32) {
    for words in ["status", "contact list", "config"] {
        let ran = test.pbem(who, words).run();
        assert_eq!(ran.code, Some(0), "round {round}: {}", ran.shown());
    }
    for record in test.records(who) {
        let made = record.get("made").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let standing = made
            .iter()
            .filter(|made| made.get("withdrawn").and_then(toml::Value::as_bool) != Some(true));
        let numbers: Vec<_> = standing.map(|made| made["number"].as_integer()).collect();
        assert_eq!(
            numbers.iter().collect::<BTreeSet<_>>().len(),
            numbers.len(),
            "round {round}: a number was signed twice"
        );
    }
    if test.path(who, "game.toml").exists() {
        let (code, verdict) = test
            .pbem("judge", "verify")
            .arg(test.path(who, "game.toml").display().to_string())
            .verdict();
        assert_eq!(
            (code, verdict["findings"].as_array().map(Vec::len)),
            (Some(3), Some(0)),
            "round {round}: {verdict}"
        );
    }
    let left = test
        .everything(who)
        .into_keys()
        .filter(|path| path.to_string_lossy().contains("/.pbem-"))
        .count();
    assert_eq!(left, 0, "round {round}: something lies about");
}

/// It is Bob's turn, and Bob's vault knows the game.
fn to_move() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

/// Number of turns with this number that a player's vault has signed and that still count.
fn signed(test: &Test, who: &str, number: i64) -> usize {
    let made = |record: &toml::Table| record["made"].as_array().cloned().unwrap_or_default();
    let stands = |made: &toml::Value| {
        made["number"].as_integer() == Some(number)
            && made.get("withdrawn").is_none_or(|was| was.as_bool() == Some(false))
    };
    test.records(who).iter().flat_map(made).filter(stands).count()
}

#[test]
fn two_moves_sign_one_turn() {
    for round in 0..times() {
        let test = to_move();
        let codes = text(
            &at_once(
                &test.pbem("bob", "move game.toml A1"),
                &test.pbem("bob", "move game.toml A2"),
                round,
            ),
            round,
        );
        assert_eq!(signed(&test, "bob", 4), 1, "round {round}: {codes:?}");
        assert!(
            codes.contains(&0)
                && codes.iter().all(|code| matches!(code, 0 | 3 | 5))
                && codes != [0, 0],
            "round {round}: {codes:?}"
        );
        sound(&test, "bob", round);
        let text = test.read("bob", "game.toml");
        assert!(text.contains("Arctic 1") != text.contains("Arctic 2"), "round {round}");
    }
}

#[test]
fn same_move_twice_signs_one_turn() {
    for round in 0..times() {
        let test = to_move();
        let call = || test.pbem("bob", "move game.toml A1");
        let codes = text(&at_once(&call(), &call(), round), round);
        assert_eq!(signed(&test, "bob", 4), 1);
        assert!(
            codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 3 | 5)),
            "round {round}: {codes:?}"
        );
        sound(&test, "bob", round);
    }
}

#[test]
fn move_and_new_file_lose_nothing() {
    for round in 0..times() {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.send("alice", "game.toml", "bob", "new.toml");
        let [moved, received] = text(
            &at_once(
                &test.pbem("bob", "move cd-alice A1"),
                &test.pbem("bob", "receive new.toml"),
                round,
            ),
            round,
        );
        // The move may run before the mail is read, when it isn't Bob's move yet.
        assert!(
            matches!(moved, 0 | 3 | 4 | 5) && matches!(received, 0 | 4 | 5),
            "round {round}: {moved} {received}"
        );
        assert_eq!(signed(&test, "bob", 4), usize::from(moved == 0), "round {round}");
        sound(&test, "bob", round);
        test.pbem("bob", "receive new.toml").run();
        test.pbem("bob", "move cd-alice A1").run();
        assert!(test.read("bob", "game.toml").contains("number = 4"), "round {round}");
    }
}

#[test]
fn move_and_undo_leave_one_turn() {
    for round in 0..times() {
        let test = to_move();
        test.pbem("bob", "move game.toml A1").ok();
        let codes = text(
            &at_once(
                &test.pbem("bob", "undo cd-alice --not-mailed"),
                &test.pbem("bob", "move cd-alice A2"),
                round,
            ),
            round,
        );
        assert!(codes.iter().all(|code| matches!(code, 0 | 3 | 5)), "round {round}: {codes:?}");
        assert!(signed(&test, "bob", 4) <= 1, "round {round}");
        sound(&test, "bob", round);
        // The game continues with one of the two turns.
        test.pbem("bob", "move cd-alice A2").run();
        let text = test.read("bob", "game.toml");
        assert_ne!(text.contains("Arctic 1"), text.contains("Arctic 2"), "round {round}");
    }
}

#[test]
fn two_files_are_both_received() {
    for round in 0..times() {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.send("alice", "game.toml", "bob", "one.toml");
        test.send("alice", "game.toml", "bob", "two.toml");
        let codes = text(
            &at_once(
                &test.pbem("bob", "receive one.toml"),
                &test.pbem("bob", "receive two.toml"),
                round,
            ),
            round,
        );
        assert!(
            codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 5)),
            "round {round}: {codes:?}"
        );
        sound(&test, "bob", round);
        test.pbem("bob", "move game.toml A1").ok();
    }
}

/// Without a vault, one of the two creates it, with one identity.
#[test]
fn two_games_on_a_new_machine_share_one_identity() {
    for round in 0..times() {
        let test = Test::new();
        let new = |file: &str, with: &str| {
            format!("new checkpoint-danger {file} --as alice --with {with} --random")
        };
        let codes = text(
            &at_once(
                &test.pbem("alice", &new("one.toml", "bob")),
                &test.pbem("alice", &new("two.toml", "carol")),
                round,
            ),
            round,
        );
        assert!(
            codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 5)),
            "round {round}: {codes:?}"
        );
        sound(&test, "alice", round);
        let games = test.records("alice").len();
        assert_eq!(
            games,
            codes.iter().filter(|code| **code == 0).count(),
            "round {round}: {codes:?}"
        );
        let keys: BTreeSet<_> = ["one.toml", "two.toml"]
            .iter()
            .filter(|file| test.path("alice", file).exists())
            .filter_map(|file| {
                test.pbem("judge", "verify")
                    .arg(test.path("alice", file).display().to_string())
                    .verdict()
                    .1["seats"][0]["key"]
                    .as_str()
                    .map(str::to_owned)
            })
            .collect();
        assert_eq!(keys.len(), 1, "round {round}: two identities");
    }
}

/// The same file is never created twice.
#[test]
fn two_games_in_one_file_are_refused() {
    for round in 0..times() {
        let test = Test::new();
        test.pbem("alice", "whoami").ok();
        let new = "new checkpoint-danger game.toml --as alice --with bob --random";
        let codes =
            text(&at_once(&test.pbem("alice", new), &test.pbem("alice", new), round), round);
        assert!(codes.contains(&0) && codes != [0, 0], "round {round}: {codes:?}");
        sound(&test, "alice", round);
    }
}

/// Two invitations on a new computer: the second must not overwrite the contacts of the first.
#[test]
fn two_seats_on_a_new_machine_keep_all_contacts() {
    for round in 0..times() {
        let test = Test::new();
        for host in ["alice", "carol"] {
            test.pbem(
                host,
                &format!("new checkpoint-danger game.toml --as {host} --with bob --random"),
            )
            .ok();
            test.send(host, "game.toml", "bob", &format!("{host}.toml"));
        }
        let join = |host: &str| test.pbem("bob", &format!("join {host}.toml --random"));
        let codes = text(&at_once(&join("alice"), &join("carol"), round), round);
        assert!(
            codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 5)),
            "round {round}: {codes:?}"
        );
        sound(&test, "bob", round);
        for (host, code) in ["alice", "carol"].iter().zip(codes) {
            let known = test.pbem("bob", &format!("contact show {host}")).run().code;
            assert!(code != 0 || known == Some(0), "round {round}: {host} is forgotten");
            if code != 0 {
                join(host).ok();
            }
        }
        assert_eq!(test.records("bob").len(), 2, "round {round}");
    }
}

#[test]
fn two_settings_are_both_kept() {
    for round in 0..times() {
        let test = Test::new();
        let codes = text(
            &at_once(
                &test.pbem("alice", "config name alice"),
                &test.pbem("alice", "config mail alice@example.org"),
                round,
            ),
            round,
        );
        assert!(
            codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 5)),
            "round {round}: {codes:?}"
        );
        let config = test.pbem("alice", "config").json().1;
        for (code, (key, value)) in
            codes.iter().zip([("name", "alice"), ("mail", "alice@example.org")])
        {
            let there = config["settings"][key].as_str();
            assert_eq!(there, (*code == 0).then_some(value), "round {round}: {key} is lost");
        }
    }
}

/// One process retires the vault while the other moves: two vaults never both sign.
#[test]
fn move_and_retirement_never_both_sign() {
    for round in 0..times() {
        let test = to_move();
        let codes = text(
            &at_once(
                &test.pbem("bob", "backup b.pbem-backup --move"),
                &test.pbem("bob", "move game.toml A1"),
                round,
            ),
            round,
        );
        assert_eq!(codes[0], 0, "round {round}: {codes:?}");
        test.pbem("twin", "restore ../bob/b.pbem-backup").ok();
        assert_eq!(
            signed(&test, "twin", 4),
            signed(&test, "bob", 4),
            "round {round}: a turn that only the retired vault knows"
        );
        test.pbem("bob", "move cd-alice A2").fails(3);
    }
}

/// Many processes write into one folder, each with its own vault: none removes a file that
/// another is writing.
#[test]
fn many_writers_share_one_folder() {
    let test = Test::new();
    let folder = test.folder("shared");
    let writers: Vec<String> = (0..6).map(|number| format!("p{number}")).collect();
    for round in 0..times() {
        let running = writers.iter().map(|who| {
            let file = folder.join(format!("{who}-{round}.toml")).display().to_string();
            let call = test
                .pbem(who, &format!("new checkpoint-danger {file} --as alice --with bob --random"));
            call.command()
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts")
        });
        for child in running.collect::<Vec<_>>() {
            let output = child.wait_with_output().expect("it ends");
            assert!(
                output.status.success(),
                "round {round}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
    let names: Vec<_> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names.len(), writers.len() * times() as usize, "{names:?}");
}
