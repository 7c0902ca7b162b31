//! A vault is lost and its identity is restored. Everything else comes from the latest file.

use super::*;
use crate::audit::{self, VerdictKind};
use crate::turnfile::Reading;

const NAMES: [&str; 3] = ["alice", "bob", "carol"];

/// Replaces the person's vault with an empty one that has the same identity, restored from the
/// recovery phrase.
fn lose(person: &mut Person) {
    let words = person.desk.words().expect("it can be read").expect("an identity");
    let key = person.desk.own_key().expect("it can be read");
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let staged = desk.restore_words(&words, &mut person.around).expect("they are right");
    assert_eq!(Some(desk.keep(staged).expect("it is kept")), key);
    person.desk = desk;
}

/// Plays a game to its end. Before a turn of a seat that has joined, `loses` decides whether that
/// seat's vault is lost with all its contents. Returns the people, the last file, and the number of
/// lost vaults.
fn play(kind: Kind, mut loses: impl FnMut(u32) -> bool) -> (Vec<Person>, String, u32) {
    let seats = usize::from(*kind.seats().end()).min(NAMES.len());
    let mut people: Vec<Person> = NAMES[..seats].iter().copied().map(Person::new).collect();
    let mut file = people[0].begin(kind, &NAMES[1..seats]).expect("a game").text;
    let mut lost = 0;
    loop {
        let (table, fault) = table::open(&read(&file)).expect("a game");
        assert!(fault.is_none(), "{kind}: {fault:?}");
        let standing = table.standing();
        let Some(due) = standing.due else { return (people, file, lost) };
        let person = &mut people[due.index()];
        if standing.joined(due) && loses(standing.turns()) {
            person.around.now = person.around.now.max(standing.last_sent);
            lose(person);
            lost += 1;
            // The file may be older than the player's latest turn.
            waits(person, &file);
            person.confirm(&file);
        }
        file = person.turn(&file).expect("a turn").text;
    }
}

/// Checks that the vault signs no turn in this file.
fn waits(person: &mut Person, file: &str) {
    let refused = person.turn(file).expect_err("the file may be old");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Restored)), "{refused:?}");
}

impl Person {
    /// Reads the file, and confirms that no later turn has been signed.
    fn confirm(&mut self, file: &str) {
        let mut loaded = self.look(file).expect("a game");
        self.desk.remember(&mut loaded).expect("it is kept");
        let staged = self.desk.nothing_since().expect("it can be read");
        assert_eq!(self.desk.keep(staged).expect("it is kept").len(), 1);
    }
}

fn honest(kind: Kind, file: &str) {
    let verdict = audit::verify(&Reading { file: Some(read(file)), fault: None });
    assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}: {:?}", verdict.findings);
}

#[test]
fn identity_and_latest_file_suffice_for_every_turn() {
    for kind in Kind::ALL {
        let (_, file, lost) = play(*kind, |_| true);
        honest(*kind, &file);
        assert!(lost > 2, "{kind}");
    }
}

#[test]
fn vault_continues_after_being_lost_once() {
    for kind in Kind::ALL {
        let (_, whole, _) = play(*kind, |_| false);
        let turns = u32::try_from(read(&whole).turns.len()).expect("a short game");
        for at in [3, turns / 2, turns - 2] {
            let (people, file, lost) = play(*kind, |turn| turn == at);
            honest(*kind, &file);
            assert!(lost < 2, "{kind}");
            for person in people {
                let records = person.desk.records(&read(&file).game.id()).expect("they are there");
                assert_eq!(records.len(), 1, "{kind}: {}", person.name);
            }
        }
    }
}

#[test]
fn identity_is_twelve_words() {
    let mut alice = Person::new("alice");
    assert_eq!(alice.desk.words().expect("it can be read"), None);
    alice.begin(Kind::ALL[0], &["bob"]).expect("a game");
    let words = alice.desk.words().expect("it can be read").expect("an identity");
    assert_eq!(words.split(' ').count(), 12);
    let again = alice.desk.restore_words(&words, &mut alice.around);
    assert!(matches!(again, Err(DeskError::VaultExists)), "nothing takes its place");
    let desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut refused = |typed: &str| match desk.restore_words(typed, &mut alice.around) {
        Err(DeskError::BadWords(why)) => {
            assert!(words.split(' ').all(|word| !why.contains(word)), "{why}");
            why
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(""), "it needs 12 words, not 0");
    assert_eq!(refused(&format!("{} {}", *words, *words)), "it needs 12 words, not 24");
    let first = words.split(' ').next().expect("a word");
    assert_eq!(refused(&words.replacen(first, "pbem", 1)), "word 1 isn't on the word list");
    let turned: Vec<&str> = words.rsplit(' ').collect();
    let turned = turned.join(" ");
    if turned != *words {
        // One order in sixteen is valid by chance, but these words are the same in every run.
        assert_eq!(refused(&turned), "a word is wrong, or the words are in the wrong order");
    }
    // Case, numbers and punctuation don't matter.
    let noted = words.to_uppercase().replace(' ', ",\n 1. ");
    let _ = desk.restore_words(&noted, &mut alice.around).expect("equal words");
}

/// Test vectors of BIP-39: entropy of sixteen equal bytes.
#[test]
fn recovery_words_follow_the_standard() {
    for (byte, words) in
        [(0x00, "abandon ".repeat(11) + "about"), (0xff, "zoo ".repeat(11) + "wrong")]
    {
        let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
        let mut around = around(1);
        let staged = desk.restore_words(&words, &mut around).expect("they are right");
        let key = desk.keep(staged).expect("it is kept");
        assert_eq!(key, Identity::from_bytes(&[byte; 16]).public());
        assert_eq!(*desk.words().expect("it can be read").expect("an identity"), words);
    }
}

#[test]
fn restored_vault_asks_before_joining_an_old_invitation() {
    let mut alice = Person::new("alice");
    let invited = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
    let mut bob = Person::new("bob");
    bob.around.now = at(90_000);
    bob.turn(&invited).expect("he joins");
    lose(&mut bob);
    let refused = bob.turn(&invited).expect_err("bob may have joined before");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Restored)), "{refused:?}");
    let staged = bob.desk.nothing_since().expect("it can be read");
    bob.desk.keep(staged).expect("it is kept");
    bob.turn(&invited).expect("bob denies it");
}

/// A turn that an opponent takes after the restore proves that the file is the latest file.
#[test]
fn turn_after_the_restore_needs_no_confirmation() {
    let (mut alice, mut bob, mut file) = two(3);
    let old = file.clone();
    file = bob.turn(&file).expect("a turn").text;
    file = alice.turn(&file).expect("a turn").text;
    let newer = file.clone();
    bob.around.now = at(90_000);
    file = bob.turn(&file).expect("a turn").text;
    bob.around.now = at(180_000);
    lose(&mut bob);
    waits(&mut bob, &old);
    // A newer file from before the restore could still be older than bob's latest turn.
    let mut loaded = bob.look(&old).expect("a game");
    bob.desk.remember(&mut loaded).expect("it is kept");
    waits(&mut bob, &newer);
    let mut loaded = bob.look(&newer).expect("a game");
    bob.desk.remember(&mut loaded).expect("it is kept");
    alice.around.now = at(270_000);
    file = alice.turn(&file).expect("a turn").text;
    bob.around.now = at(360_000);
    bob.turn(&file).expect("it is newer than the vault");
}

/// A vault that was never restored loses the record of a game. Then the game waits as it would
/// after a restore, because bob may have answered every turn that alice took before the loss.
#[test]
fn lost_record_waits_for_a_turn_made_after_the_loss() {
    let (mut alice, mut bob, mut file) = two(3);
    let old = file.clone();
    file = bob.turn(&file).expect("a turn").text;
    let newer = alice.turn(&file).expect("a turn").text;
    file = bob.turn(&newer).expect("a turn").text;
    let store = bob.desk.store().documents();
    let rest = store.filter(|(name, _)| name.as_game().is_none());
    let rest = rest.map(|(name, text)| Change::new(name.clone(), text.to_owned()));
    bob.desk = Desk::new(MemoryStore::new(rest.collect::<Vec<_>>())).expect("a vault");
    bob.around.now = at(180_000);
    for text in [&old, &newer] {
        waits(&mut bob, text);
        let mut loaded = bob.look(text).expect("a game");
        bob.desk.remember(&mut loaded).expect("it is kept");
    }
    alice.around.now = at(270_000);
    file = alice.turn(&file).expect("a turn").text;
    bob.turn(&file).expect("it is newer than the loss");
}
