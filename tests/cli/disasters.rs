//! Disasters: a crash with a half-written file, or a full disk, in the middle of any command that
//! writes. The vault stays intact, no turn is lost, and no turn is signed in two versions.
//!
//! `PBEM_IMAGES=1000 cargo test --release --test cli disasters` tries this many half-written disks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::crashes::{Made, WRITING, Writing, everything_is_whole, nothing_lies_about, signed};
use crate::harness::{Ran, Test};

/// Default number of disks to try.
const IMAGES: usize = 40;

/// Contents of a file that was not synced: empty, the beginning, zeros, or earlier data.
fn torn(bytes: &[u8], how: usize) -> Vec<u8> {
    let part = bytes.len() * (how / 4 % 7 + 1) / 8;
    match how % 4 {
        0 => Vec::new(),
        1 => bytes[..part].to_vec(),
        2 => vec![0; bytes.len()],
        _ => [&bytes[..part], &vec![b'#'; bytes.len() - part]].concat(),
    }
}

fn typed(test: &Test, writing: &Writing) -> Ran {
    let call = test.pbem(writing.who, "");
    writing.words.iter().fold(call, |call, word| call.arg(*word)).run()
}

/// Asserts that the next command finds the vault intact and that the same command can be repeated.
fn goes_on(test: &Test, writing: &Writing, label: &str) {
    let before = signed(test, writing.who);
    let ran = test.pbem(writing.who, "status").run();
    assert_eq!(ran.code, Some(0), "{label}: {}", ran.shown());
    let again = typed(test, writing);
    let may_end =
        again.code.is_some_and(|code| code == writing.ends || writing.again.contains(&code));
    assert!(may_end, "{label}: {}", again.shown());
    everything_is_whole(test, writing.who, label);
    let after = signed(test, writing.who);
    for (id, number, hash) in &before {
        let same = |(game, other, _): &&Made| (game, other) == (id, number);
        assert!(after.iter().filter(same).all(|(_, _, its)| its == hash), "{label}: signed twice");
        assert!(after.iter().any(|turn| turn == &(id.clone(), *number, hash.clone())), "{label}");
    }
    nothing_lies_about(test, writing.who, label);
}

fn is_begun(path: &Path) -> bool {
    path.to_string_lossy().contains("/.pbem-")
}

#[test]
#[expect(clippy::print_stdout, reason = "a long run says how much it has tried")]
fn crash_with_a_half_written_file_loses_nothing() {
    let said = std::env::var("PBEM_IMAGES").ok();
    let all = said.is_some();
    let wanted = said.map_or(IMAGES, |number| number.parse().expect("a number of disks"));
    let mut tried = 0;
    for round in 0.. {
        // A short run takes other commands and steps in every round.
        for (at, writing) in WRITING.iter().enumerate() {
            let test = (writing.prepare)();
            let start = test.now();
            for step in 1.. {
                if tried >= wanted {
                    println!("{tried} half-written disks");
                    return;
                }
                test.back_to(&start);
                let call = test.pbem(writing.who, "").env("PBEM_FAULT", step.to_string());
                let ran = writing.words.iter().fold(call, |call, word| call.arg(*word)).run();
                if ran.code.is_some() {
                    break;
                }
                let files = test.everything(writing.who).into_iter();
                let files: Vec<(PathBuf, Vec<u8>)> =
                    files.filter(|(path, _)| is_begun(path)).collect();
                if files.is_empty() || (!all && (at + step + round) % 5 > 0) {
                    continue;
                }
                for (path, bytes) in files {
                    fs::write(path, torn(&bytes, round * 5 + step)).expect("it is written");
                }
                goes_on(&test, writing, &format!("{:?}, step {step}", writing.words));
                tried += 1;
            }
        }
    }
}

/// A small disk mounted over a folder, removed on drop.
struct Disk(PathBuf);

impl Disk {
    /// Mounts a disk with the folder's contents and `free` free blocks; `None` if mounting is
    /// not possible.
    fn over(folder: &Path, free: u32) -> Option<Disk> {
        let run = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-ec", script]).arg(folder).stderr(Stdio::null());
            shell.status().is_ok_and(|done| done.success())
        };
        run("cp -a \"$0\" \"$0.aside\" && mount -t tmpfs -o size=4m tmpfs \"$0\"").then_some(())?;
        let disk = Disk(folder.to_owned());
        let fill = format!(
            "cp -a \"$0.aside/.\" \"$0\" && rm -r \"$0.aside\" && cd \"$0\" && \
             (dd if=/dev/zero of=fill bs=4096 || true) && truncate -s -{} fill",
            free * 4096
        );
        assert!(run(&fill), "the disk is filled");
        Some(disk)
    }

    /// Frees the space again.
    fn clear(&self) {
        fs::remove_file(self.0.join("fill")).expect("it was there");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "a long run says how much it has tried")]
fn full_disk_never_loses_a_turn() {
    let all = std::env::var_os("PBEM_IMAGES").is_some();
    let mut tried = 0;
    for (at, writing) in WRITING.iter().enumerate() {
        for free in 0..6 {
            if !all && (at + free) % 6 > 0 {
                continue;
            }
            let test = (writing.prepare)();
            let folder = test.folder(writing.who);
            let free = u32::try_from(free).expect("few blocks");
            // Not every machine can mount a disk.
            let Some(disk) = Disk::over(&folder, free) else { return };
            let label = format!("{:?}, {free} blocks free", writing.words);
            let ran = typed(&test, writing);
            assert!(ran.code.is_some_and(|code| code <= 5), "{label}: {}", ran.shown());
            assert!(!ran.err.contains("panicked"), "{label}: {}", ran.shown());
            disk.clear();
            goes_on(&test, writing, &label);
            tried += 1;
        }
    }
    println!("{tried} full disks");
}

/// A folder whose name is not synced is lost in a power failure, with everything synced in it.
#[test]
#[expect(clippy::print_stderr, reason = "this was not tested")]
fn name_of_every_new_folder_is_synced() {
    let test = Test::new();
    let log = test.path("alice", "calls");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-e", "trace=mkdir,mkdirat,fsync", "-o"]).arg(&log);
    strace.args([env!("CARGO_BIN_EXE_pbem"), "--home", "a/b/vault", "new", "spy", "game.toml"]);
    strace.args(["--as", "alice", "--with", "bob", "--random"]).current_dir(test.folder("alice"));
    let Ok(ran) = strace.stdout(Stdio::null()).stderr(Stdio::piped()).output() else {
        eprintln!("There is no strace here: not tested.");
        return;
    };
    let log = fs::read_to_string(log).expect("what was called");
    if log.contains("ptrace") || ran.status.code() != Some(0) {
        eprintln!(
            "strace may not trace here: not tested.\n{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        return;
    }
    let lines: Vec<&str> = log.lines().collect();
    let made = |line: &str| {
        let path = line.contains("mkdir").then(|| line.split('"').nth(1))??;
        line.ends_with("= 0").then(|| test.folder("alice").join(path))
    };
    let mut folders = 0;
    for (at, folder) in lines.iter().enumerate().filter_map(|(at, line)| Some((at, made(line)?))) {
        let above = format!("<{}>", folder.parent().expect("a folder above").display());
        let synced = |line: &&str| line.contains("fsync(") && line.contains(&above);
        assert!(lines[at..].iter().any(synced), "{above} is not synced:\n{log}");
        folders += 1;
    }
    assert_eq!(folders, 4, "a, b, the vault and its games:\n{log}");
}
