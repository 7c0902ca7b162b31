//! Boxes: ciphertexts in a turn file that only a piece of the right kind can open.
//!
//! # Definition
//!
//! A turn contains boxes from its player to the opponent. Each box is about a piece x of the sender
//! and a piece y of the opponent. A sight box shows x to the owner of y if y is a Spy. A fight box
//! contains, for each kind that y may be, the result of an attack by x on y. The opponent opens
//! what the kind of y permits. The sender doesn't learn what the opponent has opened, and has no
//! part in the opening.
//!
//! ```text
//! context     game id | n | purpose | 0 | x | 0 | y | 0 | j, one byte | outcomes tied to, joined
//!             by commas
//! r           HMAC-SHA-512(sender's seed, "pbem/2 box\n" | context | 0 | plaintext),
//!             little-endian, modulo l
//! R           r * G, encoded
//! key         SHA-256("pbem/2 box key\n" | R | r * (E - j * Q), encoded | context | the token
//!             of each tie, 32 bytes)
//! box         R | ChaCha20-Poly1305 of the plaintext under that key, with 12 zero bytes for a
//!             nonce and the context as associated data: as many bytes as the plaintext |
//!             tag, 16 bytes
//!
//! sight       purpose "sight", j = 6: one box of 81 bytes. Plaintext: value byte of x | secret of
//!             x
//! fight       purpose "fight": three token hashes in the order of the outcomes | the boxes for
//!             j = 1 to 9 of 113 bytes, together 1,113. Plaintext: token | value byte of x | secret
//!             of x, or token | 33 zero bytes where x does not fall
//!
//! token       HMAC-SHA-256(sender's seed, "pbem/2 token\n" | context with purpose "fight" and
//!             j = 0 | outcome)
//! token hash  SHA-256("pbem/2 token hash\n" | token)
//! ```
//!
//! E is the eye of y (see [`Eye`]), and n is the number of the turn that contains the box. A box
//! may be tied to outcomes of earlier fights in the same turn: their names are in the context of
//! the box and their tokens in its key, both in the order of the fights. The owner of y, or anyone
//! who knows the secret of y, derives the same key from b * R (see `eye` for b). An R that is the
//! identity or not canonical is invalid. There is no rule for r = 0, which has a probability of
//! 2^-252.
//!
//! # Why it is secure
//!
//! *The eye hides the kind.* For every kind there is exactly one b that gives E, and b, the hash of
//! 32 bytes from HMAC, is indistinguishable from uniform for anyone who doesn't know those bytes
//! (random oracle model). So E says nothing about the kind, and neither does the seal next to it as
//! long as the salt is hidden; and the salt, a hash of the secret, says nothing about b. Two eyes
//! with the same secret would differ by a multiple of Q and so reveal the difference of the kinds:
//! a player who makes the setup again needs a new seed.
//!
//! *The eye binds to one kind.* Anyone who knew the discrete logarithms of E - i * Q and of E - j *
//! Q would know the discrete logarithm of Q, which is the output of a one-way map. Anyone who
//! learns the secret, from a box, in a dispute, or from the seed at the end, derives salt, seal and
//! eye from it. So an eye whose kind differs from the sealed kind is found at the reveal at the
//! latest, and gains the cheat nothing before then.
//!
//! *Only the right kind can open a box.* For the owner of a piece of kind v, who knows b, the
//! secret of the box for j is r * (E - j * Q) = b * R + (v - j) * (r * Q). For j = v the last term
//! vanishes. For any other j the owner would have to compute r * Q from Q and R = r * G, the
//! computational Diffie-Hellman problem in ristretto255; and because the key is a hash of the
//! solution, without the solution nothing is known about the key (random oracle model). A third
//! party faces the same problem with R and E - j * Q. [`Eye::decode`] rejects the eyes j * Q, for
//! which everyone has the solution.
//!
//! *One key, one plaintext.* The nonce is always zero, so no key may be used twice. r is derived
//! from the sender's seed, the context and the plaintext. Two boxes with different contexts or
//! different plaintexts have unrelated r, R and keys. For example, the contexts of the nine boxes
//! of a fight differ in j. Two boxes with the same context and the same plaintext are equal.
//!
//! *A context can be parsed in only one way.* Id, n and j have fixed lengths; purpose, x and y
//! contain no zero byte; outcomes aren't empty and contain no zero byte and no comma; a plaintext
//! has one length for each purpose. In the token's formula the outcome follows the context without
//! a separator; no outcome is a suffix of another, so the two together can also be parsed in only
//! one way.
//!
//! *A tied box stays closed if its outcomes didn't happen.* The key of the box includes the tokens
//! of these outcomes. The token of an outcome that didn't happen is only in the fight's boxes for
//! other kinds, which the opponent can't open. A token proves its outcome: the hash of the token is
//! in the file, and only the sender, or a player who opens a box that contains the token, can
//! produce the token.
//!
//! *The sender learns only the outcome.* The sender can't observe whether the opponent opens a box,
//! and public facts determine what the next turn must contain. All boxes with one purpose have the
//! same size, and for everyone else they are indistinguishable from random bytes. A sender may make
//! a bad box for one kind, to see whether the opponent complains. But if the opponent complains,
//! the sender loses: with the secret of y, anyone can check the box.
//!
//! *Every box can be made again.* The sender's seed reproduces the same bytes, so at the reveal
//! each box is made again and compared. That also prevents a fraud that the cipher alone wouldn't
//! prevent: a tag may match two keys, but only one box is right.
//!
//! # Limits
//!
//! The opponent sees immediately whether a box opens, and can compare a secret of x in the box with
//! the seal and the eye. But if a box gives an outcome without showing x, the opponent learns only
//! at the reveal whether that outcome is true. Anyone who learns the secret of a piece, for example
//! from a box, can from then on open every box addressed to that piece. (A player who learns the
//! secret from a box has made those boxes.) Anyone who learns a sender's seed can open everything
//! that the sender has sent. A machine that can compute discrete logarithms can open every box and
//! make eyes that fit several kinds. Players can show their boxes to anyone. Which pieces meet is
//! public, as on the board.

use std::fmt::{self, Debug};

use chacha20poly1305::aead::{AeadInOut, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce, Tag};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use zeroize::Zeroizing;

use super::{Bytes32, Eye, GameId, Opening, Seed, hash::sha256};

/// The kind of piece that sight boxes are addressed to.
pub const SPY: u8 = 6;

/// Size of a sight box, in bytes.
pub const SIGHT_BOX: usize = 32 + OPENING + TAG;

/// Size of a fight box, in bytes.
pub const FIGHT_BOX: usize = HASHES + 9 * INNER_BOX;

const TAG: usize = 16;
const OPENING: usize = 1 + 32;
const HASHES: usize = 3 * 32;
/// Size in bytes of the plaintext for one kind in a fight box: a token and an opening.
const FATE: usize = 32 + OPENING;
const INNER_BOX: usize = 32 + FATE + TAG;

const SIGHT: &str = "sight";
const FIGHT: &str = "fight";

/// The turn, the pieces and the outcomes that a box is about. A box opens only with the context
/// that it was made with.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub game: GameId,
    /// Number of the turn that contains the box.
    pub turn: u32,
    /// Item of x, the sender's piece.
    pub from: &'a str,
    /// Item of y, the addressee's piece.
    pub to: &'a str,
    /// Outcomes that the box is tied to: outcomes of earlier fights in the same turn, in the order
    /// of the fights.
    pub ties: &'a [Tie<'a>],
}

/// An outcome that a box is tied to. `Debug` omits the token.
#[derive(Clone, Copy)]
pub struct Tie<'a> {
    pub outcome: &'a str,
    pub token: Bytes32,
}

impl Debug for Tie<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tie").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

/// The result of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending<'a> {
    /// The outcome, one of three.
    pub outcome: &'a str,
    /// Whether the attacker falls. If so, the box shows the attacker's opening.
    pub falls: bool,
}

impl Context<'_> {
    pub(super) fn encode(&self, purpose: &str, kind: u8) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(96);
        bytes.extend_from_slice(&self.game.0);
        bytes.extend_from_slice(&self.turn.to_be_bytes());
        for text in [purpose, self.from, self.to] {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        }
        bytes.push(kind);
        let outcomes: Vec<&str> = self.ties.iter().map(|tie| tie.outcome).collect();
        bytes.extend_from_slice(outcomes.join(",").as_bytes());
        bytes
    }
}

/// Returns the token for an outcome of the fight in this context. Publishing the token proves the
/// outcome.
pub fn token(seed: &Seed, context: &Context<'_>, outcome: &str) -> Bytes32 {
    seed.hmac_sha256(&[b"pbem/2 token\n", &context.encode(FIGHT, 0), outcome.as_bytes()])
}

/// Returns the hash of a token. A fight box contains these hashes.
pub fn token_hash(token: &Bytes32) -> Bytes32 {
    sha256(&[b"pbem/2 token hash\n", token])
}

/// Makes a sight box, which shows the sender's piece x to the owner of the piece with this eye if
/// that piece is a Spy.
pub fn seal_sight(
    seed: &Seed,
    eye: &Eye,
    context: &Context<'_>,
    shown: &Opening,
) -> [u8; SIGHT_BOX] {
    let mut sealed = [0; SIGHT_BOX];
    lock(seed, eye, SPY, SIGHT, context, plain_opening(shown).as_slice(), &mut sealed);
    sealed
}

/// Opens a sight box for the piece `reader`, which is y in the context. The owner of y calls this,
/// or anyone who knows the secret of y. Returns `None` if the box doesn't open: the piece isn't a
/// Spy, the box is bad, or an outcome that the box is tied to didn't happen.
///
/// The caller must compare the result with the seal of x. The kind in the result may be any byte.
pub fn open_sight(
    reader: &Opening,
    context: &Context<'_>,
    sealed: &[u8; SIGHT_BOX],
) -> Option<Opening> {
    if reader.kind != SPY {
        return None;
    }
    let plain: [u8; OPENING] = unlock(reader, SIGHT, context, sealed)?;
    read_opening(&plain)
}

/// Makes a fight box for an attack on the piece with this eye. `outcomes` has the names of the
/// three outcomes, in the order of their hashes. `endings` has the result against each of the kinds
/// 1 to 9. Against the kinds that make the attacker fall, the box shows `attacker`.
pub fn seal_fight(
    seed: &Seed,
    eye: &Eye,
    context: &Context<'_>,
    outcomes: [&str; 3],
    endings: &[Ending<'_>; 9],
    attacker: &Opening,
) -> [u8; FIGHT_BOX] {
    let mut sealed = [0; FIGHT_BOX];
    let (hashes, boxes) = sealed.split_at_mut(HASHES);
    for (hash, outcome) in hashes.chunks_exact_mut(32).zip(outcomes) {
        hash.copy_from_slice(&token_hash(&token(seed, context, outcome)));
    }
    for ((inner, ending), kind) in boxes.chunks_exact_mut(INNER_BOX).zip(endings).zip(1..) {
        let mut fate = Zeroizing::new([0; FATE]);
        fate[..32].copy_from_slice(&token(seed, context, ending.outcome));
        if ending.falls {
            fate[32..].copy_from_slice(plain_opening(attacker).as_slice());
        }
        lock(seed, eye, kind, FIGHT, context, fate.as_slice(), inner);
    }
    sealed
}

/// Opens a fight box for the piece `reader`, which is y in the context: returns the token of the
/// outcome, and the attacker if it falls. The owner of y calls this, or anyone who knows the secret
/// of y. Returns `None` if the box for the kind of y doesn't open: the box is bad, or an outcome
/// that the box is tied to didn't happen.
///
/// The caller must compare the token with the hashes, and the attacker with its seal and the rules.
pub fn open_fight(
    reader: &Opening,
    context: &Context<'_>,
    sealed: &[u8; FIGHT_BOX],
) -> Option<(Bytes32, Option<Opening>)> {
    let place = usize::from(reader.kind).checked_sub(1)?;
    let inner = inner_boxes(sealed).nth(place)?;
    let plain: [u8; FATE] = unlock(reader, FIGHT, context, inner)?;
    let (token, shown) = plain.split_first_chunk()?;
    let attacker =
        if shown.iter().all(|&byte| byte == 0) { None } else { Some(read_opening(shown)?) };
    Some((*token, attacker))
}

/// Returns the hashes of the three outcomes' tokens in a fight box.
pub fn token_hashes(sealed: &[u8; FIGHT_BOX]) -> [Bytes32; 3] {
    let (hashes, _) = sealed.as_chunks();
    [hashes[0], hashes[1], hashes[2]]
}

/// Whether a sight box passes the checks that need only public information: R is valid.
pub fn sight_is_sound(sealed: &[u8; SIGHT_BOX]) -> bool {
    ephemeral(sealed).is_some()
}

/// Whether a fight box passes the checks that need only public information: every R is valid, and
/// the three outcomes have different hashes.
pub fn fight_is_sound(sealed: &[u8; FIGHT_BOX]) -> bool {
    let [first, second, third] = token_hashes(sealed);
    let different = first != second && second != third && third != first;
    different && inner_boxes(sealed).all(|inner| ephemeral(inner).is_some())
}

fn inner_boxes(sealed: &[u8; FIGHT_BOX]) -> impl Iterator<Item = &[u8]> {
    sealed[HASHES..].chunks_exact(INNER_BOX)
}

fn plain_opening(opening: &Opening) -> Zeroizing<[u8; OPENING]> {
    let mut plain = Zeroizing::new([0; OPENING]);
    plain[0] = opening.kind;
    plain[1..].copy_from_slice(&opening.secret);
    plain
}

fn read_opening(plain: &[u8]) -> Option<Opening> {
    let (&kind, secret) = plain.split_first()?;
    Some(Opening { kind, secret: secret.try_into().ok()? })
}

/// Makes one box. The owner of the piece with this eye can open the box only if the piece is of the
/// kind `kind`. Writes the box to `sealed`, which must have exactly the size of R, the plaintext
/// and the tag.
fn lock(
    seed: &Seed,
    eye: &Eye,
    kind: u8,
    purpose: &str,
    context: &Context<'_>,
    plain: &[u8],
    sealed: &mut [u8],
) {
    let bytes = context.encode(purpose, kind);
    let wide = Zeroizing::new(seed.hmac_sha512(&[b"pbem/2 box\n", &bytes, &[0], plain]));
    let r = Zeroizing::new(Scalar::from_bytes_mod_order_wide(&wide));
    let public = RistrettoPoint::mul_base(&r).compress().to_bytes();
    let cipher = cipher(&public, &(*r * eye.address(kind)), &bytes, context.ties);

    let (start, rest) = sealed.split_at_mut(32);
    let (body, end) = rest.split_at_mut(plain.len());
    start.copy_from_slice(&public);
    body.copy_from_slice(plain);
    let tag = cipher
        .encrypt_inout_detached(&Nonce::default(), &bytes, body.into())
        .expect("a box is far shorter than the cipher allows");
    end.copy_from_slice(&tag);
}

/// Opens one box with the key of the piece `reader`.
fn unlock<const N: usize>(
    reader: &Opening,
    purpose: &str,
    context: &Context<'_>,
    sealed: &[u8],
) -> Option<[u8; N]> {
    let (public, rest) = sealed.split_first_chunk()?;
    let (body, tag) = rest.split_last_chunk::<TAG>()?;
    let bytes = context.encode(purpose, reader.kind);
    let cipher = cipher(public, &(reader.key() * ephemeral(sealed)?), &bytes, context.ties);

    let mut plain: [u8; N] = body.try_into().ok()?;
    let opened = cipher.decrypt_inout_detached(
        &Nonce::default(),
        &bytes,
        plain.as_mut_slice().into(),
        &Tag::from(*tag),
    );
    opened.is_ok().then_some(plain)
}

/// Returns the point R of a box, or `None` if R is the identity or isn't canonical.
fn ephemeral(sealed: &[u8]) -> Option<RistrettoPoint> {
    let point = CompressedRistretto(*sealed.first_chunk()?).decompress()?;
    (!point.is_identity()).then_some(point)
}

fn cipher(
    public: &Bytes32,
    shared: &RistrettoPoint,
    context: &[u8],
    ties: &[Tie<'_>],
) -> ChaCha20Poly1305 {
    let shared = Zeroizing::new(shared.compress().to_bytes());
    let tokens: Vec<u8> = ties.iter().flat_map(|tie| tie.token).collect();
    let key =
        Zeroizing::new(sha256(&[b"pbem/2 box key\n", public, shared.as_slice(), context, &tokens]));
    ChaCha20Poly1305::new((&*key).into())
}
