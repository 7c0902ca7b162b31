//! `pbem form`: an empty setup form to fill in.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::DateTime;
use clap::Args;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::AnyTable;
use pbem::turnfile::Header;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::house_rules::house_rules;
use crate::cli::implied::resembles_a_kind;
use crate::cli::invitations::choose;
use crate::cli::kinds::kind_named;
use crate::cli::next::Next;
use crate::cli::report::{Report, exit, place};
use crate::cli::setup::{form_text, free_path, write_form};

/// Write an empty setup form for you to fill in and use with --setup-file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem form                        # for your only invitation
  pbem form army.txt               # for your only invitation, in army.txt
  pbem form espionage army.txt
  pbem form espionage army.txt --set size=small
  pbem form game.toml network.txt  # for the game and house rules in game.toml")]
pub(crate) struct FormArgs {
    /// Kind of game, or the file of a game; optional if you have only one invitation
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// File to write, or `-` for standard output [default: named after the game]
    pub file: Option<PathBuf>,
    /// House rule of the game, for example size=small
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
}

/// Runs `pbem form`.
pub(crate) fn run(ctx: &mut Context, args: &FormArgs) -> Result<Report, CliError> {
    let exists = ctx.path(&args.game).exists();
    let (table, seat) = match (Kind::from_id(&args.game), kind_named(&args.game)) {
        (Some(kind), _) => of_kind(ctx, kind, &args.options)?,
        (None, Ok(kind)) if !exists => of_kind(ctx, kind, &args.options)?,
        (None, Ok(_)) => of_game(ctx, &args.game)?,
        (None, Err(failure)) => match of_game(ctx, &args.game) {
            Err(_) if !exists && (resembles_a_kind(&args.game) || !ctx.has_vault()?) => {
                return Err(failure);
            }
            game => game?,
        },
    };
    let path = match &args.file {
        Some(file) if file.as_os_str() == "-" => {
            return Ok(Report {
                body: Document::drawing(form_text(&table, seat)?),
                ..Report::default()
            });
        }
        Some(file) => ctx.path(file),
        None => free_path(ctx, &table),
    };
    write_form(ctx, &table, seat, &path)?;
    let mut report = Report::new(json!({"schema": "pbem-form/1", "file": place(&path)}));
    let shown = ctx.shown(&path);
    report.row("Wrote", &shown);
    report.then(Next::advice(format!(
        "edit {shown}, then add  --setup-file {shown}  to  pbem new  or  pbem join"
    )));
    Ok(report)
}

/// Returns the table of a game with these house rules, and the opener's seat.
fn of_kind(ctx: &Context, kind: Kind, set: &[String]) -> Result<(AnyTable, Seat), CliError> {
    let options = house_rules(ctx, kind, set)?;
    let seats = (0..*kind.seats().start()).map(|at| format!("seat-{}", at + 1)).collect();
    let created = DateTime::UNIX_EPOCH;
    let header = Header {
        kind: kind.id().to_owned(),
        seats,
        created,
        nonce: [0; 16],
        first: None,
        opener: None,
        options,
        keys: BTreeMap::new(),
        arbiter: None,
    };
    let table = AnyTable::new(&header)
        .map_err(|error| CliError::new(exit::TROUBLE, CliErrorKind::Internal, error.to_string()))?;
    Ok((table, Seat::OPENER))
}

/// Returns the table of a game, and the player's own seat or the seat that joins next.
fn of_game(ctx: &mut Context, game: &str) -> Result<(AnyTable, Seat), CliError> {
    let (_, loaded) = choose::named(ctx, game)?;
    let own = loaded.own_seat(ctx)?.and_then(|at| loaded.seat_named(loaded.records[at].seat()));
    let named_seat = ctx.global.as_name.as_ref().and_then(|name| loaded.seat_named(name));
    let seat = named_seat.or(own).or(loaded.game.standing.due).unwrap_or(Seat::OPENER);
    Ok((loaded.loaded.game.table, seat))
}
