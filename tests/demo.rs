//! The demo, from the view of a new user.

use std::path::Path;
use std::process::{Command, Output};

use pbem::games::Kind;
use serde_json::Value;

/// Runs `pbem demo` without a vault, with its temporary files in `place`.
fn demo(place: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pbem"))
        .arg("demo")
        .args(args)
        .current_dir(place)
        .env("PBEM_HOME", place.join("vault"))
        .env("TMPDIR", place)
        .env("TMP", place)
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .output()
        .expect("pbem can be run")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The report of the second verifier on a file; `None` without Python 3.11.
fn second_verdict(file: &Path) -> Option<Value> {
    let in_the_project = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let new_enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"];
    let has_python = Command::new("python3").args(new_enough).status();
    has_python.ok().filter(std::process::ExitStatus::success)?;
    let output = Command::new("python3")
        .arg(in_the_project("docs/reference/verify.py"))
        .arg("--json")
        .arg(file)
        .env("PBEM_VERIFY_GAMES", in_the_project("tests/library/toys"))
        .output()
        .expect("python3 was there a moment ago");
    Some(serde_json::from_slice(&output.stdout).expect("one object"))
}

/// In Night Pursuit, only the answer that ends the game can be false.
#[test]
fn demo_plays_every_game_with_a_cheat() {
    for kind in Kind::ALL {
        let (place, kept) = (folder(), folder());
        let keep = kept.path().to_str().expect("a path of characters");
        let said = text(&demo(place.path(), &[kind.id(), "--keep", keep, "--json"]));
        let said: Value = serde_json::from_str(&said).expect("one object");
        assert_eq!(said["schema"], "pbem-demo/1");
        assert_eq!(said["game"], kind.id());
        assert_eq!(said["honest"]["games"][0]["verdict"], "honest", "{kind}");
        let second = second_verdict(&kept.path().join(format!("{kind}-lied.toml")));
        // Each answer of Espionage needs a token, which no liar can make.
        let wanted = if kind.id() == "espionage" { "bad-box" } else { "false-answer" };
        for report in [Some(&said["lied"]), second.as_ref()].into_iter().flatten() {
            let judged = &report["games"][0];
            assert_eq!(judged["verdict"], "dishonest", "{kind}");
            assert_eq!(judged["findings"].as_array().map(Vec::len), Some(1), "{kind}: {judged}");
            assert_eq!(judged["findings"][0]["kind"], wanted, "{kind}: {judged}");
        }
        assert_eq!(said["damaged"]["games"][0]["verdict"], "damaged", "{kind}");
        let left: Vec<_> = std::fs::read_dir(place.path()).expect("the folder is there").collect();
        assert!(left.is_empty(), "{kind} has left {left:?}");
    }
}

#[test]
fn lie_is_found_at_the_reveal_in_three_games() {
    for (kind, refused) in [
        ("checkpoint-danger", false),
        ("spy", false),
        ("night-pursuit", false),
        ("game-box", true),
        ("enemy-agent", true),
    ] {
        let place = folder();
        let said: Value = serde_json::from_str(&text(&demo(place.path(), &[kind, "--json"])))
            .expect("one object");
        assert_eq!(said["refused_on_arrival"], refused, "{kind}");
    }
}

#[test]
fn demo_fits_the_screen_and_is_repeatable() {
    let once = text(&demo(folder().path(), &[]));
    assert_eq!(once, text(&demo(folder().path(), &["checkpoint-danger", "--seed", "7", "--fast"])));
    assert_ne!(once, text(&demo(folder().path(), &["--seed", "2"])));
    for line in once.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        assert!(!line.contains('\u{1b}'), "no escape codes without a terminal");
        assert!(!line.contains("clock"), "{line}");
    }
    for part in [
        "1  ",
        "2  ",
        "3  ",
        "4  ",
        "5  ",
        "HONEST",
        "DISHONEST",
        "DAMAGED",
        "YOUR MAP",
        "alice$ pbem move game.toml",
        "Next:",
    ] {
        assert!(
            once.lines().any(|line| line.trim_start().starts_with(part) || line.contains(part)),
            "{part}"
        );
    }
}

/// The players of Night Pursuit type places. The file only names the road of a hidden step.
#[test]
fn demo_shows_moves_as_typed() {
    let said = text(&demo(folder().path(), &["night-pursuit"]));
    let typed = |line: &str| Some(line.split_once("$ pbem move game.toml ")?.1.to_owned());
    let typed: Vec<String> = said.lines().filter_map(typed).collect();
    assert!(!typed.is_empty());
    assert!(!typed.iter().any(|word| ["street", "tunnel"].contains(&word.as_str())), "{typed:?}");
}

#[test]
fn demo_supports_ascii() {
    assert!(text(&demo(folder().path(), &["--ascii"])).is_ascii());
}

#[test]
fn demo_allows_more_players_in_game_box() {
    let said = text(&demo(folder().path(), &["game-box", "--seats", "5", "--json"]));
    let said: Value = serde_json::from_str(&said).expect("one object");
    assert_eq!(said["seats"].as_array().map(Vec::len), Some(5));
    assert_eq!(demo(folder().path(), &["spy", "--seats", "3"]).status.code(), Some(2));
    assert_eq!(demo(folder().path(), &["chess"]).status.code(), Some(2));
}

#[test]
fn demo_never_overwrites_files() {
    let place = folder();
    text(&demo(place.path(), &["--keep", "kept"]));
    for name in
        ["checkpoint-danger.toml", "checkpoint-danger-lied.toml", "checkpoint-danger-broken.toml"]
    {
        assert!(place.path().join("kept").join(name).is_file(), "{name}");
    }
    assert!(!demo(place.path(), &["--keep", "kept", "--seed", "2"]).status.success());
}
