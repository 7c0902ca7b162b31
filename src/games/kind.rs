//! The kinds of games.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};

use crate::rules::{Boxes, Game, OptionMap, OptionSpec, Profile, Show, Tile};

/// The facts and functions of a kind, without its [`Game`] type.
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
    ([] $($(#[$meta:meta])* $module:ident::$game:ident,)+) => {
        /// A kind of game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(
                $(#[$meta])*
                $game,
            )+
        }

        impl Kind {
            /// All kinds, in the order in which pbem lists them.
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
    /// Returns the kinds that pbem shows to people. The remaining kinds are for tests.
    pub fn published() -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(|kind| kind.book().profile.published)
    }

    /// Returns the kind with this id; turn files contain ids.
    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// Returns the kind that a user means. `typed` is an id, a short name, or the beginning of an
    /// id or of a word in an id; ignores case and punctuation. If no kind matches, or several kinds
    /// match, returns all matches as the error.
    pub fn meant(typed: &str) -> Result<Kind, Vec<Kind>> {
        let typed = typed.to_ascii_lowercase();
        let words = typed.split(|sign: char| !sign.is_alphanumeric());
        let typed = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
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

    /// Returns the kind that is implemented by `G`.
    pub(crate) fn of<G: Game>() -> Kind {
        Kind::from_id(G::PROFILE.id).unwrap_or(Kind::ALL[0])
    }

    /// Returns the id used in turn files and on the command line.
    pub fn id(self) -> &'static str {
        self.book().profile.id
    }

    /// Returns a description of the game in a few words.
    pub fn about(self) -> &'static str {
        self.book().profile.about
    }

    /// Returns the displayed name.
    pub fn title(self) -> &'static str {
        self.book().profile.title
    }

    /// Returns the names of the two sides, if the opener can choose a side.
    pub fn sides(self) -> Option<[&'static str; 2]> {
        self.book().profile.sides
    }

    /// Returns the beginning of a game's name, such as `cd` in `cd-bob`.
    pub fn short(self) -> &'static str {
        self.book().profile.short
    }

    /// Returns the possible numbers of players.
    pub fn seats(self) -> RangeInclusive<u8> {
        self.book().profile.seats.clone()
    }

    /// Returns the page of rules in Markdown. Empty without the feature `manuals`.
    pub fn manual(self) -> &'static str {
        self.book().profile.manual
    }

    /// Returns a summary of the game in a sentence or two: the first paragraph of the page, without
    /// its first sentence, which gives the number of players. Empty without the feature `manuals`.
    pub fn summary(self) -> String {
        let paragraph = self.manual().split("\n\n").nth(1).unwrap_or_default();
        let (_, summary) = paragraph.split_once(". ").unwrap_or_default();
        summary.replace('\n', " ")
    }

    /// Returns the short rules: the section `In short` of the page. Empty if there is no such
    /// section.
    pub fn card(self) -> &'static str {
        let below = self.manual().split_once("## In short\n\n```text\n");
        below.and_then(|(_, rest)| rest.split_once("```")).map_or("", |(card, _)| card)
    }

    /// Returns the lessons for a first game under these house rules, one for each of the player's
    /// moves. The placeholders `{game}`, `{move}` and `{piece}` stand for the name of the game, and
    /// for a move and a piece in the table's suggestions.
    pub fn lessons(self, options: &OptionMap) -> Vec<String> {
        super::lessons::lessons(self.book().profile.lessons, options)
    }

    /// Returns the move that declines a choice (in Spy!, the choice to guess), if there is such a
    /// move.
    pub fn decline(self) -> Option<&'static str> {
        self.book().profile.decline
    }

    /// Returns the name of the opener's role, if the opener only answers and can neither win nor
    /// lose.
    pub fn referee(self) -> Option<&'static str> {
        self.book().profile.referee
    }

    /// Whether the players can agree on a draw.
    pub fn draws(self) -> bool {
        self.book().profile.draws
    }

    /// Returns the most points that one seat can get in a game.
    pub fn most_points(self) -> u32 {
        self.book().profile.most_points
    }

    /// If the kind has moves that always decide the game, returns the first word of these moves.
    pub fn decides(self) -> Option<&'static str> {
        self.book().profile.decides
    }

    /// Whether the kind has boxes, which contain secrets that only an opponent can read.
    pub fn has_boxes(self) -> bool {
        self.book().has_boxes
    }

    /// Returns the colored square that stands for an answer in the picture of a whole game.
    /// `answer` is the answer as written in a turn file.
    pub fn tile(self, answer: &str) -> Option<Tile> {
        (self.book().tile)(answer)
    }

    /// Returns the kind's own options, without the options that every kind has.
    pub fn options(self) -> Vec<OptionSpec> {
        (self.book().options)()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::{Checkpoint, EnemyAgent, Espionage, GameBox, Spy};

    #[test]
    fn a_kind_is_meant_by_its_id_or_the_beginning_of_a_word() {
        for (typed, meant) in [
            ("checkpoint-danger", Ok(Checkpoint)),
            ("CD", Ok(Checkpoint)),
            ("danger", Ok(Checkpoint)),
            ("box", Ok(GameBox)),
            ("ga", Ok(GameBox)),
            ("esp", Ok(Espionage)),
            ("agent", Ok(EnemyAgent)),
            ("spy", Ok(Spy)),
            ("e", Err(vec![EnemyAgent, Espionage])),
            ("", Err(Vec::new())),
            ("chess", Err(Vec::new())),
            ("anger", Err(Vec::new())),
        ] {
            assert_eq!(Kind::meant(typed), meant, "{typed}");
        }
    }

    #[test]
    fn facts_about_the_kinds_agree_with_their_rules() {
        for (kind, id, title, points) in [
            (Checkpoint, "checkpoint-danger", "Checkpoint: Danger!", 1),
            (Spy, "spy", "Spy!", 3),
            (GameBox, "game-box", "Game Box", 1),
            (EnemyAgent, "enemy-agent", "Enemy Agent", 1),
            (Espionage, "espionage", "Espionage", 1),
        ] {
            assert_eq!((kind.to_string(), kind.title()), (id.to_owned(), title));
            assert_eq!(kind.most_points(), points, "{kind}");
            assert_eq!(kind.decline(), (kind == Spy).then_some("decline"));
            assert_eq!(kind.decides(), (kind == Spy).then_some("guess"));
            assert_eq!(kind.referee(), (kind == GameBox).then_some("Checker"));
            assert_eq!(kind.draws(), kind != GameBox);
            assert_eq!(kind.sides(), (kind == EnemyAgent).then_some(["blue", "red"]));
            assert_eq!(kind.has_boxes(), kind == Espionage);
        }
    }
}
