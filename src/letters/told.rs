//! What a letter says: what happened, what is asked, what to type, and the board as everybody may
//! see it.

use std::fmt::Write;

use super::thread::short_id;
use crate::audit::{self, VerdictKind};
use crate::render::{self, Look};
use crate::rules::{Names, Outcome, OutcomeKind, list};
use crate::table::{
    AnyTable, Expects, OpenGame, Standing, StandingClaim, TurnNews, View, arbiter_words,
};
use crate::turnfile::{Moment, Reading};

/// Mail programs leave lines of this width alone.
const COLUMNS: usize = 72;
/// Most turns that are told; the file has them all.
const MOST_NEWS: usize = 12;

/// For who is invited and may never have heard of it.
fn what_it_is(page: Option<&str>) -> String {
    let page = match page {
        Some(page) => format!("open {page}"),
        None => "open pbem.html, which whoever invites you can send you,".to_owned(),
    };
    format!(
        "pbem plays board games with secrets by mail: one small file goes to and fro, without a \
        server, an account or a referee. Without installing anything: {page} in a browser, \
        on a phone too, and give it the attached file. Or with the program: whoever invites you \
        can tell you where to get it."
    )
}

/// Who invites whom to what.
fn invited(game: &OpenGame, who: &str) -> String {
    let (kind, seats) = (game.standing.kind, &game.file.game.seats);
    let players = match seats.len() {
        2 => "two".to_owned(),
        many => many.to_string(),
    };
    let from = seats.first().map_or("", String::as_str);
    let arbiter =
        game.file.game.arbiter.as_ref().map(|arbiter| format!(" {}", arbiter_words(arbiter)));
    let arbiter = arbiter.unwrap_or_default();
    format!("{from} invites {who} to {}, a game for {players} by mail.{arbiter}", kind.title())
}

/// How a game came out that nobody need move in any more: who won and why, and what is proved.
fn came_out(game: &OpenGame) -> Option<String> {
    let standing = &game.standing;
    let outcome = standing.outcome.as_ref()?;
    let reason = standing.names.fill(&outcome.reason);
    let verdict = audit::verify(&Reading { file: Some(game.file.clone()), fault: None });
    let proved = match (verdict.kind, verdict.missing_reveals.len()) {
        (VerdictKind::Honest, _) => "Everybody was honest.".to_owned(),
        (VerdictKind::Open, 0) => "Not all of it can be checked.".to_owned(),
        (VerdictKind::Open, missing) => {
            let setups = if missing == 1 { "one setup is" } else { "some setups are" };
            format!(
                "Everybody was honest, as far as it can be checked; {setups} still to be shown."
            )
        }
        _ => audit::told(&verdict, false).join(" "),
    };
    Some(format!("{}: {reason}. {proved}", winner(standing, outcome)))
}

/// `alice won`, `a draw`
fn winner(standing: &Standing, outcome: &Outcome) -> String {
    let winners: Vec<&str> = outcome.winners.iter().map(|seat| standing.names.of(*seat)).collect();
    match outcome.kind {
        OutcomeKind::Win if !winners.is_empty() => format!("{} won", list(&winners)),
        OutcomeKind::Void => "nobody won".to_owned(),
        _ => "a draw".to_owned(),
    }
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
    /// The same, to remind whoever is due of how much time is left.
    #[must_use]
    pub fn reminding(self, standing: &Standing, now: Moment) -> Told {
        let left = match standing.deadline.map(|deadline| deadline - now) {
            None => String::new(),
            Some(left) if left <= chrono::TimeDelta::zero() => ", and the time is over".to_owned(),
            Some(left) => format!(", {} left", render::when::days(left)),
        };
        let (kind, id) = (standing.kind.short(), short_id(standing.id));
        let subject = format!("[pbem {kind} {id}] Reminder: your move{left}");
        Told { subject, ..self }
    }

    /// What to say of a game, and of the claim that stands in it, to the players who get its
    /// newest file, called `file` there. Who is invited is told who `began` the last one, and, if
    /// he has no program, of the `page`.
    pub fn of(
        game: &OpenGame,
        claim: Option<StandingClaim>,
        began: Option<&str>,
        file: &str,
        page: Option<&str>,
        now: Moment,
    ) -> Told {
        let OpenGame { table, standing, .. } = game;
        let view = table.view(None, now);
        let names = &standing.names;
        let who = standing.due_name();
        let subject = format!(
            "[pbem {} {}] {}",
            standing.kind.short(),
            short_id(standing.id),
            subject(standing, who)
        );
        let joins = standing.expects == Expects::Join;
        let first = match who {
            Some(who) if joins => Some(invited(game, who)),
            _ => came_out(game),
        };
        let list = if standing.turns() > 1 { view.scene.list.as_slice() } else { &[] };
        let paragraphs = Paragraphs {
            first,
            title: format!("{}, {}.", standing.kind.title(), heading(standing, &view)),
            what: joins.then(|| what_it_is(page)),
            card: joins.then(|| standing.kind.card()).filter(|card| !card.is_empty()),
            news: news(table, standing),
            asked: asked(game, who, began, file),
            claim: claim.map(|claim| claim.words(names, |_| false)),
            deadline: render::when::deadline(standing, now, render::when::utc)
                .map(|deadline| format!("Deadline:  {deadline}")),
            commands: commands(standing),
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

/// How it came out, or else what is to be done and what is offered.
fn subject(standing: &Standing, who: Option<&str>) -> String {
    match (&standing.outcome, who) {
        (Some(outcome), None) => format!("{}: check it", winner(standing, outcome)),
        (Some(outcome), _) => format!("{}, {}", winner(standing, outcome), duty(standing, who)),
        (None, _) => {
            let offer = standing.offer.filter(|_| who.is_some());
            let offer = offer.map(|by| format!(", {} offers a draw", standing.names.of(by)));
            let offer = offer.unwrap_or_default();
            format!("turn {}: {}{offer}", standing.turns(), duty(standing, who))
        }
    }
}

/// What is to be done.
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
    let after_last = |seat| all.iter().rposition(|told| told.seat == seat).map_or(0, |at| at + 1);
    let since = match (standing.due, all.last().map(|told| told.seat)) {
        (Some(due), _) => after_last(due),
        // At the end all the others read it.
        (None, Some(by)) => {
            let others = all.iter().map(|told| told.seat).filter(|seat| *seat != by);
            others.map(after_last).min().unwrap_or(0)
        }
        (None, None) => 0,
    };
    let since = since.max(all.len().saturating_sub(MOST_NEWS));
    let since = since.min(all.len().saturating_sub(1));
    let lines = |told: &TurnNews| {
        let happened =
            format!("Turn {}: {}.", told.number, told.lines.join("; ").trim_end_matches('.'));
        let note = told.note_told(&standing.names);
        [(!told.lines.is_empty()).then_some(happened), note].into_iter().flatten()
    };
    all.iter().skip(since).flat_map(lines).collect()
}

fn asked(game: &OpenGame, who: Option<&str>, began: Option<&str>, file: &str) -> String {
    let standing = &game.standing;
    let names = &standing.names;
    let Some(who) = who else {
        return "The game is over. Anybody can check now whether everybody was honest.".to_owned();
    };
    let what = match (standing.expects, &standing.question) {
        (Expects::Join, _) => format!("{who} is invited to join.{}", begins(game, began)),
        (Expects::Reveal, _) => {
            format!("It remains for {who} to show the setup; then it is proved.")
        }
        (_, Some(question)) => {
            format!("{who} is asked: {question}. The true answer is worked out by pbem.")
        }
        (_, None) => format!("It is for {who} to move."),
    };
    let offer = standing.offer.map(|by| {
        format!(" {} offers a draw: pbem accept {file}; any move declines it.", names.of(by))
    });
    what + &offer.unwrap_or_default()
}

/// Who begins, where that is agreed, and why.
fn begins(game: &OpenGame, began: Option<&str>) -> String {
    match (&game.file.game.first, began) {
        (Some(first), Some(began)) => format!(" {first} begins: {began} began the last one."),
        (Some(first), None) => format!(" {first} begins."),
        (None, _) => String::new(),
    }
}

/// What to type, the first first. An invitation is found by its id, whatever its file is called.
fn commands(standing: &Standing) -> Vec<String> {
    let id = short_id(standing.id);
    match standing.expects {
        Expects::Join => vec![format!("pbem join {id}")],
        Expects::Over => {
            vec!["pbem receive".into(), format!("pbem verify {id}"), format!("pbem rematch {id}")]
        }
        _ => vec!["pbem turn".into()],
    }
}

struct Paragraphs {
    /// what matters most: an invitation, or how it came out
    first: Option<String>,
    title: String,
    /// what pbem is, for who is invited
    what: Option<String>,
    news: Vec<String>,
    asked: String,
    claim: Option<String>,
    /// when who is to act has let the time pass
    deadline: Option<String>,
    commands: Vec<String>,
    /// the rules on a card, in the place of an empty board
    card: Option<&'static str>,
    /// the board in sentences, once there is something to say of it
    list: Vec<String>,
}

impl Paragraphs {
    /// All paragraphs above the command.
    fn said(&self) -> impl Iterator<Item = &str> {
        let first = self.first.iter().chain([&self.title]).chain(&self.news);
        let asked = [&self.asked].into_iter().chain(&self.claim).chain(&self.deadline);
        first.chain(asked).chain(&self.what).map(String::as_str)
    }

    /// The drawing, and then the same in sentences, since proportional letters ruin a drawing.
    fn text(&self, view: &View, names: &Names) -> String {
        let mut out = String::new();
        let mut paragraph = |text: &str| {
            let _ = write!(out, "{}\n\n", render::wrap(text, COLUMNS, ""));
        };
        self.said().for_each(&mut paragraph);
        let commands = self.commands.join("\n    ");
        let _ = write!(out, "Save the attached file and type\n\n    {commands}\n\n");
        if let Some(card) = self.card {
            let _ = write!(out, "{card}\n{}\n", render::wrap(FOOT, COLUMNS, ""));
            return out;
        }
        let board = render::text(&view.scene, names, Look { ascii: true, ..Look::default() });
        let _ = writeln!(out, "{board}");
        for sentence in &self.list {
            let _ = writeln!(out, "{}", render::wrap(sentence, COLUMNS, "  "));
        }
        let gap = if self.list.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{}", render::wrap(FOOT, COLUMNS, ""));
        out
    }

    fn html(&self, view: &View, names: &Names) -> String {
        let mut out = String::from("<!DOCTYPE html>\n<html><body>\n");
        let mut paragraph = |text: &str| {
            let _ = writeln!(out, "<p>{}</p>", escape(text));
        };
        self.said().for_each(&mut paragraph);
        let _ = writeln!(
            out,
            "<p>Save the attached file and type</p>\n<pre>{}</pre>",
            escape(&self.commands.join("\n"))
        );
        match self.card {
            Some(card) => {
                let _ = writeln!(out, "<pre>{}</pre>", escape(card));
            }
            None => out.push_str(&render::html_table(&view.scene, names)),
        }
        let _ = write!(out, "<p>{FOOT}</p>\n</body></html>\n");
        out
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table;
    use crate::turnfile::TurnFile;

    #[test]
    fn last_letter_tells_what_its_reader_has_not_seen() {
        let text = include_str!("../../examples/checkpoint-danger.toml");
        let file = TurnFile::read(text.as_bytes()).expect("an example");
        let by = file.turns.last().expect("a turn").seat.clone();
        let theirs = file.turns.iter().rev().find(|turn| turn.seat != by).expect("a turn").number;
        let (table, _) = table::open(&file).expect("it is whole");
        let game = OpenGame::new(file, table);
        assert_eq!(game.standing.due, None);
        let told = Told::of(&game, None, None, "game.toml", None, game.standing.last_sent).text;
        let numbers = told.lines().filter_map(|line| line.strip_prefix("Turn ")?.split_once(':'));
        let numbers: Vec<u32> = numbers.filter_map(|(number, _)| number.parse().ok()).collect();
        assert!(!numbers.is_empty() && numbers.iter().all(|number| *number > theirs), "{told}");
    }
}
