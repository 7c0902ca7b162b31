//! Receiving without being asked, as long as a table is open.

use std::path::PathBuf;
use std::time::SystemTime;

use super::search::{NEWEST, downloads};
use super::{Receive, news, take_all};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::post;

/// Where mail comes, and what lay there at the last look.
#[derive(Debug)]
pub(crate) struct Lookout {
    folder: PathBuf,
    seen: Vec<(SystemTime, PathBuf)>,
}

/// Something that has come: what it is called, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Came {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Lookout {
    /// On the downloads, where `receive` looks; `None` if it is not known where they are.
    pub(crate) fn of(ctx: &mut Context) -> Option<Lookout> {
        downloads(ctx).ok().map(|folder| Lookout { folder, seen: Vec::new() })
    }

    /// Has a file come or changed since the last look? For that nothing is read, and nothing of the
    /// vault is held.
    pub(crate) fn stirs(&mut self) -> bool {
        let Ok(files) = post::newest_files(&self.folder, NEWEST) else { return false };
        let stirs = files != self.seen;
        self.seen = files;
        stirs
    }

    /// Takes in what lies there.
    pub(crate) fn take(&mut self, ctx: &mut Context) -> Result<Vec<Came>, Failure> {
        let taken = take_all(ctx, &Receive { quiet: true, ..Receive::default() });
        if taken.is_err() {
            // It may be better next time.
            self.seen.clear();
        }
        let news = news::of(&taken?.0).into_iter();
        Ok(news.map(|news| Came { name: news.name, text: news.text }).collect())
    }
}
