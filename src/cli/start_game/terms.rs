//! The terms of a new game: players, house rules, arbiter.

use std::path::PathBuf;

use clap::Args;
use pbem::desk::{Bots, seats_with_bots};
use pbem::games::Kind;
use pbem::turnfile::Header;

use super::arbiter::ArbiterArgs;
use super::{against, club};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::house_rules::house_rules;
use crate::cli::next::Next;
use crate::cli::player_name::{check_seats, seat_of};
use crate::cli::prompt::{ask_until, can_ask};

/// Options of a new game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct NewGameArgs {
    /// Names of the other players, in the order of their turns: bob,carol
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Add bots: bot:easy, bot:medium or bot:hard [`bot` means bot:hard]
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Be the Checker yourself, instead of the first bot (Game Box)
    #[arg(long)]
    pub as_checker: bool,
    /// Your side: blue or red [default: blue] (Enemy Agent)
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Set a house rule, for example days-per-turn=7
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Player who begins [default: chosen at random]
    #[arg(long, value_name = "NAME")]
    pub first: Option<String>,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Use the rules in this club.toml, which the club's organizer sends you
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "arbiter", "against"])]
    pub club: Option<PathBuf>,
    /// Section of the club, if the game could be in several sections
    #[arg(long, value_name = "NAME", requires = "club")]
    pub section: Option<String>,
    #[command(flatten)]
    pub arbiter: ArbiterArgs,
}

/// Returns the bots, and the header with everything that the players agreed on before the game.
pub(crate) fn agreed(
    ctx: &mut Context,
    kind: Kind,
    args: &NewGameArgs,
) -> Result<(Header, Bots), CliError> {
    check_seats(&args.with)?;
    let with = args.with.iter().cloned().map(seat_of).collect();
    let args = &NewGameArgs { with, first: args.first.clone().map(seat_of), ..args.clone() };
    let me = seat_of(own_name(ctx, &args.with)?);
    let bots = against::bots(ctx, args, &me)?;
    let seats = seats_with_bots(&me, &args.with, &bots, against::bot_opens(kind, args));
    check_seats(&seats)?;
    against::enough(kind, args, seats.len())?;
    let terms = match &args.club {
        Some(path) => {
            let section = args.section.as_deref();
            Some(club::Terms::read(ctx, kind, &seats, (path, section))?)
        }
        None => None,
    };
    let options = match &terms {
        Some(terms) => terms.options.clone(),
        None => against::usual(kind, args, house_rules(ctx, kind, &args.options)?),
    };
    let first = args.first.clone().or_else(|| against::first(kind, args, &me));
    let (own, around) = ctx.at_desk()?;
    let mut header = own.header(kind, seats, options, first, around)?;
    take_side(kind, args.side.as_deref(), &mut header)?;
    header.arbiter = args.arbiter.read(ctx)?;
    if let Some(terms) = terms {
        terms.put(&mut header);
    }
    Ok((header, bots))
}

/// Gives the opener the side that the user typed, in games with sides.
pub(crate) fn take_side(
    kind: Kind,
    side: Option<&str>,
    header: &mut Header,
) -> Result<(), CliError> {
    let Some(side) = side else { return Ok(()) };
    let Some(sides) = kind.sides() else {
        let message = format!("{} has no sides to choose from.", kind.title());
        return Err(CliError::usage(message).then(Next::advice("leave out --side")));
    };
    match sides.iter().position(|name| name.eq_ignore_ascii_case(side)) {
        Some(0) => {}
        Some(_) => header.swap_sides(),
        None => {
            let (side, sides) = (side.escape_debug(), sides.join(" and "));
            return Err(CliError::usage(format!(
                "there is no side `{side}`; the sides are {sides}"
            )));
        }
    }
    Ok(())
}

/// Returns the user's own name. If it isn't set, asks for it at a terminal.
fn own_name(ctx: &mut Context, others: &[String]) -> Result<String, CliError> {
    if let Some(name) = known_name(ctx)? {
        return Ok(name);
    }
    if can_ask(ctx) {
        let question = "Your player name (lower case, for example alice): ";
        let is_free = |name: &str| check_seats(&[others, &[seat_of(name.to_owned())]].concat());
        // Ask again after an empty line, because giving up would lose the earlier answers.
        for above in ["", "The other players need a name for you.\n"] {
            if let Some(name) = ask_until(ctx, above, question, is_free)? {
                // Remember the name, so that suggested commands repeat it.
                ctx.global.as_name = Some(name.clone());
                return Ok(name);
            }
        }
    }
    Err(CliError::usage("what is your player name?")
        .then(Next::command("pbem config name alice").why("or add --as alice to the command")))
}

/// Returns the user's own name: the name after `--as`, or else the name in the settings.
pub(crate) fn known_name(ctx: &mut Context) -> Result<Option<String>, CliError> {
    match ctx.global.as_name.clone() {
        Some(name) => Ok(Some(name)),
        None => ctx.own_name(),
    }
}
