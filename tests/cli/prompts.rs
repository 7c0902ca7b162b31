//! Prompts and invitations that new players stumbled over.

#![cfg(unix)]

use std::fs;

use unicode_width::UnicodeWidthStr;

use crate::asking::{dialog, typing};
use crate::crashes::guessed;
use crate::harness::Test;
use crate::rounds::playing;
use crate::telling::{NETWORKS, until_the_lot_falls_on_bob};

/// The words of a text, without line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Alice's turn in `cd-bob`.
fn her_turn() -> Test {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test
}

#[test]
fn resign_at_the_move_prompt_asks_first() {
    let test = her_turn();
    let said = dialog(
        &test.pbem("alice", "turn cd-bob --no-send"),
        &[("a game's name): ", "resign\r"), ("[y/N] ", "n\r"), ("a game's name): ", "\r")],
    );
    assert!(said.contains("Resign cd-bob and let bob win?"), "{said}");
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["turns"], 2);
    let said = dialog(
        &test.pbem("alice", "turn cd-bob --no-send"),
        &[("a game's name): ", "resign\r"), ("[y/N] ", "y\r")],
    );
    assert!(said.contains("Resigned  the game"), "{said}");
    assert_eq!(test.pbem("alice", "status").json().1["games"][0]["turns"], 3);
}

#[test]
fn enter_at_the_move_prompt_goes_on_to_the_next_game() {
    let test = her_turn();
    test.pbem("alice", "new cd --as alice --against bot:easy --random --first alice").ok();
    let due = |test: &Test| {
        let games = test.pbem("alice", "status").json().1["games"].clone();
        let games = games.as_array().expect("a list").iter();
        games.filter(|game| game["your_turn"] == true).count()
    };
    assert_eq!(due(&test), 2);
    dialog(
        &test.pbem("alice", "turn --no-send"),
        &[("Your move in cd-bo", "\r"), ("Your move in cd-bo", "q\r")],
    );
    assert_eq!(due(&test), 2);
}

#[test]
fn offer_and_accept_work_at_the_move_prompt() {
    let test = her_turn();
    let said = dialog(
        &test.pbem("alice", "turn cd-bob"),
        &[
            ("a game's name): ", "offer\r"),
            ("a game's name): ", "undo\r"),
            ("a game's name): ", "F6\r"),
        ],
    );
    assert!(said.contains("You will offer a draw with your next turn"), "{said}");
    assert!(said.contains("pbem undo cd-bob"), "{said}");
    test.wait_minutes(30);
    test.pbem("bob", "receive").ok();
    let said = dialog(
        &test.pbem("bob", "turn cd-alice --no-send"),
        &[("a game's name): ", "accept\r"), ("[y/N] ", "y\r")],
    );
    assert!(said.contains("Accepted  the draw"), "{said}");
}

/// Alice has an unmailed invitation to Carol, and the game with Bob ends.
#[test]
fn turn_of_a_game_mails_no_other_game() {
    let test = her_turn();
    test.pbem("alice", "move cd-bob F6 --send").ok();
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "resign cd-alice --yes --send").ok();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "reveal cd-bob --send").ok();
    test.pbem("bob", "config send-always true").ok();
    test.pbem("bob", "new spy --with carol --random --no-send").ok();
    test.pbem("bob", "contact mail carol carol@example.org").run();
    let posted = || fs::read_dir(test.path("alice", "downloads")).expect("a folder").count();
    let before = posted();
    let said = test.pbem("bob", "turn cd-alice").run();
    assert!(said.out.contains("Over "), "{}", said.shown());
    assert_eq!(posted(), before, "{}", said.shown());
}

#[test]
fn similar_contact_is_suggested_for_a_new_player() {
    let test = her_turn();
    let said = test.pbem("alice", "new spy --with bobb --random").ok().out;
    assert!(flat(&said).contains("bobb isn't one of your contacts. Did you mean bob?"), "{said}");
    test.pbem("alice", "undo spy-bobb --not-mailed").ok();
    let said = test.pbem("alice", "new spy --with carol --random").ok().out;
    assert!(!said.contains("Did you mean"), "{said}");
}

#[test]
fn form_fits_the_size_of_the_game() {
    let test = Test::new();
    let new = "new espionage --as alice --with bob --set size=small";
    let said = test.pbem("alice", new).refused(2).err;
    assert!(said.contains("pbem form espionage setup.txt --set size=small"), "{said}");
    let said = test.pbem("alice", new).arg("--setup").arg("A1 Spy").run().err;
    assert!(said.contains("pbem form espionage FILE --set size=small"), "{said}");
    let squares = |options: &str| {
        let form = test.pbem("alice", &format!("form espionage - {options}")).ok().out;
        form.lines().count()
    };
    assert!(squares("--set size=small") < squares(""));
}

/// The address is known from another game with the same key.
#[test]
fn address_is_found_by_the_key_of_the_player() {
    let test = her_turn();
    let contacts = test.read("alice", "vault/contacts.toml");
    let lines = contacts.lines().filter(|line| !line.starts_with("mail = "));
    let without: Vec<&str> = lines.collect();
    assert_ne!(without.join("\n"), contacts.trim_end(), "the address was there");
    test.write("alice", "vault/contacts.toml", without.join("\n") + "\n");
    let said = test.pbem("alice", "new spy --with bob --random --send").run();
    assert!(said.out.contains("to bob <bob@example.org>"), "{}", said.shown());
}

#[test]
fn dates_of_invitations_are_local() {
    const KIRITIMATI: &str = "LINT-14";
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let join = test.pbem("bob", "join game.toml").env("TZ", KIRITIMATI).ok().out;
    assert!(join.contains("(21 Nov 2026)"), "{join}");
    let log = test.pbem("alice", "log game.toml").env("TZ", KIRITIMATI).ok().out;
    assert!(log.contains("opened 21 Nov 2026"), "{log}");
    test.pbem("bob", "receive game.toml").ok();
    let status = test.pbem("bob", "status").env("TZ", KIRITIMATI).ok().out;
    assert!(status.contains(", 21 Nov)"), "{status}");
}

#[test]
fn invitation_has_paragraphs_on_a_narrow_screen() {
    let test = Test::new();
    let new = "new spy game.toml --as alice --with bob --random --note hello";
    test.pbem("alice", new).ok();
    test.mail("alice", "bob");
    let said = test.pbem("bob", "join game.toml").env("COLUMNS", "60").ok().out;
    let after = said.split_once("Hints are allowed.\n").expect("on its own").1;
    assert!(after.starts_with("\n  alice "), "{said}");
}

#[test]
fn durations_stay_on_one_line() {
    let test = her_turn();
    for width in 30..=80 {
        let ran = test.pbem("alice", "status cd-bob").env("COLUMNS", width.to_string()).ok();
        let is_whole = ran.out.lines().any(|line| line.contains("(27 days left)"));
        assert!(is_whole, "{width}: {}", ran.out);
    }
}

/// Every line fits, except a command that is longer than the screen: it stays whole, so that it can
/// be copied.
#[test]
fn only_long_commands_are_wider_than_the_screen() {
    let test = her_turn();
    let fits = |said: &str, called: &str| {
        for line in said.lines() {
            let is_command = line.trim_start().starts_with("pbem ");
            let is_wide = line.trim_end().width() > 60;
            assert!(!is_wide || is_command && !line.trim().contains("   "), "{called}: {line}");
        }
    };
    for page in ["help", "help new", "help mail", "help trouble", "help vault", "help form"] {
        let ran = test.pbem("alice", page).env("COLUMNS", "60").ok();
        fits(&ran.out, page);
        for word in ["another fold ", "Your move.em ", "~/Mai "] {
            assert!(!ran.out.contains(word), "{page}: {}", ran.out);
        }
    }
    let ran = test.pbem("bob", "copy cd-alice --turn").env("COLUMNS", "60").run();
    fits(&ran.err, "copy");
    let paste = test.pbem("alice", "paste").env("COLUMNS", "60");
    let said = typing(&paste, "nothing happens).\r\n", "\u{4}");
    let question = said.split_once("Next").map_or(said.as_str(), |(question, _)| question);
    fits(question, "paste");
}

#[cfg(feature = "tui")]
mod at_the_table {
    use super::*;
    use crate::screen::Screen;

    /// The terms, the house rules and the note, as `pbem join` shows them.
    #[test]
    fn invitation_is_shown_before_the_setup() {
        let test = Test::new();
        let new = "new checkpoint-danger game.toml --as alice --with bob --random --note hello \
            --set allow-repeat-calls=true";
        test.pbem("alice", new).ok();
        test.mail("alice", "bob");
        test.pbem("bob", "config name bob").ok();
        test.pbem("bob", "receive game.toml").ok();
        let mut screen = Screen::of(&test, "bob", "play", "trap : INT TERM HUP");
        screen.wait_for("INVITATIONS");
        screen.press("\r");
        screen.wait_for("Press Enter to continue.");
        let shown = flat(&screen.shown());
        for part in ["14 days per turn", "allow-repeat-calls = true", "alice writes: hello"] {
            assert!(shown.contains(part), "{shown}");
        }
        screen.press("\r");
        screen.wait_for("HIDE YOUR SETUP");
        screen.press("R\ry");
        screen.wait_for("You sealed your setup");
        screen.press("qq");
        screen.end();
        // One name for the game and its file, as after `pbem join`.
        assert_eq!(test.pbem("bob", "status").json().1["games"][0]["name"], "cd-alice");
        let files = fs::read_dir(test.folder("bob")).expect("a folder").flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.starts_with("cd-")).collect();
        names.sort();
        assert_eq!(names, ["cd-alice.toml"]);
    }
}

#[test]
fn errors_quote_typed_words_unchanged_and_name_the_game() {
    let test = her_turn();
    let refused = test.pbem("alice", "move cd-bob").arg("3 GAME 4").refused(3);
    assert!(flat(&refused.err).contains("3 GAME 4"), "{}", refused.err);
    let test = Test::new();
    test.pbem("alice", "new enemy-agent --as alice --against bot:easy --random").ok();
    // No piece can reach that square: it is across the board, and the dice allow 6 squares at most.
    let refused = test.pbem("alice", "move ea-bot").arg("1 to O10").refused(3);
    let list =
        "pbem show ea-bot --moves 1 # lists the paths of 1 if you move it first in this turn";
    assert!(flat(&refused.err).contains(list), "{}", refused.err);
    let said = dialog(
        &test.pbem("alice", "turn ea-bot"),
        &[("a game's name): ", "1 to O10\r"), ("a game's name): ", "q\r")],
    );
    assert!(flat(&said).contains(list), "{said}");
}

#[test]
fn invitation_says_what_the_digits_are_for() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let text = "The 30 digits are a safety number: if the player reads you the same digits by \
                phone, no one has replaced the key.";
    let said = test.pbem("bob", "join game.toml").run().out;
    assert!(flat(&said).contains(text), "{said}");
    // Bob has compared the number.
    test.pbem("bob", "join game.toml --random").ok();
    let digits = test.pbem("alice", "whoami").json().1["safety"].as_str().map(str::to_owned);
    let digits = digits.expect("a number").replace(' ', "-");
    test.pbem("bob", &format!("contact confirm alice {digits}")).ok();
    test.pbem("alice", "new checkpoint-danger second.toml --with bob --random").ok();
    test.send("alice", "second.toml", "bob", "second.toml");
    let said = test.pbem("bob", "join second.toml").run().out;
    assert!(flat(&said).contains("number compared") && !flat(&said).contains(text), "{said}");
}

#[test]
fn offer_after_a_sealed_guess_is_refused() {
    let test = until_the_lot_falls_on_bob("spy", NETWORKS);
    test.pbem("alice", "move game.toml").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml 10J").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml 10J").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml").arg(format!("guess {}", NETWORKS[0])).ok();
    test.mail("bob", "alice");
    test.pbem("alice", "show game.toml").ok();
    // Bob waits for Alice's answer, and no later turn can offer a draw.
    for (who, game) in [("bob", "spy-alice"), ("alice", "spy-bob")] {
        let refused = test.pbem(who, &format!("offer {game}")).refused(3);
        let why = "you can't offer a draw: a guess has been made, and that decides the game";
        assert!(flat(&refused.err).contains(why), "{}", refused.err);
    }
}

/// Declining a guess gives up your own, so pbem asks before it, however you type it.
#[test]
fn giving_up_the_guess_needs_a_confirmation() {
    let test = guessed();
    let turns = || test.pbem("bob", "status").json().1["games"][0]["turns"].clone();
    let before = turns();
    for typed in ["decline\r", "pbem decline spy-alice\r"] {
        let said = dialog(
            &test.pbem("bob", "turn game.toml --no-send"),
            &[("a game's name): ", typed), ("[y/N] ", "n\r"), ("a game's name): ", "q\r")],
        );
        assert!(flat(&said).contains("guess"), "{said}");
        assert_eq!(turns(), before, "{said}");
    }
    dialog(
        &test.pbem("bob", "turn game.toml --no-send"),
        &[("a game's name): ", "decline\r"), ("[y/N] ", "y\r")],
    );
    assert_ne!(turns(), before);
}

/// A dot on which everyone knows a gun costs a bomb for nothing, also in the joining turn.
#[test]
fn useless_call_needs_a_confirmation() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --setup")
        .arg("houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1; guns B5 C2 C3 C4 C5 C6 C7 C8 C9 D1")
        .ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob B5").ok();
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml").ok();
    test.mail("alice", "carol");
    let said = dialog(
        &test.pbem("carol", "join game.toml --as carol"),
        &[("(Enter: cancel): ", "B5\r"), ("[y/N] ", "n\r")],
    );
    assert!(flat(&said).contains("bomb"), "{said}");
    assert!(!test.path("carol", "vault/games").exists(), "{said}");
    dialog(
        &test.pbem("carol", "join game.toml --as carol"),
        &[("(Enter: cancel): ", "B5\r"), ("[y/N] ", "y\r")],
    );
    test.mail("carol", "alice");
}

/// The turn is only an answer, which also declines the draw. A typo must not send it.
#[test]
fn answer_with_an_offered_draw_needs_a_clear_word() {
    let test = playing();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "offer cd-bob").ok();
    // Bob has an agent on B2, so that turn is only the answer.
    test.pbem("alice", "move cd-bob B2").ok();
    test.pbem("alice", "copy cd-bob ../bob/turn.toml").ok();
    test.pbem("bob", "receive turn.toml").ok();
    let turns = || test.pbem("bob", "status").json().1["games"][0]["turns"].clone();
    let before = turns();
    let said = dialog(
        &test.pbem("bob", "turn cd-alice --no-send"),
        &[("q: quit): ", "acept\r"), ("q: quit): ", "help\r"), ("q: quit): ", "q\r")],
    );
    assert!(flat(&said).contains("A draw is offered in cd-alice"), "{said}");
    assert_eq!(turns(), before, "{said}");
    test.pbem("bob", "move cd-alice acept").refused(3);
    assert_eq!(turns(), before);
    let call = test.pbem("bob", "turn cd-alice --no-send");
    dialog(&call, &[("q: quit): ", "answer\r")]);
    assert_ne!(turns(), before);
}

#[test]
fn moves_of_a_piece_are_listed_at_the_prompt() {
    let test = Test::new();
    test.pbem("alice", "new esp --as alice --against bot:easy --random --first alice").ok();
    let said = dialog(
        &test.pbem("alice", "turn esp-bot --no-send"),
        &[
            ("a game's name): ", "pbem show esp-bot --moves A3\r"),
            ("a game's name): ", "help\r"),
            ("a game's name): ", "q\r"),
        ],
    );
    assert!(said.contains("A3 can't move now."), "{said}");
    assert!(said.contains("moves PIECE") && !said.contains("pbem help esp"), "{said}");
}
