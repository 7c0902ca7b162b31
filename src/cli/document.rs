//! The output of a command, before the width of the screen is known.
//!
//! Architecture invariant: a document is formatted once, at the real width, and no code parses the
//! text. Widths are terminal columns.

use pbem::render::{columns, split_at_columns, wrap};

use super::next::{GAP, Next, Suggested};

/// Width of the row labels.
pub(super) const LABEL: usize = 9;
/// Minimum width of a text column. If there is less room, the text starts further left.
const LEAST: usize = 24;
/// Indentation of text below a label.
const INDENT: usize = 2;
/// Indentation of an explanation below its command.
const BELOW: usize = 4;
/// Start of an explanation below its command.
pub(super) const MARK: &str = "# ";
/// A space at which lines are never broken. It is printed as an ordinary space.
const GLUE: &str = "\u{a0}";

/// A part of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Block {
    /// Text in sentences. All lines but the first are indented by `hang` columns.
    Paragraph { text: String, hang: usize },
    /// A label with its text: `Wrote     game.toml`.
    Row { label: String, text: String },
    /// A suggestion, after `start` at the beginning of the line. A command is never broken, so that
    /// users can copy it.
    Next { start: String, next: Next },
    /// Preformatted lines.
    Drawing(String),
}

/// The output of a command, from top to bottom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Document {
    blocks: Vec<Block>,
}

impl Document {
    /// Creates a document of preformatted lines: a board, a page, a file.
    pub(super) fn drawing(text: impl Into<String>) -> Self {
        Document { blocks: vec![Block::Drawing(text.into())] }
    }

    /// Creates a message for standard error, starting with `pbem:`.
    pub(super) fn message(text: &str) -> Self {
        let mut message = Document::default();
        for (at, line) in text.lines().enumerate() {
            let start = if at == 0 { "pbem: " } else { "  " };
            message.paragraph(format!("{start}{line}"), INDENT);
        }
        message
    }

    /// Returns the blocks.
    #[cfg(feature = "tui")]
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Whether the document has rows. If so, the label `Next:` is aligned with the row labels.
    pub(super) fn has_rows(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Row { .. }))
    }

    pub(super) fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds a paragraph; all lines but its first are indented by `hang` columns.
    pub(super) fn paragraph(&mut self, text: impl Into<String>, hang: usize) {
        self.push(Block::Paragraph { text: text.into(), hang });
    }

    /// Adds lines; a line that is too long continues on the next line with the same indentation.
    pub(super) fn lines(&mut self, text: &str) {
        let blank = text.is_empty().then_some("");
        for line in text.lines().chain(blank) {
            self.paragraph(line, columns(line) - columns(line.trim_start()));
        }
    }

    /// Adds another document at the end.
    pub(super) fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks);
    }

    /// Adds a blank line at the end, and returns the document.
    pub(super) fn with_blank_line(mut self) -> Self {
        self.lines("");
        self
    }

    /// Puts another document at the beginning.
    pub(super) fn prepend(&mut self, other: Document) {
        self.blocks.splice(..0, other.blocks);
    }

    /// Returns the text in lines of at most `width` columns, unless a word or a command is wider.
    /// Every line ends with a line feed.
    pub(super) fn lay_out(&self, width: usize) -> String {
        let mut out = String::new();
        for block in &self.blocks {
            match block {
                Block::Paragraph { text, hang } => out += &paragraph(text, *hang, width),
                Block::Row { label, text } => {
                    out += &paragraph(&format!("{label:<LABEL$} {text}"), LABEL + 1, width);
                }
                Block::Next { start, next: Next::Command(command) } => {
                    out.extend([start, explained(command, columns(start), width).as_str()]);
                }
                Block::Next { start, next: Next::Advice(text) } => {
                    out += &paragraph(&format!("{start}{text}"), columns(start), width);
                }
                Block::Drawing(text) => out += text.strip_suffix('\n').unwrap_or(text),
            }
            out.push('\n');
        }
        out
    }

    /// Returns the number of lines on a screen of this width.
    pub(super) fn height(&self, width: usize) -> usize {
        self.lay_out(width).lines().count()
    }
}

/// Converts text to its lines, as [`Document::lines`] adds them. Empty text has no lines.
impl From<&str> for Document {
    fn from(text: &str) -> Self {
        let mut document = Document::default();
        if !text.is_empty() {
            document.lines(text);
        }
        document
    }
}

impl From<String> for Document {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

fn paragraph(text: &str, hang: usize, width: usize) -> String {
    let hang = if hang + LEAST > width { hang.min(INDENT) } else { hang };
    let (start, rest) = split_at_columns(text, hang);
    let mut set = format!("{start}{}", under(rest, hang, width));
    let is_cut = |line: &str| columns(line) > width && line.contains("pbem ");
    // A command that doesn't fit below a label gets more room: its line starts further left.
    if hang > INDENT && set.lines().next().is_some_and(is_cut) {
        let start = if start.trim().is_empty() { " ".repeat(INDENT) } else { start.to_owned() };
        set = wrap(&(start + rest), width, &" ".repeat(INDENT));
    } else if hang > INDENT && set.lines().any(is_cut) {
        let left = |text: &str| " ".repeat(width.saturating_sub(columns(text)).max(INDENT));
        let lines = set.lines().map(|line| match line.trim_start() {
            text if is_cut(line) => left(text) + text,
            _ => line.to_owned(),
        });
        set = lines.collect::<Vec<_>>().join("\n");
    }
    set.trim_end().replace(GLUE, " ")
}

/// Wraps text that begins at this column. All lines but the first are indented to this column.
fn under(text: &str, column: usize, width: usize) -> String {
    let indent = " ".repeat(column);
    wrap(text, width.saturating_sub(column), "").replace('\n', &format!("\n{indent}"))
}

/// Returns a command with its explanation: on one line if there is room, otherwise with the
/// explanation below the command, as comments that a shell ignores.
pub(super) fn explained(command: &Suggested, indent: usize, width: usize) -> String {
    let (one_line, Suggested { line, why, .. }) = (command.to_string(), command);
    if why.is_empty() || indent + columns(&one_line) <= width {
        return one_line;
    }
    if indent + columns(line) + columns(GAP) + columns(why) <= width {
        return format!("{line}{GAP}{why}");
    }
    let indent = indent + BELOW;
    let why = wrap(why, width.saturating_sub(indent + MARK.len()), "");
    let below = why.lines().map(|part| format!("\n{:indent$}{MARK}{part}", ""));
    format!("{line}{}", below.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let row =
            |label: &str, text: &str| Block::Row { label: label.to_owned(), text: text.to_owned() };
        let mut document = Document::from(
            "New game cd-bob: Checkpoint: Danger!, alice against bob. 14 days for each turn. Hints \
             are allowed.\n\n",
        );
        document.push(row("Note", "a new vault was made. Keep its twelve words on paper."));
        document.append(Document::drawing("  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │\n"));
        let next = Next::command("pbem config sendmail msmtp").why("and the next are sent");
        document.push(Block::Next { start: "Next:     ".to_owned(), next });
        document
    }

    #[test]
    fn a_document_is_laid_out_at_the_real_width() {
        let narrow = "\
New game cd-bob: Checkpoint: Danger!, alice
against bob. 14 days for each turn. Hints are
allowed.

Note      a new vault was made. Keep its twelve
          words on paper.
  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
Next:     pbem config sendmail msmtp
              # and the next are sent
";
        assert_eq!(document().lay_out(48), narrow);
        let wide = document().lay_out(80);
        assert!(wide.contains("msmtp  # and the next are sent\n"), "{wide}");
        assert_eq!(document().height(80), 6);
        assert_eq!(document().height(120), 5);
    }

    /// A layout that counts characters instead of columns fails here.
    #[test]
    fn wide_characters_take_two_columns() {
        let document = Document::from("日本 ".repeat(20).as_str());
        let widths = document.lay_out(40).lines().map(columns).collect::<Vec<_>>();
        assert_eq!(widths, [39, 39, 19]);
    }

    #[test]
    fn commands_are_never_broken() {
        let mut document = Document::default();
        let text = "To cancel your offer: pbem offer a-game-with-a-long-name --cancel";
        document.push(Block::Row { label: "Waits".to_owned(), text: text.to_owned() });
        for width in 20..80 {
            let set = document.lay_out(width);
            assert!(set.contains("pbem offer a-game-with-a-long-name"), "{set}");
        }
        let mut path = Document::default();
        path.push(Block::Row { label: "Vault".to_owned(), text: "/".repeat(90) });
        assert_eq!(path.lay_out(80).lines().count(), 1, "a label stays beside its word");
        let message = Document::message("Your turn is signed. See  pbem status cd-bob");
        assert_eq!(message.lay_out(30), "pbem: Your turn is signed. See\n  pbem status cd-bob\n");
        let title_line = Document::from("turn 4    YOUR\u{a0}MOVE");
        assert_eq!(title_line.lay_out(15), "turn 4\nYOUR MOVE\n");
    }
}
