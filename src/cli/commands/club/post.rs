//! Emails from the organizer of a club.

use pbem::audit::plural;
use pbem::club::Roster;
use pbem::letters::{self, Letter, LetterBody, Mailbox};
use pbem::rules::Seat;
use pbem::turnfile::Ruling;

use super::rule::{Action, Step};
use crate::cli::context::Context;
use crate::cli::delivery::{Transport, hand_over, trouble, way_set};
use crate::cli::failure::CliError;
use crate::cli::next::Next;

/// How the organizer sends emails.
pub(super) struct Post {
    way: Transport,
    from: Option<Mailbox>,
    club: String,
    /// Address to which players send copies of their turns.
    mail: Option<String>,
}

impl Post {
    /// Finds out how to send emails. If pbem isn't set up to send mail, fails now, before anything
    /// is signed.
    pub(super) fn of(ctx: &mut Context, roster: &Roster) -> Result<Post, CliError> {
        let Some(way) = way_set(ctx, None, None)? else {
            return Err(CliError::usage("pbem isn't set up to send mail. Nothing was sent.")
                .then(Next::command("pbem config sendmail msmtp").why("then repeat the command")));
        };
        let own = ctx.config()?.mail().map(str::to_owned);
        let from = own.or_else(|| roster.mail.clone());
        let from = from.and_then(|address| Mailbox::new(&roster.name, &address));
        Ok(Post { way, from, club: roster.name.clone(), mail: roster.mail.clone() })
    }

    /// Sends the latest file to the player whose turn is missing. Returns the recipient's address.
    pub(super) fn game(&self, ctx: &mut Context, step: &Step) -> Result<Vec<String>, CliError> {
        let (game, standing) = (&step.game, &step.game.standing);
        let turn = standing.turns() + 1;
        let up = step.up.format("%-d %B %Y, %H:%M UTC");
        let copy = self.mail.as_ref().map(|mail| format!(", with a copy to {mail}"));
        let copy = copy.unwrap_or_default();
        let (subject, words) = if step.action == Action::Reminder {
            let words = format!(
                "{}: half of your time for turn {turn} has passed. Mail your turn before \
                 {up}{copy}.",
                self.club
            );
            (format!("Reminder: your move, turn {turn}"), words)
        } else {
            let grace = game.file.game.arbiter.as_ref().map_or(0, |arbiter| arbiter.grace_days);
            let grace = plural(usize::try_from(grace).unwrap_or(0), "day");
            let words = format!(
                "{}: your time for turn {turn} is up. Mail your turn now{copy}. If it reaches \
                 the organizer within {grace} of the deadline, it still counts as on time. After \
                 that, the organizer can rule that you are late, and another player can claim the \
                 game.",
                self.club
            );
            (format!("Notice: your time for turn {turn} is up"), words)
        };
        let body = LetterBody::new(game, None, None, None, ctx.now());
        let body = body.from_club(standing, &subject, &words);
        let name = letters::file_name(standing.kind.short(), standing.id, standing.turns());
        let due = standing.due.into_iter().collect();
        self.send(ctx, step, due, body, (name, game.file.write()))
    }

    /// Sends a ruling to all players. Returns their addresses.
    pub(super) fn ruling(
        &self,
        ctx: &mut Context,
        step: &Step,
        ruling: &Ruling,
    ) -> Result<Vec<String>, CliError> {
        let standing = &step.game.standing;
        let name = format!("{}-ruling-{}.toml", standing.kind.short(), ruling.number);
        let body = LetterBody::for_ruling(standing, ruling, &name);
        let all = Seat::all(u8::try_from(step.game.file.game.seats.len()).unwrap_or(0)).collect();
        self.send(ctx, step, all, body, (name, ruling.write()))
    }

    fn send(
        &self,
        ctx: &mut Context,
        step: &Step,
        seats: Vec<Seat>,
        body: LetterBody,
        (file_name, file): (String, String),
    ) -> Result<Vec<String>, CliError> {
        let standing = &step.game.standing;
        let contacts = ctx.contacts()?;
        let mut to = Vec::new();
        for seat in seats {
            let (name, player) = (standing.names.of(seat), standing.player(seat));
            let in_game = player.and_then(|player| player.mail.clone());
            let reserved = step.game.file.game.keys.get(name).copied();
            let key = player.and_then(|player| player.key).or(reserved);
            let contact = key.and_then(|key| contacts.get(contacts.name_of(&key)?).ok());
            let address = in_game.or_else(|| contact.and_then(|contact| contact.mail.clone()));
            let Some(address) = address.and_then(|mail| Mailbox::new(name, &mail)) else {
                let message = format!("there is no email address for {name}");
                return Err(CliError::usage(message).then(
                    Next::command(format!("pbem contact mail {name} ADDRESS"))
                        .why(format!("if {name} is a contact")),
                ));
            };
            to.push(address);
        }
        let letter = Letter {
            from: self.from.clone(),
            to,
            cc: Vec::new(),
            date: ctx.now(),
            body,
            thread: letters::thread(standing.id, &standing.hashes),
            // The players already have an email about this turn.
            again: true,
            draft: false,
            file_name,
            file,
        };
        let bytes = letter.write().map_err(|error| trouble(&error.to_string()))?;
        hand_over(ctx, &self.way, &letter, &bytes)?;
        Ok(letter.to.iter().map(|to| to.address().to_owned()).collect())
    }
}
