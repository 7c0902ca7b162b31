//! Fights, and the order in which moves are carried out.

use super::super::Espionage;
use super::super::kind::{Clash, Kind};
use super::super::legal::Illegal;
use super::super::square::Square;
use super::super::state::Fight;
use super::combat::by_table;
use super::table::{ALICE, BOB, Table, at};
use crate::rules::{Open, Opening, Position, Sealed, Seat, Step};

fn attack(attacker: Kind, defender: Kind, open: bool) {
    let mut table = Table::empty(&[("open", if open { "true" } else { "false" })]);
    let x = table.put(ALICE, attacker.sign(), "D5");
    table.put(ALICE, 'M', "A1");
    let y = table.put(BOB, defender.sign(), "D6");
    table.put(BOB, 'M', "J10");
    table.go("D5-D6");
    let falls = match by_table(attacker.sign(), defender.sign()).expect("a field") {
        Clash::Falls => true,
        Clash::Takes | Clash::Headquarters => false,
    };
    let due = if falls { (None, Some(at("D6"))) } else { (Some(at("D6")), None) };
    assert_eq!(
        (table.stands(ALICE, x), table.stands(BOB, y)),
        due,
        "{attacker} attacks {defender}"
    );
    let shown = |seat: Seat, name: Square| table.state.pieces[seat][&name].kind.is_some();
    assert_eq!(
        (shown(ALICE, x), shown(BOB, y)),
        (open || falls, open || !falls),
        "the removed piece is shown, the survivor stays hidden"
    );
    assert_eq!(table.outcome().is_some(), defender == Kind::Headquarters);
}

#[test]
fn each_attack_ends_as_the_table_says_on_the_board() {
    for attacker in Kind::pieces().filter(|kind| kind.walks()) {
        for defender in Kind::pieces() {
            attack(attacker, defender, false);
            attack(attacker, defender, true);
        }
    }
}

#[test]
fn openings_follow_from_the_answer() {
    let mut table = Table::empty(&[]);
    let x = table.put(ALICE, '3', "D5");
    let y = table.put(BOB, 'H', "D6");
    table.mail("D5-D6");
    let fight = table.fight().expect("a fight");
    assert_eq!(fight.to_string(), "{0} attacks D6 from D5");
    let attacker = Sealed { seat: ALICE, item: x };
    let defender = Sealed { seat: BOB, item: y };
    let opens = |clash: Clash| table.state.opens_for_answer(&fight, &clash);
    assert_eq!(opens(Clash::Falls), [Open::Item(attacker)]);
    assert_eq!(opens(Clash::Takes), [Open::Item(defender)]);
    assert_eq!(opens(Clash::Headquarters), [Open::is(BOB, y, Kind::Headquarters)]);
}

#[test]
fn the_first_move_is_carried_out_before_the_second() {
    let pieces = [(ALICE, '3', "D5"), (ALICE, '1', "A1"), (BOB, '2', "D6"), (BOB, '2', "J9")];
    let mut table = Table::with(&[], &pieces);
    assert_eq!(table.mail("D5-D6, A1-A2"), ["{0} attacks with D5-D6 and moves A1-A2"]);
    assert!(table.state.piece_on(ALICE, at("A1")).is_some(), "the second waits for the answer");
    assert_eq!(table.answer(), ["D5-D6 takes a Lieutenant"]);
    assert!(table.state.piece_on(ALICE, at("A2")).is_some());
    assert_eq!(table.actor(), BOB, "the player who answered also moves");
}

#[test]
fn the_answer_to_another_attack_changes_nothing() {
    let mut table = Table::with(&[], &[(ALICE, '3', "D5"), (ALICE, '1', "A1"), (BOB, '2', "D6")]);
    table.mail("D5-D6, A1-A2");
    let fight = table.fight().expect("a fight");
    let question = Fight { by: BOB, ..fight };
    let step = Step::Answered { seat: BOB, question, answer: Clash::Takes };
    assert_eq!(table.apply(&step), [""; 0]);
    assert_eq!(table.fight(), Some(fight));
}

#[test]
fn two_quiet_moves_are_described_in_one_sentence() {
    let pieces = [(ALICE, '3', "D5"), (ALICE, '1', "A1"), (BOB, '2', "D9")];
    assert_eq!(Table::with(&[], &pieces).go("D5-D6, A1-A2"), ["{0} moves D5-D6 and A1-A2"]);
}

#[test]
fn second_attack_is_void_if_the_first_took_its_target() {
    let attacks = |defender: char| {
        let pieces =
            [(ALICE, '3', "D5"), (ALICE, '5', "C6"), (BOB, defender, "D6"), (BOB, '1', "J10")];
        let mut table = Table::with(&[], &pieces);
        let events = table.go("D5-D6, C6-D6");
        (table, events[1..].to_vec())
    };
    let (table, events) = attacks('2');
    let void = "C6-D6 is void: the first move already removed the piece on D6";
    assert_eq!(events, ["D5-D6 takes a Lieutenant", void]);
    assert!(table.state.piece_on(ALICE, at("C6")).is_some());
    assert_eq!(table.state.last[ALICE].len(), 1, "a void move doesn't count");
    let (table, events) = attacks('4');
    let falls = "D5-D6 fails: the attacking Captain falls";
    assert_eq!(events, [falls, "C6-D6 takes a Colonel"]);
    assert_eq!(table.state.lost(ALICE, Kind::Captain), 1);
    assert_eq!(table.state.lost(BOB, Kind::Colonel), 1);
    let (table, events) = attacks('M');
    assert_eq!(events, [falls, "C6-D6 fails: the attacking General falls"]);
    assert!(table.state.piece_on(BOB, at("D6")).is_some());
}

#[test]
fn opening_must_agree_with_public_facts() {
    let mut table = Table::empty(&[]);
    let attacker = table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "A1");
    let moved = table.put(BOB, '2', "D7");
    table.put(BOB, '1', "J10");
    table.go("D4-D5, A1-A2");
    table.go("D7-D6, J10-J9");
    table.mail("D5-D6, A2-A3");
    let check = |table: &Table, seat: Seat, name: Square, kind: Kind| {
        let opening = Opening::<Espionage>::new(seat, name, kind);
        table.state.check_opening(&opening, &table.shown)
    };
    assert_eq!(check(&table, BOB, moved, Kind::Lieutenant), Ok(()));
    for kind in [Kind::Mine, Kind::Headquarters, Kind::Empty] {
        assert!(matches!(check(&table, BOB, moved, kind), Err(Illegal::CannotBe(..))), "{kind}");
    }
    let options = table.state.options;
    for (name, piece) in &mut table.state.pieces[BOB] {
        if table.owns[1].setup.kind(&options, *name) == Kind::General {
            piece.kind = Some(Kind::General);
        }
    }
    let general = check(&table, BOB, moved, Kind::General);
    assert!(matches!(general, Err(Illegal::CannotBe(..))), "both Generals were lost before");
    assert!(
        matches!(check(&table, ALICE, attacker, Kind::Mine), Err(Illegal::CannotBe(..))),
        "it has moved; the table says whose fault that is"
    );
    assert_eq!(check(&table, ALICE, attacker, Kind::Captain), Ok(()));
}
