//! Verdicts as sentences.

use chrono::Datelike;

use super::{Judgement, OverruledTurn, Verdict, VerdictKind};
use crate::crypto;
use crate::rules::{OutcomeKind, Seat, list};
use crate::turnfile::Moment;

/// Returns the kind, players, dates and length of a game; `None` if the kind can't be read.
pub fn headline(verdict: &Verdict) -> Option<String> {
    let game = verdict.game?;
    let seats: Vec<String> = verdict.seats.iter().map(|seat| seat.name.clone()).collect();
    let players = if let [one, other] = seats.as_slice() {
        format!("{one} against {other}")
    } else {
        list(&seats)
    };
    let span = verdict.span.map_or_else(String::new, |(from, to)| format!(", {}", days(from, to)));
    Some(format!("{}   {players}{span}, {}", game.title(), plural(verdict.turns, "turn")))
}

/// Returns a span of days: `21 Nov to 14 Dec 2026`, a single date, or two dates with their years.
fn days(from: Moment, to: Moment) -> String {
    let end = to.format("%-d %b %Y");
    match (from.date_naive(), to.date_naive()) {
        (from, to) if from == to => end.to_string(),
        (from, to) if from.year() == to.year() => format!("{} to {end}", from.format("%-d %b")),
        (from, _) => format!("{} to {end}", from.format("%-d %b %Y")),
    }
}

/// Returns the sentences that explain that a turn and a claim crossed in the mail.
pub fn crossed(turn: u32) -> String {
    format!(
        "No one broke a rule, but the game has no result: turn {turn} crossed in the mail \
        with a claim that it was late. According to their dates, both are valid, and no file can \
        prove which date is true."
    )
}

/// Returns the judgement as sentences. With `stranger`, says that a damaged file is a different
/// file from the one that the user named.
pub fn sentences(judgement: &Judgement, stranger: bool) -> Vec<String> {
    let mut sentences = match judgement.crossed {
        Some(turn) if judgement.verdict.kind == VerdictKind::Open => vec![crossed(turn)],
        _ => describe(&judgement.verdict, stranger),
    };
    if let (Some(ruled), Some(arbiter)) = (&judgement.ruled, judgement.verdict.arbiter()) {
        if judgement.verdict.kind != VerdictKind::Forfeit || judgement.verdict.result.is_none() {
            let late = judgement.verdict.names.of(ruled.seat);
            let number = ruled.number;
            sentences
                .push(format!("The arbiter says that {late}'s time for turn {number} ran out."));
        }
        let name = arbiter.name.as_ref().map(|name| format!("{name}, ")).unwrap_or_default();
        let number = crypto::safety_number(&arbiter.key).replace(' ', "-");
        sentences.push(format!("Arbiter: {name}{number}"));
    }
    if !judgement.held_twice.is_empty() {
        sentences.push(format!(
            "These files have different keys for {}, so they are different games, and pbem judges \
                them separately.",
            names(&judgement.verdict, &judgement.held_twice)
        ));
    }
    sentences
}

/// Returns one sentence for each turn that the arbiter's ruling sets aside. `file_names` has the
/// names of all input files.
pub fn overruled(judgement: &Judgement, file_names: &[String]) -> Vec<String> {
    let sentence = |turn: &OverruledTurn| {
        let seat = judgement.verdict.names.of(turn.seat);
        let file = file_names.get(turn.file).map_or("a file", String::as_str);
        let (number, sent) = (turn.number, turn.sent.format("%-d %b"));
        let over = if turn.finished { "; in that file, the game is over" } else { "" };
        format!(
            "A version of turn {number} by {seat}, dated {sent}, is in {file}{over}. The arbiter \
             says that this turn came too late."
        )
    };
    judgement.overruled.iter().map(sentence).collect()
}

/// Returns the verdict as sentences.
pub fn describe(verdict: &Verdict, stranger: bool) -> Vec<String> {
    let missing = (!verdict.missing_reveals.is_empty()).then(|| missing_setups(verdict));
    let mut sentences = Vec::new();
    match verdict.kind {
        VerdictKind::Honest => {
            let unopened = verdict.checked.unopened;
            sentences.push(if unopened > 0 {
                let seals = plural(unopened, "sealed move");
                format!("Every answer that can be checked was true. Never opened: {seals}.")
            } else if verdict.checked.setups > 0 {
                "Everything hidden has been revealed, and every answer was true.".to_owned()
            } else {
                "Nothing was hidden, and every turn followed the rules.".to_owned()
            });
            sentences.extend(result(verdict));
        }
        VerdictKind::Dishonest => {
            sentences.extend(result(verdict));
            sentences.extend(missing);
        }
        VerdictKind::Forfeit => {
            sentences.extend(result(verdict));
            if verdict.arbiter().is_none() {
                sentences.push(
                    "By the claimant's clock, the deadline had passed when the claim was made. \
                        The claim no longer counts if another file shows that the turn was sent in \
                        time, or that a player had already won."
                        .to_owned(),
                );
            }
        }
        VerdictKind::Open => {
            let due = verdict.due.map(|due| format!("It is {}'s turn.", verdict.names.of(due)));
            sentences.push("No problem so far, but the game is not complete.".to_owned());
            sentences.extend(missing.or(due));
            sentences.extend(result(verdict));
        }
        VerdictKind::Damaged => {
            let problem = if stranger {
                "This is a different file from the one you named."
            } else if verdict.is_other_format() {
                "This pbem can't read the file."
            } else {
                "The file was changed after signing, or is cut off."
            };
            sentences.push(format!("{problem} No one is accused."));
        }
    }
    if let Some(harm) = &verdict.damage {
        sentences.push(format!("{}.", harm.message.trim_end_matches('.')));
        if verdict.intact > 0 {
            sentences.push(match verdict.intact {
                1 => "Intact: the first turn.".to_owned(),
                intact => format!("Intact: the first {intact} turns."),
            });
        }
    }
    sentences
}

fn missing_setups(verdict: &Verdict) -> String {
    let seats = &verdict.missing_reveals;
    let what = if seats.len() == 1 {
        "has not revealed their setup yet"
    } else {
        "have not revealed their setups yet"
    };
    format!("{} {what}.", names(verdict, seats))
}

fn names(verdict: &Verdict, seats: &[Seat]) -> String {
    list(&seats.iter().map(|seat| verdict.names.of(*seat)).collect::<Vec<_>>())
}

/// Returns the result as a sentence, if there is one.
fn result(verdict: &Verdict) -> Option<String> {
    let result = verdict.result.as_ref()?;
    let is_reason_first = verdict.kind == VerdictKind::Dishonest;
    let effect = if result.winners.is_empty() {
        let game = if is_reason_first { "the game" } else { "The game" };
        let word = if result.kind == OutcomeKind::Draw { "a draw" } else { "void" };
        format!("{game} is {word}")
    } else {
        let mut points: Vec<String> = result.points.iter().map(ToString::to_string).collect();
        // The winner's points come first: `ben wins 2:0`.
        if let ([winner], 2) = (&result.winners[..], points.len()) {
            points.rotate_left(winner.index());
        }
        let score = if points.iter().any(|points| points != "0" && points != "1") {
            format!(" {}", points.join(":"))
        } else {
            String::new()
        };
        let verb = if result.winners.len() == 1 { "wins" } else { "win" };
        format!("{} {verb}{score}", names(verdict, &result.winners))
    };
    Some(if is_reason_first {
        format!("{}, so {effect} regardless of the board.", result.reason)
    } else {
        format!("{effect}: {}.", result.reason)
    })
}

/// Returns `1 turn`, `2 boxes` and so on.
pub fn plural(count: usize, what: &str) -> String {
    match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "box") => format!("{count} boxes"),
        (count, what) => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_goes_on_into_another_year_says_both() {
        let at = |text: &str| text.parse::<Moment>().expect("a date");
        let format = |from: &str, to: &str| days(at(from), at(to));
        let start = "2026-11-21T12:00:00Z";
        assert_eq!(format(start, "2026-11-21T23:00:00Z"), "21 Nov 2026");
        assert_eq!(format(start, "2026-12-14T12:00:00Z"), "21 Nov to 14 Dec 2026");
        assert_eq!(format(start, "2027-03-15T12:00:00Z"), "21 Nov 2026 to 15 Mar 2027");
    }
}
