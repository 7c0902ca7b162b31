//! Reads the mail before a command ends a game, because the other player's answer may have arrived.

use super::news::{self, News};
use super::{ReceiveRequest, receive};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::mail_folders::incoming_words;
use crate::cli::next::Next;
use crate::cli::prompt::{self, can_ask};
use crate::cli::report::Report;

/// The mail that pbem has read before it carries out the command.
#[derive(Debug, Default)]
pub(crate) struct Mail {
    news: Vec<News>,
    /// Whether a turn of the game that the command is about has arrived.
    pub(crate) arrived: bool,
    /// Whether the mail has changed anything in the vault.
    has_changed: bool,
    /// Names of the folders that pbem read; `None` if it doesn't know any.
    folders: Option<String>,
}

impl Mail {
    /// Returns the news of this game, if new turns have arrived.
    pub(crate) fn in_game(&self, game: &str) -> Option<&News> {
        self.news.iter().find(|news| news.name == game)
    }

    /// Returns the game, if it was opened before pbem read the mail. Opens it if it wasn't, or if
    /// the mail has changed anything: a ruling in the mail changes a game too.
    pub(crate) fn renew(
        &self,
        ctx: &mut Context,
        game: Option<OpenFile>,
        game_word: &str,
    ) -> Result<OpenFile, CliError> {
        let unchanged = game.filter(|_| !self.has_changed);
        unchanged.map_or_else(|| OpenFile::open(ctx, game_word), Ok)
    }

    /// Returns a sentence that says in which folders pbem found no answer from the player `who`.
    pub(crate) fn words(&self, who: &str) -> String {
        match &self.folders {
            Some(folders) => format!("Found no answer from {who} in {folders}."),
            None => format!(
                "pbem doesn't know where your mail arrives, so look for {who}'s answer yourself \
                    first."
            ),
        }
    }

    /// Puts the news above a report.
    pub(crate) fn tell(&self, report: &mut Report) {
        report.body.prepend(self.lines().into());
    }

    /// Puts the news above a report, or above an error.
    pub(crate) fn with_news(&self, result: Result<Report, CliError>) -> Result<Report, CliError> {
        match result {
            Ok(mut report) => {
                self.tell(&mut report);
                Ok(report)
            }
            Err(mut failure) => {
                failure.message = self.lines() + &failure.message;
                Err(failure)
            }
        }
    }

    /// Prints the news above a question. If pbem can't ask, leaves the news for the report.
    fn tell_now(&mut self, ctx: &Context) -> Result<(), CliError> {
        if self.news.is_empty() || !can_ask(ctx) {
            return Ok(());
        }
        prompt::page(ctx.look(), &self.lines().into())?;
        self.news.clear();
        Ok(())
    }

    fn lines(&self) -> String {
        let news = self.news.iter().map(|news| format!("{}: {}.\n", news.name, news.text));
        news.collect()
    }
}

/// Opens a game for an answer to another player's turn. Reads the mail first if the file doesn't
/// have that turn.
pub(crate) fn open_with_answer(
    ctx: &mut Context,
    game_word: &str,
) -> Result<(OpenFile, Mail), CliError> {
    let game = OpenFile::open(ctx, game_word)?;
    with_answer(ctx, game)
}

/// Reads the mail if it is another player's turn. Returns the game, with any turns that have
/// arrived.
pub(crate) fn with_answer(ctx: &mut Context, game: OpenFile) -> Result<(OpenFile, Mail), CliError> {
    let is_waiting = game.game.standing.due.is_some() && !game.is_mine();
    if game.records.is_empty() || game.stale.is_some() || !is_waiting {
        return Ok((game, Mail::default()));
    }
    let name = game.name();
    let mut mail = read_if_possible(ctx);
    mail.arrived = mail.in_game(&name).is_some();
    let game = mail.renew(ctx, Some(game), &name)?;
    mail.tell_now(ctx)?;
    Ok((game, mail))
}

/// Reads the mail before the command asks a question, and prints the news above that question.
pub(crate) fn read_before_question(ctx: &mut Context) -> Result<Mail, CliError> {
    let mut mail = read_if_possible(ctx);
    mail.tell_now(ctx)?;
    Ok(mail)
}

/// Reads the mail. If the mail can't be read, only warns the user.
pub(crate) fn read_if_possible(ctx: &mut Context) -> Mail {
    read(ctx).unwrap_or_else(|failure| {
        ctx.warn(failure.to_warning());
        Mail::default()
    })
}

/// Reads the mail.
pub(crate) fn read(ctx: &mut Context) -> Result<Mail, CliError> {
    let folders = match incoming_words(ctx) {
        Err(failure) if failure.kind == CliErrorKind::Usage => return Ok(Mail::default()),
        folders => folders?,
    };
    let (received, report) = receive(ctx, &ReceiveRequest::default())?;
    report.warnings.into_iter().for_each(|warning| ctx.warn(warning));
    if !received.asides.is_empty() {
        ctx.warn(report.body.lay_out(usize::MAX).trim_end());
    }
    received.skipped.iter().for_each(|skipped| ctx.warn(skipped.words()));
    let (news, has_changed) = (news::of(&received), received.has_changed());
    Ok(Mail { news, arrived: false, has_changed, folders: Some(folders) })
}

/// Returns the error for a command that did nothing because the answer has arrived. `refrained` is
/// the sentence that says that nothing was done.
pub(crate) fn answered(loaded: &OpenFile, arrived: &News, refrained: &str) -> CliError {
    let message = format!("{}. {refrained}", arrived.text);
    let next = if loaded.is_mine() { "pbem turn" } else { "pbem show" };
    CliError::not_now(CliErrorKind::Arrived, message)
        .then(Next::command(format!("{next} {}", loaded.name())))
}
