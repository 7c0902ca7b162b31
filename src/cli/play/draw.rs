//! Draws the app into a buffer. The same state always gives the same picture.

use std::ops::Range;

use pbem::render::{self, Look};
use ratatui::buffer::Buffer;

use super::board::{self, Room};
use super::drafting::{Drafting, Drafts, Place};
use super::games::Games;
use super::news::{NewsLine, latest, news};
use super::state::{App, Mail, Screen};
use super::table::{Check, Table};
use super::text::{
    LABEL, MORE, TEXT, draw_menu, draw_said, draw_text, draw_too_small, labelled, lines, lines_of,
    paragraph,
};
use crate::cli::play::canvas::{BOLD, DIM, PLAIN, Pen, REVERSED, columns};
use crate::cli::play::line_editor::ending;
use crate::cli::play::setup_screen::Setting;
use crate::cli::play::status_line::{goes_without_saying, status_text};
use crate::cli::report::harmless;
use crate::cli::time::date_and_days_left;

/// Minimum size of the screen: columns, lines.
pub(super) const SMALLEST: (u16, u16) = (60, 20);

/// First line of the boards.
const BOARDS: u16 = 1;
/// Number of lines below the boards.
const BELOW: u16 = 8;

/// Position of each part of a screen with boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The area for the boards.
    pub room: Room,
    /// The line with the buttons.
    pub touch: u16,
    /// The line about the square under the cursor.
    tip: u16,
    /// Number of lines for the open question or the player to move; 0 if there is nothing to say
    /// except that it is the player's move, and the room is needed.
    due: u16,
    /// The line with the draft. The effect of the draft is below.
    draft: u16,
}

impl Layout {
    /// Returns the layout for a screen of this size.
    pub(super) fn of(screen: &Screen, mail: &Mail, (width, height): (u16, u16)) -> Layout {
        let bottom = |below: u16| height.saturating_sub(below).max(BOARDS);
        let layout = |below: u16, due: u16, text: u16| {
            let draft = height.max(SMALLEST.1) - 2 - text;
            let room = Room { width, top: BOARDS, bottom: bottom(below) };
            Layout { room, touch: draft - due - 2, tip: draft - due - 1, due, draft }
        };
        let Screen::Table(table) = screen else { return layout(BELOW, 2, 2) };
        let room = bottom(BELOW) - BOARDS;
        let fits = table.as_list || board::height(&table.drafting, table.names()) <= room;
        let foreseen = lines_of(&foreseen(table, 0), width);
        let is_long = foreseen > 2;
        let due = if goes_without_saying(table) && (is_long || !fits) {
            0
        } else {
            lines_of(&status_text(table).1, width).clamp(1, 2)
        };
        let news: Vec<String> = table.news().into_iter().chain(mail.messages()).collect();
        let is_told = due < 2 && lines_of(&news.join("; "), width) < 2;
        let text = if due == 0 && is_long {
            3
        } else if foreseen < 2 && table.drafting.draft.is_empty() && !is_told {
            1
        } else {
            2
        };
        let unused = u16::from(!fits && table.drafting.buttons().next().is_none());
        let least = if fits { BELOW } else { BELOW - 1 };
        layout(least.max(BELOW - 3 + text + due) - unused, due, text)
    }
}

/// Paragraphs for a user without games.
const FIRST_STEPS: [&str; 5] = [
    "",
    "Board games with hidden information, played by email. No server, no account.",
    "",
    "Press Enter to start a game against a bot or with friends. If a friend sent you a game, save \
     the file, press q to leave, and run",
    "\n    pbem play FILE",
];

/// Draws the visible screens.
pub(super) fn draw(app: &App, buffer: &mut Buffer) {
    let mut pen = Pen { buffer, theme: app.theme };
    let (width, height) = pen.size();
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return draw_too_small(&mut pen, SMALLEST);
    }
    for screen in visible(&app.screens) {
        let layout = Layout::of(screen, &app.mail, pen.size());
        match screen {
            Screen::Games(games) => draw_games(&mut pen, games, &app.mail),
            Screen::Table(table) => draw_table(&mut pen, table, layout, &app.mail),
            Screen::Setting(setting) => draw_setting(&mut pen, setting, layout),
            Screen::Menu(menu) => draw_menu(&mut pen, menu),
            Screen::Text(pages) => draw_text(&mut pen, pages),
        }
    }
    let draft = app.screens.last().map(|screen| Layout::of(screen, &app.mail, pen.size()).draft);
    draw_said(&mut pen, app, draft.unwrap_or(height));
}

/// Returns the visible screen. For menus, also returns the screen below them.
fn visible(screens: &[Screen]) -> &[Screen] {
    let menus = screens.iter().rev().take_while(|screen| matches!(screen, Screen::Menu(_))).count();
    screens.get(screens.len().saturating_sub(menus + 1)..).unwrap_or_default()
}

fn draw_games(pen: &mut Pen<'_>, games: &Games, mail: &Mail) {
    let (width, height) = pen.size();
    pen.bar(0, &["pbem".to_owned()], &[&games.now, ""]);
    for (y, at, line) in list((width, height), games) {
        let bold = at.is_none() && !games.rows.is_empty();
        pen.put_whole(1, y, &line, if bold { BOLD } else { PLAIN });
        if at == Some(games.at) {
            pen.restyle(0, y, width, REVERSED);
        }
    }
    let news: Vec<NewsLine> = mail.messages().map(NewsLine::of).collect();
    if !news.is_empty() {
        let y = height.saturating_sub(2);
        latest(pen, (y, y), &news, "more");
    }
    let keys = "Enter open  N new  r read mail  ? keys  q leave";
    pen.keys(keys, keys);
}

/// Returns the visible lines of the list of games. Each has its y coordinate on the screen, the
/// index of its game, and its text.
pub(super) fn list(
    (width, height): (u16, u16),
    games: &Games,
) -> Vec<(u16, Option<usize>, String)> {
    let mut lines: Vec<(Option<usize>, String)> = Vec::new();
    let mut group = "";
    let rows = games.lines(usize::from(width.saturating_sub(4)));
    for ((at, row), said) in games.rows.iter().enumerate().zip(rows) {
        if row.group != group {
            group = row.group;
            lines.extend([(None, String::new()), (None, group.to_owned())]);
        }
        let sign = if at == games.at { '>' } else { ' ' };
        lines.extend(said.iter().map(|line| (Some(at), format!("{sign} {line}"))));
    }
    if games.rows.is_empty() {
        let room = usize::from(width.min(TEXT).saturating_sub(LABEL + 1));
        let steps = FIRST_STEPS.map(|text| render::wrap(text, room, "") + "\n").concat();
        lines.extend(steps.lines().map(|line| (None, line.to_owned())));
    }
    let room = usize::from(height.saturating_sub(4));
    let chosen = lines.iter().rposition(|(at, _)| *at == Some(games.at)).unwrap_or(0);
    let from = (chosen + 1).saturating_sub(room);
    let lines = lines.into_iter().skip(from).take(room).zip(1..);
    lines.map(|((at, line), y)| (y, at, line)).collect()
}

fn draw_table(pen: &mut Pen<'_>, table: &Table, layout: Layout, mail: &Mail) {
    let standing = &table.file.game.standing;
    let names = table.names();
    let title = standing.kind.title();
    let round = match names.fill(&table.view.scene.heading) {
        heading if heading.is_empty() => heading,
        heading => format!(", {heading}"),
    };
    let call = table.call().to_owned();
    let timed = match table.file.deadline().filter(|_| table.back.is_none()) {
        Some(deadline) => {
            let left = date_and_days_left(deadline, table.now, standing.days_per_turn, table.zone);
            format!("{call}   {left}")
        }
        None => call.clone(),
    };
    let (word, turn) = (&table.word, format!("turn {}", table.turn()));
    let titles = [
        format!("{word}   {title}   {turn}{round}"),
        format!("{word}   {title}   {turn}"),
        format!("{word}   {turn}"),
        word.clone(),
    ];
    pen.bar(0, &titles, &[&timed, &call]);
    let mut free = u16::MAX;
    let bottom = layout.room.bottom;
    if table.as_list {
        draw_list(pen, table, bottom);
    } else {
        let lines = board::draw(pen, &table.drafting, names, layout.room);
        free = draw_facts(pen, table, BOARDS + lines..bottom);
        draw_history(pen, table, bottom);
    }
    pen.wipe(bottom..pen.size().1);
    let news = news(table, mail, layout.due == 0);
    let unused = u16::from(table.drafting.buttons().next().is_none());
    latest(pen, (free.min(bottom), layout.touch - 1 + unused), &news, "more: L");
    draw_buttons(pen, &table.drafting, layout.touch);
    tip(pen, &table.drafting, names, layout.tip);
    let y = layout.draft;
    if layout.due > 0 {
        let (label, text) = status_text(table);
        pen.put(1, y - layout.due, label, DIM);
        lines(pen, y - layout.due, (&text, layout.due), PLAIN);
    }
    draw_draft(pen, &table.drafting, y, "Move");
    if !table.note.is_empty() {
        // Give the draft its room first, and the note the rest.
        let end = pen.size().0.min(TEXT).saturating_sub(1);
        let used = LABEL + 4 + columns(&table.drafting.draft);
        let room = usize::from(end.saturating_sub(used));
        let note = harmless(&format!("note: {}", table.note));
        pen.put_before(end, y, &render::shortened(&note, room), DIM);
    }
    let (all, few) = keys(table);
    pen.keys(all, few);
    let (width, height) = pen.size();
    paragraph(pen, y + 1, &foreseen_in(table, width, height.saturating_sub(y + 2)));
}

/// Returns the keys of a game for the last line: all of them, and the most important ones.
fn keys(table: &Table) -> (&'static str, &'static str) {
    match (table.is_over(), table.may_play_again) {
        (true, true) => (
            "R rematch  V verify  S share  P web page  [ ] L log  l list  . more  ? q",
            "R rematch  V verify  S share  P page  . more  ? keys  q",
        ),
        (true, false) => (
            "V verify  S share  P web page  [ ] L log  l list  . more  ? keys  q",
            "V verify  S share  P page  . more  ? keys  q",
        ),
        (false, _) => (
            "Space select  Enter sign  : type  [] L log  m mark  n note  h hint  . more  ? q",
            "Space select  Enter sign  : type  L log  . more  ? keys  q",
        ),
    }
}

/// Draws the boards as sentences.
fn draw_list(pen: &mut Pen<'_>, table: &Table, bottom: u16) {
    let width = pen.size().0;
    let look = Look { width: usize::from(width.min(TEXT).saturating_sub(2)), ..pen.theme.look };
    let list = render::list(&table.view.scene, table.names(), look);
    let lines: Vec<&str> = list.lines().collect();
    let room = usize::from(bottom.saturating_sub(BOARDS));
    let from = table.list_from.min(lines.len().saturating_sub(room));
    for (line, y) in lines.iter().skip(from).zip(BOARDS..bottom) {
        pen.put(1, y, line, PLAIN);
    }
    if from + room < lines.len() {
        pen.wipe(bottom - 1..bottom);
        pen.put(1, bottom - 1, MORE, DIM);
    }
}

/// Draws the list of turns on the right of a wide screen.
fn draw_history(pen: &mut Pen<'_>, table: &Table, bottom: u16) {
    let width = pen.size().0;
    let Some(room) = width.checked_sub(TEXT + 4).filter(|room| *room >= 30) else { return };
    let lines: Vec<String> = table
        .history()
        .flat_map(|news| {
            let indent = "    ";
            let text = format!("{:>3} {}", news.number, news.lines.join("; "));
            let lines = render::wrap(&text, usize::from(room), indent);
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let visible_lines = usize::from(bottom.saturating_sub(BOARDS + 1));
    pen.put(TEXT + 3, BOARDS, "TURNS   [ previous   ] next", BOLD);
    for (line, y) in
        lines.iter().skip(lines.len().saturating_sub(visible_lines)).zip(BOARDS + 1..bottom)
    {
        pen.put(TEXT + 3, y, &harmless(line), PLAIN);
    }
    for y in BOARDS..bottom {
        pen.put(TEXT + 1, y, "│", DIM);
    }
}

/// Draws the buttons that fit.
fn draw_buttons(pen: &mut Pen<'_>, drafting: &Drafting, y: u16) {
    let chosen = drafting.chosen();
    if drafting.buttons().next().is_none() {
        return;
    }
    pen.put(1, y, "Select", DIM);
    for (x, at, label) in buttons(drafting, pen.size().0) {
        let style = match at {
            None => DIM,
            Some(at) if chosen == Some(at) => REVERSED,
            Some(_) => BOLD,
        };
        pen.put_whole(x, y, &label, style);
    }
}

/// Returns the buttons that fit, with their columns and indices. The selected button is always
/// among them. Text without an index stands for buttons that don't fit.
pub(super) fn buttons(drafting: &Drafting, width: u16) -> Vec<(u16, Option<usize>, String)> {
    let (chosen, end) = (drafting.chosen(), width.saturating_sub(1));
    let labels: Vec<String> =
        drafting.buttons().map(|touch| format!("[{}]", touch.short)).collect();
    let width_of = |labels: &[String]| labels.iter().map(|label| columns(label) + 1).sum::<u16>();
    let before = |from: usize| labels.get(from..=chosen.unwrap_or(0)).unwrap_or_default();
    let all = (0..labels.len()).find(|from| LABEL + width_of(before(*from)) + 3 <= end);
    let first = all.unwrap_or(chosen.unwrap_or(0));
    let mut x = LABEL;
    let mut loaded = Vec::new();
    if first > 0 {
        loaded.push((x, None, "..".to_owned()));
        x += 3;
    }
    let all = labels.len();
    for (at, label) in labels.into_iter().enumerate().skip(first) {
        let room = if at + 1 == all { 0 } else { 3 };
        let width = columns(&label);
        if x + width + room > end && chosen != Some(at) {
            loaded.push((x, None, "..".to_owned()));
            break;
        }
        loaded.push((x, Some(at), label));
        x = x.saturating_add(width + 1);
    }
    loaded
}

/// Draws facts and the legend in the space that the boards leave. Returns the first line after the
/// facts, because news may be drawn over the legend.
fn draw_facts(pen: &mut Pen<'_>, table: &Table, lines: Range<u16>) -> u16 {
    let names = table.names();
    let scene = &table.view.scene;
    let room = usize::from(pen.size().0.min(TEXT).saturating_sub(2));
    let facts = scene.facts.iter().flat_map(|(label, text)| {
        let line = harmless(&format!("{}: {}", names.fill(label), names.fill(text)));
        let wrapped = render::wrap(&line, room, "    ");
        wrapped.lines().map(|line| (line.to_owned(), PLAIN)).collect::<Vec<_>>()
    });
    let board = match table.drafting.at {
        Place::Square(board, ..) => board,
        Place::Button(_) => 0,
    };
    let legend = render::legend_of(scene, board, names, room).into_iter();
    let text = facts.chain(legend.map(|line| (harmless(&line), DIM)));
    let mut free = lines.start;
    for ((line, style), y) in text.zip(lines) {
        pen.put(1, y, &line, style);
        if style == PLAIN {
            free = y + 1;
        }
    }
    free
}

/// Draws the description of the square under the cursor, and the effect of selecting it.
fn tip(pen: &mut Pen<'_>, drafting: &Drafting, names: &pbem::rules::Names, y: u16) {
    let there = drafting.cell().map(|(_, cell)| match names.fill(&cell.tip) {
        tip if tip.is_empty() => cell.name.clone(),
        tip => tip,
    });
    let does = drafting.touch().map(|touch| names.fill(&touch.does));
    let text = match (there, does) {
        (Some(there), Some(does)) => {
            // Shorten the description, because the effect is more important.
            let room = pen.size().0.saturating_sub(columns(&does) + 12);
            format!("{}   Space: {does}", render::shortened(&there, usize::from(room)))
        }
        (Some(there), None) => there,
        (None, Some(does)) => format!("Space: {does}"),
        (None, None) => String::new(),
    };
    pen.put_whole(1, y, &text, BOLD);
}

/// Draws the draft as the user would type it.
fn draw_draft(pen: &mut Pen<'_>, drafting: &Drafting, y: u16, label: &str) {
    let width = usize::from(pen.size().0.min(TEXT).saturating_sub(LABEL + 3));
    let end_of_draft = ending(&drafting.draft, width);
    labelled(pen, y, label, &format!("> {end_of_draft}"), BOLD);
}

/// Returns the effects of the draft, or the mistake in it, in at most `most` lines. If there are
/// too many effects, leaves out the first.
fn foreseen_in(table: &Table, width: u16, most: u16) -> String {
    let all = match &table.check {
        Check::Good(lines) => lines.len(),
        _ => 1,
    };
    let shorter = (0..all).map(|from| foreseen(table, from));
    let fits = |text: &String| lines_of(text, width) <= most;
    shorter.into_iter().find(fits).unwrap_or_else(|| foreseen(table, all.saturating_sub(1)))
}

/// Returns the effects of the draft except the first `from` lines, or the mistake in the draft.
fn foreseen(table: &Table, from: usize) -> String {
    match &table.check {
        Check::Good(lines) if lines.is_empty() => "Press Enter to sign it.".to_owned(),
        Check::Good(lines) => {
            let text = lines.iter().skip(from).map(|line| {
                // An indented line continues the line before it.
                let gap = if line.starts_with("   ") { " " } else { "; " };
                gap.to_owned() + &line.split_whitespace().collect::<Vec<_>>().join(" ")
            });
            let text = text.collect::<String>();
            let before = if from > 0 { ".. " } else { "" };
            before.to_owned() + text.trim_start_matches([';', ' '])
        }
        Check::Vain(why) => why.clone(),
        Check::Not(why) if !why.is_empty() => why.clone(),
        Check::Not(_) => {
            let names = table.names();
            let may: Vec<String> = table.view.scene.may.iter().map(|may| names.fill(may)).collect();
            format!("You may {}.", may.join("; or "))
        }
        Check::Idle if table.back.is_some() || table.file.game.standing.due.is_none() => {
            table.idle()
        }
        Check::Idle => String::new(),
    }
}

fn draw_setting(pen: &mut Pen<'_>, setting: &Setting, layout: Layout) {
    pen.bar(0, std::slice::from_ref(&setting.heading), &["HIDE YOUR SETUP", "HIDE", ""]);
    board::draw(pen, &setting.drafting, &setting.names, layout.room);
    let y = layout.touch;
    pen.wipe(y..pen.size().1);
    draw_buttons(pen, &setting.drafting, y);
    tip(pen, &setting.drafting, &setting.names, y + 1);
    pen.put(1, y + 2, "Hide", DIM);
    lines(pen, y + 2, (&format!("{}.", setting.ask), 2), PLAIN);
    draw_draft(pen, &setting.drafting, y + 4, "Setup");
    let text = match setting.missing() {
        Some(missing) => missing,
        None => "Press Enter to seal your setup. You can't change it afterwards.".to_owned(),
    };
    pen.keys(
        "Space select  R random  Backspace undo  Enter seal  : type  ? keys  q back",
        "Space select  R random  Enter seal  ? keys  q back",
    );
    paragraph(pen, y + 5, &text);
}
