//! Boxes: they are due at the right time, and show exactly what a server would show.

use std::collections::BTreeSet;

use super::super::Espionage;
use super::super::kind::Clash;
use super::super::setup::Army;
use super::super::square::Square;
use super::server::reckless;
use super::table::{ALICE, BOB, Table};
use crate::games::conformance::Dice;
use crate::rules::{Boxes, Purpose, Seat, Setup, Show};

/// Summary of a box: the squares of the pieces `from` and `to`, whether the box is about a fight,
/// and the results of fights on which the box depends.
type Short = (String, String, bool, Vec<Clash>);

fn short(table: &Table) -> Vec<Short> {
    let stands = |seat: Seat, name: Square| {
        table.stands(seat, name).map_or("-".to_owned(), |at| at.to_string())
    };
    let boxes = table.boxes.iter().map(|spec| {
        let given = spec.given.iter().map(|(_, clash)| *clash).collect();
        (
            stands(spec.from.seat, spec.from.item),
            stands(spec.to.seat, spec.to.item),
            matches!(spec.purpose, Purpose::Fight(_)),
            given,
        )
    });
    boxes.collect()
}

fn sight(from: &str, to: &str) -> Short {
    (from.to_owned(), to.to_owned(), false, Vec::new())
}

#[test]
fn new_neighbors_are_boxed_in_this_and_the_next_file() {
    let pieces = [(ALICE, '3', "D4"), (ALICE, '1', "A1"), (BOB, 'S', "E6"), (BOB, '2', "J10")];
    let mut table = Table::with(&[], &pieces);
    table.go("D4-D5, A1-A2");
    assert_eq!(short(&table), [sight("D5", "E6")]);
    assert_eq!(table.seen_by(BOB).len(), 1, "the Spy sees the Captain");
    table.go("E6-E7, J10-J9");
    assert_eq!(short(&table), [sight("E7", "D5")], "owed, though the Spy has gone");
    assert_eq!(table.seen_by(ALICE).len(), 0, "no Spy of alice is there");
    table.go("D5-D6, A2-A3");
    assert_eq!(short(&table), [], "each pair is boxed once in a game");
    table.go("E7-E8, J9-J8");
    assert_eq!(short(&table), []);
}

#[test]
fn two_spies_reveal_each_other() {
    let mut table = Table::empty(&[]);
    let spies = (table.put(ALICE, 'S', "D4"), table.put(BOB, 'S', "E6"));
    table.put(ALICE, '1', "A1");
    table.put(BOB, '2', "J10");
    table.go("D4-D5, A1-A2");
    table.go("E6-E7, J10-J9");
    assert_eq!(
        (table.seen_by(ALICE), table.seen_by(BOB)),
        (BTreeSet::from([spies.1]), BTreeSet::from([spies.0]))
    );
}

#[test]
fn a_spy_sees_mines_and_headquarters_on_all_eight_squares() {
    let mut table = Table::with(&[("moves-per-turn", "1")], &[(ALICE, 'S', "E7")]);
    for (sign, square) in ['M', 'H', '5', 'E', '1', '2', 'S', '3']
        .into_iter()
        .zip(["D9", "E9", "F9", "D8", "F8", "D7", "F7", "J10"])
    {
        table.put(BOB, sign, square);
    }
    table.go("E7-E8");
    table.go("J10-J9");
    assert_eq!(table.seen_by(ALICE).len(), 7, "all neighbours, and not J9");
}

#[test]
fn owed_boxes_come_first_in_the_order_of_the_sheet() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "H4");
    let first = [table.put(BOB, '2', "C6"), table.put(BOB, '2', "E6")];
    let second = table.put(BOB, '1', "H6");
    table.go("D4-D5, H4-H5");
    table.go("C6-C7, H6-H7");
    let from: Vec<Square> = table.boxes.iter().map(|spec| spec.from.item).collect();
    let mut due = first.to_vec();
    due.sort();
    due.push(second);
    assert_eq!(from, due);
}

#[test]
fn sights_after_an_attack_are_tied_to_its_success() {
    let mut table = Table::with(
        &[],
        &[
            (ALICE, '3', "D5"),
            (ALICE, '1', "A1"),
            (BOB, '2', "D6"),
            (BOB, 'S', "D7"),
            (BOB, 'S', "J10"),
        ],
    );
    table.mail("D5-D6, A1-A2");
    assert_eq!(
        short(&table),
        [
            ("D5".to_owned(), "D6".to_owned(), true, vec![]),
            ("D5".to_owned(), "D7".to_owned(), false, vec![Clash::Takes]),
        ]
    );
    assert_eq!(table.seen_by(BOB).len(), 1, "the token opens what is tied to it");
}

#[test]
fn second_attack_is_tied_to_the_fall_of_the_first() {
    let mut table = Table::with(
        &[],
        &[(ALICE, '3', "D5"), (ALICE, '5', "C6"), (BOB, '2', "D6"), (BOB, 'S', "D7")],
    );
    table.mail("D5-D6, C6-D6");
    let fights: Vec<Vec<Clash>> = table
        .boxes
        .iter()
        .map(|spec| spec.given.iter().map(|(_, clash)| *clash).collect())
        .collect();
    assert_eq!(
        fights,
        [vec![], vec![Clash::Takes], vec![Clash::Falls], vec![Clash::Falls, Clash::Takes]]
    );
    assert_eq!(
        table.own(BOB).disclosed.len(),
        2,
        "the first fight with the sight of D7, but not the second fight, which never comes"
    );
}

#[test]
fn second_step_next_to_the_target_needs_no_tie() {
    let mut table = Table::with(
        &[],
        &[(ALICE, '3', "D5"), (ALICE, '1', "B5"), (BOB, 'M', "D6"), (BOB, '2', "C7")],
    );
    table.mail("D5-D6, B5-B6");
    assert_eq!(
        short(&table),
        [
            ("D5".to_owned(), "D6".to_owned(), true, vec![]),
            ("D5".to_owned(), "C7".to_owned(), false, vec![Clash::Takes]),
            sight("B5", "C7"),
        ]
    );
}

#[test]
fn attacked_piece_gets_no_further_sight_boxes() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "B6");
    let mine = table.put(BOB, 'M', "D6");
    table.put(BOB, '2', "J10");
    table.put(BOB, '2', "J8");
    table.go("D5-D6, B6-C6");
    assert!(
        table.boxes.iter().all(|spec| spec.purpose != Purpose::Sight),
        "C6 is next to D6, which is attacked in this file"
    );
    assert!(table.state.pieces[BOB][&mine].attacked);
    table.go("J10-J9, J8-J7");
    assert_eq!(
        short(&table),
        [sight("D6", "C6")],
        "but the other way round the piece on C6 may be a Spy"
    );
    table.go("C6-C7");
    assert_eq!(short(&table), [], "nor in later files");
}

#[test]
fn open_games_have_no_boxes() {
    let mut table = Table::with(
        &[("open", "true")],
        &[(ALICE, '3', "D5"), (ALICE, '1', "B5"), (BOB, '2', "D6")],
    );
    table.mail("D5-D6, B5-B6");
    assert!(table.boxes.is_empty());
    assert!(!Espionage::have_eyes(&table.state.options));
    let fight = table.fight().expect("a fight");
    assert!(!Espionage::by_token(&fight));
    table.answer();
    assert!(table.state.owed[BOB].is_empty());
}

#[test]
fn a_pass_carries_what_is_owed() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, 'S', "D4");
    table.put(ALICE, '1', "A1");
    let mine = table.put(BOB, 'M', "D6");
    table.go("D4-D5, A1-A2");
    table.go("pass");
    assert_eq!(table.seen_by(ALICE), BTreeSet::from([mine]));
}

#[test]
fn boxes_do_not_depend_on_secrets() {
    let mut first = Table::full(&[], 7);
    let mut second = Table::full(&[], 7);
    let walkers = |table: &Table| -> BTreeSet<Square> {
        let home = table.state.options.home(ALICE).into_iter();
        home.filter(|&name| table.kind(ALICE, name).walks()).collect()
    };
    // Create another army on the same squares: swap the Corporals and the Spies.
    let options = second.state.options;
    let turned = |row: &String| {
        let (label, cells) = row.split_at(7);
        format!("{label}{}", cells.replace('1', "x").replace('S', "1").replace('x', "S"))
    };
    let entries: Vec<String> =
        second.own(ALICE).setup.write(&options, ALICE).iter().map(turned).collect();
    second.owns[0].setup = Army::parse(&options, ALICE, &entries).expect("an army");
    assert_eq!(walkers(&first), walkers(&second));
    assert_eq!(second.own(ALICE).setup.faults(&options, ALICE), []);
    let mut dice = Dice(3);
    for _ in 0..12 {
        let seat = first.actor();
        let strides = reckless(&first, seat, &mut dice);
        if strides.0.iter().any(|&stride| first.state.fight(seat, stride).is_some()) {
            break;
        }
        first.play(strides.clone());
        second.play(strides);
        assert_eq!(first.boxes, second.boxes);
        let scenes = [&first, &second].map(|table| table.state.scene(&table.shown, None));
        assert_eq!(scenes[0], scenes[1]);
    }
}
