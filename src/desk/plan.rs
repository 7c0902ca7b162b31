//! Conditional moves, as correspondence chess players call them: moves planned for an opponent's
//! answer. They stay in the vault. A turn with a planned move looks like any other turn.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::table::{AnyTable, Keys};

/// Maximum length of a plan as text, in bytes.
const LONGEST: usize = 1000;

/// What to do once the opponent's answer to our last move has arrived. Each step is a list of
/// branches, and the first branch that fits the answer counts. A step after `then` applies once the
/// answer to the previous planned move has arrived.
///
/// `if HIT: C4; if 0-2: E7; else stop; then F1`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TurnPlan {
    steps: Vec<Vec<Branch>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Branch {
    /// Answers that this branch fits. If the list is empty, the branch fits every answer.
    answers: Vec<String>,
    /// The move to make, or `None` to stop.
    then: Option<String>,
}

impl Branch {
    fn fits(&self, answer: &str) -> bool {
        self.answers.is_empty() || self.answers.iter().any(|one| is_answer(one, answer))
    }
}

/// Parses a range of numbers, such as `0-2`.
fn range(meant: &str) -> Option<RangeInclusive<u32>> {
    let (from, to) = meant.split_once('-')?;
    Some(number(from)?..=number(to)?)
}

fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// Whether `answer` matches the condition `meant`: a word such as `HIT`, or a range such as `0-2`.
fn is_answer(meant: &str, answer: &str) -> bool {
    match (range(meant), number(answer)) {
        (Some(range), Some(answer)) => range.contains(&answer),
        _ => meant.eq_ignore_ascii_case(answer),
    }
}

impl TurnPlan {
    /// Whether the next move depends on an answer.
    pub(super) fn is_conditional(&self) -> bool {
        self.steps.first().into_iter().flatten().any(|branch| !branch.answers.is_empty())
    }

    /// Checks the plan against the rules that don't depend on the answer.
    pub(super) fn check(&self, table: &AnyTable, keys: &Keys) -> Result<(), String> {
        for Branch { answers, then } in self.steps.iter().flatten() {
            for meant in answers {
                let ends =
                    range(meant).map(|range| [range.start(), range.end()].map(u32::to_string));
                let ends = ends.map_or_else(|| vec![meant.clone()], Vec::from);
                if let Some(none) = ends.iter().find(|end| !table.is_answer(end)) {
                    return Err(format!("{none} isn't an answer in this game"));
                }
            }
            if let Some(moves) = then {
                table.check_planned(keys, moves).map_err(|why| format!("{moves}: {why}"))?;
            }
        }
        Ok(())
    }

    /// Returns the move for this answer and the rest of the plan, or `None` if the plan has no move
    /// for this answer.
    pub(super) fn upon(&self, answer: &str) -> Option<(&str, Option<TurnPlan>)> {
        let (now, later) = self.steps.split_first()?;
        let then = now.iter().find(|branch| branch.fits(answer))?.then.as_deref()?;
        Some((then, (!later.is_empty()).then(|| TurnPlan { steps: later.to_vec() })))
    }
}

impl FromStr for TurnPlan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST || text.contains(char::is_control) {
            return Err(format!("a plan must be one line of at most {LONGEST} bytes"));
        }
        let mut steps: Vec<Vec<Branch>> = vec![Vec::new()];
        for piece in text.split(';').map(str::trim) {
            let (begins, piece) = match word(piece, "then") {
                Some(rest) => (true, rest),
                None => (false, piece),
            };
            if begins {
                steps.push(Vec::new());
            }
            let step = steps.last_mut().ok_or("the plan is empty")?;
            match (branch(piece)?, step.last_mut()) {
                (Some(branch), _) => step.push(branch),
                // The move has several parts, as in `F6; C3`, so add this part to it.
                (None, Some(Branch { then: Some(moves), .. })) => {
                    moves.push_str("; ");
                    moves.push_str(piece);
                }
                (None, Some(_)) => {
                    return Err(format!(
                        "`stop` must be the last part, but \
                    `{piece}` follows it"
                    ));
                }
                (None, None) => {
                    step.push(Branch { answers: Vec::new(), then: Some(piece.to_owned()) });
                }
            }
        }
        let mut moves = steps.iter().flatten().filter_map(|branch| branch.then.as_deref());
        if moves.any(str::is_empty) || steps.iter().any(Vec::is_empty) {
            return Err("a move is missing".to_owned());
        }
        Ok(TurnPlan { steps })
    }
}

/// Returns the text after the word `word`, or `None` if the text doesn't begin with this word.
fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

/// Parses `if HIT: C4` or `else stop`. Returns `None` if the text is neither.
fn branch(text: &str) -> Result<Option<Branch>, String> {
    let (answers, then) = if let Some(rest) = word(text, "if") {
        let missing = || format!("`{text}` needs a colon before the move, as in `if HIT: C4`");
        let (answers, then) = rest.split_once(':').ok_or_else(missing)?;
        let answers = answers.replace(" or ", ",");
        let answers: Vec<String> = answers.split(',').map(|one| one.trim().to_owned()).collect();
        if answers.iter().any(String::is_empty) {
            return Err(format!("`{text}` doesn't name an answer"));
        }
        (answers, then.trim())
    } else if let Some(rest) = word(text, "else") {
        (Vec::new(), rest.trim_start_matches(':').trim())
    } else {
        return Ok(None);
    };
    let then = (!then.eq_ignore_ascii_case("stop")).then(|| then.to_owned());
    Ok(Some(Branch { answers, then }))
}

impl fmt::Display for TurnPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.steps.iter().map(|step| {
            let branches = step.iter().map(|Branch { answers, then }| {
                let then = then.as_deref().unwrap_or("stop");
                match answers.as_slice() {
                    [] if step.len() == 1 => then.to_owned(),
                    [] => format!("else {then}"),
                    answers => format!("if {}: {then}", answers.join(" or ")),
                }
            });
            branches.collect::<Vec<_>>().join("; ")
        });
        f.write_str(&steps.collect::<Vec<_>>().join("; then "))
    }
}

impl TryFrom<String> for TurnPlan {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TurnPlan> for String {
    fn from(conditional: TurnPlan) -> String {
        conditional.to_string()
    }
}

/// A plan, and the move of ours that the plan follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ahead {
    /// Hash of the turn with our last move before the plan; empty if there is no such turn. Once we
    /// make another move, the plan no longer applies.
    pub(super) upon: String,
    pub(super) moves: TurnPlan,
}

/// The next move of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedMove {
    pub moves: String,
    /// The rest of the plan, which applies once the answer to this move has arrived.
    pub(super) later: Option<TurnPlan>,
}

#[cfg(test)]
mod tests {
    use super::TurnPlan;

    fn read(text: &str) -> TurnPlan {
        text.parse().expect(text)
    }

    fn upon(text: &str, answer: &str) -> Option<(String, Option<String>)> {
        let plan = read(text);
        let (moves, later) = plan.upon(answer)?;
        Some((moves.to_owned(), later.map(|later| later.to_string())))
    }

    #[test]
    fn the_first_branch_that_fits_counts() {
        let plan = "if HIT: C4; if 0-2: E7; else stop";
        assert_eq!(upon(plan, "HIT"), Some(("C4".into(), None)));
        assert_eq!(upon(plan, "hit"), Some(("C4".into(), None)));
        assert_eq!(upon(plan, "2"), Some(("E7".into(), None)));
        assert_eq!(upon(plan, "3"), None);
        assert_eq!(upon("if hot or warm: 4C", "warm"), Some(("4C".into(), None)));
        assert_eq!(upon("if hot, warm: 4C", "cold"), None);
    }

    #[test]
    fn a_move_may_have_parts_and_a_plan_steps() {
        assert_eq!(upon("if HIT: F6; C3; else E7", "HIT"), Some(("F6; C3".into(), None)));
        let calls = "A4; then B5; then if HIT: C6; else stop";
        let later = "B5; then if HIT: C6; else stop";
        assert_eq!(upon(calls, "MISS"), Some(("A4".into(), Some(later.into()))));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["if HIT: C4; if 0-2: E7; else stop", "A4; then B5", "if 1 or 2: F6; C3"] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        let long = "A1; then ".repeat(200);
        for text in ["", "if HIT C4", "if : C4", "A4; then", "if HIT: ", "else stop; C4", &long] {
            assert!(text.parse::<TurnPlan>().is_err(), "{text}");
        }
    }
}
