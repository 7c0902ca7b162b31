//! What comes in by mail, by itself or by a key, and what becomes of the screens then.

use std::time::{Duration, Instant};

use crate::cli::commands::receive::{self, Lookout, News, news};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::play::app::{App, Prompt, PromptKind, Screen, Wish};
use crate::cli::play::games::Games;
use crate::cli::play::menu::in_short;
use crate::cli::play::table::Table;

/// How often pbem checks whether it has read the mail.
const READING: Duration = Duration::from_millis(50);
/// So much of what has come is told.
const MOST: usize = 3;

/// The mail, as long as the table is open.
#[derive(Debug)]
pub(crate) struct Mail {
    /// `None` where it is not known where mail comes
    lookout: Option<Lookout>,
    next: Instant,
    every: Duration,
    /// what has come since a game was opened or a turn signed, but for the game that is open
    pub news: Vec<News>,
}

impl Mail {
    /// Is looked for as soon as no key is pressed, and then each time after so long.
    pub(crate) fn new(every: Duration) -> Mail {
        Mail { lookout: None, next: Instant::now(), every, news: Vec::new() }
    }

    /// As it is told, a sentence each.
    pub(crate) fn told(&self) -> impl Iterator<Item = String> {
        self.news.iter().map(|news| format!("{}: {}", news.name, news.text))
    }
}

impl App {
    /// From now on mail comes in by itself.
    pub(crate) fn look_out(&mut self) -> Result<(), CliError> {
        self.mail.lookout = self.with(|ctx| Ok(Lookout::of(ctx)))?;
        Ok(())
    }

    /// When mail is looked for next. Nothing changes under a question of yes or no.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        let asked = self.prompt.as_ref().is_some_and(|prompt| prompt.what.is_question());
        self.mail.lookout.as_ref().filter(|_| !asked).map(|_| self.mail.next)
    }

    /// Takes in what has come, without a key. What goes wrong is said to who presses one.
    pub(crate) fn look(&mut self) {
        self.mail.next = Instant::now() + self.mail.every;
        let Some(mut lookout) = self.mail.lookout.take() else { return };
        let came = if lookout.is_reading() {
            self.quietly(|ctx| lookout.take(ctx))
        } else {
            lookout.stirs().then(|| self.quietly(|ctx| lookout.begin(ctx)));
            None
        };
        if lookout.is_reading() {
            self.mail.next = Instant::now() + READING.min(self.mail.every);
        }
        self.mail.lookout = Some(lookout);
        self.take_up(came.unwrap_or_default());
    }

    /// What has come is on all screens, and told in the news.
    fn take_up(&mut self, came: Vec<News>) {
        if came.is_empty() {
            return;
        }
        if let Some(read) = self.quietly(Games::read) {
            self.renew(read);
        }
        let open = self.table().map(|table| table.word.clone());
        let (here, elsewhere): (Vec<News>, Vec<News>) =
            came.into_iter().partition(|news| Some(&news.name) == open.as_ref());
        if !here.is_empty() {
            self.look_again();
        }
        // What is being typed stays, whatever has come.
        if let Some(Prompt { what: PromptKind::Draft, line, .. }) = self.prompt.clone()
            && let Some(drafts) = self.drafts()
        {
            drafts.put(line.text());
        }
        let news = &mut self.mail.news;
        news.extend(elsewhere);
        news.drain(..news.len().saturating_sub(MOST));
    }

    fn quietly<T>(&mut self, run: impl FnOnce(&mut Context) -> Result<T, CliError>) -> Option<T> {
        let said = self.with(|ctx| {
            let done = run(ctx);
            ctx.take_warnings();
            done
        });
        said.ok()
    }

    /// The list of games as it is now; the same one is chosen.
    pub(crate) fn renew(&mut self, mut read: Games) {
        if let Some(Screen::Games(games)) = self.screens.first_mut() {
            let chosen = games.chosen();
            let there = read.rows.iter().position(|row| Some(&row.chosen) == chosen);
            read.at = there.unwrap_or(games.at.min(read.rows.len().saturating_sub(1)));
            *games = read;
        }
    }

    /// Looks at the game of the table anew; whether it has gone on.
    pub(crate) fn look_again(&mut self) -> bool {
        let is_table = |screen: &Screen| matches!(screen, Screen::Table(_));
        let Some(at) = self.screens.iter().rposition(is_table) else { return false };
        let Screen::Table(mut table) = self.screens.remove(at) else { return false };
        let turns = |table: &Table| table.file.game.standing.turns();
        let before = turns(&table);
        let renewed = self.with(|ctx| table.renewed(ctx));
        let failure = renewed.map(|renewed| *table = renewed).err();
        let gone_on = turns(&table) != before;
        self.screens.insert(at, Screen::Table(table));
        match failure {
            Some(failure) if failure.kind == CliErrorKind::TakenBack => self.leave(),
            Some(failure) => self.say(failure.message),
            None => {}
        }
        gone_on
    }

    /// What a key wanted was refused: why, unless the game has gone on elsewhere.
    pub(crate) fn refused(&mut self, failure: CliError) {
        if self.look_again() {
            self.say("The game moved on while you were looking at it. This is the newest board.");
        } else {
            self.say(failure.message);
        }
    }

    /// Does what needs the terminal; what is to be said of it.
    pub(crate) fn grant(&mut self, wish: &Wish) {
        match wish {
            Wish::Deed(deed) => {
                let Some(game) = self.table().map(|table| table.word.clone()) else { return };
                if let Some(report) = self.attempt(|ctx| deed.run(ctx, game)) {
                    self.say(in_short(&report));
                }
            }
            Wish::Lesson(kind) => self.teach(*kind),
            Wish::Receive => {
                let args = receive::ReceiveArgs::default();
                if let Some((received, report)) = self.attempt(|ctx| receive::take_all(ctx, &args))
                {
                    let came = news::of(&received);
                    self.say(if came.is_empty() { in_short(&report) } else { in_a_line(&came) });
                    self.take_up(came);
                }
            }
        }
        self.look_again();
    }
}

/// What has come, in a sentence.
fn in_a_line(came: &[News]) -> String {
    let words = |news: &News| {
        let told = if news.short.is_empty() { &news.text } else { &news.short };
        told.clone()
    };
    format!("Came: {}.", came.iter().map(words).collect::<Vec<_>>().join("; "))
}
