//! Turns that replace a move, or that accompany a move: offer, accept, decline, resign, dispute,
//! reveal.

use clap::Args;
use pbem::games::Kind;
use pbem::table::Expects;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::{self, digits};
use crate::cli::implied::{self, GameArg, Prefer, Rest};
use crate::cli::invitations::choose::{InvitationMatch, meant, waiting};
use crate::cli::invitations::list::invitations;
use crate::cli::mailing::{self, Mailing};
use crate::cli::next::Next;
use crate::cli::other_turns::{self, ResignRequest, ResignTime};
use crate::cli::prompt::{self, can_ask};
use crate::cli::receiving::mail;
use crate::cli::report::Report;
use crate::cli::show_game::{self, ShowRequest};

/// Offer a draw with your next turn
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem offer cd-bob
  pbem offer cd-bob --cancel")]
pub(crate) struct OfferArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
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
  pbem accept cd-bob        # ends the game, after you confirm
  pbem accept cd-bob --yes  # ends the game without asking")]
pub(crate) struct AcceptArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Don't ask for confirmation
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Decline an invitation, a draw, or the chance to guess (Spy!)
#[derive(Args, Debug)]
#[command(after_help = "\
Making a move also declines a draw. If no one has joined a game that you
started, this command withdraws your invitation: pbem stops waiting.

Examples:
  pbem decline 6103     # the invitation with this number in the subject
  pbem decline spy-bob  # the draw, the chance to guess, or your invitation")]
pub(crate) struct DeclineArgs {
    /// For a game, its name or file; for an invitation, its file or the number in the email's
    /// subject
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Resign the game
#[derive(Args, Debug, Default)]
#[command(after_help = "\
pbem reads your mail first. If there is a new turn from your opponent, pbem
doesn't resign the game.

Examples:
  pbem resign cd-bob           # on your turn, after you confirm
  pbem resign cd-bob --later   # if bob has to move: resign with your next turn
  pbem resign cd-bob --cancel  # play on after all")]
pub(crate) struct ResignArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Add a message for the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Don't ask for confirmation
    #[arg(long)]
    pub yes: bool,
    /// Resign with your next turn
    #[arg(long, conflicts_with_all = ["note", "send", "no_send"])]
    pub later: bool,
    /// Take back a resignation that is waiting for your next turn
    #[arg(long, conflicts_with_all = ["note", "yes", "send", "no_send", "later"])]
    pub cancel: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Prove that your opponent lied about a piece's rank (Espionage)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem dispute esp-bob")]
pub(crate) struct DisputeArgs {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
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
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    #[command(flatten)]
    pub mailing: Mailing,
}

impl OfferArgs {
    /// Reads `pbem offer draw` as an offer that doesn't name a game.
    pub(crate) fn leave_out_draw(&mut self) {
        if self.game == self.what {
            self.game.clear();
        }
    }
}

/// Runs `pbem offer`.
pub(crate) fn offer(ctx: &mut Context, args: &OfferArgs) -> Result<Report, CliError> {
    let game = OpenFile::open(ctx, &args.game)?;
    other_turns::offer(ctx, &game, args.cancel)
}

/// Runs `pbem accept`.
pub(crate) fn accept(ctx: &mut Context, args: &AcceptArgs) -> Result<Report, CliError> {
    let (mut game, mail) = mail::open_with_answer(ctx, &args.game)?;
    if mail.arrived && can_ask(ctx) {
        // The user hasn't seen the turn with the offer.
        let request = ShowRequest { game_word: args.game.clone(), ..ShowRequest::default() };
        let report = show_game::show(ctx, &mut game, &request)?;
        prompt::page(ctx.look(), &report.body.with_blank_line())?;
    }
    let result = other_turns::accept(ctx, game, &args.game, args.yes, args.mailing);
    mail.with_news(mailing::along(ctx, args.mailing, result))
}

/// Runs `pbem decline`.
pub(crate) fn decline(ctx: &mut Context, args: &DeclineArgs) -> Result<Report, CliError> {
    let mut game_word = args.game.clone();
    if game_word.is_empty()
        && let Some(only) = only_invitation(ctx)?
    {
        game_word = only;
    } else if game_word.is_empty() && waiting(ctx)?.is_empty() {
        let (command, rest, prefer) = ("decline", Rest::None, Prefer::Declinable);
        implied::fill(ctx, GameArg { command, game: &mut game_word, rest, prefer })?;
    }
    let game = match meant(ctx, &game_word)? {
        InvitationMatch::One(_, game) => game,
        InvitationMatch::Any(report) => return Ok(report),
    };
    if game.records.is_empty() && !ctx.desk()?.open_seats(&game.game)?.is_empty() {
        return put_away(ctx, &game);
    }
    let has_joined = game.joined().next().is_some();
    if !game.records.is_empty() && game.game.standing.expects == Expects::Join && !has_joined {
        return forget(ctx, *game);
    }
    let (game, mail) = mail::with_answer(ctx, *game)?;
    if game.is_own_invitation() {
        return mail.with_news(withdraw(ctx, game));
    }
    let result = other_turns::decline(ctx, game, &game_word);
    mail.with_news(mailing::along(ctx, args.mailing, result))
}

/// Returns the word for the only invitation that the user has received and can decline: its number,
/// or the name of a game whose joining turn the user undid. Returns `None` if there is none.
fn only_invitation(ctx: &mut Context) -> Result<Option<String>, CliError> {
    let mut words: Vec<String> =
        invitations(ctx)?.iter().map(|one| digits(&one.game.standing.id)).collect();
    words.extend(OpenFile::running(ctx)?.iter().filter(|it| it.must_join()).map(OpenFile::name));
    if words.len() < 2 {
        return Ok(words.pop());
    }
    let failure = CliError::usage("which invitation? You have several.");
    Err(words
        .iter()
        .fold(failure, |failure, word| failure.then(Next::command(format!("pbem decline {word}")))))
}

/// Sets an invitation aside, without notifying the opponent.
fn put_away(ctx: &mut Context, loaded: &OpenFile) -> Result<Report, CliError> {
    let Some(path) = &loaded.target.path else {
        return Err(CliError::usage("which invitation? Name its file."));
    };
    if !games_dir::GamesDir::of(ctx)?.decline(ctx, &loaded.game, path)? {
        let message = "pbem doesn't know which folder to move the invitation to, so the file \
            stays where it is.";
        return Err(CliError::not_now(CliErrorKind::NoVault, message)
            .then(Next::advice("delete the file to decline"))
            .then(Next::command("pbem config games-dir DIR").why("choose a folder for games")));
    }
    Ok(declined(loaded))
}

/// Declines an invitation that the user has accepted and then undone. The vault keeps its record
/// of the game.
fn forget(ctx: &mut Context, mut loaded: OpenFile) -> Result<Report, CliError> {
    loaded.withdraw();
    loaded.keep(ctx)?;
    Ok(declined(&loaded))
}

fn declined(loaded: &OpenFile) -> Report {
    let standing = &loaded.game.standing;
    let from = loaded.game.file.game.opened_by();
    let json = DeclinedJson { game: standing.kind, id: standing.id.to_string(), from };
    let mut report = Report::of("pbem-declined/1", &json);
    report.say(format!(
        "Declined the invitation to {} from {from} ({}). pbem doesn't notify {from}; you may want \
         to.",
        standing.kind.title(),
        digits(&standing.id)
    ));
    report.then(Next::command("pbem status"));
    report
}

/// Withdraws the user's own invitation: pbem no longer waits for the players to join. They can
/// still join.
fn withdraw(ctx: &mut Context, mut loaded: OpenFile) -> Result<Report, CliError> {
    let due = loaded.game.standing.due_name().unwrap_or_default().to_owned();
    let is_sent = loaded.unsent().is_none();
    loaded.withdraw();
    loaded.keep(ctx)?;
    let name = loaded.name();
    let standing = &loaded.game.standing;
    let from = loaded.game.file.game.opened_by();
    let json = DeclinedJson { game: standing.kind, id: standing.id.to_string(), from };
    let mut report = Report::of("pbem-declined/1", &json);
    if is_sent {
        report.say(format!(
            "Withdrew your invitation {name}. pbem doesn't notify {due}; you may want to. If {due} \
             joins after all, the game comes back."
        ));
    } else {
        report.say(format!(
            "Withdrew your invitation {name}. pbem hadn't mailed it. If you have sent it yourself, \
                tell {due}."
        ));
    }
    report.then(Next::command("pbem status"));
    Ok(report)
}

#[derive(Serialize)]
struct DeclinedJson<'a> {
    game: Kind,
    id: String,
    from: &'a str,
}

/// Runs `pbem resign`.
pub(crate) fn resign(ctx: &mut Context, args: &ResignArgs) -> Result<Report, CliError> {
    let request = ResignRequest {
        game_word: args.game.clone(),
        note: args.note.clone(),
        when: match (args.later, args.cancel) {
            (true, _) => ResignTime::Later,
            (_, true) => ResignTime::Never,
            _ => ResignTime::Now,
        },
        confirmed: args.yes,
        mailing: args.mailing,
    };
    let resigned = other_turns::resign(ctx, None, &request);
    mailing::along(ctx, args.mailing, resigned)
}

/// Runs `pbem dispute`.
pub(crate) fn dispute(ctx: &mut Context, args: &DisputeArgs) -> Result<Report, CliError> {
    let (game, mail) = mail::open_with_answer(ctx, &args.game)?;
    let disputed = other_turns::dispute(ctx, game, &args.game);
    mail.with_news(mailing::along(ctx, args.mailing, disputed))
}

/// Runs `pbem reveal`.
pub(crate) fn reveal(ctx: &mut Context, args: &RevealArgs) -> Result<Report, CliError> {
    let (game, mail) = mail::open_with_answer(ctx, &args.game)?;
    let revealed = other_turns::reveal(ctx, game, &args.game);
    mail.with_news(mailing::along(ctx, args.mailing, revealed))
}
