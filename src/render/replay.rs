//! A whole game as one page, to step through.

use std::fmt::Write;

use super::markup::escape;
use super::page::{Head, header, news, page, parts, scene_html};
use super::style::{BOARD, PAGE, REPLAY};
use crate::games::Names;
use crate::games::scene::Scene;

/// The table after a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// which turn, and whose: `Turn 12, {1}`
    pub heading: String,
    /// what happened in it
    pub lines: Vec<String>,
    /// the table as it was then
    pub scenes: Vec<Scene>,
}

/// A page that steps through the frames with buttons, a slider, the arrow keys, Home and End. Where no script runs, it shows the last.
pub fn replay(frames: &[Frame], names: &Names, head: &Head) -> String {
    let mut body = format!("{}<main>\n{}{}", header(head, names), news(&head.lines, names), buttons(frames.len()));
    body.push_str("<div class=\"still\" id=\"frames\" aria-live=\"polite\">\n");
    for frame in frames {
        let _ = write!(body, "<section class=\"frame\">\n<h2>{}</h2>\n{}", escape(&names.fill(&frame.heading)), news(&frame.lines, names));
        for scene in &frame.scenes {
            body.push_str(&scene_html(scene, names));
        }
        body.push_str("</section>\n");
    }
    body.push_str("</div>\n</main>\n");
    page(&parts(head, names).join(", "), &format!("{BOARD}{PAGE}{REPLAY}"), SCRIPT, &body)
}

fn buttons(frames: usize) -> String {
    let button = |step: &str, label: &str, sign: &str| {
        format!("<button type=\"button\" data-step=\"{step}\" aria-label=\"{label}\" title=\"{label}\">{sign}</button>\n")
    };
    format!(
        "<nav id=\"steps\" aria-label=\"turns\" hidden>\n{}{}{}{}<input id=\"slider\" type=\"range\" min=\"1\" max=\"{}\" \
         aria-label=\"turn\">\n<output id=\"count\"></output>\n</nav>\n",
        button("first", "first turn (Home)", "|&#9668;"),
        button("back", "back (left arrow)", "&#9668;"),
        button("on", "on (right arrow)", "&#9658;"),
        button("last", "last turn (End)", "&#9658;|"),
        frames.max(1),
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
  for (const button of steps.querySelectorAll("button")) {
    const back = button.dataset.step === "first" || button.dataset.step === "back";
    button.disabled = shown === (back ? 0 : last);
  }
}
const targets = { first: () => 0, back: () => shown - 1, on: () => shown + 1, last: () => last };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
if (frames.length > 0) {
  document.getElementById("frames").className = "stepping";
  steps.hidden = false;
  steps.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button) show(targets[button.dataset.step]());
  });
  slider.addEventListener("input", () => show(Number(slider.value) - 1));
  document.addEventListener("keydown", event => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(targets[step]());
  });
  show((parseInt(location.hash.slice(1), 10) || 1) - 1);
}
"#;
