//! Incoming files: older, different or damaged files, and files with undone turns.

use super::*;
use crate::table::{Differs, Refusal};

/// Returns a file without its last `by` turns.
fn shorter(file: &str, by: usize) -> String {
    let mut file = read(file);
    file.turns.truncate(file.turns.len() - by);
    file.write()
}

fn arrival(person: &mut Person, file: &str) -> Arrival {
    person.look(file).expect("it is a file of the game").arrival
}

#[test]
fn file_is_newer_known_or_older() {
    let (mut alice, mut bob, file) = two(4);
    let (first, second) = (shorter(&file, 3), shorter(&file, 1));
    let mut stranger = Person::new("carol");
    assert_eq!(arrival(&mut stranger, &file), Arrival::Unknown);
    assert_eq!(arrival(&mut bob, &file), Arrival::Known);
    assert_eq!(arrival(&mut bob, &first), Arrival::Older(3));
    let loaded = bob.look(&first).expect("an older file");
    let stale = loaded.stale.expect("an older file");
    assert_eq!((stale.behind, stale.game.standing.turns()), (StaleKind::Turns, 1));
    assert_eq!(loaded.game.file, read(&file), "the newest is on top");
    // Bob has signed turn 4, so a file that lacks only that turn may be one that pbem failed to
    // write.
    let stale = bob.look(&second).expect("an older file").stale.expect("an older file");
    assert_eq!(stale.behind, StaleKind::OwnTurn);
    assert_eq!(arrival(&mut alice, &file), Arrival::Newer(1));
    let known = alice.look(&second).expect("a file that is known");
    assert_eq!(known.arrival, Arrival::Known);
}

#[test]
fn new_turns_are_saved_only_by_remember() {
    let (mut alice, _bob, file) = two(4);
    let before = documents(&alice);
    let mut loaded = alice.look(&file).expect("it is newer");
    assert_eq!(documents(&alice), before);
    alice.desk.remember(&mut loaded).expect("it is kept");
    assert_ne!(documents(&alice), before);
    assert_eq!(arrival(&mut alice, &file), Arrival::Known);
    let documents_before = documents(&alice);
    alice.desk.remember(&mut loaded).expect("there is nothing to keep");
    assert_eq!(documents(&alice), documents_before);
}

#[test]
fn turn_after_an_old_file_or_out_of_turn_is_refused() {
    let (_alice, mut bob, file) = two(4);
    let refused = bob.turn(&shorter(&file, 2)).expect_err("an old file");
    assert!(matches!(refused, DeskError::Stale(StaleKind::Turns)));
    let refused = bob.turn(&file).expect_err("it is alice's turn");
    assert!(matches!(refused, DeskError::Refused(Refusal::NotYourTurn { due: Seat(0) })));
    let mut carol = Person::new("carol");
    let refused = carol.turn(&file).expect_err("she has no seat");
    assert!(matches!(refused, DeskError::NoSuchSeat(name) if name == "carol"));
}

#[test]
fn repeated_order_is_recognized() {
    let (mut alice, _bob, file) = two(4);
    let loaded = alice.look(&file).expect("it is her turn");
    let at = loaded.own_seat(None).expect("a seat").expect("her own");
    let plan = alice.bot();
    let staged = alice.desk.play(&loaded, at, &plan).expect("a turn");
    let written = alice.desk.keep(staged).expect("it is kept");
    let behind = alice.look(&file).expect("a file without alice's turn");
    let was = |intent: &Intent| alice.desk.was_signed(&behind, intent).expect("her secrets");
    assert!(was(&Intent::Nothing), "any intent");
    assert!(was(&Intent::Move(written.sketch.moves.join("; "))));
    assert!(was(&plan.intent));
    assert!(!was(&Intent::Resign));
    assert_eq!(behind.game.file, read(&written.text));
}

#[test]
fn damaged_file_is_compared_with_the_vaults_copy() {
    let (mut alice, _bob, file) = two(4);
    let mut changed = read(&file);
    changed.turns[2].sent += TimeDelta::minutes(1);
    let before = documents(&alice);
    let Err(DeskError::Damaged(damaged)) = alice.look(&changed.write()) else {
        panic!("it passed")
    };
    assert_eq!((damaged.turn, damaged.seat.as_deref()), (3, Some("alice")));
    assert_eq!(damaged.changed.map(|changed| (changed.turn, changed.key)), Some((3, "sent")));
    let good = damaged.good.expect("she has made turn 3");
    assert_eq!((good.turns, good.is_all), (3, false));
    assert_eq!(documents(&alice), before);
    let not_a_file = alice.look("hello");
    assert!(matches!(not_a_file, Err(DeskError::Unreadable(_))));
}

#[test]
fn undone_turn_is_replaced_by_another() {
    let (mut alice, mut bob, file) = two(5);
    let before = shorter(&file, 1);
    let undone = alice.undo(&file).expect("no one has seen it");
    assert_eq!((undone.number, undone.before.as_deref()), (5, Some(before.as_str())));
    assert_eq!((undone.turn, undone.whole), (read(&file).turns[4].clone(), file.clone()));
    let loaded = alice.look(&file).expect("her old file");
    assert_eq!(loaded.arrival, Arrival::TakenBack(5));
    assert_eq!(loaded.stale.map(|stale| stale.behind), Some(StaleKind::TakenBack));
    assert_eq!(loaded.game.file, read(&before));

    let other = alice.turn(&before).expect("another turn").text;
    // Bob has both versions of turn 5 and hasn't answered either, so the later version counts.
    let mut loaded = bob.look(&file).expect("it is newer");
    bob.desk.remember(&mut loaded).expect("it is kept");
    let loaded = bob.look(&other).expect("it is later");
    assert_eq!(loaded.arrival, Arrival::Differs(5));
    assert_eq!(loaded.game.file, read(&other));
    let answered = bob.turn(&other).expect("he answers").text;
    assert_eq!(arrival(&mut bob, &file), Arrival::Replaced(5));
    assert_eq!(arrival(&mut alice, &answered), Arrival::Newer(1));
}

#[test]
fn undo_fails_after_the_turn_was_answered_or_mailed() {
    let (mut alice, mut bob, file) = two(5);
    let (id, sent) = (read(&file).game.id(), read(&file).turns[4].hash());
    let staged = alice.desk.mailed(&id, 5, sent, None).expect("it can be read");
    alice.desk.keep(staged).expect("it is kept");
    let refused = alice.undo(&file).expect_err("it was mailed");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Mailed { number: 5 })));
    let answered = bob.turn(&file).expect("he answers").text;
    let refused = alice.undo(&answered).expect_err("it was answered");
    assert!(matches!(refused, DeskError::Forbidden(Forbidden::Answered { number: 5 })));
}

#[test]
fn game_undone_before_mailing_is_gone() {
    let mut alice = Person::new("alice");
    let opened = alice.begin(Kind::ALL[0], &["bob"]).expect("a game");
    let undone = alice.undo(&opened.text).expect("no one has seen it");
    assert_eq!((undone.number, undone.before), (1, None));
    let name = opened.loaded.name().expect("a name").to_owned();
    let gone = |tried: Result<LoadedGame, DeskError>| match tried {
        Err(DeskError::TakenBack(gone)) => assert_eq!(gone, name),
        other => panic!("{other:?}"),
    };
    gone(alice.look(&opened.text));
    gone(alice.desk.open(&read(&opened.text).game.id(), at(9)));
}

/// Returns the same person with a copy of the desk, to sign other versions of turns.
pub(super) fn copy(person: &Person) -> Person {
    let mut copy = Person::new(person.name);
    copy.desk = Desk::new(person.desk.store().clone()).expect("a copy of the documents");
    copy.around.seed += 1_000;
    copy
}

#[test]
fn later_version_counts_until_an_answer() {
    let (mut alice, mut bob, file) = two(5);
    let mut copy = copy(&bob);
    copy.around.now = bob.around.now + TimeDelta::hours(20);
    let one = bob.turn(&file).expect("his turn").text;
    let other = copy.turn(&file).expect("a turn with a different date").text;
    let sent = |text: &str| read(text).turns[5].sent;
    assert!(sent(&one) != sent(&other));
    let (early, late) = if sent(&one) < sent(&other) { (one, other) } else { (other, one) };
    for text in [&early, &late, &early] {
        let mut loaded = alice.look(text).expect("a file of her game");
        alice.desk.remember(&mut loaded).expect("it is kept");
    }
    assert_eq!(arrival(&mut alice, &early), Arrival::Replaced(6));
    let answered = alice.turn(&late).expect("her turn").text;
    assert_eq!(arrival(&mut alice, &early), Arrival::Replaced(6));
    assert_eq!(read(&answered).turns[5], read(&late).turns[5]);
}

/// Two copies of a vault sign different versions of a turn, and the opponent answers one of them.
/// The answered version counts, even for the copy that signed the other version.
#[test]
fn own_turn_yields_to_an_answered_version() {
    let (mut alice, mut bob, file) = two(5);
    let mut copy = copy(&bob);
    let one = bob.turn(&file).expect("his turn").text;
    copy.turn(&file).expect("a turn with a different date");
    let answered = alice.turn(&one).expect("she answers").text;
    let loaded = copy.look(&answered).expect("a file that counts");
    let differs = Differs { turn: 6, seat: Seat::JOINER };
    assert_eq!((loaded.arrival, loaded.differs), (Arrival::Differs(6), Some(differs)));
    let notices = copy.desk.notices(&loaded, false, at(9)).expect("it can be read");
    assert_eq!(notices, [Notice::Replaced(differs), Notice::MadeElsewhere { turn: 6 }]);
    let on = copy.turn(&answered).expect("bob continues from it");
    assert_eq!(arrival(&mut bob, &on.text), Arrival::Newer(2));
}

#[test]
fn turn_dated_after_the_clock_is_refused() {
    let (mut alice, _bob, file) = two(4);
    let sent = read(&file).turns[3].sent;
    let mut look = |now| alice.desk.load_bytes(file.as_bytes(), None, now);
    let refused = look(sent - TimeDelta::hours(24) - TimeDelta::seconds(1)).expect_err("too soon");
    assert!(
        matches!(&refused, DeskError::FromTheFuture { turn: 4, seat, sent: at, .. }
            if seat == "bob" && *at == sent),
        "{refused:?}"
    );
    look(sent - TimeDelta::hours(24)).expect("clocks may differ by a day");
}

/// A player who dates a turn back doesn't shorten the opponent's time: an answer to that turn is on
/// time until the full time of a turn has passed since that turn arrived.
#[test]
fn answer_is_dated_within_the_time_since_arrival() {
    let (mut alice, mut bob, file) = two(4);
    let deadline = alice.look(&file).expect("her turn").game.standing.deadline.expect("one");
    // The turn arrives after alice's deadline, which follows from the turn's date.
    alice.around.now = deadline + TimeDelta::days(3);
    let mut loaded = alice.look(&file).expect("her turn");
    alice.desk.remember(&mut loaded).expect("it is kept");
    alice.around.now += TimeDelta::days(13);
    let answer = alice.turn(&file).expect("she had it for 13 days").text;
    let sent = read(&answer).turns[4].sent;
    assert!(sent < deadline && sent >= deadline - TimeDelta::minutes(1), "{sent}");
    bob.look(&answer).expect("it is in time");
    // A turn that replaces the answer after an undo is still dated before the deadline.
    let before = alice.undo(&answer).expect("it was not mailed").before.expect("it had turns");
    let again = alice.turn(&before).expect("alice moves again").text;
    assert_eq!(read(&again).turns[4].sent, sent + TimeDelta::seconds(1));
    assert_eq!(arrival(&mut bob, &again), Arrival::Newer(1));
    let (mut alice, _bob, file) = two(4);
    let mut loaded = alice.look(&file).expect("her turn");
    alice.desk.remember(&mut loaded).expect("it is kept");
    alice.around.now = deadline + TimeDelta::days(30);
    let late = alice.turn(&file).expect("she had it for long").text;
    assert!(read(&late).turns[4].sent > deadline);
}

/// Undoing a turn doesn't restart the time since its arrival.
#[test]
fn undo_does_not_extend_the_deadline() {
    let (mut alice, _bob, file) = two(4);
    let deadline = alice.look(&file).expect("her turn").game.standing.deadline.expect("one");
    let mut loaded = alice.look(&file).expect("her turn");
    alice.desk.remember(&mut loaded).expect("it is kept");
    alice.around.now = deadline - TimeDelta::days(1);
    let moved = alice.turn(&file).expect("in time").text;
    let before = alice.undo(&moved).expect("it was not mailed").before.expect("it had turns");
    alice.around.now = deadline + TimeDelta::days(12);
    let late = alice.turn(&before).expect("she had it for long").text;
    assert!(read(&late).turns[4].sent > deadline);
}

#[test]
fn seat_with_another_key_is_another_game() {
    let mut alice = Person::new("alice");
    let invited = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
    let (mut bob, mut eve) = (Person::new("bob"), Person::new("bob"));
    eve.around.seed += 5;
    let (his, hers) =
        (bob.turn(&invited).expect("he joins"), eve.turn(&invited).expect("so does she"));
    let mut loaded = alice.look(&his.text).expect("bob has joined");
    alice.desk.remember(&mut loaded).expect("it is kept");
    for person in [&mut alice, &mut bob] {
        let refused = person.look(&hers.text).expect_err("it is another bob");
        assert!(matches!(refused, DeskError::AnotherPlayer { seat, .. } if seat == "bob"));
    }
}

#[test]
fn new_key_for_a_known_name_is_refused_and_noted() {
    let (mut alice, _bob, file) = two(2);
    let mut loaded = alice.look(&file).expect("bob has joined");
    alice.desk.remember(&mut loaded).expect("alice knows bob now");
    let mut eve = Person::new("bob");
    eve.around.seed += 5;
    let invited = eve.begin(Kind::ALL[0], &["alice"]).expect("a game").text;
    let refused = alice.turn(&invited).expect_err("it is not her bob");
    let DeskError::AnotherKey(another) = refused else { panic!("{refused:?}") };
    let offered = eve.desk.own_key().expect("it can be read");
    assert_eq!(("bob", Some(another.offered)), (another.name.as_str(), offered));
    let contacts = alice.desk.contacts().expect("they can be read");
    let candidates = contacts.get("bob").expect("bob is known").candidates().copied();
    assert_eq!(candidates.collect::<Vec<_>>(), [another.known, another.offered]);
}

#[test]
fn seat_is_reserved_for_a_known_player() {
    let (mut alice, _bob, file) = two(2);
    let mut loaded = alice.look(&file).expect("bob has joined");
    alice.desk.remember(&mut loaded).expect("alice knows bob now");
    let invited = alice.begin(Kind::ALL[0], &["bob"]).expect("another game").text;
    let mut eve = Person::new("bob");
    eve.around.seed += 5;
    assert!(
        matches!(eve.turn(&invited), Err(DeskError::KeptForAnother { seat, .. }) if seat == "bob")
    );
    let loaded = eve.look(&invited).expect("a game");
    assert_eq!(eve.desk.open_seats(&loaded.game).expect("they can be read"), []);
}

#[test]
fn joining_player_takes_an_open_seat() {
    let mut alice = Person::new("alice");
    let invited = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
    let mut bob = Person::new("bob");
    let now = bob.around.now;
    let mut loaded = bob.look(&invited).expect("an invitation");
    assert!(bob.desk.may_join(&loaded.game).expect("it can be read"));
    let seat = bob.desk.seat_to_take(&mut loaded, None, now).expect("the only open seat");
    assert_eq!(seat, Seat::JOINER);
    let mut seat = |named| bob.desk.seat_to_take(&mut loaded, Some(named), now);
    assert!(matches!(seat("carol"), Err(DeskError::NoSuchSeat(_))));
    assert!(matches!(seat("alice"), Err(DeskError::Joined(Some(_)))));
    let joined = bob.turn(&invited).expect("he joins");
    assert_eq!(joined.loaded.name(), Some(format!("{}-alice", Kind::ALL[0].short()).as_str()));
    assert_eq!(bob.desk.config().expect("it can be read").name(), Some("bob"));
    let mut full = bob.look(&joined.text).expect("his game");
    let mut carol = Person::new("carol");
    let refused = carol.desk.seat_to_take(&mut full, None, now).expect_err("it is full");
    assert!(matches!(refused, DeskError::Joined(None)));
    // Bob's vault now knows alice's key.
    let key = alice.desk.own_key().expect("it can be read").expect("she has one");
    assert!(matches!(bob.desk.known(&key).expect("it can be read"), KeyStatus::As { .. }));
    let behind = bob.look(&invited).expect("a file without bob's turn");
    let setup = joined.loaded.records[0].setup();
    assert!(bob.desk.was_joined(&behind, Some(setup), ""));
    assert!(!bob.desk.was_joined(&behind, Some(&["else".to_owned()]), ""));
    assert!(bob.desk.was_joined(&behind, None, ""));
}

#[test]
fn offer_waits_for_the_next_turn() {
    let (mut alice, mut bob, file) = two(4);
    let loaded = bob.look(&file).expect("it is alice's turn");
    let staged = bob.desk.wait(&loaded, 0, Waiting::Offer, true).expect("it can be offered");
    let _ = bob.desk.keep(staged).expect("it is kept");
    let file = alice.turn(&file).expect("her turn").text;
    let written = bob.turn(&file).expect("his turn");
    assert_eq!(read(&written.text).turns[5].offer.as_deref(), Some("draw"));
    assert!(!written.loaded.records[0].offer, "it is offered once");
}

#[test]
fn waiting_player_claims_after_the_deadline() {
    let (mut alice, mut bob, file) = two(4);
    let (mut loaded, waiting) =
        (alice.look(&file).expect("her turn"), bob.look(&file).expect("his file"));
    alice.desk.remember(&mut loaded).expect("it is kept");
    let (early, late) = (waiting.game.standing.last_sent, at(90 * 86_400));
    assert!(matches!(alice.desk.claim(&loaded, 0, late), Err(DeskError::YourTurn)));
    let refused = bob.desk.claim(&waiting, 0, early).expect_err("she has time");
    assert!(matches!(refused, DeskError::TooEarly { who: Seat(0), .. }));
    let staged = bob.desk.claim(&waiting, 0, late).expect("she is late");
    let claimed = bob.desk.keep(staged).expect("it is kept");
    let standing = claimed.loaded.claim().expect("it counts");
    assert_eq!((standing.by, standing.against), (Seat::JOINER, Seat::OPENER));
    let text = claimed.loaded.game.file.write();
    assert_eq!(read(&text).turns[4].moves, ["claim"]);
    assert!(read(&text).turns[4].seed.is_some(), "it reveals bob's setup");
    let loaded = alice.look(&text).expect("a turn of bob");
    let notices = alice.desk.notices(&loaded, true, late).expect("it can be read");
    assert_eq!(notices, [Notice::Claimed(standing)]);
    // Alice can still reveal her setup, but can't do anything else.
    let own_file = read(&alice.turn(&text).expect("she shows").text);
    assert!(own_file.turns[5].seed.is_some() && own_file.turns[5].moves.is_empty());
}

#[test]
fn lock_applies_only_to_running_games() {
    let (mut alice, _bob, file) = two(4);
    let done = alice.desk.back_up(&[], None, false, false, at(5)).expect("it can be written");
    let restored = restore(&done.text, at(6)).expect("it is sound").documents;
    alice.desk = Desk::new(MemoryStore::new(restored)).expect("a vault");
    let loaded = alice.look(&shorter(&file, 1)).expect("it is what the backup knows");
    let notices = alice.desk.notices(&loaded, false, at(0)).expect("it can be read");
    assert_eq!(notices, [Notice::Locked(Forbidden::Restored)]);
    let loaded = alice.look(&file).expect("bob has answered");
    assert_eq!(alice.desk.lock(&loaded).expect("it can be read"), None);
}

#[test]
fn marks_are_private() {
    let (mut alice, _bob, file) = two(4);
    let mut loaded = alice.look(&file).expect("her turn");
    loaded.records[0].marks.insert("C4".to_owned(), "x".to_owned());
    alice.desk.remember(&mut loaded).expect("it is kept");
    let loaded = alice.look(&file).expect("her turn");
    assert_eq!(alice.desk.keys(&loaded, 0).expect("hers").notes.marks[&"C4".to_owned()], 'x');
    assert!(!alice.turn(&file).expect("her turn").text.contains("C4 x"));
}

#[test]
fn rehearsal_signs_nothing() {
    let (mut alice, _bob, file) = two(4);
    let before = documents(&alice);
    let loaded = alice.look(&file).expect("her turn");
    let plan = alice.bot();
    let sketch = alice.desk.rehearse(&loaded, 0, &plan).expect("it could be made");
    assert_eq!((sketch.number, documents(&alice)), (5, before));
    let staged = alice.desk.play(&loaded, 0, &plan).expect("a turn");
    assert_eq!(staged.length(), alice.desk.keep(staged).map(|it| it.text.len()).expect("kept"));
    let written = alice.look(&file).expect("a file without alice's turn").game.file;
    assert_eq!(
        (sketch.moves, sketch.answer),
        (written.turns[4].moves.clone(), written.turns[4].answer.clone())
    );
}
