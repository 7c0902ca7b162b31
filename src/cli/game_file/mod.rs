//! The game that a command names: loaded from the vault or from a file, and the file for its turns.

mod files;
mod objection;
mod target;

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use pbem::desk::{DeskError, GameHead, LoadedGame, StoreError};
use pbem::letters::Mailbox;
use pbem::rules::{Seat, list};
use pbem::table::{Keys, TurnNews};
use pbem::turnfile::{self, Bytes32};

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::report::{exit, quoted};
use crate::cli::next::Next;
use crate::cli::similar::{did_you_mean, similar_game};
pub(super) use files::{free_for, holds, lies_there, read_file, read_input};
pub(super) use objection::{MAIL_AGAIN, changed_words, objected};
pub(super) use target::{Target, exists};

/// A game, in the latest state that the file or the vault has.
#[derive(Debug)]
pub(super) struct OpenFile {
    /// The file that the game was read from, where pbem also writes the next turn.
    pub target: Target,
    /// The game.
    pub loaded: LoadedGame,
    /// The working directory.
    pub here: PathBuf,
    /// The name of a game that the user arbitrates, but doesn't play.
    pub watched: Option<String>,
}

impl Deref for OpenFile {
    type Target = LoadedGame;

    fn deref(&self) -> &LoadedGame {
        &self.loaded
    }
}

impl DerefMut for OpenFile {
    fn deref_mut(&mut self) -> &mut LoadedGame {
        &mut self.loaded
    }
}

/// Returns a path in the form that the vault stores; `None` if it isn't valid UTF-8.
pub(super) fn remembered(path: Option<&Path>) -> Option<String> {
    path.and_then(Path::to_str).map(str::to_owned)
}

impl OpenFile {
    /// Combines a game with the file to write.
    pub(super) fn new(ctx: &Context, loaded: LoadedGame, target: Target) -> OpenFile {
        OpenFile { target, loaded, here: ctx.path(""), watched: None }
    }

    /// Opens the game that `word` names: a file, `-` for standard input, the name of a game in the
    /// vault, or the start of its id.
    pub(super) fn open(ctx: &mut Context, word: &str) -> Result<OpenFile, CliError> {
        if word == "-" {
            let bytes = read_input()?;
            return OpenFile::load_bytes(ctx, &bytes, None, "standard input");
        }
        let path = ctx.path(word);
        if !path.exists() {
            return OpenFile::by_name(ctx, word);
        }
        let bytes = match read_file(&path, word) {
            // A folder can have the same name as a game.
            Err(failure) if path.is_dir() => {
                return OpenFile::by_name(ctx, word).map_err(|error| {
                    if error.kind == CliErrorKind::Unknown { failure } else { error }
                });
            }
            bytes => bytes?,
        };
        let loaded = OpenFile::load_bytes(ctx, &bytes, Some(path.clone()), word)?;
        if loaded.was_waiting() && loaded.read_newer_place(ctx, &path) {
            return OpenFile::load_bytes(ctx, &bytes, Some(path), word);
        }
        Ok(loaded)
    }

    /// Reads the file whose path is in the vault's record of the game. After a restore, that file
    /// can be newer than the file that the user named. If it is, stores its turns in the vault and
    /// returns true.
    fn read_newer_place(&self, ctx: &mut Context, named_path: &Path) -> bool {
        let place = self.records.first().and_then(|record| record.path.as_ref());
        let Some(place) = place.map(PathBuf::from).filter(|place| place != named_path) else {
            return false;
        };
        let file_name = ctx.shown(&place);
        let Ok(bytes) = read_file(&place, &file_name) else { return false };
        let Ok(mut there) = OpenFile::load_bytes(ctx, &bytes, Some(place), &file_name) else {
            return false;
        };
        let is_newer = there.game.standing.id == self.game.standing.id
            && there.game.standing.turns() > self.game.standing.turns();
        is_newer && there.keep(ctx).is_ok()
    }

    fn by_name(ctx: &mut Context, word: &str) -> Result<OpenFile, CliError> {
        let places = [std::path::absolute(word), std::fs::canonicalize(word)];
        let is_meant = |place: &str| places.iter().flatten().any(|path| path == Path::new(place));
        let heads = match ctx.desk()?.find(word, is_meant) {
            Err(DeskError::UnknownGame(_)) => Vec::new(),
            heads => heads?,
        };
        if let Some(head) = heads.into_iter().next() {
            return OpenFile::of(ctx, head);
        }
        // A game that the user arbitrates is opened as anyone's file.
        match ctx.desk()?.find_watched(word)?.as_slice() {
            [watched] => {
                let text = watched.game.file.write();
                let file = OpenFile::load_bytes(ctx, text.as_bytes(), None, &watched.name)?;
                Ok(OpenFile { watched: Some(watched.name.clone()), ..file })
            }
            _ => Err(OpenFile::unknown(ctx, word)?),
        }
    }

    /// Returns the error for an unknown game. The error suggests a similar name or a command.
    fn unknown(ctx: &mut Context, word: &str) -> Result<CliError, CliError> {
        let meant = did_you_mean(similar_game(ctx, word)?);
        let message = format!("you have no game or file named {}{meant}", quoted(word));
        let failure = CliError::bad_file(CliErrorKind::Unknown, message);
        let is_square = OpenFile::has_square(ctx, word);
        let as_move = is_square
            .then(|| Next::command(format!("pbem move {}", quoted(word))).why("make this move"));
        let failure = as_move.into_iter().fold(failure, CliError::then);
        Ok(failure.then(Next::command("pbem status").why("lists your games")))
    }

    /// Whether the word is a square of the only game in which it is the user's move.
    pub(super) fn has_square(ctx: &mut Context, word: &str) -> bool {
        let Ok(games) = OpenFile::running(ctx) else { return false };
        let mut due = Vec::new();
        for loaded in games {
            let is_same = |other: &OpenFile| other.game.standing.id == loaded.game.standing.id;
            let is_locked =
                ctx.opened().is_some_and(|desk| matches!(desk.lock(&loaded), Ok(Some(_))));
            let is_due = loaded.is_mine() || loaded.bot_is_due();
            if is_due && !is_locked && !due.iter().any(is_same) {
                due.push(loaded);
            }
        }
        matches!(due.as_slice(), [only] if only.game.table.marked(word).is_some())
    }

    /// Returns the games in progress that are in the vault. Skips games that can't be read.
    pub(super) fn running(ctx: &mut Context) -> Result<Vec<OpenFile>, CliError> {
        let heads = ctx.desk()?.heads()?.0.into_iter().filter(GameHead::is_running);
        Ok(heads.filter_map(|head| OpenFile::of(ctx, head).ok()).collect())
    }

    /// Opens a game of the vault. Reads the game's file, or the copy in the vault if the copy is
    /// newer.
    pub(super) fn of(ctx: &mut Context, head: GameHead) -> Result<OpenFile, CliError> {
        let path = head.path.map(PathBuf::from);
        if let Some(path) = path.as_ref().filter(|path| path.is_file()) {
            let file_name = ctx.shown(path);
            if let Ok(bytes) = read_file(path, &file_name) {
                let loaded = OpenFile::load_bytes(ctx, &bytes, Some(path.clone()), &file_name);
                // The user may have replaced the file with a file of a different game.
                let id = || turnfile::read(&bytes).file.map(|file| file.game.id());
                match loaded {
                    Ok(loaded) if loaded.game.standing.id.0 != head.id => {}
                    Err(_) if id() != Some(head.id) => {}
                    Err(failure)
                        if failure.exit == exit::BAD_FILE
                            || failure.kind == CliErrorKind::FromTheFuture =>
                    {
                        let why = failure.message.lines().next().unwrap_or_default().to_owned();
                        ctx.warn(format!("{why} pbem uses the copy in your vault instead."));
                    }
                    // A user who names the game means its latest state, even if the file is older.
                    loaded => return loaded.map(OpenFile::newest),
                }
            }
        }
        let now = ctx.now();
        let loaded = ctx.desk()?.open(&head.id, now);
        let mut loaded = loaded.map_err(|trouble| objected(&head.name, trouble))?;
        let by_itself = ctx.path(format!("{}.toml", head.name));
        loaded.place = None;
        ctx.has_compared(&loaded);
        let target = Target::at(Some(path.unwrap_or(by_itself)));
        let mut loaded = OpenFile::new(ctx, loaded, target);
        loaded.look_at_clock(ctx);
        // Ignore an error: a command that only reads needs no path to write to.
        let _ = loaded.find_place(ctx);
        loaded.loaded.place = None;
        Ok(loaded)
    }

    /// Opens a game for a turn that the user confirmed for the board on the screen. Fails if the
    /// game is no longer in the state `shown_head`. The vault stays locked until the turn is
    /// signed.
    pub(super) fn confirm(
        ctx: &mut Context,
        word: &str,
        shown_head: Bytes32,
    ) -> Result<OpenFile, CliError> {
        let loaded = OpenFile::open(ctx, word)?;
        loaded.check_shown(shown_head)?;
        Ok(loaded)
    }

    /// Fails if the game is no longer in the state `shown_head`, which was on the screen when the
    /// user decided.
    pub(super) fn check_shown(&self, shown_head: Bytes32) -> Result<(), CliError> {
        if self.game.standing.head() == shown_head {
            return Ok(());
        }
        let (name, turns) = (self.name(), self.game.standing.turns());
        let message = format!(
            "{name} has moved on to turn {turns} since you saw the board. Nothing was signed."
        );
        Err(CliError::not_now(CliErrorKind::MovedOn, message)
            .then(Next::command(format!("pbem show {name}"))))
    }

    /// Returns the game in its latest state, which may be newer than the file.
    pub(super) fn newest(self) -> Self {
        OpenFile { loaded: self.loaded.newest(), ..self }
    }

    /// Reads a file and compares it with the vault.
    pub(super) fn load_bytes(
        ctx: &mut Context,
        bytes: &[u8],
        path: Option<PathBuf>,
        file_name: &str,
    ) -> Result<OpenFile, CliError> {
        let now = ctx.now();
        // Showing a file doesn't make it the file of the game.
        let loaded = ctx.desk()?.load_bytes(bytes, None, now);
        let loaded = loaded.map_err(|trouble| objected(file_name, trouble))?;
        ctx.has_compared(&loaded);
        if loaded.exact {
            ctx.writer().guard.learn(&loaded.game.standing.id.0, bytes.to_vec());
        }
        let loaded = OpenFile::new(ctx, loaded, Target::at(path));
        loaded.look_at_clock(ctx);
        Ok(loaded)
    }

    /// Warns if the vault has seen this game at a later time than the clock shows now.
    fn look_at_clock(&self, ctx: &mut Context) {
        let times = self.loaded.records.iter().filter_map(|record| Some(record.newest()?.taken));
        if let Some(latest) = times.max() {
            ctx.warn_of_clock(latest.max(self.loaded.game.standing.last_sent));
        }
    }

    /// Chooses the file for the next turn. See [`Target::find`].
    pub(super) fn find_place(&mut self, ctx: &mut Context) -> Result<(), CliError> {
        self.target.find(ctx, &mut self.loaded)
    }

    /// Stores the new turns of the file in the vault, and the file's path if the user chose one.
    pub(super) fn keep(&mut self, ctx: &mut Context) -> Result<(), CliError> {
        Ok(ctx.desk()?.remember(&mut self.loaded)?)
    }

    /// Like `keep`, for a command that only reads: warns instead of failing if the vault can't be
    /// written.
    pub(super) fn keep_if_possible(&mut self, ctx: &mut Context) {
        match ctx.desk().map(|desk| desk.remember(&mut self.loaded)) {
            // Another pbem is writing. The next command will store the turns.
            Ok(Err(DeskError::Store(StoreError::Moved(_))) | Ok(())) => {}
            Ok(Err(trouble)) => {
                let failure = CliError::from(trouble);
                if failure.kind != CliErrorKind::Locked {
                    let why = failure.message;
                    ctx.warn(format!("pbem could not save this file in the vault: {why}"));
                }
            }
            Err(failure) => {
                ctx.warn(format!(
                    "pbem could not save this file in the vault: {}",
                    failure.message
                ));
            }
        }
    }

    /// Returns the name of the game in the vault. If the vault doesn't have the game, returns the
    /// name of the file.
    pub(super) fn name(&self) -> String {
        let name = self.loaded.name().or(self.watched.as_deref());
        name.map_or_else(|| self.file_name(), str::to_owned)
    }

    /// Returns the name of the file without folders; `-` if there is no file.
    pub(super) fn file_name(&self) -> String {
        self.target.file_name().unwrap_or_else(|| "-".to_owned())
    }

    /// Returns the word that names the game in a command: its name, or the path of its file if the
    /// vault doesn't have the game.
    pub(super) fn typed(&self) -> String {
        let path = || {
            let path = self.target.path.as_deref()?;
            Some(path.strip_prefix(&self.here).unwrap_or(path).display().to_string())
        };
        let name = self.loaded.name().or(self.watched.as_deref()).map(str::to_owned);
        quoted(&name.or_else(path).unwrap_or_else(|| "-".to_owned()))
    }

    /// Returns the news of the turns after `since`. A turn with a move but without news gets the
    /// move as its news.
    pub(super) fn news_since(&self, since: u32) -> Vec<TurnNews> {
        let mut news_since = self.game.table.news(since);
        for news in &mut news_since {
            let turn = self.game.file.turns.iter().find(|turn| turn.number == news.number);
            let words = turn.and_then(|turn| {
                Some(format!("{}: {}", turn.seat, self.untold_moves(turn, &news.lines)?))
            });
            news.lines.extend(words);
        }
        news_since
    }

    /// Sets a player's address for this game, in the record with index `at`.
    pub(super) fn set_address(
        &mut self,
        at: usize,
        name: &str,
        address: &str,
    ) -> Result<(), CliError> {
        if Mailbox::new(name, address).is_none() {
            let address = address.escape_debug();
            return Err(CliError::usage(format!("{address} is not a valid email address.")));
        }
        self.records[at].mail.insert(name.to_owned(), address.to_owned());
        Ok(())
    }

    /// Returns the seat with this name.
    pub(super) fn seat_named(&self, name: &str) -> Option<Seat> {
        self.game.file.game.seat(name)
    }

    /// Returns the index of the user's own seat for this command: the seat that `--as` names, or
    /// else the user's seat that is to move, or else the user's first seat.
    pub(super) fn own_seat(&self, ctx: &Context) -> Result<Option<usize>, CliError> {
        self.loaded.own_seat(ctx.global.as_name.as_deref()).map_err(|trouble| match trouble {
            DeskError::NoSuchSeat(name) => no_such_seat(&name, &self.game.file.game.seats),
            trouble => trouble.into(),
        })
    }

    /// Returns the index of the user's own seat for this command, like `own_seat`.
    ///
    /// # Errors
    /// Fails if the user has no seat in the game.
    pub(super) fn require_seat(&self, ctx: &Context) -> Result<usize, CliError> {
        let seat = self.own_seat(ctx)?;
        seat.ok_or_else(|| {
            if let Some(name) = &self.watched {
                let message = format!("you are the arbiter of {name}, not a player.");
                return CliError::not_now(CliErrorKind::NotYours, message)
                    .then(Next::command("pbem rule"))
                    .then(Next::command(format!("pbem show {name}")));
            }
            let open = self.seats().any(|seat| !self.game.standing.joined(seat));
            let message = match &ctx.global.as_name {
                Some(name) => format!("{name} doesn't use this vault in this game."),
                None if open => "you haven't joined this game.".to_owned(),
                None => "no player in this game uses this vault.".to_owned(),
            };
            let failure = CliError::not_now(CliErrorKind::NotYours, message);
            let file = self.typed();
            if open {
                failure.then(Next::command(format!("pbem join {file}")).why("join it"))
            } else {
                failure.then(Next::command(format!("pbem show {file} --public")))
            }
        })
    }

    /// Returns the index of the seat whose setup to show. If several players share a vault, `--as`
    /// must choose the seat.
    pub(super) fn seat_shown(&self, ctx: &Context) -> Result<Option<usize>, CliError> {
        let own: Vec<&str> = self.joined().map(|at| self.records[at].seat()).collect();
        if own.len() < 2 || ctx.global.as_name.is_some() {
            return self.own_seat(ctx);
        }
        let failure = CliError::usage(format!(
            "{} use this vault in this game. Whose view do you want?",
            list(&own)
        ));
        let ways =
            own.iter().map(|seat| Next::command(format!("pbem show {} --as {seat}", self.name())));
        Err(ways
            .fold(failure, CliError::then)
            .then(Next::command(format!("pbem show {} --public", self.name()))))
    }

    /// Returns the secrets of the user's seat at this index.
    pub(super) fn keys(&self, ctx: &mut Context, at: usize) -> Result<Keys, CliError> {
        Ok(ctx.desk()?.keys(&self.loaded, at)?)
    }
}

/// Returns the error for a name that isn't a player of the game.
pub(crate) fn no_such_seat(typed: &str, seats: &[String]) -> CliError {
    let small = typed.to_lowercase();
    let typed = typed.escape_debug().to_string();
    if seats.contains(&small) {
        return CliError::usage(format!("player names are lower case: use {small}"));
    }
    CliError::usage(format!("{typed} is not playing in this game. The players are {}", list(seats)))
}
