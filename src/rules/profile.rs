//! What can be said of a game without playing it.

use std::ops::RangeInclusive;

/// The facts of a game. What is not said is as in most: two play, only who begins is rolled for,
/// and a draw can be agreed on.
///
/// ```
/// use pbem::rules::{Chance, Profile};
///
/// const TOY: Profile =
///     Profile { chance: Chance::Never, ..Profile::new("hideout", "Hideout", "ho") };
/// assert_eq!(TOY.seats, 2..=2);
/// ```
#[derive(Clone, Debug)]
pub struct Profile {
    /// the `kind` in a turn file and on the command line
    pub id: &'static str,
    /// the name that people know it by
    pub title: &'static str,
    /// how the name of a game with somebody begins: `cd-bob`
    pub short: &'static str,
    /// how many may play
    pub seats: RangeInclusive<u8>,
    /// what the sides of the first and the second seat are called, where the opener may take either
    /// (and else takes the first)
    pub sides: Option<[&'static str; 2]>,
    /// what the opener is called where he only answers, and can neither win nor lose
    pub referee: Option<&'static str>,
    /// when numbers are rolled, and so in which turns links stand
    pub chance: Chance,
    /// may the players agree on a draw?
    pub draws: bool,
    /// the move that declines what the other has done, where there is one (Spy!: a guess)
    pub decline: Option<&'static str>,
    /// how a move begins that decides the game, whatever comes of it, where there is such a move
    pub decides: Option<&'static str>,
    /// whether people are told of the game; others are for tests
    pub published: bool,
    /// how to play (the page in `docs/games/`); see [`in_manuals`]
    pub manual: &'static str,
    /// what is told in a first game, a paragraph at each of one's own moves
    pub lessons: &'static str,
}

impl Profile {
    /// A game like most.
    pub const fn new(id: &'static str, title: &'static str, short: &'static str) -> Self {
        Profile {
            id,
            title,
            short,
            seats: 2..=2,
            sides: None,
            referee: None,
            chance: Chance::AtTheStart,
            draws: true,
            decline: None,
            decides: None,
            published: true,
            manual: "",
            lessons: "",
        }
    }
}

/// Returns the text if the feature `manuals` is enabled. The web page has its own copy of the
/// rules, rendered as HTML, so that its core doesn't need them.
pub const fn in_manuals(text: &'static str) -> &'static str {
    if cfg!(feature = "manuals") { text } else { "" }
}

/// When a game rolls numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// never
    Never,
    /// in turn 3 only
    AtTheStart,
    /// in every turn from turn 3 on
    Throughout,
}
