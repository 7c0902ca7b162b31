//! Turn order, and dice and cards that no player can choose, see early or repeat.

use pbem::audit::VerdictKind;
use pbem::table::DamageKind;
use pbem::table::FindingKind::{BadLink, IllegalMove};
use pbem::turnfile::{Bytes32, Turn};

use super::{PLAYED, Position, beginnings, crosses};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::OutOfTurn,
        "moving during a turn that the opponent has kept open",
        moving_in_a_kept_turn,
    ),
    Cheat(Attempt::OutOfTurn, "moving out of turn", moving_out_of_turn),
    Cheat(
        Attempt::Leaving,
        "resigning instead of drawing the card or answering",
        resigning_before_the_answer,
    ),
    Cheat(
        Attempt::SplitTurn,
        "trying to roll again by asking a question before moving, or by waiting",
        rolling_again,
    ),
    Cheat(
        Attempt::RedrawByUndo,
        "trying to roll again with a different move, note or date, or by undoing the turn",
        rolling_again_by_undo,
    ),
    Cheat(Attempt::CardLookedAt, "looking at a card before it is drawn", looking_at_the_card),
];

/// Whether the turn only answers and rolls while the opponent's turn continues.
fn serves(position: &Position<'_>) -> bool {
    position.at > 3 && position.turn().moves.is_empty() && position.turn().seed.is_none()
}

fn moving_in_a_kept_turn() -> Caught {
    for position in Position::like(serves) {
        for order in ["pass", "wait", "1 A1", "7 O10", "ask 9"] {
            position.orders_refused(&[order.to_owned()]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn moving_out_of_turn() -> Caught {
    for position in Position::like(|position| position.plain() && position.at > 4) {
        let game = position.game();
        let other = position.seat().other();
        let mut turn = game.bare(other);
        turn.moves = vec!["pass".to_owned()];
        let shown = position.played.game.file.turns[2..position.at]
            .iter()
            .filter(|turn| turn.seat == position.game().file.game.seats[other.index()])
            .count();
        turn.link = game.players[other.index()].chain.link(shown + 1);
        game.sign(&mut turn);
        game.not_taken(turn);
    }
    Caught::Damage(DamageKind::BadChain)
}

fn resigning_before_the_answer() -> Caught {
    for position in Position::like(|position| {
        !position.turn().answer.is_empty() && position.turn().seed.is_none()
    }) {
        position.refused(IllegalMove, |_, turn| {
            (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
            turn.moves = vec!["resign".to_owned()];
        });
    }
    // A card that brings the plan home decides the game before anyone can resign.
    let home = |position: &Position<'_>| {
        position.turn().seed.is_some()
            && position.turn().moves.is_empty()
            && position.before().is_some_and(|turn| {
                turn.moves.iter().any(|order| crosses(order)) && turn.seed.is_none()
            })
    };
    for position in Position::like(home) {
        position.refused(IllegalMove, |_, turn| turn.moves = vec!["resign".to_owned()]);
    }
    Caught::Arrival(IllegalMove)
}

/// A turn that is kept open keeps its dice, however many files it takes.
fn rolling_again() -> Caught {
    let mut kept = 0;
    for position in Position::all().filter(|position| position.plain() && position.at > 4) {
        let earlier = Position { played: position.played, at: position.at - 2 };
        if earlier.seen()["turn"] == position.seen()["turn"]
            && earlier.turn().seat == position.turn().seat
        {
            assert_eq!(earlier.dice(), position.dice());
            assert!(
                earlier
                    .turn()
                    .moves
                    .last()
                    .is_some_and(|order| order == "wait" || order.starts_with("ask"))
            );
            kept += 1;
        }
    }
    assert!(kept > 5, "only {kept} turns were kept open");
    Caught::NoGain
}

/// The dice of a turn depend on two links only: nothing else in the turn changes them.
fn rolling_again_by_undo() -> Caught {
    let throws = |game: &Game, turn: &Turn| {
        let mut table = game.back_at(game.file.turns.len());
        table.read(turn).expect("it is as good as the honest one");
        let lines = table.news(game.turns()).pop().expect("the turn is reported").lines;
        lines.into_iter().filter(|line| line.contains(" rolls")).collect::<Vec<_>>()
    };
    for position in beginnings(|position| position.dice().1 < 6) {
        let game = position.game();
        let honest = throws(&game, position.turn());
        assert!(!honest.is_empty());
        let changes: [&dyn Fn(&mut Turn); 4] = [
            &|turn| turn.moves = vec!["pass".to_owned()],
            &|turn| turn.note = Some("again, please".to_owned()),
            &|turn| turn.sent += chrono::Duration::days(1),
            &|turn| turn.offer = Some("draw".to_owned()),
        ];
        for change in changes {
            let mut turn = position.turn().clone();
            change(&mut turn);
            game.sign(&mut turn);
            assert_eq!(throws(&game, &turn), honest);
        }
    }
    Caught::NoGain
}

/// A card depends on a link that only the opponent knows. The mover's file has only its hash, and
/// depending on the link either card can result.
fn looking_at_the_card() -> Caught {
    let drawn = |position: &Position<'_>| {
        position.before().is_some_and(|turn| turn.moves.iter().any(|order| crosses(order)))
            && position.turn().seed.is_none()
    };
    for position in Position::like(drawn) {
        let game = position.game();
        let (mover, other) = (position.seat().other(), position.seat());
        let link = position.turn().link.expect("a link");
        let last = position.played.game.file.turns[..position.at]
            .iter()
            .rev()
            .find(|turn| turn.seat == position.turn().seat)
            .expect("bob has joined");
        let published = last.link.or(last.tip).expect("a link or the tip");
        assert!(
            pbem::crypto::Chain::is_next(&game.id(), &position.turn().seat, &published, &link),
            "its hash is all that is known"
        );
        let text = game.file.write();
        assert!(
            !text.contains(&hex::encode(link)),
            "the link that draws the card is not in the mover's file"
        );
        assert!(
            (1..).map_while(|k| game.players[mover.index()].chain.link(k)).all(|own| own != link),
            "nor in bob's vault"
        );
        let before = position.before().and_then(|turn| turn.link).expect("a link");
        let mut cards = [0; 2];
        for guess in 0..200_u64 {
            let guess: Bytes32 = crate::play::bytes(guess, "guess of the opponent's link");
            let mut numbers =
                pbem::crypto::chance(&game.id(), position.turn().number, "card 1", &before, &guess);
            cards[usize::from(pbem::rules::Numbers::below(&mut numbers, 20) < 12)] += 1;
        }
        assert!(cards[0] > 50 && cards[1] > 90, "{cards:?}");
        // The opponent can't choose the card either: any link but the one fixed at the start is
        // rejected.
        position.refused(BadLink, |_, turn| turn.link = Some([7; 32]));
        let later = game.players[other.index()].chain.link(4000);
        position.refused(BadLink, |_, turn| turn.link = later);
    }
    Caught::NoGain
}

/// Checks that the honest games have none of these findings.
#[test]
fn games_before_cheating_are_honest() {
    for played in PLAYED.iter().take(4) {
        let game = Position { played, at: played.game.file.turns.len() }.game();
        assert_eq!(game.verdict().kind, VerdictKind::Honest);
    }
}
