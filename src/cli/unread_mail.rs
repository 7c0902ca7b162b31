//! Mail that has arrived but hasn't been received.

use std::collections::BTreeSet;

use pbem::crypto::GameId;
use pbem::desk::Arrival;
use pbem::letters::Found;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir;
use crate::cli::invitations::list::{Invitation, is_stranger};
use crate::cli::mail_folders::{Mailbag, SearchResult, SkippedFiles, incoming_words};

/// Mail that `receive` would store. Looking for unread mail stores nothing.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Unread {
    /// The newest unread turn of each game.
    pub turns: Vec<UnreadTurn>,
    /// Players who invite the user.
    #[serde(rename = "invitations")]
    pub from: Vec<String>,
    /// The invitations: who opened each game, and the game's id.
    #[serde(skip)]
    invited: BTreeSet<(String, GameId)>,
    /// Games for which an arbiter's ruling has arrived.
    #[serde(skip)]
    rulings: BTreeSet<String>,
    /// Whether the user can accept one of the invitations now. In a game with several players, they
    /// join in order.
    #[serde(skip)]
    can_join: bool,
    /// Files that pbem did not read.
    pub skipped: Vec<SkippedFiles>,
    /// The folders that pbem read; `None` if it doesn't know any folder, or can't read them.
    #[serde(rename = "looked_in")]
    pub folders: Option<String>,
}

/// A turn that has arrived.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct UnreadTurn {
    #[serde(rename = "name")]
    pub game: String,
    pub by: String,
    pub turn: u32,
}

/// Finds unread mail in the mail folders. `invitations` are the invitations that `receive` has
/// saved in the games folder.
pub(crate) fn unread(ctx: &mut Context, invitations: &[Invitation]) -> Result<Unread, CliError> {
    let bag = match Mailbag::of(ctx) {
        Err(failure) if failure.kind == CliErrorKind::Usage => return Ok(Unread::default()),
        bag => bag?,
    };
    let folders = incoming_words(ctx)?;
    ctx.close_vault();
    let SearchResult { mut search, skipped, unread } = match bag.search(&mut |_, _, _| ()) {
        Ok(result) => result,
        Err(failure) => {
            ctx.warn(failure.to_warning());
            return Ok(Unread::default());
        }
    };
    for failure in unread {
        ctx.warn(failure.to_warning());
    }
    let now = ctx.now();
    ctx.desk()?.piece_together(&mut search, now);
    let mut unread = Unread { skipped, folders: Some(folders), ..Unread::default() };
    for found in &search.found {
        unread.look_at(ctx, found, invitations)?;
    }
    for (ruling, _) in &search.rulings {
        // `receive` would store a new ruling; it reports all others.
        let taken = ctx.desk()?.take_ruling(ruling, now);
        if taken.is_ok_and(|staged| !staged.changes().is_empty()) {
            let records = ctx.desk()?.records(&ruling.game)?;
            unread.rulings.extend(records.first().map(|record| record.name().to_owned()));
        }
    }
    Ok(unread)
}

/// Returns the unread turn of a game in which it's another person's turn.
pub(crate) fn in_game(ctx: &mut Context, game: &OpenFile) -> Result<Option<UnreadTurn>, CliError> {
    let due = game.game.standing.due_name();
    if game.records.is_empty() || !due.is_some_and(|due| game.is_person(due)) {
        return Ok(None);
    }
    Ok(unread(ctx, &[])?.turns.into_iter().find(|turn| turn.game == game.name()))
}

impl UnreadTurn {
    /// Returns a sentence that says that the turn has arrived.
    pub(crate) fn sentence(&self) -> String {
        format!("{}'s turn {} is in your mail.", self.by, self.turn)
    }
}

impl Unread {
    fn look_at(
        &mut self,
        ctx: &mut Context,
        found: &Found,
        invitations: &[Invitation],
    ) -> Result<(), CliError> {
        let (standing, now) = (&found.game.standing, ctx.now());
        // If the record of this game is damaged, the list of games says so.
        let Ok(records) = ctx.desk()?.records(&standing.id.0) else { return Ok(()) };
        let Some(record) = records.first() else {
            return self.look_at_invitation(ctx, found, invitations);
        };
        // Skip files that can't be stored: `receive` explains why they can't.
        let Ok(loaded) = ctx.desk()?.receive(found.game.clone(), None, now) else { return Ok(()) };
        let arrived = matches!(loaded.arrival, Arrival::Newer(_) | Arrival::Differs(_));
        if !arrived || loaded.stale.is_some() {
            return Ok(());
        }
        let turn = UnreadTurn {
            game: record.name().to_owned(),
            by: found.game.file.turns.last().map(|turn| turn.seat.clone()).unwrap_or_default(),
            turn: standing.turns(),
        };
        match self.turns.iter_mut().find(|other| other.game == turn.game) {
            Some(other) if other.turn >= turn.turn => {}
            Some(other) => *other = turn,
            None => self.turns.push(turn),
        }
        Ok(())
    }

    fn look_at_invitation(
        &mut self,
        ctx: &mut Context,
        found: &Found,
        invitations: &[Invitation],
    ) -> Result<(), CliError> {
        let game = &found.game;
        let is_known = |one: &Invitation| {
            one.game.standing.id == game.standing.id
                && one.game.standing.turns() >= game.standing.turns()
        };
        if invitations.iter().any(is_known) || ctx.desk()?.open_seats(game)?.is_empty() {
            return Ok(());
        }
        let shelf = games_dir::GamesDir::of(ctx)?;
        if shelf.has_declined(game) || is_stranger(ctx, game)? && shelf.is_crowded() {
            return Ok(());
        }
        self.can_join |= ctx.desk()?.may_join(game)?;
        let from = game.file.game.opened_by().to_owned();
        self.invited.insert((from.clone(), game.standing.id));
        if !self.from.contains(&from) {
            self.from.push(from);
        }
        Ok(())
    }

    /// Returns the unread turn of a game.
    pub(crate) fn turn_in(&self, game: &str) -> Option<&UnreadTurn> {
        self.turns.iter().find(|turn| turn.game == game)
    }

    /// Whether there is an unread turn, rather than only invitations.
    pub(crate) fn has_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Returns the command that reads the mail and continues with it.
    pub(crate) fn command(&self) -> &'static str {
        match (self.has_turns(), self.can_join && self.rulings.is_empty()) {
            (true, _) => "pbem turn",
            (false, true) => "pbem join",
            (false, false) => "pbem receive",
        }
    }

    /// Describes the unread mail: `bob's turn 4 in cd-bob; an invitation from carol`. Returns
    /// `None` if there is no unread mail.
    pub(crate) fn words(&self) -> Option<String> {
        let turns = self
            .turns
            .iter()
            .map(|UnreadTurn { game, by, turn }| format!("{by}'s turn {turn} in {game}"));
        let invited = self.from.iter().map(|from| {
            match self.invited.iter().filter(|(opener, _)| opener == from).count() {
                0 | 1 => format!("an invitation from {from}"),
                count => format!("{count} invitations from {from}"),
            }
        });
        let rulings = self.rulings.iter().map(|game| format!("the arbiter's ruling in {game}"));
        let all: Vec<String> = turns.chain(rulings).chain(invited).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}
