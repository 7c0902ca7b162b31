//! Layout and wording on phones, narrow screens and in hints.

use unicode_width::UnicodeWidthStr;

use crate::harness::Test;
use crate::newcomers::{hex_id, says};

/// The board in the HTML part of a message, without line breaks of the transport.
fn page_of_mail(kind: &str) -> String {
    let test = Test::new();
    test.pbem("alice", &format!("new {kind} game.toml --as alice --with bob --random")).ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    let mail = test.pbem("bob", "send game.toml -o -").run().out;
    let page = mail.split("text/html").nth(1).expect("a page");
    page.replace('\r', "").replace("=\n", "").replace("=3D", "=")
}

#[test]
fn wide_board_fits_a_phone_and_needs_no_colour() {
    for (kind, signs) in [("ea", "Red Station:"), ("esp", "|?|")] {
        let page = page_of_mail(kind);
        let board = page.split("<pre ").find(|pre| pre.contains(signs));
        let board = board.unwrap_or_else(|| panic!("{kind}: {page}"));
        for style in ["font-size:11px", "overflow-x:auto"] {
            assert!(board.contains(style), "{kind}: {style}: {board}");
        }
    }
}

#[test]
fn similar_squares_are_grouped_in_a_hint() {
    let test = Test::new();
    test.pbem("alice", "new esp game.toml --as alice --with bob --first alice --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "show game.toml --hint").ok().out;
    says(&said, &["31 alike:"]);
    assert!(said.lines().count() < 30, "{said}");
}

#[test]
fn attempt_is_not_described_as_done() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "move game.toml F6 --try").ok().out;
    says(&said, &["Moves Fiji 6", "Nothing was written."]);
    assert!(!said.contains("Moved"), "{said}");
}

#[test]
fn invitation_of_a_stranger_is_declined_by_its_digits() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "mail.toml");
    test.pbem("bob", "config games-dir games").ok();
    test.pbem("bob", "receive mail.toml").ok();
    let said = test.pbem("bob", &format!("decline {}", hex_id(&test))).ok().out;
    says(&said, &["Declined the invitation to Checkpoint: Danger! from alice ("]);
    assert!(!test.pbem("bob", "").ok().out.contains("from alice"));
}

#[test]
fn bot_needs_no_mail() {
    let test = Test::new();
    let new = "new cd --as alice --against bot:easy --first alice --setup";
    test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
    for words in ["move cd-bot F5 --send", "turn cd-bot F6 --no-receive"] {
        let said = test.pbem("alice", words).ok().out;
        assert!(!said.contains("not mailed"), "{said}");
    }
}

#[test]
fn show_without_a_game_suggests_how_to_start_one() {
    let said = Test::new().pbem("alice", "show").refused(3).err;
    says(&said, &["Next: pbem status # your games", "pbem new # start a game"]);
}

/// Pages and messages on a narrow screen have no long lines except commands.
#[test]
fn only_commands_overrun_a_narrow_screen() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("carol", "new esp esp.toml --as carol --with bob --random").ok();
    test.send("carol", "esp.toml", "bob", "esp.toml");
    for (who, words) in [
        ("alice", ""),
        ("alice", "move game.toml F6 --try"),
        ("alice", "config"),
        ("alice", "resign game.toml"),
        ("alice", "new spy --as alice --with bob"),
        ("alice", "undo game.toml"),
        ("bob", "join esp.toml"),
        ("bob", "move game.toml"),
        ("dora", ""),
    ] {
        for columns in ["60", "80"] {
            let ran = test.pbem(who, words).env("COLUMNS", columns).run();
            let most: usize = columns.parse().expect("a number");
            for line in ran.out.lines().chain(ran.err.lines()) {
                let is_command = line.contains("pbem ") && !line.contains("   ");
                let fits = line.width() <= most || is_command || line.contains(": pbem ");
                assert!(fits, "{words} at {columns}: {line}\n{}", ran.shown());
            }
        }
    }
}

/// On a narrow screen a legend breaks between two entries, and its first line is spaced closer.
#[test]
fn narrow_legend_breaks_between_its_entries() {
    for (kind, whole) in [
        ("cd", "    p  called by opponent: no agent"),
        ("spy", "      H hot    w warm    c cold"),
        ("ea", "   [7a] shown as agent"),
        ("esp", "  <?> theirs, has moved: no Mine, no HQ"),
    ] {
        let test = Test::new();
        test.pbem("alice", &format!("new {kind} game.toml --as alice --with bob --random")).ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --random").ok();
        test.mail("bob", "alice");
        let shown = test.pbem("alice", "show game.toml --full").env("COLUMNS", "60").ok().out;
        assert!(shown.lines().any(|line| line == whole), "{kind}: {shown}");
    }
}

#[test]
fn findings_in_a_file_with_a_long_name_are_below_it() {
    let test = Test::new();
    let folder = "examples-of-games-in-which-somebody-lied";
    std::fs::create_dir(test.path("eve", folder)).expect("a folder");
    for file in ["checkpoint-danger-lied.toml", "spy.toml"] {
        let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(file);
        std::fs::copy(example, test.path("eve", folder).join(file)).expect("an example");
    }
    let said = test.pbem("eve", &format!("verify {folder}")).run().out;
    let lied = format!(
        "\nDISHONEST  {folder}/checkpoint-danger-lied.toml\n{:13}turn 6: bob answered 3 to Fiji 8.",
        ""
    );
    assert!(said.contains(&lied), "{said}");
}

#[test]
fn hint_without_a_seat_says_how_to_take_one() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let said = test.pbem("bob", "show game.toml --hint").refused(3).err;
    says(&said, &["you haven't joined this game", "Next: pbem join game.toml"]);
    test.pbem("bob", "join game.toml --random").ok();
    let said = test.pbem("bob", "show game.toml --hint --public").refused(2).err;
    says(&said, &["--public doesn't show your own secrets.", "Next: leave out --public"]);
}
