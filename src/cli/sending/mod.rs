//! Sends the latest file of a game: `pbem send`, `--send`, reminders and rulings.

mod draft;
mod ruling;

use std::path::PathBuf;

use clap::Args;
use pbem::letters::{self, Letter, LetterBody, Mailbox};
use pbem::service::Recipients;
use pbem::turnfile::Moment;
use serde::Serialize;

use self::draft::draft;
pub(crate) use self::ruling::{players, ruling};
#[cfg(feature = "tui")]
use crate::cli::addresses::note_addresses;
use crate::cli::addresses::{arbiter, note, reached, should_have};
use crate::cli::context::Context;
use crate::cli::delivery::{Transport, hand_over, trouble, way_set};
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::{draft_place, drafts};
use crate::cli::next::Next;
use crate::cli::notices::{ClaimJson, claim_json, may_publish};
use crate::cli::report::{Report, exit, object};
use crate::cli::turn_words::{list, send_again, send_command};
use crate::cli::view::next_game::next_game;

/// How to send a message. Without any of these options, pbem uses the settings.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Sending {
    /// Mail the turn again, for example because an email was lost
    #[arg(long)]
    pub again: bool,
    /// Set by `pbem remind`: the message is a reminder.
    #[arg(skip)]
    pub reminder: bool,
    /// Write a draft to this file, or `-` for standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["sendmail", "smtp"])]
    pub output: Option<PathBuf>,
    /// Send with this program, which must work like sendmail
    #[arg(long, value_name = "PROGRAM", conflicts_with = "smtp")]
    #[arg(num_args = 0..=1, default_missing_value = "")]
    pub sendmail: Option<String>,
    /// Send through this mail server: `smtps://bob@mail.example.org`
    #[arg(long, value_name = "URL")]
    pub smtp: Option<String>,
    /// Mail the turn to this address: `bob=bob@example.org`; with only one other player, the
    /// address is enough
    #[arg(long, value_name = "ADDRESS")]
    pub to: Vec<String>,
}

/// A message as JSON.
#[derive(Serialize)]
struct SentJson<'a> {
    name: String,
    id: String,
    number: u32,
    subject: &'a str,
    to: Vec<String>,
    cc: Vec<String>,
    /// Players without an address.
    missing: Vec<String>,
    sent: bool,
    reminder: bool,
    claim: Option<ClaimJson>,
}

impl<'a> SentJson<'a> {
    fn of(
        game: &OpenFile,
        letter: &'a Letter,
        missing: Vec<String>,
        (sent, reminder): (bool, bool),
    ) -> Self {
        let addresses = |to: &[Mailbox]| to.iter().map(|to| to.address().to_owned()).collect();
        SentJson {
            name: game.name(),
            id: game.game.standing.id.to_string(),
            number: game.game.standing.turns(),
            subject: &letter.body.subject,
            to: addresses(&letter.to),
            cc: addresses(&letter.cc),
            missing,
            sent,
            reminder,
            claim: claim_json(game),
        }
    }
}

/// Sends the latest file, or writes the draft.
pub(crate) fn mail(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    args: &Sending,
) -> Result<Report, CliError> {
    let at = loaded.require_seat(ctx)?;
    let number = loaded.game.standing.turns();
    let people = people(ctx, loaded, at, args)?;
    let way = way(ctx, loaded, args)?;
    let mut report = Report::default();
    let (to, mut missing) = reached(ctx, loaded, at, &people.to)?;
    let (cc, more) = reached(ctx, loaded, at, &people.cc)?;
    missing.extend(more);
    if !missing.is_empty() {
        let nobody =
            people.to.iter().any(|name| missing.contains(name)) || to.is_empty() && cc.is_empty();
        let unreached = should_have(loaded, people, &missing);
        if !unreached.is_empty() {
            report.warnings.push(without(loaded, &unreached, &way, nobody)?);
        }
    }
    // In a finished game, no player has to move, so address the message to the players who would
    // otherwise get copies.
    let (to, mut cc) = if to.is_empty() { (cc, to) } else { (to, cc) };
    cc.extend(arbiter(loaded));
    let mut letter =
        letter(ctx, loaded, at, (to, cc), args.again, matches!(way, Transport::Draft(..)))?;
    if args.reminder {
        letter.body = letter.body.reminding(&loaded.game.standing, ctx.now());
        loaded.records[at].reminded = Some(ctx.now());
    }
    // Mailing an invitation cancels an earlier withdrawal: the player waits for an answer again.
    loaded.records[at].withdrawn = false;
    loaded.keep(ctx)?;
    let is_sent = !matches!(way, Transport::Draft(..));
    let sent = SentJson::of(loaded, &letter, missing, (is_sent, args.reminder));
    report.json = object("pbem-sent/1", &sent);
    let bytes = letter.write().map_err(|error| trouble(&error.to_string()))?;
    match way {
        Transport::Draft(path, _) if path.as_os_str() == "-" => {
            report.file = Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        Transport::Draft(path, is_named) => {
            let mut earlier = drafts(ctx, loaded, number);
            earlier.retain(|_| !args.again);
            draft(ctx, &mut report, &path, is_named, &earlier, &bytes)?;
            // Give this hint only with the user's first turn in a game.
            if loaded.records[at].signed_turns().len() == 1 {
                let next = Next::command("pbem config sendmail msmtp");
                report.then(next.why("send without drafts: see pbem help mail"));
            }
        }
        way => {
            hand_over(ctx, &way, &letter, &bytes)?;
            let now = ctx.now();
            remember(ctx, loaded, number, Some(now))?;
            tell(ctx, &mut report, loaded, &letter);
        }
    }
    Ok(report)
}

/// Returns the recipients, and stores the typed addresses. If the turn was already mailed, the
/// recipients are only the players whose addresses are new.
fn people(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    at: usize,
    args: &Sending,
) -> Result<Recipients, CliError> {
    let people = Recipients::of(loaded);
    let all = [people.to.clone(), people.cc.clone()].concat();
    let (_, unknown) = reached(ctx, loaded, at, &all)?;
    note(ctx, loaded, at, &args.to)?;
    match may_send(ctx, loaded, args.again) {
        Err(failure) if failure.kind == CliErrorKind::Mailed => {
            let (_, still) = reached(ctx, loaded, at, &unknown)?;
            let to = unknown.into_iter().filter(|name| !still.contains(name)).collect::<Vec<_>>();
            if to.is_empty() {
                Err(failure)
            } else {
                Ok(Recipients { to, ..Recipients::default() })
            }
        }
        may => may.map(|()| people),
    }
}

/// Returns the recipients of a message, and the players without an address. Uses the addresses in
/// `said` too, without storing them. For a draft, which needs no addresses, both lists are empty.
#[cfg(feature = "tui")]
pub(crate) fn recipients(
    ctx: &mut Context,
    mut loaded: OpenFile,
    said: &[String],
) -> Result<(Vec<Mailbox>, Vec<String>), CliError> {
    may_publish(ctx, &loaded)?;
    let at = loaded.require_seat(ctx)?;
    note_addresses(&mut loaded, at, said)?;
    if matches!(way(ctx, &loaded, &Sending::default())?, Transport::Draft(..)) {
        return Ok((Vec::new(), Vec::new()));
    }
    let Recipients { to, cc, .. } = Recipients::of(&loaded);
    reached(ctx, &loaded, at, &[to, cc].concat())
}

/// Stores these addresses in the user's record of the game.
#[cfg(feature = "tui")]
pub(crate) fn remember_addresses(
    ctx: &mut Context,
    mut loaded: OpenFile,
    said: &[String],
) -> Result<(), CliError> {
    let at = loaded.require_seat(ctx)?;
    note(ctx, &mut loaded, at, said)
}

/// Returns a warning about the players without an address. If `nobody` is true, fails instead,
/// unless the message is a draft. `nobody` means that a player who needs the turn has no address,
/// or that no player has an address.
fn without(
    loaded: &OpenFile,
    missing: &[String],
    way: &Transport,
    nobody: bool,
) -> Result<String, CliError> {
    let who = list(missing);
    let ask = send_command(loaded, missing);
    match way {
        Transport::Draft(..) => Ok(format!(
            "there is no email address for {who}: type it into the draft. To save the \
                address:\n{ask}"
        )),
        _ if nobody => {
            let message = format!("there is no email address for {who}. Nothing was sent.");
            Err(CliError::usage(message).then(Next::command(ask)))
        }
        _ => Ok(format!(
            "there is no email address for {who}, so {who} got no copy. To save the address:\n{ask}"
        )),
    }
}

/// Adds the advice to repeat the command, if the user can fix the cause of the failure.
pub(crate) fn again(failure: CliError) -> CliError {
    if failure.exit == exit::TROUBLE {
        failure.then(Next::advice("type the command again when this is fixed"))
    } else {
        failure
    }
}

/// Reports the recipients and the next step.
fn tell(ctx: &mut Context, report: &mut Report, loaded: &OpenFile, letter: &Letter) {
    let standing = &loaded.game.standing;
    let recipients: Vec<String> = letter
        .recipients()
        .map(|person| format!("{} <{}>", person.name(), person.address()))
        .collect();
    let (number, to) = (standing.turns(), recipients.join(", "));
    report.row("Mailed", format!("turn {number} of {} to {to}", loaded.name()));
    if let Some(due) = standing.due_name() {
        report.then(Next::command("pbem receive").why(format!("when mail from {due} arrives")));
    } else {
        report.then(
            Next::command(format!("pbem verify {}", loaded.typed()))
                .why("check that everyone was honest"),
        );
        report.next.extend(next_game(ctx, loaded));
    }
}

/// Fails if there is nothing to mail, or no one to mail it to.
pub(crate) fn may_send(ctx: &mut Context, loaded: &OpenFile, again: bool) -> Result<(), CliError> {
    let name = loaded.name();
    let number = loaded.game.standing.turns();
    if loaded.is_mine() {
        return Err(CliError::not_now(
            CliErrorKind::YourTurn,
            "it is your turn: move first, then mail the file.",
        )
        .then(Next::command(format!("pbem show {name}"))));
    }
    if !loaded.has_people() {
        let seats = &loaded.game.file.game.seats;
        if seats.iter().any(|seat| loaded.bot(seat).is_some()) {
            let message = "all your opponents in this game are bots, so there is no one to mail.";
            return Err(CliError::not_now(CliErrorKind::Nobody, message)
                .then(Next::command(format!("pbem show {name}"))));
        }
        return Err(CliError::not_now(
            CliErrorKind::Nobody,
            "you play all seats of this game, so there is no one to mail.",
        ));
    }
    may_publish(ctx, loaded)?;
    if again {
        return Ok(());
    }
    let was_mailed = match (loaded.bot_turn(), loaded.last_own()) {
        (Some(number), _) => loaded.was_given(number),
        (None, Some(last)) => {
            loaded.was_mailed(last) == Some(true) && loaded.maybe_mailed().is_none()
        }
        (None, None) => {
            let message = "the last turn isn't yours, so you have nothing new to mail.";
            return Err(CliError::not_now(CliErrorKind::NotYours, message)
                .then(Next::command(send_again(ctx, loaded)).why("mail the latest file anyway")));
        }
    };
    if was_mailed {
        return Err(CliError::not_now(
            CliErrorKind::Mailed,
            format!("turn {number} has already been mailed."),
        )
        .then(Next::command(send_again(ctx, loaded)).why("mail it again, if it was lost")));
    }
    Ok(())
}

/// Returns the way to send a message: the way that the command names, or else the way in the
/// settings, or else a draft.
fn way(ctx: &mut Context, loaded: &OpenFile, args: &Sending) -> Result<Transport, CliError> {
    if let Some(path) = &args.output {
        let path = if path.as_os_str() == "-" { path.clone() } else { ctx.path(path) };
        return Ok(Transport::Draft(path, true));
    }
    if let Some(way) = way_set(ctx, args.sendmail.as_deref(), args.smtp.as_deref())? {
        return Ok(way);
    }
    Ok(Transport::Draft(draft_place(ctx, loaded, loaded.game.standing.turns()), false))
}

fn letter(
    ctx: &mut Context,
    loaded: &OpenFile,
    at: usize,
    people: (Vec<Mailbox>, Vec<Mailbox>),
    again: bool,
    draft: bool,
) -> Result<Letter, CliError> {
    let standing = &loaded.game.standing;
    let me = loaded.records[at].seat();
    let player = loaded.seat_named(me).and_then(|seat| standing.player(seat));
    let display_name = player.and_then(|player| player.full_name.as_deref()).unwrap_or(me);
    let from = ctx.config()?.mail().and_then(|address| Mailbox::new(display_name, address));
    let file_name = letters::file_name(standing.kind.short(), standing.id, standing.turns());
    let now = ctx.now();
    let began = ctx.desk()?.began_last(loaded, now)?;
    let (claim, page) = (loaded.claim(), ctx.config()?);
    let page = page.page_url();
    Ok(Letter {
        from,
        to: people.0,
        cc: people.1,
        date: now,
        body: LetterBody::new(&loaded.game, claim, began.as_deref(), page, now),
        thread: letters::thread(standing.id, &standing.hashes),
        again,
        draft,
        file_name,
        file: loaded.game.file.write(),
    })
}

/// Records that the turn has left this computer, so that it can't be undone. `at` is the time at
/// which pbem mailed the turn; `None` if the user sent it.
pub(crate) fn remember(
    ctx: &mut Context,
    loaded: &OpenFile,
    number: u32,
    at: Option<Moment>,
) -> Result<(), CliError> {
    let standing = &loaded.game.standing;
    let staged = ctx.desk()?.mailed(&standing.id.0, number, standing.head(), at)?;
    ctx.keep(staged)
}
