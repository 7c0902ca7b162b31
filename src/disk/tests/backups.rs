//! Backups as files, and vaults restored from them.

use pbem::desk::{FinishedBackup, FirstContact, is_sealed, open_backup};

use super::fault::Point;
use super::*;

/// Creates a vault with a running game, a finished game, a contact and a name.
fn furnish(dir: &VaultDir) -> Desk<Folder> {
    let mut desk = create(dir);
    let config = desk.change_config(&mut Still(7), |config| config.set("name", "bob"));
    desk.keep(config.expect("a name")).expect("it can be kept");
    let met = FirstContact { at: at(0), game: None, mail: None };
    let added = desk.change_contacts(&mut Still(7), |contacts| contacts.add("alice", [1; 32], met));
    desk.keep(added.expect("she is new")).expect("it can be kept");
    save(&mut desk, &joined()).expect("it can be kept");
    let mut over = GameRecord::new([2; 32], "bob", "spy", "spy-alice");
    over.take_in(incoming("xyz", "alice"));
    over.finished = Some("alice won, both honest".to_owned());
    save(&mut desk, &over).expect("it can be kept");
    desk
}

/// Creates a vault and backs it up. Returns the temporary directory, the vault, the place for a new
/// vault, and the path of the backup.
fn backed_up(hand_over: bool) -> (TempDir, VaultDir, VaultDir, std::path::PathBuf) {
    let (temp, old) = place();
    let file = temp.path().join("bob.pbem-backup");
    let done: FinishedBackup =
        back_up(&mut furnish(&old), &file, hand_over, at(5)).expect("it can be written");
    assert_eq!((done.games, done.contacts, done.left_out.len()), (2, 1, 0));
    let new = home(&temp.path().join("new").join("vault"));
    (temp, old, new, file)
}

fn names(dir: &VaultDir) -> Vec<String> {
    let heads = open(dir).heads().expect("they can be read").0;
    heads.into_iter().map(|head| head.name).collect()
}

#[test]
fn restored_vault_equals_the_backed_up_one() {
    let (_temp, old, new, file) = backed_up(false);
    let restored = restore(&new, &file, at(9), &Faults::none()).expect("it is sound");
    assert_eq!(restored.waiting, [("cd-bob".to_owned(), 2)]);
    let keys = [&old, &new].map(|dir| open(dir).own_key().expect("it can be read"));
    assert_eq!(keys[0], keys[1]);
    assert_eq!(names(&new), ["cd-bob", "spy-alice"]);
    assert!(sign(&mut open(&new), "abc").is_err(), "it waits");
}

#[test]
fn handed_over_vault_is_retired_and_the_new_one_continues() {
    let (temp, old, new, file) = backed_up(true);
    assert!(open(&old).may_sign().expect("it can be read").is_err());
    let again = temp.path().join("again.pbem-backup");
    back_up(&mut open(&old), &again, true, at(9)).expect("it can be written");
    assert_eq!(restore(&new, &file, at(9), &Faults::none()).expect("it is sound").waiting, []);
    assert!(open(&new).may_sign().expect("it can be read").is_ok());
    sign(&mut open(&new), "abc").expect("this vault is in use now");

    let third = home(&temp.path().join("third"));
    let late = restore(&third, &again, at(9), &Faults::none()).expect("it is sound");
    assert_eq!(late.waiting.len(), 1, "only one backup carries a vault over");
}

#[test]
fn failed_handover_retires_nothing() {
    for point in Point::all().filter(|point| point.target == Target::Backup) {
        let (temp, old) = place();
        drop(furnish(&old));
        let faults =
            Faults::failing(&point.to_string(), io::ErrorKind::StorageFull, 1).expect("a point");
        let mut desk = open_with(&old, &faults).expect("it can be opened");
        let file = temp.path().join("bob.pbem-backup");
        assert!(back_up(&mut desk, &file, true, at(5)).is_err(), "{point}");
        assert_eq!(
            desk.may_sign().expect("it can be read").is_err(),
            file.exists(),
            "{point}: either the vault signs or the backup is there"
        );
    }
}

#[test]
fn backup_is_private_and_never_overwrites() {
    let (_temp, old, _new, file) = backed_up(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.starts_with("# pbem backup. SECRET"));
    let refused = back_up(&mut open(&old), &file, false, at(6)).expect_err("it is there");
    assert!(matches!(disk_error(&refused), Some(DiskError::Exists(_))));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

#[test]
fn backup_is_restored_only_without_a_vault() {
    let (temp, old, new, file) = backed_up(false);
    let is_taken = |dir: &VaultDir| {
        let refused = restore(dir, &file, at(9), &Faults::none()).expect_err("something is there");
        assert!(matches!(disk_error(&refused), Some(DiskError::NotEmpty(_))));
    };
    is_taken(&old);
    assert_eq!(bob(&open(&old)), Some(joined()));

    fs::create_dir_all(new.path()).expect("it can be made");
    fs::write(new.path().join("notes.txt"), "mine").expect("it can be written");
    is_taken(&new);
    assert_eq!(file::names_in(new.path()).expect("a directory"), ["notes.txt"]);

    // An unused vault doesn't prevent a restore.
    let blank = home(&temp.path().join("blank"));
    let mut desk = open(&blank);
    let config = desk.change_config(&mut Still(9), |config| config.set("name", "eve"));
    desk.keep(config.expect("a name")).expect("it can be kept");
    drop(desk);
    restore(&blank, &file, at(9), &Faults::none()).expect("it is sound");
    assert_eq!(names(&blank), ["cd-bob", "spy-alice"]);
}

#[test]
fn spoiled_backup_creates_no_vault() {
    let (temp, _old, new, file) = backed_up(false);
    let sound = fs::read_to_string(&file).expect("it is there");
    for spoiled in [&sound.replacen("cd-bob", "cd-eve", 1), &sound[..sound.len() / 2], ""] {
        fs::write(&file, spoiled).expect("it can be written");
        assert!(matches!(
            restore(&new, &file, at(9), &Faults::none()),
            Err(DeskError::BadBackup(_))
        ));
        assert!(!new.path().exists());
    }
    assert_eq!(file::names_in(temp.path()).expect("a directory"), ["bob.pbem-backup", "vault"]);
    assert!(restore(&new, &temp.path().join("nowhere"), at(9), &Faults::none()).is_err());
}

#[test]
fn encrypted_backup_opens_only_with_its_passphrase() {
    let (temp, old) = place();
    let file = temp.path().join("bob.pbem-backup");
    let mut desk = furnish(&old);
    let sealed = Some(("four words or more", [7; 16]));
    super::super::back_up(&mut desk, &file, false, false, sealed, at(5))
        .expect("it can be written");
    let text = read_backup(&file).expect("it can be read");
    assert!(is_sealed(&text) && !text.contains("cd-bob"));
    let other = open_backup(&text, "four words or more ");
    assert!(matches!(other, Err(DeskError::WrongPassphrase)));
    let opened = open_backup(&text, "four words or more").expect("it opens");
    let new = home(&temp.path().join("new"));
    super::super::restore(&new, &opened, at(9), &Faults::none()).expect("it is sound");
    assert_eq!(names(&new), ["cd-bob", "spy-alice"]);
}

#[test]
fn failed_restore_leaves_no_trace() {
    let (temp, _old, new, file) = backed_up(false);
    let mut failed = 0;
    for passage in 1.. {
        let faults = Faults::failing(&passage.to_string(), io::ErrorKind::StorageFull, 1)
            .expect("a passage");
        if restore(&new, &file, at(9), &faults).is_ok() {
            break;
        }
        failed += 1;
        assert!(!new.path().exists());
        assert!(
            file::names_in(&temp.path().join("new")).expect("a directory or nothing").is_empty()
        );
    }
    assert!(failed > 20, "only {failed} points were passed");
    assert_eq!(names(&new).len(), 2);
}
