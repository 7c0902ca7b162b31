//! The explored games, and the rules that apply in them.

use pbem::rules::Seat;
use pbem::table::{Branch, End};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// Two seats, both with a setup.
    Two,
    /// The Checker and two callers.
    Box,
}

/// The arbiter, in a game with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ruler {
    Nobody,
    /// An arbiter who rules according to the protocol, from the mail that has arrived.
    Honest,
    /// An arbiter who signs everything for the cheats.
    False,
}

/// The game, the limits of the exploration, and the rules that are switched off.
#[expect(clippy::struct_excessive_bools, reason = "independent rules and kinds of turns")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Game,
    /// Number of turns of a game.
    pub(crate) depth: usize,
    /// Time at which the clock stops.
    pub(crate) clock: u8,
    /// A bit for each seat that cheats.
    pub(crate) cheats: u8,
    /// Number of turns that the cheats sign.
    pub(crate) budget: u8,

    pub(crate) restores: bool,
    /// Mailed turns can be undone too.
    pub(crate) careless: bool,
    pub(crate) offers: bool,
    pub(crate) declares: bool,
    /// The declaration is a guess: the answer alone decides nothing and outlasts a claim, and then
    /// the guesser loses by opening the guess.
    pub(crate) guesses: bool,
    /// Cheats look for the winning move in a revealed setup.
    pub(crate) peeks: bool,
    pub(crate) resigns: bool,
    pub(crate) breaches: bool,
    /// Calls can be the third hit.
    pub(crate) wins: bool,
    /// Cheats take other players' seats with made-up keys.
    pub(crate) puppets: bool,
    /// Cheats join with a second key in other files.
    pub(crate) two_keys: bool,
    pub(crate) ruler: Ruler,

    pub(crate) answers_leaving: bool,
    pub(crate) dates_rise: bool,
    pub(crate) checks_clock: bool,
    /// A hasty answer is dated before the deadline.
    pub(crate) dates_back: bool,
    /// The deadline depends on the last turn only.
    pub(crate) deadline_of_one: bool,
    /// The deadline depends on the last turn and on the player's own last turn, as an old version
    /// of section 4 had it.
    pub(crate) deadline_of_own: bool,
    /// A player who has claimed plays on.
    pub(crate) plays_on: bool,
    /// An arbiter counts the days of a turn from its arrival, if that is later than its date.
    pub(crate) counts_from_arrival: bool,
    /// An arbiter doesn't rule if a file continues.
    pub(crate) sees_answers: bool,
    /// The part of the order of files that is switched off.
    pub(crate) without: Option<Without>,
}

/// A part of the order of files that is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Without {
    /// The first file always counts.
    AnyChange,
    /// The file with the later date counts.
    Rank,
    /// A claim weighs as much as any turn.
    LightClaims,
    Crossing,
    Lateness,
    /// A turn that ends the game can be late and crossed like any other.
    TheEndInTime,
    /// A turn that ends the game weighs no more than another turn.
    HeavyEnd,
    Keys,
    /// A claim counts although its maker has built on the turn that it is against.
    VoidByBuilding,
    /// A win weighs no more than another turn.
    Wins,
    /// A game decided by an answer can be crossed like any other turn.
    Settled,
    /// A game decided by a move can't be crossed either.
    Free,
    /// A vault forgets all files except the latest.
    Beside,
    /// A vault never changes to another table.
    TableChange,
    /// A ruling has no effect: claims and dates count as in a game without an arbiter.
    Rulings,
    /// Playing on from a turn doesn't accept it.
    Accepting,
    /// A ruled claim against the Checker sets aside a win.
    WinsBeforeTheChecker,
    /// A turn that finishes the game, or wins, is set aside like any other.
    TheEndUnruled,
    /// The answer to a guess crosses like any other turn.
    Outlasting,
}

pub(crate) const TWO: Rules = Rules {
    game: Game::Two,
    depth: 3,
    clock: 3,
    cheats: 0,
    budget: 2,
    restores: false,
    careless: false,
    offers: false,
    declares: false,
    guesses: false,
    peeks: false,
    resigns: false,
    breaches: false,
    wins: false,
    puppets: false,
    two_keys: false,
    ruler: Ruler::Nobody,
    answers_leaving: true,
    dates_rise: true,
    checks_clock: true,
    dates_back: true,
    deadline_of_one: false,
    deadline_of_own: false,
    plays_on: false,
    counts_from_arrival: true,
    sees_answers: true,
    without: None,
};

pub(crate) const BOX: Rules = Rules { game: Game::Box, depth: 4, clock: 2, ..TWO };

impl Rules {
    pub(crate) fn seats(&self) -> u8 {
        if self.game == Game::Two { 2 } else { 3 }
    }

    pub(crate) fn is_honest(&self, seat: u8) -> bool {
        self.cheats >> seat & 1 == 0
    }

    /// Whether the Checker and a caller both cheat.
    pub(crate) fn conspires(&self) -> bool {
        self.game == Game::Box && !self.is_honest(0) && self.cheats.count_ones() > 1
    }

    pub(crate) fn has_arbiter(&self) -> bool {
        self.ruler != Ruler::Nobody
    }

    /// The branch that the order of files gets.
    pub(crate) fn handed(&self, branch: &Branch) -> Branch {
        let mut branch = branch.clone();
        match self.without {
            Some(Without::Keys) => branch.keys.iter_mut().for_each(|key| *key = None),
            Some(Without::TheEndInTime | Without::TheEndUnruled) => branch.end = End::Open,
            Some(Without::Rulings) => branch.arbiter = false,
            Some(Without::HeavyEnd) if branch.end == End::Over => branch.end = End::Breach,
            _ => {}
        }
        let ends = branch.end != End::Open;
        let last = branch.turns.len().saturating_sub(1);
        for (at, turn) in branch.turns.iter_mut().enumerate() {
            match self.without {
                Some(Without::LightClaims) => turn.claims = None,
                Some(Without::Lateness) => turn.late = false,
                Some(Without::HeavyEnd) if ends && at == last => turn.late = false,
                // A seat that only builds on its own turns accepts nothing.
                Some(Without::VoidByBuilding) => turn.seat = Seat(0),
                Some(Without::Wins | Without::TheEndUnruled) => turn.wins = None,
                // Without authors, no turn was accepted.
                Some(Without::Accepting) if turn.claims.is_none() => turn.seat = Seat(9),
                Some(Without::WinsBeforeTheChecker) if turn.claims == Some(Seat(0)) => {
                    turn.claims = Some(Seat(8));
                }
                Some(Without::Settled) => turn.settles = false,
                Some(Without::Free) => turn.settles = true,
                Some(Without::Outlasting) => turn.outlasts = false,
                _ => {}
            }
        }
        branch
    }
}
