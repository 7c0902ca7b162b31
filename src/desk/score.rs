//! Counts finished games by opponent, and in series of games between the same players.

use std::collections::BTreeMap;

use super::Desk;
use super::chain::Hash;
use super::contacts::Contacts;
use super::error::DeskError;
use super::load::LoadedGame;
use super::store::Store;
use super::verdict_cache::CachedVerdict;
use crate::audit::VerdictKind;
use crate::board::collect;
use crate::games::Kind;
use crate::rules::OutcomeKind;
use crate::table::Expects;
use crate::turnfile::Moment;

/// Result of a game between us and another player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Score {
    /// A loss: only the other player has won.
    Lost,
    /// A win: only we have won.
    Won,
    /// The game doesn't count.
    Void,
    /// A turn and a claim that the turn was late crossed in the mail, so no one has won.
    Crossed,
    /// A draw: neither player has won, or both have won.
    Drawn,
    /// One of the two players was the Checker of Game Box, a seat that only answers.
    Apart,
}

impl Score {
    /// Returns the letter for this score in lists of results.
    pub fn letter(self) -> char {
        match self {
            Score::Won => 'W',
            Score::Lost => 'L',
            Score::Drawn => 'D',
            Score::Void => '-',
            Score::Crossed => 'X',
            Score::Apart => 'C',
        }
    }

    /// Returns our score against `other`, or `None` if the files prove no result.
    fn of(judged: &CachedVerdict, me: &str, other: &str, referee: Option<&str>) -> Option<Score> {
        let has_won = |name: &str| judged.winners.iter().any(|winner| winner == name);
        match (judged.verdict, judged.outcome) {
            (VerdictKind::Open, Some(OutcomeKind::Void)) => Some(Score::Crossed),
            (VerdictKind::Open | VerdictKind::Damaged, _) => None,
            (_, None | Some(OutcomeKind::Void)) => Some(Score::Void),
            _ if [me, other].iter().any(|name| referee == Some(name)) => Some(Score::Apart),
            _ => Some(match (has_won(me), has_won(other)) {
                (true, false) => Score::Won,
                (false, true) => Score::Lost,
                _ => Score::Drawn,
            }),
        }
    }
}

/// A finished game, as counted against one opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    pub id: Hash,
    pub name: String,
    pub kind: Kind,
    /// When the last turn was sent.
    pub ended: Moment,
    pub score: Score,
    /// Whether a missed deadline decided the game.
    pub forfeit: bool,
    /// First turn in which the opponent provably broke the rules.
    pub dishonest: Option<u32>,
}

/// All games against one opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    /// Private name of the opponent; for a bot, its level.
    pub who: String,
    /// Whether the opponent is a bot of this vault.
    pub bot: bool,
    /// Games, in the order in which they ended.
    pub games: Vec<ScoredGame>,
}

impl Against {
    /// Returns the number of games with this score.
    pub fn count(&self, score: Score) -> usize {
        self.games.iter().filter(|game| game.score == score).count()
    }

    /// Returns the number of games that a missed deadline decided.
    pub fn forfeits(&self) -> usize {
        self.games.iter().filter(|game| game.forfeit).count()
    }

    /// Returns the wins and losses for each kind, in the order of the kinds.
    pub fn by_kind(&self) -> Vec<(Kind, usize, usize)> {
        let mut kinds = BTreeMap::new();
        for game in &self.games {
            let (won, lost) = kinds.entry(game.kind).or_insert((0, 0));
            *won += usize::from(game.score == Score::Won);
            *lost += usize::from(game.score == Score::Lost);
        }
        kinds.into_iter().map(|(kind, (won, lost))| (kind, won, lost)).collect()
    }
}

/// Finished games of one kind between the same players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// Number of games.
    pub games: usize,
    /// Wins by player, most wins first.
    pub wins: Vec<(String, usize)>,
    /// Number of games that ended in a draw.
    pub drawn: usize,
}

impl<S: Store> Desk<S> {
    /// Returns all games that have ended since `since`, grouped by opponent, and an error for each
    /// record that can't be read. The opponent with the most games comes first. Saves the verdicts,
    /// so that the audit runs only once for each game.
    pub fn score(
        &mut self,
        since: Option<Moment>,
        now: Moment,
    ) -> Result<(Vec<Against>, Vec<DeskError>), DeskError> {
        let (heads, mut faults) = self.heads()?;
        let contacts = self.contacts()?;
        // There is one head for each seat, and several seats of a game may be ours.
        let ids = collect::set(heads.iter().map(|head| head.id));
        let (mut against, mut may_keep) = (BTreeMap::new(), true);
        for id in ids {
            let mut loaded = match self.open(&id, now) {
                Ok(loaded) => loaded,
                Err(DeskError::TakenBack(_)) => continue,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            let Some(judged) = loaded.judged() else { continue };
            // A read-only vault is fine: report the error once and don't try to save again.
            if may_keep && let Err(fault) = self.remember(&mut loaded) {
                may_keep = false;
                faults.push(fault);
            }
            if since.is_none_or(|since| loaded.game.standing.last_sent >= since) {
                count(&loaded, &judged, &contacts, &mut against);
            }
        }
        let mut against: Vec<Against> = against.into_values().collect();
        for against in &mut against {
            against.games.sort_by_key(|game| (game.ended, game.name.clone()));
        }
        against.sort_by_key(|against| std::cmp::Reverse(against.games.len()));
        Ok((against, faults))
    }

    /// Returns the series that this finished game belongs to.
    pub fn series(&self, loaded: &LoadedGame, now: Moment) -> Result<Series, DeskError> {
        let others = self.same_players(loaded, now)?;
        let (mut games, mut drawn, mut wins) = (0, 0, BTreeMap::new());
        for seat in &loaded.game.file.game.seats {
            wins.insert(seat.clone(), 0);
        }
        for judged in others.iter().chain([loaded]).filter_map(LoadedGame::judge) {
            games += 1;
            drawn += usize::from(judged.outcome == Some(OutcomeKind::Draw));
            for winner in judged.winners {
                *wins.entry(winner).or_insert(0) += 1;
            }
        }
        let mut wins: Vec<(String, usize)> = wins.into_iter().collect();
        wins.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Ok(Series { games, wins, drawn })
    }

    /// Returns the player who went first in the previous game between the same players, if the
    /// header of this game names a different player to go first. Returns `None` once all players
    /// have joined this game.
    pub fn began_last(
        &self,
        loaded: &LoadedGame,
        now: Moment,
    ) -> Result<Option<String>, DeskError> {
        let first = loaded.game.file.game.first.as_ref();
        let Some(first) = first.filter(|_| loaded.game.standing.expects == Expects::Join) else {
            return Ok(None);
        };
        let others = self.same_players(loaded, now)?;
        let began = others.iter().filter_map(|other| {
            let standing = &other.game.standing;
            Some((standing.last_sent, standing.names.of(standing.first?)))
        });
        let last = began.max().map(|(_, began)| began.to_owned());
        Ok(last.filter(|began| began != first))
    }

    /// Returns the other finished games of this kind between the same players.
    fn same_players(&self, loaded: &LoadedGame, now: Moment) -> Result<Vec<LoadedGame>, DeskError> {
        let (header, id) = (&loaded.game.file.game, loaded.game.standing.id.0);
        let heads = self.heads()?.0.into_iter();
        let alike = heads.filter(|head| head.kind == header.kind && head.id != id);
        let ids = collect::set(alike.map(|head| head.id));
        let games = ids.iter().filter_map(|id| self.open(id, now).ok());
        let same = games.filter(|other| {
            let seats = &other.game.file.game.seats;
            other.game.standing.due.is_none()
                && seats.len() == header.seats.len()
                && seats.iter().all(|seat| header.seats.contains(seat))
        });
        Ok(same.collect())
    }
}

/// Counts a game once against each opponent. Several bots of one level count as one opponent: a
/// loss to any of them is a loss, and otherwise a win against any of them is a win.
fn count(
    loaded: &LoadedGame,
    judged: &CachedVerdict,
    contacts: &Contacts,
    against: &mut BTreeMap<(bool, String), Against>,
) {
    let standing = &loaded.game.standing;
    let (Some(me), Some(name)) = (loaded.joined().next(), loaded.name()) else { return };
    let me = loaded.records[me].seat();
    let referee = standing.kind.referee().map(|_| loaded.game.file.game.opened_by());
    for seat in loaded.seats() {
        let other = standing.names.of(seat);
        let score = Score::of(judged, me, other, referee).filter(|_| !loaded.is_own(other));
        let Some(score) = score else { continue };
        let bot = loaded.bot(other);
        let known = standing.key(seat).and_then(|key| contacts.name_of(&key));
        let who = match bot {
            Some(level) => format!("bot:{level}"),
            None => known.unwrap_or(other).to_owned(),
        };
        let bot = bot.is_some();
        let games = against.entry((bot, who.clone())).or_insert_with(|| Against {
            who,
            bot,
            games: Vec::new(),
        });
        let dishonest = judged.dishonest.get(other).copied();
        match games.games.last_mut().filter(|last| last.id == standing.id.0) {
            Some(last) => {
                last.score = last.score.min(score);
                last.dishonest = last.dishonest.into_iter().chain(dishonest).min();
            }
            None => games.games.push(ScoredGame {
                id: standing.id.0,
                name: name.to_owned(),
                kind: standing.kind,
                ended: standing.last_sent,
                score,
                forfeit: judged.verdict == VerdictKind::Forfeit,
                dishonest,
            }),
        }
    }
}
