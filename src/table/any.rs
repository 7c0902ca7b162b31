//! A table of whichever game: what all faces and the desk work with.

use super::keys::Keys;
use super::plan::{Composed, Plan, Refusal};
use super::{Branch, NoHint, Standing, Table, TurnFault, TurnNews, View, header_faults};
use crate::games::Kind;
use crate::rules::{Hand, Heat, Level, Numbers, Seat, Setup, SetupHelp, marked};
use crate::turnfile::{Bytes32, Header, Moment, Turn, TurnFile};

macro_rules! make_any_table {
    ([] $($(#[$meta:meta])* $game:ident,)+) => {
        /// One game in progress, whichever it is.
        #[derive(Clone, Debug)]
        pub struct AnyTable(Any);

        #[derive(Clone, Debug)]
        enum Any {
            $($(#[$meta])* $game(Table<crate::games::$game>),)+
        }

        $($(#[$meta])* impl From<Table<crate::games::$game>> for AnyTable {
            fn from(table: Table<crate::games::$game>) -> Self {
                AnyTable(Any::$game(table))
            }
        })+
    };
}
for_each_game!(make_any_table);

/// `each!(any, table => table.standing())`: the same for a table of every game.
macro_rules! each {
    ($any:expr, $table:ident => $body:expr) => {
        for_each_game!(match_table ($any) $table ($body))
    };
}

macro_rules! match_table {
    ([($any:expr) $table:ident ($body:expr)] $($(#[$meta:meta])* $game:ident,)+) => {
        match $any {
            $($(#[$meta])* Any::$game($table) => $body,)+
        }
    };
}

impl AnyTable {
    /// The table of a game before its first turn.
    pub fn new(header: &Header) -> Result<Self, OpenError> {
        let kind = kind_of(header)?;
        with_game!(kind, G => Table::<G>::new(header).map(Self::from)).map_err(OpenError::BadHeader)
    }

    /// How the game stands.
    pub fn standing(&self) -> Standing {
        each!(&self.0, table => table.standing())
    }

    /// What the order of files looks at.
    pub fn branch(&self) -> Branch {
        each!(&self.0, table => table.branch())
    }

    /// What happened in the turns after `since`.
    pub fn news(&self, since: u32) -> Vec<TurnNews> {
        each!(&self.0, table => table.news(since))
    }

    /// Takes the next turn.
    pub fn read(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        each!(&mut self.0, table => table.read(turn))
    }

    /// Takes the next turn, which has been read before and has this hash.
    pub fn read_again(&mut self, turn: &Turn, hash: Bytes32) -> Result<(), TurnFault> {
        each!(&mut self.0, table => table.read_again(turn, hash))
    }

    /// Ends a game of which this turn and a claim in its place have crossed: nobody has won.
    pub fn cross(&mut self, turn: u32) {
        each!(&mut self.0, table => table.cross(turn));
    }

    /// What the maker of the last turn chose in it counts for nothing: it has outlasted a claim.
    pub fn waive(&mut self) {
        each!(&mut self.0, table => table.waive());
    }

    /// Ends a game in which nobody has won, since its files contradict each other.
    pub fn void(&mut self, reason: String) {
        each!(&mut self.0, table => table.void(reason));
    }

    /// Makes the next turn of a seat. The table that comes back has read it.
    pub fn compose(&self, keys: &Keys, plan: &Plan) -> Result<(Composed, Self), Refusal> {
        each!(&self.0, table => {
            let (composed, table) = table.compose(keys, plan)?;
            Ok((composed, table.into()))
        })
    }

    /// Finds what a seat has hidden from its seals, as far as the keys do not hold it.
    pub fn find_hidden(&self, keys: &mut Keys) {
        each!(&self.0, table => table.find_hidden(keys));
    }

    /// The table for a seat, or for everybody.
    pub fn view(&self, keys: Option<&Keys>, now: Moment) -> View {
        each!(&self.0, table => table.view(keys, now))
    }

    /// What a move will do, and what may come of it.
    pub fn foresee(&self, keys: &Keys, now: Moment, typed: &str) -> Vec<String> {
        each!(&self.0, table => table.foresee(keys, now, typed))
    }

    /// What stands against a move that a seat plans for later, as far as it is known now.
    pub fn check_planned(&self, keys: &Keys, typed: &str) -> Result<(), String> {
        each!(&self.0, table => table.check_planned(keys, typed))
    }

    /// Is this an answer in this game, in large letters or small?
    pub fn is_answer(&self, word: &str) -> bool {
        each!(&self.0, table => table.is_answer(word))
    }

    /// What the facts leave possible, if the players have agreed that it may be told.
    pub fn heat(&self, keys: &Keys, now: Moment) -> Result<Heat, NoHint> {
        each!(&self.0, table => table.heat(keys, now))
    }

    /// The legal moves of a piece, one a line; `None` in a game without pieces.
    pub fn moves_of(
        &self,
        keys: &Keys,
        now: Moment,
        piece: &str,
    ) -> Option<Result<Vec<String>, String>> {
        each!(&self.0, table => table.moves_of(keys, now, piece))
    }

    /// What can be touched when the next move of a seat is drafted; `None` if none is due.
    pub fn touch(&self, keys: &Keys, now: Moment, draft: &str) -> Option<Hand> {
        each!(&self.0, table => table.touch(keys, now, draft))
    }

    /// What can be touched when a setup is drafted; `None` for a seat that hides nothing. The
    /// numbers are for touches that draw at random.
    pub fn touch_setup(&self, seat: Seat, draft: &str, numbers: &mut dyn Numbers) -> Option<Hand> {
        each!(&self.0, table => table.touch_setup(seat, draft, numbers))
    }

    /// The canonical names of the squares that are typed for a pencil mark; `None` if something of
    /// it names no square.
    pub fn marked(&self, typed: &str) -> Option<Vec<String>> {
        each!(&self.0, table => marked(&table.public_scene(), typed))
    }

    /// How a seat hides its setup; `None` if it has none.
    pub fn setup_help(&self, seat: Seat) -> Option<SetupHelp> {
        each!(&self.0, table => table.setup_help(seat))
    }

    /// Reads a setup as typed; all faults at once.
    pub fn read_setup(&self, seat: Seat, typed: &str) -> Result<Vec<String>, Vec<String>> {
        each!(&self.0, table => table.read_setup(seat, typed))
    }

    /// A setup at random.
    pub fn random_setup(&self, seat: Seat, numbers: &mut dyn Numbers) -> Vec<String> {
        each!(&self.0, table => table.random_setup(seat, numbers))
    }

    /// What a bot hides in the seat with these keys.
    pub fn place(&self, keys: &Keys, level: Level) -> Vec<String> {
        each!(&self.0, table => table.place(keys, level))
    }

    /// A setup in words, for its owner.
    pub fn describe_setup(&self, seat: Seat, setup: &[String]) -> String {
        each!(&self.0, table => table.describe_setup(seat, setup))
    }
}

#[cfg(any(test, feature = "fault-points"))]
impl AnyTable {
    /// The boxes of all turns, for tests that open and forge them.
    pub fn boxes(&self) -> Vec<super::CarriedBox> {
        each!(&self.0, table => table.carried_boxes())
    }

    /// The tokens that proved answers: the question, the answer, the token.
    pub fn tokens(&self) -> Vec<(String, String, Bytes32)> {
        each!(&self.0, table => table.shown_tokens())
    }
}

impl<G: crate::rules::Game> Table<G> {
    fn setup_help(&self, seat: Seat) -> Option<SetupHelp> {
        G::Setup::help(&self.options, seat)
    }

    fn read_setup(&self, seat: Seat, typed: &str) -> Result<Vec<String>, Vec<String>> {
        match G::Setup::read(&self.options, seat, typed) {
            Ok(setup) => Ok(setup.write(&self.options, seat)),
            Err(faults) => {
                Err(faults.iter().map(|fault| self.names.fill(&fault.to_string())).collect())
            }
        }
    }

    fn random_setup(&self, seat: Seat, numbers: &mut dyn Numbers) -> Vec<String> {
        G::Setup::random(&self.options, seat, numbers).write(&self.options, seat)
    }

    fn describe_setup(&self, seat: Seat, setup: &[String]) -> String {
        let setup = G::Setup::parse(&self.options, seat, setup);
        setup.map(|setup| setup.describe(&self.options, seat)).unwrap_or_default()
    }
}

/// Why a file holds no game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// the game is none of ours
    #[error("there is no game `{0}` in this pbem")]
    UnknownKind(String),
    /// the header makes no game
    #[error("{}", .0.join("; "))]
    BadHeader(Vec<String>),
}

/// A file, and its table after the last turn that stands.
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// the file
    pub file: TurnFile,
    /// its table
    pub table: AnyTable,
    /// how the table stands
    pub standing: Standing,
}

impl OpenGame {
    /// A file whose turns this table has read.
    pub fn new(file: TurnFile, table: AnyTable) -> Self {
        let standing = table.standing();
        OpenGame { file, table, standing }
    }

    /// The game as it was after so many of its turns.
    pub fn back_at(&self, turns: usize) -> Result<OpenGame, OpenError> {
        let mut file = self.file.clone();
        file.turns.truncate(turns);
        let (table, _) = open_known(&file, &self.standing.hashes)?;
        Ok(OpenGame::new(file, table))
    }
}

/// Opens the game of a file and reads its turns up to the first that cannot be taken.
pub fn open(file: &TurnFile) -> Result<(AnyTable, Option<TurnFault>), OpenError> {
    open_known(file, &[])
}

/// The same for a file whose first turns have been read before, signatures and all, and have these
/// hashes.
pub fn open_known(
    file: &TurnFile,
    known: &[Bytes32],
) -> Result<(AnyTable, Option<TurnFault>), OpenError> {
    let mut table = AnyTable::new(&file.game)?;
    for (at, turn) in file.turns.iter().enumerate() {
        let read = match known.get(at) {
            Some(hash) => table.read_again(turn, *hash),
            None => table.read(turn),
        };
        if let Err(fault) = read {
            return Ok((table, Some(fault)));
        }
    }
    Ok((table, None))
}

/// Which game a header makes.
pub(super) fn kind_of(header: &Header) -> Result<Kind, OpenError> {
    let unknown = || OpenError::UnknownKind(header.kind.clone());
    let kind = Kind::from_id(&header.kind).ok_or_else(unknown)?;
    let faults = header_faults(kind, header);
    if faults.is_empty() { Ok(kind) } else { Err(OpenError::BadHeader(faults)) }
}
