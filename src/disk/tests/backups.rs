//! Backups, and vaults made of them.

use std::fs;

use super::*;

/// A vault with a running game, a finished one, a contact and a name.
fn furnish(dir: &VaultDir) -> Vault {
    let vault = create(dir);
    let mut config = Config::default();
    config.set("name", "bob").expect("a name");
    vault.save_config(&config).expect("it can be kept");
    let mut contacts = Contacts::default();
    contacts.add("alice", [1; 32], Met { at: at(0), game: None, mail: None }).expect("she is new");
    vault.save_contacts(&contacts).expect("it can be kept");
    vault.save(&joined()).expect("it can be kept");
    let mut over = GameRecord::new([2; 32], "bob", "spy", "spy-alice");
    over.take_in(arrival("xyz", "alice")).expect("it is new");
    over.finished = Some("alice won, both honest".to_owned());
    vault.save(&over).expect("it can be kept");
    vault
}

/// A second place, and a backup of the furnished vault in the first.
fn backed_up(hand_over: bool) -> (TempDir, VaultDir, VaultDir, std::path::PathBuf) {
    let (temp, old) = place();
    let file = temp.path().join("bob.pbem-backup");
    let done = furnish(&old).backup(&file, at(5), hand_over).expect("it can be written");
    assert_eq!((done.games, done.contacts, done.left_out.len()), (2, 1, 0));
    let new = home(&temp.path().join("new").join("vault"));
    (temp, old, new, file)
}

#[test]
fn a_backup_has_a_name_that_says_whose_and_when() {
    assert_eq!(backup_name(Some("alice"), at(0)), "alice-2027-01-15.pbem-backup");
    assert_eq!(backup_name(None, at(0)), "pbem-2027-01-15.pbem-backup");
}

#[test]
fn running_games_of_a_restored_vault_wait_for_the_opponents_newest_file() {
    let (_temp, old, new, file) = backed_up(false);
    let restored = restore(&new, &file, &Faults::none()).expect("it is sound");
    assert_eq!(
        (restored.games, restored.contacts, restored.name.as_deref(), restored.made),
        (2, 1, Some("bob"), at(5))
    );
    assert_eq!(restored.waiting, [("cd-bob".to_owned(), 2)]);

    let vault = open(&new);
    assert_eq!(
        vault.identity().expect("it can be read"),
        open(&old).identity().expect("it can be read")
    );
    let mut record = vault.game(&ID, "bob").expect("it can be read").expect("it is there");
    assert_eq!(record.secrets(), Some(&secrets(1)));
    assert_eq!(vault.may_sign_in(&record, 3, &hash("b")), Err(Reason::Restored));
    assert_eq!(record.may_undo(), Err(Reason::Restored));

    record.take_in(arrival("ab", "bob")).expect("it is known");
    assert!(record.is_restored(), "it is what the backup knew");
    record.take_in(arrival("abcd", "bob")).expect("his own, made since the backup");
    assert!(record.is_restored(), "it is his own file");
    record.take_in(arrival("abcde", "alice")).expect("it is newer");
    assert!(!record.is_restored());
    vault.sign(&mut record, signed("abcdef")).expect("it is his turn");
    assert_eq!(vault.game(&ID, "bob").expect("it can be read"), Some(record));
}

#[test]
fn a_restored_vault_learns_what_it_took_back_later() {
    let (_temp, _old, new, file) = backed_up(false);
    restore(&new, &file, &Faults::none()).expect("it is sound");
    let mut record = open(&new).game(&ID, "bob").expect("it can be read").expect("it is there");
    // After the backup bob took `b` back and mailed `B`, which alice has answered.
    assert_eq!(record.take_in(arrival("aBc", "alice")), Ok(Seen::Differs { at: 2 }));
    record.adopt(arrival("aBc", "alice")).expect("the backup could not know");
    assert!(!record.is_restored());
    assert_eq!(record.check(), Ok(()));
    assert_eq!(record.withdrawn(2).collect::<Vec<_>>(), [&hash("b")]);
}

#[test]
fn a_player_may_say_that_nothing_was_played_since() {
    let (_temp, _old, new, file) = backed_up(false);
    restore(&new, &file, &Faults::none()).expect("it is sound");
    let vault = open(&new);
    assert_eq!(vault.nothing_since().expect("it can be kept"), ["cd-bob"]);
    assert_eq!(vault.game(&ID, "bob").expect("it can be read"), Some(joined()));
    assert!(vault.nothing_since().expect("it can be read").is_empty());
}

#[test]
fn a_vault_that_was_handed_over_signs_nothing_and_the_new_one_plays_on() {
    let (temp, old, new, file) = backed_up(true);
    let mut vault = open(&old);
    let mut record = vault.game(&ID, "bob").expect("it can be read").expect("it is there");
    record.take_in(arrival("abc", "alice")).expect("it is newer");
    let error = vault.sign(&mut record, signed("abcd")).expect_err("it was handed over");
    assert_eq!(error.class(), ErrorClass::Refused);
    assert_eq!(
        error.to_string(),
        "this vault was handed over with `pbem backup --move` on 15 Jan 2027"
    );
    assert!(vault.undo(&mut record, Some(("a".to_owned(), "alice".to_owned()))).is_err());

    let again = temp.path().join("again.pbem-backup");
    vault.backup(&again, at(9), true).expect("it can be written");
    assert_eq!(restore(&new, &file, &Faults::none()).expect("it is sound").waiting, []);
    let mut record = open(&new).game(&ID, "bob").expect("it can be read").expect("it is there");
    record.take_in(arrival("abc", "alice")).expect("it is newer");
    open(&new).sign(&mut record, signed("abcd")).expect("it is the one that signs now");

    let third = home(&temp.path().join("third"));
    let late = restore(&third, &again, &Faults::none()).expect("it is sound");
    assert_eq!(late.waiting.len(), 1, "only one backup carries a vault over");
}

#[test]
fn a_hand_over_that_fails_retires_nothing() {
    for point in Point::all().filter(|point| point.target == Target::Backup) {
        let (temp, old) = place();
        drop(furnish(&old));
        let faults =
            Faults::failing(&point.to_string(), io::ErrorKind::StorageFull, 1).expect("a point");
        let mut vault = Vault::open(&old, &faults).expect("it can be opened").expect("it is there");
        let file = temp.path().join("bob.pbem-backup");
        assert!(vault.backup(&file, at(5), true).is_err(), "{point}");
        assert_eq!(
            vault.may_sign().is_err(),
            file.exists(),
            "{point}: either the vault signs or the backup is there"
        );
    }
}

#[test]
fn a_backup_is_private_and_never_overwrites() {
    let (_temp, old, _new, file) = backed_up(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    let text = fs::read_to_string(&file).expect("it is there");
    assert!(text.starts_with("# pbem backup. SECRET"));
    assert!(matches!(open(&old).backup(&file, at(6), false), Err(VaultError::Exists(_))));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

#[test]
fn a_backup_is_restored_only_where_no_vault_is() {
    let (temp, old, new, file) = backed_up(false);
    assert!(matches!(restore(&old, &file, &Faults::none()), Err(VaultError::NotEmpty(_))));
    assert_eq!(open(&old).game(&ID, "bob").expect("it can be read"), Some(joined()));

    fs::create_dir_all(new.path()).expect("it can be made");
    fs::write(new.path().join("notes.txt"), "mine").expect("it can be written");
    assert!(matches!(restore(&new, &file, &Faults::none()), Err(VaultError::NotEmpty(_))));
    assert_eq!(disk::names_in(new.path()).expect("a directory"), ["notes.txt"]);

    // A vault that was opened but never played with is no obstacle.
    let blank = home(&temp.path().join("blank"));
    let vault = Vault::open_or_create(&blank, &Birth { id: [9; 16], at: at(0) }, &Faults::none())
        .expect("it can be made");
    vault.save_config(&Config::default()).expect("it can be kept");
    drop(vault);
    restore(&blank, &file, &Faults::none()).expect("it is sound");
    assert_eq!(open(&blank).names().expect("they can be read"), ["cd-bob", "spy-alice"]);
}

#[test]
fn a_spoiled_backup_makes_no_vault() {
    let (temp, _old, new, file) = backed_up(false);
    let sound = fs::read_to_string(&file).expect("it is there");
    let changed = sound.replacen("cd-bob", "cd-eve", 1);
    let strange = sound.replacen("games/", "../games/", 1);
    let newer = sound.replacen("version = 1", "version = 2", 1);
    for spoiled in [&changed, &strange, &newer, &sound[..sound.len() / 2], "", "version = 1"] {
        fs::write(&file, spoiled).expect("it can be written");
        assert!(restore(&new, &file, &Faults::none()).is_err());
        assert!(!new.path().exists());
    }
    assert_eq!(disk::names_in(temp.path()).expect("a directory"), ["bob.pbem-backup", "vault"]);
    assert!(restore(&new, &temp.path().join("nowhere"), &Faults::none()).is_err());
}

#[test]
fn a_restore_that_fails_leaves_no_trace() {
    let (temp, _old, new, file) = backed_up(false);
    let mut failed = 0;
    for passage in 1.. {
        let faults = Faults::failing(&passage.to_string(), io::ErrorKind::StorageFull, 1)
            .expect("a passage");
        if restore(&new, &file, &faults).is_ok() {
            break;
        }
        failed += 1;
        assert!(!new.path().exists());
        assert!(
            disk::names_in(&temp.path().join("new")).expect("a directory or nothing").is_empty()
        );
    }
    assert!(failed > 20, "only {failed} points were passed");
    assert_eq!(open(&new).names().expect("they can be read").len(), 2);
}

#[test]
fn a_damaged_game_is_left_out_of_a_backup_and_named() {
    let (temp, old) = place();
    let mut vault = furnish(&old);
    let damaged = old.games().join(format!("{}.bob.toml", hex::encode([2; 32])));
    fs::write(&damaged, "damaged").expect("it can be written");
    let done = vault.backup(&temp.path().join("backup"), at(5), false).expect("it can be written");
    assert_eq!((done.games, done.left_out.len()), (1, 1));
    assert!(done.left_out.iter().any(|fault| fault.to_string().contains(&hex::encode([2; 32]))));
}
