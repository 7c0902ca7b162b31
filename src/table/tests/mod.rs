//! The table with games of all kinds, with real seals and signatures.

mod beginning;
mod claims;
mod ending;
mod eyes;
mod files;
mod headers;
mod hints;
mod kinds;
mod lessons;
mod marks;
mod order;
mod ruled;
mod secrets;

use std::collections::BTreeMap;

use chrono::DateTime;

use super::{AnyTable, Composed, Expects, Intent, Keys, Plan, Refusal, TurnError, option_specs};
use crate::crypto::{GameId, Identity, Stream, turn_hash};
use crate::games::{Checkpoint, Hideout, Kind};
use crate::rules::Seat;
use crate::turnfile::{Header, Moment, Turn};

const ALICE: Seat = Seat::OPENER;
const BOB: Seat = Seat::JOINER;

/// A table and its players.
struct Game {
    table: AnyTable,
    keys: Vec<Keys>,
    turns: Vec<Turn>,
}

impl Game {
    /// Creates a game before the first turn, with setups as typed.
    fn new(kind: Kind, first: Option<&str>, seed: u64, setups: [&str; 2]) -> Self {
        let table = AnyTable::new(&header(kind, first, seed)).expect("a game");
        let read = |seat, typed| match table.setup_help(seat) {
            Some(_) => table.read_setup(seat, typed).expect("a setup"),
            None => Vec::new(),
        };
        let [alice, bob] = setups;
        Game::sealed(kind, first, seed, [read(ALICE, alice), read(BOB, bob)])
    }

    /// Creates a game before the first turn, with setups in canonical form.
    fn sealed(kind: Kind, first: Option<&str>, seed: u64, setups: [Vec<String>; 2]) -> Self {
        let header = header(kind, first, seed);
        let table = AnyTable::new(&header).expect("a game");
        Game { keys: keys_of(&header, seed, setups), table, turns: Vec::new() }
    }

    /// Creates a game before the first turn, with random setups.
    fn random(header: &Header, seed: u8) -> Self {
        let table = AnyTable::new(header).expect("a game");
        let mut numbers = Stream::from_seed([seed; 32]);
        let seats = u8::try_from(header.seats.len()).expect("few seats");
        let setup = |seat| match table.setup_help(seat) {
            Some(_) => table.random_setup(seat, &mut numbers),
            None => Vec::new(),
        };
        let setups: Vec<_> = Seat::all(seats).map(setup).collect();
        Game { keys: keys_of(header, seed.into(), setups), table, turns: Vec::new() }
    }

    /// Creates a game of Checkpoint: Danger! in which agents are hidden and alice begins.
    fn checkpoint() -> Self {
        let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
        let mut game = Game::new(Kind::of::<Checkpoint>(), Some("alice"), 1, setups);
        game.goes(Intent::Nothing);
        game.goes(Intent::Nothing);
        game
    }

    /// Creates a game of Hideout in which alice is about to hide in A4.
    fn hideout() -> Self {
        Game::new(Kind::of::<Hideout>(), None, 1, ["A4", ""])
    }

    fn due(&self) -> Option<Seat> {
        self.table.standing().due
    }

    fn plan(&self, intent: Intent) -> Plan {
        Plan::new(moment(1 + i64::try_from(self.turns.len()).expect("few turns")), intent)
    }

    fn composed(&self, plan: &Plan) -> Result<Composed, Refusal> {
        let due = self.due().expect("the game continues");
        Ok(self.table.compose(&self.keys[due.index()], plan)?.0)
    }

    /// Returns the reason why pbem refuses a turn of the current player with this intent.
    fn refuses(&self, intent: Intent) -> Refusal {
        self.composed(&self.plan(intent)).expect_err("it is refused")
    }

    /// Composes the current player's turn, and lets the table read it.
    fn goes(&mut self, intent: Intent) -> &Turn {
        let plan = self.plan(intent);
        self.plays(&plan)
    }

    fn moves(&mut self, typed: &str) -> &Turn {
        self.goes(Intent::Move(typed.to_owned()))
    }

    fn plays(&mut self, plan: &Plan) -> &Turn {
        let turn = self.composed(plan).expect("a turn").turn;
        self.table.read(&turn).expect("an honest turn");
        self.turns.push(turn);
        self.turns.last().expect("the turn just made")
    }

    /// Changes the current player's turn, signs it, and returns the message of the breach that a
    /// reader finds in it.
    fn meddles(&self, intent: Intent, change: impl FnOnce(&mut Turn)) -> String {
        let due = self.due().expect("the game continues");
        let mut turn = self.composed(&self.plan(intent)).expect("a turn").turn;
        change(&mut turn);
        turn.signature = self.keys[due.index()].identity.sign_turn(&turn.hash());
        let read = self.table.clone().read(&turn);
        let Err(TurnError::Breach(finding)) = read else { panic!("no breach: {read:?}") };
        assert_eq!(finding.seat, due);
        self.fill(&finding.message)
    }

    /// Returns what happened in the last turn.
    fn events(&self) -> Vec<String> {
        let last = u32::try_from(self.turns.len()).expect("few turns");
        self.table.news(last - 1).into_iter().flat_map(|news| news.lines).collect()
    }

    fn outcome(&self) -> String {
        self.fill(&self.table.standing().outcome.expect("it is decided").reason)
    }

    fn expects(&self) -> (Option<Seat>, Expects) {
        let standing = self.table.standing();
        (standing.due, standing.expects)
    }

    fn fill(&self, text: &str) -> String {
        self.table.standing().names.fill(text)
    }
}

/// Returns the secrets of the players with these setups.
fn keys_of(header: &Header, seed: u64, setups: impl IntoIterator<Item = Vec<String>>) -> Vec<Keys> {
    let keys = [ALICE, BOB, Seat(2)].into_iter().zip(setups).map(|(seat, setup)| {
        let name = &header.seats[seat.index()];
        let secret = |what: &str| {
            let bytes = bytes(seed, &format!("{name} {what}"));
            *bytes.first_chunk().expect("it is longer")
        };
        let identity = Identity::from_bytes(&secret("key"));
        let id = GameId(header.id());
        Keys { setup, ..Keys::new(identity, seat, name, &id, secret("nonce")) }
    });
    keys.collect()
}

/// Returns the header of a game of alice and bob with default options.
fn header(kind: Kind, first: Option<&str>, seed: u64) -> Header {
    let options = option_specs(kind).into_iter().map(|spec| (spec.name.to_owned(), spec.default));
    let seats = usize::from(*kind.seats().start());
    let names = ["alice", "bob", "carol", "dave"].into_iter().take(seats);
    Header {
        kind: kind.id().to_owned(),
        seats: names.map(str::to_owned).collect(),
        created: moment(0),
        nonce: bytes(seed, "nonce")[..16].try_into().expect("16 bytes"),
        first: first.map(str::to_owned),
        opener: None,
        options: options.collect(),
        keys: BTreeMap::new(),
        arbiter: None,
    }
}

/// Returns bytes that are the same in every run.
fn bytes(seed: u64, what: &str) -> [u8; 32] {
    turn_hash(format!("{seed} {what}").as_bytes())
}

fn moment(minutes: i64) -> Moment {
    DateTime::from_timestamp(1_795_176_000 + 60 * minutes, 0).expect("a moment")
}
