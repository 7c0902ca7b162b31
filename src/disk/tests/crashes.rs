//! Crashes at every step of every write. This test binary calls itself: a child process performs
//! the action with a fault that aborts it, and the parent checks what is left.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::*;
use pbem::crypto::Identity;
use pbem::desk::{ChainOrder, Forbidden};

/// Environment variables for the child process: the action, a directory, and the fault.
const CHILD: [&str; 3] = ["PBEM_TEST_DEED", "PBEM_TEST_DIRECTORY", "PBEM_TEST_FAULT"];

/// Does nothing unless a parent calls it.
#[test]
fn child() {
    let [Ok(action), Ok(directory), Ok(fault)] = CHILD.map(env::var) else { return };
    let faults = Faults::from_setting(&fault).expect("the parent knows how to say it");
    let stage = Stage(PathBuf::from(directory));
    match action.as_str() {
        "create" => stage.create(&faults),
        "move" => stage.make_a_move(&faults),
        "undo" => stage.take_back(&faults),
        "hand-over" => stage.hand_over(&faults),
        "restore" => stage.restore(&faults),
        "hold" => {
            let _desk = open(&stage.vault());
            fs::write(stage.file("held"), "").expect("it can be written");
            // Hold the lock until the parent closes this input.
            io::stdin().lines().for_each(drop);
        }
        other => panic!("{other} is not an action"),
    }
}

fn call(action: &str, stage: &Stage, fault: &str) -> Command {
    let mut child = Command::new(env::current_exe().expect("this test has a program"));
    child.args(["--exact", "disk::tests::crashes::child", "--nocapture"]);
    child.envs(CHILD.into_iter().zip([OsStr::new(action), stage.0.as_os_str(), OsStr::new(fault)]));
    child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    child
}

/// Makes the action crash at its first, second, ... point, each time with a new stage, until it
/// succeeds. `look` checks what is left each time. At least `least` points must have been passed.
fn die_everywhere(action: &str, least: u32, prepare: impl Fn(&Stage), look: impl Fn(&Stage, u32)) {
    for passage in 1.. {
        let temp = tempfile::tempdir().expect("a directory");
        let stage = Stage(temp.path().to_owned());
        prepare(&stage);
        let ended = call(action, &stage, &passage.to_string()).status().expect("it can be called");
        assert_ne!(ended.code(), Some(101), "{passage}: the action failed instead of dying");
        look(&stage, passage);
        if ended.success() {
            assert!(passage > least, "only {passage} points were passed");
            return;
        }
    }
}

/// A directory with a vault and a turn file.
struct Stage(PathBuf);

impl Stage {
    fn vault(&self) -> VaultDir {
        home(&self.file("vault"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn open(&self, faults: &Faults) -> Desk<Folder> {
        open_with(&self.vault(), faults).expect("it can be opened")
    }

    fn record(&self) -> GameRecord {
        bob(&self.open(&Faults::none())).expect("it is there")
    }

    fn turn_file(&self) -> String {
        fs::read_to_string(self.file("game.toml")).expect("it is there")
    }

    /// Creates a vault in which bob has joined, and a turn file to which alice has added turn 3.
    fn set(&self) {
        save(&mut create(&self.vault()), &joined()).expect("it can be kept");
        fs::write(self.file("game.toml"), "abc").expect("it can be written");
    }

    fn create(&self, faults: &Faults) {
        establish(&mut self.open(faults)).expect("it can be made");
    }

    /// Writes the vault first, then the turn file, like the command line.
    fn make_a_move(&self, faults: &Faults) {
        let mut desk = self.open(faults);
        let mut record = bob(&desk).expect("it is there");
        let there = self.turn_file();
        record.take_in(incoming(&there, "alice"));
        record.sign(signed(&format!("{there}d"))).expect("the turn of bob");
        save(&mut desk, &record).expect("it can be kept");
        let newest = record.newest().expect("it was signed");
        self.write(&newest.text, faults);
    }

    fn take_back(&self, faults: &Faults) {
        let mut desk = self.open(faults);
        let mut record = bob(&desk).expect("it is there");
        record.undo(Some(("abc".to_owned(), "alice".to_owned()))).expect("no one has seen it");
        save(&mut desk, &record).expect("it can be kept");
        self.write("abc", faults);
    }

    fn write(&self, text: &str, faults: &Faults) {
        let writer = Writer { guard: Guard::of(&self.vault()), faults: faults.clone() };
        let written = writer.write_over(&self.file("game.toml"), text, 9, |_| true);
        written.expect("it can be written");
    }

    fn hand_over(&self, faults: &Faults) {
        back_up(&mut self.open(faults), &self.file("backup"), true, at(5))
            .expect("it can be written");
    }

    fn restore(&self, faults: &Faults) {
        restore(&home(&self.file("new")), &self.file("backup"), at(9), faults)
            .expect("it is sound");
    }
}

#[test]
fn unfinished_vault_can_be_finished() {
    let look = |stage: &Stage, _| {
        let desk = create(&stage.vault());
        let identity = desk.identity().expect("it can be read").expect("it is there");
        assert_eq!(identity.public(), Identity::from_bytes(&[7; 16]).public());
    };
    die_everywhere("create", 12, |_| {}, look);
}

/// Whether turn 4 is recorded and counts.
fn stands(record: &GameRecord) -> bool {
    record.signed_turns().iter().any(|turn| turn.hash == hash("d") && !turn.withdrawn)
}

#[test]
fn move_is_made_once_after_any_crash() {
    let look = |stage: &Stage, passage| {
        let file = stage.turn_file();
        assert!(["abc", "abcd"].contains(&file.as_str()), "{passage}: half a turn file");
        let mut record = stage.record();
        let recorded = stands(&record);
        assert!(file == "abc" || recorded, "{passage}: the file knows what the vault does not");
        let left = file::names_in(stage.vault().games().as_path()).expect("a directory");
        assert_eq!(left.len(), 1, "{passage}: {left:?}");

        // The next command finishes the same turn and refuses to sign a different turn.
        if recorded {
            assert_eq!(record.sign(signed("abcD")), Err(Forbidden::OtherHistory));
            assert_eq!(record.newest().map(|newest| newest.text.as_str()), Some("abcd"));
        } else {
            stage.make_a_move(&Faults::none());
            assert_eq!(stage.turn_file(), "abcd");
        }
        let all: Vec<_> =
            stage.record().signed_turns().iter().map(|turn| (turn.number, turn.hash)).collect();
        assert_eq!(all, [(2, hash("b")), (4, hash("d"))]);
    };
    die_everywhere("move", 13, Stage::set, look);
}

#[test]
fn turn_is_undone_or_kept_after_any_crash() {
    let prepare = |stage: &Stage| {
        stage.set();
        stage.make_a_move(&Faults::none());
    };
    let look = |stage: &Stage, passage| {
        let (file, mut record) = (stage.turn_file(), stage.record());
        let stood = stands(&record);
        assert!(file == "abcd" || (file == "abc" && !stood), "{passage}: {file}");
        let order = record.take_in(incoming(&file, "bob"));
        if file == "abcd" {
            assert_eq!(
                order,
                if stood { ChainOrder::Same } else { ChainOrder::TakenBack { number: 4 } },
                "{passage}"
            );
        }
        assert_eq!(stands(&record), stood, "{passage}: it returned without a command");
    };
    die_everywhere("undo", 13, prepare, look);
}

#[test]
fn crash_in_a_handover_never_leaves_two_signing_vaults() {
    let look = |stage: &Stage, passage| {
        let mut desk = stage.open(&Faults::none());
        let signs = |desk: &Desk<Folder>| desk.may_sign().expect("it can be read").is_ok();
        let (file, new) = (stage.file("backup"), home(&stage.file("new")));
        assert!(!file.exists() || !signs(&desk), "{passage}: two vaults that sign");
        assert_eq!(bob(&desk), Some(joined()));
        if !file.exists() {
            back_up(&mut desk, &file, true, at(6)).expect("it is done at the second try");
        }
        assert!(!signs(&desk));
        assert!(
            restore(&new, &file, at(9), &Faults::none()).expect("it is sound").waiting.is_empty()
        );
    };
    die_everywhere("hand-over", 19, Stage::set, look);
}

#[test]
fn vault_is_restored_completely_or_not_at_all() {
    let prepare = |stage: &Stage| {
        stage.set();
        stage.hand_over(&Faults::none());
    };
    let look = |stage: &Stage, passage| {
        let new = home(&stage.file("new"));
        if !new.path().exists() {
            stage.restore(&Faults::none());
        }
        assert_eq!(bob(&open(&new)), Some(joined()), "{passage}");
    };
    die_everywhere("restore", 20, prepare, look);
}

#[test]
fn lock_waits_for_another_process_then_names_it() {
    let temp = tempfile::tempdir().expect("a directory");
    let stage = Stage(temp.path().to_owned());
    stage.set();
    let mut child =
        call("hold", &stage, "1000").stdin(Stdio::piped()).spawn().expect("it can be called");
    while !stage.file("held").exists() {
        assert!(child.try_wait().expect("it is a child").is_none(), "it has ended too soon");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let haste = Patience { tries: 2, pause: std::time::Duration::from_millis(1) };
    assert!(matches!(
        Folder::open_with(&stage.vault(), &Faults::none(), haste),
        Err(DiskError::Locked(_))
    ));
    // The child releases the lock while this process waits for it.
    drop(child.stdin.take());
    Folder::open_with(&stage.vault(), &Faults::none(), AGES).expect("it is free in time");
    assert!(child.wait().expect("it is a child").success());
}
