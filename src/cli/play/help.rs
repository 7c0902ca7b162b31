//! The pages that `?` opens: the keys of each screen, and the rules and the lesson of its game.

use pbem::games::Kind;
use pbem::render::{self, Look};
use ratatui::crossterm::event::KeyCode;

use super::drafting::Drafts;
use super::state::{App, Effect, Help, MenuItem, Pages, Screen};
use super::table::Table;
use super::text::{last_start, lines_on_page};
use crate::cli::commands::learn::{self, LearnArgs};
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::hand_wrapped::hand_wrapped;
use crate::cli::prompt;
use crate::cli::report::SCREEN;
use crate::cli::view::rules;
use crate::disk::ended_by_signals;

/// Keys in the list of games.
pub(super) const GAMES: &str = "\
arrows, Home, End  select a game; click to select and open it
Enter, Space       open the game; if you have none, start one
N                  start a game, against a bot or with friends
r                  read your mail
q, Esc, Ctrl-C     leave
Ctrl-Z             suspend pbem; fg continues";

/// Keys in a game.
pub(super) const TABLE: &str = "\
arrows, Tab   move the cursor; below the board it moves through the buttons;
              Tab moves to the next board, then to the buttons
Space, click  select: the text below the board says what that does
Backspace     undo the last step of your draft
:             type your move; Esc drops the text, Enter accepts it; keys for
              editing: Left, Right, Home, End, Ctrl-U, Ctrl-W
Enter         sign your draft; confirm with Enter or y
n, m          add a note to your turn; mark this square (Space erases the mark)
[ ] { }       previous turn, next turn; first turn, latest turn
L             list all turns
h, l          hint: what is still possible; the board as sentences (PgDn, PgUp)
u             undo your last turn, if you haven't mailed it
.             everything else: mail, offer, resign, verify, rematch
r             read your mail
R V S P       after the game: rematch; verify it; share a summary; write a web
              page of the game
q, Esc        back; if you have a draft, pbem asks first
Ctrl-Z        suspend pbem (fg continues); Ctrl-C leaves immediately
›x‹           the cursor
{x}           in your draft, or in the last turn; ─ and │ show the path
{a} {b}       the first and the second move to this square
+             you can select this square
< >           the board continues on this side";

/// Keys while choosing a setup.
pub(super) const SETTING: &str = "\
arrows, Tab   move the cursor; below the board it moves through the buttons
Space, click  select: the text below the board says what that does
R             choose a whole setup at random
Backspace     undo the last step
:             type your setup; Esc drops the text, Enter accepts it; keys for
              editing: Left, Right, Home, End, Ctrl-U, Ctrl-W
Enter         seal your setup and sign; confirm with Enter or y
q, Esc        back; if you have started a setup, pbem asks first
Ctrl-Z        suspend pbem (fg continues); Ctrl-C leaves immediately";

impl App {
    /// Shows the keys of a game, with its legend.
    pub(super) fn help_at_table(&mut self) {
        let width = usize::from(self.size.0).min(SCREEN);
        let Some(table) = self.table() else { return };
        let kind = table.file.game.standing.kind;
        let mut keys = symbols(table, width);
        keys.append(hand_wrapped(TABLE, SCREEN, width));
        self.show_help(Help { kind, keys }, KeyCode::Char('k'));
    }

    /// Shows the keys for choosing a setup.
    pub(super) fn help_in_setting(&mut self) {
        let Some(Screen::Setting(setting)) = self.front() else { return };
        let help = Help { kind: setting.kind(), keys: self.keys(SETTING) };
        self.show_help(help, KeyCode::Char('k'));
    }

    /// Shows the rules of the game that is selected in a menu.
    pub(super) fn help_in_menu(&mut self) {
        let Some(Screen::Menu(menu)) = self.front() else { return };
        let selected = menu.items.get(menu.at).map(|(_, choice)| choice);
        if let Some(MenuItem::Kind(kind) | MenuItem::Bot(kind, _) | MenuItem::Person(kind)) =
            selected
        {
            let help = Help { kind: *kind, keys: self.keys(GAMES) };
            self.show_help(help, KeyCode::Char('r'));
        }
    }

    /// Returns these keys as a page for the screen.
    fn keys(&self, keys: &str) -> Document {
        hand_wrapped(keys, SCREEN, usize::from(self.size.0).min(SCREEN))
    }

    /// Opens the help page for this key. Returns false if there is no such page.
    fn show_help(&mut self, help: Help, key: KeyCode) -> bool {
        let (kind, width) = (help.kind, usize::from(self.size.0).min(SCREEN));
        let (title, document) = match key {
            KeyCode::Char('k' | '?') => ("keys and symbols".to_owned(), help.keys.clone()),
            KeyCode::Char('r') => (format!("{}: rules", kind.title()), rules::short(kind, width)),
            KeyCode::Char('a') => {
                let all = Document::drawing(rules::all(kind, width));
                (format!("{}: all rules", kind.title()), all)
            }
            KeyCode::Char('l') => {
                self.wish = Some(Effect::Lesson(kind));
                return true;
            }
            _ => return false,
        };
        if matches!(self.screens.last(), Some(Screen::Text(_))) {
            self.screens.pop();
        }
        self.screens.push(Screen::Text(Pages { title, document, from: 0, help: Some(help) }));
        true
    }

    /// Runs the lesson of a game line by line on the normal terminal.
    pub(super) fn teach(&mut self, kind: Kind) {
        let args = LearnArgs { kind: Some(kind.id().to_owned()) };
        let teach = |ctx: &mut Context| {
            let report = learn::run(ctx, &args)?;
            prompt::page(ctx.look(), &report.document())?;
            ctx.close_vault();
            prompt::ask_line(ctx.look(), "\nPress Enter to return to pbem play ")
        };
        // Without the full screen, nothing else handles Ctrl-C.
        ended_by_signals(|| self.attempt(teach));
    }

    /// Handles a key on a page of text. Any key without a meaning closes the page.
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

/// Returns the facts, the tables next to the boards, and the legend.
fn symbols(table: &Table, width: usize) -> Document {
    let names = table.names();
    let scene = &table.view.scene;
    let facts = render::rows(&scene.facts, names, Look { width, ..Look::default() });
    let aside = scene.boards.iter().flat_map(|board| &board.aside);
    let aside: String = aside.map(|line| names.fill(line) + "\n").collect();
    let legend = render::legend(scene, names, width).join("\n");
    let parts = [facts, aside, legend].map(|part| part.trim_end().to_owned());
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Document::drawing(parts.join("\n\n") + "\n\n")
}
