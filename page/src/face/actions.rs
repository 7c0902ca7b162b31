//! Actions at a table: start a game, join, play, undo, offer a draw.

use pbem::desk::{Bots, DeskError, NewGame, Staged, UndoneTurn, Waiting, Written, seats_with_bots};
use pbem::games::Kind;
use pbem::render::{self, Look};
use pbem::rules::{Level, OptionMap, Seat};
use pbem::table::{AnyTable, DAYS_PER_TURN, Intent, OpenGame, Plan, option_specs};
use pbem::turnfile::limits::{self, SeatNameError};
use pbem::turnfile::{Header, TurnFile};
use serde_json::{Value, json};

use super::sitting::{Chair, Place, Sitting};
use super::{Answer, ApiError, Face, Request, Whose, named};

impl Face {
    /// Prepares a new game against people or bots. Signing the first turn starts it.
    pub(super) fn new_game(&mut self, request: &Request) -> Answer {
        let kind = request.kind()?;
        let me = self.own_name(request)?;
        let with = request.list("with");
        let levels = request.list("bots").into_iter().take(16);
        let levels = levels.map(|word| Level::of(&word).unwrap_or(Level::Hard));
        let bots = self.mine.name_bots(levels, &me, &with)?;
        let options = options(kind, request, with.is_empty())?;
        let first = (*kind.seats().end() == 2 && !bots.is_empty()).then(|| me.clone());
        // A bot takes the opener's role if it differs from the other roles.
        let one_opens = *kind.seats().end() > 2 && !bots.is_empty();
        let seats = seats_with_bots(&me, &with, &bots, one_opens);
        limits::check_seats(&seats).map_err(bad_seat)?;
        let mut header = self.mine.header(kind, seats, options, first, &mut self.around)?;
        if kind.sides().is_some_and(|[_, second]| request.text("side") == second) {
            header.swap_sides();
        }
        if bots.is_empty() {
            return self.lay_out_new(header, bots);
        }
        let staged = self.bots.establish(&mut self.around)?;
        self.commit(Whose::Bots, staged, move |face, key| {
            header.keys.extend(bots.keys().map(|seat| (seat.clone(), key)));
            face.lay_out_new(header, bots)
        })
    }

    fn own_name(&self, request: &Request) -> Result<String, ApiError> {
        let config = self.mine.config()?;
        let name = request.some("me").or(config.name());
        name.map(str::to_owned).ok_or_else(|| ApiError::new("name", "What is your name?"))
    }

    fn lay_out_new(&mut self, header: Header, bots: Bots) -> Answer {
        let opener = header.opened_by().to_owned();
        let by_bot = bots.contains_key(&opener);
        let with = header.others().into_iter().next().unwrap_or_default();
        let table = AnyTable::new(&header).map_err(DeskError::from)?;
        let game = OpenGame::new(TurnFile { game: header.clone(), turns: Vec::new() }, table);
        let name = self.mine.name_for(game.standing.kind, if by_bot { &opener } else { &with })?;
        let seat = header.seat(&opener).unwrap_or(Seat::OPENER);
        let fresh = self.mine.fresh(&header, seat, Vec::new(), &mut self.around)?;
        let new = NewGame { header, name, place: None, bots };
        if by_bot {
            return self.opened_by_bot(new);
        }
        let place = Place::New(Box::new((new, game)));
        self.sitting = Some(Sitting { place, chair: Chair::Free(Box::new(fresh)) });
        self.table()
    }

    /// Signs the turn that the request describes.
    pub(super) fn sign(&mut self, request: &Request) -> Answer {
        let plan = self.plan(request)?;
        let now = self.around.now;
        let Some(keys) = self.keys(&[])? else { return Err(DeskError::NoSeat.into()) };
        let setup = self.drafted_setup(keys.seat, request.text("setup"))?;
        let Face { mine, around, sitting, .. } = self;
        let sitting = sitting.as_ref().ok_or_else(|| ApiError::new("request", ""))?;
        let game = sitting.game();
        let staged = match (&sitting.place, &sitting.chair) {
            (Place::Laid(loaded), Chair::Own(at)) if plan.intent == Intent::Claim => {
                let staged =
                    mine.claim(loaded, *at, now).map_err(|trouble| named(game, trouble))?;
                return self.commit(Whose::Mine, staged, |face, claimed| {
                    face.signed(claimed.loaded, Value::Null)
                });
            }
            (Place::Laid(loaded), Chair::Own(at)) => mine.play(loaded, *at, &plan),
            (place, Chair::Free(_)) => {
                let fresh = mine.fresh(&game.file.game, keys.seat, setup, around)?;
                match place {
                    Place::Laid(loaded) => mine.join(loaded, &fresh, &plan, false, around),
                    Place::New(new) => mine.begin(new.0.clone(), &fresh, &plan, around),
                }
            }
            (_, Chair::None(_)) | (Place::New(_), Chair::Own(_)) => Err(DeskError::NoSeat),
        };
        let staged: Staged<Written> = staged.map_err(|trouble| named(game, trouble))?;
        let first = self.mine.own_key()?.is_none();
        self.commit(Whose::Mine, staged, move |face, written| {
            let Written { loaded, sketch, .. } = written;
            let names = &loaded.game.standing.names;
            let answered = sketch.answered.iter();
            let answered: Vec<[String; 2]> =
                answered.map(|(asked, said)| [names.fill(asked), said.clone()]).collect();
            let made = json!({
                "number": sketch.number, "moves": sketch.moves, "answered": answered,
                "revealed": sketch.revealed, "dropped": sketch.dropped,
                "no_offer": sketch.no_offer, "first": first,
            });
            face.signed(loaded, made)
        })
    }

    fn plan(&self, request: &Request) -> Result<Plan, ApiError> {
        let note = request.some("note").map(str::to_owned);
        let problem = note.as_ref().and_then(|note| limits::text_problem(note, limits::MAX_NOTE));
        if let Some(problem) = problem {
            return Err(ApiError::new("note", format!("This note can't be sent: {problem}.")));
        }
        let draft = request.text("draft");
        let intent = match request.text("intent") {
            "resign" => Intent::Resign,
            "accept" => Intent::Accept,
            "dispute" => Intent::Dispute,
            "claim" => Intent::Claim,
            _ if draft.is_empty() => Intent::Nothing,
            _ => Intent::Move(draft.to_owned()),
        };
        let mail = self.mine.config()?.mail().map(str::to_owned);
        let offer = request.is("offer");
        Ok(Plan { note, mail, offer, ..Plan::new(self.around.now, intent) })
    }

    /// Continues after a stored turn: the bots answer, and the page gets the table.
    fn signed(&mut self, loaded: pbem::desk::LoadedGame, made: Value) -> Answer {
        let answer = self.go_on(loaded, None)?;
        Ok(self.after(answer, made))
    }

    /// Adds a summary of the signed turn to the answer, even if bots answer in between.
    fn after(&mut self, mut answer: Value, made: Value) -> Value {
        match self.pending.take() {
            Some(super::Pending { ticket, rest }) => {
                let rest: super::Rest = Box::new(move |face| {
                    let answer = rest(face)?;
                    Ok(face.after(answer, made))
                });
                self.pending = Some(super::Pending { ticket, rest });
            }
            None => answer["made"] = made,
        }
        answer
    }

    /// Adds a draw offer to the next turn, or cancels it.
    pub(super) fn offer(&mut self, request: &Request) -> Answer {
        let (loaded, at) = self.seated()?.own()?;
        let staged = self
            .mine
            .wait(loaded, at, Waiting::Offer, request.is("waits"))
            .map_err(|trouble| named(&loaded.game, trouble))?;
        let mut loaded = loaded.clone();
        self.commit(Whose::Mine, staged, move |face, remembered| {
            loaded.remembered(remembered);
            face.sit(loaded, None)
        })
    }

    /// Changes the pencil marks on our own sheet, as typed for `pbem mark`.
    pub(super) fn mark(&mut self, request: &Request) -> Answer {
        let (loaded, at) = self.seated()?.own()?;
        let mut loaded = loaded.clone();
        let mut marks = loaded.records[at].marks.clone();
        let marked = loaded.game.table.pencil(&mut marks, request.text("words"));
        marked.map_err(|fault| ApiError::new("mark", fault.to_string()))?;
        loaded.records[at].marks = marks;
        let staged = self.mine.stage(&loaded)?;
        self.commit(Whose::Mine, staged, move |face, remembered| {
            loaded.remembered(remembered);
            face.sit(loaded, None)
        })
    }

    /// Undoes the last turn, which was not sent yet.
    pub(super) fn undo(&mut self) -> Answer {
        let (loaded, _) = self.seated()?.own()?;
        let last = loaded.game.file.turns.last().map(|turn| turn.seat.as_str());
        let at = loaded.records.iter().position(|record| Some(record.seat()) == last);
        let staged = self.mine.undo(loaded, at.ok_or(DeskError::NoSeat)?)?;
        let id = loaded.game.standing.id.0;
        self.commit(Whose::Mine, staged, move |face, undone: UndoneTurn| {
            face.sitting = None;
            if undone.before.is_none() {
                return face.home();
            }
            let loaded = face.mine.open(&id, face.around.now)?;
            face.sit(loaded, None)
        })
    }

    /// Records that the player sent the last turn.
    pub(super) fn mailed(&mut self) -> Answer {
        let standing = &self.seated()?.own()?.0.game.standing;
        let (id, turns, head) = (standing.id.0, standing.turns(), standing.head());
        let staged = self.mine.mailed(&id, turns, head)?;
        self.commit(Whose::Mine, staged, move |face, ()| {
            let loaded = face.mine.open(&id, face.around.now)?;
            face.sit(loaded, None)
        })
    }

    /// Returns a hint: which squares are still possible.
    pub(super) fn hint(&mut self) -> Answer {
        let Some(keys) = self.keys(&[])? else { return Err(DeskError::NoSeat.into()) };
        let none = |_| ApiError::new("not-now", "There is no hint for this turn.");
        let game = self.seated()?.game();
        let heat = game.table.heat(&keys, self.around.now).map_err(none)?;
        let scene = heat.scene(&game.table.view(Some(&keys), self.around.now).scene);
        let names = &game.standing.names;
        let lines = render::rows(&scene.facts, names, Look::default());
        let lines: Vec<&str> = lines.lines().collect();
        Ok(json!({"lines": lines, "scene": render::json(&scene, names)}))
    }
}

/// Describes a fault in a name.
fn bad_seat(fault: SeatNameError<'_>) -> ApiError {
    let message = match fault {
        SeatNameError::Name(name) => format!(
            "\"{}\" can't be a name. Use lower-case letters, digits and hyphens, a letter first.",
            name.escape_debug()
        ),
        SeatNameError::Twice(name) => format!("The name {name} is used twice."),
    };
    ApiError::new("name", message)
}

/// Returns all options. Missing options get their defaults. Games against bots only have no
/// deadline.
fn options(kind: Kind, request: &Request, alone: bool) -> Result<OptionMap, ApiError> {
    let specs = option_specs(kind);
    let mut options = OptionMap::new();
    options.extend(specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())));
    let none = alone.then(|| (DAYS_PER_TURN.to_owned(), "none".to_owned()));
    let set = request.texts("options").map(|(name, text)| (name.clone(), text.to_owned()));
    for (name, text) in none.into_iter().chain(set) {
        let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
            return Err(ApiError::new(
                "option",
                format!("This game has no house rule \"{name}\"."),
            ));
        };
        let read = spec.read(&text);
        let read = read.map_err(|fault| ApiError::new("option", fault.to_string()))?;
        options.insert(name, read);
    }
    Ok(options)
}
