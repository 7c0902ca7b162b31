//! Screens fit the terminal, even with hostile notes.

use unicode_width::UnicodeWidthStr;

use crate::harness::Test;

const NOTES: [&str; 3] = [
    "こんにちは、今日はいい天気ですね。明日の夜にまた一手打ちます。それまでに返事をください。待っています。よろしく",
    "한국어로 쓴 긴 메모입니다 이 줄은 화면보다 훨씬 넓어서 여러 줄로 나뉘어야 합니다 그렇지 않으면 읽을 수 없습니다",
    "e\u{301}te\u{301} a\u{308}\u{323}rger 😀😀😀 ❤\u{fe0f} o\u{302}u\u{302} \
     de\u{301}ja\u{300} vu cafe\u{301} nai\u{308}ve",
];

const WIDE: &str = "ゲーム.toml";

/// Listings, and rows with a remark. A width counted in characters, or a table with fixed columns,
/// overruns.
#[test]
fn listings_fit_a_narrow_screen() {
    let test = with_notes("cd");
    test.pbem("alice", "move game.toml F6").run();
    test.pbem("alice", "plan cd-bob A1").run();
    test.pbem("alice", "new spy --against bot:easy --random").ok();
    for words in [
        "rules",
        "new",
        "config",
        "contact",
        "contact show bob",
        "record",
        "verify game.toml",
        "verify game.toml cd-bob",
        "status",
        "status cd-bob",
        "plan cd-bob",
        "plan game.toml C3",
        "backup alice.pbem-backup",
        "send cd-bob --to bob@example.org -o letter.eml",
        "copy cd-bob copy.toml",
        "form espionage",
        "words",
    ] {
        for width in [40, 48, 60, 80, 120] {
            let ran = test.pbem("alice", words).env("COLUMNS", width.to_string()).run();
            fits(&ran, width, words);
        }
    }
}

/// Rules and help keep their labels apart, and every example can be read and copied.
#[test]
fn rules_help_and_shared_games_fit_60_columns() {
    let test = Test::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/");
    let at_60 = |words: &str| {
        let ran = test.pbem("alice", words).env("COLUMNS", "60").run();
        for line in ran.out.lines().filter(|line| !line.contains(examples)) {
            assert!(line.width() <= 60, "{words}: {line}\n{}", ran.out);
        }
        ran.out
    };
    for kind in pbem::games::Kind::published() {
        at_60(&format!("rules {kind}"));
        at_60(&format!("share {examples}{kind}.toml"));
    }
    let rules = at_60("rules spy");
    assert!(rules.lines().any(|line| line.trim() == "cold: neither"), "{rules}");
    at_60("help new");
}

/// A game with notes of both players. In Game Box, alice is the Checker.
fn with_notes(kind: &str) -> Test {
    let test = Test::new();
    let (with, join) = match kind {
        "box" => ("bob,carol", "join game.toml --as bob B5 --note"),
        _ => ("bob --first alice", "join game.toml --random --note"),
    };
    let new = format!("new {kind} game.toml --as alice --with {with} --random --note");
    test.pbem("alice", &new).arg(NOTES[0]).ok();
    test.mail("alice", "bob");
    test.pbem("bob", join).arg(NOTES[1]).ok();
    test.mail("bob", "alice");
    test
}

#[test]
fn screens_fit_with_wide_and_combining_characters() {
    for kind in ["cd", "ea", "spy", "esp", "box"] {
        let test = with_notes(kind);
        test.pbem("alice", "offer draw game.toml --note").arg(NOTES[2]).run();
        for words in [
            "show game.toml",
            "show game.toml --full",
            "show game.toml --format list",
            "show game.toml --hint",
            "show game.toml --ascii",
            "log game.toml",
            "status",
            "",
            "verify game.toml",
            "record",
            "remind game.toml",
            "mark game.toml",
            "undo game.toml",
            "resign game.toml",
        ] {
            for width in [60, 80, 120] {
                let call = test.pbem("alice", words).env("COLUMNS", width.to_string());
                fits(&call.run(), width, &format!("{kind}: {words}"));
            }
        }
    }
}

/// These commands change the game, so they run once at each width.
#[test]
fn turns_fit_with_a_wide_file_name_and_notes() {
    for (width, kind, with, join, turn) in [60, 80, 120].into_iter().flat_map(|width| {
        [
            (width, "cd", "bob --first alice", "--random", "D5"),
            (width, "box", "bob,carol", "--as bob B5", ""),
        ]
    }) {
        let test = Test::new();
        let note = |who, words: &str, note| {
            let call = test.pbem(who, words).arg("--note").arg(note);
            let ran = call.env("COLUMNS", width.to_string()).run();
            assert_eq!(ran.code, Some(0), "{}", ran.shown());
            fits(&ran, width, words);
        };
        note("alice", &format!("new {kind} {WIDE} --as alice --with {with} --random"), NOTES[0]);
        test.send("alice", WIDE, "bob", WIDE);
        note("bob", &format!("join {WIDE} {join}"), NOTES[1]);
        test.send("bob", WIDE, "alice", WIDE);
        let receive = format!("receive {WIDE}");
        let ran = test.pbem("alice", &receive).env("COLUMNS", width.to_string()).ok();
        fits(&ran, width, &receive);
        note("alice", &format!("turn {WIDE} {turn}"), NOTES[2]);
    }
    let test = Test::new();
    test.pbem("alice", &format!("new spy {WIDE} --as alice --against bot:easy --random")).ok();
    for width in [60, 80, 120] {
        let lines = "5E\nhint\nhelp\nguess\nquit\n";
        let call = test.pbem("alice", "learn spy").input(lines);
        let mut ran = call.env("COLUMNS", width.to_string()).run();
        // At a terminal, the Enter key ends the line of the prompt.
        ran.err = ran.err.replace("> ", ">\n");
        assert!(!ran.out.contains("New game"), "{}", ran.shown());
        fits(&ran, width, "learn spy");
    }
}

fn fits(ran: &crate::harness::Ran, width: usize, command: &str) {
    for line in ran.out.lines().chain(ran.err.lines()) {
        // The folders of tests have long names.
        if line.starts_with("{\"schema\"") || line.contains("/pbem-tests-") {
            continue;
        }
        let line = line.trim_start().trim_start_matches("Next:").trim_start();
        // A command stays on one line, so that it can be copied.
        let is_command = line.starts_with("pbem ") && !line.contains("  ");
        assert!(
            is_command || line.width() <= width,
            "{command} at {width}: {line}\n{}",
            ran.shown()
        );
    }
}

/// Every command that a text names is on one line, so that it can be copied.
#[test]
fn commands_in_sentences_stay_on_one_line() {
    let test = Test::new();
    let name = "a-game-with-a-long-name";
    test.pbem("alice", &format!("new cd {name}.toml --as alice --with bob --random")).ok();
    for (words, command) in [
        ("resign", "pbem resign cd-bob --yes"),
        ("status cd-bob", "pbem send cd-bob --done"),
        ("whoami", "pbem contact show NAME"),
    ] {
        for width in 30..=80 {
            let ran = test.pbem("alice", words).env("COLUMNS", width.to_string()).run();
            let said = [ran.out.as_str(), ran.err.as_str()].concat();
            let is_whole = said.lines().any(|line| line.contains(command));
            let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(is_whole || !words.contains(command), "{command} at {width}:\n{said}");
        }
    }
}

/// Rules, help pages and the user's own key. A command stays on one line, so that it can be copied.
#[test]
fn rules_and_help_fit_a_narrow_screen() {
    let test = Test::new();
    test.pbem("alice", "config name alice").ok();
    let kinds = pbem::games::Kind::published();
    let rules = kinds.flat_map(|kind| ["", " --all"].map(|how| format!("rules {kind}{how}")));
    let topics = ["mail", "trouble", "vault", "exit-codes"].map(str::to_owned);
    let topics = topics.into_iter().chain(test.commands());
    let others = ["help", "whoami"].map(str::to_owned);
    for words in rules.chain(topics.map(|topic| format!("help {topic}"))).chain(others) {
        for width in [60, 80] {
            let ran = test.pbem("alice", &words).env("COLUMNS", width.to_string()).ok();
            fits(&ran, width, &words);
        }
    }
    let said = test.pbem("alice", "whoami").env("COLUMNS", "60").ok().out;
    let key = test.pbem("alice", "whoami").json().1["key"].as_str().expect("a key").to_owned();
    let flat: String = said.split_whitespace().collect();
    assert!(flat.contains(&key), "{said}");
    let mail = test.pbem("alice", "help mail").env("COLUMNS", "60").ok().out;
    assert!(mail.lines().all(|line| line.width() <= 80), "{mail}");
}

#[test]
fn enemy_agent_has_narrow_squares_on_a_narrow_screen() {
    let test = with_notes("ea");
    let shown = test.pbem("alice", "show game.toml").env("COLUMNS", "60").ok().out;
    let heads: Vec<&str> = shown
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("A  ") || line.starts_with("I  "))
        .collect();
    assert_eq!(heads, ["A  B  C  D  E  F  G  H  I  J  K  L  M  N  O"]);
    assert!(shown.contains("Jail: -") && shown.lines().all(|line| line.width() <= 60), "{shown}");
    let whole = test.pbem("alice", "show game.toml").env("COLUMNS", "80").ok().out;
    assert!(whole.lines().any(|line| line.trim().starts_with("A    B") && line.ends_with('O')));
}

/// clap wraps descriptions, but not the examples below them.
#[test]
fn help_of_every_command_fits_80_columns() {
    let test = Test::new();
    let club =
        ["new", "receive", "table", "rule", "page"].map(|word| format!("club {word} --help"));
    let helps = test.commands().into_iter().map(|command| format!("help {command}"));
    for words in helps.chain(club).chain(["help".to_owned()]) {
        let help = test.pbem("alice", &words).ok().out;
        let wide = help.lines().filter(|line| line.width() > 80).collect::<Vec<_>>();
        assert!(wide.is_empty(), "{words}: {wide:#?}");
    }
}
