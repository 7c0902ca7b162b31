//! Sealed and revealed networks.

use std::collections::BTreeSet;

use pbem::audit::VerdictKind;
use pbem::table::FindingKind::{IllegalSetup, SealMismatch};
use pbem::table::Intent;

use super::{
    ALICES, ALICES_TWIN, BOBS, NOBODYS, cheat, name, order, scores, space, spaces, table_with,
};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::IllegalSetup, "sealing an illegal network", illegal_networks),
    Cheat(
        Attempt::OtherSetup,
        "revealing a network that differs from the sealed one",
        another_network_shown,
    ),
    Cheat(Attempt::IllegalSetup, "sealing hot spaces that don't form a network", no_network_sealed),
];

/// Bob seals these spaces as hot and plays with this network.
fn bob_hides(hot: &BTreeSet<(i32, i32)>, network: &str) -> Game {
    table_with(&[], |game| {
        let all = (1..=10).flat_map(|row| (1..=10).map(move |col| (row, col)));
        let seals = all
            .map(|at| game.seal(BOB, &name(at), if hot.contains(&at) { "hot" } else { "blank" }))
            .collect();
        game.cheat_unseen(Intent::Nothing, |turn| turn.setup = seals);
        game.players[1].setup = vec![network.to_owned()];
    })
}

const ILLEGAL: [(&str, &str); 9] = [
    ("seven lines", "10A 10G 5G 5C 8C 8E 7E 7F"),
    ("five lines", "10A 10G 5G 5C 8C 8E"),
    ("a loop", "1A 1D 4D 4A 1A"),
    ("a loop of six lines", "1A 1F 3F 3D 6D 6A 1A"),
    ("touching", "5A 5G 4G 4D 6D 6H 1H"),
    ("a line of seven", "10A 10H 5H 5D 8D 8F 7F"),
    ("two lines of one length", "10A 10G 5G 5C 8C 8E 6E"),
    ("no right angle", "10A 10F 10G 5G 5C 8C 8E"),
    ("one space", "4D"),
];

fn illegal_networks() -> Caught {
    for (what, network) in ILLEGAL {
        for bob_wins in [true, false] {
            let mut game = bob_hides(&spaces(network), network);
            game.step(order("1J"));
            if bob_wins {
                game.step(order("10J"));
            }
            game.step(Intent::Resign);
            game.step(Intent::Nothing);
            let finding = game.caught_at_the_end(BOB, 2, IllegalSetup);
            assert!(finding.message.contains("do not allow"), "{what}: {}", finding.message);
            scores(&game, ALICE, 1);
        }
    }
    Caught::Verify(IllegalSetup)
}

/// Alice has resigned; bob reveals items that weren't sealed.
fn bob_shows(hot: &str, shown: &str) {
    let mut game = bob_hides(&spaces(hot), hot);
    game.step(Intent::Resign);
    cheat(&mut game, Intent::Nothing, |_, turn| turn.reveal = vec![shown.to_owned()])
        .expect("it is compared by the audit alone");
    game.caught_at_the_end(BOB, 4, SealMismatch);
}

fn another_network_shown() -> Caught {
    bob_shows(BOBS, NOBODYS);
    bob_shows(BOBS, ALICES);
    bob_shows(ILLEGAL[0].1, BOBS);
    // Only hot spaces count: another network with the same ones is equal.
    let mut game = bob_hides(&spaces(ALICES), ALICES);
    game.step(Intent::Resign);
    cheat(&mut game, Intent::Nothing, |_, turn| turn.reveal = vec![ALICES_TWIN.to_owned()])
        .expect("as good as bob's own");
    assert_eq!(game.verdict().kind, VerdictKind::Honest);
    scores(&game, BOB, 1);
    Caught::Verify(SealMismatch)
}

fn no_network_sealed() -> Caught {
    let mut more = spaces(BOBS);
    more.insert(space("1A"));
    let mut fewer = spaces(BOBS);
    fewer.remove(&space("10B"));
    for hot in [BTreeSet::new(), more, fewer] {
        let mut game = bob_hides(&hot, BOBS);
        game.step(Intent::Resign);
        game.step(Intent::Nothing);
        game.caught_at_the_end(BOB, 4, SealMismatch);
    }
    Caught::Verify(SealMismatch)
}
