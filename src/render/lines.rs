//! Wrapping text, with and without labels.

use std::ops::Range;

use super::{Look, columns, commands, padded, plain, split_at_columns, when};
use crate::board::text::char_columns;
use crate::rules::Names;
use crate::rules::scene::Scene;

/// Maximum width of the label column. A longer label pushes its own text to the right.
const LABEL: usize = 22;
/// Gap between a label and its text.
const GAP: usize = 2;
/// Minimum width of the text column. If the label leaves less room, lines are wider than the
/// screen.
const NARROWEST: usize = 20;

/// Wraps text to lines of at most `width` columns. All lines but the first begin with `indent`, and
/// the last line has no line feed. Keeps spaces within a line. Lines also break next to wide
/// characters, because Chinese and Japanese have no spaces between words. Never splits a word, a
/// duration such as `9 d 6 h left`, or a command (so that users can copy it), even if it is wider
/// than a line.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let whole = |line: &str| [commands::find(line), when::durations(line)].concat();
    wrap_between(text, width, indent, whole)
}

/// Wraps text as [`wrap`] does, but may split a command, for screens that would otherwise cut off a
/// long command.
pub fn wrap_words(text: &str, width: usize, indent: &str) -> String {
    wrap_between(text, width, indent, when::durations)
}

/// Wraps text. Never breaks a line inside a range that `whole` returns for the line.
fn wrap_between(
    text: &str,
    width: usize,
    indent: &str,
    whole: impl Fn(&str) -> Vec<Range<usize>>,
) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let whole = whole(line);
        let mut start = 0;
        loop {
            let rest = &line[start..];
            let is_whole = |at: usize| whole.iter().any(|part| part.contains(&at));
            let before = if lines.is_empty() { "" } else { indent };
            let room = width.saturating_sub(columns(before));
            let end = line_end(rest, room, |at| is_whole(start + at));
            lines.push(format!("{before}{}", &rest[..end]).trim_end().to_owned());
            start = line.len() - rest[end..].trim_start_matches(' ').len();
            if start == line.len() {
                break;
            }
        }
    }
    lines.join("\n")
}

/// Returns the position at which a line of at most `room` columns ends: before a space or next to a
/// wide character, but not before the first word, nor at a position for which `is_whole` returns
/// true.
fn line_end(text: &str, room: usize, is_whole: impl Fn(usize) -> bool) -> usize {
    let (fitting, rest) = split_at_columns(text, room);
    if rest.is_empty() {
        return text.len();
    }
    let word = text.len() - text.trim_start_matches(' ').len();
    let ends = |at: &usize| *at > word && may_break(text, *at) && !is_whole(*at);
    let fitting = (0..=fitting.len()).rev().find(ends);
    fitting.or_else(|| (0..text.len()).find(ends)).unwrap_or(text.len())
}

/// Whether a line may end at this position.
fn may_break(text: &str, at: usize) -> bool {
    let Some((before, after)) = text.split_at_checked(at) else { return false };
    let Some(next) = after.chars().next() else { return false };
    let last = before.chars().rev().find(|ch| char_columns(*ch) > 0);
    let is_wide = |ch: char| char_columns(ch) > 1;
    // Closing punctuation must not begin a line.
    let is_closing =
        matches!(next, '、' | '。' | '」' | '』' | '，' | '．' | '！' | '？' | '）' | '：');
    next == ' '
        || char_columns(next) > 0 && !is_closing && (is_wide(next) || last.is_some_and(is_wide))
}

/// Shortens text to the whole words that fit, followed by `..` if any words are left out. Cuts a
/// single word that is too wide.
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
    let words = text.get(..line_end(text, most, |_| false)).unwrap_or_default().trim_end();
    if !words.trim().is_empty() && columns(words) <= most {
        return format!("{words}..");
    }
    format!("{}{}", split_at_columns(text, most).0, &".."[..room.min(2)])
}

/// Formats rows of a label and its text. The text is wrapped so that all its lines start in the
/// same column. A row without a label continues the previous row. Every line ends with a line feed.
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

/// Returns the scene as sentences without drawings, for screen readers and proportional fonts.
/// Every line ends with a line feed.
pub fn list(scene: &Scene, names: &Names, look: Look) -> String {
    let wrapped = |sentence: &String| wrap(&names.fill(sentence), look.width, "  ") + "\n";
    scene.list.iter().map(wrapped).collect()
}
