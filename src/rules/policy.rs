//! Bots: programs that move with only their seat's knowledge.

use std::fmt;

use super::{Game, Knowledge, Move, Numbers, Position, Private, Seat, Setup, Shown};

/// One seat's view: the public position, revealed items, and its own secrets.
#[derive(Debug)]
pub struct Observation<'a, G: Game> {
    pub position: &'a G::Position,
    /// Items and setups that are public.
    pub shown: &'a Shown<G>,
    /// The seat's own secrets.
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
    /// Parses a typed move and checks it with [`judge`](Self::judge).
    pub fn read(&self, typed: &str) -> Result<G::Move, G::Illegal> {
        let mv = G::Move::read(typed, self)?;
        self.judge(&mv)?;
        Ok(mv)
    }

    /// Checks a move against the public position and the player's own secrets. An opponent can only
    /// check the move against the public position.
    pub fn judge(&self, mv: &G::Move) -> Result<(), G::Illegal> {
        self.position.check(self.private.seat, mv, self.shown)?;
        G::Position::check_private(*self, mv)
    }
}

/// Playing strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Fast, and knows every rule: for demos and tests, and for kinds without a better bot.
    Any,
    /// For players who are new to the game.
    Easy,
    /// For players who have played before.
    Medium,
    /// As strong as the kind's bots get.
    Hard,
}

impl Level {
    /// Levels that people can play against, weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// Returns the name of the level.
    pub fn word(self) -> &'static str {
        match self {
            Level::Any => "any",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// Returns the level with this name.
    pub fn of(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The bots of a kind, at least one, weakest first. If a level has no bot, the next weaker bot
/// plays instead.
pub type Policies<G> = &'static [(Level, &'static dyn Policy<G>)];

/// Returns the bot that plays at this level: the strongest bot that isn't stronger than the level.
/// If all bots are stronger, returns the weakest bot.
pub fn policy_at<G: Game>(level: Level) -> Option<&'static dyn Policy<G>> {
    let policies = G::policies();
    let at_most = policies.iter().rev().find(|(known, _)| *known <= level);
    at_most.or(policies.first()).map(|(_, policy)| *policy)
}

/// A bot. It sees only an [`Observation`], so it doesn't know other players' secrets or the time.
/// It limits its effort by counting steps instead of measuring time, and callers pass the random
/// numbers. So it always makes the same move in the same situation.
pub trait Policy<G: Game>: Sync {
    /// Chooses a setup.
    fn place(&self, options: &G::Options, seat: Seat, numbers: &mut dyn Numbers) -> G::Setup {
        G::Setup::random(options, seat, numbers)
    }

    /// Chooses a legal move. Games between two bots must end.
    fn choose(&self, seen: Observation<'_, G>, numbers: &mut dyn Numbers) -> G::Move;

    /// Chooses a move to make instead of the answer that is due, if the kind allows such a move
    /// (Spy!: a guess).
    fn instead(&self, _seen: Observation<'_, G>, _numbers: &mut dyn Numbers) -> Option<G::Move> {
        None
    }

    /// Whether the bot accepts the draw that the opponent offers.
    fn takes_draw(&self, _seen: Observation<'_, G>) -> bool {
        false
    }
}
