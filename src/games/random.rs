//! A deterministic random number generator for searches and bots. Never used for dice or cards,
//! which come from the protocol.

use crate::rules::Numbers;

/// The `SplitMix64` generator. The field is its state.
#[derive(Clone, Debug)]
pub(super) struct SplitMix64(pub(super) u64);

impl Numbers for SplitMix64 {
    fn below(&mut self, m: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let drawn = ((mixed ^ (mixed >> 31)) >> 32) * u64::from(m);
        u32::try_from(drawn >> 32).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_and_even() {
        let (mut numbers, mut drawn) = (SplitMix64(7), [0_u32; 6]);
        for _ in 0..6_000 {
            drawn[numbers.below(6) as usize] += 1;
        }
        assert!(drawn.iter().all(|count| (850..1_150).contains(count)), "{drawn:?}");
        assert_eq!(numbers.below(1), 0);
        assert_ne!(SplitMix64(1).below(u32::MAX), SplitMix64(2).below(u32::MAX));
    }
}
