//! Bots: how a program moves, knowing what its seat knows and no more.

use std::fmt;

use super::{Game, Knowledge, Move, Numbers, Position, Private, Seat, Setup, Shown};

/// What one seat sees: the position, what has been shown to all, and its own secrets.
#[derive(Debug)]
pub struct Observation<'a, G: Game> {
    /// the position
    pub position: &'a G::Position,
    /// what has been shown of the setups
    pub shown: &'a Shown<G>,
    /// its own
    pub private: &'a Private<G>,
}

impl<G: Game> Copy for Observation<'_, G> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would want a game to be `Copy`")]
impl<G: Game> Clone for Observation<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Observation<'_, G> {
    /// Reads a move as typed, and judges it as its owner can.
    pub fn read(&self, typed: &str) -> Result<G::Move, G::Illegal> {
        let mv = G::Move::read(typed, self)?;
        self.judge(&mv)?;
        Ok(mv)
    }

    /// Judges a move as its owner can: by what everybody sees, and by what he hides.
    pub fn judge(&self, mv: &G::Move) -> Result<(), G::Illegal> {
        self.position.check(self.private.seat, mv, self.shown)?;
        self.position.check_private(self.private, mv, self.shown)
    }
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// quick, and knows every rule: for demos and tests, and for games that have nothing better
    Any,
    /// for who plays for the first time
    Easy,
    /// for who has played before
    Medium,
    /// as well as it can
    Hard,
}

impl Level {
    /// Those that a person can play against, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Level::Any => "any",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// The level of this word.
    pub fn of(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A game's own bots, the weakest first: at least one. A level that is not among them is played by
/// the next weaker.
pub type Policies<G> = &'static [(Level, &'static dyn Policy<G>)];

/// The bot that plays at this level.
pub fn policy_at<G: Game>(level: Level) -> Option<&'static dyn Policy<G>> {
    let policies = G::policies();
    let at_most = policies.iter().rev().find(|(known, _)| *known <= level);
    at_most.or(policies.first()).map(|(_, policy)| *policy)
}

/// A way to play. It sees an [`Observation`], and by type no more: neither what others hide nor a
/// clock. Its effort is counted, and its numbers are handed in, so a move can be made again.
pub trait Policy<G: Game>: Sync {
    /// What it hides.
    fn place(&self, options: &G::Options, seat: Seat, numbers: &mut dyn Numbers) -> G::Setup {
        G::Setup::random(options, seat, numbers)
    }

    /// Some legal move. Games between two of them must come to an end.
    fn choose(&self, seen: Observation<'_, G>, numbers: &mut dyn Numbers) -> G::Move;

    /// A move in place of the answer that is due, where the game allows one (Spy!: a guess).
    fn instead(&self, _seen: Observation<'_, G>, _numbers: &mut dyn Numbers) -> Option<G::Move> {
        None
    }

    /// Does it take the draw that was offered?
    fn takes_draw(&self, _seen: Observation<'_, G>) -> bool {
        false
    }
}
