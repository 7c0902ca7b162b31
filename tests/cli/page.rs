//! `pbem page`, and where invitations mention the page.

use crate::harness::Test;

#[test]
fn program_without_the_page_says_where_it_is_and_how_to_include_it() {
    let test = Test::new();
    test.pbem("alice", "config page-url https://games.example.org/pbem.html").ok();
    let ran = test.pbem("alice", "page pbem.html").run();
    if cfg!(feature = "page") {
        let page = test.read("alice", "pbem.html");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("pbem turn file"));
        test.pbem("alice", "page pbem.html").refused(2);
    } else {
        assert_eq!(ran.code, Some(3));
        assert!(ran.err.contains("https://games.example.org/pbem.html"), "{}", ran.err);
        assert!(ran.err.contains("--features page"), "{}", ran.err);
        assert!(!test.path("alice", "pbem.html").exists());
    }
}

#[test]
fn invitation_says_where_to_play_without_installing() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with bob --random").ok();
    let letter = |name: &str| {
        test.pbem("alice", &format!("send game.toml --to bob=bob@example.org -o {name}")).ok();
        test.read("alice", name).replace("=\r\n", "").replace("=\n", "")
    };
    let said = letter("one.eml");
    assert!(said.contains("pbem.html, open it") && !said.contains("https://"), "{said}");
    test.pbem("alice", "config page-url https://games.example.org/pbem.html").ok();
    let said = letter("two.eml");
    assert!(said.contains("https://games.example.org/pbem.html") && said.contains("on your phone"));
    let refused = test.pbem("alice", "config page-url").arg("javascript:alert(1)").run();
    assert_eq!(refused.code, Some(2));
}
