//! The screens of the player, and the actions on them. Independent of the terminal.

use pbem::service;

use super::action::Action;
use super::drafting::Drafts;
use super::games::{Games, ListEntry};
use super::menu::{in_short, items};
use super::state::{App, Menu, MenuItem, Prompt, PromptKind, Screen};
use super::table::Table;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::host::OnDisk;
use crate::cli::inbox;
use crate::cli::join_game::JoinRequest;
use crate::cli::play::new_game::{invitation_text, joining};
use crate::cli::report::{Report, next_steps};
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::turn_result::TurnResult;

impl App {
    /// Opens the list of games, and then the named game on top of it.
    pub(super) fn start(&mut self, game: Option<&str>) -> Result<(), CliError> {
        let games = self.with(Games::read)?;
        self.screens = vec![Screen::Games(games)];
        match game {
            None => Ok(()),
            Some(word) => self.open(word, false),
        }
    }

    /// Returns the final report: the games that need a move.
    pub(super) fn farewell(mut self) -> Result<Report, CliError> {
        self.with(inbox::inbox_after_mail)
    }

    /// Opens a game: its board, or the choice of a setup if that comes first. If the game is an
    /// invitation, shows the terms on top. `listed` says whether the user chose the game from the
    /// list, instead of naming a file.
    pub(super) fn open(&mut self, word: &str, listed: bool) -> Result<(), CliError> {
        self.open_file(word, listed, |ctx| OpenFile::open(ctx, word))
    }

    /// Opens the game that `file` returns.
    pub(super) fn open_file(
        &mut self,
        word: &str,
        listed: bool,
        file: impl FnOnce(&mut Context) -> Result<OpenFile, CliError>,
    ) -> Result<(), CliError> {
        let (screen, invitation) = self.with(|ctx| {
            let mut file = file(ctx)?;
            let request = JoinRequest { game: word.to_owned(), listed, ..JoinRequest::default() };
            let setting = joining(ctx, request, &mut file)?;
            let invitation = invitation_text(ctx, word, &mut file)?;
            let screen = if let Some(setting) = setting {
                Screen::Setting(Box::new(setting))
            } else {
                let mut table = Table::of(ctx, word, file)?;
                table.listed = listed;
                Screen::Table(Box::new(table))
            };
            Ok((screen, invitation))
        })?;
        self.screens.push(screen);
        if let Some(text) = invitation {
            self.read_text("Invitation", text);
        }
        self.mail.news.clear();
        Ok(())
    }

    /// Opens the game on the screen again, because another pbem may have changed it, and runs
    /// something in it. Shows an error as a message.
    pub(super) fn in_game<T>(
        &mut self,
        run: impl FnOnce(&mut Context, OpenFile) -> Result<T, CliError>,
    ) -> Option<T> {
        let word = self.table()?.word.clone();
        self.attempt(|ctx| {
            let game = OpenFile::open(ctx, &word)?;
            run(ctx, game)
        })
    }

    /// Opens the selected line of the list of games.
    pub(super) fn choose(&mut self) {
        let Some(Screen::Games(games)) = self.front() else { return };
        let (word, listed) = match games.chosen() {
            Some(ListEntry::Game(name)) => (name.clone(), false),
            Some(ListEntry::Invitation(path)) => (path.display().to_string(), true),
            None => return self.offer_kinds(),
        };
        if let Err(failure) = self.open(&word, listed) {
            self.say(failure.message);
        }
    }

    /// Closes the visible screen. If the list of games is visible then, reads the list again.
    pub(super) fn leave(&mut self) {
        self.screens.pop();
        self.prompt = None;
        let games = matches!(self.screens.last(), Some(Screen::Games(_)));
        if games && let Some(read) = self.attempt(Games::read) {
            self.renew(read);
        }
        if let Some(Screen::Games(games)) = self.screens.last_mut() {
            games.go_where_one_is_due();
        }
    }

    /// Closes the visible screen. If the screen has a draft, asks the user first.
    pub(super) fn leave_or_ask(&mut self) {
        let is_drafted = match self.screens.last() {
            Some(Screen::Table(table)) => {
                !table.drafting.draft.is_empty() || !table.note.is_empty()
            }
            Some(Screen::Setting(setting)) => !setting.drafting.draft.is_empty(),
            _ => false,
        };
        if is_drafted {
            self.prompt = Some(Prompt::new(PromptKind::Leave));
        } else {
            self.leave();
        }
    }

    /// Opens the menu of all other actions.
    pub(super) fn offer_deeds(&mut self) {
        let Some(Screen::Table(table)) = self.front() else { return };
        let title = table.word.clone();
        let items = items(table);
        self.screens.push(Screen::Menu(Menu { title, items, at: 0 }));
    }

    /// Runs the selected line of a menu.
    pub(super) fn pick(&mut self) {
        let Some(Screen::Menu(menu)) = self.screens.pop() else { return };
        let Some((_, choice)) = menu.items.into_iter().nth(menu.at) else { return };
        match choice {
            MenuItem::Action(action) if action.is_grave() => {
                self.prompt = Some(Prompt::new(PromptKind::Action(action)));
            }
            MenuItem::Action(action) => self.act(action),
            MenuItem::Again => self.begin_again(),
            MenuItem::Kind(kind) => self.offer_opponents(kind),
            MenuItem::Person(kind) => {
                self.prompt = Some(Prompt::new(PromptKind::Opponents(kind)));
            }
            MenuItem::Bot(..) => self.begin(choice, String::new()),
        }
    }

    /// Undoes the last turn after a confirmation, or explains why the turn can't be undone.
    pub(super) fn undo(&mut self) {
        let may = self.table().is_some_and(|table| table.may_undo());
        if may {
            self.prompt = Some(Prompt::new(PromptKind::Action(Action::Undo)));
        } else {
            self.act(Action::Undo);
        }
    }

    /// Whether the user's name is unknown.
    pub(super) fn is_nameless(&mut self) -> bool {
        self.global.as_name.is_none()
            && self.with(Context::own_name).is_ok_and(|name| name.is_none())
    }

    /// Sets the user's name for this session.
    pub(super) fn call_oneself(&mut self, name: String) {
        self.global.as_name = Some(name);
    }

    /// Runs the chosen action.
    pub(super) fn act(&mut self, action: Action) {
        if action.needs_terminal() {
            return self.mail(action);
        }
        let Some(table) = self.table() else { return };
        let (game, shown_head) = (table.word.clone(), table.file.game.standing.head());
        let TurnResult { report, game, .. } =
            match self.with(|ctx| action.run(ctx, &game, shown_head)) {
                Ok(done) => done,
                Err(failure) => return self.refused(failure),
            };
        let signed = report.signed;
        self.tell(action, &report);
        if let Some(table) = self.table().filter(|_| signed) {
            table.put(String::new());
        }
        match game {
            Some(game) => self.renew_table(|_| Ok(game)),
            None => self.look_again(),
        };
        if action == Action::Undo {
            self.hide_again();
        }
        self.mail_if_set(signed);
    }

    fn tell(&mut self, action: Action, report: &Report) {
        if let Some(text) = &report.file {
            let mut document = next_steps(&report.next, 0);
            document.append(Document::drawing(format!("\n{text}")));
            self.read_text(action.words(), document);
        } else if matches!(action, Action::Log | Action::Verify | Action::Share) {
            self.read_text(action.words(), report.document());
        } else {
            self.say(in_short(report));
        }
    }

    /// Puts a pencil mark on the square under the cursor; a space erases it.
    pub(super) fn mark(&mut self, sign: &str) {
        let Some(table) = self.table() else { return };
        let Some(square) = table.drafting.cell().map(|(_, cell)| cell.name.clone()) else { return };
        let sign =
            match sign {
                " " => "clear",
                sign if sign.len() == 1 && sign != ";" => sign,
                _ => return self.say(
                    "Type one ASCII character to mark the square, or a space to erase the mark.",
                ),
            };
        let typed = format!("{sign} {square}");
        let marked = self.in_game(|ctx, mut game| {
            let at = game.require_seat(ctx)?;
            let (mut host, loaded) = OnDisk::of(ctx, &mut game);
            service::mark(&mut host, loaded, at, &typed)?;
            Ok(game)
        });
        if let Some(game) = marked {
            self.renew_table(|_| Ok(game));
        }
    }

    /// Shows which setups or positions of the other players are still possible.
    pub(super) fn hint(&mut self) {
        let Some(table) = self.table() else { return };
        if table.is_invited() && table.keys.is_some() {
            let why = "You join with your first move. Hints are available after that.";
            return self.say(why);
        }
        let hint = self.in_game(|ctx, mut game| {
            let request = ShowRequest { hint: true, ..ShowRequest::default() };
            show_game::show(ctx, &mut game, &request)
        });
        if let Some(report) = hint {
            self.read_text("possible moves", report.document());
        }
    }
}
