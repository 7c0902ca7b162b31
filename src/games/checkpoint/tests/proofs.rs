//! Openings of calls and answers, and openings that no honest setup allows.

use super::*;

#[test]
fn the_worked_example_of_the_original() {
    let table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    let question = Question { to: BOB, call: plain("F6") };
    assert_eq!(table.truth(&[BOB], question), Some(Answer::Seen(2)));
    let because = table.state.because(&question, Known(&[table.own(BOB)]));
    assert_eq!(because.as_deref(), Some("Fiji 3 and Bering 2"));
}

#[test]
fn only_the_owner_knows_the_answer() {
    let table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    let ask = |to, name| Question { to, call: plain(name) };
    assert_eq!(table.truth(&[ALICE], ask(BOB, "F6")), None);
    assert_eq!(table.truth(&[ALICE, BOB], ask(BOB, "F6")), Some(Answer::Seen(2)));
    assert_eq!(table.truth(&[ALICE, BOB], ask(ALICE, "B5")), Some(Answer::Hit));
    let both = [table.own(ALICE), table.own(BOB)];
    let because = |name| table.state.because(&ask(ALICE, name), Known(&both));
    assert_eq!(because("B5"), None);
    assert_eq!(because("C2"), None);
    assert_eq!(because("A9").as_deref(), Some("Arctic 3 and Glacier 9"));
    assert_eq!(because("B2").as_deref(), Some("Arctic 1, Arctic 3 and Bering 5"));
}

#[test]
fn a_zero_opens_the_square_and_all_eight_lines() {
    let mut table = Table::new("G5 G6 G7 G8", UNSEEN_SHEET);
    table.call("C2").settle();
    let drawn = "A2 A4 B1 B2 B3 C1 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 E2 E4 F2 F5 G2 G6";
    let eliminated: Vec<String> =
        squares(drawn).iter().map(|square| format!("{square} empty")).collect();
    assert_eq!(eliminated.len(), 22);
    let mut opened = table.opened_by(BOB);
    assert!(opened.is_sorted(), "in the order of the sheet");
    opened.retain(|&line| line != "C2 empty");
    assert_eq!(opened, eliminated);
    assert_eq!(table.last(), Some("bob answers 0 to Canadian 2"));
}

#[test]
fn number_opens_only_the_called_square() {
    let mut table = Table::new("G5 G6 G7 G8", SEED_SHEET);
    table.call("C7").call("F6").settle();
    assert_eq!(table.opened_by(BOB), ["C7 agent", "F6 empty"]);
}

#[test]
fn a_call_opens_the_callers_own_square() {
    let mut table = Table::new("G5 G6 G7 G8", SEED_SHEET);
    table.call("F6");
    assert_eq!(table.opened_by(ALICE), ["F6 empty"]);
    table.calls(&["A9", "danger G5"]);
    assert_eq!(table.opened_by(ALICE).last().copied(), Some("G5 agent"));
}

#[test]
fn queued_call_is_opened_first_in_the_callers_next_file() {
    let mut table = Table::new("C7 G6 G7 G8", SEED_SHEET);
    table.call("B2; danger C7; F1; D1; D2").settle();
    assert_eq!(table.opened_by(ALICE), ["B2 empty"]);
    assert_eq!(table.due(), Due::Move(BOB));
    table.call("A9");
    let due = [("C7", Value::Agent), ("F1", Value::Empty), ("D1", Value::Empty)];
    let opens = due.map(|(name, value)| Open::is(ALICE, square(name), value)).to_vec();
    assert_eq!(table.due(), Due::Open { seat: ALICE, opens }, "only the called squares");
    table.settle();
    assert_eq!(table.opened_by(ALICE)[..4], ["B2 empty", "C7 agent", "F1 empty", "D1 empty"]);
    assert_eq!(table.due(), Due::Move(ALICE));
}

#[test]
fn no_sheet_shows_a_fifth_agent() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    table.call("B2; C7; F1").settle();
    let agent = |name| opening(BOB, square(name), Value::Agent);
    assert_eq!(table.state.check_opening(&agent("G9"), &table.shown), Ok(()));
    table.show(&[agent("A9")]);
    let again = table.state.check_opening(&agent("A9"), &table.shown);
    assert_eq!(again, Ok(()), "it was shown before");
    let fifth = table.state.check_opening(&agent("G9"), &table.shown);
    assert_eq!(fifth, Err(Illegal::TooManyAgents(BOB)));
}

#[test]
fn no_sheet_shows_more_than_fifty_nine_empty_squares() {
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    let empty = |square| opening(BOB, square, Value::Empty);
    let (most, last): (Vec<Square>, Vec<Square>) =
        Square::all().partition(|&item| item < square("G6"));
    assert_eq!(last.len(), 4);
    let all_but_one: Vec<_> = most.iter().skip(1).map(|&item| empty(item)).collect();
    table.show(&all_but_one);
    let check = |table: &Table, name| table.state.check_opening(&empty(square(name)), &table.shown);
    assert_eq!(check(&table, "A1"), Ok(()), "the fifty-ninth");
    table.show(&[empty(square("A1"))]);
    assert_eq!(check(&table, "G9"), Err(Illegal::TooEmpty(BOB)));
}

#[test]
fn zero_without_room_for_four_agents_is_false() {
    // All squares of rows B to G are open. Then bob answers 0 for a square of row A, the only row
    // that isn't open.
    let mut table = Table::new(UNSEEN_SHEET, SEED_SHEET);
    let empty = |square| opening(BOB, square, Value::Empty);
    let others: Vec<_> = Square::all().filter(|item| item.row() > 0).map(empty).collect();
    table.show(&others);
    table.call("A5");
    let check = |name| table.state.check_opening(&empty(square(name)), &table.shown);
    assert_eq!(check("A5"), Ok(()), "the called square alone would leave room");
    assert_eq!(check("A2"), Err(Illegal::TooEmpty(BOB)));
}
