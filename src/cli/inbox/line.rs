//! One game in the list of games: the player to move, the waiting time and the time left.

use std::cmp::Reverse;

use pbem::table::Expects;
use serde::{Serialize, Serializer};

use super::rows::Row;
use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::game_result::game_result;
use crate::cli::invitations::list::invitation_saved_like;
use crate::cli::next::{GAP, Next};
use crate::cli::notices::{
    ClaimJson, LATE, Notice, UNMAILED, UNREAD, claim_json, is_late, lock, maybe_unsent, notices,
    seconds_left, unmailed, unsent_words,
};
use crate::cli::rematches::is_rematch;
use crate::cli::report::Report;
use crate::cli::time::{brief, date_and_days_left, days, hurries, stamp, until};
use crate::cli::turn_words;
use crate::cli::unread_mail::Unread;

/// Sections of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// It is the user's move, or a bot's turn that the user must continue after a crash.
    Mine,
    /// It is another player's move.
    Theirs,
    /// The game is in progress, but this vault can't sign turns.
    Locked,
    /// The game is over.
    Over,
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flags {
            locked: bool,
            over: bool,
        }
        Flags { locked: *self == Group::Locked, over: *self == Group::Over }.serialize(serializer)
    }
}

/// Sort key of a game: the seconds left, the seconds that the game has waited, and the name of the
/// game.
pub(super) type Order = (i64, Reverse<i64>, String);

/// One game in the inbox.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) id: String,
    /// The other players' seats.
    pub(super) opponents: Vec<String>,
    /// Number of the user's last turn, if it hasn't been mailed although `pbem` could mail it.
    #[serde(rename = "not_mailed")]
    pub(super) unmailed: Option<u32>,
    /// Number of the user's last turn, if the user mails by hand and may not have sent it.
    #[serde(rename = "maybe_not_mailed")]
    pub(super) maybe_unsent: Option<u32>,
    #[serde(skip)]
    pub(super) title: &'static str,
    #[serde(rename = "game")]
    pub(super) kind: &'static str,
    pub(super) turns: u32,
    #[serde(flatten)]
    pub(super) group: Group,
    /// Whether it is the user's move.
    #[serde(rename = "your_turn")]
    pub(super) mine: bool,
    /// Name of the player to move; empty if the game is over.
    #[serde(rename = "to_act")]
    pub(super) who: String,
    /// The next step, or the result.
    pub(super) what: String,
    /// Seconds since the last turn.
    #[serde(skip)]
    pub(super) waited: i64,
    pub(super) since: String,
    /// The deadline of the turn.
    pub(super) deadline: Option<String>,
    /// Seconds left; negative after the deadline.
    pub(super) seconds_left: Option<i64>,
    /// The time left as the inbox shows it, or, without a deadline, how long the game has waited.
    #[serde(skip)]
    pub(super) waiting: String,
    #[serde(skip)]
    pub(super) days_per_turn: u32,
    /// Whether the deadline is near.
    #[serde(skip)]
    pub(super) hurries: bool,
    pub(super) late: bool,
    /// Number of an unread turn of this game that is in the mail.
    pub(super) unread: Option<u32>,
    #[serde(skip)]
    pub(super) notices: Vec<Notice>,
    pub(super) claim: Option<ClaimJson>,
    pub(super) expects: Expects,
    pub(super) file: String,
}

impl Line {
    pub(super) fn of(ctx: &mut Context, loaded: &mut OpenFile) -> Self {
        let judged = loaded.judged();
        let standing = &loaded.game.standing;
        let names = &standing.names;
        let due = standing.due;
        let who = due.map(|due| names.of(due).to_owned()).unwrap_or_default();
        let (mine, expects) = (loaded.is_mine(), standing.expects);
        let passed = ctx.now() - standing.last_sent;
        let what = match &judged {
            Some(judged) => game_result(loaded, judged),
            None if loaded.is_withdrawn() => "withdrawn".to_owned(),
            None => what(loaded, mine),
        };
        let group = group_of(ctx, loaded);
        if group == Group::Over && !loaded.is_withdrawn() {
            finish(loaded, &what);
        }
        let (standing, file) = (&loaded.game.standing, &loaded.target.path);
        let seconds_left = seconds_left(loaded, ctx.now());
        Line {
            name: loaded.name(),
            id: standing.id.to_string(),
            opponents: {
                let seats = loaded.game.file.game.seats.iter();
                seats.filter(|seat| !loaded.is_own(seat)).cloned().collect()
            },
            unmailed: unmailed(ctx, loaded),
            maybe_unsent: maybe_unsent(ctx, loaded),
            title: standing.kind.title(),
            kind: standing.kind.id(),
            turns: standing.turns(),
            group,
            mine,
            who,
            what,
            waited: passed.num_seconds(),
            since: stamp(standing.last_sent),
            deadline: loaded.deadline().map(stamp),
            seconds_left,
            waiting: match loaded.deadline() {
                _ if group == Group::Over => String::new(),
                Some(deadline) => {
                    date_and_days_left(deadline, ctx.now(), standing.days_per_turn, ctx.around.zone)
                }
                None => format!("waits {}", brief(passed)),
            },
            days_per_turn: standing.days_per_turn,
            hurries: seconds_left.is_some_and(|left| {
                hurries(chrono::Duration::seconds(left), standing.days_per_turn)
            }),
            late: is_late(loaded, ctx.now()),
            unread: None,
            notices: game_notices(ctx, loaded),
            claim: claim_json(loaded),
            expects,
            file: file.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        }
    }

    /// Adds a notice if the mail contains an unread turn of this game. Otherwise, if an answer is
    /// late, adds the searched folders to the notice about the deadline.
    pub(super) fn compare_with_mail(&mut self, unread: &Unread) {
        let found = unread.turn_in(&self.name);
        self.unread = found.map(|found| found.turn);
        if self.group != Group::Theirs {
            return;
        }
        let late = self.notices.iter().position(|notice| notice.label == LATE);
        if let Some(found) = found {
            late.map(|at| self.notices.remove(at));
            "unread mail".clone_into(&mut self.waiting);
            self.notices.push(Notice {
                label: UNREAD,
                text: found.sentence(),
                next: Some(Next::command("pbem receive").why("read your mail")),
                is_change: false,
            });
        } else if let Some(notice) = late.and_then(|at| self.notices.get_mut(at)) {
            let search_words = match &unread.folders {
                Some(folders) => &format!("Found no answer in {folders}."),
                None => {
                    "pbem doesn't know where your mail arrives, so check your mail for an answer \
                     yourself before you do anything about the deadline."
                }
            };
            notice.text.extend([" ", search_words]);
        }
    }

    /// Returns the sort key: the least time left first, then the longest wait.
    pub(super) fn order(&self) -> Order {
        (self.seconds_left.unwrap_or(i64::MAX), Reverse(self.waited), self.name.clone())
    }

    /// Returns the game's row in the inbox.
    pub(super) fn row(&self) -> Row {
        let what = if self.what.is_empty() { &self.who } else { &self.what };
        Row {
            name: self.name.clone(),
            title: self.title,
            turns: self.turns,
            what: what.clone(),
            waiting: self.waiting.clone(),
        }
    }

    /// Reports the game in sentences.
    pub(super) fn at_length(&self, ctx: &mut Context, loaded: &OpenFile, report: &mut Report) {
        let standing = &loaded.game.standing;
        if loaded.is_withdrawn() {
            let Line { name, title, .. } = self;
            report.say(format!("{name}   {title}: you have withdrawn this invitation."));
            return report
                .then(Next::command(turn_words::send_again(ctx, loaded)).why("invite again"));
        }
        match self.group {
            Group::Over => report.say(format!(
                "{}   {}, turn {}: {}.",
                self.name, self.title, self.turns, self.what
            )),
            Group::Mine | Group::Locked if self.mine => {
                report.say(format!(
                    "{}   {}, turn {}: your turn, {} so far{}.",
                    self.name,
                    self.title,
                    self.turns,
                    self.ago(),
                    self.still(ctx, loaded)
                ));
                if standing.offer.is_some() {
                    report.line(below(&self.offered()));
                }
                if let Some(question) = &standing.question {
                    report.line(below(&format!("Question for you: {question}.")));
                }
            }
            Group::Mine | Group::Theirs | Group::Locked => {
                report.say(format!(
                    "{}   {}, turn {}: waiting for {}, {} so far{}.",
                    self.name,
                    self.title,
                    self.turns,
                    self.who,
                    self.ago(),
                    self.still(ctx, loaded)
                ));
                let duty = duty(standing.expects, standing.question.as_deref());
                report.line(below(&format!("{} must {duty}.", self.who)));
                if self.group == Group::Theirs && !loaded.records.is_empty() {
                    self.tell_waiting(ctx, loaded, report);
                }
            }
        }
        report.next.extend((self.group == Group::Mine).then(|| self.next()));
        self.tell_notices(report);
    }

    /// Suggests a reminder, and a claim after the deadline.
    fn tell_waiting(&self, ctx: &mut Context, loaded: &OpenFile, report: &mut Report) {
        let Line { name, who, .. } = self;
        let again = turn_words::send_again(ctx, loaded);
        let column = again.len() + GAP.len();
        let unmailed = self.notices.iter().any(|notice| notice.label == UNMAILED);
        if !unmailed && self.unread.is_none() {
            report.then(
                Next::command(again)
                    .aligned(format!("mail the file to {who} again, if it was lost"), column),
            );
        }
        let is_free = loaded.claim().is_none() && !loaded.needs_ruling();
        if self.late && self.unread.is_none() && is_free {
            report.then(
                Next::command(format!("pbem claim {name}"))
                    .aligned(format!("claim the game: {who} missed the deadline"), column),
            );
        }
    }

    fn tell_notices(&self, report: &mut Report) {
        for notice in &self.notices {
            report.line(below(&notice.text));
            report.next.extend(notice.next.clone());
        }
        if let Some(words) = unsent_words(self.unsent().as_slice()) {
            report.line(below(&words));
        }
    }

    /// Returns the name of the game and the number of the turn that the user may not have sent.
    pub(super) fn unsent(&self) -> Option<(String, u32)> {
        Some((self.name.clone(), self.maybe_unsent?)).filter(|_| self.unread.is_none())
    }

    /// Returns the command that continues a game in which the user must act.
    pub(super) fn next(&self) -> Next {
        if self.mine && self.expects == Expects::Reveal {
            Next::command(format!("pbem reveal {}", self.name))
        } else if self.mine {
            Next::command(format!("pbem turn {}", self.name))
        } else {
            Next::command(format!("pbem turn {}", self.name)).why(format!("{} answers", self.who))
        }
    }

    fn offered(&self) -> String {
        format!("{}: pbem accept {}; any move declines it.", self.what, self.name)
    }

    fn ago(&self) -> String {
        days(chrono::Duration::seconds(self.waited))
    }

    /// Returns the deadline as the end of a sentence. Returns an empty string if there is no
    /// deadline, or if the deadline has passed.
    fn still(&self, ctx: &Context, loaded: &OpenFile) -> String {
        let Some(deadline) = loaded.deadline().filter(|_| !self.late) else { return String::new() };
        format!("; deadline {}", until(deadline, ctx.now(), |at| ctx.around.zone.date(at)))
    }
}

/// Returns the section of the list that a game is in.
pub(super) fn group_of(ctx: &Context, loaded: &OpenFile) -> Group {
    if loaded.is_over() || loaded.is_withdrawn() {
        Group::Over
    } else if lock(ctx, loaded).is_some() {
        Group::Locked
    } else if loaded.is_mine() || loaded.bot_is_due() {
        Group::Mine
    } else {
        Group::Theirs
    }
}

/// Returns the notices of a game. The notice about an unmailed turn suggests a command that names
/// the players without an address.
fn game_notices(ctx: &mut Context, loaded: &OpenFile) -> Vec<Notice> {
    let mut notices = notices(ctx, loaded, false);
    for notice in notices.iter_mut().filter(|notice| notice.label == UNMAILED) {
        notice.next = Some(match crossing_invitation(ctx, loaded) {
            Some(from) => Next::command(format!("pbem undo {}", loaded.name()))
                .why(format!("keep the invitation from {from}")),
            None => Next::command(turn_words::send_next(ctx, loaded)),
        });
    }
    notices
}

/// If this game is a rematch that no one has joined, returns the name of a player who has invited
/// the user to the same rematch.
fn crossing_invitation(ctx: &mut Context, loaded: &OpenFile) -> Option<String> {
    let header = &loaded.game.file.game;
    if loaded.game.standing.expects != Expects::Join {
        return None;
    }
    let saved = invitation_saved_like(ctx, header).ok()??;
    is_rematch(ctx, header).ok()?.then_some(saved.from)
}

/// Returns the next step in a game that isn't over; empty if another player has to move.
fn what(loaded: &OpenFile, mine: bool) -> String {
    let standing = &loaded.game.standing;
    match (standing.due, standing.expects) {
        (None, _) => String::new(),
        // A crash stopped the command before the bot's turn, so the player must continue.
        (Some(due), _) if loaded.bot_is_due() => {
            format!("{} hasn't answered yet", standing.names.of(due))
        }
        (Some(_), _) if !mine => String::new(),
        (Some(_), Expects::Reveal) => "reveal your setup".to_owned(),
        (Some(_), Expects::Join) => "join".to_owned(),
        (Some(_), _) if let Some(by) = standing.offer => {
            format!("{} offers a draw", standing.names.of(by))
        }
        (Some(_), _) => standing
            .question
            .as_ref()
            .map_or_else(|| "your move".to_owned(), |question| format!("asked: {question}")),
    }
}

fn duty(expects: Expects, question: Option<&str>) -> String {
    match (expects, question) {
        (Expects::Join, _) => "join".to_owned(),
        (Expects::Setup, _) => "choose a setup".to_owned(),
        (Expects::Reveal, _) => "reveal their setup".to_owned(),
        (_, Some(question)) => format!("answer: {question}"),
        (_, None) => "move".to_owned(),
    }
}

/// Puts the result of a finished game into its records in the vault.
fn finish(loaded: &mut OpenFile, what: &str) {
    for record in &mut loaded.records {
        record.finished = Some(what.to_owned());
    }
}

/// Indents a paragraph under the first line of a game.
fn below(text: &str) -> String {
    format!("{:10}{text}", "")
}
