//! `pbem new KIND --with NAME --club FILE`: a game under the rules of a club.

use std::collections::BTreeMap;
use std::path::Path;

use pbem::club::{Roster, Section};
use pbem::games::Kind;
use pbem::rules::OptionMap;
use pbem::turnfile::{Arbiter, Bytes32, Header};

use crate::cli::club;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::next::Next;
use crate::cli::turn_words::list;

/// A club's terms for a game.
pub(super) struct Terms {
    pub(super) options: OptionMap,
    arbiter: Option<Arbiter>,
    /// Known keys of the other players.
    keys: BTreeMap<String, Bytes32>,
}

impl Terms {
    /// Reads the terms for a game between these players; the user is the first player.
    pub(super) fn read(
        ctx: &mut Context,
        kind: Kind,
        seats: &[String],
        (path, section): (&Path, Option<&str>),
    ) -> Result<Terms, CliError> {
        let path = ctx.path(path);
        let path = if path.is_dir() { path.join(club::ROSTER) } else { path };
        let roster = club::roster(&path)?;
        let section = find_section(&roster, kind, seats, section)?;
        let (own, others) =
            seats.split_first().map_or(("", &[][..]), |(own, others)| (own.as_str(), others));
        let key = ctx.desk()?.own_key()?;
        if key.and_then(|key| roster.player_with(&key).map(str::to_owned)).as_deref() != Some(own) {
            let message = format!("the key of {own} in {} isn't yours", roster.name);
            return Err(CliError::usage(message).then(
                Next::command("pbem whoami").why("shows your key: mail it to the organizer"),
            ));
        }
        let contacts = ctx.contacts()?;
        let mut keys = BTreeMap::new();
        for name in others {
            let contact = contacts.get(name).ok().map(|contact| contact.key);
            let is_other = |key: &Bytes32| roster.player_with(key) != Some(name.as_str());
            if contact.as_ref().is_some_and(is_other) {
                let message = format!(
                    "{name} has one key in your contacts and a different key in {}",
                    roster.name
                );
                return Err(CliError::usage(message).then(
                    Next::command(format!("pbem contact show {name}"))
                        .why(format!("then ask {name} which key is right")),
                ));
            }
            keys.extend(roster.key_of(name).or(contact).map(|key| (name.clone(), key)));
        }
        Ok(Terms { options: section.all_options(), arbiter: roster.arbiter(), keys })
    }

    /// Puts the arbiter and the players' keys into the header of the game.
    pub(super) fn put(self, header: &mut Header) {
        header.arbiter = self.arbiter;
        header.keys.extend(self.keys);
    }
}

/// Returns the section in which these players play this game. Fails if several sections fit and
/// their house rules differ.
fn find_section<'a>(
    roster: &'a Roster,
    kind: Kind,
    seats: &[String],
    wanted: Option<&str>,
) -> Result<&'a Section, CliError> {
    if let Some(stranger) =
        seats.iter().find(|seat| roster.players.iter().all(|player| player.name != **seat))
    {
        let names: Vec<&str> = roster.players.iter().map(|player| player.name.as_str()).collect();
        return Err(CliError::usage(format!(
            "{} is not a player of {}. The players are {}",
            stranger.escape_debug(),
            roster.name,
            names.join(", ")
        )));
    }
    let fits = |section: &&Section| {
        section.kind == kind
            && seats.iter().all(|seat| section.players.contains(seat))
            && wanted.is_none_or(|name| section.name == name)
    };
    let fitting: Vec<&Section> = roster.sections.iter().filter(fits).collect();
    let (Some(first), rest) = (fitting.first(), fitting.get(1..).unwrap_or_default()) else {
        let message =
            format!("{} has no games of {} for {}", roster.name, kind.title(), list(seats));
        return Err(CliError::usage(message));
    };
    if rest.iter().any(|other| other.all_options() != first.all_options()) {
        let names: Vec<String> = fitting.iter().map(|section| section.name.clone()).collect();
        let message = format!("the game fits several sections: {}", list(&names));
        return Err(
            CliError::usage(message).then(Next::command("--section NAME").why("choose one"))
        );
    }
    Ok(first)
}
