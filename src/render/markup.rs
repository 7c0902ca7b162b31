//! Escaping for HTML.

use std::fmt::Write;

/// Escapes text for the content of an element or a quoted attribute, as ASCII, so that the charset
/// doesn't matter. Characters that XML doesn't allow become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            ' '..='~' => out.push(sign),
            sign => {
                let known = if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') {
                    '\u{fffd}'
                } else {
                    sign
                };
                let _ = write!(out, "&#{};", u32::from(known));
            }
        }
    }
    out
}

/// Escapes text and makes its spaces non-breaking.
pub(super) fn escape_fixed(text: &str) -> String {
    escape(text).replace(' ', "&#160;")
}
