//! The desk as JSON in, JSON out: what the page calls.
//!
//! A request is an object: `do` says what, `now` and `random` (32 bytes, hexadecimal) come with
//! every one. An answer is an object as well; with `error` (a word) and `message` if it was not
//! done.
//!
//! - **Stage, commit, release.** Whatever changes a document is answered with `commit` (a ticket)
//!   and `changes` (documents by name). Nothing has happened yet, and the answer proper is held
//!   back by its type. The page brings the changes to its store, all or none, and asks `kept` with
//!   the ticket: then it gets the answer, or the next `commit`. Where the store fails it asks
//!   `lost`, and nobody has seen anything.
//! - **Drafts.** The page keeps what is touched or typed as a text and sends it along; the face
//!   remembers one thing only, the table that is looked at.

mod bots;
mod deeds;
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
use pbem::rules::{Level, Numbers, list};
use pbem::table::{OpenGame, option_specs};
use pbem::turnfile::Moment;
use serde_json::{Map, Value, json};

use problem::ApiError;
use request::Request;
use sitting::Sitting;

type Answer = Result<Value, ApiError>;

/// How the names of documents begin that are the bots'.
const BOTS: &str = "bots/";

/// Whose desk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Mine,
    Bots,
}

/// Time and randomness of one request.
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

/// What goes on when the store has kept the changes.
type Rest = Box<dyn FnOnce(&mut Face) -> Answer>;

/// Changes that the page is bringing to its store, and what comes then.
struct Pending {
    ticket: u64,
    rest: Rest,
}

/// One person at one page.
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
            return Err(ApiError::new("busy", "The last change is not kept yet."));
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

    /// Takes the documents that the page's store holds.
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

    /// Hands changes to the page. What the deed gives goes to `then`, once they are kept.
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

    /// Hands changes to the page, and goes on with `rest` once they are kept.
    fn hold(&mut self, changes: &Map<String, Value>, rest: Rest) -> Value {
        self.tickets += 1;
        self.pending = Some(Pending { ticket: self.tickets, rest });
        json!({"commit": self.tickets, "changes": changes})
    }

    fn kept(&mut self, request: &Request) -> Answer {
        let ticket = request.number("ticket");
        let pending = self.pending.take_if(|pending| Some(pending.ticket) == ticket);
        let pending = pending.ok_or_else(|| ApiError::new("request", "this is another ticket"))?;
        (pending.rest)(self)
    }

    fn lost(&mut self) -> Value {
        self.pending = None;
        json!({})
    }
}

/// Documents as the page's store calls them.
fn by_name(whose: Whose, changes: &[Change]) -> Map<String, Value> {
    let before = if whose == Whose::Bots { BOTS } else { "" };
    let named = |change: &Change| (format!("{before}{}", change.name), json!(*change.text));
    let mut all = Map::new();
    all.extend(changes.iter().map(named));
    all
}

/// What there is to play.
fn hello() -> Value {
    let kinds = Kind::published().map(|kind| {
        let options = option_specs(kind).into_iter().map(
            |spec| json!({"name": spec.name, "usual": spec.default.to_string(), "help": spec.help}),
        );
        let seats = kind.seats();
        json!({
            "id": kind.id(), "title": kind.title(), "least": seats.start(), "most": seats.end(),
            "options": options.collect::<Vec<_>>(), "sides": kind.sides(),
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "kinds": kinds.collect::<Vec<_>>(),
        "levels": Level::ALL.map(Level::word),
    })
}

/// Why no turn was made, with the players' names.
fn named(game: &OpenGame, trouble: DeskError) -> ApiError {
    ApiError::at(&game.standing.names, trouble)
}
