//! Messages of the full screen before an action, and about other games.

use crate::harness::Test;
use crate::planning::planned;
use crate::rounds::playing;
use crate::screen::{Screen, choose};

fn open(test: &Test, words: &str) -> Screen {
    Screen::open_where(test, words, "trap : INT TERM HUP")
}

fn leave(mut screen: Screen) {
    screen.press("\u{3}");
    screen.end();
}

#[test]
fn useless_move_is_warned_of_before_it_is_signed() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml Equator 2").ok();
    test.mail("bob", "alice");
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("Asked Equator 2. You will answer HIT");
    let why = "Only your answer is sent, without a move: after the answer, it is not your move.";
    screen.press(":C5");
    screen.wait_for(why);
    screen.press("\r");
    screen.wait_for(&format!("{why} Sign it?"));
    screen.press("n");
    leave(screen);
}

#[test]
fn pasted_command_at_the_table_is_not_a_move() {
    let test = Test::with_checkpoint();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("cd-bob");
    screen.press(":pbem resign cd-bob\r");
    screen.wait_for("To resign, press . and choose it from the menu.");
    leave(screen);
    assert!(test.read("alice", "game.toml").matches("[[turn]]").count() == 2);
}

/// Alice reads Bob's last turn only after Bob's claim.
#[test]
fn table_asks_whether_the_turn_arrived_late() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    let turn = test.read("bob", "game.toml");
    test.wait_minutes(31 * 24 * 60);
    test.pbem("bob", "claim cd-alice --show-setup").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "verify game.toml").run();
    test.write("alice", "game.toml", turn);
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("bob");
    screen.press(":C5\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("Your opponent claims that you missed your deadline.");
    screen.press("n");
    screen.wait_for("Canceled. Nothing was done.");
    screen.press("\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("Your opponent claims that you missed your deadline.");
    screen.press("y");
    screen.wait_for("Moved");
    leave(screen);
    assert!(test.pbem("alice", "copy cd-bob answer.toml").ok().out.contains("turn 5"));
}

#[test]
fn list_names_unmailed_turns_and_plans() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob Fiji 6").ok();
    test.pbem("alice", "plan cd-bob").arg("if HIT: C4; else A1").ok();
    let mut screen = open(&test, "play");
    screen.wait_for("You have planned \"if HIT: C4; else A1\".");
    screen.wait_for("You haven't mailed turn 3 yet.");
    leave(screen);
}

#[test]
fn enter_makes_the_planned_move() {
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
fn outdated_table_is_redrawn_at_a_key_press() {
    let test = Test::with_checkpoint();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("YOUR MOVE");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    screen.press(" \ry");
    screen.wait_for("The game changed while you were looking. This is the latest board.");
    screen.wait_for("turn 3 WAITING");
    leave(screen);
}

/// Alice calls from another terminal, and Bob answers.
fn play_elsewhere(test: &Test) {
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml Arctic 1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
}

/// Number of turns that Alice's vault has signed.
fn signed(test: &Test) -> usize {
    test.records("alice")[0]["made"].as_array().expect("a list").len()
}

#[test]
fn play_only_signs_for_the_visible_board() {
    let test = Test::with_checkpoint();
    let mut screen = open(&test, "play game.toml");
    screen.press(":G9");
    screen.wait_for("Glacier 9: shows bob");
    screen.press("\r");
    screen.wait_for("Sign it?");
    play_elsewhere(&test);
    screen.press("y");
    screen.wait_for("The game changed");
    assert_eq!(signed(&test), 2, "the first turn, and the one from the other terminal");
    // The draft is still there, and can be signed for the board that is shown now.
    screen.press("\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("Moved Glacier 9");
    assert_eq!(signed(&test), 3);
    leave(screen);
}

#[test]
fn turn_shows_the_board_again_if_it_changed() {
    let test = Test::with_checkpoint();
    for command in ["turn game.toml --no-receive --no-send", "play game.toml --lines"] {
        let before = test.now();
        let mut screen = open(&test, command);
        screen.wait_for("Your move in");
        play_elsewhere(&test);
        screen.press("G9\r");
        screen.wait_for("has moved on to turn 4");
        screen.wait_for("bob calls Arctic 1");
        assert_eq!(signed(&test), 2, "{command}");
        screen.press("q\r");
        screen.end();
        test.back_to(&before);
    }
}

#[test]
fn learn_only_signs_for_the_visible_board() {
    let test = Test::new();
    let new = "new cd --as alice --against bot:easy --first alice --setup";
    test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
    let mut screen = open(&test, "learn checkpoint-danger");
    screen.wait_for("quit > ");
    test.pbem("alice", "move cd-bot A1").ok();
    let made = signed(&test);
    screen.press("G9\r");
    screen.wait_for("since you saw the board");
    screen.wait_for("quit > ");
    screen.press("resign\r");
    screen.wait_for("Continue?");
    test.pbem("alice", "move cd-bot A2").ok();
    screen.press("y\r");
    screen.wait_for("since you saw the board");
    assert_eq!(signed(&test), made + 1);
    screen.press("quit\r");
    screen.end();
}

#[test]
fn news_after_a_key_press_is_one_sentence() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob Fiji 6 --send").ok();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "move cd-alice A1 --send").ok();
    screen.press("r");
    screen.wait_for("New mail: bob's turn 4 in cd-bob.");
    screen.wait_for("YOUR MOVE");
    screen.wait_for("News bob answers");
    leave(screen);
}

/// Alice is the Checker; Bob hits three houses, which wins.
fn game_box_won_by_bob() -> Test {
    let test = Test::new();
    let chart = "houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H9 H1";
    let new = "new game-box game.toml --as alice --with bob,carol --setup";
    test.pbem("alice", new).arg(chart).ok();
    for (who, words) in [
        ("bob", "join game.toml --as bob A1"),
        ("carol", "join game.toml --as carol E1"),
        ("bob", "move game.toml A3"),
        ("carol", "move game.toml E2"),
        ("bob", "move game.toml A5"),
    ] {
        test.mail("alice", who);
        test.pbem(who, words).ok();
        test.mail(who, "alice");
        if words != "move game.toml A5" {
            test.pbem("alice", "move game.toml").ok();
        }
    }
    test
}

#[test]
fn checker_of_game_box_neither_wins_nor_loses_and_opens_the_next() {
    let test = game_box_won_by_bob();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("This move decides the game: bob was the first with three hits.");
    screen.press("\ry");
    screen.wait_for("Over bob won: ");
    screen.wait_for("R rematch");
    screen.press("L");
    screen.wait_for("bob: A5");
    leave(screen);
    test.mail("alice", "bob");
    let mut screen = Screen::of(&test, "bob", "play game.toml", "trap : INT TERM HUP");
    screen.wait_for("Over You won: ");
    assert!(!screen.shown().contains("R rematch"), "{}", screen.shown());
    screen.press("R.");
    screen.wait_for("Enter: choose");
    assert!(!screen.shown().contains("another game"), "{}", screen.shown());
    leave(screen);
}

#[test]
fn invited_player_joins_with_the_first_move() {
    let test = Test::new();
    test.pbem("bob", "new game-box game.toml --as bob --with alice,carol --random").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "config name alice").ok();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("Press Enter to continue.");
    screen.press("\r");
    screen.wait_for("YOUR MOVE");
    screen.press("h");
    screen.wait_for("You join with your first move.");
    leave(screen);
}

#[test]
fn undone_join_hides_another_setup() {
    let test = Test::new();
    test.pbem("bob", "new espionage game.toml --as bob --with alice --random").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "config name alice").ok();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("Press Enter to continue.");
    screen.press("\r");
    screen.wait_for("HIDE YOUR SETUP");
    screen.press("R\ry");
    screen.wait_for("You sealed your setup");
    screen.press("u\r");
    screen.wait_for("Took back");
    screen.wait_for("HIDE YOUR SETUP");
    leave(screen);
}

#[test]
fn turn_is_available_as_text() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let mut screen = open(&test, "play game.toml");
    screen.wait_for("WAITING");
    choose(&mut screen, "copy your latest turn as text, for a chat");
    screen.wait_for("paste it into a chat with bob, who types pbem paste");
    leave(screen);
}
