//! Where `receive` looks, and how far.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pbem::audit::plural;
use pbem::desk::GameRecord;
use pbem::letters::{MAX_MESSAGE, Search};
use pbem::turnfile::Bytes32;
use serde_json::{Value, json};

use super::bar::Bar;
use super::{Receive, holds};
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::{exit, place};
use crate::post;

/// Most files of the downloads folder that are read, the newest.
const NEWEST: usize = 200;
/// Most files of a Maildir or of a folder that was named.
const MOST: usize = 100_000;
/// Most bytes of standard input that are read: a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// A folder in which mail arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli::commands) struct Place {
    /// The setting that names it.
    key: &'static str,
    /// The folder.
    pub folder: PathBuf,
    /// Most files of it that are read, the newest.
    most: usize,
}

impl Place {
    /// Its files.
    pub(in crate::cli::commands) fn list(&self) -> std::io::Result<post::Listing> {
        post::list_files(&self.folder, self.most)
    }
}

/// Files of a folder in which mail arrives that weren't read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skipped {
    folder: PathBuf,
    older: usize,
    large: usize,
}

impl Skipped {
    fn of(place: &Place, listing: &post::Listing) -> Option<Skipped> {
        let post::Listing { older, large, .. } = *listing;
        (older + large > 0).then(|| Skipped { folder: place.folder.clone(), older, large })
    }

    /// The same as a sentence, with the command that reads an older file.
    pub(crate) fn told(&self) -> String {
        let hint = if self.older > 0 { " To read one:  pbem receive FILE" } else { "" };
        format!("{}.{hint}", self.words())
    }

    /// `pbem did not read 40 older files and 1 file over 32 MiB in ~/Downloads`
    pub(crate) fn words(&self) -> String {
        let older = (self.older > 0).then(|| plural(self.older, "older file"));
        let over = |large| format!("{} over {} MiB", plural(large, "file"), MAX_MESSAGE >> 20);
        let large = (self.large > 0).then(|| over(self.large));
        let files: Vec<String> = older.into_iter().chain(large).collect();
        format!("pbem did not read {} in {}", files.join(" and "), self.folder.display())
    }

    /// For programs.
    pub(crate) fn to_json(&self) -> Value {
        json!({"folder": place(&self.folder), "older": self.older, "large": self.large})
    }
}

/// The result of a search.
#[derive(Debug, Default)]
pub(super) struct Looked {
    pub search: Search,
    /// Files that were left out.
    pub skipped: Vec<Skipped>,
    /// Folders that couldn't be read, if another could.
    pub unread: Vec<Failure>,
}

/// Everything that a search for new mail needs, so that it can run without the vault.
#[derive(Debug)]
pub(super) struct Mailbag {
    places: Vec<Place>,
    chains: BTreeMap<Bytes32, Vec<Bytes32>>,
}

impl Mailbag {
    /// # Errors
    /// If no folder is known in which mail arrives, or the vault can't be read.
    pub(super) fn of(ctx: &mut Context) -> Result<Mailbag, Failure> {
        Ok(Mailbag { places: incoming(ctx)?, chains: known_chains(ctx)? })
    }

    /// Reads the folders in which mail arrives.
    ///
    /// # Errors
    /// If none of them can be read.
    pub(super) fn search(self, progress: &mut dyn FnMut(u64, u64)) -> Result<Looked, Failure> {
        let mut looked = Looked::default();
        looked.search.chains = self.chains;
        for place in &self.places {
            match place.list() {
                Ok(listing) => {
                    post::search_listing(&mut looked.search, &listing, progress);
                    looked.skipped.extend(Skipped::of(place, &listing));
                }
                Err(error) => looked.unread.push(unread(place, &error)),
            }
        }
        if looked.unread.len() == self.places.len() {
            return looked.unread.pop().map_or(Ok(Looked::default()), Err);
        }
        Ok(looked)
    }
}

/// Searches the files that were named, or the folders in which mail arrives. The vault is closed
/// meanwhile: other commands need not wait for a slow disk or a large mailbox.
pub(super) fn look(ctx: &mut Context, args: &Receive) -> Result<Looked, Failure> {
    let mut bar = Bar::of(ctx, args.quiet);
    let mut progress = |done, of| bar.tell(done, of);
    if args.from.is_empty() {
        let bag = Mailbag::of(ctx)?;
        ctx.close_vault();
        return bag.search(&mut progress);
    }
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    ctx.close_vault();
    for from in &args.from {
        look_into(ctx, &mut search, from, &mut progress)?;
    }
    Ok(Looked { search, ..Looked::default() })
}

/// Searches a file or a folder that was named, or standard input.
fn look_into(
    ctx: &Context,
    search: &mut Search,
    from: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), Failure> {
    let path = ctx.path(from);
    let looked = if from.as_os_str() == "-" {
        let (mut input, place) = (std::io::stdin().lock(), "standard input");
        post::search_stream(search, &mut input, MOST_INPUT, place, progress)
    } else if path.is_dir() {
        let listing = post::list_files(&path, MOST);
        listing.map(|listing| post::search_listing(search, &listing, progress))
    } else if path.metadata().is_ok_and(|about| !about.is_file()) {
        // It may never come to an end.
        return Err(Failure::bad_file(
            FailureKind::Unreadable,
            format!("{} is not a regular file.", from.display()),
        ));
    } else {
        post::search_file(search, &path, &from.display().to_string(), progress)
    };
    looked.map_err(|error| {
        let message = format!("can't read {}: {error}", from.display());
        Failure::new(exit::TROUBLE, FailureKind::Disk, message)
    })
}

/// Looks through a text that has been read.
pub(super) fn look_through(ctx: &mut Context, text: &[u8]) -> Result<Search, Failure> {
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut look = search.look("the pasted text");
    text.split_inclusive(|byte| *byte == b'\n').for_each(|line| look.line(line));
    look.end();
    Ok(search)
}

/// The turns that the vault knows of every game, as far as a file that ends with them has nothing
/// to tell: what was known before a crash, and does not lie in its place yet, has.
fn known_chains(ctx: &mut Context) -> Result<BTreeMap<Bytes32, Vec<Bytes32>>, Failure> {
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

/// A folder in which mail should arrive can't be read: the setting that names it.
fn unread(Place { key, folder, .. }: &Place, error: &std::io::Error) -> Failure {
    let message = format!("can't read {} ({key}): {error}.", folder.display());
    Failure::new(exit::TROUBLE, FailureKind::Disk, message)
        .then(format!("pbem config {key} FOLDER      choose another folder"))
        .then(format!("pbem config {key} \"\"      clear the setting"))
}

/// The folders in which mail arrives: the downloads and a Maildir.
pub(in crate::cli::commands) fn incoming(ctx: &mut Context) -> Result<Vec<Place>, Failure> {
    let config = ctx.config()?;
    let set = |key| Ok::<_, Failure>(config.get(key)?.map(|folder| ctx.path(folder)));
    let (downloads, mail) = (set("downloads-dir")?, set("mail-dir")?);
    let downloads = downloads.or_else(|| ctx.around.places.downloads.clone());
    let place = |key, most| move |folder| Place { key, folder, most };
    let downloads = downloads.map(place("downloads-dir", NEWEST));
    let places: Vec<_> = downloads.into_iter().chain(mail.map(place("mail-dir", MOST))).collect();
    if places.is_empty() {
        return Err(Failure::usage("pbem doesn't know where your mail program saves attachments.")
            .then("pbem config downloads-dir FOLDER")
            .then("pbem config mail-dir FOLDER      a Maildir")
            .then("pbem receive FILE"));
    }
    Ok(places)
}

/// The folders in which mail comes, as they are told.
pub(in crate::cli::commands) fn incoming_words(ctx: &mut Context) -> Result<String, Failure> {
    let places = incoming(ctx)?;
    let folders: Vec<String> =
        places.iter().map(|place| place.folder.display().to_string()).collect();
    Ok(folders.join(" and "))
}

/// More warnings than these are one, with their count.
const MOST_WARNINGS: usize = 3;

/// What was not read, in one line where it would be many.
pub(super) fn folded(left_out: &[String], verbose: bool) -> Vec<String> {
    match left_out {
        [first, ..] if left_out.len() > MOST_WARNINGS && !verbose => vec![format!(
            "pbem didn't read all of {} mails or files, such as {first}. --verbose lists them",
            left_out.len()
        )],
        _ => left_out.to_vec(),
    }
}
