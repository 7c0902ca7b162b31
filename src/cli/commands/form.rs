//! `pbem form`: an empty setup form to fill in.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::DateTime;
use clap::Args;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{self, AnyTable};
use pbem::turnfile::Header;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::game_file::GameFile;
use crate::cli::kinds::kind_named;
use crate::cli::report::{Report, exit, place};
use crate::cli::sign;

/// Write an empty setup form, to fill in and use with --setup-file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem form espionage army.txt
  pbem form game.toml network.txt      for this game and its house rules")]
pub(crate) struct Form {
    /// Kind of game, or the file of a game
    pub game: String,
    /// File to write, or `-` for standard output
    pub file: PathBuf,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Form) -> Result<Report, Failure> {
    let exists = ctx.path(&args.game).exists();
    let text = match (Kind::from_id(&args.game), kind_named(&args.game)) {
        (Some(kind), _) => of_kind(kind)?,
        (None, Ok(kind)) if !exists => of_kind(kind)?,
        (None, Err(failure)) if !exists && !ctx.has_vault()? => return Err(failure),
        (None, _) => of_game(ctx, &args.game)?,
    };
    if args.file.as_os_str() == "-" {
        return Ok(Report { text, ..Report::default() });
    }
    let path = ctx.path(&args.file);
    if path.symlink_metadata().is_ok() {
        return Err(sign::exists(&path));
    }
    ctx.writer().write_new(&path, &text)?;
    let mut report = Report::new(json!({"schema": "pbem-form/1", "file": place(&path)}));
    let shown = args.file.display();
    report.row("Wrote", ctx.shown(&path));
    report
        .then(format!("edit {shown}, then  --setup-file {shown}  with `pbem new` or `pbem join`"));
    Ok(report)
}

/// The form of the opener under the usual house rules.
fn of_kind(kind: Kind) -> Result<String, Failure> {
    let options = table::option_specs(kind)
        .into_iter()
        .map(|spec| (spec.name.to_owned(), spec.default))
        .collect();
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
        .map_err(|error| Failure::new(exit::TROUBLE, FailureKind::Internal, error.to_string()))?;
    form(&table, Seat::OPENER)
}

/// The form of one's own seat, or of the seat that joins next.
fn of_game(ctx: &mut Context, game: &str) -> Result<String, Failure> {
    let laid = GameFile::open(ctx, game)?;
    let own = laid.own_seat(ctx)?.and_then(|at| laid.seat_named(laid.records[at].seat()));
    let named = ctx.everywhere.as_name.as_ref().and_then(|name| laid.seat_named(name));
    let seat = named.or(own).or(laid.game.standing.due).unwrap_or(Seat::OPENER);
    form(&laid.game.table, seat)
}

fn form(table: &AnyTable, seat: Seat) -> Result<String, Failure> {
    let nothing = || Failure::not_now(FailureKind::NoSetup, "this seat has nothing to hide.");
    table.setup_help(seat).map(|help| help.form).ok_or_else(nothing)
}
