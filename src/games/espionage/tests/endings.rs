//! Endings, one test per rule.

use super::super::kind::Clash;
use super::super::play::Volcanoes;
use super::super::square::Square;
use super::super::step::Strides;
use super::moves::four;
use super::table::{ALICE, BOB, Table, at};
use crate::rules::{Due, EndedBy, Outcome, OutcomeKind, Position, Seat, Step};

#[test]
fn two_passes_make_a_draw() {
    let mut table = Table::with(&[], &[(ALICE, 'M', "A1"), (BOB, 'H', "J10")]);
    assert_eq!(table.go("pass"), ["{0} cannot move and passes"]);
    table.go("pass");
    assert_eq!(table.outcome(), Some((vec![], "neither player could move".to_owned())));
}

#[test]
fn with_no_move_lose_a_pass_loses() {
    let mut table = Table::with(&[("no-move", "lose")], &[(ALICE, 'M', "A1"), (BOB, '3', "J10")]);
    table.go("pass");
    assert_eq!(table.outcome(), Some((vec![BOB], "{0} could not move".to_owned())));
}

#[test]
fn taking_the_headquarters_ends_the_game() {
    let mut table = Table::empty(&[]);
    let x = table.put(ALICE, 'S', "D5");
    let other = table.put(ALICE, '1', "A1");
    table.put(BOB, 'H', "D6");
    table.put(BOB, '1', "J10");
    assert_eq!(
        table.go("D5-D6, A1-A2")[1..],
        [
            "D5-D6 takes the Headquarters",
            "A1-A2 isn't carried out, because the game is over",
            "{0} took {1}'s Headquarters"
        ]
    );
    let Due::Over(outcome) = table.state.due() else { panic!("it is over") };
    assert_eq!(outcome.winners, [ALICE]);
    assert_eq!((outcome.ended_by, outcome.kind), (EndedBy::Board, OutcomeKind::Win));
    assert_eq!(
        (table.stands(ALICE, x), table.stands(ALICE, other)),
        (Some(at("D6")), Some(at("A1")))
    );
}

#[test]
fn an_army_that_is_shown_is_known_to_all() {
    let mut table = Table::full(&[], 2);
    table.state.end(Outcome::draw(2, EndedBy::Agreement, "a draw"));
    table.shown.reveal(BOB, table.own(BOB).setup.clone());
    table.apply(&Step::Revealed(BOB));
    for (name, piece) in &table.state.pieces[BOB] {
        assert_eq!(piece.kind, Some(table.kind(BOB, *name)));
    }
    assert!(table.state.pieces[ALICE].values().all(|piece| piece.kind.is_none()));
}

/// Removes all of the army's movable pieces except one.
fn lose_all_but(table: &mut Table, seat: Seat, last: Square) {
    let own = table.own(seat).setup.clone();
    let options = table.state.options;
    for (name, piece) in &mut table.state.pieces[seat] {
        let kind = own.kind(&options, *name);
        if kind.walks() && *name != last {
            piece.at = None;
            piece.kind = Some(kind);
        }
    }
}

#[test]
fn the_capture_of_the_last_piece_that_can_move_wins() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "A1");
    let last = table.put(BOB, '2', "D6");
    table.put(BOB, 'H', "J10");
    lose_all_but(&mut table, BOB, last);
    let events = table.go("D5-D6, A1-A2");
    assert_eq!(events[2], "A1-A2 isn't carried out, because the game is over");
    let worn_down = "{1} has no piece left that can move".to_owned();
    assert_eq!(table.outcome(), Some((vec![ALICE], worn_down)));
}

#[test]
fn the_last_piece_may_die_by_its_own_attack() {
    let mut table = Table::empty(&[]);
    let last = table.put(ALICE, '3', "D5");
    table.put(ALICE, 'H', "A1");
    table.put(BOB, 'M', "D6");
    table.put(BOB, '1', "J10");
    lose_all_but(&mut table, ALICE, last);
    table.go("D5-D6");
    let worn_down = "{0} has no piece left that can move".to_owned();
    assert_eq!(table.outcome(), Some((vec![BOB], worn_down)));
}

/// Moves two pieces of each player around in squares of 2 x 2, which the rule against going back
/// allows.
fn walk_round(table: &mut Table, turns: u32) {
    let round = [["A1-A2", "C1-C2"], ["A2-B2", "C2-D2"], ["B2-B1", "D2-D1"], ["B1-A1", "D1-C1"]];
    let far =
        [["A9-A10", "C9-C10"], ["A10-B10", "C10-D10"], ["B10-B9", "D10-D9"], ["B9-A9", "D9-C9"]];
    for turn in 0..turns {
        let [a, b] =
            if turn % 2 == 0 { round[turn as usize / 2 % 4] } else { far[turn as usize / 2 % 4] };
        table.go(&format!("{a}, {b}"));
    }
}

fn walkers(set: &[(&str, &str)]) -> Table {
    let squares = [(ALICE, '1', "A1"), (ALICE, '1', "C1"), (BOB, '1', "A9"), (BOB, '1', "C9")];
    Table::with(set, &squares)
}

#[test]
fn fifty_turns_without_a_removal_make_a_draw() {
    for (typed, turns) in [("50", 100), ("1", 2), ("64", 128)] {
        let mut table = walkers(&[("draw-turns", typed)]);
        walk_round(&mut table, turns - 1);
        assert_eq!(table.outcome(), None);
        let mut again = walkers(&[("draw-turns", typed)]);
        walk_round(&mut again, turns);
        let last = if typed == "1" { "turn".to_owned() } else { format!("{typed} turns") };
        assert_eq!(
            again.outcome(),
            Some((vec![], format!("no piece was removed in either player's last {last}")))
        );
    }
}

#[test]
fn a_removal_starts_the_count_again() {
    let mut table = walkers(&[]);
    table.put(ALICE, '3', "H5");
    table.put(BOB, '2', "H6");
    walk_round(&mut table, 98);
    assert_eq!(table.state.quiet, 98);
    table.go("H5-H6, A2-B2");
    assert_eq!(table.state.quiet, 0, "the turn of the removal does not count");
}

#[test]
fn game_continues_without_draw_turns() {
    let mut table = walkers(&[("draw-turns", "none")]);
    walk_round(&mut table, 400);
    assert_eq!(table.outcome(), None);
}

#[test]
fn unexpected_steps_do_nothing() {
    let mut table = four();
    let before = format!("{:?}", table.state);
    let mv = Strides(Vec::new());
    let mut other = Table::with(&[], &[(ALICE, '3', "D5"), (BOB, '2', "D6")]);
    other.mail("D5-D6");
    let question = other.fight().expect("a fight");
    for step in [
        Step::First(BOB),
        Step::First(Seat(9)),
        Step::Opened { seat: BOB, opened: Vec::new() },
        Step::Rolled { roll: Volcanoes, rolled: vec![at("D4")] },
        Step::Moved { seat: BOB, mv: mv.clone(), sealed: None },
        Step::Moved { seat: Seat(7), mv, sealed: None },
        Step::Answered { seat: BOB, question, answer: Clash::Takes },
        Step::Revealed(ALICE),
        Step::Revealed(Seat(3)),
    ] {
        assert_eq!(table.apply(&step), [""; 0], "{step:?}");
    }
    assert_eq!(format!("{:?}", table.state), before);
    assert_eq!(table.actor(), ALICE);
}
