//! From bytes to a turn file, as far as it is well formed.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{FaultKind, Problem, ReadFault, excerpt};
use super::fields::{Fields, Place};
use super::limits::{MAX_BYTES, MAX_NOTES_OF_SEAT, MAX_TURN_BYTES, MAX_TURNS};
use super::model::{Claim, Header, Turn, TurnFile};
use super::schema;
use super::text::{self, Found};

/// What was read: the turns up to the first fault, and the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The header and the longest run of well formed turns from the first; `None` if the header
    /// itself is not whole.
    pub file: Option<TurnFile>,
    /// What is wrong behind them.
    pub fault: Option<ReadFault>,
}

impl TurnFile {
    /// Reads a turn file that must be well formed to its end.
    pub fn read(bytes: &[u8]) -> Result<TurnFile, ReadFault> {
        match read(bytes) {
            Reading { fault: Some(fault), .. } => Err(fault),
            Reading { file: Some(file), fault: None } => Ok(file),
            Reading { file: None, fault: None } => Err(not_a_turn_file()),
        }
    }
}

/// Reads a turn file, or as much of it as is well formed: form only, neither chain nor signatures.
///
/// It takes the file as it was written, or what a mail program made of it: with CRLF, with a byte
/// order mark, as UTF-16, with other text above and below, with its keys in another order.
pub fn read(bytes: &[u8]) -> Reading {
    if bytes.len() > MAX_BYTES {
        let fault = ReadFault::of_file(
            FaultKind::OverLimit,
            format!("it has {} bytes, more than {MAX_BYTES}", bytes.len()),
        );
        return Reading { file: None, fault: Some(fault) };
    }
    let text = text::decode(bytes);
    let found = text::find(&text);
    let place = Place { text: &text, start: found.start, turn: None, table: "" };
    let mut reader = Reader::default();
    let fault = reader.read(&found, place).and_then(|()| only_one(&found, place)).err();
    if reader.header.is_none()
        && !found.marked
        && fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Unreadable)
    {
        return Reading { file: None, fault: Some(not_a_turn_file()) };
    }
    let Reader { header, turns, claim, .. } = reader;
    Reading { file: header.map(|game| TurnFile { game, turns, claim }), fault }
}

fn not_a_turn_file() -> ReadFault {
    ReadFault::of_file(
        FaultKind::NotATurnFile,
        format!("there is no turn file in it; one begins `{}`", text::BEGIN),
    )
}

fn only_one(found: &Found<'_>, place: Place<'_>) -> Result<(), ReadFault> {
    let fault =
        |at| place.fault(None, at, "another turn file begins here; only the first was read");
    found.another.map_or(Ok(()), |at| Err(fault(at)))
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    header: Option<Header>,
    turns: Vec<Turn>,
    claim: Option<Claim>,
    /// Bytes of notes, by seat.
    notes: BTreeMap<String, usize>,
}

impl Reader {
    fn read(&mut self, found: &Found<'_>, place: Place<'_>) -> Result<(), ReadFault> {
        for (at, piece) in text::pieces(found.body) {
            let place = Place { start: found.start + at, ..place };
            let read = if at == 0 { self.head(piece, place) } else { self.rest(piece, place) };
            // A claim speaks of the last turn, and after a fault nobody knows which that is.
            read.inspect_err(|_| self.claim = None)?;
        }
        if self.turns.is_empty() {
            // A header that nothing follows may have lost its end, and would then be the header of
            // another game.
            self.header = None;
            return Err(place.fault(None, found.body.len(), "it ends before the first turn"));
        }
        Ok(())
    }

    /// What stands before the first turn.
    fn head(&mut self, piece: &str, place: Place<'_>) -> Result<(), ReadFault> {
        let document = parse(piece, place)?;
        let top = Fields::document(&document, place);
        schema::version(&top)?;
        let top = top.only(&["pbem", "game", "claim", "turn"])?;
        let game = top
            .raw("game")
            .ok_or_else(|| top.fault("game", "it is missing, or stands behind the first turn"))?;
        self.header = Some(schema::header(game, place)?);
        self.turns(&top, place)?;
        self.claim(&top, place)
    }

    /// A turn, and behind the last one perhaps a claim.
    fn rest(&mut self, piece: &str, place: Place<'_>) -> Result<(), ReadFault> {
        let number = self.next_number();
        let place = Place { turn: Some(number), ..place };
        let read = self.turn_and_claim(piece, place);
        if read.is_err() && self.next_number() == number {
            // Who appends junk to a turn does not take the turn away. The junk is the fault to
            // report.
            let _ = self.turn_and_claim(text::up_to_signature(piece), place);
        }
        read
    }

    fn turn_and_claim(&mut self, piece: &str, place: Place<'_>) -> Result<(), ReadFault> {
        let document = parse(piece, place)?;
        let top = Fields::document(&document, place);
        self.turns(&top, place)?;
        self.claim(&top.only(&["turn", "claim"])?, place)
    }

    fn turns<'a>(&mut self, top: &Fields<'a>, place: Place<'a>) -> Result<(), ReadFault> {
        let Some(value) = top.raw("turn") else { return Ok(()) };
        let DeValue::Array(list) = value.get_ref() else {
            return Err(
                top.fault("turn", "every turn is a table of its own, under a line [[turn]]")
            );
        };
        for value in list {
            let number = self.next_number();
            let place = Place { turn: Some(number), ..place };
            if number > MAX_TURNS {
                return Err(place.fault(
                    None,
                    value.span().start,
                    Problem::over(format!("there are more than {MAX_TURNS} turns")),
                ));
            }
            let turn = schema::turn(value, self.seats(), place)?;
            let notes = self.notes.entry(turn.seat.clone()).or_default();
            *notes += turn.note.as_ref().map_or(0, String::len);
            if *notes > MAX_NOTES_OF_SEAT {
                let message = format!(
                    "the notes of {} have more than {MAX_NOTES_OF_SEAT} bytes together",
                    turn.seat
                );
                return Err(place.fault(Some("note"), value.span().start, Problem::over(message)));
            }
            self.turns.push(turn);
        }
        Ok(())
    }

    fn claim<'a>(&mut self, top: &Fields<'a>, place: Place<'a>) -> Result<(), ReadFault> {
        match top.raw("claim") {
            None => Ok(()),
            Some(_) if self.claim.is_some() => Err(top.fault("claim", "there is a claim already")),
            Some(value) => {
                self.claim = Some(schema::claim(value, self.seats(), place)?);
                Ok(())
            }
        }
    }

    fn seats(&self) -> &[String] {
        self.header.as_ref().map_or(&[], |header| &header.seats)
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.turns.len()).map_or(u32::MAX, |turns| turns.saturating_add(1))
    }
}

fn parse<'a>(piece: &'a str, place: Place<'_>) -> Result<Spanned<DeTable<'a>>, ReadFault> {
    if piece.len() > MAX_TURN_BYTES {
        return Err(place.fault(
            None,
            0,
            Problem::over(format!("more than {MAX_TURN_BYTES} bytes from here, without a turn")),
        ));
    }
    DeTable::parse(piece).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        place.fault(None, at, format!("damaged or cut off here: {}", excerpt(error.message())))
    })
}
