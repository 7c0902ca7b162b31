//! The interface that the page calls: JSON in, JSON out.
//!
//! A request is an object with `do` (the name of the request), `now` and `random` (32 bytes,
//! hexadecimal). An answer is an object too; a failure has `error` (a word) and `message`.
//!
//! - **Stage, commit, release.** A request that changes documents is answered with `commit` (a
//!   ticket) and `changes` (documents by name). The page stores all changes or none, and requests
//!   `kept` with the ticket. Then it gets the real answer. If the store fails, the page requests
//!   `lost`, and the turn is discarded before anyone has seen it.
//! - **Drafts.** The page keeps drafts as text and includes them in requests. The face remembers
//!   only the open table.

mod actions;
mod bots;
mod journal;
mod opening;
mod problem;
mod request;
mod session;
mod vault;
mod verdict;
mod view;

use pbem::crypto::{Bytes16, Stream};
use pbem::desk::{Change, Desk, DeskError, DocName, Outside};
use pbem::games::Kind;
use pbem::rules::{Level, Numbers, OptionKind, OptionSpec, list};
use pbem::table::{OpenGame, option_specs};
use pbem::turnfile::Moment;
use serde_json::{Value, json};

use journal::{BOTS, Journal, Unsaved};
use problem::ApiError;
use request::Request;
use session::Session;

type Answer = Result<Value, ApiError>;

/// Time and random numbers of a request.
struct RequestEntropy {
    now: Moment,
    numbers: Stream,
}

impl Default for RequestEntropy {
    fn default() -> Self {
        RequestEntropy { now: Moment::UNIX_EPOCH, numbers: Stream::from_seed([0; 32]) }
    }
}

impl Outside for RequestEntropy {
    fn now(&self) -> Moment {
        self.now
    }

    fn secret(&mut self) -> Bytes16 {
        std::array::from_fn(|_| u8::try_from(self.numbers.below(256)).unwrap_or(0))
    }
}

/// The table that was open before the current request. It is opened again if the page can't save
/// the changes.
#[derive(Default)]
enum TableBefore {
    #[default]
    Same,
    Other(Option<Session>),
}

/// State of one page.
pub struct Face {
    mine: Desk<Journal>,
    bots: Desk<Journal>,
    around: RequestEntropy,
    session: Option<Session>,
    before: TableBefore,
    unsaved: Option<Unsaved>,
    replayed: Option<verdict::Replayed>,
    tickets: u64,
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Face(..)")
    }
}

impl Default for Face {
    fn default() -> Self {
        let empty = || Desk::new(Journal::default());
        let (Ok(mine), Ok(bots)) = (empty(), empty()) else {
            unreachable!("a desk can always be created from an empty store")
        };
        let (before, around) = (TableBefore::Same, RequestEntropy::default());
        let (session, unsaved, replayed, tickets) = (None, None, None, 0);
        Face { mine, bots, around, session, before, unsaved, replayed, tickets }
    }
}

impl Face {
    /// Answers one request.
    pub fn call(&mut self, request: &str) -> String {
        let answer = Request::read(request).and_then(|request| self.answer(&request));
        answer.unwrap_or_else(|problem| problem.to_json()).to_string()
    }

    fn answer(&mut self, request: &Request) -> Answer {
        match request.what() {
            "kept" => return self.release(request),
            "lost" => return Ok(self.lost()),
            "hello" => return Ok(hello()),
            _ if self.unsaved.is_some() => {
                return Err(ApiError::new("busy", "The page is still saving the last change."));
            }
            _ => {}
        }
        self.around = RequestEntropy { now: request.now()?, numbers: request.numbers()? };
        self.before = TableBefore::Same;
        let answer = self.perform(request).unwrap_or_else(|problem| problem.to_json());
        Ok(self.hand_over(answer))
    }

    fn perform(&mut self, request: &Request) -> Answer {
        match request.what() {
            "load" => self.load(request),
            "home" => self.home(),
            "open" => self.open_text(request),
            "game" => self.open_game(request),
            "glance" => self.glance(request),
            "deletable" => self.deletable(request),
            "table" => self.table(),
            "new" => self.new_game(request),
            "seat" => self.take_seat(request),
            "touch" => self.touch(request),
            "sign" => self.sign(request),
            "offer" => self.offer(request),
            "undo" => self.undo(),
            "withdraw" => self.withdraw(),
            "mailed" => self.mailed(),
            "bots" => self.bots_go_on(),
            "file" => self.file(),
            "hint" => self.hint(),
            "mark" => self.mark(request),
            "verify" => self.verify(request),
            "replay" => self.replay(request),
            "frame" => self.frame(request),
            "settings" => self.settings(request),
            "confirm" => self.confirm(request),
            "words" => self.words(),
            "restore-words" => self.restore_words(request),
            "backup" => self.backup(request),
            "move-out" => self.move_out(request),
            "moved-out" => self.moved_out(),
            "moved-in" => self.unretire(),
            "restore" => self.restore(request),
            "nothing-since" => self.nothing_since(),
            other => Err(ApiError::new("request", format!("there is no request \"{other}\""))),
        }
    }

    /// Loads the documents from the page's store.
    fn load(&mut self, request: &Request) -> Answer {
        let (mut mine, mut bots) = (Vec::new(), Vec::new());
        for (name, text) in request.texts("documents") {
            let (plain, list) = match name.strip_prefix(BOTS) {
                Some(plain) => (plain, &mut bots),
                None => (name.as_str(), &mut mine),
            };
            let known = DocName::read(plain);
            list.extend(known.map(|name| Change::new(name, text.to_owned())));
        }
        self.mine = Desk::new(Journal::new(mine))?;
        self.bots = Desk::new(Journal::new(bots))?;
        self.session = None;
        Ok(json!({}))
    }

    /// Opens a table, or closes the open table if `session` is `None`.
    fn set_session(&mut self, session: Option<Session>) {
        let before = std::mem::replace(&mut self.session, session);
        if matches!(self.before, TableBefore::Same) {
            self.before = TableBefore::Other(before);
        }
    }

    /// Returns the unsaved changes, and holds the answer back until the page has saved them. If
    /// there are no changes, returns the answer.
    fn hand_over(&mut self, answer: Value) -> Value {
        let mut changes = self.mine.store().changes("");
        changes.extend(self.bots.store().changes(BOTS));
        if changes.is_empty() {
            return answer;
        }
        self.tickets += 1;
        self.unsaved = Some(Unsaved::new(self.tickets, answer));
        json!({"commit": self.tickets, "changes": changes})
    }

    fn release(&mut self, request: &Request) -> Answer {
        let ticket = request.number("ticket");
        let unsaved = self.unsaved.take_if(|unsaved| unsaved.is_for(ticket));
        let unsaved = unsaved.ok_or_else(|| ApiError::new("request", "unknown ticket"))?;
        self.before = TableBefore::Same;
        Ok(unsaved.release([self.mine.store_mut(), self.bots.store_mut()]))
    }

    fn lost(&mut self) -> Value {
        self.mine.store_mut().roll_back();
        self.bots.store_mut().roll_back();
        self.unsaved = None;
        if let TableBefore::Other(before) = std::mem::take(&mut self.before) {
            self.session = before;
        }
        json!({})
    }
}

/// Lists the games that can be played.
fn hello() -> Value {
    let kinds = Kind::published().map(|kind| {
        let options = option_specs(kind);
        let seats = kind.seats();
        json!({
            "id": kind.id(), "title": kind.title(), "least": seats.start(), "most": seats.end(),
            "options": options.iter().map(option).collect::<Vec<_>>(), "sides": kind.sides(),
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "kinds": kinds.collect::<Vec<_>>(),
        "levels": Level::ALL.map(Level::word),
    })
}

/// Describes a house rule and its possible values.
fn option(spec: &OptionSpec) -> Value {
    let values = match &spec.kind {
        OptionKind::Flag => json!({"flag": true}),
        OptionKind::Number { min, max, or_none } => {
            json!({"min": min, "max": max, "none": or_none})
        }
        OptionKind::Word(words) => json!({"words": words}),
        OptionKind::Lines { presets, .. } => json!({"words": presets}),
        OptionKind::Numbers { .. } => json!({}),
    };
    let usual = spec.default.to_string();
    json!({"name": spec.name, "usual": usual, "help": spec.help, "values": values})
}

/// Converts an error of the desk. The message contains the players' names.
fn error_at(game: &OpenGame, trouble: DeskError) -> ApiError {
    ApiError::at(&game.standing.names, trouble)
}
