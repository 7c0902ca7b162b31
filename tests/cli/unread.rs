//! Mail that has arrived but hasn't been read: pbem reads it before a claim, and large or endless
//! files next to it cause no delay.

use std::fs::{self, File};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use pbem::turnfile::TurnFile;

use crate::harness::Test;
use crate::newcomers::says;

/// Minutes of a day.
const DAY: i64 = 24 * 60;

/// Alice has moved, and Bob's answer is in a new message of her Maildir, which pbem reads
/// automatically.
fn answered() -> Test {
    let test = waiting();
    test.pbem("bob", "move game.toml A1").ok();
    let mail = format!("From: b@e.org\nSubject: x\n\n{}", test.read("bob", "game.toml"));
    test.write("alice", "Maildir/new/answer", mail);
    test
}

/// Alice has moved and has a Maildir, and Bob has her file.
fn waiting() -> Test {
    let test = Test::with_checkpoint();
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(test.path("alice", "Maildir").join(folder)).expect("a folder");
    }
    set_folder(&test, "mail-dir", "Maildir");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test
}

/// Configures a folder of Alice's for incoming mail.
fn set_folder(test: &Test, key: &str, folder: &str) {
    let path = test.path("alice", folder);
    fs::create_dir_all(&path).expect("a folder");
    test.pbem("alice", &format!("config {key}")).arg(path.display().to_string()).ok();
}

fn set_age(test: &Test, file: &str, seconds: u64) {
    let path = test.path("alice", file);
    let then = SystemTime::now() - Duration::from_secs(seconds);
    File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(then))
        .expect("an age");
}

/// A sparse file of this length.
fn sparse(test: &Test, file: &str, begins: &str, length: u64) {
    let mut file = File::create(test.path("alice", file)).expect("a file");
    file.write_all(begins.as_bytes()).expect("it can be written");
    file.set_len(length).expect("a length");
}

const GIB: u64 = 1 << 30;

#[test]
fn claim_reads_mail_before_it_ends_a_game() {
    for words in ["claim cd-bob --show-setup", "claim cd-bob"] {
        let test = answered();
        test.wait_minutes(40 * DAY);
        let (code, failure) = test.pbem("alice", words).json();
        assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("arrived")), "{failure}");
        let (_, shown) = test.pbem("alice", "show cd-bob").json();
        assert_eq!((shown["turns"].as_u64(), &shown["to_act"][0]), (Some(4), &"alice".into()));
    }
}

/// A turn that was answered was sent, whatever the player says.
#[test]
fn undo_reads_mail_before_it_takes_back_a_turn() {
    let test = answered();
    let (code, failure) = test.pbem("alice", "undo cd-bob --not-mailed").json();
    assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("arrived")), "{failure}");
    assert_eq!(failure["next"][0], "pbem turn cd-bob", "{failure}");
    let (_, shown) = test.pbem("alice", "show cd-bob").json();
    assert_eq!(shown["turns"].as_u64(), Some(4), "{shown}");
}

/// A player whose answer lies unread isn't late, and needs no reminder.
#[test]
fn late_player_with_an_unread_answer_gets_no_reminder() {
    let test = answered();
    test.wait_minutes(40 * DAY);
    let shown = test.pbem("alice", "show cd-bob").run();
    says(&shown.err, &["bob's turn 4 is in your mail"]);
    says(&shown.out, &["Next: pbem turn cd-bob"]);
    let (code, failure) = test.pbem("alice", "remind cd-bob").json();
    assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("arrived")), "{failure}");
    assert_eq!(failure["next"][0], "pbem turn cd-bob", "{failure}");
}

#[test]
fn resign_reads_mail_before_it_ends_a_game() {
    for words in ["resign cd-bob --yes", "resign cd-bob --later"] {
        let test = answered();
        let (code, failure) = test.pbem("alice", words).json();
        assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("arrived")), "{failure}");
        assert_eq!(failure["next"][0], "pbem turn cd-bob", "{failure}");
        let (_, shown) = test.pbem("alice", "show cd-bob").json();
        assert_eq!((shown["turns"].as_u64(), &shown["to_act"][0]), (Some(4), &"alice".into()));
        test.pbem("alice", "resign cd-bob --yes").ok();
    }
    // Mail that can't be read doesn't keep anyone in a game.
    let test = answered();
    test.pbem("alice", "receive").ok();
    fs::remove_dir_all(test.path("alice", "Maildir")).expect("it can be removed");
    assert_eq!(test.pbem("alice", "resign cd-bob --yes").run().code, Some(0));
}

/// An email with a draw offer names `pbem accept` first, so that is what players type first.
#[test]
fn answers_to_an_offer_read_the_mail_with_the_offer() {
    let offered = || {
        let test = waiting();
        test.pbem("bob", "offer game.toml").ok();
        test.pbem("bob", "move game.toml A1").ok();
        let mail = format!("From: b@e.org\nSubject: x\n\n{}", test.read("bob", "game.toml"));
        test.write("alice", "Maildir/new/answer", mail);
        test
    };
    let test = offered();
    let said = test.pbem("alice", "accept cd-bob --yes").ok().out;
    says(&said, &["cd-bob: bob's turn 4 arrived", "Accepted"]);
    let last = TurnFile::read(test.read("alice", "game.toml").as_bytes()).expect("a turn file");
    assert_eq!(
        last.turns.last().and_then(|turn| turn.moves.first().cloned()),
        Some("accept".to_owned())
    );
    // Declining needs a move, so nothing is signed.
    let test = offered();
    let said = test.pbem("alice", "decline cd-bob").ok().out;
    says(&said, &["cd-bob: bob's turn 4 arrived", "Your next move declines the draw."]);
    // A move typed before the offer was seen would decline it.
    let test = offered();
    let (code, failure) = test.pbem("alice", "turn cd-bob B2 --no-send").json();
    assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("arrived")), "{failure}");
    assert_eq!(test.pbem("alice", "show cd-bob").json().1["turns"], 4);
    test.pbem("alice", "turn cd-bob B2 --no-send").ok();
    // Without an offer, the error comes with the news.
    let test = answered();
    let said = test.pbem("alice", "accept cd-bob --yes").run();
    assert_eq!(said.code, Some(3), "{}", said.err);
    says(&said.err, &["cd-bob: bob's turn 4 arrived"]);
    assert_eq!(test.pbem("alice", "show cd-bob").json().1["turns"], 4);
}

/// The mail decides in which games it is Alice's move.
#[test]
fn turn_reads_mail_before_it_chooses_a_game() {
    let test = answered();
    test.pbem("alice", "new spy --with carol --random").ok();
    let said = test.pbem("alice", "turn A2 --no-send").ok().out;
    says(&said, &["Game cd-bob", "bob's turn 4 in cd-bob", "Moved Arctic 2"]);
    let test = answered();
    test.pbem("alice", "new cd --against bot:easy --first alice --random").ok();
    let (code, failure) = test.pbem("alice", "turn A2 --no-send").json();
    assert_eq!((code, failure["kind"].as_str()), (Some(2), Some("ambiguous")), "{failure}");
    assert_eq!(test.pbem("alice", "show cd-bob").json().1["turns"], 4);
}

#[test]
fn status_suggests_the_command_for_unread_mail() {
    let test = answered();
    let said = test.pbem("alice", "status").ok().out;
    says(&said, &["Unread mail: bob's turn 4 in cd-bob.", "Next: pbem turn # read your mail"]);
    test.pbem("alice", "turn A2 --no-send").ok();
    test.pbem("carol", "new spy next.toml --as carol --with alice --random").ok();
    test.send("carol", "next.toml", "alice", "Maildir/new/invitation");
    let said = test.pbem("alice", "status").ok().out;
    says(&said, &["Unread mail: an invitation from carol.", "Next: pbem join # read your mail"]);
    says(&test.pbem("alice", "join").ok().out, &["carol invites alice to a game of Spy!"]);
}

#[test]
fn claim_continues_without_an_answer() {
    let test = waiting();
    test.wait_minutes(40 * DAY);
    let asked = test.pbem("alice", "claim cd-bob").fails(3);
    assert!(asked.err.contains("Maildir"), "{}", asked.shown());
    test.pbem("alice", "claim cd-bob --show-setup").ok();
}

#[test]
fn claim_stops_if_the_mail_cannot_be_read() {
    let test = waiting();
    test.wait_minutes(40 * DAY);
    fs::remove_dir_all(test.path("alice", "Maildir")).expect("it can be removed");
    test.pbem("alice", "claim cd-bob --show-setup").fails(5);
}

#[test]
fn status_reports_unread_mail_instead_of_a_late_player() {
    let test = answered();
    test.wait_minutes(40 * DAY);
    for words in ["status", "status cd-bob", ""] {
        let said = test.pbem("alice", words).ok().out;
        assert!(!said.contains("LATE") && !said.contains("deadline passed"), "{said}");
        assert!(said.contains("bob's turn 4"), "{said}");
        assert!(!said.contains("pbem claim"), "{said}");
    }
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["games"][0]["unread"], 4, "{status}");
    assert_eq!(status["unread"]["turns"][0]["name"], "cd-bob", "{status}");
    // Showing the game receives nothing.
    assert_eq!(test.pbem("alice", "show cd-bob").json().1["turns"], 3);
    test.pbem("alice", "receive").ok();
    let (_, status) = test.pbem("alice", "status").json();
    assert!(status["unread"]["turns"].as_array().is_some_and(Vec::is_empty), "{status}");
}

#[test]
fn status_names_the_folders_that_hold_no_answer() {
    let test = waiting();
    test.wait_minutes(40 * DAY);
    let said = test.pbem("alice", "status cd-bob").ok().out;
    assert!(said.contains("no answer in") && said.contains("Maildir"), "{said}");
    test.pbem("alice", "config mail-dir").arg("").ok();
    let said = test.pbem("alice", "status cd-bob").ok().out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("doesn't know where your mail arrives"), "{said}");
}

#[test]
fn status_announces_an_unread_invitation() {
    let test = waiting();
    test.pbem("carol", "new spy game.toml --as carol --with alice --random").ok();
    let mail = format!("From: c@e.org\nSubject: x\n\n{}", test.read("carol", "game.toml"));
    test.write("alice", "Maildir/new/invitation", mail);
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["unread"]["invitations"][0], "carol", "{status}");
    test.pbem("alice", "receive").ok();
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["unread"]["invitations"], serde_json::json!([]), "{status}");
}

#[test]
fn receive_reads_all_of_a_maildir() {
    let test = answered();
    set_age(&test, "Maildir/new/answer", 5000);
    for number in 0..300 {
        let mail = "From: list@e.org\nSubject: list\n\nhello\n";
        test.write("alice", &format!("Maildir/cur/{number}:2,S"), mail);
    }
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["games"][0]["unread"], 4, "{status}");
    let (_, received) = test.pbem("alice", "receive").json();
    assert_eq!(received["games"][0]["name"], "cd-bob", "{received}");
    assert_eq!(received["skipped"], serde_json::json!([]), "{received}");
}

#[test]
fn receive_counts_the_downloads_that_it_did_not_read() {
    let test = waiting();
    set_folder(&test, "downloads-dir", "downloads");
    for number in 0..250 {
        test.write("alice", &format!("downloads/{number}.txt"), "hello\n");
    }
    let (_, received) = test.pbem("alice", "receive").json();
    let skipped = &received["skipped"][0];
    assert_eq!((skipped["older"].as_u64(), skipped["large"].as_u64()), (Some(50), Some(0)));
    for words in ["receive", "turn"] {
        let said = test.pbem("alice", words).ok().out;
        assert!(said.contains("50 older files"), "{words}: {said}");
    }
    test.wait_minutes(40 * DAY);
    let said = test.pbem("alice", "status").ok().out;
    assert!(said.contains("50 older files"), "{said}");
}

#[test]
fn large_downloads_are_not_read() {
    let test = answered();
    set_folder(&test, "downloads-dir", "downloads");
    sparse(&test, "downloads/film.mkv", "film", 100 * GIB);
    // A mailbox may have any size.
    let mail = "From b@e.org Fri Nov 20 12:00:00 2026\nSubject: x\n\n";
    let filler = format!("{mail}{}\n\n", "x".repeat(1 << 20)).repeat(33);
    let file = fs::read_to_string(test.path("alice", "Maildir/new/answer")).expect("a mail");
    test.write("alice", "downloads/mbox", format!("{filler}{mail}{file}"));
    fs::remove_file(test.path("alice", "Maildir/new/answer")).expect("it can be removed");
    let started = Instant::now();
    let (_, received) = test.pbem("alice", "receive").json();
    assert_eq!(received["games"][0]["name"], "cd-bob", "{received}");
    assert_eq!(received["skipped"][0]["large"], 1, "{received}");
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
}

/// More bytes than a pipe has room for: once they are written, a process is reading them.
const MORE_THAN_A_PIPE: usize = 1 << 20;

#[test]
fn vault_is_free_while_mail_is_read() {
    let test = answered();
    let mut receive = test.pbem("alice", "receive -").command();
    let receive = receive.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut receive = receive.spawn().expect("it starts");
    let mut mail = receive.stdin.take().expect("standard input");
    mail.write_all(&vec![b'\n'; MORE_THAN_A_PIPE]).expect("it reads");
    test.pbem("alice", "mark cd-bob x A9").ok();
    drop(mail);
    receive.wait().expect("it ends");
}

#[cfg(target_os = "linux")]
#[test]
fn receive_ends_in_a_folder_of_endless_files() {
    let test = waiting();
    test.pbem("alice", "config downloads-dir /proc").ok();
    let pipe = test.path("alice", "Maildir/new/pipe");
    let status = std::process::Command::new("mkfifo").arg(pipe).status().expect("mkfifo");
    assert!(status.success());
    let started = Instant::now();
    test.pbem("alice", "receive").run();
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
}

#[cfg(all(target_os = "linux", feature = "tui"))]
#[test]
fn ctrl_c_leaves_the_table_while_mail_is_read() {
    use crate::coming::ticks;
    use crate::screen::{Screen, assert_given_back};
    let test = waiting();
    set_folder(&test, "downloads-dir", "downloads");
    sparse(&test, "downloads/mbox", "From b@e.org Fri Nov 20 12:00:00 2026\n", 200 * GIB);
    let signals = "trap : INT TERM HUP; export PBEM_EVERY=1";
    let mut screen = Screen::open_where(&test, "play cd-bob", signals);
    screen.wait_for("WAITING");
    // An idle screen uses no processor time, so the mailbox is being read, which takes minutes.
    let before = ticks(&screen);
    while ticks(&screen) < before + 50 {
        std::thread::sleep(Duration::from_millis(20));
    }
    test.pbem("alice", "mark cd-bob x A9").ok();
    let pressed = Instant::now();
    screen.press("\u{3}");
    assert_given_back(&screen.end());
    assert!(pressed.elapsed() < Duration::from_secs(20), "{:?}", pressed.elapsed());
}

/// Bob has answered Alice's call and calls a square with an agent, so Alice only has to answer.
fn hit() -> Test {
    let test = waiting();
    test.pbem("bob", "move game.toml B8").ok();
    let mail = format!("From: b@e.org\nSubject: x\n\n{}", test.read("bob", "game.toml"));
    test.write("alice", "Maildir/new/answer", mail);
    test
}

fn text(shown: &serde_json::Value) -> Vec<(u64, String)> {
    let news = shown["news"].as_array().expect("a list").iter();
    let line = |text: &serde_json::Value| (text["turn"].as_u64(), text["lines"].to_string());
    news.map(line).map(|(turn, lines)| (turn.expect("a number"), lines)).collect()
}

#[test]
fn news_includes_answers_that_came_before_an_automatic_turn() {
    let test = hit();
    test.pbem("alice", "receive --answer").ok();
    test.send("alice", "game.toml", "bob", "game.toml");
    test.pbem("bob", "move game.toml A1").ok();
    test.send("bob", "game.toml", "alice", "Maildir/new/answer");
    test.pbem("alice", "receive").ok();
    // Bob answers Alice in turn 4, and calls Arctic 1 in turn 6.
    let (_, shown) = test.pbem("alice", "show cd-bob").json();
    let text = text(&shown);
    assert_eq!(text.iter().map(|(turn, _)| *turn).collect::<Vec<_>>(), [4, 6], "{text:?}");
    assert!(text[0].1.contains("bob answers"), "{text:?}");
    let said = test.pbem("alice", "show cd-bob").ok().out;
    assert!(said.contains("bob answers"), "{said}");
    // News that was shown is no longer news.
    let said = test.pbem("alice", "show cd-bob").ok().out;
    assert!(!said.contains("bob answers"), "{said}");
}

#[test]
fn automatic_turn_shows_the_answers_that_came_with_it() {
    for words in ["turn --no-send", "move cd-bob"] {
        let test = hit();
        if words == "move cd-bob" {
            test.pbem("alice", "receive").ok();
        }
        let said = test.pbem("alice", words).ok().out;
        assert!(said.contains("bob answers"), "{words}: {said}");
    }
}

#[test]
fn status_reminds_of_a_turn_mailed_by_hand_until_it_is_answered() {
    let test = waiting();
    for words in ["status", "status cd-bob", "turn"] {
        let said = test.pbem("alice", words).ok().out;
        assert!(said.contains("Have you mailed turn 3 of cd-bob?"), "{words}: {said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("pbem send cd-bob --done"), "{words}: {said}");
    }
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["games"][0]["maybe_not_mailed"], 3, "{status}");
    test.pbem("bob", "move game.toml A1").ok();
    test.send("bob", "game.toml", "alice", "Maildir/new/answer");
    test.pbem("alice", "receive").ok();
    assert!(!test.pbem("alice", "status").ok().out.contains("Have you mailed"));
}

#[test]
fn send_done_ends_the_reminder_and_the_way_back() {
    let test = waiting();
    test.pbem("alice", "send cd-bob --done").ok();
    assert!(!test.pbem("alice", "status").ok().out.contains("Have you mailed"));
    test.pbem("alice", "undo cd-bob --not-mailed").refused(3);
    test.pbem("alice", "send cd-bob --done").refused(3);
}
