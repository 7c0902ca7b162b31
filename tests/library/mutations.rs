//! Every field of every turn of a finished game, changed, dropped and doubled one at a time,
//! without a new signature: such a file is never honest, and it accuses no one, since a wrong
//! signature proves nothing.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;
use pbem::rules::{OptionValue, Seat};
use pbem::table::Intent;
use pbem::turnfile::{Bytes32, Header, Reading, Turn, TurnFile, read};

use crate::play::{Game, fewest, identity, kinds, some};

/// Number of changes to try per turn, and number of lines of a text.
const FEW: usize = 40;
const LINES: usize = 120;

/// A finished game of each kind, kept short: a player resigns after some turns, if the rules allow
/// it.
pub(crate) fn short_games() -> Vec<(String, Game)> {
    kinds().map(|kind| (kind.id().to_owned(), short_game(kind))).collect()
}

fn short_game(kind: Kind) -> Game {
    let mut game = Game::new(kind, fewest(kind), &[], 11);
    for _ in 0..9 {
        game.step(game.any());
    }
    let resigned = game.due().is_some_and(|_| {
        let seat = game.due().expect("a seat is due");
        let outlook = pbem::table::Plan::new(game.standing().last_sent, Intent::Resign);
        game.table.compose(&game.players[seat.index()], &outlook).is_ok()
    });
    if resigned {
        game.step(Intent::Resign);
    }
    game.finish();
    game
}

/// Results of the mutations, in order.
#[derive(Default)]
struct Tally {
    tried: usize,
    noticed: usize,
}

impl Tally {
    fn judge(&mut self, reading: &Reading, what: &str) {
        let verdict = audit::verify(reading);
        self.tried += 1;
        self.noticed += usize::from(verdict.kind != VerdictKind::Honest);
        assert_ne!(verdict.kind, VerdictKind::Honest, "{what} goes unnoticed");
        assert_eq!(verdict.findings, [], "{what} accuses somebody");
    }

    fn print(&self, label: &str) {
        println!("{label}: mutations tried {}, noticed {}", self.tried, self.noticed);
        assert_eq!(self.tried, self.noticed);
    }
}

fn flipped(bytes: Bytes32, at: usize) -> Bytes32 {
    let mut bytes = bytes;
    bytes[at % 32] ^= 1;
    bytes
}

/// A key that holds one value or none: changed and dropped, or added.
fn one(value: &mut Option<Bytes32>, variant: usize) {
    *value = match (*value, variant) {
        (Some(bytes), 0) => Some(flipped(bytes, 31)),
        (Some(_), _) => None,
        (None, _) => Some([7; 32]),
    };
}

/// A key that holds a text or none.
fn text(value: &mut Option<String>, variant: usize) {
    *value = match (value.take(), variant) {
        (Some(text), 0) => Some(text + "x"),
        (Some(_), _) => None,
        (None, _) => Some("draw".to_owned()),
    };
}

/// A list: its entries changed, dropped and doubled one by one, or one added if it is empty.
fn list<T: Clone>(
    turn: &Turn,
    of: fn(&mut Turn) -> &mut Vec<T>,
    change: fn(T) -> T,
    added: &T,
    out: &mut Vec<Turn>,
) {
    let length = of(&mut turn.clone()).len();
    let mut push = |edit: &dyn Fn(&mut Vec<T>)| {
        let mut mutant = turn.clone();
        edit(of(&mut mutant));
        out.push(mutant);
    };
    push(&|list| list.push(added.clone()));
    for at in 0..length {
        push(&|list| list[at] = change(list[at].clone()));
        push(&|list| drop(list.remove(at)));
        push(&|list| list.insert(at, list[at].clone()));
    }
}

/// All that can become of one turn.
pub(crate) fn mutants(turn: &Turn) -> Vec<Turn> {
    let mut out = Vec::new();
    let mut push = |edit: &dyn Fn(&mut Turn)| {
        let mut mutant = turn.clone();
        edit(&mut mutant);
        out.push(mutant);
    };
    for variant in 0..2 {
        push(&|turn| one(&mut turn.link, variant));
        push(&|turn| one(&mut turn.key, variant));
        push(&|turn| one(&mut turn.tip, variant));
        push(&|turn| one(&mut turn.seal, variant));
        push(&|turn| one(&mut turn.seed, variant));
        push(&|turn| {
            turn.nonce = match (turn.nonce, variant) {
                (Some(nonce), 0) => Some(nonce.map(|byte| byte ^ 1)),
                (Some(_), _) => None,
                (None, _) => Some([7; 16]),
            };
        });
        push(&|turn| text(&mut turn.name, variant));
        push(&|turn| text(&mut turn.mail, variant));
        push(&|turn| text(&mut turn.offer, variant));
        push(&|turn| text(&mut turn.note, variant));
    }
    push(&|turn| turn.number += 1);
    push(&|turn| turn.number -= 1);
    push(&|turn| {
        turn.seat = if turn.seat == "alice" { "bob".to_owned() } else { "alice".to_owned() }
    });
    push(&|turn| "mallory".clone_into(&mut turn.seat));
    push(&|turn| turn.sent += Duration::seconds(1));
    push(&|turn| turn.after = flipped(turn.after, 0));
    push(&|turn| turn.signature = [0; 64]);
    for at in 0..64 {
        push(&|turn| turn.signature[at] ^= 1);
    }
    let another = |text: String| text + "x";
    let flip = |bytes: Bytes32| flipped(bytes, 5);
    list(turn, |turn| &mut turn.setup, flip, &[7; 32], &mut out);
    list(turn, |turn| &mut turn.eyes, flip, &[7; 32], &mut out);
    list(turn, |turn| &mut turn.tokens, flip, &[7; 32], &mut out);
    list(turn, |turn| &mut turn.salts, flip, &[7; 32], &mut out);
    list(turn, |turn| &mut turn.answer, another, &"1".to_owned(), &mut out);
    list(turn, |turn| &mut turn.moves, another, &"Arctic 1".to_owned(), &mut out);
    list(turn, |turn| &mut turn.open, another, &"A1 empty".to_owned(), &mut out);
    list(turn, |turn| &mut turn.reveal, another, &"A1".to_owned(), &mut out);
    // Boxes are long: a byte of each hundred stands for all.
    let mut push = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut mutant = turn.clone();
        edit(&mut mutant.boxes);
        out.push(mutant);
    };
    push(&|boxes| boxes.push(7));
    for at in (0..turn.boxes.len()).step_by(100) {
        push(&|boxes| boxes[at] ^= 1);
        push(&|boxes| boxes.truncate(at));
    }
    out.retain(|mutant| mutant != turn);
    out
}

/// All that can become of the header.
pub(crate) fn headers(header: &Header) -> Vec<Header> {
    let mut out = Vec::new();
    let mut push = |edit: &dyn Fn(&mut Header)| {
        let mut mutant = header.clone();
        edit(&mut mutant);
        out.push(mutant);
    };
    push(&|header| header.created += Duration::seconds(1));
    push(&|header| header.nonce[15] ^= 1);
    push(&|header| header.seats.swap(0, 1));
    push(&|header| "mallory".clone_into(&mut header.seats[0]));
    push(&|header| header.seats.push("mallory".to_owned()));
    push(&|header| drop(header.seats.pop()));
    push(&|header| {
        header.first = if header.first.is_some() { None } else { header.seats.first().cloned() }
    });
    push(&|header| {
        header.keys = [("alice".to_owned(), identity(7, "stranger").public())].into();
    });
    // The kit numbers these headers, so another toy must not add one.
    for kind in Kind::published().map(Kind::id).chain(["hideout", "chess"]) {
        push(&|header| kind.clone_into(&mut header.kind));
    }
    for name in header.options.keys() {
        push(&|header| drop(header.options.remove(name)));
        push(&|header| {
            let option = header.options.get_mut(name).expect("it is there");
            *option = match option.clone() {
                OptionValue::Flag(flag) => OptionValue::Flag(!flag),
                OptionValue::Number(number) => OptionValue::Number(number + 1),
                OptionValue::Word(word) => OptionValue::Word(word + "x"),
                OptionValue::Numbers(numbers) => OptionValue::Numbers([numbers, vec![1]].concat()),
                OptionValue::Lines(lines) => {
                    OptionValue::Lines([lines, vec![String::new()]].concat())
                }
            };
        });
    }
    push(&|header| drop(header.options.insert("new".to_owned(), OptionValue::Flag(true))));
    out.retain(|mutant| mutant != header);
    out
}

fn whole(file: TurnFile) -> Reading {
    Reading { file: Some(file), fault: None }
}

/// The meaning of a file changed, with any text.
#[test]
fn no_change_of_any_field_goes_unnoticed() {
    for (label, game) in short_games() {
        let file = &game.file;
        assert_eq!(audit::verify(&whole(file.clone())).kind, VerdictKind::Honest, "{label}");
        let mut tally = Tally::default();
        for header in headers(&file.game) {
            tally.judge(
                &whole(TurnFile { game: header.clone(), ..file.clone() }),
                &format!("{label}: {header:?}"),
            );
        }
        for (at, turn) in file.turns.iter().enumerate() {
            for mutant in some(&mutants(turn), FEW, at) {
                let mut changed = file.clone();
                changed.turns[at] = mutant;
                tally.judge(&whole(changed), &format!("{label}: a change of turn {}", turn.number));
            }
            let mut judge_turns = |edit: &dyn Fn(&mut Vec<Turn>)| {
                let mut changed = file.clone();
                edit(&mut changed.turns);
                tally.judge(
                    &whole(changed),
                    &format!("{label}: a turn out of place, {}", turn.number),
                );
            };
            judge_turns(&|turns| drop(turns.remove(at)));
            judge_turns(&|turns| turns.insert(at, turn.clone()));
            if at + 1 < file.turns.len() {
                judge_turns(&|turns| turns.swap(at, at + 1));
            }
        }
        let last = file.turns.last().expect("a turn");
        let mut claim = game.claim(Seat::OPENER, last.sent + Duration::days(99));
        claim.signature = last.signature;
        tally.judge(&whole(game.with_turn(claim)), &format!("{label}: a forged claim"));
        tally.print(&label);
    }
}

/// The line with another letter or digit in it.
fn other_line(line: &str) -> Option<String> {
    let at = line.rfind(|sign: char| sign.is_ascii_alphanumeric())?;
    let other = match &line[at..=at] {
        "0" => "1",
        "e" => "a",
        sign if sign.as_bytes()[0].is_ascii_digit() => "0",
        _ => "e",
    };
    Some(format!("{}{other}{}", &line[..at], &line[at + 1..]))
}

/// The text of a file changed, line by line.
#[test]
fn no_change_of_any_line_goes_unnoticed() {
    for (label, game) in short_games() {
        let text = game.file.write();
        let lines: Vec<&str> = text.lines().collect();
        let mut tally = Tally::default();
        for (at, line) in some(&lines.iter().enumerate().collect::<Vec<_>>(), LINES, 0) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut judge = |with: &[&str]| {
                let changed = [&lines[..at], with, &lines[at + 1..]].concat().join("\n");
                tally.judge(
                    &read(changed.as_bytes()),
                    &format!("{label}: line {}, `{line}`, as {with:?}", at + 1),
                );
            };
            judge(&[]);
            judge(&[line, line]);
            if let Some(other) = other_line(line) {
                judge(&[&other]);
            }
        }
        tally.print(&format!("{label}, as text"));
    }
}
