//! The words of an email about a game: the news, the next step, the commands and the public board.

use std::fmt::Write;

use super::thread::short_id;
use crate::audit::{self, Verdict, VerdictKind};
use crate::render::{self, Look};
use crate::rules::{Names, OutcomeKind, list};
use crate::table::{
    AnyTable, Expects, OpenGame, Standing, StandingClaim, TurnNews, View, arbiter_words,
};
use crate::turnfile::Moment;

/// Width of lines, in columns. Mail programs don't wrap lines of this width again.
const COLUMNS: usize = 72;
/// Maximum number of turns in the news; the file has all turns.
const MOST_NEWS: usize = 12;

/// Maximum length of a subject that needs no encoding, in bytes.
const LONGEST_SUBJECT: usize = 68;

/// Last paragraph of each email.
const FOOT: &str = "The attached file contains the whole game. It is signed, so any change to it, \
    even a line break, makes it invalid.";

/// The words of an email. They are written without any player's secrets, so they contain only
/// public information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterBody {
    /// Subject line.
    pub subject: String,
    /// Body as plain text.
    pub text: String,
    /// Body as HTML.
    pub html: String,
}

impl LetterBody {
    /// Turns the email into a reminder, with the time left in its subject.
    #[must_use]
    pub fn reminding(self, standing: &Standing, now: Moment) -> LetterBody {
        let left = match standing.deadline.map(|deadline| deadline - now) {
            None => String::new(),
            Some(left) if left <= chrono::TimeDelta::zero() => ", deadline passed".to_owned(),
            Some(left) => format!(", {} left", render::when::days(left)),
        };
        let title = standing.kind.title();
        let subjects =
            [format!("Reminder: your move in {title}{left}"), format!("Reminder: your move{left}")];
        LetterBody { subject: fit(&subjects, standing), ..self }
    }

    /// Describes a game, and the claim in it, for the players who get its latest file.
    ///
    /// `began` is the player who went first in the previous game of a series. `page` is the address
    /// of the web page.
    pub fn new(
        game: &OpenGame,
        claim: Option<StandingClaim>,
        began: Option<&str>,
        page: Option<&str>,
        now: Moment,
    ) -> LetterBody {
        let OpenGame { table, standing, .. } = game;
        let view = table.view(None, now);
        let names = &standing.names;
        let verdict = standing.outcome.is_some().then(|| audit::verify_open(game));
        let deadline = render::when::deadline(standing, now, render::when::utc)
            .map(|deadline| Block::Paragraph(format!("Deadline: {deadline}.")));
        let claim = claim.map(|claim| claim.words(names, |_| false, render::when::utc_with_year));
        let claim = claim.map(Block::Paragraph);
        let body: Vec<Block> = match standing.due_name() {
            Some(who) if standing.expects == Expects::Join => {
                let lead = invitation(game, who, began, page);
                lead.into_iter().chain(deadline).chain(claim).chain(how_to_join(standing)).collect()
            }
            who => {
                let news = news(table, standing).into_iter().map(Block::Paragraph);
                let mut lead = next_step(game, verdict.as_ref(), who);
                lead.splice(1..1, news);
                let lead = lead.into_iter().chain(claim);
                let heading = format!("The board after {}:", heading(standing, &view));
                let board = [Block::Paragraph(heading), Block::Board];
                lead.chain(deadline).chain(what_to_type(standing, page)).chain(board).collect()
            }
        };
        LetterBody {
            subject: fit(&subjects(game, verdict.as_ref()), standing),
            text: text(&body, &view, names, standing.turns() > 1),
            html: html(&body, &view, names),
        }
    }
}

/// Start of the tag in a subject that names a game.
pub(super) const TAG: &str = "[pbem ";

/// Returns the first subject that fits, with the tag that filters use to find a game:
/// `[pbem spy 237e]`. A longer header would be encoded, which hides the tag from most filters.
pub(super) fn fit(subjects: &[String], standing: &Standing) -> String {
    let tag = format!("{TAG}{} {}]", standing.kind.short(), short_id(standing.id));
    let fits = |subject: &&String| subject.len() + 1 + tag.len() <= LONGEST_SUBJECT;
    let subject = subjects.iter().find(fits).or(subjects.last());
    format!("{} {tag}", subject.map_or("", String::as_str))
}

/// Returns the possible subjects of an email, without the tag, the best first and the shortest
/// last.
fn subjects(game: &OpenGame, verdict: Option<&Verdict>) -> Vec<String> {
    let standing = &game.standing;
    let title = standing.kind.title();
    match (verdict.and_then(|verdict| winner(standing, verdict)), standing.due_name()) {
        (Some(result), None) => {
            vec![format!("{result} ({title})"), format!("The game is over ({title})")]
        }
        (Some(result), Some(who)) => vec![
            format!("{result} ({title}). Reveal your setup, {who}"),
            format!("Reveal your setup, {who}"),
        ],
        (None, None) => vec![format!("The game is over ({title})")],
        (None, Some(who)) if standing.expects == Expects::Join => vec![
            format!("{} to a game of {title}", invites(game, who)),
            format!("An invitation to a game of {title}"),
        ],
        (None, Some(who)) => {
            let turn = standing.turns();
            match standing.offer.map(|by| standing.names.of(by)) {
                Some(by) => vec![
                    format!("{by} offers {who} a draw: {title}, turn {turn}"),
                    format!("{by} offers {who} a draw, turn {turn}"),
                    format!("Your opponent offers a draw, turn {turn}"),
                ],
                None => vec![
                    format!("Your move, {who}: {title}, turn {turn}"),
                    format!("Your move, {who}, turn {turn}"),
                    format!("Your move, turn {turn}"),
                ],
            }
        }
    }
}

/// Adds a period to a sentence, unless it ends in a title such as `Spy!`.
fn sentence(text: &str) -> String {
    if text.ends_with('!') { text.to_owned() } else { format!("{text}.") }
}

/// Returns a sentence such as `alice invites you`. With more than two players, all of them read the
/// email, so the sentence also names the invited player: `For carol: alice invites you`.
fn invites(game: &OpenGame, who: &str) -> String {
    let whom = if game.file.game.seats.len() == 2 { String::new() } else { format!("For {who}: ") };
    format!("{whom}{} invites you", game.file.game.opened_by())
}

/// Returns the result, or that of the verdict if a player cheated: `alice won`, `A draw`.
fn winner(standing: &Standing, verdict: &Verdict) -> Option<String> {
    let outcome = standing.outcome.as_ref().map(|outcome| (outcome.kind, &outcome.winners));
    let judged = verdict.result.as_ref().filter(|_| verdict.kind == VerdictKind::Dishonest);
    let (kind, winners) = judged.map(|result| (result.kind, &result.winners)).or(outcome)?;
    let winners: Vec<&str> = winners.iter().map(|seat| standing.names.of(*seat)).collect();
    Some(match kind {
        OutcomeKind::Win if !winners.is_empty() => format!("{} won", list(&winners)),
        OutcomeKind::Void => "No one won".to_owned(),
        _ => "A draw".to_owned(),
    })
}

/// Returns the result of a decided game, the reason, and the verdict on honesty.
fn result(standing: &Standing, verdict: &Verdict) -> Option<String> {
    let honest = match (verdict.kind, verdict.missing_reveals.len()) {
        (VerdictKind::Honest, _) => "Everyone was honest.",
        (VerdictKind::Open, 0) => {
            "Some setups were not revealed, so not every answer can be checked."
        }
        (VerdictKind::Open, 1) => {
            "So far, everyone has been honest. One player must still reveal a setup."
        }
        (VerdictKind::Open, _) => {
            "So far, everyone has been honest. Some players must still reveal their setups."
        }
        _ => return Some(audit::describe(verdict, false).join(" ")),
    };
    let reason = standing.names.fill(&standing.outcome.as_ref()?.reason);
    Some(format!("{}: {reason}. {honest}", winner(standing, verdict)?))
}

/// Returns the beginning of an invitation: the players, the game, and the page to open.
fn invitation(game: &OpenGame, who: &str, began: Option<&str>, page: Option<&str>) -> Vec<Block> {
    let (standing, header) = (&game.standing, &game.file.game);
    let (kind, from) = (standing.kind, header.opened_by());
    let players = match header.seats.len() {
        2 => "two".to_owned(),
        many => format!("{many} players"),
    };
    let mut body =
        vec![Block::Lead(sentence(&format!("{} to play {}", invites(game, who), kind.title())))];
    let about = format!("{} is a game for {players}, played by email.", kind.title());
    body.push(Block::Paragraph(format!("{about} {}", kind.summary()).trim_end().to_owned()));
    let at = if standing.turns() == 1 { 1 } else { body.len() };
    body.splice(at..at, news(&game.table, standing).into_iter().map(Block::Paragraph));
    body.extend(begins(game, began).map(Block::Paragraph));
    body.extend(header.arbiter.as_ref().map(|arbiter| Block::Paragraph(arbiter_words(arbiter))));
    let how = match page {
        Some(_) => "There is nothing to install and no account to create. To play, open this page \
            on your phone or computer, and choose the attached file there:"
            .to_owned(),
        None => format!(
            "The game is played with pbem, a free program. There is nothing to install and no \
            account to create: ask {from} for the file pbem.html, open it in a browser on your \
            phone or computer, and choose the attached file there."
        ),
    };
    body.push(Block::Paragraph(how));
    body.extend(page.map(|page| Block::Link(page.to_owned())));
    let what = "The page explains the rules, and makes the file that you send back.";
    body.extend(page.map(|_| Block::Paragraph(what.to_owned())));
    body
}

/// Returns a sentence about who goes first and why, if the players have agreed on a first player.
fn begins(game: &OpenGame, began: Option<&str>) -> Option<String> {
    let first = game.file.game.first.as_ref()?;
    Some(match began {
        Some(began) => format!("{first} begins, because {began} began the last game."),
        None => format!("{first} begins."),
    })
}

/// Returns the end of an invitation: the command for people who have pbem, and the short rules.
fn how_to_join(standing: &Standing) -> Vec<Block> {
    let card = Some(standing.kind.card()).filter(|card| !card.is_empty());
    let mut body = vec![
        Block::Paragraph("If pbem is installed, save the attached file and type:".to_owned()),
        Block::Commands(vec![format!("pbem join {}", short_id(standing.id))]),
    ];
    body.extend(card.map(Block::Card));
    body
}

/// Returns the first paragraphs of an email that isn't an invitation: the result, or the player to
/// move.
fn next_step(game: &OpenGame, verdict: Option<&Verdict>, who: Option<&str>) -> Vec<Block> {
    let standing = &game.standing;
    let lead = verdict.and_then(|verdict| result(standing, verdict)).map(Block::Lead);
    let mut body: Vec<Block> = lead.into_iter().collect();
    let Some(who) = who else {
        if body.is_empty() {
            body.push(Block::Lead("The game is over.".to_owned()));
        }
        return body;
    };
    if standing.expects == Expects::Reveal {
        let reveal = format!("{who}, reveal your setup, so that everyone can check the result.");
        body.push(Block::Paragraph(reveal));
        return body;
    }
    body.push(Block::Lead(format!("It's your move, {who}.")));
    let question = standing.question.as_ref();
    body.extend(question.map(|question| {
        Block::Paragraph(format!(
            "Waiting for your answer: {question}. When you take your turn, pbem answers for you."
        ))
    }));
    body.extend(standing.offer.map(|by| {
        let (by, id) = (standing.names.of(by), short_id(standing.id));
        Block::Paragraph(format!(
            "{by} offers you a draw. To accept it, type: pbem accept {id}. To decline it, make a \
             move."
        ))
    }));
    body
}

/// Returns the commands to type next, with an introduction.
fn what_to_type(standing: &Standing, page: Option<&str>) -> [Block; 2] {
    let id = short_id(standing.id);
    if standing.expects == Expects::Over {
        let mut commands = vec![
            "pbem receive       # read the turn".into(),
            format!("pbem verify {id}   # check that everyone was honest"),
        ];
        // In a larger game, only one player can start the next one.
        if standing.players.len() == 2 {
            commands.push(format!("pbem rematch {id}  # play again"));
        }
        let what = "Save the attached file, and type:".to_owned();
        return [Block::Paragraph(what), Block::Commands(commands)];
    }
    let what = match page {
        Some(page) => format!(
            "To continue, open {page} and choose the attached file there. Or save the file and \
             type:"
        ),
        None => "To continue, save the attached file and type:".to_owned(),
    };
    [Block::Paragraph(what), Block::Commands(vec!["pbem turn".to_owned()])]
}

fn heading(standing: &Standing, view: &View) -> String {
    let heading = standing.names.fill(&view.scene.heading);
    let turn = format!("turn {}", standing.turns());
    if heading.is_empty() { turn } else { format!("{turn}, {heading}") }
}

/// Returns the news since the reader's last turn, and the notes. A question isn't news until it is
/// answered.
fn news(table: &AnyTable, standing: &Standing) -> Vec<String> {
    let all = table.news(0);
    let after_last =
        |seat| all.iter().rposition(|turn_news| turn_news.seat == seat).map_or(0, |at| at + 1);
    let since = match (standing.due, all.last().map(|turn_news| turn_news.seat)) {
        (Some(due), _) => after_last(due),
        // When the game is over, the email is for all players except the player who took the last
        // turn.
        (None, Some(by)) => {
            let others = all.iter().map(|turn_news| turn_news.seat).filter(|seat| *seat != by);
            others.map(after_last).min().unwrap_or(0)
        }
        (None, None) => 0,
    };
    let since = since.max(all.len().saturating_sub(MOST_NEWS));
    let since = since.min(all.len().saturating_sub(1));
    let lines = |turn_news: &TurnNews| {
        let happened = format!(
            "Turn {}: {}.",
            turn_news.number,
            turn_news.lines.join("; ").trim_end_matches('.')
        );
        // An invitation already names the player who took turn 1.
        let has_news = turn_news.number > 1 && !turn_news.lines.is_empty();
        [has_news.then_some(happened), turn_news.note_line(&standing.names)].into_iter().flatten()
    };
    all.iter().skip(since).flat_map(lines).collect()
}

/// One block of an email, in text and in HTML.
enum Block {
    /// First line; a heading in HTML.
    Lead(String),
    Paragraph(String),
    /// Address of the web page; a button in HTML.
    Link(String),
    Commands(Vec<String>),
    /// The rules on one screen.
    Card(&'static str),
    Board,
}

/// Renders an email as plain text. Sentences below the board repeat its facts, because a
/// proportional font ruins a drawing.
fn text(body: &[Block], view: &View, names: &Names, has_list: bool) -> String {
    let mut out = String::new();
    for block in body {
        let _ = match block {
            Block::Lead(text) | Block::Paragraph(text) => {
                write!(out, "{}\n\n", render::wrap(text, COLUMNS, ""))
            }
            Block::Link(page) => write!(out, "    {page}\n\n"),
            Block::Commands(commands) => write!(out, "    {}\n\n", commands.join("\n    ")),
            Block::Card(card) => writeln!(out, "{card}"),
            Block::Board => {
                let look = Look { ascii: true, ..Look::default() };
                writeln!(out, "{}", render::text(&view.scene, names, look))
            }
        };
        if matches!(block, Block::Board) && has_list && !view.scene.list.is_empty() {
            out.push_str("The same in words:\n\n");
            for sentence in &view.scene.list {
                let _ = writeln!(out, "{}", render::wrap(&names.fill(sentence), COLUMNS, "  "));
            }
            out.push('\n');
        }
    }
    let _ = writeln!(out, "{}", render::wrap(FOOT, COLUMNS, ""));
    out
}

/// Renders an email as HTML.
fn html(body: &[Block], view: &View, names: &Names) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html><body>\n");
    for block in body {
        let _ = match block {
            Block::Lead(text) => writeln!(out, "<h2>{}</h2>", escape(text)),
            Block::Paragraph(text) => writeln!(out, "<p>{}</p>", escape(text)),
            Block::Link(page) => writeln!(
                out,
                "<p><a href=\"{page}\" style=\"display:inline-block;padding:12px 24px;\
                background:#1f5f8b;color:#ffffff;border-radius:6px\">Play</a></p>\n\
                <p><small>{page}</small></p>",
                page = escape(page)
            ),
            Block::Commands(commands) => {
                writeln!(out, "<pre>{}</pre>", escape(&commands.join("\n")))
            }
            Block::Card(card) => writeln!(out, "<pre>{}</pre>", escape(card)),
            Block::Board => write!(out, "{}", render::html_table(&view.scene, names)),
        };
    }
    let _ = write!(out, "<p><small>{FOOT}</small></p>\n</body></html>\n");
    out
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table;
    use crate::turnfile::TurnFile;

    fn opened() -> OpenGame {
        let text = include_str!("../../examples/checkpoint-danger.toml");
        let file = TurnFile::read(text.as_bytes()).expect("an example");
        let (table, _) = table::open(&file).expect("it is whole");
        OpenGame::new(file, table)
    }

    #[test]
    fn subjects_with_long_names_are_shortened() {
        let standing = opened().standing;
        let long = format!("Your move, {}: Checkpoint: Danger!, turn 3", "a".repeat(32));
        let subject = fit(&[long, "Your move, turn 3".to_owned()], &standing);
        assert!(subject.starts_with("Your move, turn 3 [pbem cd "), "{subject}");
    }

    #[test]
    fn the_link_in_an_invitation_is_escaped_in_html() {
        let page = "https://example.org/?a=1&b=\"2\"";
        let game = opened();
        let view = game.table.view(None, game.standing.last_sent);
        let html = html(&[Block::Link(page.to_owned())], &view, &game.standing.names);
        assert!(html.contains("href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\""), "{html}");
    }

    #[test]
    fn last_letter_tells_what_its_reader_has_not_seen() {
        let game = opened();
        let turns = &game.file.turns;
        let by = &turns.last().expect("a turn").seat;
        let theirs = turns.iter().rev().find(|turn| turn.seat != *by).expect("a turn").number;
        assert_eq!(game.standing.due, None);
        let text = LetterBody::new(&game, None, None, None, game.standing.last_sent).text;
        let numbers = text.lines().filter_map(|line| line.strip_prefix("Turn ")?.split_once(':'));
        let numbers: Vec<u32> = numbers.filter_map(|(number, _)| number.parse().ok()).collect();
        assert!(!numbers.is_empty() && numbers.iter().all(|number| *number > theirs), "{text}");
    }
}
