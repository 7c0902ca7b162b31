//! Durations and dates in words.

use chrono::Duration;
pub(crate) use pbem::render::when::{ago, brief, days, until};
use pbem::turnfile::Moment;

/// Returns the time left: `9 d 6 h left`, `! 20 h left` if less than a quarter of the days is left,
/// or `LATE 2 d`.
pub(crate) fn time_left(still: Duration, days_per_turn: u32) -> String {
    if still <= Duration::zero() {
        return format!("LATE {}", brief(-still));
    }
    let hurry = if hurries(still, days_per_turn) { "! " } else { "" };
    format!("{hurry}{} left", brief(still))
}

/// Whether the time left is less than a quarter of the days per turn.
pub(crate) fn hurries(still: Duration, days_per_turn: u32) -> bool {
    still * 4 < Duration::days(i64::from(days_per_turn))
}

/// Formats a moment for JSON.
pub(crate) fn stamp(moment: Moment) -> String {
    moment.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
