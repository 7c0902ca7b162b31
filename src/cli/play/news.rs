//! The news: in which order to show the items, and which items to drop.

use pbem::render;

use super::state::Mail;
use super::table::Table;
use super::text::{TEXT, lines, lines_of_wrapped, room};
use crate::cli::play::canvas::{DIM, PLAIN, Pen};
use crate::cli::report::harmless;

/// A news item, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NewsLine {
    text: String,
    /// Items with the lowest rank are dropped first.
    rank: u8,
}

impl NewsLine {
    /// Creates an item. A sentence with a word in upper case gets a higher rank.
    pub(super) fn of(text: String) -> NewsLine {
        NewsLine { rank: u8::from(is_loud(&text)), text }
    }

    /// Creates an item that comes before all other news.
    pub(super) fn first(text: String) -> NewsLine {
        NewsLine { rank: 2, text }
    }
}

/// Returns the news of a game. If the line with the player to move was dropped (`ahead_too`), the
/// news includes the important contents of that line, but not the dice, which the question shows.
pub(super) fn news(table: &Table, mail: &Mail, ahead_too: bool) -> Vec<NewsLine> {
    let ahead = table.view.ahead.iter().filter(|line| ahead_too && is_loud(line));
    ahead
        .cloned()
        .map(NewsLine::first)
        .chain(table.news().into_iter().map(NewsLine::of))
        .chain(mail.messages().map(NewsLine::of))
        .collect()
}

/// Draws the latest news from line `last` upward. If there is no room for all items, drops some:
/// lower ranks before higher ranks, and older items before newer items of the same rank. Shows the
/// number of dropped items, followed by the word `noun`.
pub(super) fn latest(pen: &mut Pen<'_>, (first, last): (u16, u16), all: &[NewsLine], noun: &str) {
    let mut items: Vec<&NewsLine> = all.iter().collect();
    let wrapped = |items: &[&NewsLine], room: usize| {
        let before = match all.len() - items.len() {
            0 => String::new(),
            left_out => format!("({left_out} {noun}) "),
        };
        let entries: Vec<&str> = items.iter().map(|entry| entry.text.as_str()).collect();
        render::wrap(&harmless(&format!("{before}{}", entries.join("; "))), room, "")
    };
    let (room, most) = (room(pen), last - first + 1);
    while items.len() > 1 && wrapped(&items, room).lines().count() > usize::from(most) {
        let least = items.iter().enumerate().min_by_key(|(_, entry)| entry.rank);
        items.remove(least.map_or(0, |(at, _)| at));
    }
    let text = wrapped(&items, room);
    let top = last + 1 - lines_of_wrapped(&text).clamp(1, most);
    pen.wipe_to(TEXT, top..last + 1);
    pen.put(1, top, "News", DIM);
    lines(pen, top, (&text, last + 1 - top), PLAIN);
}

/// Whether a sentence has a word in upper case, like `HIT` or `AGENT`.
pub(super) fn is_loud(sentence: &str) -> bool {
    let is_loud = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    sentence.split(|sign: char| !sign.is_ascii_alphanumeric()).any(is_loud)
}
