//! Where `receive` looks, and how far.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pbem::desk::GameRecord;
use pbem::letters::Search;
use pbem::turnfile::Bytes32;

use super::bar::Bar;
use super::{Receive, holds};
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::exit;
use crate::post;

/// How many files of a folder in which mail comes are looked at, the newest.
pub(in crate::cli::commands) const NEWEST: usize = 200;
/// How many of a Maildir or another folder that was named.
const MOST: usize = 20_000;
/// How much of standard input is looked at, in bytes: a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// Looks through what was named, or where mail comes.
pub(super) fn look(ctx: &mut Context, args: &Receive) -> Result<Search, Failure> {
    let cannot = |path: &Path, error: &std::io::Error| {
        Failure::new(
            exit::TROUBLE,
            FailureKind::Disk,
            format!("cannot read {}: {error}", path.display()),
        )
    };
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut bar = Bar::of(ctx, args.quiet);
    let mut progress = |done, of| bar.tell(done, of);
    if args.from.is_empty() {
        let mut failed = Vec::new();
        let places = places(ctx)?;
        for (key, folder) in &places {
            let looked = post::search_folder(&mut search, folder, NEWEST, &mut progress);
            failed.extend(looked.err().map(|error| unread(key, folder, &error)));
        }
        // Where the other folder can be read, that is enough.
        if failed.len() == places.len() {
            return failed.pop().map_or(Ok(search), Err);
        }
        for failure in failed {
            ctx.warn(failure.to_warning());
        }
        return Ok(search);
    }
    for from in &args.from {
        let path = ctx.path(from);
        let looked = if from.as_os_str() == "-" {
            let (mut input, place) = (std::io::stdin().lock(), "standard input");
            post::search_stream(&mut search, &mut input, MOST_INPUT, place, &mut progress)
        } else if path.is_dir() {
            post::search_folder(&mut search, &path, MOST, &mut progress)
        } else if path.metadata().is_ok_and(|about| !about.is_file()) {
            // It may never come to an end.
            return Err(Failure::bad_file(
                FailureKind::Unreadable,
                format!("{} is no plain file.", from.display()),
            ));
        } else {
            post::search_file(&mut search, &path, &from.display().to_string(), &mut progress)
        };
        looked.map_err(|error| cannot(from, &error))?;
    }
    Ok(search)
}

/// Looks through a text that has been read.
pub(super) fn look_through(ctx: &mut Context, text: &[u8]) -> Result<Search, Failure> {
    let mut search = Search::default();
    search.chains = known_chains(ctx)?;
    let mut look = search.look("what was pasted");
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

/// A folder in which mail should come cannot be read: the setting that names it.
fn unread(key: &str, folder: &Path, error: &std::io::Error) -> Failure {
    let message = format!("{} ({key}) cannot be read: {error}.", folder.display());
    Failure::new(exit::TROUBLE, FailureKind::Disk, message)
        .then(format!("pbem config {key} FOLDER      names another"))
        .then(format!("pbem config {key} \"\"      names none"))
}

/// The folders in which mail comes.
pub(in crate::cli::commands) fn incoming(ctx: &mut Context) -> Result<Vec<PathBuf>, Failure> {
    Ok(places(ctx)?.into_iter().map(|(_, folder)| folder).collect())
}

/// The folders in which mail comes, the downloads and a Maildir, each with its setting.
fn places(ctx: &mut Context) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    let config = ctx.config()?;
    let set = |key| Ok::<_, Failure>(config.get(key)?.map(|folder| ctx.path(folder)));
    let (downloads, mail) = (set("downloads-dir")?, set("mail-dir")?);
    let downloads = downloads.or_else(|| ctx.around.places.downloads.clone());
    let downloads = downloads.map(|folder| ("downloads-dir", folder));
    let folders: Vec<_> =
        downloads.into_iter().chain(mail.map(|folder| ("mail-dir", folder))).collect();
    if folders.is_empty() {
        return Err(Failure::usage("it is not known where your mail program saves files.")
            .then("pbem config downloads-dir FOLDER")
            .then("pbem config mail-dir FOLDER      a Maildir")
            .then("pbem receive FILE"));
    }
    Ok(folders)
}

/// The folders in which mail comes, as they are told.
pub(super) fn incoming_words(ctx: &mut Context) -> Result<String, Failure> {
    let folders = incoming(ctx)?;
    let folders: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    Ok(folders.join(" and "))
}

/// More warnings than these are one, with their count.
const MOST_WARNINGS: usize = 3;

/// What was not read, in one line where it would be many.
pub(super) fn folded(left_out: &[String], verbose: bool) -> Vec<String> {
    match left_out {
        [first, ..] if left_out.len() > MOST_WARNINGS && !verbose => vec![format!(
            "{} mails or files were not read in full, such as {first}. --verbose names them all",
            left_out.len()
        )],
        _ => left_out.to_vec(),
    }
}
