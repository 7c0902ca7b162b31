//! Commands that pbem suggests work when they are pasted on the computer of the right player.

use crate::harness::{Call, Ran, Test};
use crate::newcomers::says;

/// Characters with a meaning for a shell, which reads comments as arguments if it is zsh.
const SHELL: [char; 11] = ['\'', '"', ';', '&', '|', '(', ')', '<', '>', '*', '?'];

/// The arguments of every command that a text suggests, except those with a placeholder such as
/// `MOVE`, with a flag for commands of another player. The explanation of a command is part of its
/// arguments, as in zsh.
fn suggested(text: &str) -> Vec<(Vec<String>, bool)> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("pbem: ")) {
        let is_advice = line.strip_prefix("Next:").is_some_and(|it| !it.contains(" pbem "));
        assert!(!is_advice || !line.contains(['\'', '`']), "a shell reads on: {line}");
        for (at, _) in line.match_indices("pbem ") {
            let before = line[..at].trim_start();
            let is_start = before.is_empty() || before == "Next:" || before.ends_with("  ");
            if !is_start && !before.ends_with(": ") && !before.ends_with("? ") {
                continue;
            }
            let (command, why) = line[at..].split_once("  ").unwrap_or((&line[at..], ""));
            let command = command.split(", ").next().unwrap_or_default();
            let mut args = words(command.trim_end_matches(['.', ',']));
            let is_placeholder = |word: &String| {
                let word = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
                word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
            };
            if !args.iter().any(is_placeholder) {
                if let Some(why) = why.trim_start().strip_prefix("# ") {
                    assert!(!why.contains(SHELL), "{line}");
                    args.extend(["#".to_owned(), why.to_owned()]);
                }
                found.push((args, before.contains("types") || before.contains("can join with")));
            }
        }
    }
    found
}

/// The words of a command without `pbem`; quotes protect spaces.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for ch in command.chars() {
        match (quote, ch) {
            (Some(open), ch) if ch == open => quote = None,
            (None, '"' | '\'') => quote = Some(ch),
            (None, ' ') => words.push(String::new()),
            (_, ch) => words.last_mut().expect("a word").push(ch),
        }
    }
    words.retain(|word| !word.is_empty());
    words.split_off(1)
}

/// Two homes, and all commands suggested so far.
struct Homes {
    test: Test,
    tried: Vec<String>,
}

impl Homes {
    fn new() -> Homes {
        let test = Test::new();
        for who in ["alice", "bob"] {
            for folder in ["games", "downloads"] {
                std::fs::create_dir(test.path(who, folder)).expect("a folder");
            }
            test.write(who, "downloads/old.txt", "the folder is never empty");
            test.pbem(who, "config games-dir games").ok();
            test.pbem(who, "config downloads-dir downloads").ok();
            test.pbem(who, &format!("config name {who}")).ok();
            test.pbem(who, &format!("config mail {who}@example.org")).ok();
        }
        Homes { test, tried: Vec::new() }
    }

    /// Runs a command, then everything that its report suggests, each in the same state.
    fn play(&mut self, who: &str, command: &str) -> Ran {
        let ran = self.test.pbem(who, command).run();
        assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.shown());
        let state = self.test.now();
        for (args, by_other) in suggested(&format!("{}\n{}", ran.out, ran.err)) {
            let other = if who == "alice" { "bob" } else { "alice" };
            if by_other {
                self.deliver(who, other);
            }
            let person = if by_other { other } else { who };
            let call = args.iter().fold(self.test.pbem(person, ""), Call::arg);
            let tried = call.run();
            let long = args.iter().any(|arg| arg.contains('/'));
            assert!(!long, "a path in: {}\nafter\n{}", args.join(" "), ran.shown());
            // At a terminal it asks for the setup.
            let wants_setup = tried.err.contains("one of these commands");
            assert!(
                matches!(tried.code, Some(0 | 3)) || wants_setup,
                "suggested to {person}:\n{}\nafter\n{}",
                tried.shown(),
                ran.shown()
            );
            self.tried.push(args.join(" "));
            self.test.back_to(&state);
        }
        ran
    }

    /// Sends the latest game: it arrives in the other player's downloads under the name of the
    /// attachment.
    fn deliver(&self, from: &str, to: &str) {
        self.test.wait_minutes(30);
        let newest = std::fs::read_dir(self.test.path(from, "games")).expect("games");
        let newest = newest.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
        let newest =
            newest.max_by_key(|path| path.metadata().and_then(|about| about.modified()).ok());
        let name = format!("attachment-{}.toml", to.len());
        // Going back in time leaves no empty folders.
        std::fs::create_dir_all(self.test.path(to, "downloads")).expect("a folder");
        let place = self.test.path(to, "downloads").join(name);
        std::fs::copy(newest.expect("a game"), place).expect("it is saved");
    }
}

/// A whole game between two homes: every suggested command works.
#[test]
fn every_suggested_command_works_when_pasted() {
    let mut homes = Homes::new();
    let said = homes.play("alice", "new cd --with bob --random").out;
    says(&said, &["bob can join with pbem join"]);
    homes.play("alice", "show");
    homes.play("alice", "status");
    homes.deliver("alice", "bob");
    let said = homes.play("bob", "receive").out;
    assert!(!said.contains("Next: pbem join /"), "{said}");
    homes.play("bob", "status");
    homes.play("bob", "");
    homes.play("bob", "join");
    homes.play("bob", "join --random");
    let state = homes.test.now();
    homes.play("bob", "undo --not-mailed");
    homes.test.back_to(&state);
    // The game and its file have the same name.
    assert!(homes.test.path("bob", "games/cd-alice.toml").exists());
    let games = std::fs::read_dir(homes.test.path("bob", "games")).expect("games").flatten();
    let games = games.filter(|entry| entry.path().is_file()).count();
    assert_eq!(games, 1, "the invitation has become the game");
    let (mut who, mut other) = ("bob", "alice");
    for call in ["A1", "A2", "A3", "A4", "resign", "", "", ""] {
        homes.deliver(who, other);
        (who, other) = (other, who);
        homes.play(who, "receive");
        homes.play(who, "show");
        homes.play(who, "status");
        let (_, table) = homes.test.pbem(who, "show").json();
        match table["expects"].as_str() {
            Some("over") => break,
            Some("reveal") => homes.play(who, "reveal"),
            _ if call == "resign" => homes.play(who, "resign --yes"),
            _ if call.is_empty() => homes.play(who, "move"),
            _ => homes.play(who, &format!("move \"{call}\"").replace('"', "")),
        };
    }
    for who in ["alice", "bob"] {
        homes.play(who, "verify");
        homes.play(who, "");
    }
    let tried = homes.tried.join("\n");
    for command in ["join", "turn", "verify", "rematch", "move", "undo", "receive", "reveal"] {
        assert!(tried.contains(command), "{command} was never suggested:\n{tried}");
    }
}

/// After `undo` of a joining turn, the command finds the file wherever it is.
#[test]
fn undo_suggests_a_join_that_finds_the_file() {
    for games_dir in [false, true] {
        let test = Test::new();
        test.pbem("alice", "new cd --as alice --with bob --random game.toml").ok();
        test.mail("alice", "bob");
        if games_dir {
            std::fs::create_dir(test.path("bob", "games")).expect("a folder");
            test.pbem("bob", "config games-dir games").ok();
        }
        test.pbem("bob", "join game.toml --as bob --random").ok();
        let ran = test.pbem("bob", "undo cd-alice --not-mailed").ok();
        let again = suggested(&ran.out).remove(0).0;
        let call = again.iter().fold(test.pbem("bob", ""), Call::arg);
        assert_eq!(call.arg("--random").run().code, Some(0), "{again:?}");
    }
}

/// `join` removes the file of the invitation only if pbem wrote every byte.
#[test]
fn join_keeps_an_invitation_with_words_of_its_owner() {
    let mut homes = Homes::new();
    homes.test.pbem("alice", "new cd --with bob --random").ok();
    homes.deliver("alice", "bob");
    homes.test.pbem("bob", "receive").ok();
    let games = homes.test.path("bob", "games");
    let saved = std::fs::read_dir(&games).expect("games").flatten().map(|entry| entry.path());
    let saved = saved.filter(|path| path.is_file()).collect::<Vec<_>>();
    let [saved] = saved.as_slice() else { panic!("one invitation: {saved:?}") };
    let received = std::fs::read_to_string(saved).expect("an invitation");
    let state = homes.test.now();
    for (what, text) in [
        ("nothing else", received.clone()),
        ("a note below", format!("{received}\nask Alice about the date\n")),
        ("a comment", received.replacen(", made by", ", my copy, made by", 1)),
    ] {
        std::fs::write(saved, &text).expect("it is saved");
        let ran = homes.test.pbem("bob", "join --random").ok();
        assert!(games.join("cd-alice.toml").exists() || what != "nothing else", "{}", ran.shown());
        match what {
            "nothing else" => assert!(!saved.exists(), "{what}"),
            _ => assert_eq!(std::fs::read_to_string(saved).ok().as_deref(), Some(&*text), "{what}"),
        }
        homes.test.back_to(&state);
    }
    #[cfg(unix)]
    {
        let other = games.join("my-copy.txt");
        std::fs::hard_link(saved, &other).expect("a second name");
        homes.test.pbem("bob", "join --random").ok();
        assert!(saved.exists() && other.exists(), "a file with two names stays");
    }
    homes.tried.clear();
}

/// Without a known address, every suggested `pbem send` leaves a place for it.
#[test]
fn suggested_send_names_the_missing_address() {
    let test = Test::new();
    test.pbem("alice", "config sendmail msmtp").ok();
    test.pbem("alice", "new cd --as alice --with bob --random --first alice game.toml").ok();
    let all_ask = |words: &str| {
        let ran = test.pbem("alice", words).run();
        let said = format!("{}\n{}", ran.out, ran.err);
        let sends: Vec<&str> = said.lines().filter(|line| line.contains("pbem send")).collect();
        let asks = |line: &&str| line.contains("pbem send cd-bob --to bob=ADDRESS");
        assert!(!sends.is_empty() && sends.iter().all(asks), "{}", ran.shown());
    };
    for words in ["show cd-bob", "turn cd-bob", "move cd-bob A1", "status cd-bob"] {
        all_ask(words);
    }
    test.pbem("alice", "send cd-bob --done").ok();
    for words in ["show cd-bob", "move cd-bob A1", "status cd-bob", "remind cd-bob", "send cd-bob"]
    {
        all_ask(words);
    }
}

/// An old copy leads to the move only if it is the user's turn.
#[test]
fn old_copy_leads_to_a_command_that_works() {
    let test = Test::with_checkpoint();
    test.mail("alice", "old");
    for (who, call, other) in [("alice", "F6", "bob"), ("bob", "A1", "alice")] {
        test.pbem(who, &format!("move game.toml {call}")).ok();
        test.mail(who, other);
    }
    test.pbem("alice", "move game.toml F7").ok();
    let ran = test.pbem("alice", "move ../old/game.toml A1").fails(4);
    assert!(ran.err.contains("pbem show cd-bob"), "{}", ran.shown());
    assert!(!ran.err.contains("pbem move"), "{}", ran.shown());
}

/// The subject of the email, its attachment and the commands in it agree.
#[test]
fn mail_names_the_game_as_the_program_does() {
    let test = Test::new();
    test.pbem("alice", "new cd --as alice --with bob --random").ok();
    let id = test.pbem("alice", "show").json().1["id"].as_str().expect("an id")[..4].to_owned();
    test.pbem("alice", "config mail alice@example.org").ok();
    test.pbem("alice", "send --to bob@example.org -o mail.eml").run();
    let draft = std::fs::read_dir(test.folder("alice")).expect("files").flatten();
    let draft =
        draft.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "eml"));
    let mail = std::fs::read_to_string(draft.expect("a draft")).expect("a mail");
    says(&mail, &[&format!("[pbem cd {id}]"), &format!("cd-{id}-turn1.toml")]);
    says(&mail, &[&format!("pbem join {id}")]);
}

/// Checks that every command of a text can be pasted together with its explanation.
fn can_be_pasted(page: &str, text: &str) {
    let mut is_explained = false;
    for line in text.lines().map(str::trim_start) {
        let is_command = line.starts_with("pbem ") || line.starts_with("| pbem ");
        let why =
            line.split_once("  # ").map(|(_, why)| why).filter(|_| is_command || is_explained);
        let why = why.or_else(|| line.strip_prefix("# ").filter(|_| is_explained));
        if let Some(why) = why {
            assert!(!why.contains(SHELL), "{page}: {line}");
        }
        // Only a comment, another command or a blank line can follow.
        let is_rest = is_explained && why.is_none() && !is_command && !line.is_empty();
        assert!(!is_rest, "{page}: not a comment: {line}\n{text}");
        is_explained = why.is_some();
    }
}

/// At every width, the examples of the help pages work as they are.
#[test]
fn examples_of_the_help_can_be_pasted() {
    let test = Test::new();
    let clubs = ["new", "receive", "rule", "table", "page"];
    let clubs = clubs.iter().map(|name| format!("club {name}"));
    let pages = ["mail", "trouble", "vault"].map(str::to_owned);
    let commands = test.commands().into_iter().chain(clubs);
    let commands = commands.flat_map(|name| [format!("help {name}"), format!("{name} --help")]);
    let pages = pages.map(|name| format!("help {name}")).into_iter().chain(commands);
    for page in pages.chain(["help".to_owned(), "--help".to_owned()]) {
        for width in ["60", "80", "120"] {
            let ran = test.pbem("alice", &page).env("COLUMNS", width).ok();
            can_be_pasted(&format!("{page} at {width}"), &ran.out);
        }
    }
}

/// The examples of the documentation, too.
#[test]
fn examples_of_the_documentation_can_be_pasted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let mut files = vec![format!("{root}README.md").into()];
    for folder in ["docs", "docs/games"] {
        let entries = std::fs::read_dir(format!("{root}{folder}")).expect("a folder").flatten();
        let pages = entries.map(|entry| entry.path());
        files.extend(pages.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a page");
        let mut is_block = false;
        let examples = text.lines().filter(|line| {
            is_block ^= line.starts_with("```");
            is_block || line.starts_with("    ") || line.is_empty()
        });
        can_be_pasted(&file.display().to_string(), &examples.collect::<Vec<_>>().join("\n"));
    }
}
