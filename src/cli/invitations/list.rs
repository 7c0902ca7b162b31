//! Invitations: games that are in the games folder or in the mail, but not in the vault.

use std::path::{Path, PathBuf};

use pbem::desk::KeyStatus;
use pbem::table::{self, Expects, OpenGame, Standing};
use pbem::turnfile::{self, Header, TurnFile};
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::read_file;
use crate::cli::games_dir::{GamesDir, digits};
use crate::cli::next::Next;
use crate::cli::rematches::{SameGame, alike, crossed_rematch};
use crate::cli::report::place;
use crate::cli::zone::Zone;

/// An invitation.
#[derive(Debug)]
pub(crate) struct Invitation {
    /// The player who started the game.
    pub from: String,
    /// The game.
    pub game: OpenGame,
    /// The path of the file with the game.
    pub path: PathBuf,
    /// Whether the file is an email that contains the game.
    pub is_letter: bool,
    pub reply: Reply,
}

/// The possible replies to an invitation.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The user's own game, if it is the same rematch.
    pub same: Option<SameGame>,
    /// The word that names the game on the command line: the number in the email's subject. With
    /// this number, pbem finds the game in the games folder and in new mail, whatever the file's
    /// name is. The advice to wait, if another player must act first.
    word: Result<String, String>,
}

impl Reply {
    /// Whether the user can join now, and has no older invitation to the same rematch.
    pub(crate) fn joins(&self) -> bool {
        self.word.is_ok() && self.same.as_ref().is_none_or(|same| !same.should_stay)
    }

    /// Returns the command that joins the game or, if the user already has the same rematch,
    /// declines the invitation. If another player must act first, returns the advice to wait.
    pub(crate) fn next(&self) -> Next {
        match (&self.same, &self.word) {
            (Some(same), _) if same.should_stay => same.next(),
            (_, Ok(word)) => Next::command(format!("pbem join {word}")),
            (_, Err(wait)) => Next::advice(wait),
        }
    }
}

impl Invitation {
    /// Describes the invitation: `Spy!, from alice (6103, 20 Nov)`. The number in the subject and
    /// the date distinguish several invitations from one person.
    pub(crate) fn words(&self, zone: Zone) -> String {
        let Invitation { from, game: OpenGame { file, standing, .. }, .. } = self;
        let date = zone.day_of_month(file.game.created);
        format!("{}, from {from} ({}, {date})", standing.kind.title(), digits(&standing.id))
    }

    /// Returns the invitation as JSON.
    pub(crate) fn to_json(&self) -> InvitationJson<'_> {
        let Standing { kind, id, .. } = &self.game.standing;
        let Invitation { from, reply, .. } = self;
        let file = place(&self.path);
        InvitationJson { game: kind.id(), id: id.to_string(), from, file, next: reply.next() }
    }
}

/// An invitation as JSON.
#[derive(Serialize)]
pub(crate) struct InvitationJson<'a> {
    game: &'static str,
    id: String,
    from: &'a str,
    file: Value,
    next: Next,
}

/// A game in a file.
#[derive(Debug)]
pub(crate) struct FoundFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The contents.
    pub file: TurnFile,
    /// Whether the file is an email or a mailbox that contains the game.
    pub is_letter: bool,
}

/// Returns the turn file at this path, if the file contains nothing else.
pub(crate) fn turn_file(path: &Path) -> Option<TurnFile> {
    let reading = turnfile::read(&read_file(path, "").ok()?);
    reading.file.filter(|_| reading.fault.is_none())
}

/// Returns the invitations that `receive` has saved and that can still be accepted. Ignores
/// unreadable files.
pub(crate) fn invitations(ctx: &mut Context) -> Result<Vec<Invitation>, CliError> {
    let shelf = GamesDir::of(ctx)?;
    among(ctx, received(&shelf))
}

/// Returns the saved invitation to a game of the same kind, with the same players and house rules.
pub(crate) fn invitation_saved_like(
    ctx: &mut Context,
    header: &Header,
) -> Result<Option<Invitation>, CliError> {
    Ok(invitations(ctx)?.into_iter().find(|saved| alike(&saved.game.file.game, header)))
}

/// Returns the files at the places where `receive` saves invitations.
pub(crate) fn received(shelf: &GamesDir) -> impl Iterator<Item = FoundFile> {
    let paths = shelf.invitations().into_iter();
    paths.filter_map(|path| Some(FoundFile { file: turn_file(&path)?, path, is_letter: false }))
}

/// Returns the invitations among these files, one for each game. Invitations from contacts come
/// first.
pub(crate) fn among(
    ctx: &mut Context,
    found_file: impl Iterator<Item = FoundFile>,
) -> Result<Vec<Invitation>, CliError> {
    let mut invitations: Vec<(bool, Invitation)> = Vec::new();
    for found_file in found_file {
        let id = found_file.file.game.id();
        let is_same = |(_, one): &(bool, Invitation)| one.game.standing.id.0 == id;
        let known = ctx.desk()?.has_game(&id)? || invitations.iter().any(is_same);
        let opened = if known { None } else { table::open(&found_file.file).ok() };
        let Some((table, None)) = opened else { continue };
        let FoundFile { path, file, is_letter } = found_file;
        let game = OpenGame::new(file, table);
        if ctx.desk()?.open_seats(&game)?.is_empty() {
            continue;
        }
        let reply = reply(ctx, &game)?;
        let from = game.file.game.opened_by().to_owned();
        let stranger = is_stranger(ctx, &game)?;
        invitations.push((stranger, Invitation { from, game, path, is_letter, reply }));
    }
    // Put contacts first, however many strangers write.
    invitations.sort_by_key(|(stranger, _)| *stranger);
    Ok(invitations.into_iter().map(|(_, invitation)| invitation).take(MOST_SHOWN).collect())
}

/// Maximum number of invitations to show.
const MOST_SHOWN: usize = 50;

/// Whether the player who started the game isn't a contact.
pub(crate) fn is_stranger(ctx: &mut Context, game: &OpenGame) -> Result<bool, CliError> {
    let Some(key) = game.standing.key(game.file.game.opening_seat()) else { return Ok(true) };
    Ok(matches!(ctx.desk()?.known(&key)?, KeyStatus::No))
}

/// Returns the advice to wait for the player who must act before the user can join.
fn wait(standing: &Standing) -> String {
    let due = standing.due_name().unwrap_or("another player");
    let does = match standing.expects {
        Expects::Join => "join before you",
        Expects::Answer => "answer first",
        _ => "move first",
    };
    format!("wait for a newer file: {due} must {does}")
}

/// Returns what the user can do about this invitation.
pub(crate) fn reply(ctx: &mut Context, game: &OpenGame) -> Result<Reply, CliError> {
    let same = crossed_rematch(ctx, &game.file.game)?;
    let desk = ctx.desk()?;
    let short = digits(&game.standing.id);
    let is_free = desk.find(&short, |_| false).is_err();
    let word = if is_free { short } else { game.standing.id.to_string() };
    let word = if desk.may_join(game)? { Ok(word) } else { Err(wait(&game.standing)) };
    Ok(Reply { same, word })
}
