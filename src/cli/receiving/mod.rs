//! Reads new turns from files, messages and mailboxes.

mod answer;
mod invitation;
#[cfg(feature = "tui")]
mod lookout;
pub(crate) mod mail;
mod newer;
pub(crate) mod news;
mod pieces;
mod received;
mod rulings;
mod search;

use std::path::{Path, PathBuf};

use pbem::audit::plural;
use pbem::desk::{Arrival, DeskError, GameRecord, KeyDifference, StaleKind};
use pbem::letters::{FileError, Found, Search};
use pbem::table::Expects;
use pbem::turnfile::Bytes32;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{MAIL_AGAIN, OpenFile, Target, changed_words, objected, remembered};
use crate::cli::games_dir::GamesDir;
use crate::cli::inbox::unreadable_record;
use crate::cli::mail_folders::{SearchResult, incoming_words};
use crate::cli::mail_search::folded;
use crate::cli::next::Next;
use crate::cli::notices::how_to_unlock;
use crate::cli::report::{Report, exit, object};
use crate::cli::turn_result::TurnResult;
use crate::cli::view::next_steps;
use crate::cli::{play_turn, turn_words};
use answer::answer;
pub(crate) use answer::{decided, is_decided, is_offered, only_declines};
use invitation::take_invitation;
#[cfg(feature = "tui")]
pub(crate) use lookout::Lookout;
use newer::{Freshness, brought_back, unread_at, why_it_does_not_stand};
#[cfg(feature = "tui")]
pub(crate) use news::News;
use pieces::put_unfit_aside;
pub(crate) use received::ReceivedFiles;
use received::{ArrivalKind, GameArrival, SetAside, worse};
use search::{look, look_through};

/// The sources to read, with options for the new turns and the report.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub(crate) struct ReceiveRequest {
    /// Turn files, messages, mailboxes or folders, or `-` for standard input. If the list is empty,
    /// pbem reads your downloads and `mail-dir`.
    pub from: Vec<PathBuf>,
    /// Whether to take the turns that need no decision.
    pub answer: bool,
    /// Whether to mail the turns that pbem takes because of `answer`.
    pub send: bool,
    /// Whether to list every file that pbem didn't read.
    pub verbose: bool,
    /// Whether to suppress the progress bar.
    pub quiet: bool,
}

/// Reads the named files, or the mail that has arrived. Closes the vault while reading, so callers
/// must reload everything that they have loaded from the vault.
pub(crate) fn receive(
    ctx: &mut Context,
    request: &ReceiveRequest,
) -> Result<(ReceivedFiles, Report), CliError> {
    let result = look(ctx, request)?;
    store(ctx, request, result)
}

/// Reads these bytes as if they came from standard input.
pub(crate) fn receive_text(
    ctx: &mut Context,
    request: &ReceiveRequest,
    text: &[u8],
) -> Result<Report, CliError> {
    let search = look_through(ctx, text)?;
    Ok(store(ctx, request, SearchResult { search, ..SearchResult::default() })?.1)
}

/// Stores the games that a search found.
fn store(
    ctx: &mut Context,
    request: &ReceiveRequest,
    result: SearchResult,
) -> Result<(ReceivedFiles, Report), CliError> {
    let SearchResult { mut search, skipped, unread } = result;
    for failure in unread {
        ctx.warn(failure.to_warning());
    }
    // Report an archive only if the subject of its email names a game.
    let archives = search.closed.iter().filter(|part| part.names_game && search.looked_at > 1);
    archives.for_each(|archive| ctx.warn(&archive.words));
    let shelf = GamesDir::of(ctx)?;
    let names_file = request.from.iter().any(|from| ctx.path(from).is_file());
    let mut received =
        ReceivedFiles { names_file, known: search.known, skipped, ..ReceivedFiles::default() };
    let now = ctx.now();
    let joined = ctx.desk()?.piece_together(&mut search, now);
    received.known += joined.known.len();
    for fault in joined.unreadable {
        leave_in_mail(ctx, &mut received, fault)?;
    }
    put_unfit_aside(ctx, &shelf, &joined.left, &mut received)?;
    // Start with the longest file of each game, because it usually contains the shorter files.
    search.found.sort_by_key(|found| std::cmp::Reverse(found.game.standing.turns()));
    received.arrivals = search.arrivals();
    let mut done: Vec<(Bytes32, Vec<Bytes32>)> = Vec::new();
    for found in &search.found {
        let (id, hashes) = (found.game.standing.id.0, &found.game.standing.hashes);
        if done.iter().any(|(other, longer)| *other == id && longer.starts_with(hashes)) {
            received.known += 1;
            continue;
        }
        take(ctx, &shelf, &mut received, found)?;
        done.push((id, hashes.clone()));
    }
    put_damaged_aside(ctx, &shelf, &search, &mut received)?;
    rulings::take(ctx, &shelf, &search, &mut received)?;
    let mut report = Report::default();
    if received.is_nothing() && received.exit != exit::TROUBLE {
        nothing_new(ctx, request, &search, &received, &mut report)?;
    }
    let left_out = std::mem::take(&mut search.left_out);
    report.warnings.extend(folded(&left_out, request.verbose));
    if search.too_many > 0 {
        report.warnings.push(format!(
            "pbem left {} for later: run pbem receive again",
            plural(search.too_many, "older turn file")
        ));
    }
    received.tell(&mut report);
    let answered =
        if request.answer { answer(ctx, &received, request.send, &mut report) } else { Vec::new() };
    report.json = object("pbem-received/1", &received.to_json(&search, left_out, answered));
    news::announce(ctx, &news::of(&received));
    Ok((received, report))
}

/// Warns the user that the record of a game can't be read. Mail for this game stays where it is,
/// and pbem continues with the other games.
fn leave_in_mail(
    ctx: &mut Context,
    received: &mut ReceivedFiles,
    fault: DeskError,
) -> Result<(), CliError> {
    let warning = unreadable_record(ctx, fault)?;
    ctx.warn(warning);
    received.exit = worse(received.exit, exit::TROUBLE);
    Ok(())
}

/// Sets aside a damaged turn file.
fn put_damaged_aside(
    ctx: &mut Context,
    shelf: &GamesDir,
    search: &Search,
    received: &mut ReceivedFiles,
) -> Result<(), CliError> {
    let whole_in: Vec<&String> = search.found.iter().map(|found| &found.place).collect();
    for damaged in &search.damaged {
        // Skip damaged text in a message that also has an intact file: an email may quote an older
        // turn below its attachment.
        if whole_in.contains(&&damaged.place) || search.known_in.contains(&damaged.place) {
            continue;
        }
        let changed = where_changed(ctx, &damaged.flaw)?;
        let why = changed.as_ref().map_or_else(|| damaged.flaw.message.clone(), changed_words);
        let other_format = damaged.flaw.kind.filter(|kind| kind.is_other_format());
        let (why, file_stem, advice) = match other_format {
            Some(kind) => (why, "other-format", kind.advice()),
            None => (format!("damaged on the way: {why}"), "damaged", MAIL_AGAIN),
        };
        let set_aside = SetAside {
            place: &damaged.place,
            why: &why,
            file_stem,
            text: &damaged.text,
            changed,
            exit: exit::BAD_FILE,
        };
        let reported = received.asides.len();
        received.aside(ctx, shelf, &set_aside)?;
        if received.asides.len() > reported {
            received.again = received.again.or(Some(advice));
        }
    }
    Ok(())
}

/// Finds the first difference between a damaged turn and the vault's version, if the user plays in
/// its game.
fn where_changed(ctx: &mut Context, flaw: &FileError) -> Result<Option<KeyDifference>, CliError> {
    let Some(file) = &flaw.file else { return Ok(None) };
    // If the record of the game is damaged too, there is nothing to compare the file with.
    Ok(ctx.desk()?.changed(flaw.turns + 1, file).unwrap_or_default())
}

/// Stores one valid file.
fn take(
    ctx: &mut Context,
    shelf: &GamesDir,
    received: &mut ReceivedFiles,
    found: &Found,
) -> Result<(), CliError> {
    let id = found.game.standing.id.0;
    let mut records = match ctx.desk()?.records(&id) {
        Ok(records) => records,
        Err(fault) => return leave_in_mail(ctx, received, fault),
    };
    let is_lost = records.is_empty();
    if is_lost {
        records = brought_back(ctx, found, &received.arrivals)?;
    }
    if records.is_empty() && ctx.desk()?.is_arbiter_of(&found.game)? {
        rulings::take_copy(ctx, received, found)
    } else if records.is_empty() {
        take_invitation(ctx, shelf, received, found)
    } else {
        let games = received.games.len();
        take_own(ctx, shelf, received, (found, is_lost), &records)?;
        if records.iter().any(|record| record.withdrawn) && received.games.len() > games {
            received.came_back();
        }
        Ok(())
    }
}

/// Stores a file of a game in which the user has a seat.
fn take_own(
    ctx: &mut Context,
    shelf: &GamesDir,
    received: &mut ReceivedFiles,
    (found, is_back): (&Found, bool),
    records: &[GameRecord],
) -> Result<(), CliError> {
    let target = shelf.place_of(&records[0])?;
    // After a restore from a backup, the file in the folder may be newer than the mail.
    if let Some(there) = unread_at(ctx, &target, records, found)? {
        take_into(ctx, shelf, received, (&there, false), records, &target)?;
        let records = ctx.desk()?.records(&found.game.standing.id.0)?;
        return take_into(ctx, shelf, received, (found, false), &records, &target);
    }
    take_into(ctx, shelf, received, (found, is_back), records, &target)
}

/// Stores a file of one of the user's games in the vault and at the path `target`. A game whose
/// record was lost counts as news even without new turns.
fn take_into(
    ctx: &mut Context,
    shelf: &GamesDir,
    received: &mut ReceivedFiles,
    (found, is_back): (&Found, bool),
    records: &[GameRecord],
    target: &Path,
) -> Result<(), CliError> {
    let name = records[0].name().to_owned();
    let now = ctx.now();
    let loaded = ctx.desk()?.receive_mail(found.game.clone(), &received.arrivals, now);
    let aside = |ctx: &Context, received: &mut ReceivedFiles, why: &str, exit| {
        let file_stem = format!("{name}-turn{}", found.game.standing.turns());
        let text = found.game.file.write();
        let (place, changed) = (&found.place, None);
        let set_aside = SetAside { place, why, file_stem: &file_stem, text: &text, changed, exit };
        received.aside(ctx, shelf, &set_aside)
    };
    let loaded = match loaded {
        Ok(loaded) => loaded,
        // The user undid this game.
        Err(DeskError::TakenBack(_)) => {
            pass_over(received, found, &name, Arrival::TakenBack(1), 0);
            return Ok(());
        }
        Err(trouble) => {
            let failure = objected(&found.place, trouble);
            if failure.exit == exit::TROUBLE {
                return Err(failure);
            }
            let why = failure.message.lines().next().unwrap_or_default();
            return aside(ctx, received, why, failure.exit);
        }
    };
    ctx.has_compared(&loaded);
    let target = shelf.place_beside(target.to_owned(), &records[0])?;
    let mut loaded = OpenFile::new(ctx, loaded, Target::at(Some(target.clone())));
    loaded.loaded.place = remembered(Some(&target));
    let novelty = Freshness::of(&loaded, records, &target);
    let known = novelty.known;
    if novelty.is_none() && !is_back {
        pass_over(received, found, &name, novelty.arrival, known);
        return Ok(());
    }
    match loaded.stale.as_ref().map(|stale| stale.behind) {
        Some(StaleKind::OwnTurn) if novelty.unfinished => {
            finish_turn(ctx, received, loaded, target, known)
        }
        Some(_) => {
            if loaded.keeps_more() {
                loaded.keep(ctx)?;
            }
            let why = why_it_does_not_stand(&loaded, found);
            aside(ctx, received, &why, exit::BAD_FILE)
        }
        None => take_news(ctx, received, &mut loaded, &target, known),
    }
}

/// Writes the user's own turn that a crash kept out of the file. `known` is the number of turns
/// that the vault had before this mail.
fn finish_turn(
    ctx: &mut Context,
    received: &mut ReceivedFiles,
    loaded: OpenFile,
    target: PathBuf,
    known: u32,
) -> Result<(), CliError> {
    let TurnResult { report: finished, game: Some(loaded), .. } = play_turn::finish(ctx, loaded)?
    else {
        return Ok(());
    };
    received.body.append(finished.body);
    let next = finished.next.into_iter().next().unwrap_or_else(|| Next::advice(""));
    let now = ctx.now();
    let coming = GameArrival { since: known, name: loaded.name(), how: ArrivalKind::Finished, now };
    received.game(&loaded.game, coming, target, false, next);
    Ok(())
}

/// Stores and reports a game with new turns. `known` is the number of turns that the vault had
/// before this mail.
fn take_news(
    ctx: &mut Context,
    received: &mut ReceivedFiles,
    loaded: &mut OpenFile,
    target: &Path,
    known: u32,
) -> Result<(), CliError> {
    loaded.keep(ctx)?;
    let written = turn_words::write_newest(ctx, target, &loaded.game.file)?;
    let name = loaded.name();
    // The news must not announce a planned move that is illegal now.
    if let Some(dropped) = play_turn::drop_impossible(ctx, loaded)? {
        ctx.warn(format!("{name}: {dropped}"));
    }
    let due = loaded.game.standing.due_name();
    let mine = loaded.is_mine();
    let mut over = due.is_none().then(|| next_steps::over(ctx, loaded)).into_iter().flatten();
    let verify = || Next::command(format!("pbem verify {name}"));
    let next = match due {
        None => over.next().unwrap_or_else(verify),
        _ if loaded.game.standing.breach.is_some() => verify(),
        Some(_) if mine && let Some(unlock) = how_to_unlock(ctx, loaded) => unlock,
        Some(_) if mine && loaded.game.standing.expects == Expects::Reveal => {
            Next::command(format!("pbem reveal {name}"))
        }
        Some(_) if mine => Next::command(format!("pbem turn {name}")),
        Some(due) if loaded.bot_is_due() => {
            Next::command(format!("pbem turn {name}")).why(format!("{due} answers"))
        }
        Some(due) => Next::advice(format!("wait for mail from {due}")),
    };
    received.next.extend(over);
    let coming = GameArrival { since: known, name, how: ArrivalKind::New, now: ctx.now() };
    received.game(&loaded.game, coming, written, mine, next);
    received.notices(ctx, loaded);
    if let Some(breach) = turn_words::breach_report(loaded) {
        breach.message.lines().for_each(|line| received.below(line));
        received.exit = worse(received.exit, breach.exit);
    }
    Ok(())
}

/// Skips a file without news. Reports it only if the user named it.
fn pass_over(
    received: &mut ReceivedFiles,
    found: &Found,
    name: &str,
    arrival: Arrival,
    known: u32,
) {
    if !received.names_file || arrival == Arrival::Known {
        received.known += 1;
        return;
    }
    let turns = found.game.standing.turns();
    received.stale(&format!(
        "{}: an old copy of {name}, turn {turns}. You have turn {known}.",
        found.place
    ));
}

fn nothing_new(
    ctx: &mut Context,
    request: &ReceiveRequest,
    search: &Search,
    received: &ReceivedFiles,
    report: &mut Report,
) -> Result<(), CliError> {
    if received.known > 0 {
        report.line(if received.known == 1 {
            let one = "Nothing new: you have already received that file.";
            if received.names_file { one.to_owned() } else { "Nothing new.".to_owned() }
        } else {
            format!("Nothing new in {} files.", received.known)
        });
        if received.still_open.is_empty() {
            report.then(Next::command("pbem status"));
        }
        received.still_open.iter().for_each(|next| report.then(next.clone()));
        return Ok(());
    }
    if request.from.is_empty() {
        let places = incoming_words(ctx)?;
        report.line(match search.looked_at {
            0 if !received.skipped.is_empty() => format!("Found no mail in {places}."),
            0 => format!("Found no files in {places}."),
            1 => format!("Found one file in {places}, but no turn."),
            files => format!("Found no turns in the {files} latest files in {places}."),
        });
        report.then(Next::advice("save the attachment there, or type:  pbem receive FILE"));
        return Ok(());
    }
    // Mention an archive that can't be opened only if it is the only file. In a mailbox, it could
    // be anyone's archive.
    let closed = search.closed.first().filter(|_| search.looked_at == 1).map(|part| &part.words);
    let message = search
        .left_out
        .first()
        .or(closed)
        .map_or_else(|| "found no turn file.".to_owned(), |why| format!("{why}."));
    Err(CliError::bad_file(CliErrorKind::NoTurnFile, message)
        .then(Next::advice("save the email's attachment, then type  pbem receive FILE")))
}
