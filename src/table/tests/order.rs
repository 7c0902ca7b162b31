//! The order of two files.

use chrono::TimeDelta;
use proptest::prelude::*;

use super::super::{Branch, BranchTurn, Differs, End, Order, deadline, stands};
use super::*;
use crate::games::Spy;
use crate::rules::{EndedBy, OptionValue};

/// Parses a file of two seats. A turn is written as its seat and its date, `b3`. A late turn is
/// `b~3`, a claim against alice `b>a3`, a turn that settles the game `b=3`, a turn with which alice
/// wins on the board `b3*a`, a turn that takes precedence over a claim `b3^`, and a second version
/// with an equal date `b3'`. The text ends with `.` if the game is over, and with `!` if a breach
/// has ended it.
pub(super) fn two(text: &str) -> Branch {
    branch(2, text)
}

/// Parses a file of three seats.
pub(super) fn three(text: &str) -> Branch {
    branch(3, text)
}

/// Parses a file of any number of seats.
pub(super) fn branch(seats: usize, text: &str) -> Branch {
    let mut branch =
        Branch { keys: vec![None; seats], turns: Vec::new(), end: End::Open, arbiter: false };
    let mut read = String::new();
    for word in text.split(' ') {
        match word {
            "." => branch.end = End::Over,
            "!" => branch.end = End::Breach,
            _ => {
                read.push_str(word);
                let turn = turn(word, turn_hash(read.as_bytes()));
                branch.keys[turn.seat.index()] = Some([turn.seat.0; 32]);
                branch.turns.push(turn);
            }
        }
    }
    branch
}

fn turn(word: &str, hash: [u8; 32]) -> BranchTurn {
    let mut letters = word.chars();
    let seat = |letter: char| Seat(u8::try_from(letter).expect("a letter") - b'a');
    let maker = seat(letters.next().expect("a maker"));
    let mut claims = None;
    if word.contains('>') {
        claims = letters.nth(1).map(seat);
    }
    let date: String = letters.filter(char::is_ascii_digit).collect();
    BranchTurn {
        hash,
        seat: maker,
        sent: moment(date.parse().expect("a date")),
        late: word.contains('~'),
        claims,
        settles: word.contains('='),
        outlasts: word.contains('^'),
        wins: word.split_once('*').and_then(|(_, winner)| winner.chars().next()).map(seat),
    }
}

/// Checks that the first file counts, no matter which of the two files the vault already has.
/// Returns the number and the seat of the first turn that differs.
fn wins(first: &Branch, second: &Branch) -> (u32, u8) {
    let Order::Stands(left) = stands(second, first) else { panic!("{:?}", stands(second, first)) };
    let Order::Superseded(leaves) = stands(first, second) else { panic!("a file that counts") };
    assert_eq!(left, leaves);
    (left.turn, left.seat.0)
}

#[test]
fn longer_file_wins_and_its_prefix_is_a_part() {
    let (one, two) = (two("a0 b1"), two("a0 b1 a2"));
    assert_eq!(stands(&one, &one), Order::Same);
    assert_eq!(stands(&one, &two), Order::Longer);
    assert_eq!(stands(&two, &one), Order::Part);
}

#[test]
fn claim_after_the_last_turn_makes_a_file_longer() {
    assert_eq!(stands(&two("a0 b1"), &two("a0 b1 b>a9")), Order::Longer);
    // The same is true after a late turn, and after another claim.
    assert_eq!(stands(&two("a0 b~9"), &two("a0 b~9 b>a20")), Order::Longer);
    let struck = three("b0 a1 a>c9");
    assert_eq!(stands(&struck, &three("b0 a1 a>c9 a>b20")), Order::Longer);
}

#[test]
fn later_of_two_unanswered_versions_counts() {
    assert_eq!(wins(&two("a0 b5"), &two("a0 b1")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a4"), &two("a0 b1 a3")), (3, 0));
}

#[test]
fn greater_hash_counts_if_dates_are_equal() {
    let (one, other) = (two("a0 b1"), two("a0 b1'"));
    let greater = one.turns[1].hash > other.turns[1].hash;
    let (one, other) = if greater { (one, other) } else { (other, one) };
    assert_eq!(wins(&one, &other), (2, 1));
}

#[test]
fn turn_that_another_seat_continued_counts() {
    assert_eq!(wins(&two("a0 b1 a2"), &two("a0 b5")), (2, 1));
    // A late answer makes the answered turn count too, if the other file has no claim.
    assert_eq!(wins(&two("a0 b1 a~20"), &two("a0 b5")), (2, 1));
    // A loser signs a second version of an old turn.
    assert_eq!(wins(&two("a0 b1 a2 b3 a4 b5 ."), &two("a0 b9")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a2 b3 a4 b5 ."), &two("a0 b1 a2 b9 b>a30")), (4, 1));
}

#[test]
fn claim_ranks_between_a_turn_in_time_and_a_late_one() {
    assert_eq!(wins(&two("a0 b5"), &two("a0 a>b9")), (2, 0));
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9")), (2, 1));
    // A player can't improve a late turn with a claim after it.
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9 b>a20")), (2, 1));
    assert_eq!(wins(&two("a0 b5 b>a20"), &two("a0 a>b9")), (2, 0));
    // An answer in time ranks above a claim that follows another version of the answered turn.
    assert_eq!(wins(&two("a0 b5 a6"), &two("a0 b7 b>a20")), (2, 1));
    // A late answer ranks below such a claim: bob waited equally long after both versions.
    assert_eq!(wins(&two("a0 b7 b>a20"), &two("a0 b5 a~20")), (2, 1));
}

/// A player who has ended the game with a turn can't replace that turn with a version that outranks
/// it.
#[test]
fn turn_that_ended_the_game_outranks_its_replacements() {
    let over = two("a0 b1 a~30 .");
    assert_eq!(wins(&over, &two("a0 b1 b>a20")), (3, 1));
    assert_eq!(wins(&over, &two("a0 b1 a35")), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a2 a>b40")), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a35 !")), (3, 0));
    // If bob has answered another version in time, that version counts: bob didn't know about the
    // turn that ended the game.
    assert_eq!(wins(&two("a0 b1 a35 b36"), &over), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a35 b~90")), (3, 0));
}

/// Rule 2 of section 13, for files without a common turn.
#[test]
fn rank_depends_on_the_last_turn_that_is_not_a_claim() {
    // Each file has dates of its own, so any two files differ from turn 1 on.
    let turns = |id: usize, number: usize, mark: &str| -> String {
        let turn = |at: usize| {
            let mark = if at + 1 == number { mark } else { "" };
            format!("{}{mark}{}", ["a", "b"][at % 2], 100 * id + at)
        };
        (0..number).map(turn).collect::<Vec<_>>().join(" ")
    };
    let mut ranks = Vec::new();
    for n in 1..=6 {
        let claim = if n % 2 == 0 { "b>a99" } else { "a>b99" };
        ranks.push((4 * n - 3, turns(10 * n, n, "~")));
        ranks.push((4 * n, turns(10 * n + 1, n, "")));
        ranks.push((4 * n + 2, format!("{} {claim}", turns(10 * n + 2, n, ""))));
        ranks.push((4 * n + 3, format!("{} .", turns(10 * n + 3, n, ""))));
        ranks.push((4 * n + 3, format!("{} .", turns(10 * n + 4, n, "~"))));
    }
    for (rank, file) in &ranks {
        for (_, other) in ranks.iter().filter(|(other, _)| other < rank) {
            assert_eq!(wins(&two(file), &two(other)), (1, 0), "{file} and {other}");
        }
    }
}

#[test]
fn breach_ranks_like_any_other_turn() {
    assert_eq!(wins(&two("a0 b5 !"), &two("a0 b1")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a2"), &two("a0 b5 !")), (2, 1));
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9 !")), (2, 1));
}

#[test]
fn different_games_have_no_order() {
    let known = two("a0 b1 a2");
    let mut puppet = two("a0 b1' a2 b3 a4 b5");
    puppet.keys[1] = Some([9; 32]);
    assert_eq!(stands(&known, &puppet), Order::OtherTable(Seat::JOINER));
    assert_eq!(stands(&puppet, &known), Order::OtherTable(Seat::JOINER));
    // A seat that hasn't joined has no key, unless it is the vault's own seat: the vault knows that
    // key.
    let mut before = two("a0");
    assert_eq!(stands(&before, &puppet), Order::Longer);
    before.keys[1] = known.keys[1];
    assert_eq!(stands(&before, &puppet), Order::OtherTable(Seat::JOINER));
}

/// The Checker is alice: she removes carol, whose turn she has answered, and continues with bob.
#[test]
fn claim_has_no_effect_against_a_continued_turn() {
    let over = three("b0 a1 c2 a3 .");
    let without_carol = three("b0 a1 a>c9 b10 a11 b12 a13");
    assert_eq!(wins(&over, &without_carol), (3, 0));
    // If alice hasn't answered carol's turn, the longer file counts.
    assert_eq!(wins(&without_carol, &three("b0 a1 c2")), (3, 2));
    // Bob's claim against the Checker has no effect, because carol has answered the Checker's turn,
    // although the Checker reveals after the claim.
    assert_eq!(wins(&three("b0 a1 c2"), &three("b0 b>a9 a10 .")), (2, 1));
    // Bob's claim doesn't continue carol's late turn, so alice's claim counts.
    let struck = three("b0 a1 a>c9 b10");
    assert_eq!(wins(&struck, &three("b0 a1 c~9 b>a30")), (3, 2));
}

#[test]
fn claim_has_no_effect_against_the_end_of_the_game() {
    assert_eq!(wins(&two("a0 b~9 ."), &two("a0 a>b9 b10 .")), (2, 0));
    assert_eq!(wins(&three("b0 a~9 ."), &three("b0 b>a9 a10 .")), (2, 1));
}

/// A player who reveals after a claim has accepted it.
#[test]
fn reveal_after_a_claim_outranks_a_competing_turn() {
    assert_eq!(wins(&two("a0 a>b9 b10 ."), &two("a0 b5")), (2, 1));
    assert_eq!(wins(&two("a0 a>b9 b10 ."), &two("a0 b5 b>a20")), (2, 1));
}

#[test]
fn deadline_also_counts_from_the_turn_before_the_last() {
    let (days, day) = (TimeDelta::days(14), |day| moment(0) + TimeDelta::days(day));
    assert_eq!(deadline(days, day(3), None), Some(day(17)));
    assert_eq!(deadline(days, day(3), Some(day(2))), Some(day(30)));
    // A player holds a turn back for 13 days and dates it on the first day. The opponent still has
    // the full time.
    assert_eq!(deadline(days, day(0), Some(day(0))), Some(day(28)));
    assert_eq!(deadline(days, day(20), Some(day(2))), Some(day(34)));
}

/// Returns a strategy for random files of one game, with or without claims.
fn files(claims: bool) -> impl Strategy<Value = Branch> {
    let turn = (0_u8..6, prop::bool::ANY, u8::from(!claims)..3);
    let end = prop::sample::select(vec!["", "", " .", " !"]);
    (prop::collection::vec(turn, 0..5), end).prop_map(|(turns, end)| {
        let mut text = "a0".to_owned();
        for ((date, late, kind), number) in turns.into_iter().zip(1..) {
            let (due, other) = if number % 2 == 1 { ('b', 'a') } else { ('a', 'b') };
            let turn = match (kind, late) {
                (0, _) => format!(" {other}>{due}{date}"),
                (_, true) => format!(" {due}~{date}"),
                (_, false) => format!(" {due}{date}"),
            };
            text += &turn;
        }
        // A turn that ends a game differs from a turn that doesn't.
        text += match end {
            " ." => "'",
            " !" => "''",
            _ => "",
        };
        two(&(text + end))
    })
}

proptest! {
    /// The order is antisymmetric.
    #[test]
    fn order_does_not_depend_on_the_known_file(one in files(true), other in files(true)) {
        let mirrored = match stands(&one, &other) {
            Order::Same => Order::Same,
            Order::Longer => Order::Part,
            Order::Part => Order::Longer,
            Order::Stands(differs) => Order::Superseded(differs),
            Order::Superseded(differs) => Order::Stands(differs),
            table @ Order::OtherTable(_) => table,
        };
        prop_assert_eq!(stands(&other, &one), mirrored);
    }

    /// Without claims it is a total order of all files.
    #[test]
    fn the_order_is_total(one in files(false), two in files(false), three in files(false)) {
        let above = |file, other| matches!(stands(file, other), Order::Longer | Order::Stands(_));
        if above(&one, &two) && above(&two, &three) {
            prop_assert!(above(&one, &three));
        }
    }
}

/// Compares a game's branch with its turns.
#[test]
fn a_table_says_what_the_order_looks_at() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    let branch = game.table.branch();
    let key = |seat: Seat| Some(game.keys[seat.index()].identity.public());
    assert_eq!(branch.keys, [key(ALICE), key(BOB)]);
    assert_eq!(branch.end, End::Open);
    let facts: Vec<_> = branch.turns.iter().map(|turn| (turn.seat, turn.hash, turn.sent)).collect();
    let turns = game.turns.iter().zip([ALICE, BOB, ALICE]);
    assert!(turns.map(|(turn, seat)| (seat, turn.hash(), turn.sent)).eq(facts));
    assert!(!branch.turns.iter().any(|turn| turn.late || turn.settles || turn.claims.is_some()));
    let end = game.table.standing().deadline.expect("a deadline");
    let (late, in_time) = (Plan::new(end, Intent::Move("A9".to_owned())), TimeDelta::seconds(1));
    for (plan, is_late) in [(late.clone(), true), (Plan { sent: end - in_time, ..late }, false)] {
        let turn = game.composed(&plan).expect("a turn").turn;
        let mut table = game.table.clone();
        table.read(&turn).expect("a turn, late or not");
        assert_eq!(table.branch().turns[3].late, is_late);
    }
    game.goes(Intent::Resign);
    assert!(game.table.branch().turns[3].settles);
    assert_eq!(game.table.branch().end, End::Open);
    game.goes(Intent::Nothing);
    assert_eq!((game.table.branch().end, game.table.branch().turns[4].late), (End::Over, false));
}

/// Both players of Spy! decline to guess after the last round. This move ends the game, and its
/// player could have chosen another.
#[test]
fn deciding_move_does_not_settle_the_game() {
    let mut header = header(Kind::of::<Spy>(), Some("alice"), 1);
    header.options.insert("lengths".to_owned(), OptionValue::Numbers(vec![1, 2]));
    header.options.insert("max-rounds".to_owned(), OptionValue::Number(1));
    let keys = keys_of(&header, 1, [(); 2].map(|()| vec!["1A 1B 3B".to_owned()]));
    let table = AnyTable::new(&header).expect("a game");
    let mut game = Game { keys, table, turns: Vec::new() };
    game.goes(Intent::Nothing);
    game.goes(Intent::Nothing);
    for typed in ["1B", "1B", "decline", "decline"] {
        game.moves(typed);
    }
    assert_eq!(game.table.standing().outcome.map(|it| it.ended_by), Some(EndedBy::Board));
    assert_eq!(game.table.branch().turns.last().map(|turn| turn.settles), Some(false));
}

#[test]
fn claim_names_the_late_seat() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    let end = game.table.standing().deadline.expect("a deadline");
    let claim = game.table.compose(&game.keys[0], &Plan::new(end, Intent::Claim));
    let turn = claim.expect("bob is late").0.turn;
    game.table.read(&turn).expect("a claim");
    let branch = game.table.branch();
    assert_eq!((branch.turns[3].claims, branch.turns[3].late), (Some(BOB), false));
    assert_eq!(game.table.standing().outcome.map(|it| it.ended_by), Some(EndedBy::Claim));
    assert_eq!(branch.end, End::Open);
    let Differs { turn, seat } = Differs { turn: 4, seat: ALICE };
    assert_eq!(branch.turns[turn as usize - 1].seat, seat);
}

/// A turn with a breach ends the game, but the breach doesn't raise the rank of the turn.
#[test]
fn a_breach_ends_a_branch() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    let mut turn = game.composed(&game.plan(Intent::Move("A9".to_owned()))).expect("a turn").turn;
    turn.moves = vec!["Z99".to_owned()];
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert!(matches!(game.table.read(&turn), Err(TurnError::Breach(_))));
    assert_eq!((game.table.branch().end, game.table.branch().turns.len()), (End::Breach, 4));
}
