//! One game in progress. The table folds turns into the state of a game, and knows what the rule
//! book does not: keys and seals, links and boxes, who has joined, who has shown his setup.
//!
//! [`Table::read`] takes a turn that was mailed, [`Table::compose`] makes one; both are the one
//! loop of `run.rs` with another `Hand`, so that nothing can be written that a reader would not
//! take, and the audit sees the very steps that were played.
//!
//! Architecture invariant: a table holds nothing secret. What a seat hides is handed in as
//! [`Private`] where it is needed.

mod finding;
mod open;
mod options;
mod past;
mod post;
mod private;
mod read;
mod reader;
mod run;
mod session;
mod write;

use std::collections::BTreeMap;

use crate::crypto::{GameId, Verifier};
use crate::games::{BySeat, Chance, Fact, Names, Outcome, Pending, Rules, Sealed, Seat};
use crate::turnfile::{Bytes32, Header, Moment, Turn};

pub use finding::{Damage, DamageKind, Finding, FindingKind, TurnFault};
pub use open::{OpenError, open, open_header, open_known};
pub use options::{DAYS_PER_TURN, header_faults, option_specs};
pub use past::{Past, look_back};
pub use private::{HiddenMove, Private};
pub use session::{Expects, Session, TurnNews, View};
pub use write::{Composed, Order, Outlook, Refusal};

pub(crate) use finding::Breach;
pub(crate) use read::{Audited, Checked as AuditCounts, eye_matches, seal_from_seed};

use post::Post;

/// A game in progress, after the turns it has read.
#[derive(Clone, Debug)]
pub struct Table<R: Rules> {
    id: GameId,
    names: Names,
    state: R::State,
    places: BySeat<Place<R>>,
    /// everything opened so far
    opened: BTreeMap<Sealed<R::Item>, R::Value>,
    posts: Vec<Post<R>>,
    /// the tokens that proved answers
    tokens: Vec<(R::Question, R::Answer, Bytes32)>,
    head: Head,
    /// who offered a draw in the last turn
    offer: Option<Seat>,
    /// the breach that ended the game for everybody to see
    breach: Option<Finding>,
    history: Vec<Played<R>>,
    days_per_turn: u32,
}

/// Where the chain of turns ends.
#[derive(Clone, Debug)]
struct Head {
    /// the number of the last turn
    number: u32,
    /// its hash; before the first turn, the game id
    hash: Bytes32,
    /// its link, or its tip where it has no link yet
    link: Option<Bytes32>,
    /// when it was sent; before the first turn, when the game was opened
    sent: Moment,
}

/// A seat at the table.
#[derive(Clone, Debug)]
struct Place<R: Rules> {
    name: String,
    verifier: Option<Verifier>,
    joined: bool,
    tip: Option<Bytes32>,
    /// the last link shown; the tip before the first
    link: Option<Bytes32>,
    seals: Vec<Bytes32>,
    eyes: Vec<Bytes32>,
    /// where in `seals` an item stands
    order: BTreeMap<R::Item, usize>,
    sealed_moves: BTreeMap<R::Item, Bytes32>,
    revealed: Option<R::Secret>,
    /// bytes of its notes together
    notes: usize,
    /// it offered a draw in its last turn
    offered: bool,
    full_name: Option<String>,
    mail: Option<String>,
}

/// Something that happened, and whether an answer brought it about.
type Happened<R> = (<R as Rules>::Event, bool);

/// What happened in one turn.
#[derive(Clone, Debug)]
struct Played<R: Rules> {
    seat: Seat,
    sent: Moment,
    hash: Bytes32,
    events: Vec<Happened<R>>,
    /// what happens in any game: joining, resigning, an offer
    said: Vec<String>,
    note: Option<String>,
}

impl<R: Rules> Table<R> {
    /// The table of a game before its first turn. Its header must have passed [`header_faults`].
    pub fn new(header: &Header) -> Result<Self, Vec<String>> {
        let seats = u8::try_from(header.seats.len()).unwrap_or(u8::MAX);
        let options = options::read::<R>(header)?;
        let first = header.first.as_ref().and_then(|name| header.seat(name));
        let id = GameId(header.id());
        Ok(Table {
            id,
            names: Names::new(&header.seats),
            state: R::start(&options, seats, first),
            places: BySeat::from_fn(seats, |seat| {
                let name = header.seats[seat.index()].clone();
                let verifier = header.keys.get(&name).and_then(Verifier::new);
                Place::new(name, verifier)
            }),
            opened: BTreeMap::new(),
            posts: Vec::new(),
            tokens: Vec::new(),
            head: Head { number: 0, hash: id.0, link: None, sent: header.created },
            offer: None,
            breach: None,
            history: Vec::new(),
            days_per_turn: options::days_per_turn(header),
        })
    }

    /// The seat that may write the next turn; `None` when the game is over.
    pub fn due(&self) -> Option<Seat> {
        if self.breach.is_some() { None } else { R::pending(&self.state).actor() }
    }

    /// How the game has come out, or will have if what is still to be shown bears it out.
    pub fn outcome(&self) -> Option<Outcome> {
        match R::pending(&self.state) {
            Pending::Over(outcome) => Some(outcome),
            Pending::Reveal { result, .. } => result,
            _ => None,
        }
    }

    /// The number of the turn that comes next.
    fn writing(&self) -> u32 {
        self.head.number + 1
    }

    /// How many sit at the table.
    pub(crate) fn seats(&self) -> u8 {
        self.places.seats()
    }

    fn has_revealed(&self, seat: Seat) -> bool {
        self.places[seat].revealed.is_some()
    }

    /// Does turn `number` carry a link? Both must have joined, so never before turn 3.
    fn link_is_due(number: u32) -> bool {
        match R::CHANCE {
            Chance::Never => false,
            Chance::AtTheStart => number == 3,
            Chance::Throughout => number >= 3,
        }
    }

    fn lay_down(&mut self, seat: Seat, sheet: run::Sheet) {
        let items = R::items(&self.state, seat);
        let place = &mut self.places[seat];
        place.order = items.into_iter().enumerate().map(|(at, item)| (item, at)).collect();
        place.seals = sheet.seals;
        place.eyes = sheet.eyes;
    }

    fn fold(&mut self, fact: &Fact<R>) {
        let (opened, said) = match fact {
            Fact::SetUp(seat) => (None, Some(format!("{seat} hides the setup and seals it"))),
            Fact::Opened { opened, .. }
            | Fact::Chose { opened, .. }
            | Fact::Answered { opened, .. } => (Some(opened), None),
            Fact::Resigned(seat) => (None, Some(format!("{seat} resigns"))),
            Fact::DrawAgreed => (None, Some("the draw is agreed".to_owned())),
            Fact::Revealed { seat, .. } => (None, Some(format!("{seat} shows the setup"))),
            Fact::Drawn { .. } => (None, None),
        };
        for opening in opened.into_iter().flatten() {
            self.opened.insert(opening.of.clone(), opening.value.clone());
        }
        let events = R::fold(&mut self.state, fact);
        if let Some(played) = self.history.last_mut() {
            // Where the game itself tells it, nothing need be said.
            played.said.extend(said.filter(|_| events.is_empty()));
            let answer = matches!(fact, Fact::Answered { .. });
            played.events.extend(events.into_iter().map(|event| (event, answer)));
        }
    }

    /// Begins the record of a turn.
    fn begin(&mut self, seat: Seat, turn: &Turn, hash: Bytes32) {
        let place = &mut self.places[seat];
        place.notes += turn.note.as_ref().map_or(0, String::len);
        let said = if place.joined || self.head.number == 0 {
            Vec::new()
        } else {
            vec![format!("{seat} joins")]
        };
        place.joined = true;
        self.history.push(Played {
            seat,
            sent: turn.sent,
            hash,
            events: Vec::new(),
            said,
            note: turn.note.clone(),
        });
    }

    /// Ends the record of a turn: it is the head of the chain now.
    fn finish(&mut self, seat: Seat, turn: &Turn, hash: Bytes32) {
        let place = &mut self.places[seat];
        place.offered = turn.offer.is_some();
        place.link = turn.link.or(place.link);
        self.offer = turn.offer.as_ref().map(|_| seat);
        if self.offer.is_some()
            && let Some(played) = self.history.last_mut()
        {
            played.said.push(format!("{seat} offers a draw"));
        }
        self.head =
            Head { number: turn.number, hash, link: turn.link.or(turn.tip), sent: turn.sent };
    }

    /// May anybody resign, or offer or accept a draw? Not before everybody who hides something has
    /// hidden it: until then there is no game.
    fn may_leave(&self) -> bool {
        !matches!(R::pending(&self.state), Pending::Setup(_)) && R::may_leave(&self.state)
    }

    /// What is said to who wants to leave, and may not.
    fn no_leaving(&self) -> Refusal {
        Refusal::CannotLeave(match R::pending(&self.state) {
            Pending::Setup(_) => "there is no game before everybody has hidden a setup",
            Pending::Reveal { .. } | Pending::Over(_) => "the game is decided already",
            _ => R::NO_LEAVING,
        })
    }

    /// May `seat` offer a draw with the turn it is writing? Not twice running, and not where the
    /// rules know none.
    fn may_offer(&self, seat: Seat) -> bool {
        let going_on =
            !matches!(R::pending(&self.state), Pending::Reveal { .. } | Pending::Over(_));
        going_on && R::may_offer_draw(&self.state) && self.may_leave() && !self.places[seat].offered
    }

    /// May `seat` accept what was offered in the turn before?
    fn may_accept(&self, seat: Seat) -> bool {
        self.offer.is_some_and(|by| by != seat) && self.may_leave()
    }

    /// The state, for the audit.
    pub(crate) fn state(&self) -> &R::State {
        &self.state
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The players' names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The setup that a seat has shown.
    pub(crate) fn revealed(&self, seat: Seat) -> Option<&R::Secret> {
        self.places[seat].revealed.as_ref()
    }

    /// Has this seat a setup to show?
    pub(crate) fn has_setup(&self, seat: Seat) -> bool {
        !self.places[seat].seals.is_empty()
    }

    /// The breach that everybody can see, if one has ended the game.
    pub fn breach(&self) -> Option<&Finding> {
        self.breach.as_ref()
    }
}

impl<R: Rules> Place<R> {
    fn new(name: String, verifier: Option<Verifier>) -> Self {
        Place {
            name,
            verifier,
            joined: false,
            tip: None,
            link: None,
            seals: Vec::new(),
            eyes: Vec::new(),
            order: BTreeMap::new(),
            sealed_moves: BTreeMap::new(),
            revealed: None,
            notes: 0,
            offered: false,
            full_name: None,
            mail: None,
        }
    }

    /// The seal of an item, of the setup or of a sealed move.
    fn seal_of(&self, item: &R::Item) -> Option<&Bytes32> {
        self.order
            .get(item)
            .and_then(|at| self.seals.get(*at))
            .or_else(|| self.sealed_moves.get(item))
    }

    fn eye_of(&self, item: &R::Item) -> Option<&Bytes32> {
        self.order.get(item).and_then(|at| self.eyes.get(*at))
    }
}
