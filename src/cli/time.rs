//! Durations and dates in words.

use chrono::Duration;
pub(crate) use pbem::render::when::{ago, brief, days, until};
use pbem::turnfile::Moment;

use super::zone::Zone;

/// Returns the time left: `9 d 6 h left`, `! 20 h left` if less than a quarter of the days is left,
/// or `LATE 2 d`.
pub(crate) fn time_left(still: Duration, days_per_turn: u32) -> String {
    if still <= Duration::zero() {
        return format!("LATE {}", brief(-still));
    }
    format!("{}{} left", mark(still, days_per_turn), brief(still))
}

/// Returns the date of the deadline and the days left: `30 Nov, 9 d left`. On the last day and
/// later, returns the same as [`time_left`].
pub(crate) fn date_and_days_left(
    deadline: Moment,
    now: Moment,
    days_per_turn: u32,
    zone: Zone,
) -> String {
    let still = deadline - now;
    match still.num_days() {
        ..1 => time_left(still, days_per_turn),
        days => {
            let (mark, date) = (mark(still, days_per_turn), zone.day_of_month(deadline));
            format!("{mark}{date}, {days} d left")
        }
    }
}

fn mark(still: Duration, days_per_turn: u32) -> &'static str {
    if hurries(still, days_per_turn) { "! " } else { "" }
}

/// Whether the time left is less than a quarter of the days per turn.
pub(crate) fn hurries(still: Duration, days_per_turn: u32) -> bool {
    still * 4 < Duration::days(i64::from(days_per_turn))
}

/// Formats a moment for JSON.
pub(crate) fn stamp(moment: Moment) -> String {
    moment.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_of_the_deadline_is_shown_until_the_last_day() {
        let now = chrono::DateTime::UNIX_EPOCH + Duration::hours(12);
        let left = |hours| date_and_days_left(now + Duration::hours(hours), now, 14, Zone::UTC);
        assert_eq!(left(27 * 24 + 23), "29 Jan, 27 d left");
        assert_eq!(left(3 * 24), "! 4 Jan, 3 d left");
        assert_eq!(left(23), "! 23 h left");
        assert_eq!(left(-50), "LATE 2 d 2 h");
        assert_eq!(left(0), "LATE 1 min");
    }
}
