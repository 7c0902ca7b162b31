//! Locates damage in a file by comparing it with the copy in the vault.

use super::reasons::{DamagedFile, GoodCopy, KeyDifference};
use super::record::{GameRecord, Newest};
use crate::turnfile::{self, Turn, TurnFile};

impl DamagedFile {
    /// Describes a damaged turn, using our own copy to locate the change.
    pub(super) fn find(
        turn: u32,
        message: String,
        file: &TurnFile,
        records: &[GameRecord],
    ) -> DamagedFile {
        let index = (turn as usize).saturating_sub(1);
        let seat = file.turns.get(index).map(|turn| turn.seat.clone());
        let newest_copy = records.iter().find_map(|record| Some((record, record.newest()?)));
        let good = newest_copy.map(|(record, newest)| GoodCopy {
            name: record.name().to_owned(),
            turns: newest.turns(),
            is_all: seat.as_deref() == Some(record.seat())
                && file.turns.len() <= newest.chain.len(),
        });
        let changed = KeyDifference::find(turn, file, records);
        DamagedFile { turn, seat, message, misplaced: false, changed, good }
    }
}

impl KeyDifference {
    /// Returns the first TOML key of the turn `turn` whose value in the file differs from the value
    /// in our own copy. Returns `None` if we have no copy.
    pub(super) fn find(
        turn: u32,
        file: &TurnFile,
        records: &[GameRecord],
    ) -> Option<KeyDifference> {
        let index = (turn as usize).checked_sub(1)?;
        let good: &Newest = records.iter().find_map(GameRecord::newest)?;
        let own_copy = turnfile::read(good.text.as_bytes()).file?;
        let (own_copy, here) = (own_copy.turns.get(index)?, file.turns.get(index)?);
        let (key, here_says, kept_says) = first_difference(here, own_copy)?;
        Some(KeyDifference {
            turn,
            seat: here.seat.clone(),
            key,
            here: here_says,
            own_copy: kept_says,
        })
    }
}
/// A TOML key of a turn, with a function that returns the key's value as text.
type Key = (&'static str, fn(&Turn) -> String);

/// All keys, starting with the keys that matter most to players.
const KEYS: [Key; 21] = [
    ("seat", |turn| turn.seat.clone()),
    ("answer", |turn| turn.answer.join("; ")),
    ("move", |turn| turn.moves.join("; ")),
    ("open", |turn| turn.open.join("; ")),
    ("offer", |turn| turn.offer.clone().unwrap_or_default()),
    ("note", |turn| turn.note.clone().unwrap_or_default()),
    ("reveal", |turn| turn.reveal.join("; ")),
    ("sent", |turn| turn.sent.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
    ("after", |turn| hex::encode(turn.after)),
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

/// Returns the first key in which two turns differ, with both values.
fn first_difference(here: &Turn, own_copy: &Turn) -> Option<(&'static str, String, String)> {
    KEYS.iter()
        .map(|(key, read)| (*key, read(here), read(own_copy)))
        .find(|(_, here, own_copy)| here != own_copy)
        .map(|(key, here, own_copy)| {
            let at = here
                .chars()
                .zip(own_copy.chars())
                .take_while(|(here, own_copy)| here == own_copy)
                .count();
            (key, around(&here, at), around(&own_copy, at))
        })
}

/// Quotes a value for an error message. Shortens a long value to the part around the character
/// with the index `at`.
fn around(value: &str, at: usize) -> String {
    const LONGEST: usize = 24;
    let length = value.chars().count();
    if length <= LONGEST {
        return format!("\"{value}\"");
    }
    let start = at.saturating_sub(LONGEST / 3);
    let part: String = value.chars().skip(start).take(LONGEST).collect();
    let (before, behind) =
        (if start > 0 { ".." } else { "" }, if start + LONGEST < length { ".." } else { "" });
    format!("\"{before}{part}{behind}\"")
}
