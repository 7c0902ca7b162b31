//! Dice and cards are uniform.

use super::GAME;
use crate::crypto::{Stream, chance};
use crate::rules::Numbers;

/// Returns Pearson's chi-squared statistic for these counts and the hypothesis that all results are
/// equally likely.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>())
        / f64::from(u32::try_from(counts.len()).expect("few"));
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn hundred_thousand_dice_are_uniform() {
    let mut counts = [0; 6];
    let mut pairs = [0; 36];
    for turn in 0..50_000 {
        let mut dice = chance(&GAME, turn, "dice", &[1; 32], &[2; 32]);
        let [first, second] = [dice.below(6) as usize, dice.below(6) as usize];
        counts[first] += 1;
        counts[second] += 1;
        pairs[6 * first + second] += 1;
    }
    // If all numbers are equally likely, a statistic exceeds its limit once in a thousand times.
    // The limits are for 5 and 35 degrees of freedom.
    assert!(chi_square(&counts) < 20.515, "{counts:?}");
    assert!(chi_square(&pairs) < 66.619, "{pairs:?}");
}

#[test]
fn all_orders_of_a_deck_are_equally_likely() {
    // Five cards, two of which are PASS, have ten orders.
    let mut orders = [0_u32; 32];
    for turn in 0..20_000 {
        let (mut left, mut pass_left, mut order) = (5, 2, 0_usize);
        for i in 1..=5 {
            let pass = chance(&GAME, turn, &format!("card {i}"), &[1; 32], &[2; 32]).below(left)
                < pass_left;
            left -= 1;
            pass_left -= u32::from(pass);
            order = 2 * order + usize::from(pass);
        }
        assert_eq!(pass_left, 0);
        orders[order] += 1;
    }
    let dealt: Vec<u32> = orders.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(dealt.len(), 10);
    // The limit for 9 degrees of freedom.
    assert!(chi_square(&dealt) < 27.877, "{dealt:?}");
}

#[test]
fn large_bound_has_no_bias() {
    // If `below` returned the remainder of a random word, the result would be below 2^30 in half of
    // all cases, not in a third of them.
    let mut numbers = Stream::from_seed([9; 32]);
    let mut thirds = [0; 3];
    for _ in 0..30_000 {
        thirds[(numbers.below(3 << 30) >> 30) as usize] += 1;
    }
    // The limit for 2 degrees of freedom.
    assert!(chi_square(&thirds) < 13.816, "{thirds:?}");
}

#[test]
fn numbers_stay_below_every_bound() {
    let mut numbers = Stream::from_seed([0; 32]);
    for m in [1, 2, 3, 5, 7, 1 << 31, (1 << 31) + 1, u32::MAX - 1, u32::MAX] {
        assert!((0..100).all(|_| numbers.below(m) < m));
    }
    assert_eq!(numbers.below(0), 0);
}

#[test]
fn every_part_of_the_formula_matters() {
    let draw = |n, purpose, before, link| {
        let mut numbers = chance(&GAME, n, purpose, &[before; 32], &[link; 32]);
        [(); 8].map(|()| numbers.below(u32::MAX))
    };
    let one = draw(4, "dice", 1, 2);
    assert_eq!(one, draw(4, "dice", 1, 2));
    for other in [
        draw(5, "dice", 1, 2),
        draw(4, "card 1", 1, 2),
        draw(4, "dice", 3, 2),
        draw(4, "dice", 1, 3),
        draw(4, "dice", 2, 1),
    ] {
        assert_ne!(one, other);
    }
}
