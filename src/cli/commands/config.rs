//! `pbem config`: show or change settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use pbem::desk::{Config, DeskError, SETTINGS};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, remembered};
use crate::cli::next::Next;
use crate::cli::player_name::check_name;
use crate::cli::report::{Report, quoted};
use crate::cli::similar;
use crate::disk::make_folder;
use crate::post;

/// Show or change settings: folders, mail, display
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem config                   # list all settings
  pbem config name alice
  pbem config games-dir ~/pbem
  pbem config boards sentences  # boards as sentences, for a screen reader
  pbem config games-dir \"\"    # back to the default")]
pub(crate) struct ConfigArgs {
    /// Name of the setting; leave it out to list all settings
    pub key: Option<String>,
    /// New value, or "" for the default; leave it out to see the setting
    pub value: Option<String>,
    /// Confirm that no other copy of this vault is in use, so that pbem stops warning you
    #[arg(long, conflicts_with = "key")]
    pub only_here: bool,
}

/// The settings that name a folder to read.
const FOLDERS: [&str; 2] = ["downloads-dir", "mail-dir"];

/// Runs `pbem config`.
pub(crate) fn run(ctx: &mut Context, args: &ConfigArgs) -> Result<Report, CliError> {
    if args.only_here {
        return only_here(ctx);
    }
    let key = args.key.as_deref();
    if let Some(key) = key.filter(|key| !SETTINGS.iter().any(|setting| setting.key == *key)) {
        return Err(unknown(key, args.value.as_deref()));
    }
    if let (Some(key), Some(value)) = (&args.key, &args.value) {
        let value = &usable(ctx, key, value)?;
        let (desk, around) = ctx.at_desk()?;
        let staged = desk.change_config(around, |config| config.set(key, value))?;
        ctx.keep(staged)?;
    }
    let config = ctx.config()?;
    let mut report = Report::default();
    let mut settings = BTreeMap::new();
    if let Some(key) = &args.key {
        let value = config.get(key)?;
        report.line(format!("{key} = {}", value.unwrap_or("(not set)")));
        if FOLDERS.contains(&key.as_str()) && value.is_some_and(|value| !Path::new(value).is_dir())
        {
            report.line("This folder doesn't exist yet.");
        }
        settings.insert(key.as_str(), value);
    } else {
        for (setting, value) in config.list() {
            report.line(format!("{:<22} {}", setting.key, value.unwrap_or("-")));
            report.line(format!("    {}", setting.about));
            settings.insert(setting.key, value);
        }
    }
    if args.key.is_none() {
        report.then(Next::command("pbem config KEY VALUE").why("change a setting"));
    }
    if let (Some("mail"), Some(address)) = (args.key.as_deref(), &args.value)
        && !address.is_empty()
    {
        tell_old_games(ctx, address, &mut report)?;
    }
    report.json = json!({"schema": "pbem-config/1", "settings": settings});
    Ok(report)
}

/// Returns the error for an unknown setting. If the name has a typo, suggests the right name.
fn unknown(key: &str, value: Option<&str>) -> CliError {
    let failure = CliError::from(DeskError::UnknownSetting(key.escape_debug().take(80).collect()));
    let nearest = similar::nearest(key, SETTINGS.iter().map(|setting| setting.key));
    let Some(setting) = SETTINGS.iter().find(|setting| Some(setting.key) == nearest) else {
        return failure;
    };
    let (key, about) = (setting.key, setting.about);
    let is_good = |value: &&str| Config::default().set(key, value).is_ok();
    let next = match value.filter(is_good) {
        Some(value) => Next::command(format!("pbem config {key} {}", quoted(value))),
        None => Next::command(format!("pbem config {key}")).why(about),
    };
    let message = format!("{}; did you mean \"{key}\"?", failure.message.trim_end_matches('.'));
    CliError { message, next: vec![next], ..failure }
}

/// Reports the games in progress whose files don't contain the new address. pbem can't add the
/// address to these files, because only the first turn of a seat can contain an address.
fn tell_old_games(ctx: &mut Context, address: &str, report: &mut Report) -> Result<(), CliError> {
    for loaded in OpenFile::running(ctx)? {
        let Some(at) = loaded.joined().next().filter(|_| loaded.has_people()) else { continue };
        let me = loaded.records[at].seat();
        let player = loaded.seat_named(me).and_then(|seat| loaded.game.standing.player(seat));
        if player.is_some_and(|player| player.mail.as_deref() != Some(address)) {
            report.say(format!(
                "The game file of {} doesn't contain this address. Tell the other players to type  \
                    pbem contact mail {me} {address}",
                loaded.name()
            ));
        }
    }
    Ok(())
}

/// Checks and prepares a value on this computer: creates the games folder, and warns if a program
/// is missing. Returns the value to store.
fn usable(ctx: &mut Context, key: &str, value: &str) -> Result<String, CliError> {
    match key {
        _ if value.is_empty() => {}
        "name" => check_name(value)?,
        _ if FOLDERS.contains(&key) => return Ok(absolute(ctx, value).1),
        "games-dir" => {
            let (folder, value) = absolute(ctx, value);
            // Check the value first, so that no folder is created for an invalid value.
            Config::default().set(key, &value)?;
            ctx.writer()
                .guard
                .may_make(&folder.join("game.toml"))
                .map_err(|why| CliError::usage(format!("{value} {why}: choose another folder.")))?;
            make_folder(&folder)?;
            return Ok(value);
        }
        "on-news" if !post::is_there(value) => ctx.warn(format!(
            "there is no program named {} on this computer. The setting was saved anyway.",
            value.escape_debug()
        )),
        _ => {}
    }
    Ok(value.to_owned())
}

/// Returns a folder and its absolute path as text, so that a setting works from every working
/// directory.
fn absolute(ctx: &Context, value: &str) -> (PathBuf, String) {
    // Collecting the components leaves out `.`.
    let folder: PathBuf = ctx.path(value).components().collect();
    let value = remembered(Some(&folder)).unwrap_or_else(|| value.to_owned());
    (folder, value)
}

/// Marks this copy of the vault as the only one in use.
fn only_here(ctx: &mut Context) -> Result<Report, CliError> {
    let no_vault = || CliError::not_now(CliErrorKind::NoVault, "there is no vault yet.");
    let desk = ctx.desk()?;
    let id = desk.id()?.ok_or_else(no_vault)?;
    // Fail if the vault was moved away, because then it can't sign, wherever its folder is.
    desk.may_sign()??;
    desk.store().accept_location(&id)?;
    ctx.take_warnings();
    let mut report = Report::new(json!({"schema": "pbem-config/1", "only_here": true}));
    report.say(format!(
        "{} is now the only vault in use. Never sign a turn with a copy of it.",
        ctx.shown(ctx.vault_dir().path())
    ));
    report.then(Next::command("pbem status"));
    Ok(report)
}
