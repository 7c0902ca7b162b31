//! A club of eight plays all five games by email: four people who type the commands that pbem
//! suggests, four players who leave their moves to the bot, and an organizer who only gets copies.
//! Emails are lost and late, one player stops playing, and in the end the arbiter is dishonest.
//!
//! `PBEM_LEAGUE=FOLDER cargo test --release --test cli league` plays longer games and keeps the
//! club's folder.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use pbem::table;
use pbem::turnfile::TurnFile;
use serde_json::Value;

use crate::harness::Test;
use crate::rounds::script;

const PEOPLE: [&str; 4] = ["anna", "ben", "cleo", "dora"];
const BOTS: [&str; 4] = ["emil", "fay", "gus", "hugo"];
/// The sections: kind of game, players, number of turns before players resign, games of each pair.
const SECTIONS: [(&str, &[&str], u64, usize); 5] = [
    ("checkpoint-danger", &PEOPLE, 12, 1),
    ("spy", &BOTS, 10, 1),
    ("enemy-agent", &["anna", "emil"], 10, 2),
    ("espionage", &["ben", "fay", "gus"], 8, 1),
    ("game-box", &["cleo", "dora", "hugo"], 10, 1),
];
const DAY: i64 = 24 * 60;

fn players() -> impl Iterator<Item = &'static str> {
    PEOPLE.into_iter().chain(BOTS)
}

fn key(test: &Test, who: &str) -> String {
    let (_, whoami) = test.pbem(who, "whoami").json();
    whoami["key"].as_str().expect("a key").to_owned()
}

/// A mail program that delivers to the mailboxes of all recipients, and adds the time of delivery
/// as a mail server does. If the sender's folder has a file `lose`, the email is lost.
const POST: &str = r#"
cat > email
if [ -e lose ]; then rm lose; exit 0; fi
to=$(sed '/^\r*$/q' email | tr -d '\r\n' | sed 's/^/ /; s/From: [^<]*<[^>]*>//; s/Reply-To: [^<]*<[^>]*>//')
for box in ../*/mailbox; do
    who=$(basename "$(dirname "$box")")
    case $to in *"$who@example.org"*)
        number=$(ls "$box" ../*/unread 2> /dev/null | wc -l)
        (echo "Received: from $USER; $(date -u -R -d "$PBEM_CLOCK")"; cat email) > "$box/$number-$$.eml"
    esac
done"#;

/// Everyone has a name, an address and a mailbox; the organizer writes the list of players.
fn club() -> Test {
    let test = Test::new();
    for who in players().chain(["cup"]) {
        fs::create_dir_all(test.path(who, "mailbox")).expect("a folder");
        for (key, value) in [
            ("name", who.to_owned()),
            ("mail", format!("{who}@example.org")),
            ("sendmail", script(&test, who, "post", POST)),
            ("send-always", (who != "cup").to_string()),
            ("downloads-dir", test.path(who, "mailbox").display().to_string()),
        ] {
            test.pbem(who, "config").arg(key).arg(value).ok();
        }
        test.pbem(who, &format!("whoami --as {who}")).ok();
    }
    let mut new = test.pbem("cup", "club new club --name Cup --kind cd --mail cup@example.org");
    new = new.arg("--arbiter").arg("--grace-days").arg("3").arg("--set").arg("days-per-turn=7");
    let keys_of: BTreeMap<&str, String> = players().map(|who| (who, key(&test, who))).collect();
    for (who, key) in &keys_of {
        new = new.arg("--player").arg(format!("{who}={key}"));
    }
    new.ok();
    let roster = test.read("cup", "club/club.toml");
    let (head, rest) = roster.split_once("[[section]]").expect("a section");
    let keys = rest.find("[[player]]").expect("players");
    let mut text = head.to_owned();
    for (kind, names, _, games) in SECTIONS {
        let _ = write!(
            text,
            "[[section]]\nname = \"{kind}\"\nkind = \"{kind}\"\nplayers = {names:?}\n\
             games = {games}\noptions = {{ days-per-turn = 7 }}\n\n"
        );
    }
    test.write("cup", "club/club.toml", text + &rest[keys..]);
    for who in players() {
        test.send("cup", "club/club.toml", who, "club.toml");
        for other in players().filter(|other| *other != who) {
            let add = format!("contact add {other} --mail {other}@example.org --key");
            test.pbem(who, &add).arg(&keys_of[other]).ok();
        }
    }
    test
}

/// The openers start all games of the sections.
fn start(test: &Test) {
    for (kind, names, ..) in SECTIONS {
        let new = |who: &str, with: &str| {
            let words = format!("new {kind} --with {with} --random --club club.toml --send");
            let ran = test.pbem(who, &words).run();
            assert_eq!(ran.code, Some(0), "{}", ran.shown());
        };
        if kind == "game-box" {
            new(names[0], &names[1..].join(","));
            continue;
        }
        for (at, who) in names.iter().enumerate() {
            names[at + 1..].iter().for_each(|other| new(who, other));
        }
    }
}

/// The folder in `PBEM_LEAGUE`, for a club with longer games that is kept for other programs.
fn kept() -> Option<std::ffi::OsString> {
    std::env::var_os("PBEM_LEAGUE")
}

/// The words of a command line.
fn words(line: &str) -> Vec<String> {
    let mut parts = line.split('"');
    let mut all = Vec::new();
    while let Some(plain) = parts.next() {
        all.extend(plain.split_whitespace().map(str::to_owned));
        all.extend(parts.next().map(str::to_owned));
    }
    all
}

/// The first command after `Next:` that moves or reveals.
fn suggested(screen: &str) -> Option<Vec<String>> {
    let (_, next) = screen.rsplit_once("Next:")?;
    let command = next.lines().find_map(|line| {
        let line = line.trim();
        ["pbem move ", "pbem reveal "].into_iter().find(|verb| line.starts_with(verb))?;
        // Explanations follow after a number sign.
        line.split("  # ").next().map(str::trim)
    })?;
    Some(words(command).split_off(1))
}

/// The command with a bot's move, as the tool itself chooses it, if there is a choice.
fn of_bot(test: &Test, who: &str, game: &Value) -> Option<Vec<String>> {
    let path = game["file"].as_str().expect("a path");
    let file = TurnFile::read(&fs::read(path).expect("a file")).expect("a game");
    let (table, _) = table::open(&file).expect("a game");
    let now = file.turns.last().expect("a turn").sent;
    let (chosen, _) = table.examples(&test.keys(who, &file), now).into_iter().next()?;
    let name = game["name"].as_str().expect("a name");
    Some(vec!["move".to_owned(), name.to_owned(), chosen])
}

/// Plays one turn of a game.
fn turn(test: &Test, who: &str, game: &Value) {
    let text = |key: &str| game[key].as_str().expect("a word");
    let (name, kind) = (text("name"), text("game"));
    let of_kind = SECTIONS.iter().find(|(other, ..)| *other == kind).expect("a section");
    let limit = if kept().is_some() { of_kind.2 * 3 } else { of_kind.2 };
    if game["turns"].as_u64() >= Some(limit) && game["expects"] != "reveal" {
        let ran = test.pbem(who, &format!("resign {name} --yes")).run();
        if ran.code == Some(0) {
            return;
        }
    }
    let shown = test.pbem(who, &format!("show {name}")).run();
    let bot = if BOTS.contains(&who) { of_bot(test, who, game) } else { None };
    let typed = bot
        .or_else(|| suggested(&shown.out))
        .unwrap_or_else(|| panic!("no move is suggested: {}", shown.shown()));
    let mut call = test.pbem(who, "");
    for word in &typed {
        call = call.arg(word);
    }
    let ran = call.run();
    assert_eq!(ran.code, Some(0), "{typed:?}\n{}\n{}", shown.shown(), ran.shown());
}

/// Everyone reads mail, joins and moves once, except in these games of these players. Returns the
/// number of turns made.
fn round(test: &Test, absent: &[(&str, &str)]) -> usize {
    let mut count = 0;
    for who in players() {
        test.wait_minutes(20);
        let received = test.pbem(who, "receive").run();
        assert!(matches!(received.code, Some(0 | 4)), "{}", received.shown());
        let (_, status) = test.pbem(who, "status").json();
        for invitation in status["invitations"].as_array().expect("a list") {
            let file = invitation["file"].as_str().expect("a path");
            // A caller of Game Box hides nothing, and joins with a first move.
            let with = if invitation["game"] == "game-box" { "C3" } else { "--random" };
            let ran = test.pbem(who, "join --send").arg(file).arg(with).run();
            // In Game Box the callers join in order.
            assert!(ran.code == Some(0) || ran.err.contains("join in order"), "{}", ran.shown());
            count += usize::from(ran.code == Some(0));
        }
        for game in status["games"].as_array().expect("a list") {
            let name = game["name"].as_str().expect("a name");
            if game["your_turn"] == true && !absent.contains(&(who, name)) {
                turn(test, who, game);
                count += 1;
            }
        }
    }
    test.pbem("cup", "club receive --club club").run();
    count
}

fn table_of(test: &Test, options: &str) -> String {
    test.pbem("cup", &format!("club table --club club {options}")).ok().out
}

/// Plays rounds until all turns are made. Dora never moves in her game with Cleo. In the first week
/// an email from Anna is lost, and the emails to Gus are late.
fn play(test: &Test, first_week: bool) {
    let late = |from: &str, to: &str| {
        fs::create_dir_all(test.path("gus", to)).expect("a folder");
        for mail in fs::read_dir(test.path("gus", from)).expect("a folder").flatten() {
            let name = mail.file_name().into_string().expect("a name");
            fs::rename(mail.path(), test.path("gus", to).join(name)).expect("it is moved");
        }
    };
    for nth in 0..200 {
        if first_week && nth == 5 {
            test.write("anna", "lose", "");
            late("mailbox", "unread");
        }
        let count = round(test, &[("dora", "cd-cleo")]);
        if first_week && nth == 12 {
            late("unread", "mailbox");
        } else if count == 0 && !(first_week && nth < 12) {
            return;
        }
    }
    panic!("the club never ends");
}

/// Runs `club rule --send` on each of these days; returns each action with its player.
fn rule(test: &Test, days: i64) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for _ in 0..days {
        test.wait_minutes(DAY);
        let (_, ruled) = test.pbem("cup", "club rule --club club --send").json();
        let text = |step: &Value, key: &str| step[key].as_str().expect("a word").to_owned();
        let steps = ruled["steps"].as_array().expect("a list").iter();
        all.extend(steps.map(|step| (text(step, "action"), text(step, "player"))));
    }
    all
}

/// The running game of a player against this opponent.
fn running(test: &Test, who: &str, other: &str) -> Option<Value> {
    let (_, status) = test.pbem(who, "status").json();
    let games = status["games"].as_array().expect("a list");
    let fits = |game: &&Value| game["over"] == false && game["opponents"][0] == other;
    games.iter().find(fits).cloned()
}

fn verdicts(test: &Test) -> Value {
    let ran = test.pbem("cup", "verify --json club/games").run();
    serde_json::from_str(&ran.out).expect("a report")
}

/// Compares the standings with the result of the second implementation.
#[expect(clippy::print_stdout, reason = "the test reports that it is skipped")]
fn second_implementation_agrees(test: &Test, shown: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/standings.py");
    test.write("cup", "report.json", verdicts(test).to_string());
    let paths = [test.path("cup", "club/club.toml"), test.path("cup", "report.json")];
    let Ok(output) = Command::new("python3").arg(script).args(paths).output() else {
        println!("skipped: python3 is not installed");
        return;
    };
    let theirs = String::from_utf8_lossy(&output.stdout);
    let ours: Vec<&str> = shown.lines().skip(2).take(9).collect();
    assert_eq!(theirs.lines().collect::<Vec<_>>(), ours, "{output:?}");
}

/// Emil learns of a false ruling against Anna, whose turn has arrived at the organizer.
fn dishonest_arbiter(test: &Test) {
    let new = "new enemy-agent --with anna --random --club club.toml --send";
    let ran = test.pbem("emil", new).run();
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let due = loop {
        round(test, &[]);
        test.pbem("anna", "receive").run();
        let Some(game) = running(test, "anna", "emil") else { continue };
        if game["turns"].as_u64() >= Some(6) && game["your_turn"] == true {
            break game;
        }
    };
    let mine = running(test, "emil", "anna").expect("emil's copy of the game");
    let (name, path) = (mine["name"].as_str().expect("a name"), mine["file"].as_str());
    let older = fs::read(path.expect("a path")).expect("a file");
    turn(test, "anna", &due);
    test.pbem("cup", "club receive --club club").run();
    // Neither Emil nor the arbiter's vault reads Anna's email.
    for who in ["emil", "cup"] {
        fs::create_dir_all(test.path(who, "empty")).expect("a folder");
        let empty = test.path(who, "empty").display().to_string();
        test.pbem(who, "config downloads-dir").arg(empty).ok();
    }
    test.write("cup", "older.toml", older);
    let (_, received) = test.pbem("cup", "receive older.toml").json();
    let game = received["copies"][0]["name"].as_str().expect("a game").to_owned();
    test.wait_minutes(18 * DAY);
    let (code, ruling) = test.pbem("cup", &format!("rule {game}")).json();
    assert_eq!((code, &ruling["seat"]), (Some(0), &"anna".into()), "{ruling}");
    let file = ruling["file"].as_str().expect("a file").rsplit('/').next().expect("a name");
    test.send("cup", file, "emil", "ruling.toml");
    test.pbem("emil", "receive ruling.toml").ok();
    let ran = test.pbem("emil", &format!("claim {name} --show-setup")).run();
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    let mailbox = test.path("cup", "mailbox").display().to_string();
    test.pbem("cup", "config downloads-dir").arg(mailbox).ok();
    test.pbem("cup", "club receive --club club").run();
}

#[test]
fn club_of_eight_plays_all_games() {
    let test = club();
    start(&test);
    play(&test, true);
    // Anna's lost email and Dora's missing turn are the only open ends.
    let both = ["anna", "dora"].map(|who| ("reminder".to_owned(), who.to_owned()));
    let mut ruled = rule(&test, 9);
    ruled.sort();
    assert_eq!(ruled, both);
    // Anna sends her lost email again, and her game continues.
    let other = players().filter(|who| *who != "anna").find_map(|who| running(&test, "anna", who));
    let other = other.expect("a game that waits for the lost email");
    let again = format!("send {} --again", other["name"].as_str().expect("a name"));
    test.pbem("anna", &again).run();
    play(&test, false);
    // Dora gets a notice and, three days later, a ruling; Cleo claims the game.
    let all = [("notice", "dora"), ("ruling", "dora")];
    assert_eq!(rule(&test, 12), all.map(|(what, who)| (what.to_owned(), who.to_owned())));
    test.pbem("cleo", "receive").ok();
    test.pbem("cleo", "claim cd-dora --show-setup").ok();
    test.pbem("cup", "club receive --club club").run();
    dishonest_arbiter(&test);
    let shown = table_of(&test, "");
    second_implementation_agrees(&test, &shown);
    let report = verdicts(&test);
    let games = report["games"].as_array().expect("a list");
    let overruled: Vec<&Value> =
        games.iter().filter(|game| game["overruled"] != serde_json::json!([])).collect();
    assert_eq!(overruled.len(), 1);
    assert_eq!(overruled[0]["overruled"][0]["seat"], "anna");
    assert!(games.iter().all(|game| game["findings"] == serde_json::json!([])));
    if let Some(kept) = kept() {
        let copied = Command::new("cp").arg("-r").arg(test.path("cup", "club")).arg(kept).status();
        assert!(copied.expect("cp runs").success());
    }
}
