//! The open game, and the player's seat in it.

use pbem::desk::{DeskError, LoadError, LoadedGame, NewGame};
use pbem::render;
use pbem::rules::{Hand, Preview, Seat};
use pbem::table::{Expects, Keys, OpenGame};
use serde_json::{Value, json};

use super::{Answer, ApiError, Face, Request, error_at};

/// The open game, and the player's relation to it.
pub(super) struct Session {
    pub(super) place: SessionGame,
    pub(super) chair: SessionSeat,
}

/// The open game.
pub(super) enum SessionGame {
    /// An existing game.
    Loaded(Box<LoadedGame>),
    /// A new game before its first turn.
    New(Box<(NewGame, OpenGame)>),
}

/// The player's relation to the open game.
pub(super) enum SessionSeat {
    /// The player's own seat: the index of its record.
    Own(usize),
    /// A free seat, with temporary keys for drafts.
    Free(Box<Keys>),
    /// No seat: the player only watches. The error explains why the player has no seat; `None` if
    /// this needs no explanation.
    None(Option<ApiError>),
}

/// The player's next task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Choose a setup to hide.
    Setup,
    /// Choose a move.
    Move,
    /// Sign a turn without a choice: an answer, a roll or a reveal.
    Act,
    /// Let a bot answer.
    Bot,
    /// Wait for another player.
    Wait,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    pub(super) fn id(self) -> &'static str {
        match self {
            Phase::Setup => "setup",
            Phase::Move => "move",
            Phase::Act => "act",
            Phase::Bot => "bot",
            Phase::Wait => "wait",
            Phase::Over => "over",
        }
    }
}

impl Session {
    pub(super) fn game(&self) -> &OpenGame {
        match &self.place {
            SessionGame::Loaded(loaded) => &loaded.game,
            SessionGame::New(new) => &new.1,
        }
    }

    pub(super) fn loaded(&self) -> Option<&LoadedGame> {
        match &self.place {
            SessionGame::Loaded(loaded) => Some(loaded),
            SessionGame::New(_) => None,
        }
    }

    /// Whether the player is about to join and must choose a setup first.
    fn hides_first(&self, seat: Seat) -> bool {
        matches!(self.chair, SessionSeat::Free(_)) && self.game().standing.hides(seat)
    }

    /// Returns the game and the index of the player's own record.
    pub(super) fn own(&self) -> Result<(&LoadedGame, usize), ApiError> {
        match (&self.place, &self.chair) {
            (SessionGame::Loaded(loaded), SessionSeat::Own(at)) => Ok((loaded, *at)),
            _ => Err(DeskError::NoSeat.into()),
        }
    }
}

impl Face {
    pub(super) fn seated(&self) -> Result<&Session, ApiError> {
        self.session.as_ref().ok_or_else(|| ApiError::new("request", "No game is open."))
    }

    /// Opens a game, with the player in their own seat or else in a free seat.
    pub(super) fn sit(&mut self, mut loaded: LoadedGame, wanted: Option<&str>) -> Answer {
        if let Some(at) = loaded.own_seat(None)? {
            let place = SessionGame::Loaded(loaded.into());
            self.set_session(Some(Session { place, chair: SessionSeat::Own(at) }));
            return self.table();
        }
        loaded = loaded.newest();
        let found = self.mine.look_for_seat(&mut loaded, wanted, self.around.now);
        let chair = match found {
            Ok(seat) => {
                let fresh =
                    self.mine.fresh(&loaded.game.file.game, seat, Vec::new(), &mut self.around)?;
                SessionSeat::Free(Box::new(fresh))
            }
            Err(LoadError { why, evidence: Some(evidence) }) => {
                self.mine.keep(evidence)?;
                return Err((*why).into());
            }
            Err(LoadError { why, evidence: None }) => {
                SessionSeat::None(Some(error_at(&loaded.game, *why)))
            }
        };
        self.set_session(Some(Session { place: SessionGame::Loaded(loaded.into()), chair }));
        self.table()
    }

    /// Returns the player's keys, with the drafted setup if there is one.
    pub(super) fn keys(&self, setup: &[String]) -> Result<Option<Keys>, ApiError> {
        let session = self.seated()?;
        Ok(match (&session.place, &session.chair) {
            (SessionGame::Loaded(loaded), SessionSeat::Own(at)) => {
                Some(self.mine.keys(loaded, *at)?)
            }
            (_, SessionSeat::Free(keys)) => {
                Some(Keys { setup: setup.to_vec(), ..(**keys).clone() })
            }
            _ => None,
        })
    }

    /// Returns the player's next task.
    pub(super) fn phase(&self) -> Result<Phase, ApiError> {
        let session = self.seated()?;
        let standing = &session.game().standing;
        if standing.expects == Expects::Over {
            return Ok(Phase::Over);
        }
        if session.loaded().is_some_and(LoadedGame::bot_is_due) {
            return Ok(Phase::Bot);
        }
        let Some(keys) = self.keys(&[])?.filter(|keys| standing.due == Some(keys.seat)) else {
            return Ok(Phase::Wait);
        };
        if session.hides_first(keys.seat) {
            return Ok(Phase::Setup);
        }
        let touch = session.game().table.touch(&keys, self.around.now, "");
        Ok(if touch.is_some() { Phase::Move } else { Phase::Act })
    }

    /// Returns the drafted setup, or an empty list if there is no draft.
    pub(super) fn drafted_setup(&self, seat: Seat, draft: &str) -> Result<Vec<String>, ApiError> {
        if draft.is_empty() {
            return Ok(Vec::new());
        }
        let read = self.seated()?.game().table.read_setup(seat, draft);
        read.map_err(|faults| ApiError::new("setup", faults.join(" ")))
    }

    /// Returns what the player can select for this draft of a setup or a move. If the player joins
    /// with a setup and a move, `setup` in the request contains the finished setup.
    pub(super) fn touch(&mut self, request: &Request) -> Answer {
        let draft = request.text("draft");
        let Some(keys) = self.keys(&[])? else { return Ok(json!({"hand": null})) };
        let setup = self.drafted_setup(keys.seat, request.text("setup"))?;
        let now = self.around.now;
        if self.seated()?.hides_first(keys.seat) && setup.is_empty() {
            let session = self.session.as_ref().ok_or_else(|| ApiError::new("request", ""))?;
            let game = session.game();
            let hand = game.table.touch_setup(keys.seat, draft, &mut self.around.numbers);
            let then = hand.as_ref().filter(|hand| hand.ready).and_then(|_| {
                let setup = game.table.read_setup(keys.seat, draft).ok()?;
                game.table.touch(&Keys { setup, ..keys }, now, "")
            });
            return Ok(answer(game, hand, &Preview::default(), then.is_some()));
        }
        let keys = Keys { setup: if setup.is_empty() { keys.setup } else { setup }, ..keys };
        let game = self.seated()?.game();
        let hand = game.table.touch(&keys, now, draft);
        let preview = if draft.is_empty() {
            Preview::default()
        } else {
            game.table.preview(&keys, now, draft)
        };
        let mut reply = answer(game, hand, &preview, false);
        if !request.text("setup").is_empty() {
            // Show the boards with this setup.
            let scene = game.table.view(Some(&keys), now).scene;
            reply["scene"] = render::json(&scene, &game.standing.names);
        }
        Ok(reply)
    }
}

fn answer(game: &OpenGame, hand: Option<Hand>, preview: &Preview, then: bool) -> Value {
    let hand = hand.map(|hand| render::json(&hand, &game.standing.names));
    json!({
        "hand": hand,
        "preview": preview.lines,
        "warning": preview.warning,
        "move_next": then,
    })
}
