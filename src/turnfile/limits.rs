//! Limits on sizes and characters in a turn file. All limits are higher than the largest legal game
//! needs.

/// Maximum size of a turn file, in bytes as received. Code that reads a disk or a mailbox stops
/// after this number of bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Maximum size of a turn, and of the header, in bytes. Each line counts without surrounding
/// whitespace, but with its line feed.
pub const MAX_TURN_BYTES: usize = 64 * 1024;
/// Number of the last possible turn of a game, apart from reveals.
pub const LAST_TURN: u32 = 4_000;
/// Maximum number of turns in a file. After [`LAST_TURN`] there are only reveals.
pub const MAX_TURNS: u32 = LAST_TURN + 3;
pub const MIN_SEATS: usize = 2;
pub const MAX_SEATS: usize = 9;
/// Maximum number of items in a list. The largest setup, a 16 x 16 Spy! board, has 256 items.
pub const MAX_ENTRIES: usize = 1_024;
/// Maximum width of a list entry, in columns. `"` and `\` count twice because they are escaped.
pub const ENTRY_COLUMNS: usize = 66;
/// Maximum width of the strings into which a name, address or note is split, in columns after
/// escaping.
pub const PIECE_COLUMNS: usize = 64;
/// Maximum length of a seat, kind, option name or option word, in characters.
pub const MAX_WORD: usize = 32;
pub const MAX_OPTIONS: usize = 32;
/// Maximum number of numbers in an option.
pub const MAX_NUMBERS: usize = 16;
/// Maximum number of lines in an option.
pub const MAX_LINES: usize = 40;
/// Maximum width of a line in an option, in columns.
pub const LINE_COLUMNS: usize = 64;
/// Maximum absolute value of an integer. Every JSON parser represents such integers exactly.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;
/// Range of the number of days that a game can require its arbiter to wait after a deadline.
pub const GRACE_DAYS: std::ops::RangeInclusive<u32> = 1..=60;
/// Maximum length of `name`, in characters.
pub const MAX_NAME: usize = 40;
/// Maximum length of `mail`, in characters.
pub const MAX_MAIL: usize = 254;
/// Maximum length of `note`, in characters.
pub const MAX_NOTE: usize = 280;
/// Maximum size of all notes of one seat, in bytes of UTF-8.
pub const MAX_NOTES_OF_SEAT: usize = 16 * 1024;

/// Whether the text is a word: a lower-case letter, then lower-case letters, digits and hyphens, at
/// most [`MAX_WORD`] characters.
pub fn is_word(text: &str) -> bool {
    text.len() <= MAX_WORD
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Whether the text is a valid seat name: a word that isn't the name of a Windows device, because
/// seats become parts of file names.
pub fn is_seat_name(text: &str) -> bool {
    let numbered = |device: &str| {
        text.strip_prefix(device)
            .is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let device =
        matches!(text, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt");
    is_word(text) && !device
}

/// Why a list of names can't be the seats of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatNameError<'a> {
    /// The name isn't valid.
    Name(&'a str),
    /// Two seats have the same name.
    Twice(&'a str),
}

/// Checks the names of all seats of a game.
pub fn check_seats(seats: &[String]) -> Result<(), SeatNameError<'_>> {
    for (at, name) in seats.iter().enumerate() {
        if !is_seat_name(name) {
            return Err(SeatNameError::Name(name));
        }
        if seats.iter().take(at).any(|other| other == name) {
            return Err(SeatNameError::Twice(name));
        }
    }
    Ok(())
}

/// Whether the text is printable ASCII and at most `columns` wide after escaping.
pub fn is_printable(text: &str, columns: usize) -> bool {
    let escapes = text.bytes().filter(|b| matches!(b, b'"' | b'\\')).count();
    text.len() + escapes <= columns && text.bytes().all(|b| (b' '..=b'~').contains(&b))
}

/// Whether the text may be an entry of `answer`, `move`, `open` or `reveal`.
pub fn is_entry(text: &str) -> bool {
    !text.is_empty() && is_printable(text, ENTRY_COLUMNS)
}

/// Returns what is wrong with `text` as a `name`, `mail` or `note` of at most `most` characters;
/// `None` if it is valid.
///
/// Any script is allowed, but no character that could control a terminal, be invisible, or change
/// the text direction.
pub fn text_problem(text: &str, most: usize) -> Option<String> {
    if text.is_empty() {
        return Some("is empty; leave it out instead".to_owned());
    }
    if let Some(bad) = text.chars().find(|&ch| is_unprintable(ch)) {
        return Some(format!(
            "has the character U+{:04X}, which is invisible or not safe to show",
            u32::from(bad)
        ));
    }
    let length = text.chars().count();
    (length > most).then(|| format!("has {length} characters, but at most {most} are allowed"))
}

/// Whether this character could control a terminal, be invisible, or change the text direction.
pub fn is_unprintable(ch: char) -> bool {
    ch.is_control()
        || matches!(ch,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}
