//! `pbem play`: all games on one screen, with cursor, mouse and keys.
//!
//! Architecture invariant: the screen decides nothing. A key changes the draft, signs the drafted
//! turn, or runs the command that the user would type. Between two keys, pbem doesn't keep the
//! vault locked. Drawing depends only on the app's state.

mod action;
mod app;
mod board;
mod canvas;
mod drafting;
mod draw;
mod games;
mod help;
mod input;
mod line_editor;
mod mail_in;
mod mail_out;
mod menu;
mod new_game;
mod news;
#[cfg(test)]
mod reading;
mod setup_screen;
mod sign;
mod state;
mod status_line;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;

use clap::Args;
use pbem::rules::Seat;
use pbem::table::AnyTable;

use super::commands::turn;
use super::context::Context;
use super::failure::CliError;
use super::report::Report;
use crate::cli::next::Next;
use draw::SMALLEST;
use state::{App, Screen};

/// Play all your games on one screen, with keyboard and mouse
#[derive(Args, Debug)]
#[command(after_help = "\
Select squares with the cursor or the mouse. The `Move` line shows your move as
you would type it. pbem doesn't sign anything until you confirm.

While the screen is open, pbem reads new mail, as `pbem receive` does.

Examples:
  pbem play
  pbem play cd-bob
  pbem play --lines  # for screen readers and simple terminals")]
pub(super) struct Play {
    /// Name of the game, or its file [default: the list of your games]
    pub game: Option<String>,
    /// Ask for your moves line by line, as `pbem turn` does, instead of using full-screen mode
    #[arg(long)]
    pub lines: bool,
}

/// Lets the player choose a setup on the board, in the full screen. Returns `None` if the player
/// leaves without choosing one.
pub(super) fn choose_setup(
    ctx: &mut Context,
    table: &AnyTable,
    seat: Seat,
) -> Result<Option<String>, CliError> {
    if ctx.around.dumb {
        return Err(CliError::usage("this terminal can't run full-screen mode (TERM=dumb)."));
    }
    terminal::check_size(SMALLEST)?;
    let mut app = App::new(ctx.global.clone(), ctx.around.clone());
    let heading = format!("YOUR SETUP   {}", table.standing().kind.title());
    let setting = setup_screen::Setting::new(
        ctx,
        setup_screen::Purpose::Choose,
        heading,
        (table.clone(), seat),
    );
    ctx.close_vault();
    app.screens.push(Screen::Setting(Box::new(setting)));
    terminal::play(&mut app)?;
    Ok(app.chosen)
}

/// Runs `pbem play` until the player leaves.
pub(super) fn run(ctx: &mut Context, args: &Play) -> Result<Report, CliError> {
    let instead = args.game.as_deref().unwrap_or("GAME");
    let words = ["pbem play"].into_iter().chain(args.game.as_deref()).chain(["--lines"]);
    let words = words.collect::<Vec<_>>().join(" ");
    let in_lines = Next::command(words).why("asks for your moves, line by line");
    if ctx.global.json {
        return Err(CliError::usage("full-screen mode has no JSON output.")
            .then(Next::command(format!("pbem show {instead} --json"))));
    }
    if args.lines {
        return turn::all(ctx, args.game.as_deref());
    }
    if !ctx.around.interactive {
        return Err(CliError::usage("full-screen mode needs a terminal.")
            .then(Next::command(format!("pbem show {instead}"))));
    }
    if ctx.around.dumb {
        return Err(CliError::usage("this terminal can't run full-screen mode (TERM=dumb).")
            .then(in_lines)
            .then(Next::command(format!("pbem show {instead}"))));
    }
    terminal::check_size(SMALLEST).map_err(|failure| {
        failure.then(in_lines).then(Next::command(format!("pbem show {instead}")))
    })?;
    let mut app = App::new(ctx.global.clone(), ctx.around.clone());
    app.start(args.game.as_deref())?;
    app.look_out()?;
    terminal::play(&mut app)?;
    app.farewell()
}
