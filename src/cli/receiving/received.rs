//! The received files and their report.

use std::path::PathBuf;

use pbem::desk::KeyDifference;
use pbem::letters::{Arrivals, Search};
use pbem::table::OpenGame;
use pbem::turnfile::Moment;
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::document::{Block, Document};
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::{self, GamesDir};
use crate::cli::mail_folders::SkippedFiles;
use crate::cli::next::Next;
use crate::cli::notices::{ClaimJson, claim_json, notices};
use crate::cli::report::{Report, exit, lossy, place};

/// The received files.
#[derive(Debug, Default)]
pub(crate) struct ReceivedFiles {
    /// Whether the user named a file, and so wants to know its contents.
    pub(super) names_file: bool,
    pub(super) games: Vec<Game>,
    pub(crate) asides: Vec<AsideJson>,
    /// The report for people.
    pub(super) body: Document,
    /// Rulings that were accepted.
    pub(super) rulings: Vec<RulingJson>,
    /// Copies that were stored for the arbiter.
    pub(super) copies: Vec<CopyJson>,
    /// Next steps for rulings.
    pub(super) next: Vec<Next>,
    /// When turns arrived, if that is known.
    pub(super) arrivals: Arrivals,
    /// Number of files without news.
    pub(super) known: usize,
    /// Next steps for invitations that were received before and are still open.
    pub(super) still_open: Vec<Next>,
    /// What to do about a damaged or unreadable file or turn that has arrived.
    pub(super) again: Option<&'static str>,
    /// The files that weren't read.
    pub(crate) skipped: Vec<SkippedFiles>,
    pub(super) exit: u8,
}

/// Indentation of lines under a game's name.
pub(super) const INDENT: &str = "           ";
/// Maximum number of turns to report per game.
const MOST_NEWS: u32 = 12;

/// A file or turn that is set aside.
#[derive(Debug)]
pub(super) struct SetAside<'a> {
    /// Where pbem found the file or turn.
    pub(super) place: &'a str,
    /// The reason why the file or turn is set aside.
    pub(super) why: &'a str,
    /// Start of the saved file's name, which describes the contents, such as `ruling-turn7`.
    pub(super) file_stem: &'a str,
    /// The contents.
    pub(super) text: &'a str,
    /// The field that was changed, if known.
    pub(super) changed: Option<KeyDifference>,
    /// The exit code of `pbem receive`.
    pub(super) exit: u8,
}

/// A file that was set aside, as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct AsideJson {
    /// Where pbem found the file; `None` for an old copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    pub(super) why: String,
    /// Where pbem saved the file.
    pub(super) file: Option<Value>,
    pub(super) changed: Option<KeyDifference>,
}

/// Why a received game is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ArrivalKind {
    /// It has new turns.
    New,
    /// A turn that was signed before a crash has been written to the file.
    Finished,
    /// The user can join the game.
    Invitation,
}

/// A received game, with details for the report.
#[derive(Debug)]
pub(super) struct GameArrival {
    /// Number of turns that the vault had before this mail.
    pub(super) since: u32,
    pub(super) name: String,
    pub(super) how: ArrivalKind,
    /// The current time.
    pub(super) now: Moment,
}

/// A game with new turns.
#[derive(Debug, Serialize)]
pub(crate) struct Game {
    pub(super) name: String,
    #[serde(rename = "game")]
    pub(super) kind: &'static str,
    pub(super) id: String,
    #[serde(rename = "turns")]
    pub(super) turn: u32,
    #[serde(rename = "state")]
    pub(super) how: ArrivalKind,
    #[serde(serialize_with = "lossy")]
    pub(super) file: PathBuf,
    /// The player who signed the last turn or, for an invitation, the opener of the game.
    pub(super) by: String,
    pub(super) to_act: Option<String>,
    /// Seconds left for the player to move, and the days per turn.
    pub(super) seconds_left: Option<i64>,
    #[serde(skip)]
    pub(super) days_per_turn: u32,
    #[serde(rename = "your_turn")]
    pub(super) mine: bool,
    pub(super) next: Next,
    pub(super) claim: Option<ClaimJson>,
    /// Notices that only this report shows.
    #[serde(skip)]
    pub(super) changes: Vec<String>,
}

/// The received files as JSON.
#[derive(Serialize)]
pub(super) struct ReceivedJson<'a> {
    games: &'a [Game],
    aside: &'a [AsideJson],
    rulings: &'a [RulingJson],
    copies: &'a [CopyJson],
    known: usize,
    looked_at: usize,
    left_out: Vec<String>,
    left_for_later: usize,
    skipped: &'a [SkippedFiles],
    /// Names of the games in which pbem answered.
    answered: Vec<String>,
}

/// A ruling that was accepted, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct RulingJson {
    pub(super) name: String,
    pub(super) seat: String,
    pub(super) number: u32,
    /// Whether the seat is the user's own.
    pub(super) own: bool,
    pub(super) state: &'static str,
}

/// A copy for the arbiter, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct CopyJson {
    pub(super) name: String,
    pub(super) turns: u32,
}

impl ReceivedFiles {
    pub(super) fn to_json(
        &self,
        search: &Search,
        left_out: Vec<String>,
        answered: Vec<String>,
    ) -> ReceivedJson<'_> {
        ReceivedJson {
            games: &self.games,
            aside: &self.asides,
            rulings: &self.rulings,
            copies: &self.copies,
            known: self.known,
            looked_at: search.looked_at,
            left_out,
            left_for_later: search.too_many,
            skipped: &self.skipped,
            answered,
        }
    }

    /// Whether anything that pbem received has changed the vault.
    pub(super) fn has_changed(&self) -> bool {
        let ReceivedFiles { games, asides, rulings, copies, .. } = self;
        !(games.is_empty() && asides.is_empty() && rulings.is_empty() && copies.is_empty())
    }

    pub(super) fn game(
        &mut self,
        game: &OpenGame,
        coming: GameArrival,
        written: PathBuf,
        mine: bool,
        next: Next,
    ) {
        let OpenGame { table, standing, .. } = game;
        let GameArrival { since, name, how, now } = coming;
        let due_name = standing.due_name().map(str::to_owned);
        let by = match how {
            // Name the opener, because other players may have joined since the invitation.
            ArrivalKind::Invitation => Some(game.file.game.opened_by()),
            _ => game.file.turns.last().map(|turn| turn.seat.as_str()),
        };
        let by = by.unwrap_or_default().to_owned();
        let call = match (&due_name, mine) {
            (Some(_), false) if how == ArrivalKind::Invitation => format!("{by} invites you"),
            (None, _) => "GAME\u{a0}OVER".to_owned(),
            (Some(_), true) => "YOUR\u{a0}TURN".to_owned(),
            (Some(due_name), false) => format!("{due_name}'s turn"),
        };
        let turn = standing.turns();
        // A long name takes space from the kind, so that the next column stays aligned.
        let game_and_kind =
            format!("{} {}", pbem::render::padded(&name, 10), standing.kind.title());
        let head = format!("{} turn {turn:<4} {call}", pbem::render::padded(&game_and_kind, 30));
        self.body.lines(head.trim_end());
        // After a long absence, report only the latest turns; the file has all of them.
        for news in table.news(since.clamp(turn.saturating_sub(MOST_NEWS), turn.saturating_sub(1)))
        {
            let note = news.note_line(&standing.names);
            news.lines.iter().chain(&note).for_each(|line| self.below(line));
        }
        if let Some(question) = standing.question.as_ref().filter(|_| mine) {
            self.below(&format!("Question for you: {question}."));
        }
        self.body.push(Block::Drawing(format!("{INDENT}{}", written.display())));
        self.games.push(Game {
            name,
            kind: standing.kind.id(),
            id: standing.id.to_string(),
            turn,
            how,
            file: written,
            by,
            seconds_left: standing.deadline.map(|deadline| (deadline - now).num_seconds()),
            days_per_turn: standing.days_per_turn,
            to_act: due_name,
            mine,
            next,
            claim: None,
            changes: Vec::new(),
        });
    }

    /// Returns the notices about turns and keys that have changed, which only this report shows.
    /// Each notice begins with the name of its game.
    pub(crate) fn changes(&self) -> impl Iterator<Item = String> {
        self.games.iter().flat_map(|game| {
            game.changes.iter().map(move |change| format!("{}: {change}", game.name))
        })
    }

    /// Returns the copies that were stored for the arbiter, in words.
    pub(crate) fn copies(&self) -> impl Iterator<Item = String> {
        self.copies.iter().map(|CopyJson { name, turns }| {
            format!("turn {turns} of {name}, for you as the arbiter: pbem rule")
        })
    }

    /// Adds a line under the name of a game.
    pub(super) fn below(&mut self, line: &str) {
        self.body.lines(&format!("{INDENT}{line}"));
    }

    /// Adds the notices of this game, which is the last game in the report.
    pub(super) fn notices(&mut self, ctx: &Context, loaded: &OpenFile) {
        let notices = notices(ctx, loaded, false);
        for notice in &notices {
            self.below(&notice.text);
        }
        if let Some(game) = self.games.last_mut() {
            game.claim = claim_json(loaded);
            let changes = notices.into_iter().filter(|notice| notice.is_change);
            game.changes = changes.map(|notice| notice.text).collect();
        }
    }

    /// Reports that the last game in the report is an invitation that the user had withdrawn.
    pub(super) fn came_back(&mut self) {
        let Some(game) = self.games.last() else { return };
        let change = format!("{} has joined, although you had withdrawn the invitation.", game.by);
        self.below(&change);
        self.games.last_mut().into_iter().for_each(|game| game.changes.push(change.clone()));
    }

    /// Sets a file aside: pbem saves it in a folder, but doesn't use it.
    pub(super) fn aside(
        &mut self,
        ctx: &Context,
        shelf: &GamesDir,
        aside: &SetAside,
    ) -> Result<(), CliError> {
        let quarantine = shelf.keep_aside(ctx, aside.file_stem, aside.text)?;
        let path = match &quarantine {
            games_dir::QuarantineResult::Known => {
                self.known += 1;
                return Ok(());
            }
            games_dir::QuarantineResult::Kept(path) => Some(path),
            games_dir::QuarantineResult::NoPlace => None,
        };
        let why = aside.why.trim_end_matches('.');
        self.body.paragraph(format!("REJECTED   {}: {why}", aside.place), INDENT.len());
        self.below(
            &path.map_or_else(
                || "not saved".to_owned(),
                |path| format!("saved as {}", path.display()),
            ),
        );
        self.asides.push(AsideJson {
            place: Some(aside.place.to_owned()),
            why: aside.why.to_owned(),
            file: path.map(|path| place(path)),
            changed: aside.changed.clone(),
        });
        self.exit = worse(self.exit, aside.exit);
        Ok(())
    }

    pub(super) fn stale(&mut self, why: &str) {
        self.body.lines(why);
        let why = why.to_owned();
        self.asides.push(AsideJson { place: None, why, file: None, changed: None });
        self.exit = worse(self.exit, exit::BAD_FILE);
    }

    /// Whether there is nothing to report.
    pub(super) fn is_nothing(&self) -> bool {
        let ReceivedFiles { games, asides, rulings, copies, .. } = self;
        games.is_empty() && asides.is_empty() && rulings.is_empty() && copies.is_empty()
    }

    pub(super) fn tell(&self, report: &mut Report) {
        report.body.append(self.body.clone());
        for skipped in &self.skipped {
            report.say(skipped.sentence());
        }
        let mut games: Vec<&Game> = self.games.iter().collect();
        games.sort_by_key(|game| (!game.mine, game.how != ArrivalKind::Invitation));
        for game in games {
            // Locked games have the same next step.
            if !report.next.contains(&game.next) {
                report.then(game.next.clone());
            }
        }
        self.next.iter().for_each(|next| report.then(next.clone()));
        self.again.into_iter().for_each(|again| report.then(Next::advice(again)));
        report.exit = self.exit;
    }
}

/// Returns the more important of two exit codes: 1 before 5 before 4 before 3 before 0.
pub(super) fn worse(one: u8, other: u8) -> u8 {
    let rank = |code: u8| if code == exit::DISHONEST { u8::MAX } else { code };
    if rank(other) > rank(one) { other } else { one }
}
