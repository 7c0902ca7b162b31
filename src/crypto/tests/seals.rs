//! Seals and links bind their owner, seat and game.

use proptest::prelude::*;

use super::GAME;
use crate::crypto::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn seal_fits_only_its_own_opening(
        seed: [u8; 32],
        other: [u8; 32],
        item in "[A-Z][0-9]",
        value in "[a-z]{1,9}",
    ) {
        prop_assume!(seed != other);
        let salt_of = |seed, game, seat, item| salt(&Seed::from_bytes(seed), game, seat, item);
        let right = salt_of(seed, &GAME, "alice", &item);
        let sealed = seal(&GAME, "alice", &item, &value, &right);
        let salt = salt_of(seed, &GAME, "alice", &item);
        prop_assert_eq!(sealed, seal(&GAME, "alice", &item, &value, &salt));

        let elsewhere = GameId([8; 32]);
        for wrong in [
            salt_of(other, &GAME, "alice", &item),
            salt_of(seed, &elsewhere, "alice", &item),
            salt_of(seed, &GAME, "bob", &item),
            salt_of(seed, &GAME, "alice", &format!("{item}0")),
        ] {
            prop_assert_ne!(sealed, seal(&GAME, "alice", &item, &value, &wrong));
        }
        prop_assert_ne!(sealed, seal(&elsewhere, "alice", &item, &value, &right));
        prop_assert_ne!(sealed, seal(&GAME, "bob", &item, &value, &right));
        prop_assert_ne!(sealed, seal(&GAME, "alice", &format!("{item}0"), &value, &right));
        prop_assert_ne!(sealed, seal(&GAME, "alice", &item, &format!("{value}s"), &right));
    }

    #[test]
    fn link_follows_only_its_predecessor(
        start: [u8; 32],
        k in 1..Chain::LENGTH,
        bit in 0..256_usize,
    ) {
        let chain = Chain::new(&GAME, "alice", &start);
        let link = chain.link(k).expect("a link");
        let before = chain.link(k - 1).expect("a link");
        prop_assert!(Chain::is_next(&GAME, "alice", &before, &link));
        prop_assert!(!Chain::is_next(&GAME, "bob", &before, &link));
        prop_assert!(!Chain::is_next(&GameId([8; 32]), "alice", &before, &link));
        prop_assert!(!Chain::is_next(&GAME, "alice", &link, &before));
        let mut bent = link;
        bent[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(!Chain::is_next(&GAME, "alice", &before, &bent));
    }
}

#[test]
fn chain_ends_before_its_start() {
    let start = [3; 32];
    let chain = Chain::new(&GAME, "alice", &start);
    assert_eq!(chain.link(0), Some(chain.tip()));
    let last = chain.link(Chain::LENGTH - 1).expect("the last link that is ever published");
    assert!(Chain::is_next(&GAME, "alice", &last, &start));
    assert_eq!(chain.link(Chain::LENGTH), None);
    assert_eq!(chain.link(usize::MAX), None);
}

#[test]
fn text_never_runs_into_the_next_part() {
    let key = [0; 32];
    assert_ne!(
        seal(&GAME, "al", "iceF6", "empty", &key),
        seal(&GAME, "alice", "F6", "empty", &key)
    );
    assert_ne!(
        seal(&GAME, "alice", "F6e", "mpty", &key),
        seal(&GAME, "alice", "F6", "empty", &key)
    );
    let seed = Seed::from_bytes(key);
    assert_ne!(salt(&seed, &GAME, "al", "iceF6"), salt(&seed, &GAME, "alice", "F6"));
}
