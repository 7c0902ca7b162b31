//! What people who see the page for the first time need: colors, labels, costs, ways out.

use serde_json::{Value, json};

use crate::chromium::{Browser, Tab};
use crate::people::{Person, begin};
use crate::screens::{against_a_bot, invited};

fn text(browser: &mut Browser, tab: &Tab, selector: &str) -> String {
    let find = format!("document.querySelector({})?.innerText || ''", json!(selector));
    browser.eval(tab, &find).as_str().unwrap_or_default().to_owned()
}

/// Makes the setup of a game, and turns without a choice, until a move is due.
fn until_a_move(browser: &mut Browser, bob: &mut Person) {
    while bob.table(browser)["phase"] != json!("move") {
        bob.turn(browser, true, false);
    }
}

#[test]
fn pieces_have_the_colors_of_their_sides() {
    let Some((mut browser, address)) = begin() else { return };
    let color = |piece: &str| {
        format!(
            "(() => {{ const it = [...document.querySelectorAll('.board .bd-sq svg')]
                .find(it => it.querySelector('.t')?.textContent === '{piece}');
                return getComputedStyle(it.querySelector('.side:not(.only-far), .only-near'))
                    .fill.match(/\\d+/g).map(Number); }})()"
        )
    };
    // A bot's opponent is Blue, an invited player is Red.
    let blue = Person::fixed(&mut browser, &address, 701);
    against_a_bot(&mut browser, &blue.tab, "enemy-agent");
    let red = invited(&mut browser, &address, "enemy-agent", 702);
    for person in [&blue, &red] {
        for (piece, is_blue) in [("I1", true), ("I2", true), ("I3", false), ("I4", false)] {
            let rgb = browser.eval(&person.tab, &color(piece));
            assert_eq!(rgb[2].as_u64() > rgb[0].as_u64(), is_blue, "{piece}: {rgb}");
        }
    }
}

#[test]
fn first_touch_of_a_small_board_also_chooses() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 703);
    against_a_bot(&mut browser, &bob.tab, "enemy-agent");
    until_a_move(&mut browser, &mut bob);
    browser.size(&bob.tab, 360, 616);
    browser.eval(&bob.tab, "render(); scrollTo(0, 0)");
    let first = "app.hand.touches.find(touch => touch.at.square)";
    let wanted = browser.eval(&bob.tab, first);
    let square = wanted["at"]["square"][1].clone();
    browser.touch(&bob.tab, &format!(".board [data-name={square}]"));
    assert_eq!(browser.eval(&bob.tab, "app.draft"), wanted["draft"]);
    assert_eq!(browser.eval(&bob.tab, "!!document.querySelector('.zoomed')"), json!(true));
    assert_eq!(text(&mut browser, &bob.tab, "#sign"), "Finish turn");
}

#[test]
fn buttons_show_which_people_in_the_hotel_are_agents() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 704);
    against_a_bot(&mut browser, &bob.tab, "enemy-agent");
    let agents = browser.eval(&bob.tab, "app.draft").as_str().unwrap_or_default().to_owned();
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "app.table.phase !== 'setup' && !busy");
    until_a_move(&mut browser, &mut bob);
    let hats = "[...document.querySelectorAll('.spots [data-spot^=\"piece \"]')]
        .filter(it => it.querySelector('svg .ink')).map(it => it.dataset.spot.slice(6)).join(' ')";
    let hats = browser.eval(&bob.tab, hats);
    assert!(agents.contains(&format!("agents {}", hats.as_str().unwrap_or_default())), "{agents}");
    assert_eq!(hats.as_str().map(|hats| hats.split(' ').count()), Some(3), "{hats}");
}

#[test]
fn long_news_are_shown_whole_after_a_touch() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 705);
    against_a_bot(&mut browser, &bob.tab, "enemy-agent");
    until_a_move(&mut browser, &mut bob);
    browser.size(&bob.tab, 360, 616);
    let longer = "app.table.news.filter(turn => turn.lines.length)
        .forEach(turn => { turn.lines = Array(30).fill(turn.lines[0]); }); render()";
    browser.eval(&bob.tab, longer);
    let hidden = "(it => it.scrollHeight - it.clientHeight)(document.querySelector('.event'))";
    assert!(browser.eval(&bob.tab, hidden).as_u64() > Some(10));
    browser.touch(&bob.tab, ".tell .all");
    assert!(browser.eval(&bob.tab, hidden).as_u64() < Some(3));
}

#[test]
fn board_without_touches_names_the_other_tab() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 706);
    against_a_bot(&mut browser, &bob.tab, "checkpoint-danger");
    until_a_move(&mut browser, &mut bob);
    let says = text(&mut browser, &bob.tab, ".says");
    assert!(!says.contains("Nothing to select"), "{says}");
    browser.touch(&bob.tab, ".tabs button[aria-pressed=false]");
    let says = text(&mut browser, &bob.tab, ".says");
    assert!(says.contains("Nothing to select on this board") && says.contains("Bot"), "{says}");
    browser.touch(&bob.tab, ".tabs button[aria-pressed=false]");
    assert!(!text(&mut browser, &bob.tab, ".says").contains("Nothing to select"));
    // On a desktop both boards are in view.
    browser.size(&bob.tab, 1280, 800);
    browser.eval(&bob.tab, "render()");
    assert!(!text(&mut browser, &bob.tab, ".says").contains("Nothing to select"));
}

/// Alice after her first turn, on the screen that sends it.
fn sending(browser: &mut Browser, address: &str, seed: u64) -> Person {
    let mut alice = Person::fixed(browser, address, seed);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'alice', with: ['bob'] }).then(sit)";
    browser.eval(&alice.tab, new);
    alice.turn(browser, true, false);
    browser.until(&alice.tab, "document.querySelector('#share')");
    alice
}

#[test]
fn message_explains_itself_to_someone_new() {
    let Some((mut browser, address)) = begin() else { return };
    let alice = sending(&mut browser, &address, 707);
    for way in ["share", "mail"] {
        let href = format!("decodeURIComponent(document.querySelector('#{way}').href)");
        let href = browser.eval(&alice.tab, &href);
        let href = href.as_str().expect("an address");
        for part in ["Alice invites you", "pbem.html in any browser", "pbem receive cd-"] {
            assert!(href.contains(part), "{way} has no {part:?}: {href}");
        }
        assert!(!href.contains(".toml"), "{href}");
    }
    // The button saves the file that the email needs.
    let watch = "(() => { window.saved = []; const click = HTMLAnchorElement.prototype.click;
        HTMLAnchorElement.prototype.click = function () {
            if (this.download) window.saved.push(this.download); else click.call(this); };
        document.querySelector('#mail').removeAttribute('href');
        document.querySelector('main details').open = true; })()";
    browser.eval(&alice.tab, watch);
    browser.touch(&alice.tab, "#mail");
    browser.touch(&alice.tab, "#save");
    let saved = browser.eval(&alice.tab, "window.saved");
    let names = saved.as_array().expect("names");
    assert!(names.len() == 2 && names[0] == names[1], "{saved}");
    assert!(
        names[0].as_str().is_some_and(|name| name.split('.').next_back() == Some("txt")),
        "{saved}"
    );
    let said = text(&mut browser, &alice.tab, "main");
    assert!(said.contains(&format!("Saved as {}", names[0].as_str().unwrap_or_default())));
    // The recipient can paste the text with its explanation.
    let copied = "(() => { navigator.clipboard.writeText = text => {
        window.copied = text; return Promise.resolve(); }; })()";
    browser.eval(&alice.tab, copied);
    browser.touch(&alice.tab, "#copy");
    let copied = browser.eval(&alice.tab, "window.copied");
    let copied = copied.as_str().expect("a text");
    assert!(copied.starts_with("Alice invites you"), "{copied}");
    let bob = Person::fixed(&mut browser, &address, 708);
    bob.paste(&mut browser, copied);
    assert_eq!(bob.table(&mut browser)["you"], json!("bob"));
}

#[test]
fn sheet_stays_open_after_a_refused_paste() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::fixed(&mut browser, &address, 709);
    browser.touch(&bob.tab, "#inbox");
    let paste = "(() => { const it = document.querySelector('#paste'); it.value = 'Hello Bob';
        it.dispatchEvent(new Event('input')); })()";
    browser.eval(&bob.tab, paste);
    browser.touch(&bob.tab, "#paste-go");
    browser.until(&bob.tab, "document.querySelector('#dialog[open] .wrong')");
    assert_eq!(
        browser.eval(&bob.tab, "document.querySelector('#paste').value"),
        json!("Hello Bob")
    );
    assert_eq!(browser.eval(&bob.tab, "document.querySelectorAll('main .wrong').length"), json!(0));
}

#[test]
fn house_rules_have_labels_and_switches() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::fixed(&mut browser, &address, 710);
    browser.touch(&bob.tab, "#invite");
    let fill = "(() => { const kind = document.querySelector('#kind'); kind.value = 'enemy-agent';
        kind.onchange(); document.querySelector('#me').value = 'Bob';
        document.querySelector('#with').value = 'Carol';
        document.querySelector('main details').open = true; })()";
    browser.eval(&bob.tab, fill);
    let shown = text(&mut browser, &bob.tab, "main");
    for raw in ["must-move", "stop-card", "days-per", "true", "false"] {
        assert!(!shown.contains(raw), "{raw} in {shown}");
    }
    browser.touch(&bob.tab, "[data-rule=diagonal][type=checkbox]");
    browser.touch(&bob.tab, "#begin");
    browser.until(&bob.tab, "app.table && !busy");
    let rules = bob.table(&mut browser)["house_rules"].clone();
    let names: Vec<&Value> =
        rules.as_array().expect("rules").iter().map(|rule| &rule["name"]).collect();
    assert_eq!(names, [&json!("diagonal")]);
    assert_eq!(rules[0]["value"], json!("true"));
}

#[test]
fn bot_game_is_deleted_after_a_question() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 711);
    against_a_bot(&mut browser, &bob.tab, "spy");
    bob.turn(&mut browser, true, false);
    browser.touch(&bob.tab, "#delete");
    browser.touch(&bob.tab, "#yes");
    browser.until(&bob.tab, "document.querySelector('.tile') && !busy");
    let left = "store.read().then(documents =>
        Object.keys(documents).filter(name => name.includes('games/')).length)";
    assert_eq!(browser.eval(&bob.tab, left), json!(0));
    browser.go(&bob.tab, &address);
    assert_eq!(browser.eval(&bob.tab, "look('home').games.length"), json!(0));
    bob.is_well(&mut browser);
    // A game with a person has no such button, and an unstarted game is discarded.
    let carol = sending(&mut browser, &address, 712);
    browser.eval(&carol.tab, "ask('game', { id: app.table.id }).then(sit)");
    browser.until(&carol.tab, "document.querySelector('.under') && !busy");
    assert!(browser.eval(&carol.tab, "document.querySelector('#delete')").is_null());
    against_a_bot(&mut browser, &carol.tab, "espionage");
    browser.touch(&carol.tab, "#discard");
    browser.until(&carol.tab, "document.querySelector('.tile')");
    let listed = "document.querySelectorAll('#games li').length";
    assert_eq!(browser.eval(&carol.tab, listed), json!(1));
}

#[test]
fn restored_game_waits_without_an_error() {
    let Some((mut browser, address)) = begin() else { return };
    let alice = sending(&mut browser, &address, 713);
    let saved = browser.eval(&alice.tab, "look('backup', { passphrase: '' }).text");
    let copy = Person::fixed(&mut browser, &address, 714);
    let footer = text(&mut browser, &copy.tab, "#vault");
    assert!(footer.contains("Backup") && footer.contains("restore"), "{footer}");
    copy.paste(&mut browser, saved.as_str().expect("a backup"));
    browser.touch(&copy.tab, "#restore");
    browser.until(&copy.tab, "document.querySelector('.games .b') && !busy");
    browser.touch(&copy.tab, ".games .b");
    browser.until(&copy.tab, "document.querySelector('#restored')");
    copy.is_well(&mut browser);
    for gone in ["#send", "#sign", "#again"] {
        let find = format!("document.querySelector('{gone}')");
        assert!(browser.eval(&copy.tab, &find).is_null(), "{gone}");
    }
    assert_eq!(browser.eval(&copy.tab, "document.querySelectorAll('.card.warn').length"), json!(0));
    browser.touch(&copy.tab, "#nothing-since");
    browser.touch(&copy.tab, "#yes");
    browser.until(&copy.tab, "document.querySelector('#send')");
    copy.is_well(&mut browser);
}

/// The costs are in view before the signing button is touched.
#[test]
fn whole_sentence_about_costs_is_in_view() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::fixed(&mut browser, &address, 715);
    against_a_bot(&mut browser, &bob.tab, "spy");
    until_a_move(&mut browser, &mut bob);
    browser.size(&bob.tab, 360, 616);
    for draft in ["4C-4F", "4C-", "guess"] {
        if browser.eval(&bob.tab, &format!("look('touch', {{ draft: '{draft}' }}).hand")).is_null()
        {
            continue;
        }
        browser.eval(&bob.tab, &format!("touch({{ draft: '{draft}' }})"));
        let cut = "(it => it.scrollHeight > it.clientHeight + 2)
            (document.querySelector('.says span'))";
        assert_eq!(browser.eval(&bob.tab, cut), json!(false), "{draft}");
    }
    browser.eval(&bob.tab, "touch({ draft: '4C' })");
    let eye = text(&mut browser, &bob.tab, ".why");
    assert_eq!(eye, "Reveals");
}
