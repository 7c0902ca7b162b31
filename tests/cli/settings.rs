//! Settings, contacts, backups, and a vault that was copied.

use insta::assert_snapshot;

use crate::harness::Test;

/// Bob's key is unknown until Bob joins, so the games save the address.
#[test]
fn address_is_saved_before_a_player_joins() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
    let (_, saved) = test.pbem("alice", "contact mail bob bob@example.org").json();
    assert_eq!(saved["schema"], "pbem-address/1");
    assert_eq!(
        (&saved["games"][0], saved["mail"].as_str()),
        (&"spy-bob".into(), Some("bob@example.org"))
    );
    test.pbem("alice", "send spy-bob -o letter.eml").ok();
    assert!(test.read("alice", "letter.eml").contains("bob@example.org"));
    test.pbem("alice", "contact mail bob nowhere").refused(2);
    test.pbem("alice", "contact mail dave dave@example.org").refused(2);
}

/// Only the first turn of a player carries an address.
#[test]
fn new_address_names_the_games_that_lack_it() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
    test.pbem("alice", "new cd --against bot:easy --random").ok();
    let text = "pbem contact mail alice a@example.org";
    let set = |address: &str| test.pbem("alice", "config mail").arg(address).ok().out;
    let said = set("a@example.org");
    crate::newcomers::says(&said, &["The game file of spy-bob", text]);
    assert!(!said.contains("cd-bot"), "{said}");
    assert!(!set("").contains("spy-bob"));
    test.pbem("carol", "config mail c@example.org").ok();
    test.pbem("carol", "new spy game.toml --as carol --with bob --random").ok();
    assert!(!test.pbem("carol", "config mail c@example.org").ok().out.contains("spy-bob"));
}

#[test]
fn settings_are_made_listed_and_deleted() {
    let test = Test::new();
    assert_snapshot!(test.pbem("alice", "config").ok().shown(), @r"
    $ pbem config
    name                   -
        your player name
    mail                   -
        your email address, shared with the people you play with
    games-dir              -
        the folder for turn files
    downloads-dir          -
        the folder where your mail program saves attachments
    mail-dir               -
        a Maildir that `receive` reads too
    sendmail               -
        the program that sends mail, such as msmtp or sendmail
    smtp                   -
        the mail server, such as smtps://bob@mail.example.org
    send-always            -
        mail every turn right after signing it
    on-news                -
        the program to run when a turn arrives, such as notify-send
    clipboard              -
        the program for `--clipboard`, such as wl-copy [default: the terminal]
    smtp-password-command  -
        the program that prints the password of the mail server
    page-url               -
        the address of the web page, for your invitations
    auto-eliminate         -
        mark impossible squares on the boards
    boards                 -
        how commands show boards: pictures, or sentences for a screen reader
    Next: pbem config KEY VALUE  # change a setting
    ");
    assert!(!test.path("alice", "vault").exists(), "looking has made a vault");
    assert_snapshot!(test.pbem("alice", "config name alice").ok().shown(), @r#"
    $ pbem config name alice
    name = alice
    Note      created your vault:
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
    pbem: name cannot be "Alice"; use up to 32 lower-case letters, digits and
      hyphens, starting with a letter
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
    No contacts yet. pbem adds the people you play with.
    "#);
    assert!(!test.path("alice", "vault").exists(), "looking has made a vault");
    test.pbem("alice", &format!("contact add bob --key {key} --mail bob@example.org")).ok();
    test.pbem("alice", "contact add bob --key").arg(key).refused(2);
    assert_snapshot!(test.pbem("alice", "contact add carol --key 1234").refused(2).shown(), @r#"
    $ pbem contact add carol --key 1234
    pbem: that isn't a key: type the 64-digit key that `pbem whoami` shows
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "contact show dave").refused(2).shown(), @r#"
    $ pbem contact show dave
    pbem: you have no contact named "dave"
    Next: pbem contact list  # your contacts
    (exit code 2)
    "#);
    let said = test.pbem("alice", "contact mail dave dave@example.org").refused(2).err;
    assert!(said.contains("Next: pbem send GAME --to dave=dave@example.org"), "{said}");
    test.pbem("alice", "contact mail bob b@example.org").ok();
    assert_snapshot!(test.pbem("alice", "contact confirm bob 00000").refused(2).shown(), @r#"
    $ pbem contact confirm bob 00000
    pbem: a safety number has 30 digits, but you typed 5: type all of it, or the
      whole key (64 digits)
    (exit code 2)
    "#);
    // No one else can take the seat of a contact.
    test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob --random").ok();
    test.mail("alice", "stranger");
    assert_snapshot!(test.pbem("stranger", "join game.toml --random").refused(4).shown(), @r"
    $ pbem join game.toml --random
    pbem: the seat of bob is reserved for another key, with the safety number
      68696 91814 75904 16651 18347 72288.
    Next: use the vault with this key (--home DIR), or ask for a new game
    (exit code 4)
    ");
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob --random").ok();
    assert_snapshot!(test.pbem("alice", "contact forget bob").ok().shown(), @r#"
    $ pbem contact forget bob
    Removed bob. pbem will accept the next key that arrives under this name.
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
    pbem: there is already a vault in
      ~/alice/vault
    Next: Restore with --home into a different folder, or move
          ~/alice/vault
          out of the way before you restore. Never use both vaults.
    (exit code 5)
    "#);
    test.send("alice", "a.pbem-backup", "dave", "a.pbem-backup");
    let broken = test.read("dave", "a.pbem-backup").replace("checkpoint", "checkpiont");
    test.write("dave", "broken.pbem-backup", broken);
    assert_snapshot!(test.pbem("dave", "restore broken.pbem-backup").refused(5).shown(), @r#"
    $ pbem restore broken.pbem-backup
    pbem:
      ~/dave/broken.pbem-backup
      is not a valid backup: its checksum is wrong
    Next: Try an older backup, or copy this backup again from its source.
    (exit code 5)
    "#);
    assert_snapshot!(test.pbem("dave", "restore none.pbem-backup").refused(5).shown(), @r#"
    $ pbem restore none.pbem-backup
    pbem: cannot read
      ~/dave/none.pbem-backup:
      No such file or directory (os error 2)
    Next: Check the name and its folder.
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
    pbem: this vault wasn't created here, so it may be a copy. If two copies sign
      the same turn, only one version counts.
      Is this the only copy in use? If so, confirm it once: pbem config --only-here
    "#);
    assert_snapshot!(pbem("laptop", "config --only-here").ok().shown(), @r"
    $ pbem config --only-here
    .local/share/pbem is now the only vault in use. Never sign a turn with a copy of
    it.
    Next: pbem status
    ");
    pbem("laptop", "show cd-bob").ok();
}

#[test]
fn games_folder_here_has_a_plain_path() {
    let test = Test::new();
    let said = test.pbem("alice", "config games-dir .").ok().out;
    assert!(said.lines().any(|line| line.ends_with("/alice")), "{said}");
    test.pbem("alice", "config games-dir ./games/./mine").ok();
    let said = test.pbem("alice", "config games-dir").ok().out;
    assert!(said.trim_end().ends_with("alice/games/mine"), "{said}");
}

/// Setting a games folder creates it, and suggested commands work from anywhere.
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
