//! Setups: form, parsing, errors.

use super::super::kind::Kind;
use super::super::options::Options;
use super::super::setup::Army;
use super::table::{ALICE, BOB, options};
use crate::games::conformance::Dice;
use crate::rules::{Seat, Setup};

const ARMY: [&str; 4] = ["1123SE.5S.", "21.E3MM4E.", "SMH.5S2.E1", "..41SEM23."];

/// Returns an army with these rows, the front row first. The army need not be legal.
fn placed(options: &Options, seat: Seat, rows: &[&str]) -> Army {
    let kind = |sign: char| Kind::of_sign(sign).expect("a sign");
    let row = |(row, text): (u8, &&str)| (row + 1, text.chars().map(kind).collect());
    let rows: Vec<(u8, Vec<Kind>)> =
        options.home_rows(seat).into_iter().zip(rows).map(row).collect();
    Army::of_rows(options, seat, &rows).expect("full rows")
}

fn form(options: &Options, seat: Seat) -> String {
    Army::help(options, seat).expect("every seat hides an army").form
}

fn faults(seat: Seat, typed: &str) -> Vec<String> {
    let faults = Army::read(&options(&[]), seat, typed).expect_err("faults");
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn form_has_the_documented_layout() {
    let due = "\
# Espionage, the opener's four rows; row 4 is the front.
# Put these on 31 of the 40 squares and leave 9 dots:
#   1 x5  2 x4  3 x3  4 x2  5 x2  S (Spy) x5  E (Sapper) x5  M (Mine) x4  H x1
#        A B C D E F G H I J
row 4:   . . . . . . . . . .
row 3:   . . . . . . . . . .
row 2:   . . . . . . . . . .
row 1:   . . . . . . . . . .
";
    assert_eq!(form(&options(&[]), ALICE), due);
}

#[test]
fn every_form_can_be_filled_in_and_read() {
    for (set, count) in [
        (&[][..], "four rows"),
        (&[("army", "thirty")], "three rows"),
        (&[("size", "small")], "two rows"),
    ] {
        let options = options(set);
        for seat in [ALICE, BOB] {
            let army = Army::random(&options, seat, &mut Dice(9));
            let mut rows = army.write(&options, seat).into_iter();
            let form = form(&options, seat);
            assert!(form.contains(count), "{form}");
            assert!(form.is_ascii() && form.lines().all(|line| line.len() <= 80));
            let filled: Vec<String> = form
                .lines()
                .map(|line| {
                    if line.starts_with('#') {
                        line.to_owned()
                    } else {
                        rows.next().expect("a row")
                    }
                })
                .collect();
            assert_eq!(Army::read(&options, seat, &filled.join("\r\n")), Ok(army));
        }
    }
    let joiner = form(&options(&[]), BOB);
    assert!(
        joiner.contains("row 7 is the front") && joiner.ends_with("row 10:  . . . . . . . . . .\n"),
        "{joiner}"
    );
}

#[test]
fn all_faults_are_named_at_once() {
    let mut rows = ARMY.map(str::to_owned);
    rows[0] = "112GSE.5S.".to_owned();
    rows[3] = "M.41SEM23.".to_owned();
    assert_eq!(
        faults(ALICE, &rows.join("\n")),
        [
            "row 4, column D: \"G\" is not a piece: use 1 2 3 4 5 S E M H or a dot",
            "Captain (3): this setup has 2, but the army has 3",
            "Mine (M): this setup has 5, but the army has 4"
        ]
    );
}

#[test]
fn a_setup_may_be_typed_in_many_ways() {
    let options = options(&[]);
    let due = placed(&options, ALICE, &ARMY);
    let spaced = |row: &str| row.chars().map(|sign| sign.to_string()).collect::<Vec<_>>().join(" ");
    let [a, b, c, d] = ARMY;
    for typed in [
        format!("{a}\n{b}\n{c}\n{d}\n"),
        format!("\u{feff}{a}\r\n\r\n{b}\r\n# a comment\r\n{c}\r\n{d}"),
        format!("{a} / {b} / {c} / {d}"),
        format!(
            "row 4: {}\nrow 3: {}\nrow 2: {}\nrow 1: {}",
            spaced(a),
            spaced(b),
            spaced(c),
            spaced(d)
        ),
        format!("Row 1: {d}\n2: {c}\n3 | {b} |\n4 {}", spaced(a)),
        format!("A B C D E F G H I J\n{a}\n{b}\n{c}\n{d}").to_lowercase(),
        format!("{a}\n{b}\n{c}\n{d}")
            .replace('.', "-")
            .replace('S', "\u{405}")
            .replace('E', "\u{415}")
            .replace('H', "\u{41d}")
            .replace('M', "\u{41c}"),
        format!("{}\n{}\n{}\n{}", spaced(a), spaced(b), spaced(c), spaced(d))
            .replace(' ', "\u{a0}"),
    ] {
        assert_eq!(Army::read(&options, ALICE, &typed), Ok(due.clone()), "{typed}");
    }
    let joiner = placed(&options, BOB, &ARMY);
    assert_eq!(
        Army::read(&options, BOB, &format!("{a}\n{b}\n{c}\n{d}")),
        Ok(joiner.clone()),
        "the front row on top"
    );
    assert_eq!(joiner.write(&options, BOB)[0], "row 7: 1 1 2 3 S E . 5 S .");
    assert_eq!(joiner.write(&options, BOB)[3], "row 10: . . 4 1 S E M 2 3 .");
}

#[test]
fn wrong_rows_are_named() {
    let [a, b, c, d] = ARMY;
    assert!(
        faults(ALICE, &format!("{a}\n{b}\n{c}"))
            .contains(&"a setup needs 4 rows, not 3: rows 4 to 1, the front row first".to_owned())
    );
    assert!(
        faults(ALICE, "")
            .contains(&"a setup needs 4 rows, not 0: rows 4 to 1, the front row first".to_owned())
    );
    assert_eq!(faults(ALICE, &format!("{a}.\n{b}\n{c}\n{d}")), ["row 4 needs 10 squares, not 11"]);
    let labelled = faults(BOB, &format!("row 7: {a}\nrow 7: {b}\nrow 9: {c}\nrow 1: {d}"));
    for due in [
        "row 7 appears twice",
        "row 1 is not yours: your rows are 7 to 10, the front row first",
        "row 8 is missing",
        "row 10 is missing",
    ] {
        assert!(labelled.contains(&due.to_owned()), "{due} in {labelled:?}");
    }
    assert!(
        faults(ALICE, &format!("row 4: {a}\n{b}\n{c}\n{d}"))[0]
            .starts_with("some rows have labels")
    );
    assert_eq!(
        faults(ALICE, &"\n".repeat(100_000)),
        ["that is too long for a setup: at most 64 lines"]
    );
    assert!(faults(ALICE, &"x".repeat(1_000_000)).len() < 30);
}

#[test]
fn an_army_must_be_complete() {
    let options = options(&[]);
    let mut rows = ARMY;
    rows[2] = "SMM.5S2.E1";
    let army = placed(&options, ALICE, &rows);
    let faults: Vec<String> =
        army.faults(&options, ALICE).iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "Mine (M): this setup has 5, but the army has 4",
            "Headquarters (H): this setup has 0, but the army has 1"
        ]
    );
    let legal = placed(&options, ALICE, &ARMY);
    assert_eq!(legal.faults(&options, ALICE), []);
    assert_eq!(legal.faults(&options, BOB).len(), 1, "the army of the other seat");
}

#[test]
fn the_canonical_form_is_read_and_nothing_else() {
    let options = options(&[]);
    let legal = placed(&options, ALICE, &ARMY);
    let entries = legal.write(&options, ALICE);
    assert_eq!(entries[0], "row 4: 1 1 2 3 S E . 5 S .");
    assert_eq!(Army::parse(&options, ALICE, &entries), Some(legal));
    assert_eq!(Army::parse(&options, BOB, &entries), None);
    for (at, text) in [
        (0, "row 4: 1 1 2 3 S E . 5 S"),
        (0, "row 4: 1 1 2 3 s E . 5 S ."),
        (1, ""),
        (3, "row 1:  . . 4 1 S E M 2 3 ."),
        (2, "row 3: 2 1 . E 3 M M 4 E ."),
    ] {
        let mut other = entries.clone();
        other[at] = text.to_owned();
        assert_eq!(Army::parse(&options, ALICE, &other), None, "{text}");
    }
    assert_eq!(Army::parse(&options, ALICE, &entries[..3]), None);
    let mut illegal = entries;
    illegal[0] = "row 4: H H H H H H H H H H".to_owned();
    assert!(Army::parse(&options, ALICE, &illegal).is_some(), "legal or not");
}

#[test]
fn locked_in_pieces_are_mentioned_but_legal() {
    let options = options(&[]);
    let rows = ["1123SE.5S.", "MM.E3.14E.", "S2M.5S2.E1", "2HM41SE.3."];
    let army = placed(&options, ALICE, &rows);
    assert_eq!(army.faults(&options, ALICE), []);
    assert_eq!(
        army.describe(&options, ALICE),
        "31 pieces, Headquarters on B1, Mines on C1, C2, A3, B3; enclosed by the army's own Mines: \
        A1, A2, B2"
    );
}

#[test]
fn army_is_described_without_pieces_that_no_mine_encloses() {
    let options = options(&[]);
    let described = |rows: &[&str]| placed(&options, ALICE, rows).describe(&options, ALICE);
    assert_eq!(described(&ARMY), "31 pieces, Headquarters on C2, Mines on G1, B2, F3, G3");
    // A3 is enclosed: row 4 is the front row, and A2 and B3 have Mines.
    let rows = ["M123SE.5S1", "2ME3.14E..", "MS..5S2.E1", "2.41SEM3.H"];
    assert!(described(&rows).ends_with("; enclosed by the army's own Mines: A3"));
}

#[test]
fn random_armies_are_legal_and_differ() {
    let options = options(&[]);
    let armies: Vec<_> = (0..50).map(|seed| Army::random(&options, BOB, &mut Dice(seed))).collect();
    assert!(armies.iter().all(|army| army.faults(&options, BOB).is_empty()));
    assert!(armies.windows(2).all(|two| two[0] != two[1]));
    assert!(Army::help(&options, BOB).is_some_and(|help| help.ask.ends_with("rows 7 to 10")));
}
