//! A table in characters: the first line, the boards, what is known, asked and next.

use std::borrow::Cow;

use clap::ValueEnum;
use pbem::render;
use pbem::table::{Expects, Keys, View};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::notices::{is_late, lock, notices};
use crate::cli::report::{Report, SCREEN, quoted};
use crate::cli::sign::list;
use crate::cli::time::days;
use crate::cli::view::news::news_since;
use crate::cli::view::next_steps::{next_steps, over};
use crate::cli::view::rows::{agreed, asked, breach, pressing, told};

/// Whose move it is, in capitals, for the first line.
fn call_to_act(ctx: &Context, laid: &OpenFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &laid.game.standing;
    let mine = keys.is_some_and(|keys| standing.due == Some(keys.seat));
    match (standing.due, view.expects) {
        (None, _) => "GAME OVER".to_owned(),
        (Some(_), _) if mine && lock(ctx, laid).is_some() => "LOCKED".to_owned(),
        (Some(_), Expects::Move | Expects::Join) if mine => "YOUR MOVE".to_owned(),
        (Some(_), Expects::Reveal) if mine => "SHOW YOUR SETUP".to_owned(),
        (Some(_), _) if mine && standing.rolls => "YOUR FILE".to_owned(),
        (Some(_), _) if mine => "YOUR ANSWER".to_owned(),
        (Some(due), _) => format!("waiting for {}", standing.names.of(due)),
    }
}

/// `, 9 days left`: how long one has still oneself.
fn time_left(ctx: &Context, laid: &OpenFile, keys: Option<&Keys>) -> Option<String> {
    let standing = &laid.game.standing;
    let deadline = standing.deadline.filter(|_| standing.due == keys.map(|keys| keys.seat))?;
    let still = deadline - ctx.now();
    let late = is_late(standing, ctx.now());
    Some(if late { ", LATE".to_owned() } else { format!(", {} left", days(still)) })
}

pub(crate) fn head(ctx: &Context, laid: &OpenFile, keys: Option<&Keys>, view: &View) -> String {
    let standing = &laid.game.standing;
    let file = laid.file_name();
    let name = laid.name();
    let is_named_alike = file.strip_suffix(".toml").unwrap_or(&file) == name || name == file;
    let mut called = if is_named_alike { name.clone() } else { format!("{name} ({file})") };
    let mut turn = format!("turn {}", standing.turns());
    if !view.scene.heading.is_empty() {
        turn = format!("{turn}, {}", standing.names.fill(&view.scene.heading));
    }
    let act = call_to_act(ctx, laid, keys, view);
    let title = standing.kind.title();
    let width = ctx.look().width.min(SCREEN);
    let length = |called: &str| [title, called, &turn, &act].map(render::columns);
    // The name says which game it is; the file is left out if there is no room for it.
    if length(&called).iter().sum::<usize>() + 3 * GAP > width {
        called = name;
    }
    let taken: usize = length(&called).iter().sum();
    let mut parts = [title.to_owned(), called, turn, act];
    let left = time_left(ctx, laid, keys).filter(|left| taken + left.len() + 9 <= width);
    let taken = taken + left.as_ref().map_or(0, String::len);
    parts[3].extend(left);
    let gap = " ".repeat(width.saturating_sub(taken).checked_div(3).unwrap_or(GAP).clamp(GAP, 8));
    parts.join(&gap)
}

/// What of a table is told beside the boards; each has all that the one before has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Extent {
    /// what is asked, and what presses
    Asked,
    /// what was answered and written
    Answers,
    /// what happened
    News,
    /// what one may do
    Choices,
    /// what the signs on the boards mean
    Legend,
    /// what is known, and agreed
    All,
}

/// Least number of spaces between the parts of the title line.
const GAP: usize = 3;

/// How much of a table is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// without what is known and what has been
    Short,
    /// all of it
    Full,
    /// as much as the screen is high enough for, so that the board is seen
    Fitting,
}

/// A table that is to be told in characters.
pub(crate) struct Telling<'a> {
    pub laid: &'a OpenFile,
    pub keys: Option<&'a Keys>,
    pub view: &'a View,
    /// the turn behind which all is news
    pub since: u32,
    pub format: Format,
    /// as it was after this turn
    pub turn: Option<u32>,
    /// how many lines stand around it, if not what is next
    pub around: Option<usize>,
}

impl Telling<'_> {
    /// Puts the table into the report, and what is next.
    pub(crate) fn tell(&self, ctx: &mut Context, report: &mut Report, length: Length) {
        report.next = self.next(ctx);
        let extents = match length {
            Length::Short => &[Extent::Asked][..],
            Length::Full => &[Extent::All],
            // If nothing was asked, only the news shows what the other players did.
            Length::Fitting if self.laid.game.standing.question.is_none() => {
                &[Extent::All, Extent::Legend, Extent::Choices, Extent::News]
            }
            Length::Fitting => {
                &[Extent::All, Extent::Legend, Extent::Choices, Extent::News, Extent::Answers]
            }
        };
        for extent in extents {
            let lines = self.lines(ctx, *extent);
            let least = Some(extent) == extents.last();
            if least || !self.is_too_high(ctx, report, &lines) {
                report.text += &lines;
                break;
            }
            if *extent == Extent::All {
                let name = quoted(&self.laid.name());
                report.then(format!("pbem show {name} --full      show everything"));
            }
        }
    }

    /// Is the report with this text behind it, and what stands around both, higher than the
    /// terminal? Below what is next comes the prompt.
    fn is_too_high(&self, ctx: &Context, report: &Report, text: &str) -> bool {
        let screen = ctx.around.screen.filter(|_| ctx.around.interactive);
        let lines = || {
            let around = self.around.map(|around| report.text.lines().count() + around);
            around.unwrap_or_else(|| report.to_text().lines().count() + 1) + text.lines().count()
        };
        screen.is_some_and(|(_, height)| lines() > height)
    }

    fn lines(&self, ctx: &Context, extent: Extent) -> String {
        let Telling { laid, keys, view, .. } = *self;
        let standing = &laid.game.standing;
        let names = &standing.names;
        let look = ctx.look();
        let mut lines = Report::default();
        lines.line(render::wrap(&head(ctx, laid, keys, view), look.width, ""));
        if self.format == Format::List {
            lines.line(render::list(&view.scene, names, look).trim_end());
        } else {
            lines.line("");
            let mut scene = Cow::Borrowed(&view.scene);
            if extent < Extent::Legend {
                scene.to_mut().legend.clear();
            }
            lines.line(render::text(&scene, names, look).trim_end());
            lines.line("");
            if extent == Extent::All && !view.scene.facts.is_empty() {
                lines.line(render::rows(&view.scene.facts, names, look).trim_end());
                lines.line("");
            }
        }
        let rows = self.rows(ctx, extent);
        if !rows.is_empty() {
            lines.line(render::rows(&rows, names, look).trim_end());
        }
        let me = keys.map(|keys| names.of(keys.seat));
        if let Some(came_out) = came_out(laid, me) {
            lines.line(render::wrap(&came_out, look.width, ""));
        }
        if let Some(breach) = breach(laid) {
            lines.line(render::wrap(&breach, look.width, ""));
        }
        lines.text
    }

    /// What has been, what is asked and what presses: labels and texts.
    fn rows(&self, ctx: &Context, extent: Extent) -> Vec<(String, String)> {
        let Telling { laid, keys, view, since, .. } = *self;
        let mut rows = Vec::new();
        if extent >= Extent::Answers {
            rows.extend(told(ctx, laid, keys, since, extent == Extent::Answers));
        }
        rows.extend(asked(laid, keys, view));
        if extent >= Extent::Choices {
            let may = view.scene.may.iter().enumerate();
            let may = may.map(|(at, line)| (if at == 0 { "You may" } else { "" }, line));
            rows.extend(may.map(|(label, line)| (label.to_owned(), line.clone())));
        }
        rows.extend(pressing(ctx, laid, keys));
        if extent == Extent::All {
            rows.extend(agreed(&laid.game.standing, keys));
        }
        rows
    }

    fn next(&self, ctx: &mut Context) -> Vec<String> {
        let Telling { laid, keys, view, .. } = *self;
        if self.turn.is_some() {
            return vec![format!("pbem show {}      show the latest turn", laid.name())];
        }
        let locked = keys.is_some() && lock(ctx, laid).is_some();
        let mut next = match laid.game.standing.due {
            None => over(ctx, laid),
            Some(_) if locked => Vec::new(),
            Some(_) => next_steps(ctx, laid, keys, view),
        };
        let notices = notices(ctx, laid, keys.is_none());
        next.extend(notices.into_iter().filter_map(|notice| notice.next));
        next
    }
}

/// How the game has come out, or will if what is still to be shown bears it out; said to `me`.
pub(crate) fn came_out(laid: &OpenFile, me: Option<&str>) -> Option<String> {
    let (names, outcome) = (&laid.game.standing.names, laid.game.standing.outcome.as_ref()?);
    let who = |seat| Some(names.of(seat)).filter(|who| Some(*who) != me).unwrap_or("you");
    let winners: Vec<&str> = outcome.winners.iter().map(|seat| who(*seat)).collect();
    let who = match winners.as_slice() {
        [] => "nobody wins".to_owned(),
        ["you"] => "You win".to_owned(),
        [one] => format!("{one} wins"),
        winners => format!("{} win", list(winners)),
    };
    Some(format!("{who}: {}.", names.fill(&outcome.reason)))
}

/// How a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Drawing
    Text,
    /// Sentences, for screen readers and proportional fonts
    List,
    /// Picture
    Svg,
    /// Web page
    Html,
}

impl Format {
    /// The format for boards in the settings of the vault.
    pub(crate) fn set(ctx: &mut Context) -> Format {
        if ctx.wants_sentences() { Format::List } else { Format::Text }
    }
}

/// The table after a turn, for who has made it.
pub(crate) fn after_turn(
    ctx: &mut Context,
    report: &mut Report,
    laid: &mut OpenFile,
    at: usize,
) -> Result<(), CliError> {
    let keys = if laid.records[at].has_joined() { Some(laid.keys(ctx, at)?) } else { None };
    let view = laid.game.table.view(keys.as_ref(), ctx.now());
    let since = news_since(laid, at);
    laid.records[at].last_seen_turn = laid.game.standing.turns();
    let (keys, view) = (keys.as_ref(), &view);
    let (format, turn, around) = (Format::set(ctx), None, None);
    let telling = Telling { laid, keys, view, since, format, turn, around };
    telling.tell(ctx, report, Length::Fitting);
    Ok(())
}
