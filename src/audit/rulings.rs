//! The arbiter's rulings and their effect, for the report only. No verdict depends on a ruling that
//! no claim contains.

use serde_json::{Value, json};

use super::verdict::date;
use super::{FileReport, Judgement};
use crate::crypto::Verifier;
use crate::rules::Seat;
use crate::table::Branch;
use crate::turnfile::{Bytes32, Moment, Ruling, Turn};

/// A claim that counts because of the arbiter's ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuledClaim {
    /// Number of the claim, which is also the number of the missing turn.
    pub number: u32,
    /// Seat that missed the deadline.
    pub seat: Seat,
    pub date: Moment,
}

/// A turn that a claim sets aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverruledTurn {
    pub number: u32,
    pub seat: Seat,
    pub sent: Moment,
    /// Index of the first input file that has this turn.
    pub file: usize,
    /// Whether one of the files with this turn is a finished game.
    pub finished: bool,
}

/// A ruling file and its effect on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulingReport {
    /// Index in the input.
    pub file: usize,
    pub ruling: Ruling,
    /// Effect of the ruling.
    pub state: RulingState,
}

/// Effect of a ruling on a game, in ascending order. If the effect differs between files, the
/// greatest effect counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulingState {
    /// The ruling is about another game.
    UnknownGame,
    /// The game's arbiter didn't sign the ruling, or the game has no arbiter.
    BadSignature,
    /// No file has the turn that the ruling follows, or the next turn belongs to another seat.
    UnknownTurn,
    /// The file ends before the missing turn.
    Unused,
    /// The file has the missing turn after all, or, in place of that turn, a claim that contains
    /// another ruling.
    Answered,
    /// A claim contains the ruling.
    Used,
}

impl RulingState {
    /// Returns the name used in JSON.
    pub fn id(self) -> &'static str {
        match self {
            RulingState::Used => "used",
            RulingState::Unused => "unused",
            RulingState::Answered => "answered",
            RulingState::UnknownTurn => "unknown-turn",
            RulingState::UnknownGame => "unknown-game",
            RulingState::BadSignature => "bad-signature",
        }
    }
}

/// Pairs the accepted turns of a file with the same turns as parsed, and adds their indices.
fn turns(file: &FileReport) -> impl Iterator<Item = (usize, &crate::table::BranchTurn, &Turn)> {
    let signed = file.branch.iter().flat_map(|branch| &branch.turns);
    let read = file.reading.file.iter().flat_map(|file| &file.turns);
    signed.zip(read).enumerate().map(|(at, (signed, turn))| (at, signed, turn))
}

/// Returns the last claim with a ruling in `standing`, the file that counts.
pub(super) fn last_ruled(standing: &FileReport) -> Option<RuledClaim> {
    standing.verdict.arbiter()?;
    let ruled = turns(standing).filter_map(|(_, signed, turn)| {
        Some(RuledClaim { number: turn.number, seat: signed.claims?, date: turn.ruled? })
    });
    ruled.last()
}

/// Returns the turns in other files that compete with a claim that counts.
pub(super) fn overruled(
    standing: &FileReport,
    its: &[&FileReport],
    at: &[usize],
) -> Vec<OverruledTurn> {
    let (Some(best), Some(_)) = (&standing.branch, standing.verdict.arbiter()) else {
        return Vec::new();
    };
    let mut found: Vec<(Bytes32, OverruledTurn)> = Vec::new();
    for (claim, _, _) in turns(standing).filter(|(_, signed, _)| signed.claims.is_some()) {
        for (file, at) in its.iter().zip(at) {
            let Some(branch) = &file.branch else { continue };
            let Some(turn) = branch.replaces(best, claim).filter(|turn| turn.claims.is_none())
            else {
                continue;
            };
            let finished = branch.is_finished();
            if let Some((_, known)) = found.iter_mut().find(|(hash, _)| *hash == turn.hash) {
                known.finished |= finished;
                continue;
            }
            let number = u32::try_from(claim + 1).unwrap_or(u32::MAX);
            let (seat, sent) = (turn.seat, turn.sent);
            found.push((turn.hash, OverruledTurn { number, seat, sent, file: *at, finished }));
        }
    }
    found.into_iter().map(|(_, turn)| turn).collect()
}

/// Returns the effect of each ruling on the game in these files.
pub(super) fn states(rulings: &[(usize, Ruling)], its: &[&FileReport]) -> Vec<RulingReport> {
    let state = |(file, ruling): &(usize, Ruling)| RulingReport {
        file: *file,
        ruling: ruling.clone(),
        state: state(ruling, its),
    };
    rulings.iter().map(state).collect()
}

fn state(ruling: &Ruling, its: &[&FileReport]) -> RulingState {
    let verdict = its.first().map(|file| &file.verdict);
    if verdict.and_then(|verdict| verdict.id).is_none_or(|id| id.0 != ruling.game) {
        return RulingState::UnknownGame;
    }
    let arbiter = verdict.and_then(|verdict| verdict.arbiter());
    let arbiter = arbiter.and_then(|arbiter| Verifier::new(&arbiter.key));
    if !arbiter.is_some_and(|arbiter| arbiter.ruling(&ruling.hash(), &ruling.signature)) {
        return RulingState::BadSignature;
    }
    let place = usize::try_from(ruling.number).unwrap_or(usize::MAX).saturating_sub(1);
    let has_turn_before = |branch: &Branch| {
        let before = place.checked_sub(1).and_then(|before| branch.turns.get(before));
        before.is_some_and(|before| before.hash == ruling.after)
    };
    let states = its.iter().filter(|file| file.branch.as_ref().is_some_and(has_turn_before));
    let states = states.filter_map(|file| state_in(file, ruling, place));
    states.max().unwrap_or(RulingState::UnknownTurn)
}

/// Returns the effect of a ruling in a file that has the turn before the missing turn. Returns
/// `None` if, after that turn, the file has or expects a turn of another seat.
fn state_in(file: &FileReport, ruling: &Ruling, place: usize) -> Option<RulingState> {
    let names = &file.verdict.names;
    let Some((_, signed, turn)) = turns(file).nth(place) else {
        let is_due = file.verdict.due.is_some_and(|due| names.of(due) == ruling.seat);
        return is_due.then_some(RulingState::Unused);
    };
    if names.of(signed.claims.unwrap_or(signed.seat)) != ruling.seat {
        return None;
    }
    // The signature covers the ruling's date too, so the dates needn't be compared.
    let is_used = turn.ruling == Some(ruling.signature);
    Some(if is_used { RulingState::Used } else { RulingState::Answered })
}

impl Judgement {
    /// Adds the arbiter's rulings to the JSON report.
    pub(super) fn put_rulings(&self, game: &mut Value, file_names: &[String]) {
        let name = |seat: Seat| self.verdict.names.of(seat).to_owned();
        let ruled = self.ruled.map(|ruled| {
            json!({
                "number": ruled.number, "seat": name(ruled.seat), "date": date(ruled.date),
            })
        });
        let overruled = self.overruled.iter().map(|turn| {
            json!({
                "number": turn.number, "seat": name(turn.seat), "sent": date(turn.sent),
                "file": file_names.get(turn.file), "finished": turn.finished,
            })
        });
        let rulings = self.rulings.iter().map(|RulingReport { file, ruling, state }| {
            json!({
                "file": file_names.get(*file), "number": ruling.number, "seat": ruling.seat,
                "ruled": date(ruling.ruled), "state": state.id(),
            })
        });
        game["ruled"] = json!(ruled);
        game["overruled"] = overruled.collect();
        game["rulings"] = rulings.collect();
    }
}
