//! Finds commands of the program in text, so that lines don't break inside a command: users copy
//! commands.

use std::ops::Range;

/// The names of all commands of the program.
#[rustfmt::skip]
pub const COMMANDS: [&str; 43] = [
    "demo", "rules", "learn", "new", "join", "form", "play", "status", "show", "move", "turn",
    "log", "mark", "plan", "undo", "offer", "accept", "decline", "resign", "dispute", "reveal",
    "claim", "rule", "club", "rematch", "send", "remind", "receive", "paste", "copy", "verify",
    "replay", "share", "record", "whoami", "contact", "backup", "restore", "words", "page",
    "config", "help", "generate",
];

/// The text that precedes the name of a command.
const PBEM: &str = "pbem ";
/// If a sentence may continue after a command, at most this many words belong to the command.
const WORDS: usize = 4;
/// Punctuation marks that end a command in a sentence.
const END: [char; 7] = ['.', ',', ';', ':', ')', '?', '`'];

/// Returns the positions of the commands within a line. A command ends before two spaces, at a
/// punctuation mark, or at the end of the line. The number of words in a command is limited unless
/// the command follows two spaces or is alone on its line.
pub(super) fn find(line: &str) -> Vec<Range<usize>> {
    let starts = line.match_indices(PBEM).map(|(start, _)| start);
    starts
        .filter_map(|start| Some(start..start + length(&line[..start], &line[start..])?))
        .collect()
}

/// Whether text starts with `pbem` and the name of a command. Other text that starts with `pbem` is
/// a sentence about the program.
pub fn is_command(text: &str) -> bool {
    let is_letter = |ch: char| ch.is_ascii_alphabetic() || ch == '\'';
    text.strip_prefix(PBEM).is_some_and(|rest| {
        COMMANDS.contains(&rest.trim_start().split(|ch| !is_letter(ch)).next().unwrap_or_default())
    })
}

/// Returns the length of the command at the start of `text`; `None` if there is no command.
/// `before` is the part of the line before `text`.
fn length(before: &str, text: &str) -> Option<usize> {
    if !is_command(text) {
        return None;
    }
    let words = match before.trim_end() {
        // A sentence can begin with a command.
        "" if text.split(' ').any(|word| word.ends_with(END)) => WORDS,
        "" => usize::MAX,
        // After `#`, this is the first line of a turn file.
        before if before.ends_with('#') => return None,
        _ if before.ends_with("  ") => usize::MAX,
        before if before.ends_with([':', '(', '`']) => WORDS,
        // In the middle of a sentence, only the name of the command is certain to be part of it.
        _ => 2,
    };
    let text = text.split("  ").next()?;
    let mut length = 0;
    for word in text.split_inclusive(' ').take(words) {
        length += word.len();
        if word.trim_end().ends_with(END) {
            break;
        }
    }
    Some(text.get(..length)?.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_sentences() {
        let found = |line: &'static str| -> Vec<&str> {
            find(line).into_iter().map(|command| &line[command]).collect()
        };
        let undo = "You can undo this until you mail the turn: pbem undo cd-bob. [y/N]";
        assert_eq!(found(undo), ["pbem undo cd-bob."]);
        let move_it = "Then  pbem move cd-bob \"danger F6\" --send  mails it";
        assert_eq!(found(move_it), ["pbem move cd-bob \"danger F6\" --send"]);
        let hint = "pbem show GAME --hint counts all the maps that fit what you know.";
        assert_eq!(found(hint), ["pbem show GAME --hint"]);
        let hints = "pbem show GAME --hint counts what fits, and more (see below";
        assert_eq!(found(hints), ["pbem show GAME --hint"]);
        assert_eq!(found("there is no file; one begins # pbem turn file"), [""; 0]);
        assert_eq!(found("pbem turn      your move in cd-bob"), ["pbem turn"]);
        assert_eq!(
            found("run pbem status, or pbem receive Mail"),
            ["pbem status,", "pbem receive"]
        );
        assert_eq!(found("bob asks: pbem reads your mail. pbem does not"), [""; 0]);
    }
}
