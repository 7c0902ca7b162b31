//! The game on the desk: the file that a command names, read, checked and compared with what the vault has seen.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::context::Context;
use super::report::{Failure, exit};
use crate::crypto::{Chain, GameId, Seed};
use crate::games::Seat;
use crate::table::{self, Finding, HiddenMove, Private, Session, TurnFault};
use crate::turnfile::{self, Turn, TurnFile};
use crate::vault::{Arrival, Breach, Difference, GameRecord, Met, Seen, Stands, settle};

/// A game, in the newest state that is known here.
#[derive(Debug)]
pub(super) struct Desk {
    /// where the file was read, and a turn would be written; `None` for standard input
    pub path: Option<PathBuf>,
    /// the newest file
    pub file: TurnFile,
    /// its table
    pub session: Box<dyn Session>,
    /// one's own seats, as the vault remembers them; none if the game is not in the vault
    pub records: Vec<GameRecord>,
    /// the breach that the last turn proves
    pub breach: Option<Finding>,
    /// the file that was named is older than the newest: its own table, and how many turns it has
    pub stale: Option<Stale>,
}

/// An older state of the game than the newest known.
#[derive(Debug)]
pub(super) struct Stale {
    /// how many turns the file has that was named
    pub turns: u32,
    /// its table
    pub session: Box<dyn Session>,
    /// it lacks nothing but one's own last turn, which may be a turn that was signed and not written
    pub lacks_own_turn: bool,
}

impl Desk {
    /// Opens the game that `word` names: a file, `-` for standard input, the name of one of one's games, or the beginning of its id.
    pub(super) fn open(ctx: &mut Context, word: &str) -> Result<Desk, Failure> {
        if word == "-" {
            let bytes = read_limited(std::io::stdin().lock(), "standard input")?;
            return Desk::lay_out(ctx, &bytes, None, "standard input");
        }
        let path = ctx.path(word);
        if path.exists() {
            let bytes = read_file(&path)?;
            return Desk::lay_out(ctx, &bytes, Some(path), word);
        }
        Desk::by_name(ctx, word)
    }

    /// A game of the vault: the file last read or written for it, or the copy in the vault, whichever is newer.
    fn by_name(ctx: &mut Context, word: &str) -> Result<Desk, Failure> {
        let no_file = || {
            Failure::bad_file("unknown", format!("there is no file {word}, and no game of yours is called so"))
                .then("pbem status      lists your games")
        };
        let Some(vault) = ctx.vault()? else { return Err(no_file()) };
        let heads = match vault.find(word) {
            Ok(heads) => heads,
            Err(crate::vault::VaultError::UnknownGame(_)) => return Err(no_file()),
            Err(error) => return Err(error.into()),
        };
        let head = heads.first().ok_or_else(no_file)?;
        let record = vault.game(&head.id, &head.seat)?.ok_or_else(no_file)?;
        let path = record.path.as_ref().map(PathBuf::from);
        let kept = record.newest().map(|newest| newest.text.clone());
        if let Some(path) = path.clone().filter(|path| path.is_file())
            && let Ok(bytes) = read_file(&path)
            && let Some(file) = turnfile::read(&bytes).file
            && GameId(file.game.id()).0 == *record.id()
            && let Ok(desk) = Desk::lay_out(ctx, &bytes, Some(path), word)
        {
            return Ok(Desk { stale: None, ..desk });
        }
        let kept = kept.ok_or_else(|| Failure::not_now("no-turn", format!("{word} has no turn yet: its first was taken back")))?;
        let path = path.unwrap_or_else(|| ctx.path(format!("{}.toml", record.name())));
        Desk::lay_out(ctx, kept.as_bytes(), Some(path), word)
    }

    /// Reads a file and compares it with the vault, which takes in what is newer.
    fn lay_out(ctx: &mut Context, bytes: &[u8], path: Option<PathBuf>, called: &str) -> Result<Desk, Failure> {
        let reading = turnfile::read(bytes);
        let Some(file) = reading.file else {
            let fault = reading.fault.map(|fault| (fault.kind.advice(), fault.to_string()));
            let (advice, fault) = fault.unwrap_or(("save the turn file out of the mail and name that", "it is empty".to_owned()));
            return Err(Failure::bad_file("unreadable", format!("{called} cannot be read: {fault}")).then(advice));
        };
        let (session, fault) = table::open(&file).map_err(|error| Failure::bad_file("unreadable", format!("{called}: {error}")))?;
        let records = own_records(ctx, &file)?;
        if let Some(fault) = &reading.fault {
            return Err(damaged(called, session.turns() + 1, &fault.to_string(), &file, &records));
        }
        let breach = match fault {
            Some(TurnFault::Damage(damage)) => {
                let message = session.names().fill(&damage.message);
                return Err(damaged(called, damage.turn, &message, &file, &records));
            }
            Some(TurnFault::Breach(finding)) => Some(finding),
            None => None,
        };
        let mut desk = Desk { path, file, session, records, breach, stale: None };
        desk.compare(ctx, called)?;
        Ok(desk)
    }

    /// How does the file stand to what the vault has seen?
    fn compare(&mut self, ctx: &mut Context, called: &str) -> Result<(), Failure> {
        if self.records.is_empty() {
            return Ok(());
        }
        let hashes = self.session.hashes();
        match self.records[0].judge(&hashes) {
            Seen::Same => {}
            Seen::Newer { .. } | Seen::Unknown => self.take_in(ctx)?,
            Seen::Older { .. } | Seen::TakenBack { .. } => self.put_newest_on_top()?,
            Seen::Differs { at } => self.differs(ctx, at, called)?,
        }
        self.remember_path(ctx)
    }

    /// The file is newer than any before: the vault remembers it, whatever is done with it.
    fn take_in(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        self.meet(ctx)?;
        let arrival = self.arrival(ctx);
        let breach = self.breach.as_ref().map(|finding| Breach {
            number: self.session.turns(),
            hash: self.session.hashes().last().copied().unwrap_or_default(),
            seat: self.session.names().of(finding.seat).to_owned(),
        });
        let vault = ctx.vault_or_new()?;
        for record in &mut self.records {
            record.take_in(arrival.clone())?;
            if let Some(breach) = &breach {
                record.end_by_breach(breach.clone());
            }
            vault.save(record)?;
        }
        Ok(())
    }

    pub(super) fn arrival(&self, ctx: &Context) -> Arrival {
        Arrival {
            text: self.file.write(),
            chain: self.session.hashes(),
            last_seat: self.file.turns.last().map(|turn| turn.seat.clone()).unwrap_or_default(),
            path: self.path.as_ref().map(|path| path.display().to_string()),
            at: ctx.now(),
        }
    }

    /// Pins the keys of players who are new in this file, and refuses a known name with another key.
    fn meet(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        let known = self.records.first().and_then(GameRecord::newest).map(|newest| turnfile::read(newest.text.as_bytes()));
        let known = known.and_then(|reading| reading.file).and_then(|file| table::open(&file).ok()).map(|(session, _)| session);
        for seat in self.seats() {
            let name = self.file.game.seats[seat.index()].clone();
            let Some(key) = self.session.key(seat) else { continue };
            let met_before = known.as_ref().is_some_and(|known| known.key(seat) == Some(key));
            if met_before || self.records.iter().any(|record| record.seat() == name) {
                continue;
            }
            let mail = self.session.card(seat).1.map(str::to_owned);
            pin(ctx, &name, key, GameId(self.file.game.id()), mail)?;
        }
        Ok(())
    }

    /// All seats of the game.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(u8::try_from(self.file.game.seats.len()).unwrap_or(0))
    }

    /// What was named is older than what the vault has: the newest goes on top, and the older is remembered beside.
    fn put_newest_on_top(&mut self) -> Result<(), Failure> {
        let Some(newest) = self.records[0].newest() else { return Ok(()) };
        let lacks_own_turn = newest.turns() == self.session.turns() + 1 && newest.last_seat == self.records[0].seat();
        let file = TurnFile::read(newest.text.as_bytes()).map_err(|fault| kept_copy(&fault.to_string()))?;
        let (session, fault) = table::open(&file).map_err(|error| kept_copy(&error.to_string()))?;
        self.breach = match fault {
            Some(TurnFault::Breach(finding)) => Some(finding),
            Some(TurnFault::Damage(damage)) => return Err(kept_copy(&damage.message)),
            None => None,
        };
        let older = std::mem::replace(&mut self.session, session);
        self.stale = Some(Stale { turns: older.turns(), session: older, lacks_own_turn });
        self.file = file;
        Ok(())
    }

    /// The file has another turn `at` than the one seen before.
    fn differs(&mut self, ctx: &mut Context, at: u32, called: &str) -> Result<(), Failure> {
        let kept = self.records[0].newest().map(|newest| newest.text.clone()).unwrap_or_default();
        let known = TurnFile::read(kept.as_bytes()).map_err(|fault| kept_copy(&fault.to_string()))?;
        let index = (at as usize).saturating_sub(1);
        let (Some(old), Some(new)) = (known.turns.get(index), self.file.turns.get(index)) else {
            return Err(Failure::bad_file("unknown", format!("{called} is another game than the one you have seen")));
        };
        let other_key = old.key.is_some() && new.key.is_some() && old.key != new.key;
        if other_key {
            let message = format!(
                "{called} is not the game that you have seen: somebody else has taken the seat {} in it.\nNothing has been written.",
                new.seat
            );
            return Err(Failure::bad_file("another-key", message).then(format!("pbem show {}", self.records[0].name())));
        }
        let record = &self.records[0];
        let difference = Difference {
            made_upon: record.built_upon(at),
            breach: record.breach().is_some_and(|breach| breach.number == at),
            incoming_replaces: new.instead.contains(&old.hash()),
            known_replaces: old.instead.contains(&new.hash()),
            known_built: built_upon(&known, index, &old.seat),
            incoming_built: built_upon(&self.file, index, &new.seat),
            same_in_substance: !crate::audit::is_fork(old, new) && !new.instead.contains(&old.hash()) && !old.instead.contains(&new.hash()),
        };
        match settle(difference) {
            Stands::Known => self.put_newest_on_top(),
            Stands::Incoming => {
                let arrival = self.arrival(ctx);
                let vault = ctx.vault_or_new()?;
                for record in &mut self.records {
                    record.adopt(arrival.clone())?;
                    vault.save(record)?;
                }
                Ok(())
            }
            Stands::Fork => {
                let who = new.seat.clone();
                Err(self.fork(ctx, at, &who, called)?)
            }
        }
    }

    /// Two turns of one number with one signature: both files are kept, and nothing else is done with this one.
    fn fork(&mut self, ctx: &mut Context, at: u32, who: &str, called: &str) -> Result<Failure, Failure> {
        let text = self.file.write();
        let now = ctx.now();
        let vault = ctx.vault_or_new()?;
        for record in &mut self.records {
            record.keep_evidence(at, text.clone(), now);
            vault.save(record)?;
        }
        let name = self.records[0].name();
        let message = format!(
            "{who} has signed two different turns {at}: one in {called}, another in the file that you had.\n\
             Nothing has been taken from {called}; the vault keeps both as evidence."
        );
        Ok(Failure::bad_file("fork", message)
            .then(format!("pbem copy {name} {name}-first.toml"))
            .then(format!("pbem verify {name}-first.toml {called}      proves it to anybody")))
    }

    fn remember_path(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        let Some(path) = self.path.as_ref().map(|path| path.display().to_string()) else { return Ok(()) };
        if self.stale.is_some() || self.records.iter().all(|record| record.path.as_ref() == Some(&path)) {
            return Ok(());
        }
        let vault = ctx.vault_or_new()?;
        for record in &mut self.records {
            record.path = Some(path.clone());
            vault.save(record)?;
        }
        Ok(())
    }

    /// The name of the game among one's own, or what the user called it.
    pub(super) fn name(&self) -> String {
        match (self.records.first(), &self.path) {
            (Some(record), _) => record.name().to_owned(),
            (None, Some(path)) => path.file_name().map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned()),
            (None, None) => "-".to_owned(),
        }
    }

    /// The seat of this name.
    pub(super) fn seat_named(&self, name: &str) -> Option<Seat> {
        self.file.game.seats.iter().position(|seat| seat == name).and_then(|at| u8::try_from(at).ok()).map(Seat)
    }

    /// Which of one's own seats is meant: `--as`, the only one, or the one that is due.
    pub(super) fn own_seat(&self, ctx: &Context) -> Result<Option<usize>, Failure> {
        if let Some(name) = &ctx.everywhere.as_name {
            if self.seat_named(name).is_none() {
                return Err(Failure::usage(format!("{name} has no seat in this game; the seats are {}", self.file.game.seats.join(", "))));
            }
            return Ok(self.records.iter().position(|record| record.seat() == name));
        }
        let due = self.session.due().map(|seat| self.file.game.seats[seat.index()].clone());
        Ok(match self.records.len() {
            0 => None,
            1 => Some(0),
            _ => self.records.iter().position(|record| Some(record.seat()) == due.as_deref()).or(Some(0)),
        })
    }

    /// The secrets of one of one's own seats.
    pub(super) fn private(&self, ctx: &mut Context, at: usize) -> Result<Private, Failure> {
        let identity = ctx.identity()?;
        let config = ctx.vault_or_new()?.config()?;
        let record = &self.records[at];
        let missing = || Failure::new(exit::TROUBLE, "vault", format!("the vault holds no secrets for {}", record.name()));
        let secrets = record.secrets().ok_or_else(missing)?;
        let seat = self.seat_named(record.seat()).ok_or_else(missing)?;
        let start = secrets.chain_start.as_ref().map_or([0; 32], |start| *start.bytes());
        let mut marks = record.marks.clone();
        if config.get("auto-eliminate")? == Some("false") {
            marks.insert("auto".to_owned(), "off".to_owned());
        }
        Ok(Private {
            seat,
            identity,
            seed: Seed::from_bytes(*secrets.seed.bytes()),
            chain: Chain::new(&GameId(self.file.game.id()), record.seat(), &start),
            setup: secrets.setup.clone(),
            hidden: record.hidden().map(|hidden| HiddenMove { turn: 0, item: hidden.item.clone(), value: hidden.value.clone() }).collect(),
            marks,
        })
    }

    /// The file as people speak of it: its name without the folders.
    pub(super) fn file_name(&self) -> String {
        self.path.as_ref().and_then(|path| path.file_name()).map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// Pins a name to a key, or says that the name belongs to another.
pub(super) fn pin(ctx: &mut Context, name: &str, key: [u8; 32], game: GameId, mail: Option<String>) -> Result<(), Failure> {
    let at = ctx.now();
    let vault = ctx.vault_or_new()?;
    let mut contacts = vault.contacts()?;
    let before = contacts.clone();
    let pinned = contacts.pin(name, key, Met { at, game: Some(game.0), mail });
    if contacts != before {
        vault.save_contacts(&contacts)?;
    }
    match pinned {
        Ok(_) => Ok(()),
        Err(crate::vault::VaultError::AnotherKey(another)) => Err(another_key(&another)),
        Err(error) => Err(error.into()),
    }
}

fn another_key(another: &crate::vault::AnotherKey) -> Failure {
    let offered = crate::crypto::safety_number(&another.offered);
    let name = &another.name;
    let since = format!("since {}", another.since.format("%-d %b %Y"));
    let message = format!(
        "this {name} is not the {name} you know. Nothing has been written.\n{since:<20}{}\n{:<20}{offered}\n\
         A new computer, or somebody playing under that name: ask {name}, not by mail.",
        crate::crypto::safety_number(&another.known),
        "in this file",
    );
    let group = offered.split(' ').next().unwrap_or_default();
    Failure::bad_file("another-key", message).then(format!("if it is {name},  pbem contact confirm {name} {group}"))
}

fn own_records(ctx: &mut Context, file: &TurnFile) -> Result<Vec<GameRecord>, Failure> {
    let id = GameId(file.game.id());
    let Some(vault) = ctx.vault()? else { return Ok(Vec::new()) };
    let mut records = Vec::new();
    for seat in &file.game.seats {
        records.extend(vault.game(&id.0, seat)?);
    }
    Ok(records)
}

fn kept_copy(message: &str) -> Failure {
    Failure::new(exit::TROUBLE, "vault", format!("the copy in the vault cannot be read: {message}"))
}

/// Has another seat built upon the turn at this index?
fn built_upon(file: &TurnFile, index: usize, seat: &str) -> bool {
    file.turns.iter().skip(index + 1).any(|turn| turn.seat != seat)
}

/// The file is not as it was signed. One's own copy tells where.
fn damaged(called: &str, turn: u32, message: &str, file: &TurnFile, records: &[GameRecord]) -> Failure {
    let mut text = format!("{called} was changed after it was signed, or is damaged. Nothing has been taken from it.\n{message}");
    let mut failure_next = Vec::new();
    if let Some((record, newest)) = records.iter().find_map(|record| Some((record, record.newest()?))) {
        let kept = turnfile::read(newest.text.as_bytes()).file;
        let index = (turn as usize).saturating_sub(1);
        let pair = kept.as_ref().and_then(|kept| kept.turns.get(index)).zip(file.turns.get(index));
        if let Some((key, theirs, ours)) = pair.and_then(|(kept, here)| first_difference(here, kept)) {
            text = format!(
                "{called} was changed after it was signed. Nothing has been taken from it.\n\
                 turn {turn}, key {key}:  this file says {theirs}, your own copy says {ours}"
            );
        }
        let whose = file.turns.get(index).map(|turn| turn.seat.as_str()).unwrap_or_default();
        if !whose.is_empty() {
            let _ = write!(text, "\nMail programs and editors do this too; it proves nothing against {whose}.");
        }
        failure_next.push(format!(
            "ask for it to be mailed once more. Your good copy (turn {}): pbem show {}",
            newest.turns(),
            record.name()
        ));
    } else {
        failure_next.push("ask for it to be mailed once more, as an attachment".to_owned());
    }
    Failure { next: failure_next, ..Failure::bad_file("damaged", text) }
}

/// The first key in which two turns differ, and the values, cut short.
fn first_difference(here: &Turn, kept: &Turn) -> Option<(&'static str, String, String)> {
    let short = |text: String| {
        let text: String = text.chars().take(24).collect();
        format!("\"{text}\"")
    };
    let list = |entries: &[String]| short(entries.join("; "));
    let keys = [
        ("seat", short(here.seat.clone()), short(kept.seat.clone())),
        ("answer", list(&here.answer), list(&kept.answer)),
        ("move", list(&here.moves), list(&kept.moves)),
        ("open", list(&here.open), list(&kept.open)),
        ("note", short(here.note.clone().unwrap_or_default()), short(kept.note.clone().unwrap_or_default())),
        ("sent", here.sent.to_rfc3339(), kept.sent.to_rfc3339()),
        ("after", short(hex::encode(here.after)), short(hex::encode(kept.after))),
        ("signature", short(hex::encode(here.signature)), short(hex::encode(kept.signature))),
    ];
    keys.into_iter().find(|(_, here, kept)| here != kept)
}

/// Reads a file that may be anything, but not more of it than a turn file can have.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display().to_string();
    let cannot = |error: std::io::Error| Failure::new(exit::TROUBLE, "disk", format!("cannot read {shown}: {error}"));
    let about = std::fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(Failure::bad_file("unreadable", format!("{shown} is a directory, not a turn file")));
    }
    if !about.is_file() {
        return Err(Failure::bad_file("unreadable", format!("{shown} is no plain file")));
    }
    read_limited(File::open(path).map_err(cannot)?, &shown)
}

fn read_limited(from: impl Read, called: &str) -> Result<Vec<u8>, Failure> {
    let limit = turnfile::limits::MAX_BYTES;
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(exit::TROUBLE, "disk", format!("cannot read {called}: {error}")))?;
    if bytes.len() > limit {
        return Err(Failure::bad_file("over-limit", format!("{called} has more than {limit} bytes; no game is as large as this")));
    }
    Ok(bytes)
}
