//! After a signal, no part of a secret remains on the disk.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Call, Test};

/// The partial files and vaults in a folder.
fn partial(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".pbem-")).collect()
}

/// Starts the program, and returns it when it waits in the middle of a write, with a partial
/// file in this folder.
fn paused(mut command: Command, folder: &Path) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut line = String::new();
    let stderr = child.stderr.take().expect("a pipe");
    BufReader::new(stderr).read_line(&mut line).expect("a line");
    assert_eq!(line, "waiting\n");
    assert!(!partial(folder).is_empty(), "it has begun nothing");
    child
}

/// A call from a shell that runs `first` before it.
fn from_shell(call: &Call<'_>, first: &str) -> Command {
    let inner = call.command();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{first}; exec \"$0\" \"$@\"")]).env_clear();
    command.arg(inner.get_program()).args(inner.get_args());
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(inner.get_current_dir().expect("a folder"));
    command
}

fn ended_by(mut child: Child, signal: &str) -> ExitStatus {
    let kill = Command::new("kill").arg(signal).arg(child.id().to_string()).status();
    assert!(kill.expect("kill").success());
    child.wait().expect("it ends")
}

/// A player with a game and a folder for a backup.
fn with_folder() -> Test {
    let test = Test::with_checkpoint();
    fs::create_dir(test.path("alice", "elsewhere")).expect("a folder");
    test
}

#[test]
fn signal_removes_a_partial_secret() {
    let places = [
        ("backup elsewhere/alice.pbem-backup", "backup.sync", "elsewhere"),
        ("config name alicia", "vault.sync", "vault"),
        ("restore old.pbem-backup --home elsewhere/new", "backup.sync:4", "elsewhere"),
        ("copy cd-bob elsewhere/game.toml", "turn.sync", "elsewhere"),
    ];
    for (signal, number) in [("-HUP", 1), ("-INT", 2), ("-QUIT", 3), ("-TERM", 15)] {
        for (words, point, folder) in places {
            let test = with_folder();
            test.pbem("alice", "backup old.pbem-backup").ok();
            let folder = test.path("alice", folder);
            let call = test.pbem("alice", words).env("PBEM_FAULT", format!("wait:{point}"));
            let ended = ended_by(paused(call.command(), &folder), signal);
            assert_eq!(ended.signal(), Some(number), "{words}: it ends as it would have");
            assert_eq!(partial(&folder), [""; 0], "{words} {signal}");
            test.pbem("alice", "move game.toml Fiji 6").ok();
        }
    }
}

#[test]
fn next_command_removes_a_partial_secret_after_a_kill() {
    for (words, point) in [
        ("backup elsewhere/alice.pbem-backup", "backup.sync"),
        ("config name alicia", "vault.sync"),
    ] {
        let test = with_folder();
        let folder = test.path("alice", if words.contains("else") { "elsewhere" } else { "vault" });
        let call = test.pbem("alice", words).env("PBEM_FAULT", format!("wait:{point}"));
        ended_by(paused(call.command(), &folder), "-KILL");
        assert_eq!(partial(&folder).len(), 1, "{words}");
        test.pbem("alice", "status").ok();
        assert_eq!(partial(&folder), [""; 0], "{words}");
        assert!(!test.path("alice", "vault/unfinished").exists());
    }
    // The partial new vault is next to the path of the vault.
    let test = with_folder();
    test.pbem("alice", "backup old.pbem-backup").ok();
    let (folder, home) = (test.path("alice", "elsewhere"), "--home elsewhere/new");
    let call = test.pbem("alice", &format!("restore old.pbem-backup {home}"));
    let child = paused(call.env("PBEM_FAULT", "wait:backup.sync:4").command(), &folder);
    ended_by(child, "-KILL");
    assert_eq!(partial(&folder).len(), 1);
    test.pbem("alice", &format!("status {home}")).run();
    assert_eq!(partial(&folder), [""; 0]);
}

#[test]
fn file_size_limit_is_an_error_and_leaves_nothing() {
    let test = with_folder();
    let backup = test.pbem("alice", "backup elsewhere/alice.pbem-backup");
    let mut command = from_shell(&backup, "ulimit -f 1");
    let output = command.output().expect("a shell");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert_eq!(partial(&test.path("alice", "elsewhere")), [""; 0]);
    test.pbem("alice", "backup elsewhere/alice.pbem-backup").ok();
}

/// Only Linux reports which signals are ignored.
#[cfg(target_os = "linux")]
#[test]
fn ignored_signal_stays_ignored() {
    for signal in ["HUP", "INT", "QUIT"] {
        let test = with_folder();
        let folder = test.path("alice", "elsewhere");
        let call = test.pbem("alice", "backup elsewhere/alice.pbem-backup");
        let call = call.env("PBEM_FAULT", "wait:backup.sync");
        let child = paused(from_shell(&call, &format!("trap '' {signal}")), &folder);
        let id = child.id().to_string();
        let kill = Command::new("kill").arg(format!("-{signal}")).arg(&id).status();
        assert!(kill.expect("kill").success());
        // The lower signal is delivered first, so it would end the program.
        assert_eq!(ended_by(child, "-TERM").signal(), Some(15), "{signal}");
        assert_eq!(partial(&folder), [""; 0]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn crash_writes_no_core_dump() {
    let test = with_folder();
    let folder = test.path("alice", "elsewhere");
    let call = test.pbem("alice", "backup elsewhere/alice.pbem-backup");
    let child = paused(call.env("PBEM_FAULT", "wait:backup.sync").command(), &folder);
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).expect("its limits");
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).expect("a line");
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");
    ended_by(child, "-KILL");
}

/// From the very start, while the program waits for a secret to be typed.
#[cfg(target_os = "linux")]
#[test]
fn crash_at_a_prompt_writes_no_core_dump() {
    use std::os::unix::fs::MetadataExt;
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob --setup-file -";
    let mut command = test.pbem("alice", new).command();
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let process = Path::new("/proc").join(child.id().to_string());
    let read = |name: &str| fs::read_to_string(process.join(name)).unwrap_or_default();
    let core_limit = || {
        let limits = read("limits");
        let core = limits.lines().find(|line| line.starts_with("Max core file size"));
        core.and_then(|core| core.split_whitespace().nth(4)).map(str::to_owned)
    };
    let start = Instant::now();
    while core_limit().as_deref() != Some("0") || !read("comm").starts_with("pbem") {
        assert!(start.elapsed() < Duration::from_secs(30), "it could write an image");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Only root may read these files of a process that may not be dumped, which is its next
    // step.
    while process.join("environ").metadata().expect("it is there").uid() != 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "it can be dumped");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.try_wait().expect("a child").is_none(), "it waits");
    drop(child.stdin.take());
    child.wait().expect("it ends");
}

#[test]
fn folders_are_created_private() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "config games-dir new/games/here").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.send("alice", "game.toml", "alice", "mail.toml");
    let mut command = from_shell(&test.pbem("alice", "receive mail.toml"), "umask 0");
    assert!(command.output().expect("a shell").status.success());
    for folder in ["new", "new/games", "new/games/here", "vault", "vault/games"] {
        let about = test.path("alice", folder).metadata().expect("it is there");
        assert_eq!(about.permissions().mode() & 0o777, 0o700, "{folder}");
    }
}
