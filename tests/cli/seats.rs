//! Two seats in one vault; games that were undone; turns that arrive out of order.

use insta::assert_snapshot;

use crate::harness::Test;

/// Alice and Bob share a computer and a vault.
fn two_at_one_table() -> Test {
    let test = Test::new();
    test.pbem("home", "new checkpoint-danger game.toml --as alice --with bob --setup")
        .arg("B8 D4 E2 G6")
        .ok();
    test.pbem("home", "join game.toml --as bob --setup").arg("B2 C7 F1 F3").ok();
    test
}

#[test]
fn two_seats_share_one_vault() {
    let test = two_at_one_table();
    assert_snapshot!(test.pbem("home", "move game.toml A9").ok().shown(), @r#"
    $ pbem move game.toml A9
    Seat      alice
    Moved     Arctic 9
    Wrote     game.toml      turn 3, signed
    Next:     pbem show cd-bob --as bob  # bob is next, and shares this vault
              pbem undo cd-bob  # undo, before you mail it
    "#);
    assert_snapshot!(test.pbem("home", "move cd-bob A8").ok().shown(), @r#"
    $ pbem move cd-bob A8
    Seat      bob
    Answered  Arctic 9:  1
    Moved     Arctic 8
    Wrote     game.toml      turn 4, signed
    Next:     pbem show cd-bob --as alice  # alice is next, and shares this vault
              pbem undo cd-bob  # undo, before you mail it
    "#);
    test.pbem("home", "move cd-bob A7 --as bob").refused(3);
    // Neither sees the other player's setup unless requested.
    assert_snapshot!(test.pbem("home", "show cd-bob").refused(2).shown(), @r#"
    $ pbem show cd-bob
    pbem: alice and bob use this vault in this game. Whose view do you want?
    Next: pbem show cd-bob --as alice
          pbem show cd-bob --as bob
          pbem show cd-bob --public
    (exit code 2)
    "#);
    test.pbem("home", "show cd-bob --public").ok();
    assert_eq!(test.pbem("home", "show cd-bob --as bob").json().1["you"], "bob");
    assert_eq!(test.pbem("home", "show cd-bob --as alice").json().1["you"], "alice");
    let records = test.records("home");
    assert_eq!(records.len(), 2);
    let newest: Vec<_> = records.iter().map(|record| &record["newest"]["text"]).collect();
    assert_eq!(newest[0], newest[1], "one seat has an older file");
    assert_eq!(test.pbem("home", "status").json().1["games"].as_array().map(Vec::len), Some(1));
    // Both play to the end from this vault.
    test.pbem("home", "resign cd-bob --yes").ok();
    test.pbem("home", "reveal cd-bob").ok();
    assert_eq!(test.pbem("home", "verify game.toml").verdict().1["verdict"], "honest");
}

#[test]
fn undone_turn_is_refused_by_the_other_seat() {
    let test = two_at_one_table();
    test.pbem("home", "move game.toml A9").ok();
    test.send("home", "game.toml", "home", "taken.toml");
    test.pbem("home", "undo cd-bob --not-mailed").ok();
    test.pbem("home", "move cd-bob A8").ok();
    test.pbem("home", "move cd-bob A7").ok();
    assert_eq!(test.pbem("home", "verify game.toml").verdict().1["verdict"], "open");
    let old = test.pbem("home", "move taken.toml A6").refused(4);
    assert!(old.err.contains("turn 3"), "{}", old.err);
}

#[test]
fn undone_game_is_deleted_if_unmailed() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "alice", "copy.toml");
    assert_snapshot!(test.pbem("alice", "undo game.toml").refused(3).shown(), @r#"
    $ pbem undo game.toml
    pbem: have you sent turn 1 (your setup) by mail or chat?
      If so, don't take it back: once an opponent answers the turn, it counts, no
      matter what you sign instead.
    Next: pbem undo cd-bob --not-mailed  # if you never sent it
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "undo game.toml --not-mailed").ok().shown(), @r#"
    $ pbem undo game.toml --not-mailed
    Undid cd-bob. You haven't sent it, so the game no longer exists.
    Removed   game.toml
    Next:     pbem new  # start another game
    "#);
    assert!(!test.path("alice", "game.toml").exists());
    assert!(test.pbem("alice", "").ok().out.contains("Play right now, against a bot"));
    assert_snapshot!(test.pbem("alice", "show copy.toml").refused(3).shown(), @r#"
    $ pbem show copy.toml
    pbem: you undid the first turn of cd-bob before you mailed it, so the game no
      longer exists.
    Next: pbem new  # start another
    (exit code 3)
    "#);
    test.pbem("alice", "show cd-bob").refused(3);
    // A new game can use the same file name.
    test.pbem("alice", "new checkpoint-danger game.toml --with bob --random").ok();
    // If Bob had the file after all and has answered, the game counts.
    test.send("alice", "copy.toml", "bob", "game.toml");
    test.pbem("bob", "join game.toml --as bob --random").ok();
    test.send("bob", "game.toml", "alice", "copy.toml");
    test.pbem("alice", "show copy.toml").ok();
    assert_eq!(test.pbem("alice", "").json().1["games"].as_array().map(Vec::len), Some(2));
}

#[test]
fn undone_join_can_be_repeated() {
    let test = Test::new();
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").ok();
    assert_snapshot!(test.pbem("bob", "undo game.toml --not-mailed").ok().shown(), @r#"
    $ pbem undo game.toml --not-mailed
    Took back turn 2 (your setup). If you haven't sent it, no one will know.
    Wrote     game.toml      turn 1
    Next:     pbem join cda1
    "#);
    assert_snapshot!(test.pbem("bob", "status").ok().shown(), @r"
    $ pbem status
    Your games                                                 Fri 20 Nov, 12:30 UTC

    YOUR MOVE
      cd-alice  Checkpoint: Danger!  turn 1  join                   4 Dec, 13 d left

    Next: pbem turn  # your move in cd-alice
    ");
    assert_snapshot!(test.pbem("bob", "show game.toml").ok().shown(), @r"
    $ pbem show game.toml
    Checkpoint: Danger!      cd-alice (game.toml)      turn 1      waiting for bob

           ALICE: known squares                        BOB: known squares
         1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
       ┌───────────────────────────┐              ┌───────────────────────────┐
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ A Arctic   A │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ B Bering   B │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ C Canadian C │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ D Desert   D │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ E Equator  E │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ F Fiji     F │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ G Glacier  G │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       └───────────────────────────┘              └───────────────────────────┘
        2  answer 2   [A] found   (?) not answered yet
        x  ruled out by a 0
        p  no agent: the owner of this map called this square

    Found:  by alice 0 of 4, by bob 0 of 4

    So far:    alice has hidden four agents (turn 1, 30 minutes ago)
    Deadline:  4 Dec, 12:00 UTC (13 days left)
    Next: pbem join cd-alice
    ");
    test.pbem("bob", "join cd-alice --setup").arg("B2 C7 F1 F4").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml F4").run();
    assert_eq!(test.pbem("alice", "verify game.toml").verdict().1["verdict"], "open");
}

#[test]
fn undone_turn_that_was_answered_counts() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    test.pbem("alice", "move game.toml Fiji 5").ok();
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
    assert_eq!(test.pbem("alice", "verify game.toml").verdict().1["verdict"], "open");
    assert!(test.read("alice", "game.toml").contains("Fiji 6"));
}

#[test]
fn replacement_reaches_a_player_who_saw_the_first() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    test.pbem("alice", "move game.toml Fiji 5").ok();
    test.mail("alice", "bob");
    let moved = test.pbem("bob", "move game.toml A1").ok();
    assert!(moved.out.contains("Fiji 5"), "{}", moved.out);
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
}

/// The opener of Enemy Agent chooses a side; the joiner gets the other side.
#[test]
fn opener_gets_the_chosen_side() {
    let test = Test::new();
    for (side, hides, joins) in [
        ("red", "agents 7 8 12; plan 1", "agents 1 2 3; plan 4"),
        ("blue", "agents 1 2 3; plan 4", "agents 7 8 12; plan 1"),
    ] {
        let game = format!("{side}.toml");
        let new = format!("new enemy-agent {game} --as alice --with bob --side {side} --setup");
        test.pbem("alice", &new).arg(joins).refused(3);
        let opened = test.pbem("alice", &new).arg(hides).ok();
        assert!(opened.out.contains("Enemy Agent, alice against bob."), "{}", opened.out);
        assert_eq!(test.read("alice", &game).contains("opener"), side == "red");
        test.send("alice", &game, "bob", &game);
        let asked = test.pbem("bob", &format!("join {game} --as bob")).ok();
        assert!(
            asked.out.contains("alice invites bob to a game of Enemy Agent"),
            "{}",
            asked.shown()
        );
        test.pbem("bob", &format!("join {game} --as bob --setup")).arg(joins).ok();
        test.send("bob", &game, "alice", &game);
        let mine = test.pbem("alice", &format!("show {game}")).json().1["mine"].clone();
        assert_eq!(mine["side"], side);
        test.pbem("alice", &format!("resign {game} --yes")).ok();
        test.send("alice", &game, "bob", &game);
        test.pbem("bob", &format!("reveal {game}")).ok();
        let verdict = test.pbem("bob", &format!("verify {game}")).verdict().1;
        assert_eq!(
            (&verdict["verdict"], &verdict["result"]["winners"][0]),
            (&"honest".into(), &"bob".into(),)
        );
        // In a rematch the opener has Blue again by default.
        test.pbem("bob", &format!("rematch {game} {side}-2.toml --another --setup"))
            .arg("agents 1 2 3; plan 4")
            .ok();
        test.pbem("bob", &format!("rematch {game} {side}-3.toml --side red --another --setup"))
            .arg("agents 7 8 9; plan 4")
            .ok();
    }
    let wrong = test.pbem("alice", "new enemy-agent --with bob --side green --random").refused(2);
    assert!(wrong.err.contains("the sides are blue and red"), "{}", wrong.err);
    let none = test.pbem("alice", "new spy --with bob --side red --random").refused(2);
    assert!(none.err.contains("Spy! has no sides to choose from"), "{}", none.err);
}

#[test]
fn side_can_be_chosen_against_a_bot() {
    let test = Test::new();
    let new = "new enemy-agent game.toml --as alice --against bot:easy --side red --setup";
    test.pbem("alice", new).arg("agents 7 8 12; plan 1").ok();
    let shown = test.pbem("alice", "show game.toml").json().1;
    assert_eq!(shown["mine"]["side"], "red");
    assert_eq!(shown["public"]["turn"], 1, "the bot has joined, and one begins");
}
