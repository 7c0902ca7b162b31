//! A web page of a game: the whole game with controls to step through it, or one position.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value as Json;

use super::json;
use super::pack::pack;
use super::page::{Head, page, parts};

use crate::rules::scene::{Board, Scene};
use crate::rules::{Names, Spot};

/// The table after a turn, and the events of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Frame {
    /// Number of the turn. `#12` in the address of the page shows the first frame at turn 12 or
    /// later.
    pub turn: u32,
    /// Heading, such as `Turn 12, {1}`.
    pub heading: String,
    /// Events of the turn.
    pub lines: Vec<String>,
    /// Notes that players have written, shown verbatim.
    pub notes: Vec<String>,
    /// Breaches in the turn.
    pub breaches: Vec<String>,
    /// The table after the turn, as pairs of a viewer's name (may be empty) and the scene for that
    /// viewer.
    #[serde(skip)]
    pub views: Vec<(String, Scene)>,
}

/// The data of the page.
#[derive(Serialize)]
struct Page<'a> {
    /// The kind, which selects the pictures.
    game: &'a str,
    title: Vec<String>,
    lines: &'a [String],
    frames: Vec<FrameJson<'a>>,
}

#[derive(Serialize)]
struct FrameJson<'a> {
    #[serde(flatten)]
    frame: &'a Frame,
    views: Vec<View<'a>>,
}

#[derive(Serialize)]
struct View<'a> {
    whose: &'a str,
    boards: &'a [Board],
    facts: Vec<&'a (String, String)>,
    /// All facts as sentences. If this is empty, the page describes the squares instead.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    list: &'a [String],
    /// Squares that look different from those in the previous frame.
    last: Vec<Spot>,
}

/// Returns a page that steps through a game of this kind, with buttons, a slider, a list of the
/// turns, the arrow keys, Home and End. If there is only one frame, the page shows the board
/// without the list and the controls. The page needs no other files, and it can't load any.
pub fn replay(kind: &str, frames: &[Frame], names: &Names, head: &Head) -> String {
    let whole = Page {
        game: kind,
        title: parts(head, names),
        lines: &head.lines,
        frames: frames_json(frames),
    };
    let mut data = json(&whole, names);
    leave_notes(&mut data, frames);
    let body = format!(
        "<main id=\"replay\"></main>\n<noscript><p>Scripts can't run here, so you can't see the \
            board. Open the page in a browser, or run pbem show.</p></noscript>\n\
        <script type=\"application/json\" id=\"game\">{}</script>\n",
        in_script(&pack(&data).to_string())
    );
    page(&parts(head, names).join(", "), STYLE, SCRIPT, &body)
}

fn frames_json(frames: &[Frame]) -> Vec<FrameJson<'_>> {
    let befores = [None].into_iter().chain(frames.iter().map(Some));
    let with_views = |(frame, before)| FrameJson { frame, views: views(frame, before) };
    frames.iter().zip(befores).map(with_views).collect()
}

fn views<'a>(frame: &'a Frame, before: Option<&Frame>) -> Vec<View<'a>> {
    let view = |(whose, scene): &'a (String, Scene)| {
        let mut others = before.into_iter().flat_map(|before| &before.views);
        let other = others.find(|(other, _)| other == whose);
        let last = other.map_or_else(Vec::new, |(_, before)| scene.changes(before));
        let facts = scene.status.iter().chain(&scene.facts).collect();
        View { whose, boards: &scene.boards, facts, list: &scene.list, last }
    };
    frame.views.iter().map(view).collect()
}

/// Puts the original notes back, because braces in notes aren't placeholders for names.
fn leave_notes(page: &mut Json, frames: &[Frame]) {
    let all = page.get_mut("frames").and_then(Json::as_array_mut).into_iter().flatten();
    for (json, frame) in all.zip(frames) {
        if let Some(notes) = json.get_mut("notes") {
            *notes = Json::from(frame.notes.clone());
        }
    }
}

/// Escapes JSON for a script element, so that nothing in the JSON can end the element or begin a
/// comment. The result is ASCII, so that the charset doesn't matter.
fn in_script(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for sign in json.chars() {
        if sign.is_ascii() && !matches!(sign, '<' | '>' | '&') {
            out.push(sign);
        } else {
            for unit in sign.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

const STYLE: &str =
    concat!(include_str!("../../web/board.css"), include_str!("../../web/replay.css"));

const SCRIPT: &str = concat!(
    include_str!("../../web/art.js"),
    include_str!("../../web/board.js"),
    include_str!("../../web/replay.js")
);
