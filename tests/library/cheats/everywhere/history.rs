//! Signed turns are final: rewritten turns, two versions of a turn, old files.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::desk::{ChainOrder, judge};
use pbem::games::Kind;
use pbem::table::DamageKind;
use pbem::turnfile::{Bytes32, Turn, read};

use super::{damaged, game_in_progress, honest, long, seat_of};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::need;

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::OwnTurnRewritten,
        "rewriting one of the cheater's own earlier turns, and signing it again",
        own_turn_rewritten,
    ),
    Everywhere(
        Attempt::OwnTurnRewritten,
        "leaving out a turn, repeating it, or moving it to another place in the file",
        out_of_place,
    ),
    Everywhere(
        Attempt::OtherTurnRewritten,
        "changing another player's turn, and leaving that player's signature on it, signing it \
         with the cheater's own key, or removing the signature",
        other_turn_rewritten,
    ),
    Everywhere(
        Attempt::TwoTurns,
        "sending one version of a turn to one player, and another version to someone else",
        two_turns,
    ),
    Everywhere(
        Attempt::OldFile,
        "sending a file without the last turns, as if it were the latest",
        old_file,
    ),
];

/// Number of turns to rewrite, from the first.
const MOST: usize = 16;

fn own_turn_rewritten(kind: Kind) -> Caught {
    let game = long(kind);
    let mut caught = Caught::NoGain;
    for at in 0..game.file.turns.len().min(MOST) - 1 {
        let mut file = game.file.clone();
        let mut turn = file.turns[at].clone();
        turn.note = Some("I never said that".to_owned());
        game.sign(&mut turn);
        file.turns[at] = turn;
        caught = damaged(&file, at + 2, DamageKind::BadChain);
    }
    caught
}

fn out_of_place(kind: Kind) -> Caught {
    let game = long(kind);
    let edited = |edit: &dyn Fn(&mut Vec<Turn>), at| {
        let mut file = game.file.clone();
        edit(&mut file.turns);
        damaged(&file, at, DamageKind::BadChain)
    };
    edited(&|turns| drop(turns.remove(0)), 1);
    edited(&|turns| drop(turns.remove(4)), 5);
    edited(&|turns| turns.insert(4, turns[4].clone()), 6);
    edited(&|turns| turns.swap(4, 5), 5);
    // A turn of another game between the same players.
    let others = (61..99).map(|seed| honest(kind, seed));
    let other = need(others, 5, "turns are in a game", |other| other.file.turns.len());
    edited(&|turns| turns[4] = other.file.turns[4].clone(), 5)
}

fn other_turn_rewritten(kind: Kind) -> Caught {
    let game = long(kind);
    for at in 2..game.file.turns.len().min(MOST) {
        let mut file = game.file.clone();
        let turn = &mut file.turns[at];
        turn.sent += Duration::days(1);
        damaged(&file, at + 1, DamageKind::BadSignature);
        for forger in &game.players {
            let turn = &mut file.turns[at];
            if game.file.game.seats[forger.seat.index()] != turn.seat {
                turn.signature = forger.identity.sign_turn(&turn.hash());
                damaged(&file, at + 1, DamageKind::BadSignature);
            }
        }
    }
    Caught::Damage(DamageKind::BadSignature)
}

/// Both files are equally valid, and neither accuses anyone.
fn two_turns(kind: Kind) -> Caught {
    let game = long(kind);
    let moved = |turn: &&Turn| turn.seat == "bob" && !turn.moves.is_empty();
    for turn in game.file.turns.iter().filter(moved).take(4) {
        let mut other = game.cut(turn.number as usize - 1);
        let mut twin = turn.clone();
        twin.moves = vec!["resign".to_owned()];
        game.sign(&mut twin);
        other.turns.push(twin.clone());
        // A player who has one version sees that the second is different.
        let hashes = |turns: &[Turn]| turns.iter().map(Turn::hash).collect::<Vec<_>>();
        assert_eq!(
            judge(&hashes(&game.file.turns), &hashes(&other.turns)),
            ChainOrder::Differs { at: turn.number }
        );
    }
    Caught::NoGain
}

fn old_file(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let known: Vec<Bytes32> = game.file.turns.iter().map(Turn::hash).collect();
    for turns in 1..known.len() {
        let old = audit::verify(&read(game.cut(turns).write().as_bytes()));
        assert_eq!(
            (old.kind, old.findings.len()),
            (VerdictKind::Open, 0),
            "the forwarding player has not cheated"
        );
        let by = u32::try_from(known.len() - turns).expect("small");
        assert_eq!(judge(&known, &known[..turns]), ChainOrder::Older { by });
    }
    // A file that continues from there isn't an older one: it differs.
    let mut turn = game.file.turns[6].clone();
    turn.moves = vec!["resign".to_owned()];
    assert_ne!(turn, game.file.turns[6]);
    let seat = seat_of(&game, &turn);
    assert!(seat.index() < game.players.len());
    let mut other = known[..6].to_vec();
    other.push(turn.hash());
    assert_eq!(judge(&known, &other), ChainOrder::Differs { at: 7 });
    Caught::Old
}
