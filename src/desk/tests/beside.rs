//! Other versions of a file: the vault keeps the versions that prove something, and judges all
//! versions together.

use super::files::copy;
use super::several::{deadline, forged_with};
use super::*;
use crate::rules::OutcomeKind;
use crate::turnfile::Turn;

/// A game of Game Box: alice is the Checker, bob and carol call.
struct Box {
    alice: Person,
    bob: Person,
    carol: Person,
    file: String,
    /// Dots with a house. The dots in `empty` have no house.
    houses: Vec<String>,
    empty: Vec<String>,
}

impl Clone for Box {
    fn clone(&self) -> Self {
        let Box { alice, bob, carol, file, houses, empty } = self;
        let (file, houses, empty) = (file.clone(), houses.clone(), empty.clone());
        Box { alice: copy(alice), bob: copy(bob), carol: copy(carol), file, houses, empty }
    }
}

impl Box {
    fn new() -> Self {
        let kind = Kind::from_id("game-box").expect("it is on the list");
        let mut alice = Person::new("alice");
        let opened = alice.begin(kind, &["bob", "carol"]).expect("a game");
        let keys = alice.desk.keys(&opened.loaded, 0).expect("they are kept");
        let dots = |word: &str| -> Vec<String> {
            let entry = keys.setup.iter().find_map(|entry| entry.strip_prefix(word));
            entry.expect("such dots").split_whitespace().map(str::to_owned).collect()
        };
        let (houses, guns) = (dots("houses "), dots("guns "));
        let all = ('A'..='D').flat_map(|row| (1..=9).map(move |column| format!("{row}{column}")));
        let empty = all.filter(|dot| !houses.contains(dot) && !guns.contains(dot)).collect();
        let (bob, carol) = (Person::new("bob"), Person::new("carol"));
        Box { alice, bob, carol, file: opened.text, houses, empty }
    }

    fn person(&mut self, name: &str) -> &mut Person {
        match name {
            "alice" => &mut self.alice,
            "bob" => &mut self.bob,
            _ => &mut self.carol,
        }
    }

    /// Takes this player's turn.
    fn goes(&mut self, name: &str, intent: Intent) {
        let file = self.file.clone();
        let person = self.person(name);
        let mut loaded = person.look(&file).expect("a file of the game");
        let plan = person.plan(intent);
        let staged = if let Some(at) = loaded.own_seat(Some(person.name)).expect("a seat") {
            person.desk.play(&loaded, at, &plan)
        } else {
            let now = person.around.now;
            let taken = person.desk.seat_to_take(&mut loaded, Some(person.name), now);
            let seat = taken.expect("an open seat");
            let fresh = person.fresh(&loaded.game.file.game, &loaded.game.table, seat);
            let fresh = fresh.expect("keys");
            person.desk.join(&loaded, &fresh, &plan, false, &mut person.around)
        };
        self.file = person.desk.keep(staged.expect("a turn")).expect("it is kept").text;
    }

    /// Takes two turns: a call of this player, and alice's answer.
    fn calls(&mut self, name: &str, hits: bool) {
        let dot = if hits { self.houses.pop() } else { self.empty.pop() };
        self.goes(name, Intent::Move(dot.expect("a dot")));
        self.goes("alice", Intent::Nothing);
    }

    /// Alice claims against the current player, which removes that player from the game.
    fn strikes_out(&mut self) {
        let (file, end) = (self.file.clone(), deadline(&self.file));
        self.alice.around.now = end;
        let loaded = self.alice.look(&file).expect("a file of the game");
        let staged = self.alice.desk.claim(&loaded, 0, end).expect("a claim");
        let claimed = self.alice.desk.keep(staged).expect("it is kept");
        self.file = claimed.loaded.game.file.write();
        for person in [&mut self.bob, &mut self.carol] {
            person.around.now = end + TimeDelta::days(30);
        }
    }
}

/// Returns a game in which bob has called twice and hit both times, and carol has called once
/// without a hit. It is carol's turn.
fn new_game() -> Box {
    let mut game = Box::new();
    for (name, hits) in [("bob", true), ("carol", false), ("bob", true)] {
        game.calls(name, hits);
    }
    game
}

/// Bob wins with a third hit.
fn bob_wins(game: &mut Box) {
    game.calls("carol", false);
    game.calls("bob", true);
}

fn takes_in(person: &mut Person, file: &str) -> LoadedGame {
    person.around.now += TimeDelta::days(60);
    let mut loaded = person.look(file).expect("a file of the game");
    person.desk.remember(&mut loaded).expect("it is kept");
    loaded
}

#[test]
fn winner_keeps_the_win_after_a_replay() {
    let (mut won, mut other) = (new_game(), new_game());
    bob_wins(&mut won);
    other.calls("carol", true);
    other.strikes_out();
    other.calls("carol", true);
    other.calls("carol", true);
    let file = won.file.clone();
    takes_in(&mut won.bob, &file);
    let mut loaded = takes_in(&mut won.bob, &other.file);
    assert_eq!(loaded.game.file, read(&file), "the win is still the newest file");
    assert_eq!(loaded.beside().len(), 1);
    let judged = loaded.judged().expect("it is over");
    assert_eq!((judged.winners, judged.dishonest.len()), (vec!["bob".to_owned()], 0));
    // Carol has signed a part of this file, and has won in the other file. Her vault comes to the
    // same result.
    let loaded = takes_in(&mut other.carol, &file);
    assert_eq!(loaded.game.file, read(&file));
    assert_eq!(loaded.judge().expect("it is over").winners, ["bob"]);
}

#[test]
fn two_wins_make_the_game_void() {
    let mut struck = new_game();
    struck.calls("carol", true);
    let mut answered = struck.clone();
    struck.strikes_out();
    struck.calls("carol", true);
    struck.calls("carol", true);
    let file = struck.file.clone();
    let mut loaded = takes_in(&mut struck.carol, &file);
    assert_eq!(loaded.judged().expect("it is over").winners, ["carol"]);
    // In the other version, bob makes the call that the claim says is missing, and wins. Carol
    // receives that version long afterward.
    answered.calls("bob", true);
    let mut loaded = takes_in(&mut struck.carol, &answered.file);
    assert!(loaded.two_wins);
    let judged = loaded.judged().expect("it is over");
    assert_eq!((judged.outcome, judged.winners.len()), (Some(OutcomeKind::Void), 0));
    assert_eq!(judged.dishonest.len(), 0);
    let now = struck.carol.around.now;
    assert_eq!(struck.carol.desk.notices(&loaded, false, now).expect("notices"), [Notice::TwoWins]);
    // After loading the saved game again, the verdict is the same.
    let id = loaded.game.standing.id.0;
    assert!(struck.carol.desk.open(&id, now).expect("it is kept").two_wins);
}

/// A late turn doesn't count. The vault keeps it anyway, because it may show that its player
/// accepted an earlier turn of another file.
#[test]
fn vault_stores_a_late_turn_with_a_claim() {
    let mut game = new_game();
    let mut late = game.clone();
    // Carol reads the file in time, but takes her turn too late.
    let file = late.file.clone();
    let mut loaded = late.carol.look(&file).expect("a file of the game");
    late.carol.desk.remember(&mut loaded).expect("it is kept");
    late.carol.around.now = deadline(&late.file) + TimeDelta::days(1);
    let dot = late.empty.pop().expect("a dot");
    late.goes("carol", Intent::Move(dot));
    game.strikes_out();
    takes_in(&mut game.bob, &game.file);
    let loaded = takes_in(&mut game.bob, &late.file);
    assert!(loaded.game.file.write() == game.file, "the claim counts");
    assert!(loaded.beside().iter().map(|other| &other.text).eq([&late.file]));
}

#[test]
fn breach_in_another_file_is_kept_while_the_game_continues() {
    let mut game = Box::new();
    let dot = game.houses.pop().expect("a dot");
    game.goes("bob", Intent::Move(dot));
    let (asked, mut liar) = (game.file.clone(), copy(&game.alice));
    let plan = liar.plan(Intent::Nothing);
    let broken =
        forged_with(&mut liar, &asked, &plan, |turn: &mut Turn| turn.answer = vec!["MISS".into()]);
    let loaded = takes_in(&mut game.bob, &broken);
    assert!(loaded.game.standing.breach.is_some());
    // Bob and carol receive another version of the answer, and continue from that version.
    game.goes("alice", Intent::Nothing);
    game.calls("carol", false);
    let file = game.file.clone();
    let loaded = takes_in(&mut game.bob, &file);
    assert_eq!((loaded.game.file.clone(), loaded.beside().len()), (read(&file), 1));
    let proved = loaded.proved.as_ref().expect("it is not forgotten");
    assert_eq!((proved.seat, proved.turn), (Seat::OPENER, 3));
    let judgement = loaded.judgement().expect("it is a game");
    assert_eq!(judgement.verdict.findings.len(), 1);
    game.calls("bob", true);
}

#[test]
fn vault_switches_to_the_other_players_game() {
    let mut game = Box::new();
    game.calls("bob", false);
    let mut eve = Person::new("carol");
    eve.around.seed += 5;
    let false_copy = eve.turn(&game.file).expect("she joins as carol").text;
    let loaded = takes_in(&mut game.bob, &false_copy);
    assert_eq!(loaded.game.file, read(&false_copy));
    game.calls("carol", false);
    let file = game.file.clone();
    let loaded = takes_in(&mut game.bob, &file);
    assert_eq!((loaded.game.file.clone(), loaded.other_person), (read(&file), Some(Seat(2))));
    let carol = loaded.game.standing.player(Seat(2)).and_then(|player| player.key);
    let contacts = game.bob.desk.contacts().expect("contacts");
    assert_eq!(Some(contacts.get("carol").expect("a contact").key), carol);
    // Bob's vault doesn't switch back, because it hasn't seen alice continue in that version.
    let back = game.bob.look(&false_copy);
    assert!(matches!(back, Err(DeskError::AnotherPlayer { .. })));
    game.calls("bob", false);
}

/// Spy!: a player declares a wrong guess, and the opponent responds with the right network. If a
/// claim replaces the response, the response counts as declined: 2 points, not 3.
#[test]
fn response_counts_as_declined_after_a_claim_arrives() {
    let kind = Kind::from_id("spy").expect("it is on the list");
    let (mut alice, mut bob) = (Person::new("alice"), Person::new("bob"));
    let mut file = alice.begin(kind, &["bob"]).expect("a game").text;
    file = bob.turn(&file).expect("bob joins").text;
    let tries = |person: &mut Person, file: &str, typed: &str| {
        let loaded = person.look(file).expect("a file of the game");
        let intent = if typed.is_empty() { Intent::Nothing } else { Intent::Move(typed.into()) };
        let plan = person.plan(intent);
        let staged = person.desk.play(&loaded, 0, &plan).ok()?;
        Some(person.desk.keep(staged).expect("it is kept").text)
    };
    // Ask questions until a guess is allowed, which is after the first round.
    let own = loop {
        let person = whoever_is_due(&mut alice, &mut bob, &file);
        let loaded = person.look(&file).expect("a file of the game");
        let own = person.desk.keys(&loaded, 0).expect("they are kept").setup[0].clone();
        if let Some(declared) = tries(person, &file, &format!("guess {own}")) {
            file = declared;
            // A turn without a seal had no room for the guess.
            if read(&file).turns.last().is_some_and(|turn| turn.seal.is_some()) {
                break own;
            }
            continue;
        }
        let question = format!("{}J", read(&file).turns.len());
        let asked = tries(person, &file, &question).or_else(|| tries(person, &file, ""));
        file = asked.expect("a turn");
    };
    let goes =
        |person: &mut Person, file: &str, typed: &str| tries(person, file, typed).expect("a turn");
    let (declarer, other) = if whoever_is_due(&mut alice, &mut bob, &file).name == "bob" {
        (&mut alice, &mut bob)
    } else {
        (&mut bob, &mut alice)
    };
    let mut claimant = copy(declarer);
    let end = deadline(&file);
    claimant.around.now = end;
    let loaded = claimant.look(&file).expect("a file of the game");
    let staged = claimant.desk.claim(&loaded, 0, end).expect("a claim");
    let claim = claimant.desk.keep(staged).expect("it is kept").loaded.game.file.write();
    file = goes(other, &file, &format!("guess {own}"));
    file = goes(declarer, &file, "");
    let most = |person: &mut Person| {
        let mut loaded = person.look(&file).expect("a file of the game");
        person.desk.remember(&mut loaded).expect("it is kept");
        let outcome = loaded.game.standing.outcome.expect("it is decided");
        outcome.points.iter().map(|(_, points)| *points).max()
    };
    assert_eq!(most(other), Some(3));
    let mut loaded = other.look(&claim).expect("a file of the game");
    other.desk.remember(&mut loaded).expect("it is kept");
    assert_eq!(most(other), Some(2));
}
