//! What a letter says: what happened, what is asked, what to type, and the board as everybody may
//! see it.

use std::fmt::Write;

use super::thread::short_id;
use crate::render::{self, Look};
use crate::rules::Names;
use crate::table::{AnyTable, Expects, OpenGame, Standing, StandingClaim, TurnNews, View};
use crate::turnfile::Moment;

/// Mail programs leave lines of this width alone.
const COLUMNS: usize = 72;
/// Most turns that are told; the file has them all.
const MOST_NEWS: usize = 12;

/// For who is invited and may never have heard of it.
fn what_it_is(page: &str) -> String {
    format!(
        "pbem plays board games with secrets by mail: one small file goes to and fro, without a \
        server, an account or a referee. Without installing anything: open {page} in a browser, \
        on a phone too, and give it the attached file. Or with the program in Rust, which cargo \
        installs; whoever invites you can tell you where to get it."
    )
}
/// Stands below.
const FOOT: &str =
    "The attached file is the whole game so far. It is signed, so please do not edit it.";

/// The words of a letter. They hold nothing but what is public: they are made without any player's
/// secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// the subject
    pub subject: String,
    /// for programs that show plain text, in whatever letters they like
    pub text: String,
    /// for programs that show pages
    pub html: String,
}

impl Told {
    /// What to say of a game, and of the claim that stands in it, to the players who get its
    /// newest file, called `file` there. Who has no program is sent to the
    /// `page`.
    pub fn of(
        game: &OpenGame,
        claim: Option<StandingClaim>,
        file: &str,
        page: &str,
        now: Moment,
    ) -> Told {
        let OpenGame { table, standing, .. } = game;
        let view = table.view(None, now);
        let names = &standing.names;
        let who = standing.due_name();
        let subject = format!(
            "[pbem {} {}] turn {}: {}",
            standing.kind.id(),
            short_id(standing.id),
            standing.turns(),
            duty(standing, who)
        );
        let list = if standing.turns() > 1 { view.scene.list.as_slice() } else { &[] };
        let paragraphs = Paragraphs {
            title: format!("{}, {}.", standing.kind.title(), heading(standing, &view)),
            what: (standing.expects == Expects::Join).then(|| what_it_is(page)),
            news: news(table, standing),
            asked: asked(standing, who),
            claim: claim.map(|claim| claim.words(names, |_| false)),
            command: command(standing.expects, file),
            list: list.iter().map(|sentence| names.fill(sentence)).collect(),
        };
        Told { subject, text: paragraphs.text(&view, names), html: paragraphs.html(&view, names) }
    }
}

fn heading(standing: &Standing, view: &View) -> String {
    let heading = standing.names.fill(&view.scene.heading);
    let turn = format!("turn {}", standing.turns());
    if heading.is_empty() { turn } else { format!("{turn}, {heading}") }
}

/// What is to be done, for the subject.
fn duty(standing: &Standing, who: Option<&str>) -> String {
    let Some(who) = who else { return "the game is over".to_owned() };
    let what = match standing.expects {
        Expects::Join => "join",
        Expects::Reveal => "show the setup",
        Expects::Setup => "hide a setup",
        Expects::Answer if standing.question.is_some() => "answer",
        _ => "move",
    };
    format!("{who} to {what}")
}

/// What happened since the reader's own last turn, and what was added to it. Of a turn that only
/// asks nothing is told before it is answered.
fn news(table: &AnyTable, standing: &Standing) -> Vec<String> {
    let all = table.news(0);
    let since = all.iter().rposition(|told| Some(told.seat) == standing.due);
    let since = since.map_or(0, |at| at + 1).max(all.len().saturating_sub(MOST_NEWS));
    let since = since.min(all.len().saturating_sub(1));
    let lines = |told: &TurnNews| {
        let happened =
            format!("Turn {}: {}.", told.number, told.lines.join("; ").trim_end_matches('.'));
        let note = told.note_told(&standing.names);
        [(!told.lines.is_empty()).then_some(happened), note].into_iter().flatten()
    };
    all.iter().skip(since).flat_map(lines).collect()
}

fn asked(standing: &Standing, who: Option<&str>) -> String {
    let names = &standing.names;
    let reason = standing.outcome.as_ref().map(|outcome| names.fill(&outcome.reason));
    let Some(who) = who else {
        let end = reason.map_or_else(
            || "The game is over.".to_owned(),
            |reason| format!("The game is over: {reason}."),
        );
        return format!("{end} Anybody can check now whether everybody was honest.");
    };
    let what = match (standing.expects, &standing.question) {
        (Expects::Join, _) => format!("{who} is invited to join."),
        (Expects::Reveal, _) => {
            let reason =
                reason.map(|reason| format!("The game is decided: {reason}. ")).unwrap_or_default();
            format!("{reason}It remains for {who} to show the setup; then it is proved.")
        }
        (_, Some(question)) => {
            format!("{who} is asked: {question}. The true answer is worked out by pbem.")
        }
        (_, None) => format!("It is for {who} to move."),
    };
    let offer =
        standing.offer.map(|by| format!(" {} offers a draw; moving declines it.", names.of(by)));
    what + &offer.unwrap_or_default()
}

/// The one command to type.
fn command(expects: Expects, file: &str) -> String {
    match expects {
        Expects::Join => format!("pbem join {file}"),
        Expects::Reveal => format!("pbem reveal {file}"),
        Expects::Over => format!("pbem verify {file}"),
        _ => format!("pbem show {file}"),
    }
}

struct Paragraphs {
    title: String,
    /// what pbem is, for who is invited
    what: Option<String>,
    news: Vec<String>,
    asked: String,
    claim: Option<String>,
    command: String,
    /// the board in sentences, once there is something to say of it
    list: Vec<String>,
}

impl Paragraphs {
    /// In sentences first, since proportional letters ruin a drawing, and then the drawing.
    fn text(&self, view: &View, names: &Names) -> String {
        let mut out = String::new();
        let mut paragraph = |text: &str| {
            let _ = write!(out, "{}\n\n", render::wrap(text, COLUMNS, ""));
        };
        paragraph(&self.title);
        let said = self.news.iter().chain([&self.asked]).chain(&self.claim).map(String::as_str);
        said.chain(self.what.as_deref()).for_each(&mut paragraph);
        let _ = write!(out, "Save the attached file and type\n\n    {}\n\n", self.command);
        for sentence in &self.list {
            let _ = writeln!(out, "{}", render::wrap(sentence, COLUMNS, "  "));
        }
        let board = render::text(&view.scene, names, Look { ascii: true });
        let _ = write!(out, "\n{board}\n{}\n", render::wrap(FOOT, COLUMNS, ""));
        out
    }

    fn html(&self, view: &View, names: &Names) -> String {
        let mut out = String::from("<!DOCTYPE html>\n<html><body>\n");
        let mut paragraph = |text: &str| {
            let _ = writeln!(out, "<p>{}</p>", escape(text));
        };
        paragraph(&self.title);
        let said = self.news.iter().chain([&self.asked]).chain(&self.claim).map(String::as_str);
        said.chain(self.what.as_deref()).for_each(&mut paragraph);
        let _ = writeln!(
            out,
            "<p>Save the attached file and type</p>\n<pre>{}</pre>",
            escape(&self.command)
        );
        out.push_str(&render::html_table(&view.scene, names));
        let _ = write!(out, "<p>{FOOT}</p>\n</body></html>\n");
        out
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
