//! The kinds of pieces, and who beats whom.

use std::fmt;
use std::str::FromStr;

/// What is sealed for a home square: one of the nine kinds of pieces, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// no piece
    Empty,
    /// rank 1
    Corporal,
    /// rank 2
    Lieutenant,
    /// rank 3
    Captain,
    /// rank 4
    Colonel,
    /// rank 5
    General,
    /// unmasks what stands next to it
    Spy,
    /// clears Mines, and may take a General
    Sapper,
    /// stays where it is, and kills all but Sappers
    Mine,
    /// stays where it is; who loses it loses the game
    Headquarters,
}

/// How an attack ended, as the owner of the attacked piece answers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Clash {
    /// the attacked piece is removed, the attacker stands on its square
    Takes,
    /// the attacker is removed
    Falls,
    /// the attacked piece is the Headquarters, and the game is over
    Headquarters,
}

impl Kind {
    /// All ten values, in the order of their numbers.
    pub const ALL: [Kind; 10] = [
        Kind::Empty,
        Kind::Corporal,
        Kind::Lieutenant,
        Kind::Captain,
        Kind::Colonel,
        Kind::General,
        Kind::Spy,
        Kind::Sapper,
        Kind::Mine,
        Kind::Headquarters,
    ];

    /// The nine kinds of pieces.
    pub fn pieces() -> impl DoubleEndedIterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().skip(1)
    }

    /// Its number in eyes and boxes, 0 to 9.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The same, as an index into tables.
    pub(super) fn index(self) -> usize {
        usize::from(self.number())
    }

    /// The kind of this number.
    pub fn of_number(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }

    /// Its sign on maps and boards.
    pub fn sign(self) -> char {
        ['.', '1', '2', '3', '4', '5', 'S', 'E', 'M', 'H'][self.index()]
    }

    /// The kind of this sign, a capital.
    pub fn of_sign(sign: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.sign() == sign)
    }

    /// Its name, as people say it.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Empty => "empty square",
            Kind::Corporal => "Corporal",
            Kind::Lieutenant => "Lieutenant",
            Kind::Captain => "Captain",
            Kind::Colonel => "Colonel",
            Kind::General => "General",
            Kind::Spy => "Spy",
            Kind::Sapper => "Sapper",
            Kind::Mine => "Mine",
            Kind::Headquarters => "Headquarters",
        }
    }

    /// Its name in the turn file.
    fn word(self) -> &'static str {
        match self {
            Kind::Empty => "empty",
            Kind::Corporal => "corporal",
            Kind::Lieutenant => "lieutenant",
            Kind::Captain => "captain",
            Kind::Colonel => "colonel",
            Kind::General => "general",
            Kind::Spy => "spy",
            Kind::Sapper => "sapper",
            Kind::Mine => "mine",
            Kind::Headquarters => "headquarters",
        }
    }

    /// Can it move? All pieces can but Mines and Headquarters.
    pub fn walks(self) -> bool {
        !matches!(self, Kind::Empty | Kind::Mine | Kind::Headquarters)
    }

    /// Has it a rank, 1 to 5?
    fn is_ranked(self) -> bool {
        (Kind::Corporal..=Kind::General).contains(&self)
    }

    /// How an attack of this piece on `defender` ends; `None` if there can be none, because this
    /// piece cannot move or there is nothing to attack.
    ///
    /// Every piece that moves takes the Headquarters. All but Sappers die on a Mine. A rank takes
    /// ranks up to its own, Spies and Sappers. A Spy takes Spies and Sappers. A Sapper takes Spies,
    /// Sappers, Mines and Generals.
    pub fn attacks(self, defender: Kind) -> Option<Clash> {
        if !self.walks() || defender == Kind::Empty {
            return None;
        }
        let takes = match defender {
            Kind::Headquarters => return Some(Clash::Headquarters),
            Kind::Mine => self == Kind::Sapper,
            Kind::Spy | Kind::Sapper => true,
            Kind::General => matches!(self, Kind::General | Kind::Sapper),
            rank => self.is_ranked() && self >= rank,
        };
        Some(if takes { Clash::Takes } else { Clash::Falls })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Kind {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Kind::ALL.into_iter().find(|kind| kind.word() == text).ok_or(())
    }
}

impl Clash {
    /// The three ways, in the order of their tokens.
    pub const ALL: [Clash; 3] = [Clash::Takes, Clash::Falls, Clash::Headquarters];
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Clash::Takes => "takes",
            Clash::Falls => "falls",
            Clash::Headquarters => "headquarters",
        })
    }
}

impl FromStr for Clash {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Clash::ALL.into_iter().find(|outcome| outcome.to_string() == text).ok_or(())
    }
}

/// A set of kinds: what a piece may still be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// The kinds for which `holds`.
    pub fn that(holds: impl Fn(Kind) -> bool) -> Self {
        Kinds(
            Kind::pieces()
                .filter(|kind| holds(*kind))
                .fold(0, |set, kind| set | 1 << kind.number()),
        )
    }

    /// One kind alone.
    pub fn only(kind: Kind) -> Self {
        Kinds(1 << kind.number())
    }

    /// Is `kind` among them?
    pub fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.number() != 0
    }

    /// Those of them for which `holds`.
    #[must_use]
    pub fn keep(self, holds: impl Fn(Kind) -> bool) -> Self {
        Kinds(self.0 & Kinds::that(holds).0)
    }

    /// The kinds, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::pieces().filter(move |kind| self.has(*kind))
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The kind, if there is just one.
    pub fn single(self) -> Option<Kind> {
        if self.count() == 1 { self.iter().next() } else { None }
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|kind| write!(f, "{}", kind.sign()))
    }
}
