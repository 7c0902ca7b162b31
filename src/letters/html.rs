//! Converts HTML to text. Interprets enough of HTML to find a file that was pasted into a message.

/// Elements that begin and end a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "blockquote",
    "body",
    "br",
    "center",
    "div",
    "dd",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];
/// Elements with invisible content.
const HIDDEN: &[&str] = &["head", "script", "style", "template", "title"];
/// Maximum length of a relevant entity.
const ENTITY: usize = 12;

/// Returns the visible text of the page in lines. As in browsers, a line break in the source
/// outside `pre` is a space.
pub(super) fn to_text(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    let mut preformatted = 0_usize;
    while let Some(sign) = rest.chars().next() {
        match sign {
            '<' => {
                let tag = Tag::read(rest);
                rest = &rest[tag.length..];
                if HIDDEN.contains(&tag.name.as_str()) && !tag.closes {
                    rest = behind_element(rest, &tag.name);
                }
                if tag.name == "pre" || tag.name == "textarea" {
                    preformatted =
                        if tag.closes { preformatted.saturating_sub(1) } else { preformatted + 1 };
                }
                if BLOCKS.contains(&tag.name.as_str()) && (tag.name == "br" || !out.ends_with('\n'))
                {
                    out.push('\n');
                }
            }
            '&' => {
                let (text, length) = entity(rest);
                out.push(text);
                rest = &rest[length..];
            }
            '\n' | '\r' if preformatted == 0 => {
                if !out.ends_with([' ', '\n']) {
                    out.push(' ');
                }
                rest = &rest[1..];
            }
            other => {
                out.push(other);
                rest = &rest[other.len_utf8()..];
            }
        }
    }
    out
}

/// A tag or comment at the start of some text.
struct Tag {
    name: String,
    closes: bool,
    length: usize,
}

impl Tag {
    fn read(text: &str) -> Tag {
        if text.starts_with("<!--") {
            let length = text.find("-->").map_or(text.len(), |at| at + 3);
            return Tag { name: String::new(), closes: false, length };
        }
        let inside = text[1..].trim_start_matches('/');
        let closes = text[1..].starts_with('/');
        let name: String = inside
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .take(ENTITY)
            .collect::<String>()
            .to_ascii_lowercase();
        if name.is_empty() && !inside.starts_with(['!', '?']) {
            // A bare `<`, which occurs in careless pages. Dropping it does no harm to a turn file.
            return Tag { name, closes, length: 1 };
        }
        Tag { name, closes, length: text.find('>').map_or(text.len(), |at| at + 1) }
    }
}

/// Returns the text after the end tag of a hidden element; empty if there is no end tag.
fn behind_element<'a>(text: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("</")) {
        let tag = from + at + 2;
        if text
            .as_bytes()
            .get(tag..tag + name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        {
            let end = text[tag..].find('>').map_or(text.len(), |end| tag + end + 1);
            return &text[end..];
        }
        from = tag;
    }
    ""
}

/// Returns the character of the entity at the start of the text, and the entity's length.
fn entity(text: &str) -> (char, usize) {
    let bare = ('&', 1);
    let Some(end) = text.bytes().take(ENTITY).position(|byte| byte == b';') else { return bare };
    let Some(name) = text.get(1..end) else { return bare };
    let number =
        |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let sign = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" | "ldquo" | "rdquo" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => match name.strip_prefix('#') {
            Some(code) => code
                .strip_prefix(['x', 'X'])
                .map_or_else(|| number(code, 10), |code| number(code, 16)),
            None => None,
        },
    };
    sign.map_or(bare, |sign| (sign, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_as_in_a_browser() {
        assert_eq!(to_text("<p>one\ntwo<br>three</p><div>four</div>"), "\none two\nthree\nfour\n");
        assert_eq!(to_text("<pre>a = [\n  \"b\",\n]</pre>"), "\na = [\n  \"b\",\n]\n");
        assert_eq!(to_text("<PRE\nclass=\"x>"), "\n");
    }

    #[test]
    fn entities_are_decoded_and_hidden_parts_dropped() {
        assert_eq!(
            to_text(
                "<style>p { }</style>a&nbsp;=&#32;&quot;1&#x22;<!-- <b> -->&amp;&unknown; & &lt;"
            ),
            "a = \"1\"&&unknown; & <"
        );
        assert_eq!(to_text("<script>no end"), "");
        assert_eq!(to_text("1 < 2 <"), "1  2 ");
    }

    #[test]
    fn any_input_ends() {
        for page in [
            "<",
            "&",
            "<!--",
            "<!-- --",
            "</",
            "<scr",
            "&#xffffffff;",
            "&#;",
            "\u{fffd}<\u{fffd}>",
            "<style></styl",
        ] {
            let _ = to_text(page);
        }
    }
}
