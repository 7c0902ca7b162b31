//! Vectors from another program, attacks, and properties.

mod attacks;
mod boxes;
mod keys;
mod numbers;
mod passphrase;
mod seals;
mod vectors;

use super::{Chain, Context, Ending, GameId, Identity, Opening, Seed, Stream, Tie, salt};

const GAME: GameId = GameId([7; 32]);
const OUTCOMES: [&str; 3] = ["takes", "falls", "headquarters"];

/// Returns the results of an attack by a Colonel (kind 4) on the kinds 1 to 9.
fn colonel() -> [Ending<'static>; 9] {
    ["takes", "takes", "takes", "takes", "falls", "takes", "takes", "falls", "headquarters"]
        .map(|outcome| Ending { outcome, falls: outcome == "falls" })
}

fn place<'a>(ties: &'a [Tie<'a>]) -> Context<'a> {
    Context { game: GAME, turn: 21, from: "C4", to: "D7", ties }
}

fn sender() -> Seed {
    Seed::from_bytes([1; 32])
}

/// Returns bob's piece on D7, as a piece of this kind.
fn piece(kind: u8) -> Opening {
    Opening { kind, secret: salt(&Seed::from_bytes([2; 32]), &GAME, "bob", "D7") }
}

/// Returns alice's piece on C4, a Colonel.
fn shown() -> Opening {
    Opening { kind: 4, secret: salt(&sender(), &GAME, "alice", "C4") }
}

#[test]
fn debug_shows_no_secret() {
    let secret = [0xab; 32];
    let texts = [
        format!("{:?}", Seed::from_bytes(secret)),
        format!("{:?}", Identity::from_bytes(&[0xab; 16])),
        format!("{:?}", Chain::new(&GAME, "alice", &secret)),
        format!("{:?}", Stream::from_seed(secret)),
        format!("{:?}", place(&[Tie { outcome: "falls", token: secret }])),
    ];
    assert!(texts.iter().all(|text| !text.contains("171") && !text.contains("abab")), "{texts:?}");
    assert_eq!(format!("{:?}", shown()), "Opening(..)");
}

#[test]
fn game_id_is_shown_in_full() {
    let id = GameId([0x0b; 32]);
    assert_eq!(id.to_string(), "0b".repeat(32));
    assert_eq!(format!("{id:?}"), format!("GameId({})", "0b".repeat(32)));
}
