//! Repairs a file that a mail program has changed by quoting, wrapping, flowing or encoding it
//! twice.
//!
//! No repair is trusted. Each repaired version is only a candidate. The reader takes the first
//! candidate with a chain and signatures that are valid to the end.

use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::parts::Flow;

/// Characters that mail programs put in front of quoted lines. No line of a turn file begins with
/// one of these except the space, which has no meaning at the start of a line.
const QUOTES: [char; 5] = ['>', '|', ':', '%', ' '];

/// Maximum number of lines that a line of 72 columns can become, if a program leaves at least
/// twenty columns in each.
const MOST_JOINED: usize = 4;

/// Returns the possible originals of damaged text: first the text itself, then repaired versions,
/// the likeliest first.
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

/// Joins flowed lines and removes the spaces added by space-stuffing (RFC 3676).
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

/// How a mail program broke long lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    /// At spaces, which it removed.
    AtBlanks,
    /// Within words.
    Anywhere,
}

/// Joins lines that were broken within a string or before a value. Between the entries of a list, a
/// line break has no meaning.
///
/// The text between the first line and `pbem = 2` is for people and is left out, because its broken
/// lines lack the comment sign.
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
            let hex = whole.rsplit('"').next().is_some_and(|last_part| {
                last_part.len() >= 8 && last_part.bytes().all(|byte| byte.is_ascii_hexdigit())
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

/// Whether the line ends within a string or before its value.
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

/// Decodes quoted-printable in text that seems to contain undecoded parts.
fn decoded_again(text: &str) -> Option<String> {
    let looks = text.contains("=3D");
    let decoded = looks.then(|| quoted_printable_decode(text.as_bytes()))??;
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_are_removed_at_any_depth() {
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
