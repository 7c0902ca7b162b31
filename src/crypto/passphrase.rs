//! Encryption with a passphrase.
//!
//! ```text
//! key     Argon2id (version 0x13) of the passphrase over a salt of 16 bytes: 19,456 KiB, 2 passes,
//!         1 lane; 32 bytes
//! sealed  ChaCha20-Poly1305 of the text under that key, with 12 zero bytes for a nonce, since no
//!         key is used twice; associated data "pbem/2 backup\n"; then the tag, 16 bytes
//! ```
//!
//! Every encryption uses a new random salt. This isn't part of the protocol: no turn file contains
//! anything that was encrypted with a passphrase.

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use zeroize::Zeroizing;

use super::Bytes16;

/// Cost of each guess with Argon2: the minimum that OWASP's password storage cheat sheet
/// recommends.
const KIBIBYTES: u32 = 19_456;
const PASSES: u32 = 2;
const LABEL: &[u8] = b"pbem/2 backup\n";

/// Encrypts `plain`. Returns `None` if `plain` is longer than the cipher allows.
pub fn seal_with_passphrase(plain: &[u8], passphrase: &str, salt: &Bytes16) -> Option<Vec<u8>> {
    let payload = Payload { msg: plain, aad: LABEL };
    cipher(passphrase, salt)?.encrypt(&Nonce::default(), payload).ok()
}

/// Decrypts `sealed`. Returns `None` if the passphrase is wrong or any byte has changed.
pub fn open_with_passphrase(
    sealed: &[u8],
    passphrase: &str,
    salt: &Bytes16,
) -> Option<Zeroizing<Vec<u8>>> {
    let payload = Payload { msg: sealed, aad: LABEL };
    cipher(passphrase, salt)?.decrypt(&Nonce::default(), payload).ok().map(Zeroizing::new)
}

fn cipher(passphrase: &str, salt: &Bytes16) -> Option<ChaCha20Poly1305> {
    let cost = Params::new(KIBIBYTES, PASSES, 1, Some(32)).ok()?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost);
    let mut key = Zeroizing::new([0; 32]);
    argon.hash_password_into(passphrase.as_bytes(), salt, key.as_mut_slice()).ok()?;
    Some(ChaCha20Poly1305::new((&*key).into()))
}
