//! What an honest player sees of a dishonest one: bob has a pbem of his own, with which he signs
//! whatever he likes.

use insta::assert_snapshot;
use pbem::crypto::{GameId, Identity};
use pbem::rules::Seat;
use pbem::table::{self, Intent, Keys, Plan};
use pbem::turnfile::{Turn, TurnFile};

use crate::harness::Test;

/// Bob's secrets, out of his vault and what his own turns say.
fn bob(test: &Test, file: &TurnFile) -> Keys {
    let identity: toml::Table = test.read("bob", "vault/identity.toml").parse().expect("a key");
    let mut secret = [0; 16];
    let digits = identity["secret"].as_str().expect("digits");
    hex::decode_to_slice(digits, &mut secret).expect("32 digits");
    let mut his = file.turns.iter().filter(|turn| turn.seat == "bob");
    let nonce = his.find_map(|turn| turn.nonce).expect("he has sealed");
    let (identity, id) = (Identity::from_bytes(&secret), GameId(file.game.id()));
    let mut keys = Keys::new(identity, Seat::JOINER, "bob", &id, nonce);
    let setup = test.records("bob").remove(0)["made"][0]["setup"].clone();
    let entries = setup.as_array().expect("a setup").iter();
    keys.setup = entries.map(|entry| entry.as_str().expect("text").to_owned()).collect();
    keys
}

/// Bob makes his next turn, and writes something else into it before he signs.
fn forge(test: &Test, intent: Intent, lie: impl Fn(&mut Turn)) {
    let mut file = TurnFile::read(test.read("bob", "game.toml").as_bytes()).expect("a sound file");
    let bob = bob(test, &file);
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

/// Alice has called Fiji 6; the truth is 2.
fn asked() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

#[test]
fn a_lie_that_is_proved_on_arrival_ends_the_game() {
    let test = asked();
    forge(&test, Intent::Move("A1".to_owned()), |turn| turn.answer = vec!["HIT".to_owned()]);
    test.mail("bob", "alice");
    let moved = test.pbem("alice", "move game.toml B1").fails(1);
    assert_snapshot!(moved.shown(), @r#"
    $ pbem move game.toml B1
    pbem: bob answered HIT, but bob's own seal of F6 opens as empty.
      This is proved by the signature of bob in turn 4, and has ended the game.
    Next: pbem verify game.toml      says so to anybody
    (exit code 1)
    "#);
    // The vault knows it, and another turn 4 in its place is too late.
    assert_eq!(test.records("alice")[0]["breach"]["seat"].as_str(), Some("bob"));
    let shown = test.pbem("alice", "show cd-bob").run();
    assert_eq!(shown.code, Some(1));
    assert!(shown.out.contains("GAME OVER"), "{}", shown.out);
    for words in ["log cd-bob", "status cd-bob"] {
        assert_eq!(test.pbem("alice", words).json().0, Some(1), "{words}");
    }
    assert_snapshot!(test.pbem("alice", "verify game.toml").run().shown(), @r#"
    $ pbem verify game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 4 turns

    DISHONEST   alice wins, whatever the board says: bob gave false information.

      turn 4    bob answered HIT, but bob's own seal of F6 opens as empty.

    alice    21751 23553 23673 28242 92042   you
    bob      04310 85438 74344 00183 13892   your bob, not compared yet
    Checked  4 signatures
    Next: pbem show game.toml --public --turn 4      the board at that moment
          pbem log game.toml                      the whole game
    (exit code 1)
    "#);
    assert_snapshot!(test.pbem("alice", "").ok().shown(), @r#"
    $ pbem 
    Your games                                                 Fri 20 Nov, 14:00 UTC

    FINISHED
      cd-bob  Checkpoint: Danger!  turn 4  you won, bob was dishonest

    Next: nothing is due from you just now
    "#);
    let (code, error) = test.pbem("alice", "move cd-bob B1").json();
    assert_eq!((code, error["kind"].as_str()), (Some(1), Some("false-answer")));
}

#[test]
fn a_lie_that_the_sheets_prove_is_found_at_the_end() {
    let test = asked();
    forge(&test, Intent::Move("A1".to_owned()), |turn| turn.answer = vec!["1".to_owned()]);
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml B1").ok();
    test.mail("alice", "bob");
    forge(&test, Intent::Resign, |_| {});
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    let (code, verdict) = test.pbem("carol", "verify ../alice/game.toml").json();
    assert_eq!(
        (code, verdict["verdict"].as_str(), verdict["findings"][0]["kind"].as_str()),
        (Some(1), Some("dishonest"), Some("false-answer"))
    );
    assert_snapshot!(test.pbem("carol", "verify ../alice/game.toml").run().shown(), @r#"
    $ pbem verify ../alice/game.toml
    Checkpoint: Danger!   alice against bob, 20 Nov 2026, 7 turns

    DISHONEST   alice wins, whatever the board says: bob gave false information.

      turn 4    bob answered 1 to Fiji 6. True: 2 (Fiji 3 and Bering 2).

    alice    21751 23553 23673 28242 92042
    bob      04310 85438 74344 00183 13892
    Checked  7 signatures, 126 seals, 3 answers, 3 moves, 2 setups
    Next: pbem show ../alice/game.toml --public --turn 4      the board at that moment
          pbem log ../alice/game.toml                      the whole game
    (exit code 1)
    "#);
    assert_snapshot!(test.pbem("alice", "status").ok().shown(), @r#"
    $ pbem status
    Your games                                                 Fri 20 Nov, 15:00 UTC

    FINISHED
      cd-bob  Checkpoint: Danger!  turn 7  you won, bob was dishonest

    Next: nothing is due from you just now
    "#);
}

#[test]
fn bobs_own_vault_will_not_take_what_it_has_not_signed() {
    let test = asked();
    let honest = test.read("bob", "game.toml");
    test.pbem("bob", "move game.toml A2").ok();
    test.write("bob", "game.toml", honest);
    forge(&test, Intent::Move("A1".to_owned()), |_| {});
    assert_snapshot!(test.pbem("bob", "show game.toml").fails(4).shown(), @r#"
    $ pbem show game.toml
    pbem: bob has signed two different turns 4: one in game.toml, another in the
      file that you had.
      Nothing has been taken from game.toml; the vault keeps both as evidence.
    Next: pbem copy cd-alice cd-alice-first.toml
          pbem verify cd-alice-first.toml game.toml      proves it to anybody
    (exit code 4)
    "#);
}

/// A date is its maker's own clock, and may say anything.
#[test]
fn a_turn_dated_at_the_beginning_or_the_end_of_time() {
    for date in [
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ] {
        let test = asked();
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
        // It is a turn like any other: the game goes on.
        test.pbem("alice", "move game.toml B1").ok();
        test.wait_minutes(20 * 24 * 60);
        for words in ["status", "claim game.toml", "send cd-bob -o -", "verify game.toml"] {
            let ran = test.pbem("alice", words).run();
            assert!(
                ran.code.is_some_and(|code| code <= 5) && !ran.err.contains("panicked"),
                "{date}: {}",
                ran.shown()
            );
        }
        test.mail("alice", "bob");
        assert_eq!(test.pbem("bob", "show game.toml").run().code, Some(0), "{date}");
    }
}
