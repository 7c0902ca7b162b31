//! Turns instead of a move, or along with one: offer, accept, decline, resign, dispute, reveal.

use clap::Args;
use pbem::desk::{DeskError, StaleKind, Waiting};
use pbem::service::TurnRequest;
use pbem::table::{Expects, Intent, Refusal};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::implied::{self, GameArg, Prefer, Rest};
use crate::cli::invitations::choose::{self, meant, waiting};
use crate::cli::mailing::{self, Mailing};
use crate::cli::prompt::{ask, can_ask, is_yes};
use crate::cli::receiving::mail::{self, Mail};
use crate::cli::report::Report;
use crate::cli::turn_result::TurnResult;
use crate::cli::view::next_steps::mail_again;
use crate::cli::{games_dir, play_turn, turn_words};

/// Offer a draw with your next turn
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem offer cd-bob
  pbem offer cd-bob --cancel")]
pub(crate) struct OfferArgs {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Offer
    #[arg(default_value = "draw", value_parser = ["draw"], hide = true)]
    pub what: String,
    /// Take back an offer that you haven't sent yet
    #[arg(long)]
    pub cancel: bool,
}

/// Accept a draw offered in the last turn
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem accept cd-bob            ends the game; pbem asks you to confirm
  pbem accept cd-bob --yes      without asking")]
pub(crate) struct AcceptArgs {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Don't ask for confirmation
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Decline an invitation, a draw, or a guess in Spy!
#[derive(Args, Debug)]
#[command(after_help = "\
A move also declines a draw.

Examples:
  pbem decline 6103         the invitation with this number in its subject
  pbem decline spy-bob      the draw, or the chance to guess")]
pub(crate) struct DeclineArgs {
    /// Name of the game, or its file; or an invitation: its file, or the number in its subject
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Resign the game
#[derive(Args, Debug, Default)]
#[command(after_help = "\
pbem reads your mail first, and doesn't resign if your opponent's turn has arrived.

Examples:
  pbem resign cd-bob             on your turn; pbem asks you to confirm
  pbem resign cd-bob --later     on your opponent's turn: resign with your next
  pbem resign cd-bob --cancel    play on after all")]
pub(crate) struct ResignArgs {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Add a message to the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Don't ask for confirmation
    #[arg(long)]
    pub yes: bool,
    /// Wait until it is your turn, and resign then
    #[arg(long, conflicts_with_all = ["note", "yes", "send", "no_send"])]
    pub later: bool,
    /// Take back a resignation that is waiting
    #[arg(long, conflicts_with_all = ["note", "yes", "send", "no_send", "later"])]
    pub cancel: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Prove that your opponent sealed a false box (Espionage)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem dispute esp-bob")]
pub(crate) struct DisputeArgs {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Reveal your setup at the end, so that everyone can check it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem reveal cd-bob")]
pub(crate) struct RevealArgs {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub mailing: Mailing,
}

impl OfferArgs {
    /// Reads `pbem offer draw` as an offer without a game.
    pub(crate) fn leave_out_draw(&mut self) {
        if self.game == self.what {
            self.game.clear();
        }
    }
}

/// Runs `pbem offer`.
pub(crate) fn offer(ctx: &mut Context, args: &OfferArgs) -> Result<Report, CliError> {
    let loaded = OpenFile::open(ctx, &args.game)?;
    let at = loaded.require_seat(ctx)?;
    if args.cancel && !loaded.records[at].offer {
        return Err(CliError::not_now(CliErrorKind::NoOffer, "you have no offer to take back."));
    }
    wait(ctx, &loaded, at, Waiting::Offer, !args.cancel)?;
    let name = loaded.name();
    let mut report =
        Report::new(json!({"schema": "pbem-offer/1", "name": name, "waiting": !args.cancel}));
    if args.cancel {
        report.line("Canceled your draw offer.");
    } else {
        report.say(format!(
            "You will offer a draw with your next turn in {name}. The file hasn't changed yet."
        ));
        report.then(format!("pbem turn {name}      your next turn sends the offer"));
        report.then(format!("pbem offer {name} --cancel"));
    }
    Ok(report)
}

/// Stores an offer for the next turn, or cancels it.
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

/// Runs `pbem accept`.
pub(crate) fn accept(ctx: &mut Context, args: &AcceptArgs) -> Result<Report, CliError> {
    let loaded = OpenFile::open(ctx, &args.game)?;
    let offered =
        loaded.stale.is_none() && loaded.is_mine() && loaded.game.standing.offer.is_some();
    if offered && !args.yes {
        let name = loaded.name();
        let question = format!("Accept a draw in {name}, which ends the game?");
        is_meant(ctx, "accept", &loaded, args.mailing, &question)?;
    }
    let made = play_turn::turn(ctx, loaded, &args.game, Intent::Accept);
    mailing::along(ctx, args.mailing, made)
}

/// Runs `pbem decline`.
pub(crate) fn decline(ctx: &mut Context, args: &DeclineArgs) -> Result<Report, CliError> {
    let mut game = args.game.clone();
    if game.is_empty() && waiting(ctx)?.is_empty() {
        let (command, rest, prefer) = ("decline", Rest::None, Prefer::Due);
        implied::fill(ctx, GameArg { command, game: &mut game, rest, prefer })?;
    }
    let loaded = match meant(ctx, &game)? {
        choose::InvitationMatch::One(_, loaded) => loaded,
        choose::InvitationMatch::Any(report) => return Ok(report),
    };
    if loaded.records.is_empty() && !ctx.desk()?.open_seats(&loaded.game)?.is_empty() {
        return put_away(ctx, &loaded);
    }
    if loaded.game.standing.offer.is_some() {
        let name = loaded.name();
        let mut report =
            Report::new(json!({"schema": "pbem-offer/1", "name": name, "waiting": false}));
        report.line("Your next move declines the draw. Nothing was written.");
        report.then(format!("pbem show {name}"));
        return Ok(report);
    }
    let Some(decline) = loaded.game.standing.kind.decline() else {
        let failure = CliError::not_now(
            CliErrorKind::NoOffer,
            "nothing to decline: no draw was offered in the last turn.",
        );
        return Err(failure.then(format!("pbem show {}", loaded.name())));
    };
    let intent = Intent::Move(decline.to_owned());
    let made = play_turn::turn(ctx, *loaded, &game, intent);
    mailing::along(ctx, args.mailing, made)
}

/// Sets an invitation aside, without notifying the opponent.
fn put_away(ctx: &mut Context, loaded: &OpenFile) -> Result<Report, CliError> {
    let Some(path) = &loaded.target.path else {
        return Err(CliError::usage("which invitation? Name its file."));
    };
    if !games_dir::GamesDir::of(ctx)?.decline(ctx, &loaded.game, path)? {
        let message = "pbem knows no folder to move the invitation to, so the file stays where it \
            is.";
        return Err(CliError::not_now(CliErrorKind::NoVault, message)
            .then("delete the file if you don't want to play")
            .then("pbem config games-dir DIR      choose a folder for games"));
    }
    let standing = &loaded.game.standing;
    let from = loaded.game.file.game.opened_by();
    let mut report = Report::new(json!({
        "schema": "pbem-declined/1", "game": standing.kind.id(), "id": standing.id.to_string(),
        "from": from,
    }));
    report.say(format!(
        "Declined the invitation to {} by {from}. pbem doesn't notify {from}; you may want to.",
        standing.kind.title()
    ));
    report.then("pbem status");
    Ok(report)
}

/// Runs `pbem resign`.
pub(crate) fn resign(ctx: &mut Context, args: &ResignArgs) -> Result<Report, CliError> {
    let mail = if args.cancel { Mail::default() } else { mail_if_readable(ctx) };
    let loaded = OpenFile::open(ctx, &args.game)?;
    if let Some(arrived) = mail.in_game(&loaded.name()) {
        let again = format!("pbem resign {}", loaded.name());
        return Err(mail::answered(&loaded, arrived, "You haven't resigned.").then(again));
    }
    let mut resigned = if args.later || args.cancel {
        resign_later(ctx, &loaded, args.later)
    } else {
        resign_now(ctx, args, loaded)
    }?;
    mail.tell(&mut resigned);
    Ok(resigned)
}

/// Reads the mail. Mail that can't be read doesn't stop a player from resigning.
fn mail_if_readable(ctx: &mut Context) -> Mail {
    mail::read(ctx).unwrap_or_else(|failure| {
        ctx.warn(failure.to_warning());
        Mail::default()
    })
}

fn resign_now(ctx: &mut Context, args: &ResignArgs, loaded: OpenFile) -> Result<Report, CliError> {
    if loaded.stale.is_none() {
        may_resign(ctx, &loaded)?;
        if loaded.is_mine() && !args.yes {
            let others: Vec<&String> =
                loaded.game.file.game.seats.iter().filter(|seat| !loaded.is_own(seat)).collect();
            let wins = match others.as_slice() {
                [other] => format!(", which {other} then wins"),
                _ => String::new(),
            };
            let name = loaded.name();
            is_meant(ctx, "resign", &loaded, args.mailing, &format!("Resign {name}{wins}?"))?;
        }
    }
    let request = TurnRequest { note: args.note.clone(), ..Intent::Resign.into() };
    let made = play_turn::turn(ctx, loaded, &args.game, request);
    mailing::along(ctx, args.mailing, made)
}

/// Checks that it is the user's turn, which resigning requires.
fn may_resign(ctx: &Context, loaded: &OpenFile) -> Result<(), CliError> {
    let standing = &loaded.game.standing;
    match standing.due_name() {
        Some(due) if !loaded.is_mine() && loaded.own_seat(ctx)?.is_some() => {
            let message = format!("it is {due}'s turn. You can only resign on your turn.");
            let name = loaded.name();
            Err(CliError::not_now(CliErrorKind::NotYourTurn, message)
                .then(format!("pbem resign {name} --later      resign with your next turn"))
                .then(mail_again(loaded, due)))
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
        return Err(
            CliError::not_now(CliErrorKind::YourTurn, message).then(format!("pbem resign {name}"))
        );
    }
    if !waits && !loaded.records[at].resign {
        return Err(CliError::not_now(
            CliErrorKind::Nothing,
            "you have no resignation to take back.",
        ));
    }
    wait(ctx, loaded, at, Waiting::Resignation, waits)?;
    let mut report =
        Report::new(json!({"schema": "pbem-resign/1", "name": name, "waiting": waits}));
    if waits {
        report.say(format!(
            "You will resign with your next turn in {name}. The file hasn't changed yet."
        ));
        report.then(format!("pbem turn {name}      when it is your turn: resign"));
        report.then(format!("pbem resign {name} --cancel"));
    } else {
        report.line("Canceled your resignation. You play on.");
    }
    Ok(report)
}

/// Asks for confirmation before a command that ends a game; without a terminal, an option must
/// confirm it.
fn is_meant(
    ctx: &mut Context,
    command: &str,
    loaded: &OpenFile,
    mailing: Mailing,
    question: &str,
) -> Result<(), CliError> {
    let name = loaded.name();
    if !can_ask(ctx) {
        let message = format!("this ends {name}. Confirm it with --yes.");
        return Err(CliError::usage(format!("{message} Nothing was written."))
            .then(format!("pbem {command} {name} --yes")));
    }
    let undo = if !loaded.has_people() {
        "You can't undo it: the bot answers immediately.".to_owned()
    } else if mailing.is_wanted(ctx)? {
        "You can't undo it: pbem mails it immediately.".to_owned()
    } else {
        format!("Until you mail it, you can undo it: pbem undo {name}.")
    };
    let question = format!("{question} {undo} [y/N] ");
    if is_yes(&ask(ctx, &question)?) {
        return Ok(());
    }
    Err(CliError::not_now(CliErrorKind::Ask, "you play on. Nothing was written."))
}

/// Runs `pbem dispute`.
pub(crate) fn dispute(ctx: &mut Context, args: &DisputeArgs) -> Result<Report, CliError> {
    let loaded = OpenFile::open(ctx, &args.game)?;
    let made = play_turn::turn(ctx, loaded, &args.game, Intent::Dispute);
    mailing::along(ctx, args.mailing, made)
}

/// Runs `pbem reveal`.
pub(crate) fn reveal(ctx: &mut Context, args: &RevealArgs) -> Result<Report, CliError> {
    let shown = show_setup(ctx, args);
    mailing::along(ctx, args.mailing, shown)
}

fn show_setup(ctx: &mut Context, args: &RevealArgs) -> Result<TurnResult, CliError> {
    let loaded = OpenFile::open(ctx, &args.game)?;
    let request = TurnRequest { reveal: true, ..Intent::Nothing.into() };
    if loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::OwnTurn) {
        // The setup was revealed before, but the file doesn't have that turn yet.
        return play_turn::turn(ctx, loaded, &args.game, request);
    }
    let expects = loaded.game.standing.expects;
    if expects == Expects::Over {
        let failure = CliError::not_now(
            CliErrorKind::Over,
            "this game is over, and all setups have been revealed.",
        );
        return Err(failure.then(format!("pbem verify {}", loaded.typed())));
    }
    if expects != Expects::Reveal {
        let message = "the game isn't decided yet. Your setup stays hidden until then.";
        return Err(CliError::not_now(CliErrorKind::TooEarly, message)
            .then(format!("pbem show {}", loaded.name())));
    }
    play_turn::turn(ctx, loaded, &args.game, request)
}
