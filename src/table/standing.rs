//! The state of a game for the layers above, independent of its kind.

use serde::Serialize;
use serde_json::Value as Json;

use super::keys::Keys;
use super::touch::Ahead;
use super::{Branch, BranchTurn, End, Finding, Next, StandingClaim, Table};
use crate::crypto::{GameId, Verifier};
use crate::games::Kind;
use crate::rules::scene::Scene;
use crate::rules::{
    AsJson, Due, Forfeits, Game, Heat, Hints, Knowledge, Known, Move, Names, Observation, Outcome,
    Position, Preview, Private, Seat, Show,
};
use crate::turnfile::{Bytes32, Moment};

/// The current player's task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expects {
    /// Join, with everything else that the first turn contains.
    Join,
    /// Choose a setup.
    Setup,
    /// Move, after giving any answers that are due.
    Move,
    /// Answer (possibly with a move, depending on the answer), open an item, or roll.
    Answer,
    /// Reveal the setup.
    Reveal,
    /// Nothing, because the game has ended.
    Over,
}

impl Expects {
    /// Returns the name used in JSON.
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

/// The public state of a game, without the board.
#[derive(Clone, Debug)]
pub struct Standing {
    pub kind: Kind,
    pub id: GameId,
    pub names: Names,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// Hashes of the turns, in order.
    pub hashes: Vec<Bytes32>,
    /// When the last turn was sent, or the game was opened.
    pub last_sent: Moment,
    /// When a claim becomes possible; `None` if there is no deadline, no player has to move, or
    /// nothing is left to claim.
    pub deadline: Option<Moment>,
    /// Seats that may claim after the deadline.
    pub claimants: Vec<Seat>,
    /// Whether a claim only removes the current player, so that the game continues.
    pub strikes_out: bool,
    /// Days per turn; 0 if there is no deadline.
    pub days_per_turn: u32,
    /// Level of hints that the program may give.
    pub hints: Hints,
    /// The seat that goes first; `None` if that hasn't been decided.
    pub first: Option<Seat>,
    /// The seat that may take the next turn.
    pub due: Option<Seat>,
    /// What that player has to do next, according to public information.
    pub expects: Expects,
    /// The question that is waiting for an answer.
    pub question: Option<String>,
    /// Whether the next turn begins with a roll.
    pub rolls: bool,
    /// The outcome. Final only if the reveals confirm it.
    pub outcome: Option<Outcome>,
    /// The public breach that ended the game.
    pub breach: Option<Finding>,
    /// Whether the current player has no choice.
    pub forced: bool,
    /// The reason why the current player can't resign, if there is one. Even without such a reason,
    /// an answer at the start of the turn may end the game first.
    pub cannot_leave: Option<&'static str>,
    /// The seat that offered a draw in the last turn.
    pub offer: Option<Seat>,
    /// The claim that has decided the game.
    pub claim: Option<StandingClaim>,
}

impl Standing {
    /// Returns the number of turns.
    pub fn turns(&self) -> u32 {
        u32::try_from(self.hashes.len()).unwrap_or(u32::MAX)
    }

    /// Returns the hash that the next turn must contain: the hash of the last turn, or the game id
    /// if there is no turn yet.
    pub fn head(&self) -> Bytes32 {
        self.hashes.last().copied().unwrap_or(self.id.0)
    }

    /// Returns the player in a seat, if there is such a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Whether the seat has taken a turn.
    pub fn joined(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.joined)
    }

    /// Returns the key of the seat, if known.
    pub fn key(&self, seat: Seat) -> Option<Bytes32> {
        self.player(seat)?.key
    }

    /// Returns the reason why players can resign neither now nor later. `None` before the game
    /// begins, because they can resign once it has begun.
    pub fn never_leaves(&self) -> Option<&'static str> {
        let has_begun = !matches!(self.expects, Expects::Join | Expects::Setup);
        self.cannot_leave.filter(|_| has_begun)
    }

    /// Whether the seat may offer a draw with the turn that it is about to take.
    pub fn may_offer(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.may_offer)
    }

    /// Whether the seat has a setup to hide.
    pub fn hides(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.hides)
    }

    /// Returns the name of the current player.
    pub fn due_name(&self) -> Option<&str> {
        self.due.map(|due| self.names.of(due))
    }
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Whether the player has taken a turn.
    pub joined: bool,
    /// Whether the player has a setup to hide.
    pub hides: bool,
    /// Whether the player may offer a draw with the next turn.
    pub may_offer: bool,
    /// Why the player can't offer a draw with the next turn, judging by the current public
    /// position.
    pub no_offer: Option<&'static str>,
    /// The player's key, if known.
    pub key: Option<Bytes32>,
    /// The player's display name.
    pub full_name: Option<String>,
    /// The player's email address.
    pub mail: Option<String>,
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintError {
    /// The players have agreed to play without hints.
    Agreed,
    /// This kind of game has no hints, or has none now.
    Nothing,
}

/// Events of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnNews {
    pub number: u32,
    pub seat: Seat,
    /// When the turn was sent, according to its player's clock.
    pub sent: Moment,
    /// Events, one sentence each, with names filled in.
    pub lines: Vec<String>,
    /// The lines that are about answers to questions or to an offered draw.
    pub answers: Vec<String>,
    /// The note that the player added to the turn.
    pub note: Option<String>,
}

impl TurnNews {
    /// Returns the note as a sentence that names its author.
    pub fn note_line(&self, names: &Names) -> Option<String> {
        self.note.as_ref().map(|note| format!("{} writes: {note}", names.of(self.seat)))
    }
}

/// A game as a player or a spectator sees it. The current player sees the game as it will be when
/// the move has to be chosen.
#[derive(Clone, Debug)]
pub struct View {
    /// The boards, with placeholders for names.
    pub scene: Scene,
    /// Questions to the viewer, with the true answers.
    pub answers: Vec<(String, String)>,
    /// The reason why the first answer is true.
    pub because: Option<String>,
    /// Events in the viewer's turn before the decision, such as dice or cards.
    pub ahead: Vec<String>,
    /// Bad boxes addressed to the viewer.
    pub bad_boxes: Vec<String>,
    /// The current player's task, as precisely as the viewer can know it.
    pub expects: Expects,
    /// The public position, as JSON.
    pub public: Json,
    /// The viewer's private knowledge, as JSON.
    pub own: Option<Json>,
}

impl<G: Game> Table<G> {
    /// Returns the public state of the game.
    pub(crate) fn standing(&self) -> Standing {
        let next = self.next();
        let going_on = self.breach.is_none();
        let words = |question| self.position.question_words(question);
        let question = match &next {
            Next::Play(_, Due::Answer { question, .. }) if going_on => {
                Some(self.position.asked().unwrap_or_else(|| words(question)))
            }
            // The answer comes after this step, in the same turn.
            Next::Play(_, Due::Open { .. }) if going_on => self.position.asked(),
            _ => None,
        };
        let question = question.map(|question| self.names.fill(&question));
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
            cannot_leave: self.may_leave().err(),
            first: self.first,
            offer: self.offer,
            claim: self.claim,
        }
    }

    /// Returns the data that is compared to decide which version of a file counts.
    pub(crate) fn branch(&self) -> Branch {
        let key = |seat| self.seats[seat].verifier.as_ref().map(Verifier::key);
        let keys =
            Seat::all(self.count()).map(|seat| key(seat).filter(|_| self.seats[seat].joined));
        let end = match self.due() {
            _ if self.breach.is_some() => End::Breach,
            None => End::Over,
            Some(_) => End::Open,
        };
        let turns = self.history.iter().map(|played| BranchTurn {
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

    /// Returns what happened in the turns after `since`.
    pub(crate) fn news(&self, since: u32) -> Vec<TurnNews> {
        let turns = self.history.iter().zip(1..).skip(since as usize);
        let fill = |(line, _): &(String, bool)| self.names.fill(line);
        let news = turns.map(|(played, number)| TurnNews {
            number,
            seat: played.seat,
            sent: played.sent,
            lines: played.events.iter().map(fill).collect(),
            answers: played.events.iter().filter(|(_, answer)| *answer).map(fill).collect(),
            note: played.note.clone(),
        });
        news.collect()
    }

    /// Returns the game as the seat with these keys sees it, or as everyone sees it if there are no
    /// keys.
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
        let new = table.history.iter().skip(self.history.len()).flat_map(|played| &played.events);
        let ahead = new.filter(|(_, answer)| !answer).map(|(line, _)| self.names.fill(line));
        let bad_boxes = self.bad_boxes(keys);
        let expects = match (self.expects(), table.next()) {
            // The first turn may include a move.
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

    /// Returns the boards as everyone sees them.
    pub(super) fn public_scene(&self) -> Scene {
        self.position.scene(&self.shown, None)
    }

    fn because(&self, keys: &Keys) -> Option<String> {
        let Next::Play(seat, Due::Answer { question, .. }) = self.next() else { return None };
        let own = self.knowing(keys).filter(|_| seat == keys.seat)?;
        self.position.because(&question, Known(&[&own]))
    }

    pub(super) fn observation<'a>(&'a self, private: &'a Private<G>) -> Observation<'a, G> {
        Observation { position: &self.position, shown: &self.shown, private }
    }

    /// Describes what a move will do, and the results that it may have. Returns an empty preview
    /// for an illegal move.
    pub(crate) fn preview(&self, keys: &Keys, now: Moment, typed: &str) -> Preview {
        let Ahead { table, own, .. } = self.ahead(keys, now);
        let Some(own) = own else { return Preview::default() };
        let observation = table.observation(&own);
        let Ok(mv) = G::Move::read(typed, &observation) else { return Preview::default() };
        let Preview { lines, warning } = table.position.preview(observation, &mv, self.hints);
        Preview {
            lines: lines.iter().map(|line| self.names.fill(line)).collect(),
            warning: warning.map(|warning| self.names.fill(&warning)),
        }
    }

    /// Whether this text reads as a move of this game, legal or not. The move may come after a roll
    /// that the turn makes first.
    pub(crate) fn reads(&self, keys: &Keys, now: Moment, typed: &str) -> bool {
        let Ahead { table, own, .. } = self.ahead(keys, now);
        own.is_some_and(|own| G::Move::read(typed, &table.observation(&own)).is_ok())
    }

    /// Checks a move that a seat plans for a later turn. Uses only facts that the seat knows now.
    pub(crate) fn check_planned(&self, keys: &Keys, typed: &str) -> Result<(), String> {
        let Some(own) = self.knowing(keys) else { return Ok(()) };
        let checked = G::Move::check_planned(typed, &self.observation(&own));
        checked.map_err(|illegal| self.names.fill(&illegal.to_string()))
    }

    /// Whether this word is a possible answer in this game, ignoring case.
    #[expect(clippy::unused_self, reason = "callers have a table, and no type")]
    pub(crate) fn is_answer(&self, word: &str) -> bool {
        let mut spelt = [word.to_owned(), word.to_uppercase(), word.to_lowercase()].into_iter();
        spelt.any(|word| word.parse::<G::Answer>().is_ok())
    }

    /// Returns a heat map, which shows the possibilities that remain. Fails if the players have
    /// agreed to play without hints.
    pub(crate) fn heat(&self, keys: &Keys, now: Moment) -> Result<Heat, HintError> {
        if self.hints == Hints::None {
            return Err(HintError::Agreed);
        }
        let Ahead { table, own, .. } = self.ahead(keys, now);
        let heat = own.and_then(|own| table.position.heat(table.observation(&own), self.hints));
        Ok(heat.ok_or(HintError::Nothing)?.filled(&self.names))
    }

    /// Returns the legal moves of a piece, one per line; `None` in a kind without pieces.
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
