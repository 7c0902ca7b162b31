//! A toy: the opener hides in one of nine houses, the joiner knocks at one after the other.

use serde_json::{Value as Json, json};

use crate::board::{Coord, NotCanonical};
use crate::rules::scene::{Board, Cell, Role, Row, Scene};
use crate::rules::*;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hideout;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct House(Option<Coord>);

#[derive(Clone, Debug)]
pub(crate) struct State {
    knocked: Vec<Coord>,
    asked: Option<Coord>,
    outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Knock(Coord);

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("knock at a house, A1 to A9, where nobody has knocked")]
pub(crate) struct NoHouse;

fn houses() -> impl Iterator<Item = Coord> {
    (0..9).map(|number| Coord { letter: 0, number })
}

fn read(text: &str) -> Option<Coord> {
    text.trim().to_uppercase().parse().ok().filter(|house| houses().any(|known| known == *house))
}

impl Game for Hideout {
    const ID: &'static str = "hideout";
    const TITLE: &'static str = "Hideout";
    const SHORT: &'static str = "ho";
    const CHANCE: Chance = Chance::Never;
    const MANUAL: &'static str = "";
    type Options = ();
    type Setup = House;
    type Item = Coord;
    type Value = bool;
    type Position = State;
    type Move = Knock;
    type Question = Coord;
    type Answer = bool;
    type Roll = Never;
    type Rolled = Never;
    type Illegal = NoHouse;
    type Fault = NoHouse;
    type Boxes = NoBoxes;
    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }
    fn read_options(_: &OptionMap, _: u8) -> Result<(), Vec<OptionFault>> {
        Ok(())
    }
    fn start(_: &(), _: u8) -> State {
        State { knocked: Vec::new(), asked: None, outcome: None }
    }
    fn policies() -> &'static [(&'static str, &'static dyn Policy<Self>)] {
        &[("blind", &Blind)]
    }
}

impl Setup<Hideout> for House {
    fn help(_: &(), seat: Seat) -> Option<SetupHelp> {
        (seat == Seat::OPENER).then(|| SetupHelp {
            ask: "Hide in a house".to_owned(),
            done: "hides".to_owned(),
            example: Some("A4".to_owned()),
            form: "# A1 to A9\n".to_owned(),
        })
    }
    fn nothing() -> Option<Self> {
        Some(House(None))
    }
    fn items(_: &(), seat: Seat) -> Vec<Coord> {
        if seat == Seat::OPENER { houses().collect() } else { Vec::new() }
    }
    fn value(&self, _: &(), item: &Coord) -> bool {
        self.0 == Some(*item)
    }
    fn read(_: &(), _: Seat, typed: &str) -> Result<Self, Vec<NoHouse>> {
        read(typed).map(|house| House(Some(house))).ok_or(vec![NoHouse])
    }
    fn parse(_: &(), _: Seat, entries: &[String]) -> Option<Self> {
        let [entry] = entries else { return None };
        entry.parse().ok().map(|house| House(Some(house)))
    }
    fn write(&self, _: &(), _: Seat) -> Vec<String> {
        self.0.iter().map(Coord::to_string).collect()
    }
    fn faults(&self, _: &(), _: Seat) -> Vec<NoHouse> {
        if houses().any(|house| Some(house) == self.0) { Vec::new() } else { vec![NoHouse] }
    }
    fn random(_: &(), seat: Seat, numbers: &mut dyn Numbers) -> Self {
        let at = numbers.index(9);
        House(houses().nth(at).filter(|_| seat == Seat::OPENER))
    }
    fn describe(&self, _: &(), _: Seat) -> String {
        self.write(&(), Seat::OPENER).join(" ")
    }
}

impl Move<Hideout> for Knock {
    fn read(typed: &str, _: &Observation<'_, Hideout>) -> Result<Self, NoHouse> {
        read(typed).map(Knock).ok_or(NoHouse)
    }
    fn parse(entries: &[String], _: &State) -> Result<Self, NoHouse> {
        let [entry] = entries else { return Err(NoHouse) };
        entry.parse().map(Knock).map_err(|NotCanonical| NoHouse)
    }
    fn write(&self) -> Vec<String> {
        vec![self.0.to_string()]
    }
}

impl Position<Hideout> for State {
    fn due(&self) -> Due<Hideout> {
        match (&self.outcome, self.asked) {
            (Some(outcome), _) => Due::Over(outcome.clone()),
            (None, Some(question)) => Due::Answer { seat: Seat::OPENER, question, or_move: false },
            (None, None) => Due::Move(Seat::JOINER),
        }
    }
    fn apply(&mut self, step: &Step<Hideout>, _: &Shown<Hideout>) -> Vec<String> {
        match step {
            Step::Moved { seat, mv, .. } => {
                self.asked = Some(mv.0);
                vec![format!("{seat} knocks at {}", mv.0)]
            }
            Step::Answered { question, answer, .. } => {
                self.asked = None;
                self.knocked.push(*question);
                let winner = if *answer { Seat::JOINER } else { Seat::OPENER };
                if *answer || self.knocked.len() == 5 {
                    self.outcome =
                        Some(Outcome::win(winner, 2, EndedBy::Board, format!("{winner} wins")));
                }
                vec![format!("the house {question} is {}", if *answer { "it" } else { "empty" })]
            }
            _ => Vec::new(),
        }
    }
    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
    fn roll(&self, roll: &Never, _: &mut dyn Numbers) -> Never {
        *roll
    }
    fn check(&self, _: Seat, mv: &Knock, _: &Shown<Hideout>) -> Result<(), NoHouse> {
        if self.knocked.contains(&mv.0) || !houses().any(|h| h == mv.0) {
            Err(NoHouse)
        } else {
            Ok(())
        }
    }
    fn opens_for_answer(&self, question: &Coord, answer: &bool) -> Vec<Open<Hideout>> {
        vec![Open::is(Seat::OPENER, *question, *answer)]
    }
}

impl Knowledge<Hideout> for State {
    fn truth(
        &self,
        question: &Coord,
        known: Known<'_, Hideout>,
        _: &Shown<Hideout>,
    ) -> Option<bool> {
        Some(known.of(Seat::OPENER)?.setup.0 == Some(*question))
    }
}

impl Show<Hideout> for State {
    fn scene(&self, _: &Shown<Hideout>, _: Option<&Private<Hideout>>) -> Scene {
        let cell = |h: Coord| {
            Cell::new(if self.knocked.contains(&h) { "x" } else { "." }, Role::Plain)
                .named(h.to_string())
        };
        let row = Row::Cells {
            label: "A".to_owned(),
            name: String::new(),
            cells: houses().map(cell).collect(),
        };
        let board = Board {
            columns: (1..10).map(|n| n.to_string()).collect(),
            cell_width: 3,
            rows: vec![row],
            ..Board::default()
        };
        Scene { boards: vec![board], list: vec!["Nine houses.".to_owned()], ..Scene::default() }
    }
    fn json(&self, _: &Shown<Hideout>) -> Json {
        json!({ "knocked": self.knocked.len() })
    }
    fn private_json(&self, _: Observation<'_, Hideout>) -> Json {
        json!({})
    }
}

#[derive(Debug)]
struct Blind;
impl Policy<Hideout> for Blind {
    fn choose(&self, seen: Observation<'_, Hideout>, numbers: &mut dyn Numbers) -> Knock {
        let left: Vec<Coord> = houses().filter(|h| !seen.position.knocked.contains(h)).collect();
        Knock(numbers.pick(&left).copied().unwrap_or(Coord { letter: 0, number: 0 }))
    }
}
