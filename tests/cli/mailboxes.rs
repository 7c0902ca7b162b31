//! Large mailboxes, and emails from strangers.

use std::fs;

use crate::harness::Test;

/// An email with this file in it, in mbox format.
fn mail(number: usize, file: &str) -> String {
    format!(
        "From bob@example.org Fri Nov 20 12:{:02}:{:02} 2026\nFrom: bob@example.org\n\
         Subject: mail {number}\nContent-Type: text/plain\n\n{file}\n\n",
        number / 60 % 60,
        number % 60
    )
}

/// Bob's report on a claim next to the earlier file: in this order, in a folder or a mailbox.
fn told_of_claim(test: &Test, order: [usize; 2], folder: bool) -> String {
    let earlier = test.read("alice", "game.toml");
    test.wait_minutes(60 * 24 * 40);
    test.pbem("alice", "claim game.toml --show-setup").ok();
    let claim = test.read("alice", "game.toml");
    let files = order.map(|at| [&earlier, &claim][at]);
    fs::create_dir_all(test.path("bob", "mails")).expect("a folder");
    let from = if folder {
        for (at, file) in files.iter().enumerate() {
            test.write("bob", &format!("mails/{at}.toml"), file);
        }
        "mails"
    } else {
        test.write("bob", "mbox", files.map(|file| mail(1, file)).concat());
        "mbox"
    };
    let said = test.pbem("bob", &format!("receive {from}")).run().out;
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn claim_is_reported_for_any_order_of_files() {
    for (order, folder) in [([0, 1], false), ([1, 0], false), ([0, 1], true), ([1, 0], true)] {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.mail("alice", "bob");
        test.pbem("bob", "show game.toml").ok();
        let said = told_of_claim(&test, order, folder);
        assert!(said.contains("alice claims the game"), "{order:?}: {said}");
        for command in ["status cd-alice", "show cd-alice"] {
            let said = test.pbem("bob", command).run().out;
            assert!(said.contains("claim"), "{command}: {said}");
        }
        // A player who had no time to answer is notified too, and still has the time.
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        let said = told_of_claim(&test, order, folder);
        assert!(said.contains("your turn takes precedence"), "{order:?}: {said}");
        held_until_answered(&test);
    }
}

/// Asserts that each report to Bob mentions the early claim until Bob makes a turn.
fn held_until_answered(test: &Test) {
    for command in ["status cd-alice", "status", "show cd-alice", "status cd-alice"] {
        let said = test.pbem("bob", command).run().out;
        assert!(said.contains("claims"), "{command}: {said}");
    }
    let (_, status) = test.pbem("bob", "status cd-alice").json();
    assert!(status.to_string().contains("claim"), "{status}");
    // pbem dates the turn before the deadline only if bob confirms that alice's turn came late.
    assert_eq!(test.pbem("bob", "move cd-alice A1").run().code, Some(3));
    test.pbem("bob", "move cd-alice A1 --arrived-late").ok();
    for command in ["status cd-alice", "status", "show cd-alice"] {
        let said = test.pbem("bob", command).run().out;
        assert!(!said.contains("claim"), "{command}: {said}");
    }
}

/// The place of Bob's unread mail, and the source of its arrival time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unread {
    /// In a Maildir, dated by the mail server.
    Dated,
    /// In a Maildir, dated by the file's name.
    Named,
    /// In a folder for downloads, where anyone can write any date.
    Saved,
}

/// Alice's turn 3 arrives, and her claim 40 days later. Bob has read neither, but has looked into
/// the claim.
fn unread_claim(how: Unread) -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    for folder in ["cur", "new"] {
        fs::create_dir_all(test.path("bob", "mails").join(folder)).expect("a folder");
    }
    let key = if how == Unread::Saved { "downloads-dir" } else { "mail-dir" };
    test.pbem("bob", &format!("config {key}"))
        .arg(test.path("bob", "mails").to_string_lossy())
        .ok();
    let deliver = |number: u32, day: chrono::DateTime<chrono::Utc>| {
        let head = match how {
            Unread::Named => String::new(),
            _ => format!("Received: from a by b; {}\n", day.to_rfc2822()),
        };
        let file = test.read("alice", "game.toml");
        let name = format!("mails/new/{}.M{number}.host", day.timestamp());
        test.write("bob", &name, format!("{head}From: a@e.org\nSubject: {number}\n\n{file}"));
    };
    let first: chrono::DateTime<chrono::Utc> = "2026-11-20T18:00:00Z".parse().expect("a date");
    deliver(3, first);
    test.wait_minutes(60 * 24 * 40);
    test.pbem("alice", "claim game.toml --show-setup").ok();
    deliver(4, first + chrono::Duration::days(40));
    test.send("alice", "game.toml", "bob", "claim.toml");
    test.pbem("bob", "verify claim.toml").run();
    test
}

/// A player leaves the mail unread, reads the setup in the claim, and dates the answer back.
#[test]
fn unread_mail_takes_no_claim_away() {
    for how in [Unread::Dated, Unread::Named] {
        let test = unread_claim(how);
        let said = test.pbem("bob", "receive").run().out;
        assert!(!said.contains("your turn takes precedence"), "{how:?}: {said}");
        test.pbem("bob", "move cd-alice A1 --arrived-late").fails(3);
        let (_, verdict) = test.pbem("bob", "verify cd-alice").verdict();
        assert_eq!(verdict["ended_by"], "claim", "{how:?}");
        assert_eq!(verdict["result"]["winners"], serde_json::json!(["alice"]), "{how:?}");
    }
    let test = unread_claim(Unread::Saved);
    test.pbem("bob", "receive").run();
    // pbem doesn't know when the turn arrived, and asks.
    assert_eq!(test.pbem("bob", "move cd-alice A1").run().code, Some(3));
    test.pbem("bob", "move cd-alice A1 --arrived-late").ok();
}

#[test]
fn newest_mail_on_standard_input_is_read_first() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let answer = test.read("alice", "game.toml");
    // The emails together exceed the limit of one command.
    let large = |number: usize| {
        test.pbem("carol", &format!("new game-box {number}.toml --as carol --with d,e --random"))
            .ok();
        let file = test.read("carol", &format!("{number}.toml"));
        file.replacen("# end", &format!("{}\n# end", "\n".repeat(3_000_000)), 1)
    };
    let mbox: String = (0..4).map(|number| mail(number, &large(number))).collect();
    let mbox = mbox + &mail(59, &answer);
    let (_, received) = test.pbem("bob", "receive -").input(mbox).json();
    assert_eq!(received["games"][0]["name"], "cd-alice", "{received}");
}

#[test]
fn thousand_warnings_are_one_line_with_their_count() {
    let test = Test::with_checkpoint();
    let closed = "From: bob@example.org\nContent-Type: multipart/mixed; boundary=x\n\n".to_owned()
        + &"--x\n\npbem\n".repeat(300);
    let from = "From b@e.org Fri Nov 20 12:00:00 2026\n";
    let mbox = format!("{from}{closed}\n").repeat(1000);
    test.write("alice", "mbox", mbox + &mail(1, &test.read("alice", "game.toml")));
    let ran = test.pbem("alice", "receive mbox").run();
    assert!(ran.err.contains("1000 messages or files"), "{}", ran.shown());
    assert!(ran.err.lines().count() < 6, "{}", ran.shown());
    let ran = test.pbem("alice", "receive mbox --verbose").run();
    assert!(ran.err.lines().count() >= 1000);
}

#[test]
fn strangers_never_crowd_out_invitations_of_contacts() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    let mut mbox = String::new();
    for number in 0..60 {
        let stranger = format!("stranger{number}");
        let words = format!("new spy game.toml --as {stranger} --with alice --random");
        test.pbem(&stranger, &words).ok();
        mbox += &mail(number, &test.read(&stranger, "game.toml"));
    }
    test.write("alice", "mbox", mbox);
    test.pbem("alice", "receive mbox").run();
    let lying = || {
        let files = fs::read_dir(test.folder("alice")).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name());
        names.filter(|name| name.to_string_lossy().starts_with("spy-stranger")).count()
    };
    assert_eq!(lying(), 50);
    test.pbem("bob", "new spy spy.toml --with alice --random").ok();
    test.send("bob", "spy.toml", "alice", "new.toml");
    test.pbem("alice", "receive new.toml").run();
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["invitations"][0]["from"], "bob", "{}", status["invitations"]);
}

#[test]
fn declined_invitation_does_not_come_back() {
    let test = Test::with_checkpoint();
    test.pbem("carol", "new spy game.toml --as carol --with alice --random").ok();
    test.send("carol", "game.toml", "alice", "mail.toml");
    let (_, received) = test.pbem("alice", "receive mail.toml").json();
    let file = received["games"][0]["file"].as_str().expect("a file").to_owned();
    test.pbem("alice", "decline").arg(&file).ok();
    assert!(!std::path::Path::new(&file).exists());
    test.pbem("alice", "receive mail.toml").ok();
    assert!(!std::path::Path::new(&file).exists());
    let (_, status) = test.pbem("alice", "status").json();
    assert_eq!(status["invitations"], serde_json::json!([]));
}

#[test]
fn new_turn_is_found_in_an_archive_of_any_size() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let answer = test.read("alice", "game.toml");
    // Older emails, together larger than the limit.
    let other = |number: usize| {
        test.pbem("carol", &format!("new game-box {number}.toml --as carol --with d,e --random"))
            .ok();
        let file = test.read("carol", &format!("{number}.toml"));
        file.replacen("# end", &format!("{}\n# end", "\n".repeat(3_000_000)), 1)
    };
    let mbox: String = (0..4).map(|number| mail(number, &other(number))).collect();
    test.write("bob", "mbox", mbox + &mail(59, &answer));
    let (_, received) = test.pbem("bob", "receive mbox").json();
    assert_eq!(received["games"][0]["name"], "cd-alice", "{received}");
    test.pbem("bob", "move cd-alice A1").ok();
}

/// An answer in a zip file isn't overlooked without a word.
#[test]
fn archive_in_an_email_of_a_game_is_reported() {
    let test = Test::with_checkpoint();
    let mail = |subject: &str| {
        format!(
            "From: bob@example.org\r\nTo: alice@example.org\r\nSubject: {subject}\r\n\
             MIME-Version: 1.0\r\nContent-Type: application/zip; name=\"game.zip\"\r\n\
             Content-Transfer-Encoding: base64\r\n\r\nUEsDBBQAAAAIAAAAAAAAAAAA\r\n"
        )
    };
    fs::create_dir(test.path("alice", "mail")).expect("a folder");
    let subjects = ["Your move, alice [pbem cd 6103]", "Holiday pictures"];
    for (subject, name) in subjects.into_iter().zip(["one.eml", "two.eml"]) {
        fs::write(test.path("alice", "mail").join(name), mail(subject)).expect("an email");
    }
    let said = test.pbem("alice", "receive mail").run();
    let words = said.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("pbem doesn't open archives (zip)"), "{}", said.shown());
    assert!(!words.contains("Holiday"), "{}", said.shown());
}
