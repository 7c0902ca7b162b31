//! Where a file is not as it was signed.

use super::record::{GameRecord, Newest};
use crate::turnfile::{self, Turn, TurnFile};

/// A file that was changed after it was signed, or is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damaged {
    /// the first turn that cannot be taken
    pub turn: u32,
    /// who made it, if that can be read
    pub seat: Option<String>,
    /// what is wrong, names filled in
    pub message: String,
    /// the turn may be as it was signed, but it does not fit where it stands
    pub misplaced: bool,
    /// the key in which it differs from one's own copy, if there is one
    pub changed: Option<Changed>,
    /// one's own good copy
    pub good: Option<GoodCopy>,
}

/// A sound copy of a game whose file is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodCopy {
    /// the private name of the game
    pub name: String,
    /// how many turns it has
    pub turns: u32,
    /// what is damaged is a turn of one's own, and the file has none that the copy lacks
    pub is_all: bool,
}

impl Damaged {
    /// A turn of a file that cannot be taken. One's own copy tells where it was changed.
    pub(super) fn find(
        turn: u32,
        message: String,
        file: &TurnFile,
        records: &[GameRecord],
    ) -> Damaged {
        let index = (turn as usize).saturating_sub(1);
        let seat = file.turns.get(index).map(|turn| turn.seat.clone());
        let kept = records.iter().find_map(|record| Some((record, record.newest()?)));
        let good = kept.map(|(record, newest)| GoodCopy {
            name: record.name().to_owned(),
            turns: newest.turns(),
            is_all: seat.as_deref() == Some(record.seat())
                && file.turns.len() <= newest.chain.len(),
        });
        let changed = Changed::find(turn, file, records);
        Damaged { turn, seat, message, misplaced: false, changed, good }
    }
}

/// A key of a turn that was changed, told apart by one's own copy of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// the turn
    pub turn: u32,
    /// who made it
    pub seat: String,
    /// the key
    pub key: &'static str,
    /// what stands in the file; of a long value, what stands around the change
    pub here: String,
    /// what stands in one's own copy
    pub kept: String,
}

impl Changed {
    /// The first key in which a turn of a file differs from one's own copy, if there is one.
    pub(super) fn find(turn: u32, file: &TurnFile, records: &[GameRecord]) -> Option<Changed> {
        let index = (turn as usize).checked_sub(1)?;
        let good: &Newest = records.iter().find_map(GameRecord::newest)?;
        let kept = turnfile::read(good.text.as_bytes()).file?;
        let (kept, here) = (kept.turns.get(index)?, file.turns.get(index)?);
        let (key, here_says, kept_says) = first_difference(here, kept)?;
        Some(Changed { turn, seat: here.seat.clone(), key, here: here_says, kept: kept_says })
    }
}
/// A key of a turn, and how to read it as text.
type Key = (&'static str, fn(&Turn) -> String);

/// Every key, those first that a person would look for.
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

/// The first key in which two turns differ, and what stands there.
fn first_difference(here: &Turn, kept: &Turn) -> Option<(&'static str, String, String)> {
    KEYS.iter()
        .map(|(key, read)| (*key, read(here), read(kept)))
        .find(|(_, here, kept)| here != kept)
        .map(|(key, here, kept)| {
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
    let (before, behind) =
        (if start > 0 { ".." } else { "" }, if start + LONGEST < length { ".." } else { "" });
    format!("\"{before}{part}{behind}\"")
}
