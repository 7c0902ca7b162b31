//! Errors for moves that can't be made, with alternatives.

use pbem::desk::{DeskError, StaleFile};
use pbem::rules::Seat;
use pbem::service::{PlayError, ReplyError};
use pbem::table::{Expects, Intent, OpenGame, Refusal};
use pbem::words;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, no_such_seat};
use crate::cli::next::Next;
use crate::cli::notices::{lock, unmailed};
use crate::cli::report::{exit, quoted};
use crate::cli::turn_words::{self, example};
use crate::cli::view::next_steps::mail_again;
use crate::cli::view::turn::in_short;

/// Explains why no turn was made in the game that the user named.
pub(crate) fn failure(
    ctx: &mut Context,
    game: &OpenFile,
    game_word: &str,
    intent: &Intent,
    error: PlayError,
) -> CliError {
    let name = game.name();
    match error {
        PlayError::Claimed => behind_a_claim(game),
        PlayError::NoSeat => match game.require_seat(ctx) {
            Err(failure) => failure,
            Ok(_) => DeskError::NoSeat.into(),
        },
        PlayError::SignedAlready => {
            signed_already(ctx, game, game_word, &format!("pbem move {}", quoted(game_word)))
        }
        PlayError::OldCopy(stale) => old_copy(game, &stale, intent, game_word),
        PlayError::Breach => {
            turn_words::breach_report(game).unwrap_or_else(|| DeskError::NotOver.into())
        }
        PlayError::NotYourTurn { at } => not_your_turn(ctx, game, at),
        PlayError::WouldResign => {
            let message =
                "you planned to resign with this turn, but you typed a move. Nothing was written.";
            CliError::not_now(CliErrorKind::Ask, message)
                .then(
                    Next::command(format!("pbem resign {name} --cancel")).why("play on, then move"),
                )
                .then(Next::command(format!("pbem move {name}")).why("resign, as planned"))
        }
        PlayError::Desk { seat, error, .. } => match *error {
            DeskError::NoSuchSeat(seat) => no_such_seat(&seat, &game.game.file.game.seats),
            error => refused(ctx, game, seat.unwrap_or(Seat::OPENER), error),
        },
        other => of_first_turn(&game.game, &name, other),
    }
}

/// Explains why a first turn wasn't signed, or wasn't published.
pub(crate) fn of_first_turn(game: &OpenGame, name: &str, error: PlayError) -> CliError {
    match error {
        PlayError::BadNote(problem) => {
            CliError::usage(format!("you can't send this note: {problem}"))
        }
        PlayError::Desk { seat, error, .. } => {
            turn_words::not_made(game, seat.unwrap_or(Seat::OPENER), *error)
        }
        PlayError::NotPublished { number, error } => {
            CliError::from(*error).then(Next::advice(format!(
                "turn {number} is signed and safe in your vault; to write it to a file:  pbem copy \
                {name} FILE"
            )))
        }
        PlayError::Reply(error) => bot_stuck(error, name),
        // All other errors are about games in progress.
        _ => DeskError::NoSeat.into(),
    }
}

/// Returns the error for a bot that can't continue.
pub(crate) fn bot_stuck(error: ReplyError, game: &str) -> CliError {
    let (bot, error) = match error {
        ReplyError::Desk(error) => return error.into(),
        ReplyError::Stuck { bot, error } => (bot, error),
    };
    let failure = CliError::from(*error);
    let message = format!("the bot can't move: {}", failure.message);
    let stuck = CliError { message, kind: CliErrorKind::Internal, exit: exit::TROUBLE, ..failure };
    stuck.then(Next::command(format!("pbem move {game}")).why(format!("let {bot} try again")))
}

/// Returns the error for a user who typed a different turn than the signed turn. `command` is the
/// command that writes the signed turn.
pub(crate) fn signed_already(
    ctx: &Context,
    loaded: &OpenFile,
    game_word: &str,
    command: &str,
) -> CliError {
    if let Some(reason) = lock(ctx, loaded) {
        return reason.into();
    }
    let number = loaded.game.standing.turns();
    let what = loaded.game.file.turns.last().map(in_short).unwrap_or_default();
    let name = loaded.name();
    let message = format!(
        "you have already signed turn {number}: {what}. {game_word} doesn't have it yet.\nOnly one \
            version of turn {number} can count. Nothing was written."
    );
    let failure = CliError::not_now(CliErrorKind::Signed, message)
        .then(Next::command(command).why("write the signed turn"));
    if loaded.unsent().is_none() {
        return failure;
    }
    failure
        .then(Next::command(format!("pbem undo {name} --not-mailed")).why("if you never mailed it"))
}

/// The column of the explanations in [`old_copy`].
const OLD_COPY: usize = 37;

fn old_copy(loaded: &OpenFile, stale: &StaleFile, intent: &Intent, game_word: &str) -> CliError {
    let name = loaded.name();
    let newest = loaded.game.standing.turns();
    let message = match loaded.differs {
        Some(differs) => {
            format!("{}. Nothing was written.", words::superseded(loaded, differs, game_word))
        }
        None => format!(
            "{game_word} is an old copy with turn {}. You have already seen turn {newest}. Nothing \
                was written.",
            stale.game.standing.turns()
        ),
    };
    let typed = if let Intent::Move(typed) = intent { quoted(typed) } else { String::new() };
    let latest = if loaded.is_mine() {
        Next::command(format!("pbem move {name} {typed}").trim_end())
            .aligned("continue from the latest turn", OLD_COPY)
    } else {
        Next::command(format!("pbem show {name}")).aligned("show the latest turn", OLD_COPY)
    };
    CliError::bad_file(CliErrorKind::Stale, message).then(latest).then(
        Next::command(format!("pbem copy {name} {}", quoted(game_word)))
            .aligned(format!("update {game_word}"), OLD_COPY),
    )
}

/// Returns the error for a move after a claim, when the only possible turn reveals the setup.
fn behind_a_claim(loaded: &OpenFile) -> CliError {
    let standing = &loaded.game.standing;
    let by = standing.claim.map(|claim| standing.names.of(claim.by)).unwrap_or_default();
    let message = format!("{by} has claimed the game, so it is over.");
    CliError::not_now(CliErrorKind::Over, message)
        .then(Next::command(format!("pbem reveal {}", loaded.name())).why("reveal your setup"))
}

/// Explains why this move is rejected, and suggests a remedy.
fn refused(ctx: &mut Context, loaded: &OpenFile, seat: Seat, trouble: DeskError) -> CliError {
    let (name, kind) = (loaded.name(), loaded.game.standing.kind);
    let more = match &trouble {
        DeskError::Refused(Refusal::MoveNeeded { .. }) => {
            let at = loaded.own_seat(ctx).ok().flatten();
            let keys = at.and_then(|at| loaded.keys(ctx, at).ok());
            let example = keys.map(|keys| example(ctx, loaded, &keys));
            let example = example.as_deref().unwrap_or("MOVE");
            Some(Next::command(format!("pbem move {name} {example}")))
        }
        DeskError::Refused(Refusal::BadBox { .. }) => {
            Some(Next::command(format!("pbem dispute {name}")).why("prove it, and win the game"))
        }
        DeskError::Refused(Refusal::Illegal { .. }) => {
            Some(Next::command(format!("pbem rules {kind}")).why("how to type moves"))
        }
        DeskError::WasItHere => {
            let typed = if loaded.game.standing.expects == Expects::Move { " MOVE" } else { "" };
            Some(
                Next::command(format!("pbem move {name}{typed} --arrived-late"))
                    .why("if it arrived just now"),
            )
        }
        _ => None,
    };
    let failure = turn_words::not_made(&loaded.game, seat, trouble);
    let list = failure.piece.as_ref().map(|piece| {
        let paths = format!("lists the paths of {piece} if you move it first in this turn");
        Next::command(format!("pbem show {name} --moves {piece}")).why(paths)
    });
    list.into_iter().chain(more).fold(failure, CliError::then)
}

/// Returns the error for a move in a game that is over.
pub(crate) fn game_over(loaded: &OpenFile) -> CliError {
    CliError::not_now(CliErrorKind::Over, "this game is over.")
        .then(Next::command(format!("pbem verify {}", loaded.typed())))
}

/// Returns the error for a move when it is another player's turn or the game is over.
fn not_your_turn(ctx: &mut Context, loaded: &OpenFile, at: usize) -> CliError {
    let standing = &loaded.game.standing;
    let Some(due) = standing.due else { return game_over(loaded) };
    let who = standing.names.of(due);
    let me = loaded.records[at].seat();
    if let Some(number) = unmailed(ctx, loaded) {
        let message = format!("it is {who}'s turn, but you haven't mailed your turn {number} yet.");
        return CliError::not_now(CliErrorKind::NotYourTurn, message)
            .then(Next::command(turn_words::send_next(ctx, loaded)));
    }
    let last = loaded.game.file.turns.last();
    match last {
        Some(turn) if turn.seat == me => {
            let message = format!(
                "it is {who}'s turn: the last turn in this file, turn {}, is yours.",
                turn.number
            );
            CliError::not_now(CliErrorKind::NotYourTurn, message)
                .then(
                    Next::command("pbem receive")
                        .why(format!("read mail from {who}, if it has arrived")),
                )
                .then(mail_again(ctx, loaded, who))
        }
        _ => CliError::not_now(CliErrorKind::NotYourTurn, format!("it is {who}'s turn."))
            .then(mail_again(ctx, loaded, who)),
    }
}
