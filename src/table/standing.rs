//! A table as others see it, whichever game it holds.

use serde_json::Value as Json;

use super::keys::Keys;
use super::write::Ahead;
use super::{Branch, End, Finding, Next, Signed, StandingClaim, Table};
use crate::crypto::{GameId, Verifier};
use crate::games::Kind;
use crate::rules::scene::Scene;
use crate::rules::{
    Due, Forfeits, Game, Heat, Hints, Knowledge, Known, Move, Names, Observation, Outcome,
    Position, Private, Seat, Show,
};
use crate::turnfile::{Bytes32, Moment};

/// What the seat that is due has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expects {
    /// take its seat, and what its first turn holds beside
    Join,
    /// hide a setup
    Setup,
    /// move, after the answers that are due
    Move,
    /// answer (whether a move is due with it depends on the answer), or show what it owes, or roll
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

/// How a game stands: all that anybody can know without looking at the board.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug)]
pub struct Standing {
    /// which game
    pub kind: Kind,
    /// its id
    pub id: GameId,
    /// the players' names
    pub names: Names,
    /// who sits there, by seat
    pub players: Vec<Player>,
    /// the hashes of the turns, in order
    pub hashes: Vec<Bytes32>,
    /// when the last turn was sent, or the game opened
    pub last_sent: Moment,
    /// when a claim may be written; `None` if there is no deadline, nobody is due, or
    /// nothing is left to claim
    pub deadline: Option<Moment>,
    /// who may write it then
    pub claimants: Vec<Seat>,
    /// a claim only strikes out who is due, and the others play on
    pub strikes_out: bool,
    /// how many days a turn may take; 0 for as many as one likes
    pub days_per_turn: u32,
    /// how much may be told of what the facts leave possible
    pub hints: Hints,
    /// who may write the next turn
    pub due: Option<Seat>,
    /// what he has to do, as far as everybody can know
    pub expects: Expects,
    /// what is asked just now
    pub question: Option<String>,
    /// the next turn begins with a roll
    pub rolls: bool,
    /// how the game came out, or will have if what is still to be shown bears it out
    pub outcome: Option<Outcome>,
    /// the breach that ended the game for everybody to see
    pub breach: Option<Finding>,
    /// whoever is due has nothing to choose
    pub forced: bool,
    /// whoever is due may resign, unless an answer of his ends the game first
    pub may_leave: bool,
    /// who offered a draw in the last turn
    pub offer: Option<Seat>,
    /// the claim that has decided it
    pub claim: Option<StandingClaim>,
}

impl Standing {
    /// How many turns have been read.
    pub fn turns(&self) -> u32 {
        u32::try_from(self.hashes.len()).unwrap_or(u32::MAX)
    }

    /// What the next turn comes after: the last turn, or the game itself.
    pub fn head(&self) -> Bytes32 {
        self.hashes.last().copied().unwrap_or(self.id.0)
    }

    /// Who sits there, if there is such a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Has the seat made a turn?
    pub fn joined(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.joined)
    }

    /// The key of the seat, as far as it is known.
    pub fn key(&self, seat: Seat) -> Option<Bytes32> {
        self.player(seat)?.key
    }

    /// May the seat offer a draw with the turn that it is about to write?
    pub fn may_offer(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.may_offer)
    }

    /// Has the seat a setup to hide?
    pub fn hides(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.hides)
    }

    /// The name of the seat that is due.
    pub fn due_name(&self) -> Option<&str> {
        self.due.map(|due| self.names.of(due))
    }
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// has made a turn
    pub joined: bool,
    /// has a setup to hide
    pub hides: bool,
    /// may offer a draw with the turn that he is about to write
    pub may_offer: bool,
    /// why he can offer none with his next turn, as far as is certain now
    pub no_offer: Option<&'static str>,
    /// his key, as far as it is known
    pub key: Option<Bytes32>,
    /// his name for people
    pub full_name: Option<String>,
    /// his address
    pub mail: Option<String>,
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoHint {
    /// the players have agreed that there are none
    Agreed,
    /// the game has none, or none just now
    Nothing,
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
    /// those of the lines that tell of answers
    pub answers: Vec<String>,
    /// what its maker added
    pub note: Option<String>,
}

impl TurnNews {
    /// The note, and who writes it.
    pub fn note_told(&self, names: &Names) -> Option<String> {
        self.note.as_ref().map(|note| format!("{} writes: {note}", names.of(self.seat)))
    }
}

/// A table as somebody sees it: if it is his turn, as his turn will find it.
#[derive(Clone, Debug)]
pub struct View {
    /// the boards, names not filled in
    pub scene: Scene,
    /// what the viewer is asked, and his true answers
    pub answers: Vec<(String, String)>,
    /// why the first answer is what it is
    pub because: Option<String>,
    /// what happens in his turn before he decides: dice, cards
    pub ahead: Vec<String>,
    /// boxes addressed to him that are bad
    pub bad_boxes: Vec<String>,
    /// what is expected of the seat that is due, as exactly as the viewer can know it
    pub expects: Expects,
    /// what everybody sees, for programs
    pub public: Json,
    /// what he knows beside it, for programs
    pub own: Option<Json>,
}

impl<G: Game> Table<G> {
    /// How the game stands.
    pub(crate) fn standing(&self) -> Standing {
        let next = self.next();
        let going_on = self.breach.is_none();
        let question = match &next {
            Next::Play(_, Due::Answer { question, .. }) if going_on => {
                let asked = self.position.asked().unwrap_or_else(|| question.to_string());
                Some(self.names.fill(&asked))
            }
            _ => None,
        };
        let due = self.due();
        Standing {
            kind: Kind::of::<G>(),
            id: self.id,
            names: self.names.clone(),
            players: Seat::all(self.count()).map(|seat| self.player(seat)).collect(),
            hashes: self.history.iter().map(|played| played.hash).collect(),
            last_sent: self.head.sent,
            deadline: self.deadline(),
            claimants: due.map(|due| self.claimants(due)).unwrap_or_default(),
            strikes_out: due.is_some_and(|due| self.position.plays_on_without(due)),
            days_per_turn: self.days_per_turn,
            hints: self.hints,
            due,
            expects: self.expects(),
            question,
            rolls: going_on && matches!(next, Next::Play(_, Due::First | Due::Roll { .. })),
            outcome: self.outcome(),
            breach: self.breach.clone(),
            forced: self.position.is_forced(),
            may_leave: self.may_leave().is_ok(),
            offer: self.offer,
            claim: self.claim,
        }
    }

    /// What the order of files looks at.
    pub(crate) fn branch(&self) -> Branch {
        let key = |seat| self.seats[seat].verifier.as_ref().map(Verifier::key);
        let keys =
            Seat::all(self.count()).map(|seat| key(seat).filter(|_| self.seats[seat].joined));
        let end = match self.due() {
            _ if self.breach.is_some() => End::Breach,
            None => End::Over,
            Some(_) => End::Open,
        };
        let turns = self.history.iter().map(|played| Signed {
            hash: played.hash,
            seat: played.seat,
            sent: played.sent,
            late: played.late,
            claims: played.claims,
            settles: played.settles,
            wins: played.wins,
            outlasts: played.outlasts,
        });
        let arbiter = self.arbiter.is_some();
        Branch { keys: keys.collect(), turns: turns.collect(), end, arbiter }
    }

    fn player(&self, seat: Seat) -> Player {
        let sitting = &self.seats[seat];
        Player {
            joined: sitting.joined,
            hides: sitting.hides,
            may_offer: self.may_offer(seat).is_ok(),
            no_offer: self.no_offer(seat),
            key: sitting.verifier.as_ref().map(Verifier::key),
            full_name: sitting.full_name.clone(),
            mail: sitting.mail.clone(),
        }
    }

    fn expects(&self) -> Expects {
        match self.next() {
            _ if self.breach.is_some() => Expects::Over,
            Next::Over => Expects::Over,
            Next::Reveal(_) => Expects::Reveal,
            Next::Setup(seat) | Next::Play(seat, _) if !self.seats[seat].joined => Expects::Join,
            Next::Setup(_) => Expects::Setup,
            Next::Play(_, Due::Move(_)) => Expects::Move,
            Next::Play(..) => Expects::Answer,
        }
    }

    /// What happened in the turns after `since`.
    pub(crate) fn news(&self, since: u32) -> Vec<TurnNews> {
        let turns = self.history.iter().zip(1..).skip(since as usize);
        let fill = |(line, _): &(String, bool)| self.names.fill(line);
        let news = turns.map(|(played, number)| TurnNews {
            number,
            seat: played.seat,
            sent: played.sent,
            lines: played.told.iter().map(fill).collect(),
            answers: played.told.iter().filter(|(_, answer)| *answer).map(fill).collect(),
            note: played.note.clone(),
        });
        news.collect()
    }

    /// The table for a seat, or for everybody.
    pub(crate) fn view(&self, keys: Option<&Keys>, now: Moment) -> View {
        let Some(keys) = keys else {
            return View {
                scene: self.public_scene(),
                answers: Vec::new(),
                because: None,
                ahead: Vec::new(),
                bad_boxes: Vec::new(),
                expects: self.expects(),
                public: self.position.json(&self.shown),
                own: None,
            };
        };
        let Ahead { table, own, answers } = self.ahead(keys, now);
        let own = own.as_ref();
        let new = table.history.iter().skip(self.history.len()).flat_map(|played| &played.told);
        let ahead = new.filter(|(_, answer)| !answer).map(|(line, _)| self.names.fill(line));
        let bad_boxes = self.bad_boxes(keys);
        let expects = match (self.expects(), table.next()) {
            // His first turn may hold a move as well.
            (Expects::Answer | Expects::Join, Next::Play(seat, Due::Move(_)))
                if seat == keys.seat =>
            {
                Expects::Move
            }
            (expects, _) => expects,
        };
        View {
            scene: table.position.scene(&table.shown, own),
            answers,
            because: self.because(keys),
            ahead: ahead.collect(),
            bad_boxes: bad_boxes.iter().map(|line| self.names.fill(line)).collect(),
            expects,
            public: table.position.json(&table.shown),
            own: own.map(|own| table.position.private_json(table.observation(own))),
        }
    }

    /// The table for everybody.
    pub(super) fn public_scene(&self) -> Scene {
        self.position.scene(&self.shown, None)
    }

    fn because(&self, keys: &Keys) -> Option<String> {
        let Next::Play(seat, Due::Answer { question, .. }) = self.next() else { return None };
        let own = self.knowing(keys).filter(|_| seat == keys.seat)?;
        self.position.because(&question, Known(&[&own]))
    }

    fn observation<'a>(&'a self, private: &'a Private<G>) -> Observation<'a, G> {
        Observation { position: &self.position, shown: &self.shown, private }
    }

    /// What a move will do, and what may come of it.
    pub(crate) fn foresee(&self, keys: &Keys, now: Moment, typed: &str) -> Vec<String> {
        let Ahead { table, own, .. } = self.ahead(keys, now);
        let Some(own) = own else { return Vec::new() };
        let seen = table.observation(&own);
        let Ok(mv) = G::Move::read(typed, &seen) else { return Vec::new() };
        let lines = table.position.foresee(seen, &mv, self.hints);
        lines.iter().map(|line| self.names.fill(line)).collect()
    }

    /// What stands against a move that a seat plans for later, as far as it is known now.
    pub(crate) fn check_planned(&self, keys: &Keys, typed: &str) -> Result<(), String> {
        let Some(own) = self.knowing(keys) else { return Ok(()) };
        let checked = G::Move::check_planned(typed, &self.observation(&own));
        checked.map_err(|illegal| self.names.fill(&illegal.to_string()))
    }

    /// Is this an answer in this game, in large letters or small?
    #[expect(clippy::unused_self, reason = "it is asked of a table of whichever game")]
    pub(crate) fn is_answer(&self, word: &str) -> bool {
        let mut spelt = [word.to_owned(), word.to_uppercase(), word.to_lowercase()].into_iter();
        spelt.any(|word| word.parse::<G::Answer>().is_ok())
    }

    /// What the facts leave possible, if the players have agreed that it may be told.
    pub(crate) fn heat(&self, keys: &Keys, now: Moment) -> Result<Heat, NoHint> {
        if self.hints == Hints::None {
            return Err(NoHint::Agreed);
        }
        let Ahead { table, own, .. } = self.ahead(keys, now);
        let heat = own.and_then(|own| table.position.heat(table.observation(&own), self.hints));
        Ok(heat.ok_or(NoHint::Nothing)?.filled(&self.names))
    }

    /// The legal moves of a piece, one a line; `None` in a game without pieces.
    pub(crate) fn moves_of(
        &self,
        keys: &Keys,
        now: Moment,
        piece: &str,
    ) -> Option<Result<Vec<String>, String>> {
        let Ahead { table, own, .. } = self.ahead(keys, now);
        let moves = table.position.moves_of(table.observation(&own?), piece)?;
        let fill = |line: &String| self.names.fill(line);
        Some(match moves {
            Ok(lines) => Ok(lines.iter().map(fill).collect()),
            Err(illegal) => Err(self.names.fill(&illegal.to_string())),
        })
    }
}
