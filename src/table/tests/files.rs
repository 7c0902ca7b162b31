//! Several files of one game.

use super::super::{Branch, Differs, Role, may_change_table, tables, twice_held, unite};
use super::order::{branch, three, two};
use super::{Game, Intent, Refusal, Seat};
use crate::turnfile::limits::{MAX_MAIL, MAX_NAME, MAX_NOTE};

fn superseded(turn: u32, seat: u8) -> Role {
    Role::Superseded(Differs { turn, seat: Seat(seat) })
}

fn roles(files: &[Branch]) -> Vec<Role> {
    unite(files).expect("there are files").roles
}

/// Returns the number of the turn that crossed with a claim. Checks that the number is the same for
/// every order of the files.
fn crossed(files: &[&str]) -> Option<u32> {
    let mut files: Vec<Branch> = files.iter().map(|file| two(file)).collect();
    let crossed = unite(&files).expect("there are files").crossed;
    files.reverse();
    assert_eq!(unite(&files).expect("there are files").crossed, crossed);
    crossed
}

/// Returns the index of the file that counts in a game of three seats; `None` if the game is void.
/// Checks that the result is the same for every order of the files.
fn keeps(files: &[&str]) -> Option<usize> {
    let branches: Vec<Branch> = files.iter().map(|file| three(file)).collect();
    let union = unite(&branches).expect("there are files");
    let mut turned = branches.clone();
    turned.reverse();
    let again = unite(&turned).expect("there are files");
    assert_eq!(again.void, union.void);
    assert_eq!(turned[again.standing], branches[union.standing]);
    (!union.void).then_some(union.standing)
}

#[test]
fn one_file_counts_and_others_are_parts_or_superseded() {
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

/// In one file a claim removes bob before bob joins; in the other, bob joins in time. Both files
/// belong to one game.
#[test]
fn seat_that_has_not_joined_matches_any_key() {
    let files = [three("a0 b1 a2"), three("a0 a>b9 c10")];
    assert_eq!(tables(&files), [vec![0, 1]]);
    assert_eq!(roles(&files), [Role::Stands, superseded(2, 0)]);
}

/// In each file one of two seats has joined, with one of two keys.
#[test]
fn table_is_a_largest_set_of_files_without_two_keys_in_a_seat() {
    let with = |keys: [u8; 2]| {
        let keys = keys.map(|key| Some([key; 32]).filter(|_| key > 0)).to_vec();
        Branch { keys, ..two("a0") }
    };
    let files = [with([1, 0]), with([2, 0]), with([0, 1]), with([0, 2])];
    assert_eq!(tables(&files), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    let files = [with([1, 1]), with([2, 0]), with([0, 2])];
    assert_eq!(tables(&files), [vec![0], vec![1, 2]], "the last file alone is not a largest set");
}

/// In each file a single seat has joined, with one of many keys. Such files can be combined into
/// games in too many ways.
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
fn turn_in_time_and_competing_claim_cross() {
    assert_eq!(crossed(&["a0 b5", "a0 a>b9"]), Some(2));
    assert_eq!(crossed(&["a0 b1 a2", "a0 b1 b>a9"]), Some(3));
    // A claim that the same player adds after the turn doesn't change the result.
    assert_eq!(crossed(&["a0 b5 b>a20", "a0 a>b9"]), Some(2));
    // A later claim doesn't cross with an earlier turn.
    assert_eq!(crossed(&["a0 b5 b>a20", "a0 b5"]), None);
    assert_eq!(crossed(&["a0 b5", "a0 b1 b>a9"]), None);
}

#[test]
fn a_late_turn_yields_to_the_claim_and_crosses_nothing() {
    assert_eq!(crossed(&["a0 b~9", "a0 a>b9"]), None);
    assert_eq!(roles(&[two("a0 b~9"), two("a0 a>b9")]), [superseded(2, 1), Role::Stands]);
}

#[test]
fn answered_turn_and_end_of_game_do_not_cross() {
    assert_eq!(crossed(&["a0 b5 a6", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b5 .", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b~9 .", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b5 !", "a0 a>b9"]), None);
}

/// If the claimant has answered the competing turn, even too late, the claim has no effect.
#[test]
fn claimant_who_continued_does_not_cross() {
    let files = ["a0 b5 b>a30", "a0 b5 a~30", "a0 a>b9"];
    assert_eq!(crossed(&files), None);
    assert_eq!(crossed(&files[..1]), None);
    assert_eq!(crossed(&[files[0], files[2]]), Some(2));
}

/// A true answer decides the game, and the player who loses by it makes a competing claim.
#[test]
fn true_answer_that_decides_does_not_cross() {
    assert_eq!(crossed(&["a0 b=5", "a0 a>b9"]), None);
    assert_eq!(crossed(&["a0 b=5 b>a20", "a0 a>b9"]), None);
}

#[test]
fn claims_cross_only_in_two_player_games() {
    let files = [three("b0 a1"), three("b0 b>a9")];
    assert_eq!(unite(&files).and_then(|union| union.crossed), None);
}

/// A file in which carol (c) wins in turn 4. In other files, the Checker (a) continues with bob.
const CAROL_WON: &str = "b0 a1 c2 a3*c .";

#[test]
fn win_counts_if_others_continue_without_the_winner() {
    // The other players remove carol before her last turn, or answer her call differently.
    for other in ["b0 a1' a>c20 b21 a22", "b0' a1 a>c20 b21 a22", "b0 a1 c2 a3' b5"] {
        assert_eq!(keeps(&[CAROL_WON, other]), Some(0), "{other}");
    }
    // In the other file bob wins without a turn by carol, but the file in which carol wins contains
    // turns by bob.
    assert_eq!(keeps(&[CAROL_WON, "b0' a1 a>c20 b21 a22*b ."]), Some(0));
    // A breach after carol's win doesn't affect the win.
    let broken = "b0 a1 c2 a3*c !";
    assert_eq!(keeps(&[broken, "b0' a1 a>c20 b21 a22 b23 a24*b ."]), Some(0));
}

/// Rule 13.9.
#[test]
fn won_file_outweighs_files_that_the_winner_did_not_continue() {
    let outweighs = |other: &str| three(CAROL_WON).outweighs(&three(other));
    assert!(outweighs("b0 a1' b2"));
    assert!(!outweighs("b0 a1' c2"), "carol has continued the other file");
    assert!(!outweighs("b0 a1' a3*c"), "carol has won the other file");
    assert!(!outweighs("b0 a1"), "the other file is a beginning");
    assert!(!outweighs("b0 a1 c2 a3*c b4"), "the won file is a beginning");
    assert!(!three("b0 a1' b2").outweighs(&three(CAROL_WON)), "no one has won");
}

/// In three files different callers win, and each file is outweighed by one other file.
#[test]
fn game_is_void_if_every_won_file_is_outweighed() {
    let files = ["a4 c5 a6*b", "a7 d8 a9*c", "a10 b11 a12*d"];
    let files = files.map(|file| branch(4, &format!("a0 b1 c2 d3 {file}")));
    for (at, file) in files.iter().enumerate() {
        assert!(file.outweighs(&files[(at + 1) % 3]) && !file.outweighs(&files[(at + 2) % 3]));
    }
    assert!(unite(&files).expect("there are files").void);
}

#[test]
fn win_counts_against_a_longer_undecided_game() {
    assert_eq!(keeps(&[CAROL_WON, "b0 a1' c2 a3 b4 a5 c6"]), Some(0));
    // Carol also wins with another version of alice's last turn.
    assert_eq!(keeps(&[CAROL_WON, "b0 a1 c2 a9*c ."]), Some(1));
}

/// Winners keep their win in games of more than two. In a game of two, the order decides.
#[test]
fn win_can_be_replaced_in_a_game_of_two() {
    let files = ["a0 b1*b", "a0 b2 a3"];
    assert_eq!(keeps(&files), Some(0));
    let union = unite(&files.map(two)).expect("there are files");
    assert_eq!((union.standing, union.void), (1, false));
}

/// In one file, a claim removes bob, and carol wins. In the other, bob has answered before the
/// claim, and wins.
#[test]
fn two_wins_that_outweigh_each_other_make_the_game_void() {
    let (struck, answered) = ("b0 a1 c2 a3 a>b9 c10 a11*c .", "b0 a1 c2 a3 b4 a5*b .");
    assert_eq!(keeps(&[struck, answered]), None);
    // A third file, which both files continue, doesn't decide which of the two counts.
    assert_eq!(keeps(&[struck, answered, "b0 a1 c2"]), None);
}

#[test]
fn claim_has_no_effect_against_a_win_for_another() {
    // The Checker's answer gives bob the win and breaks a rule, so it doesn't finish the game.
    let files = [three("b0 a1*b !"), three("b0 b>a9")];
    assert_eq!(roles(&files), [Role::Stands, superseded(2, 1)]);
    // A seat can't give itself a win against a claim.
    let files = [two("a0 b5*b"), two("a0 a>b9")];
    assert_eq!(unite(&files).and_then(|union| union.crossed), Some(2));
}

/// Bob (b) responds to a guess that alice has declared, and a claim by alice competes with the
/// response.
#[test]
fn response_in_time_counts_but_its_choice_is_waived() {
    let united = |files: &[&str]| {
        let files: Vec<Branch> = files.iter().map(|file| two(file)).collect();
        unite(&files).expect("there are files")
    };
    let union = united(&["a0 b5^", "a0 a>b9"]);
    assert_eq!(union.roles, [Role::Stands, superseded(2, 0)]);
    assert_eq!((union.crossed, union.waived), (None, Some(2)));
    assert_eq!(united(&["a0 b5^ a6", "a0 a>b9"]).waived, Some(2));
    assert_eq!(united(&["a0 b5^", "a0"]).waived, None);
    // A late response yields to the claim.
    let union = united(&["a0 b~9^", "a0 a>b9"]);
    assert_eq!(union.roles, [superseded(2, 1), Role::Stands]);
    assert_eq!(union.waived, None);
}

#[test]
fn note_is_shown_with_its_author() {
    let mut game = Game::checkpoint();
    let mut plan = game.plan(Intent::Move("C4".to_owned()));
    plan.note = Some("good luck".to_owned());
    game.plays(&plan);
    let names = game.table.standing().names;
    let events = game.table.news(0).into_iter().filter_map(|news| news.note_line(&names));
    assert_eq!(events.collect::<Vec<_>>(), ["alice writes: good luck"]);
}

/// The rule of section 10 for a seat that has different keys in two files. The vault changes to the
/// new file if, after that seat's first turn, the new file contains a turn of a third seat, but the
/// known file contains no turn of another seat.
#[test]
fn vault_changes_files_only_after_a_third_seat_continues() {
    let changes = |known: &str, incoming: &str| {
        let mut incoming = three(incoming);
        incoming.keys[2] = Some([9; 32]);
        may_change_table(&three(known), &incoming)
    };
    assert!(changes("a0 b1 c2", "a0 b1 c2' a3"));
    assert!(!changes("a0 b1 c2", "a0 b1 c2'"));
    assert!(!changes("a0 b1 c2 a3", "a0 b1 c2' a3"));
    assert!(!changes("a0 b1 c2 a3", "a0 b1 c2'"));
    assert!(!changes("a0 c1", "a0 c1' b2"), "b has no key in the known file");
}

#[test]
fn texts_beyond_their_limits_are_refused() {
    let game = Game::checkpoint();
    for (what, most) in [("note", MAX_NOTE), ("name", MAX_NAME), ("mail", MAX_MAIL)] {
        let composed = |length: usize| {
            let mut plan = game.plan(Intent::Move("C4".to_owned()));
            let text = match what {
                "note" => &mut plan.note,
                "name" => &mut plan.name,
                _ => &mut plan.mail,
            };
            *text = Some("x".repeat(length));
            game.composed(&plan)
        };
        assert!(composed(most).is_ok(), "{what}");
        assert!(matches!(composed(most + 1), Err(Refusal::Illegal { .. })), "{what}");
    }
}
