//! The table that is looked at, and who one is there.

use pbem::desk::{DeskError, LoadError, LoadedGame, NewGame};
use pbem::render;
use pbem::rules::{Hand, Seat};
use pbem::table::{Expects, Keys, OpenGame};
use serde_json::{Value, json};

use super::{Answer, ApiError, Face, Request, Whose, named};

/// A table, and the chair one has there.
pub(super) struct Sitting {
    pub(super) place: Place,
    pub(super) chair: Chair,
}

/// Which table.
pub(super) enum Place {
    /// a game that there is
    Laid(Box<LoadedGame>),
    /// a game that is about to be opened
    New(Box<(NewGame, OpenGame)>),
}

/// Which chair.
pub(super) enum Chair {
    /// one's own
    Own(usize),
    /// one that is free, and may be taken now; with keys to try things out
    Free(Box<Keys>),
    /// none, and why
    None(Option<ApiError>),
}

/// What a person has to do at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// hide a setup
    Setup,
    /// move
    Move,
    /// make a turn in which there is nothing to choose: an answer, a roll, the setup to be shown
    Act,
    /// let a bot answer
    Bot,
    /// wait for somebody
    Wait,
    /// nothing: it is over
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

impl Sitting {
    pub(super) fn game(&self) -> &OpenGame {
        match &self.place {
            Place::Laid(laid) => &laid.game,
            Place::New(new) => &new.1,
        }
    }

    pub(super) fn laid(&self) -> Option<&LoadedGame> {
        match &self.place {
            Place::Laid(laid) => Some(laid),
            Place::New(_) => None,
        }
    }

    /// Does one take this seat now, and hide a setup when one does?
    fn hides_first(&self, seat: Seat) -> bool {
        matches!(self.chair, Chair::Free(_)) && self.game().standing.hides(seat)
    }

    /// The game and one's own seat in it.
    pub(super) fn own(&self) -> Result<(&LoadedGame, usize), ApiError> {
        match (&self.place, &self.chair) {
            (Place::Laid(laid), Chair::Own(at)) => Ok((laid, *at)),
            _ => Err(DeskError::NoSeat.into()),
        }
    }
}

impl Face {
    pub(super) fn seated(&self) -> Result<&Sitting, ApiError> {
        self.sitting.as_ref().ok_or_else(|| ApiError::new("request", "No game is open."))
    }

    /// Sits down at a game: on one's own chair, or on one that may be taken.
    pub(super) fn sit(&mut self, mut laid: LoadedGame, wanted: Option<&str>) -> Answer {
        if let Some(at) = laid.own_seat(None)? {
            self.sitting = Some(Sitting { place: Place::Laid(laid.into()), chair: Chair::Own(at) });
            return self.table();
        }
        laid = laid.newest();
        let found = self.mine.look_for_seat(&mut laid, wanted, self.around.now);
        let chair = match found {
            Ok(seat) => {
                let fresh =
                    self.mine.fresh(&laid.game.file.game, seat, Vec::new(), &mut self.around)?;
                Chair::Free(Box::new(fresh))
            }
            Err(LoadError { why, evidence: Some(evidence) }) => {
                return self.commit(Whose::Mine, evidence, |_, ()| Err((*why).into()));
            }
            Err(LoadError { why, evidence: None }) => Chair::None(Some(named(&laid.game, *why))),
        };
        self.sitting = Some(Sitting { place: Place::Laid(laid.into()), chair });
        self.table()
    }

    /// The keys with which one sits here; with a setup that is drafted, where one is.
    pub(super) fn keys(&self, setup: &[String]) -> Result<Option<Keys>, ApiError> {
        let sitting = self.seated()?;
        Ok(match (&sitting.place, &sitting.chair) {
            (Place::Laid(laid), Chair::Own(at)) => Some(self.mine.keys(laid, *at)?),
            (_, Chair::Free(keys)) => Some(Keys { setup: setup.to_vec(), ..(**keys).clone() }),
            _ => None,
        })
    }

    /// What is to be done at this table.
    pub(super) fn phase(&self) -> Result<Phase, ApiError> {
        let sitting = self.seated()?;
        let standing = &sitting.game().standing;
        if standing.expects == Expects::Over {
            return Ok(Phase::Over);
        }
        if sitting.laid().is_some_and(LoadedGame::bot_is_due) {
            return Ok(Phase::Bot);
        }
        let Some(keys) = self.keys(&[])?.filter(|keys| standing.due == Some(keys.seat)) else {
            return Ok(Phase::Wait);
        };
        if sitting.hides_first(keys.seat) {
            return Ok(Phase::Setup);
        }
        let touch = sitting.game().table.touch(&keys, self.around.now, "");
        Ok(if touch.is_some() { Phase::Move } else { Phase::Act })
    }

    /// A setup as drafted; empty if none is.
    pub(super) fn drafted_setup(&self, seat: Seat, draft: &str) -> Result<Vec<String>, ApiError> {
        if draft.is_empty() {
            return Ok(Vec::new());
        }
        let read = self.seated()?.game().table.read_setup(seat, draft);
        read.map_err(|faults| ApiError::new("setup", faults.join(" ")))
    }

    /// What can be touched, with this draft: of a setup, or of a move (`setup` holds a setup that
    /// is ready, where one joins with both).
    pub(super) fn touch(&mut self, request: &Request) -> Answer {
        let draft = request.text("draft");
        let Some(keys) = self.keys(&[])? else { return Ok(json!({"hand": null})) };
        let setup = self.drafted_setup(keys.seat, request.text("setup"))?;
        let now = self.around.now;
        if self.seated()?.hides_first(keys.seat) && setup.is_empty() {
            let sitting = self.sitting.as_ref().ok_or_else(|| ApiError::new("request", ""))?;
            let game = sitting.game();
            let hand = game.table.touch_setup(keys.seat, draft, &mut self.around.numbers);
            let then = hand.as_ref().filter(|hand| hand.ready).and_then(|_| {
                let setup = game.table.read_setup(keys.seat, draft).ok()?;
                game.table.touch(&Keys { setup, ..keys }, now, "")
            });
            return Ok(answer(game, hand, &[], then.is_some()));
        }
        let keys = Keys { setup: if setup.is_empty() { keys.setup } else { setup }, ..keys };
        let game = self.seated()?.game();
        let hand = game.table.touch(&keys, now, draft);
        let foresee =
            if draft.is_empty() { Vec::new() } else { game.table.foresee(&keys, now, draft) };
        let mut told = answer(game, hand, &foresee, false);
        if !request.text("setup").is_empty() {
            // The boards as they are for who has hidden this.
            let scene = game.table.view(Some(&keys), now).scene;
            told["scene"] = render::json(&scene, &game.standing.names);
        }
        Ok(told)
    }
}

fn answer(game: &OpenGame, hand: Option<Hand>, foresee: &[String], then: bool) -> Value {
    let hand = hand.map(|hand| render::json(&hand, &game.standing.names));
    json!({"hand": hand, "foresee": foresee, "move_next": then})
}
