//! Honest players are never accused: whole random games of each kind, each verified from the mailed
//! file.
//!
//! `PBEM_GAMES=200 cargo test --release --test library self_play -- --nocapture` plays more.

use std::collections::BTreeMap;

use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;

use crate::games::variants;
use crate::play::{self, Game, finished, in_every_game, nameless};

/// Number of games of each kind by default.
const GAMES: u64 = 12;

fn games_end_and_verify(kind: Kind) {
    let games = play::games(GAMES);
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let variants = variants(kind);
    for seed in 0..games {
        let (seats, set) = &variants[usize::try_from(seed).unwrap_or(0) % variants.len()];
        let game: Game = finished(kind, *seats, set, seed);
        let verdict = audit::verify(&game.mailed());
        assert_eq!(verdict.findings, [], "{kind}, seed {seed}");
        assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}, seed {seed}: {verdict:?}");
        let result = verdict.result.expect("an honest game has a result");
        *tally.entry(nameless(&result.reason, &verdict.names)).or_default() += 1;
    }
    println!("{games} games of {kind}: {tally:?}");
}

#[test]
fn second_seat_can_open_a_game_with_sides() {
    for &kind in Kind::ALL {
        let Some(mut game) = Game::opened_by_the_other(kind, 3) else { continue };
        let (first, second) = (pbem::rules::Seat::OPENER, pbem::rules::Seat::JOINER);
        assert_eq!((game.due(), game.joined(first)), (Some(second), false));
        game.finish();
        let makers: Vec<&str> = game.file.turns.iter().map(|turn| turn.seat.as_str()).collect();
        assert_eq!(makers[..3], ["bob", "alice", "bob"], "and draws who begins");
        let verdict = audit::verify(&game.mailed());
        assert_eq!((verdict.kind, &verdict.findings[..]), (VerdictKind::Honest, &[][..]));
        assert!(verdict.result.is_some());
    }
}

#[test]
fn honest_players_are_never_accused() {
    in_every_game(games_end_and_verify);
}
