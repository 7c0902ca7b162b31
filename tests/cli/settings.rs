//! Settings, contacts, backups, and a vault that was copied.

use insta::assert_snapshot;

use crate::harness::Test;

#[test]
fn settings_are_made_listed_and_deleted() {
    let test = Test::new();
    assert_snapshot!(test.pbem("alice", "config").ok().shown(), @r"
    $ pbem config
    name                   -
        your own name at the table
    mail                   -
        your mail address, given to those you play with
    games-dir              -
        the folder in which turn files are written and looked for
    downloads-dir          -
        the folder in which `receive` looks for files that came by mail
    mail-dir               -
        the Maildir in which `receive` looks as well
    sendmail               -
        the program that takes a message to be mailed, as msmtp or sendmail
    smtp                   -
        the server that takes a message to be mailed, as
        smtps://bob@mail.example.org
    send-always            -
        mail every turn as soon as it is signed
    on-news                -
        the program that is run when something has come, as notify-send
    clipboard              -
        the program that `--clipboard` hands a text to, as wl-copy; else the
        terminal
    smtp-password-command  -
        the program that prints the password for that server
    page-url               -
        where who is invited finds the page that needs no program
    auto-eliminate         -
        strike out what is impossible on the sheets that you are shown
    boards                 -
        how commands show boards: pictures, or sentences for a screen reader
    Next: pbem config KEY VALUE      sets one
    ");
    assert!(!test.path("alice", "vault").exists(), "looking has made a vault");
    assert_snapshot!(test.pbem("alice", "config name alice").ok().shown(), @r#"
    $ pbem config name alice
    name = alice
    Note      a new vault was made:
              ~/alice/vault
    "#);
    test.pbem("alice", "config mail alice@example.org").ok();
    std::fs::create_dir(test.path("alice", "games")).expect("a folder");
    test.pbem("alice", "config games-dir games").ok();
    assert_snapshot!(test.pbem("alice", "config colour red").refused(2).shown(), @r#"
    $ pbem config colour red
    pbem: there is no setting "colour"
    Next: Settings: name, mail, games-dir, downloads-dir, mail-dir, sendmail, smtp,
          send-always, on-news, clipboard, smtp-password-command, page-url,
          auto-eliminate, boards
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "config name Alice").refused(2).shown(), @r#"
    $ pbem config name Alice
    pbem: name cannot be "Alice": a small letter first, then at most 31 small
      letters, digits or hyphens
    (exit code 2)
    "#);
    // From now on the name and the folder are used, and the address is sent with the first turn.
    test.pbem("alice", "new checkpoint-danger --with bob --random").ok();
    assert!(test.read("alice", "games/cd-bob.toml").contains("alice@example.org"));
    test.send("alice", "games/cd-bob.toml", "bob", "game.toml");
    test.pbem("bob", "join game.toml --random").ok();
    assert_eq!(test.pbem("bob", "contact show alice").json().1["mail"], "alice@example.org");
    assert_eq!(test.pbem("bob", "config name").json().1["settings"]["name"], "bob");
    test.pbem("alice", "config").arg("mail").arg("").ok();
    assert_eq!(
        test.pbem("alice", "config mail").json().1["settings"]["mail"],
        serde_json::Value::Null
    );
}

#[test]
fn contacts_can_be_edited_by_hand() {
    let test = Test::new();
    let (_, bob) = test.pbem("bob", "whoami").json();
    let key = bob["key"].as_str().expect("a key");
    assert_snapshot!(test.pbem("alice", "contact list").ok().shown(), @r#"
    $ pbem contact list
    Nobody yet. Whoever you play with is noted here.
    "#);
    assert!(!test.path("alice", "vault").exists(), "looking has made a vault");
    test.pbem("alice", &format!("contact add bob --key {key} --mail bob@example.org")).ok();
    test.pbem("alice", "contact add bob --key").arg(key).refused(2);
    assert_snapshot!(test.pbem("alice", "contact add carol --key 1234").refused(2).shown(), @r#"
    $ pbem contact add carol --key 1234
    pbem: that is no key; one has 64 digits, as `pbem whoami` shows it
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "contact show dave").refused(2).shown(), @r#"
    $ pbem contact show dave
    pbem: no contact is called "dave"
    Next: pbem contact list      whom you know
    (exit code 2)
    "#);
    let said = test.pbem("alice", "contact mail dave dave@example.org").refused(2).err;
    assert!(said.contains("Next: pbem send GAME --to dave=dave@example.org "), "{said}");
    test.pbem("alice", "contact mail bob b@example.org").ok();
    assert_snapshot!(test.pbem("alice", "contact confirm bob 00000").refused(2).shown(), @r#"
    $ pbem contact confirm bob 00000
    pbem: a safety number has 30 digits, and this has 5: type all of it, or the
      whole key in 64 digits
    (exit code 2)
    "#);
    // Nobody else can take the seat of a contact.
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.mail("alice", "stranger");
    assert_snapshot!(test.pbem("stranger", "join game.toml --random").refused(4).shown(), @r"
    $ pbem join game.toml --random
    pbem: the seat bob is kept for another key, with the safety number
      68696 91814 75904 16651 18347 72288.
    Next: use the vault that has this key (--home DIR), or ask for a new game
    (exit code 4)
    ");
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob --random").ok();
    assert_snapshot!(test.pbem("alice", "contact forget bob").ok().shown(), @r#"
    $ pbem contact forget bob
    bob is forgotten. The next key that comes under this name will be believed.
    "#);
    test.pbem("alice", "contact forget bob").refused(2);
}

#[test]
fn backup_is_private_and_never_overwrites() {
    let test = Test::with_checkpoint();
    assert_snapshot!(test.pbem("carol", "backup c.pbem-backup").refused(3).shown(), @r#"
    $ pbem backup c.pbem-backup
    pbem: there is no vault yet, so there is nothing to back up.
    (exit code 3)
    "#);
    test.pbem("alice", "backup a.pbem-backup").ok();
    test.pbem("alice", "backup a.pbem-backup").refused(2);
    assert_snapshot!(test.pbem("alice", "restore a.pbem-backup").refused(5).shown(), @r#"
    $ pbem restore a.pbem-backup
    pbem: there is a vault in
      ~/alice/vault
      already
    Next: Restore into another place with --home, or move
          ~/alice/vault
          away first. Never run both.
    (exit code 5)
    "#);
    test.send("alice", "a.pbem-backup", "dave", "a.pbem-backup");
    let broken = test.read("dave", "a.pbem-backup").replace("checkpoint", "checkpiont");
    test.write("dave", "broken.pbem-backup", broken);
    assert_snapshot!(test.pbem("dave", "restore broken.pbem-backup").refused(5).shown(), @r#"
    $ pbem restore broken.pbem-backup
    pbem:
      ~/dave/broken.pbem-backup
      is no sound backup: its checksum is wrong
    Next: Try an older backup, or copy this one once more from where it came.
    (exit code 5)
    "#);
    assert_snapshot!(test.pbem("dave", "restore none.pbem-backup").refused(5).shown(), @r#"
    $ pbem restore none.pbem-backup
    pbem: cannot read
      ~/dave/none.pbem-backup:
      No such file or directory (os error 2)
    Next: Look whether the name is right, and whether its folder is there.
    (exit code 5)
    "#);
    assert_snapshot!(test.pbem("dave", "restore --nothing-since").refused(3).shown(), @r#"
    $ pbem restore --nothing-since
    pbem: there is no vault yet.
    Next: pbem restore FILE
    (exit code 3)
    "#);
    test.pbem("dave", "restore").refused(2);
    assert!(!test.path("dave", "vault").exists());
}

#[test]
fn copied_vault_warns_until_it_is_confirmed() {
    let test = Test::new();
    let home = |who: &str| test.folder(who).display().to_string();
    let pbem = |who: &'static str, words: &str| {
        test.pbem(who, words).without("PBEM_HOME").env("HOME", home(who))
    };
    pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    pbem("alice", "status").ok();
    // The vault is copied to another account.
    let from = test.path("alice", ".local/share/pbem");
    let to = test.path("laptop", ".local/share/pbem");
    std::fs::create_dir_all(to.join("games")).expect("a folder");
    for folder in ["", "games"] {
        for entry in std::fs::read_dir(from.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                std::fs::copy(&path, to.join(path.strip_prefix(&from).expect("inside")))
                    .expect("a copy");
            }
        }
    }
    let warned = pbem("laptop", "show cd-bob").run();
    assert_eq!(warned.code, Some(0));
    assert_snapshot!(warned.err, @r#"
    pbem: this vault was not made here, so it may be a copy. Of two turns of one
      number, signed in two copies, only one counts.
      Is it the only one in use? Then say so once: pbem config --only-here
    "#);
    assert_snapshot!(pbem("laptop", "config --only-here").ok().shown(), @r#"
    $ pbem config --only-here
    .local/share/pbem is the vault that plays. Never let a copy of it make a turn.
    Next: pbem status
    "#);
    pbem("laptop", "show cd-bob").ok();
}

/// A games folder exists as soon as it is set, and suggested commands work from anywhere.
#[test]
fn games_are_written_to_their_folder_and_named_by_path() {
    let test = Test::new();
    test.pbem("alice", "config games-dir").arg("my games/here").ok();
    assert!(test.path("alice", "my games/here").is_dir());
    std::fs::remove_dir(test.path("alice", "my games/here")).expect("it is empty");
    test.pbem("alice", "new cd --as alice --against bot:easy --random").ok();
    assert!(test.path("alice", "my games/here/cd-bot.toml").is_file());
    let moved = test.pbem("alice", "resign cd-bot --yes").ok().out;
    let shown = test.pbem("alice", "show cd-bot").ok().out;
    for said in [moved, shown] {
        assert!(said.contains("pbem verify cd-bot "), "{said}");
    }
    test.pbem("alice", "verify cd-bot").ok();
    test.write("alice", "file", "no folder");
    test.pbem("alice", "config games-dir file").refused(5);
}
