//! Turns that arrived without the file that they continue.

use super::{Desk, DeskError, DocName, GameRecord, Hash, LoadedGame, Store};
use crate::letters::{Found, Fragment, FragmentError, Search, printable};
use crate::table::OpenGame;
use crate::turnfile::{Moment, Turn, TurnFile, split_piece};

/// Result of [`Desk::piece_together`].
#[derive(Debug, Default)]
pub struct Assembled {
    /// Files joined from pieces that contain no new turns.
    pub known: Vec<Found>,
    /// Pieces that continue no known file.
    pub left: Vec<UnmatchedFragment>,
    /// Errors about games whose records can't be read. Their pieces are skipped.
    pub unreadable: Vec<DeskError>,
}

/// A piece that continues no known file.
#[derive(Clone, PartialEq, Debug)]
pub struct UnmatchedFragment {
    pub piece: Fragment,
    /// Private name of the game, if it is in the vault.
    pub name: Option<String>,
    /// The number of turns that we have, and why this piece doesn't continue them. `None` if the
    /// game is unknown.
    pub why: Option<(u32, FragmentError)>,
    /// The number of our turn that this piece answers, if we have undone that turn.
    pub answers_undone: Option<u32>,
}

impl<S: Store> Desk<S> {
    /// Joins each piece in `search` to the latest file in the vault, or to a file that arrived with
    /// the piece. Adds the resulting files to `search.found`, except files without new turns.
    pub fn piece_together(&self, search: &mut Search, now: Moment) -> Assembled {
        let mut joined = Assembled::default();
        let mut pieces = std::mem::take(&mut search.pieces);
        // Sort the pieces, because one piece may continue another.
        pieces.sort_by_key(Fragment::first);
        for piece in pieces {
            let (name, bases) = match self.bases(search, &piece, now) {
                Ok(bases) => bases,
                Err(fault) => {
                    joined.unreadable.push(fault);
                    continue;
                }
            };
            let mut why = None;
            let whole = bases.iter().find_map(|known| match piece.join(known) {
                Ok(game) => Some((known, game)),
                Err(not) => {
                    why.get_or_insert((known.standing.turns(), not));
                    None
                }
            });
            let Some((known, game)) = whole else {
                // `bases` has read the same records.
                let answers_undone = self.undone_before(&piece).ok().flatten();
                joined.left.push(UnmatchedFragment { piece, name, why, answers_undone });
                continue;
            };
            let is_known = known.standing.hashes.starts_with(&game.standing.hashes);
            let to = if is_known { &mut joined.known } else { &mut search.found };
            let Fragment { place, received, .. } = piece;
            to.push(Found { game, place, received });
        }
        joined
    }

    /// Returns the private name of the game and the files that a piece may continue, longest first:
    /// files that arrived with the piece, and the latest file in the vault.
    fn bases(
        &self,
        search: &Search,
        piece: &Fragment,
        now: Moment,
    ) -> Result<(Option<String>, Vec<OpenGame>), DeskError> {
        let is_it = |game: &&OpenGame| piece.is_of(&game.standing.id.to_string());
        let found = search.found.iter().map(|found| &found.game);
        let mut games: Vec<OpenGame> = found.filter(is_it).cloned().collect();
        let mut name = None;
        match self.game_of(piece)?.map(|id| self.open(&id, now)) {
            Some(Ok(loaded)) => {
                name = loaded.name().map(str::to_owned);
                games.push(loaded.game);
            }
            // The game is in the vault, but its record can't be read now.
            Some(Err(trouble @ (DeskError::Store(_) | DeskError::Document { .. }))) => {
                return Err(trouble);
            }
            Some(Err(DeskError::TakenBack(game))) => name = Some(game),
            Some(Err(_)) | None => {}
        }
        games.sort_by_key(|game| std::cmp::Reverse(game.standing.turns()));
        Ok((name, games))
    }

    /// Returns the id of the game that a piece belongs to, if the vault has that game.
    fn game_of(&self, piece: &Fragment) -> Result<Option<Hash>, DeskError> {
        let id = |name: DocName| name.as_game().map(|(id, _)| *id);
        Ok(self.game_names()?.filter_map(id).find(|id| piece.is_of(&hex::encode(id))))
    }

    /// Returns the number of the turn that we have undone and that this piece follows.
    fn undone_before(&self, piece: &Fragment) -> Result<Option<u32>, DeskError> {
        let Some(id) = self.game_of(piece)? else { return Ok(None) };
        let records = self.records(&id)?;
        let mut undone = records.iter().flat_map(GameRecord::signed_turns);
        let undone = undone.find(|turn| turn.withdrawn && piece.follows(&turn.hash));
        Ok(undone.map(|turn| turn.number))
    }
}

/// The newest turns of a game, or the whole file if a recipient has no part of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnExcerpt<'a> {
    /// Players who lack these turns: the player whose turn it is, or all other players if the game
    /// is over.
    pub lacked_by: Vec<&'a str>,
    /// Number of turns.
    pub count: usize,
    /// The whole file, if a recipient has no part of it because that player hasn't joined yet.
    pub whole: Option<&'a TurnFile>,
    /// The turns, or the whole file, as text; `None` if the text is too long for a chat.
    pub text: Option<String>,
    /// One human-readable line that describes the last turn.
    pub summary: String,
}

impl TurnExcerpt<'_> {
    /// Returns the line `summary`, followed by the turns. Returns `None` if the turns are too long
    /// for a chat.
    pub fn summary_text(&self) -> Option<String> {
        self.text.as_ref().map(|text| format!("{}\n{text}", self.summary))
    }

    /// Returns the text as one message, or as several messages of at most 1,900 characters. Only
    /// the first message contains the line `summary`.
    pub fn messages(&self) -> Option<Vec<String>> {
        let whole = self.summary_text()?;
        if whole.chars().count() <= MAX_MESSAGE {
            return Some(vec![whole]);
        }
        let room = MAX_MESSAGE.saturating_sub(self.summary.len() + 1);
        let parts = match self.whole {
            Some(file) => file.split(room),
            None => self.text.as_ref().and_then(|text| split_piece(text, room)),
        };
        let mut parts = parts.unwrap_or_else(|| self.text.clone().into_iter().collect());
        if let Some(first) = parts.first_mut() {
            first.insert_str(0, &format!("{}\n", self.summary));
        }
        Some(parts)
    }
}

/// Maximum length of a chat message, in characters. Discord allows 2,000.
const MAX_MESSAGE: usize = 1900;
/// Maximum length of a whole file as text, in bytes: about 40 messages.
const MAX_FILE: usize = 64 * 1024;
/// Maximum length of the line that describes the last turn, in characters.
const MAX_SUMMARY: usize = 200;
/// Maximum length of the moves in that line, if there is no room for all answers before them.
const MAX_MOVES: usize = 400;
/// Minimum room for answers in that line.
const LEAST_ANSWERS: usize = 40;

impl LoadedGame {
    /// Returns the turns that the recipients may lack: all turns after a recipient's own last turn.
    /// If there are several recipients, the earliest of their last turns counts.
    pub fn new_turns(&self) -> TurnExcerpt<'_> {
        let file = &self.game.file;
        let due = self.game.standing.due_name();
        let others = file.game.seats.iter().filter(|seat| self.is_person(seat));
        let others = others.filter(|seat| due.is_none_or(|due| due == seat.as_str()));
        let lacked_by: Vec<&str> = others.map(String::as_str).collect();
        let last = |seat: &&str| {
            file.turns.iter().rposition(|turn| turn.seat == **seat).map_or(0, |at| at + 1)
        };
        let known = lacked_by.iter().map(last).min().unwrap_or(0);
        let whole = (known == 0).then_some(file);
        let text = match whole {
            Some(file) => Some(file.write()).filter(|text| text.len() <= MAX_FILE),
            None => file.piece(known),
        };
        let count = file.turns.len() - known;
        TurnExcerpt { lacked_by, count, whole, text, summary: self.summary_line() }
    }

    /// Returns the moves of a turn as text, if `lines`, the news of that turn, don't describe them.
    /// If a player joins without a setup, the only line says that the player joins.
    pub fn untold_moves(&self, turn: &Turn, lines: &[String]) -> Option<String> {
        let earlier = self.game.file.turns.iter().filter(|other| other.number < turn.number);
        let is_first = earlier.map(|other| &other.seat).all(|seat| *seat != turn.seat);
        let is_untold = lines.len() <= usize::from(is_first) && !turn.moves.is_empty();
        is_untold.then(|| turn.moves.join("; "))
    }

    /// Describes the last turn, for example
    /// `bob answers 1 to Fiji 6; bob calls Arctic 1 (Checkpoint: Danger!, turn 4)`.
    fn summary_line(&self) -> String {
        let standing = &self.game.standing;
        let last = self.game.file.turns.last();
        let news = self.game.table.news(standing.turns().saturating_sub(1));
        let answers: Vec<String> = news.iter().flat_map(|news| news.answers.clone()).collect();
        let mut lines: Vec<String> = news.into_iter().flat_map(|news| news.lines).collect();
        match last.map(|turn| (turn, self.untold_moves(turn, &lines))) {
            Some((turn, Some(moves))) => lines.push(format!("{} plays {moves}", turn.seat)),
            Some((turn, None)) if lines.is_empty() => lines.push(format!("{} answers", turn.seat)),
            _ => {}
        }
        let mut summary = lines.join("; ");
        if summary.chars().count() > MAX_SUMMARY {
            let (told, moves): (Vec<_>, Vec<_>) =
                lines.into_iter().partition(|line| answers.contains(line));
            let moves = printable(&moves.join("; "), MAX_MOVES);
            let room = MAX_SUMMARY.saturating_sub(moves.chars().count()).max(LEAST_ANSWERS);
            let mut parts = vec![printable(&told.join("; "), room), moves];
            parts.retain(|part| !part.is_empty());
            summary = parts.join("; ");
        }
        let summary = printable(&summary, MAX_SUMMARY + MAX_MOVES);
        format!("{summary} ({}, turn {})", standing.kind.title(), standing.turns())
    }
}
