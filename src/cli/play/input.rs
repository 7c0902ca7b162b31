//! Handles keys and clicks.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::cli::pasted::{self, GameWords, Pasted};
use crate::cli::play::action::Action;
use crate::cli::play::board::layout;
use crate::cli::play::canvas::columns;
use crate::cli::play::drafting::{Drafts, Place, SEPARATOR};
use crate::cli::play::draw::{Layout, buttons, list};
use crate::cli::play::line_editor::Line;
use crate::cli::play::state::{App, Effect, MenuItem, Prompt, PromptKind, Screen};
use crate::cli::play::table::Check;
use crate::cli::play::text::menu_top;
use crate::cli::player_name;

/// Number of lines to scroll for each key press, in boards that are shown as sentences.
const LIST_STEP: usize = 8;

impl App {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.screens.clear();
            return;
        }
        self.said.clear();
        if let Some(prompt) = self.prompt.take() {
            self.key_in_prompt(prompt, key);
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        match self.screens.last() {
            Some(Screen::Games(_)) => self.key_in_games(key.code),
            Some(Screen::Table(_)) => self.key_at_table(key.code),
            Some(Screen::Setting(_)) => self.key_in_setting(key.code),
            Some(Screen::Menu(_)) => self.key_in_menu(key.code),
            Some(Screen::Text(_)) => self.key_in_text(key.code),
            None => {}
        }
    }

    fn key_in_prompt(&mut self, mut prompt: Prompt, key: KeyEvent) {
        match (key.code, prompt.kind.is_question()) {
            (KeyCode::Enter, _) | (KeyCode::Char('y' | 'Y'), true) => self.answered(prompt),
            (_, true) => self.say("Canceled. Nothing was done."),
            (KeyCode::Esc, false) if prompt.kind == PromptKind::Draft => self.put(prompt.before),
            (KeyCode::Esc, false) if matches!(prompt.kind, PromptKind::Address(..)) => {
                self.say("Canceled. Nothing was mailed, and no address was saved.");
            }
            (KeyCode::Esc, false) => {}
            (KeyCode::Char(sign), false) if prompt.kind == PromptKind::Mark => {
                self.mark(&sign.to_string());
            }
            (_, false) => {
                prompt.line.key(key);
                self.typing(prompt);
            }
        }
    }

    /// Checks the draft while the user types it.
    fn typing(&mut self, prompt: Prompt) {
        if prompt.kind == PromptKind::Draft {
            let text = prompt.line.text();
            self.put(text.strip_suffix(SEPARATOR).unwrap_or(&text).to_owned());
        }
        self.prompt = Some(prompt);
    }

    fn answered(&mut self, prompt: Prompt) {
        let text = prompt.line.text().trim().to_owned();
        match prompt.kind {
            PromptKind::Draft => {
                let Some(prompt) = self.without_command(prompt) else { return };
                self.ask_to_sign();
                // After a mistake, the user can type again.
                let is_idle = self.table().is_some_and(|table| table.check == Check::Idle);
                if self.prompt.is_none() && !text.is_empty() && !is_idle {
                    self.prompt = Some(prompt);
                }
            }
            PromptKind::Note => {
                if let Some(table) = self.table() {
                    table.note = text;
                }
            }
            PromptKind::Mark => {}
            PromptKind::FirstMove => {
                if let Some(Screen::Setting(setting)) = self.screens.last_mut() {
                    setting.begin_with(text);
                    self.sign();
                }
            }
            PromptKind::Address(outgoing, name) => self.mail_there(outgoing, name, text),
            PromptKind::Mail(outgoing, _) => self.mail_to_these(&outgoing),
            PromptKind::Opponents(kind) => self.begin(MenuItem::Person(kind), text),
            PromptKind::OwnName(choice, typed) => match player_name::check_name(&text) {
                Ok(()) => {
                    self.call_oneself(text);
                    self.begin(choice, typed);
                }
                Err(failure) => {
                    self.say(failure.message);
                    self.prompt = Some(Prompt::with(PromptKind::OwnName(choice, typed), text));
                }
            },
            PromptKind::Sign => self.sign(),
            PromptKind::ArrivedLate => {
                if let Some(table) = self.table() {
                    table.arrived_late = true;
                }
                self.sign();
            }
            PromptKind::PlayOn => {
                self.act(Action::CancelResign);
                self.sign();
            }
            PromptKind::Leave => self.leave(),
            PromptKind::Action(action) => self.act(action),
        }
    }

    /// If the user pasted a command instead of a move, replaces the command with its move.
    fn without_command(&mut self, prompt: Prompt) -> Option<Prompt> {
        let Some(Screen::Table(table)) = self.screens.last() else { return Some(prompt) };
        let (words, text) = (GameWords::of(&table.file), prompt.line.text());
        match self.with(|ctx| pasted::read(ctx, &words, &text)) {
            Ok(Pasted::Move(mv)) if mv == text => Some(prompt),
            Ok(Pasted::Move(mv)) => {
                self.put(mv.clone());
                Some(Prompt { line: Line::new(&mv), ..prompt })
            }
            Ok(Pasted::Command(word)) => {
                self.put(prompt.before);
                self.say(match word.as_str() {
                    "hint" => "For a hint, press h.".to_owned(),
                    "accept" | "decline" | "dispute" | "resign" => {
                        format!("To {word}, press . and choose it from the menu.")
                    }
                    _ => "Type only a move here, not a command.".to_owned(),
                });
                None
            }
            Err(failure) => {
                self.put(prompt.before);
                self.say(failure.message);
                None
            }
        }
    }

    fn key_in_games(&mut self, key: KeyCode) {
        let Some(Screen::Games(games)) = self.screens.last_mut() else { return };
        let last = games.rows.len().saturating_sub(1);
        match key {
            KeyCode::Up => games.at = games.at.saturating_sub(1),
            KeyCode::Down => games.at = (games.at + 1).min(last),
            KeyCode::Home => games.at = 0,
            KeyCode::End => games.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            KeyCode::Char('N' | 'n') => self.offer_kinds(),
            KeyCode::Char('r') => self.wish = Some(Effect::Receive),
            KeyCode::Char('?') => self.read_text("keys", super::help::GAMES.into()),
            KeyCode::Char('q') | KeyCode::Esc => self.leave(),
            _ => {}
        }
    }

    fn key_at_table(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('[') => self.wind(-1),
            KeyCode::Char(']') => self.wind(1),
            KeyCode::Char('{') => self.wind(i64::MIN),
            KeyCode::Char('}') => self.wind(i64::MAX),
            KeyCode::Char('n') => {
                let text = self.table().map(|table| table.note.clone()).unwrap_or_default();
                self.prompt = Some(Prompt::with(PromptKind::Note, text));
            }
            KeyCode::Char('m') => {
                self.prompt = Some(Prompt::new(PromptKind::Mark));
            }
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('L') => self.act(Action::Log),
            KeyCode::Char('l') => {
                if let Some(table) = self.table() {
                    (table.as_list, table.list_from) = (!table.as_list, 0);
                }
            }
            KeyCode::PageDown => self.turn_list(|from| from.saturating_add(LIST_STEP)),
            KeyCode::PageUp => self.turn_list(|from| from.saturating_sub(LIST_STEP)),
            KeyCode::Char('r') => self.wish = Some(Effect::Receive),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('.' | 'x') => self.offer_deeds(),
            KeyCode::Char('?') => self.help_at_table(),
            key if self.table().is_some_and(|table| table.is_over()) => {
                self.key_behind_the_end(key);
            }
            key => self.key_on_boards(key),
        }
    }

    /// Handles the keys of a finished game.
    fn key_behind_the_end(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('R') if self.table().is_some_and(|table| table.may_play_again) => {
                self.begin_again();
            }
            KeyCode::Char('V') => self.act(Action::Verify),
            KeyCode::Char('S') => self.act(Action::Share),
            KeyCode::Char('P') => self.act(Action::Replay),
            key => self.key_on_boards(key),
        }
    }

    /// Scrolls boards that are shown as sentences.
    fn turn_list(&mut self, turned: impl Fn(usize) -> usize) {
        if let Some(table) = self.table() {
            let lines = table.view.scene.list.iter().map(|sentence| sentence.len() / 20 + 1).sum();
            table.list_from = turned(table.list_from).min(lines);
        }
    }

    fn key_in_setting(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('R') => {
                if let Some(Screen::Setting(setting)) = self.front() {
                    setting.at_random();
                }
            }
            KeyCode::Char('?') => self.help_in_setting(),
            key => self.key_on_boards(key),
        }
    }

    /// Handles the keys that all boards share.
    fn key_on_boards(&mut self, key: KeyCode) {
        let Some(drafting) = self.drafts().map(Drafts::drafting) else { return };
        match key {
            KeyCode::Up => drafting.step((-1, 0)),
            KeyCode::Down => drafting.step((1, 0)),
            KeyCode::Left => drafting.step((0, -1)),
            KeyCode::Right => drafting.step((0, 1)),
            KeyCode::Tab => drafting.tab(),
            KeyCode::Char(' ') => self.touch(),
            KeyCode::Enter => self.enter(),
            KeyCode::Backspace => self.take_back(),
            KeyCode::Char(':' | 't') => {
                let (before, more) = (drafting.draft.clone(), drafting.with_separator());
                self.prompt = Some(Prompt { before, ..Prompt::with(PromptKind::Draft, more) });
                self.say_if_in_vain();
            }
            KeyCode::Char('q') | KeyCode::Esc => self.leave_or_ask(),
            _ => {}
        }
    }

    /// Selects the square under the cursor.
    fn touch(&mut self) {
        let touch = self.drafts().and_then(|drafts| drafts.drafting().touch().cloned());
        if let Some(touch) = touch {
            return self.put(touch.draft);
        }
        let why = match self.screens.last() {
            Some(Screen::Table(table)) => table.why_not(),
            _ => "You can't select anything here.".to_owned(),
        };
        self.say(why);
    }

    /// Explains why the user can't move on this screen, if it shows an earlier turn or the game is
    /// over. A move that the user types during another player's turn is fine: it can be for the
    /// next turn.
    fn say_if_in_vain(&mut self) {
        let Some(Screen::Table(table)) = self.screens.last() else { return };
        if table.back.is_some() || table.file.game.standing.due.is_none() {
            let idle = table.idle();
            self.prompt = None;
            self.say(idle);
        }
    }

    /// Signs a complete draft; without a draft, selects the square.
    fn enter(&mut self) {
        let nothing = match self.screens.last() {
            Some(Screen::Table(table)) => {
                let is_empty = table.drafting.draft.is_empty() && table.planned().is_none();
                is_empty && table.drafting.touch().is_some()
            }
            Some(Screen::Setting(setting)) => setting.drafting.draft.is_empty(),
            _ => false,
        };
        if nothing { self.touch() } else { self.ask_to_sign() }
    }

    /// Replaces the draft.
    fn put(&mut self, draft: String) {
        if let Some(drafts) = self.drafts() {
            drafts.put(draft);
        }
    }

    fn take_back(&mut self) {
        if self.drafts().is_some_and(|drafts| !drafts.take_back()) {
            self.say("There is nothing to undo: your draft is empty.");
        }
    }

    fn wind(&mut self, by: i64) {
        if let Some(table) = self.table() {
            table.wind(by);
        }
    }

    fn key_in_menu(&mut self, key: KeyCode) {
        let Some(Screen::Menu(menu)) = self.screens.last_mut() else { return };
        let last = menu.items.len().saturating_sub(1);
        match key {
            KeyCode::Up => menu.at = menu.at.saturating_sub(1),
            KeyCode::Down => menu.at = (menu.at + 1).min(last),
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(),
            KeyCode::Char('?') => self.help_in_menu(),
            KeyCode::Char('q') | KeyCode::Esc => self.leave(),
            _ => {}
        }
    }

    /// Handles the mouse: a click moves the cursor and selects.
    pub(crate) fn mouse(&mut self, event: MouseEvent, size: (u16, u16)) {
        if event.kind != MouseEventKind::Down(MouseButton::Left) || self.prompt.is_some() {
            return;
        }
        let row = event.row;
        let Some(screen) = self.screens.last() else { return };
        let loaded = Layout::of(screen, &self.mail, size);
        let is_here = |x: u16, width: u16| (x..x.saturating_add(width)).contains(&event.column);
        match self.screens.last_mut() {
            Some(Screen::Games(games)) => {
                let hit = list(size, games).into_iter().find(|(y, ..)| *y == row);
                let Some((_, Some(at), _)) = hit else { return };
                games.at = at;
                self.said.clear();
                self.choose();
            }
            Some(Screen::Menu(menu)) => {
                let below = row.checked_sub(menu_top(menu, size.1) + 1).map(usize::from);
                let Some(at) = below.filter(|at| *at < menu.items.len()) else { return };
                menu.at = at;
                self.said.clear();
                self.pick();
            }
            _ => {
                let Some(drafts) = self.drafts() else { return };
                let names = drafts.names().clone();
                let drafting = drafts.drafting();
                let mut buttons =
                    buttons(drafting, size.0).into_iter().filter(|_| row == loaded.touch);
                let button = buttons.find(|(x, _, label)| is_here(*x, columns(label)));
                let button = button.and_then(|(_, at, _)| at.map(Place::Button));
                let squares = layout(drafting, &names, loaded.room).into_iter();
                let mut squares = squares.filter(|loaded| loaded.y == row);
                let mut square = || squares.find(|loaded| is_here(loaded.x, loaded.width));
                let Some(hit) = button.or_else(|| Some(square()?.place)) else { return };
                drafting.at = hit;
                self.said.clear();
                self.touch();
            }
        }
    }
}
