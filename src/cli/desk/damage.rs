//! Files that will not do: changed after signing, somebody else's, or half of a fork.

use std::fmt::Write;

use crate::cli::report::Failure;
use crate::turnfile::{self, Turn, TurnFile};
use crate::vault::GameRecord;

/// The file is not as it was signed. One's own copy tells where.
pub(super) fn damaged(called: &str, turn: u32, message: &str, file: &TurnFile, records: &[GameRecord]) -> Failure {
    let changed = |what: &str| format!("{called} was changed after it was signed{what}. Nothing has been taken from it.");
    let index = (turn as usize).saturating_sub(1);
    let whose = file.turns.get(index).map(|turn| turn.seat.as_str());
    let good = records.iter().find_map(|record| Some((record, record.newest()?)));
    let kept = good.and_then(|(_, newest)| turnfile::read(newest.text.as_bytes()).file);
    let pair = kept.as_ref().and_then(|kept| kept.turns.get(index)).zip(file.turns.get(index));
    let difference = pair.and_then(|(kept, here)| first_difference(here, kept));
    let mut text = match difference {
        Some((key, here, kept)) => {
            let whose = whose.unwrap_or_default();
            format!("{}\nturn {turn}, by {whose}, key {key}:  this file says {here}, your own copy says {kept}", changed(""))
        }
        None => format!("{}\n{message}", changed(", or is damaged")),
    };
    if let Some(whose) = whose {
        let _ = write!(text, "\nMail programs and editors do this too; it proves nothing against {whose}.");
    }
    let failure = Failure::bad_file("damaged", text).then("ask for it to be mailed once more, as an attachment");
    match good {
        Some((record, newest)) => failure.then(format!("pbem show {}      your good copy, turn {}", record.name(), newest.turns())),
        None => failure,
    }
}

/// A key of a turn, and how to read it as text.
type Key = (&'static str, fn(&Turn) -> String);

/// Every key, those first that a person would look for.
const KEYS: [Key; 22] = [
    ("seat", |turn| turn.seat.clone()),
    ("answer", |turn| turn.answer.join("; ")),
    ("move", |turn| turn.moves.join("; ")),
    ("open", |turn| turn.open.join("; ")),
    ("offer", |turn| turn.offer.clone().unwrap_or_default()),
    ("note", |turn| turn.note.clone().unwrap_or_default()),
    ("reveal", |turn| turn.reveal.join("; ")),
    ("sent", |turn| turn.sent.to_rfc3339()),
    ("after", |turn| hex::encode(turn.after)),
    ("instead", |turn| hex::encode(turn.instead.concat())),
    ("link", |turn| turn.link.map(hex::encode).unwrap_or_default()),
    ("key", |turn| turn.key.map(hex::encode).unwrap_or_default()),
    ("tip", |turn| turn.tip.map(hex::encode).unwrap_or_default()),
    ("name", |turn| turn.name.clone().unwrap_or_default()),
    ("mail", |turn| turn.mail.clone().unwrap_or_default()),
    ("setup", |turn| hex::encode(turn.setup.concat())),
    ("eyes", |turn| hex::encode(turn.eyes.concat())),
    ("tokens", |turn| hex::encode(turn.tokens.concat())),
    ("seal", |turn| turn.seal.map(hex::encode).unwrap_or_default()),
    ("boxes", |turn| hex::encode(&turn.boxes)),
    ("salts", |turn| hex::encode(turn.salts.concat())),
    ("signature", |turn| hex::encode(turn.signature)),
];

/// The first key in which two turns differ, and what stands there.
fn first_difference(here: &Turn, kept: &Turn) -> Option<(&'static str, String, String)> {
    KEYS.iter().map(|(key, read)| (*key, read(here), read(kept))).find(|(_, here, kept)| here != kept).map(|(key, here, kept)| {
        let at = here.chars().zip(kept.chars()).take_while(|(here, kept)| here == kept).count();
        (key, around(&here, at), around(&kept, at))
    })
}

/// A value in quotes; of a long one, what stands around the place `at`.
fn around(value: &str, at: usize) -> String {
    const LONGEST: usize = 24;
    let length = value.chars().count();
    if length <= LONGEST {
        return format!("\"{value}\"");
    }
    let start = at.saturating_sub(LONGEST / 3);
    let part: String = value.chars().skip(start).take(LONGEST).collect();
    let (before, behind) = (if start > 0 { ".." } else { "" }, if start + LONGEST < length { ".." } else { "" });
    format!("\"{before}{part}{behind}\"")
}

/// Somebody else has joined in the place of a player whom the vault has seen there.
pub(super) fn another_player(called: &str, seat: &str, name: &str) -> Failure {
    let message = format!(
        "{called} is not the game that you have seen: somebody else has taken the seat {seat} in it.\nNothing has been taken from it."
    );
    Failure::bad_file("another-key", message).then(format!("pbem show {name}      the game that you know"))
}

/// Two turns of one number with one signature.
pub(super) fn fork(called: &str, who: &str, turn: u32, name: &str) -> Failure {
    let message = format!(
        "{who} has signed two different turns {turn}: one in {called}, another in the file that you had.\n\
         Nothing has been taken from {called}; the vault keeps both as evidence."
    );
    Failure::bad_file("fork", message)
        .then(format!("pbem copy {name} {name}-first.toml"))
        .then(format!("pbem verify {name}-first.toml {called}      proves it to anybody"))
}
