//! `pbem new`: start a game.

mod asking;

use std::path::PathBuf;

use clap::Args;
use pbem::games::Kind;

use self::asking::CompletedArgs;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::mailing::{self, Mailing};
use crate::cli::player_name::seat_of;
use crate::cli::report::{Report, quoted};
use crate::cli::setup::Setup;
use crate::cli::similar::nearest;
use crate::cli::start_game::{self, NewGameArgs};
use crate::cli::turn_result::TurnResult;

/// Start a game with friends, or alone against bots
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
Examples:
  pbem new                                      # choose a game from the list
  pbem new spy --with bob                       # pbem asks for your setup
  pbem new spy --as alice --with bob --random
  pbem new spy game.toml --with bob --setup-file - < setup
  pbem new spy --with bob --random --set days-per-turn=none
  pbem new game-box box.toml --with bob,carol,dave --random
  pbem new enemy-agent --with bob --side red --random
  pbem new spy --with bob --arbiter cup --grace-days 3
  pbem new spy --with bob --club club.toml      # with the rules of a club
  pbem new spy --against bot --random           # against the hardest bot
  pbem new espionage --against bot:easy --set size=small
  pbem new game-box --against bot,bot:easy,bot  # the first bot is the Checker")]
pub(crate) struct New {
    /// Game to play; `pbem rules` lists them
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
    /// File to write [default: named after the game and your opponent]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub game: NewGameArgs,
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem new`.
pub(crate) fn run(ctx: &mut Context, args: &New) -> Result<Report, CliError> {
    let args = match asking::complete(ctx, args)? {
        CompletedArgs::List(list) => return Ok(list),
        CompletedArgs::Game(args) => args,
    };
    let result = begin(ctx, &args);
    mailing::along(ctx, args.mailing, result)
}

/// Starts the game, without mailing it.
fn begin(ctx: &mut Context, args: &New) -> Result<TurnResult, CliError> {
    let kind = kind_named(args.kind.as_deref().unwrap_or_default())?;
    let agreed = start_game::agreed(ctx, kind, &args.game)?;
    let command = as_typed(ctx, kind, args);
    let (file, note) = (args.file.clone(), args.game.note.clone());
    let mut result = start_game::start(ctx, agreed, &args.setup, file, note, &command)?;
    let renamed = args.game.with.iter().map(|name| (name, seat_of(name.clone())));
    for (name, seat) in renamed.filter(|(name, seat)| seat != *name) {
        result.report.row("Note", format!("{name} is {seat} here: names are in lower case"));
    }
    for (name, contact) in similar_contacts(ctx, &args.game.with)? {
        let undo =
            result.game.as_ref().filter(|_| result.report.signed).map(|game| {
                format!(" If so, undo this game:\npbem undo {} --not-mailed", game.name())
            });
        let undo = undo.unwrap_or_default();
        let note = format!("{name} isn't one of your contacts. Did you mean {contact}?{undo}");
        result.report.row("Note", note);
    }
    Ok(result)
}

/// Returns the names of players who aren't contacts, each with the contact whose name is most
/// similar.
fn similar_contacts(
    ctx: &mut Context,
    names: &[String],
) -> Result<Vec<(String, String)>, CliError> {
    let contacts = ctx.contacts()?;
    let names: Vec<String> = names.iter().cloned().map(seat_of).collect();
    let others =
        || contacts.iter().map(|(name, _)| name).filter(|one| !names.iter().any(|n| n == one));
    let unknown = names.iter().filter(|name| contacts.get(name).is_err());
    let similar =
        unknown.filter_map(|name| Some((name.clone(), nearest(name, others())?.to_owned())));
    Ok(similar.collect())
}

/// Returns the command that the user typed, without the setup.
fn as_typed(ctx: &Context, kind: Kind, args: &New) -> String {
    let mut words = vec![format!("pbem new {kind}")];
    words.extend(args.file.as_ref().map(|file| quoted(&file.display().to_string())));
    words.extend(ctx.global.as_name.as_ref().map(|name| format!("--as {name}")));
    let (mailing, args) = (args.mailing, &args.game);
    let lists = [("--with", &args.with), ("--against", &args.against)].into_iter();
    let lists = lists.filter(|(_, list)| !list.is_empty());
    words.extend(lists.map(|(name, list)| format!("{name} {}", quoted(&list.join(",")))));
    words.extend(args.as_checker.then(|| "--as-checker".to_owned()));
    words.extend(args.options.iter().map(|option| format!("--set {}", quoted(option))));
    words.extend(args.note.as_ref().map(|note| format!("--note {}", quoted(note))));
    words.extend(args.side.as_ref().map(|side| format!("--side {side}")));
    words.extend(args.first.as_ref().map(|first| format!("--first {first}")));
    let club = args.club.as_ref().map(|club| quoted(&club.display().to_string()));
    words.extend(club.map(|club| format!("--club {club}")));
    words.extend(args.section.as_ref().map(|name| format!("--section {}", quoted(name))));
    words.extend(args.arbiter.as_typed());
    words.extend(mailing.as_typed().map(str::to_owned));
    words.join(" ")
}
