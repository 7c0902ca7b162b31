//! Layout, contrast, names for screen readers, size and speed. Takes pictures of the screens.

use serde_json::{Value, json};

use crate::chromium::{Browser, Tab};
use crate::people::{Person, begin, done};

const KINDS: [&str; 5] = ["checkpoint-danger", "spy", "game-box", "espionage", "enemy-agent"];

/// Checks width, touch targets and the size of squares.
fn is_usable(browser: &mut Browser, tab: &Tab, what: &str) {
    let wide = browser.eval(tab, "document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_i64() <= Some(0), "{what} is {wide} px too wide");
    let small = "[...document.querySelectorAll('.b, summary')]
        .filter(it => it.offsetWidth
            && it.getBoundingClientRect().height < (it.matches('.b') ? 44 : 34))
        .map(it => it.outerHTML.slice(0, 90))";
    assert_eq!(browser.eval(tab, small), json!([]), "{what} has buttons too small for a thumb");
    let squares = "Math.min(...[...document.querySelectorAll('.bd-sq')]
        .filter(it => it.offsetWidth).map(it => it.getBoundingClientRect().width), 999)";
    let squares = browser.eval(tab, squares);
    // A board of more than ten columns is shown whole first, and enlarged by a touch.
    let whole = browser.eval(tab, "!!document.querySelector('.overview')") == json!(true);
    let least = if whole || what.ends_with("end") { 10.0 } else { 26.5 };
    assert!(squares.as_f64() >= Some(least), "{what} has squares of {squares} px");
}

/// Finds text with a contrast under 4.5 (WCAG 2.2, 1.4.3), except on disabled buttons.
const PALE: &str = "(() => {
    const parts = text => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = it => {
        for (; it; it = it.parentElement) {
            const [r, g, b, a = 1] = parts(getComputedStyle(it).backgroundColor);
            if (a > 0.5) return [r, g, b];
        }
        return [255, 255, 255];
    };
    const pale = it => {
        const two = [light(parts(getComputedStyle(it).color)), light(behind(it))];
        return (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05) < 4.5;
    };
    const written = it => [...it.childNodes].some(kid => kid.nodeType === 3 && kid.data.trim());
    return [...document.querySelectorAll('header *, main *, .bar *')]
        .filter(it => it.offsetWidth && written(it) && !it.closest(':disabled, .bd') && pale(it))
        .map(it => it.outerHTML.slice(0, 120));
})()";

/// Tables as the terminal shows them. The page draws them.
const TABLES: &str = "[...document.querySelectorAll('.bd-aside')]
    .filter(it => it.offsetParent).map(it => it.textContent)";

/// Lines with a name in lower case, as in files. The page shows names in upper case.
const LOWER: &str = "[...document.querySelectorAll('header, main, .bar')]
    .flatMap(it => it.innerText.split('\\n'))
    .filter(line => /(?<![\\w-]|\\ba )(alice|bob|carol|bot)(?![\\w-])/.test(line))";

/// Takes pictures at the widths of a phone and a desktop, light and dark.
fn pictures(browser: &mut Browser, tab: &Tab, name: &str) {
    is_usable(browser, tab, name);
    assert_eq!(browser.eval(tab, TABLES), json!([]), "{name}");
    assert_eq!(browser.eval(tab, PALE), json!([]), "{name}");
    assert_eq!(browser.eval(tab, LOWER), json!([]), "{name}");
    browser.picture(tab, &format!("{name}-390"));
    browser.dark(tab, true);
    assert_eq!(browser.eval(tab, PALE), json!([]), "{name}, dark");
    browser.picture(tab, &format!("{name}-390-dark"));
    browser.size(tab, 1200, 900);
    browser.picture(tab, &format!("{name}-1200-dark"));
    browser.dark(tab, false);
    browser.picture(tab, &format!("{name}-1200"));
    browser.size(tab, 390, 844);
}

#[test]
fn every_screen_fits_a_phone() {
    let Some((mut browser, address)) = begin() else { return };
    every_screen_around_a_game_fits(&mut browser, &address);
    for (seed, kind) in (61..).zip(KINDS) {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let with = if kind == "game-box" { "bob,carol" } else { "bob" };
        done(
            folder,
            "alice",
            &["new", kind, "g.toml", "--as", "alice", "--with", with, "--random"],
        );
        let file = std::fs::read_to_string(folder.join("g.toml")).expect("a file");
        let mut bob = Person::new(&mut browser, &address, seed);
        bob.paste(&mut browser, &file);
        if bob.table(&mut browser)["why"].is_object() {
            browser.touch(&bob.tab, "[data-seat=bob]");
            browser.until(&bob.tab, "app.table.chair === 'free'");
        }
        finds_what_is_pale(&mut browser, &bob.tab);
        pictures(&mut browser, &bob.tab, &format!("{kind}-1-invitation"));
        bob.draft(&mut browser, true);
        pictures(&mut browser, &bob.tab, &format!("{kind}-2-setup"));
        practise(&mut browser, &mut bob, kind);
        if bob.table(&mut browser)["phase"] == json!("move") {
            bob.draft(&mut browser, true);
            pictures(&mut browser, &bob.tab, &format!("{kind}-3-move"));
            names_are_told(&mut browser, &bob.tab, kind);
        }
        let example = format!("{}/examples/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
        bob.paste(&mut browser, &std::fs::read_to_string(example).expect("an example"));
        pictures(&mut browser, &bob.tab, &format!("{kind}-4-end"));
        browser.touch(&bob.tab, "#replay");
        browser.until(&bob.tab, "document.querySelector('#slider')");
        pictures(&mut browser, &bob.tab, &format!("{kind}-5-replay"));
    }
}

fn every_screen_around_a_game_fits(browser: &mut Browser, address: &str) {
    let mut alice = Person::new(browser, address, 60);
    pictures(browser, &alice.tab, "0-home");
    browser.touch(&alice.tab, "#invite");
    let fill = "(() => {
        document.querySelector('#kind').value = 'enemy-agent';
        document.querySelector('#kind').onchange();
        document.querySelector('#me').value = 'alice';
        document.querySelector('#with').value = 'bob';
        document.querySelector('main details').open = true;
    })()";
    browser.eval(&alice.tab, fill);
    pictures(browser, &alice.tab, "0-invite");
    browser.touch(&alice.tab, "#begin");
    browser.until(&alice.tab, "app.table && !busy");
    alice.turn(browser, true, false);
    browser.until(&alice.tab, "document.querySelector('#copy')");
    pictures(browser, &alice.tab, "0-send");
    browser.eval(&alice.tab, "home().then(() => document.querySelector('#vault').click())");
    browser.until(&alice.tab, "document.querySelector('#backup')");
    pictures(browser, &alice.tab, "0-vault");
}

/// Plays some turns against bots.
fn practise(browser: &mut Browser, bob: &mut Person, kind: &str) {
    let practice = format!(
        "ask('new', {{ kind: '{kind}', me: 'bob', bots: Array({}).fill('easy') }}).then(sit)",
        if kind == "game-box" { 2 } else { 1 }
    );
    browser.eval(&bob.tab, &practice);
    for _ in 0..6 {
        if bob.table(browser)["phase"] == json!("over") {
            return;
        }
        bob.turn(browser, true, false);
    }
    until_a_move_is_due(browser, bob);
}

/// Signs turns without a choice until the player can move.
fn until_a_move_is_due(browser: &mut Browser, bob: &mut Person) {
    while bob.table(browser)["phase"] == json!("act") {
        bob.turn(browser, true, false);
    }
}

/// Checks that the search for low contrast finds an example.
fn finds_what_is_pale(browser: &mut Browser, tab: &Tab) {
    let plant = "document.querySelector('main').insertAdjacentHTML('beforeend',
        '<p id=pale style=\"color: #999\">pale</p>')";
    browser.eval(tab, plant);
    let found = browser.eval(tab, PALE);
    assert!(found.as_array().is_some_and(|all| all.len() == 1), "{found}");
    browser.eval(tab, "document.querySelector('#pale').remove()");
}

/// Checks that squares and buttons have names for screen readers.
fn names_are_told(browser: &mut Browser, tab: &Tab, kind: &str) {
    let tree = browser.on(tab, "Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let named = |role: &str| -> Vec<&Value> {
        let of_role = |node: &&Value| node["role"]["value"] == json!(role);
        nodes.iter().filter(of_role).map(|node| &node["name"]["value"]).collect()
    };
    let cells = named("gridcell");
    assert!(cells.len() > 20, "{kind}: {} squares", cells.len());
    assert!(cells.iter().all(|name| name.as_str().is_some_and(|name| !name.is_empty())));
    assert!(named("button").iter().all(|name| name.as_str() != Some("")), "{kind}");
}

#[test]
fn it_is_quick_and_small() {
    let Some((mut browser, address)) = begin() else { return };
    let bytes = std::fs::metadata(address.trim_start_matches("file://")).expect("a file").len();
    assert!(bytes <= 1_250_000, "pbem.html has {bytes} bytes");
    let mut bob = Person::fixed(&mut browser, &address, 71);
    let start = browser.eval(&bob.tab, "[times.start, performance.now()].map(Math.round)");
    println!("pbem.html: {bytes} bytes; unpacked and compiled after {start} ms");
    for kind in KINDS {
        let example = format!("{}/examples/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
        bob.paste(&mut browser, &std::fs::read_to_string(example).expect("an example"));
        let took = "(() => { const start = performance.now(); look('verify');
                    return Math.round(performance.now() - start); })()";
        println!("{kind}: verified in {} ms", browser.eval(&bob.tab, took));
        practise(&mut browser, &mut bob, kind);
        // A guess ends a game of Spy!.
        while bob.table(&mut browser)["phase"] == json!("over") {
            practise(&mut browser, &mut bob, kind);
        }
        // From a touch, or its undo, to the end of layout.
        let took = "(() => { const start = performance.now();
                    for (let n = 0; n < 20; n++) {
                      document.querySelector(n % 2 ? '#step-back' : '.touchable, .bd-chip').click();
                      document.body.offsetHeight;
                    }
                    return Math.round((performance.now() - start) / 2) / 10; })()";
        println!("{kind}: a touch is shown after {} ms", browser.eval(&bob.tab, took));
    }
}

#[test]
fn moves_can_be_made_by_keyboard_and_typed() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 72);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'bob', bots: ['easy'] }).then(sit)";
    browser.eval(&bob.tab, new);
    // Fiji 6 has no agent of its caller, so the call is legal.
    browser.until(&bob.tab, "app.table?.phase === 'setup' && !busy");
    browser.eval(&bob.tab, "touch({ draft: 'B2 C7 F1 F3' })");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "app.table.phase !== 'setup' && !busy");
    until_a_move_is_due(&mut browser, &mut bob);
    let focus = "document.querySelector('.bd-sq.touchable').focus()";
    browser.eval(&bob.tab, focus);
    browser.key(&bob.tab, "ArrowRight");
    browser.key(&bob.tab, "ArrowDown");
    browser.key(&bob.tab, "Enter");
    browser.until(&bob.tab, "app.draft !== ''");
    browser.touch(&bob.tab, "#more");
    let typed = "(() => { const it = document.querySelector('#typed'); it.value = 'fiji 6';
        it.dispatchEvent(new Event('input')); return app.draft; })()";
    assert_eq!(browser.eval(&bob.tab, typed), json!("fiji 6"));
    // One touch signs it.
    browser.touch(&bob.tab, "#sign-typed");
    browser.until(&bob.tab, "app.table.news.some(turn => turn.lines.join().includes('Fiji 6'))");
}
