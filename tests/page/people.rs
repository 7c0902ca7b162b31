//! Players, some with the page, some with the program.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::chromium::{Browser, Tab, chromium};

/// Path of a built file; `None` if the page is not built.
pub(crate) fn page(name: &str) -> Option<PathBuf> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/page").join(name);
    if !page.exists() {
        println!("skipped: there is no target/page/{name}; `just page` builds it");
        return None;
    }
    Some(page)
}

/// Starts a browser; returns it with the address of the page.
pub(crate) fn begin() -> Option<(Browser, String)> {
    let page = page("pbem.html")?;
    Some((Browser::start(&chromium()?), format!("file://{}", page.display())))
}

/// Runs the program for a player with a vault in this folder.
pub(crate) fn pbem(folder: &Path, who: &str, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
    command.current_dir(folder).env("LC_ALL", "C.UTF-8").env("PBEM_HOME", folder.join(who));
    let ran = command.args(args).output().expect("the program runs");
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

/// Runs the program, which must succeed.
pub(crate) fn done(folder: &Path, who: &str, args: &[&str]) -> String {
    let (code, said) = pbem(folder, who, args);
    assert_eq!(code, 0, "{who}: pbem {args:?}\n{said}");
    said
}

/// Checks that both verifiers find the game honest.
pub(crate) fn is_honest(folder: &Path, file: &str) {
    let said = done(folder, "judge", &["verify", file]);
    assert!(said.contains("HONEST"), "{said}");
    let second = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/verify.py");
    let ran = Command::new("python3").arg(second).arg(folder.join(file)).output();
    if let Ok(ran) = ran {
        let said = String::from_utf8_lossy(&ran.stdout).to_lowercase();
        assert!(said.contains("honest") && !said.contains("dishonest"), "{said}");
    }
}

/// Selector of the element for a touch.
fn selector(at: &Value) -> String {
    if at["square"].is_array() {
        let (board, name) = (&at["square"][0], &at["square"][1]);
        return format!("[data-board={board}] button[data-name={name}]");
    }
    let spot = match (at["button"].as_str(), at["piece"].as_str()) {
        (Some(button), _) => format!("button {button}"),
        (_, piece) => format!("piece {}", piece.unwrap_or_default()),
    };
    format!(".spots button[data-spot={}]", json!(spot))
}

/// Replaces the clock and the random numbers of a page. The clock advances by a second each time it
/// is read. A reload continues with other numbers.
const FIXED: &str = "(seed => {
    let loads = 0;
    try {
        loads = Number(sessionStorage.getItem('loads') || 0);
        sessionStorage.setItem('loads', String(loads + 1));
    } catch { /* a page without storage */ }
    let state = (seed * 7919 + loads * 104729 + 1) >>> 0;
    const next = () => {
        state = (state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ state >>> 15, state | 1);
        mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
        return (mixed ^ mixed >>> 14) >>> 0;
    };
    Crypto.prototype.getRandomValues = array => array.map(() => next());
    const RealDate = Date;
    let now = RealDate.UTC(2026, 0, 5 + loads, 12);
    window.Date = class extends RealDate {
        constructor(...given) { if (given.length) super(...given); else super(now += 1000); }
        static now() { return now; }
    };
})";

/// A player with the page, who chooses moves by a seed.
pub(crate) struct Person {
    pub(crate) tab: Tab,
    seed: u64,
}

impl Person {
    pub(crate) fn new(browser: &mut Browser, address: &str, seed: u64) -> Person {
        Person { tab: browser.visitor(address), seed }
    }

    /// Asserts that no later turn was signed, if the game on the screen waits after a restore.
    pub(crate) fn nothing_since(&self, browser: &mut Browser) {
        if browser.eval(&self.tab, "document.querySelector('#nothing-since')").is_null() {
            return;
        }
        browser.touch(&self.tab, "#nothing-since");
        browser.touch(&self.tab, "#yes");
        browser.until(&self.tab, "!document.querySelector('#nothing-since') && !busy");
    }

    /// A person in a browser with a fixed clock and fixed random numbers, so that bots and chance
    /// do the same in every run.
    pub(crate) fn fixed(browser: &mut Browser, address: &str, seed: u64) -> Person {
        let tab = browser.person();
        let source = format!("{FIXED}({seed})");
        browser.on(&tab, "Page.addScriptToEvaluateOnNewDocument", json!({"source": source}));
        browser.go(&tab, address);
        Person { tab, seed }
    }

    /// A person with the app in a tab that is open already.
    pub(crate) fn at(tab: Tab, seed: u64) -> Person {
        Person { tab, seed }
    }

    fn below(&mut self, m: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        usize::try_from(self.seed >> 33).expect("it is short") % m
    }

    /// Pastes a text, as from an email.
    pub(crate) fn paste(&self, browser: &mut Browser, text: &str) {
        browser.until(&self.tab, "!busy");
        browser.eval(&self.tab, "home()");
        // In a messenger, turns arrive through the chat, without a button.
        if browser.eval(&self.tab, "!chat.inside") != json!(true) {
            browser.eval(&self.tab, &format!("open({}).catch(wrong)", json!(text)));
            return;
        }
        browser.touch(&self.tab, "#inbox");
        let script = format!(
            "(() => {{ const it = document.querySelector('#paste'); it.value = {};
             it.dispatchEvent(new Event('input')); }})()",
            json!(text)
        );
        browser.eval(&self.tab, &script);
        browser.touch(&self.tab, "#paste-go");
        let seen = "!busy && (app.table || document.querySelector('.wrong')
                    || document.querySelector('#restore, #unseal'))";
        browser.until(&self.tab, seen);
    }

    pub(crate) fn table(&self, browser: &mut Browser) -> Value {
        browser.eval(&self.tab, "app.table")
    }

    fn hand(&self, browser: &mut Browser) -> Value {
        browser.eval(&self.tab, "look('touch', { draft: app.draft, setup: app.setup }).hand")
    }

    /// Touches until the turn can be signed.
    pub(crate) fn draft(&mut self, browser: &mut Browser, random: bool) {
        for step in 0..300 {
            let hand = self.hand(browser);
            if hand["ready"] == json!(true) && (step > 5 || self.below(2) == 0) {
                return;
            }
            let touches = hand["touches"].as_array().expect("touches").clone();
            let draft = browser.eval(&self.tab, "app.draft");
            let draft = draft.as_str().expect("a draft");
            // The rest can be placed at random: `at random`, in Espionage `the rest at random`.
            let chance = |touch: &&&Value| {
                touch["at"]["button"].as_str().is_some_and(|name| name.ends_with("at random"))
            };
            let onward: Vec<&Value> = touches
                .iter()
                .filter(|touch| {
                    let next = touch["draft"].as_str().unwrap_or_default();
                    !next.is_empty() && (step < 30 || next.len() > draft.len() || chance(&touch))
                })
                .filter(|touch| random || step > 40 || !chance(&touch))
                .collect();
            let any = if onward.is_empty() { touches.iter().collect() } else { onward };
            let wanted = any.iter().find(|touch| (random || step > 40) && chance(touch));
            let touch = wanted.copied().unwrap_or(any[self.below(any.len())]);
            browser.touch(&self.tab, &selector(&touch["at"]));
            if !chance(&&touch) {
                let now = browser.eval(&self.tab, "app.draft");
                assert_eq!(now, touch["draft"], "{} was touched", touch["at"]);
            }
        }
        panic!("never ready");
    }

    /// Chooses a seat, if several are open.
    pub(crate) fn sit_down(&self, browser: &mut Browser, seat: &str) {
        if self.table(browser)["chair"] == json!("none") {
            browser.touch(&self.tab, &format!("[data-seat={seat}]"));
            browser.until(&self.tab, "app.table.chair !== 'none' && !busy");
        }
    }

    /// Signs the drafted move. The page asks first if the move can only hurt the player.
    fn sign(&self, browser: &mut Browser) {
        let warns = !browser.eval(&self.tab, "app.warning").is_null();
        browser.touch(&self.tab, "#sign");
        if warns {
            browser.touch(&self.tab, "#yes");
        }
    }

    /// Makes the next turn by touch and returns the file.
    pub(crate) fn turn(&mut self, browser: &mut Browser, random: bool, resign: bool) -> String {
        let table = self.table(browser);
        let turns = table["turn"].as_u64().unwrap_or(0);
        match table["phase"].as_str() {
            Some("move") if resign && table["may_leave"] == json!(true) => {
                browser.touch(&self.tab, "#more");
                browser.touch(&self.tab, "#resign");
                browser.touch(&self.tab, "#yes");
            }
            Some("setup") => {
                self.draft(browser, random);
                browser.touch(&self.tab, "#sign");
                if browser.eval(&self.tab, "app.setup") != json!("") {
                    self.draft(browser, random);
                    self.sign(browser);
                }
            }
            Some("move") => {
                self.draft(browser, random);
                self.sign(browser);
            }
            Some("act") => browser.touch(&self.tab, "#sign"),
            other => panic!("nothing is due: {other:?}: {table}"),
        }
        browser.until(
            &self.tab,
            &format!("(app.table?.turn > {turns} && !busy) || document.querySelector('.wrong')"),
        );
        self.is_well(browser);
        browser.eval(&self.tab, "look('file').text").as_str().expect("a file").to_owned()
    }

    pub(crate) fn is_well(&self, browser: &mut Browser) {
        let wrong = browser.eval(&self.tab, "document.querySelector('.wrong')?.innerText");
        assert!(wrong.is_null(), "{wrong}");
    }
}
