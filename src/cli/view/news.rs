//! Which turns are news for a player.

use pbem::rules::Names;
use pbem::table::TurnNews;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::report::Report;
use crate::cli::time::stamp;

/// A turn's news as JSON.
#[derive(Serialize)]
pub(crate) struct NewsJson {
    turn: u32,
    seat: String,
    sent: String,
    lines: Vec<String>,
    note: Option<String>,
}

impl NewsJson {
    pub(crate) fn of(names: &Names, news: TurnNews) -> Self {
        let TurnNews { number: turn, seat, sent, lines, note, .. } = news;
        NewsJson { turn, seat: names.of(seat).to_owned(), sent: stamp(sent), lines, note }
    }
}

/// Returns the number of the turn after which everything is news: the user's own last turn, or an
/// earlier turn if pbem signed the last turn automatically and the user hasn't looked since.
pub(crate) fn news_since(loaded: &OpenFile, at: usize, last_seen: u32) -> u32 {
    let own = last_own_turn(loaded, at);
    // pbem marks turns as seen before it prints them, so a turn with the mark can still be news. If
    // the user's own last turn is earlier than the last marked turn, the news starts after the
    // user's turn.
    match last_seen {
        0 => own,
        last_seen => own.min(last_seen),
    }
}

/// Returns the news that the user hasn't seen, as rows, for a command that signs a turn without
/// showing the board first. Marks the news as seen; the vault stores the mark with the turn.
pub(crate) fn unseen(ctx: &Context, loaded: &mut OpenFile) -> Result<Document, CliError> {
    let Some(at) = loaded.own_seat(ctx)?.filter(|at| loaded.records[*at].has_joined()) else {
        return Ok(Document::default());
    };
    let last_seen = match loaded.records[at].last_seen_turn {
        0 => last_own_turn(loaded, at),
        last_seen => last_seen,
    };
    let names = &loaded.game.standing.names;
    let own = loaded.seat_named(loaded.records[at].seat());
    let mut rows = Report::default();
    let (news, mut notes) = (loaded.game.table.news(last_seen), Vec::new());
    let news = news.into_iter().filter(|turn| Some(turn.seat) != own);
    for turn in news {
        notes.extend(turn.note_line(names));
        for line in turn.lines {
            rows.row(if rows.body.is_empty() { "News" } else { "" }, line);
        }
    }
    for note in notes {
        rows.say(note);
    }
    loaded.records[at].last_seen_turn = loaded.game.standing.turns();
    Ok(rows.body)
}

/// Returns the number of the user's own last turn; 0 if there is none.
pub(crate) fn last_own_turn(loaded: &OpenFile, at: usize) -> u32 {
    let me = loaded.records[at].seat();
    loaded.game.file.turns.iter().rev().find(|turn| turn.seat == me).map_or(0, |turn| turn.number)
}
