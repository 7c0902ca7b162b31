//! Tests that the audit checks the sealed parts of moves in the same way as a setup, even if no
//! move ever opens these parts.

use serde_json::{Value as Json, json};

use super::*;
use crate::board::Coord;
use crate::crypto::{Bytes16, GameId, Identity};
use crate::games::Hideout;
use crate::rules::scene::Scene;
use crate::rules::{
    AsJson, Chance, Due, EndedBy, Forfeits, Hand, Knowledge, Known, Move, Never, NoBoxes, Numbers,
    Observation, Open, OptionError, OptionMap, Outcome, Pointing, Policies, Position, Private,
    Profile, SealedPart, SetupHelp, Show, Shown, Step,
};
use crate::table::{HiddenMove, Intent, Keys, Plan, option_specs};
use crate::turnfile::{Header, Moment};

type House = <Hideout as Game>::Setup;

/// A toy game: the opener hides in one of nine houses, and the joiner knocks at them. After the
/// first knock, the opener either stays or hops to the next house, and seals this choice.
#[derive(Clone, PartialEq, Debug)]
struct Hop;

#[derive(Clone, PartialEq, Debug)]
enum Act {
    Knock(Coord),
    /// Whether the hop goes to the next house; `None` if this choice is sealed.
    Hop(Option<bool>),
    /// A hop that is sealed and opened in the same turn.
    Leap,
}

#[derive(Clone, Default, Debug)]
struct Street {
    knocks: u8,
    asked: Option<Coord>,
    hopped: bool,
    outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("name a house, or `hop` or `stay`")]
struct NoMove;

/// Item under which a hop is sealed.
const SEALED: Coord = Coord { letter: 1, number: 0 };

impl Game for Hop {
    const PROFILE: Profile = Profile { chance: Chance::Never, ..Profile::new("hop", "Hop", "hp") };
    type Options = ();
    type Setup = House;
    type Item = Coord;
    type Value = bool;
    type Fault = <Hideout as Game>::Fault;
    type Position = Street;
    type Move = Act;
    type Illegal = NoMove;
    type Question = Coord;
    type Answer = bool;
    type Roll = Never;
    type Rolled = Never;
    type Boxes = NoBoxes;
    fn read_options(_: &OptionMap, _: u8) -> std::result::Result<(), Vec<OptionError>> {
        Ok(())
    }
    fn start((): &(), _: u8) -> Street {
        Street::default()
    }
    fn policies() -> Policies<Self> {
        &[]
    }
}

impl Setup<Hop> for House {
    fn help(options: &(), seat: Seat) -> Option<SetupHelp> {
        <House as Setup<Hideout>>::help(options, seat)
    }
    fn nothing() -> Option<Self> {
        <House as Setup<Hideout>>::nothing()
    }
    fn items(options: &(), seat: Seat) -> Vec<Coord> {
        <House as Setup<Hideout>>::items(options, seat)
    }
    fn value(&self, options: &(), item: &Coord) -> bool {
        <House as Setup<Hideout>>::value(self, options, item)
    }
    fn read(
        options: &(),
        seat: Seat,
        typed: &str,
    ) -> std::result::Result<Self, Vec<<Hop as Game>::Fault>> {
        <House as Setup<Hideout>>::read(options, seat, typed)
    }
    fn parse(options: &(), seat: Seat, entries: &[String]) -> Option<Self> {
        <House as Setup<Hideout>>::parse(options, seat, entries)
    }
    fn write(&self, options: &(), seat: Seat) -> Vec<String> {
        <House as Setup<Hideout>>::write(self, options, seat)
    }
    fn faults(&self, options: &(), seat: Seat) -> Vec<<Hop as Game>::Fault> {
        <House as Setup<Hideout>>::faults(self, options, seat)
    }
    fn random(options: &(), seat: Seat, numbers: &mut dyn Numbers) -> Self {
        <House as Setup<Hideout>>::random(options, seat, numbers)
    }
    fn find(options: &(), seat: Seat, is: &dyn Fn(&Coord, &bool) -> bool) -> Option<Self> {
        <House as Setup<Hideout>>::find(options, seat, is)
    }
}

impl Move<Hop> for Act {
    fn read(typed: &str, _: &Observation<'_, Hop>) -> std::result::Result<Self, NoMove> {
        match typed {
            "hop" => Ok(Act::Hop(Some(true))),
            "stay" => Ok(Act::Hop(Some(false))),
            "leap" => Ok(Act::Leap),
            house => house.parse().map(Act::Knock).map_err(|_| NoMove),
        }
    }
    fn parse(entries: &[String], _: &Street) -> std::result::Result<Self, NoMove> {
        match entries {
            [word] if word == "sealed" => Ok(Act::Hop(None)),
            [word] if word == "leap" => Ok(Act::Leap),
            [house] => house.parse().map(Act::Knock).map_err(|_| NoMove),
            _ => Err(NoMove),
        }
    }
    fn write(&self) -> Vec<String> {
        match self {
            Act::Knock(house) => vec![house.to_string()],
            Act::Hop(_) => vec!["sealed".to_owned()],
            Act::Leap => vec!["leap".to_owned()],
        }
    }
    fn conceal(self, _: &Street, _: u32) -> (Self, Option<SealedPart<Hop>>) {
        match self {
            Act::Hop(Some(hops)) => (Act::Hop(None), Some((SEALED, hops))),
            Act::Leap => (Act::Leap, Some((SEALED, true))),
            other => (other, None),
        }
    }
    fn concealed(&self, _: &Street, _: u32) -> Option<Coord> {
        (!matches!(self, Act::Knock(_))).then_some(SEALED)
    }
    fn sealable(_: &Street, _: &Coord) -> Option<Vec<bool>> {
        Some(vec![true, false])
    }
}

impl Position<Hop> for Street {
    fn due(&self) -> Due<Hop> {
        match (&self.outcome, self.asked) {
            (Some(outcome), _) => Due::Over(outcome.clone()),
            (None, Some(question)) => Due::Answer { seat: Seat::OPENER, question, or_move: false },
            (None, None) if self.knocks == 1 && !self.hopped => Due::Move(Seat::OPENER),
            (None, None) => Due::Move(Seat::JOINER),
        }
    }
    fn apply(&mut self, step: &Step<Hop>, _: &Shown<Hop>) -> Vec<String> {
        match step {
            Step::Moved { mv: Act::Knock(house), .. } => self.asked = Some(*house),
            Step::Moved { .. } => self.hopped = true,
            Step::Answered { answer, .. } => {
                self.asked = None;
                self.knocks += 1;
                let win = || Outcome::win(Seat::JOINER, 2, EndedBy::Board, "found");
                self.outcome = answer.then(win);
            }
            _ => {}
        }
        Vec::new()
    }
    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
    fn roll(&self, roll: &Never, _: &mut dyn Numbers) -> Never {
        *roll
    }
    fn check(&self, _: Seat, _: &Act, _: &Shown<Hop>) -> std::result::Result<(), NoMove> {
        Ok(())
    }
    fn opens_for_move(&self, seat: Seat, mv: &Act) -> Vec<Open<Hop>> {
        let leap = *mv == Act::Leap;
        leap.then(|| Open::is(seat, SEALED, true)).into_iter().collect()
    }
    /// The seals of the houses prove nothing once the opener may have hopped.
    fn opens_for_answer(&self, question: &Coord, answer: &bool) -> Vec<Open<Hop>> {
        if self.hopped { Vec::new() } else { vec![Open::is(Seat::OPENER, *question, *answer)] }
    }
}

impl Forfeits<Hop> for Street {}

impl Knowledge<Hop> for Street {
    fn truth(&self, at: &Coord, known: Known<'_, Hop>) -> Option<bool> {
        let own = known.of(Seat::OPENER)?;
        let hops = self.hopped && *own.sealed.get(&SEALED)?;
        let number = if hops { at.number.checked_sub(1)? } else { at.number };
        Some(Setup::<Hop>::value(&own.setup, &(), &Coord { number, ..*at }))
    }
}

impl Show<Hop> for Street {
    fn scene(&self, _: &Shown<Hop>, _: Option<&Private<Hop>>) -> Scene {
        Scene::default()
    }
}

impl AsJson<Hop> for Street {
    fn json(&self, _: &Shown<Hop>) -> Json {
        json!({})
    }
}

impl Pointing<Hop> for Street {
    fn touch(_: Observation<'_, Hop>, _: &str) -> Option<Hand> {
        None
    }
    fn touch_setup((): &(), _: Seat, _: &str, _: &mut dyn Numbers) -> Option<Hand> {
        None
    }
}

/// A game in which alice hides in A4.
struct Played {
    start: Table<Hop>,
    table: Table<Hop>,
    file: TurnFile,
    keys: [Keys; 2],
}

fn moment(minutes: i64) -> Moment {
    Moment::from_timestamp(1_800_000_000 + 60 * minutes, 0).expect("a moment")
}

impl Played {
    fn new() -> Self {
        let kind = Kind::of::<Hideout>();
        let options = option_specs(kind).into_iter();
        let header = Header {
            kind: kind.id().to_owned(),
            seats: vec!["alice".to_owned(), "bob".to_owned()],
            created: moment(0),
            nonce: [7; 16],
            first: None,
            opener: None,
            arbiter: None,
            options: options.map(|spec| (spec.name.to_owned(), spec.default)).collect(),
            keys: std::collections::BTreeMap::new(),
        };
        let id = GameId(header.id());
        let keys = |seat: u8, name: &str, setup: &[&str]| {
            let identity = Identity::from_bytes(&[seat + 1; 16] as &Bytes16);
            let keys = Keys::new(identity, Seat(seat), name, &id, [seat; 16]);
            Keys { setup: setup.iter().map(ToString::to_string).collect(), ..keys }
        };
        let keys = [keys(0, "alice", &["A4"]), keys(1, "bob", &[])];
        let start = Table::new(&header).expect("a game");
        let file = TurnFile { game: header, turns: Vec::new() };
        Played { table: start.clone(), start, file, keys }
    }

    /// Takes a turn for the current player: applies `change` to the turn and signs the turn
    /// properly.
    fn goes(&mut self, intent: Intent, change: impl FnOnce(&mut Turn)) {
        let due = self.table.due().expect("the game continues");
        let keys = &mut self.keys[due.index()];
        let sent = moment(1 + i64::try_from(self.file.turns.len()).expect("few"));
        let (composed, _) = self.table.compose(keys, &Plan::new(sent, intent)).expect("a turn");
        keys.hidden.extend(composed.hidden.into_iter().map(|hidden| HiddenMove { ..hidden }));
        let mut turn = composed.turn;
        change(&mut turn);
        turn.signature = keys.identity.sign_turn(&turn.hash());
        self.table.read(&turn).expect("a turn without visible errors");
        self.file.turns.push(turn);
    }

    fn moves(&mut self, typed: &str) {
        self.goes(Intent::Move(typed.to_owned()), |_| {});
    }

    /// Returns a game in which bob has knocked at A1, alice has hopped to A5, and bob has knocked
    /// there.
    fn found() -> Self {
        let mut played = Played::new();
        played.goes(Intent::Nothing, |_| {});
        for typed in ["A1", "hop", "A5"] {
            played.moves(typed);
        }
        played
    }

    /// Bob resigns and alice reveals her house. Returns the verdict.
    fn resigned(mut self) -> Verdict {
        self.goes(Intent::Resign, |_| {});
        self.goes(Intent::Nothing, |_| {});
        audit(&self.file, &self.start, &OtherFacts::default()).0
    }
}

fn facts(verdict: &Verdict) -> Vec<(Seat, u32, FindingKind)> {
    verdict.findings.iter().map(|found| (found.seat, found.turn, found.kind)).collect()
}

#[test]
fn sealed_move_is_recovered_with_the_revealed_seed() {
    let mut played = Played::found();
    played.goes(Intent::Nothing, |_| {});
    let verdict = audit(&played.file, &played.start, &OtherFacts::default()).0;
    assert_eq!((verdict.kind, verdict.checked.unopened), (VerdictKind::Honest, 0));
    assert_eq!(verdict.result.expect("a result").winners, [Seat::JOINER]);
}

#[test]
fn a_liar_is_named_although_the_other_resigned() {
    let mut played = Played::found();
    // After the hop, an answer opens no seal, so alice can give a false answer.
    played.goes(Intent::Nothing, |turn| {
        turn.answer = vec!["false".to_owned()];
        (turn.seed, turn.reveal) = (None, Vec::new());
    });
    let verdict = played.resigned();
    assert_eq!(verdict.kind, VerdictKind::Dishonest);
    assert_eq!(facts(&verdict), [(Seat::OPENER, 5, FindingKind::FalseAnswer)]);
    assert_eq!(verdict.result.expect("a result").winners, [Seat::JOINER]);
}

#[test]
fn a_seal_that_hides_no_value_is_found() {
    let mut played = Played::new();
    played.goes(Intent::Nothing, |_| {});
    played.moves("A1");
    played.goes(Intent::Move("hop".to_owned()), |turn| turn.seal = Some([7; 32]));
    let verdict = played.resigned();
    assert_eq!(facts(&verdict), [(Seat::OPENER, 3, FindingKind::SealMismatch)]);
}

#[test]
fn a_move_can_open_what_it_seals() {
    let mut played = Played::new();
    played.goes(Intent::Nothing, |_| {});
    for typed in ["A1", "leap", "A5"] {
        played.moves(typed);
    }
    let leap = &played.file.turns[2];
    assert_eq!((leap.open.join(", "), leap.salts.len()), ("A1 false, B1 true".to_owned(), 2));
    assert!(leap.seal.is_some());
    // Even without the sealed values in her keys, alice can answer, because the move has opened
    // them.
    played.keys[0].hidden.clear();
    played.goes(Intent::Nothing, |_| {});
    let verdict = audit(&played.file, &played.start, &OtherFacts::default()).0;
    assert_eq!((verdict.kind, verdict.checked.unopened), (VerdictKind::Honest, 0));
    assert_eq!(verdict.result.expect("a result").winners, [Seat::JOINER]);
}
