//! The standings: points, then Sonneborn-Berger, then wins. All are whole numbers, so that every
//! machine gets the same result.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::games::{ClubGame, Games};
use super::roster::Roster;

/// A player's place in the standings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Players who are equal in points, Sonneborn-Berger and wins share a rank.
    pub rank: usize,
    pub player: String,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub half_points: u32,
    /// Sonneborn-Berger in quarters of a point: the sum, over a player's two-player games, of the
    /// player's score times the opponent's points in all games.
    pub quarters: u64,
}

impl Place {
    fn order(&self) -> (Reverse<u32>, Reverse<u64>, Reverse<u32>) {
        (Reverse(self.half_points), Reverse(self.quarters), Reverse(self.won))
    }
}

/// Returns the standings of all players.
pub fn standings(roster: &Roster, games: &Games<'_>) -> Vec<Place> {
    let mut places: BTreeMap<&str, Place> = BTreeMap::new();
    for player in &roster.players {
        let place = Place { player: player.name.clone(), ..Place::default() };
        places.insert(&player.name, place);
    }
    let scored = || games.games.iter().filter_map(|game| Some((game, game.score.as_ref()?)));
    for (game, score) in scored() {
        for (seat, halves) in score.iter().enumerate() {
            let place = game.players.get(seat).copied().flatten();
            if let (Some(place), Some(halves)) =
                (place.and_then(|name| places.get_mut(name)), *halves)
            {
                count(place, game, score, seat, halves);
            }
        }
    }
    let points: BTreeMap<&str, u32> =
        places.iter().map(|(name, place)| (*name, place.half_points)).collect();
    for (game, score) in scored().filter(|(game, _)| game.is_duel()) {
        for (seat, halves) in score.iter().enumerate() {
            let [own, other] = [seat, 1 - seat].map(|seat| game.players[seat].unwrap_or_default());
            if let (Some(place), Some(halves)) = (places.get_mut(own), *halves) {
                let others = points.get(other).copied().unwrap_or(0);
                place.quarters += u64::from(halves) * u64::from(others);
            }
        }
    }
    ranked(places.into_values().collect())
}

fn count(place: &mut Place, game: &ClubGame<'_>, score: &[Option<u32>], seat: usize, halves: u32) {
    let others = score.iter().enumerate().filter(|(other, _)| *other != seat);
    let best = others.filter_map(|(_, halves)| *halves).max().unwrap_or(0);
    let facts = game.facts.and_then(|facts| facts.seats.get(seat));
    let cheated = facts.is_some_and(|seat| seat.cheated);
    // Several seats can win together.
    let wins = game.decided.is_none() && halves > 0 && facts.is_some_and(|seat| seat.won);
    place.played += 1;
    place.half_points += halves;
    if halves > best || wins {
        place.won += 1;
    } else if halves < best || cheated {
        place.lost += 1;
    } else if is_draw(game, halves) {
        place.drawn += 1;
    }
}

/// Whether players with equal scores have drawn. They haven't if the game is void, or if the
/// organizer decided that no player gets points.
fn is_draw(game: &ClubGame<'_>, halves: u32) -> bool {
    let outcome = game.facts.and_then(|facts| facts.outcome.as_deref());
    halves > 0 || game.decided.is_none() && outcome == Some("draw")
}

fn ranked(mut places: Vec<Place>) -> Vec<Place> {
    places.sort_by(|one, other| {
        one.order().cmp(&other.order()).then_with(|| one.player.cmp(&other.player))
    });
    let mut rank = 0;
    for at in 0..places.len() {
        if at == 0 || places[at].order() != places[at - 1].order() {
            rank = at + 1;
        }
        places[at].rank = rank;
    }
    places
}

/// Formats quarters of a point as points, such as `1` or `0.25`.
pub fn quarters(quarters: u64) -> String {
    let rest = match quarters % 4 {
        0 => "",
        1 => ".25",
        2 => ".5",
        _ => ".75",
    };
    format!("{}{rest}", quarters / 4)
}
