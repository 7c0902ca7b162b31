//! Game Box with two callers and a random chart, solved exactly. All dots without a call are
//! equivalent, so a caller has two choices: call a fresh dot, or wait by calling a known miss.
//! Calling a known gun only does harm.

use std::fmt::Write;
use std::ops::{Add, Mul};

const DOTS: usize = 72;
const HOUSES: usize = 10;
const GUNS: usize = 10;
/// Hits that win, and bombs that put a caller out.
const ENOUGH: usize = 3;
/// Three rounds without anything new: a draw.
const QUIET: usize = 6;

/// Probabilities that the first caller wins, that the second wins, and of a draw.
#[derive(Clone, Copy, Default)]
struct Odds {
    wins: [f64; 2],
    draw: f64,
}

impl Odds {
    const DRAW: Odds = Odds { wins: [0.0; 2], draw: 1.0 };

    fn won_by(who: usize) -> Odds {
        let mut odds = Odds::default();
        odds.wins[who] = 1.0;
        odds
    }

    /// A draw is worth a half.
    fn worth(self, who: usize) -> f64 {
        self.wins[who] + self.draw / 2.0
    }
}

impl Add for Odds {
    type Output = Odds;

    fn add(self, other: Odds) -> Odds {
        let wins = [self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]];
        Odds { wins, draw: self.draw + other.draw }
    }
}

impl Mul<Odds> for f64 {
    type Output = Odds;

    fn mul(self, odds: Odds) -> Odds {
        Odds { wins: odds.wins.map(|win| self * win), draw: self * odds.draw }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Policy {
    /// always calls a fresh dot
    Fresh,
    /// waits with two bombs lost
    Careful,
    /// chooses the better call
    Best,
}

/// Hits and lost bombs of both callers.
#[derive(Clone, Copy)]
struct Counters {
    hits: [usize; 2],
    lost: [usize; 2],
}

impl Counters {
    fn all() -> impl Iterator<Item = Counters> {
        (0..ENOUGH.pow(4)).map(|nth| {
            let digit = |place: u32| nth / ENOUGH.pow(place) % ENOUGH;
            Counters { hits: [digit(0), digit(1)], lost: [digit(2), digit(3)] }
        })
    }

    fn index(self) -> usize {
        let [a, b] = self.hits;
        let [c, d] = self.lost;
        a + ENOUGH * (b + ENOUGH * (c + ENOUGH * d))
    }

    /// Houses and guns that were never called.
    fn left(self) -> (usize, usize) {
        let sum = |of: [usize; 2]| of[0] + of[1];
        (HOUSES - sum(self.hits), GUNS - sum(self.lost))
    }
}

/// The odds before each call: by fresh dots, counters, the caller to move, and calls without
/// anything new.
struct Solved {
    policies: [Policy; 2],
    alone: [Alone; 2],
    odds: Vec<Odds>,
    /// positions in which waiting is better, and in which it is possible; by the number of calls
    /// without anything new
    waits: [[u64; 2]; QUIET],
}

impl Solved {
    fn by(policies: [Policy; 2]) -> Solved {
        let size = (DOTS + 1) * ENOUGH.pow(4) * 2 * QUIET;
        let mut solved = Solved {
            policies,
            alone: policies.map(Alone::new),
            odds: vec![Odds::default(); size],
            waits: [[0; 2]; QUIET],
        };
        for fresh in 0..=DOTS {
            for quiet in (0..QUIET).rev() {
                for (counters, due) in Counters::all().flat_map(|one| [(one, 0), (one, 1)]) {
                    let (houses, guns) = counters.left();
                    if houses + guns <= fresh {
                        let odds = solved.before(fresh, counters, due, quiet);
                        solved.odds[at(fresh, counters, due, quiet)] = odds;
                    }
                }
            }
        }
        solved
    }

    fn of(&self, fresh: usize, counters: Counters, due: usize) -> Odds {
        self.odds[at(fresh, counters, due, 0)]
    }

    fn before(&mut self, fresh: usize, counters: Counters, due: usize, quiet: usize) -> Odds {
        let calls = self.calls(fresh, counters, due);
        let [a, b] = counters.lost;
        let known_misses = DOTS - fresh > a + b;
        if !known_misses {
            return calls;
        }
        let waits = if quiet + 1 == QUIET {
            Odds::DRAW
        } else {
            self.odds[at(fresh, counters, 1 - due, quiet + 1)]
        };
        let better = waits.worth(due) > calls.worth(due) + 1e-12;
        let [waits_pay, all] = &mut self.waits[quiet];
        *waits_pay += u64::from(better);
        *all += 1;
        let wait = match self.policies[due] {
            Policy::Fresh => false,
            Policy::Careful => counters.lost[due] + 1 == ENOUGH,
            Policy::Best => better,
        };
        if wait { waits } else { calls }
    }

    /// Result of calling a fresh dot.
    fn calls(&self, fresh: usize, counters: Counters, due: usize) -> Odds {
        let (houses, guns) = counters.left();
        let next = |counters| {
            if fresh == 1 { Odds::DRAW } else { self.of(fresh - 1, counters, 1 - due) }
        };
        let share = |part: usize| part as f64 / fresh as f64;
        let mut odds = Odds::default();
        if houses > 0 {
            let mut hit = counters;
            hit.hits[due] += 1;
            let won = hit.hits[due] == ENOUGH;
            odds = odds + share(houses) * if won { Odds::won_by(due) } else { next(hit) };
        }
        if guns > 0 {
            let mut lost = counters;
            lost.lost[due] += 1;
            let then = if lost.lost[due] == ENOUGH {
                let other = 1 - due;
                let card = [counters.hits[other], counters.lost[other], counters.hits[due]];
                let wins = self.alone[other].of(fresh - 1, card);
                wins * Odds::won_by(other) + (1.0 - wins) * Odds::DRAW
            } else {
                next(lost)
            };
            odds = odds + share(guns) * then;
        }
        let empty = fresh - houses - guns;
        if empty > 0 {
            odds = odds + share(empty) * next(counters);
        }
        odds
    }
}

/// Probability that the last caller wins instead of a draw: by fresh dots, hits, lost bombs and the
/// other caller's hits.
struct Alone(Vec<f64>);

impl Alone {
    fn new(policy: Policy) -> Alone {
        let mut alone = Alone(vec![0.0; (DOTS + 1) * ENOUGH.pow(3)]);
        for fresh in 1..=DOTS {
            for nth in 0..ENOUGH.pow(3) {
                let card = [nth / 9, nth / 3 % 3, nth % 3];
                let [hits, lost, others] = card;
                if policy == Policy::Careful && lost + 1 == ENOUGH {
                    continue;
                }
                // The other caller has lost three bombs.
                let (houses, guns) = (HOUSES - hits - others, GUNS - lost - ENOUGH);
                let Some(empty) = fresh.checked_sub(houses + guns) else { continue };
                let hit = if hits + 1 == ENOUGH {
                    1.0
                } else {
                    alone.of(fresh - 1, [hits + 1, lost, others])
                };
                let gun = if lost + 1 == ENOUGH {
                    0.0
                } else {
                    alone.of(fresh - 1, [hits, lost + 1, others])
                };
                let miss = alone.of(fresh - 1, card);
                let sum = houses as f64 * hit + guns as f64 * gun + empty as f64 * miss;
                alone.0[Alone::at(fresh, card)] = sum / fresh as f64;
            }
        }
        alone
    }

    fn of(&self, fresh: usize, card: [usize; 3]) -> f64 {
        self.0[Alone::at(fresh, card)]
    }

    fn at(fresh: usize, [hits, lost, others]: [usize; 3]) -> usize {
        ((fresh * ENOUGH + hits) * ENOUGH + lost) * ENOUGH + others
    }
}

fn at(fresh: usize, counters: Counters, due: usize, quiet: usize) -> usize {
    ((fresh * ENOUGH.pow(4) + counters.index()) * 2 + due) * QUIET + quiet
}

pub(super) fn table() -> String {
    use Policy::{Best, Careful, Fresh};
    let mut text = "## Game Box, two callers\n\n".to_owned();
    text += "| first caller | second caller | first wins | second wins | draw |\n";
    text += "|---|---|---|---|---|\n";
    let start = Counters { hits: [0; 2], lost: [0; 2] };
    let name = |policy| match policy {
        Fresh => "always a fresh dot",
        Careful => "waits with two bombs lost",
        Best => "exact",
    };
    for policies in [
        [Fresh, Fresh],
        [Best, Best],
        [Best, Fresh],
        [Fresh, Best],
        [Careful, Fresh],
        [Fresh, Careful],
        [Careful, Careful],
    ] {
        let odds = Solved::by(policies).of(DOTS, start, 0);
        let [first, second] = policies.map(name);
        let [a, b, draw] = [odds.wins[0], odds.wins[1], odds.draw].map(|odds| 100.0 * odds);
        let _ = writeln!(text, "| {first} | {second} | {a:.3} | {b:.3} | {draw:.3} |");
    }
    let best = Solved::by([Best, Best]);
    let shares = best.waits.map(|[better, all]| format!("{better} of {all}"));
    let _ = writeln!(
        text,
        "\nWaiting is worth more, after 0, 1 .. 5 calls that brought nothing, in so many positions \
         (all counters and numbers of fresh dots, each once): {}",
        shares.join(", ")
    );
    for fresh in [60, 40] {
        let _ = writeln!(
            text,
            "\nWorth for who is due, {fresh} fresh dots; down: his hits and lost bombs, across: \
             the other's\n"
        );
        text += &worths(&best, fresh);
    }
    text
}

fn worths(best: &Solved, fresh: usize) -> String {
    let pairs = || (0..ENOUGH).flat_map(|hits| (0..ENOUGH).map(move |lost| (hits, lost)));
    let heads: Vec<String> = pairs().map(|(hits, lost)| format!("{hits}, {lost}")).collect();
    let mut text = format!("| | {} |\n|{}\n", heads.join(" | "), "---|".repeat(10));
    for (hits, lost) in pairs() {
        let cell = |(other_hits, other_lost)| {
            let counters = Counters { hits: [hits, other_hits], lost: [lost, other_lost] };
            format!("{:.3}", best.of(fresh, counters, 0).worth(0))
        };
        let cells: Vec<String> = pairs().map(cell).collect();
        let _ = writeln!(text, "| **{hits}, {lost}** | {} |", cells.join(" | "));
    }
    text
}
