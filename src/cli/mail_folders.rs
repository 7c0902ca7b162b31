//! The folders in which mail arrives, and a search of these folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pbem::audit::plural;
use pbem::desk::GameRecord;
use pbem::letters::{MAX_MESSAGE, Search};
use pbem::turnfile::Bytes32;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::holds;
use crate::cli::next::Next;
use crate::cli::report::{exit, lossy};
use crate::post;

/// Maximum number of files to read in the downloads folder, the latest first.
const NEWEST: usize = 200;

/// Maximum number of files to read in a Maildir or a named folder.
pub(crate) const MOST: usize = 100_000;

/// The setting for a Maildir.
const MAIL_DIR: &str = "mail-dir";

/// A folder in which mail arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The setting for this folder.
    key: &'static str,
    pub folder: PathBuf,
    /// Maximum number of files to read, the latest first.
    most: usize,
}

impl Place {
    /// Whether this is the user's own mailbox, whose dates of arrival can be trusted. Files in the
    /// downloads folder can't be trusted, because anyone can mail an attachment that is itself a
    /// message with false dates.
    pub(crate) fn is_mailbox(&self) -> bool {
        self.key == MAIL_DIR
    }

    /// Lists the files in the folder.
    pub(crate) fn list(&self) -> std::io::Result<post::Listing> {
        post::list_files(&self.folder, self.most)
    }

    /// Returns the error for an unreadable mail folder, with the setting that names it.
    pub(crate) fn unread(&self, error: &std::io::Error) -> CliError {
        let Place { key, folder, .. } = self;
        let message = format!("can't read {} ({key}): {error}.", folder.display());
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
            .then(Next::command(format!("pbem config {key} FOLDER")).why("choose another folder"))
            .then(Next::command(format!("pbem config {key} \"\"")).why("clear the setting"))
    }
}

/// Files in a mail folder that pbem didn't read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SkippedFiles {
    #[serde(serialize_with = "lossy")]
    folder: PathBuf,
    older: usize,
    large: usize,
}

impl SkippedFiles {
    pub(crate) fn of(place: &Place, listing: &post::Listing) -> Option<SkippedFiles> {
        let post::Listing { older, large, .. } = *listing;
        (older + large > 0).then(|| SkippedFiles { folder: place.folder.clone(), older, large })
    }

    /// Returns the skipped files as a sentence, with the command that reads an older file.
    pub(crate) fn sentence(&self) -> String {
        let hint = if self.older > 0 { " To read one:  pbem receive FILE" } else { "" };
        format!("{}.{hint}", self.words())
    }

    /// Returns a clause: `pbem did not read 40 older files and 1 file over 32 MiB in ~/Downloads`
    pub(crate) fn words(&self) -> String {
        let older = (self.older > 0).then(|| plural(self.older, "older file"));
        let over = |large| format!("{} over {} MiB", plural(large, "file"), MAX_MESSAGE >> 20);
        let large = (self.large > 0).then(|| over(self.large));
        let files: Vec<String> = older.into_iter().chain(large).collect();
        format!("pbem did not read {} in {}", files.join(" and "), self.folder.display())
    }
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct SearchResult {
    pub search: Search,
    /// Files that pbem didn't read.
    pub skipped: Vec<SkippedFiles>,
    /// An error for each folder that pbem couldn't read. If pbem couldn't read any folder, the
    /// search fails.
    pub unread: Vec<CliError>,
}

/// Everything that a search for new mail needs, so that it can run without the vault.
#[derive(Debug)]
pub(crate) struct Mailbag {
    places: Vec<Place>,
    chains: BTreeMap<Bytes32, Vec<Bytes32>>,
}

impl Mailbag {
    /// Collects everything that a search needs.
    ///
    /// # Errors
    /// Fails if pbem knows no folder in which mail arrives, or can't read the vault.
    pub(crate) fn of(ctx: &mut Context) -> Result<Mailbag, CliError> {
        Ok(Mailbag { places: incoming(ctx)?, chains: known_chains(ctx)? })
    }

    /// Reads the folders in which mail arrives.
    ///
    /// # Errors
    /// Fails if none of the folders can be read.
    pub(crate) fn search(self, progress: post::Progress<'_>) -> Result<SearchResult, CliError> {
        let mut result = SearchResult::default();
        result.search.chains = self.chains;
        for place in &self.places {
            result.search.own_mailbox = place.is_mailbox();
            match place.list() {
                Ok(listing) => {
                    post::search_listing(&mut result.search, &listing, progress);
                    result.skipped.extend(SkippedFiles::of(place, &listing));
                }
                Err(error) => result.unread.push(place.unread(&error)),
            }
        }
        if result.unread.len() == self.places.len() {
            return result.unread.pop().map_or(Ok(SearchResult::default()), Err);
        }
        Ok(result)
    }
}

/// Returns the known turns of each game, so that a search can skip files that end with a known
/// turn. For a game that a crash left without its file, omits the last two turns, so that files
/// with these turns aren't skipped.
pub(crate) fn known_chains(ctx: &mut Context) -> Result<BTreeMap<Bytes32, Vec<Bytes32>>, CliError> {
    let mut chains = BTreeMap::new();
    for head in ctx.desk()?.heads()?.0 {
        let Ok(records) = ctx.desk()?.records(&head.id) else { continue };
        let newest =
            records.iter().filter_map(GameRecord::newest).max_by_key(|newest| newest.turns());
        let Some(newest) = newest else { continue };
        let mut chain = newest.chain.clone();
        let place = records.first().and_then(|record| record.path.as_deref());
        if !place.is_some_and(|place| holds(Path::new(place), &chain)) {
            chain.truncate(chain.len().saturating_sub(2));
        }
        chains.insert(head.id, chain);
    }
    Ok(chains)
}

/// Returns the folders in which mail arrives: the downloads and a Maildir.
pub(crate) fn incoming(ctx: &mut Context) -> Result<Vec<Place>, CliError> {
    let config = ctx.config()?;
    let set = |key| Ok::<_, CliError>(config.get(key)?.map(|folder| ctx.path(folder)));
    let (downloads, mail) = (set("downloads-dir")?, set(MAIL_DIR)?);
    let downloads = downloads.or_else(|| ctx.around.places.downloads.clone());
    let place = |key, most| move |folder| Place { key, folder, most };
    let downloads = downloads.map(place("downloads-dir", NEWEST));
    let places: Vec<_> = downloads.into_iter().chain(mail.map(place(MAIL_DIR, MOST))).collect();
    if places.is_empty() {
        return Err(CliError::usage(
            "pbem doesn't know where your mail program saves attachments.",
        )
        .then(Next::command("pbem config downloads-dir FOLDER"))
        .then(Next::command("pbem config mail-dir FOLDER").why("a Maildir"))
        .then(Next::command("pbem receive FILE")));
    }
    Ok(places)
}

/// Returns the mail folders in words, for messages.
pub(crate) fn incoming_words(ctx: &mut Context) -> Result<String, CliError> {
    let places = incoming(ctx)?;
    let folders: Vec<String> =
        places.iter().map(|place| place.folder.display().to_string()).collect();
    Ok(folders.join(" and "))
}
