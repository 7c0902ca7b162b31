//! Errors in `club.toml`.

use crate::rules::OptionError;

/// An error in `club.toml`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RosterError {
    /// Number of the line, counted from 1.
    pub line: usize,
    pub problem: RosterProblem,
}

/// The error in the line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterProblem {
    /// The file isn't TOML, or has an unknown or missing key.
    #[error("{0}")]
    Form(String),
    /// A newer pbem wrote the file.
    #[error("club = {0} needs a newer pbem; this pbem can read only club = 1")]
    Newer(i64),
    #[error("the file has {0} {1}, but at most {2} are allowed")]
    TooMany(usize, &'static str, usize),
    /// A string is empty, too long, or can't be shown.
    #[error("the {0} {1}")]
    Text(&'static str, String),
    #[error("`{0}` is not an email address")]
    Mail(String),
    #[error("`{0}` can't be the name of a player: use lower-case letters, digits and hyphens")]
    Name(String),
    #[error("{0} is in the list of players twice")]
    PlayerTwice(String),
    #[error("{0} and {1} have the same key")]
    KeyTwice(String, String),
    /// A key or safety number is incomplete or invalid.
    #[error("the key of {0} is wrong: {1}")]
    Key(String, String),
    #[error("{0} needs either `key` or `safety`: ask for the output of `pbem whoami`")]
    NoKey(String),
    #[error(
        "the arbiter's key is wrong: it must be the 64 digits that `pbem whoami` prints on \
        the arbiter's computer"
    )]
    ArbiterKey,
    #[error("{0} has the arbiter's key: a player can't use the same key as the arbiter")]
    ArbiterPlays(String),
    #[error("`grace-days` is {0}, but must be from 1 to 60")]
    GraceDays(i64),
    #[error("there is no player `{0}`")]
    UnknownPlayer(String),
    #[error("the section has {0} twice")]
    TwiceInSection(String),
    #[error("section {0} has {1} players, but a game of {2} needs {3}")]
    TooFew(String, usize, &'static str, u8),
    #[error("there is no section `{0}`")]
    UnknownSection(String),
    #[error("two sections have the name `{0}`")]
    SectionTwice(String),
    #[error("there is no game `{0}`; pbem rules lists the games")]
    UnknownKind(String),
    #[error("{0}")]
    Option(#[from] OptionError),
    /// The options don't fit together.
    #[error("{0}")]
    Options(String),
    #[error("`games` is {0}, but must be from 1 to {1}")]
    Games(i64, i64),
    #[error("`points` is \"{0}\", but must be \"result\" or \"board\"")]
    PointsWord(String),
    #[error("{0} isn't played for points, so `points` can't be \"board\": leave `points` out")]
    NoBoardPoints(&'static str),
    #[error("the absence of {0} ends before it begins")]
    Absence(String),
    #[error("`{0}` is not the id of a game: type all 64 digits")]
    GameId(String),
    #[error("the decision needs either `game`, or `section` and `players`")]
    DecidedGame,
    #[error("there are two decisions for game {0}")]
    DecidedTwice(String),
    #[error("the decision must give points to each of its players, and to no one else")]
    DecidedPlayers,
    #[error("the points of {0} must be from 0 to 100, in steps of 0.5")]
    Halves(String),
    #[error("the decision gives {0} points, but no game is worth that many")]
    TooManyPoints(String),
}
