//! The words of the documents: phrases that no document uses, so that old habits don't come back.
//! `docs/architecture.md` has the glossary, `CONTRIBUTING.md` the voice.

use std::fs;
use std::path::{Path, PathBuf};

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
    "whomever",
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

/// A document, a phrase that it may use, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("docs/page.md", "is told", "the linker obeys an option; no person is hidden"),
    ("docs/games/enemy-agent.md", "his", "Leo, a Traveler with a name"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files of a folder, without those of folders in it.
fn documents(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be listed");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    paths
}

/// The words of a document with their line numbers, in lower case. Code is left out, with the
/// word `code` in its place; a mark at the end of a sentence or clause is a word.
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

#[test]
fn no_document_uses_a_banned_phrase() {
    let mut bad = Vec::new();
    let mut count = 0;
    for path in FOLDERS.into_iter().flat_map(documents) {
        count += 1;
        let text = fs::read_to_string(&path).expect("the document can be read");
        let name = path.strip_prefix(root()).expect("it is in the project").display().to_string();
        let is_allowed = |phrase: &str| {
            ALLOWED.iter().any(|(document, allowed, _)| (*document, *allowed) == (&name, phrase))
        };
        let hits = found(&text).into_iter().filter(|(_, phrase)| !is_allowed(phrase));
        bad.extend(hits.map(|(line, phrase)| format!("{name}:{line}: {phrase}")));
    }
    assert!(count > 20, "{count}");
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn banned_phrases_are_found_outside_code() {
    let phrases =
        |text: &str| -> Vec<String> { found(text).into_iter().map(|(_, phrase)| phrase).collect() };
    assert_eq!(phrases("Each of them hides his\nagents."), ["his"]);
    assert_eq!(phrases("It works as\nfar as we know."), ["as far as"]);
    assert_eq!(phrases("Ask bob. Who lied, has lost."), ["a sentence that begins with who"]);
    assert!(phrases("Ask bob. Who lied?").is_empty());
    assert!(phrases("It has: `seat` (whose time is up).").is_empty());
    assert!(
        phrases("A player who lies loses. This is the `he` of HTML.\n\n    his code\n").is_empty()
    );
    assert!(phrases("```text\nhe, him, his\n```\nThe rest.").is_empty());
}
