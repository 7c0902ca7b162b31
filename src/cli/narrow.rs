//! Reflows a text written for 80 columns on a narrower screen. Never breaks a word or a command,
//! and indents continuation lines.

use pbem::render::{columns, is_command, split_at_columns, wrap, wrap_words};

use super::report::{NEXT, SCREEN};

/// Maximum width of labels.
const LABELS: usize = 32;
/// Minimum width of a text column; if a label leaves less, the text starts below it.
const LEAST: usize = 24;
/// Indentation of an explanation below its command.
const BELOW: usize = 4;
/// Space between a command and its explanation on one line.
const GAP: &str = "      ";

/// A space at which lines don't break.
const GLUE: &str = "\u{a0}";

/// Reflows a text of the standard width to `width` columns.
pub(super) fn narrow(text: &str, width: usize) -> String {
    reflow(text, SCREEN, width)
}

/// Reflows a text that was wrapped at `set` columns to `width` columns.
pub(super) fn reflow(text: &str, set: usize, width: usize) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if columns(line) <= width || is_drawn(line) {
            out.push_str(line);
        } else {
            let hang = hang(line);
            let (mut whole, mut last) = (line.to_owned(), line);
            while let Some(next) = lines.next_if(|next| goes_on((last, set), next, hang)) {
                whole = format!("{whole} {}", next.trim_start());
                last = next;
            }
            out.push_str(&broken(&whole, hang, width));
        }
        out.push('\n');
    }
    if !text.ends_with('\n') {
        out.pop();
        // The user types after a question and a space.
        if text.ends_with(' ') && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// A command with its explanation: on one line if there is room, otherwise below each other.
pub(super) fn explained(command: &str, indent: usize, width: usize) -> String {
    let Some((alone, why)) = command.split_once("  ") else { return command.to_owned() };
    let (alone, why) = (alone.trim_end(), why.trim_start());
    if indent + columns(command) <= width {
        command.to_owned()
    } else if indent + columns(alone) + GAP.len() + columns(why) <= width {
        format!("{alone}{GAP}{why}")
    } else {
        let indent = indent + BELOW;
        format!("{alone}\n{:indent$}{}", "", under(why, indent, width))
    }
}

/// Wraps a text, and indents all lines but the first.
fn under(text: &str, indent: usize, width: usize) -> String {
    wrap(text, width.saturating_sub(indent), "").replace('\n', &format!("\n{:indent$}", ""))
}

/// Whether a line is part of a board, a box or a table, which are not reflowed.
fn is_drawn(line: &str) -> bool {
    let parts = line.trim().split("    ").filter(|part| !part.is_empty()).count();
    // A labeled row with a remark is text: `Wrote     game.toml      mail it to bob`.
    let is_row = parts == 3 && line.contains(GAP) && line.starts_with(char::is_uppercase);
    parts > 2 && !is_row && !line.contains("pbem ")
        || line.contains(|sign| ('\u{2500}'..='\u{25ff}').contains(&sign))
}

/// Column at which a wrapped line continues: under the text after the label.
fn hang(line: &str) -> usize {
    let start = columns(line) - columns(line.trim_start());
    let text = line.trim_start();
    if let Some(next) = text.strip_prefix(NEXT) {
        return columns(line) - columns(next.trim_start());
    }
    match text.split_once("  ") {
        Some((label, rest)) if !label.starts_with("pbem ") => {
            let at = columns(line) - columns(rest.trim_start());
            if at <= LABELS { at } else { start }
        }
        _ if text.starts_with("pbem: ") => start + 2,
        _ => start,
    }
}

/// Whether `next` is the rest of `line`, wrapped for lack of room.
fn goes_on((line, set): (&str, usize), next: &str, hang: usize) -> bool {
    let text = next.trim_start();
    // A duration, like a word, moves to the next line as a whole.
    let first = wrap_words(text, 1, "");
    let word = first.lines().next().map_or(0, columns);
    let start = columns(next) - columns(text);
    let room = set.checked_sub(columns(line) + 1);
    // A line with a command never continues another.
    let is_command = is_command(text) && is_command(line.trim_start());
    word > 0
        && !is_command
        && !is_labeled(next)
        && start == hang
        && columns(line) <= set
        && room.is_none_or(|room| word > room)
}

/// Whether a line begins with a label: `Next:     pbem turn`, `Wrote     game.toml`.
fn is_labeled(line: &str) -> bool {
    let (label, rest) = line.split_once("  ").unwrap_or((line, ""));
    let is_word = label.starts_with(char::is_uppercase) && !label.contains(' ');
    line.starts_with(NEXT) || is_word && !rest.is_empty() && !is_command(rest)
}

/// Protects calls in a sentence from breaks.
fn glued(line: &str) -> String {
    let calls = ["YOUR MOVE", "YOUR ANSWER", "YOUR TURN", "GAME OVER"];
    calls.iter().fold(line.to_owned(), |line, call| line.replace(call, &call.replace(' ', GLUE)))
}

fn broken(line: &str, hang: usize, width: usize) -> String {
    broken_up(&glued(line), hang, width).replace(GLUE, " ")
}

fn broken_up(line: &str, hang: usize, width: usize) -> String {
    let (label, text) = split_at_columns(line, hang);
    if line.trim_start().starts_with("pbem: ") {
        return wrap(line, width, "  ");
    }
    if is_command(text) {
        return label.to_owned() + &explained(text, hang, width);
    }
    let indent = if hang + LEAST > width { 2 } else { hang };
    if indent < hang {
        return wrap(line, width, &" ".repeat(indent));
    }
    let set = label.to_owned() + &under(text, indent, width);
    // A command that doesn't fit below the label gets more room at the start of the line.
    if set.lines().any(|line| columns(line) > width && line.contains("pbem ")) {
        let line = if label.trim().is_empty() { format!("  {text}") } else { line.to_owned() };
        return wrap(&line, width, "  ");
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflow_keeps_commands_whole() {
        let text = "\
New game cd-bob: Checkpoint: Danger!, alice against bob. 14 days for each turn.
Hints are allowed.

Note      a new vault was made. Without it the game cannot be continued, ever,
          whatever is done. Keep its twelve words on paper.
Next:     pbem config sendmail msmtp      and the next are sent
  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
";
        let set = "\
New game cd-bob: Checkpoint: Danger!, alice
against bob. 14 days for each turn. Hints are
allowed.

Note      a new vault was made. Without it the
          game cannot be continued, ever,
          whatever is done. Keep its twelve
          words on paper.
Next:     pbem config sendmail msmtp
              and the next are sent
  1 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
";
        assert_eq!(narrow(text, 48), set);
        assert_eq!(narrow(text, 120), text);
        let notice = "cd-bob: Your turn is signed, but not mailed. See  pbem status cd-bob";
        let set = "cd-bob: Your turn is signed,\nbut not mailed. See\npbem status cd-bob";
        assert_eq!(narrow(notice, 30), set);
        let confirm = "\
Have you mailed turn 1 of cd-zoe? Then confirm it:  pbem send cd-zoe --done
Next:     pbem turn      your move in cd-bot-2
";
        let set = "\
Have you mailed turn 1 of cd-zoe? Then confirm it:
pbem send cd-zoe --done
Next:     pbem turn      your move in cd-bot-2
";
        assert_eq!(narrow(confirm, 60), set);
        let question = "Do you give this game up, which the other then wins? [y/N] ";
        assert_eq!(
            narrow(question, 40),
            "Do you give this game up, which the\nother then wins? [y/N] "
        );
    }
}
