//! Entropy in bits, with integers only, so that the result is the same on every machine.

/// Fixed-point scale: `BIT` units are one bit of information.
pub(super) const BIT: u64 = 1 << 16;

/// Returns the logarithm to base 2, in units of [`BIT`]; 0 for 0.
pub(super) fn log2(number: u64) -> u64 {
    let Some(whole) = number.checked_ilog2() else { return 0 };
    // `rest` is `number / 2^whole`, which is at least 1 and less than 2, as a fixed-point number
    // with 31 fractional bits.
    let mut rest = u64::try_from(u128::from(number) << 31 >> whole).unwrap_or(1 << 31);
    let mut parts = u64::from(whole) * BIT;
    let mut part = BIT;
    while part > 1 {
        part /= 2;
        rest = (rest * rest) >> 31;
        if rest >= 1 << 32 {
            rest /= 2;
            parts += part;
        }
    }
    parts
}

/// Returns the information that a player can expect from learning the class of an unknown element,
/// in units of [`BIT`]. All elements are equally likely; `classes` has the size of each class.
pub(super) fn entropy(classes: &[u64]) -> u64 {
    let all: u64 = classes.iter().sum();
    let known: u64 = classes.iter().map(|class| class * log2(*class)).sum();
    log2(all).saturating_sub(known.checked_div(all).unwrap_or(0))
}

/// Introduces the list of recommended questions, and explains what a bit is.
pub(super) const A_BIT: &str =
    "Worth asking, most informative first; each bit of information halves the possibilities:";

/// Returns information in units of [`BIT`] as tenths of a bit, rounded down.
pub(super) fn tenths(parts: u64) -> u64 {
    parts / BIT * 10 + parts % BIT * 10 / BIT
}

/// Formats information in units of [`BIT`] as bits with one decimal place, such as `2.1`.
pub(super) fn in_bits(parts: u64) -> String {
    format!("{}.{}", tenths(parts) / 10, tenths(parts) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_entropies_are_those_of_a_slow_count() {
        let near = |parts: u64, bits: f64| {
            #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
            let have = parts as f64 / BIT as f64;
            assert!((have - bits).abs() < 0.001, "{have} is not {bits}");
        };
        for number in [1_u32, 2, 3, 5, 63, 1_000, 595_665, u32::MAX] {
            near(log2(number.into()), f64::from(number).log2());
        }
        near(entropy(&[1, 1, 1, 1]), 2.0);
        near(entropy(&[1, 3]), 0.811_278);
        near(entropy(&[7]), 0.0);
        assert_eq!(in_bits(2 * BIT + BIT / 8), "2.1");
        assert_eq!((log2(0), entropy(&[]), entropy(&[0, 0])), (0, 0, 0));
    }
}
