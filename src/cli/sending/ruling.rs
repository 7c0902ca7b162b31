//! Mails an arbiter's ruling to the players.

use pbem::desk::WatchedGame;
use pbem::letters::{self, Letter, LetterBody, Mailbox};
use pbem::turnfile::Ruling;

use crate::cli::context::Context;
use crate::cli::delivery::{Transport, hand_over, trouble, way_set};
use crate::cli::failure::CliError;
use crate::cli::next::Next;

/// The way to mail a ruling, and the players who get it.
pub(crate) struct Players {
    way: Transport,
    /// Players whose address is in the game.
    pub to: Vec<Mailbox>,
    /// Players without an address.
    pub missing: Vec<String>,
}

/// Finds the way to mail a ruling, and the players' addresses, before anything is signed.
pub(crate) fn players(ctx: &mut Context, watched: &WatchedGame) -> Result<Players, CliError> {
    let Some(way) = way_set(ctx, None, None)? else {
        return Err(CliError::usage("pbem isn't set up to send mail. Nothing was sent.")
            .then(Next::command("pbem config sendmail msmtp").why("then repeat the command")));
    };
    let standing = &watched.game.standing;
    let (mut to, mut missing) = (Vec::new(), Vec::new());
    for seat in watched.seats() {
        let (name, player) = (standing.names.of(seat), standing.player(seat));
        let display_name = player.and_then(|player| player.full_name.as_deref()).unwrap_or(name);
        let address = player.and_then(|player| player.mail.as_deref());
        match address.and_then(|address| Mailbox::new(display_name, address)) {
            Some(address) => to.push(address),
            None => missing.push(name.to_owned()),
        }
    }
    if to.is_empty() {
        let message =
            "this game contains none of the players' email addresses. Nothing was signed.";
        return Err(CliError::usage(message).then(
            Next::command(format!("pbem rule {}", watched.name))
                .why("then mail the file to the players"),
        ));
    }
    Ok(Players { way, to, missing })
}

/// Mails the file of a ruling to the players.
pub(crate) fn ruling(
    ctx: &mut Context,
    watched: &WatchedGame,
    players: &Players,
    ruling: &Ruling,
    file_name: &str,
) -> Result<(), CliError> {
    let standing = &watched.game.standing;
    let from = ctx.config()?.mail().and_then(|address| Mailbox::new("", address));
    let letter = Letter {
        from,
        to: players.to.clone(),
        cc: Vec::new(),
        date: ctx.now(),
        body: LetterBody::for_ruling(standing, ruling, file_name),
        thread: letters::thread(standing.id, &standing.hashes),
        // The players already have an email about this turn.
        again: true,
        draft: false,
        file_name: file_name.to_owned(),
        file: ruling.write(),
    };
    let bytes = letter.write().map_err(|error| trouble(&error.to_string()))?;
    hand_over(ctx, &players.way, &letter, &bytes)
}
