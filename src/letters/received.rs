//! When a message arrived, according to the recipient's mail server.

use chrono::{DateTime, Utc};

use crate::turnfile::Moment;

/// Maximum length of the header in bytes.
const MAX_HEADER: usize = 4096;

/// Returns the date in the topmost `Received:` header, which the recipient's own mail server adds.
/// The sender controls all other dates in a message.
pub(super) fn received(head: &[u8]) -> Option<Moment> {
    let mut value: Option<Vec<u8>> = None;
    for line in head.split(|byte| *byte == b'\n') {
        let continues = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        match &mut value {
            Some(value) if continues && value.len() + line.len() < MAX_HEADER => {
                value.extend_from_slice(line);
            }
            Some(_) => break,
            None => value = field(line).map(<[u8]>::to_vec),
        }
    }
    let value = String::from_utf8_lossy(&value?).replace(['\r', '\t'], " ");
    let date = value.rsplit_once(';')?.1.trim();
    DateTime::parse_from_rfc2822(date).ok().map(|date| date.with_timezone(&Utc))
}

/// Returns the value if the line is a `Received:` header.
fn field(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at(colon);
    name.trim_ascii_end().eq_ignore_ascii_case(b"received").then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(head: &str) -> Option<String> {
        received(head.as_bytes()).map(|date| date.to_rfc3339())
    }

    const ARRIVED: Option<&str> = Some("2026-12-21T09:00:00+00:00");

    #[test]
    fn topmost_header_counts_alone() {
        let head = "Return-Path: <eve@example.org>\r\nReceived: from a by b\r\n\tfor <cup>; Mon, \
                    21 Dec 2026\r\n 10:00:00 +0100 (CET)\r\nReceived: by c; Tue, 1 Dec 2026 \
                    00:00:00 +0000\r\nDate: Wed, 2 Dec 2026 00:00:00 +0000\r\n";
        assert_eq!(of(head).as_deref(), ARRIVED);
        assert_eq!(of("RECEIVED : by b; 21 Dec 2026 09:00 GMT\n").as_deref(), ARRIVED);
    }

    #[test]
    fn header_without_a_date_gives_none() {
        for head in [
            "",
            "Date: Mon, 21 Dec 2026 09:00:00 +0000\n",
            "X-Received: by b; Mon, 21 Dec 2026 09:00:00 +0000\n",
            "Received: from a by b\nReceived: by c; Mon, 21 Dec 2026 09:00:00 +0000\n",
            "Received: by b; yesterday\n",
            "Received: by b; Mon, 21 Dec 2026 09:00:00 +0000; x\n",
        ] {
            assert_eq!(of(head), None, "{head}");
        }
        let long = format!("Received: by b;\n{}", " x\n".repeat(100_000));
        assert_eq!(of(&long), None);
    }
}
