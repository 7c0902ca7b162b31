//! Two small games that have every kind of turn that the order of files distinguishes, and the
//! files of one game as a tree.

use std::collections::HashMap;

use chrono::{DateTime, Duration};
use pbem::rules::Seat;
use pbem::table::{Branch, BranchTurn, End, deadline};

use super::rules::{Game, Rules, Without};

/// Days per turn; in the model a day lasts a second.
pub(crate) const DAYS: u8 = 2;
/// The days that an arbiter waits after the deadline.
pub(crate) const GRACE: u8 = 1;
/// Maximum length of a path.
pub(crate) const LONGEST: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// A move. In the Game Box, a call, which is the third hit if `choice` is 1, or the Checker's
    /// answer, which reports that hit if `choice` is 1. With two players, `choice` 1 may offer a
    /// draw, or declare something whose answer decides the game against its maker.
    Move,
    /// Accepts the offered draw: the game is over.
    Accept,
    /// The true answer to a declaration: it decides the game, and reveals its maker's setup.
    Answer,
    /// A move that decides the game; only a player who knows the other player's setup can find it.
    Win,
    Resign,
    Claim,
    /// Reveals a setup after the game is decided.
    Show,
    Breach,
}

/// A turn, without the turn that it follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Turn {
    pub(crate) kind: Kind,
    pub(crate) seat: u8,
    pub(crate) choice: u8,
    /// The key was made up for this seat by another player.
    pub(crate) puppet: bool,
    pub(crate) date: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    Turn(u8),
    /// To answer a declaration, and nothing else.
    Answer(u8),
    Show(u8),
    Nobody,
}

impl Due {
    pub(crate) fn seat(self) -> Option<u8> {
        match self {
            Due::Turn(seat) | Due::Answer(seat) | Due::Show(seat) => Some(seat),
            Due::Nobody => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Outcome {
    Won(u8),
    Draw,
    Void,
}

/// The state after a path.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) due: Due,
    pub(crate) outcome: Option<Outcome>,
    /// There is nothing left to claim.
    closed: bool,
    pub(crate) breach: bool,
    out: [bool; 3],
    caller: u8,
    /// The result of the call that waits for its answer.
    call: u8,
}

impl Position {
    fn start(game: Game) -> Self {
        Position {
            due: Due::Turn(u8::from(game == Game::Box)),
            outcome: None,
            closed: false,
            breach: false,
            out: [false; 3],
            caller: 1,
            call: 0,
        }
    }

    fn play(&mut self, rules: &Rules, turn: Turn, number: usize) {
        match rules.game {
            Game::Two => self.play_two(rules, turn),
            Game::Box => self.play_box(rules, turn),
        }
        if matches!(self.due, Due::Turn(_) | Due::Answer(_)) && number >= rules.depth {
            (self.due, self.outcome) = (Due::Nobody, Some(Outcome::Draw));
        }
    }

    fn play_two(&mut self, rules: &Rules, turn: Turn) {
        let other = 1 - turn.seat;
        self.due = Due::Show(other);
        match turn.kind {
            Kind::Move if rules.declares && turn.choice == 1 => self.due = Due::Answer(other),
            Kind::Move => self.due = Due::Turn(other),
            Kind::Accept => (self.due, self.outcome) = (Due::Nobody, Some(Outcome::Draw)),
            Kind::Answer if rules.guesses => {}
            Kind::Answer | Kind::Win => self.outcome = Some(Outcome::Won(turn.seat)),
            Kind::Resign => (self.closed, self.outcome) = (true, Some(Outcome::Won(other))),
            Kind::Claim => {
                self.closed = true;
                self.outcome = Some(Outcome::Won(turn.seat));
            }
            Kind::Show => {
                self.due = Due::Nobody;
                self.outcome.get_or_insert(Outcome::Won(other));
            }
            Kind::Breach => {
                (self.breach, self.due) = (true, Due::Nobody);
                self.outcome = Some(Outcome::Won(other));
            }
        }
    }

    fn play_box(&mut self, rules: &Rules, turn: Turn) {
        match (turn.kind, turn.seat) {
            (Kind::Move, 0) => {
                if rules.wins && turn.choice == 1 {
                    let won = Outcome::Won(self.caller);
                    (self.due, self.outcome) = (Due::Nobody, Some(won));
                    return;
                }
                self.next_caller();
            }
            (Kind::Move, _) => (self.due, self.call) = (Due::Turn(0), turn.choice),
            (Kind::Resign | Kind::Breach, caller @ (1 | 2)) => {
                self.out[usize::from(caller)] = true;
                self.call = 0;
                if rules.answers_leaving { self.due = Due::Turn(0) } else { self.next_caller() }
            }
            (Kind::Claim, 0) => {
                self.out[usize::from(self.caller)] = true;
                self.next_caller();
            }
            (Kind::Claim, _) => {
                (self.due, self.closed) = (Due::Show(0), true);
                self.outcome = Some(Outcome::Void);
            }
            (Kind::Show, _) => self.due = Due::Nobody,
            _ => {
                (self.breach, self.due) = (true, Due::Nobody);
                self.outcome = Some(Outcome::Void);
            }
        }
    }

    fn next_caller(&mut self) {
        let next = 3 - self.caller;
        if !self.out[usize::from(next)] {
            self.caller = next;
        } else if self.out[usize::from(self.caller)] {
            (self.due, self.outcome) = (Due::Nobody, Some(Outcome::Won(0)));
            return;
        }
        self.due = Due::Turn(self.caller);
    }

    /// Whether a player could claim, if this seat is late.
    pub(crate) fn is_claimable(&self, rules: &Rules) -> bool {
        (0..rules.seats()).any(|seat| self.claims(rules.game, seat).is_some())
    }

    /// The seat against which this seat could claim, if that seat is late.
    fn claims(&self, game: Game, seat: u8) -> Option<u8> {
        let due = self.due.seat().filter(|due| *due != seat && !self.closed)?;
        let may = match game {
            Game::Two => true,
            Game::Box => due == 0 && !self.out[usize::from(seat)] || seat == 0,
        };
        may.then_some(due)
    }
}

/// A file: the path from the start to here.
pub(crate) type Path = u32;

/// The file without turns.
pub(crate) const EMPTY: Path = 0;

#[derive(Debug)]
struct Node {
    parent: Path,
    turns: Vec<Turn>,
    position: Position,
    branch: Branch,
    /// The branch, without the rules that are switched off.
    handed: Branch,
}

/// All files so far.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) rules: Rules,
    nodes: Vec<Node>,
    children: HashMap<(Path, Turn), Option<Path>>,
}

impl Book {
    pub(crate) fn new(rules: Rules) -> Self {
        let keys = vec![None; usize::from(rules.seats())];
        let arbiter = rules.has_arbiter();
        let branch = Branch { keys, turns: Vec::new(), end: End::Open, arbiter };
        let position = Position::start(rules.game);
        let root = Node {
            parent: EMPTY,
            turns: Vec::new(),
            position,
            handed: rules.handed(&branch),
            branch,
        };
        Book { rules, nodes: vec![root], children: HashMap::new() }
    }

    fn node(&self, path: Path) -> &Node {
        &self.nodes[path as usize]
    }

    pub(crate) fn turns(&self, path: Path) -> &[Turn] {
        &self.node(path).turns
    }

    pub(crate) fn last(&self, path: Path) -> Option<Turn> {
        self.turns(path).last().copied()
    }

    pub(crate) fn last_date(&self, path: Path) -> u8 {
        self.last(path).map_or(0, |turn| turn.date)
    }

    pub(crate) fn parent(&self, path: Path) -> Path {
        self.node(path).parent
    }

    pub(crate) fn position(&self, path: Path) -> &Position {
        &self.node(path).position
    }

    pub(crate) fn due(&self, path: Path) -> Due {
        self.node(path).position.due
    }

    /// The branch that the order of files gets.
    pub(crate) fn handed(&self, path: Path) -> &Branch {
        &self.node(path).handed
    }

    pub(crate) fn branch(&self, path: Path) -> &Branch {
        &self.node(path).branch
    }

    /// The first turns of a file.
    pub(crate) fn cut(&self, mut path: Path, length: usize) -> Path {
        while self.turns(path).len() > length {
            path = self.parent(path);
        }
        path
    }

    pub(crate) fn begins(&self, path: Path, other: Path) -> bool {
        self.cut(other, self.turns(path).len()) == path
    }

    /// Whether the game is properly over after the file: without a breach or a claim.
    pub(crate) fn is_finished(&self, path: Path) -> bool {
        let claimed = self.turns(path).iter().any(|turn| turn.kind == Kind::Claim);
        self.due(path) == Due::Nobody && !self.position(path).breach && !claimed
    }

    /// Whether its last turn is late.
    pub(crate) fn is_late(&self, path: Path) -> bool {
        self.node(path).branch.turns.last().is_some_and(|turn| turn.late)
    }

    /// The deadline of the seat to move.
    pub(crate) fn deadline(&self, path: Path, due: u8) -> u8 {
        let turns = self.turns(path);
        let Some(last) = turns.last() else { return u8::MAX };
        let before = match () {
            () if self.rules.deadline_of_one => None,
            () if self.rules.deadline_of_own => turns.iter().rfind(|turn| turn.seat == due),
            () => turns.iter().rev().nth(1),
        };
        let days = Duration::seconds(DAYS.into());
        let end = deadline(days, moment(last.date), before.map(|turn| moment(turn.date)));
        end.and_then(|end| u8::try_from(end.timestamp()).ok()).expect("a date of the model")
    }

    /// The file with one more turn; `None` if a reader would reject it, or if it is too long for
    /// the model.
    pub(crate) fn with(&mut self, path: Path, turn: Turn) -> Option<Path> {
        if let Some(known) = self.children.get(&(path, turn)) {
            return *known;
        }
        let child = self.make(path, turn);
        self.children.insert((path, turn), child);
        child
    }

    fn make(&mut self, path: Path, turn: Turn) -> Option<Path> {
        let against = if turn.kind == Kind::Claim {
            Some(self.may_claim(path, turn)?)
        } else {
            self.may_play(path, turn).then_some(None)?
        };
        let node = self.node(path);
        // With an arbiter no turn is late.
        let dated = !self.rules.has_arbiter() || self.rules.without == Some(Without::Rulings);
        let waited = dated && against.is_none() && !node.turns.is_empty() && !node.position.closed;
        let late = waited && turn.date >= self.deadline(path, turn.seat);
        let mut turns = node.turns.clone();
        turns.push(turn);
        let mut position = node.position.clone();
        position.play(&self.rules, turn, turns.len());
        let mut branch = node.branch.clone();
        branch.keys[usize::from(turn.seat)] = Some([turn.seat * 2 + u8::from(turn.puppet); 32]);
        branch.turns.push(BranchTurn {
            hash: hash(&turns),
            seat: Seat(turn.seat),
            sent: moment(turn.date),
            late,
            claims: against.map(Seat),
            settles: match turn.kind {
                Kind::Answer => !self.rules.guesses,
                kind => matches!(kind, Kind::Accept | Kind::Resign),
            },
            outlasts: self.rules.guesses && turn.kind == Kind::Answer,
            wins: position.won_on_the_board(self.rules.game, turn),
        });
        branch.end = match position.due {
            _ if position.breach => End::Breach,
            Due::Nobody => End::Over,
            _ => End::Open,
        };
        let handed = self.rules.handed(&branch);
        self.nodes.push(Node { parent: path, turns, position, branch, handed });
        Some(u32::try_from(self.nodes.len() - 1).expect("fewer files"))
    }

    /// Whether the turn is intact, regardless of its effect.
    fn is_intact(&self, path: Path, turn: Turn) -> bool {
        let falls = self.rules.dates_rise && turn.date < self.last_date(path);
        let mut own = self.turns(path).iter().filter(|other| other.seat == turn.seat);
        let other_key = own.any(|other| other.puppet != turn.puppet);
        !falls && !other_key && self.turns(path).len() < LONGEST
    }

    /// The seat that this claim is against, if a reader accepts it.
    fn may_claim(&self, path: Path, turn: Turn) -> Option<u8> {
        let Node { turns, position, .. } = self.node(path);
        let against = position.claims(self.rules.game, turn.seat)?;
        let joined = |seat| turns.iter().any(|turn| turn.seat == seat);
        let two = self.rules.game == Game::Two;
        let here = !self.rules.puppets || joined(turn.seat) && (!two || joined(against));
        let grace = if self.rules.has_arbiter() { GRACE } else { 0 };
        let late =
            !turns.is_empty() && turn.date >= self.deadline(path, against).saturating_add(grace);
        (here && late && self.is_intact(path, turn)).then_some(against)
    }

    /// Whether a reader accepts this turn, which isn't a claim.
    fn may_play(&self, path: Path, turn: Turn) -> bool {
        let position = self.position(path);
        let two = self.rules.game == Game::Two;
        let offered = || self.last(path).is_some_and(|last| last.choice == 1);
        let fits = match (turn.kind, position.due) {
            // An answer opens a seal, so a false answer is a breach.
            (Kind::Move, Due::Turn(0)) if !two => {
                turn.choice == u8::from(position.calls_a_third_hit())
            }
            (Kind::Move, Due::Turn(_))
            | (Kind::Answer, Due::Answer(_))
            | (Kind::Show, Due::Show(_)) => true,
            (Kind::Accept, Due::Turn(_)) => self.rules.offers && offered(),
            (Kind::Win, Due::Turn(_)) => two && self.rules.peeks,
            (Kind::Resign, Due::Turn(_)) if two => self.rules.resigns && path != EMPTY,
            (Kind::Resign, Due::Turn(seat)) => seat != 0,
            (Kind::Breach, Due::Turn(_) | Due::Answer(_)) => self.rules.breaches,
            _ => false,
        };
        fits && position.due.seat() == Some(turn.seat) && self.is_intact(path, turn)
    }
}

impl Position {
    /// The seat that wins on the board with the latest turn.
    fn won_on_the_board(&self, game: Game, turn: Turn) -> Option<Seat> {
        match (game, turn.kind, self.outcome) {
            (Game::Two, Kind::Answer | Kind::Win, Some(Outcome::Won(seat)))
            | (Game::Box, Kind::Move, Some(Outcome::Won(seat @ (1 | 2)))) => Some(Seat(seat)),
            _ => None,
        }
    }

    /// Whether the waiting call is the third hit.
    pub(crate) fn calls_a_third_hit(&self) -> bool {
        self.due == Due::Turn(0) && !self.out[usize::from(self.caller)] && self.call == 1
    }
}

pub(crate) fn moment(date: u8) -> DateTime<chrono::Utc> {
    DateTime::from_timestamp(date.into(), 0).expect("a moment")
}

/// A stand-in for a hash: different turns always give different values.
fn hash(turns: &[Turn]) -> [u8; 32] {
    let mut hash = [0; 32];
    for (bytes, turn) in hash.chunks_exact_mut(3).zip(turns) {
        let facts = turn.seat | turn.choice << 2 | u8::from(turn.puppet) << 3;
        bytes.copy_from_slice(&[turn.kind as u8 + 1, facts, turn.date]);
    }
    hash
}
