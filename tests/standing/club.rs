//! An honest arbiter, who gets copies of the mail: when each file arrived, and which players have
//! missed their deadline.

use super::game::{Book, DAYS, EMPTY, GRACE, Kind, Path};
use super::judge::Judge;
use super::rules::Ruler;
use super::world::State;

/// The arbiter's knowledge.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Club {
    /// The files, and when each first arrived.
    arrived: Vec<(Path, u8)>,
    /// The files of games in which the player to move has missed the deadline.
    pub(crate) rulings: Vec<Path>,
    /// The arbiter ruled against an honest seat that had days left on the arbiter's own clock.
    pub(crate) robbed: bool,
    /// The turns of honest seats that arrived before a ruling on their place.
    pub(crate) in_time: Vec<Path>,
}

impl Club {
    /// A file arrives, and with it each of its beginnings.
    pub(crate) fn arrive(&mut self, book: &Book, mut path: Path, now: u8) {
        while path != EMPTY && self.since(path).is_none() {
            self.arrived.push((path, now));
            path = book.parent(path);
        }
        self.arrived.sort_unstable();
    }

    /// An honest player mails a file.
    pub(crate) fn mailed(&mut self, book: &Book, path: Path, now: u8) {
        let Some(last) = book.last(path) else { return };
        let length = book.turns(path).len();
        let ruled = |ruling: &Path| {
            let is_late = book.due(*ruling).seat() == Some(last.seat);
            is_late && book.turns(*ruling).len() < length
        };
        let is_claim = last.kind == Kind::Claim;
        let honest = book.rules.is_honest(last.seat);
        if honest && !is_claim && !self.rulings.iter().any(ruled) && !self.in_time.contains(&path) {
            self.in_time.push(path);
            self.in_time.sort_unstable();
        }
        self.arrive(book, path, now);
    }

    fn since(&self, path: Path) -> Option<u8> {
        self.arrived.iter().find(|(known, _)| *known == path).map(|(_, since)| *since)
    }

    fn has_answer(&self, book: &Book, path: Path) -> bool {
        self.arrived.iter().any(|(known, _)| *known != path && book.begins(path, *known))
    }
}

/// The arbiter's possible steps: a file that a cheat held back arrives, or the arbiter signs a
/// ruling.
pub(crate) fn acts(judge: &mut Judge, state: &State, next: &mut Vec<State>) {
    if judge.rules().ruler != Ruler::Honest {
        return;
    }
    for path in &state.published {
        if state.club.since(*path).is_none() {
            let mut new = state.clone();
            new.club.arrive(&judge.book, *path, state.clock);
            next.push(new);
        }
    }
    let files: Vec<Path> = state.club.arrived.iter().map(|(path, _)| *path).collect();
    let judged = judge.judge(&files);
    let standing = judged.tables.iter().map(|said| said.standing);
    let may: Vec<Path> = if judge.rules().sees_answers { standing.collect() } else { files };
    for path in may {
        if is_up(&judge.book, state, path) {
            let mut new = state.clone();
            let honest = |seat| judge.book.rules.is_honest(seat);
            let since = state.club.since(path).unwrap_or(0);
            let early = state.clock < since.saturating_add(DAYS + GRACE);
            new.club.robbed |= early && judge.book.due(path).seat().is_some_and(honest);
            new.club.rulings.push(path);
            new.club.rulings.sort_unstable();
            next.push(new);
        }
    }
}

/// Whether the arbiter may rule after this file.
fn is_up(book: &Book, state: &State, path: Path) -> bool {
    let rules = &book.rules;
    let (Some(due), Some(since)) = (book.due(path).seat(), state.club.since(path)) else {
        return false;
    };
    if state.club.rulings.contains(&path) || !book.position(path).is_claimable(rules) {
        return false;
    }
    let answered = rules.sees_answers && state.club.has_answer(book, path);
    let arrived = if rules.counts_from_arrival { since.saturating_add(DAYS) } else { 0 };
    let up = book.deadline(path, due).max(arrived).saturating_add(GRACE);
    !answered && state.clock >= up
}
