//! Speed on a slow phone: a processor that is four times slower.
//!
//! Each time is compared with a loop of the same kind of work, measured in the same moments, so
//! that a busy machine slows down both.

use serde_json::json;

use crate::chromium::{Browser, Tab};
use crate::people::{Person, begin};

/// Milliseconds that `LOOP` takes on an idle machine of 2024 whose processor is throttled to a
/// quarter: 1.2 ms without throttling.
const LOOP_MS: f64 = 5.0;

/// Limit for a throttled start, in loops without throttling: 600 ms.
const START_LOOPS: f64 = 600.0 / 1.2;

/// Builds and lays out elements, as a repaint does.
const LOOP: &str = "const loop = () => {
    const start = performance.now();
    const box = document.createElement('div');
    box.style.cssText = 'position: absolute; left: 0; top: 0; width: 300px; visibility: hidden';
    for (let n = 0; n < 150; n++) {
        const kid = document.createElement('span');
        kid.setAttribute('aria-label', JSON.stringify({ n, words: ['one', 'two', { three: n }] }));
        kid.textContent = kid.getAttribute('aria-label').slice(0, 12);
        box.append(kid);
    }
    document.body.append(box);
    box.offsetHeight;
    box.remove();
    return performance.now() - start;
};
const median = all => all.sort((one, other) => one - other)[all.length >> 1];";

fn throttle(browser: &mut Browser, tab: &Tab, rate: u32) {
    browser.on(tab, "Emulation.setCPUThrottlingRate", json!({"rate": rate}));
}

#[test]
fn a_slow_phone_starts_the_page_in_time() {
    let Some((mut browser, address)) = begin() else { return };
    let mut best = f64::INFINITY;
    for _ in 0..6 {
        let [fast, loops] = start(&mut browser, &address, 1);
        let [slow, _] = start(&mut browser, &address, 4);
        let slow_loops = slow / fast * loops;
        println!("start: {fast:.0} ms; throttled {slow:.0} ms, {slow_loops:.0} loops");
        best = best.min(slow_loops);
    }
    assert!(best <= START_LOOPS, "{best:.0} loops of {START_LOOPS:.0}");
}

/// Milliseconds from the navigation to the painted first screen, and the same in loops.
fn start(browser: &mut Browser, address: &str, rate: u32) -> [f64; 2] {
    let watch = "addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
        if (document.body.dataset.ready && !window.painted) requestAnimationFrame(() =>
            setTimeout(() => { window.painted = performance.now(); }));
    }).observe(document.body, { attributes: true }));";
    let tab = browser.person();
    browser.on(&tab, "Page.addScriptToEvaluateOnNewDocument", json!({"source": watch}));
    throttle(browser, &tab, rate);
    browser.go(&tab, address);
    browser.until(&tab, "window.painted");
    // As long as a start, so that other programs disturb it as much.
    let measure = format!(
        "(() => {{ {LOOP} let sum = 0; for (let n = 0; n < 150; n++) sum += loop();
         return [painted, painted / (sum / 150)]; }})()"
    );
    let measured = browser.eval(&tab, &measure);
    [0, 1].map(|at| measured[at].as_f64().expect("a number"))
}

#[test]
fn a_slow_phone_shows_a_touch_in_time() {
    let Some((mut browser, address)) = begin() else { return };
    let goals = [
        ("checkpoint-danger", 50.0),
        ("spy", 50.0),
        ("game-box", 50.0),
        ("espionage", 50.0),
        ("enemy-agent", 70.0),
    ];
    for (seed, (kind, goal)) in (701..).zip(goals) {
        let mut bob = Person::fixed(&mut browser, &address, seed);
        browser.touch(&bob.tab, &format!(".tile[data-kind={kind}]"));
        browser.until(&bob.tab, "app.table && !busy && document.querySelector('#sign')");
        for _ in 0..4 {
            bob.turn(&mut browser, true, false);
        }
        while bob.table(&mut browser)["phase"] == json!("act") {
            bob.turn(&mut browser, true, false);
        }
        assert_eq!(bob.table(&mut browser)["phase"], json!("move"), "{kind}");
        throttle(&mut browser, &bob.tab, 4);
        // A touch and its undo, each with style, layout and the frame that shows it.
        let measure = format!(
            "(async () => {{ {LOOP}
             const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
             const [times, ratios] = [[], []];
             for (let n = 0; n < 24; n++) {{
                 const before = loop();
                 await frame();
                 const start = performance.now();
                 document.querySelector(n % 2 ? '#step-back' : '.touchable, .bd-chip').click();
                 document.body.offsetHeight;
                 const took = performance.now() - start;
                 if (n < 4) continue;
                 times.push(took);
                 ratios.push(2 * took / (before + loop()));
             }}
             return [median(times), median(ratios)]; }})()"
        );
        let times = browser.eval(&bob.tab, &measure);
        let [ms, loops] = [0, 1].map(|at| times[at].as_f64().expect("a number"));
        let limit = goal / LOOP_MS;
        println!("{kind}: {ms:.0} ms of {goal}, {loops:.1} loops of {limit:.0}");
        assert!(loops <= limit, "{kind}: {loops:.1} loops in {ms:.0} ms");
        throttle(&mut browser, &bob.tab, 1);
    }
}

/// The core describes one turn at a time, and the page has the elements of one turn.
#[test]
fn a_replay_lays_out_one_turn_at_a_time() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 711);
    let example = format!("{}/examples/espionage.toml", env!("CARGO_MANIFEST_DIR"));
    bob.paste(&mut browser, &std::fs::read_to_string(example).expect("an example"));
    browser.touch(&bob.tab, "#replay");
    browser.until(&bob.tab, "document.querySelector('#slider')");
    let frames = "(times.frame || []).length";
    let boards = "document.querySelectorAll('.bd-grid').length";
    let seen = [frames, boards].map(|what| browser.eval(&bob.tab, what));
    assert_eq!(seen, [json!(1), json!(1)]);
    for _ in 0..3 {
        browser.touch(&bob.tab, "#step");
    }
    let seen = [frames, boards].map(|what| browser.eval(&bob.tab, what));
    assert_eq!(seen, [json!(4), json!(1)]);
    bob.is_well(&mut browser);
}
