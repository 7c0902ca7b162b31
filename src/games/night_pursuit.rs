//! A toy game for tests, and an example for secret moves: a thief walks through a town of nine
//! places and seals each step, and a guard walks after the thief. The guard hides nothing.

use std::fmt;

use serde_json::{Value as Json, json};

use crate::rules::scene::{Board, Cell, Edge, Line, Role, Row, Scene};
use crate::rules::{
    AsJson, Chance, Due, EndedBy, Forfeits, Game, Hand, Knowledge, Known, Level, Move, Never,
    NoBoxes, Numbers, Observation, Open, OptionError, OptionMap, Outcome, Pointing, Policies,
    Policy, Position, Private, Profile, SealedPart, Seat, Setup, SetupHelp, Show, Shown, Step,
    one_of, spelled, words,
};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NightPursuit;

const THIEF: Seat = Seat::OPENER;
const GUARD: Seat = Seat::JOINER;
/// Number of steps that the thief needs to escape.
const STEPS: u8 = 6;
/// The step in which the thief is seen.
const SEEN: u8 = 3;

words! {
    pub(crate) enum Place {
        Abbey = "Abbey", Bridge = "Bridge", Castle = "Castle",
        Docks = "Docks", Exchange = "Exchange", Fountain = "Fountain",
        Gate = "Gate", Harbor = "Harbor", Inn = "Inn",
    }
}

words! {
    pub(crate) enum Road { Street = "street", Tunnel = "tunnel" }
}

impl Place {
    /// Returns the road to another place.
    fn road(self, to: Place) -> Option<Road> {
        let ([row, column], [other_row, other_column]) =
            [self, to].map(|place| [place as usize / 3, place as usize % 3]).into();
        match (row.abs_diff(other_row), column.abs_diff(other_column)) {
            (0, 1) | (1, 0) => Some(Road::Street),
            (2, 2) => Some(Road::Tunnel),
            _ => None,
        }
    }
    fn neighbors(self) -> impl Iterator<Item = Place> {
        Place::ALL.into_iter().filter(move |to| self.road(*to).is_some())
    }
}

/// An item that the thief seals: the start in the setup, or a step in a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    Start,
    Step(u8),
}

spelled!(Item: (1..=STEPS).map(Item::Step).chain([Item::Start]));

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Start => f.write_str("start"),
            Item::Step(number) => write!(f, "step-{number}"),
        }
    }
}

/// Where the thief starts. `None` for the guard, who hides nothing.
#[derive(Clone, PartialEq)]
pub(crate) struct Start(Option<Place>);

impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Start(..)")
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Walk {
    /// A move that everyone sees: the guard's, or the step in which the thief is seen.
    Go(Place),
    /// A hidden step: everyone sees the road, and the place is `None` after it was sealed.
    Hide(Road, Option<Place>),
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum NoWalk {
    #[error("name one of the nine places")]
    NoPlace,
    #[error("no road of that kind leads there")]
    NoRoad,
    #[error("seal all your steps except step {SEEN}")]
    NotSealed,
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
enum Phase {
    #[default]
    Post,
    Hide,
    Seek,
    Met,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct State {
    phase: Phase,
    guard: Option<Place>,
    /// The thief's steps so far: a hidden step has its road, a visible step its place.
    steps: Vec<Walk>,
    outcome: Option<Outcome>,
}

impl Game for NightPursuit {
    const PROFILE: Profile = Profile {
        chance: Chance::Never,
        published: false,
        ..Profile::new("night-pursuit", "Night Pursuit", "np")
    };
    type Options = ();
    type Setup = Start;
    type Item = Item;
    type Value = Place;
    type Fault = NoWalk;
    type Position = State;
    type Move = Walk;
    type Illegal = NoWalk;
    type Question = Place;
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
        &[(Level::Any, &Walker)]
    }
}

/// Finds a place by its name or the first letters of its name.
fn read(typed: &str) -> Result<Place, NoWalk> {
    let typed = typed.trim().to_lowercase();
    let is_meant = |place: &Place| place.as_str().to_lowercase().starts_with(&typed);
    Place::ALL.into_iter().find(is_meant).filter(|_| !typed.is_empty()).ok_or(NoWalk::NoPlace)
}

impl Setup<NightPursuit> for Start {
    fn help((): &(), seat: Seat) -> Option<SetupHelp> {
        (seat == THIEF).then(|| SetupHelp {
            ask: "Choose where you start".to_owned(),
            done: "has hidden in the town".to_owned(),
            example: Some("Abbey".to_owned()),
            form: "# one of the nine places\n".to_owned(),
        })
    }
    fn nothing() -> Option<Self> {
        Some(Start(None))
    }
    fn items((): &(), seat: Seat) -> Vec<Item> {
        if seat == THIEF { vec![Item::Start] } else { Vec::new() }
    }
    fn value(&self, (): &(), _: &Item) -> Place {
        self.0.unwrap_or(Place::Abbey)
    }
    fn read((): &(), _: Seat, typed: &str) -> Result<Self, Vec<NoWalk>> {
        let line = typed.lines().find(|line| !line.starts_with('#'));
        read(line.unwrap_or_default()).map(|place| Start(Some(place))).map_err(|fault| vec![fault])
    }
    fn parse((): &(), _: Seat, entries: &[String]) -> Option<Self> {
        let [place] = entries else { return None };
        Some(Start(Some(place.parse().ok()?)))
    }
    fn write(&self, (): &(), _: Seat) -> Vec<String> {
        self.0.iter().map(Place::to_string).collect()
    }
    fn faults(&self, (): &(), _: Seat) -> Vec<NoWalk> {
        Vec::new()
    }
    fn random((): &(), _: Seat, numbers: &mut dyn Numbers) -> Self {
        Start(numbers.pick(&Place::ALL).copied())
    }
    fn find((): &(), _: Seat, is: &dyn Fn(&Item, &Place) -> bool) -> Option<Self> {
        let place = Place::ALL.into_iter().find(|place| is(&Item::Start, place));
        place.map(|place| Start(Some(place)))
    }
}

impl Move<NightPursuit> for Walk {
    fn read(typed: &str, seen: &Observation<'_, NightPursuit>) -> Result<Self, NoWalk> {
        let (to, state) = (read(typed)?, seen.position);
        if seen.private.seat == GUARD || state.next_step() == SEEN {
            return Ok(Walk::Go(to));
        }
        let from = state.place_of(seen.private).ok_or(NoWalk::NoRoad)?;
        let road = from.road(to).ok_or(NoWalk::NoRoad)?;
        Ok(Walk::Hide(road, Some(to)))
    }
    fn parse(entries: &[String], _: &State) -> Result<Self, NoWalk> {
        let [word] = entries else { return Err(NoWalk::NoPlace) };
        let road = word.parse().map(|road| Walk::Hide(road, None));
        road.or_else(|_| word.parse().map(Walk::Go)).map_err(|_| NoWalk::NoPlace)
    }
    fn write(&self) -> Vec<String> {
        vec![match self {
            Walk::Go(place) | Walk::Hide(_, Some(place)) => place.to_string(),
            Walk::Hide(road, None) => road.to_string(),
        }]
    }
    fn conceal(self, state: &State, _: u32) -> (Self, Option<SealedPart<NightPursuit>>) {
        match self {
            Walk::Hide(road, Some(to)) => {
                (Walk::Hide(road, None), Some((Item::Step(state.next_step()), to)))
            }
            shown => (shown, None),
        }
    }
    fn concealed(&self, state: &State, _: u32) -> Option<Item> {
        matches!(self, Walk::Hide(_, None)).then(|| Item::Step(state.next_step()))
    }
    fn sealable(_: &State, _: &Item) -> Option<Vec<Place>> {
        Some(Place::ALL.to_vec())
    }
}

impl State {
    /// Returns the number of the thief's next step.
    fn next_step(&self) -> u8 {
        u8::try_from(self.steps.len()).map_or(STEPS, |taken| STEPS.min(taken.saturating_add(1)))
    }
    /// Returns the thief's place after the last step, if this seat knows it.
    fn place_of(&self, own: &Private<NightPursuit>) -> Option<Place> {
        match self.steps.last() {
            Some(Walk::Go(place)) => Some(*place),
            Some(Walk::Hide(..)) => {
                own.sealed.get(&Item::Step(u8::try_from(self.steps.len()).ok()?)).copied()
            }
            None => own.setup.0,
        }
    }
    /// Returns the places to which this seat may go.
    fn ways(&self, own: &Private<NightPursuit>) -> Vec<Place> {
        let from = if own.seat == THIEF { self.place_of(own) } else { self.guard };
        from.map_or_else(|| Place::ALL.to_vec(), |from| from.neighbors().collect())
    }
}

impl Position<NightPursuit> for State {
    fn due(&self) -> Due<NightPursuit> {
        match (&self.outcome, self.phase, self.guard) {
            (Some(outcome), ..) => Due::Over(outcome.clone()),
            (None, Phase::Met, Some(question)) => {
                Due::Answer { seat: THIEF, question, or_move: false }
            }
            (None, Phase::Hide, _) => Due::Move(THIEF),
            (None, ..) => Due::Move(GUARD),
        }
    }
    fn apply(&mut self, step: &Step<NightPursuit>, _: &Shown<NightPursuit>) -> Vec<String> {
        match step {
            Step::Moved { seat, mv: Walk::Go(to), .. } if *seat == GUARD => {
                self.phase = if self.phase == Phase::Post { Phase::Hide } else { Phase::Met };
                self.guard = Some(*to);
                vec![format!("{seat} goes to {to}")]
            }
            Step::Moved { seat, mv, .. } => {
                self.phase = Phase::Seek;
                self.steps.push(mv.clone());
                vec![match mv {
                    Walk::Go(to) => format!("{seat} is seen at {to}"),
                    Walk::Hide(road, _) => format!("{seat} takes a {road}"),
                }]
            }
            Step::Answered { question, answer: met, .. } => {
                self.phase = Phase::Hide;
                let escaped = self.steps.len() >= usize::from(STEPS);
                let winner = if *met { GUARD } else { THIEF };
                if *met || escaped {
                    let reason = format!("{winner} wins");
                    self.outcome = Some(Outcome::win(winner, 2, EndedBy::Board, reason));
                }
                vec![format!("{THIEF} {} at {question}", if *met { "is" } else { "is not" })]
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
    fn check(&self, seat: Seat, mv: &Walk, _: &Shown<NightPursuit>) -> Result<(), NoWalk> {
        match (mv, self.guard) {
            (Walk::Go(to), Some(from)) if seat == GUARD => {
                from.road(*to).map(drop).ok_or(NoWalk::NoRoad)
            }
            (Walk::Go(_), None) if seat == GUARD => Ok(()),
            (Walk::Go(_), _) if self.next_step() == SEEN => Ok(()),
            (Walk::Hide(..), _) if seat == THIEF && self.next_step() != SEEN => Ok(()),
            _ => Err(NoWalk::NotSealed),
        }
    }
    fn opens_for_answer(&self, at: &Place, met: &bool) -> Vec<Open<NightPursuit>> {
        match self.steps.last() {
            Some(Walk::Hide(..)) if *met => {
                let step = u8::try_from(self.steps.len()).unwrap_or(STEPS);
                vec![Open::is(THIEF, Item::Step(step), *at)]
            }
            _ => Vec::new(),
        }
    }
}

impl Forfeits<NightPursuit> for State {}

impl Knowledge<NightPursuit> for State {
    fn truth(&self, at: &Place, known: Known<'_, NightPursuit>) -> Option<bool> {
        match self.steps.last() {
            Some(Walk::Go(place)) => Some(place == at),
            _ => Some(self.place_of(known.of(THIEF)?)? == *at),
        }
    }
    fn check_private(seen: Observation<'_, NightPursuit>, mv: &Walk) -> Result<(), NoWalk> {
        let (state, own) = (seen.position, seen.private);
        if own.seat == GUARD {
            return Ok(());
        }
        let sealed = || own.sealed.get(&Item::Step(state.next_step())).copied();
        let (road, to) = match mv {
            Walk::Go(to) => (None, Some(*to)),
            Walk::Hide(road, to) => (Some(*road), to.or_else(sealed)),
        };
        // In the audit, a seal that hides no place is a separate finding.
        let (Some(from), Some(to)) = (state.place_of(own), to) else { return Ok(()) };
        let there = from.road(to);
        if there.is_some() && (road.is_none() || road == there) {
            Ok(())
        } else {
            Err(NoWalk::NoRoad)
        }
    }
}

impl Show<NightPursuit> for State {
    fn scene(&self, _: &Shown<NightPursuit>, own: Option<&Private<NightPursuit>>) -> Scene {
        let secrets = own.filter(|own| own.seat == THIEF);
        let seen = match self.steps.last() {
            Some(Walk::Go(place)) => Some(*place),
            _ => secrets.and_then(|own| self.place_of(own)),
        };
        let cell = |place: Place| match place {
            _ if Some(place) == seen => Cell::new("T", Role::Own),
            _ if Some(place) == self.guard => Cell::new("G", Role::Foe),
            _ => Cell::new(&place.as_str()[..1], Role::Plain),
        };
        let guard = self.guard.map_or("nowhere", Place::as_str);
        Scene {
            boards: vec![town(cell)],
            list: vec![format!(
                "The guard is at {guard}. The thief took {} steps.",
                self.steps.len()
            )],
            ..Scene::default()
        }
    }
}

impl AsJson<NightPursuit> for State {
    fn json(&self, _: &Shown<NightPursuit>) -> Json {
        let steps: Vec<String> = self.steps.iter().flat_map(Walk::write).collect();
        json!({ "guard": self.guard.map(Place::as_str), "steps": steps })
    }
    fn private_json(&self, seen: Observation<'_, NightPursuit>) -> Json {
        let sealed = seen.private.sealed.iter();
        let sealed = sealed.map(|(item, place)| (item.to_string(), json!(place.as_str())));
        json!({
            "start": seen.private.setup.0.map(Place::as_str),
            "sealed": sealed.collect::<serde_json::Map<_, _>>(),
        })
    }
}

fn town(cell: impl Fn(Place) -> Cell) -> Board {
    let row = |places: &[Place]| Row::Cells {
        label: String::new(),
        name: String::new(),
        cells: places.iter().map(|place| cell(*place).named(place.as_str())).collect(),
    };
    let edge = |from: Place, to: Place| match from.road(to)? {
        Road::Street => Some(Edge::new(from, to, Line::Path)),
        Road::Tunnel => Some(Edge::new(from, to, Line::Tunnel)),
    };
    let pairs = Place::ALL.into_iter().flat_map(|from| Place::ALL.map(|to| (from, to)));
    Board {
        id: "town",
        columns: vec![String::new(); 3],
        cell_width: 4,
        rows: Place::ALL.chunks(3).map(row).collect(),
        edges: pairs
            .filter(|(from, to)| from < to)
            .filter_map(|(from, to)| edge(from, to))
            .collect(),
        ..Board::default()
    }
}

impl Pointing<NightPursuit> for State {
    fn touch(seen: Observation<'_, NightPursuit>, draft: &str) -> Option<Hand> {
        let ways = seen.position.ways(seen.private).into_iter().map(|place| place.to_string());
        one_of("town", "go to", "Touch a place.", ways, draft)
    }
    fn touch_setup((): &(), _: Seat, draft: &str, _: &mut dyn Numbers) -> Option<Hand> {
        let places = Place::ALL.into_iter().map(|place| place.to_string());
        let mut hand = one_of("town", "start at", "Touch a place.", places, draft)?;
        hand.boards = vec![town(|place| Cell::new(&place.as_str()[..1], Role::Plain))];
        Some(hand)
    }
}

struct Walker;
impl Policy<NightPursuit> for Walker {
    fn choose(&self, seen: Observation<'_, NightPursuit>, numbers: &mut dyn Numbers) -> Walk {
        let (state, ways) = (seen.position, seen.position.ways(seen.private));
        // The thief often avoids the places that the guard can reach, if there are others.
        let is_safe = |to: &&Place| state.guard.is_none_or(|guard| guard.road(**to).is_none());
        let safe: Vec<Place> = ways.iter().filter(is_safe).copied().collect();
        let flees = seen.private.seat == THIEF && !safe.is_empty() && numbers.below(2) == 0;
        let to = numbers.pick(if flees { &safe } else { &ways }).copied().unwrap_or(Place::Abbey);
        match state.place_of(seen.private).and_then(|from| from.road(to)) {
            Some(road) if seen.private.seat == THIEF && state.next_step() != SEEN => {
                Walk::Hide(road, Some(to))
            }
            _ => Walk::Go(to),
        }
    }
}
