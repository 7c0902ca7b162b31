//! The news of games, one line for each event, and the program that pbem runs for each event.

use std::time::Duration;

use chrono::TimeDelta;
use pbem::games::Kind;
use serde::Serialize;
use serde_json::Value;

use super::received::{ArrivalKind, AsideJson, Game, ReceivedFiles};
use crate::cli::context::Context;
use crate::cli::report::object;
use crate::cli::time::time_left;
use crate::post;

/// Kinds of events in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    #[default]
    Turn,
    Over,
    Invitation,
    Claim,
    /// A file was set aside.
    Aside,
    /// The user's deadline is near.
    Soon,
    /// The user's deadline has passed.
    Late,
}

impl Event {
    /// Returns the value of `PBEM_EVENT`.
    fn id(self) -> &'static str {
        match self {
            Event::Turn => "turn",
            Event::Over => "over",
            Event::Invitation => "invitation",
            Event::Claim => "claim",
            Event::Aside => "aside",
            Event::Soon => "soon",
            Event::Late => "late",
        }
    }
}

/// An event that the player wants to know about. Never contains a note or a secret.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct News {
    pub(crate) event: Event,
    /// Name of the game, or of the file that was set aside.
    pub(crate) name: String,
    pub(crate) turn: Option<u32>,
    /// The event as a sentence: `dan's turn 13 arrived: your move`.
    #[serde(skip)]
    pub(crate) text: String,
    /// A short form: `dan's turn 13 in ea-dan`.
    #[serde(skip)]
    pub(crate) short: String,
    /// The player to move.
    pub(crate) due: Option<String>,
    pub(crate) seconds_left: Option<i64>,
    #[serde(skip)]
    pub(crate) days_per_turn: u32,
}

impl News {
    fn of(game: &Game) -> News {
        let Game { name, by, turn, .. } = game;
        let (event, text) = match (game.how, &game.to_act) {
            (ArrivalKind::Invitation, _) => {
                let title = Kind::from_id(game.kind).map(Kind::title).unwrap_or_default();
                (Event::Invitation, format!("{by} invites you to a game of {title}"))
            }
            (_, None) => (Event::Over, format!("{by}'s turn {turn} arrived: the game is over")),
            (_, Some(_)) if game.claim.is_some() => {
                (Event::Claim, format!("{by}'s turn {turn} arrived, with a claim"))
            }
            (_, Some(_)) if game.mine => {
                (Event::Turn, format!("{by}'s turn {turn} arrived: your move"))
            }
            (_, Some(who)) => (Event::Turn, format!("{by}'s turn {turn} arrived: {who}'s move")),
        };
        let short = match event {
            Event::Invitation => text.clone(),
            _ => format!("{by}'s turn {turn} in {name}"),
        };
        News {
            event,
            name: name.clone(),
            turn: Some(*turn),
            text,
            short,
            due: game.to_act.clone(),
            seconds_left: game.seconds_left.filter(|_| game.mine),
            days_per_turn: game.days_per_turn,
        }
    }

    fn of_aside(aside: &AsideJson) -> News {
        News {
            event: Event::Aside,
            name: aside.place.clone().unwrap_or_default(),
            text: format!("rejected: {}", aside.why),
            // There is no short form, because the full report explains why the file was rejected.
            short: String::new(),
            ..News::default()
        }
    }

    /// Formats the event as one line: `ea-dan dan's turn 13 arrived: your move, 2 d 20 h left`.
    pub(crate) fn line(&self) -> String {
        let left = self
            .seconds_left
            .map(|left| format!(", {}", time_left(TimeDelta::seconds(left), self.days_per_turn)));
        format!(
            "{} {}{}",
            pbem::render::padded(&self.name, 10),
            self.text,
            left.unwrap_or_default()
        )
    }

    /// Returns the event as JSON of schema `pbem-news/1`.
    pub(crate) fn to_json(&self) -> Value {
        object("pbem-news/1", self)
    }
}

/// Returns the news among the received files.
pub(crate) fn of(received: &ReceivedFiles) -> Vec<News> {
    let games =
        received.games.iter().filter(|game| game.how != ArrivalKind::Finished).map(News::of);
    games.chain(received.asides.iter().map(News::of_aside)).collect()
}

/// Time limit for the program that `pbem config on-news` names.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum number of notifications, so that reading a mailbox for the first time doesn't flood the
/// user.
const MOST: usize = 8;

/// Runs the program that `pbem config on-news` names, once for each event. pbem ignores the
/// program's exit code, but warns if the program can't be run.
pub(crate) fn announce(ctx: &mut Context, news: &[News]) {
    let Ok(Some(program)) =
        ctx.config().and_then(|config| Ok(config.get("on-news")?.map(str::to_owned)))
    else {
        return;
    };
    if news.is_empty() {
        return;
    }
    // Close the vault, because the program may run `pbem`.
    ctx.close_vault();
    for news in news.iter().take(MOST) {
        let text = [format!("pbem: {}", news.name), news.text.clone()];
        let about = [
            ("PBEM_GAME", news.name.clone()),
            ("PBEM_TURN", news.turn.map_or_else(String::new, |turn| turn.to_string())),
            ("PBEM_EVENT", news.event.id().to_owned()),
        ];
        if let Err(why) = post::notify(&program, &text, &about, PATIENCE) {
            ctx.warn(format!("on-news: {why}"));
            return;
        }
    }
}
