//! Finds the seat of a player who joins.

use pbem::crypto::safety_number;
use pbem::desk::DeskError;
use pbem::rules::Seat;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{self, OpenFile, objected};
use crate::cli::next::Next;
use crate::cli::prompt::{ask_until, list_index};
use crate::cli::turn_words;

/// Finds the seat that the user can take now. If several seats are possible and `asks` is true,
/// asks the user at the terminal.
pub(crate) fn seat_to_take(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    asks: bool,
) -> Result<Seat, CliError> {
    if let Some(failure) = turn_words::breach_report(loaded) {
        return Err(failure);
    }
    let (as_name, own, now) = (ctx.global.as_name.clone(), ctx.own_name()?, ctx.now());
    let mut seat = ctx.desk()?.seat_to_take(loaded, as_name.as_deref(), now);
    if let Err(DeskError::WhichSeat(open)) = &seat
        && asks
        && let Some(name) = ask_who(ctx, open)?
    {
        seat = ctx.desk()?.seat_to_take(loaded, Some(&name), now);
        ctx.global.as_name = Some(name);
    }
    let show =
        |failure: CliError| failure.then(Next::command(format!("pbem show {}", loaded.name())));
    seat.map_err(|trouble| match trouble {
        DeskError::Joined(None) => show(CliError::not_now(
            CliErrorKind::Joined,
            "all players have already joined this game",
        )),
        DeskError::Joined(Some(name)) => show(CliError::not_now(
            CliErrorKind::Joined,
            format!("{name} has already joined this game."),
        )),
        DeskError::WhichSeat(open) => which_seat(loaded, own.as_deref(), &open),
        DeskError::NoSuchSeat(name) => game_file::no_such_seat(&name, &loaded.game.file.game.seats),
        DeskError::NotYourJoin(_) => not_your_join(loaded),
        DeskError::KeptForAnother { seat, key } => {
            let message = format!(
                "the seat of {seat} is reserved for another key, with the safety number\n{}.",
                safety_number(&key)
            );
            CliError::bad_file(CliErrorKind::AnotherKey, message).then(Next::advice(
                "use the vault with this key (--home DIR), or ask for a new game",
            ))
        }
        other => objected(&loaded.file_name(), other),
    })
}

/// Asks the player to choose one of the open seats. Returns `None` if the player doesn't answer.
fn ask_who(ctx: &mut Context, open: &[String]) -> Result<Option<String>, CliError> {
    let lines = open.iter().zip(1..).map(|(name, number)| format!("  {number}  {name}\n"));
    let lines: String = lines.collect();
    let above = format!("Open seats, in the order of joining:\n{lines}");
    let is_open = |typed: &str| {
        let no_seat = || CliError::usage(format!("there is no open seat {typed:?}."));
        chosen(open, typed).map(drop).ok_or_else(no_seat)
    };
    let typed = ask_until(ctx, above, "Who are you? A number or a name: ", is_open)?;
    Ok(typed.and_then(|typed| chosen(open, &typed)))
}

/// Returns the name that the player chose from a numbered list. The player can type the number or
/// the name.
fn chosen(open: &[String], typed: &str) -> Option<String> {
    let at = list_index(typed).and_then(|at| open.get(at));
    at.or_else(|| open.iter().find(|name| name.eq_ignore_ascii_case(typed))).cloned()
}

/// Returns the error if pbem can't know which open seat is the user's. The error lists the open
/// seats.
fn which_seat(loaded: &OpenFile, own: Option<&str>, open: &[String]) -> CliError {
    let message = if let Some(own) = own {
        let seats = turn_words::list(&loaded.game.file.game.seats);
        format!("your name is {own}, but {own} is not playing in this game ({seats}).")
    } else {
        let next = |(at, name): (usize, &String)| match at {
            0 => format!("{name} (joins next)"),
            _ => name.clone(),
        };
        let open: Vec<String> = open.iter().enumerate().map(next).collect();
        format!("who are you? Open seats: {}.", turn_words::list(&open))
    };
    let file = loaded.typed();
    let mut before: Option<&String> = None;
    let mut failure = CliError::usage(message + " Nothing was written.");
    for name in open {
        let after = before.map_or_else(String::new, |before| format!(" (joins after {before})"));
        failure = failure.then(
            Next::command(format!("pbem join {file} --as {name}"))
                .why(format!("if you are {name}{after}")),
        );
        before = Some(name);
    }
    failure
}

fn not_your_join(loaded: &OpenFile) -> CliError {
    let joined = |seat: Seat| if loaded.game.standing.joined(seat) { " (joined)" } else { "" };
    let names = &loaded.game.standing.names;
    let opener = loaded.game.file.game.opening_seat();
    let others = loaded.seats().filter(|seat| *seat != opener);
    let order: Vec<String> =
        others.map(|seat| format!("{}{}", names.of(seat), joined(seat))).collect();
    let due = loaded.game.standing.due_name().unwrap_or("nobody");
    let message = format!(
        "players join in order: {}.\n{due} is next. Wait for the file with {due}'s turn.",
        order.join(", ")
    );
    CliError::not_now(CliErrorKind::NotYourTurn, message)
}
