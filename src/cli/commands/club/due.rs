//! `pbem club table --due`: everything that the organizer has to look at.

use pbem::club::{self, Arrivals, ClubGame, Games, Item, Lateness, Roster, Times, Unscored};
use pbem::turnfile::Moment;
use serde_json::{Value, json};

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
    let json: Vec<&Value> = rows.iter().map(|row| &row.json).collect();
    let mut report = Report::new(json!({"schema": "pbem-club-due/1", "items": json}));
    report.long = true;
    let cells = rows.iter().map(|row| {
        let Row { label, kind, players, text, .. } = row;
        [format!("{label:<6} {kind}"), players.clone(), text.clone()]
    });
    report.columns(&cells.collect::<Vec<_>>(), [31, 24, SCREEN]);
    if rows.is_empty() {
        report.line("There is nothing to look at.");
    }
    report
}

struct Row {
    label: &'static str,
    kind: String,
    players: String,
    text: String,
    json: Value,
}

fn day(moment: Moment) -> String {
    Zone::OF_THIS_MACHINE.day_of_month(moment)
}

impl Row {
    fn of(item: &Item<'_, '_>, now: Moment) -> Row {
        match item {
            Item::Missing { game, number, player, times } => {
                missing(game, *number, player, times.as_ref(), now)
            }
            Item::Lost { game, number, player, arrived } => {
                let text = format!(
                    "turn {number} came here on {}; {player} seems to lack it",
                    day(*arrived)
                );
                let more = [
                    ("turn", json!(number)),
                    ("player", json!(player)),
                    ("arrived", json!(date(*arrived))),
                ];
                Row::about(game, "LOST?", text, "lost", more)
            }
            Item::Ahead { game, number, sent } => {
                let text = format!("turn {number} is dated {}, ahead of the clock", day(*sent));
                let more = [("turn", json!(number)), ("sent", json!(date(*sent)))];
                Row::about(game, "AHEAD", text, "ahead", more)
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
                Row::about(game, label, text.clone(), why.id(), [("text", json!(text))])
            }
            Item::NotBegun { section, players, number, opener } => Row {
                label: "NONE",
                kind: section.kind.id().to_owned(),
                players: players.join(" - "),
                text: format!("game {number} has not begun: {opener} opens it"),
                json: json!({
                    "item": "not-begun", "id": null, "kind": section.kind.id(),
                    "section": section.name, "players": players, "game": number, "opener": opener,
                }),
            },
        }
    }

    /// A row about a game, with more fields for the JSON.
    fn about<'n>(
        game: &ClubGame<'_>,
        label: &'static str,
        text: String,
        item: &str,
        more: impl IntoIterator<Item = (&'n str, Value)>,
    ) -> Row {
        let kind = game.facts.map(|facts| facts.kind.clone()).unwrap_or_default();
        let fields = [
            ("item", json!(item)),
            ("id", json!(game.facts.map(|facts| hex::encode(facts.id)))),
            ("kind", json!(kind)),
            ("section", json!(game.section.map(|section| &section.name))),
            ("players", json!(game.names())),
        ];
        let fields = fields.into_iter().chain(more);
        let json = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        Row { label, kind, players: game.names().join(" - "), text, json: Value::Object(json) }
    }
}

fn missing(
    game: &ClubGame<'_>,
    number: u32,
    player: &str,
    times: Option<&Times>,
    now: Moment,
) -> Row {
    let turn = format!("turn {number}  {player}");
    let (label, word, text) = match times.map(|times| (times, times.lateness(now))) {
        None => ("DUE", "due", format!("{turn}, no deadline yet")),
        Some((times, Lateness::InTime)) => {
            ("DUE", "due", format!("{turn}, until {}", day(times.notice)))
        }
        Some((times, Lateness::Reminder)) => {
            ("REMIND", "reminder", format!("{turn}, until {}", day(times.notice)))
        }
        Some((times, lateness)) => {
            let is_ruling = lateness == Lateness::Ruling;
            let ruling = times.ruling.map(|ruling| format!(", ruling {}", day(ruling)));
            let text =
                format!("{turn}, notice {}{}", day(times.notice), ruling.unwrap_or_default());
            if is_ruling { ("RULE", "ruling", text) } else { ("LATE", "notice", text) }
        }
    };
    let more = [
        ("turn", json!(number)),
        ("player", json!(player)),
        ("arrived", json!(times.and_then(|times| times.arrived).map(date))),
        ("reminder", json!(times.map(|times| date(times.reminder)))),
        ("notice", json!(times.map(|times| date(times.notice)))),
        ("ruling", json!(times.and_then(|times| times.ruling).map(date))),
    ];
    Row::about(game, label, text, word, more)
}

fn date(moment: Moment) -> String {
    moment.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
