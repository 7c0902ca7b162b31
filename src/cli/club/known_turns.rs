//! The turns that have reached a club, and when they arrived.

use std::collections::{BTreeMap, HashMap};

use pbem::club::Arrival;
use pbem::turnfile::{Bytes32, Moment, Turn, TurnFile};

use crate::disk::{ClubFolder, DiskError, Log};

/// For each turn, by its hash: the first arrival of the turn, and the last arrival of a file that
/// ends with this turn.
#[derive(Debug, Default)]
pub(super) struct KnownTurns(HashMap<Bytes32, (Arrival, Moment)>);

impl KnownTurns {
    /// Reads `arrivals.jsonl`. Skips lines that a crash cut off.
    pub(super) fn read(log: &str) -> KnownTurns {
        let mut known = KnownTurns::default();
        for arrival in log.lines().filter_map(|line| serde_json::from_str::<Arrival>(line).ok()) {
            known.add(&arrival);
        }
        known
    }

    /// Adds an arrival of a turn. Returns whether it is the turn's earliest or latest arrival so
    /// far.
    fn add(&mut self, arrival: &Arrival) -> bool {
        let at = arrival.at;
        let (first, last) = self.0.entry(arrival.turn).or_insert_with(|| {
            let unknown = Arrival { at: Moment::MAX_UTC, ..arrival.clone() };
            (unknown, Moment::MIN_UTC)
        });
        let is_news = at < first.at || at > *last;
        (first.at, *last) = (first.at.min(at), at.max(*last));
        is_news
    }

    pub(super) fn contains(&self, turn: &Bytes32) -> bool {
        self.0.contains_key(turn)
    }

    /// Returns the longest version of each game in the folder, as a list of turn hashes. Reads the
    /// files of a game only if the arrivals don't settle which version is the longest.
    pub(super) fn chains(
        &self,
        folder: &ClubFolder,
    ) -> Result<BTreeMap<Bytes32, Vec<Bytes32>>, DiskError> {
        let mut by_game: HashMap<Bytes32, Vec<(u32, Bytes32)>> = HashMap::new();
        for (arrival, _) in self.0.values() {
            by_game.entry(arrival.game).or_default().push((arrival.number, arrival.turn));
        }
        let mut chains = BTreeMap::new();
        for id in folder.ids() {
            let turns = by_game.remove(id).unwrap_or_default();
            let chain = match single_chain(turns) {
                Some(chain) if chain.last().is_some_and(|head| folder.has_head(id, head)) => chain,
                _ => longest(&folder.versions(id)?),
            };
            chains.insert(*id, chain);
        }
        Ok(chains)
    }
}

/// Returns the hashes of the turns in order, if there is exactly one turn for each number.
fn single_chain(mut turns: Vec<(u32, Bytes32)>) -> Option<Vec<Bytes32>> {
    turns.sort_unstable();
    let in_order = turns.iter().zip(1..).all(|((number, _), expected)| *number == expected);
    in_order.then(|| turns.into_iter().map(|(_, turn)| turn).collect())
}

fn longest(versions: &[TurnFile]) -> Vec<Bytes32> {
    let longest = versions.iter().max_by_key(|file| file.turns.len());
    longest.map(|file| file.turns.iter().map(Turn::hash).collect()).unwrap_or_default()
}

/// Arrivals that one search has found.
#[derive(Debug, Default)]
pub(super) struct NewArrivals {
    first: BTreeMap<Bytes32, Arrival>,
    /// For each turn, the latest arrival of a file that ends with it, according to the mail
    /// server.
    last: BTreeMap<Bytes32, Moment>,
}

impl NewArrivals {
    /// Records the arrival of a file that ends with the last of these turns. The arrival matters
    /// even if the club has newer turns of the game: the sender of the file may not have them.
    pub(super) fn add_end(&mut self, hashes: &[Bytes32], received: Option<Moment>) {
        if let (Some(hash), Some(at)) = (hashes.last(), received) {
            let last = self.last.entry(*hash).or_insert(at);
            *last = at.max(*last);
        }
    }

    /// Records the arrival of all turns of a file.
    pub(super) fn add_file(&mut self, file: &TurnFile, hashes: &[Bytes32], at: Moment) {
        let game = file.game.id();
        for (turn, hash) in file.turns.iter().zip(hashes) {
            let (number, seat) = (turn.number, turn.seat.clone());
            self.add(&Arrival { game, number, seat, turn: *hash, at });
        }
    }

    /// Records another arrival of turns that have arrived before.
    pub(super) fn add_again(&mut self, known: &KnownTurns, hashes: &[Bytes32], at: Moment) {
        for hash in hashes {
            let known = || known.0.get(hash).map(|(arrival, _)| arrival);
            if let Some(arrival) = self.first.get(hash).or_else(known) {
                let arrival = Arrival { at, ..arrival.clone() };
                self.add(&arrival);
            }
        }
    }

    fn add(&mut self, arrival: &Arrival) {
        let first = self.first.entry(arrival.turn).or_insert_with(|| arrival.clone());
        first.at = first.at.min(arrival.at);
    }

    /// Adds these arrivals to the known arrivals. Returns the lines to append to `arrivals.jsonl`,
    /// in the order of arrival.
    pub(super) fn merge(self, known: &mut KnownTurns) -> String {
        let again = |(hash, at): (&Bytes32, &Moment)| {
            let arrival = self.first.get(hash).or_else(|| Some(&known.0.get(hash)?.0))?;
            Some(Arrival { at: *at, ..arrival.clone() })
        };
        let last: Vec<Arrival> = self.last.iter().filter_map(again).collect();
        let mut arrivals: Vec<Arrival> = self.first.into_values().chain(last).collect();
        arrivals.sort_by_key(|arrival| (arrival.at, arrival.game, arrival.number, arrival.turn));
        arrivals.retain(|arrival| known.add(arrival));
        arrivals.iter().map(Arrival::line).collect()
    }
}

/// Reads the log of a club's arrivals.
pub(super) fn load(folder: &ClubFolder) -> Result<KnownTurns, DiskError> {
    Ok(KnownTurns::read(&folder.log(Log::Arrivals)?))
}
