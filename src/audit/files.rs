//! Audits several files of one game. The verdict is the verdict of the version that counts, with
//! the findings of all files. So files can be added in any order, and no file ever removes a
//! finding.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::rulings::{self, OverruledTurn, RuledClaim, RulingReport};
use super::verdict::{DamageReport, Result, Verdict, VerdictKind};
use super::{OtherFacts, audit_open, examine_with, verdict};
use crate::crypto::GameId;
use crate::rules::{EndedBy, OutcomeKind, Seat};
use crate::table::{self, Branch, Differs, Finding, OpenGame, Role};
use crate::turnfile::{Bytes32, Reading, Ruling};

/// A file that was audited on its own.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The part of the file that could be read.
    pub reading: Reading,
    /// The verdict on this file only.
    pub verdict: Verdict,
    /// The data needed to decide which version of the game counts; `None` if the file isn't a game.
    pub branch: Option<Branch>,
}

/// The judgement of a game from all its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The verdict of the version that counts, with the findings of all files.
    pub verdict: Verdict,
    /// Files of the game, in input order.
    pub files: Vec<GameFile>,
    /// For each finding of the verdict, the index of the first input file that contains it.
    pub proofs: Vec<usize>,
    /// Number of the turn that crossed in the mail with a claim in another file. If set, the game
    /// has no result.
    pub crossed: Option<u32>,
    /// Seats that have different keys in other files with this game id.
    pub held_twice: Vec<Seat>,
    /// The last claim that counts because of an arbiter's ruling.
    pub ruled: Option<RuledClaim>,
    /// Turns that are set aside by claims with a ruling.
    pub overruled: Vec<OverruledTurn>,
    /// The ruling files in the input, and their effect.
    pub rulings: Vec<RulingReport>,
}

/// A file of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    /// Index in the input.
    pub file: usize,
    /// The file's role among the files of the game.
    pub role: Role,
    /// The damage in the file.
    pub damage: Option<DamageReport>,
}

/// Returns a report on the first `counts` turns of a file, because only these turns count. Returns
/// `None` if the file has no other turns.
fn cut(file: &FileReport, counts: usize) -> Option<FileReport> {
    let mut read = file
        .reading
        .file
        .clone()
        .filter(|_| file.branch.as_ref().is_some_and(|branch| branch.turns.len() > counts))?;
    read.turns.truncate(counts);
    Some(examine_after(Reading { file: Some(read), fault: None }, std::slice::from_ref(file)))
}

/// Audits a file on its own.
pub fn examine(reading: Reading) -> FileReport {
    let (verdict, branch) = examine_with(&reading, &OtherFacts::default());
    FileReport { reading, verdict, branch }
}

/// Maximum number of earlier files with which to compare a new file.
const MOST_COMPARED: usize = 64;

/// Audits a file after the files `others`. Doesn't verify the signature of a turn again if another
/// file contains the same turn and its signature was verified there.
pub fn examine_after(reading: Reading, others: &[FileReport]) -> FileReport {
    let shared = |other: &FileReport| {
        let (Some(known), Some(file)) = (&other.reading.file, &reading.file) else { return 0 };
        let pairs = known.turns.iter().zip(&file.turns).take(other.verdict.checked.signatures);
        let is_same_game = other.branch.is_some() && known.game == file.game;
        pairs.take_while(|(known, turn)| is_same_game && known == turn).count()
    };
    let turns = reading.file.as_ref().map_or(0, |file| file.turns.len());
    let mut verified = 0;
    for other in others.iter().rev().take(MOST_COMPARED) {
        verified = verified.max(shared(other));
        if verified == turns {
            break;
        }
    }
    let beside = OtherFacts { verified, ..OtherFacts::default() };
    let (verdict, branch) = examine_with(&reading, &beside);
    FileReport { reading, verdict, branch }
}

/// Audits an open game. Doesn't verify signatures, because opening the game has verified them.
pub fn examine_open(game: &OpenGame) -> FileReport {
    let (verdict, branch) = audit_open(game);
    let reading = Reading { file: Some(game.file.clone()), fault: None };
    FileReport { reading, verdict, branch }
}

/// Audits files together. Returns one judgement per game, in the order of their first files.
pub fn judge(files: &[FileReport]) -> Vec<Judgement> {
    judge_with(files, &[])
}

/// Audits files together with ruling files, each with its index in the input.
pub fn judge_with(files: &[FileReport], rulings: &[(usize, Ruling)]) -> Vec<Judgement> {
    let mut games: BTreeMap<GameId, Vec<usize>> = BTreeMap::new();
    let mut judged = Vec::new();
    for (at, file) in files.iter().enumerate() {
        match (&file.branch, file.verdict.id) {
            (Some(_), Some(id)) => games.entry(id).or_default().push(at),
            _ => judged.push(alone(at, file, rulings)),
        }
    }
    for game in games.values() {
        let branches: Vec<Branch> =
            game.iter().filter_map(|at| files.get(*at)?.branch.clone()).collect();
        let held_twice = table::twice_held(&branches);
        for seats in table::tables(&branches) {
            let at: Vec<usize> = seats.iter().filter_map(|at| game.get(*at).copied()).collect();
            judged.extend(together(files, &at, game, &held_twice, rulings));
        }
    }
    judged.sort_by_key(|judgement| judgement.files.first().map(|filed| filed.file));
    judged
}

fn alone(at: usize, file: &FileReport, rulings: &[(usize, Ruling)]) -> Judgement {
    let filed = GameFile { file: at, role: Role::Stands, damage: file.verdict.damage.clone() };
    Judgement {
        proofs: vec![at; file.verdict.findings.len()],
        verdict: file.verdict.clone(),
        files: vec![filed],
        crossed: None,
        held_twice: Vec::new(),
        ruled: None,
        overruled: Vec::new(),
        rulings: rulings::states(rulings, &[file]),
    }
}

/// Judges one of the games that have the same id. `at` contains the indices of its files. `game`
/// contains the indices of all files with this id, including files of other games.
fn together(
    files: &[FileReport],
    at: &[usize],
    game: &[usize],
    held_twice: &[Seat],
    rulings: &[(usize, Ruling)],
) -> Option<Judgement> {
    let its: Vec<&FileReport> = at.iter().filter_map(|at| files.get(*at)).collect();
    let branches: Vec<Branch> = its.iter().filter_map(|file| file.branch.clone()).collect();
    let union = table::unite(&branches)?;
    let filed = its.iter().zip(at).zip(&union.roles).map(|((file, at), role)| GameFile {
        file: *at,
        role: *role,
        damage: file.verdict.damage.clone(),
    });
    // If several files have the turns that count, prefer an undamaged file.
    let of_standing = || its.iter().zip(&union.roles).filter(|(_, role)| **role == Role::Stands);
    let sound = of_standing().find(|(file, _)| file.verdict.damage.is_none());
    let (standing, _) = sound.or_else(|| of_standing().next())?;
    let cut = cut(standing, union.counts);
    let standing = cut.as_ref().unwrap_or(standing);
    let found = findings(files, game, &keys_of(&branches));
    let all: Vec<Finding> = found.iter().map(|(finding, _)| finding.clone()).collect();
    // Most of the cost of a verdict is verifying signatures, so don't verify a signature twice: a
    // file that proves all findings itself keeps its verdict.
    let waived = union.waived.is_some();
    let mut verdict = if all == standing.verdict.findings && !waived {
        standing.verdict.clone()
    } else {
        let verified = standing.verdict.checked.signatures;
        examine_with(&standing.reading, &OtherFacts { proved: &all, verified, waived }).0
    };
    if union.void {
        verdict.result = Some(Result::of_two_wins(verdict.seats.len()));
    } else if union.crossed.is_some() && verdict.findings.is_empty() {
        verdict.kind = VerdictKind::Open;
        verdict.result = None;
    }
    let proof = |finding: &Finding| {
        let found = found.iter().find(|(known, _)| is_same(known, finding));
        found.map_or(0, |(_, at)| *at)
    };
    Some(Judgement {
        proofs: verdict.findings.iter().map(proof).collect(),
        verdict,
        files: filed.collect(),
        crossed: union.crossed,
        held_twice: held_twice.to_vec(),
        ruled: rulings::last_ruled(standing),
        overruled: rulings::overruled(standing, &its, at),
        rulings: rulings::states(rulings, &its),
    })
}

/// Returns the key of each seat of a game, if any of the game's files contains the key.
fn keys_of(table: &[Branch]) -> Vec<Option<Bytes32>> {
    let seats = table.iter().map(|file| file.keys.len()).max().unwrap_or(0);
    let key = |seat: usize| table.iter().find_map(|file| *file.keys.get(seat)?);
    (0..seats).map(key).collect()
}

/// Returns the findings of all files against players with these keys, each with the index of the
/// first file that contains the finding. A finding is about a key. So it also counts if it comes
/// from the file of another game with this id.
fn findings(
    files: &[FileReport],
    game: &[usize],
    keys: &[Option<Bytes32>],
) -> Vec<(Finding, usize)> {
    let mut all: Vec<(Finding, usize)> = Vec::new();
    for at in game {
        let Some(file) = files.get(*at) else { continue };
        let key = |seat: Seat| *file.branch.as_ref()?.keys.get(seat.index())?;
        for finding in &file.verdict.findings {
            let is_here = key(finding.seat) == keys.get(finding.seat.index()).copied().flatten();
            if is_here && !all.iter().any(|(known, _)| is_same(known, finding)) {
                all.push((finding.clone(), *at));
            }
        }
    }
    all.sort_by(|(one, _), (other, _)| one.place().cmp(&other.place()));
    all
}

pub(super) fn is_same(one: &Finding, other: &Finding) -> bool {
    one.place() == other.place()
}

/// Why a game has no winner if different files give different seats a win.
pub const TWO_WINS: &str = "different files of this game give a win to different players";

impl Result {
    /// Creates the result of a game in which different seats have won in different files, and no
    /// file proves which win came first.
    fn of_two_wins(seats: usize) -> Self {
        Result {
            kind: OutcomeKind::Void,
            ended_by: EndedBy::Claim,
            winners: Vec::new(),
            points: vec![0; seats],
            reason: TWO_WINS.to_owned(),
        }
    }
}

impl Judgement {
    /// Returns the game as an element of `games` in the schema `pbem-verdict/3`. `file_names` has
    /// the names of all input files.
    pub fn to_json(&self, file_names: &[String]) -> Value {
        let name = |at: &usize| file_names.get(*at).cloned();
        let files: Vec<Value> = self
            .files
            .iter()
            .map(|GameFile { file, role, damage }| {
                let (role, differs) = match role {
                    Role::Stands => ("stands", None),
                    Role::Part => ("part", None),
                    Role::Superseded(Differs { turn, seat }) => {
                        ("superseded", Some((*turn, self.verdict.names.of(*seat))))
                    }
                };
                json!({
                    "file": name(file), "role": role, "differs": differs,
                    "damage": damage.as_ref().map(verdict::harm_json),
                })
            })
            .collect();
        let mut game = self.verdict.to_json();
        if let Some(findings) = game["findings"].as_array_mut() {
            for (finding, proof) in findings.iter_mut().zip(&self.proofs) {
                finding["file"] = json!(name(proof));
            }
        }
        game["files"] = json!(files);
        game["crossed"] = json!(self.crossed);
        self.put_rulings(&mut game, file_names);
        game
    }
}
