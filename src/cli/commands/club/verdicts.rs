//! The facts about all games of a club. pbem saves them between runs, outside the club's folder: if
//! they were in the folder, a copy of the folder could contain false facts. pbem finds the saved
//! facts about a game by the hashes of the game's files, and the saved hash of a file by the file's
//! name, size and date.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use pbem::audit::{self, FileReport};
use pbem::club::{Facts, Hash};
use pbem::crypto::file_hash;
use pbem::turnfile::{self, Bytes32, limits};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::{Folder, cannot_read};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::read_file;
use crate::cli::progress_bar::Bar;
use crate::disk::game_names;

/// The facts about a club's games, and the names of the game files.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    pub facts: Vec<Facts>,
    /// Names of the files, by hash.
    pub names: BTreeMap<Hash, String>,
    /// Files that can't be read as a game.
    pub unreadable: Vec<String>,
}

/// A file in `games/`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SeenFile {
    name: String,
    bytes: u64,
    /// When the file was last changed, in nanoseconds since 1970.
    changed: u64,
    hash: Hash,
    /// Id of the game; `None` if the file has no readable header.
    game: Option<Hash>,
}

/// A game whose files were judged: the hash of the sorted hashes of its files, and its facts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SeenGame {
    files: Hash,
    facts: Vec<Facts>,
}

/// A line of the file with the saved verdicts.
#[derive(Serialize, Deserialize)]
enum Line {
    /// The build of the program that judged the games: another build may judge them differently.
    Program(String),
    File(SeenFile),
    Game(SeenGame),
}

#[derive(Default)]
struct Kept {
    files: BTreeMap<String, SeenFile>,
    games: BTreeMap<Hash, SeenGame>,
}

/// Returns the facts about all games of the club. Judges new games on all cores.
pub(super) fn read(ctx: &Context, club: &Folder) -> Result<Verdicts, CliError> {
    let folder = club.root.join("games");
    let place = place(ctx, &folder);
    let stored = place.as_deref().map(load).unwrap_or_default();
    let files: Vec<SeenFile> = game_names(&club.root)?
        .into_par_iter()
        .filter_map(|name| look_at(&folder, name, &stored).transpose())
        .collect::<Result<_, _>>()?;
    let unreadable = files.iter().filter(|file| file.game.is_none());
    let unreadable = unreadable.map(|file| file.name.clone()).collect();
    let mut by_game: BTreeMap<Hash, Vec<&SeenFile>> = BTreeMap::new();
    for (file, game) in files.iter().filter_map(|file| Some((file, file.game?))) {
        by_game.entry(game).or_default().push(file);
    }
    let (bar, count) = (Bar::of(ctx, "Verifying", false), by_game.len());
    let games: Vec<SeenGame> = by_game
        .into_par_iter()
        .map(|(_, files)| judge(&folder, files, &stored))
        .inspect(|_| bar.step(count))
        .collect::<Result<_, _>>()?;
    let is_new = files.iter().any(|file| stored.files.get(&file.name) != Some(file))
        || games.iter().any(|game| !stored.games.contains_key(&game.files))
        || games.len() != stored.games.len();
    if let Some(place) = place.filter(|_| is_new) {
        // If saving fails, the next run only takes longer, so ignore the error.
        let _ = save(&place, &files, &games);
    }
    let names = files.iter().map(|file| (file.hash, file.name.clone())).collect();
    Ok(Verdicts {
        names,
        facts: games.into_iter().flat_map(|game| game.facts).collect(),
        unreadable,
    })
}

fn nanoseconds(time: SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// A file that was changed less than this many nanoseconds ago could change again without getting a
/// new date.
const RECENT: u64 = 2_000_000_000;

/// Returns the hash and the game of a file, or `None` for a link or a folder. Reads the file only
/// if its size or date has changed.
fn look_at(folder: &Path, name: String, stored: &Kept) -> Result<Option<SeenFile>, CliError> {
    let path = folder.join(&name);
    let about = fs::symlink_metadata(&path).map_err(|error| cannot_read(&path, &error))?;
    if !about.is_file() {
        return Ok(None);
    }
    let changed = about.modified().ok().and_then(nanoseconds);
    let known = stored.files.get(&name);
    if let Some(known) = known.filter(|known| known.bytes == about.len())
        && changed == Some(known.changed)
    {
        return Ok(Some(known.clone()));
    }
    if about.len() > limits::MAX_BYTES as u64 {
        // Don't fail, because one file without a game must not hide all games.
        let hash = Hash([0; 32]);
        return Ok(Some(SeenFile { name, bytes: about.len(), changed: 0, hash, game: None }));
    }
    let bytes = read_file(&path, &name)?;
    let game = turnfile::id_of(&bytes).map(Hash);
    let now = nanoseconds(SystemTime::now()).unwrap_or(0);
    let changed = changed.filter(|changed| changed.saturating_add(RECENT) < now).unwrap_or(0);
    let hash = Hash(file_hash(&bytes));
    Ok(Some(SeenFile { name, bytes: about.len(), changed, hash, game }))
}

/// Returns the facts about a game. Judges the game only if its set of files has changed.
fn judge(folder: &Path, mut files: Vec<&SeenFile>, stored: &Kept) -> Result<SeenGame, CliError> {
    // Sort by hash, so that the result doesn't depend on the names of the files.
    files.sort_by_key(|file| file.hash);
    files.dedup_by_key(|file| file.hash);
    let hashes: Vec<Bytes32> = files.iter().map(|file| file.hash.0).collect();
    let key = Hash(file_hash(&hashes.concat()));
    if let Some(known) = stored.games.get(&key) {
        return Ok(known.clone());
    }
    let mut examined: Vec<FileReport> = Vec::new();
    for file in files {
        let bytes = read_file(&folder.join(&file.name), &file.name)?;
        examined.push(audit::examine_after(turnfile::read(&bytes), &examined));
    }
    let judged = audit::judge(&examined);
    let facts = judged.iter().filter_map(|judgement| Facts::of(judgement, &examined, &hashes));
    Ok(SeenGame { files: key, facts: facts.collect() })
}

/// Returns the path of the file with the saved verdicts of this club.
fn place(ctx: &Context, folder: &Path) -> Option<PathBuf> {
    let state = ctx.around.places.state.as_ref()?;
    let folder = folder.canonicalize().ok()?;
    let name = hex::encode(file_hash(folder.to_string_lossy().as_bytes()));
    Some(state.join("clubs").join(format!("{name}.jsonl")))
}

/// Describes this build of the program.
fn program() -> String {
    let about = std::env::current_exe().and_then(fs::metadata).ok();
    let changed = about.as_ref().and_then(|about| nanoseconds(about.modified().ok()?));
    let bytes = about.map_or(0, |about| about.len());
    format!("pbem {} {bytes} {}", env!("CARGO_PKG_VERSION"), changed.unwrap_or(0))
}

/// Reads the verdicts that this build of the program has saved. Skips unreadable lines: pbem judges
/// their games again.
fn load(place: &Path) -> Kept {
    let text = fs::read_to_string(place).unwrap_or_default();
    let mut lines = text.lines();
    let first = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if !matches!(first, Some(Line::Program(judge)) if judge == program()) {
        return Kept::default();
    }
    let lines: Vec<&str> = lines.collect();
    let lines: Vec<Line> =
        lines.into_par_iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut stored = Kept::default();
    for line in lines {
        match line {
            Line::Program(_) => {}
            Line::File(file) => drop(stored.files.insert(file.name.clone(), file)),
            Line::Game(game) => drop(stored.games.insert(game.files, game)),
        }
    }
    stored
}

fn save(place: &Path, files: &[SeenFile], games: &[SeenGame]) -> std::io::Result<()> {
    let folder = place.parent().unwrap_or(place);
    fs::create_dir_all(folder)?;
    let mut draft = tempfile::NamedTempFile::new_in(folder)?;
    let first = [Line::Program(program())];
    let files = files.iter().cloned().map(Line::File);
    let games = games.iter().cloned().map(Line::Game);
    let mut out = std::io::BufWriter::new(draft.as_file_mut());
    for line in first.into_iter().chain(files).chain(games) {
        serde_json::to_writer(&mut out, &line)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    drop(out);
    draft.persist(place)?;
    Ok(())
}
