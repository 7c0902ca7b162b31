//! An honest player: a real desk with a correct clock, on a computer that may crash.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use pbem::audit::{Judgement, examine, judge};
use pbem::crypto::Stream;
use pbem::desk::{
    Bots, Change, Desk, DeskError, LoadedGame, MemoryStore, NewGame, SavedTurn, SeededOutside,
    Staged, restore,
};
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{AnyTable, Intent, Keys, Plan, is_claim, open};
use pbem::turnfile::{Bytes32, Header, Moment, Ruling, Turn, TurnFile, read};

pub(crate) const SECOND_VERSION: &str = "a second version of a mailed turn leaves";
pub(crate) const LOST_TURN: &str = "a stored turn is lost";

/// Crashes on an honest player's computer while making a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mishap {
    Nothing,
    /// The computer stops after making the turn and before storing it.
    BeforeCommit,
    /// The computer stops after storing the turn and before mailing it.
    BeforeMail,
}

/// Deliberate bugs, to check that the search notices them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// The user copies an old vault folder back, so the vault doesn't know that it is old.
    FolderPutBack,
    /// A crash loses stored data.
    CrashLoses,
    /// A vault forgets all files except the latest.
    NothingBeside,
    /// The player that the search considers honest cheats.
    CheatIsTrusted,
    /// The final judgment leaves out the files with the win.
    WinLeftOut,
    /// The verdict uses the first half of the files.
    HalfTheFiles,
}

/// A backup, and the knowledge at its time.
struct Backup {
    text: String,
    documents: Vec<Change>,
    chain: Vec<Bytes32>,
    seen: Vec<TurnFile>,
}

/// An honest player.
pub(crate) struct Honest {
    pub(crate) name: String,
    /// The number of the play.
    play: u64,
    desk: Desk<MemoryStore>,
    pub(crate) around: SeededOutside,
    id: Option<Bytes32>,
    flaw: Option<Flaw>,
    backup: Option<Backup>,
    /// Hashes of the turns in the last restored backup.
    restored: Option<Vec<Bytes32>>,
    /// A file newer than that backup has been read since.
    read_news: bool,
    /// This player's turns that other players may have seen, by the turn that each follows.
    mailed: BTreeMap<Bytes32, BTreeSet<Bytes32>>,
    /// Files that this vault has received or made, since the backup that it comes from.
    pub(crate) seen: Vec<TurnFile>,
    /// Files with a claim that may have come too early.
    pub(crate) early: Vec<TurnFile>,
    /// This player's setup.
    pub(crate) setup: Vec<String>,
    /// Second versions of a mailed turn: after restoring a backup, and reading a file that is newer
    /// than the backup but doesn't have the turn.
    pub(crate) second_versions: usize,
}

impl Honest {
    pub(crate) fn new(seat: usize, name: &str, now: Moment, seed: u64, flaw: Option<Flaw>) -> Self {
        Honest {
            name: name.to_owned(),
            play: seed,
            desk: Desk::new(MemoryStore::default()).expect("an empty desk"),
            around: SeededOutside::new(now, (seed * 31 + seat as u64 + 1) << 20),
            id: None,
            flaw,
            backup: None,
            restored: None,
            read_news: false,
            mailed: BTreeMap::new(),
            seen: Vec::new(),
            early: Vec::new(),
            setup: Vec::new(),
            second_versions: 0,
        }
    }

    fn plan(&mut self) -> Plan {
        let numbers = self.around.bytes();
        Plan::new(self.around.now, Intent::any(numbers))
    }

    fn fresh(&mut self, header: &Header, table: &AnyTable, seat: Seat) -> Keys {
        let hides = table.setup_help(seat).is_some();
        let mut numbers = Stream::from_seed(self.around.bytes());
        let setup = if hides { table.random_setup(seat, &mut numbers) } else { Vec::new() };
        self.setup.clone_from(&setup);
        self.desk.fresh(header, seat, setup, &mut self.around).expect("keys")
    }

    /// Starts the game with this header.
    pub(crate) fn begin(&mut self, header: Header) -> TurnFile {
        let table = AnyTable::new(&header).expect("a game");
        let fresh = self.fresh(&header, &table, Seat::OPENER);
        let (plan, name) = (self.plan(), "game".to_owned());
        let game = NewGame { header, name, place: None, bots: Bots::new() };
        let staged = self.desk.begin(game, &fresh, &plan, &mut self.around).expect("a turn");
        let written = self.desk.keep(staged).expect("it is kept");
        self.leaves(&written.loaded.game.file)
    }

    /// Records that this player's turns in the file have left the computer.
    fn leaves(&mut self, file: &TurnFile) -> TurnFile {
        self.id = Some(file.game.id());
        for turn in file.turns.iter().filter(|turn| turn.seat == self.name) {
            let versions = self.mailed.entry(turn.after).or_default();
            if versions.insert(turn.hash()) && versions.len() > 1 {
                // A restored vault continues from a file that is newer than the backup, and asks
                // its player before that.
                let (number, name, play) = (turn.number, &self.name, self.play);
                let what = || format!("{SECOND_VERSION}: turn {number} of {name} in play {play}");
                assert!(self.read_news, "{}", what());
                self.second_versions += 1;
            }
            let staged = self.desk.mailed(&file.game.id(), turn.number, turn.hash(), None);
            let staged = staged.expect("the record is there");
            self.desk.keep(staged).expect("it is kept");
        }
        self.sees(file.clone());
        file.clone()
    }

    fn has_mailed(&self, after: Bytes32, hash: Bytes32) -> bool {
        self.mailed.get(&after).is_some_and(|versions| versions.contains(&hash))
    }

    fn sees(&mut self, file: TurnFile) {
        if !self.seen.contains(&file) {
            self.seen.push(file);
        }
    }

    /// The latest state of the game.
    pub(crate) fn loaded(&self) -> Option<LoadedGame> {
        self.desk.open(self.id.as_ref()?, self.around.now).ok()
    }

    /// Receives anything. Rejected input changes nothing.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        let now = self.around.now;
        let Ok(mut loaded) = self.desk.load_bytes(bytes, None, now) else { return };
        if let (Some(chain), Some(hashes)) = (&self.restored, loaded.compared().next()) {
            self.read_news |= !chain.starts_with(hashes);
        }
        if loaded.records.is_empty() {
            self.join(loaded);
            return;
        }
        self.desk.remember(&mut loaded).expect("it is kept");
        let Ok(mut file) = TurnFile::read(bytes) else { return };
        if file.turns.iter().any(|turn| turn.sent > now + TimeDelta::hours(24)) {
            return;
        }
        // The vault keeps what precedes a claim that comes too early, and takes in the claim if the
        // same file comes again in time.
        if let Some(claim) = loaded.held_claim {
            let is_held_claim = |turn: &Turn| is_claim(turn) && turn.sent == claim.sent;
            if let Some(at) = file.turns.iter().position(is_held_claim) {
                self.early.push(file.clone());
                file.turns.truncate(at);
            }
        }
        self.sees(file);
    }

    fn join(&mut self, mut loaded: LoadedGame) {
        let now = self.around.now;
        if self.id.is_some() {
            return;
        }
        let Ok(seat) = self.desk.seat_to_take(&mut loaded, Some(&self.name), now) else { return };
        let fresh = self.fresh(&loaded.game.file.game, &loaded.game.table, seat);
        let plan = self.plan();
        let Ok(staged) = self.desk.join(&loaded, &fresh, &plan, false, &mut self.around) else {
            return;
        };
        let written = self.desk.keep(staged).expect("it is kept");
        self.id = Some(written.loaded.game.standing.id.0);
    }

    pub(crate) fn take_ruling(&mut self, ruling: &Ruling) {
        if let Ok(staged) = self.desk.take_ruling(ruling, self.around.now) {
            self.desk.keep(staged).expect("it is kept");
        }
    }

    /// Makes the next turn, if it is this player's move, or claims. Returns the file to mail. A
    /// lucky player tries these moves first.
    pub(crate) fn act(
        &mut self,
        mishap: Mishap,
        claims: bool,
        lucky: &[String],
    ) -> Option<TurnFile> {
        let mut loaded = self.loaded()?;
        let at = loaded.own_seat(Some(&self.name)).ok().flatten()?;
        let is_due = loaded.is_mine();
        let has_claimed =
            loaded.game.file.turns.iter().any(|turn| turn.seat == self.name && is_claim(turn));
        if is_due && !has_claimed {
            let plan = self.plan();
            let hits =
                lucky.iter().map(|hit| Plan { intent: Intent::Move(hit.clone()), ..plan.clone() });
            // A claim came before the turn: the honest answer is that the turn is late.
            loaded.arrived_late = true;
            let staged =
                hits.chain([plan.clone()]).find_map(|plan| self.desk.play(&loaded, at, &plan).ok());
            return self.commit(staged, mishap);
        }
        if claims && !is_due {
            let now = self.around.now;
            if let Ok(staged) = self.desk.claim(&loaded, at, now) {
                if mishap == Mishap::BeforeCommit {
                    return None;
                }
                let claimed = self.desk.keep(staged).expect("it is kept");
                return Some(self.leaves(&claimed.loaded.game.file));
            }
        }
        None
    }

    fn commit(&mut self, staged: Option<Staged<SavedTurn>>, mishap: Mishap) -> Option<TurnFile> {
        let staged = staged?;
        if mishap == Mishap::BeforeCommit {
            return None;
        }
        let before = self.desk.documents().expect("documents");
        let written = self.desk.keep(staged).expect("it is kept");
        let file = written.loaded.game.file;
        if mishap == Mishap::BeforeMail {
            if self.flaw == Some(Flaw::CrashLoses) {
                self.desk = Desk::new(MemoryStore::new(before)).expect("a desk");
            }
            // The next look at the game finds the turn again, byte for byte.
            let loaded = self.loaded().expect("the game is there");
            assert_eq!(loaded.game.file, file, "{LOST_TURN}");
            return None;
        }
        Some(self.leaves(&file))
    }

    /// Mails the latest file, which may contain a turn that was stored before a crash. A restored
    /// vault doesn't mail a turn that it never sent.
    pub(crate) fn mail_again(&mut self) -> Option<TurnFile> {
        let loaded = self.loaded()?;
        loaded.may_send().ok()?;
        let file = loaded.game.file.clone();
        Some(self.leaves(&file))
    }

    /// Undoes the last turn, if no other player has it.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(loaded) = self.loaded() else { return false };
        let Ok(Some(at)) = loaded.own_seat(Some(&self.name)) else { return false };
        let last = loaded.game.file.turns.last();
        let own = last.is_some_and(|turn| {
            turn.seat == self.name && !self.has_mailed(turn.after, turn.hash())
        });
        if !own || loaded.game.file.turns.len() == 1 {
            return false;
        }
        match self.desk.undo(&loaded, at) {
            Ok(staged) => {
                self.desk.keep(staged).expect("it is kept");
                true
            }
            Err(_) => false,
        }
    }

    pub(crate) fn back_up(&mut self) {
        let Some(loaded) = self.loaded() else { return };
        let backup = self.desk.back_up(&[], None, false, false, self.around.now).expect("a backup");
        self.backup = Some(Backup {
            text: backup.text.to_string(),
            documents: self.desk.documents().expect("documents"),
            chain: loaded.game.standing.hashes,
            seen: self.seen.clone(),
        });
    }

    /// Loses the disk and restores the last backup. If `confirms`, and if it is true, the player
    /// confirms that nothing was played since.
    pub(crate) fn restore(&mut self, confirms: bool) -> bool {
        let Some(backup) = &self.backup else { return false };
        // The player remembers every turn that was mailed, even before an earlier restore.
        let is_in =
            |file: &TurnFile, hash: &Bytes32| file.turns.iter().any(|it| it.hash() == *hash);
        let is_known = |hash: &Bytes32| backup.seen.iter().any(|file| is_in(file, hash));
        let played = !self.mailed.values().flatten().all(is_known);
        if self.flaw == Some(Flaw::FolderPutBack) {
            let documents = backup.documents.iter().cloned();
            self.desk = Desk::new(MemoryStore::new(documents)).expect("a desk");
            return true;
        }
        let restored = restore(&backup.text, self.around.now).expect("a good backup");
        self.desk = Desk::new(MemoryStore::new(restored.documents)).expect("a desk");
        self.restored = Some(backup.chain.clone());
        self.read_news = false;
        self.seen.clone_from(&backup.seen);
        if confirms && !played {
            let staged = self.desk.nothing_since().expect("a restored desk");
            self.desk.keep(staged).expect("it is kept");
        }
        true
    }

    /// The verdict of this vault, from all its files.
    pub(crate) fn judgement(&self) -> Option<Judgement> {
        let loaded = self.loaded()?;
        if self.flaw == Some(Flaw::NothingBeside) {
            let newest = read(loaded.game.file.write().as_bytes());
            return judge(&[examine(newest)]).pop();
        }
        loaded.judgement()
    }

    /// Whether the player could continue: it is another player's move, the game is over, or a turn
    /// can be made.
    pub(crate) fn is_stuck(&mut self) -> Option<String> {
        let mut loaded = self.loaded()?;
        loaded.arrived_late = true;
        if !loaded.is_mine() {
            return None;
        }
        let at = loaded.own_seat(Some(&self.name)).ok().flatten()?;
        let plan = self.plan();
        match self.desk.play(&loaded, at, &plan) {
            Ok(_) | Err(DeskError::Breach(_)) => None,
            Err(trouble) => Some(format!("{trouble:?}")),
        }
    }
}

/// The turns of a readable file.
pub(crate) fn turns_of(file: &TurnFile) -> Option<AnyTable> {
    open(file).ok().filter(|(_, fault)| fault.is_none()).map(|(table, _)| table)
}

/// The kind with this id.
pub(crate) fn kind(id: &str) -> Kind {
    Kind::from_id(id).expect("a kind")
}
