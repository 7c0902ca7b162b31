//! `pbem verify`: check that everyone was honest. Doesn't need or create a vault.

mod clock;
mod many;
mod sources;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use pbem::audit::{
    self, CheckCounts, FileReport, Judgement, RulingReport, RulingState, SeatReport, Verdict,
    VerdictKind, headline, plural, sentences,
};
use pbem::crypto::KeyWord;
use pbem::desk::KeyStatus;
use pbem::render;
use pbem::table::{Differs, Role};
use pbem::turnfile::{self, Bytes32, Reading, Ruling};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cli::context::{Context, known_words, safety};
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{MAIL_AGAIN, OpenFile, changed_words, exists};
use crate::cli::report::{Report, exit, quoted};
use crate::cli::view::next_game::next_game;
use crate::disk::{DiskError, OverwriteDenied};
use clock::{dated_ahead, heed_claims};
use many::many;
use sources::{Source, sources};

/// Check whether everyone was honest; needs no vault
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Name all files of a game: pbem checks them together, decides which version of a
turn counts, and reports every proven violation.

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
    /// Fail unless this player has this key or safety number (all digits)
    #[arg(long = "key", value_name = "SEAT=KEY")]
    pub keys: Vec<String>,
    /// Write the report to this file, as --json prints it
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A game and its verdict.
struct JudgedGame {
    judgement: Judgement,
    /// Name of its first file.
    called: String,
    /// Whether a seat has a different key than the user required.
    stranger: bool,
}

/// Runs `pbem verify`.
pub(crate) fn run(ctx: &mut Context, args: &VerifyArgs) -> Result<Report, CliError> {
    let wanted = args.keys.iter().map(|text| wanted_key(text)).collect::<Result<Vec<_>, _>>()?;
    let own = [PathBuf::from(&args.game)];
    let named = if args.files.is_empty() { &own[..] } else { &args.files };
    let InputFiles { sources, called, files, rulings } = read_all(sources(ctx, named)?)?;
    let mut judged = Vec::new();
    for judgement in audit::judge_with(&files, &rulings) {
        let first = judgement.files.first().and_then(|filed| called.get(filed.file));
        let called = first.cloned().unwrap_or_default();
        let mut game = JudgedGame { judgement, called, stranger: false };
        insist(&mut game, &wanted);
        judged.push(game);
    }
    every_seat_is_known(&judged, &wanted)?;
    heed_claims(ctx, &files);
    let games: Vec<Value> = judged.iter().map(|game| game.judgement.to_json(&called)).collect();
    let exit = worst(&judged);
    let mut report = Report { exit, ..Report::default() };
    report.json = json!({"schema": SCHEMA, "games": games, "exit": exit});
    if let Some(output) = &args.output {
        let path = ctx.path(output);
        let text = report.json.to_string() + "\n";
        match ctx.writer().write_over(&path, &text, LONGEST_REPORT, is_report) {
            Err(DiskError::Kept { why: OverwriteDenied::Other, .. }) => return Err(exists(&path)),
            written => written?,
        }
    }
    match judged.as_slice() {
        [only] => {
            one(ctx, &mut report, only, &called);
            damage(ctx, &mut report, only, &sources);
            report.next.extend(next_after(ctx, only));
        }
        several => many(&mut report, several, files.len()),
    }
    Ok(report)
}

/// The next step after an honest game of the user's own.
fn next_after(ctx: &mut Context, judged: &JudgedGame) -> Option<String> {
    let verdict = &judged.judgement.verdict;
    let loaded = own_game(ctx, verdict).filter(|_| verdict.kind == VerdictKind::Honest)?;
    next_game(ctx, &loaded)
}

/// The user's own game for this verdict, if there is one.
fn own_game(ctx: &mut Context, verdict: &Verdict) -> Option<OpenFile> {
    let id = verdict.id?;
    let heads = ctx.desk().ok()?.heads().ok()?.0;
    let head = heads.into_iter().find(|head| head.id == id.0)?;
    OpenFile::open(ctx, &head.name).ok()
}

/// Only an earlier report may be overwritten.
fn is_report(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|report| report["schema"] == SCHEMA)
}

/// The schema of a report.
const SCHEMA: &str = "pbem-verdict/3";
/// Maximum length of a report.
const LONGEST_REPORT: usize = 64 << 20;

/// The named files: turn files first, then rulings.
struct InputFiles {
    sources: Vec<(String, Source)>,
    called: Vec<String>,
    files: Vec<FileReport>,
    rulings: Vec<(usize, Ruling)>,
}

fn read_all(sources: Vec<(String, Source)>) -> Result<InputFiles, CliError> {
    let seen: Vec<Result<Box<FileReport>, Box<Ruling>>> =
        sources.par_iter().map(|(called, source)| examine(called, source)).collect();
    let (mut games, mut files, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    for (source, seen) in sources.into_iter().zip(seen) {
        match seen {
            Ok(file) => {
                games.push(source);
                files.push(*file);
            }
            Err(ruling) => rulings.push((source.0, *ruling)),
        }
    }
    if files.is_empty() {
        return Err(CliError::usage("a ruling needs its game: name a turn file too"));
    }
    let mut called: Vec<String> = games.iter().map(|(called, _)| called.clone()).collect();
    let rulings = rulings.into_iter().map(|(name, ruling)| {
        called.push(name);
        (called.len() - 1, ruling)
    });
    let rulings = rulings.collect();
    Ok(InputFiles { sources: games, called, files, rulings })
}

/// Reads a turn file, or a ruling.
fn examine(called: &str, source: &Source) -> Result<Box<FileReport>, Box<Ruling>> {
    let reading = match source.read(called) {
        Ok(bytes) => {
            let reading = turnfile::read(&bytes);
            let kind = reading.fault.as_ref().map(|fault| fault.kind);
            if kind == Some(turnfile::ReadErrorKind::NotATurnFile)
                && let Ok(ruling) = Ruling::read(&bytes)
            {
                return Err(Box::new(ruling));
            }
            reading
        }
        Err(failure) => {
            let fault = turnfile::ReadError {
                kind: turnfile::ReadErrorKind::Unreadable,
                turn: None,
                key: None,
                line: None,
                message: failure.message,
            };
            Reading { file: None, fault: Some(fault) }
        }
    };
    Ok(Box::new(audit::examine(reading)))
}

/// `--key bob=…`: a key in digits, or a safety number.
fn wanted_key(text: &str) -> Result<(String, KeyWord), CliError> {
    let (seat, key) = text.split_once('=').ok_or_else(|| {
        CliError::usage(format!("--key {} must have the form SEAT=KEY", text.escape_debug()))
    })?;
    let key = KeyWord::read(key).map_err(|fault| CliError::usage(fault.to_string()))?;
    Ok((seat.to_owned(), key))
}

/// Marks the game as the wrong one if a seat has a different key than the user required. Ignores
/// games without that seat.
fn insist(judged: &mut JudgedGame, wanted: &[(String, KeyWord)]) {
    let fits = |seat: &SeatReport, key: &KeyWord| seat.key.is_some_and(|there| key.fits(&there));
    for (name, key) in wanted {
        let verdict = &mut judged.judgement.verdict;
        let seats = &verdict.seats;
        let seat = seats.iter().find(|seat| seat.name == *name);
        if seat.is_none() && !seats.is_empty() {
            continue;
        }
        if !seat.is_some_and(|seat| fits(seat, key)) {
            judged.stranger = true;
            verdict.kind = VerdictKind::Damaged;
            verdict.damage = Some(audit::DamageReport {
                kind: CliErrorKind::AnotherKey.id(),
                turn: None,
                message: format!("{name}'s key differs from the key that you require"),
            });
        }
    }
}

/// Refuses a seat that is in none of the games.
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
        [only] => format!("{} has no seat", only.called),
        _ => "none of these games has a seat".to_owned(),
    };
    let name = name.escape_debug();
    Err(CliError::usage(format!("{games} {name}; the seats are {there}.")))
}

/// The most important exit code: 1 before 4 before 3 before 0.
fn worst(judged: &[JudgedGame]) -> u8 {
    let codes: Vec<u8> = judged.iter().map(|game| game.judgement.verdict.exit_code()).collect();
    [exit::DISHONEST, exit::BAD_FILE, exit::NOT_NOW]
        .into_iter()
        .find(|code| codes.contains(code))
        .unwrap_or(exit::DONE)
}

/// The whole verdict of one game.
fn one(ctx: &mut Context, report: &mut Report, judged: &JudgedGame, called: &[String]) {
    let verdict = &judged.judgement.verdict;
    if let Some(line) = headline(verdict) {
        report.line(line);
    }
    report.line("");
    let width = verdict.kind.id().len() + 3;
    let indent = " ".repeat(width);
    let mut sentence = |text: &str, first: bool| {
        let label = if first { verdict.kind.id().to_uppercase() } else { String::new() };
        report.line(render::wrap(&format!("{label:<width$}{text}"), 80, &indent));
    };
    let overruled = audit::overruled(&judged.judgement, called);
    let said = sentences(&judged.judgement, judged.stranger).into_iter().chain(overruled);
    let said = said.chain(dated_ahead(ctx, verdict));
    for (at, text) in said.enumerate() {
        sentence(&text, at == 0);
    }
    details(report, verdict);
    roles(report, &judged.judgement, called);
    rulings(report, &judged.judgement, called);
    report.line("");
    let own = own_game(ctx, verdict);
    for seat in &verdict.seats {
        let known = seat.key.as_ref().map_or(KeyStatus::No, |key| known(ctx, key));
        let known = match known {
            _ if own.as_ref().is_some_and(|own| own.bot(&seat.name).is_some()) => "your bot".into(),
            KeyStatus::No => String::new(),
            known => known_words(&known),
        };
        report.line(format!("{:<8} {}   {known}", seat.name, safety(seat.key.as_ref())).trim_end());
    }
    checks(report, &verdict.checked);
    if let Some(finding) = verdict.findings.first() {
        report.then(format!(
            "pbem show {} --public --turn {}      the board at that moment",
            quoted(&judged.called),
            finding.turn
        ));
        report.then(format!(
            "pbem log {}                      the whole game",
            quoted(&judged.called)
        ));
    }
}

/// Appends the number of checks of each sort.
fn checks(report: &mut Report, checked: &CheckCounts) {
    let counts = [
        (checked.signatures, "signature"),
        (checked.seals, "seal"),
        (checked.answers, "answer"),
        (checked.moves, "move"),
        (checked.boxes, "box"),
        (checked.setups, "setup"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| plural(*count, what))
        .collect();
    if !counts.is_empty() {
        report.line(format!("Checked  {}", counts.join(", ")));
    }
}

/// Where a damaged file differs from the vault's version, with the next step.
fn damage(
    ctx: &mut Context,
    report: &mut Report,
    judged: &JudgedGame,
    sources: &[(String, Source)],
) {
    let verdict = &judged.judgement.verdict;
    if verdict.kind != VerdictKind::Damaged || judged.stranger {
        return;
    }
    let filed = judged.judgement.files.iter().find(|filed| filed.damage.is_some());
    let source = filed.and_then(|filed| sources.get(filed.file));
    let file = source.and_then(|(called, source)| turnfile::read(&source.read(called).ok()?).file);
    let turn = verdict.damage.as_ref().and_then(|harm| harm.turn);
    if let (Some(file), Some(turn)) = (file, turn)
        && let Some(Ok(Some(changed))) = ctx.desk().ok().map(|desk| desk.changed(turn, &file))
    {
        report.say(format!("Changed: {}", changed_words(&changed)));
    }
    report.then(MAIL_AGAIN);
}

/// Every finding, turn by turn.
fn details(report: &mut Report, verdict: &Verdict) {
    if verdict.findings.is_empty() {
        return;
    }
    report.line("");
    let shown = 12;
    for finding in verdict.findings.iter().take(shown) {
        let start = format!("  turn {:<4} ", finding.turn);
        let under = " ".repeat(render::columns(&start));
        let message = verdict.names.fill(&finding.message);
        report.line(render::wrap(
            &format!("{start}{}.", message.trim_end_matches('.')),
            80,
            &under,
        ));
    }
    if verdict.findings.len() > shown {
        report.line(format!("  and {} more (--json lists all)", verdict.findings.len() - shown));
    }
}

/// The role of each file of the game.
fn roles(report: &mut Report, judgement: &Judgement, called: &[String]) {
    if judgement.files.len() == 1 {
        return;
    }
    report.line("");
    for filed in &judgement.files {
        let name = called.get(filed.file).map(String::as_str).unwrap_or_default();
        let role = match filed.role {
            Role::Stands => "stands".to_owned(),
            Role::Part => "its beginning".to_owned(),
            Role::Superseded(Differs { turn, seat }) => {
                let who = judgement.verdict.names.of(seat);
                format!("superseded: a version of turn {turn} by {who} that doesn't count")
            }
        };
        let damaged = if filed.damage.is_some() { "; damaged" } else { "" };
        report.line(format!("{} {role}{damaged}", render::padded(name, 24)));
    }
}

/// The effect of each ruling.
fn rulings(report: &mut Report, judgement: &Judgement, called: &[String]) {
    if !judgement.rulings.is_empty() {
        report.line("");
    }
    for RulingReport { file, ruling, state } in &judgement.rulings {
        let name = called.get(*file).map(String::as_str).unwrap_or_default();
        let (number, seat) = (ruling.number, &ruling.seat);
        let state = match state {
            RulingState::Used => "a claim contains it",
            RulingState::Unused => "no claim contains it",
            RulingState::Answered => "another turn counts instead",
            RulingState::UnknownTurn => "it doesn't follow from these files",
            RulingState::UnknownGame => "it is about another game",
            RulingState::BadSignature => "the arbiter of this game did not sign it",
        };
        report.line(format!("{name:<24} a ruling on turn {number} of {seat}: {state}"));
    }
}

/// Status of a key in the vault; empty if the vault can't be read.
fn known(ctx: &mut Context, key: &Bytes32) -> KeyStatus {
    let desk = ctx.desk().ok();
    desk.and_then(|desk| desk.known(key).ok()).unwrap_or(KeyStatus::No)
}
