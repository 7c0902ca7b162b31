//! Dates in the player's time zone. Turn files, JSON and messages to other players use UTC.

use std::sync::LazyLock;

use chrono::NaiveDate;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use pbem::turnfile::Moment;

/// The player's time zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone(fn() -> TimeZone);

/// The time zone of `TZ` or of this computer; UTC if unknown. Finding it means reading the whole
/// list of time zones, so commands that show no date don't look for it.
static MACHINE: LazyLock<TimeZone> = LazyLock::new(|| {
    let zone = TimeZone::try_system().ok().filter(|zone| !zone.is_unknown());
    zone.unwrap_or(TimeZone::UTC)
});

impl Zone {
    /// UTC.
    #[cfg(test)]
    pub(crate) const UTC: Zone = Zone(|| TimeZone::UTC);

    /// The time zone of `TZ` or of this computer; UTC if unknown.
    pub(crate) const OF_THIS_MACHINE: Zone = Zone(|| MACHINE.clone());

    /// Formats a moment as `30 Nov, 22:10 CET`.
    pub(crate) fn date(self, moment: Moment) -> String {
        self.format(moment, "%-d %b, %H:%M %Z")
    }

    /// Formats a moment as `30 Nov 2026, 22:10 CET`.
    pub(crate) fn date_with_year(self, moment: Moment) -> String {
        self.format(moment, "%-d %b %Y, %H:%M %Z")
    }

    /// Formats a moment as `Mon 30 Nov, 22:10 CET`.
    pub(crate) fn day(self, moment: Moment) -> String {
        self.format(moment, "%a %-d %b, %H:%M %Z")
    }

    /// Formats a moment as `30 Nov 2026`.
    pub(crate) fn date_only(self, moment: Moment) -> String {
        self.format(moment, "%-d %b %Y")
    }

    /// Returns the date of this moment.
    pub(crate) fn calendar_day(self, moment: Moment) -> NaiveDate {
        self.format(moment, "%Y-%m-%d").parse().unwrap_or_else(|_| moment.date_naive())
    }

    /// Formats a moment as `30 Nov`.
    pub(crate) fn day_of_month(self, moment: Moment) -> String {
        self.format(moment, "%-d %b")
    }

    /// Formats a moment as `30 Nov 22:10`, for use next to the [`name`](Self::name) of the zone.
    pub(crate) fn short(self, moment: Moment) -> String {
        self.format(moment, "%d %b %H:%M")
    }

    /// Returns the abbreviation of the zone at this moment, such as `CET`.
    pub(crate) fn name(self, moment: Moment) -> String {
        self.format(moment, "%Z")
    }

    /// Formats a moment as `22:10`.
    pub(crate) fn time(self, moment: Moment) -> String {
        self.format(moment, "%H:%M")
    }

    fn format(self, moment: Moment, format: &str) -> String {
        match Timestamp::from_second(moment.timestamp()) {
            Ok(at) => at.to_zoned((self.0)()).strftime(format).to_string(),
            // The last day of the year 9999 may have no local date, so show it in UTC.
            Err(_) => moment.format(format).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERLIN: Zone = Zone(|| posix("CET-1CEST,M3.5.0,M10.5.0/3"));
    const NEW_YORK: Zone = Zone(|| posix("EST5"));

    fn posix(zone: &str) -> TimeZone {
        TimeZone::posix(zone).expect("a time zone")
    }

    fn shown(zone: Zone, moment: &str) -> String {
        zone.date_with_year(moment.parse().expect("a moment"))
    }

    #[test]
    fn dates_have_the_name_of_the_zone() {
        assert_eq!(shown(BERLIN, "2026-11-20T12:00:00Z"), "20 Nov 2026, 13:00 CET");
        assert_eq!(shown(BERLIN, "2026-07-20T23:30:00Z"), "21 Jul 2026, 01:30 CEST");
        assert_eq!(shown(NEW_YORK, "2026-11-20T03:00:00Z"), "19 Nov 2026, 22:00 EST");
        let noon = "2026-11-20T12:00:00Z".parse().expect("a moment");
        assert_eq!(
            BERLIN.date_only("2026-11-20T23:30:00Z".parse().expect("a moment")),
            "21 Nov 2026"
        );
        assert_eq!(
            NEW_YORK.day_of_month("2026-11-20T03:00:00Z".parse().expect("a moment")),
            "19 Nov"
        );
        assert_eq!(Zone::UTC.day(noon), "Fri 20 Nov, 12:00 UTC");
    }

    #[test]
    fn every_moment_of_a_turn_file_has_a_date() {
        assert!(shown(NEW_YORK, "0001-01-01T00:00:00Z").ends_with(" EST"));
        assert_eq!(shown(NEW_YORK, "9999-12-31T23:59:59Z"), "31 Dec 9999, 23:59 UTC");
    }
}
