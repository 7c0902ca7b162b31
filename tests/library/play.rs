//! Whole games played through the table, with real seals and signatures, by seats that each know
//! only their own secrets.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration};
use pbem::crypto::{Chain, GameId, Identity, Seed, Stream};
use pbem::games::{Kind, Names, OptionValue, Seat};
use pbem::table::{self, Order, Outlook, Private, Session, TurnFault};
use pbem::turnfile::{Header, Moment, Turn, TurnFile};

/// A game on its way: the file as mailed, the table, and what each player keeps at home.
pub(crate) struct Game {
    pub(crate) file: TurnFile,
    pub(crate) table: Box<dyn Session>,
    pub(crate) players: Vec<Private>,
    seed: u64,
}

/// Bytes that follow from a number and a word, for secrets that are the same in every run.
pub(crate) fn bytes(seed: u64, what: &str) -> [u8; 32] {
    pbem::crypto::turn_hash(format!("{seed} {what}").as_bytes())
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
        nonce: bytes(seed, "nonce")[..16].try_into().expect("16 bytes"),
        first: None,
        options,
        keys: BTreeMap::new(),
    }
}

impl Game {
    pub(crate) fn new(kind: Kind, seats: usize, set: &[(&str, &str)], seed: u64) -> Game {
        Game::with(header(kind, seats, set, seed), seed)
    }

    pub(crate) fn with(header: Header, seed: u64) -> Game {
        let table = table::open_header(&header).expect("a header that makes a game");
        let players = header.seats.iter().enumerate().map(|(at, name)| {
            let seat = Seat(u8::try_from(at).expect("few seats"));
            let mut numbers = Stream::from_seed(bytes(seed, &format!("{name} setup")));
            Private {
                seat,
                identity: Identity::from_bytes(&bytes(seed, &format!("{name} key"))),
                seed: Seed::from_bytes(bytes(seed, &format!("{name} seed"))),
                chain: Chain::new(
                    &GameId(header.id()),
                    name,
                    &bytes(seed, &format!("{name} chain")),
                ),
                setup: if table.hides(seat) {
                    table.random_setup(seat, &mut numbers)
                } else {
                    Vec::new()
                },
                hidden: Vec::new(),
                marks: BTreeMap::new(),
            }
        });
        let players = players.collect();
        Game {
            file: TurnFile { game: header, turns: Vec::new(), claim: None },
            table,
            players,
            seed,
        }
    }

    /// The same players before the first turn.
    pub(crate) fn again(&self) -> Game {
        Game::with(self.file.game.clone(), self.seed)
    }

    /// Lets the seat that is due make its turn. `None` when the game is over.
    pub(crate) fn step(&mut self, order: Order) -> Option<&Turn> {
        self.table.due()?;
        let turn = self.compose(order);
        self.mail(turn).expect("an honest turn is taken");
        self.file.turns.last()
    }

    /// The turn of the seat that is due, not mailed yet.
    pub(crate) fn compose(&mut self, order: Order) -> Turn {
        self.compose_with(|outlook| outlook.order = order)
    }

    /// The same, with an offer or a note.
    pub(crate) fn compose_with(&mut self, wish: impl FnOnce(&mut Outlook)) -> Turn {
        let due = self.table.due().expect("the game goes on");
        let number = self.table.turns() + 1;
        let private = &mut self.players[due.index()];
        let mut outlook = Outlook::new(moment(i64::from(number)), Order::Nothing);
        wish(&mut outlook);
        let composed = self
            .table
            .compose(private, &outlook)
            .unwrap_or_else(|refusal| panic!("turn {number}: {refusal:?}"));
        private.hidden.extend(composed.hidden);
        composed.turn
    }

    /// Puts a turn into the file, where the other reads it.
    pub(crate) fn mail(&mut self, turn: Turn) -> Result<(), TurnFault> {
        let read = self.table.read(&turn);
        self.file.turns.push(turn);
        read
    }

    /// A sensible move, another one for every turn and game.
    pub(crate) fn any(&self) -> Order {
        Order::Any(bytes(self.seed, &format!("turn {}", self.table.turns())))
    }

    /// Plays to the end.
    pub(crate) fn finish(&mut self) {
        while self.step(self.any()).is_some() {}
    }

    /// The file as the next player reads it.
    pub(crate) fn mailed(&self) -> pbem::turnfile::Reading {
        pbem::turnfile::read(self.file.write().as_bytes())
    }
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
