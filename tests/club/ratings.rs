//! Ratings against Glickman's example, and by a second calculation.

use chrono::Duration;
use pbem::club::{Games, ratings};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::world::{club, over, roster};

fn player(rating: f64, deviation: f64) -> Glicko2Rating {
    Glicko2Rating { rating, deviation, volatility: 0.06 }
}

/// The example of Glickman's paper on the Glicko-2 system.
#[test]
fn library_computes_glickmans_example() {
    let results = [
        (player(1400.0, 30.0), Outcomes::WIN),
        (player(1550.0, 100.0), Outcomes::LOSS),
        (player(1700.0, 300.0), Outcomes::LOSS),
    ];
    let new = glicko2_rating_period(&player(1500.0, 200.0), &results, &Glicko2Config::new());
    assert!((new.rating - 1464.06).abs() < 0.02, "{new:?}");
    assert!((new.deviation - 151.52).abs() < 0.01, "{new:?}");
    assert!((new.volatility - 0.05999).abs() < 0.00001, "{new:?}");
}

/// Two new players, one game: 1500 +- 350 each. By the paper, with g = 0.6690696 and E = 0.5:
/// v = 8.9355, delta = 2.9892, so mu' = 0.9323 and phi' = 1.6715, or 1662.2 and 290.3.
#[test]
fn winner_of_a_first_game_gets_162_points() {
    let roster = roster(&club("hideout", 9, &["anna", "ben", "cleo"], ""));
    let first = over(&roster, 1, ["anna", "ben"], Some(1));
    let mut void = over(&roster, 2, ["anna", "cleo"], None);
    void.outcome = Some("void".to_owned());
    let facts = [first, void];
    let rows = ratings(&Games::new(&roster, &facts));
    let names: Vec<_> = rows.iter().map(|row| (row.player.as_str(), row.games)).collect();
    assert_eq!(names, [("ben", 1), ("anna", 1)]);
    assert!((rows[0].rating - 1662.2).abs() < 0.3, "{rows:?}");
    assert!((rows[0].rating + rows[1].rating - 3000.0).abs() < 0.01);
    assert!((rows[0].interval - 1.96 * 290.3).abs() < 1.0, "{rows:?}");
}

#[test]
fn months_without_games_make_ratings_less_certain() {
    let roster = roster(&club("hideout", 9, &["anna", "ben", "cleo", "dora"], ""));
    let first = over(&roster, 1, ["anna", "ben"], Some(1));
    let later = |days: i64| {
        let mut later = over(&roster, 2, ["cleo", "dora"], Some(1));
        later.last = later.last.map(|last| last + Duration::days(days));
        [first.clone(), later]
    };
    let interval = |days: i64| {
        let facts = later(days);
        let rows = ratings(&Games::new(&roster, &facts));
        rows.iter().find(|row| row.player == "ben").expect("a rating").interval
    };
    let (same, next, third) = (interval(0), interval(31), interval(62));
    assert!(same < next && next < third, "{same} {next} {third}");
    // A month adds sigma^2 to phi^2, in units of 173.7178.
    let grown = (same * same + (1.96 * 0.06 * 173.7178_f64).powi(2)).sqrt();
    assert!((next - grown).abs() < 0.01, "{next} {grown}");
}
