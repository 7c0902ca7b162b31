//! Files that will not do: changed after signing, somebody else's, or half of a fork.

use std::fmt::Write;

use pbem::turnfile::{self, Turn, TurnFile};
use serde_json::{Value, json};

use crate::cli::failure::{Failure, FailureKind};
use crate::cli::when::stamp;
use crate::vault::{GameRecord, Newest};

/// Where a file is not as it was signed: a key of one of its turns, told apart by one's own copy of
/// the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) struct Changed {
    turn: u32,
    seat: String,
    key: &'static str,
    here: String,
    kept: String,
}

impl Changed {
    /// The first key in which a turn of a file differs from one's own copy, if there is one.
    pub(in crate::cli) fn find(
        turn: u32,
        file: &TurnFile,
        records: &[GameRecord],
    ) -> Option<Changed> {
        let index = (turn as usize).checked_sub(1)?;
        let good = records.iter().find_map(GameRecord::newest)?;
        let kept = turnfile::read(good.text.as_bytes()).file?;
        let (kept, here) = (kept.turns.get(index)?, file.turns.get(index)?);
        let (key, here_says, kept_says) = first_difference(here, kept)?;
        Some(Changed { turn, seat: here.seat.clone(), key, here: here_says, kept: kept_says })
    }

    /// For people.
    pub(in crate::cli) fn words(&self) -> String {
        let Changed { turn, seat, key, here, kept } = self;
        format!(
            "turn {turn}, by {seat}, key {key}:  this file says {here}, your own copy says {kept}"
        )
    }

    /// For programs.
    pub(in crate::cli) fn to_json(&self) -> Value {
        json!({
            "turn": self.turn, "seat": self.seat, "key": self.key, "here": self.here,
            "own_copy": self.kept,
        })
    }
}

/// The file is not as it was signed. One's own copy tells where.
pub(super) fn damaged(
    called: &str,
    turn: u32,
    message: &str,
    file: &TurnFile,
    records: &[GameRecord],
) -> Failure {
    let changed = |what: &str| {
        format!("{called} was changed after it was signed{what}. Nothing has been taken from it.")
    };
    let whose = file.turns.get((turn as usize).saturating_sub(1)).map(|turn| turn.seat.as_str());
    let mut text = match Changed::find(turn, file, records) {
        Some(difference) => format!("{}\n{}", changed(""), difference.words()),
        None => format!("{}\n{message}", changed(", or is damaged")),
    };
    let kept = records.iter().find_map(|record| Some((record, record.newest()?)));
    let no_news = |newest: &Newest| file.turns.len() <= newest.chain.len();
    if let Some((record, _)) =
        kept.filter(|(record, newest)| whose == Some(record.seat()) && no_news(newest))
    {
        let copy = format!(
            "pbem copy {} FILE      writes your own turn again, as you signed it",
            record.name()
        );
        return Failure::bad_file(FailureKind::Damaged, text).then(copy);
    }
    if let Some(whose) = whose {
        let _ = write!(
            text,
            "\nMail programs and editors do this too; it proves nothing against {whose}."
        );
    }
    let failure = Failure::bad_file(FailureKind::Damaged, text).then(MAIL_AGAIN);
    match kept {
        Some((record, newest)) => failure.then(format!(
            "pbem show {}      your good copy, turn {}",
            record.name(),
            newest.turns()
        )),
        None => failure,
    }
}

/// What helps against damage.
pub(in crate::cli) const MAIL_AGAIN: &str = "ask for it to be mailed once more, as an attachment";

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
    ("sent", |turn| stamp(turn.sent)),
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

/// Somebody else has joined in the place of a player whom the vault has seen there.
pub(super) fn another_player(called: &str, seat: &str, name: &str) -> Failure {
    let message = format!(
        "{called} is not the game that you have seen: somebody else has taken the seat {seat} in \
        it.\nNothing has been taken from it."
    );
    Failure::bad_file(FailureKind::AnotherKey, message)
        .then(format!("pbem show {name}      the game that you know"))
}

/// Two turns of one number with one signature.
pub(super) fn fork(called: &str, who: &str, turn: u32, name: &str) -> Failure {
    let message = format!(
        "{who} has signed two different turns {turn}: one in {called}, another in the file that \
        you had.\n\
         Nothing has been taken from {called}; the vault keeps both as evidence."
    );
    Failure::bad_file(FailureKind::Fork, message)
        .then(format!("pbem copy {name} {name}-first.toml"))
        .then(format!("pbem verify {name}-first.toml {called}      proves it to anybody"))
}
