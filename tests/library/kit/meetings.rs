//! Which boxes a turn of Espionage has, and openings and boxes of pieces whose eyes or kinds are
//! false. See sections 8 and 11 of the protocol.

use pbem::crypto::{Eye, Opening, SIGHT_BOX};
use pbem::table::FindingKind::IllegalMove;
use pbem::table::Intent;

use super::Case;
use super::boxes::{D2, ELSEWHERE, FIGHT, before, case, changed, sealed_otherwise};
use crate::armies::{March, course, place};
use crate::cheats::ALICE;
use crate::play::Game;

pub(super) fn cases() -> Vec<Case> {
    vec![
        attacked(),
        removed(),
        second_step(),
        unseen_second_step(),
        opened_without_eye(),
        mine_that_attacks(),
    ]
}

fn step(game: &mut Game, typed: &str) {
    game.step(Intent::Move(typed.to_owned()));
}

/// The count of sights that the last turn shows.
fn sights(game: &Game) -> usize {
    game.file.turns.last().expect("a turn").boxes.len() / SIGHT_BOX
}

/// [11.71]: D7 was attacked, so no box shows it anything. It shows itself to E2 and C2.
fn attacked() -> Case {
    let mut game = before(FIGHT + 1, "1", "5");
    for (typed, shows) in [("D5-D4", 0), ("E2-E3", 0), ("D4-D3", 2), ("H2-H3", 0)] {
        step(&mut game, typed);
        assert_eq!(sights(&game), shows, "{typed}");
    }
    case("no-box-for-a-piece-that-was-attacked", &game.file, &[])
}

/// [11.72]: bob's D7 meets E2, but D2 takes it in the same turn.
fn removed() -> Case {
    let mut game = March::new(2, "5", "1").game;
    for typed in ["D2-D3, E2-E3", "D7-D6, H7-H6", "D3-D4, H2-H3", "D6-D5, H6-H5", "E3-E4, D4-D5"] {
        step(&mut game, typed);
    }
    step(&mut game, "G7-G6, F7-F6");
    assert_eq!(sights(&game), 0);
    case("no-box-of-a-piece-that-was-removed", &game.file, &[])
}

/// [11.65]: D2 and E2 have moved, so it is public that a second step is possible.
fn second_step() -> Case {
    let mut march = March::new(2, "5", "1");
    march.until(5);
    let file = changed(&march.game, "D3-D4, E3-E4", |turn| turn.moves.truncate(1));
    case("second-step-left-out", &file, &[(ALICE, 5, IllegalMove)])
}

/// [12.5]: no other piece has moved, so only alice's army shows that a second step is possible.
fn unseen_second_step() -> Case {
    let mut game = March::new(2, "5", "1").game;
    let mut turn = game.compose(Intent::Move("D2-D3, E2-E3".to_owned()));
    turn.moves.truncate(1);
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    case("second-step-left-out-unseen", &game.file, &[(ALICE, 3, IllegalMove)])
}

/// [8.2]: the salt of D2 is right, and its eye is of another kind. Bob could dispute the box.
fn opened_without_eye() -> Case {
    let bobs = before(FIGHT + 1, "1", "5").compose(Intent::Move(ELSEWHERE.to_owned()));
    let mut game = sealed_otherwise(FIGHT, ["1", "5"], |game, turn| {
        if turn.number == 1 {
            turn.eyes[D2] = Eye::of(&Opening { kind: 2, ..game.key(ALICE, "D2") }).encode();
        }
    });
    step(&mut game, "D4-D5");
    let mut turn = bobs;
    assert_eq!(turn.open, ["D2 corporal"]);
    turn.after = game.standing().head();
    game.sign(&mut turn);
    case("opening-without-its-eye", &game.with_turn(turn), &[])
}

/// [12.6]: alice's D2 is a Mine. The audit makes its boxes again, with the token of no outcome.
fn mine_that_attacks() -> Case {
    const B1: usize = 1;
    const MINE: u8 = 8;
    const GENERAL: u8 = 5;
    let mut game = sealed_otherwise(FIGHT, ["5", "1"], |game, turn| {
        if turn.number == 1 {
            for (item, at, kind, word) in [("D2", D2, MINE, "mine"), ("B1", B1, GENERAL, "general")]
            {
                turn.setup[at] = game.seal(ALICE, item, word);
                turn.eyes[at] = Eye::of(&Opening { kind, ..game.key(ALICE, item) }).encode();
            }
        }
    });
    let mut turn = game.compose(Intent::Move("D4-D5".to_owned()));
    let shown = Opening { kind: MINE, ..game.key(ALICE, "D2") };
    let sent = course(&game.with_turn(turn.clone())).sent;
    let [.., sight, fight] = &sent[..] else { panic!("two boxes") };
    let fight = game.fight_box(fight, &[], |_| ("", false), &shown);
    turn.boxes = [game.sight_box(sight, &shown), fight].concat();
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see it yet");
    let setup = &mut game.players[ALICE.index()].setup;
    assert_eq!((place(setup, "D2", 'M'), place(setup, "B1", '5')), ('5', 'M'));
    let claim = game.claim(ALICE, game.deadline());
    let walks = [3, 5, FIGHT].map(|turn| (ALICE, turn, IllegalMove));
    case("fight-that-a-mine-begins", &game.with_turn(claim), &walks)
}
