//! Random numbers over whole games of Enemy Agent as the players see them: the test reads the
//! reports, recomputes the numbers from the links in the file, and counts them.

use std::collections::BTreeMap;

use pbem::crypto;
use pbem::rules::Numbers;

use crate::play::{Game, finished, of_kind, sample};

/// Number of games, enough to count most cards.
const GAMES: u64 = 60;
const ALL_GAMES: u64 = 300;

/// The colored die of the rules, and the deck.
const COLORED: [u32; 6] = [1, 1, 2, 2, 3, 3];
const DECK: [u32; 2] = [12, 8];

/// Random results in all games.
#[derive(Default)]
struct Tally {
    /// Whether the opener began.
    first: [u32; 2],
    /// People and squares.
    throws: BTreeMap<(u32, u32), u32>,
    /// Squares of one throw and of the next.
    pairs: BTreeMap<(u32, u32), u32>,
    /// For each number of PASS and DO NOT PASS cards left: the number of draws of each.
    cards: BTreeMap<[u32; 2], [u32; 2]>,
}

/// Returns the two numbers of `rolls: 2 people, 5 squares each`.
fn throw(line: &str) -> Option<(u32, u32)> {
    let (_, text) = line.split_once(" rolls: ")?;
    let mut words = text.trim_end_matches(" each").split(' ');
    let people = words.next()?.parse().ok()?;
    Some((people, words.nth(1)?.parse().ok()?))
}

/// Returns 0 for PASS, 1 for DO NOT PASS.
fn card(line: &str) -> Option<usize> {
    let text = line.strip_prefix("the card for ")?.split_once(" was ")?.1;
    Some(usize::from(text.starts_with("DO NOT PASS")))
}

impl Tally {
    /// Counts the results that a game reports, and compares each with the links of that turn and of
    /// the previous one.
    fn count(&mut self, game: &Game) {
        let mut left = DECK;
        let mut before: Option<u32> = None;
        for news in game.table.news(0) {
            let at = news.number as usize - 1;
            let turn = &game.file.turns[at];
            let drawn = |purpose: &str| {
                let before = &game.file.turns[at - 1];
                let links = (
                    before.link.or(before.tip).expect("a link or a tip"),
                    turn.link.expect("a link"),
                );
                crypto::chance(&game.id(), turn.number, purpose, &links.0, &links.1)
            };
            let mut cards = 0;
            for line in &news.lines {
                if line.ends_with(" begins") {
                    self.first[usize::from(line.ends_with("bob begins"))] += 1;
                } else if let Some((people, squares)) = throw(line) {
                    let mut numbers = drawn("dice");
                    let colored = COLORED[numbers.below(6) as usize];
                    assert_eq!(
                        (people, squares),
                        (colored, numbers.below(6) + 1),
                        "turn {}",
                        turn.number
                    );
                    *self.throws.entry((people, squares)).or_default() += 1;
                    if let Some(before) = before.replace(squares) {
                        *self.pairs.entry((before, squares)).or_default() += 1;
                    }
                } else if let Some(card) = card(line) {
                    cards += 1;
                    let stops = drawn(&format!("card {cards}")).below(left[0] + left[1]) >= left[0];
                    assert_eq!(card, usize::from(stops), "turn {}, card {cards}", turn.number);
                    self.cards.entry(left).or_default()[card] += 1;
                    left[card] =
                        left[card].checked_sub(1).expect("no card comes that is not there");
                    if left == [0, 0] {
                        left = DECK;
                    }
                }
            }
        }
    }
}

fn squared(seen: u32, expected: f64) -> f64 {
    (f64::from(seen) - expected).powi(2) / expected
}

/// Returns the value that chi-square with this many degrees of freedom exceeds once in a thousand
/// times (Wilson and Hilferty).
fn once_in_a_thousand(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 3.090 * spread.sqrt()).powi(3)
}

fn fair(what: &str, chi_square: f64, freedom: u32) {
    let limit = once_in_a_thousand(f64::from(freedom));
    println!(
        "{what}: chi-square {chi_square:.1} with {freedom} degrees of freedom, limit {limit:.1}"
    );
    assert!(chi_square < limit, "{what}");
}

#[test]
fn dice_are_uniform_and_cards_follow_the_deck() {
    let (mut tally, games) = (Tally::default(), sample(GAMES, ALL_GAMES));
    for seed in 0..games {
        tally.count(&finished(of_kind("enemy-agent"), 2, &[], 10_000 + seed));
    }
    let all: u32 = tally.throws.values().sum();
    println!(
        "{games} games, {all} throws, who began {:?}, {} states of the deck",
        tally.first,
        tally.cards.len()
    );
    assert_eq!(u64::from(tally.first[0] + tally.first[1]), games);
    let half = f64::from(tally.first[0] + tally.first[1]) / 2.0;
    fair("who begins", tally.first.map(|seen| squared(seen, half)).iter().sum(), 1);

    let seen =
        |table: &BTreeMap<(u32, u32), u32>, key: (u32, u32)| table.get(&key).copied().unwrap_or(0);
    let both = |most: u32| (1..=most).flat_map(|one| (1..=6).map(move |other| (one, other)));
    fair(
        "both dice",
        both(3).map(|key| squared(seen(&tally.throws, key), f64::from(all) / 18.0)).sum(),
        17,
    );
    let of =
        |squares: u32| (1..=3).map(|people| seen(&tally.throws, (people, squares))).sum::<u32>();
    fair(
        "the regular die",
        (1..=6).map(|squares| squared(of(squares), f64::from(all) / 6.0)).sum(),
        5,
    );
    let pairs: u32 = tally.pairs.values().sum();
    fair(
        "a throw and the next",
        both(6).map(|key| squared(seen(&tally.pairs, key), f64::from(pairs) / 36.0)).sum(),
        35,
    );

    // Every state of the deck with enough draws of each card.
    let expected = |left: [u32; 2], drawn: u32| {
        left.map(|cards| f64::from(drawn) * f64::from(cards) / f64::from(left[0] + left[1]))
    };
    let counted = tally.cards.iter().filter_map(|(left, seen)| {
        let expected = expected(*left, seen[0] + seen[1]);
        expected
            .iter()
            .all(|often| *often >= 5.0)
            .then(|| squared(seen[0], expected[0]) + squared(seen[1], expected[1]))
    });
    let counted: Vec<f64> = counted.collect();
    assert!(counted.len() >= 20, "cards were drawn in many states of the deck");
    fair("cards", counted.iter().sum(), u32::try_from(counted.len()).expect("few"));
    let drawn: u32 = tally.cards.values().flatten().sum();
    println!("{drawn} cards, counted in {} states of the deck", counted.len());
}
