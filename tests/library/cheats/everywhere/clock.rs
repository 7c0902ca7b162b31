//! False dates, and claims that are early or hide something.

use chrono::Duration;
use pbem::audit::VerdictKind;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{DamageKind, FindingKind, Intent, Plan};
use pbem::turnfile::{Moment, Turn};

use super::{game_in_progress, honest, long, mailed, others, where_one_waits};
use crate::cheats::attempts::is_for_two;
use crate::cheats::damaged;
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::{Game, fewest};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(Attempt::FalseDate, "dating a turn before the turn that it answers", dated_back),
    Everywhere(
        Attempt::FalseDate,
        "holding back a turn for thirteen days, backdating it, and claiming the game a day after \
         sending it",
        held_and_dated_back,
    ),
    Everywhere(
        Attempt::FalseClaim,
        "claiming the game too early, as a stranger, after its end, or against a player who never \
         joined",
        claim_that_is_not_due,
    ),
    Everywhere(
        Attempt::FalseClaim,
        "claiming the game when it is the cheater's own turn",
        claim_in_ones_own_turn,
    ),
    Everywhere(Attempt::FalseClaim, "resigning, and then claiming the game", claim_after_resigning),
    Everywhere(
        Attempt::ClaimToHide,
        "sealing a setup that can't be revealed, and then claiming the game",
        claim_upon_false_seals,
    ),
    Everywhere(
        Attempt::ClaimToHide,
        "claiming the game without revealing the setup",
        claim_without_the_setup,
    ),
    Everywhere(
        Attempt::DrawToHide,
        "agreeing to a draw, and never revealing the setup",
        draw_without_a_setup,
    ),
];

fn dated_back(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let last = game.standing().last_sent;
    let mut turn = game.compose(game.any());
    for back in [Duration::seconds(1), Duration::days(20), Duration::days(20_000)] {
        turn.sent = last - back;
        game.sign(&mut turn);
        assert_eq!(game.not_taken(turn.clone()), "turn 9 has an earlier date than turn 8");
    }
    let mut fresh = long(kind).until(0);
    let mut turn = fresh.compose(Intent::Nothing);
    turn.sent = fresh.file.game.created - Duration::seconds(1);
    fresh.sign(&mut turn);
    assert_eq!(fresh.not_taken(turn), "turn 1 has an earlier date than the game");
    Caught::Damage(DamageKind::BadChain)
}

/// Checks that no claim with this date counts.
fn nobody_claims(game: &Game, sent: Moment) {
    for by in others(game).filter(|by| game.joined(*by)) {
        game.not_taken(game.claim(by, sent));
    }
}

fn held_and_dated_back(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let asked_on = game.standing().last_sent;
    let mut turn = game.compose(game.any());
    turn.sent = asked_on;
    game.sign(&mut turn);
    game.mail(turn).expect("no one can see when it was mailed");
    let mailed_on = asked_on + Duration::days(13);
    for days in 1..14 {
        nobody_claims(&game, mailed_on + Duration::days(days));
    }
    assert!(game.standing().deadline >= Some(mailed_on + Duration::days(14)));
    Caught::Damage(DamageKind::BadChain)
}

fn claim_that_is_not_due(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let deadline = game.deadline();
    for early in [game.standing().last_sent, deadline - Duration::seconds(1)] {
        nobody_claims(&game, early);
    }
    let forger = others(&game).find(|by| game.joined(*by)).expect("somebody waits");
    let mut turn = game.claim(forger, deadline);
    for forger in game.players.iter().filter(|player| player.seat != forger) {
        turn.signature = forger.identity.sign_turn(&turn.hash());
        damaged(&game.with_turn(turn.clone()), turn.number, DamageKind::BadSignature);
    }
    let over = long(kind);
    nobody_claims(&over, over.deadline() + Duration::days(9_999));
    let opened = long(kind).until(1);
    if is_for_two(kind) {
        nobody_claims(&opened, opened.deadline() + Duration::days(9_999));
    }
    Caught::Damage(DamageKind::BadChain)
}

fn claim_in_ones_own_turn(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let due = game.due().expect("the game continues");
    let turn = game.claim(due, game.deadline() + Duration::days(99));
    let kind = mailed(&mut game, turn, due);
    Caught::Arrival(kind)
}

/// Returns a game of this kind with a player who may do this now.
fn where_one_may(kind: Kind, wish: impl Fn(&Game, &mut Plan)) -> Game {
    let plan = |game: &Game| {
        let mut plan = Plan::new(game.standing().last_sent, Intent::Nothing);
        wish(game, &mut plan);
        plan
    };
    let games = (11..60).map(|seed| honest(kind, seed));
    let places = games.flat_map(|game| (4..9).map(move |at| (game.clone(), at)));
    let early_places = places.filter(|(game, at)| at + 1 < game.file.turns.len());
    let mut fitting = early_places.map(|(game, at)| game.until(at)).filter_map(|mut game| {
        let due = game.due()?;
        let (composed, table) =
            game.table.compose(&game.players[due.index()], &plan(&game)).ok()?;
        game.file.turns.push(composed.turn);
        game.table = table;
        Some(game)
    });
    fitting.next().unwrap_or_else(|| panic!("{kind}: it can be done nowhere"))
}

/// The player has lost by leaving; the opponent, who has yet to reveal, isn't late.
fn claim_after_resigning(kind: Kind) -> Caught {
    let game = where_one_may(kind, |_, plan| plan.intent = Intent::Resign);
    nobody_claims(&game, game.deadline() + Duration::days(9_999));
    Caught::Damage(DamageKind::BadChain)
}

/// Returns the game with other seals for the seat that waits after the last turn.
fn sealed_falsely(kind: Kind) -> (Game, Seat) {
    let (game, by) = where_one_waits(&game_in_progress(kind));
    let name = game.file.game.seats[by.index()].clone();
    let mut again = game.again();
    for turn in &game.file.turns {
        let mut turn = turn.clone();
        turn.after = again.file.turns.last().map_or(again.id().0, Turn::hash);
        if turn.seat == name && !turn.setup.is_empty() {
            // Items that have been opened since keep their seals.
            let opened = |seal: &[u8; 32]| {
                let shown = game.file.turns.iter().filter(|turn| turn.seat == name);
                shown.flat_map(|turn| turn.open.iter().zip(&turn.salts)).any(|(opening, _)| {
                    let (item, value) = opening.split_once(' ').unwrap_or_default();
                    game.seal(by, item, value) == *seal
                })
            };
            let hidden = turn.setup.iter().rposition(|seal| !opened(seal));
            turn.setup[hidden.expect("something is hidden yet")] = [7; 32];
        }
        again.sign(&mut turn);
        again.mail(turn).expect("no one can see it yet");
    }
    (again, by)
}

fn claim_upon_false_seals(kind: Kind) -> Caught {
    let (mut game, by) = sealed_falsely(kind);
    let turn = game.claim(by, game.deadline());
    let number = turn.number;
    game.mail(turn).expect("only bob can open bob's seals");
    let verdict = game.verdict();
    assert_eq!(verdict.kind, VerdictKind::Dishonest);
    let found: Vec<_> = verdict.findings.iter().map(|found| (found.seat, found.turn)).collect();
    assert_eq!(found, [(by, number)]);
    let wins = verdict.result.is_some_and(|result| result.winners.contains(&by));
    assert!(!wins, "bob has won by it");
    Caught::Verify(verdict.findings[0].kind)
}

fn claim_without_the_setup(kind: Kind) -> Caught {
    let mut caught = FindingKind::IllegalMove;
    for key in 0..3 {
        let (mut game, by) = where_one_waits(&game_in_progress(kind));
        let mut turn = game.claim(by, game.deadline());
        assert!(turn.seed.is_some());
        match key {
            0 => turn.reveal.clear(),
            1 => turn.seed = None,
            _ => (turn.seed, turn.reveal) = (None, Vec::new()),
        }
        caught = mailed(&mut game, turn, by);
    }
    Caught::Arrival(caught)
}

/// Neither has won, and there is no draw before the reveal.
fn draw_without_a_setup(kind: Kind) -> Caught {
    let mut game = where_one_may(kind, |game, plan| {
        (plan.intent, plan.offer) = (game.any(), true);
    });
    let by = game.due().expect("the game continues").other();
    game.step(Intent::Accept);
    let open = game.verdict();
    assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(by)));
    assert_eq!(open.missing_reveals, [by]);
    nobody_claims(&game, game.deadline() + Duration::days(9_999));
    assert_eq!(fewest(kind), 2);
    Caught::Deadline
}
