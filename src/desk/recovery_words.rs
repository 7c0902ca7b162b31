//! The identity as a recovery phrase of twelve words, to write on paper. With the phrase and the
//! latest files, a player can continue every game after losing the vault.

use bip39::Mnemonic;
use zeroize::Zeroizing;

use super::error::DeskError;
use super::secret::Secret;
use super::store::{DocName, ReadSet, Store};
use super::transaction::{Draft, Staged};
use super::{Desk, IdentityDoc, Outside, VaultDoc, document};
use crate::crypto::{Bytes16, Identity};
use crate::turnfile::Bytes32;

impl<S: Store> Desk<S> {
    /// Returns the identity as twelve English words (BIP-39), or `None` if the vault has no
    /// identity yet.
    pub fn words(&self) -> Result<Option<Zeroizing<String>>, DeskError> {
        let stored: Option<IdentityDoc> = self.read(&DocName::IDENTITY, &mut ReadSet::new())?;
        let Some(stored) = stored else { return Ok(None) };
        let words = Mnemonic::from_entropy(stored.secret.bytes());
        let words = words.map_err(|error| DeskError::BadWords(error.to_string()))?;
        Ok(Some(Zeroizing::new(words.to_string())))
    }

    /// Stages a vault with the identity that the recovery phrase `words` encodes. The payload is
    /// the identity's public key. Fails if the vault already has a key, contacts or games.
    pub fn restore_words(
        &self,
        words: &str,
        outside: &mut dyn Outside,
    ) -> Result<Staged<Bytes32>, DeskError> {
        let mut base = ReadSet::new();
        let about = self.about_upon(&mut base)?;
        if !self.is_blank_upon(&mut base)? {
            return Err(DeskError::VaultExists);
        }
        let secret = read_words(words)?;
        let created = outside.now();
        // A vault that has only settings keeps its id.
        let about = about.unwrap_or_else(|| VaultDoc::new(outside.secret(), created));
        let about = VaultDoc { restored: Some(created), ..about };
        let mut draft = Draft::upon(base);
        draft.put(DocName::VAULT, &about)?;
        let key = Identity::from_bytes(secret.bytes()).public();
        let version = document::Version;
        draft.put(DocName::IDENTITY, &IdentityDoc { version, created, secret })?;
        Ok(draft.stage(key))
    }

    /// Whether there is no vault, or a vault with only settings.
    pub fn is_blank(&self) -> Result<bool, DeskError> {
        self.is_blank_upon(&mut ReadSet::new())
    }

    fn is_blank_upon(&self, base: &mut ReadSet) -> Result<bool, DeskError> {
        for name in [DocName::IDENTITY, DocName::CONTACTS] {
            if self.load(&name, base)?.is_some() {
                return Ok(false);
            }
        }
        self.has_no_game()
    }
}

/// Parses a recovery phrase. Ignores case, line breaks, numbers and commas.
fn read_words(typed: &str) -> Result<Secret, DeskError> {
    let bad = |why: String| DeskError::BadWords(why);
    let lower = Zeroizing::new(typed.to_ascii_lowercase());
    let words = lower.split(|sign: char| !sign.is_ascii_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(25).collect();
    if words.len() != 12 {
        return Err(bad(format!("it needs 12 words, not {}", words.len())));
    }
    let read = Mnemonic::parse_normalized(&Zeroizing::new(words.join(" ")));
    let read = read.map_err(|error| bad(explained(&error)))?;
    let (entropy, _) = read.to_entropy_array();
    let entropy = Zeroizing::new(entropy);
    let secret: Option<&Bytes16> = entropy.first_chunk();
    secret.map(|secret| Secret::from(*secret)).ok_or_else(|| bad("it has too few words".to_owned()))
}

/// Describes the error without quoting any words, because most of them may be right and must stay
/// secret.
fn explained(error: &bip39::Error) -> String {
    match error {
        bip39::Error::UnknownWord(at) => format!("word {} isn't on the word list", at + 1),
        bip39::Error::InvalidChecksum => {
            "a word is wrong, or the words are in the wrong order".to_owned()
        }
        other => other.to_string(),
    }
}
