//! `pbem receive`: take in what has come by mail.

mod answer;
mod tray;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use answer::answer;
use tray::{DAMAGED, Game, INDENT, Odd, Tray, worse};

use crate::cli::context::Context;
use crate::cli::desk::{Behind, Changed, Desk, read_file};
use crate::cli::filing::Shelf;
use crate::cli::invitations::{open_seats, what_to_do};
use crate::cli::report::{Failure, Report, exit};
use crate::cli::sign;
use crate::cli::unfinished;
use crate::mail::{self, Flaw, Found, Search};
use crate::table::Expects;
use crate::turnfile::{self, Bytes32, Turn, TurnFile};
use crate::vault::{GameRecord, Seen};

/// How many files of the downloads folder are looked at, the newest.
const NEWEST: usize = 200;
/// How many of a Maildir or another folder that was named.
const MOST: usize = 20_000;
/// How much of standard input is looked at, in bytes: a large mailbox.
const MOST_INPUT: u64 = 1 << 30;

/// Take in what has come by mail: turn files, messages, mailboxes
#[derive(Args, Debug)]
#[command(after_help = "\
Every turn file in it is found, as an attachment or as text, checked, and put into your
games folder. What cannot be taken is named, and kept aside.

Examples:
  pbem receive                     the newest files in your downloads
  pbem receive \"Your move.eml\"     a message that you have saved
  pbem receive ~/Maildir           a Maildir, or a mailbox in the mbox format
  | pbem receive -                 in mutt: the message that you see
  | pbem receive - --answer --send     as a filter: a Checker that never sleeps")]
pub(crate) struct Receive {
    /// Turn files, messages, mailboxes or folders, or `-` for standard input; left out, your
    /// downloads
    #[arg(value_name = "FILE")]
    pub from: Vec<PathBuf>,
    /// Make the turns that need no decision
    #[arg(long)]
    pub answer: bool,
    /// Mail the turns that `--answer` makes
    #[arg(long, requires = "answer")]
    pub send: bool,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Receive) -> Result<Report, Failure> {
    let mut search = look(ctx, args)?;
    let shelf = Shelf::of(ctx)?;
    let named = args.from.iter().any(|from| ctx.path(from).is_file());
    let mut tray = Tray { named, ..Tray::default() };
    let whole_in: Vec<String> = search.found.iter().map(|found| found.place.clone()).collect();
    // The longest file of a game first: shorter ones of the same course are part of it.
    search.found.sort_by_key(|found| std::cmp::Reverse(found.session.turns()));
    let mut done: Vec<(Bytes32, Vec<Bytes32>)> = Vec::new();
    for found in &search.found {
        let (id, hashes) = (found.session.id().0, found.session.hashes());
        if done.iter().any(|(other, longer)| *other == id && longer.starts_with(&hashes)) {
            tray.known += 1;
            continue;
        }
        take(ctx, &shelf, &mut tray, found)?;
        done.push((id, hashes));
    }
    for damaged in &search.damaged {
        // A mail that quotes an older one below its attachment is in good order.
        if whole_in.contains(&damaged.place) {
            continue;
        }
        let changed = where_changed(ctx, &damaged.flaw)?;
        let why = changed.as_ref().map_or_else(|| damaged.flaw.message.clone(), Changed::words);
        let why = format!("damaged on the way: {why}");
        let odd = Odd {
            place: &damaged.place,
            why: &why,
            what: DAMAGED,
            text: &damaged.text,
            changed,
            exit: exit::BAD_FILE,
        };
        tray.aside(ctx, &shelf, &odd)?;
    }
    let mut report = Report::default();
    if tray.games.is_empty() && tray.asides.is_empty() {
        nothing_new(ctx, args, &search, &tray, &mut report)?;
    }
    report.warnings.append(&mut search.left_out);
    tray.tell(&mut report);
    let answered =
        if args.answer { answer(ctx, &tray, args.send, &mut report) } else { Vec::new() };
    report.json = json!({
        "schema": "pbem-received/1", "games": tray.games.iter().map(Game::to_json).collect::<Vec<_>>(), "aside": tray.asides,
        "known": tray.known, "looked_at": search.looked_at, "left_out": report.warnings, "answered": answered,
    });
    Ok(report)
}

/// Looks through what was named, or through the downloads.
fn look(ctx: &mut Context, args: &Receive) -> Result<Search, Failure> {
    let cannot = |path: &Path, error: &std::io::Error| {
        Failure::new(exit::TROUBLE, "disk", format!("cannot read {}: {error}", path.display()))
    };
    if args.from.is_empty() {
        let folder = downloads(ctx)?;
        return mail::search_folder(&folder, NEWEST).map_err(|error| cannot(&folder, &error));
    }
    let mut whole = Search::default();
    for from in &args.from {
        let path = ctx.path(from);
        let search = if from.as_os_str() == "-" {
            mail::search(&mut std::io::stdin().lock().take(MOST_INPUT), "standard input")
        } else if path.is_dir() {
            mail::search_folder(&path, MOST)
        } else if path.metadata().is_ok_and(|about| !about.is_file()) {
            // It may never come to an end.
            return Err(Failure::bad_file(
                "unreadable",
                format!("{} is no plain file.", from.display()),
            ));
        } else {
            File::open(&path).and_then(|file| {
                mail::search(&mut BufReader::new(file), &from.display().to_string())
            })
        };
        whole.append(search.map_err(|error| cannot(from, &error))?);
    }
    Ok(whole)
}

fn downloads(ctx: &mut Context) -> Result<PathBuf, Failure> {
    let set = ctx.config()?.get("downloads-dir")?.map(|dir| ctx.path(dir));
    set.or_else(|| ctx.around.places.downloads.clone()).ok_or_else(|| {
        Failure::usage("it is not known where your mail program saves files.")
            .then("pbem config downloads-dir FOLDER")
            .then("pbem receive FILE")
    })
}

/// Where a damaged file differs from one's own copy, if it is of a game of one's own.
fn where_changed(ctx: &mut Context, flaw: &Flaw) -> Result<Option<Changed>, Failure> {
    let (Some(file), Some(vault)) = (&flaw.file, ctx.vault()?) else { return Ok(None) };
    Ok(Changed::find(flaw.turns + 1, file, &vault.records(&file.game.id())?))
}

/// Takes in one sound file.
fn take(ctx: &mut Context, shelf: &Shelf, tray: &mut Tray, found: &Found) -> Result<(), Failure> {
    let id = found.session.id().0;
    let records = match ctx.vault()? {
        Some(vault) => vault.records(&id)?,
        None => Vec::new(),
    };
    if records.is_empty() {
        take_invitation(ctx, shelf, tray, found)
    } else {
        take_own(ctx, shelf, tray, found, &records)
    }
}

/// A file of a game in which one has a seat.
fn take_own(
    ctx: &mut Context,
    shelf: &Shelf,
    tray: &mut Tray,
    found: &Found,
    records: &[GameRecord],
) -> Result<(), Failure> {
    let hashes = found.session.hashes();
    let seen: Vec<Seen> = records.iter().map(|record| record.judge(&hashes)).collect();
    let name = records[0].name();
    let target = shelf.place_of(&records[0])?;
    // Taken in, or answered, before a crash, and not written yet.
    let newest = records.iter().filter_map(GameRecord::newest).max_by_key(|newest| newest.turns());
    let known = newest.map_or(0, crate::vault::Newest::turns);
    let own =
        newest.is_some_and(|newest| records.iter().any(|record| record.seat() == newest.last_seat));
    let last = |seen: &Seen| *seen == Seen::Same || own && *seen == Seen::Older { by: 1 };
    let unfinished =
        seen.iter().all(last) && newest.is_some_and(|newest| !holds(&target, &newest.chain));
    // The only thing that may be new in a file of the same turns.
    let claimed = seen.iter().all(|seen| *seen == Seen::Same)
        && found.file.claim.is_some()
        && lies_there(&target).is_none_or(|there| there.claim != found.file.claim);
    if !unfinished
        && !claimed
        && seen
            .iter()
            .all(|seen| matches!(seen, Seen::Same | Seen::Older { .. } | Seen::TakenBack { .. }))
    {
        if seen.iter().all(|seen| *seen == Seen::Same) || !tray.named {
            tray.known += 1;
        } else {
            tray.stale(&format!(
                "{}: an old copy of {name}, turn {}. You have turn {known}.",
                found.place,
                found.session.turns()
            ));
        }
        return Ok(());
    }
    let text = found.file.write();
    let what = format!("{name}-turn{}", found.session.turns());
    let odd = |why| Odd {
        place: &found.place,
        why,
        what: &what,
        text: &text,
        changed: None,
        exit: exit::BAD_FILE,
    };
    match Desk::lay_out(ctx, text.as_bytes(), Some(target.clone()), &found.place) {
        Err(failure) if failure.exit == exit::TROUBLE => Err(failure),
        Err(failure) => {
            let why = failure.message.lines().next().unwrap_or_default().to_owned();
            tray.aside(ctx, shelf, &Odd { exit: failure.exit, ..odd(&why) })
        }
        Ok(mut desk)
            if unfinished
                && desk.stale.as_ref().is_some_and(|stale| stale.behind == Behind::OwnTurn) =>
        {
            let finished = unfinished::finish(ctx, &mut desk)?;
            tray.lines.extend(finished.text.lines().map(str::to_owned));
            let next = finished.next.into_iter().next().unwrap_or_default();
            tray.game(desk.session.as_ref(), known, desk.name(), "finished", target, false, next);
            Ok(())
        }
        Ok(desk) if desk.stale.is_some() => {
            let why = format!(
                "a turn in it was taken back, or does not stand; {name} goes on from turn {}",
                desk.session.turns()
            );
            tray.aside(ctx, shelf, &odd(&why))
        }
        Ok(mut desk) => {
            desk.keep(ctx)?;
            let written = sign::write_newest(ctx, &target, &desk.file)?;
            let mine =
                desk.session.due().is_some_and(|due| desk.is_own(desk.session.names().of(due)));
            let next = match (desk.session.due(), mine) {
                _ if desk.breach.is_some() => format!("pbem verify {}", desk.name()),
                (None, _) => format!("pbem verify {}", written.display()),
                (Some(_), true) if desk.session.expects() == Expects::Reveal => {
                    format!("pbem reveal {}", desk.name())
                }
                (Some(_), true) => format!("pbem show {}", desk.name()),
                (Some(due), false) => format!("wait for {}'s mail", desk.session.names().of(due)),
            };
            let name = desk.name();
            tray.game(desk.session.as_ref(), known, name, "new", written, mine, next);
            tray.notices(ctx, &desk);
            if let Some(breach) = sign::breach_report(&desk) {
                tray.lines.extend(breach.message.lines().map(|line| format!("{INDENT}{line}")));
                tray.exit = worse(tray.exit, breach.exit);
            }
            Ok(())
        }
    }
}

/// Do these turns lie there?
fn holds(path: &Path, hashes: &[Bytes32]) -> bool {
    lies_there(path).is_some_and(|file| {
        file.turns.iter().map(Turn::hash).collect::<Vec<_>>().starts_with(hashes)
    })
}

fn lies_there(path: &Path) -> Option<TurnFile> {
    read_file(path, "").ok().and_then(|bytes| turnfile::read(&bytes).file)
}

/// A file of a game in which one has no seat: one may be free.
fn take_invitation(
    ctx: &mut Context,
    shelf: &Shelf,
    tray: &mut Tray,
    found: &Found,
) -> Result<(), Failure> {
    let (file, session) = (&found.file, found.session.as_ref());
    let what =
        format!("{}-{}-turn{}", session.kind(), &session.id().to_string()[..4], session.turns());
    let text = file.write();
    let odd = |why| Odd {
        place: &found.place,
        why,
        what: &what,
        text: &text,
        changed: None,
        exit: exit::BAD_FILE,
    };
    if open_seats(ctx, file, session)?.is_empty() {
        return tray.aside(ctx, shelf, &odd("a game in which you have no seat"));
    }
    let (path, seen) = shelf.place_of_invitation(file, session)?;
    match seen {
        Seen::Same => {
            tray.known += 1;
            tray.still_open.push(what_to_do(ctx, file, session, &path)?);
        }
        Seen::Older { .. } | Seen::TakenBack { .. } => tray.known += 1,
        Seen::Differs { at } => {
            let why = format!("its turn {at} is another than in {}", path.display());
            return tray.aside(ctx, shelf, &odd(&why));
        }
        Seen::Newer { .. } | Seen::Unknown => {
            let written = sign::write_newest(ctx, &path, file)?;
            let shown = written
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let next = what_to_do(ctx, file, session, &written)?;
            tray.game(session, session.turns(), shown, "invitation", written, false, next);
        }
    }
    Ok(())
}

fn nothing_new(
    ctx: &mut Context,
    args: &Receive,
    search: &Search,
    tray: &Tray,
    report: &mut Report,
) -> Result<(), Failure> {
    if tray.known > 0 {
        report.line(if tray.known == 1 {
            "Nothing new: you have seen that file.".to_owned()
        } else {
            format!("Nothing new in {} files.", tray.known)
        });
        if tray.still_open.is_empty() {
            report.then("pbem status");
        }
        tray.still_open.iter().for_each(|invitation| report.then(invitation));
        return Ok(());
    }
    if args.from.is_empty() {
        report.line(format!(
            "No turn file among the newest {} files in {}.",
            search.looked_at,
            downloads(ctx)?.display()
        ));
        report.then("save the attachment there, or name it:  pbem receive FILE");
        return Ok(());
    }
    // In a mailbox it would be anybody's archive.
    let closed = search.closed.first().filter(|_| search.looked_at == 1);
    let message = search
        .left_out
        .first()
        .or(closed)
        .map_or_else(|| "there is no turn file in it.".to_owned(), |why| format!("{why}."));
    Err(Failure::bad_file("no-turn-file", message)
        .then("save the attachment of the mail, and name that"))
}
