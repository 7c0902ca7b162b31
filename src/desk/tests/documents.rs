//! Missing and damaged documents, and documents of other versions.

use zeroize::Zeroizing;

use super::games::desk_with;
use super::made::{ID, joined};
use super::*;
use crate::desk::document::DocumentError;

/// Opens a desk with a game, after `spoil` has changed or removed documents.
fn spoilt(spoil: impl Fn(&DocName, &str) -> Option<String>) -> Result<(), DeskError> {
    let desk = desk_with(&[joined()]);
    let changed = desk.store().documents().filter_map(|(name, text)| {
        let text = Zeroizing::new(spoil(name, text)?);
        Some(Change::new(name.clone(), text))
    });
    let desk = Desk::new(MemoryStore::new(changed))?;
    desk.identity()?;
    desk.contacts()?;
    desk.config()?;
    desk.find("cd-bob", |_| false).map(drop)
}

fn without(gone: &DocName) -> DeskError {
    let spoil = |name: &DocName, text: &str| (name != gone).then(|| text.to_owned());
    spoilt(spoil).expect_err("something is missing")
}

#[test]
fn looking_at_an_empty_desk_creates_nothing() {
    let desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    assert!(!desk.is_vault().expect("it can be read"));
    assert_eq!(desk.config().expect("none yet"), Config::default());
    assert_eq!(desk.contacts().expect("none yet"), Contacts::default());
    assert!(desk.identity().expect("none yet").is_none());
    assert_eq!(desk.store().documents().count(), 0);
}

#[test]
fn vault_and_identity_are_created_once() {
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut around = around(0);
    let first = desk.establish(&mut around).expect("there is none yet");
    assert_eq!(first.changes().len(), 2);
    let key = desk.keep(first).expect("it is kept");
    let again = desk.establish(&mut around).expect("it is there");
    assert!(again.changes().is_empty());
    assert_eq!(desk.keep(again).expect("no change to save"), key);
    assert_eq!(desk.own_key().expect("it can be read"), Some(key));
}

#[test]
fn settings_and_contacts_are_saved() {
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut around = around(0);
    let staged = desk.change_config(&mut around, |config| config.set("name", "alice"));
    desk.keep(staged.expect("a name")).expect("it is kept");
    let met = FirstContact { at: at(0), game: Some(ID), mail: None };
    let pinned = desk.change_contacts(&mut around, |contacts| contacts.pin("bob", [1; 32], met));
    assert_eq!(desk.keep(pinned.expect("first use")).expect("it is kept"), PinResult::New);
    let desk = Desk::new(desk.store().clone()).expect("a vault");
    assert!(desk.is_vault().expect("it can be read"));
    assert_eq!(desk.config().expect("it can be read").name(), Some("alice"));
    assert_eq!(desk.contacts().expect("it can be read").name_of(&[1; 32]), Some("bob"));
    let known = KeyStatus::As { name: "bob".to_owned(), confirmed: false };
    assert_eq!(desk.known(&[1; 32]).expect("it can be read"), known);
}

#[test]
fn missing_document_is_named() {
    assert!(matches!(without(&DocName::IDENTITY),
            DeskError::Missing { name, .. } if name == DocName::IDENTITY));
    let missing = without(&DocName::VAULT);
    assert!(matches!(missing, DeskError::Missing { name, .. } if name == DocName::VAULT));
}

#[test]
fn damage_names_document_and_line_without_quoting() {
    let replacing = [
        ("secret = \"", "secret = \"zz"),
        ("secret = ", "secret = = "),
        ("secret = ", "sekret = "),
        ("created", "version"),
    ];
    for (from, to) in replacing {
        let mut secret = String::new();
        let error = spoilt(|name, text| {
            let spoilt = text.replace(from, to);
            Some(if *name == DocName::IDENTITY { spoilt } else { text.to_owned() })
        });
        let error = error.expect_err("it is damaged");
        let identity = desk_with(&[]);
        let text = identity.store().load(&DocName::IDENTITY).expect("it is there").expect("a text");
        secret.extend(text.lines().find_map(|line| line.strip_prefix("secret = ")));
        assert!(
            matches!(
                &error,
                DeskError::Document {
                    name, fault: DocumentError::Damaged { line: Some(_), .. }, ..
                } if *name == DocName::IDENTITY
            ),
            "{error:?}"
        );
        assert!(secret.len() > 32 && !format!("{error} {error:?}").contains(&secret[1..9]));
    }
}

#[test]
fn newer_format_is_not_damage() {
    let with = |version: &str| {
        spoilt(|name, text| {
            let other = text.replace("version = 1", version);
            Some(if *name == DocName::VAULT { other } else { text.to_owned() })
        })
    };
    assert!(matches!(
        with("version = 2"),
        Err(DeskError::Document { fault: DocumentError::Newer(2), .. })
    ));
    assert!(matches!(
        with("version = 0"),
        Err(DeskError::Document { fault: DocumentError::Damaged { .. }, .. })
    ));
}

#[test]
fn record_must_match_the_name_of_its_document() {
    let desk = desk_with(&[joined()]);
    let renamed = desk.store().documents().map(|(name, text)| {
        let text = Zeroizing::new(text.to_owned());
        let other = DocName::game(ID, "carol").expect("a name");
        Change::new(name.as_game().map_or(name.clone(), |_| other), text)
    });
    let desk = Desk::new(MemoryStore::new(renamed)).expect("a vault");
    let error = desk.find("cd-bob", |_| false).expect_err("it is another's");
    let what = "it is the record of another game";
    let DeskError::Document { fault: DocumentError::Damaged { what: said, .. }, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(said, what);
}

#[test]
fn damaged_game_does_not_hide_other_games() {
    let mut desk = desk_with(&[joined()]);
    let name = DocName::game([1; 32], "bob").expect("a name");
    let text = Zeroizing::new("\u{1}".to_owned());
    let _ =
        desk.store_mut().commit(&[Change::new(name, text)], &ReadSet::new()).expect("it is kept");
    let (heads, faults) = desk.heads().expect("readable games");
    assert_eq!((heads.len(), faults.len()), (1, 1));
    assert_eq!(desk.find("cd-bob", |_| false).expect("it is sound").len(), 1);
    let other = desk.find("cd-carol", |_| false);
    assert!(matches!(other, Err(DeskError::Document { .. })), "it may be the damaged one");
}

#[test]
fn only_valid_document_names_are_accepted() {
    let id = hex::encode(ID);
    for name in ["vault.toml", "identity.toml", "contacts.toml", "config.toml"] {
        assert_eq!(DocName::read(name).map(|it| it.to_string()).as_deref(), Some(name));
    }
    let game = format!("games/{id}.bob.toml");
    let read = DocName::read(&game).expect("a record");
    assert_eq!((read.to_string(), read.as_game()), (game, Some((&ID, "bob"))));
    for name in [
        "lock",
        "../vault.toml",
        "games/vault.toml",
        "games/cdcd.bob.toml",
        &format!("games/{id}.Bob.toml"),
        &format!("games/{id}.../bob.toml"),
        &format!("games/{}.bob.toml", id.to_uppercase()),
        &format!("{id}.bob.toml"),
    ] {
        assert_eq!(DocName::read(name), None, "{name}");
    }
}
