//! Shows the contents of the vault, backs it up and restores it, and moves it to another device.

use pbem::crypto::safety_number;
use pbem::desk::{
    self, DeskError, FinishedBackup, KeyStatus, Outside, RestoredVault, backup_name,
    check_passphrase, is_sealed, open_backup, seal_backup,
};
use pbem::table::Expects;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use super::journal::replace;
use super::{Answer, ApiError, Face, Request, problem};

impl Face {
    /// Returns the contents of the first screen.
    pub(super) fn home(&mut self) -> Answer {
        self.set_session(None);
        let config = self.mine.config()?;
        let key = self.mine.own_key()?;
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        let (heads, broken) = self.mine.heads()?;
        faults.extend(broken.into_iter().map(|trouble| ApiError::from(trouble).to_json()));
        let mut ids = Vec::new();
        for head in heads {
            if head.withdrawn || ids.contains(&head.id) {
                continue;
            }
            ids.push(head.id);
            match self.head(&head.id) {
                Ok(head) => games.push(head),
                Err(DeskError::TakenBack(_)) => {}
                Err(trouble) => faults.push(ApiError::from(trouble).to_json()),
            }
        }
        let contacts = self.mine.contacts()?;
        let contacts = contacts.iter().map(|(name, contact)| {
            json!({
                "name": name, "safety": safety_number(&contact.key),
                "confirmed": contact.confirmed, "mail": contact.mail,
            })
        });
        Ok(json!({
            "me": config.name(), "mail": config.mail(),
            "safety": key.as_ref().map(safety_number),
            "vault": self.mine.is_vault()?, "identity": key.is_some(),
            "locked": self.mine.may_sign()?.err().map(|reason| problem::forbidden(&reason)),
            "games": games, "faults": faults, "contacts": contacts.collect::<Vec<_>>(),
        }))
    }

    fn head(&self, id: &[u8; 32]) -> Result<Value, DeskError> {
        let loaded = self.mine.open(id, self.around.now)?;
        let standing = &loaded.game.standing;
        let seats = &loaded.game.file.game.seats;
        let others: Vec<&String> = seats.iter().filter(|name| !loaded.is_own(name)).collect();
        Ok(json!({
            "id": standing.id.to_string(), "name": loaded.name(), "kind": standing.kind.id(),
            "title": standing.kind.title(), "against": super::list(&others),
            "turn": standing.turns(), "due": standing.due_name(), "mine": loaded.is_mine(),
            "bot": loaded.bot_is_due(), "over": standing.expects == Expects::Over,
            "unsent": loaded.unmailed().is_some(),
            "outcome": standing.outcome.as_ref()
                .map(|outcome| standing.names.fill(&outcome.reason)),
            "waiting": loaded.records.iter().any(desk::GameRecord::is_restored),
        }))
    }

    pub(super) fn known(&self, key: &[u8; 32]) -> Result<&'static str, DeskError> {
        Ok(match self.mine.known(key)? {
            KeyStatus::No => "new",
            KeyStatus::Own => "own",
            KeyStatus::As { confirmed: true, .. } => "compared",
            KeyStatus::As { confirmed: false, .. } => "known",
        })
    }

    /// Saves the player's name and address.
    pub(super) fn settings(&mut self, request: &Request) -> Answer {
        let set: Vec<(String, String)> = request
            .texts("set")
            .filter(|(name, _)| {
                matches!(name.as_str(), "name" | "mail" | "page-url" | "auto-eliminate")
            })
            .map(|(name, text)| (name.clone(), text.to_owned()))
            .collect();
        let staged = self.mine.change_config(&mut self.around, |config| {
            set.iter().try_for_each(|(name, text)| config.set(name, text))
        })?;
        self.mine.keep(staged)?;
        self.home()
    }

    /// Records that the player has compared the safety number of the known key or of a new key.
    pub(super) fn confirm(&mut self, request: &Request) -> Answer {
        let (name, now) = (request.text("name").to_owned(), self.around.now);
        let mut offered = [0; 32];
        let other = hex::decode_to_slice(request.text("key"), &mut offered).is_ok();
        let staged = self.mine.change_contacts(&mut self.around, |contacts| {
            let known = contacts.get(&name)?.key;
            contacts.confirm(&name, if other { offered } else { known }, now)
        })?;
        self.mine.keep(staged)?;
        match self.session {
            Some(_) => self.table(),
            None => self.home(),
        }
    }

    /// Returns the recovery phrase, and creates the identity if there is none.
    pub(super) fn words(&mut self) -> Answer {
        let staged = self.mine.establish(&mut self.around)?;
        self.mine.keep(staged)?;
        let words = self.mine.words()?.ok_or(DeskError::NoVault)?;
        Ok(json!({"words": *words}))
    }

    pub(super) fn restore_words(&mut self, request: &Request) -> Answer {
        let staged = self.mine.restore_words(request.text("words"), &mut self.around)?;
        self.mine.keep(staged)?;
        self.home()
    }

    /// Returns the whole vault as text, sealed with the passphrase if there is one.
    fn back_up(&mut self, moves: bool, passphrase: Option<&str>) -> Result<Value, ApiError> {
        let bots = self.bots.documents()?;
        let now = self.around.now;
        let FinishedBackup { text, left_out, games, .. } =
            self.mine.back_up(&bots, Some("a browser"), moves, true, now)?;
        let text = match passphrase {
            Some(passphrase) => {
                Zeroizing::new(seal_backup(&text, passphrase, self.around.secret())?)
            }
            None => text,
        };
        let name = backup_name(self.mine.config()?.name(), now);
        let left_out: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        Ok(json!({"text": *text, "name": name, "games": games, "left_out": left_out}))
    }

    /// Returns a backup. A vault that is restored from it waits for the latest files of its games.
    pub(super) fn backup(&mut self, request: &Request) -> Answer {
        self.back_up(false, request.some("passphrase"))
    }

    /// Moves the vault to another device. The vault in this browser is retired before the page gets
    /// the file.
    pub(super) fn move_out(&mut self, request: &Request) -> Answer {
        let passphrase = request.some("passphrase").map(|typed| Zeroizing::new(typed.to_owned()));
        // Check the passphrase before retiring the vault, because the steps after that must not
        // fail.
        passphrase.as_ref().map_or(Ok(()), |typed| check_passphrase(typed))?;
        let staged = self.mine.retire(false, self.around.now)?;
        self.mine.keep(staged)?;
        self.back_up(true, passphrase.as_ref().map(|typed| typed.as_str()))
    }

    /// Records that the player has saved the file of the moved vault, so that the page doesn't
    /// offer the file again.
    pub(super) fn moved_out(&mut self) -> Answer {
        let staged = self.mine.retire(true, self.around.now)?;
        self.mine.keep(staged)?;
        self.home()
    }

    /// Cancels the move of the vault to another device. This is possible only if the player never
    /// saved the vault's file.
    pub(super) fn unretire(&mut self) -> Answer {
        let staged = self.mine.unretire()?;
        self.mine.keep(staged)?;
        self.home()
    }

    /// Restores a backup into an empty browser.
    pub(super) fn restore(&mut self, request: &Request) -> Answer {
        if self.mine.is_vault()? {
            return Err(DeskError::VaultExists.into());
        }
        let text = unsealed(request)?;
        let RestoredVault { documents, bots, waiting, .. } = desk::restore(&text, self.around.now)?;
        replace(&mut self.mine, documents)?;
        replace(&mut self.bots, bots)?;
        let mut home = self.home()?;
        home["restored"] = json!(waiting);
        Ok(home)
    }

    /// Records that no turn has been made since the backup.
    pub(super) fn nothing_since(&mut self) -> Answer {
        let staged = self.mine.nothing_since()?;
        self.mine.keep(staged)?;
        self.home()
    }
}

/// Returns the backup in the request, opened with the passphrase.
pub(super) fn unsealed(request: &Request) -> Result<Zeroizing<String>, DeskError> {
    let text = request.text("text");
    if is_sealed(text) {
        open_backup(text, request.text("passphrase"))
    } else {
        Ok(Zeroizing::new(text.to_owned()))
    }
}
