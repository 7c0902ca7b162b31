//! `pbem club table --due`: everything that needs the organizer's attention.

use pbem::club::{self, Arrivals, ClubGame, Games, Item, Lateness, Roster, Times, Unscored};
use pbem::turnfile::Moment;
use serde::Serialize;

use super::table::unscored;
use crate::cli::report::{Report, SCREEN};
use crate::cli::zone::Zone;

/// Lists missing turns, games that need a decision, and games that haven't begun.
pub(super) fn report(
    roster: &Roster,
    games: &Games<'_>,
    arrivals: &Arrivals,
    now: Moment,
) -> Report {
    let items = club::due(roster, games, arrivals, now);
    let rows: Vec<Row> = items.iter().map(|item| Row::of(item, now)).collect();
    let mut report = Report::of("pbem-club-due/1", &DueJson { items: &rows });
    report.long = true;
    let cells = rows.iter().map(|row| {
        let Row { label, kind, players, text, .. } = row;
        [format!("{label:<6} {kind}"), players.join(" - "), text.clone()]
    });
    report.columns(&cells.collect::<Vec<_>>(), [31, 24, SCREEN]);
    if rows.is_empty() {
        report.line("Nothing needs your attention.");
    }
    report
}

#[derive(Serialize)]
struct DueJson<'a> {
    items: &'a [Row<'a>],
}

/// One item of the list: as a line of text, and as JSON.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip)]
    label: &'static str,
    #[serde(skip)]
    text: String,
    item: &'a str,
    id: Option<String>,
    kind: String,
    section: Option<&'a str>,
    players: Vec<&'a str>,
    #[serde(flatten)]
    more: More<'a>,
}

/// The JSON fields that depend on the kind of item.
#[derive(Serialize)]
#[serde(untagged)]
enum More<'a> {
    Missing {
        turn: u32,
        player: &'a str,
        arrived: Option<String>,
        reminder: Option<String>,
        notice: Option<String>,
        ruling: Option<String>,
    },
    Lost {
        turn: u32,
        player: &'a str,
        arrived: String,
    },
    Ahead {
        turn: u32,
        sent: String,
    },
    Unscored {
        text: String,
    },
    NotBegun {
        game: usize,
        opener: &'a str,
    },
}

fn day(moment: Moment) -> String {
    Zone::OF_THIS_MACHINE.day_of_month(moment)
}

impl<'i> Row<'i> {
    fn of(item: &'i Item<'_, '_>, now: Moment) -> Self {
        match item {
            Item::Missing { game, number, player, times } => {
                missing(game, *number, player, times.as_ref(), now)
            }
            Item::Lost { game, number, player, arrived } => {
                let text = format!(
                    "turn {number} reached you on {}, but may not have reached {player}",
                    day(*arrived)
                );
                let more = More::Lost { turn: *number, player, arrived: date(*arrived) };
                Row::about(game, ("LOST?", "lost"), text, more)
            }
            Item::Ahead { game, number, sent } => {
                let text = format!(
                    "turn {number} is dated {}, ahead of this computer's clock",
                    day(*sent)
                );
                let more = More::Ahead { turn: *number, sent: date(*sent) };
                Row::about(game, ("AHEAD", "ahead"), text, more)
            }
            Item::Unscored { game, why } => {
                let label = match why {
                    Unscored::Crossed | Unscored::Decision => "DECIDE",
                    Unscored::UnknownKey(_) => "KEY",
                    Unscored::OnePerson(_) => "SAME",
                    Unscored::TooMany => "EXTRA",
                    Unscored::Running | Unscored::NoSection => "OTHER",
                    Unscored::Options(..) | Unscored::Arbiter => "RULES",
                };
                let text = unscored(why);
                Row::about(game, (label, why.id()), text.clone(), More::Unscored { text })
            }
            Item::NotBegun { section, players, number, opener } => Row {
                label: "NONE",
                text: format!("game {number} has not begun: {opener} must start it"),
                item: "not-begun",
                id: None,
                kind: section.kind.id().to_owned(),
                section: Some(&section.name),
                players: players.to_vec(),
                more: More::NotBegun { game: *number, opener },
            },
        }
    }

    /// Returns the row for an item about an existing game.
    fn about(
        game: &'i ClubGame<'_>,
        (label, item): (&'static str, &'i str),
        text: String,
        more: More<'i>,
    ) -> Self {
        Row {
            label,
            text,
            item,
            id: game.facts.map(|facts| hex::encode(facts.id)),
            kind: game.facts.map(|facts| facts.kind.clone()).unwrap_or_default(),
            section: game.section.map(|section| section.name.as_str()),
            players: game.names(),
            more,
        }
    }
}

fn missing<'i>(
    game: &'i ClubGame<'_>,
    turn: u32,
    player: &'i str,
    times: Option<&Times>,
    now: Moment,
) -> Row<'i> {
    let what = format!("turn {turn}  {player}");
    let (label, word, text) = match times.map(|times| (times, times.lateness(now))) {
        None => ("DUE", "due", format!("{what}, no deadline yet")),
        Some((times, Lateness::InTime)) => {
            ("DUE", "due", format!("{what}, until {}", day(times.notice)))
        }
        Some((times, Lateness::Reminder)) => {
            ("REMIND", "reminder", format!("{what}, until {}", day(times.notice)))
        }
        Some((times, lateness)) => {
            let is_ruling = lateness == Lateness::Ruling;
            let ruling = times.ruling.map(|ruling| format!(", ruling {}", day(ruling)));
            let text =
                format!("{what}, notice {}{}", day(times.notice), ruling.unwrap_or_default());
            if is_ruling { ("RULE", "ruling", text) } else { ("LATE", "notice", text) }
        }
    };
    let more = More::Missing {
        turn,
        player,
        arrived: times.and_then(|times| times.arrived).map(date),
        reminder: times.map(|times| date(times.reminder)),
        notice: times.map(|times| date(times.notice)),
        ruling: times.and_then(|times| times.ruling).map(date),
    };
    Row::about(game, (label, word), text, more)
}

fn date(moment: Moment) -> String {
    moment.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
