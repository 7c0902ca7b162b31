//! State of the full screen. Independent of the terminal.

use std::time::{Duration, Instant};

use pbem::games::Kind;
use pbem::rules::Level;

use super::action::Action;
use super::canvas::Theme;
use super::drafting::Drafts;
use super::games::Games;
use super::line_editor::Line;
use super::setup_screen::Setting;
use super::table::Table;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::environment::Environment;
use crate::cli::failure::CliError;
use crate::cli::global::GlobalArgs;
use crate::cli::receiving::{Lookout, News};

/// The screens, which can be opened on top of each other.
#[derive(Debug)]
pub(super) enum Screen {
    Games(Games),
    Table(Box<Table>),
    Setting(Box<Setting>),
    Menu(Menu),
    Text(Pages),
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    pub title: String,
    pub items: Vec<(String, MenuItem)>,
    pub at: usize,
}

/// A choice that a line of a menu offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MenuItem {
    Action(Action),
    Again,
    Kind(Kind),
    Bot(Kind, Level),
    Person(Kind),
}

/// Text to read, such as a help page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pages {
    pub title: String,
    pub document: Document,
    /// First visible line.
    pub from: usize,
    /// The game whose keys, rules and lesson the user can open from here.
    pub help: Option<Help>,
}

/// An open prompt: a line to type, or a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prompt {
    pub kind: PromptKind,
    pub line: Line,
    /// The text before the user began to type.
    pub before: String,
}

impl Prompt {
    /// Creates an empty prompt.
    pub(super) fn new(kind: PromptKind) -> Prompt {
        Prompt::with(kind, String::new())
    }

    /// Creates a prompt with this text to edit.
    pub(super) fn with(kind: PromptKind, text: String) -> Prompt {
        Prompt { kind, line: Line::new(&text), before: text }
    }
}

/// Kinds of prompts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PromptKind {
    Draft,
    Note,
    Mark,
    FirstMove,
    /// Asks for the address of the player with this name.
    Address(Outgoing, String),
    /// Asks whether to mail the turn to these recipients.
    Mail(Outgoing, String),
    Opponents(Kind),
    OwnName(MenuItem, String),
    Sign,
    /// If there is an open claim against the player, asks whether the opponent's turn has just
    /// arrived, after the deadline.
    ArrivedLate,
    PlayOn,
    Leave,
    Action(Action),
}

impl PromptKind {
    /// Whether the answer is yes or no.
    pub(super) fn is_question(&self) -> bool {
        use PromptKind::{Action, ArrivedLate, Leave, Mail, PlayOn, Sign};
        matches!(self, Sign | ArrivedLate | PlayOn | Leave | Mail(..) | Action(_))
    }
}

/// Actions that can't run in the full screen, because they need the normal terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Action(Action),
    Receive,
    /// The lesson of a game, line by line.
    Lesson(Kind),
}

/// The whole state of the full screen.
#[derive(Debug)]
pub(super) struct App {
    pub theme: Theme,
    /// Columns and lines of the terminal.
    pub size: (u16, u16),
    /// Open screens; the last one is visible.
    pub screens: Vec<Screen>,
    /// Result of the last key, for the message line.
    pub said: String,
    pub prompt: Option<Prompt>,
    pub wish: Option<Effect>,
    /// The chosen setup, if another command opened the screen to ask for it.
    pub chosen: Option<String>,
    pub mail: Mail,
    pub global: GlobalArgs,
    around: Environment,
}

/// A message that needs addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outgoing {
    pub action: Action,
    /// Typed addresses: `bob=bob@example.org`.
    pub said: Vec<String>,
    /// Players whose addresses the user left empty, so that they don't get the message.
    pub without: Vec<String>,
}

/// State of the mail while the screen is open.
#[derive(Debug)]
pub(super) struct Mail {
    /// Checks the mail folders; `None` if pbem doesn't know any mail folder.
    pub lookout: Option<Lookout>,
    pub next: Instant,
    pub every: Duration,
    /// News in other games since the user last opened a game or signed a turn.
    pub news: Vec<News>,
}

impl Mail {
    /// Creates the state. The first check is as soon as the user stops pressing keys; `every` is
    /// the interval between checks.
    pub(super) fn new(every: Duration) -> Mail {
        Mail { lookout: None, next: Instant::now(), every, news: Vec::new() }
    }

    /// Returns the news as sentences.
    pub(super) fn messages(&self) -> impl Iterator<Item = String> {
        self.news.iter().map(|news| format!("{}: {}", news.name, news.text))
    }
}

/// Help for one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Help {
    pub kind: Kind,
    /// Symbols and keys of the screen on which the user opened the help.
    pub keys: Document,
}

impl App {
    /// Creates the state without open screens.
    pub(super) fn new(global: GlobalArgs, around: Environment) -> Self {
        let look = around.look(global.ascii);
        App {
            theme: Theme { look, colour: true },
            size: (80, 24),
            screens: Vec::new(),
            said: String::new(),
            prompt: None,
            wish: None,
            chosen: None,
            mail: Mail::new(around.every),
            global,
            around,
        }
    }

    /// Shows a message until the next key.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.said = text.into();
    }

    /// Runs a separate command: opens the vault for it, and closes it afterwards.
    pub(super) fn with<T>(
        &mut self,
        run: impl FnOnce(&mut Context) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let mut ctx = Context::new(self.global.clone(), self.around.clone())?;
        let result = run(&mut ctx);
        self.around = ctx.around.clone();
        if let Some(warning) = ctx.take_warnings().into_iter().next() {
            self.say(warning);
        }
        result
    }

    /// Like [`App::with`], but shows an error as a message.
    pub(super) fn attempt<T>(
        &mut self,
        run: impl FnOnce(&mut Context) -> Result<T, CliError>,
    ) -> Option<T> {
        match self.with(run) {
            Ok(done) => Some(done),
            Err(failure) => {
                self.say(failure.message);
                None
            }
        }
    }

    /// Returns the visible screen.
    pub(super) fn front(&mut self) -> Option<&mut Screen> {
        self.screens.last_mut()
    }

    /// Returns the visible screen, if it has a draft.
    pub(super) fn drafts(&mut self) -> Option<&mut dyn Drafts> {
        match self.screens.last_mut()? {
            Screen::Table(table) => Some(table.as_mut()),
            Screen::Setting(setting) => Some(setting.as_mut()),
            _ => None,
        }
    }

    /// Returns the game on the visible screen, or on the screen below a menu or a page of text.
    pub(super) fn table(&mut self) -> Option<&mut Table> {
        self.screens.iter_mut().rev().find_map(|screen| match screen {
            Screen::Table(table) => Some(table.as_mut()),
            _ => None,
        })
    }

    /// Whether the user has closed all screens.
    pub(super) fn is_over(&self) -> bool {
        self.screens.is_empty()
    }

    /// Shows a document on top of everything.
    pub(super) fn read_text(&mut self, title: &str, document: Document) {
        let title = title.to_owned();
        self.screens.push(Screen::Text(Pages { title, document, from: 0, help: None }));
    }
}
