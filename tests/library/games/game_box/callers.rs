//! Callers who call in a wrong place, at a wrong time, or for another seat.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::rules::Seat;
use pbem::table::FindingKind::{BadLink, IllegalMove};
use pbem::table::{DamageKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::{BOB_WINS, CAROL, GUNS, HOUSES, calls, cheat, leaves, order, table};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::{Game, header, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::OutOfTurn, "calling out of turn", call_out_of_turn),
    Cheat(Attempt::OutOfTurn, "a caller who is out of the game calls again", caller_who_is_out),
    Cheat(
        Attempt::JoiningForAnother,
        "taking another player's seat although that player's key is already known",
        known_seat_taken,
    ),
    Cheat(
        Attempt::PlayingAsAnother,
        "using a second key for a seat that already has a key",
        second_key,
    ),
    Cheat(
        Attempt::IllegalMove,
        "calling a dot that doesn't exist, leaving out the call, or calling and resigning in the \
         same turn",
        odd_calls,
    ),
    Cheat(Attempt::AskTwice, "making two calls in one turn", two_calls),
    Cheat(Attempt::ExtraKeys, "a caller adds an offer, a link or a seal to a turn", extras),
    Cheat(
        Attempt::OutOfTurn,
        "losing, and signing another turn after the end of the game",
        writing_after_the_end,
    ),
    Cheat(
        Attempt::TwoSeats,
        "playing as two callers with the same key (this isn't a breach, and all players can see \
         it)",
        one_key_for_two,
    ),
    Cheat(Attempt::NeverAnswering, "a caller never calls", caller_vanishes),
];

/// Returns this seat's turn that calls a dot, whether or not it may.
fn calling(game: &Game, seat: Seat, dot: &str) -> Turn {
    let mut turn = game.bare(seat);
    turn.moves = vec![dot.to_owned()];
    if !game.joined(seat) {
        turn.key = Some(game.players[seat.index()].identity.public());
    }
    game.sign(&mut turn);
    turn
}

/// The order of the seats is fixed by the header, so no one can overtake another caller.
fn call_out_of_turn() -> Caught {
    for before in [&[][..], &["H1", "H2"]] {
        let mut game = table();
        calls(&mut game, before);
        game.not_taken(calling(&game, CAROL, "A1"));
    }
    // While the Checker must answer, and twice in a row.
    for seat in [BOB, CAROL] {
        let mut game = table();
        game.step(order("H1"));
        game.not_taken(calling(&game, seat, "A1"));
    }
    let mut game = table();
    calls(&mut game, &["A1"]);
    game.not_taken(calling(&game, BOB, "A2"));
    Caught::Damage(DamageKind::BadChain)
}

fn caller_who_is_out() -> Caught {
    let mut game = table();
    calls(&mut game, &["C1", "H1", "C2", "H2", "C3", "H3"]);
    assert_eq!(game.due(), Some(CAROL), "bob has lost three bombs and is passed over");
    game.not_taken(calling(&game, BOB, "A1"));
    Caught::Damage(DamageKind::BadChain)
}

fn damaged(game: &mut Game, turn: &Turn, kind: DamageKind) -> Caught {
    let before = game.verdict();
    let Err(TurnError::Damage(damage)) = game.table.read(turn) else {
        panic!("the seat was taken over")
    };
    assert_eq!(damage.kind, kind);
    game.file.turns.push(turn.clone());
    let verdict = game.verdict();
    assert_eq!(
        (verdict.kind, verdict.findings.as_slice(), verdict.intact),
        (VerdictKind::Damaged, [].as_slice(), before.turns)
    );
    Caught::Damage(kind)
}

fn known_seat_taken() -> Caught {
    let mut known = header(of_kind("game-box"), 3, &[], 7);
    let owner = Game::with(known.clone(), 8).players[1].identity.public();
    known.keys.insert("bob".to_owned(), owner);
    for key in [None, Some(owner), Some(Game::with(known.clone(), 7).players[1].identity.public())]
    {
        let mut game = Game::with(known.clone(), 7);
        game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
        game.step(Intent::Nothing);
        let mut turn = calling(&game, BOB, "A1");
        turn.key = key;
        game.sign(&mut turn);
        damaged(&mut game, &turn, DamageKind::BadSignature);
    }
    Caught::Damage(DamageKind::BadSignature)
}

fn second_key() -> Caught {
    // By another person with another key.
    let mut game = table();
    calls(&mut game, &["H1", "H2"]);
    let mut turn = calling(&game, BOB, "A1");
    turn.key = Some(game.players[2].identity.public());
    turn.signature = game.players[2].identity.sign_turn(&turn.hash());
    damaged(&mut game, &turn, DamageKind::BadSignature);
    // By bob, who wants another key.
    for key in [0, 1, 2] {
        let mut game = table();
        calls(&mut game, &["H1", "H2"]);
        let key = game.players[key].identity.public();
        let read = cheat(&mut game, order("A1"), |_, turn| turn.key = Some(key));
        leaves(game, &read, BOB, IllegalMove);
    }
    Caught::Damage(DamageKind::BadSignature)
}

fn odd_calls() -> Caught {
    calls_refused(&[
        &["I1"],
        &["A10"],
        &["A0"],
        &["b5"],
        &["B-5"],
        &["5B"],
        &["B05"],
        &["B5 "],
        &["pass"],
        &[],
        &["A1", "resign"],
    ])
}

fn two_calls() -> Caught {
    calls_refused(&[&["A1", "A2"], &["A1", "A1"], &["A1", "A2", "A3"]])
}

fn calls_refused(moves: &[&[&str]]) -> Caught {
    for moves in moves {
        let mut game = table();
        let read = cheat(&mut game, order("A1"), |_, turn| {
            turn.moves = moves.iter().map(ToString::to_string).collect();
        });
        leaves(game, &read, BOB, IllegalMove);
    }
    Caught::Arrival(IllegalMove)
}

fn extras() -> Caught {
    let refused = |change: &dyn Fn(&mut Turn), kind| {
        let mut game = table();
        let read = cheat(&mut game, order("A1"), |_, turn| change(turn));
        leaves(game, &read, BOB, kind);
    };
    refused(&|turn| turn.offer = Some("draw".to_owned()), IllegalMove);
    refused(&|turn| turn.link = Some([7; 32]), BadLink);
    refused(&|turn| turn.tip = Some([7; 32]), BadLink);
    refused(&|turn| turn.setup = vec![[7; 32]; 72], IllegalMove);
    refused(&|turn| turn.seal = Some([7; 32]), IllegalMove);
    refused(&|turn| turn.seed = Some([7; 32]), IllegalMove);
    refused(&|turn| turn.moves = vec!["accept".to_owned()], IllegalMove);
    Caught::Arrival(IllegalMove)
}

/// Carol has lost, and breaks the rules in her last turn so that it won't count. It counts.
fn writing_after_the_end() -> Caught {
    let mut game = table();
    calls(&mut game, &BOB_WINS);
    assert_eq!(game.verdict().kind, VerdictKind::Honest);
    game.not_taken(calling(&game, CAROL, "A4"));
    // A turn after she has left has that effect, too.
    let mut game =
        Game::with(header(of_kind("game-box"), 3, &[("last-survivor-wins", "true")], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game.step(Intent::Nothing);
    calls(&mut game, &["A1"]);
    game.step(Intent::Resign);
    game.not_taken(calling(&game, CAROL, "A4"));
    game.step(Intent::Nothing);
    game.not_taken(calling(&game, CAROL, "A4"));
    assert_eq!(game.verdict().result.expect("a result").winners, [BOB]);
    Caught::Damage(DamageKind::BadChain)
}

/// One person may play for two, as at a real table; everyone sees it by the key.
fn one_key_for_two() -> Caught {
    let mut game = table();
    game.players[2].identity = game.players[1].identity.clone();
    calls(&mut game, &BOB_WINS);
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Honest, 0));
    let numbers: Vec<_> = verdict.seats.iter().map(audit::SeatReport::safety).collect();
    assert_eq!(numbers[1], numbers[2]);
    assert_ne!(numbers[0], numbers[1]);
    Caught::NoGain
}

/// Only the Checker can remove a missing caller; the other players continue, no matter which seats
/// have joined.
fn caller_vanishes() -> Caught {
    for before in [&[][..], &["A1", "H1"]] {
        let mut game = table();
        calls(&mut game, before);
        let deadline = game.deadline();
        if game.joined(CAROL) {
            game.not_taken(game.claim(CAROL, deadline));
        }
        game.not_taken(game.claim(ALICE, deadline - Duration::seconds(1)));
        let mut claim = game.claim(ALICE, deadline);
        // The game continues, so she doesn't reveal her chart.
        (claim.seed, claim.reveal) = (None, Vec::new());
        game.sign(&mut claim);
        game.mail(claim).expect("a claim that is due");
        assert_eq!((game.verdict().kind, game.due()), (VerdictKind::Open, Some(CAROL)));
        game.not_taken(calling(&game, BOB, "A9"));
        calls(&mut game, &["A2", "A3", "A4"]);
        let verdict = game.verdict();
        assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Honest, 0));
        assert_eq!(verdict.result.expect("a result").winners, [CAROL]);
    }
    Caught::Deadline
}
