//! Turns that came without the file that they go on.

use super::{Desk, DocName, LaidOut, Store, Trouble};
use crate::letters::{Found, Loose, NotJoined, Search, printable};
use crate::table::OpenGame;
use crate::turnfile::{Moment, split_piece};

/// What became of turns without a file.
#[derive(Debug, Default)]
pub struct Joined {
    /// those that held nothing but turns that are known, as files
    pub known: Vec<Found>,
    /// those that go on no file
    pub left: Vec<Unfit>,
}

/// Turns that go on no file that is here.
#[derive(Clone, PartialEq, Debug)]
pub struct Unfit {
    /// they
    pub piece: Loose,
    /// what the game is called in the vault, if it is one of those
    pub name: Option<String>,
    /// how many turns are known, and why these do not go on them; `None` if the game is not known
    pub why: Option<(u32, NotJoined)>,
}

impl<S: Store> Desk<S> {
    /// Joins what came without its file to the newest file that is kept, or that has come along:
    /// from then on it is a file that was found, like any other.
    pub fn piece_together(&self, search: &mut Search, now: Moment) -> Result<Joined, Trouble> {
        let mut joined = Joined::default();
        let mut pieces = std::mem::take(&mut search.pieces);
        // One may go on with another.
        pieces.sort_by_key(Loose::first);
        for piece in pieces {
            let (name, bases) = self.bases(search, &piece, now)?;
            let mut why = None;
            let whole = bases.iter().find_map(|known| match piece.join(known) {
                Ok(game) => Some((known, game)),
                Err(not) => {
                    why.get_or_insert((known.standing.turns(), not));
                    None
                }
            });
            match whole {
                Some((known, game)) => {
                    let is_known = known.standing.hashes.starts_with(&game.standing.hashes);
                    let to = if is_known { &mut joined.known } else { &mut search.found };
                    to.push(Found { game, place: piece.place });
                }
                None => joined.left.push(Unfit { piece, name, why }),
            }
        }
        Ok(joined)
    }

    /// The games that a piece may go on, the longest first: those that came along, and the newest
    /// of the vault; and what it is called there.
    fn bases(
        &self,
        search: &Search,
        piece: &Loose,
        now: Moment,
    ) -> Result<(Option<String>, Vec<OpenGame>), Trouble> {
        let is_it = |game: &&OpenGame| piece.is_of(&game.standing.id.to_string());
        let found = search.found.iter().map(|found| &found.game);
        let mut games: Vec<OpenGame> = found.filter(is_it).cloned().collect();
        let id = |name: DocName| name.as_game().map(|(id, _)| *id);
        let own = self.game_names()?.filter_map(id).find(|id| piece.is_of(&hex::encode(id)));
        let mut name = None;
        match own.map(|id| self.open(&id, now)) {
            Some(Ok(laid)) => {
                name = laid.name().map(str::to_owned);
                games.push(laid.game);
            }
            // The game is here, even if its record cannot be read now.
            Some(Err(trouble @ (Trouble::Store(_) | Trouble::Document { .. }))) => {
                return Err(trouble);
            }
            Some(Err(Trouble::TakenBack(game))) => name = Some(game),
            Some(Err(_)) | None => {}
        }
        games.sort_by_key(|game| std::cmp::Reverse(game.standing.turns()));
        Ok((name, games))
    }
}

/// The newest turns of a game, without its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTurns<'a> {
    /// who lacks them: who is to act, or where nobody is, the others
    pub lacked_by: Vec<&'a str>,
    /// how many they are
    pub count: usize,
    /// they as a text; `None` if somebody of those needs the whole file, or lacks much
    pub text: Option<String>,
    /// What happens in the last of them, for people, in one line.
    pub told: String,
}

impl NewTurns<'_> {
    /// The line for people and the turns.
    pub fn told_text(&self) -> Option<String> {
        self.text.as_ref().map(|text| format!("{}\n{text}", self.told))
    }

    /// The same in parts of at most 1,900 characters, if it is longer; otherwise whole.
    /// The line for people comes with the first.
    pub fn messages(&self) -> Option<Vec<String>> {
        let whole = self.told_text()?;
        if whole.chars().count() <= MAX_MESSAGE {
            return Some(vec![whole]);
        }
        let room = MAX_MESSAGE.saturating_sub(self.told.len() + 1);
        let parts = self.text.as_ref().and_then(|text| split_piece(text, room));
        let mut parts = parts.unwrap_or_else(|| self.text.clone().into_iter().collect());
        if let Some(first) = parts.first_mut() {
            first.insert_str(0, &format!("{}\n", self.told));
        }
        Some(parts)
    }
}

/// Most characters of a message in a chat: Discord takes 2,000.
const MAX_MESSAGE: usize = 1900;
/// Most characters of the line for people.
const MAX_TOLD: usize = 200;

impl LaidOut {
    /// What the others may lack: all turns behind the last one that they have made.
    pub fn new_turns(&self) -> NewTurns<'_> {
        let file = &self.game.file;
        let due = self.game.standing.due_name();
        let others = file.game.seats.iter().filter(|seat| self.is_person(seat));
        let others = others.filter(|seat| due.is_none_or(|due| due == seat.as_str()));
        let lacked_by: Vec<&str> = others.map(String::as_str).collect();
        let last = |seat: &&str| {
            file.turns.iter().rposition(|turn| turn.seat == **seat).map_or(0, |at| at + 1)
        };
        let known = lacked_by.iter().map(last).min().unwrap_or(0);
        let (count, text) = (file.turns.len() - known, file.piece(known));
        NewTurns { lacked_by, count, text, told: self.told_in_a_line() }
    }

    /// `bob answers 1 to Fiji 6; bob calls Arctic 1 (Checkpoint: Danger!, turn 4)`.
    fn told_in_a_line(&self) -> String {
        let standing = &self.game.standing;
        let last = self.game.file.turns.last();
        let news = self.game.table.news(standing.turns().saturating_sub(1));
        let lines: Vec<String> = news.into_iter().flat_map(|news| news.lines).collect();
        let told = match last {
            Some(turn) if lines.is_empty() && !turn.moves.is_empty() => {
                format!("{} plays {}", turn.seat, turn.moves.join("; "))
            }
            Some(turn) if lines.is_empty() => format!("{} answers", turn.seat),
            _ => lines.join("; "),
        };
        let told = printable(&told, MAX_TOLD);
        format!("{told} ({}, turn {})", standing.kind.title(), standing.turns())
    }
}
