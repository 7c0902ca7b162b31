//! The web page of a club: standings, results and replays. It shows no email addresses, and no
//! boards of games in progress.

use std::fmt::Write;

use super::games::{ClubGame, Games};
use super::roster::Roster;
use super::roster_file::as_points;
use super::standings::{Place, quarters, standings};
use crate::audit::plural;
use crate::games::Kind;
use crate::render::{self, escape};

/// A comment on the second line of each page, so that `pbem club page` recognizes its own files.
pub const MARK: &str = "<!-- pbem club page -->";

/// Where the replay of a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayAt {
    /// In this page: the whole replay as HTML.
    Inside(String),
    /// In this file.
    File(String),
}

/// Returns the page. `replays` has an entry for each game. `why` says how a game ended, or why it
/// doesn't count.
pub fn page(
    roster: &Roster,
    games: &Games<'_>,
    replays: &[Option<ReplayAt>],
    why: impl Fn(&ClubGame<'_>) -> String,
) -> String {
    let mut body = format!(
        "<header>\n<h1>{}</h1>\n<p>{}, {} scored</p>\n</header>\n<main>\n",
        escape(&roster.name),
        plural(games.games.len(), "game"),
        games.scored()
    );
    body.push_str(&table(&standings(roster, games)));
    body.push_str("<h2>Games</h2>\n<ol>\n");
    for (at, game) in games.games.iter().enumerate() {
        let replay = replays.get(at).and_then(Option::as_ref);
        body.push_str(&row(game, &why(game), replay));
    }
    body.push_str("</ol>\n</main>\n");
    let inside = replays.iter().flatten().any(|replay| matches!(replay, ReplayAt::Inside(_)));
    let script = if inside { include_str!("../../web/club.js") } else { "" };
    marked(&render::page(&roster.name, include_str!("../../web/club.css"), script, &body))
}

/// Adds the mark to a page.
fn marked(page: &str) -> String {
    page.replacen('\n', &format!("\n{MARK}\n"), 1)
}

fn table(places: &[Place]) -> String {
    let mut out = String::from(
        "<table>\n<thead><tr><th>#</th><th>player</th><th>played</th><th class=\"wide\">won</th>\
         <th class=\"wide\">drawn</th><th class=\"wide\">lost</th><th>points</th>\
         <th><abbr title=\"Sonneborn-Berger\">SB</abbr></th></tr></thead>\n<tbody>\n",
    );
    for place in places {
        let Place { rank, player, played, won, drawn, lost, .. } = place;
        let _ = writeln!(
            out,
            "<tr><td>{rank}</td><td>{}</td><td>{played}</td><td class=\"wide\">{won}</td>\
             <td class=\"wide\">{drawn}</td><td class=\"wide\">{lost}</td><td>{}</td><td>{}</td>\
             </tr>",
            escape(player),
            as_points(place.half_points),
            quarters(place.quarters)
        );
    }
    out + "</tbody>\n</table>\n"
}

fn row(game: &ClubGame<'_>, why: &str, replay: Option<&ReplayAt>) -> String {
    let kind = game.section.map(|section| section.kind);
    let kind = kind.or_else(|| Kind::from_id(&game.facts?.kind));
    let players = escape(&game.names().join(" \u{2013} "));
    let mut out = format!(
        "<li><b>{players}</b><span class=\"kind dim\">{}</span><span class=\"score\">{}</span>\
         <span class=\"why dim\">{}</span>",
        escape(kind.map_or("", Kind::title)),
        escape(&game.score_words()),
        escape(why)
    );
    match replay {
        Some(ReplayAt::Inside(page)) => {
            let _ = write!(
                out,
                "<button type=\"button\" aria-expanded=\"false\" \
                 aria-label=\"Replay of {players}\">Replay</button>\n\
                 <template>{page}</template>"
            );
        }
        Some(ReplayAt::File(name)) => {
            let name = escape(name);
            let _ = write!(
                out,
                "<a class=\"replay\" href=\"{name}\" aria-label=\"Replay of {players}\">Replay</a>"
            );
        }
        None => {}
    }
    out + "</li>\n"
}
