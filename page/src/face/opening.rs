//! Opens turn files in any text, backups, and known games.

use pbem::desk::{self, Assembled, LoadedGame, UnmatchedFragment, is_sealed};
use pbem::letters::{self, DamagedFile, Found, FragmentError, Search};
use pbem::render;
use pbem::turnfile::Ruling;
use serde_json::json;

use super::journal::{BOTS, Journal};
use super::vault::unsealed;
use super::{Answer, ApiError, Face, Request};

/// First line of a backup.
const BACKUP: &str = "# pbem backup";

impl Face {
    /// Reads text that was pasted, dropped or opened, and opens the game in it.
    pub(super) fn open_text(&mut self, request: &Request) -> Answer {
        let text = request.text("text");
        if is_sealed(text) {
            return self.look_at_sealed(request);
        }
        if text.trim_start_matches('\u{feff}').trim_start().starts_with(BACKUP) {
            return self.look_at_backup(text);
        }
        let mut search = letters::find(text.as_bytes(), "it");
        let joined = self.mine.piece_together(&mut search, self.around.now);
        let Assembled { known, left, unreadable } = joined;
        if let Some(fault) = unreadable.into_iter().next() {
            return Err(fault.into());
        }
        let Search { mut found, damaged, closed, rulings, .. } = search;
        found.extend(known);
        if let Some((ruling, _)) = rulings.first().filter(|_| found.is_empty()) {
            return self.take_ruling(ruling);
        }
        if let Some(unfit) = left.first().filter(|_| found.is_empty()) {
            return Err(ApiError::new("unfit", not_joined(unfit)));
        }
        if found.is_empty() {
            return Err(match (damaged.into_iter().next(), closed.into_iter().next()) {
                (Some(damaged), _) => not_opened(&damaged),
                (None, Some(closed)) => {
                    ApiError::new("closed", pbem::words::sentence(&closed.words))
                }
                (None, None) => ApiError::new(
                    "nothing",
                    "This text contains no turn file. Choose the file that is attached to the \
                     message, or paste its whole text, from \"# pbem turn file\" to \"# end of \
                     pbem turn file\".",
                ),
            });
        }
        self.receive(found, request.some("seat"))
    }

    /// Stores an arbiter's ruling, and opens the game that the ruling is about.
    fn take_ruling(&mut self, ruling: &Ruling) -> Answer {
        let (id, now) = (ruling.game, self.around.now);
        let staged = self.mine.take_ruling(ruling, now)?;
        self.mine.keep(staged)?;
        let loaded = self.mine.open(&id, now)?;
        self.sit(loaded, None)
    }

    /// Receives the files in order, and opens the game of the last file.
    fn receive(&mut self, found: Vec<Found>, seat: Option<&str>) -> Answer {
        let mut last = None;
        for one in found {
            let mut loaded = self.mine.receive(one.game, None, self.around.now)?;
            if !loaded.records.is_empty() {
                self.mine.remember(&mut loaded)?;
            }
            last = Some(loaded);
        }
        match last {
            Some(loaded) => self.go_on(loaded, seat),
            None => self.home(),
        }
    }

    /// Opens a known game at its latest turn.
    pub(super) fn open_game(&mut self, request: &Request) -> Answer {
        let loaded = self.known_game(request)?;
        self.sit(loaded, None)
    }

    fn known_game(&self, request: &Request) -> Result<LoadedGame, ApiError> {
        let mut id = [0; 32];
        hex::decode_to_slice(request.text("id"), &mut id)
            .map_err(|_| ApiError::new("request", "this is not a game id"))?;
        Ok(self.mine.open(&id, self.around.now)?)
    }

    /// Returns the names of all documents of a game against bots. The page deletes these documents,
    /// and loads the others again. A game with other people can't be deleted, because these people
    /// wait for the player's turns.
    pub(super) fn deletable(&mut self, request: &Request) -> Answer {
        let loaded = self.known_game(request)?;
        if loaded.has_people() {
            let why = "Other people are in this game, so you can't delete it.";
            return Err(ApiError::new("people", why));
        }
        let id = loaded.game.standing.id.0;
        let records = |desk: &desk::Desk<Journal>, before: &str| -> Result<Vec<String>, ApiError> {
            let documents = desk.documents()?.into_iter().map(|document| document.name);
            let of_game = documents.filter(|name| name.as_game().is_some_and(|(of, _)| *of == id));
            Ok(of_game.map(|name| format!("{before}{name}")).collect())
        };
        let all = [records(&self.mine, "")?, records(&self.bots, BOTS)?].concat();
        Ok(json!({"documents": all}))
    }

    /// Returns the boards of a known game without opening it.
    pub(super) fn glance(&mut self, request: &Request) -> Answer {
        let loaded = self.known_game(request)?;
        let keys = loaded.own_seat(None)?.map(|at| self.mine.keys(&loaded, at)).transpose()?;
        let scene = loaded.game.table.view(keys.as_ref(), self.around.now).scene;
        let scene = render::json(&scene, &loaded.game.standing.names);
        Ok(json!({"kind": loaded.game.standing.kind.id(), "scene": scene}))
    }

    /// Switches to a different seat of an invitation.
    pub(super) fn take_seat(&mut self, request: &Request) -> Answer {
        let loaded = self.seated()?.loaded().cloned();
        let loaded = loaded.ok_or_else(|| ApiError::new("request", "No game is open."))?;
        self.sit(loaded, request.some("seat"))
    }

    /// Describes a sealed backup, or asks for its passphrase if the request has none.
    fn look_at_sealed(&mut self, request: &Request) -> Answer {
        if request.some("passphrase").is_none() {
            return Ok(json!({"sealed": true}));
        }
        self.look_at_backup(&unsealed(request)?)
    }

    fn look_at_backup(&mut self, text: &str) -> Answer {
        let restored = desk::restore(text, self.around.now)?;
        Ok(json!({"backup": {
            "name": restored.name, "made": super::view::stamp(restored.made),
            "games": restored.games, "contacts": restored.contacts,
            "moved": restored.waiting.is_empty(), "vault": self.mine.is_vault()?,
        }}))
    }
}

/// Explains why the turn file in a text can't be opened.
fn not_opened(damaged: &DamagedFile) -> ApiError {
    let what = damaged.flaw.message.trim_end_matches('.');
    if let Some(kind) = damaged.flaw.kind.filter(|kind| kind.is_other_format()) {
        let advice = pbem::words::sentence(kind.advice());
        let message = format!("The turn file in this text can't be opened: {what}. {advice}");
        return ApiError::new("other-format", message);
    }
    let message = format!(
        "The turn file in this text is damaged: {what}. Ask for the file again, as an attachment."
    );
    ApiError::new("damaged", message).with(json!({"text": damaged.text}))
}

/// Explains why turns that came without their file can't be added to a game.
fn not_joined(unfit: &UnmatchedFragment) -> String {
    let first = unfit.piece.first().unwrap_or(0);
    match &unfit.why {
        None => "These are turns of a game that you don't have. Ask for the whole file.".to_owned(),
        Some((have, FragmentError::Gap(_))) => format!(
            "This is turn {first}, but the last turn that you have is turn {have}. Ask for the \
             whole file."
        ),
        Some((_, FragmentError::Another(_))) => {
            format!("Turn {first} doesn't follow the turns that you have. Ask for the whole file.")
        }
        Some((_, FragmentError::Unreadable | FragmentError::Damaged(_))) => {
            "This turn was damaged on the way. Ask for it again, or for the whole file.".to_owned()
        }
    }
}
