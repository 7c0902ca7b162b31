//! `pbem verify`: check that everyone was honest. Doesn't need or create a vault.

mod clock;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use pbem::audit::{self, FileReport, SeatReport, VerdictKind};
use pbem::crypto::KeyWord;
use pbem::turnfile::{self, Bytes32, Reading, Ruling};
use rayon::prelude::*;
use serde::Deserialize;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::exists;
use crate::cli::progress_bar::Bar;
use crate::cli::report::Report;
use crate::cli::view::verdict::{JudgedGame, SCHEMA, verdicts};
use crate::disk::{DiskError, OverwriteDenied};
use clock::heed_claims;
use sources::{Source, sources};

/// Check whether everyone was honest; needs no vault
#[derive(Args, Debug, Default)]
#[command(after_help = "\
If you have several files of a game, name them all: pbem checks them together,
decides which version of a turn counts, and reports every proven case of
cheating.

Examples:
  pbem verify game.toml
  pbem verify mine.toml hers.toml
  pbem verify game.toml ruling.toml
  pbem verify game.toml --key bob=55120-93371-40286-11904-67735-20814
  pbem verify spring-cup --json -o report.json")]
pub(crate) struct VerifyArgs {
    /// Files, folders, or names of your games; `-` for standard input [default: your only finished
    /// game]
    pub files: Vec<PathBuf>,
    /// The game if no files are named
    #[arg(skip)]
    pub game: String,
    /// Fail unless this player has this key or safety number; type all its digits
    #[arg(long = "key", value_name = "SEAT=KEY")]
    pub keys: Vec<String>,
    /// Write the report to this file, as JSON (the same JSON that --json prints)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs `pbem verify`.
pub(crate) fn run(ctx: &mut Context, args: &VerifyArgs) -> Result<Report, CliError> {
    let wanted = args.keys.iter().map(|text| wanted_key(text)).collect::<Result<Vec<_>, _>>()?;
    let own = [PathBuf::from(&args.game)];
    let paths = if args.files.is_empty() { &own[..] } else { &args.files };
    let InputFiles { file_names, files, rulings } =
        read_all(sources(ctx, paths)?, &Bar::of(ctx, "Verifying", false))?;
    let in_folder = paths.iter().any(|path| ctx.path(path).is_dir());
    let (mut judged, mut notes) = (Vec::new(), Vec::new());
    for judgement in audit::judge_with(&files, &rulings) {
        let first = judgement.files.first().and_then(|filed| file_names.get(filed.file));
        let file_name = first.cloned().unwrap_or_default();
        let mut game = JudgedGame { judgement, file_name, stranger: false };
        for (name, key) in &wanted {
            if in_folder && has_not_joined(&game, name) {
                notes.push(format!("{name} hasn't joined {}: --key doesn't apply", game.file_name));
            } else {
                insist(&mut game, name, key);
            }
        }
        judged.push(game);
    }
    every_seat_is_known(&judged, &wanted)?;
    heed_claims(ctx, &files);
    let mut report = verdicts(ctx, &judged, &file_names, &files);
    for note in notes {
        report.row("Note", note);
    }
    if let Some(output) = &args.output {
        let path = ctx.path(output);
        let text = report.json.to_string() + "\n";
        match ctx.writer().write_over(&path, &text, LONGEST_REPORT, is_report) {
            Err(DiskError::Kept { why: OverwriteDenied::Other, .. }) => return Err(exists(&path)),
            written => written?,
        }
    }
    Ok(report)
}

/// Whether a file is an earlier report, which may be overwritten.
fn is_report(bytes: &[u8]) -> bool {
    serde_json::from_slice(bytes).is_ok_and(|ReportHead { schema }| schema == SCHEMA)
}

/// The first field of a JSON report.
#[derive(Deserialize)]
struct ReportHead {
    schema: String,
}

/// Maximum length of a report, in bytes.
const LONGEST_REPORT: usize = 64 << 20;

/// The named files: turn files first, then rulings.
struct InputFiles {
    file_names: Vec<String>,
    files: Vec<FileReport>,
    rulings: Vec<(usize, Ruling)>,
}

fn read_all(sources: Vec<(String, Source)>, bar: &Bar) -> Result<InputFiles, CliError> {
    let results: Vec<Result<Reading, Box<Ruling>>> =
        sources.par_iter().map(|(name, source)| read(name, source)).collect();
    let (mut file_names, mut readings, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    for ((name, _), results) in sources.into_iter().zip(results) {
        match results {
            Ok(reading) => {
                file_names.push(name);
                readings.push(reading);
            }
            Err(ruling) => rulings.push((name, *ruling)),
        }
    }
    let files = examine(readings, bar);
    if files.is_empty() {
        return Err(CliError::usage("to check a ruling, also name a turn file of the same game"));
    }
    let rulings = rulings.into_iter().map(|(name, ruling)| {
        file_names.push(name);
        (file_names.len() - 1, ruling)
    });
    let rulings = rulings.collect();
    Ok(InputFiles { file_names, files, rulings })
}

/// Audits files on all cores. Audits the files of the same game in order, so that no signature is
/// verified twice.
fn examine(readings: Vec<Reading>, bar: &Bar) -> Vec<FileReport> {
    let count = readings.len();
    let mut games: BTreeMap<Option<Bytes32>, Vec<(usize, Reading)>> = BTreeMap::new();
    for (at, reading) in readings.into_iter().enumerate() {
        let id = reading.file.as_ref().map(|file| file.game.id());
        games.entry(id).or_default().push((at, reading));
    }
    let examined = games.into_par_iter().flat_map_iter(|(_, files)| {
        let (places, readings): (Vec<usize>, Vec<Reading>) = files.into_iter().unzip();
        let mut examined: Vec<FileReport> = Vec::new();
        for reading in readings {
            examined.push(audit::examine_after(reading, &examined));
            bar.step(count);
        }
        places.into_iter().zip(examined)
    });
    let examined: BTreeMap<usize, FileReport> = examined.collect();
    examined.into_values().collect()
}

/// Reads a turn file. If the source is a ruling, returns it as the error.
fn read(name: &str, source: &Source) -> Result<Reading, Box<Ruling>> {
    match source.read(name) {
        Ok(bytes) => {
            let reading = turnfile::read(&bytes);
            let kind = reading.fault.as_ref().map(|fault| fault.kind);
            if kind == Some(turnfile::ReadErrorKind::NotATurnFile)
                && let Ok(ruling) = Ruling::read(&bytes)
            {
                return Err(Box::new(ruling));
            }
            Ok(reading)
        }
        Err(failure) => {
            let fault = turnfile::ReadError {
                kind: turnfile::ReadErrorKind::Unreadable,
                turn: None,
                key: None,
                line: None,
                message: failure.message,
            };
            Ok(Reading { file: None, fault: Some(fault) })
        }
    }
}

/// Parses the value of `--key`, such as `bob=…`: a seat, and a key in digits or a safety number.
fn wanted_key(text: &str) -> Result<(String, KeyWord), CliError> {
    let (seat, key) = text.split_once('=').ok_or_else(|| {
        CliError::usage(format!("--key {} must have the form SEAT=KEY", text.escape_debug()))
    })?;
    let key = KeyWord::read(key).map_err(|fault| CliError::usage(fault.to_string()))?;
    Ok((seat.to_owned(), key))
}

/// Returns the seat with this name.
fn seat_of<'a>(judged: &'a JudgedGame, name: &str) -> Option<&'a SeatReport> {
    judged.judgement.verdict.seats.iter().find(|seat| seat.name == name)
}

/// Whether the player in this seat hasn't joined the game, and so has no key yet.
fn has_not_joined(judged: &JudgedGame, name: &str) -> bool {
    seat_of(judged, name).is_some_and(|seat| seat.key.is_none())
}

/// Marks a game as damaged if a seat's key isn't the key that the user requires. Ignores games
/// without that seat, and files that can't be read.
fn insist(judged: &mut JudgedGame, name: &str, key: &KeyWord) {
    let Some(seat) = seat_of(judged, name) else { return };
    if seat.key.is_some_and(|there| key.fits(&there)) {
        return;
    }
    let message = if has_not_joined(judged, name) {
        format!("{name} hasn't joined, so the key that you gave with --key can't be checked")
    } else {
        format!("{name}'s key differs from the one you gave with --key")
    };
    judged.stranger = true;
    let verdict = &mut judged.judgement.verdict;
    verdict.kind = VerdictKind::Damaged;
    let kind = CliErrorKind::AnotherKey.id();
    verdict.damage = Some(audit::DamageReport { kind, read_error: None, turn: None, message });
}

/// Fails if none of the games has a seat that the user named with `--key`.
fn every_seat_is_known(
    judged: &[JudgedGame],
    wanted: &[(String, KeyWord)],
) -> Result<(), CliError> {
    let seats = |game: &JudgedGame| game.judgement.verdict.seats.clone();
    let names: BTreeSet<String> = judged.iter().flat_map(seats).map(|seat| seat.name).collect();
    // A file that can't be read has no seats, and is reported as damaged.
    let missing = |(name, _): &&(String, KeyWord)| !names.is_empty() && !names.contains(name);
    let Some((name, _)) = wanted.iter().find(missing) else { return Ok(()) };
    let there = names.iter().cloned().collect::<Vec<_>>().join(", ");
    let games = match judged {
        [only] => format!("{} has no seat named", only.file_name),
        _ => "none of these games has a seat named".to_owned(),
    };
    let name = name.escape_debug();
    Err(CliError::usage(format!("{games} {name}; the seats are {there}.")))
}
