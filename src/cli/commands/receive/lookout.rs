//! Receiving without being asked, as long as a table is open.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::news::{self, News};
use super::search::{NEWEST, incoming};
use super::{Receive, take_all};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::post;

/// Where mail comes, and what lay there at the last look.
#[derive(Debug)]
pub(crate) struct Lookout {
    folders: Vec<PathBuf>,
    /// `None` before the first look
    seen: Option<Vec<(SystemTime, PathBuf)>>,
    /// what has changed so short a time ago may still be being saved
    saving: Duration,
}

/// A letter is saved in less.
const SAVING: Duration = Duration::from_secs(1);

impl Lookout {
    /// Where `receive` looks; `None` if it is not known where that is.
    pub(crate) fn of(ctx: &mut Context) -> Option<Lookout> {
        let saving = SAVING.min(ctx.around.every);
        incoming(ctx).ok().map(|folders| Lookout { folders, seen: None, saving })
    }

    /// Has a file come or changed since the last look? For that nothing is read, and nothing of the
    /// vault is held.
    pub(crate) fn stirs(&mut self) -> bool {
        let files =
            self.folders.iter().filter_map(|folder| post::newest_files(folder, NEWEST).ok());
        let is_first = self.seen.is_none();
        let is_saved = |(changed, _): &(SystemTime, PathBuf)| {
            is_first || changed.elapsed().map_or(true, |age| age >= self.saving)
        };
        let files: Vec<_> = files.flatten().filter(is_saved).collect();
        let stirs = self.seen.take().unwrap_or_default() != files;
        self.seen = Some(files);
        stirs
    }

    /// Takes in what lies there.
    pub(crate) fn take(&mut self, ctx: &mut Context) -> Result<Vec<News>, Failure> {
        let taken = take_all(ctx, &Receive { quiet: true, ..Receive::default() });
        if taken.is_err() {
            // It may be better next time.
            self.seen = None;
        }
        Ok(news::of(&taken?.0))
    }
}
