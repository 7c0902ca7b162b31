//! What `?` shows: the keys of each screen, and the rules and the lesson of its game.

use pbem::games::Kind;
use pbem::render::{self, Look};
use ratatui::crossterm::event::KeyCode;

use super::app::{App, MenuItem, Pages, Screen, Wish};
use super::drafting::Drafts;
use super::table::Table;
use super::text::{last_start, lines_on_page};
use crate::cli::commands::learn::{self, LearnArgs};
use crate::cli::commands::rules;
use crate::cli::context::Context;
use crate::cli::prompt;
use crate::cli::report::SCREEN;
use crate::disk::ended_by_signals;

/// The keys of a page of help, which fit the smallest screen.
pub(super) const PAGES: &str = "k keys  r rules  a all rules  l lesson  PgDn PgUp  q back";

/// In the list of games.
pub(super) const GAMES: &str = "\
arrows, Home, End  the game; a click chooses and opens it
Enter, Space       open it; where there is none: begin one
N                  a new game, against a bot or against people
r                  read your mail
q, Esc, Ctrl-C     leave
Ctrl-Z             put it aside until fg";

/// At a table.
pub(super) const TABLE: &str = "\
arrows, Tab   move the cursor; below the board it goes to what has no square
Space, click  touch: put, take, call, draw, whatever stands under `Touch`
Backspace     the draft before
:             type the move yourself: Left, Right, Home, End, Ctrl-U, Ctrl-W;
              Esc drops what was typed, Enter keeps it
Enter         sign what has been drafted; you are asked once more: Enter or y
n, m          a note to the others; a mark on this square (a blank wipes it)
[ ] { }       the turn before, the turn after; the first, the newest
L             all turns, one by one
h, l          what is possible; the boards as sentences (PgDn and PgUp turn them)
u             take your last turn back, as long as it has not been mailed
.             mail, offer, resign, check, another game, and all else
r             read your mail
R V S P       of a game that is over: a rematch; check it; a few lines to show
              around; write a page of it
q, Esc        back; you are asked if something has been drafted
Ctrl-Z        put it aside until fg; Ctrl-C leaves at once
›x‹           the cursor
{x}           drafted, or signed last; ─ and │ are the way
{a} {b}       goes there first, and second
+             can be touched
< >           the board goes on";

/// Where a setup is hidden.
pub(super) const SETTING: &str = "\
arrows, Tab   move the cursor; below the board it goes to what has no square
Space, click  touch: put, take, whatever stands under `Touch`
R             a whole setup at random
Backspace     the setup before
:             type it: Left, Right, Home, End, Ctrl-U, Ctrl-W;
              Esc drops what was typed, Enter keeps it
Enter         seal and sign it; you are asked once more: Enter or y
q, Esc        back; you are asked if something has been hidden
Ctrl-Z        put it aside until fg; Ctrl-C leaves at once";

/// Help for one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Help {
    kind: Kind,
    /// the keys of the screen it was asked for on
    keys: String,
}

impl App {
    /// Shows the keys of a table, and what its board says.
    pub(super) fn help_at_table(&mut self) {
        let width = usize::from(self.size.0);
        let Some(table) = self.table() else { return };
        let kind = table.file.game.standing.kind;
        let keys = format!("{}\n{TABLE}", legend(table, width));
        self.show_help(Help { kind, keys }, KeyCode::Char('k'));
    }

    /// Shows the keys that hide a setup.
    pub(super) fn help_in_setting(&mut self) {
        let Some(Screen::Setting(setting)) = self.front() else { return };
        let help = Help { kind: setting.kind(), keys: SETTING.to_owned() };
        self.show_help(help, KeyCode::Char('k'));
    }

    /// Shows the rules of the game that is selected in a menu.
    pub(super) fn help_in_menu(&mut self) {
        let Some(Screen::Menu(menu)) = self.front() else { return };
        let selected = menu.items.get(menu.at).map(|(_, choice)| choice);
        if let Some(MenuItem::Kind(kind) | MenuItem::Bot(kind, _) | MenuItem::Person(kind)) =
            selected
        {
            let help = Help { kind: *kind, keys: GAMES.to_owned() };
            self.show_help(help, KeyCode::Char('r'));
        }
    }

    /// Shows the page of help that this key opens; whether there is one.
    fn show_help(&mut self, help: Help, key: KeyCode) -> bool {
        let (kind, width) = (help.kind, usize::from(self.size.0).min(SCREEN));
        let (title, text) = match key {
            KeyCode::Char('k' | '?') => ("keys and signs".to_owned(), help.keys.clone()),
            KeyCode::Char('r') => (format!("{}: rules", kind.title()), rules::short(kind, width)),
            KeyCode::Char('a') => (format!("{}: all rules", kind.title()), rules::all(kind, width)),
            KeyCode::Char('l') => {
                self.wish = Some(Wish::Lesson(kind));
                return true;
            }
            _ => return false,
        };
        if matches!(self.screens.last(), Some(Screen::Text(_))) {
            self.screens.pop();
        }
        let lines = text.lines().map(str::to_owned).collect();
        self.screens.push(Screen::Text(Pages { title, lines, from: 0, help: Some(help) }));
        true
    }

    /// Gives the lesson of a game, line by line on the terminal, which is free.
    pub(super) fn teach(&mut self, kind: Kind) {
        let args = LearnArgs { kind: kind.id().to_owned() };
        let teach = |ctx: &mut Context| {
            let report = learn::run(ctx, &args)?;
            prompt::page(ctx.look(), &report.to_text())?;
            ctx.close_vault();
            prompt::ask_line(ctx.look(), "\nEnter returns to pbem play ")
        };
        // Nothing reads the keys that would end the screen.
        ended_by_signals(|| self.attempt(teach));
    }

    /// A key on a page of text. Every key without a meaning closes it.
    pub(super) fn key_in_text(&mut self, key: KeyCode) {
        let size = self.size;
        let Some(Screen::Text(pages)) = self.screens.last_mut() else { return };
        let (last, page) = (last_start(pages, size), lines_on_page(size.1));
        match key {
            KeyCode::Up => pages.from = pages.from.saturating_sub(1),
            KeyCode::Down => pages.from += 1,
            KeyCode::PageUp => pages.from = pages.from.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => pages.from += page,
            KeyCode::Home => pages.from = 0,
            KeyCode::End => pages.from = last,
            _ => {
                let help = pages.help.clone();
                if !help.is_some_and(|help| self.show_help(help, key)) {
                    self.leave();
                }
                return;
            }
        }
        pages.from = pages.from.min(last);
    }
}

/// What is shown next to the boards, and what their signs mean.
fn legend(table: &Table, width: usize) -> String {
    let names = table.names();
    let scene = &table.view.scene;
    let facts = render::rows(&scene.facts, names, Look::default());
    let legend = scene.legend.iter().map(|line| apart(&names.fill(line), width));
    let aside = scene.boards.iter().flat_map(|board| &board.aside);
    let aside: String = aside.map(|line| names.fill(line) + "\n").collect();
    let gap = if aside.is_empty() { "" } else { "\n" };
    format!("{facts}{gap}{aside}\n{}", legend.collect::<String>())
}

/// A line of a legend. On a narrow screen each sign with its meaning has a line of its own.
fn apart(line: &str, width: usize) -> String {
    if width >= SCREEN {
        return format!("{line}\n");
    }
    let parts = line.split("   ").map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| [part, "\n"]).collect()
}
