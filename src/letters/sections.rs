//! Cuts the turn files, single turns and rulings out of text.

use crate::turnfile::{self, BEGIN, END, PIECE_BEGIN, PIECE_END};

/// Returns the sections of the text that may be turn files. Each section extends from the first to
/// the last line of a file, and includes the characters that a mail program adds to quote lines.
pub(super) fn sections(text: &str) -> Vec<&str> {
    let mut sections = cut_out(text, |line| line.find(BEGIN), END);
    sections.retain(|section| section.contains("[game]"));
    let bare = sections.is_empty()
        && text.contains("[game]")
        && text.contains("[[turn]]")
        && !text.contains(BEGIN)
        && !text.lines().any(|line| turnfile::Part::parse(line).is_some());
    sections.extend(bare.then_some(text));
    sections
}

/// Returns the sections of the text that may be turns without their file.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let column = |line: &str| {
        let begins = turnfile::is_piece_begin(line);
        begins.then(|| line.find(PIECE_BEGIN)).flatten()
    };
    cut_out(text, column, PIECE_END)
}

/// Cuts sections out of text. `begins` returns the column where a section begins in a line. A
/// section ends after the end marker, or where the next section begins.
pub(super) fn cut_out<'a>(
    text: &'a str,
    begins: impl Fn(&str) -> Option<usize>,
    end: &str,
) -> Vec<&'a str> {
    let mut sections = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.len() < PIECE_END.len() {
            at += line.len();
            continue;
        }
        let quoted = |column: &usize| line[..*column].bytes().all(is_quotation);
        // Within a file the marker must be at the start of its line: a note may contain any
        // text.
        if let Some(column) = begins(line).filter(|at| start.is_none() || quoted(at)) {
            sections.extend(start.map(|from| &text[from..at]));
            start = Some(if quoted(&column) { at } else { at + column });
        }
        at += line.len();
        if line.find(end).as_ref().is_some_and(quoted) {
            sections.extend(start.take().map(|from| &text[from..at]));
        }
    }
    sections.extend(start.map(|from| &text[from..]));
    sections
}

/// Whether this byte may be part of the characters that a mail program puts in front of a quoted
/// line. A byte that can begin a line of TOML may not.
fn is_quotation(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_punctuation() && !matches!(byte, b'"' | b'\'' | b'#' | b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_into_possible_turn_files() {
        let file = "# pbem turn file\n[game]\n# end of pbem turn file\n";
        let text = format!(
            "hello\n{file}some words\n> # pbem turn file\n> [game]\n# pbem turn file is what it \
            begins with\n{file}"
        );
        assert_eq!(sections(&text), [file, "> # pbem turn file\n> [game]\n", file]);
        assert_eq!(
            sections("binary\u{0}junk# pbem turn file\n[game]\n"),
            ["# pbem turn file\n[game]\n"]
        );
        assert_eq!(sections("pbem = 1\n[game]\n[[turn]]\n").len(), 1);
        assert_eq!(sections("nothing about pbem").len(), 0);
    }
}
