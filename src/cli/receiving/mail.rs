//! Mail that a command reads before it ends a game, because the answer may have arrived.

use super::news::{self, News};
use super::{ReceiveRequest, receive};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::mail_folders::incoming_words;
use crate::cli::report::Report;

/// Mail that arrived before the command.
#[derive(Debug, Default)]
pub(crate) struct Mail {
    news: Vec<News>,
    /// The folders that pbem read; `None` if it doesn't know any.
    folders: Option<String>,
}

impl Mail {
    /// New turns in this game.
    pub(crate) fn in_game(&self, game: &str) -> Option<&News> {
        self.news.iter().find(|news| news.name == game)
    }

    /// Says in which folders there was no answer.
    pub(crate) fn words(&self, who: &str) -> String {
        match &self.folders {
            Some(folders) => format!("Found no answer from {who} in {folders}."),
            None => format!(
                "pbem doesn't know where your mail arrives, so look for {who}'s answer yourself \
                    first."
            ),
        }
    }

    /// Puts the news of other games above a report.
    pub(crate) fn tell(&self, report: &mut Report) {
        let news = self.news.iter().map(|news| format!("{}: {}.\n", news.name, news.text));
        report.body.prepend(news.collect::<String>().into());
    }
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
    Ok(Mail { news: news::of(&received), folders: Some(folders) })
}

/// The error if the answer has arrived; `refrained` says that the command did nothing.
pub(crate) fn answered(loaded: &OpenFile, arrived: &News, refrained: &str) -> CliError {
    let message = format!("{}. {refrained}", arrived.text);
    let next = if loaded.is_mine() { "pbem turn" } else { "pbem show" };
    CliError::not_now(CliErrorKind::Arrived, message).then(format!("{next} {}", loaded.name()))
}
