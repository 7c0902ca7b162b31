//! How large a turn file and its parts may be, and of what letters. All limits lie above the
//! largest legal game.

/// Largest turn file, in bytes as received. Whoever reads from a disk or a mailbox stops behind
/// this many.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// Longest turn, and longest header, in bytes of its lines without blanks at their ends, a line
/// feed behind each.
pub const MAX_TURN_BYTES: usize = 64 * 1024;
/// In this turn a game ends at the latest.
pub const LAST_TURN: u32 = 4_000;
/// Most turns of a file: behind the last there are only setups shown.
pub const MAX_TURNS: u32 = LAST_TURN + 3;
/// Fewest seats.
pub const MIN_SEATS: usize = 2;
/// Most seats.
pub const MAX_SEATS: usize = 9;
/// Most items of a list; the largest sheet, a 16 x 16 Spy! board, has 256.
pub const MAX_ENTRIES: usize = 1_024;
/// Widest entry of a list, in columns, `"` and `\` counted twice since they are escaped.
pub const ENTRY_COLUMNS: usize = 66;
/// Widest piece of a text, in columns as escaped.
pub const PIECE_COLUMNS: usize = 64;
/// Longest seat, kind of game, option name or option word, in characters.
pub const MAX_WORD: usize = 32;
/// Most options.
pub const MAX_OPTIONS: usize = 32;
/// Most numbers in an option.
pub const MAX_NUMBERS: usize = 16;
/// Most lines in an option.
pub const MAX_LINES: usize = 40;
/// Widest line in an option, in columns.
pub const LINE_COLUMNS: usize = 64;
/// Largest size of an integer: every reader of numbers keeps it exactly.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;
/// How many days an arbiter may have to wait after a deadline.
pub const GRACE_DAYS: std::ops::RangeInclusive<u32> = 1..=60;
/// Longest `name`, in characters.
pub const MAX_NAME: usize = 40;
/// Longest `mail`, in characters.
pub const MAX_MAIL: usize = 254;
/// Longest `note`, in characters.
pub const MAX_NOTE: usize = 280;
/// All notes of one seat together, in bytes of UTF-8.
pub const MAX_NOTES_OF_SEAT: usize = 16 * 1024;

/// Is it a word: small letters, digits and hyphens, a letter first, at most [`MAX_WORD`]?
pub fn is_word(text: &str) -> bool {
    text.len() <= MAX_WORD
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// May a seat be called so? A word, but none that Windows takes for a device: seats become parts of
/// file names.
pub fn is_seat_name(text: &str) -> bool {
    let numbered = |device: &str| {
        text.strip_prefix(device)
            .is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let device =
        matches!(text, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt");
    is_word(text) && !device
}

/// Why people cannot sit down under these names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatFault<'a> {
    /// no seat can be called so
    Name(&'a str),
    /// two seats would be called so
    Twice(&'a str),
}

/// Can these be the seats of a game?
pub fn check_seats(seats: &[String]) -> Result<(), SeatFault<'_>> {
    for (at, name) in seats.iter().enumerate() {
        if !is_seat_name(name) {
            return Err(SeatFault::Name(name));
        }
        if seats.iter().take(at).any(|other| other == name) {
            return Err(SeatFault::Twice(name));
        }
    }
    Ok(())
}

/// Is it printable ASCII, and at most `columns` wide when escaped?
pub fn is_printable(text: &str, columns: usize) -> bool {
    let escapes = text.bytes().filter(|b| matches!(b, b'"' | b'\\')).count();
    text.len() + escapes <= columns && text.bytes().all(|b| (b' '..=b'~').contains(&b))
}

/// May it stand in `answer`, `move`, `open` or `reveal`?
pub fn is_entry(text: &str) -> bool {
    !text.is_empty() && is_printable(text, ENTRY_COLUMNS)
}

/// What stands against `text` as a `name`, `mail` or `note` of at most `most` characters; `None` if
/// nothing does.
///
/// Any script will do, but nothing that could steer a terminal, hide, or turn the text around.
pub fn text_problem(text: &str, most: usize) -> Option<String> {
    if text.is_empty() {
        return Some("is empty; leave it out instead".to_owned());
    }
    if let Some(bad) = text.chars().find(|&ch| is_unprintable(ch)) {
        return Some(format!(
            "has the character U+{:04X}, which cannot be seen or shown safely",
            u32::from(bad)
        ));
    }
    let length = text.chars().count();
    (length > most).then(|| format!("has {length} characters, but at most {most} are allowed"))
}

/// Could this character steer a terminal, hide, or turn the text around?
pub fn is_unprintable(ch: char) -> bool {
    ch.is_control()
        || matches!(ch,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}
