//! The bots that try their orders out.

use super::super::EnemyAgent;
use super::super::orders::{Order, Orders};
use super::playout::{Playout, World};
use super::{Seen, Sensible, Trodden, inquiries};
use crate::rules::{Numbers, Policy};

/// How much is tried. All effort is counted, in turns that are played.
#[derive(Debug)]
pub(in crate::games::enemy_agent) struct Trying {
    /// how often orders are drawn
    drawn: usize,
    /// all turns of all playouts
    turns: u32,
    /// turns of one playout
    most: u32,
}

/// As well as it can within the time. Less effort has not been seen to play better than rules of
/// thumb, so there is no level between.
pub(in crate::games::enemy_agent) const HARD: Trying = Trying { drawn: 24, turns: 12_000, most: 8 };

/// The half that does better is tried further, so many times.
const ROUNDS: u32 = 4;

/// No more orders than these are tried.
const MOST: usize = 12;

/// Orders, and what they have come to.
struct Tried {
    orders: Orders,
    worth: i64,
}

impl Policy<EnemyAgent> for Trying {
    fn choose(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Orders {
        let (mut tried, trodden) = (self.candidates(seen, numbers), Trodden::default());
        let each = self.turns / ROUNDS;
        for _ in 0..ROUNDS {
            if tried.len() < 2 {
                break;
            }
            let mut turns = 0;
            while turns < each {
                // All in the same world, and with the same dice.
                let world = World::deal(seen, numbers);
                for one in &mut tried {
                    let mut playout = Playout::new(seen, &world, &trodden);
                    let worth = playout.worth(seen.private.seat, &one.orders, self.most);
                    one.worth += i64::from(worth);
                    turns += playout.turns.max(1);
                }
            }
            tried.sort_by_key(|one| -one.worth);
            tried.truncate(tried.len().div_ceil(2));
        }
        match tried.into_iter().next() {
            Some(best) => best.orders,
            None => Sensible.choose(seen, numbers),
        }
    }
}

impl Trying {
    /// Orders that may be worth something: those of [`Sensible`], inquiries alone, and to pass.
    fn candidates(&self, seen: Seen<'_>, numbers: &mut dyn Numbers) -> Vec<Tried> {
        let pass = Orders(vec![Order::Pass]);
        let ask = inquiries(seen, numbers).map(|ask| Orders(vec![ask]));
        let mut found = Vec::new();
        let drawn = (0..self.drawn).map(|_| Sensible.choose(seen, numbers)).collect::<Vec<_>>();
        for orders in drawn.into_iter().take(self.drawn).chain(ask).chain([pass]) {
            if found.len() < MOST && !found.contains(&orders) && seen.judge(&orders).is_ok() {
                found.push(orders);
            }
        }
        found.into_iter().map(|orders| Tried { orders, worth: 0 }).collect()
    }
}
