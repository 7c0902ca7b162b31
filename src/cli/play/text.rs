//! Running text on the screen, within its columns: menus, prompts, what is said, texts to read.
//! Nothing is cut in the middle of a word.

use pbem::render;
use ratatui::style::Style;

use super::app::{App, Menu, Pages, Prompt, PromptKind, Screen};
use super::help::PAGES;
use crate::cli::narrow::narrow;
use crate::cli::play::canvas::{ASKED, CHOSEN, DIM, PLAIN, Pen, REVERSED};
use crate::cli::report::{SCREEN, harmless};

/// Where the text behind a label begins.
pub(super) const LABEL: u16 = 8;
/// The widest that running text gets.
pub(super) const TEXT: u16 = 80;
/// What is shown where a text goes on below.
pub(super) const MORE: &str = ".. PgDn, PgUp";
/// Keys whose meaning is wrapped under its own start are no wider.
const WIDEST_KEY: usize = 24;

/// Where a table has too little room.
pub(super) fn draw_too_small(pen: &mut Pen<'_>, (width, height): (u16, u16)) {
    let text = format!(
        "This terminal is too small for the table: it needs {width} columns and {height} lines. \
         Make it larger, or leave with Ctrl-C: pbem play --lines needs no screen."
    );
    let lines = render::wrap(&text, usize::from(pen.size().0), "");
    for (line, y) in lines.lines().zip(0..) {
        pen.put(0, y, line, PLAIN);
    }
}

/// The line of a menu's title: its items stand below.
pub(super) fn menu_top(menu: &Menu, height: u16) -> u16 {
    height.saturating_sub(u16::try_from(menu.items.len()).unwrap_or(0) + 4)
}

pub(super) fn draw_menu(pen: &mut Pen<'_>, menu: &Menu) {
    let (width, height) = pen.size();
    let top = menu_top(menu, height);
    pen.wipe(top..height);
    let title = std::slice::from_ref(&menu.title);
    pen.bar(top, title, &["Enter: this one   Esc: none", "Enter: this one", ""]);
    for ((at, (text, _)), y) in menu.items.iter().enumerate().zip(top + 1..height) {
        pen.put_whole(1, y, &format!("{} {text}", if at == menu.at { '>' } else { ' ' }), PLAIN);
        if at == menu.at {
            pen.restyle(0, y, width, REVERSED);
        }
    }
}

/// The first line of a text, and the line of the keys below it.
const TEXT_TOP: u16 = 2;

/// How many lines of a text a screen of this height shows.
fn lines_shown(height: u16) -> usize {
    usize::from(height.saturating_sub(TEXT_TOP + 1))
}

/// How far a page key goes: one line of the page before stays.
pub(super) fn lines_on_page(height: u16) -> usize {
    // The last line can be covered by the sign that there is more.
    lines_shown(height).saturating_sub(2).max(1)
}

/// The last line that a text can begin with on a screen of this size.
pub(super) fn last_start(pages: &Pages, (width, height): (u16, u16)) -> usize {
    set_in(pages, usize::from(width)).len().saturating_sub(lines_shown(height))
}

/// The lines of a text on a screen of so many columns.
fn set_in(pages: &Pages, room: usize) -> Vec<String> {
    let text = pages.lines.join("\n");
    let text = if room < SCREEN { narrow(&text, room) } else { text };
    text.lines().flat_map(|line| fitting(&harmless(line), room)).collect()
}

pub(super) fn draw_text(pen: &mut Pen<'_>, pages: &Pages) {
    let (width, height) = pen.size();
    let title = std::slice::from_ref(&pages.title);
    pen.bar(0, title, &["arrows, Space: on   q: back", "q: back", ""]);
    let lines = set_in(pages, usize::from(width));
    let shown = lines_shown(height);
    let from = pages.from.min(lines.len().saturating_sub(shown));
    let bottom = height.saturating_sub(1);
    for (line, y) in lines.iter().skip(from).zip(TEXT_TOP..bottom) {
        pen.put(0, y, line, PLAIN);
    }
    if from + shown < lines.len() {
        pen.wipe(bottom - 1..bottom);
        pen.put(1, bottom - 1, MORE, DIM);
    }
    if pages.help.is_some() {
        pen.keys(PAGES, PAGES);
    }
}

/// A line in so many columns. What stands side by side, as signs and what they mean, stays whole.
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

/// Where the second line of a text goes on: under what stands behind a key or a sign.
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

/// What is asked for just now, or what has come of the last key. A draft is typed on its own line.
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
    let shown = prompt.line.shown(room);
    let yes_or_no = |what: &str| format!("{said}\n{what}?   Enter or y: yes   any other key: no");
    pen.wipe(height.saturating_sub(1)..height);
    let keys = if prompt.what.is_question() {
        "Enter, y yes  any other key no"
    } else if prompt.what == PromptKind::Mark {
        "a letter, digit or sign  blank wipe it  Esc back"
    } else {
        "Enter done  Esc back  Left, Right, Home, End  Ctrl-U all  Ctrl-W a word"
    };
    pen.keys(keys, "Enter done  Esc back");
    let address;
    let question = match &prompt.what {
        PromptKind::Draft => {
            pen.wipe(draft..draft + 1);
            return labelled(pen, draft, draft_label(app), &format!("> {shown}"), CHOSEN);
        }
        PromptKind::Sign => return over_all(pen, draft, &yes_or_no("Sign it"), ASKED),
        PromptKind::ArrivedLate => {
            let what = "A claim says that your deadline has passed. Did the turn that you answer \
                        reach you only now, so that yours is dated before the claim";
            return over_all(pen, draft, &yes_or_no(what), ASKED);
        }
        PromptKind::PlayOn => {
            let what = "You wanted to give the game up with this turn. Play on, and sign it";
            return over_all(pen, draft, &yes_or_no(what), ASKED);
        }
        PromptKind::Leave => {
            return over_all(pen, draft, &yes_or_no("Leave without signing"), ASKED);
        }
        PromptKind::Mail(_, who) => {
            let question = yes_or_no(&format!("Mail it to {who}"));
            return over_all(pen, draft, &question, ASKED);
        }
        PromptKind::Deed(deed) => return over_all(pen, draft, &yes_or_no(deed.words()), ASKED),
        PromptKind::Mark => "A sign for this square, or a blank to wipe it:",
        PromptKind::FirstMove => "You join with your first move:",
        PromptKind::Note => "A note to the others:",
        PromptKind::Address(_, name) => {
            address = format!("The mail address of {name} (a blank line: it is not mailed there):");
            &address
        }
        PromptKind::Opponents(_) => "Their names, small letters:",
        PromptKind::OwnName(..) => "Your name at the table, small letters, such as alice:",
    };
    // What was wrong with the answer before.
    over_all(pen, draft, &format!("{said}\n{question}\n{shown}"), ASKED);
}

/// What is drafted.
fn draft_label(app: &App) -> &'static str {
    if matches!(app.screens.last(), Some(Screen::Setting(_))) { "Setup" } else { "Move" }
}

/// What goes before everything else below the draft but the keys: all of it, over as many lines as
/// it needs.
fn over_all(pen: &mut Pen<'_>, draft: u16, text: &str, style: Style) {
    let keys = pen.size().1.saturating_sub(1);
    let wrapped = render::wrap(harmless(text).trim_start(), room(pen), "");
    let top = keys.saturating_sub(lines_of_wrapped(&wrapped)).min(draft.saturating_add(1));
    pen.wipe(top..keys);
    for (line, y) in wrapped.lines().zip(top..keys) {
        pen.put(LABEL, y, line, style);
    }
}

/// A label, and a line of text.
pub(super) fn labelled(pen: &mut Pen<'_>, y: u16, label: &str, text: &str, style: Style) {
    pen.put(1, y, label, DIM);
    pen.put(LABEL, y, &render::shortened(&harmless(text), room(pen) + 1), style);
}

/// So many columns are there for running text.
pub(super) fn room(pen: &Pen<'_>) -> usize {
    room_of(pen.size().0)
}

fn room_of(width: u16) -> usize {
    usize::from(width.min(TEXT).saturating_sub(LABEL + 1))
}

/// A text down to the keys.
pub(super) fn paragraph(pen: &mut Pen<'_>, y: u16, text: &str) {
    let most = pen.size().1.saturating_sub(y + 1);
    lines(pen, y, (text, most), PLAIN);
}

/// How many lines a text takes on a screen of so many columns.
pub(super) fn lines_of(text: &str, width: u16) -> u16 {
    lines_of_wrapped(&render::wrap(&harmless(text), room_of(width), ""))
}

pub(super) fn lines_of_wrapped(text: &str) -> u16 {
    u16::try_from(text.lines().count()).unwrap_or(u16::MAX)
}

/// So many lines of a text at most, from the label's column on.
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
