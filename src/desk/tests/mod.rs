//! Tests of the desk, with stores in memory.

mod backups;
mod beside;
mod clocks;
mod documents;
mod failing;
mod files;
mod games;
mod made;
mod records;
mod restored;
mod several;
mod whole_games;

use chrono::{DateTime, TimeDelta};

use super::*;
use crate::crypto::Stream;
use crate::games::Kind;
use crate::rules::Seat;
use crate::table::{self, Intent, Keys, Plan, option_specs};
use crate::turnfile::{Moment, TurnFile};

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + second, 0).expect("a moment")
}

/// A clock that advances by an hour with every secret.
fn around(seed: u64) -> SeededOutside {
    SeededOutside { pause: TimeDelta::hours(1), ..SeededOutside::new(at(0), seed) }
}

/// A person with a separate desk.
struct Person {
    name: &'static str,
    desk: Desk<MemoryStore>,
    around: SeededOutside,
}

impl Person {
    fn new(name: &'static str) -> Self {
        let seed = name.bytes().fold(7, |seed, byte| seed * 257 + u64::from(byte));
        let desk = Desk::new(MemoryStore::default()).expect("an empty desk");
        Person { name, desk, around: around(seed) }
    }

    fn plan(&mut self, intent: Intent) -> Plan {
        self.around.secret();
        Plan::new(self.around.now(), intent)
    }

    fn bot(&mut self) -> Plan {
        let seed = self.around.bytes();
        self.plan(Intent::any(seed))
    }

    /// Opens a game with these people, and saves its first turn.
    fn begin(&mut self, kind: Kind, others: &[&str]) -> Result<SavedTurn, DeskError> {
        let staged = self.stage_game(kind, others)?;
        self.desk.keep(staged)
    }

    fn stage_game(&mut self, kind: Kind, others: &[&str]) -> Result<Staged<SavedTurn>, DeskError> {
        let seats = std::iter::once(self.name).chain(others.iter().copied());
        let seats = seats.map(str::to_owned).collect();
        let options = option_specs(kind).into_iter();
        let options = options.map(|spec| (spec.name.to_owned(), spec.default)).collect();
        let header = self.desk.header(kind, seats, options, None, &mut self.around)?;
        let name = self.desk.name_for(kind, others.first().copied().unwrap_or_default())?;
        let table = table::AnyTable::new(&header)?;
        let fresh = self.fresh(&header, &table, Seat::OPENER)?;
        let plan = self.bot();
        let place = Some(format!("/{}/{name}.toml", self.name));
        let game = NewGame { header, name, place, bots: Bots::new() };
        self.desk.begin(game, &fresh, &plan, &mut self.around)
    }

    fn fresh(
        &mut self,
        header: &crate::turnfile::Header,
        table: &table::AnyTable,
        seat: Seat,
    ) -> Result<Keys, DeskError> {
        let mut numbers = Stream::from_seed(self.around.bytes());
        let setup = table.random_setup(seat, &mut numbers);
        self.desk.fresh(header, seat, setup, &mut self.around)
    }

    /// Loads a file that has just arrived. If the clock shows a time before the file's last turn,
    /// sets it to the date of that turn.
    fn look(&mut self, file: &str) -> Result<LoadedGame, DeskError> {
        let sent =
            TurnFile::read(file.as_bytes()).ok().and_then(|file| Some(file.turns.last()?.sent));
        self.around.now = self.around.now.max(sent.unwrap_or(self.around.now));
        self.desk.load_bytes(file.as_bytes(), None, self.around.now)
    }

    /// Stages this person's next turn in a file that has arrived.
    fn stage_turn(&mut self, file: &str) -> Result<Staged<SavedTurn>, DeskError> {
        let mut loaded = self.look(file)?;
        if let Some(at) = loaded.own_seat(Some(self.name))? {
            let plan = self.bot();
            return self.desk.play(&loaded, at, &plan);
        }
        let seat = self.desk.seat_to_take(&mut loaded, Some(self.name), self.around.now)?;
        let fresh = self.fresh(&loaded.game.file.game, &loaded.game.table, seat)?;
        let plan = self.bot();
        self.desk.join(&loaded, &fresh, &plan, false, &mut self.around)
    }

    fn turn(&mut self, file: &str) -> Result<SavedTurn, DeskError> {
        let staged = self.stage_turn(file)?;
        self.desk.keep(staged)
    }

    fn undo(&mut self, file: &str) -> Result<UndoneTurn, DeskError> {
        let loaded = self.look(file)?;
        let at = loaded.own_seat(Some(self.name))?.ok_or(DeskError::NoSeat)?;
        let staged = self.desk.undo(&loaded, at)?;
        self.desk.keep(staged)
    }
}

/// Returns alice, bob and the file of their game, after `turns` turns. The game is of the first
/// kind on the list.
fn two(turns: usize) -> (Person, Person, String) {
    let (mut alice, mut bob) = (Person::new("alice"), Person::new("bob"));
    let mut file = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
    while read(&file).turns.len() < turns {
        file = whoever_is_due(&mut alice, &mut bob, &file).turn(&file).expect("a turn").text;
    }
    (alice, bob, file)
}

fn whoever_is_due<'a>(alice: &'a mut Person, bob: &'a mut Person, file: &str) -> &'a mut Person {
    let (table, _) = table::open(&read(file)).expect("a game");
    if table.standing().due == Some(Seat::OPENER) { alice } else { bob }
}

fn read(file: &str) -> TurnFile {
    TurnFile::read(file.as_bytes()).expect("a turn file")
}

fn documents(person: &Person) -> Vec<(String, String)> {
    let documents = person.desk.store().documents();
    documents.map(|(name, text)| (name.to_string(), text.to_owned())).collect()
}
