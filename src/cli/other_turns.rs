//! Turns that replace a move, or that accompany a move: offer, accept, decline, resign, dispute,
//! reveal.

use pbem::desk::{DeskError, StaleKind, Waiting};
use pbem::service::TurnRequest;
use pbem::table::{Expects, Intent, Refusal};
use serde::Serialize;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::mailing::Mailing;
use super::prompt::{ask, can_ask, is_yes};
use super::receiving;
use super::receiving::mail::{self, Mail};
use super::report::Report;
use super::turn_result::TurnResult;
use super::view::next_steps::mail_again;
use super::{play_turn, turn_words};
use crate::cli::next::Next;

/// Offers a draw with the next turn, or cancels the offer.
pub(crate) fn offer(
    ctx: &mut Context,
    loaded: &OpenFile,
    cancel: bool,
) -> Result<Report, CliError> {
    let at = loaded.require_seat(ctx)?;
    if cancel && !loaded.records[at].offer {
        return Err(CliError::not_now(CliErrorKind::NoOffer, "you have no offer to take back."));
    }
    wait(ctx, loaded, at, Waiting::Offer, !cancel)?;
    let name = loaded.name();
    let mut report = Report::of("pbem-offer/1", &WaitingJson { name: &name, waiting: !cancel });
    if cancel {
        report.line("Canceled your draw offer.");
    } else {
        report.say(format!(
            "You will offer a draw with your next turn in {name}. The file hasn't changed yet."
        ));
        report
            .then(Next::command(format!("pbem turn {name}")).why("your next turn sends the offer"));
        report.then(Next::command(format!("pbem offer {name} --cancel")));
    }
    Ok(report)
}

/// An offer or a resignation that waits for the player's next turn, as JSON.
#[derive(Serialize)]
struct WaitingJson<'a> {
    name: &'a str,
    waiting: bool,
}

/// Stores an offer or a resignation for the next turn, or cancels it if `waits` is false.
fn wait(
    ctx: &mut Context,
    loaded: &OpenFile,
    at: usize,
    what: Waiting,
    waits: bool,
) -> Result<(), CliError> {
    let seat = loaded.keys(ctx, at)?.seat;
    let staged = ctx.desk()?.wait(loaded, at, what, waits).map_err(|trouble| match trouble {
        DeskError::Refused(Refusal::Over) if what == Waiting::Offer => {
            CliError::not_now(CliErrorKind::Over, "this game is over, so you can't offer a draw.")
        }
        other => turn_words::not_made(&loaded.game, seat, other),
    })?;
    let _ = ctx.keep(staged)?;
    Ok(())
}

/// Accepts the draw offered in the last turn. If `confirmed` is false, first asks for confirmation.
pub(crate) fn accept(
    ctx: &mut Context,
    loaded: OpenFile,
    game_word: &str,
    confirmed: bool,
    mailing: Mailing,
) -> Result<TurnResult, CliError> {
    let asks = !confirmed && loaded.stale.is_none() && loaded.is_mine();
    if asks
        && let Some(at) = loaded.own_seat(ctx)?
        && receiving::is_offered(ctx, &loaded, at)?
    {
        let name = loaded.name();
        let question = format!("Accept the draw in {name}? This ends the game.");
        is_meant(ctx, "accept", &loaded, mailing, &question)?;
    }
    play_turn::turn(ctx, loaded, game_word, Intent::Accept)
}

/// Declines a draw, or the chance to guess in Spy!
pub(crate) fn decline(
    ctx: &mut Context,
    loaded: OpenFile,
    game_word: &str,
) -> Result<TurnResult, CliError> {
    if loaded.game.standing.offer.is_some() {
        let name = loaded.name();
        let mut report = Report::of("pbem-offer/1", &WaitingJson { name: &name, waiting: false });
        report.line("Your next move declines the draw. Nothing was written.");
        report.then(Next::command(format!("pbem show {name}")));
        return Ok(report.into());
    }
    let Some(decline) = loaded.game.standing.kind.decline() else {
        let failure = CliError::not_now(
            CliErrorKind::NoOffer,
            "nothing to decline: no draw was offered in the last turn.",
        );
        return Err(failure.then(Next::command(format!("pbem show {}", loaded.name()))));
    };
    let intent = Intent::Move(decline.to_owned());
    play_turn::turn(ctx, loaded, game_word, intent)
}

/// A resignation.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResignRequest {
    /// The game as the user typed it.
    pub game_word: String,
    /// A message to the other players.
    pub note: Option<String>,
    pub when: ResignTime,
    /// Whether the user has confirmed the resignation.
    pub confirmed: bool,
    pub mailing: Mailing,
}

/// When to resign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ResignTime {
    #[default]
    Now,
    /// With the next turn.
    Later,
    /// Not at all: cancels a resignation that is waiting.
    Never,
}

/// Resigns, unless the opponent's turn has arrived. `game` is the game, if it is open already.
pub(crate) fn resign(
    ctx: &mut Context,
    game: Option<OpenFile>,
    request: &ResignRequest,
) -> Result<TurnResult, CliError> {
    let mail = match request.when {
        ResignTime::Never => Mail::default(),
        ResignTime::Now | ResignTime::Later => mail::read_if_possible(ctx),
    };
    let loaded = mail.renew(ctx, game, &request.game_word)?;
    // If it isn't the user's turn, a new turn doesn't affect a later resignation.
    let is_mine = loaded.is_mine();
    let arrived = mail.in_game(&loaded.name());
    if let Some(arrived) = arrived.filter(|_| is_mine || request.when == ResignTime::Now) {
        let later = if is_mine { "" } else { " --later" };
        let again = format!("pbem resign {}{later}", loaded.name());
        let again =
            Some(Next::command(again)).filter(|_| loaded.game.standing.cannot_leave.is_none());
        let answered = mail::answered(&loaded, arrived, "You haven't resigned.");
        return Err(again.into_iter().fold(answered, CliError::then));
    }
    let mut result = match request.when {
        ResignTime::Now => resign_now(ctx, request, loaded)?,
        ResignTime::Later => resign_later(ctx, &loaded, true)?.into(),
        ResignTime::Never => resign_later(ctx, &loaded, false)?.into(),
    };
    mail.tell(&mut result.report);
    Ok(result)
}

fn resign_now(
    ctx: &mut Context,
    request: &ResignRequest,
    loaded: OpenFile,
) -> Result<TurnResult, CliError> {
    if loaded.stale.is_none() {
        let standing = &loaded.game.standing;
        let why = if loaded.is_mine() { standing.cannot_leave } else { standing.never_leaves() };
        if let (Some(due), Some(why)) = (standing.due, why) {
            return Err(turn_words::refused(&loaded.game, due, &Refusal::CannotLeave(why)));
        }
        may_resign(ctx, &loaded)?;
        if loaded.is_mine() && !request.confirmed {
            let others: Vec<&String> =
                loaded.game.file.game.seats.iter().filter(|seat| !loaded.is_own(seat)).collect();
            let result = match others.as_slice() {
                [other] => format!(" and let {other} win"),
                _ if loaded.game.standing.strikes_out => ", while the others play on".to_owned(),
                _ => ", which ends the game for everyone".to_owned(),
            };
            let name = loaded.name();
            let question = format!("Resign {name}{result}?");
            is_meant(ctx, "resign", &loaded, request.mailing, &question)?;
        }
    }
    let turn = TurnRequest { note: request.note.clone(), ..Intent::Resign.into() };
    play_turn::turn(ctx, loaded, &request.game_word, turn)
}

/// Checks that it is the user's turn, which resigning requires.
fn may_resign(ctx: &mut Context, loaded: &OpenFile) -> Result<(), CliError> {
    let standing = &loaded.game.standing;
    match standing.due_name() {
        Some(due) if !loaded.is_mine() && loaded.own_seat(ctx)?.is_some() => {
            let message = format!("it is {due}'s turn. You can only resign on your turn.");
            let name = loaded.name();
            Err(CliError::not_now(CliErrorKind::NotYourTurn, message)
                .then(
                    Next::command(format!("pbem resign {name} --later"))
                        .why("resign with your next turn"),
                )
                .then(mail_again(ctx, loaded, due)))
        }
        _ => Ok(()),
    }
}

/// Stores the resignation until the user's turn, or cancels it.
fn resign_later(ctx: &mut Context, loaded: &OpenFile, waits: bool) -> Result<Report, CliError> {
    let at = loaded.require_seat(ctx)?;
    let name = loaded.name();
    if waits && loaded.game.standing.due_name() == Some(loaded.records[at].seat()) {
        let message = "it is your turn, so you can resign now.";
        return Err(CliError::not_now(CliErrorKind::YourTurn, message)
            .then(Next::command(format!("pbem resign {name}"))));
    }
    if !waits && !loaded.records[at].resign {
        return Err(CliError::not_now(
            CliErrorKind::Nothing,
            "you have no resignation to take back.",
        ));
    }
    wait(ctx, loaded, at, Waiting::Resignation, waits)?;
    let mut report = Report::of("pbem-resign/1", &WaitingJson { name: &name, waiting: waits });
    if waits {
        report.say(format!(
            "You will resign with your next turn in {name}. The file hasn't changed yet."
        ));
        report.then(Next::command(format!("pbem turn {name}")).why("resign, when it is your turn"));
        report.then(Next::command(format!("pbem resign {name} --cancel")));
    } else {
        report.line("Canceled your resignation. You play on.");
    }
    Ok(report)
}

/// Asks for confirmation before a command that ends a game. Without a terminal, fails and suggests
/// an option that confirms the command.
fn is_meant(
    ctx: &mut Context,
    command: &str,
    loaded: &OpenFile,
    mailing: Mailing,
    question: &str,
) -> Result<(), CliError> {
    let name = loaded.name();
    if !can_ask(ctx) {
        let message = "this needs your confirmation: add --yes. Nothing was written.";
        let send = if mailing.send { " --send" } else { "" };
        return Err(CliError::usage(message)
            .then(Next::command(format!("pbem {command} {name} --yes{send}"))));
    }
    let undo = if !loaded.has_people() {
        "You can't undo this: the bot answers immediately.".to_owned()
    } else if mailing.is_wanted(ctx)? && ctx.config()?.has_way_out() {
        "You can't undo this: pbem mails the turn immediately.".to_owned()
    } else {
        format!("You can undo this until you mail the turn: pbem undo {name}.")
    };
    let question = format!("{question} {undo} [y/N] ");
    if is_yes(&ask(ctx, question)?) {
        return Ok(());
    }
    Err(CliError::not_now(CliErrorKind::Ask, "you play on. Nothing was written."))
}

/// Proves that the opponent sealed a box with false content.
pub(crate) fn dispute(
    ctx: &mut Context,
    loaded: OpenFile,
    game_word: &str,
) -> Result<TurnResult, CliError> {
    play_turn::turn(ctx, loaded, game_word, Intent::Dispute)
}

/// Reveals the setup at the end.
pub(crate) fn reveal(
    ctx: &mut Context,
    loaded: OpenFile,
    game_word: &str,
) -> Result<TurnResult, CliError> {
    let request = TurnRequest { reveal: true, ..Intent::Nothing.into() };
    if loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::OwnTurn) {
        // The turn that reveals the setup has already been signed, but isn't in the file yet.
        return play_turn::turn(ctx, loaded, game_word, request);
    }
    let expects = loaded.game.standing.expects;
    if expects == Expects::Over {
        let failure = CliError::not_now(
            CliErrorKind::Over,
            "this game is over, and no setup has to be revealed anymore.",
        );
        return Err(failure.then(Next::command(format!("pbem verify {}", loaded.typed()))));
    }
    if expects != Expects::Reveal {
        let message = "the game isn't decided yet, so your setup stays hidden.";
        return Err(CliError::not_now(CliErrorKind::TooEarly, message)
            .then(Next::command(format!("pbem show {}", loaded.name()))));
    }
    play_turn::turn(ctx, loaded, game_word, request)
}
