//! A message taken apart into the texts that it holds.
//!
//! The headers are read by `mail_parser`; the parts are walked here, one after the other and
//! without recursion, since how many there are and how deep they are nested is up to whoever wrote
//! the message.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{HeaderName, MessageParser, MimeHeaders};

use super::html;

/// Largest message that is looked into. The largest turn file takes a sixth of it, in the widest
/// encoding.
pub(super) const MAX_MESSAGE: usize = 32 * 1024 * 1024;
/// Most bytes of headers of one part.
const MAX_HEAD: usize = 256 * 1024;
/// Most parts, counted over all levels.
const MAX_PARTS: usize = 256;
/// Deepest nesting of multiparts and messages.
const MAX_DEPTH: usize = 16;
/// Most bytes that are decoded from one message, over all levels: a part may be packed into another
/// again and again.
const MAX_DECODED: usize = 2 * MAX_MESSAGE;

/// A text in a message: a body, or an attachment, whatever it is called and said to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) flow: Flow,
}

/// Whether lines that end in a blank go on in the next (RFC 3676).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Flow {
    /// they do not
    #[default]
    Fixed,
    /// they do
    Flowed,
    /// they do, and the blank does not count
    Delsp,
}

/// What was in a message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parts {
    pub(super) subject: Option<String>,
    pub(super) texts: Vec<Part>,
    /// why not all of it was looked at
    pub(super) left_out: Option<&'static str>,
    /// what one of its parts is that is never opened
    pub(super) closed: Option<&'static str>,
}

/// What these bytes are, if they are something known that may hold a turn file, and is never
/// opened. And what may be done about it.
pub(super) fn closed(bytes: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 7] = [
        (b"PK\x03\x04", "an archive (zip) is not opened; unpack it, and name the file in it"),
        (b"\x1f\x8b", "an archive (gzip) is not opened; unpack it, and name the file in it"),
        (
            b"7z\xbc\xaf\x27\x1c",
            "an archive (7z) is not opened; unpack it, and name the file in it",
        ),
        (b"Rar!\x1a\x07", "an archive (rar) is not opened; unpack it, and name the file in it"),
        (
            b"\x78\x9f\x3e\x22",
            "there is no whole turn file in its winmail.dat, which is how Outlook packs mail; ask \
            for it as plain text",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "a message that Outlook has saved (.msg) is not opened; save its attachment instead",
        ),
        (b"-----BEGIN PGP MESSAGE-----", "it is encrypted; decrypt it, and save its attachment"),
    ];
    let bytes = bytes.trim_ascii_start();
    KNOWN.into_iter().find_map(|(start, what)| bytes.starts_with(start).then_some(what))
}

/// Whether these bytes begin like a message: with a header that every message has one of.
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

/// Takes a message apart. Only texts that hold `marker` are kept.
pub(super) fn unpack(message: &[u8], marker: &str) -> Parts {
    let mut found = Parts::default();
    if message.len() > MAX_MESSAGE {
        found.left_out = Some("the message is larger than any with a turn file");
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
            found.left_out = Some("the message has more parts than any honest one");
            break;
        }
        let (head, body) = split_head(&entity);
        if head.len() > MAX_HEAD {
            found.left_out = Some("a part of the message has too many headers");
            continue;
        }
        let head = Head::read(&parser, head);
        if depth == 0 {
            found.subject = head.subject;
        }
        let inner: Vec<Vec<u8>> = match &head.kind {
            Kind::Multipart(boundary) => {
                let room = MAX_PARTS.saturating_sub(count + todo.len());
                split_parts(body, boundary.as_bytes()).take(room + 1).map(<[u8]>::to_vec).collect()
            }
            Kind::Message => vec![head.encoding.decode(body).into_owned()],
            Kind::Secret => {
                found.closed = Some(
                    "it is encrypted or sealed (S/MIME); open it in your mail program, and save \
                    its attachment",
                );
                Vec::new()
            }
            Kind::Html | Kind::Other => {
                let bytes = head.encoding.decode(body);
                decoded = decoded.saturating_add(bytes.len());
                match text_with(&bytes, head.charset.as_deref(), marker, head.kind == Kind::Html) {
                    Some(text) => found.texts.push(Part { text, flow: head.flow }),
                    None => found.closed = found.closed.or_else(|| closed(&bytes)),
                }
                Vec::new()
            }
        };
        decoded = decoded.saturating_add(inner.iter().map(Vec::len).sum());
        if !inner.is_empty() && depth == MAX_DEPTH {
            found.left_out = Some("the parts of the message are nested too deep");
        } else {
            todo.extend(inner.into_iter().rev().map(|inner| (Cow::Owned(inner), depth + 1)));
        }
        if decoded > MAX_DECODED.max(message.len().saturating_mul(MAX_DEPTH)) {
            found.left_out = Some("the message holds more than any honest one");
            break;
        }
    }
    found
}

/// What the headers of a part say, as far as it matters here.
struct Head {
    subject: Option<String>,
    kind: Kind,
    encoding: Encoding,
    charset: Option<String>,
    flow: Flow,
}

#[derive(PartialEq, Eq)]
enum Kind {
    Multipart(String),
    Message,
    /// a message within S/MIME
    Secret,
    Html,
    Other,
}

impl Head {
    fn read(parser: &MessageParser, head: &[u8]) -> Head {
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

enum Encoding {
    Plain,
    Base64,
    QuotedPrintable,
}

impl Encoding {
    fn decode<'a>(&self, body: &'a [u8]) -> Cow<'a, [u8]> {
        let decoded = match self {
            Encoding::Plain => None,
            Encoding::Base64 => base64_decode(base64_lines(body)),
            Encoding::QuotedPrintable => quoted_printable_decode(body),
        };
        decoded.map_or(Cow::Borrowed(body), Cow::Owned)
    }
}

/// The lines of base64 at the start of a body: mailing lists write their own words below, where no
/// decoder likes them.
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

/// Headers, and what stands behind the empty line.
fn split_head(entity: &[u8]) -> (&[u8], &[u8]) {
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

/// The parts between the lines of a boundary.
fn split_parts<'a>(body: &'a [u8], boundary: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut lines = body.split_inclusive(|byte| *byte == b'\n');
    let mut at = 0;
    // Before the first boundary there is only a note to very old mail programs.
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

/// The text that these bytes are, if it holds the marker. What is said of its character set is
/// tried first, and then what it looks like.
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

/// One kind of line end and one kind of blank, and nothing that cannot be seen.
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
    fn a_plain_message_is_its_body() {
        assert_eq!(texts("Subject: x\r\nFrom: a@b.c\r\n\r\nMARK one\r\n"), ["MARK one"]);
        assert_eq!(texts("Subject: x\n\nnothing\n"), [""; 0]);
        assert_eq!(
            unpack(b"Subject: =?utf-8?q?M=C3=BChle?=\n\nMARK", "MARK").subject.as_deref(),
            Some("M\u{fc}hle")
        );
    }

    #[test]
    fn multiparts_are_walked_in_order_and_anything_may_be_missing() {
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
    fn a_forwarded_message_is_opened_also_in_base64() {
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
    fn character_sets() {
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
    fn a_footer_below_base64_is_left_out() {
        assert_eq!(
            texts("Content-Transfer-Encoding: base64\n\nTUFSSyAy\n_____\nthe list\n"),
            ["MARK 2"]
        );
    }

    #[test]
    fn nesting_and_counting_are_bounded() {
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
    fn what_begins_like_a_message() {
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
