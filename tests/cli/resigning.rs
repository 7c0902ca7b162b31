//! Resigning: never by accident, and possible before the player's turn, to take effect with the
//! next turn.

use pbem::turnfile::TurnFile;

use crate::harness::Test;
use crate::newcomers::says;

#[test]
fn resigning_needs_a_confirmation() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "resign game.toml").refused(2).err;
    says(&said, &["Nothing was written.", "Next: pbem resign cd-bob --yes"]);
    let said = test.pbem("bob", "resign game.toml").refused(3).err;
    says(&said, &["it is alice's turn. You can only resign on your turn."]);
    says(&said, &["Next: pbem resign cd-alice --later # resign with your next turn"]);
    says(&said, &["pbem send cd-alice # mail turn 2, if not done yet"]);
    test.pbem("bob", "send cd-alice --done").ok();
    let said = test.pbem("bob", "resign game.toml").refused(3).err;
    says(&said, &["pbem send cd-alice --again # mail the file to alice again, if it was lost"]);
    let said = test.pbem("alice", "resign game.toml --yes").ok().out;
    says(&said, &["Resigned the game", "pbem undo cd-bob # undo, before you mail it"]);
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

#[cfg(unix)]
#[test]
fn resigning_at_a_terminal_asks_first() {
    let test = Test::with_checkpoint();
    let (resign, asked) = ("resign game.toml", "[y/N] ");
    let said = crate::asking::typing(&test.pbem("alice", resign), asked, "\r");
    let asks = "Resign cd-bob and let bob win? You can undo this until you mail the turn: pbem";
    says(&said, &[asks]);
    says(&said, &["you play on. Nothing was written."]);
    for yes in ["y", "Yes"] {
        let said = crate::asking::typing(&test.pbem("alice", resign), asked, &format!("{yes}\r"));
        says(&said, &["Resigned"]);
        test.pbem("alice", "undo cd-bob --not-mailed").ok();
    }
}

#[test]
fn question_promises_no_undo_of_a_mailed_turn() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "new cd --against bot:easy --random").ok();
    let said = crate::asking::typing(&test.pbem("alice", "resign cd-bob --send"), "[y/N] ", "n\r");
    says(&said, &["You can undo this until you mail the turn: pbem undo cd-bob."]);
    test.pbem("alice", "config sendmail true").ok();
    for (resign, undo) in [
        ("resign cd-bob --send", "You can't undo this: pbem mails the turn immediately."),
        ("resign cd-bot", "You can't undo this: the bot answers immediately."),
    ] {
        let said = crate::asking::typing(&test.pbem("alice", resign), "[y/N] ", "n\r");
        says(&said, &[undo, "you play on. Nothing was written."]);
    }
}

/// Alice has called and it is Bob's move; she wants to resign anyway.
fn gives_up_while_bob_is_due() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let said = test.pbem("alice", "resign cd-bob --later").ok().out;
    says(
        &said,
        &[
            "You will resign with your next turn in cd-bob. The file hasn't changed yet.",
            "Next: pbem turn cd-bob # resign, when it is your turn",
            "pbem resign cd-bob --cancel",
        ],
    );
    test
}

/// Bob calls an empty square, and the file has arrived.
pub(crate) fn bob_moves(test: &Test) {
    test.pbem("bob", "move game.toml Desert 5").ok();
    test.mail("bob", "alice");
}

#[test]
fn early_resignation_becomes_the_next_turn() {
    let test = gives_up_while_bob_is_due();
    let waits = "You will resign with your next turn (to cancel: pbem resign cd-bob --cancel).";
    for command in ["show cd-bob", "status cd-bob", "status"] {
        says(&test.pbem("alice", command).ok().out, &[waits]);
    }
    assert!(!test.pbem("alice", "show cd-bob --public").ok().out.contains("resign"));
    bob_moves(&test);
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(&shown, &["Next: pbem move cd-bob # resign, as planned"]);
    let said = test.pbem("alice", "turn cd-bob --no-send").ok().out;
    says(&said, &["Answered Desert 5: 1", "Resigned the game", "Showed your setup"]);
    says(&said, &["pbem undo cd-bob # undo, before you mail it"]);
    for command in ["show cd-bob", "status cd-bob"] {
        assert!(!test.pbem("alice", command).ok().out.contains("resign with"), "{command}");
    }
    test.mail("alice", "bob");
    test.pbem("bob", "reveal game.toml").ok();
    says(&test.pbem("bob", "verify game.toml").ok().out, &["HONEST", "bob wins: alice resigned"]);
}

#[test]
fn resignation_with_nothing_to_decide_is_made_on_arrival() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    let said = test.pbem("alice", "receive game.toml --answer").ok().out;
    says(&said, &["Resigned the game"]);
}

#[test]
fn move_is_never_replaced_by_an_old_resignation() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    let said = test.pbem("alice", "move cd-bob F3").refused(3).err;
    says(
        &said,
        &[
            "you planned to resign with this turn, but you typed a move. Nothing was written.",
            "Next: pbem resign cd-bob --cancel # play on, then move",
            "pbem move cd-bob # resign",
        ],
    );
    says(&test.pbem("alice", "move cd-bob --try").ok().out, &["Resigns the game"]);
    says(&test.pbem("alice", "resign cd-bob --cancel").ok().out, &["You play on"]);
    says(&test.pbem("alice", "move cd-bob F3").ok().out, &["Moved Fiji 3"]);
    // A resignation that was sent or cancelled no longer waits.
    let said = test.pbem("alice", "resign cd-bob --cancel").refused(3).err;
    says(&said, &["you have no resignation to take back."]);
}

#[test]
fn undone_resignation_does_not_wait_again() {
    let test = gives_up_while_bob_is_due();
    bob_moves(&test);
    test.pbem("alice", "move game.toml").ok();
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    says(&test.pbem("alice", "move cd-bob F3").ok().out, &["Moved Fiji 3"]);
}

#[test]
fn resignation_never_waits_in_ones_turn_or_after_the_end() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "resign game.toml --later").refused(3).err;
    says(&said, &["it is your turn, so you can resign now.", "Next: pbem resign cd-bob"]);
    test.pbem("alice", "resign game.toml --yes").ok();
    test.pbem("alice", "resign game.toml --later").refused(3);
    for option in ["--cancel", "--send", "--note well"] {
        test.pbem("alice", &format!("resign game.toml --later {option}")).refused(2);
    }
}

#[test]
fn undone_turn_leaves_its_offer_waiting() {
    let test = Test::with_checkpoint();
    let offer = || {
        let file = TurnFile::read(test.read("alice", "game.toml").as_bytes()).expect("a turn file");
        file.turns.last().expect("a turn").offer.clone()
    };
    test.pbem("alice", "offer game.toml").ok();
    for call in ["Fiji 6", "A1"] {
        test.pbem("alice", "move game.toml").arg(call).ok();
        assert_eq!(offer().as_deref(), Some("draw"), "{call}");
        let said = test.pbem("alice", "undo game.toml --not-mailed").ok().out;
        assert!(said.contains("pbem offer cd-bob --cancel"), "{said}");
    }
    test.pbem("alice", "offer cd-bob --cancel").ok();
    test.pbem("alice", "move game.toml A1").ok();
    assert_eq!(offer(), None);
}
