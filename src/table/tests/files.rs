//! Several files of one game.

use super::super::{Branch, Differs, Role, tables, twice_held, unite};
use super::Seat;
use super::order::{three, two};

fn superseded(turn: u32, seat: u8) -> Role {
    Role::Superseded(Differs { turn, seat: Seat(seat) })
}

fn roles(files: &[Branch]) -> Vec<Role> {
    unite(files).expect("there are files").roles
}

/// The turn that is crossed, whatever the order of the files.
fn crossed(files: &[&str]) -> Option<u32> {
    let mut files: Vec<Branch> = files.iter().map(|file| two(file)).collect();
    let crossed = unite(&files).expect("there are files").crossed;
    files.reverse();
    assert_eq!(unite(&files).expect("there are files").crossed, crossed);
    crossed
}

/// The files of three seats that the standing one undoes.
fn undone(files: &[&str]) -> Vec<usize> {
    let files: Vec<Branch> = files.iter().map(|file| three(file)).collect();
    unite(&files).expect("there are files").undone
}

#[test]
fn one_file_stands_and_the_others_are_parts_or_superseded() {
    assert_eq!(unite(&[]), None);
    let files = [two("a0 b1"), two("a0 b9"), two("a0 b1 a2"), two("a0"), two("a0 b1 a2")];
    let stands = [Role::Part, superseded(2, 1), Role::Stands, Role::Part, Role::Stands];
    assert_eq!(roles(&files), stands);
    assert_eq!(unite(&files).map(|union| union.standing), Some(2));
}

#[test]
fn each_key_in_a_seat_makes_a_table() {
    let real = two("a0 b1 a2");
    let mut puppet = two("a0 b1' a2");
    puppet.keys[1] = Some([9; 32]);
    let other_game = [two("a0"), real.clone(), puppet.clone(), two("a0 b1")];
    assert_eq!(tables(&other_game), [vec![0, 1, 3], vec![0, 2]]);
    assert_eq!(twice_held(&other_game), [Seat::JOINER]);
    assert_eq!(tables(&[real.clone(), two("a0")]), [vec![0, 1]]);
    assert_eq!(twice_held(&[real, two("a0")]), []);
    assert_eq!(tables(&[]), Vec::<Vec<usize>>::new());
}

/// Bob was struck out before he joined, or joined in time: these are files of one table.
#[test]
fn who_has_not_joined_has_no_other_key() {
    let files = [three("a0 b1 a2"), three("a0 a>b9 c10")];
    assert_eq!(tables(&files), [vec![0, 1]]);
    assert_eq!(roles(&files), [Role::Stands, superseded(2, 0)]);
}

/// Files in which one seat each has joined, each with many keys, would fit together in more ways
/// than could be told.
#[test]
fn tables_are_not_more_than_files() {
    let with = |seat: usize, key: u8| {
        let mut file = three("a0");
        file.keys = vec![None; 9];
        file.keys[seat] = Some([key; 32]);
        file
    };
    let files: Vec<Branch> =
        (0..9).flat_map(|seat| (0..20).map(move |key| with(seat, key))).collect();
    let tables = tables(&files);
    assert!(tables.len() <= files.len());
    let all: std::collections::BTreeSet<usize> = tables.into_iter().flatten().collect();
    assert_eq!(all.len(), files.len(), "each file is in one of them");
}

#[test]
fn a_turn_in_time_and_a_claim_in_its_place_have_crossed() {
    assert_eq!(crossed(&["a0 b5", "a0 a>b9"]), Some(2));
    assert_eq!(crossed(&["a0 b1 a2", "a0 b1 b>a9"]), Some(3));
    // A claim that the turn's maker puts behind it does not count either.
    assert_eq!(crossed(&["a0 b5 b>a20", "a0 a>b9"]), Some(2));
    // It is no crossing of a later claim with an earlier turn.
    assert_eq!(crossed(&["a0 b5 b>a20", "a0 b5"]), None);
    assert_eq!(crossed(&["a0 b5", "a0 b1 b>a9"]), None);
}

#[test]
fn a_late_turn_yields_to_the_claim_and_crosses_nothing() {
    assert_eq!(crossed(&["a0 b~9", "a0 a>b9"]), None);
    assert_eq!(roles(&[two("a0 b~9"), two("a0 a>b9")]), [superseded(2, 1), Role::Stands]);
}

#[test]
fn an_answered_turn_and_the_end_of_the_game_are_not_crossed() {
    assert_eq!(crossed(&["a0 b5 a6", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b5 .", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b~9 .", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b5 !", "a0 a>b9"]), None);
}

/// The claimant has answered, if too late: his claim counts for nothing.
#[test]
fn who_has_built_on_a_turn_has_not_crossed_it() {
    let files = ["a0 b5 b>a30", "a0 b5 a~30", "a0 a>b9"];
    assert_eq!(crossed(&files), None);
    assert_eq!(crossed(&files[..1]), None);
    assert_eq!(crossed(&[files[0], files[2]]), Some(2));
}

/// A true answer decides the game, and whoever is to lose by it claims beside it.
#[test]
fn what_the_truth_has_decided_is_not_crossed() {
    assert_eq!(crossed(&["a0 b=5", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b=5 b>a20", "a0 a>b9"]), None);
}

#[test]
fn only_in_games_of_two_a_claim_shows_what_can_be_used() {
    let files = [three("b0 a1"), three("b0 b>a9")];
    assert_eq!(unite(&files).and_then(|union| union.crossed), None);
}

/// Carol has won in turn 4; the Checker, alice, goes on with bob.
#[test]
fn a_finished_game_that_others_undo_is_void() {
    let won = "b0 a1 c2 a3 .";
    // From before the last word of carol, who is struck out.
    assert_eq!(undone(&[won, "b0 a1' a>c20 b21 a22"]), [0]);
    assert_eq!(undone(&[won, "b0' a1 a>c20 b21 a22"]), [0]);
    // By another answer to her call.
    assert_eq!(undone(&[won, "b0 a1 c2 a3' b5"]), [0]);
    // Her last turn once more, to the same effect, undoes nothing.
    assert_eq!(undone(&[won, "b0 a1 c2 a9 ."]), Vec::<usize>::new());
    // Nor does a claim in the place of what the Checker has answered.
    let files = [three(won), three("b0 a1 a>c20 b21 a22")];
    assert_eq!(roles(&files), [Role::Stands, superseded(3, 0)]);
    assert_eq!(undone(&[won, "b0 a1 a>c20 b21 a22"]), Vec::<usize>::new());
}

/// Alice and bob cannot take from carol what she has won by making up a game that ended earlier.
#[test]
fn a_shorter_game_that_was_made_up_undoes_nothing() {
    let won = "b0 a1 c2 a3 b4 a5 c6 a7 .";
    assert_eq!(undone(&[won, "b0' a1 ."]), Vec::<usize>::new());
    // Of two answers to one call one is false: the audit of this file finds that it is this one.
    assert_eq!(undone(&[won, "b0 a1' ."]), [1]);
}
