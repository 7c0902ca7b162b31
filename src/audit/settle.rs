//! Derives the verdict and the result from the findings.

use super::verdict::{CheckCounts, DamageReport, Result, SeatReport, Verdict, VerdictKind};
use crate::rules::{EndedBy, Forfeits, Game, Outcome, OutcomeKind, Seat};
use crate::table::{Damage, Finding, FindingKind, Standing, Table};
use crate::turnfile::TurnFile;

/// Derives the verdict, with this precedence: dishonest, damaged, forfeit, open, honest. Junk after
/// the turns of a file doesn't acquit a cheat. A claim or a missing turn doesn't make a player
/// dishonest.
pub(super) fn settle<G: Game>(
    file: &TurnFile,
    table: &Table<G>,
    findings: Vec<Finding>,
    damage: Option<Damage>,
    checked: CheckCounts,
) -> Verdict {
    let standing = table.standing();
    let mut verdict = facts(file, table, &standing, checked);
    verdict.damage = damage.map(|damage| DamageReport {
        kind: damage.kind.id(),
        read_error: None,
        turn: Some(damage.turn),
        message: standing.names.fill(&damage.message),
    });

    if !findings.is_empty() {
        let outcome = after_breach(table, &findings);
        verdict.kind = VerdictKind::Dishonest;
        // If both players cheated, neither may win by withholding a setup.
        let outcome = outcome.filter(|outcome| may_stand(outcome, &verdict));
        verdict.result = outcome.map(|outcome| result(&outcome, table));
        verdict.findings = findings;
        return verdict;
    }
    if verdict.damage.is_some() {
        verdict.kind = VerdictKind::Damaged;
        verdict.missing_reveals.clear();
        return verdict;
    }
    if standing.claim.is_some() {
        verdict.kind = VerdictKind::Forfeit;
        let outcome = table.outcome().filter(|outcome| may_stand(outcome, &verdict));
        verdict.result = outcome.map(|outcome| result(&outcome, table));
        verdict.missing_reveals.clear();
        return verdict;
    }
    match table.outcome() {
        Some(outcome) if table.is_over() => {
            verdict.kind = VerdictKind::Honest;
            verdict.result = Some(result(&outcome, table));
        }
        Some(outcome) if may_stand(&outcome, &verdict) => {
            verdict.result = Some(result(&outcome, table));
        }
        _ => {}
    }
    verdict
}

/// Returns a verdict with the facts in the file, before anything is judged.
fn facts<G: Game>(
    file: &TurnFile,
    table: &Table<G>,
    standing: &Standing,
    checked: CheckCounts,
) -> Verdict {
    let names = &standing.names;
    let mut verdict = Verdict::of(file, standing.kind, standing.id, names.clone());
    verdict.intact = checked.signatures;
    verdict.checked = checked;
    verdict.span = Some((file.game.created, standing.last_sent));
    let seats = || Seat::all(u8::try_from(file.game.seats.len()).unwrap_or(0));
    verdict.seats = seats()
        .map(|seat| SeatReport {
            name: names.of(seat).to_owned(),
            key: standing.players[seat.index()].key,
        })
        .collect();
    verdict.due = standing.due;
    // In Spy!, a player can reveal a setup before the opponent has opened a guess. From then on, a
    // player who withholds a setup can't win.
    let showing = table.outcome().is_some() || seats().any(|seat| table.setup(seat).is_some());
    if showing && table.breach().is_none() {
        verdict.missing_reveals = seats().filter(|seat| table.owes_setup(*seat)).collect();
    }
    verdict
}

/// Whether the outcome is final. A draw is final if no player has withheld a setup. Any other
/// outcome is final if no winner has withheld a setup.
fn may_stand(outcome: &Outcome, verdict: &Verdict) -> bool {
    if outcome.kind == OutcomeKind::Draw {
        return verdict.missing_reveals.is_empty();
    }
    !outcome.winners.iter().any(|winner| verdict.missing_reveals.contains(winner))
}

fn result<G: Game>(outcome: &Outcome, table: &Table<G>) -> Result {
    Result {
        kind: outcome.kind,
        ended_by: outcome.ended_by,
        winners: outcome.winners.clone(),
        points: outcome.points.iter().map(|(_, points)| *points).collect(),
        reason: table.names().fill(&outcome.reason),
    }
}

/// Returns the result of a game with a breach. In a two-player game that the board has decided, an
/// honest player gets at least the points that the board gives that player.
fn after_breach<G: Game>(table: &Table<G>, findings: &[Finding]) -> Option<Outcome> {
    let mut outcome = without_guilty(table, findings)?;
    let board = table.outcome().filter(|board| board.ended_by == EndedBy::Board);
    for seat in Seat::all(table.count()) {
        let innocent = findings.iter().all(|finding| finding.seat != seat);
        if let Some(board) = board.as_ref().filter(|_| innocent && table.count() == 2) {
            outcome.points[seat] = outcome.points[seat].max(board.points[seat]);
        }
    }
    Some(outcome)
}

/// Returns the outcome without the players who broke the rules. Those players lose no matter what
/// the board says. If all players broke the rules, the game is void. If the other players can play
/// on without them, there is no outcome until the board decides the game.
fn without_guilty<G: Game>(table: &Table<G>, findings: &[Finding]) -> Option<Outcome> {
    let (count, position) = (table.count(), table.position());
    let guilty = |seat: &Seat| findings.iter().any(|finding| finding.seat == *seat);
    if Seat::all(count).all(|seat| guilty(&seat)) {
        return Some(Outcome::void(count, EndedBy::Breach, "all players broke the rules"));
    }
    let ends = findings.iter().find(|finding| !position.plays_on_without(finding.seat));
    let stands = match ends {
        Some(_) => {
            let mut seats = Seat::all(count).filter(guilty);
            seats.find_map(|seat| position.stands_despite(seat))
        }
        None => Some(table.outcome()?),
    };
    if let Some(outcome) = stands
        && !outcome.winners.iter().any(guilty)
    {
        return Some(outcome);
    }
    let first = ends.or(findings.first())?;
    let reason = match first.kind {
        FindingKind::FalseAnswer => format!("{} gave false information", first.seat),
        FindingKind::IllegalSetup | FindingKind::SealMismatch => {
            format!("{} built a false setup", first.seat)
        }
        _ => format!("{} broke the rules", first.seat),
    };
    Some(match count {
        2 => Outcome::win(first.seat.other(), count, EndedBy::Breach, reason),
        _ => Outcome::void(count, EndedBy::Breach, reason),
    })
}
