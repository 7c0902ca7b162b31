//! A box opens only for the right kind, in the right context and branch, and undamaged.

use proptest::prelude::*;

use super::{GAME, OUTCOMES, colonel, piece, place, sender, shown};
use crate::crypto::*;

/// Returns a tie to this outcome of a fight on C7.
fn tie(outcome: &'static str) -> Tie<'static> {
    let fight = Context { game: GAME, turn: 21, from: "B6", to: "C7", ties: &[] };
    Tie { outcome, token: token(&sender(), &fight, outcome) }
}

#[test]
fn sight_box_opens_only_for_a_spy() {
    for kind in 0..10 {
        let sealed = seal_sight(&sender(), &Eye::of(&piece(kind)), &place(&[]), &shown());
        assert!(sight_is_sound(&sealed));
        // The box opens only for a Spy, regardless of the kind that its owner claims.
        for said in 0..=255 {
            let expected = (kind == SPY && said == SPY).then_some(shown());
            assert_eq!(open_sight(&piece(said), &place(&[]), &sealed), expected);
        }
    }
}

#[test]
fn fight_box_tells_each_kind_its_own_result() {
    for kind in 0..10 {
        let sealed = seal_fight(
            &sender(),
            &Eye::of(&piece(kind)),
            &place(&[]),
            OUTCOMES,
            &colonel(),
            &shown(),
        );
        assert!(fight_is_sound(&sealed));
        assert_eq!(
            token_hashes(&sealed),
            OUTCOMES.map(|outcome| token_hash(&token(&sender(), &place(&[]), outcome)))
        );
        for said in 0..=255 {
            let ending = (1..10).contains(&kind).then(|| colonel()[usize::from(kind) - 1]);
            let expected = ending.filter(|_| said == kind);
            let expected = expected.map(|end| {
                (token(&sender(), &place(&[]), end.outcome), end.falls.then_some(shown()))
            });
            assert_eq!(open_fight(&piece(said), &place(&[]), &sealed), expected);
        }
    }
}

#[test]
fn flipped_bit_in_a_sight_box_is_noticed() {
    let sealed = seal_sight(&sender(), &Eye::of(&piece(SPY)), &place(&[]), &shown());
    for bit in 0..8 * SIGHT_BOX {
        let mut bent = sealed;
        bent[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(open_sight(&piece(SPY), &place(&[]), &bent), None, "bit {bit}");
    }
}

#[test]
fn flipped_bit_in_a_fight_box_is_noticed_by_its_kind() {
    let sealed =
        seal_fight(&sender(), &Eye::of(&piece(5)), &place(&[]), OUTCOMES, &colonel(), &shown());
    let opened = open_fight(&piece(5), &place(&[]), &sealed);
    let (token, _) = opened.expect("it opens");
    for bit in 0..8 * FIGHT_BOX {
        let mut bent = sealed;
        bent[bit / 8] ^= 1 << (bit % 8);
        match bit / 8 {
            32..64 => assert!(!token_hashes(&bent).contains(&token_hash(&token)), "bit {bit}"),
            548..661 => assert_eq!(open_fight(&piece(5), &place(&[]), &bent), None, "bit {bit}"),
            _ if bit % 61 == 0 => {
                assert_eq!(open_fight(&piece(5), &place(&[]), &bent), opened, "bit {bit}");
            }
            _ => {}
        }
    }
}

#[test]
fn tied_box_opens_only_in_its_branch() {
    let [takes, falls] = [tie("takes"), tie("falls")];
    let wrong = Tie { outcome: "falls", token: takes.token };
    let branches: [&[Tie<'_>]; 8] = [
        &[],
        &[takes],
        &[falls],
        &[wrong],
        &[falls, takes],
        &[takes, falls],
        &[falls, falls],
        &[falls, falls, takes],
    ];
    for (at, made) in branches.iter().enumerate() {
        let sight = seal_sight(&sender(), &Eye::of(&piece(SPY)), &place(made), &shown());
        let fight = seal_fight(
            &sender(),
            &Eye::of(&piece(5)),
            &place(made),
            OUTCOMES,
            &colonel(),
            &shown(),
        );
        for (opened_at, opened) in branches.iter().enumerate() {
            assert_eq!(open_sight(&piece(SPY), &place(opened), &sight).is_some(), at == opened_at);
            assert_eq!(open_fight(&piece(5), &place(opened), &fight).is_some(), at == opened_at);
        }
    }
}

#[test]
fn box_opens_only_in_its_context() {
    let right = place(&[]);
    let others = [
        Context { game: GameId([8; 32]), ..right },
        Context { turn: 22, ..right },
        Context { from: "C5", ..right },
        Context { to: "D8", ..right },
        Context { from: right.to, to: right.from, ..right },
    ];
    let sight = seal_sight(&sender(), &Eye::of(&piece(SPY)), &right, &shown());
    let fight =
        seal_fight(&sender(), &Eye::of(&piece(SPY)), &right, OUTCOMES, &colonel(), &shown());
    for other in others {
        assert_eq!(open_sight(&piece(SPY), &other, &sight), None);
        assert_eq!(open_fight(&piece(SPY), &other, &fight), None);
        assert_ne!(token(&sender(), &other, "takes"), token(&sender(), &right, "takes"));
    }
}

#[test]
fn boxes_share_no_ephemeral_key() {
    let sealed =
        seal_fight(&sender(), &Eye::of(&piece(5)), &place(&[]), OUTCOMES, &colonel(), &shown());
    let sight = seal_sight(&sender(), &Eye::of(&piece(5)), &place(&[]), &shown());
    let other =
        seal_sight(&sender(), &Eye::of(&piece(5)), &place(&[]), &Opening { kind: 3, ..shown() });
    let mut keys: Vec<&[u8]> = sealed[96..]
        .chunks(113)
        .map(|inner| &inner[..32])
        .chain([&sight[..32], &other[..32]])
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 11);
}

#[test]
fn equal_token_hashes_are_refused() {
    let is_sound = |outcomes| {
        let eye = Eye::of(&piece(5));
        let sealed = seal_fight(&sender(), &eye, &place(&[]), outcomes, &colonel(), &shown());
        fight_is_sound(&sealed)
    };
    assert!(is_sound(["takes", "falls", "headquarters"]));
    assert!(!is_sound(["takes", "falls", "takes"]));
    assert!(!is_sound(["takes", "takes", "falls"]));
    assert!(!is_sound(["falls", "takes", "takes"]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sealed_content_is_opened_and_reproduced(
        seed: [u8; 32], secret: [u8; 32], other: [u8; 32], shown_secret: [u8; 32],
        kind in 1..10_u8,
        shown_kind in 1..10_u8,
        ends in prop::array::uniform9(0..3_usize),
        turn: u32,
    ) {
        prop_assume!(secret != other && shown_secret != [0; 32]);
        let seed = Seed::from_bytes(seed);
        let reader = Opening { kind, secret };
        let shown = Opening { kind: shown_kind, secret: shown_secret };
        let context = Context { turn, ..place(&[]) };
        let endings = ends.map(|end| Ending { outcome: OUTCOMES[end], falls: end == 1 });
        let make = || seal_fight(&seed, &Eye::of(&reader), &context, OUTCOMES, &endings, &shown);

        let sealed = make();
        prop_assert_eq!(sealed, make());
        let (token, fallen) = open_fight(&reader, &context, &sealed).expect("it opens");
        let end = ends[usize::from(kind) - 1];
        prop_assert_eq!(token_hash(&token), token_hashes(&sealed)[end]);
        prop_assert_eq!(fallen, (end == 1).then_some(shown));
        prop_assert_eq!(open_fight(&Opening { kind, secret: other }, &context, &sealed), None);

        let spy = Opening { kind: SPY, secret };
        let sealed = seal_sight(&seed, &Eye::of(&spy), &context, &shown);
        prop_assert_eq!(open_sight(&spy, &context, &sealed), Some(shown));
        prop_assert_eq!(open_sight(&Opening { kind: SPY, secret: other }, &context, &sealed), None);

        // The salt, which is published when the piece is captured, doesn't open the box.
        let salt = eye_salt(&secret);
        prop_assert_eq!(open_sight(&Opening { kind: SPY, secret: salt }, &context, &sealed), None);
    }

    #[test]
    fn junk_opens_nothing(
        sight in prop::collection::vec(any::<u8>(), SIGHT_BOX),
        fight in prop::collection::vec(any::<u8>(), FIGHT_BOX),
    ) {
        let sight: [u8; SIGHT_BOX] = sight.try_into().expect("the length asked for");
        let fight: [u8; FIGHT_BOX] = fight.try_into().expect("the length asked for");
        prop_assert_eq!(open_sight(&piece(SPY), &place(&[]), &sight), None);
        prop_assert_eq!(open_fight(&piece(5), &place(&[]), &fight), None);
        let (_, _) = (sight_is_sound(&sight), fight_is_sound(&fight));
    }
}
