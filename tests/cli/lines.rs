//! `pbem play --lines`: the table for who cannot, or will not, have a full screen.

use std::io::Read;

use crate::asking::typing;
use crate::harness::{Call, Test};
use crate::newcomers::says;
use crate::rounds::playing;
use crate::terminal::started;

const PROMPT: &str = "other game: its name): ";

/// With a game against a bot, too.
fn two_games() -> Test {
    let test = playing();
    test.pbem("alice", "new checkpoint-danger --against bot:easy --random").ok();
    test
}

#[test]
fn one_game_after_the_other_is_asked_for_until_nothing_waits() {
    let test = two_games();
    let said = typing(&test.pbem("alice", "play --lines"), PROMPT, "F6\rA1\r\r");
    says(
        &said,
        &[
            "Came bob's turn 2 in cd-bob",
            "YOUR MOVE, 27 days left",
            "Your move in cd-bob",
            "Mailed turn 3 of cd-bob to bob",
            "Your move in cd-bot",
            "bot answers",
            "Your move in cd-bot",
            "Your games",
            "YOUR MOVE cd-bot",
            "WAITING cd-bob",
        ],
    );
    // Nothing is ever overwritten.
    assert!(!said.contains('\u{1b}') && !said.replace("\r\n", "\n").contains('\r'), "{said:?}");
}

#[test]
fn one_can_leave_look_elsewhere_and_begin_with_a_game() {
    let test = two_games();
    let said = typing(&test.pbem("alice", "play --lines"), PROMPT, "q\r");
    says(&said, &["Your move in cd-bob", "Your games", "YOUR MOVE cd-bob"]);
    assert!(!said.contains("Your move in cd-bot"), "{said}");
    let keys = "cd-bob\rnonsense\rF6\rcd-bob\rq\r";
    let said = typing(&test.pbem("alice", "play cd-bot --lines"), PROMPT, keys);
    says(
        &said,
        &[
            "Your move in cd-bot",
            "Your move in cd-bob",
            "is no call",
            "Your move in cd-bob",
            "Mailed turn 3",
            "Your move in cd-bot",
            // It is bob's turn there: it is shown, and the question comes again.
            "waiting for bob",
            "Your move in cd-bot",
            "Your games",
        ],
    );
}

#[test]
fn a_turn_says_what_waits_then() {
    let test = two_games();
    let said = typing(&test.pbem("alice", "turn"), PROMPT, "F6\r");
    says(&said, &["Mailed turn 3 of cd-bob", "pbem turn cd-bot waits"]);
    // The bot has answered.
    let said = typing(&test.pbem("alice", "turn"), PROMPT, "A1\r");
    says(&said, &["bot answers", "pbem turn cd-bot waits"]);
}

/// What is said at a terminal on which there can be no table.
fn refused(call: &Call<'_>, lines: u16) -> String {
    let (mut pty, mut child) = started(call, lines);
    let (mut said, mut byte) = (Vec::new(), [0]);
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn where_there_is_no_room_for_a_table_it_is_the_way_out() {
    let test = two_games();
    let way_out = "Next: pbem play cd-bot --lines asks for your moves, line by line";
    let said = refused(&test.pbem("alice", "play cd-bot"), 19);
    says(&said, &["too small for the table", way_out, "pbem show cd-bot"]);
    let said = refused(&test.pbem("alice", "play cd-bot").env("TERM", "dumb"), 24);
    says(&said, &["nothing can be drawn on this terminal (TERM=dumb).", way_out]);
    let said = test.pbem("alice", "play --lines").refused(2).err;
    says(
        &said,
        &["there is nobody here who could be asked for moves.", "Next: pbem turn GAME MOVE"],
    );
}
