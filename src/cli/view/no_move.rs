//! Errors for moves that can't be made, with alternatives.

use pbem::desk::DeskError;
use pbem::table::{Keys, Refusal};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::notices::unmailed;
use crate::cli::report::quoted;
use crate::cli::sign;

/// After a claim, the only possible turn reveals the setup.
pub(crate) fn behind_a_claim(loaded: &OpenFile) -> CliError {
    let standing = &loaded.game.standing;
    let by = standing.claim.map(|claim| standing.names.of(claim.by)).unwrap_or_default();
    let message = format!("{by} has claimed the game, so it is over.");
    CliError::not_now(CliErrorKind::Over, message)
        .then(format!("pbem reveal {}      reveal your setup", loaded.name()))
}

/// Explains why this move is rejected, and suggests a remedy.
pub(crate) fn refused(
    ctx: &Context,
    loaded: &OpenFile,
    keys: &Keys,
    trouble: DeskError,
) -> CliError {
    let (name, kind) = (loaded.name(), loaded.game.standing.kind);
    let more = match &trouble {
        DeskError::Refused(Refusal::MoveNeeded { .. }) => {
            Some(format!("pbem move {name} {}", example(ctx, loaded, keys)))
        }
        DeskError::Refused(Refusal::BadBox { .. }) => {
            Some(format!("pbem dispute {name}      prove it, and win the game"))
        }
        DeskError::Refused(Refusal::Illegal(_)) => {
            Some(format!("pbem rules {kind}      how to type moves"))
        }
        _ => None,
    };
    let failure = sign::not_made(&loaded.game, keys.seat, trouble).about(&name);
    more.into_iter().fold(failure, CliError::then)
}

/// An example of a move that can be typed now.
fn example(ctx: &Context, loaded: &OpenFile, keys: &Keys) -> String {
    let view = loaded.game.table.view(Some(keys), ctx.now());
    view.scene.examples.first().map_or_else(|| "MOVE".to_owned(), |(typed, _)| quoted(typed))
}

/// The error if it is another player's turn, or the game is over.
pub(crate) fn not_your_turn(ctx: &Context, loaded: &OpenFile, at: usize) -> CliError {
    let standing = &loaded.game.standing;
    let name = loaded.name();
    let Some(due) = standing.due else {
        return CliError::not_now(CliErrorKind::Over, "this game is over.")
            .then(format!("pbem verify {}", loaded.typed()));
    };
    let who = standing.names.of(due);
    let me = loaded.records[at].seat();
    if let Some(number) = unmailed(ctx, loaded) {
        let message = format!("it is {who}'s turn, but you haven't mailed your turn {number} yet.");
        return CliError::not_now(CliErrorKind::NotYourTurn, message)
            .then(format!("pbem send {name}"));
    }
    let last = loaded.game.file.turns.last();
    match last {
        Some(turn) if turn.seat == me => {
            let message = format!(
                "it is {who}'s turn: the last turn in this file, turn {}, is yours.",
                turn.number
            );
            CliError::not_now(CliErrorKind::NotYourTurn, message)
                .then(format!("pbem receive      read {who}'s mail, if it has arrived"))
                .then(mail_again(loaded, who))
        }
        _ => CliError::not_now(CliErrorKind::NotYourTurn, format!("it is {who}'s turn."))
            .then(mail_again(loaded, who)),
    }
}

/// The command for a player who waits for `who`: it mails the last turn, in case that never
/// happened.
pub(crate) fn mail_again(loaded: &OpenFile, who: &str) -> String {
    let name = loaded.name();
    match loaded.unmailed() {
        Some(number) => format!("pbem send {name}      mail turn {number}, if you haven't"),
        None => format!("pbem send {name} --again      remind {who}, if a message was lost"),
    }
}
