//! Replays and pages in headless Chromium, if it is installed.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pbem::games::Kind;
use serde_json::json;

use crate::chromium::chromium;
use crate::page::Page;
use crate::{Desk, example, text, turns};

/// Presses keys and buttons, changes the address, and notes the visible turn after each.
const FINGERS: &str = r#"
const seen = [];
const shown = () => document.querySelector(".moves [aria-current]");
const look = () => seen.push(Number(shown().querySelector(".n").textContent));
const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
const click = step => document.querySelector(`[data-step="${step}"]`).click();
look();
for (const key of ["End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft", "ArrowRight"]) {
  press(key);
  look();
}
for (const step of ["on", "back", "last", "first"]) { click(step); look(); }
const slider = document.querySelector("input[type=range]");
slider.value = 3;
slider.dispatchEvent(new Event("input"));
look();
document.querySelector('[data-frame="4"]').click();
look();
document.body.dataset.seen = seen.join(" ");
"#;

/// Maximum time for the browser, after which it counts as hung.
const PATIENCE: Duration = Duration::from_mins(2);

/// Returns the browser's output for this page.
fn open(chromium: &Path, desk: &Desk, address: &str, options: &[&str]) -> String {
    let profile = tempfile::tempdir().expect("a folder");
    let printed = desk.path("printed");
    let mut command = Command::new(chromium);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
    ]);
    command.args([
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--window-size=1000,1200",
    ]);
    command.arg(format!("--user-data-dir={}", profile.path().display())).args(options).arg(address);
    command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .stdout(File::create(&printed).expect("a file"));
    let mut child = command.spawn().expect("the browser starts");
    let step = Duration::from_millis(50);
    let mut waited = Duration::ZERO;
    while child.try_wait().expect("it can be waited for").is_none() {
        std::thread::sleep(step);
        waited += step;
        if waited > PATIENCE {
            child.kill().expect("it can be stopped");
            panic!("the browser hangs at {address}");
        }
    }
    fs::read_to_string(printed).expect("text")
}

fn address(desk: &Desk, file: &str) -> String {
    format!("file://{}", desk.path(file).display())
}

fn dom(chromium: &Path, desk: &Desk, address: &str) -> String {
    open(chromium, desk, address, &["--dump-dom", "--virtual-time-budget=5000"])
}

/// A picture of the page, as PNG.
fn screenshot(chromium: &Path, desk: &Desk, address: &str) -> Vec<u8> {
    let picture = desk.path("picture.png");
    open(chromium, desk, address, &[&format!("--screenshot={}", picture.display())]);
    let png = fs::read(&picture).expect("a picture");
    fs::remove_file(picture).expect("it can be removed");
    assert!(png.starts_with(b"\x89PNG"));
    png
}

/// A white page of this size takes some 5,000 bytes.
const NOT_BLANK: usize = 15_000;

/// Returns the characters of a text in the browser's markup.
fn as_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[test]
fn replay_steps_through_every_game() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    for kind in Kind::published() {
        let page = desk.ok("erin", &format!("replay {} -o -", example(&format!("{kind}.toml"))));
        let last = turns(&text(&page)).pop().expect("there are turns");
        let driven = page.replace("</body>", &format!("<script>{FINGERS}</script></body>"));
        fs::write(desk.path("driven.html"), driven).expect("it can be written");
        let dom = dom(&chromium, &desk, &format!("{}#12", address(&desk, "driven.html")));
        let seen = dom
            .split("data-seen=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_else(|| panic!("{kind}: {dom}"));
        let (end, before) = (last, last - 1);
        assert_eq!(seen, format!("12 {end} {end} {before} 1 1 2 3 2 {end} 1 3 5"), "{kind}");
        assert!(dom.contains(&format!(">5 of {last}</output>")), "{kind}");
    }
}

#[test]
fn replay_links_to_the_dishonest_turn() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    let page = desk.ok("erin", &format!("replay {} -o -", example("spy-lied.toml")));
    let click = "<script>document.querySelector('button.breach').click()</script></body>";
    fs::write(desk.path("driven.html"), page.replace("</body>", click)).expect("it can be written");
    let dom = dom(&chromium, &desk, &address(&desk, "driven.html"));
    let shown = dom.split("<section class=\"now\"").nth(1).expect("a step is shown");
    let shown = shown.split("</section>").next().expect("an end");
    assert!(shown.contains("<p class=\"breach\">Dishonest: "), "{shown}");
}

/// Layout of the boards: the width of the page, the smallest square, the number of unreachable
/// squares, and the expected names of the squares.
const LAID: &str = r#"(() => {
  const squares = [...document.querySelectorAll(".bd-sq")];
  const cut = square => {
    const [box, scroll] = [square.getBoundingClientRect(), square.closest(".bd-scroll")];
    return (box.left < 0 || box.right > innerWidth) && scroll.scrollWidth <= scroll.clientWidth;
  };
  return {
    width: document.documentElement.scrollWidth,
    smallest: Math.min(...squares.map(square => square.getBoundingClientRect().width)),
    cut: squares.filter(cut).length,
    names: squares.map(square => square.getAttribute("aria-label")),
    shown: document.querySelector(".moves [aria-current] .n").textContent,
  };
})()"#;

#[test]
fn replay_fits_a_phone_with_accessible_names() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    let mut page = Page::start(&chromium);
    for kind in Kind::published() {
        let file = format!("{kind}.html");
        desk.ok("erin", &format!("replay {} -o {file}", example(&format!("{kind}.toml"))));
        let address = address(&desk, &file);
        for (width, turn) in [390, 1200].into_iter().flat_map(|width| [(width, 8), (width, 999)]) {
            page.open(&format!("{address}#{turn}"), width);
            let loaded = page.ask(LAID);
            let case = format!("{kind}, {width}, turn {turn}: {loaded}");
            assert_eq!(loaded["width"], width, "it scrolls sideways: {case}");
            assert!(loaded["smallest"].as_f64() >= Some(34.0), "small squares: {case}");
            assert_eq!(loaded["cut"], 0, "squares out of reach: {case}");
            assert!(turn == 999 || loaded["shown"] == format!("{turn}"), "{case}");
            assert_eq!(page.reported("Network.requestWillBeSent").len(), 1, "{case}");
            assert!(page.reported("Runtime.exceptionThrown").is_empty(), "{case}");
            let heard = page.heard();
            assert!(heard.iter().any(|(role, name)| role == "grid" && !name.is_empty()), "{case}");
            let names = heard.iter().filter(|(role, _)| role == "gridcell").map(|(_, name)| name);
            let names: Vec<&str> = names.map(String::as_str).collect();
            assert_eq!(loaded["names"], json!(names), "{case}");
            assert!(names.len() > 50 && names.iter().all(|name| !name.is_empty()), "{case}");
        }
    }
}

/// Tab focuses one square; the arrow keys move between the squares.
#[test]
fn arrow_keys_move_between_squares() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    desk.ok("erin", &format!("replay {} -o page.html", example("checkpoint-danger.toml")));
    let mut page = Page::start(&chromium);
    page.open(&format!("{}#12", address(&desk, "page.html")), 390);
    let stops = "document.querySelectorAll('.bd-sq[tabindex=\"0\"]').length";
    assert_eq!(page.ask(stops), 2, "one on each board");
    page.ask("document.querySelector('[data-board=other] [data-name=B2]').focus()");
    let mut walked = Vec::new();
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowUp", "End"] {
        page.key(key);
        let at = page.ask("document.activeElement.dataset.name");
        walked.push(at.as_str().unwrap_or_default().to_owned());
    }
    assert_eq!(walked, ["B3", "C3", "C2", "B2", "A2", "A2", "A9"]);
    assert_eq!(page.ask(stops), 2);
    let shown = page.ask("document.querySelector('.moves [aria-current] .n').textContent");
    assert_eq!(shown, "12", "keys on a board are not for the turns");
}

/// Text of names and notes is never run as a script.
#[test]
fn hostile_names_and_notes_run_no_script() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    let page = desk.ok("erin", &format!("replay {} -o -", example("game-box.toml")));
    let evil = r"</script><!--<img src=x onerror=alert(1)><script>alert(2)</script>";
    let put = |text: &str| text.replace('<', "\\u003c").replace('>', "\\u003e");
    // The packed texts have these words in common.
    let page = page.replace("house hit", &put(evil)).replace("HONEST: ", &put(evil));
    fs::write(desk.path("evil.html"), page).expect("it can be written");
    let mut page = Page::start(&chromium);
    page.open(&format!("{}#999", address(&desk, "evil.html")), 390);
    assert_eq!(page.ask("document.querySelectorAll('img, main script').length"), 0);
    let text = page.ask("document.body.innerText");
    assert!(text.as_str().is_some_and(|text| text.contains("onerror=alert(1)")), "{text}");
    assert_eq!(page.reported("Network.requestWillBeSent").len(), 1);
    assert!(page.reported("Page.javascriptDialogOpening").is_empty());
}

/// The page of a new game of every kind, as its first player sees it.
#[test]
fn page_shows_board_and_list_of_every_game() {
    let Some(chromium) = chromium() else { return };
    let desk = Desk::new();
    for kind in Kind::published() {
        let file = format!("{kind}.toml");
        let (others, join) =
            if kind == Kind::GameBox { ("bob,carol", "B5") } else { ("bob", "--random") };
        desk.ok("alice", &format!("new {kind} {file} --with {others} --random"));
        desk.ok("bob", &format!("join {file} {join}"));
        let page = desk.ok("alice", &format!("show {file} --format html"));
        fs::write(desk.path("page.html"), &page).expect("it can be written");
        let dom = dom(&chromium, &desk, &address(&desk, "page.html"));
        assert!(dom.matches("\"gridcell\"").count() > 50, "{kind}: the board is there");
        let list = desk.ok("alice", &format!("show {file} --format list"));
        let text = dom
            .split("In words")
            .nth(1)
            .expect("the page tells it in words")
            .replace("&nbsp;", " ");
        let text: Vec<&str> =
            text.split("</details>").next().expect("a first part").split_whitespace().collect();
        let text = text.join(" ").replace("<p>", "").replace("</p>", " ");
        let sentences = list
            .lines()
            .skip(1)
            .take_while(|line| !line.starts_with("Since") && !line.starts_with("So far"));
        for sentence in sentences.filter(|line| !line.contains(':') && !line.is_empty()).take(5) {
            let words: Vec<&str> = sentence.split_whitespace().collect();
            assert!(text.contains(&as_markup(&words.join(" "))), "{kind}: {sentence}\n{text}");
        }
        assert!(
            screenshot(&chromium, &desk, &address(&desk, "page.html")).len() > NOT_BLANK,
            "{kind}"
        );
    }
}
