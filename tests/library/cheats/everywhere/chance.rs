//! Random numbers that no player can choose or roll again.

use pbem::games::Kind;
use pbem::table::{FindingKind, Intent};
use pbem::turnfile::Turn;

use super::{first, honest, long, refused, seat_of};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::{Game, moment};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::ChosenChance,
        "rolling with a link that the cheater made up, with a later link of the chain, with the \
         opponent's link, or with no link",
        links,
    ),
    Everywhere(
        Attempt::CopiedTip,
        "reusing the tip of the player who started the game",
        tip_copied,
    ),
    Everywhere(
        Attempt::SplitTurn,
        "rolling in one turn, and making the move in another turn",
        without_the_move,
    ),
    Everywhere(
        Attempt::RedrawByOffer,
        "adding an offer of a draw to a turn with a roll",
        with_an_offer,
    ),
    Everywhere(
        Attempt::RedrawByUndo,
        "signing a turn with a roll a second time, with a different date or note",
        made_again,
    ),
];

/// Returns the first turns that need random numbers.
fn draws(game: &Game) -> Vec<usize> {
    (0..game.file.turns.len()).filter(|at| game.file.turns[*at].link.is_some()).take(4).collect()
}

fn links(kind: Kind) -> Caught {
    let game = long(kind);
    let drawing = draws(&game);
    for at in &drawing {
        let turn = &game.file.turns[*at];
        let chain = &game.players[seat_of(&game, turn).index()].chain;
        let later =
            (1..40).filter_map(|number| chain.link(number)).find(|link| Some(*link) != turn.link);
        let tips = game.file.turns[..2].iter().map(|turn| turn.tip);
        for link in [Some([7; 32]), turn.link.map(|link| pbem::crypto::turn_hash(&link)), later]
            .into_iter()
            .chain(tips)
        {
            assert_eq!(refused(&game, *at, |turn| turn.link = link), FindingKind::BadLink);
        }
        assert_eq!(refused(&game, *at, |turn| turn.link = None), FindingKind::BadLink);
    }
    assert!(!drawing.is_empty());
    Caught::Arrival(FindingKind::BadLink)
}

fn tip_copied(kind: Kind) -> Caught {
    let game = long(kind);
    let tip = game.file.turns[0].tip;
    assert!(tip.is_some());
    Caught::Arrival(refused(&game, first(&game, |turn| turn.seat == "bob"), |turn| turn.tip = tip))
}

/// A player who rolls must continue in the same turn.
fn without_the_move(kind: Kind) -> Caught {
    let games = (11..20).map(|seed| honest(kind, seed));
    let mut tried = 0;
    for game in games {
        for at in draws(&game).into_iter().filter(|at| !game.file.turns[*at].moves.is_empty()) {
            assert_eq!(refused(&game, at, |turn| turn.moves.clear()), FindingKind::IllegalMove);
            tried += 1;
        }
    }
    assert!(tried > 0, "{kind}: no turn draws and moves");
    Caught::Arrival(FindingKind::IllegalMove)
}

/// Returns the state of the table after a different version of the turn at this place: the numbers
/// and their effect. `None` if the turn is rejected.
fn drawn(
    game: &Game,
    at: usize,
    change: impl FnOnce(&mut Turn),
) -> Option<(Option<[u8; 32]>, String)> {
    let mut again = game.until(at);
    let mut turn = game.file.turns[at].clone();
    change(&mut turn);
    again.sign(&mut turn);
    let link = turn.link;
    again.mail(turn).ok()?;
    Some((link, again.table.view(None, moment(0)).public.to_string()))
}

fn with_an_offer(kind: Kind) -> Caught {
    let game = long(kind);
    for at in draws(&game) {
        let plain = drawn(&game, at, |_| ()).expect("an honest turn");
        // An offer may be allowed or not, but doesn't change the numbers.
        if let Some(offered) = drawn(&game, at, |turn| turn.offer = Some("draw".to_owned())) {
            assert_eq!(plain, offered, "turn {}", at + 1);
        }
        // Neither does accepting an offer that no one made.
        assert_eq!(
            refused(&game, at, |turn| turn.moves = vec!["accept".to_owned()]),
            FindingKind::IllegalMove
        );
    }
    Caught::NoGain
}

fn made_again(kind: Kind) -> Caught {
    let game = long(kind);
    let ways: [fn(&mut Turn); 2] = [
        |turn| turn.sent += chrono::Duration::days(1),
        |turn| turn.note = Some("once more".to_owned()),
    ];
    for at in draws(&game) {
        let plain = drawn(&game, at, |_| ()).expect("an honest turn");
        for way in ways {
            assert_eq!(drawn(&game, at, way), Some(plain.clone()), "turn {}", at + 1);
        }
        // A vault that has lost everything makes the same link.
        let mut again = game.until(at);
        let due = again.due().expect("the game continues");
        let order = if again.turns() < 2 { Intent::Nothing } else { again.any() };
        assert_eq!(again.compose(order).link, game.file.turns[at].link, "{due:?}");
    }
    Caught::NoGain
}
