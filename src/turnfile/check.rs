//! Checks what the form of a value doesn't cover: its size, and the names in it.

use chrono::{Datelike, Timelike};

use super::fault::excerpt;
use super::limits::{
    GRACE_DAYS, LINE_COLUMNS, MAX_ENTRIES, MAX_INTEGER, MAX_LINES, MAX_MAIL, MAX_NAME, MAX_NOTE,
    MAX_NUMBERS, MAX_OPTIONS, MAX_SEATS, MIN_SEATS, SeatNameError, check_seats, is_entry,
    is_printable, is_word, text_problem,
};
use super::model::{Arbiter, Header, Moment, Turn};
use crate::rules::OptionValue;

/// A TOML key, and the error in its value.
pub(super) type ValueError = (String, String);

fn ensure(good: bool, key: &str, message: impl FnOnce() -> String) -> Result<(), ValueError> {
    if good { Ok(()) } else { Err((key.to_owned(), message())) }
}

pub(super) fn header(game: &Header) -> Result<(), ValueError> {
    ensure(is_word(&game.kind), "kind", || format!("`{}` is not a word", excerpt(&game.kind)))?;
    let count = game.seats.len();
    ensure((MIN_SEATS..=MAX_SEATS).contains(&count), "seats", || {
        format!("there are {count} seats, not {MIN_SEATS} to {MAX_SEATS}")
    })?;
    check_seats(&game.seats).map_err(|fault| {
        let message = match fault {
            SeatNameError::Name(seat) => format!("`{}` cannot be a seat", excerpt(seat)),
            SeatNameError::Twice(_) => "two seats have the same name".to_owned(),
        };
        ("seats".to_owned(), message)
    })?;
    moment("created", game.created)?;
    let first = game.first.as_ref();
    let sits = |seat: &String| game.seats.contains(seat);
    ensure(first.is_none_or(sits), "first", || "it is not a seat of this game".to_owned())?;
    let opener = game.opener.as_ref();
    ensure(opener.is_none_or(sits), "opener", || "it is not a seat of this game".to_owned())?;
    ensure(game.options.len() <= MAX_OPTIONS, "", || format!("more than {MAX_OPTIONS} options"))?;
    game.options.iter().try_for_each(|(name, value)| option(name, value))?;
    game.arbiter.as_ref().map_or(Ok(()), arbiter)?;
    let stranger = game.keys.keys().find(|seat| !sits(seat));
    stranger.map_or(Ok(()), |seat| Err((seat.clone(), "it is not a seat of this game".to_owned())))
}

fn arbiter(arbiter: &Arbiter) -> Result<(), ValueError> {
    ensure(GRACE_DAYS.contains(&arbiter.grace_days), "grace-days", || {
        format!("`grace-days` must be from {} to {}", GRACE_DAYS.start(), GRACE_DAYS.end())
    })?;
    for (key, text, most) in [("name", &arbiter.name, MAX_NAME), ("mail", &arbiter.mail, MAX_MAIL)]
    {
        let problem = text.as_ref().and_then(|text| text_problem(text, most));
        problem.map_or(Ok(()), |problem| Err((key.to_owned(), format!("it {problem}"))))?;
    }
    Ok(())
}

fn option(name: &str, value: &OptionValue) -> Result<(), ValueError> {
    let fits = |n: &i64| n.unsigned_abs() <= MAX_INTEGER;
    let good = is_word(name)
        && match value {
            OptionValue::Flag(_) => true,
            OptionValue::Number(n) => fits(n),
            OptionValue::Word(word) => is_word(word),
            OptionValue::Numbers(list) => list.len() <= MAX_NUMBERS && list.iter().all(fits),
            OptionValue::Lines(lines) => {
                lines.len() <= MAX_LINES
                    && lines.iter().all(|line| is_printable(line, LINE_COLUMNS))
            }
        };
    ensure(good, name, || "no option has this name or value".to_owned())
}

pub(super) fn moment(key: &str, moment: Moment) -> Result<(), ValueError> {
    let good = (1970..=9999).contains(&moment.year()) && moment.nanosecond() == 0;
    ensure(good, key, || {
        "the year of a date must be from 1970 to 9999, and the seconds at most 59".to_owned()
    })
}

pub(super) fn turn(turn: &Turn, number: u32, seats: &[String]) -> Result<(), ValueError> {
    ensure(turn.number == number, "number", || {
        format!("it says {}; a turn is missing, repeated or in the wrong place", turn.number)
    })?;
    ensure(seats.contains(&turn.seat), "seat", || {
        format!("`{}` is not a seat of this game", excerpt(&turn.seat))
    })?;
    moment("sent", turn.sent)?;
    turn.ruled.map_or(Ok(()), |ruled| moment("ruled", ruled))?;
    texts(turn)?;
    lists(turn)?;
    let (open, salts) = (turn.open.len(), turn.salts.len());
    ensure(open == salts, "salts", || {
        format!("there are {salts} salts for {open} entries of `open`")
    })
}

fn texts(turn: &Turn) -> Result<(), ValueError> {
    for (key, text, most) in [
        ("name", &turn.name, MAX_NAME),
        ("mail", &turn.mail, MAX_MAIL),
        ("note", &turn.note, MAX_NOTE),
    ] {
        let problem = text.as_ref().and_then(|text| text_problem(text, most));
        problem.map_or(Ok(()), |problem| Err((key.to_owned(), format!("it {problem}"))))?;
    }
    let offer = turn.offer.as_deref();
    ensure(offer.is_none_or(is_word), "offer", || "an offer must be a single word".to_owned())
}

fn lists(turn: &Turn) -> Result<(), ValueError> {
    let too_long = |length: usize| format!("this list has {length} items, more than {MAX_ENTRIES}");
    for (key, list) in [
        ("answer", &turn.answer),
        ("move", &turn.moves),
        ("open", &turn.open),
        ("reveal", &turn.reveal),
    ] {
        ensure(list.len() <= MAX_ENTRIES, key, || too_long(list.len()))?;
        for entry in list {
            ensure(is_entry(entry), key, || {
                format!(
                    "`{}` can't be an entry: an entry has 1 to 66 printable ASCII characters",
                    excerpt(entry)
                )
            })?;
        }
    }
    for (key, length) in [
        ("setup", turn.setup.len()),
        ("eyes", turn.eyes.len()),
        ("tokens", turn.tokens.len()),
        ("boxes", turn.boxes.len().div_ceil(32)),
        ("salts", turn.salts.len()),
    ] {
        ensure(length <= MAX_ENTRIES, key, || too_long(length))?;
    }
    Ok(())
}
