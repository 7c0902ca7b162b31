//! What a screen can show; stand-ins for those, and for printers, that know ASCII only.

use super::SCREEN;
use crate::board::text::char_columns;

/// How text shall look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// nothing but ASCII
    pub ascii: bool,
    /// how many columns a line may take, where a board or a word is not wider itself
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Look { ascii: false, width: SCREEN }
    }
}

/// The text in this look. No text gets wider or narrower: each character becomes as many stand-ins
/// as it has columns, `?` if none is like it.
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
