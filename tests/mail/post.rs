//! Whole games by mail: players who only use `send`, `receive` and `move`, and a post office that
//! puts emails into Maildirs.
//!
//! The post office is a script. `tests/smtp.sh` plays the same games through real mail servers: it
//! sets `PBEM_TEST_SENDMAIL` to a program that accepts emails, and `PBEM_TEST_MAILDIRS` to the
//! folder where those for `NAME@example.org` arrive in `NAME/new`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::mailboxes::Person;

/// Accepts emails as `sendmail -t -i` does, and puts a copy into `NAME/new` for every recipient
/// `NAME@example.org`.
const POSTMAN: &str = r#"#!/bin/sh
root=$1
email=$(mktemp "$root/email.XXXXXX")
cat > "$email"
sed -n '/^$/q;p' "$email" | tr -d '\n' | sed 's/[A-Z][A-Za-z-]*: /\n&/g' |
    sed -n '/^\(To\|Cc\): /p' | grep -o '[a-z]*@example.org' | sort -u | while read -r address; do
        cp "$email" "$root/${address%@*}/new/$(basename "$email")"
    done
rm "$email"
"#;

/// Number of looks for mail; servers take their time.
const LOOKS: u32 = 300;

struct Post {
    _own: TempDir,
    root: PathBuf,
    people: BTreeMap<&'static str, Person>,
}

impl Post {
    fn new(names: &[&'static str]) -> Post {
        let own = tempfile::tempdir().expect("a directory");
        let postman = own.path().join("postman");
        fs::write(&postman, POSTMAN).expect("it is written");
        fs::set_permissions(&postman, fs::Permissions::from_mode(0o755)).expect("a mode");
        let root = std::env::var_os("PBEM_TEST_MAILDIRS")
            .map_or_else(|| own.path().to_owned(), PathBuf::from);
        let ours = format!("{} {}", postman.display(), root.display());
        let sendmail = std::env::var("PBEM_TEST_SENDMAIL").unwrap_or(ours);
        let people: BTreeMap<_, _> = names.iter().map(|name| (*name, Person::new(name))).collect();
        for (name, person) in &people {
            for folder in ["new", "cur", "tmp"] {
                fs::create_dir_all(root.join(name).join(folder)).expect("it can be made");
            }
            person.ok(&["config", "sendmail", &sendmail]);
        }
        Post { _own: own, root, people }
    }

    fn maildir(&self, name: &str) -> String {
        self.root.join(name).display().to_string()
    }

    fn letters(&self, name: &str) -> usize {
        fs::read_dir(self.root.join(name).join("new")).expect("a folder").count()
    }

    /// Reads and deletes a person's messages. Returns the game. A message that arrives meanwhile
    /// stays, because pbem may not have read it.
    fn open(&self, name: &str, options: &[&str]) -> Value {
        let maildir = self.maildir(name);
        let letters = fs::read_dir(self.root.join(name).join("new")).expect("a folder");
        let letters: Vec<_> = letters.map(|letter| letter.expect("an entry").path()).collect();
        let (exit, json) = self.people[name].json(&[&["receive", &maildir], options].concat());
        assert_eq!(exit, 0, "{name}: {json}");
        for letter in letters {
            fs::remove_file(letter).expect("it can be removed");
        }
        json
    }

    /// Waits until a player has mail.
    fn wait(&self) {
        for _ in 0..LOOKS {
            if self.people.keys().any(|name| self.letters(name) > 0) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("the mail has stopped");
    }

    /// Whether the game is over for all players.
    fn is_over(&self) -> bool {
        self.people.values().all(|person| person.json(&["status"]).1["games"][0]["over"] == true)
    }

    /// Checks that every player's file says that everyone was honest.
    fn all_honest(&self) {
        for (name, person) in &self.people {
            let (_, inbox) = person.json(&["status"]);
            let file = inbox["games"][0]["file"].as_str().expect("a file");
            let (exit, verdict) = person.json(&["verify", file]);
            assert_eq!(
                (exit, verdict["games"][0]["verdict"].as_str()),
                (0, Some("honest")),
                "{name}: {verdict}"
            );
        }
    }
}

#[test]
fn checkpoint_danger_is_played_by_mail() {
    let post = Post::new(&["alice", "bob"]);
    let (alice, bob) = (&post.people["alice"], &post.people["bob"]);
    let (_, new) =
        alice.json(&["new", "checkpoint-danger", "--with", "bob", "--setup", "A1 C3 E5 G7"]);
    let game = new["name"].as_str().expect("a name").to_owned();
    let missing = alice.run(&["send", &game]);
    assert!(
        String::from_utf8_lossy(&missing.stderr).contains("no email address for bob"),
        "{missing:?}"
    );
    alice.ok(&["send", &game, "--to", "bob@example.org"]);
    let mailed = alice.run(&["undo", &game, "--not-mailed"]);
    assert_eq!(mailed.status.code(), Some(3), "a sent turn cannot be undone");
    let twice = alice.run(&["send", &game]);
    assert_eq!(twice.status.code(), Some(3), "send needs --again for a second message");

    post.wait();
    let invitation = post.open("bob", &[]);
    let file = invitation["games"][0]["file"].as_str().expect("a file").to_owned();
    let said = bob.ok(&["join", &file, "--as", "bob", "--setup", "A2 C4 E6 G1"]);
    assert!(said.contains("pbem send cd-alice  # to mail"), "pbem shows the way out: {said}");
    let names = |person: &Person| -> String {
        let (_, inbox) = person.json(&["status"]);
        inbox["games"][0]["name"].as_str().expect("a game").to_owned()
    };
    let games = BTreeMap::from([("alice", names(alice)), ("bob", names(bob))]);
    bob.ok(&["send", &games["bob"]]);

    let mut calls: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in ["alice", "bob"] {
        // Calls the opponent's agents last, so that the game has a middle.
        let agents =
            if name == "alice" { ["A2", "C4", "E6", "G1"] } else { ["A1", "C3", "E5", "G7"] };
        let empty = ["B9", "F9", "D9", "F8", "B8"];
        calls.insert(
            name,
            agents.iter().rev().chain(empty.iter().rev()).map(ToString::to_string).collect(),
        );
    }
    while !post.is_over() {
        post.wait();
        for name in ["alice", "bob"] {
            if post.letters(name) == 0 {
                continue;
            }
            let json = post.open(name, &[]);
            let person = &post.people[name];
            let arrival = &json["games"][0];
            if arrival["your_turn"] != true {
                continue;
            }
            let (_, table) = person.json(&["show", &games[name]]);
            let mut args = vec!["move", games[name].as_str()];
            let call = calls.get_mut(name).and_then(Vec::pop).unwrap_or_default();
            if table["expects"] == "move" {
                args.push(&call);
            } else {
                calls.get_mut(name).expect("a player").push(call.clone());
            }
            let (exit, turn) = person.json(&args);
            assert_eq!(exit, 0, "{name} {args:?}: {turn}");
            if !turn["dropped"].is_null() {
                calls.get_mut(name).expect("a player").push(call);
            }
            person.ok(&["send", &games[name]]);
        }
    }
    post.all_honest();
}

/// Three callers play. The Checker's mail filter answers automatically.
#[test]
fn four_people_play_game_box_by_mail() {
    let callers = ["bob", "carol", "dave"];
    let post = Post::new(&["alice", "bob", "carol", "dave"]);
    let alice = &post.people["alice"];
    let small =
        ["--set", "letters=4", "--set", "numbers=4", "--set", "houses=8", "--set", "guns=2"];
    let (_, new) = alice.json(
        &[["new", "game-box", "--with", "bob,carol,dave", "--random"].as_slice(), &small].concat(),
    );
    let game = new["name"].as_str().expect("a name").to_owned();
    let said: Vec<String> = callers
        .iter()
        .flat_map(|name| ["--to".to_owned(), format!("{name}={name}@example.org")])
        .collect();
    let args: Vec<&str> =
        ["send", &game].into_iter().chain(said.iter().map(String::as_str)).collect();
    alice.ok(&args);

    let mut dots =
        (1..=4).flat_map(|number| ["A", "B", "C", "D"].map(|letter| format!("{letter}{number}")));
    let mut games: BTreeMap<&str, String> = BTreeMap::new();
    while !post.is_over() {
        post.wait();
        for name in callers {
            if post.letters(name) == 0 {
                continue;
            }
            let json = post.open(name, &[]);
            let Some(came) = json["games"].get(0) else { continue };
            let person = &post.people[name];
            if came["next"].as_str().is_some_and(|next| next.starts_with("pbem join")) {
                let file = came["file"].as_str().expect("a file");
                let (exit, joined) = person.json(&["join", file, &dots.next().expect("a dot")]);
                assert_eq!(exit, 0, "{name}: {joined}");
                games.insert(name, joined["name"].as_str().expect("a name").to_owned());
            } else if came["your_turn"] == true {
                let (exit, turn) =
                    person.json(&["move", &games[name], &dots.next().expect("a dot")]);
                assert_eq!(exit, 0, "{name}: {turn}");
            } else {
                continue;
            }
            person.ok(&["send", &games[name]]);
        }
        if post.letters("alice") > 0 {
            let json = post.open("alice", &["--answer", "--send"]);
            assert_eq!(json["answered"], serde_json::json!([game]), "{json}");
        }
    }
    post.all_honest();
}
