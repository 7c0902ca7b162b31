//! Tests that every kind must pass, run on whole games between bots: moves and setups can be
//! written and parsed back, an answer depends only on the answering player's setup, applying a step
//! is deterministic and never fails, scenes fit the screen, and games end. Whether the answers are
//! right is checked by a game's own tests and by the second verifier (`docs/reference/verify.py`).
//!
//! Every kind is tested with its default options, with one option at a time set to its other
//! values, and with random house rules. The tests of a kind can run more games:
//!
//! ```ignore
//! let tally = conformance::play_many::<Checkpoint>(&[("allow-repeat-calls", "true")], 2, 200);
//! println!("{tally:?}"); // how many games ended for which reason
//! ```

mod heat;
mod scenes;
mod sentences;
mod table;
mod touch;

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::*;
use table::{Invited, Play, seal};
pub(crate) use touch::drafted;

/// A simple random number generator (`SplitMix64`) that gives the same numbers on every machine.
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

/// A whole game: its steps, each seat's knowledge at the end, and the outcome.
pub(crate) struct Record<G: Game> {
    pub(crate) start: G::Position,
    pub(crate) taken: Vec<Taken<G>>,
    pub(crate) owns: BySeat<Private<G>>,
    pub(crate) outcome: Outcome,
    /// Number of turn files that the players mail to each other.
    pub(crate) turns: u32,
}

/// A step, and everything that is revealed before the step is applied.
#[derive(Clone)]
pub(crate) struct Taken<G: Game> {
    pub(crate) opened: Vec<Opening<G>>,
    pub(crate) revealed: Option<(Seat, G::Setup)>,
    pub(crate) step: Step<G>,
}

impl<G: Game> Taken<G> {
    pub(crate) fn apply(&self, position: &mut G::Position, shown: &mut Shown<G>) -> Vec<String> {
        for opening in &self.opened {
            shown.open(opening);
        }
        if let Some((seat, setup)) = &self.revealed {
            shown.reveal(*seat, setup.clone());
        }
        position.apply(&self.step, shown)
    }
}

/// Returns the options of a game: the options in `set`, as a player types them, and the defaults of
/// all other options.
pub(crate) fn options<G: Game>(set: &[(&str, &str)], seats: u8) -> G::Options {
    try_options::<G>(set, seats).expect("options that go together")
}

fn try_options<G: Game>(set: &[(&str, &str)], seats: u8) -> Result<G::Options, Vec<OptionError>> {
    let specs = G::options();
    let mut map: OptionMap =
        specs.iter().map(|spec| (spec.name.to_owned(), spec.default.clone())).collect();
    for (name, typed) in set {
        let spec = specs.iter().find(|spec| spec.name == *name).expect("an option of the game");
        map.insert((*name).to_owned(), spec.read(typed).expect("a value that the option takes"));
    }
    assert_eq!(check_options(&specs, &map), []);
    G::read_options(&map, seats)
}

/// Plays `games` whole games and returns how many games ended for each reason.
pub(crate) fn play_many<G: Game>(
    set: &[(&str, &str)],
    seats: u8,
    games: u64,
) -> BTreeMap<String, u32> {
    let options = options::<G>(set, seats);
    let mut tally = BTreeMap::new();
    for seed in 0..games {
        let record = play::<G>(&options, seats, None, seed);
        *tally.entry(record.outcome.reason).or_default() += 1;
    }
    tally
}

/// Plays one game between the weakest bots.
pub(crate) fn play<G: Game>(
    options: &G::Options,
    seats: u8,
    first: Option<Seat>,
    seed: u64,
) -> Record<G> {
    play_as::<G>(options, seats, first, seed, Level::Any)
}

/// Plays one game in which the opener is a bot of this level and the other players are the weakest
/// bots.
pub(crate) fn play_as<G: Game>(
    options: &G::Options,
    seats: u8,
    agreed: Option<Seat>,
    seed: u64,
    level: Level,
) -> Record<G> {
    let mut dice = Dice(seed);
    let owns = BySeat::from_fn(seats, |seat| seal::<G>(options, seat, &mut dice));
    let start = G::start(options, seats);
    // Drawing the table is slow, so it is drawn at every step only with the first 16 seeds, and at
    // every eighth step with all other seeds.
    let looks = if seed < 16 { 1 } else { 8 };
    let invited = Invited { agreed, level, looks, touches: 0 };
    let mut play = Play::<G>::new(options.clone(), owns, dice, invited);
    let outcome = play.finish();
    let Play { taken, owns, turns, .. } = play;
    let record = Record { start, taken, owns, outcome, turns };
    applies_alike(&record);
    applies_anything(&record, seed);
    record
}

/// Plays games in which setups and some moves are also drafted by selecting squares.
fn play_by_touch<G: Game>(options: &G::Options, seats: u8, games: u64) {
    for seed in 0..games {
        let mut dice = Dice(seed);
        let owns = BySeat::from_fn(seats, |seat| seal::<G>(options, seat, &mut dice));
        for (seat, own) in owns.iter().filter(|(seat, _)| hides::<G>(options, *seat)) {
            touch::drafts_setup::<G>(options, seat, &own.setup, &mut dice);
        }
        let touches = if games > 1 { 3 } else { 12 };
        let invited = Invited { agreed: None, level: Level::Easy, looks: usize::MAX, touches };
        Play::<G>::new(options.clone(), owns, dice, invited).finish();
    }
}

fn hides<G: Game>(options: &G::Options, seat: Seat) -> bool {
    G::Setup::help(options, seat).is_some()
}

/// Returns the number of games to play with drafts: the environment variable `PBEM_GAMES`, which
/// long runs set, or `few` by default.
fn games(few: u64) -> u64 {
    std::env::var("PBEM_GAMES").map_or(few, |many| many.parse().expect("a number of games"))
}

/// Checks that the same steps give the same position.
fn applies_alike<G: Game>(record: &Record<G>) {
    let apply = || {
        let (mut position, mut shown) = (record.start.clone(), nothing_shown(record));
        let taken = record.taken.iter();
        let events: Vec<_> =
            taken.flat_map(|taken| taken.apply(&mut position, &mut shown)).collect();
        (format!("{position:?}"), events)
    };
    assert_eq!(apply(), apply());
}

/// Checks that nonsensical steps do no harm, by dropping some steps and repeating others.
fn applies_anything<G: Game>(record: &Record<G>, seed: u64) {
    let mut dice = Dice(!seed);
    let (mut position, mut shown) = (record.start.clone(), nothing_shown(record));
    for taken in &record.taken {
        for _ in 0..[1, 1, 1, 1, 0, 2][dice.below(6) as usize] {
            taken.apply(&mut position, &mut shown);
        }
        if dice.below(16) == 0 {
            position.due();
            position.scene(&shown, None);
            position.json(&shown);
        }
    }
    let outcome = record.outcome.clone();
    position.end(outcome.clone());
    assert_eq!(position.due(), Due::Over(outcome), "the table can always end a game");
}

fn nothing_shown<G: Game>(record: &Record<G>) -> Shown<G> {
    Shown::nothing(record.owns.seats())
}

/// Returns the option values to test one at a time, each with the name of its option: the other
/// value of each flag, and all words and presets.
fn variants<G: Game>() -> Vec<(&'static str, String)> {
    let mut variants = Vec::new();
    for spec in G::options() {
        match (&spec.kind, &spec.default) {
            (OptionKind::Flag, OptionValue::Flag(usual)) => {
                variants.push((spec.name, (!usual).to_string()));
            }
            (OptionKind::Word(words), _) => {
                variants.extend(words.iter().map(|&word| (spec.name, word.to_owned())));
            }
            (OptionKind::Lines { presets, .. }, _) => {
                variants.extend(presets.iter().map(|&preset| (spec.name, preset.to_owned())));
            }
            _ => {}
        }
    }
    variants
}

/// Returns the number of games of each kind to play under random house rules: the environment
/// variable `PBEM_HOUSE_RULES`, or a default.
pub(crate) fn games_under_drawn_rules() -> u64 {
    let some = if cfg!(debug_assertions) { 12 } else { 200 };
    std::env::var("PBEM_HOUSE_RULES").map_or(some, |many| many.parse().expect("a number of games"))
}

fn one_of<'a>(words: &[&'a str], dice: &mut Dice) -> &'a str {
    words[dice.below(u32::try_from(words.len()).expect("a few words")) as usize]
}

/// Returns random house rules.
fn drawn_options<G: Game>(dice: &mut Dice, seats: u8) -> G::Options {
    let specs = G::options();
    loop {
        let drawn = |spec: &OptionSpec, dice: &mut Dice| match (&spec.kind, dice.below(2)) {
            (_, 0) => spec.default.clone(),
            (OptionKind::Flag, _) => OptionValue::Flag(dice.below(2) == 0),
            (OptionKind::Number { min, max, .. }, _) => {
                let number = |dice: &mut Dice| {
                    min + i64::from(dice.below(u32::try_from(max - min + 1).unwrap_or(u32::MAX)))
                };
                // Take the smaller of two numbers, because small numbers are the hard cases.
                let (one, other) = (number(dice), number(dice));
                OptionValue::Number(one.min(other))
            }
            (OptionKind::Word(words), _) => OptionValue::Word(one_of(words, dice).to_owned()),
            (OptionKind::Numbers { min, max, most }, _) => {
                let width = u32::try_from(max - min + 1).unwrap_or(1);
                let count = 1 + dice.below(u32::try_from(*most).unwrap_or(1));
                let list = (0..count).map(|_| min + i64::from(dice.below(width))).collect();
                OptionValue::Numbers(list)
            }
            (OptionKind::Lines { presets, .. }, _) => {
                OptionValue::Word(one_of(presets, dice).to_owned())
            }
        };
        let map: OptionMap =
            specs.iter().map(|spec| (spec.name.to_owned(), drawn(spec, dice))).collect();
        if !check_options(&specs, &map).is_empty() {
            continue;
        }
        if let Ok(options) = G::read_options(&map, seats)
            && Seat::all(seats).all(|seat| can_hide::<G>(&options, seat, dice))
        {
            return options;
        }
    }
}

fn fewest<G: Game>() -> u8 {
    *G::PROFILE.seats.start()
}

fn fewest_and_most<G: Game>() -> BTreeSet<u8> {
    BTreeSet::from([fewest::<G>(), *G::PROFILE.seats.end()])
}

/// Whether the seat hides nothing or has a legal setup to hide. For example, some line lengths in
/// Spy! allow no network.
fn can_hide<G: Game>(options: &G::Options, seat: Seat, dice: &mut Dice) -> bool {
    !hides::<G>(options, seat)
        || G::Setup::random(options, seat, dice).faults(options, seat).is_empty()
}

/// Checks that the current player has a legal turn in every position: the bots take turns, and each
/// turn is checked.
fn somebody_due_always_has_a_legal_turn<G: Game>() {
    for seed in 0..games_under_drawn_rules() {
        let mut dice = Dice(seed.wrapping_mul(0x5bd1_e995));
        let width = u32::from(*G::PROFILE.seats.end() - fewest::<G>()) + 1;
        let seats = fewest::<G>() + u8::try_from(dice.below(width)).unwrap_or(0);
        let options = drawn_options::<G>(&mut dice, seats);
        let agreed = [None, Some(Seat::OPENER), Some(Seat::JOINER)][dice.below(3) as usize];
        let level = [Level::Easy, Level::Medium, Level::Hard][dice.below(3) as usize];
        play_as::<G>(&options, seats, agreed, 1000 + seed, level);
    }
}

macro_rules! make_tests {
    ([] $($(#[$meta:meta])* $module:ident::$game:ident,)+) => {
        $(
            $(#[$meta])*
            #[expect(non_snake_case, reason = "named after the game")]
            mod $game {
                use super::*;
                use crate::games::$game;

                #[test]
                fn plays_as_it_usually_is() {
                    for seats in fewest_and_most::<$game>() {
                        play_many::<$game>(&[], seats, 2);
                    }
                }

                #[test]
                fn plays_with_each_option() {
                    let seats = fewest::<$game>();
                    for (name, value) in variants::<$game>() {
                        // Some values are only valid together with other options. The kind's own
                        // tests cover them.
                        let Ok(options) = try_options::<$game>(&[(name, &value)], seats) else {
                            continue;
                        };
                        play::<$game>(&options, seats, Some(Seat::JOINER), 1);
                    }
                }

                #[test]
                fn current_player_always_has_a_legal_turn() {
                    somebody_due_always_has_a_legal_turn::<$game>();
                }

                #[test]
                fn is_played_by_touch() {
                    for seats in fewest_and_most::<$game>() {
                        play_by_touch::<$game>(&options::<$game>(&[], seats), seats, games(1));
                    }
                    for (name, value) in variants::<$game>() {
                        let seats = fewest::<$game>();
                        let Ok(options) = try_options::<$game>(&[(name, &value)], seats) else {
                            continue;
                        };
                        play_by_touch::<$game>(&options, seats, games(1));
                    }
                }

                #[test]
                fn is_played_by_all_its_bots() {
                    let seats = fewest::<$game>();
                    let options = options::<$game>(&[], seats);
                    for (level, _) in $game::policies().iter().skip(1) {
                        play_as::<$game>(&options, seats, Some(Seat::OPENER), 2, *level);
                    }
                }
            }
        )+
    };
}
for_each_game!(make_tests);
