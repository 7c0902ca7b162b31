//! Deductions from visible events.

use super::super::Espionage;
use super::super::kind::Kind;
use super::super::knowledge::{Insight, Insights};
use super::super::square::Square;
use super::table::{ALICE, BOB, Table, at};
use crate::games::conformance::Dice;
use crate::rules::{Disclosure, Knowledge, Known, Level, Opening, Seat, policy_at};

fn may(table: &Table, viewer: Seat, seat: Seat, name: Square) -> String {
    format!("{:?}", Insights::of(table.seen(viewer)).piece(seat, name).may())
}

#[test]
fn moved_piece_is_neither_mine_nor_headquarters() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    let piece = table.put(BOB, '2', "D9");
    assert_eq!(may(&table, ALICE, BOB, piece), "12345SEMH");
    table.go("D4-D5");
    table.go("D9-D8");
    assert_eq!(may(&table, ALICE, BOB, piece), "12345SE");
}

#[test]
fn a_survivor_is_of_a_kind_that_survives() {
    for (attacker, defender, due) in [
        ('5', 'M', "M"),
        ('4', '5', "5M"),
        ('3', '4', "45M"),
        ('1', '3', "2345M"),
        ('S', 'M', "12345M"),
        ('E', '2', "1234"),
    ] {
        let mut table = Table::empty(&[]);
        table.put(ALICE, attacker, "D5");
        table.put(ALICE, '1', "A1");
        let piece = table.put(BOB, defender, "D6");
        table.put(BOB, '1', "J10");
        table.go("D5-D6, A1-A2");
        assert_eq!(may(&table, ALICE, BOB, piece), due, "{attacker} fell against it");
    }
}

#[test]
fn a_victor_is_of_a_kind_that_takes() {
    for (attacker, defender, due) in [
        ('5', '5', "5E"),
        ('4', '4', "45"),
        ('E', 'M', "E"),
        ('S', 'S', "12345SE"),
        ('E', '5', "5E"),
        ('1', '1', "12345"),
    ] {
        let mut table = Table::empty(&[]);
        let piece = table.put(ALICE, attacker, "D5");
        table.put(ALICE, '1', "A1");
        table.put(BOB, defender, "D6");
        table.put(BOB, '1', "J10");
        table.go("D5-D6, A1-A2");
        assert_eq!(may(&table, BOB, ALICE, piece), due, "{attacker} took {defender}");
    }
}

#[test]
fn used_up_kind_is_ruled_out_for_other_pieces() {
    let mut table = Table::full(&[("size", "small")], 4);
    let headquarters = *table.state.pieces[BOB]
        .keys()
        .find(|name| table.kind(BOB, **name) == Kind::Headquarters)
        .expect("the Headquarters");
    let other =
        *table.state.pieces[BOB].keys().find(|name| **name != headquarters).expect("another");
    let opening = Opening::new(BOB, headquarters, Kind::Headquarters);
    table.owns[0].disclosed.push(Disclosure::Seen(opening));
    assert_eq!(may(&table, ALICE, BOB, headquarters), "H");
    assert_eq!(may(&table, ALICE, BOB, other), "12345SEM");
}

#[test]
fn just_enough_candidates_are_of_that_kind() {
    let mut table = Table::full(&[("size", "small")], 4);
    let fixed: Vec<Square> = table.state.pieces[BOB]
        .keys()
        .copied()
        .filter(|name| !table.kind(BOB, *name).walks())
        .collect();
    for (name, piece) in &mut table.state.pieces[BOB] {
        if !fixed.contains(name) && *name != fixed[0] {
            piece.moved = true;
            piece.may = piece.may.keep(Kind::walks);
        }
    }
    assert_eq!(fixed.len(), 3);
    let insights = Insights::of(table.seen(ALICE));
    assert!(fixed.iter().any(|&name| matches!(
        insights.piece(BOB, name),
        Insight::Follows(Kind::Mine | Kind::Headquarters) | Insight::Among(_)
    )));
    for name in fixed {
        assert!(
            may(&table, ALICE, BOB, name).chars().all(|sign| "MH".contains(sign)),
            "the three that never moved are the Mines and the Headquarters"
        );
    }
}

#[test]
fn knowledge_never_errs_about_honest_armies() {
    for seed in 0..20 {
        let mut table = Table::full(&[("size", "small")], seed);
        let mut dice = Dice(seed);
        while table.outcome().is_none() {
            for own in [Some(table.own(ALICE)), Some(table.own(BOB)), None] {
                let insights = Insights::new(&table.state, &table.shown, own);
                for seat in [ALICE, BOB] {
                    for (name, insight) in insights.army(seat) {
                        let kind = table.kind(seat, name);
                        assert!(insight.may().has(kind), "{name} is a {kind}, not {insight:?}");
                    }
                }
            }
            let seat = table.actor();
            let bot = policy_at::<Espionage>(Level::Any).expect("a bot");
            let strides = bot.choose(table.seen(seat), &mut dice);
            table.play(strides);
            while table.fight().is_some() {
                table.answer();
            }
        }
    }
}

#[test]
fn defender_needs_the_box_to_answer() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(BOB, '2', "D6");
    table.mail("D5-D6");
    let fight = table.fight().expect("a fight");
    table.owns[1].disclosed.clear();
    assert_eq!(table.truth(&fight, &[table.own(BOB)]), None);
    assert_eq!(table.truth(&fight, &[table.own(ALICE)]), None);
    let both = [table.own(ALICE), table.own(BOB)];
    assert_eq!(table.truth(&fight, &both).map(|clash| clash.to_string()), Some("takes".to_owned()));
    assert_eq!(
        table.state.because(&fight, Known(&both)),
        Some("Captain attacks Lieutenant".to_owned())
    );
    assert_eq!(
        table.state.because(&fight, Known(&both[1..])),
        Some("the piece on D6 is a Lieutenant".to_owned())
    );
    assert_eq!(fight.stride.to, at("D6"));
}
