//! Opening and creating vaults, valid and invalid ones.

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;

use pbem::desk::document::DocumentError;
use pbem::desk::{Config, FirstContact};

use super::*;

#[test]
fn home_option_precedes_environment_and_platform() {
    let temp = tempfile::tempdir().expect("a directory");
    let places = Places {
        data: Some(temp.path().join("data")),
        state: Some(temp.path().join("state")),
        machine: None,
        ..Places::default()
    };
    let (home, env) = (temp.path().join("home"), temp.path().join("env"));
    let locate = |home: Option<&Path>, env: Option<&OsStr>| {
        VaultDir::locate(home, env, &places).expect("a place").path().to_owned()
    };
    assert_eq!(locate(Some(&home), Some(env.as_os_str())), home);
    assert_eq!(locate(None, Some(env.as_os_str())), env);
    assert_eq!(locate(None, Some(OsStr::new(""))), temp.path().join("data").join("pbem"));
    assert!(matches!(VaultDir::locate(None, None, &Places::default()), Err(DiskError::NoPlace)));
}

#[test]
fn reading_creates_nothing() {
    let (temp, dir) = place();
    assert!(!open(&dir).is_vault().expect("an empty folder"));
    assert!(!dir.path().exists());
    fs::create_dir(dir.path()).expect("it can be made");
    fs::write(dir.path().join("notes.txt"), "mine").expect("it can be written");
    assert!(!open(&dir).is_vault().expect("no vault is there"));
    assert_eq!(file::names_in(dir.path()).expect("a directory"), ["notes.txt"]);
    assert_eq!(file::names_in(temp.path()).expect("a directory"), ["vault"]);
}

#[test]
fn vault_is_created_once() {
    let (_temp, dir) = place();
    let key = create(&dir).own_key().expect("it can be read");
    let mut again = open(&dir);
    let staged = again.establish(&mut Still(8)).expect("it is there");
    again.keep(staged).expect("there is nothing to keep");
    assert_eq!(again.id().expect("it can be read"), Some([7; 16]));
    assert_eq!(again.own_key().expect("it can be read"), key);
}

#[test]
fn second_of_two_new_vaults_is_refused() {
    let (_temp, dir) = place();
    let (mut one, mut other) = (open(&dir), open(&dir));
    let first = one.establish(&mut Still(1)).expect("there is none");
    let second = other.establish(&mut Still(2)).expect("there is none");
    one.keep(first).expect("it can be made");
    drop(one);
    let refused = other.keep(second).expect_err("it has been made just now");
    assert!(matches!(refused, DeskError::Store(StoreError::Moved(name)) if name == DocName::VAULT));
    drop(other);
    assert_eq!(open(&dir).id().expect("it can be read"), Some([1; 16]));
}

#[test]
fn settings_and_contacts_are_saved() {
    let (_temp, dir) = place();
    let mut desk = create(&dir);
    let config = desk.change_config(&mut Still(7), |config| config.set("name", "alice"));
    desk.keep(config.expect("a name")).expect("it can be kept");
    let met = FirstContact { at: at(0), game: Some(ID), mail: None };
    let contacts =
        desk.change_contacts(&mut Still(7), |contacts| contacts.add("bob", [1; 32], met));
    desk.keep(contacts.expect("bob is new")).expect("it can be kept");
    let documents = (desk.config().expect("a name"), desk.contacts().expect("a contact"));
    drop(desk);
    let desk = open(&dir);
    assert_eq!(
        (desk.config().expect("it can be read"), desk.contacts().expect("it too")),
        documents
    );
    assert_eq!((documents.0.name(), documents.1.name_of(&[1; 32])), (Some("alice"), Some("bob")));
}

#[test]
#[cfg(unix)]
fn only_the_owner_can_read_a_vault() {
    use std::os::unix::fs::PermissionsExt;
    let (_temp, dir) = place();
    let mut desk = create(&dir);
    save(&mut desk, &joined()).expect("it can be kept");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    for directory in [dir.path(), &dir.games()] {
        assert_eq!(mode(directory), 0o700, "{}", directory.display());
        for name in file::names_in(directory).expect("a directory") {
            let path = directory.join(name);
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), expected, "{}", path.display());
        }
    }
}

const HASTE: Patience = Patience { tries: 2, pause: Duration::from_millis(1) };

#[test]
fn lock_admits_one_process() {
    let (_temp, dir) = place();
    let desk = create(&dir);
    let refused = Folder::open_with(&dir, &Faults::none(), HASTE).expect_err("it is in use");
    assert!(matches!(refused, DiskError::Locked(_)));
    assert!(refused.to_string().starts_with("another pbem command is using the vault"));
    drop(desk);
    drop(open(&dir));
}

#[test]
fn locked_folder_reads_each_document_once() {
    let (_temp, dir) = place();
    drop(create(&dir));
    let mut desk = open(&dir);
    let path = dir.document(&DocName::IDENTITY);
    let load = |desk: &Desk<Folder>, name| desk.store().load(name).expect("it can be read");
    let text = load(&desk, &DocName::IDENTITY);
    assert!(text.is_some());
    fs::rename(&path, path.with_extension("away")).expect("it can be moved");
    assert_eq!(load(&desk, &DocName::IDENTITY), text);

    let staged = desk.change_config(&mut Still(7), |config| config.set("name", "alice"));
    desk.keep(staged.expect("a name")).expect("it can be written");
    let config = load(&desk, &DocName::CONFIG).expect("it is there");
    assert_eq!(**config, fs::read_to_string(dir.document(&DocName::CONFIG)).expect("a text"));
    fs::write(dir.document(&DocName::CONFIG), "changed").expect("it can be written");
    let again = load(&desk, &DocName::CONFIG).expect("it is there");
    assert_eq!(again, config);
    assert!(Arc::ptr_eq(&again, &config), "the secret is in memory only once");

    // Without the lock, other processes may write, so every load reads the file again.
    drop(desk);
    let reader = Folder::open_to_read(&dir, &Faults::none()).expect("it can be read");
    assert_eq!(
        reader.load(&DocName::CONFIG).expect("it can be read").as_deref().map(|text| text.as_str()),
        Some("changed")
    );
    fs::write(dir.document(&DocName::CONFIG), "again").expect("it can be written");
    assert_eq!(
        reader.load(&DocName::CONFIG).expect("it can be read").as_deref().map(|text| text.as_str()),
        Some("again")
    );
}

#[test]
fn commit_checks_the_disk_and_not_the_cache() {
    let (_temp, dir) = place();
    let mut desk = create(&dir);
    let set = |desk: &Desk<Folder>, name: &'static str| {
        desk.change_config(&mut Still(7), |config| config.set("name", name)).expect("a name")
    };
    let staged = set(&desk, "alice");
    desk.keep(staged).expect("it can be written");
    let stale = set(&desk, "bob");
    fs::write(dir.document(&DocName::CONFIG), "changed").expect("it can be written");
    assert!(matches!(desk.keep(stale), Err(DeskError::Store(StoreError::Moved(_)))));
}

#[test]
fn reader_lets_others_write_and_notices_it() {
    let (_temp, dir) = place();
    drop(create(&dir));
    let reader = || {
        let mut folder = Folder::open_to_read(&dir, &Faults::none()).expect("it can be read");
        // A process that another test has just forked may hold the lock until it runs its program.
        folder.patience = Patience { tries: 1_000, pause: Duration::from_millis(1) };
        Desk::new(folder)
    };
    let mut desk = reader().expect("a desk");
    let mut other = open(&dir);
    assert!(reader().expect("no one holds the lock").id().expect("it can be read").is_some());
    let set = |desk: &Desk<Folder>, name: &'static str| {
        desk.change_config(&mut Still(7), |config| config.set("name", name)).expect("a name")
    };
    let stale = set(&desk, "alice");
    let theirs = set(&other, "bob");
    other.keep(theirs).expect("no one holds the lock");
    drop(other);
    let refused = desk.keep(stale).expect_err("another command has saved since");
    assert!(
        matches!(refused, DeskError::Store(StoreError::Moved(name)) if name == DocName::CONFIG)
    );
    let again = set(&desk, "alice");
    desk.keep(again).expect("based on the saved state");
    drop(Folder::open_with(&dir, &Faults::none(), HASTE).expect("the lock is free again"));
}

#[test]
fn second_process_waits_for_the_first() {
    let (_temp, dir) = place();
    drop(create(&dir));
    // Each thread makes the value that it finds one character longer. Without the lock, some
    // commits would fail.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let folder = Folder::open_with(&dir, &Faults::none(), AGES);
                    let mut desk = Desk::new(folder.expect("it is free in time")).expect("a vault");
                    let staged = desk.change_config(&mut Still(7), |config| {
                        let count = config.get("sendmail")?.map_or(0, str::len);
                        config.set("sendmail", &"x".repeat(count + 1))
                    });
                    desk.keep(staged.expect("a text")).expect("it can be kept");
                }
            });
        }
    });
    let config: Config = open(&dir).config().expect("it can be read");
    assert_eq!(config.get("sendmail").expect("a setting").map(str::len), Some(20));
}

#[test]
fn opening_removes_leftovers_and_keeps_other_files() {
    let (_temp, dir) = place();
    drop(create(&dir));
    for name in [
        "notes.txt",
        ".pbem-tmp-abc",
        "games/notes.txt",
        "games/.pbem-tmp-abc",
        "games/cdcd.bob.toml",
    ] {
        fs::write(dir.path().join(name), "anything").expect("it can be written");
    }
    let desk = open(&dir);
    assert!(desk.heads().expect("it can be read").0.is_empty());
    assert_eq!(
        file::names_in(dir.path()).expect("a directory"),
        ["games", "identity.toml", "lock", "notes.txt", "vault.toml"]
    );
    assert_eq!(file::names_in(&dir.games()).expect("a directory"), ["cdcd.bob.toml", "notes.txt"]);
}

fn spoil(dir: &VaultDir, spoil: impl FnOnce(&VaultDir)) -> DeskError {
    let mut desk = create(dir);
    save(&mut desk, &joined()).expect("it can be kept");
    drop(desk);
    spoil(dir);
    let used = open_with(dir, &Faults::none()).and_then(|desk| {
        desk.identity()?;
        desk.contacts()?;
        desk.config()?;
        desk.find("cd-bob", |_| false).map(drop)
    });
    used.expect_err("something is wrong")
}

#[test]
fn missing_document_is_named_by_its_path() {
    for name in [DocName::IDENTITY, DocName::VAULT] {
        let (_temp, dir) = place();
        let path = dir.document(&name);
        let error = spoil(&dir, |_| fs::remove_file(&path).expect("it was there"));
        let expected = path.display().to_string();
        assert!(
            matches!(error, DeskError::Missing { display_name: called, .. } if called == expected)
        );
    }
}

#[test]
fn damage_names_path_and_line_without_quoting() {
    let secret = hex::encode([7; 16]);
    for (from, to) in [
        (secret.as_str(), "0707"),
        ("secret = ", "secret = = "),
        ("secret = ", "sekret = "),
        ("created", "version"),
    ] {
        let (_temp, dir) = place();
        let path = dir.document(&DocName::IDENTITY);
        let error = spoil(&dir, |_| {
            let text = fs::read_to_string(&path).expect("it is there");
            assert!(text.contains(from));
            fs::write(&path, text.replace(from, to)).expect("it can be written");
        });
        assert!(!format!("{error} {error:?}").contains("0707"));
        let DeskError::Document { display_name: called, fault, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(called, path.display().to_string());
        assert!(matches!(fault, DocumentError::Damaged { line: Some(_), .. }), "{fault:?}");
    }
}

#[test]
fn directories_instead_of_files_are_refused() {
    for name in ["vault.toml", "identity.toml", "contacts.toml", "config.toml", "lock"] {
        let (_temp, dir) = place();
        let error = spoil(&dir, |dir| {
            let _ = fs::remove_file(dir.path().join(name));
            fs::create_dir(dir.path().join(name)).expect("it can be made");
        });
        let found = disk_error(&error);
        assert!(
            matches!(found, Some(DiskError::NotAFile(path)) if path.ends_with(name)),
            "{name}: {error:?}"
        );
    }
    let (_temp, dir) = place();
    fs::write(dir.path(), "a file").expect("it can be written");
    let refused = Folder::open(&dir, &Faults::none());
    assert!(matches!(refused, Err(DiskError::NotADirectory(_))));
}

#[test]
#[cfg(unix)]
fn links_instead_of_files_are_refused() {
    use std::os::unix::fs::symlink;
    let (temp, dir) = place();
    let elsewhere = temp.path().join("elsewhere");
    fs::write(&elsewhere, "version = 1\n").expect("it can be written");
    let mut desk = create(&dir);
    let name = DocName::CONTACTS;
    symlink(&elsewhere, dir.document(&name)).expect("a link");
    let is_refused = |error: &DeskError| matches!(disk_error(error), Some(DiskError::NotAFile(_)));
    assert!(is_refused(&desk.contacts().expect_err("it is a link")));
    let text = Zeroizing::new("version = 1\n[contact]\n".to_owned());
    let written = desk.store_mut().commit(&[Change::new(name, text)], &ReadSet::new());
    assert!(is_refused(&written.expect_err("it is a link").into()));
    assert_eq!(fs::read_to_string(&elsewhere).expect("it is there"), "version = 1\n");
}

#[test]
fn file_over_the_limit_is_not_read() {
    let temp = tempfile::tempdir().expect("a directory");
    let path = temp.path().join("large");
    fs::write(&path, [b'x'; 101]).expect("it can be written");
    assert!(matches!(file::read(&path, 100), Err(DiskError::TooLarge { limit: 100, .. })));
    assert!(file::read(&path, 101).is_ok());
    fs::write(&path, [0xff; 9]).expect("it can be written");
    assert!(matches!(file::read(&path, 100), Err(DiskError::NotText(_))));
}

#[test]
fn peek_never_splits_a_character() {
    let temp = tempfile::tempdir().expect("a directory");
    let path = temp.path().join("text");
    fs::write(&path, "ab\u{fc}c").expect("it can be written");
    let start = |bytes| {
        let start = file::read_start(&path, bytes).expect("it can be read");
        start.expect("it is there").to_string()
    };
    assert_eq!([start(2), start(3), start(4), start(99)], ["ab", "ab", "ab\u{fc}", "ab\u{fc}c"]);
}

#[test]
fn full_or_read_only_disk_loses_nothing() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::ReadOnlyFilesystem] {
        let (_temp, dir) = place();
        save(&mut create(&dir), &joined()).expect("it can be kept");
        let faults = Faults::failing("vault.write", kind, 1).expect("a setting");
        let mut desk = open_with(&dir, &faults).expect("it can be opened");
        let mut record = joined();
        record.take_in(incoming("abc", "alice"));
        let error: DeskError = save(&mut desk, &record).expect_err("it cannot be written").into();
        let found = disk_error(&error);
        assert!(matches!(found, Some(DiskError::System { source, .. }) if source.kind() == kind));
        assert_eq!(bob(&desk), Some(joined()));
        save(&mut desk, &record).expect("there is room now");
        sign(&mut desk, "abcd").expect("the turn of bob");
    }
}

#[test]
fn copied_vault_is_noticed() {
    let temp = tempfile::tempdir().expect("a directory");
    let places = |user: &str, machine: &str| Places {
        data: Some(temp.path().join(user).join("data")),
        state: Some(temp.path().join(user).join("state")),
        machine: Some(machine.to_owned()),
        ..Places::default()
    };
    let locate =
        |user, machine| VaultDir::locate(None, None, &places(user, machine)).expect("a place");
    let copy = |from: &VaultDir, to: &VaultDir| {
        fs::create_dir_all(to.path()).expect("it can be made");
        for name in ["vault.toml", "identity.toml"] {
            fs::copy(from.path().join(name), to.path().join(name)).expect("it can be copied");
        }
    };
    let copied = |desk: &Desk<Folder>| {
        let id = desk.id().expect("it can be read").expect("it is there");
        desk.store().copied(&id)
    };
    let first = locate("alice", "one");
    assert_eq!(copied(&create(&first)), None);
    let moved = copied(&open(&locate("alice", "two")));
    assert_eq!(moved, Some(MarkMismatch::OtherMachine("one".to_owned())));

    let second = locate("carol", "one");
    copy(&first, &second);
    let desk = open(&second);
    assert_eq!(copied(&desk), Some(MarkMismatch::Unmarked));
    desk.store().accept_location(&[7; 16]).expect("the mark can be written");
    assert_eq!(copied(&desk), None);
    drop(desk);

    let third = locate("dave", "one");
    let mut desk = open(&third);
    let staged = desk.establish(&mut Still(9)).expect("there is none");
    desk.keep(staged).expect("it can be made");
    drop(desk);
    copy(&first, &third);
    assert_eq!(copied(&open(&third)), Some(MarkMismatch::OtherVault));
    let named_home = home(second.path());
    assert_eq!(copied(&open(&named_home)), None, "a vault that was named is not marked");
}
