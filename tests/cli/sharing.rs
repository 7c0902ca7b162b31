//! Sharing a finished game, and copying texts to the clipboard.

use insta::assert_snapshot;
use pbem::turnfile::TurnFile;

use crate::harness::{Ran, Test};

/// `pbem share` of one of the examples.
fn share(test: &Test, example: &str, look: &str) -> Ran {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/").to_owned() + example + ".toml";
    test.pbem("you", "share").arg(file).arg(look).run()
}

#[test]
fn every_answer_of_a_finished_game_is_a_square() {
    let test = Test::new();
    let shared = |example| share(&test, example, "--ascii").out;
    assert_snapshot!(shared("checkpoint-danger"), @r"
    Checkpoint: Danger!  alice beat bob   22 answers
    alice  0 H 2 3 H 1 1 2 H 2 0 H
    bob    3 H 1 1 2 1 3 H 1 2      all honest, game f1d17d62
    ");
    assert_snapshot!(shared("spy"), @r"
    Spy!  alice and bob drew   26 answers
    alice  w h c c c h h w h w c c c h w x
    bob    c c c w h h h w w x      all honest, game 1c6e6293
    ");
    assert_snapshot!(shared("game-box"), @r"
    Game Box  carol beat bob, with alice as Checker   21 answers
    bob    . . G H G H G
    carol  . . . H . . G . . G H . . H      all honest, game a2512439
    ");
    // In these games the answers alone reveal nothing.
    let espionage = shared("espionage");
    assert_snapshot!(
        espionage,
        @"Espionage  alice beat bob   151 turns      all honest, game 80a87a49"
    );
    let enemy_agent = shared("enemy-agent");
    assert_snapshot!(
        enemy_agent,
        @"Enemy Agent  alice and bob drew   45 turns      all honest, game 0cc0530f"
    );
    assert!(!test.path("you", "vault").exists(), "sharing has made a vault");
}

/// A sealed guess has no answer, but it decides the game. The row of the player who sealed it ends
/// with the result; the verdicts of these files are in the conformance kit.
#[test]
fn result_of_a_sealed_guess_is_a_square() {
    let test = Test::new();
    for (file, last) in [
        ("guess-5-right-decline-c", "!"),
        ("guess-5-wrong-wrong-c", "x"),
        ("guess-6-wrong-right-c", "x"),
    ] {
        let path = format!("{}/tests/kit/spy/{file}.toml", env!("CARGO_MANIFEST_DIR"));
        let kit = TurnFile::read(&std::fs::read(&path).expect("a file")).expect("a turn file");
        let sealed = kit.turns.iter().find(|turn| turn.seal.is_some()).expect("a sealed guess");
        let said = test.pbem("you", "share").arg(path).arg("--ascii").ok().out;
        let row = said.lines().find(|line| line.starts_with(&format!("{} ", sealed.seat)));
        let squares = row.and_then(|row| row.split("      ").next()).map(str::trim_end);
        assert!(squares.is_some_and(|squares| squares.ends_with(last)), "{file}: {said}");
    }
}

#[test]
fn squares_have_colours_on_request() {
    let test = Test::new();
    let shared = share(&test, "checkpoint-danger", "--no-pager").out;
    assert_snapshot!(shared, @r"
    Checkpoint: Danger!  alice beat bob   22 answers
    alice  ０🟥２３🟥１１２🟥２０🟥
    bob    ３🟥１１２１３🟥１２      all honest, game f1d17d62
    ");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spy.toml");
    let plain = test.pbem("you", "share").arg(file).env("LC_ALL", "C").ok().out;
    assert!(plain.is_ascii(), "{plain}");
    let (code, json) = test.pbem("you", "share").arg(file).json();
    assert_eq!((code, json["schema"].as_str()), (Some(0), Some("pbem-share/1")));
    let text = json["text"].as_str().expect("a text");
    assert!(text.contains("alice  🟨🟥🟦🟦🟦"), "{text}");
    assert_eq!(json["clipboard"], false);
}

#[test]
fn only_proved_results_are_shared() {
    let test = Test::with_checkpoint();
    assert_snapshot!(test.pbem("alice", "share cd-bob").fails(3).err, @r"
    pbem: this game isn't over yet.
    Next: pbem show cd-bob
    ");
    test.pbem("alice", "resign game.toml --yes").ok();
    test.mail("alice", "bob");
    assert_snapshot!(test.pbem("bob", "share game.toml").fails(3).err, @r"
    pbem: you can share this game when all setups have been revealed.
    Next: pbem show cd-alice
    ");
    test.pbem("bob", "reveal game.toml").ok();
    let shared = test.pbem("bob", "share game.toml").ok().out;
    assert!(shared.starts_with("Checkpoint: Danger!  bob beat alice   "), "{shared}");
    let lied = share(&test, "checkpoint-danger-lied", "--ascii");
    assert_eq!((lied.code, lied.out.as_str()), (Some(1), ""));
    assert!(lied.err.contains("bob cheated in turn 6"), "{}", lied.err);
    assert_eq!(share(&test, "checkpoint-danger-broken", "--ascii").code, Some(4));
}

#[cfg(unix)]
mod clipboard {
    use mail_parser::decoders::base64::base64_decode;

    use super::{Test, assert_snapshot};
    use crate::terminal::shown;

    /// A game in which Bob doesn't have Alice's turn 3.
    fn moved() -> Test {
        let test = Test::with_checkpoint();
        test.pbem("alice", "move game.toml Fiji 6").ok();
        test
    }

    #[test]
    fn clipboard_program_gets_a_turn_file_or_picture() {
        let test = moved();
        test.write("alice", "take.sh", "cat > taken\n");
        let call = |words: &str| {
            test.pbem("alice", words).env("PATH", std::env::var("PATH").unwrap_or_default())
        };
        assert_snapshot!(call("copy cd-bob --turn --clipboard").fails(3).err, @r#"
        pbem: without a terminal, pbem needs a program to copy to the clipboard.
        Next: pbem config clipboard wl-copy  # or pbcopy, or xclip -selection clipboard
        "#);
        test.pbem("alice", "config clipboard").arg("sh take.sh").ok();
        assert_snapshot!(call("copy cd-bob --turn --clipboard").ok().out, @r"
        Copied    to the clipboard
        Next:     paste it into a chat with bob, who types  pbem paste
        ");
        assert_eq!(test.read("alice", "taken"), call("copy cd-bob --turn").run().out);
        let (code, json) = call("copy cd-bob --clipboard").json();
        assert_eq!((code, json["clipboard"].as_bool()), (Some(0), Some(true)));
        assert!(json["text"].is_null() && json["file"].is_null(), "{json}");
        assert_eq!(test.read("alice", "taken"), test.read("alice", "game.toml"));
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spy.toml");
        let shared = call("share --ascii --clipboard").arg(example).ok().out;
        assert!(
            shared.contains("all honest, game 1c6e6293\nCopied    to the clipboard\n"),
            "{shared}"
        );
        assert!(shared.starts_with(&test.read("alice", "taken")), "{shared}");
        test.pbem("alice", "config clipboard false").ok();
        assert_snapshot!(call("copy cd-bob --turn --clipboard").fails(5).err, @r#"
        pbem: false failed. Nothing was copied.
        Next: pbem config clipboard PROGRAM  # use another program
              pbem config clipboard ""         # copy through the terminal
        "#);
    }

    #[test]
    fn long_turn_is_copied_part_by_part() {
        let test = Test::new();
        test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --random").ok();
        test.write("bob", "take.sh", "cat > taken\n");
        test.pbem("bob", "config clipboard").arg("sh take.sh").ok();
        let call = |words: &str| {
            let call = format!("copy game.toml --turn --clipboard {words}");
            test.pbem("bob", &call).env("PATH", std::env::var("PATH").unwrap_or_default())
        };
        let (_, copied) = call("").json();
        let messages: Vec<&str> = copied["messages"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one.as_str())
            .collect();
        assert!(messages.len() > 2);
        assert_eq!(test.read("bob", "taken"), messages[0]);
        assert!(call("").ok().out.contains("pbem copy spy-alice --turn --clipboard --part 2"));
        for (at, message) in messages.iter().enumerate() {
            let said = call(&format!("--part {}", at + 1)).ok().out;
            assert_eq!(test.read("bob", "taken"), *message);
            let is_last = at + 1 == messages.len();
            assert_eq!(said.contains("--part"), !is_last, "{said}");
        }
        for part in [0, messages.len() + 1] {
            call(&format!("--part {part}")).refused(2);
        }
    }

    #[test]
    fn terminal_receives_the_clipboard_text() {
        let test = moved();
        let turn = test.pbem("alice", "copy cd-bob --turn").run().out;
        let said = shown(&test.pbem("alice", "copy cd-bob --turn --clipboard"), 24);
        let (_, rest) = said.split_once("\x1b]52;c;").expect("it is reported");
        let (written, shown) = rest.split_once('\x07').expect("it ends");
        let text = base64_decode(written.as_bytes()).expect("base64");
        assert_eq!(String::from_utf8_lossy(&text), turn);
        assert!(shown.contains("to the clipboard, if your terminal allows it"));
        assert!(!shown.contains('\x1b'), "{shown:?}");
    }
}
