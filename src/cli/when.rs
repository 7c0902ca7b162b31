//! How long ago, how long still, and when, in words.

use chrono::Duration;
use pbem::turnfile::Moment;

/// `2 days ago`
pub(super) fn ago(passed: Duration) -> String {
    match passed {
        passed if passed < Duration::minutes(1) => "just now".to_owned(),
        passed => format!("{} ago", days(passed)),
    }
}

/// `2 days`, `5 hours`, `1 minute`
pub(super) fn days(passed: Duration) -> String {
    let (count, unit) = match passed {
        passed if passed >= Duration::days(1) => (passed.num_days(), "day"),
        passed if passed >= Duration::hours(1) => (passed.num_hours(), "hour"),
        passed => (passed.num_minutes().max(1), "minute"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// `9 days 6 hours`, `20 hours`, `5 minutes`: how long there is still.
#[cfg(feature = "tui")]
pub(super) fn left(still: Duration) -> String {
    let hours = still - Duration::days(still.num_days());
    if still >= Duration::days(1) && hours >= Duration::hours(1) {
        format!("{} {}", days(still), days(hours))
    } else {
        days(still)
    }
}

/// A moment as programs read it.
pub(super) fn stamp(moment: Moment) -> String {
    moment.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
