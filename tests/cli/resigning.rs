//! Giving up: never by a slip, and in the other's turn for one's next.

use crate::harness::Test;
use crate::newcomers::says;

#[test]
fn nobody_resigns_by_a_slip() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "resign game.toml").refused(2).err;
    says(&said, &["Nothing was written.", "Next: pbem resign cd-bob --yes"]);
    let said = test.pbem("bob", "resign game.toml").refused(3).err;
    says(&said, &["it is alice's turn; you can resign with your next turn."]);
    says(&said, &["Next: pbem resign cd-alice --later keeps it until then"]);
    let said = test.pbem("alice", "resign game.toml --yes").ok().out;
    says(&said, &["Resigned you give the game up", "a slip? pbem undo cd-bob"]);
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

#[cfg(unix)]
#[test]
fn who_resigns_at_a_terminal_is_asked() {
    let test = Test::with_checkpoint();
    let (resign, asked) = ("resign game.toml", "[y/N] ");
    let said = crate::asking::typing(&test.pbem("alice", resign), asked, "\r");
    says(&said, &["Give up cd-bob, which bob then wins? Signed at once; until it is mailed: pbem"]);
    says(&said, &["you play on. Nothing was written."]);
    let said = crate::asking::typing(&test.pbem("alice", resign), asked, "y\r");
    says(&said, &["Resigned"]);
}

/// Alice has called, and bob is to answer; she wants to give up all the same.
fn gives_up_while_bob_is_due() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let said = test.pbem("alice", "resign cd-bob --later").ok().out;
    says(
        &said,
        &[
            "You will resign with your next turn in cd-bob. Nothing has been written into the file",
            "Next: pbem turn cd-bob when it is your turn: the turn resigns",
            "pbem resign cd-bob --cancel",
        ],
    );
    test
}

/// Bob calls where nobody stands, and his file has come.
pub(crate) fn bob_moves(test: &Test) {
    test.pbem("bob", "move game.toml Desert 5").ok();
    test.mail("bob", "alice");
}

#[test]
fn the_wish_to_resign_waits_for_ones_own_turn_and_is_that_turn() {
    let test = gives_up_while_bob_is_due();
    let waits = "You resign with your next turn. pbem resign cd-bob --cancel takes that back.";
    for command in ["show cd-bob", "status cd-bob", "status"] {
        says(&test.pbem("alice", command).ok().out, &[waits]);
    }
    assert!(!test.pbem("alice", "show cd-bob --public").ok().out.contains("resign"));
    bob_moves(&test);
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(&shown, &["Next: pbem move cd-bob resigns, as you have wished"]);
    let said = test.pbem("alice", "turn cd-bob --no-send").ok().out;
    says(&said, &["Answered Desert 5: 1", "Resigned you give the game up", "Showed your setup"]);
    says(&said, &["a slip? pbem undo cd-bob"]);
    for command in ["show cd-bob", "status cd-bob"] {
        assert!(!test.pbem("alice", command).ok().out.contains("resign with"), "{command}");
    }
    test.mail("alice", "bob");
    test.pbem("bob", "reveal game.toml").ok();
    says(&test.pbem("bob", "verify game.toml").ok().out, &["HONEST", "bob wins: alice resigned"]);
}

#[test]
fn what_leaves_nothing_to_decide_is_resigned_on_arrival() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    let said = test.pbem("alice", "receive game.toml --answer").ok().out;
    says(&said, &["Resigned you give the game up"]);
}

#[test]
fn a_move_is_never_lost_to_a_wish_of_some_days_ago() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    let said = test.pbem("alice", "move cd-bob F3").refused(3).err;
    says(
        &said,
        &[
            "you wanted to resign with this turn, and now you move. Nothing was written.",
            "Next: pbem resign cd-bob --cancel then move: you play on",
            "pbem move cd-bob without a move: resigns",
        ],
    );
    says(&test.pbem("alice", "move cd-bob --try").ok().out, &["Resigns you give the game up"]);
    says(&test.pbem("alice", "resign cd-bob --cancel").ok().out, &["You play on"]);
    says(&test.pbem("alice", "move cd-bob F3").ok().out, &["Moved Fiji 3"]);
    // What has gone along, or was taken back, waits no more.
    let said = test.pbem("alice", "resign cd-bob --cancel").refused(3).err;
    says(&said, &["no wish to resign waits."]);
}

#[test]
fn a_resignation_that_is_taken_back_does_not_wait_again() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    test.pbem("alice", "move game.toml").ok();
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    says(&test.pbem("alice", "move cd-bob F3").ok().out, &["Moved Fiji 3"]);
}

#[test]
fn nothing_has_to_wait_in_ones_own_turn_or_behind_the_end() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "resign game.toml --later").refused(3).err;
    says(&said, &["it is your turn, so that nothing has to wait.", "Next: pbem resign cd-bob"]);
    test.pbem("alice", "resign game.toml --yes").ok();
    test.pbem("alice", "resign game.toml --later").refused(3);
    for option in ["--yes", "--cancel", "--send", "--note well"] {
        test.pbem("alice", &format!("resign game.toml --later {option}")).refused(2);
    }
}
