//! Normalizes typed text before the rules parse it, so that the result doesn't depend on the
//! keyboard or the mail program.

use std::fmt::Display;

use unicode_width::UnicodeWidthChar;

/// Maximum length of a quote in an error message, in characters.
const SHOWN: usize = 40;

/// Normalizes text to plain characters: dashes, quotes, spaces and full-width characters become
/// ASCII, invisible characters disappear, Cyrillic and Greek characters become the Latin ones that
/// they look like, the text is trimmed, and whitespace (including line feeds) collapses. Case stays
/// as typed, and so does a character without an ASCII equivalent, so that an error can show it. To
/// keep the line breaks, call this for each line separately.
pub fn plain(typed: &str) -> String {
    let mut out = String::with_capacity(typed.len());
    for sign in typed.chars() {
        match plain_sign(sign) {
            Kin::Blank if out.is_empty() || out.ends_with(' ') => {}
            Kin::Blank => out.push(' '),
            Kin::Sign(sign) => out.push(sign),
            Kin::Nothing => {}
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns the number of terminal columns for a character: two for a wide character, zero if the
/// character combines with the previous character.
pub fn char_columns(ch: char) -> usize {
    match ch {
        // This variation selector turns the symbol before it into an emoji, which is one column
        // wider.
        '\u{fe0f}' => 1,
        ch => ch.width().unwrap_or(0),
    }
}

/// Returns the number of terminal columns for this text.
pub fn columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

/// Splits text after at most `most` columns. Combining characters stay with their base.
///
/// ```
/// use pbem::board::text::split_at_columns;
///
/// assert_eq!(split_at_columns("日本語", 5), ("日本", "語"));
/// assert_eq!(split_at_columns("e\u{301}e\u{301}", 1), ("e\u{301}", "e\u{301}"));
/// ```
pub fn split_at_columns(text: &str, most: usize) -> (&str, &str) {
    let mut width = 0;
    let over = text.char_indices().find(|(_, ch)| {
        width += char_columns(*ch);
        width > most
    });
    text.split_at(over.map_or(text.len(), |(at, _)| at))
}

/// Returns the text without its first `column` columns. A wide character that is cut in two becomes
/// a space.
pub fn from_column(text: &str, column: usize) -> String {
    let (before, rest) = split_at_columns(text, column);
    if columns(before) == column || rest.is_empty() {
        return rest.to_owned();
    }
    format!(" {}", split_at_columns(rest, 2).1)
}

/// Returns the items as one string, with `between` between them.
pub fn joined<T: Display>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(between)
}

/// Returns a list of ascending numbers as text, with runs of three or more combined: `1 to 3, 5`.
pub fn runs(numbers: &[u8]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        few => joined(few, ", "),
    });
    joined(runs, ", ")
}

/// Lists numbers by row, each row with its label: `A 1 to 3, 5. C 7`.
pub fn rows<T: Display + PartialEq>(numbers: impl Iterator<Item = (T, u8)>) -> String {
    let numbers: Vec<(T, u8)> = numbers.collect();
    let row = |row: &[(T, u8)]| {
        let in_row: Vec<u8> = row.iter().map(|(_, number)| *number).collect();
        format!("{} {}", row[0].0, runs(&in_row))
    };
    joined(numbers.chunk_by(|(one, _), (next, _)| one == next).map(row), ". ")
}

/// Appends spaces to the text until it is `width` columns wide.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns(text)))
}

/// Returns typed text in a form in which an error message can quote it: shortened, and without
/// characters that could affect a terminal or look like a placeholder.
pub fn quoted(typed: &str) -> String {
    let plain = plain(typed);
    let mut signs = plain.chars().map(|sign| match sign {
        '{' => '(',
        '}' => ')',
        '"' => '\'',
        sign if sign.is_ascii_graphic() || sign == ' ' || sign.is_alphanumeric() => sign,
        _ => '?',
    });
    let mut out: String = signs.by_ref().take(SHOWN).collect();
    if signs.next().is_some() {
        out.push_str("...");
    }
    out
}

/// Result of normalizing a character.
enum Kin {
    Sign(char),
    Blank,
    Nothing,
}

fn plain_sign(sign: char) -> Kin {
    let kin = match sign {
        // Some keyboards make it easy to type an accent or a prime instead of a quote.
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2039}' | '\u{203a}' | '\u{b4}' | '`' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}' => '-',
        '\u{a1}' => '!',
        '\u{37e}' => ';',
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{feff}' => {
            return Kin::Nothing;
        }
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xff01 + 0x21).unwrap_or(sign),
        sign if sign.is_whitespace() => return Kin::Blank,
        sign if sign.is_control() => return Kin::Nothing,
        sign => look_alike(sign),
    };
    Kin::Sign(kin)
}

/// Returns the Latin character that a Cyrillic or Greek character looks like, or the character
/// itself. Lower case follows upper case even if it looks different, because players type squares
/// in either case.
fn look_alike(sign: char) -> char {
    match sign {
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ё' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'Ј' => 'J',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'У' | 'Υ' => 'Y',
        'Х' | 'Χ' => 'X',
        'Ζ' => 'Z',
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' => 'c',
        'е' | 'ё' | 'ε' => 'e',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ν' => 'n',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        'ζ' => 'z',
        _ => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_all_kinds_run_together() {
        assert_eq!(plain("\u{feff}  Fiji\u{a0}\u{a0}6 ;\t\r\n C3\u{2009}"), "Fiji 6 ; C3");
        assert_eq!(plain(" \u{3000} "), "");
    }

    #[test]
    fn dashes_and_quotes_become_plain() {
        assert_eq!(plain("fiji\u{2013}6"), "fiji-6");
        assert_eq!(plain("D4\u{2212}D5, F2\u{2014}F3"), "D4-D5, F2-F3");
        assert_eq!(
            plain("\u{201e}F6\u{201c} \u{ab}C3\u{bb} \u{2018}A1\u{2019}"),
            "\"F6\" \"C3\" 'A1'"
        );
    }

    #[test]
    fn look_alikes_are_read_as_meant() {
        assert_eq!(plain("А1 В2 С3 Е5 Н8"), "A1 B2 C3 E5 H8");
        assert_eq!(plain("а1 в2 с3 е5 н8"), "a1 b2 c3 e5 h8");
        assert_eq!(plain("Ｆ６"), "F6");
    }

    #[test]
    fn invisible_signs_go_and_strange_ones_stay() {
        assert_eq!(plain("F\u{200b}6\u{202e}\u{7}"), "F6");
        assert_eq!(plain("Ж6"), "Ж6");
    }

    #[test]
    fn a_quotation_is_short_and_harmless() {
        assert_eq!(quoted("Ж6 \u{1b}[31m{0} \"x\" \u{1f600}"), "Ж6 [31m(0) 'x' ?");
        assert_eq!(quoted(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert_eq!(quoted(&"x".repeat(40)), "x".repeat(40));
    }
}
