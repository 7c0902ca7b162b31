//! Finds turn files in incoming data and verifies them to their end.

use std::collections::BTreeMap;

use super::mbox::{Entry, LONGEST_LINE, Messages};
use super::parts::{self, ClosedPart, Flow, Part};
use super::piece::Fragment;
use super::repair;
use super::sections::{cut_out, pieces, sections};
use crate::table::{self, OpenGame, TurnError};
use crate::turnfile::{
    self, BEGIN, Bytes32, Moment, RULING_BEGIN, RULING_END, ReadErrorKind, Reading, Ruling,
    TurnFile, limits,
};

/// Maximum number of turn files per message.
const MAX_FILES: usize = 64;
/// Maximum total size in bytes of the turn files from one folder or mailbox: several hundred long
/// games. In memory, a file takes about twenty times its size. When the limit is reached, further
/// files are dropped.
const MAX_LENGTH: usize = 6 << 20;
/// Maximum total size in bytes of damaged files.
const MAX_DAMAGED: usize = 16 << 20;
/// Maximum number of pieces (turns without their file) kept per search.
const MAX_PIECES: usize = 256;
/// Maximum total size in bytes of pieces.
const MAX_PIECES_LENGTH: usize = 4 << 20;
/// Number of known files that fills a long search.
const MAX_KNOWN: usize = 50_000;
/// Maximum size in bytes of text to repair. The text can be longer than a turn file, because the
/// lines may be quoted.
const MAX_TEXT: usize = 2 * limits::MAX_BYTES;

/// A whole turn file: its chain and its signatures are valid to the end.
#[derive(Debug)]
pub struct Found {
    pub game: OpenGame,
    /// Where the input was found; safe to print.
    pub place: String,
    /// When the message with the file arrived, according to the recipient's mail server.
    pub received: Option<Moment>,
}

/// A file that contains only the first turns of a known game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownFile {
    /// Id of the game.
    pub game: Bytes32,
    /// Number of turns.
    pub turns: usize,
    /// When the message with the file arrived, according to the recipient's mail server.
    pub received: Option<Moment>,
}

/// When turns first arrived, by turn hash.
pub type Arrivals = BTreeMap<Bytes32, Moment>;

/// Where a piece of text was found, and when its message arrived.
pub(super) struct Source<'a> {
    /// Name for reports, safe to print.
    pub(super) place: &'a str,
    /// When the message arrived, according to the recipient's mail server.
    pub(super) received: Option<Moment>,
}

/// A damaged turn file.
#[derive(Clone, PartialEq, Debug)]
pub struct DamagedFile {
    /// The text as it arrived.
    pub text: String,
    pub flaw: FileError,
    /// Where the input was found; safe to print.
    pub place: String,
    /// When the message with the file arrived, according to the recipient's mail server.
    pub received: Option<Moment>,
}

/// The error in a file, with the number of its valid turns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FileError {
    /// Message for people, safe to print.
    pub message: String,
    /// Number of valid turns.
    pub turns: u32,
    /// The readable part of the file.
    pub file: Option<TurnFile>,
    /// The kind of error, if nothing in the file is readable.
    pub kind: Option<ReadErrorKind>,
}

impl FileError {
    pub(super) fn new(message: impl Into<String>) -> FileError {
        FileError { message: message.into(), ..FileError::default() }
    }

    /// Returns a rank for how much of the file is valid, to choose the best of several repairs.
    fn rest(&self) -> (u32, bool, bool) {
        (self.turns, self.file.is_some(), self.kind.is_some_and(ReadErrorKind::is_other_format))
    }
}

/// Results of a search, in the order of the input.
#[derive(Debug, Default)]
pub struct Search {
    pub found: Vec<Found>,
    pub damaged: Vec<DamagedFile>,
    /// Turns that came without the file that they continue.
    pub pieces: Vec<Fragment>,
    /// Rulings of arbiters and where they were found, safe to print.
    pub rulings: Vec<(Ruling, String)>,
    /// Skipped parts, with the reasons; safe to print.
    pub left_out: Vec<String>,
    /// Inputs that pbem never opens, such as archives, if no turn file is visible in them. Each
    /// comes with advice; safe to print.
    pub closed: Vec<ClosedPart>,
    /// Number of messages or files examined.
    pub looked_at: usize,
    /// Number of undamaged files that contain no more than the first turns of a known game.
    pub known: usize,
    /// Places of the `known` files, safe to print.
    pub known_in: Vec<String>,
    /// The games and turn counts of the `known` files.
    pub known_files: Vec<KnownFile>,
    /// Hashes of the turns of known games, by game id. A file that contains only known turns (a
    /// prefix of this list) is skipped after it is read.
    pub chains: BTreeMap<Bytes32, Vec<Bytes32>>,
    /// Whether the input is the user's own mailbox, in which the mail server dates each message. A
    /// message from elsewhere can contain any date, so the time of its arrival is unknown.
    pub own_mailbox: bool,
    /// Delivery time of the next message, for use if the mail server hasn't dated it.
    pub delivered: Option<Moment>,
    /// Number of files dropped for lack of space.
    pub too_many: usize,
    /// Total size in bytes of the turn files found.
    length: usize,
    /// Total size in bytes of the damaged files.
    damaged_length: usize,
}

/// Finds turn files in bytes. The bytes can be a turn file, text that contains one, a message, or a
/// mailbox in the mbox format. `place` names the input in reports.
pub fn find(bytes: &[u8], place: &str) -> Search {
    let mut search = Search::default();
    let mut look = search.look(place);
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.for_each(|line| look.line(line));
    look.end();
    search
}

/// A search that takes its input line by line, because the input may be large.
#[derive(Debug)]
pub struct Look<'a> {
    search: &'a mut Search,
    place: &'a str,
    messages: Messages,
}

impl Look<'_> {
    /// Adds the next line, or a part of a long line.
    pub fn line(&mut self, line: &[u8]) {
        for part in line.chunks(LONGEST_LINE) {
            if let Some(entry) = self.messages.line(part) {
                self.search.entry(entry, self.place);
            }
        }
    }

    /// Ends the search at the end of the input.
    pub fn end(mut self) {
        if let Some(entry) = self.messages.end() {
            self.search.entry(entry, self.place);
        }
    }
}

impl Search {
    /// Appends the results of another search.
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
        self.known_files.extend(other.known_files);
        self.chains.extend(other.chains);
        self.too_many += other.too_many;
        self.length += other.length;
        self.damaged_length += other.damaged_length;
    }

    /// Whether it is time to [`drain`](Search::drain) the results of a long search.
    pub fn is_full(&self) -> bool {
        self.length > MAX_LENGTH / 2
            || self.damaged_length > MAX_DAMAGED / 2
            || self.pieces.len() > MAX_PIECES / 2
            || self.known_files.len() > MAX_KNOWN
    }

    /// Returns the results so far. The search keeps the known games and can continue with new
    /// results.
    #[must_use]
    pub fn drain(&mut self) -> Search {
        let chains = std::mem::take(&mut self.chains);
        let Search { looked_at, own_mailbox, .. } = *self;
        let rest = Search { looked_at, chains, own_mailbox, ..Search::default() };
        std::mem::replace(self, rest)
    }

    /// Returns when turns arrived. A file that has only known turns counts as an arrival of its
    /// last turn.
    pub fn arrivals(&self) -> Arrivals {
        let mut arrivals = Arrivals::new();
        let mut add = |hash: &Bytes32, received: Option<Moment>| {
            let Some(at) = received else { return };
            let first = arrivals.entry(*hash).or_insert(at);
            *first = at.min(*first);
        };
        for Found { game, received, .. } in &self.found {
            game.standing.hashes.iter().for_each(|hash| add(hash, *received));
        }
        for KnownFile { game, turns, received } in &self.known_files {
            let chain = self.chains.get(game).and_then(|chain| chain.get(..*turns));
            if let Some(hash) = chain.and_then(<[Bytes32]>::last) {
                add(hash, *received);
            }
        }
        arrivals
    }

    /// Starts a search like [`find`] that takes its input line by line.
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
            |subject| format!("the email \"{}\"", printable(subject, NAME)),
        );
        let received = unpacked.received.or(self.delivered).filter(|_| self.own_mailbox);
        let source = Source { place: &place, received };
        for part in &unpacked.texts {
            self.text(part, &source);
        }
        self.left_out.extend(unpacked.left_out.map(|why| format!("{place}: {why}")));
        self.closed.extend(unpacked.closed_part(&place));
    }

    fn text(&mut self, part: &Part, source: &Source<'_>) {
        let Source { place, received } = *source;
        let pieces: Vec<&str> = pieces(&part.text).into_iter().take(MAX_FILES).collect();
        let joined = turnfile::join_parts(pieces).into_iter();
        let (files, pieces): (Vec<_>, Vec<_>) = joined.partition(|text| text.starts_with(BEGIN));
        for piece in pieces {
            let length = self.pieces.iter().map(|loose| loose.text.len()).sum::<usize>();
            if self.pieces.len() >= MAX_PIECES || length + piece.len() > MAX_PIECES_LENGTH {
                self.too_many += 1;
                continue;
            }
            self.pieces.push(Fragment::new(&piece, part.flow, source));
        }
        for text in cut_out(&part.text, |line| line.find(RULING_BEGIN), RULING_END) {
            let ruling = repair::candidates(text, part.flow)
                .find_map(|text| Ruling::read(text.as_bytes()).ok());
            if let Some(ruling) = ruling.filter(|_| self.rulings.len() < MAX_PIECES) {
                self.rulings.push((ruling, place.to_owned()));
            }
        }
        let mut sections = sections(&part.text);
        sections.extend(files.iter().map(String::as_str));
        if sections.len() > MAX_FILES {
            self.left_out.push(format!(
                "{place}: it has more than {MAX_FILES} turn files; only the first {MAX_FILES} were \
                 read"
            ));
            sections.truncate(MAX_FILES);
        }
        for section in sections {
            // Every message of a game repeats the turns so far. An old file is reported only if it
            // is the only input.
            let known = |file: &TurnFile| self.looked_at > 1 && self.is_known(file);
            match check(section, part.flow, known) {
                Some(SectionResult::Known(game, turns)) => {
                    self.known += 1;
                    self.known_in.push(place.to_owned());
                    self.known_files.push(KnownFile { game, turns, received });
                }
                Some(SectionResult::Whole(whole)) => self.take(*whole, section.len(), source),
                Some(SectionResult::Damaged(flaw)) => {
                    if self.damaged_length.saturating_add(section.len()) > MAX_DAMAGED {
                        self.too_many += 1;
                        continue;
                    }
                    self.damaged_length += section.len();
                    self.damaged.push(DamagedFile {
                        text: section.to_owned(),
                        flaw: *flaw,
                        place: place.to_owned(),
                        received,
                    });
                }
                None => {}
            }
        }
    }

    /// Whether the file has only the first turns of a known game.
    fn is_known(&self, file: &TurnFile) -> bool {
        self.chains.get(&file.game.id()).is_some_and(|chain| {
            let hashes = file.turns.iter().map(turnfile::Turn::hash);
            file.turns.len() <= chain.len()
                && hashes.eq(chain.iter().take(file.turns.len()).copied())
        })
    }

    fn take(&mut self, game: OpenGame, length: usize, source: &Source<'_>) {
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
        let Source { place, received } = *source;
        self.found.push(Found { game, place: place.to_owned(), received });
    }
}

/// Returns a message without the prefix that some programs put before it in their own files: the
/// length of the message (Apple Mail, `.emlx`) or a byte order mark.
fn bare(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (first, rest) = bytes.split_at(end);
    let is_length = first.trim_ascii().iter().all(u8::is_ascii_digit);
    if is_length { rest.trim_ascii_start() } else { bytes }
}

/// A string in every turn file, even if the file's first and last lines have been cut off.
const MARK: &str = "pbem";

enum SectionResult {
    /// Id of the game, and the number of turns.
    Known(Bytes32, usize),
    Whole(Box<OpenGame>),
    Damaged(Box<FileError>),
}

/// Reads a section unchanged, then each of its repaired versions. Accepts only a version that is
/// known or verifies to the end. If there is no such version, reports the least damaged version.
/// Returns `None` if the section contains no turn file.
fn check(section: &str, flow: Flow, known: impl Fn(&TurnFile) -> bool) -> Option<SectionResult> {
    if section.len() > MAX_TEXT {
        let flaw = FileError::new("it is larger than any turn file can be");
        return Some(SectionResult::Damaged(Box::new(flaw)));
    }
    let mut least: Option<Box<FileError>> = None;
    for candidate in repair::candidates(section, flow) {
        let reading = turnfile::read(candidate.as_bytes());
        let file = reading.file.as_ref().filter(|_| reading.fault.is_none());
        if let Some(file) = file.filter(|file| known(file)) {
            return Some(SectionResult::Known(file.game.id(), file.turns.len()));
        }
        match verify(reading) {
            Ok(whole) => return Some(SectionResult::Whole(Box::new(whole))),
            Err(flaw) if least.as_ref().is_none_or(|least| flaw.rest() > least.rest()) => {
                least = Some(flaw);
            }
            Err(_) => {}
        }
    }
    least.map(SectionResult::Damaged)
}

/// Verifies a file.
fn verify(reading: Reading) -> Result<OpenGame, Box<FileError>> {
    let message = reading.fault.as_ref().map(ToString::to_string);
    let Some(file) = reading.file else {
        let (message, kind) = (message.unwrap_or_default(), reading.fault.map(|fault| fault.kind));
        return Err(Box::new(FileError { kind, ..FileError::new(message) }));
    };
    hold(file, message, &[])
}

/// Verifies the game in a file to its end. `known` contains the hashes of the turns that have been
/// verified before.
pub(super) fn hold(
    file: TurnFile,
    fault: Option<String>,
    known: &[Bytes32],
) -> Result<OpenGame, Box<FileError>> {
    let opened = table::open_known(&file, known);
    let (table, broken) = opened.map_err(|error| FileError::new(error.to_string()))?;
    let game = OpenGame::new(file, table);
    let standing = &game.standing;
    let turns = standing.turns();
    let message = if let Some(TurnError::Damage(damage)) = broken {
        standing.names.fill(&damage.message)
    } else if let Some(fault) = fault {
        fault
    } else {
        return Ok(game);
    };
    Err(Box::new(FileError { message, turns, file: Some(game.file), kind: None }))
}

/// Maximum length of the name of a place, in characters.
const NAME: usize = 60;

/// Makes text from outside safe to print and cuts it to a length in characters.
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
    fn printed_text_is_harmless() {
        assert_eq!(printable("a\u{1b}[31m\u{202e}b\r\nc", NAME), "a?[31m?b??c");
        assert_eq!(printable(&"x".repeat(100), NAME).len(), 63);
    }
}
