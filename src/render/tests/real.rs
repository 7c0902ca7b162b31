//! Scenes that the rule books paint, at every point of whole random games.

use crate::games::checkpoint_danger::CheckpointDanger;
use crate::games::conformance::{options, play};
use crate::games::scene::Scene;
use crate::games::{Names, Rules, Seat};
use crate::render::{Head, Look, html, list, svg, text};

/// What the seats and the public see, from the first fact to the last.
fn scenes<R: Rules>(seats: u8, seed: u64) -> Vec<Scene> {
    let record = play::<R>(&options::<R>(&[], seats), seats, None, seed);
    let mut state = record.start;
    let mut scenes = Vec::new();
    for fact in &record.facts {
        R::fold(&mut state, fact);
        scenes.push(R::scene(&state, None));
        scenes.extend(Seat::all(seats).filter_map(|seat| record.owns[seat].as_ref()).map(|own| R::scene(&state, Some(own))));
    }
    scenes
}

fn fit<R: Rules>(seats: u8) {
    let names = Names::new(["alice", "bob", "carol", "dave", "erin"]);
    for scene in scenes::<R>(seats, 7) {
        let rich = text(&scene, &names, Look::default());
        let poor = text(&scene, &names, Look { ascii: true });
        for (rich, poor) in rich.lines().zip(poor.lines()) {
            assert!(rich.chars().count() <= 80, "{rich}");
            assert_eq!(rich.chars().count(), poor.chars().count());
            assert!(poor.is_ascii() && !poor.contains('?') || rich.contains('?'), "{rich}");
        }
        assert!(list(&scene, &names).lines().all(|line| line.chars().count() <= 80));
        let cells: usize = scene.boards.iter().flat_map(|board| &board.rows).map(crate::render::tests::squares).sum();
        for markup in [html(&scene, &names, &Head::default()), svg(&scene, &names, &Head::default())] {
            assert_eq!(markup.matches("class=\"cell ").count(), cells);
        }
    }
}

#[test]
fn checkpoint_danger_fits() {
    fit::<CheckpointDanger>(2);
}
