//! Setups and their seals.

use std::collections::HashMap;

use pbem::crypto;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::FindingKind;
use pbem::turnfile::{Bytes32, Header, Turn};

use super::{before_reveals, first, honest, long, played_again, refused, seat_of};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::cheats::{ALICE, BOB};
use crate::play::{Game, need};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::FalseOpening,
        "leaving out, repeating or replacing an opening, or opening a value with a wrong salt",
        openings,
    ),
    Everywhere(
        Attempt::OtherSetup,
        "revealing a seed other than the one used for the seals",
        another_seed,
    ),
    Everywhere(
        Attempt::CopiedSeals,
        "reusing the seals of the player who started the game",
        seals_copied,
    ),
    Everywhere(
        Attempt::GuessedSetup,
        "trying to match the opponent's seals with every possible value and every salt that the \
         cheater can know",
        guessed,
    ),
    Everywhere(
        Attempt::OneSeedTwice,
        "reusing the seals of another game that has the same setup, the same keys, and an id that \
         begins with the same digits",
        seals_of_another_game,
    ),
];

/// Returns the indexes of the turns that open something.
fn opening(game: &Game) -> Vec<usize> {
    let turns = game.file.turns.iter().enumerate();
    turns.filter(|(_, turn)| !turn.open.is_empty()).map(|(at, _)| at).collect()
}

fn openings(kind: Kind) -> Caught {
    let games: Vec<Game> = (11..40).map(|seed| honest(kind, seed)).collect();
    let most = games.iter().map(|game| opening(game).len()).max().unwrap_or_default();
    let what = "turns open something";
    let game = need(games, most.clamp(1, 4), what, |game| opening(game).len());
    let opens = opening(&game);
    let last = opens[opens.len() - 1];
    let (other, salt) = (game.file.turns[last].open[0].clone(), game.file.turns[last].salts[0]);
    let changes: [&dyn Fn(&mut Turn); 5] = [
        &|turn| drop((turn.open.pop(), turn.salts.pop())),
        &|turn| turn.salts[0][31] ^= 1,
        &|turn| turn.salts[0] = salt,
        &|turn| (turn.open[0], turn.salts[0]) = (other.clone(), salt),
        &|turn| {
            turn.open.push(turn.open[0].clone());
            turn.salts.push(turn.salts[0]);
        },
    ];
    for at in opens.iter().take(3) {
        for change in changes {
            let honest = &game.file.turns[*at];
            let mut turn = honest.clone();
            change(&mut turn);
            // In the only turn that opens something, there is no other opening to exchange.
            if turn == *honest {
                continue;
            }
            let found = refused(&game, *at, change);
            assert!(matches!(found, FindingKind::BadOpening | FindingKind::IllegalMove), "{found}");
        }
        if game.file.turns[*at].open.len() > 1 {
            assert_eq!(refused(&game, *at, |turn| turn.salts.swap(0, 1)), FindingKind::BadOpening);
        }
    }
    Caught::Arrival(FindingKind::BadOpening)
}

fn another_seed(kind: Kind) -> Caught {
    let game = long(kind);
    let shown: Vec<usize> =
        (0..game.file.turns.len()).filter(|at| game.file.turns[*at].seed.is_some()).collect();
    assert!(!shown.is_empty(), "a player reveals a setup");
    for at in shown {
        let (_, finding) = played_again(&game, at, |turn| turn.seed = Some([7; 32]));
        let turn = &game.file.turns[at];
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (seat_of(&game, turn), turn.number, FindingKind::SealMismatch)
        );
    }
    Caught::Verify(FindingKind::SealMismatch)
}

fn seals_copied(kind: Kind) -> Caught {
    let game = long(kind);
    let seals = game.file.turns
        [first(&game, |turn| turn.seat == "alice" && !turn.setup.is_empty())]
    .setup
    .clone();
    let (caught, finding) = played_again(
        &game,
        first(&game, |turn| turn.seat == "bob" && !turn.setup.is_empty()),
        |turn| turn.setup = seals,
    );
    assert_eq!(finding.seat, BOB);
    assert!(
        matches!(finding.kind, FindingKind::BadOpening | FindingKind::SealMismatch),
        "{finding:?}"
    );
    caught
}

/// Only the owner has the salt. With it the seal can be opened; with anything else it can't.
fn guessed(kind: Kind) -> Caught {
    let games = (11..60).map(|seed| honest(kind, seed)).filter(|game| before_reveals(game) >= 8);
    let by_alice = |turn: &&Turn| turn.seat == "alice";
    let game = need(games, 1, "turns of the opener open something", |game| {
        game.file.turns.iter().filter(by_alice).filter(|turn| !turn.open.is_empty()).count()
    });
    let id = game.id();
    let hers = game.file.turns.iter().filter(by_alice);
    let seals: Vec<Bytes32> =
        hers.flat_map(|turn| turn.setup.iter().copied().chain(turn.seal)).collect();
    // All 32-byte values in the file before her reveal, and bob's additional values.
    let public = game.file.turns.iter().filter(|turn| turn.seed.is_none());
    let mut known: Vec<Bytes32> = vec![[0; 32], id.0, game.file.game.id()];
    for turn in public {
        known.extend(
            [Some(turn.after), turn.link, turn.tip, turn.key, turn.seal, Some(turn.hash())]
                .into_iter()
                .flatten(),
        );
        known.extend(turn.setup.iter().chain(&turn.eyes).chain(&turn.tokens).chain(&turn.salts));
    }
    let bobs = &game.players[BOB.index()];
    known.push(*bobs.seed.as_bytes());
    let reader = pbem::audit::verify(&game.mailed());
    assert!(reader.findings.is_empty());
    let (mut tried, mut with_salt) = (0, 0);
    for turn in &game.file.turns {
        for (entry, salt) in turn.open.iter().zip(&turn.salts).filter(|_| turn.seat == "alice") {
            let Some((item, value)) = entry.split_once(' ') else { continue };
            let seal_with =
                |salt: &Bytes32| seals.contains(&crypto::seal(&id, "alice", item, value, salt));
            // Openings of moves, and of the opponent's pieces, aren't items of her setup.
            if *salt != game.salt(ALICE, item) || !seal_with(salt) {
                continue;
            }
            with_salt += 1;
            let others = known.iter().filter(|other| *other != salt).copied();
            let from_bobs_seed = crypto::salt(&bobs.seed, &id, "alice", item);
            for guess in others.chain([from_bobs_seed]) {
                tried += 1;
                assert!(!seal_with(&guess), "{item} is found out");
            }
        }
    }
    assert!(with_salt > 0 && tried >= known.len(), "{kind}: {with_salt} openings, {tried} tries");
    Caught::NoGain
}

/// Returns two headers that differ only in the nonce and whose ids have the same first digits.
fn alike(header: &Header) -> [Header; 2] {
    let with = |number: u64, nonce: Option<&str>| {
        let mut header = header.clone();
        header.nonce[8..].copy_from_slice(&number.to_be_bytes());
        if let Some(nonce) = nonce {
            hex::decode_to_slice(nonce, &mut header.nonce).expect("32 digits");
        }
        header
    };
    // Twelve digits, found once; for the other kinds six, found here.
    if header.kind == "checkpoint-danger" {
        let pair = ["00000000000000000000b7346e1088cf", "0000000000000000000052bdffba76e6"]
            .map(|nonce| with(0, Some(nonce)));
        assert!(
            pair.iter().all(|header| hex::encode(header.id()).starts_with("260e3a42a95b")),
            "the vectors of the protocol"
        );
        return pair;
    }
    let mut seen: HashMap<[u8; 3], u64> = HashMap::new();
    for number in 0.. {
        let prefix = with(number, None).id()[..3].try_into().expect("three bytes");
        if let Some(earlier) = seen.insert(prefix, number) {
            return [with(earlier, None), with(number, None)];
        }
    }
    unreachable!("too few prefixes")
}

fn seals_of_another_game(kind: Kind) -> Caught {
    let [mut one, other] = alike(&long(kind).file.game).map(|header| Game::with(header, 11));
    assert_ne!(one.id(), other.id());
    assert_eq!(one.id().0[..3], other.id().0[..3]);
    assert_eq!(one.players[0].setup, other.players[0].setup);
    // Nothing derived from identity and nonce is the same in both, and neither are salts.
    let [ours, theirs] = [&one, &other].map(|game| game.players[ALICE.index()].clone());
    assert_eq!((ours.nonce, ours.identity.public()), (theirs.nonce, theirs.identity.public()));
    assert_ne!(ours.seed.as_bytes(), theirs.seed.as_bytes());
    assert_ne!(ours.chain.tip(), theirs.chain.tip());
    let salts = [one.id(), other.id()].map(|id| crypto::salt(&ours.seed, &id, "alice", "A1"));
    assert_ne!(salts[0], salts[1]);
    one.finish();
    let mut other = other;
    other.step(pbem::table::Intent::Nothing);
    let seals = other.file.turns[0].setup.clone();
    let (caught, finding) = played_again(&one, 0, |turn| turn.setup = seals);
    assert_eq!(finding.seat, Seat::OPENER);
    caught
}
