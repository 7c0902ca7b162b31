//! Whole games played through the table, with real seals and signatures, by seats that each know
//! only their own secrets.

use std::collections::BTreeMap;
use std::thread;

use chrono::{DateTime, Duration};
use pbem::crypto::{GameId, Identity, Stream};
use pbem::games::Kind;
use pbem::rules::{Names, OptionValue, Outcome, Seat};
use pbem::table::{self, AnyTable, Intent, Keys, Plan, Standing, TurnFault};
use pbem::turnfile::{Header, Moment, Turn, TurnFile};

/// A game on its way: the file as mailed, the table, and what each player keeps at home.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) file: TurnFile,
    pub(crate) table: AnyTable,
    pub(crate) players: Vec<Keys>,
    seed: u64,
}

/// The game with this `kind` in turn files.
pub(crate) fn of_kind(id: &str) -> Kind {
    Kind::from_id(id).unwrap_or_else(|| panic!("there is no game {id}"))
}

/// The fewest that play it.
pub(crate) fn fewest(kind: Kind) -> usize {
    usize::from(*kind.seats().start())
}

/// The same for every game of the list, or for the one that `PBEM_KIND` names, each in a thread of
/// its own.
pub(crate) fn in_every_game(test: impl Fn(Kind) + Sync) {
    let test = &test;
    let only = std::env::var("PBEM_KIND").ok();
    let is_wanted = |kind: &&Kind| only.as_ref().is_none_or(|only| kind.id() == only);
    thread::scope(|scope| {
        let games =
            Kind::ALL.iter().filter(is_wanted).map(|kind| (kind, scope.spawn(move || test(*kind))));
        for (kind, game) in games.collect::<Vec<_>>() {
            game.join().unwrap_or_else(|_| panic!("{kind}"));
        }
    });
}

/// How many games are played: few as a rule, as many as `PBEM_GAMES` says in a long run.
pub(crate) fn games(few: u64) -> u64 {
    std::env::var("PBEM_GAMES").map_or(few, |many| many.parse().expect("a number of games"))
}

/// How many of something else are tried: few as a rule, all in a long run.
pub(crate) fn sample<T>(few: T, all: T) -> T {
    if is_long_run() { all } else { few }
}

/// Is this a run that leaves nothing out?
pub(crate) fn is_long_run() -> bool {
    std::env::var_os("PBEM_GAMES").is_some()
}

/// Some of many, spread out, and others for another `nth`; all of them in a long run.
pub(crate) fn some<T: Clone>(all: &[T], few: usize, nth: usize) -> Vec<T> {
    let step = if is_long_run() { 1 } else { all.len().div_ceil(few).max(1) };
    all.iter().skip(nth % step).step_by(step).cloned().collect()
}

/// Bytes that follow from a number and a word, for secrets that are the same in every run.
pub(crate) fn bytes(seed: u64, what: &str) -> [u8; 32] {
    pbem::crypto::turn_hash(format!("{seed} {what}").as_bytes())
}

/// The same, sixteen of them.
pub(crate) fn short_bytes(seed: u64, what: &str) -> [u8; 16] {
    *bytes(seed, what).first_chunk().expect("16 of 32")
}

/// Who somebody is in the games of this number.
pub(crate) fn identity(seed: u64, name: &str) -> Identity {
    Identity::from_bytes(&short_bytes(seed, &format!("{name} key")))
}

pub(crate) fn moment(minutes: i64) -> Moment {
    DateTime::from_timestamp(1_795_176_000, 0).expect("a moment") + Duration::minutes(minutes)
}

/// The header of a game with the usual options, but for those given.
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

    /// A game that the second seat opens, of a kind with sides to choose from.
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

    /// The same players before the first turn.
    pub(crate) fn again(&self) -> Game {
        Game::with(self.file.game.clone(), self.seed)
    }

    /// Lets the seat that is due make its turn. `None` when the game is over.
    pub(crate) fn step(&mut self, intent: Intent) -> Option<&Turn> {
        self.due()?;
        let (turn, table) = self.compose_and_read(|plan| plan.intent = intent);
        self.file.turns.push(turn);
        self.table = table;
        self.file.turns.last()
    }

    /// The turn of the seat that is due, not mailed yet.
    pub(crate) fn compose(&mut self, intent: Intent) -> Turn {
        self.compose_with(|plan| plan.intent = intent)
    }

    /// The same, with an offer or a note.
    pub(crate) fn compose_with(&mut self, wish: impl FnOnce(&mut Plan)) -> Turn {
        self.compose_and_read(wish).0
    }

    /// The same, and the table that has read it.
    pub(crate) fn compose_and_read(&mut self, wish: impl FnOnce(&mut Plan)) -> (Turn, AnyTable) {
        let due = self.due().expect("the game goes on");
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

    /// The turn by which this seat claims the game at this moment, shown setup and all, whether it
    /// may be written or not.
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

    /// Until when the seat that is due has time by the pages: so many days from the last turn, or
    /// twice as many from the one before, whichever is later.
    pub(crate) fn deadline(&self) -> Moment {
        let option = self.file.game.options.get("days-per-turn");
        let Some(OptionValue::Number(days)) = option else { panic!("no deadline: {option:?}") };
        let last = self.file.turns.iter().rev().take(2).map(|turn| turn.sent);
        last.zip([1, 2])
            .map(|(sent, times)| sent + Duration::days(times * days))
            .max()
            .expect("a turn")
    }

    /// The file with one more turn, which nobody has read.
    pub(crate) fn with_turn(&self, turn: Turn) -> TurnFile {
        let mut file = self.file.clone();
        file.turns.push(turn);
        file
    }

    /// Puts a turn into the file, where the other reads it.
    pub(crate) fn mail(&mut self, turn: Turn) -> Result<(), TurnFault> {
        let read = self.table.read(&turn);
        self.file.turns.push(turn);
        read
    }

    /// A sensible move, another one for every turn and game.
    pub(crate) fn any(&self) -> Intent {
        let seed = bytes(self.seed, &format!("turn {}", self.turns()));
        Intent::any(seed)
    }

    /// Plays to the end.
    pub(crate) fn finish(&mut self) {
        while self.step(self.any()).is_some() {}
    }

    /// The file as the next player reads it.
    pub(crate) fn mailed(&self) -> pbem::turnfile::Reading {
        pbem::turnfile::read(self.file.write().as_bytes())
    }

    /// The same game after so many turns, before anything was sealed in a move.
    pub(crate) fn until(&self, turns: usize) -> Game {
        let mut game = Game { table: self.back_at(turns), file: self.cut(turns), ..self.clone() };
        game.players.iter_mut().for_each(|keys| keys.hidden.clear());
        game
    }

    /// The first `turns` turns, as if the rest were not there yet.
    pub(crate) fn cut(&self, turns: usize) -> TurnFile {
        TurnFile { turns: self.file.turns[..turns].to_vec(), ..self.file.clone() }
    }

    /// The same file, taken up again after so many turns.
    pub(crate) fn back_at(&self, turns: usize) -> AnyTable {
        table::open_known(&self.cut(turns), &self.standing().hashes).expect("the same game").0
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

    /// What happened in all turns.
    pub(crate) fn news(&self) -> Vec<String> {
        self.table.news(0).into_iter().flat_map(|news| news.lines).collect()
    }
}

/// How many turns a table has read.
pub(crate) fn turns(table: &AnyTable) -> u32 {
    u32::try_from(table.standing().hashes.len()).expect("few turns")
}

/// A finished game of honest players.
pub(crate) fn finished(kind: Kind, seats: usize, set: &[(&str, &str)], seed: u64) -> Game {
    let mut game = Game::new(kind, seats, set, seed);
    game.finish();
    game
}

/// The reason of a result with the names taken out, so that games can be counted by it.
pub(crate) fn nameless(reason: &str, names: &Names) -> String {
    let seats = (0..9).map(Seat);
    seats.fold(reason.to_owned(), |text, seat| text.replace(names.of(seat), "*"))
}
