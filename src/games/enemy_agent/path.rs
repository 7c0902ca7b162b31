//! Walking: checks a written path, and searches for paths.

use std::ops::ControlFlow;

use super::board::{Ground, Reach, Square};
use super::illegal::Illegal;
use super::person::Person;
use super::state::{State, Whereabouts};
use crate::rules::ensure;

/// Maximum number of extra squares that a person may walk if the square at the end of the full
/// count is occupied.
pub(super) const MOST_EXTRA: usize = 9;

/// Maximum number of steps in a search: far more than the standard board needs, and few enough that
/// a large, crowded board can't block the program.
const BUDGET: u32 = 60_000;

/// A legal walk of a full count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    pub(super) end: Square,
    /// Whether the walk ends exactly where the count ends, not on a square after that.
    pub(super) exact: bool,
    pub(super) crossing: Option<Crossing>,
}

/// A passage through a Doorway during a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crossing {
    /// The circled square in front of the Doorway.
    pub(super) circle: Square,
    /// Whether the person was on that square, or in its Sentry Box, when the count began.
    pub(super) waiting: bool,
}

/// A possible next step.
#[derive(Clone, Copy)]
struct Step {
    to: Square,
    crossing: Option<Crossing>,
}

/// Returns the possible first steps from the person's place.
fn first_steps(state: &State, who: Person) -> Vec<Step> {
    let plain = |&to: &Square| Step { to, crossing: None };
    let Some(from) = state.square_of(who) else {
        return state.exits(who).iter().map(plain).collect();
    };
    let mut steps = Vec::new();
    let board = state.board();
    let circle = match board.ground(from) {
        Some(Ground::Circle) => Some(from),
        Some(Ground::Sentry) => board.circle_of(from),
        _ => None,
    };
    if !who.is_inspector()
        && let Some(circle) = circle
        && let Some(to) = board.far(circle)
    {
        steps.push(Step { to, crossing: Some(Crossing { circle, waiting: true }) });
    }
    if !state.figure(who).held {
        steps.extend(board.near(from).iter().map(plain));
    }
    steps
}

/// Returns the possible steps from a square in the middle of a count.
fn next_steps(state: &State, who: Person, from: Square, may_cross: bool) -> Vec<Step> {
    let board = state.board();
    let mut steps: Vec<Step> =
        board.near(from).iter().map(|&to| Step { to, crossing: None }).collect();
    if may_cross
        && !who.is_inspector()
        && let Some(to) = board.far(from)
    {
        steps.push(Step { to, crossing: Some(Crossing { circle: from, waiting: false }) });
    }
    steps
}

/// Returns the squares that count: the written path without the person's current square.
fn counted<'a>(state: &State, who: Person, path: &'a [Square]) -> Result<&'a [Square], Illegal> {
    match (state.figure(who).at, path.split_first()) {
        (Whereabouts::On(at), Some((&first, rest))) if first == at => Ok(rest),
        (Whereabouts::On(at), _) => Err(Illegal::NotThere { who, at }),
        (_, Some(_)) => Ok(path),
        (_, None) => Err(Illegal::OffBoard { who }),
    }
}

/// Checks that this path is a legal walk of a full count.
pub(super) fn check(state: &State, who: Person, path: &[Square]) -> Result<Walk, Illegal> {
    let count = usize::from(state.throw().squares);
    let squares = counted(state, who, path)?;
    let Some(&end) =
        squares.last().filter(|_| squares.len() >= count && squares.len() <= count + MOST_EXTRA)
    else {
        return Err(Illegal::Count { who, wanted: count, read: squares.len() });
    };
    let mut crossing = None;
    let mut seen: Vec<Square> = state.square_of(who).into_iter().collect();
    let mut before: Option<Square> = None;
    for (index, &to) in squares.iter().enumerate() {
        let from = before.or_else(|| state.square_of(who));
        if let Some(full) = before.filter(|_| index >= count)
            && state.may_stop(full, who, index == count)
        {
            return Err(Illegal::Count { who, wanted: index, read: squares.len() });
        }
        let steps = match before {
            None => first_steps(state, who),
            Some(from) => next_steps(state, who, from, index < count && crossing.is_none()),
        };
        let Some(step) = steps.iter().find(|step| step.to == to) else {
            return Err(no_step(state, who, from, to));
        };
        ensure(!seen.contains(&to), Illegal::Twice { who, square: to })?;
        seen.push(to);
        crossing = crossing.or(step.crossing);
        before = Some(to);
    }
    let exact = squares.len() == count;
    ensure(state.may_stop(end, who, exact), Illegal::Taken { who, square: end })?;
    Ok(Walk { end, exact, crossing })
}

/// Returns the reason why a step isn't possible.
fn no_step(state: &State, who: Person, from: Option<Square>, to: Square) -> Illegal {
    if !state.board().has(to) {
        return Illegal::NoSquare(to);
    }
    let Some(from) = from else { return Illegal::Exit { who, exits: state.exits(who).to_vec() } };
    if state.board().far(from) == Some(to) {
        return if who.is_inspector() {
            Illegal::InspectorCrosses(who)
        } else {
            Illegal::OneDoorway(who)
        };
    }
    if state.figure(who).held { Illegal::Held(who) } else { Illegal::NoStep { who, from, to } }
}

/// Returns the maximum number of steps up to the Wall: one less than the total of both dice,
/// because going over the Wall takes at least one step.
pub(super) fn most_steps_over(state: &State) -> usize {
    let throw = state.throw();
    (usize::from(throw.people) + usize::from(throw.squares)).saturating_sub(1)
}

/// Checks whether the person can go over the Wall from the end of this path, and whether the path
/// has at most [`most_steps_over`] steps.
pub(super) fn check_over(state: &State, who: Person, path: &[Square]) -> Result<(), Illegal> {
    let throw = state.throw();
    let squares = counted(state, who, path)?;
    let Some(start) = state.square_of(who) else { return Err(Illegal::OffBoard { who }) };
    ensure(throw.people == throw.squares, Illegal::NoDoubles)?;
    let most = most_steps_over(state);
    ensure(squares.len() <= most, Illegal::TooFarToWall { who, most })?;
    let mut at = start;
    for (index, &to) in squares.iter().enumerate() {
        ensure(!state.figure(who).held, Illegal::Held(who))?;
        if !state.board().near(at).contains(&to) {
            return Err(no_step(state, who, Some(at), to));
        }
        let is_new = to != start && !squares[..index].contains(&to);
        ensure(is_new, Illegal::Twice { who, square: to })?;
        at = to;
    }
    let there = state.board().on_wall_path(at) && state.board().side(at) != who.seat();
    ensure(there, Illegal::NotAtWall { who, square: at })
}

/// Returns the shortest path to the Wall that passes [`check_over`].
pub(super) fn path_over(state: &State, who: Person) -> Option<Vec<Square>> {
    let board = state.board();
    let goals: Vec<Square> = board.wall_path(who.seat().other()).collect();
    let reach = board.reach(&goals);
    let mut path = vec![state.square_of(who)?];
    loop {
        let at = *path.last()?;
        let Some(left @ 1..) = board.steps(&reach, at) else { break };
        let is_nearer = |next: &&Square| board.steps(&reach, **next).is_some_and(|one| one < left);
        path.push(*board.near(at).iter().find(is_nearer)?);
    }
    check_over(state, who, &path).is_ok().then_some(path)
}

/// A path as players write it, and the resulting walk.
pub(super) type Way = (Vec<Square>, Walk);

/// Returns a legal path to `goal`. If a path reaches `goal` by exact count, returns such a path.
pub(super) fn path_to(state: &State, who: Person, goal: Square) -> Option<Way> {
    paths_to(state, who, goal, 1).into_iter().next()
}

/// Returns one path for each reachable square and each kind of arrival. The kinds of arrival are:
/// by exact count or not, through a Doorway or not.
pub(super) fn ways(state: &State, who: Person) -> Vec<Way> {
    let mut ways = Search::new(state, who, MOST_EXTRA).kinds();
    ways.sort_by_key(|(_, walk)| (walk.crossing.is_some(), !walk.exact, walk.end));
    ways
}

/// Returns paths by exact count, also to occupied squares: one for each square and each kind of
/// arrival.
pub(super) fn counts(state: &State, who: Person) -> Vec<Way> {
    Search { crowded: true, ..Search::new(state, who, 0) }.kinds()
}

/// Whether the person has any legal walk. A walk through a Doorway needs a card, and the number on
/// the colored die limits the number of cards in a turn.
pub(super) fn can_walk(state: &State, who: Person) -> bool {
    has_way(state, who, &[], &mut |_, _| true)
}

/// Whether there is a legal walk that begins with these squares and for which `passes` returns
/// true.
pub(super) fn has_way(
    state: &State,
    who: Person,
    begins: &[Square],
    passes: &mut dyn FnMut(&[Square], Walk) -> bool,
) -> bool {
    let mut found = false;
    let may_cross = state.cards < state.throw().people;
    let search = Search { begins, may_cross, ..Search::new(state, who, MOST_EXTRA) };
    search.run(&mut |path, walk| {
        found = passes(path, walk);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Returns at most `most` legal paths to `goal`. Paths that reach it by exact count come first.
pub(super) fn paths_to(state: &State, who: Person, goal: Square, most: usize) -> Vec<Way> {
    let mut paths: Vec<Way> = Vec::new();
    for extra in [0, MOST_EXTRA] {
        if paths.len() >= most {
            break;
        }
        let reach = Some(state.board().reach(&[goal]));
        Search { reach, ..Search::new(state, who, extra) }.run(&mut |path, walk| {
            if walk.end == goal && paths.iter().all(|(known, _)| known != path) {
                paths.push((path.to_vec(), walk));
            }
            if paths.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    paths
}

struct Search<'a> {
    state: &'a State,
    who: Person,
    count: usize,
    extra: usize,
    /// Number of steps from each square to the goal, if the search has a goal.
    reach: Option<Reach>,
    /// The path so far, as players write it.
    path: Vec<Square>,
    /// Squares that the path must begin with.
    begins: &'a [Square],
    /// Number of squares at the start of `path` that don't count: 0 or 1.
    start: usize,
    budget: u32,
    /// Whether the path may go through a Doorway.
    may_cross: bool,
    /// Whether the path may end on a square that has no room for the person.
    crowded: bool,
}

impl<'a> Search<'a> {
    fn new(state: &'a State, who: Person, extra: usize) -> Self {
        let path: Vec<Square> = state.square_of(who).into_iter().collect();
        Search {
            state,
            who,
            count: usize::from(state.throw().squares),
            extra,
            reach: None,
            begins: &[],
            start: path.len(),
            path,
            budget: BUDGET,
            may_cross: true,
            crowded: false,
        }
    }

    /// Returns one path for each end and kind of arrival.
    fn kinds(self) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        self.run(&mut |path, walk| {
            if ways.iter().all(|(_, known)| *known != walk) {
                ways.push((path.to_vec(), walk));
            }
            ControlFlow::Continue(())
        });
        ways
    }

    fn run(mut self, found: &mut dyn FnMut(&[Square], Walk) -> ControlFlow<()>) {
        if self.count > 0 && self.state.in_play(self.who) {
            let _ = self.go(first_steps(self.state, self.who), None, found);
        }
    }

    fn go(
        &mut self,
        steps: Vec<Step>,
        crossing: Option<Crossing>,
        found: &mut dyn FnMut(&[Square], Walk) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for step in steps {
            if self.budget == 0 {
                return ControlFlow::Break(());
            }
            self.budget -= 1;
            if step.crossing.is_some() && !self.may_cross {
                continue;
            }
            let other = self.begins.get(self.path.len()).is_some_and(|next| *next != step.to);
            if other || self.path.contains(&step.to) || !self.in_range(step.to) {
                continue;
            }
            self.path.push(step.to);
            let flow = self.arrive(step.to, crossing.or(step.crossing), found);
            self.path.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn arrive(
        &mut self,
        at: Square,
        crossing: Option<Crossing>,
        found: &mut dyn FnMut(&[Square], Walk) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let gone = self.path.len() - self.start;
        if gone < self.count {
            let may_cross = crossing.is_none();
            return self.go(next_steps(self.state, self.who, at, may_cross), crossing, found);
        }
        let exact = gone == self.count;
        if exact && self.crowded || self.state.may_stop(at, self.who, exact) {
            return found(&self.path, Walk { end: at, exact, crossing });
        }
        if gone >= self.count + self.extra {
            return ControlFlow::Continue(());
        }
        self.go(next_steps(self.state, self.who, at, false), crossing, found)
    }

    /// Whether the goal can still be reached from this square.
    fn in_range(&self, from: Square) -> bool {
        let Some(reach) = &self.reach else { return true };
        let left = (self.count + self.extra + self.start).saturating_sub(self.path.len() + 1);
        self.state.board().steps(reach, from).is_some_and(|steps| usize::from(steps) <= left)
    }
}
