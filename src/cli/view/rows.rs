//! The text next to the boards: news, the open question, urgent notices.

use pbem::desk::{StaleFile, StaleKind};
use pbem::rules::Hints;
use pbem::table::{Expects, Keys, Standing, TurnNews, View};
use pbem::words;

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::notices::{is_late, notices};
use crate::cli::report::quoted;
use crate::cli::time::{self, ago};

/// Returns the notice about an old copy: the user named a file that isn't the latest file.
pub(crate) fn old_copy(loaded: &OpenFile, stale: &StaleFile, file_name: &str) -> String {
    let why = words::old_copy(loaded, stale, file_name);
    match stale.behind {
        StaleKind::OwnTurn => {
            let command = format!("pbem move {}", quoted(file_name));
            format!("{why}. The board here includes that turn. To write it to the file: {command}")
        }
        StaleKind::TakenBack | StaleKind::Turns => why + ".",
    }
}

/// Returns the notice about a proven violation of the rules.
pub(crate) fn breach(loaded: &OpenFile) -> Option<String> {
    let message = loaded.game.standing.names.fill(&loaded.game.standing.breach.as_ref()?.message);
    Some(format!("{message}. This is proven, and the game is over."))
}

/// Returns the lines as rows. The first row has this label, the other rows have no label.
pub(crate) fn labeled(label: &str, lines: &[String]) -> Vec<(String, String)> {
    let labels = [label].into_iter().chain(std::iter::repeat(""));
    labels.zip(lines).map(|(label, line)| (label.to_owned(), line.clone())).collect()
}

/// Returns the news of the other players' turns after `since`. If `since` is 0, returns the news of
/// all turns.
pub(crate) fn news_of_others(loaded: &OpenFile, keys: Option<&Keys>, since: u32) -> Vec<TurnNews> {
    let mut news = loaded.game.table.news(since);
    news.retain(|turn| since == 0 || keys.is_none_or(|keys| turn.seat != keys.seat));
    news
}

/// Returns the news of the latest turns after `since`: at most 12 turns for a player, 6 for a
/// spectator.
pub(crate) fn newest(loaded: &OpenFile, keys: Option<&Keys>, since: u32) -> Vec<TurnNews> {
    let mut news = news_of_others(loaded, keys, since);
    news.split_off(news.len().saturating_sub(if keys.is_some() { 12 } else { 6 }))
}

/// The news that a player hasn't seen.
pub(crate) struct NewsLines {
    label: &'static str,
    events: Vec<NewsLine>,
    /// The notes, each with a label that names its author. They come last, so that no note can be
    /// mistaken for news.
    notes: Vec<(String, String)>,
}

/// A line of news.
struct NewsLine {
    text: String,
    /// The turn and its age: `turn 4, just now`
    turn: String,
}

impl NewsLines {
    /// Returns the number of lines, without the notes.
    pub(crate) fn count(&self) -> usize {
        self.events.len()
    }

    /// Returns rows with the first `above` lines, and rows with all others. A row is a label and
    /// its text.
    pub(crate) fn split(&self, above: usize) -> [Vec<(String, String)>; 2] {
        let mut first = self.rows();
        let mut rest = first.split_off(above.min(first.len()));
        if let Some((label, _)) = rest.first_mut().filter(|_| !first.is_empty()) {
            "Then".clone_into(label);
        }
        rest.extend(self.notes.iter().cloned());
        [first, rest]
    }

    /// Returns these lines as rows. The last line of each turn names the turn.
    fn rows(&self) -> Vec<(String, String)> {
        let lines = &self.events;
        let next = lines.iter().skip(1).map(|line| Some(&line.turn)).chain([None]);
        let texts = lines.iter().zip(next).map(|(NewsLine { text, turn, .. }, next)| match next {
            Some(next) if next == turn => text.clone(),
            _ => format!("{text} ({turn})"),
        });
        labeled(self.label, &texts.collect::<Vec<_>>())
    }
}

/// Returns the news after turn `since`.
pub(crate) fn news_lines(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    since: u32,
) -> NewsLines {
    let names = &loaded.game.standing.names;
    let label = if keys.is_some() && since > 0 { "Since your last turn" } else { "So far" };
    let mut news = NewsLines { label, events: Vec::new(), notes: Vec::new() };
    for turn in newest(loaded, keys, since) {
        let words = format!("turn {}, {}", turn.number, ago(ctx.now() - turn.sent));
        let lines = turn.lines.into_iter();
        news.events.extend(lines.map(|text| NewsLine { turn: words.clone(), text }));
        let note = turn.note.map(|note| (format!("{} writes", names.of(turn.seat)), note));
        news.notes.extend(note);
    }
    news
}

/// Warning that a move chosen before the random result may be wasted.
const CHANCE_DECIDES: &str = "your turn also decides at random who moves next. If you type a \
    move now, it counts only if you move next.";

/// Returns rows with the open question, the automatic results and the offers. A row is a label and
/// its text.
pub(crate) fn question_rows(
    loaded: &OpenFile,
    keys: Option<&Keys>,
    view: &View,
) -> Vec<(String, String)> {
    let standing = &loaded.game.standing;
    let mut rows = Vec::new();
    for (at, (question, answer)) in view.answers.iter().enumerate() {
        let because = view
            .because
            .as_ref()
            .filter(|_| at == 0)
            .map(|because| format!(" ({because})"))
            .unwrap_or_default();
        rows.push((
            "Question for you".to_owned(),
            format!("{question}. Your answer: {answer}{because}. pbem sends it for you."),
        ));
    }
    if standing.rolls
        && view.expects == Expects::Answer
        && keys.is_some_and(|keys| standing.due == Some(keys.seat))
    {
        rows.push(("Chance".to_owned(), CHANCE_DECIDES.to_owned()));
    }
    for (at, line) in view.ahead.iter().enumerate() {
        rows.push((
            if at == 0 { "Your turn reveals".to_owned() } else { String::new() },
            line.clone(),
        ));
    }
    for (at, line) in view.bad_boxes.iter().enumerate() {
        rows.push((if at == 0 { "Only for you:".to_owned() } else { String::new() }, line.clone()));
    }
    if view.answers.is_empty()
        && keys.is_none()
        && let (Some(question), Some(who)) = (&standing.question, standing.due_name())
    {
        rows.push((format!("Question for {who}"), question.clone()));
    }
    if let (Some(by), Some(keys)) = (standing.offer, keys)
        && by != keys.seat
    {
        let accept = format!("pbem accept {}", loaded.name());
        let text = format!("{by} offers a draw. To accept: {accept}. Any move declines it.");
        rows.push(("Offered".to_owned(), text));
    }
    rows
}

/// Returns a row that says which hints about the remaining possibilities this game allows. Returns
/// `None` for a spectator, or if the game is over.
pub(crate) fn agreed(standing: &Standing, keys: Option<&Keys>) -> Option<(String, String)> {
    keys.filter(|_| standing.due.is_some())?;
    let text = match standing.hints {
        Hints::Full => "allowed",
        Hints::Counts => "numbers only, no advice (hints=counts)",
        Hints::None => "none (hints=none)",
    };
    Some(("Hints".to_owned(), text.to_owned()))
}

/// Returns rows with the deadline and then the urgent notices of the game. A row is a label and its
/// text.
pub(crate) fn pressing(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
) -> Vec<(String, String)> {
    let notices = notices(ctx, loaded, keys.is_none())
        .into_iter()
        .map(|notice| (notice.label.to_owned(), notice.text));
    until(ctx, loaded).into_iter().chain(notices).collect()
}

fn until(ctx: &Context, loaded: &OpenFile) -> Option<(String, String)> {
    let date = |moment| ctx.around.zone.date(moment);
    let deadline = loaded.deadline().filter(|_| !is_late(loaded, ctx.now()))?;
    Some(("Deadline".to_owned(), time::until(deadline, ctx.now(), date)))
}
