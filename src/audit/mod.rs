//! The audit checks whether all players were honest. It needs only the file: it replays the game,
//! checks every step against the revealed setups, and reports which player broke the rules, in
//! which turn and how.
//!
//! Architecture invariant: the audit has no code of its own that answers, moves or rolls. It runs
//! the table's loop, so it judges exactly what was played.

mod files;
mod rulings;
#[cfg(test)]
mod sealed;
mod settle;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

pub use files::{
    FileReport, GameFile, Judgement, TWO_WINS, examine, examine_after, examine_open, judge,
    judge_with,
};
pub use rulings::{OverruledTurn, RuledClaim, RulingReport, RulingState};

pub use verdict::{
    CheckCounts, DamageReport, Result, SeatReport, Verdict, VerdictKind, ended_by_id, fault_id,
    outcome_id, outcome_of,
};
pub use words::{crossed, describe, headline, overruled, plural, sentences};

use crate::crypto::Seed;
use crate::games::Kind;
use crate::rules::{BySeat, Game, Seat, Setup};
use crate::table::{
    AuditContext, AuditCounts, Branch, Breach, Finding, FindingKind, OpenGame, Table, TurnError,
    header_faults,
};
use crate::turnfile;
use crate::turnfile::{Bytes32, Turn, TurnFile};

/// Audits the part of a file that could be read.
pub fn verify(reading: &turnfile::Reading) -> Verdict {
    examine_with(reading, &OtherFacts::default()).0
}

/// Audits an open game. Doesn't verify signatures, because opening the game has verified them.
/// Verifying signatures is most of the cost of a verdict.
pub fn verify_open(game: &OpenGame) -> Verdict {
    audit_open(game).0
}

fn audit_open(game: &OpenGame) -> (Verdict, Option<Branch>) {
    let read = game.file.turns.iter().zip(&game.standing.hashes);
    let verified = read.take_while(|(turn, hash)| turn.hash() == **hash).count();
    examine_file(&game.file, None, &OtherFacts { verified, ..OtherFacts::default() })
}

/// Facts about a file that come from other files.
#[derive(Clone, Copy, Default)]
struct OtherFacts<'a> {
    /// The findings of all files of the game together.
    proved: &'a [Finding],
    /// Number of turns at the start of the file whose signatures have been verified.
    verified: usize,
    /// Whether a turn of this file takes precedence over a claim.
    waived: bool,
}

/// Audits a file with facts from other files.
fn examine_with(reading: &turnfile::Reading, beside: &OtherFacts<'_>) -> (Verdict, Option<Branch>) {
    let Some(file) = &reading.file else {
        return (Verdict::unreadable(reading.fault.as_ref()), None);
    };
    examine_file(file, reading.fault.as_ref(), beside)
}

fn examine_file(
    file: &TurnFile,
    fault: Option<&turnfile::ReadError>,
    beside: &OtherFacts<'_>,
) -> (Verdict, Option<Branch>) {
    let no_game = |message| (Verdict::no_game(file, message), None);
    let Some(kind) = Kind::from_id(&file.game.kind) else {
        return no_game(format!("this version of pbem has no game `{}`", file.game.kind));
    };
    let faults = header_faults(kind, &file.game);
    if !faults.is_empty() {
        return no_game(faults.join("; "));
    }
    let (mut verdict, branch) = with_game!(kind, G => match Table::<G>::new(&file.game) {
        Ok(table) => audit(file, &table, beside),
        Err(faults) => return no_game(faults.join("; ")),
    });
    if let Some(fault) = fault {
        verdict.add_damage(fault);
    }
    (verdict, Some(branch))
}

fn audit<G: Game>(file: &TurnFile, start: &Table<G>, beside: &OtherFacts<'_>) -> (Verdict, Branch) {
    let OtherFacts { proved, verified, waived } = *beside;
    let mut table = start.clone();
    let mut damage = None;
    let mut read = 0;
    for (at, turn) in file.turns.iter().enumerate() {
        let result =
            if at < verified { table.read_again(turn, turn.hash()) } else { table.read(turn) };
        if let Err(TurnError::Damage(fault)) = result {
            damage = Some(fault);
            break;
        }
        read += 1;
        if result.is_err() {
            break;
        }
    }
    let turns = &file.turns[..read];
    let mut findings = Vec::new();
    let unopened = table.unopened();
    let mut checked = CheckCounts { signatures: read, unopened, ..CheckCounts::default() };
    if turns.iter().any(|turn| turn.seed.is_some()) {
        replay(start, &table, turns, &mut findings, &mut checked);
    }
    findings.extend(table.breaches().cloned());
    for finding in proved {
        if !findings.iter().any(|known| files::is_same(known, finding)) {
            findings.push(finding.clone());
        }
    }
    findings.sort_by(|one, other| one.place().cmp(&other.place()));
    findings.dedup();
    let branch = table.branch();
    if waived {
        table.waive();
    }
    (settle::settle(file, &table, findings, damage, checked), branch)
}

/// Replays the turns with the revealed setups and checks every step.
fn replay<G: Game>(
    start: &Table<G>,
    end: &Table<G>,
    turns: &[Turn],
    findings: &mut Vec<Finding>,
    checked: &mut CheckCounts,
) {
    let seats = start.names().clone();
    let count = start.count();
    let mut audited = AuditContext::<G> {
        owns: BySeat::from_fn(count, |_| None),
        seeds: BySeat::from_fn(count, |_| None),
        findings: Vec::new(),
        checked: AuditCounts::default(),
    };
    for seat in Seat::all(count) {
        let reveal_turn =
            turns.iter().find(|turn| turn.seat == seats.of(seat) && turn.seed.is_some());
        let (Some(turn), Some(secret)) = (reveal_turn, end.setup(seat)) else { continue };
        let Some(seed) = turn.seed.map(Seed::from_bytes) else { continue };
        checked.setups += 1;
        match judge_setup(end, seat, &seed, secret, turn, turns) {
            Ok(faults) => {
                findings.extend(faults);
                let (own, lost) = end.secrets(seat, secret, &seed);
                findings.extend(lost.iter().filter_map(|lost| no_value(seat, lost, turns)));
                let sealed = own.sealed.keys();
                checked.unopened -= sealed.filter(|item| end.is_unopened(seat, item)).count();
                audited.owns[seat] = Some(own);
                audited.seeds[seat] = Some(seed);
            }
            // The revealed setup isn't the setup that was sealed, so it proves nothing about the
            // answers. Report the mismatch, and don't check the seat's answers.
            Err(mismatch) => findings.push(mismatch),
        }
        checked.seals += G::Setup::items(end.options(), seat).len();
    }
    let mut table = start.clone();
    for turn in turns {
        let result = table.audit(turn, &mut audited);
        table.judge_boxes(turn, &mut audited);
        if result.is_err() {
            break;
        }
    }
    checked.answers = audited.checked.answers;
    checked.moves = audited.checked.moves;
    checked.boxes = audited.checked.boxes;
    findings.append(&mut audited.findings);
}

/// Returns the finding for a sealed move whose seal fits none of the values that the rules allow.
fn no_value<I: std::fmt::Display>(
    seat: Seat,
    (item, seal): &(I, Bytes32),
    turns: &[Turn],
) -> Option<Finding> {
    let turn = turns.iter().find(|turn| turn.seal.as_ref() == Some(seal))?;
    let message = format!("the value that {seat} sealed for {item} doesn't exist in this game");
    Some(Breach::new(FindingKind::SealMismatch, message).about(item).by(seat, turn.number))
}

/// Checks that the revealed setup is legal and is the setup that was sealed. Returns a finding if
/// the setup is illegal. Returns `Err` with the finding if another setup was sealed.
fn judge_setup<G: Game>(
    table: &Table<G>,
    seat: Seat,
    seed: &Seed,
    setup: &G::Setup,
    reveal_turn: &Turn,
    turns: &[Turn],
) -> std::result::Result<Vec<Finding>, Finding> {
    let name = table.names().of(seat);
    let options = table.options();
    let Some(sealed) = turns.iter().find(|turn| turn.seat == name && !turn.setup.is_empty()) else {
        return Ok(Vec::new());
    };
    if let Err((item, value)) = table.check_setup(seat, seed, setup) {
        let message = format!(
            "{seat} revealed a different setup in turn {} than the one sealed in turn {}: {item} \
                was not sealed as {value}",
            reveal_turn.number, sealed.number
        );
        let breach = Breach::new(FindingKind::SealMismatch, message).about(&item);
        return Err(breach.by(seat, reveal_turn.number));
    }
    let faults = setup.faults(options, seat);
    if faults.is_empty() {
        return Ok(Vec::new());
    }
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let message =
        format!("{seat} sealed a setup that the rules do not allow: {}", faults.join("; "));
    Ok(vec![Breach::new(FindingKind::IllegalSetup, message).by(seat, sealed.number)])
}
