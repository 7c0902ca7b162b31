//! Hostile files and texts: no input causes a panic or a hang, and none is called honest.
//!
//! A short run of the targets in `fuzz/`, which run forever, with the same random numbers every
//! time. `PBEM_FUZZ=100000` tries at least this many inputs.

use std::collections::BTreeMap;

use pbem::audit::{self, VerdictKind};
use pbem::crypto::Stream;
use pbem::games::Kind;
use pbem::letters;
use pbem::rules::{Numbers, Seat};
use pbem::table::{self, AnyTable, Intent, Plan, Refusal};
use pbem::turnfile;

use crate::games::facts;
use crate::meddle;
use crate::play::{Game, bytes, fewest, finished, moment, sample};

/// Number of kinds of input: files, emails, typed text, headers, signed turns.
const SORTS: usize = 5;

/// Number of inputs of a kind for each game: `few` by default, `all` in a long run, or a share of
/// `PBEM_FUZZ`.
pub(crate) fn tries(few: usize, all: usize) -> usize {
    let wanted = std::env::var("PBEM_FUZZ").ok();
    let wanted = wanted.map(|wanted| wanted.parse().expect("a number of inputs"));
    wanted
        .map_or_else(|| sample(few, all), |wanted: usize| wanted.div_ceil(SORTS * Kind::ALL.len()))
}

const NOISE: &[&[u8]] = &[
    b"\"",
    b"[[turn]]\n",
    b"[game]\n",
    b"= [",
    b"]\n",
    b"\n# end of pbem turn file\n",
    b"\xff\xfe",
    b"\x1b[2J",
    b"0000000000000000000000000000000000000000000000000000000000000000",
    b"number = 99999999999999999999\n",
    b"'''",
    b"{{{{{{{{{{{{{{{{",
    "\u{202e}\u{200b}".as_bytes(),
];

/// Changes a file in one to four places.
pub(crate) fn spoil(file: &[u8], numbers: &mut dyn Numbers) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=numbers.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = numbers.index(bytes.len());
        let length = numbers.index(80).min(bytes.len() - at);
        match numbers.below(6) {
            0 => bytes[at] = u8::try_from(numbers.below(256)).unwrap_or(0),
            1 => drop(bytes.drain(at..at + length)),
            2 => bytes
                .splice(at..at, NOISE[numbers.index(NOISE.len())].iter().copied())
                .for_each(drop),
            3 => bytes.truncate(at.max(1)),
            4 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again).for_each(drop);
            }
            _ => {
                let other = numbers.index(bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    bytes
}

#[test]
fn spoiled_file_is_honest_only_if_unchanged() {
    for &kind in Kind::ALL {
        let seats = fewest(kind);
        let game = finished(kind, seats, facts(kind).small, 3);
        let whole = game.file.write().into_bytes();
        let mut numbers = Stream::from_seed(bytes(3, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        for round in 0..tries(30, 150) {
            let spoilt = spoil(&whole, numbers);
            let reading = turnfile::read(&spoilt);
            let verdict = audit::verify(&reading);
            assert!(verdict.findings.is_empty(), "{kind}, round {round}: damage accuses a player");
            if verdict.kind == VerdictKind::Honest {
                assert_eq!(
                    reading.file.as_ref(),
                    Some(&game.file),
                    "{kind}, round {round}: another game was called honest"
                );
            }
        }
    }
}

#[test]
fn spoiled_email_gives_the_mailed_game_or_none() {
    for &kind in Kind::ALL {
        let game = meddle::game_in_progress(kind, facts(kind).small, 4);
        let file = game.file.write();
        let quoted: String = file.lines().flat_map(|line| ["> ", line, "\n"]).collect();
        let from = "From b@example.org Fri Nov 20 12:00:00 2026\nSubject: move\n\n";
        let part = "--x\nContent-Type: text/plain; charset=utf-8";
        let mails = [
            format!("Subject: your move\n\nHello,\n\n{file}\n-- \nbob\n"),
            format!("{from}{quoted}\n{from}{file}"),
            format!(
                "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{part}\n\nhi\n\
                 {part}; format=flowed\n\n{file}\n--x\nContent-Type: message/rfc822\n\n\
                 Subject: y\n\n{file}\n--x--\n"
            ),
        ];
        let mut numbers = Stream::from_seed(bytes(7, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        for round in 0..tries(30, 150) {
            let mail = mails[round % mails.len()].as_bytes();
            let search = letters::find(&spoil(mail, numbers), "fuzz");
            for found in search.found {
                let turns = found.game.file.turns.len();
                let same = found.game.file.game == game.file.game
                    && game.file.turns.starts_with(&found.game.file.turns);
                assert!(same, "{kind}, round {round}: another game, of {turns} turns");
            }
        }
    }
}

/// Parts of possible input.
const WORDS: &str = "\
    A1|4C|guess|decline|danger|Checkpoint Danger,|-|–|;|to|ask|over|wait|pass|arrest|D4-D5|\
    I1|99|\u{0}|\u{202e}|C5-C9|houses|guns|agents|plan|\n|#|....|resign|accept|dispute|🎲|{0}|\
    {1^}|Ж|A99999999999";

#[test]
fn typed_text_is_read_or_refused() {
    let words: Vec<&str> = WORDS.split('|').collect();
    for &kind in Kind::ALL {
        let seats = fewest(kind);
        let mut numbers = Stream::from_seed(bytes(4, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        let (mut game, mut tried) = (Game::new(kind, seats, &[], 4), 0);
        let (rounds, each) = (sample(10, 40), tries(60, 480));
        for round in 0_i64.. {
            // A finished game starts over.
            let Some(due) = game.due() else {
                game = Game::new(kind, seats, &[], 5 + round.unsigned_abs());
                continue;
            };
            if tried >= each {
                break;
            }
            for _ in 0..each.div_ceil(rounds) {
                tried += 1;
                let count = numbers.below(9);
                let typed: Vec<&str> =
                    (0..count).map(|_| words[numbers.index(words.len())]).collect();
                let typed = typed.join([" ", "", "; "][numbers.index(3)]);
                let private = &game.players[due.index()];
                let plan = Plan::new(moment(round), Intent::Move(typed.clone()));
                if let Err(Refusal::Inconsistent(message)) = game.table.compose(private, &plan) {
                    panic!("{kind}: `{typed}` would have made a turn that pbem rejects: {message}");
                }
                let _ = game.table.read_setup(Seat::OPENER, &typed);
                let _ = game.table.marked(&typed);
                let _ = game.table.moves_of(private, moment(round), &typed);
                let _ = game.table.preview(private, moment(round), &typed);
            }
            let any = game.any();
            game.step(any);
        }
    }
}

#[test]
fn headers_make_a_game_or_are_refused() {
    for &kind in Kind::ALL {
        let mut numbers = Stream::from_seed(bytes(5, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        for _ in 0..tries(12, 60) {
            let seats = 2 + numbers.index(8);
            let mut header = crate::play::header(kind, seats, &[], 5);
            for spec in table::option_specs(kind) {
                let typed = [
                    "0",
                    "1",
                    "2",
                    "7",
                    "16",
                    "999999",
                    "true",
                    "none",
                    "1,2,3,4,5,6,7,8,9",
                    "2,2",
                    "winner",
                    "small",
                    "x",
                ][numbers.index(13)];
                if let Ok(value) = spec.read(typed) {
                    header.options.insert(spec.name.to_owned(), value);
                }
            }
            if let Ok(table) = AnyTable::new(&header) {
                let hides = |seat: Seat| table.setup_help(seat).is_some();
                for seat in Seat::all(u8::try_from(seats).unwrap_or(2)).filter(|seat| hides(*seat))
                {
                    let setup = table.random_setup(seat, numbers);
                    assert!(table.read_setup(seat, &setup.join("\n")).is_ok() || !setup.is_empty());
                }
                table.view(None, moment(0));
            }
        }
    }
}

/// Rewrites a turn in one or two places: removes keys, takes values from another turn, or changes
/// one character.
fn rewritten(turn: &str, others: &[String], numbers: &mut dyn Numbers) -> String {
    let mut turn: BTreeMap<String, String> = meddle::entries(turn).into_iter().collect();
    for _ in 0..=numbers.below(2) {
        let other = meddle::entries(&others[numbers.index(others.len())]);
        let (foreign_key, foreign_value) = other[numbers.index(other.len())].clone();
        let Some(key) = turn.keys().nth(numbers.index(turn.len().max(1))).cloned() else { break };
        match numbers.below(5) {
            0 => drop(turn.remove(&key)),
            1 | 2 => drop(turn.insert(foreign_key, foreign_value)),
            3 => drop(turn.insert(key, foreign_value)),
            _ => {
                let mut value = turn[&key].clone();
                let places: Vec<usize> = value
                    .char_indices()
                    .filter(|(_, ch)| ch.is_ascii_alphanumeric())
                    .map(|(at, _)| at)
                    .collect();
                let Some(place) = places.get(numbers.index(places.len().max(1))) else { continue };
                // A character of the same class, so that the text may still be a turn.
                let sort = match value.as_bytes()[*place] {
                    b'0'..=b'9' => ["0", "1", "2", "9"],
                    b'A'..=b'Z' => ["A", "B", "C", "G"],
                    _ => ["a", "b", "d", "f"],
                };
                value.replace_range(*place..=*place, sort[numbers.index(4)]);
                turn.insert(key, value);
            }
        }
    }
    meddle::lines(&turn.into_iter().collect::<Vec<_>>())
}

#[test]
fn rewritten_turns_never_accuse_another_player() {
    for &kind in Kind::ALL {
        let mut numbers = Stream::from_seed(bytes(6, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        let mut games: Vec<Game> = [0, 1, 2, 3, 4, 6, 8, 11]
            .map(|turns| meddle::game_in_progress(kind, facts(kind).small, turns))
            .into();
        let turns: Vec<String> = games.iter_mut().map(meddle::honest_turn).collect();
        let claims = games.iter().filter_map(meddle::claim);
        let others: Vec<String> = turns.iter().cloned().chain(claims).collect();
        let (mut tried, mut taken, mut refused) = (0, 0, 0);
        for (game, turn) in games.iter().zip(&turns) {
            assert_eq!(
                meddle::meddle(game, turn),
                Some(true),
                "{kind}: the unchanged turn is accepted"
            );
            for _ in 0..tries(32, 240).div_ceil(games.len()) {
                let rewritten = rewritten(turn, &others, numbers);
                tried += 1;
                match meddle::meddle(game, &rewritten) {
                    Some(true) => taken += 1,
                    Some(false) => refused += 1,
                    None => {}
                }
            }
        }
        println!(
            "{kind}: {tried} turns rewritten, {taken} taken, {refused} refused, the rest no turns"
        );
        assert!(taken > 0 && refused > 0);
    }
}
