//! Crafted keys, signatures, eyes and boxes. Each would work without the check that rejects it.

use chacha20poly1305::aead::{AeadInOut, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use ed25519_dalek::{Signature, SigningKey, Verifier as _, VerifyingKey};

use super::{piece, place, shown};
use crate::crypto::hash::{sha256, sha512};
use crate::crypto::*;

const SECRET: Bytes32 = [5; 32];

fn bytes<const N: usize>(digits: &str) -> [u8; N] {
    hex::decode(digits).expect("hexadecimal").try_into().expect("the right length")
}

/// Returns the challenge of a signature, the hash that RFC 8032 calls k.
fn challenge(r: &Bytes32, key: &Bytes32, message: &[u8]) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&sha512(&[r, key, message]))
}

fn signature(r: &Bytes32, s: &Scalar) -> [u8; 64] {
    [*r, s.to_bytes()].concat().try_into().expect("twice 32")
}

/// Returns a turn hash and the message that a player signs for it.
fn turn(number: u8) -> (Bytes32, Vec<u8>) {
    ([number; 32], [b"pbem/2 sign\n".as_slice(), &[number; 32]].concat())
}

#[test]
fn key_with_torsion_is_refused() {
    let a = SigningKey::from_bytes(&SECRET).to_scalar();
    for torsion in &EIGHT_TORSION[1..] {
        let key = (ED25519_BASEPOINT_POINT * a + torsion).compress().to_bytes();
        let nonce = Scalar::from(77_u8);
        let r = (ED25519_BASEPOINT_POINT * nonce).compress().to_bytes();
        let dividing =
            |number: &u8| challenge(&r, &key, &turn(*number).1).to_bytes()[0].is_multiple_of(8);
        let (hash, message) = turn((0..=255).find(dividing).expect("one in eight"));
        let crafted = signature(&r, &(nonce + challenge(&r, &key, &message) * a));

        let careless = VerifyingKey::from_bytes(&key).expect("a point");
        assert!(careless.verify_strict(&message, &Signature::from_bytes(&crafted)).is_ok());
        assert!(!key_is_sound(&key) && Verifier::new(&key).is_none());
        assert!(!verify_turn(&key, &hash, &crafted));
    }
}

#[test]
fn keys_of_small_order_are_refused() {
    for torsion in &EIGHT_TORSION {
        let key = torsion.compress().to_bytes();
        assert!(VerifyingKey::from_bytes(&key).is_ok());
        assert!(!key_is_sound(&key));
    }
}

#[test]
fn non_canonical_keys_are_refused() {
    // Non-canonical encodings: y from p to 2^255 - 1, with either sign of x.
    for low in 0xed..=0xff {
        for high in [0x7f, 0xff] {
            let mut key = [0xff; 32];
            (key[0], key[31]) = (low, high);
            assert!(!key_is_sound(&key));
        }
    }
    // x = 0 with the sign of a negative x: y = 1 and y = -1.
    assert!(!key_is_sound(&bytes(
        "0100000000000000000000000000000000000000000000000000000000000080"
    )));
    assert!(!key_is_sound(&bytes(
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    )));
    // Not a point.
    assert!(!key_is_sound(&bytes(
        "0200000000000000000000000000000000000000000000000000000000000000"
    )));
}

#[test]
fn honest_keys_are_sound() {
    assert!((0..=99).all(|byte| key_is_sound(&Identity::from_bytes(&[byte; 16]).public())));
}

#[test]
fn signature_has_only_one_form() {
    let identity = Identity::from_bytes(&[5; 16]);
    let (hash, _) = turn(1);
    let signed = identity.sign_turn(&hash);
    let verifier = Verifier::new(&identity.public()).expect("a sound key");
    assert!(verifier.turn(&hash, &signed));

    // S + l satisfies the same equation.
    let order = (-Scalar::ONE).to_bytes();
    let mut longer = signed;
    let mut carry = 1;
    for (byte, more) in longer[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        *byte = (sum & 0xff) as u8;
        carry = sum >> 8;
    }
    assert_eq!(
        Scalar::from_bytes_mod_order(longer[32..].try_into().expect("32")).to_bytes(),
        signed[32..]
    );
    assert!(!verifier.turn(&hash, &longer));

    for bit in 0..512 {
        let mut bent = signed;
        bent[bit / 8] ^= 1 << (bit % 8);
        assert!(!verifier.turn(&hash, &bent), "bit {bit}");
    }
}

#[test]
fn ephemeral_point_of_small_order_is_refused() {
    let key = SigningKey::from_bytes(&SECRET);
    let (a, public) = (key.to_scalar(), key.verifying_key().to_bytes());
    let (hash, message) = turn(1);
    let r = EIGHT_TORSION[0].compress().to_bytes();
    let crafted = signature(&r, &(challenge(&r, &public, &message) * a));
    let careless = VerifyingKey::from_bytes(&public).expect("a point");
    assert!(careless.verify(&message, &Signature::from_bytes(&crafted)).is_ok());
    assert!(!verify_turn(&public, &hash, &crafted));
}

/// The edge cases published with "Taming the many EdDSAs": message, key, R, S. Programs disagree on
/// them; pbem rejects all of them.
#[test]
fn published_edge_cases_are_refused() {
    const SMALL: &str = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa";
    const PRIME: &str = "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43";
    const MIXED: &str = "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d";
    const LARGE_S: &str = "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623";
    let cases = [
        (
            "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
            SMALL,
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "0000000000000000000000000000000000000000000000000000000000000000",
        ),
        (
            "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
            SMALL,
            "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
            "a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04",
        ),
        (
            "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
            PRIME,
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
            "8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e",
        ),
        (
            "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
            MIXED,
            "9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f",
            "87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009",
        ),
        (
            "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
            MIXED,
            "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512",
            "5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09",
        ),
        (
            "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
            MIXED,
            "21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7",
            "e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405",
        ),
        (
            "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
            LARGE_S,
            "e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e",
            "547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514",
        ),
        (
            "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
            LARGE_S,
            "8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa1942",
            "7e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22",
        ),
        (
            "fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a",
            PRIME,
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607",
        ),
        (
            "84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1",
            PRIME,
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09",
        ),
    ];
    for (message, key, r, s) in cases {
        let signature = bytes(&[r, s].concat());
        let passes = Verifier::new(&bytes(key))
            .is_some_and(|verifier| verifier.strictly(&bytes::<32>(message), &signature));
        assert!(!passes, "{message}");
    }
    assert!(!key_is_sound(&bytes(SMALL)) && !key_is_sound(&bytes(MIXED)));
}

#[test]
fn eye_that_anyone_could_open_is_refused() {
    for kind in 0..10 {
        let point = eye::multiple_of_q(kind).compress().to_bytes();
        assert_eq!(Eye::decode(&point), None);
    }
    assert_eq!(Eye::decode(&[0; 32]), None);
}

#[test]
fn non_canonical_eye_is_refused() {
    // RFC 9496, appendix A.2.
    for bad in [
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ] {
        assert_eq!(Eye::decode(&bytes(bad)), None, "{bad}");
    }
}

/// Returns a sight box whose maker chose R and the secret from which its key is derived.
fn forge(r: &Bytes32, secret: &RistrettoPoint) -> [u8; SIGHT_BOX] {
    let context = place(&[]).encode("sight", SPY);
    let key = sha256(&[b"pbem/2 box key\n", r, secret.compress().as_bytes(), &context]);
    let mut body = [shown().kind; 33];
    body[1..].copy_from_slice(&shown().secret);
    let cipher = ChaCha20Poly1305::new((&key).into());
    let tag = cipher
        .encrypt_inout_detached(&Nonce::default(), &context, body.as_mut_slice().into())
        .expect("short");
    [r.as_slice(), &body, &tag].concat().try_into().expect("81 bytes")
}

#[test]
fn box_with_the_identity_as_r_is_refused() {
    // The forgery works: with an honest R, the box opens.
    let r = Scalar::from(3_u8);
    let address = RistrettoPoint::mul_base(&piece(SPY).key());
    let honest = forge(RistrettoPoint::mul_base(&r).compress().as_bytes(), &(r * address));
    assert_eq!(open_sight(&piece(SPY), &place(&[]), &honest), Some(shown()));

    // b * R is the identity for every b: such a box would open for every piece.
    let identity = RistrettoPoint::mul_base(&Scalar::ZERO);
    let forged = forge(&[0; 32], &identity);
    assert_eq!(open_sight(&piece(SPY), &place(&[]), &forged), None);
    assert!(!sight_is_sound(&forged));
}

#[test]
fn box_with_a_non_canonical_r_is_refused() {
    let r = Scalar::from(3_u8);
    let secret = r * RistrettoPoint::mul_base(&piece(SPY).key());
    // R with its highest bit set, which a decoder might ignore.
    let mut high = RistrettoPoint::mul_base(&r).compress().to_bytes();
    high[31] |= 0x80;
    let forged = forge(&high, &secret);
    assert_eq!(open_sight(&piece(SPY), &place(&[]), &forged), None);
    assert!(!sight_is_sound(&forged));
}
