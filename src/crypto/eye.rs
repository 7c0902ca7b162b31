//! Eyes: points that are published together with the seals of pieces. A box addressed to the eye of
//! a piece opens only if the piece is of the right kind.
//!
//! The group is ristretto255 (RFC 9496), of prime order l; G is its base point, and Q is the
//! one-way map of SHA-512("pbem/2 second generator"), so no one knows Q as a multiple of G. The eye
//! of a piece of kind v is E = b * G + v * Q, where b is SHA-512("pbem/2 eye\n" | secret), read
//! little-endian, modulo l.
//!
//! The secret of a piece is derived in the same way as the salt of an item in kinds of games
//! without eyes; the salt of the piece's seal is SHA-256("pbem/2 eye salt\n" | secret). So when a
//! piece is captured and its salt published, the secret, which opens the boxes that were addressed
//! to the piece, stays hidden.

use std::fmt::{self, Debug};
use std::iter;
use std::sync::LazyLock;

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity;

use super::{
    Bytes32,
    hash::{sha256, sha512},
};

/// The multiples of Q from 0 * Q to 255 * Q, because the kind in an opened box may be any byte.
static MULTIPLES: LazyLock<Box<[RistrettoPoint]>> = LazyLock::new(|| {
    let q = RistrettoPoint::from_uniform_bytes(&sha512(&[b"pbem/2 second generator"]));
    let next = |multiple: &RistrettoPoint| Some(multiple + q);
    iter::successors(Some(RistrettoPoint::identity()), next).take(256).collect()
});

/// Number of kinds of pieces. The kinds are numbered from 0 to 9.
const KINDS: usize = 10;

/// The kind of a piece and its secret, which together open the piece's eye. `Debug` doesn't show
/// them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// Number of the piece's value, 0 to 9.
    pub kind: u8,
    pub secret: Bytes32,
}

impl Opening {
    /// Returns b, the discrete logarithm of E - v * Q for the eye E and the kind v of this piece.
    /// With b, the boxes that are addressed to the piece can be opened.
    pub(super) fn key(&self) -> Scalar {
        Scalar::from_bytes_mod_order_wide(&sha512(&[b"pbem/2 eye\n", &self.secret]))
    }
}

/// Returns the salt of a piece with this secret: SHA-256("pbem/2 eye salt\n" | secret).
pub fn eye_salt(secret: &Bytes32) -> Bytes32 {
    sha256(&[b"pbem/2 eye salt\n", secret])
}

impl Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opening(..)")
    }
}

/// The eye of a sealed piece, decoded and valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eye(RistrettoPoint);

impl Eye {
    /// Computes the eye of a piece: E = b * G + v * Q.
    pub fn of(piece: &Opening) -> Self {
        Eye(RistrettoPoint::mul_base(&piece.key()) + multiple_of_q(piece.kind))
    }

    /// Decodes an eye. Returns `None` if the bytes aren't the canonical encoding of a point, or if
    /// the point is one of 0 * Q to 9 * Q: 0 * Q is the identity, and a box of kind j addressed to
    /// j * Q would be open to everyone. A secret gives such an eye only with probability 2^-252.
    pub fn decode(bytes: &Bytes32) -> Option<Self> {
        let point = CompressedRistretto(*bytes).decompress()?;
        let open_to_all = MULTIPLES[..KINDS].contains(&point);
        (!open_to_all).then_some(Eye(point))
    }

    pub fn encode(&self) -> Bytes32 {
        self.0.compress().to_bytes()
    }

    /// Whether this is the eye of `piece`.
    pub fn matches(&self, piece: &Opening) -> bool {
        Eye::of(piece) == *self
    }

    /// Returns E - kind * Q, to which a box for that kind is encrypted.
    pub(super) fn address(&self, kind: u8) -> RistrettoPoint {
        self.0 - multiple_of_q(kind)
    }
}

pub(super) fn multiple_of_q(kind: u8) -> RistrettoPoint {
    MULTIPLES[usize::from(kind)]
}
