//! Player names, as they are typed.

use pbem::turnfile::limits::{self, SeatNameError};

use crate::cli::failure::CliError;

/// Can one be called so?
pub(crate) fn check_name(name: &str) -> Result<(), CliError> {
    check_seats(&[seat_of(name.to_owned())])
}

/// The seat of a name: a first name with a capital is the name for people, and the seat is the same
/// in small letters.
pub(crate) fn seat_of(name: String) -> String {
    let small = name.to_ascii_lowercase();
    if limits::is_seat_name(&small) { small } else { name }
}

pub(crate) fn check_seats(seats: &[String]) -> Result<(), CliError> {
    for name in seats {
        let stands_for = STAND_INS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
        if let Some((_, whose)) = stands_for {
            return Err(CliError::usage(format!(
                "`{name}` only stands for {whose}: type that name itself, such as alice"
            )));
        }
    }
    let seats: Vec<String> = seats.iter().cloned().map(seat_of).collect();
    limits::check_seats(&seats).map_err(|fault| match fault {
        SeatNameError::Name(name) => CliError::usage(format!(
            "`{}` cannot be a seat: a small letter first, then at most 31 small letters, digits \
            or hyphens",
            name.escape_debug()
        )),
        SeatNameError::Twice(name) => CliError::usage(format!("{name} cannot sit on two seats")),
    })
}

/// What stands for a name where it is said how something is typed, and for whose.
const STAND_INS: [(&str, &str); 2] = [("you", "your own name"), ("name", "a player's name")];
