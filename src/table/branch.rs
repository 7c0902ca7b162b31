//! Which of two files of a game stands. Whoever restores a backup may sign a second turn of a
//! number, and so may a cheat: nobody can tell them apart, so two turns of a number accuse nobody.
//! One order on the files says which of them count.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::rules::Seat;
use crate::turnfile::{Bytes32, Moment};

/// What the order of files looks at: the intact turns of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// the keys of the seats that have joined, by seat
    pub keys: Vec<Option<Bytes32>>,
    /// the turns, in order
    pub turns: Vec<Signed>,
    /// is the game over behind them?
    pub end: End,
    /// The game has an arbiter, so claims carry a ruling.
    pub arbiter: bool,
}

/// A turn of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signed {
    /// its hash
    pub hash: Bytes32,
    /// its maker
    pub seat: Seat,
    /// its date
    pub sent: Moment,
    /// it is dated at or after the deadline
    pub late: bool,
    /// against whom it claims, if it is a claim
    pub claims: Option<Seat>,
    /// it has decided the game by more than the will of its maker: by a true answer, an opening, a
    /// roll; or he has given in
    pub settles: bool,
    /// the seat to which the board gives a win by this turn
    pub wins: Option<Seat>,
    /// in time it outlasts a claim in its place
    pub outlasts: bool,
}

/// Whether a game is over behind the turns of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// it is not
    Open,
    /// nobody has anything left to write
    Over,
    /// the last turn is a breach that has ended it
    Breach,
}

/// Where a file that does not stand leaves the one that does: at which turn, and by whom it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Differs {
    /// the number of the first turn that is another
    pub turn: u32,
    /// who made it in the file that does not stand
    pub seat: Seat,
}

/// How an incoming file stands to the known one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// it has the same turns
    Same,
    /// it has all the known turns, and more
    Longer,
    /// it has the first of the known turns
    Part,
    /// it stands, and the known file leaves it here
    Stands(Differs),
    /// the known file stands, and it leaves that one here
    Superseded(Differs),
    /// this seat is held by another key: it is another table, and there is no order between them
    OtherTable(Seat),
}

/// The claims that count for nothing, by their hashes. Such a claim stands in the place of a turn
/// that ended the game, that gives a win to another seat than its maker's, that outlasts claims, or
/// that another seat has built on, be it the one that claims: else two seats could undo what a
/// third has won.
pub(super) fn void_claims(files: &[&Branch]) -> BTreeSet<Bytes32> {
    let mut void = BTreeSet::new();
    for file in files {
        for (at, claim) in file.turns.iter().enumerate().filter(|(_, turn)| turn.claims.is_some()) {
            let refutes = |other: &&Branch| {
                let there = other.has_in_place(file, at).filter(|turn| turn.claims.is_none());
                there.is_some_and(|turn| {
                    let gives_a_win = turn.wins.is_some_and(|winner| winner != turn.seat);
                    let outlasts = turn.outlasts && !turn.late;
                    other.over_at() == Some(at) || gives_a_win || outlasts || other.is_built_on(at)
                })
            };
            if files.iter().any(refutes) {
                void.insert(claim.hash);
            }
        }
    }
    void
}

impl Branch {
    /// A seat that has joined in both with different keys: then these are different tables.
    pub(crate) fn other_table(&self, other: &Branch) -> Option<Seat> {
        let keys = self.keys.iter().zip(&other.keys).zip(0..);
        let differs = |(mine, theirs): (&Option<Bytes32>, &Option<Bytes32>)| {
            mine.is_some() && theirs.is_some() && mine != theirs
        };
        keys.filter(|(keys, _)| differs(*keys)).map(|(_, seat)| Seat(seat)).next()
    }

    /// The first turn of this branch that the other does not have in its place.
    pub(crate) fn leaves(&self, other: &Branch) -> Option<Differs> {
        let at = self.common(other);
        let turn = self.turns.get(at)?;
        Some(Differs { turn: number(at), seat: turn.seat })
    }

    /// How many turns two branches have in common.
    pub(super) fn common(&self, other: &Branch) -> usize {
        let pairs = self.turns.iter().zip(&other.turns);
        pairs.take_while(|(mine, theirs)| mine.hash == theirs.hash).count()
    }

    /// The turn that stands here in the place of turn `at` of the other branch.
    pub(super) fn has_in_place(&self, other: &Branch, at: usize) -> Option<&Signed> {
        let before = |branch: &Branch| {
            at.checked_sub(1).map(|before| branch.turns.get(before).map(|turn| turn.hash))
        };
        // Each hash fixes all turns before it.
        let upon_the_same = before(self) == before(other);
        self.turns.get(at).filter(|turn| {
            upon_the_same && other.turns.get(at).is_some_and(|other| other.hash != turn.hash)
        })
    }

    /// The turn that is here in the place of turn `at` of the other file.
    pub fn replaces(&self, other: &Branch, at: usize) -> Option<&Signed> {
        self.has_in_place(other, at)
    }

    /// Whether the game is finished: over, and neither by a breach nor by a claim.
    pub fn is_finished(&self) -> bool {
        self.over_at().is_some()
    }

    /// The turn that has ended the game, and not by a breach, nor by showing what a claim asks for.
    pub(super) fn over_at(&self) -> Option<usize> {
        let last = self.turns.len().checked_sub(1)?;
        let turn = self.turns.get(last)?;
        let before = last.checked_sub(1).and_then(|before| self.turns.get(before));
        let by_claim = before.is_some_and(|before| before.claims == Some(turn.seat));
        (self.end == End::Over && turn.claims.is_none() && !by_claim).then_some(last)
    }

    /// The seat to which the board gives a win in it, whatever stands behind that.
    pub(crate) fn winner(&self) -> Option<Seat> {
        self.turns.iter().find_map(|turn| turn.wins)
    }

    /// Who has won keeps it. A win here outweighs a file that goes another way, in which that seat
    /// has not won, and of which the winner has signed nothing from there on.
    pub(super) fn outweighs(&self, other: &Branch) -> bool {
        let Some(winner) = self.winner().filter(|winner| other.winner() != Some(*winner)) else {
            return false;
        };
        let from = self.common(other);
        let parted = self.turns.len() > from && other.turns.len() > from;
        parted && other.turns.iter().skip(from).all(|turn| turn.seat != winner)
    }

    /// Does a turn of another seat, and no claim, stand behind this one?
    fn is_built_on(&self, at: usize) -> bool {
        let maker = self.turns.get(at).map(|turn| turn.seat);
        let mut behind = self.turns.iter().skip(at + 1);
        behind.any(|turn| turn.claims.is_none() && Some(turn.seat) != maker)
    }

    /// Which branch of a table stands is the greater one.
    pub(super) fn compare(&self, other: &Branch, void: &BTreeSet<Bytes32>) -> Ordering {
        let (mine, theirs) = (self.counting(void), other.counting(void));
        // A claim and another turn in its place never come here: their ranks differ, unless the
        // claim is void.
        let longer = || {
            let at = self.common(other);
            match (mine.get(at), theirs.get(at)) {
                (Some(mine), Some(theirs)) => {
                    (mine.sent, mine.hash).cmp(&(theirs.sent, theirs.hash))
                }
                _ => mine.len().cmp(&theirs.len()),
            }
        };
        self.rank(mine).cmp(&other.rank(theirs)).then_with(longer)
    }

    /// The turns that count: those before the first void claim.
    fn counting(&self, void: &BTreeSet<Bytes32>) -> &[Signed] {
        let end = self.turns.iter().position(|turn| void.contains(&turn.hash));
        self.turns.get(..end.unwrap_or(self.turns.len())).unwrap_or_default()
    }

    /// What the turns weigh. Let n be the number of the last one that is no claim. A claim behind
    /// it weighs less than an answer in time and more than a late one; and nobody can add to what
    /// he wrote in the place of the turn that has ended the game.
    fn rank(&self, turns: &[Signed]) -> usize {
        let Some(last) = turns.iter().rposition(|turn| turn.claims.is_none()) else { return 0 };
        let n = last + 1;
        let is_over = turns.len() == self.turns.len() && self.over_at() == Some(last);
        if is_over {
            4 * n + 3
        } else if turns.get(last).is_some_and(|turn| turn.late) {
            4 * n - 3
        } else if turns.len() > n {
            4 * n + 2
        } else {
            4 * n
        }
    }
}

/// The number of the turn at an index.
pub(super) fn number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}
