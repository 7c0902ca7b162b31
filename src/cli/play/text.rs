//! Text in sentences on the screen: menus, prompts, messages and pages to read. Words are never cut
//! off.

use pbem::render;
use ratatui::style::Style;

use super::state::{App, Menu, Pages, Prompt, PromptKind, Screen};
use crate::cli::play::canvas::{ASKED, CHOSEN, DIM, PLAIN, Pen, REVERSED};
use crate::cli::report::harmless;

/// Column of the text after a label.
pub(super) const LABEL: u16 = 8;
/// Maximum width of sentences.
pub(super) const TEXT: u16 = 80;
/// The keys of a help page, in a line that fits on the smallest screen.
const PAGES: &str = "k keys  r rules  a all rules  l lesson  PgDn PgUp  q back";
/// Mark for text that continues below the screen.
pub(super) const MORE: &str = ".. PgDn, PgUp";
/// Continuation lines are aligned with the meaning of a key, unless that meaning starts after this
/// column.
const WIDEST_KEY: usize = 24;

/// Draws the message for a screen that is too small.
pub(super) fn draw_too_small(pen: &mut Pen<'_>, (width, height): (u16, u16)) {
    let text = format!(
        "This terminal is too small: pbem play needs {width} columns and {height} lines. Make it \
         larger, or press Ctrl-C and run pbem play --lines."
    );
    let lines = render::wrap(&text, usize::from(pen.size().0), "");
    for (line, y) in lines.lines().zip(0..) {
        pen.put(0, y, line, PLAIN);
    }
}

/// Returns the line of a menu's title; the items are below.
pub(super) fn menu_top(menu: &Menu, height: u16) -> u16 {
    height.saturating_sub(u16::try_from(menu.items.len()).unwrap_or(0) + 4)
}

pub(super) fn draw_menu(pen: &mut Pen<'_>, menu: &Menu) {
    let (width, height) = pen.size();
    let top = menu_top(menu, height);
    pen.wipe(top..height);
    let title = std::slice::from_ref(&menu.title);
    pen.bar(top, title, &["Enter: choose   Esc: back", "Enter: choose", ""]);
    for ((at, (text, _)), y) in menu.items.iter().enumerate().zip(top + 1..height) {
        pen.put_whole(1, y, &format!("{} {text}", if at == menu.at { '>' } else { ' ' }), PLAIN);
        if at == menu.at {
            pen.restyle(0, y, width, REVERSED);
        }
    }
}

/// First line of a page of text, below its title.
const TEXT_TOP: u16 = 2;

/// Returns the number of lines of text on a screen of this height.
fn lines_shown(height: u16) -> usize {
    usize::from(height.saturating_sub(TEXT_TOP + 1))
}

/// Returns the number of lines to scroll for a page: one line of the previous page stays.
pub(super) fn lines_on_page(height: u16) -> usize {
    // The mark for more text can cover the last line.
    lines_shown(height).saturating_sub(2).max(1)
}

/// Returns the index of the first visible line after scrolling to the end of the text.
pub(super) fn last_start(pages: &Pages, (width, height): (u16, u16)) -> usize {
    set_in(pages, usize::from(width)).len().saturating_sub(lines_shown(height))
}

/// Returns the lines of the text, wrapped to the screen.
fn set_in(pages: &Pages, room: usize) -> Vec<String> {
    pages.document.lay_out(room).lines().flat_map(|line| fitting(&harmless(line), room)).collect()
}

pub(super) fn draw_text(pen: &mut Pen<'_>, pages: &Pages) {
    let (width, height) = pen.size();
    let title = std::slice::from_ref(&pages.title);
    pen.bar(0, title, &["arrows, Space: scroll   q: back", "q: back", ""]);
    let lines = set_in(pages, usize::from(width));
    let page_lines = lines_shown(height);
    let from = pages.from.min(lines.len().saturating_sub(page_lines));
    let bottom = height.saturating_sub(1);
    for (line, y) in lines.iter().skip(from).zip(TEXT_TOP..bottom) {
        pen.put(0, y, line, PLAIN);
    }
    if from + page_lines < lines.len() {
        pen.wipe(bottom - 1..bottom);
        pen.put(1, bottom - 1, MORE, DIM);
    }
    if pages.help.is_some() {
        pen.keys(PAGES, PAGES);
    }
}

/// Wraps a line. If the line has columns, such as symbols and their meanings, keeps each column
/// together.
fn fitting(line: &str, room: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let parts: Vec<&str> = line.split(GAP).map(str::trim).filter(|part| !part.is_empty()).collect();
    if render::columns(line) <= room || parts.len() < 3 {
        let wrapped = render::wrap(line, room, &" ".repeat(hanging(line)));
        return wrapped.split('\n').map(str::to_owned).collect();
    }
    let start = line.len() - line.trim_start().len();
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(last) if render::columns(&format!("{last}{GAP}{part}")) <= room => {
                last.extend([GAP, part]);
            }
            _ => lines.push(" ".repeat(start) + part),
        }
    }
    lines
}

/// Returns the indentation of continuation lines, which start under the text after a key or symbol.
fn hanging(line: &str) -> usize {
    let start = line.len() - line.trim_start().len();
    let behind = line.get(start..).and_then(|rest| rest.find("  ")).map(|gap| {
        let gap = start + gap;
        let rest = line.get(gap..).unwrap_or_default();
        gap + rest.len() - rest.trim_start().len()
    });
    let end = behind.and_then(|behind| line.get(..behind)).map(render::columns);
    end.filter(|end| *end <= WIDEST_KEY).unwrap_or(start + 2)
}

/// Draws the open prompt, or the result of the last key. The prompt for a draft is the line with
/// the draft.
pub(super) fn draw_said(pen: &mut Pen<'_>, app: &App, draft: u16) {
    match &app.prompt {
        Some(prompt) => draw_prompt(pen, prompt, app, draft),
        None if app.said.is_empty() => {}
        None => over_all(pen, draft, &app.said, PLAIN),
    }
}

fn draw_prompt(pen: &mut Pen<'_>, prompt: &Prompt, app: &App, draft: u16) {
    let said = &app.said;
    let (width, height) = pen.size();
    let room = usize::from(width.min(TEXT).saturating_sub(LABEL + 4));
    let typed_line = prompt.line.with_cursor(room);
    let yes_or_no = |what: &str| format!("{said}\n{what}?   Enter or y: yes   any other key: no");
    pen.wipe(height.saturating_sub(1)..height);
    let keys = if prompt.kind.is_question() {
        "Enter, y yes  any other key no"
    } else if prompt.kind == PromptKind::Mark {
        "any character  Space erase  Esc back"
    } else {
        "Enter done  Esc back  Left Right Home End  Ctrl-U del to start  Ctrl-W del word"
    };
    pen.keys(keys, "Enter done  Esc back");
    let address;
    let question = match &prompt.kind {
        PromptKind::Draft => {
            pen.wipe(draft..draft + 1);
            return labelled(pen, draft, draft_label(app), &format!("> {typed_line}"), CHOSEN);
        }
        PromptKind::Sign => return over_all(pen, draft, &yes_or_no("Sign it"), ASKED),
        PromptKind::ArrivedLate => {
            let what = "Your opponent claims that you missed your deadline. Sign only if the turn \
                that you are answering reached you only now, after the deadline: pbem will then \
                date your turn before the claim. Sign it";
            return over_all(pen, draft, &yes_or_no(what), ASKED);
        }
        PromptKind::PlayOn => {
            let what =
                "You planned to resign with this turn. Cancel that, and sign your move instead";
            return over_all(pen, draft, &yes_or_no(what), ASKED);
        }
        PromptKind::Leave => {
            return over_all(pen, draft, &yes_or_no("Leave without signing"), ASKED);
        }
        PromptKind::Mail(_, who) => {
            let question = yes_or_no(&format!("Mail it to {who}"));
            return over_all(pen, draft, &question, ASKED);
        }
        PromptKind::Action(action) => {
            return over_all(pen, draft, &yes_or_no(action.words()), ASKED);
        }
        PromptKind::Mark => "Mark for this square (one character; Space erases):",
        PromptKind::FirstMove => "You join with your first move:",
        PromptKind::Note => "Note to the other players:",
        PromptKind::Address(_, name) => {
            address = format!("{name}'s email address (empty: don't mail the turn):");
            &address
        }
        PromptKind::Opponents(_) => "Names of the other players, in lower case:",
        PromptKind::OwnName(..) => "Your player name, in lower case, for example alice:",
    };
    // The first line is the mistake in the previous answer, if there was one.
    over_all(pen, draft, &format!("{said}\n{question}\n{typed_line}"), ASKED);
}

/// Returns the label of the draft.
fn draft_label(app: &App) -> &'static str {
    if matches!(app.screens.last(), Some(Screen::Setting(_))) { "Setup" } else { "Move" }
}

/// Draws text over everything below the draft except the keys, in as many lines as it needs.
fn over_all(pen: &mut Pen<'_>, draft: u16, text: &str, style: Style) {
    let keys = pen.size().1.saturating_sub(1);
    let wrapped = render::wrap(harmless(text).trim_start(), room(pen), "");
    let top = keys.saturating_sub(lines_of_wrapped(&wrapped)).min(draft.saturating_add(1));
    pen.wipe(top..keys);
    for (line, y) in wrapped.lines().zip(top..keys) {
        pen.put(LABEL, y, line, style);
    }
}

/// Draws a label and a line of text.
pub(super) fn labelled(pen: &mut Pen<'_>, y: u16, label: &str, text: &str, style: Style) {
    pen.put(1, y, label, DIM);
    pen.put(LABEL, y, &render::shortened(&harmless(text), room(pen) + 1), style);
}

/// Returns the width for sentences.
pub(super) fn room(pen: &Pen<'_>) -> usize {
    room_of(pen.size().0)
}

fn room_of(width: u16) -> usize {
    usize::from(width.min(TEXT).saturating_sub(LABEL + 1))
}

/// Draws text down to the keys.
pub(super) fn paragraph(pen: &mut Pen<'_>, y: u16, text: &str) {
    let most = pen.size().1.saturating_sub(y + 1);
    lines(pen, y, (text, most), PLAIN);
}

/// Returns the number of lines that the text takes on a screen of this width.
pub(super) fn lines_of(text: &str, width: u16) -> u16 {
    lines_of_wrapped(&render::wrap(&harmless(text), room_of(width), ""))
}

pub(super) fn lines_of_wrapped(text: &str) -> u16 {
    u16::try_from(text.lines().count()).unwrap_or(u16::MAX)
}

/// Draws at most `most` lines of text, starting at the column after the label.
pub(super) fn lines(pen: &mut Pen<'_>, y: u16, (text, most): (&str, u16), style: Style) {
    let room = room(pen);
    let wrapped = render::wrap(&harmless(text), room, "");
    let lines: Vec<&str> = wrapped.lines().collect();
    for ((at, line), y) in lines.iter().enumerate().take(usize::from(most)).zip(y..) {
        if at + 1 == usize::from(most) && lines.len() > usize::from(most) {
            let longer = format!("{line} {}", "-".repeat(room));
            pen.put(LABEL, y, &render::shortened(&longer, room), style);
        } else {
            pen.put(LABEL, y, line, style);
        }
    }
}
