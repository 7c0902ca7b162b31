//! Finds the invitation that the user means: the user names the number in the subject of the email,
//! or there is only one invitation.

use std::path::PathBuf;

use pbem::letters::Search;
use pbem::turnfile::Header;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::{self, digits};
use crate::cli::invitations::list::{FoundFile, Invitation, among, received, turn_file};
use crate::cli::mail_folders::incoming;
use crate::cli::next::Next;
use crate::cli::rematches::alike;
use crate::cli::report::Report;
use crate::cli::zone::Zone;
use crate::post;

/// Minimum number of digits of a game's id; fewer would be ambiguous.
const DIGITS: usize = 4;

/// Maximum number of files in the games folder to search for invitations, the latest first.
const MOST_GAMES: usize = 200;

/// Result of a search for an invitation.
#[derive(Debug)]
pub(crate) enum InvitationMatch {
    /// This game, and its name on the command line.
    One(String, Box<OpenFile>),
    /// Several invitations: the list to choose from.
    Any(Report),
}

/// Finds the invitation for this word. An empty word means the only invitation. Digits are the
/// start of a game's id, even within the name of a file that no longer exists. Any other word is
/// the path of a turn file or an email, or the name of a game.
pub(crate) fn meant(ctx: &mut Context, word: &str) -> Result<InvitationMatch, CliError> {
    if word.is_empty() {
        return only_one(ctx);
    }
    let (word, loaded) = named(ctx, word)?;
    Ok(InvitationMatch::One(word, Box::new(loaded)))
}

/// Finds the invitation for a word that isn't empty, like [`meant`].
pub(crate) fn named(ctx: &mut Context, word: &str) -> Result<(String, OpenFile), CliError> {
    let found = if ctx.path(word).is_file() { in_letter(ctx, word) } else { by_digits(ctx, word)? };
    match found {
        Some((word, found_file)) => Ok((word.clone(), one(ctx, &word, Some(found_file))?)),
        None => Ok((word.to_owned(), one(ctx, word, None)?)),
    }
}

/// Opens an invitation, or the game that `word` names. If the invitation is in an email or in the
/// downloads folder, the game's file gets the path where `receive` would save the invitation.
fn one(ctx: &mut Context, word: &str, found_file: Option<FoundFile>) -> Result<OpenFile, CliError> {
    let place = match found_file {
        None => word.to_owned(),
        Some(FoundFile { path, file, is_letter }) => {
            let dir = games_dir::GamesDir::of(ctx)?;
            if is_letter || !dir.folders().any(|folder| Some(folder) == path.parent()) {
                let mut loaded = OpenFile::load_bytes(ctx, file.write().as_bytes(), None, word)?;
                loaded.target.path = Some(dir.place_of_invitation(&loaded.game)?.0);
                return Ok(loaded);
            }
            ctx.shown(&path)
        }
    };
    OpenFile::open(ctx, &place)
}

/// Returns the invitations in the games folder and in the mail folders.
pub(crate) fn waiting(ctx: &mut Context) -> Result<Vec<Invitation>, CliError> {
    let shelf = games_dir::GamesDir::of(ctx)?;
    let found_file = files_in(where_it_may_lie(ctx)?);
    let mut waiting = among(ctx, received(&shelf).chain(found_file))?;
    waiting.retain(|invitation| !shelf.has_declined(&invitation.game));
    Ok(waiting)
}

/// Returns another player's invitation to a game of the same kind, with the same players and house
/// rules.
pub(crate) fn invitation_like(
    ctx: &mut Context,
    header: &Header,
) -> Result<Option<Invitation>, CliError> {
    Ok(waiting(ctx)?.into_iter().find(|invitation| alike(&invitation.game.file.game, header)))
}

fn only_one(ctx: &mut Context) -> Result<InvitationMatch, CliError> {
    let mut waiting = waiting(ctx)?;
    if waiting.len() > 1 {
        return Ok(InvitationMatch::Any(several(&waiting, ctx.around.zone)));
    }
    let Some(Invitation { game, path, is_letter, .. }) = waiting.pop() else {
        if let Some((name, loaded)) = taken_back(ctx)? {
            return Ok(InvitationMatch::One(name, Box::new(loaded)));
        }
        let message = "found no invitation in your games folder or your mail.";
        return Err(CliError::not_now(CliErrorKind::Nothing, message)
            .then(Next::command("pbem receive").why("read your mail"))
            .then(Next::command("pbem join FILE").aligned("the file or the saved email", 18)));
    };
    let word = digits(&game.standing.id);
    let loaded = one(ctx, &word, Some(FoundFile { path, file: game.file, is_letter }))?;
    Ok(InvitationMatch::One(word, Box::new(loaded)))
}

/// Returns the game whose joining turn the user undid; the vault still has that game.
fn taken_back(ctx: &mut Context) -> Result<Option<(String, OpenFile)>, CliError> {
    let game = OpenFile::running(ctx)?.into_iter().find(|game| game.must_join());
    Ok(game.map(|game| (game.name(), game)))
}

fn several(waiting: &[Invitation], zone: Zone) -> Report {
    let mut report = Report::new(json!({
        "schema": "pbem-inbox/1", "games": [],
        "invitations": waiting.iter().map(Invitation::to_json).collect::<Vec<_>>(),
    }));
    report.line("You have several invitations:");
    for invitation in waiting {
        report.line(format!("  {}\n      {}", invitation.words(zone), invitation.reply.next()));
    }
    report
}

/// Returns the digits of a game's id: `6103`, or the digits in `checkpoint-danger-6103-turn1.toml`.
fn digits_in(word: &str) -> Option<String> {
    let stem = word.strip_suffix(".toml").unwrap_or(word);
    let digits = |part: &&str| {
        part.len() >= DIGITS
            && part.len() <= 64
            && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    stem.rsplit(['-', '/', '\\']).find(digits).map(str::to_ascii_lowercase)
}

/// Returns the game in the email that the user named, if the email contains only one game.
fn in_letter(ctx: &Context, word: &str) -> Option<(String, FoundFile)> {
    let [found_file] = <[FoundFile; 1]>::try_from(files_in([ctx.path(word)])).ok()?;
    found_file.is_letter.then(|| (word.to_owned(), found_file))
}

/// Finds the games whose ids begin with the digits in the word. Returns the game with the most
/// turns.
fn by_digits(ctx: &mut Context, word: &str) -> Result<Option<(String, FoundFile)>, CliError> {
    let Some(digits) = digits_in(word) else { return Ok(None) };
    if word == "-" || ctx.path(word).exists() || ctx.desk()?.find(word, |_| false).is_ok() {
        return Ok(None);
    }
    let mut found_file = files_in(where_it_may_lie(ctx)?);
    found_file.retain(|found_file| hex::encode(found_file.file.game.id()).starts_with(&digits));
    // If several files have the most turns, take the first: turn files come before emails.
    let newest = found_file.into_iter().rev().max_by_key(|found_file| found_file.file.turns.len());
    Ok(newest.map(|found_file| (digits, found_file)))
}

/// Lists the latest files in the games folder and in the mail folders.
fn where_it_may_lie(ctx: &mut Context) -> Result<Vec<PathBuf>, CliError> {
    let games = games_dir::GamesDir::of(ctx)?.folders().next().map(PathBuf::from);
    let arrived = incoming(ctx).unwrap_or_default();
    // Don't lock the vault while reading large mailboxes.
    ctx.close_vault();
    let games = games.iter().filter_map(|folder| post::list_files(folder, MOST_GAMES).ok());
    let listings = games.chain(arrived.iter().filter_map(|place| place.list().ok()));
    Ok(listings.flat_map(|listing| listing.files).map(|(_, path)| path).collect())
}

/// Returns the games in these files, as `receive` would find them: turn files first, then turn
/// files in emails.
fn files_in(paths: impl IntoIterator<Item = PathBuf>) -> Vec<FoundFile> {
    let (mut files, mut letters, mut search) = (Vec::new(), Vec::new(), Search::default());
    for path in paths {
        if let Some(file) = turn_file(&path) {
            files.push(FoundFile { path, file, is_letter: false });
            continue;
        }
        // An unreadable file can't contain an invitation.
        let _ = post::search_file(&mut search, &path, "", &mut |_, _, _| ());
        letters.extend(search.found.drain(..).map(|found| FoundFile {
            path: path.clone(),
            file: found.game.file,
            is_letter: true,
        }));
    }
    files.extend(letters);
    files
}
