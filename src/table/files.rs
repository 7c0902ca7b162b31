//! Combines several files with the same game id: groups them into games, decides which version of a
//! game counts, and finds out what the other versions change in the result.

use std::collections::{BTreeMap, BTreeSet};

use super::branch::{Branch, Differs, End, Order, number, void_claims};
use super::set_aside;
use crate::rules::Seat;
use crate::turnfile::Bytes32;

/// The role of a file among the files of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The file has the turns that count.
    Stands,
    /// The file has only the first few of the turns that count.
    Part,
    /// The file diverges here from the turns that count, and so doesn't count.
    Superseded(Differs),
}

/// The combined result of all files of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Union {
    /// The role of each file.
    pub roles: Vec<Role>,
    /// Index of the first file that counts.
    pub standing: usize,
    /// Number of turns that count in that file.
    pub counts: usize,
    /// Number of a turn that is on time but crossed in the mail with a claim. Neither date can be
    /// trusted, so no one has won.
    pub crossed: Option<u32>,
    /// Number of the turn that counts instead of a competing claim. The choices in this turn are
    /// ignored.
    pub waived: Option<u32>,
    /// Whether the game is void: in a game with more than two seats, files give a win on the board
    /// to different seats, and no win outweighs all other wins.
    pub void: bool,
}

/// Groups files into games. A file with only the first turns may belong to several games.
///
/// Files in which a seat has joined with different keys are different games: anyone could have
/// taken that seat, and signatures in one game prove nothing about another game.
pub fn tables(files: &[Branch]) -> Vec<Vec<usize>> {
    let seats = files.iter().map(|file| file.keys.len()).max().unwrap_or(0);
    let mut tables = vec![(0..files.len()).collect::<Vec<_>>()];
    for seat in 0..seats {
        let key = |file: &usize| files.get(*file).and_then(|file| *file.keys.get(seat)?);
        let mut parted: BTreeSet<Vec<usize>> =
            tables.iter().flat_map(|table| part(table, key, true)).collect();
        // A file without a key for this seat fits every key, so it joins several groups. If there
        // are then more groups than files, the files without a key form a separate group instead.
        if parted.len() > files.len().max(1) {
            parted = tables.iter().flat_map(|table| part(table, key, false)).collect();
        }
        tables = parted.into_iter().collect();
    }
    let within = |table: &Vec<usize>, other: &Vec<usize>| {
        table.len() < other.len() && table.iter().all(|file| other.binary_search(file).is_ok())
    };
    let is_whole = |table: &&Vec<usize>| !tables.iter().any(|other| within(table, other));
    tables.iter().filter(is_whole).filter(|table| !table.is_empty()).cloned().collect()
}

/// Splits files by the key of a seat. If `fits_to_all` is set, files without that key are added to
/// every group instead of forming a separate group.
fn part(
    files: &[usize],
    key: impl Fn(&usize) -> Option<Bytes32>,
    fits_to_all: bool,
) -> Vec<Vec<usize>> {
    let mut parts: BTreeMap<Option<Bytes32>, Vec<usize>> = BTreeMap::new();
    for file in files {
        parts.entry(key(file)).or_default().push(*file);
    }
    if fits_to_all
        && parts.len() > 1
        && let Some(open) = parts.remove(&None)
    {
        for part in parts.values_mut() {
            part.extend(&open);
            part.sort_unstable();
        }
    }
    parts.into_values().collect()
}

/// Returns the seats that have different keys in different files.
pub fn twice_held<'a>(files: impl IntoIterator<Item = &'a Branch>) -> Vec<Seat> {
    let mut keys: BTreeMap<Seat, BTreeSet<Bytes32>> = BTreeMap::new();
    for file in files {
        for (key, seat) in file.keys.iter().zip(0..) {
            keys.entry(Seat(seat)).or_default().extend(key);
        }
    }
    keys.into_iter().filter(|(_, keys)| keys.len() > 1).map(|(seat, _)| seat).collect()
}

/// Whether a vault may switch from the known file to an incoming file in which a seat has a
/// different key. The vault may switch if, after that seat's first turn, the known file contains no
/// turn of another seat, but the incoming file contains a turn of a seat with the same key in both
/// files.
pub fn may_change_table(known: &Branch, incoming: &Branch) -> bool {
    let key = |file: &Branch, seat: Seat| file.keys.get(seat.index()).copied().flatten();
    let is_known = |seat: Seat| key(known, seat) == key(incoming, seat);
    let since = |file: &Branch, seat: Seat| -> Vec<Seat> {
        let first = file.turns.iter().position(|turn| turn.seat == seat);
        let behind = first.and_then(|first| file.turns.get(first..)).unwrap_or_default();
        behind.iter().map(|turn| turn.seat).collect()
    };
    twice_held([known, incoming]).into_iter().all(|seat| {
        since(known, seat).iter().all(|behind| *behind == seat)
            && since(incoming, seat).iter().any(|behind| is_known(*behind))
    })
}

/// Combines all files of one game; `None` if there are no files.
pub fn unite(files: &[Branch]) -> Option<Union> {
    let arbiter = files.first().is_some_and(|file| file.arbiter);
    let counting = if arbiter { set_aside::counting(files) } else { files.to_vec() };
    let all: Vec<&Branch> = counting.iter().collect();
    let void = if arbiter { BTreeSet::new() } else { void_claims(&all) };
    let by_order = counting.iter().max_by(|one, other| one.compare(other, &void))?;
    let winner = if by_order.keys.len() > 2 {
        keep_wins(by_order, &counting, &void)
    } else {
        Some(by_order)
    };
    let best = winner.unwrap_or(by_order);
    let roles: Vec<Role> = files.iter().map(|file| role(file, best)).collect();
    Some(Union {
        standing: roles.iter().position(|role| *role == Role::Stands).unwrap_or(0),
        roles,
        crossed: crossed(best, files, &void).filter(|_| !arbiter),
        counts: best.turns.len(),
        waived: waived(best, files).filter(|_| !arbiter),
        void: winner.is_none(),
    })
}

/// Compares an incoming file of a game with the known file.
pub fn stands(known: &Branch, incoming: &Branch) -> Order {
    if let Some(seat) = known.other_table(incoming) {
        return Order::OtherTable(seat);
    }
    match (known.leaves(incoming), incoming.leaves(known)) {
        (None, None) => Order::Same,
        (None, Some(_)) => Order::Longer,
        (Some(_), None) => Order::Part,
        (Some(left), Some(leaves)) => {
            match unite(&[known.clone(), incoming.clone()]).map(|union| union.standing) {
                Some(1) => Order::Stands(left),
                _ => Order::Superseded(leaves),
            }
        }
    }
}

/// Applies the rule that a winner keeps the win. `by_order` is the file that counts according to
/// the order alone. Returns the file that counts among `by_order` and all files with a win; `None`
/// if two files outweigh each other, so that no one has won.
fn keep_wins<'a>(
    by_order: &'a Branch,
    files: &'a [Branch],
    void: &BTreeSet<Bytes32>,
) -> Option<&'a Branch> {
    let is_won = |file: &&Branch| file.winner().is_some();
    let unwon = Some(by_order).filter(|file| file.winner().is_none());
    let all: Vec<&Branch> = files.iter().filter(is_won).chain(unwon).collect();
    let beaten = |file: &&&Branch| all.iter().any(|by| by.outweighs(file) && !file.outweighs(by));
    let rest: Vec<&Branch> = all.iter().filter(|file| !beaten(file)).copied().collect();
    // Of the files in `rest`, either two outweigh each other, or none outweighs another.
    let disputed = rest.iter().any(|one| rest.iter().any(|other| one.outweighs(other)));
    if rest.is_empty() || disputed {
        return None;
    }
    let won = rest.into_iter().filter(is_won).max_by(|one, other| one.compare(other, void));
    won.or(Some(by_order))
}

fn role(file: &Branch, best: &Branch) -> Role {
    // A file also counts if it contains the version that counts, followed by turns that a ruling
    // sets aside.
    if best.arbiter && file.common(best) == best.turns.len() {
        return Role::Stands;
    }
    match file.leaves(best) {
        Some(differs) => Role::Superseded(differs),
        None if file.turns.len() == best.turns.len() => Role::Stands,
        None => Role::Part,
    }
}

/// In a two-player game, looks at the last turn, apart from claims, of the version that counts. If
/// another file has a claim in place of that turn, returns the number of the turn. Such a claim has
/// revealed the claiming player's setup, and either the turn or the claim may have a false date.
/// Returns `None` if the turn ended or settled the game.
fn crossed(best: &Branch, files: &[Branch], void: &BTreeSet<Bytes32>) -> Option<u32> {
    let at = best.turns.iter().rposition(|turn| turn.claims.is_none())?;
    let is_end = best.end != End::Open && at + 1 == best.turns.len();
    if best.keys.len() != 2 || is_end || best.turns.get(at)?.settles {
        return None;
    }
    let claims = |file: &Branch| {
        let there = file.has_in_place(best, at);
        there.is_some_and(|turn| turn.claims.is_some() && !void.contains(&turn.hash))
    };
    files.iter().any(claims).then(|| number(at))
}

/// Returns the number of the turn that counts instead of a competing claim; `None` if no file has
/// such a claim.
fn waived(best: &Branch, files: &[Branch]) -> Option<u32> {
    let at = best.turns.iter().position(|turn| turn.outlasts && !turn.late)?;
    let claims = |file: &Branch| file.has_in_place(best, at).is_some_and(|it| it.claims.is_some());
    files.iter().any(claims).then(|| number(at))
}
