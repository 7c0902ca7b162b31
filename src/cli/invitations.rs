//! Games that one has been invited to and has not joined: files in the games folder, of which the
//! vault knows nothing.

use std::path::{Path, PathBuf};

use pbem::crypto::Identity;
use pbem::rules::Seat;
use pbem::table::{self, OpenGame};
use pbem::turnfile;
use serde_json::{Value, json};

use super::context::Context;
use super::desk::read_file;
use super::failure::Failure;
use super::filing::Shelf;
use super::report::place;

/// An invitation that lies in the games folder.
#[derive(Debug)]
pub(super) struct Invitation {
    /// who has opened the game
    pub from: String,
    /// the game
    pub game: OpenGame,
    /// where it lies
    pub path: PathBuf,
    /// what to do with it
    pub next: String,
}

impl Invitation {
    /// For programs.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "game": self.game.standing.kind.id(), "id": self.game.standing.id.to_string(),
            "from": self.from, "file": place(&self.path), "next": self.next,
        })
    }
}

/// Those that can still be accepted. What cannot be read is none.
pub(super) fn invitations(ctx: &mut Context) -> Result<Vec<Invitation>, Failure> {
    let mut invitations = Vec::new();
    for path in Shelf::of(ctx)?.invitations() {
        let reading = read_file(&path, "")
            .ok()
            .map(|bytes| turnfile::read(&bytes))
            .filter(|reading| reading.fault.is_none());
        let Some(file) = reading.and_then(|reading| reading.file) else { continue };
        let known = ctx
            .vault()?
            .map(|vault| vault.seats(&file.game.id()))
            .transpose()?
            .is_some_and(|seats| !seats.is_empty());
        let Some((table, None)) = table::open(&file).ok().filter(|_| !known) else { continue };
        let game = OpenGame::new(file, table);
        if open_seats(ctx, &game)?.is_empty() {
            continue;
        }
        let next = what_to_do(ctx, &game, &path)?;
        let from = game.file.game.seats.first().cloned().unwrap_or_default();
        invitations.push(Invitation { from, game, path, next });
    }
    Ok(invitations)
}

/// What somebody does with an invitation that lies here.
pub(super) fn what_to_do(
    ctx: &mut Context,
    game: &OpenGame,
    path: &Path,
) -> Result<String, Failure> {
    let standing = &game.standing;
    let due = standing.due.filter(|due| !standing.joined(*due)).map(|due| standing.names.of(due));
    let me = ctx.own_name()?.filter(|me| game.file.game.seats.contains(me));
    let open = due.is_some_and(|due| me.is_none_or(|me| me == due));
    Ok(if open {
        format!("pbem join {}", path.display())
    } else {
        "wait for the file in which it is your turn to join".to_owned()
    })
}

/// The seats that nobody has taken, and that are not kept for somebody else.
pub(super) fn open_seats(ctx: &mut Context, game: &OpenGame) -> Result<Vec<Seat>, Failure> {
    let own = match ctx.vault()? {
        Some(vault) => {
            vault.identity()?.map(|stored| Identity::from_bytes(stored.secret.bytes()).public())
        }
        None => None,
    };
    let header = &game.file.game;
    let free = |name: &String| header.keys.get(name).is_none_or(|key| Some(*key) == own);
    let seats = Seat::all(u8::try_from(header.seats.len()).unwrap_or(0));
    Ok(seats
        .filter(|seat| {
            !game.standing.joined(*seat) && header.seats.get(seat.index()).is_some_and(free)
        })
        .collect())
}
