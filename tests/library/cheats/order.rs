//! Turn order, random numbers, resigning, offers.

use pbem::games::Kind;
use pbem::table::FindingKind::{BadBox, BadLink, IllegalMove};
use pbem::table::{DamageKind, Intent, Plan, Refusal, TurnError};
use pbem::turnfile::Turn;

use super::table::{Attempt, Caught, Cheat};
use super::{ALICE, BOB, Checkpoint, calling};
use crate::play::{Game, finished, header, moment, of_kind};
use crate::reference::{call, item};

pub(crate) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::OutOfTurn, "calling out of turn, or taking two turns in a row", || {
        call_out_of_turn_is_refused();
        two_turns_in_a_row_are_refused();
        Caught::Damage(DamageKind::BadChain)
    }),
    Cheat(Attempt::ChosenChance, "choosing the random number that decides who goes first", || {
        chosen_random_number_is_caught();
        Caught::Arrival(BadLink)
    }),
    Cheat(Attempt::Leaving, "resigning when resigning isn't allowed", || {
        impossible_resignation_is_caught();
        Caught::Arrival(IllegalMove)
    }),
    Cheat(
        Attempt::EndlessOffers,
        "offering a draw twice in a row, or accepting a draw that no one has offered",
        || {
            two_offers_in_a_row_are_caught();
            accepting_without_an_offer_is_caught();
            Caught::Arrival(IllegalMove)
        },
    ),
    Cheat(Attempt::PlayingAsAnother, "playing as someone else", || {
        playing_for_another_person_is_refused();
        Caught::Damage(DamageKind::BadSignature)
    }),
];

fn push(table: &Checkpoint, turn: &mut Turn, square: (i32, i32)) {
    let seat = if turn.seat == "bob" { BOB } else { ALICE };
    turn.open.push(format!("{} empty", item(square)));
    turn.salts.push(table.game.salt(seat, &item(square)));
}

#[test]
fn call_out_of_turn_is_refused() {
    // Bob calls although it is alice's first call.
    let table = Checkpoint::new();
    let mut turn = table.game.bare(BOB);
    turn.moves = vec![call(table.of_alice("1"))];
    push(&table, &mut turn, table.of_alice("1"));
    table.game.sign(&mut turn);
    assert_eq!(table.game.not_taken(turn), "it is not bob's turn");
}

#[test]
fn two_turns_in_a_row_are_refused() {
    let mut table = Checkpoint::after_call("1");
    let first = calling(table.of_alice("1"));
    table.game.step(first);
    let mut turn = table.game.bare(BOB);
    turn.moves = vec![call(table.of_alice("2"))];
    push(&table, &mut turn, table.of_alice("2"));
    table.game.sign(&mut turn);
    assert_eq!(table.game.not_taken(turn), "it is not bob's turn");
}

#[test]
fn game_opened_by_the_second_seat_is_refused() {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 3);
    let mut turn = game.compose(Intent::Nothing);
    turn.seat = "bob".to_owned();
    turn.key = Some(game.players[1].identity.public());
    game.sign(&mut turn);
    assert_eq!(game.not_taken(turn), "it is not bob's turn");
}

#[test]
fn breach_in_a_first_turn_is_by_its_key() {
    let mut table = Checkpoint::alone(&[]);
    let read = table.game.cheat(Intent::Nothing, |turn| turn.moves = vec!["resign".to_owned()]);
    table.game.caught(read, BOB, 2, IllegalMove);
    let key = table.game.verdict().seats[1].key;
    assert_eq!(key, Some(table.game.players[1].identity.public()));
}

/// A finished game stays finished: no one can add anything.
#[test]
fn move_after_the_end_is_refused() {
    let game = finished(of_kind("checkpoint-danger"), 2, &[], 5);
    for (seat, name) in [(ALICE, "alice"), (BOB, "bob")] {
        for moves in [&["Arctic 1"][..], &["resign"], &["accept"], &[]] {
            let mut turn = game.bare(seat);
            turn.moves = moves.iter().map(ToString::to_string).collect();
            game.sign(&mut turn);
            assert_eq!(game.not_taken(turn), format!("it is not {name}'s turn"));
        }
    }
}

/// Returns the game up to turn 3, in which the first player is chosen at random.
fn before_the_draw(seed: u64) -> (Game, Turn) {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], seed);
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    let turn = game.compose(game.any());
    (game, turn)
}

#[test]
fn chosen_random_number_is_caught() {
    for seed in 0..6 {
        let refused = |change: &dyn Fn(&mut Turn), kind| {
            let (mut game, mut turn) = before_the_draw(seed);
            change(&mut turn);
            game.sign(&mut turn);
            let read = game.mail(turn);
            game.caught(read, ALICE, 3, kind);
        };
        refused(&|turn| turn.link = Some([7; 32]), BadLink);
        refused(&|turn| turn.link = turn.link.map(|link| pbem::crypto::turn_hash(&link)), BadLink);
        refused(&|turn| turn.link = None, BadLink);
        // Another link of her chain would give another result.
        let (game, _) = before_the_draw(seed);
        let second = game.players[0].chain.link(2);
        refused(&|turn| turn.link = second, BadLink);
        refused(&|turn| turn.link = game.file.turns[0].tip, BadLink);
        refused(&|turn| turn.link = game.file.turns[1].tip, BadLink);
        // Alice makes bob's first call, or leaves alice's to bob.
        let begins = !before_the_draw(seed).1.moves.is_empty();
        refused(
            &|turn| turn.moves = if begins { Vec::new() } else { vec!["Arctic 1".to_owned()] },
            IllegalMove,
        );
    }
}

#[test]
fn copied_tip_is_caught() {
    let mut table = Checkpoint::alone(&[]);
    let tip = table.game.file.turns[0].tip;
    let read = table.game.cheat(Intent::Nothing, |turn| turn.tip = tip);
    table.game.caught(read, BOB, 2, BadLink);
}

#[test]
fn impossible_resignation_is_caught() {
    // Before there is a game.
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 3);
    let read = game.cheat(Intent::Nothing, |turn| turn.moves = vec!["resign".to_owned()]);
    game.caught(read, ALICE, 1, IllegalMove);

    // Instead of the answer, so that no one learns it.
    let mut table = Checkpoint::after_call("HIT");
    let mut turn = table.game.compose(Intent::Resign);
    (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
    table.game.sign(&mut turn);
    let read = table.game.mail(turn);
    table.game.caught(read, BOB, 4, IllegalMove);

    // In the opponent's turn.
    let table = Checkpoint::new();
    let mut turn = table.game.bare(BOB);
    turn.moves = vec!["resign".to_owned()];
    table.game.sign(&mut turn);
    assert_eq!(table.game.not_taken(turn), "it is not bob's turn");

    // After the game is lost: the result of the board counts.
    let mut table = Checkpoint::new();
    table.alice_wins();
    let reveal = table
        .game
        .file
        .turns
        .iter()
        .position(|turn| turn.seed.is_some())
        .expect("bob reveals a sheet");
    let mut again = Checkpoint::new();
    for turn in &table.game.file.turns[2..reveal] {
        again.game.mail(turn.clone()).expect("an honest turn");
    }
    let mut turn = table.game.file.turns[reveal].clone();
    turn.moves = vec!["resign".to_owned()];
    again.game.sign(&mut turn);
    let number = turn.number;
    let read = again.game.mail(turn);
    again.game.caught(read, BOB, number, IllegalMove);
}

#[test]
fn resignation_without_exactly_a_reveal_is_caught() {
    let refused = |change: &dyn Fn(&mut Turn), kind| {
        let mut table = Checkpoint::after_call("2");
        let read = table.game.cheat(Intent::Resign, change);
        table.game.caught(read, BOB, 4, kind);
    };
    refused(&|turn| (turn.seed, turn.reveal) = (None, Vec::new()), IllegalMove);
    refused(&|turn| turn.seal = Some([7; 32]), IllegalMove);
    refused(&|turn| turn.boxes = vec![7; 81], BadBox);
    refused(&|turn| turn.tokens = vec![[7; 32]], BadBox);
    refused(&|turn| turn.offer = Some("draw".to_owned()), IllegalMove);
    refused(&|turn| turn.moves.push("resign".to_owned()), IllegalMove);
}

#[test]
fn two_offers_in_a_row_are_caught() {
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    assert_eq!(table.game.standing().offer, Some(ALICE));
    table.idle(1);
    let second = calling(table.of_bob("1"));
    let read = table.game.cheat(second, |turn| turn.offer = Some("draw".to_owned()));
    table.game.caught(read, ALICE, 5, IllegalMove);
}

#[test]
fn impossible_offers_are_caught() {
    for odd in ["win", "draws", "resign"] {
        let mut table = Checkpoint::new();
        let first = calling(table.of_bob("1"));
        let read = table.game.cheat(first, |turn| turn.offer = Some(odd.to_owned()));
        table.game.caught(read, ALICE, 3, IllegalMove);
    }
    // Before there is a game.
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 3);
    let read = game.cheat(Intent::Nothing, |turn| turn.offer = Some("draw".to_owned()));
    game.caught(read, ALICE, 1, IllegalMove);
}

/// If both players hide a setup, no one can resign or offer a draw before both have. Otherwise a
/// player could win without ever having joined.
#[test]
fn leaving_before_the_game_is_caught() {
    for kind in Kind::ALL.iter().filter(|kind| kind.seats().contains(&2)) {
        let mut game = Game::new(*kind, 2, &[], 3);
        if game.table.setup_help(BOB).is_none() {
            continue;
        }
        let own = game.players[0].clone();
        let resigned = game.table.compose(&own, &Plan::new(moment(1), Intent::Resign));
        let why = "the game begins only when all players have hidden a setup";
        assert_eq!(resigned.err(), Some(Refusal::CannotLeave(why)), "{kind}");
        assert!(!game.may_offer(ALICE));
        let read = game.cheat(Intent::Nothing, |turn| {
            turn.moves = vec!["resign".to_owned()];
            (turn.seed, turn.reveal) = (Some(*own.seed.as_bytes()), own.setup);
        });
        game.caught(read, ALICE, 1, IllegalMove);
        let mut game = Game::new(*kind, 2, &[], 3);
        let read = game.cheat(Intent::Nothing, |turn| turn.offer = Some("draw".to_owned()));
        game.caught(read, ALICE, 1, IllegalMove);
    }
}

fn accepting(table: &mut Checkpoint, answers: bool) -> Result<(), TurnError> {
    let order = if answers { calling(table.of_alice("1")) } else { calling(table.of_bob("1")) };
    let own = table.game.players[usize::from(answers)].clone();
    table.game.cheat(order, |turn| {
        turn.moves = vec!["accept".to_owned()];
        turn.open.pop();
        turn.salts.pop();
        turn.seed = Some(*own.seed.as_bytes());
        turn.reveal = own.setup;
    })
}

#[test]
fn accepting_without_an_offer_is_caught() {
    // No one has offered a draw.
    let mut table = Checkpoint::after_call("1");
    let read = accepting(&mut table, true);
    table.game.caught(read, BOB, 4, IllegalMove);

    // The offer isn't in the last turn.
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    table.idle(2);
    let read = accepting(&mut table, true);
    table.game.caught(read, BOB, 6, IllegalMove);

    // The player's own offer.
    let mut table = Checkpoint::new();
    let first = calling(table.of_bob("1"));
    table.game.cheat_unseen(first, |turn| turn.offer = Some("draw".to_owned()));
    table.idle(1);
    let read = accepting(&mut table, false);
    table.game.caught(read, ALICE, 5, IllegalMove);
}

/// No one else can take the seat of a known key, and a taken seat stays taken.
#[test]
fn playing_for_another_person_is_refused() {
    let mut known = header(of_kind("checkpoint-danger"), 2, &[], 3);
    let owner = Game::with(known.clone(), 4).players[1].identity.public();
    known.keys.insert("bob".to_owned(), owner);
    let mut game = Game::with(known, 3);
    game.step(Intent::Nothing);
    for key in [None, Some(game.players[1].identity.public()), Some(owner)] {
        let mut turn = game.bare(BOB);
        turn.setup = vec![[1; 32]; 63];
        turn.key = key;
        game.sign(&mut turn);
        let Err(TurnError::Damage(damage)) = game.table.read(&turn) else {
            panic!("another key plays in bob's seat")
        };
        assert_eq!((damage.turn, damage.kind), (2, DamageKind::BadSignature));
    }

    let mut table = Checkpoint::after_call("1");
    let mut turn = table.game.compose(calling(table.of_alice("1")));
    turn.signature = table.game.players[0].identity.sign_turn(&turn.hash());
    let Err(TurnError::Damage(damage)) = table.game.mail(turn) else {
        panic!("alice wrote for bob")
    };
    assert_eq!((damage.turn, damage.kind), (4, DamageKind::BadSignature));
}

#[test]
fn keys_of_small_order_are_refused() {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 3);
    let mut identity = [0; 32];
    identity[0] = 1;
    for key in [[0; 32], identity, [255; 32]] {
        let mut turn = game.compose(Intent::Nothing);
        turn.key = Some(key);
        let Err(TurnError::Damage(damage)) = game.table.read(&turn) else {
            panic!("{key:?} was accepted as a key")
        };
        assert_eq!(damage.kind, DamageKind::BadSignature);
    }
}
