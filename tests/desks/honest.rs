//! An honest player: a real desk, whose clock is right, and whose machine may fail.

use std::collections::BTreeMap;

use pbem::crypto::{Bytes16, Stream, turn_hash};
use pbem::desk::{
    Bots, Desk, LaidOut, MemoryStore, NewGame, Outside, Staged, Trouble, Written, restore,
};
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{AnyTable, Intent, Keys, Plan, is_claim, open};
use pbem::turnfile::{Bytes32, Header, Moment, Ruling, TurnFile};

/// A clock, and secrets that follow from a number.
pub(crate) struct Around {
    pub(crate) now: Moment,
    seed: u64,
}

impl Outside for Around {
    fn now(&self) -> Moment {
        self.now
    }

    fn secret(&mut self) -> Bytes16 {
        *self.bytes().first_chunk().expect("it is longer")
    }
}

impl Around {
    pub(crate) fn new(now: Moment, seed: u64) -> Self {
        Around { now, seed: seed << 20 }
    }

    pub(crate) fn bytes(&mut self) -> Bytes32 {
        self.seed += 1;
        turn_hash(&self.seed.to_be_bytes())
    }
}

/// What may go wrong on the machine of an honest player while a turn is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mishap {
    Nothing,
    /// The machine stops after the turn was made and before it was stored.
    BeforeCommit,
    /// It stops after the turn was stored and before anything left.
    BeforeMail,
}

/// An honest player.
pub(crate) struct Honest {
    pub(crate) name: String,
    desk: Desk<MemoryStore>,
    pub(crate) around: Around,
    id: Option<Bytes32>,
    backup: Option<String>,
    /// A backup was put back. The player has said so by that, and the next file that is read may
    /// lack turns that were made since.
    restored: bool,
    /// The turns of this player that others may have seen, by number.
    pub(crate) mailed: BTreeMap<u32, Bytes32>,
}

impl Honest {
    pub(crate) fn new(seat: usize, name: &str, now: Moment, seed: u64) -> Self {
        let desk = Desk::new(MemoryStore::default()).expect("an empty desk");
        let (name, around) = (name.to_owned(), Around::new(now, seed * 31 + seat as u64 + 1));
        let (id, backup, restored, mailed) = (None, None, false, BTreeMap::new());
        Honest { name, desk, around, id, backup, restored, mailed }
    }

    fn plan(&mut self) -> Plan {
        let numbers = self.around.bytes();
        Plan::new(self.around.now, Intent::any(numbers))
    }

    fn fresh(&mut self, header: &Header, table: &AnyTable, seat: Seat) -> Keys {
        let hides = table.setup_help(seat).is_some();
        let mut numbers = Stream::from_seed(self.around.bytes());
        let setup = if hides { table.random_setup(seat, &mut numbers) } else { Vec::new() };
        self.desk.fresh(header, seat, setup, &mut self.around).expect("keys")
    }

    /// Opens the game with this header.
    pub(crate) fn begin(&mut self, header: Header) -> TurnFile {
        let table = AnyTable::new(&header).expect("a game");
        let fresh = self.fresh(&header, &table, Seat::OPENER);
        let (plan, name) = (self.plan(), "game".to_owned());
        let game = NewGame { header, name, place: None, bots: Bots::new() };
        let staged = self.desk.begin(game, &fresh, &plan, &mut self.around).expect("a turn");
        let written = self.desk.keep(staged).expect("it is kept");
        self.leaves(&written.laid.game.file)
    }

    /// Remembers that the own turns of this file have left the machine.
    fn leaves(&mut self, file: &TurnFile) -> TurnFile {
        self.id = Some(file.game.id());
        let own = file.turns.iter().filter(|turn| turn.seat == self.name);
        for turn in own {
            let before = self.mailed.insert(turn.number, turn.hash());
            assert!(
                self.restored || before.is_none_or(|before| before == turn.hash()),
                "{} let a second version of turn {} out",
                self.name,
                turn.number
            );
            let staged = self.desk.mailed(&file.game.id(), turn.number, turn.hash());
            let staged = staged.expect("the record is there");
            self.desk.keep(staged).expect("it is kept");
        }
        file.clone()
    }

    /// The game in its newest state.
    pub(crate) fn laid(&self) -> Option<LaidOut> {
        self.desk.open(self.id.as_ref()?, self.around.now).ok()
    }

    /// Takes in whatever came. What is refused changes nothing.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        let now = self.around.now;
        let Ok(mut laid) = self.desk.lay_out(bytes, None, now) else { return };
        if laid.records.is_empty() {
            self.join(laid);
            return;
        }
        self.desk.remember(&mut laid).expect("it is kept");
    }

    fn join(&mut self, mut laid: LaidOut) {
        let now = self.around.now;
        if self.id.is_some() {
            return;
        }
        let Ok(seat) = self.desk.seat_to_take(&mut laid, Some(&self.name), now) else { return };
        let fresh = self.fresh(&laid.game.file.game, &laid.game.table, seat);
        let plan = self.plan();
        let Ok(staged) = self.desk.join(&laid, &fresh, &plan, false, &mut self.around) else {
            return;
        };
        let written = self.desk.keep(staged).expect("it is kept");
        self.id = Some(written.laid.game.standing.id.0);
    }

    pub(crate) fn take_ruling(&mut self, ruling: &Ruling) {
        if let Ok(staged) = self.desk.take_ruling(ruling, self.around.now) {
            self.desk.keep(staged).expect("it is kept");
        }
    }

    /// Makes the next turn, if it is this player's, or claims. Gives the file that is mailed.
    pub(crate) fn act(&mut self, mishap: Mishap, claims: bool) -> Option<TurnFile> {
        let laid = self.laid()?;
        let at = laid.own_seat(Some(&self.name)).ok().flatten()?;
        let is_due = laid.is_mine();
        let has_claimed =
            laid.game.file.turns.iter().any(|turn| turn.seat == self.name && is_claim(turn));
        if is_due && !has_claimed {
            let plan = self.plan();
            let staged = self.desk.play(&laid, at, &plan).ok();
            return self.commit(staged, mishap);
        }
        if claims && !is_due {
            let now = self.around.now;
            if let Ok(staged) = self.desk.claim(&laid, at, now) {
                if mishap == Mishap::BeforeCommit {
                    return None;
                }
                let claimed = self.desk.keep(staged).expect("it is kept");
                return Some(self.leaves(&claimed.laid.game.file));
            }
        }
        None
    }

    fn commit(&mut self, staged: Option<Staged<Written>>, mishap: Mishap) -> Option<TurnFile> {
        let staged = staged?;
        if mishap == Mishap::BeforeCommit {
            return None;
        }
        let written = self.desk.keep(staged).expect("it is kept");
        let file = written.laid.game.file;
        if mishap == Mishap::BeforeMail {
            // The next look at the game finds the turn again, byte for byte.
            let laid = self.laid().expect("the game is there");
            assert_eq!(laid.game.file, file, "a stored turn is lost");
            return None;
        }
        Some(self.leaves(&file))
    }

    /// Mails the newest file, which may hold a turn that was stored before a crash.
    pub(crate) fn mail_again(&mut self) -> Option<TurnFile> {
        let laid = self.laid()?;
        let file = laid.game.file.clone();
        Some(self.leaves(&file))
    }

    /// Takes the last turn back, if no one has it.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(laid) = self.laid() else { return false };
        let Ok(Some(at)) = laid.own_seat(Some(&self.name)) else { return false };
        let last = laid.game.file.turns.last();
        let own = last
            .is_some_and(|turn| turn.seat == self.name && !self.mailed.contains_key(&turn.number));
        if !own || laid.game.file.turns.len() == 1 {
            return false;
        }
        match self.desk.undo(&laid, at) {
            Ok(staged) => {
                self.desk.keep(staged).expect("it is kept");
                true
            }
            Err(_) => false,
        }
    }

    pub(crate) fn back_up(&mut self) {
        if self.id.is_some() {
            let backup = self.desk.back_up(&[], None, false, self.around.now);
            self.backup = Some(backup.expect("a backup").text.to_string());
        }
    }

    /// The disk is lost, and the last backup put in its place. The player confirms nothing.
    pub(crate) fn restore(&mut self) -> bool {
        let Some(backup) = &self.backup else { return false };
        let restored = restore(backup, self.around.now).expect("a good backup");
        self.desk = Desk::new(MemoryStore::new(restored.documents)).expect("a desk");
        self.restored = true;
        true
    }

    /// Whether the player could go on: it is another's turn, the game is over, or a turn can be
    /// made.
    pub(crate) fn is_stuck(&mut self) -> Option<String> {
        let laid = self.laid()?;
        if !laid.is_mine() {
            return None;
        }
        let at = laid.own_seat(Some(&self.name)).ok().flatten()?;
        let plan = self.plan();
        match self.desk.play(&laid, at, &plan) {
            Ok(_) | Err(Trouble::Breach(_)) => None,
            Err(trouble) => Some(format!("{trouble:?}")),
        }
    }
}

/// The turns of a file that can be read.
pub(crate) fn turns_of(file: &TurnFile) -> Option<AnyTable> {
    open(file).ok().filter(|(_, fault)| fault.is_none()).map(|(table, _)| table)
}

/// The kind with this id.
pub(crate) fn kind(id: &str) -> Kind {
    Kind::from_id(id).expect("a kind")
}
