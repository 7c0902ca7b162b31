//! Turns that reach a club without the turns before them, for example from a chat. They wait in
//! `pieces/` until the turns before them arrive.

use chrono::SecondsFormat;
use pbem::letters::{Fragment, find};
use pbem::table::{self, OpenGame};
use pbem::turnfile::{Bytes32, Moment, Part, join_parts};
use sha2::{Digest, Sha256};

use super::intake::Copy;
use crate::disk::{ClubFolder, DiskError};

/// Start of the first line in the file of a waiting piece; the time of arrival follows.
const ARRIVED: &str = "# arrived ";

/// Text that contains one or more turns.
#[derive(Debug)]
struct Source {
    /// Name of the text's file in `pieces/`; `None` if the text has just arrived.
    name: Option<String>,
    text: String,
    at: Moment,
}

/// The pieces that were joined to a game, and the pieces that weren't.
#[derive(Debug, Default)]
pub(super) struct Joined {
    /// Names of the waiting pieces that were joined to a game.
    found: Vec<String>,
    /// New pieces that have to wait.
    waiting: Vec<Source>,
}

/// Appends the new and the waiting turns to the club's games, or to the games in `copies`, and adds
/// the resulting games to `copies`.
pub(super) fn join(
    folder: &ClubFolder,
    new: Vec<(Moment, Fragment)>,
    copies: &mut Vec<Copy>,
) -> Result<Joined, DiskError> {
    let mut sources = waiting(folder)?;
    if sources.is_empty() && new.is_empty() {
        return Ok(Joined::default());
    }
    let is_waiting = |text: &str, sources: &[Source]| sources.iter().any(|one| one.text == text);
    for (at, Fragment { text, .. }) in new {
        if !is_waiting(&text, &sources) {
            sources.push(Source { name: None, text, at });
        }
    }
    let texts = join_parts(sources.iter().map(|source| source.text.as_str()).collect());
    let mut used = vec![false; sources.len()];
    let mut pieces: Vec<Fragment> = Vec::new();
    for text in texts {
        let search = find(text.as_bytes(), "a message");
        pieces.extend(search.pieces);
        // If all parts of an invitation have arrived, they form a whole file.
        for found in search.found {
            let members = members(&text, &found.game.standing.id.to_string(), &sources);
            let at = members.iter().filter_map(|at| sources.get(*at)).map(|source| source.at).max();
            copies.extend(at.map(|at| Copy { game: found.game, at }));
            for member in members {
                used[member] = true;
            }
        }
    }
    // Join the pieces in order, because one piece may continue another.
    pieces.sort_by_key(Fragment::first);
    for piece in pieces {
        let Some(prefix) = piece.game() else { continue };
        let members = members(&piece.text, &prefix, &sources);
        let at = members.iter().filter_map(|at| sources.get(*at)).map(|source| source.at).max();
        let whole = bases(folder, &prefix, copies)?.iter().find_map(|base| piece.join(base).ok());
        if let (Some(game), Some(at)) = (whole, at) {
            copies.push(Copy { game, at });
            for member in members {
                used[member] = true;
            }
        }
    }
    let mut joined = Joined::default();
    for (source, used) in sources.into_iter().zip(used) {
        match (used, source.name) {
            (true, Some(name)) => joined.found.push(name),
            (false, None) => joined.waiting.push(Source { name: None, ..source }),
            _ => {}
        }
    }
    Ok(joined)
}

/// Stores the pieces that have to wait, and removes the waiting pieces that were joined to a game.
pub(super) fn tidy(folder: &ClubFolder, joined: Joined) -> Result<(), DiskError> {
    for Source { text, at, .. } in joined.waiting {
        let name = hex::encode(&Sha256::digest(text.as_bytes())[..16]);
        let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
        folder.keep_piece(&name, &format!("{ARRIVED}{at}\n{text}"))?;
    }
    joined.found.iter().try_for_each(|name| folder.remove_piece(name))
}

fn waiting(folder: &ClubFolder) -> Result<Vec<Source>, DiskError> {
    let read = |(name, text): (String, String)| {
        let (first, text) = text.split_once('\n')?;
        let at = first.strip_prefix(ARRIVED)?.parse().ok()?;
        Some(Source { name: Some(name), text: text.to_owned(), at })
    };
    Ok(folder.pieces()?.into_iter().filter_map(read).collect())
}

/// Returns the indices of the sources that a piece comes from: the source with the same text or,
/// for a long text, the sources with its parts.
fn members(text: &str, prefix: &str, sources: &[Source]) -> Vec<usize> {
    let (own, text) = (sources.iter().enumerate(), text.trim_end());
    let same: Vec<usize> =
        own.clone().filter(|(_, one)| one.text.trim_end() == text).map(|(at, _)| at).collect();
    if !same.is_empty() {
        return same;
    }
    let is_part = |source: &Source| {
        let part = source.text.lines().next().and_then(Part::parse);
        part.is_some_and(|part| prefix.starts_with(part.game) || part.game.starts_with(prefix))
    };
    own.filter(|(_, source)| is_part(source)).map(|(at, _)| at).collect()
}

/// Returns the versions of a game that a piece may continue, the longest first. `prefix` is the
/// start of the game's id.
fn bases(folder: &ClubFolder, prefix: &str, copies: &[Copy]) -> Result<Vec<OpenGame>, DiskError> {
    let is_it = |id: &Bytes32| hex::encode(id).starts_with(prefix);
    let found = copies.iter().map(|copy| &copy.game).filter(|game| is_it(&game.standing.id.0));
    let mut games: Vec<OpenGame> = found.cloned().collect();
    for id in folder.ids().filter(|id| is_it(id)) {
        for file in folder.versions(id)? {
            if let Ok((table, None)) = table::open(&file) {
                games.push(OpenGame::new(file, table));
            }
        }
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.standing.turns()));
    Ok(games)
}
