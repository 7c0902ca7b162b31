//! What goes out by mail, and where to.

use super::app::{App, Asked, Prompt, Wish};
use super::menu::Deed;
use super::table::Table;
use crate::cli::commands::send;
use crate::cli::context::Context;
use crate::cli::sign;

impl App {
    /// A turn has been signed here: it is mailed, where that is always to be.
    pub(super) fn mail_if_set(&mut self, signed: bool) {
        let somebody = |table: &Table| {
            let people = sign::mail_to(&table.file);
            !table.is_due() && (!people.to.is_empty() || !people.cc.is_empty())
        };
        let waits = signed && self.table().is_some_and(|table| somebody(table));
        if waits && self.with(Context::config).is_ok_and(|config| config.send_always()) {
            self.mail(Deed::Send);
        }
    }

    /// Mails, as soon as it is known where everybody is reached. It needs the terminal, since a
    /// password may be asked for.
    pub(super) fn mail(&mut self, deed: Deed) {
        let Some(game) = self.table().map(|table| table.word.clone()) else { return };
        let unreached = self.attempt(|ctx| send::unreached(ctx, &game)).unwrap_or_default();
        match unreached.into_iter().next() {
            Some(name) => self.prompt = Some(Prompt::new(Asked::Address(deed, name))),
            None => self.wish = Some(Wish::Deed(deed)),
        }
    }

    /// An address was typed; without one a letter goes to the others alone.
    pub(super) fn mail_there(&mut self, (deed, name): (Deed, String), address: String) {
        let Some(game) = self.table().map(|table| table.word.clone()) else { return };
        if address.is_empty() {
            self.wish = Some(Wish::Deed(deed));
            return;
        }
        let said = format!("{name}={address}");
        if self.attempt(|ctx| send::remember_address(ctx, &game, said)).is_some() {
            self.mail(deed);
        } else {
            self.prompt = Some(Prompt::with(Asked::Address(deed, name), address));
        }
    }
}
