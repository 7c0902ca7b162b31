//! Mail that arrives while the full screen is open is shown without a key press.

use crate::harness::Test;
use crate::rounds::playing;
use crate::screen::{Screen, assert_given_back};

/// Alice has called Fiji 6 and waits for Bob, who has the file.
fn waiting() -> Test {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    test.pbem("bob", "receive").ok();
    test
}

fn open(test: &Test, words: &str) -> Screen {
    Screen::open_where(test, words, "trap : INT TERM HUP; export PBEM_EVERY=1")
}

fn bob_moves(test: &Test) {
    test.pbem("bob", "move cd-alice A1 --send").ok();
}

/// An open screen, or a `receive` without `--answer`, may have read the turn before.
#[test]
fn receive_answers_turns_that_arrived_before() {
    let test = Test::new();
    test.pbem("olga", "new box game.toml --as olga --with rita,pete --random").ok();
    test.mail("olga", "rita");
    test.pbem("rita", "join game.toml --as rita B5").ok();
    test.send("rita", "game.toml", "olga", "mail.toml");
    test.pbem("olga", "receive mail.toml").ok();
    let (_, received) = test.pbem("olga", "receive mail.toml --answer").json();
    assert_eq!(received["answered"], serde_json::json!(["box-rita"]), "{received}");
    let (_, shown) = test.pbem("olga", "show box-rita").json();
    assert_eq!(shown["turns"], 3, "{shown}");
    let (_, received) = test.pbem("olga", "receive mail.toml --answer").json();
    assert_eq!(received["answered"], serde_json::json!([]), "{received}");
}

#[test]
fn new_turn_is_shown_and_the_draft_stays() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    screen.press(":Fiji 3\r");
    screen.wait_for("Move   > Fiji 3");
    // Other commands can use the vault while no key is pressed.
    test.pbem("alice", "mark cd-bob x A1").ok();
    bob_moves(&test);
    screen.wait_for("YOUR MOVE");
    screen.wait_for("bob calls Arctic 1");
    screen.wait_for("Move   > Fiji 3");
    screen.press("\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("Moved Fiji 3");
    screen.press("qq");
    assert_given_back(&screen.end());
}

/// The message about the old board goes when the board changes.
#[test]
fn new_turn_removes_the_last_message() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    screen.press(" ");
    screen.wait_for("It is bob's move, not yours.");
    bob_moves(&test);
    screen.wait_for("YOUR MOVE");
    screen.wait_for("bob calls Arctic 1");
    assert!(!screen.shown().contains("It is bob's move"), "{}", screen.shown());
    screen.press("qq");
    assert_given_back(&screen.end());
}

#[test]
fn signed_move_stays_marked_until_answered() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    screen.wait_for("{?}");
    screen.press(" ");
    screen.wait_for("It is bob's move, not yours.");
    bob_moves(&test);
    screen.wait_for("YOUR MOVE");
    assert!(!screen.shown().contains('{'), "{}", screen.shown());
    screen.press("qq");
    assert_given_back(&screen.end());
}

#[test]
fn typed_text_stays_and_a_question_is_not_changed() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    screen.press(":nonsense");
    screen.wait_for("Move   > nonsense_");
    bob_moves(&test);
    screen.wait_for("YOUR MOVE");
    screen.wait_for("Move   > nonsense_");
    screen.press(&"\u{7f}".repeat(8));
    screen.press("F3\r");
    screen.wait_for("Sign it?");
    let file = test.path("bob", "invitation.toml").display().to_string();
    test.pbem("bob", "new spy --with alice --random").arg(file).ok();
    test.send("bob", "invitation.toml", "alice", "downloads/invitation.toml");
    screen.press("n");
    screen.wait_for("bob invites you");
    screen.wait_for("Move   > F3");
    screen.press("q");
    screen.wait_for("Leave without signing?");
    screen.press("yq");
    assert_given_back(&screen.end());
}

#[test]
fn illegal_draft_is_dropped() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    screen.press(":nonsense\r");
    screen.wait_for("Move   > nonsense");
    bob_moves(&test);
    screen.wait_for("YOUR MOVE");
    assert!(!screen.shown().contains("nonsense"), "{}", screen.shown());
    screen.press("qq");
    assert_given_back(&screen.end());
}

#[test]
fn new_turns_are_listed_in_the_list_of_games_and_at_other_tables() {
    let test = waiting();
    let new = "new checkpoint-danger --against bot:easy --random";
    test.pbem("alice", new).ok();
    let mut list = open(&test, "play");
    list.wait_for("WAITING");
    bob_moves(&test);
    list.wait_for("News   cd-bob: bob's turn 4 arrived: your move");
    assert!(!list.shown().contains("WAITING"), "{}", list.shown());
    list.press("q");
    assert_given_back(&list.end());
    test.pbem("alice", "move cd-bob F3 --send").ok();
    let mut table = open(&test, "play cd-bot");
    table.wait_for("YOUR MOVE");
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "move cd-alice A2 --send").ok();
    table.wait_for("cd-bob: bob's turn 6 arrived");
    assert!(table.shown().starts_with(" cd-bot "), "{}", table.shown());
    table.press("q");
    table.wait_for("Enter open");
    table.press("q");
    assert_given_back(&table.end());
}

#[test]
fn unreadable_mail_is_reported_without_interruption() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    let file = test.read("alice", "cd-bob.toml").replace("Fiji 6", "Fiji 7");
    test.write("alice", "downloads/broken.toml", file);
    screen.wait_for("broken.toml: rejected");
    screen.press("qq");
    assert_given_back(&screen.end());
}

/// Processor time of the full screen, in hundredths of a second.
#[cfg(target_os = "linux")]
pub(crate) fn ticks(screen: &Screen) -> u64 {
    let pid = screen.program();
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn idle_table_uses_no_processor() {
    let test = waiting();
    let mut screen = open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    let mut before = 0;
    // Starting takes longer on a busy machine.
    while before != ticks(&screen) {
        before = ticks(&screen);
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    // Time for several looks at the empty mailbox.
    std::thread::sleep(std::time::Duration::from_secs(5));
    let used = ticks(&screen) - before;
    assert!(used < 20, "{used}");
    screen.press("qq");
    assert_given_back(&screen.end());
}

/// Bob has joined, and mails the file to Carol: the invitation is still Alice's.
#[test]
fn invitation_names_the_player_who_opened_the_game() {
    let test = Test::new();
    test.pbem("alice", "new box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob B5").ok();
    test.mail("bob", "carol");
    let (_, received) = test.pbem("carol", "receive game.toml").json();
    assert_eq!(received["games"][0]["state"], "invitation", "{received}");
    assert_eq!(received["games"][0]["by"], "alice", "{received}");
}
