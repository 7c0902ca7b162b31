//! Screens: layout, reloads, and focus.

use std::fs;

use serde_json::{Value, json};

use crate::chromium::{Browser, Tab};
use crate::people::{Person, begin, done};

const KINDS: [&str; 5] = ["checkpoint-danger", "spy", "game-box", "espionage", "enemy-agent"];

/// Two phones with the bars of a browser, a phone on its side, a tablet and a desktop.
const SIZES: [(u32, u32); 5] = [(390, 664), (360, 616), (844, 390), (768, 1024), (1280, 800)];

/// The text of an invitation from alice to bob.
fn invitation(kind: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let with = if kind == "game-box" { "bob,carol" } else { "bob" };
    let new = ["new", kind, "g.toml", "--as", "alice", "--with", with, "--random"];
    done(folder.path(), "alice", &new);
    fs::read_to_string(folder.path().join("g.toml")).expect("a file")
}

pub(crate) fn invited(browser: &mut Browser, address: &str, kind: &str, seed: u64) -> Person {
    let bob = Person::new(browser, address, seed);
    bob.paste(browser, &invitation(kind));
    bob.sit_down(browser, "bob");
    bob
}

/// A game against bots by one touch on its tile.
pub(crate) fn against_a_bot(browser: &mut Browser, tab: &Tab, kind: &str) {
    browser.eval(tab, "home()");
    browser.touch(tab, &format!(".tile[data-kind={kind}]"));
    browser.until(tab, "app.table && !busy && document.querySelector('#sign')");
}

fn reload(browser: &mut Browser, tab: &Tab, address: &str) {
    // IndexedDB writes are in order, so a read comes after the last note.
    browser.eval(tab, "store.read().then(() => 1)");
    browser.go(tab, address);
    browser.until(tab, "!busy");
}

/// A script that returns four values: whether there is a board, the number of squares out of view,
/// the width of the page out of view in pixels, and true if the signing button is in view.
const IN_VIEW: &str = "(() => {
    scrollTo(0, 0);
    const bar = document.querySelector('.bar').getBoundingClientRect();
    const beside = bar.left > innerWidth / 3;
    const low = beside ? innerHeight : bar.top;
    const high = document.querySelector('header').getBoundingClientRect();
    const top = high.width < innerWidth ? 0 : high.bottom;
    const shown = [...document.querySelectorAll('.board .bd-sq')].filter(it => it.offsetParent)
        .map(it => it.getBoundingClientRect());
    const out = shown.filter(it => it.top < top - 1 || it.bottom > low + 1 || it.left < 0
        || it.right > innerWidth + 1).length;
    const sign = document.querySelector('#sign')?.getBoundingClientRect();
    return [shown.length > 20, out, document.documentElement.scrollWidth - innerWidth,
        !!sign && sign.bottom <= innerHeight + 1 && sign.top >= 0];
})()";

fn is_in_view(browser: &mut Browser, tab: &Tab, what: &str) {
    for (width, height) in SIZES {
        browser.size(tab, width, height);
        browser.eval(tab, "new Promise(done => setTimeout(done, 30)).then(fit)");
        let seen = browser.eval(tab, IN_VIEW);
        assert_eq!(seen, json!([true, 0, 0, true]), "{what} at {width}x{height}");
    }
    browser.size(tab, 390, 664);
}

#[test]
fn every_square_is_in_view_at_five_sizes() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (101..).zip(KINDS) {
        let bob = invited(&mut browser, &address, kind, seed);
        is_in_view(&mut browser, &bob.tab, &format!("an invitation to {kind}"));
        let mut bob = Person::fixed(&mut browser, &address, seed);
        against_a_bot(&mut browser, &bob.tab, kind);
        for _ in 0..5 {
            if ["setup", "move", "act"].contains(&phase(&mut browser, &bob).as_str()) {
                bob.turn(&mut browser, true, false);
            }
        }
        let phase = phase(&mut browser, &bob);
        assert!(phase == "move" || phase == "act", "{kind} is over too soon");
        is_in_view(&mut browser, &bob.tab, &format!("a game of {kind}"));
    }
}

fn phase(browser: &mut Browser, person: &Person) -> String {
    let phase = person.table(browser)["phase"].clone();
    phase.as_str().unwrap_or_default().to_owned()
}

/// A touch of a wide board on a phone enlarges it.
#[test]
fn a_new_turn_shows_the_whole_board_again() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 106);
    against_a_bot(&mut browser, &bob.tab, "enemy-agent");
    browser.size(&bob.tab, 390, 664);
    for turn in 0..8 {
        if !["setup", "move", "act"].contains(&phase(&mut browser, &bob).as_str()) {
            break;
        }
        browser.eval(&bob.tab, "scrollTo(0, 0)");
        browser.touch(&bob.tab, ".board .bd-sq");
        let enlarged = browser.eval(&bob.tab, "!!document.querySelector('.zoomed')");
        assert_eq!(enlarged, json!(true), "a touch enlarges the board of turn {turn}");
        bob.turn(&mut browser, true, false);
        if phase(&mut browser, &bob) != "over" {
            is_in_view(&mut browser, &bob.tab, &format!("after turn {turn}"));
        }
    }
}

#[test]
fn the_join_button_stays_in_reach_with_large_text() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (111..).zip(["espionage", "enemy-agent"]) {
        let bob = invited(&mut browser, &address, kind, seed);
        browser.eval(&bob.tab, "document.documentElement.style.fontSize = '200%'");
        for (width, height) in SIZES {
            browser.size(&bob.tab, width, height);
            let seen = browser.eval(&bob.tab, IN_VIEW);
            assert_eq!(seen[3], json!(true), "{kind} at {width}x{height}: {seen}");
            assert!(seen[2].as_i64() <= Some(0), "{kind} at {width}x{height}: {seen}");
        }
    }
}

#[test]
fn two_touches_start_each_game_against_a_bot() {
    let Some((mut browser, address)) = begin() else { return };
    for (seed, kind) in (121..).zip(KINDS) {
        let bob = Person::fixed(&mut browser, &address, seed);
        let tiles = browser.eval(&bob.tab, "document.querySelectorAll('.tile').length");
        assert_eq!(tiles, json!(5));
        against_a_bot(&mut browser, &bob.tab, kind);
        if browser.eval(&bob.tab, "document.querySelector('#sign').disabled") == json!(false) {
            browser.touch(&bob.tab, "#sign");
            browser.until(&bob.tab, "!busy && app.table.chair === 'own'");
        }
        bob.is_well(&mut browser);
    }
}

#[test]
fn drafts_and_invitations_survive_a_reload() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = invited(&mut browser, &address, "espionage", 131);
    // An invitation that was only opened.
    reload(&mut browser, &bob.tab, &address);
    assert_eq!(bob.table(&mut browser)["chair"], json!("free"));
    browser.touch(&bob.tab, ".board .touchable");
    browser.touch(&bob.tab, ".board .bd-sq:not(.marked).touchable");
    let draft = browser.eval(&bob.tab, "app.draft");
    assert_ne!(draft, json!(""));
    reload(&mut browser, &bob.tab, &address);
    assert_eq!(browser.eval(&bob.tab, "app.draft"), draft);
    // The list of games contains it, and opens it with its draft.
    browser.touch(&bob.tab, "#back");
    browser.until(&bob.tab, "document.querySelector('#games .tag')");
    let tag = browser.eval(&bob.tab, "document.querySelector('#games .tag').textContent");
    assert_eq!(tag, json!("Invitation"));
    browser.touch(&bob.tab, "#games .b");
    browser.until(&bob.tab, "app.table && !busy");
    assert_eq!(browser.eval(&bob.tab, "app.draft"), draft);
    browser.touch(&bob.tab, "#step-back");
    let before = browser.eval(&bob.tab, "app.draft");
    reload(&mut browser, &bob.tab, &address);
    assert_eq!(browser.eval(&bob.tab, "app.draft"), before, "undo is saved too");
    bob.turn(&mut browser, true, false);
    let left = "Object.keys(store.own).filter(key => key.startsWith('#draft')).length";
    assert_eq!(browser.eval(&bob.tab, left), json!(0), "signing deletes the draft");
    // A reload returns to the send screen.
    assert!(browser.eval(&bob.tab, "!!document.querySelector('#share')") == json!(true));
    reload(&mut browser, &bob.tab, &address);
    browser.until(&bob.tab, "document.querySelector('#share')");
    let own = "Object.keys(store.documents).filter(key => key[0] === '#').length";
    assert_eq!(browser.eval(&bob.tab, own), json!(0), "notes never reach the core");
}

#[test]
fn a_started_game_and_a_half_move_survive_a_reload() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 132);
    against_a_bot(&mut browser, &bob.tab, "espionage");
    let draft = browser.eval(&bob.tab, "app.draft");
    reload(&mut browser, &bob.tab, &address);
    assert_eq!(browser.eval(&bob.tab, "app.draft"), draft);
    bob.turn(&mut browser, true, false);
    browser.until(&bob.tab, "!busy");
    while phase(&mut browser, &bob) == "act" {
        bob.turn(&mut browser, true, false);
    }
    browser.touch(&bob.tab, ".board .touchable");
    let draft = browser.eval(&bob.tab, "app.draft");
    reload(&mut browser, &bob.tab, &address);
    assert_eq!(browser.eval(&bob.tab, "app.draft"), draft);
    assert_eq!(phase(&mut browser, &bob), "move");
}

#[test]
fn a_typed_invitation_survives_a_reload() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 133);
    browser.touch(&bob.tab, "#invite");
    let fill = "(() => { const it = document.querySelector('#with'); it.value = 'Zo\u{eb} Smith';
        it.dispatchEvent(new Event('input', { bubbles: true })); })()";
    browser.eval(&bob.tab, fill);
    reload(&mut browser, &bob.tab, &address);
    let typed = browser.eval(&bob.tab, "document.querySelector('#with').value");
    assert_eq!(typed, json!("Zo\u{eb} Smith"));
    // The page asks for a missing name, and accepts accents.
    browser.touch(&bob.tab, "#begin");
    browser.until(&bob.tab, "document.querySelector('.wrong')");
    browser.eval(&bob.tab, "document.querySelector('#me').value = 'Bob'");
    browser.touch(&bob.tab, "#begin");
    browser.until(&bob.tab, "app.table && !busy");
    let names: Vec<Value> = bob.table(&mut browser)["players"].as_array().expect("players").clone();
    assert!(names.iter().any(|player| player["name"] == json!("zoe-smith")), "{names:?}");
}

/// Which element has the focus.
const FOCUS: &str = "(it => it.dataset.spot || it.dataset.name || it.id || it.tagName)
    (document.activeElement)";

#[test]
fn the_focus_stays_after_every_action() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = invited(&mut browser, &address, "espionage", 141);
    let press = |browser: &mut Browser, selector: &str| {
        let find = format!("document.querySelector({}).focus()", json!(selector));
        browser.eval(&bob.tab, &find);
        let before = browser.eval(&bob.tab, FOCUS);
        browser.key(&bob.tab, "Enter");
        browser.until(&bob.tab, "!busy");
        assert_eq!(browser.eval(&bob.tab, FOCUS), before, "after Enter on {selector}");
    };
    press(&mut browser, ".spots [data-spot='button 2']");
    press(&mut browser, "[data-name=A7]");
    press(&mut browser, "[data-name=B7]");
    press(&mut browser, "#step-back");
    against_a_bot(&mut browser, &bob.tab, "checkpoint-danger");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "!busy && document.querySelector('.tabs button')");
    press(&mut browser, ".tabs button");
    // Sheets have names.
    browser.eval(&bob.tab, "document.querySelector('#more').click()");
    let heard = browser.heard(&bob.tab);
    assert!(heard.contains(&("dialog".to_owned(), "More".to_owned())), "{heard:?}");
}

#[test]
fn touch_targets_are_44_pixels_high() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = invited(&mut browser, &address, "checkpoint-danger", 142);
    let small = "[...document.querySelectorAll('button:not(.bd-sq), a, summary, input, select')]
        .filter(it => it.offsetParent && !it.hidden).filter(it => {
            const tall = it.getBoundingClientRect().height;
            const reach = it.closest('.tabs') ? 6 : 0;
            return tall + reach < 43.5;
        }).map(it => it.outerHTML.slice(0, 100))";
    assert_eq!(browser.eval(&bob.tab, small), json!([]), "invitation");
    against_a_bot(&mut browser, &bob.tab, "checkpoint-danger");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "!busy && document.querySelector('.tabs button')");
    assert_eq!(browser.eval(&bob.tab, small), json!([]), "table");
    browser.touch(&bob.tab, "#more");
    assert_eq!(browser.eval(&bob.tab, small), json!([]), "menu");
    browser.eval(&bob.tab, "document.querySelector('#dialog').close(); home()");
    browser.until(&bob.tab, "document.querySelector('.tile')");
    assert_eq!(browser.eval(&bob.tab, small), json!([]), "first screen");
}

#[test]
fn a_touch_enlarges_a_wide_board_at_that_square() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = invited(&mut browser, &address, "enemy-agent", 143);
    browser.size(&bob.tab, 360, 616);
    browser.eval(&bob.tab, "scrollTo(0, 0); fit()");
    let far = "[...document.querySelectorAll('.board .bd-sq')].at(-1)";
    let small = browser.eval(&bob.tab, &format!("{far}.offsetWidth"));
    assert!(small.as_u64() < Some(30), "{small}");
    let name = browser.eval(&bob.tab, &format!("{far}.dataset.name"));
    browser.touch(&bob.tab, &format!(".board [data-name={name}]"));
    let seen = format!(
        "(({{ left, right, top, bottom, width }}) => [left >= 0, right <= innerWidth, top > 48,
          bottom < document.querySelector('.bar').getBoundingClientRect().top, width >= 39])
         ({far}.getBoundingClientRect())"
    );
    assert_eq!(browser.eval(&bob.tab, &seen), json!([true, true, true, true, true]));
    browser.touch(&bob.tab, ".bd-whole");
    assert_eq!(browser.eval(&bob.tab, &format!("{far}.offsetWidth")), small);
}
