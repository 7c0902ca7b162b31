//! How long ago, and how long still, in words.

use chrono::TimeDelta;

use crate::turnfile::Moment;

/// `2 days`, `5 hours`, `1 minute`
pub fn days(passed: TimeDelta) -> String {
    let (count, unit) = match passed {
        passed if passed >= TimeDelta::days(1) => (passed.num_days(), "day"),
        passed if passed >= TimeDelta::hours(1) => (passed.num_hours(), "hour"),
        passed => (passed.num_minutes().max(1), "minute"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// `9 d 6 h`, `20 h`, `5 min`: for a column.
pub fn brief(span: TimeDelta) -> String {
    let (days, hours) = (span.num_days(), span.num_hours() % 24);
    match span {
        span if span >= TimeDelta::days(1) && hours > 0 => format!("{days} d {hours} h"),
        span if span >= TimeDelta::days(1) => format!("{days} d"),
        span if span >= TimeDelta::hours(1) => format!("{hours} h"),
        span => format!("{} min", span.num_minutes().max(1)),
    }
}

/// `30 Nov, 21:10 UTC (9 days left)`
pub fn deadline(deadline: Moment, now: Moment) -> String {
    let (until, still) = (deadline.format("%-d %b, %H:%M UTC"), deadline - now);
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

    #[test]
    fn a_column_has_two_units_at_most() {
        let told = |seconds| brief(TimeDelta::seconds(seconds));
        assert_eq!(told(9 * 86_400 + 6 * 3_600 + 59), "9 d 6 h");
        assert_eq!(told(9 * 86_400 + 3_599), "9 d");
        assert_eq!(told(86_399), "23 h");
        assert_eq!(told(3_599), "59 min");
        assert_eq!(told(0), "1 min");
    }

    #[test]
    fn a_deadline_says_when_and_how_long_still() {
        let at = |seconds: i64| DateTime::from_timestamp(1_796_073_000 + seconds, 0);
        let told = |now: i64| deadline(at(0).expect("a date"), at(now).expect("a date"));
        assert_eq!(told(-9 * 86_400), "30 Nov, 21:10 UTC (9 days left)");
        assert_eq!(told(0), "30 Nov, 21:10 UTC (passed 1 minute ago)");
        assert_eq!(told(2 * 86_400), "30 Nov, 21:10 UTC (passed 2 days ago)");
    }
}
