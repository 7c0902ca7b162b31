//! Which invitation is meant: by the digits in its mail, or because there is no other.

use std::path::PathBuf;

use pbem::turnfile;
use serde_json::json;

use super::receive::downloads;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::filing::Shelf;
use crate::cli::game_file::read_file;
use crate::cli::invitations::{Invitation, among, invitations};
use crate::cli::report::Report;

/// Most files of a folder that are looked through, the newest.
const NEWEST: usize = 200;
/// Fewer digits than stand in a mail tell too little.
const DIGITS: usize = 4;

/// What is meant.
#[derive(Debug)]
pub(super) enum Meant {
    /// what was typed
    AsTyped,
    /// this file
    File(String),
    /// any of these
    Any(Report),
}

/// Which invitation is meant by this word: none is the only one that lies here; digits are the
/// beginning of its id, also within the name of a file that is gone.
pub(super) fn meant(ctx: &mut Context, word: &str) -> Result<Meant, Failure> {
    if word.is_empty() {
        return only_one(ctx);
    }
    let digits = if word == "-" || ctx.path(word).exists() { None } else { digits_in(word) };
    let Some(digits) = digits else { return Ok(Meant::AsTyped) };
    if ctx.desk()?.find(word, |_| false).is_ok() {
        return Ok(Meant::AsTyped);
    }
    let path = newest_with(ctx, &digits)?;
    Ok(path.map_or(Meant::AsTyped, |path| Meant::File(ctx.shown(&path))))
}

fn only_one(ctx: &mut Context) -> Result<Meant, Failure> {
    let mut waiting = invitations(ctx)?;
    if let (true, Ok(folder)) = (waiting.is_empty(), downloads(ctx)) {
        waiting = among(ctx, turn_files(&folder))?;
    }
    match waiting.as_slice() {
        [] => Err(Failure::not_now(
            FailureKind::Nothing,
            "no invitation lies among your games, nor as a turn file in your downloads.",
        )
        .then("pbem receive      takes in what has come by mail")
        .then("pbem join FILE    the file that you were mailed")),
        [only] => Ok(Meant::File(ctx.shown(&only.path))),
        several => {
            let mut report = Report::new(json!({
                "schema": "pbem-inbox/1", "games": [],
                "invitations": several.iter().map(Invitation::to_json).collect::<Vec<_>>(),
            }));
            report.line("Several invite you:");
            for Invitation { from, game, next, .. } in several {
                report.line(format!("  {}, from {from}\n      {next}", game.standing.kind.title()));
            }
            Ok(Meant::Any(report))
        }
    }
}

/// The digits of an id: `6103`, or the part of `checkpoint-danger-6103-turn1.toml` that is some.
fn digits_in(word: &str) -> Option<String> {
    let stem = word.strip_suffix(".toml").unwrap_or(word);
    let digits = |part: &&str| {
        part.len() >= DIGITS
            && part.len() <= 64
            && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    stem.rsplit(['-', '/', '\\']).find(digits).map(str::to_ascii_lowercase)
}

/// Of the turn files among the games and in the downloads whose game has this id, the one with the
/// most turns.
fn newest_with(ctx: &mut Context, digits: &str) -> Result<Option<PathBuf>, Failure> {
    let games = Shelf::of(ctx)?.folders().next().map(PathBuf::from);
    let folders = games.into_iter().chain(downloads(ctx).ok());
    let mut found: Option<(usize, PathBuf)> = None;
    for path in folders.flat_map(|folder| turn_files(&folder)) {
        let file = read_file(&path, "").ok().and_then(|bytes| turnfile::read(&bytes).file);
        let Some(file) = file.filter(|file| hex::encode(file.game.id()).starts_with(digits)) else {
            continue;
        };
        let turns = file.turns.len();
        if found.as_ref().is_none_or(|(most, _)| turns > *most) {
            found = Some((turns, path));
        }
    }
    Ok(found.map(|(_, path)| path))
}

/// The newest files of a folder that are called as turn files are.
fn turn_files(folder: &std::path::Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let named = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let dated = named.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)));
    let mut dated: Vec<_> = dated.collect();
    dated.sort();
    dated.into_iter().rev().take(NEWEST).map(|(_, path)| path).collect()
}
