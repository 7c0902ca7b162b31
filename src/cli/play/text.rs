//! Running text on the screen, within its columns: menus, prompts, what is said, texts to read.
//! Nothing is cut in the middle of a word.

use pbem::render;
use ratatui::style::Style;

use super::app::{App, Asked, Menu, Pages, Prompt};
use super::pen::{ASKED, CHOSEN, DIM, PLAIN, Pen, REVERSED, columns};
use crate::cli::report::harmless;

/// Where the text behind a label begins.
pub(super) const LABEL: u16 = 8;
/// The widest that running text gets.
pub(super) const TEXT: u16 = 80;
/// The most lines of a text below the boards: the last of them in the place of the keys.
const LINES: usize = 3;
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

pub(super) fn draw_menu(pen: &mut Pen<'_>, menu: &Menu) {
    let (width, height) = pen.size();
    let lines = u16::try_from(menu.items.len()).unwrap_or(0);
    let top = height.saturating_sub(lines + 4);
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

pub(super) fn draw_text(pen: &mut Pen<'_>, pages: &Pages) {
    let (width, height) = pen.size();
    let title = std::slice::from_ref(&pages.title);
    pen.bar(0, title, &["arrows, Space: on   q: back", "q: back", ""]);
    let room = usize::from(width.saturating_sub(2));
    let lines = pages.lines.iter().skip(pages.from).flat_map(|line| {
        let line = harmless(line);
        let wrapped = render::wrap(&line, room, &" ".repeat(hanging(&line)));
        wrapped.split('\n').map(str::to_owned).collect::<Vec<_>>()
    });
    for (line, y) in lines.zip(2..height) {
        pen.put(1, y, &line, PLAIN);
    }
}

/// Where the second line of a text goes on: under what stands behind a key or a sign.
fn hanging(line: &str) -> usize {
    let start = line.len() - line.trim_start().len();
    let behind = line.get(start..).and_then(|rest| rest.find("  ")).map(|gap| {
        let gap = start + gap;
        let rest = line.get(gap..).unwrap_or_default();
        gap + rest.len() - rest.trim_start().len()
    });
    let end = behind.and_then(|behind| line.get(..behind)).map(|key| key.chars().count());
    end.filter(|end| *end <= WIDEST_KEY).unwrap_or(start + 2)
}

/// What is asked for just now, or what has come of the last key.
pub(super) fn draw_said(pen: &mut Pen<'_>, app: &App) {
    match &app.prompt {
        Some(prompt) => draw_prompt(pen, prompt, &app.said),
        None if app.said.is_empty() => {}
        None => over_all(pen, &app.said, PLAIN),
    }
}

fn draw_prompt(pen: &mut Pen<'_>, prompt: &Prompt, said: &str) {
    let (width, height) = pen.size();
    let room = usize::from(width.min(TEXT).saturating_sub(LABEL + 4));
    let skip = prompt.text.chars().count().saturating_sub(room);
    let shown: String = prompt.text.chars().skip(skip).collect();
    let yes_or_no = |what: &str| format!("{what}?   Enter: yes   any other key: no");
    let question = match &prompt.what {
        Asked::Draft => {
            let y = height.saturating_sub(4);
            pen.wipe(y..y + 1);
            return labelled(pen, y, "Move", &format!("> {shown}_"), CHOSEN);
        }
        Asked::Sign => return over_all(pen, &yes_or_no("Sign it"), ASKED),
        Asked::Deed(deed) => return over_all(pen, &yes_or_no(deed.words()), ASKED),
        Asked::Mark => "A sign for this square, or a blank to wipe it:",
        Asked::FirstMove => "You begin, so you join with your first move:",
        Asked::Note => "A note to the others:",
        Asked::Opponents(_) => "Their names, small letters:",
        Asked::OwnName(..) => "Your name at the table, small letters, such as alice:",
    };
    // What was wrong with the answer before.
    let said = render::shortened(said, usize::from(width.min(TEXT).saturating_sub(LABEL + 1)));
    over_all(pen, format!("{said}\n{question}\n{shown}_").trim_start(), ASKED);
}

/// What goes before everything else: above the keys, and over them if it is long.
fn over_all(pen: &mut Pen<'_>, text: &str, style: Style) {
    let y = pen.size().1.saturating_sub(3);
    pen.wipe(y..y + 2);
    paragraph(pen, y, text, style);
}

/// A label, and a line of text.
pub(super) fn labelled(pen: &mut Pen<'_>, y: u16, label: &str, text: &str, style: Style) {
    pen.put(1, y, label, DIM);
    pen.put(LABEL, y, &render::shortened(&harmless(text), room(pen) + 1), style);
}

/// A label, and behind it as many of the sentences as there is room for: those at the end.
pub(super) fn latest(pen: &mut Pen<'_>, y: u16, label: &str, mut sentences: &[String]) {
    let whole = |sentences: &[String]| harmless(&sentences.join("; "));
    let all = sentences.len();
    while sentences.len() > 1
        && usize::from(columns(&whole(sentences))) + if sentences.len() < all { 3 } else { 0 }
            > room(pen) + 1
    {
        sentences = sentences.get(1..).unwrap_or_default();
    }
    let before = if sentences.len() < all { ".. " } else { "" };
    labelled(pen, y, label, &format!("{before}{}", whole(sentences)), PLAIN);
}

/// So many columns are there for running text.
fn room(pen: &Pen<'_>) -> usize {
    usize::from(pen.size().0.min(TEXT).saturating_sub(LABEL + 1))
}

/// A text above the keys, and over them if it is long.
pub(super) fn paragraph(pen: &mut Pen<'_>, y: u16, text: &str, style: Style) {
    lines(pen, y, (text, LINES), style);
}

/// So many lines of a text at most, from the label's column on.
pub(super) fn lines(pen: &mut Pen<'_>, y: u16, (text, most): (&str, usize), style: Style) {
    let room = room(pen);
    let wrapped = render::wrap(&harmless(text), room, "");
    let lines: Vec<&str> = wrapped.lines().collect();
    if lines.len() >= LINES && most >= LINES {
        pen.wipe(y + 2..y + 3);
    }
    for ((at, line), y) in lines.iter().enumerate().take(most).zip(y..) {
        if at + 1 == most && lines.len() > most {
            pen.put(LABEL, y, &render::shortened(&format!("{line} {line}"), room), style);
        } else {
            pen.put(LABEL, y, line, style);
        }
    }
}
