//! `pbem club page`: standings, results and replays as a web page.

use std::path::{Path, PathBuf};

use clap::Args;
use pbem::audit::plural;
use pbem::club::{self, Facts, Games, MARK, ReplayAt};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::folder::{self, Folder};
use super::verdicts::{self, Verdicts};
use super::{replays, table};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::progress_bar::Bar;
use crate::cli::report::{Report, place};
use crate::disk::Writer;

/// Make a web page of the club, with standings, results and replays
#[derive(Args, Debug)]
#[command(after_help = "\
The page is one file and loads nothing else. It shows no email addresses, and no
boards of games in progress. For a club with many games, name a folder: each
replay becomes a separate file, and pbem writes only the new replays.

Examples:
  pbem club page                    # write club.html
  pbem club page -o site/           # write site/index.html and a page per game
  pbem club page --no-replays -o -  # only the tables, to standard output")]
pub(crate) struct PageArgs {
    /// Folder of the club [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    pub club: Option<PathBuf>,
    /// Page or folder to write, or `-` for standard output [default: club.html]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out the replays
    #[arg(long)]
    pub no_replays: bool,
}

/// Maximum size of a page with its replays, in bytes.
const MOST: usize = 64 << 20;

/// Runs `pbem club page`.
pub(super) fn run(ctx: &mut Context, args: &PageArgs) -> Result<Report, CliError> {
    let club = folder::open(ctx, args.club.as_deref())?;
    let verdicts = verdicts::read(ctx, &club)?;
    let games = Games::new(&club.roster, &verdicts.facts);
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from("club.html"));
    let path = ctx.path(&output);
    let to_folder = path.is_dir() || output.to_string_lossy().ends_with('/');
    let writer = ctx.writer();
    let replay_facts = |game| replays::finished(game).filter(|_| !args.no_replays);
    let replay_facts: Vec<Option<&Facts>> = games.games.iter().map(replay_facts).collect();
    let bar = Bar::of(ctx, "Making replays", false);
    let links = if to_folder {
        folder_of_replays(&writer, &path, &club, &verdicts, &replay_facts, &bar)?
    } else {
        inside(&club, &verdicts, &replay_facts, &bar)?
    };
    let page = club::page(&club.roster, &games, &links, table::why);
    let count = links.iter().flatten().count();
    let file = if to_folder { path.join("index.html") } else { path };
    let to_output = output.as_os_str() == "-";
    let written = (!to_output).then(|| place(&file));
    let page_json = PageJson { file: written, games: games.games.len(), replays: count };
    let mut report = Report::of("pbem-club-page/1", &page_json);
    if to_output {
        report.file = Some(page);
        return Ok(report);
    }
    write(&writer, &file, &page)?;
    let (games, replays) = (plural(games.games.len(), "game"), plural(count, "replay"));
    report.row("Wrote", format!("{}: {games}, {replays}", ctx.shown(&file)));
    Ok(report)
}

#[derive(Serialize)]
struct PageJson {
    file: Option<Value>,
    games: usize,
    replays: usize,
}

/// Writes a page. Overwrites an existing file only if this command wrote it.
fn write(writer: &Writer, path: &Path, page: &str) -> Result<(), CliError> {
    let is_own = |bytes: &[u8]| {
        let mark = bytes.iter().position(|byte| *byte == b'\n');
        mark.and_then(|at| bytes.get(at + 1..))
            .is_some_and(|rest| rest.starts_with(MARK.as_bytes()))
    };
    Ok(writer.write_over(path, page, 2 * MOST, is_own)?)
}

/// Makes the replays that the page itself will contain.
fn inside(
    club: &Folder,
    verdicts: &Verdicts,
    replay_facts: &[Option<&Facts>],
    bar: &Bar,
) -> Result<Vec<Option<ReplayAt>>, CliError> {
    let make = |facts: Option<&Facts>| match facts {
        Some(facts) => replays::make(&club.root, facts, verdicts),
        None => Ok(None),
    };
    let count = replay_facts.len();
    let (mut pages, mut bytes) = (Vec::new(), 0);
    // Make a few replays at a time, so that pbem soon notices if the page gets too large.
    for some in replay_facts.chunks(64) {
        let replays = some.par_iter().copied().map(make).inspect(|_| bar.step(count));
        let replays: Vec<Option<String>> = replays.collect::<Result<_, _>>()?;
        bytes += replays.iter().flatten().map(String::len).sum::<usize>();
        pages.extend(replays);
        if bytes > MOST {
            let message = format!("the page would be larger than {} MB", MOST >> 20);
            return Err(CliError::not_now(CliErrorKind::OverLimit, message)
                .then(Next::command("pbem club page -o FOLDER/").why("a page for each game"))
                .then(Next::command("pbem club page --no-replays")));
        }
    }
    Ok(pages.into_iter().map(|page| page.map(ReplayAt::Inside)).collect())
}

/// Writes each replay to a separate file, unless that file exists.
fn folder_of_replays(
    writer: &Writer,
    folder: &Path,
    club: &Folder,
    verdicts: &Verdicts,
    replay_facts: &[Option<&Facts>],
    bar: &Bar,
) -> Result<Vec<Option<ReplayAt>>, CliError> {
    std::fs::create_dir_all(folder).map_err(|error| folder::cannot_read(folder, &error))?;
    let name = |facts: Option<&Facts>| facts.map(replays::file_name);
    let names: Vec<Option<String>> = replay_facts.iter().copied().map(name).collect();
    let is_new =
        |name: &Option<String>| name.as_ref().is_some_and(|name| !folder.join(name).exists());
    let new = replay_facts.iter().zip(&names).filter(|(_, name)| is_new(name));
    let new: Vec<(&Facts, &String)> =
        new.filter_map(|(facts, name)| Some(((*facts)?, name.as_ref()?))).collect();
    // Make a few replays at a time, so that a larger club doesn't need more memory.
    for some in new.chunks(64) {
        let make = |(facts, _): &(&Facts, &String)| replays::make(&club.root, facts, verdicts);
        let pages: Vec<Option<String>> =
            some.par_iter().map(make).inspect(|_| bar.step(new.len())).collect::<Result<_, _>>()?;
        for ((_, name), page) in some.iter().zip(pages) {
            if let Some(page) = page {
                write(writer, &folder.join(name), &replays::marked(&page))?;
            }
        }
    }
    let link =
        |name: Option<String>| name.filter(|name| folder.join(name).exists()).map(ReplayAt::File);
    Ok(names.into_iter().map(link).collect())
}
