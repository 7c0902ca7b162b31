//! Output of pbem before a setup is revealed contains no part of the setup or of any key: in every
//! game, by every command.

use pbem::games::Kind;
use pbem::turnfile::TurnFile;

use crate::harness::{Call, Test};

/// A game in progress with a vault for each player; every world has different secrets.
fn game_in_progress(kind: Kind, world: u32) -> Test {
    let test = Test::new();
    // Every call draws different random numbers.
    for _ in 0..world {
        test.pbem("alice", "help").ok();
    }
    let with = if kind == Kind::GameBox { "bob,carol" } else { "bob" };
    let set = if kind == Kind::Espionage { "--set size=small" } else { "" };
    test.pbem("alice", &format!("new {kind} game.toml --as alice --with {with} {set} --random"))
        .ok();
    test.mail("alice", "bob");
    if kind == Kind::GameBox {
        test.pbem("bob", "join game.toml A1 --as bob").ok();
    } else {
        test.pbem("bob", "join game.toml --random").ok();
    }
    test.mail("bob", "alice");
    test
}

/// Texts from the vault that no one else may ever see, or see before the end.
fn secrets(test: &Test, who: &str) -> (Vec<String>, Vec<String>) {
    let secret = test.secret(who);
    assert_eq!(secret.len(), 32);
    let mut keys = vec![secret];
    let mut setups = Vec::new();
    for record in test.records(who) {
        let made = record["made"].as_array().into_iter().flatten();
        let setups_made = made.filter_map(|made| made.get("setup")?.as_array());
        let setup: Vec<&str> = setups_made.flatten().filter_map(toml::Value::as_str).collect();
        // Single squares are on every board; the whole setup is not.
        setups.extend((!setup.is_empty()).then(|| setup.join(" ")));
        setups
            .extend(setup.iter().filter(|entry| entry.len() > 8).map(|entry| (*entry).to_owned()));
    }
    let (_, words) = test.pbem(who, "words").json();
    let words = words["words"].as_array().expect("a list").iter();
    let words: Vec<&str> = words.map(|word| word.as_str().expect("a word")).collect();
    // A single word may appear anywhere; two in sequence are hers.
    keys.extend(words.windows(2).map(|pair| pair.join(" ")));
    let file = TurnFile::read(test.read(who, "game.toml").as_bytes()).expect("a sound file");
    // No file contains the seed of a player whose setup is hidden.
    let hides = file.turns.iter().any(|turn| turn.seat == who && turn.nonce.is_some());
    keys.extend(hides.then(|| hex::encode(test.keys(who, &file).seed.as_bytes())));
    (keys, setups)
}

/// Commands with public output, and commands that fail.
const PUBLIC: &[&str] = &[
    "show GAME --public",
    "show GAME --public --json",
    "show GAME --public --format list",
    "show GAME --public --format html",
    "replay GAME -o -",
    "send GAME --again -o -",
    "copy GAME -",
    "log GAME",
    "log GAME --json",
    "status",
    "status --json",
    "verify game.toml",
    "verify game.toml --json",
    "undo GAME",
    "undo GAME --json",
    "reveal GAME",
    "accept GAME --yes",
    "decline GAME",
    "dispute GAME",
    "claim GAME",
    "rematch GAME --random",
    "join game.toml",
    "join game.toml --random",
    "new spy game.toml --with bob --random",
    "move GAME",
    "move GAME what is this",
    "move GAME guess A1",
    "move GAME danger A1",
    "move GAME what is this --json",
    "mark GAME what",
    "offer GAME --json",
    "receive game.toml",
    "receive game.toml --json",
    "backup game.toml",
    "restore game.toml",
    "whoami --json",
    "contact list --json",
    "config --json",
];

fn all_of(call: Call<'_>) -> String {
    let ran = call.run();
    ran.out + &ran.err
}

#[test]
fn printed_output_reveals_no_secret() {
    for kind in Kind::published() {
        let test = game_in_progress(kind, 0);
        for who in ["alice", "bob"] {
            let (keys, setups) = secrets(&test, who);
            assert!(kind == Kind::GameBox && who == "bob" || !setups.is_empty(), "{kind}");
            let name = test.records(who)[0]["name"].as_str().expect("a name").to_owned();
            let shown = all_of(test.pbem(who, "show game.toml"));
            for key in &keys {
                assert!(!shown.contains(key.as_str()), "{kind}, {who}: show");
            }
            for words in PUBLIC {
                let said = all_of(test.pbem(who, &words.replace("GAME", &name)));
                // An email is printed in its transfer encoding, with the file as an attachment.
                let said = said.replace("=\r\n", "").replace("=\n", "");
                for secret in keys.iter().chain(&setups) {
                    assert!(
                        !said.contains(secret.as_str()),
                        "{kind}, {who}, {words} tells {secret}:\n{said}"
                    );
                }
            }
        }
    }
}

/// For all setups, the files have the same lines with the same lengths.
#[test]
fn file_shape_does_not_depend_on_secrets() {
    for kind in Kind::published() {
        let worlds: Vec<String> =
            (0..4).map(|world| game_in_progress(kind, world).read("bob", "game.toml")).collect();
        let shape = |text: &String| text.lines().map(str::len).collect::<Vec<_>>();
        for pair in worlds.windows(2) {
            assert_ne!(pair[0], pair[1], "{kind}: the secrets are others");
            assert_eq!(shape(&pair[0]), shape(&pair[1]), "{kind}");
        }
    }
}
