//! `pbem club receive`: read the copies that players mail to a club.

use std::path::PathBuf;

use clap::Args;
use pbem::audit::plural;
use pbem::letters::Search;

use super::folder::{self, Folder};
use crate::cli::club::{Intake, Taken};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::mail_folders::{SkippedFiles, incoming};
use crate::cli::mail_search::{folded, look_into};
use crate::cli::progress_bar::Bar;
use crate::cli::report::{Report, SCREEN, exit};
use crate::disk::{ClubFolder, DiskError};
use crate::post;

/// Maximum number of games to list.
const MOST_ROWS: usize = 40;

/// Read the copies of turns that players mail to your club
#[derive(Args, Debug)]
#[command(after_help = "\
pbem reads the same files and folders as `pbem receive`. It stores each game in
games/, and records in arrivals.jsonl when each turn reached you. pbem reads
this time from the email's topmost Received: line, which your own mail server
adds. If the line is missing, pbem uses the time in the file name (in a
Maildir), or else the time when it reads the email. You can read the same emails
twice, and in any order: the result is the same.

Examples:
  pbem club receive ~/Maildir   # all copies in a mailbox
  pbem club receive             # your mail-dir and downloads, see pbem config
  | pbem club receive -         # in a mail filter: one message
  pbem club receive --club cup  # the club in the folder cup")]
pub(crate) struct ClubReceive {
    /// Turn files, messages, mailboxes or folders, or `-` for standard input [default: your
    /// downloads, and `mail-dir` if it is set]
    #[arg(value_name = "FILE")]
    pub from: Vec<PathBuf>,
    /// Folder of the club [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub club: Option<PathBuf>,
    /// List every file that pbem didn't read
    #[arg(short, long)]
    pub verbose: bool,
}

/// A search that stores its results as it goes, so that a mailbox of any size fits into memory.
struct Storing<'a> {
    intake: Intake<'a>,
    bar: Bar,
    failed: Option<DiskError>,
}

impl Storing<'_> {
    fn after_message(&mut self, search: &mut Search, done: u64, of: u64) {
        self.bar.tell(done, of);
        if search.is_full() {
            self.store(search);
        }
    }

    fn store(&mut self, search: &mut Search) {
        let results = search.drain();
        if self.failed.is_none() {
            let result = self.intake.take(results, &search.chains);
            self.failed = result.err();
        }
    }
}

/// Runs `pbem club receive`.
pub(super) fn run(ctx: &mut Context, args: &ClubReceive) -> Result<Report, CliError> {
    let club = folder::open(ctx, args.club.as_deref())?;
    let (mail, skipped) = take(ctx, &club, &args.from)?;
    report(args, &mail, &skipped)
}

/// Reads the mail before a ruling, because the missing turn may have arrived. Returns the warnings
/// to print.
pub(super) fn read_mail(ctx: &mut Context, club: &Folder) -> Result<Vec<String>, CliError> {
    match take(ctx, club, &[]) {
        Ok((mail, skipped)) => {
            let damaged = mail.damaged.iter().map(|(place, why, _)| format!("{place}: {why}"));
            Ok(damaged.chain(skipped.iter().map(SkippedFiles::words)).collect())
        }
        Err(failure) if failure.kind == CliErrorKind::Usage => {
            let why = "pbem didn't read your mail first, because it doesn't know where your mail \
                arrives. Set the folder with  pbem config mail-dir FOLDER";
            Ok(vec![why.to_owned()])
        }
        Err(failure) => Err(failure),
    }
}

/// Reads the named files and folders. If none are named, reads the folders in which mail arrives.
fn take(
    ctx: &mut Context,
    Folder { root, roster }: &Folder,
    from: &[PathBuf],
) -> Result<(Taken, Vec<SkippedFiles>), CliError> {
    let mut folder = ClubFolder::open(root, &ctx.around.faults)?;
    let (intake, chains) = Intake::of(&mut folder, roster, ctx.now())?;
    let bar = Bar::of(ctx, "Looking", false);
    let mut storing = Storing { intake, bar, failed: None };
    let mut search = Search::default();
    (search.chains, search.own_mailbox) = (chains, true);
    let mut skipped = Vec::new();
    if from.is_empty() {
        skipped = look_in_folders(ctx, &mut search, &mut storing)?;
    }
    for from in from {
        let mut after = |search: &mut Search, done, of| storing.after_message(search, done, of);
        look_into(ctx, &mut search, from, &mut after)?;
    }
    storing.store(&mut search);
    if let Some(failed) = storing.failed {
        return Err(failed.into());
    }
    let mut mail = storing.intake.report;
    mail.looked_at = search.looked_at;
    Ok((mail, skipped))
}

/// Searches the folders in which mail arrives.
fn look_in_folders(
    ctx: &mut Context,
    search: &mut Search,
    storing: &mut Storing<'_>,
) -> Result<Vec<SkippedFiles>, CliError> {
    let places = incoming(ctx)?;
    ctx.close_vault();
    let mut skipped = Vec::new();
    let mut unread = Vec::new();
    for place in &places {
        search.own_mailbox = place.is_mailbox();
        match place.list() {
            Ok(listing) => {
                let mut after =
                    |search: &mut Search, done, of| storing.after_message(search, done, of);
                post::search_listing(search, &listing, &mut after);
                skipped.extend(SkippedFiles::of(place, &listing));
            }
            Err(error) => unread.push(place.unread(&error)),
        }
        storing.store(search);
    }
    if unread.len() == places.len() {
        return unread.pop().map_or(Ok(skipped), Err);
    }
    for failure in unread {
        ctx.warn(failure.to_warning());
    }
    Ok(skipped)
}

/// Describes a damaged file; `turns` is `None` if another version of pbem wrote the file.
fn damaged_words(place: &str, why: &str, turns: Option<u32>) -> String {
    match turns {
        Some(turns) => format!("DAMAGED  {place}: {why}. Turns read before the damage: {turns}."),
        None => format!("UNREADABLE  {place}: {why}."),
    }
}

fn report(args: &ClubReceive, mail: &Taken, skipped: &[SkippedFiles]) -> Result<Report, CliError> {
    let mut report = Report::of("pbem-club-received/1", &mail.to_json(skipped));
    let nothing = mail.games.is_empty() && mail.damaged.is_empty();
    if let [only] = args.from.as_slice()
        && nothing
        && mail.looked_at <= 1
        && let Some(why) = mail.left_out.first()
    {
        let message = format!("{}: {why}", only.display());
        return Err(CliError::bad_file(CliErrorKind::NoTurnFile, message));
    }
    let new: usize = mail.games.values().map(|game| game.new).sum();
    match (new, mail.games.len()) {
        (0, _) => report.line(format!("Nothing new in {}.", plural(mail.looked_at, "message"))),
        (new, games) => {
            report.line(format!("{} in {}.", plural(new, "new turn"), plural(games, "game")));
        }
    }
    let rows = mail.games.values().take(MOST_ROWS).map(|game| {
        let due =
            game.due.as_ref().map_or_else(|| "over".to_owned(), |due| format!("{due} to move"));
        let turn = format!("turn {}", game.turns);
        [format!("  {}", game.kind), game.players.join(" - "), turn, due]
    });
    report.columns(&rows.collect::<Vec<_>>(), [SCREEN, 28, SCREEN, SCREEN]);
    if mail.games.len() > MOST_ROWS {
        report.line(format!("  and {}", plural(mail.games.len() - MOST_ROWS, "other game")));
    }
    for (id, number, seat) in &mail.ahead {
        let id = hex::encode(id.get(..3).unwrap_or_default());
        report.say(format!(
            "Turn {number} of game {id} is dated more than a day after it arrived. pbem uses the \
                date of arrival instead. Tell {seat} to check the computer's clock."
        ));
    }
    for (place, why, turns) in &mail.damaged {
        report.say(damaged_words(place, why, *turns));
        report.exit = exit::BAD_FILE;
    }
    if !mail.strangers.is_empty() {
        let games = plural(mail.strangers.len(), "game");
        report.say(format!("Ignored {games} between players who aren't in the club."));
    }
    for id in &mail.too_many {
        let id = hex::encode(id);
        report
            .warnings
            .push(format!("game {id} has too many versions; pbem didn't save a new one"));
    }
    report.warnings.extend(folded(&mail.left_out, args.verbose));
    if mail.left_for_later > 0 {
        let files = plural(mail.left_for_later, "file");
        report.warnings.push(format!("{files} left to read: run pbem club receive again"));
    }
    for skipped in skipped {
        report.say(skipped.sentence());
    }
    Ok(report)
}
