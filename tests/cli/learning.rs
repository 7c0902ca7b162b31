//! A first game with `pbem learn`: started in an empty vault, left, resumed elsewhere, and
//! finished.

use pbem::games::Kind;

use crate::harness::{Ran, Test};
use crate::newcomers::says;

/// Returns the lessons under the default rules.
fn lessons(kind: Kind) -> Vec<String> {
    let options = pbem::table::option_specs(kind).into_iter();
    kind.lessons(&options.map(|spec| (spec.name.to_owned(), spec.default)).collect())
}

/// Types these lines into a first game.
fn learn(test: &Test, words: &str, lines: &str) -> Ran {
    test.pbem("alice", &format!("learn {words}")).input(lines).run()
}

/// The text before the prompt for a move, which is not on standard error.
fn text(test: &Test, words: &str, lines: &str) -> String {
    let ran = learn(test, words, lines);
    assert_eq!(ran.code, Some(0), "{}", ran.shown());
    ran.out
}

#[test]
fn placeholder_is_not_a_name() {
    let test = Test::new();
    for words in [
        "learn checkpoint-danger --as YOU",
        "new checkpoint-danger --as you --against bot:easy --random",
        "new checkpoint-danger --as alice --with You --random",
        "config name you",
    ] {
        let said = test.pbem("alice", words).refused(2).err;
        says(
            &said,
            &["is only a placeholder for your own name: type the name itself, such as alice"],
        );
    }
    let said = test.pbem("alice", "new spy --as alice --with NAME --random").refused(2).err;
    says(&said, &["`NAME` is only a placeholder for a player's name"]);
}

/// From an empty vault to the first answered move: the suggestion, a name, a call.
#[test]
#[cfg(unix)]
fn suggestions_for_newcomers_can_be_typed() {
    let test = Test::new();
    let offered = test.pbem("alice", "").ok().out;
    let line = offered.lines().find_map(|line| line.trim().strip_prefix("pbem learn "));
    let kind = line.and_then(|line| line.split(' ').next()).expect("a first game");
    let call = test.pbem("alice", &format!("learn {kind}"));
    let said = crate::asking::typing(&call, "example alice): ", "YOU\rAnna\rD5\rD4\rquit\r");
    says(
        &said,
        &[
            "is only a placeholder for your own name",
            "anna against bot",
            "bot answers",
            "The game is saved.",
        ],
    );
    let said = test.pbem("alice", "learn spy").input("quit\n").run();
    says(&said.out, &["New game spy-bot: Spy!, anna against bot"]);
}

/// As in `new`, the seat is in lower case, and people see the name as typed.
#[test]
fn capitalized_name_can_learn() {
    let test = Test::new();
    for lines in ["D5\nquit\n", "quit\n"] {
        let said = text(&test, "checkpoint-danger --as Anna", lines);
        says(&said, &["Try:", "The game is saved."]);
    }
    assert!(test.read("alice", "cd-bot.toml").contains("Anna"));
    let said = test.pbem("alice", "learn spy --as 4nna").refused(2).err;
    says(&said, &["`4nna` is not a valid player name"]);
}

#[test]
fn first_game_continues_from_any_folder() {
    let test = Test::new();
    text(&test, "checkpoint-danger --as alice", "D5\nquit\n");
    std::fs::create_dir(test.path("alice", "elsewhere")).expect("a folder");
    let mut elsewhere = test.pbem("alice", "learn checkpoint-danger").command();
    elsewhere.current_dir(test.path("alice", "elsewhere")).stdin(std::process::Stdio::null());
    let said = elsewhere.output().expect("it runs").stdout;
    says(
        &String::from_utf8_lossy(&said),
        &["Call a square that is not ruled out.", "Try:", "The game is saved."],
    );
    let left = std::fs::read_dir(test.path("alice", "elsewhere")).expect("a folder").count();
    assert_eq!((left, test.records("alice").len()), (0, 1));
}

/// Messages, file and commands have the same name for the game. The ninth lesson suggests pencil
/// marks; that command works in any folder.
#[test]
fn first_game_has_one_name() {
    let test = Test::new();
    let calls: String = ('A'..='G')
        .flat_map(|row| (1..10).map(move |col| (row, col)))
        .fold(String::new(), |calls, (row, col)| calls + &format!("{row}{col}\n"));
    let said = text(&test, "checkpoint-danger --as alice", &calls);
    says(&said, &["New game cd-bot:", "Wrote cd-bot.toml"]);
    std::fs::create_dir(test.path("alice", "elsewhere")).expect("a folder");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, mark) = said.split_once("in another window: pbem ").expect("a command");
    let (mark, _) = mark.split_once('.').expect("a sentence");
    let words = mark.split_once(" \"").expect("quotes");
    let call = test.pbem("alice", words.0).arg(words.1.trim_matches('"'));
    let ran =
        call.command().current_dir(test.path("alice", "elsewhere")).output().expect("it runs");
    assert!(ran.status.success(), "{mark}: {}", String::from_utf8_lossy(&ran.stderr));
    assert!(!said.contains("learn-"), "{said}");
}

/// A lesson continues a game against an easy bot that the player started without it.
#[test]
fn learn_continues_any_game_against_easy_bots() {
    let test = Test::new();
    for level in ["hard", "easy"] {
        let new = format!("new spy --as alice --against bot:{level} --random");
        test.pbem("alice", &new).ok();
    }
    let said = text(&test, "spy", "quit\n");
    says(&said, &["Spy! spy-bot-2 "]);
    assert!(!said.contains("New game") && test.records("alice").len() == 2, "{said}");
}

#[test]
fn lessons_follow_the_house_rules_of_a_continued_game() {
    let test = Test::new();
    for (kind, rules, said, not_said) in [
        (
            "espionage",
            "--set size=small --set moves-per-turn=1",
            "move one piece one square",
            "move two",
        ),
        ("spy", "--set hints=none", "Ask a question", "type hint"),
        ("enemy-agent", "--side red", "Bring home the enemy's Master Plan", "3 to C3"),
    ] {
        test.pbem("alice", &format!("new {kind} --as alice --against bot:easy --random {rules}"))
            .ok();
        let said_all = text(&test, kind, "quit\n");
        let prompt = learn(&test, kind, "quit\n").err;
        assert_eq!(prompt.contains("hint"), !rules.contains("hints=none"), "{prompt}");
        let flat = said_all.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!said_all.contains("New game"), "{said_all}");
        let (_, lesson) = flat.split_once(said).expect("a lesson");
        let (lesson, _) = lesson.split_once("Try:").expect("a suggestion");
        assert!(!lesson.contains(not_said), "{kind}: {lesson}");
    }
}

/// After the last round, the players can't ask.
#[test]
fn lesson_about_questions_is_left_out_if_a_guess_is_due() {
    let test = Test::new();
    let new = "new spy --as alice --against bot:easy --first alice --random --set max-rounds=1";
    test.pbem("alice", new).ok();
    let said = text(&test, "spy", "5E\nquit\n");
    says(&said, &["Try: decline"]);
    assert!(!said.contains("Instead of one space"), "{said}");
}

/// Every suggested input is accepted there.
#[test]
fn suggested_inputs_work_in_a_first_game() {
    let test = Test::new();
    let said = text(&test, "game-box --as alice", "quit\n");
    says(&said, &["Call a dot: type", "Try:"]);
    let ran = learn(&test, "game-box", "hint\nmoves D2\nC2\nquit\n");
    assert!(!ran.err.contains("moves PIECE"), "{}", ran.err);
    says(
        &ran.out,
        &["Call a dot: type", "Try:", "Make a move: you join", "`moves D2` is not a call"],
    );
    says(&ran.out, &["The Checker has answered", "Try:"]);

    let said = text(&test, "enemy-agent", "1 to O10\nquit\n");
    says(&said, &["\"rolls:\" is followed by", "Try:", "`moves 1` lists the paths"]);
    assert!(!said.contains("--moves"), "{said}");
    let others: Vec<_> = said.lines().filter(|line| line.starts_with("Or:")).collect();
    let column = |line: &&str| line.rfind("   ").expect("an explanation");
    assert!(!others.is_empty() && others.iter().all(|line| column(line) == column(&others[0])));

    let said = text(&test, "espionage", "quit\n");
    let first = said.lines().find_map(|line| line.strip_prefix("Try:")).expect("one");
    let (piece, _) = first.trim().split_once('-').expect("a move");
    let said = text(&test, "espionage", &format!("{}\nquit\n", first.trim()));
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, told_of) = flat.split_once("type for example: moves ").expect("an example");
    let (can_move, _) = told_of.split_once('.').expect("a piece");
    assert!(piece.len() == 2 && can_move.len() == 2, "{said}");
    let said = text(&test, "espionage", &format!("moves {can_move}\nquit\n"));
    says(&said, &[&format!("{can_move}-")]);
}

#[test]
fn deciding_move_of_a_first_game_is_confirmed() {
    let test = Test::new();
    let guess = "guess 5F 5D 6D 6A 1A 1G 5G";
    let ran = learn(&test, "spy --as alice", &format!("5E\n{guess}\nn\nresign\n\nquit\n"));
    says(
        &ran.out,
        &["wrong: 2 points for bot, or 3 if bot then guesses right.", "The game is saved."],
    );
    says(&ran.err, &["This decides the game. Continue? [y/N]"]);
    let said = text(&test, "spy", &format!("{guess}\ny\n"));
    says(&said, &["alice has made a guess", "That was your first game."]);
}

/// The suggestion is what hints name first, and not the first legal move.
#[test]
fn learn_suggests_the_best_move_of_the_hints() {
    for kind in ["checkpoint-danger", "spy"] {
        let test = Test::new();
        let mut suggested = String::new();
        for round in 0..5 {
            let said = text(&test, &format!("{kind} --as alice"), &format!("{suggested}\nquit\n"));
            if said.contains("That was your first game.") {
                // The bot was lucky.
                assert!(round > 2);
                break;
            }
            let last = said.lines().filter_map(|line| line.strip_prefix("Try:")).next_back();
            last.expect("a suggestion").trim().clone_into(&mut suggested);
            let game = if kind == "spy" { "spy-bot" } else { "cd-bot" };
            let (_, hint) = test.pbem("alice", &format!("show {game} --hint")).json();
            assert_eq!(hint["heat"]["best"][0]["typed"], suggested, "{kind}: {hint}");
        }
    }
}

/// Each page of the demo fits a terminal of 24 lines, with the question or the prompt below it.
#[test]
#[cfg(unix)]
fn each_page_of_the_demo_fits_24_lines() {
    use std::io::{Read, Write};
    const ASKED: &str = "-- Enter: continue   q: quit -- ";
    for kind in Kind::published() {
        let test = Test::new();
        let demo = format!("demo {kind}");
        let (mut pty, mut child) = crate::terminal::started(&test.pbem("alice", &demo), 24);
        let (mut said, mut byte, mut pages) = (Vec::new(), [0], Vec::new());
        // At its end a terminal gives an error on Linux.
        while let Ok(1) = pty.read(&mut byte) {
            said.push(byte[0]);
            if said.ends_with(ASKED.as_bytes()) {
                pages.push(String::from_utf8_lossy(&std::mem::take(&mut said)).into_owned());
                pty.write_all(b"\r").expect("a terminal");
            }
        }
        assert!(child.wait().expect("it ends").success());
        pages.push(String::from_utf8_lossy(&said).into_owned() + "$ ");
        assert!(pages.len() > 5, "{kind}");
        for page in &pages {
            // The Enter key ends the line of the question before.
            let page = page.trim_start_matches(['\r', '\n']);
            assert!(page.lines().count() <= 24, "{kind}:\n{page}");
            assert!(page.lines().all(|line| pbem::render::columns(line) <= 80), "{kind}:\n{page}");
        }
        let last = pages.last().expect("a page");
        assert!(last.contains(&format!("Next: pbem learn {kind}")), "{last}");
    }
}

/// On a narrow terminal, boards are drawn for its width, and nothing is cut or wrapped twice.
#[test]
fn demo_fits_60_columns() {
    for kind in Kind::published() {
        let test = Test::new();
        let said = test.pbem("alice", &format!("demo {kind}")).env("COLUMNS", "60").ok().out;
        for line in said.lines() {
            // The rest of a line of a board that was drawn for a wider screen.
            let rest = line.strip_prefix(&" ".repeat(10)).and_then(|line| line.chars().next());
            let is_rest = rest.is_some_and(|sign| "╞═─│┌└·░▒".contains(sign));
            let is_ragged = is_rest && kind.id() != "enemy-agent";
            assert!(pbem::render::columns(line) <= 60 && !is_ragged, "{kind}:\n{line}\n{said}");
        }
    }
}

/// A lesson that quotes the screen quotes words that are there, even on a terminal of 24 lines.
#[test]
#[cfg(unix)]
fn first_lesson_quotes_words_on_the_screen() {
    for kind in Kind::published() {
        let test = Test::new();
        let mut screen = crate::screen::Screen::open(&test, &format!("learn {kind} --as alice"));
        screen.wait_for("quit >");
        let lesson = lessons(kind).remove(0);
        for quoted in lesson.split('"').skip(1).step_by(2) {
            // The numbers depend on the dice.
            let word = quoted.split(':').next().expect("words");
            assert!(screen.seen().contains(&format!("{word}:")), "{kind}: no {quoted:?}");
        }
        screen.press("quit\r");
        screen.end();
    }
}

/// The lesson names the move that pbem suggests, and never a possibly bad one.
#[test]
fn lesson_names_the_suggested_move() {
    for kind in Kind::published() {
        let test = Test::new();
        let said = text(&test, &format!("{kind} --as alice"), "quit\n");
        let good = said.lines().find_map(|line| line.strip_prefix("Try:")).expect("a suggestion");
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let lessons = lessons(kind).join("\n");
        if lessons.contains("type {move}") {
            assert!(words.contains(&format!("type {}.", good.trim())), "{kind}: {said}");
        }
        let is_move = |after: &str| {
            let word: String = after.chars().take_while(|sign| !sign.is_whitespace()).collect();
            let is_square = |sign: char| sign.is_ascii_uppercase() || sign.is_ascii_digit();
            word.starts_with(is_square) && word.bytes().any(|byte| byte.is_ascii_digit())
        };
        let typed = lessons.split("type ").skip(1).filter(|after| is_move(after));
        assert_eq!(typed.collect::<Vec<_>>(), [""; 0], "{kind}");
    }
}

/// A player who hears the board as sentences doesn't see the place of a map or a piece.
#[test]
fn lessons_need_no_picture() {
    for kind in Kind::published() {
        for place in
            ["left)", "right)", "on the left", "on the right", "above", "bottom", "at the top"]
        {
            assert!(!lessons(kind).join("\n").contains(place), "{kind}: {place}");
        }
    }
}

#[test]
fn pasted_command_in_a_first_game_becomes_its_move() {
    let test = Test::new();
    let said = text(&test, "checkpoint-danger --as alice", "pbem move cd-bot \"D5\"\nquit\n");
    assert!(!said.contains("is no call"), "{said}");
    assert!(test.read("alice", "cd-bot.toml").contains("D5") || said.contains("D4"));
}

#[test]
fn games_are_listed_if_none_is_named() {
    let test = Test::new();
    let said = test.pbem("alice", "learn").ok().out;
    for kind in Kind::published() {
        assert!(said.contains(kind.id()) && said.contains(kind.about()), "{said}");
    }
    assert!(!test.path("alice", "vault").exists(), "no game was started");
}

#[test]
#[cfg(unix)]
fn learn_asks_for_the_game_at_a_terminal() {
    let test = Test::new();
    let call = test.pbem("alice", "learn --as alice");
    let said = crate::asking::typing(&call, "name) ", "spy\rquit\r");
    says(&said, &["New game spy-bot: Spy!", "The game is saved."]);
}

/// A file with the default name is in the folder, and isn't pbem's.
#[test]
fn learn_leaves_other_files_alone() {
    let test = Test::new();
    for (kind, file) in [("spy", "spy-bot.toml"), ("game-box", "box-bot.toml")] {
        test.write("alice", file, "something else");
        let said = text(&test, &format!("{kind} --as alice"), "quit\n");
        says(&said, &["The game is saved."]);
        assert_eq!(test.read("alice", file), "something else");
    }
}
