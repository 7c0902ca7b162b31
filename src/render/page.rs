//! Standalone web pages that load nothing else.

use super::markup::escape;
use crate::rules::Names;

/// Text above the boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// First line of the text view: the kind, the game, the turn, and the next step. Two or more
    /// spaces separate the parts.
    pub title: String,
    /// The verdict and its explanation. Line feeds are kept.
    pub lines: Vec<String>,
}

/// Returns an HTML page that can't load any other file. `body` is HTML; the page can only run
/// `script`.
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

/// Returns the parts of the title, with the names filled in.
pub(super) fn parts(head: &Head, names: &Names) -> Vec<String> {
    let title = names.fill(&head.title);
    let parts =
        title.split("  ").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    parts.collect()
}
