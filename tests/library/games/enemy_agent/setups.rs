//! Links, and sealed and revealed setups.

use pbem::table::FindingKind::{BadLink, IllegalSetup, SealMismatch};
use pbem::table::Intent;

use super::{PLAYED, Position};
use crate::cheats::BOB;
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::{Game, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::ChosenChance,
        "using a link that isn't from the cheater's chain, or skipping, repeating, leaving out or \
         adding a link",
        links,
    ),
    Cheat(Attempt::CopiedTip, "copying the opponent's tip", tip_copied),
    Cheat(
        Attempt::IllegalSetup,
        "sealing four Agents or two instead of three, or no plan or two plans instead of one",
        illegal_setups,
    ),
    Cheat(
        Attempt::OtherSetup,
        "moving the plan during the game, and revealing it in the new building at the end",
        plan_moved,
    ),
    Cheat(
        Attempt::OtherSetup,
        "revealing Agents that differ from the sealed ones",
        other_agents_shown,
    ),
];

fn links() -> Caught {
    let positions = Position::like(|position| position.at > 6 && position.turn().seed.is_none());
    for position in &positions {
        let own = &position.game().players[position.seat().index()].chain;
        let shown = position.played.game.file.turns[2..position.at]
            .iter()
            .filter(|turn| turn.seat == position.turn().seat)
            .count();
        assert_eq!(position.turn().link, own.link(shown + 1));
        let others = position.before().and_then(|turn| turn.link);
        for link in [
            own.link(shown + 2),
            own.link(shown + 3),
            own.link(shown),
            Some(own.tip()),
            others,
            Some([7; 32]),
        ] {
            position.refused(BadLink, |_, turn| turn.link = link);
        }
        position.refused(BadLink, |_, turn| turn.link = None);
    }
    // There is no link before the game begins, and a joining player can't try several.
    for position in Position::all().take(2) {
        let own = &position.game().players[position.seat().index()].chain;
        position.refused(BadLink, |_, turn| turn.link = own.link(1));
        position.refused(BadLink, |_, turn| turn.tip = None);
    }
    for position in &positions {
        let own = &position.game().players[position.seat().index()].chain;
        position.refused(BadLink, |_, turn| turn.tip = Some(own.tip()));
    }
    Caught::Arrival(BadLink)
}

fn tip_copied() -> Caught {
    let position = Position { played: &PLAYED[0], at: 1 };
    let tip = position.before().and_then(|turn| turn.tip);
    position.refused(BadLink, |_, turn| turn.tip = tip)
}

/// Bob seals this setup, legal or not; the game continues until a player resigns.
fn bob_seals(agents: &str, plan: &str, turns: u32, shown: Option<[&str; 2]>) -> Game {
    let mut game = Game::new(of_kind("enemy-agent"), 2, &[], 6);
    game.step(Intent::Nothing);
    let has = |list: &str, number: u8| list.split(' ').any(|other| other == number.to_string());
    let passports = (7..=12).map(|number| {
        (format!("passport-{number}"), if has(agents, number) { "agent" } else { "tourist" })
    });
    let buildings = (1..=4).map(|number| {
        (format!("building-{number}"), if has(plan, number) { "plan" } else { "empty" })
    });
    let seals =
        passports.chain(buildings).map(|(item, value)| game.seal(BOB, &item, value)).collect();
    game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
    game.players[1].setup = vec![format!("agents {agents}"), format!("plan {plan}")];
    while game.turns() < turns {
        game.step(game.any());
    }
    game.step(Intent::Resign);
    if game.due() != Some(BOB) && game.file.turns.iter().all(|turn| turn.seed.is_none()) {
        game.step(Intent::Nothing);
    }
    if let Some(shown) = shown {
        // Bob's turn with the reveal is made again.
        while game.due().is_some() {
            let bobs = game.due() == Some(BOB);
            game.cheat_unseen(Intent::Nothing, |turn| {
                if bobs {
                    turn.reveal = shown.map(str::to_owned).to_vec();
                }
            });
        }
    }
    game.finish();
    game
}

fn illegal_setups() -> Caught {
    for (agents, plan) in [
        ("7 8 9 10", "2"),
        ("7 8", "2"),
        ("none", "2"),
        ("7 8 9 10 11 12", "1"),
        ("7 9 11", "none"),
        ("7 9 11", "1 3"),
        ("7 9 11", "1 2 3 4"),
    ] {
        for turns in [3, 14] {
            let game = bob_seals(agents, plan, turns, None);
            game.caught_at_the_end(BOB, 2, IllegalSetup);
        }
    }
    Caught::Verify(IllegalSetup)
}

/// Alice resigns, so that bob is the last to reveal.
fn bob_shows(shown: [&str; 2]) {
    // Alice resigns in turn 3 or 5.
    let game = bob_seals("7 9 11", "2", 4, Some(shown));
    let last = game.turns();
    assert_eq!(game.file.turns.last().map(|turn| turn.seat.as_str()), Some("bob"));
    game.caught_at_the_end(BOB, last, SealMismatch);
}

fn plan_moved() -> Caught {
    bob_shows(["agents 7 9 11", "plan 3"]);
    bob_shows(["agents 7 9 11", "plan 2 3"]);
    bob_shows(["agents 7 9 11", "plan none"]);
    Caught::Verify(SealMismatch)
}

fn other_agents_shown() -> Caught {
    bob_shows(["agents 8 10 12", "plan 2"]);
    bob_shows(["agents 7 9 12", "plan 2"]);
    bob_shows(["agents 7 9 10 11", "plan 2"]);
    Caught::Verify(SealMismatch)
}
