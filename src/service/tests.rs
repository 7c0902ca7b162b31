//! Tests of the use cases, with stores in memory that can fail at every step.

use std::cell::RefCell;
use std::rc::Rc;

use chrono::{DateTime, TimeDelta};

use super::*;
use crate::board::collect;
use crate::crypto::Stream;
use crate::desk::{
    Bots, Change, Desk, DeskError, DocName, DocText, LoadedGame, MemoryStore, NewGame, Outside,
    ReadSet, Receipt, SeededOutside, Store, StoreError, ToldToFail,
};
use crate::games::Kind;
use crate::rules::{Level, Seat};
use crate::table::{AnyTable, Intent, option_specs};

/// The steps so far, and the number of the step that fails.
#[derive(Clone, Default)]
struct Steps(Rc<RefCell<(Vec<&'static str>, Option<usize>)>>);

impl Steps {
    fn step(&self, name: &'static str) -> Result<(), StoreError> {
        let (steps, fails_at) = &mut *self.0.borrow_mut();
        if *fails_at == Some(steps.len()) {
            return Err(StoreError::Medium(Box::new(ToldToFail)));
        }
        steps.push(name);
        Ok(())
    }

    /// Returns the steps so far, and forgets them. From now on, step number `fails_at` fails.
    fn restart(&self, fails_at: Option<usize>) -> Vec<&'static str> {
        std::mem::replace(&mut *self.0.borrow_mut(), (Vec::new(), fails_at)).0
    }
}

#[derive(Clone)]
struct Vault(MemoryStore, &'static str, Steps);

impl Store for Vault {
    fn names(&self) -> Result<Vec<DocName>, StoreError> {
        self.0.names()
    }

    fn load(&self, name: &DocName) -> Result<Option<DocText>, StoreError> {
        self.0.load(name)
    }

    fn commit(&mut self, changes: &[Change], base: &ReadSet) -> Result<Receipt, StoreError> {
        self.2.step(self.1)?;
        self.0.commit(changes, base)
    }
}

struct Memory {
    mine: Desk<Vault>,
    bots: Desk<Vault>,
    outside: SeededOutside,
    file: String,
    steps: Steps,
}

impl Host for Memory {
    type Store = Vault;

    fn desk(&mut self) -> Result<(&mut Desk<Vault>, &mut dyn Outside), DeskError> {
        Ok((&mut self.mine, &mut self.outside))
    }

    fn bot_desk(&mut self) -> Result<(&mut Desk<Vault>, &mut dyn Outside), DeskError> {
        Ok((&mut self.bots, &mut self.outside))
    }

    fn find_place(&mut self, _: &mut LoadedGame) -> Result<(), DeskError> {
        Ok(())
    }

    fn check_place(&mut self, _: usize) -> Result<(), DeskError> {
        Ok(())
    }

    fn publish(&mut self, _: &LoadedGame, text: &str) -> Result<(), DeskError> {
        self.steps.step("file")?;
        text.clone_into(&mut self.file);
        Ok(())
    }
}

impl Memory {
    fn new(seed: u64) -> Self {
        let steps = Steps::default();
        let desk = |name| {
            Desk::new(Vault(MemoryStore::default(), name, steps.clone())).expect("an empty desk")
        };
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a moment");
        let outside = SeededOutside::new(now, seed);
        Memory { mine: desk("vault"), bots: desk("bots"), outside, file: String::new(), steps }
    }

    /// Opens a game of alice against an easy bot.
    fn begin(&mut self) -> LoadedGame {
        self.begin_with(collect::map([("bot".to_owned(), Level::Easy)]), "bot")
    }

    /// Opens a game of alice against the player `other`.
    fn begin_with(&mut self, bots: Bots, other: &str) -> LoadedGame {
        let kind = Kind::from_id("checkpoint-danger").expect("it is on the list");
        let specs = option_specs(kind);
        let options = specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone()));
        let (options, seats) = (collect::map(options), vec!["alice".to_owned(), other.to_owned()]);
        let first = Some("alice".to_owned());
        let header = self.mine.header(kind, seats, options, first, &mut self.outside);
        let header = header.expect("a header");
        let table = AnyTable::new(&header).expect("a table");
        let first = first_turn(&table, Seat::OPENER);
        let new = NewGame { header, name: "cd".to_owned(), place: None, bots };
        begin(self, new, first).expect("a game").0
    }

    /// Loads the file as it is now.
    fn load(&mut self) -> LoadedGame {
        let (file, now) = (self.file.clone(), self.outside.now);
        self.mine.load_bytes(file.as_bytes(), None, now).expect("a file of the game")
    }
}

/// Returns a first turn with a random setup.
fn first_turn(table: &AnyTable, seat: Seat) -> FirstTurn {
    let setup = table.random_setup(seat, &mut Stream::from_seed([7; 32]));
    let (intent, note, full_name) = (Intent::Nothing, None, None);
    FirstTurn { seat, setup, intent, note, full_name, never_joined: false }
}

/// Returns bob's vault, and a game in which alice has missed her deadline.
fn late_alice() -> (Memory, LoadedGame) {
    let (mut alice, mut bob) = (Memory::new(4), Memory::new(5));
    alice.begin_with(Bots::new(), "bob");
    bob.file.clone_from(&alice.file);
    let mut game = bob.load();
    let first = first_turn(&game.game.table, Seat::JOINER);
    join(&mut bob, &mut game, first).expect("a seat");
    bob.outside.now += TimeDelta::days(30);
    bob.steps.restart(None);
    (bob, game)
}

fn any_move(seed: u8) -> TurnRequest {
    Intent::any([seed; 32]).into()
}

#[test]
fn vault_saves_each_turn_before_it_is_published() {
    let mut host = Memory::new(1);
    let mut game = host.begin();
    assert_eq!(host.steps.restart(None), ["bots", "vault", "file", "bots", "file", "vault"]);
    let played_turn = play(&mut host, &mut game, &any_move(1)).expect("a move");
    assert_eq!((played_turn.number, played_turn.bots.len()), (3, 1));
    let steps = host.steps.restart(None);
    assert_eq!(steps, ["vault", "file", "bots", "bots", "file", "vault"]);
    assert_eq!(game.game.file.write(), host.file);
    assert!(game.is_mine());
}

#[test]
fn interrupted_turn_is_finished_by_the_same_request() {
    for fails_at in 0..6 {
        let mut host = Memory::new(2);
        let mut game = host.begin();
        let before = game.game.standing.turns();
        host.steps.restart(Some(fails_at));
        let signed = |game: &LoadedGame| game.records[0].signed_turns().len();
        let error = play(&mut host, &mut game, &any_move(3)).err();
        assert!(error.is_some(), "step {fails_at} fails");
        host.steps.restart(None);
        let mut game = host.load();
        let count = signed(&game);
        // If only the last step fails, all turns are already in the file, and the player sees them.
        if game.game.standing.turns() < before + 2 {
            play(&mut host, &mut game, &any_move(3)).expect("the rest");
        }
        let game = host.load();
        assert_eq!(game.game.standing.turns(), before + 2, "step {fails_at}");
        assert!(game.is_mine() && game.stale.is_none());
        // The vault signed the turn once, before or after the failure.
        assert_eq!(signed(&game), if fails_at == 0 { count + 1 } else { count }, "step {fails_at}");
    }
}

#[test]
fn claim_is_saved_before_it_is_published() {
    let (mut bob, mut game) = late_alice();
    claim(&mut bob, &mut game, 0).expect("alice is late");
    assert_eq!(bob.steps.restart(None), ["vault", "file"]);
    assert!(game.game.standing.claim.is_some());
    assert_eq!(game.game.file.write(), bob.file);
}

#[test]
fn interrupted_claim_is_published_later() {
    let (mut bob, mut game) = late_alice();
    bob.steps.restart(Some(1));
    let error = claim(&mut bob, &mut game, 0).expect_err("the file fails");
    assert!(matches!(error, PlayError::NotPublished { number: 3, .. }), "{error:?}");
    bob.steps.restart(None);
    let mut game = bob.load();
    finish(&mut bob, &mut game).expect("the rest");
    assert!(bob.load().game.standing.claim.is_some());
}

#[test]
fn marks_are_saved_unless_they_are_unreadable() {
    let mut host = Memory::new(6);
    let mut game = host.begin();
    mark(&mut host, &mut game, 0, "x C4; ? B2").expect("marks");
    let refused = mark(&mut host, &mut game, 0, "x Z99").expect_err("no square");
    assert!(matches!(refused, MarkError::Typed(_)));
    let saved = host.load();
    let marks: Vec<_> = saved.records[0].marks.iter().map(|(at, it)| format!("{at}{it}")).collect();
    assert_eq!(marks, ["B2?", "C4x"]);
}
