//! Turn order and identities.

use pbem::audit::VerdictKind;
use pbem::crypto::Identity;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{DamageKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::{game_in_progress, long, mailed};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::cheats::{ALICE, BOB};
use crate::play::{Game, fewest, header, identity};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::OutOfTurn,
        "resigning, moving, or signing an empty turn when it isn't the cheater's turn, before and \
         after the end of the game",
        out_of_turn,
    ),
    Everywhere(
        Attempt::PlayingAsAnother,
        "signing a turn in another player's name, as one of the players or as a stranger",
        signed_by_another,
    ),
    Everywhere(
        Attempt::JoiningForAnother,
        "taking a seat that the file reserves for another player's key",
        seat_taken,
    ),
    Everywhere(
        Attempt::Framing,
        "making up a whole game with made-up keys, in which someone seems to cheat",
        made_up_game,
    ),
];

/// Otherwise anyone could spoil any file at any time, and undo a finished game.
fn out_of_turn(kind: Kind) -> Caught {
    let whole = long(kind);
    for game in [game_in_progress(kind), whole.clone()] {
        let due = game.due();
        let seats = game.players.iter().map(|player| player.seat);
        for seat in seats.filter(|seat| Some(*seat) != due) {
            let name = &game.file.game.seats[seat.index()];
            let mut turns: Vec<Turn> = [&["resign"][..], &["accept"], &["pass"], &[]]
                .map(|moves| {
                    let moves = moves.iter().map(ToString::to_string).collect();
                    Turn { moves, ..game.bare(seat) }
                })
                .to_vec();
            // A turn that was or will be honest at another place isn't valid here.
            turns.extend(whole.file.turns.iter().rfind(|turn| turn.seat == *name).cloned());
            for mut turn in turns {
                let bare = game.bare(seat);
                (turn.number, turn.sent, turn.after) = (bare.number, bare.sent, bare.after);
                let joins = !game.joined(seat);
                turn.key = joins.then(|| game.players[seat.index()].identity.public());
                game.sign(&mut turn);
                assert_eq!(game.not_taken(turn), format!("it is not {name}'s turn"));
            }
        }
    }
    Caught::Damage(DamageKind::BadChain)
}

fn stranger() -> Identity {
    identity(99, "mallory")
}

/// Checks that readers see the turn as damage.
fn not_taken(game: &mut Game, turn: &Turn) -> Caught {
    let Err(TurnError::Damage(damage)) = game.table.read(turn) else {
        panic!("a seat was taken over")
    };
    assert_eq!(
        (damage.turn, damage.kind),
        (turn.number, DamageKind::BadSignature),
        "{}",
        damage.message
    );
    Caught::Damage(DamageKind::BadSignature)
}

fn signed_by_another(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let due = game.due().expect("the game continues");
    let honest = game.compose(game.any());
    let others = game
        .players
        .iter()
        .filter(|player| player.seat != due)
        .map(|player| player.identity.clone());
    let mut caught = Caught::NoGain;
    for identity in others.chain([stranger()]).collect::<Vec<_>>() {
        let mut turn = honest.clone();
        turn.signature = identity.sign_turn(&turn.hash());
        caught = not_taken(&mut game, &turn);
        // With the forger's key in the turn, the signature matches that key. But the key isn't due:
        // the seat has one.
        turn.key = Some(identity.public());
        turn.signature = identity.sign_turn(&turn.hash());
        not_taken(&mut game, &turn);
    }
    game.mail(honest).expect("the true turn is still accepted");
    caught
}

fn seat_taken(kind: Kind) -> Caught {
    let seats = fewest(kind);
    let mut known = header(kind, seats, &[], 11);
    let owner = Game::with(known.clone(), 11).players[BOB.index()].identity.public();
    known.keys.insert("bob".to_owned(), owner);
    let mut caught = Caught::NoGain;
    for key in [None, Some(stranger().public()), Some(owner)] {
        let mut game = Game::with(known.clone(), 11);
        game.step(Intent::Nothing);
        game.players[BOB.index()].identity = stranger();
        let any = game.any();
        let mut turn = Game::with(header(kind, seats, &[], 11), 11).turn_of_bob(any);
        turn.after = game.file.turns[0].hash();
        turn.key = key;
        game.sign(&mut turn);
        caught = not_taken(&mut game, &turn);
    }
    caught
}

impl Game {
    /// Returns bob's first turn in a game that alice opens.
    fn turn_of_bob(&mut self, order: Intent) -> Turn {
        self.step(Intent::Nothing);
        self.compose(order)
    }
}

/// Returns the game at bob's turn, after at least four turns; `None` if it is over before.
fn bobs_turn(mut game: Game) -> Option<Game> {
    while game.turns() < 4 || game.due() != Some(BOB) {
        game.step(game.any())?;
    }
    Some(game)
}

/// Mallory plays both alice and bob, and lets bob cheat. The verdict is true, but about a key that
/// isn't bob's; Mallory can't sign with bob's key.
fn made_up_game(kind: Kind) -> Caught {
    let real = long(kind);
    let bobs_key = real.players[BOB.index()].identity.public();
    let mut made_up = (112..)
        .find_map(|seed| bobs_turn(Game::with(real.file.game.clone(), seed)))
        .expect("a game in which bob is due");
    let mut turn = made_up.compose(made_up.any());
    turn.seal = Some([7; 32]);
    mailed(&mut made_up, turn, BOB);
    let verdict = made_up.verdict();
    assert_eq!(verdict.kind, VerdictKind::Dishonest);
    let named: Vec<Seat> = verdict.findings.iter().map(|finding| finding.seat).collect();
    assert_eq!(named, [BOB]);
    assert_ne!(
        verdict.seats[BOB.index()].key,
        Some(bobs_key),
        "the verdict tells whose key it was"
    );
    // Variants with bob's own key in the header or in bob's first turn.
    for in_header in [true, false] {
        let mut file = made_up.file.clone();
        if in_header {
            file.game.keys.insert("bob".to_owned(), bobs_key);
            // Another header is another game, so all turns are signed again for it.
            let mut after = file.game.id();
            for turn in &mut file.turns {
                turn.after = after;
                turn.key = turn.key.filter(|_| turn.seat != "bob");
                made_up.sign(turn);
                after = turn.hash();
            }
        } else {
            let mut after = file.game.id();
            for turn in &mut file.turns {
                turn.after = after;
                turn.key = turn.key.map(|key| if turn.seat == "bob" { bobs_key } else { key });
                made_up.sign(turn);
                after = turn.hash();
            }
        }
        let verdict = pbem::audit::verify(&pbem::turnfile::read(file.write().as_bytes()));
        assert_eq!(
            (verdict.kind, verdict.findings.len()),
            (VerdictKind::Damaged, 0),
            "bob has signed nothing"
        );
    }
    assert_ne!(made_up.players[ALICE.index()].identity.public(), bobs_key);
    Caught::NoGain
}
