//! Lessons for a first game, and their conditions on the house rules.

use crate::rules::OptionMap;

/// Returns the lessons that apply under these house rules, one for each paragraph. The text can
/// contain conditional parts, such as `{if open=false and volcanoes!=0: text}`.
pub(super) fn lessons(text: &str, options: &OptionMap) -> Vec<String> {
    let lesson = |paragraph: &str| {
        let text = without_conditions(paragraph, options);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    text.split("\n\n").map(lesson).filter(|lesson| !lesson.is_empty()).collect()
}

fn without_conditions(mut text: &str, options: &OptionMap) -> String {
    let mut out = String::new();
    while let Some((before, part)) = text.split_once("{if ") {
        let (part, after) = part.split_once('}').unwrap_or((part, ""));
        let (conditions, said) = part.split_once(": ").unwrap_or_default();
        out.push_str(before);
        if conditions.split(" and ").all(|condition| holds(condition, options)) {
            out.push_str(said);
        }
        text = after;
    }
    out + text
}

/// Whether an option has the value in a condition, such as `open=false`. With `!=`, whether the
/// option has a different value.
fn holds(condition: &str, options: &OptionMap) -> bool {
    let (name, value) = condition.split_once('=').unwrap_or_default();
    let is_value = |name: &str| options.get(name).is_some_and(|is| is.to_string() == value);
    match name.strip_suffix('!') {
        Some(name) => !is_value(name),
        None => is_value(name),
    }
}
