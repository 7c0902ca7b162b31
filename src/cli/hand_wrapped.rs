//! Text whose lines are broken by hand, such as short rules and help pages, on a screen that is too
//! narrow for these lines.

use pbem::render::{self, columns, wrap_words};

use super::document::{Block, Document, MARK};
use super::next::{GAP, Next};

/// Maximum width of labels.
const LABELS: usize = 32;

/// Returns text with lines of at most `set` columns as a document for a screen of `width` columns.
/// On a narrow screen, long lines and their continuations become paragraphs.
pub(super) fn hand_wrapped(text: &str, set: usize, width: usize) -> Document {
    if width >= set {
        return Document::drawing(text);
    }
    let mut document = Document::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if columns(line) <= width || is_drawn(line) {
            document.push(Block::Drawing(line.to_owned()));
            continue;
        }
        let hang = hang(line);
        let (mut whole, mut last) = (line.to_owned(), line);
        while let Some(next) = lines.next_if(|next| goes_on((last, set), next, hang)) {
            whole = format!("{whole} {}", without_mark(next));
            last = next;
        }
        let text = whole.trim_start();
        if is_command(text) {
            let start = " ".repeat(columns(&whole) - columns(text));
            let (line, why) = text.split_once("  ").unwrap_or((text, ""));
            let why = without_mark(why);
            let next = Next::command(line).aligned(why, columns(text) - columns(why));
            document.push(Block::Next { start, next });
        } else {
            document.paragraph(whole, hang);
        }
    }
    document
}

/// Whether text is a command, or a command that reads from a pipe.
fn is_command(text: &str) -> bool {
    render::is_command(text.strip_prefix("| ").unwrap_or(text))
}

/// Returns the text of a line, without the mark that explanations of commands begin with.
fn without_mark(line: &str) -> &str {
    let text = line.trim_start();
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Whether a line is part of a board, a box or a table.
fn is_drawn(line: &str) -> bool {
    let parts = line.trim().split("    ").filter(|part| !part.is_empty()).count();
    parts > 2 && !line.contains("pbem ")
        || line.contains(|sign| ('\u{2500}'..='\u{25ff}').contains(&sign))
}

/// Returns the column where a wrapped line continues: under the text after the label.
fn hang(line: &str) -> usize {
    let text = line.trim_start();
    let start = columns(line) - columns(text);
    let is_typed = is_command(text);
    if is_typed && let Some((_, why)) = text.split_once(GAP) {
        return columns(line) - columns(why) - MARK.len();
    }
    let label = text.split_once("  ").filter(|_| !is_typed);
    let column = label.map(|(_, rest)| columns(line) - columns(rest.trim_start()));
    column.filter(|column| *column <= LABELS).unwrap_or(start)
}

/// Whether `next` is the rest of `line`, wrapped for lack of room.
fn goes_on((line, set): (&str, usize), next: &str, hang: usize) -> bool {
    let text = next.trim_start();
    // Measure a duration such as `14 days` as a single word, because it isn't split between lines.
    let first = wrap_words(without_mark(next), 1, "");
    let word = first.lines().next().map_or(0, columns);
    let start = columns(next) - columns(text);
    let room = set.checked_sub(columns(line) + 1);
    // A line with a command never continues another line with a command.
    let is_command = is_command(text) && is_command(line.trim_start());
    // In a list, each line starts with a label: `warm: no, but one runs next to it`.
    let has_label = |text: &str| {
        text.split(' ').next().is_some_and(|word| word.len() > 1 && word.ends_with(':'))
    };
    let is_list = has_label(line.trim_start()) && has_label(text);
    word > 0
        && !is_command
        && !is_list
        && start == hang
        && columns(line) <= set
        && room.is_none_or(|room| word > room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_broken_by_hand_are_joined_on_a_narrow_screen() {
        let text = "\
Hide four agents, and find the agents of the other player before yours are found
by asking about squares.
  pbem rules                 # all games, and the short rules of each of them
  pbem rules spy             # the short rules of this game, with all house
                             # rules
  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
";
        let set = "\
Hide four agents, and find the agents of the
other player before yours are found by asking
about squares.
  pbem rules
      # all games, and the short rules of each
      # of them
  pbem rules spy
      # the short rules of this game, with all
      # house rules
  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
";
        assert_eq!(hand_wrapped(text, 80, 48).lay_out(48), set);
        assert_eq!(hand_wrapped(text, 80, 80).lay_out(80), text);
    }
}
