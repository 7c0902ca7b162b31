//! `pbem club table` on real games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chrono::Duration;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::TurnFile;
use serde_json::Value;

use crate::play::{Game, header, moment, of_kind, short_bytes};
use crate::world::{SEED, club};

const PLAYERS: [&str; 4] = ["anna", "ben", "cleo", "dora"];

/// The end of a game.
#[derive(Clone, Copy)]
enum Until {
    End,
    Turns(usize),
    Resigned(usize),
}

/// Game number `nth` between two players.
fn game(nth: u64, players: [&str; 2], until: Until) -> TurnFile {
    let mut header = header(of_kind("hideout"), 2, &[], nth);
    header.seats = players.map(str::to_owned).to_vec();
    header.nonce = short_bytes(nth, "of this game");
    header.created =
        moment(0) - Duration::days(30) + Duration::minutes(i64::try_from(nth).expect("small"));
    let mut game = Game::with(header, SEED);
    match until {
        Until::End => game.finish(),
        Until::Turns(turns) => {
            while game.file.turns.len() < turns && game.step(game.any()).is_some() {}
        }
        Until::Resigned(turns) => {
            while game.file.turns.len() < turns && game.step(game.any()).is_some() {}
            game.step(Intent::Resign);
            game.finish();
        }
    }
    game.file
}

/// The games of a club of four: all pairs twice, some resigned, two unfinished, one of them in two
/// files.
fn games() -> Vec<TurnFile> {
    let mut games = Vec::new();
    let mut nth = 0;
    for (at, first) in PLAYERS.iter().enumerate() {
        for second in &PLAYERS[at + 1..] {
            for players in [[*first, *second], [*second, *first], [*first, *second]] {
                let until = match nth {
                    3 | 7 => Until::Turns(4),
                    5 | 10 => Until::Resigned(5),
                    _ => Until::End,
                };
                games.push(game(nth, players, until));
                nth += 1;
            }
        }
    }
    let mut older = games[0].clone();
    older.turns.truncate(4);
    games.push(older);
    games.push(game(99, ["xeno", "yara"], Until::End));
    games.push(game(98, ["anna", "yara"], Until::End));
    games
}

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new(text: &str, games: &[TurnFile], names: impl Fn(usize) -> String) -> World {
        let world = World { folder: tempfile::tempdir().expect("a folder") };
        fs::create_dir_all(world.path("cup/games")).expect("a folder");
        fs::write(world.path("cup/club.toml"), text).expect("it is written");
        for (at, game) in games.iter().enumerate() {
            fs::write(world.path("cup/games").join(names(at)), game.write()).expect("written");
        }
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
        command
            .args(words.split(' '))
            .current_dir(self.path("cup"))
            .env_clear()
            .env("HOME", self.folder.path())
            .env("LC_ALL", "C.UTF-8")
            .env("PBEM_CLOCK", "2026-12-30T12:00:00Z");
        command.output().expect("pbem can be run")
    }

    fn prints(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    }
}

fn four() -> String {
    club("hideout", 2, &PLAYERS, "")
}

#[test]
fn table_is_the_same_under_any_file_names() {
    let games = games();
    let plain = World::new(&four(), &games, |at| format!("{at:03}.toml"));
    let mixed = World::new(&four(), &games, |at| format!("{}-x.toml", 999 - at * 7 % 100));
    for words in ["club table", "club table --json", "club table --due", "club table --ratings"] {
        assert_eq!(plain.prints(words), mixed.prints(words), "{words}");
    }
}

#[test]
fn table_has_the_standings_and_the_results() {
    let world = World::new(&four(), &games(), |at| format!("{at}.toml"));
    let text = world.prints("club table");
    // 6 pairs of 3 games, and a game with someone who isn't in the club.
    assert!(text.starts_with("Spring Cup: 19 games, 10 scored\n"), "{text}");
    let strangers = "\nnot listed: 1 game between players who aren't in the club\n";
    assert!(text.ends_with(strangers), "{text}");
    assert_eq!(text.matches("more games than the section allows").count(), 6, "{text}");
    assert!(text.contains("the key of yara is not in club.toml"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn json_has_a_line_for_each_game() {
    let world = World::new(&four(), &games(), |at| format!("{at}.toml"));
    let text = world.prints("club table --json");
    let games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 19);
    let mut points: BTreeMap<String, f64> = BTreeMap::new();
    for game in &games {
        assert_eq!(game["schema"], "pbem-club-game/1");
        for player in game["players"].as_array().expect("players") {
            if let (Some(name), Some(score)) = (player["player"].as_str(), player["score"].as_f64())
            {
                *points.entry(name.to_owned()).or_default() += score;
            }
        }
    }
    // Every scored game gives one point.
    assert!((points.values().sum::<f64>() - 10.0).abs() < 0.001, "{points:?}");
    let open = games.iter().find(|game| game["unscored"] == "running").expect("an open game");
    assert!(open["due"].is_string() && open["deadline"].is_string() && open["turns"] == 4);
    let two = games.iter().filter(|game| game["files"].as_array().is_some_and(|it| it.len() == 2));
    assert_eq!(two.count(), 1);
}

#[test]
fn second_implementation_has_the_same_standings() {
    if Command::new("python3").arg("-c").arg("import tomllib").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let all = games();
    let decided = format!(
        "[[decided]]\ngame = \"{}\"\npoints = {{ anna = 0.5, cleo = 0.5 }}\nreason = \"late\"\n",
        hex::encode(all[3].game.id())
    );
    let world = World::new(&(four() + &decided), &all, |at| format!("{at}.toml"));
    let report = world.run("verify --json games").stdout;
    fs::write(world.path("report.json"), report).expect("it is written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/standings.py");
    let output = Command::new("python3")
        .arg(script)
        .args([world.path("cup/club.toml"), world.path("report.json")])
        .output()
        .expect("python3 runs");
    let theirs = String::from_utf8_lossy(&output.stdout);
    let text = world.prints("club table");
    let ours: Vec<&str> = text.lines().skip(2).take(5).collect();
    assert_eq!(theirs.lines().collect::<Vec<_>>(), ours, "{output:?}");
    assert!(text.contains("Spring Cup: 19 games, 11 scored"), "{text}");
}

#[test]
fn due_lists_missing_turns_and_games_to_begin() {
    let mut all = games();
    all.truncate(15);
    let world = World::new(&four(), &all, |at| format!("{at}.toml"));
    let text = world.prints("club table --due");
    let of = |label: &str| text.lines().filter(|line| line.starts_with(label)).count();
    assert_eq!((of("LATE "), of("EXTRA "), of("NONE ")), (2, 5, 2), "{text}");
    assert!(text.contains("game 2 has not begun: dora must start it"), "{text}");
    let json: Value = serde_json::from_str(&world.prints("club table --due --json")).expect("JSON");
    assert_eq!(json["items"].as_array().map(Vec::len), Some(text.lines().count()));
}

#[test]
fn kept_verdicts_never_outlive_a_change() {
    let all = games();
    let world = World::new(&four(), &all[..2], |at| format!("{at}.toml"));
    let before = world.prints("club table --json");
    assert_eq!(world.prints("club table --json"), before);
    let entries = fs::read_dir(world.path(".local/state/pbem/clubs")).expect("they are kept");
    assert_eq!(entries.count(), 1);
    // A file with an equal name and size but other contents; an additional file.
    let mut other = all[1].clone();
    other.turns.truncate(5);
    fs::write(world.path("cup/games/1.toml"), other.write()).expect("it is written");
    let after = world.prints("club table --json");
    assert_ne!(after, before);
    fs::write(world.path("cup/games/2.toml"), all[2].write()).expect("it is written");
    assert_eq!(world.prints("club table --json").lines().count(), 3);
    // Damaged saved verdicts don't change the table.
    for entry in fs::read_dir(world.path(".local/state/pbem/clubs")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        fs::write(&path, &text[..text.len() * 2 / 3]).expect("it is written");
    }
    assert_eq!(world.prints("club table --json").lines().count(), 3);
}

#[test]
fn folder_without_club_toml_is_not_a_club() {
    let world = World::new(&four(), &[], |at| format!("{at}.toml"));
    fs::remove_file(world.path("cup/club.toml")).expect("it goes");
    let output = world.run("club table");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a club"));
}

#[test]
fn damaged_file_keeps_its_intact_turns() {
    let file = game(1, ["anna", "ben"], Until::End);
    let world = World::new(&four(), &[], |at| format!("{at}.toml"));
    let text = file.write();
    let seat = Seat(0);
    assert_eq!(file.game.seats[seat.index()], "anna");
    let cut = text.rfind("signature").expect("a signature");
    fs::write(world.path("cup/games/cut.toml"), &text[..cut]).expect("it is written");
    fs::write(world.path("cup/games/junk.toml"), "no game").expect("it is written");
    fs::write(world.path("cup/games/large.toml"), vec![b'#'; 9 << 20]).expect("it is written");
    let output = world.run("club table --json");
    let line: Value = serde_json::from_slice(&output.stdout).expect("one line");
    assert_eq!(line["turns"], file.turns.len() - 1);
    assert_eq!(line["unscored"], "running");
    assert!(String::from_utf8_lossy(&output.stderr).contains("games/junk.toml"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("games/large.toml"));
}

/// Text that must not be on the page: a file of the game has it.
const NOTE: &str = "meet me at anna@example.org";

fn with_note(mut games: Vec<TurnFile>) -> Vec<TurnFile> {
    let mut noted = Game::with(
        {
            let mut header = header(of_kind("hideout"), 2, &[], 50);
            header.seats = ["anna", "ben"].map(str::to_owned).to_vec();
            header
        },
        SEED,
    );
    for _ in 0..3 {
        let intent = noted.any();
        let turn = noted.compose_with(|plan| {
            (plan.intent, plan.note) = (intent, Some(NOTE.to_owned()));
        });
        noted.mail(turn).expect("a good turn");
    }
    games.insert(0, noted.file);
    games
}

#[test]
fn page_has_replays_of_finished_games_only() {
    let world = World::new(&four(), &with_note(games()), |at| format!("{at}.toml"));
    let printed = world.prints("club page");
    assert!(printed.contains("club.html"), "{printed}");
    let page = fs::read_to_string(world.path("cup/club.html")).expect("the page");
    // Of 20 games, one with the note and two others are running.
    assert_eq!(page.matches("<template>").count(), 17);
    assert_eq!(page.matches("id=\"replay\"").count(), 17);
    assert!(!page.contains("meet me") && !page.contains("example.org"));
    assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'; script-src"));
    // It can be written again, but never over another file.
    world.prints("club page");
    fs::write(world.path("cup/other.html"), "<!DOCTYPE html>\nmine").expect("it is written");
    assert!(!world.run("club page -o other.html").status.success());
    assert_eq!(
        fs::read(world.path("cup/other.html")).expect("it is there"),
        b"<!DOCTYPE html>\nmine"
    );
    let plain = world.prints("club page --no-replays -o -");
    assert!(!plain.contains("<template>") && !plain.contains("<script"));
    assert!(plain.contains("<h1>Spring Cup</h1>"));
}

#[test]
fn folder_of_pages_gets_only_new_replays() {
    let all = games();
    let world = World::new(&four(), &all[..2], |at| format!("{at}.toml"));
    world.prints("club page -o site/");
    let files = || fs::read_dir(world.path("cup/site")).expect("a folder").count();
    assert_eq!(files(), 3);
    let index = fs::read_to_string(world.path("cup/site/index.html")).expect("the page");
    let links = index.split("href=\"").skip(1).map(|rest| rest.split('"').next().expect("a link"));
    for link in links {
        fs::write(world.path("cup/site").join(link), "kept").expect("it is there");
    }
    fs::write(world.path("cup/games/2.toml"), all[2].write()).expect("it is written");
    world.prints("club page -o site");
    assert_eq!(files(), 4);
    let entries = fs::read_dir(world.path("cup/site")).expect("a folder").filter(|entry| {
        fs::read(entry.as_ref().expect("an entry").path()).expect("a file") == b"kept"
    });
    assert_eq!(entries.count(), 2);
}
