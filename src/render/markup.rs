//! Texts in HTML and SVG.

use std::fmt::Write;

/// Safe as the content of an element and in a quoted attribute, in ASCII whatever the charset.
/// Signs that XML does not know become U+FFFD.
pub(super) fn escape(text: &str) -> String {
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

/// The same with blanks that are neither run together nor broken at.
pub(super) fn escape_fixed(text: &str) -> String {
    escape(text).replace(' ', "&#160;")
}
