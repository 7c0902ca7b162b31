//! A table behind a face that does not name its game, for everything above.

use chrono::Duration;
use serde_json::Value;

use super::private::Private;
use super::write::{Ahead, Composed, Outlook, Refusal};
use super::{Finding, Table, TurnFault};
use crate::crypto::{GameId, Verifier};
use crate::games::scene::Scene;
use crate::games::{Kind, Names, Numbers, Outcome, Pending, Rules, Seat, SetupHelp};
use crate::turnfile::{Bytes32, Moment, Turn};

/// What the seat that is due has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expects {
    /// take its seat, and what its first turn holds beside
    Join,
    /// hide a setup
    Setup,
    /// move, after the answers that are due
    Move,
    /// answer (whether a move is due with it depends on the answer), or show what it owes, or let
    /// chance speak
    Answer,
    /// show its setup
    Reveal,
    /// nothing: the game has ended
    Over,
}

impl Expects {
    /// The word in reports for programs.
    pub fn id(self) -> &'static str {
        match self {
            Expects::Join => "join",
            Expects::Setup => "setup",
            Expects::Move => "move",
            Expects::Answer => "answer",
            Expects::Reveal => "reveal",
            Expects::Over => "over",
        }
    }
}

/// One turn as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnNews {
    /// its number
    pub number: u32,
    /// who made it
    pub seat: Seat,
    /// when, by his clock
    pub sent: Moment,
    /// what happened, one sentence each, names filled in
    pub lines: Vec<String>,
    /// what its maker added
    pub note: Option<String>,
}

impl TurnNews {
    /// The note, and who writes it.
    pub fn note_told(&self, names: &Names) -> Option<String> {
        self.note.as_ref().map(|note| format!("{} writes: {note}", names.of(self.seat)))
    }
}

/// A table as somebody sees it: as his own next turn will find it, if it is his turn, since he must
/// choose on that.
#[derive(Clone, Debug)]
pub struct View {
    /// the boards, names not filled in
    pub scene: Scene,
    /// what the viewer is asked, and his true answers
    pub answers: Vec<(String, String)>,
    /// why the first answer is what it is
    pub because: Option<String>,
    /// what happens in the viewer's own next turn before he decides: dice, cards, names filled in
    pub ahead: Vec<String>,
    /// boxes addressed to the viewer that are bad, which he can dispute when he is due; names
    /// filled in
    pub bad_boxes: Vec<String>,
    /// what is expected of the seat that is due, as exactly as the viewer can know it: before a
    /// draw only that seat knows more than that it draws
    pub expects: Expects,
    /// the public state, for programs
    pub public: Value,
    /// the viewer's own, for programs
    pub mine: Option<Value>,
}

/// One game in progress, whichever it is.
pub trait Session: std::fmt::Debug {
    /// Which game.
    fn kind(&self) -> Kind;
    /// Its id.
    fn id(&self) -> GameId;
    /// The players' names.
    fn names(&self) -> &Names;
    /// How many turns have been read.
    fn turns(&self) -> u32;
    /// The hashes of the turns, in order.
    fn hashes(&self) -> Vec<Bytes32>;
    /// When the last turn was sent, or the game opened.
    fn last_sent(&self) -> Moment;
    /// When a claim may be written; `None` if there is no deadline or nobody is due.
    fn deadline(&self) -> Option<Moment>;
    /// Who may write the next turn.
    fn due(&self) -> Option<Seat>;
    /// What he has to do, as far as everybody can know.
    fn expects(&self) -> Expects;
    /// What is asked just now, names filled in.
    fn question(&self) -> Option<String>;
    /// Does the next turn begin with a draw: the lot who begins, dice, a card?
    fn draws(&self) -> bool;
    /// How the game came out, or will have if what is still to be shown bears it out.
    fn outcome(&self) -> Option<Outcome>;
    /// The breach that ended the game for everybody to see.
    fn breach(&self) -> Option<&Finding>;
    /// Who offered a draw in the last turn.
    fn offer(&self) -> Option<Seat>;
    /// May this seat offer a draw with the turn it is about to write?
    fn may_offer(&self, seat: Seat) -> bool;
    /// Has the seat made a turn yet?
    fn joined(&self, seat: Seat) -> bool;
    /// The seat's key, as far as it is known.
    fn key(&self, seat: Seat) -> Option<Bytes32>;
    /// The name for people and the address that the seat gave.
    fn card(&self, seat: Seat) -> (Option<&str>, Option<&str>);
    /// What happened in the turns after `since`.
    fn news(&self, since: u32) -> Vec<TurnNews>;

    /// Has this seat a setup to hide?
    fn hides(&self, seat: Seat) -> bool;
    /// How it is hidden.
    fn setup_help(&self, seat: Seat) -> SetupHelp;
    /// An empty form for it.
    fn form(&self, seat: Seat) -> String;
    /// Reads a setup as typed; all faults at once, names filled in.
    fn read_setup(&self, seat: Seat, typed: &str) -> Result<Vec<String>, Vec<String>>;
    /// A setup at random.
    fn random_setup(&self, seat: Seat, numbers: &mut dyn Numbers) -> Vec<String>;
    /// A setup in words for its owner.
    fn describe_setup(&self, seat: Seat, setup: &[String]) -> String;

    /// Takes the next turn.
    fn read(&mut self, turn: &Turn) -> Result<(), TurnFault>;
    /// Takes the next turn, one that has been read before, its signature included: that alone is
    /// not checked again.
    fn read_again(&mut self, turn: &Turn) -> Result<(), TurnFault>;
    /// Makes the next turn of a seat.
    fn compose(&self, private: &Private, outlook: &Outlook) -> Result<Composed, Refusal>;
    /// The table for a seat, or for everybody.
    fn view(&self, private: Option<&Private>, now: Moment) -> View;
    /// What a move will do, and what may come of it, beside what `compose` tells.
    fn foresee(&self, private: &Private, now: Moment, typed: &str) -> Vec<String>;
    /// The legal moves of a piece. `None`: the game has no pieces that move.
    fn moves(
        &self,
        private: &Private,
        now: Moment,
        piece: &str,
    ) -> Option<Result<Vec<String>, String>>;
    /// What the public facts leave possible, where the game has such a hint.
    fn hint(&self, private: &Private, now: Moment) -> Option<Vec<String>>;
    /// The squares that a pencil mark names.
    fn mark_squares(&self, typed: &str) -> Option<Vec<String>>;
}

impl<R: Rules> Table<R> {
    fn tell(&self, since: usize) -> Vec<TurnNews> {
        let numbers = 1_u32..;
        self.history
            .iter()
            .zip(numbers)
            .skip(since)
            .map(|(played, number)| {
                let events = played.events.iter().map(|(event, _)| event.to_string());
                let lines = played
                    .said
                    .iter()
                    .cloned()
                    .chain(events)
                    .map(|line| self.names.fill(&line))
                    .collect();
                TurnNews {
                    number,
                    seat: played.seat,
                    sent: played.sent,
                    lines,
                    note: played.note.clone(),
                }
            })
            .collect()
    }

    fn expectation(&self) -> Expects {
        let pending = R::pending(&self.state);
        match (&pending, pending.actor()) {
            _ if self.breach.is_some() => Expects::Over,
            (Pending::Over(_), _) => Expects::Over,
            (Pending::Reveal { .. }, _) => Expects::Reveal,
            (_, Some(seat)) if !self.places[seat].joined => Expects::Join,
            (Pending::Setup(_), _) => Expects::Setup,
            (Pending::Choice(_), _) => Expects::Move,
            _ => Expects::Answer,
        }
    }
}

impl<R: Rules> Session for Table<R> {
    fn kind(&self) -> Kind {
        Kind::of::<R>()
    }

    fn id(&self) -> GameId {
        self.id
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn turns(&self) -> u32 {
        self.head.number
    }

    fn hashes(&self) -> Vec<Bytes32> {
        self.history.iter().map(|played| played.hash).collect()
    }

    fn last_sent(&self) -> Moment {
        self.head.sent
    }

    fn deadline(&self) -> Option<Moment> {
        if self.days_per_turn == 0 || Table::due(self).is_none() {
            return None;
        }
        self.head.sent.checked_add_signed(Duration::days(i64::from(self.days_per_turn)))
    }

    fn due(&self) -> Option<Seat> {
        Table::due(self)
    }

    fn expects(&self) -> Expects {
        self.expectation()
    }

    fn question(&self) -> Option<String> {
        match R::pending(&self.state) {
            Pending::Answer { question, .. } if self.breach.is_none() => {
                Some(self.names.fill(&question.to_string()))
            }
            _ => None,
        }
    }

    fn draws(&self) -> bool {
        self.breach.is_none() && matches!(R::pending(&self.state), Pending::Chance { .. })
    }

    fn outcome(&self) -> Option<Outcome> {
        Table::outcome(self)
    }

    fn breach(&self) -> Option<&Finding> {
        self.breach.as_ref()
    }

    fn offer(&self) -> Option<Seat> {
        self.offer
    }

    fn may_offer(&self, seat: Seat) -> bool {
        Table::may_offer(self, seat)
    }

    fn joined(&self, seat: Seat) -> bool {
        self.places.get(seat).is_some_and(|place| place.joined)
    }

    fn key(&self, seat: Seat) -> Option<Bytes32> {
        self.places.get(seat)?.verifier.as_ref().map(Verifier::key)
    }

    fn card(&self, seat: Seat) -> (Option<&str>, Option<&str>) {
        self.places
            .get(seat)
            .map_or((None, None), |place| (place.full_name.as_deref(), place.mail.as_deref()))
    }

    fn news(&self, since: u32) -> Vec<TurnNews> {
        self.tell(since as usize)
    }

    fn hides(&self, seat: Seat) -> bool {
        R::nothing_to_hide(&self.state, seat).is_none()
    }

    fn setup_help(&self, seat: Seat) -> SetupHelp {
        R::setup_help(&self.state, seat)
    }

    fn form(&self, seat: Seat) -> String {
        R::form(&self.state, seat)
    }

    fn read_setup(&self, seat: Seat, typed: &str) -> Result<Vec<String>, Vec<String>> {
        match R::read_secret(&self.state, seat, typed) {
            Ok(secret) => Ok(R::write_secret(&self.state, seat, &secret)),
            Err(faults) => {
                Err(faults.iter().map(|fault| self.names.fill(&fault.to_string())).collect())
            }
        }
    }

    fn random_setup(&self, seat: Seat, numbers: &mut dyn Numbers) -> Vec<String> {
        let secret = R::random_secret(&self.state, seat, numbers);
        R::write_secret(&self.state, seat, &secret)
    }

    fn describe_setup(&self, seat: Seat, setup: &[String]) -> String {
        let secret = R::parse_secret(&self.state, seat, setup);
        secret.map(|secret| R::describe_secret(&self.state, seat, &secret)).unwrap_or_default()
    }

    fn read(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        Table::read(self, turn)
    }

    fn read_again(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        Table::read_again(self, turn)
    }

    fn compose(&self, private: &Private, outlook: &Outlook) -> Result<Composed, Refusal> {
        Table::compose(self, private, outlook)
    }

    fn view(&self, private: Option<&Private>, now: Moment) -> View {
        let Some(private) = private else {
            let (public, _) = R::json(&self.state, None);
            let scene = R::scene(&self.state, None);
            return View {
                scene,
                answers: Vec::new(),
                because: None,
                ahead: Vec::new(),
                bad_boxes: Vec::new(),
                expects: self.expectation(),
                public,
                mine: None,
            };
        };
        let Ahead { table, own, answers } = self.ahead(private, now);
        let because = match (R::pending(&self.state), self.knowing(private)) {
            (Pending::Answer { seat, question, .. }, Some(own)) if seat == private.seat => {
                R::because(&self.state, &[&own], &question)
            }
            _ => None,
        };
        let mine = own.as_ref();
        let (public, mine_json) = R::json(&table.state, mine);
        let news = table.history.iter().skip(self.history.len()).flat_map(|played| &played.events);
        let ahead = news
            .filter(|(_, answer)| !answer)
            .map(|(event, _)| self.names.fill(&event.to_string()))
            .collect();
        let expects = match (self.expectation(), Table::due(self)) {
            (Expects::Answer, Some(due)) if due == private.seat => match R::pending(&table.state) {
                Pending::Choice(seat) if seat == private.seat => Expects::Move,
                _ => Expects::Answer,
            },
            (expects, _) => expects,
        };
        let bad_boxes = self.bad_boxes(private).iter().map(|line| self.names.fill(line)).collect();
        View {
            scene: R::scene(&table.state, mine),
            answers,
            because,
            ahead,
            bad_boxes,
            expects,
            public,
            mine: mine_json,
        }
    }

    fn foresee(&self, private: &Private, now: Moment, typed: &str) -> Vec<String> {
        let Ahead { table, own, .. } = self.ahead(private, now);
        let Some(own) = own else { return Vec::new() };
        let Ok(choice) = R::read_choice(&table.state, &own, typed) else { return Vec::new() };
        let lines = R::foresee(&table.state, &own, &choice);
        lines.iter().map(|line| self.names.fill(line)).collect()
    }

    fn moves(
        &self,
        private: &Private,
        now: Moment,
        piece: &str,
    ) -> Option<Result<Vec<String>, String>> {
        let Ahead { table, own, .. } = self.ahead(private, now);
        let moves = R::moves(&table.state, &own?, piece)?;
        let fill = |line: &String| self.names.fill(line);
        Some(
            moves
                .map(|lines| lines.iter().map(fill).collect())
                .map_err(|illegal| self.names.fill(&illegal.to_string())),
        )
    }

    fn hint(&self, private: &Private, now: Moment) -> Option<Vec<String>> {
        let Ahead { table, own, .. } = self.ahead(private, now);
        let lines = R::hint(&table.state, &own?)?;
        Some(lines.iter().map(|line| self.names.fill(line)).collect())
    }

    fn mark_squares(&self, typed: &str) -> Option<Vec<String>> {
        R::mark_squares(&self.state, typed)
    }
}
