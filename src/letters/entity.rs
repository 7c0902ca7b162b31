//! One part of a message: its headers, its encoding, and its division into parts.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{MessageParser, MimeHeaders};

use super::parts::Flow;

/// The relevant headers of a part.
pub(super) struct Head {
    pub(super) subject: Option<String>,
    pub(super) kind: Kind,
    pub(super) encoding: Encoding,
    pub(super) charset: Option<String>,
    pub(super) flow: Flow,
}

#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    Multipart(String),
    Message,
    /// An S/MIME message.
    Secret,
    Html,
    Other,
}

impl Head {
    pub(super) fn read(parser: &MessageParser, head: &[u8]) -> Head {
        let message = parser.parse_headers(head);
        let message = message.as_ref();
        let content = message.and_then(MimeHeaders::content_type);
        let word = |word: &str| word.trim().to_ascii_lowercase();
        let attribute =
            |name: &str| content.and_then(|content| content.attribute(name)).map(str::to_owned);
        let main = content.map(|content| word(content.ctype())).unwrap_or_default();
        let sub = content.and_then(|content| content.subtype()).map(word).unwrap_or_default();
        let kind = match (main.as_str(), sub.as_str(), attribute("boundary")) {
            ("multipart", _, Some(boundary)) if !boundary.is_empty() => Kind::Multipart(boundary),
            ("message", "rfc822" | "global", _) => Kind::Message,
            ("application", "pkcs7-mime" | "x-pkcs7-mime", _) => Kind::Secret,
            ("text", "html" | "xhtml", _) => Kind::Html,
            _ => Kind::Other,
        };
        let is_yes =
            |name: &str, yes: &str| attribute(name).is_some_and(|value| word(&value) == yes);
        let flow = match (is_yes("format", "flowed"), is_yes("delsp", "yes")) {
            (true, true) => Flow::Delsp,
            (true, false) => Flow::Flowed,
            (false, _) => Flow::Fixed,
        };
        let encoding =
            match message.and_then(MimeHeaders::content_transfer_encoding).map(word).as_deref() {
                Some("base64") => Encoding::Base64,
                Some("quoted-printable") => Encoding::QuotedPrintable,
                _ => Encoding::Plain,
            };
        let subject = message.and_then(mail_parser::Message::subject).map(str::to_owned);
        Head { subject, kind, encoding, charset: attribute("charset"), flow }
    }
}

pub(super) enum Encoding {
    Plain,
    Base64,
    QuotedPrintable,
}

impl Encoding {
    pub(super) fn decode<'a>(&self, body: &'a [u8]) -> Cow<'a, [u8]> {
        let decoded = match self {
            Encoding::Plain => None,
            Encoding::Base64 => base64_decode(base64_lines(body)),
            Encoding::QuotedPrintable => quoted_printable_decode(body),
        };
        decoded.map_or(Cow::Borrowed(body), Cow::Owned)
    }
}

/// Returns the base64 lines at the start of a body. Mailing lists append other text, which no
/// decoder accepts.
fn base64_lines(body: &[u8]) -> &[u8] {
    let is_base64 = |line: &[u8]| {
        line.trim_ascii()
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
    };
    let mut end = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if !is_base64(line) {
            break;
        }
        end += line.len();
        if line.trim_ascii_end().ends_with(b"=") {
            break;
        }
    }
    if end == 0 { body } else { &body[..end] }
}

/// Splits a part at its first empty line into headers and body.
pub(super) fn split_head(entity: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in entity.split_inclusive(|byte| *byte == b'\n') {
        let start = at;
        at += line.len();
        if line == b"\n" || line == b"\r\n" {
            return (&entity[..start], &entity[at..]);
        }
    }
    (entity, &[])
}

/// Returns the parts between the boundary lines.
pub(super) fn split_parts<'a>(
    body: &'a [u8],
    boundary: &'a [u8],
) -> impl Iterator<Item = &'a [u8]> {
    let mut lines = body.split_inclusive(|byte| *byte == b'\n');
    let mut at = 0;
    // The text before the first boundary is only a note for very old mail programs.
    let mut start = None;
    let mut closed = false;
    std::iter::from_fn(move || {
        while !closed {
            let Some(line) = lines.next() else {
                closed = true;
                return start.take().map(|from| &body[from..]);
            };
            let line_start = at;
            at += line.len();
            let Some(rest) = line.strip_prefix(b"--").and_then(|rest| rest.strip_prefix(boundary))
            else {
                continue;
            };
            let rest = rest.trim_ascii();
            if !rest.is_empty() && rest != b"--" {
                continue;
            }
            closed = rest == b"--";
            let before = start.replace(at).map(|from| &body[from..line_start]);
            if before.is_some() {
                return before;
            }
        }
        None
    })
}
