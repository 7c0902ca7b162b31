//! Receives mail in the background while a game is on the screen.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use super::news::{self, News};
use super::{ReceiveRequest, store};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mail_folders::{Mailbag, Place, SearchResult, incoming};
use crate::post;

/// State of the mail folders at the last check.
#[derive(Debug)]
pub(crate) struct Lookout {
    places: Vec<Place>,
    /// `None` before the first check.
    seen_files: Option<Vec<(SystemTime, PathBuf)>>,
    /// Files changed within this time may be incomplete.
    saving: Duration,
    /// A search in a separate thread, so that keys work however long the search takes.
    search: Option<JoinHandle<Result<SearchResult, CliError>>>,
}

/// A mail program takes less than this time to save an email.
const SAVING: Duration = Duration::from_secs(1);

impl Lookout {
    /// Returns the state before the first check of the folders where `receive` looks; `None` if
    /// pbem knows no folder.
    pub(crate) fn of(ctx: &mut Context) -> Option<Lookout> {
        let saving = SAVING.min(ctx.around.every);
        incoming(ctx).ok().map(|places| Lookout { places, seen_files: None, saving, search: None })
    }

    /// Whether a file has arrived or changed since the last check. Reads no file, and doesn't lock
    /// the vault.
    pub(crate) fn stirs(&mut self) -> bool {
        let is_first = self.seen_files.is_none();
        let is_saved = |(changed, _): &(SystemTime, PathBuf)| {
            is_first || changed.elapsed().map_or(true, |age| age >= self.saving)
        };
        let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
        for place in &self.places {
            // Mail programs move a message into a Maildir in one step, so the message is complete.
            if post::is_maildir(&place.folder) {
                files.extend(post::maildir_changes(&place.folder).unwrap_or_default());
            } else if let Ok(listing) = place.list() {
                files.extend(listing.files.into_iter().filter(is_saved));
            }
        }
        let stirs = self.seen_files.take().unwrap_or_default() != files;
        self.seen_files = Some(files);
        stirs
    }

    /// Starts to read the mail in a thread. If no thread can be started, the next check tries
    /// again.
    pub(crate) fn begin(&mut self, ctx: &mut Context) -> Result<(), CliError> {
        let bag = Mailbag::of(ctx)?;
        let search = thread::Builder::new().spawn(move || bag.search(&mut |_, _, _| ()));
        self.search = search.ok();
        if self.search.is_none() {
            self.seen_files = None;
        }
        Ok(())
    }

    /// Whether mail is being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.search.is_some()
    }

    /// Stores the new mail once the thread has read it, and returns the news.
    pub(crate) fn take(&mut self, ctx: &mut Context) -> Result<Vec<News>, CliError> {
        let Some(search) = self.search.take_if(|search| search.is_finished()) else {
            return Ok(Vec::new());
        };
        let request = ReceiveRequest { quiet: true, ..ReceiveRequest::default() };
        let result = search.join().unwrap_or_else(|_| Ok(SearchResult::default()));
        let received = result.and_then(|result| store(ctx, &request, result));
        if received.is_err() {
            // Try again at the next check.
            self.seen_files = None;
        }
        Ok(news::of(&received?.0))
    }
}
