//! Illegal armies, eyes that don't match their seals, squares that aren't what their owner claims,
//! and pieces that move although they can't, or stay although they must move.

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use pbem::crypto::{self, Context, Eye, Opening, Tie};
use pbem::rules::Seat;
use pbem::table::FindingKind::{BadBox, BadOpening, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::{FindingKind, Intent};
use pbem::turnfile::{Bytes32, Turn};

use super::{ALICE, BOB};
use crate::armies::{ATTACK, MEETING, March, PINCER, Piece, home, place};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::{Game, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::BoxForm,
        "making an eye that isn't a point of the curve, or an eye whose boxes anyone can open",
        eyes_that_are_none,
    ),
    Cheat(
        Attempt::FalseBox,
        "making an eye that doesn't fit the seal of its piece, because the eye was made with \
         another kind, another secret or another piece",
        an_eye_that_does_not_belong_to_its_seal,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a Spy's eye for a piece that isn't a Spy, as the player who started the game",
        an_eye_of_the_opener_that_does_not_belong_to_its_seal,
    ),
    Cheat(
        Attempt::CopiedSeals,
        "copying all of the opponent's eyes, or all of the opponent's seals",
        all_eyes_or_seals_of_the_other_copied,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing an army with one piece too many, one too few, or one of the wrong kind",
        armies_of_the_wrong_pieces,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing two Generals where the rules allow one; both are captured",
        more_of_a_kind_taken_than_there_are,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing two Captains where the rules allow one; both attack and fall",
        more_of_a_kind_fallen_than_there_are,
    ),
    Cheat(
        Attempt::IllegalSetup,
        "sealing a piece as an empty square, so that no box for it can be opened",
        a_piece_that_was_sealed_as_empty,
    ),
    Cheat(
        Attempt::WalkingMine,
        "moving an empty square as if it were a piece, and attacking with it",
        an_empty_square_that_walks,
    ),
    Cheat(
        Attempt::WalkingMine,
        "moving a Mine or the Headquarters",
        a_mine_or_a_headquarters_that_walks,
    ),
    Cheat(
        Attempt::WalkingMine,
        "moving a Mine, which is attacked later",
        a_mine_that_walked_and_is_taken,
    ),
    Cheat(Attempt::WalkingMine, "attacking with a Mine", a_mine_that_attacks),
    Cheat(
        Attempt::FalseOpening,
        "opening the empty squares falsely, only in part, or out of order",
        empty_squares_opened_wrongly,
    ),
    Cheat(
        Attempt::IllegalMove,
        "passing although a piece can move, or moving one piece fewer than the rules require",
        a_pass_or_a_missing_move,
    ),
    Cheat(
        Attempt::IllegalMove,
        "moving a piece too far, diagonally, or onto a piece of the same player, or moving an \
         opponent's piece",
        moves_that_anybody_can_see_to_be_none,
    ),
];

/// Wrong eyes, by their squares.
type Eyes = Vec<(&'static str, Bytes32)>;

const STEP: &str = "D6-D7";

/// The current player seals the setup in the vault, legal or not, with other eyes for some squares.
fn seal(game: &mut Game, eyes: &[(&str, Bytes32)]) {
    let seat = game.due().expect("a seat seals");
    let illegal = game.players[seat.index()].setup.clone();
    let legal = game.table.random_setup(seat, &mut crypto::Stream::from_seed([1; 32]));
    game.players[seat.index()].setup = legal;
    let mut turn = game.compose(Intent::Nothing);
    game.players[seat.index()].setup = illegal;
    for (at, item) in home(seat).into_iter().enumerate() {
        let key = game.key(seat, &item);
        let value = Piece(key.kind).word();
        turn.setup[at] = game.seal(seat, &item, value);
        let other = eyes.iter().find(|(other, _)| *other == item);
        turn.eyes[at] = other.map_or_else(|| Eye::of(&key).encode(), |(_, eye)| *eye);
    }
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
}

/// Both players have sealed; bob seals what the symbols say, with these eyes.
fn bob_seals(
    moves: usize,
    alices: &str,
    bobs: &str,
    signs: &[(&str, char)],
    eyes: impl Fn(&Game) -> Eyes,
) -> March {
    let mut march = March::unsealed(moves, alices, bobs);
    march.game.step(Intent::Nothing);
    for (item, sign) in signs {
        place(&mut march.game.players[1].setup, item, *sign);
    }
    let eyes = eyes(&march.game);
    seal(&mut march.game, &eyes);
    march
}

/// The current player moves as if one of its pieces were another.
fn pretend(game: &mut Game, item: &str, sign: char, order: Intent) {
    let seat = game.due().expect("the game continues").index();
    let real = place(&mut game.players[seat].setup, item, sign);
    game.step(order);
    place(&mut game.players[seat].setup, item, real);
}

/// Alice moves as if her D2 were this piece.
fn alice_pretends(game: &mut Game, sign: char, order: Intent) {
    if game.due() == Some(ALICE) {
        pretend(game, "D2", sign, order);
    } else {
        game.step(order);
    }
}

/// Returns the token of alice's attack in turn 11.
fn token(game: &Game, from: &str, ties: &[Tie<'_>], outcome: &str) -> Bytes32 {
    let context = Context { game: game.id(), turn: ATTACK, from, to: "D7", ties };
    crypto::token(&game.players[0].seed, &context, outcome)
}

/// Makes bob's answer to alice's attack by hand, because bob's program wouldn't make it.
fn answer(
    game: &mut Game,
    answers: &[(&str, Bytes32)],
    opened: &[(Seat, &str)],
    item: &str,
    kind: FindingKind,
) {
    let mut turn = game.bare(BOB);
    turn.answer = answers.iter().map(|(answer, _)| (*answer).to_owned()).collect();
    turn.tokens = answers.iter().map(|(_, token)| *token).collect();
    for (seat, item) in opened {
        let value = Piece(game.key(*seat, item).kind).word();
        turn.open.push(format!("{item} {value}"));
        turn.salts.push(game.salt(*seat, item));
    }
    game.sign(&mut turn);
    let read = game.mail(turn);
    let finding = game.caught(read, BOB, ATTACK + 1, kind);
    assert_eq!(finding.item.as_deref(), Some(item));
}

fn no_eyes(_: &Game) -> Eyes {
    Vec::new()
}

fn eyes_that_are_none() -> Caught {
    let point = |kind: u8| {
        CompressedRistretto(Eye::of(&Opening { kind, secret: [9; 32] }).encode())
            .decompress()
            .expect("a point")
    };
    // Everyone could open a box of kind j addressed to j * Q.
    let multiples = (0..10).map(|kind| (point(kind) - point(0)).compress().to_bytes());
    let odd = [[0xff; 32], [1; 32], RistrettoPoint::default().compress().to_bytes()];
    for eye in multiples.chain(odd) {
        for turn in [1, 2] {
            let mut march = March::unsealed(1, "5", "1");
            if turn == 2 {
                march.game.step(Intent::Nothing);
            }
            let read = march.game.cheat(Intent::Nothing, |turn| turn.eyes[5] = eye);
            march.game.caught(read, Seat(turn - 1), u32::from(turn), BadBox);
        }
    }
    Caught::Arrival(BadBox)
}

/// The eye of bob's D7 doesn't match its seal: it is for another kind, or copied, or no one can
/// open it.
fn an_eye_that_does_not_belong_to_its_seal() -> Caught {
    let eyes: [fn(&Game) -> Eyes; 4] = [
        |game| vec![("D7", Eye::of(&Opening { kind: 5, ..game.key(BOB, "D7") }).encode())],
        |game| vec![("D7", Eye::of(&Opening { secret: [5; 32], ..game.key(BOB, "D7") }).encode())],
        |game| vec![("D7", game.file.turns[0].eyes[11])],
        |game| vec![("D7", Eye::of(&game.key(BOB, "E7")).encode())],
    ];
    for eye in eyes {
        // If attacked, it must be opened when taken; but the salt says nothing about the eye.
        let mut march = bob_seals(1, "5", "1", &[], eye);
        march.until(ATTACK);
        march.game.step(Intent::Move(STEP.to_owned()));
        taken_and_given_up(&mut march.game);
        march.game.step(Intent::Nothing);
        march.game.caught_at_the_end(BOB, ATTACK + 1, SealMismatch);
        // Bob can call the box bad, but must open D7 for that too.
        let mut march = bob_seals(1, "5", "1", &[], eye);
        march.until(ATTACK);
        march.game.step(Intent::Move(STEP.to_owned()));
        dispute(&mut march.game, "D7 corporal", BadBox);
        // If it isn't attacked, the reveal exposes it.
        let mut march = bob_seals(1, "5", "1", &[], eye);
        march.until(MEETING);
        march.game.ends();
        let finding = march.game.caught_at_the_end(BOB, MEETING + 1, SealMismatch);
        assert_eq!(finding.item.as_deref(), Some("D7"));
    }
    Caught::Verify(SealMismatch)
}

/// Alice takes Bob's D7, which is opened. Then bob resigns and reveals the army.
fn taken_and_given_up(game: &mut Game) {
    let mut turn = game.bare(BOB);
    turn.answer = vec!["takes".to_owned()];
    turn.tokens = vec![token(game, "D2", &[], "takes")];
    turn.open = vec![format!("D7 {}", Piece(game.key(BOB, "D7").kind).word())];
    turn.salts = vec![game.salt(BOB, "D7")];
    turn.moves = vec!["resign".to_owned()];
    turn.seed = Some(*game.players[1].seed.as_bytes());
    turn.reveal.clone_from(&game.players[1].setup);
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
}

/// With this eye alice's D2 could read boxes for Spies.
fn an_eye_of_the_opener_that_does_not_belong_to_its_seal() -> Caught {
    let mut march = March::unsealed(1, "5", "1");
    let spy = Eye::of(&Opening { kind: crypto::SPY, ..march.game.key(ALICE, "D2") }).encode();
    let at = home(ALICE).iter().position(|item| item.clone() == "D2").expect("a home square");
    march.game.cheat_unseen(Intent::Nothing, |turn| turn.eyes[at] = spy);
    march.game.step(Intent::Nothing);
    march.until(MEETING);
    march.game.ends();
    march.game.caught_at_the_end(ALICE, MEETING, SealMismatch);
    Caught::Verify(SealMismatch)
}

/// Bob disputes alice's attack on D7, opens it like this, and loses.
fn dispute(game: &mut Game, opened: &str, kind: FindingKind) {
    let mut turn = game.bare(BOB);
    turn.moves = vec!["dispute fight 11 D2 D7".to_owned()];
    turn.open = vec![opened.to_owned()];
    turn.salts = vec![game.secret(BOB, "D7")];
    game.sign(&mut turn);
    let read = game.mail(turn);
    game.caught(read, BOB, ATTACK + 1, kind);
}

fn all_eyes_or_seals_of_the_other_copied() -> Caught {
    let copy: [fn(&mut Turn, &Turn); 2] = [
        |turn, first| turn.eyes.clone_from(&first.eyes),
        |turn, first| turn.setup.clone_from(&first.setup),
    ];
    for copy in copy {
        let mut march = March::unsealed(1, "5", "1");
        march.game.step(Intent::Nothing);
        let first = march.game.file.turns[0].clone();
        march.game.cheat_unseen(Intent::Nothing, |turn| copy(turn, &first));
        march.until(MEETING);
        march.game.ends();
        march.game.caught_at_the_end(BOB, MEETING + 1, SealMismatch);
    }
    Caught::Verify(SealMismatch)
}

fn armies_of_the_wrong_pieces() -> Caught {
    let cases: [&[(&str, char)]; 6] = [
        &[("B8", 'H')],
        &[("A8", '1')],
        &[("B7", '5')],
        &[("B8", '5'), ("C8", '5')],
        &[("A7", '.')],
        &[("B8", 'S'), ("C8", 'S')],
    ];
    for signs in cases {
        let mut march = bob_seals(1, "5", "1", signs, no_eyes);
        march.until(MEETING);
        march.game.ends();
        march.game.caught_at_the_end(BOB, 2, IllegalSetup);
    }
    // Six Generals on the large board, and no attacks at all.
    let mut game = Game::new(of_kind("espionage"), 2, &[], 8);
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    let honest = game.file.turns[1].clone();
    let row = game.players[1].setup[0].replace(['1', '2', 'S'], "5");
    assert_ne!(row, game.players[1].setup[0], "the front row has something to change");
    game.file.turns.truncate(1);
    game.table = pbem::table::open(&game.file).expect("a game").0;
    let mut turn = honest;
    game.players[1].setup[0] = row;
    for column in 'A'..='J' {
        let item = format!("{column}7");
        let key = game.key(BOB, &item);
        let at = usize::from(u8::try_from(column).expect("ASCII") - b'A');
        turn.setup[at] = game.seal(BOB, &item, Piece(key.kind).word());
        turn.eyes[at] = Eye::of(&key).encode();
    }
    game.sign(&mut turn);
    game.mail(turn).expect("the empty squares are unchanged");
    game.step(game.any());
    if game.due() == Some(ALICE) {
        game.step(game.any());
    }
    game.ends();
    game.caught_at_the_end(BOB, 2, IllegalSetup);
    Caught::Verify(IllegalSetup)
}

/// Two Generals instead of one: both are captured, and the second is impossible.
fn more_of_a_kind_taken_than_there_are() -> Caught {
    let mut march = bob_seals(2, "EE", "5", &[("E7", '5')], no_eyes);
    march.until(ATTACK);
    march.game.step(Intent::Move("D6-D7, E6-E7".to_owned()));
    let one = token(&march.game, "D2", &[], "takes");
    let context = Context { game: march.game.id(), turn: ATTACK, from: "E2", to: "E7", ties: &[] };
    let other = crypto::token(&march.game.players[0].seed, &context, "takes");
    answer(
        &mut march.game,
        &[("takes", one), ("takes", other)],
        &[(BOB, "D7"), (BOB, "E7")],
        "E7",
        IllegalMove,
    );
    Caught::Arrival(IllegalMove)
}

/// Two Captains of alice fall, although alice has one. Bob publishes what alice's boxes contained;
/// alice is to blame.
fn more_of_a_kind_fallen_than_there_are() -> Caught {
    let mut march = March::unsealed(2, "31", "5");
    place(&mut march.game.players[0].setup, "E2", '3');
    seal(&mut march.game, &[]);
    march.game.step(Intent::Nothing);
    march.until(MEETING);
    march.game.step(Intent::Move("E5-E6, H2-H3".to_owned()));
    march.game.step(Intent::Move("D7-D6, H4-G4".to_owned()));
    march.game.step(Intent::Move(PINCER.to_owned()));
    let turn = march.game.compose(Intent::Move("G4-G5, H5-H6".to_owned()));
    assert_eq!(turn.open, ["D2 captain", "E2 captain"]);
    let read = march.game.mail(turn);
    let finding = march.game.caught(read, ALICE, ATTACK, IllegalMove);
    assert_eq!(finding.item.as_deref(), Some("E2"));
    Caught::Arrival(IllegalMove)
}

/// A square was sealed as empty, but a piece appears to be there. It has no box, so its owner can
/// neither answer nor blame alice.
fn a_piece_that_was_sealed_as_empty() -> Caught {
    let attacked = || {
        let mut march = bob_seals(1, "5", "1", &[("D7", '.')], no_eyes);
        march.until(ATTACK);
        march.game.step(Intent::Move(STEP.to_owned()));
        march
    };
    dispute(&mut attacked().game, "D7 empty", BadBox);
    let mut march = attacked();
    let takes = token(&march.game, "D2", &[], "takes");
    answer(&mut march.game, &[("takes", takes)], &[(BOB, "D7")], "D7", IllegalMove);
    // A dispute instead of a move, after another answer, doesn't help.
    let mut march = bob_seals(1, "5", "1", &[("E7", '.')], no_eyes);
    march.until(ATTACK);
    march.game.step(Intent::Move(STEP.to_owned()));
    let mut turn = march.game.compose(Intent::Move("G4-G5".to_owned()));
    turn.moves = vec!["dispute sight 9 D2 E7".to_owned()];
    turn.boxes.clear();
    turn.open.push("E7 empty".to_owned());
    turn.salts.push(march.game.secret(BOB, "E7"));
    march.game.sign(&mut turn);
    let read = march.game.mail(turn);
    march.game.caught(read, BOB, ATTACK + 1, BadBox);
    Caught::Arrival(BadBox)
}

/// Alice's D2 is empty, and walks. Bob's Spy sees that; bob can only prove it when alice reveals
/// the army, or attacks.
fn an_empty_square_that_walks() -> Caught {
    let start = || {
        let mut march = March::unsealed(1, "5", "1");
        place(&mut march.game.players[0].setup, "D2", '.');
        seal(&mut march.game, &[]);
        march.game.step(Intent::Nothing);
        while march.game.turns() + 1 < MEETING {
            let order = march.way();
            alice_pretends(&mut march.game, 'S', order);
        }
        place(&mut march.game.players[0].setup, "D2", '1');
        let order = march.way();
        march.game.forge_unseen(order, "D2", "C7", |game, sent| {
            game.sight_box(sent, &Opening { kind: 0, ..game.key(ALICE, "D2") })
        });
        place(&mut march.game.players[0].setup, "D2", '.');
        march
    };
    let mut march = start();
    march.game.nothing_to_dispute();
    march.game.ends();
    march.game.all_found_at_the_end(ALICE, 1, IllegalSetup);

    let mut march = start();
    march.until(ATTACK);
    pretend(&mut march.game, "D2", '1', Intent::Move(STEP.to_owned()));
    march.game.step(Intent::Resign);
    march.game.step(Intent::Nothing);
    march.game.all_found_at_the_end(ALICE, 1, IllegalSetup);
    Caught::Verify(IllegalSetup)
}

fn a_mine_or_a_headquarters_that_walks() -> Caught {
    for sign in ["M", "H"] {
        let mut march = March::new(1, sign, "5");
        while march.game.turns() + 1 < MEETING {
            let order = march.way();
            alice_pretends(&mut march.game, 'S', order);
        }
        march.game.ends();
        march.game.all_found_at_the_end(ALICE, 3, IllegalMove);
    }
    Caught::Verify(IllegalMove)
}

/// A Mine that has walked is attacked. When it falls it must be opened, and everyone knows that it
/// has moved.
fn a_mine_that_walked_and_is_taken() -> Caught {
    let mut march = March::new(2, "1E", "M");
    march.until(MEETING);
    march.game.step(Intent::Move("E5-E6, H2-H3".to_owned()));
    pretend(&mut march.game, "D7", '1', Intent::Move("D7-D6, H4-G4".to_owned()));
    march.game.step(Intent::Move(PINCER.to_owned()));
    let falls = token(&march.game, "D2", &[], "falls");
    let takes = token(&march.game, "E2", &[Tie { outcome: "falls", token: falls }], "takes");
    answer(
        &mut march.game,
        &[("falls", falls), ("takes", takes)],
        &[(ALICE, "D2"), (BOB, "D7")],
        "D7",
        IllegalMove,
    );
    // A dispute is no way out.
    let last = march.game.file.turns.len() - 1;
    march.game.file.turns.truncate(last);
    march.game.table = pbem::table::open(&march.game.file).expect("a game").0;
    dispute(&mut march.game, "D7 mine", BadBox);
    Caught::Arrival(IllegalMove)
}

/// A Mine attacks, with boxes as if it were a Corporal, and as if it fell as a Mine.
fn a_mine_that_attacks() -> Caught {
    for falls in [false, true] {
        let mut march = March::new(1, "M", if falls { "5" } else { "1" });
        while march.game.turns() + 1 < ATTACK {
            let order = march.way();
            alice_pretends(&mut march.game, '1', order);
        }
        place(&mut march.game.players[0].setup, "D2", '1');
        if falls {
            march.game.forge_unseen(Intent::Move(STEP.to_owned()), "D2", "D7", |game, sent| {
                game.fight_box(
                    sent,
                    &[],
                    super::honest('1'),
                    &Opening { kind: 8, ..game.key(ALICE, "D2") },
                )
            });
            let mut turn = march.game.bare(BOB);
            turn.moves = vec!["dispute fight 11 D2 D7".to_owned()];
            turn.open = vec!["D7 general".to_owned()];
            turn.salts = vec![march.game.secret(BOB, "D7")];
            march.game.sign(&mut turn);
            let read = march.game.mail(turn);
            march.game.caught(read, ALICE, ATTACK, BadBox);
        } else {
            march.game.step(Intent::Move(STEP.to_owned()));
            place(&mut march.game.players[0].setup, "D2", 'M');
            march.game.ends();
            march.game.all_found_at_the_end(ALICE, 3, IllegalMove);
        }
    }
    Caught::Verify(IllegalMove)
}

/// Turn 2 opens bob's empty squares, turn 3 alice's.
fn empty_squares_opened_wrongly() -> Caught {
    let change: [fn(&Game, Seat, &mut Turn); 6] = [
        |_, _, turn| drop((turn.open.pop(), turn.salts.pop())),
        |_, _, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()),
        |_, _, turn| {
            turn.open.swap(0, 1);
            turn.salts.swap(0, 1);
        },
        |_, _, turn| {
            turn.open[1] = turn.open[0].clone();
            turn.salts[1] = turn.salts[0];
        },
        |_, _, turn| turn.salts[3][0] ^= 1,
        // A piece opened as empty.
        |game, seat, turn| {
            let rows = if seat == ALICE { 1..5_u8 } else { 7..11 };
            let squares =
                rows.flat_map(|row| ('A'..='J').map(move |column| format!("{column}{row}")));
            let piece = squares
                .into_iter()
                .find(|item| turn.open.iter().all(|entry| entry.split(' ').next() != Some(item)))
                .expect("a piece");
            turn.salts[0] = game.salt(seat, &piece);
            turn.open[0] = format!("{piece} empty");
        },
    ];
    for (seat, number) in [(BOB, 2), (ALICE, 3)] {
        for change in change {
            let mut game = Game::new(of_kind("espionage"), 2, &[], 8);
            while game.turns() + 1 < number {
                game.step(Intent::Nothing);
            }
            let mut turn = game.compose(game.any());
            assert_eq!(turn.open.len(), 9);
            change(&game, seat, &mut turn);
            game.sign(&mut turn);
            let read = game.mail(turn);
            game.caught(read, seat, number, BadOpening);
        }
    }
    Caught::Arrival(BadOpening)
}

fn a_pass_or_a_missing_move() -> Caught {
    // None of bob's pieces has moved, so no one can know that any can.
    for (moves, said) in [(1, &["pass"][..]), (2, &["pass"]), (2, &["H7-H6"])] {
        let mut march = March::new(moves, "5", "1");
        march.until(4);
        let order = march.way();
        march.game.cheat_unseen(order, |turn| {
            turn.moves = said.iter().map(ToString::to_string).collect();
        });
        march.game.ends();
        march.game.caught_at_the_end(BOB, 4, IllegalMove);
    }
    // A piece that has moved can move.
    for (moves, said) in [(1, &["pass"][..]), (2, &["pass"]), (2, &["H6-H5"])] {
        let mut march = March::new(moves, "5", "1");
        march.until(6);
        let order = march.way();
        let read = march
            .game
            .cheat(order, |turn| turn.moves = said.iter().map(ToString::to_string).collect());
        march.game.caught(read, BOB, 6, IllegalMove);
    }
    Caught::Verify(IllegalMove)
}

fn moves_that_anybody_can_see_to_be_none() -> Caught {
    let moves: [&[&str]; 9] = [
        &["D5-D7"],
        &["D5-D4"],
        &["D5-E6"],
        &["C7-C6"],
        &["A3-A4"],
        &["D2-D3"],
        &["A2-A1"],
        &["D5-D6", "E2-E3"],
        &["D05-D6"],
    ];
    for said in moves {
        let mut march = March::new(1, "5", "1");
        march.until(MEETING);
        let order = march.way();
        let read = march
            .game
            .cheat(order, |turn| turn.moves = said.iter().map(ToString::to_string).collect());
        march.game.caught(read, ALICE, MEETING, IllegalMove);
    }
    Caught::Arrival(IllegalMove)
}
