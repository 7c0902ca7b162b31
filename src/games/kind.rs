//! Which game.

use std::fmt;
use std::ops::RangeInclusive;

use crate::rules::{Boxes, Game, OptionSpec, Profile, Show, Tile};

/// What is asked of a rule book by its kind.
struct Book {
    profile: Profile,
    has_boxes: bool,
    options: fn() -> Vec<OptionSpec>,
    tile: fn(&str) -> Option<Tile>,
}

const fn book<G: Game>() -> Book {
    Book {
        profile: G::PROFILE,
        has_boxes: G::Boxes::ARE_MADE,
        options: G::options,
        tile: tile::<G>,
    }
}

fn tile<G: Game>(answer: &str) -> Option<Tile> {
    <G::Position as Show<G>>::tile(&answer.parse::<G::Answer>().ok()?)
}

macro_rules! make_kind {
    ([] $($(#[$meta:meta])* $game:ident,)+) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(
                $(#[$meta])*
                $game,
            )+
        }

        impl Kind {
            /// All games, in the order in which they are listed to people.
            pub const ALL: &'static [Kind] = &[$($(#[$meta])* Kind::$game),+];

            fn book(self) -> &'static Book {
                match self {
                    $($(#[$meta])* Kind::$game => const { &book::<super::$game>() },)+
                }
            }
        }
    };
}
for_each_game!(make_kind);

impl Kind {
    /// The games that people are told of. Others are for tests.
    pub fn published() -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(|kind| kind.book().profile.published)
    }

    /// The game with this `kind` in turn files.
    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// The game that is meant by what somebody typed: its id, its short name, or a beginning of its
    /// id or of a word of it. Without one, those that may be meant.
    pub fn meant(typed: &str) -> Result<Kind, Vec<Kind>> {
        let typed = typed.to_ascii_lowercase();
        let exact = Kind::from_id(&typed).into_iter();
        if let Some(kind) = exact.chain(Kind::published().find(|kind| kind.short() == typed)).next()
        {
            return Ok(kind);
        }
        let begins = |word: &str| !typed.is_empty() && word.starts_with(typed.as_str());
        let words = |kind: &Kind| begins(kind.id()) || kind.id().split('-').any(begins);
        let meant: Vec<Kind> = Kind::published().filter(words).collect();
        if let [only] = meant.as_slice() { Ok(*only) } else { Err(meant) }
    }

    /// The game of this rule book.
    pub(crate) fn of<G: Game>() -> Kind {
        Kind::from_id(G::PROFILE.id).unwrap_or(Kind::ALL[0])
    }

    /// Its `kind` in turn files and on the command line.
    pub fn id(self) -> &'static str {
        self.book().profile.id
    }

    /// The name that people know it by.
    pub fn title(self) -> &'static str {
        self.book().profile.title
    }

    /// What its two sides are called, where the opener may take either.
    pub fn sides(self) -> Option<[&'static str; 2]> {
        self.book().profile.sides
    }

    /// How the name of a game with somebody begins: `cd-bob`.
    pub fn short(self) -> &'static str {
        self.book().profile.short
    }

    /// How many may play.
    pub fn seats(self) -> RangeInclusive<u8> {
        self.book().profile.seats.clone()
    }

    /// The page of rules in Markdown. Empty without the feature `manuals`.
    pub fn manual(self) -> &'static str {
        self.book().profile.manual
    }

    /// The same on a card: what stands in its page under `In short`. Empty if nothing does.
    pub fn card(self) -> &'static str {
        let below = self.manual().split_once("## In short\n\n```text\n");
        below.and_then(|(_, rest)| rest.split_once("```")).map_or("", |(card, _)| card)
    }

    /// What is told in a first game, paragraph by paragraph.
    pub fn lessons(self) -> &'static str {
        self.book().profile.lessons
    }

    /// The move that declines what the other has done, where there is one.
    pub fn decline(self) -> Option<&'static str> {
        self.book().profile.decline
    }

    /// What the opener is called where he only answers, and can neither win nor lose.
    pub fn referee(self) -> Option<&'static str> {
        self.book().profile.referee
    }

    /// How a move begins that decides the game, whatever comes of it, where there is such a move.
    pub fn decides(self) -> Option<&'static str> {
        self.book().profile.decides
    }

    /// Are there boxes in it, that only an opponent can open?
    pub fn has_boxes(self) -> bool {
        self.book().has_boxes
    }

    /// An answer, as it stands in a file, as a square in the picture of a whole game.
    pub fn tile(self, answer: &str) -> Option<Tile> {
        (self.book().tile)(answer)
    }

    /// Its own options.
    pub fn options(self) -> Vec<OptionSpec> {
        (self.book().options)()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
