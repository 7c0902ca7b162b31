//! The flows that the design describes, as they are now.

use insta::assert_snapshot;
use pbem::games::Kind;
use serde_json::json;

use crate::harness::Test;

/// The game of these flows: Alice has called Fiji 6; Bob has answered and calls Fiji 3.
fn until_bob_calls_fiji_3() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml danger Fiji 3").ok();
    test.mail("bob", "alice");
    test
}

#[test]
fn flow_01_pbem_alone_first_time() {
    let test = Test::new();
    assert_snapshot!(test.pbem("alice", "").ok().shown(), @r#"
    $ pbem 
    pbem: board games with hidden information, played by email

    Play right now, against a bot:
      pbem learn checkpoint-danger              # your first game, with instructions
      pbem new checkpoint-danger --against bot:easy --random

    With others:
      pbem new spy --with bob                   # start a game
      pbem join game.toml                       # join a game you were invited to
      pbem demo                                 # watch a game and catch a cheat

    More: pbem rules (the games), pbem play (full screen), pbem help (all commands)
    "#);
    assert!(!test.path("alice", "vault").exists());
}

#[test]
fn flow_02_the_inbox() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "new game-box club.toml --with bob,carol --random").ok();
    test.pbem("alice", "new checkpoint-danger --with dave --random").ok();
    test.send("alice", "cd-dave.toml", "dave", "game.toml");
    test.pbem("dave", "join game.toml --as dave --random").ok();
    test.send("dave", "game.toml", "alice", "cd-dave.toml");
    test.pbem("alice", "resign cd-dave --yes").ok();
    test.wait_minutes(60 * 24 * 29);
    assert_snapshot!(test.pbem("alice", "").ok().shown(), @r"
    $ pbem 
    Your games                                                 Sat 19 Dec, 15:00 UTC

    YOUR MOVE
      cd-bob   Checkpoint: Danger!  turn 4  asked: Checkpoint..         LATE 1 d 2 h

    WAITING
      box-bob  Game Box             turn 1  bob                        LATE 15 d 1 h
      cd-dave  Checkpoint: Danger!  turn 3  dave                          waits 29 d

    Have you mailed turn 1 of box-bob and turn 3 of cd-dave? If so, confirm them one
    by one:  pbem send box-bob --done
    box-bob: bob's deadline passed 15 days ago. You can remove that player; the
    other players continue. pbem doesn't know where your mail arrives, so check your
    mail for an answer yourself before you do anything about the deadline. See
    pbem status box-bob
    Next: pbem turn  # your move in cd-bob
    ");
    assert_eq!(test.pbem("alice", "").ok().out, test.pbem("alice", "status").ok().out);
}

#[test]
fn flow_03_new_without_a_setup_lists_the_ways() {
    let test = Test::new();
    let said = test
        .pbem("alice", "new checkpoint-danger game.toml --as alice --with bob")
        .refused(2)
        .shown();
    assert_snapshot!(said, @r#"
    $ pbem new checkpoint-danger game.toml --as alice --with bob
    pbem: Hide four agents. Nothing was written. Type one of these commands:
    Next: pbem new checkpoint-danger game.toml --as alice --with bob --setup-file -
              # then type it, for example  B2 C7 F1 F3
          pbem new checkpoint-danger game.toml --as alice --with bob --random
    (exit code 2)
    "#);
    let said = test
        .pbem("alice", "new checkpoint-danger game.toml --with bob --random")
        .refused(2)
        .shown();
    assert_snapshot!(said, @r#"
    $ pbem new checkpoint-danger game.toml --with bob --random
    pbem: what is your player name?
    Next: pbem config name alice  # or add --as alice to the command
    (exit code 2)
    "#);
    let said = test.pbem("alice", "new chess game.toml --with bob --random").refused(2).err;
    assert!(said.contains("there is no game `chess`"), "{said}");
    assert!(said.contains("Next: pbem rules"), "{said}");
    for kind in Kind::published() {
        assert!(said.contains(kind.id()), "{said}");
    }
}

#[test]
fn flow_04_join_shows_the_invitation_first() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob --random --set \
        allow-repeat-calls=true --set days-per-turn=none";
    test.pbem("alice", new).arg("--note").arg("Long time no see!").ok();
    test.mail("alice", "bob");
    let before = test.everything("bob");
    assert_snapshot!(test.pbem("bob", "join game.toml").ok().shown(), @r#"
    $ pbem join game.toml
    alice invites bob to a game of Checkpoint: Danger! (20 Nov 2026). Nothing has
    been written yet.

      No deadline. Hints are allowed.
      house rule   allow-repeat-calls = true      (default: false)
                   a player may call a square again

      alice        70982 49707 89891 96330 73935 41625   a new contact
      The 30 digits are a safety number: if the player reads you the same digits by
      phone, no one has replaced the key.

      alice writes: Long time no see!

    You would be bob. Hide four agents:
      pbem join game.toml --setup-file -  # then type it, for example  B2 C7 F1 F3
      pbem join game.toml --random
    "#);
    assert_eq!(
        before,
        test.everything("bob"),
        "an invitation that was only looked at has left something"
    );
}

#[test]
fn flow_05_move_answers_and_calls() {
    let test = until_bob_calls_fiji_3();
    assert_snapshot!(test.pbem("alice", "move cd-bob Canadian 5 --try").ok().shown(), @r#"
    $ pbem move cd-bob Canadian 5 --try
    Answers   Checkpoint Danger, Fiji 3:  1
    Moves     Canadian 5
      Canadian 5: shows bob that you have no agent there
    Nothing was written.
    Next:     pbem move cd-bob "Canadian 5"  # sign it
    "#);
    assert_snapshot!(test.pbem("alice", "move cd-bob Canadian 5").ok().shown(), @r#"
    $ pbem move cd-bob Canadian 5
    Answered  Checkpoint Danger, Fiji 3:  1
    Moved     Canadian 5
    Wrote     game.toml      turn 5, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it
    "#);
}

#[test]
fn flow_06_move_without_a_move() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "move cd-bob").refused(3).shown(), @r#"
    $ pbem move cd-bob
    pbem: it is your move too: answer and move in the same turn. Nothing was
      written.
      asked: Checkpoint Danger, Fiji 3.  Your answer will be 1.
    Next: pbem move cd-bob "Fiji 3"
    (exit code 3)
    "#);
}

#[test]
fn flow_07_hit_gives_another_call() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml Equator 2").ok();
    test.mail("bob", "alice");
    assert_snapshot!(test.pbem("alice", "move game.toml Canadian 5").ok().shown(), @r#"
    $ pbem move game.toml Canadian 5
    Answered  Equator 2:  HIT
    Dropped   your Canadian 5: after the answer, it is bob's move
    Wrote     game.toml      turn 5, answer only
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it
    "#);
}

#[test]
fn flow_08_undo_asks_first() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "move cd-bob Canadian 5").ok();
    assert_snapshot!(test.pbem("alice", "undo cd-bob").refused(3).shown(), @r#"
    $ pbem undo cd-bob
    pbem: have you sent turn 5 (Canadian 5) by mail or chat?
      If so, don't take it back: once an opponent answers the turn, it counts, no
      matter what you sign instead.
    Next: pbem undo cd-bob --not-mailed  # if you never sent it
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "undo cd-bob --not-mailed").ok().shown(), @r"
    $ pbem undo cd-bob --not-mailed
    Took back turn 5 (Canadian 5). If you haven't sent it, no one will know.
    Wrote     game.toml      turn 4
    Next:     pbem show cd-bob
    ");
    // The next turn 5 does not mention it.
    test.pbem("alice", "move cd-bob Canadian 6").ok();
    assert!(!test.read("alice", "game.toml").contains("Canadian 5"));
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "undo cd-bob --not-mailed").refused(3).shown(), @r#"
    $ pbem undo cd-bob --not-mailed
    pbem: turn 5 has been answered, so you can't take it back
    Next: pbem show cd-bob
    (exit code 3)
    "#);
}

#[test]
fn flow_09_old_copy() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.send("alice", "game.toml", "alice", "old.toml");
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.send("bob", "game.toml", "alice", "game (1).toml");
    test.pbem("alice", "show").arg("game (1).toml").ok();
    assert_snapshot!(test.pbem("alice", "move old.toml Canadian 5").refused(4).shown(), @r#"
    $ pbem move old.toml Canadian 5
    pbem: old.toml is an old copy with turn 3. You have already seen turn 4. Nothing
      was written.
    Next: pbem move cd-bob "Canadian 5"      # continue from the latest turn
          pbem copy cd-bob old.toml          # update old.toml
    (exit code 4)
    "#);
    // By its name, the game is played from the newest turn.
    assert_snapshot!(test.pbem("alice", "move cd-bob Canadian 5").ok().shown(), @r#"
    $ pbem move cd-bob Canadian 5
    Answered  Arctic 1:  1
    Moved     Canadian 5
    Wrote     game.toml      turn 5, signed
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it
    "#);
}

#[test]
fn flow_10_ones_own_file() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "move game.toml Canadian 5").ok();
    assert_snapshot!(test.pbem("alice", "move game.toml Canadian 6").refused(3).shown(), @r#"
    $ pbem move game.toml Canadian 6
    pbem: it is bob's turn: the last turn in this file, turn 5, is yours.
    Next: pbem receive  # read mail from bob, if it has arrived
          pbem send cd-bob  # mail turn 5, if not done yet
    (exit code 3)
    "#);
}

#[test]
fn flow_11_damaged_file() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "show game.toml").ok();
    let damaged = test.read("alice", "game.toml").replace("  \"2\",", "  \"1\",");
    test.write("alice", "game (1).toml", damaged);
    assert_snapshot!(test.pbem("alice", "show").arg("game (1).toml").refused(4).shown(), @r#"
    $ pbem show "game (1).toml"
    pbem: game (1).toml was changed after it was signed. pbem saved nothing from it.
      turn 4, by bob, field `answer`:  this file says "1", your own copy says "2"
      A mail program or an editor can do this, so it proves nothing against bob.
    Next: ask for the file again, as an attachment
          pbem show cd-bob  # your good copy, turn 4
    (exit code 4)
    "#);
    // Without a copy in the vault, pbem can only name the turn.
    test.send("alice", "game (1).toml", "carol", "game.toml");
    assert_snapshot!(test.pbem("carol", "show game.toml").refused(4).shown(), @r"
    $ pbem show game.toml
    pbem: game.toml was changed after it was signed, or is damaged. pbem saved
      nothing from it.
      turn 4 was changed after bob signed it
      A mail program or an editor can do this, so it proves nothing against bob.
    Next: ask for the file again, as an attachment
    (exit code 4)
    ");
    assert_snapshot!(test.pbem("carol", "verify game.toml").run().shown(), @r"
    $ pbem verify game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 4 turns

    DAMAGED   The file was changed after signing, or is cut off. No one is accused.
              turn 4 was changed after bob signed it.
              Intact: the first 3 turns.

    alice    03372 09306 51210 76510 85422 88444
    bob      05883 67248 25299 49707 53125 10065
    Checked  3 signatures
    Next: ask for the file again, as an attachment
    (exit code 4)
    ");
    // A player with a copy learns what was changed.
    let said = test.pbem("alice", "verify").arg("game (1).toml").run().out;
    assert!(said.contains("Changed: turn 4, by bob, field `answer`:  this file says "), "{said}");
}

#[test]
fn flow_12_lost_file() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "move game.toml Canadian 5").ok();
    let text = test.read("alice", "game.toml");
    std::fs::remove_file(test.path("alice", "game.toml")).expect("it was there");
    assert_snapshot!(test.pbem("alice", "copy cd-bob again.toml").ok().shown(), @r#"
    $ pbem copy cd-bob again.toml
    Wrote again.toml: your latest copy of cd-bob, turn 5, by you.
    pbem hasn't received an answer from bob yet.
    Next: mail again.toml to bob, if an email was lost
    "#);
    assert_eq!(test.read("alice", "again.toml"), text);
    let ran = test.pbem("alice", "copy cd-bob -").run();
    assert_eq!((ran.code, ran.out), (Some(0), text));
    // No other file is ever overwritten.
    test.write("alice", "letter.txt", "dear bob");
    test.pbem("alice", "copy cd-bob letter.txt").refused(2);
}

/// The turn in the backup was undone and replaced. A restored vault that sent it would give the
/// opponent a second version.
#[test]
fn restored_vault_sends_no_turn_that_it_never_sent() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "move game.toml Canadian 5").ok();
    test.pbem("alice", "backup alice.pbem-backup").ok();
    test.send("alice", "alice.pbem-backup", "laptop", "alice.pbem-backup");
    test.send("alice", "game.toml", "laptop", "game.toml");
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    test.pbem("alice", "move game.toml Arctic 2").ok();
    test.pbem("alice", "send game.toml -o sent.eml --to bob@example.org").ok();
    test.pbem("laptop", "restore alice.pbem-backup").ok();
    for command in ["send game.toml -o second.eml", "send game.toml --again -o second.eml"] {
        assert_eq!(test.pbem("laptop", command).run().code, Some(3), "{command}");
    }
    assert_eq!(test.pbem("laptop", "copy game.toml --turn").run().code, Some(3));
    assert!(!test.path("laptop", "second.eml").exists());
    test.pbem("laptop", "restore --nothing-since").ok();
    test.pbem("laptop", "send game.toml -o second.eml --to bob@example.org").ok();
}

#[test]
fn flow_13_restored_vault_waits() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "backup alice.pbem-backup").ok().shown(), @r#"
    $ pbem backup alice.pbem-backup
    Wrote     alice.pbem-backup      all your secrets: keep it safe, never mail it
    Next:     to restore the backup:  pbem restore alice.pbem-backup
    "#);
    test.send("alice", "alice.pbem-backup", "laptop", "alice.pbem-backup");
    test.send("alice", "game.toml", "laptop", "game.toml");
    assert_snapshot!(test.pbem("laptop", "restore alice.pbem-backup").ok().shown(), @r#"
    $ pbem restore alice.pbem-backup
    Restored alice's vault: 1 game, 1 contact, as of Fri 20 Nov, 14:00 UTC on desk.
    The backup doesn't contain turns that you made later. To keep you from signing a
    second version of such a turn, these games wait until an opponent makes a new
    turn and you receive it:
      cd-bob, turn 4
    Next: ask your opponents for their latest files, then  pbem receive FILE
          pbem restore --nothing-since  # if these files contain all your turns
    "#);
    assert_snapshot!(test.pbem("laptop", "move game.toml Canadian 5").refused(3).shown(), @r#"
    $ pbem move game.toml Canadian 5
    pbem: this vault was restored, or has lost its record of the game, so it may not
      know your latest turn
    Next: Ask your opponents for their latest files, and receive them:
          pbem receive FILE. If this vault has every turn that you have signed, in
          all your games:  pbem restore --nothing-since
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("laptop", "restore --nothing-since").ok().shown(), @r#"
    $ pbem restore --nothing-since
    You can play again in cd-bob.
    Next: pbem status
    "#);
    test.pbem("laptop", "move game.toml Canadian 5").ok();
}

#[test]
fn flow_13_sealed_backup_asks_for_its_passphrase() {
    let test = until_bob_calls_fiji_3();
    let backup = |typed: &str| test.pbem("alice", "backup --sealed a.pbem-backup").input(typed);
    backup("seven 7\n").refused(2);
    assert_snapshot!(backup("four words or more\n").ok().shown(), @r#"
    $ pbem backup --sealed a.pbem-backup
    Wrote     a.pbem-backup      all your secrets, encrypted with the passphrase
    Next:     to restore the backup:  pbem restore a.pbem-backup
    "#);
    let sealed = test.read("alice", "a.pbem-backup");
    assert!(!sealed.contains("Fiji") && !sealed.contains("B8"), "{sealed}");
    test.send("alice", "a.pbem-backup", "laptop", "a.pbem-backup");
    let restore = |typed: &str| test.pbem("laptop", "restore a.pbem-backup").input(typed);
    assert_snapshot!(restore("four words or mor\n").refused(2).shown(), @r#"
    $ pbem restore a.pbem-backup
    pbem: wrong passphrase, or the file is damaged.
    Next: pbem restore a.pbem-backup
    (exit code 2)
    "#);
    assert_snapshot!(restore("four words or more\r\n").ok().shown(), @r#"
    $ pbem restore a.pbem-backup
    Restored alice's vault: 1 game, 1 contact, as of Fri 20 Nov, 14:00 UTC on desk.
    The backup doesn't contain turns that you made later. To keep you from signing a
    second version of such a turn, these games wait until an opponent makes a new
    turn and you receive it:
      cd-bob, turn 3
    Next: ask your opponents for their latest files, then  pbem receive FILE
          pbem restore --nothing-since  # if these files contain all your turns
    "#);
}

#[test]
fn flow_13_turns_since_the_backup_unlock_the_vault() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "backup old.pbem-backup").ok();
    test.pbem("alice", "move game.toml Canadian 5").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.send("alice", "old.pbem-backup", "laptop", "old.pbem-backup");
    test.send("bob", "game.toml", "laptop", "game.toml");
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml C8").ok();
    test.mail("alice", "bob");
    test.pbem("laptop", "restore old.pbem-backup").ok();
    // Bob's turn is from before the restore, and alice has answered it.
    test.pbem("laptop", "receive game.toml").run();
    test.pbem("laptop", "move cd-bob C9").refused(3);
    test.wait_minutes(1);
    test.pbem("bob", "move game.toml A2").ok();
    test.mail("bob", "laptop");
    test.pbem("laptop", "move game.toml C9").ok();
    assert_eq!(test.pbem("laptop", "verify game.toml").verdict().1["verdict"], "open");
}

#[test]
fn flow_13_retired_vault_signs_nothing() {
    let test = until_bob_calls_fiji_3();
    assert_snapshot!(test.pbem("alice", "backup a.pbem-backup --move").ok().shown(), @r"
    $ pbem backup a.pbem-backup --move
    Wrote     a.pbem-backup      all your secrets: keep it safe, never mail it
    This vault is retired and can't sign turns. Continue on the computer where you
    restore the file.
    Next:     on the other computer:  pbem restore a.pbem-backup
    ");
    assert_snapshot!(test.pbem("alice", "move game.toml Canadian 5").refused(3).shown(), @r"
    $ pbem move game.toml Canadian 5
    pbem: this vault was moved to another computer on 20 Nov 2026
    Next: Play on the other computer: if both computers sign the same turn, only one
          version counts.
    (exit code 3)
    ");
    test.pbem("alice", "show game.toml").ok();
    test.send("alice", "a.pbem-backup", "laptop", "a.pbem-backup");
    test.send("alice", "game.toml", "laptop", "game.toml");
    test.pbem("laptop", "restore a.pbem-backup").ok();
    test.pbem("laptop", "move game.toml Canadian 5").ok();
}

#[test]
fn flow_14_safety_number_is_compared() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "contact show bob").ok().shown(), @r"
    $ pbem contact show bob
    bob   safety number  05883 67248 25299 49707 53125 10065       not compared yet
    first seen 20 Nov 2026, no address
    Next: compare: ask bob (but not by mail) for the number that  pbem whoami  shows
          pbem contact confirm bob NUMBER  # with the number that you were told
    ");
    assert_snapshot!(test.pbem("bob", "whoami").ok().shown(), @r"
    $ pbem whoami
    Name      bob
    Mail      (none: pbem config mail ADDRESS)
    Safety    05883 67248 25299 49707 53125 10065
    Key       5e6e932a0a6e354a1c746d50c8d18a8720e8ee9b84a687281f2840f30483c3e1
    Vault     ~/bob/vault
    Next:     tell your friends the safety number, but not by mail. They type:
              pbem contact show NAME
    ");
    assert_snapshot!(test.pbem("alice", "contact confirm bob").ok().shown(), @r"
    $ pbem contact confirm bob
    Saved: bob's safety number is 05883 67248 25299 49707 53125 10065.
    ");
    assert_snapshot!(test.pbem("alice", "contact list").ok().shown(), @r"
    $ pbem contact list
    bob          05883 67248 25299 49707 53125 10065   compared
    ");
}

#[test]
fn flow_15_other_key_under_a_known_name() {
    let test = Test::new();
    for file in ["first.toml", "second.toml"] {
        test.pbem("bob", "new checkpoint-danger --as bob --with alice --random").arg(file).ok();
    }
    test.send("bob", "first.toml", "alice", "first.toml");
    test.pbem("alice", "join first.toml --random").ok();
    test.pbem("stranger", "new checkpoint-danger game.toml --as bob --with alice --random").ok();
    test.mail("stranger", "alice");
    let before = test.read("alice", "game.toml");
    assert_snapshot!(test.pbem("alice", "join game.toml --random").fails(4).shown(), @r"
    $ pbem join game.toml --random
    pbem: this bob is not the bob you know. Nothing was written.
      since 20 Nov 2026   70982 49707 89891 96330 73935 41625
      in this file        00353 77493 57950 27997 73395 05024
      Either bob has a new computer, or someone else uses that name: ask bob, but
      not by mail.
    Next: pbem contact confirm bob 00353-77493-57950-27997-73395-05024
              # if the key belongs to bob
    (exit code 4)
    ");
    assert_eq!(before, test.read("alice", "game.toml"));
    let ran = test.pbem("alice", "join game.toml").fails(4);
    let digits =
        ran.err.split_whitespace().find(|word| word.len() == 35).expect("digits").to_owned();
    test.pbem("alice", &format!("contact confirm bob {digits}")).ok();
    test.pbem("alice", "join game.toml --random").ok();
    // The former Bob is no longer called bob.
    test.send("bob", "second.toml", "alice", "second.toml");
    test.pbem("alice", "join second.toml --random").fails(4);
}

#[test]
fn flow_16_not_yours_to_join_yet() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol,dave --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml").ok();
    test.mail("alice", "dave");
    assert_snapshot!(test.pbem("dave", "join game.toml --as dave B1").refused(3).shown(), @r#"
    $ pbem join game.toml --as dave B1
    pbem: players join in order: bob (joined), carol, dave.
      carol is next. Wait for the file with carol's turn.
    (exit code 3)
    "#);
    test.mail("alice", "carol");
    assert_snapshot!(test.pbem("carol", "join game.toml --as carol").ok().shown(), @r"
    $ pbem join game.toml --as carol
    alice invites carol to a game of Game Box with bob and dave (20 Nov 2026).
    Nothing has been written yet.

      14 days per turn; unused days carry over to the next one. Hints are allowed.

      alice        70982 49707 89891 96330 73935 41625   a new contact
      bob          05883 67248 25299 49707 53125 10065   a new contact
      dave         not joined yet
      The 30 digits are a safety number: if the player reads you the same digits by
      phone, no one has replaced the key.

    You would be carol, and you would join with your first move:
      pbem join game.toml --as carol G5
    ");
    assert_snapshot!(test.pbem("carol", "join game.toml").refused(2).shown(), @r#"
    $ pbem join game.toml
    pbem: who are you? Open seats: carol (joins next) and dave. Nothing was written.
    Next: pbem join game.toml --as carol  # if you are carol
          pbem join game.toml --as dave  # if you are dave (joins after carol)
    (exit code 2)
    "#);
}

#[test]
fn flow_23_many_files_at_once() {
    let test = until_bob_calls_fiji_3();
    std::fs::create_dir(test.path("alice", "cup")).expect("a folder");
    test.send("alice", "game.toml", "alice", "cup/early.toml");
    test.pbem("alice", "new spy broken.toml --with carol --random").ok();
    test.pbem("alice", "new spy open.toml --with dave --random").ok();
    let damaged = test.read("alice", "broken.toml").replace("\"carol\"", "\"erin\"");
    test.write("alice", "cup/broken.toml", damaged);
    test.send("alice", "open.toml", "alice", "cup/open.toml");
    test.write("alice", "cup/notes.txt", "no turn file, and never looked at");
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "reveal game.toml").ok();
    test.send("bob", "game.toml", "alice", "cup/honest.toml");
    let ran = test.pbem("alice", "verify cup -o report.json").run();
    assert_eq!(ran.code, Some(4), "4 goes before 3 and 0");
    assert_snapshot!(ran.shown(), @r"
    $ pbem verify cup -o report.json
      1 honest   1 open   1 DAMAGED
      4 files, 3 games

    DAMAGED    cup/broken.toml          turn 1 does not continue from the text above
                                        it: one of the two was changed
    OPEN       cup/open.toml            still being played
    (exit code 4)
    ");
    let report: serde_json::Value =
        serde_json::from_str(&test.read("alice", "report.json")).expect("an object");
    assert_eq!(
        (report["exit"].as_i64(), report["games"].as_array().map(Vec::len)),
        (Some(4), Some(3))
    );
    // The files of one game are checked together.
    let (code, game) = test.pbem("alice", "verify cup/early.toml cup/honest.toml").verdict();
    assert_eq!((code, game["verdict"].as_str()), (Some(0), Some("honest")));
    assert_eq!(
        (&game["files"][0]["role"], &game["files"][1]["role"]),
        (&json!("part"), &json!("stands"))
    );
}

#[test]
fn flow_25_list_for_screen_readers() {
    let test = until_bob_calls_fiji_3();
    assert_snapshot!(test.pbem("alice", "show game.toml --format list").ok().shown(), @r#"
    $ pbem show game.toml --format list
    Checkpoint: Danger!    cd-bob (game.toml)    turn 4    YOUR MOVE, 27 days left
    Your agents: Bering 8. Desert 4. Equator 2. Glacier 6.
    bob has called: Fiji 3 (Danger call), answer 1.
    You have called: Fiji 6, answer 2.
    Found: by you 0 of 4, by bob 0 of 4.
    Agents that bob has shown, but that haven't been found yet: Fiji 3.
    bob's map has 62 open squares (not answered yet, and not ruled out by a 0, bob's
      calls or your marks): Arctic 1 to 9. Bering 1 to 9. Canadian 1 to 9. Desert 1
      to 9. Equator 1 to 9. Fiji 1 to 5, 7 to 9. Glacier 1 to 9.
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
    "#);
}

#[test]
fn flow_26_player_is_late() {
    let test = until_bob_calls_fiji_3();
    test.pbem("alice", "move game.toml Canadian 5").ok();
    assert_snapshot!(test.pbem("alice", "claim cd-bob").refused(3).shown(), @r#"
    $ pbem claim cd-bob
    pbem: bob still has 27 days to move. Nothing was written.
    Next: pbem status cd-bob
    (exit code 3)
    "#);
    test.wait_minutes(60 * 24 * 30);
    assert_snapshot!(test.pbem("alice", "status cd-bob").ok().shown(), @r"
$ pbem status cd-bob
cd-bob   Checkpoint: Danger!, turn 5: waiting for bob, 30 days so far.
          bob must answer: Canadian 5.
          bob's deadline passed 2 days ago. You can claim the game, which ends
          it and reveals your setup. pbem doesn't know where your mail arrives,
          so check your mail for an answer yourself before you do anything about
          the deadline.
          Have you mailed turn 5 of cd-bob? If so:  pbem send cd-bob --done
Next: pbem send cd-bob --again  # mail the file to bob again, if it was lost
      pbem claim cd-bob         # claim the game: bob missed the deadline
");
    // A claim ends the game and reveals the setup, so pbem asks first.
    assert_snapshot!(test.pbem("alice", "claim cd-bob").refused(3).shown(), @r"
$ pbem claim cd-bob
pbem: bob missed the deadline, so you can claim the game. A claim ends the game
  and reveals your setup to everyone; once you have mailed it, you can't undo
  it. Consider sending a reminder first. pbem doesn't know where your mail
  arrives, so look for bob's answer yourself first. Make sure that you have
  mailed turn 5.
Next: pbem remind cd-bob
      pbem claim cd-bob --show-setup  # go ahead
(exit code 3)
");
    assert_snapshot!(test.pbem("alice", "claim cd-bob --show-setup").ok().shown(), @r"
    $ pbem claim cd-bob --show-setup
    You claimed the game: bob missed the deadline, according to your clock. The game
    is over, and your setup has been revealed. If a turn that bob sent in time
    arrives later, your claim doesn't count, but the game is still over, and no one
    wins.
    Wrote     game.toml
    Next:     mail game.toml to bob
              pbem verify cd-bob
    ");
    let ran = test.pbem("carol", "verify ../alice/game.toml").run();
    assert_eq!(ran.code, Some(0));
    assert_snapshot!(ran.shown(), @r"
$ pbem verify ../alice/game.toml
Checkpoint: Danger!   alice against bob, 20 Nov to 20 Dec 2026, 6 turns

FORFEIT   alice wins: bob did not answer in time.
          By the claimant's clock, the deadline had passed when the claim was
          made. The claim no longer counts if another file shows that the turn
          was sent in time, or that a player had already won.

alice    03372 09306 51210 76510 85422 88444
bob      05883 67248 25299 49707 53125 10065
Checked  6 signatures, 63 seals, 1 answer, 2 moves, 1 setup
");
    // The late turn arrives too late.
    test.pbem("bob", "move game.toml A1").run();
    let ran = test.pbem("carol", "verify ../alice/game.toml ../bob/game.toml").verdict();
    assert_eq!((ran.0, ran.1["verdict"].as_str()), (Some(0), Some("forfeit")));
}
