//! Hostile input: files, names, links and devices, arguments and variables. Each call has
//! limited memory and processor time, ends without a signal, and names the problem.

#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Call, Test};

/// Address space in KiB, and processor time in seconds.
const MEMORY: u32 = 1_000_000;
const SECONDS: u32 = 20;

/// Runs a call within the limits. It must end without a signal or a panic.
fn bounded(call: &Call<'_>, more: &[OsString]) -> Output {
    let inner = call.command();
    let mut command = Command::new("/bin/sh");
    command
        .arg("-c")
        .arg(format!("ulimit -v {MEMORY}; ulimit -t {SECONDS}; ulimit -c 0; exec \"$0\" \"$@\""));
    command.arg(inner.get_program()).args(inner.get_args()).args(more).env_clear();
    command
        .envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .current_dir(inner.get_current_dir().expect("a folder"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // Its output may be long.
    let read = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).map(|_| bytes)
        })
    };
    let out = read(Box::new(child.stdout.take().expect("a pipe")));
    let err = read(Box::new(child.stderr.take().expect("a pipe")));
    // It may block without using the processor.
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_mins(2) {
            child.kill().expect("it can be stopped");
            panic!("it hangs: {command:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let status = child.wait().expect("it has ended");
    let [stdout, stderr] =
        [out, err].map(|reader| reader.join().expect("a thread").expect("what it said"));
    let output = Output { status, stdout, stderr };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(
        code.is_some_and(|code| (0..=5).contains(&code)),
        "{command:?}: {:?}\n{said}",
        output.status
    );
    assert!(!said.contains("panicked"), "{command:?}: {said}");
    for text in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(text.clone()).expect("what is printed is text");
        let steers = |sign: char| {
            sign.is_control() && sign != '\n'
                || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.contains(steers), "{command:?}: {text:?}");
    }
    output
}

/// As [`bounded`], but it must be refused with one of these codes and a message on standard
/// error.
fn refused(call: &Call<'_>, more: &[OsString], codes: &[i32]) -> String {
    let output = bounded(call, more);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code().is_some_and(|code| codes.contains(&code)),
        "{more:?}: {:?}\n{said}",
        output.status
    );
    // `receive` reports on standard output what it did with each file.
    let text = said.starts_with("pbem:") || output.stdout.starts_with(b"REJECTED");
    assert!(text && said.len() < 2_000, "{more:?}: {said}");
    said
}

/// Asserts that every command that reads a file refuses this one and changes nothing.
fn refused_by_all(test: &Test, file: impl Into<OsString>) {
    let file = file.into();
    let kept = || {
        test.everything("alice")
            .into_iter()
            .filter(|(path, _)| !path.to_string_lossy().contains("/aside/"))
    };
    let before: Vec<_> = kept().collect();
    for words in [
        "show", "move", "join", "log", "status", "undo", "resign", "claim", "mark", "offer",
        "reveal", "receive", "form",
    ] {
        let mut more = vec![file.clone()];
        more.extend((words == "form").then(|| "form.txt".into()));
        refused(&test.pbem("alice", words), &more, &[2, 3, 4, 5]);
    }
    refused(&test.pbem("alice", "replay -o page.html"), std::slice::from_ref(&file), &[2, 3, 4, 5]);
    refused(
        &test.pbem("alice", "new checkpoint-danger new.toml --with bob --setup-file"),
        std::slice::from_ref(&file),
        &[3, 4, 5],
    );
    let verdict = bounded(&test.pbem("alice", "verify"), std::slice::from_ref(&file));
    assert_eq!(verdict.status.code(), Some(4), "{}", file.display());
    assert!(kept().eq(before), "{}", file.display());
}

/// This many lines, each with its number.
fn numbered(lines: u32, before: &str, behind: &str) -> String {
    (0..lines).fold(String::new(), |text, number| text + before + &number.to_string() + behind)
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn oversized_files_are_refused() {
    let test = Test::with_checkpoint();
    let sound = test.read("alice", "game.toml");
    let last = sound.rfind("[[turn]]").expect("a turn");
    let (above, turn) = (&sound[..last], sound[last..].replace("# end of pbem turn file\n", ""));
    let within = |text: &str| format!("{above}{text}");
    let files = [
        ("huge.toml", format!("{sound}{}", "# more\n".repeat((100 << 20) / 7))),
        ("turns.toml", within(&turn.repeat(20_000))),
        ("full.toml", within(&turn.repeat((4 << 20) / turn.len() - 3))),
        ("short.toml", within(&"[[turn]]\nnumber = 1\n".repeat(200_000))),
        ("empty-turns.toml", within(&"[[turn]]\n".repeat(400_000))),
        (
            "options.toml",
            sound.replacen(
                "[game.options]\n",
                &format!("[game.options]\n{}", numbered(300_000, "o", " = 1\n")),
                1,
            ),
        ),
        ("list.toml", within(&format!("[[turn]]\nmove = [{}]\n", "\"A1\", ".repeat(500_000)))),
        (
            "deep.toml",
            within(&format!("[[turn]]\nx = {}{}\n", "[".repeat(1_000_000), "]".repeat(1_000_000))),
        ),
        (
            "tables.toml",
            within(&format!("[[turn]]\nx = {}1{}\n", "{a = ".repeat(100_000), "}".repeat(100_000))),
        ),
        ("dotted.toml", within(&format!("[[turn]]\n{} = 1\n", vec!["a"; 500_000].join(".")))),
        (
            "many-dotted.toml",
            within(&numbered(3_000, &format!("[{}.x", vec!["a"; 60].join(".")), "]\n")),
        ),
        ("numbers.toml", within(&format!("[[turn]]\nnumber = {}\n", "9".repeat(1_000_000)))),
        ("text.toml", within(&format!("[[turn]]\nnote = [\"{}\"]\n", "x".repeat(4_000_000)))),
        (
            "escapes.toml",
            within(&format!("[[turn]]\nnote = [\"{}\"]\n", "\\u001b".repeat(600_000))),
        ),
        ("keys.toml", within(&format!("[[turn]]\n{}", numbered(200_000, "k", " = 1\n")))),
        ("zeros.toml", "\0".repeat(4_000_000)),
    ];
    for (name, text) in files {
        test.write("alice", name, text);
        refused_by_all(&test, name);
        fs::remove_file(test.path("alice", name)).expect("it was there");
    }
}

/// Hostile messages: nested parts, long headers, a mailbox of many messages.
#[test]
fn oversized_messages_are_refused() {
    let test = Test::with_checkpoint();
    let sound = test.read("alice", "game.toml");
    let head = "From: bob@example.org\nSubject: hello\nMIME-Version: 1.0\n";
    let nested = "Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(20_000);
    let rfc822: String = "Content-Type: message/rfc822\n\n".repeat(50_000);
    let mails = [
        ("nested.eml", format!("{head}{nested}\n{sound}")),
        ("rfc822.eml", format!("{head}{rfc822}\n{sound}")),
        ("headers.eml", format!("{head}{}\n\n{sound}", "X-Long: y\n".repeat(2_000_000))),
        ("header.eml", format!("{head}Subject: {}\n\n", "=?utf-8?q?".repeat(1_000_000))),
        (
            "boundary.eml",
            format!(
                "{head}Content-Type: multipart/mixed; boundary={}\n\n--\n",
                "-".repeat(2_000_000)
            ),
        ),
        (
            "parts.eml",
            format!(
                "{head}Content-Type: multipart/mixed; boundary=b\n\n{}",
                "--b\n\nx\n".repeat(1_000_000)
            ),
        ),
        ("entities.eml", format!("{head}Content-Type: text/html\n\n{}", "&lt;".repeat(3_000_000))),
        ("quoted.eml", format!("{head}\n{}", "> ".repeat(3_000_000))),
        ("marks.eml", format!("{head}\n{}", "# pbem turn file\n".repeat(500_000))),
        ("blank.eml", format!("{head}\n{}{sound}", "\n".repeat(28 << 20))),
        ("packed.eml", format!("{head}\nbegin 644 x\n{}", "M\n".repeat(4 << 20))),
        ("packed-again.eml", format!("{head}\n{}", "begin 644 x\n".repeat(700_000))),
    ];
    for (name, text) in mails {
        test.write("alice", name, text);
        bounded(&test.pbem("alice", "receive"), &[name.into()]);
        fs::remove_file(test.path("alice", name)).expect("it was there");
    }
    // Many large files, none of them a game of the user's own.
    fs::create_dir(test.path("alice", "flood")).expect("a folder");
    test.pbem("carol", "new checkpoint-danger game.toml --as carol --with dave --random").ok();
    let other = test.read("carol", "game.toml").replace("# end of pbem turn file\n", "");
    for number in 0..40 {
        let large =
            format!("{other}# {number}{}\n# end of pbem turn file\n", " ".repeat(4_000_000));
        test.write("alice", &format!("flood/{number}.toml"), large);
    }
    bounded(&test.pbem("alice", "receive flood"), &[]);
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

#[test]
fn special_files_are_refused() {
    let test = Test::with_checkpoint();
    fs::create_dir(test.path("alice", "folder")).expect("a folder");
    mkfifo(&test.path("alice", "pipe.toml"));
    let link = |to: &str, name: &str| symlink(to, test.path("alice", name)).expect("a link");
    link("/dev/zero", "zero.toml");
    link("pipe.toml", "linked-pipe.toml");
    link("nowhere", "dead.toml");
    link("loop.toml", "loop.toml");
    for name in [
        "pipe.toml",
        "/dev/zero",
        "/dev/full",
        "/dev/tty",
        "zero.toml",
        "linked-pipe.toml",
        "loop.toml",
        "dead.toml",
        "/proc/self/mem",
    ] {
        for words in ["show", "move", "join", "log", "undo", "receive", "restore"] {
            refused(&test.pbem("alice", words), &[name.into()], &[2, 3, 4, 5]);
        }
        let verdict = bounded(&test.pbem("alice", "verify"), &[name.into()]);
        assert_eq!(verdict.status.code(), Some(4), "{name}");
        // pbem doesn't write there either.
        for words in [
            "copy cd-bob",
            "new checkpoint-danger",
            "backup",
            "form spy",
            "replay game.toml -o",
            "send cd-bob --again -o",
        ] {
            let before = test.everything_plain("alice");
            let mut more = vec![OsString::from(name)];
            if words.starts_with("new") {
                more.extend(["--with", "bob", "--random"].map(OsString::from));
            }
            let ran = bounded(&test.pbem("alice", words), &more);
            assert_ne!(ran.status.code(), Some(0), "{words} {name}");
            let after = test.everything_plain("alice");
            let outside = |files: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| {
                files
                    .iter()
                    .filter(|(path, _)| !path.starts_with(test.path("alice", "vault")))
                    .map(|(path, _)| path.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(outside(&after), outside(&before), "{words} {name}");
        }
    }
    // A folder with such things in it can still be read.
    test.send("alice", "game.toml", "alice", "folder/game.toml");
    mkfifo(&test.path("alice", "folder/pipe.toml"));
    symlink("/dev/zero", test.path("alice", "folder/zero.toml")).expect("a link");
    symlink("..", test.path("alice", "folder/up")).expect("a link");
    bounded(&test.pbem("alice", "receive folder"), &[]);
    let verdict = bounded(&test.pbem("alice", "verify folder"), &[]);
    assert_eq!(verdict.status.code(), Some(3));
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

/// A file that pbem did not write is never overwritten, wherever a link leads.
#[test]
fn links_to_other_files_are_not_followed() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.write("alice", "victim", "precious");
    let link = |to: &str, name: &str| symlink(to, test.path("alice", name)).expect("a link");
    let untouched = |what: &str| assert_eq!(test.read("alice", "victim"), "precious", "{what}");
    for (words, name) in [
        ("new checkpoint-danger l1.toml --with bob --random", "l1.toml"),
        ("copy cd-bob l2.toml", "l2.toml"),
        ("backup l3", "l3"),
        ("form spy l4", "l4"),
        ("replay game.toml -o l5", "l5"),
        ("send cd-bob --again -o l6", "l6"),
        ("verify game.toml -o l7", "l7"),
    ] {
        link("victim", name);
        refused(&test.pbem("alice", words), &[], &[2, 4, 5]);
        untouched(words);
        let dead = format!("{name}-dead");
        link("not-there-yet", &dead);
        let words = words.replace(name, &dead);
        refused(&test.pbem("alice", &words), &[], &[2, 4, 5]);
        assert!(!test.path("alice", "not-there-yet").exists(), "{words}");
    }
    // A report of a verdict replaces an earlier report and nothing else.
    test.pbem("alice", "verify game.toml -o report.json").run();
    assert_eq!(test.pbem("alice", "verify game.toml -o report.json").run().code, Some(3));
    let game = test.read("alice", "game.toml");
    refused(&test.pbem("alice", "verify game.toml -o game.toml"), &[], &[2]);
    assert_eq!(test.read("alice", "game.toml"), game);

    // Possible names of temporary files, planted in advance.
    link("victim", ".pbem-tmp-planted");
    fs::create_dir(test.path("alice", ".pbem-tmp-folder")).expect("a folder");
    mkfifo(&test.path("alice", ".pbem-tmp-pipe"));
    fs::hard_link(test.path("alice", "victim"), test.path("alice", ".pbem-tmp-hard"))
        .expect("a link");
    test.pbem("alice", "copy cd-bob game.toml").ok();
    untouched("a planted link");
    fs::remove_file(test.path("alice", ".pbem-tmp-pipe")).expect("it is left alone");

    // Nor in the games folder.
    fs::create_dir_all(test.path("bob", "games")).expect("a folder");
    test.pbem("bob", "config games-dir games").ok();
    test.write("bob", "victim", "precious");
    symlink("../victim", test.path("bob", "games/cd-alice.toml")).expect("a link");
    test.send("alice", "game.toml", "bob", "new.toml");
    test.pbem("bob", "receive new.toml").ok();
    assert_eq!(test.read("bob", "victim"), "precious");
    // Not even through a link to the game itself: the turn is written next to it.
    test.send("alice", "game.toml", "bob", "real.toml");
    symlink("real.toml", test.path("bob", "linked.toml")).expect("a link");
    let game = test.read("bob", "real.toml");
    test.pbem("bob", "move linked.toml A1").ok();
    assert!(test.path("bob", "linked.toml").is_symlink());
    assert_eq!(test.read("bob", "real.toml"), game);
    let (_, shown) = test.pbem("bob", "status cd-alice").json();
    let file = shown["games"][0]["file"].as_str().expect("a file").to_owned();
    assert!(fs::read_to_string(file).expect("the turn").contains("Arctic 1"));
}

#[test]
fn vault_with_links_and_pipes_is_refused() {
    let test = Test::with_checkpoint();
    let vault = test.path("bob", "vault");
    let elsewhere = test.path("bob", "elsewhere");
    test.mail("bob", "bob-old");
    // The vault itself may be a link to another place.
    fs::rename(&vault, &elsewhere).expect("it was there");
    symlink("elsewhere", &vault).expect("a link");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("bob", "config mail bob@example.org").ok();
    assert!(vault.is_symlink());
    // Its files may not be links: another user could have placed them.
    for name in ["identity.toml", "contacts.toml", "config.toml", "vault.toml", "lock"] {
        let (file, moved) = (elsewhere.join(name), elsewhere.join("moved"));
        fs::rename(&file, &moved).expect("it was there");
        for kind in 0..4 {
            match kind {
                0 => symlink("moved", &file).expect("a link"),
                1 => mkfifo(&file),
                2 => symlink("/dev/zero", &file).expect("a link"),
                _ => fs::create_dir(&file).expect("a folder"),
            }
            for words in [
                "status",
                "show game.toml",
                "whoami",
                "config mail x@example.org",
                "contact list",
                "backup b.pbem-backup",
            ] {
                let ran = bounded(&test.pbem("bob", words), &[]);
                let said = String::from_utf8_lossy(&ran.stderr);
                assert!(
                    ran.status.code() == Some(0) || said.starts_with("pbem:"),
                    "{name}, {kind}, {words}: {said}"
                );
                assert!(
                    words != "whoami"
                        || name == "config.toml"
                        || name == "contacts.toml"
                        // A command that only reads takes no lock.
                        || name == "lock"
                        || ran.status.code() == Some(5),
                    "{name}, {kind}"
                );
            }
            let _ = fs::remove_file(test.path("bob", "b.pbem-backup"));
            if kind == 3 { fs::remove_dir(&file) } else { fs::remove_file(&file) }
                .expect("it is still there");
        }
        fs::rename(&moved, &file).expect("it was there");
    }
    test.pbem("bob", "show game.toml").ok();
}

#[test]
fn invalid_names_and_arguments_are_refused() {
    let test = Test::with_checkpoint();
    let odd: Vec<OsString> = [
        &b"\xff\xfe.toml"[..],
        b"a\x1b]0;gone\x07.toml",
        b"\xe2\x80\xae.toml",
        b"new\nline.toml",
        b"-rf.toml",
        b" .toml",
    ]
    .iter()
    .map(|bytes| OsString::from_vec(bytes.to_vec()))
    .collect();
    for name in &odd {
        fs::copy(test.path("alice", "game.toml"), test.folder("alice").join(name))
            .expect("any name will do");
        for words in [
            "show --",
            "status --",
            "log --",
            "verify --",
            "receive --",
            "join --",
            "move --try --",
            "copy cd-bob --",
            "form --",
            "mark --",
        ] {
            bounded(&test.pbem("alice", words), std::slice::from_ref(name));
        }
        fs::remove_file(test.folder("alice").join(name)).expect("it was there");
    }
    for word in [
        &b"\xff"[..],
        b"\x1b[2J",
        b"\xe2\x80\xae",
        b"",
        b"\n",
        b"..",
        b"/",
        b"{0}",
        b"{1^}",
        b"%s%n",
        b"$(id)",
        b"-",
        b"--",
    ] {
        let word = OsString::from_vec(word.to_vec());
        let words = [
            "show",
            "move cd-bob",
            "undo",
            "contact show",
            "contact add",
            "contact mail bob",
            "config",
            "config name",
            "config mail",
            "config games-dir",
            "help",
            "rules",
            "demo",
            "new",
            "new spy x.toml --with",
            "new spy x.toml --random --with bob --as",
            "new spy x.toml --with bob --set",
            "move cd-bob Fiji 6 --try --note",
            "verify game.toml --key",
            "mark cd-bob",
            "send cd-bob --again -o d.eml --to",
            "show cd-bob --turn",
        ];
        for words in words {
            bounded(&test.pbem("alice", words), std::slice::from_ref(&word));
        }
        for file in ["x.toml", "d.eml"] {
            let _ = fs::remove_file(test.path("alice", file));
        }
        // A folder of that name would hide incoming mail.
        test.pbem("alice", "config games-dir").arg("").run();
    }
    let long = OsString::from("x".repeat(100_000));
    for words in [
        "show",
        "move cd-bob",
        "config name",
        "contact show",
        "move cd-bob Fiji 6 --note",
        "new",
        "verify",
        "form spy",
        "mark cd-bob",
    ] {
        let ran = bounded(&test.pbem("alice", words), std::slice::from_ref(&long));
        assert_ne!(ran.status.code(), Some(0), "{words}");
    }
    test.pbem("alice", "move game.toml Fiji 6").ok();
}

#[test]
fn invalid_variables_are_refused() {
    let test = Test::with_checkpoint();
    let values = [
        "",
        " ",
        "\u{1b}[2J",
        "/dev/null",
        "/dev/null/x",
        "\u{202e}",
        "%s",
        "C.UTF-8",
        "-1",
        "99999999999999999999",
        "..",
        "x\ny",
    ];
    for name in [
        "LC_ALL",
        "LC_CTYPE",
        "LANG",
        "TERM",
        "COLUMNS",
        "LINES",
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "COMPUTERNAME",
        "TZ",
        "HOME",
        "TMPDIR",
        "RUST_LOG",
    ] {
        for value in values {
            for words in ["show cd-bob", "status", "help", "move cd-bob Fiji 6 --try"] {
                let ran = bounded(&test.pbem("alice", words).env(name, value), &[]);
                assert_eq!(
                    ran.status.code(),
                    Some(0),
                    "{name}={value:?} {words}: {}",
                    String::from_utf8_lossy(&ran.stderr)
                );
            }
        }
    }
    for value in values {
        bounded(&test.pbem("alice", "status").env("PBEM_HOME", value), &[]);
        bounded(&test.pbem("alice", "whoami").env("PBEM_HOME", value), &[]);
    }
    // There is neither a home folder nor another place for the vault.
    for words in ["status", "whoami", "show game.toml", "verify game.toml"] {
        bounded(&test.pbem("alice", words).without("PBEM_HOME"), &[]);
    }
}

/// A disk that fills up at any point leaves the old or the new file, and the vault intact.
#[test]
fn full_disk_leaves_the_vault_whole() {
    let mounted = |at: &Path, size: &str| {
        fs::create_dir_all(at).expect("a folder");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", size, "tmpfs"])
            .arg(at)
            .stderr(Stdio::null())
            .status();
        mount.is_ok_and(|done| done.success())
    };
    let room = |free: u32| {
        let test = Test::with_checkpoint();
        let small = test.path("bob", "small");
        if !mounted(&small, "size=4m") {
            return None;
        }
        for name in ["vault", "game.toml"] {
            assert!(
                Command::new("cp")
                    .arg("-r")
                    .arg(test.path("bob", name))
                    .arg(&small)
                    .status()
                    .expect("cp")
                    .success()
            );
        }
        test.pbem("bob", "copy cd-alice")
            .arg(small.join("game.toml").display().to_string())
            .arg("--home")
            .arg(small.join("vault").display().to_string())
            .ok();
        // Takes all blocks but this many.
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "cd \"$0\" && dd if=/dev/zero of=fill bs=4096 2>/dev/null; truncate -s -{} fill",
                free * 4096
            ))
            .arg(&small)
            .output();
        output.expect("a shell");
        Some((test, small))
    };
    for free in 0..8 {
        let Some((test, small)) = room(free) else {
            // This machine cannot mount a disk.
            return;
        };
        test.pbem("alice", "move game.toml Fiji 6").ok();
        let home = small.join("vault").display().to_string();
        let file = small.join("game.toml").display().to_string();
        let old = fs::read_to_string(&file).expect("a file");
        let run = |words: &[&str]| {
            let call = words
                .iter()
                .fold(test.pbem("bob", "--home").arg(&home), |call, word| call.arg(*word));
            bounded(&call, &[]).status.code()
        };
        // Bob reads Alice's turn and answers it on the small disk.
        test.send("alice", "game.toml", "bob", "new.toml");
        let new = test.path("bob", "new.toml").display().to_string();
        let codes = [
            run(&["receive", &new]),
            run(&["move", &file, "A1"]),
            run(&["mark", &file, "x", "C4"]),
            run(&["config", "mail", "b@example.org"]),
        ];
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 3 | 4 | 5))), "{free}: {codes:?}");
        let there = fs::read_to_string(&file).expect("a file");
        assert!(
            there == old || there.ends_with("# end of pbem turn file\n"),
            "{free}: half a file"
        );
        // With free space everything continues.
        fs::remove_file(small.join("fill")).expect("it was there");
        assert_eq!(run(&["status"]), Some(0), "{free}");
        run(&["receive", &new]);
        run(&["move", &file, "A1"]);
        assert!(
            fs::read_to_string(&file).expect("a file").contains("Arctic 1"),
            "{free}: {codes:?}"
        );
        let left = fs::read_dir(&small)
            .expect("a folder")
            .filter_map(Result::ok)
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(".pbem-"));
        assert_eq!(left.count(), 0, "{free}");
        assert!(Command::new("umount").arg(&small).status().expect("umount").success());
    }
}

/// A folder without write permission, for a user who is not root.
#[test]
fn read_only_folder_is_an_error() {
    let test = Test::with_checkpoint();
    let locked = test.path("bob", "locked");
    fs::create_dir(&locked).expect("a folder");
    test.send("bob", "game.toml", "bob", "locked/game.toml");
    fs::set_permissions(&locked, Permissions::from_mode(0o555)).expect("a mode");
    // Root can write there anyway.
    if fs::write(locked.join("probe"), "").is_err() {
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test.pbem("bob", "show locked/game.toml").ok();
        refused(&test.pbem("bob", "copy locked/game.toml locked/other.toml"), &[], &[5]);
    }
    fs::set_permissions(&locked, Permissions::from_mode(0o755)).expect("a mode");
}
