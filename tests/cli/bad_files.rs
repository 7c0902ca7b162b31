//! Bad files: each gives a clear message and its exit code, and loses nothing.

use insta::assert_snapshot;

use crate::harness::Test;

/// Alice has seen turn 4; `older.toml` has turn 2 and `game.toml` the newest.
fn at_turn_4() -> Test {
    let test = Test::with_checkpoint();
    test.send("alice", "game.toml", "alice", "older.toml");
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml A1").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    test
}

/// Asserts that every command that reads a file refuses this one.
fn refused_everywhere(test: &Test, file: &str, code: i32) {
    for command in
        ["show", "move", "join", "status", "log", "undo", "resign", "claim", "mark", "reveal"]
    {
        test.pbem("alice", command).arg(file).refused(code);
        let (exit, error) = test.pbem("alice", command).arg(file).json();
        assert_eq!(
            (exit, error["schema"].as_str()),
            (Some(code), Some("pbem-error/1")),
            "{command} {file}: {error}"
        );
    }
    let (exit, _) = test.pbem("alice", "verify").arg(file).json();
    assert_eq!(exit, Some(4), "verify {file}");
}

#[test]
fn changed_byte_is_refused() {
    let test = at_turn_4();
    let sound = test.read("alice", "game.toml");
    test.write("alice", "bad.toml", sound.replace("\"Fiji 6\"", "\"Fiji 5\""));
    assert_snapshot!(test.pbem("alice", "show bad.toml").refused(4).shown(), @r#"
    $ pbem show bad.toml
    pbem: bad.toml was changed after it was signed. pbem saved nothing from it.
      turn 3, by alice, field `move`:  this file says "Fiji 5", your own copy says
      "Fiji 6"
    Next: pbem copy cd-bob FILE  # write your own turn again, as you signed it
    (exit code 4)
    "#);
    refused_everywhere(&test, "bad.toml", 4);
    let at = sound.rfind("signature").expect("a signature") + 40;
    let flipped = if &sound[at..=at] == "0" { "1" } else { "0" };
    test.write("alice", "bad.toml", format!("{}{flipped}{}", &sound[..at], &sound[at + 1..]));
    assert_snapshot!(test.pbem("alice", "show bad.toml").refused(4).shown(), @r#"
    $ pbem show bad.toml
    pbem: bad.toml was changed after it was signed. pbem saved nothing from it.
      turn 4, by bob, field `signature`:  this file says
      "..6c7579560de3a330821af6d9..", your own copy says
      "..6c757956bde3a330821af6d9.."
      A mail program or an editor can do this, so it proves nothing against bob.
    Next: ask for the file again, as an attachment
          pbem show cd-bob  # your good copy, turn 4
    (exit code 4)
    "#);
    refused_everywhere(&test, "bad.toml", 4);
}

#[test]
fn missing_turn_is_refused() {
    let test = at_turn_4();
    let sound = test.read("alice", "game.toml");
    let turns: Vec<&str> = sound.split("[[turn]]").collect();
    let gap: Vec<&str> =
        turns.iter().enumerate().filter(|(at, _)| *at != 3).map(|(_, part)| *part).collect();
    test.write("alice", "bad.toml", gap.join("[[turn]]"));
    assert_snapshot!(test.pbem("alice", "show bad.toml").refused(4).shown(), @r"
    $ pbem show bad.toml
    pbem: bad.toml was changed after it was signed, or is damaged. pbem saved
      nothing from it.
      turn 3, line 189, field `number`: it says 4; a turn is missing, repeated or in
      the wrong place
    Next: ask for the file again, as an attachment
          pbem show cd-bob  # your good copy, turn 4
    (exit code 4)
    ");
    refused_everywhere(&test, "bad.toml", 4);
    test.write("alice", "bad.toml", &sound[..sound.len() / 2]);
    assert_snapshot!(test.pbem("alice", "show bad.toml").refused(4).shown(), @r"
    $ pbem show bad.toml
    pbem: bad.toml was changed after it was signed, or is damaged. pbem saved
      nothing from it.
      turn 2, line 118, field `nonce`: key with no value, expected `=`
    Next: ask for the file again, as an attachment
          pbem show cd-bob  # your good copy, turn 4
    (exit code 4)
    ");
    refused_everywhere(&test, "bad.toml", 4);
}

#[test]
fn older_file_is_refused() {
    let test = at_turn_4();
    assert_snapshot!(test.pbem("alice", "move older.toml B1").refused(4).shown(), @r#"
    $ pbem move older.toml B1
    pbem: older.toml is an old copy with turn 2. You have already seen turn 4.
      Nothing was written.
    Next: pbem move cd-bob B1                # continue from the latest turn
          pbem copy cd-bob older.toml        # update older.toml
    (exit code 4)
    "#);
    let shown = test.pbem("alice", "show older.toml").run();
    assert_eq!(shown.code, Some(0));
    let old = "pbem: older.toml is an old copy with turn 2. The board here shows turn 4, \
        the\n  latest.\n";
    assert_eq!(shown.err, old);
    assert!(shown.out.contains("turn 4"), "the newest is shown: {}", shown.out);
    // After the update it can be played.
    test.pbem("alice", "copy cd-bob older.toml").ok();
    test.pbem("alice", "move older.toml B1").ok();
}

#[test]
fn file_of_strangers_is_refused() {
    let test = at_turn_4();
    test.pbem("carol", "new checkpoint-danger game.toml --as carol --with dave --random").ok();
    test.send("carol", "game.toml", "alice", "other.toml");
    for words in [
        "move other.toml B1",
        "undo other.toml",
        "resign other.toml --yes",
        "claim other.toml",
        "copy other.toml game.toml",
    ] {
        test.pbem("alice", words).refused(3);
    }
    assert_snapshot!(test.pbem("alice", "move other.toml B1").refused(3).shown(), @r#"
    $ pbem move other.toml B1
    pbem: you haven't joined this game.
    Next: pbem join other.toml  # join it
    (exit code 3)
    "#);
    let said = test.pbem("alice", "join other.toml --as alice --random").refused(2).shown();
    assert_snapshot!(said, @r#"
    $ pbem join other.toml --as alice --random
    pbem: alice is not playing in this game. The players are carol and dave
    (exit code 2)
    "#);
    test.pbem("alice", "copy cd-bob other.toml").refused(2);
}

#[test]
fn file_without_a_turn_file_is_refused() {
    let test = at_turn_4();
    std::fs::create_dir(test.path("alice", "folder")).expect("a folder");
    assert_snapshot!(test.pbem("alice", "show folder").refused(4).shown(), @r#"
    $ pbem show folder
    pbem: folder is a folder, not a turn file.
    Next: name a file in that folder
    (exit code 4)
    "#);
    refused_everywhere(&test, "folder", 4);
    test.write("alice", "letter.txt", "Dear alice,\nthere is no turn file in here.\n");
    assert_snapshot!(test.pbem("alice", "show letter.txt").refused(4).shown(), @r"
    $ pbem show letter.txt
    pbem: letter.txt cannot be read: found no turn file in it; turn files begin with
      `# pbem turn file`.
    Next: pbem receive FILE  # finds a turn file in an email, or in quoted text
    (exit code 4)
    ");
    refused_everywhere(&test, "letter.txt", 4);
    test.write("alice", "empty.toml", "");
    assert_snapshot!(test.pbem("alice", "show empty.toml").refused(4).shown(), @r"
    $ pbem show empty.toml
    pbem: empty.toml cannot be read: found no turn file in it; turn files begin with
      `# pbem turn file`.
    Next: pbem receive FILE  # finds a turn file in an email, or in quoted text
    (exit code 4)
    ");
    test.write("alice", "bytes.bin", [0_u8, 159, 146, 150, 255, 10, 13]);
    refused_everywhere(&test, "bytes.bin", 4);
    assert_snapshot!(test.pbem("alice", "show nothing.toml").refused(4).shown(), @r#"
    $ pbem show nothing.toml
    pbem: you have no game or file named nothing.toml
    Next: pbem status  # lists your games
    (exit code 4)
    "#);
    refused_everywhere(&test, "nothing.toml", 4);
}

/// The file may be intact, so asking for it again can't help.
#[test]
fn file_of_another_version_is_not_called_damaged() {
    let test = Test::with_checkpoint();
    let sound = test.read("alice", "game.toml");
    for (format, advice) in [("pbem = 1", "begin a new game"), ("pbem = 3", "update pbem")] {
        let other = sound.replacen("pbem = 2", format, 1);
        test.write("alice", "other.toml", &other);
        let quoted = format!("From: bob\n\nOn Monday:\n> {}\n", other.replace('\n', "\n> "));
        test.write("alice", "quoted.eml", quoted);
        for command in ["verify other.toml", "receive other.toml", "receive quoted.eml", "paste"] {
            // A file that has arrived before isn't reported again.
            let input = other.replace("alice", "carol");
            let ran = test.pbem("alice", command).input(input).run();
            assert_eq!(ran.code, Some(4), "{}", ran.shown());
            let said = ran.shown().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains(advice) && said.contains("written by"), "{said}");
            for untrue in ["damaged", "DAMAGED", "changed after", "cut off", "file again"] {
                assert!(!said.contains(untrue), "{said}");
            }
        }
        // The protocol calls this a kind of damage.
        let (code, verdict) = test.pbem("alice", "verify other.toml").verdict();
        assert_eq!((code, &verdict["verdict"]), (Some(4), &"damaged".into()));
        assert_eq!(verdict["files"][0]["damage"]["kind"], "other-format");
        let said = test.pbem("alice", "verify other.toml game.toml").run().out;
        assert!(said.contains("1 open   1 UNREADABLE"), "{said}");
    }
}

#[test]
fn malicious_file_is_refused() {
    let test = at_turn_4();
    let sound = test.read("alice", "game.toml");
    let file = std::fs::File::create(test.path("alice", "huge.toml")).expect("a file");
    file.set_len(100 << 20).expect("a long file");
    drop(file);
    assert_snapshot!(test.pbem("alice", "show huge.toml").refused(4).shown(), @r#"
    $ pbem show huge.toml
    pbem: huge.toml is larger than 8 MiB, which is larger than any turn file can be.
    Next: check whether it is the right file
    (exit code 4)
    "#);
    std::fs::remove_file(test.path("alice", "huge.toml")).expect("it was there");

    let deep =
        format!("{}x = {}{}\n", "# pbem turn file\n", "[".repeat(10_000), "]".repeat(10_000));
    test.write("alice", "deep.toml", deep);
    assert_snapshot!(test.pbem("alice", "show deep.toml").refused(4).shown(), @r"
    $ pbem show deep.toml
    pbem: deep.toml cannot be read: line 2: `pbem = 2` is missing.
    Next: ask for the file again, as an attachment
    (exit code 4)
    ");
    refused_everywhere(&test, "deep.toml", 4);
    let tables = sound.replace("# end of", &format!("[{}]\n# end of", vec!["a"; 10_000].join(".")));
    test.write("alice", "deep.toml", tables);
    refused_everywhere(&test, "deep.toml", 4);

    test.write("alice", "seats.toml", sound.replacen("\"bob\"", "\"b\\u001b[2Job\"", 1));
    let ran = test.pbem("alice", "show seats.toml").refused(4);
    assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
    refused_everywhere(&test, "seats.toml", 4);
}

#[test]
fn escape_codes_in_a_file_name_are_not_printed() {
    let test = at_turn_4();
    let name = "game\u{1b}]0;gone\u{7}\u{202e}.toml";
    test.send("alice", "game.toml", "alice", name);
    for words in ["show", "move", "status", "log", "verify"] {
        let ran = test.pbem("alice", words).arg(name).run();
        assert!(
            !ran.out.contains(['\u{1b}', '\u{7}', '\u{202e}'])
                && !ran.err.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{words}: {:?}",
            ran.shown()
        );
        let (_, _) = test.pbem("alice", words).arg(name).json();
    }
    test.write("alice", name, "gone");
    let ran = test.pbem("alice", "show").arg(name).refused(4);
    assert!(!ran.err.contains('\u{1b}') && ran.err.contains("game"), "{:?}", ran.err);
}

#[test]
fn unwritable_place_is_refused() {
    let test = at_turn_4();
    test.send("alice", "game.toml", "alice", "kept.toml");
    // The game's folder is gone.
    std::fs::create_dir(test.path("alice", "stick")).expect("a folder");
    test.pbem("alice", "copy cd-bob stick/game.toml").ok();
    std::fs::remove_dir_all(test.path("alice", "stick")).expect("it was there");
    assert_snapshot!(test.pbem("alice", "move cd-bob B1").refused(5).shown(), @r#"
    $ pbem move cd-bob B1
    pbem: cannot write
      ~/alice/stick/game.toml:
      No such file or directory (os error 2)
    Next: Check the name and its folder.
    (exit code 5)
    "#);
    // A file has the name of the folder.
    test.write("alice", "stick", "a file");
    test.pbem("alice", "move cd-bob B1").refused(5);
    test.pbem("alice", "copy cd-bob stick/game.toml").refused(5);
    test.pbem("alice", "new checkpoint-danger stick/new.toml --with bob --random").refused(5);
    test.pbem("alice", "backup stick/b.pbem-backup").refused(5);
    test.pbem("alice", "move kept.toml B1").ok();
}

/// File systems that refuse to write, where the machine has one.
#[test]
#[cfg(target_os = "linux")]
fn unwritable_disk_is_refused() {
    let test = at_turn_4();
    // No user can create a file in `/proc`, not even root.
    test.pbem("alice", "copy cd-bob /proc/game.toml").refused(5);
    test.pbem("alice", "new checkpoint-danger /proc/game.toml --with bob --random").refused(5);
    let said = test
        .pbem(
            "carol",
            "new checkpoint-danger game.toml --as carol --with bob --random --home /proc/vault",
        )
        .fails(5)
        .err;
    assert_snapshot!(said, @r#"
    pbem: cannot create /proc/vault: entity not found
    Next: Check the name and its folder.
    "#);
    assert!(!test.path("carol", "game.toml").exists());
    // `/dev/full` is a disk without free space.
    test.pbem("alice", "copy cd-bob /dev/full").refused(2);
}

/// Output that cannot be printed is an error, and the turn is kept.
#[cfg(target_os = "linux")]
#[test]
fn full_output_is_an_error() {
    let test = at_turn_4();
    let full =
        || std::fs::File::options().write(true).open("/dev/full").expect("a disk without room");
    let printed = test.pbem("alice", "move - D5");
    let file = std::fs::File::open(test.path("alice", "game.toml")).expect("a file");
    let said = printed.command().stdin(file).stdout(full()).output().expect("it runs");
    assert_eq!(said.status.code(), Some(5));
    assert_snapshot!(String::from_utf8_lossy(&said.stderr), @r#"
    Answered  Arctic 1:  1
    Moved     Desert 5
    Wrote     to standard output      turn 5, signed
    Next:     mail it to bob
              pbem undo cd-bob  # undo, before you mail it
    pbem: can't print the result: No space left on device (os error 28)
    Next: pbem copy GAME FILE  # if you signed a turn: it is safe in your vault
    "#);
    test.pbem("alice", "copy cd-bob again.toml").ok();
    assert_eq!(test.pbem("alice", "verify again.toml").verdict().1["turns"], 5);
}

/// Another pbem holds the lock for longer than the timeout.
#[test]
fn locked_vault_is_an_error() {
    let test = at_turn_4();
    let lock = std::fs::File::options()
        .write(true)
        .open(test.path("alice", "vault/lock"))
        .expect("a lock");
    lock.lock().expect("it is free");
    assert_snapshot!(test.pbem("alice", "move game.toml B1").refused(5).shown(), @r#"
    $ pbem move game.toml B1
    pbem: another pbem command is using the vault in
      ~/alice/vault
    Next: Wait until it has finished, then type the command again.
    (exit code 5)
    "#);
    // Commands that need no vault do not wait for it.
    assert_eq!(test.pbem("alice", "verify game.toml").verdict().0, Some(3));
    drop(lock);
    test.pbem("alice", "move game.toml B1").ok();
}

#[test]
fn missing_or_unreadable_vault_is_an_error() {
    let test = at_turn_4();
    let vault = |file: &str| test.path("alice", &format!("vault/{file}"));
    let about = std::fs::read_to_string(vault("vault.toml")).expect("a vault");
    std::fs::write(vault("vault.toml"), about.replace("version = 1", "version = 2"))
        .expect("it can be written");
    assert_snapshot!(test.pbem("alice", "move game.toml B1").refused(5).shown(), @r#"
    $ pbem move game.toml B1
    pbem:
      ~/alice/vault/vault.toml
      was made by a newer pbem (format 2)
    Next: Use that newer pbem.
    (exit code 5)
    "#);
    std::fs::write(vault("vault.toml"), "what = \"is this\"\n").expect("it can be written");
    assert_snapshot!(test.pbem("alice", "move game.toml B1").refused(5).shown(), @r"
    $ pbem move game.toml B1
    pbem:
      ~/alice/vault/vault.toml
      is damaged (line 1): its contents aren't what pbem expects there
    Next: Never edit the file. Restore a good copy of it, or restore a backup to
          another folder, which you choose with --home.
    (exit code 5)
    ");
    std::fs::remove_file(vault("vault.toml")).expect("it was there");
    assert_snapshot!(test.pbem("alice", "move game.toml B1").refused(5).shown(), @r#"
    $ pbem move game.toml B1
    pbem:
      ~/alice/vault/vault.toml
      is missing, but the rest of the vault is there
    Next: Restore the file from a backup: the games in this vault need it.
    (exit code 5)
    "#);
    std::fs::write(vault("vault.toml"), &about).expect("it can be written");
    std::fs::rename(vault("identity.toml"), vault("identity.off")).expect("it was there");
    assert_snapshot!(test.pbem("alice", "move game.toml B1").refused(5).shown(), @r#"
    $ pbem move game.toml B1
    pbem:
      ~/alice/vault/identity.toml
      is missing, but the vault still has games
    Next: Restore the file from a backup: the games in this vault need it.
    (exit code 5)
    "#);
    std::fs::rename(vault("identity.off"), vault("identity.toml")).expect("it was there");
    test.pbem("alice", "move game.toml B1").ok();
    // Without the vault, the user is a stranger to the game.
    let said = test.pbem("alice", "undo game.toml --not-mailed --home nowhere").refused(3).shown();
    assert_snapshot!(said, @r#"
    $ pbem undo game.toml --not-mailed --home nowhere
    pbem: no player in this game uses this vault.
    Next: pbem show game.toml --public
    (exit code 3)
    "#);
    test.write("alice", "plain", "a file");
    test.pbem("alice", "show game.toml --home plain").refused(5);
}
