//! The verdict of the order of files on the known files. All decisions here come from the library.

use std::collections::HashMap;
use std::rc::Rc;

use pbem::table::{Branch, tables, unite};

use super::game::{Book, EMPTY, Kind, Outcome, Path};
use super::rules::{Game, Rules, Without};
use super::vault::Kept;

/// The verdict on one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Word {
    Open,
    Crossed,
    Forfeit(Outcome),
    /// Decided, but possibly not over yet.
    Ended(Outcome),
    /// Different files give the win to different seats.
    TwoWins,
}

/// All files of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Said {
    pub(crate) files: Vec<Path>,
    pub(crate) standing: Path,
    pub(crate) word: Word,
}

#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) tables: Vec<Said>,
    /// The verdict doesn't change with the order of the files, or if shortened files are added.
    pub(crate) steady: bool,
}

#[derive(Debug)]
pub(crate) struct Judge {
    pub(crate) book: Book,
    pub(crate) taken: HashMap<(u8, Kept, Path), Option<Kept>>,
    judged: HashMap<Vec<Path>, Rc<Judged>>,
}

impl Judge {
    pub(crate) fn new(rules: Rules) -> Self {
        Judge { book: Book::new(rules), taken: HashMap::new(), judged: HashMap::new() }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.book.rules
    }

    pub(crate) fn is_later(&self, file: Path, other: Path) -> bool {
        let book = &self.book;
        let date = |path| (book.last_date(path), book.turns(path).len(), path);
        date(file) > date(other)
    }

    /// The verdicts on all files.
    pub(crate) fn judge(&mut self, files: &[Path]) -> Rc<Judged> {
        if let Some(judged) = self.judged.get(files) {
            return Rc::clone(judged);
        }
        let judged = Rc::new(self.unite_all(files));
        self.judged.insert(files.to_vec(), Rc::clone(&judged));
        judged
    }

    fn unite_all(&self, files: &[Path]) -> Judged {
        let book = &self.book;
        let inner = |path: &Path| files.iter().any(|other| book.parent(*other) == *path);
        let mut leaves: Vec<Path> = files.iter().copied().filter(|path| !inner(path)).collect();
        let said = self.say(&leaves);
        let mut steady = true;
        // With many files, one other order is enough.
        let orders = if leaves.len() < 5 { leaves.len() } else { 1 };
        for turned in 0..orders {
            leaves.rotate_left(1);
            let mut other = leaves.clone();
            if turned % 2 == 0 {
                other.reverse();
            }
            steady &= same_words(&said, &self.say(&other));
        }
        // With two keys a cut file can change the verdict on the other table, see `main.rs`.
        if !self.rules().two_keys {
            steady &= same_words(&said, &self.say(files));
        }
        Judged { tables: said, steady }
    }

    fn say(&self, files: &[Path]) -> Vec<Said> {
        let branches: Vec<Branch> =
            files.iter().map(|path| self.book.handed(*path).clone()).collect();
        let mut said: Vec<Said> = tables(&branches)
            .into_iter()
            .map(|table| {
                let files: Vec<Path> = table.iter().map(|at| files[*at]).collect();
                let branches: Vec<Branch> = table.iter().map(|at| branches[*at].clone()).collect();
                self.say_of(files, &branches)
            })
            .collect();
        said.sort_by_key(|said| said.standing);
        said
    }

    /// The verdict on the files of one table.
    fn say_of(&self, files: Vec<Path>, branches: &[Branch]) -> Said {
        let book = &self.book;
        let union = unite(branches).expect("there is a file");
        let mut standing = book.cut(files[union.standing], union.counts);
        if self.rules().without == Some(Without::Rank) {
            for file in &files {
                let longer = book.begins(standing, *file);
                if longer || !book.begins(*file, standing) && self.is_later(*file, standing) {
                    standing = *file;
                }
            }
        }
        let claimed = book.turns(standing).iter().any(|turn| turn.kind == Kind::Claim);
        let word = match book.position(standing).outcome {
            _ if union.void => Word::TwoWins,
            _ if union.crossed.is_some() && self.rules().without != Some(Without::Crossing) => {
                Word::Crossed
            }
            Some(outcome) if claimed && self.rules().game == Game::Two => Word::Forfeit(outcome),
            Some(outcome) => Word::Ended(outcome),
            None => Word::Open,
        };
        Said { files, standing, word }
    }
}

fn same_words(said: &[Said], other: &[Said]) -> bool {
    let facts = |said: &Said| (said.standing, said.word);
    said.iter().map(facts).eq(other.iter().map(facts))
}

impl Judged {
    /// The tables that have this file.
    pub(crate) fn having<'a>(
        &'a self,
        book: &'a Book,
        path: Path,
    ) -> impl Iterator<Item = &'a Said> {
        let has = move |said: &&Said| said.files.iter().any(|file| book.begins(path, *file));
        self.tables.iter().filter(move |said| path != EMPTY && has(said))
    }
}
