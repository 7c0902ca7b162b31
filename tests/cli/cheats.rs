//! A cheat from an honest player's view: Bob has a modified pbem that signs anything.

use insta::assert_snapshot;
use pbem::table::{self, Intent, Keys, Plan};
use pbem::turnfile::{Moment, Turn, TurnFile};
use serde_json::json;

use crate::harness::{Ran, Test};
use crate::rounds::script;

/// Bob makes the next turn and changes it before signing.
fn forge(test: &Test, intent: Intent, lie: impl Fn(&mut Turn)) {
    let mut file = TurnFile::read(test.read("bob", "game.toml").as_bytes()).expect("a sound file");
    let bob = test.keys("bob", &file);
    let (table, fault) = table::open(&file).expect("a game");
    assert_eq!(fault, None);
    let sent = table.standing().last_sent + chrono::Duration::minutes(5);
    let (composed, _) = table.compose(&bob, &Plan::new(sent, intent)).expect("a turn");
    let mut turn = composed.turn;
    lie(&mut turn);
    turn.signature = bob.identity.sign_turn(&turn.hash());
    file.turns.push(turn);
    test.write("bob", "game.toml", file.write());
}

/// Alice has called Fiji 6; the true answer is 2.
fn game_after_call() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

#[test]
fn lie_proved_on_arrival_ends_the_game() {
    let test = game_after_call();
    forge(&test, Intent::Move("A1".to_owned()), |turn| turn.answer = vec!["HIT".to_owned()]);
    test.mail("bob", "alice");
    let moved = test.pbem("alice", "move game.toml B1").fails(1);
    assert_snapshot!(moved.shown(), @r#"
    $ pbem move game.toml B1
    pbem: bob answered HIT, but bob's own seal of F6 opens as empty.
      bob's signature in turn 4 proves it. The game is over.
    Next: pbem verify cd-bob  # show the proof
    (exit code 1)
    "#);
    assert_eq!(test.pbem("alice", "verify cd-bob").verdict().0, Some(1));
    // The vault remembers it; another turn 4 comes too late.
    assert_eq!(test.records("alice")[0]["breach"]["seat"].as_str(), Some("bob"));
    let shown = test.pbem("alice", "show cd-bob").run();
    assert_eq!(shown.code, Some(1));
    assert!(shown.out.contains("GAME OVER"), "{}", shown.out);
    for words in ["log cd-bob", "status cd-bob"] {
        assert_eq!(test.pbem("alice", words).json().0, Some(1), "{words}");
    }
    assert_snapshot!(test.pbem("alice", "verify game.toml").run().shown(), @r"
    $ pbem verify game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 4 turns

    DISHONEST   bob gave false information, so alice wins regardless of the board.

      turn 4    bob answered HIT, but bob's own seal of F6 opens as empty.

    alice    03372 09306 51210 76510 85422 88444   you
    bob      05883 67248 25299 49707 53125 10065   contact bob, not compared yet
    Checked  4 signatures
    Next: pbem show game.toml --public --turn 4  # the board at that moment
          pbem log game.toml  # the whole game
    (exit code 1)
    ");
    assert_snapshot!(test.pbem("alice", "").ok().shown(), @r#"
    $ pbem 
    Your games                                                 Fri 20 Nov, 14:00 UTC

    FINISHED
      cd-bob  Checkpoint: Danger!  turn 4  you won, bob was dishonest

    Every game is over.
    Next: pbem new  # start another
    "#);
    let (code, error) = test.pbem("alice", "move cd-bob B1").json();
    assert_eq!((code, error["kind"].as_str()), (Some(1), Some("false-answer")));
    let record = test.pbem("alice", "record").ok().out;
    assert!(record.contains("1 won  0 lost") && record.contains("cheated once: cd-bob, turn 4"));
}

#[test]
fn lie_proved_by_the_sheets_is_found_at_the_end() {
    let test = game_after_call();
    forge(&test, Intent::Move("A1".to_owned()), |turn| turn.answer = vec!["1".to_owned()]);
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
    test.mail("alice", "bob");
    forge(&test, Intent::Resign, |_| {});
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    let (code, verdict) = test.pbem("carol", "verify ../alice/game.toml").verdict();
    assert_eq!(
        (code, verdict["verdict"].as_str(), verdict["findings"][0]["kind"].as_str()),
        (Some(1), Some("dishonest"), Some("false-answer"))
    );
    assert_snapshot!(test.pbem("carol", "verify ../alice/game.toml").run().shown(), @r"
    $ pbem verify ../alice/game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 7 turns

    DISHONEST   bob gave false information, so alice wins regardless of the board.

      turn 4    bob answered 1 to Fiji 6. The truth is 2 (Fiji 3 and Bering 2).

    alice    03372 09306 51210 76510 85422 88444
    bob      05883 67248 25299 49707 53125 10065
    Checked  7 signatures, 126 seals, 3 answers, 3 moves, 2 setups
    Next: pbem show ../alice/game.toml --public --turn 4  # the board at that moment
          pbem log ../alice/game.toml  # the whole game
    (exit code 1)
    ");
    assert_snapshot!(test.pbem("alice", "status").ok().shown(), @r#"
    $ pbem status
    Your games                                                 Fri 20 Nov, 15:00 UTC

    FINISHED
      cd-bob  Checkpoint: Danger!  turn 7  you won, bob was dishonest

    Have you mailed turn 7 of cd-bob? If so:  pbem send cd-bob --done
    Every game is over.
    Next: pbem new  # start another
    "#);
}

/// Another copy of the vault is in use: a turn has its signature, but this vault did not make
/// it.
#[test]
fn vault_accepts_its_turn_from_another_copy_with_a_warning() {
    let test = game_after_call();
    let honest = test.read("bob", "game.toml");
    test.pbem("bob", "move game.toml A2").ok();
    test.write("bob", "game.toml", honest);
    forge(&test, Intent::Move("A1".to_owned()), |turn| turn.sent += chrono::Duration::hours(1));
    test.write("bob", "other.toml", test.read("bob", "game.toml"));
    let shown = test.pbem("bob", "show other.toml").run();
    assert_eq!(shown.code, Some(0), "{}", shown.shown());
    let said = shown.shown().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("Turn 4 has your signature, but this vault didn't sign it."), "{said}");
}

/// A turn of Bob's with this date, and the output of Alice's program, which rejects it.
fn dated(date: &str, code: i32) -> (Test, Ran) {
    let test = game_after_call();
    forge(&test, Intent::Move("A1".to_owned()), |turn| {
        turn.sent = date.parse().expect("a date");
    });
    test.mail("bob", "alice");
    for words in [
        "show game.toml",
        "status",
        "log game.toml",
        "verify game.toml",
        "replay game.toml -o -",
        "move game.toml B1 --try",
        "claim game.toml",
    ] {
        for more in ["", " --json"] {
            let ran = test.pbem("alice", &format!("{words}{more}")).run();
            assert!(
                ran.code.is_some_and(|code| code <= 5) && !ran.err.contains("panicked"),
                "{date}: {}",
                ran.shown()
            );
        }
    }
    let moved = test.pbem("alice", "move game.toml B1").refused(code);
    (test, moved)
}

/// A date in another century, or before the turn that it answers, is not accepted.
#[test]
fn backdated_turn_is_refused() {
    let dates = [
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "2026-10-31T12:00:00Z",
        "2026-11-20T12:59:59Z",
    ];
    for date in dates {
        let (test, _) = dated(date, 4);
        let (code, verdict) = test.pbem("carol", "verify ../alice/game.toml").verdict();
        assert_eq!((code, &verdict["findings"]), (Some(4), &json!([])), "{date}");
    }
}

/// A turn dated more than a day ahead of the reader's clock is refused until then. Otherwise a
/// player could move a deadline at will.
#[test]
fn turn_dated_ahead_is_refused() {
    for (date, day) in [
        ("9999-12-31T23:59:59Z", "31 Dec 9999, 23:59 UTC"),
        ("2027-11-20T12:00:00Z", "20 Nov 2027, 12:00 UTC"),
        ("2026-11-21T14:00:01Z", "21 Nov 2026, 14:00 UTC"),
    ] {
        let (test, moved) = dated(date, 3);
        let said = moved.err.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("turn 4 by bob is dated {day}, but your clock says 20 Nov 2026, ");
        assert!(said.contains(&text), "{said}");
        assert!(said.contains("if your clock is wrong, set it"), "{said}");
        // A verdict does not depend on a clock.
        let (code, verdict) = test.pbem("alice", "verify game.toml").verdict();
        assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")));
        // The old deadline applies, and a claim builds on the turns that she has.
        test.wait_minutes(30 * 24 * 60);
        if date.starts_with("2026") {
            // The date is over.
            test.pbem("alice", "move game.toml B1").ok();
        } else {
            test.pbem("alice", "move game.toml B1").refused(3);
            // The file has a turn that the vault doesn't know, so it is kept, even if that turn
            // cannot be accepted. The good copy goes next to it.
            let refused = test.pbem("alice", "copy cd-bob game.toml").refused(3).err;
            assert!(refused.contains("pbem copy cd-bob"), "{refused}");
            assert_eq!(test.pbem("alice", "copy cd-bob good.toml").run().code, Some(0));
            test.pbem("alice", "claim cd-bob --show-setup").ok();
        }
    }
    // Clocks may differ by a day.
    let test = game_after_call();
    forge(&test, Intent::Move("A1".to_owned()), |turn| {
        turn.sent = "2026-11-21T14:00:00Z".parse().expect("a date");
    });
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
}

/// Bob's claim after this turn.
fn claim(bob: &Keys, last: &Turn, sent: Moment) -> Turn {
    let mut claim = Turn::blank(last.number + 1, "bob", sent, last.hash());
    claim.moves = vec!["claim".to_owned()];
    (claim.seed, claim.reveal) = (Some(*bob.seed.as_bytes()), bob.setup.clone());
    claim.signature = bob.identity.sign_turn(&claim.hash());
    claim
}

/// A file with a claim that is not due is refused as a whole.
#[test]
fn claim_that_is_not_due_is_refused() {
    let test = game_after_call();
    test.pbem("alice", "show game.toml").ok();
    let mut file = TurnFile::read(test.read("bob", "game.toml").as_bytes()).expect("a sound file");
    test.pbem("bob", "move game.toml A1").ok();
    let newer = TurnFile::read(test.read("bob", "game.toml").as_bytes()).expect("a sound file");
    let bob = test.keys("bob", &newer);
    // It is Alice's move, and Bob claims an hour later.
    file.turns.push(newer.turns[3].clone());
    let last = file.turns[3].clone();
    file.turns.push(claim(&bob, &last, last.sent + chrono::Duration::hours(1)));
    test.wait_minutes(120);
    test.write("alice", "game.toml", file.write());
    let refused = test.pbem("alice", "show game.toml").refused(4);
    let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("bob claims the game, but alice has until"), "{said}");
    // She continues from the file that Bob should have mailed.
    file.turns.pop();
    test.write("alice", "game.toml", file.write());
    test.pbem("alice", "move game.toml B1").ok();
}

/// Bob's turn 4 with date `sent`, followed by a claim dated at Alice's deadline.
fn claimed(test: &Test, sent: &str, deadline: &str) {
    forge(test, Intent::Move("A1".to_owned()), |turn| turn.sent = sent.parse().expect("a date"));
    let mut file = TurnFile::read(test.read("bob", "game.toml").as_bytes()).expect("a sound file");
    let claim = claim(&test.keys("bob", &file), &file.turns[3], deadline.parse().expect("a date"));
    file.turns.push(claim);
    test.write("bob", "claim.toml", file.write());
}

/// Alice makes her turn despite the claim, and the turn counts. Returns the report on the game
/// after the claim arrives again.
fn alice_answers(test: &Test) -> String {
    let read = |ran: Ran| ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    test.send("bob", "claim.toml", "alice", "claim.toml");
    for words in ["receive claim.toml --answer", "receive claim.toml", "show claim.toml"] {
        let said = read(test.pbem("alice", words).ok());
        assert!(said.contains("ove now: your turn takes precedence"), "{words}: {said}");
        assert!(!said.contains("Showed your setup"), "{words}: {said}");
    }
    let moved = read(test.pbem("alice", "move cd-bob B1 --arrived-late").ok());
    assert!(moved.contains("Moved Bering 1") && !moved.contains("Showed"), "{moved}");
    let file = test.pbem("alice", "copy cd-bob answer.toml").ok();
    assert!(file.out.contains("turn 5"), "{}", file.out);
    test.send("bob", "claim.toml", "alice", "his.toml");
    let (code, verdict) = test.pbem("alice", "verify answer.toml his.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")), "no one has won");
    assert_eq!(verdict["crossed"], 5);
    // The claim stays void.
    test.pbem("alice", "show his.toml").run();
    read(test.pbem("alice", "status cd-bob").ok())
}

#[test]
fn claim_dated_ahead_of_the_clock_takes_no_time_away() {
    let test = game_after_call();
    claimed(&test, "2026-11-20T14:00:00Z", "2026-12-18T13:30:00Z");
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test.wait_minutes(27 * 24 * 60);
    let status = alice_answers(&test);
    assert!(status.contains("waiting for bob"), "{status}");
}

#[test]
fn claim_that_arrives_with_its_turn_leaves_time_to_answer() {
    let test = game_after_call();
    claimed(&test, "2026-12-03T12:00:00Z", "2026-12-18T13:30:00Z");
    test.wait_minutes(60 * 24 * 60);
    let status = alice_answers(&test);
    assert!(
        status.contains("Turn 5 crossed in the mail with a claim that it was late"),
        "{status}"
    );
    // Bob continues from her turn, and so do both.
    test.send("alice", "answer.toml", "bob", "game.toml");
    forge(&test, Intent::Move("A2".to_owned()), |_| {});
    test.mail("bob", "alice");
    let said = test.pbem("alice", "show game.toml").ok().out;
    assert!(said.contains("YOUR MOVE") && !said.contains("crossed"), "{said}");
}

#[test]
fn late_loser_shows_the_setup_only_by_reveal() {
    let test = game_after_call();
    claimed(&test, "2026-11-20T14:00:00Z", "2026-12-18T13:30:00Z");
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test.wait_minutes(60 * 24 * 60);
    test.send("bob", "claim.toml", "alice", "claim.toml");
    let received = test.pbem("alice", "receive claim.toml --answer").ok();
    assert!(!received.out.contains("Showed"), "{}", received.out);
    for words in ["move cd-bob B1", "move cd-bob", "move cd-bob B1 --try"] {
        let refused = test.pbem("alice", words).refused(3).err;
        assert!(refused.contains("bob has claimed the game"), "{words}: {refused}");
    }
    test.pbem("alice", "reveal cd-bob").ok();
}

/// Bob joins with an address that a mail program would take for a command or a file.
#[test]
fn dangerous_address_in_a_file_is_never_mailed_to() {
    let addresses = ["bob@example.org", "|/bin/sh@example.org", "/etc/passwd@example.org"];
    for (at, address) in addresses.into_iter().enumerate() {
        let test = Test::with_checkpoint();
        let text = test.read("bob", "game.toml");
        let mut file = TurnFile::read(text.as_bytes()).expect("a sound file");
        let bob = test.keys("bob", &file);
        let join = file.turns.last_mut().expect("a turn");
        join.mail = Some(address.to_owned());
        join.signature = bob.identity.sign_turn(&join.hash());
        test.write("alice", "game.toml", file.write());
        let posted = test.path("alice", "posted");
        let post = script(&test, "alice", "post", &format!("cat > {}", posted.display()));
        test.pbem("alice", "config mail alice@example.org").ok();
        test.pbem("alice", "config sendmail").arg(post).ok();
        test.pbem("alice", "move game.toml A1 --send").run();
        test.pbem("alice", "send game.toml --again").run();
        let is_safe = at == 0;
        assert_eq!(posted.exists(), is_safe, "{address}");
        let (_, contact) = test.pbem("alice", "contact show bob").json();
        assert_eq!(contact["mail"].as_str(), is_safe.then_some(address), "{contact}");
    }
}
