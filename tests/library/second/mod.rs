//! A second verifier, written in Python from the pages in `docs/` rather than from this program,
//! agrees about every file.
//!
//! It also judges every file that the tests of the cheats judge: `Game::verdict` calls it each
//! time. Without Python 3.11 it isn't called, and the test here says so.

pub(crate) mod arbiters;
mod kept_wins;
pub(crate) mod verifier;

use std::fs;
use std::path::Path;
use std::process::Command;

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;
use pbem::rules::{OptionValue, Seat};
use pbem::table::Intent;
use pbem::turnfile::{Turn, TurnFile, read};

use crate::games::variants;
use crate::mutations::{headers, mutants, short_games};
use crate::play::{Game, fewest, finished, in_every_game, of_kind, sample, some};
pub(crate) use verifier::{agree, agrees_on_some};
use verifier::{agree_on, agree_on_file, in_the_project, is_there};

/// Number of turns to change in each game.
const TURNS: usize = 4;
/// Number of pairs of files to judge for each kind.
const PAIRS: usize = 40;
/// Number of nearly valid maps to judge.
const MAPS: usize = 150;
/// Number of games of each kind to judge in a long run.
const ALL_GAMES: usize = 300;

/// Number of changes to each turn: 3 by default, `PBEM_CHANGES` in a larger sample.
fn ways() -> usize {
    std::env::var("PBEM_CHANGES").map_or(3, |many| many.parse().expect("a number of changes"))
}

#[test]
fn both_verifiers_agree_on_the_examples() {
    if !is_there() {
        println!("skipped: there is no python3 of 3.11 or newer");
    }
    let examples = fs::read_dir(in_the_project("examples")).expect("the examples");
    let mut judged = 0;
    for path in examples
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
    {
        agree_on(&fs::read(&path).expect("it can be read"), &path.display().to_string());
        judged += 1;
    }
    assert!(judged >= 15, "{judged}");
}

/// The Python verifier finds what was sealed in a move, as `src/audit/sealed.rs` tests it here.
#[test]
fn python_audits_sealed_moves() {
    if !is_there() {
        println!("skipped: there is no python3 of 3.11 or newer");
        return;
    }
    let output = Command::new("python3")
        .arg(in_the_project("tests/library/second/sealed_moves.py"))
        .arg(in_the_project("docs/reference"))
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout == b"ok\n", "{said}");
}

/// Returns a short game with the setups of the README, with secrets from a fixed seed, and with a
/// random first player.
fn worked() -> Game {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 3);
    for (private, setup) in
        game.players.iter_mut().zip([["B8", "D4", "E2", "G6"], ["B2", "C7", "F1", "F3"]])
    {
        private.setup = setup.map(str::to_owned).to_vec();
    }
    let calls = ["", "", "", "Desert 5", "F3; F1; C7; B2", "", ""];
    for call in calls {
        game.step(if call.is_empty() { Intent::Nothing } else { Intent::Move(call.to_owned()) });
    }
    game
}

/// Files for the short examples: a sealed guess, boxes, and two files that cross.
const SHORT_EXAMPLES: [&str; 4] = [
    "tests/kit/spy/guess-5-right-decline-c.toml",
    "examples/espionage.toml",
    "tests/kit/together/enemy-agent-crossed-1.toml",
    "tests/kit/together/enemy-agent-crossed-2.toml",
];

/// `UPDATE_WORKED=1` writes the file and the page.
#[test]
fn worked_example_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (example, page) = (root.join("examples/worked.toml"), root.join("docs/worked-example.md"));
    let game = worked();
    let explained = || {
        let program = root.join("docs/reference/verify.py");
        let output = Command::new("python3")
            .arg(program)
            .arg("--explain")
            .arg(&example)
            .args(SHORT_EXAMPLES.map(|path| root.join(path)))
            .output()
            .expect("python3 runs");
        String::from_utf8(output.stdout).expect("text")
    };
    if std::env::var_os("UPDATE_WORKED").is_some() {
        fs::write(&example, game.file.write()).expect("the example is written");
        fs::write(&page, explained()).expect("the page is written");
    }
    let file = read(&fs::read(&example).expect("the example is there"));
    assert!(file.file.as_ref() == Some(&game.file), "examples/worked.toml is not what is made");
    assert_eq!(audit::verify(&file).kind, VerdictKind::Honest);
    if is_there() {
        let page = fs::read_to_string(page).expect("the page is there");
        assert!(
            page == explained(),
            "docs/worked-example.md is not what is printed: UPDATE_WORKED=1 cargo test --test \
            library worked"
        );
    }
}

/// Whole games with random house rules, and their files after some of the turns. The Python
/// verifier computes every answer from the revealed setups with its own rules, so a wrong `truth`
/// is a disagreement here.
#[test]
fn both_verifiers_agree_on_honest_games() {
    in_every_game(|kind| {
        let variants = variants(kind);
        let games = sample(variants.len(), ALL_GAMES);
        let mut answers = 0;
        for ((seats, set), seed) in variants.iter().cycle().zip(40..).take(games) {
            let game = finished(kind, *seats, set, seed);
            let turns = game.file.turns.len();
            answers += game.file.turns.iter().map(|turn| turn.answer.len()).sum::<usize>();
            for cut in [2, 3, turns / 2, turns - 1, turns] {
                agree_on_file(&game.cut(cut), &format!("{kind} {set:?}, {cut} of {turns} turns"));
            }
        }
        println!("{kind}: {games} games, {answers} answers, equal verdicts");
        assert!(answers > 0, "{games} games of {kind} have no answer; this test needs one");
    });
}

/// The other seat opens the game, where that is allowed and where it isn't.
#[test]
fn both_verifiers_agree_on_the_opener() {
    in_every_game(|kind| {
        let Some(mut game) = Game::opened_by_the_other(kind, 65) else {
            let mut game = finished(kind, fewest(kind), &[], 65);
            game.file.game.opener = Some(game.file.game.seats[1].clone());
            agree_on_file(&game.file, &format!("{kind}: only the first seat opens it"));
            return;
        };
        game.finish();
        for cut in [1, 2, 3, game.file.turns.len()] {
            agree_on_file(&game.cut(cut), &format!("{kind}: opened by seat 1, cut at {cut}"));
        }
        let mut usual = Game::new(kind, 2, &[], 65);
        let mut first = usual.compose(Intent::Nothing);
        first.after = game.id().0;
        usual.sign(&mut first);
        let nobody = TurnFile { turns: vec![first], ..game.file.clone() };
        agree_on_file(&nobody, &format!("{kind}: the wrong seat makes the first turn"));
        let mut needless = game.file.clone();
        needless.game.opener = Some(needless.game.seats[0].clone());
        agree_on_file(&needless, &format!("{kind}: the first seat is named"));
        let mut stranger = game.file.clone();
        stranger.game.opener = Some("nobody".to_owned());
        agree_on_file(&stranger, &format!("{kind}: a stranger is named"));
    });
}

/// Custom boards of Enemy Agent with one symbol or line changed: both verifiers accept the same
/// ones.
#[test]
fn both_verifiers_agree_on_changed_maps() {
    let standard = include_str!("../../../src/games/enemy_agent/board.map");
    let map = |lines: &[String]| OptionValue::Lines(lines.to_vec());
    let lines: Vec<String> = standard.lines().map(str::to_owned).collect();
    let mut game = Game::new(of_kind("enemy-agent"), 2, &[], 66);
    game.step(Intent::Nothing);
    let mut tried = 0;
    for (at, changed) in some(&changed_maps(&lines), MAPS, 0).iter().enumerate() {
        let mut header = game.file.game.clone();
        header.options.insert("board".to_owned(), map(changed));
        header.options.insert("diagonal".to_owned(), OptionValue::Flag(at % 2 == 1));
        let file = signed_anew(&game, TurnFile { game: header, ..game.file.clone() });
        agree_on_file(&file, &format!("a map: {changed:#?}"));
        tried += 1;
    }
    println!("{tried} maps, equal verdicts");
}

/// Returns maps with each symbol of each line replaced by another, and each line doubled or
/// removed.
fn changed_maps(lines: &[String]) -> Vec<Vec<String>> {
    let mut maps = vec![lines.to_vec()];
    for (at, line) in lines.iter().enumerate() {
        let mut with = |there: &[String]| {
            let mut map = lines.to_vec();
            map.splice(at..=at, there.iter().cloned());
            maps.push(map);
        };
        with(&[]);
        with(&[line.clone(), line.clone()]);
        for (place, _) in line.char_indices().filter(|(_, sign)| *sign != ' ') {
            for sign in ".gsYObJ#=|,A9 ".chars() {
                let mut changed = line.clone();
                changed.replace_range(place..=place, &sign.to_string());
                with(&[changed]);
            }
        }
    }
    maps
}

/// A player resigns, a draw is agreed, a deadline passes.
#[test]
fn both_verifiers_agree_on_games_that_end_early() {
    in_every_game(|kind| {
        let seats = fewest(kind);
        for turns in [2, 3, 4, 7, 8] {
            let mut game = Game::new(kind, seats, &[], 60);
            for _ in 0..turns {
                game.step(game.any());
            }
            if game.due().is_none() {
                break;
            }
            let deadline = game.deadline();
            for (seat, days) in [(0, 0), (1, 0), (1, -1)] {
                let claim = game.claim(Seat(seat), deadline + Duration::days(days));
                agree_on_file(
                    &game.with_turn(claim),
                    &format!("{kind}, {turns} turns, a claim by {seat}, {days} days late"),
                );
            }
            let mut drawn = Game::new(kind, seats, &[], 60);
            for _ in 0..turns {
                drawn.step(drawn.any());
            }
            if drawn.due().is_some_and(|due| drawn.may_offer(due)) {
                let any = drawn.any();
                let offer = drawn.compose_with(|plan| (plan.intent, plan.offer) = (any, true));
                drawn.mail(offer).expect("an honest turn");
                for order in [Intent::Accept, Intent::Nothing] {
                    drawn.step(order);
                    agree_on_file(&drawn.file, &format!("{kind}, {turns} turns, drawn"));
                }
            }
            game.step(Intent::Resign);
            agree_on_file(&game.file, &format!("{kind}, {turns} turns, resigned"));
            if game.outcome().is_some() {
                game.step(Intent::Nothing);
                agree_on_file(&game.file, &format!("{kind}, {turns} turns, resigned and shown"));
            }
        }
    });
}

/// Files of one game that build on each other or compete: cut short, with another version of a
/// turn, with a claim instead of a turn or after it, with a breach, damaged. Two or three of them
/// together, in every order.
#[test]
fn both_verifiers_agree_on_several_files() {
    in_every_game(|kind| {
        let (mut tried, files) = (0, versions(kind));
        let pairs =
            (0..files.len()).flat_map(|one| (0..files.len()).map(move |other| (one, other)));
        for (one, other) in some(&pairs.collect::<Vec<_>>(), PAIRS, 0) {
            let third = (one + 2 * other + 1) % files.len();
            let together = [&files[one], &files[other], &files[third]];
            let what = together.map(|(what, _)| what.as_str()).join(", ");
            let together = together.map(|(_, file)| file.as_bytes());
            agree(&together[..2], &format!("{kind}: {what}"));
            agree(&together, &format!("{kind}: {what}"));
            tried += 2;
        }
        println!("{kind}: {tried} times several files, equal verdicts");
    });
}

/// Returns files of one game, with descriptions.
fn versions(kind: Kind) -> Vec<(String, String)> {
    let whole = finished(kind, fewest(kind), &[], 70);
    let turns = whole.file.turns.len();
    let mut files = vec![("the whole".to_owned(), whole.file.write())];
    for at in [2, 4, turns - 2] {
        let mut put = |what: &str, file: &TurnFile| {
            files.push((format!("{what} {at}"), file.write()));
        };
        let mut game = whole.until(at);
        put("cut after", &game.file);
        let due = game.due().expect("the game continues");
        let waits = game.players.iter().map(|keys| keys.seat).find(|seat| *seat != due);
        let waits = waits.expect("another");
        let honest = whole.file.turns[at].clone();
        let signed = |change: &dyn Fn(&mut Turn)| {
            let mut turn = honest.clone();
            change(&mut turn);
            game.sign(&mut turn);
            game.with_turn(turn)
        };
        put("another turn after", &signed(&|turn| turn.note = Some("another".to_owned())));
        put("a later turn after", &signed(&|turn| turn.sent += Duration::hours(1)));
        put("a breach after", &signed(&|turn| turn.moves.push("nonsense".to_owned())));
        let deadline = game.deadline();
        put("a late turn after", &signed(&|turn| turn.sent = deadline));
        put("a claim after", &game.with_turn(game.claim(waits, deadline)));
        let mut damaged = signed(&|_| ());
        damaged.turns[at].signature[0] ^= 1;
        put("a damaged turn after", &damaged);
        game.mail(honest).expect("an honest turn");
        if game.due().is_some_and(|due| due == waits) {
            put("a claim on the turn after", &game.with_turn(game.claim(due, game.deadline())));
        }
    }
    files
}

/// Each turn of a short game is changed in one field and signed again by its maker. The file ends
/// there, or continues as before.
#[test]
fn both_verifiers_agree_on_changed_turns() {
    for (label, game) in short_games() {
        let mut tried = 0;
        for (at, turn) in game.file.turns.iter().enumerate() {
            for mut changed in some(&mutants(turn), ways(), 7 * at) {
                if game.file.game.seats.contains(&changed.seat) && changed.number == turn.number {
                    game.sign(&mut changed);
                }
                let mut file = game.cut(at);
                file.turns.push(changed);
                agree_on_file(&file, &format!("{label}: a change of turn {}", turn.number));
                tried += 1;
            }
        }
        for header in some(&headers(&game.file.game), 2 * ways(), 0) {
            agree_on_file(
                &signed_anew(&game, TurnFile { game: header, ..game.file.clone() }),
                &format!("{label}: another header"),
            );
            tried += 1;
        }
        println!("{label}: {tried} files, equal verdicts");
    }
}

/// Replaces each alphanumeric character in the moves and answers of a turn by the next one, and
/// signs the turn again: the moves may be legal, but usually aren't.
#[test]
fn both_verifiers_agree_on_reworded_turns() {
    in_every_game(|kind| {
        let mut tried = 0;
        for (at, (seats, set)) in variants(kind).into_iter().enumerate() {
            let game = finished(kind, seats, set, 80 + at as u64);
            let turns = game.file.turns.len();
            for at in some(&(0..turns).collect::<Vec<_>>(), TURNS, at) {
                for mut changed in some(&reworded(&game.file.turns[at]), ways(), 7 * at) {
                    game.sign(&mut changed);
                    let mut file = game.cut(at);
                    file.turns.push(changed);
                    agree_on_file(
                        &file,
                        &format!("{kind} {set:?}: turn {} in other words", at + 1),
                    );
                    tried += 1;
                }
            }
        }
        println!("{kind}: {tried} files, equal verdicts");
    });
}

fn reworded(turn: &Turn) -> Vec<Turn> {
    let lists: [fn(&mut Turn) -> &mut Vec<String>; 4] = [
        |turn| &mut turn.answer,
        |turn| &mut turn.moves,
        |turn| &mut turn.open,
        |turn| &mut turn.reveal,
    ];
    let mut out = Vec::new();
    for list in lists {
        for (at, entry) in list(&mut turn.clone()).iter().enumerate() {
            for (place, sign) in
                entry.char_indices().filter(|(_, sign)| sign.is_ascii_alphanumeric())
            {
                let mut changed = turn.clone();
                let next = char::from(u8::try_from(sign).unwrap_or(b'x') + 1);
                list(&mut changed)[at].replace_range(place..=place, &next.to_string());
                out.push(changed);
            }
        }
    }
    out
}

/// Returns the turns adjusted to this header: only the chain and the signatures are valid.
fn signed_anew(game: &Game, mut file: TurnFile) -> TurnFile {
    let mut after = file.game.id();
    for turn in &mut file.turns {
        turn.after = after;
        game.sign(turn);
        after = turn.hash();
    }
    file
}
