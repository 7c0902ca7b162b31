//! `pbem whoami` and `pbem contact`: names, addresses, safety numbers.

use clap::{Args, Subcommand};
use pbem::crypto::{KeyWord, safety_number};
use pbem::desk::{Contact as Person, Contacts, DeskError, FirstContact};
use pbem::rules::Seat;
use pbem::turnfile::Bytes32;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::{Report, SCREEN, object, place};
use crate::cli::zone::Zone;
use crate::cli::{time, turn_words};

/// Show your name, address and safety number
#[derive(Args, Debug)]
pub(crate) struct WhoamiArgs {}

/// Manage the people you play with: names, addresses, safety numbers
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem contact  # list your contacts
  pbem contact show bob
  pbem contact confirm bob
  pbem contact add bob --key KEY --mail bob@example.org")]
pub(crate) struct Contact {
    #[command(subcommand)]
    pub command: Option<ContactCommand>,
}

/// What to do with contacts.
#[derive(Subcommand, Debug)]
pub(crate) enum ContactCommand {
    /// List your contacts
    #[command(after_help = "\
Examples:
  pbem contact list")]
    List,
    /// Show one contact
    #[command(after_help = "\
Examples:
  pbem contact show bob")]
    Show {
        /// Name of the contact
        name: String,
    },
    /// Add a contact by hand
    #[command(after_help = "\
Examples:
  pbem contact add bob --key KEY
  pbem contact add bob --key KEY --mail bob@example.org")]
    Add {
        /// Name of the contact
        name: String,
        /// Public key, 64 digits (`pbem whoami` shows it)
        #[arg(long)]
        key: String,
        /// Email address
        #[arg(long)]
        mail: Option<String>,
    },
    /// Confirm a contact's safety number, after comparing it with the number that the contact read
    /// to you
    #[command(after_help = "\
Examples:
  pbem contact confirm bob
  pbem contact confirm bob 81838-43617-55023-90461-27570-34216")]
    Confirm {
        /// Name of the contact
        name: String,
        /// Safety number or key to confirm; optional if the contact has only one key
        digits: Vec<String>,
    },
    /// Set a contact's email address
    #[command(after_help = "\
Examples:
  pbem contact mail bob bob@example.org")]
    Mail {
        /// Name of the contact
        name: String,
        /// Email address
        address: String,
    },
    /// Remove a contact
    #[command(after_help = "\
Examples:
  pbem contact forget bob")]
    Forget {
        /// Name of the contact
        name: String,
    },
}

/// Runs `pbem whoami`.
pub(crate) fn whoami(ctx: &mut Context, _args: &WhoamiArgs) -> Result<Report, CliError> {
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.establish(around)?;
    let key = ctx.keep(staged)?;
    let config = ctx.config()?;
    let name = config.name().unwrap_or("(no name yet: pbem config name NAME)").to_owned();
    let mail = config.mail().map(str::to_owned);
    let own = OwnKeyJson {
        name: config.name().map(str::to_owned),
        mail: mail.clone(),
        key: hex::encode(key),
        safety: safety_number(&key),
        vault: place(ctx.vault_dir().path()),
    };
    let mut report = Report::of("pbem-whoami/1", &own);
    report.row("Name", name);
    report.row("Mail", mail.unwrap_or_else(|| "(none: pbem config mail ADDRESS)".to_owned()));
    report.row("Safety", safety_number(&key));
    report.row("Key", in_lines(&hex::encode(key), ctx.look().width));
    report.row("Vault", ctx.vault_dir().path().display().to_string());
    report.then(Next::advice(
        "tell your friends the safety number, but not by mail. They type: pbem contact show NAME",
    ));
    Ok(report)
}

/// Suggests comparing the safety number of a contact.
fn suggest_comparing(report: &mut Report, name: &str) {
    report.then(Next::advice(format!(
        "compare: ask {name} (but not by mail) for the number that  pbem whoami  shows"
    )));
    report.then(
        Next::command(format!("pbem contact confirm {name} NUMBER"))
            .why("with the number that you were told"),
    );
}

/// Returns a key on one line, or on two lines if the screen is narrow.
fn in_lines(key: &str, width: usize) -> String {
    match key.split_at_checked(key.len() / 2) {
        Some((first, second)) if width < SCREEN => format!("{first}\n{second}"),
        _ => key.to_owned(),
    }
}

/// Runs `pbem contact`.
pub(crate) fn run(ctx: &mut Context, args: &Contact) -> Result<Report, CliError> {
    let now = ctx.now();
    let contacts = ctx.contacts()?;
    match args.command.as_ref().unwrap_or(&ContactCommand::List) {
        ContactCommand::List => Ok(list(&contacts)),
        ContactCommand::Show { name } => {
            let person = contacts.get(name)?;
            let mut report = contact_report(name, person, ctx.around.zone);
            if !person.confirmed {
                suggest_comparing(&mut report, name);
            }
            Ok(report)
        }
        ContactCommand::Add { name, key, mail } => {
            let (key, met) =
                (typed_key(key)?, FirstContact { at: now, game: None, mail: mail.clone() });
            let person = change(ctx, |contacts| {
                contacts.add(name, key, met)?;
                contacts.get(name).cloned()
            })?;
            Ok(contact_report(name, &person, ctx.around.zone))
        }
        ContactCommand::Confirm { name, digits } => {
            let key = key_meant(name, contacts.get(name)?, digits)?;
            let person = change(ctx, |contacts| {
                contacts.confirm(name, key, now)?;
                contacts.get(name).cloned()
            })?;
            let mut report = Report::new(describe(name, &person));
            report.line(format!("Saved: {name}'s safety number is {}.", safety_number(&key)));
            Ok(report)
        }
        ContactCommand::Mail { name, address } => {
            if contacts.get(name).is_err() {
                return before_joining(ctx, name, address);
            }
            let person = change(ctx, |contacts| {
                contacts.set_mail(name, address)?;
                contacts.get(name).cloned()
            })?;
            let mut report = contact_report(name, &person, ctx.around.zone);
            let games = replace_address(ctx, &person.key, address)?;
            if !games.is_empty() {
                report.say(format!("Replaced the address in {} too.", turn_words::list(&games)));
            }
            Ok(report)
        }
        ContactCommand::Forget { name } => {
            let person = change(ctx, |contacts| contacts.forget(name))?;
            let mut report = Report::new(describe(name, &person));
            report.line(format!(
                "Removed {name}. pbem will accept the next key that arrives under this name."
            ));
            Ok(report)
        }
    }
}

/// Replaces the address that the user has typed for the player with this key in a game in progress.
/// Returns the names of these games.
fn replace_address(
    ctx: &mut Context,
    key: &Bytes32,
    address: &str,
) -> Result<Vec<String>, CliError> {
    set_address(ctx, address, |loaded| {
        let is_player = |seat: &Seat| loaded.game.standing.key(*seat).as_ref() == Some(key);
        let name = loaded.game.standing.names.of(loaded.seats().find(is_player)?);
        let is_old =
            |at: &usize| loaded.records[*at].mail.get(name).is_some_and(|it| it != address);
        Some(((0..loaded.records.len()).find(is_old)?, name.to_owned()))
    })
}

/// Saves the address in the games in progress for which `place` returns the index of the user's
/// seat and the name of the player with this address. Returns the names of these games.
fn set_address(
    ctx: &mut Context,
    address: &str,
    place: impl Fn(&OpenFile) -> Option<(usize, String)>,
) -> Result<Vec<String>, CliError> {
    let mut games = Vec::new();
    for mut loaded in OpenFile::running(ctx)? {
        let Some((at, name)) = place(&loaded) else { continue };
        loaded.set_address(at, &name, address)?;
        loaded.keep(ctx)?;
        games.push(loaded.name());
    }
    Ok(games)
}

/// Saves the address of a player who hasn't joined yet, in each game that waits for this player.
fn before_joining(ctx: &mut Context, name: &str, address: &str) -> Result<Report, CliError> {
    let games = set_address(ctx, address, |loaded| {
        let waits = loaded.seat_named(name).is_some_and(|seat| !loaded.game.standing.joined(seat));
        let at = loaded.joined().next().filter(|_| waits && loaded.is_person(name))?;
        Some((at, name.to_owned()))
    })?;
    if games.is_empty() {
        return Err(unknown(name, address));
    }
    let saved = AddressJson { name, mail: address, games: &games };
    let mut report = Report::of("pbem-address/1", &saved);
    report.say(format!("Saved {address} for {name} in {}.", turn_words::list(&games)));
    Ok(report)
}

/// Returns the error for an address of a person whose key pbem hasn't seen.
fn unknown(name: &str, address: &str) -> CliError {
    let (name, address) = (name.escape_debug(), address.escape_debug());
    let message = format!(
        "you have no contact named {name}: no player has joined a game under \
        this name."
    );
    CliError::usage(message)
        .then(
            Next::command(format!("pbem send GAME --to {name}={address}"))
                .why("save the address for one game"),
        )
        .then(Next::command(format!("pbem contact add {name} --key KEY --mail {address}")))
}

/// Changes the contacts and saves them.
fn change<T>(
    ctx: &mut Context,
    action: impl FnOnce(&mut Contacts) -> Result<T, DeskError>,
) -> Result<T, CliError> {
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.change_contacts(around, action)?;
    ctx.keep(staged)
}

fn list(contacts: &Contacts) -> Report {
    let all: Vec<_> = contacts.iter().map(|(name, person)| describe(name, person)).collect();
    let mut report = Report::new(json!({"schema": "pbem-contacts/1", "contacts": all}));
    for (name, person) in contacts.iter() {
        let number = safety_number(&person.key);
        report.hanging(&format!("{name:<12} "), format!("{number}   {}", compared(person)));
    }
    if contacts.iter().len() == 0 {
        report.line("No contacts yet. pbem adds the people you play with.");
    }
    report
}

fn typed_key(typed: &str) -> Result<[u8; 32], CliError> {
    match KeyWord::read(typed) {
        Ok(KeyWord::Key(key)) if pbem::crypto::key_is_sound(&key) => Ok(key),
        _ => {
            Err(CliError::usage("that isn't a key: type the 64-digit key that `pbem whoami` shows"))
        }
    }
}

/// Returns the contact's key that the user means: the typed key or, if the user typed nothing, the
/// contact's only key.
fn key_meant(name: &str, person: &Person, typed: &[String]) -> Result<[u8; 32], CliError> {
    let keys: Vec<&[u8; 32]> = person.candidates().collect();
    if typed.is_empty() {
        if let [key] = keys.as_slice() {
            return Ok(**key);
        }
        let numbers: Vec<String> = keys.iter().map(|key| safety_number(key)).collect();
        return Err(CliError::usage(format!(
            "{name} has more than one key. Also type the safety number of the right key:\n{}",
            numbers.join("\n")
        )));
    }
    let word =
        KeyWord::read(&typed.concat()).map_err(|fault| CliError::usage(fault.to_string()))?;
    let meant = keys.into_iter().find(|key| word.fits(key)).copied();
    meant.ok_or_else(|| CliError::usage(format!("{name} has no key with this safety number")))
}

fn compared(person: &Person) -> &'static str {
    if person.confirmed { "compared" } else { "not compared yet" }
}

fn contact_report(name: &str, person: &Person, zone: Zone) -> Report {
    let mut report = Report::new(describe(name, person));
    report.line(format!(
        "{name}   safety number  {}       {}",
        safety_number(&person.key),
        compared(person)
    ));
    let first_seen = zone.date_only(person.first_seen);
    let mail = person.mail.as_deref().unwrap_or("no address");
    report.line(format!("first seen {first_seen}, {mail}"));
    for other in &person.offered {
        report.line(format!(
            "another key arrived under this name on {}: {}",
            zone.date_only(other.at),
            safety_number(&other.key)
        ));
    }
    report
}

fn describe(name: &str, person: &Person) -> Value {
    let contact = ContactJson {
        name,
        key: hex::encode(person.key),
        safety: safety_number(&person.key),
        confirmed: person.confirmed,
        mail: person.mail.as_deref(),
        first_seen: time::stamp(person.first_seen),
    };
    object("pbem-contact/1", &contact)
}

#[derive(Serialize)]
struct ContactJson<'a> {
    name: &'a str,
    key: String,
    safety: String,
    confirmed: bool,
    mail: Option<&'a str>,
    first_seen: String,
}

#[derive(Serialize)]
struct AddressJson<'a> {
    name: &'a str,
    mail: &'a str,
    games: &'a [String],
}

#[derive(Serialize)]
struct OwnKeyJson {
    name: Option<String>,
    mail: Option<String>,
    key: String,
    safety: String,
    vault: Value,
}
