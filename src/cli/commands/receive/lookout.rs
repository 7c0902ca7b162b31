//! Receiving without being asked, as long as a table is open.

use std::path::PathBuf;
use std::time::SystemTime;

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
    seen: Vec<(SystemTime, PathBuf)>,
}

impl Lookout {
    /// Where `receive` looks; `None` if it is not known where that is.
    pub(crate) fn of(ctx: &mut Context) -> Option<Lookout> {
        incoming(ctx).ok().map(|folders| Lookout { folders, seen: Vec::new() })
    }

    /// Has a file come or changed since the last look? For that nothing is read, and nothing of the
    /// vault is held.
    pub(crate) fn stirs(&mut self) -> bool {
        let files =
            self.folders.iter().filter_map(|folder| post::newest_files(folder, NEWEST).ok());
        let files: Vec<_> = files.flatten().collect();
        let stirs = files != self.seen;
        self.seen = files;
        stirs
    }

    /// Takes in what lies there.
    pub(crate) fn take(&mut self, ctx: &mut Context) -> Result<Vec<News>, Failure> {
        let taken = take_all(ctx, &Receive { quiet: true, ..Receive::default() });
        if taken.is_err() {
            // It may be better next time.
            self.seen.clear();
        }
        Ok(news::of(&taken?.0))
    }
}
