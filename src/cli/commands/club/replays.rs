//! Replays of a club's finished games.

use std::path::Path;

use pbem::audit::{self, FileReport};
use pbem::club::{ClubGame, Facts, MARK};
use pbem::crypto::file_hash;
use pbem::table::{OpenGame, Role, open_known};
use pbem::turnfile::{self, Bytes32};

use super::verdicts::Verdicts;
use crate::cli::failure::CliError;
use crate::cli::game_file::read_file;
use crate::cli::view::replay_page;

/// Returns the facts about a game if the game is over. The page shows no boards of other games,
/// because a player could profit from seeing them.
pub(super) fn finished<'a>(game: &ClubGame<'a>) -> Option<&'a Facts> {
    game.facts.filter(|facts| facts.is_over())
}

/// Returns the name of a replay's file. The name changes whenever the files of the game change.
pub(super) fn file_name(facts: &Facts) -> String {
    let files: Vec<Bytes32> = facts.files.iter().map(|file| file.0).collect();
    let files = hex::encode(file_hash(&files.concat()));
    format!("{}-{}.html", &hex::encode(facts.id)[..12], &files[..12])
}

/// Makes the replay of a game. Returns `None` if the game's files are gone or have changed.
pub(super) fn make(
    root: &Path,
    facts: &Facts,
    verdicts: &Verdicts,
) -> Result<Option<String>, CliError> {
    let mut files: Vec<FileReport> = Vec::new();
    for hash in &facts.files {
        let Some(name) = verdicts.names.get(hash) else { return Ok(None) };
        let bytes = read_file(&root.join("games").join(name), name)?;
        files.push(audit::examine_after(turnfile::read(&bytes), &files));
    }
    let keys: Vec<_> = facts.seats.iter().map(|seat| seat.key.map(|key| key.0)).collect();
    let judged = audit::judge(&files);
    let of_game = judged.iter().find(|judgement| {
        let seats = judgement.verdict.seats.iter();
        seats.map(|seat| seat.key).collect::<Vec<_>>() == keys
    });
    let Some(judgement) = of_game else { return Ok(None) };
    let stands = judgement.files.iter().find(|filed| filed.role == Role::Stands);
    let Some(examined) = stands.and_then(|filed| files.get(filed.file)) else { return Ok(None) };
    let Some(mut file) = examined.reading.file.clone() else { return Ok(None) };
    file.turns.truncate(judgement.verdict.intact);
    let signed = examined.branch.iter().flat_map(|branch| &branch.turns);
    let hashes: Vec<Bytes32> = signed.map(|turn| turn.hash).take(file.turns.len()).collect();
    let Ok((table, _)) = open_known(&file, &hashes) else { return Ok(None) };
    let page = replay_page::make(&OpenGame::new(file, table), &judgement.verdict).ok();
    Ok(page.map(|replay| replay.page))
}

/// Adds a mark, so that pbem recognizes its own pages.
pub(super) fn marked(page: &str) -> String {
    page.replacen('\n', &format!("\n{MARK}\n"), 1)
}
