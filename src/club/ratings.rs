//! Glicko-2 ratings, kept apart from the standings because floating-point numbers may differ in the
//! last digit between machines.

use std::collections::BTreeMap;

use chrono::Datelike;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

use super::games::{ClubGame, Games};
use crate::games::Kind;

/// A player's rating in a kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    #[serde(rename = "game")]
    pub kind: Kind,
    pub player: String,
    /// Number of rated games.
    pub games: u32,
    pub rating: f64,
    /// Half the width of the 95% confidence interval.
    pub interval: f64,
}

/// Months since year 0.
type Month = i32;
/// The results of a period: for each player, opponents and outcomes.
type Period<'a> = BTreeMap<&'a str, Vec<(&'a str, Outcomes)>>;

/// Returns the ratings of all players with a rated game: by kind, best first.
///
/// Games between two players are rated if they count, except void games and games that the
/// organizer decided. A rating period is a calendar month, and a game belongs to the month of its
/// last turn.
pub fn ratings(games: &Games<'_>) -> Vec<Rating> {
    let mut kinds: BTreeMap<Kind, BTreeMap<Month, Period<'_>>> = BTreeMap::new();
    for game in &games.games {
        let Some((kind, month, [first, second], outcome)) = rated(game) else { continue };
        let period = kinds.entry(kind).or_default().entry(month).or_default();
        period.entry(first).or_default().push((second, outcome));
        period.entry(second).or_default().push((first, outcome.reversed()));
    }
    kinds.into_iter().flat_map(|(kind, periods)| of_kind(kind, &periods)).collect()
}

/// Turns an outcome for the first of two players into the outcome for the second.
trait Reversed {
    fn reversed(self) -> Self;
}

impl Reversed for Outcomes {
    fn reversed(self) -> Self {
        match self {
            Outcomes::WIN => Outcomes::LOSS,
            Outcomes::LOSS => Outcomes::WIN,
            Outcomes::DRAW => Outcomes::DRAW,
        }
    }
}

fn rated<'a>(game: &ClubGame<'a>) -> Option<(Kind, Month, [&'a str; 2], Outcomes)> {
    let (facts, section) = (game.facts?, game.section?);
    let [Some(first), Some(second)] = game.players[..] else { return None };
    let [Some(one), Some(other)] = game.score.as_ref()?[..] else { return None };
    if game.decided.is_some() || facts.outcome.as_deref() == Some("void") {
        return None;
    }
    let last = facts.last?;
    let month = last.year() * 12 + i32::try_from(last.month0()).unwrap_or(0);
    let outcome = match one.cmp(&other) {
        std::cmp::Ordering::Greater => Outcomes::WIN,
        std::cmp::Ordering::Less => Outcomes::LOSS,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
    };
    Some((section.kind, month, [first, second], outcome))
}

fn of_kind(kind: Kind, periods: &BTreeMap<Month, Period<'_>>) -> Vec<Rating> {
    let config = Glicko2Config::new();
    let mut ratings: BTreeMap<&str, (Glicko2Rating, u32)> = BTreeMap::new();
    let mut before = None;
    for (month, period) in periods {
        // Months without any game make all ratings less certain.
        for _ in before.map_or(0, |before| before + 1)..before.map_or(0, |_| *month) {
            for (rating, _) in ratings.values_mut() {
                *rating = decay_deviation(rating);
            }
        }
        before = Some(*month);
        let start = ratings.clone();
        let of = |player: &str| start.get(player).map_or_else(Glicko2Rating::new, |known| known.0);
        for (rating, _) in
            ratings.iter_mut().filter(|(player, _)| !period.contains_key(*player)).map(|it| it.1)
        {
            *rating = decay_deviation(rating);
        }
        for (player, results) in period {
            let count = u32::try_from(results.len()).unwrap_or(u32::MAX);
            let results: Vec<_> =
                results.iter().map(|(other, outcome)| (of(other), *outcome)).collect();
            let rating = glicko2_rating_period(&of(player), &results, &config);
            let games = start.get(player).map_or(0, |known| known.1);
            ratings.insert(player, (rating, games.saturating_add(count)));
        }
    }
    let mut rows: Vec<Rating> = ratings
        .into_iter()
        .map(|(player, (rating, games))| Rating {
            kind,
            player: player.to_owned(),
            games,
            rating: rating.rating,
            interval: 1.96 * rating.deviation,
        })
        .collect();
    rows.sort_by(|one, other| {
        other.rating.total_cmp(&one.rating).then_with(|| one.player.cmp(&other.player))
    });
    rows
}
