//! The page of a club in Chromium, at the width of a phone and of a screen.

use std::process::Command;

use serde_json::json;

use crate::chromium::{Browser, chromium};

#[test]
fn page_opens_replays_in_a_sandbox() {
    let Some(chromium) = chromium() else { return };
    let mut browser = Browser::start(&chromium);
    let page = browser.folder().join("club.html");
    let written = Command::new(env!("CARGO_BIN_EXE_pbem"))
        .args(["club", "page", "--club", "examples/club", "-o"])
        .arg(&page)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("XDG_STATE_HOME", browser.folder())
        .output()
        .expect("pbem can be run");
    assert!(written.status.success(), "{written:?}");
    let tab = browser.person();
    for (width, height) in [(390, 844), (1280, 800)] {
        browser.size(&tab, width, height);
        browser.load(&tab, &format!("file://{}", page.display()));
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.eval(&tab, fits), json!(true), "{width}");
        assert_eq!(browser.eval(&tab, "document.querySelectorAll('iframe').length"), json!(0));
        let rows = "document.querySelectorAll('tbody tr').length";
        assert_eq!(browser.eval(&tab, rows), json!(4));
    }
    browser.touch(&tab, "li:nth-child(4) button");
    let frame = browser.frame();
    browser.until(&frame, "document.body?.innerText.includes('Turn 1, ')");
    // The replay can't reach the page around it.
    let reach = "(() => { try { return !!parent.document; } catch { return false; } })()";
    assert_eq!(browser.eval(&frame, reach), json!(false));
    browser.touch(&tab, "li:nth-child(4) button");
    browser.until(&tab, "!document.querySelector('iframe')");
}
