//! Typed player names.

use pbem::turnfile::limits::{self, SeatNameError};

use crate::cli::failure::CliError;

/// Checks that a name is valid.
pub(crate) fn check_name(name: &str) -> Result<(), CliError> {
    check_seats(&[seat_of(name.to_owned())])
}

/// Returns the seat for a name that a person uses: `anna` for `Anna`.
pub(crate) fn seat_of(name: String) -> String {
    let small = name.to_ascii_lowercase();
    if limits::is_seat_name(&small) { small } else { name }
}

pub(crate) fn check_seats(seats: &[String]) -> Result<(), CliError> {
    for name in seats {
        let stands_for = STAND_INS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
        if let Some((_, whose)) = stands_for {
            return Err(CliError::usage(format!(
                "`{name}` is only a placeholder for {whose}: type the name itself, such as alice"
            )));
        }
    }
    let seats: Vec<String> = seats.iter().cloned().map(seat_of).collect();
    limits::check_seats(&seats).map_err(|fault| match fault {
        SeatNameError::Name(name) => CliError::usage(format!(
            "`{}` is not a valid player name: use up to 32 lower-case letters, digits and hyphens, \
            starting with a letter",
            name.escape_debug()
        )),
        SeatNameError::Twice(name) => CliError::usage(format!(
            "two players are named {name}: each player needs a different name"
        )),
    })
}

/// Placeholders in the documentation that aren't valid names, with their meaning.
const STAND_INS: [(&str, &str); 2] = [("you", "your own name"), ("name", "a player's name")];

/// Returns the names on a line, separated by spaces or commas.
pub(crate) fn names(typed: &str) -> Vec<String> {
    typed.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
