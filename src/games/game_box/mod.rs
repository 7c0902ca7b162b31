//! Game Box: callers name dots of a chart on which the Checker has hidden houses and guns.
//!
//! One player, the Checker, seals the chart. The other players hide nothing and call in turn; the
//! Checker answers `MISS`, `HIT` or `GUN`. Every answer opens the called dot, so no answer can be
//! false. Only the number of houses and guns remains to be checked when the Checker reveals the
//! chart.

mod bot;
mod call;
mod caller;
mod chart;
mod end;
mod json;
mod list;
mod position;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod touch;
mod typed;

use chart::Chart;

use crate::rules::{
    self, Chance, Game, Level, Never, NoBoxes, OptionError, OptionMap, OptionMapExt, OptionSpec,
    Policies, Profile, Seat, in_manuals,
};

/// The Checker's seat: the player who opens the game.
const CHECKER: Seat = Seat::OPENER;
/// Rule: "The first player to score three hits wins."
const HITS_TO_WIN: u32 = 3;

const LETTERS: &str = "letters";
const NUMBERS: &str = "numbers";
const HOUSES: &str = "houses";
const GUNS: &str = "guns";
const MISS_LIMIT: &str = "miss-limit";
const LAST_SURVIVOR: &str = "last-survivor-wins";

/// The rules of Game Box.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameBox;

/// The options of a game, converted from an [`OptionMap`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    chart: Chart,
    houses: usize,
    guns: usize,
    /// Number of misses that puts a caller out.
    miss_limit: Option<u32>,
    /// Whether the last caller who isn't out wins.
    last_survivor_wins: bool,
}

/// The game as one seat sees it.
type Seen<'a> = rules::Observation<'a, GameBox>;
type Shown = rules::Shown<GameBox>;
type Private = rules::Private<GameBox>;

impl Game for GameBox {
    const PROFILE: Profile = Profile {
        seats: 3..=9,
        referee: Some("Checker"),
        chance: Chance::Never,
        draws: false,
        about: "find the houses, avoid the guns",
        manual: in_manuals(include_str!("../../../docs/games/game-box.md")),
        lessons: in_manuals(include_str!("../../../docs/first-games/game-box.md")),
        ..Profile::new("game-box", "Game Box", "box")
    };

    type Options = Options;
    type Setup = setup::Layout;
    type Item = chart::Dot;
    type Value = setup::Holding;
    type Position = position::State;
    type Move = chart::Dot;
    type Question = call::Question;
    type Answer = call::Reply;
    type Roll = Never;
    type Rolled = Never;
    type Illegal = call::Illegal;
    type Fault = setup::Fault;
    type Boxes = NoBoxes;

    fn options() -> Vec<OptionSpec> {
        let number = |name, usual, min, max: u8, help| {
            OptionSpec::number(name, usual, min..=max.into(), help)
        };
        let rows = "number of rows of the chart; the first is A";
        let columns = "number of columns of the chart; the first is 1";
        let misses = "number of misses that puts a caller out of the game";
        let survivor = "whether a caller wins when all others are out";
        let checker = "the Checker of the next game in a series: the same player, or the winner";
        vec![
            number(LETTERS, 8, 1, Chart::MOST_LETTERS, rows),
            number(NUMBERS, 9, 1, Chart::MOST_NUMBERS, columns),
            number(HOUSES, 10, HITS_TO_WIN.into(), 15, "houses that the Checker hides"),
            number(GUNS, 10, 0, 15, "guns that the Checker hides"),
            OptionSpec::number(MISS_LIMIT, 0, 1..=128, misses).or_none(),
            OptionSpec::flag(LAST_SURVIVOR, false, survivor),
            OptionSpec::word("checker", &["same", "winner"], checker),
        ]
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionError>> {
        let fault = |name, problem: String| Err(vec![OptionError::new(name, problem)]);
        let (letters, numbers) = (options.small(LETTERS), options.small(NUMBERS));
        let most = Chart::MOST_DOTS;
        let Some(chart) = Chart::new(letters, numbers) else {
            let problem = format!(
                "`letters` times `numbers` may be at most {most}, and {letters} x {numbers} is more"
            );
            return fault(LETTERS, problem);
        };
        let (houses, guns) = (options.small(HOUSES) as usize, options.small(GUNS) as usize);
        let size = chart.size();
        if houses.saturating_add(guns) > size {
            let problem = format!(
                "{houses} houses and {guns} guns need a dot each, but the chart has only {size} \
                 dots"
            );
            return fault(HOUSES, problem);
        }
        let miss_limit = Some(options.small(MISS_LIMIT)).filter(|limit| *limit > 0);
        let last_survivor_wins = options.flag(LAST_SURVIVOR);
        Ok(Options { chart, houses, guns, miss_limit, last_survivor_wins })
    }

    /// Returns the position before the first call. Rule: the nearest player to the Checker's left,
    /// seat 1, always begins.
    fn start(options: &Options, seats: u8) -> position::State {
        position::State::new(options, seats)
    }

    fn policies() -> Policies<Self> {
        &[
            (Level::Any, &bot::Random),
            (Level::Easy, &bot::Loose),
            (Level::Medium, &bot::Careful),
            (Level::Hard, &bot::Random),
        ]
    }
}
