//! The kinds of pieces, and who beats whom.

use std::fmt;
use std::str::FromStr;

use crate::board::NotCanonical;

/// What is sealed for a home square: one of the nine kinds of pieces, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    Empty,
    Corporal,
    Lieutenant,
    Captain,
    Colonel,
    General,
    /// sees what stands next to it
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
pub(crate) enum Clash {
    /// the attacked piece is removed, the attacker stands on its square
    Takes,
    /// the attacker is removed
    Falls,
    /// the attacked piece is the Headquarters, and the game is over
    Headquarters,
}

impl Kind {
    /// All ten values, in the order of their numbers.
    pub(super) const ALL: [Kind; 10] = [
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
    pub(super) fn pieces() -> impl DoubleEndedIterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().skip(1)
    }

    /// Its number in eyes and boxes, 0 to 9.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// The same, as an index into tables.
    pub(super) fn index(self) -> usize {
        usize::from(self.number())
    }

    pub(super) fn of_number(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }

    /// Its sign on maps and boards, its word in turn files, its name as people say it.
    const fn texts(self) -> (char, &'static str, &'static str) {
        match self {
            Kind::Empty => ('.', "empty", "empty square"),
            Kind::Corporal => ('1', "corporal", "Corporal"),
            Kind::Lieutenant => ('2', "lieutenant", "Lieutenant"),
            Kind::Captain => ('3', "captain", "Captain"),
            Kind::Colonel => ('4', "colonel", "Colonel"),
            Kind::General => ('5', "general", "General"),
            Kind::Spy => ('S', "spy", "Spy"),
            Kind::Sapper => ('E', "sapper", "Sapper"),
            Kind::Mine => ('M', "mine", "Mine"),
            Kind::Headquarters => ('H', "headquarters", "Headquarters"),
        }
    }

    /// Its sign on maps and boards.
    pub(super) fn sign(self) -> char {
        self.texts().0
    }

    /// Its word in turn files.
    pub(super) fn word(self) -> &'static str {
        self.texts().1
    }

    /// The kind of this sign, a capital.
    pub(super) fn of_sign(sign: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.sign() == sign)
    }

    /// Its name, as people say it.
    pub(super) fn title(self) -> &'static str {
        self.texts().2
    }

    /// Can it move? All pieces can but Mines and Headquarters.
    pub(super) fn walks(self) -> bool {
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
    pub(super) fn attacks(self, defender: Kind) -> Option<Clash> {
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

    /// Does an attack of this piece on `defender` remove it?
    pub(super) fn beats(self, defender: Kind) -> bool {
        matches!(self.attacks(defender), Some(Clash::Takes | Clash::Headquarters))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Kind {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        Kind::ALL.into_iter().find(|kind| kind.word() == text).ok_or(NotCanonical)
    }
}

impl Clash {
    /// The three ways, in the order of their tokens.
    pub(super) const ALL: [Clash; 3] = [Clash::Takes, Clash::Falls, Clash::Headquarters];

    fn word(self) -> &'static str {
        match self {
            Clash::Takes => "takes",
            Clash::Falls => "falls",
            Clash::Headquarters => "headquarters",
        }
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Clash {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Self, NotCanonical> {
        Clash::ALL.into_iter().find(|clash| clash.word() == text).ok_or(NotCanonical)
    }
}

/// A set of kinds of pieces: what a piece may still be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// All nine.
    pub(super) fn all() -> Self {
        Kinds::that(|_| true)
    }

    /// The kinds for which `holds`.
    pub(super) fn that(holds: impl Fn(Kind) -> bool) -> Self {
        let held = Kind::pieces().filter(|&kind| holds(kind));
        Kinds(held.fold(0, |set, kind| set | 1 << kind.number()))
    }

    pub(super) fn only(kind: Kind) -> Self {
        Kinds(1 << kind.number())
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.number() != 0
    }

    /// Those of them for which `holds`.
    #[must_use]
    pub(super) fn keep(self, holds: impl Fn(Kind) -> bool) -> Self {
        Kinds(self.0 & Kinds::that(holds).0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds, in the order of their numbers.
    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::pieces().filter(move |&kind| self.has(kind))
    }

    /// The kind, if there is just one.
    pub(super) fn single(self) -> Option<Kind> {
        self.iter().next().filter(|&kind| self == Kinds::only(kind))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|kind| write!(f, "{}", kind.sign()))
    }
}
