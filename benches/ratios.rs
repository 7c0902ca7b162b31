//! Promised ratios, with both sides measured in one run, and sizes. `benches/whole.sh`
//! prints it with the times of whole processes.
//!
//! `cargo bench --bench ratios`; with `bare FILE`, only the bare cost of that file in milliseconds;
//! with `club FOLDER COUNT`, it makes a club with this number of games.

#![expect(clippy::print_stdout, reason = "it is a report")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, hint};

use pbem::audit;
use pbem::crypto::{self, GameId, Seed, Verifier};
use pbem::games::Kind;
use pbem::table::{Intent, Plan};
use pbem::turnfile::{self, Turn};
use rayon::prelude::*;

#[path = "common/long.rs"]
mod long;
#[path = "../tests/library/play.rs"]
#[expect(dead_code, reason = "the tests use other parts")]
mod play;

/// Number of runs of each side, alternating; the median counts.
const RUNS: usize = 15;
/// Turns of a long game by mail, and of nearly the longest possible game.
const SHORT: u32 = 200;
const LONG: u32 = 3_990;

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["bare", file] => println!(
            "{:.2}",
            milliseconds(side_by_side([&|| bare(&fs::read(file).expect("a file"))])[0])
        ),
        ["peak", file] => println!("{}", peak_after_verify(file).unwrap_or(0)),
        ["club", folder, count] => club(Path::new(folder), count.parse().expect("a number")),
        _ => {
            verify_beside_bare();
            answers();
            memory();
            bytes_of_hundred_turns();
        }
    }
}

fn row(what: &str, value: impl std::fmt::Display) {
    println!("{what:<72} {value:>12}");
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The median times of several works, each run once in every round.
fn side_by_side<const N: usize>(works: [&dyn Fn(); N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..RUNS {
        for (work, times) in works.iter().zip(&mut times) {
            let begun = Instant::now();
            work();
            times.push(begun.elapsed());
        }
    }
    times.map(|mut times: Vec<Duration>| {
        times.sort();
        times[RUNS / 2]
    })
}

/// The minimal work to verify a file: a hash and a signature for each turn, and the seals of the
/// revealed setups.
fn bare(bytes: &[u8]) {
    let file = turnfile::read(bytes).file.expect("a game");
    let id = GameId(file.game.id());
    let mut keys = BTreeMap::new();
    for turn in &file.turns {
        if let Some(key) = &turn.key {
            keys.insert(&turn.seat, Verifier::new(key).expect("a sound key"));
        }
        assert!(keys[&turn.seat].turn(&turn.hash(), &turn.signature), "the signature");
        let sealed = file
            .turns
            .iter()
            .filter(|first| turn.seed.is_some() && first.seat == turn.seat)
            .map(|first| first.setup.len())
            .sum();
        for item in 0..sealed {
            let (seed, item) = (Seed::from_bytes(turn.seed.expect("a seed")), item.to_string());
            hint::black_box(crypto::seal(
                &id,
                &turn.seat,
                &item,
                "0",
                &crypto::salt(&seed, &id, &turn.seat, &item),
            ));
        }
    }
}

fn verify_beside_bare() {
    let texts = [SHORT, LONG].map(|turns| long::ended(turns).file.write());
    let verify =
        |text: &str| drop(hint::black_box(audit::verify(&turnfile::read(text.as_bytes()))));
    let [short, long, bare_short, bare_long] = side_by_side([
        &|| verify(&texts[0]),
        &|| verify(&texts[1]),
        &|| bare(texts[0].as_bytes()),
        &|| bare(texts[1].as_bytes()),
    ]);
    let micros =
        |time: Duration, turns: u32| format!("{:.0} us", (time / turns).as_secs_f64() * 1e6);
    row("verify, a turn of 200", micros(short, SHORT));
    row("  the bare cost: read the file, a hash and a signature", micros(bare_short, SHORT));
    row("verify, a turn of 4,000", micros(long, LONG));
    row("  the bare cost", micros(bare_long, LONG));
    row(
        "verify, a turn of 4,000 against one of 200",
        format!("{:.2} x", (long / LONG).as_secs_f64() / (short / SHORT).as_secs_f64()),
    );
}

fn answers() {
    let mut game = long::game(9);
    let turn = game.compose(game.any());
    let text = game.file.write();
    let (players, table) = (&game.players, &game.table);
    let standing = table.standing();
    let due = standing.due.expect("the game continues");
    let plan = Plan::new(standing.last_sent, game.any());
    let file = turnfile::TurnFile::read(text.as_bytes()).expect("a game");
    let hashes: Vec<_> = file.turns.iter().map(Turn::hash).collect();
    let open = || pbem::table::open_known(&file, &hashes).expect("a game").0;
    let [prove, opened, checked] = side_by_side([
        &|| drop(hint::black_box(table.compose(&players[due.index()], &plan))),
        &|| drop(hint::black_box(open())),
        &|| open().read(&turn).expect("an honest turn"),
    ]);
    row(
        "one answer, proved and signed (a Groth16 prover: 856 ms)",
        format!("{:.3} ms", milliseconds(prove)),
    );
    row(
        "one answer, checked (Groth16: 9.7 ms)",
        format!("{:.3} ms", milliseconds(checked.saturating_sub(opened))),
    );
}

/// Peak memory of this process in bytes, after it has verified a file. Only Linux reports it.
fn peak_after_verify(file: &str) -> Option<u64> {
    hint::black_box(audit::verify(&turnfile::read(&fs::read(file).ok()?)));
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn memory() {
    let text = long::ended(LONG).file.write();
    let path = env::temp_dir().join("pbem-long-game.toml");
    fs::write(&path, &text).expect("a place for a file");
    let itself = env::current_exe().expect("this program");
    let told = Command::new(itself).arg("peak").arg(&path).output().expect("this program runs");
    fs::remove_file(&path).expect("the file is there");
    let peak: u64 = String::from_utf8_lossy(&told.stdout).trim().parse().unwrap_or(0);
    let tenths = peak * 10 / text.len() as u64;
    row(
        &format!("memory to verify 4,000 turns, a file of {} kB", text.len() / 1000),
        format!("{}.{} x", tenths / 10, tenths % 10),
    );
}

/// Writes a club of eight and its finished games of about 29 turns, and an mbox with them.
fn club(folder: &Path, count: u64) {
    const PLAYERS: [&str; 8] = ["anna", "ben", "cleo", "dora", "emil", "fay", "gus", "hugo"];
    let kind = play::of_kind("checkpoint-danger");
    fs::create_dir_all(folder.join("games")).expect("a folder");
    let key = |name: &str| hex::encode(play::identity(1, name).public());
    let players =
        PLAYERS.map(|name| format!("[[player]]\nname = \"{name}\"\nkey = \"{}\"\n", key(name)));
    let roster = format!(
        "club = 1\nname = \"Bench\"\n[[section]]\nname = \"A\"\nkind = \"{kind}\"\ngames = 100\n\
         players = {PLAYERS:?}\n{}",
        players.concat()
    );
    fs::write(folder.join("club.toml"), roster).expect("it is written");
    let texts: Vec<String> = (0..count)
        .into_par_iter()
        .map(|nth| {
            let mut header = play::header(kind, 2, &[], nth);
            let at = usize::try_from(nth).expect("a number");
            let (one, other) = (PLAYERS[at % 8], PLAYERS[(at + 1 + at / 8 % 7) % 8]);
            header.seats = vec![one.to_owned(), other.to_owned()];
            header.created -= chrono::Duration::minutes(i64::try_from(nth).expect("a number"));
            let mut game = play::Game::with(header, 1);
            while game.turns() < 26 && game.outcome().is_none() {
                game.step(game.any());
            }
            let resign = Plan::new(game.standing().last_sent, Intent::Resign);
            let keys = game.due().map(|due| &game.players[due.index()]);
            if keys.is_some_and(|keys| game.table.compose(keys, &resign).is_ok()) {
                game.step(Intent::Resign);
            }
            game.finish();
            game.file.write()
        })
        .collect();
    let mut mbox = fs::File::create(folder.join("mbox")).expect("a file");
    for (nth, text) in texts.iter().enumerate() {
        fs::write(folder.join(format!("games/{nth:05}.toml")), text).expect("it is written");
        write!(
            mbox,
            "From anna@example.org Fri Nov 20 12:00:00 2026\nReceived: by example.org; Fri, 20 Nov \
             2026 12:00:00 +0000\nFrom: anna@example.org\nSubject: game {nth}\n\n{text}\n"
        )
        .expect("it is written");
    }
}

/// Size of a hundred typical turns: the seals of the beginning, and this number of turns.
fn bytes_of_hundred_turns() {
    for kind in Kind::published() {
        let seats = usize::from(*kind.seats().start());
        let (mut sealing, mut playing, mut played) = (0, 0, 0);
        let games = 9;
        for seed in 0..games {
            let mut game = play::Game::new(kind, seats, &[], seed);
            let mut sizes = Vec::new();
            while game.step(game.any()).is_some_and(|turn| turn.seed.is_none()) {
                sizes.push(game.file.write().len());
            }
            sealing += sizes[seats - 1];
            playing += sizes.last().expect("a turn") - sizes[seats - 1];
            played += sizes.len() - seats;
        }
        let hundred =
            sealing / usize::try_from(games).expect("few") + playing * (100 - seats) / played;
        row(
            &format!(
                "100 typical turns of {kind}, setups sealed; a turn adds {} bytes",
                playing / played
            ),
            format!("{} kB", hundred / 1000),
        );
    }
}
