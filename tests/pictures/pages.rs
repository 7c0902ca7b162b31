//! Pages load nothing else. `render` tests that they are well formed; these tests use screens of
//! real games.

use pbem::games::Kind;

use crate::play::Game;
use crate::{Desk, seats};

/// A game after 14 steps, before any reveal.
fn half_played(kind: Kind) -> Game {
    let mut game = Game::new(kind, seats(kind), &[], 5);
    for _ in 0..14 {
        game.step(game.any());
    }
    game
}

#[test]
fn page_loads_and_runs_nothing() {
    let desk = Desk::new();
    for kind in Kind::published() {
        desk.lay("game.toml", &half_played(kind));
        for format in ["html", "svg"] {
            let page = desk
                .ok("erin", &format!("show game.toml --public --format {format}"))
                .replace("http://www.w3.org/2000/svg", "");
            for outside in [
                "<script", "http:", "https:", "url(", "@import", " src=", " href=", "<iframe",
                "<object", "<link",
            ] {
                let found = page.find(outside);
                assert!(found.is_none(), "{kind} {format}: {outside}");
            }
            assert!(page.is_ascii(), "{kind} {format}");
        }
    }
}

#[test]
fn page_shows_the_open_question_with_its_answer() {
    let desk = Desk::new();
    desk.ok(
        "alice",
        "new checkpoint-danger game.toml --first alice --with bob --setup B8,D4,E2,G6",
    );
    desk.ok("bob", "join game.toml --setup B2,C7,F1,F3");
    desk.ok("alice", "move game.toml F6");
    for format in ["html", "svg"] {
        let page =
            desk.ok("bob", &format!("show game.toml --format {format}")).replace("&#160;", " ");
        for text in [
            "Question for you",
            "Fiji 6. Your answer: 2 (Fiji 3 and Bering 2)",
            "alice calls Fiji 6",
        ] {
            assert!(page.contains(text), "{format}: {text}");
        }
        let public = desk
            .ok("erin", &format!("show game.toml --public --format {format}"))
            .replace("&#160;", " ");
        assert!(public.contains("Question for bob") && !public.contains("Your answer"), "{format}");
    }
}
