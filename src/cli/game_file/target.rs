//! The file to which the turns of a game are written.

use std::path::{Path, PathBuf};

use pbem::desk::LoadedGame;
use pbem::turnfile::Bytes32;

use super::{files::free_for, remembered};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::disk::{DiskError, Writer};

/// The file to which the turns of a game are written, with notes for the report.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Target {
    /// The path; `None` for standard output.
    pub path: Option<PathBuf>,
    /// The reason why pbem doesn't write to the file that the user named.
    pub left_note: Option<String>,
    /// Whether the turn is in a new file next to the named file. pbem creates such a file if
    /// another program has the named file open.
    pub beside: bool,
    /// Whether the file must not exist yet.
    pub is_new: bool,
}

impl Target {
    /// Creates a target at this path. The file may already exist.
    pub(in crate::cli) fn at(path: Option<PathBuf>) -> Target {
        Target { path, ..Target::default() }
    }

    /// Creates a target for a file that must not exist yet.
    pub(in crate::cli) fn new_file(path: Option<PathBuf>) -> Target {
        Target { is_new: true, ..Target::at(path) }
    }

    /// Chooses the file for the next turn: the named file, if it contains only this game; otherwise
    /// a different file, preferably in the same folder. From then on, the game uses the chosen
    /// file.
    pub(in crate::cli) fn find(
        &mut self,
        ctx: &mut Context,
        loaded: &mut LoadedGame,
    ) -> Result<(), CliError> {
        let name = if let Some(name) = loaded.name() {
            name.to_owned()
        } else {
            let kind = loaded.game.standing.kind;
            ctx.desk()?.name_for(kind, loaded.game.file.game.opened_by())?
        };
        let Some(named_path) = self.path.clone() else { return Ok(()) };
        let (guard, id) = (ctx.writer().guard, loaded.game.standing.id.0);
        if let Err(why) = guard.may_write(&named_path, &id) {
            let games = ctx.config()?.get("games-dir")?.map(|dir| ctx.path(dir));
            let others: Vec<PathBuf> = games.into_iter().chain([ctx.path("")]).collect();
            let is_free = |path: &Path| guard.may_write(path, &id);
            let path = free_for(is_free, named_path.clone(), &id, &name, &others)?;
            self.left_note =
                Some(format!("{} {why}, so pbem left it unchanged", ctx.shown(&named_path)));
            self.path = Some(path);
        }
        loaded.place = remembered(self.path.as_deref());
        Ok(())
    }

    /// Checks that the vault and the file can be written, before the user types a setup.
    pub(in crate::cli) fn try_writing(
        &self,
        ctx: &mut Context,
        game: &Bytes32,
    ) -> Result<(), CliError> {
        ctx.desk()?.store().try_writing()?;
        match &self.path {
            Some(path) if !self.is_new => Ok(ctx.writer().try_game(path, game, 0)?),
            _ => self.check(ctx, 0),
        }
    }

    /// Checks that a file of this length can be written. [`find`](Self::find) has just checked that
    /// an existing file may be overwritten, and [`write`](Self::write) checks it again.
    pub(in crate::cli) fn check(&self, ctx: &Context, length: usize) -> Result<(), CliError> {
        let writer = ctx.writer();
        match &self.path {
            None => Ok(()),
            Some(path) if self.is_new && path.symlink_metadata().is_ok() => Err(exists(path)),
            Some(path) if self.is_new => Ok(writer.try_new(path, length)?),
            Some(path) => Ok(Writer::try_room(path, length)?),
        }
    }

    /// Writes the file of a game, unless it goes to standard output.
    pub(in crate::cli) fn write(
        &mut self,
        ctx: &Context,
        loaded: &LoadedGame,
        text: &str,
    ) -> Result<(), DiskError> {
        let Some(path) = &self.path else { return Ok(()) };
        let (writer, standing) = (ctx.writer(), &loaded.game.standing);
        if std::mem::take(&mut self.is_new) {
            return writer.write_new(path, text);
        }
        let written = writer.write_game(path, text, &standing.id.0, standing.turns())?;
        (self.path, self.beside) = (Some(written.path), written.beside);
        Ok(())
    }

    /// Returns the name of the file without folders.
    pub(in crate::cli) fn file_name(&self) -> Option<String> {
        let name = self.path.as_ref()?.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// Reports, with the reason, that pbem wrote to a different file than the file that the user
    /// named.
    pub(in crate::cli) fn add_notes(&self, report: &mut Report) {
        if let Some(note) = &self.left_note {
            report.row("Note", note);
        }
        if self.beside {
            report.row("Note", "another program has the file open, so the turn is in a new file");
        }
    }
}

/// Returns the error for a new file that already exists.
pub(in crate::cli) fn exists(path: &Path) -> CliError {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    CliError::usage(format!("{name} already exists. Nothing was written."))
        .then(Next::advice("choose another file"))
}
