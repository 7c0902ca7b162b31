//! Requests about the open game: start or join it, sign or undo a turn, offer a draw, get a hint.

use pbem::desk::{Bots, DeskError, LoadedGame, NewGame, TurnSummary, Waiting, seats_with_bots};
use pbem::games::Kind;
use pbem::render::{self, Look};
use pbem::rules::{Level, Names, OptionMap, Seat};
use pbem::service::{self, FirstTurn, MarkError, TurnRequest};
use pbem::table::{AnyTable, DAYS_PER_TURN, Intent, OpenGame, option_specs};
use pbem::turnfile::limits::{self, SeatNameError};
use pbem::turnfile::{Header, TurnFile};
use serde_json::{Value, json};

use super::problem::not_played;
use super::session::{Session, SessionGame, SessionSeat};
use super::{Answer, ApiError, Face, Request, error_at};

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
        // In a game for more than two players, the opener has a special role. If there are bots,
        // one of them opens the game.
        let one_opens = *kind.seats().end() > 2 && !bots.is_empty();
        let seats = seats_with_bots(&me, &with, &bots, one_opens);
        limits::check_seats(&seats).map_err(bad_seat)?;
        let mut header = self.mine.header(kind, seats, options, first, &mut self.around)?;
        if kind.sides().is_some_and(|[_, second]| request.text("side") == second) {
            header.swap_sides();
        }
        self.lay_out_new(header, bots)
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
        let new = NewGame { header, name, place: None, bots };
        if by_bot {
            let started = service::opened_by_bot(self, new)?;
            return self.sit(started.game, None);
        }
        let fresh = self.mine.fresh(&new.header, seat, Vec::new(), &mut self.around)?;
        let place = SessionGame::New(Box::new((new, game)));
        self.set_session(Some(Session { place, chair: SessionSeat::Free(Box::new(fresh)) }));
        self.table()
    }

    /// Signs the turn that the request describes, and lets the bots answer.
    pub(super) fn sign(&mut self, request: &Request) -> Answer {
        let Some(keys) = self.keys(&[])? else { return Err(DeskError::NoSeat.into()) };
        let (seat, setup) = (keys.seat, self.drafted_setup(keys.seat, request.text("setup"))?);
        let (intent, note) = (intent(request), request.some("note").map(str::to_owned));
        let first = FirstTurn {
            seat,
            setup,
            intent: intent.clone(),
            note: note.clone(),
            full_name: None,
            never_joined: false,
        };
        let is_first = self.mine.own_key()?.is_none();
        let session = self.seated()?;
        let names = session.game().standing.names.clone();
        let result = match (&session.place, &session.chair) {
            (SessionGame::Loaded(loaded), SessionSeat::Own(at)) => {
                let (mut game, at) = (LoadedGame::clone(loaded), *at);
                let played_turn = if intent == Intent::Claim {
                    service::claim(self, &mut game, at)
                } else {
                    self.drop_resignation(&mut game, at, &intent)?;
                    // `reveal` lets the player reveal the setup even after a claim. If the claim
                    // rules out a reveal, the desk refuses the turn.
                    let turn = TurnRequest { note, reveal: true, ..TurnRequest::from(intent) };
                    service::play(self, &mut game, &turn)
                };
                played_turn.map(|played_turn| (game, played_turn))
            }
            (SessionGame::Loaded(loaded), SessionSeat::Free(_)) => {
                let mut game = LoadedGame::clone(loaded);
                service::join(self, &mut game, first).map(|played_turn| (game, played_turn))
            }
            (SessionGame::New(new), SessionSeat::Free(_)) => {
                let new = new.0.clone();
                service::begin(self, new, first)
            }
            (_, SessionSeat::None(_)) | (SessionGame::New(_), SessionSeat::Own(_)) => {
                return Err(DeskError::NoSeat.into());
            }
        };
        let (game, played_turn) = result.map_err(|error| not_played(&names, error))?;
        let turn = played_turn.summary().map(|summary| turn_json(&names, summary, is_first));
        let mut answer = self.sit(game, None)?;
        answer["made"] = turn.unwrap_or_default();
        Ok(answer)
    }

    /// Drops a planned resignation if the player has chosen a move.
    fn drop_resignation(
        &mut self,
        loaded: &mut LoadedGame,
        at: usize,
        intent: &Intent,
    ) -> Result<(), ApiError> {
        if loaded.resigns(at) && matches!(intent, Intent::Move(_)) {
            loaded.records[at].resign = false;
            self.mine.remember(loaded)?;
        }
        Ok(())
    }

    /// Adds a draw offer to the next turn, or cancels the offer.
    pub(super) fn offer(&mut self, request: &Request) -> Answer {
        let (loaded, at) = self.seated()?.own()?;
        let staged = self
            .mine
            .wait(loaded, at, Waiting::Offer, request.is("waits"))
            .map_err(|trouble| error_at(&loaded.game, trouble))?;
        let mut loaded = loaded.clone();
        loaded.remembered(self.mine.keep(staged)?);
        self.sit(loaded, None)
    }

    /// Changes the player's pencil marks. The player types them as for `pbem mark`.
    pub(super) fn mark(&mut self, request: &Request) -> Answer {
        let (loaded, at) = self.seated()?.own()?;
        let mut loaded = loaded.clone();
        match service::mark(self, &mut loaded, at, request.text("words")) {
            Ok(()) => self.sit(loaded, None),
            Err(MarkError::Typed(fault)) => Err(ApiError::new("mark", fault.to_string())),
            Err(MarkError::Desk(error)) => Err(error.into()),
        }
    }

    /// Undoes the last turn, which hasn't been sent yet.
    pub(super) fn undo(&mut self) -> Answer {
        let (loaded, _) = self.seated()?.own()?;
        let last = loaded.game.file.turns.last().map(|turn| turn.seat.as_str());
        let at = loaded.records.iter().position(|record| Some(record.seat()) == last);
        let staged = self.mine.undo(loaded, at.ok_or(DeskError::NoSeat)?)?;
        let id = loaded.game.standing.id.0;
        if self.mine.keep(staged)?.before.is_none() {
            return self.home();
        }
        let loaded = self.mine.open(&id, self.around.now)?;
        self.sit(loaded, None)
    }

    /// Withdraws the player's invitation, which no one has accepted yet.
    pub(super) fn withdraw(&mut self) -> Answer {
        let (loaded, _) = self.seated()?.own()?;
        if !loaded.is_own_invitation() {
            return Err(ApiError::new("not-now", "There is no invitation to withdraw."));
        }
        let mut loaded = loaded.clone();
        loaded.withdraw();
        self.mine.remember(&mut loaded)?;
        self.home()
    }

    /// Records that the player sent the last turn.
    pub(super) fn mailed(&mut self) -> Answer {
        let standing = &self.seated()?.own()?.0.game.standing;
        let (id, turns, head) = (standing.id.0, standing.turns(), standing.head());
        let staged = self.mine.mailed(&id, turns, head, Some(self.around.now))?;
        self.mine.keep(staged)?;
        let loaded = self.mine.open(&id, self.around.now)?;
        self.sit(loaded, None)
    }

    /// Returns a hint: the boards as a heat map, which shows the possibilities that remain.
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

/// Returns the player's intent: a move, or for example a resignation or a claim.
fn intent(request: &Request) -> Intent {
    let draft = request.text("draft");
    match request.text("intent") {
        "resign" => Intent::Resign,
        "accept" => Intent::Accept,
        "dispute" => Intent::Dispute,
        "claim" => Intent::Claim,
        _ if draft.is_empty() => Intent::Nothing,
        _ => Intent::Move(draft.to_owned()),
    }
}

/// Describes the signed turn as JSON.
fn turn_json(names: &Names, summary: &TurnSummary, is_first: bool) -> Value {
    let answered = summary.answered.iter();
    let answered: Vec<[String; 2]> =
        answered.map(|(question, answer)| [names.fill(question), answer.clone()]).collect();
    json!({
        "number": summary.number, "moves": summary.moves, "answered": answered,
        "revealed": summary.revealed, "dropped": summary.dropped, "no_offer": summary.no_offer,
        "dated_back": summary.dated_back.map(render::when::utc_with_year), "first": is_first,
    })
}

/// Returns the error for an invalid player name, or for a name that two seats have.
fn bad_seat(fault: SeatNameError<'_>) -> ApiError {
    let message = match fault {
        SeatNameError::Name(name) => format!(
            "\"{}\" can't be a name. Use only a to z, digits and hyphens, and start with a letter.",
            name.escape_debug()
        ),
        SeatNameError::Twice(name) => format!("The name {name} is used twice."),
    };
    ApiError::new("name", message)
}

/// Returns the values of all house rules. A house rule that the request doesn't set gets its
/// default. If all opponents are bots (`alone`), there is no deadline by default.
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
