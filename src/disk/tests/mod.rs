//! The vault as a whole, on a real disk.

mod backups;
mod crashes;
mod opening;
mod playing;

use std::path::Path;

use chrono::DateTime;
use tempfile::TempDir;

use super::*;

/// Long enough for any machine, however busy.
const AGES: Patience = Patience { tries: 60_000, pause: std::time::Duration::from_millis(1) };

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + second, 0).expect("a moment")
}

/// A directory that is named with `--home`.
fn home(path: &Path) -> VaultDir {
    VaultDir::locate(Some(path), None, &Places::default()).expect("a place")
}

fn place() -> (TempDir, VaultDir) {
    let temp = tempfile::tempdir().expect("a directory");
    let dir = home(&temp.path().join("vault"));
    (temp, dir)
}

fn create(dir: &VaultDir) -> Vault {
    let vault = Vault::open_or_create(dir, &Birth { id: [7; 16], at: at(0) }, &Faults::none())
        .expect("it can be made");
    if vault.identity().expect("it can be read").is_none() {
        vault.create_identity(Secret::from([0xab; 32]), at(0)).expect("it can be made");
    }
    vault
}

fn open(dir: &VaultDir) -> Vault {
    Vault::open(dir, &Faults::none()).expect("it can be opened").expect("it is there")
}

const ID: Hash = [0xcd; 32];

/// The hash of a turn, told from what it says.
fn hash(turn: &str) -> Hash {
    use sha2::{Digest, Sha256};
    Sha256::digest(turn).into()
}

/// A file in which every letter is a turn.
fn chain(turns: &str) -> Vec<Hash> {
    turns.chars().map(|turn| hash(&turn.to_string())).collect()
}

fn arrival(turns: &str, last_seat: &str) -> Arrival {
    Arrival {
        text: turns.to_owned(),
        chain: chain(turns),
        last_seat: last_seat.to_owned(),
        path: None,
        at: at(1),
    }
}

/// The turn that makes a file of these turns out of the one before.
fn signed(turns: &str) -> Signed {
    let chain = chain(turns);
    let after = chain.iter().rev().nth(1).copied().unwrap_or(ID);
    let turn: String = turns.chars().next_back().into_iter().collect();
    let number = u32::try_from(chain.len()).expect("it is short");
    Signed {
        number,
        hash: hash(&turn),
        after,
        text: turn,
        secrets: None,
        hidden: Vec::new(),
        file: turns.to_owned(),
        path: None,
        at: at(2),
    }
}

fn secrets(seed: u8) -> Secrets {
    Secrets {
        seed: Secret::from([seed; 32]),
        chain_start: Some(Secret::from([seed + 1; 32])),
        setup: vec![format!("Fiji {seed}")],
    }
}

fn record(seat: &str) -> GameRecord {
    GameRecord::new(ID, seat, "checkpoint-danger", format!("cd-{seat}"))
}

/// bob's record of a game in which he has read alice's `a` and joined with `b`.
fn joined() -> GameRecord {
    let mut record = record("bob");
    record.take_in(arrival("a", "alice")).expect("it is new");
    record.sign(Signed { secrets: Some(secrets(1)), ..signed("ab") }).expect("it is his turn");
    record
}
