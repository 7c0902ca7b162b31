//! Games with an arbiter: turns that don't count because of a competing claim, and claims that
//! don't count because of a competing turn.

use std::collections::BTreeSet;

use super::branch::{Branch, End};
use crate::rules::Seat;
use crate::turnfile::Bytes32;

/// Returns the files, each cut before its first turn or claim that is set aside.
pub(super) fn counting(files: &[Branch]) -> Vec<Branch> {
    let aside = set_aside(files);
    let cut = |file: &Branch| {
        let mut file = file.clone();
        if let Some(end) = file.turns.iter().position(|turn| aside.contains(&turn.hash)) {
            file.turns.truncate(end);
            file.end = End::Open;
        }
        file
    };
    files.iter().map(cut).collect()
}

/// Returns one hash for each pair of a claim and a competing turn: the hash of the turn or claim
/// that doesn't count. The claim counts, because it has the arbiter's ruling, unless the turn has
/// been accepted or has won.
fn set_aside(files: &[Branch]) -> BTreeSet<Bytes32> {
    let mut aside = BTreeSet::new();
    for file in files {
        for at in (0..file.turns.len()).filter(|at| file.turns[*at].claims.is_some()) {
            for other in files {
                let turn = other.has_in_place(file, at).filter(|turn| turn.claims.is_none());
                let Some(turn) = turn else { continue };
                let claim = &file.turns[at];
                aside.insert(if outlasts(files, file, other, at) { claim.hash } else { turn.hash });
            }
        }
    }
    aside
}

/// Whether turn `at` of the file `turns` counts instead of the claim at the same index of the file
/// `claims`.
fn outlasts(files: &[Branch], claims: &Branch, turns: &Branch, at: usize) -> bool {
    let (Some(claim), Some(turn)) = (claims.turns.get(at), turns.turns.get(at)) else {
        return false;
    };
    let with_turn = || with(files, &turn.hash, at);
    // A finished game stays finished. A win that the turn gives to another seat stays a win.
    let gives_a_win = turn.wins.is_some_and(|winner| winner != turn.seat);
    if gives_a_win || with_turn().any(|file| file.over_at() == Some(at)) {
        return true;
    }
    // A player who answers a turn accepts it.
    let behind_turn = makers(with_turn(), at);
    let behind_claim = makers(with(files, &claim.hash, at), at);
    let accepted = |seat: &Seat| *seat == claim.seat || behind_turn.contains(seat);
    let others = || behind_claim.iter().filter(|seat| Some(**seat) != claim.claims);
    if behind_turn.contains(&claim.seat) && others().all(accepted) {
        return true;
    }
    // In a game with more than two seats, a claim against the first seat only makes the game void,
    // so a win after the turn counts instead.
    let voids = claims.keys.len() > 2 && claim.claims == Some(Seat::OPENER);
    let won = |file: &Branch| file.turns.iter().skip(at + 1).any(|turn| turn.wins.is_some());
    voids && with_turn().any(won)
}

/// Returns the files that have this turn at index `at`.
fn with<'a>(files: &'a [Branch], hash: &'a Bytes32, at: usize) -> impl Iterator<Item = &'a Branch> {
    files.iter().filter(move |file| file.turns.get(at).is_some_and(|turn| turn.hash == *hash))
}

/// Returns the seats that have taken a turn at index `at` or later. Claims don't count.
fn makers<'a>(files: impl Iterator<Item = &'a Branch>, at: usize) -> BTreeSet<Seat> {
    let behind = files.flat_map(|file| file.turns.iter().skip(at));
    behind.filter(|turn| turn.claims.is_none()).map(|turn| turn.seat).collect()
}
