//! Output options, and ASCII replacements for screens and printers that need them.

use crate::board::text::char_columns;

/// How to format text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether to use only ASCII.
    pub ascii: bool,
    /// Maximum width of a line in columns, unless a board or a word is wider.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Look { ascii: false, width: 80 }
    }
}

/// Replaces characters that aren't ASCII, if the look allows only ASCII. The width doesn't change:
/// the replacement (`?` if there is none) is repeated for each column of the character.
pub fn plain(text: &str, look: Look) -> String {
    if !look.ascii {
        return text.to_owned();
    }
    let width = |ch: char| if ch.is_ascii() { 1 } else { char_columns(ch) };
    text.chars().flat_map(|ch| std::iter::repeat_n(stand_in(ch), width(ch))).collect()
}

fn stand_in(sign: char) -> char {
    match sign {
        ascii if ascii.is_ascii() => ascii,
        '─' | '━' | '\u{2010}'..='\u{2015}' | '−' | '↔' | '\u{ad}' => '-',
        '═' => '=',
        '│' | '┃' | '║' | '╞' | '╡' | '╟' | '╢' | '¦' | '↕' => '|',
        // Corners, branches and crossings.
        '\u{250c}'..='\u{254b}' | '\u{2552}'..='\u{256c}' | '†' => '+',
        '░' => ':',
        '▒' => '%',
        '▓' | '█' | '■' | '▪' | '▬' => '#',
        '▲' | '△' | '↑' => '^',
        '▼' | '▽' | '↓' | '√' | '✓' => 'v',
        '►' | '▶' | '→' | '≥' => '>',
        '◄' | '◀' | '←' | '≤' => '<',
        '○' | '●' | '◦' | '◊' | '□' | '▫' | '°' => 'o',
        '×' => 'x',
        '·' | '∙' | '…' => '.',
        '•' => '*',
        '÷' | '⁄' => '/',
        '\u{2018}'..='\u{201b}' | '‹' | '›' | '′' | '´' => '\'',
        '\u{201c}'..='\u{201f}' | '«' | '»' | '″' => '"',
        blank if blank.is_whitespace() => ' ',
        _ => '?',
    }
}
