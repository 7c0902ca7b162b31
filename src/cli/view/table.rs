//! The board as text: the title line, the boards, the facts, the open question and the next step.

use std::borrow::Cow;

use clap::ValueEnum;
use pbem::render;
use pbem::table::{Expects, Keys, View};

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::notices::{is_late, lock, notices};
use crate::cli::report::{Report, SCREEN, quoted};
use crate::cli::time::days;
use crate::cli::turn_words::list;
use crate::cli::view::news::news_since;
use crate::cli::view::next_steps::{next_steps, over};
use crate::cli::view::rows::{agreed, breach, labeled, news_rows, pressing, question_rows};

/// Returns the player's next task, in upper case, or the player to wait for, for the title line.
fn call_to_act(ctx: &Context, loaded: &OpenFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &loaded.game.standing;
    let mine = keys.is_some_and(|keys| standing.due == Some(keys.seat));
    match (standing.due, view.expects) {
        (None, _) => "GAME OVER".to_owned(),
        (Some(_), _) if mine && lock(ctx, loaded).is_some() => "LOCKED".to_owned(),
        (Some(_), Expects::Move | Expects::Join) if mine => "YOUR MOVE".to_owned(),
        (Some(_), Expects::Reveal) if mine => "REVEAL YOUR SETUP".to_owned(),
        (Some(_), _) if mine && standing.rolls => "YOUR TURN".to_owned(),
        (Some(_), _) if mine => "YOUR ANSWER".to_owned(),
        (Some(due), _) => format!("waiting for {}", standing.names.of(due)),
    }
}

/// Returns the user's remaining time: `, 9 days left`.
fn time_left(ctx: &Context, loaded: &OpenFile, keys: Option<&Keys>) -> Option<String> {
    let standing = &loaded.game.standing;
    let deadline = loaded.deadline().filter(|_| standing.due == keys.map(|keys| keys.seat))?;
    let still = deadline - ctx.now();
    let late = is_late(loaded, ctx.now());
    Some(if late { ", LATE".to_owned() } else { format!(", {} left", days(still)) })
}

pub(crate) fn head(ctx: &Context, loaded: &OpenFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &loaded.game.standing;
    let file = loaded.file_name();
    let name = loaded.name();
    let is_named_alike = file.strip_suffix(".toml").unwrap_or(&file) == name || name == file;
    let mut name_and_file = if is_named_alike { name.clone() } else { format!("{name} ({file})") };
    let mut turn = format!("turn {}", standing.turns());
    if !view.scene.heading.is_empty() {
        turn = format!("{turn}, {}", standing.names.fill(&view.scene.heading));
    }
    let act = call_to_act(ctx, loaded, keys, view);
    let title = standing.kind.title();
    let width = ctx.look().width.min(SCREEN);
    let length = |name_and_file: &str| [title, name_and_file, &turn, &act].map(render::columns);
    // If there is no room for the file name, drop it: the game's name is enough.
    if length(&name_and_file).iter().sum::<usize>() + 3 * GAP > width {
        name_and_file = name;
    }
    let used: usize = length(&name_and_file).iter().sum();
    let mut parts = [title.to_owned(), name_and_file, turn, act];
    let left = time_left(ctx, loaded, keys).filter(|left| used + left.len() + 9 <= width);
    let used = used + left.as_ref().map_or(0, String::len);
    parts[3].extend(left);
    let gap = " ".repeat(width.saturating_sub(used).checked_div(3).unwrap_or(GAP).clamp(GAP, 8));
    parts.join(&gap)
}

/// Parts of the text around the boards; each level includes the levels before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Extent {
    /// The open question and urgent notices.
    Asked,
    /// Answers and notes, and a chance to decline.
    Answers,
    /// Other news.
    News,
    /// All possible moves.
    Choices,
    /// The legend.
    Legend,
    /// Facts, and the hints that the players agreed on.
    All,
}

/// Least number of spaces between the parts of the title line.
const GAP: usize = 3;

/// Length of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Length {
    /// Only the board, the open question and urgent notices.
    Short,
    Full,
    /// As much as fits on the screen with the board.
    #[default]
    Fitting,
}

/// A board to print as text.
pub(crate) struct Telling<'a> {
    pub loaded: &'a OpenFile,
    pub keys: Option<&'a Keys>,
    pub view: &'a View,
    /// Number of the turn after which everything is news.
    pub since: u32,
    pub format: Format,
    /// The turn to show; `None` for the latest.
    pub turn: Option<u32>,
    /// Number of lines that the caller prints around the report, not counting the next steps.
    pub around: Option<usize>,
}

impl Telling<'_> {
    /// Adds the board and the next steps to the report.
    pub(crate) fn tell(&self, ctx: &mut Context, report: &mut Report, length: Length) {
        report.next = self.next(ctx);
        let extents = match length {
            Length::Short => &[Extent::Asked][..],
            Length::Full => &[Extent::All],
            // If there is no question, go no shorter than `News`, because shorter text leaves out
            // the other players' turns.
            Length::Fitting if self.loaded.game.standing.question.is_none() => {
                &[Extent::All, Extent::Legend, Extent::Choices, Extent::News]
            }
            Length::Fitting => {
                &[Extent::All, Extent::Legend, Extent::Choices, Extent::News, Extent::Answers]
            }
        };
        let whole = format!("pbem show {} --full", quoted(&self.loaded.name()));
        for extent in extents {
            let mut lines = self.lines(ctx, *extent, None);
            let least = Some(extent) == extents.last();
            let fits = !self.is_too_high(ctx, report, &lines);
            if least || fits {
                if !fits && let Some(shorter) = self.shorter(ctx, report, *extent) {
                    lines = shorter;
                }
                // A caller with lines around the report doesn't show the next steps.
                let is_cut = Some(extent) != extents.first() && self.around.is_some();
                let mut longer = lines.clone();
                longer.lines(&format!("More:  {whole}"));
                if is_cut && !self.is_too_high(ctx, report, &longer) {
                    lines = longer;
                }
                report.body.append(lines);
                break;
            }
            if *extent == Extent::All {
                report.then(Next::command(&whole).why("show everything"));
            }
        }
    }

    /// Returns the text without blank lines and, if necessary, without the oldest news. Returns
    /// `None` if it is taller than the terminal even then.
    fn shorter(&self, ctx: &Context, report: &Report, extent: Extent) -> Option<Document> {
        // An answer is more important than the first lines of the board.
        let most = if extent == Extent::News { MOST_LEFT_OUT } else { 0 };
        let mut texts = (0..=most).map(|left_out| self.lines(ctx, extent, Some(left_out)));
        texts.find(|text| !self.is_too_high(ctx, report, text))
    }

    /// Whether the report with this text and the lines around it is taller than the terminal.
    /// Counts the prompt after the next steps, too.
    fn is_too_high(&self, ctx: &Context, report: &Report, text: &Document) -> bool {
        let screen = ctx.around.screen.filter(|_| ctx.around.interactive);
        let width = ctx.look().width;
        let lines = || {
            let around = self.around.map(|around| report.body.height(width) + around);
            around.unwrap_or_else(|| report.document().height(width) + 1) + text.height(width)
        };
        screen.is_some_and(|(_, height)| lines() > height)
    }

    /// Returns the text. If `left_out` is given, leaves out blank lines and this many lines of
    /// news.
    fn lines(&self, ctx: &Context, extent: Extent, left_out: Option<usize>) -> Document {
        let Telling { loaded, keys, view, .. } = *self;
        let standing = &loaded.game.standing;
        let names = &standing.names;
        let look = ctx.look();
        let mut lines = Report::default();
        lines.line(head(ctx, loaded, keys, view));
        if self.format == Format::List {
            lines.drawing(render::list(&view.scene, names, look).trim_end());
        } else {
            let blank = |lines: &mut Report| {
                if left_out.is_none() {
                    lines.line("");
                }
            };
            blank(&mut lines);
            let mut scene = Cow::Borrowed(&view.scene);
            if extent < Extent::Legend {
                scene.to_mut().legend.clear();
            }
            lines.drawing(render::text(&scene, names, look).trim_end());
            blank(&mut lines);
            if extent == Extent::All && !view.scene.facts.is_empty() {
                lines.drawing(render::rows(&view.scene.facts, names, look).trim_end());
                lines.line("");
            }
        }
        let rows = self.rows(ctx, extent, left_out.unwrap_or(0));
        if !rows.is_empty() {
            lines.drawing(render::rows(&rows, names, look).trim_end());
        }
        let me = keys.map(|keys| names.of(keys.seat));
        if let Some(came_out) = came_out(loaded, me) {
            lines.say(came_out);
        }
        if let Some(breach) = breach(loaded) {
            lines.say(breach);
        }
        lines.body
    }

    /// Returns rows with the news, the open question and urgent notices. A row is a label and its
    /// text.
    /// Leaves out the first `left_out` lines of news, but never the last one.
    fn rows(&self, ctx: &Context, extent: Extent, left_out: usize) -> Vec<(String, String)> {
        let Telling { loaded, keys, view, since, .. } = *self;
        let mut rows = Vec::new();
        if extent >= Extent::Answers {
            let news = news_rows(ctx, loaded, keys, since, extent == Extent::Answers);
            rows.extend(without_oldest(news, left_out));
        }
        rows.extend(question_rows(loaded, keys, view));
        if extent >= Extent::Answers {
            let is_short = extent < Extent::Choices;
            let most = if is_short { view.scene.may_differ.into() } else { usize::MAX };
            rows.extend(labeled("You may", &view.scene.may).into_iter().take(most));
        }
        rows.extend(pressing(ctx, loaded, keys));
        if extent == Extent::All {
            rows.extend(agreed(&loaded.game.standing, keys));
        }
        rows
    }

    fn next(&self, ctx: &mut Context) -> Vec<Next> {
        let Telling { loaded, keys, view, .. } = *self;
        if self.turn.is_some() {
            let show = Next::command(format!("pbem show {}", loaded.name()));
            return vec![show.why("show the latest turn")];
        }
        let locked = keys.is_some() && lock(ctx, loaded).is_some();
        let mut next = match loaded.game.standing.due {
            None => over(ctx, loaded),
            Some(_) if locked => Vec::new(),
            Some(_) => next_steps(ctx, loaded, keys, view),
        };
        let notices = notices(ctx, loaded, keys.is_none());
        next.extend(notices.into_iter().filter_map(|notice| notice.next));
        next
    }
}

/// Maximum number of lines of news to leave out on a short screen.
const MOST_LEFT_OUT: usize = 12;

/// Leaves out the first `left_out` rows of news, but never the last one.
fn without_oldest(mut news: Vec<(String, String)>, left_out: usize) -> Vec<(String, String)> {
    let left_out = left_out.min(news.len().saturating_sub(1));
    let label = news.first().map(|(label, _)| label.clone());
    news.drain(..left_out);
    if let (1.., Some(label), Some(first)) = (left_out, label, news.first_mut()) {
        first.1.insert_str(0, ".. ");
        if first.0.is_empty() {
            first.0 = label;
        }
    }
    news
}

/// Returns the result of the game, addressed to `me`, or the expected result if a setup must still
/// be revealed.
pub(crate) fn came_out(loaded: &OpenFile, me: Option<&str>) -> Option<String> {
    let (names, outcome) = (&loaded.game.standing.names, loaded.game.standing.outcome.as_ref()?);
    let who = |seat| Some(names.of(seat)).filter(|who| Some(*who) != me).unwrap_or("you");
    let winners: Vec<&str> = outcome.winners.iter().map(|seat| who(*seat)).collect();
    let who = match winners.as_slice() {
        [] => "No one wins".to_owned(),
        ["you"] => "You win".to_owned(),
        [one] => format!("{one} wins"),
        winners => format!("{} win", list(winners)),
    };
    Some(format!("{who}: {}.", names.fill(&outcome.reason)))
}

/// Formats for a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Drawing
    Text,
    /// Sentences, for screen readers and proportional fonts
    List,
    /// Web page with scripts
    Html,
}

impl Format {
    /// Returns the format for boards in the settings of the vault.
    pub(crate) fn set(ctx: &mut Context) -> Format {
        if ctx.wants_sentences() { Format::List } else { Format::Text }
    }
}

/// Adds the board after a turn to the report, for the player who signed the turn.
pub(crate) fn after_turn(
    ctx: &mut Context,
    report: &mut Report,
    loaded: &mut OpenFile,
    at: usize,
    last_seen: u32,
) -> Result<(), CliError> {
    let keys = if loaded.records[at].has_joined() { Some(loaded.keys(ctx, at)?) } else { None };
    let view = loaded.game.table.view(keys.as_ref(), ctx.now());
    let since = news_since(loaded, at, last_seen);
    loaded.records[at].last_seen_turn = loaded.game.standing.turns();
    let (keys, view) = (keys.as_ref(), &view);
    let (format, turn, around) = (Format::set(ctx), None, None);
    let telling = Telling { loaded, keys, view, since, format, turn, around };
    telling.tell(ctx, report, Length::Fitting);
    Ok(())
}

/// Returns the board that all players know, for a player who may join. Empty if no one has moved.
pub(crate) fn before_joining(ctx: &mut Context, loaded: &OpenFile) -> Document {
    if loaded.game.standing.turns() < 2 {
        return Document::default();
    }
    let view = &loaded.game.table.view(None, ctx.now());
    let (format, mut report) = (Format::set(ctx), Report::default());
    let telling = Telling { loaded, keys: None, view, since: 0, format, turn: None, around: None };
    telling.tell(ctx, &mut report, Length::Short);
    report.body.with_blank_line()
}
