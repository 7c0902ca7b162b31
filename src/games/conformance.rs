//! What every rule book must hold, tried on whole random games: choices and setups survive their
//! notation, an answer worked out by its owner is the one that an all-knowing referee would give,
//! folding is deterministic and total, scenes fit the screen, games end.
//!
//! ```ignore
//! let tally = conformance::play_many::<CheckpointDanger>(&[("allow-repeat-calls", "true")], 2, 200);
//! println!("{tally:?}"); // how many games ended for which reason
//! ```

use std::collections::BTreeMap;

use super::rules::{
    BoxSpec, Fact, Must, Opening, Outcome, Own, Pending, Purpose, Rules, Sealed, Told,
};
use super::scene::Scene;
use super::{BySeat, Names, Numbers, OptionMap, Seat, check_options};

/// A game that runs longer than this does not end.
const MOST_STEPS: usize = 60_000;

/// A plain generator (`SplitMix64`) that gives the same numbers everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Numbers for Dice {
    fn below(&mut self, m: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((z ^ (z >> 31)) % u64::from(m.max(1))).unwrap_or(0)
    }
}

/// A whole game: what was folded, who knew what at the end, and how it came out.
pub(crate) struct Record<R: Rules> {
    pub(crate) start: R::State,
    pub(crate) facts: Vec<Fact<R>>,
    pub(crate) owns: BySeat<Option<Own<R>>>,
    pub(crate) outcome: Outcome,
    /// how many files were mailed
    pub(crate) turns: u32,
}

/// Options of a game: the usual ones, but for those given as they would be typed.
pub(crate) fn options<R: Rules>(set: &[(&str, &str)], seats: u8) -> R::Options {
    let specs = R::options();
    let mut map: OptionMap =
        specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
    for (name, typed) in set {
        let spec = specs.iter().find(|spec| spec.name == *name).expect("an option of the game");
        map.insert((*name).to_owned(), spec.read(typed).expect("a value that the option takes"));
    }
    assert_eq!(check_options(&specs, &map), []);
    R::read_options(&map, seats).expect("options that go together")
}

/// Plays `games` whole games and says how often each ending came, by its reason.
pub(crate) fn play_many<R: Rules>(
    set: &[(&str, &str)],
    seats: u8,
    games: u64,
) -> BTreeMap<String, u32> {
    let options = options::<R>(set, seats);
    let mut tally = BTreeMap::new();
    for seed in 0..games {
        let record = play::<R>(&options, seats, None, seed);
        folds_alike(&record);
        folds_anything(&record, seed);
        *tally.entry(record.outcome.reason).or_default() += 1;
    }
    tally
}

/// Plays one game of honest random players.
pub(crate) fn play<R: Rules>(
    options: &R::Options,
    seats: u8,
    first: Option<Seat>,
    seed: u64,
) -> Record<R> {
    let start = R::start(options, seats, first);
    let mut game = Game::<R> {
        state: start.clone(),
        owns: BySeat::from_fn(seats, |seat| {
            R::nothing_to_hide(&start, seat).map(|secret| Own::new(seat, secret))
        }),
        opened: Vec::new(),
        posts: Vec::new(),
        facts: Vec::new(),
        dice: Dice(seed),
        writer: None,
        turns: 0,
    };
    for _ in 0..MOST_STEPS {
        if let Pending::Over(outcome) = R::pending(&game.state) {
            return Record {
                start,
                facts: game.facts,
                owns: game.owns,
                outcome,
                turns: game.turns,
            };
        }
        game.step();
    }
    panic!("{} did not end in {MOST_STEPS} steps (seed {seed})", R::ID);
}

struct Game<R: Rules> {
    state: R::State,
    owns: BySeat<Option<Own<R>>>,
    opened: Vec<Opening<R>>,
    posts: Vec<BoxSpec<R>>,
    facts: Vec<Fact<R>>,
    dice: Dice,
    writer: Option<Seat>,
    turns: u32,
}

impl<R: Rules> Game<R> {
    fn step(&mut self) {
        let pending = R::pending(&self.state);
        let actor = pending.actor().expect("somebody is due unless the game is over");
        if self.writer != Some(actor) {
            self.close_file();
            self.writer = Some(actor);
            self.turns += 1;
        }
        self.look();
        let fact = match pending {
            Pending::Setup(seat) => self.set_up(seat),
            Pending::Opening { seat, must } => {
                Fact::Opened { seat, opened: self.open(seat, &must) }
            }
            Pending::Chance { draw, .. } => {
                let drawn = R::roll(&self.state, &draw, &mut self.dice);
                Fact::Drawn { draw, drawn }
            }
            Pending::Answer { seat, question, or_choice } => {
                if or_choice && self.dice.below(20) == 0 {
                    self.choose(seat)
                } else {
                    self.answer(seat, question)
                }
            }
            Pending::Choice(seat) => self.choose(seat),
            Pending::Reveal { seat, .. } => self.reveal(seat),
            Pending::Over(_) => return,
        };
        self.fold(fact);
    }

    /// At the end of a file its writer shows his setup if nothing to come depends on it.
    fn close_file(&mut self) {
        let Some(seat) = self.writer else { return };
        let shown = self
            .facts
            .iter()
            .any(|fact| matches!(fact, Fact::Revealed { seat: who, .. } if *who == seat));
        let hides = R::nothing_to_hide(&self.state, seat).is_none() && self.owns[seat].is_some();
        if hides && !shown && R::may_reveal(&self.state, seat) {
            let fact = self.reveal(seat);
            self.fold(fact);
        }
    }

    fn fold(&mut self, fact: Fact<R>) {
        for event in R::fold(&mut self.state, &fact) {
            assert!(!event.to_string().is_empty());
        }
        self.facts.push(fact);
        self.read_boxes();
    }

    fn own(&self, seat: Seat) -> &Own<R> {
        self.owns[seat].as_ref().expect("a seat that is asked has set up")
    }

    fn set_up(&mut self, seat: Seat) -> Fact<R> {
        let secret = R::random_secret(&self.state, seat, &mut self.dice);
        assert_eq!(R::check_secret(&self.state, seat, &secret), []);
        let entries = R::write_secret(&self.state, seat, &secret);
        mailable(&entries);
        assert_eq!(
            R::parse_secret(&self.state, seat, &entries),
            Some(secret.clone()),
            "{entries:?}"
        );
        for item in R::items(&self.state, seat) {
            let value = R::value(&self.state, &secret, &item);
            mailable(&[format!("{item} {value}")]);
            assert!(item.to_string().parse::<R::Item>().ok() == Some(item));
            assert!(value.to_string().parse::<R::Value>().ok() == Some(value));
        }
        self.owns[seat] = Some(Own::new(seat, secret));
        Fact::SetUp(seat)
    }

    fn reveal(&self, seat: Seat) -> Fact<R> {
        Fact::Revealed { seat, secret: self.own(seat).secret.clone() }
    }

    fn choose(&mut self, seat: Seat) -> Fact<R> {
        let own = self.owns[seat].clone().expect("set up");
        let typed = R::random_choice(&self.state, &own, &mut self.dice);
        assert_eq!(R::check(&self.state, seat, &typed), Ok(()), "{typed:?}");
        assert_eq!(R::check_own(&self.state, &own, &typed), Ok(()), "{typed:?}");
        let (choice, hidden) = R::conceal(&self.state, typed, self.turns);
        assert_eq!(
            R::concealed(&self.state, &choice, self.turns),
            hidden.as_ref().map(|(item, _)| item.clone())
        );
        let entries = R::write_choice(&choice);
        mailable(&entries);
        assert_eq!(R::parse_choice(&self.state, &entries), Ok(choice.clone()), "{entries:?}");
        if hidden.is_none() {
            let retyped = R::read_choice(&self.state, &own, &entries.join("; "));
            assert_eq!(retyped, Ok(choice.clone()), "what the file says can be typed: {entries:?}");
        }
        let sealed = hidden.as_ref().map(|(item, _)| item.clone());
        if let (Some(own), Some((item, value))) = (&mut self.owns[seat], hidden) {
            own.hidden.insert(item, value);
        }
        let opened = self.open(seat, &R::opens_for_choice(&self.state, seat, &choice));
        self.posts.extend(R::boxes(&self.state, seat, &choice));
        Fact::Chose { seat, choice, sealed, opened }
    }

    fn answer(&mut self, seat: Seat, question: R::Question) -> Fact<R> {
        let answer =
            R::truth(&self.state, &[self.own(seat)], &question).expect("the answerer knows");
        let everybody: Vec<&Own<R>> =
            self.owns.iter().filter_map(|(_, own)| own.as_ref()).collect();
        assert_eq!(
            R::truth(&self.state, &everybody, &question),
            Some(answer.clone()),
            "{question}"
        );
        mailable(&[answer.to_string()]);
        assert!(answer.to_string().parse::<R::Answer>().ok() == Some(answer.clone()));
        let opened = self.open(seat, &R::opens_for_answer(&self.state, seat, &question, &answer));
        Fact::Answered { seat, question, answer, opened }
    }

    /// Opens what must be opened and has not been, each item as its owner sealed it.
    fn open(&mut self, seat: Seat, musts: &[Must<R>]) -> Vec<Opening<R>> {
        let mut fresh = Vec::new();
        for must in musts {
            let due = match must {
                Must::Be(opening) => {
                    assert_eq!(
                        self.sealed(seat, &opening.of),
                        *opening,
                        "an honest step says what was sealed"
                    );
                    vec![opening.clone()]
                }
                Must::Show(of) => vec![self.sealed(seat, of)],
                Must::All { seat: whose, value, count } => {
                    assert_eq!(*whose, seat);
                    let secret = &self.own(seat).secret;
                    let all: Vec<_> = R::items(&self.state, seat)
                        .into_iter()
                        .filter(|item| R::value(&self.state, secret, item) == *value)
                        .map(|item| Opening { of: Sealed { seat, item }, value: value.clone() })
                        .collect();
                    assert_eq!(all.len(), *count);
                    all
                }
            };
            for opening in due {
                assert_eq!(R::check_opening(&self.state, &opening), Ok(()));
                if !self.opened.iter().any(|known| known.of == opening.of) {
                    self.opened.push(opening.clone());
                    fresh.push(opening);
                }
            }
        }
        fresh
    }

    /// What `of` was sealed with, as far as the writing seat can know it.
    fn sealed(&self, writer: Seat, of: &Sealed<R::Item>) -> Opening<R> {
        let own = self.own(of.seat);
        let value = own
            .hidden
            .get(&of.item)
            .cloned()
            .unwrap_or_else(|| R::value(&self.state, &own.secret, &of.item));
        let opening = Opening { of: of.clone(), value };
        let known = of.seat == writer
            || self.opened.contains(&opening)
            || self.own(writer).told.iter().any(|told| match told {
                Told::Seen(seen) => *seen == opening,
                Told::Fought { fallen, .. } => fallen.as_ref() == Some(&opening),
            });
        assert!(known, "nobody can open what he cannot know");
        opening
    }

    /// Gives every box to the seat that can open it.
    fn read_boxes(&mut self) {
        loop {
            let Some((at, told)) = self
                .posts
                .iter()
                .enumerate()
                .find_map(|(at, spec)| Some((at, self.read_box(spec)?)))
            else {
                return;
            };
            let reader = self.posts.remove(at).to.seat;
            if let Some(own) = &mut self.owns[reader] {
                own.told.push(told);
            }
        }
    }

    fn read_box(&self, spec: &BoxSpec<R>) -> Option<Told<R>> {
        let (sender, reader) =
            (self.owns[spec.from.seat].as_ref()?, self.owns[spec.to.seat].as_ref()?);
        let given = spec.given.iter().all(|(question, answer)| {
            reader.told.iter().any(|told| matches!(told, Told::Fought { question: q, answer: a, .. } if q == question && a == answer))
        });
        let kind = R::kind_number(&R::value(&self.state, &reader.secret, &spec.to.item));
        let value = R::value(&self.state, &sender.secret, &spec.from.item);
        if !given {
            return None;
        }
        match &spec.purpose {
            Purpose::Sight if kind == R::sight_kind() => {
                Some(Told::Seen(Opening { of: spec.from.clone(), value }))
            }
            Purpose::Sight => None,
            Purpose::Fight(question) => {
                let (answer, falls) = R::fight(&value, kind)?;
                let fallen = falls.then(|| Opening { of: spec.from.clone(), value });
                Some(Told::Fought { question: question.clone(), answer, fallen })
            }
        }
    }

    /// Paints the table for everybody at the board and for the public.
    fn look(&self) {
        let names = Names::new(
            self.owns.iter().map(|(seat, _)| ["alice", "bob", "carol", "dave"][seat.index() % 4]),
        );
        for own in self.owns.iter().map(|(_, own)| own.as_ref()).chain([None]) {
            fits(&R::scene(&self.state, own), &names);
            let (_, mine) = R::json(&self.state, own);
            assert_eq!(mine.is_some(), own.is_some());
        }
    }
}

/// Entries of a turn file: short, plain, not empty.
fn mailable(entries: &[String]) {
    for entry in entries {
        let plain = entry.bytes().all(|byte| (b' '..=b'~').contains(&byte))
            && !entry.starts_with(' ')
            && !entry.ends_with(' ');
        assert!(plain && (1..=66).contains(&entry.len()), "not fit for a turn file: {entry:?}");
    }
}

/// Texts stay within 80 columns, rows have as many cells as there are columns.
fn fits(scene: &Scene, names: &Names) {
    for line in &scene.legend {
        let line = names.fill(line);
        assert!(line.chars().count() <= 80, "wider than the screen: {line}");
    }
    for board in &scene.boards {
        for row in &board.rows {
            if let super::scene::Row::Cells { cells, .. } = row {
                assert_eq!(cells.len(), board.columns.len());
                assert!(
                    cells
                        .iter()
                        .all(|cell| (1..=board.cell_width).contains(&cell.text.chars().count()))
                );
            }
        }
    }
    assert!(!scene.list.is_empty());
}

/// The same facts give the same state, whoever folds them.
fn folds_alike<R: Rules>(record: &Record<R>) {
    let fold = || {
        let mut state = record.start.clone();
        let events: Vec<_> =
            record.facts.iter().flat_map(|fact| R::fold(&mut state, fact)).collect();
        (format!("{state:?}"), events)
    };
    assert_eq!(fold(), fold());
}

/// Facts that make no sense do no harm: some are left out, some doubled.
fn folds_anything<R: Rules>(record: &Record<R>, seed: u64) {
    let mut dice = Dice(!seed);
    let mut state = record.start.clone();
    for fact in &record.facts {
        for _ in 0..[1, 1, 1, 1, 0, 2][dice.below(6) as usize] {
            R::fold(&mut state, fact);
        }
        if dice.below(16) == 0 {
            R::pending(&state);
            R::scene(&state, None);
        }
    }
}
