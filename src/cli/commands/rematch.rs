//! `pbem rematch`: the same players, the same house rules, another game.

use std::path::PathBuf;

use clap::Args;
use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;
use pbem::rules::OptionMapExt;
use pbem::turnfile::Reading;

use super::moves::{own_seat, quoted};
use super::new::{header, start};
use super::setup::Setup;
use crate::cli::context::Context;
use crate::cli::desk::Desk;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::Report;

/// Another game with the same players and house rules; the other side begins
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem rematch cd-bob --random
  pbem rematch club.toml next.toml --setup \"houses A1 B2 ...; guns C3 ...\"")]
pub(crate) struct Rematch {
    /// The finished game
    pub game: String,
    /// The file to write
    pub file: Option<PathBuf>,
    /// A line to the others
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    #[command(flatten)]
    pub setup: Setup,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Rematch) -> Result<Report, Failure> {
    let mut desk = Desk::open(ctx, &args.game)?;
    desk.keep(ctx)?;
    let at = own_seat(ctx, &desk)?;
    let me = desk.records[at].seat().to_owned();
    let verdict = audit::verify(&Reading { file: Some(desk.game.file.clone()), fault: None });
    if verdict.kind == VerdictKind::Open && verdict.result.is_none() {
        let failure = Failure::not_now(FailureKind::NotOver, "this game is not over yet.");
        return Err(failure.then(format!("pbem show {}", desk.name())));
    }
    let old = &desk.game.file.game;
    let kind = desk.game.standing.kind;
    let opener = new_opener(&desk, &verdict);
    if opener != me {
        let message = format!("the next game is opened by {opener}.");
        return Err(Failure::not_now(FailureKind::NotYours, message)
            .then(format!("{opener}: pbem rematch {}", desk.file_name())));
    }
    let from = old.seats.iter().position(|name| *name == me).unwrap_or(0);
    let seats: Vec<String> = old.seats[from..].iter().chain(&old.seats[..from]).cloned().collect();
    let first = first_of_next(&desk, kind);
    let header = header(ctx, kind, seats, old.options.clone(), first)?;
    let file = args
        .file
        .as_ref()
        .map(|file| format!(" {}", quoted(&file.display().to_string())))
        .unwrap_or_default();
    let command = format!("pbem rematch {}{file}", desk.name());
    start(ctx, header, &args.setup, args.file.clone(), args.note.clone(), &command)
}

/// Who may open the next game. Where the opener alone hides something (the Checker of Game Box),
/// the next one does: the same, or the winner if that was agreed. Elsewhere anybody may.
fn new_opener(desk: &Desk, verdict: &audit::Verdict) -> String {
    let old = &desk.game.file.game;
    let own = desk
        .records
        .first()
        .map_or_else(|| old.seats[0].clone(), |record| record.seat().to_owned());
    if desk.game.standing.players.iter().all(|player| player.hides) {
        return own;
    }
    let winner = verdict
        .result
        .as_ref()
        .and_then(|result| result.winners.first())
        .map(|seat| verdict.names.of(*seat).to_owned());
    match winner {
        Some(winner) if old.options.word("checker") == "winner" => winner,
        _ => old.seats[0].clone(),
    }
}

/// Who begins alternates, where somebody was drawn to begin.
fn first_of_next(desk: &Desk, kind: Kind) -> Option<String> {
    if kind.seats() != (2..=2) {
        return None;
    }
    let began = desk
        .game
        .file
        .turns
        .iter()
        .find(|turn| !turn.moves.is_empty() && turn.seed.is_none())
        .map(|turn| turn.seat.clone())?;
    desk.game.file.game.seats.iter().find(|name| **name != began).cloned()
}
