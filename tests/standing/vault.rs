//! The files that the vault of an honest player stores: the latest, and other versions that prove
//! something. All are judged together.

use pbem::table::{Branch, Order, may_change_table, stands, unite};

use super::game::{Kind, Path};
use super::judge::Judge;
use super::rules::Without;

/// The files of a vault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Kept {
    pub(crate) newest: Path,
    /// The other versions, in order.
    pub(crate) beside: Vec<Path>,
}

impl Kept {
    pub(crate) fn only(newest: Path) -> Self {
        Kept { newest, beside: Vec::new() }
    }

    /// All files.
    pub(crate) fn all(&self) -> Vec<Path> {
        let mut all = self.beside.clone();
        all.push(self.newest);
        all
    }
}

impl Judge {
    /// Adds a file to the vault of a seat; `None` if the file is of a table to which the vault
    /// doesn't change.
    pub(crate) fn takes(&mut self, seat: u8, known: &Kept, incoming: Path) -> Option<Kept> {
        let key = (seat, known.clone(), incoming);
        if let Some(taken) = self.taken.get(&key) {
            return taken.clone();
        }
        let taken = self.compare(seat, known, incoming);
        self.taken.insert(key, taken.clone());
        taken
    }

    fn compare(&self, seat: u8, known: &Kept, incoming: Path) -> Option<Kept> {
        let book = &self.book;
        let without = self.rules().without;
        let mut branch = book.handed(known.newest).clone();
        if without != Some(Without::Keys) {
            branch.keys[usize::from(seat)] = Some([seat * 2; 32]);
        }
        let came = book.handed(incoming);
        let newest = match stands(&branch, came) {
            Order::OtherTable(_) => {
                let is_own = came.keys[usize::from(seat)].is_none_or(|key| key == [seat * 2; 32]);
                let changes = without != Some(Without::TableChange);
                let changes = changes && is_own && may_change_table(&branch, came);
                return changes.then(|| self.keep(incoming, known, None));
            }
            Order::Longer => incoming,
            Order::Same | Order::Part => return Some(known.clone()),
            Order::Stands(_) | Order::Superseded(_) => match without {
                Some(Without::Rank) if self.is_later(incoming, known.newest) => incoming,
                Some(Without::AnyChange | Without::Rank) => known.newest,
                _ => self.first_of(&branch, known, incoming),
            },
        };
        Some(self.keep(newest, known, Some(incoming)))
    }

    /// The file that counts, among the vault's files and the new file.
    fn first_of(&self, branch: &Branch, known: &Kept, incoming: Path) -> Path {
        let book = &self.book;
        let came = book.handed(incoming);
        let is_there = |path: &&Path| {
            let keys = book.handed(**path).keys.iter().zip(&came.keys);
            keys.clone().all(|(one, other)| one.is_none() || other.is_none() || one == other)
        };
        let beside: Vec<Path> = known.beside.iter().filter(is_there).copied().collect();
        let files = [known.newest, incoming].into_iter().chain(beside);
        let files: Vec<Path> = files.collect();
        let mut branches: Vec<Branch> =
            files.iter().map(|path| book.handed(*path).clone()).collect();
        branches[0] = branch.clone();
        unite(&branches).map_or(known.newest, |union| files[union.standing])
    }

    /// The files to store besides the latest: files that prove something and aren't the start of
    /// another file.
    fn keep(&self, newest: Path, known: &Kept, incoming: Option<Path>) -> Kept {
        let book = &self.book;
        if self.rules().without == Some(Without::Beside) {
            return Kept::only(newest);
        }
        let mut files = known.all();
        files.extend(incoming);
        files.sort_unstable();
        files.dedup();
        let is_beginning = |path: Path| {
            book.begins(path, newest)
                || files.iter().any(|other| *other != path && book.begins(path, *other))
        };
        let shows = |path: &Path| !is_beginning(*path) && self.shows(*path, newest);
        let beside = files.iter().copied().filter(shows).collect();
        Kept { newest, beside }
    }

    /// Whether a file proves something: a claim, a finished game, a win on the board, a breach, or
    /// turns that a ruling sets aside.
    fn shows(&self, path: Path, newest: Path) -> bool {
        let book = &self.book;
        let branch = book.branch(path);
        let claims = |path: Path| book.turns(path).iter().any(|turn| turn.kind == Kind::Claim);
        let won = branch.turns.iter().any(|turn| turn.wins.is_some());
        let broken = book.turns(path).iter().any(|turn| turn.kind == Kind::Breach);
        let overruled = || {
            let common = book.turns(path).iter().zip(book.turns(newest));
            let at = common.take_while(|(one, other)| one == other).count();
            book.turns(newest).get(at).is_some_and(|turn| turn.kind == Kind::Claim)
        };
        won || broken
            || claims(path)
            || book.is_finished(path)
            || self.rules().has_arbiter() && overruled()
    }
}
