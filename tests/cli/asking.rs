//! Prompts at a terminal: secrets are typed there and never on the command line.

#![cfg(unix)]

use std::io::{Read, Write};

use pty_process::blocking::Pty;

use crate::harness::{Call, Test};
use crate::terminal::started;

/// Types `keys` when asked, and returns everything the terminal showed.
pub(crate) fn typing(call: &Call<'_>, question: &str, keys: &str) -> String {
    typing_at(call, 200, question, keys)
}

/// As [`typing`], at a terminal of this many lines.
pub(crate) fn typing_at(call: &Call<'_>, lines: u16, question: &str, keys: &str) -> String {
    let (said, typed) = typing_if_asked(call, lines, question, keys);
    assert!(typed, "{said}");
    said
}

/// As [`typing_at`], for commands that may not ask; says whether it did.
fn typing_if_asked(call: &Call<'_>, lines: u16, question: &str, keys: &str) -> (String, bool) {
    let (mut pty, mut child) = started(call, lines);
    let (mut said, mut byte, mut typed) = (Vec::new(), [0], false);
    // On Linux, reading from a closed terminal is an error.
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
        if !typed && said.ends_with(question.as_bytes()) {
            pty.write_all(keys.as_bytes()).expect("a terminal");
            typed = true;
        }
    }
    child.wait().expect("it ends");
    (String::from_utf8_lossy(&said).into_owned(), typed)
}

#[test]
fn vault_is_free_while_a_prompt_waits() {
    let test = Test::with_checkpoint();
    let (mut pty, mut child) = started(&test.pbem("alice", "new cd second.toml --with carol"), 200);
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !said.ends_with(b"(Enter: cancel): ") {
        assert_eq!(pty.read(&mut byte).expect("it asks"), 1);
        said.push(byte[0]);
    }
    // In a second terminal.
    test.pbem("alice", "move game.toml F6").ok();
    pty.write_all(b"B8 D4 E2 G6\r").expect("a terminal");
    while let Ok(1) = pty.read(&mut byte) {}
    assert!(child.wait().expect("it ends").success());
    test.pbem("alice", "show second.toml").ok();
}

#[test]
fn secrets_are_prompted_for_at_a_terminal() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --with bob";
    let left = "Your setup (Enter: cancel): ";
    let said = typing(&test.pbem("alice", new), left, "\r");
    assert!(said.contains("Nothing was written"), "{said}");
    assert!(test.everything("alice").is_empty());
    let said = typing(&test.pbem("alice", new), left, "B8 D4 E2 G6\r");
    assert!(said.contains("Your hidden setup: Bering 8, Desert 4, Equator 2, Glacier 6"), "{said}");
    test.mail("alice", "bob");
    // The invitation is shown above the prompt.
    let said = typing(&test.pbem("bob", "join game.toml"), left, "random\r");
    assert!(said.contains("alice invites bob") && said.contains("Your hidden setup:"), "{said}");
    test.mail("bob", "carol");
    test.mail("alice", "carol");
    let join = "join game.toml --as bob --setup-file -";
    let said = typing(&test.pbem("carol", join), "Hide four agents: ", "B2 C7 F1 F3\r");
    assert!(said.contains("Your hidden setup: Bering 2, Canadian 7, Fiji 1, Fiji 3"), "{said}");
}

#[test]
fn join_asks_who_you_are_at_a_terminal() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    let question = "Who are you? A number or a name: ";
    let said = typing(&test.pbem("bob", "join game.toml B5"), question, "dave\r1\r");
    assert!(said.contains("1  bob") && said.contains("2  carol"), "{said}");
    assert!(said.contains("there is no open seat \"dave\""), "{said}");
    test.pbem("bob", "show game.toml --as bob").ok();
    // Without an answer pbem writes no file.
    test.mail("alice", "carol");
    let said = typing(&test.pbem("carol", "join game.toml B5"), question, "\r");
    assert!(said.contains("pbem join game.toml --as bob"), "{said}");
    assert_eq!(test.read("carol", "game.toml"), test.read("alice", "game.toml"));
}

/// pbem checks that an answer can be saved before it asks for it, so that nothing typed is
/// lost.
#[test]
#[cfg(target_os = "linux")]
fn prompt_comes_after_the_write_check() {
    let test = Test::new();
    for file in ["taken.toml", "cd-bob.toml"] {
        test.write("alice", file, "something else");
    }
    test.pbem("carol", "new cd game.toml --as carol --with alice --random").ok();
    test.send("carol", "game.toml", "alice", "invitation.toml");
    let before = test.everything("alice");
    for (words, why) in [
        ("new cd nowhere/game.toml --with bob", "Check the name and its folder."),
        ("new cd /proc/game.toml --with bob", "cannot write"),
        ("new cd taken.toml --with bob", "taken.toml already exists."),
        ("new cd --with bob", "cd-bob.toml already exists"),
        ("new cd game.toml --with bob --home /proc/vault", "cannot create /proc/vault"),
        ("join invitation.toml --home /proc/vault", "pbem receive invitation.toml  # save"),
    ] {
        let call = test.pbem("alice", words).arg("--as").arg("alice");
        let (said, typed) = typing_if_asked(&call, 200, "(Enter: cancel): ", "B8 D4 E2 G6\r");
        assert!(!typed && said.contains(why) && said.contains("Next:"), "{words}: {said}");
    }
    assert_eq!(test.everything("alice"), before);
}

/// The board of Enemy Agent fills a small screen, and nothing on it shows what the bot did.
#[test]
fn small_terminal_shows_what_the_opponent_did() {
    let test = Test::new();
    test.pbem("alice", "new ea --as alice --against bot:easy --random").ok();
    let question = "game's name): ";
    typing_at(&test.pbem("alice", "turn"), 24, question, "pass\r\r");
    let said = typing_at(&test.pbem("alice", "turn"), 24, question, "\r");
    assert!(said.contains("Since your last turn:") && said.contains("bot "), "{said}");
}

/// Random secrets are shown before the prompt for a call, since the call may not name them.
#[test]
fn first_move_prompt_follows_the_random_setup() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --first bob --random").ok();
    test.mail("alice", "bob");
    let join = test.pbem("bob", "join game.toml --as bob --random");
    let said = typing(&join, "Your first move (Enter: cancel): ", "\r");
    let (hidden, asked) = said.split_once("You join").expect("it asks");
    assert!(
        hidden.contains("Your hidden setup: ") && asked.contains("Nothing was written"),
        "{said}"
    );
}

/// A player without a setup types the first move on joining.
#[test]
fn joining_caller_sees_the_chart_and_a_prompt() {
    let test = Test::new();
    test.pbem("alice", "new box game.toml --as alice --with bob --with carol --random").ok();
    test.mail("alice", "bob");
    let left = "  (Enter: cancel): ";
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "\r");
    assert!(said.contains("alice invites bob"), "{said}");
    let said = typing(&test.pbem("bob", "join game.toml --as bob"), left, "D2\r");
    assert!(said.contains("Moved     D2"), "{said}");
    // The next caller sees that call before the prompt.
    test.mail("bob", "alice");
    test.pbem("alice", "move game.toml").ok();
    test.mail("alice", "carol");
    let said = typing(&test.pbem("carol", "join game.toml --as carol"), left, "\r");
    let (shown, _) = said.split_once(left).expect("a prompt");
    assert!(shown.contains("1 bob") && shown.contains("next caller: 1"), "{said}");
}

/// At a terminal of 40 lines: types each answer after its question. Returns everything that was
/// shown.
pub(crate) fn dialog(call: &Call<'_>, answers: &[(&str, &str)]) -> String {
    let (mut pty, mut child) = started(call, 40);
    let (mut said, mut byte, mut since) = (Vec::new(), [0], 0);
    let mut answers = answers.iter();
    let mut next = answers.next();
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
        if let Some((question, keys)) = next
            && said[since..].ends_with(question.as_bytes())
        {
            pty.write_all(keys.as_bytes()).expect("a terminal");
            (since, next) = (said.len(), answers.next());
        }
    }
    child.wait().expect("it ends");
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(next.is_none(), "{next:?}: {said}");
    said
}

const WHICH: (&str, &str) = ("or name) ", "5\r");
const WITH: (&str, &str) = ("for a bot) ", "bot:easy\r");
const NAME: (&str, &str) = ("example alice): ", "Anna\r");
const SETUP: &str = "cancel): ";

/// A legal army, as a form.
fn army(test: &Test) -> String {
    test.pbem("carol", "new esp game.toml --as carol --against bot:easy --random").ok();
    let file = pbem::turnfile::read(test.read("carol", "game.toml").as_bytes()).file;
    test.keys("carol", &file.expect("a file")).setup.join("\n")
}

#[test]
fn new_lists_numbered_games_and_takes_a_number() {
    let test = Test::new();
    let said = dialog(
        &test.pbem("alice", "new"),
        &[
            ("or name) ", "9\r"),
            ("or name) ", "chekpoint\r"),
            WHICH,
            WITH,
            NAME,
            (SETUP, "random\r"),
        ],
    );
    assert!(said.contains("did you mean checkpoint-danger?"), "{said}");
    for text in ["1  checkpoint-danger", "find four hidden agents", "5  espionage", "`9`"] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(said.contains("New game esp-bot"), "{said}");
}

#[test]
fn new_asks_again_after_impossible_players() {
    let test = Test::new();
    let players = "for a bot) ";
    let said = dialog(
        &test.pbem("alice", "new"),
        &[
            WHICH,
            (players, "bob,carol\r"),
            (players, "bot:hardest\r"),
            (players, "bob\r"),
            ("example alice): ", "bob\r"),
            NAME,
            (SETUP, "random\r"),
        ],
    );
    assert!(said.contains("Espionage is for 2 players, not 3"), "{said}");
    assert!(said.contains("use bot:easy, bot:medium or bot:hard"), "{said}");
    assert!(said.contains("New game esp-bob"), "{said}");
}

#[test]
fn new_takes_a_form_that_is_filled_in_meanwhile() {
    let test = Test::new();
    let before = [WHICH, WITH, NAME];
    let answers = [(SETUP, "form\r"), ("and press Enter: ", "\r"), (SETUP, "A1\r"), (SETUP, "q\r")];
    let said = dialog(&test.pbem("alice", "new"), &[&before[..], &answers].concat());
    assert!(said.contains("Wrote espionage-setup.txt"), "{said}");
    assert!(test.read("alice", "espionage-setup.txt").lines().count() > 3);
    // The commands that are suggested repeat the answers.
    assert!(said.contains("pbem new espionage --as Anna --against bot:easy"), "{said}");
    // The second form gets another name. It is read again after each Enter.
    let (mut pty, mut child) =
        started(&test.pbem("alice", "new esp --as Anna --against bot:easy"), 40);
    let (mut said, mut byte) = (Vec::new(), [0]);
    let answers = [(SETUP, "form\r"), ("and press Enter: ", "\r"), (SETUP, "\r")];
    let mut answers = answers.iter().peekable();
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
        if answers.peek().is_some_and(|(question, _)| said.ends_with(question.as_bytes())) {
            let (_, keys) = answers.next().expect("it was there");
            if answers.len() == 0 {
                test.write("alice", "espionage-setup-2.txt", army(&test));
            }
            pty.write_all(keys.as_bytes()).expect("a terminal");
        }
    }
    child.wait().expect("it ends");
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("New game esp-bot"), "{said}");
}

#[test]
fn new_takes_the_name_of_a_form() {
    let test = Test::new();
    test.write("alice", "army.txt", army(&test));
    let before = [WHICH, WITH, NAME];
    let answers = [(SETUP, "armi.txt\r"), (SETUP, "army.txt\r")];
    let said = dialog(&test.pbem("alice", "new"), &[&before[..], &answers].concat());
    assert!(said.contains("New game esp-bot"), "{said}");
}

#[test]
#[cfg(feature = "tui")]
fn new_takes_a_setup_from_the_board() {
    for (kind, name) in [("cd", "cd-bot"), ("esp", "esp-bot")] {
        let test = Test::new();
        // Esc leaves the board without a setup; R chooses one at random, y signs it.
        let said = dialog(
            &test.pbem("alice", &format!("new {kind} --as anna --against bot:easy")),
            &[
                (SETUP, "play\r"),
                ("\x1b[?1006h", "\x1b"),
                (SETUP, "play\r"),
                ("\x1b[?1006h", "R\ry"),
            ],
        );
        assert!(said.contains("you left without choosing a setup"), "{said}");
        assert!(said.contains(&format!("New game {name}")), "{said}");
    }
}

#[test]
fn join_takes_a_setup_of_espionage_at_a_terminal() {
    let test = Test::new();
    test.pbem("alice", "new esp game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    let answers = [(SETUP, "A1\r"), (SETUP, "random\r")];
    let said = dialog(&test.pbem("bob", "join game.toml"), &answers);
    assert!(said.contains("You are bob in esp-alice"), "{said}");
}

#[test]
fn join_asks_a_caller_again_after_a_wrong_call() {
    let test = Test::new();
    test.pbem("alice", "new box game.toml --as alice --with bob --with carol --random").ok();
    test.mail("alice", "bob");
    let answers = [(SETUP, "Z9\r"), (SETUP, "D2\r")];
    let said = dialog(&test.pbem("bob", "join game.toml --as bob"), &answers);
    assert!(said.contains("Moved     D2"), "{said}");
}

#[test]
fn pasted_command_at_the_prompt_becomes_its_move() {
    let test = Test::with_checkpoint();
    let turn = test.pbem("alice", "turn game.toml");
    let said = typing(&turn, "a game's name): ", "pbem log cd-bob\rq\r");
    assert!(said.contains("this prompt takes only a move"), "{said}");
    assert!(!test.read("alice", "game.toml").contains("move = "), "{said}");
    typing(&turn, "a game's name): ", "pbem move cd-bob \"Fiji 6\"\r");
    assert!(test.read("alice", "game.toml").contains("\"Fiji 6\""));
    // A command that the prompt takes without the game.
    test.pbem("alice", "undo game.toml --not-mailed").ok();
    let said = typing(&turn, "a game's name): ", "pbem resign cd-bob\rn\rq\r");
    assert!(said.contains("you play on"), "{said}");
}

/// On a narrow screen, the explanation of a suggested command is a line of its own.
#[test]
fn pasted_explanation_is_no_move() {
    let test = Test::with_checkpoint();
    let pasted = "    # calls this square\r# asks about Fiji 6\rFiji 6\r";
    let said = typing(&test.pbem("alice", "turn game.toml"), "a game's name): ", pasted);
    assert!(test.read("alice", "game.toml").contains("\"Fiji 6\""), "{said}");
    assert!(!said.contains("Nothing was written"), "{said}");
}

/// Everyone knows what is on a dot that was called.
#[test]
fn useless_call_is_confirmed_at_a_terminal() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --against bot:easy,bot:easy").ok();
    test.pbem("alice", "move game.toml B5").ok();
    let before = test.read("alice", "game.toml");
    for command in ["move game.toml B5", "move game.toml b5"] {
        let said = dialog(&test.pbem("alice", command), &[("Sign it? [y/N] ", "n\r")]);
        assert!(said.contains("Canceled"), "{said}");
        assert_eq!(test.read("alice", "game.toml"), before);
    }
    dialog(&test.pbem("alice", "move game.toml B5"), &[("Sign it? [y/N] ", "y\r")]);
    assert_ne!(test.read("alice", "game.toml"), before);
    // Scripts aren't asked.
    test.pbem("alice", "move game.toml B5").ok();
}

/// The mail arrives while the prompt for another game waits.
#[test]
fn naming_another_game_reads_the_mail() {
    let test = Test::with_checkpoint();
    let downloads = test.path("alice", "downloads");
    std::fs::create_dir_all(&downloads).expect("a folder");
    test.pbem("alice", "config downloads-dir").arg(downloads.display().to_string()).ok();
    test.pbem("alice", "new spy second.toml --with bob --first alice --random").ok();
    test.send("alice", "second.toml", "bob", "second.toml");
    let (mut pty, mut child) = started(&test.pbem("alice", "turn"), 200);
    let until_asked = |pty: &mut Pty| {
        let (mut said, mut byte) = (Vec::new(), [0]);
        while !said.ends_with(b"a game's name): ") {
            assert_eq!(pty.read(&mut byte).expect("it asks"), 1);
            said.push(byte[0]);
        }
        String::from_utf8_lossy(&said).into_owned()
    };
    let said = until_asked(&mut pty);
    assert!(said.contains("Your move in cd-bob"), "{said}");
    test.pbem("bob", "join second.toml --random").ok();
    std::fs::copy(test.path("bob", "second.toml"), downloads.join("mail.toml")).expect("a copy");
    pty.write_all(b"spy-bob\r").expect("a terminal");
    let said = until_asked(&mut pty);
    assert!(said.contains("Your move in spy-bob"), "{said}");
    pty.write_all(b"q\r").expect("a terminal");
    child.wait().expect("it ends");
}
