//! Detects new turns in a file. Also finds a file in the games folder that is newer than the
//! incoming file. There is such a file after a restore from an old backup, or if the vault hasn't
//! read the file in the games folder yet.

use std::path::Path;

use pbem::desk::{Arrival, GameRecord, Newest};
use pbem::letters::{Arrivals, Found};
use pbem::table::{self, OpenGame, TurnError};
use pbem::turnfile::{Bytes32, Turn};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, holds, lies_there};

/// Returns the game in the file at this path, if the file has turns that are new to the vault and
/// that the incoming file doesn't have.
pub(super) fn unread_at(
    ctx: &mut Context,
    target: &Path,
    records: &[GameRecord],
    found: &Found,
) -> Result<Option<Found>, CliError> {
    let Some(file) = lies_there(target) else { return Ok(None) };
    let hashes: Vec<Bytes32> = file.turns.iter().map(Turn::hash).collect();
    let chains = records.iter().filter_map(GameRecord::newest).map(|newest| &newest.chain);
    let is_in = |chain: &Vec<Bytes32>| chain.starts_with(&hashes);
    if file.game.id() != found.game.standing.id.0
        || chains.chain([&found.game.standing.hashes]).any(is_in)
    {
        return Ok(None);
    }
    let Ok((table, None | Some(TurnError::Breach(_)))) = table::open(&file) else {
        return Ok(None);
    };
    let (game, now) = (OpenGame::new(file, table), ctx.now());
    let Ok(loaded) = ctx.desk()?.look_at(game.clone(), None, now) else { return Ok(None) };
    ctx.has_compared(&loaded);
    let stands =
        matches!(loaded.arrival, Arrival::Unknown | Arrival::Newer(_) | Arrival::Differs(_));
    Ok(stands.then(|| Found { game, place: ctx.shown(target), received: None }))
}

/// Restores the user's records of a game that the vault has lost, because the vault was restored
/// from the recovery phrase. Returns the records; none if the user doesn't play in this game, or if
/// the vault rejects the file.
pub(super) fn brought_back(
    ctx: &mut Context,
    found: &Found,
    arrivals: &Arrivals,
) -> Result<Vec<GameRecord>, CliError> {
    let now = ctx.now();
    let desk = ctx.desk()?;
    let own = desk.own_key()?;
    if own.is_none() || found.game.standing.players.iter().all(|player| player.key != own) {
        return Ok(Vec::new());
    }
    // If the vault rejects the file, the caller handles it like any other file.
    let result = desk.receive_mail(found.game.clone(), arrivals, now);
    let Ok(mut loaded) = result else { return Ok(Vec::new()) };
    desk.remember(&mut loaded)?;
    Ok(loaded.records)
}

/// The news in a file of one of the user's games.
pub(super) struct Freshness {
    pub(super) arrival: Arrival,
    /// Number of turns that the vault had before this file.
    pub(super) known: u32,
    /// Whether a crash kept turns out of the game's file. The vault has these turns: they are the
    /// turns of the incoming file, or an answer to them.
    pub(super) unfinished: bool,
    /// Whether the file has a claim that was signed before the deadline. The user needs to know
    /// about such a claim.
    claims: bool,
}

impl Freshness {
    pub(super) fn of(loaded: &OpenFile, records: &[GameRecord], target: &Path) -> Freshness {
        let arrival = loaded.arrival;
        let newest =
            records.iter().filter_map(GameRecord::newest).max_by_key(|newest| newest.turns());
        let own = newest.is_some_and(|newest| loaded.is_own(&newest.last_seat));
        let last = arrival == Arrival::Known || own && arrival == Arrival::Older(1);
        let missing = newest.is_some_and(|newest| !holds(target, &newest.chain));
        let (known, claims) = (newest.map_or(0, Newest::turns), loaded.held_claim.is_some());
        Freshness { arrival, known, unfinished: last && missing, claims }
    }

    pub(super) fn is_none(&self) -> bool {
        let old =
            matches!(self.arrival, Arrival::Known | Arrival::Older(_) | Arrival::TakenBack(_));
        old && !self.unfinished && !self.claims
    }
}

/// Explains why the version that counts is not the one in a received file.
pub(super) fn why_it_does_not_stand(loaded: &OpenFile, found: &Found) -> String {
    let (name, turns) = (loaded.name(), loaded.game.standing.turns());
    let standing = &found.game.standing;
    match standing.claim {
        _ if let Some(turn) = loaded.crossed => format!(
            "turn {turn} crossed in the mail with a claim that it was late, so no one wins: pbem \
             verify {name}"
        ),
        _ if let Some(claim) = loaded.game.standing.claim => {
            let why = match claim.ruled {
                Some(_) => "the arbiter ruled that a turn in it was too late",
                None => "a turn in it was sent after the deadline",
            };
            format!("{why}, so {}'s claim counts: pbem verify {name}", standing.names.of(claim.by))
        }
        Some(claim) => format!(
            "it contains a claim by {}, but your turn {turns} takes precedence; see  pbem verify \
                {name} FILE",
            standing.names.of(claim.by)
        ),
        None => format!(
            "a turn in it was undone, or doesn't count; {name} continues from turn {turns}: \
                pbem show {name}"
        ),
    }
}
