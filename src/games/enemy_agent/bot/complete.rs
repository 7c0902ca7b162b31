//! Completes a bot's orders, so that they are legal under every house rule.

use super::super::execute::can_carry_out;
use super::super::illegal::Illegal;
use super::super::legal::positions_after;
use super::super::orders::{LONGEST, MOST_ORDERS, Order, Orders, Then};
use super::super::path::ways;
use super::super::person::Person;
use super::Seen;

/// Maximum number of lists of orders that a search tries. The first list is nearly always legal; a
/// search needs a few more only if one person's path blocks another person.
const BUDGET: u32 = 2_000;

/// Returns legal orders that begin with `first_orders`, or `None` if the search finds none.
///
/// If orders are missing, the error names a person who still has to move. That person can always
/// move in one of the positions that the orders may lead to. So each step of the search has an
/// order to add, and a search that begins without orders ends with legal orders.
pub(super) fn complete(seen: Seen<'_>, first_orders: &[Order]) -> Option<Orders> {
    let mut search = Search { seen, orders: first_orders.to_vec(), budget: BUDGET };
    search.run().map(Orders)
}

struct Search<'a> {
    seen: Seen<'a>,
    orders: Vec<Order>,
    budget: u32,
}

impl Search<'_> {
    fn run(&mut self) -> Option<Vec<Order>> {
        self.budget = self.budget.checked_sub(1)?;
        let mut tried = self.orders.clone();
        if !tried.iter().any(|order| matches!(order, Order::Move { .. })) {
            tried.push(Order::Pass);
        }
        let tried = Orders(tried);
        let idle = match self.seen.judge(&tried) {
            Ok(()) => return Some(tried.0),
            Err(Illegal::MustMove(who) | Illegal::CircleFirst(who)) => who,
            Err(_) => return None,
        };
        if self.orders.len() >= MOST_ORDERS {
            return None;
        }
        for order in self.moves(idle) {
            self.orders.push(order);
            let found = self.run();
            self.orders.pop();
            if found.is_some() || self.budget == 0 {
                return found;
            }
        }
        None
    }

    /// Returns the moves that can be carried out next. The moves of `idle` come first. For each
    /// person, moves through a Doorway come last, because a card may stop the person.
    fn moves(&self, idle: Person) -> Vec<Order> {
        let Seen { position, shown, private } = self.seen;
        let positions = positions_after(position, shown, &self.orders);
        let others = Person::of(private.seat).filter(|&who| who != idle);
        let mut moves = Vec::new();
        for who in [idle].into_iter().chain(others) {
            for at in &positions {
                for (path, walk) in ways(at, who) {
                    let arrests = at.suspects(who, walk.end).map(Then::Arrest);
                    let thens = [Then::Stay].into_iter().chain(arrests);
                    let orders = thens.map(|then| Order::Move { who, path: path.clone(), then });
                    moves.extend(orders.filter(|order| {
                        order.to_string().len() <= LONGEST && can_carry_out(at, order)
                    }));
                }
            }
        }
        moves
    }
}
