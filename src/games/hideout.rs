//! A toy game for tests, and an example for adding a game: the opener hides in one of nine houses,
//! and the joiner knocks at five houses in turn.

use serde_json::{Value as Json, json};

use crate::board::{Coord, NotCanonical};
use crate::rules::scene::{Board, Cell, Role, Row, Scene};
use crate::rules::{
    AsJson, Chance, Due, EndedBy, Forfeits, Game, Hand, Knowledge, Known, Level, Misplaced, Move,
    Never, NoBoxes, Numbers, Observation, Open, OptionError, OptionMap, Outcome, Pieces, Placed,
    Placing, Pointing, Policies, Policy, Position, Private, Profile, Seat, SetupHelp, Show, Shown,
    Step, one_of, placing_hand,
};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hideout;

#[derive(Clone, Default, Debug)]
pub(crate) struct State {
    knocked: Vec<Coord>,
    asked: Option<Coord>,
    outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Knock(Coord);

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("name a house, A1 to A9, where you haven't knocked yet")]
pub(crate) struct NoHouse;

fn houses() -> impl Iterator<Item = Coord> {
    (0..9).map(|number| Coord { letter: 0, number })
}

fn read(typed: &str) -> Result<Coord, NoHouse> {
    let house = typed.trim().to_uppercase().parse().map_err(|NotCanonical| NoHouse)?;
    if houses().any(|known| known == house) { Ok(house) } else { Err(NoHouse) }
}

impl Game for Hideout {
    const PROFILE: Profile = Profile {
        chance: Chance::Never,
        published: false,
        ..Profile::new("hideout", "Hideout", "ho")
    };
    type Options = ();
    type Setup = Placed<Self>;
    type Item = Coord;
    type Value = bool;
    type Fault = NoHouse;
    type Position = State;
    type Move = Knock;
    type Illegal = NoHouse;
    type Question = Coord;
    type Answer = bool;
    type Roll = Never;
    type Rolled = Never;
    type Boxes = NoBoxes;
    fn read_options(_: &OptionMap, _: u8) -> Result<(), Vec<OptionError>> {
        Ok(())
    }
    fn start((): &(), _: u8) -> State {
        State::default()
    }
    fn policies() -> Policies<Self> {
        &[(Level::Any, &Blind)]
    }
}

impl Pieces for Hideout {
    fn stock((): &(), seat: Seat) -> Vec<(bool, usize)> {
        if seat == Seat::OPENER { vec![(true, 1)] } else { Vec::new() }
    }
    fn cells((): &(), _: Seat) -> Vec<Coord> {
        houses().collect()
    }
    fn board((): &(), _: Seat, cell: &dyn Fn(&Coord) -> Cell) -> Board {
        street(|house| cell(&house))
    }
    fn piece(_: &bool) -> Cell {
        Cell::new("H", Role::Own)
    }
    fn noun(_: &bool) -> &'static str {
        "hideout"
    }
    fn typed((): &(), _: Seat, typed: &str) -> (Placed<Self>, Vec<NoHouse>) {
        match read(typed) {
            Ok(house) => (Placed::of([(house, true)]), Vec::new()),
            Err(fault) => (Placed::of([]), vec![fault]),
        }
    }
}

impl Placing for Hideout {
    const EMPTY: bool = false;
    fn fault((): &(), _: Misplaced<Self>) -> NoHouse {
        NoHouse
    }
    fn help((): &()) -> SetupHelp {
        SetupHelp {
            ask: "Hide in a house".to_owned(),
            done: "has hidden in a house".to_owned(),
            example: Some("A4".to_owned()),
            form: "# one house, A1 to A9\n".to_owned(),
        }
    }
    fn parse(entries: &[String]) -> Option<Placed<Self>> {
        let [house] = entries else { return None };
        Some(Placed::of([(house.parse().ok()?, true)]))
    }
    fn write(placed: &Placed<Self>) -> Vec<String> {
        placed.all(&true).map(Coord::to_string).collect()
    }
}

impl Move<Hideout> for Knock {
    fn read(typed: &str, _: &Observation<'_, Hideout>) -> Result<Self, NoHouse> {
        read(typed).map(Knock)
    }
    fn parse(entries: &[String], _: &State) -> Result<Self, NoHouse> {
        let [house] = entries else { return Err(NoHouse) };
        house.parse().map(Knock).map_err(|NotCanonical| NoHouse)
    }
    fn write(&self) -> Vec<String> {
        vec![self.0.to_string()]
    }
}

impl State {
    fn left(&self) -> Vec<Coord> {
        houses().filter(|house| !self.knocked.contains(house)).collect()
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
            Step::Answered { question, answer: found, .. } => {
                self.asked = None;
                self.knocked.push(*question);
                let winner = if *found { Seat::JOINER } else { Seat::OPENER };
                if *found || self.knocked.len() == 5 {
                    let reason = format!("{winner} wins");
                    self.outcome = Some(Outcome::win(winner, 2, EndedBy::Board, reason));
                }
                vec![format!("{question} is {}", if *found { "the hideout" } else { "empty" })]
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
        if self.left().contains(&mv.0) { Ok(()) } else { Err(NoHouse) }
    }
    fn opens_for_answer(&self, question: &Coord, answer: &bool) -> Vec<Open<Hideout>> {
        vec![Open::is(Seat::OPENER, *question, *answer)]
    }
}

impl Forfeits<Hideout> for State {}

impl Knowledge<Hideout> for State {
    fn truth(&self, at: &Coord, known: Known<'_, Hideout>) -> Option<bool> {
        Some(known.of(Seat::OPENER)?.setup.get(at).is_some())
    }
}

impl Show<Hideout> for State {
    fn scene(&self, _: &Shown<Hideout>, own: Option<&Private<Hideout>>) -> Scene {
        let sign = |house| match own {
            _ if self.knocked.contains(&house) => "x",
            Some(own) if own.setup.get(&house).is_some() => "H",
            _ => "·",
        };
        let list = vec![format!("Nine houses, {} knocks.", self.knocked.len())];
        Scene {
            boards: vec![street(|house| Cell::new(sign(house), Role::Plain))],
            list,
            ..Scene::default()
        }
    }
}

impl AsJson<Hideout> for State {
    fn json(&self, _: &Shown<Hideout>) -> Json {
        json!({ "knocked": self.knocked.len() })
    }
}

fn street(cell: impl Fn(Coord) -> Cell) -> Board {
    let cells = houses().map(|house| cell(house).named(house.to_string())).collect();
    let columns = (1..=9).map(|number| number.to_string()).collect();
    let row = Row::Cells { label: "A".to_owned(), name: String::new(), cells };
    Board { id: "street", columns, cell_width: 3, rows: vec![row], ..Board::default() }
}

impl Pointing<Hideout> for State {
    fn touch(seen: Observation<'_, Hideout>, draft: &str) -> Option<Hand> {
        let left = seen.position.left().into_iter().map(|house| house.to_string());
        one_of("street", "knock at", "Touch a house.", left, draft)
    }
    fn touch_setup((): &(), seat: Seat, draft: &str, numbers: &mut dyn Numbers) -> Option<Hand> {
        placing_hand::<Hideout>(&(), seat, draft, numbers)
    }
}

struct Blind;
impl Policy<Hideout> for Blind {
    fn choose(&self, seen: Observation<'_, Hideout>, numbers: &mut dyn Numbers) -> Knock {
        Knock(numbers.pick(&seen.position.left()).copied().unwrap_or_default())
    }
}
