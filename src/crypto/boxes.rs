//! Boxes: what a file tells a piece of the right kind, and nobody else.
//!
//! # What a box is
//!
//! My file shows my piece x to your piece y if y is a Spy (sight), or carries for each kind that y
//! may be what happens when x attacks it (fight). You open what your piece is entitled to; I do not
//! learn what that was, and need not ask.
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
//! E is the eye of y (see [`Eye`]), n the number of the turn that carries the box. A box may be
//! tied to outcomes of earlier fights of the same file: their names stand in its context and their
//! tokens in its key, both in the order in which the fights fall due. The owner of y, or anyone who
//! has been shown its secret, makes the same key from b * R. An R that is the identity or not
//! canonical is refused. There is no rule for r = 0, which has a chance of 2^-252.
//!
//! # Why it holds
//!
//! *The eye hides the kind.* For every kind there is exactly one b that gives E; and b, the hash of
//! 32 bytes from HMAC, is as good as uniform to everybody who has not found those bytes (random
//! oracle model). So E tells nothing about the kind, nor does the seal beside it, as long as the
//! salt is hidden; and the salt, being a hash of the secret, tells nothing about b. Two eyes under
//! one secret would differ by a multiple of Q and show the difference of the kinds: a setup that is
//! made anew needs a new seed.
//!
//! *The eye binds to one kind.* Who knew the discrete logarithms of E - i * Q and of E - j * Q
//! would know that of Q, which is the output of a one-way map. Whoever learns the secret, from a
//! box, in a dispute, or with the seed at the end, makes salt, seal and eye of it: so an eye of
//! another kind than the sealed one is found at the reveal at the latest, and wins nothing before.
//!
//! *Only the right kind opens.* To the owner of a piece of kind v, who knows b, the secret of the
//! box for j is r * (E - j * Q) = b * R + (v - j) * (r * Q). For j = v the last part vanishes. For
//! any other j he would have to find r * Q from Q and R = r * G, the computational Diffie-Hellman
//! problem in ristretto255; and the key being a hash of the answer, without the answer he knows
//! nothing of the key (random oracle model). To a third party it is the same problem with R and E -
//! j * Q. [`Eye::decode`] refuses the eyes j * Q, for which everybody has the answer.
//!
//! *One key, one plaintext.* The nonce is always zero, so no key may serve twice. r follows from
//! the sender's seed, the context and the plaintext. Two boxes that differ in context or plaintext,
//! such as the nine of a fight, which differ in j, have unrelated r, R and keys. Two that differ in
//! neither hold the same.
//!
//! *A context is read in one way only.* Id, n and j have fixed lengths; purpose, x and y hold no
//! zero byte; outcomes are not empty and hold neither zero byte nor comma; a plaintext has one
//! length for each purpose. In the token's formula the outcome follows the context without a mark;
//! no outcome is the end of another, so this too is read in one way.
//!
//! *A tied box stays shut in the branches that did not happen.* Its key holds tokens that lie in
//! the boxes of the fight for other kinds. A token proves its outcome: its hash stands in the file,
//! and only the sender can make it, or who opens a box that holds it.
//!
//! *The sender learns the outcome and no more.* Opening is silent, and what a file must carry
//! follows from public facts. All boxes of a purpose have one size, and to all others they are as
//! good as random bytes. Who spoils the box for one kind to see whether the other side complains
//! has lost when it does: anyone can judge with the secret of y.
//!
//! *Everything can be made again.* With the sender's seed the same bytes come out, so at the reveal
//! each box is made anew and compared. That also settles what the cipher alone would not: a tag may
//! fit two keys, but only one box is right.
//!
//! # What it does not give
//!
//! A reader sees at once whether his box opens, and a secret of x that it holds he can compare with
//! seal and eye; whether an outcome that leaves x hidden is the true one is known at the reveal
//! only. Whoever learns the secret of a piece, for instance from a box, can from then on open all
//! that was addressed to it: his own boxes, if it is from a box; whoever learns a sender's seed,
//! all that he sent. A machine that finds discrete logarithms opens everything and makes eyes of
//! many kinds. Players may show their boxes to whom they like. Which pieces meet is public, as it
//! is on the board.

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

/// Bytes in a sight box.
pub const SIGHT_BOX: usize = 32 + OPENING + TAG;

/// Bytes in a fight box.
pub const FIGHT_BOX: usize = HASHES + 9 * INNER_BOX;

const TAG: usize = 16;
const OPENING: usize = 1 + 32;
const HASHES: usize = 3 * 32;
/// a token beside an opening
const FATE: usize = 32 + OPENING;
const INNER_BOX: usize = 32 + FATE + TAG;

const SIGHT: &str = "sight";
const FIGHT: &str = "fight";

/// Where a box belongs: no box opens in another place.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// the game
    pub game: GameId,
    /// the number of the turn that carries it
    pub turn: u32,
    /// the item of the sender's piece, x
    pub from: &'a str,
    /// the item of the addressee's piece, y
    pub to: &'a str,
    /// the outcomes of earlier fights of the same turn on which it depends, in the order of the
    /// fights
    pub ties: &'a [Tie<'a>],
}

/// An outcome that a box is tied to. `Debug` does not show the token.
#[derive(Clone, Copy)]
pub struct Tie<'a> {
    /// its name
    pub outcome: &'a str,
    /// its token
    pub token: Bytes32,
}

impl Debug for Tie<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tie").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

/// How an attack ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending<'a> {
    /// the outcome, one of the three
    pub outcome: &'a str,
    /// whether the attacker falls, so that its opening is shown
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

/// The token of an outcome of the fight in this place: who shows it proves the outcome.
pub fn token(seed: &Seed, context: &Context<'_>, outcome: &str) -> Bytes32 {
    seed.hmac_sha256(&[b"pbem/2 token\n", &context.encode(FIGHT, 0), outcome.as_bytes()])
}

/// What a fight box shows of a token.
pub fn token_hash(token: &Bytes32) -> Bytes32 {
    sha256(&[b"pbem/2 token hash\n", token])
}

/// The sender's piece x, shown to the piece with this eye if it is a Spy.
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

/// What a sight box shows to the piece `reader`, y of its context: its owner calls this, or whoever
/// has been shown its secret. `None` if the box does not open: the piece is no Spy, the box is
/// bad, or an outcome it is tied to did not happen.
///
/// What it shows still has to be compared with the seal of x; its kind may be any byte.
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

/// The sender's attack on the piece with this eye: `outcomes` names the three outcomes in the order
/// of their hashes, `endings` tells how it ends against the kinds 1 to 9, `attacker` is shown to
/// the kinds against which it falls.
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

/// What a fight box tells the piece `reader`, y of its context: the token of the outcome, and the
/// attacker if it falls. Its owner calls this, or whoever has been shown its secret. `None` if the
/// box for its kind does not open: the box is bad, or an outcome it is tied to did not happen.
///
/// The token still has to be compared with the hashes, and the attacker with its seal and the
/// rules.
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

/// The hashes of the three outcomes' tokens in a fight box.
pub fn token_hashes(sealed: &[u8; FIGHT_BOX]) -> [Bytes32; 3] {
    let (hashes, _) = sealed.as_chunks();
    [hashes[0], hashes[1], hashes[2]]
}

/// What anyone can check of a sight box on arrival: that R is sound.
pub fn sight_is_sound(sealed: &[u8; SIGHT_BOX]) -> bool {
    ephemeral(sealed).is_some()
}

/// What anyone can check of a fight box on arrival: that every R is sound, and no two outcomes have
/// one hash.
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

/// Makes one box for the piece with this eye if it is of this kind. `sealed` has room for R, the
/// plaintext and the tag.
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

/// Opens one box with the key of the piece.
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

/// R of a box, unless it is the identity or not canonical.
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
