//! Contact sheets: every screen of every game at four sizes, light and dark, for people to look at.
//! `just sheets` writes them to `target/tmp/page`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chromium::{Browser, Tab, unbase64};
use crate::people::{Person, begin, done};

const KINDS: [&str; 5] = ["checkpoint-danger", "spy", "game-box", "espionage", "enemy-agent"];
const SIZES: [(u32, u32); 4] = [(360, 664), (390, 664), (768, 1024), (1280, 800)];

/// Screenshots of one game, in the order in which a player sees the screens.
#[derive(Default)]
struct Sheet {
    /// Name of the screen, then one picture for each size, light and dark.
    screens: Vec<(String, Vec<String>)>,
}

impl Sheet {
    fn shoot(&mut self, browser: &mut Browser, tab: &Tab, screen: &str) {
        let mut shots = Vec::new();
        for (width, height) in SIZES {
            let about = json!({
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800,
            });
            browser.on(tab, "Emulation.setDeviceMetricsOverride", about);
            for dark in [false, true] {
                browser.dark(tab, dark);
                let settle = "scrollTo(0, 0); if (app.board) fit();
                    new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))";
                browser.eval(tab, settle);
                let shot = browser.on(tab, "Page.captureScreenshot", json!({"format": "png"}));
                shots.push(shot["data"].as_str().expect("a picture").to_owned());
            }
        }
        browser.dark(tab, false);
        browser.size(tab, 390, 844);
        self.screens.push((screen.to_owned(), shots));
    }

    /// Writes one picture for each size and color scheme.
    fn write(&self, browser: &mut Browser, tab: &Tab, name: &str) {
        for (at, (width, height)) in SIZES.into_iter().enumerate() {
            let shown = if width < 700 { width } else { width / 2 };
            let across = if width < 700 { 5 } else { 3 };
            for (dark, scheme) in ["light", "dark"].into_iter().enumerate() {
                let figure = |(screen, shots): &(String, Vec<String>)| {
                    format!(
                        "<figure><figcaption>{screen}</figcaption><img width={shown} \
                         src='data:image/png;base64,{}'></figure>",
                        shots[2 * at + dark]
                    )
                };
                let figures: String = self.screens.iter().map(figure).collect();
                let page = format!(
                    "<!DOCTYPE html><style>body {{ margin: 8px; background: #888; display: grid; \
                     grid-template-columns: repeat({across}, {shown}px); gap: 8px; }} \
                     figure {{ margin: 0; font: 13px sans-serif; }}</style>{figures}"
                );
                let file = browser.folder().join("sheet.html");
                fs::write(&file, page).expect("written");
                browser.load(tab, &format!("file://{}", file.display()));
                let rows = u32::try_from(self.screens.len()).expect("few").div_ceil(across);
                let tall = height * shown / width + 26;
                let about = json!({
                    "width": across * (shown + 8) + 8, "height": rows * tall + 8,
                    "deviceScaleFactor": 1, "mobile": false,
                });
                browser.on(tab, "Emulation.setDeviceMetricsOverride", about);
                browser.picture(tab, &format!("sheet-{name}-{width}-{scheme}"));
            }
        }
    }
}

#[test]
#[ignore = "for people to look at: just sheets"]
fn contact_sheets_show_every_screen() {
    let Some((mut browser, address)) = begin() else { return };
    let only = std::env::var("PBEM_SHEET").unwrap_or_default();
    let paper = browser.person();
    if "screens".contains(&only) {
        let sheet = around_a_game(&mut browser, &address);
        sheet.write(&mut browser, &paper, "screens");
    }
    for (seed, kind) in (501..).zip(KINDS) {
        if kind.contains(&only) {
            let sheet = whole_game(&mut browser, &address, kind, seed);
            sheet.write(&mut browser, &paper, kind);
        }
    }
}

/// Waits until nothing moves.
fn still(browser: &mut Browser, tab: &Tab) {
    browser.eval(tab, "new Promise(done => setTimeout(done, 900))");
}

fn whole_game(browser: &mut Browser, address: &str, kind: &str, seed: u64) -> Sheet {
    let mut sheet = Sheet::default();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let with = if kind == "game-box" { "bob,carol" } else { "bob" };
    let new = ["new", kind, "game.toml", "--as", "alice", "--with", with, "--random", "--note"];
    done(folder, "alice", &[&new[..], &["Good luck! I have a bad feeling about this."]].concat());
    let mut bob = Person::new(browser, address, seed);
    bob.paste(browser, &read(folder));
    bob.sit_down(browser, "bob");
    sheet.shoot(browser, &bob.tab, "1 invitation");
    if bob.table(browser)["phase"] == json!("setup") {
        bob.draft(browser, true);
        sheet.shoot(browser, &bob.tab, "2 setup");
    }
    let mut seen = Vec::new();
    for _ in 0..24 {
        let phase = bob.table(browser)["phase"].clone();
        let phase = phase.as_str().unwrap_or_default().to_owned();
        // A caller of Game Box may be out.
        if phase == "wait" {
            break;
        }
        let is_new = !seen.contains(&phase);
        if is_new && ["move", "act"].contains(&phase.as_str()) {
            still(browser, &bob.tab);
            let screen = if phase == "act" { "your answer" } else { "your turn" };
            sheet.shoot(browser, &bob.tab, screen);
            if phase == "move" {
                bob.draft(browser, false);
                sheet.shoot(browser, &bob.tab, "move chosen");
            }
        }
        if phase != "setup" {
            seen.push(phase);
        }
        let all = ["move", "act"].iter().all(|phase| seen.iter().any(|seen| seen == phase));
        if all || seen.iter().any(|phase| phase == "over") {
            break;
        }
        let file = bob.turn(browser, true, false);
        fs::write(folder.join("game.toml"), file).expect("written");
        if seen.len() < 2 {
            browser.eval(&bob.tab, "render()");
            still(browser, &bob.tab);
            sheet.shoot(browser, &bob.tab, "their turn");
        }
        opponents(folder);
        bob.paste(browser, &read(folder));
    }
    let example = format!("{}/examples/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
    bob.paste(browser, &fs::read_to_string(example).expect("an example"));
    browser.until(&bob.tab, "document.querySelector('#verify:enabled')");
    still(browser, &bob.tab);
    sheet.shoot(browser, &bob.tab, "the end");
    browser.touch(&bob.tab, "#replay");
    browser.until(&bob.tab, "document.querySelector('#slider')");
    browser.eval(
        &bob.tab,
        "(it => { it.value = Math.floor(it.max / 2);
        it.dispatchEvent(new Event('input')); })(document.querySelector('#slider'))",
    );
    sheet.shoot(browser, &bob.tab, "replay");
    let rules = format!("rules('{kind}', home)");
    browser.eval(&bob.tab, &rules);
    sheet.shoot(browser, &bob.tab, "rules");
    sheet
}

fn read(folder: &Path) -> String {
    fs::read_to_string(folder.join("game.toml")).expect("a file")
}

/// The program makes the turns of all the other players.
fn opponents(folder: &Path) {
    for step in 0..6 {
        let shown = done(folder, "judge", &["show", "game.toml", "--public", "--json"]);
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        match shown["to_act"][0].as_str() {
            None | Some("bob") => return,
            Some(name) => crate::games::program(folder, name, step),
        }
    }
}

/// The screens that are the same for all games.
fn around_a_game(browser: &mut Browser, address: &str) -> Sheet {
    let mut sheet = Sheet::default();
    let mut alice = Person::new(browser, address, 500);
    sheet.shoot(browser, &alice.tab, "first screen");
    browser.touch(&alice.tab, "#inbox");
    still(browser, &alice.tab);
    sheet.shoot(browser, &alice.tab, "open an invitation");
    browser.eval(&alice.tab, "document.querySelector('#dialog').close()");
    browser.touch(&alice.tab, "#invite");
    sheet.shoot(browser, &alice.tab, "invite a friend");
    let fill = "(() => {
        document.querySelector('#me').value = 'alice';
        document.querySelector('#with').value = 'bob';
    })()";
    browser.eval(&alice.tab, fill);
    browser.touch(&alice.tab, "#begin");
    browser.until(&alice.tab, "app.table && !busy");
    browser.touch(&alice.tab, ".board .touchable");
    sheet.shoot(browser, &alice.tab, "draft");
    alice.turn(browser, true, false);
    browser.until(&alice.tab, "document.querySelector('#copy')");
    sheet.shoot(browser, &alice.tab, "send");
    browser.eval(&alice.tab, "document.querySelector('main details').open = true");
    browser.touch(&alice.tab, "#copy");
    still(browser, &alice.tab);
    sheet.shoot(browser, &alice.tab, "sent");
    for kind in ["spy", "enemy-agent"] {
        browser.eval(&alice.tab, "home()");
        browser.touch(&alice.tab, &format!(".tile[data-kind={kind}]"));
        browser.until(&alice.tab, "app.table && !busy");
        alice.turn(browser, true, false);
    }
    browser.until(&alice.tab, "!busy && app.table");
    browser.touch(&alice.tab, "#more");
    still(browser, &alice.tab);
    sheet.shoot(browser, &alice.tab, "more");
    browser.eval(&alice.tab, "document.querySelector('#dialog').close()");
    browser.eval(&alice.tab, "home()");
    still(browser, &alice.tab);
    sheet.shoot(browser, &alice.tab, "game list");
    browser.touch(&alice.tab, "#vault");
    browser.until(&alice.tab, "document.querySelector('#backup')");
    sheet.shoot(browser, &alice.tab, "vault");
    alice.paste(browser, "Hello Alice, how are you?");
    still(browser, &alice.tab);
    sheet.shoot(browser, &alice.tab, "error");
    sheet
}

/// Writes a picture for docs/page.md: screenshots side by side, as a small WebP.
fn write_picture(browser: &mut Browser, tab: &Tab, name: &str, shots: &[String], size: (u32, u32)) {
    let image = |shot: &String| format!("<img src='data:image/webp;base64,{shot}'>");
    let images: String = shots.iter().map(image).collect();
    let page = format!(
        "<!DOCTYPE html><style>body {{ margin: 0; background: #fff; display: flex; gap: 16px; }} \
         img {{ box-sizing: border-box; width: {}px; border: 1px solid #bbb; border-radius: 12px }}\
         </style>{images}",
        size.0
    );
    let file = browser.folder().join("picture.html");
    fs::write(&file, page).expect("written");
    browser.load(tab, &format!("file://{}", file.display()));
    let many = u32::try_from(shots.len()).expect("few");
    let about = json!({
        "width": many * (size.0 + 16) - 16, "height": size.1,
        "deviceScaleFactor": 1, "mobile": false,
    });
    browser.on(tab, "Emulation.setDeviceMetricsOverride", about);
    let how = json!({"format": "webp", "quality": 70});
    let shot = browser.on(tab, "Page.captureScreenshot", how);
    let bytes = unbase64(shot["data"].as_str().expect("a picture"));
    assert!(bytes.len() < 60_000, "{name}: {} bytes", bytes.len());
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    fs::write(docs.join(name), bytes).expect("written");
}

/// A screenshot at this size.
fn screenshot(browser: &mut Browser, tab: &Tab, (width, height): (u32, u32)) -> String {
    browser.size(tab, width, height);
    browser.eval(tab, "scrollTo(0, 0); if (app.board) fit()");
    still(browser, tab);
    let how = json!({"format": "webp", "quality": 100});
    let shot = browser.on(tab, "Page.captureScreenshot", how);
    shot["data"].as_str().expect("a picture").to_owned()
}

#[test]
#[ignore = "writes pictures: just page-pictures"]
fn pictures_for_the_docs() {
    let Some((mut browser, address)) = begin() else { return };
    let paper = browser.person();
    let mut bob = Person::fixed(&mut browser, &address, 520);
    let (phone, desktop) = ((360, 640), (1200, 750));
    let mut phones = vec![screenshot(&mut browser, &bob.tab, phone)];
    let mut desktops = Vec::new();
    for (kind, turns) in [("checkpoint-danger", 9), ("espionage", 9), ("spy", 8)] {
        browser.eval(&bob.tab, "home()");
        browser.touch(&bob.tab, &format!(".tile[data-kind={kind}]"));
        browser.until(&bob.tab, "app.table && !busy && document.querySelector('#sign')");
        for turn in 0..turns {
            // A random move in Spy! may be a guess, which ends the game.
            let asks = kind == "spy" && bob.table(&mut browser)["phase"] == json!("move");
            if asks {
                let space = ["5E", "3C", "7H", "8D", "2G", "5H", "9B", "3E"][turn % 8];
                browser.eval(&bob.tab, &format!("touch({{ draft: '{space}' }}); sign()"));
                browser.until(&bob.tab, "!busy");
            } else {
                bob.turn(&mut browser, true, false);
            }
        }
        while bob.table(&mut browser)["phase"] == json!("act") {
            bob.turn(&mut browser, true, false);
        }
        if kind == "spy" {
            desktops.push(screenshot(&mut browser, &bob.tab, desktop));
        } else {
            phones.push(screenshot(&mut browser, &bob.tab, phone));
        }
    }
    write_picture(&mut browser, &paper, "page-phone.webp", &phones, (300, 534));
    write_picture(&mut browser, &paper, "page-desktop.webp", &desktops, (960, 600));
}
