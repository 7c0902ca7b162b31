//! A scene as a standalone page or picture that loads nothing else.

use std::fmt::Write;

use super::markup::escape;
use super::picture::{LINE, Picture, legend_line, lines, squares, whole_board};
use super::style::{BOARD, PAGE};
use super::{Look, SCREEN, rows, wrap};
use crate::rules::Names;
use crate::rules::scene::{Board, Scene};

/// Text above the boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// First line of the text view: the kind, the game, the turn, and the next step. Two or more
    /// spaces separate the parts.
    pub title: String,
    /// News, the open question, what to do next. Line feeds are kept.
    pub lines: Vec<String>,
}

/// Margin around a picture, and between its parts.
const MARGIN: usize = 20;

/// Returns an HTML page that shows the scene.
pub fn html(scene: &Scene, names: &Names, head: &Head) -> String {
    let body = format!(
        "{}<main>\n{}{}</main>\n",
        header(head, names),
        news(&head.lines, names),
        scene_html(scene, names)
    );
    page(&parts(head, names).join(", "), &format!("{BOARD}{PAGE}"), "", &body)
}

/// Returns an HTML page that may load nothing. `body` is HTML; the page can run only `script`.
pub fn page(title: &str, style: &str, script: &str, body: &str) -> String {
    let (allowed, script) = if script.is_empty() {
        ("", String::new())
    } else {
        ("; script-src 'unsafe-inline'", format!("<script>\n{script}</script>\n"))
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'{allowed}\">\n\
         <title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}{script}</body>\n\
        </html>\n",
        escape(title),
    )
}

/// Returns the parts of the title.
pub(super) fn parts(head: &Head, names: &Names) -> Vec<String> {
    let title = names.fill(&head.title);
    let parts =
        title.split("  ").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    parts.collect()
}

/// Returns the header: the kind in large type, the rest below.
pub(super) fn header(head: &Head, names: &Names) -> String {
    let parts = parts(head, names);
    let Some((game, rest)) = parts.split_first() else { return String::new() };
    let rest = if rest.is_empty() {
        String::new()
    } else {
        format!("<p>{}</p>\n", escape(&rest.join(" \u{b7} ")))
    };
    format!("<header>\n<h1>{}</h1>\n{rest}</header>\n", escape(game))
}

/// Returns highlighted lines.
pub(super) fn news(lines: &[String], names: &Names) -> String {
    if lines.is_empty() {
        String::new()
    } else {
        format!("<ul class=\"news\">\n{}</ul>\n", items(lines, names))
    }
}

fn items(lines: &[String], names: &Names) -> String {
    let mut out = String::new();
    for line in lines {
        let _ = writeln!(out, "<li>{}</li>", escape(&names.fill(line)));
    }
    out
}

/// Returns the boards, the legend, facts, possible actions, and the same in words.
pub(super) fn scene_html(scene: &Scene, names: &Names) -> String {
    let mut out = String::from("<div class=\"boards\">\n");
    for board in &scene.boards {
        out.push_str(&figure(board, names));
    }
    out.push_str("</div>\n");
    if !scene.legend.is_empty() {
        let _ = writeln!(
            out,
            "<pre class=\"legend\">{}</pre>",
            escape(&legend_line(&names.fill(&scene.legend.join("\n"))))
        );
    }
    out.push_str(&facts(scene, names));
    if !scene.list.is_empty() {
        let sentences = items(&scene.list, names);
        let _ = writeln!(
            out,
            "<details>\n<summary>The same in words</summary>\n<ul>\n{sentences}</ul>\n</details>"
        );
    }
    out
}

fn figure(board: &Board, names: &Names) -> String {
    let Picture { body, width, height } = squares(board, names);
    let title = escape(&names.fill(&board.title));
    let (caption, label) = if title.is_empty() {
        (String::new(), "the board".to_owned())
    } else {
        (format!("<figcaption>{title}</figcaption>\n"), title)
    };
    let mut out = format!(
        "<figure>\n{caption}<svg width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n\
         {body}</svg>\n</figure>\n"
    );
    if !board.aside.is_empty() {
        let _ = writeln!(out, "<pre>{}</pre>", escape(&names.fill(&board.aside.join("\n"))));
    }
    out
}

fn facts(scene: &Scene, names: &Names) -> String {
    let mut items: Vec<(&str, &str)> =
        scene.facts.iter().map(|(label, text)| (label.as_str(), text.as_str())).collect();
    items.extend(
        scene
            .may
            .iter()
            .enumerate()
            .map(|(at, may)| (if at == 0 { "You may" } else { "" }, may.as_str())),
    );
    if items.is_empty() {
        return String::new();
    }
    let mut out = String::from("<dl>\n");
    for (label, text) in items {
        if !label.is_empty() {
            let _ = writeln!(out, "<dt>{}</dt>", escape(&names.fill(label)));
        }
        let _ = writeln!(out, "<dd>{}</dd>", escape(&names.fill(text)));
    }
    out.push_str("</dl>\n");
    out
}

/// Returns an SVG picture that shows the scene.
pub fn svg(scene: &Scene, names: &Names, head: &Head) -> String {
    let parts = parts(head, names);
    let mut out = Stack { body: String::new(), width: 0, height: MARGIN };
    out.text("title", &[parts.join("    ")]);
    out.text(
        "",
        &head.lines.iter().flat_map(|line| wrapped(&names.fill(line))).collect::<Vec<_>>(),
    );
    out.boards(scene, names);
    out.text(
        "dim",
        &scene.legend.iter().map(|line| legend_line(&names.fill(line))).collect::<Vec<_>>(),
    );
    let mut facts = scene.facts.clone();
    facts.extend(
        scene
            .may
            .iter()
            .enumerate()
            .map(|(at, may)| (if at == 0 { "You may" } else { "" }.to_owned(), may.clone())),
    );
    out.text(
        "",
        &rows(&facts, names, Look::default()).lines().map(str::to_owned).collect::<Vec<_>>(),
    );
    let (width, height) = (out.width + 2 * MARGIN, out.height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
        viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<style>\n{BOARD}.page{{fill:var(--page)}}\n</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escape(&parts.join(", ")),
        out.body,
    )
}

fn wrapped(text: &str) -> Vec<String> {
    wrap(text, SCREEN, "  ").lines().map(str::to_owned).collect()
}

/// Parts of a picture, stacked.
struct Stack {
    body: String,
    width: usize,
    height: usize,
}

impl Stack {
    fn text(&mut self, class: &str, text: &[String]) {
        if text.iter().all(String::is_empty) {
            return;
        }
        let Picture { body, width, .. } = lines(text, 0, 0);
        self.part(class, &body, (0, width, text.len() * LINE));
    }

    /// Adds the boards side by side.
    fn boards(&mut self, scene: &Scene, names: &Names) {
        let (mut x, mut tallest, mut body) = (0, 0, String::new());
        for board in &scene.boards {
            let picture = whole_board(board, names);
            let _ = write!(body, "<g transform=\"translate({x} 0)\">\n{}</g>\n", picture.body);
            x += picture.width + 2 * MARGIN;
            tallest = tallest.max(picture.height);
        }
        self.part("", &body, (0, x.saturating_sub(2 * MARGIN), tallest));
    }

    fn part(&mut self, class: &str, body: &str, (x, width, height): (usize, usize, usize)) {
        let _ = write!(
            self.body,
            "<g class=\"{class}\" transform=\"translate({} {})\">\n{body}</g>\n",
            MARGIN + x,
            self.height
        );
        self.width = self.width.max(x + width);
        self.height += height + MARGIN;
    }
}
