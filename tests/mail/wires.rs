//! Mail as other programs write it: encodings, quotations, wrapping. Each is implemented here
//! independently, from its standard.

use std::fmt::Write;

/// A message with these extra headers and this body.
pub(crate) fn message(headers: &str, body: &str) -> Vec<u8> {
    format!(
        "From: bob@example.org\nTo: alice@example.org\nSubject: my turn\nMIME-Version: 1.0\n\
        {headers}\n\n{body}"
    )
    .into_bytes()
}

/// A message of several parts, each with its own headers.
pub(crate) fn multipart(kind: &str, parts: &[(&str, String)]) -> Vec<u8> {
    let mut body = String::from("This is a message in several parts.\n");
    for (headers, part) in parts {
        let _ = write!(body, "--=_frontier\n{headers}\n\n{part}\n");
    }
    body.push_str("--=_frontier--\n");
    message(&format!("Content-Type: multipart/{kind};\n boundary=\"=_frontier\""), &body)
}

/// RFC 4648, in lines of 76.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (at, chunk) in bytes.chunks(3).enumerate() {
        let word = chunk.iter().fold(0_usize, |word, byte| word << 8 | usize::from(*byte))
            << (8 * (3 - chunk.len()));
        for sign in 0..4 {
            out.push(if sign > chunk.len() {
                '='
            } else {
                char::from(SIGNS[word >> (18 - 6 * sign) & 63])
            });
        }
        if at % 19 == 18 {
            out.push('\n');
        }
    }
    out
}

/// RFC 2045, with every character escaped that some gateway has damaged, and lines of 76. As
/// `uuencode` writes it, with this character for six zero bits. Drops spaces at the ends of lines.
pub(crate) fn uuencoded(bytes: &[u8], zero: &str) -> String {
    let mut text = "begin 644 game.toml\n".to_owned();
    for line in bytes.chunks(45).chain([&b""[..]]) {
        let mut signs = vec![u8::try_from(line.len()).expect("45")];
        for three in line.chunks(3) {
            let at = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
            let word = (at(0) << 16) | (at(1) << 8) | at(2);
            let six = |by: u32| u8::try_from((word >> by) & 63).expect("six bits");
            signs.extend([18, 12, 6, 0].map(six));
        }
        let line: String = signs.into_iter().map(|six| char::from(b' ' + six)).collect();
        text.push_str(line.replace(' ', zero).trim_end());
        text.push('\n');
    }
    text + "end\n"
}

pub(crate) fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for byte in line.bytes() {
            let sign = match byte {
                b'=' | b'!' | b'"' | b'#' | b'[' | b']' | 0..=31 | 127.. => format!("={byte:02X}"),
                _ => char::from(byte).to_string(),
            };
            if width + sign.len() > 75 {
                out.push_str("=\n");
                width = 0;
            }
            width += sign.len();
            out.push_str(&sign);
        }
        out.push('\n');
    }
    out
}

/// Prefixes every line.
pub(crate) fn behind(sign: &str, text: &str) -> String {
    text.lines().map(|line| format!("{sign}{line}").trim_end().to_owned() + "\n").collect()
}

/// Lines of at most `columns` columns: broken at the last space that fits, which is dropped; a
/// longer word is cut.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        while rest.len() > columns {
            let at = rest[..=columns].rfind(' ').filter(|at| !rest[..*at].trim().is_empty());
            let (line, next) =
                at.map_or_else(|| rest.split_at(columns), |at| (&rest[..at], &rest[at + 1..]));
            out.push_str(line.trim_end());
            out.push('\n');
            rest = next;
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// RFC 3676: flowed lines of at most `columns` columns, stuffed. With `delsp`, lines break
/// anywhere, otherwise after spaces.
pub(crate) fn flowed(text: &str, columns: usize, delsp: bool) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line.to_owned();
        while rest.len() > columns {
            let at = if delsp {
                Some(columns)
            } else {
                rest[..columns]
                    .rfind(' ')
                    .map(|at| at + 1)
                    .filter(|at| !rest[..*at].trim().is_empty())
            };
            let Some(at) = at else { break };
            let next = rest.split_off(at);
            out.push_str(&stuffed(&rest));
            out.push_str(if delsp { " \n" } else { "\n" });
            rest = next;
        }
        out.push_str(&stuffed(&rest));
        out.push('\n');
    }
    out
}

fn stuffed(line: &str) -> String {
    let needs = line.starts_with([' ', '>']) || line.starts_with("From ");
    if needs { format!(" {line}") } else { line.to_owned() }
}

/// Escaped as in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub(crate) fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}
