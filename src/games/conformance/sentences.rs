//! Checks that players can type a move in the words that news and logs use for it.

use std::fmt::Debug;

/// Checks that `read` turns the moves in the sentences about a turn into the entries of the turn
/// file. An entry may have no sentence, because the sentence may come only in an opponent's turn.
pub(super) fn moves_can_be_typed_back<E: Debug>(
    events: &[String],
    entries: &[String],
    read: impl Fn(&str) -> Result<Vec<String>, E>,
) {
    let said: Vec<String> = events.iter().filter_map(|line| move_in(line)).collect();
    if said.is_empty() {
        return;
    }
    let read = read(&said.join("; "))
        .unwrap_or_else(|fault| panic!("the sentences {events:?} can't be read: {fault:?}"));
    let differs =
        format!("the sentences {events:?} were read as {read:?}, but the file has {entries:?}");
    let mut following = entries.iter();
    for entry in &read {
        assert!(following.any(|other| other == entry), "{differs}");
    }
    let is_said =
        |entry: &&String| events.iter().any(|line| line.contains(*entry) && !line.contains("void"));
    let missing = entries.iter().filter(|entry| !read.contains(entry)).find(is_said);
    assert_eq!(missing, None, "{differs}");
}

/// Returns the move in a sentence such as `{0} calls Fiji 6`.
fn move_in(line: &str) -> Option<String> {
    let (_, said) = line.strip_prefix('{')?.split_once('}')?;
    if let Some(called) = said.strip_prefix(": ") {
        return Some(called.to_owned());
    }
    let (verb, said) = said.trim_start().split_once(' ').unwrap_or((said.trim_start(), ""));
    match verb {
        "moves" | "attacks" | "calls" | "asks" => Some(said.to_owned()),
        "guesses" => Some(format!("guess {said}")),
        "passes" => Some("pass".to_owned()),
        "declines" => Some("decline".to_owned()),
        _ => None,
    }
}
