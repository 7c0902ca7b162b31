//! Some turns as text, without the file that they go on: short enough for a chat. Each of them
//! holds its number, the hash of the turn before and a signature, so whoever has the game up to
//! there joins them to it, and gets the file that was never sent.

use super::fault::{FaultKind, ReadFault};
use super::limits::{MAX_BYTES, MAX_TURN_BYTES};
use super::model::TurnFile;
use super::read;
use super::text::{Lines, Marks, TURN};
use super::write::{Page, VERSION};

/// How the first line of a piece begins.
pub const PIECE_BEGIN: &str = "# pbem, ";
/// How the last line of a piece begins.
pub const PIECE_END: &str = "# end of ";
/// What stands before the first digits of the id of the game.
pub(super) const OF_GAME: &str = " of game ";
/// How many digits of the id a piece has.
const DIGITS: usize = 16;
/// Longest piece, in bytes: nobody lacks more than a round of turns.
const MAX_PIECE: usize = 16 * MAX_TURN_BYTES;

const MARKS: Marks = Marks { begin: PIECE_BEGIN, end: PIECE_END };

/// Some turns as they stand in a text. Nothing of it is known to be true.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    text: &'a str,
    /// the first digits of the id of the game
    pub game: &'a str,
    /// the number that the first turn bears
    pub first: u32,
}

/// Why a piece cannot be joined to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unjoined {
    /// turns between them are missing
    Gap,
    /// the file has other turns in their place, or before them
    Another,
    /// they are not well formed
    Fault(ReadFault),
}

/// Does a line begin a piece?
pub fn is_piece_begin(line: &str) -> bool {
    line.find(PIECE_BEGIN).is_some_and(|at| line.get(at..).is_some_and(|line| game(line).is_some()))
}

/// The digits of the game in a first line.
pub(super) fn game(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix(PIECE_BEGIN)?.split_once(OF_GAME)?;
    let digits = rest.get(..DIGITS)?;
    let good = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.bytes().all(good).then_some(digits)
}

impl TurnFile {
    /// The turns behind the first so many, as text; `None` if there are none, or if they are the
    /// whole of the game.
    pub fn piece(&self, known: usize) -> Option<String> {
        let turns = self.turns.get(known..).filter(|turns| known > 0 && !turns.is_empty())?;
        let count = match turns.len() {
            1 => "one turn".to_owned(),
            count => format!("{count} turns"),
        };
        let id = hex::encode(self.game.id());
        let digits = id.get(..DIGITS)?;
        let heading = format!("{PIECE_BEGIN}{count}{OF_GAME}{digits}\n{VERSION}\n");
        let mut page = Page::set(heading);
        for turn in turns {
            page.signed(turn);
        }
        let text = page.text + PIECE_END + &count + "\n";
        (text.len() <= MAX_PIECE).then_some(text)
    }
}

impl<'a> Piece<'a> {
    /// Looks at a text that begins with the first line of a piece, as far as is needed to know what
    /// it is a piece of.
    pub fn look(text: &'a str) -> Option<Piece<'a>> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let game = lines.find_map(game)?;
        let mut lines = lines.skip_while(|line| *line != TURN).skip(1);
        let first = lines.next()?.strip_prefix("number = ")?.parse().ok()?;
        (text.len() <= MAX_PIECE).then_some(Piece { text, game, first })
    }

    /// The file that goes on with these turns. Form only, but that each says to be behind the one
    /// before.
    pub fn join(&self, known: &TurnFile) -> Result<TurnFile, Unjoined> {
        let before = usize::try_from(self.first).unwrap_or(usize::MAX).saturating_sub(1);
        if before > known.turns.len() {
            return Err(Unjoined::Gap);
        }
        let turns = known.turns.get(..before).filter(|turns| !turns.is_empty());
        let (Some(turns), Some(lines)) = (turns, Lines::find(self.text, MARKS)) else {
            return Err(Unjoined::Another);
        };
        let behind = turns.last().map(super::Turn::hash);
        let part = TurnFile { game: known.game.clone(), turns: turns.to_vec() };
        let joined = read::read_on(lines, part).map_err(Unjoined::Fault)?;
        if joined.turns.get(before).map(|turn| turn.after) != behind {
            return Err(Unjoined::Another);
        }
        if joined.write().len() > MAX_BYTES {
            let message = format!("with it the file has more than {MAX_BYTES} bytes");
            return Err(Unjoined::Fault(ReadFault::of_file(FaultKind::Unreadable, message)));
        }
        Ok(joined)
    }
}
