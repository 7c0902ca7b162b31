//! `receive` on the files of a mail program: each game once, in its latest state; everything
//! unusual is named and set aside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pbem::games::Kind;
use serde_json::Value;
use tempfile::TempDir;

use crate::play::{Game, finished};
use crate::transformations::midgame;
use crate::wires::{base64, behind, message, multipart};

/// A person with a vault and a games folder.
pub(crate) struct Person {
    home: TempDir,
    name: &'static str,
}

impl Person {
    pub(crate) fn new(name: &'static str) -> Person {
        let person = Person { home: tempfile::tempdir().expect("a directory"), name };
        let games = person.path("games").display().to_string();
        for folder in ["downloads", "games"] {
            fs::create_dir(person.path(folder)).expect("it can be made");
        }
        person.ok(&["config", "name", name]);
        person.ok(&["config", "mail", &format!("{name}@example.org")]);
        person.ok(&["config", "games-dir", &games]);
        person.ok(&["config", "downloads-dir", &person.path("downloads").display().to_string()]);
        person
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
        command
            .args(args)
            .current_dir(self.home.path())
            .env("PBEM_HOME", self.path("vault"))
            .env("LC_ALL", "C.UTF-8");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("pbem can be run")
    }

    /// Runs a command that must succeed; returns its output.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{} {args:?}: {said}{}",
            self.name,
            String::from_utf8_lossy(&output.stderr)
        );
        said
    }

    /// Runs a command with `--json`; returns its exit code and the object.
    pub(crate) fn json(&self, args: &[&str]) -> (i32, Value) {
        let output = self.run(&[args, &["--json"]].concat());
        let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        (output.status.code().unwrap_or(-1), json)
    }
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) -> String {
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, bytes).expect("it can be written");
    path.display().to_string()
}

fn mail(game: &Game, turns: usize) -> Vec<u8> {
    let mut file = game.file.clone();
    file.turns.truncate(turns);
    let attachment = (
        "Content-Type: text/plain\nContent-Transfer-Encoding: base64",
        base64(file.write().as_bytes()),
    );
    multipart("mixed", &[("Content-Type: text/plain", "my turn".to_owned()), attachment])
}

fn states(json: &Value) -> Vec<(String, u64)> {
    let list = json["games"].as_array().expect("a list").iter();
    list.map(|game| {
        (game["state"].as_str().unwrap_or_default().to_owned(), game["turns"].as_u64().unwrap_or(0))
    })
    .collect()
}

/// Ten emails about three games that the person can join, out of order, including damaged and
/// unrelated ones.
fn ten_mails() -> Vec<Vec<u8>> {
    let [first, second] = [Kind::Checkpoint, Kind::GameBox].map(|kind| midgame(kind, 1));
    // In Game Box the callers join one after another, so a seat is open after two turns.
    let longer = midgame(Kind::GameBox, 2);
    let foreign = finished(Kind::Checkpoint, 2, &[], 3);
    let damaged =
        mail(&first, 1).iter().map(|byte| if *byte == b'7' { b'6' } else { *byte }).collect();
    vec![
        mail(&longer, 2),
        message("Content-Type: text/plain", "no game at all"),
        mail(&second, 1),
        mail(&first, 1),
        mail(&foreign, 9),
        message("Content-Type: text/plain", &behind("> ", &first.file.write())),
        damaged,
        mail(&foreign, usize::MAX),
        mail(&longer, 2),
        message("Content-Type: text/plain", "pbem is a game"),
    ]
}

fn check_ten(person: &Person, from: &str) {
    let (exit, json) = person.json(&["receive", from]);
    assert_eq!(exit, 4, "a file was set aside: {json}");
    let mut seen = states(&json);
    seen.sort();
    assert_eq!(seen, [("invitation".to_owned(), 1), ("invitation".to_owned(), 2)], "{json}");
    let why: Vec<&str> = json["aside"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|aside| aside["why"].as_str())
        .collect();
    assert!(why.iter().any(|why| why.contains("not playing")), "{why:?}");
    assert_eq!(json["looked_at"], 10);
    let files = fs::read_dir(person.path("games")).expect("a folder").count();
    assert_eq!(files, 3, "two games and the folder for the rest");

    // Receiving the mailbox again reports nothing new.
    let (exit, again) = person.json(&["receive", from]);
    assert_eq!(
        (exit, states(&again).len(), again["aside"].as_array().map(Vec::len)),
        (0, 0, Some(0)),
        "{again}"
    );
}

#[test]
fn mailbox_with_ten_messages_is_read() {
    let person = Person::new("zoe");
    let from_line = b"From bob@example.org Sat Nov 21 08:15:00 2026\n".as_slice();
    let mbox: Vec<u8> =
        ten_mails().iter().flat_map(|mail| [from_line, mail, b"\n\n"].concat()).collect();
    check_ten(&person, &write(&person.path("inbox.mbox"), mbox));
}

#[test]
fn maildir_with_ten_messages_is_read() {
    let person = Person::new("zoe");
    let maildir = person.path("Maildir");
    for (at, mail) in ten_mails().into_iter().enumerate() {
        write(
            &maildir.join(if at % 2 == 0 { "new" } else { "cur" }).join(format!("{at}.host:2,S")),
            mail,
        );
    }
    fs::create_dir(maildir.join("tmp")).expect("it can be made");
    check_ten(&person, &maildir.display().to_string());
}

#[test]
fn sender_never_chooses_the_path_of_a_file() {
    let person = Person::new("zoe");
    let game = midgame(Kind::Checkpoint, 1);
    let id = game.id().to_string();
    let squatter = person.path("games").join(format!("cd-alice-{}.toml", &id[..4]));
    write(&squatter, "my shopping list");
    let mail = write(&person.path("a.eml"), mail(&game, 1));
    person.ok(&["receive", &mail]);
    assert_eq!(fs::read_to_string(&squatter).expect("it is there"), "my shopping list");
    assert_eq!(fs::read_dir(person.path("games")).expect("a folder").count(), 2);
}

#[test]
fn empty_and_oversized_mailboxes_are_refused() {
    let person = Person::new("zoe");
    let empty = write(&person.path("empty.eml"), message("Content-Type: text/plain", "hello"));
    let (exit, json) = person.json(&["receive", &empty]);
    assert_eq!((exit, json["kind"].as_str()), (4, Some("no-turn-file")));

    let large = person.path("large.eml");
    write(&large, message("Content-Type: text/plain", &midgame(Kind::Checkpoint, 1).file.write()));
    // A hundred megabytes that take no room on the disk.
    fs::OpenOptions::new()
        .write(true)
        .open(&large)
        .and_then(|file| file.set_len(100 << 20))
        .expect("it can be made longer");
    let (exit, json) = person.json(&["receive", &large.display().to_string()]);
    assert_eq!(exit, 4);
    assert!(
        json["message"].as_str().is_some_and(|message| message.contains("too large")),
        "{json}"
    );

    let level = |at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n");
    let nested: String = (0..10_000).map(level).collect();
    let nested = write(&person.path("nested.eml"), format!("From: eve@example.org\n{nested}"));
    let (exit, json) = person.json(&["receive", &nested]);
    assert_eq!(exit, 4, "{json}");
    assert!(
        json["message"].as_str().is_some_and(|message| message.contains("nested too deeply")),
        "{json}"
    );
}

#[test]
fn receive_without_arguments_reads_the_downloads() {
    let person = Person::new("zoe");
    let said = person.ok(&["receive"]);
    assert!(said.contains("Found no files in "), "{said}");
    let game = midgame(Kind::Checkpoint, 1);
    write(&person.path("downloads").join("game (1).toml"), game.file.write());
    write(&person.path("downloads").join("holiday.jpg"), [0xff; 5000]);
    let said = person.ok(&["receive"]);
    assert!(said.contains("pbem join"), "{said}");
    let again = person.ok(&["receive"]);
    assert!(
        again.contains("Nothing new") && again.contains("pbem join"),
        "pending work is reported again: {again}"
    );
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, &target).expect("it can be copied");
        }
    }
}

#[test]
fn receive_names_stale_and_damaged_files() {
    let (alice, bob) = (Person::new("alice"), Person::new("bob"));
    let (_, new) =
        alice.json(&["new", "checkpoint-danger", "--with", "bob", "--setup", "A1 C3 E5 G7"]);
    let game = new["name"].as_str().expect("a name").to_owned();
    let first = fs::read(new["file"].as_str().expect("a file")).expect("it is there");
    // Bob joins twice, from two copies of one vault.
    bob.ok(&["whoami"]);
    let invited = write(&bob.path("first.toml"), &first);
    bob.ok(&["receive", &invited]);
    let [one, other] = ["one.toml", "other.toml"].map(|name| write(&bob.path(name), &first));
    copy_folder(&bob.path("vault"), &bob.path("copy"));
    bob.ok(&["join", &one, "--as", "bob", "--setup", "A2 C4 E6 G1"]);
    fs::remove_dir_all(bob.path("vault")).expect("it can be removed");
    fs::rename(bob.path("copy"), bob.path("vault")).expect("the file can be restored");
    // The vault doesn't know of the first join, but finds its file, so Bob has to confirm. The
    // second turn is dated later.
    let again = ["join", &other, "--as", "bob", "--setup", "A3 C5 E7 G2", "--nothing-since"];
    let later = (chrono::Utc::now() + chrono::Duration::seconds(2)).to_rfc3339();
    let joined = bob.command(&again).env("PBEM_CLOCK", later).output().expect("it runs");
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));

    let second = fs::read_to_string(&one).expect("it is there");
    let (exit, report) = alice.json(&[
        "receive",
        &write(
            &alice.path("second.eml"),
            message("Content-Type: text/plain", &behind("> ", &second)),
        ),
    ]);
    assert_eq!((exit, states(&report)), (0, vec![("new".to_owned(), 2)]), "{report}");
    let filed = report["games"][0]["file"].as_str().expect("a file").to_owned();
    assert_eq!(
        fs::read_to_string(&filed).expect("it is there"),
        second,
        "quoted text is read exactly"
    );

    let (exit, stale) = alice.json(&["receive", &write(&alice.path("old.toml"), &first)]);
    assert_eq!(exit, 4);
    assert!(
        stale["aside"][0]["why"]
            .as_str()
            .is_some_and(|why| why.contains("an old copy of") && why.contains("You have turn 2")),
        "{stale}"
    );

    let digit = second
        .rfind("signature")
        .and_then(|at| second[at..].find('"').map(|quote| at + quote + 1))
        .expect("a digit");
    let mut broken = second.clone();
    broken.replace_range(digit..=digit, if second.as_bytes()[digit] == b'0' { "1" } else { "0" });
    let (exit, damaged) = alice.json(&["receive", &write(&alice.path("broken.toml"), &broken)]);
    assert_eq!(exit, 4);
    assert!(
        damaged["aside"][0]["why"]
            .as_str()
            .is_some_and(|why| why.starts_with("damaged on the way")),
        "{damaged}"
    );
    let changed = &damaged["aside"][0]["changed"];
    assert_eq!(
        (changed["turn"].as_u64(), changed["seat"].as_str(), changed["key"].as_str()),
        (Some(2), Some("bob"), Some("signature"))
    );
    let aside = damaged["aside"][0]["file"].as_str().expect("it is kept");
    assert_eq!(fs::read_to_string(aside).expect("it is there"), broken);

    // The difference is named in quoted text too, in the words of `show`.
    let moved = second.replace("bob@example.org", "rob@example.org");
    let wanted = "turn 2, by bob, field `mail`: this file says \"rob@example.org\", your own copy \
        says \"bob@example.org\"";
    let words = |output: &Output| {
        let said = [&output.stdout[..], &output.stderr].concat();
        String::from_utf8_lossy(&said).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let quoted =
        write(&alice.path("moved.eml"), message("Content-Type: text/plain", &behind("> ", &moved)));
    let plain = write(&alice.path("moved.toml"), &moved);
    for output in [alice.run(&["receive", &quoted]), alice.run(&["show", &plain])] {
        assert!(words(&output).contains(wanted), "{}", words(&output));
        assert_eq!(output.status.code(), Some(4));
    }
    // Without a copy in the vault, pbem names the turn with the wrong signature.
    let stranger = Person::new("zoe");
    let said = words(&stranger.run(&["receive", &plain]));
    assert!(said.contains("damaged on the way: turn 2"), "{said}");

    // No player has answered the first turn, so the later one counts, and it accuses no one.
    let (exit, replaced) = alice.json(&["receive", &other]);
    assert_eq!((exit, states(&replaced)), (0, vec![("new".to_owned(), 2)]), "{replaced}");
    let later = fs::read_to_string(&other).expect("it is there");
    assert_eq!(fs::read_to_string(&filed).expect("it is there"), later);
    let (exit, known) = alice.json(&["receive", &one]);
    assert_eq!((exit, states(&known)), (4, vec![]), "the first does not come back: {known}");
    let why = known["aside"][0]["why"].as_str().unwrap_or_default();
    assert!(why.contains("doesn't count"), "{known}");
    assert_eq!(fs::read_to_string(&filed).expect("it is there"), later);
    let (exit, verdict) = alice.json(&["verify", &filed, &one]);
    assert_eq!(exit, 3, "{verdict}");
    assert_eq!(verdict["games"][0]["findings"], Value::Array(Vec::new()));
    assert_eq!(verdict["games"][0]["files"][1]["role"], "superseded");

    let (_, table) = alice.json(&["show", &game]);
    assert_eq!(table["turns"], 2);
}
