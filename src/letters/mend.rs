//! What mail programs do to a file that stands in a text, undone: quoting, wrapping, flowing,
//! encoding once too often.
//!
//! None of it is trusted. Each attempt is only a candidate, and the reader takes the first whose
//! chain and signatures hold to the end.

use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::parts::Flow;

/// What stands before the lines of a quotation. No line of a turn file begins with any of these but
/// the blank, which means nothing there.
const QUOTES: [char; 5] = ['>', '|', ':', '%', ' '];

/// In how many lines one of 72 columns can have been broken by a program that leaves at least some
/// twenty.
const MOST_JOINED: usize = 4;

/// The texts that a damaged one may have been, the likeliest first, the text itself in front.
pub(super) fn candidates(text: &str, flow: Flow) -> impl Iterator<Item = String> {
    let text = text.to_owned();
    let ways: [fn(&str, Flow) -> Option<String>; 7] = [
        |text, _| Some(text.to_owned()),
        |text, flow| (flow != Flow::Fixed).then(|| unflowed(text, flow)),
        |text, _| Some(unquoted(text)),
        |text, _| Some(joined(&unquoted(text), Wrap::AtBlanks)),
        |text, _| Some(joined(&unquoted(text), Wrap::Anywhere)),
        |text, flow| (flow == Flow::Fixed).then(|| unflowed(text, Flow::Flowed)),
        |text, _| Some(joined(&unquoted(&decoded_again(text)?), Wrap::AtBlanks)),
    ];
    let mut tried: Vec<String> = Vec::new();
    ways.into_iter().filter_map(move |way| {
        let candidate = way(&text, flow)?;
        let new = !tried.contains(&candidate);
        tried.extend(new.then(|| candidate.clone()));
        new.then_some(candidate)
    })
}

fn unquoted(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_start_matches(QUOTES).trim_end(), "\n"]).collect()
}

/// Flowed lines joined again, and what was stuffed in front of them taken away (RFC 3676).
fn unflowed(text: &str, flow: Flow) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open = None;
    for line in text.lines() {
        let bare = line.trim_start_matches('>');
        let depth = line.len() - bare.len();
        let content = bare.strip_prefix(' ').unwrap_or(bare);
        if open.is_some_and(|open| open != depth) {
            out.push('\n');
        }
        let flows = content.ends_with(' ') && content != "-- ";
        out.push_str(if flows && flow == Flow::Delsp {
            &content[..content.len() - 1]
        } else {
            content
        });
        if !flows {
            out.push('\n');
        }
        open = flows.then_some(depth);
    }
    out
}

/// Where a mail program broke lines that were too long for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    /// at blanks, which it took away
    AtBlanks,
    /// in the middle of words
    Anywhere,
}

/// Lines joined that were broken within a string or before a value; between the entries of a list a
/// break means nothing.
///
/// What stands between the first line and `pbem = 1` is only told to people, and is left out, since
/// its rest has no sign of a comment.
fn joined(text: &str, wrap: Wrap) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    if let Some(first) = lines.next() {
        out.push_str(first);
        out.push('\n');
    }
    let mut lines = lines.skip_while(|line| !line.starts_with("pbem"));
    while let Some(line) = lines.next() {
        let mut whole = line.to_owned();
        for _ in 0..MOST_JOINED {
            if line.starts_with('#') || !is_open(&whole) {
                break;
            }
            let Some(next) = lines.next() else { break };
            let hex = whole.rsplit('"').next().is_some_and(|begun| {
                begun.len() >= 8 && begun.bytes().all(|byte| byte.is_ascii_hexdigit())
            });
            if wrap == Wrap::AtBlanks && !hex {
                whole.push(' ');
            }
            whole.push_str(next);
        }
        out.push_str(&whole);
        out.push('\n');
    }
    out
}

/// Does the line end within a string, or before its value?
fn is_open(line: &str) -> bool {
    let mut within = false;
    let mut escaped = false;
    for sign in line.chars() {
        match sign {
            _ if escaped => escaped = false,
            '\\' if within => escaped = true,
            '"' => within = !within,
            _ => {}
        }
    }
    within || line.ends_with('=')
}

/// The text without the quoted-printable that nobody has decoded, if it looks as if it had some.
fn decoded_again(text: &str) -> Option<String> {
    let looks = text.contains("=3D");
    let decoded = looks.then(|| quoted_printable_decode(text.as_bytes()))??;
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_go_at_any_depth() {
        assert_eq!(unquoted("> > a\n>> b\n>\n> | c  \n  d"), "a\nb\n\nc\nd\n");
    }

    #[test]
    fn flowed_lines_are_joined_within_one_depth() {
        assert_eq!(
            unflowed("a \nb\n> c \n> d\n  e\n-- \nf", Flow::Flowed),
            "a b\nc d\n e\n-- \nf\n"
        );
        assert_eq!(unflowed("a \n> b \nc", Flow::Flowed), "a \nb \nc\n");
        assert_eq!(unflowed("ab \ncd", Flow::Delsp), "abcd\n");
    }

    #[test]
    fn broken_lines_are_joined() {
        let text = "# pbem\nas text\npbem = 1\nmove = [\"Checkpoint\nDanger\"]\nseat =\n\"bob\"\n\
                    x = [\n\"0123456789\nabcdef\",\n]\n# end";
        let whole = "# pbem\npbem = 1\nmove = [\"Checkpoint Danger\"]\nseat = \"bob\"\n\
                     x = [\n\"0123456789abcdef\",\n]\n# end\n";
        assert_eq!(joined(text, Wrap::AtBlanks), whole);
        assert_eq!(
            joined("x\npbem\na = \"b\\\"c\nd\"\n", Wrap::Anywhere),
            "x\npbem\na = \"b\\\"cd\"\n"
        );
    }

    #[test]
    fn no_candidate_comes_twice() {
        assert_eq!(candidates("a\n", Flow::Fixed).count(), 1);
        assert!(candidates("> a =3D b", Flow::Flowed).any(|text| text == "a = b\n"));
    }
}
