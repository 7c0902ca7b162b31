//! The kinds of pieces, and which kind beats which.

use std::fmt;

use crate::rules::words;

words! {
    /// Sealed value of a home square: one of the nine kinds of pieces, or nothing.
    pub(crate) enum Kind {
        Empty = "empty",
        Corporal = "corporal",
        Lieutenant = "lieutenant",
        Captain = "captain",
        Colonel = "colonel",
        General = "general",
        /// Sees the pieces next to it.
        Spy = "spy",
        /// Clears Mines, and can take a General.
        Sapper = "sapper",
        /// Never moves, and removes every attacker except a Sapper.
        Mine = "mine",
        /// Never moves. The player who loses it loses the game.
        Headquarters = "headquarters",
    }
}

words! {
    /// The result of an attack, which the owner of the attacked piece gives as the answer.
    pub(crate) enum Clash {
        /// The attacked piece is removed, and the attacker moves to its square.
        Takes = "takes",
        /// The attacker is removed.
        Falls = "falls",
        /// The attacked piece is the Headquarters, and the game is over.
        Headquarters = "headquarters",
    }
}

impl Kind {
    /// Returns the nine kinds of pieces.
    pub(super) fn pieces() -> impl DoubleEndedIterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().skip(1)
    }

    /// Returns the number used in eyes and boxes, 0 to 9.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// Returns the number as an index into tables.
    pub(super) fn index(self) -> usize {
        usize::from(self.number())
    }

    pub(super) fn of_number(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }

    /// Returns the symbol on maps and boards.
    pub(super) fn sign(self) -> char {
        char::from(b".12345SEMH"[self.index()])
    }

    /// Returns the kind with this symbol, which must be in upper case.
    pub(super) fn of_sign(sign: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.sign() == sign)
    }

    /// Returns the displayed name.
    pub(super) fn title(self) -> &'static str {
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

    /// Whether pieces of this kind can move: all except Mines and the Headquarters.
    pub(super) fn walks(self) -> bool {
        !matches!(self, Kind::Empty | Kind::Mine | Kind::Headquarters)
    }

    /// Whether pieces of this kind have a rank, 1 to 5.
    fn is_ranked(self) -> bool {
        (Kind::Corporal..=Kind::General).contains(&self)
    }

    /// Returns the result of an attack on `defender`; `None` if this piece can't move or there is
    /// nothing to attack.
    ///
    /// Rule: every piece that moves takes the Headquarters. All but Sappers die on a Mine. A ranked
    /// piece takes Spies, Sappers, and pieces of its own or a lower rank. A Spy takes Spies and
    /// Sappers. A Sapper takes Spies, Sappers, Mines and Generals.
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

    /// Whether this piece removes `defender` by attacking it.
    pub(super) fn beats(self, defender: Kind) -> bool {
        matches!(self.attacks(defender), Some(Clash::Takes | Clash::Headquarters))
    }
}

/// A set of kinds: the possible kinds of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// Returns all nine kinds.
    pub(super) fn all() -> Self {
        Kinds::that(|_| true)
    }

    /// Returns the kinds for which `holds` returns true.
    pub(super) fn that(holds: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::pieces().filter(|&kind| holds(kind));
        Kinds(kinds.fold(0, |set, kind| set | 1 << kind.number()))
    }

    pub(super) fn only(kind: Kind) -> Self {
        Kinds(1 << kind.number())
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.number() != 0
    }

    /// Keeps the kinds for which `holds` returns true.
    #[must_use]
    pub(super) fn keep(self, holds: impl Fn(Kind) -> bool) -> Self {
        Kinds(self.0 & Kinds::that(holds).0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the kinds in the order of their numbers.
    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::pieces().filter(move |&kind| self.has(kind))
    }

    /// Returns the only kind in the set; `None` if the set doesn't have exactly one kind.
    pub(super) fn single(self) -> Option<Kind> {
        self.iter().next().filter(|&kind| self == Kinds::only(kind))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|kind| write!(f, "{}", kind.sign()))
    }
}
