//! Facts about a kind of game.

use std::ops::RangeInclusive;

/// Facts about a kind. The defaults of [`Profile::new`] fit most kinds: there are two players, a
/// roll chooses the first player but decides nothing else, and the players can agree on a draw.
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
    /// The `kind` in a turn file and on the command line.
    pub id: &'static str,
    /// Displayed name.
    pub title: &'static str,
    /// Description of the game, in at most 40 characters.
    pub about: &'static str,
    /// Beginning of a game's name, such as `cd` in `cd-bob`. The rest is the opponent's name.
    pub short: &'static str,
    /// Number of players.
    pub seats: RangeInclusive<u8>,
    /// Names of the sides of the first and the second seat, if the opener can choose a side. The
    /// default is the first side.
    pub sides: Option<[&'static str; 2]>,
    /// Name of the opener's role, if the opener only answers and can neither win nor lose.
    pub referee: Option<&'static str>,
    /// When the kind rolls numbers. This determines which turns contain links.
    pub chance: Chance,
    /// Whether the players can agree on a draw.
    pub draws: bool,
    /// The most points that one seat can get in a game.
    pub most_points: u32,
    /// The move that declines a choice, if the kind has such a move (Spy!: the choice to guess).
    pub decline: Option<&'static str>,
    /// If the kind has moves that always decide the game, the first word of these moves.
    pub decides: Option<&'static str>,
    /// Whether pbem shows the kind to people. The remaining kinds are for tests.
    pub published: bool,
    /// The rules (the page in `docs/games/`); see [`in_manuals`].
    pub manual: &'static str,
    /// Lessons for a first game, one paragraph for each of the player's moves. A part in braces,
    /// such as `{if open=false: text}`, applies only under these house rules.
    pub lessons: &'static str,
}

impl Profile {
    /// Creates the profile of a kind with the default facts.
    pub const fn new(id: &'static str, title: &'static str, short: &'static str) -> Self {
        Profile {
            id,
            title,
            about: "",
            short,
            seats: 2..=2,
            sides: None,
            referee: None,
            chance: Chance::AtTheStart,
            draws: true,
            most_points: 1,
            decline: None,
            decides: None,
            published: true,
            manual: "",
            lessons: "",
        }
    }
}

/// Returns the text if the feature `manuals` is enabled, otherwise an empty string. The web page
/// has its own copy of the rules, rendered as HTML, so its WebAssembly doesn't need this text.
pub const fn in_manuals(text: &'static str) -> &'static str {
    if cfg!(feature = "manuals") { text } else { "" }
}

/// When a kind rolls numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Never.
    Never,
    /// Only in turn 3.
    AtTheStart,
    /// In turn 3 and every later turn.
    Throughout,
}
