//! The tables of a turn file, key by key.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::DeValue;

use super::fault::{FaultKind, Problem, ReadFault, excerpt};
use super::fields::{Fields, Place};
use super::limits::{MAX_OPTIONS, MAX_SEATS, MIN_SEATS, is_word};
use super::model::{Bytes32, Claim, Header, Turn};
use super::values;
use crate::rules::OptionMap;

/// The version of the format that is read and written here.
pub(super) const VERSION: u32 = 1;

/// The keys of a turn, in the order in which they are written.
pub(super) const TURN_KEYS: &[&str] = &[
    "number",
    "seat",
    "sent",
    "after",
    "instead",
    "link",
    "key",
    "tip",
    "name",
    "mail",
    "setup",
    "eyes",
    "answer",
    "tokens",
    "move",
    "seal",
    "boxes",
    "open",
    "salts",
    "offer",
    "note",
    "seed",
    "reveal",
    "signature",
];

/// Refuses other versions of the format before anything else is looked at: theirs may have any
/// form.
pub(super) fn version(top: &Fields<'_>) -> Result<(), ReadFault> {
    match top.required("pbem", values::count)? {
        VERSION => Ok(()),
        0 => Err(top.fault("pbem", "there was never a version 0")),
        newer => {
            let message = format!("format {newer}, made by a newer pbem: get a newer one");
            Err(top.fault("pbem", Problem { kind: FaultKind::Newer, message }))
        }
    }
}

/// `[game]`
pub(super) fn header<'a>(
    value: &'a Spanned<DeValue<'a>>,
    place: Place<'a>,
) -> Result<Header, ReadFault> {
    let place = Place { turn: None, table: "game.", ..place };
    let fields = Fields::table(value, place)?
        .only(&["kind", "seats", "created", "nonce", "first", "options", "keys"])?;
    let seats = fields.required("seats", values::seats)?;
    if !(MIN_SEATS..=MAX_SEATS).contains(&seats.len()) {
        return Err(fields.fault(
            "seats",
            format!("there are {} seats, not {MIN_SEATS} to {MAX_SEATS}", seats.len()),
        ));
    }
    if seats.iter().collect::<BTreeSet<_>>().len() != seats.len() {
        return Err(fields.fault("seats", "a seat stands twice"));
    }
    let first = fields.optional("first", values::seat)?;
    if first.as_ref().is_some_and(|first| !seats.contains(first)) {
        return Err(fields.fault("first", "it is none of the seats"));
    }
    Ok(Header {
        kind: fields.required("kind", values::word)?,
        created: fields.required("created", values::moment)?,
        nonce: fields.required("nonce", values::nonce)?,
        first,
        options: fields
            .raw("options")
            .map(|value| options(value, place))
            .transpose()?
            .unwrap_or_default(),
        keys: fields
            .raw("keys")
            .map(|value| keys(value, &seats, place))
            .transpose()?
            .unwrap_or_default(),
        seats,
    })
}

/// `[game.options]`
fn options<'a>(value: &'a Spanned<DeValue<'a>>, place: Place<'a>) -> Result<OptionMap, ReadFault> {
    let fields = Fields::table(value, Place { table: "game.options.", ..place })?;
    if fields.len() > MAX_OPTIONS {
        return Err(place.fault(
            Some("options"),
            value.span().start,
            Problem::over(format!("more than {MAX_OPTIONS} options")),
        ));
    }
    match fields.keys().find(|name| !is_word(name)) {
        Some(name) => Err(fields.fault(name, "no option can be called so")),
        None => fields.each(values::option).collect(),
    }
}

/// `[game.keys]`
fn keys<'a>(
    value: &'a Spanned<DeValue<'a>>,
    seats: &[String],
    place: Place<'a>,
) -> Result<BTreeMap<String, Bytes32>, ReadFault> {
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    let fields = Fields::table(value, Place { table: "game.keys.", ..place })?.only(&seats)?;
    fields.each(values::bytes32).collect()
}

/// `[[turn]]`
pub(super) fn turn<'a>(
    value: &'a Spanned<DeValue<'a>>,
    seats: &[String],
    place: Place<'a>,
) -> Result<Turn, ReadFault> {
    let fields = Fields::table(value, place)?.only(TURN_KEYS)?;
    let turn = Turn {
        number: fields.required("number", values::count)?,
        seat: fields.required("seat", values::seat)?,
        sent: fields.required("sent", values::moment)?,
        after: fields.required("after", values::bytes32)?,
        instead: fields.list("instead", values::hashes)?,
        link: fields.optional("link", values::bytes32)?,
        key: fields.optional("key", values::bytes32)?,
        tip: fields.optional("tip", values::bytes32)?,
        name: fields.optional("name", values::name)?,
        mail: fields.optional("mail", values::mail)?,
        setup: fields.list("setup", values::hashes)?,
        eyes: fields.list("eyes", values::hashes)?,
        answer: fields.list("answer", values::entries)?,
        tokens: fields.list("tokens", values::hashes)?,
        moves: fields.list("move", values::entries)?,
        seal: fields.optional("seal", values::bytes32)?,
        boxes: fields.list("boxes", values::binary)?,
        open: fields.list("open", values::entries)?,
        salts: fields.list("salts", values::hashes)?,
        offer: fields.optional("offer", values::word)?,
        note: fields.optional("note", values::note)?,
        seed: fields.optional("seed", values::bytes32)?,
        reveal: fields.list("reveal", values::entries)?,
        signature: fields.required("signature", values::signature)?,
    };
    if Some(turn.number) != place.turn {
        let stands =
            format!("it says {}; a turn is missing, doubled or out of its place", turn.number);
        return Err(fields.fault("number", stands));
    }
    if !seats.contains(&turn.seat) {
        return Err(fields.fault("seat", format!("`{}` is none of the seats", excerpt(&turn.seat))));
    }
    if turn.salts.len() != turn.open.len() {
        return Err(fields.fault(
            "salts",
            format!("there are {} for {} entries of `open`", turn.salts.len(), turn.open.len()),
        ));
    }
    Ok(turn)
}

/// `[claim]`
pub(super) fn claim<'a>(
    value: &'a Spanned<DeValue<'a>>,
    seats: &[String],
    place: Place<'a>,
) -> Result<Claim, ReadFault> {
    let place = Place { turn: None, table: "claim.", ..place };
    let fields = Fields::table(value, place)?.only(&["seat", "sent", "after", "signature"])?;
    let claim = Claim {
        seat: fields.required("seat", values::seat)?,
        sent: fields.required("sent", values::moment)?,
        after: fields.required("after", values::bytes32)?,
        signature: fields.required("signature", values::signature)?,
    };
    if !seats.contains(&claim.seat) {
        return Err(
            fields.fault("seat", format!("`{}` is none of the seats", excerpt(&claim.seat)))
        );
    }
    Ok(claim)
}
