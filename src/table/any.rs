//! A table for a game of any kind. The desk and the user interfaces use it.

use super::keys::Keys;
use super::plan::{Composed, Plan, Refusal};
use super::{Branch, HintError, Standing, Table, TurnError, TurnNews, View, header_faults};
use crate::games::Kind;
use crate::rules::{
    Hand, Heat, Level, Numbers, Preview, Seat, Setup, SetupHelp, Show, Tile, marked,
};
use crate::turnfile::{Bytes32, Header, Moment, Turn, TurnFile};

macro_rules! make_any_table {
    ([] $($(#[$meta:meta])* $module:ident::$game:ident,)+) => {
        /// A game in progress, of any kind.
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

/// Evaluates an expression for a table, whatever its kind: `each!(any, table => table.standing())`.
macro_rules! each {
    ($any:expr, $table:ident => $body:expr) => {
        for_each_game!(match_table ($any) $table ($body))
    };
}

macro_rules! match_table {
    (
        [($any:expr) $table:ident ($body:expr)]
        $($(#[$meta:meta])* $module:ident::$game:ident,)+
    ) => {
        match $any {
            $($(#[$meta])* Any::$game($table) => $body,)+
        }
    };
}

impl AnyTable {
    /// Creates the table of a game before its first turn. Fails if the header isn't valid.
    pub fn new(header: &Header) -> Result<Self, OpenError> {
        let kind = kind_of(header)?;
        with_game!(kind, G => Table::<G>::new(header).map(Self::from)).map_err(OpenError::BadHeader)
    }

    /// Returns the public state of the game.
    pub fn standing(&self) -> Standing {
        each!(&self.0, table => table.standing())
    }

    /// Returns the data that is compared to decide which version of a file counts.
    pub fn branch(&self) -> Branch {
        each!(&self.0, table => table.branch())
    }

    /// Returns what happened in the turns after `since`.
    pub fn news(&self, since: u32) -> Vec<TurnNews> {
        each!(&self.0, table => table.news(since))
    }

    /// Reads the next turn.
    pub fn read(&mut self, turn: &Turn) -> Result<(), TurnError> {
        each!(&mut self.0, table => table.read(turn))
    }

    /// Reads a turn that has been checked before and has this hash. Doesn't check its signature
    /// again.
    pub fn read_again(&mut self, turn: &Turn, hash: Bytes32) -> Result<(), TurnError> {
        each!(&mut self.0, table => table.read_again(turn, hash))
    }

    /// Ends the game without a winner because this turn and a claim crossed in the mail.
    pub fn cross(&mut self, turn: u32) {
        each!(&mut self.0, table => table.cross(turn));
    }

    /// Ignores the choices in the last turn, because the turn counts instead of a competing claim.
    pub fn waive(&mut self) {
        each!(&mut self.0, table => table.waive());
    }

    /// Ends the game without a winner because its files contradict each other.
    pub fn void(&mut self, reason: String) {
        each!(&mut self.0, table => table.void(reason));
    }

    /// Composes the next turn of a seat. The returned table includes the turn.
    pub fn compose(&self, keys: &Keys, plan: &Plan) -> Result<(Composed, Self), Refusal> {
        each!(&self.0, table => {
            let (composed, table) = table.compose(keys, plan)?;
            Ok((composed, table.into()))
        })
    }

    /// Composes the next turn of a seat with `said` as a false first answer. Also returns the table
    /// after the turn, or why a reader rejects the turn. Returns `None` if this isn't possible. For
    /// demos and tests.
    pub fn compose_lie(
        &self,
        keys: &Keys,
        plan: &Plan,
        said: &str,
    ) -> Option<(Composed, Result<Self, TurnError>)> {
        each!(&self.0, table => {
            let (composed, read) = table.compose_lie(keys, plan, said)?;
            Some((composed, read.map(Self::from)))
        })
    }

    /// Recovers the values that a seat has hidden and adds them to `keys`. To do so, tries possible
    /// values against the seals. Keeps the values that are already in `keys`.
    pub fn find_hidden(&self, keys: &mut Keys) {
        each!(&self.0, table => table.find_hidden(keys));
    }

    /// Returns the game as the seat with these keys sees it, or as everyone sees it if there are no
    /// keys.
    pub fn view(&self, keys: Option<&Keys>, now: Moment) -> View {
        each!(&self.0, table => table.view(keys, now))
    }

    /// Describes what a move will do, and the results that it may have.
    pub fn preview(&self, keys: &Keys, now: Moment, typed: &str) -> Preview {
        each!(&self.0, table => table.preview(keys, now, typed))
    }

    /// Whether this text reads as a move of this game, legal or not.
    pub fn reads(&self, keys: &Keys, now: Moment, typed: &str) -> bool {
        each!(&self.0, table => table.reads(keys, now, typed))
    }

    /// Checks a move that a seat plans for a later turn. Uses only facts that the seat knows now.
    pub fn check_planned(&self, keys: &Keys, typed: &str) -> Result<(), String> {
        each!(&self.0, table => table.check_planned(keys, typed))
    }

    /// Whether this word is a possible answer in this game, ignoring case.
    pub fn is_answer(&self, word: &str) -> bool {
        each!(&self.0, table => table.is_answer(word))
    }

    /// Returns the square that shows the result of a seat's sealed move in the picture of a whole
    /// game; `None` until the move is opened.
    pub fn sealed_tile(&self, seat: Seat) -> Option<Tile> {
        each!(&self.0, table => table.position.sealed_tile(seat))
    }

    /// Returns a heat map, which shows the possibilities that remain. Fails if the players have
    /// agreed to play without hints.
    pub fn heat(&self, keys: &Keys, now: Moment) -> Result<Heat, HintError> {
        each!(&self.0, table => table.heat(keys, now))
    }

    /// Returns the legal moves of a piece, one per line; `None` in a kind without pieces.
    pub fn moves_of(
        &self,
        keys: &Keys,
        now: Moment,
        piece: &str,
    ) -> Option<Result<Vec<String>, String>> {
        each!(&self.0, table => table.moves_of(keys, now, piece))
    }

    /// Returns the choices for drafting a seat's next move; `None` if the seat has no move to make.
    pub fn touch(&self, keys: &Keys, now: Moment, draft: &str) -> Option<Hand> {
        each!(&self.0, table => table.touch(keys, now, draft))
    }

    /// Returns the choices for drafting a seat's setup; `None` for a seat that hides nothing.
    /// `numbers` provides random numbers for choices that fill in a random setup.
    pub fn touch_setup(&self, seat: Seat, draft: &str, numbers: &mut dyn Numbers) -> Option<Hand> {
        each!(&self.0, table => table.touch_setup(seat, draft, numbers))
    }

    /// Returns the canonical names of squares typed for a pencil mark; `None` if any of them isn't
    /// a square.
    pub fn marked(&self, typed: &str) -> Option<Vec<String>> {
        each!(&self.0, table => marked(&table.public_scene(), typed))
    }

    /// Returns the instructions for entering a seat's setup; `None` if the seat has no setup.
    pub fn setup_help(&self, seat: Seat) -> Option<SetupHelp> {
        each!(&self.0, table => table.setup_help(seat))
    }

    /// Parses a setup and returns its canonical entries, or all errors.
    pub fn read_setup(&self, seat: Seat, typed: &str) -> Result<Vec<String>, Vec<String>> {
        each!(&self.0, table => table.read_setup(seat, typed))
    }

    /// Returns a random setup.
    pub fn random_setup(&self, seat: Seat, numbers: &mut dyn Numbers) -> Vec<String> {
        each!(&self.0, table => table.random_setup(seat, numbers))
    }

    /// Returns the setup that a bot chooses for the seat with these keys.
    pub fn place(&self, keys: &Keys, level: Level) -> Vec<String> {
        each!(&self.0, table => table.place(keys, level))
    }

    /// Chooses a move, in typed form, for the seat with these keys, as a bot of this level would.
    /// Returns `None` if no move is due from the seat. `seed` is the source of random numbers.
    pub fn choose(&self, keys: &Keys, now: Moment, level: Level, seed: Bytes32) -> Option<String> {
        each!(&self.0, table => table.choose(keys, now, level, seed))
    }

    /// Returns moves to suggest to the seat with these keys, as typed, each with its effect: a good
    /// move, then moves of other kinds. If the players have agreed to play without advice, only
    /// explains how to type moves. Returns nothing if no move is due from the seat.
    pub fn examples(&self, keys: &Keys, now: Moment) -> Vec<(String, String)> {
        each!(&self.0, table => table.examples(keys, now))
    }

    /// Describes a setup to its owner.
    pub fn describe_setup(&self, seat: Seat, setup: &[String]) -> String {
        each!(&self.0, table => table.describe_setup(seat, setup))
    }
}

#[cfg(any(test, feature = "fault-points"))]
impl AnyTable {
    /// Returns the boxes of all turns, for tests that open and forge them.
    pub fn boxes(&self) -> Vec<super::CarriedBox> {
        each!(&self.0, table => table.carried_boxes())
    }

    /// Returns the tokens that proved answers, as question, answer and token.
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

/// Why a file doesn't contain a playable game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// This version of pbem doesn't have the kind of game.
    #[error("this version of pbem has no game `{0}`")]
    UnknownKind(String),
    /// The header isn't valid.
    #[error("{}", .0.join("; "))]
    BadHeader(Vec<String>),
}

/// A file and its table after the last valid turn.
#[derive(Clone, Debug)]
pub struct OpenGame {
    pub file: TurnFile,
    pub table: AnyTable,
    pub standing: Standing,
}

impl OpenGame {
    /// Combines a file with the table that has read its turns.
    pub fn new(file: TurnFile, table: AnyTable) -> Self {
        let standing = table.standing();
        OpenGame { file, table, standing }
    }

    /// Returns the game after the first `turns` turns.
    pub fn back_at(&self, turns: usize) -> Result<OpenGame, OpenError> {
        let mut file = self.file.clone();
        file.turns.truncate(turns);
        let (table, _) = open_known(&file, &self.standing.hashes)?;
        Ok(OpenGame::new(file, table))
    }
}

/// Opens the game in a file and reads its turns up to the first invalid turn.
pub fn open(file: &TurnFile) -> Result<(AnyTable, Option<TurnError>), OpenError> {
    open_known(file, &[])
}

/// Does the same as [`open`] for a file whose first turns have been checked before and have these
/// hashes.
pub fn open_known(
    file: &TurnFile,
    known: &[Bytes32],
) -> Result<(AnyTable, Option<TurnError>), OpenError> {
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

/// Returns the kind of game that a header describes.
pub(super) fn kind_of(header: &Header) -> Result<Kind, OpenError> {
    let unknown = || OpenError::UnknownKind(header.kind.clone());
    let kind = Kind::from_id(&header.kind).ok_or_else(unknown)?;
    let faults = header_faults(kind, header);
    if faults.is_empty() { Ok(kind) } else { Err(OpenError::BadHeader(faults)) }
}
