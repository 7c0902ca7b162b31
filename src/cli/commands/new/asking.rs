//! Asks for the missing arguments of `pbem new` at a terminal.

use pbem::games::Kind;

use super::New;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::kinds::{ask_kind, kind_named};
use crate::cli::next::Next;
use crate::cli::player_name;
use crate::cli::prompt::ask_until;
use crate::cli::report::Report;
use crate::cli::start_game::{check_number, known_name, level};
use crate::cli::view::rules::games;

/// The arguments, completed by the answers.
#[derive(Debug)]
pub(super) enum CompletedArgs {
    /// A game with opponents.
    Game(Box<New>),
    /// The user chose no game: the list of games to print.
    List(Report),
}

/// Asks for the game and the opponents if they are missing.
pub(super) fn complete(ctx: &mut Context, args: &New) -> Result<CompletedArgs, CliError> {
    let mut args = args.clone();
    if args.kind.is_none() {
        let mut list = games(ctx.look().width);
        list.then(Next::command("pbem new checkpoint-danger --with NAME"));
        list.then(
            Next::command("pbem new checkpoint-danger --against bot:easy")
                .why("on your own, against a bot"),
        );
        let chosen = ask_kind(ctx, &list)?;
        let Some(chosen) = chosen else { return Ok(CompletedArgs::List(list)) };
        args.kind = Some(chosen.to_string());
    }
    let kind = kind_named(args.kind.as_deref().unwrap_or_default())?;
    if args.game.with.is_empty() && args.game.against.is_empty() {
        let question =
            "Who are you playing with? (bob; bob,carol for several; bot:easy for a bot) ";
        let me = known_name(ctx)?.map(player_name::seat_of);
        let are_players =
            |typed: &str| check_players(kind, me.as_deref(), &player_name::names(typed));
        let Some(typed) = ask_until(ctx, "", question, are_players)? else {
            return Err(CliError::usage("who are you playing with?")
                .then(Next::command(format!("pbem new {kind} --with NAME")))
                .then(
                    Next::command(format!("pbem new {kind} --against bot:easy"))
                        .why("on your own, against a bot"),
                ));
        };
        (args.game.against, args.game.with) =
            player_name::names(&typed).into_iter().partition(|name| is_bot(name));
    }
    Ok(CompletedArgs::Game(Box::new(args)))
}

/// Checks that the user can play this game with these people and bots.
fn check_players(kind: Kind, me: Option<&str>, names: &[String]) -> Result<(), CliError> {
    let (bots, people): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| is_bot(name));
    for bot in bots {
        // Put the levels into the message, because a prompt shows only the message of an error.
        let levels = format!("there is no bot `{bot}`; use bot:easy, bot:medium or bot:hard");
        level(bot).map_err(|_| CliError::usage(levels))?;
    }
    let people: Vec<String> =
        me.map(str::to_owned).into_iter().chain(people.into_iter().cloned()).collect();
    player_name::check_seats(&people)?;
    check_number(kind, names.len() + 1)
}

fn is_bot(name: &str) -> bool {
    name == "bot" || name.starts_with("bot:")
}
