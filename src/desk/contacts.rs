//! Contacts: private names, each pinned to one key.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::config::is_mail;
use super::document::Version;
use super::encoding::{hex_bytes, moment};
use super::error::DeskError;
use super::reasons::{Key, KeyMismatch};
use super::store::is_name;

/// Maximum number of rejected keys to keep per contact. The oldest key is dropped first.
const OFFERED: usize = 8;

/// All contacts, by private name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contacts {
    version: Version,
    #[serde(default)]
    contact: BTreeMap<String, Contact>,
}

/// A contact, identified by public key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contact {
    /// The key that the name is pinned to.
    #[serde(with = "hex_bytes")]
    pub key: Key,
    /// Whether the user has compared the safety number.
    #[serde(default)]
    pub confirmed: bool,
    /// When the key was first seen.
    #[serde(with = "moment")]
    pub first_seen: DateTime<Utc>,
    /// Id of the game in which the key was first seen, in hex; `None` if the user added the
    /// contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_game: Option<String>,
    /// Email address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// Keys that the name was pinned to earlier.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub previous: Vec<OfferedKey>,
    /// Keys that arrived under this name and were rejected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<OfferedKey>,
}

/// A key that a name was pinned to earlier, or that arrived under the name and was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OfferedKey {
    #[serde(with = "hex_bytes")]
    pub key: Key,
    /// When the key was replaced or offered.
    #[serde(with = "moment")]
    pub at: DateTime<Utc>,
}

/// Where and when a key was first seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstContact {
    pub at: DateTime<Utc>,
    /// Id of the game; `None` if the key wasn't first seen in a game.
    pub game: Option<[u8; 32]>,
    /// The email address that came with the key.
    pub mail: Option<String>,
}

/// Result of [`Contacts::check`]: how a key relates to a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PinResult {
    /// The name is new.
    New,
    /// The name is pinned to this key.
    Known {
        /// Whether the user has compared the safety number.
        confirmed: bool,
    },
    /// The key is already pinned to this other name, so no second name is added.
    KnownAs(String),
}

impl Contacts {
    /// Returns the contact with this name. Fails if there is none.
    pub fn get(&self, name: &str) -> Result<&Contact, DeskError> {
        self.contact.get(name).ok_or_else(|| unknown(name))
    }

    /// Returns all contacts, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Contact)> {
        self.contact.iter().map(|(name, contact)| (name.as_str(), contact))
    }

    /// Returns the private name that a key is pinned to.
    pub fn name_of(&self, key: &Key) -> Option<&str> {
        self.iter().find(|(_, contact)| contact.key == *key).map(|(name, _)| name)
    }

    /// Checks whether a key may use a name, without changing anything.
    pub fn check(&self, name: &str, key: &Key) -> Result<PinResult, DeskError> {
        match self.contact.get(name) {
            Some(contact) if contact.key == *key => {
                Ok(PinResult::Known { confirmed: contact.confirmed })
            }
            Some(contact) => {
                let another = KeyMismatch {
                    name: name.to_owned(),
                    known: contact.key,
                    since: contact.first_seen,
                    offered: *key,
                };
                Err(DeskError::AnotherKey(Box::new(another)))
            }
            None => Ok(self
                .name_of(key)
                .map_or(PinResult::New, |name| PinResult::KnownAs(name.to_owned()))),
        }
    }

    /// Pins a name to a key on first use. If the name is pinned to another key, fails with an error
    /// that contains both keys, and adds the rejected key to the contact. Once the contacts are
    /// saved, the user can confirm the rejected key by the contact's name.
    pub fn pin(&mut self, name: &str, key: Key, met: FirstContact) -> Result<PinResult, DeskError> {
        let pinned = self.check(name, &key);
        match &pinned {
            Ok(PinResult::New) => self.add(name, key, met)?,
            Ok(PinResult::Known { .. }) => self.note_mail(name, met.mail),
            Ok(PinResult::KnownAs(_)) => {}
            Err(_) => self.note_offered(name, key, met.at),
        }
        pinned
    }

    fn note_mail(&mut self, name: &str, mail: Option<String>) {
        if let (Some(contact), Some(mail)) =
            (self.contact.get_mut(name), mail.filter(|mail| is_mail(mail)))
        {
            contact.mail.get_or_insert(mail);
        }
    }

    fn note_offered(&mut self, name: &str, key: Key, at: DateTime<Utc>) {
        let Some(contact) = self.contact.get_mut(name) else { return };
        contact.offered.retain(|other| other.key != key);
        contact.offered.push(OfferedKey { key, at });
        let surplus = contact.offered.len().saturating_sub(OFFERED);
        contact.offered.drain(..surplus);
    }

    /// Adds a contact without confirming it.
    pub fn add(&mut self, name: &str, key: Key, met: FirstContact) -> Result<(), DeskError> {
        if !is_name(name) {
            return Err(DeskError::BadName(name.escape_debug().take(80).collect()));
        }
        if self.contact.contains_key(name) {
            return Err(DeskError::ContactExists(name.to_owned()));
        }
        let contact = Contact {
            key,
            confirmed: false,
            first_seen: met.at,
            first_game: met.game.map(hex::encode),
            mail: met.mail.filter(|mail| is_mail(mail)),
            previous: Vec::new(),
            offered: Vec::new(),
        };
        self.contact.insert(name.to_owned(), contact);
        Ok(())
    }

    /// Confirms that a name belongs to this key. If the name is pinned to another key, pins it to
    /// this key instead.
    pub fn confirm(&mut self, name: &str, key: Key, at: DateTime<Utc>) -> Result<(), DeskError> {
        let contact = self.contact.get_mut(name).ok_or_else(|| unknown(name))?;
        if contact.key != key {
            contact.previous.push(OfferedKey { key: contact.key, at });
            contact.key = key;
            contact.first_seen = at;
        }
        contact.offered.retain(|other| other.key != key);
        contact.confirmed = true;
        Ok(())
    }

    /// Sets a contact's email address.
    pub fn set_mail(&mut self, name: &str, mail: &str) -> Result<(), DeskError> {
        let contact = self.contact.get_mut(name).ok_or_else(|| unknown(name))?;
        if !is_mail(mail) {
            let value = mail.escape_debug().take(80).collect();
            return Err(DeskError::BadSetting {
                key: "mail",
                value,
                wanted: "an email address, such as bob@example.org",
            });
        }
        contact.mail = Some(mail.to_owned());
        Ok(())
    }

    /// Removes a contact. The name is then pinned to the next key that arrives under this name.
    pub fn forget(&mut self, name: &str) -> Result<Contact, DeskError> {
        self.contact.remove(name).ok_or_else(|| unknown(name))
    }
}

impl Contact {
    /// Returns the keys that the user could confirm: the pinned key, and then the rejected keys,
    /// latest first.
    pub fn candidates(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.key).chain(self.offered.iter().rev().map(|other| &other.key))
    }
}

fn unknown(name: &str) -> DeskError {
    DeskError::UnknownContact(name.escape_debug().take(80).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(second: i64) -> FirstContact {
        let at = DateTime::from_timestamp(1_800_000_000 + second, 0).expect("a moment");
        FirstContact { at, game: Some([9; 32]), mail: Some("bob@example.org".to_owned()) }
    }

    fn with_bob() -> Contacts {
        let mut contacts = Contacts::default();
        assert_eq!(contacts.pin("bob", [1; 32], met(0)).expect("first use"), PinResult::New);
        contacts
    }

    #[test]
    fn a_name_is_pinned_on_first_use() {
        let mut contacts = with_bob();
        assert_eq!(
            contacts.pin("bob", [1; 32], met(1)).expect("the same key"),
            PinResult::Known { confirmed: false }
        );
        let bob = contacts.get("bob").expect("bob is known");
        assert_eq!((bob.first_seen, bob.mail.as_deref()), (met(0).at, Some("bob@example.org")));
        assert_eq!(contacts.name_of(&[1; 32]), Some("bob"));
        assert_eq!(
            contacts.pin("robert", [1; 32], met(1)).expect("the same key"),
            PinResult::KnownAs("bob".to_owned())
        );
        assert_eq!(contacts.iter().len(), 1);
    }

    #[test]
    fn another_key_is_refused_with_both_keys_until_it_is_confirmed() {
        let mut contacts = with_bob();
        let Err(DeskError::AnotherKey(another)) = contacts.pin("bob", [2; 32], met(5)) else {
            panic!("another key passed")
        };
        assert_eq!(
            *another,
            KeyMismatch {
                name: "bob".to_owned(),
                known: [1; 32],
                since: met(0).at,
                offered: [2; 32]
            }
        );
        assert_eq!(
            contacts.get("bob").expect("bob is known").candidates().copied().collect::<Vec<_>>(),
            [[1; 32], [2; 32]]
        );

        contacts.confirm("bob", [2; 32], met(9).at).expect("bob is known");
        let bob = contacts.get("bob").expect("bob is known");
        assert!(bob.confirmed && bob.offered.is_empty());
        assert_eq!(
            (bob.key, bob.first_seen, bob.previous.first().map(|other| other.key)),
            ([2; 32], met(9).at, Some([1; 32]))
        );
        assert!(
            matches!(contacts.pin("bob", [1; 32], met(10)), Err(DeskError::AnotherKey(_))),
            "the old key came back unnoticed"
        );
    }

    #[test]
    fn offered_keys_are_bounded() {
        let mut contacts = with_bob();
        for key in 2..100 {
            assert!(contacts.pin("bob", [key; 32], met(0)).is_err());
        }
        assert_eq!(contacts.get("bob").expect("bob is known").offered.len(), OFFERED);
    }

    #[test]
    fn contacts_are_added_and_forgotten_by_hand() {
        let mut contacts = with_bob();
        assert!(matches!(contacts.add("bob", [3; 32], met(0)), Err(DeskError::ContactExists(_))));
        assert!(matches!(contacts.add("Bob!", [3; 32], met(0)), Err(DeskError::BadName(_))));
        contacts.forget("bob").expect("he was known");
        assert!(matches!(contacts.forget("bob"), Err(DeskError::UnknownContact(_))));
        assert_eq!(contacts.pin("bob", [3; 32], met(0)).expect("first use again"), PinResult::New);
    }

    #[test]
    fn an_address_that_is_none_is_not_kept() {
        let mut contacts = Contacts::default();
        let forged = FirstContact {
            mail: Some("bob@example.org\r\nBcc: eve@example.org".to_owned()),
            ..met(0)
        };
        contacts.pin("bob", [1; 32], forged).expect("first use");
        assert_eq!(contacts.get("bob").expect("bob is known").mail, None);
        assert!(contacts.set_mail("bob", "no address").is_err());
        contacts.set_mail("bob", "b@example.org").expect("an address");
    }
}
