//! What is explored, and which rules hold in it.

use pbem::rules::Seat;
use pbem::table::{Branch, End};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// two seats, both with a setup
    Two,
    /// the Checker and two callers
    Box,
}

/// Who says whose time is up, in a game with an arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ruler {
    Nobody,
    /// An arbiter who rules as the protocol says, by the mail that has arrived.
    Honest,
    /// An arbiter who signs whatever the cheats want.
    False,
}

/// Who plays what, how far it is explored, and which rules are switched off.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule, or a kind of turn, of its own")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Game,
    /// the turns of a game
    pub(crate) depth: usize,
    /// how long the clock runs
    pub(crate) clock: u8,
    /// a bit for each seat that cheats
    pub(crate) cheats: u8,
    /// how many turns the cheats sign
    pub(crate) budget: u8,

    pub(crate) restores: bool,
    /// mailed turns are taken back too
    pub(crate) careless: bool,
    pub(crate) offers: bool,
    pub(crate) declares: bool,
    /// what is declared is a guess: the answer decides nothing by itself and outlasts a claim, and
    /// then the one who declared loses by opening the guess
    pub(crate) guesses: bool,
    /// cheats look for the winning move in a setup that was shown
    pub(crate) peeks: bool,
    pub(crate) resigns: bool,
    pub(crate) breaches: bool,
    /// calls can hit for the third time
    pub(crate) wins: bool,
    /// cheats take the seats of others with keys of their own
    pub(crate) puppets: bool,
    /// Cheats join with a second key of their own in other files.
    pub(crate) two_keys: bool,
    pub(crate) ruler: Ruler,

    pub(crate) answers_leaving: bool,
    pub(crate) dates_rise: bool,
    pub(crate) checks_clock: bool,
    /// a hasty answer is dated before the deadline
    pub(crate) dates_back: bool,
    /// the deadline counts from the last turn alone
    pub(crate) deadline_of_one: bool,
    /// the deadline counts from the last turn and from one's own last, as section 4 had it
    pub(crate) deadline_of_own: bool,
    /// who has claimed plays on nevertheless
    pub(crate) plays_on: bool,
    /// An arbiter counts the days of a turn from its arrival, if that is later than its date.
    pub(crate) counts_from_arrival: bool,
    /// An arbiter does not rule where a file goes on.
    pub(crate) sees_answers: bool,
    /// which part of the order on files is switched off
    pub(crate) without: Option<Without>,
}

/// A part of the order on files that is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Without {
    /// the first file stays, whatever comes
    AnyChange,
    /// the file with the later date stands
    Rank,
    /// a claim weighs as much as any turn
    LightClaims,
    Crossing,
    Lateness,
    /// what ends the game is late and crossed like any other turn
    TheEndInTime,
    /// what ends the game weighs no more than another turn
    HeavyEnd,
    Keys,
    /// a claim counts though its maker has built on the turn in its place
    VoidByBuilding,
    /// a win weighs no more than another turn
    Wins,
    /// what was decided by an answer is crossed like any other turn
    Settled,
    /// what was decided by a move is not crossed either
    Free,
    /// A vault forgets the files next to the newest.
    Beside,
    /// A vault never changes to another table.
    TableChange,
    /// A ruling changes nothing: claims and dates count as in a game without an arbiter.
    Rulings,
    /// Nobody accepts a turn by going on from it.
    Accepting,
    /// A ruled claim against the Checker sets aside a win.
    WinsBeforeTheChecker,
    /// A turn that finishes the game, or gives a win, is set aside like any other.
    TheEndUnruled,
    /// the answer to a guess crosses like any other turn
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

    /// The Checker cheats, and a caller with him.
    pub(crate) fn conspires(&self) -> bool {
        self.game == Game::Box && !self.is_honest(0) && self.cheats.count_ones() > 1
    }

    pub(crate) fn has_arbiter(&self) -> bool {
        self.ruler != Ruler::Nobody
    }

    /// The branch as it is handed to the order on files.
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
                // Nobody builds on what he wrote himself.
                Some(Without::VoidByBuilding) => turn.seat = Seat(0),
                Some(Without::Wins | Without::TheEndUnruled) => turn.wins = None,
                // Nobody has made a turn, so nobody has accepted one.
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
