//! The words of the game: what a dot holds, what the Checker calls back, what has happened.

use std::fmt;
use std::str::FromStr;

use super::chart::{Dot, Misread};
use crate::games::Seat;

/// What a dot was sealed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// a target
    House,
    /// an anti-aircraft gun
    Gun,
    /// neither
    Empty,
}

impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Holding::House => "house",
            Holding::Gun => "gun",
            Holding::Empty => "empty",
        })
    }
}

impl FromStr for Holding {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        match text {
            "house" => Ok(Holding::House),
            "gun" => Ok(Holding::Gun),
            "empty" => Ok(Holding::Empty),
            _ => Err(Misread),
        }
    }
}

/// What the Checker calls back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// nothing stands there, or its house has been hit before
    Miss,
    /// a house: it is taken off the chart
    Hit,
    /// a gun: it costs a bomb and stays
    Gun,
}

impl Answer {
    /// What this answer says of a dot that nobody had called before.
    pub fn holding(self) -> Holding {
        match self {
            Answer::Miss => Holding::Empty,
            Answer::Hit => Holding::House,
            Answer::Gun => Holding::Gun,
        }
    }
}

impl From<Holding> for Answer {
    fn from(holding: Holding) -> Self {
        match holding {
            Holding::Empty => Answer::Miss,
            Holding::House => Answer::Hit,
            Holding::Gun => Answer::Gun,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Miss => "MISS",
            Answer::Hit => "HIT",
            Answer::Gun => "GUN",
        })
    }
}

impl FromStr for Answer {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        match text {
            "MISS" => Ok(Answer::Miss),
            "HIT" => Ok(Answer::Hit),
            "GUN" => Ok(Answer::Gun),
            _ => Err(Misread),
        }
    }
}

/// What everybody knows of a dot that has been called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// nothing was there
    Empty,
    /// a gun stands there for the whole game
    Gun,
    /// a house was there; it has been hit and removed
    Removed {
        /// who hit it
        by: Seat,
    },
}

impl Known {
    /// What the answer to a first call makes known.
    pub(super) fn after(answer: Answer, by: Seat) -> Known {
        match answer {
            Answer::Miss => Known::Empty,
            Answer::Gun => Known::Gun,
            Answer::Hit => Known::Removed { by },
        }
    }

    /// The one answer that a call of this dot can get from now on.
    pub fn answer(self) -> Answer {
        match self {
            Known::Gun => Answer::Gun,
            Known::Empty | Known::Removed { .. } => Answer::Miss,
        }
    }
}

/// Why a caller calls no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Out {
    /// three bombs lost
    Bombs,
    /// as many misses as `miss-limit` says
    Misses,
    /// resigned
    Resigned,
}

impl Out {
    /// The word for it in the public state.
    pub(super) fn word(self) -> &'static str {
        match self {
            Out::Bombs => "bombs",
            Out::Misses => "misses",
            Out::Resigned => "resigned",
        }
    }
}

/// Why nobody wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// every caller is out
    AllOut,
    /// the houses that are left suffice for nobody
    TooFewHouses,
    /// three rounds of misses on dots that were known
    NothingNew,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::AllOut => "every caller is out",
            Draw::TooFewHouses => "no caller can reach three hits any more",
            Draw::NothingNew => "three whole rounds brought nothing new",
        })
    }
}

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// the Checker has sealed the chart
    SetUp {
        /// how many houses
        houses: usize,
        /// how many guns
        guns: usize,
    },
    /// a call and what came back
    Called {
        /// who called
        by: Seat,
        /// what
        dot: Dot,
        /// what the Checker called back
        answer: Answer,
        /// how many of these answers the caller has had now
        count: u32,
        /// what was known of the dot before
        before: Option<Known>,
        /// whether it put the caller out
        out: bool,
    },
    /// somebody has resigned
    Resigned(Seat),
    /// the game is a draw
    Drawn(Draw),
    /// one caller is left, and that wins by the house rule
    LastSurvivor(Seat),
    /// the Checker has shown the chart
    Shown,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::SetUp { houses, guns } => {
                write!(f, "{} hides {houses} houses and {guns} guns", Seat::OPENER)
            }
            Event::Called { by, dot, answer, count, before, out } => {
                write!(f, "{by} calls {dot}: {answer}")?;
                let nth = match count {
                    1 => "first",
                    2 => "second",
                    _ => "third",
                };
                match (answer, before, out) {
                    (Answer::Hit, ..) if *count >= 3 => write!(f, " ({nth} hit: wins)"),
                    (Answer::Hit, ..) => write!(f, " ({nth} hit)"),
                    (Answer::Gun, _, true) => write!(f, " ({nth} bomb: out)"),
                    (Answer::Gun, ..) => write!(f, " ({nth} bomb)"),
                    (Answer::Miss, _, true) => write!(f, " (miss {count}: out)"),
                    (Answer::Miss, Some(Known::Removed { by }), _) => {
                        write!(f, " (its house was hit by {by})")
                    }
                    (Answer::Miss, Some(_), _) => write!(f, " (called before)"),
                    (Answer::Miss, None, _) => Ok(()),
                }
            }
            Event::Resigned(Seat::OPENER) => {
                write!(f, "{} resigns: without a Checker the game is void", Seat::OPENER)
            }
            Event::Resigned(seat) => write!(f, "{seat} resigns and is out"),
            Event::Drawn(why) => write!(f, "a draw: {why}"),
            Event::LastSurvivor(seat) => write!(f, "{seat} is the last caller left and wins"),
            Event::Shown => write!(f, "{} shows the chart", Seat::OPENER),
        }
    }
}

/// Why a call cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// not a letter and a number
    #[error(
        "`{read}` is not a call. A call is one letter and one number of the chart, {chart}, such as {example}"
    )]
    NotADot {
        /// what was read, made harmless
        read: String,
        /// the chart's corners
        chart: String,
        /// a call that would do
        example: String,
    },
    /// more calls than one, or none
    #[error("a turn is one call, and this has {0}: name a single dot")]
    OneCall(usize),
    /// a dot that the chart does not have
    #[error("{dot} is not on the chart, which runs from {chart}")]
    OffChart {
        /// the dot
        dot: Dot,
        /// the chart's corners
        chart: String,
    },
    /// somebody else's turn
    #[error(
        "{0} may not call now: callers call in the order of the seats, each after the answer to the call before"
    )]
    NotNow(Seat),
}
