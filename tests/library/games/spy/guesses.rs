//! Guesses declared, answered, opened and judged.

use pbem::audit;
use pbem::audit::VerdictKind;
use pbem::rules::{EndedBy, Seat};
use pbem::table::FindingKind::{BadOpening, IllegalMove};
use pbem::table::Intent;
use pbem::turnfile::Turn;

use super::{
    ALICES, ALICES_TWIN, BOBS, DECLARERS, NOBODYS, cheat, guess, idle, network_of, on_arrival,
    order, responded, table,
};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::OutOfTurn, "guessing in the middle of a round", guess_in_mid_round),
    Cheat(
        Attempt::OutOfTurn,
        "answering a question and guessing in the same turn, as the second player",
        guess_after_the_answer,
    ),
    Cheat(Attempt::UnfitGuess, "making the first guess without sealing it", guess_not_sealed),
    Cheat(
        Attempt::UnfitGuess,
        "sealing a guess that turns out not to be a legal network when it is opened",
        unfit_guess,
    ),
    Cheat(Attempt::UnfitGuess, "opening a guess that differs from the sealed one", guess_changed),
    Cheat(
        Attempt::UnfitGuess,
        "sealing a second guess, or responding to a guess with a sealed guess",
        guess_sealed_twice,
    ),
    Cheat(
        Attempt::IllegalMove,
        "answering or asking a question in a turn that must respond to a guess",
        no_response,
    ),
    Cheat(
        Attempt::UnfitGuess,
        "responding to a guess with a guess that isn't a legal network",
        unfit_response,
    ),
    Cheat(
        Attempt::Leaving,
        "resigning, or offering or accepting a draw, after a player has declared a guess",
        leaving_after_a_guess,
    ),
    Cheat(
        Attempt::UnfitGuess,
        "sending a turn that should open the sealed guess, but doesn't",
        guess_not_opened,
    ),
    Cheat(Attempt::NeverRevealing, "never opening the sealed guess", guess_withheld),
];

/// The current player seals a guess too early.
fn guesses_too_soon(turns: u32, seat: Seat, answers: bool) -> Caught {
    let mut game = table();
    idle(&mut game, turns);
    let number = format!("guess-{}", turns + 1);
    let seal = game.seal(seat, &number, if seat == ALICE { BOBS } else { ALICES });
    let read = cheat(&mut game, order("10J"), |_, turn| {
        turn.moves = vec!["guess".to_owned()];
        turn.seal = Some(seal);
        if !answers {
            (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
        }
    });
    on_arrival(&game, read, seat, IllegalMove, 1)
}

fn guess_in_mid_round() -> Caught {
    guesses_too_soon(2, ALICE, true);
    guesses_too_soon(3, BOB, false);
    guesses_too_soon(3, BOB, true)
}

fn guess_after_the_answer() -> Caught {
    // Bob would have seen the question, answered it, and guessed anyway.
    guesses_too_soon(5, BOB, true)
}

fn guess_not_sealed() -> Caught {
    for (turns, network) in [(4, BOBS), (5, ALICES)] {
        let mut game = table();
        idle(&mut game, turns);
        let seat = game.due().expect("a seat is due");
        let read = cheat(&mut game, guess(network), |_, turn| {
            turn.seal = None;
            turn.moves = vec![format!("guess {network}")];
        });
        on_arrival(&game, read, seat, IllegalMove, 1);
    }
    Caught::Arrival(IllegalMove)
}

/// Something other than a network was sealed; the declarer's next file opens it. Whether or not the
/// opponent guessed too, the opponent wins twice.
fn unfit_guess() -> Caught {
    let unfit = [
        "nothing",
        "hot",
        "5F",
        "10A 10G 5G 5C 8C 8E 7E 7F",
        "5A 5G 4G 4D 6D 6H 1H",
        "12A 12G 7G 7C 10C 10E 9E",
        "5f 5d 6d 6a 1a 1g 5g",
    ];
    for by in DECLARERS {
        for text in unfit {
            for response in [None, Some(network_of(by.0))] {
                let mut game = table();
                idle(&mut game, by.1 - 1);
                let item = format!("guess-{}", by.1);
                let seal = game.seal(by.0, &item, text);
                let corners = network_of(by.0.other());
                game.cheat_unseen(guess(corners), |turn| turn.seal = Some(seal));
                game.step(response.map_or_else(|| order("decline"), guess));
                // The program wouldn't make this turn: it is that of an honest game, with the other
                // opening.
                let mut turn = responded(by, true, response).compose(Intent::Nothing);
                turn.after = game.file.turns.last().expect("a turn").hash();
                turn.open[0] = format!("{item} {text}");
                game.sign(&mut turn);
                let read = game.mail(turn);
                on_arrival(&game, read, by.0, IllegalMove, 2 + u32::from(response.is_some()));
            }
        }
    }
    Caught::Arrival(IllegalMove)
}

fn guess_changed() -> Caught {
    for by in DECLARERS {
        let item = format!("guess-{}", by.1);
        for other in [network_of(by.0.other()), ALICES_TWIN, ""] {
            let mut game = responded(by, false, None);
            let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                turn.open[0] = format!("{item} {other}");
            });
            on_arrival(&game, read, by.0, BadOpening, 2);
        }
        for other in ["guess-4", "guess-7", "1A"] {
            let mut game = responded(by, true, None);
            let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                turn.open[0] = turn.open[0].replace(&item, other);
            });
            on_arrival(&game, read, by.0, BadOpening, 2);
        }
    }
    Caught::Arrival(BadOpening)
}

fn guess_sealed_twice() -> Caught {
    let mut game = table();
    idle(&mut game, 4);
    let read = cheat(&mut game, guess(BOBS), |_, turn| turn.moves.push("guess".to_owned()));
    on_arrival(&game, read, ALICE, IllegalMove, 1);
    for seal in [None, Some([7; 32])] {
        let mut game = table();
        idle(&mut game, 4);
        game.step(guess(BOBS));
        let read = cheat(&mut game, order("decline"), |_, turn| {
            turn.moves = vec!["guess".to_owned()];
            turn.seal = seal;
        });
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    // The declarer declares again instead of opening the sealed guess.
    let mut game = responded((ALICE, 5), false, None);
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["guess".to_owned()];
    turn.seal = Some(game.seal(ALICE, "guess-7", BOBS));
    game.sign(&mut turn);
    let read = game.mail(turn);
    on_arrival(&game, read, ALICE, BadOpening, 2);
    Caught::Arrival(IllegalMove)
}

fn no_response() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        let refused = |change: &dyn Fn(&mut Turn)| {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read = cheat(&mut game, order("decline"), |_, turn| change(turn));
            on_arrival(&game, read, responder, IllegalMove, 1);
        };
        refused(&|turn| turn.moves = vec!["4C".to_owned()]);
        refused(&|turn| turn.moves.clear());
        refused(&|turn| turn.moves.push("4C".to_owned()));
        refused(&|turn| turn.answer = vec!["cold".to_owned()]);
        refused(&|turn| {
            turn.moves.clear();
            turn.answer = vec!["cold".to_owned()];
        });
    }
    Caught::Arrival(IllegalMove)
}

fn unfit_response() -> Caught {
    for text in ["", " nothing", " 5F", " 5A 5G 4G 4D 6D 6H 1H", " 10A 10G 5G 5C 8C 8E 7E 7F"] {
        let mut game = table();
        idle(&mut game, 4);
        game.step(guess(BOBS));
        let read =
            cheat(&mut game, order("decline"), |_, turn| turn.moves = vec![format!("guess{text}")]);
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    Caught::Arrival(IllegalMove)
}

fn leaving_after_a_guess() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        // The responder resigns, accepts or offers.
        for word in ["resign", "accept"] {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read =
                cheat(&mut game, order("decline"), |_, turn| turn.moves = vec![word.to_owned()]);
            on_arrival(&game, read, responder, IllegalMove, 1);
        }
        let mut game = table();
        idle(&mut game, by.1 - 1);
        game.step(guess(NOBODYS));
        let read =
            cheat(&mut game, order("decline"), |_, turn| turn.offer = Some("draw".to_owned()));
        on_arrival(&game, read, responder, IllegalMove, 1);
        // An offer that was open when the guess was declared.
        let mut game = table();
        idle(&mut game, by.1 - 2);
        game.cheat_unseen(order("10J"), |turn| turn.offer = Some("draw".to_owned()));
        game.step(guess(NOBODYS));
        let read =
            cheat(&mut game, order("decline"), |_, turn| turn.moves = vec!["accept".to_owned()]);
        on_arrival(&game, read, responder, IllegalMove, 1);
        // The declarer offers a draw with the guess, or resigns after seeing that it is wrong.
        let mut game = table();
        idle(&mut game, by.1 - 1);
        let read = cheat(&mut game, guess(NOBODYS), |_, turn| turn.offer = Some("draw".to_owned()));
        on_arrival(&game, read, by.0, IllegalMove, 1);
        let mut game = responded(by, false, None);
        let read =
            cheat(&mut game, Intent::Nothing, |_, turn| turn.moves = vec!["resign".to_owned()]);
        on_arrival(&game, read, by.0, IllegalMove, 2);
    }
    Caught::Arrival(IllegalMove)
}

fn guess_not_opened() -> Caught {
    for by in DECLARERS {
        for response in [None, Some(network_of(by.0)), Some(NOBODYS)] {
            let mut game = responded(by, false, response);
            let read = cheat(&mut game, Intent::Nothing, |_, turn| {
                (turn.open, turn.salts) = (Vec::new(), Vec::new());
            });
            on_arrival(&game, read, by.0, BadOpening, 2 + u32::from(response.is_some()));
            let mut game = responded(by, false, response);
            let mut turn = game.bare(by.0);
            turn.moves = vec!["resign".to_owned()];
            game.sign(&mut turn);
            let read = game.mail(turn);
            on_arrival(&game, read, by.0, BadOpening, 2 + u32::from(response.is_some()));
        }
    }
    Caught::Arrival(BadOpening)
}

fn claimed(game: &Game, seat: Seat) -> audit::Verdict {
    let mut game = game.clone();
    let claim = game.claim(seat, game.deadline());
    game.mail(claim).expect("a claim that is due");
    game.verdict()
}

/// A declarer who sees in the responder's file that the guess is wrong, and stops sending turns,
/// loses twice at the deadline.
fn guess_withheld() -> Caught {
    for by in DECLARERS {
        for response in [None, Some(network_of(by.0)), Some(NOBODYS)] {
            let game = responded(by, false, response);
            let open = game.verdict();
            assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(by.0)));
            assert_eq!(open.missing_reveals, [by.0]);
            let verdict = claimed(&game, by.0.other());
            assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Forfeit, 0));
            let result = verdict.result.expect("a result");
            assert_eq!(
                (result.winners.as_slice(), result.ended_by),
                ([by.0.other()].as_slice(), EndedBy::Claim)
            );
            assert_eq!(
                result.points[by.0.other().index()],
                2 + u32::from(response.is_some()),
                "the guess counts as wrong, and the response as right"
            );
        }
    }
    Caught::Deadline
}
