//! From bytes to the text of one turn file, and from that to pieces of one turn each.

use std::borrow::Cow;

/// How the first line of a turn file begins.
pub const BEGIN: &str = "# pbem turn file";
/// The last line of a turn file.
pub const END: &str = "# end of pbem turn file";
/// How a turn begins in a file as pbem writes it.
const TURN: &str = "\n[[turn]]\n";

/// Does a file say letter by letter all that `known` says, with or without further turns? Both as
/// pbem writes them.
pub fn continues(text: &str, known: &str) -> bool {
    let known = substance(known).strip_suffix('\n').and_then(|known| known.strip_suffix(END));
    let rest = known.and_then(|known| substance(text).strip_prefix(known));
    rest.is_some_and(|rest| rest.strip_suffix('\n') == Some(END) || rest.starts_with(TURN))
}

/// A file without the lines before its header, which tell of its length.
fn substance(text: &str) -> &str {
    text.find("\n[game]\n").and_then(|at| text.get(at..)).unwrap_or_default()
}

/// The last turn of a file as pbem writes it, to the end.
pub fn last_turn(text: &str) -> &str {
    text.rfind(TURN).and_then(|at| text.get(at + 1..)).unwrap_or_default()
}

/// Bytes as text: UTF-8, or UTF-16 with its mark in front.
///
/// What is neither becomes U+FFFD: a mail around the file may be in any character set, and inside
/// the file that character is refused.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .map(|ch| ch.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Where the turn file is in a text.
pub(super) struct Found<'a> {
    /// The text from the first marker to the last; all of it if there are none.
    pub(super) body: &'a str,
    /// Where `body` begins in the text, in bytes.
    pub(super) start: usize,
    /// Whether the first marker is there.
    pub(super) marked: bool,
    /// Where another turn file begins behind this one, in bytes from `start`.
    pub(super) another: Option<usize>,
}

/// Finds the turn file in a text, such as a mail with greetings above and a signature below.
pub(super) fn find(text: &str) -> Found<'_> {
    let begin = line_that_begins(text, BEGIN);
    let start = begin.unwrap_or(0);
    let rest = &text[start..];
    let end = line_that_begins(rest, END).unwrap_or(rest.len());
    let (body, behind) = rest.split_at(end);
    let another = line_that_begins(behind, BEGIN).map(|at| end + at);
    Found { body, start, marked: begin.is_some(), another }
}

/// Where the first line that begins so, blanks aside, has its first sign.
fn line_that_begins(text: &str, with: &str) -> Option<usize> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let bare = line.trim_start_matches(|ch: char| ch.is_whitespace() || ch == '\u{feff}');
        let found = bare.starts_with(with).then_some(at + line.len() - bare.len());
        at += line.len();
        found
    })
}

/// Cuts the text of a turn file before every line `[[turn]]`, and says where each piece begins.
///
/// No value of a turn file holds such a line, so the pieces together say what the whole says.
/// Reading them one by one keeps the turns before a damaged one, takes time in proportion to the
/// length, and never holds more than one turn as a tree.
pub(super) fn pieces(body: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &body[start..];
        let mut length = 0;
        let cut = rest.split_inclusive('\n').find_map(|line| {
            let at = length;
            length += line.len();
            (at > 0 && is_turn_line(line)).then_some(at)
        });
        next = cut.map(|at| start + at);
        Some((start, &rest[..cut.unwrap_or(rest.len())]))
    })
}

fn is_turn_line(line: &str) -> bool {
    let inside = line
        .trim_start()
        .strip_prefix("[[")
        .and_then(|rest| rest.trim_start().strip_prefix("turn"));
    inside.is_some_and(|rest| rest.trim_start().starts_with("]]"))
}

/// The text of a turn up to the end of its signature, which is written last.
pub(super) fn up_to_signature(piece: &str) -> &str {
    let end = line_that_begins(piece, "signature")
        .and_then(|at| Some(at + piece.get(at..)?.find(']')? + 1));
    end.and_then(|end| piece.get(..end)).unwrap_or(piece)
}
