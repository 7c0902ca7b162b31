//! The README and the walk-through show real output: the test runs every command of their
//! `console` blocks as alice, bob or you, each with a separate vault, and compares the output. It
//! ignores times, safety numbers and folders, which differ from run to run.
//!
//! `UPDATE_README=1 cargo test --test readme` writes the current output into both pages.

#![cfg(unix)]

#[path = "readme/club.rs"]
mod club;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One line typed at a prompt, and the output up to the next prompt.
#[derive(Clone, Debug)]
struct Typed {
    who: String,
    command: String,
    shown: String,
    /// byte range of `shown` in the page
    from: usize,
    to: usize,
}

const PLAYERS: [&str; 8] = ["alice", "bob", "you", "anna", "ben", "cleo", "dora", "cup"];

/// Pages whose `console` blocks are run, each in new folders.
const PAGES: [&str; 3] = ["README.md", "docs/whole-game.md", "docs/club.md"];

/// All commands of all `console` blocks, in order.
fn commands(text: &str) -> Vec<Typed> {
    let mut commands: Vec<Typed> = Vec::new();
    let mut inside = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let bare = line.trim_end_matches(['\r', '\n']);
        let prompt = PLAYERS
            .iter()
            .find_map(|who| Some((who, bare.strip_prefix(*who)?.strip_prefix("$ ")?)));
        match (inside, bare, prompt) {
            (false, "```console", _) => inside = true,
            (true, "```", _) => inside = false,
            (true, _, Some((who, command))) => {
                let (who, command) = ((*who).to_owned(), command.to_owned());
                commands.push(Typed { who, command, shown: String::new(), from: end, to: end });
            }
            (true, _, None) => {
                let typed = commands.last_mut().expect("a block begins with a command");
                if let (Some(start), "") = (typed.command.strip_suffix('\\'), &*typed.shown) {
                    typed.command = start.to_owned() + bare.trim_start();
                    (typed.from, typed.to) = (end, end);
                } else {
                    typed.shown.push_str(line);
                    typed.to = end;
                }
            }
            // What happens in between.
            (false, _, _) if bare.starts_with("<!-- ") => {
                let (who, command) = (String::new(), bare.to_owned());
                commands.push(Typed { who, command, shown: String::new(), from: end, to: end });
            }
            (false, _, _) => {}
        }
        at = end;
    }
    commands
}

/// The words of a command line, without quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for sign in command.chars() {
        match sign {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(sign),
        }
    }
    words
}

/// Types a command in its player's folder, and mails the game to the other player.
fn type_in(home: &Path, typed: &Typed) -> String {
    let own = home.join(&typed.who);
    let vault = home.join("vaults").join(&typed.who);
    let folder =
        if typed.who == "you" { PathBuf::from(env!("CARGO_MANIFEST_DIR")) } else { own.clone() };
    let words = words(&typed.command);
    assert_eq!(words[0], "pbem", "{}", typed.command);
    // Setups are typed below the command.
    let asks = typed.command.ends_with("--setup-file -");
    let hidden = typed.shown.split_inclusive('\n').next().filter(|_| asks).unwrap_or_default();
    let input = own.join(".typed");
    fs::write(&input, hidden).expect("it is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
    if typed.who == "you" {
        // The examples end in December 2026, and `verify` names turns that are dated ahead.
        command.env("PBEM_CLOCK", "2027-01-10T12:00:00Z");
    }
    let done = command
        .stdin(fs::File::open(&input).expect("it is there"))
        .args(&words[1..])
        .current_dir(folder)
        .env("PBEM_HOME", &vault)
        .env("XDG_STATE_HOME", home.join("state"))
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .output()
        .expect("pbem can be run");
    let game = own.join("game.toml");
    for other in ["alice", "bob"].into_iter().filter(|other| *other != typed.who && game.exists()) {
        fs::copy(&game, home.join(other).join("game.toml")).expect("the mail arrives");
    }
    let text = hidden.to_owned()
        + &String::from_utf8_lossy(&done.stdout)
        + &String::from_utf8_lossy(&done.stderr);
    let said = text
        .replace(&vault.display().to_string(), &format!("/home/{}/.local/share/pbem", typed.who));
    said.replace(&format!("{}{}", home.display(), std::path::MAIN_SEPARATOR), "/home/")
}

/// The text without the parts that differ from run to run.
fn compared(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let mut lines_kept: Vec<String> = Vec::new();
        for word in words {
            let bare = word.trim_end_matches(['.', ',', ')']);
            let digits = bare.len() == 5 && bare.bytes().all(|byte| byte.is_ascii_digit());
            let month = [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ]
            .contains(&bare);
            let year = bare.len() == 4
                && bare.starts_with("20")
                && lines_kept.last().is_some_and(|last| last == "MONTH");
            if month {
                lines_kept.pop();
                lines_kept.push("MONTH".to_owned());
            } else if digits {
                lines_kept.push("00000".to_owned());
            } else if bare.len() == 4
                && bare.bytes().all(|byte| byte.is_ascii_hexdigit())
                && lines_kept.last().is_some_and(|last| last == "join")
            {
                lines_kept.push("ID".to_owned());
            } else if bare.len() == 5 && bare.as_bytes()[2] == b':' {
                lines_kept.push("00:00".to_owned());
            } else if !year {
                lines_kept.push(word.to_owned());
            }
        }
        // The minute may change between two commands.
        let lines_kept = lines_kept.join(" ").replace("27 days left", "28 days left");
        lines_kept.trim_end_matches(['.', ',']).trim_end().to_owned()
    });
    lines.map(|line| line + "\n").collect()
}

/// Output of all commands.
fn play(commands: &[Typed]) -> Vec<String> {
    let home = tempfile::tempdir().expect("a folder");
    for player in PLAYERS {
        fs::create_dir(home.path().join(player)).expect("a folder");
    }
    let club = club::Club::new(home.path());
    let type_in = |typed: &Typed| match typed.who.as_str() {
        "alice" | "bob" | "you" => type_in(home.path(), typed),
        "" => club.goes_on(&typed.command),
        who => club.types(who, &words(&typed.command)[1..]),
    };
    commands.iter().map(type_in).collect()
}

#[test]
fn console_blocks_show_the_real_output() {
    for page in PAGES {
        check_page(&Path::new(env!("CARGO_MANIFEST_DIR")).join(page));
    }
}

/// Runs the commands of a page, and compares the output or updates the page.
fn check_page(path: &Path) {
    let mut text = fs::read_to_string(path).expect("the page exists");
    let commands = commands(&text);
    assert!(!commands.is_empty(), "{} has no console block", path.display());
    let printed = play(&commands);
    let update = std::env::var_os("UPDATE_README").is_some();
    // From the end, so that earlier places in the text stay valid.
    for (typed, printed) in commands.iter().zip(&printed).rev() {
        if update && compared(&typed.shown) != compared(printed) {
            let blank =
                if typed.shown.ends_with("\n\n") || typed.shown == "\n" { "\n\n" } else { "\n" };
            text.replace_range(typed.from..typed.to, &format!("{}{blank}", printed.trim_end()));
        } else {
            assert_eq!(
                compared(&typed.shown),
                compared(printed),
                "{}$ {}\nUPDATE_README=1 cargo test --test readme",
                typed.who,
                typed.command
            );
        }
    }
    if update {
        fs::write(path, text).expect("the page can be written");
    }
}

#[test]
fn random_parts_of_output_are_ignored() {
    assert_eq!(
        compared("alice    96494 10272 33168 40029 28538   you"),
        compared("alice    12345 10272 33168 40029 00001   you")
    );
    assert_eq!(compared("made 20 Nov 2026. Nothing"), compared("made 3 Dec 2027. Nothing"));
    assert_ne!(compared("Answered  Fiji 6:  2"), compared("Answered  Fiji 6:  1"));
    assert_eq!(
        words("pbem move game.toml \"F3; F1\" x"),
        ["pbem", "move", "game.toml", "F3; F1", "x"]
    );
}

#[test]
fn links_of_all_pages_have_a_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![
        root.join("README.md"),
        root.join("CONTRIBUTING.md"),
        root.join("CHANGELOG.md"),
        root.join("examples/README.md"),
    ];
    for folder in ["docs", "docs/games"] {
        let entries = fs::read_dir(root.join(folder)).expect("the folder of the pages");
        pages.extend(
            entries
                .map(|entry| entry.expect("an entry").path())
                .filter(|path| path.extension().is_some_and(|end| end == "md")),
        );
    }
    for page in pages {
        let text =
            fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        let here = page.parent().expect("it is in a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let outside = link.starts_with("http") || link.contains(' ') || file.is_empty();
            assert!(
                outside || here.join(file).exists(),
                "{}: {link} leads nowhere",
                page.display()
            );
        }
    }
}

/// Splits a page around the code below the name of a file.
fn around_code<'a>(page: &'a str, file: &str) -> [&'a str; 3] {
    let start = format!("<!-- {file} -->\n\n```rust\n");
    let (above, rest) = page.split_once(&start).expect("a place for the code");
    let (code, below) = rest.split_once("```\n").expect("an end of the code");
    [&page[..above.len() + start.len()], code, below]
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).expect("it is there")
}

/// Returns a page that must show these files as a whole. `UPDATE_README=1` writes them.
fn page_with_code(page: &str, files: &[&str]) -> String {
    let mut text = read(page);
    if std::env::var_os("UPDATE_README").is_some() {
        for file in files {
            let [above, _, below] = around_code(&text, file);
            text = format!("{above}{}```\n{below}", read(file));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        fs::write(path, &text).expect("it can be written");
    }
    for file in files {
        assert!(around_code(&text, file)[1] == read(file), "{page} has another {file}");
    }
    text
}

/// The toys are there as a whole, and every other block is from one of them or from these files.
#[test]
fn guide_shows_code_that_is_compiled() {
    let files = ["src/games/hideout.rs", "src/games/night_pursuit.rs"];
    let others = [
        "src/games/checkpoint/position.rs",
        "tests/library/games/night_pursuit.rs",
        "docs/reference/pbem_verify/games/checkpoint_danger.py",
    ];
    let guide = page_with_code("docs/adding-a-game.md", &files);
    let code = files.into_iter().chain(others).map(read).collect::<String>();
    let blocks = ["```rust\n", "```python\n"].map(|start| guide.split(start).skip(1));
    for block in blocks.into_iter().flatten().filter_map(|rest| rest.split("```").next()) {
        assert!(code.contains(block), "this is in none of the files:\n{block}");
    }
}

#[test]
fn guide_to_commands_shows_a_whole_command() {
    page_with_code("CONTRIBUTING.md", &["src/cli/commands/mark.rs"]);
}
