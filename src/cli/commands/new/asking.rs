//! `pbem new` with half of what it needs: a person is asked for the rest, or told.

use super::New;
use crate::cli::commands::rules::games;
use crate::cli::commands::setup::ask_until;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::kinds::kind_named;
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
pub(super) fn complete(ctx: &mut Context, args: &New) -> Result<Wanted, Failure> {
    let mut args = args.clone();
    if args.kind.is_none() {
        let mut list = games();
        list.then("pbem new checkpoint-danger --with NAME");
        list.then("pbem new checkpoint-danger --against bot:easy      alone, against a bot");
        let is_kind = |typed: &str| kind_named(typed).map(drop);
        args.kind = ask_until(ctx, &list.text, "Which game? ", is_kind)?;
        if args.kind.is_none() {
            return Ok(Wanted::List(list));
        }
    }
    let kind = kind_named(args.kind.as_deref().unwrap_or_default())?;
    if args.with.is_empty() && args.against.is_empty() {
        let question = "Who plays with you? A name such as bob, several with commas, or bot:easy: ";
        let are_names = |typed: &str| check_names(&names(typed));
        let Some(typed) = ask_until(ctx, "", question, are_names)? else {
            return Err(Failure::usage("who plays with you?")
                .then(format!("pbem new {kind} --with NAME"))
                .then(format!("pbem new {kind} --against bot:easy      alone, against a bot")));
        };
        (args.against, args.with) = names(&typed).into_iter().partition(|name| is_bot(name));
    }
    Ok(Wanted::Game(Box::new(args)))
}

/// The names in a line: blanks or commas between them.
pub(crate) fn names(typed: &str) -> Vec<String> {
    typed.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn check_names(names: &[String]) -> Result<(), Failure> {
    if names.is_empty() {
        return Err(Failure::usage("who plays with you?"));
    }
    let people: Vec<String> = names.iter().filter(|name| !is_bot(name)).cloned().collect();
    super::check_seats(&people)
}

fn is_bot(name: &str) -> bool {
    name == "bot" || name.starts_with("bot:")
}
