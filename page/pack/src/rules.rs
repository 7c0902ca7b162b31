//! The rules of every game as HTML for the page, made from `docs/games`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Words in the headings of sections that are not for people with the page.
const OTHERS: [&str; 3] = ["commands", "entering", "for programs"];

/// All rules as a JSON object: HTML by kind of game.
pub(crate) fn all(docs: &Path) -> crate::Result<String> {
    let mut rules = BTreeMap::new();
    for entry in fs::read_dir(docs)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            let kind = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            rules.insert(kind, page(&fs::read_to_string(&path)?));
        }
    }
    Ok(serde_json::to_string(&rules)?)
}

/// The short rules as a list, and the full rules after it.
fn page(text: &str) -> String {
    let (before, rest) = text.split_once("## In short\n\n```text\n").unwrap_or((text, ""));
    let (card, after) = rest.split_once("```").unwrap_or(("", rest));
    let mut page = String::from("<ul class=short>");
    for (begins, line) in lines(card) {
        page.push_str(if begins { "<li>" } else { "<br>" });
        html::push_html(&mut page, [Event::Text(line.into())].into_iter());
    }
    page.push_str("</ul>\n");
    let text = for_people(&format!("{before}{after}"));
    // The page has no other documents, so links lead nowhere.
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES).filter(|event| {
        !matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
    });
    html::push_html(&mut page, events);
    page
}

/// Returns the lines of a card, and whether each begins an item. A line at the margin does, unless
/// it continues a sentence. Answers (`HIT: a house`) and examples have their own lines.
fn lines(card: &str) -> Vec<(bool, String)> {
    let mut lines: Vec<(bool, String)> = Vec::new();
    let mut ended = true;
    for line in card.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let is_deep = line.starts_with("   ");
        let (start, answer) = split_answer(line);
        let words = start.split_whitespace().collect::<Vec<_>>().join(" ");
        let begins = !is_deep && ended && words.starts_with(char::is_uppercase);
        let continues = |last: &str| !is_deep || !is_answer(&words) && !last.ends_with(':');
        match lines.last_mut().filter(|(_, last)| !begins && continues(last)) {
            Some((_, last)) => *last = format!("{last} {words}"),
            None => lines.push((!is_deep || lines.is_empty(), words)),
        }
        lines.extend(answer.map(|answer| (false, answer.to_owned())));
        let line = line.trim();
        ended = is_deep || line.ends_with(['.', ':', '"', ')']) || line.contains("   ");
    }
    lines
}

/// Splits a line such as `The answer is   HIT: a house` before the answer.
fn split_answer(line: &str) -> (&str, Option<&str>) {
    match line.trim_start().split_once("   ") {
        Some((start, rest)) if is_answer(rest.trim_start()) => (start, Some(rest.trim())),
        _ => (line, None),
    }
}

/// Whether the first word ends with a colon.
fn is_answer(words: &str) -> bool {
    words.split_whitespace().next().is_some_and(|word| word.len() > 1 && word.ends_with(':'))
}

/// The text without its title, its pictures and the sections that are for others.
fn for_people(text: &str) -> String {
    let (mut out, mut in_fence, mut skipped) = (String::new(), false, None);
    for line in text.lines() {
        in_fence ^= line.starts_with("```");
        let level = line.chars().take_while(|sign| *sign == '#').count();
        let is_heading = level > 0 && !in_fence;
        if is_heading {
            skipped = skipped.filter(|from| level > *from);
            let name = line.to_lowercase();
            if skipped.is_none() && OTHERS.iter().any(|other| name.contains(other)) {
                skipped = Some(level);
            }
        }
        let is_title = is_heading && level == 1;
        if skipped.is_none() && !is_title && !line.starts_with("![") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Hide\n\nFor [two](x.md).\n\n![A board](a.png)\n\n## In short\n\n\
        ```text\nHide in short\n  Hide <it>.\n  Seek: the other\n  seeks.\n```\n\n## A map\n\n\
        ```\n## no heading\n```\n\n### Entering it\n\nhidden\n\n## Points\n\n\
        | a | b |\n|---|---|\n| 1 | 2 |\n\n## For programs\n\nhidden\n";

    #[test]
    fn rules_have_the_card_first_and_no_markdown() {
        let page = page(TEXT);
        assert!(page.starts_with("<ul class=short><li>Hide &lt;it&gt;.<li>Seek: the other seeks."));
        assert!(page.contains("<h2>A map</h2>") && page.contains("## no heading"), "{page}");
        assert!(page.contains("<td>1</td>") && page.contains("For two."), "{page}");
        for gone in ["hidden", "|---", "```", "<img", "<a ", "<h1"] {
            assert!(!page.contains(gone), "{gone} in {page}");
        }
    }

    #[test]
    fn answers_and_examples_have_their_own_lines() {
        let card = "Spy! in short\n  Ask about a space:   4C\n  The answer is   hot: a line\n\
            \x20                 warm: next to\n\x20                 it\n  Guess by corners:\n\
            \x20                 guess 5F\n  A guess ends\n  the game.\n";
        let expected = [
            (true, "Ask about a space: 4C"),
            (true, "The answer is"),
            (false, "hot: a line"),
            (false, "warm: next to it"),
            (true, "Guess by corners:"),
            (false, "guess 5F"),
            (true, "A guess ends the game."),
        ];
        assert_eq!(lines(card), expected.map(|(begins, line)| (begins, line.to_owned())));
    }

    #[test]
    fn every_game_has_rules() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
        let rules = all(&docs).expect("the rules can be read");
        let rules: BTreeMap<String, String> = serde_json::from_str(&rules).expect("JSON");
        assert_eq!(rules.len(), 5);
        for (kind, page) in rules {
            assert!(page.matches("<li>").count() >= 5, "{kind}: {page}");
            assert!(!page.contains("|---") && !page.contains("\n## "), "{kind}");
        }
    }
}
