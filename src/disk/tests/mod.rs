//! The vault on a real disk.

mod backups;
mod crashes;
#[path = "../../desk/tests/made.rs"]
mod made;
mod opening;

use std::path::Path;

use chrono::DateTime;
use pbem::crypto::Bytes16;
use pbem::desk::{
    Desk, DeskError, FinishedBackup, GameRecord, Hash, Incoming, NewTurn, Outside, RestoredVault,
};
use pbem::turnfile::{Bytes32, Moment};
use tempfile::TempDir;

use super::*;
use made::{ID, hash, incoming, joined, signed};

/// Long enough for any machine, however busy.
const AGES: Patience = Patience { tries: 60_000, pause: std::time::Duration::from_millis(1) };

fn at(second: i64) -> Moment {
    DateTime::from_timestamp(1_800_000_000 + second, 0).expect("a moment")
}

fn back_up(
    desk: &mut Desk<Folder>,
    path: &Path,
    hand_over: bool,
    now: Moment,
) -> Result<FinishedBackup, DeskError> {
    super::back_up(desk, path, hand_over, false, None, now)
}

fn restore(
    dir: &VaultDir,
    file: &Path,
    now: Moment,
    faults: &Faults,
) -> Result<RestoredVault, DeskError> {
    super::restore(dir, &read_backup(file)?, now, faults)
}

/// A clock that stands still, and a secret that is always the same.
struct Still(u8);

impl Outside for Still {
    fn now(&self) -> Moment {
        at(0)
    }

    fn secret(&mut self) -> Bytes16 {
        [self.0; 16]
    }
}

/// Returns the vault directory at this path, as chosen with `--home`.
fn home(path: &Path) -> VaultDir {
    VaultDir::locate(Some(path), None, &Places::default()).expect("a place")
}

fn place() -> (TempDir, VaultDir) {
    let temp = tempfile::tempdir().expect("a directory");
    let dir = home(&temp.path().join("vault"));
    (temp, dir)
}

fn open_with(dir: &VaultDir, faults: &Faults) -> Result<Desk<Folder>, DeskError> {
    Desk::new(Folder::open(dir, faults)?)
}

fn open(dir: &VaultDir) -> Desk<Folder> {
    open_with(dir, &Faults::none()).expect("it can be opened")
}

/// Returns a vault with an identity, created if necessary.
fn create(dir: &VaultDir) -> Desk<Folder> {
    let mut desk = open(dir);
    establish(&mut desk).expect("it can be made");
    desk
}

fn establish(desk: &mut Desk<Folder>) -> Result<Bytes32, DeskError> {
    let staged = desk.establish(&mut Still(7))?;
    desk.keep(staged)
}

fn save(desk: &mut Desk<Folder>, record: &GameRecord) -> Result<(), StoreError> {
    let name = DocName::game(*record.id(), record.seat()).expect("a name");
    let text = record.to_document().expect("it can be written");
    desk.store_mut().commit(&[Change::new(name, text)], &ReadSet::new()).map(drop)
}

fn bob(desk: &Desk<Folder>) -> Option<GameRecord> {
    let name = DocName::game(ID, "bob").expect("a name");
    let text = desk.store().load(&name).expect("it can be read")?;
    Some(GameRecord::from_document(&text).expect("it is a record"))
}

/// Signs turns and saves them.
fn sign(desk: &mut Desk<Folder>, turns: &str) -> Result<(), DeskError> {
    let mut record = bob(desk).expect("it is there");
    record.sign(signed(turns))?;
    Ok(save(desk, &record)?)
}

/// Returns the disk error in an error of the desk.
fn disk_error(trouble: &DeskError) -> Option<&DiskError> {
    match trouble {
        DeskError::Store(StoreError::Medium(error)) => error.downcast_ref(),
        _ => None,
    }
}
