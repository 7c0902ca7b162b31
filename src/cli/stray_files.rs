//! Finds stray files that prove that the user has joined a game before, although the vault has no
//! record of the game.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pbem::desk::GameRecord;
use pbem::rules::Seat;
use pbem::table;
use pbem::turnfile::{self, Bytes32, limits};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, read_file};
use crate::cli::games_dir;
use crate::cli::next::Next;
use crate::cli::report::quoted;

/// Maximum number of files to read per folder, the latest first.
const MOST_FILES: usize = 200;
/// Maximum number of bytes to read in all folders.
const MOST_BYTES: u64 = 64 << 20;

/// Fails if a stray file contains a turn in this seat with the user's own key. Looks in the folder
/// of the named file, the working directory, the games folder, the folder for files that are set
/// aside, and the downloads.
pub(crate) fn check(
    ctx: &mut Context,
    loaded: &OpenFile,
    seat: Seat,
    game_word: &str,
) -> Result<(), CliError> {
    let name = loaded.game.standing.names.of(seat).to_owned();
    // If the vault has a record of this seat, stray files don't matter.
    if loaded.records.iter().map(GameRecord::seat).any(|own| own == name) {
        return Ok(());
    }
    let Some(own) = ctx.desk()?.own_key()? else { return Ok(()) };
    let Some(path) = find(&folders(ctx, loaded)?, loaded, seat, &own) else { return Ok(()) };
    let shown = ctx.shown(&path);
    let message = format!(
        "you have joined this game before: {shown} has your first turn as {name}.\nOnly one \
            version of that turn can count. Nothing was written."
    );
    Err(CliError::not_now(CliErrorKind::Joined, message)
        .then(Next::command(format!("pbem show {}", quoted(&shown))).why("continue from there"))
        .then(
            Next::command(format!("pbem join {} --nothing-since", quoted(game_word)))
                .why("if you are sure that you never mailed that turn"),
        ))
}

fn folders(ctx: &mut Context, loaded: &OpenFile) -> Result<Vec<PathBuf>, CliError> {
    let shelf = games_dir::GamesDir::of(ctx)?;
    let beside = loaded.target.path.as_deref().and_then(Path::parent).map(Path::to_owned);
    let downloads = ctx.around.places.downloads.clone();
    let all = beside.into_iter().chain([ctx.path("")]).chain(downloads);
    let all = all.chain(shelf.folders().map(Path::to_owned));
    let mut folders: Vec<PathBuf> = all.filter_map(|folder| folder.canonicalize().ok()).collect();
    folders.sort();
    folders.dedup();
    Ok(folders)
}

/// Finds a file of this game in which this key has joined in this seat.
fn find(folders: &[PathBuf], loaded: &OpenFile, seat: Seat, own: &Bytes32) -> Option<PathBuf> {
    let nonce = hex::encode(loaded.game.file.game.nonce);
    let mut bytes_left = MOST_BYTES;
    let files = folders.iter().flat_map(|folder| newest_in(folder));
    files.into_iter().find_map(|(path, length)| {
        bytes_left = bytes_left.checked_sub(length)?;
        let bytes = read_file(&path, "").ok()?;
        // Quickly skip files without the game's nonce: nearly all files are something else.
        let is_likely = bytes.windows(nonce.len()).any(|part| part == nonce.as_bytes());
        let file = is_likely.then(|| turnfile::read(&bytes).file)??;
        let is_it = file.game.id() == loaded.game.standing.id.0;
        let (table, _) = table::open(&file).ok().filter(|_| is_it)?;
        let standing = table.standing();
        let is_own = standing.joined(seat) && standing.player(seat)?.key == Some(*own);
        is_own.then_some(path)
    })
}

/// Returns the newest plain files of a folder that could be turn files, with their lengths.
fn newest_in(folder: &Path) -> Vec<(PathBuf, u64)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf, u64)> = entries
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            let changed = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            Some((changed, entry.path(), about.len()))
        })
        .filter(|(_, _, length)| *length <= limits::MAX_BYTES as u64)
        .collect();
    files.sort_by(|one, other| other.cmp(one));
    files.truncate(MOST_FILES);
    files.into_iter().map(|(_, path, length)| (path, length)).collect()
}
