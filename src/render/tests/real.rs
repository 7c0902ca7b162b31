//! Scenes that the rule books paint, throughout whole random games.

use super::squares;
use crate::games::conformance::{options, play};
use crate::games::{Kind, Names, Rules, Seat, Visitor};
use crate::render::{Head, Look, html, list, svg, text};
use crate::rules::scene::Scene;

/// What the seats and the public see, some hundred times from the first fact to the last: games are
/// long.
fn scenes<R: Rules>(seats: u8, seed: u64) -> Vec<Scene> {
    let record = play::<R>(&options::<R>(&[], seats), seats, None, seed);
    let mut state = record.start;
    let mut scenes = Vec::new();
    let step = 1 + record.facts.len() / 100;
    for (at, fact) in record.facts.iter().enumerate() {
        R::fold(&mut state, fact);
        if at % step != 0 && at + 1 != record.facts.len() {
            continue;
        }
        scenes.push(R::scene(&state, None));
        scenes.extend(
            Seat::all(seats)
                .filter_map(|seat| record.owns[seat].as_ref())
                .map(|own| R::scene(&state, Some(own))),
        );
    }
    scenes
}

struct Fits;

impl Visitor for Fits {
    type Output = ();

    fn visit<R: Rules>(self) {
        let names = Names::new([
            "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan",
        ]);
        for seats in [*R::SEATS.start(), *R::SEATS.end()] {
            let scenes = scenes::<R>(seats, 7);
            for scene in &scenes {
                text_fits(scene, &names);
                pages_show_all_squares(scene, &names);
            }
        }
    }
}

fn text_fits(scene: &Scene, names: &Names) {
    let rich = text(scene, names, Look::default());
    let poor = text(scene, names, Look { ascii: true });
    assert_eq!(rich.lines().count(), poor.lines().count());
    for (rich, poor) in rich.lines().zip(poor.lines()) {
        assert!(rich.chars().count() <= 80, "{rich}");
        assert_eq!(rich.chars().count(), poor.chars().count());
        assert!(poor.is_ascii());
        assert_eq!(
            rich.matches('?').count(),
            poor.matches('?').count(),
            "each sign has a stand-in: {rich}"
        );
    }
    assert!(list(scene, names).lines().all(|line| line.chars().count() <= 80));
}

fn pages_show_all_squares(scene: &Scene, names: &Names) {
    let cells: usize = scene.boards.iter().flat_map(|board| &board.rows).map(squares).sum();
    for markup in [html(scene, names, &Head::default()), svg(scene, names, &Head::default())] {
        assert_eq!(markup.matches("class=\"cell ").count(), cells);
    }
}

#[test]
fn every_scene_of_every_game_fits_the_screen() {
    for kind in Kind::ALL {
        kind.visit(Fits);
    }
}
