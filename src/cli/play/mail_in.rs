//! Receives mail, automatically or when the user presses a key, and updates the screens.

use std::time::{Duration, Instant};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::play::games::Games;
use crate::cli::play::menu::in_short;
use crate::cli::play::state::{App, Effect, Prompt, PromptKind, Screen};
use crate::cli::play::table::Table;
use crate::cli::receiving::{self, Lookout, News, ReceiveRequest, news};

/// Interval for checking whether the thread has finished reading the mail.
const READING: Duration = Duration::from_millis(50);
/// Maximum number of news items in a message.
const MOST: usize = 3;

impl App {
    /// Starts to receive mail automatically.
    pub(crate) fn look_out(&mut self) -> Result<(), CliError> {
        self.mail.lookout = self.with(|ctx| Ok(Lookout::of(ctx)))?;
        Ok(())
    }

    /// Returns the time of the next check for mail. Returns `None` while a yes-or-no question is
    /// open, so that nothing on the screen changes.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        let is_asking = self.prompt.as_ref().is_some_and(|prompt| prompt.kind.is_question());
        self.mail.lookout.as_ref().filter(|_| !is_asking).map(|_| self.mail.next)
    }

    /// Receives mail automatically. Ignores errors; the user sees them after pressing the key that
    /// receives mail.
    pub(crate) fn look(&mut self) {
        self.mail.next = Instant::now() + self.mail.every;
        let Some(mut lookout) = self.mail.lookout.take() else { return };
        let news = if lookout.is_reading() {
            self.quietly(|ctx| lookout.take(ctx))
        } else {
            lookout.stirs().then(|| self.quietly(|ctx| lookout.begin(ctx)));
            None
        };
        if lookout.is_reading() {
            self.mail.next = Instant::now() + READING.min(self.mail.every);
        }
        self.mail.lookout = Some(lookout);
        self.take_up(news.unwrap_or_default());
    }

    /// Updates all screens, and adds the news.
    fn take_up(&mut self, news: Vec<News>) {
        if news.is_empty() {
            return;
        }
        if let Some(read) = self.quietly(Games::read) {
            self.renew(read);
        }
        let open = self.table().map(|table| table.word.clone());
        let (here, elsewhere): (Vec<News>, Vec<News>) =
            news.into_iter().partition(|one| Some(&one.name) == open.as_ref());
        // The last message is about the old board.
        if !here.is_empty() && self.look_again() {
            self.said.clear();
        }
        // Keep the typed text.
        if let Some(Prompt { kind: PromptKind::Draft, line, .. }) = self.prompt.clone()
            && let Some(drafts) = self.drafts()
        {
            drafts.put(line.text());
        }
        let all = &mut self.mail.news;
        all.extend(elsewhere);
        all.drain(..all.len().saturating_sub(MOST));
    }

    fn quietly<T>(&mut self, run: impl FnOnce(&mut Context) -> Result<T, CliError>) -> Option<T> {
        let result = self.with(|ctx| {
            let result = run(ctx);
            ctx.take_warnings();
            result
        });
        result.ok()
    }

    /// Replaces the list of games; keeps the selection.
    pub(crate) fn renew(&mut self, mut read: Games) {
        if let Some(Screen::Games(games)) = self.screens.first_mut() {
            let chosen = games.chosen();
            let there = read.rows.iter().position(|row| Some(&row.chosen) == chosen);
            read.at = there.unwrap_or(games.at.min(read.rows.len().saturating_sub(1)));
            *games = read;
        }
    }

    /// Reloads the game on the screen. Returns whether the game has changed.
    pub(crate) fn look_again(&mut self) -> bool {
        let Some(word) = self.table().map(|table| table.typed()) else { return false };
        self.renew_table(|ctx| OpenFile::open(ctx, &word))
    }

    /// Updates the game on the screen to the newer state that `file` returns. Returns whether the
    /// game has changed.
    pub(crate) fn renew_table(
        &mut self,
        file: impl FnOnce(&mut Context) -> Result<OpenFile, CliError>,
    ) -> bool {
        let is_table = |screen: &Screen| matches!(screen, Screen::Table(_));
        let Some(at) = self.screens.iter().rposition(is_table) else { return false };
        let Screen::Table(mut table) = self.screens.remove(at) else { return false };
        let turns = |table: &Table| table.file.game.standing.turns();
        let before = turns(&table);
        let renewed = self.with(|ctx| {
            let file = file(ctx)?;
            table.renewed(ctx, file)
        });
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

    /// Shows why a turn or an action failed. If the game has changed in the meantime, shows a
    /// message about the change instead.
    pub(crate) fn refused(&mut self, failure: CliError) {
        if self.look_again() {
            self.say("The game changed while you were looking. This is the latest board.");
        } else {
            self.say(failure.message);
        }
    }

    /// Runs an action that needs the terminal, and shows its message.
    pub(crate) fn grant(&mut self, wish: &Effect) {
        match wish {
            Effect::Action(action) => {
                let Some(table) = self.table() else { return };
                let (game, shown_head) = (table.word.clone(), table.file.game.standing.head());
                if let Some(result) = self.attempt(|ctx| action.run(ctx, &game, shown_head)) {
                    self.say(in_short(&result.report));
                }
            }
            Effect::Lesson(kind) => self.teach(*kind),
            Effect::Receive => {
                let args = ReceiveRequest::default();
                if let Some((received, report)) = self.attempt(|ctx| receiving::receive(ctx, &args))
                {
                    let news = news::of(&received);
                    let text = if news.is_empty() { in_short(&report) } else { in_a_line(&news) };
                    self.take_up(news);
                    self.say(text);
                }
            }
        }
        self.look_again();
    }
}

/// Formats the news as one sentence.
fn in_a_line(all: &[News]) -> String {
    let words = |news: &News| {
        let text = if news.short.is_empty() { &news.text } else { &news.short };
        text.clone()
    };
    format!("New mail: {}.", all.iter().map(words).collect::<Vec<_>>().join("; "))
}
