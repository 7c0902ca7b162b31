//! Backups, and vaults restored from them.

use zeroize::Zeroizing;

use super::games::{desk_with, kept, save};
use super::made::{hash, incoming, joined, setup, signed};
use super::*;

/// Returns a desk with a running game, a finished game, a contact and a name.
fn furnished() -> Desk<MemoryStore> {
    let mut over = GameRecord::new([2; 32], "bob", "spy", "spy-alice");
    over.take_in(incoming("xyz", "alice"));
    over.finished = Some("alice won, both honest".to_owned());
    let mut desk = desk_with(&[joined(), over]);
    let mut around = around(0);
    let staged = desk.change_config(&mut around, |config| config.set("name", "bob"));
    desk.keep(staged.expect("a name")).expect("it is kept");
    let met = FirstContact { at: at(0), game: None, mail: None };
    let added = desk.change_contacts(&mut around, |contacts| contacts.add("alice", [1; 32], met));
    desk.keep(added.expect("she is new")).expect("it is kept");
    desk
}

fn restored(text: &str) -> (RestoredVault, Desk<MemoryStore>) {
    let restored = restore(text, at(9)).expect("it is sound");
    let desk = Desk::new(MemoryStore::new(restored.documents.clone())).expect("a vault");
    (restored, desk)
}

fn may_sign(desk: &Desk<MemoryStore>, after: &Hash) -> Result<(), DeskError> {
    let record = kept(desk, "bob").expect("it is there");
    desk.may_sign_in(&record, after, false, &mut ReadSet::new()).map(drop)
}

#[test]
fn backup_name_has_owner_and_date() {
    assert_eq!(backup_name(Some("alice"), at(0)), "alice-2027-01-15.pbem-backup");
    assert_eq!(backup_name(None, at(0)), "pbem-2027-01-15.pbem-backup");
}

#[test]
fn restored_games_wait_for_the_opponents_latest_file() {
    let old = furnished();
    let done = old.back_up(&[], Some("ark"), false, false, at(5)).expect("it can be written");
    assert_eq!((done.games, done.contacts, done.left_out.len(), done.moves), (2, 1, 0, false));
    let (restored, mut desk) = restored(&done.text);
    assert_eq!(
        (restored.games, restored.contacts, restored.name.as_deref(), restored.made),
        (2, 1, Some("bob"), at(5))
    );
    assert_eq!(restored.machine.as_deref(), Some("ark"));
    assert_eq!(restored.waiting, [("cd-bob".to_owned(), 2)]);
    assert_eq!(Some(restored.id), old.id().expect("it can be read"));
    assert_eq!(desk.own_key().expect("it can be read"), old.own_key().expect("it can be read"));

    let mut record = kept(&desk, "bob").expect("it is there");
    assert_eq!(record.setup(), setup(1));
    let waits = |tried| matches!(tried, Err(DeskError::Forbidden(Forbidden::Restored)));
    assert!(waits(may_sign(&desk, &hash("b"))));
    assert_eq!(record.may_undo(), Err(Forbidden::Restored));
    record.take_in(incoming("ab", "bob"));
    assert!(record.is_restored(), "it is what the backup knew");
    record.take_in(incoming("abcd", "bob"));
    assert!(record.is_restored(), "a file that bob signed");
    record.take_in(incoming("abcde", "alice"));
    assert!(record.is_restored(), "alice sent it before the restore, and bob may have answered it");
    record.take_in(Incoming { sent: at(10), ..incoming("abcdefg", "alice") });
    assert!(!record.is_restored());
    save(&mut desk, &record);
    assert!(may_sign(&desk, &hash("g")).is_ok());
}

#[test]
fn restored_desk_learns_of_an_earlier_undo() {
    let (_, desk) =
        restored(&furnished().back_up(&[], None, false, false, at(5)).expect("a text").text);
    let mut record = kept(&desk, "bob").expect("it is there");
    // After the backup, bob undid turn `b` and mailed turn `B`, which alice has answered.
    assert_eq!(record.take_in(incoming("aBc", "alice")), ChainOrder::Differs { at: 2 });
    record.adopt(Incoming { sent: at(10), ..incoming("aBc", "alice") });
    assert!(!record.is_restored());
    assert_eq!(record.check(), Ok(()));
    let standing: Vec<Hash> =
        record.signed_turns().iter().filter(|turn| !turn.withdrawn).map(|turn| turn.hash).collect();
    assert_eq!(standing, [hash("B")]);
}

#[test]
fn player_may_assert_that_nothing_was_played_since() {
    let (_, mut desk) =
        restored(&furnished().back_up(&[], None, false, false, at(5)).expect("a text").text);
    let staged = desk.nothing_since().expect("they can be read");
    assert_eq!(desk.keep(staged).expect("it is kept"), ["cd-bob"]);
    assert_eq!(kept(&desk, "bob"), Some(joined()));
    let again = desk.nothing_since().expect("they can be read");
    assert!(again.changes().is_empty());
}

#[test]
fn handed_over_desk_signs_nothing_and_the_new_one_continues() {
    let mut old = furnished();
    let done = old.back_up(&[], None, true, false, at(5)).expect("it can be written");
    assert!(done.moves);
    for surely in [false, true] {
        let retired = old.retire(surely, at(5)).expect("it is a vault");
        old.keep(retired).expect("it is kept");
    }
    let refused = may_sign(&old, &hash("b")).expect_err("it was handed over");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Retired { on }) if on == at(5)));
    assert!(old.may_sign().expect("it can be read").is_err());

    let again = old.back_up(&[], None, true, false, at(9)).expect("it can be written");
    assert!(!again.moves, "only one backup carries a desk over");
    let (first, new) = restored(&done.text);
    assert_eq!(first.waiting, []);
    let mut record = kept(&new, "bob").expect("it is there");
    record.take_in(incoming("abc", "alice"));
    record.sign(signed("abcd")).expect("this vault is in use now");
    assert_eq!(restored(&again.text).0.waiting.len(), 1);
}

#[test]
fn failed_handover_leaves_a_working_desk() {
    let mut old = furnished();
    let before = old.store().load(&DocName::VAULT).expect("it is there");
    let retired = old.retire(false, at(5)).expect("it is a vault");
    old.keep(retired).expect("it is kept");
    let unretired = old.unretire().expect("it is a vault");
    old.keep(unretired).expect("it is kept");
    assert_eq!(old.store().load(&DocName::VAULT).expect("it is there"), before);
}

#[test]
fn spoiled_backup_is_refused() {
    let sound =
        furnished().back_up(&[], None, false, false, at(5)).expect("it can be written").text;
    assert!(sound.starts_with("# pbem backup. SECRET"));
    let changed = sound.replacen("cd-bob", "cd-eve", 1);
    let strange = sound.replacen("games/", "../games/", 1);
    for spoiled in [&changed, &strange, &sound[..sound.len() / 2], "", "version = 1"] {
        assert!(matches!(restore(spoiled, at(9)), Err(DeskError::BadBackup(_))));
    }
    let newer = sound.replacen("version = 1", "version = 2", 1);
    assert!(matches!(restore(&newer, at(9)), Err(DeskError::Newer(2))));
}

#[test]
fn damaged_game_is_left_out_and_named() {
    let mut desk = furnished();
    let name = DocName::game([2; 32], "bob").expect("a name");
    let text = Zeroizing::new("damaged".to_owned());
    let damaged = [Change::new(name.clone(), text)];
    let _ = desk.store_mut().commit(&damaged, &ReadSet::new()).expect("it is kept");
    let done = desk.back_up(&[], None, false, false, at(5)).expect("it can be written");
    assert_eq!(done.games, 1);
    let left_out = done.left_out.as_slice();
    assert!(matches!(left_out, [DeskError::Document { name: left, .. }] if *left == name));
}
