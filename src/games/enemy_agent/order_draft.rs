//! Drafts of orders, and their possible continuations.

use std::cell::OnceCell;

use super::Seen;
use super::board::Square;
use super::execute::may_move;
use super::illegal::Illegal;
use super::legal::{judge, knowing, may_be_legal, positions_after};
use super::orders::{IN_HOTEL, LONGEST, MOST_ORDERS, Order, Orders, Then};
use super::path::{self, Crossing, Walk, Way, path_over, paths_to, ways};
use super::person::Person;
use super::state::State;
use crate::board::collect;
use crate::board::text::joined;
use crate::rules::Move;

/// Maximum number of paths to one square through which the button `another way` cycles.
const MOST_WAYS: usize = 24;

/// Maximum number of positions, of those after the previous orders, in which to try the next order.
const MOST_POSITIONS: usize = 16;

/// The orders so far, and the beginning of the next order.
pub(super) struct Draft<'a> {
    pub(super) seen: Seen<'a>,
    pub(super) orders: Vec<Order>,
    pub(super) tail: Option<Tail>,
    after: OnceCell<Vec<State>>,
}

/// The beginning of an order.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tail {
    /// A person whose destination is missing: `3 `.
    Goal(Person),
    /// Some of the people who begin in the Hotel: `hotel 1 4 `.
    Hotel(Vec<Person>),
    /// A person whose path is chosen square by square, and the path so far: `3 A2-A3-`.
    Step(Person, Vec<Square>),
}

impl Tail {
    fn read(text: &str) -> Option<Tail> {
        if let Some(who) = Person::read(text.trim_end()) {
            return Some(Tail::Goal(who));
        }
        if let Some(guests) = text.strip_prefix("hotel ") {
            let guests: Vec<Person> =
                guests.split_terminator(' ').map(Person::read).collect::<Option<_>>()?;
            return (guests.len() < IN_HOTEL).then_some(Tail::Hotel(guests));
        }
        let (who, path) = text.strip_suffix('-')?.split_once(' ')?;
        let squares = path.split('-').filter(|name| !name.is_empty()).take(LONGEST);
        let path = squares.map(|name| name.parse().ok()).collect::<Option<_>>()?;
        Some(Tail::Step(Person::read(who)?, path))
    }
}

impl<'a> Draft<'a> {
    pub(super) fn read(seen: Seen<'a>, draft: &str) -> Option<Self> {
        let (before, last) = draft.rsplit_once("; ").unwrap_or(("", draft));
        let tail = Tail::read(last);
        let whole = if tail.is_some() { before } else { draft };
        let orders = match whole {
            "" => Vec::new(),
            whole => Orders::read(whole, &seen).ok()?.0,
        };
        let draft = Draft { seen, orders, tail, after: OnceCell::new() };
        match draft.tail {
            // The named person must be able to go now.
            Some(Tail::Goal(who) | Tail::Step(who, _)) => draft.may_go(who).then_some(draft),
            Some(Tail::Hotel(_)) => draft.may_say_who_begins_where().then_some(draft),
            None => Some(draft),
        }
    }

    /// Returns a draft with only these orders.
    pub(super) fn only(&self, orders: &[Order]) -> Self {
        Draft { seen: self.seen, orders: orders.to_vec(), tail: None, after: OnceCell::new() }
    }

    /// Returns the orders as text.
    pub(super) fn text(&self) -> String {
        joined(&self.orders, "; ")
    }

    pub(super) fn with(&self, order: &Order) -> String {
        self.with_tail(&order.to_string())
    }

    pub(super) fn with_tail(&self, tail: &str) -> String {
        let text = self.text();
        if text.is_empty() { tail.to_owned() } else { format!("{text}; {tail}") }
    }

    /// Returns the positions in which the next order may be carried out. The position in which
    /// every card says PASS and every arrested person is an Agent comes first.
    fn after(&self) -> &[State] {
        let find = || {
            let ends = matches!(self.orders.last(), Some(Order::Wait | Order::Pass));
            if ends || self.orders.len() >= MOST_ORDERS {
                return Vec::new();
            }
            let Seen { position, shown, private } = self.seen;
            let shown = knowing(shown, private);
            let mut positions = positions_after(position, &shown, &self.orders);
            positions.truncate(MOST_POSITIONS);
            positions
        };
        self.after.get_or_init(find)
    }

    /// Whether the first order may choose the people who begin in the Hotel.
    pub(super) fn may_say_who_begins_where(&self) -> bool {
        let state = self.seen.position;
        let own = state.is_move_of(self.seen.private.seat);
        own && self.orders.is_empty() && state.may_say_who_begins_where()
    }

    /// Returns the Building that the person may ask about.
    pub(super) fn may_ask(&self, who: Person) -> Option<u8> {
        self.after().iter().find_map(|after| after.may_ask(who))
    }

    /// Returns the walk along this path in the first position in which the path is legal.
    fn walk(&self, who: Person, path: &[Square]) -> Option<Walk> {
        self.after().iter().find_map(|after| path::check(after, who, path).ok())
    }

    /// Checks the orders with this order added, if any.
    pub(super) fn judge(&self, more: Option<&Order>) -> Result<(), Illegal> {
        judge(self.seen, &self.and(more))
    }

    /// Returns the orders with this order added, if any.
    fn and(&self, more: Option<&Order>) -> Orders {
        Orders(self.orders.iter().chain(more).cloned().collect())
    }

    /// Whether the orders are legal with this order added. Ignores errors that later orders can
    /// fix.
    fn takes(&self, order: &Order) -> bool {
        order.to_string().len() <= LONGEST && may_be_legal(self.seen, &self.and(Some(order)))
    }

    fn may_go(&self, who: Person) -> bool {
        let own = who.seat() == self.seen.private.seat;
        own && self.after().iter().any(|after| may_move(after, who).is_ok())
    }

    /// Whether the person can be ordered to go somewhere.
    pub(super) fn can_go(&self, who: Person) -> bool {
        if !self.may_go(who) {
            return false;
        }
        self.begins(who, &[]) || self.over(who).is_some()
    }

    /// Whether the player can order the person to follow some path that begins with `path`.
    fn begins(&self, who: Person, path: &[Square]) -> bool {
        let mut tried: Vec<Walk> = Vec::new();
        let mut passes = |path: &[Square], walk: Walk| {
            let is_new = !tried.contains(&walk);
            if is_new {
                tried.push(walk);
            }
            is_new && self.order(who, path, walk).is_some()
        };
        self.after().iter().any(|after| path::has_way(after, who, path, &mut passes))
    }

    pub(super) fn ways(&self, who: Person) -> Vec<Way> {
        let mut all: Vec<Way> = Vec::new();
        for after in self.after() {
            let fresh = |(_, walk): &Way| all.iter().all(|(_, known)| known != walk);
            all.extend(ways(after, who).into_iter().filter(fresh).collect::<Vec<_>>());
        }
        all
    }

    /// Returns what the person can do at the end of this path.
    pub(super) fn thens(&self, who: Person, path: &[Square]) -> Vec<Then> {
        self.walk(who, path).map(|walk| self.thens_at(who, path, walk)).unwrap_or_default()
    }

    fn thens_at(&self, who: Person, path: &[Square], walk: Walk) -> Vec<Then> {
        let suspects = |after: &State| after.suspects(who, walk.end).collect::<Vec<_>>();
        let mut suspects: Vec<Person> = self.after().iter().flat_map(suspects).collect();
        suspects.sort_unstable();
        suspects.dedup();
        let arrests = suspects.into_iter().filter(|_| who.is_inspector());
        let asks = (!who.is_inspector()).then_some(Then::Ask);
        let thens = [Then::Stay].into_iter().chain(asks).chain(arrests.map(Then::Arrest));
        let order = |then| Order::Move { who, path: path.to_vec(), then };
        thens.filter(|&then| self.takes(&order(then))).collect()
    }

    /// Returns the order to go this way. If the order is legal without an action at its end, it has
    /// none.
    pub(super) fn order(&self, who: Person, path: &[Square], walk: Walk) -> Option<Order> {
        let stay = Order::Move { who, path: path.to_vec(), then: Then::Stay };
        if self.takes(&stay) {
            return Some(stay);
        }
        let then = *self.thens_at(who, path, walk).first()?;
        Some(Order::Move { who, path: path.to_vec(), then })
    }

    pub(super) fn over(&self, who: Person) -> Option<Order> {
        let mut after = self.after().iter().filter(|after| after.carries(who));
        let path = after.find_map(|after| path_over(after, who))?;
        let order = Order::Move { who, path, then: Then::Over };
        self.takes(&order).then_some(order)
    }

    /// Returns an order to go to the end of `path` on the next of the paths that lead there.
    pub(super) fn another_way(&self, who: Person, path: &[Square], then: Then) -> Option<Order> {
        if then == Then::Over {
            return None;
        }
        let goal = *path.last()?;
        let all = self.after().iter().map(|after| paths_to(after, who, goal, MOST_WAYS));
        let all = all.max_by_key(Vec::len)?;
        let at = all.iter().position(|(known, _)| known == path).map_or(0, |at| at + 1);
        let mut others = all.iter().skip(at).chain(all.iter().take(at));
        others.by_ref().filter(|(other, _)| other != path).find_map(|(other, walk)| {
            let same = Order::Move { who, path: other.clone(), then };
            if self.takes(&same) { Some(same) } else { self.order(who, other, *walk) }
        })
    }

    /// Returns the squares that can come next on this path. Each square comes with the order to go
    /// there, or with `None` if the path can't end on that square.
    pub(super) fn steps(&self, who: Person, path: &[Square]) -> Vec<(Square, Option<Order>)> {
        let step = |next: Square| {
            let path = [path, &[next]].concat();
            if let Some(walk) = self.walk(who, &path) {
                return self.order(who, &path, walk).map(|order| (next, Some(order)));
            }
            self.begins(who, &path).then_some((next, None))
        };
        let squares = self.after().iter().flat_map(|after| next_squares(after, who, path));
        collect::set(squares).into_iter().filter_map(step).collect()
    }

    /// Returns the orders with an inquiry by this person added.
    pub(super) fn asking(&self, who: Person) -> Option<Vec<Order>> {
        let mut orders = self.orders.clone();
        match orders.last_mut() {
            Some(Order::Ask(people)) if people.contains(&who) => return None,
            Some(Order::Ask(people)) => people.push(who),
            _ => orders.push(Order::Ask(vec![who])),
        }
        let then = self.only(&orders);
        let goes_on = match then.judge(None) {
            Ok(()) => true,
            // The orders are legal only if another order follows, so check that another order can
            // follow.
            Err(Illegal::MustMove(_) | Illegal::CircleFirst(_) | Illegal::NothingOwed) => {
                let own = Person::of(self.seen.private.seat);
                then.judge(Some(&Order::Pass)).is_ok()
                    || own.into_iter().any(|who| then.can_go(who))
            }
            Err(_) => false,
        };
        goes_on.then_some(orders)
    }

    /// Returns the passage through a Doorway in the order at this index, if any.
    pub(super) fn crossing(&self, at: usize) -> Option<Crossing> {
        let before = self.only(self.orders.get(..at)?);
        let Order::Move { who, path, .. } = self.orders.get(at)? else { return None };
        before.walk(*who, path)?.crossing
    }
}

/// Returns the squares on the board to which a path can continue.
fn next_squares(state: &State, who: Person, path: &[Square]) -> Vec<Square> {
    let Some(&from) = path.last() else { return state.exits(who).to_vec() };
    let near = state.board().near(from).iter().copied().chain(state.board().far(from));
    // From a Sentry Box square, the circled square behind the Doorway is one step away.
    let circle = state.board().circle_of(from).filter(|_| state.square_of(who) == Some(from));
    let next = near.chain(circle.and_then(|circle| state.board().far(circle)));
    next.filter(|next| !path.contains(next)).collect()
}
