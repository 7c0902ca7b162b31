//! Durations and dates in words.

use std::ops::Range;

use chrono::TimeDelta;

use crate::table::Standing;
use crate::turnfile::Moment;

/// Returns a duration in its largest unit: `2 days`, `5 hours`, `1 minute`.
pub fn days(passed: TimeDelta) -> String {
    let (count, unit) = match passed {
        passed if passed >= TimeDelta::days(1) => (passed.num_days(), "day"),
        passed if passed >= TimeDelta::hours(1) => (passed.num_hours(), "hour"),
        passed => (passed.num_minutes().max(1), "minute"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// Returns `just now` or a phrase such as `2 days ago`.
pub fn ago(passed: TimeDelta) -> String {
    if passed < TimeDelta::minutes(1) {
        "just now".to_owned()
    } else {
        format!("{} ago", days(passed))
    }
}

/// Returns a short duration for a column of a table: `9 d 6 h`, `20 h`, `5 min`.
pub fn brief(span: TimeDelta) -> String {
    let (days, hours) = (span.num_days(), span.num_hours() % 24);
    match span {
        span if span >= TimeDelta::days(1) && hours > 0 => format!("{days} d {hours} h"),
        span if span >= TimeDelta::days(1) => format!("{days} d"),
        span if span >= TimeDelta::hours(1) => format!("{hours} h"),
        span => format!("{} min", span.num_minutes().max(1)),
    }
}

/// The words that follow the number of a duration.
const UNITS: [&str; 9] = ["d", "h", "min", "day", "days", "hour", "hours", "minute", "minutes"];

/// Returns the positions of the durations within a line: `9 d 6 h left`, `2 days`. Lines don't
/// break inside a duration.
pub(super) fn durations(line: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut start, mut number, mut is_complete) = (0, None, false);
    for word in line.split_inclusive(' ') {
        let end = start + word.trim_end().len();
        let bare = word.trim().trim_matches(['.', ',', ';', ':', '(', ')', '[', ']']);
        let last = found.last_mut().filter(|last| last.end + 1 == start && is_complete);
        match number.take() {
            Some(from) if UNITS.contains(&bare) => {
                let joined = found.last_mut().filter(|last| last.end + 1 == from);
                match joined {
                    Some(last) => last.end = end,
                    None => found.push(from..end),
                }
                is_complete = true;
            }
            _ if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) => {
                number = Some(start);
            }
            _ => {
                if let Some(last) = last.filter(|_| bare == "left") {
                    last.end = end;
                }
                is_complete = false;
            }
        }
        start += word.len();
    }
    found
}

/// Returns a time such as `30 Nov, 21:10 UTC`.
pub fn utc(moment: Moment) -> String {
    moment.format("%-d %b, %H:%M UTC").to_string()
}

/// Returns a time such as `30 Nov 2026, 21:10 UTC`.
pub fn utc_with_year(moment: Moment) -> String {
    moment.format("%-d %b %Y, %H:%M UTC").to_string()
}

/// Returns the deadline in the file, as [`until`] describes it; `None` if there is no deadline.
pub fn deadline(
    standing: &Standing,
    now: Moment,
    date: impl Fn(Moment) -> String,
) -> Option<String> {
    Some(until(standing.deadline?, now, date))
}

/// Returns this deadline, such as `30 Nov, 21:10 UTC (9 days left)`, with the date formatted by
/// `date`.
pub fn until(deadline: Moment, now: Moment, date: impl Fn(Moment) -> String) -> String {
    let (until, still) = (date(deadline), deadline - now);
    if still > TimeDelta::zero() {
        format!("{until} ({} left)", days(still))
    } else {
        format!("{until} (passed {} ago)", days(-still))
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::table;
    use crate::turnfile::TurnFile;

    #[test]
    fn a_column_has_two_units_at_most() {
        let text = |seconds| brief(TimeDelta::seconds(seconds));
        assert_eq!(text(9 * 86_400 + 6 * 3_600 + 59), "9 d 6 h");
        assert_eq!(text(9 * 86_400 + 3_599), "9 d");
        assert_eq!(text(86_399), "23 h");
        assert_eq!(text(3_599), "59 min");
        assert_eq!(text(0), "1 min");
    }

    #[test]
    fn durations_are_found_with_their_units() {
        let found = |line: &str| -> Vec<String> {
            durations(line).into_iter().map(|part| line[part].to_owned()).collect()
        };
        let line = "waiting for bob, 5 hours so far, 27 d 23 h left. Turn 3 of 4, 2 days ago (9 d)";
        assert_eq!(found(line), ["5 hours", "27 d 23 h left.", "2 days", "(9 d)"]);
        assert_eq!(found("12 left, 14 and 3 days"), ["3 days"]);
        assert_eq!(found("14 days per turn; 5  d, é 7 min"), ["14 days", "7 min"]);
    }

    #[test]
    fn a_deadline_has_the_date_and_the_days_left() {
        let text = include_str!("../../examples/checkpoint-danger.toml");
        let file = TurnFile::read(text.as_bytes()).expect("an example");
        let (table, _) = table::open(&file).expect("it is whole");
        let mut standing = table.standing();
        let at = |seconds: i64| DateTime::from_timestamp(1_796_073_000 + seconds, 0);
        let at = |days: i64| at(days * 86_400).expect("a date");
        standing.deadline = Some(at(0));
        let text = |standing: &Standing, now| deadline(standing, at(now), utc).expect("it has one");
        assert_eq!(text(&standing, -9), "30 Nov, 21:10 UTC (9 days left)");
        assert_eq!(text(&standing, 0), "30 Nov, 21:10 UTC (passed 1 minute ago)");
        assert_eq!(text(&standing, 2), "30 Nov, 21:10 UTC (passed 2 days ago)");
        standing.deadline = None;
        assert_eq!(deadline(&standing, at(0), utc), None);
    }
}
