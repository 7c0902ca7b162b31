//! The texts in a Rust source: comments, string literals and names of tests.

/// Where a text is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Comment,
    Message,
    TestName,
}

/// A text in a source, with the number of its first line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Passage {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Finds the texts of a source. Consecutive lines of comments are one text.
pub(crate) fn passages(source: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let (mut at, mut line, mut before, mut comment_end) = (0, 1, ' ', 0);
    while let Some(next) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..length].trim_start_matches(['/', '!']);
            let text = text.strip_prefix(' ').unwrap_or(text);
            let joins = source[comment_end..at].trim().is_empty() && comment_end > 0;
            match found.last_mut().filter(|last| joins && last.kind == Kind::Comment) {
                Some(last) => last.text.extend(["\n", text]),
                None => found.push(Passage { kind: Kind::Comment, line, text: text.to_owned() }),
            }
            comment_end = at + length;
            length
        } else if let Some((length, text)) = string(rest, before) {
            found.push(Passage { kind: Kind::Message, line, text });
            length
        } else if next == '\'' {
            character(rest)
        } else {
            next.len_utf8()
        };
        let token = &source[at..at + length];
        before = token.chars().next_back().unwrap_or(' ');
        line += token.matches('\n').count();
        at += length;
    }
    found.extend(test_names(source));
    found
}

/// The string literal that `rest` starts with: its length in the source, and its text with
/// placeholders replaced by `code`.
fn string(rest: &str, before: char) -> Option<(usize, String)> {
    let is_prefix = rest.starts_with('r') && (before == 'b' || !is_name(before));
    let hashes = rest[1..].len() - rest[1..].trim_start_matches('#').len();
    if is_prefix && rest[1 + hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let start = hashes + 2;
        let length = rest[start..].find(&end)?;
        return Some((start + length + end.len(), with_placeholders(&rest[start..start + length])));
    }
    let body = rest.strip_prefix('"')?;
    let mut is_escaped = false;
    let length = body.find(|ch| {
        let ends = ch == '"' && !is_escaped;
        is_escaped = ch == '\\' && !is_escaped;
        ends
    })?;
    let lines = body[..length].replace("\\n", "\n").replace("\\\n", "\n");
    let lines: Vec<&str> = lines.lines().map(str::trim_start).collect();
    Some((length + 2, with_placeholders(&lines.join("\n"))))
}

fn is_name(ch: char) -> bool {
    ch.is_alphanumeric() || ch == '_'
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(rest: &str) -> usize {
    let body = &rest[1..];
    let first = body.chars().next().map_or(0, char::len_utf8);
    if body.starts_with('\\') {
        return body[2..].find('\'').map_or(1, |end| end + 4);
    }
    if body[first..].starts_with('\'') { first + 2 } else { 1 }
}

/// Replaces `{...}` by the word `code`.
fn with_placeholders(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('{').enumerate() {
        match part.split_once('}').filter(|_| at > 0) {
            Some((_, after)) => out.extend([" code ", after]),
            None => out.push_str(part),
        }
    }
    out
}

/// The names of the test functions, as words.
fn test_names(source: &str) -> impl Iterator<Item = Passage> {
    let mut is_test = false;
    source.lines().zip(1..).filter_map(move |(text, line)| {
        let text = text.trim_start();
        is_test |= text == "#[test]";
        let name = text.strip_prefix("fn ").filter(|_| is_test)?;
        is_test = false;
        let text = name.split('(').next().unwrap_or_default().replace('_', " ");
        Some(Passage { kind: Kind::TestName, line, text })
    })
}

#[test]
fn passages_of_a_source_are_found() {
    let source = "//! Head.\n//! More.\nfn a<'a>(b: char) -> &'a str {\n    // Why.\n\
                  \x20   let _ = '\"';\n    \"say {who} \\\n     now\"\n}\n#[test]\n\
                  fn it_works() { r#\"a \"b\"\"#; }\n";
    let found = passages(source);
    let found: Vec<_> = found.iter().map(|it| (it.kind, it.line, it.text.as_str())).collect();
    let (comment, message) = (Kind::Comment, Kind::Message);
    assert_eq!(found[0], (comment, 1, "Head.\nMore."));
    assert_eq!(found[1], (comment, 4, "Why."));
    assert_eq!(found[2], (message, 6, "say  code  \nnow"));
    assert_eq!(found[3], (message, 10, "a \"b\""));
    assert_eq!(found[4], (Kind::TestName, 10, "it works"));
    assert_eq!(found.len(), 5);
}
