//! Texts in lines: wrapped, behind labels, as sentences.

use super::{Look, columns, padded, plain, split_at_columns};
use crate::board::text::char_columns;
use crate::rules::Names;
use crate::rules::scene::Scene;

/// The widest column of labels; a longer label pushes its own text to the right.
const LABEL: usize = 22;
/// Between a label and its text.
const GAP: usize = 2;
/// The narrowest column of text: where a label leaves less, the line runs over.
const NARROWEST: usize = 20;

/// The text in lines of at most `width` columns, each but the first beginning with `indent`; no
/// line feed at the end. Blanks within a line stay as they are. Lines also break next to wide
/// characters, because Chinese and Japanese have no blanks between words. A word that is wider than
/// a line is left whole, so that it can be copied.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut lines = Vec::new();
    for mut rest in text.lines() {
        loop {
            let before = if lines.is_empty() { "" } else { indent };
            let end = line_end(rest, width.saturating_sub(columns(before)));
            lines.push(format!("{before}{}", &rest[..end]).trim_end().to_owned());
            rest = rest[end..].trim_start_matches(' ');
            if rest.is_empty() {
                break;
            }
        }
    }
    lines.join("\n")
}

/// Where a line of at most `room` columns ends: before a blank or next to a wide character, but not
/// before the first word.
fn line_end(text: &str, room: usize) -> usize {
    let (fitting, rest) = split_at_columns(text, room);
    if rest.is_empty() {
        return text.len();
    }
    let word = text.len() - text.trim_start_matches(' ').len();
    let ends = |at: &usize| *at > word && may_break(text, *at);
    let fitting = (0..=fitting.len()).rev().find(ends);
    fitting.or_else(|| (0..text.len()).find(ends)).unwrap_or(text.len())
}

/// Whether a line may end at this place of a text.
fn may_break(text: &str, at: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(at) else { return false };
    let Some(next) = after.chars().next() else { return false };
    let last = before.chars().rev().find(|ch| char_columns(*ch) > 0);
    let is_wide = |ch: char| char_columns(ch) > 1;
    // Closing punctuation begins no line.
    let is_closing =
        matches!(next, '、' | '。' | '」' | '』' | '，' | '．' | '！' | '？' | '）' | '：');
    next == ' '
        || char_columns(next) > 0 && !is_closing && (is_wide(next) || last.is_some_and(is_wide))
}

/// As many whole words of a text as there is room for, and `..` where others are missing. Of a word
/// that is wider alone, its beginning.
///
/// ```
/// use pbem::render::shortened;
///
/// assert_eq!(shortened("bob answers HIT", 15), "bob answers HIT");
/// assert_eq!(shortened("bob answers HIT", 14), "bob answers..");
/// assert_eq!(shortened("carolina", 6), "caro..");
/// ```
pub fn shortened(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let most = room.saturating_sub(2);
    let words = text.get(..line_end(text, most)).unwrap_or_default().trim_end();
    if !words.trim().is_empty() && columns(words) <= most {
        return format!("{words}..");
    }
    format!("{}{}", split_at_columns(text, most).0, &".."[..room.min(2)])
}

/// Labels and what they label, each text wrapped under its own start; a row without a label
/// continues the one above. A line feed ends each line.
pub fn rows(rows: &[(String, String)], names: &Names, look: Look) -> String {
    let rows: Vec<(String, String)> = rows
        .iter()
        .map(|(label, text)| (with_colon(names.fill(label)), names.fill(text)))
        .collect();
    let column = rows.iter().map(|(label, _)| columns(label)).max().unwrap_or(0).min(LABEL);
    let mut out = String::new();
    for (label, text) in rows {
        let start = column.max(columns(&label)) + GAP;
        let text = wrap(&text, look.width.saturating_sub(start).max(NARROWEST), "");
        let line =
            format!("{}{}", padded(&label, start), text.replace('\n', &format!("\n{:start$}", "")));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    plain(&out, look)
}

fn with_colon(label: String) -> String {
    if label.is_empty() || label.ends_with(':') { label } else { label + ":" }
}

/// The scene in sentences, with no drawing, for screen readers and proportional fonts. A line feed
/// ends each line.
pub fn list(scene: &Scene, names: &Names, look: Look) -> String {
    let wrapped = |sentence: &String| wrap(&names.fill(sentence), look.width, "  ") + "\n";
    scene.list.iter().map(wrapped).collect()
}
