//! Wrong clocks: pbem names the clock, doesn't crash, and calls no file damaged.

use crate::harness::{Ran, Test};

/// Commands that read the clock; none may crash.
const COMMANDS: [&str; 16] = [
    "whoami",
    "new checkpoint-danger new.toml --as alice --with bob --random",
    "move game.toml Fiji 6",
    "show game.toml",
    "status",
    "log cd-bob",
    "undo cd-bob --not-mailed",
    "move game.toml Fiji 6",
    "send cd-bob",
    "receive game.toml",
    "mark cd-bob A1 ?",
    "claim cd-bob --show-setup",
    "backup alice.pbem-backup",
    "restore alice.pbem-backup --home other",
    "contact list",
    "verify game.toml",
];

const CLOCKS: [&str; 5] = [
    "1969-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "-9999-01-01T00:00:00Z",
    "+10000-01-01T00:00:00Z",
    "+262142-12-31T23:59:59Z",
];

fn stands(ran: &Ran) {
    assert!(ran.code.is_some_and(|code| code <= 5), "{}", ran.shown());
    for word in ["panicked", "damaged"] {
        assert!(!ran.err.contains(word) && !ran.out.contains(word), "{}", ran.shown());
    }
}

#[test]
fn impossible_clock_is_named_and_does_no_harm() {
    for clock in CLOCKS {
        let test = Test::with_checkpoint();
        for words in COMMANDS {
            let ran = test.pbem("alice", words).env("PBEM_CLOCK", clock).run();
            stands(&ran);
            assert!(
                ran.err.contains("the clock of this computer says"),
                "{clock}: {}",
                ran.shown()
            );
        }
        // With the clock right again the vault can be read, and the other game continues.
        stands(&test.pbem("alice", "status").run());
        test.pbem("alice", "new spy spy.toml --with bob --random").run();
        assert!(test.path("alice", "spy.toml").exists(), "{clock}");
    }
}

#[test]
fn no_turn_is_signed_with_an_impossible_clock() {
    for clock in ["1900-01-01T00:00:00Z", "3000-01-01T00:00:00Z", "9999-12-31T00:00:00Z"] {
        let test = Test::with_checkpoint();
        test.pbem("alice", "show game.toml").ok();
        let new = "new checkpoint-danger new.toml --with bob --random";
        for words in ["move game.toml Fiji 6", new] {
            let ran = test.pbem("alice", words).env("PBEM_CLOCK", clock).fails(3);
            assert!(ran.err.contains("Nothing was signed"), "{}", ran.shown());
            assert_eq!(ran.err.matches("pbem: ").count(), 1, "once: {}", ran.shown());
        }
        assert!(!test.path("alice", "new.toml").exists());
        test.pbem("alice", "move game.toml Fiji 6").ok();
    }
}

#[test]
fn clock_that_jumps_back_is_named_and_dates_never_decrease() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    let long_ago = "2026-06-01T12:00:00Z";
    // The turn that Bob has sent is ahead of that clock, so it waits.
    let ran = test.pbem("alice", "show game.toml").env("PBEM_CLOCK", long_ago).run();
    let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("your clock says 1 Jun 2026, 12:00 UTC"), "{}", ran.shown());
    test.pbem("alice", "show game.toml").ok();
    for words in ["status cd-bob", "log cd-bob", "move cd-bob A1", "show cd-bob"] {
        let ran = test.pbem("alice", words).env("PBEM_CLOCK", long_ago).run();
        stands(&ran);
        let warnings = ran.err.matches("the clock of this computer says").count();
        assert_eq!(warnings, 1, "{}", ran.shown());
    }
    let (code, verdict) = test.pbem("alice", "verify game.toml").verdict();
    assert_eq!((code, verdict["verdict"].as_str()), (Some(3), Some("open")), "{verdict}");
    // An hour is below the threshold.
    let earlier = "2026-11-20T12:10:00Z";
    test.pbem("alice", "show cd-bob").env("PBEM_CLOCK", earlier).ok();
}
