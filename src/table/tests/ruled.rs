//! The file that counts in a game with an arbiter: section 13, rule 1a.

use super::order::{three, two};
use super::*;
use crate::table::{Branch, Differs, Role, unite};

/// Returns the index of the file that counts. Checks that the index is the same for every order of
/// the files.
fn standing(files: &[Branch]) -> usize {
    let files: Vec<Branch> =
        files.iter().map(|file| Branch { arbiter: true, ..file.clone() }).collect();
    let of = |files: &[Branch]| {
        let union = unite(files).expect("there are files");
        assert_eq!(union.crossed, None, "nothing crosses");
        (union.standing, union.roles)
    };
    let (standing, roles) = of(&files);
    assert_eq!(roles[standing], Role::Stands);
    for turned in 1..files.len() {
        let mut others = files.clone();
        others.rotate_left(turned);
        let (other, _) = of(&others);
        assert_eq!(others[other], files[standing]);
    }
    standing
}

#[test]
fn ruled_claim_counts_against_a_competing_turn() {
    let claim = two("a1 b2 a3 a>b9");
    for turn in ["a1 b2 a3 b4", "a1 b2 a3 b~8", "a1 b2 a3 b4*b", "a1 b2 a3 b4 b5"] {
        assert_eq!(standing(&[two(turn), claim.clone()]), 1, "{turn}");
    }
    let files: Vec<Branch> = [two("a1 b2 a3 b4"), claim]
        .into_iter()
        .map(|file| Branch { arbiter: true, ..file })
        .collect();
    let union = unite(&files).expect("there are files");
    let differs = Differs { turn: 4, seat: Seat(1) };
    assert_eq!(union.roles, [Role::Superseded(differs), Role::Stands]);
}

#[test]
fn finishing_turn_counts_against_a_ruled_claim() {
    assert_eq!(standing(&[two("a1 b2 a3 b~8 ."), two("a1 b2 a3 a>b9")]), 0);
}

#[test]
fn turn_that_gives_the_claimant_a_win_counts() {
    assert_eq!(standing(&[two("a1 b2 a3 b~8*a"), two("a1 b2 a3 a>b9")]), 0);
}

/// A player who answers a turn accepts it.
#[test]
fn answered_turn_counts_against_a_ruled_claim() {
    assert_eq!(standing(&[two("a1 b2 a3 b~8 a9"), two("a1 b2 a3 a>b9")]), 0);
}

#[test]
fn claim_counts_if_only_another_seat_continued_it() {
    let claim = three("a1 b2 c3 a4 a>b9 c10");
    assert_eq!(standing(&[three("a1 b2 c3 a4 b5 a6"), claim.clone()]), 1);
    assert_eq!(standing(&[three("a1 b2 c3 a4 b5 a6 c7"), claim]), 0);
}

/// A claim against the Checker only makes the game void, so a win after the Checker's answer stays.
#[test]
fn win_after_the_checkers_late_answer_counts() {
    let claim = three("a1 b2 a3 c4 b>a9");
    assert_eq!(standing(&[three("a1 b2 a3 c4 a5"), claim.clone()]), 1);
    assert_eq!(standing(&[three("a1 b2 a3 c4 a5 c6 a7*c"), claim.clone()]), 0);
    // The late answer doesn't give its own maker a win.
    assert_eq!(standing(&[three("a1 b2 a3 c4 a5*a"), claim]), 1);
    // A win doesn't stay if the claim is against a caller.
    let claim = three("a1 b2 a3 a>c9");
    assert_eq!(standing(&[three("a1 b2 a3 c4 a5*b"), claim.clone()]), 0, "the claimant answered");
    assert_eq!(standing(&[three("a1 b2 a3 c4 b5*b"), claim]), 1);
    // In a game of two, a claim against the first seat gives the claimant the win.
    assert_eq!(standing(&[two("a1 b2 a3 a4*a"), two("a1 b2 b>a9")]), 1);
}

/// Two claims and two turns with the same number set each other aside, so the files end before
/// them.
#[test]
fn files_end_before_turns_that_set_each_other_aside() {
    let files = [
        three("a1 b2 c3 a>b9"),
        three("a1 b2 c3 c>b9"),
        three("a1 b2 c3 b4 a5"),
        three("a1 b2 c3 b6 c7"),
    ];
    let files: Vec<Branch> =
        files.into_iter().map(|file| Branch { arbiter: true, ..file }).collect();
    for turned in 0..files.len() {
        let mut turned_files = files.clone();
        turned_files.rotate_left(turned);
        let union = unite(&turned_files).expect("there are files");
        assert_eq!(union.counts, 3);
        assert_eq!(union.roles, [Role::Stands; 4]);
    }
}
