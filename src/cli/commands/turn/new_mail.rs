//! Receiving mail at the start of a turn.

use serde_json::Value;

use super::args::Turn;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::mail_folders::SkippedFiles;
use crate::cli::next::Next;
use crate::cli::prompt;
use crate::cli::receiving::news::{self, Event, News};
use crate::cli::receiving::{self, ReceiveRequest};
use crate::cli::report::Report;
use crate::cli::view::table;

/// The result of receiving mail.
#[derive(Debug, Default)]
pub(super) struct NewMail {
    /// The news for people; empty if there is none, or if it has been printed.
    pub body: Document,
    pub json: Value,
    /// Whether there are new invitations.
    pub invited: bool,
    /// The games with new turns.
    pub arrived: Vec<String>,
    /// The games that ended by these emails or by an automatic turn after them.
    pub over: Vec<OpenFile>,
    /// The error if no mail folder is known. It is shown only if there is no move to make.
    pub nowhere: Option<String>,
    /// Files that pbem did not read.
    pub skipped: Vec<SkippedFiles>,
}

impl NewMail {
    /// Prints the news that hasn't been printed.
    pub(super) fn tell(&mut self, ctx: &Context) -> Result<(), CliError> {
        let news = std::mem::take(&mut self.body);
        if news.is_empty() { Ok(()) } else { prompt::page(ctx.look(), &news) }
    }
}

/// Receives mail. Reports errors, but never stops the user from playing.
pub(super) fn receive(ctx: &mut Context, quiet: bool) -> NewMail {
    match receiving::receive(ctx, &ReceiveRequest { quiet, ..ReceiveRequest::default() }) {
        Ok((received, report)) => {
            let news = news::of(&received);
            let is_over = |news: &&News| news.event == Event::Over;
            let invited = news.iter().any(|news| news.event == Event::Invitation);
            let arrived = news.iter().map(|news| news.name.clone()).collect();
            let over: Vec<String> = news.iter().filter(is_over).map(|it| it.name.clone()).collect();
            let news = news.into_iter().map(|news| news.short);
            let news: Vec<String> = news.filter(|short| !short.is_empty()).collect();
            let mut rows = Report::default();
            if !news.is_empty() {
                rows.row("Mail", news.join("; "));
            }
            for copy in received.copies() {
                rows.row("Copy", copy);
            }
            for text in received.changes() {
                rows.row("Changed", text);
            }
            let over: Vec<OpenFile> =
                over.iter().filter_map(|name| OpenFile::open(ctx, name).ok()).collect();
            for loaded in &over {
                let me = loaded.joined().next().map(|at| loaded.records[at].seat());
                let came_out = table::came_out(loaded, me).unwrap_or_default();
                rows.row("Over", format!("{}. {came_out}", loaded.name()));
            }
            // If files were set aside, show the whole report, which explains why.
            if !received.asides.is_empty() {
                rows.body.append(report.body);
            }
            report.warnings.into_iter().for_each(|warning| ctx.warn(warning));
            NewMail {
                body: rows.body,
                json: report.json,
                invited,
                arrived,
                over,
                nowhere: None,
                skipped: received.skipped,
            }
        }
        Err(failure) => {
            if failure.kind == CliErrorKind::Usage {
                let then = failure.next.first().map(|then| format!(" Set the folder with  {then}"));
                let why = format!("pbem didn't read your mail: {}", failure.message);
                return NewMail {
                    nowhere: Some(why + &then.unwrap_or_default()),
                    ..NewMail::default()
                };
            }
            ctx.warn(format!("pbem didn't read your mail: {}", failure.to_warning()));
            NewMail::default()
        }
    }
}

/// Fails if the user typed a move before seeing that the opponent offers a draw, because the move
/// would decline the draw.
pub(super) fn see_offer(
    ctx: &mut Context,
    args: &Turn,
    loaded: &OpenFile,
    arrived: &[String],
) -> Result<(), CliError> {
    let (name, standing) = (loaded.name(), &loaded.game.standing);
    if args.try_only || !arrived.contains(&name) {
        return Ok(());
    }
    let offered = standing.offer.filter(|_| loaded.is_mine());
    let (Some(by), Some(at)) = (offered, loaded.own_seat(ctx)?) else { return Ok(()) };
    if !receiving::is_offered(ctx, loaded, at)? {
        return Ok(());
    }
    let message = format!(
        "{} has offered a draw, which your move would decline. Nothing was written.",
        standing.names.of(by)
    );
    Err(CliError::not_now(CliErrorKind::Arrived, message)
        .then(Next::command(format!("pbem turn {name}")).why("look at the game, then decide"))
        .then(Next::command(format!("pbem accept {name}"))))
}
