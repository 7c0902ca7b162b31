//! `pbem new` with half of what it needs: a person is asked for the rest, or told.

use pbem::games::Kind;

use super::{New, against, known_name};
use crate::cli::commands::rules::games;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::kinds::kind_named;
use crate::cli::player_name;
use crate::cli::prompt::ask_until;
use crate::cli::report::Report;

/// What was typed, with what was asked for.
#[derive(Debug)]
pub(super) enum Wanted {
    /// a game, and somebody to play it with
    Game(Box<New>),
    /// nothing yet: here is what there is
    List(Report),
}

/// Asks for the game and for the others, as far as they are not there.
pub(super) fn complete(ctx: &mut Context, args: &New) -> Result<Wanted, CliError> {
    let mut args = args.clone();
    if args.kind.is_none() {
        let mut list = games(ctx.look().width);
        list.then("pbem new checkpoint-danger --with NAME");
        list.then("pbem new checkpoint-danger --against bot:easy      alone, against a bot");
        let is_kind = |typed: &str| kind_chosen(typed).map(drop);
        let chosen = ask_until(ctx, &list.text, "Which game? A number or a name: ", is_kind)?;
        let Some(chosen) = chosen else { return Ok(Wanted::List(list)) };
        args.kind = Some(kind_chosen(&chosen)?.to_string());
    }
    let kind = kind_named(args.kind.as_deref().unwrap_or_default())?;
    if args.with.is_empty() && args.against.is_empty() {
        let question = "Who plays with you? A name such as bob, several with commas, or bot:easy: ";
        let me = known_name(ctx)?.map(player_name::seat_of);
        let are_players = |typed: &str| check_players(kind, me.as_deref(), &names(typed));
        let Some(typed) = ask_until(ctx, "", question, are_players)? else {
            return Err(CliError::usage("who plays with you?")
                .then(format!("pbem new {kind} --with NAME"))
                .then(format!("pbem new {kind} --against bot:easy      alone, against a bot")));
        };
        (args.against, args.with) = names(&typed).into_iter().partition(|name| is_bot(name));
    }
    Ok(Wanted::Game(Box::new(args)))
}

/// The game that was chosen from the list, by its number or its name.
fn kind_chosen(typed: &str) -> Result<Kind, CliError> {
    let number: Option<usize> = typed.trim_end_matches('.').parse().ok();
    let at = number.and_then(|number| Kind::published().nth(number.checked_sub(1)?));
    at.map_or_else(|| kind_named(typed), Ok)
}

/// The names in a line: blanks or commas between them.
pub(crate) fn names(typed: &str) -> Vec<String> {
    typed.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether these people and bots can play this game with the player.
fn check_players(kind: Kind, me: Option<&str>, names: &[String]) -> Result<(), CliError> {
    let (bots, people): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| is_bot(name));
    for bot in bots {
        // A question shows only the message of a failure.
        let levels = format!("there is no `{bot}`; use bot:easy, bot:medium or bot:hard");
        against::level(bot).map_err(|_| CliError::usage(levels))?;
    }
    let people: Vec<String> =
        me.map(str::to_owned).into_iter().chain(people.into_iter().cloned()).collect();
    player_name::check_seats(&people)?;
    against::check_number(kind, names.len() + 1)
}

fn is_bot(name: &str) -> bool {
    name == "bot" || name.starts_with("bot:")
}
