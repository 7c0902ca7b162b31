//! `pbem turn` if there is no move to make.

use pbem::table::Expects;

use super::args::Turn;
use super::new_mail::NewMail;
use super::one_game;
use super::round::{after_the_end, nothing_made, round, tell};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::inbox;
use crate::cli::invitations::choose::invitation_like;
use crate::cli::invitations::list::{Invitation, invitations};
use crate::cli::mailing;
use crate::cli::next::Next;
use crate::cli::notices::unsent_words;
use crate::cli::rematches::{is_rematch, same_game};
use crate::cli::report::Report;
use crate::cli::turn_words;

/// If this game is a rematch that the user has started, but the opponent has started the same
/// rematch, returns a sentence that says so.
fn crossing(ctx: &mut Context, loaded: &OpenFile) -> Result<Option<String>, CliError> {
    let (header, expects) = (&loaded.game.file.game, loaded.game.standing.expects);
    if expects != Expects::Join || !is_rematch(ctx, header)? {
        return Ok(None);
    }
    if let Some(Invitation { from, .. }) = invitation_like(ctx, header)? {
        return Ok(Some(format!("{from} has invited you to the same game.")));
    }
    Ok(same_game(ctx, header)?.filter(|same| same.waits_for.is_none()).map(|same| same.words()))
}

/// Sends the turns that are signed but not mailed, before a prompt waits for a move in another
/// game.
pub(super) fn mail_signed(
    ctx: &mut Context,
    args: &Turn,
    mail: &mut NewMail,
) -> Result<(), CliError> {
    if !args.mails() || ctx.global.json {
        return Ok(());
    }
    for (mut game, _) in inbox::unmailed(ctx)? {
        if crossing(ctx, &game)?.is_some() {
            continue;
        }
        let Some(mut mailed) = mailing::signed_before(ctx, &mut game) else { continue };
        if mailed.mailing.take().is_some_and(|mailing| mailing.not_sent.is_null()) {
            mailed.report.next.clear();
        }
        mail.tell(ctx)?;
        tell(ctx, &mailed.report)?;
        mail.over.extend(Some(game).filter(|game| game.game.standing.due.is_none()));
    }
    Ok(())
}

/// Reports that there is no move to make. Sends the signed turns that haven't been sent.
pub(super) fn nothing_due(
    ctx: &mut Context,
    args: &Turn,
    mail: &mut NewMail,
) -> Result<Report, CliError> {
    if args.note.is_some() {
        ctx.warn("there is no turn to add your note to, so your note wasn't sent.");
    }
    let mut unmailed = inbox::unmailed(ctx)?;
    // If the user named a game, don't send the turns of other games.
    let mut crossed = Vec::new();
    for (game, _) in unmailed.iter_mut().filter(|_| args.mails() && args.game.is_empty()) {
        if let Some(why) = crossing(ctx, game)? {
            crossed.push((game.name(), why));
        } else if let Some(result) = mailing::signed_before(ctx, game) {
            let name = game.name();
            let mut report = round(mail, &[], &name, result);
            after_the_end(ctx, &mut report, &mail.over);
            let rest = inbox::unmailed(ctx)?.into_iter().filter(|(other, _)| other.name() != name);
            tell_unmailed(ctx, args, &mut report, rest);
            return Ok(report);
        }
    }
    if let Some(report) = as_text(ctx, args, mail, &unmailed)? {
        return Ok(report);
    }
    if mail.arrived.is_empty() {
        ctx.desk()?.may_sign()??;
    }
    let mut report = nothing_made(mail, &[]);
    mail.nowhere.take().into_iter().for_each(|why| ctx.warn(why));
    report.body.append(std::mem::take(&mut mail.body));
    after_the_end(ctx, &mut report, &mail.over);
    let is_locked = inbox::tell_locked(ctx, &mut report)?;
    let unreadable = inbox::unreadable_games(ctx)?;
    for game in &unreadable {
        ctx.warn(game.warning());
    }
    match invitations(ctx)?.as_slice() {
        [] if mail.over.is_empty() && !is_locked && unreadable.is_empty() => {
            report.line("You have no moves to make right now.");
        }
        [] => {}
        [invitation] => tell_invitation(&mut report, invitation, mail.invited),
        _ => report.then(Next::command("pbem join").why("choose an invitation")),
    }
    for skipped in &mail.skipped {
        report.say(skipped.sentence());
    }
    let unsent = inbox::maybe_unsent(ctx)?;
    if let Some(words) = unsent_words(&unsent) {
        report.say(words);
    }
    for (game, why) in &crossed {
        report.say(format!("pbem hasn't mailed your invitation {game}: {why}"));
        report.then(Next::command(format!("pbem undo {game}")).why("take back your invitation"));
    }
    unmailed.retain(|(game, _)| !crossed.iter().any(|(other, _)| *other == game.name()));
    tell_unmailed(ctx, args, &mut report, unmailed);
    Ok(report)
}

/// If the user wants text and has possibly not sent a turn, in one game only, prints that turn.
fn as_text(
    ctx: &mut Context,
    args: &Turn,
    mail: &NewMail,
    unmailed: &[(OpenFile, u32)],
) -> Result<Option<Report>, CliError> {
    if !args.text || !args.game.is_empty() {
        return Ok(None);
    }
    let mut names: Vec<String> = unmailed.iter().map(|(game, _)| game.name()).collect();
    names.extend(inbox::maybe_unsent(ctx)?.into_iter().map(|(name, _)| name));
    let [name] = names.as_slice() else { return Ok(None) };
    let mut game = OpenFile::open(ctx, name)?;
    Ok(Some(round(mail, &[], name, one_game::signed_text(ctx, &mut game))))
}

/// Adds the turns that haven't been mailed, and the commands to send them.
fn tell_unmailed(
    ctx: &mut Context,
    args: &Turn,
    report: &mut Report,
    unmailed: impl IntoIterator<Item = (OpenFile, u32)>,
) {
    for (game, number) in unmailed {
        report.line(format!("You haven't mailed turn {number} of {} yet.", game.name()));
        report.then(Next::command(if args.text {
            format!("pbem copy {} --turn", game.name())
        } else {
            turn_words::send_next(ctx, &game)
        }));
    }
}

/// Reports the only invitation. `is_told` says that the news has mentioned it.
fn tell_invitation(report: &mut Report, invitation: &Invitation, is_told: bool) {
    let Invitation { from, game, reply, .. } = invitation;
    if !is_told {
        let title = game.standing.kind.title();
        let end = if title.ends_with('!') { "" } else { "." };
        report.say(format!("{from} invites you to a game of {title}{end}"));
    }
    if let Some(same) = &reply.same {
        report.say(same.words());
    }
    report.then(reply.next());
}
