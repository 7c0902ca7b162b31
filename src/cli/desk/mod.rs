//! The game on the desk: the file that a command names, read, checked and compared with what the
//! vault has seen.
//!
//! What is new in a file is taken in here in memory only. A command that has succeeded keeps it
//! ([`Desk::keep`]); one that fails leaves the vault as it was, but for what proves a breach or a
//! fork.

mod compare;
mod damage;
mod files;
mod people;

use std::path::PathBuf;

use pbem::crypto::{Chain, GameId, Seed};
use pbem::rules::{Notes, Seat};
use pbem::table::{self, AnyTable, Finding, HiddenMove, Keys, OpenError, OpenGame, TurnFault};
use pbem::turnfile::{self, TurnFile};

use super::context::Context;
use super::failure::{Failure, FailureKind};
use super::report::exit;
use crate::vault::{Arrival, Contacts, GameRecord, VaultError};

pub(super) use compare::{Behind, Stale};
pub(super) use damage::{Changed, MAIL_AGAIN};
pub(super) use files::{free_for, read_file, read_input};

/// A game, in the newest state that is known here.
#[derive(Debug)]
pub(super) struct Desk {
    /// where the file was read, and a turn would be written; `None` for standard input
    pub path: Option<PathBuf>,
    /// the newest state
    pub game: OpenGame,
    /// one's own seats, as the vault remembers them; none if the game is not in the vault
    pub records: Vec<GameRecord>,
    /// the breach that the last turn proves
    pub breach: Option<Finding>,
    /// the file that was named is older than the newest
    pub stale: Option<Stale>,
    /// the records as the vault has them
    kept: Vec<GameRecord>,
    /// the contacts with those who are new in this file, to be kept
    met: Option<Contacts>,
}

impl Desk {
    /// A game that begins now, with the seat of this record.
    pub(super) fn fresh(path: Option<PathBuf>, game: OpenGame, record: GameRecord) -> Desk {
        Desk {
            path,
            game,
            records: vec![record],
            breach: None,
            stale: None,
            kept: Vec::new(),
            met: None,
        }
    }

    /// Opens the game that `word` names: a file, `-` for standard input, the name of one of one's
    /// games, or the beginning of its id.
    pub(super) fn open(ctx: &mut Context, word: &str) -> Result<Desk, Failure> {
        if word == "-" {
            let bytes = read_input()?;
            return Desk::lay_out(ctx, &bytes, None, "standard input");
        }
        let path = ctx.path(word);
        if !path.exists() {
            return Desk::by_name(ctx, word);
        }
        let bytes = match read_file(&path, word) {
            // A folder may be called as a game is.
            Err(failure) if path.is_dir() => {
                return Desk::by_name(ctx, word).map_err(|error| {
                    if error.kind == FailureKind::Unknown { failure } else { error }
                });
            }
            bytes => bytes?,
        };
        Desk::lay_out(ctx, &bytes, Some(path), word)
    }

    /// A game of the vault: the file last read or written for it, or the copy in the vault,
    /// whichever is newer.
    fn by_name(ctx: &mut Context, word: &str) -> Result<Desk, Failure> {
        let no_file = || {
            Failure::bad_file(
                FailureKind::Unknown,
                format!("there is no file {word}, and no game of yours is called so."),
            )
            .then("pbem status      lists your games")
        };
        let Some(vault) = ctx.vault()? else { return Err(no_file()) };
        let heads = match vault.find(word) {
            Err(VaultError::UnknownGame(_)) => return Err(no_file()),
            heads => heads?,
        };
        let head = heads.into_iter().next().ok_or_else(no_file)?;
        let name = head.name;
        let path = head.path.map(PathBuf::from);
        if let Some(path) = path.as_ref().filter(|path| path.is_file()) {
            let called = ctx.shown(path);
            match read_file(path, &called) {
                Ok(bytes)
                    if turnfile::read(&bytes)
                        .file
                        .is_some_and(|file| file.game.id() == head.id) =>
                {
                    match Desk::lay_out(ctx, &bytes, Some(path.clone()), &called) {
                        Err(failure) if failure.exit == exit::BAD_FILE => {
                            let why = failure.message.lines().next().unwrap_or_default().to_owned();
                            ctx.warn(format!("{why} This is your good copy, from the vault."));
                        }
                        // Who names the game means its newest state, whatever lies in the file.
                        laid_out => return laid_out.map(Desk::newest),
                    }
                }
                _ => {}
            }
        }
        let records = ctx.vault_or_new()?.records(&head.id)?;
        let kept = records
            .iter()
            .find_map(GameRecord::newest)
            .map(|newest| newest.text.clone())
            .ok_or_else(|| taken_back(&name))?;
        let path = free_for(
            path.unwrap_or_else(|| ctx.path(format!("{name}.toml"))),
            &head.id,
            &ctx.path(format!("{name}.toml")),
        )?;
        Desk::lay_out(ctx, kept.as_bytes(), Some(path), word)
    }

    /// The newest state, whatever the file was; only a turn that may not have been written, or
    /// taken out, is still told apart.
    fn newest(mut self) -> Self {
        self.stale = self.stale.take().filter(|stale| stale.behind != Behind::Turns);
        self
    }

    /// Reads a file and compares it with the vault.
    pub(super) fn lay_out(
        ctx: &mut Context,
        bytes: &[u8],
        path: Option<PathBuf>,
        called: &str,
    ) -> Result<Desk, Failure> {
        let reading = turnfile::read(bytes);
        let Some(file) = reading.file else {
            let fault = reading.fault.map(|fault| (fault.kind.advice(), fault.to_string()));
            let (advice, fault) = fault.unwrap_or((
                "save the turn file out of the mail and name that",
                "it is empty".to_owned(),
            ));
            return Err(Failure::bad_file(
                FailureKind::Unreadable,
                format!("{called} cannot be read: {fault}."),
            )
            .then(advice));
        };
        let records = match ctx.vault()? {
            Some(vault) => vault.records(&file.game.id())?,
            None => Vec::new(),
        };
        let (table, fault) = open(&file, &records).map_err(|error| {
            Failure::bad_file(FailureKind::Unreadable, format!("{called}: {error}."))
        })?;
        let game = OpenGame::new(file, table);
        let standing = &game.standing;
        if let Some(fault) = &reading.fault {
            return Err(damage::damaged(
                called,
                standing.turns() + 1,
                &fault.to_string(),
                &game.file,
                &records,
            ));
        }
        if let Some(TurnFault::Damage(damage)) = fault {
            let message = standing.names.fill(&damage.message);
            return Err(damage::damaged(called, damage.turn, &message, &game.file, &records));
        }
        Desk::with(ctx, game, records, path, called)
    }

    /// Compares a file that has been read, and is whole, with the vault.
    pub(super) fn with(
        ctx: &mut Context,
        game: OpenGame,
        records: Vec<GameRecord>,
        path: Option<PathBuf>,
        called: &str,
    ) -> Result<Desk, Failure> {
        let breach = game.standing.breach.clone();
        let kept = records.clone();
        let mut desk = Desk { path, game, records, breach, stale: None, kept, met: None };
        desk.compare(ctx, called)?;
        Ok(desk)
    }

    /// The vault keeps what was new in the file, and where it lies.
    pub(super) fn keep(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        self.keep_people(ctx)?;
        let path = self
            .path
            .as_ref()
            .filter(|_| self.stale.is_none())
            .and_then(|path| path.to_str())
            .map(str::to_owned);
        for at in 0..self.records.len() {
            let record = &mut self.records[at];
            record.path = path.clone().or_else(|| record.path.take());
            if self.kept.get(at) != Some(&*record) {
                ctx.vault_or_new()?.save(record)?;
            }
        }
        self.kept.clone_from(&self.records);
        Ok(())
    }

    /// The same for a command that only looks: where the vault cannot be written, one can look all
    /// the same.
    pub(super) fn keep_if_possible(&mut self, ctx: &mut Context) {
        if let Err(failure) = self.keep(ctx) {
            ctx.warn(format!("the vault will not remember this file: {}", failure.message));
        }
    }

    /// The vault keeps the keys of those who are new in the file.
    pub(super) fn keep_people(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        if let Some(contacts) = self.met.take() {
            ctx.vault_or_new()?.save_contacts(&contacts)?;
        }
        Ok(())
    }

    /// The file that lies here, for the memory of a seat.
    pub(super) fn arrival(&self, ctx: &Context) -> Arrival {
        Arrival {
            text: self.game.file.write(),
            chain: self.game.standing.hashes.clone(),
            last_seat: self
                .game
                .file
                .turns
                .last()
                .map(|turn| turn.seat.clone())
                .unwrap_or_default(),
            path: self.path.as_ref().and_then(|path| path.to_str()).map(str::to_owned),
            at: ctx.now(),
        }
    }

    /// All seats of the game.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(u8::try_from(self.game.file.game.seats.len()).unwrap_or(0))
    }

    /// The name of the game among one's own, or what the user called it.
    pub(super) fn name(&self) -> String {
        self.records.first().map_or_else(|| self.file_name(), |record| record.name().to_owned())
    }

    /// The file as people speak of it: its name without the folders.
    pub(super) fn file_name(&self) -> String {
        self.path
            .as_ref()
            .and_then(|path| path.file_name())
            .map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// The seat of this name.
    pub(super) fn seat_named(&self, name: &str) -> Option<Seat> {
        self.game.file.game.seat(name)
    }

    /// Is this the name of a seat of one's own?
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.records.iter().any(|record| record.seat() == name)
    }

    /// Which of one's own seats is meant: `--as`, the only one, or the one that is due.
    pub(super) fn own_seat(&self, ctx: &Context) -> Result<Option<usize>, Failure> {
        let joined = |at: &usize| self.records[*at].secrets().is_some();
        if let Some(name) = &ctx.everywhere.as_name {
            if self.seat_named(name).is_none() {
                let seats = self.game.file.game.seats.join(", ");
                return Err(Failure::usage(format!(
                    "{} has no seat in this game; the seats are {seats}.",
                    name.escape_debug()
                )));
            }
            return Ok(self.records.iter().position(|record| record.seat() == name).filter(joined));
        }
        let due = self.game.standing.due.map(|seat| self.game.standing.names.of(seat));
        let own: Vec<usize> = (0..self.records.len()).filter(joined).collect();
        Ok(own.iter().find(|at| Some(self.records[**at].seat()) == due).or(own.first()).copied())
    }

    /// Whose sheet shall be shown? Where several players share a vault, none is shown unasked.
    pub(super) fn seat_shown(&self, ctx: &Context) -> Result<Option<usize>, Failure> {
        let own: Vec<&str> = self
            .records
            .iter()
            .filter(|record| record.secrets().is_some())
            .map(GameRecord::seat)
            .collect();
        if own.len() < 2 || ctx.everywhere.as_name.is_some() {
            return self.own_seat(ctx);
        }
        let failure = Failure::usage(format!(
            "{} share this vault. Whose sheet shall be shown?",
            super::sign::list(&own)
        ));
        let ways = own.iter().map(|seat| format!("pbem show {} --as {seat}", self.name()));
        Err(ways.fold(failure, Failure::then).then(format!("pbem show {} --public", self.name())))
    }

    /// The secrets of one of one's own seats.
    pub(super) fn keys(&self, ctx: &mut Context, at: usize) -> Result<Keys, Failure> {
        let identity = ctx.identity()?;
        let record = &self.records[at];
        let missing = || {
            Failure::new(
                exit::TROUBLE,
                FailureKind::Vault,
                format!("the vault holds no secrets for {}", record.name()),
            )
        };
        let secrets = record.secrets().ok_or_else(missing)?;
        let seat = self.seat_named(record.seat()).ok_or_else(missing)?;
        let start = secrets.chain_start.as_ref().map_or([0; 32], |start| *start.bytes());
        let marks = record.marks.iter();
        let marks = marks.filter_map(|(square, sign)| Some((square.clone(), sign.chars().next()?)));
        let notes = Notes { marks: marks.collect(), eliminate: ctx.config()?.auto_eliminate() };
        Ok(Keys {
            seat,
            identity,
            seed: Seed::from_bytes(*secrets.seed.bytes()),
            chain: Chain::new(&GameId(self.game.file.game.id()), record.seat(), &start),
            setup: secrets.setup.clone(),
            hidden: record
                .hidden()
                .map(|hidden| HiddenMove { item: hidden.item.clone(), value: hidden.value.clone() })
                .collect(),
            notes,
        })
    }
}

/// Reads the turns of a file. What the vault has checked before is believed; if the rest then does
/// not fit, all is checked, to say where.
fn open(
    file: &TurnFile,
    records: &[GameRecord],
) -> Result<(AnyTable, Option<TurnFault>), OpenError> {
    let text = if records.is_empty() { String::new() } else { file.write() };
    let known = records.iter().map(|record| record.known_turns(&text)).max().unwrap_or(0);
    match table::open_known(file, known)? {
        (_, Some(TurnFault::Damage(_))) if known > 0 => table::open(file),
        opened => Ok(opened),
    }
}

/// The game was taken back before anybody answered it.
pub(super) fn taken_back(name: &str) -> Failure {
    Failure::not_now(
        FailureKind::TakenBack,
        format!("you have taken {name} back before it was mailed, so there is no such game."),
    )
    .then("pbem new      starts another")
}
