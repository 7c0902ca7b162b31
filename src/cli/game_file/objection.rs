//! Errors for unusable files: unreadable or damaged files, and files with another player's key.

use std::fmt::Write;

use pbem::crypto::safety_number;
use pbem::desk::{DamagedFile, DeskError, KeyDifference, KeyMismatch};

use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::exit;
use crate::cli::zone::Zone;

/// Returns the error for a file that the vault rejects. `called` is the name of the file.
pub(in crate::cli) fn objected(called: &str, trouble: DeskError) -> CliError {
    match trouble {
        DeskError::Unreadable(fault) => {
            let fault = fault.map(|fault| (fault.kind.advice(), fault.to_string()));
            let (advice, fault) = fault.unwrap_or((
                "save the turn file from the email, and use the name of the saved file",
                "it is empty".to_owned(),
            ));
            let message = format!("{called} cannot be read: {fault}.");
            CliError::bad_file(CliErrorKind::Unreadable, message).then(Next::advice(advice))
        }
        DeskError::NoGame(error) => {
            CliError::bad_file(CliErrorKind::Unreadable, format!("{called}: {error}."))
        }
        DeskError::Damaged(damaged) => damage(called, &damaged),
        DeskError::AnotherPlayer { seat, name } => another_player(called, &seat, &name),
        DeskError::FromTheFuture { turn, seat, sent, now } => {
            let date = |moment| Zone::OF_THIS_MACHINE.date_with_year(moment);
            let (sent, now) = (date(sent), date(now));
            CliError::not_now(
                CliErrorKind::FromTheFuture,
                format!(
                    "turn {turn} by {seat} is dated {sent}, but your clock says {now}. pbem \
                        saved nothing from {called}, and won't accept the turn before its date."
                ),
            )
            .then(Next::advice("if your clock is wrong, set it"))
        }
        DeskError::AnotherKey(another) => another_key(&another),
        DeskError::TakenBack(name) => taken_back(&name),
        DeskError::OwnCopy(message) => CliError::new(
            exit::TROUBLE,
            CliErrorKind::Vault,
            format!("the copy in the vault cannot be read: {message}"),
        ),
        other => other.into(),
    }
}

/// Returns the error for a game that was undone.
fn taken_back(name: &str) -> CliError {
    CliError::not_now(
        CliErrorKind::TakenBack,
        format!(
            "you undid the first turn of {name} before you mailed it, so the game no longer exists."
        ),
    )
    .then(Next::command("pbem new").why("start another"))
}

/// Describes where a file differs from the vault's copy, for people.
pub(in crate::cli) fn changed_words(changed: &KeyDifference) -> String {
    let KeyDifference { turn, seat, key, here, own_copy: kept } = changed;
    format!(
        "turn {turn}, by {seat}, field `{key}`:  this file says {here}, your own copy says {kept}"
    )
}

/// Returns the error for a file that was changed after it was signed.
fn damage(called: &str, damaged: &DamagedFile) -> CliError {
    let was_changed = |what: &str| {
        format!("{called} was changed after it was signed{what}. pbem saved nothing from it.")
    };
    let mut text = match &damaged.changed {
        None if damaged.misplaced => {
            let message = &damaged.message;
            format!(
                "{called} is not a valid game: {message}.\n\
                pbem saved nothing from it."
            )
        }
        Some(changed) => format!("{}\n{}", was_changed(""), changed_words(changed)),
        None => format!("{}\n{}", was_changed(", or is damaged"), damaged.message),
    };
    if let Some(good) = damaged.good.as_ref().filter(|good| good.is_all) {
        let copy = Next::command(format!("pbem copy {} FILE", good.name))
            .why("write your own turn again, as you signed it");
        return CliError::bad_file(CliErrorKind::Damaged, text).then(copy);
    }
    if let Some(whose) = damaged.seat.as_ref().filter(|_| !damaged.misplaced) {
        let _ = write!(
            text,
            "\nA mail program or an editor can do this, so it proves nothing against {whose}."
        );
    }
    let failure = CliError::bad_file(CliErrorKind::Damaged, text).then(Next::advice(MAIL_AGAIN));
    match &damaged.good {
        Some(good) => failure.then(
            Next::command(format!("pbem show {}", good.name))
                .why(format!("your good copy, turn {}", good.turns)),
        ),
        None => failure,
    }
}

/// The advice for a damaged file.
pub(in crate::cli) const MAIL_AGAIN: &str = "ask for the file again, as an attachment";

/// Returns the error for a file with a different key in the seat of a player that the vault knows.
fn another_player(called: &str, seat: &str, name: &str) -> CliError {
    let message = format!(
        "{called} doesn't match the game in your vault: {seat} has a different key in \
            the file.\npbem saved nothing from it."
    );
    CliError::bad_file(CliErrorKind::AnotherKey, message)
        .then(Next::command(format!("pbem show {name}")).why("the game in your vault"))
}

/// Returns the error for a player with the name of a known player but a different key.
fn another_key(another: &KeyMismatch) -> CliError {
    let offered = safety_number(&another.offered);
    let name = &another.name;
    let since = format!("since {}", Zone::OF_THIS_MACHINE.date_only(another.since));
    let message = format!(
        "this {name} is not the {name} you know. Nothing was \
            written.\n{since:<20}{}\n{:<20}{offered}\n\
         Either {name} has a new computer, or someone else uses that name: ask {name}, but not by \
         mail.",
        safety_number(&another.known),
        "in this file",
    );
    CliError::bad_file(CliErrorKind::AnotherKey, message).then(
        Next::command(format!("pbem contact confirm {name} {}", offered.replace(' ', "-")))
            .why(format!("if the key belongs to {name}")),
    )
}
