//! A table's report about its seats, before, during and after a game.

use pbem::crypto::Stream;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{Intent, opener_of_next};

use crate::play::{Game, fewest, finished, header, in_every_game, of_kind};

fn seats(kind: Kind) -> Vec<Seat> {
    (0..fewest(kind)).map(|seat| Seat(u8::try_from(seat).expect("few"))).collect()
}

/// Each seat has its name, joins with its first turn, and then has its key.
#[test]
fn standing_lists_each_player() {
    in_every_game(|kind| {
        let game = finished(kind, fewest(kind), &[], 25);
        for turns in 0..game.file.turns.len().min(6) {
            let at = game.until(turns);
            let standing = at.standing();
            for seat in seats(kind) {
                let name = &game.file.game.seats[seat.index()];
                let joined = game.file.turns[..turns].iter().any(|turn| turn.seat == *name);
                let player = standing.player(seat).expect("a player");
                assert_eq!((player.joined, standing.joined(seat)), (joined, joined), "{kind}");
                let key = joined.then(|| game.players[seat.index()].identity.public());
                assert_eq!((player.key, standing.key(seat)), (key, key), "{kind}");
            }
            assert!(standing.player(Seat(9)).is_none());
        }
    });
}

/// Section 5 of the protocol: a seat may claim if it isn't due, and has joined like the seat that
/// is due. In Game Box the game continues without a caller, so the Checker may claim against a
/// caller who hasn't joined.
#[test]
fn claimants_have_joined_and_wait() {
    for kind in Kind::published().filter(|kind| fewest(*kind) == 2) {
        let game = finished(kind, 2, &[], 25);
        for turns in 0..6 {
            let standing = game.until(turns).standing();
            let due = standing.due.expect("the game continues");
            let waits = due.other();
            let wanted = if turns < 2 { vec![] } else { vec![waits] };
            assert_eq!(standing.claimants, wanted, "{kind}, {turns} turns");
        }
    }
    let mut game = Game::new(of_kind("game-box"), 3, &[], 25);
    assert_eq!(game.standing().claimants, [], "no one has made a turn");
    game.step(Intent::Nothing);
    assert_eq!((game.due(), game.standing().claimants), (Some(Seat(1)), vec![Seat(0)]));
    game.step(game.any());
    assert_eq!((game.due(), game.standing().claimants), (Some(Seat(0)), vec![Seat(1)]));
}

/// In Game Box the opener is the Checker, who keeps this role unless the players agreed that the
/// winner gets it.
#[test]
fn next_game_has_its_opener() {
    let carol = Some(Seat(2));
    for kind in Kind::published() {
        let plain = header(kind, fewest(kind), &[], 25);
        if fewest(kind) == 2 {
            assert_eq!(opener_of_next(kind, &plain, Some(Seat(1))), None);
            continue;
        }
        let to_winner = header(kind, fewest(kind), &[("checker", "winner")], 25);
        assert_eq!(opener_of_next(kind, &plain, carol), Some(Seat(0)));
        assert_eq!(opener_of_next(kind, &to_winner, carol), carol);
        assert_eq!(opener_of_next(kind, &to_winner, None), Some(Seat(0)));
    }
}

/// A seat without a setup has nothing to draft.
#[test]
fn only_seats_with_a_setup_draft_one() {
    in_every_game(|kind| {
        let game = Game::new(kind, fewest(kind), &[], 25);
        for seat in seats(kind) {
            let hides = !game.players[seat.index()].setup.is_empty();
            let mut numbers = Stream::from_seed([7; 32]);
            let hand = game.table.touch_setup(seat, "", &mut numbers);
            assert_eq!(hand.map(|hand| !hand.touches.is_empty()), hides.then_some(true), "{kind}");
        }
    });
}
