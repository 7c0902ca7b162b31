//! `pbem club new`: make a club.

use std::path::PathBuf;

use clap::Args;
use pbem::club::Roster;
use pbem::crypto::KeyWord;
use pbem::games::Kind;
use pbem::letters::Mailbox;
use pbem::rules::{OptionMap, OptionValue};
use pbem::table::option_specs;
use serde::Serialize;
use serde_json::Value;

use crate::cli::club::ROSTER;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::next::Next;
use crate::cli::player_name::seat_of;
use crate::cli::prompt::{ask, ask_until, can_ask, is_yes};
use crate::cli::report::{Report, place, quoted};
use crate::disk::ClubFolder;

/// Make a club: a folder with the players and their games
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
pbem asks for everything that you leave out. You can change club.toml later in
any editor. The players find their key and safety number with `pbem whoami`.

Examples:
  pbem club new cup  # pbem asks for name, games, rules and players
  pbem club new cup --name \"Spring Cup\" --mail cup@example.org --kind spy
      --set days-per-turn=7 --player anna=KEY --player ben=KEY --arbiter")]
pub(crate) struct ClubNew {
    /// Folder to create
    pub folder: PathBuf,
    /// Name of the club
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Email address to which players send copies of their turns
    #[arg(long, value_name = "ADDRESS")]
    pub mail: Option<String>,
    /// Kinds of games to play; for each kind, the club gets a section with all players
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Vec<String>,
    /// Number of games for each pair of players [default: 1]
    #[arg(long, value_name = "NUMBER")]
    pub games: Option<u32>,
    /// Set a house rule in all games that have this rule, for example days-per-turn=7
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Add a player, with a key or safety number. For a contact, the name is enough
    #[arg(long = "player", value_name = "NAME=KEY")]
    pub players: Vec<String>,
    /// Make the owner of this key the arbiter, who can rule that a player's time is up [default:
    /// you, with the key of your vault]
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "")]
    pub arbiter: Option<String>,
    /// Days that the arbiter waits after a notice, 1 to 60 [default: 3]
    #[arg(long, value_name = "DAYS", requires = "arbiter")]
    pub grace_days: Option<u32>,
}

/// Runs `pbem club new`.
pub(super) fn run(ctx: &mut Context, args: &ClubNew) -> Result<Report, CliError> {
    let root = ctx.path(&args.folder);
    let is_used = std::fs::read_dir(&root).is_ok_and(|mut entries| entries.next().is_some());
    if is_used || root.symlink_metadata().is_ok_and(|there| !there.is_dir()) {
        let message = format!("{} exists and isn't an empty folder", args.folder.display());
        return Err(CliError::usage(message).then(Next::command("pbem club new OTHER-FOLDER")));
    }
    let args = complete(ctx, args)?;
    let text = roster_text(ctx, &args)?;
    let roster = Roster::read(&text)
        .map_err(|error| CliError::usage(format!("{}. Nothing was written.", error.problem)))?;
    ClubFolder::create(&root, &text, &ctx.around.faults)?;
    let file = root.join(ROSTER);
    let club = ClubJson {
        folder: place(&root),
        file: place(&file),
        name: &roster.name,
        players: roster.players.len(),
        sections: roster.sections.iter().map(|section| section.name.as_str()).collect(),
        arbiter: roster.arbiter.map(hex::encode),
    };
    let mut report = Report::of("pbem-club-new/1", &club);
    report.say(format!("New club: {}, with {} players.", roster.name, roster.players.len()));
    report.row("Wrote", ctx.shown(&file));
    let folder = quoted(&args.folder.display().to_string());
    report.then(Next::advice(format!(
        "mail {ROSTER} to the players, who start games with  pbem new {} --with NAME --club \
            {ROSTER}",
        roster.sections[0].kind
    )));
    report.then(
        Next::command(format!("pbem club receive --club {folder} FILE"))
            .why("read the copies of their turns"),
    );
    Ok(report)
}

/// Asks for missing arguments at a terminal.
fn complete(ctx: &mut Context, args: &ClubNew) -> Result<ClubNew, CliError> {
    let mut args = args.clone();
    let no_check = |_: &str| Ok(());
    let missing = args.name.is_none() || args.kind.is_empty() || args.players.is_empty();
    if !missing {
        return Ok(args);
    }
    if !can_ask(ctx) {
        return Err(CliError::usage(
            "a club needs --name, --kind and --player. Nothing was written.",
        )
        .then(Next::command("pbem club new --help")));
    }
    let nothing = || CliError::usage("Nothing was written.");
    if args.name.is_none() {
        let name = ask_until(ctx, "", "Name of the club: ", no_check)?;
        args.name = Some(name.ok_or_else(nothing)?);
    }
    if args.mail.is_none() {
        let question = "Email address to which the players send copies of their turns (Enter for \
                        none): ";
        let is_address = |typed: &str| address(typed).map(drop);
        args.mail = ask_until(ctx, "", question, is_address)?;
    }
    if args.kind.is_empty() {
        let kinds: Vec<&str> = Kind::published().map(Kind::id).collect();
        let above = format!("The games are {}.\n", kinds.join(", "));
        let are_kinds =
            |typed: &str| words(typed).iter().try_for_each(|word| kind_named(word).map(drop));
        let typed = ask_until(ctx, above, "Games, separated by commas: ", are_kinds)?;
        args.kind = words(&typed.ok_or_else(nothing)?);
        if args.games.is_none() {
            let number = |typed: &str| {
                let read = typed.parse::<u32>();
                read.map_err(|_| CliError::usage("type a number, such as 2"))
            };
            let question = "How many games for each pair of players? (Enter for 1) ";
            let typed = ask_until(ctx, "", question, |typed| number(typed).map(drop))?;
            args.games = typed.map(|typed| number(&typed)).transpose()?;
        }
        let question =
            "House rules, such as days-per-turn=7, hints=none (Enter for the defaults): ";
        let kinds = args.kind.clone();
        let are_rules = |typed: &str| options(&kinds, &words(typed)).map(drop);
        args.options.extend(ask_until(ctx, "", question, are_rules)?.map_or(vec![], |t| words(&t)));
    }
    if args.players.is_empty() {
        ask_for_players(ctx, &mut args)?;
    }
    if args.arbiter.is_none() {
        let question = "Will you be the arbiter, using the key of this vault? The arbiter can \
                        rule that a player's time is up. [y/N] ";
        args.arbiter = Some(String::new()).filter(|_| ask(ctx, question).is_ok_and(|t| is_yes(&t)));
    }
    Ok(args)
}

fn ask_for_players(ctx: &mut Context, args: &mut ClubNew) -> Result<(), CliError> {
    let mut above = "The players, one per line: a name and a key or safety number from pbem \
                     whoami, such as anna=86818 61067 ...\n"
        .to_owned();
    loop {
        let question = format!("{above}Player {} (Enter to end): ", args.players.len() + 1);
        let typed = ask(ctx, question)?;
        if typed.is_empty() {
            return Ok(());
        }
        above = match player(ctx, &typed) {
            Ok(_) => {
                args.players.push(typed);
                String::new()
            }
            Err(failure) => format!("{}\n", failure.message),
        };
    }
}

fn words(typed: &str) -> Vec<String> {
    typed.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn address(typed: &str) -> Result<&str, CliError> {
    let why = || CliError::usage(format!("`{}` is not an email address", typed.escape_debug()));
    Mailbox::new("", typed).map(|_| typed).ok_or_else(why)
}

/// Returns a player's name, and the line of `club.toml` with the player's key.
fn player(ctx: &mut Context, typed: &str) -> Result<(String, String), CliError> {
    let (name, key) = typed.split_once('=').unwrap_or((typed, ""));
    let (name, key) = (seat_of(name.trim().to_owned()), key.trim());
    if key.is_empty() {
        let contacts = ctx.contacts()?;
        let Ok(contact) = contacts.get(&name) else {
            let name = name.escape_debug();
            let message = format!("`{name}` is not a contact: type NAME=KEY");
            return Err(CliError::usage(message).then(
                Next::command("pbem whoami").why("prints the key, on the computer of the player"),
            ));
        };
        return Ok((name, format!("key = \"{}\"", hex::encode(contact.key))));
    }
    match KeyWord::read(key) {
        Ok(KeyWord::Key(key)) => Ok((name, format!("key = \"{}\"", hex::encode(key)))),
        Ok(KeyWord::Number(number)) => Ok((name, format!("safety = \"{number}\""))),
        Err(fault) => Err(CliError::usage(format!("the key of {name}: {fault}"))),
    }
}

/// Returns the arbiter's key: the typed key, or this vault's key if nothing was typed.
fn arbiter(ctx: &mut Context, typed: &str) -> Result<String, CliError> {
    if !typed.is_empty() {
        return Ok(typed.to_owned());
    }
    let own = ctx.desk()?.own_key()?;
    own.map(hex::encode).ok_or_else(|| {
        let message = "you have no key yet. Nothing was written.";
        CliError::not_now(CliErrorKind::NoVault, message)
            .then(Next::command("pbem whoami --as NAME").why("creates your vault, with a key"))
    })
}

/// Returns the house rules for each of these kinds of games.
fn options(kinds: &[String], set: &[String]) -> Result<Vec<(Kind, OptionMap)>, CliError> {
    let kinds = kinds.iter().map(|kind| kind_named(kind));
    let mut sections: Vec<(Kind, OptionMap)> = Vec::new();
    for kind in kinds {
        sections.push((kind?, OptionMap::new()));
    }
    for setting in set {
        let known = setting.split_once('=').unwrap_or((setting, ""));
        let mut fits = false;
        for (kind, options) in &mut sections {
            let specs = option_specs(*kind);
            let Some(spec) = specs.iter().find(|spec| spec.name == known.0) else { continue };
            let value = spec.read(known.1).map_err(|fault| CliError::usage(fault.to_string()))?;
            options.insert(spec.name.to_owned(), value);
            fits = true;
        }
        if !fits {
            let name = known.0.escape_debug();
            return Err(CliError::usage(format!("none of these games has a house rule `{name}`"))
                .then(Next::command("pbem rules KIND").why("lists the house rules")));
        }
    }
    Ok(sections)
}

/// Formats text as a TOML string.
fn toml_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Returns the value of a house rule as TOML.
fn toml_value(value: &OptionValue) -> String {
    match value {
        OptionValue::Word(word) => toml_text(word),
        OptionValue::Lines(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| toml_text(line)).collect();
            format!("[{}]", lines.join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the contents of `club.toml`.
fn roster_text(ctx: &mut Context, args: &ClubNew) -> Result<String, CliError> {
    let name = toml_text(args.name.as_deref().unwrap_or_default());
    let mut lines = vec!["club = 1".to_owned(), format!("name = {name}")];
    if let Some(mail) = &args.mail {
        lines.push(format!("mail = {}        # where copies go", toml_text(address(mail)?)));
    }
    if let Some(typed) = &args.arbiter {
        lines.push(format!("arbiter = {}", toml_text(&arbiter(ctx, typed)?)));
        lines.push(format!("grace-days = {}", args.grace_days.unwrap_or(3)));
    }
    let mut players = Vec::new();
    for typed in &args.players {
        players.push(player(ctx, typed)?);
    }
    let names: Vec<String> = players.iter().map(|(name, _)| toml_text(name)).collect();
    for (kind, options) in options(&args.kind, &args.options)? {
        lines.push("\n[[section]]".to_owned());
        lines.push(format!("name = {}", toml_text(kind.title())));
        lines.push(format!("kind = \"{kind}\""));
        lines.push(format!("games = {}", args.games.unwrap_or(1)));
        lines.push(format!("players = [{}]", names.join(", ")));
        let set =
            |(name, value): (&String, &OptionValue)| format!("{name} = {}", toml_value(value));
        let options: Vec<String> = options.iter().map(set).collect();
        if !options.is_empty() {
            lines.push(format!("options = {{ {} }}", options.join(", ")));
        }
    }
    for (name, key) in players {
        lines.push(format!("\n[[player]]\nname = {}\n{key}", toml_text(&name)));
    }
    Ok(lines.join("\n") + "\n")
}

#[derive(Serialize)]
struct ClubJson<'a> {
    folder: Value,
    file: Value,
    name: &'a str,
    players: usize,
    sections: Vec<&'a str>,
    /// Key of the arbiter.
    arbiter: Option<String>,
}
