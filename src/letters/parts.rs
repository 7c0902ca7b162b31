//! Splits a message into its text parts: bodies and attachments.
//!
//! `mail_parser` reads the headers. This module visits the parts one by one, without recursion,
//! because the sender decides how many parts there are and how deep they are nested.

use std::borrow::Cow;

use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{HeaderName, MessageParser};

use super::body::TAG;
use super::entity::{Head, Kind, split_head, split_parts};
use super::received::received;
use super::{html, uu};
use crate::turnfile::Moment;

/// Maximum size of a message in bytes. The largest turn file takes a sixth of this size in the
/// widest encoding.
pub const MAX_MESSAGE: usize = 32 * 1024 * 1024;
/// Maximum size of the headers of one part in bytes.
const MAX_HEAD: usize = 256 * 1024;
/// Maximum number of parts on all levels together.
const MAX_PARTS: usize = 256;
/// Maximum depth of nested multiparts and messages.
const MAX_DEPTH: usize = 16;
/// Maximum number of bytes decoded from one message on all levels together: a decoded part can
/// contain another encoded part, and so on.
const MAX_DECODED: usize = 2 * MAX_MESSAGE;

/// Text from a message: a body or an attachment, regardless of its name and declared type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) flow: Flow,
}

/// Whether lines that end in a space continue on the next line (RFC 3676).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Flow {
    #[default]
    Fixed,
    Flowed,
    /// Lines that end in a space continue, and that space is removed.
    Delsp,
}

/// Contents of a message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parts {
    pub(super) subject: Option<String>,
    /// When the message arrived, according to the recipient's mail server.
    pub(super) received: Option<Moment>,
    pub(super) texts: Vec<Part>,
    /// Why a part was skipped.
    pub(super) left_out: Option<&'static str>,
    /// Why a part is never opened, and what to do about it.
    pub(super) closed: Option<&'static str>,
}

impl Parts {
    /// Returns the part that pbem never opens, if there is no turn file beside it.
    pub(super) fn closed_part(&self, place: &str) -> Option<ClosedPart> {
        let advice = self.closed.filter(|_| self.texts.is_empty())?;
        let names_game = self.subject.as_ref().is_some_and(|subject| subject.contains(TAG));
        Some(ClosedPart { words: format!("{place}: {advice}"), names_game })
    }

    /// Adds a part that contains no other parts: its text, and the uuencoded attachments in the
    /// text. Returns the number of decoded bytes.
    fn take(&mut self, bytes: &[u8], head: &Head, marker: &str) -> usize {
        let text = text_with(bytes, head.charset.as_deref(), marker, head.kind == Kind::Html);
        self.add(bytes, text, head.flow);
        self.unpack(bytes, marker)
    }

    fn unpack(&mut self, bytes: &[u8], marker: &str) -> usize {
        let packed = uu::attachments(bytes);
        for bytes in &packed {
            self.add(bytes, text_with(bytes, None, marker, false), Flow::Fixed);
        }
        packed.iter().map(Vec::len).sum()
    }

    fn add(&mut self, bytes: &[u8], text: Option<String>, flow: Flow) {
        match text {
            Some(text) => self.texts.push(Part { text, flow }),
            None => self.closed = self.closed.or_else(|| closed(bytes)),
        }
    }
}

/// Returns the contents of text that is not a message: the text itself and its uuencoded
/// attachments.
pub(super) fn of_text(bytes: &[u8], marker: &str) -> Parts {
    let mut found = Parts::default();
    found.add(bytes, text_with(bytes, None, marker, false), Flow::Fixed);
    found.unpack(bytes, marker);
    found
}

/// An input that pbem never opens.
#[derive(Debug)]
pub struct ClosedPart {
    /// The place and the advice; safe to print.
    pub words: String,
    /// Whether it is in an email whose subject names a game.
    pub names_game: bool,
}

/// Returns advice for the user, if these bytes are of a known type that may contain a turn file but
/// that pbem never opens.
pub(super) fn closed(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 7] = [
        (
            b"PK\x03\x04",
            "pbem doesn't open archives (zip); unpack the archive, and receive the file in it",
        ),
        (
            b"\x1f\x8b",
            "pbem doesn't open archives (gzip); unpack the archive, and receive the file in it",
        ),
        (
            b"7z\xbc\xaf\x27\x1c",
            "pbem doesn't open archives (7z); unpack the archive, and receive the file in it",
        ),
        (
            b"Rar!\x1a\x07",
            "pbem doesn't open archives (rar); unpack the archive, and receive the file in \
            it",
        ),
        (
            b"\x78\x9f\x3e\x22",
            "its winmail.dat, in which Outlook packs attachments, has no complete turn file; ask \
                for the turn as plain text",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "pbem doesn't open messages that Outlook has saved (.msg); save the attachment instead",
        ),
        (b"-----BEGIN PGP MESSAGE-----", "it is encrypted; decrypt it, and save its attachment"),
    ];
    let bytes = bytes.trim_ascii_start();
    KNOWN.into_iter().find_map(|(start, what)| bytes.starts_with(start).then_some(what))
}

/// Whether these bytes begin like a message, with a header that every message has.
pub(super) fn is_message(bytes: &[u8]) -> bool {
    const USUAL: &[&str] = &[
        "arc-",
        "authentication-results",
        "cc",
        "content-",
        "date",
        "delivered-to",
        "dkim-",
        "envelope-to",
        "from",
        "in-reply-to",
        "list-",
        "message-id",
        "mime-version",
        "received",
        "references",
        "reply-to",
        "return-path",
        "sender",
        "status",
        "subject",
        "to",
        "user-agent",
        "x-",
    ];
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(colon) = line.iter().position(|byte| *byte == b':') else { return false };
    let name = String::from_utf8_lossy(&line[..colon]).to_ascii_lowercase();
    USUAL.iter().any(|usual| {
        if usual.ends_with('-') { name.starts_with(usual) } else { name.trim_end() == *usual }
    }) && name.trim_end().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// What to do with an S/MIME message.
const SECRET: &str =
    "it is encrypted or signed (S/MIME); open it in your mail program, and save its attachment";

/// Unpacks a message. Keeps only parts whose text contains `marker`.
pub(super) fn unpack(message: &[u8], marker: &str) -> Parts {
    let mut found = Parts::default();
    if message.len() > MAX_MESSAGE {
        found.left_out = Some("the message is too large to contain a turn file");
        return found;
    }
    let parser = MessageParser::new()
        .with_mime_headers()
        .header_text(HeaderName::Subject)
        .default_header_ignore();
    let mut todo: Vec<(Cow<'_, [u8]>, usize)> = vec![(Cow::Borrowed(message), 0)];
    let (mut count, mut decoded) = (0, 0_usize);
    while let Some((entity, depth)) = todo.pop() {
        count += 1;
        if count > MAX_PARTS {
            found.left_out = Some("the message has too many parts");
            break;
        }
        let (head, body) = split_head(&entity);
        if head.len() > MAX_HEAD {
            found.left_out = Some("a part of the message has too many headers");
            continue;
        }
        if depth == 0 {
            found.received = received(head);
        }
        let head = Head::read(&parser, head);
        if depth == 0 {
            found.subject.clone_from(&head.subject);
        }
        let inner: Vec<Vec<u8>> = match &head.kind {
            Kind::Multipart(boundary) => {
                let room = MAX_PARTS.saturating_sub(count + todo.len());
                split_parts(body, boundary.as_bytes()).take(room + 1).map(<[u8]>::to_vec).collect()
            }
            Kind::Message => vec![head.encoding.decode(body).into_owned()],
            Kind::Secret => {
                found.closed = Some(SECRET);
                Vec::new()
            }
            Kind::Html | Kind::Other => {
                let bytes = head.encoding.decode(body);
                decoded = decoded.saturating_add(bytes.len());
                decoded = decoded.saturating_add(found.take(&bytes, &head, marker));
                Vec::new()
            }
        };
        decoded = decoded.saturating_add(inner.iter().map(Vec::len).sum());
        if !inner.is_empty() && depth == MAX_DEPTH {
            found.left_out = Some("the parts of the message are nested too deeply");
        } else {
            todo.extend(inner.into_iter().rev().map(|inner| (Cow::Owned(inner), depth + 1)));
        }
        if decoded > MAX_DECODED.max(message.len().saturating_mul(MAX_DEPTH)) {
            found.left_out = Some("the decoded message is too large");
            break;
        }
    }
    found
}

/// Decodes these bytes as text. Tries UTF-8, or UTF-16 with a byte order mark; then the declared
/// character set; then UTF-16 without a byte order mark. Returns the first result that contains the
/// marker.
pub(super) fn text_with(
    bytes: &[u8],
    charset: Option<&str>,
    marker: &str,
    is_html: bool,
) -> Option<String> {
    let declared = || {
        charset.and_then(|name| charset_decoder(name.trim().as_bytes())).map(|decode| decode(bytes))
    };
    let plain = || Some(crate::turnfile::decode(bytes).into_owned());
    let wide = || {
        let name: &[u8] = match bytes {
            [0, _, ..] => b"utf-16be",
            [_, 0, ..] => b"utf-16le",
            _ => return None,
        };
        charset_decoder(name).map(|decode| decode(bytes))
    };
    let ways: [&dyn Fn() -> Option<String>; 3] = [&plain, &declared, &wide];
    ways.into_iter().find_map(|way| {
        let text = normal(&way()?);
        let text =
            if is_html || text.trim_start().starts_with('<') { html::to_text(&text) } else { text };
        text.contains(marker).then_some(text)
    })
}

/// Normalizes line ends and spaces, and removes invisible characters.
fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\r' => {
                signs.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' | '\u{c}' => out.push('\n'),
            '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' | '\t' => out.push(' '),
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{feff}' => {}
            '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{ff02}' => out.push('"'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(message: &str) -> Vec<String> {
        unpack(message.as_bytes(), "MARK")
            .texts
            .into_iter()
            .map(|part| part.text.trim().to_owned())
            .collect()
    }

    #[test]
    fn plain_message_is_its_body() {
        assert_eq!(texts("Subject: x\r\nFrom: a@b.c\r\n\r\nMARK one\r\n"), ["MARK one"]);
        assert_eq!(texts("Subject: x\n\nnothing\n"), [""; 0]);
        assert_eq!(
            unpack(b"Subject: =?utf-8?q?M=C3=BChle?=\n\nMARK", "MARK").subject.as_deref(),
            Some("M\u{fc}hle")
        );
    }

    #[test]
    fn multiparts_are_walked_in_order_and_may_be_incomplete() {
        let message = "Content-Type: multipart/mixed; boundary=\"=_b\"\n\npreamble MARK\n\
                       --=_b\nContent-Type: text/html\n\n<p>MARK&nbsp;1</p>\n\
                       --=_b  \nContent-Type: application/octet-stream\n\
                       Content-Transfer-Encoding: BASE64\n\nTUFSSyAy\n--=_bogus\n--=_b\n\n\
                       MARK 3\n--=_b--\nepilogue MARK\n";
        assert_eq!(texts(message), ["MARK 1", "MARK 2", "MARK 3"]);
        let open = message.split("--=_b--").next().expect("a start");
        assert_eq!(texts(open), ["MARK 1", "MARK 2", "MARK 3"]);
    }

    #[test]
    fn forwarded_message_is_opened_also_in_base64() {
        let inner = "Subject: inner\n\nMARK inner\n";
        assert_eq!(texts(&format!("Content-Type: message/rfc822\n\n{inner}")), ["MARK inner"]);
        let packed = "U3ViamVjdDogaW5uZXIKCk1BUksgaW5uZXIK";
        assert_eq!(
            texts(&format!(
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{packed}"
            )),
            ["MARK inner"]
        );
    }

    #[test]
    fn character_sets_are_decoded() {
        let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "x MARK".encode_utf16().flat_map(bytes).collect()
        };
        assert_eq!(
            text_with(&wide(u16::to_le_bytes), Some("utf-16le"), "MARK", false).as_deref(),
            Some("x MARK")
        );
        assert_eq!(
            text_with(&wide(u16::to_be_bytes), None, "MARK", false).as_deref(),
            Some("x MARK")
        );
        assert_eq!(
            text_with(b"MARK \xa0\x93", Some("windows-1252"), "MARK", false).as_deref(),
            Some("MARK \u{fffd}\u{fffd}")
        );
        assert_eq!(
            text_with(b"MARK", Some("utf-16"), "MARK", false).as_deref(),
            Some("MARK"),
            "said wrongly"
        );
        assert_eq!(text_with(b"MARK", Some("no-such-set"), "MARK", false).as_deref(), Some("MARK"));
    }

    #[test]
    fn footer_below_base64_is_dropped() {
        assert_eq!(
            texts("Content-Transfer-Encoding: base64\n\nTUFSSyAy\n_____\nthe list\n"),
            ["MARK 2"]
        );
    }

    #[test]
    fn nesting_and_counts_are_bounded() {
        let nested = "Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(10_000);
        assert!(unpack(nested.as_bytes(), "MARK").left_out.is_some());
        let forwarded = "Content-Type: message/rfc822\n\n".repeat(10_000);
        assert!(unpack(forwarded.as_bytes(), "MARK").left_out.is_some());
        let many = format!(
            "Content-Type: multipart/mixed; boundary=b\n\n{}",
            "--b\n\nMARK\n".repeat(10_000)
        );
        let unpacked = unpack(many.as_bytes(), "MARK");
        assert!(unpacked.left_out.is_some() && unpacked.texts.len() <= MAX_PARTS);
        let headers = format!("{}\n\nMARK", "a:\n".repeat(1_000_000));
        assert!(unpack(headers.as_bytes(), "MARK").left_out.is_some());
        assert!(unpack(&vec![b'x'; MAX_MESSAGE + 1], "x").left_out.is_some());
    }

    #[test]
    fn message_is_recognized_by_its_headers() {
        for yes in
            ["From: a", "received: from", "X-Unsent: 1", "Content-Type: text/plain", "Subject : x"]
        {
            assert!(is_message(yes.as_bytes()), "{yes}");
        }
        for no in
            ["# pbem turn file", "[game]", "Hello: world", "", "from the start: no", "> From: a"]
        {
            assert!(!is_message(no.as_bytes()), "{no}");
        }
    }
}
