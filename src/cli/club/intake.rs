//! Stores the games that reach a club, and records when their turns arrived.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use pbem::club::Roster;
use pbem::letters::{DamagedFile, Search};
use pbem::table::{self, OpenGame};
use pbem::turnfile::{Bytes32, Moment, ReadErrorKind, Turn, TurnFile};
use serde::Serialize;

use super::known_turns::{self, KnownTurns, NewArrivals};
use super::pieces;
use crate::cli::mail_folders::SkippedFiles;
use crate::disk::{ClubFolder, DiskError, GameKept, Log};

/// A game with new turns.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Progress {
    pub kind: &'static str,
    pub players: Vec<String>,
    /// Number of turns in the latest version that arrived.
    pub turns: u32,
    /// Number of turns that are new.
    pub new: usize,
    pub due: Option<String>,
}

/// The report of `club receive`.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub games: BTreeMap<Bytes32, Progress>,
    /// Ids of the games in which no player of the club takes part.
    pub strangers: BTreeSet<Bytes32>,
    /// Damaged files: where pbem found each file, the reason, and the number of intact turns;
    /// `None` if another version of pbem wrote the file.
    pub damaged: Vec<(String, String, Option<u32>)>,
    /// Turns that are dated more than a day after their arrival: the game, number and seat.
    pub ahead: Vec<(Bytes32, u32, String)>,
    /// Ids of the games with a version that wasn't stored, because there are too many versions.
    pub too_many: BTreeSet<Bytes32>,
    pub looked_at: usize,
    pub left_out: Vec<String>,
    /// Number of files that didn't fit in memory.
    pub left_for_later: usize,
}

/// Receives copies for a club.
#[derive(Debug)]
pub(crate) struct Intake<'a> {
    pub folder: &'a mut ClubFolder,
    roster: &'a Roster,
    pub(super) known: KnownTurns,
    pub now: Moment,
    /// For each key seen so far: whether it belongs to a player of the club.
    members: BTreeMap<Bytes32, bool>,
    pub report: Taken,
}

/// A game from a valid file, and the time when the file arrived.
#[derive(Debug)]
pub(super) struct Copy {
    pub(super) game: OpenGame,
    pub(super) at: Moment,
}

impl<'a> Intake<'a> {
    /// Loads the known turns of the club. Returns the intake and, for each game, the hashes of its
    /// known turns, which the search needs.
    pub(crate) fn of(
        folder: &'a mut ClubFolder,
        roster: &'a Roster,
        now: Moment,
    ) -> Result<(Self, BTreeMap<Bytes32, Vec<Bytes32>>), DiskError> {
        let known = known_turns::load(folder)?;
        let chains = known.chains(folder)?;
        let (members, report) = (BTreeMap::new(), Taken::default());
        Ok((Intake { folder, roster, known, now, members, report }, chains))
    }

    /// Stores the results of a search. `chains` holds the hashes of the known turns of each game,
    /// as the caller passed them to the search. A message with an unknown time of arrival counts as
    /// received now.
    pub(crate) fn take(
        &mut self,
        search: Search,
        chains: &BTreeMap<Bytes32, Vec<Bytes32>>,
    ) -> Result<(), DiskError> {
        let now = self.now;
        let at = |received: Option<Moment>| received.unwrap_or(now).min(now);
        let mut arrivals = NewArrivals::default();
        let mut copies = Vec::new();
        let whole_in: BTreeSet<&String> =
            search.found.iter().map(|found| &found.place).chain(&search.known_in).collect();
        for damaged in &search.damaged {
            let is_quoted = whole_in.contains(&damaged.place);
            copies.extend(self.intact(damaged, at(damaged.received), is_quoted));
        }
        drop(whole_in);
        for found in search.found {
            arrivals.add_end(&found.game.standing.hashes, found.received);
            copies.push(Copy { game: found.game, at: at(found.received) });
        }
        let new = search.pieces.into_iter().map(|piece| (at(piece.received), piece)).collect();
        let joined = pieces::join(self.folder, new, &mut copies)?;
        let mut strangers = BTreeSet::new();
        copies.retain(|copy| {
            let is_member = self.has_member(&copy.game);
            if !is_member {
                strangers.insert(copy.game.standing.id.0);
            }
            is_member
        });
        for Copy { game, at } in &copies {
            arrivals.add_file(&game.file, &game.standing.hashes, *at);
        }
        for known in &search.known_files {
            let chain = chains.get(&known.game).and_then(|chain| chain.get(..known.turns));
            let chain = chain.unwrap_or_default();
            arrivals.add_end(chain, known.received);
            arrivals.add_again(&self.known, chain, at(known.received));
        }
        self.note(&copies);
        let lines = arrivals.merge(&mut self.known);
        // Store the arrivals first. If a crash left a game without its arrivals, its turns would
        // seem to arrive at the time of the next search.
        self.folder.append(Log::Arrivals, &lines)?;
        copies.sort_by_key(|copy| std::cmp::Reverse(copy.game.standing.turns()));
        for Copy { game, .. } in &copies {
            if self.folder.keep_game(&game.file, &game.standing.hashes)? == GameKept::TooMany {
                self.report.too_many.insert(game.standing.id.0);
            }
        }
        pieces::tidy(self.folder, joined)?;
        self.report.strangers.extend(strangers);
        self.report.left_out.extend(search.left_out);
        self.report.left_for_later += search.too_many;
        Ok(())
    }

    /// Adds the new turns of these games to the report.
    fn note(&mut self, copies: &[Copy]) {
        let mut seen_hashes = BTreeSet::new();
        for Copy { game, at } in copies {
            let (standing, id) = (&game.standing, game.standing.id.0);
            let is_new = |hash: &&Bytes32| !self.known.contains(hash);
            let new = standing.hashes.iter().filter(is_new);
            let new = new.filter(|hash| seen_hashes.insert(**hash)).count();
            if new == 0 && self.folder.has_game(&id) {
                continue;
            }
            let progress = self.report.games.entry(id).or_insert_with(|| Progress {
                kind: standing.kind.id(),
                players: game.file.game.seats.clone(),
                turns: 0,
                new: 0,
                due: None,
            });
            progress.new += new;
            if standing.turns() > progress.turns {
                progress.turns = standing.turns();
                progress.due = standing.due_name().map(str::to_owned);
            }
            let last = game.file.turns.last().filter(|_| new > 0);
            if let Some(Turn { number, seat, sent, .. }) = last
                && *sent > *at + TimeDelta::days(1)
            {
                self.report.ahead.push((id, *number, seat.clone()));
            }
        }
    }

    /// Returns the intact turns of a damaged file. Reports the damage unless the same message also
    /// contains an intact file.
    fn intact(&mut self, damaged: &DamagedFile, at: Moment, is_quoted: bool) -> Option<Copy> {
        let flaw = &damaged.flaw;
        if !is_quoted {
            let (place, why) = (damaged.place.clone(), flaw.message.clone());
            let is_other_format = flaw.kind.is_some_and(ReadErrorKind::is_other_format);
            self.report.damaged.push((place, why, (!is_other_format).then_some(flaw.turns)));
        }
        let mut file: TurnFile = flaw.file.clone()?;
        file.turns.truncate(usize::try_from(flaw.turns).unwrap_or(usize::MAX));
        let (table, fault) = table::open(&file).ok()?;
        let is_intact = fault.is_none() && !file.turns.is_empty();
        is_intact.then(|| Copy { game: OpenGame::new(file, table), at })
    }

    /// Whether a player of the club has signed a turn of the game.
    fn has_member(&mut self, game: &OpenGame) -> bool {
        let joined = game.standing.players.iter().filter(|player| player.joined);
        joined.filter_map(|player| player.key).any(|key| {
            let find = || self.roster.player_with(&key).is_some();
            *self.members.entry(key).or_insert_with(find)
        })
    }
}

impl Taken {
    /// Returns the report as JSON, including the folders in which pbem skipped files.
    pub(crate) fn to_json<'a>(&'a self, skipped: &'a [SkippedFiles]) -> TakenJson<'a> {
        let games = self.games.iter();
        let damaged = self.damaged.iter();
        let ahead = self.ahead.iter();
        TakenJson {
            games: games.map(|(id, game)| ProgressJson { id: hex::encode(id), game }).collect(),
            strangers: self.strangers.len(),
            damaged: damaged
                .map(|(place, why, turns)| DamagedJson { place, why, turns: turns.unwrap_or(0) })
                .collect(),
            ahead: ahead
                .map(|(id, number, seat)| AheadJson { id: hex::encode(id), number: *number, seat })
                .collect(),
            looked_at: self.looked_at,
            left_out: &self.left_out,
            left_for_later: self.left_for_later,
            skipped,
            too_many_versions: self.too_many.iter().map(hex::encode).collect(),
        }
    }
}

/// The report of `club receive`, as JSON.
#[derive(Serialize)]
pub(crate) struct TakenJson<'a> {
    games: Vec<ProgressJson<'a>>,
    /// Number of games without a player of the club.
    strangers: usize,
    damaged: Vec<DamagedJson<'a>>,
    ahead: Vec<AheadJson<'a>>,
    looked_at: usize,
    left_out: &'a [String],
    left_for_later: usize,
    skipped: &'a [SkippedFiles],
    /// Ids of the games with a version that wasn't stored.
    too_many_versions: Vec<String>,
}

#[derive(Serialize)]
struct ProgressJson<'a> {
    id: String,
    #[serde(flatten)]
    game: &'a Progress,
}

#[derive(Serialize)]
struct DamagedJson<'a> {
    place: &'a str,
    why: &'a str,
    turns: u32,
}

#[derive(Serialize)]
struct AheadJson<'a> {
    id: String,
    number: u32,
    seat: &'a str,
}
