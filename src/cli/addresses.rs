//! The players' addresses.

use pbem::desk::Key;
use pbem::letters::Mailbox;
use pbem::rules::list;
use pbem::service::Recipients;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;

/// Stores the addresses that the user typed: for this game, and in the contacts.
pub(in crate::cli) fn note(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    at: usize,
    said: &[String],
) -> Result<(), CliError> {
    if said.is_empty() {
        return Ok(());
    }
    note_addresses(loaded, at, said)?;
    loaded.keep(ctx)?;
    note_contacts(ctx, loaded, at)
}

/// Stores addresses for this game only; [`note_contacts`] then stores them for all games.
pub(in crate::cli) fn note_addresses(
    loaded: &mut OpenFile,
    at: usize,
    said: &[String],
) -> Result<(), CliError> {
    let others: Vec<String> =
        loaded.game.file.game.seats.iter().filter(|seat| loaded.is_person(seat)).cloned().collect();
    for said in said {
        let (name, address) = match (said.split_once('='), others.as_slice()) {
            (Some((name, address)), _) if others.iter().any(|other| other == name) => {
                (name, address)
            }
            (None, [only]) => (only.as_str(), said.as_str()),
            _ => {
                let message = format!(
                    "whose address is {}? Other players: {}.",
                    said.escape_debug(),
                    list(&others)
                );
                let local = said.split('@').next().unwrap_or_default();
                let name = others.iter().find(|other| *other == local).or(others.first());
                let name = name.map_or("NAME", String::as_str);
                let send = format!("pbem send {} --to {name}=ADDRESS", loaded.name());
                return Err(CliError::usage(message).then(Next::command(send)));
            }
        };
        loaded.set_address(at, name, address)?;
    }
    Ok(())
}

/// Copies this game's addresses to the contacts whose keys are known, for use in all games.
fn note_contacts(ctx: &mut Context, loaded: &OpenFile, at: usize) -> Result<(), CliError> {
    let contacts = ctx.contacts()?;
    let contact_mail = |(name, mail): (&String, &String)| {
        Some((contacts.name_of(&key_of(loaded, name)?)?.to_owned(), mail.clone()))
    };
    let known: Vec<_> = loaded.records[at].mail.iter().filter_map(contact_mail).collect();
    let (desk, around) = ctx.at_desk()?;
    let staged = desk.change_contacts(around, |contacts| {
        known.iter().try_for_each(|(name, mail)| contacts.set_mail(name, mail))
    })?;
    ctx.keep(staged)
}

/// Returns a player's address, looking in this order: the addresses typed for this game, the
/// contacts, the file, and other games with the same player.
fn address(
    ctx: &mut Context,
    loaded: &OpenFile,
    at: usize,
    name: &str,
) -> Result<Option<Mailbox>, CliError> {
    let seat = loaded.seat_named(name);
    let player = seat.and_then(|seat| loaded.game.standing.player(seat));
    let display_name = player.and_then(|player| player.full_name.as_deref()).unwrap_or(name);
    let contacts = ctx.contacts()?;
    let known = player
        .and_then(|player| player.key)
        .and_then(|key| contacts.name_of(&key).map(str::to_owned));
    // Before a player has joined, only the key reserved for the seat identifies the player.
    let invited = loaded
        .game
        .file
        .game
        .keys
        .get(name)
        .and_then(|key| contacts.name_of(key).map(str::to_owned));
    // The player who starts a game chooses the names of the other seats, probably names of
    // contacts.
    let is_named_here =
        key_of(loaded, name).is_none() && loaded.is_own(loaded.game.file.game.opened_by());
    let noted = known
        .or(invited)
        .or_else(|| is_named_here.then(|| name.to_owned()))
        .and_then(|name| contacts.get(&name).ok().and_then(|contact| contact.mail.clone()));
    let said = loaded.records[at].mail.get(name).map(String::as_str);
    let here = said
        .into_iter()
        .chain(noted.as_deref())
        .chain(player.and_then(|player| player.mail.as_deref()))
        .find_map(|address| Mailbox::new(display_name, address));
    match (here, key_of(loaded, name)) {
        (None, Some(key)) => Ok(in_other_games(ctx, &key)?
            .into_iter()
            .find_map(|address| Mailbox::new(display_name, &address))),
        (here, _) => Ok(here),
    }
}

/// Returns the recipients whose addresses the user needs. The player who started the game has
/// invited all others, so the players who joined can do without the addresses for copies.
pub(in crate::cli) fn needed(loaded: &OpenFile, recipients: Recipients) -> Vec<String> {
    let Recipients { mut to, cc, .. } = recipients;
    if to.is_empty() || loaded.is_own(loaded.game.file.game.opened_by()) {
        to.extend(cc);
    }
    to
}

/// Returns the players in `missing` who should get the latest file from the user: not the players
/// who haven't joined yet, unless the user needs their addresses.
pub(in crate::cli) fn should_have(
    loaded: &OpenFile,
    recipients: Recipients,
    missing: &[String],
) -> Vec<String> {
    let needed = needed(loaded, recipients);
    let expects = |name: &&String| needed.contains(name) || key_of(loaded, name).is_some();
    missing.iter().filter(expects).cloned().collect()
}

/// Returns the known addresses of these players, and the names of the players without a known
/// address.
pub(in crate::cli) fn reached(
    ctx: &mut Context,
    loaded: &OpenFile,
    at: usize,
    names: &[String],
) -> Result<(Vec<Mailbox>, Vec<String>), CliError> {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        match address(ctx, loaded, at, name)? {
            Some(address) => found.push(address),
            None => missing.push(name.clone()),
        }
    }
    Ok((found, missing))
}

/// Returns the key that a player has joined with, or the key that the seat is reserved for.
fn key_of(loaded: &OpenFile, name: &str) -> Option<Key> {
    let joined = loaded.seat_named(name).and_then(|seat| loaded.game.standing.key(seat));
    joined.or_else(|| loaded.game.file.game.keys.get(name).copied())
}

/// Returns the addresses that the player with this key has in all games of the vault, starting with
/// the addresses that the user typed.
fn in_other_games(ctx: &mut Context, key: &Key) -> Result<Vec<String>, CliError> {
    let (mut typed, mut sent) = (Vec::new(), Vec::new());
    for head in ctx.desk()?.heads()?.0 {
        let Ok(game) = OpenFile::of(ctx, head) else { continue };
        let own = |name: &String| key_of(&game, name).as_ref() == Some(key);
        for record in &game.records {
            let mails = record.mail.iter().filter(|(name, _)| own(name));
            typed.extend(mails.map(|(_, mail)| mail.clone()));
        }
        let players = game.seats().filter_map(|seat| game.game.standing.player(seat));
        let players = players.filter(|player| player.key.as_ref() == Some(key));
        sent.extend(players.filter_map(|player| player.mail.clone()));
    }
    typed.extend(sent);
    Ok(typed)
}

/// Returns the address of the arbiter, who gets a copy of every turn.
pub(in crate::cli) fn arbiter(loaded: &OpenFile) -> Option<Mailbox> {
    let arbiter = loaded.game.file.game.arbiter.as_ref()?;
    Mailbox::new(arbiter.name.as_deref().unwrap_or("arbiter"), arbiter.mail.as_ref()?)
}
