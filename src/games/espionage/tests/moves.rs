//! Moves, fights and endings, a rule a test.

use super::super::play::MOST_TURNS;
use super::super::state::Phase;
use super::super::{Clash, Espionage, Event, Illegal, Kind, Orders, Place};
use super::table::{ALICE, BOB, Table, at};
use crate::games::{EndedBy, Fact, Opening, OutcomeKind, Pending, Rules, Sealed};

/// Two pieces each, far from one another.
fn four() -> Table {
    let mut table = Table::empty(&[]);
    for (seat, sign, square) in
        [(ALICE, '3', "D4"), (ALICE, '1', "A1"), (BOB, '2', "D9"), (BOB, '1', "J10")]
    {
        table.put(seat, sign, square);
    }
    table
}

#[test]
fn a_piece_moves_one_square_along_a_row_or_column() {
    let table = four();
    for to in ["D5", "D3", "C4", "E4"] {
        assert_eq!(table.fault(&format!("D4-{to}, A1-A2")), None);
    }
    for to in ["E5", "C3", "D6", "D4", "F4"] {
        assert!(
            matches!(table.fault(&format!("D4-{to}, A1-A2")), Some(Illegal::TooFar(_))),
            "{to}"
        );
    }
}

#[test]
fn nobody_leaves_the_board() {
    let table = four();
    assert!(matches!(table.fault("D4-D11, A1-A2"), Some(Illegal::OffBoard(..))));
    assert!(matches!(table.fault("A1-A0, D4-D5"), Some(Illegal::OffBoard(..))));
    assert!(matches!(table.fault("A1-Z1, D4-D5"), Some(Illegal::OffBoard(..))));
    let small = Table::full(&[("size", "small")], 1);
    assert_eq!(
        small.fault("A2-A9").map(|fault| fault.to_string()),
        Some("there is no square A9. Columns go from A to H, rows from 1 to 8".to_owned())
    );
    let off = Orders {
        steps: vec![super::super::Step { from: Place::new(9, 9), to: Place::new(200, 255) }],
    };
    assert!(matches!(Espionage::check(&small.state, ALICE, &off), Err(Illegal::OffBoard(..))));
}

#[test]
fn no_piece_enters_a_volcano() {
    let mut table = four();
    table.volcano("D5");
    assert!(matches!(table.fault("D4-D5, A1-A2"), Some(Illegal::Volcano(_))));
}

#[test]
fn no_piece_enters_the_square_of_an_own_one_unless_it_has_left_first() {
    let mut table = four();
    table.put(ALICE, '2', "D5");
    assert!(matches!(table.fault("D4-D5, A1-A2"), Some(Illegal::Occupied(_))));
    assert_eq!(table.fault("D5-D6, D4-D5"), None);
    assert!(
        matches!(table.fault("D4-D5, D5-D6"), Some(Illegal::Occupied(_))),
        "in the order written"
    );
    assert_eq!(table.fault("D4-E4, D5-E5"), None);
    table.put(ALICE, '2', "E5");
    assert!(
        matches!(table.fault("D4-E4, E5-E4"), Some(Illegal::Occupied(_))),
        "the first one stands there now"
    );
}

#[test]
fn only_own_pieces_move() {
    let table = four();
    assert!(matches!(table.fault("D9-D8, A1-A2"), Some(Illegal::NotYours(_))));
    assert!(matches!(table.fault("E4-E5, A1-A2"), Some(Illegal::NoPiece(_))));
    let orders = table.read("D4-D5, A1-A2").expect("a move");
    assert_eq!(Espionage::check(&table.state, BOB, &orders), Err(Illegal::NotNow(BOB)));
}

#[test]
fn two_different_pieces_move_in_a_turn() {
    let table = four();
    assert!(matches!(table.fault("D4-D5, D5-D6"), Some(Illegal::SamePiece(_))));
    assert!(matches!(table.fault("D4-D5, D4-E4"), Some(Illegal::SamePiece(_))));
    assert!(matches!(table.fault("D4-D5"), Some(Illegal::SecondDue(_))));
    assert!(matches!(table.fault("pass"), Some(Illegal::CanMove(_))));
    assert!(matches!(table.fault("D4-D5, A1-A2, D5-D6"), Some(Illegal::TooMany(2))));
    let mut steps = table.read("D4-D5, A1-A2").expect("a move").steps;
    steps.push(steps[0]);
    assert_eq!(Espionage::check(&table.state, ALICE, &Orders { steps }), Err(Illegal::TooMany(2)));
}

#[test]
fn the_fast_game_has_one_move_a_turn() {
    let mut table = Table::empty(&[("moves-per-turn", "1")]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '3', "A1");
    table.put(BOB, '3', "D9");
    assert_eq!(table.fault("D4-D5, A1-A2"), Some(Illegal::TooMany(1)));
    table.go("D4-D5");
    assert_eq!(table.actor(), BOB);
}

#[test]
fn mines_and_headquarters_never_move() {
    let mut table = four();
    table.put(ALICE, 'M', "F1");
    table.put(ALICE, 'H', "H1");
    for typed in ["F1-F2, A1-A2", "A1-A2, H1-H2"] {
        let orders = table.read(typed).expect("a move");
        assert_eq!(
            Espionage::check(&table.state, ALICE, &orders),
            Ok(()),
            "the public cannot tell"
        );
        assert!(matches!(
            Espionage::check_own(&table.state, table.own(ALICE), &orders),
            Err(Illegal::Fixed(..))
        ));
    }
    let mut open = Table::empty(&[("open", "true")]);
    open.put(ALICE, 'M', "F1");
    open.put(ALICE, '1', "A1");
    let orders = open.read("F1-F2, A1-A2").expect("a move");
    assert!(
        matches!(Espionage::check(&open.state, ALICE, &orders), Err(Illegal::Fixed(..))),
        "in the open game everybody can"
    );
}

#[test]
fn a_piece_may_not_go_straight_back_but_later() {
    // P moved X-Y in turn t: not Y-X in t+1; in t+2 it may if it stayed on Y.
    let mut table = four();
    table.put(ALICE, '1', "J1");
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert!(matches!(table.fault("D5-D4, J1-J2"), Some(Illegal::NoReturn(_))));
    assert!(
        matches!(table.fault("J1-J2, A2-A1"), Some(Illegal::NoReturn(_))),
        "nor with the second move"
    );
    table.go("J1-J2, A2-A3");
    table.go("D8-C8, J9-J8");
    assert_eq!(table.fault("D5-D4, J2-J3"), None, "it stayed a turn");
    assert!(matches!(table.fault("J2-J1, D5-D4"), Some(Illegal::NoReturn(_))));
    // It went on Y-Z in t+1: Z-Y is barred in t+2.
    assert!(matches!(table.fault("A3-A2, D5-D4"), Some(Illegal::NoReturn(_))));
    assert_eq!(table.fault("A3-B3, D5-D4"), None);
}

#[test]
fn another_piece_may_enter_the_square_just_left() {
    let mut table = four();
    table.put(ALICE, '2', "D3");
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert_eq!(table.fault("D3-D4, A2-A3"), None);
}

#[test]
fn going_back_is_barred_also_to_capture() {
    let mut table = Table::empty(&[]);
    for (seat, sign, square) in
        [(ALICE, '5', "D5"), (ALICE, '1', "A1"), (BOB, '2', "C5"), (BOB, '1', "J10")]
    {
        table.put(seat, sign, square);
    }
    table.go("D5-D6, A1-A2");
    table.go("C5-D5, J10-J9");
    assert!(matches!(table.fault("D6-D5, A2-A3"), Some(Illegal::NoReturn(_))));
}

#[test]
fn a_piece_that_took_may_not_go_straight_back_either() {
    let mut table = Table::empty(&[]);
    for (seat, sign, square) in [
        (ALICE, '5', "D5"),
        (ALICE, '1', "A1"),
        (BOB, '2', "D6"),
        (BOB, '1', "J10"),
        (BOB, '1', "J8"),
    ] {
        table.put(seat, sign, square);
    }
    table.go("D5-D6, A1-A2");
    table.go("J10-J9, J8-J7");
    assert!(matches!(table.fault("D6-D5, A2-A3"), Some(Illegal::NoReturn(_))));
}

#[test]
fn a_pass_lifts_the_bar() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "A2");
    table.put(BOB, '3', "J10");
    table.go("A2-A1");
    table.go("J10-J9");
    table.volcano("B1");
    assert_eq!(table.fault("pass"), None, "the only way is back");
    assert!(matches!(table.fault("A1-A2"), Some(Illegal::NoReturn(_))));
    table.go("pass");
    table.go("J9-J8");
    assert_eq!(table.fault("A1-A2"), None);
}

#[test]
fn the_second_move_may_be_left_out_only_if_it_could_only_attack_the_same_square() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "B5");
    let target = table.put(BOB, '5', "C4");
    // B5 can go to A5, B6, B4 and C5; only B4 is open, and later C4 itself.
    for volcano in ["A5", "B6", "C5", "B4"] {
        table.volcano(volcano);
    }
    assert_eq!(table.fault("D4-C4"), None, "B5 cannot move at all");
    table.state.pieces[BOB].get_mut(&target).expect("a piece").at = Some(at("D5"));
    table.state.volcanoes = vec![at("A5"), at("B6"), at("B4")];
    assert!(matches!(table.fault("D4-D5"), Some(Illegal::SecondDue(_))), "B5-C5 is possible");
    table.state.volcanoes.clear();
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "C5");
    table.put(BOB, '5', "D5");
    for volcano in ["B5", "C6", "C4"] {
        table.volcano(volcano);
    }
    assert_eq!(table.fault("D4-D5"), None, "C5 could only follow onto D5");
    assert_eq!(table.fault("D4-D5, C5-D5"), None, "it may, though");
    assert!(
        matches!(table.fault("D4-D3"), Some(Illegal::SecondDue(_))),
        "if the first goes elsewhere, the attack is due"
    );
}

#[test]
fn what_has_moved_is_known_to_walk_so_a_false_pass_is_found_at_once() {
    let mut table = four();
    let pass = Orders { steps: Vec::new() };
    assert_eq!(Espionage::check(&table.state, ALICE, &pass), Ok(()), "all of them might be Mines");
    assert!(matches!(
        Espionage::check_own(&table.state, table.own(ALICE), &pass),
        Err(Illegal::CanMove(_))
    ));
    table.go("D4-D5, A1-A2");
    table.go("D9-D8, J10-J9");
    assert!(matches!(Espionage::check(&table.state, ALICE, &pass), Err(Illegal::CanMove(_))));
    let one = table.read("D5-D6").expect("a move");
    assert!(matches!(Espionage::check(&table.state, ALICE, &one), Err(Illegal::SecondDue(_))));
}

#[test]
fn who_cannot_move_passes_and_two_passes_make_a_draw() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, 'M', "A1");
    table.put(BOB, 'H', "J10");
    assert_eq!(table.go("pass"), [Event::Passed(ALICE)]);
    table.go("pass");
    assert_eq!(table.outcome(), Some((vec![], "neither player could move".to_owned())));
}

#[test]
fn with_no_move_lose_a_pass_loses() {
    let mut table = Table::empty(&[("no-move", "lose")]);
    table.put(ALICE, 'M', "A1");
    table.put(BOB, '3', "J10");
    table.go("pass");
    assert_eq!(table.outcome(), Some((vec![BOB], "{0} could not move".to_owned())));
}

#[test]
fn each_attack_ends_as_the_table_says_on_the_board() {
    for attacker in Kind::pieces().filter(|kind| kind.walks()) {
        for defender in Kind::pieces() {
            for open in ["false", "true"] {
                let mut table = Table::empty(&[("open", open)]);
                let x = table.put(ALICE, attacker.sign(), "D5");
                table.put(ALICE, 'M', "A1");
                let y = table.put(BOB, defender.sign(), "D6");
                table.put(BOB, 'M', "J10");
                table.go("D5-D6");
                let due = match super::combat::by_table(attacker.sign(), defender.sign())
                    .expect("a field")
                {
                    Clash::Falls => (None, Some(at("D6"))),
                    Clash::Takes | Clash::Headquarters => (Some(at("D6")), None),
                };
                assert_eq!(
                    (table.stands(ALICE, x), table.stands(BOB, y)),
                    due,
                    "{attacker} attacks {defender}"
                );
                let shown = |seat: crate::games::Seat, name: Place| {
                    table.state.pieces[seat][&name].kind.is_some()
                };
                let removed =
                    if due.0.is_none() { (true, open == "true") } else { (open == "true", true) };
                assert_eq!(
                    (shown(ALICE, x), shown(BOB, y)),
                    removed,
                    "the removed piece is shown, the survivor stays hidden"
                );
                assert_eq!(table.outcome().is_some(), defender == Kind::Headquarters);
            }
        }
    }
}

#[test]
fn openings_follow_from_the_answer() {
    let mut table = Table::empty(&[]);
    let x = table.put(ALICE, '3', "D5");
    let y = table.put(BOB, 'H', "D6");
    table.order("D5-D6");
    let fight = table.fight().expect("a fight");
    assert_eq!(fight.to_string(), "{0} attacks D6 from D5");
    let attacker = Sealed { seat: ALICE, item: x };
    let defender = Sealed { seat: BOB, item: y };
    let must = |clash: Clash| Espionage::opens_for_answer(&table.state, BOB, &fight, &clash);
    assert_eq!(must(Clash::Falls), [crate::games::Must::Show(attacker)]);
    assert_eq!(must(Clash::Takes), [crate::games::Must::Show(defender.clone())]);
    assert_eq!(
        must(Clash::Headquarters),
        [crate::games::Must::Be(Opening { of: defender, value: Kind::Headquarters })]
    );
}

#[test]
fn the_first_move_is_carried_out_before_the_second() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "A1");
    table.put(BOB, '2', "D6");
    table.put(BOB, '2', "J9");
    let events = table.order("D5-D6, A1-A2");
    assert_eq!(
        events.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["{0} attacks D6 from D5 and moves A1-A2"]
    );
    assert_eq!(
        table.state.piece_on(ALICE, at("A1")).map(|_| ()),
        Some(()),
        "the second waits for the answer"
    );
    let events = table.answer();
    assert_eq!(
        events.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["D5-D6 takes a Lieutenant"]
    );
    assert!(table.state.piece_on(ALICE, at("A2")).is_some());
    assert_eq!(table.actor(), BOB, "who answered goes on in the same file");
}

#[test]
fn the_second_onto_the_first_target_is_void_if_the_first_took_it() {
    let set = |defender: char| {
        let mut table = Table::empty(&[]);
        table.put(ALICE, '3', "D5");
        table.put(ALICE, '5', "C6");
        table.put(BOB, defender, "D6");
        table.put(BOB, '1', "J10");
        let events = table.go("D5-D6, C6-D6");
        (table, events)
    };
    let (table, events) = set('2');
    assert!(matches!(events[..], [_, Event::Took(..), Event::Void(_)]), "{events:?}");
    assert!(table.state.piece_on(ALICE, at("C6")).is_some());
    assert_eq!(table.state.last[ALICE].len(), 1, "a void order is no move");
    let (table, events) = set('4');
    assert!(matches!(events[..], [_, Event::Fell(..), Event::Took(..)]), "{events:?}");
    assert_eq!(table.state.lost(ALICE, Kind::Captain), 1);
    assert_eq!(table.state.lost(BOB, Kind::Colonel), 1);
    let (table, events) = set('M');
    assert!(matches!(events[..], [_, Event::Fell(..), Event::Fell(..)]), "{events:?}");
    assert!(table.state.piece_on(BOB, at("D6")).is_some());
}

#[test]
fn taking_the_headquarters_with_the_first_move_ends_the_game_at_once() {
    let mut table = Table::empty(&[]);
    let x = table.put(ALICE, 'S', "D5");
    let other = table.put(ALICE, '1', "A1");
    table.put(BOB, 'H', "D6");
    table.put(BOB, '1', "J10");
    let events = table.go("D5-D6, A1-A2");
    assert!(
        events.iter().any(|event| matches!(event, Event::Dropped(step) if step.from == at("A1")))
    );
    assert_eq!(table.outcome(), Some((vec![ALICE], "{0} took the Headquarters of {1}".to_owned())));
    assert_eq!(
        (table.stands(ALICE, x), table.stands(ALICE, other)),
        (Some(at("D6")), Some(at("A1")))
    );
    // The loser, who answered, shows first, in the same file.
    let Pending::Reveal { seat, result: Some(result) } = Espionage::pending(&table.state) else {
        panic!("a reveal is due")
    };
    assert_eq!((seat, result.ended_by, result.kind), (BOB, EndedBy::Board, OutcomeKind::Win));
    assert!(Espionage::may_reveal(&table.state, BOB));
    for seat in [BOB, ALICE] {
        assert_eq!(table.actor(), seat);
        let secret = table.own(seat).secret.clone();
        Espionage::fold(&mut table.state, &Fact::Revealed { seat, secret });
    }
    assert!(
        matches!(Espionage::pending(&table.state), Pending::Over(outcome) if outcome.winners == [ALICE])
    );
}

/// All of the army's pieces that walk are lost, but for one.
fn lose_all_but(table: &mut Table, seat: crate::games::Seat, last: Place) {
    let own = table.own(seat).secret.clone();
    let house = table.state.house;
    for (name, piece) in &mut table.state.pieces[seat] {
        let kind = own.kind(&house, *name);
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
    assert!(events.iter().any(|event| matches!(event, Event::Dropped(_))), "later orders drop");
    assert_eq!(
        table.outcome(),
        Some((vec![ALICE], "{1} has no piece left that can move".to_owned()))
    );
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
    assert_eq!(
        table.outcome(),
        Some((vec![BOB], "{0} has no piece left that can move".to_owned()))
    );
}

/// Walks to and fro in a square of four, which the rule against going back allows.
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
    let mut table = Table::empty(set);
    for (seat, square) in [(ALICE, "A1"), (ALICE, "C1"), (BOB, "A9"), (BOB, "C9")] {
        table.put(seat, '1', square);
    }
    table
}

#[test]
fn fifty_turns_of_each_player_without_a_removal_make_a_draw() {
    for (typed, turns) in [("50", 100), ("1", 2), ("64", 128)] {
        let mut table = walkers(&[("draw-turns", typed)]);
        walk_round(&mut table, turns - 1);
        assert_eq!(table.outcome(), None);
        let mut again = walkers(&[("draw-turns", typed)]);
        walk_round(&mut again, turns);
        assert_eq!(
            again.outcome(),
            Some((vec![], format!("no piece was removed for {typed} turns of each player")))
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
fn without_draw_turns_a_game_ends_all_the_same() {
    let mut table = walkers(&[("draw-turns", "none")]);
    walk_round(&mut table, 400);
    assert_eq!(table.outcome(), None);
    table.state.turns = MOST_TURNS - 1;
    walk_round(&mut table, 1);
    assert_eq!(table.outcome(), Some((vec![], format!("{MOST_TURNS} turns were played"))));
    // The longest game that the longest draw-turns allows: a removal after every 127 turns without
    // one.
    let removals = 2 * u32::try_from(table.state.house.walkers() + 4).expect("few") + 1;
    assert!(removals * 128 < MOST_TURNS);
}

#[test]
fn resignation_and_agreement_end_the_game() {
    let mut table = four();
    Espionage::fold(&mut table.state, &Fact::Resigned(ALICE));
    assert_eq!(table.outcome(), Some((vec![BOB], "{0} resigned".to_owned())));
    assert_eq!(table.actor(), ALICE, "who resigns shows in the same file");
    let mut table = four();
    table.go("D4-D5, A1-A2");
    Espionage::fold(&mut table.state, &Fact::DrawAgreed);
    assert_eq!(table.outcome(), Some((vec![], "a draw was agreed".to_owned())));
    assert_eq!(table.actor(), BOB, "who accepts shows first");
    let mut early = Espionage::start(&table.state.house, 2, None);
    Espionage::fold(&mut early, &Fact::Resigned(ALICE));
    assert!(
        matches!(Espionage::pending(&early), Pending::Over(_)),
        "nothing was sealed, so nothing is shown"
    );
}

#[test]
fn an_opening_must_fit_what_everybody_knows_of_the_piece() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "A1");
    let moved = table.put(BOB, '2', "D7");
    table.put(BOB, '1', "J10");
    table.go("D4-D5, A1-A2");
    table.go("D7-D6, J10-J9");
    table.order("D5-D6, A2-A3");
    let open = |value: Kind| {
        Espionage::check_opening(
            &table.state,
            &Opening { of: Sealed { seat: BOB, item: moved }, value },
        )
    };
    assert_eq!(open(Kind::Lieutenant), Ok(()));
    for kind in [Kind::Mine, Kind::Headquarters, Kind::Empty] {
        assert!(matches!(open(kind), Err(Illegal::CannotBe(..))), "{kind}");
    }
    let house = table.state.house;
    for (name, piece) in &mut table.state.pieces[BOB] {
        if table.owns[1].secret.kind(&house, *name) == Kind::General {
            piece.kind = Some(Kind::General);
        }
    }
    let general = Espionage::check_opening(
        &table.state,
        &Opening { of: Sealed { seat: BOB, item: moved }, value: Kind::General },
    );
    assert!(matches!(general, Err(Illegal::CannotBe(..))), "both Generals were lost before");
    let attacker = table.fight().expect("a fight").attacker;
    let of_the_other = Opening { of: Sealed { seat: ALICE, item: attacker }, value: Kind::Mine };
    let attacker = Espionage::check_opening(&table.state, &of_the_other);
    assert!(
        matches!(attacker, Err(Illegal::CannotBe(..))),
        "it has moved; the table says whose fault that is"
    );
    let of_the_other = Opening { value: Kind::Captain, ..of_the_other };
    assert_eq!(Espionage::check_opening(&table.state, &of_the_other), Ok(()));
}

#[test]
fn moves_are_typed_in_many_ways_and_written_in_one() {
    let table = four();
    let due = table.read("D4-D5, A1-A2").expect("a move");
    for typed in [
        "d4-d5,a1-a2",
        "D4 D5 A1 A2",
        "d4d5 a1a2",
        "D4xD5; a1 to a2",
        "D4:D5, A1->A2",
        "D4\u{2013}D5,\u{a0}A1\u{2014}A2",
        "\u{201c}D4-D5, \u{410}1-\u{410}2\u{201d}",
        "D4-D5 and then A1-A2",
    ] {
        assert_eq!(table.read(typed), Ok(due.clone()), "{typed}");
    }
    let entries = Espionage::write_choice(&due);
    assert_eq!(entries, ["D4-D5", "A1-A2"]);
    assert_eq!(Espionage::parse_choice(&table.state, &entries), Ok(due));
    assert_eq!(table.read(" PASS "), Ok(Orders { steps: Vec::new() }));
    assert_eq!(Espionage::write_choice(&Orders { steps: Vec::new() }), ["pass"]);
    for typed in [
        "",
        "D4",
        "D4-D5-D6",
        "hello",
        "D-D5",
        "44-D5",
        "D4-D5!A1\u{2603}A2",
        "draw",
        "X",
        "D4-D5, pass",
    ] {
        assert!(matches!(table.read(typed), Err(Illegal::Unreadable(_))), "{typed}");
    }
    for entries in [
        &["d4-d5"][..],
        &["D4-D5 "],
        &["D4xD5"],
        &["D4-D5", "pass"],
        &[],
        &["D4-D5", "A1-A2", "A2-A3"],
        &["D4-D5, A1-A2"],
    ] {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        assert!(Espionage::parse_choice(&table.state, &entries).is_err(), "{entries:?}");
    }
}

#[test]
fn illegal_moves_say_why() {
    let table = four();
    for (typed, due) in [
        ("D4-D6, A1-A2", "D4-D6: a piece moves one square along a row or a column"),
        (
            "D4-D5",
            "a turn is two moves of different pieces, and a second one is possible: A1-B1 for one",
        ),
        (
            "D4 D5 hi",
            "\"D4 D5 hi\" cannot be read. A move is written from square to square, two of them with a comma: D4-D5, F2-F3",
        ),
    ] {
        let fault = table.fault(typed).expect("a fault").to_string();
        assert!(
            fault == due || typed == "D4-D5" && fault.starts_with("a turn is two moves"),
            "{fault}"
        );
    }
}

#[test]
fn facts_that_were_not_asked_for_do_nothing() {
    let mut table = four();
    let before = format!("{:?}", table.state);
    let secret = table.own(ALICE).secret.clone();
    let orders = Orders { steps: Vec::new() };
    for fact in [
        Fact::SetUp(ALICE),
        Fact::SetUp(crate::games::Seat(9)),
        Fact::Opened { seat: BOB, opened: Vec::new() },
        Fact::Drawn { draw: super::super::Draw::First, drawn: super::super::Drawn::First(BOB) },
        Fact::Chose { seat: BOB, choice: orders.clone(), sealed: None, opened: Vec::new() },
        Fact::Chose {
            seat: crate::games::Seat(7),
            choice: orders,
            sealed: None,
            opened: Vec::new(),
        },
        Fact::Revealed { seat: ALICE, secret },
        Fact::Resigned(crate::games::Seat(3)),
    ] {
        assert_eq!(Espionage::fold(&mut table.state, &fact), []);
    }
    assert_eq!(format!("{:?}", table.state), before);
    assert!(matches!(table.state.phase, Phase::Moving(ALICE)));
}
