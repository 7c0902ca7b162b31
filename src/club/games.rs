//! The games of a club: players, sections and scores.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::facts::Facts;
use super::roster::{Decided, Decision, Points, Roster, Section};
use super::roster_file::as_points;
use crate::games::Kind;
use crate::rules::OptionValue;

/// A game of the club.
#[derive(Clone, Debug)]
pub struct ClubGame<'a> {
    /// The game's facts; `None` for a game that the organizer decided before it began.
    pub facts: Option<&'a Facts>,
    /// The players, in the order of the seats. `None` for a free seat, and for a key that isn't in
    /// the list of players.
    pub players: Vec<Option<&'a str>>,
    pub section: Option<&'a Section>,
    /// Half points of each seat, if the game counts. `None` for a seat that isn't scored.
    pub score: Option<Vec<Option<u32>>>,
    /// Why the game doesn't count (for example, because it is still running).
    pub unscored: Option<Unscored>,
    /// The organizer's decision.
    pub decided: Option<&'a Decided>,
}

/// Why a game doesn't count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unscored {
    /// The game isn't finished.
    Running,
    /// A turn and a claim crossed in the mail. The organizer can decide the game.
    Crossed,
    /// A seat has a key that isn't in the list of players.
    UnknownKey(String),
    /// One person has two seats.
    OnePerson(String),
    /// No section has this kind with these players.
    NoSection,
    /// An option differs from the house rules: its name, the game's value, and the section's value.
    Options(String, Option<OptionValue>, OptionValue),
    /// The game's arbiter or grace days differ from the club's.
    Arbiter,
    /// The same players have begun more games than the section allows.
    TooMany,
    /// The organizer's decision is not about exactly these players.
    Decision,
}

/// All games of a club.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    /// The games that have begun, sorted by the time of opening, then by id. After them come the
    /// games that the organizer decided before they began.
    pub games: Vec<ClubGame<'a>>,
    /// Number of games in which no player is in the club's list of players.
    pub strangers: usize,
}

impl<'a> Games<'a> {
    /// Sorts games and decides which ones count. The order of `facts` doesn't matter.
    pub fn new(roster: &'a Roster, facts: &'a [Facts]) -> Games<'a> {
        let mut facts: Vec<&Facts> = facts.iter().collect();
        facts.sort_by(|one, other| order(one, other));
        let owners = owners(roster, &facts);
        let mut games = Vec::new();
        let mut strangers = 0;
        for facts in facts {
            let key = |seat: &super::facts::SeatFacts| seat.key.and_then(|key| owners.get(&key.0));
            let players: Vec<Option<&str>> =
                facts.seats.iter().map(|seat| key(seat).copied().flatten()).collect();
            if players.iter().all(Option::is_none) {
                strangers += 1;
                continue;
            }
            games.push(ClubGame::new(roster, facts, players));
        }
        games.extend(roster.decided.iter().filter_map(|decided| not_begun(roster, decided)));
        leave_out_surplus(&mut games);
        Games { games, strangers }
    }

    /// Returns the number of games that count.
    pub fn scored(&self) -> usize {
        self.games.iter().filter(|game| game.score.is_some()).count()
    }
}

/// Compares games by the time of opening, then by id, then by their keys.
fn order(one: &Facts, other: &Facts) -> Ordering {
    let keys = |facts: &Facts| facts.seats.iter().map(|seat| seat.key).collect::<Vec<_>>();
    let by_id = (one.opened, one.id).cmp(&(other.opened, other.id));
    by_id.then_with(|| keys(one).cmp(&keys(other)))
}

type Owners<'a> = BTreeMap<[u8; 32], Option<&'a str>>;

/// Returns the owner of each key. Looks up each key only once, because a lookup computes a hash.
fn owners<'a>(roster: &'a Roster, facts: &[&Facts]) -> Owners<'a> {
    let mut owners = BTreeMap::new();
    for seat in facts.iter().flat_map(|facts| &facts.seats) {
        if let Some(key) = seat.key {
            owners.entry(key.0).or_insert_with(|| roster.player_with(&key.0));
        }
    }
    owners
}

impl<'a> ClubGame<'a> {
    fn new(roster: &'a Roster, facts: &'a Facts, players: Vec<Option<&'a str>>) -> Self {
        let of_game =
            |decided: &&Decided| matches!(&decided.game, Decision::Id(id) if id.0 == facts.id);
        let decided = roster.decided.iter().find(of_game);
        let mut game = ClubGame {
            facts: Some(facts),
            players,
            section: None,
            score: None,
            unscored: None,
            decided,
        };
        game.unscored = game.find_section(roster, facts).err();
        if game.unscored.is_none() {
            match game.points() {
                Ok(score) => game.score = Some(score),
                Err(why) => game.unscored = Some(why),
            }
        }
        game
    }

    /// Returns the name of the player in a seat: the name in the club or, if there is none, the
    /// name in the file.
    pub fn name(&self, seat: usize) -> &str {
        let in_file = || Some(self.facts?.seats.get(seat)?.name.as_str());
        self.players.get(seat).copied().flatten().or_else(in_file).unwrap_or_default()
    }

    /// Returns the names of all players, in the order of the seats.
    pub fn names(&self) -> Vec<&str> {
        (0..self.players.len()).map(|seat| self.name(seat)).collect()
    }

    /// Whether the game is between two players.
    pub fn is_duel(&self) -> bool {
        self.players.len() == 2
    }

    /// Returns the score, such as `1-0`, or the state of the game if it has no score.
    pub fn score_words(&self) -> String {
        let Some(score) = &self.score else {
            let word = match self.unscored {
                Some(Unscored::Running) => "open",
                Some(Unscored::Crossed) => "crossed",
                _ => "-",
            };
            return word.to_owned();
        };
        let score = score.iter().map(|halves| halves.map_or_else(|| "x".to_owned(), as_points));
        score.collect::<Vec<_>>().join("-")
    }

    /// Sets the section of the game, or returns the reason why it has none.
    fn find_section(&mut self, roster: &'a Roster, facts: &Facts) -> Result<(), Unscored> {
        let mut seated: Vec<&str> = self.players.iter().flatten().copied().collect();
        seated.sort_unstable();
        if let Some(pair) = seated.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Unscored::OnePerson(pair[0].to_owned()));
        }
        let unknown = facts
            .seats
            .iter()
            .zip(&self.players)
            .find(|(seat, player)| seat.key.is_some() && player.is_none());
        if let Some((seat, _)) = unknown {
            return Err(Unscored::UnknownKey(seat.name.clone()));
        }
        let kind = Kind::from_id(&facts.kind).ok_or(Unscored::NoSection)?;
        // Before a player has joined, the seat's name identifies the player.
        let meant: Vec<&str> = (0..self.players.len()).map(|seat| self.name(seat)).collect();
        let sections: Vec<&'a Section> = roster
            .sections
            .iter()
            .filter(|section| {
                let plays = |player: &&str| section.players.iter().any(|name| name == player);
                section.kind == kind && meant.iter().all(plays)
            })
            .collect();
        let with_these_rules =
            |section: &&&Section| section.other_options(&facts.options).is_empty();
        let section = sections.iter().find(with_these_rules).or_else(|| sections.first());
        let section = *section.ok_or(Unscored::NoSection)?;
        self.section = Some(section);
        if let Some((name, has, wants)) = section.other_options(&facts.options).into_iter().next() {
            return Err(Unscored::Options(name, has, wants));
        }
        let has = facts.arbiter.as_ref().map(|arbiter| (arbiter.key, arbiter.grace_days));
        let wants = roster.arbiter.map(|key| (key, roster.grace_days));
        if has == wants { Ok(()) } else { Err(Unscored::Arbiter) }
    }

    /// Returns the half points of each seat, or the reason why the game doesn't count.
    fn points(&self) -> Result<Vec<Option<u32>>, Unscored> {
        let (Some(facts), Some(section)) = (self.facts, self.section) else {
            return Err(Unscored::NoSection);
        };
        if let Some(decided) = self.decided {
            return decided_score(decided, &self.players).ok_or(Unscored::Decision);
        }
        if facts.crossed.is_some() && facts.outcome.is_none() {
            return Err(Unscored::Crossed);
        }
        let outcome = facts.outcome.as_deref().ok_or(Unscored::Running)?;
        let score = facts.seats.iter().map(|seat| match (section.points, outcome) {
            // A cheat has lost, no matter what the board says.
            _ if seat.cheated => Some(0),
            _ if seat.referee => None,
            (_, "void") => Some(0),
            (Points::Board, _) => Some(2 * seat.points.unwrap_or(0)),
            (Points::Result, "draw") => Some(1),
            (Points::Result, _) => Some(if seat.won { 2 } else { 0 }),
        });
        Ok(score.collect())
    }
}

/// Returns the score of a decision, if it is about exactly these players.
fn decided_score(decided: &Decided, players: &[Option<&str>]) -> Option<Vec<Option<u32>>> {
    let of = |player: Option<&str>| {
        let found = decided.half_points.iter().find(|(name, _)| Some(name.as_str()) == player);
        found.map(|(_, halves)| Some(*halves))
    };
    let score: Vec<Option<u32>> = players.iter().copied().map(of).collect::<Option<_>>()?;
    (score.len() == decided.half_points.len()).then_some(score)
}

/// If the decision is about a game that never began, returns that game.
fn not_begun<'a>(roster: &'a Roster, decided: &'a Decided) -> Option<ClubGame<'a>> {
    let Decision::NotBegun { section } = &decided.game else { return None };
    Some(ClubGame {
        facts: None,
        players: decided.half_points.iter().map(|(name, _)| Some(name.as_str())).collect(),
        section: roster.sections.iter().find(|known| known.name == *section),
        score: Some(decided.half_points.iter().map(|(_, halves)| Some(*halves)).collect()),
        unscored: None,
        decided: Some(decided),
    })
}

/// If the same players have begun too many games in a section, marks all but the earliest as
/// surplus. A game with the wrong house rules doesn't count toward that limit.
fn leave_out_surplus(games: &mut [ClubGame<'_>]) {
    let mut counts: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    for game in games {
        let takes_place = matches!(
            game.unscored,
            None | Some(Unscored::Running | Unscored::Crossed | Unscored::Decision)
        );
        let Some(section) = game.section.filter(|_| takes_place) else { continue };
        let mut names: Vec<String> = game.names().into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        let count = counts.entry((section.name.clone(), names)).or_default();
        *count += 1;
        if *count > section.games {
            (game.score, game.unscored) = (None, Some(Unscored::TooMany));
        }
    }
}
