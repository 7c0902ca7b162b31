//! Game Box: callers name dots of a chart on which the Checker has hidden houses and guns.
//!
//! One seat, the Checker, seals the chart; the others hide nothing and call in turn, `MISS`, `HIT`
//! or `GUN`. Every answer opens the dot that was called, so no answer can be false; only the number
//! of houses and guns has to wait for the Checker's reveal.

mod chart;
mod play;
mod scene;
mod setup;
#[cfg(test)]
mod tests;
mod words;

use std::convert::Infallible;
use std::ops::RangeInclusive;

pub use chart::{Chart, Dot, Misread};
pub use play::{BOMBS_TO_LOSE, Caller, HITS_TO_WIN, QUIET_ROUNDS, State};
pub use setup::{Fault, Layout};
pub use words::{Answer, Draw, Event, Holding, Illegal, Known, Out};

use super::scene::Scene;
use super::{
    Chance, Fact, Must, Numbers, Opening, OptionFault, OptionKind, OptionMap, OptionMapExt,
    OptionSpec, OptionValue, Outcome, Own, Pending, Rules, Seat, SetupHelp,
};
use crate::board::text::{plain, quoted};

/// The Checker: a seat of its own, that of the player who opens the game.
pub const CHECKER: Seat = Seat::OPENER;

/// The rule book of Game Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameBox;

/// The house rules of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// the chart
    pub chart: Chart,
    /// houses on it
    pub houses: usize,
    /// guns on it
    pub guns: usize,
    /// misses that put a caller out
    pub miss_limit: Option<u32>,
    /// whether a caller wins when all others are out
    pub last_survivor_wins: bool,
}

impl Rules for GameBox {
    const ID: &'static str = "game-box";
    const TITLE: &'static str = "Game Box";
    const SEATS: RangeInclusive<u8> = 3..=9;
    const CHANCE: Chance = Chance::Never;
    const MANUAL: &'static str = include_str!("../../../docs/games/game-box.md");

    type Options = Options;
    type State = State;
    type Secret = Layout;
    type Item = Dot;
    type Value = Holding;
    type Choice = Dot;
    type Question = Dot;
    type Answer = Answer;
    type Draw = Infallible;
    type Drawn = Infallible;
    type Event = Event;
    type Illegal = Illegal;
    type Fault = Fault;

    fn options() -> Vec<OptionSpec> {
        let number = |name, default, min, max, help| OptionSpec {
            name,
            default: OptionValue::Number(default),
            kind: OptionKind::Number { min, max, or_none: false },
            help,
        };
        vec![
            number(
                "letters",
                8,
                1,
                i64::from(Chart::MOST_LETTERS),
                "letters of the chart, from A on",
            ),
            number(
                "numbers",
                9,
                1,
                i64::from(Chart::MOST_NUMBERS),
                "numbers of the chart, from 1 on",
            ),
            number("houses", 10, i64::from(HITS_TO_WIN), 15, "houses that the Checker hides"),
            number("guns", 10, 0, 15, "guns that the Checker hides"),
            OptionSpec {
                name: "miss-limit",
                default: OptionValue::Number(0),
                kind: OptionKind::Number { min: 1, max: 128, or_none: true },
                help: "misses that put a caller out",
            },
            OptionSpec {
                name: "last-survivor-wins",
                default: OptionValue::Flag(false),
                kind: OptionKind::Flag,
                help: "whether a caller wins when all others are out",
            },
            OptionSpec {
                name: "checker",
                default: OptionValue::Word("same".to_owned()),
                kind: OptionKind::Word(&["same", "winner"]),
                help: "who is the Checker of the next game of a series",
            },
        ]
    }

    fn read_options(options: &OptionMap, _seats: u8) -> Result<Options, Vec<OptionFault>> {
        let (letters, numbers) = (options.small("letters"), options.small("numbers"));
        let Some(chart) = Chart::new(letters, numbers) else {
            let problem = format!(
                "letters times numbers may be at most {}, and {letters} x {numbers} is more",
                Chart::MOST_DOTS
            );
            return Err(vec![OptionFault::new("letters", problem)]);
        };
        let (houses, guns) = (options.small("houses") as usize, options.small("guns") as usize);
        if houses.saturating_add(guns) > chart.size() {
            let problem = format!(
                "{houses} houses and {guns} guns need a dot each, and the chart has {}",
                chart.size()
            );
            return Err(vec![OptionFault::new("houses", problem)]);
        }
        let miss_limit = Some(options.small("miss-limit")).filter(|limit| *limit > 0);
        Ok(Options {
            chart,
            houses,
            guns,
            miss_limit,
            last_survivor_wins: options.flag("last-survivor-wins"),
        })
    }

    /// The nearest player to the Checker's left, seat 1, always begins.
    fn start(options: &Options, seats: u8, _first: Option<Seat>) -> State {
        State::new(options, seats)
    }

    fn pending(state: &State) -> Pending<Self> {
        state.pending()
    }

    fn fold(state: &mut State, fact: &Fact<Self>) -> Vec<Event> {
        state.fold(fact)
    }

    fn may_reveal(state: &State, seat: Seat) -> bool {
        seat == CHECKER && state.decided().is_some()
    }

    fn may_leave(state: &State) -> bool {
        state.decided().is_none()
    }

    fn may_offer_draw(_state: &State) -> bool {
        false
    }

    fn result_despite(state: &State, _seat: Seat) -> Option<Outcome> {
        state.won().cloned()
    }

    fn nothing_to_hide(_state: &State, seat: Seat) -> Option<Layout> {
        (seat != CHECKER).then(Layout::default)
    }

    fn items(state: &State, seat: Seat) -> Vec<Dot> {
        if seat == CHECKER { state.chart().dots().collect() } else { Vec::new() }
    }

    fn value(_state: &State, secret: &Layout, item: &Dot) -> Holding {
        secret.at(*item)
    }

    fn read_secret(state: &State, _seat: Seat, typed: &str) -> Result<Layout, Vec<Fault>> {
        Layout::read(state.options(), typed)
    }

    fn write_secret(_state: &State, seat: Seat, secret: &Layout) -> Vec<String> {
        if seat == CHECKER { secret.write() } else { Vec::new() }
    }

    fn parse_secret(_state: &State, seat: Seat, entries: &[String]) -> Option<Layout> {
        if seat == CHECKER {
            Layout::parse(entries)
        } else {
            entries.is_empty().then(Layout::default)
        }
    }

    fn check_secret(state: &State, seat: Seat, secret: &Layout) -> Vec<Fault> {
        if seat == CHECKER { secret.check(state.options()) } else { Vec::new() }
    }

    fn random_secret(state: &State, seat: Seat, numbers: &mut dyn Numbers) -> Layout {
        if seat == CHECKER { Layout::random(state.options(), numbers) } else { Layout::default() }
    }

    fn setup_help(state: &State, _seat: Seat) -> SetupHelp {
        let Options { chart, houses, guns, .. } = state.options();
        let what =
            format!("Place {houses} houses and {guns} guns on the chart, {chart}, one to a dot");
        SetupHelp { what, example: Some(Layout::example(state.options()).write().join("; ")) }
    }

    fn form(state: &State, _seat: Seat) -> String {
        setup::form(state.options())
    }

    fn describe_secret(_state: &State, _seat: Seat, secret: &Layout) -> String {
        secret.write().join("; ")
    }

    fn read_choice(state: &State, _own: &Own<Self>, typed: &str) -> Result<Dot, Illegal> {
        Dot::read(typed).ok_or_else(|| Illegal::NotADot {
            read: quoted(typed),
            chart: state.chart().to_string(),
            example: scene::example(state).map(|dot| dot.to_string()).unwrap_or_default(),
        })
    }

    fn write_choice(choice: &Dot) -> Vec<String> {
        vec![choice.to_string()]
    }

    fn parse_choice(state: &State, entries: &[String]) -> Result<Dot, Illegal> {
        let [entry] = entries else { return Err(Illegal::OneCall(entries.len())) };
        entry.parse().map_err(|Misread| Illegal::NotADot {
            read: quoted(entry),
            chart: state.chart().to_string(),
            example: scene::example(state).map(|dot| dot.to_string()).unwrap_or_default(),
        })
    }

    fn check(state: &State, seat: Seat, choice: &Dot) -> Result<(), Illegal> {
        state.check(seat, *choice)
    }

    fn check_own(_state: &State, _own: &Own<Self>, _choice: &Dot) -> Result<(), Illegal> {
        Ok(())
    }

    /// A dot that nobody has called yet; when all have been, one that costs nothing.
    fn random_choice(state: &State, _own: &Own<Self>, numbers: &mut dyn Numbers) -> Dot {
        let fresh = state.dots_where(|known| known.is_none());
        let harmless = || state.dots_where(|known| known != Some(Known::Gun));
        let any = || state.chart().dots().collect::<Vec<_>>();
        let dots = [fresh]
            .into_iter()
            .chain([harmless(), any()])
            .find(|dots| !dots.is_empty())
            .unwrap_or_default();
        dots[numbers.index(dots.len())]
    }

    fn truth(state: &State, known: &[&Own<Self>], question: &Dot) -> Option<Answer> {
        state.truth(known, *question)
    }

    fn because(state: &State, known: &[&Own<Self>], question: &Dot) -> Option<String> {
        if let Some(Known::Removed { by }) = state.known(*question) {
            return Some(format!("its house was hit by {by}"));
        }
        Some(match state.truth(known, *question)? {
            Answer::Hit => format!("a house stands on {question}"),
            Answer::Gun => format!("a gun stands on {question}"),
            Answer::Miss => format!("{question} is empty"),
        })
    }

    fn opens_for_answer(
        state: &State,
        _seat: Seat,
        question: &Dot,
        answer: &Answer,
    ) -> Vec<Must<Self>> {
        state.opens(*question, *answer)
    }

    fn check_opening(state: &State, opening: &Opening<Self>) -> Result<(), Illegal> {
        let dot = opening.of.item;
        if state.chart().contains(dot) {
            Ok(())
        } else {
            Err(Illegal::OffChart { dot, chart: state.chart().to_string() })
        }
    }

    fn roll(_state: &State, draw: &Infallible, _numbers: &mut dyn Numbers) -> Infallible {
        *draw
    }

    fn scene(state: &State, own: Option<&Own<Self>>) -> Scene {
        scene::paint(state, own)
    }

    fn json(
        state: &State,
        own: Option<&Own<Self>>,
    ) -> (serde_json::Value, Option<serde_json::Value>) {
        scene::json(state, own)
    }

    fn hint(state: &State, _own: &Own<Self>) -> Option<Vec<String>> {
        Some(scene::odds(state))
    }

    fn foresee(state: &State, _own: &Own<Self>, choice: &Dot) -> Vec<String> {
        vec![match state.known(*choice) {
            Some(Known::Empty) => format!("{choice} is known to be empty: a MISS"),
            Some(Known::Removed { by }) => format!("the house on {choice} was hit by {by}: a MISS"),
            Some(Known::Gun) => format!("a gun stands on {choice}: it costs a bomb"),
            None => return scene::odds(state),
        }]
    }

    fn mark_squares(state: &State, typed: &str) -> Option<Vec<String>> {
        let dots = match plain(typed).split_once('-') {
            Some((from, to)) if from.len() > 1 => {
                state.chart().between(Dot::read(from)?, Dot::read(to)?)?
            }
            _ => vec![Dot::read(typed).filter(|dot| state.chart().contains(*dot))?],
        };
        Some(dots.iter().map(Dot::to_string).collect())
    }
}
