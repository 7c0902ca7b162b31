//! Parses bytes into a turn file, up to the first error.

use std::collections::BTreeMap;

use super::check::{self, ValueError};
use super::fault::{ReadError, ReadErrorKind, excerpt};
use super::limits::{MAX_BYTES, MAX_NOTES_OF_SEAT, MAX_TURN_BYTES, MAX_TURNS};
use super::line_reader;
use super::model::{Bytes32, Header, Turn, TurnFile};
use super::parse::{self, LineError};
use super::text::{self, Ending, Line, Lines, TURN};
use super::write::VERSION;

/// Maximum length of the line that names the program that wrote the file, in bytes.
const LONGEST_MAKER: usize = 100;

/// Result of reading: the turns up to the first error, and the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The header and all well-formed turns before the first error; `None` if the header or the
    /// first turn is incomplete.
    pub file: Option<TurnFile>,
    /// The error after those turns.
    pub fault: Option<ReadError>,
}

impl TurnFile {
    /// Parses a file that contains exactly one turn file and nothing else; `None` if it contains
    /// anything else. Tolerates changes that mail programs make, and a different second line (the
    /// program version).
    pub fn read_alone(bytes: &[u8]) -> Option<TurnFile> {
        let file = TurnFile::read(bytes).ok()?;
        let (written, text) = (file.write(), text::decode(bytes));
        let lines = |text: &'_ str| -> Vec<String> {
            let lines = text.lines().map(|line| line.trim_matches([' ', '\t', '\r']).to_owned());
            lines.filter(|line| !line.is_empty()).collect()
        };
        let (written, found) = (lines(&written), lines(&text));
        let is_same = |at: usize, line: &String| match at {
            1 => line.starts_with("# ") && line.len() <= LONGEST_MAKER,
            _ => written.get(at) == Some(line),
        };
        let alone = written.len() == found.len()
            && found.iter().enumerate().all(|(at, line)| is_same(at, line));
        alone.then_some(file)
    }

    /// Parses a turn file that must be well formed to its end.
    pub fn read(bytes: &[u8]) -> Result<TurnFile, ReadError> {
        match read(bytes) {
            Reading { fault: Some(fault), .. } => Err(fault),
            Reading { file: Some(file), fault: None } => Ok(file),
            Reading { file: None, fault: None } => Err(not_a_turn_file()),
        }
    }
}

/// Parses the well-formed part of a turn file. Checks neither the chain nor signatures.
///
/// Accepts the file as pbem wrote it and as mail programs change it: with CRLF, a byte order mark,
/// UTF-16, whitespace around lines, and other text before and after.
pub fn read(bytes: &[u8]) -> Reading {
    if bytes.len() > MAX_BYTES {
        let message = format!("it has {} bytes, more than {MAX_BYTES}", bytes.len());
        let fault = Some(ReadError::of_file(ReadErrorKind::Unreadable, message));
        return Reading { file: None, fault };
    }
    let text = text::decode(bytes);
    let Some(lines) = Lines::find(&text, text::FILE) else {
        return Reading { file: None, fault: Some(not_a_turn_file()) };
    };
    let mut reader = Reader { lines, header: None, turns: Vec::new(), notes: BTreeMap::new() };
    let fault = reader.read().err();
    let Reader { header, turns, .. } = reader;
    // A header without turns may have lost its last lines, and would then be the header of another
    // game.
    let header = header.filter(|_| !turns.is_empty());
    Reading { file: header.map(|game| TurnFile { game, turns }), fault }
}

/// Returns the id of the game in a turn file, if [`read`] finds a game in it. Parses nothing after
/// the first turn.
pub fn id_of(bytes: &[u8]) -> Option<Bytes32> {
    let text = (bytes.len() <= MAX_BYTES).then(|| text::decode(bytes))?;
    let lines = Lines::find(&text, text::FILE)?;
    let mut reader = Reader { lines, header: None, turns: Vec::new(), notes: BTreeMap::new() };
    reader.header().ok()?;
    reader.turn().ok()?;
    reader.header.map(|header| header.id())
}

fn not_a_turn_file() -> ReadError {
    ReadError::of_file(
        ReadErrorKind::NotATurnFile,
        format!("found no turn file in it; turn files begin with `{}`", text::BEGIN),
    )
}

/// Parses turns that continue a known file.
pub(super) fn read_on(lines: Lines<'_>, known: TurnFile) -> Result<TurnFile, ReadError> {
    let TurnFile { game, turns } = known;
    let mut notes = BTreeMap::new();
    for turn in &turns {
        *notes.entry(turn.seat.clone()).or_default() += turn.note.as_ref().map_or(0, String::len);
    }
    let mut reader = Reader { lines, header: None, turns, notes };
    reader.version()?;
    reader.header = Some(game);
    let before = reader.turns.len();
    reader.turns(before)?;
    let Reader { header, turns, .. } = reader;
    header.map(|game| TurnFile { game, turns }).ok_or_else(not_a_turn_file)
}

struct Reader<'a> {
    lines: Lines<'a>,
    header: Option<Header>,
    turns: Vec<Turn>,
    /// Total size of the notes of each seat, in bytes.
    notes: BTreeMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), ReadError> {
        self.header()?;
        self.turns(0)
    }

    fn header(&mut self) -> Result<(), ReadError> {
        self.version()?;
        let lines = self.table(None, <[_]>::is_empty)?;
        self.header = Some(header(&lines).map_err(|misfit| unreadable(None, &lines, misfit))?);
        Ok(())
    }

    /// Reads all remaining turns. At least one turn must follow the `known` turns that the reader
    /// already had.
    fn turns(&mut self, known: usize) -> Result<(), ReadError> {
        while self.lines.peek().is_some() {
            self.turn()?;
        }
        let (line, ending) = self.lines.ending().unwrap_or((0, Ending::CutOff));
        let message = match ending {
            _ if self.turns.len() <= known => "the file ends before the first turn",
            Ending::Whole => return Ok(()),
            Ending::CutOff => "the file is cut off here: the last line is missing",
            Ending::Another => "another turn file begins here, before this one ends",
        };
        Err(fault(self.turns.last().map(|turn| turn.number), line, message))
    }

    /// Checks the version before everything else, because other versions can have any form.
    fn version(&mut self) -> Result<(), ReadError> {
        let (number, line) = self.lines.next().map_or((0, ""), |line| (line.number, line.text));
        if line == VERSION {
            return Ok(());
        }
        let version = line.strip_prefix("pbem = ").unwrap_or_default();
        if version.is_empty() || version.bytes().any(|byte| !byte.is_ascii_digit()) {
            let line = if number > 0 { number } else { self.lines.ending().map_or(0, |end| end.0) };
            return Err(fault(None, line, format!("`{VERSION}` is missing")));
        }
        Err(match version.trim_start_matches('0') {
            "" | "1" => {
                let message =
                    format!("it was written by pbem 0.1 or earlier (format {})", excerpt(version));
                ReadError::of_file(ReadErrorKind::OlderFormat, message)
            }
            _ => {
                let message =
                    format!("it was written by a newer pbem (format {})", excerpt(version));
                ReadError::of_file(ReadErrorKind::NewerFormat, message)
            }
        })
    }

    /// Returns the lines up to the next turn, or up to the line at which `is_whole` says that the
    /// table is complete.
    fn table(
        &mut self,
        turn: Option<u32>,
        is_whole: impl Fn(&[Line<'a>]) -> bool,
    ) -> Result<Vec<Line<'a>>, ReadError> {
        let mut lines = Vec::new();
        let mut length = 0;
        while let Some(line) = self.lines.peek() {
            if line.text == TURN && !lines.is_empty() {
                break;
            }
            length += line.text.len() + 1;
            if length > MAX_TURN_BYTES {
                let message = format!("this part of the file has more than {MAX_TURN_BYTES} bytes");
                return Err(fault(turn, line.number, message));
            }
            lines.push(line);
            self.lines.next();
            if is_whole(&lines) {
                break;
            }
        }
        Ok(lines)
    }

    fn turn(&mut self) -> Result<(), ReadError> {
        let last = self.turns.last().map(|turn| turn.number);
        let number = last.unwrap_or(0).saturating_add(1);
        if let Some(line) = self.lines.peek().filter(|line| line.text != TURN) {
            return Err(fault(last, line.number, "this text is not part of a turn"));
        }
        let lines = self.table(Some(number), signed_to_the_end())?;
        let unreadable = |misfit| unreadable(Some(number), &lines, misfit);
        if number > MAX_TURNS {
            let message = format!("there are more than {MAX_TURNS} turns");
            return Err(unreadable(LineError { at: 0, message }));
        }
        let seats = self.header.as_ref().map_or(&[][..], |header| &header.seats);
        let turn = turn(&lines, number, seats).map_err(unreadable)?;
        let notes = self.notes.entry(turn.seat.clone()).or_default();
        *notes += turn.note.as_ref().map_or(0, String::len);
        if *notes > MAX_NOTES_OF_SEAT {
            let seat = &turn.seat;
            let message =
                format!("{seat}'s notes have more than {MAX_NOTES_OF_SEAT} bytes in total");
            return Err(unreadable(misplaced(&lines, ("note".to_owned(), message))));
        }
        self.turns.push(turn);
        Ok(())
    }
}

/// Returns a function that checks whether the last line closes `signature`.
fn signed_to_the_end<'a>() -> impl Fn(&[Line<'a>]) -> bool {
    let signed = std::cell::Cell::new(false);
    move |lines| {
        let last = lines.last().map_or("", |line| line.text);
        signed.set(signed.get() || last == "signature = [");
        signed.get() && last == "]"
    }
}

fn header(lines: &[Line<'_>]) -> Result<Header, LineError> {
    let parts = ["[game]", "[game.options]", "[game.keys]", "[game.arbiter]"];
    let is_table = |line: &Line<'_>| parts.contains(&line.text);
    let part = |name: &str| {
        let from = lines.iter().position(|line| line.text == name)? + 1;
        let length = lines.get(from..)?.iter().take_while(|line| !is_table(line)).count();
        Some((from, lines.get(from..from + length)?))
    };
    let [game, options, keys, arbiter] = parts.map(part);
    let within =
        |from: usize| move |misfit: LineError| LineError { at: from + misfit.at, ..misfit };
    let missing = || LineError { at: 0, message: "`[game]` is missing".to_owned() };
    let (from, lines_of_game) = game.ok_or_else(missing)?;
    let mut header: Header = parse::table(lines_of_game).map_err(within(from))?;
    if let Some((from, lines)) = options {
        header.options = parse::options(lines).map_err(within(from))?;
    }
    if let Some((from, lines)) = keys {
        header.keys = parse::keys(lines).map_err(within(from))?;
    }
    if let Some((from, lines)) = arbiter {
        header.arbiter = Some(parse::table(lines).map_err(within(from))?);
    }
    check::header(&header).map_err(|wrong| misplaced(lines, wrong))?;
    parse::same_lines(lines, &header.text())?;
    Ok(header)
}

fn turn(lines: &[Line<'_>], number: u32, seats: &[String]) -> Result<Turn, LineError> {
    let values = lines.get(1..).unwrap_or_default();
    let within = |misfit: LineError| LineError { at: misfit.at + 1, ..misfit };
    let turn = line_reader::turn(lines).or_else(|_| parse::table(values).map_err(within))?;
    check::turn(&turn, number, seats).map_err(|wrong| misplaced(lines, wrong))?;
    parse::same_lines(lines, &turn.signed_text())?;
    Ok(turn)
}

/// Assigns an error about a key to the line of that key.
fn misplaced(lines: &[Line<'_>], (key, message): ValueError) -> LineError {
    let at = lines.iter().position(|line| key_of(line) == Some(&key)).unwrap_or(0);
    LineError { at, message }
}

fn key_of<'a>(line: &Line<'a>) -> Option<&'a str> {
    line.text.split_once(" = ").map(|(key, _)| key).filter(|key| super::limits::is_word(key))
}

/// Creates the error for a table, with the line and the key in which the error is.
fn unreadable(
    turn: Option<u32>,
    lines: &[Line<'_>],
    LineError { at, message }: LineError,
) -> ReadError {
    let line = lines.get(at).or(lines.last()).map_or(0, |line| line.number);
    let above = lines.iter().take(at + 1).rev();
    let key = above.map_while(|line| (!line.text.starts_with('[')).then(|| key_of(line)));
    let key = key.flatten().next().map(str::to_owned);
    ReadError { key, ..fault(turn, line, message) }
}

fn fault(turn: Option<u32>, line: usize, message: impl Into<String>) -> ReadError {
    let line = Some(line).filter(|line| *line > 0);
    ReadError { turn, line, ..ReadError::of_file(ReadErrorKind::Unreadable, message) }
}
