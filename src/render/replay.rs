//! A whole game as one page, to step through.

use std::fmt::Write;

use super::markup::escape;
use super::page::{Head, header, news, page, parts, scene_html};
use super::style::{BOARD, PAGE, REPLAY};
use crate::rules::Names;
use crate::rules::scene::Scene;

/// The table after a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// which turn; `#12` behind the address of the page shows the first frame that has come as far
    /// as turn 12
    pub turn: u32,
    /// the same, and whose: `Turn 12, {1}`
    pub heading: String,
    /// what happened in it
    pub lines: Vec<String>,
    /// what somebody wrote with it, taken as it is
    pub notes: Vec<String>,
    /// what was dishonest in it
    pub breaches: Vec<String>,
    /// the table as it was then: whose view of it (may be empty), and what was seen
    pub views: Vec<(String, Scene)>,
}

/// For how many dishonest turns there is a button.
const MARKED: usize = 20;

/// A page that steps through the frames with buttons, a slider, the arrow keys, Home and End, and
/// leads to what was dishonest. Where no script runs, it shows the last.
pub fn replay(frames: &[Frame], names: &Names, head: &Head) -> String {
    let mut body =
        format!("{}<main>\n{}{}", header(head, names), news(&head.lines, names), buttons(frames));
    body.push_str("<div class=\"still\" id=\"frames\" aria-live=\"polite\">\n");
    for frame in frames {
        section(&mut body, frame, names);
    }
    body.push_str("</div>\n</main>\n");
    page(&parts(head, names).join(", "), &format!("{BOARD}{PAGE}{REPLAY}"), SCRIPT, &body)
}

fn section(body: &mut String, frame: &Frame, names: &Names) {
    let heading = escape(&names.fill(&frame.heading));
    let _ = write!(
        body,
        "<section class=\"frame\" data-turn=\"{}\">\n<h2>{heading}</h2>\n{}",
        frame.turn,
        news(&frame.lines, names)
    );
    for note in &frame.notes {
        let _ = writeln!(body, "<blockquote>{}</blockquote>", escape(note));
    }
    for breach in &frame.breaches {
        let _ = writeln!(
            body,
            "<p class=\"breach\"><strong>Dishonest:</strong> {}</p>",
            escape(&names.fill(breach))
        );
    }
    for (whose, scene) in &frame.views {
        let heading = if whose.is_empty() {
            String::new()
        } else {
            format!("<h3>{}</h3>\n", escape(&names.fill(whose)))
        };
        let _ = write!(body, "<div class=\"view\">\n{heading}{}</div>\n", scene_html(scene, names));
    }
    body.push_str("</section>\n");
}

fn buttons(frames: &[Frame]) -> String {
    let button = |step: &str, label: &str, sign: &str| {
        format!(
            "<button type=\"button\" data-step=\"{step}\" aria-label=\"{label}\" \
            title=\"{label}\">{sign}</button>\n"
        )
    };
    let mut marks = String::new();
    for (at, frame) in
        frames.iter().enumerate().filter(|(_, frame)| !frame.breaches.is_empty()).take(MARKED)
    {
        let _ = writeln!(
            marks,
            "<button type=\"button\" class=\"breach\" data-frame=\"{at}\">dishonest: turn \
            {}</button>",
            frame.turn
        );
    }
    format!(
        "<nav id=\"steps\" aria-label=\"turns\" hidden>\n\
        {}{}{}{}<input id=\"slider\" type=\"range\" min=\"1\" max=\"{}\" aria-label=\"turn\">\n\
        <output id=\"count\"></output>\n{marks}</nav>\n",
        button("first", "first turn (Home)", "|&#9668;"),
        button("back", "back (left arrow)", "&#9668;"),
        button("on", "on (right arrow)", "&#9658;"),
        button("last", "last turn (End)", "&#9658;|"),
        frames.len().max(1),
    )
}

const SCRIPT: &str = r#""use strict";
const frames = [...document.querySelectorAll(".frame")];
const slider = document.getElementById("slider");
const steps = document.getElementById("steps");
const last = frames.length - 1;
let shown = 0;
function show(at) {
  shown = Math.max(0, Math.min(last, at));
  frames.forEach((frame, each) => frame.classList.toggle("shown", each === shown));
  slider.value = shown + 1;
  document.getElementById("count").textContent = `${shown + 1} of ${frames.length}`;
  for (const button of steps.querySelectorAll("[data-step]")) {
    const back = button.dataset.step === "first" || button.dataset.step === "back";
    button.disabled = shown === (back ? 0 : last);
  }
}
function showTurn() {
  const turn = parseInt(location.hash.slice(1), 10) || 1;
  const at = frames.findIndex(frame => Number(frame.dataset.turn) >= turn);
  show(at === -1 ? last : at);
}
const targets = { first: () => 0, back: () => shown - 1, on: () => shown + 1, last: () => last };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
if (frames.length > 0) {
  document.getElementById("frames").className = "stepping";
  steps.hidden = false;
  steps.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button) return;
    const { step, frame } = button.dataset;
    show(step ? targets[step]() : Number(frame));
  });
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  document.addEventListener("keydown", event => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(targets[step]());
  });
  addEventListener("hashchange", showTurn);
  showTurn();
}
"#;
