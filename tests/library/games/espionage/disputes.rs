//! Disputes: public facts decide which player is right. A player who disputes a good box loses.

use pbem::audit;
use pbem::rules::Seat;
use pbem::table::FindingKind::{BadBox, IllegalMove};
use pbem::table::{DamageKind, Finding, FindingKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::{ALICE, BOB, inner};
use crate::armies::{ATTACK, MEETING, March, PINCER, course, items, kind_on};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseDispute, "disputing a good box", a_sound_box_disputed),
    Cheat(
        Attempt::FalseDispute,
        "disputing a sight box with a piece that isn't a Spy",
        a_sight_box_disputed_with_another_piece,
    ),
    Cheat(
        Attempt::FalseDispute,
        "disputing a box that doesn't exist, or one of the cheater's own boxes",
        a_box_disputed_that_does_not_exist,
    ),
    Cheat(
        Attempt::FalseDispute,
        "disputing a box without opening the piece that the box is for, or with a wrong opening",
        a_dispute_without_its_opening,
    ),
    Cheat(Attempt::FalseDispute, "disputing two boxes", two_disputes),
    Cheat(Attempt::OutOfTurn, "disputing a box out of turn", a_dispute_by_a_seat_that_is_not_due),
    Cheat(
        Attempt::FalseDispute,
        "disputing a box before the first move, or after the end of the game",
        a_dispute_where_none_can_stand,
    ),
    Cheat(
        Attempt::FalseDispute,
        "disputing the box of a fight that didn't happen",
        a_box_of_another_branch_disputed,
    ),
];

const STEP: &str = "D6-D7";
const ANSWER: u32 = ATTACK + 1;

/// Returns the turn in which this seat disputes and opens one of its pieces.
fn disputing(game: &Game, seat: Seat, text: &str, item: &str) -> Turn {
    let mut turn = game.bare(seat);
    turn.moves = vec![text.to_owned()];
    turn.open = vec![format!("{item} {}", kind_on(game, seat, item).word())];
    turn.salts = vec![game.secret(seat, item)];
    turn
}

/// Checks that the seat is wrong and loses in this turn.
fn dispute_fails(game: &mut Game, seat: Seat, mut turn: Turn, kind: FindingKind) -> Finding {
    game.sign(&mut turn);
    let number = turn.number;
    let read = game.mail(turn);
    game.caught(read, seat, number, kind)
}

fn false_dispute(mut march: March, seat: Seat, text: &str, item: &str) -> Finding {
    let turn = disputing(&march.game, seat, text, item);
    dispute_fails(&mut march.game, seat, turn, BadBox)
}

/// It is bob's move in turn 10; alice's boxes of turn 9 are good.
fn met() -> March {
    let mut march = March::new(1, "5", "1");
    march.until(MEETING + 1);
    march
}

fn attacked() -> March {
    March::attacked("5", "1", STEP)
}

fn a_sound_box_disputed() -> Caught {
    false_dispute(met(), BOB, "dispute sight 9 D2 C7", "C7");
    // Instead of an answer.
    false_dispute(attacked(), BOB, "dispute fight 11 D2 D7", "D7");
    false_dispute(attacked(), BOB, "dispute sight 9 D2 C7", "C7");
    // Instead of a move, after the answer.
    for (text, item) in [
        ("dispute fight 11 D2 D7", "D7"),
        ("dispute sight 11 D2 E8 takes", "E8"),
        ("dispute sight 9 D2 C7", "C7"),
    ] {
        let mut march = attacked();
        let mut turn = march.game.compose(Intent::Move("G4-G5".to_owned()));
        turn.moves = vec![text.to_owned()];
        turn.boxes.clear();
        turn.open.push(format!("{item} {}", kind_on(&march.game, BOB, item).word()));
        turn.salts.push(march.game.secret(BOB, item));
        dispute_fails(&mut march.game, BOB, turn, BadBox);
    }
    Caught::Arrival(BadBox)
}

/// A box for a Spy, disputed with another piece, for which it need not open.
fn a_sight_box_disputed_with_another_piece() -> Caught {
    false_dispute(met(), BOB, "dispute sight 9 D2 D7", "D7");
    false_dispute(met(), BOB, "dispute sight 9 D2 E7", "E7");
    false_dispute(met(), BOB, "dispute sight 9 D2 D7", "C7");
    false_dispute(met(), BOB, "dispute sight 9 D2 C7", "E8");
    Caught::Arrival(BadBox)
}

fn a_box_disputed_that_does_not_exist() -> Caught {
    let texts = [
        "dispute sight 7 D2 C7",
        "dispute sight 09 D2 C7",
        "dispute sight 9 C7 D2",
        "dispute sight 9 E2 C7",
        "dispute fight 9 D2 C7",
        "dispute sight 9 D2 C7 takes",
        "dispute sight 9 D2",
        "dispute sight 99999999999 D2 C7",
        "dispute  sight 9 D2 C7",
        "dispute",
    ];
    for text in texts {
        false_dispute(met(), BOB, text, "C7");
    }
    let mut march = met();
    let turn = disputing(&march.game, BOB, "disputed", "C7");
    dispute_fails(&mut march.game, BOB, turn, IllegalMove);
    // Bob's own box, which showed D7 to D2.
    let mut march = met();
    march.until(ATTACK);
    march.game.step(Intent::Move("H2-H3".to_owned()));
    let own = course(&march.game.file)
        .sent
        .into_iter()
        .find(|sent| sent.turn == MEETING + 1)
        .expect("bob owes what alice met");
    let (from, to) = items(&own);
    false_dispute(march, BOB, &format!("dispute sight 10 {from} {to}"), &from);
    Caught::Arrival(BadBox)
}

/// The opening is missing, false, doubled, or accompanied by another.
fn a_dispute_without_its_opening() -> Caught {
    let text = "dispute fight 11 D2 D7";
    let change: [fn(&Game, &mut Turn); 8] = [
        |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()),
        |game, turn| turn.salts[0] = game.salt(BOB, "D7"),
        |_, turn| turn.salts[0][0] ^= 1,
        |_, turn| "D7 general".clone_into(&mut turn.open[0]),
        |_, turn| "D7".clone_into(&mut turn.open[0]),
        |_, turn| turn.open[0].replace_range(..2, "C7"),
        |_, turn| {
            turn.open.push(turn.open[0].clone());
            turn.salts.push(turn.salts[0]);
        },
        |game, turn| {
            turn.open.insert(0, "F7 corporal".to_owned());
            turn.salts.insert(0, game.salt(BOB, "F7"));
        },
    ];
    for bad in [false, true] {
        for change in change {
            let mut march = if bad { spoilt(1) } else { attacked() };
            let mut turn = disputing(&march.game, BOB, text, "D7");
            change(&march.game, &mut turn);
            dispute_fails(&mut march.game, BOB, turn, BadBox);
        }
    }
    Caught::Arrival(BadBox)
}

/// Alice attacks D7, and her box for this kind is bad.
fn spoilt(kind: u8) -> March {
    let mut march = March::new(1, "5", "1");
    march.until(ATTACK);
    march.game.forge_unseen(Intent::Move(STEP.to_owned()), "D2", "D7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[inner(kind).end - 1] ^= 1;
        bytes
    });
    march
}

/// Two disputes in one turn or in two turns: only the first is judged.
fn two_disputes() -> Caught {
    let mut march = spoilt(1);
    let mut turn = disputing(&march.game, BOB, "dispute fight 11 D2 D7", "D7");
    turn.moves.push("dispute sight 9 D2 C7".to_owned());
    dispute_fails(&mut march.game, BOB, turn, BadBox);

    let mut march = spoilt(1);
    let mut turn = disputing(&march.game, BOB, "dispute fight 11 D2 D7", "D7");
    turn.moves.push("resign".to_owned());
    dispute_fails(&mut march.game, BOB, turn, BadBox);

    let mut march = spoilt(1);
    let before = march.game.dispute_wins(ALICE, ATTACK);
    for seat in [ALICE, BOB] {
        let mut turn = disputing(
            &march.game,
            seat,
            "dispute sight 9 D2 C7",
            if seat == BOB { "C7" } else { "D2" },
        );
        march.game.sign(&mut turn);
        let Err(TurnError::Breach(finding)) = march.game.table.read(&turn) else {
            panic!("the game is over")
        };
        assert_eq!(finding, before);
        let mut file = march.game.file.clone();
        file.turns.push(turn);
        let verdict = audit::verify(&pbem::turnfile::read(file.write().as_bytes()));
        assert_eq!(verdict.findings, std::slice::from_ref(&before));
        assert_eq!(verdict.result, march.game.verdict().result);
    }
    Caught::Arrival(BadBox)
}

/// Alice, who made the bad box, disputes in bob's turn, to be first.
fn a_dispute_by_a_seat_that_is_not_due() -> Caught {
    for text in ["dispute fight 11 D2 D7", "dispute sight 10 C7 D2"] {
        let march = spoilt(1);
        let mut turn = disputing(&march.game, ALICE, text, "D2");
        march.game.sign(&mut turn);
        march.game.not_taken(turn);
    }
    Caught::Damage(DamageKind::BadChain)
}

/// A dispute isn't an answer: it can't be combined with anything, and nothing after it counts.
fn a_dispute_where_none_can_stand() -> Caught {
    // There are no boxes while the armies are sealed.
    let mut march = March::unsealed(1, "5", "1");
    march.game.step(Intent::Nothing);
    let mut turn = march.game.compose(Intent::Nothing);
    turn.moves = vec!["dispute sight 1 D2 C7".to_owned()];
    march.game.sign(&mut turn);
    let read = march.game.mail(turn);
    march.game.caught(read, BOB, 2, IllegalMove);
    // After the board has decided there is nothing to win.
    let mut march = March::attacked("5", "H", STEP);
    let mut turn = march.game.compose(Intent::Nothing);
    turn.moves = vec!["dispute fight 11 D2 D7".to_owned()];
    march.game.sign(&mut turn);
    let read = march.game.mail(turn);
    march.game.caught(read, BOB, ANSWER, IllegalMove);
    Caught::Arrival(IllegalMove)
}

/// The second attack is void, so its box doesn't matter, although it is bad.
fn a_box_of_another_branch_disputed() -> Caught {
    let mut march = March::pincer("51", "1");
    march.game.forge_unseen(Intent::Move(PINCER.to_owned()), "E2", "D7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[inner(1).end - 1] ^= 1;
        bytes
    });
    let mut turn = march.game.compose(Intent::Move("G4-G5, H5-H6".to_owned()));
    turn.moves = vec!["dispute fight 11 E2 D7 falls".to_owned()];
    turn.boxes.clear();
    // D7 was captured and is open already; a dispute opens it again.
    turn.open.push(turn.open[0].clone());
    turn.salts.push(march.game.secret(BOB, "D7"));
    dispute_fails(&mut march.game, BOB, turn, BadBox);
    Caught::Arrival(BadBox)
}

/// The first attack falls, and the box of the second, which is tied to that, is bad. The owner of
/// the piece must answer the first attack to prove it; otherwise the owner could neither answer nor
/// dispute.
#[test]
fn dispute_may_follow_the_answer_that_it_needs() {
    let mut march = March::pincer("31", "5");
    march.game.forge_unseen(Intent::Move(PINCER.to_owned()), "E2", "D7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[inner(5).end - 1] ^= 1;
        bytes
    });
    march.game.is_blocked(Intent::Move("G4-G5, H5-H6".to_owned()));
    march.game.dispute_wins(ALICE, ATTACK);
    let turn = march.game.file.turns.last().expect("the dispute");
    assert_eq!(turn.answer, ["falls"]);
    assert_eq!(turn.moves, ["dispute fight 11 E2 D7 falls"]);
    assert_eq!(turn.open, ["D2 captain", "D7 general"]);
}

/// A second version of the dispute has an extra answer.
#[test]
fn answer_after_a_dispute_is_caught() {
    for token in [false, true] {
        let mut march = spoilt(1);
        let mut turn = disputing(&march.game, BOB, "dispute fight 11 D2 D7", "D7");
        if token {
            turn.tokens = vec![[7; 32]];
        } else {
            march = attacked();
            turn = march.game.compose(Intent::Move("G4-G5".to_owned()));
            turn.moves = vec!["dispute sight 9 D2 C7".to_owned()];
            turn.boxes.clear();
            turn.answer.push("takes".to_owned());
        }
        dispute_fails(&mut march.game, BOB, turn, IllegalMove);
    }
}

/// The Spy has been captured, and so opened, before its owner disputes what it was shown.
#[test]
fn dispute_over_an_opened_piece_is_judged() {
    let mut march = March::new(1, "5", "1");
    march.until(MEETING);
    let order = march.way();
    march.game.forge_unseen(order, "D2", "C7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[80] ^= 1;
        bytes
    });
    let order = march.way();
    march.game.step(order);
    march.game.step(Intent::Move("D6-C6".to_owned()));
    march.game.step(Intent::Move("G4-G5".to_owned()));
    march.game.step(Intent::Move("C6-C7".to_owned()));
    march.game.step(Intent::Move("H8-H7".to_owned()));
    assert!(march.game.file.turns.last().expect("a turn").open.contains(&"C7 spy".to_owned()));
    march.game.step(Intent::Move("H2-H3".to_owned()));
    assert_eq!(march.game.told_of(BOB).len(), 1);
    march.game.dispute_wins(ALICE, MEETING);
}
