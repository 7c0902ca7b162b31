//! Scenes of all kinds, from whole random games.

use crate::games::Kind;
use crate::games::conformance::{options, play};
use crate::render::{Look, columns, list, text};
use crate::rules::scene::Scene;
use crate::rules::{Game, Names, Show, Shown};

/// Returns scenes of a game for every seat and for the public. Because games are long, returns the
/// scenes of only about a hundred steps, spread over the whole game.
fn scenes<G: Game>(seats: u8, seed: u64) -> Vec<Scene> {
    let record = play::<G>(&options::<G>(&[], seats), seats, None, seed);
    let (mut position, mut shown) = (record.start, Shown::nothing(seats));
    let mut scenes = Vec::new();
    let step = 1 + record.taken.len() / 100;
    for (at, taken) in record.taken.iter().enumerate() {
        taken.apply(&mut position, &mut shown);
        if at % step != 0 && at + 1 != record.taken.len() {
            continue;
        }
        scenes.push(position.scene(&shown, None));
        scenes.extend(record.owns.iter().map(|(_, own)| position.scene(&shown, Some(own))));
    }
    scenes
}

fn all_fit<G: Game>() {
    let names =
        Names::new(["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"]);
    for seats in [*G::PROFILE.seats.start(), *G::PROFILE.seats.end()] {
        for scene in &scenes::<G>(seats, 7) {
            text_fits(scene, &names);
        }
    }
}

fn text_fits(scene: &Scene, names: &Names) {
    let rich = text(scene, names, Look::default());
    let poor = text(scene, names, Look { ascii: true, ..Look::default() });
    assert_eq!(rich.lines().count(), poor.lines().count());
    for (rich, poor) in rich.lines().zip(poor.lines()) {
        assert!(columns(rich) <= 80, "{rich}");
        assert_eq!(columns(rich), columns(poor));
        assert!(poor.is_ascii());
        assert_eq!(
            rich.matches('?').count(),
            poor.matches('?').count(),
            "each symbol has a stand-in: {rich}"
        );
    }
    for width in [60, 80, 120] {
        let look = Look { width, ..Look::default() };
        for drawn in [text(scene, names, look), list(scene, names, look)] {
            let wide = drawn.lines().find(|line| columns(line) > width);
            assert_eq!(wide, None, "at {width}:\n{drawn}");
        }
    }
}

#[test]
fn every_scene_of_every_game_fits_the_screen() {
    for kind in Kind::ALL {
        with_game!(*kind, G => all_fit::<G>());
    }
}
