//! `pbem play --lines`: playing without the full screen.

use std::io::Read;

use crate::asking::typing;
use crate::harness::{Call, Test};
use crate::newcomers::says;
use crate::rounds::playing;
use crate::terminal::started;

const PROMPT: &str = "or a game's name): ";

/// Two games, one of them against a bot.
fn two_games() -> Test {
    let test = playing();
    test.pbem("alice", "new checkpoint-danger --against bot:easy --random").ok();
    test
}

#[test]
fn lines_prompts_for_each_game_in_turn() {
    let test = two_games();
    let said = typing(&test.pbem("alice", "play --lines"), PROMPT, "F6\rA1\r\r");
    says(
        &said,
        &[
            "Mail bob's turn 2 in cd-bob",
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
    // No text on the screen is ever overwritten.
    assert!(!said.contains('\u{1b}') && !said.replace("\r\n", "\n").contains('\r'), "{said:?}");
}

#[test]
fn table_can_be_left_and_opened_with_a_game() {
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
            "is not a call",
            "Your move in cd-bob",
            "Mailed turn 3",
            "Your move in cd-bot",
            // It is Bob's turn: the game is shown, and the prompt repeats.
            "waiting for bob",
            "Your move in cd-bot",
            "Your games",
        ],
    );
}

#[test]
fn turn_names_the_next_due_game() {
    let test = two_games();
    let said = typing(&test.pbem("alice", "turn"), PROMPT, "F6\r");
    says(&said, &["Mailed turn 3 of cd-bob", "pbem turn # your move in cd-bot"]);
    // The bot has answered.
    let said = typing(&test.pbem("alice", "turn"), PROMPT, "A1\r\r");
    says(&said, &["bot answers", "Your move in cd-bot", "Next: pbem turn"]);
}

/// The error at a terminal that can't show the full screen.
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
fn terminal_without_a_table_suggests_lines() {
    let test = two_games();
    let way_out = "Next: pbem play cd-bot --lines # asks for your moves, line by line";
    let said = refused(&test.pbem("alice", "play cd-bot"), 19);
    says(&said, &["too small for full-screen mode", way_out, "pbem show cd-bot"]);
    let said = refused(&test.pbem("alice", "play cd-bot").env("TERM", "dumb"), 24);
    says(&said, &["this terminal can't run full-screen mode (TERM=dumb).", way_out]);
    let said = test.pbem("alice", "play --lines").refused(2).err;
    says(
        &said,
        &["pbem play --lines needs a terminal to ask for your moves.", "Next: pbem turn GAME MOVE"],
    );
}
