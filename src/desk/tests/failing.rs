//! Stores that fail, and stores that another program has changed in the meantime.

use super::*;

/// Plays four turns. In each turn, the current player's store fails once, then succeeds. A failed
/// commit releases no turn and changes no document.
#[test]
fn turn_is_released_only_after_the_save() {
    for kind in Kind::ALL {
        let (mut alice, mut bob) = (Person::new("alice"), Person::new("bob"));
        let others = ["bob", "carol"];
        let others = &others[..usize::from(*kind.seats().start()) - 1];
        alice.desk.store_mut().fail_after(0);
        let failed = alice.begin(*kind, others);
        assert!(matches!(failed, Err(DeskError::Store(StoreError::Medium(_)))), "{kind}");
        assert!(documents(&alice).is_empty(), "{kind}");

        alice.desk.store_mut().fail_after(u32::MAX);
        let mut file = alice.begin(*kind, others).expect("it is kept").text;
        for _ in 0..3 {
            let (table, _) = table::open(&read(&file)).expect("a game");
            let person = match table.standing().due {
                Some(Seat(0)) => &mut alice,
                Some(Seat(1)) => &mut bob,
                _ => break,
            };
            let before = documents(person);
            person.desk.store_mut().fail_after(0);
            let failed = person.turn(&file);
            assert!(matches!(failed, Err(DeskError::Store(StoreError::Medium(_)))), "{kind}");
            assert_eq!(documents(person), before, "{kind}");
            person.desk.store_mut().fail_after(u32::MAX);
            file = person.turn(&file).expect("it is kept").text;
        }
    }
}

#[test]
fn player_never_forks_after_a_failed_commit() {
    for fails_after in 0..12 {
        let (mut alice, mut bob) = (Person::new("alice"), Person::new("bob"));
        bob.desk.store_mut().fail_after(fails_after);
        let mut file = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
        let mut seen: Vec<TurnFile> = vec![read(&file)];
        for _ in 0..8 {
            let person = whoever_is_due(&mut alice, &mut bob, &file);
            match person.turn(&file) {
                Ok(written) => file = written.text,
                Err(DeskError::Store(_)) => person.desk.store_mut().fail_after(u32::MAX),
                Err(other) => panic!("{other:?}"),
            }
            seen.push(read(&file));
        }
        let newest = seen.last().expect("there are some");
        assert!(seen.iter().all(|file| newest.turns.starts_with(&file.turns)), "{fails_after}");
        assert!(newest.turns.len() >= 7, "{fails_after}");
    }
}

#[test]
fn receipt_for_other_changes_releases_nothing() {
    let mut alice = Person::new("alice");
    let (one, other) = (
        alice.stage_game(Kind::ALL[0], &["bob"]).expect("a game"),
        alice.stage_game(Kind::ALL[0], &["carol"]).expect("a game"),
    );
    let receipt = alice.desk.store_mut().commit(other.changes(), other.base()).expect("kept");
    assert!(matches!(one.release(&receipt), Err(StoreError::OtherReceipt)));
    assert!(other.release(&receipt).is_ok());
}

/// Two desks have the same documents, like two browser tabs, or `pbem play` and another command.
#[test]
fn second_of_two_competing_signatures_is_refused() {
    let (mut alice, _bob, file) = two(4);
    let id = read(&file).game.id();
    let mut other = Person::new("alice");
    other.desk = Desk::new(alice.desk.store().clone()).expect("a copy of the documents");
    other.around.seed += 1_000;

    let first = alice.stage_turn(&file).expect("a turn");
    let second = other.stage_turn(&file).expect("another turn");
    let store = alice.desk.store_mut();
    let written = first.keep(store).expect("it is the first");
    let refused = second.keep(store).expect_err("there is another turn");
    let name = DocName::game(id, "alice").expect("a name");
    assert!(matches!(refused, StoreError::Moved(moved) if moved == name));
    assert_eq!(alice.desk.records(&id).expect("kept")[0].signed_turns().len(), 3);

    // Loading again shows the turn that was signed.
    let again = alice.look(&file).expect("one turn older");
    assert_eq!(again.stale.map(|stale| stale.behind), Some(StaleKind::OwnTurn));
    assert_eq!(again.game.file, written.loaded.game.file);
}

/// Two commands find no vault, and each creates a key. The key of the second command isn't saved,
/// so no turn is ever signed with it.
#[test]
fn unsaved_key_never_signs() {
    let (mut alice, mut other) = (Person::new("alice"), Person::new("alice"));
    other.around.seed += 1_000;
    let late = other.stage_game(Kind::ALL[0], &["bob"]).expect("a game");
    let first = alice.begin(Kind::ALL[0], &["carol"]).expect("a game");
    let refused = late.keep(alice.desk.store_mut()).expect_err("it has been made just now");
    assert!(matches!(refused, StoreError::Moved(name) if name == DocName::VAULT));

    let header = &first.loaded.game.file.game;
    let fresh = other.fresh(header, &first.loaded.game.table, Seat::OPENER).expect("drawn before");
    other.desk.store_mut().clone_from(alice.desk.store());
    let plan = other.bot();
    let (header, name) = (header.clone(), "cd-bob".to_owned());
    let game = NewGame { header, name, place: None, bots: Bots::new() };
    let refused = other.desk.begin(game, &fresh, &plan, &mut other.around);
    let refused = refused.expect_err("there is another key now");
    assert!(
        matches!(refused, DeskError::Store(StoreError::Moved(name)) if name == DocName::IDENTITY)
    );
}

#[test]
fn games_do_not_interfere_with_each_other() {
    let mut alice = Person::new("alice");
    alice.begin(Kind::ALL[0], &["dave"]).expect("her first game");
    let one = alice.stage_game(Kind::ALL[0], &["bob"]).expect("a game");
    let other = alice.stage_game(Kind::ALL[0], &["carol"]).expect("another game");
    let store = alice.desk.store_mut();
    one.keep(store).expect("it is kept");
    other.keep(store).expect("independent of the first change");
}

#[test]
fn vault_handed_over_meanwhile_signs_nothing() {
    let (mut alice, _bob, file) = two(2);
    let turn = alice.stage_turn(&file).expect("a turn");
    let retired = alice.desk.retire(true, at(0)).expect("it is a vault");
    alice.desk.keep(retired).expect("it is kept");
    let refused = alice.desk.keep(turn).expect_err("it was handed over");
    assert!(matches!(refused, DeskError::Store(StoreError::Moved(name)) if name == DocName::VAULT));
    let refused = alice.turn(&file).expect_err("it was handed over");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Retired { .. })));
}

#[test]
fn debug_shows_no_secret() {
    let (mut alice, mut bob, file) = two(3);
    let staged = whoever_is_due(&mut alice, &mut bob, &file).stage_turn(&file).expect("a turn");
    let mut secrets = Vec::new();
    for (name, text) in documents(&alice).into_iter().chain(documents(&bob)) {
        let value = |line: &str| {
            let (key, value) = line.split_once(" = ")?;
            ["secret", "seed", "chain-start"]
                .contains(&key)
                .then(|| value.trim_matches('"').to_owned())
        };
        let found: Vec<String> = text.lines().filter_map(value).collect();
        assert!(name != "identity.toml" || found.len() == 1);
        secrets.extend(found);
    }
    let loaded = bob.look(&file);
    let printed = format!("{staged:?} {loaded:?} {:?} {:?}", alice.desk, bob.desk);
    for secret in secrets {
        let bytes = hex::decode(&secret).expect("digits");
        let first: Vec<String> = bytes[..6].iter().map(u8::to_string).collect();
        assert!(!printed.contains(&secret) && !printed.contains(&first.join(", ")));
    }
}
