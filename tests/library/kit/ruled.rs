//! Games with an arbiter: claims, and rulings in separate files.

use chrono::Duration;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::{Ruling, Turn};

use super::Case;
use super::played::{claim as claim_of_any, small};
use crate::play::{Game, header, identity, of_kind};
use crate::second::arbiters::{claim, game_after_call, ruling};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = claims();
    cases.extend(rulings());
    cases.extend(headers());
    cases.extend(three());
    cases
}

fn several(name: &str, files: &[&str]) -> Case {
    let files = files.iter().map(|file| file.as_bytes().to_vec()).collect();
    Case { name: format!("ruled/{name}"), files, spaces: 0 }
}

/// Claims in place of turn 4.
fn claims() -> Vec<Case> {
    let game = game_after_call();
    let good = ruling(&game, |_| ());
    let ruled = claim(&game, &good);
    let mut answered = game.clone();
    answered.step(Intent::Move("B9".to_owned()));
    let mut late = answered.file.clone();
    late.turns[3].sent = good.ruled;
    game.sign(&mut late.turns[3]);
    let with = |name: &str, change: &dyn Fn(&mut Turn)| {
        let mut turn = ruled.turns[3].clone();
        change(&mut turn);
        game.sign(&mut turn);
        Case::of_file(format!("ruled/{name}"), &game.with_turn(turn))
    };
    let mut forged = good.clone();
    forged.signature = identity(1, "arbiter").sign_ruling(&forged.hash());
    let other = ruling(&game, |ruling| ruling.number = 5);
    let mut ruling_in_answer = answered.file.clone();
    let turn = &mut ruling_in_answer.turns[3];
    (turn.ruled, turn.ruling) = (Some(good.ruled), Some(good.signature));
    game.sign(turn);
    let mut accepted = answered.clone();
    accepted.step(Intent::Move("C8".to_owned()));
    let accepted = accepted.file.write();
    let [ruled_text, answer, late] = [ruled.write(), answered.file.write(), late.write()];
    vec![
        Case::of_file("ruled/claim".to_owned(), &ruled),
        Case::of_file("ruled/ruling-in-an-answer".to_owned(), &ruling_in_answer),
        with("claim-without-ruling", &|turn| (turn.ruled, turn.ruling) = (None, None)),
        with("claim-with-only-a-date", &|turn| turn.ruling = None),
        with("claim-with-only-a-signature", &|turn| turn.ruled = None),
        with("claim-with-another-date", &|turn| {
            turn.ruled = turn.ruled.map(|ruled| ruled + Duration::seconds(1));
        }),
        with("claim-in-grace-days", &|turn| {
            let early = ruling(&game, |ruling| ruling.ruled -= Duration::seconds(1));
            (turn.ruled, turn.ruling) = (Some(early.ruled), Some(early.signature));
        }),
        with("claim-with-forged-ruling", &|turn| turn.ruling = Some(forged.signature)),
        with("claim-with-ruling-on-another-turn", &|turn| turn.ruling = Some(other.signature)),
        several("claim-and-answer", &[&ruled_text, &answer]),
        several("answer-and-claim", &[&answer, &ruled_text]),
        several("claim-and-answer-accepted", &[&ruled_text, &accepted]),
        several("claim-and-late-answer", &[&ruled_text, &late]),
    ]
}

/// Files with rulings, next to the game.
fn rulings() -> Vec<Case> {
    let game = game_after_call();
    let good = ruling(&game, |_| ());
    let mut forged = good.clone();
    forged.signature = identity(1, "arbiter").sign_ruling(&forged.hash());
    let all = [
        good.clone(),
        ruling(&game, |ruling| ruling.game = [7; 32]),
        ruling(&game, |ruling| ruling.after = [7; 32]),
        ruling(&game, |ruling| ruling.number = 3),
        ruling(&game, |ruling| ruling.seat = String::from("alice")),
        forged,
    ];
    let texts = all.map(|ruling: Ruling| ruling.write());
    let with = |name: &str, file: &str| {
        let files: Vec<&str> =
            std::iter::once(file).chain(texts.iter().map(String::as_str)).collect();
        several(name, &files)
    };
    let mut answered = game.clone();
    answered.step(Intent::Move("B9".to_owned()));
    let mut plain = game.file.clone();
    plain.game.arbiter = None;
    let text = good.write();
    let file = game.file.write();
    let mut cases = vec![
        with("rulings-unused", &file),
        with("rulings-used", &claim(&game, &good).write()),
        with("rulings-answered", &answered.file.write()),
    ];
    let changed = [
        ("crlf", text.replace('\n', "\r\n")),
        ("text-around", format!("Dear bob,\n{text}\nregards\n")),
        ("no-last-line", text.replace("# end of pbem ruling", "#")),
        ("no-first-line", text.replacen("# pbem ruling", "# ruling", 1)),
        (
            "keys-in-another-order",
            text.replacen("number = 4\nseat = \"bob\"", "seat = \"bob\"\nnumber = 4", 1),
        ),
        ("another-reason", text.replacen("reason = \"late\"", "reason = \"tired\"", 1)),
        ("number-0", text.replacen("number = 4", "number = 0", 1)),
    ];
    for (name, text) in changed {
        cases.push(several(&format!("ruling-{name}"), &[&file, &text]));
    }
    cases
}

/// Game Box with three seats, finished, and a ruled claim in place of one of its turns.
fn three() -> Vec<Case> {
    let kind = of_kind("game-box");
    let mut header = header(kind, 3, small(kind), 40);
    header.arbiter = game_after_call().file.game.arbiter;
    let mut whole = Game::with(header, 40);
    while whole.step(whole.any()).is_some() {}
    let turns = whole.file.turns.len();
    let claimed = |at: usize| {
        let game = whole.until(at);
        let due = game.due().expect("the game continues");
        let by = game.players.iter().map(|player| player.seat).find(|seat| *seat != due);
        let name = game.file.game.seats[due.index()].clone();
        let good = ruling(&game, |ruling| ruling.seat = name);
        let mut turn = claim_of_any(&game, by.expect("another seat"), good.ruled);
        (turn.ruled, turn.ruling) = (Some(good.ruled), Some(good.signature));
        game.sign(&mut turn);
        game.with_turn(turn).write()
    };
    let file = whole.file.write();
    let is_of_checker = |at: &usize| whole.file.turns[*at].seat == whole.file.game.seats[0];
    let mut of_checker: Vec<usize> = (3..turns).filter(is_of_checker).collect();
    let last = of_checker.pop().expect("the Checker has answered");
    let before = of_checker.pop().expect("more than once");
    vec![
        several("three-claim-and-end-1", &[&file, &claimed(turns - 1)]),
        several("three-claim-and-win-1", &[&file, &claimed(last)]),
        several("three-claim-before-win", &[&claimed(before), &file]),
    ]
}

/// Headers with an arbiter.
fn headers() -> Vec<Case> {
    let game = game_after_call();
    let with = |name: &str, change: &dyn Fn(&mut pbem::turnfile::Arbiter, &mut Turn)| {
        let mut file = game.cut(1);
        let mut arbiter = file.game.arbiter.clone().expect("an arbiter");
        change(&mut arbiter, &mut file.turns[0]);
        file.game.arbiter = Some(arbiter);
        let turn = &mut file.turns[0];
        turn.after = file.game.id();
        turn.signature = game.players[Seat::OPENER.index()].identity.sign_turn(&turn.hash());
        Case::of_file(format!("ruled/header-{name}"), &file)
    };
    vec![
        with("grace-1", &|arbiter, _| arbiter.grace_days = 1),
        with("grace-60", &|arbiter, _| arbiter.grace_days = 60),
        with("grace-0", &|arbiter, _| arbiter.grace_days = 0),
        with("grace-61", &|arbiter, _| arbiter.grace_days = 61),
        with("name-and-mail", &|arbiter, _| {
            arbiter.name = Some("Spring Cup".to_owned());
            arbiter.mail = Some("cup@example.org".to_owned());
        }),
        with("key-of-small-order", &|arbiter, _| arbiter.key = [0; 32]),
        with("arbiter-plays", &|arbiter, turn| {
            arbiter.key = turn.key.expect("a key in the first turn");
        }),
    ]
}
