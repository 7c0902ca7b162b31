//! Boxes that are missing, superfluous, malformed, empty, or have wrong content.

use pbem::crypto::{self, Context, Eye, FIGHT_BOX, Opening, SIGHT_BOX, SPY};
use pbem::rules::EndedBy;
use pbem::table::FindingKind::BadBox;
use pbem::table::{CarriedBox, Intent};
use pbem::turnfile::Turn;

use super::{ALICE, BOB, HASHES, INNER, boxes_of, honest, inner};
use crate::armies::{ATTACK, MEETING, March, items};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::BoxCount,
        "shortening, leaving out or adding boxes",
        missing_short_and_extra_boxes,
    ),
    Cheat(
        Attempt::BoxForm,
        "putting the identity element of the curve's group into a box instead of the point that \
         belongs there, or bytes that aren't a point at all",
        points_that_are_none,
    ),
    Cheat(Attempt::BoxForm, "writing the same token hash for two outcomes", outcomes_with_one_hash),
    Cheat(
        Attempt::FalseBox,
        "making a sight box that shows a Spy nothing, or something false; the Spy's owner disputes \
         it",
        a_sight_box_for_a_spy_that_is_bad,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a sight box that shows a Spy nothing, or something false; the Spy's owner doesn't \
         dispute it immediately",
        a_bad_sight_box_that_is_left_for_later,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a bad sight box for a piece that isn't a Spy, so that its owner can't open the box",
        a_sight_box_for_another_piece_that_is_bad,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a sight box that only a piece of a kind other than a Spy can open",
        a_sight_box_for_another_kind,
    ),
    Cheat(
        Attempt::FalseBox,
        "choosing the random number of a box, instead of computing it as the protocol requires",
        a_box_with_a_number_of_ones_own,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a fight box that is wrong for some kinds of pieces, to find out the kind of the \
         attacked piece",
        a_fight_box_wrong_for_some_kinds,
    ),
    Cheat(
        Attempt::ForgedToken,
        "writing the token hashes of another fight into a box",
        tokens_of_another_fight,
    ),
];

/// In turn 9 alice must make a sight box for each of C7 (a Spy), D7 and E7.
fn meeting() -> March {
    let mut march = March::new(1, "5", "1");
    march.until(MEETING);
    march
}

fn attack() -> March {
    let mut march = March::new(1, "5", "1");
    march.until(ATTACK);
    march
}

const STEP: &str = "D6-D7";

fn missing_short_and_extra_boxes() -> Caught {
    let cut = |bytes: usize| move |turn: &mut Turn| turn.boxes.truncate(turn.boxes.len() - bytes);
    let more = |bytes: usize| move |turn: &mut Turn| turn.boxes.extend(vec![7; bytes]);
    for change in [cut(1), cut(SIGHT_BOX), cut(3 * SIGHT_BOX)] {
        let mut march = meeting();
        let order = march.way();
        let read = march.game.cheat(order, change);
        march.game.caught(read, ALICE, MEETING, BadBox);
    }
    for change in [more(1), more(SIGHT_BOX), more(FIGHT_BOX)] {
        let mut march = meeting();
        let order = march.way();
        let read = march.game.cheat(order, change);
        march.game.caught(read, ALICE, MEETING, BadBox);
    }
    // The three boxes of an attack without an earlier meeting: a fight, and two sights if the
    // attack succeeds.
    for bytes in [1, SIGHT_BOX, 3 * SIGHT_BOX, 3 * SIGHT_BOX + INNER, 3 * SIGHT_BOX + FIGHT_BOX] {
        let mut march = attack();
        let read = march.game.cheat(Intent::Move(STEP.to_owned()), cut(bytes));
        march.game.caught(read, ALICE, ATTACK, BadBox);
    }
    let mut march = attack();
    let read = march.game.cheat(Intent::Move(STEP.to_owned()), more(SIGHT_BOX));
    march.game.caught(read, ALICE, ATTACK, BadBox);
    // A turn that needs none, and bob, who owes the boxes for the other side of the meeting.
    let mut march = March::new(1, "5", "1");
    let order = march.way();
    let read = march.game.cheat(order, more(SIGHT_BOX));
    march.game.caught(read, ALICE, 3, BadBox);
    let mut march = meeting();
    march.until(MEETING + 1);
    let order = march.way();
    let read = march.game.cheat(order, |turn| turn.boxes.clear());
    march.game.caught(read, BOB, MEETING + 1, BadBox);
    // Resigning needs none.
    let mut march = meeting();
    let read = march.game.cheat(Intent::Resign, |turn| turn.boxes = vec![7; 3 * SIGHT_BOX]);
    march.game.caught(read, ALICE, MEETING, BadBox);
    Caught::Arrival(BadBox)
}

fn points_that_are_none() -> Caught {
    let identity = [0; 32];
    let negative = {
        let mut bytes = Eye::of(&Opening { kind: 1, secret: [1; 32] }).encode();
        bytes[0] ^= 1;
        bytes
    };
    for point in [identity, [0xff; 32], negative] {
        for at in [0, SIGHT_BOX, 2 * SIGHT_BOX] {
            let mut march = meeting();
            let order = march.way();
            let read =
                march.game.cheat(order, |turn| turn.boxes[at..at + 32].copy_from_slice(&point));
            march.game.caught(read, ALICE, MEETING, BadBox);
        }
        for kind in [1, 6, 9] {
            let mut march = attack();
            let read = march.game.cheat(Intent::Move(STEP.to_owned()), |turn| {
                let at = inner(kind).start;
                turn.boxes[at..at + 32].copy_from_slice(&point);
            });
            march.game.caught(read, ALICE, ATTACK, BadBox);
        }
    }
    Caught::Arrival(BadBox)
}

fn outcomes_with_one_hash() -> Caught {
    for (from, to) in [(0, 32), (0, 64), (32, 64)] {
        let mut march = attack();
        let read = march.game.cheat(Intent::Move(STEP.to_owned()), |turn| {
            turn.boxes.copy_within(from..from + 32, to);
        });
        march.game.caught(read, ALICE, ATTACK, BadBox);
    }
    Caught::Arrival(BadBox)
}

/// Wrong content for the box that shows D2 to C7.
type Forgery = fn(&Game, &CarriedBox) -> Vec<u8>;

const FORGERIES: [(&str, Forgery); 12] = [
    ("garbage", |_, sent| {
        let point = sent.bytes[..32].iter().copied();
        point.chain(std::iter::repeat_n(9, SIGHT_BOX - 32)).collect()
    }),
    ("a bit turned", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[40] ^= 1;
        bytes
    }),
    ("another kind", |game, sent| {
        game.sight_box(sent, &Opening { kind: 1, ..game.key(ALICE, "D2") })
    }),
    ("no kind", |game, sent| game.sight_box(sent, &Opening { kind: 200, ..game.key(ALICE, "D2") })),
    ("an empty square", |game, sent| {
        game.sight_box(sent, &Opening { kind: 0, ..game.key(ALICE, "D2") })
    }),
    ("another secret", |game, sent| {
        game.sight_box(sent, &Opening { secret: [3; 32], ..game.key(ALICE, "D2") })
    }),
    ("the salt in place of the secret", |game, sent| {
        game.sight_box(sent, &Opening { secret: game.salt(ALICE, "D2"), ..game.key(ALICE, "D2") })
    }),
    ("another piece", |game, sent| game.sight_box(sent, &game.key(ALICE, "E2"))),
    ("bob's own piece", |game, sent| {
        game.sight_box(sent, &Opening { kind: SPY, secret: game.secret(ALICE, "C7") })
    }),
    ("for a Spy on D7", |game, sent| {
        let other = CarriedBox { to: (BOB, "D7".to_owned()), ..sent.clone() };
        game.sight_box(&other, &game.key(ALICE, "D2"))
    }),
    ("of another turn", |game, sent| {
        game.sight_box(&CarriedBox { turn: sent.turn - 2, ..sent.clone() }, &game.key(ALICE, "D2"))
    }),
    ("of another game", |game, sent| {
        let context = Context {
            game: crypto::GameId([7; 32]),
            turn: sent.turn,
            from: "D2",
            to: "C7",
            ties: &[],
        };
        crypto::seal_sight(
            &game.players[0].seed,
            &game.eye(BOB, "C7"),
            &context,
            &game.key(ALICE, "D2"),
        )
        .to_vec()
    }),
];

/// Only the owner of the Spy notices, and can win immediately.
fn a_sight_box_for_a_spy_that_is_bad() -> Caught {
    for (what, forgery) in FORGERIES {
        let mut march = meeting();
        let order = march.way();
        march.game.forge_unseen(order, "D2", "C7", forgery);
        let text = march.game.told_of(BOB);
        assert_eq!(
            text,
            ["the box that alice sent in turn 9, about piece D2 for your piece C7, has the wrong \
              contents"],
            "{what}"
        );
        assert_eq!(march.game.told_of(ALICE), Vec::<String>::new());
        let finding = march.game.dispute_wins(ALICE, MEETING);
        assert_eq!(finding.item.as_deref(), Some("sight 9 D2 C7"));
        let result = march.game.verdict().result.expect("a result");
        assert_eq!((result.winners, result.ended_by), (vec![BOB], EndedBy::Breach), "{what}");
        let turn = march.game.file.turns.last().expect("a turn");
        assert_eq!(
            (turn.moves.as_slice(), turn.open.as_slice()),
            (["dispute sight 9 D2 C7".to_owned()].as_slice(), ["C7 spy".to_owned()].as_slice())
        );
        assert!(turn.boxes.is_empty() && turn.answer.is_empty() && turn.seed.is_none());
        assert_eq!(march.game.told_of(BOB), Vec::<String>::new(), "it is public now");
    }
    Caught::Arrival(BadBox)
}

/// Or the owner plays on and disputes later, or waits for the end.
fn a_bad_sight_box_that_is_left_for_later() -> Caught {
    for later in [true, false] {
        let mut march = meeting();
        let order = march.way();
        march.game.forge_unseen(order, "D2", "C7", FORGERIES[0].1);
        march.until(ATTACK);
        march.game.step(Intent::Move(STEP.to_owned()));
        assert_eq!(march.game.told_of(BOB).len(), 1);
        if later {
            // This turn answers the attack first.
            march.game.dispute_wins(ALICE, MEETING);
        } else {
            march.game.ends();
            let finding = march.game.caught_at_the_end(ALICE, MEETING, BadBox);
            assert_eq!(finding.item.as_deref(), Some("sight 9 D2 C7"));
        }
    }
    Caught::Verify(BadBox)
}

/// With a piece that isn't a Spy no one can distinguish it from a good box before the end.
fn a_sight_box_for_another_piece_that_is_bad() -> Caught {
    let mut march = meeting();
    let order = march.way();
    march.game.forge_unseen(order, "D2", "E7", FORGERIES[0].1);
    march.game.nothing_to_dispute();
    march.until(ATTACK);
    march.game.ends();
    march.game.caught_at_the_end(ALICE, MEETING, BadBox);
    Caught::Verify(BadBox)
}

/// A box that opens for the wrong kind, to learn from the opponent's reaction whether the piece is
/// of that kind.
fn a_sight_box_for_another_kind() -> Caught {
    let mut march = meeting();
    let order = march.way();
    let mut turn = march.game.compose(order);
    let (range, sent) = boxes_of(&march.game, &turn)
        .into_iter()
        .find(|(_, sent)| sent.to.1 == "D7")
        .expect("a box for D7");
    let (from, to) = items(&sent);
    let context = Context { game: march.game.id(), turn: MEETING, from: &from, to: &to, ties: &[] };
    // D7 is a Corporal. The content of a fight box for a Corporal doesn't fit into a sight box: it
    // is longer, and has another purpose.
    let fight = crypto::seal_fight(
        &march.game.players[0].seed,
        &march.game.eye(BOB, "D7"),
        &context,
        super::OUTCOMES,
        &std::array::from_fn(|_| crypto::Ending { outcome: "falls", falls: true }),
        &march.game.key(ALICE, "D2"),
    );
    turn.boxes.splice(range, fight[HASHES..HASHES + SIGHT_BOX].iter().copied());
    march.game.sign(&mut turn);
    march.game.mail(turn).expect("no one can see it yet");
    march.game.nothing_to_dispute();
    march.game.ends();
    march.game.caught_at_the_end(ALICE, MEETING, BadBox);
    Caught::Verify(BadBox)
}

/// The box has the right content but isn't made by the rule: it opens, but the audit finds it.
fn a_box_with_a_number_of_ones_own() -> Caught {
    let mut march = meeting();
    let order = march.way();
    march.game.forge_unseen(order, "D2", "C7", |game, sent| {
        let context = Context { game: game.id(), turn: sent.turn, from: "D2", to: "C7", ties: &[] };
        crypto::seal_sight(
            &game.players[1].seed,
            &game.eye(BOB, "C7"),
            &context,
            &game.key(ALICE, "D2"),
        )
        .to_vec()
    });
    march.game.nothing_to_dispute();
    march.game.ends();
    march.game.caught_at_the_end(ALICE, MEETING, BadBox);
    Caught::Verify(BadBox)
}

/// Boxes that are wrong for some kinds only, to find out which kind the attacked piece is. If it is
/// none of them, bob notices nothing before the end.
fn a_fight_box_wrong_for_some_kinds() -> Caught {
    let each = (1..=9).map(|kind| vec![kind]);
    for spoilt in each.chain([vec![1, 2], vec![3, 9], vec![6, 8]]) {
        let mut march = attack();
        let hit = spoilt.contains(&1);
        march.game.forge_unseen(Intent::Move(STEP.to_owned()), "D2", "D7", |_, sent| {
            let mut bytes = sent.bytes.clone();
            for kind in &spoilt {
                bytes[inner(*kind).end - 1] ^= 1;
            }
            bytes
        });
        if hit {
            march.game.is_blocked(Intent::Move("G4-G5".to_owned()));
            march.game.is_blocked(Intent::Resign);
            march.game.dispute_wins(ALICE, ATTACK);
        } else {
            march.game.nothing_to_dispute();
            march.game.step(Intent::Move("G4-G5".to_owned()));
            march.game.ends();
            march.game.caught_at_the_end(ALICE, ATTACK, BadBox);
        }
    }
    Caught::Arrival(BadBox)
}

/// The hashes belong to another fight's tokens, so the box's content proves nothing here.
fn tokens_of_another_fight() -> Caught {
    let mut march = attack();
    march.game.forge_unseen(Intent::Move(STEP.to_owned()), "D2", "D7", |game, sent| {
        let other = CarriedBox { turn: 3, ..sent.clone() };
        let elsewhere = game.fight_box(&other, &[], honest('5'), &game.key(ALICE, "D2"));
        let mut bytes = sent.bytes.clone();
        bytes[..HASHES].copy_from_slice(&elsewhere[..HASHES]);
        bytes
    });
    march.game.is_blocked(Intent::Move("G4-G5".to_owned()));
    march.game.dispute_wins(ALICE, ATTACK);
    Caught::Arrival(BadBox)
}
