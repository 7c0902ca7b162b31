//! The order between versions of a file. A player who restores a backup may sign a second version
//! of a turn, and so may a cheat. No one can tell the two cases apart, so two versions of a turn
//! accuse no one. Instead, an order of the files decides which version counts.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::rules::Seat;
use crate::turnfile::{Bytes32, Moment};

/// Turns of a file, reduced to the data that the order needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Keys of the seats that have joined, by seat.
    pub keys: Vec<Option<Bytes32>>,
    pub turns: Vec<BranchTurn>,
    /// Whether and how the game is over after these turns.
    pub end: End,
    /// Whether the game has an arbiter, so that claims need a ruling.
    pub arbiter: bool,
}

/// A turn of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchTurn {
    pub hash: Bytes32,
    pub seat: Seat,
    pub sent: Moment,
    /// Whether the turn is dated at or after the deadline.
    pub late: bool,
    /// The seat that missed the deadline, if the turn is a claim.
    pub claims: Option<Seat>,
    /// Whether the turn decided the game by something that its player couldn't choose freely (a
    /// true answer, an opening, a roll), or by a resignation.
    pub settles: bool,
    /// The seat that wins on the board with this turn.
    pub wins: Option<Seat>,
    /// Whether the turn, if it is on time, takes precedence over a competing claim.
    pub outlasts: bool,
}

/// Whether and how a game is over after the turns of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The game isn't over.
    Open,
    /// The game is over, and no seat has a turn left to take.
    Over,
    /// The last turn is a breach that ended the game.
    Breach,
}

/// Point where a rejected version diverges from the version that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Differs {
    /// Number of the first different turn.
    pub turn: u32,
    /// The seat that took that turn in the file that doesn't count.
    pub seat: Seat,
}

/// How an incoming file compares with the known file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Both files have the same turns.
    Same,
    /// The incoming file continues the known file.
    Longer,
    /// The incoming file is a prefix of the known file.
    Part,
    /// The incoming file counts. The known file diverges from it here.
    Stands(Differs),
    /// The known file counts. The incoming file diverges from it here.
    Superseded(Differs),
    /// This seat has different keys in the two files, so the files belong to different games, with
    /// no order between them.
    OtherTable(Seat),
}

/// Returns the hashes of claims that have no effect. A claim has no effect if the competing turn
/// ended the game, gives a win to another seat, or takes precedence over claims, or if another seat
/// (possibly the claiming seat) has continued that turn. Without this rule, two seats could undo a
/// third seat's win.
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
    /// Returns a seat that has joined with a different key in each file. If there is such a seat,
    /// the files belong to different games.
    pub(crate) fn other_table(&self, other: &Branch) -> Option<Seat> {
        let keys = self.keys.iter().zip(&other.keys).zip(0..);
        let differs = |(mine, theirs): (&Option<Bytes32>, &Option<Bytes32>)| {
            mine.is_some() && theirs.is_some() && mine != theirs
        };
        keys.filter(|(keys, _)| differs(*keys)).map(|(_, seat)| Seat(seat)).next()
    }

    /// Returns the first turn of this branch that the other branch doesn't have.
    pub(crate) fn leaves(&self, other: &Branch) -> Option<Differs> {
        let at = self.common(other);
        let turn = self.turns.get(at)?;
        Some(Differs { turn: number(at), seat: turn.seat })
    }

    /// Returns the number of turns that the branches share from the start.
    pub(super) fn common(&self, other: &Branch) -> usize {
        let pairs = self.turns.iter().zip(&other.turns);
        pairs.take_while(|(mine, theirs)| mine.hash == theirs.hash).count()
    }

    /// Returns the turn of this branch that directly competes with turn `at` of the other branch:
    /// another turn after the same earlier turns.
    pub(super) fn has_in_place(&self, other: &Branch, at: usize) -> Option<&BranchTurn> {
        let before = |branch: &Branch| {
            at.checked_sub(1).map(|before| branch.turns.get(before).map(|turn| turn.hash))
        };
        // Each hash covers all turns before it.
        let upon_the_same = before(self) == before(other);
        self.turns.get(at).filter(|turn| {
            upon_the_same && other.turns.get(at).is_some_and(|other| other.hash != turn.hash)
        })
    }

    /// Returns the turn of this branch that directly competes with turn `at` of the other branch.
    pub fn replaces(&self, other: &Branch, at: usize) -> Option<&BranchTurn> {
        self.has_in_place(other, at)
    }

    /// Whether the game is finished: over, and not because of a breach or a claim.
    pub fn is_finished(&self) -> bool {
        self.over_at().is_some()
    }

    /// Returns the index of the turn that ended the game; `None` if the game isn't over, or if it
    /// ended by a breach, by a claim, or by the late seat's reveal after a claim.
    pub(super) fn over_at(&self) -> Option<usize> {
        let last = self.turns.len().checked_sub(1)?;
        let turn = self.turns.get(last)?;
        let before = last.checked_sub(1).and_then(|before| self.turns.get(before));
        let by_claim = before.is_some_and(|before| before.claims == Some(turn.seat));
        (self.end == End::Over && turn.claims.is_none() && !by_claim).then_some(last)
    }

    /// Returns the seat that has won on the board, no matter which turns follow.
    pub(crate) fn winner(&self) -> Option<Seat> {
        self.turns.iter().find_map(|turn| turn.wins)
    }

    /// Whether this branch outweighs another. It does if a seat has won in this branch but not in
    /// the other, and that seat took none of the other branch's turns after the point where the
    /// branches diverge.
    pub(super) fn outweighs(&self, other: &Branch) -> bool {
        let Some(winner) = self.winner().filter(|winner| other.winner() != Some(*winner)) else {
            return false;
        };
        let from = self.common(other);
        let parted = other.turns.len() > from;
        parted && other.turns.iter().skip(from).all(|turn| turn.seat != winner)
    }

    /// Whether another seat has taken a turn after turn `at`, not counting claims.
    fn is_built_on(&self, at: usize) -> bool {
        let maker = self.turns.get(at).map(|turn| turn.seat);
        let mut behind = self.turns.iter().skip(at + 1);
        behind.any(|turn| turn.claims.is_none() && Some(turn.seat) != maker)
    }

    /// Compares two branches of one game. The greater branch counts.
    pub(super) fn compare(&self, other: &Branch, void: &BTreeSet<Bytes32>) -> Ordering {
        let (mine, theirs) = (self.counting(void), other.counting(void));
        // Dates never decide between a claim and a competing turn, because their ranks differ, or
        // the claim is void and has been left out.
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

    /// Returns the turns that count: those before the first void claim.
    fn counting(&self, void: &BTreeSet<Bytes32>) -> &[BranchTurn] {
        let end = self.turns.iter().position(|turn| void.contains(&turn.hash));
        self.turns.get(..end.unwrap_or(self.turns.len())).unwrap_or_default()
    }

    /// Returns the rank of these turns in the order. Let n be the number of the last turn that
    /// isn't a claim. A claim after turn n ranks above a late answer to turn n, but below an answer
    /// in time. A turn n that ended the game ranks above any other version of turn n, even above a
    /// version that a claim follows; otherwise the player of turn n could replace it.
    fn rank(&self, turns: &[BranchTurn]) -> usize {
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

/// Returns the number of the turn at an index.
pub(super) fn number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}
