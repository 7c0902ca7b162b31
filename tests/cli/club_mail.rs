//! A club: its folder, and the copies that it receives.

use std::collections::BTreeMap;
use std::fs;

use pbem::rules::OptionValue;
use pbem::turnfile::TurnFile;
use serde_json::Value;

use crate::harness::Test;
use crate::rounds::script;

fn key(test: &Test, who: &str) -> String {
    test.pbem(who, &format!("whoami --as {who}")).ok();
    let (_, whoami) = test.pbem(who, "whoami").json();
    whoami["key"].as_str().expect("a key").to_owned()
}

/// A club of Alice and Bob, with Cup as the organizer and arbiter.
fn club(test: &Test) {
    key(test, "cup");
    let [alice, bob] = ["alice", "bob"].map(|who| format!("{who}={}", key(test, who)));
    let new = "club new club --mail cup@example.org --kind cd --games 2 --set days-per-turn=7 \
               --arbiter --grace-days 3 --name Spring-Cup";
    let call = test.pbem("cup", new);
    call.arg("--player").arg(alice).arg("--player").arg(bob).ok();
}

/// The files of a game after each turn, and the hour on which the mail with it arrives.
struct Game {
    files: Vec<String>,
}

/// Alice and Bob play five turns.
fn game(test: &Test) -> Game {
    let mut files = Vec::new();
    let mut play = |who: &str, other: &str, words: &str| {
        test.pbem(who, words).ok();
        files.push(test.read(who, "game.toml"));
        test.mail(who, other);
    };
    let new = "new checkpoint-danger game.toml --as alice --with bob --first alice --random";
    play("alice", "bob", new);
    play("bob", "alice", "join game.toml --random");
    play("alice", "bob", "move game.toml Fiji 6");
    play("bob", "alice", "move game.toml A9");
    play("alice", "bob", "move game.toml Fiji 7");
    Game { files }
}

/// An email that arrives at this hour of 1 December, with forged dates.
fn letter(hour: usize, body: &str) -> String {
    format!(
        "Return-Path: <eve@example.org>\nReceived: from mx.example.org by cup.example.org;\n\tTue, \
         1 Dec 2026 {hour:02}:00:00 +0000\nReceived: from eve by mx.example.org; Sun, 1 Nov 2026 \
         00:00:00 +0000\nDate: Mon, 2 Nov 2026 00:00:00 +0000\nFrom: eve@example.org\nSubject: \
         turn {hour}\n\n{body}\n"
    )
}

fn mbox(letters: &[String]) -> String {
    let from = "From eve@example.org Tue Dec  1 00:00:00 2026\n";
    letters.iter().flat_map(|letter| [from, letter, "\n"]).collect()
}

fn letters(game: &Game) -> Vec<String> {
    game.files.iter().zip(10..).map(|(file, hour)| letter(hour, file)).collect()
}

/// The first arrival of each turn, by number and hash.
fn arrivals(test: &Test) -> BTreeMap<(u64, String), String> {
    let mut first: BTreeMap<(u64, String), String> = BTreeMap::new();
    for line in test.read("cup", "club/arrivals.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("a whole line");
        let turn = line["turn"].as_str().expect("digits").to_owned();
        let at = line["at"].as_str().expect("a date").to_owned();
        let key = (line["number"].as_u64().expect("a number"), turn);
        let known = first.entry(key).or_insert_with(|| at.clone());
        *known = at.min(known.clone());
    }
    first
}

/// The files in a folder of the club.
fn files(test: &Test, folder: &str) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(test.path("cup", &format!("club/{folder}"))) else {
        return BTreeMap::new();
    };
    let names =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("it"));
    names.map(|name| (name.clone(), test.read("cup", &format!("club/{folder}/{name}")))).collect()
}

type State = (BTreeMap<String, String>, BTreeMap<(u64, String), String>);

fn state(test: &Test) -> State {
    (files(test, "games"), arrivals(test))
}

fn receive(test: &Test, text: &str) -> Value {
    let call = test.pbem("cup", "club receive - --club club").input(text.as_bytes().to_vec());
    let (code, received) = call.json();
    assert_eq!(code, Some(0), "{received}");
    received
}

/// Five turns and the state of the club that has received them.
fn received(test: &Test) -> (Game, State) {
    club(test);
    let game = game(test);
    test.wait_minutes(30 * 24 * 60);
    let before = test.now();
    receive(test, &mbox(&letters(&game)));
    let expected = state(test);
    test.back_to(&before);
    (game, expected)
}

#[test]
fn new_club_asks_for_an_empty_folder() {
    let test = Test::new();
    club(&test);
    let roster = test.read("cup", "club/club.toml");
    for line in [
        "name = \"Spring-Cup\"",
        "kind = \"checkpoint-danger\"",
        "players = [\"alice\", \"bob\"]",
        "options = { days-per-turn = 7 }",
        "grace-days = 3",
    ] {
        assert!(roster.contains(line), "{line}: {roster}");
    }
    let again = "club new club --name x --kind spy --player alice=1";
    assert!(test.pbem("cup", again).refused(2).err.contains("isn't an empty folder"));
    test.pbem("cup", "club new other").refused(2);
    let short = "club new other --name x --kind spy --player alice=12345";
    assert!(test.pbem("cup", short).refused(2).err.contains("the key of alice"));
    test.pbem("cup", "club receive").refused(4);
}

#[test]
fn mail_in_any_order_gives_the_same_club() {
    let test = Test::new();
    let (game, expected) = received(&test);
    let (games, arrivals) = &expected;
    assert_eq!(games.values().collect::<Vec<_>>(), [&game.files[4]]);
    // Each turn counts from the first email with it, by the topmost header.
    let hours: Vec<String> = (10..15).map(|hour| format!("2026-12-01T{hour}:00:00Z")).collect();
    assert_eq!(arrivals.values().cloned().collect::<Vec<_>>(), hours);
    let before = test.now();
    let letters = letters(&game);
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1], [4, 4, 1, 0, 2]] {
        test.back_to(&before);
        // One by one, as a mail filter does it.
        for at in order {
            receive(&test, &letters[at]);
        }
        if !order.contains(&3) {
            receive(&test, &letters[3]);
        }
        assert_eq!(state(&test), expected, "{order:?}");
        // In one mailbox, and again.
        test.back_to(&before);
        let mailbox: Vec<String> = order.iter().map(|at| letters[*at].clone()).collect();
        receive(&test, &mbox(&mailbox));
        receive(&test, &letters[3]);
        assert_eq!(state(&test), expected, "{order:?}");
        let log = test.read("cup", "club/arrivals.jsonl");
        let again = receive(&test, &mbox(&mailbox));
        assert_eq!(again["games"], serde_json::json!([]), "{again}");
        assert_eq!(test.read("cup", "club/arrivals.jsonl"), log);
    }
}

#[test]
fn turns_without_their_file_wait_for_it() {
    let test = Test::new();
    club(&test);
    let game = game(&test);
    test.wait_minutes(30 * 24 * 60);
    // The turn is long, so a chat gets it in two parts.
    let last = test.pbem("alice", "copy cd-bob --turn").run().out;
    let [one, two]: [&str; 2] = last.split_inclusive("# end of part 1 of 2\n").collect::<Vec<_>>()
        [..]
        .try_into()
        .expect("two parts");
    let before = test.now();
    let all = [letter(10, &game.files[3]), letter(12, one), letter(14, two)];
    let mut states = Vec::new();
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]] {
        test.back_to(&before);
        for at in order {
            receive(&test, &all[at]);
        }
        assert_eq!(files(&test, "pieces"), BTreeMap::new(), "{order:?}");
        states.push(state(&test));
    }
    assert!(states.iter().all(|state| *state == states[0]), "{states:?}");
    let (games, arrivals) = &states[0];
    assert_eq!(games.values().collect::<Vec<_>>(), [&game.files[4]]);
    assert_eq!(arrivals.values().last().map(String::as_str), Some("2026-12-01T14:00:00Z"));
}

#[test]
fn club_keeps_no_game_of_strangers_but_intact_turns() {
    let test = Test::new();
    club(&test);
    let game = game(&test);
    test.pbem("carol", "new checkpoint-danger game.toml --as carol --with alice --random").ok();
    let received = receive(&test, &letter(10, &test.read("carol", "game.toml")));
    assert_eq!((&received["strangers"], &received["games"]), (&1.into(), &serde_json::json!([])));
    assert_eq!(files(&test, "games"), BTreeMap::new());
    // One digit of the last signature is wrong.
    let file = &game.files[4];
    let at = file.rfind("signature").expect("a signature") + 20;
    let digit = if &file[at..=at] == "0" { "1" } else { "0" };
    let damaged = format!("{}{digit}{}", &file[..at], &file[at + 1..]);
    test.write("cup", "damaged.toml", damaged);
    let (code, received) = test.pbem("cup", "club receive damaged.toml --club club").json();
    assert_eq!((code, &received["damaged"][0]["turns"]), (Some(4), &4.into()), "{received}");
    assert_eq!(files(&test, "games").into_values().collect::<Vec<_>>(), [game.files[3].clone()]);
    // Another version of pbem wrote this file, so it may be intact.
    test.write("cup", "other.toml", file.replacen("pbem = 2", "pbem = 1", 1));
    let ran = test.pbem("cup", "club receive other.toml --club club").run();
    assert!(ran.code == Some(4) && !ran.out.contains("DAMAGED"), "{}", ran.shown());
}

#[test]
fn club_killed_at_any_write_is_repaired_by_the_next_run() {
    let test = Test::new();
    let (game, expected) = received(&test);
    let before = test.now();
    let mailbox = mbox(&letters(&game));
    let receive_with = |fault: &str| {
        let call = test.pbem("cup", "club receive - --club club").env("PBEM_FAULT", fault);
        call.input(mailbox.clone().into_bytes()).run()
    };
    let mut step = 0;
    loop {
        step += 1;
        test.back_to(&before);
        if receive_with(&step.to_string()).code.is_some() {
            break;
        }
        receive(&test, &mailbox);
        assert_eq!(state(&test), expected, "step {step}");
    }
    assert!(step > 8, "{step}");
}

#[test]
#[cfg(unix)]
fn links_in_a_club_are_never_followed() {
    let test = Test::new();
    club(&test);
    let game = game(&test);
    test.write("cup", "mine", "mine");
    let log = test.path("cup", "club/arrivals.jsonl");
    std::os::unix::fs::symlink(test.path("cup", "mine"), log).expect("a link");
    let call = test.pbem("cup", "club receive - --club club").input(letter(10, &game.files[1]));
    call.refused(5);
    assert_eq!(test.read("cup", "mine"), "mine");
}

/// Anyone can mail a message as an attachment, with any dates in it.
#[test]
fn saved_attachment_counts_from_its_reading() {
    let test = Test::new();
    club(&test);
    let game = game(&test);
    test.wait_minutes(30 * 24 * 60);
    fs::create_dir_all(test.path("cup", "Downloads")).expect("a folder");
    test.write("cup", "Downloads/turn.eml", letter(10, &game.files[0]));
    test.pbem("cup", "club receive --club club").ok();
    let at: Vec<String> = arrivals(&test).into_values().collect();
    assert!(at.iter().all(|at| at.starts_with("2026-12-20T")), "{at:?}");
    // Later the email itself is found in the mailbox.
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(test.path("cup", &format!("Maildir/{folder}"))).expect("a folder");
    }
    test.write("cup", "Maildir/new/1", letter(10, &game.files[0]));
    test.pbem("cup", "club receive Maildir --club club").ok();
    let at: Vec<String> = arrivals(&test).into_values().collect();
    assert_eq!(at, ["2026-12-01T10:00:00Z"]);
}

/// The organizer's mail program: keeps all emails in one mailbox.
fn with_post(test: &Test) {
    let post =
        script(test, "cup", "post", "(echo 'From x Tue Dec  1 00:00:00 2026'; cat; echo) >> sent");
    test.pbem("cup", "config sendmail").arg(post).ok();
    test.pbem("cup", "config mail cup@example.org").ok();
    for who in ["alice", "bob"] {
        test.pbem(who, &format!("config mail {who}@example.org")).ok();
    }
}

const DAY: i64 = 24 * 60;

/// The actions of `club rule`, with the players.
fn rule(test: &Test, words: &str) -> Vec<(String, String)> {
    let (code, ruled) = test.pbem("cup", &format!("club rule --club club {words}")).json();
    assert_eq!(code, Some(0), "{ruled}");
    let text = |step: &Value, key: &str| step[key].as_str().expect("a word").to_owned();
    let steps = ruled["steps"].as_array().expect("a list").iter();
    steps.map(|step| (text(step, "action"), text(step, "player"))).collect()
}

/// A game of the club in which it is Bob's turn since its file arrived.
fn bob_to_move(test: &Test) {
    club(test);
    with_post(test);
    test.send("cup", "club/club.toml", "alice", "club.toml");
    let new = "new checkpoint-danger game.toml --as alice --with bob --first alice --random \
               --club club.toml";
    test.pbem("alice", new).ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    receive(test, &test.read("alice", "game.toml"));
}

#[test]
fn new_game_takes_rules_arbiter_and_keys_from_the_club() {
    let test = Test::new();
    bob_to_move(&test);
    let file = TurnFile::read(test.read("alice", "game.toml").as_bytes()).expect("a game");
    let header = &file.game;
    assert_eq!(header.options.get("days-per-turn"), Some(&OptionValue::Number(7)));
    let arbiter = header.arbiter.as_ref().expect("an arbiter");
    assert_eq!(hex::encode(arbiter.key), key_of(&test, "cup"));
    assert_eq!((arbiter.grace_days, arbiter.mail.as_deref()), (3, Some("cup@example.org")));
    assert_eq!(header.keys.get("bob").map(hex::encode), Some(key_of(&test, "bob")));
    // Each email goes to the club as well.
    let (_, sent) = test.pbem("alice", "send cd-bob --again -o copy.eml").json();
    assert_eq!(sent["cc"], serde_json::json!(["cup@example.org"]));
    // With each turn, the player sees where its copy goes.
    let (_, copied) = test.pbem("alice", "copy cd-bob --turn").json();
    assert_eq!(copied["copies_to"], "cup@example.org");
    let copied = test.pbem("alice", "copy cd-bob --turn").run();
    assert!(copied.err.contains("with a copy to cup@example.org"), "{}", copied.shown());
    let moved = test.pbem("bob", "move game.toml A9").ok();
    assert!(moved.out.contains("to alice, copy to cup@example.org"), "{}", moved.shown());
    for words in ["--with carol", "--with bob --set days-per-turn=3", "--with bob --section x"] {
        let new = format!("new cd --as alice --random --club club.toml {words}");
        test.pbem("alice", &new).refused(2);
    }
    test.pbem("alice", "new spy --as alice --random --club club.toml --with bob").refused(2);
    test.pbem("bob", "new cd --as alice --random --club ../alice/club.toml --with bob").refused(2);
}

fn key_of(test: &Test, who: &str) -> String {
    let (_, whoami) = test.pbem(who, "whoami").json();
    whoami["key"].as_str().expect("a key").to_owned()
}

#[test]
fn late_player_gets_reminder_notice_and_ruling() {
    let test = Test::new();
    bob_to_move(&test);
    assert_eq!(rule(&test, ""), []);
    let of_bob = |action: &str| vec![(action.to_owned(), "bob".to_owned())];
    // Unused days carry over, so Bob has 14 days.
    test.wait_minutes(6 * DAY);
    assert_eq!(rule(&test, ""), []);
    test.wait_minutes(2 * DAY);
    assert_eq!(rule(&test, ""), of_bob("reminder"));
    assert!(!test.path("cup", "club/notices.jsonl").exists(), "nothing is sent without --send");
    assert_eq!(rule(&test, "--send"), of_bob("reminder"));
    assert_eq!(rule(&test, "--send"), []);
    // The notice comes late, so the grace days begin late.
    test.wait_minutes(10 * DAY);
    assert_eq!(rule(&test, "--send"), of_bob("notice"));
    test.wait_minutes(2 * DAY);
    assert_eq!(rule(&test, "--send"), []);
    test.wait_minutes(DAY + 10);
    let before = test.now();

    // Bob's turn has arrived, whatever its date: no ruling.
    test.pbem("bob", "move game.toml A9").ok();
    receive(&test, &test.read("bob", "game.toml"));
    assert_eq!(rule(&test, "--send"), []);
    test.back_to(&before);
    with_post(&test);

    // Another vault signs nothing.
    let ran = test.pbem("alice", "club rule --club ../cup/club").run();
    assert!(ran.err.contains("can't sign a ruling"), "{}", ran.shown());
    assert_eq!(rule(&test, "--send"), of_bob("ruling"));
    assert_eq!(rule(&test, "--send"), []);
    let sent = test.read("cup", "sent");
    assert_eq!(sent.matches("Subject: Reminder: your move, turn 4").count(), 1, "{sent}");
    assert_eq!(sent.matches("Subject: Notice: your time for turn 4 is up").count(), 1, "{sent}");
    assert!(sent.contains("alice@example.org") && sent.contains("bob@example.org"));
    // Alice claims with the ruling.
    let rulings = files(&test, "rulings");
    test.write("alice", "ruling.toml", rulings.values().next().expect("a ruling"));
    test.pbem("alice", "receive ruling.toml").ok();
    test.pbem("alice", "claim game.toml --show-setup").ok();
    let (code, verdict) = test.pbem("alice", "verify game.toml").verdict();
    assert_eq!((code, &verdict["verdict"]), (Some(0), &"forfeit".into()));
}

/// A mail program may be slow, or run pbem itself.
#[test]
fn other_commands_run_while_mail_goes_out() {
    let test = Test::new();
    bob_to_move(&test);
    test.wait_minutes(8 * DAY);
    let pbem = env!("CARGO_BIN_EXE_pbem");
    let post = format!(
        "cat > email\n{pbem} config name cup && {pbem} club receive email --club club --json > \
         within && {pbem} club rule --send --club club --json > second; echo $? > ended"
    );
    let post = script(&test, "cup", "post", &post);
    test.pbem("cup", "config sendmail").arg(post).ok();
    assert_eq!(rule(&test, "--send"), [("reminder".to_owned(), "bob".to_owned())]);
    let within: Value = serde_json::from_str(&test.read("cup", "within")).expect("JSON");
    assert_eq!(
        (&within["schema"], &within["looked_at"]),
        (&"pbem-club-received/1".into(), &1.into())
    );
    // But a second command must not mail the same reminder.
    assert_eq!(test.read("cup", "ended"), "5\n");
    assert_eq!(rule(&test, "--send"), []);
}

#[test]
fn ruling_is_mailed_again_after_a_failure() {
    let test = Test::new();
    bob_to_move(&test);
    test.wait_minutes(15 * DAY);
    rule(&test, "--send");
    test.wait_minutes(4 * DAY);
    test.pbem("cup", "config sendmail false").ok();
    let ran = test.pbem("cup", "club rule --club club --send").run();
    assert_eq!(ran.code, Some(5), "{}", ran.shown());
    let signed = files(&test, "rulings");
    assert_eq!(signed.len(), 1);
    with_post(&test);
    test.wait_minutes(DAY);
    assert_eq!(rule(&test, "--send"), [("ruling".to_owned(), "bob".to_owned())]);
    assert_eq!(files(&test, "rulings"), signed);
}
