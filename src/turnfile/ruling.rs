//! Rulings: the arbiter of a game states that a seat's time is up. A ruling is sent in its own
//! file, and a claim contains the ruling's date and signature.

use serde::Deserialize;

use super::check;
use super::fault::{ReadError, ReadErrorKind};
use super::limits::{MAX_BYTES, MAX_TURN_BYTES, MAX_TURNS, is_seat_name, is_word};
use super::model::{Bytes32, Moment};
use super::parse::{self, binary, moment};
use super::text::{self, Ending, Line, Lines, Marks};
use super::write::{Page, VERSION};
use crate::crypto;

/// Start of the first line of a ruling file.
pub const RULING_BEGIN: &str = "# pbem ruling";
/// Start of the last line of a ruling file.
pub const RULING_END: &str = "# end of pbem ruling";
/// The only reason for a ruling.
const LATE: &str = "late";
/// First line of a ruling after the version.
const TABLE: &str = "[ruling]";

const MARKS: Marks = Marks { begin: RULING_BEGIN, end: RULING_END };

/// The arbiter's signed statement that a seat's time is up, unverified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Id of the game.
    pub game: Bytes32,
    /// Number of the missing turn.
    pub number: u32,
    /// Seat that had to take the turn.
    pub seat: String,
    /// Hash of the previous turn.
    pub after: Bytes32,
    pub ruled: Moment,
    pub signature: [u8; 64],
}

/// A ruling as TOML values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Values {
    #[serde(deserialize_with = "binary")]
    game: Bytes32,
    number: u32,
    seat: String,
    #[serde(deserialize_with = "binary")]
    after: Bytes32,
    reason: String,
    #[serde(deserialize_with = "moment")]
    ruled: Moment,
    #[serde(deserialize_with = "binary")]
    signature: [u8; 64],
}

impl Ruling {
    /// Creates a ruling without a signature.
    pub fn blank(game: Bytes32, number: u32, seat: &str, after: Bytes32, ruled: Moment) -> Self {
        Ruling { game, number, seat: seat.to_owned(), after, ruled, signature: [0; 64] }
    }

    /// Returns the text that is hashed: the lines from `[ruling]` up to but not including
    /// `signature`.
    pub fn text(&self) -> String {
        let mut page = Page::plain();
        self.put(&mut page);
        page.text
    }

    /// Returns the hash that the arbiter signs.
    pub fn hash(&self) -> Bytes32 {
        crypto::ruling_hash(self.text().as_bytes())
    }

    /// Returns the text of the ruling file.
    pub fn write(&self) -> String {
        let mut page = Page::set(format!("{RULING_BEGIN} - keep it with the game\n{VERSION}\n"));
        self.put(&mut page);
        page.binary("signature", &self.signature);
        page.line(RULING_END);
        page.text
    }

    fn put(&self, page: &mut Page) {
        page.table(TABLE);
        page.binary("game", &self.game);
        page.bare("number", self.number);
        page.word("seat", &self.seat);
        page.binary("after", &self.after);
        page.word("reason", LATE);
        page.moment("ruled", self.ruled);
    }

    fn signed_text(&self) -> String {
        let mut page = Page::plain();
        page.line(VERSION);
        self.put(&mut page);
        page.binary("signature", &self.signature);
        page.text
    }

    /// Parses the ruling in a file or an email. Checks only the form.
    pub fn read(bytes: &[u8]) -> Result<Ruling, ReadError> {
        if bytes.len() > MAX_BYTES {
            return Err(fault(
                None,
                format!("it has {} bytes, more than {MAX_BYTES}", bytes.len()),
            ));
        }
        let text = text::decode(bytes);
        let none =
            || fault(None, format!("found no ruling in it; rulings begin with `{RULING_BEGIN}`"));
        let mut found = Lines::find(&text, MARKS).ok_or_else(none)?;
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut length = 0;
        while let Some(line) = found.next() {
            length += line.text.len() + 1;
            if length > MAX_TURN_BYTES {
                let message = format!("the ruling has more than {MAX_TURN_BYTES} bytes");
                return Err(fault(Some(line.number), message));
            }
            lines.push(line);
        }
        match found.ending() {
            Some((_, Ending::Whole)) => {}
            Some((line, _)) => return Err(fault(Some(line), "the last line is missing")),
            None => return Err(fault(None, "the last line is missing")),
        }
        let misfit = |misfit: parse::LineError| {
            let line = lines.get(misfit.at).or(lines.last()).map(|line| line.number);
            fault(line, misfit.message)
        };
        let ruling = Ruling::of(&lines).map_err(misfit)?;
        parse::same_lines(&lines, &ruling.signed_text()).map_err(misfit)?;
        Ok(ruling)
    }

    /// Parses a ruling from its lines.
    fn of(lines: &[Line<'_>]) -> Result<Ruling, parse::LineError> {
        let values = lines.get(2..).unwrap_or_default();
        let within = |misfit: parse::LineError| parse::LineError { at: misfit.at + 2, ..misfit };
        let values: Values = parse::table(values).map_err(within)?;
        let wrong = |message: &str| Err(parse::LineError { at: 0, message: message.to_owned() });
        let Values { game, number, seat, after, reason, ruled, signature } = values;
        if !(1..=MAX_TURNS).contains(&number) {
            return wrong("there is no turn with this number");
        }
        if !is_seat_name(&seat) || !is_word(&reason) {
            return wrong("`seat` must be the name of a seat, and `reason` a single word");
        }
        if reason != LATE {
            return wrong("the only reason for a ruling is `late`");
        }
        if let Err((_, message)) = check::moment("ruled", ruled) {
            return wrong(&message);
        }
        Ok(Ruling { game, number, seat, after, ruled, signature })
    }
}

fn fault(line: Option<usize>, message: impl Into<String>) -> ReadError {
    ReadError { line, ..ReadError::of_file(ReadErrorKind::Unreadable, message) }
}
