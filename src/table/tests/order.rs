//! Which of two files stands.

use chrono::TimeDelta;
use proptest::prelude::*;

use super::super::{Branch, Differs, End, Order, Signed, deadline, stands};
use super::*;
use crate::rules::EndedBy;

/// A file of two seats. Each turn is its maker and its date, `b3`; a late one `b~3`, a claim
/// against alice `b>a3`, one that settles the game `b=3`, one by which the board gives alice a win
/// `b3*a`, one that outlasts a claim `b3^`, and another of the same date `b3'`. The text ends with
/// `.` if the game is over, and with `!` if a breach has ended it.
pub(super) fn two(text: &str) -> Branch {
    branch(2, text)
}

/// The same with three seats.
pub(super) fn three(text: &str) -> Branch {
    branch(3, text)
}

fn branch(seats: usize, text: &str) -> Branch {
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

fn turn(word: &str, hash: [u8; 32]) -> Signed {
    let mut letters = word.chars();
    let seat = |letter: char| Seat(u8::try_from(letter).expect("a letter") - b'a');
    let maker = seat(letters.next().expect("a maker"));
    let mut claims = None;
    if word.contains('>') {
        claims = letters.nth(1).map(seat);
    }
    let date: String = letters.filter(char::is_ascii_digit).collect();
    Signed {
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

/// With the second file known or the first, it is always the first that stands; the turn where
/// the other leaves it, and by whom that is.
fn wins(first: &Branch, second: &Branch) -> (u32, u8) {
    let Order::Stands(left) = stands(second, first) else { panic!("{:?}", stands(second, first)) };
    let Order::Superseded(leaves) = stands(first, second) else { panic!("it stands") };
    assert_eq!(left, leaves);
    (left.turn, left.seat.0)
}

#[test]
fn the_file_with_more_turns_is_longer_and_its_beginning_a_part() {
    let (one, two) = (two("a0 b1"), two("a0 b1 a2"));
    assert_eq!(stands(&one, &one), Order::Same);
    assert_eq!(stands(&one, &two), Order::Longer);
    assert_eq!(stands(&two, &one), Order::Part);
}

#[test]
fn a_claim_behind_the_last_turn_makes_a_file_longer() {
    assert_eq!(stands(&two("a0 b1"), &two("a0 b1 b>a9")), Order::Longer);
    // It does so behind a late one, and behind another claim.
    assert_eq!(stands(&two("a0 b~9"), &two("a0 b~9 b>a20")), Order::Longer);
    let struck = three("b0 a1 a>c9");
    assert_eq!(stands(&struck, &three("b0 a1 a>c9 a>b20")), Order::Longer);
}

#[test]
fn of_two_versions_that_nobody_has_answered_the_later_stands() {
    assert_eq!(wins(&two("a0 b5"), &two("a0 b1")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a4"), &two("a0 b1 a3")), (3, 0));
}

#[test]
fn of_two_versions_of_one_date_the_greater_hash_stands() {
    let (one, other) = (two("a0 b1"), two("a0 b1'"));
    let greater = one.turns[1].hash > other.turns[1].hash;
    let (one, other) = if greater { (one, other) } else { (other, one) };
    assert_eq!(wins(&one, &other), (2, 1));
}

#[test]
fn the_turn_that_another_seat_has_built_on_stands() {
    assert_eq!(wins(&two("a0 b1 a2"), &two("a0 b5")), (2, 1));
    // Answered late is not answered better than at all; answered in time it is.
    assert_eq!(wins(&two("a0 b1 a~20"), &two("a0 b5")), (2, 1));
    // A loser signs a second version of an old turn.
    assert_eq!(wins(&two("a0 b1 a2 b3 a4 b5 ."), &two("a0 b9")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a2 b3 a4 b5 ."), &two("a0 b1 a2 b9 b>a30")), (4, 1));
}

#[test]
fn a_claim_yields_to_a_turn_in_time_and_goes_before_a_late_one() {
    assert_eq!(wins(&two("a0 b5"), &two("a0 a>b9")), (2, 0));
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9")), (2, 1));
    // A staller cannot lift his late turn by a claim of his own behind it.
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9 b>a20")), (2, 1));
    assert_eq!(wins(&two("a0 b5 b>a20"), &two("a0 a>b9")), (2, 0));
    // An answer in time goes before a claim behind another version of what it answers.
    assert_eq!(wins(&two("a0 b5 a6"), &two("a0 b7 b>a20")), (2, 1));
    // And a late answer after it: bob had waited for the one version as long as for the other.
    assert_eq!(wins(&two("a0 b7 b>a20"), &two("a0 b5 a~20")), (2, 1));
}

/// Who was due in the last place cannot do better than to have ended the game.
#[test]
fn what_has_ended_the_game_is_never_late_and_outweighs_all_that_its_maker_writes_instead() {
    let over = two("a0 b1 a~30 .");
    assert_eq!(wins(&over, &two("a0 b1 b>a20")), (3, 1));
    assert_eq!(wins(&over, &two("a0 b1 a35")), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a2 a>b40")), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a35 !")), (3, 0));
    // Who had seen another version and answered it in time did not know.
    assert_eq!(wins(&two("a0 b1 a35 b36"), &over), (3, 0));
    assert_eq!(wins(&over, &two("a0 b1 a35 b~90")), (3, 0));
}

#[test]
fn a_breach_is_a_turn_like_any_other_in_the_order() {
    assert_eq!(wins(&two("a0 b5 !"), &two("a0 b1")), (2, 1));
    assert_eq!(wins(&two("a0 b1 a2"), &two("a0 b5 !")), (2, 1));
    assert_eq!(wins(&two("a0 a>b9"), &two("a0 b~9 !")), (2, 1));
}

#[test]
fn between_tables_there_is_no_order() {
    let known = two("a0 b1 a2");
    let mut puppet = two("a0 b1' a2 b3 a4 b5");
    puppet.keys[1] = Some([9; 32]);
    assert_eq!(stands(&known, &puppet), Order::OtherTable(Seat::JOINER));
    assert_eq!(stands(&puppet, &known), Order::OtherTable(Seat::JOINER));
    // Who has not joined has no key yet, unless the vault knows it for its own.
    let mut before = two("a0");
    assert_eq!(stands(&before, &puppet), Order::Longer);
    before.keys[1] = known.keys[1];
    assert_eq!(stands(&before, &puppet), Order::OtherTable(Seat::JOINER));
}

/// The Checker is alice: she strikes out carol, whose turn she has answered, and goes on with bob.
#[test]
fn a_claim_counts_for_nothing_in_the_place_of_a_turn_that_was_built_on() {
    let over = three("b0 a1 c2 a3 .");
    let without_carol = three("b0 a1 a>c9 b10 a11 b12 a13");
    assert_eq!(wins(&over, &without_carol), (3, 0));
    // She has not answered it: the longer file stands.
    assert_eq!(wins(&without_carol, &three("b0 a1 c2")), (3, 2));
    // The claim of bob against the Checker, who has played on with carol, and shows now.
    assert_eq!(wins(&three("b0 a1 c2"), &three("b0 b>a9 a10 .")), (2, 1));
    // A claim is not built on what it stands behind, if another claims.
    let struck = three("b0 a1 a>c9 b10");
    assert_eq!(wins(&struck, &three("b0 a1 c~9 b>a30")), (3, 2));
}

#[test]
fn a_claim_counts_for_nothing_in_the_place_of_the_turn_that_ended_the_game() {
    assert_eq!(wins(&two("a0 b~9 ."), &two("a0 a>b9 b10 .")), (2, 0));
    assert_eq!(wins(&three("b0 a~9 ."), &three("b0 b>a9 a10 .")), (2, 1));
}

/// Who shows his setup behind a claim has let it stand.
#[test]
fn what_is_shown_behind_a_claim_goes_before_what_was_written_instead() {
    assert_eq!(wins(&two("a0 a>b9 b10 ."), &two("a0 b5")), (2, 1));
    assert_eq!(wins(&two("a0 a>b9 b10 ."), &two("a0 b5 b>a20")), (2, 1));
}

#[test]
fn the_deadline_counts_from_the_turn_before_the_last_as_well() {
    let (days, day) = (TimeDelta::days(14), |day| moment(0) + TimeDelta::days(day));
    assert_eq!(deadline(days, day(3), None), Some(day(17)));
    assert_eq!(deadline(days, day(3), Some(day(2))), Some(day(30)));
    // Held for 13 days and dated back to the first: the other has his days nevertheless.
    assert_eq!(deadline(days, day(0), Some(day(0))), Some(day(28)));
    assert_eq!(deadline(days, day(20), Some(day(2))), Some(day(34)));
}

/// Files that belong to one game, with claims in them or without.
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
        // What ends a game is another turn than what does not.
        text += match end {
            " ." => "'",
            " !" => "''",
            _ => "",
        };
        two(&(text + end))
    })
}

proptest! {
    /// Whatever stands against a file, that file does not stand against it.
    #[test]
    fn each_of_two_files_says_the_same(one in files(true), other in files(true)) {
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

    /// Without claims it is one line of all files.
    #[test]
    fn the_order_is_total(one in files(false), two in files(false), three in files(false)) {
        let above = |file, other| matches!(stands(file, other), Order::Longer | Order::Stands(_));
        if above(&one, &two) && above(&two, &three) {
            prop_assert!(above(&one, &three));
        }
    }
}

/// The table of a game in progress, as the order sees it.
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
        table.read(&turn).expect("it is taken, late or not");
        assert_eq!(table.branch().turns[3].late, is_late);
    }
    game.goes(Intent::Resign);
    assert!(game.table.branch().turns[3].settles);
    assert_eq!(game.table.branch().end, End::Open);
    game.goes(Intent::Nothing);
    assert_eq!((game.table.branch().end, game.table.branch().turns[4].late), (End::Over, false));
}

#[test]
fn a_claim_says_against_whom_it_is() {
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

/// A turn that is no more than a breach ends the game, and has no weight of an end.
#[test]
fn a_breach_ends_a_branch() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    let mut turn = game.composed(&game.plan(Intent::Move("A9".to_owned()))).expect("a turn").turn;
    turn.moves = vec!["Z99".to_owned()];
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert!(matches!(game.table.read(&turn), Err(TurnFault::Breach(_))));
    assert_eq!((game.table.branch().end, game.table.branch().turns.len()), (End::Breach, 4));
}
