//! `pbem show --format html`. `render` tests that pages are well formed; these tests use screens of
//! real games.

use pbem::games::Kind;

use crate::play::Game;
use crate::{Desk, frames, seats, text};

/// A game after 14 steps, before any reveal.
fn half_played(kind: Kind) -> Game {
    let mut game = Game::new(kind, seats(kind), &[], 5);
    for _ in 0..14 {
        game.step(game.any());
    }
    game
}

#[test]
fn page_loads_nothing() {
    let desk = Desk::new();
    for kind in Kind::published() {
        desk.lay("game.toml", &half_played(kind));
        let page = desk
            .ok("erin", "show game.toml --public --format html")
            .replace("http://www.w3.org/2000/svg", "");
        for outside in [
            "http:", "https:", "url(", "@import", " src=", " href=", "<iframe", "<object", "<link",
            "fetch(", "import(",
        ] {
            assert!(!page.contains(outside), "{kind}: {outside}");
        }
        assert!(page.contains("content=\"default-src 'none'; "), "{kind}");
        assert!(page.is_ascii(), "{kind}");
    }
}

/// The facts of the only frame of a page, and its news.
fn facts_and_news(page: &str) -> (Vec<[String; 2]>, Vec<String>) {
    let text = text(page);
    let [frame] = frames(&text) else { panic!("one frame: {text}") };
    let facts = serde_json::from_value(frame["views"][0]["facts"].clone()).expect("pairs");
    (facts, serde_json::from_value(frame["lines"].clone()).expect("texts"))
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
    let page = desk.ok("bob", "show game.toml --format html");
    let (facts, news) = facts_and_news(&page);
    let question = facts.iter().find(|[label, _]| label == "Question for you").expect("a question");
    assert!(question[1].contains("Fiji 6. Your answer: 2 (Fiji 3 and Bering 2)"), "{facts:?}");
    assert!(news.iter().any(|line| line.contains("alice calls Fiji 6")), "{news:?}");
    let public = desk.ok("erin", "show game.toml --public --format html");
    let (facts, _) = facts_and_news(&public);
    assert!(facts.iter().any(|[label, _]| label == "Question for bob"), "{facts:?}");
    assert!(!public.contains("Your answer"));
}

#[test]
fn page_of_a_turn_tells_only_that_turn() {
    let desk = Desk::new();
    let game = half_played(Kind::ALL[0]);
    desk.lay("game.toml", &game);
    let later = desk.ok("erin", "show game.toml --public --turn 9 --format html");
    let (_, last) = facts_and_news(&later);
    let earlier = desk.ok("erin", "show game.toml --public --turn 8 --format html");
    let (_, before) = facts_and_news(&earlier);
    assert!(!last.is_empty() && !before.is_empty());
    assert!(before.iter().all(|line| !last.contains(line)), "{before:?} {last:?}");
}
