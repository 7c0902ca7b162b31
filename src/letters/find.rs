//! Turn files found in whatever comes in, and checked to their end.

use std::collections::BTreeMap;

use super::mbox::{Entry, LONGEST_LINE, Messages};
use super::mend;
use super::parts::{self, Flow, Part};
use super::piece::Loose;
use crate::table::{self, OpenGame, TurnFault};
use crate::turnfile::{
    self, BEGIN, Bytes32, END, PIECE_BEGIN, PIECE_END, RULING_BEGIN, RULING_END, Reading, Ruling,
    TurnFile, limits,
};

/// Most turn files that are looked for in one message.
const MAX_FILES: usize = 64;
/// Most bytes of turn files that are taken out of one folder or mailbox at a time: some hundred
/// long games. Each is some twenty times as large in memory. Those that come last go first.
const MAX_LENGTH: usize = 6 << 20;
/// Most bytes of damaged ones.
const MAX_DAMAGED: usize = 16 << 20;
/// Most pieces that are kept of all that is looked through.
const MAX_PIECES: usize = 256;
/// Most bytes of pieces.
const MAX_PIECES_LENGTH: usize = 4 << 20;
/// Largest text of one that is mended: quotation marks before every line make it wider.
const MAX_TEXT: usize = 2 * limits::MAX_BYTES;

/// A turn file that came in whole: its chain and its signatures hold to the end.
#[derive(Debug)]
pub struct Found {
    /// the file, read
    pub game: OpenGame,
    /// where it was, safe to print
    pub place: String,
}

/// Something that was a turn file once.
#[derive(Clone, PartialEq, Debug)]
pub struct Damaged {
    /// the text as it came in
    pub text: String,
    /// what is wrong with it
    pub flaw: Flaw,
    /// where it was, safe to print
    pub place: String,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flaw {
    /// in words, safe to print
    pub message: String,
    /// how many of its turns hold
    pub turns: u32,
    /// what can be read of it
    pub file: Option<TurnFile>,
}

impl Flaw {
    pub(super) fn new(message: impl Into<String>) -> Flaw {
        Flaw { message: message.into(), ..Flaw::default() }
    }

    /// How much of the file is left, for choosing the best of several attempts at it.
    fn rest(&self) -> (u32, bool) {
        (self.turns, self.file.is_some())
    }
}

/// What was found, in the order in which it came.
#[derive(Debug, Default)]
pub struct Search {
    /// whole files
    pub found: Vec<Found>,
    /// damaged ones
    pub damaged: Vec<Damaged>,
    /// turns that came without the file that they go on
    pub pieces: Vec<Loose>,
    /// Rulings of arbiters, and where they were, safe to print.
    pub rulings: Vec<(Ruling, String)>,
    /// what was not looked into, and why, safe to print
    pub left_out: Vec<String>,
    /// what holds no turn file that could be seen, but something that is never opened; and what may
    /// be done about it, safe to print
    pub closed: Vec<String>,
    /// how many messages or files were looked at
    pub looked_at: usize,
    /// how many whole files held nothing but the beginning of a game that is known
    pub known: usize,
    /// where those were, safe to print
    pub known_in: Vec<String>,
    /// the hashes of the turns of games, by id. A file that has the first of them and no others is
    /// passed over, and costs no more than reading it.
    pub chains: BTreeMap<Bytes32, Vec<Bytes32>>,
    /// how many files there were no room for
    pub too_many: usize,
    /// how long all texts are that were found, in bytes
    length: usize,
    /// the same of the damaged ones
    damaged_length: usize,
}

/// Looks for turn files in bytes: a turn file itself, a text with one in it, a message, or a
/// mailbox in the mbox format. `place` says in reports what it was.
pub fn find(bytes: &[u8], place: &str) -> Search {
    let mut search = Search::default();
    let mut look = search.look(place);
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.for_each(|line| look.line(line));
    look.end();
    search
}

/// A search of something that is read line by line, since it may be large.
#[derive(Debug)]
pub struct Look<'a> {
    search: &'a mut Search,
    place: &'a str,
    messages: Messages,
}

impl Look<'_> {
    /// Takes the next line, or a part of a long one.
    pub fn line(&mut self, line: &[u8]) {
        for part in line.chunks(LONGEST_LINE) {
            if let Some(entry) = self.messages.line(part) {
                self.search.entry(entry, self.place);
            }
        }
    }

    /// There is no more.
    pub fn end(mut self) {
        if let Some(entry) = self.messages.end() {
            self.search.entry(entry, self.place);
        }
    }
}

impl Search {
    /// Adds what was found elsewhere.
    pub fn append(&mut self, other: Search) {
        self.found.extend(other.found);
        self.damaged.extend(other.damaged);
        self.pieces.extend(other.pieces);
        self.rulings.extend(other.rulings);
        self.left_out.extend(other.left_out);
        self.closed.extend(other.closed);
        self.looked_at += other.looked_at;
        self.known += other.known;
        self.known_in.extend(other.known_in);
        self.chains.extend(other.chains);
        self.too_many += other.too_many;
        self.length += other.length;
        self.damaged_length += other.damaged_length;
    }

    /// Looks for turn files in what is read line by line, as [`find`] does.
    pub fn look<'a>(&'a mut self, place: &'a str) -> Look<'a> {
        Look { search: self, place, messages: Messages::new() }
    }

    fn entry(&mut self, entry: Entry, place: &str) {
        self.looked_at += 1;
        match entry {
            Ok(bytes) => self.message(&bytes, place),
            Err(why) => self.left_out.push(format!("{place}: {why}")),
        }
    }

    fn message(&mut self, bytes: &[u8], place: &str) {
        let bytes = bare(bytes);
        let is_message = parts::is_message(bytes);
        let unpacked =
            if is_message { parts::unpack(bytes, MARK) } else { parts::of_text(bytes, MARK) };
        let place = unpacked.subject.as_ref().map_or_else(
            || place.to_owned(),
            |subject| format!("the mail \"{}\"", printable(subject, NAME)),
        );
        for part in &unpacked.texts {
            self.text(part, &place);
        }
        self.left_out.extend(unpacked.left_out.map(|why| format!("{place}: {why}")));
        let closed = unpacked.closed.filter(|_| unpacked.texts.is_empty());
        self.closed.extend(closed.map(|what| format!("{place}: {what}")));
    }

    fn text(&mut self, part: &Part, place: &str) {
        let pieces: Vec<&str> = pieces(&part.text).into_iter().take(MAX_FILES).collect();
        for piece in turnfile::join_parts(pieces) {
            let length = self.pieces.iter().map(|loose| loose.text.len()).sum::<usize>();
            if self.pieces.len() >= MAX_PIECES || length + piece.len() > MAX_PIECES_LENGTH {
                self.too_many += 1;
                continue;
            }
            self.pieces.push(Loose::new(&piece, part.flow, place));
        }
        for text in cut_out(&part.text, |line| line.find(RULING_BEGIN), RULING_END) {
            let ruling = mend::candidates(text, part.flow)
                .find_map(|text| Ruling::read(text.as_bytes()).ok());
            if let Some(ruling) = ruling.filter(|_| self.rulings.len() < MAX_PIECES) {
                self.rulings.push((ruling, place.to_owned()));
            }
        }
        let mut sections = sections(&part.text);
        if sections.len() > MAX_FILES {
            self.left_out.push(format!(
                "{place}: it has more than {MAX_FILES} turn files; only the first were read"
            ));
            sections.truncate(MAX_FILES);
        }
        for section in sections {
            // The same course of a game, as far as it goes, comes with every mail of it. Of one
            // file alone it is told that it is old.
            let known = |file: &TurnFile| self.looked_at > 1 && self.is_known(file);
            match check(section, part.flow, known) {
                Some(Checked::Known) => {
                    self.known += 1;
                    self.known_in.push(place.to_owned());
                }
                Some(Checked::Whole(whole)) => self.take(*whole, section.len(), place),
                Some(Checked::Damaged(flaw)) => {
                    if self.damaged_length.saturating_add(section.len()) > MAX_DAMAGED {
                        self.too_many += 1;
                        continue;
                    }
                    self.damaged_length += section.len();
                    self.damaged.push(Damaged {
                        text: section.to_owned(),
                        flaw: *flaw,
                        place: place.to_owned(),
                    });
                }
                None => {}
            }
        }
    }

    /// Has it nothing but the first turns of a game that is known?
    fn is_known(&self, file: &TurnFile) -> bool {
        self.chains.get(&file.game.id()).is_some_and(|chain| {
            let hashes = file.turns.iter().map(turnfile::Turn::hash);
            file.turns.len() <= chain.len()
                && hashes.eq(chain.iter().take(file.turns.len()).copied())
        })
    }

    fn take(&mut self, game: OpenGame, length: usize, place: &str) {
        if self.length.saturating_add(length) > MAX_LENGTH && !self.found.is_empty() {
            self.too_many += 1;
            return;
        }
        self.length += length;
        let (id, hashes) = (game.standing.id.0, &game.standing.hashes);
        let chain = self.chains.entry(id).or_default();
        if hashes.starts_with(chain) {
            chain.clone_from(hashes);
        }
        self.found.push(Found { game, place: place.to_owned() });
    }
}

/// A message without what programs put before it in their own files: its length (Apple Mail,
/// `.emlx`), or a mark of Unicode.
fn bare(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (first, rest) = bytes.split_at(end);
    let is_length = first.trim_ascii().iter().all(u8::is_ascii_digit);
    if is_length { rest.trim_ascii_start() } else { bytes }
}

/// What every turn file holds. The markers may be missing, if somebody has cut them off.
const MARK: &str = "pbem";

/// The pieces of a text that may be turn files, each from its first line to its last, with what a
/// quotation has put before the lines.
fn sections(text: &str) -> Vec<&str> {
    let mut sections = cut_out(text, |line| line.find(BEGIN), END);
    sections.retain(|section| section.contains("[game]"));
    let bare = sections.is_empty()
        && text.contains("[game]")
        && text.contains("[[turn]]")
        && !text.contains(BEGIN);
    sections.extend(bare.then_some(text));
    sections
}

/// The pieces of a text that may be turns without their file, in the same way.
fn pieces(text: &str) -> Vec<&str> {
    let column = |line: &str| {
        let begins = turnfile::is_piece_begin(line);
        begins.then(|| line.find(PIECE_BEGIN)).flatten()
    };
    cut_out(text, column, PIECE_END)
}

/// What stands in a text from each line that begins something, in this column, to the line that
/// ends it, or to the next beginning.
fn cut_out<'a>(text: &'a str, begins: impl Fn(&str) -> Option<usize>, end: &str) -> Vec<&'a str> {
    let mut sections = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.len() < PIECE_END.len() {
            at += line.len();
            continue;
        }
        let quoted = |column: &usize| line[..*column].bytes().all(is_quotation);
        // Within a file it stands at the beginning of its line: a note may say anything.
        if let Some(column) = begins(line).filter(|at| start.is_none() || quoted(at)) {
            sections.extend(start.map(|from| &text[from..at]));
            start = Some(if quoted(&column) { at } else { at + column });
        }
        at += line.len();
        if line.find(end).as_ref().is_some_and(quoted) {
            sections.extend(start.take().map(|from| &text[from..at]));
        }
    }
    sections.extend(start.map(|from| &text[from..]));
    sections
}

/// May this stand before a line that is quoted? What begins a text of TOML may not.
fn is_quotation(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_punctuation() && !matches!(byte, b'"' | b'\'' | b'#' | b'=')
}

enum Checked {
    Known,
    Whole(Box<OpenGame>),
    Damaged(Box<Flaw>),
}

/// Reads a section as it is, and if it does not hold, as what it may have been. Nothing that does
/// not hold to the end is taken; the least damaged is reported. `None` if there is no turn file at
/// all.
fn check(section: &str, flow: Flow, known: impl Fn(&TurnFile) -> bool) -> Option<Checked> {
    if section.len() > MAX_TEXT {
        return Some(Checked::Damaged(Box::new(Flaw::new("it is larger than any game"))));
    }
    let mut least: Option<Box<Flaw>> = None;
    for candidate in mend::candidates(section, flow) {
        let reading = turnfile::read(candidate.as_bytes());
        if reading.fault.is_none() && reading.file.as_ref().is_some_and(&known) {
            return Some(Checked::Known);
        }
        match verify(reading) {
            Ok(whole) => return Some(Checked::Whole(Box::new(whole))),
            Err(flaw) if least.as_ref().is_none_or(|least| flaw.rest() > least.rest()) => {
                least = Some(flaw);
            }
            Err(_) => {}
        }
    }
    least.map(Checked::Damaged)
}

/// The file in a text, if it is whole; else how many turns hold, and what is wrong with the next.
fn verify(reading: Reading) -> Result<OpenGame, Box<Flaw>> {
    let fault = reading.fault.as_ref().map(ToString::to_string);
    let Some(file) = reading.file else {
        return Err(Box::new(Flaw::new(fault.unwrap_or_default())));
    };
    hold(file, fault, &[])
}

/// The game in a file, if it holds to the end. The first turns have been read before, and have
/// these hashes.
pub(super) fn hold(
    file: TurnFile,
    fault: Option<String>,
    known: &[Bytes32],
) -> Result<OpenGame, Box<Flaw>> {
    let opened = table::open_known(&file, known);
    let (table, broken) = opened.map_err(|error| Flaw::new(error.to_string()))?;
    let game = OpenGame::new(file, table);
    let standing = &game.standing;
    let turns = standing.turns();
    let message = if let Some(TurnFault::Damage(damage)) = broken {
        standing.names.fill(&damage.message)
    } else if let Some(fault) = fault {
        fault
    } else {
        return Ok(game);
    };
    Err(Box::new(Flaw { message, turns, file: Some(game.file) }))
}

/// Longest name of a place, in characters.
const NAME: usize = 60;

/// A word from outside, made safe to print and short.
pub fn printable(text: &str, longest: usize) -> String {
    let safe =
        |sign: char| if limits::text_problem(&sign.to_string(), 1).is_some() { '?' } else { sign };
    let mut short: String = text.chars().take(longest).map(safe).collect();
    if text.chars().nth(longest).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_what_may_be_turn_files() {
        let file = "# pbem turn file\n[game]\n# end of pbem turn file\n";
        let text = format!(
            "hello\n{file}some words\n> # pbem turn file\n> [game]\n# pbem turn file is what it \
            begins with\n{file}"
        );
        assert_eq!(sections(&text), [file, "> # pbem turn file\n> [game]\n", file]);
        assert_eq!(
            sections("binary\u{0}junk# pbem turn file\n[game]\n"),
            ["# pbem turn file\n[game]\n"]
        );
        assert_eq!(sections("pbem = 1\n[game]\n[[turn]]\n").len(), 1);
        assert_eq!(sections("nothing about pbem").len(), 0);
    }

    #[test]
    fn what_is_printed_is_harmless() {
        assert_eq!(printable("a\u{1b}[31m\u{202e}b\r\nc", NAME), "a?[31m?b??c");
        assert_eq!(printable(&"x".repeat(100), NAME).len(), 63);
    }
}
