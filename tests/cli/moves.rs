//! Invalid moves, setups and notes: pbem refuses each by name with a remedy, and loses no data.

use insta::assert_snapshot;

use crate::harness::Test;

/// It is Alice's move; Bob got the answer 2 for Fiji 6 and has called Arctic 1.
fn in_the_middle() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test
}

#[test]
fn invalid_call_is_refused() {
    let test = in_the_middle();
    let refused =
        |words: &str| test.pbem("alice", &format!("move game.toml {words}")).refused(3).shown();
    assert_snapshot!(refused("H3"), @r#"
    $ pbem move game.toml H3
    pbem: "H3" is not a call: name a row, A (Arctic) to G (Glacier), and a column, 1
      to 9, such as F6, and write "danger" before a square that holds your own agent
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
    assert_snapshot!(refused("Fiji"), @r#"
    $ pbem move game.toml Fiji
    pbem: "Fiji" is not a call: name a row, A (Arctic) to G (Glacier), and a column,
      1 to 9, such as F6, and write "danger" before a square that holds your own
      agent
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
    assert_snapshot!(refused("E2"), @r#"
    $ pbem move game.toml E2
    pbem: Equator 2 holds your own agent: call it as "danger E2" (that shows bob
      that your agent is there)
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
    assert_snapshot!(refused("danger A2"), @r#"
    $ pbem move game.toml danger A2
    pbem: you have no agent on Arctic 2, so you can't call it with "Checkpoint
      Danger": call it as "A2"
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
    assert_snapshot!(refused("Fiji 6"), @r#"
    $ pbem move game.toml Fiji 6
    pbem: Fiji 6 was called before, and the answer was 2. You can't call a square
      twice: call another one
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
    assert_snapshot!(refused("B1; B1"), @r#"
    $ pbem move game.toml "B1;" B1
    pbem: this move calls Bering 1 twice
      Nothing was written.
    Next: pbem rules checkpoint-danger  # how to type moves
    (exit code 3)
    "#);
}

#[test]
fn move_out_of_turn_or_after_the_end_is_refused() {
    let test = in_the_middle();
    test.pbem("bob", "show game.toml").ok();
    assert_snapshot!(test.pbem("bob", "move game.toml A2").refused(3).shown(), @r#"
    $ pbem move game.toml A2
    pbem: it is alice's turn: the last turn in this file, turn 4, is yours.
    Next: pbem receive  # read mail from alice, if it has arrived
          pbem send cd-alice  # mail turn 4, if not done yet
    (exit code 3)
    "#);
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    assert_snapshot!(test.pbem("bob", "move game.toml A2").ok().shown(), @r"
    $ pbem move game.toml A2
    Showed    your setup, for everyone to check
    Dropped   your A2: the game is decided
    Wrote     game.toml      turn 6, reveal
    The game is over: alice resigned.
    Next:     mail game.toml to alice
              pbem verify cd-alice  # check that everyone was honest
              pbem rematch cd-alice  # play again: bob begins
    ");
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "move game.toml A2").refused(3).shown(), @r"
    $ pbem move game.toml A2
    pbem: this game is over.
    Next: pbem verify cd-bob
    (exit code 3)
    ");
    for words in [
        "resign game.toml --yes",
        "accept game.toml",
        "reveal game.toml",
        "claim game.toml",
        "offer game.toml",
        "dispute game.toml",
    ] {
        test.pbem("alice", words).refused(3);
    }
}

#[test]
fn invalid_setup_is_refused() {
    let test = Test::new();
    let refused = |setup: &str| {
        test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --setup")
            .arg(setup)
            .refused(3)
            .shown()
    };
    assert_snapshot!(refused("B8 D4 E2"), @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --setup "B8 D4 E2"
    pbem: this setup can't be used. Nothing was sealed.
      a setup has exactly four agents, but this one has 3
    Next: use, for example,  B2 C7 F1 F3,  or  --random
    (exit code 3)
    "#);
    assert_snapshot!(refused("B8 D4 E2 G6 A1"), @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --setup "B8 D4 E2 G6 A1"
    pbem: this setup can't be used. Nothing was sealed.
      a setup has exactly four agents, but this one has 5
    Next: use, for example,  B2 C7 F1 F3,  or  --random
    (exit code 3)
    "#);
    assert_snapshot!(refused("B8 D4 D4 Z7"), @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --setup "B8 D4 D4 Z7"
    pbem: this setup can't be used. Nothing was sealed.
      "Z7" is not a square: name a row, A (Arctic) to G (Glacier), and a column, 1
      to 9, such as F6 or Fiji 6
      you named Desert 4 more than once: put the four agents on four different
      squares
    Next: use, for example,  B2 C7 F1 F3,  or  --random
    (exit code 3)
    "#);
    assert_snapshot!(refused(""), @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --setup 
    pbem: this setup can't be used. Nothing was sealed.
      a setup has exactly four agents, but this one has 0
    Next: use, for example,  B2 C7 F1 F3,  or  --random
    (exit code 3)
    "#);
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random --setup x")
        .refused(2);
    test.pbem(
        "alice",
        "new checkpoint-danger game.toml --as alice --with bob --setup-file none.txt",
    )
    .refused(5);
    assert!(!test.path("alice", "vault").exists() && !test.path("alice", "game.toml").exists());

    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let said = test.pbem("bob", "join game.toml --setup").arg("B2 B3 B2 C7").refused(3).shown();
    assert_snapshot!(said, @r#"
    $ pbem join game.toml --setup "B2 B3 B2 C7"
    pbem: this setup can't be used. Nothing was sealed.
      you named Bering 2 more than once: put the four agents on four different
      squares
    Next: use, for example,  B2 C7 F1 F3,  or  --random
    (exit code 3)
    "#);
    assert!(!test.path("bob", "vault").exists());
}

#[test]
fn invalid_options_and_names_are_refused() {
    let test = Test::new();
    let refused = |words: &str| {
        test.pbem("alice", &format!("new checkpoint-danger game.toml --random {words}"))
            .refused(2)
            .shown()
    };
    assert_snapshot!(refused("--as alice --with bob --set speed=9"), @r"
    $ pbem new checkpoint-danger game.toml --random --as alice --with bob --set speed=9
    pbem: checkpoint-danger has no house rule `speed`
      The house rules are allow-danger-bluff, allow-repeat-calls, days-per-turn,
      hints
    (exit code 2)
    ");
    assert_snapshot!(refused("--as alice --with bob --set days-per-turn=often"), @r#"
    $ pbem new checkpoint-danger game.toml --random --as alice --with bob --set days-per-turn=often
    pbem: option days-per-turn: `often` isn't allowed; use a number from 0 to 365,
      or none
    Next: pbem rules checkpoint-danger
    (exit code 2)
    "#);
    assert_snapshot!(refused("--as alice --with alice"), @r#"
    $ pbem new checkpoint-danger game.toml --random --as alice --with alice
    pbem: two players are named alice: each player needs a different name
    (exit code 2)
    "#);
    assert_snapshot!(refused("--as 1alice --with bob"), @r#"
    $ pbem new checkpoint-danger game.toml --random --as 1alice --with bob
    pbem: `1alice` is not a valid player name: use up to 32 lower-case letters,
      digits and hyphens, starting with a letter
    (exit code 2)
    "#);
    assert_snapshot!(refused("--as alice --with nul"), @r#"
    $ pbem new checkpoint-danger game.toml --random --as alice --with nul
    pbem: `nul` is not a valid player name: use up to 32 lower-case letters, digits
      and hyphens, starting with a letter
    (exit code 2)
    "#);
    assert_snapshot!(refused("--as alice --with bob,carol"), @r#"
    $ pbem new checkpoint-danger game.toml --random --as alice --with bob,carol
    pbem: Checkpoint: Danger! is for 2 players, not 3
    (exit code 2)
    "#);
    let note = "x".repeat(281);
    let long = test
        .pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random --note")
        .arg(note)
        .refused(2);
    assert_snapshot!(long.err, @r#"
    pbem: you can't send this note: has 281 characters, but at most 280 are allowed
    "#);
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random --note")
        .arg("a\u{1b}[2Jb")
        .refused(2);
    assert!(!test.path("alice", "vault").exists());
}

#[test]
fn new_never_overwrites() {
    let test = Test::new();
    test.write("alice", "game.toml", "mine");
    let said = test
        .pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random")
        .refused(2)
        .shown();
    assert_snapshot!(said, @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --random
    pbem: game.toml already exists. Nothing was written.
    Next: choose another file
    (exit code 2)
    "#);
    assert_eq!(test.read("alice", "game.toml"), "mine");
}

#[test]
fn note_is_sent_and_shown() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6 --note").arg("gr\u{fc}\u{df} dich; \"bob\"").ok();
    assert!(test.read("alice", "game.toml").is_ascii());
    test.mail("alice", "bob");
    assert!(test.pbem("bob", "show game.toml").ok().out.contains("gr\u{fc}\u{df} dich; \"bob\""));
    assert!(test.pbem("bob", "log game.toml").ok().out.contains("gr\u{fc}\u{df} dich"));
}

#[test]
fn list_of_moves_of_a_finished_game_says_that_it_is_over() {
    let test = Test::new();
    let new = "new ea ea-bot.toml --as alice --against bot:easy --first alice --random";
    test.pbem("alice", new).ok();
    test.pbem("alice", "resign ea-bot --yes").ok();
    let refused = test.pbem("alice", "show ea-bot --moves 5").json();
    assert_eq!(refused.1["kind"], "over", "{}", refused.1);
}
