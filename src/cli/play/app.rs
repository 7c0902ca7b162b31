//! What is on the screen, and what a player does there. No terminal here.

use pbem::games::Kind;
use pbem::rules::Level;

use super::drafting::Drafts;
use super::games::{Chosen, Games};
use super::help::Help;
use super::menu::{Deed, in_short, items};
use super::table::Table;
use crate::cli::commands::{mark, show, status};
use crate::cli::context::{Context, RunLine};
use crate::cli::environment::Environment;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::global::GlobalArgs;
use crate::cli::play::canvas::Theme;
use crate::cli::play::line_editor::Line;
use crate::cli::play::mail_in::Mail;
use crate::cli::play::mail_out::Outgoing;
use crate::cli::play::new_game::joining;
use crate::cli::play::setup_screen::Setting;
use crate::cli::report::Report;

/// What lies on top of what.
#[derive(Debug)]
pub(super) enum Screen {
    Games(Games),
    Table(Box<Table>),
    Setting(Box<Setting>),
    Menu(Menu),
    Text(Pages),
}

/// Something to choose from a list.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    pub title: String,
    pub items: Vec<(String, MenuItem)>,
    pub at: usize,
}

/// What a line of a menu stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MenuItem {
    Deed(Deed),
    Again,
    Kind(Kind),
    Bot(Kind, Level),
    Person(Kind),
}

/// A text to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pages {
    pub title: String,
    pub lines: Vec<String>,
    /// the first line on the screen, counted in lines that fit it
    pub from: usize,
    /// the game whose keys, rules and lesson can be opened from here
    pub help: Option<Help>,
}

/// A line that is being typed, or a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prompt {
    pub what: PromptKind,
    pub line: Line,
    /// what was there before
    pub before: String,
}

impl Prompt {
    /// A question, or an empty line.
    pub(super) fn new(what: PromptKind) -> Prompt {
        Prompt::with(what, String::new())
    }

    /// A line that goes on behind this text.
    pub(super) fn with(what: PromptKind, text: String) -> Prompt {
        Prompt { what, line: Line::new(&text), before: text }
    }
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PromptKind {
    Draft,
    Note,
    Mark,
    FirstMove,
    /// the address of the one who is named
    Address(Outgoing, String),
    /// whether it shall go to these
    Mail(Outgoing, String),
    Opponents(Kind),
    OwnName(MenuItem, String),
    Sign,
    /// whether the turn that is answered came only now, with a claim against this player there
    ArrivedLate,
    PlayOn,
    Leave,
    Deed(Deed),
}

impl PromptKind {
    /// Is it answered by yes or no?
    pub(super) fn is_question(&self) -> bool {
        use PromptKind::{ArrivedLate, Deed, Leave, Mail, PlayOn, Sign};
        matches!(self, Sign | ArrivedLate | PlayOn | Leave | Mail(..) | Deed(_))
    }
}

/// What has to be done while the terminal is free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Deed(Deed),
    Receive,
    /// The lesson of a game, line by line.
    Lesson(Kind),
}

/// The whole of it.
#[derive(Debug)]
pub(super) struct App {
    pub theme: Theme,
    /// Columns and lines of the terminal.
    pub size: (u16, u16),
    /// the last one is seen
    pub screens: Vec<Screen>,
    /// what has come of the last key
    pub said: String,
    pub prompt: Option<Prompt>,
    pub wish: Option<Wish>,
    /// the setup, if the command that opened the screen only asked for one
    pub chosen: Option<String>,
    pub mail: Mail,
    pub global: GlobalArgs,
    /// runs the commands that `learn` types
    pub run_line: Option<RunLine>,
    around: Environment,
}

impl App {
    /// Nothing is open yet.
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
            run_line: None,
            around,
        }
    }

    /// The list of games, and upon it the one that was named.
    pub(super) fn start(&mut self, game: Option<&str>) -> Result<(), CliError> {
        let games = self.with(Games::read)?;
        self.screens = vec![Screen::Games(games)];
        match game {
            None => Ok(()),
            Some(word) => self.open(word),
        }
    }

    /// What is said when the player has left: what waits for him.
    pub(super) fn farewell(mut self) -> Result<Report, CliError> {
        self.with(status::inbox_after_mail)
    }

    /// Something to be said until the next key.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.said = text.into();
    }

    /// A command, as if it stood alone: the vault is opened for it, and let go.
    pub(super) fn with<T>(
        &mut self,
        run: impl FnOnce(&mut Context) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let mut ctx = Context::new(self.global.clone(), self.around.clone())?;
        ctx.run_line = self.run_line;
        let done = run(&mut ctx);
        self.around = ctx.around.clone();
        if let Some(warning) = ctx.take_warnings().into_iter().next() {
            self.say(warning);
        }
        done
    }

    /// The same for what only has to be said.
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

    /// The screen that is seen.
    pub(super) fn front(&mut self) -> Option<&mut Screen> {
        self.screens.last_mut()
    }

    /// What is drafted on the screen that is seen.
    pub(super) fn drafts(&mut self) -> Option<&mut dyn Drafts> {
        match self.screens.last_mut()? {
            Screen::Table(table) => Some(table.as_mut()),
            Screen::Setting(setting) => Some(setting.as_mut()),
            _ => None,
        }
    }

    /// The table that is seen, or lies below a menu or a text.
    pub(super) fn table(&mut self) -> Option<&mut Table> {
        self.screens.iter_mut().rev().find_map(|screen| match screen {
            Screen::Table(table) => Some(table.as_mut()),
            _ => None,
        })
    }

    /// Opens a game: a table, or the hiding of a setup where that comes first.
    pub(super) fn open(&mut self, word: &str) -> Result<(), CliError> {
        let screen = self.with(|ctx| {
            let mut file = OpenFile::open(ctx, word)?;
            Ok(match joining(ctx, word, &mut file)? {
                Some(setting) => Screen::Setting(Box::new(setting)),
                None => Screen::Table(Box::new(Table::of(ctx, word, file)?)),
            })
        })?;
        self.screens.push(screen);
        self.mail.news.clear();
        Ok(())
    }

    /// What was chosen from the list of games.
    pub(super) fn choose(&mut self) {
        let Some(Screen::Games(games)) = self.front() else { return };
        let word = match games.chosen() {
            Some(Chosen::Game(name)) => name.clone(),
            Some(Chosen::Invitation(path)) => path.display().to_string(),
            None => return self.offer_kinds(),
        };
        if let Err(failure) = self.open(&word) {
            self.say(failure.message);
        }
    }

    /// Leaves the screen that is seen; the list is read anew when one comes back to it.
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

    /// The same, but what has been drafted is not dropped without a question.
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

    /// Has the player left?
    pub(super) fn is_over(&self) -> bool {
        self.screens.is_empty()
    }

    /// What else can be done, as a menu.
    pub(super) fn offer_deeds(&mut self) {
        let Some(Screen::Table(table)) = self.front() else { return };
        let title = table.word.clone();
        let items = items(table);
        self.screens.push(Screen::Menu(Menu { title, items, at: 0 }));
    }

    /// What was chosen from a menu.
    pub(super) fn pick(&mut self) {
        let Some(Screen::Menu(menu)) = self.screens.pop() else { return };
        let Some((_, choice)) = menu.items.into_iter().nth(menu.at) else { return };
        match choice {
            MenuItem::Deed(deed) if deed.is_grave() => {
                self.prompt = Some(Prompt::new(PromptKind::Deed(deed)));
            }
            MenuItem::Deed(deed) => self.act(deed),
            MenuItem::Again => self.begin_again(),
            MenuItem::Kind(kind) => self.offer_opponents(kind),
            MenuItem::Person(kind) => {
                self.prompt = Some(Prompt::new(PromptKind::Opponents(kind)));
            }
            MenuItem::Bot(..) => self.begin(choice, String::new()),
        }
    }

    /// Takes the last turn back, after a yes; why not, if it cannot be.
    pub(super) fn undo(&mut self) {
        let may = self.table().is_some_and(|table| table.may_undo());
        if may {
            self.prompt = Some(Prompt::new(PromptKind::Deed(Deed::Undo)));
        } else {
            self.act(Deed::Undo);
        }
    }

    /// Is it not known how one is called?
    pub(super) fn is_nameless(&mut self) -> bool {
        self.global.as_name.is_none()
            && self.with(Context::own_name).is_ok_and(|name| name.is_none())
    }

    /// The name under which one plays, from now on.
    pub(super) fn call_oneself(&mut self, name: String) {
        self.global.as_name = Some(name);
    }

    /// Carries something out that was chosen.
    pub(super) fn act(&mut self, deed: Deed) {
        if deed.needs_terminal() {
            return self.mail(deed);
        }
        let Some(table) = self.table() else { return };
        let (game, seen) = (table.word.clone(), table.file.game.standing.head());
        let done = self.with(|ctx| {
            if deed.is_grave() {
                OpenFile::confirm(ctx, &game, seen)?;
            }
            deed.run(ctx, game)
        });
        let report = match done {
            Ok(report) => report,
            Err(failure) => return self.refused(failure),
        };
        let signed = report.signed.is_some();
        self.tell(deed, &report);
        if let Some(table) = self.table().filter(|_| signed) {
            table.put(String::new());
        }
        self.look_again();
        if deed == Deed::Undo {
            self.hide_again();
        }
        self.mail_if_set(signed);
    }

    fn tell(&mut self, deed: Deed, report: &Report) {
        if let Some(text) = &report.file {
            let next = report.next.join("\n");
            self.read_text(deed.words(), &format!("Next: {next}\n\n{text}"));
        } else if matches!(deed, Deed::Log | Deed::Verify | Deed::Share) {
            self.read_text(deed.words(), &report.to_text());
        } else {
            self.say(in_short(report));
        }
    }

    /// A mark on the square under the cursor; a blank wipes it.
    pub(super) fn mark(&mut self, sign: &str) {
        let Some(table) = self.table() else { return };
        let Some(square) = table.drafting.cell().map(|(_, cell)| cell.name.clone()) else { return };
        let sign = match sign {
            " " => "clear",
            sign if sign.len() == 1 && sign != ";" => sign,
            _ => return self.say("A mark is one plain letter, digit or sign; a blank wipes it."),
        };
        let args = mark::Mark { game: table.word.clone(), words: vec![sign.to_owned(), square] };
        if self.attempt(|ctx| mark::run(ctx, &args)).is_some() {
            self.look_again();
        }
    }

    /// What the facts leave possible.
    pub(super) fn hint(&mut self) {
        let Some(table) = self.table() else { return };
        if table.is_invited() && table.keys.is_some() {
            let why =
                "You have not joined yet: you do with your first move, and then this tells more.";
            return self.say(why);
        }
        let args = show::Show { game: table.word.clone(), hint: true, ..show::Show::default() };
        if let Some(report) = self.attempt(|ctx| show::run(ctx, &args)) {
            self.read_text("what is possible", &report.to_text());
        }
    }

    /// A text in front of everything.
    pub(super) fn read_text(&mut self, title: &str, text: &str) {
        let lines = text.lines().map(str::to_owned).collect();
        let title = title.to_owned();
        self.screens.push(Screen::Text(Pages { title, lines, from: 0, help: None }));
    }
}
