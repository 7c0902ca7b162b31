//! What a signal leaves behind: no half of a secret, whatever was being written.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Call, Test};

/// The parts of files and vaults that lie in a folder.
fn partial(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".pbem-")).collect()
}

/// The program, standing still in the middle of a write, with what it has begun in this folder.
fn at_a_stand(call: &Call<'_>, folder: &Path) -> Child {
    let mut command = call.command();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect("the program starts");
    let start = Instant::now();
    while partial(folder).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(30), "it has begun nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    // It has come to its stand a moment later.
    std::thread::sleep(Duration::from_millis(200));
    child
}

fn ended_by(mut child: Child, signal: &str) -> ExitStatus {
    let kill = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
    assert!(kill.expect("kill").success());
    child.wait().expect("it ends")
}

/// A player with a game, and a folder for a backup.
fn with_folder() -> Test {
    let test = Test::with_checkpoint();
    fs::create_dir(test.path("alice", "elsewhere")).expect("a folder");
    test
}

#[test]
fn a_signal_takes_the_half_of_a_secret_along() {
    let places = [
        ("backup elsewhere/alice.pbem-backup", "backup.sync", "elsewhere"),
        ("config name alicia", "vault.sync", "vault"),
        ("restore old.pbem-backup --home elsewhere/new", "backup.sync:4", "elsewhere"),
        ("copy cd-bob elsewhere/game.toml", "turn.sync", "elsewhere"),
    ];
    for (signal, number) in [("-HUP", 1), ("-INT", 2), ("-TERM", 15)] {
        for (words, point, folder) in places {
            let test = with_folder();
            test.pbem("alice", "backup old.pbem-backup").ok();
            let folder = test.path("alice", folder);
            let call = test.pbem("alice", words).env("PBEM_FAULT", format!("wait:{point}"));
            let ended = ended_by(at_a_stand(&call, &folder), signal);
            assert_eq!(ended.signal(), Some(number), "{words}: it ends as it would have");
            assert_eq!(partial(&folder), [""; 0], "{words} {signal}");
            test.pbem("alice", "move game.toml Fiji 6").ok();
        }
    }
}

#[test]
fn what_a_kill_leaves_of_a_secret_the_next_command_removes() {
    for (words, point) in [
        ("backup elsewhere/alice.pbem-backup", "backup.sync"),
        ("config name alicia", "vault.sync"),
    ] {
        let test = with_folder();
        let folder = test.path("alice", if words.contains("else") { "elsewhere" } else { "vault" });
        let call = test.pbem("alice", words).env("PBEM_FAULT", format!("wait:{point}"));
        ended_by(at_a_stand(&call, &folder), "-KILL");
        assert_eq!(partial(&folder).len(), 1, "{words}");
        test.pbem("alice", "status").ok();
        assert_eq!(partial(&folder), [""; 0], "{words}");
        assert!(!test.path("alice", "vault/unfinished").exists());
    }
    // A vault that was being put together lies beside the one that was to be.
    let test = with_folder();
    test.pbem("alice", "backup old.pbem-backup").ok();
    let (folder, home) = (test.path("alice", "elsewhere"), "--home elsewhere/new");
    let call = test.pbem("alice", &format!("restore old.pbem-backup {home}"));
    let child = at_a_stand(&call.env("PBEM_FAULT", "wait:backup.sync:4"), &folder);
    ended_by(child, "-KILL");
    assert_eq!(partial(&folder).len(), 1);
    test.pbem("alice", &format!("status {home}")).run();
    assert_eq!(partial(&folder), [""; 0]);
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_leaves_nothing() {
    let test = with_folder();
    let inner = test.pbem("alice", "backup elsewhere/alice.pbem-backup").command();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""]);
    command.arg(inner.get_program()).args(inner.get_args()).env_clear();
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(inner.get_current_dir().expect("a folder"));
    let output = command.output().expect("a shell");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert_eq!(partial(&test.path("alice", "elsewhere")), [""; 0]);
    test.pbem("alice", "backup elsewhere/alice.pbem-backup").ok();
}

#[test]
fn what_ignores_a_hangup_goes_on() {
    let test = with_folder();
    let folder = test.path("alice", "elsewhere");
    let inner = test.pbem("alice", "backup elsewhere/alice.pbem-backup").command();
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).env_clear();
    command.arg(inner.get_program()).args(inner.get_args());
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("PBEM_FAULT", "wait:backup.sync").stdout(Stdio::null()).stderr(Stdio::null());
    command.current_dir(inner.get_current_dir().expect("a folder"));
    let mut child = command.spawn().expect("a shell");
    while partial(&folder).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let hangup = Command::new("kill").arg("-HUP").arg(child.id().to_string()).status();
    assert!(hangup.expect("kill").success());
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().expect("a child").is_none(), "it was told to go on");
    ended_by(child, "-TERM");
    assert_eq!(partial(&folder), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_crash_writes_no_image_of_the_memory() {
    let test = with_folder();
    let folder = test.path("alice", "elsewhere");
    let call = test.pbem("alice", "backup elsewhere/alice.pbem-backup");
    let child = at_a_stand(&call.env("PBEM_FAULT", "wait:backup.sync"), &folder);
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).expect("its limits");
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).expect("a line");
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");
    ended_by(child, "-KILL");
}

/// The same from the first moment on: while it waits for what is hidden to be typed.
#[cfg(target_os = "linux")]
#[test]
fn a_crash_at_a_question_writes_no_image_either() {
    use std::os::unix::fs::MetadataExt;
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob --setup-file -";
    let mut command = test.pbem("alice", new).command();
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let process = Path::new("/proc").join(child.id().to_string());
    let read = |name: &str| fs::read_to_string(process.join(name)).unwrap_or_default();
    let start = Instant::now();
    // It reads, and nothing comes.
    while !read("status").contains("\nState:\tS") || !read("comm").starts_with("pbem") {
        assert!(start.elapsed() < Duration::from_secs(30), "it does not wait");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let limits = read("limits");
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).expect("a line");
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");
    // Of who may not be dumped nobody but root may look at anything in here.
    let owner = process.join("environ").metadata().expect("it is there").uid();
    assert_eq!(owner, 0, "it can be dumped, and looked into");
    assert!(child.try_wait().expect("a child").is_none(), "it waits");
    drop(child.stdin.take());
    child.wait().expect("it ends");
}

#[test]
fn folders_are_private_from_their_making() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "config games-dir new/games/here").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.send("alice", "game.toml", "alice", "mail.toml");
    let inner = test.pbem("alice", "receive mail.toml").command();
    let mut command = Command::new("sh");
    command.args(["-c", "umask 0; exec \"$0\" \"$@\""]).env_clear();
    command.arg(inner.get_program()).args(inner.get_args());
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(inner.get_current_dir().expect("a folder"));
    assert!(command.output().expect("a shell").status.success());
    for folder in ["new", "new/games", "new/games/here", "vault", "vault/games"] {
        let about = test.path("alice", folder).metadata().expect("it is there");
        assert_eq!(about.permissions().mode() & 0o777, 0o700, "{folder}");
    }
}
