//! `pbem undo`: take back a turn that has not been mailed.

use clap::Args;
use serde_json::json;

use super::play::own_seat;
use crate::cli::context::Context;
use crate::cli::desk::Desk;
use crate::cli::report::{Failure, Report};
use crate::vault::write_turn_file;

/// Take back your last turn, as long as it has not been mailed
#[derive(Args, Debug)]
#[command(after_help = "\
Two different turns of one number with your signature would be a fork, and verify
would name you for it. So say whether the turn has left this machine.

Examples:
  pbem undo cd-bob
  pbem undo cd-bob --not-mailed")]
pub(crate) struct Undo {
    /// The name of your game, or its file
    pub game: String,
    /// The turn has not left this machine
    #[arg(long)]
    pub not_mailed: bool,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Undo) -> Result<Report, Failure> {
    let mut desk = Desk::open(ctx, &args.game)?;
    let at = own_seat(ctx, &desk)?;
    let number = desk.records[at].may_undo()?.number;
    let turn = desk.file.turns.last().cloned().ok_or_else(|| Failure::not_now("nothing", "there is no turn to take back."))?;
    let what = if turn.moves.is_empty() { "your turn".to_owned() } else { turn.moves.join("; ") };
    let name = desk.name();
    if !args.not_mailed {
        let message = format!(
            "has turn {number} ({what}) left this machine?\n\
             Mailed: it stands. Two different turns {number} with your signature would be\n\
             a fork, and verify names you for it."
        );
        return Err(Failure::not_now("ask", message).then(format!("not mailed:  pbem undo {name} --not-mailed")));
    }
    desk.file.turns.pop();
    desk.file.claim = None;
    let before = desk.file.turns.last().map(|last| (desk.file.write(), last.seat.clone()));
    ctx.vault_or_new()?.undo(&mut desk.records[at], before.clone())?;
    let mut report = Report::new(json!({"schema": "pbem-undo/1", "name": name, "number": number}));
    report.line(format!("Taken back: turn {number} ({what}). The next turn {number} will say that it stands in its place."));
    match (&desk.path, before) {
        (Some(path), Some((text, _))) => {
            write_turn_file(path, &text, number.saturating_sub(1), &ctx.around.faults)?;
            report.row("Wrote", format!("{}      turn {}", path.display(), number - 1));
            report.then(format!("pbem show {name}"));
        }
        (Some(path), None) => {
            let shown = path.display();
            report.line(format!("{shown} still holds the game that you took back: do not mail it."));
            report.then("pbem new      starts another game");
        }
        (None, _) => {}
    }
    Ok(report)
}
