//! The end of the game: proofs of guesses, reveals, and the score.

use pbem::audit::VerdictKind;
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::FindingKind::{
    BadBox, BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch,
};
use pbem::table::{FindingKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::{
    ALICES, BOBS, DECLARERS, NOBODYS, answer, cheat, guess, idle, is_hot, name, network_of, of_bob,
    on_arrival, order, responded, set_openings, spaces, table, value,
};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::FalseAnswer, "saying that a correct guess is wrong", right_told_as_wrong),
    Cheat(Attempt::FalseAnswer, "saying that a wrong guess is correct", wrong_told_as_right),
    Cheat(
        Attempt::FalseOpening,
        "naming, as proof that a guess is wrong, a space other than its first wrong space",
        wrong_refuted_elsewhere,
    ),
    Cheat(
        Attempt::OtherSetup,
        "responding to a guess by revealing a network that differs from the sealed one, so that \
         the guess looks wrong",
        responder_shows_another,
    ),
    Cheat(
        Attempt::NeverRevealing,
        "responding to a guess without revealing the network",
        responder_shows_none,
    ),
    Cheat(
        Attempt::Leaving,
        "breaking the rules on purpose after a wrong guess, to lose by fewer points",
        breach_after_a_wrong_guess,
    ),
    Cheat(
        Attempt::NeverRevealing,
        "lying to an opponent who lies too, and then never revealing the network",
        both_have_lied,
    ),
];

/// Returns the declarer's last file, with this answer and these openings in addition to that of the
/// guess.
fn declarer_says(
    by: (Seat, u32),
    response: &str,
    said: &str,
    openings: &[String],
    kind: FindingKind,
) -> Caught {
    let mut game = responded(by, true, Some(response));
    let read = cheat(&mut game, Intent::Nothing, |game, turn| {
        turn.answer = vec![said.to_owned()];
        let mut all = vec![turn.open[0].clone()];
        all.extend(openings.iter().cloned());
        let own = turn.salts[0];
        set_openings(game, turn, &all);
        turn.salts[0] = own;
    });
    on_arrival(&game, read, by.0, kind, 1)
}

fn right_told_as_wrong() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        for at in spaces(own).into_iter().step_by(7).map(name) {
            declarer_says(by, own, &format!("wrong {at}"), &[format!("{at} hot")], FalseAnswer);
            declarer_says(by, own, &format!("wrong {at}"), &[format!("{at} blank")], BadOpening);
        }
        // A blank space that the guess doesn't cover proves nothing.
        declarer_says(by, own, "wrong 9J", &["9J blank".to_owned()], BadOpening);
        for odd in ["wrong", "wrong 11A", "Wrong 9J", "hot", "cold", "decline", "false"] {
            let mut game = responded(by, true, Some(own));
            let read =
                cheat(&mut game, Intent::Nothing, |_, turn| turn.answer = vec![odd.to_owned()]);
            let Err(TurnError::Breach(finding)) = read else { panic!("`{odd}` was taken") };
            assert_eq!(finding.seat, by.0);
        }
    }
    Caught::Arrival(FalseAnswer)
}

fn wrong_told_as_right() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        let truly: Vec<String> =
            spaces(NOBODYS).into_iter().map(|at| value(own, &name(at))).collect();
        let falsely: Vec<String> =
            spaces(NOBODYS).into_iter().map(|at| format!("{} hot", name(at))).collect();
        declarer_says(by, NOBODYS, "right", &truly, FalseAnswer);
        declarer_says(by, NOBODYS, "right", &falsely, BadOpening);
    }
    Caught::Arrival(FalseAnswer)
}

/// The opening is true but not what the rules want: the first blank space.
fn wrong_refuted_elsewhere() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        let second = spaces(NOBODYS)
            .into_iter()
            .map(name)
            .filter(|at| !is_hot(own, at))
            .nth(1)
            .expect("several are blank");
        let mut game = responded(by, true, Some(NOBODYS));
        cheat(&mut game, Intent::Nothing, |game, turn| {
            turn.answer = vec![format!("wrong {second}")];
            let (open, salt) = (turn.open[0].clone(), turn.salts[0]);
            set_openings(game, turn, &[open, format!("{second} blank")]);
            turn.salts[0] = salt;
        })
        .expect("the space is blank");
        game.caught_at_the_end(by.0, by.1 + 2, FalseAnswer);
    }
    Caught::Verify(FalseAnswer)
}

fn responder_shows_another() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        for (response, shown) in
            [("decline".to_owned(), NOBODYS), (format!("guess {}", network_of(by.0)), NOBODYS)]
        {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(network_of(responder)));
            cheat(&mut game, order(&response), |_, turn| turn.reveal = vec![shown.to_owned()])
                .expect("the audit compares it");
            game.step(Intent::Nothing);
            assert!(
                game.outcome().is_some_and(|outcome| outcome.winners == [responder]),
                "by the network shown the guess is wrong"
            );
            game.caught_at_the_end(responder, by.1 + 1, SealMismatch);
        }
    }
    Caught::Verify(SealMismatch)
}

fn responder_shows_none() -> Caught {
    for by in DECLARERS {
        let refused = |change: &dyn Fn(&mut Turn), kind| {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read = cheat(&mut game, order("decline"), |_, turn| change(turn));
            on_arrival(&game, read, by.0.other(), kind, 1);
        };
        refused(&|turn| (turn.seed, turn.reveal) = (None, Vec::new()), IllegalMove);
        refused(&|turn| turn.seed = None, IllegalMove);
        refused(&|turn| turn.reveal.clear(), IllegalMove);
        refused(&|turn| turn.reveal = vec!["none".to_owned()], IllegalSetup);
        refused(&|turn| turn.reveal.push("1A".to_owned()), IllegalSetup);
    }
    Caught::Arrival(IllegalMove)
}

/// A guess that is visibly wrong costs two points, and three if the opponent's was right, no matter
/// what else its maker does.
fn breach_after_a_wrong_guess() -> Caught {
    for by in DECLARERS {
        for (response, points) in [(None, 2), (Some(NOBODYS), 2), (Some(network_of(by.0)), 3)] {
            let mut game = responded(by, false, response);
            let read =
                cheat(&mut game, Intent::Nothing, |_, turn| turn.offer = Some("draw".to_owned()));
            on_arrival(&game, read, by.0, IllegalMove, points);
            let mut game = responded(by, false, response);
            let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                (turn.seed, turn.reveal) = (None, Vec::new());
            });
            on_arrival(&game, read, by.0, IllegalMove, points);
            if response.is_some() {
                // There is no box to dispute, and the opponent's guess gets no answer, so it counts
                // as right.
                let mut game = responded(by, false, response);
                let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                    turn.answer.clear();
                    turn.moves = vec!["dispute sight 2 1A 1B".to_owned()];
                });
                on_arrival(&game, read, by.0, BadBox, 3);
            }
        }
    }
    Caught::Arrival(IllegalMove)
}

/// Both answered warm for a cold space. The responder has revealed; the declarer gains nothing by
/// withholding a reveal.
fn both_have_lied() -> Caught {
    let mut game = table();
    game.step(order(&of_bob("cold")[0]));
    let asked = of_bob("cold")[0].clone();
    let cold = "9I";
    assert_eq!(answer(ALICES, cold), "cold");
    cheat(&mut game, order(cold), |game, turn| {
        turn.answer = vec!["warm".to_owned()];
        set_openings(game, turn, &[format!("{asked} blank")]);
    })
    .expect("no one can see it yet");
    cheat(&mut game, guess(BOBS), |game, turn| {
        turn.answer = vec!["warm".to_owned()];
        set_openings(game, turn, &[format!("{cold} blank")]);
    })
    .expect("no one can see it yet");
    game.step(order("decline"));
    let before = game.verdict();
    assert_eq!(
        (before.kind, before.findings.len(), before.findings[0].seat),
        (VerdictKind::Dishonest, 1, BOB)
    );
    assert_eq!(before.result, None, "alice has not shown that she was honest");
    assert_eq!((before.due, before.missing_reveals), (Some(ALICE), vec![ALICE]));
    game.step(Intent::Nothing);
    let after = game.verdict();
    assert_eq!(after.findings.iter().map(|finding| finding.seat).collect::<Vec<_>>(), [BOB, ALICE]);
    assert_eq!(after.result.expect("a result").kind, OutcomeKind::Void);
    Caught::Verify(FalseAnswer)
}

/// The original's table of scores, each row with either player declaring first: a correct
/// reconstruction scores one for its maker, an incorrect one two for the opponent.
#[test]
fn every_row_of_the_score_table_is_applied() {
    let rows = [
        (Some(true), None, [1, 0]),
        (Some(false), None, [0, 2]),
        (None, Some(true), [0, 1]),
        (None, Some(false), [2, 0]),
        (Some(true), Some(true), [1, 1]),
        (Some(true), Some(false), [3, 0]),
        (Some(false), Some(true), [0, 3]),
        (Some(false), Some(false), [2, 2]),
    ];
    for (alices, bobs, points) in rows {
        for (by, turn) in DECLARERS {
            let of = |seat: Seat| if seat == ALICE { alices } else { bobs };
            let Some(right) = of(by) else { continue };
            let response = of(by.other()).map(|right| if right { network_of(by) } else { NOBODYS });
            let mut game = responded((by, turn), right, response);
            game.step(Intent::Nothing);
            let verdict = game.verdict();
            assert_eq!(
                (verdict.kind, &verdict.findings),
                (VerdictKind::Honest, &Vec::new()),
                "{alices:?} {bobs:?} {by:?}"
            );
            let result = verdict.result.expect("a result");
            assert_eq!(
                (result.points.as_slice(), result.ended_by),
                (points.as_slice(), EndedBy::Board),
                "{}",
                result.reason
            );
            let winners: Vec<Seat> = [ALICE, BOB]
                .into_iter()
                .filter(|seat| points[seat.index()] > points[seat.other().index()])
                .collect();
            assert_eq!(result.winners, winners);
            assert_eq!(
                result.kind,
                if winners.is_empty() { OutcomeKind::Draw } else { OutcomeKind::Win }
            );
        }
    }
}
