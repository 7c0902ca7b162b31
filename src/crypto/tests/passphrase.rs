//! Encryption with a passphrase.

use crate::crypto::{open_with_passphrase, seal_with_passphrase};

const SALT: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// `b"a vault"`, sealed by the Python packages argon2-cffi and cryptography.
const SEALED: &str = "70fe98ef0e9e15fd2b9da023a545719c707f28c5294e32";

#[test]
fn passphrase_seals_as_another_program_does() {
    let sealed = seal_with_passphrase(b"a vault", "correct horse", &SALT).expect("a short text");
    assert_eq!(hex::encode(sealed), SEALED);
}

#[test]
fn only_the_passphrase_and_salt_open_a_text() {
    let sealed = hex::decode(SEALED).expect("digits");
    let open = |sealed: &[u8], passphrase, salt| {
        open_with_passphrase(sealed, passphrase, salt).map(|plain| plain.to_vec())
    };
    assert_eq!(open(&sealed, "correct horse", &SALT), Some(b"a vault".to_vec()));
    assert_eq!(open(&sealed, "correct Horse", &SALT), None);
    assert_eq!(open(&sealed, "correct horse", &[0; 16]), None);
    for at in [0, sealed.len() - 1] {
        let mut damaged = sealed.clone();
        damaged[at] ^= 1;
        assert_eq!(open(&damaged, "correct horse", &SALT), None);
    }
}
