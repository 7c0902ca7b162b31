//! The commands around a game: draws, resignations, rematches, marks, forms, rules.

use insta::assert_snapshot;
use pbem::games::Kind;
use pbem::turnfile::TurnFile;

use crate::harness::Test;

#[test]
fn draw_offer_goes_with_a_turn_and_is_accepted_with_the_next() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "offer cd-bob draw").ok().shown(), @r#"
    $ pbem offer cd-bob draw
    You will offer a draw with your next turn in cd-bob. The file hasn't changed
    yet.
    Next: pbem turn cd-bob  # your next turn sends the offer
          pbem offer cd-bob --cancel
    "#);
    test.pbem("alice", "offer cd-bob --cancel").ok();
    test.pbem("alice", "offer cd-bob").ok();
    test.pbem("alice", "move cd-bob Fiji 6").ok();
    test.mail("alice", "bob");
    assert!(test.pbem("bob", "show game.toml").ok().out.contains("alice offers a draw"));
    assert_snapshot!(test.pbem("bob", "decline game.toml").ok().shown(), @r#"
    $ pbem decline game.toml
    Your next move declines the draw. Nothing was written.
    Next: pbem show cd-alice
    "#);
    assert_snapshot!(test.pbem("bob", "accept game.toml").refused(2).shown(), @r#"
    $ pbem accept game.toml
    pbem: this needs your confirmation: add --yes. Nothing was written.
    Next: pbem accept cd-alice --yes
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("bob", "accept game.toml --yes").ok().shown(), @r#"
    $ pbem accept game.toml --yes
    Answered  Fiji 6:  2
    Accepted  the draw
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 4, signed
    The game is decided: alice and bob agreed to a draw. Next, alice reveals their
    setup, so that the result can be verified.
    Next:     mail game.toml to alice
    "#);
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    let (code, verdict) = test.pbem("alice", "verify game.toml").verdict();
    assert_eq!(
        (code, verdict["verdict"].as_str(), verdict["outcome"].as_str()),
        (Some(0), Some("honest"), Some("draw"))
    );
}

#[test]
fn draw_without_an_offer_cannot_be_accepted() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    assert_snapshot!(test.pbem("alice", "accept game.toml").refused(3).shown(), @r#"
    $ pbem accept game.toml
    pbem: no draw was offered in the last turn. Nothing was written.
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "decline game.toml").refused(3).shown(), @r#"
    $ pbem decline game.toml
    pbem: nothing to decline: no draw was offered in the last turn.
    Next: pbem show cd-bob
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "dispute game.toml").refused(3).shown(), @r#"
    $ pbem dispute game.toml
    pbem: nothing in Checkpoint: Danger! can be disputed.
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "reveal game.toml").refused(3).shown(), @r#"
    $ pbem reveal game.toml
    pbem: the game isn't decided yet, so your setup stays hidden.
    Next: pbem show cd-bob
    (exit code 3)
    "#);
    assert_snapshot!(test.pbem("alice", "rematch game.toml --random").refused(3).shown(), @r#"
    $ pbem rematch game.toml --random
    pbem: this game isn't over yet.
    Next: pbem turn cd-bob
    (exit code 3)
    "#);
    test.pbem("alice", "offer game.toml peace").refused(2);
}

#[test]
fn moving_declines_a_draw() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "offer game.toml").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "accept game.toml").fails(3);
    // An offer cannot be repeated in the next turn.
    test.pbem("alice", "offer game.toml").fails(3);
}

#[test]
fn resigned_game_allows_a_rematch() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "resign game.toml --yes --note").arg("well played").ok().shown();
    assert_snapshot!(said, @r#"
    $ pbem resign game.toml --yes --note "well played"
    Resigned  the game
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 3, signed
    The game is decided: alice resigned. Next, bob reveals their setup, so that the
    result can be verified.
    Next:     mail game.toml to bob
              pbem undo cd-bob  # undo, before you mail it
    "#);
    test.mail("alice", "bob");
    assert_snapshot!(test.pbem("bob", "show game.toml").ok().shown(), @r"
    $ pbem show game.toml
    Checkpoint: Danger!      cd-alice (game.toml)      turn 3      REVEAL YOUR SETUP

                 YOUR MAP                               ALICE: the truth
         1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
       ┌───────────────────────────┐              ┌───────────────────────────┐
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ A Arctic   A │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  A  ·  ·  ·  ·  ·  ·  · │ B Bering   B │ ·  ·  ·  ·  ·  ·  ·  A  · │
       │ ·  ·  ·  ·  ·  ·  A  ·  · │ C Canadian C │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ D Desert   D │ ·  ·  ·  A  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ E Equator  E │ ·  A  ·  ·  ·  ·  ·  ·  · │
       │ A  ·  A  ·  ·  ·  ·  ·  · │ F Fiji     F │ ·  ·  ·  ·  ·  ·  ·  ·  · │
       │ ·  ·  ·  ·  ·  ·  ·  ·  · │ G Glacier  G │ ·  ·  ·  ·  ·  A  ·  ·  · │
       └───────────────────────────┘              └───────────────────────────┘
        A  agent     [A] found by opponent      2  answer 2   [A] found by you
       (3) your opponent's call, answer 3       x  ruled out by a 0   X  by you
        ?  not answered yet    !  Danger call   p  called by opponent: no agent
                                                A  agent shown to you, not found

    Found:  by you 0 of 4, by alice 0 of 4

    Since your last turn:  alice begins
                           alice resigned
                           alice reveals the setup: Bering 8, Desert 4, Equator 2,
                           Glacier 6 (turn 3, 30 minutes ago)
    alice writes:          well played
    Your turn reveals:     bob reveals the setup: Bering 2, Canadian 7, Fiji 1, Fiji
                           3
    Hints:                 allowed
    You win: alice resigned.
    Next: pbem reveal cd-alice  # reveal your setup, to prove the result
    ");
    assert_snapshot!(test.pbem("bob", "reveal game.toml").ok().shown(), @r"
    $ pbem reveal game.toml
    Showed    your setup, for everyone to check
    Wrote     game.toml      turn 4, reveal
    The game is over: alice resigned.
    Next:     mail game.toml to alice
              pbem verify cd-alice  # check that everyone was honest
              pbem rematch cd-alice  # play again: bob begins
    ");
    assert_snapshot!(test.pbem("bob", "rematch cd-alice next.toml").refused(2).shown(), @r#"
    $ pbem rematch cd-alice next.toml
    pbem: Hide four agents. Nothing was written. Type one of these commands:
    Next: pbem rematch cd-alice next.toml --setup-file -
              # then type it, for example  B2 C7 F1 F3
          pbem rematch cd-alice next.toml --random
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("bob", "rematch cd-alice next.toml --random").ok().shown(), @r"
    $ pbem rematch cd-alice next.toml --random
    New game cd-alice-2: Checkpoint: Danger!, bob against alice. 14 days per turn;
    unused days carry over to the next one. Hints are allowed.
    Your hidden setup: Arctic 7, Canadian 6, Canadian 9, Desert 9. Only you can see
    it. You can no longer change it, because it is sealed in next.toml.

    Wrote     next.toml      turn 1, signed
    Vault     ~/bob/vault
              your secrets: never mail this folder
    Next:     mail next.toml to alice
              alice can join with  pbem join 66e4
    ");
    test.send("bob", "next.toml", "alice", "next.toml");
    test.pbem("alice", "join next.toml --random").ok();
    test.mail("bob", "alice");
    assert_snapshot!(test.pbem("alice", "status").ok().shown(), @r"
    $ pbem status
    Your games                                                 Fri 20 Nov, 14:30 UTC

    WAITING
      cd-bob-2  Checkpoint: Danger!  turn 2  bob                   18 Dec, 27 d left

    FINISHED
      cd-bob    Checkpoint: Danger!  turn 4  bob won, all honest

    Have you mailed turn 2 of cd-bob-2? If so:  pbem send cd-bob-2 --done
    You have no moves to make right now.
    Next: pbem receive  # when you have new mail
    ");
}

#[test]
fn player_who_begins_joins_with_a_first_move() {
    let test = Test::new();
    test.pbem(
        "alice",
        "new checkpoint-danger game.toml --as alice --with bob --first bob --random",
    )
    .ok();
    test.mail("alice", "bob");
    let invitation = test.pbem("bob", "join game.toml").ok();
    assert!(invitation.shown().contains("bob begins"));
    let said = test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").refused(3).shown();
    assert_snapshot!(said, @r#"
    $ pbem join game.toml --setup "B2 C7 F1 F3"
    pbem: you join with your first move. Nothing was written.
    Next: pbem join game.toml --setup-file - "Fiji 5"
    (exit code 3)
    "#);
    test.pbem("bob", "join game.toml Fiji 6 --setup").arg("B2 C7 F1 F3").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml D5").ok();
}

#[test]
fn rematch_of_game_box_is_opened_by_its_checker() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "bob");
    assert_snapshot!(test.pbem("bob", "rematch game.toml --random").fails(3).shown(), @r#"
    $ pbem rematch game.toml --random
    pbem: alice must start the next game.
    Next: alice types: pbem rematch 51df1240
    (exit code 3)
    "#);
    test.pbem("alice", "rematch game.toml next.toml --random").ok();
    let said = test.pbem("alice", "rematch game.toml --random").refused(3).err;
    assert!(said.contains("is waiting for"), "{said}");
    // Once the invitation has arrived, pbem tells the callers to accept it.
    test.pbem("bob", "config games-dir games").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "next.toml", "bob", "mail/next.toml");
    test.pbem("bob", "receive mail").ok();
    let said = test.pbem("bob", "rematch game.toml").refused(3).err;
    assert!(
        said.contains("alice has already invited you") && said.contains("pbem join "),
        "{said}"
    );
}

/// A player resigns before the first move. The log says who would have made it; the other player
/// begins the rematch.
#[test]
fn rematch_of_a_game_without_moves_alternates_too() {
    let mut drawn = std::collections::BTreeSet::new();
    for number in 0..8 {
        let test = Test::new();
        test.wait_minutes(number);
        test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --as bob --random").ok();
        test.mail("bob", "alice");
        test.pbem("alice", "resign game.toml --yes").ok();
        test.mail("alice", "bob");
        let log = test.pbem("bob", "log game.toml").ok().out;
        let first = ["alice", "bob"].into_iter().find(|who| log.contains(&format!("{who} begins")));
        drawn.extend(first);
        test.pbem("bob", "reveal game.toml").ok();
        test.pbem("bob", "rematch game.toml next.toml --random").ok();
        let next = TurnFile::read(test.read("bob", "next.toml").as_bytes()).expect("a turn file");
        assert_ne!(next.game.first.as_deref(), first, "{log}");
        assert!(next.game.first.is_some() && first.is_some(), "{log}");
    }
    assert_eq!(drawn.len(), 2, "either player is drawn in some of the games");
}

#[test]
fn pencil_marks_are_private() {
    let test = Test::with_checkpoint();
    let file = test.read("alice", "game.toml");
    assert_snapshot!(test.pbem("alice", "mark game.toml").arg("x C4 C5-C9; ? B2").ok().shown(), @r#"
    $ pbem mark game.toml "x C4 C5-C9; ? B2"
    ?  B2
    x  C4 C5 C6 C7 C8 C9
    Next: pbem show cd-bob
    "#);
    assert_snapshot!(test.pbem("alice", "mark game.toml clear C4").ok().shown(), @r#"
    $ pbem mark game.toml clear C4
    ?  B2
    x  C5 C6 C7 C8 C9
    Next: pbem show cd-bob
    "#);
    assert_snapshot!(test.pbem("alice", "mark game.toml x H9").refused(2).shown(), @r#"
    $ pbem mark game.toml x H9
    pbem: `H9` is not a square of this game. Nothing was changed.
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "mark game.toml xx C4").refused(2).shown(), @r#"
    $ pbem mark game.toml xx C4
    pbem: `xx` is not a mark: use one character, or `clear`
    (exit code 2)
    "#);
    assert_eq!(test.read("alice", "game.toml"), file);
    assert!(test.pbem("alice", "show game.toml").json().1["mine"].to_string().contains("B2"));
    test.pbem("alice", "mark game.toml clear all").ok();
    assert_snapshot!(test.pbem("alice", "mark game.toml").ok().shown(), @r#"
    $ pbem mark game.toml
    No marks.
    Next: pbem show cd-bob
    "#);
}

#[test]
fn setup_is_read_from_a_filled_form() {
    let test = Test::new();
    assert_snapshot!(test.pbem("alice", "form game-box chart.txt").ok().shown(), @r#"
    $ pbem form game-box chart.txt
    Wrote     chart.txt
    Next:     edit chart.txt, then add  --setup-file chart.txt  to  pbem new  or
              pbem join
    "#);
    assert_snapshot!(test.read("alice", "chart.txt"), @r#"
    # Game Box, the Checker's chart, A1 to H9.
    # Replace 10 dots with H (a house) and 10 dots with G (a gun).
    #    1  2  3  4  5  6  7  8  9
    A:    .  .  .  .  .  .  .  .  .
    B:    .  .  .  .  .  .  .  .  .
    C:    .  .  .  .  .  .  .  .  .
    D:    .  .  .  .  .  .  .  .  .
    E:    .  .  .  .  .  .  .  .  .
    F:    .  .  .  .  .  .  .  .  .
    G:    .  .  .  .  .  .  .  .  .
    H:    .  .  .  .  .  .  .  .  .
    "#);
    test.pbem("alice", "form game-box chart.txt").refused(2);
    let said = test
        .pbem("alice", "new game-box --as alice --with bob,carol --setup-file chart.txt")
        .refused(3)
        .shown();
    assert_snapshot!(said, @r#"
    $ pbem new game-box --as alice --with bob,carol --setup-file chart.txt
    pbem: chart.txt can't be used. Nothing was sealed.
      houses: this chart has 0, but needs exactly 10
      guns: this chart has 0, but needs exactly 10
    Next: use, for example,  houses A1 A7 B4 C1 C7 D4 E1 E7 F4 G1; guns A4 B1 B7 C4
          D1 D7 E4 F1 F7 G4,  or  --random
    (exit code 3)
    "#);
    test.pbem("alice", "form chess chart2.txt").refused(2);
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let form = test.pbem("bob", "form game.toml -").ok();
    assert_snapshot!(form.out, @r#"
    # Checkpoint: Danger!  Hide four agents on four different squares.
    # Rows: A Arctic, B Bering, C Canadian, D Desert, E Equator, F Fiji, G Glacier. Columns: 1 to 9.
    # Write one square per line below this text, such as F6 or Fiji 6.
    "#);
    test.write(
        "bob",
        "agents.txt",
        format!("{}\r\nB2, C7\r\nF1 F3\r\n", form.out.replace('\n', "\r\n")),
    );
    test.pbem("bob", "join game.toml --setup-file agents.txt").ok();
}

#[test]
fn show_goes_back_and_draws_pages() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    assert_eq!(test.pbem("alice", "show game.toml --turn 2").json().1["turns"], 2);
    assert_eq!(test.pbem("alice", "show game.toml --turn 3").json().1["turns"], 3);
    assert_snapshot!(test.pbem("alice", "show game.toml --turn 9").refused(2).shown(), @r#"
    $ pbem show game.toml --turn 9
    pbem: this game has turns 1 to 3, so there is no turn 9.
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "show game.toml --turn 0").refused(2).shown(), @r#"
    $ pbem show game.toml --turn 0
    pbem: this game has turns 1 to 3, so there is no turn 0.
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "show game.toml --moves 3").refused(3).shown(), @r#"
    $ pbem show game.toml --moves 3
    pbem: this game has no pieces to list moves for.
    (exit code 3)
    "#);
    let hint = test.pbem("alice", "show game.toml --hint").run();
    assert!([Some(0), Some(3)].contains(&hint.code), "{}", hint.shown());
    for format in ["html", "list", "text"] {
        test.pbem("alice", &format!("show game.toml --format {format}")).ok();
    }
}

#[test]
fn rules_summary_of_each_game_fits_on_a_card() {
    let test = Test::new();
    let (_, all) = test.pbem("alice", "rules").json();
    for game in all["games"].as_array().expect("games") {
        let kind = game["game"].as_str().expect("an id");
        let card = test.pbem("alice", &format!("rules {kind}")).ok().out;
        let lines: Vec<&str> = card.lines().filter(|line| !line.starts_with("Next:")).collect();
        assert!(card.contains(game["title"].as_str().expect("a title")), "{card}");
        assert!(card.is_ascii() && (5..=19).contains(&lines.len()), "{card}");
        assert!(lines.iter().all(|line| line.len() <= 58), "{card}");
    }
}

#[test]
fn rules_of_every_game_can_be_read() {
    let test = Test::new();
    let (_, all) = test.pbem("alice", "rules").json();
    for game in all["games"].as_array().expect("games") {
        let kind = game["game"].as_str().expect("a kind");
        assert!(test.pbem("alice", &format!("rules {kind} --all")).ok().out.len() > 500, "{kind}");
    }
    let listed = test.pbem("alice", "rules").ok().out;
    for (kind, number) in Kind::published().zip(1..) {
        let line = listed.lines().nth(number - 1).expect("a line for each game");
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        assert_eq!(words, [&number.to_string(), kind.id(), kind.short()], "{line}");
        assert!(line.contains(" players ") && line.ends_with(kind.about()), "{line}");
    }
    test.pbem("alice", "rules chess").refused(2);
}

/// An offer for the next turn outlives a turn that is taken back.
#[test]
fn undo_keeps_an_offer_for_the_next_turn() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "offer cd-bob").ok();
    let said = test.pbem("alice", "undo cd-bob --not-mailed").ok().out;
    assert!(said.contains("You will still offer a draw with your next turn."), "{said}");
    test.pbem("alice", "move game.toml Fiji 5").ok();
    test.mail("alice", "bob");
    assert!(test.pbem("bob", "show game.toml").ok().out.contains("alice offers a draw"));
}

#[test]
fn offer_that_cannot_be_sent_is_refused_at_once() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "offer game.toml").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let said = test.pbem("alice", "offer game.toml").refused(3).err;
    assert!(said.contains("your last turn offered a draw"), "{said}");
}

#[test]
fn waiting_offer_never_blocks_a_move() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "offer game.toml").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    // As an earlier version stored it.
    let record = std::fs::read_dir(test.path("alice", "vault/games")).expect("a folder");
    let record = record.map(|entry| entry.expect("an entry").path()).next().expect("a record");
    let text = std::fs::read_to_string(&record).expect("a record");
    assert!(text.contains("\noffer = false\n"));
    std::fs::write(&record, text.replace("\noffer = false\n", "\noffer = true\n")).expect("it");
    let ran = test.pbem("alice", "move game.toml Fiji 1").ok();
    assert!(ran.out.contains("pbem didn't send your draw offer"), "{}", ran.out);
    let ran = test.pbem("alice", "show game.toml").ok();
    assert!(!ran.out.contains("offers a draw"), "{}", ran.out);
}
