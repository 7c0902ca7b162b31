//! Wrong clocks and claims: which turns can be undone, and when an answer is dated back.

use super::files::copy;
use super::several::{deadline, forged_with, together};
use super::*;
use crate::audit::VerdictKind;
use crate::rules::EndedBy;

#[test]
fn undo_works_after_mailing_a_turn_dated_far_ahead() {
    let (mut alice, _bob, file) = two(4);
    alice.around.now += TimeDelta::days(365);
    let wrong = alice.turn(&file).expect("a turn by a wrong clock").text;
    let (id, sent) = (read(&wrong).game.id(), read(&wrong).turns[4].hash());
    let staged = alice.desk.mailed(&id, 5, sent, None).expect("it can be read");
    alice.desk.keep(staged).expect("it is kept");
    let undo = |alice: &Person| {
        let loaded = alice.desk.look(wrong.as_bytes(), None, alice.around.now);
        let loaded = loaded.expect("a file of the game");
        (loaded.dated_ahead, alice.desk.undo(&loaded, 0))
    };
    let (ahead, refused) = undo(&alice);
    assert!(
        !ahead && matches!(refused, Err(DeskError::Forbidden(Forbidden::Mailed { number: 5 })))
    );
    alice.around.now -= TimeDelta::days(364);
    let (ahead, undone) = undo(&alice);
    let undone = alice.desk.keep(undone.expect("no one has read it")).expect("it is kept");
    assert!(ahead);
    assert_eq!((undone.number, undone.before.as_deref()), (5, Some(file.as_str())));
    let again = alice.turn(&file).expect("another turn").text;
    assert!(read(&again).turns[4].sent < read(&wrong).turns[4].sent);
}

/// Alice claims against bob, whose turn 6 is on time. Returns the file with that turn and the file
/// with the claim.
fn crossing(alice: &mut Person, bob: &mut Person, file: &str) -> (String, String) {
    let end = deadline(file);
    let in_time = Plan::new(end - TimeDelta::seconds(1), bob.bot().intent);
    let in_time = forged_with(bob, file, &in_time, |_| {});
    alice.around.now = end;
    let loaded = alice.look(file).expect("a file of the game");
    let staged = alice.desk.claim(&loaded, 0, end).expect("a claim");
    let claimed = alice.desk.keep(staged).expect("it is kept");
    (in_time, claimed.loaded.game.file.write())
}

#[test]
fn undo_removes_an_unsent_claim_after_it_crossed() {
    let (mut alice, mut bob, file) = two(5);
    let (in_time, claim) = crossing(&mut alice, &mut bob, &file);
    let mut loaded = alice.look(&in_time).expect("a file of the game");
    alice.desk.remember(&mut loaded).expect("it is kept");
    assert_eq!(loaded.crossed, Some(6));
    assert!(loaded.records[0].yielded_claim().is_some());
    let staged = alice.desk.undo(&loaded, 0).expect("no one has seen the claim");
    let undone = alice.desk.keep(staged).expect("it is kept");
    assert_eq!((undone.number, undone.before.as_deref()), (6, Some(in_time.as_str())));
    // A copy of the file with the claim doesn't bring the claim back.
    let mut loaded = alice.look(&claim).expect("a file of the game");
    alice.desk.remember(&mut loaded).expect("it is kept");
    assert_eq!((loaded.crossed, loaded.beside().len()), (None, 0));
    alice.turn(&in_time).expect("the game continues");
}

#[test]
fn late_answer_is_dated_back_only_if_the_player_confirms() {
    let (mut alice, mut bob, file) = two(5);
    let (_, claim) = crossing(&mut alice, &mut copy(&bob), &file);
    let end = deadline(&file);
    bob.around.now = end + TimeDelta::days(10);
    let staged = bob.desk.heed(&read(&claim)).expect("it can be read");
    bob.desk.keep(staged).expect("it is kept");
    let mut loaded = bob.look(&file).expect("a file of the game");
    let plan = Plan::new(bob.around.now, bob.bot().intent);
    assert!(matches!(bob.desk.play(&loaded, 0, &plan), Err(DeskError::WasItHere)));
    loaded.arrived_late = true;
    let staged = bob.desk.play(&loaded, 0, &plan).expect("a turn");
    let written = bob.desk.keep(staged).expect("it is kept");
    assert!(read(&written.text).turns[5].sent < end);
}

/// Loads a file for bob. The turn with the hash `last` arrived in the mailbox `days` days ago.
fn mailed(bob: &mut Person, file: &str, last: [u8; 32], days: i64) -> LoadedGame {
    let file = read(file);
    let (table, _) = table::open(&file).expect("a game");
    let (game, now) = (table::OpenGame::new(file, table), bob.around.now);
    let arrivals = [(last, now - TimeDelta::days(days))].into();
    bob.desk.receive_mail(game, &arrivals, now).expect("a file of the game")
}

#[test]
fn turn_counts_from_its_arrival_in_the_mailbox() {
    for (days, in_time) in [(14, false), (13, true)] {
        let (_alice, mut bob, file) = two(5);
        let (last, end) = (read(&file).turns[4].hash(), deadline(&file));
        bob.around.now = end + TimeDelta::days(10);
        let loaded = mailed(&mut bob, &file, last, days);
        let plan = Plan::new(bob.around.now, bob.bot().intent);
        let staged = bob.desk.play(&loaded, 0, &plan).expect("a turn");
        let sent = read(&bob.desk.keep(staged).expect("it is kept").text).turns[5].sent;
        assert_eq!(sent < end, in_time, "{days}");
        assert_eq!(sent == plan.sent, !in_time, "{days}");
    }
}

#[test]
fn claim_counts_after_its_turn_lay_unread_in_the_mailbox() {
    for (days, counts) in [(14, true), (13, false)] {
        let (mut alice, mut bob, file) = two(5);
        let (_, claim) = crossing(&mut alice, &mut copy(&bob), &file);
        bob.around.now = deadline(&file) + TimeDelta::days(10);
        let loaded = mailed(&mut bob, &claim, read(&file).turns[4].hash(), days);
        assert_eq!(loaded.held_claim.is_none(), counts, "{days}");
        assert_eq!(loaded.game.standing.claim.is_some(), counts, "{days}");
    }
}

#[test]
fn no_turn_arrives_before_its_date() {
    let (mut alice, mut bob, file) = two(5);
    let (_, claim) = crossing(&mut alice, &mut copy(&bob), &file);
    let last = read(&file).turns[4].clone();
    // The mail server's clock shows last year.
    bob.around.now = last.sent + TimeDelta::days(13);
    assert!(mailed(&mut bob, &claim, last.hash(), 365).held_claim.is_some());
}

/// Plays until one reveal is missing that ends the game. Returns the player who has to reveal, the
/// other player, and the file. Both have seen the file in time.
fn until_the_last_reveal() -> (Person, Person, String) {
    let (mut alice, mut bob, mut file) = two(5);
    loop {
        let mut ahead = copy(whoever_is_due(&mut alice, &mut bob, &file));
        let next = ahead.turn(&file).expect("a turn").text;
        if table::open(&read(&next)).expect("a game").0.standing().due.is_none() {
            break;
        }
        file = whoever_is_due(&mut alice, &mut bob, &file).turn(&file).expect("a turn").text;
    }
    for person in [&mut alice, &mut bob] {
        let mut loaded = person.look(&file).expect("a file of the game");
        person.desk.remember(&mut loaded).expect("it is kept");
    }
    let alice_is_due = whoever_is_due(&mut alice, &mut bob, &file).name == "alice";
    if alice_is_due { (alice, bob, file) } else { (bob, alice, file) }
}

/// The winner on the board is late with the reveal that ends the game, and reads a claim first. By
/// rule 13.3 the reveal counts, in whatever order the two are read.
#[test]
fn reveal_that_ends_the_game_is_made_in_place_of_a_claim() {
    let (mut winner, mut other, file) = until_the_last_reveal();
    other.around.now = deadline(&file);
    let loaded = other.look(&file).expect("a file of the game");
    let staged = other.desk.claim(&loaded, 0, other.around.now).expect("a claim");
    let claim = other.desk.keep(staged).expect("it is kept").loaded.game.file.write();
    winner.around.now = deadline(&file) + TimeDelta::days(100);
    let mut loaded = winner.look(&claim).expect("a file of the game");
    winner.desk.remember(&mut loaded).expect("it is kept");
    assert!(loaded.game.standing.claim.is_none());
    let now = winner.around.now;
    let notices = winner.desk.notices(&loaded, false, now).expect("they can be read");
    let is_held = |notice: &Notice| matches!(notice, Notice::ClaimHeld(_, Held::Ends));
    assert!(notices.iter().any(is_held), "{notices:?}");
    let revealed = winner.turn(&claim).expect("the reveal, without a question").text;
    assert_eq!(read(&revealed).turns.len(), read(&claim).turns.len());
    let verdict = together(&[&revealed, &claim]).verdict;
    assert_eq!(verdict.kind, VerdictKind::Honest);
    assert_eq!(verdict.result.map(|result| result.ended_by), Some(EndedBy::Board));
    // The other vault sees it too.
    let loaded = other.look(&revealed).expect("a file of the game");
    assert!(loaded.game.standing.claim.is_none() && loaded.game.standing.due.is_none());
}

/// Bob has had the turn for its full time, and inspects a claim before answering.
#[test]
fn no_late_answer_is_signed_beside_a_claim() {
    let (mut alice, mut bob, file) = two(5);
    let mut loaded = bob.look(&file).expect("a file of the game");
    bob.desk.remember(&mut loaded).expect("it is kept");
    let (_, claim) = crossing(&mut alice, &mut copy(&bob), &file);
    bob.around.now = deadline(&file) + TimeDelta::days(10);
    let staged = bob.desk.heed(&read(&claim)).expect("it can be read");
    bob.desk.keep(staged).expect("it is kept");
    let loaded = bob.look(&file).expect("a file of the game");
    let now = bob.around.now;
    let notices = bob.desk.notices(&loaded, false, now).expect("they can be read");
    let counts = |notice: &Notice| matches!(notice, Notice::ClaimHeld(_, Held::TooLate));
    assert!(notices.iter().any(counts), "{notices:?}");
    let plan = Plan::new(now, bob.bot().intent);
    assert!(matches!(bob.desk.play(&loaded, 0, &plan), Err(DeskError::ClaimCounts(_))));
    // The claim itself arrives, and counts.
    let loaded = bob.look(&claim).expect("a file of the game");
    assert!(loaded.game.standing.claim.is_some());
}
