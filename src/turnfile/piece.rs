//! Pieces: some turns as text, without the rest of the file, short enough for a chat. Each turn has
//! its number, the hash of the previous turn and a signature, so a player who has all earlier turns
//! can add the turns of the piece to the file.

use super::fault::{ReadError, ReadErrorKind};
use super::limits::{MAX_BYTES, MAX_TURN_BYTES};
use super::model::TurnFile;
use super::read;
use super::text::{Lines, Marks, TURN};
use super::write::{Page, VERSION};

/// Start of the first line of a piece.
pub const PIECE_BEGIN: &str = "# pbem, ";
/// Start of the last line of a piece.
pub const PIECE_END: &str = "# end of ";
/// Precedes the first digits of the game's id.
pub(super) const OF_GAME: &str = " of game ";
/// Number of digits of the game's id that a piece contains.
pub(super) const DIGITS: usize = 16;
/// Maximum size of a piece, in bytes. The limit leaves room for one round of turns, and no player
/// ever needs more.
const MAX_PIECE: usize = 16 * MAX_TURN_BYTES;

const MARKS: Marks = Marks { begin: PIECE_BEGIN, end: PIECE_END };

/// Some turns as text, which haven't been verified.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    text: &'a str,
    /// First digits of the game's id.
    pub game: &'a str,
    /// Number of the first turn.
    pub first: u32,
}

/// Why a piece can't be joined to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinError {
    /// Turns between the file and the piece are missing.
    Gap,
    /// The file has other versions of these turns or of earlier turns.
    Another,
    /// The turns are malformed.
    Fault(ReadError),
}

/// Whether a line begins a piece.
pub fn is_piece_begin(line: &str) -> bool {
    line.find(PIECE_BEGIN).is_some_and(|at| line.get(at..).is_some_and(|line| game(line).is_some()))
}

/// Returns the digits of the game's id in the first line of a piece.
pub(super) fn game(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix(PIECE_BEGIN)?.split_once(OF_GAME)?;
    let digits = rest.get(..DIGITS)?;
    let good = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.bytes().all(good).then_some(digits)
}

impl TurnFile {
    /// Returns the turns after the first `known` turns as text; `None` if there are no such turns,
    /// if they are the whole game, or if they are too large for a piece.
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
    /// Parses the beginning of a piece to identify its game and its first turn.
    pub fn look(text: &'a str) -> Option<Piece<'a>> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let game = lines.find_map(game)?;
        let mut lines = lines.skip_while(|line| *line != TURN).skip(1);
        let first = lines.next()?.strip_prefix("number = ")?.parse().ok()?;
        (text.len() <= MAX_PIECE).then_some(Piece { text, game, first })
    }

    /// Returns the hash of the turn that the first turn of this piece follows, in hexadecimal.
    pub fn after(&self) -> Option<&'a str> {
        let mut lines = self.text.lines().map(str::trim).skip_while(|line| *line != "after = [");
        Some(lines.nth(1)?.trim_matches(['"', ',']))
    }

    /// Returns the known file with the turns of this piece added. Checks the form of the turns, and
    /// that each turn contains the hash of the previous turn.
    pub fn join(&self, known: &TurnFile) -> Result<TurnFile, JoinError> {
        let before = usize::try_from(self.first).unwrap_or(usize::MAX).saturating_sub(1);
        if before > known.turns.len() {
            return Err(JoinError::Gap);
        }
        let turns = known.turns.get(..before).filter(|turns| !turns.is_empty());
        let (Some(turns), Some(lines)) = (turns, Lines::find(self.text, MARKS)) else {
            return Err(JoinError::Another);
        };
        let behind = turns.last().map(super::Turn::hash);
        let part = TurnFile { game: known.game.clone(), turns: turns.to_vec() };
        let joined = read::read_on(lines, part).map_err(JoinError::Fault)?;
        if joined.turns.get(before).map(|turn| turn.after) != behind {
            return Err(JoinError::Another);
        }
        if joined.write().len() > MAX_BYTES {
            let message =
                format!("with these turns the file would have more than {MAX_BYTES} bytes");
            return Err(JoinError::Fault(ReadError::of_file(ReadErrorKind::Unreadable, message)));
        }
        Ok(joined)
    }
}
