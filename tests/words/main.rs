//! The words of everything that people read: phrases that no document, help text, message,
//! comment or test name uses, so that old habits don't come back; and the form of commit subjects.
//! `docs/architecture.md` has the glossary, `CONTRIBUTING.md` the voice.

mod rust;
#[path = "../sources/mod.rs"]
mod sources;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rust::{Kind, passages};
use sources::{read, rust_files};

/// The folders whose Markdown files are checked.
const FOLDERS: [&str; 7] =
    ["", "docs", "docs/games", "docs/first-games", "examples", "benches", "fuzz"];

/// Phrases that no document uses, in lower case.
const BANNED: &[&str] = &[
    // A player is `you`, `they` or a name.
    "he",
    "him",
    "his",
    "himself",
    "oneself",
    "one's",
    // A noun is missing: `the player who`, `anyone who`.
    "whoever",
    "whom",
    "whomever",
    "by who",
    "for who",
    "of who",
    "than who",
    "to who",
    // `a number of`, `if`, `except`, `back and forth`, `again`.
    "so many",
    "as far as",
    "in so far",
    "but for",
    "to and fro",
    "once more",
    "anew",
    // Name the agent: `pbem shows`, `bob asks`.
    "is said",
    "are said",
    "is told",
    "are told",
    "is asked",
    "are asked",
    "be asked",
    "be told",
    "is taken in",
    "are taken in",
    // `two versions of a turn`, `default`.
    "turns of one number",
    "which is usual",
];

/// A file or folder, a phrase that it may use, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("src/games/enemy_agent/arrest.rs", "he", "quotes the original rules"),
    ("src/games/game_box/caller.rs", "he", "quotes the original rules"),
];

/// The list of phrases.
const SKIPPED: &str = "tests/words/main.rs";

/// Longest subject of a commit.
const LONGEST_SUBJECT: usize = 72;

/// Number of commits whose subjects are checked.
const COMMITS: &str = "50";

/// Subjects from before they were checked for phrases.
const OLD_SUBJECTS: [&str; 1] = ["club: make JSON of the table only when it is asked for"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files directly in a folder.
fn documents(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    paths
}

/// The words of a document with their line numbers, in lower case. The word `code` replaces code; a
/// mark at the end of a sentence or clause is a word.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let (mut in_block, mut in_span) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        }
        if in_block || line.starts_with("    ") || line.trim_start().starts_with("```") {
            continue;
        }
        if line.is_empty() {
            words.push((number, ".".to_owned()));
            in_span = false;
        }
        let mut word = String::new();
        for ch in line.chars().chain([' ']) {
            if ch == '`' {
                in_span = !in_span;
                words.push((number, "code".to_owned()));
            }
            match ch {
                _ if in_span || ch == '`' => {}
                '\'' | '\u{2019}' => word.push('\''),
                ch if ch.is_alphanumeric() || ch == '-' => word.extend(ch.to_lowercase()),
                _ => {
                    if !word.is_empty() {
                        words.push((number, std::mem::take(&mut word)));
                    }
                    if ".;:?|".contains(ch) {
                        words.push((number, ch.to_string()));
                    }
                }
            }
        }
    }
    words
}

/// The banned phrases in a text, with their line numbers.
fn found(text: &str) -> Vec<(usize, String)> {
    let words = words(text);
    let mut found = Vec::new();
    for phrase in BANNED {
        let phrase_words: Vec<&str> = phrase.split(' ').collect();
        let hits = words
            .windows(phrase_words.len())
            .filter(|window| window.iter().map(|(_, word)| word).eq(phrase_words.iter()))
            .map(|window| (window[0].0, (*phrase).to_owned()));
        found.extend(hits);
    }
    found.extend(free_who(&words));
    found
}

/// Sentences that begin with "who" or "whose" and aren't questions.
fn free_who(words: &[(usize, String)]) -> Vec<(usize, String)> {
    let is_stop = |word: &str| [".", ";", "?", "|"].contains(&word);
    let begins = words
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| is_stop(&pair[0].1) && ["who", "whose"].contains(&pair[1].1.as_str()));
    let statements = begins.filter(|(at, _)| {
        let end = words[at + 1..].iter().find(|(_, word)| is_stop(word));
        end.is_none_or(|(_, mark)| mark != "?")
    });
    statements
        .map(|(_, pair)| (pair[1].0, format!("a sentence that begins with {}", pair[1].1)))
        .collect()
}

/// Adds the banned phrases in a text of a file, except the allowed ones.
fn check(bad: &mut Vec<String>, name: &str, first_line: usize, text: &str) {
    let is_allowed = |phrase: &str| {
        ALLOWED
            .iter()
            .any(|(path, allowed, _)| Path::new(name).starts_with(path) && *allowed == phrase)
    };
    let hits = found(text).into_iter().filter(|(_, phrase)| !is_allowed(phrase));
    bad.extend(hits.map(|(line, phrase)| format!("{name}:{}: {phrase}", first_line + line - 1)));
}

/// The path of a file in the project.
fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("it is in the project").display().to_string()
}

/// Checks the passages of these kinds in the Rust files of a folder.
fn check_sources(folder: &str, kinds: &[Kind]) {
    let mut bad = Vec::new();
    let mut count = 0;
    for name in rust_files(folder) {
        if name == SKIPPED {
            continue;
        }
        let source = read(&name);
        let is_test = name.starts_with("tests/") || name.contains("/tests");
        let tests_from = source.find("#[cfg(test)]\nmod tests {").unwrap_or(source.len());
        let tests_from = 1 + source[..tests_from].matches('\n').count();
        for passage in passages(&source) {
            // Strings in tests are input, or explain a failure to programmers.
            let is_message = passage.kind == Kind::Message;
            if kinds.contains(&passage.kind)
                && !(is_message && (is_test || passage.line >= tests_from))
            {
                count += 1;
                check(&mut bad, &name, passage.line, &passage.text);
            }
        }
    }
    assert!(count > 20, "{count}");
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn no_document_uses_a_banned_phrase() {
    let mut bad = Vec::new();
    let mut count = 0;
    for path in FOLDERS.into_iter().flat_map(documents) {
        count += 1;
        let text = fs::read_to_string(&path).expect("the document can be read");
        check(&mut bad, &name(&path), 1, &text);
    }
    assert!(count > 20, "{count}");
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn no_message_uses_a_banned_phrase() {
    check_sources("src", &[Kind::Message]);
    check_sources("page/src", &[Kind::Message]);
}

/// A script is checked as a whole. The names in it may be questions.
#[test]
fn no_script_of_the_page_uses_a_banned_phrase() {
    let scripts = fs::read_dir(root().join("web")).expect("the folder of the page");
    let mut bad = Vec::new();
    for path in scripts.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_some_and(|end| end == "js" || end == "html") {
            let script = read(&name(&path)).replace('`', "\"");
            check(&mut bad, &name(&path), 1, &unindented(&script));
        }
    }
    bad.retain(|problem| !problem.contains("who"));
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn no_comment_uses_a_banned_phrase() {
    for folder in ["src", "tests", "page"] {
        check_sources(folder, &[Kind::Comment]);
    }
}

#[test]
fn no_test_name_uses_a_banned_phrase() {
    for folder in ["src", "tests", "page"] {
        check_sources(folder, &[Kind::TestName]);
    }
}

/// The output of a command that must succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn no_help_uses_a_banned_phrase() {
    let pbem = || Command::new(env!("CARGO_BIN_EXE_pbem"));
    let folder = tempfile::tempdir().expect("a folder");
    output(pbem().arg("generate").arg(folder.path()));
    let pages = fs::read_dir(folder.path().join("man/man1")).expect("manual pages");
    let mut bad = Vec::new();
    let mut count = 0;
    for page in pages {
        let page = page.expect("a page").file_name().into_string().expect("a name");
        let command = page.trim_start_matches("pbem").trim_start_matches('-');
        let command = command.trim_end_matches('1').trim_end_matches('.');
        // A page such as `contact-add` is the help of a subcommand.
        let names = command.split('-').filter(|name| !name.is_empty());
        let text = output(pbem().arg("help").args(names));
        count += 1;
        check(&mut bad, &format!("pbem help {command}"), 1, &unindented(&text));
    }
    assert!(count > 25, "{count}");
    assert!(bad.is_empty(), "{bad:#?}");
}

/// The text without indentation, which would mark code.
fn unindented(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// Problems of the subject of a commit, which reads `area: verb ...`.
fn subject_problems(subject: &str) -> Vec<String> {
    let (area, change) = subject.split_once(": ").unwrap_or_default();
    let is_area = |ch: char| ch.is_ascii_lowercase() || ch.is_ascii_digit() || "-, ".contains(ch);
    let is_named = !area.is_empty() && area.chars().all(is_area);
    let is_verb = change.starts_with(|ch: char| ch.is_lowercase());
    let problems = [
        (subject.chars().count() > LONGEST_SUBJECT, "is too long"),
        (!is_named || !is_verb, "is not `area: verb ...` in lower case"),
        (subject.ends_with('.'), "ends with a period"),
    ];
    let problems = problems.into_iter().filter(|(is_wrong, _)| *is_wrong);
    let problems = problems.map(|(_, problem)| problem.to_owned());
    problems.chain(found(subject).into_iter().map(|(_, phrase)| format!("uses {phrase}"))).collect()
}

/// Checks as many of the last commits as there are: a shallow clone has one, an archive none.
#[test]
fn commit_subjects_name_area_and_change() {
    let log = ["log", "--no-merges", "--format=%s", "-n", COMMITS];
    let Ok(log) = Command::new("git").current_dir(root()).args(log).output() else { return };
    if !log.status.success() {
        return;
    }
    let subjects = String::from_utf8_lossy(&log.stdout).into_owned();
    let new = subjects.lines().filter(|subject| !OLD_SUBJECTS.contains(subject));
    let bad = new.map(|subject| (subject, subject_problems(subject)));
    let bad: Vec<_> = bad.filter(|(_, problems)| !problems.is_empty()).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn subjects_without_area_or_verb_are_found() {
    assert!(subject_problems("record: count forfeits as wins").is_empty());
    assert!(subject_problems("cli, desk: move the lock").is_empty());
    assert_eq!(subject_problems("Measure the speed table").len(), 1);
    assert_eq!(subject_problems("docs: Update the numbers.").len(), 2);
    assert_eq!(subject_problems(&format!("docs: {}", "a".repeat(70))), ["is too long"]);
    assert_eq!(subject_problems("join: show what is said"), ["uses is said"]);
}

/// Every exception is still needed.
#[test]
fn exceptions_are_used() {
    for (path, phrase, reason) in ALLOWED {
        let is_used = found(&unindented(&read(path))).iter().any(|(_, used)| used == phrase);
        assert!(is_used, "{path}: {phrase}: {reason}");
    }
}

#[test]
fn banned_phrases_are_found_outside_code() {
    let phrases =
        |text: &str| -> Vec<String> { found(text).into_iter().map(|(_, phrase)| phrase).collect() };
    assert_eq!(phrases("Each of them hides his\nagents."), ["his"]);
    assert_eq!(phrases("It works as\nfar as we know."), ["as far as"]);
    assert_eq!(phrases("Ask bob. Who lied, has lost."), ["a sentence that begins with who"]);
    assert_eq!(phrases("It depends on the player to whom it goes."), ["whom"]);
    assert!(phrases("Ask bob. Who lied?").is_empty());
    assert!(phrases("It has: `seat` (whose time is up).").is_empty());
    assert!(
        phrases("A player who lies loses. This is the `he` of HTML.\n\n    his code\n").is_empty()
    );
    assert!(phrases("```text\nhe, him, his\n```\nThe rest.").is_empty());
}
