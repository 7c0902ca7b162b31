//! Ed25519 identities, signatures and safety numbers.
//!
//! Verification is strict and never checks signatures in batches, so that all programs agree on
//! every signature, even a crafted one: S must be reduced, R must be canonical and not of small
//! order, the equation without the cofactor must hold, and the key must be sound. A sound key is
//! canonical and in the subgroup of prime order. With any other key one message could pass under
//! two keys, or pass here and fail in a program that multiplies by the cofactor.

use std::fmt::{self, Debug};

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use zeroize::Zeroize;

use super::seal::{Seed, hmac_sha256};
use super::{Bytes16, Bytes32, Chain, GameId, hash::sha256};

const TURN: &[u8; 12] = b"pbem/2 sign\n";
const RULING: &[u8; 12] = b"pbem/2 rule\n";

/// A player's identity: 16 secret bytes, from which the signing key is derived. All secrets in all
/// games are derived from these bytes together with data in the player's own turns. So the bytes
/// and the latest file are enough to restore a game. Wiped when dropped; `Debug` shows only the
/// public key.
#[derive(Clone)]
pub struct Identity {
    /// HMAC-SHA-256(secret, "pbem/2 identity\n")
    key: SigningKey,
    /// HMAC-SHA-256(secret, "pbem/2 games\n")
    games: Seed,
}

impl Identity {
    /// Creates the identity with this secret, 16 bytes from the operating system's random number
    /// generator.
    pub fn from_bytes(secret: &Bytes16) -> Self {
        let mut key = hmac_sha256(secret, &[b"pbem/2 identity\n"]);
        let games = Seed::from_bytes(hmac_sha256(secret, &[b"pbem/2 games\n"]));
        let identity = Identity { key: SigningKey::from_bytes(&key), games };
        key.zeroize();
        identity
    }

    pub fn public(&self) -> Bytes32 {
        self.key.verifying_key().to_bytes()
    }

    /// Signs a turn: Ed25519 over "pbem/2 sign\n" | turn hash.
    pub fn sign_turn(&self, turn_hash: &Bytes32) -> [u8; 64] {
        self.key.sign(&[TURN.as_slice(), turn_hash].concat()).to_bytes()
    }

    /// Signs a ruling as an arbiter: Ed25519 over "pbem/2 rule\n" | ruling hash.
    pub fn sign_ruling(&self, ruling_hash: &Bytes32) -> [u8; 64] {
        self.key.sign(&[RULING.as_slice(), ruling_hash].concat()).to_bytes()
    }

    /// Returns the seed of a seat that has sealed its setup with this nonce: HMAC-SHA-256(games,
    /// "pbem/2 seed\n" | game id | seat | 0 | nonce).
    pub fn seed(&self, game: &GameId, seat: &str, nonce: &Bytes16) -> Seed {
        Seed::from_bytes(self.of_seat(b"pbem/2 seed\n", game, seat, nonce))
    }

    /// Returns the chain that the seat has committed to with this nonce. The start of the chain is
    /// HMAC-SHA-256(games, "pbem/2 chain start\n" | game id | seat | 0 | nonce). The label differs
    /// from the label of the seed, because the seed is published at the end of the game and the
    /// start never is.
    pub fn chain(&self, game: &GameId, seat: &str, nonce: &Bytes16) -> Chain {
        let mut start = self.of_seat(b"pbem/2 chain start\n", game, seat, nonce);
        let chain = Chain::new(game, seat, &start);
        start.zeroize();
        chain
    }

    fn of_seat(&self, label: &[u8], game: &GameId, seat: &str, nonce: &Bytes16) -> Bytes32 {
        self.games.hmac_sha256(&[label, &game.0, seat.as_bytes(), &[0], nonce])
    }
}

impl Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({}, ..)", hex::encode(self.public()))
    }
}

/// A sound public key, prepared to verify many signatures.
#[derive(Clone, Debug)]
pub struct Verifier(VerifyingKey);

impl Verifier {
    /// Creates the verifier of a key. Returns `None` if the key isn't sound.
    pub fn new(key: &Bytes32) -> Option<Self> {
        let verifying = VerifyingKey::from_bytes(key).ok()?;
        let point = verifying.to_edwards();
        let canonical = point.compress().to_bytes() == *key;
        // The torsion-free points include the identity, which is of small order. Every other
        // torsion-free point has only one encoding, but with the check for the canonical encoding
        // readers of this code don't have to prove that.
        (canonical && point.is_torsion_free() && !point.is_small_order())
            .then_some(Verifier(verifying))
    }

    pub fn key(&self) -> Bytes32 {
        self.0.to_bytes()
    }

    /// Whether this is the key's signature of the turn with this hash.
    pub fn turn(&self, turn_hash: &Bytes32, signature: &[u8; 64]) -> bool {
        self.strictly(&[TURN.as_slice(), turn_hash].concat(), signature)
    }

    /// Whether this is the key's signature of the ruling with this hash.
    pub fn ruling(&self, ruling_hash: &Bytes32, signature: &[u8; 64]) -> bool {
        self.strictly(&[RULING.as_slice(), ruling_hash].concat(), signature)
    }

    pub(super) fn strictly(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        #[cfg(test)]
        VERIFICATIONS.with(|count| count.set(count.get() + 1));
        self.0.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

#[cfg(test)]
thread_local! {
    /// Number of signatures that this thread has verified. Tests use it to measure the work.
    pub(crate) static VERIFICATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Whether this is the signature of the turn with this hash by this key, and the key is sound.
pub fn verify_turn(key: &Bytes32, turn_hash: &Bytes32, signature: &[u8; 64]) -> bool {
    Verifier::new(key).is_some_and(|verifier| verifier.turn(turn_hash, signature))
}

/// Whether this is the canonical encoding of a point of prime order. A seat can't join with any
/// other key.
pub fn key_is_sound(key: &Bytes32) -> bool {
    Verifier::new(key).is_some()
}

/// Number of digits in a safety number.
const SAFETY_DIGITS: usize = 30;

/// Returns the safety number of a key, which two people read to each other to confirm the key: the
/// first 16 bytes of SHA-256("pbem/2 safety\n" | key), as a big-endian number modulo 10^30, in six
/// groups of five digits.
pub fn safety_number(key: &Bytes32) -> String {
    let hash = sha256(&[b"pbem/2 safety\n", key]);
    let (halves, _) = hash.as_chunks();
    let number = u128::from_be_bytes(halves[0]) % 10_u128.pow(30);
    let digits = format!("{number:0SAFETY_DIGITS$}");
    digits.as_bytes().chunks(5).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

/// Why typed text isn't a [`KeyWord`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyWordError {
    /// The text is a number, but doesn't have 30 digits.
    #[error(
        "a safety number has {SAFETY_DIGITS} digits, but you typed {0}: type all of it, or the \
         whole key (64 digits)"
    )]
    Length(usize),
    /// The text is neither a number nor a key.
    #[error("type a safety number ({SAFETY_DIGITS} digits) or a whole key (64 hexadecimal digits)")]
    Digits,
}

/// A complete key or safety number, as a user types it to confirm a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyWord {
    /// The safety number, in the form of [`safety_number`].
    Number(String),
    Key(Bytes32),
}

impl KeyWord {
    /// Parses all 30 digits of a safety number or all 64 digits of a key, ignoring spaces and
    /// hyphens.
    ///
    /// # Errors
    ///
    /// Fails for anything else, including a part of a number, because an attacker can search for a
    /// key that has that part.
    pub fn read(typed: &str) -> Result<Self, KeyWordError> {
        let digits: String = typed.chars().filter(|ch| !ch.is_whitespace() && *ch != '-').collect();
        let mut key = [0; 32];
        if hex::decode_to_slice(&digits, &mut key).is_ok() {
            return Ok(KeyWord::Key(key));
        }
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(KeyWordError::Digits);
        }
        if digits.len() != SAFETY_DIGITS {
            return Err(KeyWordError::Length(digits.len()));
        }
        let groups = digits.as_bytes().chunks(5).map(String::from_utf8_lossy);
        Ok(KeyWord::Number(groups.collect::<Vec<_>>().join(" ")))
    }

    /// Whether the typed text is this key or its safety number.
    pub fn fits(&self, key: &Bytes32) -> bool {
        match self {
            KeyWord::Number(number) => *number == safety_number(key),
            KeyWord::Key(whole) => whole == key,
        }
    }
}
