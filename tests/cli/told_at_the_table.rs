//! What a player is told at the table before he does something, and of what goes on elsewhere.

use crate::harness::Test;
use crate::planning::planned;
use crate::rounds::playing;
use crate::screen::Screen;

fn open(test: &Test, words: &str) -> Screen {
    Screen::open_where(test, words, "trap : INT TERM HUP")
}

fn leave(mut screen: Screen) {
    screen.press("\u{3}");
    screen.end();
}

#[test]
fn a_move_that_goes_for_nothing_is_said_before_it_is_signed() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml Equator 2").ok();
    test.mail("bob", "alice");
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("Asked Equator 2. You will answer HIT");
    let why = "Your answer alone goes out, and no move: then it is not your move.";
    screen.press(":C5");
    screen.wait_for(why);
    screen.press("\r");
    screen.wait_for(&format!("{why} Sign it?"));
    screen.press("n");
    leave(screen);
}

#[test]
fn the_list_tells_what_is_not_mailed_and_what_is_planned() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob Fiji 6").ok();
    test.pbem("alice", "plan cd-bob").arg("if HIT: C4; else A1").ok();
    let mut screen = open(&test, "play");
    screen.wait_for("You have planned \"if HIT: C4; else A1\".");
    screen.wait_for("Your turn 3 is signed, and not mailed yet.");
    leave(screen);
}

#[test]
fn enter_makes_the_move_that_was_planned() {
    let test = planned("Fiji 6", "if 2: E7", "Desert 5");
    test.pbem("alice", "show game.toml").ok();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("As planned, E7");
    screen.press("\r");
    screen.wait_for("As planned: E7. Sign it?");
    screen.press("y");
    screen.wait_for("Moved Equator 7");
    leave(screen);
}

#[test]
fn a_table_that_is_behind_is_drawn_anew_when_a_key_finds_out() {
    let test = Test::with_checkpoint();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("YOUR MOVE");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    screen.press(" \ry");
    screen.wait_for("The game has gone on in another place. This is how it stands now.");
    screen.wait_for("turn 3 WAITING");
    leave(screen);
}

#[test]
fn what_has_come_by_a_key_is_told_in_a_sentence() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob Fiji 6 --send").ok();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "move cd-alice A1 --send").ok();
    screen.press("r");
    screen.wait_for("Came: bob's turn 4 in cd-bob.");
    screen.wait_for("YOUR MOVE");
    screen.wait_for("News bob answers");
    leave(screen);
}
