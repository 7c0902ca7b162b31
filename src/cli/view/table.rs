//! The board as text: the title line, the boards, the facts, the open question and the next step.

use std::borrow::Cow;

use clap::ValueEnum;
use pbem::audit::plural;
use pbem::render;
use pbem::table::{Expects, Keys, View};

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::notices::{UNMAILED, is_late, lock, notices};
use crate::cli::report::{Report, SCREEN, quoted};
use crate::cli::time::days;
use crate::cli::turn_words::{list, send_next};
use crate::cli::view::news::news_since;
use crate::cli::view::next_steps::{next_steps, over};
use crate::cli::view::rows::{agreed, breach, labeled, news_lines, pressing, question_rows};

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
    /// The news, and the first of the possible moves.
    News,
    /// All possible moves.
    Choices,
    /// The legend.
    Legend,
    /// Facts, and the hints that the players agreed on.
    All,
}

/// How to print the board and the text around it.
#[derive(Clone, Copy)]
struct Layout {
    extent: Extent,
    /// Whether to leave out blank lines, and tables below the boards.
    is_dense: bool,
    /// Number of lines of news to print above the title line, where they may scroll off the screen.
    above: usize,
}

impl Layout {
    fn of(extent: Extent) -> Layout {
        Layout { extent, is_dense: false, above: 0 }
    }

    /// Returns the layouts that show as much as possible, the tallest first. `news` is the number
    /// of lines of news.
    fn fitting(news: usize) -> Vec<Layout> {
        let mut layouts = [Extent::All, Extent::Legend, Extent::Choices].map(Layout::of).to_vec();
        let dense = |extent, above| Layout { extent, is_dense: true, above };
        layouts.push(dense(Extent::Choices, 0));
        layouts.extend((0..=news).map(|above| dense(Extent::News, above)));
        layouts
    }
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
    /// The caller's lines around the report. A caller with such lines doesn't show the next steps.
    pub around: Option<&'a Around>,
}

/// The lines around a board at a prompt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    /// The lines above the board, which the report includes.
    pub above: Document,
    /// Number of lines below.
    pub below: usize,
}

impl Telling<'_> {
    /// Adds the board and the next steps to the report.
    pub(crate) fn tell(&self, ctx: &mut Context, report: &mut Report, length: Length) {
        report.next = self.next(ctx);
        let news = news_lines(ctx, self.loaded, self.keys, self.since);
        let layouts = match length {
            Length::Short => vec![Layout::of(Extent::Asked)],
            Length::Full => vec![Layout::of(Extent::All)],
            Length::Fitting => Layout::fitting(news.count()),
        };
        let whole = format!("pbem show {} --full", quoted(&self.loaded.name()));
        for (at, layout) in layouts.iter().enumerate() {
            let [above, below] = news.split(layout.above);
            let above = render::rows(&above, &self.loaded.game.standing.names, ctx.look());
            let mut lines = self.lines(ctx, *layout, below);
            if at > 0 && self.around.is_some() {
                let scrolled = match above.lines().count() {
                    0 => String::new(),
                    count => format!("   (news above the board: {})", plural(count, "line")),
                };
                lines.lines(&format!("More:  {whole}{scrolled}"));
            }
            let is_last = at + 1 == layouts.len();
            if is_last || !self.is_too_high(ctx, report, &lines) {
                if !above.is_empty() {
                    report.drawing(above.trim_end());
                    report.line("");
                }
                report.body.append(
                    self.around.map_or_else(Document::default, |around| around.above.clone()),
                );
                report.body.append(lines);
                break;
            }
            if layout.extent == Extent::All {
                report.then(Next::command(&whole).why("show everything"));
            }
        }
    }

    /// Whether the report with this text and the lines around it is taller than the terminal.
    /// Counts the prompt after the next steps, too.
    fn is_too_high(&self, ctx: &Context, report: &Report, text: &Document) -> bool {
        let screen = ctx.around.screen.filter(|_| ctx.around.interactive);
        let width = ctx.look().width;
        let lines = || {
            let around = self.around.map(|around| around.above.height(width) + around.below);
            around.unwrap_or_else(|| report.document().height(width) + 1) + text.height(width)
        };
        screen.is_some_and(|(_, height)| lines() > height)
    }

    /// Returns the text, with these rows of news below the board.
    fn lines(&self, ctx: &Context, layout: Layout, news: Vec<(String, String)>) -> Document {
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
                if !layout.is_dense {
                    lines.line("");
                }
            };
            blank(&mut lines);
            let mut scene = Cow::Borrowed(&view.scene);
            if layout.extent < Extent::Legend {
                scene.to_mut().legend.clear();
            }
            if layout.is_dense {
                let boards = scene.to_mut().boards.iter_mut();
                boards.for_each(|board| render::without_low_table(board, names, look.width));
            }
            lines.drawing(render::text(&scene, names, look).trim_end());
            blank(&mut lines);
            if layout.extent == Extent::All && !view.scene.facts.is_empty() {
                lines.drawing(render::rows(&view.scene.facts, names, look).trim_end());
                lines.line("");
            }
        }
        let rows = self.rows(ctx, layout.extent, news);
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

    /// Returns rows with this news, the open question and urgent notices. A row is a label and its
    /// text.
    fn rows(
        &self,
        ctx: &Context,
        extent: Extent,
        news: Vec<(String, String)>,
    ) -> Vec<(String, String)> {
        let Telling { loaded, keys, view, .. } = *self;
        let mut rows = if extent >= Extent::News { news } else { Vec::new() };
        rows.extend(question_rows(loaded, keys, view));
        if extent >= Extent::News {
            let most = if extent < Extent::Choices { 1 } else { usize::MAX };
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
        next.extend(notices.into_iter().filter_map(|notice| match notice.label {
            UNMAILED => Some(Next::command(send_next(ctx, loaded))),
            _ => notice.next,
        }));
        next
    }
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
