//! Turns on the page: events, sending, pencil marks, rules and replays.

use std::fs;

use serde_json::json;

use crate::chromium::Browser;
use crate::people::{Person, begin, done, pbem};

fn bot_game(browser: &mut Browser, address: &str, kind: &str, seed: u64) -> Person {
    let bob = Person::fixed(browser, address, seed);
    browser.touch(&bob.tab, &format!(".tile[data-kind={kind}]"));
    browser.until(&bob.tab, "app.table && !busy && document.querySelector('#sign')");
    bob
}

#[test]
fn changed_squares_move_unless_motion_is_reduced() {
    let Some((mut browser, address)) = begin() else { return };
    for reduced in [false, true] {
        let mut bob = bot_game(&mut browser, &address, "checkpoint-danger", 201);
        let value = if reduced { "reduce" } else { "no-preference" };
        let feature = json!({"features": [{"name": "prefers-reduced-motion", "value": value}]});
        browser.on(&bob.tab, "Emulation.setEmulatedMedia", feature);
        let watch =
            "window.moved = 0; window.fresh = 0; document.addEventListener('animationstart',
            event => { if (event.animationName !== 'rise') window.moved += 1; }, true);
            new MutationObserver(() => {
                window.fresh += document.querySelectorAll('.bd-sq.fresh').length;
            }).observe(document, { subtree: true, attributes: true }); 0";
        browser.eval(&bob.tab, watch);
        for _ in 0..3 {
            bob.turn(&mut browser, true, false);
        }
        browser.until(&bob.tab, "window.fresh > 0");
        browser.eval(&bob.tab, "new Promise(done => setTimeout(done, 1200))");
        let moved = browser.eval(&bob.tab, "window.moved > 0");
        assert_eq!(moved, json!(!reduced));
        let moving = "document.getAnimations().filter(it => it.playState === 'running').length";
        assert_eq!(browser.eval(&bob.tab, moving), json!(0), "nothing moves for long");
    }
}

#[test]
fn a_touch_repaints_only_the_squares_that_change() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = bot_game(&mut browser, &address, "enemy-agent", 202);
    for _ in 0..4 {
        bob.turn(&mut browser, true, false);
    }
    while bob.table(&mut browser)["phase"] == json!("act") {
        bob.turn(&mut browser, true, false);
    }
    browser.until(&bob.tab, "!document.querySelector('.fresh')");
    let count = "(() => { const seen = new Set();
        const watch = new MutationObserver(all => all.forEach(one => {
            const it = one.target.closest?.('.bd-sq'); if (it) seen.add(it); }));
        watch.observe(document.querySelector('.board'),
            { subtree: true, attributes: true, childList: true });
        draw(); draw();
        return new Promise(done => setTimeout(() => done(seen.size), 50)); })()";
    assert_eq!(browser.eval(&bob.tab, count), json!(0), "nothing was touched");
}

#[test]
fn the_sent_button_appears_after_a_way_of_sending() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 203);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    bob.turn(&mut browser, true, false);
    browser.until(&bob.tab, "document.querySelector('#share')");
    let hidden = "document.querySelector('#sent').hidden";
    assert_eq!(browser.eval(&bob.tab, hidden), json!(true));
    // One main button, and leaving without sending asks once.
    let main = "[...document.querySelectorAll('main .go')].filter(it => it.offsetParent).length";
    assert_eq!(browser.eval(&bob.tab, main), json!(1));
    browser.touch(&bob.tab, "#board");
    browser.until(&bob.tab, "document.querySelector('#dialog').open");
    browser.touch(&bob.tab, "#yes");
    browser.until(&bob.tab, "document.querySelector('#send') && !busy");
    browser.touch(&bob.tab, "#send");
    browser.until(&bob.tab, "document.querySelector('#sent')");
    browser.eval(&bob.tab, "document.querySelector('main details').open = true");
    browser.touch(&bob.tab, "#copy");
    browser.until(&bob.tab, "!document.querySelector('#sent').hidden");
    // The button is not where the finger has just signed.
    let far = "document.querySelector('#sent').getBoundingClientRect().bottom < innerHeight - 64";
    browser.eval(&bob.tab, "scrollTo(0, 0); document.querySelector('main details').open = false");
    assert_eq!(browser.eval(&bob.tab, far), json!(true));
    browser.touch(&bob.tab, "#sent");
    browser.until(&bob.tab, "app.table && !app.table.unsent && !busy");
}

#[test]
fn page_and_command_line_share_pencil_marks() {
    let Some((mut browser, address)) = begin() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut bob = Person::new(&mut browser, &address, 204);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    bob.turn(&mut browser, true, false);
    browser.eval(&bob.tab, "render()");
    browser.touch(&bob.tab, "#more");
    browser.touch(&bob.tab, "#pencil");
    browser.touch(&bob.tab, ".board .on [data-name=A1]");
    browser.until(&bob.tab, "app.table.marks.A1 === 'x' && !busy");
    browser.touch(&bob.tab, "[data-pen='?']");
    browser.touch(&bob.tab, ".board .on [data-name=B2]");
    browser.until(&bob.tab, "app.table.marks.B2 === '?' && !busy");
    browser.touch(&bob.tab, "#pencil-type");
    browser.eval(&bob.tab, "document.querySelector('#pencil-typed').value = 'x C4-C9; clear A1'");
    browser.touch(&bob.tab, "#pencil-go");
    browser.until(&bob.tab, "app.table.marks.C9 && !busy");
    let drawn = "document.querySelectorAll('.board svg .pencil').length";
    assert!(browser.eval(&bob.tab, drawn).as_u64() >= Some(7));
    browser.touch(&bob.tab, "#pencil-done");
    // The program reads the same marks from the moved vault.
    let text = browser.eval(&bob.tab, "ask('move-out', {}).then(moved => moved.text)");
    fs::write(folder.join("vault"), text.as_str().expect("a backup")).expect("written");
    done(folder, "bob", &["restore", "vault"]);
    let (_, said) = pbem(folder, "bob", &["mark", "cd-carol", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let marks = said["marks"].as_object().expect("marks");
    let squares: Vec<&str> = marks.keys().map(String::as_str).collect();
    assert_eq!(squares, ["B2", "C4", "C5", "C6", "C7", "C8", "C9"]);
}

/// The board that shows the marks is in front, and marks are drawn on empty squares and on people.
#[test]
fn pencil_marks_are_drawn_in_every_game() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (220..).zip(["spy", "game-box", "espionage", "enemy-agent"]) {
        let mut bob = Person::fixed(&mut browser, &address, seed);
        let with = if kind == "game-box" { "'carol', 'dan'" } else { "'carol'" };
        let new = format!("ask('new', {{ kind: '{kind}', me: 'bob', with: [{with}] }}).then(sit)");
        browser.eval(&bob.tab, &new);
        bob.turn(&mut browser, true, false);
        browser.eval(&bob.tab, "render()");
        browser.size(&bob.tab, 1280, 800);
        browser.touch(&bob.tab, "#more");
        browser.touch(&bob.tab, "#pencil");
        let plain = "[...document.querySelectorAll('.board .on .bd-sq.touchable')]
            .filter(it => !it.querySelector('svg.near, svg.far')).slice(0, 2)
            .map(it => it.dataset.name)";
        let squares = browser.eval(&bob.tab, plain);
        let squares = squares.as_array().expect("squares").clone();
        assert_eq!(squares.len(), 2, "{kind}");
        for square in &squares {
            browser.touch(&bob.tab, &format!(".board .on [data-name={square}]"));
            let drawn = format!(
                "!busy && document.querySelector('.board [data-name={square}] .pencil')
                 ?.textContent === 'x'"
            );
            browser.until(&bob.tab, &drawn);
        }
        // A second tap erases the mark.
        browser.touch(&bob.tab, &format!(".board .on [data-name={}]", squares[0]));
        let gone = format!(
            "!busy && !document.querySelector('.board [data-name={}] .pencil')",
            squares[0]
        );
        browser.until(&bob.tab, &gone);
        browser.touch(&bob.tab, "#pencil-done");
    }
}

#[test]
fn rules_are_a_page_without_markdown() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (210..).zip(["checkpoint-danger", "espionage"]) {
        let bob = bot_game(&mut browser, &address, kind, seed);
        browser.touch(&bob.tab, "#how");
        browser.until(&bob.tab, "document.querySelector('#manual h2')");
        let text = browser.eval(&bob.tab, "document.querySelector('#manual').innerText");
        let text = text.as_str().expect("a text");
        for gone in ["|---", "```", "## ", "For programs"] {
            assert!(!text.contains(gone), "{kind}: {gone}");
        }
        let short = browser.eval(&bob.tab, "document.querySelectorAll('.short li').length");
        assert!(short.as_u64() >= Some(4), "{kind}: {short} short rules");
        assert!(
            browser.eval(&bob.tab, "!!document.querySelector('#manual .cover')") == json!(true)
        );
    }
}

#[test]
fn a_replay_gives_its_memory_back() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 205);
    let example = format!("{}/examples/espionage.toml", env!("CARGO_MANIFEST_DIR"));
    bob.paste(&mut browser, &fs::read_to_string(example).expect("an example"));
    browser.touch(&bob.tab, "#replay");
    browser.until(&bob.tab, "document.querySelector('#slider')");
    let memory = "core.memory.buffer.byteLength";
    let long = browser.eval(&bob.tab, memory).as_u64().expect("bytes");
    browser.touch(&bob.tab, "#step");
    browser.touch(&bob.tab, "#play");
    browser.touch(&bob.tab, "#back");
    browser.until(&bob.tab, "document.querySelector('#verify:enabled') && !busy");
    let after = browser.eval(&bob.tab, memory).as_u64().expect("bytes");
    println!("replay: {long} bytes, after it {after}");
    assert!(after < 16 << 20 && 2 * after < long.max(32 << 20));
    bob.is_well(&mut browser);
}

#[test]
fn an_invitation_from_the_future_warns_about_the_clock() {
    let Some((mut browser, address)) = begin() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let new = ["new", "spy", "g.toml", "--as", "alice", "--with", "bob", "--random"];
    done(folder.path(), "alice", &new);
    let file = fs::read_to_string(folder.path().join("g.toml")).expect("a file");
    let bob = Person::new(&mut browser, &address, 206);
    bob.paste(&mut browser, &file);
    assert!(browser.eval(&bob.tab, "document.querySelector('#clock')").is_null());
    let shift =
        "(() => { const now = Date.now; Date.now = () => now() + 3652 * 864e5; render(); })()";
    browser.eval(&bob.tab, shift);
    assert!(browser.eval(&bob.tab, "!!document.querySelector('#clock')") == json!(true));
}

#[test]
fn moved_games_can_be_saved_again_after_a_reload() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 207);
    let new = "ask('new', { kind: 'spy', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    bob.turn(&mut browser, true, false);
    browser.eval(&bob.tab, "home().then(() => document.querySelector('#vault').click())");
    browser.until(&bob.tab, "document.querySelector('#move')");
    browser.touch(&bob.tab, "#move");
    browser.touch(&bob.tab, "#yes");
    browser.until(&bob.tab, "document.querySelector('#moved')");
    browser.eval(&bob.tab, "store.read().then(() => 1)");
    browser.go(&bob.tab, &address);
    browser.touch(&bob.tab, "#moved-again");
    let text = browser.eval(&bob.tab, "document.querySelector('#moved').value");
    assert!(text.as_str().is_some_and(|text| text.contains("pbem backup")));
    let due =
        browser.eval(&bob.tab, "home().then(() => document.querySelectorAll('.tag.mine').length)");
    assert_eq!(due, json!(0), "the moved vault has no turns to make");
}

#[test]
fn a_deleted_store_says_how_to_save_the_games() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 208);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    browser.eval(&bob.tab, "store.database.close()");
    browser.touch(&bob.tab, "[data-spot='button at random']");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "document.querySelector('.wrong')");
    let said = browser.eval(&bob.tab, "document.querySelector('.wrong').innerText");
    let said = said.as_str().expect("words");
    assert!(said.contains("nothing was signed") && !said.contains("IDBDatabase"), "{said}");
    browser.touch(&bob.tab, "#gone-backup");
    assert_eq!(browser.eval(&bob.tab, "look('home').games.length"), json!(0));
}
