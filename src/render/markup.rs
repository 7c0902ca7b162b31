//! Texts in HTML and SVG.

/// Safe as the content of an element and in a quoted attribute. Signs that XML does not know become U+FFFD.
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
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            sign if sign.is_control() => out.push('\u{fffd}'),
            sign => out.push(sign),
        }
    }
    out
}

/// The same with blanks that are neither run together nor broken at.
pub(super) fn escape_fixed(text: &str) -> String {
    escape(text).replace(' ', "\u{a0}")
}
