//! Dates in the player's time zone; UTC for programs, for other players, and if no zone is
//! known.

use crate::harness::Test;
use crate::{arbiter, notices};

/// A time zone that needs no system files.
const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

#[test]
fn dates_are_in_the_zone_of_the_player() {
    let test = Test::with_checkpoint();
    for (zone, date, now) in [
        (BERLIN, "18 Dec, 13:00 CET", "14:00 CET"),
        ("EST5EDT,M3.2.0,M11.1.0", "18 Dec, 07:00 EST", "08:00 EST"),
        ("UTC", "18 Dec, 12:00 UTC", "13:00 UTC"),
        ("no such zone", "18 Dec, 12:00 UTC", "13:00 UTC"),
    ] {
        let shown = test.pbem("alice", "show game.toml").env("TZ", zone).ok().out;
        assert!(shown.contains(date), "{zone}: {shown}");
        let log = test.pbem("alice", "log game.toml").env("TZ", zone).ok().out;
        let (clock, name) = now.split_once(' ').expect("a name");
        assert!(log.contains(&format!("times are {name}")), "{zone}: {log}");
        let hour = clock.strip_suffix(":00").expect("a full hour");
        let before: u32 = hour.parse::<u32>().expect("an hour") - 1;
        assert!(log.contains(&format!("20 Nov {before:02}:00  alice")), "{zone}: {log}");
        let listed = test.pbem("alice", "status").env("TZ", zone).ok().out;
        assert!(listed.lines().next().is_some_and(|line| line.ends_with(now)), "{zone}: {listed}");
    }
}

/// A time zone in which the games of these tests begin a day earlier, at 16:00.
const WEST: &str = "WST+20";

fn read(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn claims_are_dated_in_the_zone_of_the_player() {
    let test = notices::alice_claims();
    for command in ["show cd-bob", "status cd-bob", "log cd-bob"] {
        let said = read(&test.pbem("alice", command).env("TZ", BERLIN).ok().out);
        assert!(
            said.contains(
                "On 19 Dec 2026, 14:30 CET (your clock), you claimed that bob had missed"
            ),
            "{command}: {said}"
        );
    }
}

#[test]
fn arbiter_sees_dates_in_their_zone() {
    let test = Test::new();
    arbiter::asked(&test);
    let listed = read(&test.pbem("cup", "rule").env("TZ", BERLIN).ok().out);
    assert!(
        listed.contains("bob to move; you can rule from") && listed.contains(" CET"),
        "{listed}"
    );
    let refused = test.pbem("cup", "rule cd-alice-bob").env("TZ", BERLIN).refused(3);
    let said = read(&refused.err);
    assert!(said.contains("you can't rule against bob before") && said.contains(" CET."), "{said}");
}

#[test]
fn key_conflicts_are_dated_in_the_zone_of_the_player() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("stranger", "new checkpoint-danger game.toml --as bob --with alice --random").ok();
    test.send("stranger", "game.toml", "alice", "other.toml");
    let refused = test.pbem("alice", "join other.toml --random").env("TZ", WEST).fails(4);
    assert!(read(&refused.err).contains("since 19 Nov 2026 "), "{}", refused.err);
}

#[test]
fn turns_dated_ahead_have_dates_in_the_zone_of_the_player() {
    let test = Test::with_checkpoint();
    // The date of a turn is before its deadline.
    let ahead = "2026-12-24T23:30:00Z";
    test.pbem("alice", "move game.toml Fiji 6").env("PBEM_CLOCK", ahead).ok();
    let refused = test.pbem("alice", "undo cd-bob").env("TZ", BERLIN).refused(3);
    assert!(read(&refused.err).contains("dated 18 Dec 2026, 12:59 CET"), "{}", refused.err);
    test.mail("alice", "bob");
    let refused = test.pbem("bob", "show game.toml").env("TZ", BERLIN).run();
    let said = read(&refused.err);
    assert!(said.contains("dated 18 Dec 2026, 12:59 CET, but your clock says 20 Nov"), "{said}");
    // Today is the day on the player's calendar.
    let text = "--today 2026-11-19";
    let refused = test.pbem("alice", "undo cd-bob").env("TZ", WEST).refused(3);
    assert!(refused.err.contains(text), "{}", refused.err);
    let undone = test.pbem("alice", &format!("undo cd-bob {text}")).env("TZ", WEST).run();
    assert!(undone.out.contains("Took back turn 3"), "{}", undone.shown());
}

#[test]
fn programs_and_other_players_get_utc() {
    let test = Test::with_checkpoint();
    let (_, shown) = test.pbem("alice", "show game.toml").env("TZ", BERLIN).json();
    assert_eq!(shown["deadline"], "2026-12-18T12:00:00Z", "{shown}");
    test.pbem("alice", "move game.toml Fiji 6").env("TZ", BERLIN).ok();
    assert!(test.read("alice", "game.toml").contains("sent = 2026-11-20T13:00:00Z"));
    let sent = test.pbem("alice", "send game.toml -o -").env("TZ", BERLIN).run().out;
    assert!(sent.contains("UTC") && !sent.contains("CET"), "{sent}");
}

#[test]
fn rule_for_deadlines_is_one_sentence() {
    let test = Test::new();
    let said = test.pbem("alice", "new spy --as alice --with bob --random").ok().out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("14 days per turn; unused days carry over to the next one."), "{said}");
}

#[test]
fn demo_shows_dates_in_the_zone_of_the_player() {
    let test = Test::new();
    let said = test.pbem("alice", "demo --fast").env("TZ", BERLIN).ok().out;
    let deadlines: Vec<&str> = said.lines().filter(|line| line.starts_with("Deadline:")).collect();
    assert!(!deadlines.is_empty(), "{said}");
    assert!(deadlines.iter().all(|line| line.contains(" CET")), "{deadlines:?}");
}
