//! The desk as JSON in, JSON out, called by the page.
//!
//! A request is an object with `do` (the name of the request), `now` and `random` (32 bytes,
//! hexadecimal). An answer is an object too; a failure has `error` (a word) and `message`.
//!
//! - **Stage, commit, release.** A request that changes documents is answered with `commit` (a
//!   ticket) and `changes` (documents by name). The page stores all changes or none, and requests
//!   `kept` with the ticket. Then it gets the real answer, or the next `commit`. If the store
//!   fails, the page requests `lost`, and the turn is discarded before anyone has seen it.
//! - **Drafts.** The page keeps drafts as text and includes them in requests. The face remembers
//!   only the open table.

mod actions;
mod bots;
mod opening;
mod problem;
mod request;
mod sitting;
mod vault;
mod verdict;
mod view;

use pbem::crypto::{Bytes16, Stream};
use pbem::desk::{Change, Desk, DeskError, DocName, MemoryStore, Outside, Staged};
use pbem::games::Kind;
use pbem::rules::{Level, Numbers, OptionKind, OptionSpec, list};
use pbem::table::{OpenGame, option_specs};
use pbem::turnfile::Moment;
use serde_json::{Map, Value, json};

use problem::ApiError;
use request::Request;
use sitting::Sitting;

type Answer = Result<Value, ApiError>;

/// Prefix of the names of the bots' documents.
const BOTS: &str = "bots/";

/// Owner of a desk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Mine,
    Bots,
}

/// Time and random numbers of a request.
struct Around {
    now: Moment,
    numbers: Stream,
}

impl Default for Around {
    fn default() -> Self {
        Around { now: Moment::UNIX_EPOCH, numbers: Stream::from_seed([0; 32]) }
    }
}

impl Outside for Around {
    fn now(&self) -> Moment {
        self.now
    }

    fn secret(&mut self) -> Bytes16 {
        std::array::from_fn(|_| u8::try_from(self.numbers.below(256)).unwrap_or(0))
    }
}

/// Continuation that runs after the page stored the changes.
type Rest = Box<dyn FnOnce(&mut Face) -> Answer>;

/// Changes that the page is storing, and their continuation.
struct Pending {
    ticket: u64,
    rest: Rest,
}

/// State of one page.
pub struct Face {
    mine: Desk<MemoryStore>,
    bots: Desk<MemoryStore>,
    around: Around,
    sitting: Option<Sitting>,
    pending: Option<Pending>,
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
        let empty = || Desk::new(MemoryStore::default());
        let (Ok(mine), Ok(bots)) = (empty(), empty()) else {
            unreachable!("an empty store makes a desk")
        };
        let around = Around::default();
        Face { mine, bots, around, sitting: None, pending: None, replayed: None, tickets: 0 }
    }
}

impl Face {
    /// Answers one request.
    pub fn call(&mut self, request: &str) -> String {
        let answer = self.answer(request).unwrap_or_else(|problem| problem.to_json());
        answer.to_string()
    }

    fn answer(&mut self, request: &str) -> Answer {
        let request = Request::read(request)?;
        self.around = Around { now: request.now()?, numbers: request.numbers()? };
        let what = request.what();
        if self.pending.is_some() && !matches!(what, "kept" | "lost" | "hello") {
            return Err(ApiError::new("busy", "The page is still saving the last change."));
        }
        match what {
            "hello" => Ok(hello()),
            "load" => self.load(&request),
            "kept" => self.kept(&request),
            "lost" => Ok(self.lost()),
            "home" => self.home(),
            "open" => self.open_text(&request),
            "game" => self.open_game(&request),
            "glance" => self.glance(&request),
            "deletable" => self.deletable(&request),
            "table" => self.table(),
            "new" => self.new_game(&request),
            "seat" => self.take_seat(&request),
            "touch" => self.touch(&request),
            "sign" => self.sign(&request),
            "offer" => self.offer(&request),
            "undo" => self.undo(),
            "mailed" => self.mailed(),
            "bots" => self.bots_go_on(),
            "file" => self.file(),
            "hint" => self.hint(),
            "mark" => self.mark(&request),
            "verify" => self.verify(&request),
            "replay" => self.replay(&request),
            "frame" => self.frame(&request),
            "settings" => self.settings(&request),
            "confirm" => self.confirm(&request),
            "words" => self.words(),
            "restore-words" => self.restore_words(&request),
            "backup" => self.backup(&request),
            "move-out" => self.move_out(&request),
            "moved-out" => self.moved_out(),
            "moved-in" => self.unretire(),
            "restore" => self.restore(&request),
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
            list.extend(known.map(|name| Change { name, text: text.to_owned().into() }));
        }
        self.mine = Desk::new(MemoryStore::new(mine))?;
        self.bots = Desk::new(MemoryStore::new(bots))?;
        (self.sitting, self.pending) = (None, None);
        Ok(json!({}))
    }

    fn desk(&mut self, whose: Whose) -> &mut Desk<MemoryStore> {
        match whose {
            Whose::Mine => &mut self.mine,
            Whose::Bots => &mut self.bots,
        }
    }

    /// Hands changes to the page, and the result to `then` after the page stored them.
    fn commit<T: 'static>(
        &mut self,
        whose: Whose,
        staged: Staged<T>,
        then: impl FnOnce(&mut Face, T) -> Answer + 'static,
    ) -> Answer {
        let changes = by_name(whose, staged.changes());
        let keep = move |face: &mut Face| face.desk(whose).keep(staged).map_err(ApiError::from);
        if changes.is_empty() {
            let kept = keep(self)?;
            return then(self, kept);
        }
        let rest = move |face: &mut Face| keep(face).and_then(|kept| then(face, kept));
        Ok(self.hold(&changes, Box::new(rest)))
    }

    /// Hands changes to the page, and continues with `rest` after the page stored them.
    fn hold(&mut self, changes: &Map<String, Value>, rest: Rest) -> Value {
        self.tickets += 1;
        self.pending = Some(Pending { ticket: self.tickets, rest });
        json!({"commit": self.tickets, "changes": changes})
    }

    fn kept(&mut self, request: &Request) -> Answer {
        let ticket = request.number("ticket");
        let pending = self.pending.take_if(|pending| Some(pending.ticket) == ticket);
        let pending = pending.ok_or_else(|| ApiError::new("request", "unknown ticket"))?;
        (pending.rest)(self)
    }

    fn lost(&mut self) -> Value {
        self.pending = None;
        json!({})
    }
}

/// Returns documents by their names in the page's store.
fn by_name(whose: Whose, changes: &[Change]) -> Map<String, Value> {
    let before = if whose == Whose::Bots { BOTS } else { "" };
    let named = |change: &Change| (format!("{before}{}", change.name), json!(*change.text));
    let mut all = Map::new();
    all.extend(changes.iter().map(named));
    all
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

/// Describes why there is no turn, with the players' names.
fn named(game: &OpenGame, trouble: DeskError) -> ApiError {
    ApiError::at(&game.standing.names, trouble)
}
