//! Answers compared with a slow, separate reference: an agent is seen if it is on a straight line
//! from the square, without another agent in between.

use super::*;
use crate::games::conformance::Dice;
use crate::rules::{Hints, Show};

type At = (i32, i32);

fn at(square: Square) -> At {
    let name = square.to_string();
    let signs = name.as_bytes();
    (i32::from(signs[0]), i32::from(signs[1]))
}

/// Whether `agent` is on a straight line with `from`, without another agent between them.
fn sees(from: At, agent: At, agents: &[At]) -> bool {
    let lined = |a: At, b: At| a.0 == b.0 || a.1 == b.1 || (a.0 - b.0).abs() == (a.1 - b.1).abs();
    let between = |x: At| {
        let turn = (agent.0 - from.0) * (x.1 - from.1) - (agent.1 - from.1) * (x.0 - from.0);
        let ahead = (x.0 - from.0) * (x.0 - agent.0) + (x.1 - from.1) * (x.1 - agent.1);
        turn == 0 && ahead < 0
    };
    lined(from, agent) && !agents.iter().any(|&other| other != agent && between(other))
}

fn answer(from: Square, agents: &[Square]) -> String {
    if agents.contains(&from) {
        return "HIT".to_owned();
    }
    let agents: Vec<At> = agents.iter().map(|&agent| at(agent)).collect();
    agents.iter().filter(|&&agent| sees(at(from), agent, &agents)).count().to_string()
}

#[test]
fn the_reference_knows_the_worked_examples() {
    assert_eq!(answer(square("F6"), &squares(SEED_SHEET)), "2");
    assert_eq!(answer(square("C2"), &squares(UNSEEN_SHEET)), "0");
    assert_eq!(answer(square("F1"), &squares(SEED_SHEET)), "HIT");
}

#[test]
fn every_answer_is_that_of_the_reference() {
    let mut dice = Dice(7);
    for _ in 0..500 {
        let setup = Network::random(&Options::default(), ALICE, &mut dice);
        for square in Square::all() {
            assert_eq!(
                setup.answer(square).to_string(),
                answer(square, &setup.squares()),
                "{square} on {:?}",
                setup.squares()
            );
        }
    }
}

#[test]
fn random_setups_reach_every_square() {
    let mut dice = Dice(11);
    let mut held = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let setup = Network::random(&Options::default(), BOB, &mut dice);
        assert_eq!(setup.faults(&Options::default(), BOB), []);
        held.extend(setup.squares().iter().copied());
    }
    assert_eq!(held.len(), 63);
}

#[test]
fn the_hint_counts_what_trying_all_sheets_counts() {
    let mut table = Table::new("G5 G6 G7 A9", SEED_SHEET);
    table.calls(&["E8", "D5", "F6", "A1", "B1", "G1; G2", "F3"]).settle();
    let all: Vec<Square> = Square::all().collect();
    let made: Vec<(Square, String)> = [("E8", "0"), ("F6", "2"), ("B1", "2"), ("F3", "HIT")]
        .map(|(name, events)| (square(name), events.to_owned()))
        .to_vec();
    let probed = squares("D5 A1 G1");
    let mut fitting = 0_u32;
    let mut held = std::collections::BTreeMap::<Square, u32>::new();
    for a in 0..63 {
        for b in a + 1..63 {
            for c in b + 1..63 {
                for d in c + 1..63 {
                    let agents = [all[a], all[b], all[c], all[d]];
                    let fits = agents.contains(&square("F3"))
                        && !agents.iter().any(|agent| probed.contains(agent))
                        && made.iter().all(|(square, events)| answer(*square, &agents) == *events);
                    if fits {
                        fitting += 1;
                        for agent in agents {
                            *held.entry(agent).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
    assert_eq!((heat.count, heat.exact), (Some(fitting.into()), true));
    assert_eq!(heat.says[0], format!("{fitting} maps fit everything you know."));
    // The heat map has only the squares that alice hasn't called. Called squares show their answers
    // instead.
    let called = squares("E8 F6 B1 F3");
    for square in all.iter().filter(|square| !called.contains(square)) {
        let warm = heat.cells.iter().find(|warm| warm.square == square.to_string());
        let held = held.get(square).copied().unwrap_or(0);
        let share = u16::try_from(1_000 * held / fitting).expect("thousandths");
        assert_eq!(warm.map(|warm| warm.share), Some(share), "{square}: {held} of {fitting}");
    }
    assert_eq!(heat.cells.len(), 63 - called.len());
}

/// Alice knows the same about the left and the right half of the map, so the mirror image of each
/// recommended call is recommended too.
#[test]
fn equally_good_calls_are_all_listed() {
    let mut table = Table::new("A1 A9 C1 C9", "B1 B9 F1 F9");
    table.calls(&["D5", "D5", "A5", "A5"]).settle();
    let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
    assert!(heat.best.len() >= 5, "{:?}", heat.best);
    for best in &heat.best {
        let (before, column) = best.typed.split_at(best.typed.len() - 1);
        let across = 10 - column.parse::<u32>().expect("a column");
        let mirrored = format!("{before}{across}");
        assert!(heat.best.iter().any(|best| best.typed == mirrored), "{mirrored}: {:?}", heat.best);
    }
}

/// Returns the bits of information that a recommended call gains, as printed.
fn printed_bits(why: &str) -> Option<f64> {
    why.strip_prefix("gains ")?.split(' ').next()?.parse().ok()
}

#[test]
fn recommended_calls_are_sorted_by_the_bits_shown() {
    let mut table = Table::new("D2 F5 F6 G9", "B1 B9 F1 F9");
    for square in ["D5", "B3", "F8", "E2", "C7"] {
        let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
        let bits: Vec<f64> = heat.best.iter().filter_map(|best| printed_bits(&best.why)).collect();
        assert!(bits.len() > 1 && bits.is_sorted_by(|a, b| a >= b), "{:?}", heat.best);
        table.calls(&[square, square]).settle();
    }
}

/// A HIT gives another call, so no call is better than a sure HIT.
#[test]
fn hints_name_sure_hits_first() {
    let (mine, theirs) = ("A1 A9 C1 C9", "B1 B9 F1 F9");
    let mut table = Table::new(mine, theirs);
    let agents: Vec<Square> = [mine, theirs].into_iter().flat_map(squares).collect();
    let mut seen = 0;
    for square in Square::all().filter(|square| !agents.contains(square)) {
        let name = square.to_string();
        table.calls(&[&name, &name]).settle();
        let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
        let mut sure: Vec<String> = heat
            .cells
            .iter()
            .filter(|warm| warm.share == 1_000)
            .map(|warm| warm.square.clone())
            .collect();
        // Shortens a typed call such as `Bering 9` to the square, `B9`.
        let short = |typed: &str| format!("{}{}", &typed[..1], &typed[typed.len() - 1..]);
        let first = heat.best.iter().take(sure.len());
        let mut first: Vec<String> = first.map(|best| short(&best.typed)).collect();
        sure.sort();
        first.sort();
        assert_eq!(first, sure, "{:?}", heat.best);
        seen += sure.len();
    }
    assert!(seen > 0);
}

#[test]
fn calls_that_gain_nothing_are_not_recommended() {
    let mut table = Table::new("A1 A9 C1 C9", "B1 B9 F1 F9");
    let agents: Vec<Square> =
        ["A1 A9 C1 C9", "B1 B9 F1 F9"].into_iter().flat_map(squares).collect();
    let mut known = 0;
    for square in Square::all().filter(|square| !agents.contains(square)) {
        let name = square.to_string();
        table.calls(&[&name, &name]).settle();
        let heat = table.state.heat(table.seen(ALICE), Hints::Full).expect("a heat map");
        if heat.count == Some(1) {
            assert_eq!(heat.best.len(), 4, "{:?}", heat.best);
            known += 1;
        }
    }
    assert!(known > 0);
}
