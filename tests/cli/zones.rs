//! Dates in the player's time zone; UTC for programs, for other players, and if no zone is
//! known.

use crate::harness::Test;

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
