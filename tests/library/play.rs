//! Plays whole games through the table, with real seals and signatures. Each seat knows only its
//! own secrets.

use std::collections::BTreeMap;
use std::thread;

use chrono::{DateTime, Duration};
use pbem::crypto::{GameId, Identity, Stream};
use pbem::games::Kind;
use pbem::rules::{Names, OptionValue, Outcome, Seat};
use pbem::table::{self, AnyTable, Intent, Keys, Plan, Standing, TurnError};
use pbem::turnfile::{Header, Moment, Turn, TurnFile};

/// A game in progress: the file as mailed, the table, and each player's vault.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) file: TurnFile,
    pub(crate) table: AnyTable,
    pub(crate) players: Vec<Keys>,
    seed: u64,
}

/// Returns the kind with this id.
pub(crate) fn of_kind(id: &str) -> Kind {
    Kind::from_id(id).unwrap_or_else(|| panic!("there is no game {id}"))
}

/// Returns the smallest number of players.
pub(crate) fn fewest(kind: Kind) -> usize {
    usize::from(*kind.seats().start())
}

/// Returns every kind, or the kind that `PBEM_KIND` names.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    let only = std::env::var("PBEM_KIND").ok();
    Kind::ALL.iter().copied().filter(move |kind| only.as_ref().is_none_or(|only| kind.id() == only))
}

/// Runs a test for each of these kinds, each in a separate thread.
pub(crate) fn in_every_game(test: impl Fn(Kind) + Sync) {
    let test = &test;
    thread::scope(|scope| {
        let games = kinds().map(|kind| (kind, scope.spawn(move || test(kind))));
        for (kind, game) in games.collect::<Vec<_>>() {
            game.join().unwrap_or_else(|_| panic!("{kind}"));
        }
    });
}

/// Returns the number of games to play: `few` by default, `PBEM_GAMES` in a long run.
pub(crate) fn games(few: u64) -> u64 {
    std::env::var("PBEM_GAMES").map_or(few, |many| many.parse().expect("a number of games"))
}

/// Returns `few` by default, `all` in a long run.
pub(crate) fn sample<T>(few: T, all: T) -> T {
    if is_long_run() { all } else { few }
}

/// Whether this run leaves nothing out.
pub(crate) fn is_long_run() -> bool {
    std::env::var_os("PBEM_GAMES").is_some()
}

/// Returns a few elements, evenly spaced, others for each `nth`; in a long run, all of them.
pub(crate) fn some<T: Clone>(all: &[T], few: usize, nth: usize) -> Vec<T> {
    let step = if is_long_run() { 1 } else { all.len().div_ceil(few).max(1) };
    all.iter().skip(nth % step).step_by(step).cloned().collect()
}

/// Returns bytes derived from a number and a word, for secrets that are the same in every run.
pub(crate) fn bytes(seed: u64, what: &str) -> [u8; 32] {
    pbem::crypto::turn_hash(format!("{seed} {what}").as_bytes())
}

/// Returns sixteen such bytes.
pub(crate) fn short_bytes(seed: u64, what: &str) -> [u8; 16] {
    *bytes(seed, what).first_chunk().expect("16 of 32")
}

/// Returns the identity of a player in the games with this seed.
pub(crate) fn identity(seed: u64, name: &str) -> Identity {
    Identity::from_bytes(&short_bytes(seed, &format!("{name} key")))
}

pub(crate) fn moment(minutes: i64) -> Moment {
    DateTime::from_timestamp(1_795_176_000, 0).expect("a moment") + Duration::minutes(minutes)
}

/// Returns the header of a game with default options, except for `set`.
pub(crate) fn header(kind: Kind, seats: usize, set: &[(&str, &str)], seed: u64) -> Header {
    let specs = table::option_specs(kind);
    let mut options: BTreeMap<String, OptionValue> =
        specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
    for (name, typed) in set {
        let spec = specs.iter().find(|spec| spec.name == *name).expect("an option of the game");
        options.insert((*name).to_owned(), spec.read(typed).expect("a value that will do"));
    }
    let names = ["alice", "bob", "carol", "dave", "erin", "fay", "gus", "hal", "ivo"];
    Header {
        kind: kind.id().to_owned(),
        seats: names[..seats].iter().map(ToString::to_string).collect(),
        created: moment(0),
        nonce: short_bytes(seed, "nonce"),
        first: None,
        opener: None,
        options,
        keys: BTreeMap::new(),
        arbiter: None,
    }
}

impl Game {
    pub(crate) fn new(kind: Kind, seats: usize, set: &[(&str, &str)], seed: u64) -> Game {
        Game::with(header(kind, seats, set, seed), seed)
    }

    /// Returns a game opened by the second seat, of a kind with sides to choose from.
    pub(crate) fn opened_by_the_other(kind: Kind, seed: u64) -> Option<Game> {
        let mut header = header(kind, 2, &[], seed);
        header.opener = Some(header.seats[1].clone());
        kind.sides().map(|_| Game::with(header, seed))
    }

    pub(crate) fn with(header: Header, seed: u64) -> Game {
        let table = AnyTable::new(&header).expect("a header that makes a game");
        let hides = |seat: Seat| table.setup_help(seat).is_some();
        let players = header.seats.iter().enumerate().map(|(at, name)| {
            let seat = Seat(u8::try_from(at).expect("few seats"));
            let mut numbers = Stream::from_seed(bytes(seed, &format!("{name} setup")));
            let setup =
                if hides(seat) { table.random_setup(seat, &mut numbers) } else { Vec::new() };
            let nonce = short_bytes(seed, &format!("{name} nonce"));
            let keys = Keys::new(identity(seed, name), seat, name, &GameId(header.id()), nonce);
            Keys { setup, ..keys }
        });
        let players = players.collect();
        let file = TurnFile { game: header, turns: Vec::new() };
        Game { file, table, players, seed }
    }

    /// Returns the same players before the first turn.
    pub(crate) fn again(&self) -> Game {
        Game::with(self.file.game.clone(), self.seed)
    }

    /// The current player makes a turn. Returns `None` when the game is over.
    pub(crate) fn step(&mut self, intent: Intent) -> Option<&Turn> {
        self.due()?;
        let (turn, table) = self.compose_and_read(|plan| plan.intent = intent);
        self.file.turns.push(turn);
        self.table = table;
        self.file.turns.last()
    }

    /// Returns the current player's turn without mailing it.
    pub(crate) fn compose(&mut self, intent: Intent) -> Turn {
        self.compose_with(|plan| plan.intent = intent)
    }

    /// Like the method above, with an offer or a note.
    pub(crate) fn compose_with(&mut self, wish: impl FnOnce(&mut Plan)) -> Turn {
        self.compose_and_read(wish).0
    }

    /// Does the same, and returns the table that has read the turn.
    pub(crate) fn compose_and_read(&mut self, wish: impl FnOnce(&mut Plan)) -> (Turn, AnyTable) {
        let due = self.due().expect("the game continues");
        let number = self.turns() + 1;
        let keys = &mut self.players[due.index()];
        let mut plan = Plan::new(moment(i64::from(number)), Intent::Nothing);
        wish(&mut plan);
        let (composed, table) = self
            .table
            .compose(keys, &plan)
            .unwrap_or_else(|refusal| panic!("turn {number}: {refusal:?}"));
        keys.hidden.extend(composed.hidden);
        (composed.turn, table)
    }

    /// Returns this seat's claim at this time, including its reveal,
    /// whether or not it is allowed.
    pub(crate) fn claim(&self, by: Seat, sent: Moment) -> Turn {
        let standing = self.standing();
        let name = standing.names.of(by);
        let keys = &self.players[by.index()];
        let mut turn = Turn::blank(standing.turns() + 1, name, sent, standing.head());
        turn.moves = vec!["claim".to_owned()];
        let by_seat = || self.file.turns.iter().filter(|turn| turn.seat == name);
        let sealed = by_seat().any(|turn| !turn.setup.is_empty());
        if sealed && by_seat().all(|turn| turn.seed.is_none()) {
            turn.seed = Some(*keys.seed.as_bytes());
            turn.reveal.clone_from(&keys.setup);
        }
        turn.signature = keys.identity.sign_turn(&turn.hash());
        turn
    }

    /// Returns the current player's deadline by the rules of the page: the days of a turn after the
    /// last turn, or twice as many after the one before, whichever is later.
    pub(crate) fn deadline(&self) -> Moment {
        let option = self.file.game.options.get("days-per-turn");
        let Some(OptionValue::Number(days)) = option else { panic!("no deadline: {option:?}") };
        let last = self.file.turns.iter().rev().take(2).map(|turn| turn.sent);
        last.zip([1, 2])
            .map(|(sent, times)| sent + Duration::days(times * days))
            .max()
            .expect("a turn")
    }

    /// Returns the file with one more turn that no one has read.
    pub(crate) fn with_turn(&self, turn: Turn) -> TurnFile {
        let mut file = self.file.clone();
        file.turns.push(turn);
        file
    }

    /// Adds a turn to the file, where the opponent reads it.
    pub(crate) fn mail(&mut self, turn: Turn) -> Result<(), TurnError> {
        let read = self.table.read(&turn);
        self.file.turns.push(turn);
        read
    }

    /// Returns a sensible move, different in every turn and game.
    pub(crate) fn any(&self) -> Intent {
        let seed = bytes(self.seed, &format!("turn {}", self.turns()));
        Intent::any(seed)
    }

    /// Plays to the end.
    pub(crate) fn finish(&mut self) {
        while self.step(self.any()).is_some() {}
    }

    /// Returns the file as the next player reads it.
    pub(crate) fn mailed(&self) -> pbem::turnfile::Reading {
        pbem::turnfile::read(self.file.write().as_bytes())
    }

    /// Returns the game after this number of turns, with the values that their moves sealed.
    pub(crate) fn until(&self, turns: usize) -> Game {
        let mut game = Game { table: self.back_at(turns), file: self.cut(turns), ..self.clone() };
        for keys in &mut game.players {
            let by = &game.file.game.seats[keys.seat.index()];
            let sealed = game.file.turns.iter().filter(|turn| turn.seal.is_some());
            keys.hidden.truncate(sealed.filter(|turn| turn.seat == *by).count());
        }
        game
    }

    /// Returns the first `turns` turns.
    pub(crate) fn cut(&self, turns: usize) -> TurnFile {
        TurnFile { turns: self.file.turns[..turns].to_vec(), ..self.file.clone() }
    }

    /// Returns the table after this number of turns.
    pub(crate) fn back_at(&self, turns: usize) -> AnyTable {
        table::open_known(&self.cut(turns), &self.standing().hashes).expect("an equal game").0
    }

    pub(crate) fn standing(&self) -> Standing {
        self.table.standing()
    }

    pub(crate) fn due(&self) -> Option<Seat> {
        self.standing().due
    }

    pub(crate) fn id(&self) -> GameId {
        self.standing().id
    }

    pub(crate) fn turns(&self) -> u32 {
        turns(&self.table)
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.standing().outcome
    }

    pub(crate) fn joined(&self, seat: Seat) -> bool {
        self.standing().players[seat.index()].joined
    }

    pub(crate) fn may_offer(&self, seat: Seat) -> bool {
        self.standing().players[seat.index()].may_offer
    }

    /// Returns everything that happened.
    pub(crate) fn news(&self) -> Vec<String> {
        self.table.news(0).into_iter().flat_map(|news| news.lines).collect()
    }
}

/// Returns the number of turns that a table has read.
pub(crate) fn turns(table: &AnyTable) -> u32 {
    u32::try_from(table.standing().hashes.len()).expect("few turns")
}

/// Returns a finished game of honest players.
pub(crate) fn finished(kind: Kind, seats: usize, set: &[(&str, &str)], seed: u64) -> Game {
    let mut game = Game::new(kind, seats, set, seed);
    game.finish();
    game
}

/// Returns the first of these games that has enough of something. Otherwise panics with a message
/// for the author of a new game: "in 29 games of KIND at most 1 turns open something; this test
/// needs 4".
pub(crate) fn need(
    games: impl IntoIterator<Item = Game>,
    least: usize,
    what: &str,
    count: impl Fn(&Game) -> usize,
) -> Game {
    let (mut tried, mut most, mut kind) = (0, 0, String::new());
    for game in games {
        let there = count(&game);
        if there >= least {
            return game;
        }
        (tried, most) = (tried + 1, most.max(there));
        kind.clone_from(&game.file.game.kind);
    }
    panic!("in {tried} games of {kind} at most {most} {what}; this test needs {least}")
}

/// Returns the reason of a result without names, so that results can be counted by reason.
pub(crate) fn nameless(reason: &str, names: &Names) -> String {
    let seats = (0..9).map(Seat);
    seats.fold(reason.to_owned(), |text, seat| text.replace(names.of(seat), "*"))
}
