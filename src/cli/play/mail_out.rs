//! Mails a turn, and asks for addresses.

use pbem::letters::Mailbox;
use pbem::service::Recipients;

use crate::cli::context::Context;
use crate::cli::play::action::Action;
use crate::cli::play::state::{App, Effect, Outgoing, Prompt, PromptKind};
use crate::cli::play::table::Table;
use crate::cli::sending;

impl App {
    /// Mails the turn if the user has signed it and `send-always` is set.
    pub(crate) fn mail_if_set(&mut self, signed: bool) {
        let somebody = |table: &Table| {
            let people = Recipients::of(&table.file);
            !table.is_due() && !people.is_empty()
        };
        let waits = signed && self.table().is_some_and(|table| somebody(table));
        if waits && self.with(Context::config).is_ok_and(|config| config.send_always()) {
            self.mail(Action::Send);
        }
    }

    /// Mails the turn once all addresses are known. Mailing needs the terminal, because pbem may
    /// ask for a password.
    pub(crate) fn mail(&mut self, action: Action) {
        self.address(Outgoing { action, said: Vec::new(), without: Vec::new() });
    }

    /// Asks for the next address. After the last address, asks whether to mail the turn.
    fn address(&mut self, outgoing: Outgoing) {
        let Some((reached, missing)) = self.attempt_to_reach(&outgoing.said) else { return };
        let mut missing = missing.into_iter().filter(|name| !outgoing.without.contains(name));
        let kind = match missing.next() {
            Some(name) => PromptKind::Address(outgoing, name),
            None if outgoing.said.is_empty() => {
                self.wish = Some(Effect::Action(outgoing.action));
                return;
            }
            None => PromptKind::Mail(outgoing, reached.join(", ")),
        };
        self.prompt = Some(Prompt::new(kind));
    }

    fn attempt_to_reach(&mut self, said: &[String]) -> Option<(Vec<String>, Vec<String>)> {
        let (reached, missing) = self.in_game(|ctx, game| sending::recipients(ctx, game, said))?;
        let recipient = |person: &Mailbox| format!("{} <{}>", person.name(), person.address());
        Some((reached.iter().map(recipient).collect(), missing))
    }

    /// Handles a typed address. If the address is empty, this player gets no email; if it is this
    /// player's move, no one does. Stores nothing before the email is sent.
    pub(crate) fn mail_there(&mut self, outgoing: Outgoing, name: String, address: String) {
        let mut then = outgoing.clone();
        if address.is_empty() {
            then.without.push(name);
            return self.address(then);
        }
        then.said.push(format!("{name}={address}"));
        if self.attempt_to_reach(&then.said).is_some() {
            self.address(then);
        } else {
            self.prompt = Some(Prompt::with(PromptKind::Address(outgoing, name), address));
        }
    }

    /// Stores the addresses and mails the turn.
    pub(crate) fn mail_to_these(&mut self, outgoing: &Outgoing) {
        let said = &outgoing.said;
        let stored = self.in_game(|ctx, game| sending::remember_addresses(ctx, game, said));
        if stored.is_some() {
            self.wish = Some(Effect::Action(outgoing.action));
        }
    }
}
