//! Opening and making vaults, sound and unsound ones.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use super::*;

#[test]
fn a_home_goes_before_the_environment_and_that_before_the_platform() {
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
    assert!(matches!(VaultDir::locate(None, None, &Places::default()), Err(VaultError::NoPlace)));
}

#[test]
fn reading_makes_nothing() {
    let (temp, dir) = place();
    assert!(Vault::open(&dir, &Faults::none()).expect("nothing is there").is_none());
    assert!(!dir.path().exists());
    fs::create_dir(dir.path()).expect("it can be made");
    fs::write(dir.path().join("notes.txt"), "mine").expect("it can be written");
    assert!(Vault::open(&dir, &Faults::none()).expect("no vault is there").is_none());
    assert_eq!(disk::names_in(dir.path()).expect("a directory"), ["notes.txt"]);
    assert_eq!(disk::names_in(temp.path()).expect("a directory"), ["vault"]);
}

#[test]
fn a_vault_is_made_once() {
    let (_temp, dir) = place();
    drop(create(&dir));
    let again = Vault::open_or_create(&dir, &Birth { id: [8; 16], at: at(9) }, &Faults::none())
        .expect("it is there");
    assert_eq!(again.about.id, [7; 16]);
    assert!(matches!(
        again.create_identity(Secret::from([1; 32]), at(9)),
        Err(VaultError::IdentityExists(_))
    ));
    assert_eq!(
        again.identity().expect("it can be read").expect("it is there").secret,
        Secret::from([0xab; 32])
    );
}

#[test]
fn settings_and_contacts_are_kept() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    let (mut config, mut contacts) =
        (vault.config().expect("none yet"), vault.contacts().expect("none yet"));
    assert_eq!((&config, &contacts), (&Config::default(), &Contacts::default()));
    config.set("name", "alice").expect("a name");
    let met = Met { at: at(0), game: Some(ID), mail: None };
    contacts.pin("bob", [1; 32], met.clone()).expect("first use");
    assert!(contacts.pin("bob", [2; 32], met).is_err());
    contacts.confirm("bob", [2; 32], at(1)).expect("he is known");
    vault.save_config(&config).expect("it can be kept");
    vault.save_contacts(&contacts).expect("it can be kept");
    drop(vault);
    let vault = open(&dir);
    assert_eq!(
        (vault.config().expect("it can be read"), vault.contacts().expect("it can be read")),
        (config, contacts)
    );
}

#[test]
#[cfg(unix)]
fn only_the_owner_can_read_a_vault() {
    use std::os::unix::fs::PermissionsExt;
    let (_temp, dir) = place();
    let vault = create(&dir);
    vault.save(&joined()).expect("it can be kept");
    vault.save_contacts(&Contacts::default()).expect("it can be kept");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    for directory in [dir.path(), &dir.games()] {
        assert_eq!(mode(directory), 0o700, "{}", directory.display());
        for name in disk::names_in(directory).expect("a directory") {
            let path = directory.join(name);
            assert_eq!(
                mode(&path),
                if path.is_dir() { 0o700 } else { 0o600 },
                "{}",
                path.display()
            );
        }
    }
}

const HASTE: Patience = Patience { tries: 2, pause: Duration::from_millis(1) };

#[test]
fn one_at_a_time() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    let error = Vault::open_with(&dir, &Faults::none(), HASTE).expect_err("it is in use");
    assert_eq!(error.class(), ErrorClass::Locked);
    assert!(error.to_string().starts_with("another pbem is at work"));
    drop(vault);
    drop(open(&dir));
}

#[test]
fn whoever_comes_second_waits_for_the_first() {
    let (_temp, dir) = place();
    drop(create(&dir));
    // Each adds one to what it finds; without the lock some would be lost.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let vault = Vault::open_with(&dir, &Faults::none(), AGES)
                        .expect("it is free in time")
                        .expect("it is there");
                    let mut config = vault.config().expect("it can be read");
                    let count = config.get("sendmail").expect("a setting").map_or(0, str::len);
                    config.set("sendmail", &"x".repeat(count + 1)).expect("a text");
                    vault.save_config(&config).expect("it can be kept");
                }
            });
        }
    });
    assert_eq!(
        open(&dir)
            .config()
            .expect("it can be read")
            .get("sendmail")
            .expect("a setting")
            .map(str::len),
        Some(20)
    );
}

#[test]
fn what_is_not_pbems_is_left_alone_and_what_crashes_left_is_removed() {
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
    let vault = open(&dir);
    assert!(vault.heads().expect("it can be read").0.is_empty());
    assert_eq!(
        disk::names_in(dir.path()).expect("a directory"),
        ["games", "identity.toml", "lock", "notes.txt", "vault.toml"]
    );
    assert_eq!(disk::names_in(&dir.games()).expect("a directory"), ["cdcd.bob.toml", "notes.txt"]);
}

fn spoil(dir: &VaultDir, spoil: impl FnOnce(&VaultDir)) -> VaultError {
    let vault = create(dir);
    vault.save(&joined()).expect("it can be kept");
    drop(vault);
    spoil(dir);
    let used = Vault::open(dir, &Faults::none()).and_then(|vault| {
        let vault = vault.expect("it is there");
        vault.identity()?;
        vault.contacts()?;
        vault.config()?;
        vault.find("cd-bob").map(drop)
    });
    used.expect_err("something is wrong")
}

#[test]
fn what_is_missing_is_named() {
    let (_temp, dir) = place();
    let error = spoil(&dir, |dir| fs::remove_file(dir.identity()).expect("it was there"));
    assert!(matches!(error, VaultError::IdentityMissing(path) if path == dir.identity()));

    let (_temp, dir) = place();
    let error = spoil(&dir, |dir| fs::remove_file(dir.about()).expect("it was there"));
    assert!(matches!(error, VaultError::Incomplete(path) if path == dir.about()));
}

#[test]
fn damage_is_named_by_file_and_line_and_never_quoted() {
    let secret = hex::encode([0xab; 32]);
    for (from, to) in [
        (secret.as_str(), "abab"),
        ("secret = ", "secret = = "),
        ("secret = ", "sekret = "),
        ("created", "version"),
    ] {
        let (_temp, dir) = place();
        let error = spoil(&dir, |dir| {
            let text = fs::read_to_string(dir.identity()).expect("it is there");
            assert!(text.contains(from));
            fs::write(dir.identity(), text.replace(from, to)).expect("it can be written");
        });
        assert!(
            matches!(&error, VaultError::Damaged { path, line: Some(_), .. } if *path == dir.identity()),
            "{error:?}"
        );
        assert!(!format!("{error} {error:?} {:?}", error.hint()).contains("abab"));
    }
}

#[test]
fn a_newer_format_is_not_damage() {
    let (_temp, dir) = place();
    let error = spoil(&dir, |dir| {
        fs::write(dir.contacts(), "version = 2\nfriends = 7\n").expect("it can be written")
    });
    assert!(matches!(error, VaultError::Newer { found: 2, .. }), "{error:?}");
    assert!(error.to_string().ends_with("was made by a newer pbem (format 2)"));

    let (_temp, dir) = place();
    let error =
        spoil(&dir, |dir| fs::write(dir.contacts(), "version = 0\n").expect("it can be written"));
    assert!(matches!(error, VaultError::Damaged { .. }), "{error:?}");
}

#[test]
fn a_record_must_be_the_one_its_file_is_named_after() {
    let (_temp, dir) = place();
    let error = spoil(&dir, |dir| {
        let name = |seat: &str| dir.games().join(format!("{}.{seat}.toml", hex::encode(ID)));
        fs::rename(name("bob"), name("carol")).expect("it was there");
    });
    assert!(
        matches!(error, VaultError::Damaged { what: "it is the record of another game", .. }),
        "{error:?}"
    );
}

#[test]
fn one_damaged_game_does_not_hide_the_others() {
    let (_temp, dir) = place();
    let vault = create(&dir);
    vault.save(&joined()).expect("it can be kept");
    fs::write(dir.games().join(format!("{}.bob.toml", hex::encode([1; 32]))), "\u{1}")
        .expect("it can be written");
    let (heads, faults) = vault.heads().expect("it can be read");
    assert_eq!((heads.len(), faults.len()), (1, 1));
    assert_eq!(vault.find("cd-bob").expect("it is sound").len(), 1);
    assert!(
        matches!(vault.find("cd-carol"), Err(VaultError::Damaged { .. })),
        "it may be the damaged one"
    );
}

#[test]
fn directories_in_the_place_of_files_are_refused() {
    for file in ["vault.toml", "identity.toml", "contacts.toml", "config.toml", "lock"] {
        let (_temp, dir) = place();
        let error = spoil(&dir, |dir| {
            let _ = fs::remove_file(dir.path().join(file));
            fs::create_dir(dir.path().join(file)).expect("it can be made");
        });
        assert!(
            matches!(&error, VaultError::NotAFile(path) if path.ends_with(file)),
            "{file}: {error:?}"
        );
        assert_eq!(error.class(), ErrorClass::Trouble);
    }
    let (_temp, dir) = place();
    fs::write(dir.path(), "a file").expect("it can be written");
    assert!(matches!(Vault::open(&dir, &Faults::none()), Err(VaultError::NotADirectory(_))));
    let birth = Birth { id: [7; 16], at: at(0) };
    assert!(matches!(
        Vault::open_or_create(&dir, &birth, &Faults::none()),
        Err(VaultError::NotADirectory(_))
    ));
}

#[test]
#[cfg(unix)]
fn links_in_the_place_of_files_are_refused_and_never_written_through() {
    use std::os::unix::fs::symlink;
    let (temp, dir) = place();
    let elsewhere = temp.path().join("elsewhere");
    fs::write(&elsewhere, "version = 1\n").expect("it can be written");
    let vault = create(&dir);
    symlink(&elsewhere, dir.contacts()).expect("a link");
    assert!(matches!(vault.contacts(), Err(VaultError::NotAFile(_))));
    assert!(matches!(vault.save_contacts(&Contacts::default()), Err(VaultError::NotAFile(_))));
    assert_eq!(fs::read_to_string(&elsewhere).expect("it is there"), "version = 1\n");
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let temp = tempfile::tempdir().expect("a directory");
    let path = temp.path().join("large");
    fs::write(&path, [b'x'; 101]).expect("it can be written");
    assert!(matches!(disk::read(&path, 100), Err(VaultError::TooLarge { limit: 100, .. })));
    assert!(disk::read(&path, 101).is_ok());
    fs::write(&path, [0xff; 9]).expect("it can be written");
    assert!(matches!(disk::read(&path, 100), Err(VaultError::Damaged { .. })));
}

#[test]
fn a_full_or_read_only_disk_loses_nothing_and_says_what_to_do() {
    for (kind, word) in
        [(io::ErrorKind::StorageFull, "room"), (io::ErrorKind::ReadOnlyFilesystem, "--home")]
    {
        let (_temp, dir) = place();
        create(&dir).save(&joined()).expect("it can be kept");
        let faults = Faults::failing("vault.write", kind, 1).expect("a setting");
        let vault = Vault::open(&dir, &faults).expect("it can be opened").expect("it is there");
        let mut record = joined();
        record.take_in(arrival("abc", "alice")).expect("it is newer");
        let before = record.clone();
        let error = vault.sign(&mut record, signed("abcd")).expect_err("it cannot be written");
        assert!(error.hint().expect("there is something to do").contains(word));
        assert_eq!(error.class(), ErrorClass::Trouble);
        assert_eq!(record, before);
        assert_eq!(vault.game(&ID, "bob").expect("it can be read"), Some(joined()));
        vault.sign(&mut record, signed("abcd")).expect("there is room now");
    }
}

#[test]
fn a_copied_vault_is_noticed() {
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
    let first = locate("alice", "one");
    assert_eq!(create(&first).copied_elsewhere(), None);
    assert_eq!(
        open(&locate("alice", "two")).copied_elsewhere(),
        Some(Copied::OtherMachine("one".to_owned()))
    );

    let second = locate("carol", "one");
    copy(&first, &second);
    let vault = open(&second);
    assert_eq!(vault.copied_elsewhere(), Some(Copied::Unmarked));
    vault.settle_here().expect("the mark can be written");
    assert_eq!(vault.copied_elsewhere(), None);
    drop(vault);

    let third = locate("dave", "one");
    drop(
        Vault::open_or_create(&third, &Birth { id: [9; 16], at: at(0) }, &Faults::none())
            .expect("it can be made"),
    );
    copy(&first, &third);
    assert_eq!(open(&third).copied_elsewhere(), Some(Copied::OtherVault));
    let named = home(second.path());
    assert_eq!(open(&named).copied_elsewhere(), None, "a vault that was named is not marked");
}
