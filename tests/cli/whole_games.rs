//! Whole games through the real program, from `new` to every player's `verify`; the file is passed
//! on as by mail.

use insta::assert_snapshot;

use crate::harness::Test;

/// All players' screens in a game of Checkpoint: Danger!, and the result.
#[test]
#[expect(clippy::too_many_lines, reason = "one game, screen by screen")]
fn checkpoint_danger_plays_from_new_to_verify() {
    let test = Test::new();
    let opened = test
        .pbem("alice", "new checkpoint-danger game.toml --as alice --with bob")
        .arg("--setup")
        .arg("B8 D4 E2 G6")
        .ok();
    assert_snapshot!(opened.shown(), @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob --setup "B8 D4 E2 G6"
    New game cd-bob: Checkpoint: Danger!, alice against bob. 14 days per turn;
    unused days carry over to the next one. Hints are allowed.
    Your hidden setup: Bering 8, Desert 4, Equator 2, Glacier 6. Only you can see
    it. You can no longer change it, because it is sealed in game.toml.

    Wrote     game.toml      turn 1, signed
    Vault     ~/alice/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to bob
              bob can join with  pbem join cda1
    "#);
    test.mail("alice", "bob");
    let joined = test.pbem("bob", "join game.toml").arg("--setup").arg("B2 C7 F1 F3").ok();
    assert_snapshot!(joined.shown(), @r#"
    $ pbem join game.toml --setup "B2 C7 F1 F3"
    You are bob in cd-alice: Checkpoint: Danger!, started by alice.
    Your hidden setup: Bering 2, Canadian 7, Fiji 1, Fiji 3. Only you can see it.

    Wrote     game.toml      turn 2, signed
    Vault     ~/bob/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to alice
              pbem undo cd-alice  # undo, before you mail it
    "#);

    let calls = [
        ("alice", vec!["Fiji 6", "c7; b2; a9", "danger D4; f1", "D9", "F1; F3"]),
        ("bob", vec!["danger F3", "A1", "e2; g7", "C1", "C2"]),
    ];
    let mut next = [0, 0];
    let mut seen = Vec::new();
    let mut last = "bob";
    loop {
        let (_, table) = test.pbem(last, "show game.toml --public").json();
        let Some(due) = table["to_act"][0].as_str() else { break };
        let who = usize::from(due == "bob");
        let due = ["alice", "bob"][who];
        if due != last {
            test.mail(last, due);
        }
        let (_, table) = test.pbem(due, "show game.toml").json();
        // The board appears here once; tests of the game check it at other times.
        let mine = test.pbem(due, "show game.toml").ok();
        let mine = if seen.len() == 6 { mine.shown() } else { mine.without_board() };
        let output = match table["expects"].as_str() {
            Some("move") => {
                let call = calls[who].1[next[who]];
                next[who] += 1;
                test.pbem(due, &format!("move game.toml {call}")).ok()
            }
            Some("reveal") => test.pbem(due, "reveal game.toml").ok(),
            _ => test.pbem(due, "move game.toml").ok(),
        };
        seen.push(format!("{due}{mine}\n{due}{}", output.shown()));
        last = due;
        assert!(seen.len() < 30, "the game does not end");
    }
    assert_snapshot!(seen.join("\n"), @r#"
    alice$ pbem show game.toml
    Checkpoint: Danger!    cd-bob (game.toml)    turn 2    YOUR MOVE, 27 days left

    Found:  by you 0 of 4, by bob 0 of 4

    Since your last turn:  bob joins
                           bob has hidden four agents (turn 2, 30 minutes ago)
    Your turn reveals:     alice begins
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 12:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 5"  # an agent may be there

    alice$ pbem move game.toml Fiji 6
    Moved     Fiji 6
    Wrote     game.toml      turn 3, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it

    bob$ pbem show game.toml
    Checkpoint: Danger!    cd-alice (game.toml)    turn 3    YOUR MOVE, 27 days left

    Found:  by you 0 of 4, by alice 0 of 4

    Since your last turn:  alice begins
                           alice calls Fiji 6 (turn 3, 30 minutes ago)
    Question for you:      Fiji 6. Your answer: 2 (Fiji 3 and Bering 2). pbem sends
                           it for you.
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 12:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-alice "Canadian 5"  # an agent may be there

    bob$ pbem move game.toml danger F3
    Answered  Fiji 6:  2
    Moved     Checkpoint Danger, Fiji 3
    Wrote     game.toml      turn 4, signed
    Next:     mail game.toml to alice
              pbem undo cd-alice  # undo, before you mail it

    alice$ pbem show game.toml
    Checkpoint: Danger!    cd-bob (game.toml)    turn 4    YOUR MOVE, 27 days left

    Found:  by you 0 of 4, by bob 0 of 4

    Since your last turn:  bob answers 2 to Fiji 6
                           bob calls Checkpoint Danger, Fiji 3 (turn 4, 30 minutes
                           ago)
    Question for you:      Checkpoint Danger, Fiji 3. Your answer: 1 (Equator 2).
                           pbem sends it for you.
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 13:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 3"  # an agent may be there

    alice$ pbem move game.toml "c7;" "b2;" a9
    Answered  Checkpoint Danger, Fiji 3:  1
    Moved     Canadian 7; Bering 2; Arctic 9
    Wrote     game.toml      turn 5, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it

    bob$ pbem show game.toml
    Checkpoint: Danger!    cd-alice (game.toml)    turn 5    YOUR MOVE, 27 days left

    Found:  by you 0 of 4, by alice 2 of 4

    Since your last turn:  alice answers 1 to Fiji 3 (Danger call)
                           alice calls Canadian 7, and if that is a HIT, also Bering
                           2; Arctic 9 (turn 5, 30 minutes ago)
    Question for you:      Canadian 7. Your answer: HIT. pbem sends it for you.
    Question for you:      Bering 2. Your answer: HIT. pbem sends it for you.
    Question for you:      Arctic 9. Your answer: 1. pbem sends it for you.
    Your turn reveals:     alice continues: Bering 2
                           alice continues: Arctic 9
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 13:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-alice "Equator 6"  # an agent may be there

    bob$ pbem move game.toml A1
    Answered  Canadian 7:  HIT
    Answered  Bering 2:  HIT
    Answered  Arctic 9:  1
    Moved     Arctic 1
    Wrote     game.toml      turn 6, signed
    Next:     mail game.toml to alice
              pbem undo cd-alice  # undo, before you mail it

    alice$ pbem show game.toml
    Checkpoint: Danger!    cd-bob (game.toml)    turn 6    YOUR MOVE, 27 days left

    Found:  by you 2 of 4, by bob 0 of 4

    Since your last turn:  bob answers HIT to Canadian 7: 1 of 4 found
                           alice continues: Bering 2
                           bob answers HIT to Bering 2: 2 of 4 found
                           alice continues: Arctic 9
                           bob answers 1 to Arctic 9
                           bob calls Arctic 1 (turn 6, 30 minutes ago)
    Question for you:      Arctic 1. Your answer: 1. pbem sends it for you.
    Your turn reveals:     alice's own Bering 2 has no agent
                           alice's own Arctic 9 has no agent
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 14:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 3"  # an agent may be there

    alice$ pbem move game.toml danger "D4;" f1
    Answered  Arctic 1:  1
    Moved     Checkpoint Danger, Desert 4; Fiji 1
    Wrote     game.toml      turn 7, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it

    bob$ pbem show game.toml
    Checkpoint: Danger!    cd-alice (game.toml)    turn 7    YOUR MOVE, 27 days left

    Found:  by you 0 of 4, by alice 2 of 4

    Since your last turn:  alice's own Bering 2 has no agent
                           alice's own Arctic 9 has no agent
                           alice answers 1 to Arctic 1
                           alice calls Checkpoint Danger, Desert 4, and if that is a
                           HIT, also Fiji 1 (turn 7, 30 minutes ago)
    Question for you:      Checkpoint Danger, Desert 4. Your answer: 1 (Bering 2).
                           pbem sends it for you.
    Your turn reveals:     no new agent found, so alice's queued call is dropped:
                           Fiji 1
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 14:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-alice "Desert 4"  # an agent may be there

    bob$ pbem move game.toml "e2;" g7
    Answered  Checkpoint Danger, Desert 4:  1
    Moved     Equator 2; Glacier 7
    Wrote     game.toml      turn 8, signed
    Next:     mail game.toml to alice
              pbem undo cd-alice  # undo, before you mail it

    alice$ pbem show game.toml
    Checkpoint: Danger!    cd-bob (game.toml)    turn 8    YOUR MOVE, 27 days left

                 YOUR MAP                              BOB: what you know
         1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
       ┌───────────────────────────┐              ┌───────────────────────────┐
       │(1) ·  ·  ·  ·  ·  ·  ·  · │ A Arctic   A │ p  ·  ·  ·  ·  ·  ·  ·  1 │
       │ ·  ·  ·  ·  ·  ·  ·  A  · │ B Bering   B │ · [A] ·  ·  ·  ·  ·  a  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ C Canadian C │ ·  ·  ·  ·  ·  · [A] ·  · │
       │ ·  ·  ·  A  ·  ·  ·  ·  · │ D Desert   D │ ·  ·  ·  1  ·  ·  ·  ·  · │
       │ · [A] ·  ·  ·  ·  ·  ·  · │ E Equator  E │ ·  p  ·  ·  ·  ·  ·  ·  · │
       │ ·  · (1) ·  ·  ·  ·  ·  · │ F Fiji     F │ ·  ·  A  ·  ·  2  ·  ·  · │
       │ ·  ·  ·  ·  ·  A (2) ·  · │ G Glacier  G │ ·  ·  ·  ·  ·  a  p  ·  · │
       └───────────────────────────┘              └───────────────────────────┘
        A  agent     [A] found by opponent      2  answer 2   [A] found by you
       (3) your opponent's call, answer 3       x  ruled out by a 0   X  by you
        ?  not answered yet    !  Danger call   p  called by opponent: no agent
                                                a  your own agent: say danger
                                                A  agent shown to you, not found

    Found:  by you 2 of 4, by bob 1 of 4

    Since your last turn:  bob answers 1 to Desert 4 (Danger call)
                           no new agent found, so alice's queued call is dropped:
                           Fiji 1
                           bob calls Equator 2, and if that is a HIT, also Glacier 7
                           (turn 8, 30 minutes ago)
    Question for you:      Equator 2. Your answer: HIT. pbem sends it for you.
    Question for you:      Glacier 7. Your answer: 2. pbem sends it for you.
    Your turn reveals:     bob continues: Glacier 7
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 15:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 3"  # an agent may be there

    alice$ pbem move game.toml D9
    Answered  Equator 2:  HIT
    Answered  Glacier 7:  2
    Moved     Desert 9
    Wrote     game.toml      turn 9, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it

    bob$ pbem show game.toml
    Checkpoint: Danger!    cd-alice (game.toml)    turn 9    YOUR MOVE, 27 days left

    Found:  by you 1 of 4, by alice 2 of 4

    Since your last turn:  alice answers HIT to Equator 2: 1 of 4 found
                           bob continues: Glacier 7
                           alice answers 2 to Glacier 7
                           alice calls Desert 9 (turn 9, 30 minutes ago)
    Question for you:      Desert 9. Your answer: 0. pbem sends it for you.
    Your turn reveals:     bob's own Glacier 7 has no agent
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 15:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-alice "Desert 4"  # an agent may be there

    bob$ pbem move game.toml C1
    Answered  Desert 9:  0
    Moved     Canadian 1
    Wrote     game.toml      turn 10, signed
    Next:     mail game.toml to alice
              pbem undo cd-alice  # undo, before you mail it

    alice$ pbem show game.toml
    Checkpoint: Danger!    cd-bob (game.toml)    turn 10    YOUR MOVE, 27 days left

    Found:  by you 2 of 4, by bob 1 of 4

    Since your last turn:  bob's own Glacier 7 has no agent
                           bob answers 0 to Desert 9
                           bob calls Canadian 1 (turn 10, 30 minutes ago)
    Question for you:      Canadian 1. Your answer: 0. pbem sends it for you.
    You may:               call a square, or several: "F6; C3" calls C3 after a HIT
                           write "danger" before a square that holds your own agent
    Deadline:              18 Dec, 16:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-bob "Fiji 3"  # an agent may be there

    alice$ pbem move game.toml "F1;" F3
    Answered  Canadian 1:  0
    Moved     Fiji 1; Fiji 3
    Wrote     game.toml      turn 11, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it

    bob$ pbem show game.toml
    Checkpoint: Danger!   cd-alice (game.toml)   turn 11   YOUR ANSWER, 27 days left

    Found:  by you 1 of 4, by alice 4 of 4

    Since your last turn:  alice answers 0 to Canadian 1
                           alice calls Fiji 1, and if that is a HIT, also Fiji 3
                           (turn 11, 30 minutes ago)
    Question for you:      Fiji 1. Your answer: HIT. pbem sends it for you.
    Question for you:      Fiji 3. Your answer: HIT. pbem sends it for you.
    Your turn reveals:     alice continues: Fiji 3
                           alice found all four of bob's agents
                           bob reveals the setup: Bering 2, Canadian 7, Fiji 1, Fiji
                           3
    Deadline:              18 Dec, 16:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move cd-alice  # answer

    bob$ pbem move game.toml
    Answered  Fiji 1:  HIT
    Answered  Fiji 3:  HIT
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 12, reveal
    The game is decided: alice found all four of bob's agents. Next, alice reveals
    their setup, so that the result can be verified.
    Next:     mail game.toml to alice

    alice$ pbem show game.toml
    Checkpoint: Danger!      cd-bob (game.toml)      turn 12      REVEAL YOUR SETUP

    Found:  by you 4 of 4, by bob 1 of 4

    Since your last turn:  bob answers HIT to Fiji 1: 3 of 4 found
                           alice continues: Fiji 3
                           bob answers HIT to Fiji 3: 4 of 4 found
                           alice found all four of bob's agents
                           bob reveals the setup: Bering 2, Canadian 7, Fiji 1, Fiji
                           3 (turn 12, 30 minutes ago)
    Your turn reveals:     alice reveals the setup: Bering 8, Desert 4, Equator 2,
                           Glacier 6
    Deadline:              18 Dec, 17:00 UTC (27 days left)
    Hints:                 allowed
    You win: alice found all four of bob's agents.
    Next: pbem reveal cd-bob  # reveal your setup, to prove the result

    alice$ pbem reveal game.toml
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 13, reveal
    The game is over: alice found all four of bob's agents.
    Next:     mail game.toml to bob
              pbem verify cd-bob  # check that everyone was honest
              pbem rematch cd-bob  # play again: bob begins
    "#);

    let other = if last == "alice" { "bob" } else { "alice" };
    test.mail(last, other);
    test.mail(last, "carol");
    for player in ["alice", "bob"] {
        assert_eq!(test.pbem(player, "verify game.toml").verdict().0, Some(0));
    }
    assert_snapshot!(test.pbem("carol", "verify game.toml").ok().shown(), @r"
    $ pbem verify game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 13 turns

    HONEST   Everything hidden has been revealed, and every answer was true.
             alice wins: alice found all four of bob's agents.

    alice    03372 09306 51210 76510 85422 88444
    bob      05883 67248 25299 49707 53125 10065
    Checked  13 signatures, 126 seals, 13 answers, 9 moves, 2 setups
    ");
    assert!(!test.path("carol", "vault").exists(), "verify has made a vault");
    assert_snapshot!(test.pbem("bob", "").ok().shown(), @r#"
    $ pbem 
    Your games                                                 Fri 20 Nov, 19:00 UTC

    FINISHED
      cd-alice  Checkpoint: Danger!  turn 13  alice won, all honest

    Every game is over.
    Next: pbem new  # start another
    "#);
    assert_snapshot!(test.pbem("carol", "log game.toml").ok().shown(), @r#"
    $ pbem log game.toml
    Checkpoint: Danger!, alice and bob, opened 20 Nov 2026; times are UTC
        1  20 Nov 12:00  alice  alice has hidden four agents
        2  20 Nov 12:30  bob    bob joins
                                bob has hidden four agents
        3  20 Nov 13:00  alice  alice begins
                                alice calls Fiji 6
        4  20 Nov 13:30  bob    bob answers 2 to Fiji 6
                                bob calls Checkpoint Danger, Fiji 3
        5  20 Nov 14:00  alice  alice answers 1 to Fiji 3 (Danger call)
                                alice calls Canadian 7, and if that is a HIT, also
                                Bering 2; Arctic 9
        6  20 Nov 14:30  bob    bob answers HIT to Canadian 7: 1 of 4 found
                                alice continues: Bering 2
                                bob answers HIT to Bering 2: 2 of 4 found
                                alice continues: Arctic 9
                                bob answers 1 to Arctic 9
                                bob calls Arctic 1
        7  20 Nov 15:00  alice  alice's own Bering 2 has no agent
                                alice's own Arctic 9 has no agent
                                alice answers 1 to Arctic 1
                                alice calls Checkpoint Danger, Desert 4, and if that
                                is a HIT, also Fiji 1
        8  20 Nov 15:30  bob    bob answers 1 to Desert 4 (Danger call)
                                no new agent found, so alice's queued call is
                                dropped: Fiji 1
                                bob calls Equator 2, and if that is a HIT, also
                                Glacier 7
        9  20 Nov 16:00  alice  alice answers HIT to Equator 2: 1 of 4 found
                                bob continues: Glacier 7
                                alice answers 2 to Glacier 7
                                alice calls Desert 9
       10  20 Nov 16:30  bob    bob's own Glacier 7 has no agent
                                bob answers 0 to Desert 9
                                bob calls Canadian 1
       11  20 Nov 17:00  alice  alice answers 0 to Canadian 1
                                alice calls Fiji 1, and if that is a HIT, also Fiji
                                3
       12  20 Nov 17:30  bob    bob answers HIT to Fiji 1: 3 of 4 found
                                alice continues: Fiji 3
                                bob answers HIT to Fiji 3: 4 of 4 found
                                alice found all four of bob's agents
                                bob reveals the setup: Bering 2, Canadian 7, Fiji 1,
                                Fiji 3
       13  20 Nov 18:00  alice  alice reveals the setup: Bering 8, Desert 4, Equator
                                2, Glacier 6
    "#);
    assert_snapshot!(test.pbem("alice", "show cd-bob").ok().shown(), @r#"
    $ pbem show cd-bob
    Checkpoint: Danger!        cd-bob (game.toml)        turn 13        GAME OVER

                 YOUR MAP                                BOB: the truth
         1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
       ┌───────────────────────────┐              ┌───────────────────────────┐
       │(1) ·  ·  ·  ·  ·  ·  ·  · │ A Arctic   A │ p  ·  ·  ·  ·  x  ·  ·  1 │
       │ ·  ·  ·  ·  ·  ·  ·  A  · │ B Bering   B │ · [A] ·  ·  ·  ·  x  ·  x │
       │(0) ·  ·  ·  ·  ·  ·  ·  · │ C Canadian C │ p  ·  ·  ·  ·  · [A] x  x │
       │ ·  ·  ·  A  ·  ·  ·  ·  · │ D Desert   D │ x  x  x  1  x  x  x  x  0 │
       │ · [A] ·  ·  ·  ·  ·  ·  · │ E Equator  E │ ·  p  ·  ·  ·  ·  ·  x  x │
       │ ·  · (1) ·  ·  ·  ·  ·  · │ F Fiji     F │[A] · [A] ·  ·  2  x  ·  x │
       │ ·  ·  ·  ·  ·  A (2) ·  · │ G Glacier  G │ ·  ·  ·  ·  ·  x  p  ·  x │
       └───────────────────────────┘              └───────────────────────────┘
        A  agent     [A] found by opponent      2  answer 2   [A] found by you
       (3) your opponent's call, answer 3       x  ruled out by a 0   X  by you
        ?  not answered yet    !  Danger call   p  called by opponent: no agent

    Found:  by you 4 of 4, by bob 1 of 4

    You win: alice found all four of bob's agents.
    Next: pbem verify cd-bob  # check that everyone was honest
          pbem rematch cd-bob  # play again: bob begins
    "#);
}

/// A game of four: all players get every file.
#[test]
#[expect(clippy::too_many_lines, reason = "one game, screen by screen")]
fn game_box_with_four_plays_from_new_to_verify() {
    let test = Test::new();
    let seats = ["alice", "bob", "carol", "dave"];
    let chart = "houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H9 H1";
    let opened = test
        .pbem("alice", "new game-box game.toml --as alice --with bob,carol,dave --setup")
        .arg(chart)
        .ok();
    assert_snapshot!(opened.shown(), @r#"
    $ pbem new game-box game.toml --as alice --with bob,carol,dave --setup "houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H9 H1"
    New game box-bob: Game Box, alice against bob, carol and dave. 14 days per turn;
    unused days carry over to the next one. Hints are allowed.
    Your hidden setup: houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4
    F6 F8 H1 H9. Only you can see it. You can no longer change it, because it is
    sealed in game.toml.

    Wrote     game.toml      turn 1, signed
    Vault     ~/alice/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to bob, copy to carol and dave
              bob can join with  pbem join 161c
    "#);

    let calls =
        [vec![], vec!["A1", "a-3", "B2", "A5"], vec!["D5", "E5", "D4"], vec!["B4", "C1", "C1"]];
    let mut next = [0; 4];
    let mut last = "alice";
    let mut seen = Vec::new();
    loop {
        for reader in seats.iter().filter(|reader| **reader != last) {
            test.mail(last, reader);
        }
        let (_, table) = test.pbem(last, "show game.toml --public").json();
        let Some(due) = table["to_act"][0].as_str() else { break };
        let who = seats.iter().position(|seat| *seat == due).expect("a player");
        let due = seats[who];
        let words = match (due, next[who]) {
            ("alice", _) => "move game.toml".to_owned(),
            (_, 0) => format!("join game.toml --as {due} {}", calls[who][0]),
            (_, at) => format!("move game.toml {}", calls[who][at]),
        };
        next[who] += 1;
        let show = || test.pbem(due, "show game.toml").ok();
        let screen = match (due, next[who]) {
            ("alice", 2) => show().shown(),
            (_, 2) => show().without_board(),
            _ => String::new(),
        };
        seen.push(format!("{screen}{due}{}", test.pbem(due, &words).ok().shown()));
        last = due;
        assert!(seen.len() < 40, "the game does not end");
    }
    assert_snapshot!(seen.join("\n"), @r"
    bob$ pbem join game.toml --as bob A1
    You are bob in box-alice: Game Box, started by alice.

    Moved     A1
    Wrote     game.toml      turn 2, signed
    Vault     ~/bob/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to alice, copy to carol and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    News      bob joins
    Answered  A1:  HIT
    Wrote     game.toml      turn 3, answer only
    Next:     mail game.toml to carol, copy to bob and dave
              pbem undo box-bob  # undo, before you mail it

    carol$ pbem join game.toml --as carol D5
    You are carol in box-alice: Game Box, started by alice.

    Moved     D5
    Wrote     game.toml      turn 4, signed
    Vault     ~/carol/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to alice, copy to bob and dave
              pbem undo box-alice  # undo, before you mail it

    $ pbem show game.toml
    Game Box       box-bob (game.toml)       turn 4       YOUR ANSWER, 27 days left

          1  2  3  4  5  6  7  8  9      caller      hits   bombs lost  misses
        ┌───────────────────────────┐  ────────────────────────────────────────────
      A │[1] ·  H  ·  H  ·  H  ·  · │    1 bob       ■ · ·  · · ·          0
      B │ ·  g  ·  g  ·  g  ·  g  · │    2 carol     · · ·  · · ·          1
      C │ H  ·  H  ·  H  ·  ·  ·  · │  ► 3 dave      · · ·  · · ·          0
      D │ ·  g  ·  g  ○  ·  ·  ·  · │
      E │ ·  ·  ·  ·  ·  ·  H  ·  · │  Checker: alice     houses left: 9 of 10
      F │ ·  ·  ·  ·  ·  g  ·  g  · │  next caller: 1, then 2
      G │ H  ·  H  ·  ·  ·  ·  ·  · │
      H │ g  ·  ·  ·  ·  ·  ·  ·  g │
        └───────────────────────────┘
         [1] house hit by caller 1    G gun    ○ miss    · not called yet
         H house, not hit    g gun, not called
         A house that was hit is gone. A gun stays, and costs a bomb each time.

    Since your last turn:  carol joins (turn 4, 1 hour ago)
    Question for you:      D5. Your answer: MISS (D5 is empty). pbem sends it for
                           you.
    Deadline:              18 Dec, 15:00 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move box-bob  # answer
    alice$ pbem move game.toml
    Answered  D5:  MISS
    Wrote     game.toml      turn 5, answer only
    Next:     mail game.toml to dave, copy to bob and carol
              pbem undo box-bob  # undo, before you mail it

    dave$ pbem join game.toml --as dave B4
    You are dave in box-alice: Game Box, started by alice.

    Moved     B4
    Wrote     game.toml      turn 6, signed
    Vault     ~/dave/vault
              your secrets: never mail this folder
    Note      pbem created your vault. You can't continue the game without it.
              Write down its twelve-word recovery phrase: pbem words
    Next:     mail game.toml to alice, copy to bob and carol
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    News      dave joins
    Answered  B4:  GUN
    Wrote     game.toml      turn 7, answer only
    Next:     mail game.toml to bob, copy to carol and dave
              pbem undo box-bob  # undo, before you mail it

    $ pbem show game.toml
    Game Box       box-alice (game.toml)       turn 7       YOUR MOVE, 27 days left

    Since your last turn:  bob calls A1: HIT (first hit) (turn 3, 7 hours ago)
                           carol joins (turn 4, 6 hours ago)
                           carol calls D5: MISS (turn 5, 4 hours ago)
                           dave joins (turn 6, 3 hours ago)
                           dave calls B4: GUN (first bomb) (turn 7, 1 hour ago)
    You may:               call any dot, including those called before
    Deadline:              18 Dec, 19:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move box-alice F3
    bob$ pbem move game.toml a-3
    Moved     A3
    Wrote     game.toml      turn 8, signed
    Next:     mail game.toml to alice, copy to carol and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  A3:  HIT
    Wrote     game.toml      turn 9, answer only
    Next:     mail game.toml to carol, copy to bob and dave
              pbem undo box-bob  # undo, before you mail it

    $ pbem show game.toml
    Game Box       box-alice (game.toml)       turn 9       YOUR MOVE, 27 days left

    Since your last turn:  carol calls D5: MISS (turn 5, 7 hours ago)
                           dave joins (turn 6, 6 hours ago)
                           dave calls B4: GUN (first bomb) (turn 7, 4 hours ago)
                           bob calls A3: HIT (second hit) (turn 9, 1 hour ago)
    You may:               call any dot, including those called before
    Deadline:              18 Dec, 22:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move box-alice A9
    carol$ pbem move game.toml E5
    Moved     E5
    Wrote     game.toml      turn 10, signed
    Next:     mail game.toml to alice, copy to bob and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  E5:  MISS
    Wrote     game.toml      turn 11, answer only
    Next:     mail game.toml to dave, copy to bob and carol
              pbem undo box-bob  # undo, before you mail it

    $ pbem show game.toml
    Game Box       box-alice (game.toml)       turn 11       YOUR MOVE, 27 days left

    Since your last turn:  dave calls B4: GUN (first bomb) (turn 7, 7 hours ago)
                           bob calls A3: HIT (second hit) (turn 9, 4 hours ago)
                           carol calls E5: MISS (turn 11, 1 hour ago)
    You may:               call any dot, including those called before
    Deadline:              19 Dec, 01:30 UTC (27 days left)
    Hints:                 allowed
    Next: pbem move box-alice E7
    dave$ pbem move game.toml C1
    Moved     C1
    Wrote     game.toml      turn 12, signed
    Next:     mail game.toml to alice, copy to bob and carol
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  C1:  HIT
    Wrote     game.toml      turn 13, answer only
    Next:     mail game.toml to bob, copy to carol and dave
              pbem undo box-bob  # undo, before you mail it

    bob$ pbem move game.toml B2
    Moved     B2
    Wrote     game.toml      turn 14, signed
    Next:     mail game.toml to alice, copy to carol and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  B2:  GUN
    Wrote     game.toml      turn 15, answer only
    Next:     mail game.toml to carol, copy to bob and dave
              pbem undo box-bob  # undo, before you mail it

    carol$ pbem move game.toml D4
    Moved     D4
    Wrote     game.toml      turn 16, signed
    Next:     mail game.toml to alice, copy to bob and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  D4:  GUN
    Wrote     game.toml      turn 17, answer only
    Next:     mail game.toml to dave, copy to bob and carol
              pbem undo box-bob  # undo, before you mail it

    dave$ pbem move game.toml C1
    Moved     C1
    Wrote     game.toml      turn 18, signed
    Next:     mail game.toml to alice, copy to bob and carol
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  C1:  MISS
    Wrote     game.toml      turn 19, answer only
    Next:     mail game.toml to bob, copy to carol and dave
              pbem undo box-bob  # undo, before you mail it

    bob$ pbem move game.toml A5
    Moved     A5
    Wrote     game.toml      turn 20, signed
    Next:     mail game.toml to alice, copy to carol and dave
              pbem undo box-alice  # undo, before you mail it

    alice$ pbem move game.toml
    Answered  A5:  HIT
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 21, reveal
    The game is over: bob was the first with three hits.
    Next:     mail game.toml to bob, carol and dave
              pbem verify box-bob  # check that everyone was honest
              pbem rematch box-bob  # play again
    ");
    // The email goes to players who can't start the next game.
    test.pbem("alice", "send box-bob -o last.eml").run();
    let email = test.read("alice", "last.eml");
    assert!(email.contains("pbem verify") && !email.contains("pbem rematch"), "{email}");
    for player in seats {
        let (code, verdict) = test.pbem(player, "verify game.toml").verdict();
        assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("honest")));
        assert_eq!(verdict["result"]["winners"][0], "bob");
    }
    assert_snapshot!(test.pbem("carol", "verify game.toml").ok().shown(), @r"
    $ pbem verify game.toml
    Game Box   alice, bob, carol and dave, 20 Nov to 21 Nov 2026, 21 turns

    HONEST   Everything hidden has been revealed, and every answer was true.
             bob wins: bob was the first with three hits.

    alice    03372 09306 51210 76510 85422 88444   contact alice, not compared yet
    bob      86940 54833 25675 16522 30026 35495   contact bob, not compared yet
    carol    35264 93080 07910 20835 05715 32795   you
    dave     63309 77416 01516 18740 91501 71662   contact dave, not compared yet
    Checked  21 signatures, 72 seals, 10 answers, 1 setup
    ");
    assert_snapshot!(test.pbem("dave", "show game.toml").ok().shown(), @r#"
    $ pbem show game.toml
    Game Box        box-alice (game.toml)        turn 21        GAME OVER

          1  2  3  4  5  6  7  8  9      caller      hits   bombs lost  misses
        ┌───────────────────────────┐  ────────────────────────────────────────────
      A │[1] · [1] · [1] ·  H  ·  · │    1 bob       ■ ■ ■  × · ·          0
      B │ ·  G  ·  G  ·  g  ·  g  · │    2 carol     · · ·  × · ·          2
      C │[3] ·  H  ·  H  ·  ·  ·  · │    3 dave      ■ · ·  × · ·          1
      D │ ·  g  ·  G  ○  ·  ·  ·  · │
      E │ ·  ·  ·  ·  ○  ·  H  ·  · │  Checker: alice     houses left: 6 of 10
      F │ ·  ·  ·  ·  ·  g  ·  g  · │
      G │ H  ·  H  ·  ·  ·  ·  ·  · │
      H │ g  ·  ·  ·  ·  ·  ·  ·  g │
        └───────────────────────────┘
         [1] house hit by caller 1    G gun    ○ miss    · not called yet
         H house, not hit    g gun, not called
         A house that was hit is gone. A gun stays, and costs a bomb each time.

    Since your last turn:  dave calls C1: MISS (dave hit the house there) (turn 19,
                           4 hours ago)
                           bob calls A5: HIT (third hit: wins)
                           alice reveals the setup: houses A1 A3 A5 A7 C1 C3 C5 E7
                           G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H1 H9 (turn 21,
                           1 hour ago)
    bob wins: bob was the first with three hits.
    Next: pbem verify box-alice  # check that everyone was honest
    "#);
}
