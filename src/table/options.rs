//! The options that every game has, and whether a header makes a game.

use crate::games::{
    Kind, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue, Rules, check_options,
};
use crate::turnfile::Header;

/// The option that all games share: after how many days a claim may be written.
pub const DAYS_PER_TURN: &str = "days-per-turn";

/// All options of a game: its own, and those that every game has.
pub fn option_specs(kind: Kind) -> Vec<OptionSpec> {
    with_shared(kind.options())
}

fn with_shared(mut own: Vec<OptionSpec>) -> Vec<OptionSpec> {
    own.push(OptionSpec {
        name: DAYS_PER_TURN,
        default: OptionValue::Number(14),
        kind: OptionKind::Number { min: 0, max: 365, or_none: true },
        help: "days for each turn, after which the others may claim; none switches it off",
    });
    own
}

/// What keeps this header from being a game of its kind; empty if nothing does.
pub fn header_faults(kind: Kind, header: &Header) -> Vec<String> {
    let mut faults = Vec::new();
    let seats = header.seats.len();
    let may_play = kind.seats();
    if !u8::try_from(seats).is_ok_and(|seats| may_play.contains(&seats)) {
        let (least, most) = (may_play.start(), may_play.end());
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        faults.push(format!("{} is for {wanted} players, not {seats}", kind.title()));
    }
    match &header.first {
        Some(first) if !header.seats.contains(first) => {
            faults.push(format!("{} is to begin, but has no seat", first.escape_debug()))
        }
        Some(_) if *may_play.end() > 2 => faults
            .push(format!("nobody is drawn to begin in {}, so `first` has no place", kind.title())),
        _ => {}
    }
    if header.keys.keys().any(|name| !header.seats.contains(name)) {
        faults.push("`keys` names somebody who has no seat in this game".to_owned());
    }
    if header.keys.values().any(|key| !crate::crypto::key_is_sound(key)) {
        faults.push("`keys` holds a key that is none".to_owned());
    }
    let options = check_options(&option_specs(kind), &header.options);
    faults.extend(options.iter().map(ToString::to_string));
    faults
}

/// The game's own options out of a header.
pub(super) fn read<R: Rules>(header: &Header) -> Result<R::Options, Vec<String>> {
    let seats = u8::try_from(header.seats.len()).unwrap_or(u8::MAX);
    let mut own: OptionMap = header.options.clone();
    own.remove(DAYS_PER_TURN);
    R::read_options(&own, seats).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

pub(super) fn days_per_turn(header: &Header) -> u32 {
    header.options.small(DAYS_PER_TURN)
}
