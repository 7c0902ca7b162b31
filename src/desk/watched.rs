//! The arbiter's side: keeps copies of other players' games, records when each turn arrived, and
//! rules when a player's time is up.

use chrono::TimeDelta;

use super::chain::Hash;
use super::document::{self, Version};
use super::error::DeskError;
use super::reasons::NoRuling;
use super::rulings::{TurnArrival, Watched};
use super::store::{DocName, ReadSet, Store};
use super::transaction::{Draft, Staged};
use super::{Desk, Outside};
use crate::rules::Seat;
use crate::table::{self, Branch, OpenGame};
use crate::turnfile::{Moment, Ruling, TurnFile};

/// Maximum number of versions to keep of one game, so that incoming mail can't fill the disk.
const MOST_FILES: usize = 16;

/// A game that this vault arbitrates.
#[derive(Clone, Debug)]
pub struct WatchedGame {
    pub name: String,
    /// The version that counts.
    pub game: OpenGame,
    /// The earliest time for a ruling; `None` if there is nothing to rule.
    pub may_rule: Option<Moment>,
    /// The ruling on the missing turn, if there is one.
    pub ruling: Option<Ruling>,
}

impl WatchedGame {
    /// Whether we may rule now that the current player's time is up, and haven't done so.
    pub fn is_up(&self, now: Moment) -> bool {
        self.ruling.is_none() && self.may_rule.is_some_and(|at| now >= at)
    }
}

/// Describes the copy of a game that [`Desk::watch`] has saved.
#[derive(Clone, Debug)]
pub struct TakenCopy {
    pub name: String,
    /// Number of turns in the copy that this vault didn't have before.
    pub new: usize,
}

impl<S: Store> Desk<S> {
    /// Whether this vault's owner is the arbiter of a game.
    pub fn is_arbiter_of(&self, game: &OpenGame) -> Result<bool, DeskError> {
        let arbiter = game.file.game.arbiter.as_ref().map(|arbiter| arbiter.key);
        Ok(arbiter.is_some() && arbiter == self.own_key()?)
    }

    /// Saves a copy of a game that we arbitrate, and records when its turns arrived.
    pub fn watch(
        &self,
        game: &OpenGame,
        outside: &mut dyn Outside,
    ) -> Result<Staged<TakenCopy>, DeskError> {
        let (id, now) = (game.standing.id.0, outside.now());
        let mut base = ReadSet::new();
        let mut watched = match self.watched_upon(&id, &mut base)? {
            Some(watched) => watched,
            None => Watched {
                version: Version,
                id,
                name: self.watched_name(game)?,
                arrivals: Vec::new(),
                rulings: Vec::new(),
                files: Vec::new(),
            },
        };
        let hashes = &game.standing.hashes;
        let known = |hash: &Hash| watched.arrivals.iter().any(|arrival| arrival.turn == *hash);
        let new: Vec<Hash> = hashes.iter().filter(|hash| !known(hash)).copied().collect();
        let taken_copy = TakenCopy { name: watched.name.clone(), new: new.len() };
        if new.is_empty() {
            return Ok(Draft::default().stage(taken_copy));
        }
        watched.arrivals.extend(new.into_iter().map(|turn| TurnArrival { turn, at: now }));
        let mut files = Vec::new();
        for text in std::mem::take(&mut watched.files) {
            let chain = copy(&text)?.standing.hashes;
            if !hashes.starts_with(&chain) {
                files.push(text);
            }
        }
        files.truncate(MOST_FILES - 1);
        files.push(game.file.write());
        watched.files = files;
        let mut draft = self.born(outside, None)?;
        draft.rest_on(base);
        draft.put(DocName::watched(id), &watched)?;
        Ok(draft.stage(taken_copy))
    }

    /// Returns all games that we arbitrate, sorted by name.
    pub fn watched_games(&self) -> Result<Vec<WatchedGame>, DeskError> {
        let mut games = Vec::new();
        for name in self.store.names()? {
            let Some(id) = name.as_watched() else { continue };
            let watched = self.watched_upon(id, &mut ReadSet::new())?;
            games.extend(watched.map(|watched| look(&watched)).transpose()?);
        }
        games.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(games)
    }

    /// Returns the games that we arbitrate and that have this name, or whose id begins with these
    /// digits (at least four).
    pub fn find_watched(&self, word: &str) -> Result<Vec<WatchedGame>, DeskError> {
        let mut games = self.watched_games()?;
        let is_id = |game: &WatchedGame| {
            word.len() >= 4 && game.game.standing.id.to_string().starts_with(word)
        };
        games.retain(|game| game.name == word || is_id(game));
        Ok(games)
    }

    /// Signs a ruling that the current player's time is up.
    ///
    /// # Errors
    ///
    /// Returns [`DeskError::NoRuling`] if no turn is missing, if another copy contains the missing
    /// turn, or if it is too early. The arbiter may rule when the grace days are over. The grace
    /// days start at the deadline, but not before the days per turn have passed since the last turn
    /// arrived in this vault.
    pub fn rule(&self, id: &Hash, now: Moment) -> Result<Staged<Ruling>, DeskError> {
        let mut base = ReadSet::new();
        let watched = self.watched_upon(id, &mut base)?;
        let mut watched = watched.ok_or_else(|| DeskError::UnknownGame(hex::encode(id)))?;
        self.may_sign_upon(&mut base)?;
        let game = look(&watched)?;
        if let Some(ruling) = game.ruling {
            return Ok(Draft::default().stage(ruling));
        }
        let standing = &game.game.standing;
        let (Some(until), Some(who)) = (game.may_rule, standing.due_name()) else {
            return Err(NoRuling::NothingMissing.into());
        };
        let who = who.to_owned();
        if now < until {
            return Err(NoRuling::TooEarly { who, until }.into());
        }
        let turns = standing.hashes.len();
        for text in &watched.files {
            let chain = copy(text)?.standing.hashes;
            if chain.starts_with(&standing.hashes) && chain.len() > turns {
                return Err(NoRuling::Arrived(who).into());
            }
        }
        let identity = self.identity()?.ok_or(DeskError::NoVault)?;
        let mut ruling = Ruling::blank(*id, standing.turns() + 1, &who, standing.head(), now);
        ruling.signature = identity.sign_ruling(&ruling.hash());
        watched.rulings.push((&ruling).into());
        let mut draft = Draft::upon(base);
        draft.put(DocName::watched(*id), &watched)?;
        Ok(draft.stage(ruling))
    }

    /// Signs a ruling on a game that we arbitrate, without storing it. The caller must check when
    /// the previous turn arrived, and must store the ruling.
    ///
    /// # Errors
    ///
    /// Returns [`DeskError::NoRuling`] if no turn is missing, if we aren't the arbiter, or if the
    /// grace days after the deadline aren't over yet.
    pub fn sign_ruling(&self, game: &OpenGame, now: Moment) -> Result<Ruling, DeskError> {
        self.may_sign_upon(&mut ReadSet::new())?;
        let standing = &game.standing;
        let arbiter = game.file.game.arbiter.as_ref().filter(|_| !standing.claimants.is_empty());
        let (Some(arbiter), Some(who), Some(deadline), true) =
            (arbiter, standing.due_name(), standing.deadline, self.is_arbiter_of(game)?)
        else {
            return Err(NoRuling::NothingMissing.into());
        };
        let grace = TimeDelta::days(i64::from(arbiter.grace_days));
        let until = deadline.checked_add_signed(grace).unwrap_or(Moment::MAX_UTC);
        if now < until {
            return Err(NoRuling::TooEarly { who: who.to_owned(), until }.into());
        }
        let identity = self.identity()?.ok_or(DeskError::NoVault)?;
        let (id, number) = (standing.id.0, standing.turns() + 1);
        let mut ruling = Ruling::blank(id, number, who, standing.head(), now);
        ruling.signature = identity.sign_ruling(&ruling.hash());
        Ok(ruling)
    }

    fn watched_upon(&self, id: &Hash, base: &mut ReadSet) -> Result<Option<Watched>, DeskError> {
        self.read(&DocName::watched(*id), base)
    }

    /// Returns a free name for the game. The name consists of the game's kind and its players.
    fn watched_name(&self, game: &OpenGame) -> Result<String, DeskError> {
        let seats = game.file.game.seats.join("-");
        let mut wanted = format!("{}-{seats}", game.standing.kind.short());
        wanted.truncate(48);
        let games = self.watched_games()?;
        let mut names = (2..).map(|number| format!("{wanted}-{number}"));
        let is_free = |name: &String| games.iter().all(|game| game.name != *name);
        let plain = Some(wanted.clone()).filter(is_free);
        Ok(plain.or_else(|| names.find(is_free)).unwrap_or(wanted))
    }
}

/// Parses and checks the document of a watched game.
pub(super) fn check(text: &str, id: &Hash) -> Result<Watched, document::DocumentError> {
    let watched: Watched = document::parse(text)?;
    if watched.id != *id {
        return Err(document::DocumentError::damaged("it is the record of another game"));
    }
    Ok(watched)
}

/// Combines the copies of a game. Returns the version that counts, with the ruling on the turn that
/// is missing from it, if there is such a ruling.
fn look(watched: &Watched) -> Result<WatchedGame, DeskError> {
    let mut games = Vec::new();
    for text in &watched.files {
        games.push(copy(text)?);
    }
    let branches: Vec<Branch> = games.iter().map(|game| game.table.branch()).collect();
    let standing = table::unite(&branches).map_or(0, |union| union.standing);
    if games.is_empty() {
        return Err(DeskError::OwnCopy("the game has no file".to_owned()));
    }
    let game = games.swap_remove(standing.min(games.len() - 1));
    let may_rule = may_rule(&game, watched);
    let after = game.standing.head();
    let ruling = watched.rulings.iter().find(|ruling| ruling.after == after);
    let ruling = ruling.map(|ruling| ruling.ruling(watched.id)).filter(|_| may_rule.is_some());
    Ok(WatchedGame { name: watched.name.clone(), game, may_rule, ruling })
}

/// Returns the earliest time for a ruling. The grace days start at the deadline, but not before the
/// days per turn have passed since the last turn arrived in this vault. So a player who received
/// the last turn late still has the full time.
fn may_rule(game: &OpenGame, watched: &Watched) -> Option<Moment> {
    let standing = &game.standing;
    let deadline = standing.deadline.filter(|_| !standing.claimants.is_empty())?;
    let arbiter = game.file.game.arbiter.as_ref()?;
    let head = standing.head();
    let arrived = watched.arrivals.iter().find(|arrival| arrival.turn == head)?.at;
    let days = TimeDelta::days(i64::from(standing.days_per_turn));
    let up = deadline.max(arrived.checked_add_signed(days)?);
    up.checked_add_signed(TimeDelta::days(i64::from(arbiter.grace_days)))
}

fn copy(text: &str) -> Result<OpenGame, DeskError> {
    let unreadable = |message: String| DeskError::OwnCopy(message);
    let file = TurnFile::read(text.as_bytes()).map_err(|fault| unreadable(fault.to_string()))?;
    let opened = table::open(&file).map_err(|error| unreadable(error.to_string()))?;
    Ok(OpenGame::new(file, opened.0))
}

impl WatchedGame {
    /// Returns the players' seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(u8::try_from(self.game.file.game.seats.len()).unwrap_or(0))
    }
}
